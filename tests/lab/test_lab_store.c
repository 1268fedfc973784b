// Results on disk: read back exactly, never changed, refused with one line when they are damaged or not ours.
#include "lab/lab_cases.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROTOCOLS = 2, PLAYERS = 3, TRIALS = 12, FILE_MAX = 1 << 20 };
static const char *const protocols[PROTOCOLS] = {"othello start=initial turns=5",
                                                 "checkers start=midgame turns=3"};
static const char *const players[PLAYERS]     = {"alphabeta:depth=6", "alphabeta:depth=6,order=killer",
                                                 "brs:depth=2"};

static bool without_turns;   // what is expected of a file of an earlier format
static bool accept_none;     // its rows have no digest

static TrialCount row(int protocol, int player, int trial)
{
    Rng        rng = rng_seed((uint64_t)(protocol * 1000 + player * 100 + trial));
    TrialCount c   = {.interior    = rng_next(&rng) >> (2 + trial * 4),
                      .leaves      = 1 + (rng_next(&rng) >> 2),
                      .list_length = rng_next(&rng) >> (1 + trial),
                      .turns       = without_turns ? 0 : trial % 3,
                      .seconds     = (double)trial / 7,
                      .with_cuts   = player > 0};
    c.nodes        = c.interior + c.leaves;
    for (int i = 0; player > 0 && i < (trial == 3 ? CUT_INDEX_MAX : trial); i++)
        c.cuts[i] = rng_next(&rng) >> (1 + i % 60);
    return c;
}

static void put(Store *store, int protocol, int trial)
{
    TrialCount counts[PLAYERS];
    Status     status = {0};
    for (int i = 0; i < PLAYERS; i++) counts[i] = row(protocol, i, trial);
    ck_assert_msg(trial_put(store, protocols[protocol], players, PLAYERS, trial, counts, &status), "%s",
                  status.text);
}

static void fill(const char *name)
{
    Store *const store = lab_store(name, true);
    for (int trial = 0; trial < TRIALS; trial++)
        for (int p = 0; p < PROTOCOLS; p++) put(store, p, trial);
    store_close(store);
}

// How many rows differ from what was put; -1, with one line, when the file is not read.
static int wrong_rows(Store *store, Status *status)
{
    int wrong = 0;
    for (int p = 0; p < PROTOCOLS; p++)
        for (int k = 0; k < PLAYERS; k++) {
            TrialCount found[TRIALS];
            const int  n = trials_read(store, protocols[p], players[k], TRIALS, found, status);
            if (n < 0) return -1;
            wrong += TRIALS - n;
            for (int i = 0; i < n; i++) {
                const TrialCount expected = row(p, k, i);
                wrong += !lab_count_same(&found[i], &expected) || found[i].seconds != expected.seconds;
            }
        }
    return wrong;
}

static void expect_whole(const char *name)
{
    Status       status = {0};
    Store *const store  = lab_store(name, false);
    if (accept_none) {
        ck_assert_int_eq(wrong_rows(store, &status), PROTOCOLS * PLAYERS * TRIALS);   // not seen otherwise
        ck_assert(store_accept(store, DIGEST_NONE));
    }
    ck_assert_msg(wrong_rows(store, &status) == 0, "%s", status.text);
    store_close(store);
}

// Refused for reading (and, with `both`, for writing) with one line that holds the word.
static void refused(const char *name, bool both, const char *word)
{
    for (int write = 0; write <= both; write++) {
        Status       status = {0};
        Store *const store  = store_open(lab_path(name), write, &status);
        ck_assert_msg(store == NULL, "%s was opened", name);
        ck_assert_msg(strstr(status.text, word) != NULL && strstr(status.text, name) != NULL,
                      "'%s' not in: %s", word, status.text);
    }
}

static char *bytes_read(const char *name, size_t *size)
{
    char *const bytes = malloc(FILE_MAX);
    FILE *const in    = fopen(lab_path(name), "rb");
    ck_assert(in != NULL);
    *size = fread(bytes, 1, FILE_MAX, in);
    fclose(in);
    return bytes;
}

static void file_put(const char *name, const char *bytes, size_t size)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char path[200];
        snprintf(path, sizeof path, "%s%s", lab_path(name), ends[i]);
        unlink(path);
    }
    FILE *const out = fopen(lab_path(name), "wb");
    ck_assert(out != NULL && fwrite(bytes, 1, size, out) == size && fclose(out) == 0);
}

static void sql(const char *name, const char *text)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(lab_path(name), &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

START_TEST(test_rows_are_read_back_exactly)
{
    fill("a");
    expect_whole("a");
    Store *const store = lab_store("a", false);
    ck_assert(trial_has(store, protocols[0], players[2], TRIALS - 1));
    ck_assert(!trial_has(store, protocols[0], players[2], TRIALS));
    ck_assert(!trial_has(store, protocols[0], "another", 0) && !trial_has(store, "another", players[0], 0));
    char makers[300], expected[300];
    snprintf(expected, sizeof expected, "pollard " POLLARD_VERSION " (commit %s) on test machine",
             build_commit);
    Text out = text_on(makers, sizeof makers);
    store_makers(store, &out);
    ck_assert_str_eq(makers, "");   // nothing has been read
    store_close(store);
    // Of two runs the one whose row is read, also after the next table was begun.
    Store *const writer = lab_store("a", true);
    TrialCount   more   = lab_count(9), found[TRIALS];
    Status       status = {0};
    ck_assert(store_run_begin(writer, "other machine", 1, &status));
    const char *const late[] = {"late"};
    ck_assert(trial_put(writer, protocols[0], late, 1, 0, &more, &status));
    ck_assert_int_eq(trials_read(writer, protocols[0], players[0], TRIALS, found, &status), TRIALS);
    store_used_begin(writer);
    store_makers(writer, &out);
    ck_assert_str_eq(makers, expected);
    ck_assert_int_eq(trials_read(writer, protocols[0], "late", 1, found, &status), 1);
    out = text_on(makers, sizeof makers);
    store_makers(writer, &out);
    ck_assert_ptr_nonnull(strstr(makers, " on test machine; pollard "));
    ck_assert_ptr_nonnull(strstr(makers, " on other machine"));
    store_close(writer);
}
END_TEST

START_TEST(test_a_second_put_changes_nothing)
{
    fill("a");
    Store *const store     = lab_store("a", true);
    TrialCount   counts[2] = {lab_count(7), lab_count(8)}, found[2];
    Status       status    = {0};
    ck_assert(trial_put(store, protocols[0], players, 2, 0, counts, &status));
    ck_assert_int_eq(wrong_rows(store, &status), 0);
    const char *const fresh[] = {players[0], "fresh"};   // beside a row that is there, a new one
    ck_assert(trial_put(store, protocols[0], fresh, 2, 0, counts, &status));
    ck_assert_int_eq(wrong_rows(store, &status), 0);
    ck_assert_int_eq(trials_read(store, protocols[0], "fresh", 2, found, &status), 1);
    ck_assert(lab_count_same(&found[0], &counts[1]));
    store_close(store);
    expect_whole("a");
}
END_TEST

START_TEST(test_reading_ends_at_the_first_gap)
{
    Store *const store = lab_store("a", true);
    TrialCount   found[TRIALS];
    Status       status = {0};
    put(store, 0, 0), put(store, 0, 1), put(store, 0, 3), put(store, 1, 1);
    ck_assert_int_eq(trials_read(store, protocols[0], players[0], TRIALS, found, &status), 2);
    ck_assert_int_eq(trials_read(store, protocols[0], players[0], 1, found, &status), 1);
    ck_assert_int_eq(trials_read(store, protocols[1], players[0], TRIALS, found, &status), 0);
    ck_assert_int_eq(trials_read(store, "another", players[0], TRIALS, found, &status), 0);
    put(store, 0, 2);
    ck_assert_int_eq(trials_read(store, protocols[0], players[0], TRIALS, found, &status), 4);
    store_close(store);
}
END_TEST

START_TEST(test_files_that_are_not_ours_are_refused_and_left_alone)
{
    static const char text[] =
        "Dear diary, this is certainly not a database. It goes on for a while, as diaries do.\n"
        "Dear diary, this is certainly not a database. It goes on for a while, as diaries do.\n";
    size_t before, after;
    file_put("text", text, strlen(text));
    refused("text", true, "not a results file");
    char *const found = bytes_read("text", &after);
    ck_assert(after == strlen(text) && memcmp(found, text, after) == 0);
    free(found);
    file_put("foreign", "", 0);
    sql("foreign", "CREATE TABLE trials (a); INSERT INTO trials VALUES (1);");
    char *const a = bytes_read("foreign", &before);
    refused("foreign", true, "not a results file of Pollard");
    char *const b = bytes_read("foreign", &after);
    ck_assert(before == after && memcmp(a, b, before) == 0);
    free(a);
    free(b);
    file_put("empty", "", 0);
    refused("empty", false, "not a results file");
    refused("missing", false, "No such file");
    ck_assert_int_ne(access(lab_path("missing"), F_OK), 0);
    refused("no-folder/results", true, "No such file");
    ck_assert_int_eq(mkdir(lab_path("folder"), 0777), 0);
    refused("folder", true, "expected a regular file");
    ck_assert_int_eq(mkfifo(lab_path("pipe"), 0666), 0);
    refused("pipe", true, "expected a regular file");
    fill("newer");
    sql("newer", "PRAGMA user_version = 77");
    refused("newer", true, "newer Pollard (format 77");
    fill("empty");   // an empty file becomes one of ours
    expect_whole("empty");
}
END_TEST

START_TEST(test_a_place_that_cannot_be_written_is_refused)
{
    fill("a");
    ck_assert_int_eq(chmod(lab_path("a"), 0444), 0);
    ck_assert_int_ne(access(lab_path("a.lock"), F_OK), 0);   // the lock went with its holder
    ck_assert(chmod(lab_path(""), 0777) == 0 && mkdir(lab_path("closed"), 0755) == 0);
    const uid_t user = geteuid();
    if (user == 0) ck_assert_int_eq(seteuid(65534), 0);
    else chmod(lab_path("closed"), 0555);
    Status status = {0};
    ck_assert(store_open(lab_path("a"), true, &status) == NULL);
    ck_assert_msg(strstr(status.text, "cannot write to it: attempt to write a readonly database") != NULL,
                  "%s", status.text);
    ck_assert(store_open(lab_path("closed/a"), true, &status) == NULL);
    ck_assert_msg(strstr(status.text, "closed/a.lock': Permission denied") != NULL, "%s", status.text);
    if (user == 0) ck_assert_int_eq(seteuid(0), 0);
    expect_whole("a");
}
END_TEST

START_TEST(test_a_new_file_that_cannot_be_set_up_is_not_left)
{
    const struct rlimit little = {1000, 1000};
    Status              status = {0};
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &little), 0);
    ck_assert(store_open(lab_path("a"), true, &status) == NULL);
    ck_assert_int_eq(status_exit_code(&status), 1);
    static const char *const names[] = {"a", "a-wal", "a-shm", "a-journal", "a.lock"};
    for (int i = 0; i < 5; i++) ck_assert_msg(access(lab_path(names[i]), F_OK) != 0, "%s is left", names[i]);
}
END_TEST

START_TEST(test_results_are_read_where_nothing_can_be_written)
{
    static const char *const names[] = {"closed/a", "closed/odd %41?#=&x"};
    ck_assert(chmod(lab_path(""), 0777) == 0 && mkdir(lab_path("closed"), 0777) == 0);
    for (int i = 0; i < 2; i++) fill(names[i]);
    ck_assert_int_eq(chmod(lab_path("closed"), 0555), 0);
    const uid_t user = geteuid();
    if (user == 0) ck_assert_int_eq(seteuid(65534), 0);
    for (int i = 0; i < 2; i++) expect_whole(names[i]);
    if (user == 0) ck_assert_int_eq(seteuid(0), 0);
    chmod(lab_path("closed"), 0777);
}
END_TEST

START_TEST(test_one_writes_at_a_time_and_others_read_meanwhile)
{
    Store *const store = lab_store("a", true);
    Status       status;
    ck_assert(store_open(lab_path("a"), true, &status) == NULL);
    ck_assert_msg(strstr(status.text, "is being written by process") != NULL, "%s", status.text);
    Store *const reader = lab_store("a", false);
    TrialCount   found[TRIALS];
    for (int trial = 0; trial < TRIALS; trial++) {
        put(store, 0, trial);
        ck_assert_int_eq(trials_read(reader, protocols[0], players[1], TRIALS, found, &status), trial + 1);
    }
    for (int trial = 0; trial < TRIALS; trial++) put(store, 1, trial);
    ck_assert_int_eq(wrong_rows(reader, &status), 0);
    store_close(store);
    ck_assert_int_eq(wrong_rows(reader, &status), 0);
    store_close(reader);
    store_close(lab_store("a", true));
}
END_TEST

START_TEST(test_a_reader_of_a_busy_file_sees_whole_trials)
{
    store_close(lab_store("a", true));
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        Status       status;
        Store *const store = store_open(lab_path("a"), true, &status);
        if (store != NULL && !store_run_begin(store, "test machine", 1, &status)) _exit(1);
        for (int trial = 0; store != NULL && trial < TRIALS; trial++) {
            TrialCount counts[PLAYERS];
            for (int i = 0; i < PLAYERS; i++) counts[i] = row(0, i, trial);
            if (!trial_put(store, protocols[0], players, PLAYERS, trial, counts, &status)) _exit(1);
            usleep(2000);
        }
        _exit(store == NULL);   // without closing: as if killed
    }
    for (int n = 0, code; n < TRIALS;) {
        Store *const reader = lab_store("a", false);
        TrialCount   found[TRIALS];
        Status       status = {0};
        const int    a      = trials_read(reader, protocols[0], players[0], TRIALS, found, &status),
                  b         = trials_read(reader, protocols[0], players[PLAYERS - 1], TRIALS, found, &status);
        ck_assert_msg(a >= n && b >= a, "%d, %d after %d: %s", a, b, n, status.text);
        n = a;
        store_close(reader);
        ck_assert(waitpid(child, &code, n == TRIALS ? 0 : WNOHANG) >= 0 || n == TRIALS);
    }
}
END_TEST

// Opens a copy both ways; true when it was refused. What is read is as it was put.
static bool damaged(const char *name, const char *bytes, size_t size, bool write, size_t at)
{
    Status status = {0};
    file_put(name, bytes, size);
    Store *const store = store_open(lab_path(name), write, &status);
    const int    wrong = store == NULL ? -1 : wrong_rows(store, &status);
    ck_assert_msg(wrong <= 0, "byte %zu: %d rows are not what was put", at, wrong);
    ck_assert_msg(wrong == 0 || (status.text[0] && strchr(status.text, '\n') == NULL), "byte %zu: no word",
                  at);
    if (store != NULL && write) {
        TrialCount counts[2] = {lab_count(5), lab_count(6)};
        trial_put(store, "a new protocol", players, 2, 1, counts, &status);
    }
    store_close(store);
    return wrong < 0;
}

START_TEST(test_a_changed_byte_is_noticed_or_changes_nothing)
{
    size_t size;
    Rng    rng     = rng_seed(11);
    int    refused = 0;
    fill("a");
    char *const bytes = bytes_read("a", &size);
    for (int i = 0; i < test_amount(1000, 30000); i++) {
        const size_t at   = i < 100 ? (size_t)i : rng_below(&rng, (uint32_t)size);
        const char   kept = bytes[at];
        bytes[at]         = (char)(kept ^ (1 + (int)rng_below(&rng, 255)));
        refused += damaged("b", bytes, size, i % 4 == 0, at);
        bytes[at] = kept;
    }
    ck_assert_int_gt(refused, 100);
    ck_assert(!damaged("b", bytes, size, false, size));
    free(bytes);
}
END_TEST

START_TEST(test_a_cut_file_is_noticed)
{
    size_t size;
    fill("a");
    char *const bytes = bytes_read("a", &size);
    for (size_t at = 1; at < size; at += at % 4096 == 4095 || at % 4096 == 0 ? 1 : 511)
        ck_assert_msg(damaged("b", bytes, at, at % 2, at), "a file of %zu of %zu bytes was read", at, size);
    free(bytes);
}
END_TEST

START_TEST(test_files_without_checksums_are_read_and_written_on)
{
    TrialCount found[3];
    Status     status = {0};
    fill("a");
    sql("a", "CREATE TABLE old (protocol INTEGER NOT NULL, player INTEGER NOT NULL, trial INTEGER NOT NULL, "
             "nodes INTEGER "
             "NOT"
             " NULL, interior INTEGER NOT NULL, leaves INTEGER NOT NULL, list_length INTEGER NOT NULL, "
             "seconds REAL NOT "
             "NULL,"
             " cuts TEXT, run INTEGER NOT NULL, PRIMARY KEY (protocol, player, trial)) WITHOUT ROWID;"
             "INSERT INTO old SELECT protocol, player, trial, nodes, interior, leaves, list_length, seconds, "
             "cuts, run FROM"
             " trials; DROP TABLE trials; ALTER TABLE old RENAME TO trials; PRAGMA user_version = 1");
    without_turns = accept_none = true;
    expect_whole("a");
    Store           *store  = lab_store("a", true);
    const TrialCount counts = lab_count(9);
    ck_assert(trial_put(store, "later", players, 1, 0, &counts, &status));
    store_close(store);
    expect_whole("a");
    store = lab_store("a", false);
    ck_assert(trials_read(store, "later", players[0], 3, found, &status) == 1 &&
              lab_count_same(&found[0], &counts));
    store_close(store);
}
END_TEST

START_TEST(test_files_without_turns_are_read_and_written_on)
{
    TrialCount        found[3], counts = lab_count(9), old = lab_count(8);
    Status            status = {0};
    Store            *store  = lab_store("a", true);
    const char *const player = "p";
    ck_assert(trial_put(store, "before", &player, 1, 0, &old, &status));
    store_close(store);
    sql("a", "ALTER TABLE trials DROP COLUMN turns; PRAGMA user_version = 3");
    store = lab_store("a", false);
    ck_assert(trials_read(store, "before", "p", 3, found, &status) == 1 && lab_count_same(&found[0], &old));
    store_close(store);
    store        = lab_store("a", true);
    counts.turns = 7;
    ck_assert(trial_put(store, "later", &player, 1, 0, &counts, &status));
    store_close(store);
    store = lab_store("a", false);
    ck_assert(trials_read(store, "before", "p", 3, found, &status) == 1 && lab_count_same(&found[0], &old));
    ck_assert(trials_read(store, "later", "p", 3, found, &status) == 1 && lab_count_same(&found[0], &counts));
    store_close(store);
    sql("a", "UPDATE trials SET turns = 6 WHERE turns = 7");
    refused("a", true, "damaged");
}
END_TEST

// Only rows of a format that had no checksums may be without one: with no digest, no turns, no game.
START_TEST(test_a_row_without_a_checksum_is_refused)
{
    TrialCount        old    = lab_count(8);
    Status            status = {0};
    Store            *store  = lab_store("a", true);
    const char *const player = "p";
    ck_assert(trial_put(store, "before", &player, 1, 0, &old, &status));
    store_close(store);
    sql("a", "UPDATE trials SET sum = NULL");
    refused("a", false, "damaged");
    sql("a", "UPDATE trials SET digest = 'none'");
    store_close(lab_store("a", false));
    sql("a", "UPDATE trials SET turns = 1");
    refused("a", false, "damaged");
    sql("a", "UPDATE trials SET turns = NULL, game = 77");
    refused("a", false, "damaged");
    sql("a", "UPDATE trials SET game = NULL, nodes = -nodes");
    refused("a", true, "damaged");
    sql("a", "UPDATE trials SET nodes = -nodes");
    store_close(lab_store("a", true));
    sql("a", "ALTER TABLE trials DROP COLUMN sum");
    refused("a", false, "damaged");
}
END_TEST

typedef union AnyRow {
    TrialCount trial;
    PairResult pair;
} AnyRow;

static void set_integer(StoreValue values[], int column, int64_t n)
{
    values[column] = (StoreValue){.integer = n};
}

// Does the kind refuse a row with this one value changed?
static bool is_impossible(const StoreRows *rows, const StoreValue good[], int column, int64_t n)
{
    StoreValue values[STORE_COLUMNS_MAX];
    AnyRow     row;
    memcpy(values, good, sizeof values);
    ck_assert(rows->read(values, &row));
    set_integer(values, column, n);
    return !rows->read(values, &row);
}

static bool are_seconds_possible(const StoreRows *rows, const StoreValue good[], int column, double seconds)
{
    StoreValue values[STORE_COLUMNS_MAX];
    AnyRow     row;
    memcpy(values, good, sizeof values);
    values[column].real = seconds;
    return rows->read(values, &row);
}

// The columns stand in the order that docs/LAB.md lists them in.
START_TEST(test_rows_that_cannot_have_been_measured_are_refused)
{
    enum { NODES, INTERIOR, LEAVES, LIST, TRIAL_SECONDS, CUTS, TURNS };
    enum { POINTS, PLIES = 2, CAPPED = 4, SEARCHED, SECONDS = 7 };
    StoreValue        trial[STORE_COLUMNS_MAX] = {0}, pair[STORE_COLUMNS_MAX] = {0};
    static const long wide = 1L << 32;
    set_integer(trial, NODES, 24), set_integer(trial, INTERIOR, 7), set_integer(trial, LEAVES, 17);
    trial[CUTS].null = true;
    ck_assert(is_impossible(&trial_rows, trial, NODES, 0));
    ck_assert(is_impossible(&trial_rows, trial, NODES, -24));
    ck_assert(is_impossible(&trial_rows, trial, INTERIOR, 8));
    ck_assert(is_impossible(&trial_rows, trial, LEAVES, 18));
    ck_assert(is_impossible(&trial_rows, trial, LIST, -7));
    ck_assert(is_impossible(&trial_rows, trial, TURNS, -1));
    ck_assert(is_impossible(&trial_rows, trial, TURNS, wide + 1));
    set_integer(trial, INTERIOR, 24), set_integer(trial, LEAVES, 0);
    ck_assert(!is_impossible(&trial_rows, trial, TURNS, 200));
    const double never[] = {-1e-9, -1e300, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 4; i++) {
        ck_assert(!are_seconds_possible(&trial_rows, trial, TRIAL_SECONDS, never[i]));
        ck_assert(!are_seconds_possible(&pair_rows, pair, SECONDS, never[i]));
    }
    // the sum is right, its parts cannot be
    set_integer(trial, INTERIOR, -100), set_integer(trial, LEAVES, 124);
    ck_assert(!are_seconds_possible(&trial_rows, trial, TRIAL_SECONDS, 0));
    ck_assert(!is_impossible(&pair_rows, pair, POINTS + 1, 2));
    for (int i = 0; i < 2; i++) {
        ck_assert(is_impossible(&pair_rows, pair, POINTS + i, 3));
        ck_assert(is_impossible(&pair_rows, pair, POINTS + i, -1));
        ck_assert(is_impossible(&pair_rows, pair, POINTS + i, wide + 1));
        ck_assert(is_impossible(&pair_rows, pair, PLIES + i, -1));
        ck_assert(is_impossible(&pair_rows, pair, PLIES + i, wide));
        ck_assert(is_impossible(&pair_rows, pair, SEARCHED + i, -1));
    }
    ck_assert(is_impossible(&pair_rows, pair, CAPPED, 4));
}
END_TEST

START_TEST(test_a_trial_is_written_whole_or_not_at_all)
{
    TrialCount counts[PLAYERS];
    Status     status = {0};
    fill("a");
    sql("a", "CREATE TRIGGER no BEFORE INSERT ON trials WHEN NEW.nodes = 666 BEGIN SELECT RAISE(ABORT, "
             "'refused'); END");
    Store *const store = lab_store("a", true);
    for (int i = 0; i < PLAYERS; i++) counts[i] = lab_count(i == PLAYERS - 1 ? 666 : 665);
    ck_assert(!trial_put(store, protocols[0], players, PLAYERS, TRIALS, counts, &status));
    ck_assert_msg(strstr(status.text, "a: cannot write to it: refused") != NULL, "%s", status.text);
    for (int i = 0; i < PLAYERS; i++) ck_assert(!trial_has(store, protocols[0], players[i], TRIALS));
    counts[PLAYERS - 1] = lab_count(667);
    ck_assert(trial_put(store, protocols[0], players, PLAYERS, TRIALS, counts, &status));
    for (int i = 0; i < PLAYERS; i++) ck_assert(trial_has(store, protocols[0], players[i], TRIALS));
    store_close(store);
    expect_whole("a");
}
END_TEST

START_TEST(test_a_full_disk_is_told_and_keeps_what_was_there)
{
    enum { MANY = 24 };
    Store            *store = lab_store("a", true);
    static char       names[MANY][300];
    const char       *many[MANY];
    static TrialCount counts[MANY], found[1000];
    Status            status = {0};
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "player %0280d", i);
        many[i]   = names[i];
        counts[i] = row(0, 1, 3);
    }
    struct rlimit room;
    getrlimit(RLIMIT_FSIZE, &room);
    const rlim_t usual = room.rlim_cur;
    signal(SIGXFSZ, SIG_IGN);
    room.rlim_cur = 200000;
    setrlimit(RLIMIT_FSIZE, &room);
    int n = 0;
    while (n < 999 && trial_put(store, "p", many, MANY, n, counts, &status)) n++;
    ck_assert_msg(n > 0 && n < 999 && strstr(status.text, "a: cannot write to it") != NULL, "%d: %s", n,
                  status.text);
    for (int i = 0; i < MANY; i++) ck_assert(!trial_has(store, "p", many[i], n));
    store_close(store);
    room.rlim_cur = usual;
    setrlimit(RLIMIT_FSIZE, &room);
    store = lab_store("a", true);
    for (int i = 0; i < MANY; i++) {
        ck_assert_int_eq(trials_read(store, "p", many[i], 1000, found, &status), n);
        for (int k = 0; k < n; k++) ck_assert(lab_count_same(&found[k], &counts[i]));
    }
    ck_assert(trial_put(store, "p", many, MANY, n, counts, &status));
    store_close(store);
}
END_TEST

Suite *suite_lab_store(void);
Suite *suite_lab_store(void)
{
    Suite *const suite = suite_create("lab_store");
    TCase *const tcase = tcase_create("lab_store");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_rows_are_read_back_exactly);
    tcase_add_test(tcase, test_a_second_put_changes_nothing);
    tcase_add_test(tcase, test_reading_ends_at_the_first_gap);
    tcase_add_test(tcase, test_files_that_are_not_ours_are_refused_and_left_alone);
    tcase_add_test(tcase, test_a_place_that_cannot_be_written_is_refused);
    tcase_add_test(tcase, test_a_new_file_that_cannot_be_set_up_is_not_left);
    tcase_add_test(tcase, test_results_are_read_where_nothing_can_be_written);
    tcase_add_test(tcase, test_one_writes_at_a_time_and_others_read_meanwhile);
    tcase_add_test(tcase, test_a_reader_of_a_busy_file_sees_whole_trials);
    tcase_add_test(tcase, test_a_changed_byte_is_noticed_or_changes_nothing);
    tcase_add_test(tcase, test_a_cut_file_is_noticed);
    tcase_add_test(tcase, test_files_without_checksums_are_read_and_written_on);
    tcase_add_test(tcase, test_files_without_turns_are_read_and_written_on);
    tcase_add_test(tcase, test_a_row_without_a_checksum_is_refused);
    tcase_add_test(tcase, test_rows_that_cannot_have_been_measured_are_refused);
    tcase_add_test(tcase, test_a_trial_is_written_whole_or_not_at_all);
    tcase_add_test(tcase, test_a_full_disk_is_told_and_keeps_what_was_there);
    suite_add_tcase(suite, tcase);
    return suite;
}
