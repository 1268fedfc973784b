#include "lab/kinds/nodes/trial.h"
#include "play/player.h"
#include "play/record.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { REDRAWS_MAX = 100 };

// The stream of random numbers of a trial: decided by the start and the trial's number, never by a
// configuration.
static uint64_t trial_seed(const Trial *t, int redraw)
{
    assert(redraw >= 0);
    uint64_t    h       = mix64(t->seed + 0x706f6c6c61726421u);
    const char *texts[] = {t->series->seed_text[0] ? t->series->seed_text : t->series->game,
                           start_names[t->start]};
    for (int i = 0; i < 2; i++)
        for (const char *c = texts[i]; *c; c++) h = mix64(h + (unsigned char)*c);
    return mix64(h + ((uint64_t)t->trial << 16) + (uint64_t)redraw);
}

// Opponents and midgame players: random movers, or searches that choose among equal best moves at random. The
// first best move in a random order is any of them with equal chance, so the order decides it.
static bool others_open(Player *player, const Variant *v, const PlayerSpec *spec, const atomic_bool *stop,
                        Status *status)
{
    SearchSettings settings;
    if (!player_spec_searches(spec)) return player_open_spec(player, v, spec, (PlayerSeat){0}, status);
    *player = (Player){.spec = *spec, .stop = stop};
    if (!player_search_read(spec, v, false, &settings, &player->evaluation, status)) return false;
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
    if (player_searches(player)) search_seed(player->search, rng_next(rng));
    else player->rng = rng_seed(rng_next(rng));
    return player_choose(player, v, s, NULL);
}

static bool stop_requested(const atomic_bool *stop) { return stop != NULL && atomic_load(stop); }

static bool is_over(const Variant *v, const AnyState *s) { return v->game->count(v->rules, s) == 0; }

// A game on its way.
typedef struct Line {
    AnyState now;
    uint64_t hash;         // of the game so far (play/record.h)
    int      plies_left;   // until it ends without a result
} Line;

// Those who are left may go round for ever when the measured one is out: hence the limit of the game.
static Line line_start(const Variant *v, const AnyState *s)
{
    return (Line){.now = *s, .hash = game_hash_start(v, s), .plies_left = v->facts.plies_max};
}

static void move_on(const Variant *v, Line *line, Move m)
{
    const AnyState before = line->now;
    line->hash            = game_hash_move(line->hash, v, &before, m);
    v->game->play(v->rules, &line->now, &before, m);
    line->plies_left--;
}

// Lets the others play until `measured` is to move again; false when the game ends first, or has no plies
// left.
static bool others_play(Player *others, const Variant *v, Line *line, int measured, Rng *rng)
{
    while (!is_over(v, &line->now) && line->plies_left > 0) {
        if (v->game->turn(v->rules, &line->now) == measured) return true;
        move_on(v, line, others_choose(others, v, &line->now, rng));
    }
    return false;
}

// A midgame: this many rounds by the midgame players. False when the game is over by then.
static bool midgame(Player *players, const Variant *v, AnyState *s, int turns, Rng *rng)
{
    assert(turns >= 0);
    const int first = v->game->turn(v->rules, s);
    Line      line  = line_start(v, s);
    for (int i = 0; i < turns; i++) {
        if (is_over(v, &line.now)) return false;
        move_on(v, &line, others_choose(players, v, &line.now, rng));
        if (!others_play(players, v, &line, first, rng)) return false;
    }
    *s = line.now;
    return !is_over(v, s);
}

// An initial start with an opening: random plies, from which the game is not over.
static bool opening(const Trial *t, AnyState *s, Rng *rng)
{
    const Variant *const v = t->v;
    Move                 moves[GAME_MOVES_MAX];
    for (int i = 0; i < t->series->opening_turns * v->facts.players; i++) {
        const AnyState before = *s;
        const int      n      = v->game->generate(v->rules, s, moves);
        if (n == 0) return false;
        v->game->play(v->rules, s, &before, moves[rng_below(rng, (uint32_t)n)]);
    }
    return !is_over(v, s);
}

static bool start_make(const Trial *t, AnyState *s, Rng *rng, Lookups *lookups, Status *status)
{
    const bool initial = t->start == START_INITIAL;
    Player     players = {0};
    bool good  = initial || others_open(&players, t->v, &t->series->midgame_players.spec, t->stop, status),
         found = false;
    good       = good && evaluation_lookups(players.evaluation, lookups, status);
    for (int redraw = 0; good && !found && redraw < REDRAWS_MAX; redraw++) {
        if (stop_requested(t->stop)) break;
        *rng = rng_seed(trial_seed(t, redraw));
        variant_setup(t->v, s);
        found = initial ? opening(t, s, rng) : midgame(&players, t->v, s, t->series->midgame_turns, rng);
    }
    if (stop_requested(t->stop)) return player_close(&players), false;
    if (good && !found && initial)
        good = status_fail(status, "%s: no game lasts %d random turns, so there is no start", t->series->game,
                           t->series->opening_turns);
    else if (good && !found)
        good = status_fail(status, "%s: no game lasts %d turns, so there is no midgame", t->series->game,
                           t->series->midgame_turns);
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

// A trial on its way: where it starts, who answers, and the positions that were met.
typedef struct Course {
    AnyState  start;
    Rng       rng;   // of the start; every player has the same one from there
    Player    others;
    int       met;
    AnyState *positions;   // room for trial_turns_max
    uint64_t  game;        // that was played last
    Lookups   lookups;     // of whoever decided the positions so far
} Course;

// Plays the measured turns with one search in the measured seat. Fills `positions` with what it met.
static bool play_turns(const Trial *t, Course *course, Player *player, TrialCount *sum)
{
    const Variant *const v        = t->v;
    Line                 line     = line_start(v, &course->start);
    Rng                  rng      = course->rng;
    const int            measured = v->game->turn(v->rules, &line.now);
    const int            turns    = trial_turns_max(v, t->series);
    course->met                   = 0;
    for (int turn = 0; turn < turns && !is_over(v, &line.now); turn++) {
        Move m;
        course->positions[course->met++] = line.now;
        course->game                     = line.hash;   // what follows the last of them was not measured
        if (!measure(player, v, &line.now, shuffle_seed(&course->rng, turn), t->stop, sum, &m)) return false;
        if (turn + 1 == turns) break;
        move_on(v, &line, m);
        const bool again = others_play(&course->others, v, &line, measured, &rng);
        if (stop_requested(t->stop)) return false;   // then the others' moves are not what they would be
        if (!again) break;
    }
    return true;
}

// What the count of this player depends on, besides what the positions do.
static bool lookups_note(const Course *course, const Player *player, TrialCount *sum, Status *status)
{
    Lookups all  = course->lookups;
    Text    text = text_on(sum->lookups, sizeof sum->lookups);
    if (!evaluation_lookups(player->evaluation, &all, status)) return false;
    lookups_write(&all, &text);
    sum->lookups_known = true;
    return !text.cut ||
           status_fail(status, "its players look up too many databases for one row: %d", all.count);
}

// `plays`: it plays the turns; otherwise it searches the positions that were met.
static bool configuration_run(const Trial *t, Course *course, const char *spec, bool plays, TrialCount *sum,
                              Status *status)
{
    Player player;
    if (!player_open(&player, t->v, spec, 0, 0, status)) return false;
    bool good = true;
    memset(sum, 0, sizeof *sum);
    good = lookups_note(course, &player, sum, status);
    if (good && plays) good = play_turns(t, course, &player, sum);
    for (int i = 0; !plays && good && i < course->met; i++) {
        Move m;
        good = measure(&player, t->v, &course->positions[i], shuffle_seed(&course->rng, i), t->stop, sum, &m);
    }
    sum->game = course->game;
    if (good && plays && t->series->positions != POSITIONS_OWN)
        good = evaluation_lookups(player.evaluation, &course->lookups, status);
    player_close(&player);
    return good;
}

static bool course_open(Course *course, const Trial *t, AnyState positions[], Status *status)
{
    course->positions = positions;
    status_clear(status);
    return start_make(t, &course->start, &course->rng, &course->lookups, status) &&
           others_open(&course->others, t->v, &t->series->opponents.spec, t->stop, status) &&
           evaluation_lookups(course->others.evaluation, &course->lookups, status);
}

bool trial_run(const Trial *t, const char *const specs[], int count, TrialCount counts[], Status *status)
{
    AnyState *const positions = calloc((size_t)trial_turns_max(t->v, t->series), sizeof *positions);
    Course          course    = {.met = 0};
    assert(count > 0);
    if (positions == NULL) return status_fail_system(status, "out of memory for a trial");
    bool good = course_open(&course, t, positions, status);
    for (int i = 0; good && i < count; i++)
        good = configuration_run(t, &course, specs[i], i == 0 || t->series->positions == POSITIONS_OWN,
                                 &counts[i], status);
    player_close(&course.others);
    free(positions);
    return good;
}

int trial_positions(const Trial *t, const char *control, AnyState out[], Status *status)
{
    Course     course = {.met = 0};
    TrialCount sum;
    if (course_open(&course, t, out, status)) configuration_run(t, &course, control, true, &sum, status);
    player_close(&course.others);
    return course.met;
}
