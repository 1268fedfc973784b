// Positions of chess as EPD: the last one of a game in any notation is written, lines are bounded, long texts
// stay UTF-8. (What is read and refused: test_formats.c.)
#include "play/formats/epd.h"
#include "play/formats/format_cases.h"

#include <stdlib.h>
#include <string.h>

// A game read from EPD or PGN, and written as EPD.
static const struct {
    const char *format, *text, *epd;
} positions[] = {
    {"epd", EPD_START " 3 40", EPD_START " hmvc 3; fmvn 40;"},
    {"epd", EPD_START " fmvn 7; hmvc 2 ;", EPD_START " hmvc 2; fmvn 7;"},
    {"epd", EPD_START " id WAC.1; bm e4 d4; ce -12;D1 20",
     EPD_START " hmvc 0; fmvn 1; bm e4 d4; ce -12; id \"WAC.1\";"},
    {"epd", EPD_START " eco \"a;b\";c0 \"why; so\";noop;",
     EPD_START " hmvc 0; fmvn 1; eco \"a;b\"; noop; c0 \"why; so\";"},
    {"pgn", "[Event \"?\"] 1. f3 e5 2. g4 Qh4# 0-1", EPD_MATE " hmvc 1; fmvn 3;"},
    {"pgn", "[White \"A \\\"B\\\"\"] [Date \"????.??.??\"] [Round \"2\"] *",
     EPD_START " hmvc 0; fmvn 1; id \"A 'B' - ?, round 2\";"},
    {"pgn", "[Event \"E\"] [Date \"1999.??.??\"] {not this} e4 {this\none} *",
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1; c0 \"this one\"; id \"E, "
     "1999.??.??\";"},
    // Tags that are no operations.
    {"pgn", "[bm \"e4; d4\"] [am \"x;\"] [id \"x\"] [hmvc \"7\"] [c0 \"x\"] [dm \"\\\"\"] [sm \"a4\"] *",
     EPD_START " hmvc 0; fmvn 1; sm a4;"},
};

START_TEST(test_the_end_of_a_game_is_written_as_epd)
{
    Variant           v = test_open("chess");
    Status            status;
    size_t            size;
    FormatGame *const game = format_text_game(format_find(positions[_i].format, &status), &v,
                                              positions[_i].text, strlen(positions[_i].text), 1, &status);
    ck_assert_msg(game != NULL, "%s", status.text);
    char *const text = format_case_text(&format_epd, game, &size);
    ck_assert_int_eq(text[size - 1], '\n');
    text[size - 1] = 0;
    ck_assert_str_eq(text, positions[_i].epd);
    free(text);
    format_case_free(game);
    variant_close(&v);
}
END_TEST

// Bytes of 0, words without end and an id that has no room are refused; a tag that has none is left out.
START_TEST(test_lines_of_epd_are_bounded)
{
    static char text[5000];
    Variant     v = test_open("chess");
    Status      status;
    size_t      size;
    for (int i = 0; i < 4; i++) {
        const int at = snprintf(text, sizeof text, EPD_START "%s",
                                i == 0   ? " id "
                                : i == 1 ? ""
                                : i == 2 ? " hmvc "
                                         : " pv ");
        memset(text + at, 'x', sizeof text - (size_t)at);
        FormatGame *const game = format_text_game(&format_epd, &v, text, sizeof text, 1, &status);
        ck_assert_int_eq(game != NULL, i == 3);
        if (game == NULL) {
            ck_assert_msg(strlen(status.text) < 300 && strstr(status.text, "line 1: ") != NULL, "%s",
                          status.text);
            continue;
        }
        char *const again = format_case_text(&format_epd, game, &size);
        ck_assert_str_eq(again, EPD_START " hmvc 0; fmvn 1;\n");
        free(again);
        format_case_free(game);
    }
    static const char zeros[] = EPD_START "\0 0 1", zero_id[] = EPD_START " id a\0b";
    ck_assert_ptr_null(format_text_game(&format_epd, &v, zeros, sizeof zeros, 1, &status));
    ck_assert_ptr_null(format_text_game(&format_epd, &v, zero_id, sizeof zero_id - 1, 1, &status));
    variant_close(&v);
}
END_TEST

// An id made of long tags is cut between characters, not inside of one.
START_TEST(test_a_long_id_of_epd_stays_utf8)
{
    Variant           v    = test_open("chess");
    FormatGame *const game = calloc(1, sizeof *game);
    AnyState          s;
    Status            status;
    size_t            size;
    char              name[FORMAT_VALUE_MAX] = "", odd[FORMAT_VALUE_MAX] = "x";
    for (int i = 0; i < 250; i++) strcat(name, "\xc3\xa9"), strcat(odd, "\xc3\xa9");
    variant_setup(&v, &s);
    ck_assert(record_open(&game->record, &v, &s, &status));
    format_tag_set(&game->tags, "Black", name);
    for (int i = 0; i < 2; i++) {
        format_tag_set(&game->tags, "White", i ? odd : name);
        char *const text = format_case_text(&format_epd, game, &size);
        char *const id   = strstr(text, "id \"");
        ck_assert_ptr_nonnull(id);
        ck_assert_msg(strstr(id, "\xc3\"") == NULL && strstr(id, "\xa9\";") != NULL, "%s", id);
        FormatGame *const again = format_text_game(NULL, &v, text, size, 1, &status);
        ck_assert_msg(again != NULL, "%s", status.text);
        format_case_free(again);
        free(text);
    }
    format_case_free(game);
    variant_close(&v);
}
END_TEST

Suite *suite_epd(void);
Suite *suite_epd(void)
{
    Suite *const suite = suite_create("epd");
    TCase *const tcase = tcase_create("epd");
    tcase_add_loop_test(tcase, test_the_end_of_a_game_is_written_as_epd, 0,
                        sizeof positions / sizeof *positions);
    tcase_add_test(tcase, test_lines_of_epd_are_bounded);
    tcase_add_test(tcase, test_a_long_id_of_epd_stays_utf8);
    suite_add_tcase(suite, tcase);
    return suite;
}
