// Games in progress, and what a match adds up of them, by hand.
#include "play/tally.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

static void play_words(Record *record, const char *list)
{
    char   words[400];
    Status status;
    strcpy(words, list);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        Move m;
        ck_assert_msg(variant_move_parse(record->v, &record->now, word, &m, &status), "%s", status.text);
        ck_assert(record_play(record, m, &status));
    }
}

static void position_is(const Record *record, const AnyState *s, const char *expected)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    variant_format(record->v, s, &out);
    ck_assert_str_eq(text, expected);
}

START_TEST(test_a_game_is_played_taken_back_and_looked_at)
{
    Variant  v = test_open("tictactoe");
    AnyState s, before;
    Status   status;
    Record   record;
    variant_setup(&v, &s);
    ck_assert(record_open(&record, &v, &s, &status));
    ck_assert(!record_undo(&record));
    record_before(&record, &before);
    position_is(&record, &before, "--------- X");
    play_words(&record, "a1 b2 c3");
    ck_assert_int_eq(record.count, 3);
    position_is(&record, &record.now, "X---O---X O");
    record_before(&record, &before);
    position_is(&record, &before, "X---O---- X");
    static const char *const written[] = {"a1", "b2", "c3"};
    for (int i = 0; i < 3; i++) {
        char text[TEXT_MAX];
        Text out = text_on(text, sizeof text);
        record_move_text(&record, i, &out);
        ck_assert_str_eq(text, written[i]);
    }
    ck_assert(record_undo(&record));
    position_is(&record, &record.now, "X---O---- X");
    ck_assert(record_undo(&record) && record_undo(&record) && !record_undo(&record));
    position_is(&record, &record.now, "--------- X");
    record_close(&record);
    variant_close(&v);
}
END_TEST

// By its rules where it is over, whatever the limit says; by the limit from that ply on.
START_TEST(test_a_game_ends_by_its_rules_or_by_the_limit)
{
    Variant  v = test_open("tictactoe");
    AnyState s;
    Status   status;
    Record   record;
    int      points[PLAYERS_MAX];
    variant_setup(&v, &s);
    ck_assert(record_open(&record, &v, &s, &status));
    play_words(&record, "a1 b1 a2 b2");
    ck_assert_int_eq(record_ended(&record, 5), ENDED_NOT);
    ck_assert_int_eq(record_ended(&record, 4), ENDED_BY_CAP);
    ck_assert_int_eq(record_ended(&record, 3), ENDED_BY_CAP);
    record_points(&record, ENDED_BY_CAP, points);   // what the referee awards: a draw
    ck_assert(points[0] == 1 && points[1] == 1);
    play_words(&record, "a3");
    ck_assert_int_eq(record_ended(&record, 5), ENDED_BY_RULES);
    ck_assert_int_eq(record_ended(&record, 9), ENDED_BY_RULES);
    record_points(&record, ENDED_BY_RULES, points);
    ck_assert(points[0] == 2 && points[1] == 0);
    ck_assert(record_undo(&record) && record_undo(&record));
    play_words(&record, "c1 c3 a3");   // X a1 a2 c3, O b1 c1, then O a3: nobody yet
    ck_assert_int_eq(record_ended(&record, 9), ENDED_NOT);
    record_close(&record);
    variant_close(&v);
}
END_TEST

static Record open_at(const Variant *v, const char *position)
{
    AnyState s;
    Status   status;
    Record   record;
    ck_assert_msg(variant_parse(v, &s, position, &status), "%s", status.text);
    ck_assert(record_open(&record, v, &s, &status));
    return record;
}

static void result_is(const Record *record, Ended ended, const char *expected)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    record_result(record, ended, &out);
    ck_assert_str_eq(text, expected);
}

// Black and white move a king to and fro: the start comes again after four plies and after eight. Black is
// ahead, but a draw is a draw. Taken back, the position has come twice; another way round it is another.
START_TEST(test_a_game_ends_when_a_position_has_come_three_times)
{
    static const char start[] = "B:WK32:BK1,K2", there[] = "1-5 32-27 5-1 27-32";
    Variant           v = test_open("checkers"), on = test_open("checkers:repetitions=0"),
            twice = test_open("checkers:repetitions=2");
    Record record = open_at(&v, start);
    int    points[PLAYERS_MAX];
    play_words(&record, there);
    ck_assert_int_eq(record_occurrences(&record), 2);
    ck_assert_int_eq(record_ended(&record, 100), ENDED_NOT);
    record.v = &twice;
    ck_assert_int_eq(record_ended(&record, 100), ENDED_BY_REPETITION);
    record.v = &v;
    play_words(&record, there);
    ck_assert_int_eq(record_occurrences(&record), 3);
    ck_assert_int_eq(record_ended(&record, 100), ENDED_BY_REPETITION);
    ck_assert_int_eq(record_ended(&record, 8), ENDED_BY_REPETITION);   // before the limit of plies
    result_is(&record, ENDED_BY_REPETITION, "draw by repetition");
    record_points(&record, ENDED_BY_REPETITION, points);
    ck_assert(points[0] == 1 && points[1] == 1);
    record.v = &on;
    ck_assert_int_eq(record_ended(&record, 100), ENDED_NOT);
    ck_assert_int_eq(record_ended(&record, 8), ENDED_BY_CAP);
    record.v = &v;
    ck_assert(record_undo(&record));
    ck_assert_int_eq(record_ended(&record, 100), ENDED_NOT);
    play_words(&record, "27-31");
    ck_assert_int_eq(record_occurrences(&record), 1);
    record_close(&record);
    variant_close(&v);
    variant_close(&on);
    variant_close(&twice);
}
END_TEST

// The referee's draw counts as one whatever the game would award for the position; by places too.
START_TEST(test_a_draw_by_repetition_is_level_where_the_last_position_is_not)
{
    Variant   v    = test_open("chinese-checkers:repetitions=2");
    MatchGame game = {0};
    AnyState  s;
    Status    status;
    variant_setup(&v, &s);
    ck_assert(record_open(&game.record, &v, &s, &status));
    ck_assert_int_eq(record_ended(&game.record, 100), ENDED_NOT);
    play_words(&game.record, "c1-e7 n1-m5 d1-e5 m5-n1 e5-d1");   // player 1 is two steps ahead
    match_game_judge(&game, 100, POINTS_PLACE);
    ck_assert_int_eq(game.ended, ENDED_BY_REPETITION);
    ck_assert(game.points[0] == 1 && game.points[1] == 1);

    // Written and read; and an earlier version, which knew no repetition, wrote the same game so.
    char *const line = match_game_line(&game);
    ck_assert_ptr_nonnull(strstr(line, "\"ended\":\"repetition\""));
    MatchGame read;
    ck_assert_msg(match_game_read(&read, &v, 100, POINTS_PLACE, line, strlen(line) - 1, &status), "%s",
                  status.text);
    ck_assert_int_eq(read.ended, ENDED_BY_REPETITION);
    match_game_close(&read);
    free(line);
    Variant before     = v;
    before.repetitions = 0;
    game.record.v      = &before;
    match_game_judge(&game, 5, POINTS_PLACE);
    ck_assert(game.points[0] == 2 && game.points[1] == 0);
    char *const old = match_game_line(&game);
    ck_assert_ptr_nonnull(strstr(old, "\"ended\":\"plies-max\""));
    ck_assert_msg(match_game_read(&read, &v, 5, POINTS_PLACE, old, strlen(old) - 1, &status), "%s",
                  status.text);
    ck_assert_int_eq(read.ended, ENDED_BY_CAP);
    ck_assert_ptr_eq(read.record.v, &v);
    match_game_close(&read);
    free(old);
    match_game_close(&game);
    variant_close(&v);
}
END_TEST

// Which games count repetitions by themselves, and what a spec may say.
START_TEST(test_repetitions_are_an_option_of_games_that_repeat)
{
    static const struct {
        const char *spec;
        int         repetitions;
        const char *name;
    } cases[] = {
        {"checkers", 3, "checkers"},
        {"checkers:repetitions=3", 3, "checkers"},
        {"checkers:repetitions=0", 0, "checkers:repetitions=0"},
        {"checkers:relaxed=yes", 0, "checkers:relaxed=yes"},
        {"checkers:repetitions=5,relaxed=yes", 5, "checkers:relaxed=yes,repetitions=5"},
        {"abalone", 0, "abalone"},
        {"abalone:repetitions=3", 3, "abalone:repetitions=3"},
        {"virus:repetitions=2", 2, "virus:repetitions=2"},
    };
    static const char *const wrong[] = {"checkers:repetitions=1",
                                        "checkers:repetitions=-1",
                                        "checkers:repetitions=101",
                                        "checkers:repetitions=3x",
                                        "checkers:repetitions=3,repetitions=3",
                                        "tictactoe:repetitions=3"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Variant v = test_open(cases[i].spec);
        char    name[TEXT_MAX];
        Text    out = text_on(name, sizeof name);
        variant_name(&v, &out);
        ck_assert_int_eq(v.repetitions, cases[i].repetitions);
        ck_assert_str_eq(name, cases[i].name);
        variant_close(&v);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Variant v;
        Status  status;
        ck_assert_msg(!variant_open(&v, wrong[i], &status), "%s", wrong[i]);
        ck_assert_ptr_nonnull(strstr(status.text, "repetitions"));
    }
}
END_TEST

// A game longer than the room that a record begins with; every move is kept, and the hash is that of the
// moves, whether they were played here or taken back in between.
START_TEST(test_a_long_game_keeps_every_move)
{
    enum { PLIES = 300 };
    Variant  v   = test_open("abalone");
    Rng      rng = rng_seed(4);
    AnyState s;
    Status   status;
    Record   record;
    Move     played[PLIES];
    variant_setup(&v, &s);
    ck_assert(record_open(&record, &v, &s, &status));
    uint64_t hash = game_hash_start(&v, &s);
    ck_assert_uint_eq(record_hash(&record), hash);
    for (int i = 0; i < PLIES; i++) {
        Move           moves[GAME_MOVES_MAX];
        const AnyState before = s;
        played[i]             = moves[rng_below(&rng, (uint32_t)v.game->generate(v.rules, &s, moves))];
        hash                  = game_hash_move(hash, &v, &before, played[i]);
        v.game->play(v.rules, &s, &before, played[i]);
        ck_assert(record_play(&record, played[i], &status));
        if (i % 50 == 7) {
            ck_assert(record_undo(&record));
            ck_assert(record_hash(&record) != hash);
            ck_assert(record_play(&record, played[i], &status));
        }
    }
    ck_assert_int_eq(record.count, PLIES);
    ck_assert_mem_eq(record.moves, played, sizeof played);
    ck_assert_mem_eq(&record.now, &s, v.game->state_size);
    ck_assert_uint_eq(record_hash(&record), hash);
    record_close(&record);
    variant_close(&v);
}
END_TEST

// The hash of a game tells games apart: by the start, by each move, by their order, by where a word ends.
START_TEST(test_different_games_have_different_hashes)
{
    static const char *const games[] = {"",      "a1",       "b1",       "a1 b1",       "b1 a1",
                                        "a1 b2", "a1 b1 a2", "a2 b1 a1", "a1 b1 a2 b2", "a1 b1 a2 b2 a3"};
    enum { GAMES = sizeof games / sizeof *games };
    Variant  v = test_open("tictactoe");
    uint64_t hash[GAMES];
    for (int i = 0; i < GAMES; i++) {
        AnyState s;
        Status   status;
        Record   record;
        variant_setup(&v, &s);
        ck_assert(record_open(&record, &v, &s, &status));
        play_words(&record, games[i]);
        hash[i] = record_hash(&record);
        ck_assert_uint_ne(hash[i], 0);
        for (int k = 0; k < i; k++) ck_assert_uint_ne(hash[i], hash[k]);
        record_close(&record);
    }
    variant_close(&v);
}
END_TEST

// Two games of three contestants in pairs; then what each has: points, games, moves, nodes, seconds, and
// of the moves those that were timed.
START_TEST(test_contestants_add_up_by_hand)
{
    static const MatchGame games[] = {
        {.seats   = {0, 1},
         .points  = {2, 0},
         .moves   = {10, 9},
         .nodes   = {100, 7},
         .seconds = {1.5, 0.25},
         .timed   = true},
        {.seats   = {1, 0},
         .points  = {1, 1},
         .moves   = {8, 8},
         .nodes   = {5, 60},
         .seconds = {0.5, 2},
         .timed   = true},
        {.seats = {0, 2}, .points = {0, 2}, .moves = {3, 4}, .nodes = {20, 30}},
        {.seats = {2, 0}, .points = {2, 0}, .moves = {6, 5}, .nodes = {40, 50}},
    };
    static const Contestant expected[] = {
        {3, 4, 26, 230, 18, 3.5}, {1, 2, 17, 12, 17, 0.75}, {4, 2, 10, 70, 0, 0}};
    Schedule schedule;
    Status   status;
    schedule_open(&schedule, 3, 2);
    Tally tally = {.schedule = &schedule};
    for (int i = 0; i < 4; i++) {
        MatchGame game = games[i];
        game.number = i, game.ended = ENDED_BY_RULES, game.hash = 50 + (uint64_t)i;
        game.record.count = 20 + i;
        ck_assert(tally_add(&tally, &game, &status));
    }
    for (int k = 0; k < 3; k++) {
        const Contestant *const c = &tally.contestant[k], *const e = &expected[k];
        ck_assert_int_eq(c->points, e->points);
        ck_assert_int_eq(c->games, e->games);
        ck_assert_uint_eq(c->moves, e->moves);
        ck_assert_uint_eq(c->nodes, e->nodes);
        ck_assert_uint_eq(c->moves_timed, e->moves_timed);
        ck_assert_double_eq_tol(c->seconds, e->seconds, 1e-12);
    }
    ck_assert_int_eq(tally.seat_points[0], 5);
    ck_assert_int_eq(tally.seat_points[1], 3);
    ck_assert_int_eq(tally.plies, 20 + 21 + 22 + 23);
    ck_assert_int_eq(tally.drawn_by_rules, 1);
    ck_assert_int_eq(tally.cross[0][1].won, 1);
    ck_assert_int_eq(tally.cross[1][0].lost, 1);
    ck_assert_int_eq(tally.cross[2][0].won, 2);
    ck_assert_int_eq(tally.cross[1][2].won + tally.cross[1][2].drawn + tally.cross[1][2].lost, 0);
    ck_assert_uint_eq(tally.pairs[0][1][3], 1);   // a win and a draw: three half points
    ck_assert_uint_eq(tally.pairs[0][2][0], 1);
    tally_close(&tally);
}
END_TEST

// Many games are told apart, and each comes again as one that was there.
START_TEST(test_a_thousand_games_are_told_apart)
{
    Schedule schedule;
    Status   status;
    schedule_open(&schedule, 3, 3);   // no pairs: game by game
    Tally tally = {.schedule = &schedule};
    for (int i = 0; i < 3000; i++) {
        MatchGame game = {
            .number = i, .seats = {0, 1, 2}, .ended = ENDED_BY_RULES, .hash = (uint64_t)(i % 1000)};
        ck_assert(tally_add(&tally, &game, &status));
        ck_assert_int_eq(tally.different, i < 1000 ? i + 1 : 1000);
    }
    MatchGame other = {.number = 3000, .seats = {1, 0, 2}, .ended = ENDED_BY_RULES, .hash = 0};
    ck_assert(tally_add(&tally, &other, &status));   // the same moves, but other seats
    ck_assert_int_eq(tally.different, 1001);
    tally_close(&tally);
}
END_TEST

Suite *suite_record(void);
Suite *suite_record(void)
{
    Suite *const suite = suite_create("record");
    TCase *const tcase = tcase_create("record");
    tcase_add_test(tcase, test_a_game_is_played_taken_back_and_looked_at);
    tcase_add_test(tcase, test_a_game_ends_by_its_rules_or_by_the_limit);
    tcase_add_test(tcase, test_a_game_ends_when_a_position_has_come_three_times);
    tcase_add_test(tcase, test_a_draw_by_repetition_is_level_where_the_last_position_is_not);
    tcase_add_test(tcase, test_repetitions_are_an_option_of_games_that_repeat);
    tcase_add_test(tcase, test_a_long_game_keeps_every_move);
    tcase_add_test(tcase, test_different_games_have_different_hashes);
    tcase_add_test(tcase, test_contestants_add_up_by_hand);
    tcase_add_test(tcase, test_a_thousand_games_are_told_apart);
    suite_add_tcase(suite, tcase);
    return suite;
}
