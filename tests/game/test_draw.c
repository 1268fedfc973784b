// Pictures and text boards are complete for every game: every cell once, nothing outside the picture, valid
// nesting.
#include "game/draw.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *rendered_how(const Variant *v, const AnyState *s, bool svg, unsigned how)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *out  = open_memstream(&text, &size);
    if (svg) draw_svg(out, v, s, NULL, how);
    else draw_text(out, v, s, NULL, how);
    fclose(out);
    return text;
}

static char *rendered(const Variant *v, const AnyState *s, bool svg) { return rendered_how(v, s, svg, 0); }

static int occurrences(const char *text, const char *word)
{
    int n = 0;
    for (; (text = strstr(text, word)) != NULL; text++) n++;
    return n;
}

START_TEST(test_text_board_shows_every_piece)
{
    Variant  v = test_open(test_specs[_i]);
    AnyState s;
    variant_setup(&v, &s);
    static const char letters[2][7] = {"PNBRQK", "pnbrqk"};
    char *const       text          = rendered(&v, &s, false);
    int               pieces[128] = {0}, rows = 0;   // by what they look like
    for (int i = 0; i < v.facts.cells; i++) {
        const CellView  view  = v.game->cell_view(v.rules, &s, i);
        const CellPlace place = v.game->cell_place(v.rules, i);
        const char      man   = view.owner >= 0 ? v.facts.symbols[view.owner] : 0;
        if (view.kind >= CELL_PAWN) pieces[letters[view.owner != 0][view.kind - CELL_PAWN] & 127]++;
        else if (view.owner >= 0) pieces[man & 127]++;
        if (place.y + 1 > rows) rows = place.y + 1;
    }
    ck_assert_int_ge(occurrences(text, "\n"), rows);
    for (int c = 1; c < 128; c++)
        if (pieces[c] > 0) ck_assert_int_ge(occurrences(text, (char[]){(char)c, 0}), pieces[c]);
    free(text);
    variant_close(&v);
}
END_TEST

// The last move without colours: brackets in the gaps of the same board, around the changed cells and no
// others.
START_TEST(test_text_board_brackets_the_changed_cells)
{
    Variant  v   = test_open(test_specs[_i]);
    Rng      rng = rng_seed((uint64_t)_i);
    AnyState before, s;
    Move     moves[GAME_MOVES_MAX];
    for (int round = 0; round < test_amount(10, 100); round++) {
        test_position(&v, &rng, &before);
        const int n = v.game->generate(v.rules, &before, moves);
        v.game->play(v.rules, &s, &before, moves[rng_below(&rng, (uint32_t)n)]);
        int pieces = 0, bracketed = 0, open = 0;
        for (int i = 0; i < v.facts.cells; i++)
            pieces += draw_changed(&v, &s, &before, i) && v.game->cell_place(v.rules, i).tone != TONE_NONE;
        char  *plain = rendered(&v, &s, false), *marked = NULL;
        size_t size = 0;
        FILE  *out  = open_memstream(&marked, &size);
        draw_text(out, &v, &s, &before, 0);
        fclose(out);
        ck_assert_uint_eq(strlen(plain), size);
        for (size_t i = 0; i < size; i++) {
            if (marked[i] == '[') open++;
            else if (marked[i] == ']') open--;
            else ck_assert_int_eq(marked[i], plain[i]);
            if (strchr("[]", marked[i]) != NULL) ck_assert_int_eq(plain[i], ' ');
            ck_assert(open == 0 || open == 1);
            bracketed += open == 1 && plain[i] != ' ' && marked[i] != '[';
        }
        ck_assert_int_eq(open, 0);
        ck_assert_msg(bracketed >= pieces && bracketed <= CELL_STACK_MAX * pieces,
                      "%s: %d of %d cells in brackets", test_specs[_i], bracketed, pieces);
        free(plain);
        free(marked);
    }
    variant_close(&v);
}
END_TEST

// Does `word` stand in the text, with neither letter, digit nor full stop beside it?
static bool stands_in(const char *text, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        if ((at == text || strchr(" [>:\n", at[-1]) != NULL) && strchr(" ]<\n", at[n]) != NULL) return true;
    return false;
}

// With labels, every cell that a move can name is named, in text and in the picture, whatever stands on it.
START_TEST(test_labels_name_every_cell)
{
    Variant  v   = test_open(test_specs[_i]);
    Rng      rng = rng_seed((uint64_t)_i);
    AnyState s;
    for (int round = 0; round < test_amount(3, 30); round++) {
        if (round == 0) variant_setup(&v, &s);
        else test_position(&v, &rng, &s);
        char *text = rendered_how(&v, &s, false, DRAW_LABELS), *svg = rendered_how(&v, &s, true, DRAW_LABELS);
        for (int i = 0; i < v.facts.cells; i++) {
            const CellPlace place = v.game->cell_place(v.rules, i);
            if (place.tone == TONE_LIGHT || place.tone == TONE_NONE || place.name[0] == 0 ||
                v.game->cell_view(v.rules, &s, i).mark == CELL_MARK_WALL)
                continue;
            ck_assert_msg(stands_in(text, place.name), "%s: no %s in\n%s", test_specs[_i], place.name, text);
            ck_assert_msg(stands_in(svg, place.name), "%s: no %s in the picture", test_specs[_i], place.name);
        }
        free(text);
        free(svg);
    }
    variant_close(&v);
}
END_TEST

// Every piece of a coloured board has a colour of its own and one of the ground given with it: a terminal may
// be light or dark. Without the colours it is the plain board.
START_TEST(test_colors_are_given_with_their_ground)
{
    Variant  v   = test_open(test_specs[_i]);
    Rng      rng = rng_seed((uint64_t)_i);
    AnyState s;
    test_position(&v, &rng, &s);
    char *plain = rendered_how(&v, &s, false, 0), *colored = rendered_how(&v, &s, false, DRAW_COLOR);
    int   pieces = 0, shown = 0;
    for (int i = 0; i < v.facts.cells; i++) {
        const CellView view = v.game->cell_view(v.rules, &s, i);
        if (view.owner >= 0 && v.game->cell_place(v.rules, i).tone != TONE_NONE)
            pieces += view.height > 1 ? view.height : 1;
    }
    const char *at = colored;
    for (const char *p = plain; *p; p++) {
        unsigned ink, ground;
        int      used = 0;
        if (*at == '\x1b') {
            ck_assert_int_eq(sscanf(at, "\x1b[%u;%um%n", &ink, &ground, &used), 2);
            ck_assert_msg((ink == 30 || ink == 97) && ((ground >= 40 && ground <= 47) || ground >= 100),
                          "%u on %u", ink, ground);
            ck_assert_msg(!(ink == 30 && ground == 40) && !(ink == 97 && ground == 107), "invisible");
            at += used, shown++;
        }
        ck_assert_int_eq(*at++, *p);
        if (strncmp(at, "\x1b[0m", 4) == 0) at += 4;
    }
    ck_assert_int_eq(*at, 0);
    ck_assert_int_eq(shown, pieces);
    free(plain);
    free(colored);
    variant_close(&v);
}
END_TEST

// A pile is written out, from the bottom up, as in the text of the position.
START_TEST(test_text_board_shows_piles_in_full)
{
    Variant    v = test_open("focus:players=4");
    AnyState   s;
    Status     status;
    const char position[] = "-,3,-,142/1,421,211,-,21,4/1,-,-,-,-,-,2,-/-,2221,2,-,43,-,4,2/3,-,3,3,3,23,-,4/"
                            "-,1,3,1,4,344,4,-/3,31,4,4,221,-/-,13,34,- 1 0,0,0,0 0,0,0,0 -";
    ck_assert_msg(variant_parse(&v, &s, position, &status), "%s", status.text);
    char *text = rendered(&v, &s, false);
    ck_assert_ptr_nonnull(strstr(text, "    2          1   421   211     .    21     4 "));
    ck_assert_ptr_nonnull(strstr(text, "    4    .  2221     2     .    43     .     4     2 "));
    free(text);
    variant_close(&v);
}
END_TEST

START_TEST(test_outcome_says_the_discs)
{
    Variant  v = test_open("othello");
    AnyState s;
    Status   status;
    char     outcome[TEXT_MAX], caption[TEXT_MAX];
    Text     text = text_on(outcome, sizeof outcome), said = text_on(caption, sizeof caption);
    // Black has 40 discs; white, to move, 24.
    const char position[] = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOO O";
    ck_assert_msg(variant_parse(&v, &s, position, &status), "%s", status.text);
    draw_outcome(&v, &s, &text);
    ck_assert_str_eq(outcome, "black wins 40-24");
    draw_caption(&v, &s, &said);
    ck_assert_str_eq(caption, "game over: black wins 40-24");
    variant_close(&v);
}
END_TEST

START_TEST(test_cells_do_not_overlap_and_names_differ)
{
    Variant v = test_open(test_specs[_i]);
    if (v.facts.cells <= 500)
        for (int i = 0; i < v.facts.cells; i++)
            for (int k = 0; k < i; k += TEST_SANITIZED ? 7 : 1) {
                const CellPlace a = v.game->cell_place(v.rules, i), b = v.game->cell_place(v.rules, k);
                ck_assert_msg(a.y != b.y || abs(a.x - b.x) >= 2, "%s: cells %d and %d overlap",
                              test_specs[_i], i, k);
                ck_assert_msg(a.name[0] == 0 || strcmp(a.name, b.name) != 0, "%s: two cells are named %s",
                              test_specs[_i], a.name);
                ck_assert_int_ge(a.x, 0);
                ck_assert_int_ge(a.y, 0);
            }
    variant_close(&v);
}
END_TEST

START_TEST(test_svg_is_well_formed)
{
    Variant  v = test_open(test_specs[_i]);
    AnyState s;
    variant_setup(&v, &s);
    char *text = rendered(&v, &s, true);
    ck_assert_int_eq(strncmp(text, "<svg ", 5), 0);
    ck_assert_int_eq(occurrences(text, "<svg "), occurrences(text, "</svg>"));
    ck_assert_int_eq(occurrences(text, "<text "), occurrences(text, "</text>"));
    ck_assert_int_eq(occurrences(text, "<title>"), 1);
    ck_assert_int_eq(occurrences(text, "nan"), 0);
    free(text);
    variant_close(&v);
}
END_TEST

Suite *suite_draw(void);
Suite *suite_draw(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *suite = suite_create("draw");
    TCase *tcase = tcase_create("draw");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test_text_board_shows_every_piece, 0, specs);
    tcase_add_loop_test(tcase, test_text_board_brackets_the_changed_cells, 0, specs);
    tcase_add_loop_test(tcase, test_labels_name_every_cell, 0, specs);
    tcase_add_loop_test(tcase, test_colors_are_given_with_their_ground, 0, specs);
    tcase_add_test(tcase, test_text_board_shows_piles_in_full);
    tcase_add_test(tcase, test_outcome_says_the_discs);
    tcase_add_loop_test(tcase, test_cells_do_not_overlap_and_names_differ, 0, specs);
    tcase_add_loop_test(tcase, test_svg_is_well_formed, 0, specs);
    suite_add_tcase(suite, tcase);
    return suite;
}
