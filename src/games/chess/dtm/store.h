// dtm/store.h - from the builder's lines to the bytes of the file, and back from a checkpoint.
#ifndef GAMES_CHESS_DTM_STORE_H
#define GAMES_CHESS_DTM_STORE_H

#include "games/chess/dtm/solve.h"

typedef struct DtmCounts {
    uint64_t of[2][256];   // legal positions of each byte, by the side to move
} DtmCounts;

// All bytes in the order of their numbers. Positions that are not legal get the byte before them, for the
// packer.
void dtm_store(const DtmSolver *s, uint8_t *table, int threads, DtmCounts *counts);

// The same for a checkpoint, where nothing but what is decided counts: with a slice, what may still be lost
// in it is written as a draw.
void dtm_store_partial(const DtmSolver *s, const DtmSlice *slice, uint8_t *table, int threads);

// Without pawns: what a checkpoint after `level` says, put into a slice that has been through its begin and
// its mates. Un-moves start from the positions of that level.
void dtm_restore_level(DtmSlice *slice, const uint8_t *table, int level);

#endif
