// Retrograde analysis: random graphs against a plain queue; threads, exchange, buffers, stops and resumptions
// change no byte.
#include "retro/solve.h"
#include "base/rng.h"
#include "base/threads.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES_MAX = 5000, DEGREE_MAX = 4 };

// A directed graph: an edge leads from every entry of into[i] to i.
typedef struct Graph {
    int      entries, goals;
    int      count[ENTRIES_MAX];
    uint64_t into[ENTRIES_MAX][DEGREE_MAX], goal[8];
} Graph;

static int graph_neighbours(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    const Graph *const graph = data;
    ++*(uint64_t *)cursor;   // a cursor is the thread's own
    memcpy(out, graph->into[entry], (size_t)graph->count[entry] * sizeof *out);
    return graph->count[entry];
}

static void     graph_cursor(const void *data, void *cursor) { *(uint64_t *)cursor = data == NULL; }
static uint64_t graph_goal(const void *data, uint64_t i) { return ((const Graph *)data)->goal[i]; }

static RetroDomain graph_domain(const Graph *graph)
{
    return (RetroDomain){
        .data           = graph,
        .entries        = (uint64_t)graph->entries,
        .goals          = (uint64_t)graph->goals,
        .neighbours_max = DEGREE_MAX,
        .cursor_size    = sizeof(uint64_t),
        .cursor_open    = graph_cursor,
        .goal           = graph_goal,
        .neighbours     = graph_neighbours,
    };
}

static Graph *graph_random(uint64_t seed)
{
    Graph *const graph = calloc(1, sizeof *graph);
    Rng          rng   = rng_seed(seed);
    graph->entries     = 1 + (int)rng_below(&rng, seed % 3 ? ENTRIES_MAX : 40);
    graph->goals       = (int)rng_below(&rng, 9);
    for (int i = 0; i < graph->goals; i++) graph->goal[i] = rng_below(&rng, (uint32_t)graph->entries);
    const uint32_t reach = 1 + rng_below(&rng, (uint32_t)graph->entries);   // near edges make long ways
    for (int i = 0; i < graph->entries; i++) {
        graph->count[i] = (int)rng_below(&rng, DEGREE_MAX + 1);
        for (int k = 0; k < graph->count[i]; k++)
            graph->into[i][k] = ((uint64_t)i + rng_below(&rng, reach)) % (uint64_t)graph->entries;
    }
    return graph;
}

static Graph *graph_path(int entries)
{
    Graph *const graph = calloc(1, sizeof *graph);
    graph->entries     = entries;
    graph->goals       = 1;
    graph->goal[0]     = (uint64_t)entries - 1;
    for (int i = 1; i < entries; i++) graph->count[i] = 1, graph->into[i][0] = (uint64_t)i - 1;
    return graph;
}

// The twin: distances by a queue. False if one does not fit.
static bool graph_solve(const Graph *graph, uint8_t *table)
{
    static int distance[ENTRIES_MAX], queue[ENTRIES_MAX];
    int        head = 0, tail = 0;
    for (int i = 0; i < graph->entries; i++) distance[i] = -1;
    for (int i = 0; i < graph->goals; i++) {
        if (distance[graph->goal[i]] < 0) queue[tail++] = (int)graph->goal[i];
        distance[graph->goal[i]] = 0;
    }
    for (; head < tail; head++)
        for (int k = 0; k < graph->count[queue[head]]; k++) {
            const int to = (int)graph->into[queue[head]][k];
            if (distance[to] >= 0) continue;
            distance[to]  = distance[queue[head]] + 1;
            queue[tail++] = to;
        }
    bool settings_check = true;
    for (int i = 0; i < graph->entries; i++) {
        settings_check &= distance[i] <= RETRO_DEPTH_MAX;
        table[i] = distance[i] < 0 ? RETRO_UNREACHED : (uint8_t)distance[i];
    }
    return settings_check;
}

static void assert_result(const RetroResult *result, const uint8_t *table, int entries)
{
    uint64_t found[256] = {0}, reached = 0;
    double   sum   = 0;
    int      depth = 0;
    for (int i = 0; i < entries; i++) found[table[i]]++;
    for (int d = 0; d <= RETRO_DEPTH_MAX; d++) {
        ck_assert_uint_eq(result->found[d], found[d]);
        reached += found[d];
        sum += d * (double)found[d];
        if (found[d] > 0) depth = d;
    }
    ck_assert(result->complete);
    ck_assert_int_eq(result->depth, depth);
    ck_assert_uint_eq(result->reached, reached);
    if (reached > 0) ck_assert_double_eq_tol(result->mean, sum / (double)reached, 1e-9);
}

START_TEST(test_random_graphs_equal_a_queue)
{
    static uint8_t        expected[ENTRIES_MAX], table[ENTRIES_MAX + 1] __attribute__((aligned(8)));
    static const int      threads[] = {1, 2, 3, 7};
    static const uint32_t buffers[] = {0, 1, 5, 100};
    for (int round = test_amount(15, 1000); round > 0; round--) {
        Graph *const      graph          = graph_random((uint64_t)(_i * 1000 + round));
        const RetroDomain domain         = graph_domain(graph);
        const bool        settings_check = graph_solve(graph, expected);
        for (int k = 0; k < 8; k++) {
            const RetroOptions options = {
                .threads = threads[(round + k) % 4], .exchange = k % 2, .buffer = buffers[k / 2]};
            RetroResult result;
            Status      status;
            table[graph->entries] = 77;
            const bool good       = retro_solve(&domain, &options, table, &result, &status);
            ck_assert_int_eq(good, settings_check);
            ck_assert_int_eq(table[graph->entries], 77);
            if (!good) continue;
            ck_assert_int_eq(memcmp(table, expected, (size_t)graph->entries), 0);
            assert_result(&result, table, graph->entries);
        }
        free(graph);
    }
}
END_TEST

START_TEST(test_longest_distance)
{
    static uint8_t table[ENTRIES_MAX] __attribute__((aligned(8)));
    for (int n = RETRO_DEPTH_MAX - 1; n < RETRO_DEPTH_MAX + 5; n++) {
        Graph *const      graph  = graph_path(n);
        const RetroDomain domain = graph_domain(graph);
        RetroResult       result;
        Status            status;
        const bool        good = retro_solve(&domain, &(RetroOptions){.threads = 1}, table, &result, &status);
        ck_assert_int_eq(good, n <= RETRO_DEPTH_MAX + 1);
        if (good) ck_assert_int_eq(table[0], n - 1);
        free(graph);
    }
}
END_TEST

typedef struct Watch {
    int          stop_at, ended;
    uint64_t     reached;
    atomic_bool *stop;
} Watch;

static void watch_round(void *context, const RetroRound *round)
{
    Watch *const watch = context;
    if (!round->over) return;
    watch->ended++;
    watch->reached += round->found;
    if (round->depth == watch->stop_at) atomic_store(watch->stop, true);
}

START_TEST(test_stopped_runs_go_on)
{
    static uint8_t expected[ENTRIES_MAX], table[ENTRIES_MAX] __attribute__((aligned(8)));
    Graph *const   graph = graph_path(200);
    for (int i = 0; i < 200; i += 10) graph->into[i][graph->count[i]++] = 0;
    const RetroDomain domain = graph_domain(graph);
    ck_assert(graph_solve(graph, expected));
    for (int k = 0; k < 20; k++) {
        atomic_bool  stop    = false;
        Watch        watch   = {.stop_at = 3 + 5 * k, .stop = &stop};
        RetroOptions options = {
            .threads = 1 + k % 3, .exchange = k % 2, .stop = &stop, .report = watch_round, .context = &watch};
        RetroResult result;
        Status      status;
        ck_assert(retro_solve(&domain, &options, table, &result, &status));
        if (!result.complete) {
            ck_assert_int_eq(result.depth, watch.stop_at + 1);
            atomic_store(&stop, false);
            options.depth = result.depth;
            ck_assert(retro_solve(&domain, &options, table, &result, &status));
        }
        ck_assert_int_eq(memcmp(table, expected, 200), 0);
        assert_result(&result, table, 200);
        ck_assert_uint_eq(watch.reached, result.reached);
        ck_assert_int_eq(watch.ended, result.depth + 1);
        options.depth = result.depth + 1;   // its only round finds nothing
        ck_assert(retro_solve(&domain, &options, table, &result, &status));
        assert_result(&result, table, 200);
    }
    free(graph);
}
END_TEST

START_TEST(test_memory_budget)
{
    static uint8_t    table[ENTRIES_MAX] __attribute__((aligned(8)));
    Graph *const      graph  = graph_path(100);
    const RetroDomain domain = graph_domain(graph);
    RetroResult       result;
    Status            status;
    RetroOptions      options = {.threads = 2, .memory_max = 99};
    ck_assert(!retro_solve(&domain, &options, table, &result, &status));
    options.memory_max = 100;   // the table alone
    ck_assert(retro_solve(&domain, &options, table, &result, &status));
    options.exchange   = true;
    const bool buffers = threads_available(2) > 1;   // one thread has nobody to write to
    ck_assert_int_eq(retro_solve(&domain, &options, table, &result, &status), !buffers);
    options.memory_max = 100 + 2 * 8 * DEGREE_MAX;   // the smallest buffers
    ck_assert(retro_solve(&domain, &options, table, &result, &status));
    options.buffer = 1000;
    ck_assert_int_eq(retro_solve(&domain, &options, table, &result, &status), !buffers);
    free(graph);
}
END_TEST

Suite *suite_solve(void);
Suite *suite_solve(void)
{
    Suite *suite = suite_create("solve");
    TCase *tcase = tcase_create("solve");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, test_random_graphs_equal_a_queue, 0, 4);
    tcase_add_test(tcase, test_longest_distance);
    tcase_add_test(tcase, test_stopped_runs_go_on);
    tcase_add_test(tcase, test_memory_budget);
    suite_add_tcase(suite, tcase);
    return suite;
}
