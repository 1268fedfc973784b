// Matches come to the same end whatever the threads and interruptions; their files are trusted only when they
// are right.
#include "base/io_faults.h"
#include "play/match_cases.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// The same result.

START_TEST(test_threads_change_nothing)
{
    const MatchCase *const c    = &match_cases[_i];
    Variant                v    = test_open(c->game);
    const MatchSettings    once = match_settings(c, &v, 1, match_path("a"));
    Tally                  first, again;
    match_play(&once, &first);
    ck_assert_int_eq(first.games, c->games);
    size_t      size;
    char *const text = match_text("a", &size);
    for (int threads = 2; threads <= 3; threads++) {
        const MatchSettings more = match_settings(c, &v, threads, match_path("b"));
        unlink(match_path("b"));
        match_play(&more, &again);
        tally_same(&first, &again);
        ck_assert_msg(match_is("b", text, size), "%d threads write another file", threads);
    }
    free(text);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_match_cut_at_any_byte_goes_on_to_the_same_end)
{
    const MatchCase *const c = &match_cases[_i];
    Variant                v = test_open(c->game);
    MatchSettings          t = match_settings(c, &v, 1, match_path("a"));
    Tally                  first, again;
    t.games = t.games > 6 ? 6 : t.games;
    match_play(&t, &first);
    size_t      size;
    char *const text = match_text("a", &size);
    const int   step = test_amount(_i == 0 ? 1 : 97, 1);
    for (size_t cut = 0; cut <= size; cut += (size_t)step) {
        match_put("b", text, cut);
        t.save    = match_path("b");
        t.threads = 1 + (int)(cut % 2);
        match_play(&t, &again);
        tally_same(&first, &again);
        ck_assert_msg(match_is("b", text, size), "cut at byte %zu", cut);
    }
    free(text);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_longer_match_goes_on_from_a_shorter_one)
{
    Variant       v = test_open(match_cases[0].game);
    MatchSettings t = match_settings(&match_cases[0], &v, 1, match_path("a"));
    Tally         whole, parts;
    match_play(&t, &whole);
    t.save = match_path("b");
    for (t.games = 10; t.games <= 40; t.games += 15) match_play(&t, &parts);
    tally_same(&whole, &parts);
    variant_close(&v);
}
END_TEST

START_TEST(test_the_sequential_test_ends_at_the_same_game)
{
    Variant       v = test_open("tictactoe");
    MatchSettings t = match_settings(&match_cases[0], &v, 1, match_path("a"));
    Tally         first, again;
    t.player[0] = match_player("alphabeta:depth=4"), t.player[1] = match_player("random"), t.games = 2000;
    t.sprt = true, t.elo0 = 0, t.elo1 = 60;
    match_play(&t, &first);
    ck_assert_int_lt(first.games, 2000);
    ck_assert_int_eq(first.games % 2, 0);
    ck_assert_int_eq((int)tally_sprt(&first, 0, 60).verdict, ELO_ACCEPT_H1);
    size_t      size;
    char *const text = match_text("a", &size);
    for (int threads = 2; threads <= 4; threads++) {
        match_put("b", text, size * (size_t)(threads - 2) / 3);
        t.threads = threads, t.save = match_path("b");
        match_play(&t, &again);
        tally_same(&first, &again);
        ck_assert(match_is("b", text, size));
    }
    match_play(&t, &again);   // decided already
    tally_same(&first, &again);
    free(text);
    variant_close(&v);
}
END_TEST

START_TEST(test_random_players_play_no_game_twice)
{
    Variant       v = test_open("othello");
    MatchSettings t = match_settings(&match_cases[2], &v, 1, match_path("a"));
    Tally         tally;
    t.player[0] = t.player[1] = match_player("random"), t.openings = "none";
    match_play(&t, &tally);
    size_t      size;
    char *const text      = match_text("a", &size);
    char       *games[20] = {NULL}, *rest = strchr(text, '\n') + 1;
    int         count = 0;
    for (char *line; (line = strsep(&rest, "\n")) != NULL && *line;)
        games[count++] = strstr(line, "\"moves\"");
    ck_assert_int_eq(count, t.games);
    for (int a = 0; a < count; a++)
        for (int b = 0; b < a; b++) ck_assert_int_ne(strncmp(games[a], games[b], 80), 0);
    free(text);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_match_that_is_told_to_stop_stops)
{
    Variant           v     = test_open("tictactoe");
    MatchSettings     t     = match_settings(&match_cases[0], &v, 2, NULL);
    Match *const      match = calloc(1, sizeof *match);
    const atomic_bool stop  = true;
    Status            status;
    t.games = MATCH_GAMES_MAX, t.stop = &stop;
    ck_assert(match_open(match, &t, &status) && match_run(match, NULL, NULL, &status));
    ck_assert_int_lt(match->tally.games, MATCH_GAMES_MAX);
    match_close(match);
    free(match);
    variant_close(&v);
}
END_TEST

static int group_size(const MatchCase *c, const Variant *v)
{
    Schedule schedule;
    schedule_open(&schedule, c->contestants, v->facts.players);
    return schedule.group;
}

// Reads the file with other means than the program's, and plays its games through the rules.
START_TEST(test_saved_games_lead_to_what_they_state)
{
    const MatchCase *const c = &match_cases[_i];
    Variant                v = test_open(c->game);
    const MatchSettings    t = match_settings(c, &v, 2, match_path("a"));
    Tally                  tally;
    match_play(&t, &tally);
    size_t size;
    char  *text = match_text("a", &size), *rest = strchr(text, '\n') + 1;
    int    games = 0;
    char   opening[TEXT_MAX];
    for (char *line; (line = strsep(&rest, "\n")) != NULL && *line; games++) {
        json_t *const     json  = json_loads(line, 0, NULL);
        const char *const start = json_string_value(json_object_get(json, "start"));
        AnyState          s;
        Status            status;
        Value             payoff[PLAYERS_MAX];
        if (games % group_size(c, &v) == 0) snprintf(opening, sizeof opening, "%s", start);
        ck_assert_str_eq(start, opening);   // the same for all games of a group
        ck_assert(variant_parse(&v, &s, start, &status));
        ck_assert(variant_moves_play(&v, &s, json_string_value(json_object_get(json, "moves")), NULL, NULL,
                                     &status));
        const bool over = v.game->count(v.rules, &s) == 0;
        ck_assert_str_eq(json_string_value(json_object_get(json, "ended")), over ? "rules" : "plies-max");
        v.game->payoff(v.rules, &s, payoff);
        for (int p = 0; p < v.facts.players && c->points == POINTS_RESULT; p++) {
            const json_int_t points = json_integer_value(
                json_array_get(json_object_get(json, "points"), (size_t)p));
            if (payoff[p] == 0) ck_assert_int_eq(points, 1);
            if (payoff[p] < 0) ck_assert_int_eq(points, 0);
            if (payoff[p] > 0)
                ck_assert_int_eq(points, payoff[p] == PAYOFF_UNIT * (v.facts.players - 1) ? 2 : 1);
        }
        json_decref(json);
    }
    ck_assert_int_eq(games, c->games);
    free(text);
    variant_close(&v);
}
END_TEST

// Files that are not right.

// clang-format off
#define HEADER_OF(version, seed, plies) \
    HEADER_POINTS(version, seed, plies, "result")
#define HEADER_POINTS(version, seed, plies, points) \
    "{\"pollard_match\":" version ",\"game\":\"tictactoe\",\"players\":[\"random\",\"random\"]," \
    "\"seed\":" seed ",\"openings\":\"none\",\"openings_sum\":\"0000000000000000\"," \
    "\"plies_max\":" plies ",\"points\":\"" points "\"}\n"
#define HEADER HEADER_OF("1", "7", "9")
#define LINE(number, seats, start, moves, ended, points) \
    "{\"number\":" number ",\"seats\":" seats ",\"start\":\"" start "\",\"moves\":\"" moves "\"," \
    "\"ended\":\"" ended "\",\"points\":" points ",\"nodes\":[0,0]}\n"
#define GOOD LINE("1", "[1,2]", "--------- X", "a1 b1 a2 b2 a3", "rules", "[2,0]")
static const struct {
    const char *text, *word;
} wrong[] = {
    {"hello", "not a match"},
    {"hello\n", "line 1"},
    {"\n", "line 1"},
    {"[]\n", "line 1"},
    {"{\"pollard_match\":2}\n", "version 2"},
    {"{\"pollard_match\":\"x\"}\n", "not a match"},
    {"{\"pollard_match\":1}\n", "not a match"},
    {HEADER_OF("4294967297", "7", "9"), "version 4294967297"},
    {HEADER_OF("1", "-18446744073709551609", "9"), "line 1"},
    {HEADER_OF("1", "-1", "9"), "seed -1"},
    {HEADER_OF("1", "7", "4294967305"), "plies_max 4294967305"},
    {HEADER_OF("1", "7", "-9"), "plies_max -9"},
    {HEADER_OF("1", "8", "9") GOOD "{\"number\":2,\"sea", "seed is"},
    {HEADER "garbage\n{\"number\":2,\"sea", "line 2"},
    {HEADER GOOD GOOD "{\"number\":2,\"sea", "line 3"},
    {HEADER_POINTS("1", "7", "9", "many"), "out of range"},
    {HEADER "garbage\n", "line 2"},
    {HEADER "\n", "line 2"},
    {HEADER "{\"number\":1,\"seats\":[1,2]}\n", "not a game of a match"},
    {HEADER GOOD GOOD, "line 3"},
    {HEADER LINE("2", "[1,2]", "--------- X", "a1 b1 a2 b2 a3", "rules", "[2,0]"), "expected game 1"},
    {HEADER LINE("1", "[2,1]", "--------- X", "a1 b1 a2 b2 a3", "rules", "[2,0]"), "seat 1"},
    {HEADER LINE("1", "[1]",   "--------- X", "a1 b1 a2 b2 a3", "rules", "[2,0]"), "2 numbers"},
    {HEADER LINE("1", "[1,2]", "--------- X", "a1 b1 a2 b2 a3", "rules", "[0,2]"),
     "does not follow from its moves"},
    {HEADER LINE("1", "[1,2]", "--------- X", "a1 b1 a2 b2 a1", "rules", "[2,0]"), "illegal move 'a1'"},
    {HEADER LINE("1", "[1,2]", "--------- X", "a1 b1 a2 b2",    "not",   "[1,1]"), "not ended"},
    {HEADER LINE("1", "[1,2]", "X-------- O", "b1 c1 b2 c2 b3", "rules", "[0,2]"), "another position"},
};
// clang-format on

START_TEST(test_games_are_on_the_disk_when_a_match_ends)
{
    Variant             v     = test_open("tictactoe");
    const MatchSettings t     = match_settings(&match_cases[0], &v, 1, match_path("a"));
    Match *const        match = calloc(1, sizeof *match);
    Status              status;
    ck_assert_msg(match_open(match, &t, &status), "%s", status.text);
    ck_assert(!match->file.unsynced);
    const double begun = match->file.synced;
    ck_assert(begun > 0);
    ck_assert_msg(match_run(match, NULL, NULL, &status), "%s", status.text);
    ck_assert(!match->file.unsynced && match->file.synced > begun);
    match_close(match);
    ck_assert_int_eq(match->file.fd, -1);   // closed once, and no other file by another closing
    free(match);
    variant_close(&v);
}
END_TEST

START_TEST(test_files_that_are_not_right_are_refused_and_left_alone)
{
    // The headers are of before there were digests.
    const DigestList none = {.count = 1, .list = {DIGEST_NONE}};
    Variant          v    = test_open("tictactoe");
    MatchSettings    t    = match_settings(&match_cases[1], &v, 1, NULL);
    Status           status;
    t.accept      = &none;
    t.contestants = 2, t.player[0] = t.player[1] = match_player("random"), t.games = 4,
    t.save = match_path("a");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *const text = wrong[i].text;
        match_put("a", text, strlen(text));
        t.save = match_path("a");
        ck_assert_msg(match_refused(&t, &status), "accepted: %s", text);
        ck_assert_msg(strstr(status.text, wrong[i].word) != NULL, "'%s' not in: %s", wrong[i].word,
                      status.text);
        ck_assert_msg(match_is("a", text, strlen(text)), "changed: %s", text);
    }
    match_put("a", HEADER GOOD, strlen(HEADER GOOD));
    ck_assert_msg(!match_refused(&t, &status), "%s", status.text);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_game_beyond_the_limit_of_plies_is_refused)
{
    static const char line[] = LINE("1", "[1,2]", "--------- X", "a1 b1 a2 b2 a3", "rules", "[2,0]");
    Variant           v      = test_open("tictactoe");
    MatchGame         game;
    Status            status;
    ck_assert(match_game_read(&game, &v, 5, POINTS_RESULT, line, strlen(line) - 1, &status));
    match_game_close(&game);
    ck_assert(!match_game_read(&game, &v, 4, POINTS_RESULT, line, strlen(line) - 1, &status));
    ck_assert_msg(strstr(status.text, "ends after 4") != NULL, "%s", status.text);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_file_of_another_match_is_refused_by_what_differs)
{
    Variant             v = test_open("tictactoe"), other = test_open("connect-four:width=4,height=4");
    const MatchSettings t = match_settings(&match_cases[0], &v, 1, match_path("a"));
    Tally               tally;
    match_play(&t, &tally);
    size_t                   size;
    char *const              text    = match_text("a", &size);
    static const char *const words[] = {"game is",      "player 2 is", "seed is",          "openings is",
                                        "plies-max is", "points is",   "number of players"};
    for (int i = 0; i < 7; i++) {
        MatchSettings u      = t;
        Status        status = {0};
        if (i == 0) u.v = &other;
        if (i == 1) u.player[1] = match_player("random");
        if (i == 2) u.seed++;
        if (i == 3) u.openings = "none";
        if (i == 4) u.plies_max--;
        if (i == 5) u.points = POINTS_PLACE;
        if (i == 6) u.player[u.contestants++] = match_player("random");
        ck_assert(match_refused(&u, &status));
        ck_assert_msg(strstr(status.text, words[i]) != NULL, "'%s' not in: %s", words[i], status.text);
        ck_assert(match_is("a", text, size));
    }
    free(text);
    variant_close(&v);
    variant_close(&other);
}
END_TEST

START_TEST(test_a_changed_byte_is_refused_or_played_over)
{
    Variant       v = test_open("tictactoe");
    MatchSettings t = match_settings(&match_cases[0], &v, 1, match_path("a"));
    Tally         tally;
    Rng           rng = rng_seed(5);
    t.games           = 4;
    match_play(&t, &tally);
    size_t      size;
    char *const text = match_text("a", &size);
    t.save           = match_path("b");
    int refused      = 0;
    for (int i = 0; i < test_amount(1500, 100000); i++) {
        const size_t at     = rng_below(&rng, (uint32_t)size);
        const char   kept   = text[at];
        Status       status = {0};
        text[at]            = (char)rng_below(&rng, 256);
        match_put("b", text, size);
        if (match_refused(&t, &status)) {
            refused++;
            ck_assert(status.text[0] && strchr(status.text, '\n') == NULL);
            ck_assert_msg(match_is("b", text, size), "a refused file was changed");
        }
        text[at] = kept;
    }
    // the rest: node counts, the same byte, the last newline
    ck_assert_int_gt(refused, test_amount(1300, 90000));
    free(text);
    variant_close(&v);
}
END_TEST

START_TEST(test_two_matches_do_not_write_one_file)
{
    Variant             v     = test_open("tictactoe");
    const MatchSettings t     = match_settings(&match_cases[0], &v, 1, match_path("a"));
    Match *const        first = calloc(1, sizeof *first);
    Status              status;
    ck_assert(match_open(first, &t, &status));
    ck_assert(match_refused(&t, &status));
    ck_assert_msg(strstr(status.text, "another match") != NULL, "%s", status.text);
    match_close(first);
    ck_assert(!match_refused(&t, &status));
    free(first);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_full_disk_leaves_whole_lines_and_the_match_goes_on_later)
{
    Variant       v     = test_open("tictactoe");
    MatchSettings t     = match_settings(&match_cases[0], &v, 2, match_path("a"));
    Match *const  match = calloc(1, sizeof *match);
    Tally         whole, again;
    Status        status = {0};
    match_play(&t, &whole);
    size_t      size;
    char *const text = match_text("a", &size);
    t.save           = match_path("b");
    struct rlimit room;
    getrlimit(RLIMIT_FSIZE, &room);
    signal(SIGXFSZ, SIG_IGN);
    const rlim_t usual = room.rlim_cur;
    room.rlim_cur      = 1000;
    setrlimit(RLIMIT_FSIZE, &room);
    ck_assert(match_open(match, &t, &status));
    ck_assert(!match_run(match, NULL, NULL, &status));
    ck_assert_msg(status.kind == STATUS_SYSTEM && strstr(status.text, "cannot write") != NULL, "%s",
                  status.text);
    ck_assert_int_gt(match->tally.games, 0);
    match_close(match);
    room.rlim_cur = usual;
    setrlimit(RLIMIT_FSIZE, &room);
    size_t      part_size;
    char *const part = match_text("b", &part_size);
    ck_assert(part_size < size && part[part_size - 1] == '\n' && memcmp(part, text, part_size) == 0);
    match_play(&t, &again);
    tally_same(&whole, &again);
    ck_assert(match_is("b", text, size));
    free(text);
    free(part);
    free(match);
    variant_close(&v);
}
END_TEST

// One call of the disk fails, whichever: the match says so, or did not need it; it never ends otherwise, and
// continues from what it left.
START_TEST(test_a_disk_that_fails_never_changes_a_match)
{
    Variant       v = test_open("tictactoe");
    MatchSettings t = match_settings(&match_cases[0], &v, 1, match_path("a"));
    Tally         whole, again;
    size_t        size;
    int           failures = 0, refused = 0;
    t.games = 4;
    io_in_parts(_i == 1);
    match_play(&t, &whole);
    char *const text = match_text("a", &size);
    for (long n = 1; n < 1000; n++) {
        Match *const match  = calloc(1, sizeof *match);
        Status       status = {0};
        t.save              = match_path("b");
        unlink(t.save);
        io_fail_at(n);
        const bool opened = match_open(match, &t, &status),
                   good   = opened && match_run(match, NULL, NULL, &status);
        if (opened) match_close(match);
        const bool failed = io_failed();
        free(match);
        if (!failed) break;
        failures++, refused += !good;
        if (!good)
            ck_assert_msg(status.kind == STATUS_SYSTEM && status.text[0], "call %ld: '%s'", n, status.text);
        else ck_assert_msg(match_is("b", text, size), "call %ld: another file", n);
        match_play(&t, &again);
        tally_same(&whole, &again);
        ck_assert_msg(match_is("b", text, size), "after call %ld: another file", n);
    }
    io_in_parts(false);
    ck_assert_int_gt(failures, 5);
    ck_assert_int_gt(refused, 4);
    free(text);
    variant_close(&v);
}
END_TEST

Suite *suite_match_file(void);
Suite *suite_match_file(void)
{
    Suite *const suite = suite_create("match_file");
    TCase *const tcase = tcase_create("match_file");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, match_folder_make, match_folder_remove);
    tcase_add_loop_test(tcase, test_threads_change_nothing, 0, MATCH_CASES);
    tcase_add_loop_test(tcase, test_a_match_cut_at_any_byte_goes_on_to_the_same_end, 0, MATCH_CASES);
    tcase_add_test(tcase, test_a_longer_match_goes_on_from_a_shorter_one);
    tcase_add_test(tcase, test_the_sequential_test_ends_at_the_same_game);
    tcase_add_test(tcase, test_random_players_play_no_game_twice);
    tcase_add_test(tcase, test_a_match_that_is_told_to_stop_stops);
    tcase_add_loop_test(tcase, test_saved_games_lead_to_what_they_state, 0, MATCH_CASES);
    tcase_add_test(tcase, test_games_are_on_the_disk_when_a_match_ends);
    tcase_add_test(tcase, test_files_that_are_not_right_are_refused_and_left_alone);
    tcase_add_test(tcase, test_a_game_beyond_the_limit_of_plies_is_refused);
    tcase_add_test(tcase, test_a_file_of_another_match_is_refused_by_what_differs);
    tcase_add_test(tcase, test_a_changed_byte_is_refused_or_played_over);
    tcase_add_test(tcase, test_two_matches_do_not_write_one_file);
    tcase_add_test(tcase, test_a_full_disk_leaves_whole_lines_and_the_match_goes_on_later);
    tcase_add_loop_test(tcase, test_a_disk_that_fails_never_changes_a_match, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
