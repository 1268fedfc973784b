#include "puzzles/tiles_solve.h"
#include "base/clock.h"

#include <assert.h>
#include <stdlib.h>

// The partitions. 5-5-5 is the best of all partitions into connected patterns by the mean of its entries,
// 6-6-3 the best of a few that were tried.
// clang-format off
const TilesPartition tiles_partitions[] = {
    {.name = "manhattan", .title = "Manhattan distance", .side = 4},
    {.name = "5-5-5", .title = "three patterns of five tiles, and the mirror image", .side = 4, .parts = 3,
     .database = {"tiles15-5a", "tiles15-5b", "tiles15-5c"}, .tiles = {5, 5, 5},
     .tile = {{1, 2, 4, 5, 8}, {3, 6, 7, 10, 11}, {9, 12, 13, 14, 15}}},
    {.name = "6-6-3", .title = "patterns of six, six and three tiles, and the mirror image", .side = 4,
     .parts = 3, .database = {"tiles15-6a", "tiles15-6b", "tiles15-3a"}, .tiles = {6, 6, 3},
     .tile = {{1, 2, 4, 5, 8, 9}, {3, 6, 7, 10, 11, 15}, {12, 13, 14}}},
    {.name = "manhattan", .title = "Manhattan distance", .side = 3},
    {.name = "4-4", .title = "two patterns of four tiles, and the mirror image", .side = 3, .parts = 2,
     .database = {"tiles8-4a", "tiles8-4b"}, .tiles = {4, 4},
     .tile = {{1, 2, 4, 5}, {3, 6, 7, 8}}},
    {0},
};
// clang-format on

const TilesPartition *tiles_partition_find(const char *name, int side, Status *status)
{
    char known[200];
    Text text = text_on(known, sizeof known);
    for (const TilesPartition *p = tiles_partitions; p->name != NULL; p++) {
        if (p->side != side) continue;
        if (text_same(p->name, name)) return p;
        text_add(&text, "%s%s", text.used > 0 ? ", " : "", p->name);
    }
    status_fail(status, "unknown heuristic '%.40s'; expected one of: %s", name, known);
    return NULL;
}

// A node: four bits per cell, the blank, where it came from, the cursor.
typedef struct Plain {
    uint64_t board;
    uint8_t  blank, before, cursor, estimate;
} Plain;

typedef struct Node {
    Plain    plain;
    uint8_t  sum[2], value[2][TILES_PARTS_MAX];
    uint32_t rank[2][TILES_PARTS_MAX];
} Node;

IDA_INLINE int board_at(uint64_t board, int cell) { return (int)(board >> 4 * cell & 15); }

// The next neighbour of the blank that it does not come from, or IDA_NONE.
IDA_INLINE int cell_next(const TilesSolver *solver, Plain *node)
{
    while (node->cursor < solver->count[node->blank]) {
        const int from = solver->moves[node->blank][node->cursor++];
        if (from != node->before) return from;
    }
    return IDA_NONE;
}

IDA_INLINE void plain_move(Plain *child, const Plain *node, int from, int tile)
{
    child->board  = node->board ^ (uint64_t)tile << 4 * from ^ (uint64_t)tile << 4 * node->blank;
    child->blank  = (uint8_t)from;
    child->before = node->blank;
    child->cursor = 0;
}

static int plain_next(const void *domain, void *parent, void *out)
{
    const TilesSolver *const solver = domain;
    Plain *const node = parent, *const child = out;
    const int from = cell_next(solver, node);
    if (from == IDA_NONE) return IDA_NONE;
    const int tile = board_at(node->board, from);
    plain_move(child, node, from, tile);
    child->estimate = (uint8_t)(node->estimate + solver->distance[tile][node->blank] -
                                solver->distance[tile][from]);
    return child->estimate;
}

// How the number of the tile's pattern changes, in the position (0) or its mirror image (1), when it slides
// from a cell to another.
IDA_INLINE int32_t rank_change(const TilesSolver *solver, int image, uint64_t board, int tile, int from,
                               int to)
{
    const int     side = solver->side, low = from < to ? from : to;
    const int32_t weight = solver->weight[image][tile];
    // Does the tile move within a row of that image?
    const bool row    = image == 0 ? abs(to - from) == 1 : abs(to - from) != 1;
    int32_t    change = weight;
    if (!row) {
        change = side * weight;
        for (int k = 0; k < side - 1; k++)
            change += solver->step[image][tile][board_at(board, solver->passed[image][low][k])];
    }
    return from < to ? change : -change;
}

IDA_INLINE void image_move(const TilesSolver *solver, Node *child, const Node *node, int image, int tile,
                           int from)
{
    const int      part  = solver->part[image][tile];
    const uint32_t rank  = node->rank[image][part] + (uint32_t)rank_change(solver, image, node->plain.board,
                                                                           tile, from, node->plain.blank);
    const uint8_t  value = solver->table[part][rank];
    child->rank[image][part]  = rank;
    child->sum[image]         = (uint8_t)(node->sum[image] + value - node->value[image][part]);
    child->value[image][part] = value;
}

static int node_next(const void *domain, void *parent, void *out)
{
    const TilesSolver *const solver = domain;
    Node *const node = parent, *const child = out;
    const int from = cell_next(solver, &node->plain);
    if (from == IDA_NONE) return IDA_NONE;
    const int tile = board_at(node->plain.board, from);
    *child         = *node;
    plain_move(&child->plain, &node->plain, from, tile);
    image_move(solver, child, node, 0, tile, from);
    image_move(solver, child, node, 1, tile, from);
    return child->sum[0] > child->sum[1] ? child->sum[0] : child->sum[1];
}

// The start.

static Plain plain_start(const TilesSolver *solver, const TilesBoard *board)
{
    Plain start = {.blank = (uint8_t)tiles_blank(board), .before = UINT8_MAX};
    for (int cell = 0; cell < solver->cells; cell++) start.board |= (uint64_t)board->tile[cell] << 4 * cell;
    start.estimate = (uint8_t)tiles_manhattan(board);
    return start;
}

static Node node_start(const TilesSolver *solver, const TilesBoard *board)
{
    Node    start = {.plain = plain_start(solver, board)};
    uint8_t cell[2][TILES_CELLS_MAX];
    for (int c = 0; c < solver->cells; c++) {
        cell[0][board->tile[c]]                 = (uint8_t)c;
        cell[1][solver->mirror[board->tile[c]]] = solver->mirror[c];
    }
    for (int image = 0; image < 2; image++)
        for (int p = 0; p < solver->parts; p++) {
            start.rank[image][p]  = (uint32_t)tiles_db_rank(&solver->db[p], cell[image]);
            start.value[image][p] = solver->table[p][start.rank[image][p]];
            start.sum[image]      = (uint8_t)(start.sum[image] + start.value[image][p]);
        }
    return start;
}

int tiles_estimate(const TilesSolver *solver, const TilesBoard *board)
{
    if (solver->parts == 0) return tiles_manhattan(board);
    const Node start = node_start(solver, board);
    return start.sum[0] > start.sum[1] ? start.sum[0] : start.sum[1];
}

// Searching. The nodes on the stack are the positions of the solution; the tile that slid is where
// the blank was.

static void solve_plain(const TilesSolver *solver, const TilesBoard *board, const atomic_bool *stop,
                        TilesSolution *s)
{
    Plain stack[IDA_DEPTH_MAX + 1], start = plain_start(solver, board);
    ida_search(solver, plain_next, stack, (IdaStart){&start, sizeof start, s->estimate}, stop, &s->search);
    for (int i = 0; s->search.solved && i < s->search.length; i++)
        s->move[i] = (uint8_t)board_at(stack[i + 1].board, stack[i].blank);
}

static void solve_patterns(const TilesSolver *solver, const TilesBoard *board, const atomic_bool *stop,
                           TilesSolution *s)
{
    Node stack[IDA_DEPTH_MAX + 1], start = node_start(solver, board);
    ida_search(solver, node_next, stack, (IdaStart){&start, sizeof start, s->estimate}, stop, &s->search);
    for (int i = 0; s->search.solved && i < s->search.length; i++)
        s->move[i] = (uint8_t)board_at(stack[i + 1].plain.board, stack[i].plain.blank);
}

void tiles_solve(const TilesSolver *solver, const TilesBoard *board, const atomic_bool *stop,
                 TilesSolution *solution)
{
    assert(board->side == solver->side && tiles_solvable(board));
    const double begin = clock_seconds();
    *solution          = (TilesSolution){.estimate = tiles_estimate(solver, board)};
    if (solver->parts == 0) solve_plain(solver, board, stop, solution);
    else solve_patterns(solver, board, stop, solution);
    solution->seconds = clock_seconds() - begin;
}

// Opening.

static void geometry_open(TilesSolver *solver)
{
    const int side = solver->side;
    for (int cell = 0; cell < solver->cells; cell++) {
        const int r = cell / side, c = cell % side;
        solver->mirror[cell] = (uint8_t)tiles_mirror(side, cell);
        uint8_t *const moves = solver->moves[cell];
        int            n     = 0;
        if (r > 0) moves[n++] = (uint8_t)(cell - side);
        if (c > 0) moves[n++] = (uint8_t)(cell - 1);
        if (c < side - 1) moves[n++] = (uint8_t)(cell + 1);
        if (r < side - 1) moves[n++] = (uint8_t)(cell + side);
        solver->count[cell] = (uint8_t)n;
        for (int tile = 0; tile < solver->cells; tile++)
            solver->distance[tile][cell] = (uint8_t)(abs(tile / side - r) + abs(tile % side - c));
    }
}

// Cells passed on the way from a cell to the one below it; in the mirror image, to the one on its right.
static void passed_open(TilesSolver *solver)
{
    for (int cell = 0; cell < solver->cells; cell++)
        for (int k = 1; k < solver->side; k++) {
            const int mirrored = solver->mirror[cell];
            if (cell + k < solver->cells) solver->passed[0][cell][k - 1] = (uint8_t)(cell + k);
            if (mirrored + k < solver->cells) solver->passed[1][cell][k - 1] = solver->mirror[mirrored + k];
        }
}

// A tile on its way up passes an earlier one of its pattern: one cell fewer is free for it. It passes a later
// one: one cell more is free for that.
static void steps_open(TilesSolver *solver, int p)
{
    const TilesDb *const db = &solver->db[p];
    for (int i = 0; i < db->tiles; i++) {
        for (int image = 0; image < 2; image++) {
            const int tile              = image == 0 ? db->tile[i] : solver->mirror[db->tile[i]];
            solver->part[image][tile]   = (uint8_t)p;
            solver->weight[image][tile] = (int32_t)db->index.weight[i];
            for (int j = 0; j < db->tiles; j++) {
                const int other = image == 0 ? db->tile[j] : solver->mirror[db->tile[j]];
                if (j < i) solver->step[image][tile][other] = -(int32_t)db->index.weight[i];
                if (j > i) solver->step[image][tile][other] = (int32_t)db->index.weight[j];
            }
        }
    }
}

bool tiles_solver_open(TilesSolver *solver, const TilesPartition *partition, Status *status)
{
    memset(solver, 0, sizeof *solver);
    solver->side  = partition->side;
    solver->cells = partition->side * partition->side;
    geometry_open(solver);
    passed_open(solver);
    for (; solver->parts < partition->parts; solver->parts++) {
        const int p = solver->parts;
        if (!tiles_db_open(&solver->db[p], partition->side, partition->tile[p], partition->tiles[p], status))
            return tiles_solver_close(solver), false;
        steps_open(solver, p);
    }
    return true;
}

void tiles_solver_close(TilesSolver *solver)
{
    while (solver->parts > 0) tiles_db_close(&solver->db[--solver->parts]);
}
