// endgame.h - endgame databases by retrograde analysis: who wins and in how many plies, one byte per position
// with a side to move.
//
// The byte n, 0 ... ENDGAME_PLIES_MAX: the game lasts n more plies with best play, the winner hurrying and
// the loser holding out. A game ends with the side to move having lost, and sides alternate, so n even is a
// loss of the side to move and n odd a win.
//
// Round n settles the entries that end in n plies. Odd: some move leads to a loss in n - 1. Even: all moves
// lead to wins, the longest in n - 1. What is open when a round settles nothing is a draw. The table is a
// function of the domain alone, whatever the threads.
//
// Three ways, after what the domain knows. Exact predecessors: an open entry holds a counter of its moves not
// known to lose, in the very byte that will hold its value, and every settled entry tells its predecessors
// once; so the work is one move per move of the game, twice. Candidates: a round looks at the predecessors of
// what was settled the round before, each by its successors. None: a round looks at all open entries. Games
// too long or moves too many for a counter are solved the second way.
//
// Captures: a successor may be a value, read by the domain from a smaller database, instead of an entry; such
// domains have no predecessors here. Source: Ströhlein 1970; Thompson 1986.
#ifndef RETRO_ENDGAME_H
#define RETRO_ENDGAME_H

#include "retro/solve.h"

enum {
    ENDGAME_LOST      = 0,
    ENDGAME_PLIES_MAX = 251,
    ENDGAME_OPEN      = 253,   // not settled; in no finished table
    ENDGAME_DRAW      = 254,
    ENDGAME_NONE      = 255,   // no such position
};

#define ENDGAME_VALUE (UINT64_C(1) << 63)   // ENDGAME_VALUE | byte: a successor in another database

// Entries are written to out[], at most moves_max, the same one twice if need be. A cursor is the domain's
// own memory; a thread has two, so that it can look at the successors of a predecessor.
typedef struct EndgameDomain {
    const void *data;
    uint64_t    entries;
    int         moves_max;
    // the largest distance among values from other databases; 0 when there are none
    int elsewhere_max;
    bool
        // `predecessors` may name some from which no move leads here; otherwise it names each as often as
        // it has this successor
           candidates;
    size_t cursor_size;
    void (*cursor_open)(const void *data, void *cursor);
    uint8_t (*outcome)(const void *data, void *cursor,
                       uint64_t entry);   // LOST, DRAW or NONE; OPEN when there is a successor
    int (*moves)(const void *data, void *cursor, uint64_t entry);   // OPTIONAL: how many successors
    int (*successors)(const void *data, void *cursor, uint64_t entry, uint64_t out[]);
    int (*predecessors)(const void *data, void *cursor, uint64_t entry, uint64_t out[]);   // NULL: not known
} EndgameDomain;

typedef struct EndgameResult {
    bool     complete;   // false: stopped in round `plies`, the table still has open entries
    int      plies;      // the longest game
    uint64_t found[ENDGAME_PLIES_MAX + 2], won, lost, drawn, none;
    double   seconds;
} EndgameResult;

// Options as for retro_solve, without exchange. Fails like it.
bool endgame_solve(const EndgameDomain *domain, const RetroOptions *options, uint8_t *table,
                   EndgameResult *result, Status *status);

static inline bool endgame_decided(uint8_t value) { return value <= ENDGAME_PLIES_MAX; }
static inline bool endgame_won(uint8_t value) { return endgame_decided(value) && value % 2 == 1; }

#endif
