// Repetition in the search: values equal a minimax that looks at its whole path, and nothing that depends on
// a path gets into the table.
#include "base/rng.h"
#include "search/search.h"
#include "search/small_chess.h"
#include "tests.h"

#include <stdio.h>
#include <string.h>

enum { PAST_MAX = 64 };

static const char *const games[] = {
    "checkers",
    "checkers:relaxed=yes",
    "abalone",
    "chinese-checkers:board=rhombus4,pieces=3",
    "chinese-checkers:board=rhombus6,pieces=3",
    "chinese-checkers:players=3",
    "thief-police:size=7,maze=6,exits=2,stay=thief,rounds=40",
    "thief-police:size=7,maze=6,exits=2,stay=thief,simultaneous=yes,rounds=40",
    "virus:size=5,players=3",
    "focus",
    NULL,
};
enum { GAMES = sizeof games / sizeof *games };

static Variant game_open(int i) { return games[i] != NULL ? test_open(games[i]) : small_chess_open(); }

// Plays up to `plies` random moves, as many as there are.
static void walk(const Variant *v, Rng *rng, AnyState *s, int plies)
{
    for (; plies > 0; plies--) {
        Move           moves[GAME_MOVES_MAX];
        const AnyState parent = *s;
        const int      count  = v->game->generate(v->rules, &parent, moves);
        if (count == 0) return;
        v->game->play(v->rules, s, &parent, moves[rng_below(rng, (uint32_t)count)]);
    }
}

// A position of a random game that is not over, and positions before it: of that game in small chess, which
// says how far back they can lie; elsewhere such as are a few plies away, so that many lines lead to one.
static int position_draw(const Variant *v, Rng *rng, AnyState *s, uint64_t past[PAST_MAX])
{
    if (strcmp(v->game->name, "small-chess") == 0)
        return small_chess_position(v, rng_next(rng) % 100000, s, past);
    const int n = 1 + (int)rng_below(rng, 30);
    test_position(v, rng, s);
    for (int i = 0; i < n; i++) {
        AnyState at = *s;
        walk(v, rng, &at, 1 + (int)rng_below(rng, 4));
        past[i] = v->game->hash(v->rules, &at);
    }
    return n;
}

static const char *combination(const Variant *v, Rng *rng, char text[TEXT_MAX])
{
    static const char *const orders[] = {"none", "killer", "history-ads", "eval", "killer+history", "random"};
    static const char *const two[] = {"alphabeta", "paranoid", "brs", "maxn"}, *const more[] = {
                                                                                   "paranoid", "brs", "maxn"};
    const char *const name = v->facts.players == 2 ? two[rng_below(rng, 4)] : more[rng_below(rng, 3)];
    const bool        maxn = strcmp(name, "maxn") == 0;
    Text              out  = text_on(text, TEXT_MAX);
    text_add(&out, "%s:order=%s,repetition=yes", name, orders[rng_below(rng, 6)]);
    if (!maxn && rng_below(rng, 2)) text_add(&out, ",pvs=yes");
    if (!maxn && rng_below(rng, 2)) text_add(&out, ",deepening=yes,aspiration=5");
    return text;
}

static SearchResult search_after(Search *se, const AnyState *s, int depth, const uint64_t past[], int known)
{
    SearchResult       r;
    const SearchLimits limits = {.depth = depth, .history = past, .history_count = known};
    search_run(se, s, &limits, NULL, NULL, &r);
    return r;
}

START_TEST(test_values_equal_a_minimax_of_the_whole_path)
{
    Variant v     = game_open(_i);
    Rng     rng   = rng_seed(5 + (uint64_t)_i);
    int     other = 0;
    for (int i = 0; i < test_amount(120, 3000); i++) {
        uint64_t             past[PAST_MAX];
        AnyState             s;
        char                 text[TEXT_MAX];
        Value                values[PLAYERS_MAX], plain[PLAYERS_MAX];
        const int            known = position_draw(&v, &rng, &s, past), depth = test_depth(&v, &s, 7, 3000);
        const SearchSettings t        = test_settings(&v, combination(&v, &rng, text));
        Search *const        se       = test_search(&v, &t);
        const SearchLimits   game     = {.history = past, .history_count = known};
        const Value          expected = reference_value_repeating(&v, t.algorithm, &s, depth, &game, values);
        const Value          got      = search_after(se, &s, depth, past, known).value;
        ck_assert_msg(got == expected, "%s %s depth %d, %d before: value %d, reference %d", v.game->name,
                      text, depth, known, got, expected);
        other += expected != reference_value(&v, t.algorithm, &s, depth, plain);
        search_close(se);
    }
    ck_assert_msg(other > 0, "%s: repetition changed nothing", v.game->name);
    variant_close(&v);
}
END_TEST

// Up to depth 3 hardly a position comes again within a line, so that a table changes no value. A search after
// a game comes first and keeps its table; if one of its draws were in the table, the second search, without a
// game, would find it there.
START_TEST(test_no_value_of_one_path_is_found_on_another)
{
    Variant           v     = game_open(_i);
    Rng               rng   = rng_seed(50 + (uint64_t)_i);
    const char *const name  = v.facts.players == 2 ? "alphabeta" : _i % 2 ? "brs" : "paranoid";
    int               other = 0;
    for (int i = 0; i < test_amount(150, 3000); i++) {
        uint64_t past[PAST_MAX];
        AnyState s;
        char     text[TEXT_MAX];
        Value    values[PLAYERS_MAX];
        snprintf(text, sizeof text, "%s:order=tt,tt=12,lifetime=game,repetition=yes%s", name,
                 i % 2 ? ",pvs=yes,deepening=yes" : "");
        const int            known = position_draw(&v, &rng, &s, past), depth = test_depth(&v, &s, 3, 3000);
        const SearchSettings t        = test_settings(&v, text);
        Search *const        se       = test_search(&v, &t);
        const SearchLimits   game     = {0};
        const Value          expected = reference_value_repeating(&v, t.algorithm, &s, depth, &game, values);
        other += search_after(se, &s, depth, past, known).value != expected;
        const Value got = search_after(se, &s, depth, NULL, 0).value;
        ck_assert_msg(got == expected, "%s %s depth %d, %d before: value %d, reference %d", v.game->name,
                      text, depth, known, got, expected);
        search_close(se);
    }
    ck_assert_msg(other > 0 || games[_i] == NULL, "%s: the game before changed nothing", v.game->name);
    variant_close(&v);
}
END_TEST

// Every entry of a table that has cut nothing off: is it what a minimax from its position finds, with nothing
// before it?
static void entries_check(const Variant *v, const Search *se, const AnyState *s, int depth, int *entries)
{
    Move        moves[GAME_MOVES_MAX];
    Value       values[PLAYERS_MAX];
    const TTHit hit = tt_probe(se->tt, v->game->hash(v->rules, s));
    if (hit.bound != BOUND_NONE) {
        const SearchLimits none = {0};
        const Value value = reference_value_repeating(v, ALGORITHM_ALPHABETA, s, hit.depth, &none, values);
        ck_assert_msg(hit.bound == BOUND_LOWER   ? value >= hit.value
                      : hit.bound == BOUND_UPPER ? value <= hit.value
                                                 : value == hit.value,
                      "%s: bound %d of depth %d: %d, reference %d", v->game->name, hit.bound, hit.depth,
                      hit.value, value);
        ++*entries;
    }
    const int n = depth > 1 ? v->game->generate(v->rules, s, moves) : 0;
    for (int i = 0; i < n; i++) {
        AnyState child;
        v->game->play(v->rules, &child, s, moves[i]);
        entries_check(v, se, &child, depth - 1, entries);
    }
}

START_TEST(test_entries_of_the_table_hold_on_every_path)
{
    Variant v       = game_open(_i);
    Rng     rng     = rng_seed(500 + (uint64_t)_i);
    int     entries = 0;
    if (v.facts.players > 2 || games[_i] == NULL) {   // a clock is not in the key
        variant_close(&v);
        return;
    }
    const SearchSettings t = test_settings(&v, "alphabeta:order=none,tt=12,stats=yes,repetition=yes");
    for (int i = 0; i < test_amount(60, 1500); i++) {
        uint64_t      past[PAST_MAX];
        AnyState      s;
        const int     known = position_draw(&v, &rng, &s, past);
        Search *const se    = test_search(&v, &t);
        const int     depth = test_depth(&v, &s, 5, 400);
        search_after(se, &s, depth, past, known);
        if (se->stats->table_cuts == 0) entries_check(&v, se, &s, depth, &entries);
        search_close(se);
    }
    ck_assert_int_gt(entries, 0);
    variant_close(&v);
}
END_TEST

// A search of the position with a count of nothing comes first and keeps its table; then the same position
// close to the fiftieth move. Short endings, where mates come too late and captures begin the count anew.
START_TEST(test_counts_of_the_referee_are_kept_apart_in_a_table)
{
    static const char men[] = "KkRrQqPp";
    Variant           v     = test_open("chess");
    Rng               rng   = rng_seed(19);
    int               other = 0;
    for (int i = 0; i < test_amount(400, 20000);) {
        char     board[65] = "1111111111111111111111111111111111111111111111111111111111111111";
        char     fen[2][TEXT_MAX];
        AnyState s[2];
        Status   status;
        Value    values[PLAYERS_MAX];
        Text     out[2] = {text_on(fen[0], TEXT_MAX), text_on(fen[1], TEXT_MAX)};
        for (int k = 0; k < 4; k++)
            board[rng_below(&rng, 64)] = k < 2 ? men[k] : men[2 + rng_below(&rng, sizeof men - 3)];
        const int count = 94 + (int)rng_below(&rng, 6), turn = (int)rng_below(&rng, 2);
        for (int k = 0; k < 2; k++) {
            for (int row = 0; row < 8; row++) text_add(&out[k], "%s%.8s", row ? "/" : "", board + 8 * row);
            text_add(&out[k], " %c - - %d 90", "wb"[turn], k ? count : 0);
        }
        if (!variant_parse(&v, &s[0], fen[0], &status) || !variant_parse(&v, &s[1], fen[1], &status))
            continue;
        if (v.game->count(v.rules, &s[0]) == 0) continue;
        i++;
        const SearchSettings t = test_settings(
            &v, i % 2 ? "alphabeta:order=tt,tt=12,lifetime=game,repetition=yes"
                      : "alphabeta:order=tt+killer,tt=12,lifetime=game,repetition=yes,pvs=yes,deepening=yes");
        Search *const      se       = test_search(&v, &t);
        const SearchLimits none     = {0};
        const int          depth    = 1 + i % 3;
        const Value        expected = reference_value_repeating(&v, ALGORITHM_ALPHABETA, &s[1], depth, &none,
                                                                values);
        other += search_after(se, &s[0], depth, NULL, 0).value != expected;
        const Value got = search_after(se, &s[1], depth, NULL, 0).value;
        ck_assert_msg(got == expected, "%s depth %d: value %d, reference %d", fen[1], depth, got, expected);
        search_close(se);
    }
    ck_assert_int_gt(other, 0);
    variant_close(&v);
}
END_TEST

Suite *suite_repetition(void);
Suite *suite_repetition(void)
{
    Suite *const suite = suite_create("repetition");
    TCase *const tcase = tcase_create("repetition");
    tcase_set_timeout(tcase, test_amount(240, 7200));
    tcase_add_loop_test(tcase, test_values_equal_a_minimax_of_the_whole_path, 0, GAMES);
    tcase_add_loop_test(tcase, test_no_value_of_one_path_is_found_on_another, 0, GAMES);
    tcase_add_test(tcase, test_counts_of_the_referee_are_kept_apart_in_a_table);
    tcase_add_loop_test(tcase, test_entries_of_the_table_hold_on_every_path, 0, GAMES);
    suite_add_tcase(suite, tcase);
    return suite;
}
