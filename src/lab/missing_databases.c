#include "lab/missing_databases.h"
#include "lab/kinds/kind.h"
#include "play/evaluation.h"
#include "retro/catalog.h"

#include <assert.h>
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

static bool name_add(MissingDatabases *missing, const char *name, Status *status)
{
    bool built;
    for (int i = 0; i < missing->count; i++)
        if (strcmp(missing->names[i], name) == 0) return true;
    if (!built_find(name, &built, status)) return false;
    if (built) return true;
    if (missing->count == MISSING_DATABASES_MAX)
        return status_fail(status, "more than %d databases are missing", MISSING_DATABASES_MAX);
    snprintf(missing->names[missing->count++], sizeof missing->names[0], "%s", name);
    return true;
}

bool missing_databases_add(MissingDatabases *missing, const Variant *v, const PlayerSpec *player,
                           Status *status)
{
    Spec        words = player->words;
    Evaluation *e;
    if (!evaluation_parse(&e, v, &words, status)) return false;
    bool good = true;
    for (int i = 0; good && e != NULL && i < e->tables; i++)
        good = name_add(missing, e->wanted[i].name, status);
    evaluation_close(e);
    return good;
}

bool missing_databases_find(MissingDatabases *missing, const Experiment experiments[], int count,
                            Status *status)
{
    assert(count >= 0);
    missing->count = 0;
    for (int i = 0; i < count; i++) {
        const Experiment *const e = &experiments[i];
        if (e->kind->missing != NULL && !e->kind->missing(e, missing, status))
            return status_prefix(status, "%s", e->name);
    }
    return true;
}
