// Evaluations of Chinese Checkers by endgame databases, six against six: values worked out by hand, and what
// any sensible value of a race must do, on a board small enough to solve here.
#include "games/chinese_checkers/edb.h"
#include "play/player.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

static const char *const rhombus5 = "chinese-checkers:board=rhombus5,pieces=6";

static AnyState position(const Variant *v, const char *text)
{
    AnyState s = {0};
    Status   status;
    ck_assert_msg(variant_parse(v, &s, text, &status), "%s", status.text);
    return s;
}

static Evaluation *evaluation_of(const Variant *v, const char *text)
{
    Status      status;
    Spec        spec;
    Evaluation *e;
    ck_assert(spec_parse(&spec, text, &status));
    ck_assert_msg(evaluation_parse(&e, v, &spec, &status), "%s", status.text);
    return e;
}

static Value value_of(Evaluation *e, const uint8_t *table, const Variant *v, const char *text, int p)
{
    const AnyState s = position(v, text);
    AnyState       own;
    e->table[0] = table;
    evaluation_weigh(e, e->weights);
    state_convert(&e->v, &own, v, &s);
    return v->game->evaluate(e->v.rules, &own, p);
}

// Six against six on 6x6, the groups told apart by eye:
//
//     1 - - - 2 -     of player 1 the rear are holes 0, 7, 14, the front 21, 22, 28
//     - 1 - - - -     of player 2 the rear are 29, 34, 35, the front 4, 13, 24
//     - 2 1 - - -
//     - - - 1 1 -     steps to the far tip: player 1 10 + 8 + 6 + 4 + 3 + 2 = 33,
//     2 - - - 1 2     player 2 10 + 9 + 9 + 4 + 4 + 3 = 39
//     - - - - 2 2
static const char *const by_eye      = "1---2-/-1----/-21---/---11-/2---12/----22";
static const uint16_t    rear[2][3]  = {{0, 7, 14}, {29, 34, 35}};
static const uint16_t    front[2][3] = {{21, 22, 28}, {4, 13, 24}};

static void entry_put(uint8_t *table, const uint16_t group[2][3], int to_move, uint8_t value)
{
    Status           status;
    Index            x;
    IndexPosition    at   = {.side = to_move};
    const IndexGroup each = {.cells = 36, .pieces = 3, .exclusive = true};
    for (int i = 0; i < 6; i++) at.cell[i] = group[i / 3][i % 3];
    ck_assert(index_open(&x, (IndexGroup[]){each, each}, 2, 2, &status));
    table[index_rank(&x, &at)] = value;
    index_close(&x);
}

START_TEST(test_rear_meets_rear_and_front_meets_front)
{
    Variant           v     = test_open("chinese-checkers:board=rhombus6,pieces=6");
    Evaluation *const e     = evaluation_of(&v, "alphabeta:eval=edb6");
    uint8_t *const    table = calloc(1, e->wanted[0].entries);
    char              one[64], two[64];
    snprintf(one, sizeof one, "%s 1", by_eye);
    snprintf(two, sizeof two, "%s 2", by_eye);
    entry_put(table, rear, 0, 5);
    entry_put(table, front, 0, 8);
    entry_put(table, rear, 1, 12);
    entry_put(table, front, 1, 9);
    // Player 1 to move wins at the rear in 5 and loses in front in 8: worth 3 plies.
    ck_assert_int_eq(value_of(e, table, &v, one, 0), 3);
    ck_assert_int_eq(value_of(e, table, &v, one, 1), -3);
    // Player 2 to move loses at the rear in 12, wins in front in 9: three plies more than player 1 holds out.
    ck_assert_int_eq(value_of(e, table, &v, two, 0), -3);
    // With either side to move: player 1 wins at the rear in 5 or in 12, and loses in front in 8 or in 9.
    Evaluation *const both = evaluation_of(&v, "alphabeta:eval=edb6-both");
    ck_assert_int_eq(value_of(both, table, &v, one, 0), (99 - 5) + (99 - 12) - (99 - 8) - (99 - 9));
    entry_put(table, front, 1, 254);
    ck_assert_int_eq(value_of(both, table, &v, two, 0), (99 - 5) + (99 - 12) - (99 - 8));
    evaluation_close(both);
    // Drawn is worth nothing to either.
    entry_put(table, rear, 0, 254);
    entry_put(table, front, 0, 254);
    ck_assert_int_eq(value_of(e, table, &v, one, 0), 0);
    evaluation_close(e);
    free(table);
    variant_close(&v);
}
END_TEST

// won 1-3, plies 1-3, won 4-6, plies 4-6, distance, curve, behind
START_TEST(test_weights_of_endgames_by_hand)
{
    static const struct {
        const char *weights;
        Value       value;
    } by_hand[] = {
        {"10/2/7/3/0/0/0", (10 - 2 * 5) - (7 - 3 * 8)},
        {"10/2/7/3/1/0/0", 17 + 39 - 33},
        {"10/0/0/0/0/0/0", 10},
        {"0/2/0/0/0/0/0", -10},
        {"0/0/7/0/0/0/0", -7},
        {"0/0/0/3/0/0/0", 24},
        {"0/0/0/0/0/0/4", 4 * (10 - 10)},
        {"0/0/0/0/0/1/0", (1 + 1 + 0 + 4 + 4 + 1) - 1},
    };
    Variant        v     = test_open("chinese-checkers:board=rhombus6,pieces=6");
    uint8_t *const table = calloc(1, checkers_endgame_entries(6, 3));
    char           text[64];
    snprintf(text, sizeof text, "%s 1", by_eye);
    entry_put(table, rear, 0, 5);
    entry_put(table, front, 0, 8);
    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++) {
        char spec[100];
        snprintf(spec, sizeof spec, "alphabeta:eval=edb6,weights=%s", by_hand[i].weights);
        Evaluation *const e = evaluation_of(&v, spec);
        ck_assert_msg(value_of(e, table, &v, text, 0) == by_hand[i].value, "%s", by_hand[i].weights);
        evaluation_close(e);
    }
    free(table);
    variant_close(&v);
}
END_TEST

// A table of races on 5x5: nobody is in anybody's way, a move is a step, and who needs fewer steps to the
// corner wins. Steps are counted to the tip, all pieces together.
static uint8_t *races(void)
{
    Status           status;
    Index            x;
    IndexCursor      cursor;
    const IndexGroup each = {.cells = 25, .pieces = 3, .exclusive = true};
    ck_assert(index_open(&x, (IndexGroup[]){each, each}, 2, 2, &status));
    uint8_t *const table = malloc(x.size);
    ck_assert_ptr_nonnull(table);
    index_cursor(&cursor, &x, 0);
    do {
        int steps[2] = {0, 0};
        for (int i = 0; i < 3; i++) {
            steps[0] += 8 - cursor.at.cell[i] / 5 - cursor.at.cell[i] % 5;
            steps[1] += cursor.at.cell[3 + i] / 5 + cursor.at.cell[3 + i] % 5;
        }
        const int mine = steps[cursor.at.side], his = steps[1 - cursor.at.side];
        table[cursor.entry] = (uint8_t)(mine <= his && mine > 0 ? 2 * mine - 1 : 2 * his);
    } while (index_next(&cursor));
    index_close(&x);
    return table;
}

// Both sides stand alike at first; then one side's rear goes forward, a step each time, and all else stays.
START_TEST(test_rear_pieces_that_go_forward_raise_the_value)
{
    static const char *const ways[][4] = {
        {"11-1-/1-1--/-1-2-/--2-2/-2-22 1", "1-11-/1-1--/-1-2-/--2-2/-2-22 1",
         "1-11-/-11--/-1-2-/--2-2/-2-22 1", "-111-/-11--/-1-2-/--2-2/-2-22 1"},
        {"11-1-/1-1--/-1-2-/--2-2/-2-22 2", "11-1-/1-1--/-1-2-/--2-2/-22-2 2",
         "11-1-/1-1--/-1-2-/--22-/-22-2 2", "11-1-/1-1--/-1-2-/--22-/-222- 2"},
    };
    Variant           v     = test_open(rhombus5);
    Evaluation *const e     = evaluation_of(&v, "alphabeta:eval=edb6");
    uint8_t *const    table = races();
    for (int p = 0; p < 2; p++)
        for (int i = 1; i < 4; i++)
            ck_assert_int_gt(value_of(e, table, &v, ways[p][i], p),
                             value_of(e, table, &v, ways[p][i - 1], p));
    evaluation_close(e);
    free(table);
    variant_close(&v);
}
END_TEST

static Move best_move(Search *se, const Variant *v, const Variant *game, const AnyState *s)
{
    SearchResult       result;
    const SearchLimits limits = {0};
    AnyState           own;
    state_convert(v, &own, game, s);
    search_run(se, &own, &limits, NULL, NULL, &result);
    return result.pv[0];
}

// Player 1's front is in the goal and his rear half way; player 2, who goes by the distance, is far behind.
START_TEST(test_a_race_that_is_won_is_brought_home)
{
    static const char *const start = "----2/--12-/-112-/-22-1/2--11 2";
    Variant                  v     = test_open(rhombus5);
    Evaluation *const        e     = evaluation_of(&v, "alphabeta:eval=edb6");
    uint8_t *const           table = races();
    AnyState                 s     = position(&v, start);
    Status                   status;
    e->table[0] = table;
    evaluation_weigh(e, e->weights);
    const SearchSettings one = test_settings(&e->v, "alphabeta:depth=2"),
                         two = test_settings(&v, "alphabeta:depth=2");
    Search *const by_table = search_open(&e->v, &one, &status), *const by_steps = search_open(&v, &two,
                                                                                              &status);
    ck_assert(by_table != NULL && by_steps != NULL);
    for (int ply = 0; ply < 40 && !v.game->over(v.rules, &s); ply++) {
        const AnyState before = s;
        const Move     m = ply % 2 ? best_move(by_table, &e->v, &v, &s) : best_move(by_steps, &v, &v, &s);
        memset(&s, 0, sizeof s);
        v.game->play(v.rules, &s, &before, m);
    }
    Value pays[PLAYERS_MAX];
    ck_assert(v.game->over(v.rules, &s));
    v.game->payoff(v.rules, &s, pays);
    ck_assert_int_gt(pays[0], pays[1]);
    search_close(by_table);
    search_close(by_steps);
    evaluation_close(e);
    free(table);
    variant_close(&v);
}
END_TEST

Suite *suite_chinese_checkers_eval(void);
Suite *suite_chinese_checkers_eval(void)
{
    Suite *const suite = suite_create("chinese_checkers_eval");
    TCase *const tcase = tcase_create("chinese_checkers_eval");
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, test_rear_meets_rear_and_front_meets_front);
    tcase_add_test(tcase, test_weights_of_endgames_by_hand);
    tcase_add_test(tcase, test_rear_pieces_that_go_forward_raise_the_value);
    tcase_add_test(tcase, test_a_race_that_is_won_is_brought_home);
    suite_add_tcase(suite, tcase);
    return suite;
}
