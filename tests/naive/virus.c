// virus.c - naive Virus, written from docs/GAMES.md: an array of owners.
#include "naive.h"

#include <stdlib.h>

enum { BOARD_MAX = 8, NOBODY = -1 };

typedef struct Board {
    int size;
    int players;
    int owner[BOARD_MAX][BOARD_MAX];   // [row from the top][column]: a player from 0, or NOBODY
    int turn;                          // the player to move, from 0
} Board;

static const int NEIGHBOURS[4][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};

static Board read_board(const char *spec, const char *text)
{
    Board board;
    char  buffer[64];
    board.size    = atoi(naive_option(spec, "size", "8", buffer));
    board.players = atoi(naive_option(spec, "players", "2", buffer));
    for (int row = 0; row < board.size; row++) {
        for (int column = 0; column < board.size; column++) {
            board.owner[row][column] = *text == '-' ? NOBODY : *text - '1';
            text++;
        }
        text++;   // the '/' between rows, or the space after the last
    }
    board.turn = *text - '1';
    return board;
}

static void write_board(const Board *board, char *out)
{
    for (int row = 0; row < board->size; row++) {
        for (int column = 0; column < board->size; column++) {
            const int owner = board->owner[row][column];
            *out++          = owner == NOBODY ? '-' : (char)('1' + owner);
        }
        *out++ = row < board->size - 1 ? '/' : ' ';
    }
    *out++ = (char)('1' + board->turn);
    *out   = 0;
}

static bool is_own(const Board *board, int row, int column, int player)
{
    if (row < 0 || row >= board->size || column < 0 || column >= board->size) return false;
    return board->owner[row][column] == player;
}

static int count_squares(const Board *board, int player)
{
    int count = 0;
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++) count += is_own(board, row, column, player);
    return count;
}

static bool is_over(const Board *board)
{
    int alive = 0;
    for (int p = 0; p < board->players; p++) alive += count_squares(board, p) > 0;
    return alive < 2;
}

static bool can_play(const Board *board, int row, int column)
{
    if (is_own(board, row, column, board->turn)) return false;
    for (int i = 0; i < 4; i++)
        if (is_own(board, row + NEIGHBOURS[i][0], column + NEIGHBOURS[i][1], board->turn)) return true;
    return false;
}

static void take(Board *board, int row, int column)
{
    if (row < 0 || row >= board->size || column < 0 || column >= board->size) return;
    board->owner[row][column] = board->turn;
}

// The board after the player to move has played at (row, column). Whoever has no square is skipped; when
// nobody else has one, the turn comes back to the mover.
static Board play(const Board *board, int row, int column)
{
    Board after = *board;
    take(&after, row, column);
    for (int i = 0; i < 4; i++) take(&after, row + NEIGHBOURS[i][0], column + NEIGHBOURS[i][1]);
    do after.turn = (after.turn + 1) % after.players;
    while (count_squares(&after, after.turn) == 0);
    return after;
}

static void children(const char *spec, const char *map, const char *position, NaiveEmit *emit, void *context)
{
    (void)map;
    const Board board = read_board(spec, position);
    if (is_over(&board)) return;
    for (int row = 0; row < board.size; row++)
        for (int column = 0; column < board.size; column++) {
            if (!can_play(&board, row, column)) continue;
            const Board after   = play(&board, row, column);
            const char  move[3] = {(char)('a' + column), (char)('1' + row), 0};
            char        text[NAIVE_TEXT_MAX];
            write_board(&after, text);
            emit(context, move, text);
        }
}

static int evaluate(const char *spec, const char *map, const char *position, int p)
{
    (void)map;
    const Board board = read_board(spec, position);
    int         value = 0;
    for (int q = 0; q < board.players; q++)
        value += q == p ? count_squares(&board, q) : -count_squares(&board, q);
    return value;
}

// Those with most squares share the win. In a finished game that is the only player left.
static void payoff(const char *spec, const char *map, const char *position, int out[6])
{
    (void)map;
    const Board board = read_board(spec, position);
    int         most  = 0;
    for (int p = 0; p < board.players; p++)
        if (count_squares(&board, p) > most) most = count_squares(&board, p);
    int winners = 0;
    for (int p = 0; p < board.players; p++) winners += count_squares(&board, p) == most;
    for (int p = 0; p < board.players; p++) {
        const bool won = count_squares(&board, p) == most;
        out[p]         = won ? 60 * (board.players - winners) / winners : -60;
    }
}

const Naive naive_virus = {
    .game     = "virus",
    .children = children,
    .evaluate = evaluate,
    .payoff   = payoff,
};
