#include "retro/catalog.h"
#include "base/threads.h"
#include "game/variant.h"
#include "retro/solved/catalog_solved.h"

#include <assert.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

bool catalog_file(const CatalogDb *db, const char *dir, bool unfinished, char out[DB_PATH_MAX],
                  Status *status)
{
    static const char *const endings[DB_KINDS] = {
        [DB_PATTERN] = "pdb", [DB_ENDGAME] = "edb", [DB_PARTIAL] = "part", [DB_SOLVED] = "sdb"};
    const char *const ending = endings[unfinished ? DB_PARTIAL : db->info.kind];
    const int         n      = snprintf(out, DB_PATH_MAX, "%s/%s.%s", dir, db->info.name, ending);
    return (n >= 0 && n < DB_PATH_MAX) || status_fail(status, "'%.80s...': the path is too long", dir);
}

// Games from outside.

static Mutex outdated_lock = MUTEX_INITIAL;
static char  outdated[STATUS_TEXT_MAX];

bool catalog_outdated(char out[STATUS_TEXT_MAX])
{
    mutex_lock(&outdated_lock);
    memcpy(out, outdated, sizeof outdated);
    mutex_unlock(&outdated_lock);
    return *out != 0;
}

static bool outdated_say(const CatalogDb *db, const Db *file, Status *status)
{
    status_fail_system(status, "%.150s was made by another version of its game, of digest %s, not %s",
                       file->path, file->info.source, build_digest(db->info.game));
    mutex_lock(&outdated_lock);
    if (outdated[0] == 0) memcpy(outdated, status->text, sizeof outdated);
    mutex_unlock(&outdated_lock);
    return false;
}

bool catalog_is_current(const CatalogDb *db, const Db *file, Status *status)
{
    assert(file->bytes != NULL);
    if (db->info.kind != DB_SOLVED || !build_digest_is_added(db->info.game) ||
        strcmp(file->info.source, build_digest(db->info.game)) == 0)
        return true;
    return outdated_say(db, file, status);
}

bool catalog_path(const CatalogDb *db, const char *dir, bool unfinished, char out[DB_PATH_MAX],
                  Status *status)
{
    Db     file;
    Status ignored;
    if (!catalog_file(db, dir, unfinished, out, status)) return false;
    // What cannot be opened is refused with its reason by whoever opens it.
    if (unfinished || db->info.kind != DB_SOLVED || !build_digest_is_added(db->info.game) ||
        access(out, F_OK) != 0 || !db_open(&file, out, DB_MAP, &ignored))
        return true;
    const bool good = catalog_is_current(db, &file, status);
    db_close(&file);
    if (good) return true;
    char why[STATUS_TEXT_MAX];
    memcpy(why, status->text, sizeof why);
    return status_fail_system(status, "%.300s; remove it and build it again", why);
}
