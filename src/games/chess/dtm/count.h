// dtm/count.h - how many positions of a database are won, drawn and lost, and the longest mates.
#ifndef GAMES_CHESS_DTM_COUNT_H
#define GAMES_CHESS_DTM_COUNT_H

#include "games/chess/dtm/board.h"

// By the side to move. Of positions that are mirror images of each other one is counted.
typedef struct DtmTotals {
    uint64_t won[2], drawn[2], lost[2];
    // Of these, those that are their own mirror image when like men are exchanged; by counts of like men in
    // either order they are single.
    uint64_t same_won[2], same_drawn[2], same_lost[2];
    int      longest_win[2], longest_loss[2];   // moves
    uint64_t deepest;                           // an entry with the longest mate
    int      plies;                             // its length
} DtmTotals;

// flat: all bytes of the database. A few nanoseconds per position.
void dtm_count(const DtmBoard *b, const ChessDbNumbering *d, const uint8_t *flat, DtmTotals *totals);

#endif
