// index.h - positions as numbers: groups of like pieces on cells, as the entries of a database.
//
// A group is k like pieces on n cells: a combination, numbered in the order of its highest cell, then the
// next, ... (the combinatorial number system: cells c0 < c1 < ... have the number C(c0,1) + C(c1,2) + ...). A
// piece that is alone is a group of one; a list of such groups is an ordered part. Exclusive groups share one
// board: each stands on the cells that the exclusive groups before it left free, renumbered from 0. The other
// groups ignore everybody and have cells of their own. An entry is a number in mixed base: the side to move
// is the highest digit, then the groups in order, the last one running fastest. There are no gaps.
//
// A cursor stands on an entry and knows, for each group, the sums of binomials above each piece, so that the
// next entry costs a few nanoseconds, a near one hardly more, and the number of the entry after a move of one
// piece needs neither sorting nor a pass over the pieces: the pieces jumped over in the order only change
// columns, and the sums of shifted columns are there already. Cursors are plain bytes; an index is constant
// after index_open and may be shared by threads.
//
// Source: Lehmer 1964 (combinatorial number system); Knuth, The Art of Computer Programming 4A, 7.2.1.3.
#ifndef RETRO_INDEX_H
#define RETRO_INDEX_H

#include "base/status.h"

#include <stdint.h>

enum {
    INDEX_GROUPS_MAX = 8,
    INDEX_PIECES_MAX = 16,   // of all groups together
    INDEX_CELLS_MAX  = 4096,
};

typedef struct IndexGroup {
    int  cells, pieces;   // 1 <= pieces <= cells
    bool exclusive;       // all exclusive groups have the same number of cells
} IndexGroup;

typedef struct Index {
    int        groups, pieces, sides;
    IndexGroup group[INDEX_GROUPS_MAX];
    int        first[INDEX_GROUPS_MAX];    // where the group's pieces begin in the list of a position
    int        cells[INDEX_GROUPS_MAX];    // the cells left for the group
    uint64_t   digits[INDEX_GROUPS_MAX];   // C(cells, pieces): the values of its digit
    uint64_t   weight[INDEX_GROUPS_MAX];   // of its digit
    uint64_t   board;                      // entries of one side to move
    uint64_t   size;                       // entries in all
    int        columns;                    // of `choose`
    // owned: C(n, k) at n * columns + k, or UINT64_MAX when it is larger
    uint64_t *choose;
} Index;

typedef struct IndexPosition {
    int      side;
    uint16_t cell[INDEX_PIECES_MAX];   // group after group, ascending within a group
} IndexPosition;

// Fails on numbers out of range, on more than 2^62 entries for a side to move, and without memory. sides: 1
// or 2.
bool index_open(Index *x, const IndexGroup group[], int groups, int sides, Status *status);
void index_close(Index *x);

uint64_t index_rank(const Index *x, const IndexPosition *at);               // any legal position
void     index_unrank(const Index *x, uint64_t entry, IndexPosition *at);   // entry < size

static inline uint64_t index_choose(const Index *x, int n, int k) { return x->choose[n * x->columns + k]; }

// Sums over the pieces i, i+1, ... of a group: of C(c, j+1) for piece j on cell c, and of what replaces it
// when the piece goes down or up by one in the order, or when its cell does. Modulo 2^64: only differences
// are used.
typedef struct IndexSums {
    uint64_t same[INDEX_PIECES_MAX + 1], down[INDEX_PIECES_MAX + 1], up[INDEX_PIECES_MAX + 1];
    // for the second and later exclusive groups only
    uint64_t cell_down[INDEX_PIECES_MAX + 1], cell_up[INDEX_PIECES_MAX + 1];
} IndexSums;

typedef struct IndexCursor {
    const Index  *index;
    uint64_t      entry;
    IndexPosition at;
    uint16_t      reduced[INDEX_PIECES_MAX];   // cells, renumbered for exclusive groups
    IndexSums     sums[INDEX_GROUPS_MAX];      // same[0] is the digit
} IndexCursor;

void index_cursor(IndexCursor *cursor, const Index *x, uint64_t entry);
void index_seek(IndexCursor *cursor, uint64_t entry);   // the nearer, the cheaper
bool index_next(IndexCursor *cursor);                   // false at the last entry, where it stays

// The entry after piece i of group g has gone to cell `to`, which is free for it. The cursor stays. The side
// to move stays: see index_other_side.
uint64_t index_moved(const IndexCursor *cursor, int g, int i, int to);

static inline uint64_t index_other_side(const Index *x, uint64_t entry)
{
    return entry < x->board ? entry + x->board : entry - x->board;
}

// The digit of a group after its piece i has gone to cell `to`, below which `below` of the others stand, is
// index_others + C(to, below + 1). The pieces between the old and the new place of i in the order have gone
// down or up by one.
static inline uint64_t index_others(const IndexSums *s, int i, int below)
{
    return below < i ? s->same[0] - s->same[below] + s->up[below] - s->up[i] + s->same[i + 1]
                     : s->same[0] - s->same[i] + s->down[i + 1] - s->down[below + 1] + s->same[below + 1];
}

#endif
