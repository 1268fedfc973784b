// Kept rows, read. A file from outside: everything about it is checked, and an error names its line.
#include "base/build_info.h"
#include "base/file.h"
#include "lab/kept/kept_inner.h"
#include "lab/kinds/kind.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 1 << 24, KEPT_SIZE_MAX = 1 << 28 };

// Texts by number, from 1; they stand in the text that is read.
typedef struct Texts {
    int          count, room;
    const char **list;
} Texts;

typedef struct Runs {
    int       count, room;
    StoreRun *list;
} Runs;

typedef struct Reader {
    const char *source;
    char       *at, *end;
    int         line, fields, rows_read;
    char       *field[KEPT_FIELDS_MAX];
    Texts       protocols, players;
    Runs        runs;
    // Of the rows to come: their kind, NULL before the first; where each column of it stands among the
    // fields, -1 where it does not; what they are of.
    const StoreRows   *rows;
    int                place[STORE_COLUMNS_MAX], columns;
    bool               of_known;
    StoreKey           key;
    const char        *players_now[STORE_PLAYERS_MAX];
    char               of[4 * TEXT_MAX];
    bool               whole;   // the sum of the file is right
    void              *row;
    StoreVisit        *visit;
    RegistrationVisit *registration;   // OPTIONAL
    void              *context;
    Status            *status;
} Reader;

bool kept_is(const char *bytes, size_t size)
{
    const size_t n = strlen(KEPT_NAME);
    return size > n && memcmp(bytes, KEPT_NAME "\t", n + 1) == 0;
}

static bool fail(Reader *r, const char *what)
{
    return status_fail(r->status, "%s: line %d: %s", r->source, r->line, what);
}

// The text as it was before it was written; false when a backslash stands for nothing.
static bool unescape(char *text)
{
    char *out = text;
    for (; *text; text++) {
        char c = *text;
        if (c == '\\') {
            text++;
            if (*text != 't' && *text != 'n' && *text != '\\') return false;
            c = *text == 't' ? '\t' : *text == 'n' ? '\n' : '\\';
        }
        *out++ = c;
    }
    *out = 0;
    return true;
}

// Takes the next line, which is ended by a zero then; NULL at the end.
static char *line_next(Reader *r)
{
    if (r->at >= r->end) return NULL;
    char *const line = r->at, *const stop = memchr(line, '\n', (size_t)(r->end - line));
    if (stop == NULL) return NULL;
    *stop = 0;
    r->at = stop + 1;
    r->line++;
    return line;
}

static bool fields_split(Reader *r, char *line)
{
    r->fields = 0;
    for (char *at = line; at != NULL;) {
        char *const tab = strchr(at, '\t');
        if (r->fields == KEPT_FIELDS_MAX) return fail(r, "too many fields");
        if (tab != NULL) *tab = 0;
        if (!unescape(at)) return fail(r, "a backslash that stands for nothing");
        r->field[r->fields++] = at;
        at                    = tab == NULL ? NULL : tab + 1;
    }
    return true;
}

static bool integer_read(const char *text, long long *out)
{
    char *end;
    if (text[0] != '-' && (text[0] < '0' || text[0] > '9')) return false;
    errno = 0;
    *out  = strtoll(text, &end, 10);
    return errno == 0 && end != text && *end == 0;
}

// A number of a text or a run that is there.
static bool number_read(const char *text, int most, int *out)
{
    long long n;
    if (!integer_read(text, &n) || n < 1 || n > most) return false;
    *out = (int)n;
    return true;
}

static bool grow(void **list, int count, int *room, size_t size)
{
    assert(count >= 0);
    if (count < *room) return true;
    const int   next  = *room ? 2 * *room : 64;
    void *const grown = realloc(*list, (size_t)next * size);
    if (grown == NULL) return false;
    *list = grown, *room = next;
    return true;
}

static bool text_take(Reader *r, Texts *texts, size_t size_max)
{
    int number;
    if (r->fields != 3 || !number_read(r->field[1], NUMBER_MAX, &number) || number != texts->count + 1)
        return fail(r, "expected the next number and a text");
    if (strlen(r->field[2]) >= size_max || r->field[2][0] == 0)
        return fail(r, "a text that is empty or too long");
    if (!grow((void **)&texts->list, texts->count, &texts->room, sizeof *texts->list))
        return status_fail_system(r->status, "out of memory for the rows");
    texts->list[texts->count++] = r->field[2];
    return true;
}

static bool run_take(Reader *r)
{
    int number, threads;
    if (r->fields != 9 || !number_read(r->field[1], NUMBER_MAX, &number) || number != r->runs.count + 1 ||
        !number_read(r->field[8], 1 << 20, &threads))
        return fail(r,
                    "expected a run: its number, program, commit, compiler, flags, machine, start, threads");
    for (int i = 2; i < 8; i++)
        if (strlen(r->field[i]) >= TEXT_MAX) return fail(r, "a text that is too long");
    if (!grow((void **)&r->runs.list, r->runs.count, &r->runs.room, sizeof *r->runs.list))
        return status_fail_system(r->status, "out of memory for the rows");
    r->runs.list[r->runs.count++] = (StoreRun){.program  = r->field[2],
                                               .commit   = r->field[3],
                                               .compiler = r->field[4],
                                               .flags    = r->field[5],
                                               .machine  = r->field[6],
                                               .started  = r->field[7],
                                               .threads  = threads};
    return true;
}

static bool is_hash(const char *text)
{
    return strlen(text) == SHA256_TEXT - 1 && strspn(text, "0123456789abcdef") == SHA256_TEXT - 1;
}

static bool registration_take(Reader *r)
{
    long long rows;
    char      sum[20];
    if (r->fields != 8 || !is_hash(r->field[1]) || strlen(r->field[4]) != 19 ||
        !integer_read(r->field[6], &rows) || rows < 0 || rows > INT32_MAX)
        return fail(r, "expected a registration: hash, name, hypotheses, date, commit, rows before it, sum");
    const RegistrationRow row = {r->field[1], r->field[2], r->field[3], r->field[4], r->field[5], (int)rows};
    snprintf(sum, sizeof sum, "%016llx", (unsigned long long)registration_sum(&row));
    if (strcmp(sum, r->field[7]) != 0)
        return fail(r, "the checksum of the registration is wrong: it was changed or damaged");
    return r->registration == NULL || r->registration(r->context, &row, r->status);
}

// Which field of a row each column of ours is, by name. Columns that a later format of the results added may
// be missing; names that this program does not know come from a newer one.
static bool columns_take(Reader *r, const StoreRows *rows)
{
    int known  = 0;
    r->columns = r->fields - 4;
    for (int i = 0; rows->columns[i].name != NULL; i++) {
        const StoreColumn *const c = &rows->columns[i];
        r->place[i]                = -1;
        for (int k = 0; k < r->columns; k++)
            if (strcmp(r->field[4 + k], c->name) == 0) {
                if (r->place[i] >= 0) return fail(r, "a column that is there twice");
                r->place[i] = 2 + k, known++;
            }
        if (r->place[i] < 0 && !c->optional && c->since == 0) return fail(r, "a column is missing");
    }
    return known == r->columns || fail(r, "a column that this program does not know; expected a newer one");
}

static bool table_take(Reader *r)
{
    long long players;
    if (r->fields < 5 || !integer_read(r->field[3], &players))
        return fail(r, "expected a table and its columns");
    for (int i = 0; lab_kinds[i] != NULL; i++) {
        const StoreRows *const rows = lab_kinds[i]->rows;
        if (strcmp(rows->table, r->field[1]) != 0 || strcmp(rows->number, r->field[2]) != 0 ||
            rows->players != players)
            continue;
        free(r->row);
        r->rows = rows, r->of_known = false;
        r->row = calloc(1, rows->size);
        if (r->row == NULL) return status_fail_system(r->status, "out of memory for the rows");
        return columns_take(r, rows);
    }
    return fail(r, "a table that this program does not know");
}

static bool of_take(Reader *r, const char *line)
{
    int n;
    if (r->rows == NULL) return fail(r, "expected a table before it");
    if (r->fields != 3 + r->rows->players || strlen(line) >= sizeof r->of)
        return fail(r, "expected a protocol, players and a digest");
    if (!number_read(r->field[1], r->protocols.count, &n)) return fail(r, "a protocol that is not there");
    r->key = (StoreKey){.rows = r->rows, .protocol = r->protocols.list[n - 1], .players = r->players_now};
    for (int i = 0; i < r->rows->players; i++) {
        if (!number_read(r->field[2 + i], r->players.count, &n)) return fail(r, "a player that is not there");
        r->players_now[i] = r->players.list[n - 1];
    }
    r->key.digest = r->field[2 + r->rows->players];
    if (!digest_valid(r->key.digest)) return fail(r, "expected a digest of 16 hexadecimal digits, or none");
    memcpy(r->of, line, strlen(line) + 1);
    r->of_known = true;
    return true;
}

static bool value_take(const StoreColumn *c, const char *text, StoreValue *out)
{
    char     *end;
    long long n;
    *out = (StoreValue){0};
    if (strcmp(text, "-") == 0) {
        out->null = true;
        return c->optional || c->since > 0;
    }
    switch (c->type) {
    case STORE_TEXT: out->text = text; return strlen(text) < STORE_SCRATCH;
    case STORE_INTEGER:
        if (!integer_read(text, &n)) return false;
        out->integer = n;
        return true;
    default: out->real = strtod(text, &end); return end != text && *end == 0 && isfinite(out->real);
    }
}

static bool row_take(Reader *r)
{
    StoreValue values[STORE_COLUMNS_MAX];
    long long  number;
    int        run;
    if (!r->of_known) return fail(r, "a row before it is said what it is of");
    if (r->fields != r->columns + 3) return fail(r, "expected a row with a value for each column");
    if (!integer_read(r->field[0], &number) || number < 0 || number > NUMBER_MAX)
        return fail(r, "expected the number of a row");
    if (!number_read(r->field[1], r->runs.count, &run)) return fail(r, "a run that is not there");
    for (int i = 0; r->rows->columns[i].name != NULL; i++) {
        const StoreColumn *const c = &r->rows->columns[i];
        if (!value_take(c, r->place[i] < 0 ? "-" : r->field[r->place[i]], &values[i])) {
            char what[120];
            snprintf(what, sizeof what, "'%.40s' is not a value for %.40s",
                     r->place[i] < 0 ? "-" : r->field[r->place[i]], c->name);
            return fail(r, what);
        }
    }
    if (!r->rows->read(values, r->row)) return fail(r, "not a row that can have been measured");
    r->rows_read++;
    return r->visit(
        r->context,
        &(StoreRow){.key = r->key, .number = (int)number, .run = r->runs.list[run - 1], .row = r->row},
        r->status);
}

// Its last field is the sum of what it is of and of all before the last tab.
static bool row_sum_check(Reader *r, const char *line)
{
    const char *const tab = strrchr(line, '\t');
    char              sum[20];
    if (tab == NULL || !r->of_known) return fail(r, "expected a row below what it is of");
    const uint64_t of = kept_sum(1, r->of, strlen(r->of));
    snprintf(sum, sizeof sum, "%016llx", (unsigned long long)kept_sum(of, line, (size_t)(tab - line)));
    return strcmp(sum, tab + 1) == 0 ||
           fail(r, "the checksum of the row is wrong: it was changed or damaged");
}

static bool line_take(Reader *r, char *line)
{
    const bool of = strncmp(line, "of\t", 3) == 0;
    char       copy[4 * TEXT_MAX];
    if (line[0] >= '0' && line[0] <= '9')
        return row_sum_check(r, line) && fields_split(r, line) && row_take(r);
    if (of && strlen(line) >= sizeof copy) return fail(r, "too long");
    if (of) memcpy(copy, line, strlen(line) + 1);
    if (!fields_split(r, line)) return false;
    if (of) return of_take(r, copy);
    if (strcmp(line, KEPT_REGISTRATION) == 0) return registration_take(r);
    if (strcmp(line, "run") == 0) return run_take(r);
    if (strcmp(line, "table") == 0) return table_take(r);
    if (strcmp(line, "protocol") == 0) return text_take(r, &r->protocols, PROTOCOL_MAX);
    if (strcmp(line, "player") == 0) return text_take(r, &r->players, TEXT_MAX);
    return fail(r, "expected registration, run, table, protocol, player, of or a row");
}

// Reads the last line, which is about all bytes before it, and leaves it out of what is read. A wrong sum is
// told after the rows: one of them may say which line is damaged.
static bool end_check(Reader *r, char *text, size_t size, int *rows)
{
    size_t at = size;
    char   sum[40];
    if (memchr(text, 0, size) != NULL)
        return status_fail(r->status, "%s: not a file of kept rows: a byte 0 in it", r->source);
    while (at > 1 && text[at - 2] != '\n') at--;
    char *const last = text + (at > 0 ? at - 1 : 0);
    long long   n;
    if (size < 2 || text[size - 1] != '\n' || strncmp(last, "end\t", 4) != 0)
        return status_fail(r->status, "%s: cut off: expected a line 'end' at its end", r->source);
    text[size - 1]  = 0;
    char *const tab = strchr(last + 4, '\t');
    snprintf(sum, sizeof sum, "%016llx", (unsigned long long)kept_sum(2, text, (size_t)(last - text)));
    if (tab != NULL) *tab = 0;
    if (tab == NULL || !integer_read(last + 4, &n) || n < 0 || n > INT32_MAX)
        return status_fail(r->status, "%s: expected 'end', the number of rows and a checksum", r->source);
    r->whole = strcmp(sum, tab + 1) == 0;
    *rows    = (int)n;
    r->end   = last;
    return true;
}

static bool read_all(Reader *r, int rows)
{
    char     *line = line_next(r);
    long long format;
    if (line == NULL || !fields_split(r, line) || r->fields != 2 || strcmp(line, KEPT_NAME) != 0 ||
        !integer_read(r->field[1], &format))
        return status_fail(r->status, "%s: not a file of kept rows", r->source);
    if (format != KEPT_FORMAT)
        return status_fail(r->status, "%s: of format %lld; this program reads %d", r->source, format,
                           KEPT_FORMAT);
    while ((line = line_next(r)) != NULL)
        if (!line_take(r, line)) return false;
    if (!r->whole)
        return status_fail(r->status, "%s: the checksum of the file is wrong: it was changed or damaged",
                           r->source);
    return r->rows_read == rows ||
           status_fail(r->status, "%s: has %d rows; expected %d, as its last line says", r->source,
                       r->rows_read, rows);
}

static bool read_text(char *text, size_t size, const char *source, StoreVisit *visit,
                      RegistrationVisit *registration, void *context, Status *status)
{
    Reader *const r    = calloc(1, sizeof *r);
    int           rows = 0;
    if (r == NULL) return status_fail_system(status, "out of memory for the rows");
    status_clear(status);
    r->source = source, r->at = text, r->visit = visit, r->context = context, r->status = status;
    r->registration = registration;
    const bool good = end_check(r, text, size, &rows) && read_all(r, rows);
    free(r->protocols.list);
    free(r->players.list);
    free(r->runs.list);
    free(r->row);
    free(r);
    return good;
}

bool kept_read(char *text, size_t size, const char *source, StoreVisit *visit, void *context, Status *status)
{
    return read_text(text, size, source, visit, NULL, context, status);
}

bool kept_read_all(const char *path, StoreVisit *visit, RegistrationVisit *registration, void *context,
                   Status *status)
{
    size_t      size;
    char *const text = file_read(path, KEPT_SIZE_MAX, &size, status);
    const bool  good = text != NULL && read_text(text, size, path, visit, registration, context, status);
    free(text);
    return good;
}

bool kept_read_file(const char *path, StoreVisit *visit, void *context, Status *status)
{
    return kept_read_all(path, visit, NULL, context, status);
}

bool kept_read_folder(const char *folder, StoreVisit *visit, void *context, Status *status)
{
    DIR *const dir  = opendir(folder);
    bool       good = true;
    if (dir == NULL) return errno == ENOENT || file_fail_input(status, "open", folder);
    for (const struct dirent *entry; good && (entry = readdir(dir)) != NULL;) {
        const size_t n = strlen(entry->d_name);
        char         path[PATH_MAX];
        if (n < 5 || strcmp(entry->d_name + n - 5, ".rows") != 0) continue;
        good = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path
                 ? kept_read_file(path, visit, context, status)
                 : status_fail(status, "%s: the path is too long", folder);
    }
    closedir(dir);
    return good;
}
