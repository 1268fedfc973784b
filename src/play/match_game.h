// match_game.h - one game of a match: who sat where, the moves, the result; as a line of JSON and back.
#ifndef PLAY_MATCH_GAME_H
#define PLAY_MATCH_GAME_H

#include "play/record.h"

// What a seat gets. POINTS_RESULT: 2 for a win alone, 1 for a draw or a shared win, 0. POINTS_PLACE: 2 for
// every seat left behind, 1 for every one level; the better payoff comes first, then the better evaluation in
// the last position. With two players and a winner both are the same.
typedef enum { POINTS_RESULT, POINTS_PLACE } PointsRule;

typedef struct MatchGame {
    int      number;               // of the game, from 0
    int      seats[PLAYERS_MAX];   // contestants, from 0
    Record   record;               // owned
    Ended    ended;
    int      points[PLAYERS_MAX];
    int      moves[PLAYERS_MAX];   // chosen by each seat
    uint64_t nodes[PLAYERS_MAX];
    double   seconds[PLAYERS_MAX];   // 0 in a game that was read
    bool     timed;                  // seconds were measured
    uint64_t hash;                   // of the game as it was played (record.h)
} MatchGame;

extern const char *const ended_names[];   // "not", "rules", "plies-max", "draw-rule", "repetition"

// Fills `ended`, `points`, `moves` and `hash` from the record.
void match_game_judge(MatchGame *game, int plies_max, PointsRule rule);
void match_game_close(MatchGame *game);

// The game as one line of JSON with its newline, to be freed; NULL when memory is short. The times are left
// out: the same game, the same line.
char *match_game_line(const MatchGame *game);

// Reads such a line of `size` bytes without its newline, plays its moves, and accepts it only if it is what
// match_game_line would write, now or before a referee counted repetitions.
bool match_game_read(MatchGame *game, const Variant *v, int plies_max, PointsRule rule, const char *line,
                     size_t size, Status *status);

#endif
