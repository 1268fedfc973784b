// The values of all moves are those of plain minimax, Paranoid, Best-Reply Search and max^n, written down
// here once more for a move that is already made; all at the same depth, whatever the limits.
#include "play/move_values.h"
#include "tests.h"

#include <string.h>

static Variant v;
static Player  player;
static Record  record;
static Status  status;

static void begin(const char *game, const char *spec, const AnyState *at)
{
    AnyState s;
    v = test_open(game);
    variant_setup(&v, &s);
    ck_assert_msg(player_open(&player, &v, spec, 1, 0, &status), "%s", status.text);
    ck_assert(record_open(&record, &v, at != NULL ? at : &s, &status));
}

static void end(void)
{
    record_close(&record);
    player_close(&player);
    variant_close(&v);
}

// The oracle: the value of a position for `root`, who need not be the one to move.

static bool leaf(const AnyState *s, int root, int ply, int depth, Value *value)
{
    Value payoff[PLAYERS_MAX];
    if (v.game->count(v.rules, s) == 0) {
        v.game->payoff(v.rules, s, payoff);
        return *value = value_of_payoff(payoff[root], ply), true;
    }
    *value = value_of_evaluation(v.game->evaluate(v.rules, s, root));
    return depth == 0;
}

static Value one_against_all(const AnyState *s, int root, int ply, int depth)
{
    Move  moves[GAME_MOVES_MAX];
    Value value;
    if (leaf(s, root, ply, depth, &value)) return value;
    const bool max  = v.game->turn(v.rules, s) == root;
    const int  n    = v.game->generate(v.rules, s, moves);
    Value      best = max ? -VALUE_INF : VALUE_INF;
    for (int i = 0; i < n; i++) {
        AnyState child;
        v.game->play(v.rules, &child, s, moves[i]);
        const Value w = one_against_all(&child, root, ply + 1, depth - 1);
        if (max ? w > best : w < best) best = w;
    }
    return best;
}

// After a move of `root` one of the others replies.
static Value best_reply(const AnyState *s, int root, int ply, int depth, bool max)
{
    Move  moves[GAME_MOVES_MAX];
    Value value;
    if (leaf(s, root, ply, depth, &value) && depth == 0) return value;
    Value best = max ? -VALUE_INF : VALUE_INF;
    bool  any  = false;
    for (int pass = 0; pass < 2 && !any; pass++)
        for (int p = 0; p < v.facts.players; p++) {
            AnyState theirs = *s, after, next;
            if ((p == root) != max) continue;
            if (!max) v.game->pass_to(v.rules, &theirs, s, p);
            const int n = v.game->generate(v.rules, &theirs, moves);
            for (int i = 0; i < n; i++) {
                if (!max && (moves[i] == MOVE_PASS) != (pass == 1)) continue;
                v.game->play(v.rules, &after, &theirs, moves[i]);
                next = after;
                if (!max) v.game->pass_to(v.rules, &next, &after, root);
                const Value w = best_reply(&next, root, ply + 1, depth - 1, !max);
                any           = true;
                if (max ? w > best : w < best) best = w;
            }
        }
    if (any) return best;
    Value payoff[PLAYERS_MAX];
    v.game->payoff(v.rules, s, payoff);
    return value_of_payoff(payoff[root], ply);
}

static void everybody(const AnyState *s, int ply, int depth, Value out[PLAYERS_MAX])
{
    Move moves[GAME_MOVES_MAX];
    bool ends = false;
    memset(out, 0, PLAYERS_MAX * sizeof *out);
    for (int p = 0; p < v.facts.players; p++) ends = leaf(s, p, ply, depth, &out[p]);
    if (ends) return;
    const int p = v.game->turn(v.rules, s), n = v.game->generate(v.rules, s, moves);
    for (int i = 0; i < n; i++) {
        AnyState child;
        Value    w[PLAYERS_MAX];
        v.game->play(v.rules, &child, s, moves[i]);
        everybody(&child, ply + 1, depth - 1, w);
        if (i == 0 || w[p] > out[p]) memcpy(out, w, sizeof w);
    }
}

static Value truth_of(Algorithm algorithm, const AnyState *child, int root, int depth)
{
    Value values[PLAYERS_MAX];
    if (v.game->count(v.rules, child) == 0) return one_against_all(child, root, 1, 0);
    if (algorithm == ALGORITHM_BRS && v.facts.players > 2)
        return best_reply(child, root, 1, depth - 1, false);
    if (algorithm != ALGORITHM_MAXN) return one_against_all(child, root, 1, depth - 1);
    everybody(child, 1, depth - 1, values);
    return values[root];
}

static const struct {
    const char *game, *spec;
    int         depth;
} cases[] = {
    {"tictactoe", "alphabeta:depth=1,tt=10,order=tt+killer,deepening=yes", 5},
    {"othello", "alphabeta:depth=1,pvs=yes,tt=12,order=tt+history-ads", 4},
    {"checkers", "alphabeta:depth=1", 4},
    {"othello", "minimax:depth=1", 3},
    {"connect-four:width=4,height=4", "brs:depth=1,tt=8,order=tt", 5},
    {"thief-police:size=7,maze=6", "alphabeta:depth=1,tt=10,order=tt", 4},   // several plies in a row
    {"virus:size=5,players=3", "paranoid:depth=1,tt=12,order=tt+killer", 3},
    {"virus:size=5,players=3", "brs:depth=1,tt=12,order=tt+killer", 3},
    {"virus:size=5,players=3", "maxn:depth=1", 3},
    {"focus:players=4", "brs:depth=1", 2},
    {"focus:players=4", "paranoid:depth=1,tt=8,order=tt", 2},
    {"chinese-checkers:players=4", "maxn:depth=1", 2},
};
enum { CASES = sizeof cases / sizeof *cases };

START_TEST(test_every_move_has_the_value_of_its_algorithm)
{
    Rng rng = rng_seed(31 + (uint64_t)_i);
    for (int trial = 0; trial < test_amount(3, 20); trial++) {
        AnyState s;
        v = test_open(cases[_i].game);
        test_position(&v, &rng, &s);
        variant_close(&v);
        begin(cases[_i].game, cases[_i].spec, &s);
        MoveValues          values;
        const Algorithm     algorithm = player.search->settings.algorithm;
        const int           p = v.game->turn(v.rules, &s), depth = cases[_i].depth;
        const MoveValuesAsk ask = {.limits = {.depth = depth}};
        ck_assert(move_values_available(&player, &v, &status));
        ck_assert(move_values_find(&values, &player, &record, &ask, &status));
        ck_assert_int_eq(values.depth, depth);
        ck_assert(!values.stopped);
        ck_assert_int_eq(values.count, v.game->count(v.rules, &s));
        ck_assert_int_eq(values.kept, values.count);
        for (int i = 0; i < values.count; i++) {
            const MoveValue *const one = &values.list[i];
            AnyState               child;
            v.game->play(v.rules, &child, &s, one->m);
            ck_assert_int_eq(one->depth, depth);
            ck_assert_int_eq(one->pv[0], one->m);
            if (!v.game->drawn(v.rules, &child))
                ck_assert_int_eq(one->value, truth_of(algorithm, &child, p, depth));
            if (i > 0) ck_assert_int_le(one->value, values.list[i - 1].value);
            for (int k = 0; k < i; k++) ck_assert_int_ne(one->m, values.list[k].m);
        }
        // The best of them is what a search of the position finds.
        SearchResult       found;
        const SearchLimits limits = {.depth = depth, .straight = true};
        player_search_position(&player, &v, &s, &limits, NULL, NULL, &found);
        ck_assert_int_eq(found.value, values.list[0].value);
        move_values_close(&values);
        end();
    }
}
END_TEST

// Limits.

START_TEST(test_a_stop_before_the_first_search_leaves_the_evaluation_after_each_move)
{
    const atomic_bool stop = true;
    MoveValues        values;
    begin("othello", "alphabeta:depth=9", NULL);
    const MoveValuesAsk ask = {.limits = {.stop = &stop}};
    ck_assert(move_values_find(&values, &player, &record, &ask, &status));
    ck_assert(values.stopped);
    ck_assert_int_eq(values.depth, 1);
    ck_assert_int_eq(values.count, 4);
    for (int i = 0; i < values.count; i++) {
        AnyState child;
        v.game->play(v.rules, &child, &record.now, values.list[i].m);
        ck_assert_int_eq(values.list[i].value, v.game->evaluate(v.rules, &child, 0));
    }
    move_values_close(&values);
    end();
}
END_TEST

START_TEST(test_a_limit_of_nodes_leaves_all_moves_at_the_same_depth)
{
    begin("othello", "alphabeta:depth=1,tt=12,order=tt", NULL);
    player.search->settings.depth = 0;
    int last                      = 0;
    for (uint64_t nodes = 1; nodes < 200000; nodes *= 3) {
        MoveValues          values;
        const MoveValuesAsk ask = {.limits = {.nodes = nodes}};
        ck_assert(move_values_find(&values, &player, &record, &ask, &status));
        ck_assert(values.stopped);
        ck_assert_uint_le(values.nodes, nodes + 4);   // depth 1 is there in any case
        ck_assert_int_ge(values.depth, last);
        for (int i = 0; i < values.count; i++) ck_assert_int_eq(values.list[i].depth, values.depth);
        last = values.depth;
        move_values_close(&values);
    }
    ck_assert_int_gt(last, 4);
    end();
}
END_TEST

typedef struct Seen {
    int depth, enough;
} Seen;

static bool depth_seen(void *context, const MoveValues *so_far)
{
    Seen *const seen = context;
    ck_assert_int_eq(so_far->depth, ++seen->depth);
    return so_far->depth < seen->enough;
}

START_TEST(test_depths_are_reported_until_it_is_enough)
{
    Seen       seen = {.enough = 3};
    MoveValues values;
    begin("othello", "alphabeta:depth=9", NULL);
    const MoveValuesAsk ask = {.report = depth_seen, .context = &seen};
    ck_assert(move_values_find(&values, &player, &record, &ask, &status));
    ck_assert_int_eq(values.depth, 3);
    ck_assert_int_eq(seen.depth, 3);
    ck_assert(!values.stopped);
    move_values_close(&values);
    end();
}
END_TEST

START_TEST(test_where_every_move_is_decided_no_depth_follows)
{
    MoveValues values;
    Status     ignored;
    AnyState   s;
    v = test_open("tictactoe");
    ck_assert(variant_parse(&v, &s, "XX-OOXXOO X", &ignored));
    variant_close(&v);
    begin("tictactoe", "alphabeta:depth=9", &s);
    player.search->settings.depth = 0;
    const MoveValuesAsk ask       = {.limits = {.nodes = 1000000}};
    ck_assert(move_values_find(&values, &player, &record, &ask, &status));
    ck_assert_int_eq(values.depth, 1);
    ck_assert_int_eq(values.list[0].value, PAYOFF_UNIT * VALUE_PER_PAYOFF - 1);
    move_values_close(&values);
    end();
}
END_TEST

// Some moves.

START_TEST(test_the_better_half_goes_on_and_the_favourite)
{
    MoveValues all, some;
    begin("checkers", "alphabeta:depth=4", NULL);
    const MoveValuesAsk every = {.limits = {.depth = 4}};
    ck_assert(move_values_find(&all, &player, &record, &every, &status));
    const Move          worst = all.list[all.count - 1].m;
    const MoveValuesAsk ask   = {.limits = {.depth = 4}, .keep = 2, .favourite = worst};
    ck_assert(move_values_find(&some, &player, &record, &ask, &status));
    ck_assert_int_eq(some.count, all.count);
    ck_assert_int_eq(some.kept, 2);
    bool there = false;
    for (int i = 0; i < some.kept; i++) {
        ck_assert_int_eq(some.list[i].depth, 4);
        there |= some.list[i].m == worst;
        for (int k = 0; k < all.count; k++)
            if (all.list[k].m == some.list[i].m) ck_assert_int_eq(all.list[k].value, some.list[i].value);
    }
    ck_assert(there);
    for (int i = some.kept; i < some.count; i++) ck_assert_int_lt(some.list[i].depth, 4);
    move_values_close(&all);
    move_values_close(&some);
    end();
}
END_TEST

START_TEST(test_only_the_moves_asked_for_are_searched)
{
    MoveValues values;
    Move       moves[GAME_MOVES_MAX];
    begin("othello", "alphabeta:depth=3", NULL);
    v.game->generate(v.rules, &record.now, moves);
    const MoveValuesAsk ask = {.moves = moves + 1, .moves_count = 2};
    ck_assert(move_values_find(&values, &player, &record, &ask, &status));
    ck_assert_int_eq(values.count, 2);
    for (int i = 0; i < 2; i++) ck_assert(values.list[i].m == moves[1] || values.list[i].m == moves[2]);
    move_values_close(&values);
    end();
}
END_TEST

// Draws.

static void move_text(const char *text)
{
    Move m;
    ck_assert_msg(variant_move_parse(&v, &record.now, text, &m, &status), "%s", status.text);
    ck_assert(record_play(&record, m, &status));
}

static Value value_of_text(const MoveValues *values, const char *text)
{
    Move m;
    ck_assert(variant_move_parse(&v, &record.now, text, &m, &status));
    for (int i = 0; i < values->count; i++)
        if (values->list[i].m == m) return values->list[i].value;
    ck_abort_msg("no value of %s", text);
}

// A rook ahead; going back makes a draw of it where the search says so, and where the referee does.
START_TEST(test_a_move_back_to_a_position_is_a_draw)
{
    static const char *const specs[] = {"alphabeta:depth=2", "alphabeta:depth=2,repetition=yes"};
    static const char *const there[] = {"Rb2", "Kh7", "Ra2", "Kg8"};
    AnyState                 s;
    MoveValues               values;
    v = test_open("chess");
    ck_assert(variant_parse(&v, &s, "6k1/8/8/8/8/8/R7/K7 w - - 0 1", &status));
    variant_close(&v);
    for (int i = 0; i < 4; i++) {   // the second half: the position would come for the third time
        begin("chess", specs[i % 2], &s);
        for (int k = 0; k < (i < 2 ? 4 : 6); k++) move_text(there[k % 4]);
        const MoveValuesAsk ask = {.limits = {.depth = 2}};
        ck_assert(move_values_find(&values, &player, &record, &ask, &status));
        const Value back = value_of_text(&values, i < 2 ? "Rb2" : "Ra2"),
                    on   = value_of_text(&values, i < 2 ? "Rc2" : "Rc2");
        ck_assert_int_gt(on, 0);
        if (i % 2 == 0) ck_assert_int_gt(back, 0);   // came once, or twice with this: no draw yet
        else ck_assert_int_eq(back, 0);
        move_values_close(&values);
        end();
    }
    begin("chess", specs[0], &s);
    for (int k = 0; k < 7; k++) move_text(there[k % 4]);
    const MoveValuesAsk ask = {.limits = {.depth = 2}};
    ck_assert(move_values_find(&values, &player, &record, &ask, &status));
    ck_assert_int_eq(value_of_text(&values, "Kg8"), 0);   // the third time
    ck_assert_int_lt(value_of_text(&values, "Kh6"), 0);
    move_values_close(&values);
    end();
}
END_TEST

START_TEST(test_minimax_of_more_than_two_is_refused)
{
    begin("virus:size=5,players=3", "minimax:depth=2", NULL);
    ck_assert(!move_values_available(&player, &v, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "minimax"));
    end();
    begin("othello", "random", NULL);
    ck_assert(!move_values_available(&player, &v, &status));
    end();
}
END_TEST

// What was learned before, and the settings, are as they were.
START_TEST(test_the_player_is_left_as_it_was)
{
    MoveValues   values;
    SearchResult before, after;
    begin("othello", "alphabeta:depth=5,tt=12,order=tt+history", NULL);
    const SearchLimits  limits = {0};
    const MoveValuesAsk ask    = {0};
    player_search_position(&player, &v, &record.now, &limits, NULL, NULL, &before);
    ck_assert(move_values_find(&values, &player, &record, &ask, &status));
    ck_assert(!player.search->settings.keep_lists);
    player_search_position(&player, &v, &record.now, &limits, NULL, NULL, &after);
    ck_assert_uint_eq(before.nodes, after.nodes);
    move_values_close(&values);
    end();
}
END_TEST

Suite *suite_move_values(void);
Suite *suite_move_values(void)
{
    Suite *s = suite_create("move_values");
    TCase *t = tcase_create("move_values");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, test_every_move_has_the_value_of_its_algorithm, 0, CASES);
    tcase_add_test(t, test_a_stop_before_the_first_search_leaves_the_evaluation_after_each_move);
    tcase_add_test(t, test_a_limit_of_nodes_leaves_all_moves_at_the_same_depth);
    tcase_add_test(t, test_depths_are_reported_until_it_is_enough);
    tcase_add_test(t, test_where_every_move_is_decided_no_depth_follows);
    tcase_add_test(t, test_the_better_half_goes_on_and_the_favourite);
    tcase_add_test(t, test_only_the_moves_asked_for_are_searched);
    tcase_add_test(t, test_a_move_back_to_a_position_is_a_draw);
    tcase_add_test(t, test_minimax_of_more_than_two_is_refused);
    tcase_add_test(t, test_the_player_is_left_as_it_was);
    suite_add_tcase(s, t);
    return s;
}
