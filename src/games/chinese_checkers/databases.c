// databases.c - the databases of Chinese Checkers: cc-pdbK-NxN, K pieces alone on a rhombus; cc-edb6-NxN,
// three against three; cc-pdbK-star, K pieces alone on a star.
//
// Besides those of the list, cc-pdbK-AofP-NxN: the goal is K holes of the home of P pieces, from number A on,
// counted from its base to the tip (the labels of the paper).
//
// Positions as in the game (docs/GAMES.md): rows from the top separated by '/', '1' and '2' for pieces, '-'
// for an empty hole; an endgame also has the side to move, after a space.
#include "games/chinese_checkers/edb.h"
#include "games/chinese_checkers/pdb.h"
#include "games/chinese_checkers/pdb_star.h"
#include "retro/catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Entry {
    bool            endgame;
    CheckersPattern pattern;   // side and pieces of an endgame too
    CheckersGoal    goal;      // of a pattern
    unsigned        rules;     // of an endgame
} Entry;

// Those of the list.
enum { SIDE_LAST = CHECKERS_SIDE_MAX };
#define FORWARD (CHECKERS_OWN | CHECKERS_FORWARD)
static const struct {
    bool            endgame;
    int             side_first;   // up to SIDE_LAST
    CheckersPattern pattern;
    unsigned        rules;
} listed[] = {
    {.side_first = CHECKERS_SIDE_MIN, .pattern = {.pieces = 3, .home = 3}},
    {.side_first = 9, .pattern = {.pieces = 4, .home = 10, .first = CHECKERS_FIRST_TIP}},
    {.side_first = 9, .pattern = {.pieces = 4, .home = 10}},
    {.side_first = CHECKERS_SIDE_MIN, .pattern = {.pieces = 6, .home = 6}},
    {.side_first = CHECKERS_SIDE_MIN, .pattern = {.pieces = CHECKERS_EDB_PIECES}, .endgame = true},
    {.side_first = CHECKERS_SIDE_MIN,
     .pattern    = {.pieces = CHECKERS_EDB_PIECES},
     .endgame    = true,
     .rules      = CHECKERS_OWN},
    {.side_first = CHECKERS_SIDE_MIN,
     .pattern    = {.pieces = CHECKERS_EDB_PIECES},
     .endgame    = true,
     .rules      = FORWARD},
    {.side_first = SIDE_LAST, .pattern = {.star = 3, .pieces = 3, .home = 3}},
    {.side_first = SIDE_LAST, .pattern = {.star = 4, .pieces = 3, .home = 3}},
    {.side_first = SIDE_LAST, .pattern = {.star = 4, .pieces = 4, .home = 10, .first = CHECKERS_FIRST_TIP}},
};

// Entry i of the list with its name; false after the last.
static bool entry_listed(int i, Entry *e, char name[DB_NAME_MAX])
{
    for (size_t k = 0; k < sizeof listed / sizeof *listed; k++) {
        const int sides = SIDE_LAST - listed[k].side_first + 1;
        if (i >= sides) {
            i -= sides;
            continue;
        }
        *e = (Entry){.endgame = listed[k].endgame, .pattern = listed[k].pattern, .rules = listed[k].rules};
        e->pattern.side = listed[k].side_first + i;
        if (e->endgame) return checkers_endgame_name(e->pattern.side, e->rules, name), true;
        e->goal = checkers_pattern_goal(&e->pattern);
        return checkers_pattern_name(&e->pattern, name), true;
    }
    return false;
}

static bool name_listed(int i, char name[DB_NAME_MAX])
{
    Entry e;
    return entry_listed(i, &e, name);
}

typedef struct Data {
    Entry          entry;
    const Index   *index;   // of one of:
    CheckersDb     pattern;
    CheckersEdb    endgame;
    CheckersStarDb star;
} Data;

// Boards as they are written.

static int holes_of(const Data *d)
{
    return d->entry.pattern.star > 0 ? d->star.board.holes : d->entry.pattern.side * d->entry.pattern.side;
}

static int row_of(const Data *d, int hole)
{
    if (d->entry.pattern.star == 0) return hole / d->entry.pattern.side;
    return d->star.board.y[hole] + 2 * d->star.board.arm;
}

static int row_first(const Data *d, int hole)
{
    while (hole > 0 && row_of(d, hole - 1) == row_of(d, hole)) hole--;
    return hole;
}

static bool row_begins(const Data *d, int hole) { return row_first(d, hole) == hole; }

static const char *rows_text(const Data *d, char out[80])
{
    const int n = d->entry.pattern.side;
    if (d->entry.pattern.star > 0)
        snprintf(out, 80, "%s holes",
                 d->entry.pattern.star == 3 ? "13 rows of 1 2 3 10 9 8 7 8 9 10 3 2 1"
                                            : "17 rows of 1 2 3 4 13 12 11 10 9 10 11 12 13 4 3 2 1");
    else snprintf(out, 80, "%d rows of %d holes", n, n);
    return out;
}

// Positions.

static int colours(const Data *d) { return d->entry.endgame ? 2 : 1; }

static bool piece_read(const Data *d, const char *text, int colour, int hole, int pieces[2],
                       IndexPosition *at, Status *status)
{
    const int each = d->entry.pattern.pieces;
    if (pieces[colour] == each)
        return status_fail(status, "'%.100s': more than %d pieces '%d'", text, each, colour + 1);
    at->cell[colour * each + pieces[colour]++] = (uint16_t)hole;
    return true;
}

static bool parse(const CatalogDb *db, const char *text, uint64_t *entry, Status *status)
{
    const Data *const d         = db->data;
    IndexPosition     at        = {0};
    const char       *c         = text;
    int               pieces[2] = {0};
    char              rows[80];
    for (int hole = 0; hole < holes_of(d); hole++) {
        if (hole > 0 && row_begins(d, hole) && *c++ != '/')
            return status_fail(status, "'%.200s': expected %s separated by '/'", text, rows_text(d, rows));
        const int colour = *c - '1';
        if (*c != '-' && (colour < 0 || colour >= colours(d)))
            return status_fail(status,
                               "'%.200s': expected %s for a piece or '-' for an empty hole in each of %s",
                               text, d->entry.endgame ? "'1' or '2'" : "'1'", rows_text(d, rows));
        if (*c++ != '-' && !piece_read(d, text, colour, hole, pieces, &at, status)) return false;
    }
    for (int colour = 0; colour < colours(d); colour++)
        if (pieces[colour] != d->entry.pattern.pieces)
            return status_fail(status, "'%.200s': %d pieces '%d'; expected %d", text, pieces[colour],
                               colour + 1, d->entry.pattern.pieces);
    if (d->entry.endgame && strcmp(c, " 1") != 0 && strcmp(c, " 2") != 0)
        return status_fail(status, "'%.200s': expected %s, a space and the side to move, 1 or 2", text,
                           rows_text(d, rows));
    if (!d->entry.endgame && *c != 0)
        return status_fail(status, "'%.200s': more than %s", text, rows_text(d, rows));
    at.side = d->entry.endgame ? c[1] - '1' : 0;
    *entry  = index_rank(d->index, &at);
    return true;
}

// The colour on each hole, -1 for none; returns the side to move.
static int board_fill(const Data *d, uint64_t entry, int colour[CHECKERS_STAR_HOLES_MAX])
{
    IndexPosition at;
    index_unrank(d->index, entry, &at);
    for (int hole = 0; hole < holes_of(d); hole++) colour[hole] = -1;
    for (int i = 0; i < d->index->pieces; i++) colour[at.cell[i]] = i / d->entry.pattern.pieces;
    return at.side;
}

static void format(const CatalogDb *db, uint64_t entry, Text *out)
{
    const Data *const d = db->data;
    int               colour[CHECKERS_STAR_HOLES_MAX];
    const int         turn = board_fill(d, entry, colour);
    for (int hole = 0; hole < holes_of(d); hole++) {
        if (hole > 0 && row_begins(d, hole)) text_char(out, '/');
        text_char(out, "-12"[colour[hole] + 1]);
    }
    if (d->entry.endgame) text_add(out, " %d", turn + 1);
}

// How far a row is set in, in half holes: a rhombus stands on its corner.
static int row_indent(const Data *d, int hole)
{
    const CheckersStar *const star = &d->star.board;
    if (d->entry.pattern.star == 0) return row_of(d, hole);
    return 3 * star->arm + 2 * star->x[hole] + star->y[hole];
}

static void draw(const CatalogDb *db, uint64_t entry, Text *out)
{
    const Data *const d = db->data;
    int               colour[CHECKERS_STAR_HOLES_MAX];
    const int         turn = board_fill(d, entry, colour), holes = holes_of(d);
    for (int hole = 0; hole < holes; hole++) {
        if (row_begins(d, hole)) text_add(out, "  %*s%c ", row_indent(d, hole), "", 'a' + row_of(d, hole));
        text_add(out, " %c", (d->entry.endgame ? ".12" : ".O")[colour[hole] + 1]);
        if (hole + 1 == holes || row_begins(d, hole + 1)) text_char(out, '\n');
    }
    if (d->entry.endgame) text_add(out, "  %d to move\n", turn + 1);
}

static void hole_format(const Data *d, int hole, Text *out)
{
    text_add(out, "%c%d", 'a' + row_of(d, hole), 1 + hole - row_first(d, hole));
}

static void move(const CatalogDb *db, uint64_t from, uint64_t to, Text *out)
{
    const Data *const d = db->data;
    int before[CHECKERS_STAR_HOLES_MAX], after[CHECKERS_STAR_HOLES_MAX], left = -1, reached = -1;
    board_fill(d, from, before);
    board_fill(d, to, after);
    for (int hole = 0; hole < holes_of(d); hole++) {
        if (before[hole] >= 0 && after[hole] < 0) left = hole;
        if (before[hole] < 0 && after[hole] >= 0) reached = hole;
    }
    if (left < 0 || reached < 0) {
        text_add(out, "pass");
        return;
    }
    hole_format(d, left, out);
    text_char(out, '-');
    hole_format(d, reached, out);
}

// Opening.

static bool pattern_open(CatalogDb *db, Data *d, Status *status)
{
    static const char *const goals[] = {
        [CHECKERS_TRIANGLE] = "the corner triangle",
        [CHECKERS_TIP]      = "the tip, the second row and the middle of the third",
        [CHECKERS_BASE]     = "the base row of the triangle of ten"};
    const Entry *const e    = &d->entry;
    DbInfo *const      info = &db->info;
    if (!checkers_db_open(&d->pattern, e->pattern.side, e->pattern.pieces, e->goal, status)) return false;
    d->index    = &d->pattern.index;
    db->pattern = checkers_db_domain(&d->pattern);
    info->kind  = DB_PATTERN;
    snprintf(info->index, sizeof info->index,
             "combination of %d like pieces on %d holes, hole r*%d+c, highest hole first", e->pattern.pieces,
             e->pattern.side * e->pattern.side, e->pattern.side);
    snprintf(info->game, sizeof info->game, "chinese-checkers:board=rhombus%d", e->pattern.side);
    if (e->goal < CHECKERS_PART)
        snprintf(info->goal, sizeof info->goal, "moves of %d pieces alone on the board to %s",
                 e->pattern.pieces, goals[e->goal]);
    else
        snprintf(info->goal, sizeof info->goal,
                 "moves of %d pieces alone on the board to the goal's holes %d-%d, counted from the tip",
                 e->pattern.pieces, (int)e->goal - CHECKERS_PART + 1,
                 (int)e->goal - CHECKERS_PART + e->pattern.pieces);
    snprintf(info->values, sizeof info->values, "moves to the goal; 255: not reached");
    // About eight neighbours of each piece, about 8 ns each (pdb.h).
    db->seconds = (double)d->index->size * e->pattern.pieces * 8 * 8e-9;
    return true;
}

static bool star_open(CatalogDb *db, Data *d, Status *status)
{
    const CheckersPattern *const p    = &d->entry.pattern;
    DbInfo *const                info = &db->info;
    if (!checkers_star_db_open(&d->star, p->star, p->pieces, status)) return false;
    d->index    = &d->star.index;
    db->pattern = checkers_star_db_domain(&d->star);
    info->kind  = DB_PATTERN;
    snprintf(info->index, sizeof info->index,
             "combination of %d like pieces on %d holes, row by row from the top, highest hole first",
             p->pieces, d->star.board.holes);
    snprintf(info->game, sizeof info->game, "chinese-checkers:board=%s", p->star == 3 ? "star73" : "star");
    snprintf(info->goal, sizeof info->goal, "moves of %d pieces alone on the board to %s", p->pieces,
             p->pieces == 3 ? "the bottom tip and the row above it"
                            : "the bottom tip, the row above it and the middle of the next");
    snprintf(info->values, sizeof info->values, "moves to the goal; 255: not reached");
    // About six neighbours of each piece (pdb_star.h).
    db->seconds = (double)d->index->size * p->pieces * 6 * 25e-9;
    return true;
}

static const char *rules_text(unsigned rules)
{
    return rules == 0 ? "who fills his goal first, one piece in it his own, wins"
         : rules == CHECKERS_OWN
             ? "who fills his goal with his own pieces first wins"
             : "who fills his goal with his own pieces first wins; moves go forward, if there are none "
               "sideways, if there are none back";
}

static bool endgame_open(CatalogDb *db, Data *d, Status *status)
{
    const Entry *const e    = &d->entry;
    DbInfo *const      info = &db->info;
    if (!checkers_edb_open(&d->endgame, e->pattern.side, e->pattern.pieces, e->rules, status)) return false;
    d->index    = &d->endgame.index;
    db->endgame = checkers_edb_domain(&d->endgame);
    info->kind  = DB_ENDGAME;
    snprintf(info->game, sizeof info->game, "chinese-checkers:board=rhombus%d,pieces=%d", e->pattern.side,
             e->pattern.pieces);
    snprintf(info->index, sizeof info->index,
             "side to move, then combinations of %d holes of %d for player 1 and of the holes left for "
             "player 2, hole "
             "r*%d+c, highest hole first",
             e->pattern.pieces, e->pattern.side * e->pattern.side, e->pattern.side);
    snprintf(info->goal, sizeof info->goal, "%d against %d: %s", e->pattern.pieces, e->pattern.pieces,
             rules_text(e->rules));
    snprintf(info->values, sizeof info->values,
             "plies to the end with best play, odd: won, even: lost by the side to move; 254: drawn");
    // Measured: 0.4 us of a processor per entry on 7x7, and by the forward rule on 6x6; with OWN alone 0.15
    // and 3 % decided on 6x6.
    db->seconds = (double)d->index->size * (e->rules == CHECKERS_OWN ? 0.15e-6 : 0.4e-6);
    db->decided = e->rules == CHECKERS_OWN ? 0.033 : 1;
    return true;
}

static bool entry_find(const char *name, Entry *e, char canonical[DB_NAME_MAX])
{
    for (int i = 0; entry_listed(i, e, canonical); i++)
        if (text_same(canonical, name)) return true;
    *e = (Entry){0};
    if (!checkers_part_parse(name, &e->pattern)) return false;
    e->goal = (CheckersGoal)(CHECKERS_PART + e->pattern.home - e->pattern.first - e->pattern.pieces);
    return checkers_part_name(&e->pattern, canonical), true;
}

static CatalogOpening open_named(CatalogDb *db, const char *name, Status *status)
{
    Entry e;
    char  canonical[DB_NAME_MAX];
    if (!entry_find(name, &e, canonical)) return CATALOG_NOT_MINE;
    Data *const d = calloc(1, sizeof *d);
    if (d == NULL) return status_fail_system(status, "out of memory for '%s'", name), CATALOG_BAD;
    d->entry = e;
    if (!(e.endgame ? endgame_open : e.pattern.star > 0 ? star_open : pattern_open)(db, d, status))
        return free(d), CATALOG_BAD;
    snprintf(db->info.name, sizeof db->info.name, "%s", canonical);
    db->info.entries = d->index->size;
    db->memory       = d->index->size;
    db->data         = d;
    return CATALOG_OPEN;
}

static void close_data(CatalogDb *db)
{
    Data *const d = db->data;
    if (d->entry.endgame) checkers_edb_close(&d->endgame);
    else if (d->entry.pattern.star > 0) checkers_star_db_close(&d->star);
    else checkers_db_close(&d->pattern);
    free(d);
}

// Endgames by the rules of the game itself.
static bool covers(const char *game, const char *position, char out[DB_NAME_MAX])
{
    char spec[TEXT_MAX];
    (void)position;
    for (int side = CHECKERS_SIDE_MIN; side <= CHECKERS_SIDE_MAX; side++) {
        snprintf(spec, sizeof spec, "chinese-checkers:board=rhombus%d,pieces=%d", side, CHECKERS_EDB_PIECES);
        if (strcmp(spec, game) == 0) return checkers_endgame_name(side, 0, out), true;
    }
    return false;
}

const CatalogFamily chinese_checkers_databases = {
    .name    = name_listed,
    .pattern = "cc-pdbK-AofP-NxN",
    .about   = "K pieces to the holes A ... A+K-1 of the home of P, counted from its base",
    .open    = open_named,
    .close   = close_data,
    .parse   = parse,
    .format  = format,
    .draw    = draw,
    .move    = move,
    .covers  = covers,
};
