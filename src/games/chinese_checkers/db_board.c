#include "games/chinese_checkers/db_board.h"

#include <assert.h>
#include <string.h>

enum { DIRECTIONS = CHECKERS_DIRECTIONS };

void checkers_board_open(CheckersBoard *board, int side)
{
    static const int down[DIRECTIONS] = {0, 0, 1, -1, 1, -1}, right[DIRECTIONS] = {1, -1, 0, 0, -1, 1};
    memset(board, 0, sizeof *board);
    board->side = side;
    for (int hole = 0; hole < side * side; hole++) {
        board->bit[hole]              = (uint8_t)(hole / side * (side + 1) + hole % side);
        board->hole[board->bit[hole]] = (uint8_t)hole;
        board->holes |= checkers_set(board->bit[hole]);
        for (int d = 0; d < DIRECTIONS; d++) {
            const int r = hole / side + down[d], c = hole % side + right[d];
            if (r >= 0 && r < side && c >= 0 && c < side)
                board->near[hole] |= checkers_set(r * (side + 1) + c);
        }
    }
}

bool checkers_home_has(CheckersGoal goal, int pieces, int r, int c)
{
    const int number = (r + c) * (r + c + 1) / 2 + c,
              first  = goal < CHECKERS_PART ? 0 : (int)goal - CHECKERS_PART;
    if (goal == CHECKERS_TIP) return r < 2 && c < 2;
    if (goal == CHECKERS_BASE) return r + c == 3;
    return number >= first && number < first + pieces;
}

int checkers_star_hole(const CheckersStar *star, int x, int y)
{
    for (int i = 0; i < star->holes; i++)
        if (star->x[i] == x && star->y[i] == y) return i;
    return CHECKERS_NOWHERE;
}

void checkers_star_open(CheckersStar *star, int arm)
{
    static const int right[DIRECTIONS] = {1, -1, 0, 0, 1, -1}, down[DIRECTIONS] = {0, 0, 1, -1, -1, 1};
    memset(star, 0, sizeof *star);
    star->arm  = arm;
    star->rows = 4 * arm + 1;
    for (int y = -2 * arm; y <= 2 * arm; y++)
        for (int x = -2 * arm; x <= 2 * arm; x++) {
            if (!checkers_star_has(arm, x, y)) continue;
            assert(star->holes < CHECKERS_STAR_HOLES_MAX);
            star->x[star->holes]   = (int8_t)x;
            star->y[star->holes++] = (int8_t)y;
        }
    for (int i = 0; i < star->holes; i++)
        for (int d = 0; d < DIRECTIONS; d++)
            star->step[i][d] = (uint8_t)checkers_star_hole(star, star->x[i] + right[d], star->y[i] + down[d]);
}
