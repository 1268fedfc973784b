// A game that tells interfaces or learners what cannot be is refused, once for every promise of game.h about
// what is touched for a move, actions and notes: tic-tac-toe with one function or fact wrong.
#include "game/game_check.h"
#include "tests.h"

#include <string.h>

static const Game *whole;

// As it would be right: a move is its cell. The faults are those of b2, move 4.
static void cells_whole(const void *rules, const void *s, Move m, MoveCells *out)
{
    (void)rules, (void)s;
    *out = (MoveCells){.count = 1, .cells = {(int)m}};
}

// What is touched for a move.
static void cells_many(const void *rules, const void *s, Move m, MoveCells *out)
{
    cells_whole(rules, s, m, out);
    if (m == 4) out->count = MOVE_CELLS_MAX + 1;
}
static void cells_few(const void *rules, const void *s, Move m, MoveCells *out)
{
    cells_whole(rules, s, m, out);
    if (m == 4) out->count = -1;
}
static void cells_beyond(const void *rules, const void *s, Move m, MoveCells *out)
{
    cells_whole(rules, s, m == 4 ? 9 : m, out);
}
static void cells_below(const void *rules, const void *s, Move m, MoveCells *out)
{
    cells_whole(rules, s, m, out);
    if (m == 4) out->cells[0] = -1;
}
static void cells_twice(const void *rules, const void *s, Move m, MoveCells *out)
{
    (void)rules, (void)s;
    *out = (MoveCells){.count = 3, .cells = {(int)m, m == 0, m == 4 ? 0 : 2}};
}
static void cells_alike(const void *rules, const void *s, Move m, MoveCells *out)
{
    cells_whole(rules, s, m == 4 ? 0 : m, out);
}
// What lies beyond the count must not tell two moves apart.
static void cells_alike_beyond(const void *rules, const void *s, Move m, MoveCells *out)
{
    cells_alike(rules, s, m, out);
    out->cells[1] = m == 4 ? 1 : 2;
}
static void buttons_alike(const void *rules, const void *s, Move m, MoveCells *out)
{
    (void)rules, (void)s;
    *out = (MoveCells){.count = 1, .cells = {0}, .button = {'=', m == 4 ? '0' : (char)('0' + m)}};
}
static void button_long(const void *rules, const void *s, Move m, MoveCells *out)
{
    cells_whole(rules, s, m, out);
    if (m == 4) memset(out->button, '=', sizeof out->button);
}
static void button_space(const void *rules, const void *s, Move m, MoveCells *out)
{
    cells_whole(rules, s, m, out);
    if (m == 4) out->button[0] = ' ';
}

static void text_same_twice(const void *rules, const void *s, Move m, Text *out)
{
    whole->move_format(rules, s, m == 4 ? 0 : m, out);
}

static void break_cells_many(Game *g, Facts *f) { (void)f, g->move_cells = cells_many; }
static void break_cells_few(Game *g, Facts *f) { (void)f, g->move_cells = cells_few; }
static void break_cells_beyond(Game *g, Facts *f) { (void)f, g->move_cells = cells_beyond; }
static void break_cells_below(Game *g, Facts *f) { (void)f, g->move_cells = cells_below; }
static void break_cells_twice(Game *g, Facts *f) { (void)f, g->move_cells = cells_twice; }
static void break_cells_alike(Game *g, Facts *f) { (void)f, g->move_cells = cells_alike; }
static void break_cells_alike_beyond(Game *g, Facts *f) { (void)f, g->move_cells = cells_alike_beyond; }
static void break_cells_in_text(Game *g, Facts *f) { (void)f, g->move_format = text_same_twice; }
static void break_buttons_alike(Game *g, Facts *f) { (void)f, g->move_cells = buttons_alike; }
static void break_button_long(Game *g, Facts *f) { (void)f, g->move_cells = button_long; }
static void break_button_space(Game *g, Facts *f) { (void)f, g->move_cells = button_space; }

// Actions.
static uint32_t id_beyond(const void *rules, const void *s, Move m)
{
    return (void)rules, (void)s, m == 8 ? 9 : m;
}
static uint32_t id_shared(const void *rules, const void *s, Move m)
{
    return (void)rules, (void)s, m == 4 ? 0 : m;
}
static uint32_t id_changing(const void *rules, const void *s, Move m)
{
    static uint32_t calls;
    (void)rules, (void)s, (void)m;
    return ++calls % 9;
}

static void break_action(Game *g, Facts *f) { (void)f, g->action_id = id_beyond; }
static void break_action_shared(Game *g, Facts *f) { (void)f, g->action_id = id_shared; }
static void break_action_changing(Game *g, Facts *f) { (void)f, g->action_id = id_changing; }
static void break_actions(Game *g, Facts *f) { (void)g, f->actions = ACTIONS_MAX + 1; }

// Notes.
static void notes_many(const void *rules, const void *s, Notes *out)
{
    (void)rules, (void)s;
    for (int i = 0; i <= NOTES_MAX; i++) notes_add(out, "name", -1, "value");
}
static void notes_third(const void *rules, const void *s, Notes *out)
{
    (void)rules, (void)s, notes_add(out, "name", 2, "value");
}
static void notes_below(const void *rules, const void *s, Notes *out)
{
    (void)rules, (void)s, notes_add(out, "name", -2, "value");
}
static void notes_nameless(const void *rules, const void *s, Notes *out)
{
    (void)rules, (void)s, notes_add(out, "", 0, "value");
}
static void notes_empty(const void *rules, const void *s, Notes *out)
{
    (void)rules, (void)s, notes_add(out, "name", 0, "%s", "");
}
static void notes_control(const void *rules, const void *s, Notes *out)
{
    (void)rules, (void)s, notes_add(out, "name", 0, "a	b");
}

static void break_notes_many(Game *g, Facts *f) { (void)f, g->notes = notes_many; }
static void break_notes_third(Game *g, Facts *f) { (void)f, g->notes = notes_third; }
static void break_notes_below(Game *g, Facts *f) { (void)f, g->notes = notes_below; }
static void break_notes_nameless(Game *g, Facts *f) { (void)f, g->notes = notes_nameless; }
static void break_notes_empty(Game *g, Facts *f) { (void)f, g->notes = notes_empty; }
static void break_notes_control(Game *g, Facts *f) { (void)f, g->notes = notes_control; }

static const struct {
    const char *promise;
    void (*breaks)(Game *game, Facts *facts);
} promises[] = {
    {"a move touches more cells than MOVE_CELLS_MAX", break_cells_many},
    {"a move touches more cells than MOVE_CELLS_MAX", break_cells_few},
    {"a move touches a cell that does not exist", break_cells_beyond},
    {"a move touches a cell that does not exist", break_cells_below},
    {"a move touches a cell twice in a row", break_cells_twice},
    {"two moves are touched alike", break_cells_alike},
    {"two moves are touched alike", break_cells_alike_beyond},
    {"two moves are touched alike", break_cells_in_text},
    {"two moves are touched alike", break_buttons_alike},
    {"the name of a button is too long or has more than printable ASCII in it", break_button_long},
    {"the name of a button is too long or has more than printable ASCII in it", break_button_space},
    {"action_id out of range", break_action},
    {"two moves have the same action_id", break_action_shared},
    {"action_id is not a function", break_action_changing},
    {"facts.actions is above ACTIONS_MAX", break_actions},
    {"more notes than NOTES_MAX, or a name or value that is too long", break_notes_many},
    {"a note of a player who does not exist", break_notes_third},
    {"a note of a player who does not exist", break_notes_below},
    {"a note without a name or a value", break_notes_nameless},
    {"a note without a name or a value", break_notes_empty},
    {"a note has more than printable ASCII in it", break_notes_control},
};
enum { PROMISES = sizeof promises / sizeof *promises };

START_TEST(test_a_game_that_misleads_an_interface_is_refused)
{
    Variant     v = test_open("tictactoe");
    Game        game;
    CheckReport report;
    Status      status = {0};
    whole              = v.game;
    game               = *whole;
    promises[_i].breaks(&game, &v.facts);
    v.game = &game;
    ck_assert_msg(!game_check(&v, 200, 1, NULL, NULL, &report, &status), "not found: %s",
                  promises[_i].promise);
    ck_assert_msg(strstr(status.text, promises[_i].promise) != NULL, "expected %s: %s", promises[_i].promise,
                  status.text);
    v.game = whole;
    variant_close(&v);
}
END_TEST

// The same game with functions that are right.
static uint32_t action_whole(const void *rules, const void *s, Move m) { return (void)rules, (void)s, 8 - m; }
static void     notes_whole(const void *rules, const void *s, Notes *out)
{
    (void)rules, (void)s;
    for (int i = 0; i < NOTES_MAX; i++) notes_add(out, "name", i % 3 - 1, "a value");
}
// One cell for all and a button each, of the longest name.
static void buttons_whole(const void *rules, const void *s, Move m, MoveCells *out)
{
    (void)rules, (void)s;
    *out = (MoveCells){.count = 1, .cells = {8}};
    memset(out->button, '0' + (int)m, MOVE_BUTTON_MAX - 1);
}

START_TEST(test_a_game_that_keeps_them_is_not_refused)
{
    Variant     v = test_open("tictactoe");
    Game        game;
    CheckReport report;
    Status      status = {0};
    whole              = v.game;
    game               = *whole;
    game.action_id = action_whole, game.notes = notes_whole;
    game.move_cells = _i ? buttons_whole : cells_whole;
    v.game          = &game;
    ck_assert_msg(game_check(&v, 50, 1, NULL, NULL, &report, &status), "%s", status.text);
    v.game = whole;
    variant_close(&v);
}
END_TEST

Suite *suite_interface_broken(void);
Suite *suite_interface_broken(void)
{
    Suite *suite = suite_create("interface_broken");
    TCase *tcase = tcase_create("interface_broken");
    tcase_add_loop_test(tcase, test_a_game_that_misleads_an_interface_is_refused, 0, PROMISES);
    tcase_add_loop_test(tcase, test_a_game_that_keeps_them_is_not_refused, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
