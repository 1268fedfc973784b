// Matches by the clock: what is allowed, that finished pairs are not played again, what the report says. And
// Elo in the reports of matches.
#include "base/stats/elo.h"
#include "lab/report/page.h"
#include "lab/lab_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLOCK                                                                                                \
    "{\"name\":\"m\",\"kind\":\"match\",\"game\":\"connect-four:width=4,height=4\",\"player\":\"alphabeta:{" \
    "limit}\","                                                                                              \
    "\"opponent\":\"alphabeta:{limit},order=killer\",\"opening\":\"random:1\",\"openings\":4,\"quick-"       \
    "openings\":4,"                                                                                          \
    "\"columns\":{\"limit\":[\"time=1\",\"nodes=50\"]}}"

static Tables tables_of(Store *store, const Experiment *e)
{
    Tables t;
    Status status = {0};
    ck_assert_msg(tables_make(&t, store, e, 1, 0, &status), "%s", status.text);
    return t;
}

static int rows_read(Store *store, const Experiment *e, int cell, PairResult out[8])
{
    char   protocol[PROTOCOL_MAX];
    Text   text   = text_on(protocol, sizeof protocol);
    Status status = {0};
    match_protocol(&match_of_experiment(e)->cells[cell], e->seed, &text);
    return pairs_read(store, protocol, match_of_experiment(e)->cells[cell].player.key,
                      match_of_experiment(e)->cells[cell].opponent.key, 8, out, &status);
}

START_TEST(test_the_clock_is_for_matches_only)
{
    Experiment e;
    Status     status = {0};
    e                 = lab_parse(CLOCK);
    ck_assert(match_timed(match_of_experiment(&e)) && match_of_experiment(&e)->cells[0].timed &&
              !match_of_experiment(&e)->cells[1].timed);
    experiment_close(&e);
    e = lab_parse(
        "{\"name\":\"m\",\"kind\":\"match\",\"game\":\"tictactoe\",\"player\":\"random\",\"opponent\":"
        "\"alphabeta:depth=2\",\"opening\":\"random:1\"}");
    ck_assert(!match_timed(match_of_experiment(&e)));
    experiment_close(&e);
    // the engine has a second for a move, unless something else limits it
    e = lab_parse(
        "{\"name\":\"m\",\"kind\":\"match\",\"game\":\"tictactoe\",\"player\":\"random\",\"opponent\":"
        "\"engine{limit}\",\"opening\":\"random:1\",\"columns\":{\"limit\":[\"\",\":level=3\",\":depth=2\"]}"
        "}");
    for (int i = 0; i < 3; i++) ck_assert_int_eq(match_of_experiment(&e)->cells[i].timed, i == 0);
    ck_assert_str_eq(match_of_experiment(&e)->cells[1].opponent.shown, "engine:level=3");
    ck_assert_ptr_nonnull(strstr(match_of_experiment(&e)->cells[1].opponent.key, ",mistakes=40"));
    experiment_close(&e);
    ck_assert(
        !experiment_parse(&e,
                          "{\"name\":\"m\",\"kind\":\"match\",\"game\":\"tictactoe\",\"player\":\"random\","
                          "\"opponent\":\"alphabeta:time=5,tt=8,threads=2\",\"opening\":\"random:1\"}",
                          "x", &status));
    ck_assert_msg(strstr(status.text, "'opponent': threads=2") != NULL, "%s", status.text);
    ck_assert(!experiment_parse(&e,
                                "{\"name\":\"m\",\"game\":\"tictactoe\",\"configurations\":[{\"name\":\"c\","
                                "\"settings\":\"time=5\"}]}",
                                "x", &status));
    ck_assert_msg(strstr(status.text, "does not support time=") != NULL, "%s", status.text);
}
END_TEST

static void stop_soon(void *context, const PlanProgress *p)
{
    atomic_store((atomic_bool *)context, p->finished >= 2);
}

START_TEST(test_pairs_by_the_clock_are_kept_and_not_played_again)
{
    Experiment  e     = lab_parse(CLOCK);
    Store      *store = lab_store("a", true);
    Status      status;
    atomic_bool stop = false;
    PairResult  first[8], again[8];
    ck_assert(
        !plan_run(store, &e, 1, &(PlanOptions){.threads = 1, .stop = &stop}, stop_soon, &stop, &status));
    const int kept = rows_read(store, &e, 0, first);
    ck_assert(kept >= 2 && kept < 4);
    store_close(store);
    store = lab_store("a", true);
    lab_run(store, &e, 1, &(PlanOptions){.threads = 1});
    ck_assert_int_eq(rows_read(store, &e, 0, again), 4);
    for (int i = 0; i < kept; i++)   // the seconds too: a game played again would have others
        ck_assert(memcmp(&first[i], &again[i], sizeof first[i]) == 0);
    lab_run(store, &e, 1, &(PlanOptions){.threads = 2});
    ck_assert(rows_read(store, &e, 0, first) == 4 && memcmp(first, again, 4 * sizeof *first) == 0);
    Tables t = tables_of(store, &e);
    ck_assert(table_match_cells(&t.list[0])[0].pairs == 4 && table_match_cells(&t.list[0])[1].pairs == 4);
    ck_assert_msg(page_write(&t, lab_path("out"), "pollard lab report", &status), "%s", status.text);
    static char page[1 << 20];
    FILE *const file                            = fopen(lab_path("out/index.html"), "r");
    page[fread(page, 1, sizeof page - 1, file)] = 0;
    fclose(file);
    ck_assert(strstr(page, "not repeatable, depends on the machine") != NULL);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

// Pairs put by hand: all won, none won, two of three points, none played.
START_TEST(test_elo_is_that_of_the_share_and_of_the_ends_of_its_interval)
{
    static const int  points[3][2] = {{2, 2}, {0, 0}, {2, 0}};
    static const char file_text[] =
        "{\"name\":\"m\",\"kind\":\"match\",\"game\":\"tictactoe\",\"player\":\"alphabeta:depth={d}\","
        "\"opponent\":\"random\",\"opening\":\"random:1\",\"openings\":10,\"quick-openings\":5,"
        "\"rows\":{\"d\":[1,2,3,4]}}";
    Experiment   e      = lab_parse(file_text);
    Store *const store  = lab_store("a", true);
    Status       status = {0};
    for (int cell = 0; cell < 3; cell++)
        for (int i = 0; i < 10; i++) {
            const MatchCell *const c = &match_of_experiment(&e)->cells[cell];
            char                   protocol[PROTOCOL_MAX];
            Text                   text = text_on(protocol, sizeof protocol);
            PairResult             r    = {.points = {points[cell][0], points[cell][1]}, .plies = {5, 5}};
            if (cell == 2 && i < 5) r.points[1] = 1;
            match_protocol(c, e.seed, &text);
            ck_assert(pair_put(store, protocol, c->player.key, c->opponent.key, i, &r, &status));
        }
    Tables                       t = tables_of(store, &e);
    const MatchResultCell *const c = table_match_cells(&t.list[0]);
    for (int i = 0; i < 3; i++) {
        ck_assert(c[i].elo == elo_from_score(c[i].share));
        ck_assert(c[i].elo_interval.low == elo_from_score(c[i].interval.low));
        ck_assert(c[i].elo_interval.high == elo_from_score(c[i].interval.high));
    }
    ck_assert(c[0].elo == INFINITY && c[0].elo_interval.high == INFINITY && c[0].elo_interval.low > 200 &&
              c[0].elo_interval.low < 400);
    ck_assert(c[1].elo == -INFINITY && c[1].elo_interval.low == -INFINITY &&
              fabs(c[1].elo_interval.high + c[0].elo_interval.low) < 1e-6);
    ck_assert_double_eq_tol(c[2].elo, 400 * log10(0.625 / 0.375), 1e-9);
    ck_assert(isfinite(c[2].elo_interval.low) && c[2].elo_interval.low < c[2].elo &&
              c[2].elo < c[2].elo_interval.high);
    ck_assert(isnan(c[3].elo) && isnan(c[3].elo_interval.low) && isnan(c[3].elo_interval.high));
    const Column *elo = match_columns;
    while (strcmp(elo->key, "elo") != 0) elo++;
    static const char *const texts[] = {"+inf", "-inf", "+89", "-"};
    for (int i = 0; i < 4; i++) {
        char out[40];
        Text text = text_on(out, sizeof out);
        column_text(elo, &t.list[0], &c[i], &text);
        ck_assert_str_eq(out, texts[i]);
    }
    char       *csv;
    size_t      size;
    FILE *const file = open_memstream(&csv, &size);
    csv_print(file, &t, &kind_match);
    fclose(file);
    ck_assert(strstr(csv, ",verdict,elo,elo_low,elo_high,by_the_clock,different,pairs_won,") != NULL);
    ck_assert(strstr(csv, ",,inf,") != NULL && strstr(csv, ",inf,no,") != NULL &&
              strstr(csv, ",,-inf,-inf,") != NULL);
    ck_assert(strstr(csv, ",,,,,no,") != NULL);   // no games, no Elo
    free(csv);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

#define NESTED(value)                                                                                        \
    "{\"name\":\"m\",\"kind\":\"match\",\"game\":\"tictactoe\",\"player\":\"alphabeta:depth={d}\","          \
    "\"opponent\":"                                                                                          \
    "\"alphabeta:depth={other}\",\"opening\":\"random:1\",\"rows\":[{\"d\":3,\"less\":2,\"more\":4,"         \
    "\"deep\":\"{less}"                                                                                      \
    "\"},"                                                                                                   \
    "{\"d\":5,\"less\":4,\"more\":6,\"deep\":\"{less}\"}],\"columns\":[{\"other\":\"{less}\"},{\"other\":"   \
    "\"" value "\"}]}"

START_TEST(test_a_value_may_name_a_variable_of_the_other_lines)
{
    static const char *const others[] = {"2", "4", "4", "6"};
    Experiment               e        = lab_parse(NESTED("{more}"));
    Status                   status   = {0};
    for (int i = 0; i < 4; i++) {
        char text[40];
        snprintf(text, sizeof text, "alphabeta:depth=%s", others[i]);
        ck_assert_str_eq(match_of_experiment(&e)->cells[i].opponent.shown, text);
    }
    experiment_close(&e);
    ck_assert(!experiment_parse(&e, NESTED("{much}"), "x", &status));
    ck_assert_msg(strstr(status.text, "'opponent': '{much}': no variable") != NULL, "%s", status.text);
    ck_assert(!experiment_parse(&e, NESTED("{deep}"), "x", &status));
    ck_assert_msg(strstr(status.text, "'opponent': '{less}': expected no further variable") != NULL, "%s",
                  status.text);
}
END_TEST

// A long table without printed figures is one panel with Elo above; a short one has a panel for every row.
START_TEST(test_a_long_table_is_drawn_as_one_panel)
{
    static const char *const rows[] = {"1,2,3,4,5,6,7", "1,2,3,4,5,6"};
    for (int i = 0; i < 2; i++) {
        char        text[600], *svg = NULL;
        size_t      room = 0;
        const char *dir  = lab_path(i == 0 ? "long" : "short");
        Status      status;
        snprintf(text, sizeof text,
                 "{\"name\":\"m\",\"kind\":\"match\",\"title\":\"t\",\"game\":\"tictactoe\",\"player\":"
                 "\"random\",\"opponent\":\"random\",\"opening\":\"random:1\",\"openings\":3,\"rows\":"
                 "{\"number\":[%s]},\"columns\":[{\"label\":\"<b>'\"}]}",
                 rows[i]);
        Experiment   e     = lab_parse(text);
        Store *const store = lab_store(i == 0 ? "a" : "b", true);
        lab_run(store, &e, 1, &(PlanOptions){.threads = 1});
        Tables t = tables_of(store, &e);
        ck_assert_msg(page_write(&t, dir, "pollard lab report", &status), "%s", status.text);
        char path[300];
        snprintf(path, sizeof path, "%s/points-m.svg", dir);
        FILE *const file = fopen(path, "r");
        ck_assert(file != NULL && getdelim(&svg, &room, 0, file) > 0);
        fclose(file);
        ck_assert_int_eq(strstr(svg, ">Elo<") != NULL, i == 0);
        ck_assert(strstr(svg, ">published<") == NULL && strstr(svg, "<b>") == NULL &&
                  strstr(svg, "&lt;b") != NULL);
        free(svg);
        tables_close(&t);
        store_close(store);
        experiment_close(&e);
    }
}
END_TEST

Suite *suite_lab_clock(void);
Suite *suite_lab_clock(void)
{
    Suite *const suite = suite_create("lab_clock");
    TCase *const tcase = tcase_create("lab_clock");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_the_clock_is_for_matches_only);
    tcase_add_test(tcase, test_pairs_by_the_clock_are_kept_and_not_played_again);
    tcase_add_test(tcase, test_elo_is_that_of_the_share_and_of_the_ends_of_its_interval);
    tcase_add_test(tcase, test_a_value_may_name_a_variable_of_the_other_lines);
    tcase_add_test(tcase, test_a_long_table_is_drawn_as_one_panel);
    suite_add_tcase(suite, tcase);
    return suite;
}
