#include "play/match_file.h"
#include "base/clock.h"
#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// How long a crash of the machine may reach back: a sync costs milliseconds, a game of a fast match less.
enum { SYNC_SECONDS = 1 };

const char *const points_names[] = {[POINTS_RESULT] = "result", [POINTS_PLACE] = "place"};

// The header.

char *match_header_line(const MatchHeader *header)
{
    assert(header->contestants >= 1 && header->contestants <= CONTESTANTS_MAX);
    assert(header->seed <= INT64_MAX && header->plies_max >= 0);
    json_t *const players = json_array();
    char          sum[24], part[24];
    part_format(header->part, part);
    snprintf(sum, sizeof sum, "%016" PRIx64, header->openings_sum);
    for (int i = 0; i < header->contestants; i++)
        if (json_array_append_new(players, json_string(header->spec[i])) != 0)
            return json_decref(players), NULL;
    json_t *const json = json_pack("{s:i, s:s, s:o, s:I, s:s, s:s, s:i, s:s, s:s*, s:s*, s:s, s:s}",
                                   "pollard_match", MATCH_FILE_VERSION, "game", header->game, "players",
                                   players, "seed", (json_int_t)header->seed, "openings", header->openings,
                                   "openings_sum", sum, "plies_max", header->plies_max, "points",
                                   points_names[header->points], "part", header->part.count > 0 ? part : NULL,
                                   "databases", header->lookups[0] ? header->lookups : NULL, "digest",
                                   header->maker.digest, "commit", header->maker.commit);
    char *const   text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    const size_t n    = text != NULL ? strlen(text) : 0;
    char *const  line = text != NULL ? realloc(text, n + 2) : NULL;
    if (line == NULL) return free(text), NULL;
    memcpy(line + n, "\n", 2);
    return line;
}

static bool text_copy(char out[TEXT_MAX], const char *text)
{
    if (strlen(text) >= TEXT_MAX) return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static bool players_read(MatchHeader *header, const json_t *players)
{
    header->contestants = (int)json_array_size(players);
    if (json_array_size(players) < 1 || json_array_size(players) > CONTESTANTS_MAX) return false;
    for (int i = 0; i < header->contestants; i++) {
        const char *const spec = json_string_value(json_array_get(players, (size_t)i));
        if (spec == NULL || !text_copy(header->spec[i], spec)) return false;
    }
    return true;
}

static bool lookups_copy(MatchHeader *header, const char *text)
{
    Lookups read;
    if (strlen(text) >= sizeof header->lookups || !lookups_read(&read, text)) return false;
    memcpy(header->lookups, text, strlen(text) + 1);
    return true;
}

static bool maker_set(MatchMaker *maker, const char *digest, const char *commit)
{
    if (!digest_valid(digest) || strlen(commit) >= sizeof maker->commit) return false;
    memcpy(maker->digest, digest, strlen(digest) + 1);
    memcpy(maker->commit, commit, strlen(commit) + 1);
    return true;
}

static bool header_parse(MatchHeader *header, json_t *json, Status *status)
{
    json_error_t error;
    json_t      *players;
    json_int_t   seed, version = 0, plies_max;
    const char  *game, *openings, *sum, *points, *lookups = "", *digest = DIGEST_NONE, *commit = "unknown",
                                                *part = NULL;
    if (json_unpack(json, "{s:I}", "pollard_match", &version) != 0)
        return status_fail(status, "not a match file of pollard");
    if (version != MATCH_FILE_VERSION)
        return status_fail(status, "a match file of version %lld; this program reads version %d",
                           (long long)version, MATCH_FILE_VERSION);
    if (json_unpack_ex(json, &error, JSON_STRICT,
                       "{s:I, s:s, s:o, s:I, s:s, s:s, s:I, s:s, s?s, s?s, s?s, s?s}", "pollard_match",
                       &version, "game", &game, "players", &players, "seed", &seed, "openings", &openings,
                       "openings_sum", &sum, "plies_max", &plies_max, "points", &points, "databases",
                       &lookups, "digest", &digest, "commit", &commit, "part", &part) != 0)
        return status_fail(status, "not a match file of pollard: %s", error.text);
    memset(header, 0, sizeof *header);
    if (part != NULL && !part_read(&header->part, part, status))
        return status_prefix(status, "not a match file of pollard");
    if (seed < 0 || plies_max < 0 || plies_max > INT_MAX)
        return status_fail(status, "not a match file of pollard: seed %lld or plies_max %lld out of range",
                           (long long)seed, (long long)plies_max);
    header->seed = (uint64_t)seed, header->plies_max = (int)plies_max;
    header->points       = strcmp(points, points_names[POINTS_PLACE]) == 0 ? POINTS_PLACE : POINTS_RESULT;
    header->openings_sum = strtoull(sum, NULL, 16);
    if (strcmp(points, points_names[header->points]) != 0 || strlen(sum) != 16 ||
        strspn(sum, "0123456789abcdef") != 16 || !text_copy(header->game, game) ||
        !text_copy(header->openings, openings) || !players_read(header, players) ||
        !lookups_copy(header, lookups) || !maker_set(&header->maker, digest, commit))
        return status_fail(status, "not a match file of pollard: a value is out of range");
    return true;
}

bool match_header_read(MatchHeader *header, const char *line, size_t size, Status *status)
{
    json_error_t  error;
    json_t *const json = json_loadb(line, size, JSON_REJECT_DUPLICATES, &error);
    const bool    good = json_is_object(json)
                           ? header_parse(header, json, status)
                           : status_fail(status, "not a match file of pollard; expected a line of JSON");
    json_decref(json);
    return good;
}

static bool differs(const char *what, const char *found, const char *asked, Status *status)
{
    return status_fail(status, "it holds another match: %s is '%.120s' there and '%.120s' here", what, found,
                       asked);
}

static bool number_differs(const char *what, uint64_t found, uint64_t asked, Status *status)
{
    char one[24], other[24];
    snprintf(one, sizeof one, "%" PRIu64, found);
    snprintf(other, sizeof other, "%" PRIu64, asked);
    return differs(what, one, other, status);
}

// Settings that two long specs begin with are left out: a message has no room for them.
static bool player_differs(int player, const char *found, const char *asked, Status *status)
{
    char   what[24], one[140], other[140];
    size_t same = 0;
    snprintf(what, sizeof what, "player %d", player + 1);
    if (strlen(found) <= 100 && strlen(asked) <= 100) return differs(what, found, asked, status);
    while (found[same] != 0 && found[same] == asked[same]) same++;
    while (same > 0 && found[same - 1] != ',' && found[same - 1] != ':') same--;
    snprintf(one, sizeof one, "%s%.120s", same > 0 ? "..." : "", found + same);
    snprintf(other, sizeof other, "%s%.120s", same > 0 ? "..." : "", asked + same);
    return differs(what, one, other, status);
}

// A database of the same name has other contents.
static bool lookups_same(const MatchHeader *found, const MatchHeader *asked, Status *status)
{
    Lookup one[2];
    if (!lookups_differ(found->lookups, asked->lookups, one)) return true;
    return status_fail(status,
                       "it was played with another database %s, of digest %s; here it has %s: expected that "
                       "database (`pollard db build %s`), or another file",
                       one[0].name, one[0].digest, one[1].digest, one[0].name);
}

bool match_header_same(const MatchHeader *found, const MatchHeader *asked, Status *status)
{
    if (strcmp(found->game, asked->game) != 0) return differs("game", found->game, asked->game, status);
    if (found->contestants != asked->contestants)
        return number_differs("the number of players", (uint64_t)found->contestants,
                              (uint64_t)asked->contestants, status);
    for (int i = 0; i < found->contestants; i++)
        if (strcmp(found->spec[i], asked->spec[i]) != 0)
            return player_differs(i, found->spec[i], asked->spec[i], status);
    if (found->seed != asked->seed) return number_differs("seed", found->seed, asked->seed, status);
    if (strcmp(found->openings, asked->openings) != 0)
        return differs("openings", found->openings, asked->openings, status);
    if (found->openings_sum != asked->openings_sum)
        return status_fail(status, "it holds another match: the file of openings '%s' has changed",
                           asked->openings);
    if (found->plies_max != asked->plies_max)
        return number_differs("plies-max", (uint64_t)found->plies_max, (uint64_t)asked->plies_max, status);
    if (found->points != asked->points)
        return differs("points", points_names[found->points], points_names[asked->points], status);
    return lookups_same(found, asked, status);
}

void match_header_sign(MatchHeader *header)
{
    snprintf(header->maker.digest, sizeof header->maker.digest, "%s", build_digest(header->game));
    snprintf(header->maker.commit, sizeof header->maker.commit, "%s", build_commit);
}

// Who played.

static const char CONTINUED[] = "{\"continued_by\":";

static bool is_continued(const char *line, size_t size)
{
    return size >= sizeof CONTINUED - 1 && memcmp(line, CONTINUED, sizeof CONTINUED - 1) == 0;
}

char *match_continued_line(const MatchMaker *maker)
{
    json_t *const json = json_pack("{s:s, s:s}", "continued_by", maker->digest, "commit", maker->commit);
    char *const   text = json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    char         *line = NULL;
    if (text == NULL || asprintf(&line, "%s\n", text) < 0) line = NULL;
    free(text);
    json_decref(json);
    return line;
}

static bool continued_read(MatchMaker *maker, const char *line, size_t size)
{
    json_t *const json = json_loadb(line, size, JSON_REJECT_DUPLICATES, NULL);
    const char   *digest, *commit;
    const bool good = json_unpack_ex(json, NULL, JSON_STRICT, "{s:s, s:s}", "continued_by", &digest, "commit",
                                     &commit) == 0 &&
                      maker_set(maker, digest, commit);
    json_decref(json);
    return good;
}

static bool maker_add(MatchFile *file, const MatchMaker *maker)
{
    int i = 0;
    while (i < file->makers && strcmp(file->maker[i].digest, maker->digest) != 0) i++;
    if (i == MATCH_MAKERS_MAX) return false;
    if (i == file->makers) file->maker[file->makers++] = *maker;
    file->last = i;
    return true;
}

// Those after the header's, which must be there.
static bool makers_read(MatchFile *file, const MatchMaker *first, Status *status)
{
    int line     = 1;
    file->makers = 0;
    file->by     = *first;
    maker_add(file, first);
    for (size_t at = file->at; at < file->size;) {
        const size_t size = (size_t)((const char *)memchr(file->text + at, '\n', file->size - at) -
                                     (file->text + at));
        MatchMaker   maker;
        line++;
        if (is_continued(file->text + at, size) &&
            (!continued_read(&maker, file->text + at, size) || !maker_add(file, &maker)))
            return status_fail(status, "'%.200s', line %d: damaged: expected who continued the match",
                               file->path, line);
        at += size + 1;
    }
    return true;
}

bool match_file_makers_check(const MatchFile *file, const DigestList *accept, Status *status)
{
    for (int i = 0; i < file->makers; i++) {
        const MatchMaker *const m = &file->maker[i], *const own = &file->own;
        if (strcmp(m->digest, own->digest) == 0 || digest_in(accept, m->digest)) continue;
        return status_fail(status,
                           "another program played %s: digest %s (commit %s) there and %s (commit %s) here; "
                           "--accept %s continues it",
                           file->makers > 1 ? "some of it" : "it", m->digest, m->commit, own->digest,
                           own->commit, m->digest);
    }
    return true;
}

// The file.

// The whole of a regular file; `size` is that of its whole lines.
static bool read_all(MatchFile *file, Status *status)
{
    struct stat facts;
    if (fstat(file->fd, &facts) != 0) return file_fail(status, "read", file->path);
    if (!S_ISREG(facts.st_mode))
        return status_fail(status, "cannot use '%.200s': a pipe or device; expected a regular file",
                           file->path);
    const size_t size = (size_t)facts.st_size;
    if (size > MATCH_FILE_SIZE_MAX)
        return status_fail(status, "cannot read '%.200s': %zu bytes; expected at most %zu", file->path, size,
                           (size_t)MATCH_FILE_SIZE_MAX);
    file->text = malloc(size + 1);
    if (file->text == NULL) return status_fail_system(status, "out of memory to read '%.200s'", file->path);
    while (file->length < size) {
        const ssize_t n = read(file->fd, file->text + file->length, size - file->length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return file_fail(status, "read", file->path);
        if (n == 0) break;
        file->length += (size_t)n;
    }
    file->size = file->length;
    while (file->size > 0 && file->text[file->size - 1] != '\n') file->size--;
    return true;
}

// Writes all bytes, or takes back those that were written.
static bool write_all(MatchFile *file, const char *text, size_t size, Status *status)
{
    assert(file->fd >= 0);
    for (size_t done = 0; done < size;) {
        const ssize_t n = write(file->fd, text + done, size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            const int why = errno;
            if (ftruncate(file->fd, (off_t)file->length) != 0) {}   // the next opening cuts it off
            errno = why;
            return file_fail(status, "write", file->path);
        }
        done += (size_t)n;
    }
    file->length += size;
    file->unsynced = true;
    return true;
}

bool match_file_sync(MatchFile *file, Status *status)
{
    if (!file->unsynced) return true;
    file->synced = clock_seconds();
    if (fdatasync(file->fd) != 0 && errno != EINVAL && errno != EROFS)
        return file_fail(status, "write", file->path);
    file->unsynced = false;
    return true;
}

const char *match_file_next(MatchFile *file, size_t *size)
{
    assert(file->at <= file->size);
    while (file->at < file->size && is_continued(file->text + file->at, file->size - file->at)) {
        const char *const at     = file->text + file->at;
        const size_t      length = (size_t)((const char *)memchr(at, '\n', file->size - file->at) - at);
        continued_read(&file->by, at, length);   // makers_read has checked it
        file->at += length + 1;
        file->line++;
    }
    if (file->at >= file->size) return NULL;
    const char *const line = file->text + file->at, *const end = memchr(line, '\n', file->size - file->at);
    *size = (size_t)(end - line);
    file->at += *size + 1;
    file->line++;
    return line;
}

// An empty file, or one that ends in the middle of this very header, begins anew.
static bool header_write(MatchFile *file, const char *line, Status *status)
{
    if (file->length > 0 &&
        memcmp(file->text, line, file->length < strlen(line) ? file->length : strlen(line)) != 0)
        return status_fail(status, "'%.200s', line 1: not a match file of pollard; expected another file",
                           file->path);
    if (ftruncate(file->fd, 0) != 0) return file_fail(status, "write", file->path);
    file->length = 0;
    if (!write_all(file, line, strlen(line), status)) return false;
    file->size = file->length;
    return match_file_sync(file, status);
}

static bool part_same(const MatchHeader *found, const MatchHeader *asked, Status *status)
{
    char one[24], other[24];
    part_format(found->part, one);
    part_format(asked->part, other);
    return strcmp(one, other) == 0 ||
           status_fail(status, "it holds %s%s of a match; expected %s%s", found->part.count ? "part " : "",
                       one, asked->part.count ? "part " : "", other);
}

static bool header_check(MatchFile *file, const MatchHeader *header, const DigestList *accept, Status *status)
{
    size_t            size;
    MatchHeader       found;
    const char *const first = match_file_next(file, &size);
    file->own               = header->maker;
    maker_add(file, &header->maker);
    if (first == NULL) {
        char *const line = match_header_line(header);
        const bool  good = line != NULL ? header_write(file, line, status)
                                        : status_fail_system(status, "out of memory for the match");
        free(line);
        file->at = file->size;   // the text that was read holds no game
        return good;
    }
    if (!match_header_read(&found, first, size, status))
        return status_prefix(status, "'%.200s', line 1", file->path);
    if (!makers_read(file, &found.maker, status)) return false;
    return (part_same(&found, header, status) && match_header_same(&found, header, status) &&
            match_file_makers_check(file, accept, status)) ||
           status_prefix(status, "'%.200s'", file->path);
}

static bool lock_refused(const char *path, Status *status)
{
    if (errno != EWOULDBLOCK) return file_fail(status, "lock", path);
    return status_fail_system(status, "'%.200s' is being written by another match", path);
}

int match_file_lock(const char *path, int flags, Status *status)
{
    for (;;) {   // a merge may have put another file in its place before it was locked
        const int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
        if (fd < 0) return file_fail(status, "open", path), -1;
        const bool locked = flock(fd, LOCK_EX | LOCK_NB) == 0 || lock_refused(path, status);
        if (locked && file_is_named(fd, path)) return fd;
        close(fd);
        if (!locked) return -1;
    }
}

bool match_file_open(MatchFile *file, const char *path, const MatchHeader *header, const DigestList *accept,
                     Status *status)
{
    assert(path != NULL);
    *file = (MatchFile){.path = path, .fd = match_file_lock(path, O_RDWR | O_CREAT | O_APPEND, status)};
    if (file->fd < 0) return false;
    const bool good = read_all(file, status) && header_check(file, header, accept, status);
    if (!good) match_file_close(file);
    return good;
}

bool match_file_view(MatchFile *file, const char *path, MatchHeader *header, Status *status)
{
    size_t ignored;
    *file = (MatchFile){.path = path, .fd = file_open_input(path, &ignored, status)};
    if (file->fd < 0) return false;
    bool good = read_all(file, status);
    if (good) {
        size_t            size = 0;
        const char *const line = match_file_next(file, &size);
        good                   = match_header_read(header, line != NULL ? line : "", size, status) ||
               status_prefix(status, "'%.200s', line 1", path);
        good = good && makers_read(file, &header->maker, status);
    }
    if (!good) match_file_close(file);
    return good;
}

void match_file_close(MatchFile *file)
{
    Status ignored;   // who wants to know has asked match_file_sync
    if (file->fd >= 0) match_file_sync(file, &ignored);
    if (file->fd >= 0) close(file->fd);
    free(file->text);
    file->fd   = -1;
    file->text = NULL;
}

// What a crash left of a last line is cut off only now, when every line before it was read and found right.
static bool tail_cut(MatchFile *file, Status *status)
{
    assert(file->at == file->size);
    if (file->tail_checked || file->length == file->size) return file->tail_checked = true;
    if (ftruncate(file->fd, (off_t)file->size) != 0) return file_fail(status, "write", file->path);
    file->length              = file->size;
    return file->tail_checked = true;
}

// Before the first game of another program than the one before it.
static bool continued_add(MatchFile *file, Status *status)
{
    if (strcmp(file->maker[file->last].digest, file->own.digest) == 0) return true;
    char *const line = match_continued_line(&file->own);
    const bool  good = line != NULL ? write_all(file, line, strlen(line), status)
                                    : status_fail_system(status, "out of memory for a game");
    free(line);
    return good &&
           (maker_add(file, &file->own) || status_fail(status, "'%.200s': too many programs", file->path));
}

bool match_file_add(MatchFile *file, const MatchGame *game, Status *status)
{
    assert(file->fd >= 0);
    char *const line = match_game_line(game);
    if (line == NULL) return status_fail_system(status, "out of memory for a game");
    bool good = tail_cut(file, status) && continued_add(file, status) &&
                write_all(file, line, strlen(line), status);
    free(line);
    if (good && clock_seconds() - file->synced >= SYNC_SECONDS) good = match_file_sync(file, status);
    return good;
}
