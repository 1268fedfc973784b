// The line that is walked on through the table: its moves are legal, and its end has the value of the line by
// plain minimax; the search is the same with it.
#include "base/rng.h"
#include "play/show/table_line.h"
#include "search/values.h"
#include "tests.h"

#include <string.h>

static const char *const games[] = {
    "chess",    "othello",
    "checkers", "connect-four",
    "abalone",  "tictactoe",
    "virus",    "chinese-checkers:board=rhombus6",
    "focus",    "thief-police:size=7,maze=6,exits=2,stay=thief,rounds=40",
};
enum { GAMES = sizeof games / sizeof *games, LEAVES = 500000 };

typedef struct Lines {
    const Search *se;
    AnyState      root;
    int           extended;   // lines that became longer
    Move          next[2];    // the last one's first moves
    int           length;     // and its length
} Lines;

// Legal, and no position twice.
static AnyState line_end(const Variant *v, const AnyState *root, const Move pv[], int length)
{
    AnyState s = *root;
    uint64_t hashes[PLY_MAX];
    for (int i = 0; i < length; i++) {
        Move           moves[GAME_MOVES_MAX];
        const AnyState before = s;
        const int      n      = v->game->generate(v->rules, &s, moves);
        int            k      = 0;
        while (k < n && moves[k] != pv[i]) k++;
        ck_assert_msg(k < n, "%s: move %d of %d is illegal", v->game->name, i, length);
        v->game->play(v->rules, &s, &before, pv[i]);
        hashes[i] = v->game->hash(v->rules, &s);
        for (k = 0; k < i; k++) ck_assert(hashes[k] != hashes[i]);
    }
    return s;
}

static Value plain_value(const Variant *v, const AnyState *s, int depth)
{
    Value values[PLAYERS_MAX];
    if (depth > 0 && v->game->count(v->rules, s) > 0)
        return reference_value(v, ALGORITHM_ALPHABETA, s, depth, values);
    if (v->game->count(v->rules, s) > 0)
        return value_of_evaluation(v->game->evaluate(v->rules, s, v->game->turn(v->rules, s)));
    v->game->payoff(v->rules, s, values);
    return value_of_payoff(values[v->game->turn(v->rules, s)], 0);
}

static void line_look(void *context, const SearchResult *found)
{
    Lines *const         lines = context;
    const Variant *const v     = lines->se->v;
    Move                 pv[PLY_MAX];
    memcpy(pv, found->pv, sizeof pv);
    const int length = table_line_extend(lines->se, &lines->root, found->value, found->depth, pv,
                                         found->pv_length);
    ck_assert(length >= found->pv_length && length <= found->depth);
    ck_assert_mem_eq(pv, found->pv, (size_t)found->pv_length * sizeof *pv);
    lines->next[0] = pv[0], lines->next[1] = length > 1 ? pv[1] : MOVE_NONE;
    lines->length = length;
    if (length == found->pv_length) return;
    lines->extended++;
    const AnyState end   = line_end(v, &lines->root, pv, length);
    const bool     same  = v->game->turn(v->rules, &end) == v->game->turn(v->rules, &lines->root);
    const Value    plain = value_from_table(plain_value(v, &end, found->depth - length), length);
    ck_assert_msg((same ? plain : -plain) == found->value, "%s: %d after %d of %d plies, not %d",
                  v->game->name, plain, length, found->depth, found->value);
}

// A search, then from move to move of its line with the table that it left, each a ply less deep.
static int game_walk(const Variant *v, Search *se, const AnyState *start, int depth)
{
    Lines lines = {.se = se, .root = *start};
    for (; depth > 0 && v->game->count(v->rules, &lines.root) > 0; depth--) {
        const AnyState     before = lines.root;
        SearchResult       r;
        const SearchLimits limits = {.depth = depth};
        search_run(se, &before, &limits, line_look, &lines, &r);
        v->game->play(v->rules, &lines.root, &before, lines.next[0]);
    }
    return lines.extended;
}

START_TEST(test_a_line_through_the_table_is_legal_and_its_end_has_its_value)
{
    static const char *const players[] = {
        "alphabeta:tt=16,order=tt,lifetime=game",
        "alphabeta:tt=16,order=tt+history,lifetime=game,pvs=yes,deepening=yes",
        "alphabeta:tt=8,lifetime=game,deepening=yes,aspiration=20"};
    Variant v        = test_open(games[_i]);
    Rng     rng      = rng_seed(15);
    int     extended = 0;
    for (int round = 0; round < test_amount(12, 300); round++) {
        const SearchSettings settings = test_settings(&v, players[round % 3]);
        Search *const        se       = test_search(&v, &settings);
        AnyState             s;
        test_position(&v, &rng, &s);
        extended += game_walk(&v, se, &s, test_depth(&v, &s, 6, LEAVES));
        search_close(se);
    }
    ck_assert_msg(extended >= test_amount(3, 50), "%s: %d lines became longer", games[_i], extended);
    variant_close(&v);
}
END_TEST

// Depths, values and bounds that are not those of the line are not followed.
START_TEST(test_entries_of_other_depths_values_and_bounds_are_not_followed)
{
    static const struct {
        int   more, depth;   // of the value, of what is left
        Bound bound;
        int   index, length;
    } cases[] = {
        {0, 0, BOUND_EXACT, 0, 2},   {1, 0, BOUND_EXACT, 0, 1},
        {0, -1, BOUND_EXACT, 0, 1},  {0, 1, BOUND_EXACT, 0, 1},
        {0, 0, BOUND_LOWER, 0, 1},   {0, 0, BOUND_UPPER, 0, 1},
        {0, 0, BOUND_EXACT, 400, 1}, {0, 0, BOUND_EXACT, TT_INDEX_NONE, 1},
    };
    Variant              v        = test_open("othello");
    const SearchSettings settings = test_settings(&v, "alphabeta:tt=8");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Search *const se = test_search(&v, &settings);
        AnyState      s, child;
        Move          moves[GAME_MOVES_MAX], pv[PLY_MAX];
        variant_setup(&v, &s);
        v.game->generate(v.rules, &s, moves);
        v.game->play(v.rules, &child, &s, moves[0]);
        tt_store(se->tt, v.game->hash(v.rules, &child), -7 + cases[i].more, (uint16_t)cases[i].index,
                 3 + cases[i].depth, cases[i].bound);
        pv[0] = moves[0];
        ck_assert_int_eq(table_line_extend(se, &s, 7, 4, pv, 1), cases[i].length);
        ck_assert_int_eq(table_line_extend(se, &s, 7, 1, pv, 1), 1);   // as long as the depth
        ck_assert_int_eq(table_line_extend(se, &s, 7, 4, pv, 0), 0);
        pv[0] = moves[0] + 1000;
        ck_assert_int_eq(table_line_extend(se, &s, 7, 4, pv, 1), 1);
        search_close(se);
    }
    variant_close(&v);
}
END_TEST

// A table that leads in a circle: knights out and home again.
START_TEST(test_no_position_comes_twice)
{
    static const char *const words[]  = {"Nf3", "Nf6", "Ng1", "Ng8"};
    Variant                  v        = test_open("chess");
    const SearchSettings     settings = test_settings(&v, "alphabeta:tt=8");
    Search *const            se       = test_search(&v, &settings);
    AnyState                 root, s;
    Move                     pv[PLY_MAX];
    Status                   status;
    variant_setup(&v, &root);
    s = root;
    for (int i = 0; i < 4; i++) {
        Move           moves[GAME_MOVES_MAX], m;
        const AnyState before = s;
        ck_assert(variant_move_parse(&v, &s, words[i], &m, &status));
        const int n = v.game->generate(v.rules, &s, moves);
        int       k = 0;
        while (k < n && moves[k] != m) k++;
        if (i == 0) pv[0] = m;
        tt_store(se->tt, v.game->hash(v.rules, &s), 0, (uint16_t)k, 20 - i, BOUND_EXACT);
        v.game->play(v.rules, &s, &before, m);
    }
    ck_assert_int_eq(table_line_extend(se, &root, 0, 20, pv, 1), 3);
    // Nor one of the game.
    AnyState       after;
    const AnyState before = root;
    v.game->play(v.rules, &after, &before, pv[0]);
    v.game->play(v.rules, &s, &after, pv[1]);
    const uint64_t past[] = {v.game->hash(v.rules, &s)};
    se->limits            = (SearchLimits){.history = past, .history_count = 1};
    ck_assert_int_eq(table_line_extend(se, &root, 0, 20, pv, 1), 1);
    search_close(se);
    variant_close(&v);
}
END_TEST

// With a table, without a table, with three players.
START_TEST(test_searches_without_a_table_or_with_more_players_keep_their_lines)
{
    static const char *const cases[][2] = {{"othello", "alphabeta"},
                                           {"virus:size=5,players=3", "paranoid:tt=10"}};
    for (int i = 0; i < 2; i++) {
        Variant              v        = test_open(cases[i][0]);
        const SearchSettings settings = test_settings(&v, cases[i][1]);
        Search *const        se       = test_search(&v, &settings);
        AnyState             s;
        SearchResult         r;
        const SearchLimits   limits = {.depth = 3};
        variant_setup(&v, &s);
        search_run(se, &s, &limits, NULL, NULL, &r);
        ck_assert_int_eq(table_line_extend(se, &s, r.value, 9, r.pv, 1), 1);
        search_close(se);
        variant_close(&v);
    }
}
END_TEST

Suite *suite_table_line(void);
Suite *suite_table_line(void)
{
    Suite *const suite = suite_create("table_line");
    TCase *const tcase = tcase_create("table_line");
    tcase_set_timeout(tcase, test_amount(60, 3600));
    tcase_add_loop_test(tcase, test_a_line_through_the_table_is_legal_and_its_end_has_its_value, 0, GAMES);
    tcase_add_test(tcase, test_entries_of_other_depths_values_and_bounds_are_not_followed);
    tcase_add_test(tcase, test_no_position_comes_twice);
    tcase_add_test(tcase, test_searches_without_a_table_or_with_more_players_keep_their_lines);
    suite_add_tcase(suite, tcase);
    return suite;
}
