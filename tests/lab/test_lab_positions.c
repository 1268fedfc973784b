// Matches from sets of positions: where they come from, what is stored of them; variables that all cells
// share; the three readings of a printed percentage.
#include "lab/lab_cases.h"
#include "play/match.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD    "{\"name\":\"p\",\"kind\":\"match\",\"game\":\"connect-four:width=5,height=4\""
#define PLAYERS ",\"player\":\"alphabeta:depth=3\",\"opponent\":\"alphabeta:depth=1\""
#define FROM    ",\"opening\":\"positions:set.txt\",\"openings\":3,\"quick-openings\":2"

// Moves from the start, with what is left out around them.
static const char LINES[] = "# seed 7\n\nc c\n  a b c\r\n# judged\ne\n";

static void set_write(const char *name, const char *text)
{
    FILE *const file = fopen(lab_path(name), "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

// As of a file in the folder of the test.
static bool parse(Experiment *e, const char *text, const char *const set[], Status *status)
{
    const ExperimentChanges changes = {.set = set};
    return experiment_parse_changed(e, text, lab_path("mine.json"), &changes, status);
}

static Experiment parsed(const char *text, const char *const set[])
{
    Experiment e;
    Status     status = {0};
    ck_assert_msg(parse(&e, text, set, &status), "%s", status.text);
    return e;
}

static void refused(const char *text, const char *const set[], const char *word)
{
    Experiment e;
    Status     status = {0};
    ck_assert_msg(!parse(&e, text, set, &status), "accepted: %.300s", text);
    ck_assert_msg(strstr(status.text, word) != NULL, "'%s' not in: %s", word, status.text);
}

static const MatchCell *cell_of(const Experiment *e, int i) { return &match_of_experiment(e)->cells[i]; }

static void protocol_of(const Experiment *e, int i, char out[PROTOCOL_MAX])
{
    Text text = text_on(out, PROTOCOL_MAX);
    match_protocol(cell_of(e, i), e->seed, &text);
}

START_TEST(test_a_set_beside_the_file_is_played_in_order_from_both_seats)
{
    set_write("set.txt", LINES);
    Experiment   e     = parsed(HEAD PLAYERS FROM "}", NULL);
    Store *const store = lab_store("a", true);
    lab_run(store, &e, 1, &(PlanOptions){.threads = 2});
    char       protocol[PROTOCOL_MAX];
    PairResult found[3];
    Status     status;
    protocol_of(&e, 0, protocol);
    const MatchCell *const cell = cell_of(&e, 0);
    ck_assert_int_eq(cell->positions->count, 3);
    ck_assert_int_eq(pairs_read(store, protocol, cell->player.key, cell->opponent.key, 3, found, &status), 3);
    // The same games by a match of its own, from the file as it is.
    Variant                  v        = test_open(cell->game);
    const MatchSettings      settings = {.v           = &v,
                                         .contestants = 2,
                                         .player      = {&cell->player.spec, &cell->opponent.spec},
                                         .games       = 6,
                                         .threads     = 1,
                                         .plies_max   = cell->plies_max,
                                         .seed        = 1,
                                         .openings    = lab_path("set.txt")};
    static const char *const starts[] = {"c c", "a b c", "e"};
    Match                    match;
    ck_assert_msg(match_open(&match, &settings, &status), "%s", status.text);
    for (int i = 0; i < 6; i++) {
        const atomic_bool never  = false;
        MatchGame *const  played = match_game(&match, i, &never, &status);
        AnyState          start;
        variant_setup(&v, &start);
        ck_assert(variant_moves_play(&v, &start, starts[i / 2], NULL, NULL, &status));
        ck_assert_int_eq(memcmp(&start, &played->record.start, v.game->state_size), 0);
        ck_assert_int_eq(played->seats[i % 2], 0);
        ck_assert_int_eq(found[i / 2].points[i % 2], played->points[i % 2]);
        ck_assert(found[i / 2].game[i % 2] == played->hash);
        match_game_close(played);
        free(played);
    }
    match_close(&match);
    variant_close(&v);
    store_close(store);
    experiment_close(&e);
}
END_TEST

// The first 16 digits of `sha256sum` of the text "# seed 7\n\nc c\n  a b c\r\n# judged\ne\n".
START_TEST(test_results_are_stored_by_the_name_and_the_hash_of_the_set)
{
    char before[PROTOCOL_MAX], after[PROTOCOL_MAX];
    set_write("set.txt", LINES);
    Experiment e = parsed(HEAD PLAYERS FROM "}", NULL);
    protocol_of(&e, 0, before);
    ck_assert_str_eq(
        before,
        "match connect-four:width=5,height=4 openings=positions:set.txt#aafb7da8cdd4a4ab plies=20 seed=1");
    experiment_close(&e);
    set_write("set.txt", "# seed 8\nc c\na b c\ne\n");
    e = parsed(HEAD PLAYERS FROM "}", NULL);
    protocol_of(&e, 0, after);
    ck_assert_str_ne(before, after);
    experiment_close(&e);
}
END_TEST

START_TEST(test_sets_that_are_no_good_are_refused_by_name)
{
    set_write("set.txt", LINES);
    set_write("bad.txt", "c c\nx x\n");
    set_write("none.txt", "# nothing\n");
    refused(HEAD PLAYERS ",\"opening\":\"positions:unheard-of\"}", NULL,
            "'opening': 'positions:unheard-of': no such set");
    refused(HEAD PLAYERS ",\"opening\":\"positions:gone.txt\"}", NULL, "gone.txt");
    refused(HEAD PLAYERS ",\"opening\":\"positions:bad.txt\",\"openings\":2,\"quick-openings\":2}", NULL,
            "'positions:bad.txt', line 2: 'x x' is neither");
    refused(HEAD PLAYERS ",\"opening\":\"positions:none.txt\",\"openings\":1,\"quick-openings\":1}", NULL,
            "'openings': 1; 'positions:none.txt' has 0 positions");
    refused(HEAD PLAYERS ",\"opening\":\"positions:set.txt\",\"openings\":4,\"quick-openings\":2}", NULL,
            "'openings': 4; 'positions:set.txt' has 3 positions");
    refused(HEAD PLAYERS ",\"opening\":\"positions:{which}.txt\"}", NULL,
            "'opening': '{which}': no variable");
    // An experiment of the program has no folder.
    Experiment e;
    Status     status = {0};
    ck_assert(!experiment_parse(&e, HEAD PLAYERS FROM "}", "databases-5", &status));
    ck_assert_msg(strstr(status.text, "'positions:set.txt': a file; expected a set") != NULL, "%s",
                  status.text);
    // More openings than there are positions are not played twice.
    e                  = parsed(HEAD PLAYERS FROM "}", NULL);
    Store *const store = lab_store("a", true);
    ck_assert(!plan_run(store, &e, 1, &(PlanOptions){.threads = 1, .trials = 4}, NULL, NULL, &status));
    ck_assert_msg(strstr(status.text, "positions:set.txt has 3 positions") != NULL, "%s", status.text);
    store_close(store);
    experiment_close(&e);
}
END_TEST

#define ROWS                                                                                                 \
    ",\"opening\":\"positions:{row}-{kind}.txt\",\"openings\":2,\"quick-openings\":1,\"variables\":{"        \
    "\"kind\":\"a\",\"deep\":2},\"player\":\"alphabeta:depth={deep}\",\"opponent\":\"random\",\"rows\":{"    \
    "\"row\":[\"x\",\"y\"]}}"

START_TEST(test_a_row_has_its_set_and_a_variable_of_all_cells_is_set_by_one_word)
{
    char first[PROTOCOL_MAX], other[PROTOCOL_MAX];
    set_write("x-a.txt", "a\nb\n");
    set_write("y-a.txt", "b\na\nc\n");
    set_write("x-b.txt", "d\ne\n");
    set_write("y-b.txt", "e\nd\n");
    Experiment e = parsed(HEAD ROWS, NULL);
    ck_assert_str_eq(cell_of(&e, 0)->opening, "positions:x-a.txt");
    ck_assert_str_eq(cell_of(&e, 1)->opening, "positions:y-a.txt");
    ck_assert_int_eq(cell_of(&e, 0)->positions->count, 2);
    ck_assert_int_eq(cell_of(&e, 1)->positions->count, 3);
    ck_assert_str_eq(cell_of(&e, 1)->row, "row y");   // what all have is not told with each
    ck_assert_str_eq(match_value(cell_of(&e, 1), "kind"), "a");
    ck_assert_str_eq(cell_of(&e, 0)->player.shown, "alphabeta:depth=2");
    protocol_of(&e, 0, first);
    const char *const own[] = {"kind=a", "deep=2", NULL}, *const set[] = {"kind=b", "deep=3", NULL};
    Experiment same = parsed(HEAD ROWS, own), changed = parsed(HEAD ROWS, set);
    ck_assert_str_eq(same.hash, e.hash);
    ck_assert_str_eq(same.changes, "");
    ck_assert_str_ne(changed.hash, e.hash);
    ck_assert_str_eq(changed.file_hash, e.hash);
    ck_assert_str_eq(changed.changes, " --set 'kind=b' --set 'deep=3'");
    ck_assert_str_eq(cell_of(&changed, 1)->opening, "positions:y-b.txt");
    ck_assert_str_eq(cell_of(&changed, 1)->player.shown, "alphabeta:depth=3");
    protocol_of(&changed, 0, other);
    ck_assert_str_ne(first, other);
    experiment_close(&e), experiment_close(&same), experiment_close(&changed);
    const char *const unknown[] = {"kin=b", NULL}, *const bare[] = {"kind", NULL};
    refused(HEAD ROWS, unknown, "--set kin=b: the experiment has no variable of this name");
    refused(HEAD ROWS, bare, "--set kind: expected NAME=VALUE");
    refused(HEAD PLAYERS FROM "}", own, "--set kind=a: the experiment has no variable");
    refused(HEAD PLAYERS FROM ",\"variables\":[]}", NULL, "'variables': expected an object");
    refused(HEAD PLAYERS FROM ",\"variables\":{\"a\":1},\"rows\":{\"a\":[2]}}", NULL, "'a' is named twice");
}
END_TEST

// Readings of a printed share. Table VII of databases prints 74 % of 100 games for maze 1 at depth 5.

#define PRINTED(as)                                                                                          \
    "{\"name\":\"r\",\"kind\":\"match\",\"paper\":\"databases\",\"table\":\"VII\",\"game\":\"tictactoe\","   \
    "\"player\":\"random\",\"opponent\":\"random\",\"opening\":\"random:1\",\"rows\":{\"maze\":[1]},"        \
    "\"columns\":{\"depth\":[5]}" as "}"

// Of 20 pairs 12 are a win and a draw, four two draws, two a win and a loss, two a draw and a loss: won 14,
// drawn 12 + 8 + 2 = 22, lost 4 of 40 games; 14 + 11 = 25 of 40 points; 12 pairs won, 6 drawn, 2 lost by
// their sums: 15 of 20.
static void pairs_fill(Store *store, const Experiment *e)
{
    static const int points[4][2] = {{2, 1}, {1, 1}, {0, 2}, {1, 0}}, until[4] = {12, 16, 18, 20};
    char             protocol[PROTOCOL_MAX];
    protocol_of(e, 0, protocol);
    for (int i = 0, k = 0; i < 20; i++) {
        k += i == until[k];
        const PairResult r      = {.points = {points[k][0], points[k][1]},
                                   .plies  = {5, 5},
                                   .game   = {(uint64_t)(2 * i + 1), (uint64_t)(2 * i + 2)}};
        Status           status = {0};
        ck_assert(pair_put(store, protocol, cell_of(e, 0)->player.key, cell_of(e, 0)->opponent.key, i, &r,
                           &status));
    }
}

// The four experiments share their rows.
static MatchResultCell cell_read(const char *text, char **report)
{
    static bool  filled = false;
    Experiment   e      = lab_parse(text);
    Store *const store  = lab_store("r", true);
    Status       status = {0};
    Tables       t;
    if (!filled) pairs_fill(store, &e), filled = true;
    ck_assert_msg(tables_make(&t, store, &e, 1, 0, &status), "%s", status.text);
    const MatchResultCell c = table_match_cells(&t.list[0])[0];
    if (report != NULL) {
        size_t      size;
        FILE *const out = open_memstream(report, &size);
        kind_match.text_head(&t.list[0], "", out);
        const Column *shown[COLUMNS_MAX];
        columns_shown(&kind_match, &t.list[0], SHOWN_TEXT, shown);
        for (int i = 0; shown[i] != NULL; i++) fprintf(out, "|%s", shown[i]->heading);
        fclose(out);
    }
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
    return c;
}

START_TEST(test_points_pairs_and_wins_are_told_apart_and_one_of_them_is_compared)
{
    char                 *plain, *told;
    const MatchResultCell points = cell_read(PRINTED(""), &plain);
    ck_assert_int_eq(points.won, 14);
    ck_assert_int_eq(points.drawn, 22);
    ck_assert_int_eq(points.lost, 4);
    ck_assert_double_eq_tol(points.share, 25.0 / 40, 1e-12);
    ck_assert(points.pairs_won == 12 && points.pairs_drawn == 6 && points.pairs_lost == 2);
    ck_assert_double_eq_tol(points.share_pairs, 0.75, 1e-12);
    ck_assert_double_eq_tol(points.share_wins, 14.0 / 40, 1e-12);
    ck_assert(points.interval_pairs.low > points.interval.low && points.interval_pairs.high < 0.9);
    ck_assert(points.interval_wins.low > 0.2 && points.interval_wins.high < 0.5);
    ck_assert(points.compared == points.share && points.compared_interval.low == points.interval.low);
    // Wilson: 74 % of 100 games, of 50 pairs.
    ck_assert_double_eq_tol(points.published_interval.low, 0.6462901055, 1e-9);
    const MatchResultCell same  = cell_read(PRINTED(",\"printed-as\":\"points\""), &told);
    const MatchResultCell pairs = cell_read(PRINTED(",\"printed-as\":\"pairs\""), NULL);
    const MatchResultCell wins  = cell_read(PRINTED(",\"printed-as\":\"wins\""), NULL);
    ck_assert(same.verdict == points.verdict && same.compared == points.share);
    ck_assert(pairs.compared == pairs.share_pairs &&
              pairs.compared_interval.high == pairs.interval_pairs.high);
    ck_assert_double_eq_tol(pairs.published_interval.low, 0.6044684274, 1e-9);
    ck_assert_double_eq_tol(pairs.published_interval.high, 0.8412847251, 1e-9);
    ck_assert(wins.compared == wins.share_wins && wins.compared_interval.low == wins.interval_wins.low);
    ck_assert_double_eq_tol(wins.published_interval.low, 0.6462901055, 1e-9);
    // 75 % of pairs is near 74; so few wins are not.
    ck_assert(pairs.verdict == MATCH_AGREES && wins.verdict == MATCH_DIFFERS);
    // The columns are there where the file says that it is in doubt.
    ck_assert(strstr(plain, "|second|Holm|printed|") != NULL);
    ck_assert(strstr(told, "|second|pairs|95 % interval|wins|95 % interval|Holm|printed|") != NULL);
    free(plain);
    free(told);
    Experiment e;
    Status     status = {0};
    ck_assert(!experiment_parse(&e, PRINTED(",\"printed-as\":\"games\""), "x.json", &status));
    ck_assert_msg(strstr(status.text, "'printed-as': expected points, pairs or wins") != NULL, "%s",
                  status.text);
}
END_TEST

Suite *suite_lab_positions(void);
Suite *suite_lab_positions(void)
{
    Suite *const suite = suite_create("lab_positions");
    TCase *const tcase = tcase_create("lab_positions");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_a_set_beside_the_file_is_played_in_order_from_both_seats);
    tcase_add_test(tcase, test_results_are_stored_by_the_name_and_the_hash_of_the_set);
    tcase_add_test(tcase, test_sets_that_are_no_good_are_refused_by_name);
    tcase_add_test(tcase, test_a_row_has_its_set_and_a_variable_of_all_cells_is_set_by_one_word);
    tcase_add_test(tcase, test_points_pairs_and_wins_are_told_apart_and_one_of_them_is_compared);
    suite_add_tcase(suite, tcase);
    return suite;
}
