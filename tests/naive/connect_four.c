// connect_four.c - naive Connect Four, written from docs/GAMES.md: an array of cells, and lines followed cell
// by cell.
#include "naive.h"

#include <ctype.h>
#include <stdlib.h>

enum { WIDTH_MAX = 8, HEIGHT_MAX = 7, TEXT_SIZE = (WIDTH_MAX + 1) * HEIGHT_MAX + 2 };

typedef struct Board {
    int  width;
    int  height;
    char cell[HEIGHT_MAX][WIDTH_MAX];   // [row from the top][column from the left]: 'X', 'O' or '-'
    char side;                          // 'X' or 'O', to move
} Board;

static const int DIRECTIONS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};   // across, upright, the two diagonals

static char other(char who) { return who == 'X' ? 'O' : 'X'; }

static Board read_board(const char *spec, const char *text)
{
    Board board;
    char  buffer[64];
    board.width  = atoi(naive_option(spec, "width", "7", buffer));
    board.height = atoi(naive_option(spec, "height", "6", buffer));
    for (int row = 0; row < board.height; row++) {
        for (int column = 0; column < board.width; column++) {
            board.cell[row][column] = (char)toupper((unsigned char)*text);
            text++;
        }
        text++;   // the '/' between rows, or the space after the last
    }
    board.side = (char)toupper((unsigned char)*text);
    return board;
}

static void write_board(const Board *board, char *out)
{
    for (int row = 0; row < board->height; row++) {
        for (int column = 0; column < board->width; column++) *out++ = board->cell[row][column];
        *out++ = row < board->height - 1 ? '/' : ' ';
    }
    *out++ = board->side;
    *out   = 0;
}

static bool on_board(const Board *board, int row, int column)
{
    return row >= 0 && row < board->height && column >= 0 && column < board->width;
}

// How many of the four cells from (row, column) in direction (dr, dc) are `what`; -1 when they do not all lie
// on the board.
static int count_on_line(const Board *board, int row, int column, int dr, int dc, char what)
{
    int count = 0;
    for (int i = 0; i < 4; i++) {
        const int r = row + i * dr;
        const int c = column + i * dc;
        if (!on_board(board, r, c)) return -1;
        if (board->cell[r][c] == what) count++;
    }
    return count;
}

// How many lines of four hold exactly `wanted` discs of `who`.
static int count_lines_along(const Board *board, char who, int wanted, int d)
{
    int lines = 0;
    for (int row = 0; row < board->height; row++)
        for (int column = 0; column < board->width; column++)
            if (count_on_line(board, row, column, DIRECTIONS[d][0], DIRECTIONS[d][1], who) == wanted) lines++;
    return lines;
}

static int count_lines(const Board *board, char who, int wanted)
{
    int lines = 0;
    for (int d = 0; d < 4; d++) lines += count_lines_along(board, who, wanted, d);
    return lines;
}

static bool has_four(const Board *board, char who) { return count_lines(board, who, 4) > 0; }

// The row where a disc dropped into the column comes to rest; -1 when the column is full.
static int landing_row(const Board *board, int column)
{
    int row = -1;
    while (row + 1 < board->height && board->cell[row + 1][column] == '-') row++;
    return row;
}

static void children(const char *spec, const char *map, const char *position, NaiveEmit *emit, void *context)
{
    (void)map;
    const Board board = read_board(spec, position);
    if (has_four(&board, 'X') || has_four(&board, 'O')) return;
    for (int column = 0; column < board.width; column++) {
        const int row = landing_row(&board, column);
        if (row < 0) continue;
        Board after             = board;
        after.cell[row][column] = board.side;
        after.side              = other(board.side);
        const char move[2]      = {(char)('a' + column), 0};
        char       text[TEXT_SIZE];
        write_board(&after, text);
        emit(context, move, text);
    }
}

static int evaluate(const char *spec, const char *map, const char *position, int p)
{
    (void)map;
    const Board board = read_board(spec, position);
    const char  own   = p == 0 ? 'X' : 'O';
    int         weights[3], value = 0;
    naive_weights(spec, (int[]){1, 1, 1}, 3, weights);
    for (int d = 0; d < 4; d++) {
        const bool level = DIRECTIONS[d][0] == 0, upright = DIRECTIONS[d][1] == 0;
        const int  weight = weights[upright ? 0 : level ? 1 : 2];
        value += weight *
                 (count_lines_along(&board, other(own), 0, d) - count_lines_along(&board, own, 0, d));
    }
    return value;
}

// A full board without a four is a draw, and so is a game that is not over.
static void payoff(const char *spec, const char *map, const char *position, int out[6])
{
    (void)map;
    const Board board = read_board(spec, position);
    int         first = 0;
    if (has_four(&board, 'X')) first = 60;
    if (has_four(&board, 'O')) first = -60;
    out[0] = first;
    out[1] = -first;
}

const Naive naive_connect_four = {
    .game     = "connect-four",
    .children = children,
    .evaluate = evaluate,
    .payoff   = payoff,
};
