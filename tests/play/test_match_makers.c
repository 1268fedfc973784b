// Matches that several programs played: a file says which of them played what, and takes nobody's games who
// was not accepted. Other programs are this one with another digest in its file.
#include "base/build_info.h"
#include "play/match_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OTHER "00000000000000aa"
#define THIRD "00000000000000bb"

// The file "a" as if a program of this digest had begun it.
static void begun_by(const char *digest)
{
    size_t      size;
    char *const text = match_text("a", &size), *const at = strstr(text, "\"digest\":\"");
    ck_assert_ptr_nonnull(at);
    memcpy(at + strlen("\"digest\":\""), digest, 16);
    match_put("a", text, size);
    free(text);
}

static void appended(const char *line)
{
    size_t      size;
    char *const text = match_text("a", &size);
    strcpy(text + size, line);
    match_put("a", text, size + strlen(line));
    free(text);
}

static int lines_count(const char *text, const char *word)
{
    int n = 0;
    for (; (text = strstr(text, word)) != NULL; text++) n++;
    return n;
}

static MatchSettings settings_of(const Variant *v, int games, const DigestList *accept)
{
    MatchSettings t = match_settings(&match_cases[0], v, 1, match_path("a"));
    t.games = games, t.accept = accept;
    return t;
}

START_TEST(test_a_match_continued_by_another_program_says_so)
{
    const DigestList none = {0}, other = {1, {OTHER}}, two = {2, {THIRD, OTHER}};
    Variant          v     = test_open("tictactoe");
    Match *const     match = calloc(1, sizeof *match);
    MatchSettings    t     = settings_of(&v, 10, NULL);
    char             line[200], header[100];
    Tally            whole, tally;
    Status           status;
    size_t           size;
    match_play(&t, &whole);
    t = settings_of(&v, 4, NULL);
    unlink(match_path("a"));
    match_play(&t, &tally);
    begun_by(OTHER);
    // refused, by the digest of who began it
    for (int i = 0; i < 2; i++) {
        t = settings_of(&v, 6, i == 0 ? NULL : &none);
        ck_assert(match_refused(&t, &status));
        ck_assert_msg(strstr(status.text, OTHER) != NULL, "%s", status.text);
    }
    t = settings_of(&v, 6, &other);
    match_play(&t, &tally);
    ck_assert_int_eq(tally.games, 6);
    snprintf(line, sizeof line, "\n{\"continued_by\":\"%s\",\"commit\":\"%s\"}\n{\"number\":5,",
             build_digest("tictactoe"), build_commit);
    snprintf(header, sizeof header, "\"digest\":\"%s\"", OTHER);
    char *text = match_text("a", &size);
    ck_assert_msg(strstr(text, line) != NULL && strstr(text, header) != NULL, "%s", text);
    ck_assert_int_eq(lines_count(text, "continued_by"), 1);
    free(text);
    // the same program goes on without another line, and has both makers
    t = settings_of(&v, 8, &other);
    ck_assert_msg(match_open(match, &t, &status), "%s", status.text);
    ck_assert_int_eq(match->read, 6);
    ck_assert_int_eq(match->file.makers, 2);
    ck_assert_str_eq(match->file.maker[0].digest, OTHER);
    ck_assert_str_eq(match->file.maker[1].digest, build_digest("tictactoe"));
    ck_assert_str_eq(match->file.maker[1].commit, build_commit);
    ck_assert(match_run(match, NULL, NULL, &status));
    match_close(match);
    text = match_text("a", &size);
    ck_assert_int_eq(lines_count(text, "continued_by"), 1);
    free(text);
    // a third one in between: both must be accepted, and this one says that it continues again
    appended("{\"continued_by\":\"" THIRD "\",\"commit\":\"x\"}\n");
    t = settings_of(&v, 10, &other);
    ck_assert(match_refused(&t, &status));
    ck_assert_msg(strstr(status.text, THIRD) != NULL, "%s", status.text);
    t = settings_of(&v, 10, &two);
    match_play(&t, &tally);
    tally_same(&whole, &tally);
    text = match_text("a", &size);
    ck_assert_int_eq(lines_count(text, "continued_by"), 3);
    free(text);
    free(match);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_line_about_a_program_is_read_strictly)
{
    static const char *const wrong[] = {
        "{\"continued_by\":\"00000000000000a\",\"commit\":\"x\"}\n",
        "{\"continued_by\":\"00000000000000ag\",\"commit\":\"x\"}\n",
        "{\"continued_by\":7,\"commit\":\"x\"}\n",
        "{\"continued_by\":\"" OTHER "\"}\n",
        "{\"continued_by\":\"" OTHER "\",\"commit\":\"x\",\"more\":1}\n",
        "{\"continued_by\":\n",
    };
    const DigestList other = {1, {OTHER}};
    Variant          v     = test_open("tictactoe");
    MatchSettings    t     = settings_of(&v, 4, &other);
    Tally            tally;
    Status           status;
    match_play(&t, &tally);
    appended(wrong[_i]);
    t = settings_of(&v, 6, &other);
    ck_assert(match_refused(&t, &status));
    ck_assert_msg(strstr(status.text, "line 6: damaged: expected who continued the match") != NULL, "%s",
                  status.text);
    variant_close(&v);
}
END_TEST

// As many as there is room for, and no more.
START_TEST(test_a_match_has_a_number_of_programs)
{
    DigestList    accept = {0};
    char          digests[MATCH_MAKERS_MAX + 1][17], line[100];
    Variant       v     = test_open("tictactoe");
    MatchSettings t     = settings_of(&v, 2, NULL);
    Match *const  match = calloc(1, sizeof *match);
    Tally         tally;
    Status        status;
    match_play(&t, &tally);
    for (int i = 1; i < MATCH_MAKERS_MAX; i++) {
        snprintf(digests[i], sizeof digests[i], "%016x", i);
        accept.list[accept.count++] = digests[i];
        snprintf(line, sizeof line, "{\"continued_by\":\"%s\",\"commit\":\"c%d\"}\n", digests[i], i);
        appended(line);
    }
    t = settings_of(&v, 2, &accept);
    ck_assert_msg(match_open(match, &t, &status), "%s", status.text);
    ck_assert_int_eq(match->file.makers, MATCH_MAKERS_MAX);
    ck_assert_str_eq(match->file.maker[3].commit, "c3");
    match_close(match);
    appended("{\"continued_by\":\"" THIRD "\",\"commit\":\"x\"}\n");
    ck_assert(match_refused(&t, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "expected who continued the match"));
    free(match);
    variant_close(&v);
}
END_TEST

Suite *suite_match_makers(void);
Suite *suite_match_makers(void)
{
    Suite *const suite = suite_create("match_makers");
    TCase *const tcase = tcase_create("match_makers");
    tcase_add_checked_fixture(tcase, match_folder_make, match_folder_remove);
    tcase_add_test(tcase, test_a_match_continued_by_another_program_says_so);
    tcase_add_loop_test(tcase, test_a_line_about_a_program_is_read_strictly, 0, 6);
    tcase_add_test(tcase, test_a_match_has_a_number_of_programs);
    suite_add_tcase(suite, tcase);
    return suite;
}
