// Trials against a second runner, written plainly from what docs and headers promise; and how the others
// choose their moves.
#include "lab/lab_cases.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SPECS = 4, TURNS = 400 };

typedef struct TrialCase {
    const char *game, *others;   // others: opponents and midgame players
    int         turns, midgame_turns;
    Positions   positions;
    int         opening;   // random turns of each player before an initial start
    const char *specs[SPECS];
} TrialCase;

static const TrialCase cases[] = {
    {"othello",
     "alphabeta:depth=2",
     4,
     6,
     POSITIONS_SHARED,
     2,
     {"alphabeta:depth=4,order=random", "alphabeta:depth=4,order=history-ads+random,stats=yes",
      "alphabeta:depth=4,tt=10,order=tt+random", "alphabeta:depth=4,order=history-ads,lifetime=game"}},
    {"virus:players=4,size=5",
     "brs:depth=1",
     3,
     2,
     POSITIONS_SHARED,
     0,
     {"brs:depth=3", "brs:depth=3,order=history-ads+random,limit=5", "paranoid:depth=2",
      "maxn:depth=2,stats=yes"}},
    {"connect-four",
     "random",
     6,
     5,
     POSITIONS_OWN,
     1,
     {"alphabeta:depth=5,order=random", "alphabeta:depth=5,order=killer,lifetime=game", "alphabeta:depth=3",
      "minimax:depth=3"}},
    {"tictactoe",
     "alphabeta:depth=3",
     6,
     2,
     POSITIONS_SHARED,
     0,
     {"alphabeta:depth=9", "alphabeta:depth=9,order=history,lifetime=game", "alphabeta:depth=1",
      "minimax:depth=4"}},
    {"checkers",
     "random",
     2,
     3,
     POSITIONS_OWN,
     0,
     {"alphabeta:depth=4", "alphabeta:depth=4,order=history-ads,levels=multi", "alphabeta:depth=4,pvs=yes",
      "alphabeta:depth=4,order=random"}},
    {"connect-four:width=5,height=4",   // whole games, which end by their rules
     "alphabeta:depth=1",
     TURNS_GAME,
     1,
     POSITIONS_SHARED,
     0,
     {"alphabeta:depth=3", "alphabeta:depth=3,order=killer,lifetime=game", "alphabeta:depth=2",
      "minimax:depth=2"}},
    {"virus:players=4,size=5",
     "random",
     TURNS_GAME,
     1,
     POSITIONS_OWN,
     0,
     {"brs:depth=1", "paranoid:depth=3", "maxn:depth=2", "brs:depth=3,order=history-ads"}},
    {"virus:players=3,size=5",   // those who are left when the measured one is out may go round for ever
     "brs:depth=2",
     90,
     1,
     POSITIONS_SHARED,
     0,
     {"brs:depth=1", "brs:depth=2,order=history-ads", "maxn:depth=1", "paranoid:depth=2"}},
    {"abalone",   // ended by its limit of plies
     "alphabeta:depth=1",
     TURNS_GAME,
     1,
     POSITIONS_SHARED,
     0,
     {"alphabeta:depth=1", "alphabeta:depth=2,order=random", "minimax:depth=1",
      "alphabeta:depth=2,order=history"}},
};
enum { CASES = sizeof cases / sizeof *cases };

static Series series_of(const TrialCase *c)
{
    Series s = {.turns         = c->turns,
                .midgame_turns = c->midgame_turns,
                .positions     = c->positions,
                .opening_turns = c->opening};
    snprintf(s.game, sizeof s.game, "%s", c->game);
    Status status;
    ck_assert_msg(player_spec_parse(&s.opponents.spec, c->others, &status), "%s", status.text);
    s.midgame_players = s.opponents;
    return s;
}

// The second runner.

// The finaliser of splitmix64, as its authors print it: shift, xor and multiply, twice, shift and xor.
static uint64_t naive_mix(uint64_t x)
{
    static const struct {
        int      shift;
        uint64_t times;
    } steps[] = {{30, UINT64_C(13787848793156543929)}, {27, UINT64_C(10723151780598845931)}, {31, 1}};
    for (int i = 0; i < 3; i++) x ^= x >> steps[i].shift, x *= steps[i].times;
    return x;
}

static uint64_t naive_seed(const char *game, const char *start, uint64_t seed, int trial, int redraw)
{
    char     text[TEXT_MAX + 20];
    uint64_t h = naive_mix(seed + UINT64_C(0x706f6c6c61726421));
    snprintf(text, sizeof text, "%s%s", game, start);
    for (size_t i = 0; i < strlen(text); i++) h = naive_mix(h + (unsigned char)text[i]);
    return naive_mix(h + (uint64_t)trial * 65536 + (uint64_t)redraw);
}

// Worked out by another program: the text of game and start, byte by byte, after the seed and "pollard!";
// then the number of the trial in steps of 65536 and of the draw.
START_TEST(test_seeds_of_trials_are_known_numbers)
{
    static const struct {
        const char *game, *start;
        uint64_t    seed;
        int         trial, redraw;
        uint64_t    expected;
    } known[] = {
        {"othello", "initial", UINT64_C(1), 0, 0, UINT64_C(0xcd1de5c1107627f1)},
        {"othello", "midgame", UINT64_C(1), 0, 0, UINT64_C(0xeb614397c5a6901a)},
        {"othello", "midgame", UINT64_C(1), 7, 3, UINT64_C(0x8e5fca73cb959ff7)},
        {"virus:players=4,size=5", "midgame", UINT64_C(18446744073709551615), 49, 99,
         UINT64_C(0x32344c3bae6ae120)},
        {"tictactoe", "initial", UINT64_C(12345), 50, 1, UINT64_C(0xaeed3565a31ebb00)},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        ck_assert_uint_eq(
            naive_seed(known[i].game, known[i].start, known[i].seed, known[i].trial, known[i].redraw),
            known[i].expected);
}
END_TEST

static void naive_play(const Variant *v, AnyState *s, Move m)
{
    AnyState after = *s;
    v->game->play(v->rules, &after, s, m);
    *s = after;
}

static bool naive_over(const Variant *v, const AnyState *s)
{
    Move moves[GAME_MOVES_MAX];
    return v->game->generate(v->rules, s, moves) == 0;
}

// A search opened for this one move.
static Move naive_other(const Variant *v, const AnyState *s, const char *spec, Rng *rng)
{
    const uint64_t seed = rng_next(rng);
    if (strcmp(spec, "random") == 0) {
        Move      moves[GAME_MOVES_MAX];
        Rng       own = rng_seed(seed);
        const int n   = v->game->generate(v->rules, s, moves);
        return moves[rng_below(&own, (uint32_t)n)];
    }
    char text[TEXT_MAX];
    snprintf(text, sizeof text, "%s,order=random", spec);
    const SearchSettings settings = test_settings(v, text);
    Search *const        se       = test_search(v, &settings);
    SearchResult         r;
    search_seed(se, seed);
    search_run(se, s, &(SearchLimits){0}, NULL, NULL, &r);
    search_close(se);
    return r.pv[0];
}

static int naive_start(const Variant *v, const TrialCase *c, Start start, uint64_t seed, int trial,
                       AnyState *s, Rng *rng)
{
    for (int redraw = 0;; redraw++) {
        *rng = rng_seed(naive_seed(c->game, start_names[start], seed, trial, redraw));
        variant_setup(v, s);
        const int first = v->game->turn(v->rules, s);
        int       round = 0;
        if (start == START_INITIAL) {
            for (int i = 0; i < c->opening * v->facts.players; i++) {
                Move moves[GAME_MOVES_MAX];
                naive_play(v, s,
                           moves[(ck_assert(!naive_over(v, s)),
                                  rng_below(rng, (uint32_t)v->game->generate(v->rules, s, moves)))]);
            }
            return redraw;
        }
        while (!naive_over(v, s)) {
            naive_play(v, s, naive_other(v, s, c->others, rng));
            round += !naive_over(v, s) && v->game->turn(v->rules, s) == first;
            if (round == c->midgame_turns) return redraw;
        }
    }
}

static void naive_count(Search *se, const AnyState *s, uint64_t seed, TrialCount *sum, Move *m)
{
    SearchResult r;
    search_seed(se, seed);
    search_run(se, s, &(SearchLimits){0}, NULL, NULL, &r);
    sum->nodes += r.nodes, sum->interior += r.interior, sum->leaves += r.leaves;
    sum->list_length = r.list_length;
    sum->turns++;
    sum->with_cuts = se->stats != NULL;
    for (int i = 0; se->stats != NULL && i < CUT_INDEX_MAX; i++) sum->cuts[i] += se->stats->cuts_by_index[i];
    *m = r.pv[0];
}

// The game that was played last: its first position and its moves, as text.
static char naive_line[1 << 16];

static void line_add(const Variant *v, const AnyState *s, const Move *m)
{
    char word[TEXT_MAX];
    Text text = text_on(word, sizeof word);
    if (m == NULL) naive_line[0] = 0, variant_format(v, s, &text);
    else variant_move_format(v, s, *m, &text);
    ck_assert_uint_lt(strlen(naive_line) + strlen(word) + 2, sizeof naive_line);
    strcat(strcat(naive_line, word), "\n");
}

// The positions met when `se` moves, and what it counts there. naive_line ends at the last of them.
static int naive_game(const Variant *v, const TrialCase *c, Search *se, AnyState s, Rng rng,
                      AnyState met[TURNS], TrialCount *sum)
{
    const int      measured = v->game->turn(v->rules, &s);
    const uint64_t base     = rng.s[0];
    int            n = 0, plies = 0;
    size_t         measured_line = 0;
    line_add(v, &s, NULL);
    for (; !naive_over(v, &s); n++) {
        Move m;
        if (plies >= v->facts.plies_max || (c->turns != TURNS_GAME && n >= c->turns)) break;
        ck_assert_int_lt(n, TURNS);
        met[n]        = s;
        measured_line = strlen(naive_line);
        naive_count(se, &s, mix64(base + (uint64_t)n), sum, &m);
        line_add(v, &s, &m);
        naive_play(v, &s, m);
        plies++;
        while (!naive_over(v, &s) && v->game->turn(v->rules, &s) != measured) {
            if (plies >= v->facts.plies_max) break;
            m = naive_other(v, &s, c->others, &rng);
            line_add(v, &s, &m);
            naive_play(v, &s, m);
            plies++;
        }
    }
    naive_line[measured_line] = 0;
    return n;
}

static void naive_trial(const Variant *v, const TrialCase *c, Start start, uint64_t seed, int trial,
                        int which, TrialCount *sum)
{
    AnyState s, met[TURNS];
    Rng      rng;
    naive_start(v, c, start, seed, trial, &s, &rng);
    const char *const    mover = c->positions == POSITIONS_OWN ? c->specs[which] : c->specs[0];
    const SearchSettings a = test_settings(v, mover), b = test_settings(v, c->specs[which]);
    Search *const leader = test_search(v, &a), *const se = test_search(v, &b);
    TrialCount unused = {0};
    Move       m;
    const int  n = naive_game(v, c, leader, s, rng, met, &unused);
    memset(sum, 0, sizeof *sum);
    for (int i = 0; i < n; i++) naive_count(se, &met[i], mix64(rng.s[0] + (uint64_t)i), sum, &m);
    search_close(leader);
    search_close(se);
}

static void run(const Variant *v, const Series *s, Start start, uint64_t seed, int trial,
                const char *const specs[], int count, TrialCount counts[])
{
    Status status = {0};
    ck_assert_msg(trial_run(&(Trial){v, s, start, seed, trial, NULL}, specs, count, counts, &status), "%s",
                  status.text);
}

START_TEST(test_a_trial_counts_what_a_plain_second_runner_counts)
{
    const TrialCase *const c = &cases[_i];
    const Series           s = series_of(c);
    Variant                v = test_open(c->game);
    for (int start = START_INITIAL; start <= START_MIDGAME; start++)
        for (int trial = 0; trial < test_amount(6, 50); trial++) {
            TrialCount counts[SPECS];
            run(&v, &s, (Start)start, 3, trial, c->specs, SPECS, counts);
            for (int i = 0; i < SPECS; i++) {
                TrialCount sum;
                naive_trial(&v, c, (Start)start, 3, trial, i, &sum);
                sum.game = counts[i].game;   // below
                ck_assert_msg(lab_count_same(&sum, &counts[i]), "%s, %s, trial %d: %llu nodes, expected %llu",
                              c->specs[i], start_names[start], trial, (unsigned long long)counts[i].nodes,
                              (unsigned long long)sum.nodes);
            }
        }
    variant_close(&v);
}
END_TEST

// Two trials have the same number exactly when their games are the same, move by move to the last measured
// position; with shared positions every configuration has that of the control's game.
START_TEST(test_trials_of_equal_games_and_no_others_have_equal_numbers)
{
    enum { TRIALS = 12 };
    const TrialCase *const c = &cases[_i];
    const Series           s = series_of(c);
    Variant                v = test_open(c->game);
    for (int start = START_INITIAL; start <= START_MIDGAME; start++) {
        char      *lines[TRIALS];
        TrialCount counts[TRIALS][2];
        for (int trial = 0; trial < TRIALS; trial++) {
            TrialCount sum;
            run(&v, &s, (Start)start, 3, trial, c->specs, 2, counts[trial]);
            naive_trial(&v, c, (Start)start, 3, trial, 0, &sum);
            lines[trial] = strdup(naive_line);
            ck_assert(counts[trial][0].game != 0);
            if (c->positions == POSITIONS_SHARED)
                ck_assert_uint_eq(counts[trial][1].game, counts[trial][0].game);
            for (int k = 0; k < trial; k++)
                ck_assert_msg(
                    (strcmp(lines[k], lines[trial]) == 0) == (counts[k][0].game == counts[trial][0].game),
                    "trials %d and %d from %s:\n%s%s", k, trial, start_names[start], lines[k], lines[trial]);
        }
        for (int i = 0; i < TRIALS; i++) free(lines[i]);
    }
    variant_close(&v);
}
END_TEST

// One measured turn from the initial position, its moves shuffled: every trial searches that one position,
// and whichever move is chosen, it is one game. Two turns: what is played between them tells games apart.
START_TEST(test_what_is_played_after_the_last_measured_position_makes_no_other_game)
{
    static const char *const specs[] = {"alphabeta:depth=2,order=random"};
    Variant                  v       = test_open("focus");
    for (int turns = 1; turns <= 2; turns++) {
        TrialCase c     = {"focus", "random", turns, 1, POSITIONS_SHARED, 0, {0}};
        Series    s     = series_of(&c);
        int       equal = 0;
        uint64_t  first = 0;
        for (int trial = 0; trial < 12; trial++) {
            TrialCount count;
            run(&v, &s, START_INITIAL, 3, trial, specs, 1, &count);
            if (trial == 0) first = count.game;
            equal += count.game == first;
        }
        ck_assert_msg(turns == 1 ? equal == 12 : equal < 12, "%d turns: %d of 12 trials are one game", turns,
                      equal);
    }
    variant_close(&v);
}
END_TEST

START_TEST(test_a_trial_depends_on_its_arguments_only)
{
    const TrialCase *const c  = &cases[_i];
    const Series           s  = series_of(c);
    Variant                v  = test_open(c->game);
    const char *const other[] = {c->specs[0], c->specs[3], c->specs[2], c->specs[1]}, *const few[] = {
                                                                                          c->specs[0],
                                                                                          c->specs[2]};
    TrialCount a[SPECS], b[SPECS], d[2], next[SPECS];
    bool       seeds = false, trials = false;
    for (int start = START_INITIAL; start <= START_MIDGAME; start++) {
        run(&v, &s, (Start)start, 1, 4, c->specs, SPECS, a);
        run(&v, &s, (Start)start, 1, 4, other, SPECS, b);
        run(&v, &s, (Start)start, 1, 4, few, 2, d);
        ck_assert(lab_count_same(&a[0], &b[0]) && lab_count_same(&a[1], &b[3]));
        ck_assert(lab_count_same(&a[2], &b[2]) && lab_count_same(&a[3], &b[1]));
        ck_assert(lab_count_same(&a[0], &d[0]) && lab_count_same(&a[2], &d[1]));
        run(&v, &s, (Start)start, 1, 4, c->specs, SPECS, b);
        for (int i = 0; i < SPECS; i++) ck_assert(lab_count_same(&a[i], &b[i]));
        run(&v, &s, (Start)start, 2, 4, c->specs, SPECS, next);
        seeds |= !lab_count_same(&a[0], &next[0]);
        run(&v, &s, (Start)start, 1, 5, c->specs, SPECS, next);
        trials |= !lab_count_same(&a[0], &next[0]);
    }
    ck_assert(seeds && trials);
    variant_close(&v);
}
END_TEST

START_TEST(test_shared_positions_are_those_of_the_control)
{
    const TrialCase *const c       = &cases[_i];
    Series                 s       = series_of(c);
    Variant                v       = test_open(c->game);
    bool                   differs = false;
    for (int trial = 0; trial < 5; trial++) {
        AnyState   met[TURNS], mine[TURNS];
        TrialCount shared[SPECS], own[SPECS];
        Status     status;
        s.positions = POSITIONS_SHARED;
        run(&v, &s, START_MIDGAME, 1, trial, c->specs, SPECS, shared);
        s.positions = POSITIONS_OWN;
        run(&v, &s, START_MIDGAME, 1, trial, c->specs, SPECS, own);
        const int n = trial_positions(&(Trial){&v, &s, START_MIDGAME, 1, trial, NULL}, c->specs[0], met,
                                      &status);
        ck_assert(n > 0 && n <= trial_turns_max(&v, &s));
        ck_assert_int_eq(n, shared[1].turns);
        ck_assert(lab_count_same(&shared[0], &own[0]));
        for (int i = 1; i < SPECS; i++) {
            const SearchSettings settings = test_settings(&v, c->specs[i]);
            const bool           random   = strstr(c->specs[i], "random") !=
                                NULL;   // needs the seed of the trial: the second runner has it
            const int k = trial_positions(&(Trial){&v, &s, START_MIDGAME, 1, trial, NULL}, c->specs[i], mine,
                                          &status);
            Search *const one = test_search(&v, &settings), *const two = test_search(&v, &settings);
            TrialCount at_met = {0}, at_mine = {0};
            Move       m;
            for (int t = 0; t < n; t++) naive_count(one, &met[t], 0, &at_met, &m);
            for (int t = 0; t < k; t++) naive_count(two, &mine[t], 0, &at_mine, &m);
            at_met.game = shared[0].game, at_mine.game = own[i].game;
            ck_assert(random || lab_count_same(&at_met, &shared[i]));
            ck_assert(random || lab_count_same(&at_mine, &own[i]));
            differs |= !lab_count_same(&shared[i], &own[i]);
            search_close(one);
            search_close(two);
        }
    }
    ck_assert(differs || strcmp(c->game, "tictactoe") == 0);
    variant_close(&v);
}
END_TEST

// Two trials of each start, recorded when these evaluations were options of the game, whose text seeded them.
static const struct {
    const char *game, *seed_text, *others, *search;
    uint64_t    nodes[2][2];   // by start and search
} recorded[] = {
    {"othello",
     "othello:eval=discs",
     "alphabeta:depth=2,eval=discs",
     "alphabeta:depth=4,eval=discs",
     {{824, 648}, {2240, 2046}}},
    {"focus",
     "focus:capture=0",
     "alphabeta:depth=2,weights=0/1/1",
     "alphabeta:depth=2,weights=0/1/1",
     {{1188, 1068}, {1098, 907}}},
    {"focus:players=4",
     "focus:players=4,capture=0",
     "brs:depth=2,weights=0/1/1",
     "brs:depth=2,weights=0/1/1",
     {{2377, 1382}, {2544, 1469}}},
    {"checkers",
     "checkers:man=3,king=5",
     "alphabeta:depth=2,weights=3/5",
     "alphabeta:depth=5,weights=3/5",
     {{1974, 1946}, {1771, 1866}}},
};

START_TEST(test_trials_are_those_of_the_text_of_their_seed)
{
    const TrialCase c = {recorded[_i].game, recorded[_i].others, 2, 4, POSITIONS_SHARED, 0, {0}};
    Series          s = series_of(&c);
    Variant         v = test_open(c.game);
    char            spec[2][TEXT_MAX];
    snprintf(spec[0], TEXT_MAX, "%s,order=random", recorded[_i].search);
    snprintf(spec[1], TEXT_MAX, "%s,order=history-ads+random", recorded[_i].search);
    const char *const specs[] = {spec[0], spec[1]};
    for (int given = 0; given < 2; given++) {
        bool same = true;
        snprintf(s.seed_text, sizeof s.seed_text, "%s", given ? recorded[_i].seed_text : "");
        for (int start = START_INITIAL; start <= START_MIDGAME; start++) {
            TrialCount counts[2][2];
            for (int trial = 0; trial < 2; trial++)
                run(&v, &s, (Start)start, 1, trial, specs, 2, counts[trial]);
            for (int i = 0; i < 2; i++)
                same &= counts[0][i].nodes + counts[1][i].nodes == recorded[_i].nodes[start][i];
        }
        ck_assert_int_eq(same, given);
    }
    variant_close(&v);
}
END_TEST

START_TEST(test_a_whole_game_ends_by_its_rules_or_by_its_limit_of_plies)
{
    static const struct {
        const char *game, *others, *spec;
        bool        limit;
    } games[] = {{"connect-four:width=5,height=4", "random", "alphabeta:depth=4", false},
                 {"tictactoe", "alphabeta:depth=9", "alphabeta:depth=9", false},
                 {"abalone", "alphabeta:depth=2", "alphabeta:depth=2", true}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        TrialCase  c = {.game = games[i].game, .others = games[i].others, .turns = TURNS_GAME};
        Series     s = series_of(&c);
        Variant    v = test_open(c.game);
        AnyState   met[TURNS];
        TrialCount count;
        Status     status;
        ck_assert_int_le(trial_turns_max(&v, &s), TURNS);
        run(&v, &s, START_INITIAL, 1, 0, &games[i].spec, 1, &count);
        const int n = trial_positions(&(Trial){&v, &s, START_INITIAL, 1, 0, NULL}, games[i].spec, met,
                                      &status);
        ck_assert_int_eq(n, count.turns);
        if (games[i].limit) ck_assert_int_eq(n, v.facts.plies_max / 2);
        else ck_assert_int_le(n, (v.facts.plies_max + 1) / 2);
        if (!games[i].limit) {
            TrialCount few;
            s.turns = n;
            run(&v, &s, START_INITIAL, 1, 0, &games[i].spec, 1, &few);
            ck_assert(lab_count_same(&few, &count));
            s.turns = n + 1;   // there is no further turn
            run(&v, &s, START_INITIAL, 1, 0, &games[i].spec, 1, &few);
            ck_assert(lab_count_same(&few, &count));
        }
        variant_close(&v);
    }
}
END_TEST

START_TEST(test_lists_that_live_for_the_game_are_kept_between_turns)
{
    static const char *const specs[] = {"alphabeta:depth=4", "alphabeta:depth=4,order=history-ads",
                                        "alphabeta:depth=4,order=history-ads,lifetime=game"};
    const Series             s       = series_of(&cases[0]);
    Variant                  v       = test_open(cases[0].game);
    TrialCount               counts[3];
    run(&v, &s, START_INITIAL, 1, 0, specs, 3, counts);
    ck_assert_uint_ne(counts[1].nodes, counts[2].nodes);
    ck_assert_uint_gt(counts[2].list_length, counts[1].list_length);
    ck_assert_uint_eq(counts[0].list_length, 0);
    variant_close(&v);
}
END_TEST

// The engine's searches have tables and orders of their own: a trial still depends on its arguments only, and
// is that of the search the engine stands for.
static const char *const engine_games[] = {"abalone",   "chinese-checkers:board=rhombus7,pieces=6",
                                           "othello",   "focus:players=4",
                                           "tictactoe", "connect-four:width=5,height=4"};

START_TEST(test_the_engine_plays_as_the_search_it_stands_for)
{
    static const char form[] = "{\"name\":\"a\",\"game\":\"%s\",\"depth\":2,\"turns\":3,\"midgame-turns\":2,"
                               "\"positions\":\"own\",\"midgame-players\":\"%s\",\"configurations\":["
                               "{\"name\":\"c\"},{\"name\":\"d\",\"settings\":\"order=history-ads\"}]}";
    char              text[2 * TEXT_MAX];
    TrialCount        counts[2][2], alone;
    Variant           v = test_open(engine_games[_i]);
    snprintf(text, sizeof text, form, engine_games[_i], "engine:depth=2,nodes=3000");
    Experiment          e = lab_parse(text);
    const Series *const s = series_of_experiment(&e)->list;
    ck_assert_str_eq(s->opponents.shown, "engine:depth=2,nodes=3000");
    ck_assert_str_ne(s->opponents.key, s->opponents.shown);
    snprintf(text, sizeof text, form, engine_games[_i], s->opponents.key);
    Experiment          other   = lab_parse(text);
    const Series *const t       = series_of_experiment(&other)->list;
    const char *const   specs[] = {s->configurations[0].key, s->configurations[1].key};
    for (int start = START_INITIAL; start <= START_MIDGAME; start++)
        for (int trial = 0; trial < 3; trial++) {
            run(&v, s, (Start)start, 1, trial, specs, 2, counts[0]);
            run(&v, t, (Start)start, 1, trial, specs, 2, counts[1]);
            run(&v, s, (Start)start, 1, trial, &specs[1], 1, &alone);
            ck_assert(lab_count_same(&counts[0][0], &counts[1][0]));
            ck_assert(lab_count_same(&counts[0][1], &counts[1][1]));
            ck_assert(lab_count_same(&counts[0][1], &alone));
        }
    experiment_close(&e);
    experiment_close(&other);
    variant_close(&v);
}
END_TEST

// Midgames.

static int stones(const Variant *v, const AnyState *s)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    int  n   = 0;
    variant_format(v, s, &out);
    for (const char *at = text; *at && *at != ' '; at++) n += *at == 'X' || *at == 'O';
    return n;
}

START_TEST(test_a_midgame_comes_after_its_rounds_and_is_never_over)
{
    static const struct {
        const char *game;
        int         rounds, before;
    } midgames[] = {{"tictactoe", 3, 0}, {"tictactoe", 4, 0}, {"tictactoe", 0, 0}, {"connect-four", 10, 0}};
    int redraws  = 0;
    for (int i = 0; i < 4; i++) {
        const TrialCase c = {midgames[i].game,     "random", 1, midgames[i].rounds, POSITIONS_SHARED, 0,
                             {"alphabeta:depth=1"}};
        const Series    s = series_of(&c);
        Variant         v = test_open(c.game);
        for (int trial = 0; trial < 60; trial++) {
            AnyState at, naive;
            Rng      rng;
            Status   status;
            ck_assert_int_eq(
                trial_positions(&(Trial){&v, &s, START_MIDGAME, 1, trial, NULL}, c.specs[0], &at, &status),
                1);
            ck_assert_int_eq(stones(&v, &at), 2 * c.midgame_turns);
            ck_assert(!naive_over(&v, &at));
            if (c.midgame_turns > 0) redraws += naive_start(&v, &c, START_MIDGAME, 1, trial, &naive, &rng);
        }
        variant_close(&v);
    }
    ck_assert_int_gt(redraws, 20);
}
END_TEST

START_TEST(test_a_game_too_short_for_its_midgame_says_so)
{
    const TrialCase c = {"tictactoe", "random", 1, 6, POSITIONS_SHARED, 0, {"alphabeta:depth=1"}};
    const Series    s = series_of(&c);
    Variant         v = test_open(c.game);
    TrialCount      count;
    Status          status = {0};
    AnyState        met[TURNS];
    ck_assert(!trial_run(&(Trial){&v, &s, START_MIDGAME, 1, 0, NULL}, c.specs, 1, &count, &status));
    ck_assert_str_eq(status.text, "tictactoe: no game lasts 6 turns, so there is no midgame");
    ck_assert_int_eq(trial_positions(&(Trial){&v, &s, START_MIDGAME, 1, 0, NULL}, c.specs[0], met, &status),
                     0);
    variant_close(&v);
}
END_TEST

// How the others choose.

static const char *const others[] = {"alphabeta:depth=3", "alphabeta:depth=3,tt=10,order=tt,lifetime=game",
                                     "minimax:depth=3", "paranoid:depth=3,order=history-ads",
                                     "alphabeta:depth=3,deepening=yes,pvs=yes"};
enum { OTHERS = sizeof others / sizeof *others, DRAWS = 1500 };

START_TEST(test_the_others_choose_any_best_move_with_equal_chance)
{
    const TrialCase c = {"tictactoe", others[_i], 2, 0, POSITIONS_SHARED, 0, {"alphabeta:depth=1"}};
    const Series    s = series_of(&c);
    Variant         v = test_open(c.game);
    AnyState        met[TURNS], before, child[8];
    Status          status;
    Move            moves[GAME_MOVES_MAX], m;
    Value           value[8], best = -VALUE_INF;
    TrialCount      unused   = {0};
    int             drawn[8] = {0}, among = 0;
    double          chi = 0;
    variant_setup(&v, &before);
    const SearchSettings settings = test_settings(&v, c.specs[0]);
    Search *const        se       = test_search(&v, &settings);
    naive_count(se, &before, 1, &unused, &m);
    search_close(se);
    naive_play(&v, &before, m);   // the control's first move; now another chooses
    const int n = v.game->generate(v.rules, &before, moves);
    for (int i = 0; i < n; i++) {
        v.game->play(v.rules, &child[i], &before, moves[i]);
        value[i] = -reference_value(&v, ALGORITHM_MINIMAX, &child[i], 2, NULL);
        if (value[i] > best) best = value[i];
    }
    for (int i = 0; i < n; i++) among += value[i] == best;
    ck_assert_int_ge(among, 2);
    for (int trial = 0; trial < DRAWS; trial++) {
        int i = 0;
        ck_assert_int_eq(
            trial_positions(&(Trial){&v, &s, START_INITIAL, 1, trial, NULL}, c.specs[0], met, &status), 2);
        while (i < n && memcmp(&met[1], &child[i], v.game->state_size) != 0) i++;
        ck_assert_msg(i < n && value[i] == best, "trial %d: no best move", trial);
        drawn[i]++;
    }
    for (int i = 0; i < n; i++)
        if (value[i] == best) {
            const double expected = (double)DRAWS / among;
            chi += (drawn[i] - expected) * (drawn[i] - expected) / expected;
        }
    ck_assert_msg(chi < 20 + 3 * among, "chi-square %.1f among %d moves", chi, among);
    variant_close(&v);
}
END_TEST

// Stopping.

static atomic_bool stop;
static void       *stop_soon(void *unused)
{
    usleep(100000);
    atomic_store(&stop, true);
    return unused;
}

START_TEST(test_a_trial_that_is_told_to_stop_stops_whoever_is_at_move)
{
    static const char *const slow[][2] = {{"alphabeta:depth=30", "random"},
                                          {"alphabeta:depth=1", "alphabeta:depth=30"}};
    for (int i = 0; i < 4; i++) {
        const TrialCase c = {"othello", slow[i % 2][1], 3, 5, POSITIONS_SHARED, 0, {slow[i % 2][0]}};
        const Series    s = series_of(&c);
        Variant         v = test_open(c.game);
        TrialCount      count;
        Status          status = {.text = "something"};
        pthread_t       thread;
        atomic_store(&stop, false);
        ck_assert_int_eq(pthread_create(&thread, NULL, stop_soon, NULL), 0);
        ck_assert(!trial_run(&(Trial){&v, &s, i / 2 ? START_MIDGAME : START_INITIAL, 1, 0, &stop}, c.specs, 1,
                             &count, &status));
        ck_assert_str_eq(status.text, "");
        pthread_join(thread, NULL);
        variant_close(&v);
    }
}
END_TEST

START_TEST(test_a_trial_that_is_stopped_before_it_begins_counts_nothing)
{
    const TrialCase c = {"tictactoe", "random", 2, 1, POSITIONS_SHARED, 0, {"alphabeta:depth=1"}};
    const Series    s = series_of(&c);
    Variant         v = test_open(c.game);
    TrialCount      count;
    Status          status = {.text = "something"};
    atomic_store(&stop, true);
    ck_assert(!trial_run(&(Trial){&v, &s, START_INITIAL, 1, 0, &stop}, c.specs, 1, &count, &status));
    ck_assert_str_eq(status.text, "");
    variant_close(&v);
}
END_TEST

Suite *suite_lab_trial(void);
Suite *suite_lab_trial(void)
{
    Suite *const suite = suite_create("lab_trial");
    TCase *const tcase = tcase_create("lab_trial");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test_a_trial_counts_what_a_plain_second_runner_counts, 0, CASES);
    tcase_add_loop_test(tcase, test_trials_of_equal_games_and_no_others_have_equal_numbers, 0, CASES);
    tcase_add_test(tcase, test_what_is_played_after_the_last_measured_position_makes_no_other_game);
    tcase_add_loop_test(tcase, test_a_trial_depends_on_its_arguments_only, 0, CASES);
    tcase_add_loop_test(tcase, test_shared_positions_are_those_of_the_control, 0, CASES);
    tcase_add_test(tcase, test_seeds_of_trials_are_known_numbers);
    tcase_add_loop_test(tcase, test_trials_are_those_of_the_text_of_their_seed, 0,
                        sizeof recorded / sizeof *recorded);
    tcase_add_test(tcase, test_a_whole_game_ends_by_its_rules_or_by_its_limit_of_plies);
    tcase_add_loop_test(tcase, test_the_engine_plays_as_the_search_it_stands_for, 0,
                        sizeof engine_games / sizeof *engine_games);
    tcase_add_test(tcase, test_lists_that_live_for_the_game_are_kept_between_turns);
    tcase_add_test(tcase, test_a_midgame_comes_after_its_rounds_and_is_never_over);
    tcase_add_test(tcase, test_a_game_too_short_for_its_midgame_says_so);
    tcase_add_loop_test(tcase, test_the_others_choose_any_best_move_with_equal_chance, 0, OTHERS);
    tcase_add_test(tcase, test_a_trial_that_is_told_to_stop_stops_whoever_is_at_move);
    tcase_add_test(tcase, test_a_trial_that_is_stopped_before_it_begins_counts_nothing);
    suite_add_tcase(suite, tcase);
    return suite;
}
