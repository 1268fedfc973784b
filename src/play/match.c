#include "play/match.h"
#include "base/clock.h"
#include "play/player.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD_MAX = 1024 };   // games that may be finished before an earlier one is

// What the threads share; everything but `halt` under the lock.
typedef struct GamePool {
    Match         *match;
    Mutex          lock;
    Condition      changed;
    int            next;
    MatchGame     *waiting[AHEAD_MAX];   // finished out of turn: game number modulo AHEAD_MAX
    bool           failed;
    Status         status;
    atomic_bool    halt;
    MatchProgress *progress;   // or NULL
    void          *context;
} GamePool;

#define POLL_SECONDS 0.1

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
        const PlayerSeat seat = {.seed = seed, .seat = p, .engines = match->engines};
        if (!player_open_spec(&players[p], t->v, &match->player[game->seats[p]], seat, status))
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
        Move         m;
        players[p].game = &game->record;
        if (!player_move(&players[p], v, &game->record.now, &m, &found, status)) {
            if (!players[p].forfeits) return false;
            forfeit_set(&game->forfeit, p, status->text);
            status_clear(status);
            break;
        }
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
    assert(number >= 0);
    MatchGame *const game = calloc(1, sizeof *game);
    Player           players[PLAYERS_MAX];
    AnyState         start;
    if (game == NULL) return status_fail_system(status, "out of memory for a game"), NULL;
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

static bool count_in(Match *match, const MatchGame *game, Status *status)
{
    const MatchSettings *const t = &match->settings;
    if (!tally_add(&match->tally, game, status)) return false;
    if (t->counted != NULL && !t->counted(t->counted_context, match, game, status)) return false;
    if (!t->sprt) return true;
    match->sprt    = tally_sprt(&match->tally, t->elo0, t->elo1);
    match->decided = match->sprt.verdict != ELO_CONTINUE;
    return true;
}

static bool finished(const Match *match)
{
    return match->decided || match->tally.games == match->settings.games;
}

static void fail(GamePool *pool, const Status *status)
{
    if (!pool->failed) pool->status = *status;
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
        if ((match->file.fd >= 0 && !match_file_add(&match->file, *slot, &status)) ||
            !count_in(match, *slot, &status))
            fail(pool, &status);
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
        condition_wait(&pool->changed, &pool->lock);
    return atomic_load(&pool->halt) || pool->next == match->settings.games ? -1 : pool->next++;
}

// Passes on a request to stop, and reports. By the caller, under the lock.
static void poll(GamePool *pool)
{
    const MatchSettings *const t = &pool->match->settings;
    if (t->stop != NULL && atomic_load(t->stop)) {
        atomic_store(&pool->halt, true);
        condition_wake_all(&pool->changed);
    }
    if (pool->progress != NULL) pool->progress(pool->context, pool->match);
}

// Plays one game; false when there is none left. Enters and leaves under the lock, plays without it.
static bool pool_step(GamePool *pool)
{
    Status    status = {0};
    const int number = next_game(pool);
    if (number < 0) return false;
    mutex_unlock(&pool->lock);
    MatchGame *const game = match_game(pool->match, number, &pool->halt, &status);
    mutex_lock(&pool->lock);
    if (game != NULL) pool->waiting[number % AHEAD_MAX] = game;
    else if (status.text[0]) fail(pool, &status);
    commit_in_order(pool);
    condition_wake_all(&pool->changed);
    return true;
}

static void worker(void *argument)
{
    GamePool *const pool = argument;
    mutex_lock(&pool->lock);
    while (pool_step(pool)) {}
    mutex_unlock(&pool->lock);
}

// The caller polls while the others play; without others it does both.
static void pool_run(GamePool *pool)
{
    Threads    threads;
    const bool alone = threads_start(&threads, worker, pool, 0, pool->match->settings.threads) == 0;
    mutex_lock(&pool->lock);
    while (alone && pool_step(pool)) poll(pool);
    mutex_unlock(&pool->lock);
    for (bool done = false; !done;) {
        done = threads_wait(&threads, POLL_SECONDS);
        mutex_lock(&pool->lock);
        poll(pool);
        mutex_unlock(&pool->lock);
    }
    threads_join(&threads);
}

bool match_run(Match *match, MatchProgress *progress, void *context, Status *status)
{
    if (finished(match)) return true;
    GamePool *const pool = calloc(1, sizeof *pool);
    if (pool == NULL) return status_fail_system(status, "out of memory for the match");
    pool->match    = match;
    pool->next     = match->tally.games;
    pool->progress = progress;
    pool->context  = context;
    mutex_open(&pool->lock);
    condition_open(&pool->changed);
    pool_run(pool);
    for (int i = 0; i < AHEAD_MAX; i++) {
        if (pool->waiting[i] != NULL) match_game_close(pool->waiting[i]);
        free(pool->waiting[i]);
    }
    condition_close(&pool->changed);
    mutex_close(&pool->lock);
    const bool failed = pool->failed;
    if (failed) *status = pool->status;
    free(pool);
    return !failed && match_file_sync(&match->file, status);
}

// Opening.

// The file is JSON: it cannot hold a name that is not UTF-8.
static bool openings_name_check(const char *openings, Status *status)
{
    json_t *const text = json_string(openings);
    if (text == NULL)
        return status_fail(status, "openings '%.80s': its name is not UTF-8, so it cannot be saved",
                           openings);
    json_decref(text);
    return true;
}

static bool contestant_read(Match *match, int i, Status *status)
{
    assert(i >= 0 && i < match->settings.contestants);
    const MatchSettings *const t = &match->settings;
    Text       shown = text_on(match->shown[i], TEXT_MAX), key = text_on(match->key[i], TEXT_MAX);
    PlayerSpec form;
    if (!player_spec_resolve(t->player[i], t->v, &match->player[i], status) ||
        !player_spec_shown(t->player[i], t->v, &form, status))
        return false;
    player_spec_write(&form, &shown);
    if (!player_spec_key(&match->player[i], t->v, &form, status)) return false;
    player_spec_write(&form, &key);
    assert(!key.cut);
    return !shown.cut || status_fail(status, "'%.40s...': too long", match->shown[i]);
}

static bool contestants_check(Match *match, Status *status)
{
    const MatchSettings *const t = &match->settings;
    match->repeats               = true;
    for (int i = 0; i < t->contestants; i++) {
        Player           player;
        const PlayerSeat seat = {.seed = t->seed, .engines = match->engines};
        if (!contestant_read(match, i, status) ||
            !player_open_spec(&player, t->v, &match->player[i], seat, status))
            return false;
        const bool asks = player_asks(&player);
        match->repeats &= player_repeats(&player);
        const bool good = evaluation_lookups(player.evaluation, &match->lookups, status);
        player_close(&player);
        if (!good) return false;
        if (asks)
            return status_fail(status, "player %d, '%s': a match cannot ask a human for moves", i + 1,
                               match->shown[i]);
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
        snprintf(header->spec[i], sizeof header->spec[i], "%s", match->key[i]);
    snprintf(header->openings, sizeof header->openings, "%s", t->openings);
    header->openings_sum = match->openings.sum;
    Text lookups         = text_on(header->lookups, sizeof header->lookups);
    lookups_write(&match->lookups, &lookups);
    match_header_sign(header);
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

static bool games_read(Match *match, Status *status)
{
    const MatchSettings *const t = &match->settings;
    size_t                     size;
    for (const char *line; !finished(match) && (line = match_file_next(&match->file, &size)) != NULL;) {
        MatchGame game;
        bool      good = match_game_read(&game, t->v, t->plies_max, t->points, line, size, status);
        if (good) {
            good = game_fits(match, &game, status) && count_in(match, &game, status);
            match_game_close(&game);
        }
        if (!good) return status_prefix(status, "'%.200s', line %d", t->save, match->file.line);
    }
    match->read = match->tally.games;
    return true;
}

static bool match_openings(Match *match, Status *status)
{
    const MatchSettings *const t = &match->settings;
    return t->lines == NULL ? openings_open(&match->openings, t->v, t->openings, t->seed, status)
                            : openings_read(&match->openings, t->v, t->openings, t->lines, status);
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
    match->engines = malloc(sizeof *match->engines);
    if (match->engines == NULL) return status_fail_system(status, "out of memory for the match");
    engine_pool_open(match->engines);
    if (!contestants_check(match, status) || !match_openings(match, status)) return match_close(match), false;
    if (settings->save == NULL) return true;
    MatchHeader *const header = malloc(sizeof *header);
    bool               good   = header != NULL || status_fail_system(status, "out of memory for the match");
    good                      = good && openings_name_check(match->settings.openings, status);
    if (good) header_fill(match, header);
    good = good && match_file_open(&match->file, settings->save, header, settings->accept, status) &&
           games_read(match, status);
    free(header);
    if (!good) match_close(match);
    return good;
}

void match_close(Match *match)
{
    openings_close(&match->openings);
    match_file_close(&match->file);
    tally_close(&match->tally);
    engine_pool_close(match->engines);
    free(match->engines);
    match->engines = NULL;
}
