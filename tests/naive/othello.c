// othello.c - naive Othello, written from docs/GAMES.md: an array of cells and a walk in eight directions.
#include "naive.h"

#include <ctype.h>
#include <string.h>

typedef struct Board {
    char cell[8][8];   // [row from the top][column from the left]: 'X', 'O' or '-'
    char side;         // 'X' or 'O', to move
} Board;

static const int DIRECTIONS[8][2] = {
    {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1},
};

static const int CLASSES[4][4] = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}};
static const int WEIGHTS[11]   = {100, -20, 10, 5, -50, -2, -2, -1, -1, -1, 10};

static char other(char who) { return who == 'X' ? 'O' : 'X'; }

// The canonical character for any of those that may be read.
static char canonical(char c)
{
    switch (toupper((unsigned char)c)) {
    case 'X':
    case '*':
    case 'B': return 'X';
    case 'O':
    case 'W': return 'O';
    default: return '-';
    }
}

static Board read_board(const char *text)
{
    Board board;
    for (int i = 0; i < 64; i++) board.cell[i / 8][i % 8] = canonical(text[i]);
    board.side = text[64] == ' ' ? canonical(text[65]) : 'X';
    return board;
}

static void write_board(const Board *board, char out[67])
{
    for (int i = 0; i < 64; i++) out[i] = board->cell[i / 8][i % 8];
    out[64] = ' ';
    out[65] = board->side;
    out[66] = 0;
}

static bool on_board(int row, int column) { return row >= 0 && row < 8 && column >= 0 && column < 8; }

// How many discs `who` would flip in the direction (dr, dc) by playing at (row, column).
static int flips_in_direction(const Board *board, int row, int column, int dr, int dc, char who)
{
    int count = 0;
    int r     = row + dr;
    int c     = column + dc;
    while (on_board(r, c) && board->cell[r][c] == other(who)) {
        count++;
        r += dr;
        c += dc;
    }
    return on_board(r, c) && board->cell[r][c] == who ? count : 0;
}

static bool can_play(const Board *board, int row, int column, char who)
{
    if (board->cell[row][column] != '-') return false;
    for (int d = 0; d < 8; d++)
        if (flips_in_direction(board, row, column, DIRECTIONS[d][0], DIRECTIONS[d][1], who) > 0) return true;
    return false;
}

static int count_moves(const Board *board, char who)
{
    int count = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) count += can_play(board, row, column, who);
    return count;
}

// The board after the side to move has played at (row, column).
static Board play(const Board *board, int row, int column)
{
    Board after = *board;
    for (int d = 0; d < 8; d++) {
        const int dr    = DIRECTIONS[d][0];
        const int dc    = DIRECTIONS[d][1];
        const int flips = flips_in_direction(board, row, column, dr, dc, board->side);
        for (int i = 1; i <= flips; i++) after.cell[row + i * dr][column + i * dc] = board->side;
    }
    after.cell[row][column] = board->side;
    after.side              = other(board->side);
    return after;
}

static void emit_pass(const Board *board, NaiveEmit *emit, void *context)
{
    Board after = *board;
    after.side  = other(board->side);
    char text[67];
    write_board(&after, text);
    emit(context, "pass", text);
}

static void children(const char *spec, const char *map, const char *position, NaiveEmit *emit, void *context)
{
    (void)spec;
    (void)map;
    const Board board = read_board(position);
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            if (!can_play(&board, row, column, board.side)) continue;
            const Board after   = play(&board, row, column);
            const char  move[3] = {(char)('a' + column), (char)('1' + row), 0};
            char        text[67];
            write_board(&after, text);
            emit(context, move, text);
        }
    const bool must_pass = count_moves(&board, board.side) == 0 && count_moves(&board, other(board.side)) > 0;
    if (must_pass) emit_pass(&board, emit, context);
}

static int count_discs(const Board *board, char who)
{
    int count = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) count += board->cell[row][column] == who;
    return count;
}

static int sum_weights(const Board *board, const int weights[], char who)
{
    int sum = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            const int r = row < 4 ? row : 7 - row;
            const int c = column < 4 ? column : 7 - column;
            if (board->cell[row][column] == who) sum += weights[CLASSES[r][c]];
        }
    return sum;
}

static int score(const Board *board, const char *kind, const int weights[], char who)
{
    if (strcmp(kind, "discs") == 0) return count_discs(board, who);
    if (strcmp(kind, "mobility") == 0)
        return weights[10] * count_moves(board, who) + sum_weights(board, weights, who);
    return sum_weights(board, weights, who);
}

static int evaluate(const char *spec, const char *map, const char *position, int p)
{
    (void)map;
    const Board board = read_board(position);
    const char  own   = p == 0 ? 'X' : 'O';
    char        buffer[64];
    int         weights[11];
    const char *kind = naive_option(spec, "eval", "weights", buffer);
    naive_weights(spec, WEIGHTS, 11, weights);
    return score(&board, kind, weights, own) - score(&board, kind, weights, other(own));
}

// The majority wins a finished game; a game that is not over is a draw.
static void payoff(const char *spec, const char *map, const char *position, int out[6])
{
    (void)spec;
    (void)map;
    const Board board = read_board(position);
    const bool  over  = count_moves(&board, 'X') == 0 && count_moves(&board, 'O') == 0;
    const int   lead  = count_discs(&board, 'X') - count_discs(&board, 'O');
    int         black = 0;
    if (over && lead > 0) black = 60;
    if (over && lead < 0) black = -60;
    out[0] = black;
    out[1] = -black;
}

const Naive naive_othello = {
    .game     = "othello",
    .children = children,
    .evaluate = evaluate,
    .payoff   = payoff,
};
