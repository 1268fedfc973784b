// Abalone by hand: positions as diagrams with the terms of their evaluation, their moves class by class, what
// quiescence makes of them (tests/data/abalone), each turned, mirrored and with the colours changed. The
// files derive what they expect from the definitions; the second reading of quiescence here is the paper's
// own condition, on numbers of marbles.
#include "games/abalone_cases.h"
#include "game/draw.h"
#include "play/player.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

static Variant v;

static void game_open(void) { v = test_open("abalone"); }
static void game_close(void) { variant_close(&v); }

// Where a failure comes from.
typedef struct Place {
    const char     *file;
    const Case     *c;
    const Expected *e;
    int             image;
} Place;

#define PLACE_FORMAT "%s:%d: %s, image %d"
#define PLACE(p)     (p)->file, (p)->e->line, (p)->c->name, (p)->image

static AnyState position(const Place *p)
{
    char     text[TEXT_MAX];
    Text     out = text_on(text, sizeof text);
    AnyState s;
    Status   status;
    image_position(p->image, p->c, &out);
    ck_assert_msg(variant_parse(&v, &s, text, &status), "%s:%d: %s: %s", p->file, p->c->line, p->c->name,
                  status.text);
    return s;
}

static Value evaluated(const AnyState *s, const int weights[CASE_TERMS], int p)
{
    v.game->eval_use(v.rules, 0, NULL, weights);
    return v.game->evaluate(v.rules, s, p);
}

// Which player of the image black is.
static int black_of(const Place *p) { return p->image >= IMAGES_COLOUR; }

// A term alone, with its weight 3 (danger is counted in thirds) and 3000.
static void check_term(const Place *p)
{
    static const int good[CASE_TERMS] = {1, -1, 1, 1, -1, -1};
    const AnyState   s                = position(p);
    const Value      expected         = (Value)(p->e->counts[0] - p->e->counts[1]) * good[p->e->which];
    const bool       danger           = strcmp(case_terms[p->e->which], "danger") == 0;
    for (int weight = 3; weight <= 3000; weight *= 1000) {
        int weights[CASE_TERMS] = {0};
        weights[p->e->which]    = weight;
        const Value value       = evaluated(&s, weights, black_of(p));
        ck_assert_msg(value == expected * (danger ? weight / 3 : weight),
                      PLACE_FORMAT ": %s is %d at weight %d", PLACE(p), case_terms[p->e->which], value,
                      weight);
        ck_assert_int_eq(evaluated(&s, weights, !black_of(p)), -value);
    }
}

static void check_value(const Place *p)
{
    int            weights[CASE_TERMS], n = 0;
    const AnyState s = position(p);
    for (const char *at = p->e->spec; n < CASE_TERMS; n++) {
        long weight;
        ck_assert_msg(text_number(&at, 10000, &weight) && *at == "/\0"[n == CASE_TERMS - 1],
                      PLACE_FORMAT ": weights '%s'", PLACE(p), p->e->spec);
        weights[n] = (int)weight;
        at += *at != 0;
    }
    const Value value = evaluated(&s, weights, black_of(p));
    ck_assert_msg(value == p->e->value, PLACE_FORMAT ": value %d, expected %ld", PLACE(p), value,
                  p->e->value);
}

// Moves as one text, sorted.

static int words_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void words_join(char *words[], int n, Text *out)
{
    qsort(words, (size_t)n, sizeof *words, words_compare);
    for (int i = 0; i < n; i++) text_add(out, "%s%s", i ? " " : "", words[i]);
}

static void generated_text(const AnyState *s, int kind, Text *out)
{
    static char words[GAME_MOVES_MAX][12];
    char       *list[GAME_MOVES_MAX];
    Move        moves[GAME_MOVES_MAX];
    int         n     = 0;
    const int   total = v.game->generate(v.rules, s, moves);
    for (int i = 0; i < total; i++) {
        if (v.game->move_kind(v.rules, s, moves[i]) != kind) continue;
        Text word = text_on(words[n], sizeof words[n]);
        variant_move_format(&v, s, moves[i], &word);
        list[n] = words[n];
        n++;
    }
    words_join(list, n, out);
}

static void expected_text(const Place *p, Text *out)
{
    static char words[CASE_MOVES_MAX][12];
    char       *list[CASE_MOVES_MAX];
    for (int i = 0; i < p->e->moves; i++) {
        Text word = text_on(list[i] = words[i], sizeof words[i]);
        move_text(image_move(p->image, p->e->move[i]), &word);
    }
    words_join(list, p->e->moves, out);
}

static void check_class(const Place *p)
{
    const AnyState s = position(p);
    ck_assert_msg(v.game->count(v.rules, &s) > 0, PLACE_FORMAT ": the game is over", PLACE(p));
    char found[TEXT_MAX], expected[TEXT_MAX];
    Text found_out = text_on(found, sizeof found), expected_out = text_on(expected, sizeof expected);
    generated_text(&s, p->e->which, &found_out);
    expected_text(p, &expected_out);
    ck_assert_msg(strcmp(found, expected) == 0, PLACE_FORMAT ": %s: '%s', expected '%s'", PLACE(p),
                  case_classes[p->e->which], found, expected);
}

static void check_illegal(const Place *p)
{
    const AnyState s = position(p);
    for (int i = 0; i < p->e->moves; i++) {
        char   word[12];
        Text   out = text_on(word, sizeof word);
        Move   m;
        Status status;
        move_text(image_move(p->image, p->e->move[i]), &out);
        ck_assert_msg(!variant_move_parse(&v, &s, word, &m, &status), PLACE_FORMAT ": %s is legal", PLACE(p),
                      word);
    }
}

// The image may generate its moves in another order, so that lines and counts are compared only where it does
// not: as it stands, and with the colours changed.
static void check_search(const Place *p)
{
    const AnyState s = position(p);
    char           spec[200];
    Player         player;
    Status         status;
    SearchResult   found;
    snprintf(spec, sizeof spec, "alphabeta:%s,weights=1/0/0/0/0/0", p->e->spec);
    ck_assert_msg(player_open(&player, &v, spec, 1, 0, &status), PLACE_FORMAT ": %s", PLACE(p), status.text);
    player_choose(&player, &v, &s, &found);
    player_close(&player);
    ck_assert_msg(found.value == p->e->value, PLACE_FORMAT ": value %d, expected %ld", PLACE(p), found.value,
                  p->e->value);
    if (p->image % IMAGES_COLOUR != 0) return;
    if (p->e->nodes >= 0)
        ck_assert_msg(found.nodes == (uint64_t)p->e->nodes, PLACE_FORMAT ": %lu nodes, expected %ld",
                      PLACE(p), (unsigned long)found.nodes, p->e->nodes);
    AnyState at = s, next;
    for (int i = 0; i < p->e->moves; i++, at = next) {
        char expected[12], word[TEXT_MAX] = "nothing";
        Text expected_out = text_on(expected, sizeof expected), out = text_on(word, sizeof word);
        move_text(p->e->move[i], &expected_out);
        if (i < found.pv_length) variant_move_format(&v, &at, found.pv[i], &out);
        ck_assert_msg(strcmp(word, expected) == 0, PLACE_FORMAT ": move %d is %s, expected %s", PLACE(p),
                      i + 1, word, expected);
        v.game->play(v.rules, &next, &at, found.pv[i]);
    }
    if (p->e->moves > 0)
        ck_assert_msg(found.pv_length == p->e->moves, PLACE_FORMAT ": a line of %d moves", PLACE(p),
                      found.pv_length);
}

static void check(const Place *p)
{
    static void (*const checks[])(const Place *p) = {check_term, check_value, check_class, check_illegal,
                                                     check_search};
    checks[p->e->kind](p);
}

// The files.

typedef void CaseCheck(const char *file, const Case *c);

static int cases_go(const char *file, CaseCheck *go)
{
    static Case c;
    char        path[256];
    Status      status = {0};
    int         line = 0, n = 0, got;
    FILE *const in = fopen(test_data(file, path), "r");
    ck_assert_msg(in != NULL, "no file %s", path);
    for (; (got = case_read(in, file, &line, &c, &status)) > 0; n++) go(file, &c);
    ck_assert_msg(got == 0, "%s", status.text);
    fclose(in);
    return n;
}

static void case_check(const char *file, const Case *c)
{
    for (int i = 0; i < c->expected_count; i++)
        for (int image = 0; image < IMAGES; image++) check(&(Place){file, c, &c->expected[i], image});
}

static const char *const files[] = {"abalone/terms.txt", "abalone/moves.txt", "abalone/quiescence.txt"};

START_TEST(test_cases_are_as_worked_out_by_hand) { ck_assert_int_ge(cases_go(files[_i], case_check), 7); }
END_TEST

// The last move is marked: the cell that a line left, its marbles, and those it pushed, as far as they stayed
// on the board.

static CaseCell cell_plus(CaseCell a, CaseCell step)
{
    return (CaseCell){a.row + step.row, a.number + step.number};
}

static void marks_expect(const Case *c, CaseMove m, int marbles, bool marked[9][10])
{
    const CaseCell step = {m.cell[1].row - m.cell[0].row, m.cell[1].number - m.cell[0].number};
    CaseCell       at   = m.cell[0];
    memset(marked, 0, 9 * sizeof *marked);
    for (int i = 0; i <= marbles; i++, at = cell_plus(at, step)) marked[at.row][at.number] = true;
    at = cell_plus(m.cell[0], (CaseCell){marbles * step.row, marbles * step.number});
    while (c->cells[at.row][at.number] == "wb"[c->turn] && cell_on_board(cell_plus(at, step))) {
        at                        = cell_plus(at, step);
        marked[at.row][at.number] = true;
    }
}

static void case_marks(const char *file, const Case *c)
{
    const AnyState s = position(&(Place){file, c, &c->expected[0], 0});
    for (int k = 0; k < c->expected_count; k++) {
        const Expected *const e = &c->expected[k];
        for (int i = 0; e->kind == EXPECT_CLASS && i < e->moves; i++) {
            if (e->move[i].cells == 3) continue;   // broadside: every cell it touches changes
            char     word[12];
            Text     out = text_on(word, sizeof word);
            Move     m;
            Status   status;
            AnyState after;
            bool     marked[9][10];
            move_text(e->move[i], &out);
            ck_assert_msg(variant_move_parse(&v, &s, word, &m, &status), "%s:%d: %s", file, e->line,
                          status.text);
            v.game->play(v.rules, &after, &s, m);
            marks_expect(c, e->move[i],
                         case_classes[e->which][0] == 'o'   ? 1
                         : case_classes[e->which][1] == 'h' ? 3
                                                            : 2,
                         marked);
            for (int cell = 0; cell < v.facts.cells; cell++) {
                const CellPlace place = v.game->cell_place(v.rules, cell);
                ck_assert_msg(draw_changed(&v, &after, &s, cell) ==
                                  marked[place.name[0] - 'A'][place.name[1] - '0'],
                              "%s:%d: %s, %s: the mark of %s", file, e->line, c->name, word, place.name);
            }
        }
    }
}

START_TEST(test_last_move_is_marked_marble_by_marble) { ck_assert_int_ge(cases_go(files[1], case_marks), 7); }
END_TEST

// Every term and every class is expected to be something and to be nothing, somewhere.
static int somewhere[2][CASE_TERMS + CASE_CLASSES];

static void case_note(const char *file, const Case *c)
{
    (void)file;
    for (int i = 0; i < c->expected_count; i++) {
        const Expected *const e = &c->expected[i];
        if (e->kind == EXPECT_TERM) somewhere[e->counts[0] != e->counts[1]][e->which]++;
        if (e->kind == EXPECT_CLASS) somewhere[e->moves > 0][CASE_TERMS + e->which]++;
    }
}

START_TEST(test_cases_cover_every_term_and_class)
{
    cases_go(files[0], case_note);
    cases_go(files[1], case_note);
    for (int i = 0; i < CASE_TERMS + CASE_CLASSES; i++)
        for (int k = 0; k < 2; k++)
            ck_assert_msg(somewhere[k][i] > 0, "%s is never %s",
                          i < CASE_TERMS ? case_terms[i] : case_classes[i - CASE_TERMS],
                          k ? "expected" : "nothing");
}
END_TEST

// Quiescence as the paper has it: stop at the depth, unless a number of marbles has just changed, and at the
// depth + q in any case.

static int marbles(const AnyState *s)
{
    int n = 0;
    for (int i = 0; i < v.facts.cells; i++) n += v.game->cell_view(v.rules, s, i).owner >= 0;
    return n;
}

static Value quiet_value(const AnyState *s, const AnyState *before, int ply, int depth, int q)
{
    const int  p    = v.game->turn(v.rules, s);
    const bool same = before == NULL || marbles(s) == marbles(before);
    Move       moves[GAME_MOVES_MAX];
    const int  n = v.game->generate(v.rules, s, moves);
    if (n == 0) {
        Value payoff[PLAYERS_MAX];
        v.game->payoff(v.rules, s, payoff);
        return value_of_payoff(payoff[p], ply);
    }
    if ((ply >= depth && same) || ply >= depth + q) return v.game->evaluate(v.rules, s, p);
    Value best = -VALUE_INF;
    for (int i = 0; i < n; i++) {
        AnyState child;
        v.game->play(v.rules, &child, s, moves[i]);
        const Value value = -quiet_value(&child, s, ply + 1, depth, q);
        if (value > best) best = value;
    }
    return best;
}

static void case_twin(const char *file, const Case *c)
{
    static const int weights[CASE_TERMS] = {800, 8, 3, 10, 30, 50};
    for (int depth = 1; depth <= 2; depth++)
        for (int q = 0; q <= 3; q++) {
            const AnyState s = position(&(Place){file, c, &c->expected[0], (depth * 4 + q) % IMAGES});
            char           spec[60];
            snprintf(spec, sizeof spec, "alphabeta:depth=%d,q=%d", depth, q);
            v.game->eval_use(v.rules, 0, NULL, weights);
            const SearchSettings settings = test_settings(&v, spec);
            Search *const        se       = test_search(&v, &settings);
            SearchResult         found;
            search_run(se, &s, &(SearchLimits){0}, NULL, NULL, &found);
            search_close(se);
            ck_assert_msg(found.value == quiet_value(&s, NULL, 0, depth, q), "%s:%d: %s, %s", file, c->line,
                          c->name, spec);
        }
}

START_TEST(test_quiescence_is_that_of_the_paper) { ck_assert_int_ge(cases_go(files[2], case_twin), 7); }
END_TEST

// The reader of the files refuses what it does not understand.

#define BOARD                                                                                                \
    ". . . . .\n. . . . . .\n. . . . . . .\n. . . . . . . .\n. . . . . . . . .\n. . . . . . . .\n. . . . . " \
    ". .\n"                                                                                                  \
    ". . . . . .\nA1 . . . . . A5\n"
#define CASE "# a comment\n\ncase a\n" BOARD "black to move\n"

static const struct {
    const char *text, *message;
} bad_cases[] = {
    {"cases\n", "f:1: 'cases'; expected case"},
    {"case \n", "f:1: ''; expected the name of a case"},
    {"case a\nI5 . . . . I9\n", "f:2: 'I9'; expected b, w or . at I9"},
    {"case a\n. . x . .\n", "f:2: 'x'; expected b, w or . at I7"},
    {"case a\n. . . . . .\n", "f:2: '.'; expected the end of the line"},
    {"case a\nI5 . . . . .\n", "f:2: 'I5'; expected a row with the names of both its ends"},
    {"case a\n. . . . .\n", "f:2: ''; expected nine rows"},
    {"case a\n" BOARD, "f:10: ''; expected the side to move"},
    {"case a\n" BOARD "red to move\n", "f:11: 'red'; expected 'black to move'"},
    {"case a\n" BOARD "black to move now\n", "f:11: 'now'; expected the end of the line"},
    {CASE, "f:13: ''; expected something"},
    {CASE "case b\n", "f:13: ''; expected something"},
    {CASE "centre 1 2\n", "f:14: 'centre'; expected a term"},
    {CASE "center 1\n", "f:14: ''; expected a number"},
    {CASE "center 1 2 3\n", "f:14: '3'; expected the end"},
    {CASE "center -1 2\n", "f:14: '-1'; expected a number"},
    {CASE "value 1/2 x\n", "f:14: 'x'; expected a number"},
    {CASE "one\n", "f:14: ''; expected moves, or none"},
    {CASE "one A1\n", "f:14: 'A1'; expected a move"},
    {CASE "one A1a2\n", "f:14: 'A1a2'; expected a move"},
    {CASE "one A1A6\n", "f:14: 'A1A6'; expected a move"},
    {CASE "one A1A2A3A4\n", "f:14: 'A1A2A3A4'; expected a move"},
    {CASE "one none A1A2\n", "f:14: 'A1A2'; expected a move"},
    {CASE "search\n", "f:14: ''; expected the settings"},
    {CASE "search depth=1 1\n", "f:14: '1'; expected value"},
    {CASE "search depth=1 value many\n", "f:14: 'many'; expected a number"},
    {CASE "search depth=1 value 1 A1A2\n", "f:14: 'A1A2'; expected line, nodes"},
    {CASE "search depth=1 value 1 line A1A2 node 3\n", "f:14: 'node'; expected a move"},
    {CASE "search depth=1 value 1 nodes 3 4\n", "f:14: '4'; expected the end"},
};

START_TEST(test_reader_names_file_and_line)
{
    static Case c;
    Status      status = {0};
    int         line   = 0, got;
    FILE *const in     = fmemopen((void *)(uintptr_t)bad_cases[_i].text, strlen(bad_cases[_i].text), "r");
    ck_assert_ptr_nonnull(in);
    while ((got = case_read(in, "f", &line, &c, &status)) > 0) {}
    fclose(in);
    ck_assert_int_eq(got, -1);
    ck_assert_msg(strncmp(status.text, bad_cases[_i].message, strlen(bad_cases[_i].message)) == 0,
                  "'%s', expected '%s'", status.text, bad_cases[_i].message);
}
END_TEST

// Twelve different images of the board, each cell of it once; three of a corner in steps of 120 degrees.
START_TEST(test_images_are_the_symmetries_of_the_board)
{
    bool seen[IMAGES_COLOUR][9][10] = {{{false}}};
    for (int image = 0; image < IMAGES_COLOUR; image++)
        for (int row = 0; row < 9; row++)
            for (int n = 1; n < 10; n++) {
                if (!cell_on_board((CaseCell){row, n})) continue;
                const CaseCell c = image_cell(image, (CaseCell){row, n});
                ck_assert(cell_on_board(c) && !seen[image][c.row][c.number]);
                seen[image][c.row][c.number] = true;
            }
    for (int image = 0; image < IMAGES_COLOUR; image++)
        for (int k = 0; k < image; k++) {
            const CaseCell a = image_cell(image, (CaseCell){2, 3}), b = image_cell(k, (CaseCell){2, 3});
            const CaseCell d = image_cell(image, (CaseCell){1, 3}), e = image_cell(k, (CaseCell){1, 3});
            ck_assert(memcmp(&a, &b, sizeof a) != 0 || memcmp(&d, &e, sizeof d) != 0);
        }
    const CaseCell corner = image_cell(2, (CaseCell){0, 1});
    ck_assert(corner.row == 4 && corner.number == 9);   // A1 to E9
}
END_TEST

Suite *suite_abalone(void);
Suite *suite_abalone(void)
{
    Suite *suite = suite_create("abalone");
    TCase *tcase = tcase_create("abalone");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, game_open, game_close);
    tcase_add_loop_test(tcase, test_cases_are_as_worked_out_by_hand, 0, sizeof files / sizeof *files);
    tcase_add_test(tcase, test_last_move_is_marked_marble_by_marble);
    tcase_add_test(tcase, test_cases_cover_every_term_and_class);
    tcase_add_test(tcase, test_quiescence_is_that_of_the_paper);
    tcase_add_loop_test(tcase, test_reader_names_file_and_line, 0, sizeof bad_cases / sizeof *bad_cases);
    tcase_add_test(tcase, test_images_are_the_symmetries_of_the_board);
    suite_add_tcase(suite, tcase);
    return suite;
}
