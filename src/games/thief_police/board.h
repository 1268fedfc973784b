// board.h - the board of Thief and Police: the open cells of a maze, numbered, their neighbours
// and the exits.
//
// Shared by the game and by the tables over its positions (pdb.h), so that a cell has the
// same number in both: 0 ... cells-1, row by row. Four cells share a word, a lane each, and are compared at
// once. The mazes are made in maze.h; that is the whole cost.
#ifndef GAMES_THIEF_POLICE_BOARD_H
#define GAMES_THIEF_POLICE_BOARD_H

#include "base/bits.h"
#include "base/rng.h"
#include "games/thief_police/maze.h"

#include <assert.h>
#include <stdint.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "lane i of a word is cell[i]");

enum { BOARD_SIZE_MIN = 5, CELLS_MAX = MAZE_CELLS_MAX, POLICE_MAX = 4, EXITS_MAX = 4 };
enum { CELL_NONE = 0x7fff };   // a wall in `next`, an unused lane in a state; above every cell
enum { STAY, UP, LEFT, RIGHT, DOWN, DIRECTIONS };
enum { LANES = 4 };
// Part of a maze's seed. STYLE_USUAL is what a size has when none is named: never that of a board.
enum { STYLE_RANDOM, STYLE_PERFECT, STYLE_LOOPS, STYLE_USUAL };
enum { LOOPS_USUAL = 10, LOOPS_MAX = 1000, BOARD_SIZE_OF_LOOPS = 20 };

typedef union Lanes {
    uint64_t word;
    uint16_t cell[LANES];
} Lanes;

// Lanes. A lane holds 15 bits; its top bit is free to catch the carry of a comparison.

#define LANES_ONE  UINT64_C(0x0001000100010001)
#define LANES_TOP  UINT64_C(0x8000800080008000)
#define LANES_NONE UINT64_C(0x7fff7fff7fff7fff)

// The top bits of the lanes of `word` that differ from `cell`: where they are equal, 0x8000 - 1 loses its
// top bit.
static inline uint64_t lanes_unlike(uint64_t word, unsigned cell)
{
    return (((word | LANES_TOP) ^ cell * LANES_ONE) - LANES_ONE) & LANES_TOP;
}

static inline bool lanes_hold(uint64_t word, unsigned cell) { return lanes_unlike(word, cell) != LANES_TOP; }

// The top bits of the lanes, as bits 0-3.
static inline unsigned lanes_gather(uint64_t tops)
{
    return (unsigned)((tops >> 15) * UINT64_C(0x0001000200040008) >> 48 & 15);
}

// All bits of the lanes below lane i, without it and with it; i < 4.
static inline uint64_t lanes_below(int i) { return (UINT64_C(1) << 16 * i) - 1; }
static inline uint64_t lanes_upto(int i) { return ~UINT64_C(0) >> (48 - 16 * i); }

static inline uint64_t lanes_set(uint64_t word, int i, unsigned cell)
{
    return (word & ~(UINT64_C(0xffff) << 16 * i)) | (uint64_t)cell << 16 * i;
}

// Takes lane i out; the lanes above it move down.
static inline uint64_t lanes_remove(uint64_t word, int i)
{
    return (word & lanes_below(i)) | (word >> 16 & ~lanes_below(i)) | (uint64_t)CELL_NONE << 48;
}

// Puts a cell into ascending lanes, the last of which is unused.
static inline uint64_t lanes_insert(uint64_t word, unsigned cell)
{
    const uint64_t smaller = ~((word | LANES_TOP) - cell * LANES_ONE) & LANES_TOP;
    const int      rank    = bits_count(smaller);
    return (word & lanes_below(rank)) | (uint64_t)cell << 16 * rank | (word & ~lanes_below(rank)) << 16;
}

// The board.

typedef struct Place {
    uint8_t row, col;
} Place;

typedef struct Board {
    Lanes    next[CELLS_MAX];   // neighbours up, left, right, down (direction-1), CELL_NONE for a wall
    Place    place[CELLS_MAX];
    uint16_t open_at[CELLS_MAX];   // by row*size+column: the open cell there, or CELL_NONE
    int      size, cells;
    Lanes    exits;   // CELL_NONE after the last
} Board;

// Which maze: `open` cells of one that is not perfect, 0 for the usual number; `loops` openings of one with
// loops, else 0; as many exits.
typedef struct BoardSpec {
    int size, maze, style, open, loops, exits;
} BoardSpec;

// The style of mazes of this size that name none. Corridors with loops are the reading of the paper under
// which its 20 x 20 figures can be met (docs/DATABASES.md); in its 60 x 60 mazes 1610 cells are left, which
// has loops of its own.
static inline int board_usual_style(int size)
{
    return size == BOARD_SIZE_OF_LOOPS ? STYLE_LOOPS : STYLE_RANDOM;
}

// How many cells a maze that is not perfect keeps.
static inline int board_open_cells(const BoardSpec *spec)
{
    const int size = spec->size;
    return spec->open > 0 ? spec->open : size == 20 ? 150 : size == 60 ? 1610 : size * size * 2 / 5;
}

// Everything random comes from one number, in which no two mazes or starts are alike; the maze itself has
// start 0.
static inline Rng board_rng(const BoardSpec *spec, int start)
{
    assert(spec->style < STYLE_USUAL);
    return rng_seed((uint64_t)spec->maze | (uint64_t)spec->size << 20 | (uint64_t)spec->style << 26 |
                    (uint64_t)start << 32);
}

// Makes b the neighbour of a in a direction, and a that of b in the opposite one, unless b is a wall.
static inline void board_link(Board *board, unsigned a, int direction, unsigned b)
{
    if (b == CELL_NONE) return;
    board->next[a].cell[direction - 1]              = (uint16_t)b;
    board->next[b].cell[DIRECTIONS - direction - 1] = (uint16_t)a;
}

// Numbers the open cells of the maze and links neighbours.
static inline void board_number_cells(Board *board, const Maze *maze)
{
    for (int i = 0; i < board->size * board->size; i++) {
        const int row = i / board->size, col = i % board->size;
        board->open_at[i] = CELL_NONE;
        if (!maze->open[maze_at(row, col)]) continue;
        const unsigned cell    = (unsigned)board->cells++;
        board->open_at[i]      = (uint16_t)cell;
        board->place[cell]     = (Place){(uint8_t)row, (uint8_t)col};
        board->next[cell].word = LANES_NONE;
        if (col > 0) board_link(board, cell, LEFT, board->open_at[i - 1]);
        if (row > 0) board_link(board, cell, UP, board->open_at[i - board->size]);
    }
}

static inline int board_edge_distance(const Board *board, int cell)
{
    const int row = board->place[cell].row, col = board->place[cell].col, last = board->size - 1;
    const int rows = row < last - row ? row : last - row, cols = col < last - col ? col : last - col;
    return rows < cols ? rows : cols;
}

static inline bool board_is_exit(const Board *board, unsigned cell)
{
    return lanes_hold(board->exits.word, cell);
}

// A random one of the cells nearest to the edge that are not exits yet.
static inline uint16_t board_draw_exit(const Board *board, Rng *rng)
{
    uint16_t nearest[CELLS_MAX];
    uint32_t n    = 0;
    int      best = board->size;
    for (int cell = 0; cell < board->cells; cell++) {
        const int distance = board_edge_distance(board, cell);
        if (distance > best || board_is_exit(board, (unsigned)cell)) continue;
        if (distance < best) n = 0;
        best         = distance;
        nearest[n++] = (uint16_t)cell;
    }
    return nearest[rng_below(rng, n)];
}

// *board comes zeroed; the spec fits together.
static inline void board_open(Board *board, const BoardSpec *spec)
{
    assert(spec->exits >= 1 && spec->exits <= EXITS_MAX);
    Maze maze = {.size = spec->size};
    Rng  rng  = board_rng(spec, 0);
    if (spec->style == STYLE_RANDOM) maze_make_random(&maze, board_open_cells(spec), &rng);
    else maze_make_perfect(&maze, &rng);
    if (spec->style == STYLE_LOOPS) {
        maze_add_loops(&maze, spec->loops, &rng);
        maze_trim(&maze, board_open_cells(spec), &rng);
    }
    board->size = spec->size;
    board_number_cells(board, &maze);
    board->exits.word = LANES_NONE;
    for (int i = 0; i < spec->exits; i++) board->exits.cell[i] = board_draw_exit(board, &rng);
}

#endif
