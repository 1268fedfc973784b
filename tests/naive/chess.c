// chess.c - naive chess, written from the rules: children and payoffs over chess_board.h.
#include "chess_board.h"
#include "chess_eval.h"
#include "naive.h"

static void children(const char *spec, const char *map, const char *position, NaiveEmit *emit, void *context)
{
    (void)spec;
    (void)map;
    const ChessBoard board = chess_read(position);
    ChessMove        moves[CHESS_MOVES_MAX];
    const int        n = chess_moves(&board, moves);
    for (int i = 0; i < n; i++) {
        const ChessBoard after = chess_play(&board, moves[i]);
        char             move[CHESS_MOVE_MAX], text[CHESS_TEXT_MAX];
        chess_san(&board, moves[i], move);
        chess_write(&after, text);
        emit(context, move, text);
    }
}

static int evaluate(const char *spec, const char *map, const char *position, int p)
{
    (void)map;
    const ChessBoard board = chess_read(position);
    return chess_evaluate(&board, spec, p);
}

// Mate is a loss of the side to move; everything else is a draw, also a game that is not over.
static void payoff(const char *spec, const char *map, const char *position, int out[6])
{
    (void)spec;
    (void)map;
    const ChessBoard board = chess_read(position);
    ChessMove        moves[CHESS_MOVES_MAX];
    int              white = 0;
    if (chess_moves(&board, moves) == 0 && chess_in_check(&board, board.side))
        white = board.side == 'w' ? -60 : 60;
    out[0] = white;
    out[1] = -white;
}

const Naive naive_chess = {
    .game     = "chess",
    .children = children,
    .evaluate = evaluate,
    .payoff   = payoff,
};
