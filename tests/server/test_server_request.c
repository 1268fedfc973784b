// What the server reads of a request by itself: names, origins, types, tokens, addresses. Every row of these
// tables is one that a stranger has tried somewhere.
#include "server/assets.h"
#include "server/request.h"
#include "tests.h"

#include <stdio.h>
#include <string.h>

START_TEST(test_only_the_names_of_this_server_are_its_hosts)
{
    static const char *const good[] = {"127.0.0.1:8765", "localhost:8765", "LocalHost:8765", "[::1]:8765"};
    static const char *const bad[]  = {"",
                                       "127.0.0.1",
                                       "localhost",
                                       "127.0.0.1:80",
                                       "127.0.0.1:87650",
                                       "127.0.0.1:8765 ",
                                       " 127.0.0.1:8765",
                                       "127.0.0.1:8765.example.org",
                                       "example.org:8765",
                                       "localhost.:8765",
                                       "::1:8765",
                                       "127.0.0.1:08765",
                                       "127.0.0.1:8765,localhost:8765"};
    Hosts                    hosts;
    hosts_fill(&hosts, NULL, 8765);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ck_assert_msg(host_allowed(&hosts, good[i]), "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!host_allowed(&hosts, bad[i]), "%s", bad[i]);
    ck_assert(!host_allowed(&hosts, NULL));
}
END_TEST

START_TEST(test_an_address_of_its_own_is_a_host_and_80_needs_no_port)
{
    Hosts hosts;
    hosts_fill(&hosts, "192.0.2.7", 80);
    ck_assert(host_allowed(&hosts, "192.0.2.7:80") && host_allowed(&hosts, "192.0.2.7"));
    ck_assert(host_allowed(&hosts, "localhost"));
    hosts_fill(&hosts, "2001:db8::1", 9000);
    ck_assert(host_allowed(&hosts, "[2001:db8::1]:9000"));
    ck_assert(!host_allowed(&hosts, "2001:db8::1:9000") && !host_allowed(&hosts, "[2001:db8::1]"));
    ck_assert_str_eq(hosts.name[0], "[2001:db8::1]:9000");
}
END_TEST

START_TEST(test_pages_from_elsewhere_have_another_origin)
{
    static const char *const bad[] = {"",
                                      "null",
                                      "http://",
                                      "127.0.0.1:8765",
                                      "https://127.0.0.1:8765",
                                      "http://127.0.0.1",
                                      "http://127.0.0.1:8765/",
                                      "http://127.0.0.1:8765.example.org",
                                      "http://user@127.0.0.1:8765",
                                      "file://127.0.0.1:8765",
                                      "http://example.org:8765"};
    Hosts                    hosts;
    hosts_fill(&hosts, NULL, 8765);
    ck_assert(origin_allowed(&hosts, NULL));
    ck_assert(origin_allowed(&hosts, "http://127.0.0.1:8765") &&
              origin_allowed(&hosts, "http://localhost:8765"));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!origin_allowed(&hosts, bad[i]), "%s", bad[i]);
}
END_TEST

START_TEST(test_browsers_say_whose_page_asks)
{
    static const char *const bad[] = {"same-site", "cross-site", "", "Same-Origin", "none, none"};
    ck_assert(site_allowed(NULL) && site_allowed("same-origin") && site_allowed("none"));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) ck_assert_msg(!site_allowed(bad[i]), "%s", bad[i]);
}
END_TEST

START_TEST(test_loopback_and_any_are_known_from_other_addresses)
{
    ck_assert(address_is_loopback("127.0.0.1") && address_is_loopback("127.9.9.9"));
    ck_assert(address_is_loopback("::1") && address_is_loopback("localhost"));
    ck_assert(!address_is_loopback("128.0.0.1") && !address_is_loopback("0.0.0.0"));
    ck_assert(!address_is_loopback("example.org") && !address_is_loopback("::") && !address_is_loopback(""));
    ck_assert(!address_is_loopback("127.0.0.1.example.org"));
    ck_assert(address_is_any("0.0.0.0") && address_is_any("::") && address_is_any("0:0::0"));
    ck_assert(!address_is_any("127.0.0.1") && !address_is_any("::1") && !address_is_any("any"));
}
END_TEST

START_TEST(test_bodies_are_json_by_their_type)
{
    ck_assert(type_is_json("application/json") && type_is_json("Application/JSON"));
    ck_assert(type_is_json("application/json; charset=utf-8") && type_is_json("application/json ;x"));
    ck_assert(!type_is_json(NULL) && !type_is_json("") && !type_is_json("text/plain"));
    ck_assert(!type_is_json("application/jsonp") && !type_is_json("application/json, text/plain"));
    ck_assert(!type_is_json("application/js") && !type_is_json(" application/json"));
    ck_assert(!type_is_json("multipart/form-data; boundary=application/json"));
}
END_TEST

START_TEST(test_gzip_is_sent_to_those_who_take_it)
{
    ck_assert(encoding_has_gzip("gzip") && encoding_has_gzip("br, GZIP") && encoding_has_gzip("gzip;q=0.5"));
    ck_assert(encoding_has_gzip("deflate, gzip;q=1.0, *;q=0.5") && encoding_has_gzip("gzip; q=0.001"));
    ck_assert(!encoding_has_gzip(NULL) && !encoding_has_gzip("") && !encoding_has_gzip("br"));
    ck_assert(!encoding_has_gzip("gzip;q=0") && !encoding_has_gzip("gzip; q=0.000, br"));
    ck_assert(!encoding_has_gzip("xgzip") && !encoding_has_gzip("gzipx") && !encoding_has_gzip(",,,"));
}
END_TEST

START_TEST(test_what_a_client_has_already_is_known_by_its_tag)
{
    ck_assert(tag_matches("\"a1\"", "\"a1\"") && tag_matches("W/\"a1\"", "\"a1\""));
    ck_assert(tag_matches("\"b2\", \"a1\"", "\"a1\"") && tag_matches("\"a1\" , \"b2\"", "\"a1\""));
    ck_assert(!tag_matches(NULL, "\"a1\"") && !tag_matches("", "\"a1\"") && !tag_matches("a1", "\"a1\""));
    ck_assert(!tag_matches("\"a1\"x", "\"a1\"") && !tag_matches("\"a11\"", "\"a1\""));
}
END_TEST

START_TEST(test_tokens_are_long_and_plain)
{
    Status status;
    char   long_one[TOKEN_MAX + 2];
    memset(long_one, 'x', sizeof long_one - 1);
    long_one[sizeof long_one - 1] = 0;
    ck_assert(token_valid("0123456789abcdef", &status) && token_valid(long_one + 1, &status));
    ck_assert(!token_valid("0123456789abcde", &status) && !token_valid("", &status));
    ck_assert(!token_valid(long_one, &status));
    ck_assert(!token_valid("0123456789abcdef;", &status) && !token_valid("0123456789 abcdef", &status));
    ck_assert(!token_valid("0123456789\r\nabcdef", &status));
}
END_TEST

START_TEST(test_a_token_is_in_the_header_or_in_the_cookie)
{
    const char *const t = "0123456789abcdef", *const c = "pollard_1";
    ck_assert(token_given(t, "Bearer 0123456789abcdef", NULL, c));
    ck_assert(token_given(t, "bearer  0123456789abcdef", NULL, c));
    ck_assert(token_given(t, "Basic x", "a=b; pollard_1=0123456789abcdef", c));
    ck_assert(token_given(t, NULL, "pollard_1=x;pollard_1=0123456789abcdef;z=1", c));
    ck_assert(!token_given(t, NULL, NULL, c) && !token_given(t, "", "", c));
    ck_assert(!token_given(t, "Bearer", NULL, c) && !token_given(t, "Bearer ", NULL, c));
    ck_assert(!token_given(t, "Bearer 0123456789abcdeF", NULL, c));
    ck_assert(!token_given(t, "Bearer 0123456789abcdef0", NULL, c));
    ck_assert(!token_given(t, "0123456789abcdef", "xpollard_1=0123456789abcdef", c));
    ck_assert(!token_given(t, NULL, "pollard_1", c) && !token_given(t, NULL, "pollard_1=", c));
    ck_assert(!token_given(t, NULL, "pollard_10=0123456789abcdef", c));
}
END_TEST

static RouteFind found(const char *method, const char *path, RouteId *id, char name[ROUTE_NAME_MAX])
{
    return route_find(method, path, id, name);
}

START_TEST(test_every_route_is_found_by_its_own_path)
{
    for (int i = 0; i < ROUTES; i++) {
        RouteId           id;
        char              path[200], name[ROUTE_NAME_MAX];
        const char *const star = strchr(routes_all[i].path, '*');
        if (star == NULL) snprintf(path, sizeof path, "%s", routes_all[i].path);
        else
            snprintf(path, sizeof path, "%.*sa-B.9_%s", (int)(star - routes_all[i].path), routes_all[i].path,
                     star + 1);
        ck_assert_msg(found(routes_all[i].method, path, &id, name) == ROUTE_FOUND && (int)id == i, "%s",
                      path);
        ck_assert_str_eq(name, star == NULL ? "" : "a-B.9_");
        ck_assert_int_eq(found("PATCH", path, &id, name), ROUTE_OTHER_METHOD);
        strcat(path, "/");
        ck_assert_msg(found(routes_all[i].method, path, &id, name) == ROUTE_UNKNOWN, "%s", path);
    }
}
END_TEST

START_TEST(test_no_other_path_is_a_route)
{
    static const char *const paths[] = {"",
                                        "/",
                                        "/api",
                                        "/api/",
                                        "/api/lab//page",
                                        "/api/lab/a/b/page",
                                        "/api/lab/a%2fb/page",
                                        "/api/lab/../page/",
                                        "/api/sessions//events",
                                        "/API/about",
                                        "api/about",
                                        "/api/about?x",
                                        "/api/sessions/a b"};
    RouteId                  id;
    char                     name[ROUTE_NAME_MAX], path[300] = "/api/sessions/";
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        ck_assert_msg(found("GET", paths[i], &id, name) == ROUTE_UNKNOWN, "%s", paths[i]);
        ck_assert_msg(found("POST", paths[i], &id, name) == ROUTE_UNKNOWN, "%s", paths[i]);
    }
    memset(path + 14, 'a', ROUTE_NAME_MAX - 1);
    ck_assert_int_eq(found("POST", path, &id, name), ROUTE_FOUND);
    path[14 + ROUTE_NAME_MAX - 1] = 'a';
    ck_assert_int_eq(found("POST", path, &id, name), ROUTE_UNKNOWN);
    ck_assert_int_eq(found("HEAD", "/api/about", &id, name), ROUTE_FOUND);
    ck_assert_int_eq(found("get", "/api/about", &id, name), ROUTE_OTHER_METHOD);
}
END_TEST

START_TEST(test_the_page_is_inside_the_program)
{
    int n = 0, pages = 0;
    for (; web_assets[n].path != NULL; n++) {
        pages += strcmp(web_assets[n].path, "/index.html") == 0;
        ck_assert(web_assets[n].bytes_end > web_assets[n].bytes && strlen(web_assets[n].tag) == 18);
        ck_assert(web_assets[n].gzip[0] == 0x1f && web_assets[n].gzip[1] == 0x8b);
    }
    ck_assert_int_eq(pages, 1);
    ck_assert_str_eq(asset_type("/a.b.js"), "text/javascript; charset=utf-8");
    ck_assert_str_eq(asset_type("/engine.wasm"), "application/wasm");
    ck_assert_str_eq(asset_type("/nothing"), "application/octet-stream");
}
END_TEST

Suite *suite_server_request(void);
Suite *suite_server_request(void)
{
    Suite *const suite = suite_create("server_request");
    TCase *const tcase = tcase_create("server_request");
    tcase_add_test(tcase, test_only_the_names_of_this_server_are_its_hosts);
    tcase_add_test(tcase, test_an_address_of_its_own_is_a_host_and_80_needs_no_port);
    tcase_add_test(tcase, test_pages_from_elsewhere_have_another_origin);
    tcase_add_test(tcase, test_browsers_say_whose_page_asks);
    tcase_add_test(tcase, test_loopback_and_any_are_known_from_other_addresses);
    tcase_add_test(tcase, test_bodies_are_json_by_their_type);
    tcase_add_test(tcase, test_gzip_is_sent_to_those_who_take_it);
    tcase_add_test(tcase, test_what_a_client_has_already_is_known_by_its_tag);
    tcase_add_test(tcase, test_tokens_are_long_and_plain);
    tcase_add_test(tcase, test_a_token_is_in_the_header_or_in_the_cookie);
    tcase_add_test(tcase, test_every_route_is_found_by_its_own_path);
    tcase_add_test(tcase, test_no_other_path_is_a_route);
    tcase_add_test(tcase, test_the_page_is_inside_the_program);
    suite_add_tcase(suite, tcase);
    return suite;
}
