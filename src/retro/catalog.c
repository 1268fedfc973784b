#include "retro/catalog.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const CatalogFamily *const catalog_families[] = {&catalog_chinese_checkers, &catalog_thief_police, NULL};

static const char FOLDER_VARIABLE[] = "POLLARD_DATABASES";

const char *databases_folder(void)
{
    const char *const given = getenv(FOLDER_VARIABLE);
    return given != NULL && *given ? given : "databases";
}

// The environment holds it, so that programs started from this one look in the same place.
void databases_folder_set(const char *dir)
{
    assert(dir != NULL);
    setenv(FOLDER_VARIABLE, dir, 1);
}

static const char *name_nearest(const char *name)
{
    const char *near = catalog_families[0]->names[0];
    if (strlen(name) >= DB_NAME_MAX) return near;
    for (int f = 0; catalog_families[f] != NULL; f++)
        for (const char *const *at = catalog_families[f]->names; *at != NULL; at++)
            if (text_distance(name, *at) < text_distance(name, near)) near = *at;
    return near;
}

bool catalog_open(CatalogDb *db, const char *name, Status *status)
{
    for (int f = 0; catalog_families[f] != NULL; f++) {
        *db                          = (CatalogDb){.family = catalog_families[f]};
        const CatalogOpening opening = db->family->open(db, name, status);
        assert(opening != CATALOG_OPEN || (db->info.kind == DB_PATTERN) == (db->pattern.neighbours != NULL));
        if (opening != CATALOG_NOT_MINE) return opening == CATALOG_OPEN;
    }
    return status_fail(status, "unknown database '%.60s'; did you mean '%s'? `pollard db list` shows all",
                       name, name_nearest(name));
}

void catalog_close(CatalogDb *db)
{
    db->family->close(db);
    *db = (CatalogDb){0};
}

bool catalog_path(const CatalogDb *db, const char *dir, bool unfinished, char out[DB_PATH_MAX],
                  Status *status)
{
    const char *const ending = unfinished ? "part" : db->info.kind == DB_ENDGAME ? "edb" : "pdb";
    const int         n      = snprintf(out, DB_PATH_MAX, "%s/%s.%s", dir, db->info.name, ending);
    return (n >= 0 && n < DB_PATH_MAX) || status_fail(status, "'%.80s...': the path is too long", dir);
}
