// chess_board.h - naive chess: an array of letters, and every pair of squares tried as a move.
//
// Written from the rules of chess alone. Slow on purpose: whether a piece goes from one square to another is
// asked of the geometry every time, and a move is legal when the own king cannot be taken after it.
#ifndef TESTS_NAIVE_CHESS_BOARD_H
#define TESTS_NAIVE_CHESS_BOARD_H

#include <stdbool.h>

enum { CHESS_TEXT_MAX = 128, CHESS_MOVE_MAX = 16, CHESS_MOVES_MAX = 256 };

typedef struct ChessBoard {
    char cell[8][8];    // [rank from the first][file from a]: letters of a FEN, '.' empty
    char side;          // 'w' or 'b', to move
    bool castle[4];     // K Q k q
    int  passed_file;   // a pawn has just stepped over this file's third (sixth) rank and can be taken; or -1
    int  clock, number;
} ChessBoard;

typedef struct ChessMove {
    int  rank, file, to_rank, to_file;
    char promotion;   // 'Q' 'R' 'B' 'N', or 0
} ChessMove;

// A legal FEN of six fields, and back.
ChessBoard chess_read(const char *fen);
void       chess_write(const ChessBoard *board, char out[CHESS_TEXT_MAX]);

int        chess_moves(const ChessBoard *board, ChessMove out[CHESS_MOVES_MAX]);
ChessBoard chess_play(const ChessBoard *board, ChessMove move);

// Does a piece of `side` attack the square?
bool chess_attacks(const ChessBoard *board, char side, int rank, int file);
bool chess_in_check(const ChessBoard *board, char side);

// Fifty moves of both sides without a capture or a move of a pawn; too little left on the board for a mate.
bool chess_bare(const ChessBoard *board);
bool chess_drawn(const ChessBoard *board);

// "Nbd7+" and "b8d7".
void chess_san(const ChessBoard *board, ChessMove move, char out[CHESS_MOVE_MAX]);
void chess_uci(ChessMove move, char out[CHESS_MOVE_MAX]);

#endif
