// library_games.c - a program of a user of the library, for library.sh: random players with the seed of the
// program, one after another to the end. Prints the moves, how it ended and the points; with --silent
// nothing.
#include <pollard.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char error[POLLARD_ERROR_MAX], text[1 << 16];

static void check(int code)
{
    if (code >= 0) return;
    fprintf(stderr, "%d: %s\n", code, error);
    exit(1);
}

static void show(PollardPlay *play)
{
    static const char *const why[] = {"not", "rules", "plies-max", "draw-rule", "repetition"};
    int                      points[POLLARD_SEATS_MAX];
    const int                seats = pollard_play_points(play, points, NULL);
    pollard_play_text(play, POLLARD_TEXT_MOVES, text, sizeof text);
    printf("%s\n%s", text, why[pollard_play_over(play)]);
    for (int p = 0; p < seats; p++) printf(" %d", points[p]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    PollardGame         *game;
    PollardPlay         *play;
    PollardEngine       *engines[POLLARD_SEATS_MAX];
    PollardEngineOptions options = {.size = sizeof options,
                                    .seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    PollardResult        result  = {.size = sizeof result};
    check(pollard_game_open(&game, argc > 1 ? argv[1] : "othello", error, sizeof error));
    check(pollard_play_open(&play, game, NULL, error, sizeof error));
    const int seats = pollard_game_seats(game);
    for (options.seat = 0; options.seat < seats; options.seat++)
        check(pollard_engine_open(&engines[options.seat], game, "random", &options, error, sizeof error));
    while (pollard_play_over(play) == POLLARD_OVER_NOT) {
        check(
            pollard_engine_think(engines[pollard_play_turn(play)], play, NULL, &result, error, sizeof error));
        check(pollard_play_move(play, result.move));
    }
    if (argc < 4 || strcmp(argv[3], "--silent") != 0) show(play);
    for (int p = 0; p < seats; p++) pollard_engine_close(engines[p]);
    pollard_play_close(play);
    pollard_game_close(game);
    return 0;
}
