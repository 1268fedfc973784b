#include "play/match.h"
#include "base/clock.h"
#include "play/player.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AHEAD_MAX = 1024 };   // games that may be finished before an earlier one is

// What the threads share; everything but `halt` under the lock.
typedef struct GamePool {
    Match          *match;
    pthread_mutex_t lock;
    pthread_cond_t  changed;
    int             next, running;
    MatchGame      *waiting[AHEAD_MAX];   // finished out of turn: game number modulo AHEAD_MAX
    bool            failed;
    Status          status;
    atomic_bool     halt;
} GamePool;

// One game.

static void players_close(Player players[], int n)
{
    for (int p = 0; p < n; p++) player_close(&players[p]);
}

static bool players_open(const Match *match, const MatchGame *game, const atomic_bool *halt, Player players[],
                         Status *status)
{
    const MatchSettings *const t    = &match->settings;
    const uint64_t             seed = mix64(t->seed) + (uint64_t)game->number;
    for (int p = 0; p < match->schedule.players; p++) {
        if (!player_open(&players[p], t->v, t->spec[game->seats[p]], seed, p, status))
            return players_close(players, p), false;
        players[p].stop = halt;
    }
    return true;
}

// Plays until the game has ended; false when it was stopped or failed.
static bool moves_play(const Match *match, MatchGame *game, const atomic_bool *halt, Player players[],
                       Status *status)
{
    const Variant *const v = match->settings.v;
    while (record_ended(&game->record, match->settings.plies_max) == ENDED_NOT) {
        const int    p     = v->game->turn(v->rules, &game->record.now);
        const double start = clock_seconds();
        SearchResult found = {0};
        const Move   m     = player_choose(&players[p], v, &game->record.now, &found);
        if (atomic_load_explicit(halt, memory_order_relaxed) || !record_play(&game->record, m, status))
            return false;
        game->seconds[p] += clock_seconds() - start;
        game->nodes[p] += found.nodes;
    }
    match_game_judge(game, match->settings.plies_max, match->settings.points);
    return game->timed = true;
}

MatchGame *match_game(const Match *match, int number, const atomic_bool *halt, Status *status)
{
    MatchGame *const game = calloc(1, sizeof *game);
    Player           players[PLAYERS_MAX];
    AnyState         start;
    if (game == NULL) return status_fail(status, "out of memory for a game"), NULL;
    game->number = number;
    schedule_seats(&match->schedule, number, game->seats);
    bool good = openings_position(&match->openings, number / match->schedule.group, &start, status) &&
                record_open(&game->record, match->settings.v, &start, status);
    if (good && (good = players_open(match, game, halt, players, status))) {
        good = moves_play(match, game, halt, players, status);
        players_close(players, match->schedule.players);
    }
    if (good) return game;
    match_game_close(game);
    free(game);
    return NULL;
}

// Games in order.

static void count_in(Match *match, const MatchGame *game)
{
    const MatchSettings *const t = &match->settings;
    tally_add(&match->tally, game);
    if (!t->sprt) return;
    match->sprt    = tally_sprt(&match->tally, t->elo0, t->elo1);
    match->decided = match->sprt.verdict != ELO_CONTINUE;
}

static bool finished(const Match *match)
{
    return match->decided || match->tally.games == match->settings.games;
}

static void fail(GamePool *pool, const Status *status, bool system)
{
    if (!pool->failed) pool->status = *status, pool->match->system = system;
    pool->failed = true;
    atomic_store(&pool->halt, true);
}

// Takes in the waiting games whose turn has come.
static void commit_in_order(GamePool *pool)
{
    Match *const match = pool->match;
    while (!finished(match) && !pool->failed) {
        MatchGame **const slot = &pool->waiting[match->tally.games % AHEAD_MAX];
        Status            status;
        if (*slot == NULL) break;
        if (match->file.fd >= 0 && !match_file_add(&match->file, *slot, &status)) fail(pool, &status, true);
        else count_in(match, *slot);
        match_game_close(*slot);
        free(*slot);
        *slot = NULL;
    }
    if (finished(match)) atomic_store(&pool->halt, true);
}

// The number of a game to play, or -1 when there is none left.
static int next_game(GamePool *pool)
{
    const Match *const match = pool->match;
    while (pool->next - match->tally.games >= AHEAD_MAX && !atomic_load(&pool->halt))
        pthread_cond_wait(&pool->changed, &pool->lock);
    return atomic_load(&pool->halt) || pool->next == match->settings.games ? -1 : pool->next++;
}

static void *worker(void *argument)
{
    GamePool *const pool = argument;
    pthread_mutex_lock(&pool->lock);
    for (int number; (number = next_game(pool)) >= 0;) {
        Status status = {0};
        pthread_mutex_unlock(&pool->lock);
        MatchGame *const game = match_game(pool->match, number, &pool->halt, &status);
        pthread_mutex_lock(&pool->lock);
        if (game != NULL) pool->waiting[number % AHEAD_MAX] = game;
        else if (status.text[0]) fail(pool, &status, true);
        commit_in_order(pool);
        pthread_cond_broadcast(&pool->changed);
    }
    pool->running--;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static int workers_start(GamePool *pool, pthread_t threads[])
{
    int n = 0;
    pthread_mutex_lock(&pool->lock);
    while (n < pool->match->settings.threads && pthread_create(&threads[n], NULL, worker, pool) == 0) n++;
    pool->running = n;
    pthread_mutex_unlock(&pool->lock);
    return n;
}

static void wait_for_all(GamePool *pool, MatchProgress *progress, void *context)
{
    const MatchSettings *const t = &pool->match->settings;
    pthread_mutex_lock(&pool->lock);
    while (pool->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
        pthread_cond_timedwait(&pool->changed, &pool->lock, &until);
        if (t->stop != NULL && atomic_load(t->stop)) {
            atomic_store(&pool->halt, true);
            pthread_cond_broadcast(&pool->changed);
        }
        if (progress != NULL) progress(context, pool->match);
    }
    pthread_mutex_unlock(&pool->lock);
}

bool match_run(Match *match, MatchProgress *progress, void *context, Status *status)
{
    if (finished(match)) return true;
    GamePool *const pool = calloc(1, sizeof *pool);
    if (pool == NULL) return match->system = true, status_fail(status, "out of memory for the match");
    pthread_t threads[MATCH_THREADS_MAX];
    pool->match = match;
    pool->next  = match->tally.games;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    const int started = workers_start(pool, threads);
    wait_for_all(pool, progress, context);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < AHEAD_MAX; i++) {
        if (pool->waiting[i] != NULL) match_game_close(pool->waiting[i]);
        free(pool->waiting[i]);
    }
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    const bool failed = pool->failed;
    if (failed) *status = pool->status;
    free(pool);
    if (started == 0) return match->system = true, status_fail(status, "cannot start a thread");
    return !failed;
}

// Opening.

static bool contestants_check(Match *match, Status *status)
{
    const MatchSettings *const t = &match->settings;
    match->repeats               = true;
    for (int i = 0; i < t->contestants; i++) {
        Player player;
        Text   spec = text_on(match->spec[i], sizeof match->spec[i]);
        Text   kept = text_on(match->kept[i], sizeof match->kept[i]);
        if (strlen(t->spec[i]) >= TEXT_MAX)
            return status_fail(status, "player %d, '%.40s...': too long", i + 1, t->spec[i]);
        if (!player_spec(t->v, t->spec[i], &spec, status) || !player_key(t->v, match->spec[i], &kept, status))
            return false;
        match->settings.spec[i] = match->spec[i];
        if (!player_open(&player, t->v, t->spec[i], t->seed, 0, status)) return false;
        const bool human = player.kind == PLAYER_HUMAN;
        match->repeats &= player_repeats(&player);
        player_close(&player);
        if (human)
            return status_fail(status, "player %d, 'human': a match is for players that need nobody", i + 1);
    }
    return true;
}

static void header_fill(const Match *match, MatchHeader *header)
{
    const MatchSettings *const t = &match->settings;
    memset(header, 0, sizeof *header);
    Text game = text_on(header->game, sizeof header->game);
    variant_name(t->v, &game);
    header->contestants = t->contestants;
    for (int i = 0; i < t->contestants; i++)
        snprintf(header->spec[i], sizeof header->spec[i], "%s", match->kept[i]);
    snprintf(header->openings, sizeof header->openings, "%s", t->openings);
    header->openings_sum = match->openings.sum;
    header->seed = t->seed, header->plies_max = t->plies_max, header->points = t->points;
}

// Is this the game that would be played now?
static bool game_fits(const Match *match, const MatchGame *game, Status *status)
{
    int      seats[PLAYERS_MAX];
    AnyState start;
    schedule_seats(&match->schedule, match->tally.games, seats);
    if (game->number != match->tally.games)
        return status_fail(status, "game %d; expected game %d", game->number + 1, match->tally.games + 1);
    if (game->ended == ENDED_NOT) return status_fail(status, "game %d has not ended", game->number + 1);
    for (int p = 0; p < match->schedule.players; p++)
        if (game->seats[p] != seats[p])
            return status_fail(status, "seat %d: expected player %d, not %d", p + 1, seats[p] + 1,
                               game->seats[p] + 1);
    if (!openings_position(&match->openings, game->number / match->schedule.group, &start, status))
        return false;
    if (memcmp(&start, &game->record.start, match->settings.v->game->state_size) != 0)
        return status_fail(status, "it starts from another position than opening %d",
                           game->number / match->schedule.group + 1);
    return true;
}

static bool games_take(Match *match, Status *status)
{
    const MatchSettings *const t = &match->settings;
    size_t                     size;
    for (const char *line; !finished(match) && (line = match_file_next(&match->file, &size)) != NULL;) {
        MatchGame game;
        bool      good = match_game_read(&game, t->v, t->plies_max, t->points, line, size, status);
        if (good) {
            good = game_fits(match, &game, status);
            if (good) count_in(match, &game);
            match_game_close(&game);
        }
        if (!good) return status_prefix(status, "'%.200s', line %d", t->save, match->file.line);
    }
    match->read = match->tally.games;
    return true;
}

bool match_open(Match *match, const MatchSettings *settings, Status *status)
{
    memset(match, 0, sizeof *match);
    match->settings       = *settings;
    match->file.fd        = -1;
    match->tally.schedule = &match->schedule;
    assert(settings->contestants >= 1 && settings->contestants <= CONTESTANTS_MAX && settings->threads >= 1);
    assert(settings->threads <= MATCH_THREADS_MAX && settings->games <= MATCH_GAMES_MAX);
    schedule_open(&match->schedule, settings->contestants, settings->v->facts.players);
    if (settings->sprt) match->sprt = tally_sprt(&match->tally, settings->elo0, settings->elo1);
    if (!contestants_check(match, status) ||
        !openings_open(&match->openings, settings->v, settings->openings, settings->seed, status))
        return false;
    if (settings->save == NULL) return true;
    MatchHeader *const header = malloc(sizeof *header);
    bool               good   = header != NULL || status_fail(status, "out of memory for the match");
    if (good) header_fill(match, header);
    good = good && match_file_open(&match->file, settings->save, header, &match->system, status) &&
           games_take(match, status);
    free(header);
    if (!good) match_close(match);
    return good;
}

void match_close(Match *match)
{
    openings_close(&match->openings);
    match_file_close(&match->file);
}
