#include "puzzles/tiles.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int tiles_blank(const TilesBoard *board)
{
    int cell = 0;
    while (board->tile[cell] != 0) cell++;
    return cell;
}

static int steps(int side, int a, int b) { return abs(a / side - b / side) + abs(a % side - b % side); }

int tiles_manhattan(const TilesBoard *board)
{
    int sum = 0;
    for (int cell = 0; cell < board->side * board->side; cell++)
        if (board->tile[cell] != 0) sum += steps(board->side, cell, board->tile[cell]);
    return sum;
}

bool tiles_solvable(const TilesBoard *board)
{
    const int cells  = board->side * board->side;
    int       parity = steps(board->side, tiles_blank(board), 0);
    for (int i = 0; i < cells; i++)
        for (int j = 0; j < i; j++) parity += board->tile[j] > board->tile[i];
    return parity % 2 == 0;
}

bool tiles_slide(TilesBoard *board, int t)
{
    assert(t > 0);
    const int blank = tiles_blank(board);
    for (int cell = 0; t != 0 && cell < board->side * board->side; cell++) {
        if (board->tile[cell] != t || steps(board->side, cell, blank) != 1) continue;
        board->tile[blank] = (uint8_t)t;
        board->tile[cell]  = 0;
        return true;
    }
    return false;
}

void tiles_format(const TilesBoard *board, Text *out)
{
    for (int cell = 0; cell < board->side * board->side; cell++)
        text_add(out, "%s%d", cell > 0 ? " " : "", board->tile[cell]);
}

// Reading.

// The numbers of one word; *count continues.
static bool numbers_read(const char *word, uint8_t tile[], int *count, Status *status)
{
    static const char *const between = ", \t\n";
    for (const char *c = word + strspn(word, between); *c != 0; c += strspn(c, between)) {
        long              n;
        const char *const first  = c;
        const int         length = (int)strcspn(c, between);
        if (!text_number(&c, TILES_CELLS_MAX - 1, &n) || c != first + length)
            return status_fail(status, "tile '%.*s': expected a number from 0 to %d",
                               length < 40 ? length : 40, first, TILES_CELLS_MAX - 1);
        if (*count == TILES_CELLS_MAX)
            return status_fail(status, "tile %ld is one too many; expected %d numbers, 0 the blank", n,
                               TILES_CELLS_MAX);
        tile[(*count)++] = (uint8_t)n;
    }
    return true;
}

bool tiles_parse(TilesBoard *board, const char *const words[], int count, Status *status)
{
    int      n    = 0;
    unsigned seen = 0;
    *board        = (TilesBoard){.side = 4};
    for (int i = 0; i < count; i++)
        if (!numbers_read(words[i], board->tile, &n, status)) return false;
    if (n != 9 && n != 16)
        return status_fail(status,
                           "%d number%s; expected 16 (or 9 for the puzzle of eight), row by row, 0 the blank",
                           n, n == 1 ? "" : "s");
    if (n == 9) board->side = 3;
    for (int i = 0; i < n; i++) {
        if (board->tile[i] >= n)
            return status_fail(status, "tile %d: expected 0 to %d", board->tile[i], n - 1);
        if (seen >> board->tile[i] & 1) return status_fail(status, "tile %d appears twice", board->tile[i]);
        seen |= 1u << board->tile[i];
    }
    return tiles_solvable(board) ||
           status_fail(status, "this position cannot be solved: it is an odd number of exchanges "
                               "away (exchanging any two tiles makes it solvable)");
}
