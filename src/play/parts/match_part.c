#include "play/parts/match_part.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD_MAX = 256 };   // games that may be finished before an earlier one is
#define POLL_SECONDS 0.1

// Which games.

int match_part_number(const Match *match, Part part, int k)
{
    assert(k >= 0 && part.count >= 1);
    const int     group = match->schedule.group;
    const int64_t set = (int64_t)(k / group) * part.count + part.number - 1, number = set * group + k % group;
    return number < INT_MAX ? (int)number : INT_MAX;
}

int match_part_games(const Match *match, Part part)
{
    int from = 0, to = match->settings.games;   // the first whose number is beyond the match
    while (from < to) {
        const int k = from + (to - from) / 2;
        if (match_part_number(match, part, k) < match->settings.games) from = k + 1;
        else to = k;
    }
    return from;
}

// The file.

// As a match fills it, which is in the digest of every game; and the part.
static bool header_fill(const Match *match, Part part, MatchHeader *header, Status *status)
{
    const MatchSettings *const t = &match->settings;
    memset(header, 0, sizeof *header);
    Text game = text_on(header->game, sizeof header->game);
    variant_name(t->v, &game);
    header->contestants = t->contestants;
    for (int i = 0; i < t->contestants; i++)
        snprintf(header->spec[i], sizeof header->spec[i], "%s", match->key[i]);
    const int n = snprintf(header->openings, sizeof header->openings, "%s", t->openings);
    if (n < 0 || n >= (int)sizeof header->openings)
        return status_fail(status, "openings '%.80s...': too long", t->openings);
    header->openings_sum = match->openings.sum;
    Text lookups         = text_on(header->lookups, sizeof header->lookups);
    lookups_write(&match->lookups, &lookups);
    match_header_sign(header);
    header->seed = t->seed, header->plies_max = t->plies_max, header->points = t->points;
    header->part = part;
    return true;
}

bool match_part_fits(const MatchGame *game, int number, const Schedule *schedule, const Openings *openings,
                     Status *status)
{
    int      seats[PLAYERS_MAX];
    AnyState start;
    assert(number >= 0);
    schedule_seats(schedule, number, seats);
    if (game->number != number)
        return status_fail(status, "game %d; expected game %d", game->number + 1, number + 1);
    if (game->ended == ENDED_NOT) return status_fail(status, "game %d has not ended", number + 1);
    for (int p = 0; p < schedule->players; p++)
        if (game->seats[p] != seats[p])
            return status_fail(status, "game %d, seat %d: expected player %d, not %d", number + 1, p + 1,
                               seats[p] + 1, game->seats[p] + 1);
    if (!openings_position(openings, number / schedule->group, &start, status)) return false;
    return memcmp(&start, &game->record.start, openings->v->game->state_size) == 0 ||
           status_fail(status, "game %d starts from another position than opening %d", number + 1,
                       number / schedule->group + 1);
}

static bool games_read(MatchPart *part, Status *status)
{
    const Match *const         match = part->match;
    const MatchSettings *const t     = &match->settings;
    size_t                     size;
    for (const char *line;
         part->read < part->games && (line = match_file_next(&part->file, &size)) != NULL;) {
        MatchGame game;
        bool      good = match_game_read(&game, t->v, t->plies_max, t->points, line, size, status);
        if (good) {
            good = match_part_fits(&game, match_part_number(match, part->part, part->read), &match->schedule,
                                   &match->openings, status);
            match_game_close(&game);
        }
        if (!good) return status_prefix(status, "'%.200s', line %d", part->file.path, part->file.line);
        part->read++;
    }
    part->done = part->read;
    return true;
}

bool match_part_open(MatchPart *part, const Match *match, Part which, const char *path, Status *status)
{
    assert(which.count >= 1 && match->settings.save == NULL && path != NULL);
    *part = (MatchPart){.match = match, .part = which, .games = match_part_games(match, which)};
    MatchHeader *const header = malloc(sizeof *header);
    part->file.fd             = -1;
    bool good                 = header != NULL || status_fail_system(status, "out of memory for the match");
    good                      = good && header_fill(match, which, header, status) &&
           match_file_open(&part->file, path, header, match->settings.accept, status);
    free(header);
    if (!good) return false;
    if (games_read(part, status)) return true;
    match_part_close(part);
    return false;
}

void match_part_close(MatchPart *part) { match_file_close(&part->file); }

// Playing.

// What the threads share; everything but `halt` under the lock.
typedef struct PartPool {
    MatchPart         *part;
    Mutex              lock;
    Condition          changed;
    int                next;                 // of the part's games
    MatchGame         *waiting[AHEAD_MAX];   // finished out of turn: game modulo AHEAD_MAX
    bool               failed;
    Status             status;
    atomic_bool        halt;
    MatchPartProgress *progress;   // or NULL
    void              *context;
} PartPool;

static void pool_fail(PartPool *pool, const Status *status)
{
    if (!pool->failed) pool->status = *status;
    pool->failed = true;
    atomic_store(&pool->halt, true);
}

static void game_free(MatchGame **slot)
{
    if (*slot != NULL) match_game_close(*slot);
    free(*slot);
    *slot = NULL;
}

// Writes the waiting games whose turn has come.
static void write_in_order(PartPool *pool)
{
    MatchPart *const part = pool->part;
    while (!pool->failed && pool->waiting[part->done % AHEAD_MAX] != NULL) {
        Status status;
        if (match_file_add(&part->file, pool->waiting[part->done % AHEAD_MAX], &status))
            game_free(&pool->waiting[part->done++ % AHEAD_MAX]);
        else pool_fail(pool, &status);
    }
}

// The next of the part's games, or -1 when there is none left.
static int next_game(PartPool *pool)
{
    while (pool->next - pool->part->done >= AHEAD_MAX && !atomic_load(&pool->halt))
        condition_wait(&pool->changed, &pool->lock);
    return atomic_load(&pool->halt) || pool->next == pool->part->games ? -1 : pool->next++;
}

// Plays one game; false when there is none left. Enters and leaves under the lock, plays without it.
static bool pool_step(PartPool *pool)
{
    Status       status = {0};
    const Match *match  = pool->part->match;
    const int    k      = next_game(pool);
    if (k < 0) return false;
    mutex_unlock(&pool->lock);
    MatchGame *const game = match_game(match, match_part_number(match, pool->part->part, k), &pool->halt,
                                       &status);
    mutex_lock(&pool->lock);
    if (game != NULL) pool->waiting[k % AHEAD_MAX] = game;
    else if (status.text[0]) pool_fail(pool, &status);
    write_in_order(pool);
    condition_wake_all(&pool->changed);
    return true;
}

static void worker(void *argument)
{
    PartPool *const pool = argument;
    mutex_lock(&pool->lock);
    while (pool_step(pool)) {}
    mutex_unlock(&pool->lock);
}

// Passes on a request to stop, and reports. By the caller, under the lock.
static void pool_poll(PartPool *pool)
{
    const atomic_bool *const stop = pool->part->match->settings.stop;
    if (stop != NULL && atomic_load(stop)) {
        atomic_store(&pool->halt, true);
        condition_wake_all(&pool->changed);
    }
    if (pool->progress != NULL) pool->progress(pool->context, pool->part);
}

// The caller polls while the others play; without others it does both.
static void pool_run(PartPool *pool)
{
    Threads    threads;
    const bool alone = threads_start(&threads, worker, pool, 0, pool->part->match->settings.threads) == 0;
    mutex_lock(&pool->lock);
    while (alone && pool_step(pool)) pool_poll(pool);
    mutex_unlock(&pool->lock);
    for (bool done = false; !done;) {
        done = threads_wait(&threads, POLL_SECONDS);
        mutex_lock(&pool->lock);
        pool_poll(pool);
        mutex_unlock(&pool->lock);
    }
    threads_join(&threads);
}

bool match_part_run(MatchPart *part, MatchPartProgress *progress, void *context, Status *status)
{
    if (part->done >= part->games) return true;
    PartPool *const pool = calloc(1, sizeof *pool);
    if (pool == NULL) return status_fail_system(status, "out of memory for the match");
    pool->part = part, pool->next = part->done, pool->progress = progress, pool->context = context;
    mutex_open(&pool->lock);
    condition_open(&pool->changed);
    pool_run(pool);
    for (int i = 0; i < AHEAD_MAX; i++) game_free(&pool->waiting[i]);
    condition_close(&pool->changed);
    mutex_close(&pool->lock);
    const bool failed = pool->failed;
    if (failed) *status = pool->status;
    free(pool);
    return !failed && match_file_sync(&part->file, status);
}
