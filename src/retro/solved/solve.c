// Parts: positions and their numbers; moves between numbers; settling; what is written.
#include "retro/solved/solve.h"
#include "retro/dbfile_head.h"
#include "retro/solved/states.h"
#include "retro/solved/table.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POLL = 1 << 12 };

typedef struct Solver {
    const Variant      *v;
    const SolveOptions *options;
    Status             *status;
    bool                ranked, predecessors, symmetric, stopped;
    uint64_t            count, memory_max;
    States              states;   // when not ranked
    uint8_t            *turn, *values;
    uint16_t           *degree;         // different children; later, those not known to be won by the other
    uint32_t           *edges;          // predecessors of all positions, those of i from first[i] on
    uint64_t           *first, moves;   // moves: different children of all positions
    uint32_t           *queue;
    AnyState           *before;   // room for predecessors
} Solver;

static bool out_of_memory(Solver *so)
{
    return status_fail_system(so->status, "%s: out of memory", so->v->game->name);
}

static bool too_large(Solver *so, uint64_t count)
{
    return status_fail(so->status,
                       "%s: more than %" PRIu64 " positions; %" PRIu64
                       " MiB of memory do not suffice (--memory allows more)",
                       so->v->game->name, count, so->memory_max >> 20);
}

// Now and then: shows how far it is; false when it is to stop.
static bool progress(Solver *so, uint64_t i, const char *what, double done)
{
    if (i % POLL != 0) return true;
    const SolveOptions *const o = so->options;
    if (o->report != NULL) o->report(o->context, what, done);
    so->stopped = o->stop != NULL && atomic_load_explicit(o->stop, memory_order_relaxed);
    return !so->stopped;
}

// Positions.

static bool position_get(const Solver *so, uint64_t i, AnyState *s)
{
    assert(i < (so->ranked ? so->count : so->states.count));
    memset(s, 0, sizeof *s);
    if (so->ranked) return so->v->game->unrank(so->v->rules, s, i);
    memcpy(s, states_at(&so->states, i), so->v->game->state_size);
    return true;
}

// The number of a position that has one.
static uint64_t position_number(const Solver *so, AnyState *s)
{
    if (so->ranked) return so->v->game->rank(so->v->rules, s);
    if (so->symmetric) solved_canonical(so->v, s);
    return states_number(&so->states, s);
}

static int number_compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int numbers_unique(uint64_t out[], int n)
{
    assert(n >= 0);
    int unique = 0;
    qsort(out, (size_t)n, sizeof *out, number_compare);
    for (int i = 0; i < n; i++)
        if (i == 0 || out[i] != out[i - 1]) out[unique++] = out[i];
    return unique;
}

// The different children of a position that are numbered.
static int children_find(const Solver *so, const AnyState *s, uint64_t out[])
{
    const Game *const g = so->v->game;
    Move              moves[GAME_MOVES_MAX];
    const int         n = g->generate(so->v->rules, s, moves);
    for (int i = 0; i < n; i++) {
        AnyState child = {0};
        g->play(so->v->rules, &child, s, moves[i]);
        out[i] = position_number(so, &child);
    }
    return numbers_unique(out, n);
}

// What the states and the arrays of the later steps take, `moves` known or guessed from those so far.
static uint64_t memory_needed(const Solver *so, uint64_t count, uint64_t moves)
{
    const uint64_t arrays = 1 + 1 + 2 + 4, edges = so->predecessors ? 0 : 8 * count + 4 * moves;
    return (so->ranked ? 0 : states_bytes(&so->states)) + count * arrays + edges;
}

static bool child_add(Solver *so, AnyState *child)
{
    uint64_t number;
    bool     is_new;
    if (so->symmetric) solved_canonical(so->v, child);
    return states_add(&so->states, child, &number, &is_new) ||
           (states_no_numbers(&so->states) ? too_large(so, so->states.count) : out_of_memory(so));
}

// Breadth first from the start: number i is expanded when all before it are.
static bool positions_find(Solver *so)
{
    const Game *const g = so->v->game;
    AnyState          s, child;
    Move              moves[GAME_MOVES_MAX];
    char              what[100] = "";
    double            most      = 0;
    if (!states_open(&so->states, g->state_size)) return out_of_memory(so);
    variant_setup(so->v, &s);
    if (!child_add(so, &s)) return false;
    for (uint64_t i = 0; i < so->states.count; i++) {
        const double done = (double)i / (double)so->states.count;
        most              = done > most ? done : most;
        if (i % POLL == 0) snprintf(what, sizeof what, "%" PRIu64 " positions found", so->states.count);
        if (!progress(so, i, what, most / 2)) return true;
        position_get(so, i, &s);
        const int n = g->generate(so->v->rules, &s, moves);
        so->moves += (uint64_t)n;
        for (int k = 0; k < n; k++) {
            memset(&child, 0, sizeof child);
            g->play(so->v->rules, &child, &s, moves[k]);
            if (!child_add(so, &child)) return false;
        }
        if (memory_needed(so, so->states.count, so->moves) > so->memory_max)
            return too_large(so, so->states.count);
    }
    so->count = so->states.count;
    return true;
}

// Moves.

static bool arrays_open(Solver *so)
{
    const uint64_t n = so->count;
    so->turn         = malloc(n);
    so->values       = malloc(n);
    so->degree       = calloc(n, sizeof *so->degree);
    so->queue        = malloc(n * sizeof *so->queue);
    so->before       = so->predecessors ? calloc(PREDECESSORS_MAX, sizeof *so->before) : NULL;
    so->first        = so->predecessors ? NULL : calloc(n + 1, sizeof *so->first);
    return (so->turn != NULL && so->values != NULL && so->degree != NULL && so->queue != NULL &&
            (so->predecessors ? so->before != NULL : so->first != NULL)) ||
           out_of_memory(so);
}

// Whose turn it is, how many children there are and, without predecessors, how many lead to each position.
static bool degrees_count(Solver *so)
{
    uint64_t children[GAME_MOVES_MAX];
    so->moves = 0;
    for (uint64_t i = 0; i < so->count; i++) {
        AnyState s;
        if (!progress(so, i, "counting moves", 0.5 + 0.15 * (double)i / (double)so->count)) return true;
        so->values[i] = SOLVED_OPEN;
        if (!position_get(so, i, &s)) {
            so->values[i] = SOLVED_NONE;
            continue;
        }
        const int n   = children_find(so, &s, children);
        so->turn[i]   = (uint8_t)so->v->game->turn(so->v->rules, &s);
        so->degree[i] = (uint16_t)n;
        so->moves += (uint64_t)n;
        if (n == 0) so->values[i] = solved_outcome(so->v, &s);
        for (int k = 0; k < n && !so->predecessors; k++) {
            assert(children[k] < so->count);
            so->first[children[k]]++;
        }
    }
    return memory_needed(so, so->count, so->moves) <= so->memory_max || too_large(so, so->count);
}

// Every position is put into the lists of its children, from the end of each list down.
static bool edges_fill(Solver *so)
{
    uint64_t children[GAME_MOVES_MAX], sum = 0;
    if (so->predecessors) return true;
    so->edges = malloc((so->moves + 1) * sizeof *so->edges);
    if (so->edges == NULL) return out_of_memory(so);
    for (uint64_t i = 0; i < so->count; i++) so->first[i] = sum += so->first[i];
    so->first[so->count] = sum;
    for (uint64_t i = 0; i < so->count; i++) {
        AnyState s;
        if (!progress(so, i, "linking moves", 0.65 + 0.15 * (double)i / (double)so->count)) return true;
        if (!position_get(so, i, &s)) continue;
        const int n = children_find(so, &s, children);
        for (int k = 0; k < n; k++) so->edges[--so->first[children[k]]] = (uint32_t)i;
    }
    return true;
}

// Settling.

typedef struct Settling {
    uint64_t head, tail;
    bool     too_long;
} Settling;

static void settle(Solver *so, Settling *at, uint64_t i, bool won, int plies)
{
    assert(i < so->count && plies >= 0);
    at->too_long |= plies > SOLVED_PLIES_MAX;
    so->values[i]         = (uint8_t)(won ? SOLVED_WON + plies : plies);
    so->queue[at->tail++] = (uint32_t)i;
}

// A move leads from position i to one that `winner` wins in `plies`.
static void hear(Solver *so, Settling *at, uint64_t i, int winner, int plies)
{
    assert(i < so->count && plies >= 0);
    if (so->values[i] != SOLVED_OPEN) return;
    if (so->turn[i] == winner) settle(so, at, i, true, plies + 1);
    else if (--so->degree[i] == 0) settle(so, at, i, false, plies + 1);
}

static void tell_predecessors(Solver *so, Settling *at, uint64_t i)
{
    assert(i < so->count);
    const Game *const g      = so->v->game;
    const bool        won    = solved_is_won(so->values[i]);
    const int         winner = won ? so->turn[i] : !so->turn[i], plies = solved_plies(so->values[i]);
    if (!so->predecessors) {
        for (uint64_t e = so->first[i]; e < so->first[i + 1]; e++) hear(so, at, so->edges[e], winner, plies);
        return;
    }
    AnyState s, before = {0};
    position_get(so, i, &s);
    const int n = g->predecessors(so->v->rules, &s, so->before, PREDECESSORS_MAX);
    for (int k = 0; k < n; k++) {
        memcpy(&before, (const uint8_t *)so->before + (size_t)k * g->state_size, g->state_size);
        const uint64_t number = g->rank(so->v->rules, &before);
        if (number != RANK_NONE) hear(so, at, number, winner, plies);
    }
}

static bool positions_settle(Solver *so)
{
    Settling at = {0};
    for (uint64_t i = 0; i < so->count; i++)
        if (solved_is_decided(so->values[i])) so->queue[at.tail++] = (uint32_t)i;
    for (; at.head < at.tail && !at.too_long; at.head++) {
        if (!progress(so, at.head, "settling positions", 0.8 + 0.1 * (double)at.head / (double)so->count))
            return true;
        tell_predecessors(so, &at, so->queue[at.head]);
    }
    if (at.too_long)
        return status_fail(so->status,
                           "%s: a game that is won lasts more than %d plies, the most there is room for",
                           so->v->game->name, SOLVED_PLIES_MAX);
    return true;
}

// What is still open is a draw, if play without end is one.
static bool draws_fill(Solver *so)
{
    for (uint64_t i = 0; i < so->count; i++) {
        AnyState s;
        if (so->values[i] != SOLVED_OPEN) continue;
        so->values[i] = SOLVED_DRAW;
        if (!(so->v->facts.traits & TRAIT_REPEATS)) continue;
        position_get(so, i, &s);
        if (solved_outcome(so->v, &s) != SOLVED_DRAW)
            return status_fail(so->status,
                               "%s: a game without end is not a draw here, so it cannot be solved so",
                               so->v->game->name);
    }
    return true;
}

// What is written.

static void columns_find(const Solver *so, SolvedColumn column[TEXT_MAX], int *columns)
{
    static const uint8_t absent = 255;
    char                 text[TEXT_MAX];
    *columns = 1;
    for (int i = 0; i < TEXT_MAX; i++) memset(column[i].code, absent, sizeof column[i].code);
    for (uint64_t i = 0; i < so->count; i++) {
        AnyState s;
        Text     out = text_on(text, sizeof text);
        position_get(so, i, &s);
        variant_format(so->v, &s, &out);
        const int length = (int)out.used;
        for (int k = *columns; k < length; k++) column[k].code[0] = i > 0 ? 0 : absent;
        *columns = length > *columns ? length : *columns;
        for (int k = 0; k < *columns; k++) column[k].code[k < length ? (uint8_t)text[k] & 127 : 0] = 0;
    }
    for (int i = 0; i < *columns; i++) {
        for (int c = 0; c < 128; c++) {
            if (column[i].code[c] == absent) continue;
            column[i].characters[column[i].count] = (char)c;
            column[i].code[c]                     = column[i].count++;
        }
        while (1 << column[i].bits < column[i].count) column[i].bits++;
    }
}

// A row is a key with the value after it, so that both are sorted together.
static int row_compare(const void *a, const void *b, void *key_size)
{
    return memcmp(a, b, *(size_t *)key_size);
}

static bool rows_make(Solver *so, const SolvedColumn column[], int columns, uint8_t *rows)
{
    size_t key = solved_key_size(column, columns);
    char   text[TEXT_MAX];
    for (uint64_t i = 0; i < so->count; i++) {
        AnyState s;
        Text     out = text_on(text, sizeof text);
        if (!progress(so, i, "sorting positions", 0.9 + 0.1 * (double)i / (double)so->count)) return true;
        position_get(so, i, &s);
        variant_format(so->v, &s, &out);
        const bool good = solved_key(column, columns, text, rows + i * (key + 1), key);
        assert(good);
        (void)good;
        rows[i * (key + 1) + key] = so->values[i];
    }
    qsort_r(rows, so->count, key + 1, row_compare, &key);
    for (uint64_t i = 1; i < so->count; i++)
        if (memcmp(rows + (i - 1) * (key + 1), rows + i * (key + 1), key) == 0)
            return status_fail(so->status, "%s: two positions have the same text", so->v->game->name);
    return true;
}

static uint8_t *head_write(const Solver *so, const SolvedColumn column[], int columns, uint8_t *at)
{
    store64(at, so->count);
    store32(at + 8, (uint32_t)solved_key_size(column, columns));
    store32(at + 12, (uint32_t)columns);
    at += 16;
    for (int i = 0; i < columns; i++) {
        *at++ = column[i].count;
        memcpy(at, column[i].characters, column[i].count);
        at += column[i].count;
    }
    return at;
}

static bool keyed_write(Solver *so, SolveResult *result, SolvedColumn *column, uint8_t **rows)
{
    int columns;
    columns_find(so, column, &columns);
    const size_t key  = solved_key_size(column, columns);
    size_t       head = 16;
    for (int i = 0; i < columns; i++) head += 1 + (size_t)column[i].count;
    result->size     = head + so->count * (key + 1);
    *rows            = malloc(so->count * (key + 1));
    result->contents = malloc(result->size);
    if (*rows == NULL || result->contents == NULL) return out_of_memory(so);
    if (!rows_make(so, column, columns, *rows) || so->stopped) return so->stopped;
    uint8_t *const values = head_write(so, column, columns, result->contents), *const keys = values +
                                                                                             so->count;
    for (uint64_t i = 0; i < so->count; i++) {
        memcpy(keys + i * key, *rows + i * (key + 1), key);
        values[i] = (*rows)[i * (key + 1) + key];
    }
    return true;
}

static bool contents_write(Solver *so, SolveResult *result)
{
    if (so->ranked) {
        result->contents = so->values;
        result->size     = so->count;
        so->values       = NULL;
        return true;
    }
    SolvedColumn *const column = calloc(TEXT_MAX, sizeof *column);
    uint8_t            *rows   = NULL;
    const bool          good   = column != NULL ? keyed_write(so, result, column, &rows) : out_of_memory(so);
    free(rows);
    free(column);
    return good;
}

static void result_count(const Solver *so, SolveResult *result)
{
    AnyState start;
    variant_setup(so->v, &start);
    result->start = so->values[position_number(so, &start)];
    for (uint64_t i = 0; i < so->count; i++) {
        const uint8_t value = so->values[i];
        if (value == SOLVED_NONE) continue;
        result->positions++;
        *(solved_is_won(value) ? &result->won : solved_is_lost(value) ? &result->lost : &result->drawn) += 1;
        if (solved_is_decided(value) && solved_plies(value) > result->plies)
            result->plies = solved_plies(value);
    }
}

// The whole.

static void graph_free(Solver *so)
{
    free(so->degree), free(so->edges), free(so->first), free(so->queue), free(so->before);
    so->degree = NULL, so->edges = NULL, so->first = NULL, so->queue = NULL, so->before = NULL;
}

static bool solver_run(Solver *so, SolveResult *result)
{
    if (so->ranked) so->count = so->v->game->positions(so->v->rules);
    if (so->ranked && (so->count > STATES_MAX || memory_needed(so, so->count, 0) > so->memory_max))
        return too_large(so, so->count - 1);
    if (!so->ranked && !positions_find(so)) return false;
    if (so->stopped) return true;
    if (!arrays_open(so) || !degrees_count(so)) return false;
    if (so->stopped) return true;
    if (!edges_fill(so)) return false;
    if (so->stopped) return true;
    if (!positions_settle(so)) return false;
    if (so->stopped) return true;
    graph_free(so);
    if (!draws_fill(so)) return false;
    result_count(so, result);
    return contents_write(so, result);
}

bool solve_game(const Variant *v, const SolveOptions *options, SolveResult *result, Status *status)
{
    *result = (SolveResult){0};
    if (v->facts.players != 2)
        return status_fail(status, "%s: a game for %d; only games for 2 are solved", v->game->name,
                           v->facts.players);
    Solver so        = {.v = v, .options = options, .status = status};
    so.ranked        = solved_is_ranked(v) && !options->no_rank;
    so.predecessors  = so.ranked && v->game->predecessors != NULL && !options->no_predecessors;
    so.symmetric     = !so.ranked && v->game->symmetry != NULL && !options->no_symmetry;
    so.memory_max    = options->memory_max > 0 ? options->memory_max : SOLVE_MEMORY;
    const bool good  = solver_run(&so, result);
    result->complete = good && !so.stopped;
    if (!result->complete) free(result->contents), *result = (SolveResult){0};
    states_close(&so.states);
    graph_free(&so);
    free(so.turn), free(so.values);
    return good;
}
