// solitaire.h - Chinese Checkers for one: all pieces from their home to the opposite corner of a rhombus in
// as few moves as can be found.
//
// From both ends at once, layer by layer. Every move can be taken back and the goal is the home turned by
// half a circle, so one list of layers serves both ends: a position after k moves, turned, is a position k
// moves before the goal. A solution of 2k moves is a position of layer k whose turned image is in layer k
// too; one of 2k+1 moves is a move from a position of layer k to one whose turned image is in layer k. Mirror
// images at the long diagonal are counted as one position.
//
// A layer keeps at most `width` positions, those that have come furthest in all (then the first found). As
// long as nothing has been dropped the layers are complete and the solution is a shortest one (`proven`);
// otherwise it is an upper bound. The result depends on the width alone.
//
// No pattern database bounds the search: pieces may be hopped over, so fewer pieces alone may need more moves
// than they need among others, and a database of a part of the pieces is not a lower bound.
//
// Memory: 40 bytes per position kept. Source: Bell, "The shortest game of Chinese Checkers and related
// problems", 2009: 27 moves for ten pieces on 9x9 are the fewest.
#ifndef PUZZLES_SOLITAIRE_H
#define PUZZLES_SOLITAIRE_H

#include "base/status.h"
#include "games/chinese_checkers/db_board.h"

#include <stdatomic.h>

enum { SOLITAIRE_MOVES_MAX = 64, SOLITAIRE_WIDTH_MAX = 1 << 27 };

typedef struct SolitaireMove {
    uint8_t from, to;   // holes
} SolitaireMove;

typedef struct SolitaireLayer {
    int      depth;
    uint32_t expanded, positions;   // of this layer
    uint64_t dropped;               // so far
} SolitaireLayer;

// Called now and then, and at the end of a layer.
typedef void SolitaireReport(void *context, const SolitaireLayer *layer);

typedef struct SolitaireOptions {
    int                side, pieces;   // of a triangle: 1, 3, 6, 10
    uint32_t           width;
    const atomic_bool *stop;     // NULL: never
    SolitaireReport   *report;   // NULL: none
    void              *context;
} SolitaireOptions;

typedef struct SolitaireResult {
    bool solved, proven, stopped;
    // found; proven: as long as nothing was dropped, lengths are tried one by one
    int           length, at_least;
    uint64_t      positions, dropped;   // kept in all layers; dropped because layers were full
    double        seconds;
    SolitaireMove move[SOLITAIRE_MOVES_MAX];
} SolitaireResult;

// Fails on numbers that do not fit together and without memory. Not solved: stopped, or every way was
// dropped.
bool solitaire_solve(const SolitaireOptions *options, SolitaireResult *result, Status *status);

#endif
