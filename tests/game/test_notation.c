// Conventional notation is read as people write it, and bad texts are refused with the bad word in the
// message.
#include "tests.h"

#include <string.h>

#define OTHELLO_START "---------------------------OX------XO---------------------------"

// Other spellings, and the canonical line they become.
static const struct {
    const char *spec, *text, *canonical;
} positions[] = {
    {"othello", OTHELLO_START, OTHELLO_START " X"},
    {"othello", "...........................wb......bw........................... w", OTHELLO_START " O"},
    {"checkers", "B:W21-32:B1-12.", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"},
    {"checkers", "w:bk3,7:wK31", "W:WK31:BK3,7"},
};

START_TEST(test_positions_are_read_as_people_write_them)
{
    Variant  v = test_open(positions[_i].spec);
    AnyState s;
    Status   status;
    char     line[TEXT_MAX];
    Text     text = text_on(line, sizeof line);
    ck_assert_msg(variant_parse(&v, &s, positions[_i].text, &status), "%s", status.text);
    variant_format(&v, &s, &text);
    ck_assert_str_eq(line, positions[_i].canonical);
    variant_close(&v);
}
END_TEST

// Illegal or broken positions of every game. The message must hold `word`.
static const struct {
    const char *spec, *text, *word;
} bad_positions[] = {
    {"tictactoe", "", "nine cells"},
    {"tictactoe", "XXX------ O", "3 X"},
    {"tictactoe", "XXXOOO--- X", "three in a row"},
    {"tictactoe", "XX?OO---- X", "?"},
    {"othello", "", "64"},
    {"othello", OTHELLO_START "- X", "64"},   // sixty-five squares
    {"othello", "---------------------------OX------X?--------------------------- X", "?"},
    {"othello", OTHELLO_START " Z", "Z"},
    {"checkers", "", "side to move"},
    {"checkers", "B:W33:B1", "33"},
    {"checkers", "B:W1:B2", "1"},   // a white man on its promotion row
    {"checkers", "B:W21,21:B2", "21"},
    {"checkers", "B:W21:B21", "21"},
    {"checkers", "X:W21:B2", "X"},
    {"checkers", "B:W5-17:B1", "12"},   // thirteen men
    {"checkers", "B:W21,,22:B1", ""},
    {"checkers", "B:W99999999999999999999:B1", ""},
    {"focus", "", ""},
    {"focus",
     "-,-,-,-/-,111111,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-/"
     "-,-,-,- 1 "
     "0,0 0,0 -",
     "111111"},
    {"focus",
     "-,-,-,-/-,111111111,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/"
     "-,-,-,-,-,-/-,-,-,- "
     "1 0,0 0,0 -",
     "111111111"},   // a pile of nine
    {"focus",
     "-,-,-,-/-,3,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-/"
     "-,-,-,- 1 0,0 "
     "0,0 -",
     "3"},
    {"focus",
     "-,-,-,-/-,2,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-/"
     "-,-,-,- 1 0,0 "
     "0,0 -",
     ""},   // player 1 has nothing
    {"chinese-checkers:board=rhombus6,pieces=3", "11----/1-----/------/------/-----2/----22 3", "3"},
    {"chinese-checkers:board=rhombus6,pieces=3", "111---/1-----/------/------/-----2/----22 1", ""},
    {"chinese-checkers:board=rhombus6,pieces=3", "11----/1-----/------/------/-----2/----2 1", ""},
    {"virus", "--------/--------/--------/--------/--------/--------/--------/-------- 1", ""},
    {"virus", "1-------/--------/--------/--------/--------/--------/--------/-------9 1", "9"},
    {"virus", "1-------/--------/--------/--------/--------/--------/--------/-------2 3", "3"},
    {"abalone", "wwwww/wwwwww/--www--/--------/---------/--------/--bbb--/bbbbbb/bbbbbb b", ""},
    {"abalone", "wwwww/wwwwww/w-www--/--------/---------/--------/--bbb--/bbbbbb/bbbbb b", "15"},
    {"abalone", "wwwww/wwwwww/--www--/--------/---------/--------/-------/------/bbbbb b", "5"},
    {"abalone", "wwwww/wwwwww/--wxw--/--------/---------/--------/--bbb--/bbbbbb/bbbbb b", "x"},
    {"chess", "", "ranks"},
    {"thief-police", "", ""},
    {"thief-police", "99.99 1.1,1.2,1.3,1.4 thief", "99.99"},
    {"thief-police", "99999999999999999999.1 1.1 thief", ""},
};

START_TEST(test_bad_positions_name_the_bad_word)
{
    Variant  v = test_open(bad_positions[_i].spec);
    AnyState s;
    Status   status = {0};
    ck_assert_msg(!variant_parse(&v, &s, bad_positions[_i].text, &status), "'%s' was accepted",
                  bad_positions[_i].text);
    const char *const message = strstr(status.text, "': ");
    ck_assert_msg(message != NULL && strstr(message, bad_positions[_i].word) != NULL, "'%s': %s",
                  bad_positions[_i].text, status.text);
    ck_assert_ptr_null(strchr(status.text, '\n'));
    variant_close(&v);
}
END_TEST

START_TEST(test_no_game_reads_a_text_without_end)
{
    Variant     v = test_open(test_specs[_i]);
    AnyState    s;
    Status      status;
    static char text[TEXT_MAX * 4];
    for (const char *c = "1-/b0 ,:xX#"; *c; c++) {
        memset(text, *c, sizeof text - 1);
        ck_assert(!variant_parse(&v, &s, text, &status));
        text[TEXT_MAX - 1] = 0;
        ck_assert(!variant_parse(&v, &s, text, &status));
        memset(text, 0, sizeof text);
    }
    variant_close(&v);
}
END_TEST

// Moves in other spellings: `text` played from `position` (NULL: the start) must be the move written
// `canonical`.
static const struct {
    const char *spec, *position, *text, *canonical;
} moves[] = {
    {"othello", NULL, "F5", "f5"},
    {"checkers", NULL, "11-15", "11-15"},
    {"checkers", "B:W18,26:B14", "14x30", "14x23x30"},
    {"checkers", "B:W18,26:B14", "14x23x30", "14x23x30"},
    {"focus", NULL, "b2-b3", "b2-b3-1"},
    {"abalone", NULL, "a1b2", "A1B2"},
    {"abalone", NULL, "C5C3D5", "C3C5D3"},
    {"abalone", NULL, "C3D6", "C3C5D4"},   // two fields: first marble from, last marble to
    {"abalone", NULL, "C5D3", "C3C5D3"},
};

START_TEST(test_moves_are_read_as_people_write_them)
{
    Variant  v = test_open(moves[_i].spec);
    AnyState s;
    Status   status;
    Move     m;
    if (moves[_i].position == NULL) variant_setup(&v, &s);
    else ck_assert_msg(variant_parse(&v, &s, moves[_i].position, &status), "%s", status.text);
    ck_assert_msg(variant_move_parse(&v, &s, moves[_i].text, &m, &status), "%s: %s", moves[_i].text,
                  status.text);
    char line[TEXT_MAX];
    Text text = text_on(line, sizeof line);
    variant_move_format(&v, &s, m, &text);
    ck_assert_str_eq(line, moves[_i].canonical);
    variant_close(&v);
}
END_TEST

static const char *const bad_moves[] = {
    "",     " ",        "zz",        "a9",     "99",
    "pass", "a1a1a1a1", "1-1",       "*",      "1x1x1x1x1x1x1x1x1x1x1x1x1x1",
    "-",    "A1Z9",     "0.0-0.0.0", "C5C3D3", "\x01\xff"};

START_TEST(test_illegal_moves_are_refused_in_every_game)
{
    Variant  v = test_open(test_specs[_i]);
    AnyState s;
    Move     m;
    variant_setup(&v, &s);
    for (size_t k = 0; k < sizeof bad_moves / sizeof *bad_moves; k++) {
        Status status = {0};
        ck_assert_msg(!variant_move_parse(&v, &s, bad_moves[k], &m, &status), "%s: '%s' was accepted",
                      test_specs[_i], bad_moves[k]);
        ck_assert_int_ne(status.text[0], 0);
        ck_assert_ptr_null(strchr(status.text, '\n'));
    }
    variant_close(&v);
}
END_TEST

START_TEST(test_transcript_runs_moves_together_and_leaves_passes_out)
{
    Variant  v = test_open("othello");
    AnyState a, b;
    Status   status;
    variant_setup(&v, &a);
    variant_setup(&v, &b);
    ck_assert(variant_moves_play(&v, &a, "f5d6c3d3c4", NULL, NULL, &status));
    ck_assert(variant_moves_play(&v, &b, "f5 d6,c3\nD3 c4", NULL, NULL, &status));
    ck_assert_mem_eq(&a, &b, v.game->state_size);

    // Black has no move here, so white's move may follow at once.
    ck_assert(
        variant_parse(&v, &a, "OX-------------------------------------------------------------- X", &status));
    b = a;
    ck_assert_msg(variant_moves_play(&v, &a, "c1", NULL, NULL, &status), "%s", status.text);
    ck_assert_msg(variant_moves_play(&v, &b, "pass c1", NULL, NULL, &status), "%s", status.text);
    ck_assert_mem_eq(&a, &b, v.game->state_size);
    ck_assert(!variant_moves_play(&v, &b, "d1", NULL, NULL, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "d1"));
    variant_close(&v);
}
END_TEST

static const struct {
    const char *spec, *word;
} bad_specs[] = {
    {"othelo", "othello"},
    {"chess:position=start", "position"},
    {"focus:players=3", "2|4"},
    {"virus:size=9", "size=9"},
    {"virus:size=-1", "-1"},
    {"chinese-checkers:board=rhombus6,players=4", "players"},
    {"chinese-checkers:board=star73,pieces=10", "pieces"},
    {"abalone:start=swiss", "belgian-daisy"},
    {"thief-police:size=1000000000", "1000000000"},
    {"thief-police:size=5,open=25,police=9", "police=9"},
    {"checkers:relaxed=maybe", "maybe"},
    {"othello:size=10", "size"},
    {"othello:eval=mobility", "eval is a setting of a player now: alphabeta:...,eval=mobility"},
    {"focus:players=4,weights=0/1/1", "weights is a setting of a player now: alphabeta:...,weights=0/1/1"},
    {"checkers:relaxed=yes,man=3",
     "man is a weight of a player's evaluation now: alphabeta:...,eval=material,weights=man/king"},
    {"focus:capture=0", "alphabeta:...,eval=pieces,weights=capture/pile/reserve"},
    {"virus:eval=solved", "eval is a setting of a player now: alphabeta:...,eval=solved"},
};

START_TEST(test_bad_games_name_the_bad_word)
{
    Variant v;
    Status  status = {0};
    ck_assert(!variant_open(&v, bad_specs[_i].spec, &status));
    ck_assert_msg(strstr(status.text, bad_specs[_i].word) != NULL, "%s", status.text);
}
END_TEST

#define COUNT(table) (sizeof(table) / sizeof *(table))

Suite *suite_notation(void);
Suite *suite_notation(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *suite = suite_create("notation");
    TCase *tcase = tcase_create("notation");
    tcase_add_loop_test(tcase, test_positions_are_read_as_people_write_them, 0, COUNT(positions));
    tcase_add_loop_test(tcase, test_bad_positions_name_the_bad_word, 0, COUNT(bad_positions));
    tcase_add_loop_test(tcase, test_no_game_reads_a_text_without_end, 0, specs);
    tcase_add_loop_test(tcase, test_moves_are_read_as_people_write_them, 0, COUNT(moves));
    tcase_add_loop_test(tcase, test_illegal_moves_are_refused_in_every_game, 0, specs);
    tcase_add_test(tcase, test_transcript_runs_moves_together_and_leaves_passes_out);
    tcase_add_loop_test(tcase, test_bad_games_name_the_bad_word, 0, COUNT(bad_specs));
    suite_add_tcase(suite, tcase);
    return suite;
}
#undef COUNT
