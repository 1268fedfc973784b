#include "retro/catalog.h"
#include "game/variant.h"
#include "retro/solved/catalog_solved.h"

#include <assert.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Folders that were set, the last one first. None is ever freed: somebody may still be reading its name.
typedef struct Folder {
    struct Folder *before;
    char           name[];
} Folder;

static _Atomic(Folder *) folders;

const char *databases_folder(void)
{
    const Folder *const set = atomic_load(&folders);
    if (set != NULL) return set->name;
    const char *const given = getenv(DATABASES_VARIABLE);
    return given != NULL && *given ? given : "databases";
}

bool databases_folder_set(const char *dir)
{
    assert(dir != NULL);
    if (strcmp(databases_folder(), dir) == 0) return true;
    const size_t  size = strlen(dir) + 1;
    Folder *const next = malloc(sizeof *next + size);
    if (next == NULL) return false;
    memcpy(next->name, dir, size);
    next->before = atomic_load(&folders);
    while (!atomic_compare_exchange_weak(&folders, &next->before, next)) {}
    return true;
}

const CatalogFamily *catalog_family(int i)
{
    assert(i >= 0);
    for (const Game *const *game = games_all; *game != NULL; game++)
        if ((*game)->databases != NULL && i-- == 0) return (*game)->databases;
    return i == 0 ? &catalog_solved : NULL;
}

static void name_nearest(const char *name, char near[DB_NAME_MAX])
{
    int least = INT_MAX;
    near[0]   = 0;
    if (strlen(name) >= DB_NAME_MAX) return;
    const CatalogFamily *family;
    for (int f = 0; (family = catalog_family(f)) != NULL; f++) {
        char listed[DB_NAME_MAX];
        for (int i = 0; family->name(i, listed); i++) {
            const int distance = text_distance(name, listed);
            if (distance >= least) continue;
            least = distance;
            memcpy(near, listed, DB_NAME_MAX);
        }
    }
}

bool catalog_open(CatalogDb *db, const char *name, Status *status)
{
    char                 near[DB_NAME_MAX];
    const CatalogFamily *family;
    for (int f = 0; (family = catalog_family(f)) != NULL; f++) {
        *db                          = (CatalogDb){.family = family};
        const CatalogOpening opening = family->open(db, name, status);
        assert(opening != CATALOG_OPEN || (db->info.kind == DB_PATTERN) == (db->pattern.neighbours != NULL));
        if (opening != CATALOG_NOT_MINE) return opening == CATALOG_OPEN;
    }
    name_nearest(name, near);
    return status_fail(status, "unknown database '%.60s'; %s%s%s`pollard db list` shows all", name,
                       *near ? "did you mean '" : "", near, *near ? "'? " : "");
}

void catalog_close(CatalogDb *db)
{
    db->family->close(db);
    *db = (CatalogDb){0};
}

bool catalog_needs(const char *name, int i, char out[DB_NAME_MAX])
{
    const CatalogFamily *family;
    for (int f = 0; (family = catalog_family(f)) != NULL; f++)
        if (family->needs != NULL && family->needs(name, 0, out)) return family->needs(name, i, out);
    snprintf(out, DB_NAME_MAX, "%s", name);
    return i == 0 && strlen(name) < DB_NAME_MAX;
}

bool catalog_path(const CatalogDb *db, const char *dir, bool unfinished, char out[DB_PATH_MAX],
                  Status *status)
{
    static const char *const endings[DB_KINDS] = {
        [DB_PATTERN] = "pdb", [DB_ENDGAME] = "edb", [DB_PARTIAL] = "part", [DB_SOLVED] = "sdb"};
    const char *const ending = endings[unfinished ? DB_PARTIAL : db->info.kind];
    const int         n      = snprintf(out, DB_PATH_MAX, "%s/%s.%s", dir, db->info.name, ending);
    return (n >= 0 && n < DB_PATH_MAX) || status_fail(status, "'%.80s...': the path is too long", dir);
}
