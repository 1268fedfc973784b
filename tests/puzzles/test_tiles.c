// Sliding tiles: pattern databases against a plain queue, IDA* against all positions of the 8-puzzle, a slow
// twin and the printed figures of Korf.
#include "puzzles/tiles_solve.h"
#include "base/rng.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *db_solved(const TilesDb *db, int threads)
{
    const RetroOptions options = {.threads = threads};
    RetroResult        result;
    Status             status;
    uint8_t *const     table = malloc(db->index.size);
    ck_assert_msg(tiles_db_build(db, &options, table, &result, &status), "%s", status.text);
    ck_assert(result.complete);
    return table;
}

static TilesSolver opened(const TilesPartition *partition)
{
    TilesSolver solver;
    Status      status;
    ck_assert_msg(tiles_solver_open(&solver, partition, &status), "%s", status.text);
    for (int p = 0; p < solver.parts; p++) solver.table[p] = db_solved(&solver.db[p], 2);
    return solver;
}

static void closed(TilesSolver *solver)
{
    for (int p = 0; p < solver->parts; p++) free((void *)(uintptr_t)solver->table[p]);
    tiles_solver_close(solver);
}

static const TilesPartition *partition(const char *name, int side)
{
    Status                      status;
    const TilesPartition *const found = tiles_partition_find(name, side, &status);
    ck_assert_msg(found != NULL, "%s", status.text);
    return found;
}

static TilesBoard solved_board(int side)
{
    TilesBoard board = {.side = side};
    for (int i = 0; i < side * side; i++) board.tile[i] = (uint8_t)i;
    return board;
}

static TilesBoard random_board(int side, Rng *rng)
{
    TilesBoard board = solved_board(side);
    do {
        for (int i = side * side - 1; i > 0; i--) {
            const int     j    = (int)rng_below(rng, (uint32_t)i + 1);
            const uint8_t tile = board.tile[i];
            board.tile[i]      = board.tile[j];
            board.tile[j]      = tile;
        }
    } while (!tiles_solvable(&board));
    return board;
}

// The oracle of a pattern: a state is the cells of its tiles and of the blank, written in base `cells`. Moves
// of the blank alone cost nothing and go to the front of the queue.
typedef struct Oracle {
    int      cells, side, digits;
    uint32_t states;
    uint8_t *distance;
    uint32_t front, back, *queue;   // a ring of twice the states
} Oracle;

static void oracle_see(Oracle *o, const uint8_t cell[], int distance, bool free_move)
{
    uint32_t state = 0;
    for (int i = 0; i < o->digits; i++) state = state * (uint32_t)o->cells + cell[i];
    if (o->distance[state] <= distance) return;
    o->distance[state] = (uint8_t)distance;
    if (free_move) o->queue[--o->front] = state;
    else o->queue[o->back++] = state;
}

static void oracle_expand(Oracle *o, uint32_t state)
{
    uint8_t   cell[TILES_PATTERN_MAX + 1];
    const int d = o->distance[state], blank = o->digits - 1;
    for (int i = blank; i >= 0; i--, state /= (uint32_t)o->cells)
        cell[i] = (uint8_t)(state % (uint32_t)o->cells);
    for (int to = 0; to < o->cells; to++) {
        const int from = cell[blank], side = o->side;
        if (abs(to / side - from / side) + abs(to % side - from % side) != 1) continue;
        int tile = 0;
        while (tile < blank && cell[tile] != to) tile++;
        if (tile < blank) cell[tile] = (uint8_t)from;
        cell[blank] = (uint8_t)to;
        oracle_see(o, cell, d + (tile < blank), tile == blank);
        if (tile < blank) cell[tile] = (uint8_t)to;
        cell[blank] = (uint8_t)from;
    }
}

static Oracle oracle_open(const TilesDb *db)
{
    Oracle  o = {.cells = db->cells, .side = db->side, .digits = db->tiles + 1, .states = 1};
    uint8_t goal[TILES_PATTERN_MAX + 1] = {0};
    for (int i = 0; i < o.digits; i++) o.states *= (uint32_t)o.cells;
    o.distance = malloc(o.states);
    o.queue    = malloc(16 * (size_t)o.states * sizeof *o.queue);
    o.front = o.back = 8 * o.states;
    memset(o.distance, 255, o.states);
    for (int i = 0; i < db->tiles && i < TILES_PATTERN_MAX; i++) goal[i] = db->tile[i];
    for (oracle_see(&o, goal, 0, false); o.front < o.back;) oracle_expand(&o, o.queue[o.front++]);
    return o;
}

static const struct {
    int     side, tiles;
    uint8_t tile[TILES_PATTERN_MAX];
} patterns[] = {
    {3, 1, {5}},     {3, 2, {8, 1}},    {3, 4, {1, 2, 4, 5}},   {3, 4, {3, 6, 7, 8}}, {3, 5, {1, 2, 3, 6, 7}},
    {4, 2, {15, 1}}, {4, 3, {1, 4, 5}}, {4, 4, {9, 12, 2, 14}},
};
enum { PATTERNS = sizeof patterns / sizeof *patterns };

START_TEST(test_every_entry_is_what_a_queue_finds)
{
    TilesDb db;
    Status  status;
    ck_assert_msg(tiles_db_open(&db, patterns[_i].side, patterns[_i].tile, patterns[_i].tiles, &status), "%s",
                  status.text);
    uint8_t *const one = db_solved(&db, 1), *const two = db_solved(&db, 2);
    Oracle o = oracle_open(&db);
    ck_assert(memcmp(one, two, db.index.size) == 0);
    for (uint64_t entry = 0; entry < db.index.size; entry++) {
        IndexPosition at;
        uint8_t       best = 255, cell[TILES_CELLS_MAX] = {0};
        uint32_t      state = 0;
        index_unrank(&db.index, entry, &at);
        for (int i = 0; i < db.tiles; i++)
            state = state * (uint32_t)db.cells + at.cell[i], cell[db.tile[i]] = (uint8_t)at.cell[i];
        for (int b = 0; b < db.cells; b++) {
            const uint8_t d = o.distance[state * (uint32_t)db.cells + (uint32_t)b];
            best            = d < best ? d : best;
        }
        ck_assert_uint_eq(one[entry], best);
        ck_assert_uint_eq(tiles_db_rank(&db, cell), entry);
    }
    free(o.distance);
    free(o.queue);
    free(one);
    free(two);
    tiles_db_close(&db);
}
END_TEST

// All positions of the 8-puzzle, by a queue of boards.

typedef struct Eight {
    int        count;
    TilesBoard board[181440];
    uint8_t    distance[181440];
    int        number[362880];   // by rank, -1: not seen
} Eight;

static int eight_rank(const TilesBoard *board)
{
    int rank = 0;
    for (int i = 0; i < 9; i++) {
        int smaller = 0;
        for (int j = i + 1; j < 9; j++) smaller += board->tile[j] < board->tile[i];
        rank = rank * (9 - i) + smaller;
    }
    return rank;
}

static Eight *eight_open(void)
{
    Eight *const e = calloc(1, sizeof *e);
    for (int i = 0; i < 362880; i++) e->number[i] = -1;
    e->board[e->count++]            = solved_board(3);
    e->number[eight_rank(e->board)] = 0;
    for (int at = 0; at < e->count; at++)
        for (int tile = 1; tile < 9; tile++) {
            TilesBoard next = e->board[at];
            if (!tiles_slide(&next, tile) || e->number[eight_rank(&next)] >= 0) continue;
            e->number[eight_rank(&next)] = e->count;
            e->distance[e->count]        = (uint8_t)(e->distance[at] + 1);
            e->board[e->count++]         = next;
        }
    return e;
}

static void assert_line(const TilesBoard *start, const TilesSolution *s)
{
    TilesBoard board = *start;
    for (int i = 0; i < s->search.length; i++) ck_assert(tiles_slide(&board, s->move[i]));
    ck_assert_int_eq(tiles_manhattan(&board), 0);
}

START_TEST(test_all_of_the_8_puzzle)
{
    Eight *const e       = eight_open();
    TilesSolver  solver  = opened(partition(_i == 0 ? "4-4" : "manhattan", 3));
    int          deepest = 0;
    ck_assert_int_eq(e->count, 181440);
    const int step = TEST_SANITIZED ? 101 : _i == 0 ? 1 : test_amount(37, 1);
    for (int at = 0; at < e->count; at += step) {
        TilesSolution s;
        ck_assert(tiles_solvable(&e->board[at]));
        ck_assert_int_le(tiles_estimate(&solver, &e->board[at]), e->distance[at]);
        tiles_solve(&solver, &e->board[at], NULL, &s);
        ck_assert(s.search.solved);
        ck_assert_int_eq(s.search.length, e->distance[at]);
        assert_line(&e->board[at], &s);
        deepest = s.search.length > deepest ? s.search.length : deepest;
    }
    if (step == 1) ck_assert_int_eq(deepest, 31);
    closed(&solver);
    free(e);
}
END_TEST

// The slow twin: recursive, every estimate from scratch.

typedef struct Twin {
    const TilesSolver *solver;
    uint64_t           nodes;
    int                bound, beyond;
} Twin;

static bool twin_visit(Twin *t, const TilesBoard *board, int depth, int before)
{
    const int blank = tiles_blank(board), side = board->side;
    const int way[4] = {-side, -1, 1, side};
    for (int k = 0; k < 4; k++) {
        const int  from = blank + way[k];
        TilesBoard next = *board;
        if (from < 0 || from >= side * side || from == before || !tiles_slide(&next, board->tile[from]))
            continue;
        const int estimate = tiles_estimate(t->solver, &next), cost = depth + 1 + estimate;
        t->nodes++;
        if (cost > t->bound) t->beyond = cost < t->beyond ? cost : t->beyond;
        else if (estimate == 0 || twin_visit(t, &next, depth + 1, blank)) return true;
    }
    return false;
}

static int twin_solve(const TilesSolver *solver, const TilesBoard *board, uint64_t *nodes)
{
    Twin t = {.solver = solver, .nodes = 1, .bound = tiles_estimate(solver, board)};
    while (t.bound > 0) {
        t.beyond = 255;
        if (twin_visit(&t, board, 0, -1)) break;
        t.bound = t.beyond;
    }
    *nodes = t.nodes;
    return t.bound;
}

static const TilesPartition small = {.name  = "4-4-4-3",
                                     .side  = 4,
                                     .parts = 4,
                                     .tiles = {4, 4, 4, 3},
                                     .tile  = {{1, 2, 4, 5}, {7, 3, 6, 10}, {8, 13, 9, 12}, {15, 11, 14}}};

START_TEST(test_the_twin_visits_the_same_nodes)
{
    TilesSolver solver = opened(_i == 0 ? &small : partition("manhattan", 4));
    Rng         rng    = rng_seed(15);
    for (int i = 0; i < test_amount(40, 400); i++) {
        TilesBoard board = solved_board(4);
        const int  walk  = (int)rng_below(&rng, 60);
        uint64_t   nodes;
        for (int k = 0; k < walk;) k += tiles_slide(&board, 1 + (int)rng_below(&rng, 15));
        TilesSolution s;
        tiles_solve(&solver, &board, NULL, &s);
        ck_assert(s.search.solved);
        ck_assert_int_le(s.estimate, s.search.length);
        ck_assert_int_le(s.search.length, walk);
        assert_line(&board, &s);
        ck_assert_int_eq(twin_solve(&solver, &board, &nodes), s.search.length);
        ck_assert_uint_eq(nodes, s.search.nodes);
    }
    closed(&solver);
}
END_TEST

// What is known of sums of patterns, on random positions: at least Manhattan distance, of its parity, the
// same for the mirror image; the goal alone is worth 0. The cell of the blank is left out of the databases,
// so that a move may change an entry by 3: estimates are admissible, not consistent.
START_TEST(test_sums_of_patterns)
{
    TilesSolver solver = opened(&small);
    Rng         rng    = rng_seed(5);
    for (int i = 0; i < 20000; i++) {
        const TilesBoard board    = random_board(4, &rng);
        TilesBoard       image    = board;
        const int        estimate = tiles_estimate(&solver, &board), manhattan = tiles_manhattan(&board);
        for (int cell = 0; cell < 16; cell++)
            image.tile[tiles_mirror(4, cell)] = (uint8_t)tiles_mirror(4, board.tile[cell]);
        ck_assert_int_ge(estimate, manhattan);
        ck_assert_int_eq((estimate - manhattan) % 2, 0);
        ck_assert_int_eq(tiles_estimate(&solver, &image), estimate);
        for (int tile = 1; tile < 16; tile++) {
            TilesBoard next = board;
            if (!tiles_slide(&next, tile)) continue;
            ck_assert_int_eq(abs(tiles_estimate(&solver, &next) - estimate) % 2, 1);
        }
    }
    const TilesBoard goal = solved_board(4);
    ck_assert_int_eq(tiles_estimate(&solver, &goal), 0);
    closed(&solver);
}
END_TEST

// The table is copied from print: every row has all tiles, and a length that is as odd as its Manhattan
// distance. Nothing but their sum vouches for the counts of nodes that no quick test can repeat.
START_TEST(test_korf_has_whole_positions_and_possible_lengths)
{
    TilesSolver solver = opened(partition("manhattan", 4));
    uint64_t    nodes  = 0;
    for (int i = 0; i < TILES_KORF; i++) {
        TilesBoard board = {.side = 4};
        unsigned   seen  = 0;
        memcpy(board.tile, tiles_korf[i].tile, sizeof board.tile);
        for (int cell = 0; cell < 16; cell++) seen |= 1u << board.tile[cell];
        ck_assert_uint_eq(seen, 0xffff);
        ck_assert_int_eq((tiles_korf[i].length - tiles_estimate(&solver, &board)) % 2, 0);
        nodes += tiles_korf[i].nodes;
    }
    ck_assert_uint_eq(nodes, UINT64_C(35911891875));
    closed(&solver);
}
END_TEST

// Lengths with any heuristic, and with Manhattan distance the printed number of nodes. Quick: instances of
// less than a million nodes.
START_TEST(test_korf)
{
    static const char *const names[] = {"manhattan", "5-5-5", "6-6-3"};
    const bool               all     = test_amount(0, 1) > 0;
    const uint64_t           most    = !all ? 1000000 : _i == 0 ? 20000000 : UINT64_MAX;   // of printed nodes
    if (_i == 2 && !all) return;
    TilesSolver solver = opened(partition(names[_i], 4));
    int         sum    = 0;
    for (int i = 0; i < TILES_KORF; i++) {
        TilesBoard    board = {.side = 4};
        TilesSolution s;
        memcpy(board.tile, tiles_korf[i].tile, sizeof board.tile);
        sum += tiles_korf[i].length;
        ck_assert(tiles_solvable(&board));
        ck_assert_int_le(tiles_estimate(&solver, &board), tiles_korf[i].length);
        if (tiles_korf[i].nodes > most) continue;
        tiles_solve(&solver, &board, NULL, &s);
        ck_assert_int_eq(s.search.length, tiles_korf[i].length);
        if (_i == 0) ck_assert_uint_eq(s.search.nodes, tiles_korf[i].nodes);
        assert_line(&board, &s);
    }
    ck_assert_int_eq(sum, 5305);
    closed(&solver);
}
END_TEST

START_TEST(test_stops)
{
    TilesSolver   solver = opened(partition("manhattan", 4));
    TilesBoard    board  = {.side = 4};
    TilesSolution s;
    atomic_bool   stop = true;
    memcpy(board.tile, tiles_korf[87].tile, sizeof board.tile);
    tiles_solve(&solver, &board, &stop, &s);
    ck_assert(!s.search.solved);
    ck_assert_uint_le(s.search.nodes, 20 * IDA_LOOK_EVERY);
    closed(&solver);
}
END_TEST

START_TEST(test_reads_positions)
{
    static const struct {
        const char *text, *says;   // says: NULL for a good one
    } cases[] = {
        {"0 1 2 3 4 5 6 7 8", NULL},
        {"1,0,2 3 4 5 6 7 8", NULL},
        {"0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", NULL},
        {"14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", NULL},
        {"0 2 1 3 4 5 6 7 8", "cannot be solved"},
        {"15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0 0", "one too many"},
        {"0 1 2 3", "4 numbers"},
        {"", "0 numbers"},
        {"0 1 2 3 4 5 6 7 9", "tile 9"},
        {"0 1 2 3 4 5 6 7 7", "twice"},
        {"0 1 2 3 4 5 6 7 x", "'x'"},
        {"0 1 2 3 4 5 6 7 8x", "'8x'"},
        {"0 1 2 3 4 5 6 7 16", "'16'"},
        {"0 1 2 3 4 5 6 7 -1", "'-1'"},
    };
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
        TilesBoard board;
        Status     status = {0};
        const bool good   = tiles_parse(&board, &cases[i].text, 1, &status);
        ck_assert_msg(good == (cases[i].says == NULL), "%s: %s", cases[i].text, status.text);
        if (!good)
            ck_assert_msg(strstr(status.text, cases[i].says) != NULL, "%s: %s", cases[i].text, status.text);
    }
}
END_TEST

START_TEST(test_refuses_patterns)
{
    static const uint8_t blank[] = {0, 1}, twice[] = {3, 3}, large[] = {9}, good[] = {1, 2, 3, 4, 5, 6, 7, 8};
    TilesDb              db;
    Status               status;
    ck_assert(!tiles_db_open(&db, 3, blank, 2, &status) && strstr(status.text, "tile 0"));
    ck_assert(!tiles_db_open(&db, 3, twice, 2, &status) && strstr(status.text, "tile 3"));
    ck_assert(!tiles_db_open(&db, 3, large, 1, &status) && strstr(status.text, "tile 9"));
    ck_assert(!tiles_db_open(&db, 3, good, 8, &status) && strstr(status.text, "8 tiles"));
    ck_assert(!tiles_db_open(&db, 5, good, 2, &status) && strstr(status.text, "side of 5"));
}
END_TEST

Suite *suite_tiles(void);
Suite *suite_tiles(void)
{
    Suite *const suite = suite_create("tiles");
    TCase *const tc    = tcase_create("tiles");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, test_every_entry_is_what_a_queue_finds, 0, PATTERNS);
    tcase_add_loop_test(tc, test_all_of_the_8_puzzle, 0, 2);
    tcase_add_loop_test(tc, test_the_twin_visits_the_same_nodes, 0, 2);
    tcase_add_test(tc, test_sums_of_patterns);
    tcase_add_test(tc, test_korf_has_whole_positions_and_possible_lengths);
    tcase_add_loop_test(tc, test_korf, 0, 3);
    tcase_add_test(tc, test_stops);
    tcase_add_test(tc, test_reads_positions);
    tcase_add_test(tc, test_refuses_patterns);
    suite_add_tcase(suite, tc);
    return suite;
}
