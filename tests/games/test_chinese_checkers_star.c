// Pattern databases of Chinese Checkers on stars, and evaluations that look them up: entries against the game
// itself, played by one side alone; a few by hand; values against the definition, with the board turned by
// angles.
#include "games/chinese_checkers/pdb_star.h"
#include "base/rng.h"
#include "play/player.h"
#include "retro/index_cases.h"
#include "tests.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static CheckersStarDb opened(int arm, int pieces)
{
    CheckersStarDb db;
    Status         status;
    ck_assert_msg(checkers_star_db_open(&db, arm, pieces, &status), "%s", status.text);
    return db;
}

static Variant game_of(const CheckersStarDb *db)
{
    return test_open(db->board.arm == 3 ? "chinese-checkers:board=star73" : "chinese-checkers");
}

static int entries_order(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint64_t entry_of(const CheckersStarDb *db, IndexPosition *at)
{
    index_case_sort(at->cell, db->pieces);
    return index_rank(&db->index, at);
}

// What the game says one move leads to. The position has no second player, which the game's rules do not
// mind; only its validation would.
static int game_neighbours(const Variant *v, const CheckersStarDb *db, uint64_t entry, uint64_t out[])
{
    static const int rows[2][17] = {{1, 2, 3, 10, 9, 8, 7, 8, 9, 10, 3, 2, 1},
                                    {1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1}};
    IndexPosition    at;
    AnyState         s = {0};
    Status           status;
    char             text[TEXT_MAX];
    Text             t = text_on(text, sizeof text);
    Move             moves[GAME_MOVES_MAX];
    index_unrank(&db->index, entry, &at);
    for (int row = 0, hole = 0, i = 0; hole < v->facts.cells; row++) {
        if (row > 0) text_char(&t, '/');
        for (int k = rows[db->board.arm == 4][row]; k > 0; k--, hole++) {
            const bool here = i < db->pieces && at.cell[i] == hole;
            text_char(&t, here ? '1' : '-');
            i += here;
        }
    }
    text_add(&t, " 1");
    ck_assert(v->game->position_parse(v->rules, &s, text, &status));
    const int n = v->game->generate(v->rules, &s, moves);
    for (int m = 0; m < n; m++) {
        IndexPosition after = at;
        for (int i = 0; i < db->pieces; i++)
            if (at.cell[i] == (moves[m] & 255)) after.cell[i] = (uint16_t)(moves[m] >> 8);
        out[m] = entry_of(db, &after);
    }
    return n;
}

static uint8_t *solved(const CheckersStarDb *db)
{
    const RetroDomain domain = checkers_star_db_domain(db);
    uint8_t *const    table  = retro_table_open(domain.entries);
    RetroResult       result;
    Status            status;
    ck_assert_ptr_nonnull(table);
    ck_assert(retro_solve(&domain, &(RetroOptions){.threads = 1}, table, &result, &status));
    ck_assert(result.complete);
    ck_assert_uint_eq(result.reached, domain.entries);
    return table;
}

// Breadth first through the game: a plain queue.
START_TEST(test_every_entry_equals_the_game)
{
    CheckersStarDb db    = opened(3, 3);
    Variant        v     = game_of(&db);
    uint8_t *const table = solved(&db), *const expected = malloc(db.index.size);
    uint64_t *const queue = calloc(db.index.size, sizeof *queue), out[GAME_MOVES_MAX];
    uint64_t        head = 0, tail = 0;
    memset(expected, RETRO_UNREACHED, db.index.size);
    expected[db.goal] = 0;
    for (queue[tail++] = db.goal; head < tail; head++) {
        const int n = game_neighbours(&v, &db, queue[head], out);
        for (int i = 0; i < n; i++) {
            if (expected[out[i]] != RETRO_UNREACHED) continue;
            expected[out[i]] = (uint8_t)(expected[queue[head]] + 1);
            queue[tail++]    = out[i];
        }
    }
    ck_assert_int_eq(memcmp(table, expected, db.index.size), 0);
    free(queue);
    free(expected);
    retro_table_close(table, db.index.size);
    variant_close(&v);
    checkers_star_db_close(&db);
}
END_TEST

START_TEST(test_neighbours_are_those_of_the_game)
{
    CheckersStarDb    db     = opened(_i < 2 ? 4 : 3, _i % 2 ? 3 : 4);
    const RetroDomain domain = checkers_star_db_domain(&db);
    Variant           v      = game_of(&db);
    Rng               rng    = rng_seed((uint64_t)_i);
    IndexCursor       cursor;
    domain.cursor_open(&db, &cursor);
    for (int k = test_amount(2000, 200000); k > 0; k--) {
        uint64_t       ours[4 * CHECKERS_STAR_TARGETS_MAX], theirs[GAME_MOVES_MAX];
        IndexPosition  at;
        const uint64_t entry = k == 1 ? db.goal : rng_next(&rng) % db.index.size;
        index_unrank(&db.index, entry, &at);
        // Every other time the pieces stand together, where there are hops.
        for (int i = 1; i < db.pieces && k % 2; i++)
            at.cell[i] = (uint16_t)(at.cell[i - 1] + 1 + (k & 2) / 2);
        if (at.cell[db.pieces - 1] >= v.facts.cells) continue;
        const uint64_t here = entry_of(&db, &at);
        const int      n    = domain.neighbours(&db, &cursor, here, ours);
        ck_assert_int_eq(n, game_neighbours(&v, &db, here, theirs));
        qsort(ours, (size_t)n, sizeof *ours, entries_order);
        qsort(theirs, (size_t)n, sizeof *theirs, entries_order);
        ck_assert_int_eq(memcmp(ours, theirs, (size_t)n * sizeof *ours), 0);
    }
    variant_close(&v);
    checkers_star_db_close(&db);
}
END_TEST

// Three pieces on the star of 73: holes 70, 71 and 72 are the goal (the row of two above the bottom tip, and
// the tip); 67, 68, 69 the row of three above it.
START_TEST(test_entries_by_hand)
{
    static const struct {
        uint16_t cell[3];
        int      moves;
    } by_hand[] = {
        {{70, 71, 72}, 0},   // there
        {{69, 70, 72}, 1},   // 69 steps to 71
        {{68, 70, 71}, 2},   // 70 steps to 72, 68 to 70
        {{67, 70, 71}, 1},   // 67 hops over 70 to 72
        {{67, 69, 70}, 2},   // 67 hops over 70 to 72, 69 steps to 71
        {{67, 68, 72}, 2},   // a step each
        {{67, 68, 69}, 3},   // 68 steps to 70, 67 hops over it to 72, 69 steps to 71
    };
    CheckersStarDb db    = opened(3, 3);
    uint8_t *const table = solved(&db);
    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++) {
        IndexPosition at = {0};
        memcpy(at.cell, by_hand[i].cell, sizeof by_hand[i].cell);
        ck_assert_msg(table[index_rank(&db.index, &at)] == by_hand[i].moves, "%d: %d", (int)i,
                      table[index_rank(&db.index, &at)]);
    }
    retro_table_close(table, db.index.size);
    checkers_star_db_close(&db);
}
END_TEST

START_TEST(test_what_does_not_fit_is_refused)
{
    static const int bad[][2] = {{2, 3}, {5, 3}, {0, 3}, {4, 2}, {4, 5}, {3, -3}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CheckersStarDb db;
        Status         status = {0};
        ck_assert(!checkers_star_db_open(&db, bad[i][0], bad[i][1], &status));
        ck_assert_str_ne(status.text, "");
    }
}
END_TEST

// Evaluations.

typedef struct Case {
    const char *game, *eval;
    int         arms[6], groups, each, step;   // where players sit; look-ups: of `each` pieces, every `step`
} Case;

static const Case cases[] = {
    {"chinese-checkers", "pdb4", {0, 3}, 3, 4, 3},
    {"chinese-checkers:players=3", "pdb4", {0, 2, 4}, 3, 4, 3},
    {"chinese-checkers:players=4", "pdb4", {1, 2, 4, 5}, 3, 4, 3},
    {"chinese-checkers:players=6", "pdb4", {0, 1, 2, 3, 4, 5}, 3, 4, 3},
    {"chinese-checkers:board=star73,players=3", "pdb3", {0, 2, 4}, 2, 3, 3},
    {"chinese-checkers:board=star73,players=6", "pdb3", {0, 1, 2, 3, 4, 5}, 2, 3, 3},
};

// Where a hole is drawn, in holes from the centre, to the right and down.
static void place_of(const Variant *v, int hole, double *x, double *y)
{
    const CellPlace last = v->game->cell_place(v->rules, v->facts.cells - 1),
                    at   = v->game->cell_place(v->rules, hole);
    *x                   = (at.x - last.x) / 2.0;
    *y                   = (at.y - last.y / 2.0) * sqrt(3) / 2;
}

// The hole of the view: the board turned against the clock by 60 degrees for every arm.
static int turned(const Variant *v, int hole, int arm)
{
    double x, y, a, b;
    place_of(v, hole, &x, &y);
    const double angle = -arm * acos(-1) / 3, c = cos(angle), s = sin(angle);
    for (int other = 0; other < v->facts.cells; other++) {
        place_of(v, other, &a, &b);
        if (fabs(c * x - s * y - a) + fabs(s * x + c * y - b) < 0.01) return other;
    }
    return -1;
}

// Steps to the bottom tip: along rows, then along slanted lines.
static int steps_of(const Variant *v, int hole)
{
    double x, y, a, b;
    place_of(v, hole, &x, &y);
    place_of(v, v->facts.cells - 1, &a, &b);
    const double down = fabs(y - b) * 2 / sqrt(3), beside = fabs(x - a);
    return (int)lround(down + fmax(0, beside - down / 2));
}

// Made up, but always the same.
static uint8_t made_up(uint64_t entry) { return (uint8_t)(1 + entry * 2654435761u % 4294967291u % 29); }

static Value cost_of(const Case *c, const Variant *v, const AnyState *s, int p, const int weights[])
{
    int   hole[10], n = 0;
    Value cost = 0;
    for (int i = 0; i < v->facts.cells; i++) {
        if (v->game->cell_view(v->rules, s, i).owner != p) continue;
        const int at = turned(v, i, c->arms[p]);
        int       k  = n++;
        for (; k > 0; k--) {   // the farthest first, then row by row
            const int before = hole[k - 1], d = steps_of(v, before) - steps_of(v, at);
            if (d > 0 || (d == 0 && before < at)) break;
            hole[k] = before;
        }
        hole[k] = at;
    }
    const int *const w = weights + c->groups;
    for (int i = 0; i < n; i++) {
        double x, y;
        place_of(v, hole[i], &x, &y);
        cost += w[0] * steps_of(v, hole[i]) + w[1] * (int)lround(2 * fabs(x));
    }
    cost += w[2] * steps_of(v, hole[0]);
    for (int g = 0; g < c->groups; g++)
        cost += weights[g] * made_up(index_case_number(hole + g * c->step, c->each, v->facts.cells));
    return cost;
}

static void values_agree(const Case *c, const Variant *v, Evaluation *e, Rng *rng)
{
    AnyState s, own;
    variant_setup(v, &s);
    state_convert(&e->v, &own, v, &s);
    for (int ply = 0; ply < 40; ply++) {
        Value          sum = 0, cost[PLAYERS_MAX];
        Move           moves[GAME_MOVES_MAX];
        AnyState       converted;
        const AnyState before = s, own_before = own;
        for (int p = 0; p < v->facts.players; p++) sum += cost[p] = cost_of(c, v, &s, p, e->weights);
        for (int p = 0; p < v->facts.players; p++)
            ck_assert_int_eq(v->game->evaluate(e->v.rules, &own, p), sum - 2 * cost[p]);
        const Move m = moves[rng_below(rng, (uint32_t)v->game->generate(v->rules, &s, moves))];
        v->game->play(v->rules, &s, &before, m);
        memset(&own, 0, sizeof own);
        v->game->play(e->v.rules, &own, &own_before, m);
        state_convert(&e->v, &converted, v, &s);
        ck_assert_mem_eq(&own, &converted, v->game->state_size);
    }
}

START_TEST(test_values_are_those_of_the_definition)
{
    const Case *const c   = &cases[_i];
    Variant           v   = test_open(c->game);
    Rng               rng = rng_seed(7 + (uint64_t)_i);
    Status            status;
    Spec              spec;
    Evaluation       *e;
    char              text[100];
    snprintf(text, sizeof text, "brs:eval=%s", c->eval);
    ck_assert(spec_parse(&spec, text, &status));
    ck_assert_msg(evaluation_parse(&e, &v, &spec, &status), "%s", status.text);
    ck_assert_int_eq(e->tables, 1);
    uint8_t *const table = malloc(e->wanted[0].entries);
    for (uint64_t i = 0; i < e->wanted[0].entries; i++) table[i] = made_up(i);
    e->table[0] = table;
    for (int round = 0; round < test_amount(3, 50); round++) {
        int weights[EVAL_WEIGHTS_MAX] = {0};
        for (int i = 0; i < e->info.weights; i++)
            weights[i] = round == 0 ? e->info.max : (int)rng_below(&rng, (uint32_t)e->info.max + 1);
        evaluation_weigh(e, weights);
        values_agree(c, &v, e, &rng);
    }
    free(table);
    evaluation_close(e);
    variant_close(&v);
}
END_TEST

Suite *suite_chinese_checkers_star(void);
Suite *suite_chinese_checkers_star(void)
{
    Suite *const suite = suite_create("chinese_checkers_star");
    TCase *const tcase = tcase_create("chinese_checkers_star");
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, test_every_entry_equals_the_game);
    tcase_add_loop_test(tcase, test_neighbours_are_those_of_the_game, 0, 4);
    tcase_add_test(tcase, test_entries_by_hand);
    tcase_add_test(tcase, test_what_does_not_fit_is_refused);
    tcase_add_loop_test(tcase, test_values_are_those_of_the_definition, 0, sizeof cases / sizeof *cases);
    suite_add_tcase(suite, tcase);
    return suite;
}
