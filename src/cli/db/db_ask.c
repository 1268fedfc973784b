// db_ask.c - `pollard db probe` and `pollard db best`: what a database says about a position, and a best line
// from it.
#include "cli/db/db_subject.h"
#include "retro/endgame.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Line {
    const Subject *s;
    DbReader      *reader;
    void          *cursor;
    uint64_t      *near;
    json_t        *moves;   // NULL: printed
} Line;

static bool value_known(const Subject *s, int value)
{
    return s->db.info.kind == DB_ENDGAME ? endgame_decided((uint8_t)value) : value != RETRO_UNREACHED;
}

// True if moves lead on from it.
static bool value_format(const Subject *s, DbReader *reader, uint64_t entry, int value, Text *out)
{
    const bool known = value_known(s, value);
    if (s->db.family->say != NULL) return s->db.family->say(&s->db, reader, entry, value, out);
    if (s->db.info.kind == DB_PATTERN && known) text_add(out, "%d moves to the goal", value);
    else if (s->db.info.kind == DB_PATTERN) text_add(out, "the goal cannot be reached");
    else if (known && value == 0) text_add(out, "lost: the game is over");
    else if (known) text_add(out, "%s in %d plies", endgame_won((uint8_t)value) ? "won" : "lost", value);
    else text_add(out, value == ENDGAME_DRAW ? "drawn" : "no such position");
    return known;
}

// The first entry one move nearer to the end. Both sides play like that: the winner hurries, the loser
// holds out.
static uint64_t step_down(const Line *line, uint64_t at, int value)
{
    assert(value > 0);
    const CatalogDb *const db = &line->s->db;
    const int              n  = db->info.kind == DB_ENDGAME
                                  ? db->endgame.successors(db->endgame.data, line->cursor, at, line->near)
                                  : db->pattern.neighbours(db->pattern.data, line->cursor, at, line->near);
    for (int i = 0; i < n; i++)
        if (!(line->near[i] & ENDGAME_VALUE) && db_read(line->reader, line->near[i]) == value - 1)
            return line->near[i];
    return at;
}

static void play_out(const Line *line, uint64_t at, int value)
{
    assert(value >= 0);
    const CatalogDb *const db = &line->s->db;
    for (int left = value; left > 0; left--) {
        const uint64_t next = step_down(line, at, left);
        char           move[TEXT_MAX], position[TEXT_MAX];
        Text           m = text_on(move, sizeof move), p = text_on(position, sizeof position);
        if (next == at) return;   // on into another database, or a block that is damaged
        db->family->move(db, at, next, &m);
        db->family->format(db, next, &p);
        if (line->moves != NULL) json_array_append_new(line->moves, json_string(move));
        else printf("%3d. %-8s %s\n", value - left + 1, move, position);
        at = next;
    }
}

typedef struct Told {
    json_t *moves;   // NULL: printed
    int     n;
} Told;

static bool move_told(void *context, const char *move, const char *position)
{
    Told *const told = context;
    told->n++;
    if (told->moves != NULL) json_array_append_new(told->moves, json_string(move));
    else printf("%3d. %-8s %s\n", told->n, move, position);
    return told->n < 1000;
}

static bool line_open(Line *line, const Subject *s, DbReader *reader, json_t *moves, Status *status)
{
    const CatalogDb *const db      = &s->db;
    const bool             endgame = db->info.kind == DB_ENDGAME;
    *line                          = (Line){.s = s, .reader = reader, .moves = moves};
    line->cursor = calloc(1, (endgame ? db->endgame.cursor_size : db->pattern.cursor_size) + 1);
    line->near   = calloc((size_t)(endgame ? db->endgame.moves_max : db->pattern.neighbours_max) + 1,
                          sizeof *line->near);
    if (line->cursor == NULL || line->near == NULL)
        return free(line->cursor), free(line->near), status_fail_system(status, "out of memory for a line");
    if (endgame && db->endgame.cursor_open != NULL) db->endgame.cursor_open(db->endgame.data, line->cursor);
    if (!endgame && db->pattern.cursor_open != NULL) db->pattern.cursor_open(db->pattern.data, line->cursor);
    return true;
}

static bool answer(const Args *args, const Subject *s, DbReader *reader, uint64_t entry, bool best,
                   Status *status)
{
    const int value = db_read(reader, entry);
    char      words[TEXT_MAX];
    Text      text = text_on(words, sizeof words);
    Line      line;
    if (value < 0) return *status = reader->status, false;
    const bool    known = value_format(s, reader, entry, value, &text);
    json_t *const moves = args->json ? json_array() : NULL;
    if (!line_open(&line, s, reader, moves, status)) return json_decref(moves), false;
    if (!args->json) puts(words);
    if (best && known && s->db.family->line != NULL)
        s->db.family->line(&s->db, reader, entry, move_told, &(Told){.moves = moves});
    else if (best && known) play_out(&line, entry, value);
    free(line.cursor);
    free(line.near);
    if (args->json)
        json_print(json_pack("{s:s, s:o, s:s, s:o}", "name", s->db.info.name, "value",
                             known ? json_integer(value) : json_null(), "says", words, "moves", moves));
    return reader->status.text[0] == 0 || (*status = reader->status, false);
}

static int ask(const Args *args, const Subject *s, bool best)
{
    Status   status = {0};
    Db       file;
    DbReader reader;
    uint64_t entry;
    if (s->db.info.kind == DB_SOLVED) return db_solved_ask(args, s, best);
    if (!s->db.family->parse(&s->db, args->words[1], &entry, &status)) return cli_fail(&status);
    if (!db_subject_file(&file, s, &status)) return cli_fail(&status);
    if (!db_reader_open(&reader, &file, MIB, &status)) return db_close(&file), cli_fail(&status);
    const bool good = answer(args, s, &reader, entry, best, &status);
    db_reader_close(&reader);
    db_close(&file);
    return good ? EXIT_DONE : cli_fail(&status);
}

int db_ask_value(const Args *args, const Subject *s) { return ask(args, s, false); }
int db_ask_line(const Args *args, const Subject *s) { return ask(args, s, true); }
