// chess_eval.h - the evaluations of naive chess, from docs/GAMES.md: every term by loops over squares.
#ifndef TESTS_NAIVE_CHESS_EVAL_H
#define TESTS_NAIVE_CHESS_EVAL_H

#include "chess_board.h"

// For player p, 0 white; `spec` may name an evaluation and its weights.
int chess_evaluate(const ChessBoard *board, const char *spec, int p);

#endif
