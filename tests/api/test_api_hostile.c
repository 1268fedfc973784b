// What callers may get wrong: NULL everywhere, buffers of every size, sizes of structs that never were, texts
// and numbers of no meaning. Nothing is written where it should not be, and nothing is printed.
#include "api/api_cases.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char error[POLLARD_ERROR_MAX];

// NULL.

START_TEST(test_null_is_refused_everywhere)
{
    PollardGame *const   game   = api_game("othello");
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = api_engine(game, "random");
    PollardGame         *other;
    PollardPlay         *another;
    PollardEngine       *somebody;
    PollardDatabase     *database;
    PollardResult        result = {.size = sizeof result};
    PollardMoveValue     value  = {.size = sizeof value};
    uint32_t             move;
    const int            codes[] = {
                   pollard_game_open(NULL, "othello", NULL, 0),
                   pollard_game_open(&other, NULL, NULL, 0),
                   pollard_game_name(NULL, NULL, 0),
                   pollard_game_seats(NULL),
                   pollard_game_seat_name(NULL, 0, NULL, 0),
                   pollard_game_json(NULL, NULL, 0),
                   pollard_play_open(NULL, game, NULL, NULL, 0),
                   pollard_play_open(&another, NULL, NULL, NULL, 0),
                   pollard_play_copy(NULL, play),
                   pollard_play_copy(&another, NULL),
                   pollard_play_cap(NULL, 1),
                   pollard_play_move(NULL, 0),
                   pollard_play_move_text(NULL, "f5", NULL, 0),
                   pollard_play_move_text(play, NULL, NULL, 0),
                   pollard_play_undo(NULL),
                   pollard_play_turn(NULL),
                   pollard_play_history(NULL, NULL, 0),
                   pollard_play_legal(NULL, NULL, NULL, 0),
                   pollard_play_move_format(NULL, 0, NULL, 0),
                   pollard_play_move_parse(NULL, "f5", &move, NULL, 0),
                   pollard_play_move_parse(play, NULL, &move, NULL, 0),
                   pollard_play_move_parse(play, "f5", NULL, NULL, 0),
                   pollard_play_move_cells(NULL, 0, NULL, 0),
                   pollard_play_over(NULL),
                   pollard_play_points(NULL, NULL, NULL),
                   pollard_play_text(NULL, POLLARD_TEXT_POSITION, NULL, 0),
                   pollard_play_json(NULL, NULL, 0),
                   pollard_play_svg(NULL, 0, NULL, 0),
                   pollard_play_cells(NULL, NULL, 0),
                   pollard_play_perft(NULL, 1, 1, NULL, NULL, NULL, 0),
                   pollard_engine_open(NULL, game, "random", NULL, NULL, 0),
                   pollard_engine_open(&somebody, NULL, "random", NULL, NULL, 0),
                   pollard_engine_open(&somebody, game, NULL, NULL, NULL, 0),
                   pollard_engine_think(NULL, play, NULL, &result, NULL, 0),
                   pollard_engine_think(engine, NULL, NULL, &result, NULL, 0),
                   pollard_engine_think(engine, play, NULL, NULL, NULL, 0),
                   pollard_engine_stop(NULL),
                   pollard_engine_values(NULL, play, NULL, NULL, 0),
                   pollard_engine_values(engine, NULL, NULL, NULL, 0),
                   pollard_engine_value(NULL, 0, &value),
                   pollard_engine_value(engine, 0, NULL),
                   pollard_engine_json(NULL, NULL, 0),
                   pollard_engine_reset(NULL, 1, NULL, 0),
                   pollard_database_open(NULL, "chess-krk", NULL, 0),
                   pollard_database_open(&database, NULL, NULL, 0),
                   pollard_database_probe(NULL, "", 0, NULL, 0, NULL, 0),
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        ck_assert_msg(codes[i] == POLLARD_ERROR_USE, "call %zu: %d", i, codes[i]);
    ck_assert_int_eq(pollard_game_open(NULL, "othello", error, sizeof error), POLLARD_ERROR_USE);
    ck_assert_ptr_nonnull(strstr(error, "NULL"));
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// Buffers.

typedef int Write(void *of, char *buffer, size_t size);

static int write_info(void *of, char *b, size_t n) { return (void)of, pollard_info_json(b, n); }
static int write_name(void *of, char *b, size_t n) { return pollard_game_name(of, b, n); }
static int write_seat(void *of, char *b, size_t n) { return pollard_game_seat_name(of, 1, b, n); }
static int write_game(void *of, char *b, size_t n) { return pollard_game_json(of, b, n); }
static int write_position(void *of, char *b, size_t n)
{
    return pollard_play_text(of, POLLARD_TEXT_POSITION, b, n);
}
static int write_moves(void *of, char *b, size_t n)
{
    return pollard_play_text(of, POLLARD_TEXT_MOVES, b, n);
}
static int write_board(void *of, char *b, size_t n)
{
    return pollard_play_text(of, POLLARD_TEXT_BOARD, b, n);
}
static int write_play(void *of, char *b, size_t n) { return pollard_play_json(of, b, n); }
static int write_svg(void *of, char *b, size_t n) { return pollard_play_svg(of, 1, b, n); }
static int write_engine(void *of, char *b, size_t n) { return pollard_engine_json(of, b, n); }
static int write_folder(void *of, char *b, size_t n)
{
    return (void)of, pollard_databases_folder(NULL, b, n);
}

// The length is always that of the whole text; what fits is its beginning, with an end, and no byte beyond.
static void write_at_all_sizes(Write *write, void *of)
{
    const int n = write(of, NULL, 0);
    ck_assert_int_ge(n, 0);
    char *const whole = malloc((size_t)n + 1), *const part = malloc((size_t)n + 2);
    ck_assert_int_eq(write(of, whole, (size_t)n + 1), n);
    ck_assert_uint_eq(strlen(whole), (size_t)n);
    const size_t sizes[] = {0, 1, 2, (size_t)n / 2, (size_t)n, (size_t)n + 1};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t size = sizes[i];
        memset(part, '#', (size_t)n + 2);
        ck_assert_int_eq(write(of, part, size), n);
        ck_assert_int_eq(part[size], '#');
        if (size == 0) continue;
        const size_t fits = size - 1 < (size_t)n ? size - 1 : (size_t)n;
        ck_assert_int_eq(part[fits], 0);
        ck_assert_mem_eq(part, whole, fits);
    }
    free(whole);
    free(part);
}

START_TEST(test_texts_fill_buffers_of_any_size_like_snprintf)
{
    PollardGame *const   game   = api_game("focus:players=4");
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = api_engine(game, "brs:stats=yes");
    PollardResult        result = {.size = sizeof result};
    const PollardLimits  limits = {.size = sizeof limits, .depth = 2};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(pollard_engine_think(engine, play, &limits, &result, error, sizeof error), 0);
        pollard_play_move(play, result.move);
    }
    Write *const        of_game[] = {write_info, write_name, write_seat, write_game, write_folder},
                 *const of_play[] = {write_position, write_moves, write_board, write_play, write_svg};
    for (size_t i = 0; i < sizeof of_game / sizeof *of_game; i++) write_at_all_sizes(of_game[i], game);
    for (size_t i = 0; i < sizeof of_play / sizeof *of_play; i++) write_at_all_sizes(of_play[i], play);
    write_at_all_sizes(write_engine, engine);
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_messages_are_cut_to_fit)
{
    PollardGame *game;
    char         small[8];
    memset(small, '#', sizeof small);
    ck_assert_int_eq(pollard_game_open(&game, "no-such-game", small, 5), POLLARD_ERROR_INPUT);
    ck_assert_uint_eq(strlen(small), 4);
    ck_assert_int_eq(small[5], '#');
    ck_assert_int_eq(pollard_game_open(&game, "no-such-game", small, 0), POLLARD_ERROR_INPUT);
    ck_assert_int_eq(pollard_game_open(&game, "no-such-game", NULL, 10), POLLARD_ERROR_INPUT);
    ck_assert_ptr_null(game);
}
END_TEST

START_TEST(test_messages_are_one_line_of_ascii_whatever_is_quoted_in_them)
{
    PollardGame *const game = api_game("tictactoe");
    PollardPlay *const play = api_play(game, NULL);
    ck_assert_int_eq(pollard_play_cap(play, 0), 0);
    ck_assert_int_eq(pollard_play_move_text(play, "a1\nb2\033[2J\303\244", error, sizeof error),
                     POLLARD_ERROR_OVER);
    for (const char *c = error; *c; c++) ck_assert_msg(*c >= ' ' && *c <= '~', "%s", error);
    ck_assert_ptr_nonnull(strstr(error, "the game is over"));
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_lists_are_cut_to_their_room)
{
    uint32_t           moves[5] = {7, 7, 7, 7, 7}, actions[5] = {7, 7, 7, 7, 7};
    int8_t             cells[20];
    int                touched[2] = {-9, -9};
    PollardGame *const game       = api_game("checkers");
    PollardPlay *const play       = api_play(game, NULL);
    ck_assert_int_eq(pollard_play_legal(play, moves, actions, 3), 7);
    ck_assert(moves[2] != 7 && moves[3] == 7 && actions[3] == 7);
    ck_assert_int_eq(pollard_play_legal(play, moves, NULL, -5), 7);
    ck_assert_int_eq(pollard_play_legal(play, NULL, actions, INT_MIN), 7);
    memset(cells, 99, sizeof cells);
    ck_assert_int_gt(pollard_play_cells(play, cells, 13), 13);
    ck_assert(cells[12] != 99 && cells[13] == 99);
    pollard_play_cells(play, cells, -1);
    ck_assert_int_eq(pollard_play_move_cells(play, moves[0], touched, 1), 2);
    ck_assert(touched[0] >= 0 && touched[1] == -9);
    pollard_play_move(play, moves[0]);
    ck_assert_int_eq(pollard_play_history(play, moves + 4, 0), 1);
    ck_assert_uint_eq(moves[4], 7);
    ck_assert_int_eq(pollard_play_history(play, moves + 4, -1), 1);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// Structs.

static const size_t sizes_bad[] = {0, 1, 8, 1u << 20, SIZE_MAX};

START_TEST(test_sizes_of_structs_that_never_were_are_refused)
{
    PollardGame *const   game   = api_game("othello");
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = api_engine(game, "alphabeta");
    for (size_t i = 0; i < sizeof sizes_bad / sizeof *sizes_bad; i++) {
        PollardEngine      *other;
        PollardResult       result         = {.size = sizeof result};
        PollardMoveValue    value          = {.size = sizes_bad[i]};
        const PollardLimits limits         = {.size = sizes_bad[i], .depth = 1},
                            good           = {.size = sizeof good, .depth = 1};
        const PollardEngineOptions options = {.size = sizes_bad[i]};
        ck_assert_int_eq(pollard_engine_think(engine, play, &limits, &result, error, sizeof error),
                         POLLARD_ERROR_USE);
        ck_assert_ptr_nonnull(strstr(error, "PollardLimits"));
        ck_assert_int_eq(pollard_engine_open(&other, game, "random", &options, error, sizeof error),
                         POLLARD_ERROR_USE);
        ck_assert_int_eq(pollard_engine_values(engine, play, &limits, NULL, 0), POLLARD_ERROR_USE);
        ck_assert_int_eq(pollard_engine_values(engine, play, &good, NULL, 0), 4);
        ck_assert_int_eq(pollard_engine_value(engine, 0, &value), POLLARD_ERROR_USE);
        result.size = sizes_bad[i];
        ck_assert_int_eq(pollard_engine_think(engine, play, &good, &result, error, sizeof error),
                         POLLARD_ERROR_USE);
        ck_assert_ptr_nonnull(strstr(error, "PollardResult"));
    }
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// A program that was compiled with a later header, whose structs have more members.
START_TEST(test_structs_of_a_later_version_are_taken_when_the_rest_is_zero)
{
    struct {
        PollardLimits now;
        uint64_t      later;
    } limits = {.now = {.size = sizeof limits, .depth = 3}};
    struct {
        PollardResult now;
        uint64_t      later;
    } result                    = {.now = {.size = sizeof result}, .later = 5};
    PollardGame *const   game   = api_game("othello");
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = api_engine(game, "alphabeta");
    ck_assert_int_eq(pollard_engine_think(engine, play, &limits.now, &result.now, error, sizeof error), 0);
    ck_assert_int_eq(result.now.depth, 3);
    ck_assert_uint_eq(result.now.size, sizeof result);
    ck_assert_uint_eq(result.later, 5);
    limits.later = 1;   // something that this library does not know
    ck_assert_int_eq(pollard_engine_think(engine, play, &limits.now, &result.now, error, sizeof error),
                     POLLARD_ERROR_USE);
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// Texts and numbers.

START_TEST(test_texts_of_no_meaning_are_refused_with_a_message)
{
    static const char *const words[] = {"",
                                        " ",
                                        "\n",
                                        ":",
                                        "othello:",
                                        "othello:size=99",
                                        "a1 a1 a1",
                                        "%s%n%d",
                                        "\x80\xff\x01",
                                        "f5\n\nf5",
                                        "-",
                                        "////",
                                        "0",
                                        "999999999999999999999",
                                        "f5;rm -rf",
                                        "........................................................."};
    static char              long_one[1 << 16];
    memset(long_one, 'f', sizeof long_one - 1);
    PollardGame *const game = api_game("othello");
    PollardPlay *const play = api_play(game, NULL);
    const int          n    = (int)(sizeof words / sizeof *words);
    for (int i = 0; i <= n; i++) {
        const char *const text = i < n ? words[i] : long_one;
        PollardPlay      *other;
        PollardGame      *some;
        PollardEngine    *engine;
        uint32_t          move = 5;
        error[0]               = 0;
        const int code         = pollard_play_open(&other, game, text, error, sizeof error);
        ck_assert_int_eq(code, POLLARD_ERROR_INPUT);
        ck_assert_str_ne(error, "");
        error[0] = 0;
        ck_assert_int_eq(pollard_play_move_parse(play, text, &move, error, sizeof error),
                         POLLARD_ERROR_INPUT);
        ck_assert_str_ne(error, "");
        ck_assert_uint_eq(move, 5);
        ck_assert_int_eq(pollard_play_move_text(play, text, error, sizeof error), POLLARD_ERROR_INPUT);
        ck_assert_int_eq(pollard_engine_open(&engine, game, text, NULL, error, sizeof error),
                         POLLARD_ERROR_INPUT);
        ck_assert_int_eq(pollard_game_open(&some, text, error, sizeof error), POLLARD_ERROR_INPUT);
    }
    ck_assert_int_eq(pollard_play_history(play, NULL, 0), 0);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_moves_that_are_not_legal_are_refused)
{
    Rng                rng  = rng_seed(3);
    PollardGame *const game = api_game("chess");
    PollardPlay *const play = api_play(game, NULL);
    uint32_t           legal[POLLARD_MOVES_MAX];
    const int          n = pollard_play_legal(play, legal, NULL, POLLARD_MOVES_MAX);
    ck_assert_int_eq(pollard_play_move(play, UINT32_MAX), POLLARD_ERROR_INPUT);
    for (int i = 0; i < 100000; i++) {
        const uint32_t move = i < 70000 ? (uint32_t)i : (uint32_t)rng_next(&rng);
        bool           good = false;
        for (int k = 0; k < n; k++) good |= legal[k] == move;
        ck_assert_int_eq(pollard_play_move(play, move), good ? 0 : POLLARD_ERROR_INPUT);
        if (!good) ck_assert_int_eq(pollard_play_move_format(play, move, NULL, 0), POLLARD_ERROR_INPUT);
        if (!good) ck_assert_int_eq(pollard_play_move_cells(play, move, NULL, 0), POLLARD_ERROR_INPUT);
        if (good) pollard_play_undo(play);
    }
    ck_assert_int_eq(pollard_play_text(play, 99, NULL, 0), POLLARD_ERROR_INPUT);
    ck_assert_int_eq(pollard_game_seat_name(game, 2, NULL, 0), POLLARD_ERROR_INPUT);
    ck_assert_int_eq(pollard_game_seat_name(game, -1, NULL, 0), POLLARD_ERROR_INPUT);
    ck_assert_int_eq(pollard_play_perft(play, -1, 1, NULL, NULL, NULL, 0), POLLARD_ERROR_INPUT);
    ck_assert_int_eq(pollard_play_perft(play, 1, 0, NULL, NULL, NULL, 0), POLLARD_ERROR_INPUT);
    ck_assert_int_eq(pollard_play_perft(play, 1000, 1, NULL, NULL, NULL, 0), POLLARD_ERROR_INPUT);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// Silence.

START_TEST(test_the_library_prints_nothing)
{
    char      path[] = "/tmp/api-silent-XXXXXX", byte;
    const int file = mkstemp(path), out = dup(1), err = dup(2);
    ck_assert(file >= 0 && dup2(file, 1) == 1 && dup2(file, 2) == 2);
    PollardGame         *other;
    PollardGame *const   game   = api_game("othello");
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = api_engine(game, "engine");
    PollardResult        result = {.size = sizeof result};
    const PollardLimits  limits = {.size = sizeof limits, .depth = 4};
    pollard_game_open(&other, "nonsense", NULL, 0);
    pollard_engine_think(engine, play, &limits, &result, NULL, 0);
    pollard_engine_values(engine, play, &limits, NULL, 0);
    pollard_play_svg(play, 0, NULL, 0);
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
    fflush(NULL);
    dup2(out, 1), dup2(err, 2);
    ck_assert_int_eq((int)pread(file, &byte, 1, 0), 0);
    close(file), close(out), close(err), unlink(path);
}
END_TEST

Suite *suite_api_hostile(void);
Suite *suite_api_hostile(void)
{
    Suite *s = suite_create("api_hostile");
    TCase *t = tcase_create("api_hostile");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, test_null_is_refused_everywhere);
    tcase_add_test(t, test_texts_fill_buffers_of_any_size_like_snprintf);
    tcase_add_test(t, test_messages_are_cut_to_fit);
    tcase_add_test(t, test_messages_are_one_line_of_ascii_whatever_is_quoted_in_them);
    tcase_add_test(t, test_lists_are_cut_to_their_room);
    tcase_add_test(t, test_sizes_of_structs_that_never_were_are_refused);
    tcase_add_test(t, test_structs_of_a_later_version_are_taken_when_the_rest_is_zero);
    tcase_add_test(t, test_texts_of_no_meaning_are_refused_with_a_message);
    tcase_add_test(t, test_moves_that_are_not_legal_are_refused);
    tcase_add_test(t, test_the_library_prints_nothing);
    suite_add_tcase(s, t);
    return s;
}
