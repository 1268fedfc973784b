// Engines of the library: they search node for node as the program does, report every depth, stop when told,
// say what each move is worth, and do nothing that was not allowed.
#include "api/api_cases.h"
#include "play/player.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char error[POLLARD_ERROR_MAX];

static PollardResult think(PollardEngine *engine, const PollardPlay *play, int depth)
{
    PollardResult       result = {.size = sizeof result};
    const PollardLimits limits = {.size = sizeof limits, .depth = depth};
    const int           code   = pollard_engine_think(engine, play, &limits, &result, error, sizeof error);
    ck_assert_msg(code == 0, "%s", error);
    return result;
}

static const struct {
    const char *game, *spec;
    int         depth;
} searches[] = {
    {"othello", "alphabeta:order=tt+killer+history-ads,tt=14,pvs=yes,deepening=yes", 6},
    {"checkers", "alphabeta", 6},
    {"chess", "engine", 4},
    {"focus:players=4", "brs:order=threat-ads", 3},
    {"virus:size=5,players=3", "paranoid:tt=12,order=tt", 4},
    {"chinese-checkers:players=3", "maxn", 2},
    {"checkers", "alphabeta:eval=hunt,weights=90/140/3/2/4", 5},
};
enum { SEARCHES = sizeof searches / sizeof *searches };

// Beside the player it stands for, through a whole game: the same moves, values, nodes.
START_TEST(test_thinking_is_the_search_node_for_node)
{
    Status               status;
    Player               player;
    Variant              v      = test_open(searches[_i].game);
    PollardGame *const   game   = api_game(searches[_i].game);
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = api_engine(game, searches[_i].spec);
    PlayerSpec           spec;
    Record               record;
    AnyState             s;
    const PlayerSeat     seat = {.seed = 1, .limited = true};
    ck_assert(player_spec_parse(&spec, searches[_i].spec, &status));
    ck_assert_msg(player_open_spec(&player, &v, &spec, seat, &status), "%s", status.text);
    variant_setup(&v, &s);
    ck_assert(record_open(&record, &v, &s, &status));
    player.game = &record;
    for (int ply = 0; ply < 12 && pollard_play_over(play) == POLLARD_OVER_NOT; ply++) {
        SearchResult        found;
        const SearchLimits  limits = {.depth = searches[_i].depth};
        const PollardResult result = think(engine, play, searches[_i].depth);
        player_search_position(&player, &v, &record.now, &limits, NULL, NULL, &found);
        ck_assert_uint_eq(result.move, found.pv[0]);
        ck_assert_int_eq(result.value, found.value);
        ck_assert_int_eq(result.depth, found.depth);
        ck_assert_uint_eq(result.nodes, found.nodes);
        ck_assert_uint_eq(result.leaves, found.leaves);
        ck_assert_int_eq(result.line_length, found.pv_length);
        ck_assert_mem_eq(result.line, found.pv, (size_t)found.pv_length * sizeof *found.pv);
        const int      seats = v.facts.players, p = pollard_play_turn(play);
        const bool     all   = player.search->settings.algorithm == ALGORITHM_MAXN || seats == 2;
        const unsigned every = (1u << seats) - 1;
        ck_assert_uint_eq(result.known, all ? every : 1u << p);
        ck_assert_int_eq(result.values[p], found.value);
        for (int q = 0; q < seats; q++)
            ck_assert_int_eq(result.values[q], q == p       ? found.value
                                               : seats == 2 ? -found.value
                                               : all        ? found.values[q]
                                                            : 0);
        ck_assert(!result.stopped && !result.by_chance && result.outcome == 0 && result.plies == 0);
        ck_assert_int_eq(pollard_play_move(play, result.move), 0);
        ck_assert(record_play(&record, found.pv[0], &status));
    }
    record_close(&record);
    player_close(&player);
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
    variant_close(&v);
}
END_TEST

// The numbers of the program: one stream per seed and seat.
START_TEST(test_random_engines_play_the_game_of_their_seed)
{
    Status             status;
    Variant            v    = test_open("focus:players=4");
    PollardGame *const game = api_game("focus:players=4");
    PollardPlay *const play = api_play(game, NULL);
    PollardEngine     *engines[4];
    Player             players[4];
    AnyState           s;
    variant_setup(&v, &s);
    for (int p = 0; p < 4; p++) {
        const PollardEngineOptions options = {.size = sizeof options, .seed = 17, .seat = p};
        ck_assert_int_eq(pollard_engine_open(&engines[p], game, "random", &options, error, sizeof error), 0);
        ck_assert(player_open(&players[p], &v, "random", 17, p, &status));
    }
    for (int ply = 0; ply < 60 && pollard_play_over(play) == POLLARD_OVER_NOT; ply++) {
        const int           p      = pollard_play_turn(play);
        const AnyState      before = s;
        const Move          m      = player_choose(&players[p], &v, &before, NULL);
        const PollardResult result = think(engines[p], play, 0);
        ck_assert_uint_eq(result.move, m);
        ck_assert_int_eq(result.depth, 0);
        ck_assert_uint_eq(result.known, 0);
        pollard_play_move(play, m);
        v.game->play(v.rules, &s, &before, m);
    }
    for (int p = 0; p < 4; p++) pollard_engine_close(engines[p]), player_close(&players[p]);
    pollard_play_close(play);
    pollard_game_close(game);
    variant_close(&v);
}
END_TEST

// Weak levels move by chance at times, and say so; the same after a reset with the same seed.
START_TEST(test_a_reset_begins_anew)
{
    PollardGame *const   game   = api_game("checkers");
    PollardEngine *const engine = api_engine(game, "engine:level=1");
    uint32_t             first[20];
    int                  by_chance = 0;
    for (int round = 0; round < 3; round++) {
        PollardPlay *const play = api_play(game, NULL);
        int                same = 0;
        for (int i = 0; i < 20; i++) {
            const PollardResult result = think(engine, play, 0);
            by_chance += result.by_chance;
            same += round > 0 && first[i] == result.move;
            if (round == 0) first[i] = result.move;
            pollard_play_move(play, result.move);
        }
        if (round == 1) ck_assert_int_eq(same, 20);
        if (round == 2) ck_assert_int_lt(same, 20);
        pollard_play_close(play);
        ck_assert_int_eq(pollard_engine_reset(engine, round == 0 ? 1 : 2, error, sizeof error), 0);
    }
    ck_assert_int_gt(by_chance, 10);
    pollard_engine_close(engine);
    pollard_game_close(game);
}
END_TEST

// Reports.

typedef struct Watch {
    PollardEngine *engine;
    PollardPlay   *play;
    int            depths, enough;
    bool           by_stop;
    uint32_t       best;
} Watch;

static int watch_depth(void *context, const PollardResult *so_far)
{
    static char   text[1 << 16];
    Watch *const  w     = context;
    PollardResult other = {.size = sizeof other};
    ck_assert_uint_eq(so_far->size, sizeof *so_far);
    ck_assert_int_eq(so_far->depth, ++w->depths);
    ck_assert_int_gt(so_far->line_length, 0);
    w->best = so_far->move;
    // What it has found can be asked for meanwhile; it cannot be made to think once more.
    ck_assert_int_gt(pollard_engine_json(w->engine, text, sizeof text), 0);
    ck_assert_int_eq(pollard_engine_think(w->engine, w->play, NULL, &other, NULL, 0), POLLARD_ERROR_USE);
    ck_assert_int_eq(pollard_engine_reset(w->engine, 1, NULL, 0), POLLARD_ERROR_USE);
    if (w->depths < w->enough) return 0;
    if (!w->by_stop) return 1;
    ck_assert_int_eq(pollard_engine_stop(w->engine), 1);
    return 0;
}

START_TEST(test_every_depth_is_reported_until_enough)
{
    PollardGame *const   game   = api_game("othello");
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = api_engine(game, "alphabeta");
    PollardResult        result = {.size = sizeof result};
    for (int by_stop = 0; by_stop < 2; by_stop++) {
        Watch               w      = {engine, play, 0, 4, by_stop, 0};
        const PollardLimits limits = {
            .size = sizeof limits, .depth = POLLARD_DEPTH_MAX, .report = watch_depth, .context = &w};
        ck_assert_int_eq(pollard_engine_think(engine, play, &limits, &result, error, sizeof error), 0);
        ck_assert_int_eq(w.depths, 4);
        ck_assert(result.stopped);
        ck_assert_int_ge(result.depth, 4);
        w = (Watch){engine, play, 0, 3, by_stop, 0};
        ck_assert_int_eq(pollard_engine_values(engine, play, &limits, error, sizeof error), 4);
        ck_assert_int_eq(w.depths, 3);
        PollardMoveValue value = {.size = sizeof value};
        ck_assert_int_eq(pollard_engine_value(engine, 0, &value), 0);
        ck_assert_uint_eq(value.move, w.best);
    }
    ck_assert_int_eq(pollard_engine_stop(engine), 0);    // nothing is going on
    ck_assert_int_eq(think(engine, play, 3).depth, 3);   // and nothing is left of it
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// Limits.

START_TEST(test_limits_end_a_search_with_a_move)
{
    PollardGame *const   game   = api_game("abalone");
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = api_engine(game, "engine");
    PollardResult        result = {.size = sizeof result};
    PollardLimits        limits = {.size = sizeof limits, .nodes = 1};
    ck_assert_int_eq(pollard_engine_think(engine, play, &limits, &result, error, sizeof error), 0);
    ck_assert(result.stopped && result.depth == 0 && result.line_length == 1 && result.known == 0);
    ck_assert_int_gt(pollard_play_move_format(play, result.move, NULL, 0), 0);
    limits = (PollardLimits){.size = sizeof limits, .seconds = 0.02};
    ck_assert_int_eq(pollard_engine_think(engine, play, &limits, &result, error, sizeof error), 0);
    ck_assert_int_gt(pollard_play_move_format(play, result.move, NULL, 0), 0);
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_bad_limits_are_refused)
{
    const struct {
        PollardLimits limits;
        const char   *says;
    } bad[]                     = {{{.size = sizeof(PollardLimits), .depth = -1}, "depth -1"},
                                   {{.size = sizeof(PollardLimits), .depth = 61}, "depth 61"},
                                   {{.size = sizeof(PollardLimits), .seconds = -0.5}, "-0.5 seconds"},
                                   {{.size = sizeof(PollardLimits), .seconds = (double)NAN}, "seconds"}};
    PollardGame *const   game   = api_game("othello");
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = api_engine(game, "engine");
    PollardResult        result = {.size = sizeof result};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_eq(pollard_engine_think(engine, play, &bad[i].limits, &result, error, sizeof error),
                         POLLARD_ERROR_INPUT);
        ck_assert_msg(strstr(error, bad[i].says) != NULL, "%s", error);
        ck_assert_int_eq(pollard_engine_values(engine, play, &bad[i].limits, NULL, 0), POLLARD_ERROR_INPUT);
    }
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_a_search_without_any_limit_ends)
{
    PollardGame *const   game   = api_game("tictactoe");
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = api_engine(game, "alphabeta");
    PollardResult        result = {.size = sizeof result};
    ck_assert_int_eq(pollard_engine_think(engine, play, NULL, &result, error, sizeof error), 0);
    ck_assert_int_gt(result.depth, 5);
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// Values of moves.

START_TEST(test_values_come_best_first_with_their_outcome)
{
    PollardGame *const   game   = api_game("tictactoe");
    PollardPlay *const   play   = api_play(game, "XX-OO---- X");
    PollardEngine *const engine = api_engine(game, "alphabeta");
    PollardMoveValue     value  = {.size = sizeof value};
    const PollardLimits  limits = {.size = sizeof limits, .depth = 5};
    ck_assert_int_eq(pollard_engine_values(engine, play, &limits, error, sizeof error), 5);
    char word[TEXT_MAX];
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(pollard_engine_value(engine, i, &value), 0);
        ck_assert_int_eq(value.depth, 5);
        ck_assert_uint_eq(value.known, 3);
        ck_assert_int_eq(value.values[0], value.value);
        ck_assert_int_eq(value.values[1], -value.value);
        pollard_play_move_format(play, value.move, word, sizeof word);
        const bool wins = strcmp(word, "c1") == 0, holds = strcmp(word, "c2") == 0;
        ck_assert_int_eq(value.outcome, wins ? 1 : holds ? value.outcome : -1);
        if (wins) ck_assert(i == 0 && value.plies == 1);
        if (!wins && !holds) ck_assert_int_eq(value.plies, 2);
    }
    ck_assert_int_eq(pollard_engine_value(engine, 5, &value), POLLARD_ERROR_USE);
    ck_assert_int_eq(pollard_engine_value(engine, -1, &value), POLLARD_ERROR_USE);
    think(engine, play, 2);
    ck_assert_int_eq(pollard_engine_value(engine, 0, &value), POLLARD_ERROR_USE);   // of the last search only
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_values_of_three_players_are_the_movers)
{
    static const char *const specs[] = {"paranoid", "brs", "maxn"};
    PollardGame *const       game    = api_game("virus:size=5,players=3");
    PollardPlay *const       play    = api_play(game, NULL);
    PollardMoveValue         value   = {.size = sizeof value};
    const PollardLimits      limits  = {.size = sizeof limits, .depth = 3};
    for (int i = 0; i < 3; i++) {
        PollardEngine *const engine = api_engine(game, specs[i]);
        const PollardResult  result = think(engine, play, 3);
        ck_assert_int_eq(pollard_engine_values(engine, play, &limits, error, sizeof error),
                         pollard_play_legal(play, NULL, NULL, 0));
        ck_assert_int_eq(pollard_engine_value(engine, 0, &value), 0);
        ck_assert_int_eq(value.value, result.value);
        ck_assert_uint_eq(value.known, i == 2 ? 7 : 1);
        pollard_engine_close(engine);
    }
    PollardEngine *const minimax = api_engine(game, "minimax");
    ck_assert_int_eq(pollard_engine_values(minimax, play, &limits, error, sizeof error), POLLARD_ERROR_USE);
    ck_assert_ptr_nonnull(strstr(error, "minimax"));
    pollard_engine_close(minimax);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// JSON.

static void keys_check(const json_t *json)
{
    static const char *const keys[] = {"player",  "search",  "game",     "position", "depth",
                                       "value",   "move",    "pv",       "interior", "leaves",
                                       "seconds", "stopped", "by_chance"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        ck_assert_msg(json_object_get(json, keys[i]) != NULL, "no '%s'", keys[i]);
    ck_assert(json_is_integer(json_object_get(json, "value")));
}

START_TEST(test_statistics_are_there_where_they_are_counted)
{
    static char          text[1 << 18];
    PollardGame *const   game   = api_game("othello");
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = api_engine(game, "alphabeta:stats=yes");
    const PollardLimits  limits = {.size = sizeof limits, .depth = 3};
    json_error_t         why;
    ck_assert_int_gt(pollard_engine_json(engine, text, sizeof text), 0);
    json_t *json = json_loads(text, 0, &why);
    ck_assert_str_eq(json_string_value(json_object_get(json, "player")), "alphabeta:stats=yes");
    ck_assert_ptr_null(json_object_get(json, "depth"));
    json_decref(json);
    const PollardResult result = think(engine, play, 4);
    pollard_engine_json(engine, text, sizeof text);
    json = json_loads(text, 0, &why);
    keys_check(json);
    ck_assert_uint_eq((uint64_t)json_integer_value(json_object_get(json, "nodes")), result.nodes);
    ck_assert_int_eq((int)json_integer_value(json_object_get(json, "value")), result.value);
    ck_assert(json_is_array(json_object_get(json, "cutoffs_by_index")));
    ck_assert_ptr_null(json_object_get(json, "moves"));
    json_decref(json);
    pollard_engine_values(engine, play, &limits, NULL, 0);
    pollard_engine_json(engine, text, sizeof text);
    json = json_loads(text, 0, &why);
    ck_assert_uint_eq(json_array_size(json_object_get(json, "moves")), 4);
    json_decref(json);
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// X O X
// X O O    O to move: a3 holds, with c3 to come, and after c3 the first column is X's. A tree of five
// - X -    positions, three of them with moves.
static const char *const small_tree = "XOXXOO-X- O";

static json_t *engine_json(const PollardEngine *engine)
{
    static char  text[1 << 14];
    json_error_t why;
    ck_assert_int_gt(pollard_engine_json(engine, text, sizeof text), 0);
    json_t *const json = json_loads(text, JSON_REJECT_DUPLICATES, &why);
    ck_assert_msg(json != NULL, "%s", text);
    return json;
}

// All but the seconds, which are what they are.
static void found_expect(const PollardEngine *engine, const char *golden)
{
    char *const text = strdup(golden);
    for (char *c = text; *c; c++)
        if (*c == '\'') *c = '"';
    json_t *const json = engine_json(engine), *const want = json_loads(text, 0, NULL);
    const double seconds = json_real_value(json_object_get(json, "seconds"));
    ck_assert(json_is_real(json_object_get(json, "seconds")) && seconds >= 0 && seconds < 60);
    json_object_del(json, "seconds");
    char *const is = json_dumps(json, 0);
    ck_assert_msg(want != NULL && json_equal(json, want), "%s, expected %s", is, text);
    json_decref(json);
    json_decref(want);
    free(text);
    free(is);
}

START_TEST(test_every_figure_of_a_small_search_is_as_counted_by_hand)
{
    PollardGame *const   game   = api_game("tictactoe");
    PollardPlay *const   play   = api_play(game, small_tree);
    PollardEngine *const engine = api_engine(game, "alphabeta:depth=2");
    const PollardResult  result = think(engine, play, 0);
    ck_assert(result.move == 6 && result.depth == 2 && result.value == 0 && result.outcome == 0);
    ck_assert(result.nodes == 5 && result.leaves == 2 && result.line_length == 2);
    ck_assert(result.line[0] == 6 && result.line[1] == 8 && result.known == 3);
    ck_assert(result.plies == 0 && !result.stopped && !result.by_chance);
    ck_assert(result.seconds >= 0 && result.seconds < 60);
    found_expect(engine, "{'player': 'alphabeta:depth=2', 'search': 'alphabeta:depth=2', 'game': 'tictactoe',"
                         "'position': 'XOXXOO-X- O', 'depth': 2, 'value': 0, 'move': 'a3', 'pv': 'a3 c3',"
                         "'nodes': 5, 'interior': 3, 'leaves': 2, 'stopped': false, 'by_chance': false}");
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// At one ply two evaluations; at two, below each move, its position and the one that ends the game.
START_TEST(test_every_figure_of_the_values_of_moves_is_as_counted_by_hand)
{
    PollardGame *const   game   = api_game("tictactoe");
    PollardPlay *const   play   = api_play(game, small_tree);
    PollardEngine *const engine = api_engine(game, "alphabeta:depth=2");
    PollardMoveValue     value  = {.size = sizeof value};
    ck_assert_int_eq(pollard_engine_values(engine, play, NULL, error, sizeof error), 2);
    found_expect(engine, "{'player': 'alphabeta:depth=2', 'search': 'alphabeta:depth=2', 'game': 'tictactoe',"
                         "'position': 'XOXXOO-X- O', 'depth': 2, 'value': 0, 'move': 'a3', 'pv': 'a3 c3',"
                         "'nodes': 6, 'interior': 2, 'leaves': 4, 'stopped': false, 'by_chance': false,"
                         "'moves': [{'move': 6, 'text': 'a3', 'value': 0, 'depth': 2, 'pv': 'a3 c3'},"
                         "{'move': 8, 'text': 'c3', 'value': -1199998, 'depth': 2, 'pv': 'c3 a3'}]}");
    ck_assert_int_eq(pollard_engine_value(engine, 1, &value), 0);
    ck_assert(value.move == 8 && value.depth == 2 && value.value == -1199998 && value.outcome == -1);
    ck_assert(value.plies == 2 && value.known == 3 && value.line_length == 2);
    ck_assert(value.line[0] == 8 && value.line[1] == 6);
    ck_assert(value.values[0] == 1199998 && value.values[1] == -1199998);
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// What is not allowed.

START_TEST(test_specs_do_only_what_is_allowed)
{
    static const struct {
        const char *spec;
        int         code;
        const char *says;
    } bad[] = {
        {"uci:command=/bin/true,depth=1", POLLARD_ERROR_REFUSED, "starts a program"},
        {"xboard:command=/bin/true,depth=1", POLLARD_ERROR_REFUSED, "starts a program"},
        {"alphabeta:depth=1,with=/etc/hostname", POLLARD_ERROR_REFUSED, "reads a file"},
        {"alphabeta:threads=3,tt=10,order=tt", POLLARD_ERROR_REFUSED, "threads=3"},
        {"engine:threads=3", POLLARD_ERROR_REFUSED, "threads=3"},
        {"alphabeta:tt=24,order=tt", POLLARD_ERROR_REFUSED, "tt=24"},
        {"human", POLLARD_ERROR_INPUT, "not an engine"},
        {"alphabet", POLLARD_ERROR_INPUT, "unknown player 'alphabet'"},
        {"alphabeta:depth=x", POLLARD_ERROR_INPUT, "depth=x"},
        {"", POLLARD_ERROR_INPUT, ""},
    };
    const PollardEngineOptions options = {
        .size = sizeof options, .threads_max = 2, .table_max = UINT64_C(1) << 25};
    PollardGame *const game = api_game("chess");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        PollardEngine *engine = (PollardEngine *)&options;
        const int      code = pollard_engine_open(&engine, game, bad[i].spec, &options, error, sizeof error);
        ck_assert_msg(code == bad[i].code, "%s: %d, %s", bad[i].spec, code, error);
        ck_assert_msg(strstr(error, bad[i].says) != NULL, "%s: %s", bad[i].spec, error);
        ck_assert_ptr_null(engine);
    }
    // With leave it is tried: the file is wrong now, not forbidden.
    const PollardEngineOptions files = {.size = sizeof files, .allow = POLLARD_ALLOW_FILES};
    PollardEngine             *engine;
    ck_assert_int_eq(pollard_engine_open(&engine, game, bad[2].spec, &files, error, sizeof error),
                     POLLARD_ERROR_INPUT);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_a_program_plays_where_it_is_allowed_and_forfeits_when_it_ends)
{
    const PollardEngineOptions options = {.size = sizeof options, .allow = POLLARD_ALLOW_PROGRAMS};
    PollardGame *const         game    = api_game("chess");
    PollardPlay *const         play    = api_play(game, NULL);
    PollardEngine             *engine;
    PollardResult              result = {.size = sizeof result};
    const int code = pollard_engine_open(&engine, game, "uci:command=/bin/true,depth=1", &options, error,
                                         sizeof error);
    // The program ends at once: known when it is opened, or by its first move.
    if (code == 0)
        ck_assert_int_eq(pollard_engine_think(engine, play, NULL, &result, error, sizeof error),
                         POLLARD_ERROR_FORFEIT);
    else ck_assert(code == POLLARD_ERROR_INPUT || code == POLLARD_ERROR_SYSTEM);
    ck_assert_str_ne(error, "");
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_a_play_of_another_game_is_refused_one_of_the_same_is_not)
{
    PollardGame *const game = api_game("checkers"), *const twin = api_game("checkers:relaxed=no"),
                       *const other = api_game("checkers:relaxed=yes");
    PollardPlay *const same = api_play(twin, NULL), *const strange = api_play(other, NULL);
    PollardEngine *const engine = api_engine(game, "alphabeta");
    PollardResult        result = {.size = sizeof result};
    const PollardLimits  limits = {.size = sizeof limits, .depth = 2};
    ck_assert_int_eq(pollard_engine_think(engine, same, &limits, &result, error, sizeof error), 0);
    ck_assert_int_eq(pollard_engine_think(engine, strange, &limits, &result, error, sizeof error),
                     POLLARD_ERROR_USE);
    ck_assert_ptr_nonnull(strstr(error, "another game"));
    pollard_play_cap(same, 0);
    ck_assert_int_eq(pollard_engine_think(engine, same, &limits, &result, error, sizeof error),
                     POLLARD_ERROR_OVER);
    ck_assert_int_eq(pollard_engine_values(engine, same, &limits, error, sizeof error), POLLARD_ERROR_OVER);
    pollard_engine_close(engine);
    pollard_play_close(same);
    pollard_play_close(strange);
    pollard_game_close(game);
    pollard_game_close(twin);
    pollard_game_close(other);
}
END_TEST

Suite *suite_api_engine(void);
Suite *suite_api_engine(void)
{
    Suite *s = suite_create("api_engine");
    TCase *t = tcase_create("api_engine");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, test_thinking_is_the_search_node_for_node, 0, SEARCHES);
    tcase_add_test(t, test_random_engines_play_the_game_of_their_seed);
    tcase_add_test(t, test_a_reset_begins_anew);
    tcase_add_test(t, test_every_depth_is_reported_until_enough);
    tcase_add_test(t, test_limits_end_a_search_with_a_move);
    tcase_add_test(t, test_bad_limits_are_refused);
    tcase_add_test(t, test_a_search_without_any_limit_ends);
    tcase_add_test(t, test_values_come_best_first_with_their_outcome);
    tcase_add_test(t, test_values_of_three_players_are_the_movers);
    tcase_add_test(t, test_statistics_are_there_where_they_are_counted);
    tcase_add_test(t, test_every_figure_of_a_small_search_is_as_counted_by_hand);
    tcase_add_test(t, test_every_figure_of_the_values_of_moves_is_as_counted_by_hand);
    tcase_add_test(t, test_specs_do_only_what_is_allowed);
    tcase_add_test(t, test_a_program_plays_where_it_is_allowed_and_forfeits_when_it_ends);
    tcase_add_test(t, test_a_play_of_another_game_is_refused_one_of_the_same_is_not);
    suite_add_tcase(s, t);
    return s;
}
