// thinker.c - the search of an engine: its thread, its limits, its end.
#include "protocols/thinker_inner.h"

#include "play/show/search_text.h"

#include <assert.h>
#include <string.h>

bool thinker_open(Thinker *t, const Variant *v, const ThinkEvents *events, Status *status)
{
    AnyState start;
    memset(t, 0, sizeof *t);
    t->v = v, t->events = *events, t->overhead_ms = THINK_OVERHEAD_MS, t->limited = true;
    variant_setup(v, &start);
    mutex_open(&t->lock);
    condition_open(&t->changes);
    if (record_open(&t->record, v, &start, status)) return true;
    thinker_close(t);
    return false;
}

void thinker_close(Thinker *t)
{
    thinker_stop(t);
    player_close(&t->player);
    record_close(&t->record);
    condition_close(&t->changes);
    mutex_close(&t->lock);
}

void thinker_game(Thinker *t, Record *game)
{
    assert(!t->running && game->v == t->v);
    record_close(&t->record);
    t->record = *game;
}

// What was found.

int thinker_line_text(const Thinker *t, const Move pv[], int length, Text *out)
{
    const Variant *const v = t->v;
    AnyState             s = t->record.now;
    for (int i = 0; i < length; i++) {
        Move           moves[GAME_MOVES_MAX];
        const AnyState before = s;
        const int      n      = v->game->generate(v->rules, &s, moves);
        int            k      = 0;
        while (k < n && moves[k] != pv[i]) k++;
        if (k == n) return i;   // the lines of Best-Reply Search are not all legal
        text_char(out, ' ');
        v->game->move_code(v->rules, &s, pv[i], out);
        v->game->play(v->rules, &s, &before, pv[i]);
    }
    return length;
}

int thinker_table_full(const Thinker *t)
{
    const TT *const tt   = t->player.search->tt;
    int             used = 0, looked = 0;
    for (uint64_t i = 0; tt != NULL && i < 250 && i <= tt->bucket_mask; i++)
        for (int k = 0; k < TT_WAYS; k++, looked++) {
            const uint64_t data = atomic_load_explicit(&tt->entries[i * TT_WAYS + (uint64_t)k].data,
                                                       memory_order_relaxed);
            used += (data & 3) != 0 && (data >> 2 & 63) == tt->age;
        }
    return looked > 0 ? used * 1000 / looked : 0;
}

void job_best(Job *job, const Move pv[], int length)
{
    job->done.best  = length > 0 ? pv[0] : MOVE_NONE;
    job->done.reply = length > 1 ? pv[1] : MOVE_NONE;
}

void job_line(const Job *job, const ThinkLine *line)
{
    const Thinker *const t     = job->t;
    ThinkLine            timed = *line;
    timed.seconds              = clock_seconds() - t->start;
    timed.known                = t->player.search->known - t->known;
    if (t->events.line != NULL) t->events.line(t->events.context, &timed);
}

bool job_is_enough(Thinker *t, Value value)
{
    mutex_lock(&t->lock);
    const bool up    = t->soft > 0 && clock_seconds() - t->start >= t->soft;
    const bool found = t->ask.mate && value >= VALUE_WIN_MIN && value_plies(value) <= t->ask.depth &&
                       !t->waits;
    mutex_unlock(&t->lock);
    return up || found;
}

static void depth_done(void *context, const SearchResult *found)
{
    Job *const job = context;
    search_line_take(&job->line, &job->t->player, job->t->v, &job->t->record.now, found);
    job_best(job, job->line.pv, job->line.length);
    job_line(job, &(ThinkLine){.depth     = found->depth,
                               .number    = 1,
                               .count     = 1,
                               .value     = found->value,
                               .nodes     = found->nodes,
                               .pv        = job->line.pv,
                               .pv_length = job->line.length});
    if (job_is_enough(job->t, found->value)) atomic_store(&job->t->stop, true);
}

// Limits.

static int depth_last(const Thinker *t)
{
    const int depth = t->ask.depth > 0 ? t->ask.depth : t->player.search->settings.depth;
    return depth == 0 || depth > SEARCH_DEPTH_MAX ? SEARCH_DEPTH_MAX : depth;
}

static SearchLimits limits_make(Thinker *t)
{
    const ThinkAsk *const ask  = &t->ask;
    const int             p    = t->v->game->turn(t->v->rules, &t->record.now);
    const ThinkTime       time = think_time(ask, p, t->overhead_ms);
    SearchLimits          own  = {.stop = &t->stop};
    if (!think_limited(ask) && !ask->infinite && !ask->ponder) return own;   // the player's
    SearchLimits limits = {.depth = depth_last(t), .nodes = ask->nodes, .stop = &t->stop};
    if (ask->ponder) return limits;   // ponderhit starts the clock
    limits.seconds = time.hard;
    t->soft        = time.soft;
    // The only move needs no time of the clock.
    if (ask->clock[p] && ask->depth == 0 && t->v->game->count(t->v->rules, &t->record.now) == 1)
        return limits.depth = 1, limits;
    // Decided games need no more depth, unless it was asked for.
    if (ask->depth == 0 && !ask->infinite && t->player.search->settings.depth == 0 &&
        (time.hard > 0 || ask->nodes > 0))
        limits.depth = 0;
    return limits;
}

// A win must not be pruned away: another search takes the place of the player's, with those of its ideas that
// keep values, and the rules of draws. Positions of the game before this one do not count, for one of them
// may be on the way. Where memory is short the player's own search has to do.
static void mate_settle(Thinker *t)
{
    Search *const  own      = t->player.search;
    SearchSettings settings = own->settings;
    Status         ignored;
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (!feature_info[i].preserves && (1u << i) != FEATURE_REPETITION) settings.on &= ~(1u << i);
    Search *const search = search_open(own->v, &settings, &ignored);
    if (search == NULL) return;
    t->usual         = own;
    t->player.search = search;
}

static void mate_end(Thinker *t)
{
    if (t->usual == NULL) return;
    search_close(t->player.search);
    t->player.search = t->usual;
    t->usual         = NULL;
}

// Depth by depth where somebody may stop it: a depth that is not completed is worth nothing.
static void search_settle(Thinker *t)
{
    if (!player_searches(&t->player)) return;
    if (t->ask.mate) mate_settle(t);
    t->limits                            = limits_make(t);
    t->player.search->settings.deepening = !t->plain || t->deepening || t->ask.infinite || t->ask.steps;
    if (t->usual != NULL) t->limits.history = t->record.hashes;   // and none of them: the count is 0
}

// The thread.

static void search_whole(Job *job)
{
    Thinker *const t = job->t;
    player_search_position(&t->player, t->v, &t->record.now, &t->limits, depth_done, job, &job->done.result);
    search_line_put(&job->line, &job->done.result);
    job_best(job, job->done.result.pv, job->done.result.pv_length);
    job->done.searched = true;
    job->done.stopped  = job->done.result.stopped;
    job->done.seconds  = clock_seconds() - t->start;
    if (t->ask.minimal && !atomic_load(&t->stop))
        player_minimal_tree(&t->player, t->v, &t->record.now, job->done.result.depth, &t->limits,
                            &job->done.minimal, &job->done.status);
}

// Of players that do not search.
static void move_ask(Job *job)
{
    Thinker *const t = job->t;
    Move           m;
    if (player_move(&t->player, t->v, &t->record.now, &m, NULL, &job->done.status)) job->done.best = m;
}

static void job_think(Job *job)
{
    Thinker *const        t   = job->t;
    const ThinkAsk *const ask = &t->ask;
    Move                  by_chance;
    if (t->v->game->count(t->v->rules, &t->record.now) == 0) return;
    if (!player_searches(&t->player)) move_ask(job);
    else if (ask->lines <= 1 && !ask->mate && player_mistake(&t->player, t->v, &t->record.now, &by_chance))
        job->done.best = by_chance;
    else if ((ask->moves == 0 && ask->lines <= 1) || !job_search_by_moves(job, &t->limits)) search_whole(job);
}

static void wait_until_asked(Thinker *t)
{
    mutex_lock(&t->lock);
    t->over = true;
    while (t->waits && !atomic_load(&t->stop) && !t->inlined) condition_wait(&t->changes, &t->lock);
    t->finished = true;
    condition_wake_all(&t->changes);
    mutex_unlock(&t->lock);
}

static void search_thread(void *argument)
{
    Thinker *const t   = argument;
    Job            job = {.t = t, .done = {.best = MOVE_NONE, .reply = MOVE_NONE}};
    if (t->ask.work != NULL) t->ask.work(t->events.context);
    else job_think(&job);
    if (!job.done.searched) job.done.seconds = clock_seconds() - t->start;
    wait_until_asked(t);
    t->events.done(t->events.context, &job.done);
}

void thinker_start(Thinker *t, const ThinkAsk *ask)
{
    thinker_stop(t);
    assert(t->player.type != NULL || ask->work != NULL);
    t->ask         = *ask;
    t->soft        = 0;
    t->start       = clock_seconds();
    t->player.game = &t->record;
    search_settle(t);
    t->known = player_searches(&t->player) ? t->player.search->known : 0;
    t->waits = ask->infinite || ask->ponder;
    t->over = t->finished = false;
    t->inlined            = false;
    t->running            = true;
    atomic_store(&t->stop, false);
    if (threads_start(&t->search, search_thread, t, 0, 1) == 1) return;
    t->inlined = true;
    if (t->waits) t->limits.depth = 1;   // there is nobody to stop it
    search_thread(t);
}

static void search_join(Thinker *t)
{
    threads_join(&t->search);
    if (t->timing) threads_join(&t->timer);
    t->running = t->timing = false;
    mate_end(t);
}

static void waits_end(Thinker *t, bool stop)
{
    mutex_lock(&t->lock);
    t->waits = false;
    if (stop) atomic_store(&t->stop, true);
    condition_wake_all(&t->changes);
    mutex_unlock(&t->lock);
}

void thinker_stop(Thinker *t)
{
    if (!t->running) return;
    waits_end(t, true);
    search_join(t);
}

void thinker_wait(Thinker *t)
{
    if (!t->running) return;
    if (t->ask.infinite || t->ask.ponder) thinker_stop(t);
    else search_join(t);
}

bool thinker_busy(Thinker *t)
{
    if (!t->running) return false;
    mutex_lock(&t->lock);
    const bool finished = t->finished;
    mutex_unlock(&t->lock);
    if (finished) search_join(t);
    return t->running;
}

// Ends the search when the time that began with ponderhit is over.
static void timer_thread(void *argument)
{
    Thinker *const t = argument;
    mutex_lock(&t->lock);
    while (!t->over && clock_seconds() < t->deadline)
        condition_wait_for(&t->changes, &t->lock, t->deadline - clock_seconds());
    mutex_unlock(&t->lock);
    atomic_store(&t->stop, true);
}

void thinker_ponderhit(Thinker *t)
{
    if (!t->running || !t->ask.ponder || t->timing) return;
    const int       p    = t->v->game->turn(t->v->rules, &t->record.now);
    const ThinkTime time = think_time(&t->ask, p, t->overhead_ms);
    mutex_lock(&t->lock);
    t->soft     = time.hard > 0 ? clock_seconds() - t->start + time.soft : 0;
    t->deadline = clock_seconds() + time.hard;
    mutex_unlock(&t->lock);
    t->ask.ponder = false;
    t->timing     = time.hard > 0;
    waits_end(t, t->timing && threads_start(&t->timer, timer_thread, t, 0, 1) == 0);
}
