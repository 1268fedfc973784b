// uci_search.c - the search of the UCI engine: its thread, its info lines, its end.
//
// Several lines (MultiPV) and chosen moves (searchmoves) are searched move by move, each position after a
// root move with a window of its own: slower than a search with one window, but its values are exact, and no
// node of the search knows of it.
#include "protocols/uci_inner.h"

#include "base/clock.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// One root move and what is known of it.
typedef struct Root {
    Move  m;
    Value value;
    int   pv_length;
    Move  pv[PLY_MAX];
} Root;

typedef struct Job {
    Uci     *u;
    uint64_t nodes;   // of the searches before this one
    int      roots, lines;
    Root    *root;          // owned; best first; of a search move by move
    Move     best, reply;   // MOVE_NONE: none
} Job;

// Lines.

static void score_add(Value v, Text *out)
{
    const Value win = PAYOFF_UNIT * VALUE_PER_PAYOFF;
    if (v >= VALUE_WIN_MIN) text_add(out, "mate %d", (win - v + 1) / 2);
    else if (v <= -VALUE_WIN_MIN) text_add(out, "mate -%d", (win + v + 1) / 2);
    else text_add(out, "cp %d", v);
}

// The moves of a line as far as they are legal: those of Best-Reply Search are not all.
static int line_add(const Uci *u, const Move pv[], int length, Text *out)
{
    const Variant *const v = u->v;
    AnyState             s = u->record.now;
    for (int i = 0; i < length; i++) {
        Move           moves[GAME_MOVES_MAX];
        const AnyState before = s;
        const int      n      = v->game->generate(v->rules, &s, moves);
        int            k      = 0;
        while (k < n && moves[k] != pv[i]) k++;
        if (k == n) return i;
        text_char(out, ' ');
        v->game->move_code(v->rules, &s, pv[i], out);
        v->game->play(v->rules, &s, &before, pv[i]);
    }
    return length;
}

// Parts in a thousand of the table that this search has written, by a sample.
static int table_full(const Uci *u)
{
    const TT *const tt   = u->player.search->tt;
    int             used = 0, looked = 0;
    for (uint64_t i = 0; tt != NULL && i < 250 && i <= tt->bucket_mask; i++)
        for (int k = 0; k < TT_WAYS; k++, looked++) {
            const uint64_t data = atomic_load_explicit(&tt->entries[i * TT_WAYS + (uint64_t)k].data,
                                                       memory_order_relaxed);
            used += (data & 3) != 0 && (data >> 2 & 63) == tt->age;
        }
    return looked > 0 ? used * 1000 / looked : 0;
}

static void info_say(const Job *job, int depth, int line, Value value, uint64_t nodes, const Move pv[],
                     int length)
{
    char         text[1500], score[40];
    Text         out = text_on(text, sizeof text), score_out = text_on(score, sizeof score);
    Uci *const   u       = job->u;
    const double seconds = clock_seconds() - u->start;
    score_add(value, &score_out);
    line_add(u, pv, length, &out);
    uci_say(u,
            "info depth %d multipv %d score %s nodes %" PRIu64 " nps %.0f hashfull %d time %.0f "
            "pv%s",
            depth, line, score, nodes, seconds > 1e-6 ? (double)nodes / seconds : 0, table_full(u),
            seconds * 1000, text);
}

// No further depth when half of the time for it has gone.
static bool time_is_up(Uci *u)
{
    mutex_lock(&u->lock);
    const bool up = u->soft > 0 && clock_seconds() - u->start >= u->soft;
    mutex_unlock(&u->lock);
    return up;
}

static void best_set(Job *job, const Move pv[], int length)
{
    job->best  = length > 0 ? pv[0] : MOVE_NONE;
    job->reply = length > 1 ? pv[1] : MOVE_NONE;
}

static void depth_done(void *context, const SearchResult *found)
{
    Job *const job = context;
    info_say(job, found->depth, 1, found->value, found->nodes, found->pv, found->pv_length);
    best_set(job, found->pv, found->pv_length);
    if (time_is_up(job->u)) atomic_store(&job->u->stop, true);
}

// Limits.

static int depth_last(const Uci *u)
{
    int depth = u->go.depth;
    if (u->go.mate > 0 && (depth == 0 || depth > 2 * u->go.mate - 1)) depth = 2 * u->go.mate - 1;
    if (depth == 0) depth = u->player.search->settings.depth;
    return depth == 0 || depth > SEARCH_DEPTH_MAX ? SEARCH_DEPTH_MAX : depth;
}

static SearchLimits limits_make(Uci *u)
{
    const int     p      = u->v->game->turn(u->v->rules, &u->record.now);
    const UciTime time   = uci_time(&u->go, p, u->overhead_ms);
    SearchLimits  limits = {.depth = depth_last(u), .nodes = u->go.nodes, .stop = &u->stop};
    if (u->go.ponder) return limits;   // ponderhit starts the clock
    limits.seconds = time.hard;
    u->soft        = time.soft;
    // Decided games need no more depth, unless it was asked for.
    if (u->go.depth == 0 && u->go.mate == 0 && !u->go.infinite && u->player.search->settings.depth == 0 &&
        (time.hard > 0 || u->go.nodes > 0))
        limits.depth = 0;
    return limits;
}

// One search.

static void search_whole(Job *job, const SearchLimits *limits)
{
    Uci *const   u = job->u;
    SearchResult found;
    player_search_position(&u->player, u->v, &u->record.now, limits, depth_done, job, &found);
    best_set(job, found.pv, found.pv_length);
}

// Move by move.

// The best first; equals stay as they are.
static void roots_sort(Job *job)
{
    for (int i = 1; i < job->roots; i++) {
        const Root one = job->root[i];
        int        k   = i;
        for (; k > 0 && job->root[k - 1].value < one.value; k--) job->root[k] = job->root[k - 1];
        job->root[k] = one;
    }
}

static bool roots_open(Job *job)
{
    const Uci *const u = job->u;
    Move             moves[GAME_MOVES_MAX];
    const int        n = u->v->game->generate(u->v->rules, &u->record.now, moves);
    job->root          = calloc((size_t)n, sizeof *job->root);
    for (int i = 0; job->root != NULL && i < n; i++) {
        bool wanted = u->go.moves == 0;
        for (int k = 0; k < u->go.moves; k++) wanted |= u->go.move[k] == moves[i];
        if (wanted) job->root[job->roots++] = (Root){.m = moves[i], .pv = {moves[i]}, .pv_length = 1};
    }
    job->lines = u->multipv < job->roots ? u->multipv : job->roots;
    return job->root != NULL;
}

// A value of the position after a move, seen from before it.
static Value value_before(Value v, bool same_side)
{
    const Value seen = same_side ? v : -v;
    return seen >= VALUE_WIN_MIN ? seen - 1 : seen <= -VALUE_WIN_MIN ? seen + 1 : seen;
}

// Has the game ended with this move? Then its value.
static bool value_at_end(const Uci *u, const AnyState *child, Value *value)
{
    const Variant *const v = u->v;
    if (v->game->count(v->rules, child) > 0) {
        *value = 0;
        return v->game->drawn(v->rules, child);
    }
    Value payoff[PLAYERS_MAX];
    v->game->payoff(v->rules, child, payoff);
    *value = value_of_payoff(payoff[v->game->turn(v->rules, &u->record.now)], 1);
    return true;
}

// False when the search was stopped.
static bool root_search(Job *job, Root *root, int depth, const SearchLimits *whole)
{
    Uci *const           u = job->u;
    const Variant *const v = u->v;
    AnyState             child;
    SearchResult         found;
    v->game->play(v->rules, &child, &u->record.now, root->m);
    root->pv[0] = root->m, root->pv_length = 1;
    if (value_at_end(u, &child, &root->value)) return true;
    SearchLimits limits  = *whole;
    limits.depth         = depth > 1 ? depth - 1 : 1;
    limits.straight      = true;
    limits.history       = u->record.hashes;
    limits.history_count = u->record.count + 1;
    if (whole->seconds > 0) limits.seconds = whole->seconds - (clock_seconds() - u->start);
    if (whole->nodes > 0) limits.nodes = job->nodes < whole->nodes ? whole->nodes - job->nodes : 0;
    if ((whole->seconds > 0 && limits.seconds <= 0) || (whole->nodes > 0 && limits.nodes == 0)) return false;
    player_search_position(&u->player, v, &child, &limits, NULL, NULL, &found);
    job->nodes += found.nodes;
    if (found.stopped) return false;
    const bool same = v->game->turn(v->rules, &child) == v->game->turn(v->rules, &u->record.now);
    root->value     = value_before(found.value, same);
    const int more  = found.pv_length < PLY_MAX - 1 ? found.pv_length : PLY_MAX - 1;
    root->pv_length = 1 + more;
    memcpy(root->pv + 1, found.pv, (size_t)more * sizeof *root->pv);
    return true;
}

static void search_by_moves(Job *job, const SearchLimits *limits)
{
    Uci *const u    = job->u;
    const int  last = limits->depth > 0 ? limits->depth : SEARCH_DEPTH_MAX;
    best_set(job, job->root[0].pv, 1);
    // Depth 1 would be depth 2: a position after the move is searched by a ply at least.
    for (int depth = last > 1 ? 2 : 1; depth <= last; depth++) {
        int i = 0;
        while (i < job->roots && root_search(job, &job->root[i], depth, limits)) i++;
        if (i < job->roots) return;
        roots_sort(job);
        for (int k = 0; k < job->lines; k++)
            info_say(job, depth, k + 1, job->root[k].value, job->nodes, job->root[k].pv,
                     job->root[k].pv_length);
        best_set(job, job->root[0].pv, job->root[0].pv_length);
        if (time_is_up(u) || atomic_load(&u->stop)) return;
    }
}

// The thread.

static void wait_until_asked(Uci *u)
{
    mutex_lock(&u->lock);
    u->done = true;
    while (u->waits && !atomic_load(&u->stop) && !u->inlined) condition_wait(&u->changes, &u->lock);
    condition_wake_all(&u->changes);
    mutex_unlock(&u->lock);
}

static void best_say(const Job *job)
{
    const Uci *const u = job->u;
    char             text[2 * TEXT_MAX];
    Text             out   = text_on(text, sizeof text);
    const Move       pv[2] = {job->best, job->reply};
    if (job->best == MOVE_NONE) return uci_say(job->u, "bestmove 0000");
    const int n = line_add(u, pv, job->reply == MOVE_NONE ? 1 : 2, &out);
    if (n < 2) return uci_say(job->u, "bestmove%s", text);
    char *const reply = strrchr(text, ' ');
    *reply            = 0;
    uci_say(job->u, "bestmove%s ponder %s", text, reply + 1);
}

// A position without moves has a value all the same.
static void over_say(const Uci *u, Job *job)
{
    const Variant *const v = u->v;
    Value                payoff[PLAYERS_MAX];
    v->game->payoff(v->rules, &u->record.now, payoff);
    const Value mine = payoff[v->game->turn(v->rules, &u->record.now)];
    uci_say(job->u, "info depth 0 score %s", mine == 0 ? "cp 0" : "mate 0");
}

static void search_thread(void *argument)
{
    Uci *const u   = argument;
    Job        job = {.u = u, .best = MOVE_NONE, .reply = MOVE_NONE};
    Move       by_chance;
    if (u->v->game->count(u->v->rules, &u->record.now) == 0) over_say(u, &job);
    else if (player_mistake(&u->player, u->v, &u->record.now, &by_chance)) job.best = by_chance;
    else if ((u->go.moves > 0 || u->multipv > 1) && roots_open(&job)) search_by_moves(&job, &u->limits);
    else search_whole(&job, &u->limits);
    free(job.root);
    wait_until_asked(u);
    best_say(&job);
}

void uci_search_start(Uci *u)
{
    assert(!u->running && u->player.search != NULL);
    u->soft        = 0;
    u->start       = clock_seconds();
    u->player.game = &u->record;
    u->limits      = limits_make(u);
    u->waits       = u->go.infinite || u->go.ponder;
    u->done        = false;
    u->inlined     = false;
    u->running     = true;
    atomic_store(&u->stop, false);
    if (threads_start(&u->search, search_thread, u, 0, 1) == 1) return;
    u->inlined = true;
    search_thread(u);
}

static void search_join(Uci *u)
{
    threads_join(&u->search);
    if (u->timing) threads_join(&u->timer);
    u->running = u->timing = false;
}

static void waits_end(Uci *u, bool stop)
{
    mutex_lock(&u->lock);
    u->waits = false;
    if (stop) atomic_store(&u->stop, true);
    condition_wake_all(&u->changes);
    mutex_unlock(&u->lock);
}

void uci_search_stop(Uci *u)
{
    if (!u->running) return;
    waits_end(u, true);
    search_join(u);
}

void uci_wait(Uci *u)
{
    if (u->running) search_join(u);
}

// Ends the search when the time that began with ponderhit is over.
static void timer_thread(void *argument)
{
    Uci *const u = argument;
    mutex_lock(&u->lock);
    while (!u->done && clock_seconds() < u->deadline)
        condition_wait_for(&u->changes, &u->lock, u->deadline - clock_seconds());
    mutex_unlock(&u->lock);
    atomic_store(&u->stop, true);
}

void uci_search_ponderhit(Uci *u)
{
    if (!u->running || !u->go.ponder || u->timing) return;
    const UciTime time = uci_time(&u->go, u->v->game->turn(u->v->rules, &u->record.now), u->overhead_ms);
    mutex_lock(&u->lock);
    u->soft     = time.hard > 0 ? clock_seconds() - u->start + time.soft : 0;
    u->deadline = clock_seconds() + time.hard;
    mutex_unlock(&u->lock);
    u->go.ponder = false;
    u->timing    = time.hard > 0;
    waits_end(u, u->timing && threads_start(&u->timer, timer_thread, u, 0, 1) == 0);
}
