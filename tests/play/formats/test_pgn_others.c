// Games as PGN that others write: results that stand in the tag alone, remarks after the result, words that
// are not the standard's; and games that were forfeited, as we write them.
#include "play/formats/pgn.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

static FormatGame *game_of(const Variant *v, const char *text, int number, Status *status)
{
    *status = (Status){0};
    return format_text_game(&format_pgn, v, text, strlen(text), number, status);
}

static void game_free(FormatGame *game)
{
    format_game_close(game);
    free(game);
}

// Moves, result and remarks of a game; or the message.
static const char *told(const Variant *v, const char *text, int number)
{
    static char       out[4 * TEXT_MAX];
    Status            status;
    Text              list = text_on(out, sizeof out);
    FormatGame *const game = game_of(v, text, number, &status);
    if (game == NULL) return strcpy(out, status.text);
    for (int i = 0; i <= game->record.count; i++) {
        const char *const remark = format_comment_at(&game->comments, i);
        if (remark != NULL) text_add(&list, "{%s} ", remark);
        if (i < game->record.count) record_move_text(&game->record, i, &list), text_add(&list, " ");
    }
    text_add(&list, "%s", pgn_results[pgn_result(game)]);
    game_free(game);
    return out;
}

static const struct {
    int         number;
    const char *text, *read;
} others[] = {
    // The result in the tag alone; what follows the moves counts more; a game that is over has one.
    {1, "[Result \"1-0\"]\n1. e4 e5", "e4 e5 1-0"},
    {1, "[Result \"0-1\"]\n1. e4 e5 *", "e4 e5 0-1"},
    {1, "[Result \"1/2-1/2\"]\n1. e4 e5\n[Event \"?\"]", "e4 e5 1/2-1/2"},
    {1, "[Result \"1-0\"]\n1. e4 e5 0-1", "e4 e5 0-1"},
    {1, "[Result \"?\"]\n1. e4 e5", "e4 e5 *"},
    {1, "1. f3 e5 2. g4 Qh4#", "f3 e5 g4 Qh4# 0-1"},
    {1, "1. f3 e5 2. g4 Qh4# *", "f3 e5 g4 Qh4# 0-1"},
    // Remarks after the result, up to a line that is empty.
    {1, "1. e4 1-0 {black\nresigns}\n; on time\n\n{next} 1. d4 *", "e4 {black resigns on time} 1-0"},
    {2, "1. e4 1-0 {black\nresigns}\n; on time\n\n{next} 1. d4 *", "{next} d4 *"},
    {2, "1. e4 *\n\n; next\n1. d4 *", "{next} d4 *"},
    {2, "1. e4 * {open", "game 2: line 1: '{' without '}'"},
    // Words of others.
    {1, "1. e4 e5 1/2", "e4 e5 1/2-1/2"},
    {2, "1. e4 e5 1/2 [Event \"x\"]\n1. d4 *", "d4 *"},
    {1, "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"] 1. a8(Q)+ Ke7 *", "a8=Q+ Ke7 *"},
    {1, "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"] 1. a8(R) (1. a8(Q) Ke7) Ke7 *", "a8=R+ Ke7 *"},
    {1, "1. e4 a6 2. e5 d5 3. exd6ep *", "e4 a6 e5 d5 exd6 *"},
    {1, "1. e4 a6 2. e5 d5 3. exd6e.p. h6 *", "e4 a6 e5 d5 exd6 h6 *"},
    {1, "1. e4 a6 2. e5 d5 3. exd6 e.p. h6 *", "e4 a6 e5 d5 exd6 h6 *"},
    {1, "1. e4 a6 2. e5 d5 3. exd6 ep h6 *", "e4 a6 e5 d5 exd6 h6 *"},
    {1, "1. e4 += e5+/- 2. d4 -+ = {+=} d6 *", "e4 e5 d4 {+=} d6 *"},
    {1, "[White \"a\"]\n[White \"b\"]\n1. e4 *", "e4 *"},
    // What no spelling mends is named as it stands.
    {1, "1. e4\n-- 2. d4 *", "game 1: line 2, move 1 of black: '--' is a null move, which no game has"},
    {1, "1. e4 e4 += *", "game 1: line 1, move 1 of black: illegal move 'e4'"},
};

START_TEST(test_games_of_others_are_read)
{
    Variant           v    = test_open("chess");
    const char *const read = told(&v, others[_i].text, others[_i].number);
    ck_assert_msg(strncmp(read, others[_i].read, strlen(others[_i].read)) == 0, "'%s' gives '%s'",
                  others[_i].text, read);
    variant_close(&v);
}
END_TEST

// Longer than what is looked at first, with what must be mended at its very end.
START_TEST(test_long_games_of_others_are_read)
{
    enum { LONG = 100000 };
    Variant     v    = test_open("chess");
    char *const text = malloc(LONG + 100);
    ck_assert_ptr_nonnull(text);
    for (int size = 1000; size <= LONG; size *= 10) {
        int n = sprintf(text, "1. e4 (");
        memset(text + n, ' ', (size_t)size);
        strcpy(text + n + size, "1. d4) e5 1/2\n\n[Event \"b\"]\n1. c4 *");
        ck_assert_str_eq(told(&v, text, 1), "e4 e5 1/2-1/2");
        ck_assert_str_eq(told(&v, text, 2), "c4 *");
    }
    free(text);
    variant_close(&v);
}
END_TEST

START_TEST(test_the_first_of_two_tags_counts)
{
    static const char text[] = "[White \"a \\\"]\\\"\"]\n[White \"b\"]\n[Variant \"chess\"]\n1. e4 *";
    char              spec[TEXT_MAX];
    Status            status;
    Variant           v    = test_open("chess");
    FormatGame *const game = game_of(&v, text, 1, &status);
    ck_assert_msg(game != NULL, "%s", status.text);
    ck_assert_str_eq(format_tag(&game->tags, "White"), "a \"]\"");
    ck_assert(format_spec(&format_pgn, text, strlen(text), spec, &status));
    ck_assert_str_eq(spec, "chess");
    game_free(game);
    variant_close(&v);
}
END_TEST

// Games are read one after another, whatever the one before was written in.
START_TEST(test_what_follows_a_mended_game_is_read)
{
    static const char *const texts[]      = {"1. e4 e5 1/2 1. d4 d5 1/2 {agreed} 1. c4 0-1",
                                             "1. e4 += *\n1. d4 1/2-1/2\n1. c4 *"};
    static const int         counts[2][3] = {{2, 2, 1}, {1, 1, 1}};
    Variant                  v            = test_open("chess");
    FormatGame *const        game         = calloc(1, sizeof *game);
    for (int i = 0; i < 2; i++) {
        FormatReader reader;
        Status       status;
        format_open(&reader, &format_pgn, &v, texts[i], strlen(texts[i]));
        for (int k = 0; k < 3; k++) {
            ck_assert_msg(format_read(&reader, game, &status) == FORMAT_READ_GAME, "%s", status.text);
            ck_assert_int_eq(game->record.count, counts[i][k]);
            ck_assert_int_eq(game->number, k + 1);
            ck_assert_int_eq(reader.line, i == 0 ? 1 : k + 1);
            format_game_close(game);
        }
        ck_assert_int_eq(format_read(&reader, game, &status), FORMAT_READ_END);
    }
    free(game);
    variant_close(&v);
}
END_TEST

static const struct {
    const char *reason, *termination;
} forfeits[] = {
    {"no answer in time", "time forfeit"},
    {"waiting for 'pong': no answer in time", "time forfeit"},
    {"it ended by itself, with exit code 1", "abandoned"},
    {"it was killed by signal 9", "abandoned"},
    {"it resigns", "normal"},
    {"resigns", "normal"},
    {"out of time", "time forfeit"},
    {"illegal move 'e2e5'", "rules infraction"},
};

START_TEST(test_why_a_game_was_forfeited_is_written)
{
    Variant           v    = test_open("chess");
    char             *text = NULL, want[200];
    size_t            size;
    Status            status;
    FormatGame *const game = game_of(&v, "{first} 1. e4 {then} *", 1, &status);
    forfeit_set(&game->forfeit, 1, forfeits[_i].reason);
    game->ended = ENDED_BY_FORFEIT;
    format_points_set(game, 0, 1);
    FILE *const out = open_memstream(&text, &size);
    format_pgn.write(out, game);
    ck_assert_int_eq(fclose(out), 0);
    snprintf(want, sizeof want, "\n[Termination \"%s\"]\n", forfeits[_i].termination);
    ck_assert_msg(strstr(text, want) != NULL, "%s", text);
    for (char *c = text; *c; c++)
        if (*c == '\n') *c = ' ';
    snprintf(want, sizeof want, " {first} 1. e4 {then white wins: black forfeits (%s)} 1-0",
             forfeits[_i].reason);
    ck_assert_msg(strstr(text, want) != NULL, "%s", text);
    free(text);
    game_free(game);
    variant_close(&v);
}
END_TEST

Suite *suite_pgn_others(void);
Suite *suite_pgn_others(void)
{
    Suite *const suite = suite_create("pgn_others");
    TCase *const tcase = tcase_create("pgn_others");
    tcase_add_loop_test(tcase, test_games_of_others_are_read, 0, sizeof others / sizeof *others);
    tcase_add_test(tcase, test_long_games_of_others_are_read);
    tcase_add_test(tcase, test_the_first_of_two_tags_counts);
    tcase_add_test(tcase, test_what_follows_a_mended_game_is_read);
    tcase_add_loop_test(tcase, test_why_a_game_was_forfeited_is_written, 0,
                        sizeof forfeits / sizeof *forfeits);
    suite_add_tcase(suite, tcase);
    return suite;
}
