// Boards as they leave the program: the text, the coloured text and the picture of some positions of every
// game, byte by byte, as tests/data/boards holds them (looked at once, square by square; `make golden` writes
// them anew, for a change that is meant), and what a picture must show, worked out by hand.
#include "game/draw.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Together they have every kind of cell, piece and mark: kings, piles, territory, holes, homes, walls, exits,
// a move chosen but not carried out; and boards with and without letters. `moves` are played from the
// position (NULL: the start); the last one is marked.
static const struct {
    const char *file, *spec, *position, *moves;
    unsigned    how;
} boards[] = {
    {"tictactoe", "tictactoe", NULL, "b2 a1", 0},
    {"connect-four", "connect-four:width=4,height=4", NULL, "a b a", 0},
    {"othello", "othello", NULL, "f5 d6", 0},
    {"checkers", "checkers", "W:W18,K6,30:BK27,9,K4", NULL, 0},
    {"checkers-labels", "checkers", "B:W18,26,K6:B14,K27", "14x23x30", DRAW_LABELS},
    {"focus", "focus:players=4",
     "-,3,-,142/1,421,211,-,21,4/1,-,-,-,-,-,2,-/-,2221,2,-,43,-,4,2/3,-,3,3,3,23,-,4/-,1,3,1,4,344,4,-/"
     "3,31,4,4,221,-/-,13,34,- 1 0,0,0,0 0,0,0,0 -",
     NULL, 0},
    {"focus-two", "focus", NULL, "b2-b3", 0},   // no pile higher than two
    {"chinese-checkers", "chinese-checkers:board=rhombus4,pieces=3", NULL, "a1-a3", 0},
    {"chinese-checkers-star", "chinese-checkers:board=star73,players=6", NULL, NULL, DRAW_LABELS},
    {"virus", "virus:size=5,players=3", NULL, "b1 d1 e4", 0},
    {"abalone", "abalone", "wwww-/wwwww-/--www--/--------/---------/--------/--bbb--/bbbbbb/-bbbb b",
     "C3C5D4", 0},
    {"chess", "chess", NULL, "e4 d5 exd5", 0},
    {"chess-labels", "chess", "r3k2r/P1pNq1b1/8/8/2Bp3Q/8/1p3R2/5K2 b kq - 0 1", "O-O-O", DRAW_LABELS},
    {"thief-police", "thief-police:size=8,style=random,simultaneous=yes,police=2", "4.7 4.3,6.1 thief", NULL,
     0},
    {"thief-police-chosen", "thief-police:size=8,style=random,simultaneous=yes,police=2", "4.7 4.3,6.1 thief",
     "4.7-4.6 4.3-4.4", 0},
};
enum { BOARDS = sizeof boards / sizeof *boards };

typedef struct Moved {
    AnyState before;
    bool     some;
} Moved;

static void keep_before(void *context, const AnyState *before, Move m)
{
    (void)m;
    *(Moved *)context = (Moved){*before, true};
}

static void board_set(const Variant *v, int i, AnyState *s, Moved *moved)
{
    Status status;
    *moved = (Moved){.some = false};
    if (boards[i].position == NULL) variant_setup(v, s);
    else ck_assert_msg(variant_parse(v, s, boards[i].position, &status), "%s", status.text);
    if (boards[i].moves == NULL) return;
    ck_assert_msg(variant_moves_play(v, s, boards[i].moves, keep_before, moved, &status), "%s", status.text);
}

typedef void Draw(FILE *out, const Variant *v, const AnyState *s, const AnyState *before, unsigned how);

static char *drawn(Draw *draw, const Variant *v, const AnyState *s, const AnyState *before, unsigned how)
{
    char       *text = NULL;
    size_t      size = 0;
    FILE *const out  = open_memstream(&text, &size);
    draw(out, v, s, before, how);
    fclose(out);
    return text;
}

// The same text as in the file, or written there.
static void same_as_file(const char *name, const char *ending, const char *text)
{
    char file[200], path[256];
    snprintf(file, sizeof file, "boards/%s%s", name, ending);
    test_data(file, path);
    if (getenv("POLLARD_GOLDEN_WRITE") != NULL) {
        FILE *const out = fopen(path, "w");
        ck_assert_ptr_nonnull(out);
        fputs(text, out);
        fclose(out);
    }
    static char expected[1 << 17];
    FILE *const in = fopen(path, "r");
    ck_assert_msg(in != NULL, "no %s", path);
    expected[fread(expected, 1, sizeof expected - 1, in)] = 0;
    fclose(in);
    ck_assert_msg(strcmp(text, expected) == 0, "%s%s is drawn otherwise:\n%s", name, ending, text);
}

START_TEST(test_boards_are_drawn_as_they_were_checked)
{
    Variant  v = test_open(boards[_i].spec);
    AnyState s;
    Moved    moved;
    char     caption[TEXT_MAX];
    Text     out = text_on(caption, sizeof caption);
    board_set(&v, _i, &s, &moved);
    draw_caption(&v, &s, &out);
    const AnyState *const before  = moved.some ? &moved.before : NULL;
    char *const           plain   = drawn(draw_text, &v, &s, before, boards[_i].how),
                *const    colored = drawn(draw_text, &v, &s, before, boards[_i].how | DRAW_COLOR),
                *const    svg     = drawn(draw_svg, &v, &s, before, boards[_i].how);
    char                  text[1 << 14];
    snprintf(text, sizeof text, "%s%s\n", plain, caption);
    same_as_file(boards[_i].file, ".txt", text);
    same_as_file(boards[_i].file, ".ansi", colored);
    same_as_file(boards[_i].file, ".svg", svg);
    free(plain);
    free(colored);
    free(svg);
    variant_close(&v);
}
END_TEST

static void has(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "no %s in\n%s", part, text);
}

// Cells are 44 pixels wide and begin 36 pixels from the edge; the middle of square (column, row), from 0,
// is at 36 + 22 + 44 * column, 36 + 22 + 44 * row. Three squares: 36 + 3 * 44 + 36 = 204, and 24 for the
// caption.
START_TEST(test_a_picture_has_its_pieces_where_they_stand)
{
    Variant  v = test_open("tictactoe");
    AnyState s;
    Status   status;
    ck_assert_msg(variant_parse(&v, &s, "--X-O---- X", &status), "%s", status.text);
    char *const svg = drawn(draw_svg, &v, &s, NULL, 0);
    has(svg, "width=\"204\" height=\"228\" viewBox=\"0 0 204 228\"");
    has(svg, "<title>--X-O---- X</title>");
    has(svg, "<rect x=\"36.0\" y=\"36.0\" width=\"44.0\" height=\"44.0\"");         // a1
    has(svg, "<rect x=\"124.0\" y=\"124.0\" width=\"44.0\" height=\"44.0\"");       // c3
    has(svg, "<circle cx=\"146.0\" cy=\"58.0\" r=\"15.8\"");                        // X on c1: 0.36 * 44
    has(svg, "<circle cx=\"102.0\" cy=\"102.0\" r=\"15.8\"");                       // O on b2
    has(svg, "<text class=\"l\" x=\"21.6\" y=\"62.0\">1</text>");                   // left of row 1
    has(svg, "<text class=\"l\" x=\"58.0\" y=\"29.2\">a</text>");                   // above column a
    has(svg, "<text class=\"c\" x=\"102\" y=\"214\">X to move</text>\n</svg>\n");   // below, in the middle
    free(svg);
    variant_close(&v);
}
END_TEST

static int times(const char *text, const char *part)
{
    int n = 0;
    for (; (text = strstr(text, part)) != NULL; text++) n++;
    return n;
}

// Three kings: three crowns, in the middle of their squares; in the text, large letters. Square 6 is the
// second dark one of row 2 (columns 0, 2, 4, 6): column 2, row 1.
START_TEST(test_kings_are_drawn_as_kings)
{
    Variant  v = test_open("checkers");
    AnyState s;
    Status   status;
    ck_assert(variant_parse(&v, &s, "W:W18,K6,30:BK27,9,K4", &status));
    char *const svg = drawn(draw_svg, &v, &s, NULL, 0), *const text = drawn(draw_text, &v, &s, NULL, 0);
    ck_assert_int_eq(times(svg, "<path d=\"M"), 3);
    has(svg, "<path d=\"M137.0 96.0l4 8 5-10 5 10 4-8v14h-18z\" fill=\"#b8860b\"/>");   // 146 - 9, 102 - 6
    ck_assert_int_eq(times(svg, "fill=\"#f3cf62\"/>"), 2);
    ck_assert_str_eq(text, "    1   .   .   .   B 4\n"
                           "    5 .   W   .   .   8\n"
                           "    9   b   .   .   . 12\n"
                           "   13 .   .   .   .   16\n"
                           "   17   .   w   .   . 20\n"
                           "   21 .   .   .   .   24\n"
                           "   25   .   .   B   . 28\n"
                           "   29 .   w   .   .   32\n");
    free(svg);
    free(text);
    variant_close(&v);
}
END_TEST

// What is said when a game has ended.
START_TEST(test_results_name_every_winner)
{
    Variant two = test_open("othello"), four = test_open("focus:players=4");
    char    said[TEXT_MAX];
    static const struct {
        bool        four;
        Value       payoff[PLAYERS_MAX];
        const char *said;
    } results[] = {
        {false, {0, 0}, "draw"},
        {false, {60, -60}, "black wins"},
        {false, {-60, 60}, "white wins"},
        {true, {-60, 180, -60, -60}, "player 2 wins"},
        {true, {60, -60, -60, 60}, "player 1 and player 4 share the win"},
        {true, {20, 20, 20, -60}, "player 1 and player 2 and player 3 share the win"},
        {true, {0, 0, 0, 0}, "draw"},
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        Text out = text_on(said, sizeof said);
        draw_result(results[i].four ? &four : &two, results[i].payoff, &out);
        ck_assert_str_eq(said, results[i].said);
    }
    variant_close(&two);
    variant_close(&four);
}
END_TEST

Suite *suite_boards(void);
Suite *suite_boards(void)
{
    Suite *suite = suite_create("boards");
    TCase *tcase = tcase_create("boards");
    tcase_add_loop_test(tcase, test_boards_are_drawn_as_they_were_checked, 0, BOARDS);
    tcase_add_test(tcase, test_a_picture_has_its_pieces_where_they_stand);
    tcase_add_test(tcase, test_kings_are_drawn_as_kings);
    tcase_add_test(tcase, test_results_name_every_winner);
    suite_add_tcase(suite, tcase);
    return suite;
}
