// Results of tunings as files: read when they are right, and taken by a player spec where it does not say
// otherwise.
#include "play/match_cases.h"
#include "play/tune_result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const TuneResult example = {.game  = "chinese-checkers:board=rhombus9",
                                   .count = 3,
                                   .keys  = {{"eval", "baseline"}, {"weights", "5/6/7"}, {"windows", "9/8"}}};

START_TEST(test_a_result_is_read_as_written)
{
    char *const text = tune_result_text(&example, "{\"tune\": \"eval\", \"elo\": 1.25}");
    TuneResult  back;
    Status      status;
    ck_assert_msg(tune_result_parse(&back, text, strlen(text), &status), "%s", status.text);
    ck_assert_str_eq(back.game, example.game);
    ck_assert_int_eq(back.count, 3);
    for (int i = 0; i < 3; i++) {
        ck_assert_str_eq(back.keys[i].key, example.keys[i].key);
        ck_assert_str_eq(back.keys[i].value, example.keys[i].value);
    }
    free(text);
}
END_TEST

// Cut anywhere, or any byte changed to any other: refused, or (spaces between words) the same result.
START_TEST(test_a_damaged_result_is_refused)
{
    char *const  text = tune_result_text(&example, "{\"tune\": \"eval\", \"elo\": 1.25}");
    const size_t size = strlen(text);
    TuneResult   back;
    Status       status;
    for (size_t n = 0; n + 2 < size; n++) {
        status.text[0] = 0;
        ck_assert(!tune_result_parse(&back, text, n, &status) && status.text[0]);
    }
    for (size_t i = 0; i < size; i++) {
        const char old = text[i];
        for (int c = 0; c < 256; c++) {
            text[i] = (char)c;
            if (!tune_result_parse(&back, text, size, &status)) continue;
            ck_assert_msg(strcmp(back.game, example.game) == 0 && back.count == 3, "byte %zu", i);
            for (int k = 0; k < 3; k++) ck_assert_str_eq(back.keys[k].value, example.keys[k].value);
        }
        text[i] = old;
    }
    free(text);
}
END_TEST

static const struct {
    const char *text, *word;
} hostile[] = {
    {"", "expected a JSON object"},
    {"[]", "expected a JSON object"},
    {"{}", "not a `pollard tune` result"},
    {"{\"pollard_tune\": 2}", "version 2"},
    {"{\"pollard_tune\": 1}", "not a `pollard tune` result"},
    {"{\"pollard_tune\": 1, \"game\": \"othello\", \"keys\": {\"depth\": \"60\"}, \"about\": {}, \"sum\": "
     "\"0\"}",
     "sum"},
    {"{\"pollard_tune\": 1, \"game\": \"othello\", \"keys\": {}, \"about\": {}, \"sum\": \"0\", \"more\": 1}",
     "not a `pollard tune` result"},
    {"{\"pollard_tune\": 1, \"pollard_tune\": 1}", "expected a JSON object"},
};

START_TEST(test_a_hostile_result_is_refused)
{
    TuneResult back;
    Status     status;
    ck_assert(!tune_result_parse(&back, hostile[_i].text, strlen(hostile[_i].text), &status));
    ck_assert_msg(strstr(status.text, hostile[_i].word) != NULL, "%s", status.text);
}
END_TEST

// A right sum does not make a wrong key right.
START_TEST(test_a_result_with_other_keys_is_refused)
{
    static const Setting bad[] = {
        {"depth", "60"}, {"with", "x"}, {"weights", "1,depth=9"}, {"weights", ""}, {"eval", "a b"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        TuneResult  tuned = {.game = "abalone", .count = 1, .keys = {bad[i]}}, back;
        char *const text  = tune_result_text(&tuned, "{}");
        Status      status;
        ck_assert(!tune_result_parse(&back, text, strlen(text), &status));
        ck_assert_ptr_nonnull(strstr(status.text, bad[i].key));
        free(text);
    }
}
END_TEST

static const struct {
    const char *spec, *becomes;   // NULL: refused
} expansions[] = {
    {"alphabeta:depth=3,with=%s", "alphabeta:depth=3,eval=baseline,weights=5/6/7,windows=9/8"},
    {"alphabeta:with=%s,depth=3,windows=1", "alphabeta:depth=3,windows=1,eval=baseline,weights=5/6/7"},
    {"alphabeta:with=%s,weights=1/1/1,depth=3", "alphabeta:weights=1/1/1,depth=3,eval=baseline,windows=9/8"},
    {"alphabeta:with=%s,eval=pdb6,depth=3", "alphabeta:eval=pdb6,depth=3,windows=9/8,weights=16/0/7/2/8"},
    {"alphabeta:depth=3,eval=baseline", "alphabeta:depth=3,eval=baseline,weights=42/21/54"},
    {"alphabeta:preset=abalone-paper,depth=3,q=1,windows=5",
     "alphabeta:depth=3,q=1,windows=5,order=combined+iteration,weight=one,tt=22,deepening=yes"},
    {"alphabeta:depth=3,preset=abalone-paper,windows=none,q=0",
     "alphabeta:depth=3,windows=none,q=0,order=combined+iteration,weight=one,tt=22,deepening=yes"},
    {"alphabeta:depth=3,preset=abalone-paper,order=none,windows=none",
     "alphabeta:depth=3,order=none,windows=none,tt=22,deepening=yes,q=2"},
    {"alphabeta:depth=3,preset=abalone-paper,order=iteration,windows=9",
     "alphabeta:depth=3,order=iteration,windows=9,tt=22,deepening=yes,q=2"},
    {"alphabeta:depth=3,preset=abalone-best,tt=9,reduce=0,futility=none",
     "alphabeta:depth=3,tt=9,reduce=0,futility=none,order=tt+killer+combined-ads,levels=blend,regions=3/"
     "40,order-from=2,tt-deeper=yes,pvs=yes,deepening=yes,null=2"},
    {"alphabeta:depth=3,preset=abalone-best,order=killer,null=0",
     "alphabeta:depth=3,order=killer,null=0,order-from=2,tt=22,tt-deeper=yes,pvs=yes,deepening=yes,reduce=4,"
     "futility="
     "250/400/550"},
    {"alphabeta:depth=3,preset=abalone-best,order=none,levels=multi",
     "alphabeta:depth=3,order=none,levels=multi,tt=22,tt-deeper=yes,pvs=yes,deepening=yes,null=2,reduce=4,"
     "futility=250/"
     "400/550"},
    {"alphabeta:preset=abalone-paper,preset=abalone-windows,depth=3", NULL},
    {"alphabeta:preset=abalone,depth=3", NULL},
    {"alphabeta:with=%s,with=x,depth=3", NULL},
    {"alphabeta:depth=3", "alphabeta:depth=3"},
};

static bool shown_as(const Variant *v, const char *spec, char out[TEXT_MAX], Status *status)
{
    PlayerSpec player;
    Text       text = text_on(out, TEXT_MAX);
    if (!player_spec_parse(&player, spec, status) || !player_spec_shown(&player, v, &player, status))
        return false;
    player_spec_write(&player, &text);
    return true;
}

START_TEST(test_a_spec_takes_from_a_file_what_it_does_not_say)
{
    Variant v = test_open("chinese-checkers:board=rhombus7,pieces=6"), other = test_open("othello");
    Status  status;
    char    spec[200], out[TEXT_MAX];
    ck_assert(tune_result_write(&example, "{}", match_path("a"), &status));
    snprintf(spec, sizeof spec, expansions[_i].spec, match_path("a"));
    const bool good = shown_as(&v, spec, out, &status);
    ck_assert_int_eq(good, expansions[_i].becomes != NULL);
    if (good) ck_assert_str_eq(out, expansions[_i].becomes);
    if (strchr(expansions[_i].spec, '%') != NULL) ck_assert(!shown_as(&other, spec, out, &status));
    ck_assert(!shown_as(&v, "alphabeta:with=no-such-file", out, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "no-such-file"));
    variant_close(&v);
    variant_close(&other);
}
END_TEST

// Texts of the format, whose sum is right: no other value is taken for one.
START_TEST(test_a_result_is_for_its_game_and_has_room)
{
    Variant     checkers = test_open("chinese-checkers"), othello = test_open("othello");
    Spec        spec, full;
    Status      status;
    char        text[TEXT_MAX];
    Text        out = text_on(text, sizeof text);
    const char *path;
    ck_assert(tune_result_write(&example, "{}", path = match_path("a"), &status));
    ck_assert(spec_parse(&spec, "alphabeta:depth=2", &status));
    ck_assert_msg(tune_result_fill(&spec, path, &checkers, &status), "%s", status.text);   // of another board
    spec_write(&spec, &out);
    ck_assert_str_eq(text, "alphabeta:depth=2,eval=baseline,weights=5/6/7,windows=9/8");
    ck_assert(!tune_result_fill(&spec, path, &othello, &status));
    ck_assert_msg(
        strstr(status.text, "it is for chinese-checkers:board=rhombus9; expected one for othello") != NULL,
        "%s", status.text);
    full = (Spec){.name = "alphabeta", .count = SPEC_SETTINGS_MAX - 2};
    for (int i = 0; i < full.count; i++)
        snprintf(full.settings[i].key, SPEC_WORD_MAX, "k%d", i), strcpy(full.settings[i].value, "1");
    ck_assert(!tune_result_fill(&full, path, &checkers, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "more than 32 settings"));
    ck_assert(!tune_result_read(&(TuneResult){0}, match_path("b"), &status));
    ck_assert_int_eq(strncmp(status.text, "with=", 5), 0);
    variant_close(&checkers), variant_close(&othello);
}
END_TEST

// Words that a spec can hold: 63 characters of these, not 64, no other.
START_TEST(test_values_of_a_result_are_words)
{
    TuneResult tuned = {.game = "abalone", .count = 1, .keys = {{"weights", ""}}}, back;
    Status     status;
    memset(tuned.keys[0].value, '/', SPEC_WORD_MAX - 1);
    char *text = tune_result_text(&tuned, "{}");
    ck_assert_msg(tune_result_parse(&back, text, strlen(text), &status), "%s", status.text);
    ck_assert_str_eq(back.keys[0].value, tuned.keys[0].value);
    free(text);
    tuned.count = 0;
    text        = tune_result_text(&tuned, "{}");
    ck_assert(!tune_result_parse(&back, text, strlen(text), &status));
    ck_assert_str_eq(status.text, "'keys' is empty");
    free(text);
    memset(tuned.game, 'g', sizeof tuned.game - 1);
    tuned.game[sizeof tuned.game - 1] = 0, tuned.count = 1;
    text = tune_result_text(&tuned, "{}");
    ck_assert(tune_result_parse(&back, text, strlen(text), &status));
    free(text);
    ck_assert_ptr_null(tune_result_text(&tuned, "{"));   // not JSON
}
END_TEST

Suite *suite_tune_result(void);
Suite *suite_tune_result(void)
{
    Suite *const suite = suite_create("tune_result");
    TCase *const tcase = tcase_create("tune_result");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, match_folder_make, match_folder_remove);
    tcase_add_test(tcase, test_a_result_is_read_as_written);
    tcase_add_test(tcase, test_a_damaged_result_is_refused);
    tcase_add_loop_test(tcase, test_a_hostile_result_is_refused, 0, sizeof hostile / sizeof *hostile);
    tcase_add_test(tcase, test_a_result_with_other_keys_is_refused);
    tcase_add_loop_test(tcase, test_a_spec_takes_from_a_file_what_it_does_not_say, 0,
                        sizeof expansions / sizeof *expansions);
    tcase_add_test(tcase, test_a_result_is_for_its_game_and_has_room);
    tcase_add_test(tcase, test_values_of_a_result_are_words);
    suite_add_tcase(suite, tcase);
    return suite;
}
