// The mazes, starts and options of Thief and Police: against mazes made from docs/GAMES.md alone
// (naive/thief_police_maze.c), and what the options promise.
#include "base/rng.h"
#include "naive/naive.h"
#include "play/player.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAP_MAX = 60 * 61 + 1, SIDE_MAX = 60 };

// The maze as the game draws it.
static void drawn_map(const Variant *v, char map[MAP_MAX])
{
    AnyState s;
    char    *at   = map;
    int      size = 0;
    while (size * size < v->facts.cells) size++;
    variant_setup(v, &s);
    for (int i = 0; i < v->facts.cells; i++) {
        const CellMark mark = v->game->cell_view(v->rules, &s, i).mark;
        *at++               = mark == CELL_MARK_WALL ? '#' : mark == CELL_MARK_EXIT ? 'E' : '.';
        if (i % size == size - 1) *at++ = '\n';
    }
    *at = 0;
}

static int count(const char *text, char c)
{
    int n = 0;
    for (; *text; text++) n += *text == c;
    return n;
}

static const char *const mazes[] = {
    "",         "size=60",
    "size=5",   "size=60,style=loops",
    "size=13",  "style=perfect",
    "open=200", "style=random",
    "exits=4",  "style=random,open=12,exits=3",
    "loops=0",  "loops=64,open=400",
    "loops=40", "size=30,style=loops,loops=25,exits=2",
};
enum { MAZES = sizeof mazes / sizeof *mazes };

START_TEST(test_mazes_and_starts_are_the_naive_ones)
{
    for (int maze = 1; maze <= test_amount(4, 100); maze++) {
        char spec[120], map[MAP_MAX], start[NAIVE_TEXT_MAX], text[TEXT_MAX];
        snprintf(spec, sizeof spec, "thief-police:maze=%d,start=%d%s%s", maze * 37, maze * maze * 11,
                 mazes[_i][0] ? "," : "", mazes[_i]);
        Variant  v   = test_open(spec);
        Text     out = text_on(text, sizeof text);
        AnyState s;
        drawn_map(&v, map);
        ck_assert_str_eq(map, naive_maze(spec));
        variant_setup(&v, &s);
        variant_format(&v, &s, &out);
        naive_maze_start(spec, start);
        ck_assert_str_eq(text, start);
        variant_close(&v);
    }
}
END_TEST

static bool is_open(const char *map, int size, int row, int col)
{
    return row >= 0 && col >= 0 && row < size && col < size && map[row * (size + 1) + col] != '#';
}

// Loops of a connected maze: passages less cells, plus one.
static int loops_of(const char *map, int size)
{
    int cells = 0, passages = 0;
    for (int i = 0; i < size * size; i++) {
        const int row = i / size, col = i % size;
        if (!is_open(map, size, row, col)) continue;
        cells++;
        passages += is_open(map, size, row, col + 1) + is_open(map, size, row + 1, col);
    }
    return passages - cells + 1;
}

static int dead_ends(const char *map, int size)
{
    int n = 0;
    for (int i = 0; i < size * size; i++) {
        const int row = i / size, col = i % size;
        n += is_open(map, size, row, col) &&
             is_open(map, size, row - 1, col) + is_open(map, size, row + 1, col) +
                     is_open(map, size, row, col - 1) + is_open(map, size, row, col + 1) ==
                 1;
    }
    return n;
}

// What "corridors with ten loops, dead ends trimmed to 150 cells" says, counted: more are left only where no
// dead end is, which is seldom.
START_TEST(test_the_usual_maze_has_ten_loops_and_150_cells)
{
    int larger = 0;
    for (int maze = 1; maze <= 50; maze++) {
        char spec[80], map[MAP_MAX];
        snprintf(spec, sizeof spec, "thief-police:maze=%d", maze);
        Variant v = test_open(spec);
        drawn_map(&v, map);
        const int cells = count(map, '.') + count(map, 'E');
        ck_assert(cells == 150 || (cells > 150 && dead_ends(map, 20) == 0));
        ck_assert(maze > 5 || cells == 150);   // those of the tables
        larger += cells > 150;
        ck_assert_int_eq(count(map, 'E'), 1);
        ck_assert_int_eq(loops_of(map, 20), 10);
        for (int i = 0; i < 20; i++) {
            ck_assert(!is_open(map, 20, 0, i) && !is_open(map, 20, i, 0));
            ck_assert(!is_open(map, 20, 19, i) && !is_open(map, 20, i, 19));
        }
        variant_close(&v);
    }
    ck_assert_int_le(larger, 10);
}
END_TEST

START_TEST(test_options_that_do_not_fit_are_refused)
{
    static const char *const bad[][2] = {
        {"style=random,loops=3", "expected style=loops"},
        {"size=60,loops=3", "expected style=loops"},
        {"style=perfect,open=100", "style=random or loops"},
        {"open=9,exits=4", "police + exits + 2 = 10"},
        {"exits=5", "exits=5"},
        {"stay=nobody", "stay=nobody"},
        {"rounds=0", "rounds=0"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char    spec[80];
        Variant v;
        Status  status;
        snprintf(spec, sizeof spec, "thief-police:%s", bad[i][0]);
        ck_assert(!variant_open(&v, spec, &status));
        ck_assert_msg(strstr(status.text, bad[i][1]) != NULL, "%s: %s", spec, status.text);
    }
}
END_TEST

// Who may not stay has no move that leaves him where he is, unless it is the only one.
START_TEST(test_who_may_not_stay_moves)
{
    static const char *const who[]    = {"both", "thief", "police", "none"};
    const bool               joint    = _i >= 4;
    int                      stays[2] = {0}, alone[2] = {0};
    char                     spec[100];
    Rng                      rng = rng_seed((uint64_t)_i);
    snprintf(spec, sizeof spec, "thief-police:size=5,open=9,stay=%s,simultaneous=%s", who[_i % 4],
             joint ? "yes" : "no");
    Variant v = test_open(spec);
    for (int k = 0; k < 4000; k++) {
        AnyState s;
        Move     moves[GAME_MOVES_MAX];
        test_position(&v, &rng, &s);
        const int n = v.game->generate(v.rules, &s, moves), p = v.game->turn(v.rules, &s);
        for (int i = 0; i < n; i++) {
            char text[TEXT_MAX];
            Text out = text_on(text, sizeof text);
            variant_move_format(&v, &s, moves[i], &out);
            const char *const to    = strchr(text, '-');
            const bool        still = to == NULL || strncmp(text, to + 1, (size_t)(to - text)) == 0;
            stays[p] += still && n > 1;
            alone[p] += still && n == 1;
        }
    }
    const bool may[2] = {_i % 4 < 2, _i % 4 == 0 || _i % 4 == 2};
    for (int p = 0; p < 2; p++) ck_assert_int_eq(stays[p] > 0, may[p]);
    ck_assert_int_eq(alone[0], 0);
    if (joint) ck_assert_int_gt(alone[1], 0);
    variant_close(&v);
}
END_TEST

START_TEST(test_rounds_are_the_cap)
{
    static const struct {
        const char *spec;
        int         plies;
    } caps[] = {{"thief-police", 400},
                {"thief-police:rounds=7", 14},
                {"thief-police:rounds=7,simultaneous=yes", 35},
                {"thief-police:rounds=50,police=2,simultaneous=yes", 150}};
    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++) {
        Variant v = test_open(caps[i].spec);
        ck_assert_int_eq(v.facts.plies_max, caps[i].plies);
        variant_close(&v);
    }
}
END_TEST

// The thief escapes on each of several exits, and only there.
START_TEST(test_every_exit_is_one)
{
    const char *const spec    = "thief-police:size=7,maze=3,exits=3,police=1";
    Variant           v       = test_open(spec);
    const char *const map     = naive_maze(spec);
    int               escapes = 0;
    for (int row = 0; row < 7; row++)
        for (int col = 0; col < 7; col++) {
            char     position[64];
            AnyState s = {0};
            Status   status;
            Value    payoff[PLAYERS_MAX];
            int      other = 0;
            if (map[row * 8 + col] == '#') continue;
            while (map[other] != '.' || other == row * 8 + col) other++;
            snprintf(position, sizeof position, "%d.%d %d.%d police", row, col, other / 8, other % 8);
            ck_assert_msg(v.game->position_parse(v.rules, &s, position, &status), "%s", status.text);
            v.game->payoff(v.rules, &s, payoff);
            ck_assert_int_eq(v.game->over(v.rules, &s), map[row * 8 + col] == 'E');
            ck_assert_int_eq(payoff[0] > 0, map[row * 8 + col] == 'E');
            escapes += payoff[0] > 0;
        }
    ck_assert_int_eq(escapes, 3);
    variant_close(&v);
}
END_TEST

// Minimax whose leaves lie at the end of a turn, for the side to move at the root.
static Value whole_turns(const Variant *v, const AnyState *s, int depth, int root)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = v->game->generate(v->rules, s, moves), p = v->game->turn(v->rules, s);
    char      text[TEXT_MAX];
    Text      out = text_on(text, sizeof text);
    variant_format(v, s, &out);
    if (n == 0) {
        Value payoff[PLAYERS_MAX];
        v->game->payoff(v->rules, s, payoff);
        return payoff[root] > 0 ? 1000000 : -1000000;
    }
    if (depth <= 0 && strchr(text, ':') == NULL) return v->game->evaluate(v->rules, s, root);
    Value best = p == root ? -2000000 : 2000000;
    for (int i = 0; i < n; i++) {
        AnyState child = {0};
        v->game->play(v->rules, &child, s, moves[i]);
        const Value value = whole_turns(v, &child, depth - 1, root);
        if (p == root ? value > best : value < best) best = value;
    }
    return best;
}

// With q=3 a search of any depth ends at the end of a joint turn.
START_TEST(test_quiescence_ends_at_the_end_of_a_turn)
{
    Variant v     = test_open("thief-police:simultaneous=yes");
    Rng     rng   = rng_seed(9);
    int     other = 0;
    for (int depth = 1; depth <= 5; depth++) {
        char   text[80];
        Status status;
        snprintf(text, sizeof text, "alphabeta:depth=%d,q=3,tt=14,order=tt+killer", depth);
        const SearchSettings settings = test_settings(&v, text);
        Search *const        se       = search_open(&v, &settings, &status);
        for (int k = test_amount(15, 300); k > 0; k--) {
            AnyState     s;
            SearchResult result;
            Move         moves[GAME_MOVES_MAX];
            test_position(&v, &rng, &s);
            if (v.game->generate(v.rules, &s, moves) == 0) continue;
            const int   root     = v.game->turn(v.rules, &s);
            const Value expected = whole_turns(&v, &s, depth, root);
            search_run(se, &s, &(SearchLimits){0}, NULL, NULL, &result);
            if (abs(expected) == 1000000) ck_assert_int_eq(expected > 0, result.value > 0);
            else ck_assert_int_eq(result.value, expected);
            other += result.value != reference_value(&v, ALGORITHM_ALPHABETA, &s, depth, NULL);
        }
        search_close(se);
    }
    ck_assert_int_gt(other, 0);
    variant_close(&v);
}
END_TEST

Suite *suite_thief_police_maze(void);
Suite *suite_thief_police_maze(void)
{
    Suite *suite = suite_create("thief_police_maze");
    TCase *tcase = tcase_create("thief_police_maze");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, test_mazes_and_starts_are_the_naive_ones, 0, MAZES);
    tcase_add_test(tcase, test_the_usual_maze_has_ten_loops_and_150_cells);
    tcase_add_test(tcase, test_options_that_do_not_fit_are_refused);
    tcase_add_loop_test(tcase, test_who_may_not_stay_moves, 0, 8);
    tcase_add_test(tcase, test_rounds_are_the_cap);
    tcase_add_test(tcase, test_every_exit_is_one);
    tcase_add_test(tcase, test_quiescence_ends_at_the_end_of_a_turn);
    suite_add_tcase(suite, tcase);
    return suite;
}
