// pdb.h - pattern databases of Thief and Police for one maze: one side moves, the other stands
// still.
//
// Police tables: the fewest police turns until k policemen have caught a thief who stands still. Caught:
// every open cell beside the thief holds a policeman, or all k stand beside him, which for k = 4 says nothing
// new. Policemen never enter the thief's cell. Simple game: a turn moves one policeman. Simultaneous game
// ("joint"): a turn moves any of them to distinct cells, exchanges and entering a cell that is left included.
// Thief table: the fewest moves of the thief to an exit past k policemen who stand still.
//
// Entries: numbering.h. Values: turns or moves, PURSUIT_MOST for that or more; PURSUIT_NEVER for what cannot
// be, while a table is made (its file has the largest value + 1 instead, slices.h); PURSUIT_VOID where a
// policeman stands on the thief.
//
// How. Simple police: policemen are alike, so one who is in another's way takes over his errand, and no way
// is longer for it: the value is the cheapest assignment of policemen to the cells beside the thief,
// distances taken round him; a few vector additions for a run of sets. (Where the cheapest assignment leaves
// a cell empty, the last policeman on the way to it can go there undisturbed, at no higher cost than the one
// assigned.) Joint police, where ways do disturb each other: breadth first over the slice. Thief: breadth
// first from the exits, once per set. The tests solve all three by a queue over the game's own moves.
//
// Cost, one core, measured: simple police 1 ns per entry, thief 5 ns, joint police with two 55 ns, with three
// 75, with four 400. Source: the paper on pattern and endgame databases, sections VI and VII; assignments for
// unlabelled pebbles: Calinescu, Dumitrescu, Pach 2008.
#ifndef GAMES_THIEF_POLICE_PDB_H
#define GAMES_THIEF_POLICE_PDB_H

#include "base/status.h"
#include "games/thief_police/numbering.h"

#include <stddef.h>

enum {
    PURSUIT_MOST     = 253,
    PURSUIT_NEVER    = 254,
    PURSUIT_VOID     = 255,
    PURSUIT_NEAR_MAX = 625,
    PURSUIT_SLACK    = 64
};

typedef struct PursuitDb {
    Board         board;
    PursuitKind   kind;
    int           police;
    uint64_t      sets, entries;           // C(cells, police); cells * sets
    uint64_t      slices, slice_entries;   // the last slice has the rest
    size_t        scratch;                 // bytes a thread needs to make slices
    PursuitChoose choose;
} PursuitDb;

typedef struct PursuitPosition {
    uint16_t thief;
    Lanes    police;   // ascending, CELL_NONE after the last
} PursuitPosition;

// 1 ... 4 policemen. Fails on others, on more policemen than the maze has room for and on more than 2^34
// entries.
bool pursuit_open(PursuitDb *db, const BoardSpec *spec, PursuitKind kind, int police, Status *status);

uint64_t        pursuit_rank(const PursuitDb *db, const PursuitPosition *at);
PursuitPosition pursuit_unrank(const PursuitDb *db, uint64_t entry);

// Makes a slice: its entries and, after them, up to PURSUIT_SLACK bytes of nothing. The data is a PursuitDb;
// scratch has db->scratch bytes.
void pursuit_slice(const void *data, uint64_t slice, void *scratch, uint8_t *out);

// What a value must fit: a goal is 0, a void PURSUIT_VOID, anything else one more than the best of the
// entries one turn away.
bool pursuit_is_goal(const PursuitDb *db, const PursuitPosition *at);
bool pursuit_is_void(const PursuitDb *db, const PursuitPosition *at);
int  pursuit_near(const PursuitDb *db, const PursuitPosition *at, uint64_t out[PURSUIT_NEAR_MAX]);

#endif
