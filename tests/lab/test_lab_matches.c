// Experiments of matches: how a file becomes cells, what is played for a cell, what is stored of it, what the
// report says.
#include "base/stats/elo.h"
#include "lab/missing_databases.h"
#include "lab/report/page.h"
#include "lab/report/report.h"
#include "lab/lab_cases.h"
#include "play/match.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define HEAD   "{\"name\":\"m\",\"kind\":\"match\""
#define GAME   ",\"game\":\"connect-four:width={width},height=4\""
#define PLAYER ",\"player\":\"alphabeta:depth={depth}\",\"opponent\":\"random\""
#define OPEN   ",\"opening\":\"random:1\",\"openings\":6,\"quick-openings\":2"
#define LINES  ",\"rows\":{\"width\":[4,5]},\"columns\":{\"depth\":[1,2,3]}"
#define WHOLE  HEAD GAME PLAYER OPEN LINES "}"

// Reading.

START_TEST(test_rows_and_columns_make_cells)
{
    Experiment e = lab_parse(
        HEAD ",\"game\":\"thief-police:size={size},maze={maze},start={opening}\",\"player\":"
             "\"alphabeta:depth={depth},{more}\",\"opponent\":\"random\",\"openings\":3,\"rows\":{"
             "\"size\":[6,7],\"maze\":[1,2,3]},\"columns\":[{\"depth\":1,\"more\":\"tt=4\"},{\"label\":"
             "\"deep\",\"depth\":2,\"more\":\"order=killer\"}]}");
    ck_assert(e.kind == &kind_match && e.kind->tables(&e) == 1 && e.trials == 3 && e.quick_trials == 5);
    ck_assert(match_of_experiment(&e)->rows == 6 && match_of_experiment(&e)->columns == 2);
    for (int i = 0; i < 12; i++) {
        const MatchCell *const c = &match_of_experiment(&e)->cells[i];
        char                   text[TEXT_MAX], game[TEXT_MAX];
        snprintf(text, sizeof text, "size %d, maze %d", 6 + i / 6, 1 + i / 2 % 3);
        ck_assert_str_eq(c->row, text);
        ck_assert_str_eq(c->column, i % 2 ? "deep" : "depth 1, more tt=4");
        snprintf(text, sizeof text, "thief-police:size=%d,maze=%d,start=3", 6 + i / 6, 1 + i / 2 % 3);
        ck_assert(match_cell_game(c, 2, game));
        ck_assert_str_eq(game, text);
        ck_assert_str_eq(c->player.shown,
                         i % 2 ? "alphabeta:depth=2,order=killer" : "alphabeta:depth=1,tt=4");
        ck_assert_str_eq(match_value(c, "size"), i < 6 ? "6" : "7");
        ck_assert(match_value(c, "opening") == NULL);
        ck_assert_int_eq(c->plies_max, 400);
    }
    experiment_close(&e);
    e = lab_parse(
        HEAD ",\"game\":\"tictactoe\",\"player\":\"random\",\"opponent\":\"random\",\"opening\":\"random:1\","
             "\"plies-max\":7}");
    ck_assert(match_of_experiment(&e)->rows == 1 && match_of_experiment(&e)->columns == 1 &&
              match_of_experiment(&e)->cells[0].row[0] == 0 && e.trials == 25);
    ck_assert_int_eq(match_of_experiment(&e)->cells[0].plies_max, 7);
    experiment_close(&e);
}
END_TEST

// The heading of a line that has no label, with a value that names variables: what all lines across have
// alike is put in its place, the rest goes by its name.
START_TEST(test_headings_say_what_a_variable_in_a_value_stands_for)
{
    static const struct {
        const char *columns, *heading[2], *depth[2][2];   // depth: of the opponent, by row and column
    } cases[] = {
        {"[{\"other\":\"{less}\"},{\"other\":\"{more}\"}]",
         {"other less", "other more"},
         {{"1", "3"}, {"2", "4"}}},
        {"{\"other\":[\"{less}\",5]}", {"other less", "other 5"}, {{"1", "5"}, {"2", "5"}}},
        {"[{\"other\":\"{same}\"},{\"other\":\"1{same}\"}]",
         {"other 3", "other 13"},
         {{"3", "13"}, {"3", "13"}}},
        {"[{\"other\":\"{own}\",\"own\":6},{\"label\":\"{as given}\",\"other\":\"{less}\"}]",
         {"other 6, own 6", "{as given}"},
         {{"6", "1"}, {"6", "2"}}},
        {"[{\"other\":4,\"unused\":\"{nobody} {\"},{\"other\":5,\"unused\":\"{opening}\"}]",
         {"other 4, unused nobody {", "other 5, unused opening"},
         {{"4", "5"}, {"4", "5"}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        snprintf(
            text, sizeof text,
            HEAD
            ",\"game\":\"connect-four\",\"opening\":\"random:1\",\"player\":\"alphabeta:depth={depth}\","
            "\"opponent\":\"alphabeta:depth={other}\",\"columns\":%s,\"rows\":[{\"label\":\"two\",\"depth\":"
            "2,"
            "\"less\":1,\"more\":3,\"same\":3},{\"depth\":\"{same}\",\"less\":2,\"more\":4,\"same\":3}]}",
            cases[i].columns);
        Experiment e = lab_parse(text);
        for (int k = 0; k < 4; k++) {
            const MatchCell *const c = &match_of_experiment(&e)->cells[k];
            ck_assert_str_eq(c->row, k < 2 ? "two" : "depth 3, less 2, more 4, same 3");
            ck_assert_str_eq(c->column, cases[i].heading[k % 2]);
            ck_assert_str_eq(match_value(c, "depth"), k < 2 ? "2" : "3");
            ck_assert_str_eq(match_value(c, "other"), cases[i].depth[k / 2][k % 2]);
            snprintf(text, sizeof text, "alphabeta:depth=%s", cases[i].depth[k / 2][k % 2]);
            ck_assert_str_eq(c->opponent.shown, text);
        }
        experiment_close(&e);
    }
}
END_TEST

static void refused(const char *text, const char *word)
{
    Experiment e;
    Status     status = {0};
    ck_assert_msg(!experiment_parse(&e, text, "x.json", &status), "accepted: %.300s", text);
    ck_assert_msg(strncmp(status.text, "x.json: ", 8) == 0 && strchr(status.text, '\n') == NULL, "%s",
                  status.text);
    ck_assert_msg(strstr(status.text, word) != NULL, "'%s' not in: %s", word, status.text);
    ck_assert(e.body == NULL);
    experiment_close(&e);
}

START_TEST(test_mistakes_are_named_with_their_place)
{
    refused("{\"name\":\"m\",\"kind\":\"mach\"}", "'kind': 'mach': expected nodes|match");
    refused("{\"name\":\"m\",\"kind\":3}", "expected nodes|match");
    refused(HEAD "}", "'game' is missing");
    refused(HEAD GAME "}", "'player' is missing");
    refused(HEAD GAME ",\"player\":\"random\"}", "'opponent' is missing");
    refused(HEAD GAME PLAYER OPEN LINES ",\"trials\":3}", "unknown key 'trials' of a match");
    refused(HEAD GAME PLAYER OPEN LINES ",\"series\":[]}", "unknown key 'series' of a match");
    refused(HEAD GAME PLAYER OPEN ",\"rows\":{\"width\":[4]}}", "'player': '{depth}': no variable");
    refused(HEAD GAME PLAYER OPEN ",\"rows\":{\"width\":[4]},\"columns\":{\"depth\":[1],\"width\":[4]}}",
            "'width' is named twice");
    refused(HEAD GAME PLAYER OPEN ",\"rows\":{\"width\":[4,99]},\"columns\":{\"depth\":[1]}}",
            "width 99, depth 1: 'game'");
    refused(HEAD GAME PLAYER OPEN ",\"rows\":{\"width\":[4]},\"columns\":{\"depth\":[1,\"x\"]}}",
            "width 4, depth x: 'player'");
    refused(HEAD GAME PLAYER OPEN ",\"rows\":{\"width\":4},\"columns\":{\"depth\":[1]}}",
            "'rows', 'width': expected a list of values");
    refused(HEAD GAME PLAYER OPEN ",\"rows\":{\"width\":[4.5]},\"columns\":{\"depth\":[1]}}",
            "'rows', 'width': expected a whole number or a text");
    refused(HEAD GAME PLAYER OPEN ",\"rows\":{\"Width\":[4]}}", "variable 'Width': expected small letters");
    refused(HEAD GAME PLAYER OPEN ",\"rows\":{\"opening\":[4]}}", "'opening' counts the openings");
    refused(HEAD GAME PLAYER OPEN ",\"rows\":{}}", "'rows': expected variables");
    refused(HEAD GAME PLAYER OPEN ",\"rows\":[]}", "'rows': expected at least one");
    refused(HEAD GAME PLAYER OPEN ",\"rows\":[4]}", "'rows': expected objects");
    refused(HEAD GAME PLAYER OPEN ",\"rows\":4}", "'rows': expected variables with lists");
    refused(HEAD GAME PLAYER OPEN ",\"rows\":[{\"width\":4,\"printed\":0}]}",
            "'rows' 1: 'printed': expected true or false");
    refused(HEAD GAME PLAYER LINES ",\"openings\":2}", "'openings': all 5 would be the start of the game");
    refused(HEAD GAME PLAYER LINES ",\"openings\":0}", "'openings': expected a whole number from 1");
    refused(HEAD GAME PLAYER LINES ",\"opening\":\"file.txt\"}",
            "'opening': 'file.txt': expected none, random:N or positions:NAME");
    refused(HEAD GAME PLAYER LINES ",\"opening\":\"random:x\"}", "'random:x'");
    refused(HEAD GAME PLAYER OPEN LINES ",\"plies-max\":0}", "'plies-max': expected a whole number");
    refused(HEAD ",\"game\":\"focus:players=4\",\"player\":\"random\",\"opponent\":\"random\"" OPEN "}",
            "expected a game for two");
    refused(HEAD ",\"game\":\"othello\",\"player\":\"human\",\"opponent\":\"random\"" OPEN "}",
            "'player': 'human'");
    refused(
        HEAD
        ",\"game\":\"othello\",\"player\":\"random\",\"opponent\":\"alphabeta:depth=2,tt=8,threads=2\"" OPEN
        "}",
        "'opponent': threads=2");
    refused(HEAD ",\"game\":\"othello{\",\"player\":\"random\",\"opponent\":\"random\"" OPEN "}",
            "expected {name}");
    refused(HEAD ",\"game\":\"{}\",\"player\":\"random\",\"opponent\":\"random\"" OPEN "}",
            "'{}': no variable");
    refused(HEAD ",\"game\":\"othello\",\"player\":\"{opening}\",\"opponent\":\"random\"" OPEN "}",
            "'player': '{opening}'");
    char text[20000];
    Text out = text_on(text, sizeof text);
    text_add(&out, HEAD GAME PLAYER OPEN ",\"rows\":{\"width\":[4");
    for (int i = 0; i < MATCH_LINES_MAX; i++) text_add(&out, ",4");
    text_add(&out, "]}}");
    refused(text, "'rows': more than 64");
    out = text_on(text, sizeof text);
    text_add(&out,
             HEAD ",\"game\":\"othello\",\"player\":\"{a}{a}{a}{a}\",\"opponent\":\"random\"" OPEN
                  ",\"rows\":{\"a\":[\"%0200d\"]}}",
             0);
    refused(text, "'player': longer than 511 characters when filled in");
    out = text_on(text, sizeof text);
    text_add(&out, HEAD ",\"game\":\"othello\",\"player\":\"random\",\"opponent\":\"random\"" OPEN
                        ",\"rows\":{\"v0\":[0]");
    for (int i = 1; i < 17; i++) text_add(&out, ",\"v%d\":[0]", i);
    text_add(&out, "}}");
    refused(text, "more than 16 variables");
}
END_TEST

// Rows that show what is not the tables' doing, or another reading, must not be judged by print.
START_TEST(test_null_rows_of_mazes_have_no_printed_figures)
{
    Store *store = lab_store("a", true);
    int    cells = 0, files = 0;
    for (const Builtin *b = lab_builtins; b->name != NULL; b++) {
        if (strncmp(b->name, "mazes-", 6) != 0) continue;
        Experiment e = lab_parse(b->text);
        Tables     t;
        Status     status = {0};
        ck_assert_msg(tables_make(&t, store, &e, 1, 0, &status), "%s", status.text);
        for (int i = 0; i < t.count; i++)
            for (int k = 0; k < t.list[i].count; k++, cells++)
                ck_assert(isnan(table_match_cells(&t.list[i])[k].published));
        tables_close(&t);
        experiment_close(&e);
        files++;
    }
    ck_assert_int_eq(files, 8);
    ck_assert_int_gt(cells, 400);
    store_close(store);
}
END_TEST

// What a printed figure of a databases table goes by.
static void print_key(const MatchCell *cell, Text *out)
{
    static const char *const names[] = {"board", "pieces", "eval", "maze", "depth", "abstraction", "endgame"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *const value = match_value(cell, names[i]);
        text_add(out, "%s/", value == NULL ? "" : value);
    }
}

// Every printed figure stands beside one cell, and beside no second: rows of our own, which mix the look-ups
// with the baseline's terms, have none.
START_TEST(test_every_printed_figure_of_the_match_tables_has_one_cell)
{
    static const struct {
        const char *name;
        int         cells, printed;
        double      first, last;
    } tables[]   = {{"databases-1", 30, 20, 1.0, 0.60},  {"databases-2", 30, 15, 0.82, 0.92},
                    {"databases-3", 30, 15, 0.52, 0.72}, {"databases-4", 18, 9, 0.65, 0.66},
                    {"databases-5", 24, 12, 0.60, 0.76}, {"databases-6", 20, 10, 0.64, 0.62},
                    {"databases-7", 20, 20, 0.74, 0.76}, {"databases-8", 20, 20, 0.64, 0.68},
                    {"databases-9", 20, 20, 0.72, 0.64}, {"databases-10", 20, 20, 0.61, 0.59}};
    Store *store = lab_store("a", true);
    int    found = 0;
    for (const Builtin *b = lab_builtins; b->name != NULL; b++)
        for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
            if (strcmp(b->name, tables[i].name) != 0) continue;
            Experiment e = lab_parse(b->text);
            Tables     t;
            Status     status = {0};
            char       keys[30][TEXT_MAX];
            double     last    = NAN;
            int        printed = 0;
            ck_assert_msg(tables_make(&t, store, &e, 1, 0, &status), "%s", status.text);
            ck_assert(t.count == 1 && t.list[0].count == tables[i].cells && tables[i].cells <= 30);
            for (int k = 0; k < t.list[0].count; k++) {
                const MatchResultCell *const c = &table_match_cells(&t.list[0])[k];
                ck_assert(c->pairs == 0 && c->verdict == MATCH_NONE && isnan(c->share) &&
                          isnan(c->interval.low));
                ck_assert_msg(isnan(c->published) == (strstr(c->cell->row, "mixed") != NULL), "%s, cell %d",
                              b->name, k);
                if (isnan(c->published)) continue;
                ck_assert_int_eq(2 * e.trials, c->published_games);
                Text key = text_on(keys[printed], sizeof keys[printed]);
                print_key(c->cell, &key);
                for (int n = 0; n < printed; n++) ck_assert_str_ne(keys[n], keys[printed]);
                last = c->published, printed++;
            }
            ck_assert_int_eq(printed, tables[i].printed);
            ck_assert_double_eq(table_match_cells(&t.list[0])[0].published, tables[i].first);
            ck_assert_double_eq(last, tables[i].last);
            // nothing of the tables of chess was chosen by looking at print
            if (tables[i].name[10] == '5' || tables[i].name[10] == '6') ck_assert(!e.chosen.given);
            else ck_assert(e.chosen.given && chosen_on_this(&e.chosen) && e.chosen.tried > 1);
            found++;
            tables_drop_unplayed(&t);
            ck_assert_int_eq(t.count, 0);
            tables_close(&t);
            experiment_close(&e);
        }
    ck_assert_int_eq(found, 10);
    store_close(store);
}
END_TEST

// Playing.

static char *csv_of(Store *store, const Experiment *e, int openings)
{
    Tables tables;
    Status status = {0};
    char  *text;
    size_t size;
    ck_assert_msg(tables_make(&tables, store, e, 1, openings, &status), "%s", status.text);
    FILE *const out = open_memstream(&text, &size);
    csv_print(out, &tables, &kind_match);
    fclose(out);
    tables_close(&tables);
    return text;
}

// The slow twin: a match of the same players from the same openings, all games of it.
START_TEST(test_a_cell_is_the_match_of_its_players)
{
    Experiment   e     = lab_parse(WHOLE);
    Store *const store = lab_store("a", true);
    lab_run(store, &e, 1, &(PlanOptions){.threads = 2});
    Tables t;
    Status status = {0};
    ck_assert(tables_make(&t, store, &e, 1, 0, &status));
    for (int i = 0; i < 6; i++) {
        const MatchCell *const       cell = &match_of_experiment(&e)->cells[i];
        const MatchResultCell *const c    = &table_match_cells(&t.list[0])[i];
        Variant                      v    = test_open(cell->game);
        Match                        match;
        const MatchSettings          settings = {.v           = &v,
                                                 .contestants = 2,
                                                 .player      = {&cell->player.spec, &cell->opponent.spec},
                                                 .games       = 12,
                                                 .threads     = 1,
                                                 .plies_max   = cell->plies_max,
                                                 .seed        = e.seed,
                                                 .openings    = "random:1"};
        ck_assert(match_open(&match, &settings, &status) && match_run(&match, NULL, NULL, &status));
        const Score *const score = &match.tally.cross[0][1];
        ck_assert_int_eq(c->pairs, 6);
        ck_assert(c->won == score->won && c->drawn == score->drawn && c->lost == score->lost);
        ck_assert_double_eq(c->share, (double)match.tally.contestant[0].points / 24);
        ck_assert_double_eq_tol((c->share_first + c->share_second) / 2, c->share, 1e-12);
        ck_assert_double_eq_tol(c->nodes_player, (double)match.tally.contestant[0].nodes / 12, 1e-9);
        ck_assert_double_eq_tol(c->plies, (double)match.tally.plies / 12, 1e-9);
        const Interval interval = elo_score_interval(
            &(EloTally){5,
                        {match.tally.pairs[0][1][0], match.tally.pairs[0][1][1], match.tally.pairs[0][1][2],
                         match.tally.pairs[0][1][3], match.tally.pairs[0][1][4]}},
            0.95);
        ck_assert(c->interval.low == interval.low && c->interval.high == interval.high);
        ck_assert(interval.low < c->share && (c->share < interval.high || interval.high == 1));
        match_close(&match);
        variant_close(&v);
    }
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

START_TEST(test_starts_by_number_are_played_from_both_seats)
{
    Experiment e = lab_parse(
        HEAD ",\"game\":\"thief-police:size=6,maze=1,start={opening}\",\"player\":\"alphabeta:depth=3\","
             "\"opponent\":\"random\",\"openings\":4,\"plies-max\":20}");
    Store *const store = lab_store("a", true);
    lab_run(store, &e, 1, &(PlanOptions){.threads = 1});
    char                   protocol[PROTOCOL_MAX];
    Text                   text = text_on(protocol, sizeof protocol);
    PairResult             found[4];
    Status                 status;
    const MatchCell *const cell = &match_of_experiment(&e)->cells[0];
    match_protocol(cell, e.seed, &text);
    ck_assert_str_eq(protocol,
                     "match thief-police:size=6,maze=1,start={opening} openings=none plies=20 seed=1");
    ck_assert_int_eq(pairs_read(store, protocol, cell->player.key, cell->opponent.key, 4, found, &status), 4);
    for (int i = 0; i < 4; i++) {
        char game[TEXT_MAX];
        ck_assert(match_cell_game(cell, i, game));
        Variant v = test_open(game);
        for (int k = 0; k < 2; k++) {   // the player is the thief, then the police
            const MatchSettings settings = {.v           = &v,
                                            .contestants = 2,
                                            .player      = {&cell->player.spec, &cell->opponent.spec},
                                            .games       = 8,
                                            .threads     = 1,
                                            .plies_max   = 20,
                                            .seed        = 1,
                                            .openings    = "none"};
            const atomic_bool   never    = false;
            Match               match;
            ck_assert(match_open(&match, &settings, &status));
            MatchGame *const played = match_game(&match, 2 * i + k, &never, &status);
            ck_assert(played != NULL && played->seats[k] == 0);
            ck_assert_int_eq(found[i].points[k], played->points[k]);
            ck_assert_int_eq(found[i].plies[k], played->record.count);
            ck_assert_int_eq(found[i].capped[k], played->record.count == 20 && played->ended == ENDED_BY_CAP);
            match_game_close(played);
            free(played);
            match_close(&match);
        }
        variant_close(&v);
    }
    store_close(store);
    experiment_close(&e);
}
END_TEST

typedef struct Reported {
    int          calls, after;
    double       points;
    atomic_bool *stop;
} Reported;

static void reported(void *context, const PlanProgress *p)
{
    Reported *const   t    = context;
    const char *const said = strrchr(p->what, ':');
    ck_assert(said != NULL && sscanf(said, ": %lf %% of the points", &t->points) == 1);
    ck_assert(t->points >= 0 && t->points <= 100);
    if (++t->calls == t->after) atomic_store(t->stop, true);
}

START_TEST(test_threads_and_stops_change_nothing_and_nothing_is_played_twice)
{
    Experiment e     = lab_parse(WHOLE);
    Store     *store = lab_store("a", true);
    Status     status;
    Reported   t = {0};
    ck_assert(plan_run(store, &e, 1, &(PlanOptions){.threads = 1}, reported, &t, &status));
    ck_assert_int_eq(t.calls, 36);
    t.calls = 0;
    ck_assert(plan_run(store, &e, 1, &(PlanOptions){.threads = 2}, reported, &t, &status));
    ck_assert_int_eq(t.calls, 0);
    char *const whole = csv_of(store, &e, 0), *const few = csv_of(store, &e, 2);
    store_close(store);
    for (int threads = 1; threads <= 3; threads++) {
        char name[8] = {'b', (char)('0' + threads), 0};
        int  calls   = 0;
        bool done    = false;
        for (int turn = 0; !done; turn++) {
            atomic_bool stop = false;
            t                = (Reported){.after = 1 + turn % 5, .stop = &stop};
            store            = lab_store(name, true);   // opened anew each time, as by a new process
            done = plan_run(store, &e, 1, &(PlanOptions){.threads = threads, .stop = &stop}, reported, &t,
                            &status);
            ck_assert(done || status.text[0] == 0);
            store_close(store);
            calls += t.calls;
        }
        ck_assert_int_eq(calls, 36);
        store             = lab_store(name, false);
        char *const parts = csv_of(store, &e, 0);
        ck_assert_str_eq(whole, parts);
        free(parts);
        store_close(store);
    }
    store = lab_store("c", true);
    lab_run(store, &e, 1, &(PlanOptions){.threads = 2, .quick = true});
    char *const quick = csv_of(store, &e, 0);
    ck_assert_str_eq(quick, few);   // a quick run is the beginning of a full one
    store_close(store);
    free(quick);
    free(few);
    free(whole);
    experiment_close(&e);
}
END_TEST

START_TEST(test_a_database_that_is_missing_is_named_and_a_bad_evaluation_refused)
{
    static const char text[] = HEAD
        ",\"game\":\"chinese-checkers:board=rhombus{board},pieces=6\",\"player\":\"alphabeta:depth=1,"
        "eval={eval}\",\"opponent\":\"alphabeta:depth=1,eval=pdb3\"" OPEN
        ",\"rows\":{\"board\":[7,8]},\"columns\":{\"eval\":[\"%s\",\"baseline\"]}}";
    char             full[2000];
    MissingDatabases needs;
    Status           status = {0};
    setenv("POLLARD_DATABASES", lab_path(""), 1);
    snprintf(full, sizeof full, text, "pdb6");
    Experiment e = lab_parse(full);
    ck_assert_msg(missing_databases_find(&needs, &e, 1, &status), "%s", status.text);
    ck_assert_int_eq(needs.count, 4);
    ck_assert_str_eq(needs.names[0], "cc-pdb6-7x7");
    ck_assert_str_eq(needs.names[1], "cc-pdb3-7x7");
    ck_assert_str_eq(needs.names[3], "cc-pdb3-8x8");
    FILE *const file = fopen(lab_path("cc-pdb6-7x7.pdb"), "w");
    fclose(file);
    ck_assert(missing_databases_find(&needs, &e, 1, &status) && needs.count == 3);
    experiment_close(&e);
    snprintf(full, sizeof full, text, "pdb66");
    ck_assert(!experiment_parse(&e, full, "m", &status));
    ck_assert_msg(strstr(status.text, "m: board 7, eval pdb66: 'player': eval=pdb66: unknown") != NULL, "%s",
                  status.text);
}
END_TEST

// Keeping.

static void sql(const char *name, const char *text)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(lab_path(name), &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

START_TEST(test_files_of_format_2_are_read_and_brought_up_to_date)
{
    const PairResult pair = {
        .points = {2, 1}, .plies = {30, 40}, .capped = {false, true}, .nodes = {7, 8}, .seconds = 0.5};
    const TrialCount count  = lab_count(9);
    const char      *player = "a";
    Status           status = {0};
    PairResult       found[2];
    TrialCount       trial;
    Store           *store = lab_store("a", true);
    ck_assert(trial_put(store, "p", &player, 1, 0, &count, &status));
    store_close(store);
    sql("a", "DROP TABLE pairs; PRAGMA user_version = 2");
    store = lab_store("a", false);
    ck_assert_int_eq(trials_read(store, "p", "a", 1, &trial, &status), 1);
    ck_assert_int_eq(pairs_read(store, "p", "a", "b", 2, found, &status), 0);
    ck_assert(!pair_has(store, "p", "a", "b", 0));
    store_close(store);
    store = lab_store("a", true);
    ck_assert(pair_put(store, "p", "a", "b", 0, &pair, &status));
    ck_assert(pair_has(store, "p", "a", "b", 0) && !pair_has(store, "p", "b", "a", 0));
    store_close(store);
    store = lab_store("a", false);
    ck_assert_int_eq(pairs_read(store, "p", "a", "b", 2, found, &status), 1);
    ck_assert(found[0].points[0] == 2 && found[0].points[1] == 1 && found[0].plies[1] == 40 &&
              !found[0].capped[0] && found[0].capped[1] && found[0].nodes[0] == 7 && found[0].nodes[1] == 8 &&
              found[0].seconds == 0.5);
    ck_assert(trials_read(store, "p", "a", 1, &trial, &status) == 1 && lab_count_same(&trial, &count));
    store_close(store);
    static const char *const changes[] = {"UPDATE pairs SET points_first = 1", "UPDATE pairs SET capped = 1",
                                          "UPDATE pairs SET nodes_opponent = 9",
                                          "UPDATE players SET text = 'c' WHERE text = 'b'",
                                          "DROP TABLE pairs"};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char name[8] = {'d', (char)('0' + i), 0};
        store        = lab_store(name, true);
        ck_assert(pair_put(store, "p", "a", "b", 0, &pair, &status));
        store_close(store);
        sql(name, changes[i]);
        ck_assert_msg(store_open(lab_path(name), false, &status) == NULL, "%s", changes[i]);
        ck_assert_msg(strstr(status.text, "damaged") != NULL, "%s", status.text);
    }
}
END_TEST

// Telling.

START_TEST(test_the_verdict_is_about_side_and_chance)
{
    const Interval ours = {0.70, 0.90}, theirs = share_wilson(0.82, 50, 0.95);
    ck_assert_int_eq(match_verdict(0.80, ours, 0.01, 0.82, theirs), MATCH_AGREES);
    // Outside our interval, but no further than both errors together: sqrt(0.10^2 + 0.1^2) = 0.14.
    const Interval wide = {0.82, 0.995};
    ck_assert_int_eq(match_verdict(0.80, ours, 0.01, 0.92, wide), MATCH_AGREES);
    ck_assert_int_eq(match_verdict(0.80, ours, 0.01, 0.96, (Interval){0.86, 0.99}), MATCH_DIRECTION);
    ck_assert_int_eq(match_verdict(0.80, ours, 0.01, 0.6, (Interval){0.51, 0.69}), MATCH_DIRECTION);
    ck_assert_int_eq(match_verdict(0.80, ours, 0.01, 0.67, (Interval){0.51, 0.76}), MATCH_AGREES);
    ck_assert_int_eq(match_verdict(0.40, (Interval){0.30, 0.49}, 0.01, 0.45, (Interval){0.41, 0.49}),
                     MATCH_AGREES);
    // A printed share that may be one half claims nothing; ours that may be and is near print tells nothing.
    ck_assert_int_eq(match_verdict(0.80, ours, 0.01, 0.6, (Interval){0.45, 0.7}), MATCH_CANNOT_TELL);
    // But a share of 4 % is not what 63 % in print may have been.
    ck_assert_int_eq(match_verdict(0.04, (Interval){0.01, 0.12}, 0.01, 0.63, (Interval){0.49, 0.75}),
                     MATCH_DIFFERS);
    ck_assert_int_eq(match_verdict(0.48, (Interval){0.35, 0.61}, 0.01, 0.52, (Interval){0.4, 0.65}),
                     MATCH_CANNOT_TELL);
    ck_assert_int_eq(match_verdict(0.49, (Interval){0.40, 0.58}, 0.01, 0.52, (Interval){0.4, 0.65}),
                     MATCH_CANNOT_TELL);
    ck_assert_int_eq(match_verdict(0.60, (Interval){0.45, 0.74}, 0.01, 0.65, (Interval){0.51, 0.77}),
                     MATCH_CANNOT_TELL);
    ck_assert_int_eq(match_verdict(0.50, (Interval){0.40, 0.60}, 0.01, 0.79, (Interval){0.66, 0.88}),
                     MATCH_DIFFERS);
    ck_assert_int_eq(match_verdict(0.40, (Interval){0.30, 0.49}, 0.01, 0.65, (Interval){0.51, 0.77}),
                     MATCH_DIFFERS);
    // Corrected for how many cells the table has, ours is not told from one half.
    ck_assert_int_eq(match_verdict(0.80, ours, 0.05, 0.82, theirs), MATCH_CANNOT_TELL);
    ck_assert_int_eq(match_verdict(0.80, ours, 0.06, 0.99, (Interval){0.97, 1}), MATCH_DIFFERS);
    ck_assert_int_eq(match_verdict(NAN, (Interval){NAN, NAN}, 0.01, 0.45, (Interval){0.3, 0.6}), MATCH_NONE);
    ck_assert_int_eq(match_verdict(0.5, ours, 0.01, NAN, (Interval){NAN, NAN}), MATCH_NONE);
    ck_assert_str_eq(kind_match.verdicts[MATCH_DIRECTION].name, "direction agrees");
}
END_TEST

// A player against himself: 25 pairs, all worth one point. It agrees with no printed share: it was called
// agreement with 52 to 61 %, and the right direction beyond.
START_TEST(test_a_null_player_agrees_with_no_printed_share)
{
    const uint64_t level[5] = {0, 0, 25, 0, 0}, varied[5] = {2, 5, 11, 5, 2};
    for (int k = 0; k < 2; k++) {
        const EloTally tally    = elo_pairs(k == 0 ? level : varied);
        const Interval interval = elo_score_interval(&tally, 0.95);
        for (int percent = 50; percent <= 100; percent++)
            for (int games = 50; games <= 100; games += 50) {
                const double       print   = percent / 100.0;
                const MatchVerdict verdict = match_verdict(0.5, interval, 0.01, print,
                                                           share_wilson(print, games, 0.95));
                ck_assert_msg(verdict == MATCH_DIFFERS || verdict == MATCH_CANNOT_TELL, "%d %% of %d: %s",
                              percent, games, kind_match.verdicts[verdict].name);
                if (percent >= 80) ck_assert_int_eq(verdict, MATCH_DIFFERS);
                if (percent <= 59 && games == 50) ck_assert_int_eq(verdict, MATCH_CANNOT_TELL);
            }
    }
}
END_TEST

START_TEST(test_printed_figures_meet_their_cells_and_few_pairs_have_no_verdict)
{
    const PairResult won  = {.points = {2, 2}, .plies = {30, 40}},
                     half = {.points = {2, 0}, .plies = {30, 40}};
    Status     status     = {0};
    Experiment e          = {0};
    for (const Builtin *b = lab_builtins; b->name != NULL; b++)
        if (strcmp(b->name, "databases-2") == 0) e = lab_parse(b->text);
    Store *const store = lab_store("a", true);
    for (int cell = 0; cell < 3; cell++)
        for (int i = 0; i < (cell == 2 ? 4 : 25); i++) {
            const MatchCell *const c = &match_of_experiment(&e)->cells[cell];
            char                   protocol[PROTOCOL_MAX];
            Text                   text = text_on(protocol, sizeof protocol);
            match_protocol(c, e.seed, &text);
            ck_assert(pair_put(store, protocol, c->player.key, c->opponent.key, i,
                               cell == 1 || i % 3 ? &won : &half, &status));
        }
    Tables t;
    ck_assert_msg(tables_make(&t, store, &e, 1, 0, &status), "%s", status.text);
    const MatchResultCell *const c = table_match_cells(&t.list[0]);
    ck_assert(c[0].won == 41 && c[0].lost == 9 && c[0].drawn == 0);   // 82 %, as printed
    ck_assert(c[0].verdict == MATCH_AGREES && c[0].share == 0.82 && c[0].share_first == 1 &&
              c[0].share_second == 0.64);
    ck_assert(c[1].share == 1 && c[1].interval.high == 1 && c[1].interval.low > 0.9 &&
              c[1].interval.low < 0.93);
    ck_assert(c[1].published == 0.86 && c[1].verdict == MATCH_DIRECTION);
    ck_assert(c[2].pairs == 4 && c[2].verdict == MATCH_NONE && isfinite(c[2].share));
    tables_drop_unplayed(&t);
    ck_assert_int_eq(t.count, 1);
    int verdicts[VERDICTS_MAX];
    tables_verdicts(&t, verdicts);
    ck_assert(verdicts[MATCH_AGREES] == 1 && verdicts[MATCH_DIRECTION] == 1 && verdicts[MATCH_DIFFERS] == 0);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

// Six pairs: the second and the fourth repeat the first game by game, the fifth has one of its games only,
// the last has its games the other way round. Four different pairs; points by hand: 4 + 2 + 3 + 0 of 16.
START_TEST(test_equal_pairs_of_games_count_once)
{
    static const struct {
        uint64_t game[2];
        int      points[2];
    } pairs[6]        = {{{5, 6}, {2, 2}}, {{5, 6}, {2, 2}}, {{7, 8}, {2, 0}},
                         {{5, 6}, {2, 2}}, {{5, 9}, {2, 1}}, {{6, 5}, {0, 0}}};
    Status     status = {0};
    Experiment e = lab_parse(HEAD ",\"game\":\"tictactoe\",\"player\":\"random\",\"opponent\":\"random\","
                                  "\"opening\":\"random:1\",\"openings\":6}");
    const MatchCell *const cell  = match_of_experiment(&e)->cells;
    Store *const           store = lab_store("a", true);
    char                   protocol[PROTOCOL_MAX];
    Text                   text = text_on(protocol, sizeof protocol);
    match_protocol(cell, e.seed, &text);
    for (int i = 0; i < 6; i++) {
        const PairResult r = {.points = {pairs[i].points[0], pairs[i].points[1]},
                              .plies  = {5, 7},
                              .game   = {pairs[i].game[0], pairs[i].game[1]}};
        ck_assert(pair_put(store, protocol, cell->player.key, cell->opponent.key, i, &r, &status));
    }
    Tables t;
    ck_assert_msg(tables_make(&t, store, &e, 1, 0, &status), "%s", status.text);
    const MatchResultCell *const c = table_match_cells(&t.list[0]);
    ck_assert(c->pairs == 6 && c->different == 4 && c->different_known);
    ck_assert_int_eq(c->games_different, 5);   // 5 to 9, of twelve
    ck_assert(c->won == 4 && c->drawn == 1 && c->lost == 3 && c->share == 9.0 / 16);
    ck_assert(c->share_first == 6.0 / 8 && c->share_second == 3.0 / 8 && c->plies == 6);
    const uint64_t outcomes[5] = {1, 0, 1, 1, 1};
    const EloTally tally       = elo_pairs(outcomes);
    const Interval interval    = elo_score_interval(&tally, 0.95);
    ck_assert(c->interval.low == interval.low && c->interval.high == interval.high);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

// A player against itself plays one game twice in every pair: the pairs are different, half of the games are.
START_TEST(test_games_of_a_pair_may_be_equal)
{
    Status       status = {0};
    Experiment   e      = lab_parse(HEAD ",\"game\":\"connect-four\",\"player\":\"alphabeta:depth=2\","
                                                "\"opponent\":\"alphabeta:depth=2\",\"opening\":\"random:4\","
                                                "\"openings\":3}");
    Store *const store  = lab_store("a", true);
    char        *text   = NULL;
    size_t       size   = 0;
    lab_run(store, &e, 1, &(PlanOptions){.threads = 1});
    Tables t;
    ck_assert_msg(tables_make(&t, store, &e, 1, 0, &status), "%s", status.text);
    const MatchResultCell *const c = table_match_cells(&t.list[0]);
    ck_assert(c->pairs == 3 && c->different == 3 && c->games_different == 3);
    FILE *const out = open_memstream(&text, &size);
    report_text(out, &t);
    fclose(out);
    ck_assert_msg(strstr(text, "  6 games, 3 different\n") != NULL, "%s", text);
    free(text);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

static char *file_text(const char *path)
{
    static char text[1 << 20];
    FILE *const file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is missing", path);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

START_TEST(test_the_page_shows_everything_and_keeps_hostile_texts)
{
    Experiment e = lab_parse(
        HEAD
        ",\"title\":\"<script>alert(1)</script> `x`\",\"note\":\"<b>'\",\"game\":\"tictactoe\",\"player\":"
        "\"random\",\"opponent\":\"random\",\"opening\":\"random:1\",\"openings\":3,\"quick-openings\":3,"
        "\"rows\":"
        "[{\"label\":\"'<i>`touch pwned`\","
        "\"a\":1},{\"a\":2}],\"columns\":{\"d\":[\"<x>\",\"y'\"]}}");
    Store *const store = lab_store("a", true);
    Tables       t;
    Status       status = {0};
    lab_run(store, &e, 1, &(PlanOptions){.threads = 1});
    ck_assert(tables_make(&t, store, &e, 1, 0, &status));
    ck_assert_msg(page_write(&t, lab_path("out"), "pollard lab report", &status), "%s", status.text);
    const char *const page = file_text(lab_path("out/index.html"));
    ck_assert(strstr(page, "<script") == NULL && strstr(page, "<i>") == NULL && strstr(page, "<x>") == NULL);
    ck_assert(strstr(page, "&lt;script&gt;") != NULL &&
              strstr(page, "1 table of matches. None has printed figures. ") != NULL);
    ck_assert(strstr(page, "tables of node counts") == NULL && strstr(page, "matches.csv") != NULL &&
              strstr(page, "results.csv") == NULL);
    ck_assert(strstr(page, "id=\"method-matches\"") != NULL && strstr(page, "id=\"method\"") == NULL);
    const char *const svg = file_text(lab_path("out/points-m.svg"));
    ck_assert(strstr(svg, "<i>") == NULL && strstr(svg, "touch pwned") != NULL);
    struct stat there;
    ck_assert(stat("pwned", &there) != 0);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

Suite *suite_lab_matches(void);
Suite *suite_lab_matches(void)
{
    Suite *const suite = suite_create("lab_matches");
    TCase *const tcase = tcase_create("lab_matches");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_rows_and_columns_make_cells);
    tcase_add_test(tcase, test_headings_say_what_a_variable_in_a_value_stands_for);
    tcase_add_test(tcase, test_mistakes_are_named_with_their_place);
    tcase_add_test(tcase, test_every_printed_figure_of_the_match_tables_has_one_cell);
    tcase_add_test(tcase, test_null_rows_of_mazes_have_no_printed_figures);
    tcase_add_test(tcase, test_a_cell_is_the_match_of_its_players);
    tcase_add_test(tcase, test_starts_by_number_are_played_from_both_seats);
    tcase_add_test(tcase, test_threads_and_stops_change_nothing_and_nothing_is_played_twice);
    tcase_add_test(tcase, test_a_database_that_is_missing_is_named_and_a_bad_evaluation_refused);
    tcase_add_test(tcase, test_files_of_format_2_are_read_and_brought_up_to_date);
    tcase_add_test(tcase, test_the_verdict_is_about_side_and_chance);
    tcase_add_test(tcase, test_a_null_player_agrees_with_no_printed_share);
    tcase_add_test(tcase, test_printed_figures_meet_their_cells_and_few_pairs_have_no_verdict);
    tcase_add_test(tcase, test_equal_pairs_of_games_count_once);
    tcase_add_test(tcase, test_games_of_a_pair_may_be_equal);
    tcase_add_test(tcase, test_the_page_shows_everything_and_keeps_hostile_texts);
    suite_add_tcase(suite, tcase);
    return suite;
}
