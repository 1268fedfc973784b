// Pattern databases of Thief and Police: every entry of small mazes and slices of large ones against the
// moves of the game itself.
//
// The twin sees a maze only through the game's own table: cells are numbered by what is drawn, children are
// read from texts, values go down in sweeps until none changes.
#include "games/thief_police/pdb.h"
#include "game/variant.h"
#include "retro/index.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWN = 1 << 20, PLACES_MAX = CELLS_MAX };

static PursuitDb db;   // large

static void opened(BoardSpec spec, PursuitKind kind, int police)
{
    Status status;
    ck_assert_msg(pursuit_open(&db, &spec, kind, police, &status), "%s", status.text);
}

static uint8_t *slice_of(uint64_t slice)
{
    uint8_t *const out     = malloc(db.slice_entries + PURSUIT_SLACK);
    void *const    scratch = malloc(db.scratch);
    ck_assert(out != NULL && scratch != NULL);
    pursuit_slice(&db, slice, scratch, out);
    free(scratch);
    return out;
}

// The maze as the game draws it.
typedef struct Drawn {
    Variant v;
    Index   index;
    int     size, cells, police;
    bool    exit[PLACES_MAX];
    int     row[PLACES_MAX], col[PLACES_MAX], number[PLACES_MAX];
} Drawn;

static Drawn drawn;   // large

static void drawn_open(BoardSpec spec, int police, bool joint)
{
    char                     text[160];
    Status                   status;
    AnyState                 s        = {0};
    static const char *const styles[] = {"random", "perfect", "loops"};
    snprintf(text, sizeof text,
             "thief-police:size=%d,maze=%d,style=%s,open=%d,police=%d,simultaneous=%s,exits=%d", spec.size,
             spec.maze, styles[spec.style], spec.open, police, joint ? "yes" : "no", spec.exits);
    if (spec.style == STYLE_LOOPS) snprintf(text + strlen(text), 20, ",loops=%d", spec.loops);
    drawn = (Drawn){.v = test_open(text), .size = spec.size, .police = police};
    variant_setup(&drawn.v, &s);
    for (int i = 0; i < spec.size * spec.size; i++) {
        const CellView view = drawn.v.game->cell_view(drawn.v.rules, &s, i);
        drawn.number[i]     = -1;
        if (view.mark == CELL_MARK_WALL) continue;
        drawn.exit[drawn.cells] = view.mark == CELL_MARK_EXIT;
        drawn.row[drawn.cells] = i / spec.size, drawn.col[drawn.cells] = i % spec.size;
        drawn.number[i] = drawn.cells++;
    }
    ck_assert(index_open(&drawn.index, &(IndexGroup){.cells = drawn.cells, .pieces = police}, 1, 1, &status));
}

static void drawn_close(void)
{
    index_close(&drawn.index);
    variant_close(&drawn.v);
}

static void drawn_state(AnyState *s, int thief, const IndexPosition *at, const char *side)
{
    char   text[TEXT_MAX];
    Status status;
    Text   t = text_on(text, sizeof text);
    text_add(&t, "%d.%d ", drawn.row[thief], drawn.col[thief]);
    for (int i = 0; i < drawn.police; i++)
        text_add(&t, "%s%d.%d", i ? "," : "", drawn.row[at->cell[i]], drawn.col[at->cell[i]]);
    text_add(&t, " %s", side);
    memset(s, 0, sizeof *s);
    ck_assert_msg(drawn.v.game->position_parse(drawn.v.rules, s, text, &status), "%s", status.text);
}

// Thief and set of police of a state, out of its text.
static uint64_t drawn_read(const AnyState *s, int *thief)
{
    char          text[TEXT_MAX];
    IndexPosition at  = {0};
    Text          t   = text_on(text, sizeof text);
    char         *end = text;
    variant_format(&drawn.v, s, &t);
    for (int i = -1; i < drawn.police; i++) {
        const long row = strtol(end, &end, 10), col = strtol(end + 1, &end, 10);
        const int  cell = drawn.number[row * drawn.size + col];
        if (i < 0) *thief = cell;
        else at.cell[i] = (uint16_t)cell;
        end++;
    }
    return index_rank(&drawn.index, &at);
}

static bool set_has(const IndexPosition *at, int cell)
{
    for (int i = 0; i < drawn.police; i++)
        if (at->cell[i] == cell) return true;
    return false;
}

static bool caught_by_rules(int thief, const IndexPosition *at)
{
    AnyState s;
    int      beside = 0;
    drawn_state(&s, thief, at, "thief");
    for (int i = 0; i < drawn.police; i++)
        beside += abs(drawn.row[at->cell[i]] - drawn.row[thief]) +
                      abs(drawn.col[at->cell[i]] - drawn.col[thief]) ==
                  1;
    return drawn.v.game->over(drawn.v.rules, &s) || beside == drawn.police;
}

// What one state leads to: arcs of all states of a slice, one after the other.
typedef struct Arcs {
    uint32_t *first, *to;   // to[first[i] ... first[i + 1] - 1]
    uint32_t  count, room;
} Arcs;

static void arc_add(Arcs *arcs, uint64_t to)
{
    if (arcs->count == arcs->room) {
        arcs->room = arcs->room * 2 + 1024;
        arcs->to   = realloc(arcs->to, arcs->room * sizeof *arcs->to);
        ck_assert_ptr_nonnull(arcs->to);
    }
    arcs->to[arcs->count++] = (uint32_t)to;
}

// The sets after a whole turn of the police, which has several plies in the simultaneous game.
static void turn_play(const AnyState *s, Arcs *arcs)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = drawn.v.game->generate(drawn.v.rules, s, moves);
    for (int i = 0; i < n; i++) {
        AnyState child = {0};
        int      thief;
        drawn.v.game->play(drawn.v.rules, &child, s, moves[i]);
        if (drawn.v.game->turn(drawn.v.rules, &child) == 1) turn_play(&child, arcs);
        else arc_add(arcs, drawn_read(&child, &thief));
    }
}

// Values go down until none changes; goals are 0 already.
static void sweep(const Arcs *arcs, int value[], uint64_t n)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint64_t i = 0; i < n; i++)
            for (uint32_t k = arcs->first[i]; k < arcs->first[i + 1]; k++)
                if (value[arcs->to[k]] + 1 < value[i]) value[i] = value[arcs->to[k]] + 1, changed = true;
    }
}

// The value of every set of police around a thief who stands still.
static int *police_by_rules(int thief)
{
    const uint64_t n     = drawn.index.size;
    Arcs           arcs  = {.first = calloc(n + 1, sizeof *arcs.first)};
    int *const     value = calloc(n, sizeof *value);
    ck_assert(arcs.first != NULL && value != NULL);
    for (uint64_t set = 0; set < n; set++) {
        IndexPosition at;
        AnyState      s;
        index_unrank(&drawn.index, set, &at);
        arcs.first[set] = arcs.count;
        value[set]      = UNKNOWN;
        if (set_has(&at, thief)) continue;
        if (caught_by_rules(thief, &at)) value[set] = 0;
        drawn_state(&s, thief, &at, "police");
        turn_play(&s, &arcs);
    }
    arcs.first[n] = arcs.count;
    sweep(&arcs, value, n);
    free(arcs.first);
    free(arcs.to);
    return value;
}

// The value of every cell of the thief for a set of police who stand still.
static int *thief_by_rules(uint64_t set)
{
    const uint64_t n     = (uint64_t)drawn.cells;
    Arcs           arcs  = {.first = calloc(n + 1, sizeof *arcs.first)};
    int *const     value = calloc(n, sizeof *value);
    IndexPosition  at;
    ck_assert(arcs.first != NULL && value != NULL);
    index_unrank(&drawn.index, set, &at);
    for (int cell = 0; cell < drawn.cells; cell++) {
        AnyState s, child;
        Move     moves[GAME_MOVES_MAX];
        int      thief;
        arcs.first[cell] = arcs.count;
        value[cell]      = drawn.exit[cell] ? 0 : UNKNOWN;
        if (set_has(&at, cell) || drawn.exit[cell]) continue;
        drawn_state(&s, cell, &at, "thief");
        for (int i = drawn.v.game->generate(drawn.v.rules, &s, moves) - 1; i >= 0; i--) {
            memset(&child, 0, sizeof child);
            drawn.v.game->play(drawn.v.rules, &child, &s, moves[i]);
            ck_assert_uint_eq(drawn_read(&child, &thief), set);
            arc_add(&arcs, (uint64_t)thief);
        }
    }
    arcs.first[n] = arcs.count;
    sweep(&arcs, value, n);
    free(arcs.first);
    free(arcs.to);
    return value;
}

static int as_stored(int value, bool is_void)
{
    return is_void              ? PURSUIT_VOID
         : value == UNKNOWN     ? PURSUIT_NEVER
         : value < PURSUIT_MOST ? value
                                : PURSUIT_MOST;
}

static void assert_police_slice(int thief)
{
    uint8_t *const slice    = slice_of((uint64_t)thief);
    int *const     expected = police_by_rules(thief);
    for (uint64_t set = 0; set < drawn.index.size; set++) {
        IndexPosition at;
        index_unrank(&drawn.index, set, &at);
        ck_assert_msg(slice[set] == as_stored(expected[set], set_has(&at, thief)),
                      "thief %d set %d: %d, expected %d", thief, (int)set, slice[set], expected[set]);
    }
    free(slice);
    free(expected);
}

// The game plays no further once the thief is on the exit: entries there are checked by what is near them.
static void assert_slice_fits(int thief)
{
    uint8_t *const slice = slice_of((uint64_t)thief);
    for (uint64_t set = 0; set < db.sets; set++) {
        uint64_t              near[PURSUIT_NEAR_MAX];
        const PursuitPosition at   = pursuit_unrank(&db, (uint64_t)thief * db.sets + set);
        const int             n    = pursuit_near(&db, &at, near);
        int                   best = PURSUIT_NEVER;
        for (int i = 0; i < n; i++) {
            const int value = slice[near[i] - (uint64_t)thief * db.sets];
            if (value < best) best = value;
        }
        const int expected = pursuit_is_void(&db, &at) ? PURSUIT_VOID
                           : pursuit_is_goal(&db, &at) ? 0
                           : best < PURSUIT_MOST       ? best + 1
                                                       : best;
        ck_assert_int_eq(slice[set], expected);
    }
    free(slice);
}

// Mazes with and without ways round.
static const BoardSpec small[] = {
    {5, 1, STYLE_RANDOM, 0, 0, 1},    {5, 2, STYLE_RANDOM, 16, 0, 1}, {6, 3, STYLE_RANDOM, 0, 0, 1},
    {7, 100, STYLE_PERFECT, 0, 0, 1}, {5, 4, STYLE_RANDOM, 25, 0, 1}, {6, 5, STYLE_RANDOM, 22, 0, 1},
    {7, 6, STYLE_LOOPS, 0, 3, 3},
};
enum { SMALL = sizeof small / sizeof *small };

static void assert_police_table(BoardSpec spec, PursuitKind kind, int police)
{
    opened(spec, kind, police);
    drawn_open(spec, police, kind == PURSUIT_JOINT);
    ck_assert_int_eq(db.board.cells, drawn.cells);
    ck_assert_uint_eq(db.sets, drawn.index.size);
    ck_assert_uint_eq(db.slices, (uint64_t)drawn.cells);
    for (int thief = 0; thief < drawn.cells; thief++) {
        if (drawn.exit[thief]) assert_slice_fits(thief);
        else assert_police_slice(thief);
    }
    drawn_close();
}

START_TEST(test_police_tables_equal_the_game)
{
    for (int police = 1; police <= (TEST_SANITIZED ? 2 : 3); police++)
        assert_police_table(small[_i], PURSUIT_POLICE, police);
}
END_TEST

START_TEST(test_joint_tables_equal_the_game)
{
    for (int police = 1; police <= (_i < 4 && !TEST_SANITIZED ? 3 : 2); police++)
        assert_police_table(small[_i], PURSUIT_JOINT, police);
}
END_TEST

START_TEST(test_four_policemen_equal_the_game)
{
    assert_police_table((BoardSpec){5, 7 + _i, STYLE_RANDOM, 11 + 2 * _i, 0, 1}, PURSUIT_POLICE, 4);
    assert_police_table((BoardSpec){5, 7 + _i, STYLE_RANDOM, 8 + 2 * _i, 0, 1}, PURSUIT_JOINT, 4);
}
END_TEST

START_TEST(test_thief_tables_equal_the_game)
{
    for (int police = 1; police <= 3; police++) {
        opened(small[_i], PURSUIT_THIEF, police);
        drawn_open(small[_i], police, false);
        uint8_t *const slice = slice_of(0);
        ck_assert_uint_eq(db.slices, 1);
        for (uint64_t set = 0; set < db.sets; set++) {
            int *const    expected = thief_by_rules(set);
            IndexPosition at;
            index_unrank(&drawn.index, set, &at);
            for (int cell = 0; cell < drawn.cells; cell++)
                ck_assert_int_eq(slice[set * (uint64_t)drawn.cells + (uint64_t)cell],
                                 as_stored(expected[cell], set_has(&at, cell)));
            free(expected);
        }
        free(slice);
        drawn_close();
    }
}
END_TEST

START_TEST(test_random_slices_of_a_large_maze_equal_the_game)
{
    const BoardSpec spec = {20, 100 + _i, STYLE_RANDOM, _i == 2 ? 200 : 0, 0, 1};
    Rng             rng  = rng_seed((uint64_t)_i);
    for (int kind = PURSUIT_POLICE; kind <= PURSUIT_JOINT; kind++) {
        opened(spec, (PursuitKind)kind, 2);
        drawn_open(spec, 2, kind == PURSUIT_JOINT);
        for (int k = test_amount(2, 40); k > 0; k--) {
            const int thief = (int)rng_below(&rng, (uint32_t)drawn.cells);
            if (!drawn.exit[thief]) assert_police_slice(thief);
        }
        drawn_close();
    }
}
END_TEST

START_TEST(test_random_rows_of_a_large_maze_equal_the_game)
{
    static const BoardSpec large[] = {{20, 100, STYLE_RANDOM, 0, 0, 1},
                                      {60, 101, STYLE_PERFECT, 0, 0, 1},
                                      {30, 102, STYLE_RANDOM, 600, 0, 1}};
    Rng                    rng     = rng_seed((uint64_t)_i);
    const int              police  = _i == 1 ? 2 : 4 - _i;
    opened(large[_i], PURSUIT_THIEF, police);
    drawn_open(large[_i], police, false);
    for (int k = test_amount(5, 100); k > 0; k--) {
        const uint64_t slice = rng_next(&rng) % db.slices,
                       first = slice * db.slice_entries / (uint64_t)drawn.cells;
        const uint64_t sets = db.slice_entries / (uint64_t)drawn.cells, row = rng_next(&rng) % sets;
        if (first + row >= db.sets) continue;
        uint8_t *const made     = slice_of(slice);
        int *const     expected = thief_by_rules(first + row);
        IndexPosition  at;
        index_unrank(&drawn.index, first + row, &at);
        for (int cell = 0; cell < drawn.cells; cell++)
            ck_assert_int_eq(made[row * (uint64_t)drawn.cells + (uint64_t)cell],
                             as_stored(expected[cell], set_has(&at, cell)));
        free(expected);
        free(made);
    }
    drawn_close();
}
END_TEST

START_TEST(test_long_ways_are_cut_off_alike)
{
    const BoardSpec spec = {60, 103, STYLE_PERFECT, 0, 0, 1};
    opened(spec, PURSUIT_POLICE, 1);
    uint8_t *const simple = slice_of(0);
    const uint64_t sets   = db.sets;
    opened(spec, PURSUIT_JOINT, 1);
    uint8_t *const joint = slice_of(0);
    ck_assert_int_eq(memcmp(simple, joint, sets), 0);
    ck_assert_ptr_nonnull(memchr(simple, PURSUIT_MOST, sets));
    ck_assert_ptr_null(memchr(simple, PURSUIT_NEVER, sets));
    ck_assert_int_eq(simple[0], PURSUIT_VOID);
    free(simple);
    free(joint);
}
END_TEST

START_TEST(test_entries_and_positions_correspond)
{
    static const struct {
        BoardSpec   spec;
        PursuitKind kind;
        int         police;
    } tables[]                    = {{{20, 1, STYLE_RANDOM, 0, 0, 1}, PURSUIT_POLICE, 4},
                                     {{20, 1, STYLE_RANDOM, 0, 0, 1}, PURSUIT_THIEF, 4},
                                     {{60, 1, STYLE_RANDOM, 0, 0, 1}, PURSUIT_POLICE, 2},
                                     {{60, 1, STYLE_RANDOM, 0, 0, 1}, PURSUIT_THIEF, 2},
                                     {{9, 1, STYLE_PERFECT, 0, 0, 1}, PURSUIT_JOINT, 3},
                                     {{5, 1, STYLE_RANDOM, 0, 0, 1}, PURSUIT_JOINT, 1}};
    static const uint64_t sizes[] = {UINT64_C(3039041250), UINT64_C(3039041250), UINT64_C(2085344450),
                                     UINT64_C(2085344450)};
    Rng                   rng     = rng_seed(4);
    opened(tables[_i].spec, tables[_i].kind, tables[_i].police);
    if (_i < 4) ck_assert_uint_eq(db.entries, sizes[_i]);
    for (int k = test_amount(20000, 1000000); k > 0; k--) {
        const uint64_t        entry = k == 1 ? 0 : k == 2 ? db.entries - 1 : rng_next(&rng) % db.entries;
        const PursuitPosition at    = pursuit_unrank(&db, entry);
        ck_assert_uint_eq(pursuit_rank(&db, &at), entry);
        ck_assert_int_lt(at.thief, db.board.cells);
        for (int i = 0; i < POLICE_MAX; i++)
            ck_assert(i < db.police ? at.police.cell[i] < db.board.cells : at.police.cell[i] == CELL_NONE);
        for (int i = 1; i < db.police; i++) ck_assert_int_lt(at.police.cell[i - 1], at.police.cell[i]);
    }
}
END_TEST

START_TEST(test_what_does_not_fit_is_refused)
{
    static const struct {
        BoardSpec   spec;
        PursuitKind kind;
        int         police;
        const char *why;
    } bad[] = {{{20, 1, STYLE_RANDOM, 0, 0, 1}, PURSUIT_POLICE, 0, "expected 1 ... 4"},
               {{20, 1, STYLE_RANDOM, 0, 0, 1}, PURSUIT_JOINT, 5, "expected 1 ... 4"},
               {{60, 1, STYLE_RANDOM, 0, 0, 1}, PURSUIT_THIEF, 4, "2^34"},
               {{60, 1, STYLE_RANDOM, 0, 0, 1}, PURSUIT_POLICE, 3, "2^34"},
               {{5, 1, STYLE_RANDOM, 4, 0, 1}, PURSUIT_POLICE, 4, "no room"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Status status = {0};
        ck_assert(!pursuit_open(&db, &bad[i].spec, bad[i].kind, bad[i].police, &status));
        ck_assert_ptr_nonnull(strstr(status.text, bad[i].why));
    }
}
END_TEST

Suite *suite_thief_police_db(void);
Suite *suite_thief_police_db(void)
{
    Suite *suite = suite_create("thief_police_db");
    TCase *tcase = tcase_create("thief_police_db");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, test_police_tables_equal_the_game, 0, SMALL);
    tcase_add_loop_test(tcase, test_joint_tables_equal_the_game, 0, SMALL);
    tcase_add_loop_test(tcase, test_four_policemen_equal_the_game, 0, 3);
    tcase_add_loop_test(tcase, test_thief_tables_equal_the_game, 0, SMALL);
    tcase_add_loop_test(tcase, test_random_slices_of_a_large_maze_equal_the_game, 0, 3);
    tcase_add_loop_test(tcase, test_random_rows_of_a_large_maze_equal_the_game, 0, 3);
    tcase_add_test(tcase, test_long_ways_are_cut_off_alike);
    tcase_add_loop_test(tcase, test_entries_and_positions_correspond, 0, 6);
    tcase_add_test(tcase, test_what_does_not_fit_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
