// Columns as data: every outlet has a name for what it shows, names are unique, the names that scripts rely
// on are there, and values are written as their format says.
#include "lab/kinds/match/match.h"
#include "lab/kinds/nodes/nodes.h"
#include "lab/report/legend.h"
#include "lab/report/markup.h"
#include "lab/store_inner.h"
#include "tests.h"

#include <math.h>
#include <string.h>

static const char *csv_name(const Column *c) { return c->csv_key != NULL ? c->csv_key : c->key; }

START_TEST(test_every_column_has_a_name_where_it_is_shown)
{
    for (int k = 0; lab_kinds[k] != NULL; k++)
        for (const Column *c = lab_kinds[k]->columns; c->key != NULL; c++) {
            const bool anywhere = c->place[0] || c->place[1] || c->place[2] || c->place[3];
            ck_assert_msg(anywhere, "%s is shown nowhere", c->key);
            ck_assert_msg(!c->place[SHOWN_TEXT] || c->heading != NULL, "%s has no heading", c->key);
            ck_assert_msg(!c->place[SHOWN_HTML] || c->title != NULL, "%s has no title", c->key);
            ck_assert_msg(c->format != FORMAT_INTERVAL || c->dash != NULL, "%s has no dash", c->key);
            ck_assert_msg((c->format == FORMAT_JSON) == (c->json != NULL), "%s", c->key);
            ck_assert_msg(c->format != FORMAT_JSON ||
                              (!c->place[SHOWN_TEXT] && !c->place[SHOWN_CSV] && !c->place[SHOWN_HTML]),
                          "%s is for JSON only", c->key);
            for (const Column *d = lab_kinds[k]->columns; d < c; d++)
                ck_assert_msg(strcmp(d->key, c->key) != 0 && strcmp(csv_name(d), csv_name(c)) != 0,
                              "%s is there twice", c->key);
        }
}
END_TEST

START_TEST(test_every_heading_of_the_terminal_is_in_the_legend)
{
    for (int k = 0; lab_kinds[k] != NULL; k++) {
        const Column *columns[COLUMNS_MAX];
        columns_shown(lab_kinds[k], NULL, SHOWN_TEXT, columns);
        for (int i = 0; columns[i] != NULL; i++)
            ck_assert_msg(legend_of(lab_kinds[k], columns[i]) != NULL, "legend.def lacks %s of %s",
                          columns[i]->key, lab_kinds[k]->name);
    }
}
END_TEST

static bool shows(const ExperimentKind *kind, Outlet outlet, const char *name)
{
    const Column *columns[COLUMNS_MAX];
    columns_shown(kind, NULL, outlet, columns);
    for (int i = 0; columns[i] != NULL; i++)
        if (strcmp(outlet == SHOWN_CSV ? csv_name(columns[i]) : columns[i]->key, name) == 0) return true;
    return false;
}

START_TEST(test_the_names_that_scripts_rely_on_are_in_json)
{
    static const char *const nodes[] = {
        "configuration",    "start",       "trials",      "mean",   "sd",     "saving", "published_mean",
        "published_saving", "p_one_sided", "p_two_sided", "effect", "verdict"};
    static const char *const match[] = {"points_percent", "low", "high", "published_percent", "verdict"};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        ck_assert_msg(shows(&kind_nodes, SHOWN_JSON, nodes[i]), "%s", nodes[i]);
    for (size_t i = 0; i < sizeof match / sizeof *match; i++)
        ck_assert_msg(shows(&kind_match, SHOWN_JSON, match[i]), "%s", match[i]);
    ck_assert(shows(&kind_nodes, SHOWN_CSV, "glass_delta") && !shows(&kind_nodes, SHOWN_CSV, "effect"));
}
END_TEST

START_TEST(test_columns_come_in_the_order_of_their_places)
{
    for (int k = 0; lab_kinds[k] != NULL; k++)
        for (int o = 0; o < OUTLETS; o++) {
            const Column *columns[COLUMNS_MAX];
            const int     n = columns_shown(lab_kinds[k], NULL, (Outlet)o, columns);
            ck_assert_int_gt(n, 3);
            for (int i = 1; i < n; i++) {
                ck_assert(columns[i - 1]->place[o] <= columns[i]->place[o]);
                if (columns[i - 1]->place[o] == columns[i]->place[o]) ck_assert(columns[i - 1] < columns[i]);
            }
        }
}
END_TEST

static Figure given;

static Figure give(const Table *t, const void *cell) { return (void)t, (void)cell, given; }

// A value in all four outlets.
static void expect(Format format, int decimals, double x, const char *const out[OUTLETS])
{
    const Experiment e = {.kind = &kind_match};
    const Table      t = {.experiment = &e};
    const Column     c = {.key = "x", .format = format, .decimals = decimals, .dash = "-", .get = give};
    char             text[TEXT_MAX], *csv, *html;
    size_t           size;
    Text             line = text_on(text, sizeof text);
    given                 = (Figure){.number = x, .interval = {NAN, NAN}, .text = "a \"b\""};
    column_text(&c, &t, NULL, &line);
    ck_assert_str_eq(text, out[SHOWN_TEXT]);
    json_t *const json = column_json(&c, &t, NULL);
    char *const   dump = json_dumps(json, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
    ck_assert_str_eq(dump, out[SHOWN_JSON]);
    FILE *file = open_memstream(&csv, &size);
    column_csv(&c, &t, NULL, file);
    fclose(file);
    ck_assert_str_eq(csv, out[SHOWN_CSV]);
    file = open_memstream(&html, &size);
    column_html(&c, &t, NULL, file);
    fclose(file);
    ck_assert_str_eq(html, out[SHOWN_HTML]);
    free(dump), free(csv), free(html);
    json_decref(json);
}
#define EXPECT(format, decimals, x, ...)                                                                     \
    expect(format, decimals, x, (const char *const[OUTLETS]){__VA_ARGS__})

START_TEST(test_values_are_written_as_their_format_says)
{
    EXPECT(FORMAT_TEXT, 0, 0, "a \"b\"", "\"a \\\"b\\\"\"", "\"a \"\"b\"\"\"",
           "<td class=\"word\">a &quot;b&quot;</td>");
    EXPECT(FORMAT_WORD, 0, 0, "a \"b\"", "\"a \\\"b\\\"\"", "a \"b\"",
           "<td class=\"word\">a &quot;b&quot;</td>");
    EXPECT(FORMAT_YES, 0, 1, "yes", "true", "yes", "<td>1</td>");
    EXPECT(FORMAT_COUNT, 0, 1234, "1234", "1234", "1234", "<td>1,234</td>");
    EXPECT(FORMAT_MEAN, 0, 1234567.4, "1,234,567", "1.23457e6", "1234567.4", "<td>1,234,567</td>");
    EXPECT(FORMAT_NUMBER, 2, -0.5, "-0.50", "-0.5", "-0.5", "<td>\u22120.50</td>");
    EXPECT(FORMAT_NUMBER, 2, NAN, "-", "null", "", "<td>\u2013</td>");
    EXPECT(FORMAT_CHANCE, 0, 1e-9, "1e-09", "1e-9", "1e-09", "<td>&lt;0.0001</td>");
    EXPECT(FORMAT_SHARE, 1, 0.25, "25.0%", "0.25", "0.25", "<td>25.0 %</td>");
    EXPECT(FORMAT_PERCENT, 1, 0.25, "25.0%", "25.0", "25", "<td>25.0 %</td>");
    EXPECT(FORMAT_POINTS, 0, 0.031, "3.1", "3.1", "3.1", "<td>3.1</td>");
    EXPECT(FORMAT_ELO, 0, -INFINITY, "-inf", "\"-inf\"", "-inf", "<td>\u2212\u221e</td>");
    EXPECT(FORMAT_ELO, 0, 35.2, "+35", "35.2", "35.2", "<td>+35</td>");
    EXPECT(FORMAT_VERDICT, 0, MATCH_AGREES, "agrees", "\"agrees\"", "agrees",
           "<td class=\"verdict\"><span class=\"good\"><b aria-hidden=\"true\">\u2713</b> "
           "agrees</span></td>");
}
END_TEST

START_TEST(test_the_usual_checksum_depends_on_everything)
{
    static const StoreColumn columns[] = {
        {"n", STORE_INTEGER, true, 0}, {"x", STORE_REAL, false, 0}, {"t", STORE_TEXT, false, 0}, {0}};
    static const StoreRows   rows      = {.table = "a", .players = 2, .columns = columns};
    static const StoreRows   other     = {.table = "b", .players = 2, .columns = columns};
    static const char *const players[] = {"p", "q"}, *const changed[] = {"p", "r"};
    const StoreKey   keys[]      = {{&rows, "protocol", players, "none"},
                                    {&other, "protocol", players, "none"},
                                    {&rows, "another", players, "none"},
                                    {&rows, "protocol", changed, "none"},
                                    {&rows, "protocol", players, "0123456789abcdef"},
                                    {&rows, "protocol", players, "0123456789abcdee"}};
    const StoreValue values[][3] = {{{.integer = 1}, {.real = 2}, {.text = "c"}},
                                    {{.null = true}, {.real = 2}, {.text = "c"}},
                                    {{.integer = 7}, {.real = 2}, {.text = "c"}},
                                    {{.integer = 1}, {.real = 3}, {.text = "c"}},
                                    {{.integer = 1}, {.real = 2}, {.text = "d"}}};
    uint64_t         sums[16];
    int              n = 0;
    for (int i = 0; i < 6; i++) sums[n++] = row_sum(&keys[i], 5, NULL, values[0], 9);
    for (int i = 1; i < 5; i++) sums[n++] = row_sum(&keys[0], 5, NULL, values[i], 9);
    sums[n++] = row_sum(&keys[0], 6, NULL, values[0], 9);
    sums[n++] = row_sum(&keys[0], 5, NULL, values[0], 8);
    ck_assert_uint_eq(row_sum(&keys[0], 5, NULL, values[0], 9), sums[0]);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) ck_assert_msg(sums[i] != sums[k], "%d and %d", i, k);
}
END_TEST

START_TEST(test_kinds_are_found_by_their_names_and_have_a_table_each)
{
    for (int i = 0; lab_kinds[i] != NULL; i++) {
        ck_assert_ptr_eq(kind_find(lab_kinds[i]->name), lab_kinds[i]);
        ck_assert(lab_kinds[i]->verdict_count <= VERDICTS_MAX && lab_kinds[i]->verdicts[0].name[0] == 0);
        ck_assert(strstr(lab_kinds[i]->method, "<h2 id=\"method") == lab_kinds[i]->method);
        for (int k = 0; k < i; k++)
            ck_assert(strcmp(lab_kinds[k]->rows->table, lab_kinds[i]->rows->table) != 0 &&
                      strcmp(lab_kinds[k]->file, lab_kinds[i]->file) != 0);
    }
    ck_assert_ptr_null(kind_find("no such kind"));
}
END_TEST

Suite *suite_columns(void);
Suite *suite_columns(void)
{
    Suite *const suite = suite_create("columns");
    TCase *const tcase = tcase_create("columns");
    tcase_add_test(tcase, test_every_column_has_a_name_where_it_is_shown);
    tcase_add_test(tcase, test_every_heading_of_the_terminal_is_in_the_legend);
    tcase_add_test(tcase, test_the_names_that_scripts_rely_on_are_in_json);
    tcase_add_test(tcase, test_columns_come_in_the_order_of_their_places);
    tcase_add_test(tcase, test_values_are_written_as_their_format_says);
    tcase_add_test(tcase, test_the_usual_checksum_depends_on_everything);
    tcase_add_test(tcase, test_kinds_are_found_by_their_names_and_have_a_table_each);
    suite_add_tcase(suite, tcase);
    return suite;
}
