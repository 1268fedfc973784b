// Players at the board: which of them repeat their moves, whom to ask, and what the levels of the engine are.
#include "play/player.h"
#include "tests.h"

#include <stdlib.h>

static Player player_of(const char *text, const Variant *v, int seat)
{
    Player player;
    Status status;
    ck_assert_msg(player_open(&player, v, text, 7, seat, &status), "%s", status.text);
    return player;
}

static const struct {
    const char *spec;
    bool        repeats, asks, searches;
} types[] = {
    {"human", false, true, false},
    {"random", true, false, false},
    {"alphabeta:depth=2", true, false, true},
    {"alphabeta:depth=2,threads=1", true, false, true},
    {"alphabeta:nodes=50", true, false, true},
    {"alphabeta:depth=2,threads=2,tt=12", false, false, true},
    {"alphabeta:time=5", false, false, true},
    {"alphabeta:depth=2,time=5", false, false, true},
};

START_TEST(test_a_player_repeats_when_neither_a_person_nor_a_clock_nor_threads_decide)
{
    Variant    v = test_open("tictactoe");
    PlayerSpec given, spec;
    Status     status;
    Player     player = player_of(types[_i].spec, &v, 0);
    ck_assert(player_spec_parse(&given, types[_i].spec, &status));
    ck_assert(player_spec_resolve(&given, &v, &spec, &status));
    ck_assert_int_eq(player_spec_repeats(&spec), types[_i].repeats);
    ck_assert_int_eq(player_repeats(&player), types[_i].repeats);
    ck_assert_int_eq(player_asks(&player), types[_i].asks);
    ck_assert_int_eq(player_searches(&player), types[_i].searches);
    player_close(&player);
    player_close(&player);
    variant_close(&v);
}
END_TEST

static void line_of(const char *text, const Variant *v, int seat, Move moves[20])
{
    Player   player = player_of(text, v, seat);
    AnyState s;
    variant_setup(v, &s);
    for (int i = 0; i < 20; i++) {
        moves[i]              = player_choose(&player, v, &s, NULL);
        const AnyState before = s;
        v->game->play(v->rules, &s, &before, moves[i]);
    }
    player_close(&player);
}

START_TEST(test_a_random_player_has_a_stream_for_each_seat)
{
    Variant v = test_open("othello");
    Move    one[20], again[20], other[20];
    line_of("random", &v, 0, one), line_of("random", &v, 0, again), line_of("random", &v, 1, other);
    ck_assert_mem_eq(one, again, sizeof one);
    ck_assert_mem_ne(one, other, sizeof one);
    variant_close(&v);
}
END_TEST

// Mistakes are those of docs/PLAY.md; results that name a level stand for these limits.
START_TEST(test_the_levels_of_the_engine_are_what_they_are)
{
    static const char *const limits[][3] = {
        {"1", "2000", "80"},   {"2", "4000", "60"},   {"2", "4000", "40"},
        {"3", "10000", "25"},  {"3", "10000", "10"},  {"4", "40000", NULL},
        {"5", "100000", NULL}, {"7", "300000", NULL}, {"10", "1000000", NULL},
    };
    static const char *const keys[] = {"depth", "nodes", "mistakes"};
    Variant                  v      = test_open("tictactoe");
    char                     text[] = "engine:level=?";
    PlayerSpec               spec, out;
    Status                   status;
    text[sizeof text - 2] = (char)('1' + _i);
    ck_assert(player_spec_parse(&spec, text, &status) && player_spec_resolve(&spec, &v, &out, &status));
    for (int k = 0; k < 3; k++) {
        const char *const found = player_spec_get(&out, keys[k]);
        if (limits[_i][k] == NULL) ck_assert_ptr_null(found);
        else ck_assert_str_eq(found, limits[_i][k]);
    }
    ck_assert_ptr_null(player_spec_get(&out, "time"));
    variant_close(&v);
}
END_TEST

// White is behind and can bring back a position of the game: a draw for a player who knows the game, with an
// evaluation of its own too; a loss of a king for one who does not, or who was given another game.
START_TEST(test_a_search_knows_the_game_that_led_to_its_position)
{
    static const char *const words[] = {"1-5", "32-27", "5-1", "27-32", "1-5"};
    static const char *const specs[] = {"alphabeta:depth=1,repetition=yes",
                                        "alphabeta:depth=1,repetition=yes,eval=hunt"};
    Variant                  v       = test_open("checkers");
    AnyState                 s;
    Status                   status;
    Record                   record;
    ck_assert(variant_parse(&v, &s, "B:WK32:BK1,K2", &status));
    ck_assert(record_open(&record, &v, &s, &status));
    for (int i = 0; i < 5; i++) {
        Move m;
        ck_assert(variant_move_parse(&v, &record.now, words[i], &m, &status));
        ck_assert(record_play(&record, m, &status));
    }
    Player       player = player_of(specs[_i], &v, 0);
    SearchResult found;
    Move         back;
    ck_assert(variant_move_parse(&v, &record.now, "32-27", &back, &status));
    player_choose(&player, &v, &record.now, &found);
    ck_assert_int_lt(found.value, 0);
    player.game = &record;
    ck_assert_uint_eq(player_choose(&player, &v, &record.now, &found), back);
    ck_assert_int_eq(found.value, 0);
    s = record.now;
    ck_assert(record_undo(&record));
    player_choose(&player, &v, &s, &found);
    ck_assert_int_lt(found.value, 0);
    player_close(&player);
    record_close(&record);
    variant_close(&v);
}
END_TEST

Suite *suite_player(void);
Suite *suite_player(void)
{
    Suite *suite = suite_create("player");
    TCase *tcase = tcase_create("player");
    tcase_add_loop_test(tcase, test_a_player_repeats_when_neither_a_person_nor_a_clock_nor_threads_decide, 0,
                        (int)(sizeof types / sizeof types[0]));
    tcase_add_test(tcase, test_a_random_player_has_a_stream_for_each_seat);
    tcase_add_loop_test(tcase, test_a_search_knows_the_game_that_led_to_its_position, 0, 2);
    tcase_add_loop_test(tcase, test_the_levels_of_the_engine_are_what_they_are, 0, 9);
    suite_add_tcase(suite, tcase);
    return suite;
}
