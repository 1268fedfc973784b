#include "naive/naive_compare.h"
#include "base/rng.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIR_MAX = NAIVE_TEXT_MAX + 64 };

static const Naive *const all[] = {&naive_tictactoe, &naive_othello,          &naive_checkers,
                                   &naive_focus,     &naive_chinese_checkers, &naive_virus,
                                   &naive_abalone,   &naive_thief_police,     &naive_connect_four,
                                   &naive_chess,     &naive_breakthrough};

const Naive *naive_find(const char *game)
{
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i]->game, game) == 0) return all[i];
    return NULL;
}

// "move -> position" lines.
typedef struct Lines {
    int   count;
    char *line[GAME_MOVES_MAX];
} Lines;

static void lines_add(Lines *lines, const char *move, const char *position)
{
    char text[PAIR_MAX];
    snprintf(text, sizeof text, "%s -> %s", move, position);
    assert(lines->count < GAME_MOVES_MAX);
    lines->line[lines->count++] = strdup(text);
}

static void lines_emit(void *context, const char *move, const char *position)
{
    lines_add(context, move, position);
}

static int line_order(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void lines_free(Lines *lines)
{
    for (int i = 0; i < lines->count; i++) free(lines->line[i]);
    lines->count = 0;
}

// The maze, which the naive game makes itself; NULL for boards without walls.
static const char *map_of(const Variant *v, const char *spec)
{
    return strcmp(v->game->name, naive_thief_police.game) == 0 ? naive_maze(spec) : NULL;
}

static void fast_lines(const Variant *v, const AnyState *s, Lines *lines)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = v->game->generate(v->rules, s, moves);
    for (int i = 0; i < n; i++) {
        AnyState child;
        char     move[TEXT_MAX], position[TEXT_MAX];
        Text     move_out = text_on(move, sizeof move), position_out = text_on(position, sizeof position);
        v->game->play(v->rules, &child, s, moves[i]);
        variant_move_format(v, s, moves[i], &move_out);
        variant_format(v, &child, &position_out);
        lines_add(lines, move, position);
    }
}

static bool compare_children(const Lines *fast, const Lines *naive, const char *position, Status *status)
{
    for (int i = 0, j = 0; i < fast->count || j < naive->count; i++, j++) {
        const int order = i >= fast->count  ? 1
                        : j >= naive->count ? -1
                                            : strcmp(fast->line[i], naive->line[j]);
        if (order < 0)
            return status_fail(status, "at '%s': only the fast game has %s", position, fast->line[i]);
        if (order > 0)
            return status_fail(status, "at '%s': only the naive game has %s", position, naive->line[j]);
    }
    return true;
}

static bool compare_payoffs(const Variant *v, const char *spec, const char *map, const AnyState *s,
                            const char *position, Status *status)
{
    Value pay[PLAYERS_MAX];
    int   naive_pay[6] = {0};
    v->game->payoff(v->rules, s, pay);
    naive_find(v->game->name)->payoff(spec, map, position, naive_pay);
    for (int p = 0; p < v->facts.players; p++)
        if (pay[p] != naive_pay[p])
            return status_fail(status, "at '%s': payoff(%d) is %d, naively %d", position, p, pay[p],
                               naive_pay[p]);
    return true;
}

bool naive_compare_evaluation(const Variant *own, const char *naive_spec, const AnyState *s, Status *status)
{
    const Naive *const naive = naive_find(own->game->name);
    char               position[TEXT_MAX];
    const char *const  map = map_of(own, naive_spec);
    Text               out = text_on(position, sizeof position);
    variant_format(own, s, &out);
    for (int p = 0; p < own->facts.players; p++) {
        const Value fast = own->game->evaluate(own->rules, s, p),
                    slow = naive->evaluate(naive_spec, map, position, p);
        if (fast != slow)
            return status_fail(status, "at '%s': evaluate(%d) of %s is %d, naively %d", position, p,
                               naive_spec, fast, slow);
    }
    return true;
}

bool naive_compare(const Variant *v, const char *spec, const AnyState *s, Status *status)
{
    char              position[TEXT_MAX];
    const char *const map = map_of(v, spec);
    Text              out = text_on(position, sizeof position);
    variant_format(v, s, &out);

    Lines *const fast = calloc(1, sizeof *fast), *const naive = calloc(1, sizeof *naive);
    fast_lines(v, s, fast);
    naive_find(v->game->name)->children(spec, map, position, lines_emit, naive);
    qsort(fast->line, (size_t)fast->count, sizeof *fast->line, line_order);
    qsort(naive->line, (size_t)naive->count, sizeof *naive->line, line_order);
    const bool same = compare_children(fast, naive, position, status) &&
                      compare_payoffs(v, spec, map, s, position, status) &&
                      naive_compare_evaluation(v, spec, s, status);
    lines_free(fast), free(fast);
    lines_free(naive), free(naive);
    return same;
}

bool naive_compare_games(const Variant *v, const char *spec, int games, int plies_max, uint64_t seed,
                         Status *status)
{
    Rng rng = rng_seed(seed);
    for (int i = 0; i < games; i++) {
        AnyState s, child;
        variant_setup(v, &s);
        for (int ply = 0; ply <= plies_max; ply++) {
            Move moves[GAME_MOVES_MAX];
            if (!naive_compare(v, spec, &s, status)) return false;
            const int n = v->game->generate(v->rules, &s, moves);
            if (n == 0) break;
            v->game->play(v->rules, &child, &s, moves[rng_below(&rng, (uint32_t)n)]);
            s = child;
        }
    }
    return true;
}

// Perft over texts.
typedef struct Count {
    const Naive *naive;
    const char  *spec, *map;
    int          depth;
    bool         ends;   // does a game count that ends early?
    uint64_t     leaves;
    int          children;
} Count;

static void count_leaves(Count *c, const char *position);

static void count_emit(void *context, const char *move, const char *position)
{
    (void)move;
    Count *const c = context;
    c->children++;
    Count below = *c;
    below.depth--;
    below.leaves = 0;
    count_leaves(&below, position);
    c->leaves += below.leaves;
}

static void count_leaves(Count *c, const char *position)
{
    c->children = 0;
    if (c->depth > 0) c->naive->children(c->spec, c->map, position, count_emit, c);
    if (c->children == 0 && (c->depth == 0 || c->ends)) c->leaves++;
}

uint64_t naive_perft(const Variant *v, const char *spec, const AnyState *s, int depth)
{
    char  position[TEXT_MAX];
    Text  out = text_on(position, sizeof position);
    Count c   = {.naive = naive_find(v->game->name),
                 .spec  = spec,
                 .map   = map_of(v, spec),
                 .depth = depth,
                 .ends  = v->game->perft_ends};
    variant_format(v, s, &out);
    count_leaves(&c, position);
    return c.leaves;
}
