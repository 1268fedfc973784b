// What interfaces and learners are told: how a move is made by touching cells, its number, notes in pairs.
// Cases that can be read on a board; the rule of clicking, which makes every move of every game; the numbers
// of jumps in checkers against a second way to find all of them.
#include "base/rng.h"
#include "game/draw.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Reads a position (NULL: the start) and a move, or fails the test.
static AnyState position_of(const Variant *v, const char *text)
{
    AnyState s;
    Status   status;
    variant_setup(v, &s);
    if (text != NULL) ck_assert_msg(variant_parse(v, &s, text, &status), "%s", status.text);
    return s;
}

static Move move_of(const Variant *v, const AnyState *s, const char *text)
{
    Move   m;
    Status status;
    ck_assert_msg(variant_move_parse(v, s, text, &m, &status), "%s", status.text);
    return m;
}

#define FOCUS_RESERVE                                                                                        \
    "-,-,-,-/-,1,2,2,1,1/-,2,21,1,1,2,2,-/-,1,1,2,2,1,-,-/-,2,2,1,1,2,2,-/-,1,1,2,2,1,1,-/2,2,1,1,2,2/"      \
    "-,-,-,- 1 1,0 0,0 -"
#define ABALONE_PUSH "wwww-/wwwww-/--www--/--------/--bbw----/--------/--bbb--/bbbbb-/-bbbb b"
#define MAZE         "thief-police:size=7,police=2"
#define MAZE_JOINT   "thief-police:size=7,police=2,simultaneous=yes"

// Names of cells in the order they are touched, then the button in brackets.
static const struct {
    const char *spec, *position, *move, *touched;
} by_hand[] = {
    {"tictactoe", NULL, "b2", "b2"},
    {"connect-four", NULL, "d", "d6"},   // it falls to the bottom
    {"connect-four", "-------/-------/-------/-------/-------/---X--- O", "d", "d5"},
    {"connect-four:width=4,height=4", NULL, "a", "a4"},
    {"othello", NULL, "f5", "f5"},
    {"othello", "XO-------------------------------------------------------------- O", "pass", "[pass]"},
    {"checkers", NULL, "11-15", "11 15"},
    {"checkers", NULL, "9-13", "9 13"},
    {"checkers", "B:W18,25:B15", "15x22x29", "15 22 29"},
    {"checkers:relaxed=yes", "B:W18,25:B15", "15x22", "15 22"},
    {"checkers", "B:W10,11,18,19:BK14", "14x23x16x7x14", "14 23 16 7 14"},
    {"checkers", "B:W10,11,18,19:BK14", "14x7x16x23x14", "14 7 16 23 14"},
    {"focus", NULL, "b2-b3-1", "b2 b3"},
    {"focus", FOCUS_RESERVE, "c3-e3-2", "c3 e3"},
    {"focus", FOCUS_RESERVE, "c3-c2-1", "c3 c2"},
    {"focus", FOCUS_RESERVE, "*c3", "c3 [enter]"},
    {"focus", FOCUS_RESERVE, "*c1", "c1 [enter]"},
    {"chinese-checkers", NULL, "d1-e5", "d1 e5"},
    {"chinese-checkers", NULL, "c3-e9", "c3 e9"},
    {"chinese-checkers:board=star73", NULL, "c3-d6", "c3 d6"},
    {"virus", NULL, "b1", "b1"},
    {"virus:size=5,players=3", NULL, "a2", "a2"},
    {"abalone", NULL, "A1B2", "A1 D4"},   // three marbles, the first arrives on D4
    {"abalone", NULL, "C3C4", "C3 C6"},
    {"abalone", NULL, "C5C6", "C5 C6"},   // one marble
    {"abalone", NULL, "C3C5D4", "C3 C5 D4"},
    {"abalone", NULL, "C3C4D4", "C3 C4 D4"},
    {"abalone", ABALONE_PUSH, "E3E4", "E3 E5"},   // two push the one on E5
    {MAZE, NULL, "2.1-2.2", "2.1 2.2"},
    {MAZE, NULL, "stay", "[stay]"},
    {MAZE, "2.1 2.3,3.6 police", "2.3-2.4", "2.3 2.4"},
    {MAZE, "2.1 2.3,3.6 police", "3.6-3.5", "3.6 3.5"},
    {MAZE, "2.1 2.3,3.6 police", "stay", "[stay]"},
    {MAZE_JOINT, "2.1 2.3,3.6 police", "2.3-2.2", "2.3 2.2"},
    {MAZE_JOINT, "2.1 2.3,3.6 police", "2.3-2.3", "2.3"},
    {MAZE_JOINT, "2.1 2.3,3.6 police:2.4", "3.6-3.6", "3.6"},
    {"chess", NULL, "e4", "e2 e4"},
    {"chess", NULL, "Nf3", "g1 f3"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1 g1"},
    {"chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "e8 c8"},
    {"chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", "a7 a8 [=Q]"},
    {"chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=N", "a7 b8 [=N]"},
    {"chess", "4k3/8/8/8/8/8/7p/K7 b - - 0 1", "h1=R+", "h2 h1 [=R]"},
    {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e5 d6"},
};
enum { BY_HAND = sizeof by_hand / sizeof *by_hand };

static void touched_format(const Variant *v, const MoveCells *touched, Text *out)
{
    for (int i = 0; i < touched->count; i++)
        text_add(out, "%s%s", i ? " " : "", v->game->cell_place(v->rules, touched->cells[i]).name);
    if (touched->button[0]) text_add(out, "%s[%s]", touched->count ? " " : "", touched->button);
}

START_TEST(test_a_move_is_touched_as_it_is_read_on_the_board)
{
    Variant        v = test_open(by_hand[_i].spec);
    const AnyState s = position_of(&v, by_hand[_i].position);
    const Move     m = move_of(&v, &s, by_hand[_i].move);
    char           text[TEXT_MAX];
    Text           out = text_on(text, sizeof text);
    MoveCells      touched;
    variant_move_cells(&v, &s, &m, 1, &touched);
    touched_format(&v, &touched, &out);
    ck_assert_str_eq(text, by_hand[_i].touched);
    variant_close(&v);
}
END_TEST

START_TEST(test_every_game_has_a_case_by_hand)
{
    for (int i = 0; games_all[i] != NULL; i++) {
        const size_t n     = strlen(games_all[i]->name);
        int          cases = 0;
        for (int k = 0; k < BY_HAND; k++)
            cases += strncmp(by_hand[k].spec, games_all[i]->name, n) == 0 &&
                     (by_hand[k].spec[n] == 0 || by_hand[k].spec[n] == ':');
        ck_assert_msg(cases > 0, "%s", games_all[i]->name);
    }
}
END_TEST

// An interface: what was touched so far and the moves that begin so.
typedef struct Hand {
    const MoveCells *touched;
    int              moves, done;
    int              cells[MOVE_CELLS_MAX + 1];
} Hand;

static bool begins_so(const Hand *hand, int i)
{
    const MoveCells *const t = &hand->touched[i];
    return t->count >= hand->done && memcmp(t->cells, hand->cells, (size_t)hand->done * sizeof(int)) == 0;
}

static bool complete(const Hand *hand, int i)
{
    return hand->touched[i].count == hand->done && hand->touched[i].button[0] == 0;
}

// Touches a cell; the move that is played by it, or -1.
static int touch(Hand *hand, int cell)
{
    for (int i = 0; i < hand->moves && hand->done > 0 && hand->cells[hand->done - 1] == cell; i++)
        if (begins_so(hand, i) && complete(hand, i)) return i;
    hand->cells[hand->done++] = cell;
    int left = 0, last = -1;
    for (int i = 0; i < hand->moves; i++)
        if (begins_so(hand, i)) left++, last = i;
    ck_assert_int_gt(left, 0);
    return left == 1 && complete(hand, last) ? last : -1;
}

// Presses a button; the one move that it can mean.
static int press(const Hand *hand, const char *button)
{
    int found = -1;
    for (int i = 0; i < hand->moves; i++) {
        if (!begins_so(hand, i) || hand->touched[i].count != hand->done ||
            strcmp(hand->touched[i].button, button) != 0)
            continue;
        ck_assert_int_eq(found, -1);
        found = i;
    }
    return found;
}

static int make_by_hand(const MoveCells touched[], int n, int wanted)
{
    Hand                   hand = {.touched = touched, .moves = n};
    const MoveCells *const t    = &touched[wanted];
    int                    made = -1;
    for (int i = 0; i < t->count; i++) {
        ck_assert_int_eq(made, -1);
        made = touch(&hand, t->cells[i]);
    }
    if (t->button[0]) return made == -1 ? press(&hand, t->button) : -1;
    return made == -1 ? touch(&hand, t->cells[t->count - 1]) : made;
}

START_TEST(test_clicking_makes_every_move_of_every_game)
{
    Variant v   = test_open(test_specs[_i]);
    Rng     rng = rng_seed(7);
    for (int k = 0; k < test_amount(40, 2000); k++) {
        AnyState  s;
        Move      moves[GAME_MOVES_MAX];
        MoveCells touched[GAME_MOVES_MAX];
        test_position(&v, &rng, &s);
        const int n = v.game->generate(v.rules, &s, moves);
        variant_move_cells(&v, &s, moves, n, touched);
        for (int i = 0; i < n; i++) ck_assert_int_eq(make_by_hand(touched, n, i), i);
    }
    variant_close(&v);
}
END_TEST

START_TEST(test_an_action_leads_back_to_its_move)
{
    Variant v   = test_open(test_specs[_i]);
    Rng     rng = rng_seed(8);
    ck_assert_uint_gt(v.facts.actions, 0);
    for (int k = 0; k < test_amount(40, 2000); k++) {
        AnyState s;
        Move     moves[GAME_MOVES_MAX], back;
        test_position(&v, &rng, &s);
        const int n = v.game->generate(v.rules, &s, moves);
        for (int i = 0; i < n; i++) {
            ck_assert(variant_action_parse(&v, &s, v.game->action_id(v.rules, &s, moves[i]), &back));
            ck_assert_uint_eq(back, moves[i]);
        }
        ck_assert(!variant_action_parse(&v, &s, v.facts.actions, &back));
    }
    variant_close(&v);
}
END_TEST

static uint32_t action_of(const Variant *v, const char *position, const char *move)
{
    const AnyState s = position_of(v, position);
    return v->game->action_id(v->rules, &s, move_of(v, &s, move));
}

// 64 * from + to with a1 as 0; behind them promotions, four for each of left, ahead, right of each file.
START_TEST(test_actions_of_chess_by_hand)
{
    Variant           v    = test_open("chess");
    const char *const pawn = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    ck_assert_uint_eq(v.facts.actions, 4096 + 192);
    ck_assert_uint_eq(action_of(&v, NULL, "e4"), 64 * 12 + 28);
    ck_assert_uint_eq(action_of(&v, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O"), 64 * 60 + 62);
    ck_assert_uint_eq(action_of(&v, pawn, "a8=N"), 4096 + 4);
    ck_assert_uint_eq(action_of(&v, pawn, "a8=Q"), 4096 + 7);
    ck_assert_uint_eq(action_of(&v, pawn, "axb8=B+"), 4096 + 9);
    ck_assert_uint_eq(action_of(&v, "4k3/8/8/8/8/8/7p/K5N1 b - - 0 1", "hxg1=Q+"), 4096 + 4 * 3 * 15 + 3);
    variant_close(&v);
}
END_TEST

// All chains of jumps on an 8 x 8 board, found by columns and rows. A chain is played by a king who finds
// enemies where it leads, and nowhere else.
typedef struct Chains {
    Variant v;
    bool    over[8][8];   // squares jumped over so far
    char    text[64];
    int     origin_x, origin_y;
    bool   *seen;   // by action
    int     count;
} Chains;

static bool dark(int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8 && (x + y) % 2 == 1; }
static int  number(int x, int y) { return 4 * y + x / 2 + 1; }

static void chain_play(Chains *c)
{
    char position[TEXT_MAX];
    Text out   = text_on(position, sizeof position);
    int  taken = 0;
    text_add(&out, "B:W");
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            if (c->over[y][x]) text_add(&out, "%s%d", taken++ ? "," : "", number(x, y));
    text_add(&out, ":BK%d", number(c->origin_x, c->origin_y));
    const uint32_t action = action_of(&c->v, position, c->text);
    ck_assert_uint_lt(action, c->v.facts.actions);
    ck_assert_msg(!c->seen[action], "%s has the action of another chain", c->text);
    c->seen[action] = true;
    c->count++;
}

static void chains_from(Chains *c, int x, int y)
{
    const size_t length = strlen(c->text);
    for (int d = 0; d < 4; d++) {
        const int dx = d & 1 ? 1 : -1, dy = d & 2 ? 1 : -1;
        if (!dark(x + 2 * dx, y + 2 * dy) || c->over[y + dy][x + dx]) continue;
        snprintf(c->text + length, sizeof c->text - length, "x%d", number(x + 2 * dx, y + 2 * dy));
        c->over[y + dy][x + dx] = true;
        chain_play(c);
        chains_from(c, x + 2 * dx, y + 2 * dy);
        c->over[y + dy][x + dx] = false;
    }
    c->text[length] = 0;
}

START_TEST(test_actions_of_checkers_are_the_steps_and_all_chains_of_jumps)
{
    enum { STEPS = 4 * 32 };
    Chains c = {.v = test_open("checkers:relaxed=yes")};
    c.seen   = calloc(c.v.facts.actions, 1);
    ck_assert_ptr_nonnull(c.seen);
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) {
            if (!dark(x, y)) continue;
            c.origin_x = x, c.origin_y = y;
            snprintf(c.text, sizeof c.text, "%d", number(x, y));
            chains_from(&c, x, y);
        }
    ck_assert_int_eq(c.count, (int)c.v.facts.actions - STEPS);
    for (int i = 0; i < (int)c.v.facts.actions; i++) ck_assert_int_eq(c.seen[i], i >= STEPS);
    ck_assert_uint_eq(action_of(&c.v, NULL, "11-15"), 4 * 10);       // down to the left
    ck_assert_uint_eq(action_of(&c.v, NULL, "11-16"), 4 * 10 + 1);   // down to the right
    ck_assert_uint_eq(action_of(&c.v, "W:W22:B1", "22-18"), 4 * 21 + 2);
    ck_assert_uint_eq(action_of(&c.v, "W:W22:B1", "22-17"), 4 * 21 + 3);
    free(c.seen);
    variant_close(&c.v);
}
END_TEST

// Two ways round have the same ends: the same to the ordering of moves, not to a learner.
START_TEST(test_two_jumps_with_the_same_ends_are_different_actions)
{
    Variant           v    = test_open("checkers");
    const char *const ring = "B:W10,11,18,19:BK14";
    const AnyState    s    = position_of(&v, ring);
    const Move        a = move_of(&v, &s, "14x23x16x7x14"), b = move_of(&v, &s, "14x7x16x23x14");
    ck_assert_uint_eq(v.game->move_id(v.rules, &s, a), v.game->move_id(v.rules, &s, b));
    ck_assert_uint_ne(v.game->action_id(v.rules, &s, a), v.game->action_id(v.rules, &s, b));
    variant_close(&v);
}
END_TEST

// Notes: name, player and value of each, then what a caption makes of them.
static const struct {
    const char *spec, *position, *pairs, *words;
} noted[] = {
    {"othello", NULL, "", ""},
    {"focus", FOCUS_RESERVE, "reserves/0/1 reserves/1/0 captures/0/0 captures/1/0",
     "reserves 1,0; captures 0,0"},
    {"focus",
     "-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,1,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-/"
     "-,-,-,- "
     "1 2,0 3,4 2",
     "reserves/0/2 reserves/1/0 captures/0/3 captures/1/4 out/-1/2", "reserves 2,0; captures 3,4; out 2"},
    {"abalone", "wwww-/wwwww-/--www--/--------/---------/--------/--bbb--/bbbbbb/-bbbb b",
     "captured/0/2 ww.... captured/1/1 b.....", "captured by black 2 ww...., by white 1 b....."},
    {MAZE, NULL, "exit/-1/0.5", "exit 0.5"},
    {MAZE_JOINT, "2.1 2.3,3.6 police:2.4", "exit/-1/0.5 chosen/-1/2.3-2.4", "exit 0.5; chosen 2.3-2.4"},
    {"thief-police:size=7,maze=6,exits=2", NULL, "exits/-1/0.0,2.0", "exits 0.0,2.0"},
};
enum { NOTED = sizeof noted / sizeof *noted };

START_TEST(test_notes_are_pairs_and_words)
{
    Variant        v = test_open(noted[_i].spec);
    const AnyState s = position_of(&v, noted[_i].position);
    Notes          notes;
    char           pairs[TEXT_MAX], words[TEXT_MAX];
    Text           out = text_on(pairs, sizeof pairs), said = text_on(words, sizeof words);
    variant_notes(&v, &s, &notes);
    for (int i = 0; i < notes.count; i++)
        text_add(&out, "%s%s/%d/%s", i ? " " : "", notes.notes[i].name, notes.notes[i].player,
                 notes.notes[i].value);
    draw_notes(&v, &notes, &said);
    ck_assert_str_eq(pairs, noted[_i].pairs);
    ck_assert_str_eq(words, noted[_i].words);
    ck_assert(!notes.cut);
    variant_close(&v);
}
END_TEST

START_TEST(test_notes_that_do_not_fit_are_cut)
{
    Notes notes = {0};
    for (int i = 0; i < NOTES_MAX; i++) notes_add(&notes, "name", -1, "%d", i);
    ck_assert(!notes.cut);
    notes_add(&notes, "name", -1, "one more");
    ck_assert(notes.cut);
    ck_assert_int_eq(notes.count, NOTES_MAX);
    notes = (Notes){0};
    notes_add(&notes, "name", -1, "%*s", NOTE_VALUE_MAX - 1, "x");
    ck_assert(!notes.cut);
    notes_add(&notes, "name", -1, "%*s", NOTE_VALUE_MAX, "x");
    ck_assert(notes.cut);
    notes = (Notes){0};
    notes_add(&notes, "a name with more letters than there is room", -1, "x");
    ck_assert(notes.cut);
}
END_TEST

Suite *suite_interface(void);
Suite *suite_interface(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *suite = suite_create("interface");
    TCase *tcase = tcase_create("interface");
    tcase_set_timeout(tcase, test_amount(60, 3600));
    tcase_add_loop_test(tcase, test_a_move_is_touched_as_it_is_read_on_the_board, 0, BY_HAND);
    tcase_add_test(tcase, test_every_game_has_a_case_by_hand);
    tcase_add_loop_test(tcase, test_clicking_makes_every_move_of_every_game, 0, specs);
    tcase_add_loop_test(tcase, test_an_action_leads_back_to_its_move, 0, specs);
    tcase_add_test(tcase, test_actions_of_chess_by_hand);
    tcase_add_test(tcase, test_actions_of_checkers_are_the_steps_and_all_chains_of_jumps);
    tcase_add_test(tcase, test_two_jumps_with_the_same_ends_are_different_actions);
    tcase_add_loop_test(tcase, test_notes_are_pairs_and_words, 0, NOTED);
    tcase_add_test(tcase, test_notes_that_do_not_fit_are_cut);
    suite_add_tcase(suite, tcase);
    return suite;
}
