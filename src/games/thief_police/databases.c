// databases.c - the databases of Thief and Police: tp-policeK-NxN-M, tp-policeK-NxN-M-joint and
// tp-thiefK-NxN-M, for K policemen in maze M of N x N cells; other styles and exits: numbering.h.
//
// Positions as in the game (docs/GAMES.md), with K policemen: `5.7 1.1,3.4`, thief and police; the side to
// move may follow and is not looked at.
#include "games/thief_police/pdb.h"
#include "retro/build.h"
#include "retro/slices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Those of the list: the tables of the paper, maze 1 of the usual style.
static bool name_listed(int i, char out[DB_NAME_MAX])
{
    static const struct {
        PursuitKind kind;
        int         police, size;
    } listed[] = {
        {PURSUIT_POLICE, 4, 20}, {PURSUIT_THIEF, 4, 20}, {PURSUIT_JOINT, 2, 20}, {PURSUIT_THIEF, 2, 20},
        {PURSUIT_POLICE, 2, 60}, {PURSUIT_JOINT, 2, 60}, {PURSUIT_THIEF, 2, 60},
    };
    if (i >= (int)(sizeof listed / sizeof *listed)) return false;
    const int       size = listed[i].size, style = board_usual_style(size);
    const BoardSpec board = {
        .size = size, .maze = 1, .style = style, .loops = style == STYLE_LOOPS ? LOOPS_USUAL : 0, .exits = 1};
    pursuit_name_format(&(PursuitName){listed[i].kind, listed[i].police, board}, out);
    return true;
}

// Positions.

static bool cell_parse(const Board *board, const char **at, uint16_t *cell, Status *status)
{
    const char *const word = *at, *p = word;
    const int         length = (int)strcspn(word, " ,"), last = board->size - 1;
    long              row, col;
    const bool        good = text_number(&p, last, &row) && *p++ == '.' && text_number(&p, last, &col);
    if (!good || p != word + length)
        return status_fail(status, "'%.*s' is not a cell; expected row.column, each 0-%d",
                           length < 40 ? length : 40, word, last);
    *cell = board->open_at[row * board->size + col];
    if (*cell == CELL_NONE)
        return status_fail(status, "cell %ld.%ld is a wall; expected an open cell", row, col);
    *at = p;
    return true;
}

static bool parse(const CatalogDb *db, const char *text, uint64_t *entry, Status *status)
{
    const PursuitDb *const d     = db->data;
    const Board *const     board = &d->board;
    PursuitPosition        at    = {.police.word = LANES_NONE};
    uint16_t               cell  = 0;
    const char            *c     = text;
    if (!cell_parse(board, &c, &at.thief, status)) return false;
    for (int i = 0; i < d->police; i++) {
        if (*c != (i == 0 ? ' ' : ','))
            return status_fail(status,
                               "'%.100s': expected the thief, a space and %d police with commas between them",
                               text, d->police);
        c++;
        if (!cell_parse(board, &c, &cell, status)) return false;
        if (lanes_hold(at.police.word, cell))
            return status_fail(status, "cell %d.%d holds two policemen", board->place[cell].row,
                               board->place[cell].col);
        at.police.word = lanes_insert(at.police.word, cell);
    }
    if (*c != 0 && strcasecmp(c, " thief") != 0 && strcasecmp(c, " police") != 0)
        return status_fail(status, "'%.100s': expected %d police, then nothing, thief or police", text,
                           d->police);
    *entry = pursuit_rank(d, &at);
    return true;
}

static void cell_format(const Board *board, int cell, Text *out)
{
    text_add(out, "%d.%d", board->place[cell].row, board->place[cell].col);
}

static void format(const CatalogDb *db, uint64_t entry, Text *out)
{
    const PursuitDb *const d  = db->data;
    const PursuitPosition  at = pursuit_unrank(d, entry);
    cell_format(&d->board, at.thief, out);
    for (int i = 0; i < d->police; i++) {
        text_char(out, i == 0 ? ' ' : ',');
        cell_format(&d->board, at.police.cell[i], out);
    }
    text_add(out, d->kind == PURSUIT_THIEF ? " thief" : " police");
}

static void draw(const CatalogDb *db, uint64_t entry, Text *out)
{
    const PursuitDb *const d    = db->data;
    const PursuitPosition  at   = pursuit_unrank(d, entry);
    const int              size = d->board.size;
    for (int i = 0; i < size * size; i++) {
        const unsigned cell = d->board.open_at[i];
        if (i % size == 0) text_add(out, "  ");
        text_char(out, cell == CELL_NONE                  ? '#'
                       : lanes_hold(at.police.word, cell) ? 'P'
                       : cell == at.thief                 ? 'T'
                       : board_is_exit(&d->board, cell)   ? 'E'
                                                          : '.');
        if (i % size == size - 1) text_char(out, '\n');
    }
}

static void step_format(const Board *board, int from, int to, Text *out)
{
    if (from == to) return;
    if (out->used > 0) text_char(out, ' ');
    cell_format(board, from, out);
    text_char(out, '-');
    cell_format(board, to, out);
}

// Who went where? Policeman i and those after him take what is left of `to`, each at most a step away.
static bool steps_find(const PursuitDb *d, const Lanes *from, const Lanes *to, int i, unsigned taken,
                       int target[])
{
    if (i == POLICE_MAX || i == d->police) return true;
    for (int j = 0; j < d->police; j++) {
        const unsigned cell = to->cell[j];
        if (taken >> j & 1) continue;
        if (cell != from->cell[i] && !lanes_hold(d->board.next[from->cell[i]].word, cell)) continue;
        target[i] = (int)cell;
        if (steps_find(d, from, to, i + 1, taken | 1u << j, target)) return true;
    }
    return false;
}

static void move(const CatalogDb *db, uint64_t from, uint64_t to, Text *out)
{
    const PursuitDb *const d = db->data;
    const PursuitPosition  a = pursuit_unrank(d, from), b = pursuit_unrank(d, to);
    int                    target[POLICE_MAX];
    step_format(&d->board, a.thief, b.thief, out);
    if (!steps_find(d, &a.police, &b.police, 0, 0, target)) return;
    for (int i = 0; i < d->police; i++) step_format(&d->board, a.police.cell[i], target[i], out);
}

// Values.

// The least value one turn away; PURSUIT_VOID without any, -1 when one cannot be read.
static int least_near(const PursuitDb *d, const PursuitPosition *at, DbReader *reader)
{
    uint64_t  near[PURSUIT_NEAR_MAX];
    const int n    = pursuit_near(d, at, near);
    int       best = PURSUIT_VOID;
    for (int i = 0; i < n && best >= 0; i++) {
        const int value = db_read(reader, near[i]);
        if (value < best) best = value;
    }
    return best;
}

// The largest value of a file is that of what cannot be, if there is such: it has only its like around it.
static int expected(const CatalogDb *db, DbReader *reader, uint64_t entry)
{
    const PursuitDb *const d    = db->data;
    const PursuitPosition  at   = pursuit_unrank(d, entry);
    const int              most = (int)reader->db->info.max;
    if (pursuit_is_void(d, &at)) return PURSUIT_VOID;
    if (pursuit_is_goal(d, &at)) return 0;
    const int best = least_near(d, &at, reader);
    if (best < 0) return -1;
    if (best >= most) return most;
    return best < PURSUIT_MOST ? best + 1 : PURSUIT_MOST;
}

static bool say(const CatalogDb *db, DbReader *reader, uint64_t entry, int value, Text *out)
{
    const PursuitDb *const d     = db->data;
    const PursuitPosition  at    = pursuit_unrank(d, entry);
    const bool             thief = d->kind == PURSUIT_THIEF;
    if (value == PURSUIT_VOID) return text_add(out, "a policeman stands on the thief"), false;
    if (value == 0) return text_add(out, thief ? "on the exit" : "caught"), true;
    if (least_near(d, &at, reader) == value - 1 && value < PURSUIT_MOST) {
        text_add(out, thief ? "%d moves to the exit" : "%d police turns until he is caught", value);
        return true;
    }
    if (value == PURSUIT_MOST) return text_add(out, "%d or more", value), true;
    return text_add(out, thief ? "no way to the exit" : "they cannot catch him"), false;
}

// Building.

typedef struct Report {
    const BuildOptions *options;
    const char         *name;
    bool                begun;
} Report;

static void report(void *context, double made, double written)
{
    Report *const r = context;
    char          what[100];
    if (!r->begun && made > 0 && r->options->report != NULL) {
        snprintf(what, sizeof what, "continues at %.0f %%", 100 * made);
        r->options->report(r->options->context, &(BuildProgress){.what = what, .notice = true});
    }
    r->begun = true;
    snprintf(what, sizeof what, "%s, %s", r->name, made < 1 ? "solving" : "writing");
    build_report(r->options, what, made < 1 ? made / 2 : 0.5 + written / 2);
}

static void on_notice(void *context, const char *what)
{
    const Report *const r = context;
    if (r->options->report != NULL)
        r->options->report(r->options->context, &(BuildProgress){.what = what, .notice = true});
}

static SliceDomain slices_of(const PursuitDb *d)
{
    return (SliceDomain){.data          = d,
                         .entries       = d->entries,
                         .slices        = d->slices,
                         .slice_entries = d->slice_entries,
                         .scratch       = d->scratch,
                         .make          = pursuit_slice};
}

static bool build(const CatalogDb *db, const BuildOptions *options, BuildResult *result, Status *status)
{
    Report             context = {.options = options, .name = db->info.name};
    const SliceDomain  domain  = slices_of(db->data);
    const SliceOptions slices  = {.threads    = options->threads,
                                  .memory_max = options->memory_max,
                                  .file       = options->file,
                                  .stop       = options->stop,
                                  .report     = report,
                                  .notice     = on_notice,
                                  .context    = &context};
    SliceResult        made;
    if (!slices_build(&domain, &db->info, options->path, options->part, &slices, &made, status)) return false;
    *result = (BuildResult){.complete = made.complete, .reached = made.reached, .seconds = made.seconds};
    if (made.complete) result->depth = (int)made.largest;
    return true;
}

// Opening.

static int neighbours(const void *data, void *cursor, uint64_t entry, uint64_t out[])
{
    const PursuitDb *const d  = data;
    const PursuitPosition  at = pursuit_unrank(d, entry);
    return (void)cursor, pursuit_near(d, &at, out);
}

// The game of a table; of a style that its size usually has nothing is said.
static void game_format(const PursuitName *name, char out[], size_t room)
{
    const BoardSpec *const board = &name->board;
    Text                   text  = text_on(out, room);
    text_add(&text, "thief-police:size=%d,maze=%d", board->size, board->maze);
    if (board->style != board_usual_style(board->size))
        text_add(&text, ",style=%s",
                 board->style == STYLE_RANDOM    ? "random"
                 : board->style == STYLE_PERFECT ? "perfect"
                                                 : "loops");
    if (board->style == STYLE_LOOPS && board->loops != LOOPS_USUAL)
        text_add(&text, ",loops=%d", board->loops);
    if (board->exits > 1) text_add(&text, ",exits=%d", board->exits);
    if (name->kind == PURSUIT_JOINT) text_add(&text, ",simultaneous=yes");
}

static void info_fill(CatalogDb *db, const PursuitDb *d, const PursuitName *name)
{
    DbInfo *const info  = &db->info;
    const bool    thief = d->kind == PURSUIT_THIEF, joint = d->kind == PURSUIT_JOINT;
    const int     k = d->police, cells = d->board.cells;
    *info = (DbInfo){.kind = DB_PATTERN, .entries = d->entries};
    pursuit_name_format(name, info->name);
    game_format(name, info->game, sizeof info->game);
    snprintf(info->index, sizeof info->index,
             thief ? "combination of %d police on %d open cells, highest cell first; then the thief's cell"
                   : "the thief's cell; then combination of %d police on %d open cells, highest cell first",
             k, cells);
    snprintf(info->goal, sizeof info->goal,
             thief   ? "moves of the thief to the exit past %d police who stand still"
             : joint ? "turns in which any of %d police move, until a thief who stands still is caught"
                     : "turns in which one of %d police moves, until a thief who stands still is caught",
             k);
    snprintf(info->values, sizeof info->values,
             "%s; 253: so many or more; the largest + 1: never; 255: a policeman on the thief",
             thief ? "moves" : "police turns");
}

// Nanoseconds per entry of one thread, measured: solving (pdb.h), packing the log and the file.
static double entry_ns(const PursuitDb *d)
{
    static const double joint[POLICE_MAX + 1] = {0, 25, 55, 90, 400};
    return 14 + (d->kind == PURSUIT_JOINT ? joint[d->police] : d->kind == PURSUIT_THIEF ? 5 : 1.2);
}

static CatalogOpening open_named(CatalogDb *db, const char *name, Status *status)
{
    PursuitName parts;
    if (!pursuit_name_parse(name, &parts)) return CATALOG_NOT_MINE;
    const BoardSpec spec = parts.board;
    if (spec.size < BOARD_SIZE_MIN || spec.size > MAZE_SIZE_MAX || spec.maze < 1)
        return status_fail(status, "'%.60s': expected a size of %d ... %d and a maze from 1 on", name,
                           BOARD_SIZE_MIN, MAZE_SIZE_MAX),
               CATALOG_BAD;
    PursuitDb *const d = calloc(1, sizeof *d);
    if (d == NULL) return status_fail_system(status, "out of memory for '%.60s'", name), CATALOG_BAD;
    if (!pursuit_open(d, &spec, parts.kind, parts.police, status))
        return free(d), status_prefix(status, "'%.60s'", name), CATALOG_BAD;
    info_fill(db, d, &parts);
    const SliceDomain slices   = slices_of(d);
    db->pattern                = (RetroDomain){.data = d, .entries = d->entries};
    db->pattern.neighbours_max = PURSUIT_NEAR_MAX;
    db->pattern.neighbours     = neighbours;
    db->seconds                = (double)d->entries * entry_ns(d) * 1e-9;
    db->memory                 = slices_memory(&slices, 2);
    db->form                   = DB_ZSTD;
    db->data                   = d;
    return CATALOG_OPEN;
}

static void close_data(CatalogDb *db) { free(db->data); }

const CatalogFamily thief_police_databases = {
    .name    = name_listed,
    .pattern = "tp-policeK-NxN-M, tp-policeK-NxN-M-joint, tp-thiefK-NxN-M",
    .about  = "K 1-4 policemen, N 5-60, M 1-1000000 the number of a random maze; M-loopsL, M-perfect: of one "
              "with L loops, of a perfect one; tp-thiefK-...-exitsE: with E exits",
    .open   = open_named,
    .close  = close_data,
    .parse  = parse,
    .format = format,
    .draw   = draw,
    .move   = move,
    .build  = build,
    .expected = expected,
    .say      = say,
};
