// api.c - what the library costs: nanoseconds of its small calls, and nodes per second of a search through it
// and through the player it stands for, by turns in one process. Linked with the objects of the program.
//
//     bench_api           both
//     bench_api think     one search through the library, for counting instructions: prints its nodes
//     bench_api player    the same search by the player
#include "base/clock.h"
#include "play/player.h"
#include "pollard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 2000000, ROUNDS = 7, DEPTH = 9 };

static const char *const game_name   = "othello";
static const char *const player_name = "alphabeta:order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes";

static PollardGame   *game;
static PollardPlay   *play;
static PollardEngine *engine;
static Variant        v;
static Player         player;

static void must(bool good, const char *text)
{
    if (good) return;
    fprintf(stderr, "%s\n", text);
    exit(1);
}

static void start(void)
{
    char             error[POLLARD_ERROR_MAX] = "";
    Status           status                   = {0};
    PlayerSpec       spec;
    const PlayerSeat seat = {.seed = 1, .limited = true};
    must(pollard_game_open(&game, game_name, error, sizeof error) == 0, error);
    must(pollard_play_open(&play, game, NULL, error, sizeof error) == 0, error);
    must(pollard_engine_open(&engine, game, player_name, NULL, error, sizeof error) == 0, error);
    must(variant_open(&v, game_name, &status), status.text);
    must(player_spec_parse(&spec, player_name, &status), status.text);
    must(player_open_spec(&player, &v, &spec, seat, &status), status.text);
}

static uint64_t search_library(void)
{
    const PollardLimits limits = {.size = sizeof limits, .depth = DEPTH};
    PollardResult       result = {.size = sizeof result};
    must(pollard_engine_think(engine, play, &limits, &result, NULL, 0) == 0, "think");
    return result.nodes;
}

static uint64_t search_player(void)
{
    AnyState           s;
    SearchResult       result;
    const SearchLimits limits = {.depth = DEPTH};
    variant_setup(&v, &s);
    player_search_position(&player, &v, &s, &limits, NULL, NULL, &result);
    return result.nodes;
}

static double speed(uint64_t (*search)(void))
{
    const double   begun = clock_seconds();
    const uint64_t nodes = search();
    return (double)nodes / (clock_seconds() - begun);
}

// The best of several rounds, by turns, so that both meet the same machine.
static void searches(void)
{
    double library = 0, by_player = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const double a = speed(search_library), b = speed(search_player);
        library   = a > library ? a : library;
        by_player = b > by_player ? b : by_player;
    }
    printf("think: %.3f million nodes/s, the player itself %.3f: %+.2f %%\n", library / 1e6, by_player / 1e6,
           100 * (library / by_player - 1));
}

static double each(double begun, int calls) { return (clock_seconds() - begun) / calls * 1e9; }

static void calls(void)
{
    uint32_t  moves[POLLARD_MOVES_MAX], actions[POLLARD_MOVES_MAX];
    char      text[200];
    const int n     = pollard_play_legal(play, moves, NULL, POLLARD_MOVES_MAX);
    double    begun = clock_seconds();
    long      sum   = 0;
    for (int i = 0; i < CALLS; i++) sum += pollard_play_turn(play);
    printf("turn %.0f ns", each(begun, CALLS));
    begun = clock_seconds();
    for (int i = 0; i < CALLS; i++) sum += pollard_play_over(play);
    printf(", over %.0f ns", each(begun, CALLS));
    begun = clock_seconds();
    for (int i = 0; i < CALLS; i++) sum += pollard_play_legal(play, moves, NULL, POLLARD_MOVES_MAX);
    printf(", legal moves %.0f ns", each(begun, CALLS));
    begun = clock_seconds();
    for (int i = 0; i < CALLS; i++) sum += pollard_play_legal(play, moves, actions, POLLARD_MOVES_MAX);
    printf(", with actions %.0f ns", each(begun, CALLS));
    begun = clock_seconds();
    for (int i = 0; i < CALLS; i++) {
        sum += pollard_play_move(play, moves[i % n]);
        sum += pollard_play_undo(play);
    }
    printf(", a move and its undo %.0f ns", each(begun, CALLS));
    begun = clock_seconds();
    for (int i = 0; i < CALLS / 10; i++)
        sum += pollard_play_move_format(play, moves[i % n], text, sizeof text);
    printf(", text of a move %.0f ns\n", each(begun, CALLS / 10));
    must(sum != 0, "");
}

int main(int argc, char **argv)
{
    start();
    if (argc == 2)
        return printf("%llu\n", (unsigned long long)(strcmp(argv[1], "think") == 0 ? search_library()
                                                                                   : search_player())),
               0;
    calls();
    searches();
    player_close(&player);
    variant_close(&v);
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
    return 0;
}
