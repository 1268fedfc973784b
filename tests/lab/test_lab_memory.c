// One allocation fails, whichever: the laboratory says that it is out of memory, or did not need it; it never
// writes other rows than otherwise.
#include "alloc.h"
#include "base/file.h"
#include "lab/kept/kept.h"
#include "lab/lab_cases.h"
#include "lab/report/page.h"
#include "lab/report/rows_csv.h"
#include "lab/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNTS                                                                                               \
    "{\"name\":\"n\",\"game\":\"tictactoe\",\"depth\":3,\"trials\":3,\"turns\":2,\"midgame-turns\":1,"       \
    "\"configurations\":[{\"name\":\"None\"},{\"name\":\"ADS\",\"settings\":\"order=history-ads,stats="      \
    "yes\"}]}"
#define MATCHES                                                                                              \
    "{\"name\":\"m\",\"kind\":\"match\",\"game\":\"tictactoe\",\"player\":\"alphabeta:depth=2\","            \
    "\"opponent\":\"random\",\"opening\":\"random:1\",\"openings\":2}"

static Experiment experiments[2];
static Store     *store;
static RowKeys    keys;

static void setup(void)
{
    Status status = {0};
    lab_folder_make();
    setenv("PATH", "/no-such-folder", 1);   // no gnuplot
    experiments[0] = lab_parse(COUNTS), experiments[1] = lab_parse(MATCHES);
    store = lab_store("a.db", true);
    lab_run(store, experiments, 2, &(PlanOptions){.threads = 1});
    ck_assert_msg(row_keys_open(&keys, experiments, 2, &status), "%s", status.text);
}

static void teardown(void)
{
    row_keys_close(&keys);
    store_close(store);
    for (int i = 0; i < 2; i++) experiment_close(&experiments[i]);
    lab_folder_remove();
}

// Each makes the file `path`.

static bool keep(const char *path, Status *status)
{
    int rows, left;
    return kept_write(store, &keys, path, &rows, &left, status);
}

static bool page(const char *path, Status *status)
{
    Tables tables;
    char   dir[TEXT_MAX];
    snprintf(dir, sizeof dir, "%.*s", (int)(strlen(path) - strlen("/index.html")), path);
    if (!tables_make(&tables, store, experiments, 2, 0, status)) return false;
    const bool good = page_write(&tables, dir, "pollard lab report", status);
    tables_close(&tables);
    return good;
}

static bool trials(const char *path, Status *status)
{
    return rows_csv_write(path, store, experiments, 2, 0, &kind_nodes, status);
}

static bool put(void *context, const StoreRow *row, Status *status)
{
    bool added;
    return store_import(context, row, &added, status);
}

static bool put_all(Store *to, char *text, size_t size, Status *status)
{
    if (!store_import_begin(to, status)) return false;
    const bool good = kept_read(text, size, "x.rows", put, to, status);
    return store_import_end(to, good, status) && good;
}

// Into a new results file and out of it again: the same rows.
static bool import(const char *path, Status *status)
{
    char   results[TEXT_MAX], kept[TEXT_MAX];
    size_t size;
    int    rows, left;
    snprintf(results, sizeof results, "%s", lab_path("b.db"));
    snprintf(kept, sizeof kept, "%s", lab_path("kept.rows"));
    unlink(results);
    char *const  text = file_read(kept, 1 << 20, &size, status);
    Store *const to   = text == NULL ? NULL : store_open(results, true, status);
    const bool   good = to != NULL && put_all(to, text, size, status) &&
                      kept_write(to, &keys, path, &rows, &left, status);
    if (to != NULL) store_close(to);
    free(text);
    return good;
}

// Everything again, and how many rows were the same.
static bool verify(const char *path, Status *status)
{
    const VerifyOptions options = {.share = 1, .seed = 1, .threads = 1};
    VerifyResult        result  = {0};
    char                text[100];
    Verify *const       v = verify_open(experiments, 2, 0, status);
    if (v == NULL) return false;
    const bool good = store_each(store, verify_visit, v, status) &&
                      verify_run(v, &options, NULL, NULL, &result, status);
    verify_close(v);
    snprintf(text, sizeof text, "%d of %d, %d rows, %d differ\n", result.trials, result.trials_all,
             result.rows, result.differ);
    return good && file_write(path, text, strlen(text), status);
}

// Into a new results file; what is left of a run that failed is completed by the next one.
static bool run(const char *path, Status *status)
{
    char results[TEXT_MAX];
    snprintf(results, sizeof results, "%s", lab_path("c.db"));
    unlink(results);
    Store *const to = store_open(results, true, status);
    if (to == NULL) return false;
    const bool good = plan_run(to, experiments, 2, &(PlanOptions){.threads = 1}, NULL, NULL, status);
    store_close(to);
    return good && file_write(path, "done", 4, status);
}

static const struct {
    const char *file;
    bool (*make)(const char *path, Status *status);
    bool same;    // statistics are NaN without memory (base/stats/statistics.h): a dash on a page
    int  least;   // allocations that must have failed in turn
} makes[] = {
    {"a.rows", keep, true, 4},   {"page/index.html", page, false, 4}, {"t.csv", trials, true, 2},
    {"b.rows", import, true, 6}, {"verified", verify, true, 6},       {"run", run, true, 6},
};

START_TEST(test_memory_that_runs_out_never_changes_a_file)
{
    char   path[TEXT_MAX];
    size_t size, again;
    Status status   = {0};
    int    failures = 0;
    ck_assert(keep(lab_path("kept.rows"), &status));
    snprintf(path, sizeof path, "%s", lab_path(makes[_i].file));
    ck_assert_msg(makes[_i].make(path, &status), "%s", status.text);
    char *const expected = file_read(path, 1 << 20, &size, &status);
    for (long n = 1; n < 100000; n += 1 + n / test_amount(20, 200), failures++) {
        status = (Status){0};
        unlink(path);
        alloc_fail_at(n);
        const bool good = makes[_i].make(path, &status);
        if (!alloc_failed()) break;
        if (good) {
            char *const text = file_read(path, 1 << 20, &again, &status);
            ck_assert_msg(text != NULL &&
                              (!makes[_i].same || (again == size && memcmp(text, expected, size) == 0)),
                          "allocation %ld: another file", n);
            free(text);
        } else
            ck_assert_msg(status.kind == STATUS_SYSTEM && strstr(status.text, "memory") != NULL,
                          "allocation %ld: '%s'", n, status.text);
    }
    ck_assert_int_ge(failures, makes[_i].least);
    free(expected);
}
END_TEST

Suite *suite_lab_memory(void);
Suite *suite_lab_memory(void)
{
    Suite *const suite = suite_create("lab_memory");
    TCase *const tcase = tcase_create("lab_memory");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, test_memory_that_runs_out_never_changes_a_file, 0,
                        (int)(sizeof makes / sizeof makes[0]));
    suite_add_tcase(suite, tcase);
    return suite;
}
