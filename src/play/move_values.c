#include "play/move_values.h"
#include "base/clock.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// One request while it is worked on.
typedef struct Job {
    Player              *player;
    const Record        *game;
    const MoveValuesAsk *ask;
    MoveValues          *values;
    MoveValue           *next;   // the depth that is being searched
    int                  p;      // who moves
    int                  depth_last;
    double               start, seconds;   // 0: no limit
    uint64_t             nodes;            // 0: no limit
} Job;

bool move_values_available(const Player *player, const Variant *v, Status *status)
{
    if (!player_searches(player)) return status_fail(status, "values of moves: expected a search");
    return v->facts.players == 2 || player->search->settings.algorithm != ALGORITHM_MINIMAX ||
           status_fail(status, "values of moves: minimax has them for two players; expected another search");
}

void move_values_close(MoveValues *values)
{
    free(values->list);
    *values = (MoveValues){0};
}

// One move.

// A value one ply further down, seen from above.
static Value value_above(Value v) { return v >= VALUE_WIN_MIN ? v - 1 : v <= -VALUE_WIN_MIN ? v + 1 : v; }

// Does the referee end the game here, or would the search call the position a draw?
static bool child_is_drawn(const Job *job, const AnyState *child)
{
    const Record *const  game = job->game;
    const Variant *const v    = game->v;
    if (v->game->drawn(v->rules, child)) return true;
    const bool     any  = job->player->search->on & FEATURE_REPETITION;
    const int      back = v->game->reversible(v->rules, child);
    const uint64_t hash = v->game->hash(v->rules, child);
    int            seen = 0;
    for (int i = game->count; i >= 0 && i > game->count - back; i--) seen += game->hashes[i] == hash;
    return seen > 0 && (any || (v->repetitions > 0 && seen + 1 >= v->repetitions));
}

// Has the game ended with the move? Then its values.
static bool value_at_end(const Job *job, const AnyState *child, MoveValue *value)
{
    const Variant *const v    = job->game->v;
    const bool           over = v->game->count(v->rules, child) == 0;
    if (!over && !child_is_drawn(job, child)) return false;
    memset(value->values, 0, sizeof value->values);
    if (over) v->game->payoff(v->rules, child, value->values);
    for (int p = 0; p < v->facts.players; p++) value->values[p] = value_of_payoff(value->values[p], 1);
    value->value = value->values[job->p];
    value->all   = true;
    return true;
}

// As the player values positions.
static void value_by_evaluation(Job *job, const AnyState *child, MoveValue *value)
{
    const Variant *const v    = job->game->v;
    const Evaluation    *own  = job->player->evaluation;
    const Variant *const mine = own != NULL ? &own->v : v;
    AnyState             s    = *child;
    if (own != NULL) state_convert(mine, &s, v, child);
    int result, plies;
    if (mine->game->known != NULL && mine->game->known(mine->rules, &s, &result, &plies)) {
        const int p = mine->game->turn(mine->rules, &s);
        job->player->search->known++;
        value->values[p]      = value_of_end(result, 1 + plies);
        value->values[p == 0] = -value->values[p];
    } else
        for (int p = 0; p < v->facts.players; p++)
            value->values[p] = value_of_evaluation(mine->game->evaluate(mine->rules, &s, p));
    value->value = value->values[job->p];
    value->all   = job->player->search->settings.algorithm == ALGORITHM_MAXN;
    job->values->nodes++;
}

// What a search of the position after the move has found, for the one who moved.
static void value_take(const Job *job, const AnyState *child, const SearchResult *found, MoveValue *value)
{
    const Variant *const v         = job->game->v;
    const Algorithm      algorithm = job->player->search->settings.algorithm;
    const bool           same      = v->game->turn(v->rules, child) == job->p;
    if (algorithm == ALGORITHM_MAXN)
        for (int p = 0; p < v->facts.players; p++) value->values[p] = value_above(found->values[p]);
    value->all       = algorithm == ALGORITHM_MAXN;
    const bool reply = algorithm == ALGORITHM_BRS && v->facts.players > 2;
    value->value     = value->all ? value->values[job->p]
                                  : value_above(same && !reply ? found->value : -found->value);
    const int more   = found->pv_length < PLY_MAX - 1 ? found->pv_length : PLY_MAX - 1;
    value->pv_length = 1 + more;
    memcpy(value->pv + 1, found->pv, (size_t)more * sizeof *value->pv);
}

// What is left of the limits for the next search; false when nothing is.
static bool limits_left(const Job *job, SearchLimits *limits)
{
    const uint64_t used = job->values->nodes;
    if (limits->stop != NULL && atomic_load(limits->stop)) return false;
    if (job->seconds > 0) limits->seconds = job->seconds - (clock_seconds() - job->start);
    if (job->nodes > 0) limits->nodes = used < job->nodes ? job->nodes - used : 0;
    return (job->seconds <= 0 || limits->seconds > 0) && (job->nodes == 0 || limits->nodes > 0);
}

// False when a limit came first. What one search has learned is there for the next: a table that answers for
// equal depths alone changes no value.
static bool move_search(Job *job, MoveValue *value, int depth)
{
    const Record *const  game = job->game;
    const Variant *const v    = game->v;
    AnyState             child;
    SearchResult         found;
    v->game->play(v->rules, &child, &game->now, value->m);
    value->depth     = depth;
    value->pv_length = 1;
    if (value_at_end(job, &child, value)) return true;
    if (depth == 1) return value_by_evaluation(job, &child, value), true;
    SearchLimits limits = {.depth         = depth - 1,
                           .stop          = job->ask->limits.stop,
                           .straight      = true,
                           .history       = game->hashes,
                           .history_count = game->count + 1,
                           .moved         = v->facts.players > 2 ? job->p + 1 : 0};
    if (!limits_left(job, &limits)) return false;
    player_search_position(job->player, v, &child, &limits, NULL, NULL, &found);
    if (!(job->player->search->on & FEATURE_TT_DEEPER)) job->player->search->settings.keep_lists = true;
    job->values->nodes += found.nodes;
    job->values->interior += found.interior;
    if (found.stopped) return false;
    value_take(job, &child, &found, value);
    return true;
}

// All moves.

static int value_compare(const void *a, const void *b)
{
    const MoveValue *const x = a, *const y = b;
    if (x->value != y->value) return x->value < y->value ? 1 : -1;
    return x->rank - y->rank;
}

// Ends a depth that all moves have completed.
static void depth_take(Job *job, int depth)
{
    MoveValues *const values = job->values;
    const size_t      n      = (size_t)values->kept;
    for (int i = 0; i < values->kept; i++) job->next[i].rank = i;
    qsort(job->next, n, sizeof *job->next, value_compare);
    memcpy(values->list, job->next, n * sizeof *values->list);
    values->depth   = depth;
    values->seconds = clock_seconds() - job->start;
}

// Which moves are searched on: the better half, and the favourite in any case.
static void choose_kept(const Job *job)
{
    MoveValues *const values = job->values;
    const int         half = values->kept / 2, keep = job->ask->keep, all = values->kept;
    if (keep == 0 || keep >= all) return;
    values->kept = half > keep ? half : keep;
    for (int i = values->kept; i < all; i++)
        if (values->list[i].m == job->ask->favourite) {
            const MoveValue last           = values->list[values->kept - 1];
            values->list[values->kept - 1] = values->list[i];
            values->list[i]                = last;
        }
}

// Is every move a win or a loss? Then no depth changes it.
bool move_values_decided(const MoveValues *values)
{
    for (int i = 0; i < values->kept; i++) {
        const Value v = values->list[i].value;
        if (v > -VALUE_WIN_MIN && v < VALUE_WIN_MIN) return false;
    }
    return true;
}

static bool depth_search(Job *job, int depth)
{
    MoveValues *const values = job->values;
    memcpy(job->next, values->list, (size_t)values->kept * sizeof *job->next);
    for (int i = 0; i < values->kept; i++)
        if (!move_search(job, &job->next[i], depth)) return false;
    depth_take(job, depth);
    return true;
}

static void search_all(Job *job, bool asked)
{
    MoveValues *const values = job->values;
    for (int depth = 1; depth <= job->depth_last; depth++) {
        if (depth > 1) choose_kept(job);
        if (!depth_search(job, depth)) {
            values->stopped = true;
            return;
        }
        if (job->ask->report != NULL && !job->ask->report(job->ask->context, values)) return;
        if (!asked && move_values_decided(values)) return;
    }
}

static bool list_open(Job *job, Status *status)
{
    const Record *const        game   = job->game;
    const MoveValuesAsk *const ask    = job->ask;
    MoveValues *const          values = job->values;
    Move                       moves[GAME_MOVES_MAX];
    const int                  n = game->v->game->generate(game->v->rules, &game->now, moves);
    assert(n > 0);
    values->list = calloc((size_t)n, sizeof *values->list);
    job->next    = calloc((size_t)n, sizeof *job->next);
    if (values->list == NULL || job->next == NULL) {
        free(job->next);
        move_values_close(values);
        return status_fail_system(status, "out of memory for the values of moves");
    }
    for (int i = 0; i < n; i++) {
        bool wanted = ask->moves == NULL;
        for (int k = 0; k < ask->moves_count && !wanted; k++) wanted = ask->moves[k] == moves[i];
        if (wanted) values->list[values->count++] = (MoveValue){.m = moves[i], .pv = {moves[i]}};
    }
    values->kept = values->count;
    return true;
}

bool move_values_find(MoveValues *values, Player *player, const Record *game, const MoveValuesAsk *ask,
                      Status *status)
{
    assert(player->search != NULL && ask->keep >= 0);
    const SearchSettings *const own    = &player->search->settings;
    const SearchLimits *const   limits = &ask->limits;
    const int                   asked  = limits->depth > 0 ? limits->depth : own->depth;
    Job job        = {.player = player, .game = game, .ask = ask, .values = values, .start = clock_seconds()};
    job.p          = game->v->game->turn(game->v->rules, &game->now);
    job.depth_last = asked > 0 ? asked : SEARCH_DEPTH_MAX;
    job.seconds    = limits->seconds > 0 ? limits->seconds : own->time_ms / 1000.0;
    job.nodes      = limits->nodes > 0 ? limits->nodes : (uint64_t)own->nodes;
    *values        = (MoveValues){0};
    if (!list_open(&job, status)) return false;
    const bool keep = own->keep_lists;
    search_all(&job, asked > 0);
    player->search->settings.keep_lists = keep;
    values->seconds                     = clock_seconds() - job.start;
    free(job.next);
    return true;
}
