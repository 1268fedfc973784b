// Tunings with known answers. What a tuning finds on its way is in its journal, and one that finds it there
// does not play for it: so the tests, costs and widths that it meets can be chosen, and what it must make of
// them can be worked out by hand.
#include "base/file.h"
#include "search/search.h"
#include "tune/features.h"
#include "tune/regions.h"
#include "tune/windows.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char folder[64], result[100];

static void folder_make(void)
{
    snprintf(folder, sizeof folder, "/tmp/pollard_tune_XXXXXX");
    ck_assert(mkdtemp(folder) != NULL);
    snprintf(result, sizeof result, "%s/out.json", folder);
}

static void folder_remove(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static TuneSettings settings_of(const Variant *v, const char *player, int depth)
{
    TuneSettings t = {.v        = v,
                      .openings = "random:2",
                      .out      = result,
                      .seed     = 3,
                      .threads  = 1,
                      .games    = 4,
                      .rounds   = 1,
                      .check    = 2,
                      .depth    = depth};
    Status       status;
    ck_assert_msg(player_spec_parse(&t.player, player, &status), "%s", status.text);
    return t;
}

// A journal as a tuning of these settings would have left it.
static void journal_write(const TuneSettings *t, const char *about, const double rows[][4], int count,
                          const int size[])
{
    Tune *const tune = calloc(1, sizeof *tune);
    Status      status;
    ck_assert_msg(tune_open(tune, t, about, &status), "%s", status.text);
    for (int i = 0; i < count; i++) ck_assert(tune_add(tune, rows[i], size[i], &status));
    tune_close(tune);
    free(tune);
}

// Widths of three plies: two levels. The first row is where they begin; a test has a result, a number of
// games and a score.
typedef struct WindowsCase {
    bool   linear;
    double start[2];
    int    tests;
    struct {
        bool   passed;
        int    level;
        double width;
    } test[16];
    Value found[2];
} WindowsCase;

static const WindowsCase windows[] = {
    // Narrowed to 3/5 level after level, whole numbers, until a test fails; zero is the last.
    {.start = {10, 20},
     .tests = 9,
     .test  = {{true, 0, 10},
               {true, 1, 6},
               {true, 2, 12},
               {false, 1, 3},
               {true, 2, 7},
               {true, 2, 4},
               {true, 2, 2},
               {true, 2, 1},
               {true, 2, 0}},
     .found = {6, 0}},
    // Doubled until it passes.
    {.start = {10, 20},
     .tests = 5,
     .test  = {{false, 0, 10}, {false, 0, 20}, {true, 0, 40}, {false, 1, 24}, {false, 2, 48}},
     .found = {40, 80}},
    // Doubled six times, then taken as it is.
    {.start = {1, 3},
     .tests = 8,
     .test  = {{false, 0, 1},
               {false, 0, 2},
               {false, 0, 4},
               {false, 0, 8},
               {false, 0, 16},
               {false, 0, 32},
               {false, 1, 38},
               {false, 2, 115}},
     .found = {64, 192}},
    // Linear: 2c and c, the least c that covers both: 8. Then 4.8 and 2.88, rounded.
    {.linear = true,
     .start  = {10, 8},
     .tests  = 3,
     .test   = {{true, 0, 16}, {true, 0, 10}, {false, 0, 6}},
     .found  = {10, 5}},
    // 5 by the first level; doubled once: 20 and 10; then 6 and 3.6.
    {.linear = true,
     .start  = {10, 2},
     .tests  = 4,
     .test   = {{false, 0, 10}, {true, 0, 20}, {true, 0, 12}, {false, 0, 7}},
     .found  = {12, 6}},
    // Never below c = 1: 0.6 is tried, and is the last.
    {.linear = true, .start = {1, 1}, .tests = 2, .test = {{true, 0, 2}, {true, 0, 1}}, .found = {1, 1}},
};

static void windows_journal(const WindowsCase *c, const TuneSettings *t)
{
    double rows[17][4];
    int    size[17] = {2};
    memcpy(rows[0], c->start, sizeof c->start);
    for (int i = 0; i < c->tests; i++) {
        const double row[4] = {c->test[i].passed, 10 + i, 0.25 + 0.01 * i, 0};
        memcpy(rows[i + 1], row, sizeof row);
        size[i + 1] = 3;
    }
    journal_write(t, c->linear ? "windows, linear" : "windows", rows, c->tests + 1, size);
}

// Which test is next by what the progress says, and how far it has come.
typedef struct Heard {
    const WindowsCase *c;
    int                tests;
    double             done;
} Heard;

static void hear(void *context, const char *what, double done)
{
    Heard *const             heard = context;
    const WindowsCase *const c     = heard->c;
    const int                i     = heard->tests;
    char                     expected[80];
    ck_assert_double_ge(done, heard->done);
    heard->done = done;
    if (i == c->tests) return;
    if (c->test[i].level > 0)
        snprintf(expected, sizeof expected, "level %d at %.0f", c->test[i].level, c->test[i].width);
    else
        snprintf(expected, sizeof expected, "test %d, all levels, the first at %.0f", i + 1,
                 c->test[i].width);
    heard->tests += strcmp(what, expected) == 0;
}

START_TEST(test_windows_say_which_test_is_at_work)
{
    Variant      v       = test_open("connect-four");
    TuneSettings t       = settings_of(&v, "alphabeta", 3);
    Heard        hear_of = {.c = &windows[_i]};
    TuneWindows  found;
    Status       status;
    windows_journal(&windows[_i], &t);
    t.progress = hear, t.context = &hear_of;
    ck_assert_msg(tune_windows(&t, windows[_i].linear, &found, &status), "%s", status.text);
    ck_assert_int_eq(hear_of.tests, windows[_i].tests);
    ck_assert_double_eq(hear_of.done, 1);
    tune_windows_close(&found);
    variant_close(&v);
}
END_TEST

START_TEST(test_windows_are_narrowed_as_the_tests_say)
{
    const WindowsCase *const c = &windows[_i];
    Variant                  v = test_open("connect-four");
    const TuneSettings       t = settings_of(&v, "alphabeta", 3);
    TuneWindows              found;
    Status                   status;
    windows_journal(c, &t);
    ck_assert_msg(tune_windows(&t, c->linear, &found, &status), "%s", status.text);
    ck_assert_int_eq(found.levels, 2);
    ck_assert_int_eq(found.tests, c->tests);
    for (int i = 0; i < c->tests; i++) {
        ck_assert_int_eq(found.test[i].level, c->test[i].level);
        ck_assert_int_eq(found.test[i].width, (int)c->test[i].width);
        ck_assert_int_eq(found.test[i].passed, c->test[i].passed);
        ck_assert_int_eq(found.test[i].games, 10 + i);
        ck_assert_double_eq_tol(found.test[i].score, 0.25 + 0.01 * i, 1e-12);
    }
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(found.found[i], c->found[i]);
        if (!c->linear) ck_assert_int_eq(found.start[i], (int)c->start[i]);
    }
    char text[40];
    snprintf(text, sizeof text, "%d/%d", c->found[0], c->found[1]);
    ck_assert_int_eq(found.tuned.count, 1);
    ck_assert_str_eq(found.tuned.game, "connect-four");
    ck_assert_str_eq(found.tuned.keys[0].key, "windows");
    ck_assert_str_eq(found.tuned.keys[0].value, text);
    // The matches that judge it: two games each, against a ply less and against the same depth.
    ck_assert_str_eq(found.less.against, "alphabeta:depth=2");
    ck_assert_str_eq(found.same.against, "alphabeta:depth=3");
    ck_assert_int_eq(found.less.score.won + found.less.score.drawn + found.less.score.lost, 2);
    ck_assert_int_eq(found.same.score.won + found.same.score.drawn + found.same.score.lost, 2);
    tune_windows_close(&found);
    variant_close(&v);
}
END_TEST

// The first widths: how far a search of the plies that are left departs from the evaluation, at most, over
// sixty positions, decided ones left out; by the reference search.
START_TEST(test_windows_begin_at_the_largest_swing)
{
    enum { POSITIONS = 60, PURPOSE_POSITIONS = TUNE_SEEDS - 1 };
    Variant      v = test_open("connect-four:width=5,height=4");
    TuneSettings t = settings_of(&v, "alphabeta:order=killer", 4);
    TuneWindows  found;
    Status       status;
    Openings     openings;
    Value        most[3] = {0}, values[PLAYERS_MAX];
    Tune *const  tune    = calloc(1, sizeof *tune);
    t.games              = 2;
    tune->settings       = t;
    ck_assert(openings_open(&openings, &v, t.openings, tune_seed(tune, PURPOSE_POSITIONS), &status));
    for (int i = 0; i < POSITIONS; i++) {
        AnyState s;
        ck_assert(openings_position(&openings, i, &s, &status));
        const Value now = v.game->evaluate(v.rules, &s, v.game->turn(v.rules, &s));
        for (int level = 1; level <= 3; level++) {
            const Value then = reference_value(&v, ALGORITHM_ALPHABETA, &s, 4 - level, values);
            const Value d    = abs(then) >= VALUE_WIN_MIN ? 0 : abs(then - now);
            if (d > most[level - 1]) most[level - 1] = d;
        }
    }
    openings_close(&openings);
    ck_assert_msg(tune_windows(&t, false, &found, &status), "%s", status.text);
    for (int i = 0; i < 3; i++) ck_assert_int_eq(found.start[i], most[i] > 0 ? most[i] : 1);
    tune_windows_close(&found);
    free(tune);
    variant_close(&v);
}
END_TEST

// Regions: the borders with the fewest nodes, the first of equals.
START_TEST(test_regions_with_the_fewest_nodes_are_chosen)
{
    // 0/0, 0/1, 0/2, 1/1, 1/2, 2/2
    static const struct {
        double      nodes[6];
        const char *best;
    } cases[] = {
        {{50, 40, 40, 30, 60, 30}, "1/1"}, {{10, 40, 40, 30, 60, 30}, "0/0"},
        {{50, 40, 40, 30, 60, 29}, "2/2"}, {{50, 40, 20, 30, 60, 29}, "0/2"},
        {{50, 40, 20, 30, 12, 29}, "1/2"},
    };
    Variant            v = test_open("abalone");
    const TuneSettings t = settings_of(&v, "alphabeta:order=combined", 2);
    TuneRegions        found;
    Status             status;
    double             rows[6][4];
    for (int i = 0; i < 6; i++) rows[i][0] = cases[_i].nodes[i];
    journal_write(&t, "regions", rows, 6, (int[]){1, 1, 1, 1, 1, 1});
    ck_assert_msg(tune_regions(&t, &found, &status), "%s", status.text);
    ck_assert_int_eq(found.depth, 2);
    for (int a = 0, row = 0; a <= 2; a++)
        for (int b = a; b <= 2; b++) ck_assert_double_eq(found.nodes[a][b], cases[_i].nodes[row++]);
    ck_assert_str_eq(found.tuned.game, "abalone");
    ck_assert_str_eq(found.tuned.keys[0].key, "regions");
    ck_assert_str_eq(found.tuned.keys[0].value, cases[_i].best);
    variant_close(&v);
}
END_TEST

// And what they cost, searched one by one.
START_TEST(test_regions_cost_the_nodes_of_their_searches)
{
    Variant      v = test_open("abalone");
    TuneSettings t = settings_of(&v, "alphabeta:order=combined", 2);
    TuneRegions  found;
    Status       status;
    Openings     openings;
    Tune *const  tune = calloc(1, sizeof *tune);
    tune->settings = t, t.threads = 1 + _i;
    ck_assert_msg(tune_regions(&t, &found, &status), "%s", status.text);
    ck_assert(openings_open(&openings, &v, t.openings, tune_seed(tune, 0), &status));
    for (int a = 0; a <= 2; a++)
        for (int b = a; b <= 2; b++) {
            char     text[60];
            uint64_t nodes = 0;
            snprintf(text, sizeof text, "alphabeta:order=combined,regions=%d/%d", a, b);
            const SearchSettings settings = test_settings(&v, text);
            for (int i = 0; i < t.games; i++) {
                AnyState           s;
                SearchResult       r;
                const SearchLimits limits = {.depth = 2};
                Search *const      se     = test_search(&v, &settings);
                ck_assert(openings_position(&openings, i, &s, &status));
                search_run(se, &s, &limits, NULL, NULL, &r);
                nodes += r.nodes;
                search_close(se);
            }
            ck_assert_double_eq(found.nodes[a][b], (double)nodes);
        }
    openings_close(&openings);
    free(tune);
    variant_close(&v);
}
END_TEST

// Features, counted on the board: what the one has more than the other.
static const struct {
    const char *game, *eval, *position;
    int         count;
    double      first[3];   // for player 1; player 2 has the opposite
} features[] = {
    {"checkers", "material", "B:W21,K5:B1,2,K30", 2, {1, 0}},        // men 2-1, kings 1-1
    {"checkers", "material", "W:W18,K6,30:BK27,9,K4", 2, {-1, 1}},   // 1-2, 2-1
    {"checkers", "material", "B:W21,22,23,24:B1", 2, {-3, 0}},
    // captures 3-1, piles 2-3, reserve 2-0
    {"focus",
     "pieces",
     "-,1,-,-/-,-,-,-,-,-/2,-,221,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,112,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-/"
     "-,-,-,2 1 2,0 3,1 -",
     3,
     {2, -1, 2}},
};

START_TEST(test_features_are_what_stands_on_the_board)
{
    Variant     v    = test_open(features[_i].game);
    Spec        spec = {.name = "x"};
    Evaluation *e;
    FeatureSet  set;
    Status      status;
    AnyState    s;
    double      x[EVAL_WEIGHTS_MAX];
    ck_assert_msg(variant_parse(&v, &s, features[_i].position, &status), "%s", status.text);
    ck_assert(spec_put(&spec, "eval", features[_i].eval));
    ck_assert(evaluation_parse(&e, &v, &spec, &status) && evaluation_load(e, &status));
    ck_assert_msg(features_open(&set, &v, e, &status), "%s", status.text);
    ck_assert_int_eq(set.n, features[_i].count);
    for (int p = 0; p < 2; p++) {
        features_of(&set, &s, p, x);
        for (int i = 0; i < set.n; i++)
            ck_assert_msg(x[i] == (p == 0 ? 1 : -1) * features[_i].first[i], "feature %d of player %d is %f",
                          i, p + 1, x[i]);
    }
    features_close(&set);
    evaluation_close(e);
    variant_close(&v);
}
END_TEST

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

Suite *suite_tune_known(void);
Suite *suite_tune_known(void)
{
    Suite *const suite = suite_create("tune_known");
    TCase *const tcase = tcase_create("tune_known");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, folder_make, folder_remove);
    tcase_add_loop_test(tcase, test_windows_are_narrowed_as_the_tests_say, 0, COUNT(windows));
    tcase_add_loop_test(tcase, test_windows_say_which_test_is_at_work, 0, COUNT(windows));
    tcase_add_test(tcase, test_windows_begin_at_the_largest_swing);
    tcase_add_loop_test(tcase, test_regions_with_the_fewest_nodes_are_chosen, 0, 5);
    tcase_add_loop_test(tcase, test_regions_cost_the_nodes_of_their_searches, 0, 2);
    tcase_add_loop_test(tcase, test_features_are_what_stands_on_the_board, 0, COUNT(features));
    suite_add_tcase(suite, tcase);
    return suite;
}
#undef COUNT
