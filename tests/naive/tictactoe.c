// tictactoe.c - naive tic-tac-toe, written from docs/GAMES.md: nine cells and eight rows.
#include "naive.h"

#include <ctype.h>
#include <string.h>

typedef struct Board {
    char cell[9];   // 'X', 'O' or '-', row by row from a1
    char side;      // 'X' or 'O', to move
} Board;

static const int ROWS[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
};

static Board read_board(const char *text)
{
    Board board;
    for (int i = 0; i < 9; i++) board.cell[i] = (char)toupper((unsigned char)text[i]);
    board.side = (char)toupper((unsigned char)text[10]);
    return board;
}

static void write_board(const Board *board, char out[12])
{
    memcpy(out, board->cell, 9);
    out[9]  = ' ';
    out[10] = board->side;
    out[11] = 0;
}

static bool has_row(const Board *board, char who)
{
    for (int r = 0; r < 8; r++) {
        int count = 0;
        for (int i = 0; i < 3; i++) count += board->cell[ROWS[r][i]] == who;
        if (count == 3) return true;
    }
    return false;
}

static void children(const char *spec, const char *map, const char *position, NaiveEmit *emit, void *context)
{
    (void)spec;
    (void)map;
    const Board board = read_board(position);
    if (has_row(&board, 'X') || has_row(&board, 'O')) return;
    for (int i = 0; i < 9; i++) {
        if (board.cell[i] != '-') continue;
        Board after        = board;
        after.cell[i]      = board.side;
        after.side         = board.side == 'X' ? 'O' : 'X';
        const char move[3] = {(char)('a' + i % 3), (char)('1' + i / 3), 0};
        char       text[12];
        write_board(&after, text);
        emit(context, move, text);
    }
}

static int evaluate(const char *spec, const char *map, const char *position, int p)
{
    (void)spec;
    (void)map;
    (void)position;
    (void)p;
    return 0;
}

// A full board without a row is a draw, and so is a game that is not over.
static void payoff(const char *spec, const char *map, const char *position, int out[6])
{
    (void)spec;
    (void)map;
    const Board board = read_board(position);
    int         first = 0;
    if (has_row(&board, 'X')) first = 60;
    if (has_row(&board, 'O')) first = -60;
    out[0] = first;
    out[1] = -first;
}

const Naive naive_tictactoe = {
    .game     = "tictactoe",
    .children = children,
    .evaluate = evaluate,
    .payoff   = payoff,
};
