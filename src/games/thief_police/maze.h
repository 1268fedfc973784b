// maze.h - makes the mazes of Thief and Police: which cells are open. Included by
// board.h alone.
//
// Three styles, docs/GAMES.md. Everything random comes from the Rng given: a seed is a maze, the same on
// every machine. Cost: about 10 ms for 60 x 60 cells at random, most of it looking for ways round; less for
// the other styles.
#ifndef GAMES_THIEF_POLICE_MAZE_H
#define GAMES_THIEF_POLICE_MAZE_H

#include "base/rng.h"

#include <stdbool.h>

enum {
    MAZE_SIZE_MAX  = 60,
    MAZE_CELLS_MAX = MAZE_SIZE_MAX * MAZE_SIZE_MAX,
    // A ring of walls around the grid gives every cell eight neighbours.
    MAZE_SIDE   = MAZE_SIZE_MAX + 2,
    MAZE_RINGED = MAZE_SIDE * MAZE_SIDE,
};

typedef struct Maze {
    int  size;
    bool open[MAZE_RINGED];   // by maze_at
} Maze;

// Clockwise from above; those with an even number are the neighbours a unit can step to.
static const int maze_ring[8] __attribute__((unused)) = {-MAZE_SIDE, -MAZE_SIDE + 1, 1,  MAZE_SIDE + 1,
                                                         MAZE_SIDE,  MAZE_SIDE - 1,  -1, -MAZE_SIDE - 1};

static inline int maze_at(int row, int col) { return (row + 1) * MAZE_SIDE + col + 1; }

// Are the open neighbours of an open cell connected without it, whatever way round? Stops when the last is
// found.
static inline bool maze_flood_joins(const Maze *maze, int at)
{
    bool seen[MAZE_RINGED] = {0};
    int  stack[MAZE_RINGED], wanted = 0;
    for (int i = 0; i < 8; i += 2) {
        if (!maze->open[at + maze_ring[i]]) continue;
        stack[0] = at + maze_ring[i];
        wanted++;
    }
    seen[at] = seen[stack[0]] = true;
    wanted--;
    for (int n = 1; n > 0 && wanted > 0;) {
        const int from = stack[--n];
        for (int i = 0; i < 8; i += 2) {
            const int to = from + maze_ring[i];
            if (!maze->open[to] || seen[to]) continue;
            seen[to]   = true;
            stack[n++] = to;
            for (int j = 0; j < 8; j += 2) wanted -= to == at + maze_ring[j];
        }
    }
    return wanted == 0;
}

// Does blocking an open cell keep the rest connected? Mostly the eight cells around it tell: two neighbours
// are joined by an open corner between them. Only when that leaves them apart, a way that goes farther round
// is looked for.
static inline bool maze_can_block(const Maze *maze, int at)
{
    int neighbours = 0, joined = 0;
    for (int i = 0; i < 8; i += 2) {
        const bool open = maze->open[at + maze_ring[i]];
        neighbours += open;
        joined += open && maze->open[at + maze_ring[i + 1]] && maze->open[at + maze_ring[(i + 2) % 8]];
    }
    return neighbours - joined <= 1 || maze_flood_joins(maze, at);
}

// Blocks cells in random order until `cells` are left. A cell that is needed now may no longer be when its
// surroundings are blocked, so the order is gone through again; each time at least one goes, for every
// connected graph with more than one node has one whose loss leaves it connected.
static inline void maze_make_random(Maze *maze, int cells, Rng *rng)
{
    int order[MAZE_CELLS_MAX], n = 0;
    for (int row = 0; row < maze->size; row++)
        for (int col = 0; col < maze->size; col++) {
            const int at = maze_at(row, col), swap = (int)rng_below(rng, (uint32_t)n + 1);
            maze->open[at] = true;
            order[n]       = at;
            order[n++]     = order[swap];
            order[swap]    = at;
        }
    while (n > cells) {
        int stays = 0, left = n;
        for (int i = 0; i < n; i++) {
            if (left > cells && maze_can_block(maze, order[i])) {
                maze->open[order[i]] = false;
                left--;
            } else {
                order[stays++] = order[i];
            }
        }
        n = stays;
    }
}

static inline bool maze_has_room(int size, int at)
{
    const int row = at / MAZE_SIDE - 1, col = at % MAZE_SIDE - 1, last = (size - 1) / 2 * 2 - 1;
    return row >= 1 && row <= last && col >= 1 && col <= last;
}

// Rooms at odd coordinates, joined to a tree by a walk that enters a random new room beside it, or goes back
// when there is none.
static inline void maze_make_perfect(Maze *maze, Rng *rng)
{
    int stack[MAZE_CELLS_MAX / 4], n = 0;
    stack[n++]           = maze_at(1, 1);
    maze->open[stack[0]] = true;
    while (n > 0) {
        const int at = stack[n - 1];
        int       ways[4], k = 0;
        for (int i = 0; i < 8; i += 2) {
            const int to = at + 2 * maze_ring[i];
            if (maze_has_room(maze->size, to) && !maze->open[to]) ways[k++] = maze_ring[i];
        }
        if (k == 0) {
            n--;
            continue;
        }
        const int way            = ways[rng_below(rng, (uint32_t)k)];
        maze->open[at + way]     = true;
        maze->open[at + 2 * way] = true;
        stack[n++]               = at + 2 * way;
    }
}

// Opens walls between neighbouring rooms of a perfect maze, chosen at random among those that are closed;
// all of them when there are no more than `openings`.
static inline void maze_add_loops(Maze *maze, int openings, Rng *rng)
{
    int closed[MAZE_CELLS_MAX], n = 0;
    for (int row = 1; row < maze->size; row++)
        for (int col = 1; col < maze->size; col++) {
            const int at = maze_at(row, col);
            // Of the walls between two rooms exactly one coordinate is odd.
            if ((row + col) % 2 == 0 || maze->open[at]) continue;
            const int way = row % 2 ? 1 : MAZE_SIDE;
            if (maze_has_room(maze->size, at - way) && maze_has_room(maze->size, at + way)) closed[n++] = at;
        }
    for (; openings > 0 && n > 0; openings--) {
        const uint32_t which      = rng_below(rng, (uint32_t)n);
        maze->open[closed[which]] = true;
        closed[which]             = closed[--n];
    }
}

// Blocks dead ends, one at a time and each chosen at random, until `cells` are left or none is a dead end.
static inline void maze_trim(Maze *maze, int cells, Rng *rng)
{
    for (;;) {
        int ends[MAZE_CELLS_MAX], n = 0, open = 0;
        for (int row = 0; row < maze->size; row++)
            for (int col = 0; col < maze->size; col++) {
                const int at = maze_at(row, col);
                int       k  = 0;
                for (int i = 0; i < 8; i += 2) k += maze->open[at + maze_ring[i]];
                open += maze->open[at];
                if (maze->open[at] && k == 1) ends[n++] = at;
            }
        if (open <= cells || n == 0) return;
        maze->open[ends[rng_below(rng, (uint32_t)n)]] = false;
    }
}

#endif
