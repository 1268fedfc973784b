// dtm/out.h - moves out of a slice: captures, promotions, steps of pawns, for a whole line.
#ifndef GAMES_CHESS_DTM_OUT_H
#define GAMES_CHESS_DTM_OUT_H

#include "games/chess/dtm/solve.h"

// The best of the moves out for every square of the black king in `legal`, 0 where there is none.
void dtm_out_line(DtmSolver *s, const DtmMen *m, int side, uint64_t legal, uint8_t out[64]);

#endif
