#include "retro/probe.h"
#include "retro/solved/catalog_solved.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CACHE_BYTES = 1 << 20, SOLVED_LINE_MAX = 2 * SOLVED_PLIES_MAX };

bool probe_file(Db *file, const CatalogDb *db, const char *path, Status *status)
{
    if (access(path, F_OK) != 0)
        return status_fail_system(status, "%s is not built; `pollard db build %s` builds it", path,
                                  db->info.name);
    if (!db_open(file, path, db->info.kind == DB_SOLVED ? DB_LOAD : DB_MAP, status)) return false;
    if (db_expect(file, &db->info, status)) return true;
    db_close(file);
    return false;
}

static bool content_open(Probe *probe, Status *status)
{
    if (probe->db.info.kind != DB_SOLVED)
        return db_reader_open(&probe->reader, &probe->file, CACHE_BYTES, status);
    return catalog_solved_table(&probe->solved, catalog_solved_game(&probe->db), &probe->file, status);
}

bool probe_open(Probe *probe, const char *name, Status *status)
{
    char path[DB_PATH_MAX];
    memset(probe, 0, sizeof *probe);
    if (!catalog_open(&probe->db, name, status)) return false;
    if (catalog_path(&probe->db, databases_folder(), false, path, status) &&
        probe_file(&probe->file, &probe->db, path, status)) {
        if (content_open(probe, status)) return true;
        db_close(&probe->file);
    }
    catalog_close(&probe->db);
    return false;
}

void probe_close(Probe *probe)
{
    if (probe->db.info.kind == DB_SOLVED) solved_close(&probe->solved);
    else db_reader_close(&probe->reader);
    db_close(&probe->file);
    catalog_close(&probe->db);
}

// Values in words.

static bool entry_known(const CatalogDb *db, int value)
{
    return db->info.kind == DB_ENDGAME ? endgame_decided((uint8_t)value) : value != RETRO_UNREACHED;
}

// True if moves lead on from it.
static bool entry_say(Probe *probe, uint64_t entry, int value, Text *out)
{
    const CatalogDb *const db    = &probe->db;
    const bool             known = entry_known(db, value);
    if (db->family->say != NULL) return db->family->say(db, &probe->reader, entry, value, out);
    if (db->info.kind == DB_PATTERN && known) text_add(out, "%d moves to the goal", value);
    else if (db->info.kind == DB_PATTERN) text_add(out, "the goal cannot be reached");
    else if (known && value == 0) text_add(out, "lost: the game is over");
    else if (known) text_add(out, "%s in %d plies", endgame_won((uint8_t)value) ? "won" : "lost", value);
    else text_add(out, value == ENDGAME_DRAW ? "drawn" : "no such position");
    return known;
}

void probe_solved_say(uint8_t value, Text *out)
{
    if (value == SOLVED_NONE) text_add(out, "not in the database");
    else if (value == SOLVED_DRAW) text_add(out, "drawn");
    else if (solved_plies(value) == 0)
        text_add(out, "%s: the game is over", solved_is_won(value) ? "won" : "lost");
    else text_add(out, "%s in %d plies", solved_is_won(value) ? "won" : "lost", solved_plies(value));
}

bool probe_parse(const CatalogDb *db, const char *position, ProbeAnswer *answer, Status *status)
{
    memset(answer, 0, sizeof *answer);
    snprintf(answer->text, sizeof answer->text, "%s", position);
    return db->info.kind == DB_SOLVED ? variant_parse(catalog_solved_game(db), &answer->at, position, status)
                                      : db->family->parse(db, position, &answer->entry, status);
}

static void solved_ask(const Probe *probe, ProbeAnswer *answer, Text *says)
{
    const uint8_t value = solved_value(&probe->solved, &answer->at);
    answer->known       = solved_is_decided(value);
    answer->value       = answer->known ? solved_plies(value) : value;
    probe_solved_say(value, says);
}

bool probe_ask(Probe *probe, const char *position, ProbeAnswer *answer, Status *status)
{
    if (!probe_parse(&probe->db, position, answer, status)) return false;
    Text says = text_on(answer->says, sizeof answer->says);
    if (probe->db.info.kind == DB_SOLVED) return solved_ask(probe, answer, &says), true;
    status_clear(&probe->reader.status);
    answer->value = db_read(&probe->reader, answer->entry);
    if (answer->value >= 0 && probe->db.family->settle != NULL)
        answer->value = probe->db.family->settle(&probe->db, &probe->reader, position, answer->value);
    if (answer->value >= 0) answer->known = entry_say(probe, answer->entry, answer->value, &says);
    return probe->reader.status.text[0] == 0 || (*status = probe->reader.status, false);
}

// Lines.

typedef struct Line {
    Probe    *probe;
    void     *cursor;   // owned, as `near`
    uint64_t *near;
} Line;

static bool line_open(Line *line, Probe *probe, Status *status)
{
    const CatalogDb *const db      = &probe->db;
    const bool             endgame = db->info.kind == DB_ENDGAME;
    *line                          = (Line){.probe = probe};
    line->cursor = calloc(1, (endgame ? db->endgame.cursor_size : db->pattern.cursor_size) + 1);
    line->near   = calloc((size_t)(endgame ? db->endgame.moves_max : db->pattern.neighbours_max) + 1,
                          sizeof *line->near);
    if (line->cursor == NULL || line->near == NULL)
        return free(line->cursor), free(line->near), status_fail_system(status, "out of memory for a line");
    if (endgame && db->endgame.cursor_open != NULL) db->endgame.cursor_open(db->endgame.data, line->cursor);
    if (!endgame && db->pattern.cursor_open != NULL) db->pattern.cursor_open(db->pattern.data, line->cursor);
    return true;
}

// The first entry one move nearer to the end. Both sides play like that: the winner hurries, the loser
// holds out.
static uint64_t step_down(const Line *line, uint64_t at, int value)
{
    assert(value > 0);
    const CatalogDb *const db = &line->probe->db;
    const int              n  = db->info.kind == DB_ENDGAME
                                  ? db->endgame.successors(db->endgame.data, line->cursor, at, line->near)
                                  : db->pattern.neighbours(db->pattern.data, line->cursor, at, line->near);
    for (int i = 0; i < n; i++)
        if (!(line->near[i] & ENDGAME_VALUE) && db_read(&line->probe->reader, line->near[i]) == value - 1)
            return line->near[i];
    return at;
}

static void entries_follow(const Line *line, uint64_t at, int value, ProbeMove *use, void *context)
{
    const CatalogDb *const db = &line->probe->db;
    for (int left = value; left > 0; left--) {
        const uint64_t next = step_down(line, at, left);
        char           move[TEXT_MAX], position[TEXT_MAX];
        Text           m = text_on(move, sizeof move), p = text_on(position, sizeof position);
        if (next == at) return;   // on into another database, or a block that is damaged
        db->family->move(db, at, next, &m);
        db->family->format(db, next, &p);
        if (!use(context, move, position)) return;
        at = next;
    }
}

// Of a draw no line: it need not end.
static void solved_follow(const Probe *probe, const AnyState *from, ProbeMove *use, void *context)
{
    const Variant *const v  = probe->solved.v;
    AnyState             at = *from;
    Move                 m;
    uint8_t              value;
    for (int n = 0; n < SOLVED_LINE_MAX && solved_best(&probe->solved, &at, &m, &value); n++) {
        char           move[TEXT_MAX], position[TEXT_MAX];
        Text           move_out = text_on(move, sizeof move), out = text_on(position, sizeof position);
        const AnyState before = at;
        variant_move_format(v, &before, m, &move_out);
        memset(&at, 0, sizeof at);
        v->game->play(v->rules, &at, &before, m);
        variant_format(v, &at, &out);
        if (!use(context, move, position)) return;
    }
}

typedef struct Counted {
    ProbeMove *use;
    void      *context;
    int        n;
} Counted;

static bool move_counted(void *context, const char *move, const char *position)
{
    Counted *const counted = context;
    return counted->use(counted->context, move, position) && ++counted->n < PROBE_LINE_MAX;
}

bool probe_line(Probe *probe, const ProbeAnswer *answer, ProbeMove *use, void *context, Status *status)
{
    const CatalogDb *const db = &probe->db;
    Line                   line;
    if (!answer->known) return true;
    if (db->info.kind == DB_SOLVED) return solved_follow(probe, &answer->at, use, context), true;
    status_clear(&probe->reader.status);
    if (db->family->line != NULL) {
        db->family->line(db, &probe->reader, answer->text, move_counted,
                         &(Counted){.use = use, .context = context});
    } else {
        if (!line_open(&line, probe, status)) return false;
        entries_follow(&line, answer->entry, answer->value, use, context);
        free(line.cursor);
        free(line.near);
    }
    return probe->reader.status.text[0] == 0 || (*status = probe->reader.status, false);
}
