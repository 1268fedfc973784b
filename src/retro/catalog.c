#include "retro/catalog.h"

#include <stdio.h>
#include <string.h>

const CatalogEntry catalog[] = {
    {"cc-pdb3-6x6", 6, 3, CHECKERS_TRIANGLE},
    {"cc-pdb3-7x7", 7, 3, CHECKERS_TRIANGLE},
    {"cc-pdb3-8x8", 8, 3, CHECKERS_TRIANGLE},
    {"cc-pdb3-9x9", 9, 3, CHECKERS_TRIANGLE},
    {"cc-pdb4-9x9", 9, 4, CHECKERS_TIP},
    {"cc-pdb4-base-9x9", 9, 4, CHECKERS_BASE},
    {"cc-pdb6-6x6", 6, 6, CHECKERS_TRIANGLE},
    {"cc-pdb6-7x7", 7, 6, CHECKERS_TRIANGLE},
    {"cc-pdb6-8x8", 8, 6, CHECKERS_TRIANGLE},
    {"cc-pdb6-9x9", 9, 6, CHECKERS_TRIANGLE},
    {0},
};

const CatalogEntry *catalog_find(const char *name, Status *status)
{
    const CatalogEntry *near = catalog;
    for (const CatalogEntry *e = catalog; e->name != NULL; e++) {
        if (text_same(e->name, name)) return e;
        if (strlen(name) < DB_NAME_MAX && text_distance(name, e->name) < text_distance(name, near->name)) near = e;
    }
    status_fail(status, "unknown database '%.60s'; did you mean '%s'? `pollard db list` shows all", name, near->name);
    return NULL;
}

bool catalog_open(const CatalogEntry *entry, CheckersDb *domain, DbInfo *info, Status *status)
{
    static const char *const goals[] = {[CHECKERS_TRIANGLE] = "the corner triangle",
                                        [CHECKERS_TIP]      = "the tip, the second row and the middle of the third",
                                        [CHECKERS_BASE]     = "the base row of the triangle of ten"};
    if (!checkers_db_open(domain, entry->side, entry->pieces, entry->goal, status)) return false;
    *info = (DbInfo){.kind = DB_PATTERN, .entries = domain->index.size};
    snprintf(info->name, sizeof info->name, "%s", entry->name);
    snprintf(info->game, sizeof info->game, "chinese-checkers:board=rhombus%d", entry->side);
    snprintf(info->index, sizeof info->index,
             "combination of %d like pieces on %d holes, hole r*%d+c, highest hole first", entry->pieces,
             entry->side * entry->side, entry->side);
    snprintf(info->goal, sizeof info->goal, "moves of %d pieces alone on the board to %s", entry->pieces,
             goals[entry->goal]);
    snprintf(info->values, sizeof info->values, "moves to the goal; 255: not reached");
    return true;
}

// About eight neighbours of each piece, about 8 ns each (retro/chinese_checkers_db.h).
double catalog_seconds(const CatalogEntry *entry, uint64_t entries, int threads)
{
    return (double)entries * entry->pieces * 8 * 8e-9 / threads;
}

bool catalog_path(const char *dir, const char *name, bool unfinished, char out[DB_PATH_MAX], Status *status)
{
    const int n = snprintf(out, DB_PATH_MAX, "%s/%s.%s", dir, name, unfinished ? "part" : "pdb");
    return (n >= 0 && n < DB_PATH_MAX) || status_fail(status, "'%.80s...': the path is too long", dir);
}

bool catalog_parse(const CatalogEntry *entry, const CheckersDb *domain, const char *text, uint64_t *number,
                   Status *status)
{
    IndexPosition at     = {0};
    const char   *c      = text;
    int           pieces = 0;
    for (int hole = 0; hole < entry->side * entry->side; hole++) {
        if (hole > 0 && hole % entry->side == 0 && *c++ != '/')
            return status_fail(status, "'%.100s': expected %d rows of %d holes separated by '/'", text, entry->side,
                               entry->side);
        if (*c != '-' && *c != '1')
            return status_fail(status,
                               "'%.100s': expected '1' for a piece or '-' for an empty hole in each of %d rows of %d",
                               text, entry->side, entry->side);
        if (*c++ == '-') continue;
        if (pieces == entry->pieces) return status_fail(status, "'%.100s': more than %d pieces", text, entry->pieces);
        at.cell[pieces++] = (uint16_t)hole;
    }
    if (*c != 0) return status_fail(status, "'%.100s': more than %d rows of %d holes", text, entry->side, entry->side);
    if (pieces != entry->pieces)
        return status_fail(status, "'%.100s': %d pieces; expected %d", text, pieces, entry->pieces);
    *number = index_rank(&domain->index, &at);
    return true;
}

void catalog_format(const CatalogEntry *entry, const CheckersDb *domain, uint64_t number, Text *out)
{
    IndexPosition at;
    index_unrank(&domain->index, number, &at);
    for (int hole = 0, next = 0; hole < entry->side * entry->side; hole++) {
        if (hole > 0 && hole % entry->side == 0) text_char(out, '/');
        const bool piece = next < entry->pieces && at.cell[next] == hole;
        text_char(out, piece ? '1' : '-');
        next += piece;
    }
}
