#include "lab/trial.h"
#include "play/player.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { REDRAWS_MAX = 100 };

// The stream of random numbers of a trial: decided by the start and the trial's number, never by a
// configuration.
static uint64_t trial_seed(const Series *series, Start start, uint64_t seed, int trial, int redraw)
{
    uint64_t    h       = mix64(seed + 0x706f6c6c61726421u);
    const char *texts[] = {series->game, start_names[start]};
    for (int i = 0; i < 2; i++)
        for (const char *c = texts[i]; *c; c++) h = mix64(h + (unsigned char)*c);
    return mix64(h + ((uint64_t)trial << 16) + (uint64_t)redraw);
}

// Opponents and midgame players: random movers, or searches that choose among equal best moves at random. The
// first best move in a random order is any of them with equal chance, so the order decides it.
static bool others_open(Player *player, const Variant *v, const char *spec, const atomic_bool *stop,
                        Status *status)
{
    SearchSettings settings;
    memset(player, 0, sizeof *player);
    if (!player_parse(&player->kind, &settings, &player->evaluation, v, spec, status)) return false;
    player->stop = stop;
    if (player->kind != PLAYER_SEARCH) return true;
    if (settings.algorithm == ALGORITHM_MINIMAX)   // the same values, by searches that know a random order
        settings.algorithm = v->facts.players == 2 ? ALGORITHM_ALPHABETA : ALGORITHM_PARANOID;
    settings.keep_lists  = false;   // a move depends on its position, not on what was searched before
    settings.on          = (settings.on & ~(Features)FEATURES_ORDER) | FEATURE_ORDER_RANDOM;
    settings.order_count = 1;
    settings.order[0]    = FEATURE_ORDER_RANDOM;
    return player_search(player, v, &settings, status);
}

static Move others_choose(Player *player, const Variant *v, const AnyState *s, Rng *rng)
{
    if (player->kind == PLAYER_SEARCH) search_seed(player->search, rng_next(rng));
    else player->rng = rng_seed(rng_next(rng));
    return player_choose(player, v, s, NULL);
}

static bool told(const atomic_bool *stop) { return stop != NULL && atomic_load(stop); }

static bool is_over(const Variant *v, const AnyState *s) { return v->game->count(v->rules, s) == 0; }

static void move_on(const Variant *v, AnyState *s, Move m)
{
    const AnyState before = *s;
    v->game->play(v->rules, s, &before, m);
}

// Lets the others play until `measured` is to move again; false when the game ends first, or when they have
// made `plies` moves, which are taken off.
static bool others_play(Player *others, const Variant *v, AnyState *s, int measured, Rng *rng, int *plies)
{
    while (!is_over(v, s) && *plies > 0) {
        if (v->game->turn(v->rules, s) == measured) return true;
        move_on(v, s, others_choose(others, v, s, rng));
        (*plies)--;
    }
    return false;
}

// A midgame: so many rounds by the midgame players. False when the game is over by then.
static bool midgame(Player *players, const Variant *v, AnyState *s, int turns, Rng *rng)
{
    const int first = v->game->turn(v->rules, s);
    int       plies = INT_MAX;
    for (int i = 0; i < turns; i++) {
        if (is_over(v, s)) return false;
        move_on(v, s, others_choose(players, v, s, rng));
        if (!others_play(players, v, s, first, rng, &plies)) return false;
    }
    return !is_over(v, s);
}

static bool start_make(const Variant *v, const Series *series, Start start, uint64_t seed, int trial,
                       const atomic_bool *stop, AnyState *s, Rng *rng, Status *status)
{
    Player players = {0};
    bool   good = start == START_INITIAL || others_open(&players, v, series->midgame_players, stop, status),
         found  = false;
    for (int redraw = 0; good && !found && redraw < REDRAWS_MAX; redraw++) {
        if (told(stop)) break;
        *rng = rng_seed(trial_seed(series, start, seed, trial, redraw));
        variant_setup(v, s);
        found = start == START_INITIAL || midgame(&players, v, s, series->midgame_turns, rng);
    }
    if (told(stop)) return player_close(&players), false;
    if (good && !found)
        good = status_fail(status, "%s: no game lasts %d turns, so there is no midgame", series->game,
                           series->midgame_turns);
    player_close(&players);
    return good;
}

static void count_add(TrialCount *sum, const SearchResult *r, const Search *se)
{
    sum->nodes += r->nodes, sum->interior += r->interior, sum->leaves += r->leaves,
        sum->seconds += r->seconds;
    sum->list_length = r->list_length;
    sum->turns++;
    if (se->stats == NULL) return;
    sum->with_cuts = true;
    for (int i = 0; i < CUT_INDEX_MAX; i++) sum->cuts[i] += se->stats->cuts_by_index[i];
}

// What a configuration does with a position. False when it was stopped.
static bool measure(Player *player, const Variant *v, const AnyState *s, uint64_t seed,
                    const atomic_bool *stop, TrialCount *sum, Move *m)
{
    SearchResult r;
    player->stop = stop;
    search_seed(player->search, seed);
    *m = player_choose(player, v, s, &r);
    if (r.stopped) return false;
    if (sum != NULL) count_add(sum, &r, player->search);
    return true;
}

// The seed of a shuffled generator: the same for every configuration at the same position.
static uint64_t shuffle_seed(const Rng *trial, int turn) { return mix64(trial->s[0] + (uint64_t)turn); }

int trial_turns_max(const Variant *v, const Series *series)
{
    return series->turns == TURNS_GAME ? v->facts.plies_max : series->turns;
}

// Plays the measured turns with one search in the measured seat. Fills `positions` with what it met.
static bool play_turns(const Variant *v, const Series *series, Player *others, Player *player, AnyState s,
                       Rng rng, const atomic_bool *stop, TrialCount *sum, AnyState positions[], int *count)
{
    const int measured = v->game->turn(v->rules, &s);
    const Rng start    = rng;
    const int turns    = trial_turns_max(v, series);
    int       plies    = series->turns == TURNS_GAME ? v->facts.plies_max : INT_MAX;
    *count             = 0;
    for (int turn = 0; turn < turns && !is_over(v, &s); turn++) {
        Move m;
        positions[(*count)++] = s;
        if (!measure(player, v, &s, shuffle_seed(&start, turn), stop, sum, &m)) return false;
        move_on(v, &s, m);
        plies--;
        if (turn + 1 == turns) break;
        const bool again = others_play(others, v, &s, measured, &rng, &plies);
        if (told(stop)) return false;   // then the others' moves are not what they would be
        if (!again) break;
    }
    return true;
}

static bool configuration_run(const Variant *v, const Series *series, Player *others, const char *spec,
                              const AnyState *s, Rng rng, bool plays, const atomic_bool *stop,
                              TrialCount *sum, AnyState positions[], int *count, Status *status)
{
    Player player;
    if (!player_open(&player, v, spec, 0, 0, status)) return false;
    bool good = true;
    memset(sum, 0, sizeof *sum);
    if (plays) good = play_turns(v, series, others, &player, *s, rng, stop, sum, positions, count);
    for (int i = 0; !plays && good && i < *count; i++) {
        Move m;
        good = measure(&player, v, &positions[i], shuffle_seed(&rng, i), stop, sum, &m);
    }
    player_close(&player);
    return good;
}

bool trial_run(const Variant *v, const Series *series, Start start, uint64_t seed, int trial,
               const char *const specs[], int count, const atomic_bool *stop, TrialCount counts[],
               Status *status)
{
    AnyState *const positions = calloc((size_t)trial_turns_max(v, series), sizeof *positions);
    AnyState        s;
    Rng             rng;
    Player          others = {0};
    int             met    = 0;
    status_clear(status);
    if (positions == NULL) return status_fail_system(status, "out of memory for a trial");
    bool good = start_make(v, series, start, seed, trial, stop, &s, &rng, status) &&
                others_open(&others, v, series->opponents, stop, status);
    for (int i = 0; good && i < count; i++)
        good = configuration_run(v, series, &others, specs[i], &s, rng,
                                 i == 0 || series->positions == POSITIONS_OWN, stop, &counts[i], positions,
                                 &met, status);
    player_close(&others);
    free(positions);
    return good;
}

int trial_positions(const Variant *v, const Series *series, Start start, uint64_t seed, int trial,
                    const char *control, AnyState out[], Status *status)
{
    AnyState   s;
    Rng        rng;
    Player     others = {0};
    TrialCount sum;
    int        met = 0;
    status_clear(status);
    if (start_make(v, series, start, seed, trial, NULL, &s, &rng, status) &&
        others_open(&others, v, series->opponents, NULL, status))
        configuration_run(v, series, &others, control, &s, rng, true, NULL, &sum, out, &met, status);
    player_close(&others);
    return met;
}
