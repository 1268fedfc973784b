// solve.h - solves a whole game of two through the contract: every position that can be reached, won, lost or
// drawn, and in how many plies.
//
// Positions are numbered by the game's rank, where it has one; otherwise they are found from the start,
// breadth first over generate and play, and held in a set that compares states byte by byte. Then retrograde
// analysis, in the order of distance to the end: a finished game is settled; a position from which a move
// leads to a win of its mover is won in one ply more; one whose moves all lead to wins of the other is lost
// in one ply more than the longest. What is never settled is a draw: all moves lead to draws or on without
// end. Nothing is assumed about who moves next, so the same side may move several times, pass, or be the one
// who has won.
//
// The table is a function of the game and its options alone. Memory: a state, its slot and about 20 bytes a
// position, and 4 bytes a move unless the game names the predecessors of a position; `memory_max` bounds it.
// Source: Ströhlein 1970; Thompson 1986; the counters of moves not yet refuted: Gasser 1996.
#ifndef RETRO_SOLVED_SOLVE_H
#define RETRO_SOLVED_SOLVE_H

#include "game/variant.h"

#include <stdatomic.h>

// In words, and the part that is done, 0 ... 1.
typedef void SolveReport(void *context, const char *what, double done);

typedef struct SolveOptions {
    uint64_t           memory_max;   // bytes; 0: SOLVE_MEMORY
    const atomic_bool *stop;         // NULL: never
    SolveReport       *report;       // NULL: none
    void              *context;
    // The slow ways, for tests: as if the game did not have them.
    bool no_rank, no_predecessors, no_symmetry;
} SolveOptions;

#define SOLVE_MEMORY (UINT64_C(1) << 30)

typedef struct SolveResult {
    bool     complete;   // false: stopped; nothing else is set
    uint8_t *contents;   // of the file (table.h); to be freed
    uint64_t size;
    uint64_t positions, won, lost, drawn;   // for the player to move
    int      plies;                         // of the longest game that is not a draw
    uint8_t  start;                         // the value of the starting position
} SolveResult;

// Fails, saying why, on games for more than two, on those in which an endless game is not a draw, when games
// are longer than a byte can say and when memory_max does not suffice.
bool solve_game(const Variant *v, const SolveOptions *options, SolveResult *result, Status *status);

#endif
