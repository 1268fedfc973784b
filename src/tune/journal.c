#include "tune/journal.h"
#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { JOURNAL_VERSION = 2, SUM_DIGITS = 16, SIZE_MAX_JOURNAL = 1 << 28 };

// Lines.

// JSON as line `number` (from 1), to be freed; NULL without memory.
static char *line_make(json_t *json, int number)
{
    char *const  text = json != NULL ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
    const size_t n    = text != NULL ? strlen(text) : 0;
    char *const  line = text != NULL ? malloc(SUM_DIGITS + n + 3) : NULL;
    if (line != NULL)
        snprintf(line, SUM_DIGITS + n + 3, "%016" PRIx64 " %s\n",
                 XXH3_64bits_withSeed(text, n, (uint64_t)number), text);
    free(text);
    return line;
}

// The JSON of a line without its newline, or NULL when the line is damaged.
static json_t *line_read(const char *line, size_t size, int number)
{
    char sum[SUM_DIGITS + 2];
    if (size < SUM_DIGITS + 1) return NULL;
    const char *const text = line + SUM_DIGITS + 1;
    const size_t      n    = size - SUM_DIGITS - 1;
    snprintf(sum, sizeof sum, "%016" PRIx64 " ", XXH3_64bits_withSeed(text, n, (uint64_t)number));
    return memcmp(line, sum, SUM_DIGITS + 1) == 0 ? json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL) : NULL;
}

static bool row_good(const json_t *row)
{
    size_t  i;
    json_t *value;
    if (!json_is_array(row)) return false;
    json_array_foreach(row, i, value) if (!json_is_number(value)) return false;
    return true;
}

// Reading.

// False when there are too many.
static bool maker_add(Journal *journal, const char *digest)
{
    int i = 0;
    while (i < journal->makers && strcmp(journal->maker[i], digest) != 0) i++;
    if (i == JOURNAL_MAKERS_MAX) return false;
    if (i == journal->makers) memcpy(journal->maker[journal->makers++], digest, strlen(digest) + 1);
    journal->last = i;
    return true;
}

static bool maker_check(Journal *journal, const char *digest, const char *commit, const JournalTopic *topic,
                        Status *status)
{
    if ((strcmp(digest, topic->digest) == 0 || digest_in(topic->accept, digest)) &&
        maker_add(journal, digest))
        return true;
    return status_fail(status,
                       "'%.80s' is by another program: digest %s (commit %.40s) there and %s (commit %s) "
                       "here; remove it, choose another --out, or --accept %s",
                       journal->path, digest, commit, topic->digest, build_commit, digest);
}

// Is it a line about who made the rows after it?
static bool continued_read(json_t *json, const char **digest, const char **commit)
{
    return json_unpack_ex(json, NULL, JSON_STRICT, "{s:s, s:s}", "continued_by", digest, "commit", commit) ==
               0 &&
           digest_valid(*digest);
}

static bool head_check(Journal *journal, json_t *head, const JournalTopic *topic, Status *status)
{
    json_int_t  version;
    const char *found, *digest = DIGEST_NONE, *commit = "unknown";
    if (json_unpack_ex(head, NULL, JSON_STRICT, "{s:I, s:s, s?s, s?s}", "pollard_tune_journal", &version,
                       "about", &found, "digest", &digest, "commit", &commit) != 0 ||
        version != JOURNAL_VERSION || !digest_valid(digest))
        return status_fail(
            status,
            "'%.200s' is not a tuning journal of this program; remove its folder or choose another "
            "--out",
            journal->path);
    if (strcmp(found, topic->about) != 0)
        return status_fail(status,
                           "'%.80s' is of another tuning, '%.160s'; remove it or choose another --out",
                           journal->path, found);
    return maker_check(journal, digest, commit, topic, status);
}

// All whole lines; *size becomes that of them.
static bool lines_read(Journal *journal, const char *text, size_t *size, const JournalTopic *topic,
                       Status *status)
{
    size_t at     = 0;
    int    number = 0;
    for (const char *end; (end = memchr(text + at, '\n', *size - at)) != NULL;) {
        json_t *const json = line_read(text + at, (size_t)(end - text) - at, ++number);
        const char   *digest, *commit;
        const bool    continued = number > 1 && continued_read(json, &digest, &commit);
        bool          good      = number == 1 || continued || (json != NULL && row_good(json));
        if (!good)
            status_fail_system(status, "'%.200s', line %d, is damaged; remove its folder to start over",
                               journal->path, number);
        if (good && number == 1) good = head_check(journal, json, topic, status);
        else if (good && continued) good = maker_check(journal, digest, commit, topic, status);
        else if (good && json_array_append(journal->rows, json) != 0)
            good = status_fail_system(status, "out of memory for the journal");
        json_decref(json);
        if (!good) return false;
        at = (size_t)(end - text) + 1;
    }
    *size          = at;
    journal->lines = number;
    return number > 0 || head_check(journal, NULL, topic, status);
}

// Writing.

static bool append(Journal *journal, const char *line, Status *status)
{
    const size_t size = strlen(line);
    bool         good = true;
    for (size_t done = 0; good && done < size;) {
        const ssize_t n = write(journal->fd, line + done, size - done);
        good            = n >= 0 || errno == EINTR;
        if (n > 0) done += (size_t)n;
    }
    good = good && fdatasync(journal->fd) == 0;
    if (good) return journal->length += size, true;
    file_fail(status, "write", journal->path);
    if (ftruncate(journal->fd, (off_t)journal->length) != 0) {}   // the next opening cuts it off
    return false;
}

static bool begin(const Journal *journal, const JournalTopic *topic, Status *status)
{
    json_t *const head = json_pack("{s:i, s:s, s:s, s:s}", "pollard_tune_journal", JOURNAL_VERSION, "about",
                                   topic->about, "digest", topic->digest, "commit", build_commit);
    char *const   line = line_make(head, 1);
    const bool    good = line != NULL ? file_write(journal->path, line, strlen(line), status)
                                      : status_fail_system(status, "out of memory for the journal");
    json_decref(head);
    free(line);
    return good;
}

// Opening.

static bool read_and_cut(Journal *journal, const JournalTopic *topic, Status *status)
{
    size_t      size = 0;
    char *const text = file_read(journal->path, SIZE_MAX_JOURNAL, &size, status);
    if (text == NULL) return false;
    const size_t whole = size;
    bool         good  = lines_read(journal, text, &size, topic, status);
    free(text);
    if (!good) return false;
    journal->fd     = open(journal->path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
    journal->length = size;
    good            = journal->fd >= 0 && (size == whole || ftruncate(journal->fd, (off_t)size) == 0);
    return good || file_fail(status, "write", journal->path);
}

bool journal_open(Journal *journal, const char *path, const JournalTopic *topic, Status *status)
{
    assert(digest_valid(topic->digest));
    *journal = (Journal){.fd = -1, .rows = json_array()};
    memcpy(journal->own, topic->digest, strlen(topic->digest) + 1);
    if (strlen(path) >= sizeof journal->path) status_fail(status, "'%.80s...': the path is too long", path);
    else if (journal->rows == NULL) status_fail_system(status, "out of memory for the journal");
    else {
        memcpy(journal->path, path, strlen(path) + 1);
        if ((access(path, F_OK) == 0 || begin(journal, topic, status)) &&
            read_and_cut(journal, topic, status))
            return true;
    }
    journal_close(journal);
    return false;
}

void journal_close(Journal *journal)
{
    json_decref(journal->rows);
    if (journal->fd >= 0) close(journal->fd);
    journal->rows = NULL;
    journal->fd   = -1;
}

bool journal_get(const Journal *journal, int row, double values[], int n)
{
    assert(row >= 0 && n > 0);
    const json_t *const entry = json_array_get(journal->rows, (size_t)row);
    if (entry == NULL || json_array_size(entry) != (size_t)n) return false;
    for (int i = 0; i < n; i++) values[i] = json_number_value(json_array_get(entry, (size_t)i));
    return true;
}

static bool line_add(Journal *journal, json_t *json, Status *status)
{
    char *const line = line_make(json, journal->lines + 1);
    const bool  good = line != NULL ? append(journal, line, status)
                                    : status_fail_system(status, "out of memory for the journal");
    journal->lines += good;
    free(line);
    return good;
}

// Before the first row of another program than the one before it.
static bool continued_add(Journal *journal, Status *status)
{
    if (strcmp(journal->maker[journal->last], journal->own) == 0) return true;
    json_t *const json = json_pack("{s:s, s:s}", "continued_by", journal->own, "commit", build_commit);
    const bool    good = line_add(journal, json, status);
    json_decref(json);
    return good && (maker_add(journal, journal->own) ||
                    status_fail(status, "'%.200s': too many programs", journal->path));
}

bool journal_add(Journal *journal, const double values[], int n, Status *status)
{
    assert(journal->fd >= 0 && n > 0);
    json_t *const row  = json_array();
    bool          good = row != NULL;
    for (int i = 0; i < n; i++) assert(isfinite(values[i]));
    for (int i = 0; good && i < n; i++) good = json_array_append_new(row, json_real(values[i])) == 0;
    if (!good) status_fail_system(status, "out of memory for the journal");
    good = good && continued_add(journal, status) && line_add(journal, row, status);
    if (good && json_array_append(journal->rows, row) != 0)
        good = status_fail_system(status, "out of memory for the journal");
    json_decref(row);
    return good;
}
