// Classes of moves, by hand: what a game calls its most promising moves, and which of them are noisy. The
// twins of the searches ask the game itself, so that they cannot see a wrong class.
#include "tests.h"

#include <string.h>

typedef struct Classed {
    const char *spec, *position, *moves;   // of one class, each as the game writes it
    int class;
} Classed;

// Checkers: 0 jumps over two or more, 1 over one, 2 a man becomes a king, 3 the rest. Black goes down the
// board, to 29-32.
#define CHECKERS "checkers"
#define RELAXED  "checkers:relaxed=yes"
static const Classed checkers[] = {
    {CHECKERS, "B:W18,26:B14", "14x23x30", 0},
    {CHECKERS, "B:W18,26,27:BK14", "14x23x30 14x23x32", 0},
    {CHECKERS, "B:W18:B14", "14x23", 1},
    {CHECKERS, "B:W26:B22", "22x31", 1},   // and a king by it
    {CHECKERS, "B:W18:BK14", "14x23", 1},
    {CHECKERS, "W:W18:B14", "18x9", 1},
    {CHECKERS, "B:WK1:B26", "26-30 26-31", 2},
    {CHECKERS, "W:W6:BK32", "6-1 6-2", 2},
    {CHECKERS, "B:WK1:BK26", "26-22 26-23 26-30 26-31", 3},   // a king already
    {CHECKERS, "W:WK6:BK32", "6-1 6-2 6-9 6-10", 3},
    {CHECKERS, "B:WK1:B22", "22-25 22-26", 3},
    {CHECKERS, "W:W10:BK32", "10-6 10-7", 3},
    {CHECKERS, "B:WK32:B5", "5-9", 3},
    {RELAXED, "B:W18,26:B14", "14x23x30", 0},
    {RELAXED, "B:W18,26:B14", "14x23", 1},   // broken off
    {RELAXED, "B:W18,26:B14", "14-17", 3},
};

// Focus: 0 a piece of another player leaves the game, 1 one's own piece goes to the reserve, or a pile is
// taken over, 2 a move beside that, 3 a piece of the reserve enters beside that. A pile keeps its upper five.
#define ROWS(a4)                                                                                             \
    "-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-,-,-/" a4 "/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,2 1 "
#define ONE     "0,0 0,0 -"
#define RESERVE "1,0 0,0 -"
static const Classed focus[] = {
    {"focus", ROWS("1,22222,-,-,-,-,-,-") ONE, "a4-b4-1", 0},
    {"focus", ROWS("1,21111,-,-,-,-,-,-") ONE, "a4-b4-1", 0},
    {"focus", ROWS("111,-,-,1222,-,-,-,-") ONE, "a4-d4-3", 0},   // 1 and 2 leave
    {"focus", ROWS("11,-,2221,-,-,-,-,-") ONE, "a4-c4-2", 0},
    {"focus", ROWS("1,12222,-,-,-,-,-,-") ONE, "a4-b4-1", 1},
    {"focus", ROWS("1,11111,-,-,-,-,-,-") ONE, "a4-b4-1", 1},
    {"focus", ROWS("1,2,-,-,-,-,-,-") ONE, "a4-b4-1", 1},
    {"focus", ROWS("1,1112,-,-,-,-,-,-") ONE, "a4-b4-1", 1},   // five: none leaves
    {"focus", ROWS("1,2221,-,-,-,-,-,-") ONE, "a4-b4-1", 2},
    {"focus", ROWS("1,-,-,-,-,-,-,-") ONE, "a4-b4-1 a4-a3-1 a4-a5-1", 2},
    {"focus", ROWS("211,-,-,-,-,-,-,-") ONE, "a4-b4-1 a4-c4-2 a4-d4-3", 2},
    {"focus", ROWS("1,22222,12222,2,1,-,-,-") RESERVE, "*b4", 0},
    {"focus", ROWS("1,22222,12222,2,1,-,-,-") RESERVE, "*c4 *d4", 1},
    {"focus", ROWS("1,22222,12222,2,1,-,-,-") RESERVE, "*a4 *e4 *h4 *c1", 3},
};

static void class_is(const Classed *c)
{
    Variant  v = test_open(c->spec);
    AnyState s;
    Status   status;
    Move     m;
    char     list[200];
    ck_assert_msg(variant_parse(&v, &s, c->position, &status), "%s", status.text);
    strcpy(list, c->moves);
    for (char *word = strtok(list, " "); word != NULL; word = strtok(NULL, " ")) {
        ck_assert_msg(variant_move_parse(&v, &s, word, &m, &status), "%s: %s", c->position, status.text);
        ck_assert_msg(v.game->move_kind(v.rules, &s, m) == c->class, "%s: %s is of class %d, expected %d",
                      c->position, word, v.game->move_kind(v.rules, &s, m), c->class);
    }
    variant_close(&v);
}

START_TEST(test_classes_of_checkers) { class_is(&checkers[_i]); }
END_TEST

START_TEST(test_classes_of_focus) { class_is(&focus[_i]); }
END_TEST

// What quiescence follows: jumps; captures; of Abalone the pushes off the board by three and by two. The
// other games have one quiet class.
START_TEST(test_noisy_classes)
{
    static const struct {
        const char *spec;
        int         kinds;
        unsigned    noisy;
    } games[] = {{"checkers", 4, 1 << 0 | 1 << 1},
                 {"focus", 4, 1 << 0},
                 {"abalone", 9, 1 << 0 | 1 << 4},
                 {"othello", 1, 0},
                 {"virus", 1, 0},
                 {"tictactoe", 1, 0}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const Game *const g = game_find(games[i].spec);
        ck_assert_int_eq(g->kinds, games[i].kinds);
        ck_assert_uint_eq(g->kinds_noisy, games[i].noisy);
    }
}
END_TEST

Suite *suite_move_classes(void);
Suite *suite_move_classes(void)
{
    Suite *suite = suite_create("move_classes");
    TCase *tcase = tcase_create("move_classes");
    tcase_add_loop_test(tcase, test_classes_of_checkers, 0, sizeof checkers / sizeof *checkers);
    tcase_add_loop_test(tcase, test_classes_of_focus, 0, sizeof focus / sizeof *focus);
    tcase_add_test(tcase, test_noisy_classes);
    suite_add_tcase(suite, tcase);
    return suite;
}
