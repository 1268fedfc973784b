// breakthrough.c - naive Breakthrough, from the rules at the top of examples/breakthrough.c: a board of
// characters.
#include "naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Board {
    int  width, height;
    char cell[8][8];   // [row from the top][column]: 'W', 'B' or '-'
    char side;
} Board;

static int option(const char *spec, const char *key)
{
    char word[64];
    return atoi(naive_option(spec, key, "8", word));
}

static Board read_board(const char *spec, const char *text)
{
    Board board = {.width = option(spec, "width"), .height = option(spec, "height")};
    for (int y = 0; y < board.height; y++)
        for (int x = 0; x < board.width; x++) board.cell[y][x] = text[y * (board.width + 1) + x];
    board.side = text[board.height * (board.width + 1)];
    return board;
}

static void write_board(const Board *board, char out[NAIVE_TEXT_MAX])
{
    int n = 0;
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) out[n++] = board->cell[y][x];
        out[n++] = y + 1 < board->height ? '/' : ' ';
    }
    out[n++] = board->side;
    out[n]   = 0;
}

static int pieces(const Board *board, char who)
{
    int n = 0;
    for (int y = 0; y < board->height; y++)
        for (int x = 0; x < board->width; x++) n += board->cell[y][x] == who;
    return n;
}

static bool has_won(const Board *board, char who)
{
    const int last = who == 'W' ? 0 : board->height - 1;
    for (int x = 0; x < board->width; x++)
        if (board->cell[last][x] == who) return true;
    return pieces(board, who == 'W' ? 'B' : 'W') == 0;
}

static void move_emit(const Board *board, int x, int y, int to_x, NaiveEmit *emit, void *context)
{
    const int  to_y = board->side == 'W' ? y - 1 : y + 1;
    const char mine = board->side, theirs = mine == 'W' ? 'B' : 'W';
    if (to_x < 0 || to_x >= board->width || board->cell[to_y][to_x] == mine) return;
    const bool capture = board->cell[to_y][to_x] == theirs;
    if (capture && to_x == x) return;
    Board after            = *board;
    after.cell[y][x]       = '-';
    after.cell[to_y][to_x] = mine;
    after.side             = theirs;
    char move[64], text[NAIVE_TEXT_MAX];
    snprintf(move, sizeof move, "%c%d%c%c%d", 'a' + x, board->height - y, capture ? 'x' : '-', 'a' + to_x,
             board->height - to_y);
    write_board(&after, text);
    emit(context, move, text);
}

static void children(const char *spec, const char *map, const char *position, NaiveEmit *emit, void *context)
{
    (void)map;
    const Board board = read_board(spec, position);
    if (has_won(&board, 'W') || has_won(&board, 'B')) return;
    for (int y = 0; y < board.height; y++)
        for (int x = 0; x < board.width; x++)
            for (int to_x = x - 1; board.cell[y][x] == board.side && to_x <= x + 1; to_x++)
                move_emit(&board, x, y, to_x, emit, context);
}

static int evaluate(const char *spec, const char *map, const char *position, int p)
{
    (void)map;
    const Board board = read_board(spec, position);
    int         weights[2], rows = 0;
    naive_weights(spec, (const int[]){20, 1}, 2, weights);
    for (int y = 0; y < board.height; y++)
        for (int x = 0; x < board.width; x++) {
            if (board.cell[y][x] == 'W') rows += (board.height - 1 - y) * (board.height - 1 - y);
            if (board.cell[y][x] == 'B') rows -= y * y;
        }
    const int value = weights[0] * (pieces(&board, 'W') - pieces(&board, 'B')) + weights[1] * rows;
    return p == 0 ? value : -value;
}

static void payoff(const char *spec, const char *map, const char *position, int out[6])
{
    (void)map;
    const Board board = read_board(spec, position);
    out[0]            = has_won(&board, 'W') ? 60 : has_won(&board, 'B') ? -60 : 0;
    out[1]            = -out[0];
}

const Naive naive_breakthrough = {
    .game     = "breakthrough",
    .children = children,
    .evaluate = evaluate,
    .payoff   = payoff,
};
