// What was chosen after looking at print: read from files, counted apart, shown in every report.
#include "lab/lab_cases.h"
#include "lab/report/chosen_report.h"
#include "lab/report/page.h"
#include "lab/report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_WITH(chosen)                                                                                    \
    "{\"name\":\"a\",\"game\":\"othello\",\"configurations\":[{\"name\":\"c\"}],\"chosen\":" chosen "}"

static const char *builtin_text(const char *name)
{
    const Builtin *b = lab_builtins;
    while (b->name != NULL && strcmp(b->name, name) != 0) b++;
    ck_assert_msg(b->name != NULL, "%s", name);
    return b->text;
}

START_TEST(test_what_was_chosen_is_read_and_mistakes_are_named)
{
    static const char *const bad[][2] = {
        {FILE_WITH("1"), "'chosen': expected an object"},
        {FILE_WITH("{}"), "'chosen': 'on' is missing"},
        {FILE_WITH("{\"on\":\"x\"}"), "'on': expected a list"},
        {FILE_WITH("{\"on\":[1]}"), "'on': expected text"},
        {FILE_WITH("{\"on\":[],\"tried\":0}"), "'tried': expected a whole number from 1"},
        {FILE_WITH("{\"on\":[],\"tried\":\"conventions-chess\"}"),
         "'conventions-chess': expected a number or"},
        {FILE_WITH("{\"on\":[],\"by\":1}"), "'by': expected text"},
        {FILE_WITH("{\"on\":[],\"of\":3}"), "unknown key 'of'; expected one of: on, tried, by"},
        {FILE_WITH("{\"on\":[\"a\",\"history-ads-99\"]}"),
         "'on': 'history-ads-99': expected names of experiments"},
        {FILE_WITH("{\"on\":[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\"]}"), "at most 8"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Experiment e;
        Status     status = {0};
        ck_assert_msg(!experiment_parse(&e, bad[i][0], "x.json", &status), "%s", bad[i][0]);
        ck_assert_msg(strstr(status.text, bad[i][1]) != NULL, "'%s' not in: %s", bad[i][1], status.text);
    }
    Experiment e = lab_parse(FILE_WITH("{\"on\":[\"limits\",\"a\"],\"tried\":7,\"by\":\"looking\"}"));
    ck_assert(e.chosen.given && e.chosen.tried == 7 && e.chosen.on_count == 2);
    ck_assert(chosen_on(&e.chosen, "a") && chosen_on(&e.chosen, "limits") && !chosen_on(&e.chosen, "c"));
    ck_assert_str_eq(e.chosen.by, "looking");
    experiment_close(&e);
}
END_TEST

// Every published table of node counts says what it was chosen on, and the number of conventions is that of
// the series which measure them.
START_TEST(test_the_number_tried_is_that_of_the_series)
{
    int published = 0;
    for (const Builtin *b = lab_builtins; b->name != NULL; b++) {
        Experiment e       = lab_parse(b->text);
        bool       printed = false;
        for (int i = 0; e.kind == &kind_nodes && i < e.kind->tables(&e); i++)
            printed = printed || series_of_experiment(&e)->list[i].paper[0];
        if (printed && strncmp(b->name, "conventions", 11) != 0) {
            ck_assert_msg(e.chosen.given, "%s", b->name);
            published++;
        }
        if (e.chosen.among[0]) {
            Experiment tried = lab_parse(builtin_text(e.chosen.among));
            ck_assert_int_eq(e.chosen.tried, series_of_experiment(&tried)->count);
            ck_assert_int_ge(e.chosen.tried, 6);
            experiment_close(&tried);
        }
        for (int i = 0; i < e.chosen.on_count; i++) builtin_text(e.chosen.on[i]);   // it is there
        experiment_close(&e);
    }
    ck_assert_int_eq(published, 16);
}
END_TEST

// Ten trials of each cell that save what is printed; in the last cell of `turned` they cost it.
static void rows_put(Store *store, const Experiment *e, bool turned)
{
    static const double savings[] = {0, 0.46, 0.40, 0.42};   // within ten points of print
    const Series *const s         = &series_of_experiment(e)->list[0];
    for (int start = START_INITIAL; start <= START_MIDGAME; start++) {
        char protocol[PROTOCOL_MAX];
        Text text = text_on(protocol, sizeof protocol);
        series_protocol(s, (Start)start, e->seed, &text);
        for (int i = 0; i < s->configuration_count; i++)
            for (int trial = 0; trial < 10; trial++) {
                const bool        last    = start == START_MIDGAME && i + 1 == s->configuration_count;
                const double      control = 100000 + 100 * trial;
                const double      nodes   = control * (turned && last ? 1.5 : 1 - savings[i]);
                const TrialCount  count   = lab_count((uint64_t)nodes);
                const char *const player  = s->configurations[i].key;
                Status            status  = {0};
                ck_assert_msg(trial_put(store, protocol, &player, 1, trial, &count, &status), "%s",
                              status.text);
            }
    }
}

static char *file_text(const char *path)
{
    FILE *const in   = fopen(path, "r");
    char *const text = calloc(1, 1 << 20);
    ck_assert(in != NULL && text != NULL && fread(text, 1, (1 << 20) - 1, in) > 0);
    fclose(in);
    return text;
}

// Folded lines count as one.
static void expect_in(const char *folded, const char *part)
{
    char *const text = strdup(folded);
    size_t      n    = 0;
    ck_assert_ptr_nonnull(text);
    for (const char *c = folded; *c; c++)
        if (!strchr(" \n", *c) || (n > 0 && text[n - 1] != ' ')) text[n++] = *c == '\n' ? ' ' : *c;
    text[n] = 0;
    ck_assert_msg(strstr(text, part) != NULL, "'%s' is not there", part);
    free(text);
}

// Lines that were folded at the width of a terminal, whole again: every run of blanks is one space.
static void unfold(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++)
        if (strchr(" \n", *from) == NULL) *to++ = *from;
        else if (to > text && to[-1] != ' ') *to++ = ' ';
    *to = 0;
}

// history-ads-2 was looked at: four comparisons. space-and-depth-2 was not, but its unlimited list is the
// search of Move-to-Front there, from two starts: used as well. Its lengths 20 and 5 were not, four
// comparisons, of which one is made to differ. abalone-1, at depth 5, prints costs twice and 82 % once,
// which the rows do not have.
START_TEST(test_what_was_looked_at_is_counted_apart_in_every_report)
{
    static const char *const line =
        "chosen on: 6 of 6 agree (history-ads 4 of 4, space-and-depth 2 of 2); "
        "not used to choose: 3 of 7 agree (space-and-depth 3 of 4, abalone 0 of 3)";
    Experiment e[] = {lab_parse(builtin_text("history-ads-2")), lab_parse(builtin_text("space-and-depth-2")),
                      lab_parse(builtin_text("abalone-1"))};
    Store *const store = lab_store("a", true);
    Tables       t;
    Status       status = {0};
    char        *text;
    size_t       size;
    rows_put(store, &e[0], false);
    rows_put(store, &e[1], true);
    rows_put(store, &e[2], false);
    ck_assert_msg(tables_make(&t, store, e, 3, 10, &status), "%s", status.text);

    const ChosenCounts counts = chosen_count(&t);
    ck_assert_int_eq(counts.compared[CHOSEN_USED], 6);
    ck_assert_int_eq(counts.agree[CHOSEN_USED], 6);
    ck_assert_int_eq(counts.compared[CHOSEN_NOT_USED], 7);
    ck_assert_int_eq(counts.agree[CHOSEN_NOT_USED], 3);
    ck_assert_int_eq(counts.compared[CHOSEN_NOT_SAID], 0);

    FILE *const out = open_memstream(&text, &size);
    report_text(out, &t);
    fclose(out);
    unfold(text);
    expect_in(text, line);
    expect_in(text, "Conventions: one of 14 tried (conventions-checkers), chosen on this table.");
    expect_in(text, "chosen on history-ads-2, not on this table, of whose 6 comparisons 2 stand there too.");
    expect_in(text, "Conventions: weights and widths tuned in matches; not chosen on printed figures.");
    free(text);

    json_t *const json = report_json(&t), *const chosen = json_object_get(json, "chosen");
    int agree, compared;
    ck_assert(json_unpack(chosen, "{s:{s:i, s:i}}", "not_used", "agree", &agree, "compared", &compared) == 0);
    ck_assert(agree == 3 && compared == 7);
    const json_t *const second = json_array_get(json_object_get(json, "experiments"), 1);
    int                 tried, own;
    ck_assert(json_unpack((json_t *)second, "{s:{s:i, s:b}}", "chosen", "tried", &tried, "on_this", &own) ==
              0);
    ck_assert(tried == 14 && !own);
    json_decref(json);

    ck_assert_msg(page_write(&t, lab_path("page"), "x", &status), "%s", status.text);
    text = file_text(lab_path("page/index.html"));
    expect_in(text, line);
    expect_in(text, "not on this table, of whose 6 comparisons 2 stand there too.");
    free(text);
    tables_close(&t);
    store_close(store);
    for (int i = 0; i < 3; i++) experiment_close(&e[i]);
}
END_TEST

// A builtin under another name, or with another technique in its place.
static Experiment altered(const char *name, const char *new_name, const char *in_place)
{
    json_t *const object = json_loads(builtin_text(name), 0, NULL);
    Experiment    e;
    Status        status = {0};
    json_object_set_new(object, "name", json_string(new_name));
    char *const text = json_dumps(object, 0);
    ck_assert_msg(
        experiment_parse_changed(&e, text, new_name, &(ExperimentChanges){.in_place = in_place}, &status),
        "%s", status.text);
    free(text);
    json_decref(object);
    return e;
}

// What was looked at are printed figures. Neither another seed nor another name of the experiment, nor
// something else in the technique's place, makes them unseen: the table of history-ads-2 was looked at, and
// of space-and-depth-2 and -7 the unlimited list and the single level from both starts, which are its
// Move-to-Front. space-and-depth-8 is another depth.
START_TEST(test_neither_seed_nor_name_nor_technique_makes_a_printed_figure_unseen)
{
    static const struct {
        const char *name;
        int         used;   // which configuration; -1: none
    } tables[]         = {{"space-and-depth-2", 1}, {"space-and-depth-7", 1}, {"space-and-depth-8", -1}};
    Store *const store = lab_store("a", true);
    for (int way = 0; way < 4; way++) {
        const char *const in_place = way == 3 ? "order=killer" : NULL;
        Experiment        on       = altered("history-ads-2", way == 2 ? "mine" : "history-ads-2", in_place);
        ck_assert(chosen_on_this(&on.chosen));
        experiment_close(&on);
        for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
            Experiment e = altered(tables[i].name, way == 2 ? "mine" : tables[i].name, in_place);
            Tables     t;
            Status     status = {0};
            if (way == 1) e.seed = 99;
            ck_assert(!chosen_on_this(&e.chosen));
            ck_assert_msg(tables_make(&t, store, &e, 1, 0, &status), "%s", status.text);
            ck_assert_int_eq(t.list[0].count, 8);
            for (int k = 0; k < 8; k++)
                ck_assert_msg(table_cells(&t.list[0])[k].used == (k % 4 == tables[i].used),
                              "%s, way %d, cell %d", tables[i].name, way, k);
            tables_close(&t);
            experiment_close(&e);
        }
    }
    store_close(store);
}
END_TEST

START_TEST(test_the_first_verdict_of_every_kind_is_that_it_agrees)
{
    for (int i = 0; lab_kinds[i] != NULL; i++)
        ck_assert_str_eq(lab_kinds[i]->verdicts[VERDICT_NUMBER_AGREES].name, "agrees");
}
END_TEST

Suite *suite_lab_chosen(void);
Suite *suite_lab_chosen(void)
{
    Suite *suite = suite_create("lab_chosen");
    TCase *tcase = tcase_create("lab_chosen");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_what_was_chosen_is_read_and_mistakes_are_named);
    tcase_add_test(tcase, test_the_number_tried_is_that_of_the_series);
    tcase_add_test(tcase, test_what_was_looked_at_is_counted_apart_in_every_report);
    tcase_add_test(tcase, test_neither_seed_nor_name_nor_technique_makes_a_printed_figure_unseen);
    tcase_add_test(tcase, test_the_first_verdict_of_every_kind_is_that_it_agrees);
    suite_add_tcase(suite, tcase);
    return suite;
}
