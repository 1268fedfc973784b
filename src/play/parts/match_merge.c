#include "play/parts/match_merge.h"
#include "base/file.h"
#include "play/openings.h"
#include "play/parts/match_part.h"
#include "play/tally.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A game of a file.
typedef struct MergeGame {
    int         number, file, line;
    const char *text;   // of the file's
    size_t      size;
    MatchMaker  by;
} MergeGame;

typedef struct Merging {
    MatchMerge  *merge;
    MatchHeader *header;   // of the first file; owned
    Variant      v;
    Openings     openings;
    Schedule     schedule;
    Tally        tally;
    MatchFile   *file;   // merge->count of them, owned
    int          opened;
    MergeGame   *game;   // owned
    size_t       games, room;
    char        *out;   // owned
    size_t       out_size;
    int          lock;   // on the file that is replaced; -1: there is none
    const char  *path;   // of that file
} Merging;

// Reading.

// The number of a line's game, which match_game_read looks at later; -1 when there is none.
static int line_number(const char *line, size_t size)
{
    static const char start[] = "{\"number\":";
    const size_t      n       = sizeof start - 1;
    long              number;
    char              digits[16];
    if (size <= n || memcmp(line, start, n) != 0) return -1;
    const size_t most = size - n < sizeof digits - 1 ? size - n : sizeof digits - 1;
    memcpy(digits, line + n, most);
    digits[most]   = 0;
    const char *at = digits;
    return text_number(&at, MATCH_GAMES_MAX, &number) && *at == ',' && number >= 1 ? (int)number - 1 : -1;
}

static bool game_add(Merging *m, const MergeGame *game, Status *status)
{
    if (m->games == m->room) {
        const size_t     room  = m->room ? 2 * m->room : 1024;
        MergeGame *const grown = realloc(m->game, room * sizeof *grown);
        if (grown == NULL) return status_fail_system(status, "out of memory for the games");
        m->game = grown, m->room = room;
    }
    m->game[m->games++] = *game;
    return true;
}

static bool games_list(Merging *m, int i, Status *status)
{
    MatchFile *const file = &m->file[i];
    size_t           size;
    for (const char *line; (line = match_file_next(file, &size)) != NULL;) {
        const int number = line_number(line, size);
        if (number < 0)
            return status_fail(status, "'%.200s', line %d: not a game of a match", file->path, file->line);
        if (!game_add(m, &(MergeGame){number, i, file->line, line, size, file->by}, status)) return false;
    }
    return true;
}

// Is the file that is written among those that are read? It comes first then, and what it has stays.
static bool out_is_first(const Merging *m) { return strcmp(m->merge->files[0], m->path) == 0; }

// Where the name of the whole was forgotten, the first part would be written over.
static bool out_check(const Merging *m, Status *status)
{
    char        part[24];
    struct stat out, in;
    const bool  there = stat(m->path, &out) == 0;
    part_format(m->header->part, part);
    if (out_is_first(m) && m->header->part.count > 0)
        return status_fail(status, "'%.150s' holds part %s of a match; expected the name of the whole first",
                           m->path, part);
    for (int i = out_is_first(m); there && i < m->merge->count; i++)
        if (stat(m->merge->files[i], &in) == 0 && in.st_dev == out.st_dev && in.st_ino == out.st_ino)
            return status_fail(status, "'%.200s' is the file that the others are merged into",
                               m->merge->files[i]);
    return true;
}

static bool file_open(Merging *m, int i, Status *status)
{
    MatchHeader *const header = i == 0 ? m->header : malloc(sizeof *header);
    MatchFile *const   file   = &m->file[i];
    if (header == NULL) return status_fail_system(status, "out of memory for the match");
    bool good = match_file_view(file, m->merge->files[i], header, status);
    m->opened += good;
    good = good && (i > 0 || out_check(m, status));
    if (good) {
        MatchHeader own;
        snprintf(own.game, sizeof own.game, "%s", header->game);
        match_header_sign(&own);
        file->own = own.maker;
        good      = (match_header_same(header, m->header, status) &&
                match_file_makers_check(file, m->merge->accept, status)) ||
               status_prefix(status, "'%.200s'", file->path);
    }
    if (i > 0) free(header);
    return good && games_list(m, i, status);
}

static int game_compare(const void *a, const void *b)
{
    const MergeGame *const x = a, *const y = b;
    if (x->number != y->number) return x->number < y->number ? -1 : 1;
    return x->file != y->file ? (x->file < y->file ? -1 : 1) : (x->line > y->line) - (x->line < y->line);
}

// Every game once; what several files have must be the same.
static bool games_unite(Merging *m, Status *status)
{
    size_t n = 0;
    if (m->games > 0) qsort(m->game, m->games, sizeof *m->game, game_compare);
    for (size_t i = 0; i < m->games; i++) {
        const MergeGame *const g = &m->game[i], *const last = n > 0 ? &m->game[n - 1] : NULL;
        if (last == NULL || last->number != g->number) {
            m->game[n++] = *g;
            continue;
        }
        if (last->size != g->size || memcmp(last->text, g->text, g->size) != 0)
            return status_fail(
                status, "game %d is another one in '%.150s', line %d, than in '%.150s', line %d",
                g->number + 1, m->file[last->file].path, last->line, m->file[g->file].path, g->line);
    }
    m->games = n;
    return true;
}

// Writing.

static bool text_put(FILE *out, const char *text, size_t size) { return fwrite(text, 1, size, out) == size; }

static bool header_put(Merging *m, FILE *out)
{
    m->header->part  = (Part){0};
    m->header->maker = m->games > 0 ? m->game[0].by : m->file[0].maker[0];
    char *const line = match_header_line(m->header);
    const bool  good = line != NULL && text_put(out, line, strlen(line));
    free(line);
    return good;
}

// Before the first game of another program than the one before it.
static bool maker_put(const MergeGame *last, const MergeGame *g, FILE *out)
{
    if (last == NULL || strcmp(last->by.digest, g->by.digest) == 0) return true;
    char *const line = match_continued_line(&g->by);
    const bool  good = line != NULL && text_put(out, line, strlen(line));
    free(line);
    return good;
}

// Replays game number i and counts it.
static bool game_count(Merging *m, int i, Status *status)
{
    const MergeGame *const g = &m->game[i];
    MatchMerge *const      t = m->merge;
    MatchGame              game;
    bool good = match_game_read(&game, &m->v, m->header->plies_max, m->header->points, g->text, g->size,
                                status);
    if (good) {
        good = match_part_fits(&game, i, &m->schedule, &m->openings, status) &&
               tally_add(&m->tally, &game, status);
        match_game_close(&game);
    }
    if (!good) return status_prefix(status, "'%.200s', line %d", m->file[g->file].path, g->line);
    if (t->sprt) t->result = tally_sprt(&m->tally, t->elo0, t->elo1);
    t->decided = t->sprt && t->result.verdict != ELO_CONTINUE;
    return true;
}

static bool games_write(Merging *m, FILE *out, Status *status)
{
    MatchMerge *const t    = m->merge;
    const size_t      most = t->games > 0 && (size_t)t->games < m->games ? (size_t)t->games : m->games;
    bool              good = header_put(m, out);
    size_t            i    = 0;
    for (; good && i < most && !t->decided; i++) {
        const MergeGame *const g = &m->game[i];
        if (g->number != (int)i)
            return status_fail(status, "game %zu is in none of the files, but game %d is: a part is missing",
                               i + 1, g->number + 1);
        if (!game_count(m, (int)i, status)) return false;
        good = maker_put(i > 0 ? g - 1 : NULL, g, out) && text_put(out, g->text, g->size) &&
               text_put(out, "\n", 1);
    }
    t->written = (int)i;
    if (!good) return status_fail_system(status, "out of memory for the match");
    return t->decided || (int)i >= t->games ||
           status_fail(status, "%zu games of %d: a part is missing or not finished", i, t->games);
}

// What was there stays, but for games beyond the decision of a sequential test.
static bool kept_check(const Merging *m, Status *status)
{
    int has = 0;
    for (size_t i = 0; out_is_first(m) && i < m->games; i++)
        if (m->game[i].file == 0) has = m->game[i].number + 1;
    return m->merge->decided || has <= m->merge->written ||
           status_fail(status, "'%.150s' has %d games; --games %d would drop the others", m->path, has,
                       m->merge->games);
}

static bool merging_write(Merging *m, Status *status)
{
    FILE *const out = open_memstream(&m->out, &m->out_size);
    if (out == NULL) return status_fail_system(status, "out of memory for the match");
    const bool good = games_write(m, out, status) && kept_check(m, status);
    return (fclose(out) == 0 || status_fail_system(status, "out of memory for the match")) && good;
}

static bool merging_read(Merging *m, Status *status)
{
    for (int i = 0; i < m->merge->count; i++)
        if (!file_open(m, i, status)) return false;
    return games_unite(m, status);
}

static bool match_check(Merging *m, Status *status)
{
    const MatchHeader *const h = m->header;
    if (m->merge->sprt && h->contestants != 2)
        return status_fail(status, "--sprt: expected two players, the match has %d", h->contestants);
    if (!openings_open(&m->openings, &m->v, h->openings, h->seed, status)) return false;
    if (m->openings.sum != h->openings_sum)
        return status_fail(status, "the file of openings '%s' has changed since the match", h->openings);
    schedule_open(&m->schedule, h->contestants, m->v.facts.players);
    m->tally.schedule = &m->schedule;
    if (m->merge->sprt) m->merge->result = tally_sprt(&m->tally, m->merge->elo0, m->merge->elo1);
    return true;
}

// A match that runs would go on in a file without a name. What is there is locked until it is replaced.
static bool out_lock(Merging *m, const char *out, Status *status)
{
    struct stat there;
    if (m->lock >= 0 || stat(out, &there) != 0 || !S_ISREG(there.st_mode)) return true;
    return (m->lock = match_file_lock(out, O_RDONLY, status)) >= 0;
}

bool match_merge(MatchMerge *merge, const char *out, Status *status)
{
    assert(merge->count >= 1 && out != NULL);
    Merging *const m    = calloc(1, sizeof *m);
    bool           good = m != NULL;
    if (good) {
        m->merge  = merge;
        m->lock   = -1;
        m->path   = out;
        m->header = malloc(sizeof *m->header);
        m->file   = calloc((size_t)merge->count, sizeof *m->file);
        good      = m->header != NULL && m->file != NULL;
    }
    if (!good) status_fail_system(status, "out of memory for the match");
    merge->decided = false, merge->written = 0;
    good = good && out_lock(m, out, status) && merging_read(m, status);
    if (good && (good = variant_open(&m->v, m->header->game, status))) {
        good = match_check(m, status) && merging_write(m, status) && out_lock(m, out, status) &&
               file_write(out, m->out, m->out_size, status);
        openings_close(&m->openings);
        tally_close(&m->tally);
        variant_close(&m->v);
    }
    for (int i = 0; m != NULL && i < m->opened; i++) match_file_close(&m->file[i]);
    if (m != NULL && m->lock >= 0) close(m->lock);
    if (m != NULL) free(m->header), free(m->file), free(m->game), free(m->out);
    free(m);
    return good;
}
