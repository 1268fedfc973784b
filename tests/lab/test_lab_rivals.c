// Another technique in the place of an experiment's own: matches without it never agree, rivals are judged by
// the printed figures of the technique, and any two configurations are compared by their names.
#include "lab/kinds/match/in_place.h"
#include "lab/lab_cases.h"
#include "lab/report/rivals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(test_keys_of_the_opponent_in_a_player)
{
    static const struct {
        const char *words, *player, *opponent, *result;   // result: NULL when it is refused
    } cases[] = {
        {"none", "alphabeta:depth=3,eval=pdb6,weights=1/2,tt=10", "alphabeta:depth=3,eval=baseline,tt=10",
         "alphabeta:depth=3,eval=baseline,tt=10"},
        {"none", "alphabeta:depth=3,weights=1/2", "alphabeta:depth=3", "alphabeta:depth=3"},
        {"none", "alphabeta:depth=3", "alphabeta:eval=discs,depth=3", "alphabeta:depth=3,eval=discs"},
        {"none", "alphabeta:depth=3", "alphabeta:depth=3", "alphabeta:depth=3"},   // nothing to take out
        {"none", "alphabeta:depth=3,order=killer", "alphabeta:depth=3", NULL},     // not by these keys
        {"order", "alphabeta:depth=3,order=killer", "alphabeta:depth=3", "alphabeta:depth=3"},
        {"order,tt", "alphabeta:depth=3,order=killer", "alphabeta:depth=3,order=tt,tt=9",
         "alphabeta:depth=3,order=tt,tt=9"},
        {"eval=discs", "alphabeta:depth=3,eval=weights", "alphabeta:depth=3", "alphabeta:depth=3,eval=discs"},
        {"eval=discs,order", "alphabeta:depth=3,order=tt", "alphabeta:depth=3",
         "alphabeta:depth=3,eval=discs"},
        {"pvs", "alphabeta:depth=3", "alphabeta:depth=3", NULL},   // neither has it
        {"=x", "alphabeta:depth=3", "alphabeta:depth=3", NULL},
        {"eval=", "alphabeta:depth=3", "alphabeta:depth=3", NULL},
        {"", "alphabeta:depth=3", "alphabeta:depth=3", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char       player[TEXT_MAX];
        Status     status = {0};
        const bool good   = (snprintf(player, sizeof player, "%s", cases[i].player),
                           in_place_apply(cases[i].words, player, cases[i].opponent, &status));
        ck_assert_msg(good == (cases[i].result != NULL), "case %zu: %s", i, good ? player : status.text);
        if (good) ck_assert_str_eq(player, cases[i].result);
        else ck_assert(status.text[0] != 0);
    }
}
END_TEST

// All published matches: without the databases the player is the opponent, in every cell.
START_TEST(test_without_its_technique_the_player_is_the_opponent)
{
    int found = 0;
    for (const Builtin *b = lab_builtins; b->name != NULL; b++) {
        Experiment e;
        Status     status = {0};
        if (strncmp(b->name, "databases-", 10) != 0) continue;
        ck_assert_msg(
            experiment_parse_changed(&e, b->text, b->name, &(ExperimentChanges){.in_place = ""}, &status),
            "%s", status.text);
        const MatchExperiment *const m = match_of_experiment(&e);
        for (int i = 0; i < m->rows * m->columns; i++)
            ck_assert_str_eq(m->cells[i].player.key, m->cells[i].opponent.key);
        found++;
        experiment_close(&e);
    }
    ck_assert_int_eq(found, 10);
}
END_TEST

// Puts `to` in the place of `from` in a text of an object.
static void text_change(json_t *object, const char *key, const char *from, const char *to)
{
    const char *const text = json_string_value(json_object_get(object, key)), *const at = strstr(text, from);
    char out[TEXT_MAX];
    ck_assert_msg(at != NULL, "%s: %s", key, text);
    snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    json_object_set_new(object, key, json_string(out));
}

// A cell of every published match, played at one ply: the technique is out, and nothing agrees, nor agrees in
// direction.
START_TEST(test_no_published_match_agrees_without_the_technique)
{
    for (const Builtin *b = lab_builtins; b->name != NULL; b++) {
        if (strncmp(b->name, "databases-", 10) != 0) continue;
        json_t *const object = json_loads(b->text, 0, NULL), *const rows = json_object_get(object, "rows");
        if (json_is_array(rows))
            json_object_set_new(object, "rows", json_pack("[O]", json_array_get(rows, 0)));
        else json_object_set_new(object, "rows", json_pack("{s:[i]}", "maze", 1));
        const bool others = json_object_get(object, "variables") != NULL;
        for (int k = 0; k < 2; k++) {
            text_change(object, k == 0 ? "player" : "opponent", "depth={depth}", "depth=1");
            if (!others) text_change(object, k == 0 ? "player" : "opponent", "tt={tt}", "tt=8");
        }
        json_t *const columns = json_object_get(object, "columns");
        json_object_set_new(object, "columns", json_pack("[O]", json_array_get(columns, 0)));
        char *const text = json_dumps(object, 0);
        Experiment  e;
        Tables      t;
        Status      status = {0};
        int         counts[VERDICTS_MAX], judged = 0;
        // The opponent of chess is another program; here a search takes his place.
        const char *const       set[]   = {"opponent=alphabeta:eval=material,{search}", NULL};
        const ExperimentChanges changes = {.in_place = "", .set = others ? set : NULL};
        ck_assert_msg(experiment_parse_changed(&e, text, b->name, &changes, &status), "%s", status.text);
        Store *const store = lab_store(b->name, true);
        lab_run(store, &e, 1, &(PlanOptions){.threads = 1, .trials = MATCH_PAIRS_LEAST});
        ck_assert(tables_make(&t, store, &e, 1, 0, &status));
        tables_verdicts(&t, counts);
        for (int v = MATCH_AGREES; v < MATCH_VERDICTS; v++) judged += counts[v];
        ck_assert_msg(judged > 0, "%s: nothing was judged", b->name);
        ck_assert_msg(counts[MATCH_AGREES] == 0 && counts[MATCH_DIRECTION] == 0, "%s", b->name);
        tables_close(&t);
        store_close(store);
        experiment_close(&e);
        free(text);
        json_decref(object);
    }
}
END_TEST

#define FOCUS                                                                                                \
    "{\"name\":\"r\",\"paper\":\"history-ads\",\"table\":\"3\",\"game\":\"focus\",\"depth\":2,\"turns\":1,"  \
    "\"trials\":10,\"starts\":[\"initial\"],\"configurations\":[{\"name\":\"None\"},{\"name\":\"Move-to-"    \
    "Front\",\"settings\":\"order=history-ads\"},{\"name\":\"Transposition\",\"settings\":\"order=history-"  \
    "ads,rule=transposition\"}]}"

// Ten games in which a configuration has this part of the control's nodes.
static void rows_put(Store *store, const Experiment *e, int configuration, double part)
{
    const Series *const s = series_of_experiment(e)->list;
    char                protocol[PROTOCOL_MAX];
    Text                text   = text_on(protocol, sizeof protocol);
    const char *const   player = s->configurations[configuration].key;
    series_protocol(s, START_INITIAL, e->seed, &text);
    for (int i = 0; i < 10; i++) {
        Status     status = {0};
        TrialCount c      = lab_count((uint64_t)(100 * (i + 1) * part));
        c.game            = (uint64_t)i + 1;
        ck_assert(trial_put(store, protocol, &player, 1, i, &c, &status));
    }
}

// Print saves 75.4 and 65.7 %. The technique agrees in both cells; killer moves that save 70 % too, within 10
// points of both; a history table that saves 80 % in one; a list of one entry was not run.
START_TEST(test_rivals_are_judged_by_the_print_of_the_technique)
{
    static const struct {
        const char *settings;
        double      part;   // below 0: not run
        int         agree, tested;
    } rivals[]          = {{"", 1, 0, 2},
                           {"order=killer", 0.30, 2, 2},
                           {"order=history", 0.20, 1, 2},
                           {"order=history-ads,limit=1", -1, 0, 0}};
    Experiment   e      = lab_parse(FOCUS);
    Store *const store  = lab_store("a", true);
    Status       status = {0};
    Tables       t;
    char         line[TEXT_MAX], *text = strdup(FOCUS), *texts[] = {text};
    rows_put(store, &e, 0, 1);
    rows_put(store, &e, 1, 0.25);
    rows_put(store, &e, 2, 0.35);
    for (int i = 0; i < 4; i++) {
        Experiment rival;
        ck_assert_str_eq(kind_nodes.rivals(&e)[i], rivals[i].settings);
        ck_assert(experiment_parse_changed(&rival, FOCUS, "r",
                                           &(ExperimentChanges){.in_place = rivals[i].settings}, &status));
        if (rivals[i].part >= 0) rows_put(store, &rival, 1, rivals[i].part);
        experiment_close(&rival);
    }
    ck_assert_ptr_null(kind_nodes.rivals(&e)[4]);
    ck_assert(tables_make(&t, store, &e, 1, 0, &status));
    ck_assert_int_eq(t.list[0].rival_count, 0);
    ck_assert_msg(rivals_judge(&t, store, &e, texts, 1, 0, &status), "%s", status.text);
    ck_assert_int_eq(t.list[0].rival_count, 4);
    for (int i = 0; i < 4; i++) {
        ck_assert_str_eq(t.list[0].rivals[i].settings, rivals[i].settings);
        ck_assert_int_eq(t.list[0].rivals[i].agree, rivals[i].agree);
        ck_assert_int_eq(t.list[0].rivals[i].tested, rivals[i].tested);
    }
    Text sentence = text_on(line, sizeof line);
    rivals_sentence(&t.list[0], &sentence);
    ck_assert_str_eq(line,
                     "as many agree with order=killer (2 of 2); fewer with none (0 of 2), order=history "
                     "(1 of 2); no verdict yet with order=history-ads,limit=1");
    json_t *const list = json_array();
    rivals_json(&t.list[0], 1, list);
    static const int as_well[] = {JSON_FALSE, JSON_TRUE, JSON_FALSE, JSON_NULL};
    for (size_t i = 0; i < 4; i++)
        ck_assert_int_eq(json_typeof(json_object_get(json_array_get(list, i), "as_well")), as_well[i]);
    json_decref(list);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
    free(text);
}
END_TEST

START_TEST(test_only_published_counts_have_rivals)
{
    Experiment e = lab_parse("{\"name\":\"x\",\"game\":\"othello\",\"configurations\":[{\"name\":\"c\"}]}");
    ck_assert_ptr_null(kind_nodes.rivals(&e));
    ck_assert(kind_match.rivals == NULL);
    experiment_close(&e);
}
END_TEST

// A name may hold a comma; what is compared already is not added again; there is an end.
START_TEST(test_comparisons_by_name)
{
    Experiment e = lab_parse(
        "{\"name\":\"x\",\"configurations\":[{\"name\":\"a\"},{\"name\":\"b,c\",\"settings\":"
        "\"tt=8\"},{\"name\":\"c\",\"settings\":\"tt=9\"}],\"series\":[{\"game\":\"othello\"},"
        "{\"game\":\"connect-four\",\"configurations\":[{\"name\":\"a\"}]}],\"comparisons\":[]}");
    Status                  status = {0};
    const SeriesList *const list   = series_of_experiment(&e);
    ck_assert_int_eq(kind_nodes.compare(&e, "a,b,c", &status), 1);
    ck_assert_int_eq(list->list[0].comparison_count, 1);
    ck_assert_int_eq(list->list[1].comparison_count, 0);
    ck_assert_str_eq(list->list[0].comparisons[0].of, "a");
    ck_assert_str_eq(list->list[0].comparisons[0].against, "b,c");
    ck_assert(list->list[0].comparisons[0].number_of == 0 &&
              list->list[0].comparisons[0].number_against == 1);
    ck_assert_int_eq(kind_nodes.compare(&e, "b,c,c", &status), 1);
    ck_assert_str_eq(list->list[0].comparisons[1].of, "b,c");
    ck_assert_int_eq(kind_nodes.compare(&e, "a,b,c", &status), 1);
    ck_assert_int_eq(list->list[0].comparison_count, 2);
    ck_assert_int_eq(kind_nodes.compare(&e, "a,d", &status), 0);
    ck_assert_int_eq(kind_nodes.compare(&e, "a", &status), 0);
    experiment_close(&e);
}
END_TEST

// Configurations that are the same search are searched once: their rows are one.
START_TEST(test_equal_configurations_are_run_once)
{
    Experiment e;
    Status     status = {0};
    ck_assert(experiment_parse_changed(&e, FOCUS, "r", &(ExperimentChanges){.in_place = ""}, &status));
    Store *const store = lab_store("a", true);
    lab_run(store, &e, 1, &(PlanOptions){.threads = 1, .trials = 3});
    Tables t;
    ck_assert(tables_make(&t, store, &e, 1, 0, &status));
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(table_cells(&t.list[0])[i].trials, 3);
        ck_assert(table_cells(&t.list[0])[i].mean == table_cells(&t.list[0])[0].mean);
    }
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

Suite *suite_lab_rivals(void);
Suite *suite_lab_rivals(void)
{
    Suite *const suite = suite_create("lab_rivals");
    TCase *const tcase = tcase_create("lab_rivals");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_keys_of_the_opponent_in_a_player);
    tcase_add_test(tcase, test_without_its_technique_the_player_is_the_opponent);
    tcase_add_test(tcase, test_no_published_match_agrees_without_the_technique);
    tcase_add_test(tcase, test_rivals_are_judged_by_the_print_of_the_technique);
    tcase_add_test(tcase, test_only_published_counts_have_rivals);
    tcase_add_test(tcase, test_comparisons_by_name);
    tcase_add_test(tcase, test_equal_configurations_are_run_once);
    suite_add_tcase(suite, tcase);
    return suite;
}
