// numbering.h - the endgame databases of chess: which there are, and the number of a position in one. Shared
// by the builder, the catalog and evaluations.
//
// An ending is both kings and one to three other men, written as in "krpkn": the first side's men, strongest
// first, then the second side's. The list has the 35 endings of three and four men and the 75 of five with
// two against one. In a database the first side is "white": where the position on the board has it the other
// way round, colours are swapped and the board is turned upside down (chess_db_find says so). Squares are 0 =
// a1, 1 = b1 ... 63 = h8.
//
// Number of a position: side to move (0 white), then, by strides of the ending and that side, the pair of
// kings and the square of every other man; the order of these is the one that packed best of those tried.
// Symmetry: without pawns the white king stands in the triangle a1-d1-d4 (462 pairs of kings; when both stand
// on the diagonal a position and its mirror image have two numbers with the same value), with pawns on the
// files a-d (1806 pairs). Two like men of one side are one pair. Pawns have 48 squares.
//
// A byte b is a value for the side to move: b - 128 is sign x (128 - moves), 0 for a draw. So b = 0 ... 127
// is lost in b moves, 128 drawn, 129 ... 255 won in 256 - b moves; distances are to mate. A position that is
// not legal (side not to move in check, two men on a square) has a number and a byte without meaning. No
// entry knows of a right to capture en passant: where there is one, the value is the best of the entry's and
// of those of the captures, or of the captures alone when they are the only legal moves.
//
// For an evaluation: open the tables once (ChessDbTables) and, per database, a ChessDbNumbering; at a leaf
// chess_db_number costs some 3 ns, no allocation, no text. The database's bytes are those of Db.flat or
// db_read (retro/dbfile.h).
#ifndef GAMES_CHESS_NUMBERING_H
#define GAMES_CHESS_NUMBERING_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum ChessDbMan {
    CHESS_DB_Q,
    CHESS_DB_R,
    CHESS_DB_B,
    CHESS_DB_N,
    CHESS_DB_P,
    CHESS_DB_MEN
} ChessDbMan;

enum {
    CHESS_DB_OTHERS      = 3,     // men besides the kings, at most
    CHESS_DB_COUNT       = 110,   // endings
    CHESS_DB_NAME        = 8,     // "krpkn" and its end
    CHESS_DB_DRAW        = 128,
    CHESS_DB_PAIRS       = 462,    // of kings, without pawns
    CHESS_DB_PAIRS_PAWNS = 1806,   // with
    CHESS_DB_NO_PAIR     = 0xffff,
};

// What all endings share. A turn is a way to lay the board: 1 left and right exchanged, 2 top and bottom, 4
// then rows and columns.
typedef struct ChessDbTables {
    uint16_t pair[2][64][64];   // [with pawns][white king][black king]; NO_PAIR for kings that touch
    uint8_t  turn[2][64][64];   // that brings them there
    uint8_t  square[8][64];     // [turn][square]
    uint16_t two[64][64];       // two like men, in either order: 0 ... 2015
    uint16_t two_pawns[64][64];
    uint8_t  kings[2][CHESS_DB_PAIRS_PAWNS][2];   // the way back
    uint8_t  two_back[2016][2], two_pawns_back[1128][2];
} ChessDbTables;

// One ending. Men in the order of the name; like ones next to each other.
typedef struct ChessDbNumbering {
    char    name[CHESS_DB_NAME];
    int     n;   // men besides the kings
    uint8_t man[CHESS_DB_OTHERS], colour[CHESS_DB_OTHERS];
    bool    pawns;
    int     two;   // the first of two like men, -1 without
    // By the side to move; of two like men: that of the first, the other has none.
    uint32_t stride_kings[2], stride[2][CHESS_DB_OTHERS];
    int8_t   order[2][CHESS_DB_OTHERS + 1];   // what the strides belong to, falling: men, -1 the kings
    int      digits;                          // so many
    uint64_t half, entries;                   // of one side to move, of both
} ChessDbNumbering;

void chess_db_tables_open(ChessDbTables *t);   // plain bytes; nothing to close

// Ending i of the list, 0 ... CHESS_DB_COUNT - 1: three men, then four, then five.
void chess_db_numbering_open(ChessDbNumbering *d, int i);

// The ending with this many men of each kind for white and black, -1 when it is not in the list; *swapped:
// the list has it with colours exchanged. Kings alone are not in the list: they draw.
int chess_db_find(const uint8_t count[2][CHESS_DB_MEN], bool *swapped);

// The ending of a name such as "krpkn", in capitals too, either side and the men of a side in any order; -1.
int chess_db_named(const char *name);

// squares: those of the men in the order of d. White's and Black's are those of the database: on a board
// where colours are swapped, give the black king ^ 56 as white's and so on, and the other side to move. Kings
// that touch have no number.
static inline uint64_t chess_db_number(const ChessDbNumbering *d, const ChessDbTables *t, int side,
                                       int white_king, int black_king, const uint8_t squares[CHESS_DB_OTHERS])
{
    assert(t->pair[d->pawns][white_king][black_king] != CHESS_DB_NO_PAIR);
    const uint8_t *const  laid   = t->square[t->turn[d->pawns][white_king][black_king]];
    const uint32_t *const stride = d->stride[side];
    uint64_t              number = (side ? d->half : 0) +
                      (uint64_t)t->pair[d->pawns][white_king][black_king] * d->stride_kings[side];
    for (int i = 0; i < d->n; i++) {
        const int at = laid[squares[i]];
        if (i == d->two) {
            const int other = laid[squares[++i]];
            number += (uint64_t)(d->man[i] == CHESS_DB_P ? t->two_pawns : t->two)[at][other] * stride[i - 1];
        } else {
            number += (uint64_t)(d->man[i] == CHESS_DB_P ? at - 8 : at) * stride[i];
        }
    }
    return number;
}

// The way back; returns the side to move.
int chess_db_position(const ChessDbNumbering *d, const ChessDbTables *t, uint64_t number, int *white_king,
                      int *black_king, uint8_t squares[CHESS_DB_OTHERS]);

// A byte as a value: sign x (128 - moves).
static inline int chess_db_value(unsigned byte) { return (int)byte - CHESS_DB_DRAW; }
// Moves to mate of a byte that is not a draw.
static inline int chess_db_moves(unsigned byte)
{
    assert(byte != CHESS_DB_DRAW);
    return byte < CHESS_DB_DRAW ? (int)byte : 256 - (int)byte;
}
// What a position is worth by a move to one with this byte: the other side's view, half a move later.
static inline uint8_t chess_db_before(uint8_t byte)
{
    return (uint8_t)(byte < CHESS_DB_DRAW ? ~(unsigned)byte : -(unsigned)byte);
}

#endif
