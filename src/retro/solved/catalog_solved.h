// catalog_solved.h - games solved whole as databases of the catalog: solve:GAME, any game of two with its
// options.
//
// Two spellings: solve:connect-four:width=4,height=5, as a game is written everywhere, and the name of its
// file, without colons: solve-connect-four,width=4,height=5. Options in any order; the name is the canonical
// one, options that are as usual left out.
#ifndef RETRO_SOLVED_CATALOG_SOLVED_H
#define RETRO_SOLVED_CATALOG_SOLVED_H

#include "retro/catalog.h"
#include "retro/solved/table.h"

extern const CatalogFamily catalog_solved;

// The name of the database of a game; false when it is too long for one.
bool catalog_solved_name(const Variant *v, char out[DB_NAME_MAX]);

// The game of a database of kind DB_SOLVED.
const Variant *catalog_solved_game(const CatalogDb *db);

// The table in its file, which was opened with DB_LOAD and must stay open. Both, *v too, outlive the table.
bool catalog_solved_table(SolvedTable *t, const Variant *v, const Db *file, Status *status);

// How many entries the file of a database has, 0 when it cannot be said without unpacking it.
uint64_t catalog_solved_entries(const CatalogDb *db, const Db *file);

#endif
