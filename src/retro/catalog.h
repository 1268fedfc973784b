// catalog.h - the databases this program can build: their names, what they hold, how to solve them.
//
// A name says game, kind, pieces and board: cc-pdb6-9x9. Everything that builds, reads or lists databases goes through here.
#ifndef RETRO_CATALOG_H
#define RETRO_CATALOG_H

#include "retro/chinese_checkers_db.h"
#include "retro/dbfile.h"

typedef struct CatalogEntry {
    const char  *name;
    int          side, pieces;
    CheckersGoal goal;
} CatalogEntry;

extern const CatalogEntry catalog[];   // ended by a NULL name

const CatalogEntry *catalog_find(const char *name, Status *status);   // NULL when there is none of this name

// Opens the domain of a database and says what its file holds.
bool catalog_open(const CatalogEntry *entry, CheckersDb *domain, DbInfo *info, Status *status);

// The seconds building takes, roughly.
double catalog_seconds(const CatalogEntry *entry, uint64_t entries, int threads);

// dir/NAME.pdb, or dir/NAME.part for the checkpoint of an unfinished build. False when it is too long.
bool catalog_path(const char *dir, const char *name, bool unfinished, char out[DB_PATH_MAX], Status *status);

// A position: rows from the top separated by '/', '1' for a piece and '-' for an empty hole, as in the game.
bool catalog_parse(const CatalogEntry *entry, const CheckersDb *domain, const char *text, uint64_t *number,
                   Status *status);
void catalog_format(const CatalogEntry *entry, const CheckersDb *domain, uint64_t number, Text *out);

#endif
