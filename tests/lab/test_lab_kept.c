// Kept rows: written and read back to the same rows; changed, cut or invented ones are refused by line.
#include "lab/kept/kept.h"
#include "base/file.h"
#include "base/rng.h"
#include "lab/lab_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNTS                                                                                               \
    "{\"name\":\"n\",\"game\":\"tictactoe\",\"depth\":3,\"trials\":3,\"turns\":2,\"midgame-turns\":1,"       \
    "\"configurations\":[{\"name\":\"None\"},{\"name\":\"ADS\",\"settings\":\"order=history-ads,stats="      \
    "yes\"}]}"
#define MATCHES                                                                                              \
    "{\"name\":\"m\",\"kind\":\"match\",\"game\":\"tictactoe\",\"player\":\"alphabeta:depth=2\","            \
    "\"opponent\":"                                                                                          \
    "\"random\",\"opening\":\"random:1\",\"openings\":2}"

static const PlanOptions options = {.threads = 1};

// Both experiments run into `name`, and kept in `file`; returns how many rows.
static int made(const char *name, const char *file)
{
    Experiment   e[2]   = {lab_parse(COUNTS), lab_parse(MATCHES)};
    Store *const store  = lab_store(name, true);
    Status       status = {0};
    RowKeys      keys;
    int          rows, left;
    lab_run(store, e, 2, &options);
    ck_assert_msg(row_keys_open(&keys, e, 2, &status), "%s", status.text);
    ck_assert_msg(kept_write(store, &keys, lab_path(file), &rows, &left, &status), "%s", status.text);
    ck_assert_int_eq(left, 0);
    row_keys_close(&keys);
    store_close(store);
    for (int i = 0; i < 2; i++) experiment_close(&e[i]);
    return rows;
}

static char *text_of(const char *file, size_t *size)
{
    Status      status = {0};
    char *const text   = file_read(lab_path(file), 1 << 20, size, &status);
    ck_assert_msg(text != NULL, "%s", status.text);
    return text;
}

static bool put(void *context, const StoreRow *row, Status *status)
{
    bool added;
    return store_import(context, row, &added, status);
}

static bool count(void *context, const StoreRow *row, Status *status)
{
    (void)row, (void)status;
    (*(int *)context)++;
    return true;
}

START_TEST(test_rows_come_back_as_they_were_kept)
{
    Status status = {0};
    size_t size, again;
    // 2 starts, 2 configurations, 3 trials; 2 pairs of games
    ck_assert_int_eq(made("a.db", "a.rows"), 14);
    char *const  text  = text_of("a.rows", &size);
    Store *const store = lab_store("b.db", true);
    ck_assert(kept_is(text, size));
    ck_assert(store_import_begin(store, &status));
    ck_assert_msg(kept_read(text, size, "a.rows", put, store, &status), "%s", status.text);
    ck_assert_msg(store_import_end(store, true, &status), "%s", status.text);
    store_close(store);
    free(text);
    // nothing is left to be run, and what is kept of it is the same to the byte
    ck_assert_int_eq(made("b.db", "b.rows"), 14);
    char *const one = text_of("a.rows", &size), *const two = text_of("b.rows", &again);
    ck_assert_uint_eq(size, again);
    ck_assert_int_eq(memcmp(one, two, size), 0);
    free(one), free(two);
}
END_TEST

static bool refused(char *text, size_t size, const char *word)
{
    Status status = {0};
    int    rows   = 0;
    if (kept_read(text, size, "x.rows", count, &rows, &status)) return false;
    ck_assert_msg(strstr(status.text, word) != NULL, "'%s' lacks '%s'", status.text, word);
    ck_assert_ptr_null(strchr(status.text, '\n'));
    return true;
}

START_TEST(test_every_changed_byte_is_found)
{
    size_t size;
    made("a.db", "a.rows");
    char *const text = text_of("a.rows", &size), *const copy = malloc(size);
    Rng rng = rng_seed(5);
    for (size_t i = 0; i < size; i++) {
        Status status = {0};
        int    rows   = 0;
        memcpy(copy, text, size);
        copy[i] = (char)(copy[i] ^ (1 << rng_below(&rng, 7)));
        ck_assert_msg(!kept_read(copy, size, "x.rows", count, &rows, &status), "byte %zu", i);
        ck_assert(status.text[0] && strchr(status.text, '\n') == NULL);
    }
    free(text), free(copy);
}
END_TEST

START_TEST(test_every_cut_file_is_refused)
{
    size_t size;
    made("a.db", "a.rows");
    char *const text = text_of("a.rows", &size), *const copy = malloc(size);
    for (size_t n = 0; n < size; n++) {
        memcpy(copy, text, size);
        ck_assert_msg(refused(copy, n, "x.rows"), "%zu bytes", n);
    }
    free(text), free(copy);
}
END_TEST

// Puts the sums of the format right, as someone would who forges rows with the program's sources at hand: by
// this test's own reading of kept.h.
static uint64_t sum(uint64_t s, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) s = mix64(s + (unsigned char)bytes[i]);
    return s;
}

// A file of these lines (without sums) with right sums.
static char *summed(const char *lines)
{
    char       *out, of[500] = "";
    size_t      size, rows   = 0;
    FILE *const file = open_memstream(&out, &size);
    for (const char *at = lines; *at;) {
        const size_t n = strcspn(at, "\n");
        if (at[0] >= '0' && at[0] <= '9') {
            fprintf(file, "%.*s\t%016llx\n", (int)n, at,
                    (unsigned long long)sum(sum(1, of, strlen(of)), at, n));
            rows++;
        } else {
            fprintf(file, "%.*s\n", (int)n, at);
            if (strncmp(at, "of\t", 3) == 0) snprintf(of, sizeof of, "%.*s", (int)n, at);
        }
        at += n + (at[n] == '\n');
    }
    fflush(file);
    fprintf(file, "end\t%zu\t%016llx\n", rows, (unsigned long long)sum(2, out, size));
    fclose(file);
    return out;
}

#define TOP   "pollard-rows\t1\nrun\t1\tp\tc\tk\tf\tm\t2026-01-01 00:00:00\t1\n"
#define TABLE "table\ttrials\ttrial\t1\tnodes\tinterior\tleaves\tlist_length\tseconds\tcuts\n"
#define TEXTS "protocol\t1\tsome protocol\nplayer\t1\tsome player\n"
#define OF    "of\t1\t1\t0123456789abcdef\n"
#define ROW   "0\t1\t30\t10\t20\t5\t0.25\t-\n"

START_TEST(test_a_file_written_by_hand_from_the_format_is_read)
{
    char *const text   = summed(TOP TABLE TEXTS OF ROW
                                "1\t1\t31\t11\t20\t5\t0.5\t3 0 1\n"
                                  "16777216\t1\t31\t11\t20\t5\t0.5\t-\n");   // 2^24, the last number
    Status      status = {0};
    int         rows   = 0;
    ck_assert_msg(kept_read(text, strlen(text), "x.rows", count, &rows, &status), "%s", status.text);
    ck_assert_int_eq(rows, 3);
    free(text);
}
END_TEST

START_TEST(test_what_cannot_have_been_written_is_refused_by_line)
{
    static const struct {
        const char *lines, *word;
    } cases[] = {
        {"pollard-rows\t2\n", "of format 2; this program reads 1"},
        {"something\t1\n", "not a file of kept rows"},
        {TOP TABLE TEXTS ROW, "line 6"},   // of what?
        {TOP TEXTS OF ROW, "line 5: expected a table before it"},
        {TOP TABLE TEXTS "of\t2\t1\t0123456789abcdef\n", "line 6: a protocol that is not there"},
        {TOP TABLE TEXTS "of\t1\t0\t0123456789abcdef\n", "line 6: a player that is not there"},
        {TOP TABLE TEXTS "of\t1\t1\t0123456789abcdeX\n", "line 6: expected a digest"},
        {TOP TABLE TEXTS "of\t1\t1\t1\t0123456789abcdef\n",
         "line 6: expected a protocol, players and a digest"},
        {TOP TABLE TEXTS OF "0\t2\t30\t10\t20\t5\t0.25\t-\n", "line 7: a run that is not there"},
        {TOP TABLE TEXTS OF "16777217\t1\t30\t10\t20\t5\t0.25\t-\n", "line 7: expected the number of a row"},
        {TOP TABLE TEXTS OF "0\t0\t30\t10\t20\t5\t0.25\t-\n", "line 7: a run that is not there"},
        {TOP TABLE TEXTS "of\t0\t1\t0123456789abcdef\n", "line 6: a protocol that is not there"},
        {TOP "player\t1\t\n", "line 3: a text that is empty or too long"},
        {"pollard-rows\t1\nrun\t1\tp\tc\tk\tf\tm\t2026\t1048577\n", "line 2: expected a run"},
        {"pollard-rows\t1\nrun\t2\tp\tc\tk\tf\tm\t2026\t1\n", "line 2: expected a run"},
        {TOP TABLE TEXTS OF "99999999999\t1\t30\t10\t20\t5\t0.25\t-\n",
         "line 7: expected the number of a row"},
        {TOP TABLE TEXTS OF "0\t1\t30\t10\t21\t5\t0.25\t-\n",
         "line 7: not a row that can have been measured"},
        {TOP TABLE TEXTS OF "0\t1\t3x\t10\t20\t5\t0.25\t-\n", "line 7: '3x' is not a value for nodes"},
        {TOP TABLE TEXTS OF "0\t1\t-\t10\t20\t5\t0.25\t-\n", "line 7: '-' is not a value for nodes"},
        {TOP TABLE TEXTS OF "0\t1\t30\t10\t20\t5\tinf\t-\n", "line 7: 'inf' is not a value for seconds"},
        {TOP TABLE TEXTS OF "0\t1\t30\t10\t20\t5\t0.25\n",
         "line 7: expected a row with a value for each column"},
        {TOP "table\ttrials\ttrial\t1\tnodes\tinterior\tleaves\tlist_length\tseconds\tcuts\tnew\n",
         "line 3: a column that this program does not know"},
        {TOP "table\ttrials\ttrial\t1\tnodes\tinterior\n", "line 3: a column is missing"},
        {TOP "table\ttrials\ttrial\t2\tnodes\n", "line 3: a table that this program does not know"},
        {TOP "player\t2\tx\n", "line 3: expected the next number and a text"},
        {TOP "player\t1\ta\\x\n", "line 3: a backslash that stands for nothing"},
        {TOP "frobnicate\n", "line 3: expected registration, run, table, protocol, player, of or a row"},
        {"pollard-rows\t1\nrun\t1\tp\tc\tk\tf\tm\t2026\tmany\n", "line 2: expected a run"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *const text = summed(cases[i].lines);
        ck_assert_msg(refused(text, strlen(text), cases[i].word), "%s", cases[i].lines);
        free(text);
    }
}
END_TEST

START_TEST(test_a_forged_value_is_named_by_its_line)
{
    // the sum of the row is wrong, that of the file right
    char       *text = summed(TOP TABLE TEXTS OF ROW), *out;
    char *const at   = strstr(text, "0\t1\t30\t10\t20");
    size_t      size;
    memcpy(at, "0\t1\t40\t20\t20", 12);
    *strstr(text, "end\t") = 0;
    FILE *const file       = open_memstream(&out, &size);
    fprintf(file, "%send\t1\t%016llx\n", text, (unsigned long long)sum(2, text, strlen(text)));
    fclose(file);
    ck_assert(refused(out, size, "line 7: the checksum of the row is wrong"));
    free(text), free(out);
    // and so does a row that was taken out
    text            = summed(TOP TABLE TEXTS OF ROW "1\t1\t30\t10\t20\t5\t0.25\t-\n");
    char *const two = summed(TOP TABLE TEXTS OF ROW);
    char *const end = strstr(two, "end\t1");
    ck_assert_ptr_nonnull(end);
    end[4] = '2';
    ck_assert(refused(two, strlen(two), "expected 2, as its last line says"));
    free(text), free(two);
}
END_TEST

START_TEST(test_nothing_is_kept_of_an_experiment_without_rows)
{
    Experiment   e      = lab_parse(COUNTS);
    Store *const store  = lab_store("a.db", true);
    Status       status = {0};
    RowKeys      keys;
    int          rows, left;
    ck_assert(row_keys_open(&keys, &e, 1, &status));
    ck_assert(!kept_write(store, &keys, lab_path("a.rows"), &rows, &left, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "no rows"));
    row_keys_close(&keys);
    store_close(store);
    experiment_close(&e);
}
END_TEST

static bool import(void *context, const RegistrationRow *row, Status *status)
{
    bool added;
    return registration_import(context, row, &added, status);
}

static void registered_is(Store *store, const Experiment *e, const char *words)
{
    Registration r;
    Status       status = {0};
    char         text[1000];
    Text         out = text_on(text, sizeof text);
    ck_assert_msg(registration_find(store, e, &r, &status), "%s", status.text);
    registration_text(&r, &out);
    ck_assert_msg(strstr(text, words) != NULL, "'%s' lacks '%s'", text, words);
}

// A registration goes with the rows it is about, and of two the earlier one stays.
START_TEST(test_a_registration_is_kept_with_its_rows)
{
    Experiment   e = lab_parse(COUNTS), other = lab_parse(MATCHES);
    Store *const from = lab_store("a.db", true), *const to = lab_store("b.db", true);
    Status  status = {0};
    RowKeys keys;
    bool    added;
    int     rows, left;
    ck_assert(registration_put(from, &e, NULL, &added, &status) && added);
    ck_assert(registration_put(from, &other, NULL, &added, &status) && added);   // not kept: no rows of it
    lab_run(from, &e, 1, &options);
    ck_assert_msg(row_keys_open(&keys, &e, 1, &status), "%s", status.text);
    ck_assert_msg(kept_write(from, &keys, lab_path("r.rows"), &rows, &left, &status), "%s", status.text);
    row_keys_close(&keys);
    // where the rows are kept and nowhere else, they count as there before
    ck_assert_msg(registration_put(to, &e, lab_path("."), &added, &status) && added, "%s", status.text);
    registered_is(to, &e, "after 12 of its rows were there, without hypotheses");
    ck_assert_msg(store_import_begin(to, &status) &&
                      kept_read_all(lab_path("r.rows"), put, import, to, &status) &&
                      store_import_end(to, true, &status),
                  "%s", status.text);
    RegistrationRow early = {e.hash, "n", "[]", "2020-01-01 00:00:00", "early", 0};
    ck_assert(registration_import(to, &early, &added, &status) && added);
    registered_is(to, &e, "registered 2020-01-01 00:00:00 UTC (commit early) before its first row");
    early.date = "2021-01-01 00:00:00";
    ck_assert(registration_import(to, &early, &added, &status) && !added);
    registered_is(to, &other,
                  "not registered; in this file: 0 other protocols and 0 other players of this "
                  "game with rows, 1 other experiment registered");
    store_close(from), store_close(to);
    size_t      size;
    char *const text = text_of("r.rows", &size), *const line = strstr(text, "registration\t");
    ck_assert_ptr_nonnull(line);
    ck_assert_ptr_null(strstr(line + 1, "\nregistration\t"));
    line[13] = line[13] == '0' ? '1' : '0';
    ck_assert(refused(text, size, "line 2: the checksum of the registration is wrong"));
    free(text);
    experiment_close(&e), experiment_close(&other);
}
END_TEST

Suite *suite_lab_kept(void);
Suite *suite_lab_kept(void)
{
    Suite *const suite = suite_create("lab_kept");
    TCase *const tcase = tcase_create("lab_kept");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_rows_come_back_as_they_were_kept);
    tcase_add_test(tcase, test_every_changed_byte_is_found);
    tcase_add_test(tcase, test_every_cut_file_is_refused);
    tcase_add_test(tcase, test_a_file_written_by_hand_from_the_format_is_read);
    tcase_add_test(tcase, test_what_cannot_have_been_written_is_refused_by_line);
    tcase_add_test(tcase, test_a_forged_value_is_named_by_its_line);
    tcase_add_test(tcase, test_nothing_is_kept_of_an_experiment_without_rows);
    tcase_add_test(tcase, test_a_registration_is_kept_with_its_rows);
    suite_add_tcase(suite, tcase);
    return suite;
}
