// Endgame databases: random games against a queue with counters; with and without predecessors, threads,
// stops, values from elsewhere.
#include "retro/endgame.h"
#include "base/rng.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES_MAX = 3000, DEGREE_MAX = 4, INTO_MAX = 64 };

typedef struct Edges {
    int      count;
    uint64_t to[INTO_MAX];
} Edges;

typedef struct Graph {
    int     entries;
    bool    elsewhere;   // some moves lead into another database
    uint8_t outcome[ENTRIES_MAX];
    Edges   after[ENTRIES_MAX], before[ENTRIES_MAX];
} Graph;

static int edges_copy(const Edges *edges, uint64_t out[])
{
    memcpy(out, edges->to, (size_t)edges->count * sizeof *out);
    return edges->count;
}

static uint8_t graph_outcome(const void *data, void *cursor, uint64_t entry)
{
    return (void)cursor, ((const Graph *)data)->outcome[entry];
}
static int graph_successors(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    return (void)cursor, edges_copy(&((const Graph *)data)->after[entry], out);
}
static int graph_predecessors(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    return (void)cursor, edges_copy(&((const Graph *)data)->before[entry], out);
}

// Some from which no move leads here.
static int graph_candidates(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    const Graph *const graph = data;
    int                n     = graph_predecessors(data, cursor, entry, out);
    out[n++]                 = (entry + 1) % (uint64_t)graph->entries;
    out[n++]                 = (entry * 7 + 3) % (uint64_t)graph->entries;
    return n;
}

static EndgameDomain graph_domain(const Graph *graph, int way)
{
    EndgameDomain domain = {
        .data       = graph,
        .entries    = (uint64_t)graph->entries,
        .moves_max  = INTO_MAX + 2,
        .outcome    = graph_outcome,
        .successors = graph_successors,
    };
    if (graph->elsewhere) domain.elsewhere_max = 60;
    else if (way % 3 == 1) domain.predecessors = graph_predecessors;
    else if (way % 3 == 2) domain.predecessors = graph_candidates, domain.candidates = true;
    return domain;
}

static void graph_move(Graph *graph, int from, uint64_t to)
{
    if (!(to & ENDGAME_VALUE)) {
        Edges *const before = &graph->before[to];
        if (before->count == INTO_MAX) return;
        before->to[before->count++] = (uint64_t)from;
    }
    graph->after[from].to[graph->after[from].count++] = to;
}

static Graph *graph_random(uint64_t seed)
{
    Graph *const graph   = calloc(1, sizeof *graph);
    Rng          rng     = rng_seed(seed);
    graph->entries       = 1 + (int)rng_below(&rng, seed % 3 ? ENTRIES_MAX : 40);
    graph->elsewhere     = seed % 4 == 0;
    const uint32_t reach = 1 + rng_below(&rng, (uint32_t)graph->entries),
                   most  = 1 + rng_below(&rng, DEGREE_MAX);
    for (int i = 0; i < graph->entries; i++) {
        const uint32_t kind = rng_below(&rng, 40);
        graph->outcome[i]   = kind < 3  ? ENDGAME_LOST
                            : kind == 3 ? ENDGAME_DRAW
                            : kind == 4 ? ENDGAME_NONE
                                        : ENDGAME_OPEN;
        if (graph->outcome[i] != ENDGAME_OPEN) continue;
        for (uint32_t k = rng_below(&rng, most) + 1; k > 0; k--)
            if (graph->elsewhere && rng_below(&rng, 8) == 0)
                graph_move(graph, i,
                           ENDGAME_VALUE | (rng_below(&rng, 6) ? rng_below(&rng, 61) : ENDGAME_DRAW));
            else graph_move(graph, i, ((uint64_t)i + rng_below(&rng, reach)) % (uint64_t)graph->entries);
        if (graph->after[i].count == 0) graph->outcome[i] = ENDGAME_DRAW;
    }
    return graph;
}

static Graph *graph_path(int entries)
{
    Graph *const graph = calloc(1, sizeof *graph);
    graph->entries     = entries;
    for (int i = 1; i < entries; i++) graph->outcome[i] = ENDGAME_OPEN, graph_move(graph, i, (uint64_t)i - 1);
    return graph;
}

// The twin. A value n is passed to whoever moves there, in order of n.
static void graph_tell(int from, int n, uint8_t *table, int *undecided)
{
    if (table[from] != ENDGAME_OPEN) return;
    if (n % 2 == 0 || --undecided[from] == 0) table[from] = (uint8_t)(n + 1);
}

static void graph_solve(const Graph *graph, uint8_t *table)
{
    static int undecided[ENTRIES_MAX];
    for (int i = 0; i < graph->entries; i++) undecided[i] = graph->after[i].count;
    memcpy(table, graph->outcome, (size_t)graph->entries);
    for (int n = 0; n <= ENDGAME_PLIES_MAX; n++)
        for (int i = 0; i < graph->entries; i++) {
            if (table[i] == n)
                for (int k = 0; k < graph->before[i].count; k++)
                    graph_tell((int)graph->before[i].to[k], n, table, undecided);
            for (int k = 0; k < graph->after[i].count; k++)
                if (graph->after[i].to[k] == (ENDGAME_VALUE | (uint64_t)n))
                    graph_tell(i, n, table, undecided);
        }
    for (int i = 0; i < graph->entries; i++)
        if (table[i] == ENDGAME_OPEN) table[i] = ENDGAME_DRAW;
}

static void assert_result(const EndgameResult *result, const uint8_t *table, int entries)
{
    uint64_t found[256] = {0}, won = 0, lost = 0;
    int      plies = 0;
    for (int i = 0; i < entries; i++) found[table[i]]++;
    for (int n = 0; n <= ENDGAME_PLIES_MAX; n++) {
        ck_assert_uint_eq(result->found[n], found[n]);
        if (n % 2) won += found[n];
        else lost += found[n];
        if (found[n] > 0) plies = n;
    }
    ck_assert(result->complete);
    ck_assert_int_eq(result->plies, plies);
    ck_assert_uint_eq(result->won, won);
    ck_assert_uint_eq(result->lost, lost);
    ck_assert_uint_eq(result->drawn, found[ENDGAME_DRAW]);
    ck_assert_uint_eq(result->none, found[ENDGAME_NONE]);
}

START_TEST(test_random_games_equal_a_queue)
{
    static uint8_t   expected[ENTRIES_MAX], table[ENTRIES_MAX + 1] __attribute__((aligned(8)));
    static const int threads[] = {1, 2, 3, 7};
    for (int round = test_amount(25, 1000); round > 0; round--) {
        Graph *const graph = graph_random((uint64_t)(_i * 1000 + round));
        graph_solve(graph, expected);
        for (int way = 0; way < 6; way++) {
            const EndgameDomain domain  = graph_domain(graph, way);
            const RetroOptions  options = {.threads = threads[(round + way) % 4]};
            EndgameResult       result;
            Status              status;
            table[graph->entries] = 77;
            ck_assert_msg(endgame_solve(&domain, &options, table, &result, &status), "%s", status.text);
            ck_assert_int_eq(memcmp(table, expected, (size_t)graph->entries), 0);
            ck_assert_int_eq(table[graph->entries], 77);
            assert_result(&result, table, graph->entries);
        }
        free(graph);
    }
}
END_TEST

START_TEST(test_longest_game)
{
    static uint8_t table[ENTRIES_MAX] __attribute__((aligned(8)));
    for (int n = ENDGAME_PLIES_MAX - 1; n < ENDGAME_PLIES_MAX + 5; n++)
        for (int way = 0; way < 3; way++) {
            Graph *const        graph  = graph_path(n);
            const EndgameDomain domain = graph_domain(graph, way);
            EndgameResult       result;
            Status              status;
            const bool good = endgame_solve(&domain, &(RetroOptions){.threads = 1}, table, &result, &status);
            ck_assert_int_eq(good, n <= ENDGAME_PLIES_MAX + 1);
            if (good) ck_assert_int_eq(table[n - 1], n - 1);
            free(graph);
        }
}
END_TEST

typedef struct Watch {
    int          stop_at;
    atomic_bool *stop;
} Watch;

static void watch_round(void *context, const RetroRound *round)
{
    const Watch *const watch = context;
    if (round->over && round->depth == watch->stop_at) atomic_store(watch->stop, true);
}

START_TEST(test_stopped_runs_go_on)
{
    static uint8_t table[ENTRIES_MAX] __attribute__((aligned(8)));
    Graph *const   graph = graph_path(200);
    for (int k = 0; k < 12; k++) {
        const EndgameDomain domain  = graph_domain(graph, k);
        atomic_bool         stop    = false;
        Watch               watch   = {.stop_at = 16 * k, .stop = &stop};
        RetroOptions        options = {
                   .threads = 1 + k % 3, .stop = &stop, .report = watch_round, .context = &watch};
        EndgameResult result;
        Status        status;
        ck_assert(endgame_solve(&domain, &options, table, &result, &status));
        ck_assert(!result.complete);
        ck_assert_int_eq(result.plies, watch.stop_at + 1);
        atomic_store(&stop, false);
        options.depth = result.plies;
        ck_assert(endgame_solve(&domain, &options, table, &result, &status));
        for (int i = 0; i < 200; i++) ck_assert_int_eq(table[i], i);
        assert_result(&result, table, 200);
    }
    free(graph);
}
END_TEST

// A domain that asks for a stop in the middle of a round.
typedef struct Stopper {
    Graph       *graph;
    atomic_bool  stop;
    _Atomic long calls;
} Stopper;

static uint8_t stopper_outcome(const void *data, void *cursor, uint64_t entry)
{
    return graph_outcome(((const Stopper *)data)->graph, cursor, entry);
}
static int stopper_successors(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    return graph_successors(((const Stopper *)data)->graph, cursor, entry, out);
}
static int stopper_predecessors(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    Stopper *const s = (Stopper *)(uintptr_t)data;
    if (atomic_fetch_sub(&s->calls, 1) == 1) atomic_store(&s->stop, true);
    return graph_predecessors(s->graph, cursor, entry, out);
}

// Counters are lost when a round is broken off, and found again.
START_TEST(test_runs_stopped_in_a_round_go_on)
{
    static uint8_t expected[ENTRIES_MAX], table[ENTRIES_MAX] __attribute__((aligned(8)));
    int            stops = 0;
    // those without moves into other databases
    for (uint64_t seed = 1; seed < 40; seed += seed % 4 == 3 ? 2 : 1) {
        Stopper       s      = {.graph = graph_random(seed)};
        EndgameDomain domain = graph_domain(s.graph, 1);
        EndgameResult result = {0};
        Status        status;
        Rng           rng   = rng_seed(seed);
        int           tries = 0;
        domain.data = &s, domain.outcome = stopper_outcome, domain.successors = stopper_successors;
        domain.predecessors = stopper_predecessors;
        graph_solve(s.graph, expected);
        while (!result.complete) {
            const RetroOptions options = {.threads = 1 + tries % 2, .stop = &s.stop, .depth = result.plies};
            atomic_store(&s.stop, false);
            atomic_store(&s.calls,
                         tries++ < 10 ? 1 + (long)rng_below(&rng, 1 + (uint32_t)s.graph->entries / 4) : 0);
            ck_assert_msg(endgame_solve(&domain, &options, table, &result, &status), "%s", status.text);
            stops += !result.complete;
        }
        ck_assert_int_eq(memcmp(table, expected, (size_t)s.graph->entries), 0);
        assert_result(&result, table, s.graph->entries);
        free(s.graph);
    }
    ck_assert_int_gt(stops, 40);
}
END_TEST

Suite *suite_endgame(void);
Suite *suite_endgame(void)
{
    Suite *suite = suite_create("endgame");
    TCase *tcase = tcase_create("endgame");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, test_random_games_equal_a_queue, 0, 4);
    tcase_add_test(tcase, test_longest_game);
    tcase_add_test(tcase, test_stopped_runs_go_on);
    tcase_add_test(tcase, test_runs_stopped_in_a_round_go_on);
    suite_add_tcase(suite, tcase);
    return suite;
}
