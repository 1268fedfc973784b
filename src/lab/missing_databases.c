#include "lab/missing_databases.h"
#include "play/evaluation.h"
#include "retro/catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Is the file there? What is in it is looked at when it is opened.
static bool built_find(const char *name, bool *built, Status *status)
{
    CatalogDb *const db = calloc(1, sizeof *db);
    char             path[DB_PATH_MAX];
    bool             good = db != NULL || status_fail_system(status, "out of memory for the databases");
    if (good && (good = catalog_open(db, name, status))) {
        good   = catalog_path(db, databases_folder(), false, path, status);
        *built = good && access(path, F_OK) == 0;
        catalog_close(db);
    }
    free(db);
    return good;
}

static bool name_add(MissingDatabases *needs, const char *name, Status *status)
{
    bool built;
    for (int i = 0; i < needs->count; i++)
        if (strcmp(needs->names[i], name) == 0) return true;
    if (!built_find(name, &built, status)) return false;
    if (built) return true;
    if (needs->count == MISSING_DATABASES_MAX)
        return status_fail(status, "more than %d databases are missing", MISSING_DATABASES_MAX);
    snprintf(needs->names[needs->count++], sizeof needs->names[0], "%s", name);
    return true;
}

static bool player_missing(MissingDatabases *needs, const Variant *v, const char *text, Status *status)
{
    Spec        spec;
    Evaluation *e;
    if (!spec_parse(&spec, text, status) || !evaluation_parse(&e, v, &spec, status)) return false;
    bool good = true;
    for (int i = 0; good && e != NULL && i < e->tables; i++)
        good = name_add(needs, e->wanted[i].name, status);
    evaluation_close(e);
    return good;
}

// The openings of a cell have the same databases.
static bool cell_missing(MissingDatabases *needs, const MatchCell *cell, Status *status)
{
    char    game[TEXT_MAX];
    Variant v;
    if (!match_cell_game(cell, 0, game)) return status_fail(status, "the game is too long");
    if (!variant_open(&v, game, status)) return false;
    const bool good = (player_missing(needs, &v, cell->player, status) ||
                       status_prefix(status, "'player'")) &&
                      (player_missing(needs, &v, cell->opponent, status) ||
                       status_prefix(status, "'opponent'"));
    variant_close(&v);
    return good;
}

bool missing_databases_find(MissingDatabases *missing, const Experiment experiments[], int count,
                            Status *status)
{
    missing->count = 0;
    for (int i = 0; i < count; i++) {
        const MatchExperiment *const c = &experiments[i].matches;
        for (int k = 0; k < c->rows * c->columns; k++) {
            const MatchCell *const cell = &c->cells[k];
            if (!cell_missing(missing, cell, status))
                return status_prefix(status, "%s: %s%s%s", experiments[i].name, cell->row,
                                     cell->row[0] && cell->column[0] ? ", " : "", cell->column);
        }
    }
    return true;
}
