// thinker_moves.c - several lines and chosen moves: searched move by move, each position after a root move
// with a window of its own: slower than a search with one window, but its values are exact, and no node of the
// search knows of it. For two players.
#include "protocols/thinker_inner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// One root move and what is known of it.
typedef struct Root {
    Move  m;
    Value value;
    int   pv_length;
    Move  pv[PLY_MAX];
} Root;

typedef struct Roots {
    Thinker *t;
    uint64_t nodes;   // of the searches before this one
    int      roots, lines;
    Root    *root;   // owned; best first
} Roots;

// The best first; equals stay as they are.
static void roots_sort(Roots *job)
{
    for (int i = 1; i < job->roots; i++) {
        const Root one = job->root[i];
        int        k   = i;
        for (; k > 0 && job->root[k - 1].value < one.value; k--) job->root[k] = job->root[k - 1];
        job->root[k] = one;
    }
}

static bool roots_open(Roots *job)
{
    const Thinker *const t = job->t;
    Move                 moves[GAME_MOVES_MAX];
    const int            n = t->v->game->generate(t->v->rules, &t->record.now, moves);
    job->root              = calloc((size_t)n, sizeof *job->root);
    for (int i = 0; job->root != NULL && i < n; i++) {
        bool wanted = t->ask.moves == 0;
        for (int k = 0; k < t->ask.moves; k++) wanted |= t->ask.move[k] == moves[i];
        if (wanted) job->root[job->roots++] = (Root){.m = moves[i], .pv = {moves[i]}, .pv_length = 1};
    }
    const int lines = t->ask.lines > 1 ? t->ask.lines : 1;
    job->lines      = lines < job->roots ? lines : job->roots;
    return job->root != NULL;
}

// A value of the position after a move, seen from before it.
static Value value_before(Value v, bool same_side)
{
    const Value seen = same_side ? v : -v;
    return seen >= VALUE_WIN_MIN ? seen - 1 : seen <= -VALUE_WIN_MIN ? seen + 1 : seen;
}

// Has the game ended with this move? Then its value.
static bool value_at_end(const Thinker *t, const AnyState *child, Value *value)
{
    const Variant *const v = t->v;
    if (v->game->count(v->rules, child) > 0) {
        *value = 0;
        return v->game->drawn(v->rules, child);
    }
    Value payoff[PLAYERS_MAX];
    v->game->payoff(v->rules, child, payoff);
    *value = value_of_payoff(payoff[v->game->turn(v->rules, &t->record.now)], 1);
    return true;
}

// False when the search was stopped.
static bool root_search(Roots *job, Root *root, int depth, const SearchLimits *whole)
{
    Thinker *const       t = job->t;
    const Variant *const v = t->v;
    AnyState             child;
    SearchResult         found;
    v->game->play(v->rules, &child, &t->record.now, root->m);
    root->pv[0] = root->m, root->pv_length = 1;
    if (value_at_end(t, &child, &root->value)) return true;
    SearchLimits limits  = *whole;
    limits.depth         = depth > 1 ? depth - 1 : 1;
    limits.straight      = true;
    limits.history       = t->record.hashes;
    limits.history_count = t->record.count + 1;
    if (whole->seconds > 0) limits.seconds = whole->seconds - (clock_seconds() - t->start);
    if (whole->nodes > 0) limits.nodes = job->nodes < whole->nodes ? whole->nodes - job->nodes : 0;
    if ((whole->seconds > 0 && limits.seconds <= 0) || (whole->nodes > 0 && limits.nodes == 0)) return false;
    player_search_position(&t->player, v, &child, &limits, NULL, NULL, &found);
    job->nodes += found.nodes;
    if (found.stopped) return false;
    const bool same = v->game->turn(v->rules, &child) == v->game->turn(v->rules, &t->record.now);
    root->value     = value_before(found.value, same);
    const int more  = found.pv_length < PLY_MAX - 1 ? found.pv_length : PLY_MAX - 1;
    root->pv_length = 1 + more;
    memcpy(root->pv + 1, found.pv, (size_t)more * sizeof *root->pv);
    return true;
}

static void roots_say(const Roots *roots, const Job *job, int depth)
{
    for (int k = 0; k < roots->lines; k++)
        job_line(job, &(ThinkLine){.depth     = depth,
                                   .number    = k + 1,
                                   .count     = roots->lines,
                                   .value     = roots->root[k].value,
                                   .nodes     = roots->nodes,
                                   .pv        = roots->root[k].pv,
                                   .pv_length = roots->root[k].pv_length});
}

static void search_by_moves(Roots *roots, Job *job, const SearchLimits *limits)
{
    Thinker *const t    = job->t;
    const int      last = limits->depth > 0 ? limits->depth : SEARCH_DEPTH_MAX;
    job_best(job, roots->root[0].pv, 1);
    // Depth 1 would be depth 2: a position after the move is searched by a ply at least.
    for (int depth = last > 1 ? 2 : 1; depth <= last; depth++) {
        int i = 0;
        while (i < roots->roots && root_search(roots, &roots->root[i], depth, limits)) i++;
        if (i < roots->roots) return;
        roots_sort(roots);
        roots_say(roots, job, depth);
        job_best(job, roots->root[0].pv, roots->root[0].pv_length);
        if (job_time_is_up(t) || atomic_load(&t->stop)) return;
    }
}

bool job_search_by_moves(Job *job, const SearchLimits *limits)
{
    Roots roots = {.t = job->t};
    assert(job->t->v->facts.players == 2);
    if (!roots_open(&roots)) return false;
    search_by_moves(&roots, job, limits);
    free(roots.root);
    return true;
}
