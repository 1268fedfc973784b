// tally.h - what the games of a match add up to: points, a crosstable, pairs of games for Elo, the sequential
// test. Whole numbers only, added in the order of the games.
//
// Searches repeat themselves: a pair of games that was played before, move by move by the same two in the
// same seats, says nothing new. Points and crosstable count every game; Elo, its interval and the
// sequential test take different pairs only, the first of equal ones.
#ifndef PLAY_TALLY_H
#define PLAY_TALLY_H

#include "base/stats/elo.h"
#include "play/match_game.h"
#include "play/schedule.h"

// Contestant a against b in the games where both sit: won when a's seats have more points on average.
typedef struct Score {
    int won, drawn, lost;
} Score;

typedef struct Contestant {
    int64_t  points;
    int      games;
    uint64_t moves, nodes;
    uint64_t moves_timed;   // in games played here, not read from a file
    double   seconds;
} Contestant;

// Games that a contestant lost by forfeit.
typedef struct Forfeits {
    int  games, first;                 // first: its number, from 0
    char reason[FORFEIT_REASON_MAX];   // of the first
} Forfeits;

// Numbers of games and pairs that were seen: open addressing, at most half full, 0 is free.
typedef struct SeenGames {
    uint64_t *keys;   // owned
    size_t    room, count;
} SeenGames;

typedef struct Tally {
    const Schedule *schedule;
    int             games;
    int             different;   // games that are not in a pair that was played before; without pairs: games
    Contestant      contestant[CONTESTANTS_MAX];
    Forfeits        forfeits[CONTESTANTS_MAX];
    Score           cross[CONTESTANTS_MAX][CONTESTANTS_MAX];
    int64_t         seat_points[PLAYERS_MAX];
    int             capped, drawn_by_rules, drawn_by_cap;   // capped: ended by the limit of plies
    int64_t         plies;

    // Pairs: two games that follow each other from one opening with the seats changed, by what the lower
    // number scored, 0 ... 4 half points. Only where exactly two contestants sit in a game.
    // Different ones.
    uint64_t  pairs[CONTESTANTS_MAX][CONTESTANTS_MAX][5];
    int       half;        // of a pair whose second game is to come
    uint64_t  half_game;   // its number
    SeenGames seen;
} Tally;

bool tally_add(Tally *tally, const MatchGame *game, Status *status);   // false: out of memory
void tally_close(Tally *tally);

// Are pairs counted?
bool tally_has_pairs(const Tally *tally);

// Of contestant a over b, by pairs, at 95 % confidence; a < b.
EloEstimate tally_elo(const Tally *tally, int a, int b);

// Of the first contestant over the second, by whole pairs only.
EloSprtResult tally_sprt(const Tally *tally, double elo0, double elo1);

#endif
