// thief_police_maze.c - the mazes and starts of naive Thief and Police, made from docs/GAMES.md alone: random
// numbers, corridors, exits and all.
#include "naive.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 60, GRID_MAX = SIDE_MAX * SIDE_MAX };

// Up, right, down, left: the order in which a walk looks for new rooms.
static const int down[4] = {-1, 0, 1, 0}, right[4] = {0, 1, 0, -1};

// ------------------------------------------------------------------------------------- random numbers

typedef struct Stream {
    uint64_t a, b, c, d;
} Stream;

static uint64_t turned(uint64_t x, unsigned by) { return (x << by) | (x >> (64 - by)); }

// splitmix64
static uint64_t split(uint64_t *seed)
{
    *seed += 0x9e3779b97f4a7c15u;
    uint64_t x = *seed;
    x          = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x          = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// xoshiro256**
static uint64_t draw(Stream *stream)
{
    const uint64_t result = turned(stream->b * 5, 7) * 9, shifted = stream->b << 17;
    stream->c ^= stream->a;
    stream->d ^= stream->b;
    stream->b ^= stream->c;
    stream->a ^= stream->d;
    stream->c ^= shifted;
    stream->d = turned(stream->d, 45);
    return result;
}

// Of the 2^32 values of a draw as many are refused as there are too many to give each result equally often.
static int draw_below(Stream *stream, int n)
{
    const uint64_t all = (uint64_t)1 << 32, refused = all % (uint64_t)n;
    uint64_t       product;
    do product = (draw(stream) >> 32) * (uint64_t)n;
    while (product % all < refused);
    return (int)(product / all);
}

// ------------------------------------------------------------------------------------------- options

typedef struct Wanted {
    int size, maze, style, open, police, start, loops, exits;
} Wanted;

static int number(const char *spec, const char *key, const char *fallback)
{
    char text[64];
    return atoi(naive_option(spec, key, fallback, text));
}

static Wanted read_wanted(const char *spec)
{
    static const char *const styles[] = {"random", "perfect", "loops"};
    char                     style[64];
    Wanted                   wanted = {.size   = number(spec, "size", "20"),
                                       .maze   = number(spec, "maze", "1"),
                                       .open   = number(spec, "open", "0"),
                                       .police = number(spec, "police", "4"),
                                       .start  = number(spec, "start", "1"),
                                       .loops  = number(spec, "loops", "10"),
                                       .exits  = number(spec, "exits", "1")};
    naive_option(spec, "style", "usual", style);
    if (strcmp(style, "usual") == 0) strcpy(style, wanted.size == 20 ? "loops" : "random");
    while (strcmp(styles[wanted.style], style) != 0) wanted.style++;
    if (wanted.open == 0)
        wanted.open = wanted.size == 20 ? 150 : wanted.size == 60 ? 1610 : wanted.size * wanted.size * 2 / 5;
    return wanted;
}

static Stream stream_of(const Wanted *wanted, int start)
{
    uint64_t seed = (uint64_t)wanted->maze + (uint64_t)wanted->size * 1048576 +
                    (uint64_t)wanted->style * 67108864 + (uint64_t)start * 4294967296;
    Stream stream;
    stream.a = split(&seed);
    stream.b = split(&seed);
    stream.c = split(&seed);
    stream.d = split(&seed);
    return stream;
}

// ---------------------------------------------------------------------------------------------- mazes

typedef struct Grid {
    int  size;
    char cell[SIDE_MAX][SIDE_MAX];   // '#', '.' or 'E'
} Grid;

static bool is_open(const Grid *grid, int row, int column)
{
    return row >= 0 && column >= 0 && row < grid->size && column < grid->size &&
           grid->cell[row][column] != '#';
}

static int count_open(const Grid *grid)
{
    int n = 0;
    for (int i = 0; i < grid->size * grid->size; i++) n += is_open(grid, i / grid->size, i % grid->size);
    return n;
}

static int open_beside(const Grid *grid, int row, int column)
{
    int n = 0;
    for (int d = 0; d < 4; d++) n += is_open(grid, row + down[d], column + right[d]);
    return n;
}

// How many open cells hang together with this one.
static int flood(const Grid *grid, int row, int column, bool seen[SIDE_MAX][SIDE_MAX])
{
    static int stack[GRID_MAX * 4];
    int        held = 0, n = 0;
    stack[held++] = row * grid->size + column;
    while (held > 0) {
        const int at = stack[--held], r = at / grid->size, c = at % grid->size;
        if (seen[r][c]) continue;
        seen[r][c] = true;
        n++;
        for (int d = 0; d < 4; d++)
            if (is_open(grid, r + down[d], c + right[d]))
                stack[held++] = (r + down[d]) * grid->size + c + right[d];
    }
    return n;
}

static bool is_connected(const Grid *grid)
{
    bool seen[SIDE_MAX][SIDE_MAX] = {{false}};
    for (int i = 0; i < grid->size * grid->size; i++)
        if (is_open(grid, i / grid->size, i % grid->size))
            return flood(grid, i / grid->size, i % grid->size, seen) == count_open(grid);
    return false;
}

static void make_random(Grid *grid, int open, Stream *stream)
{
    int order[GRID_MAX], n = grid->size * grid->size;
    for (int i = 0; i < n; i++) {
        const int place                            = draw_below(stream, i + 1);
        order[i]                                   = order[place];
        order[place]                               = i;
        grid->cell[i / grid->size][i % grid->size] = '.';
    }
    while (count_open(grid) > open)
        for (int i = 0; i < n && count_open(grid) > open; i++) {
            char *const cell = &grid->cell[order[i] / grid->size][order[i] % grid->size];
            if (*cell == '#') continue;
            *cell = '#';
            if (!is_connected(grid)) *cell = '.';
        }
}

// Is there to be a room at odd coordinates? There is a wall after the last one.
static bool is_room(const Grid *grid, int row, int column)
{
    return row > 0 && column > 0 && row < grid->size - 1 && column < grid->size - 1 && row % 2 == 1 &&
           column % 2 == 1;
}

// Walks on from a room until no new one is beside it, then goes back.
static void dig(Grid *grid, int row, int column, Stream *stream)
{
    grid->cell[row][column] = '.';
    for (;;) {
        int ways[4], n = 0;
        for (int d = 0; d < 4; d++) {
            const int r = row + 2 * down[d], c = column + 2 * right[d];
            if (is_room(grid, r, c) && !is_open(grid, r, c)) ways[n++] = d;
        }
        if (n == 0) return;
        const int d                                  = ways[draw_below(stream, n)];
        grid->cell[row + down[d]][column + right[d]] = '.';
        dig(grid, row + 2 * down[d], column + 2 * right[d], stream);
    }
}

static void add_loops(Grid *grid, int openings, Stream *stream)
{
    int wall[GRID_MAX], n = 0;
    for (int i = 0; i < grid->size * grid->size; i++) {
        const int  r = i / grid->size, c = i % grid->size;
        const bool beside = is_room(grid, r, c - 1) && is_room(grid, r, c + 1);
        const bool above  = is_room(grid, r - 1, c) && is_room(grid, r + 1, c);
        if ((beside || above) && !is_open(grid, r, c)) wall[n++] = i;
    }
    while (openings-- > 0 && n > 0) {
        const int k                                            = draw_below(stream, n);
        grid->cell[wall[k] / grid->size][wall[k] % grid->size] = '.';
        wall[k]                                                = wall[n - 1];
        n--;
    }
}

static void trim(Grid *grid, int open, Stream *stream)
{
    while (count_open(grid) > open) {
        int end[GRID_MAX], n = 0;
        for (int i = 0; i < grid->size * grid->size; i++) {
            const int r = i / grid->size, c = i % grid->size;
            if (is_open(grid, r, c) && open_beside(grid, r, c) == 1) end[n++] = i;
        }
        if (n == 0) return;
        const int k                                = end[draw_below(stream, n)];
        grid->cell[k / grid->size][k % grid->size] = '#';
    }
}

static int edge_distance(const Grid *grid, int row, int column)
{
    const int way[4] = {row, column, grid->size - 1 - row, grid->size - 1 - column};
    int       least  = way[0];
    for (int i = 1; i < 4; i++)
        if (way[i] < least) least = way[i];
    return least;
}

static void add_exit(Grid *grid, Stream *stream)
{
    for (int distance = 0; distance < grid->size; distance++) {
        int place[GRID_MAX], n = 0;
        for (int i = 0; i < grid->size * grid->size; i++) {
            const int r = i / grid->size, c = i % grid->size;
            if (grid->cell[r][c] == '.' && edge_distance(grid, r, c) == distance) place[n++] = i;
        }
        if (n == 0) continue;
        const int k                                = place[draw_below(stream, n)];
        grid->cell[k / grid->size][k % grid->size] = 'E';
        return;
    }
}

static void make_grid(Grid *grid, const Wanted *wanted)
{
    Stream stream = stream_of(wanted, 0);
    memset(grid, '#', sizeof *grid);
    grid->size = wanted->size;
    if (wanted->style == 0) make_random(grid, wanted->open, &stream);
    else dig(grid, 1, 1, &stream);
    if (wanted->style == 2) {
        add_loops(grid, wanted->loops, &stream);
        trim(grid, wanted->open, &stream);
    }
    for (int i = 0; i < wanted->exits; i++) add_exit(grid, &stream);
}

// The last one is kept, since it is asked for at every position; police and start do not matter to it.
static const Grid *grid_of(const char *spec)
{
    static Wanted kept;
    static Grid   grid;
    Wanted        wanted = read_wanted(spec);
    wanted.police = wanted.start = 0;
    if (memcmp(&wanted, &kept, sizeof kept) != 0) make_grid(&grid, &wanted), kept = wanted;
    return &grid;
}

const char *naive_maze(const char *spec)
{
    static char       map[SIDE_MAX * (SIDE_MAX + 1) + 1];
    char             *at   = map;
    const Grid *const grid = grid_of(spec);
    for (int row = 0; row < grid->size; row++) at += sprintf(at, "%.*s\n", grid->size, grid->cell[row]);
    return map;
}

// --------------------------------------------------------------------------------------------- starts

static bool stands(const int police[], int count, int cell)
{
    for (int i = 0; i < count; i++)
        if (police[i] == cell) return true;
    return false;
}

// On an exit, or without a free cell beside him?
static bool is_over(const Grid *grid, const int open[], int thief, const int police[], int count)
{
    const int row = open[thief] / grid->size, column = open[thief] % grid->size;
    if (grid->cell[row][column] == 'E') return true;
    for (int d = 0; d < 4; d++) {
        if (!is_open(grid, row + down[d], column + right[d])) continue;
        bool taken = false;
        for (int i = 0; i < count; i++)
            taken |= open[police[i]] == (row + down[d]) * grid->size + column + right[d];
        if (!taken) return false;
    }
    return true;
}

void naive_maze_start(const char *spec, char out[NAIVE_TEXT_MAX])
{
    const Grid *const grid   = grid_of(spec);
    const Wanted      wanted = read_wanted(spec);
    Stream            stream = stream_of(&wanted, wanted.start);
    int               open[GRID_MAX], cells = 0, thief, police[4], count;
    for (int i = 0; i < grid->size * grid->size; i++)
        if (is_open(grid, i / grid->size, i % grid->size)) open[cells++] = i;
    do {
        thief = draw_below(&stream, cells);
        for (count = 0; count < wanted.police;) {
            const int cell = draw_below(&stream, cells);
            if (cell != thief && !stands(police, count, cell)) police[count++] = cell;
        }
    } while (is_over(grid, open, thief, police, count));
    out += sprintf(out, "%d.%d ", open[thief] / grid->size, open[thief] % grid->size);
    for (int cell = 0, written = 0; cell < cells; cell++)
        if (stands(police, count, cell))
            out += sprintf(out, "%s%d.%d", written++ ? "," : "", open[cell] / grid->size,
                           open[cell] % grid->size);
    strcpy(out, " thief");
}
