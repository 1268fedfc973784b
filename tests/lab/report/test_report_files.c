// Reports as they leave the program: text, JSON, CSV, page and what gnuplot is asked to draw, byte by byte,
// as tests/data/report holds them. Their figures follow from golden_cases.c and were compared with what is
// worked out there and in test_golden.c, the rest was looked at once; POLLARD_GOLDEN_WRITE=1 writes them
// anew, for a change that is meant.
#include "base/build_info.h"
#include "base/file.h"
#include "lab/report/golden_cases.h"
#include "lab/report/page.h"
#include "lab/report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EXPERIMENTS = 5 };
static Experiment experiments[EXPERIMENTS];
static Store     *store;
static Tables     tables;

static void setup(void)
{
    static const char *const texts[EXPERIMENTS]                  = {NODES, MATCHES, CURVES, LONG, READINGS};
    void (*const fill[EXPERIMENTS])(Store *, const Experiment *) = {nodes_fill, matches_fill, curves_fill,
                                                                    long_fill, NULL};
    Status status                                                = {0};
    lab_folder_make();
    store = lab_store("a", true);
    for (int i = 0; i < EXPERIMENTS; i++) {
        experiments[i] = lab_parse(texts[i]);
        if (fill[i] != NULL) fill[i](store, &experiments[i]);
    }
    ck_assert_msg(tables_make(&tables, store, experiments, EXPERIMENTS, 0, &status), "%s", status.text);
}

static void teardown(void)
{
    tables_close(&tables);
    store_close(store);
    for (int i = 0; i < EXPERIMENTS; i++) experiment_close(&experiments[i]);
    lab_folder_remove();
}

// What depends on the program that made it has a name in its place. The text is freed, the result the
// caller's.
static char *replaced(char *text, const char *old, const char *name)
{
    char       *out;
    size_t      size;
    FILE *const file = open_memstream(&out, &size);
    for (const char *at = text; *at;)
        if (strncmp(at, old, strlen(old)) == 0) fputs(name, file), at += strlen(old);
        else fputc(*at++, file);
    fclose(file);
    free(text);
    return out;
}

static char *general(char *text)
{
    text = replaced(text, lab_digest("focus "), "DIGEST-OF-FOCUS");
    text = replaced(text, lab_digest("tictactoe "), "DIGEST-OF-TICTACTOE");
    text = replaced(text, lab_digest("othello "), "DIGEST-OF-OTHELLO");
    text = replaced(text, build_commit, "COMMIT");
    return replaced(text, "pollard " POLLARD_VERSION, "pollard VERSION");
}

// The same text as in the file, or written there.
static void same_as_file(const char *name, char *text)
{
    char   file[100], path[256];
    Status status = {0};
    size_t size;
    snprintf(file, sizeof file, "report/%s", name);
    test_data(file, path);
    text = general(text);
    if (getenv("POLLARD_GOLDEN_WRITE") != NULL)
        ck_assert_msg(file_write(path, text, strlen(text), &status), "%s", status.text);
    char *const expected = file_read(path, 1 << 20, &size, &status);
    ck_assert_msg(expected != NULL, "%s", status.text);
    size_t at = 0, line = 1;
    for (; text[at] && text[at] == expected[at]; at++) line += text[at] == '\n';
    ck_assert_msg(text[at] == expected[at], "%s:%zu: after '%.*s': '%.80s', expected '%.80s'", name, line,
                  (int)(at < 60 ? at : 60), text + (at < 60 ? 0 : at - 60), text + at, expected + at);
    free(expected);
    free(text);
}

static char *file_text(const char *name)
{
    Status      status = {0};
    size_t      size;
    char *const text = file_read(lab_path(name), 1 << 20, &size, &status);
    ck_assert_msg(text != NULL, "%s", status.text);
    return text;
}

typedef void Print(FILE *out);

static char *printed(Print *print)
{
    char       *text;
    size_t      size;
    FILE *const out = open_memstream(&text, &size);
    print(out);
    fclose(out);
    return text;
}

static void print_text(FILE *out) { report_text(out, &tables); }
static void print_counts(FILE *out) { csv_print(out, &tables, &kind_nodes); }
static void print_matches(FILE *out) { csv_print(out, &tables, &kind_match); }

static void print_json(FILE *out)
{
    json_t *const json = report_json(&tables);
    json_dumpf(json, out, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    fputc('\n', out);
    json_decref(json);
}

START_TEST(test_the_report_as_text) { same_as_file("report.txt", printed(print_text)); }
END_TEST

START_TEST(test_the_report_as_json) { same_as_file("report.json", printed(print_json)); }
END_TEST

START_TEST(test_the_report_as_csv)
{
    same_as_file("results.csv", printed(print_counts));
    same_as_file("matches.csv", printed(print_matches));
}
END_TEST

// Leaves out what is between two words: texts that are files of their own.
static void cut(char *page, const char *from, const char *to)
{
    char *const a = strstr(page, from), *const b = a == NULL ? NULL : strstr(a, to);
    ck_assert_msg(b != NULL, "no '%s' ... '%s'", from, to);
    memmove(a + strlen(from), b, strlen(b) + 1);
}

START_TEST(test_the_page_and_its_pictures)
{
    char        path[TEXT_MAX];
    Status      status = {0};
    FILE *const fake   = fopen(lab_path("gnuplot"), "w");
    ck_assert_ptr_nonnull(fake);
    fprintf(fake, "#!/bin/sh\ncat >>'%s'\necho '<svg id=\"x\"><title>Gnuplot</title></svg>'\n",
            lab_path("drawn"));
    fclose(fake);
    ck_assert_int_eq(chmod(lab_path("gnuplot"), 0755), 0);
    snprintf(path, sizeof path, "%s:%s", lab_path(""), getenv("PATH"));
    setenv("PATH", path, 1);
    ck_assert_msg(page_write(&tables, lab_path("page"), "pollard lab report", &status), "%s", status.text);
    char *const page = file_text("page/index.html");
    cut(page, "<style>", "</style>");
    cut(page, "<h2 id=\"method\">Method</h2>\n", "<h2 id=\"papers\">");
    same_as_file("page.html", page);
    same_as_file("drawn.gp", file_text("drawn"));
}
END_TEST

// Those of our own alone, and those that repeat a printed table.
START_TEST(test_papers_are_named_where_they_printed_something)
{
    for (int own = 0; own < 2; own++) {
        Tables some;
        Status status = {0};
        ck_assert_msg(tables_make(&some, store, experiments + 2 * own, 2, 0, &status), "%s", status.text);
        setenv("PATH", "/no-such-folder", 1);   // no pictures
        ck_assert_msg(page_write(&some, lab_path("page"), "x", &status), "%s", status.text);
        char *const page = file_text("page/index.html");
        ck_assert_int_eq(strstr(page, "The papers") == NULL, own);
        free(page);
        tables_close(&some);
    }
}
END_TEST

#define OTHER "00000000000000aa"

// Three rows that another program counted: of the control one, of the first list two.
static void others_put(Store *to, const Experiment *e)
{
    const Series *const s = series_of_experiment(e)->list;
    char                protocol[PROTOCOL_MAX];
    Text                text = text_on(protocol, sizeof protocol);
    series_protocol(s, s->starts[0], e->seed, &text);
    for (int i = 0; i < 3; i++) {
        const TrialCount  c = {.nodes = 9, .interior = 3, .leaves = 6, .turns = 1, .game = (uint64_t)i + 1};
        const char *const player = s->configurations[i > 0].key;
        Status            status = {0};
        ck_assert_msg(
            store_put(to, &(StoreKey){&trial_rows, protocol, &player, OTHER}, i / 2, 1, &c, &status), "%s",
            status.text);
    }
}

START_TEST(test_rows_of_another_program_are_told)
{
    for (int accepted = 0; accepted < 2; accepted++) {
        Store *const to = lab_store(accepted ? "c" : "b", true);
        Tables       some;
        Status       status = {0};
        char         line[TEXT_MAX];
        others_put(to, &experiments[0]);
        if (accepted) ck_assert(store_accept(to, OTHER));
        ck_assert_msg(tables_make(&some, to, experiments, 1, 0, &status), "%s", status.text);
        snprintf(line, sizeof line,
                 "3 rows of focus by another program (digest " OTHER
                 ", commit %s; this one's digest is %s) %s",
                 build_commit, lab_digest("focus "),
                 accepted ? "used, as accepted" : "left aside; --accept " OTHER " uses them");
        char       *text;
        size_t      size;
        FILE *const out = open_memstream(&text, &size);
        report_text(out, &some);
        fclose(out);
        text = replaced(text, "\n  ", " ");   // unfolded
        ck_assert_msg(strstr(text, line) != NULL, "no '%s' in %s", line, text);
        free(text);
        json_t *const       json = report_json(&some);
        const json_t *const all = json_object_get(json, "foreign"), *const one = json_array_get(all, 0);
        ck_assert_uint_eq(json_array_size(all), 1);
        ck_assert_str_eq(json_string_value(json_object_get(one, "game")), "focus");
        ck_assert_str_eq(json_string_value(json_object_get(one, "digest")), OTHER);
        ck_assert_str_eq(json_string_value(json_object_get(one, "own")), lab_digest("focus "));
        ck_assert_int_eq(json_integer_value(json_object_get(one, "rows")), 3);
        ck_assert_int_eq(json_is_true(json_object_get(one, "accepted")), accepted);
        json_decref(json);
        setenv("PATH", "/no-such-folder", 1);   // no pictures
        ck_assert_msg(page_write(&some, lab_path("page"), "x", &status), "%s", status.text);
        char *const page = file_text("page/index.html");
        ck_assert_ptr_nonnull(
            strstr(page, "<p class=\"note\">3 rows of focus by another program (digest " OTHER));
        free(page);
        tables_close(&some);
        store_close(to);
    }
}
END_TEST

Suite *suite_report_files(void);
Suite *suite_report_files(void)
{
    Suite *const suite = suite_create("report_files");
    TCase *const tcase = tcase_create("report_files");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, test_the_report_as_text);
    tcase_add_test(tcase, test_the_report_as_json);
    tcase_add_test(tcase, test_the_report_as_csv);
    tcase_add_test(tcase, test_the_page_and_its_pictures);
    tcase_add_test(tcase, test_papers_are_named_where_they_printed_something);
    tcase_add_test(tcase, test_rows_of_another_program_are_told);
    suite_add_tcase(suite, tcase);
    return suite;
}
