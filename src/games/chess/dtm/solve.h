// dtm/solve.h - distance to mate by retrograde analysis, 64 squares of the black king at a time.
//
// A slice is all positions with the same pawns. Moves that leave it (captures, promotions, steps of pawns)
// lead to what is already known: before the levels, every position gets the best of them as its byte. So a
// capture en passant is part of what a double step is worth, and entries know nothing of it. What is left,
// quiet moves of men and kings, is solved by levels of one ply, both sides at once:
//
//   odd     won: a quiet move leads to a loss of the level before (un-moves from those), or the byte of the
//           moves out is a win of just this level, which was not final before
//   even    lost: candidates are un-moves from wins of the level before and positions whose longest loss by a
//           move out is of just this level; each must have no quiet move to what is not won, and no move out
//           that holds out longer
//
// Level 0 is mate; without any move and not in check is a draw. Levels go on until both the last one and
// all bytes of moves out are used up.
//
// Sets are words per line. `open` is what is legal and not won, so what a side that must not be mated looks
// for; `losing` what may still turn out lost. Threads share out lines; words of other lines are written by
// atomic or. The bytes depend on nothing but the ending.
#ifndef GAMES_CHESS_DTM_SOLVE_H
#define GAMES_CHESS_DTM_SOLVE_H

#include "games/chess/dtm/frame.h"

#include <stdatomic.h>

// A smaller ending as it is seen from the one being solved.
typedef struct DtmView {
    bool     there;                    // false: kings alone, a draw
    int      order[CHESS_DB_OTHERS];   // of the men of the ending, in the view
    DtmFrame frame;
} DtmView;

typedef struct DtmSolver {
    const DtmBoard *b;
    DtmView         self;                                                 // the ending itself
    DtmView         capture[CHESS_DB_OTHERS];                             // without that man
    DtmView         promotion[CHESS_DB_OTHERS][CHESS_DB_P];               // a pawn as another man
    DtmView         both[CHESS_DB_OTHERS][CHESS_DB_OTHERS][CHESS_DB_P];   // [taken][pawn][man]
} DtmSolver;

void dtm_solver_open(DtmSolver *s, const DtmBoard *b, const ChessDbNumbering *d);
bool dtm_solver_load(DtmSolver *s, const char *folder, Status *status);   // the smaller endings
void dtm_solver_close(DtmSolver *s);
// Calls use(context, view) for every smaller ending that it looks at.
void dtm_solver_views(DtmSolver *s, void (*use)(void *context, DtmView *view), void *context);

typedef struct DtmSlice {
    DtmSolver     *solver;
    size_t         first, lines;
    uint64_t      *open[2], *losing[2], *won[2], *lost[2];   // won, lost: by the last level
    uint64_t      *out_wins[2], *out_losses[2];              // bit (moves & 63): bytes of moves out
    int            level;
    _Atomic int    last;          // level of a move out
    _Atomic size_t found, next;   // by the last level; the line to take
} DtmSlice;

bool dtm_slice_open(DtmSlice *slice, DtmSolver *solver, Status *status);
void dtm_slice_close(DtmSlice *slice);

// Passes over a range of its lines. All lines go through one before the next begins.
typedef void DtmPass(DtmSlice *slice, size_t from, size_t to);
DtmPass      dtm_pass_begin, dtm_pass_mates, dtm_pass_spread, dtm_pass_settle, dtm_pass_end;

// Is there a level after this one?
static inline bool dtm_slice_more(const DtmSlice *slice)
{
    return atomic_load(&slice->found) > 0 || slice->level < atomic_load(&slice->last);
}

#endif
