// Matches: fair seats, openings, points and pairs, players.
#include "play/match_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The schedule.

START_TEST(test_every_group_seats_everybody_equally_often_everywhere)
{
    for (int players = 2; players <= PLAYERS_MAX; players++)
        for (int k = 2; k <= 9; k++) {
            Schedule schedule;
            schedule_open(&schedule, k, players);
            for (int group = 0; group < schedule.patterns; group++) {
                int sat[CONTESTANTS_MAX][PLAYERS_MAX] = {{0}};
                for (int i = 0; i < schedule.group; i++) {
                    int seats[PLAYERS_MAX];
                    schedule_seats(&schedule, group * schedule.group + i, seats);
                    for (int p = 0; p < players; p++) sat[seats[p]][p]++;
                }
                for (int a = 0; a < k; a++)
                    for (int p = 0; p < players; p++) ck_assert_int_eq(sat[a][p], sat[0][0]);
                ck_assert_int_eq(sat[0][0] * k, schedule.group);
            }
        }
}
END_TEST

START_TEST(test_every_game_shares_its_seats_evenly_and_no_seating_comes_twice)
{
    for (int players = 2; players <= PLAYERS_MAX; players++)
        for (int k = 2; k <= players; k++) {
            Schedule schedule;
            schedule_open(&schedule, k, players);
            const int total = schedule.patterns * schedule.group;
            bool     *seen  = calloc(46656, sizeof *seen);
            for (int game = 0; game < total; game++) {
                int seats[PLAYERS_MAX], sat[PLAYERS_MAX] = {0}, code = 0;
                schedule_seats(&schedule, game, seats);
                for (int p = 0; p < players; p++) sat[seats[p]]++, code = code * 6 + seats[p];
                for (int a = 0; a < k; a++)
                    ck_assert(sat[a] >= players / k && sat[a] <= (players + k - 1) / k);
                ck_assert(!seen[code]);
                seen[code] = true;
            }
            free(seen);
        }
}
END_TEST

START_TEST(test_two_contestants_in_four_seats_sit_as_documented)
{
    static const char *const expected[] = {"AABB", "BBAA", "ABAB", "BABA", "ABBA", "BAAB", "AABB"};
    Schedule                 schedule;
    schedule_open(&schedule, 2, 4);
    for (int game = 0; game < 7; game++) {
        int  seats[PLAYERS_MAX];
        char text[5] = "";
        schedule_seats(&schedule, game, seats);
        for (int p = 0; p < 4; p++) text[p] = (char)('A' + seats[p]);
        ck_assert_str_eq(text, expected[game]);
    }
}
END_TEST

START_TEST(test_more_contestants_than_seats_meet_in_all_pairs_with_both_colours)
{
    Schedule schedule;
    int      met[5][5] = {{0}};
    schedule_open(&schedule, 5, 2);
    ck_assert_int_eq(schedule.group, 20);
    for (int game = 0; game < 20; game++) {
        int seats[PLAYERS_MAX], back[PLAYERS_MAX];
        schedule_seats(&schedule, game, seats);
        schedule_seats(&schedule, game ^ 1, back);
        ck_assert(seats[0] == back[1] && seats[1] == back[0]);
        met[seats[0]][seats[1]]++;
    }
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) ck_assert_int_eq(met[a][b], a != b);
}
END_TEST

// Openings.

START_TEST(test_openings_depend_on_seed_and_number_alone)
{
    Variant  v = test_open("othello");
    Openings one, other;
    Status   status;
    AnyState a, b;
    ck_assert(openings_open(&one, &v, "random:5", 3, &status) &&
              openings_open(&other, &v, "random:5", 4, &status));
    int same = 0;
    for (int i = 9; i >= 0; i--) {   // the order of asking is of no account
        ck_assert(openings_position(&one, i, &a, &status) && openings_position(&one, i, &b, &status));
        ck_assert(memcmp(&a, &b, sizeof a) == 0);
        int discs = 0;
        for (int cell = 0; cell < v.facts.cells; cell++)
            discs += v.game->cell_view(v.rules, &a, cell).owner >= 0;
        ck_assert_int_eq(discs, 4 + 10);   // no pass in these
        ck_assert(openings_position(&other, i, &b, &status));
        same += memcmp(&a, &b, sizeof a) == 0;
        ck_assert(openings_position(&one, i + 1, &b, &status));
        same += memcmp(&a, &b, sizeof a) == 0;
    }
    ck_assert_int_eq(same, 0);
    openings_close(&one);
    openings_close(&other);
    variant_close(&v);
}
END_TEST

START_TEST(test_openings_that_cannot_be_are_refused_by_name)
{
    static const struct {
        const char *text, *file, *word;
    } bad[] = {
        {"random:5", NULL, "over before"},    {"random:x", NULL, "random:x"},
        {"random:-1", NULL, "random:-1"},     {"random:", NULL, "random:"},
        {"/no/such/file", NULL, "/no"},       {NULL, "a1\n\nz9\n", "line 3"},
        {NULL, "# nothing\n", "none"},        {NULL, "", "none"},
        {NULL, "a1 b1 a2 b2 a3\n", "line 1"},
    };
    Variant v = test_open("tictactoe");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Openings openings;
        Status   status = {0};
        if (bad[i].file != NULL) match_put("openings", bad[i].file, strlen(bad[i].file));
        ck_assert(!openings_open(&openings, &v, bad[i].text != NULL ? bad[i].text : match_path("openings"), 1,
                                 &status));
        ck_assert_msg(strstr(status.text, bad[i].word) != NULL, "'%s' not in: %s", bad[i].word, status.text);
    }
    variant_close(&v);
}
END_TEST

static bool two_plies_from(const Variant *v, const AnyState *start, const AnyState *end)
{
    Move      first[GAME_MOVES_MAX], second[GAME_MOVES_MAX];
    const int n = v->game->generate(v->rules, start, first);
    for (int i = 0; i < n; i++) {
        AnyState s, last;
        v->game->play(v->rules, &s, start, first[i]);
        const int m = v->game->generate(v->rules, &s, second);
        for (int k = 0; k < m; k++) {
            v->game->play(v->rules, &last, &s, second[k]);
            if (memcmp(&last, end, v->game->state_size) == 0) return true;
        }
    }
    return false;
}

// Random plies from any position of a file: by the seed and the number alone, all of them by and by.
START_TEST(test_openings_may_walk_on_from_a_file)
{
    enum { LINES = 3, OPENINGS = 60 };
    static const char *const lines[LINES] = {"8/8/3k4/3n4/2P5/2K5/8/3R4 w - - 0 1",
                                             "8/8/3k4/3n4/2P5/2K5/8/4R3 w - - 0 1",
                                             "8/8/3k4/3n4/2P5/2K5/8/5R2 w - - 0 1"};
    char                     text[TEXT_MAX];
    Status                   status;
    Variant                  v = test_open("chess");
    Openings                 openings, same;
    AnyState                 s, other, start[LINES];
    int                      from[LINES] = {0};
    char                     all[TEXT_MAX];
    Text                     written = text_on(all, sizeof all);
    for (int i = 0; i < LINES; i++) {
        text_add(&written, "%s\n", lines[i]);
        ck_assert(variant_parse(&v, &start[i], lines[i], &status));
    }
    match_put("openings", all, strlen(all));
    snprintf(text, sizeof text, "random:1:%s", match_path("openings"));
    ck_assert_msg(openings_open(&openings, &v, text, 1, &status) &&
                      openings_open(&same, &v, text, 1, &status),
                  "%s", status.text);
    openings_start(&openings, &s);
    ck_assert_mem_eq(&s, &start[0], v.game->state_size);
    for (int i = 0; i < OPENINGS; i++) {
        ck_assert(openings_position(&openings, i, &s, &status) &&
                  openings_position(&same, i, &other, &status));
        ck_assert_mem_eq(&s, &other, v.game->state_size);
        for (int k = 0; k < LINES; k++) from[k] += two_plies_from(&v, &start[k], &s);
    }
    for (int k = 0; k < LINES; k++) ck_assert_int_gt(from[k], OPENINGS / 10);
    openings_close(&openings);
    openings_close(&same);
    ck_assert(!openings_open(&openings, &v, "random:1:nowhere.epd", 1, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "nowhere.epd"));
    variant_close(&v);
}
END_TEST

START_TEST(test_openings_of_a_file_are_positions_or_moves_in_turn)
{
    static const char text[] =
        "# two\nf5 d6\n\n---------------------------OX------XO--------------------------- O\n";
    Variant  v = test_open("othello");
    Openings openings;
    Status   status;
    AnyState s, expected;
    match_put("openings", text, strlen(text));
    ck_assert_msg(openings_open(&openings, &v, match_path("openings"), 1, &status), "%s", status.text);
    ck_assert_int_eq(openings.count, 2);
    variant_setup(&v, &expected);
    ck_assert(variant_moves_play(&v, &expected, "f5d6", NULL, NULL, &status));
    ck_assert(openings_position(&openings, 2, &s, &status) && memcmp(&s, &expected, sizeof s) == 0);
    ck_assert(openings_position(&openings, 1, &s, &status));
    ck_assert_int_eq(v.game->turn(v.rules, &s), 1);
    openings_close(&openings);
    variant_close(&v);
}
END_TEST

// What is counted.

START_TEST(test_points_add_up)
{
    const MatchCase *const c = &match_cases[_i];
    Variant                v = test_open(c->game);
    const MatchSettings    t = match_settings(c, &v, 1, NULL);
    Tally                  tally;
    match_play(&t, &tally);
    const int players = v.facts.players;
    int64_t   points = 0, seats = 0;
    for (int k = 0; k < c->contestants; k++) points += tally.contestant[k].points;
    for (int p = 0; p < players; p++) seats += tally.seat_points[p];
    ck_assert_int_eq(points, seats);
    if (players == 2) ck_assert_int_eq(points, 2 * tally.games);
    if (c->points == POINTS_PLACE) ck_assert_int_eq(points, (int64_t)players * (players - 1) * tally.games);
    for (int a = 0; a < c->contestants; a++)
        for (int b = 0; b < c->contestants; b++) {
            ck_assert_int_eq(tally.cross[a][b].won, tally.cross[b][a].lost);
            ck_assert_int_eq(tally.cross[a][b].drawn, tally.cross[b][a].drawn);
        }
    variant_close(&v);
}
END_TEST

START_TEST(test_pairs_and_draws_are_counted_as_by_hand)
{
    static const int   first[] = {2, 2, 1, 0, 0, 1, 0, 0, 2, 0};   // what contestant 1 gets, game by game
    static const Ended how[] = {ENDED_BY_RULES, ENDED_BY_RULES, ENDED_BY_CAP, ENDED_BY_RULES, ENDED_BY_RULES,
                                ENDED_BY_RULES, ENDED_BY_RULES, ENDED_BY_CAP, ENDED_BY_CAP,   ENDED_BY_RULES};
    Schedule           schedule;
    schedule_open(&schedule, 2, 2);
    Tally  tally = {.schedule = &schedule};
    Status status;
    for (int i = 0; i < 10; i++) {
        MatchGame game = {.number = i, .ended = how[i], .hash = 100 + (uint64_t)i};
        schedule_seats(&schedule, i, game.seats);
        for (int p = 0; p < 2; p++) game.points[p] = game.seats[p] == 0 ? first[i] : 2 - first[i];
        ck_assert(tally_add(&tally, &game, &status));
    }
    ck_assert_int_eq(tally.different, 10);
    static const uint64_t pairs[5] = {1, 2, 1, 0, 1};   // 2+2, 1+0, 0+1, 0+0, 2+0
    for (int i = 0; i < 5; i++) ck_assert_uint_eq(tally.pairs[0][1][i], pairs[i]);
    ck_assert_int_eq(tally.contestant[0].points, 8);
    ck_assert_int_eq(tally.cross[0][1].won, 3);
    ck_assert_int_eq(tally.cross[0][1].drawn, 2);
    ck_assert_int_eq(tally.cross[0][1].lost, 5);
    ck_assert_int_eq(tally.drawn_by_cap, 1);
    ck_assert_int_eq(tally.drawn_by_rules, 1);
    ck_assert_int_eq(tally.capped, 3);
    tally_close(&tally);
}
END_TEST

// Pairs of games by their numbers, and what contestant 1 got in them. The third repeats the first; the fourth
// has one game of it only; the fifth has its games the other way round; the last is half a pair.
START_TEST(test_a_pair_that_was_played_before_counts_once_in_elo_and_always_in_points)
{
    static const struct {
        uint64_t hash;
        int      points;
    } games[] = {{7, 2}, {8, 2}, {7, 0}, {9, 0}, {7, 2}, {8, 2}, {7, 2}, {5, 1}, {8, 2}, {7, 2}, {7, 2}};
    static const uint64_t pairs[5] = {1, 0, 0, 1, 2};
    Schedule              schedule;
    schedule_open(&schedule, 2, 2);
    Tally  tally = {.schedule = &schedule};
    Status status;
    for (int i = 0; i < 11; i++) {
        MatchGame game = {.number = i, .ended = ENDED_BY_RULES, .hash = games[i].hash};
        schedule_seats(&schedule, i, game.seats);
        for (int p = 0; p < 2; p++)
            game.points[p] = game.seats[p] == 0 ? games[i].points : 2 - games[i].points;
        ck_assert(tally_add(&tally, &game, &status));
    }
    for (int i = 0; i < 5; i++) ck_assert_uint_eq(tally.pairs[0][1][i], pairs[i]);
    ck_assert_int_eq(tally.games, 11);
    ck_assert_int_eq(tally.different, 9);
    ck_assert_int_eq(tally.cross[0][1].won, 8);
    ck_assert_uint_eq(tally_elo(&tally, 0, 1).trials, 4);
    tally_close(&tally);
}
END_TEST

// One pair, won twice, a hundred times over: as often as it is repeated, the sequential test has one pair.
START_TEST(test_the_sequential_test_is_not_decided_by_repeated_pairs)
{
    Schedule schedule;
    schedule_open(&schedule, 2, 2);
    Tally  repeated = {.schedule = &schedule}, different = {.schedule = &schedule};
    Status status;
    for (int i = 0; i < 200; i++) {
        MatchGame game = {.number = i, .ended = ENDED_BY_RULES, .hash = 1 + (uint64_t)i % 2};
        schedule_seats(&schedule, i, game.seats);
        for (int p = 0; p < 2; p++) game.points[p] = game.seats[p] == 0 ? 2 : 0;
        ck_assert(tally_add(&repeated, &game, &status));
        game.hash = 1 + (uint64_t)i;
        ck_assert(tally_add(&different, &game, &status));
    }
    ck_assert_int_eq((int)tally_sprt(&different, 0, 20).verdict, ELO_ACCEPT_H1);
    ck_assert_int_eq((int)tally_sprt(&repeated, 0, 20).verdict, ELO_CONTINUE);
    ck_assert(repeated.different == 2 && different.different == 200);
    tally_close(&repeated);
    tally_close(&different);
}
END_TEST

// Without openings two searches that always choose alike have one pair of games.
START_TEST(test_games_without_openings_are_found_to_be_equal)
{
    Variant           v     = test_open("connect-four:width=4,height=4");
    const char *const who[] = {"alphabeta:depth=2", "alphabeta:depth=3"};
    PlayerSpec        player[2];
    Status            status;
    Match             match;
    for (int k = 0; k < 2; k++) ck_assert(player_spec_parse(&player[k], who[k], &status));
    for (int k = 0; k < 2; k++) {
        const MatchSettings t = {.v           = &v,
                                 .contestants = 2,
                                 .player      = {&player[0], &player[1]},
                                 .games       = 20,
                                 .threads     = 1,
                                 .plies_max   = 100,
                                 .seed        = 1,
                                 .openings    = k == 0 ? "none" : "random:3",
                                 .points      = POINTS_RESULT};
        ck_assert_msg(match_open(&match, &t, &status) && match_run(&match, NULL, NULL, &status), "%s",
                      status.text);
        ck_assert_int_eq(match.tally.games, 20);
        if (k == 0) ck_assert_int_eq(match.tally.different, 2);
        else ck_assert_int_gt(match.tally.different, 10);
        uint64_t pairs = 0;
        for (int i = 0; i < 5; i++) pairs += match.tally.pairs[0][1][i];
        ck_assert_uint_eq(2 * pairs, (uint64_t)match.tally.different);
        match_close(&match);
    }
    variant_close(&v);
}
END_TEST

START_TEST(test_a_contestant_in_more_seats_is_judged_by_the_mean_of_them)
{
    Schedule schedule;
    schedule_open(&schedule, 2, 3);
    Tally  tally = {.schedule = &schedule};
    Status status;
    // A A B: a shared win of A's first seat and B is worth more to B, who has one seat only.
    MatchGame game = {.seats = {0, 0, 1}, .points = {1, 0, 1}};
    ck_assert(tally_add(&tally, &game, &status));
    ck_assert_int_eq(tally.cross[1][0].won, 1);
    game = (MatchGame){.number = 1, .seats = {1, 1, 0}, .points = {1, 1, 1}};
    ck_assert(tally_add(&tally, &game, &status));
    ck_assert_int_eq(tally.cross[1][0].drawn, 1);
    ck_assert_uint_eq(tally.pairs[0][1][1], 1);
    tally_close(&tally);
}
END_TEST

START_TEST(test_places_are_counted_by_the_seats_left_behind)
{
    Variant  v = test_open("virus:size=4,players=3");
    AnyState s;
    Status   status;
    // Nobody has won: 5, 3 and 3 squares; at the cap the first has most and wins.
    ck_assert_msg(variant_parse(&v, &s, "111-/11--/-222/-333 1", &status), "%s", status.text);
    MatchGame game = {0};
    ck_assert(record_open(&game.record, &v, &s, &status));
    match_game_judge(&game, 0, POINTS_PLACE);
    ck_assert_int_eq(game.points[0], 4);
    ck_assert_int_eq(game.points[1], 1);
    ck_assert_int_eq(game.points[2], 1);
    match_game_judge(&game, 0, POINTS_RESULT);
    ck_assert_int_eq(game.points[0], 2);
    ck_assert_int_eq(game.points[1], 0);
    match_game_close(&game);
    variant_close(&v);
}
END_TEST

START_TEST(test_players_that_cannot_play_are_refused)
{
    Variant       v = test_open("tictactoe");
    MatchSettings t = match_settings(&match_cases[0], &v, 1, NULL);
    Status        status;
    t.player[1] = match_player("human");
    ck_assert(match_refused(&t, &status) && strstr(status.text, "human") != NULL);
    t.player[1] = match_player("alphabeta");
    ck_assert(match_refused(&t, &status) && strstr(status.text, "no limit") != NULL);
    char text[2 * TEXT_MAX] = "alphabeta:depth=1";   // what is shown and stored has room for TEXT_MAX
    for (int i = 0; i < 10; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), ",k%d=%060d", i, 1);
    t.player[1] = match_player(text);
    ck_assert(match_refused(&t, &status) && strstr(status.text, "too long") != NULL);
    variant_close(&v);
}
END_TEST

START_TEST(test_players_under_the_clock_are_said_not_to_repeat)
{
    static const struct {
        const char *spec;
        bool        repeats;
    } players[] = {{"random", true},
                   {"alphabeta:depth=1", true},
                   {"alphabeta:nodes=10", true},
                   {"alphabeta:time=1", false},
                   {"alphabeta:depth=1,tt=4,threads=2", false}};
    Variant v   = test_open("tictactoe");
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        MatchSettings t     = match_settings(&match_cases[0], &v, 1, NULL);
        Match *const  match = calloc(1, sizeof *match);
        Status        status;
        t.player[1] = match_player(players[i].spec);
        ck_assert(match_open(match, &t, &status));
        ck_assert_int_eq(match->repeats, players[i].repeats);
        match_close(match);
        free(match);
    }
    variant_close(&v);
}
END_TEST

Suite *suite_match(void);
Suite *suite_match(void)
{
    Suite *const suite = suite_create("match");
    TCase *const tcase = tcase_create("match");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, match_folder_make, match_folder_remove);
    tcase_add_test(tcase, test_every_group_seats_everybody_equally_often_everywhere);
    tcase_add_test(tcase, test_every_game_shares_its_seats_evenly_and_no_seating_comes_twice);
    tcase_add_test(tcase, test_two_contestants_in_four_seats_sit_as_documented);
    tcase_add_test(tcase, test_more_contestants_than_seats_meet_in_all_pairs_with_both_colours);
    tcase_add_test(tcase, test_openings_depend_on_seed_and_number_alone);
    tcase_add_test(tcase, test_openings_that_cannot_be_are_refused_by_name);
    tcase_add_test(tcase, test_openings_of_a_file_are_positions_or_moves_in_turn);
    tcase_add_test(tcase, test_openings_may_walk_on_from_a_file);
    tcase_add_loop_test(tcase, test_points_add_up, 0, MATCH_CASES);
    tcase_add_test(tcase, test_pairs_and_draws_are_counted_as_by_hand);
    tcase_add_test(tcase, test_a_pair_that_was_played_before_counts_once_in_elo_and_always_in_points);
    tcase_add_test(tcase, test_the_sequential_test_is_not_decided_by_repeated_pairs);
    tcase_add_test(tcase, test_games_without_openings_are_found_to_be_equal);
    tcase_add_test(tcase, test_a_contestant_in_more_seats_is_judged_by_the_mean_of_them);
    tcase_add_test(tcase, test_places_are_counted_by_the_seats_left_behind);
    tcase_add_test(tcase, test_players_that_cannot_play_are_refused);
    tcase_add_test(tcase, test_players_under_the_clock_are_said_not_to_repeat);
    suite_add_tcase(suite, tcase);
    return suite;
}
