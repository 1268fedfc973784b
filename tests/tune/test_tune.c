// A tuning comes to the same end whatever the threads and interruptions, keeps what is better only, and its
// files are read only when they are right.
#include "tune/eval.h"
#include "base/io_faults.h"
#include "base/file.h"
#include "tune/regions.h"
#include "tune/windows.h"
#include "alloc.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOPIC_DIGEST "0123456789abcdef"

// Folders.

static char folder[64];

static void folder_make(void)
{
    snprintf(folder, sizeof folder, "/tmp/pollard_tune_XXXXXX");
    ck_assert(mkdtemp(folder) != NULL);
}

static void folder_remove(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static const char *path_of(const char *name)
{
    static char path[4][100];
    static int  next;
    char *const out = path[next++ % 4];
    snprintf(out, sizeof path[0], "%s/%s", folder, name);
    return out;
}

// Tunings of all kinds, small.

typedef struct TuneCase {
    const char *kind, *game, *player;
    int         games, rounds, check, depth;
} TuneCase;

static const TuneCase cases[] = {
    {"regression", "abalone", "alphabeta:depth=1", 8, 2, 6, 0},
    {"tdleaf", "chinese-checkers:board=rhombus6,pieces=6", "alphabeta:depth=1,eval=baseline,weights=9/9/0", 6,
     3, 6, 0},
    {"matches", "chinese-checkers:board=rhombus6,pieces=6", "alphabeta:depth=1,eval=baseline,weights=1/9/0",
     4, 12, 6, 0},
    {"windows", "connect-four", "alphabeta", 20, 1, 6, 3},
    {"linear", "othello", "alphabeta:order=killer", 20, 1, 6, 3},
    {"regions", "abalone", "alphabeta:order=combined", 4, 1, 2, 3},
};
enum { CASES = sizeof cases / sizeof *cases };

typedef struct Breaker {
    atomic_bool stop;
    int         calls, until;   // the call of the progress function at which to stop
} Breaker;

static void breaker_show(void *context, const char *what, double done)
{
    Breaker *const breaker = context;
    ck_assert(what[0] && done >= 0 && done <= 1.0001);
    if (++breaker->calls == breaker->until) atomic_store(&breaker->stop, true);
}

static TuneSettings case_settings(const TuneCase *c, const Variant *v, const char *out, int threads,
                                  Breaker *breaker)
{
    PlayerSpec player;
    Status     status;
    ck_assert_msg(player_spec_parse(&player, c->player, &status), "%s", status.text);
    return (TuneSettings){.v        = v,
                          .player   = player,
                          .openings = "random:2",
                          .out      = out,
                          .seed     = 5,
                          .threads  = threads,
                          .games    = c->games,
                          .rounds   = c->rounds,
                          .check    = c->check,
                          .depth    = c->depth,
                          .stop     = &breaker->stop,
                          .progress = breaker_show,
                          .context  = breaker};
}

// What was found, as text; NULL when it was stopped.
static char *case_run(const TuneCase *c, const Variant *v, const char *out, int threads, Breaker *breaker)
{
    const TuneSettings t = case_settings(c, v, out, threads, breaker);
    Status             status;
    char               about[600] = "{}";
    TuneResult         tuned;
    bool               good;
    if (strcmp(c->kind, "regions") == 0) {
        TuneRegions found;
        good  = tune_regions(&t, &found, &status);
        tuned = found.tuned;
        snprintf(about, sizeof about, "{\"n\": %.0f}", found.nodes[0][0]);
    } else if (c->depth > 0) {
        TuneWindows found;
        good  = tune_windows(&t, strcmp(c->kind, "linear") == 0, &found, &status);
        tuned = found.tuned;
        if (good)
            snprintf(about, sizeof about, "{\"w\": %d, \"t\": %d, \"e\": %d}", found.less.score.won,
                     found.tests, (int)found.start[0]);
        tune_windows_close(&found);
    } else {
        TuneEval   found;
        TuneMethod method = 0;
        while (strcmp(tune_method_names[method], c->kind) != 0) method++;
        good  = tune_eval(&t, method, &found, &status);
        tuned = found.tuned;
        snprintf(about, sizeof about, "{\"f\": [%d, %d, %d], \"w\": %d, \"l\": %d}", found.found[0],
                 found.found[1], found.found[2], found.check.score.won, found.check.score.lost);
    }
    if (!good) {
        ck_assert_msg(atomic_load(&breaker->stop), "%s", status.text);
        return NULL;
    }
    return tune_result_text(&tuned, about);
}

START_TEST(test_threads_change_nothing)
{
    const TuneCase *const c   = &cases[_i];
    Variant               v   = test_open(c->game);
    Breaker               one = {0}, two = {0};
    char *const           a = case_run(c, &v, path_of("a"), 1, &one);
    char *const           b = case_run(c, &v, path_of("b"), 2, &two);
    ck_assert_str_eq(a, b);
    free(a);
    free(b);
    variant_close(&v);
}
END_TEST

// Stopped at the 1st, 2nd, 4th, ... word of progress, and again, until it ends.
START_TEST(test_stopped_and_started_again_gives_the_same)
{
    const TuneCase *const c     = &cases[_i];
    Variant               v     = test_open(c->game);
    Breaker               whole = {0};
    char *const           a     = case_run(c, &v, path_of("a"), 1, &whole);
    char                 *b     = NULL;
    int                   stops = 0;
    for (int until = 2; b == NULL; until *= 2, stops++) {
        Breaker breaker = {.until = until};
        b               = case_run(c, &v, path_of("b"), 1, &breaker);
    }
    ck_assert_int_gt(stops, 1);
    ck_assert_str_eq(a, b);
    free(a);
    free(b);
    variant_close(&v);
}
END_TEST

// The n-th allocation fails: the tuning says so, and what it left is a state to continue from. It never ends
// with another result.
START_TEST(test_a_tuning_without_memory_fails_and_says_so)
{
    const TuneCase c        = {"tdleaf",
                               "chinese-checkers:board=rhombus6,pieces=6",
                               "alphabeta:depth=1,eval=baseline,weights=9/9/0",
                               2,
                               2,
                               2,
                               0};
    Variant        v        = test_open(c.game);
    Breaker        none     = {0};
    char *const    a        = case_run(&c, &v, path_of("a"), 1, &none);
    int            failures = 0;
    TuneEval       expected;
    Status         fine;
    TuneSettings   plain = case_settings(&c, &v, path_of("a"), 1, &none);
    ck_assert(tune_eval(&plain, TUNE_TDLEAF, &expected, &fine));
    for (long n = 1; n < 100000; n += 1 + n / test_amount(6, 40)) {
        TuneSettings t = case_settings(&c, &v, path_of("b"), 1, &none);
        TuneEval     found;
        Status       status = {0};
        char         command[200];
        snprintf(command, sizeof command, "rm -rf '%s' '%s.state'", path_of("b"), path_of("b"));
        ck_assert_int_eq(system(command), 0);
        t.progress = NULL;   // its asserts allocate
        alloc_fail_at(n);
        const bool good = tune_eval(&t, TUNE_TDLEAF, &found, &status);
        if (!alloc_failed()) break;
        failures++;
        if (good) {   // it was not needed
            ck_assert_mem_eq(found.found, expected.found, sizeof found.found);
            ck_assert_int_eq(found.check.score.won, expected.check.score.won);
            continue;
        }
        ck_assert_msg(status.kind == STATUS_SYSTEM && strstr(status.text, "memory") != NULL,
                      "allocation %ld: '%s'", n, status.text);
        char *const b = case_run(&c, &v, path_of("b"), 1, &none);
        ck_assert_str_eq(a, b);
        free(b);
    }
    ck_assert_int_gt(failures, TEST_SANITIZED ? 8 : 20);
    free(a);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_folder_of_another_tuning_is_refused)
{
    TuneCase c    = cases[0];
    Variant  v    = test_open(c.game);
    Breaker  none = {0};
    Status   status;
    TuneEval found;
    free(case_run(&c, &v, path_of("a"), 1, &none));
    TuneSettings t = case_settings(&c, &v, path_of("a"), 1, &none);
    t.seed         = 6;
    ck_assert(!tune_eval(&t, TUNE_REGRESSION, &found, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "another tuning"));
    t.seed = 5;
    ck_assert(!tune_eval(&t, TUNE_MATCHES, &found, &status));
    FILE *const journal = fopen(path_of("a.state/journal"), "w");
    fputs("{\"pollard_tune_journal\":1}\n", journal);
    fclose(journal);
    ck_assert(!tune_eval(&t, TUNE_REGRESSION, &found, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "not a tuning journal"));
    variant_close(&v);
}
END_TEST

// Windows and depth are what is asked for: those of the player do not matter, and it is the same tuning.
START_TEST(test_windows_are_found_whatever_windows_the_player_has)
{
    TuneCase    c    = cases[3];
    Variant     v    = test_open(c.game);
    Breaker     none = {0};
    char *const a    = case_run(&c, &v, path_of("a"), 1, &none);
    c.player         = "alphabeta:depth=7,windows=5/3";
    char *const b    = case_run(&c, &v, path_of("a"), 1, &none);
    ck_assert_str_eq(a, b);
    free(a);
    free(b);
    variant_close(&v);
}
END_TEST

// Weights that look at the rearmost piece above all and do not care for the centre are left behind.
static char *bytes_get(const char *path, size_t *size)
{
    Status      status;
    char *const text = file_read(path, 1 << 20, size, &status);
    ck_assert_msg(text != NULL, "%s", status.text);
    return text;
}

static void bytes_put(const char *path, const char *text, size_t size)
{
    FILE *const out = fopen(path, "wb");
    ck_assert(out != NULL && fwrite(text, 1, size, out) == size && fclose(out) == 0);
}

START_TEST(test_a_journal_cut_at_any_byte_keeps_its_whole_lines)
{
    Journal           journal;
    Status            status;
    char              path[100];
    double            found[2];
    static const char about[] = "a test";
    snprintf(path, sizeof path, "%s", path_of("journal"));
    ck_assert_msg(journal_open(&journal, path, &(JournalTopic){about, TOPIC_DIGEST, NULL}, &status), "%s",
                  status.text);
    for (int row = 0; row < 5; row++)
        ck_assert(journal_add(&journal, (double[]){row + 1.0 / 3, -row}, 2, &status));
    journal_close(&journal);
    size_t            size;
    char *const       text = bytes_get(path, &size);
    const char *const head = memchr(text, '\n', size);
    for (size_t cut = (size_t)(head - text) + 1; cut <= size; cut++) {
        int whole = -1, rows = 0;
        for (size_t i = 0; i < cut; i++) whole += text[i] == '\n';
        bytes_put(path, text, cut);
        ck_assert_msg(journal_open(&journal, path, &(JournalTopic){about, TOPIC_DIGEST, NULL}, &status),
                      "cut at %zu: %s", cut, status.text);
        while (journal_get(&journal, rows, found, 2)) {
            ck_assert(found[0] == rows + 1.0 / 3 && found[1] == -rows);
            rows++;
        }
        ck_assert_int_eq(rows, whole);
        for (int row = rows; row < 5; row++)
            ck_assert(journal_add(&journal, (double[]){row + 1.0 / 3, -row}, 2, &status));
        journal_close(&journal);
        size_t      again;
        char *const now = bytes_get(path, &again);
        ck_assert(again == size && memcmp(now, text, size) == 0);
        free(now);
    }
    free(text);
}
END_TEST

// Opens it for this program, which accepts one other, or none.
static bool opened(Journal *journal, const char *digest, const char *accepted, Status *status)
{
    const DigestList accept = {accepted != NULL, {accepted}};
    return journal_open(journal, path_of("journal"), &(JournalTopic){"a test", digest, &accept}, status);
}

START_TEST(test_a_journal_names_every_program_that_continued_it)
{
    static const char one[] = "1111111111111111", two[] = "2222222222222222";
    Journal           journal;
    Status            status;
    double            found[1];
    ck_assert_msg(opened(&journal, one, NULL, &status), "%s", status.text);
    ck_assert(journal_add(&journal, (double[]){1}, 1, &status));
    journal_close(&journal);
    ck_assert(!opened(&journal, two, NULL, &status) && strstr(status.text, one) != NULL);
    ck_assert_msg(opened(&journal, two, one, &status), "%s", status.text);
    ck_assert(journal_add(&journal, (double[]){2}, 1, &status));
    ck_assert(journal_add(&journal, (double[]){3}, 1, &status));
    journal_close(&journal);
    // It is not the first program's own any more.
    ck_assert(!opened(&journal, one, NULL, &status));
    ck_assert_msg(strstr(status.text, "by another program: digest 2222222222222222") != NULL, "%s",
                  status.text);
    ck_assert_msg(opened(&journal, one, two, &status), "%s", status.text);
    ck_assert(journal_add(&journal, (double[]){4}, 1, &status));
    journal_close(&journal);
    ck_assert(opened(&journal, two, one, &status));
    ck_assert_int_eq(journal.makers, 2);
    ck_assert_str_eq(journal.maker[0], one);
    ck_assert_str_eq(journal.maker[1], two);
    for (int row = 0; row < 4; row++) ck_assert(journal_get(&journal, row, found, 1) && found[0] == row + 1);
    ck_assert(!journal_get(&journal, 4, found, 1));
    journal_close(&journal);
}
END_TEST

// One call of the disk fails, whichever: the row is in the journal or it is not, and what was there stays.
START_TEST(test_a_disk_that_fails_keeps_the_rows_of_a_journal)
{
    char path[100];
    int  refused = 0;
    snprintf(path, sizeof path, "%s", path_of("journal"));
    io_in_parts(_i == 1);
    for (long n = 1; n < 200; n++) {
        Journal journal;
        Status  status = {0};
        double  found[2];
        int     added = 0, rows = 0;
        unlink(path);
        io_fail_at(n);
        bool good = journal_open(&journal, path, &(JournalTopic){"a test", TOPIC_DIGEST, NULL}, &status);
        if (good) {
            while (good && added < 3)
                added += good = journal_add(&journal, (double[]){added + 1.0 / 3, -added}, 2, &status);
            journal_close(&journal);
        }
        if (!io_failed()) break;
        refused += !good;
        if (!good)
            ck_assert_msg(status.kind == STATUS_SYSTEM && status.text[0], "call %ld: '%s'", n, status.text);
        ck_assert_msg(journal_open(&journal, path, &(JournalTopic){"a test", TOPIC_DIGEST, NULL}, &status),
                      "after call %ld: %s", n, status.text);
        for (; journal_get(&journal, rows, found, 2); rows++)
            ck_assert(found[0] == rows + 1.0 / 3 && found[1] == -rows);
        ck_assert_msg(rows == added, "call %ld: %d rows, %d added", n, rows, added);
        journal_close(&journal);
    }
    io_in_parts(false);
    ck_assert_int_gt(refused, 4);
}
END_TEST

// Every byte, and a torn line after it: refused by the number of the line, and left as it is.
START_TEST(test_a_damaged_journal_is_refused_by_line_and_left_alone)
{
    Journal journal;
    Status  status;
    char    path[100];
    snprintf(path, sizeof path, "%s", path_of("journal"));
    ck_assert(journal_open(&journal, path, &(JournalTopic){"a test", TOPIC_DIGEST, NULL}, &status));
    for (int row = 0; row < 3; row++) ck_assert(journal_add(&journal, (double[]){row, 0.5}, 2, &status));
    journal_close(&journal);
    size_t      size;
    char *const text = bytes_get(path, &size);
    int         line = 1;
    for (size_t at = 0; at < size - 1; at++) {
        if (text[at] == '\n') {
            line++;
            continue;
        }
        char torn[1000], word[20];
        memcpy(torn, text, size);
        memcpy(torn + size, "0123", 4);
        torn[at] ^= 1;
        bytes_put(path, torn, size + 4);
        ck_assert_msg(!journal_open(&journal, path, &(JournalTopic){"a test", TOPIC_DIGEST, NULL}, &status),
                      "byte %zu was not checked", at);
        snprintf(word, sizeof word, "line %d", line);
        ck_assert_msg(strstr(status.text, line == 1 ? "not a tuning journal" : word) != NULL, "%s",
                      status.text);
        size_t      again;
        char *const now = bytes_get(path, &again);
        ck_assert(again == size + 4 && memcmp(now, torn, again) == 0);
        free(now);
    }
    ck_assert_int_eq(line, 4);
    char *const second = memchr(text, '\n', size);   // a whole line that is gone
    char *const third  = memchr(second + 1, '\n', size - (size_t)(second + 1 - text));
    memmove(second + 1, third + 1, size - (size_t)(third + 1 - text));
    bytes_put(path, text, size - (size_t)(third - second));
    ck_assert(!journal_open(&journal, path, &(JournalTopic){"a test", TOPIC_DIGEST, NULL}, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "line 2"));
    free(text);
}
END_TEST

START_TEST(test_weights_that_play_better_are_found_and_kept)
{
    const TuneCase c    = {"matches",
                           "chinese-checkers:board=rhombus6,pieces=6",
                           "alphabeta:depth=1,eval=baseline,weights=1/0/4",
                           8,
                           150,
                           100,
                           0};
    Variant        v    = test_open(c.game);
    Breaker        none = {0};
    Status         status;
    TuneEval       found;
    TuneSettings   t = case_settings(&c, &v, path_of("a"), 2, &none);
    ck_assert_msg(tune_eval(&t, TUNE_MATCHES, &found, &status), "%s", status.text);
    ck_assert(found.checked && found.better);
    ck_assert_int_gt(found.check.score.won, found.check.score.lost);
    variant_close(&v);
}
END_TEST

static const struct {
    const char *kind, *game, *player, *word;
    int         depth;
} refused[] = {
    {"regression", "othello", "alphabeta:depth=2,eval=discs", "no weights", 0},
    {"regression", "chinese-checkers:board=rhombus6,pieces=6", "alphabeta:depth=1,eval=manhattan",
     "no weights", 0},
    {"regression", "abalone", "alphabeta:time=10", "repeats", 0},
    {"regression", "abalone", "random", "repeats", 0},
    {"regression", "abalone", "alphabeta:depth=1,weights=1/2", "weights=1/2", 0},
    {"windows", "abalone", "brs", "brs does not support 'windows'", 3},
    {"windows", "abalone", "alphabeta", "--depth", 1},
    {"regions", "abalone", "alphabeta", "combined", 3},
};

START_TEST(test_refusals_name_the_word)
{
    Variant        v    = test_open(refused[_i].game);
    Breaker        none = {0};
    Status         status;
    const TuneCase c = {refused[_i].kind, refused[_i].game, refused[_i].player, 4, 1, 2, refused[_i].depth};
    TuneSettings   t = case_settings(&c, &v, path_of("a"), 1, &none);
    TuneEval       e;
    TuneWindows    w;
    TuneRegions    r;
    bool           good;
    if (refused[_i].kind[0] == 'w') good = tune_windows(&t, false, &w, &status);
    else if (strcmp(refused[_i].kind, "regions") == 0) good = tune_regions(&t, &r, &status);
    else good = tune_eval(&t, TUNE_REGRESSION, &e, &status);
    ck_assert(!good);
    ck_assert_msg(strstr(status.text, refused[_i].word) != NULL, "%s", status.text);
    ck_assert(access(path_of("a.state"), F_OK) != 0);
    variant_close(&v);
}
END_TEST

Suite *suite_tune(void);
Suite *suite_tune(void)
{
    Suite *const suite = suite_create("tune");
    TCase *const tcase = tcase_create("tune");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, folder_make, folder_remove);
    tcase_add_loop_test(tcase, test_threads_change_nothing, 0, CASES);
    tcase_add_loop_test(tcase, test_stopped_and_started_again_gives_the_same, 0, CASES);
    tcase_add_test(tcase, test_a_tuning_without_memory_fails_and_says_so);
    tcase_add_test(tcase, test_a_folder_of_another_tuning_is_refused);
    tcase_add_test(tcase, test_windows_are_found_whatever_windows_the_player_has);
    tcase_add_loop_test(tcase, test_a_disk_that_fails_keeps_the_rows_of_a_journal, 0, 2);
    tcase_add_test(tcase, test_a_journal_names_every_program_that_continued_it);
    tcase_add_test(tcase, test_a_journal_cut_at_any_byte_keeps_its_whole_lines);
    tcase_add_test(tcase, test_a_damaged_journal_is_refused_by_line_and_left_alone);
    tcase_add_test(tcase, test_weights_that_play_better_are_found_and_kept);
    tcase_add_loop_test(tcase, test_refusals_name_the_word, 0, sizeof refused / sizeof *refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
