#include "symmetry/symmetry.h"
#include "symmetry/halves.h"
#include "symmetry/turns.h"

#include <stdlib.h>
#include <string.h>

extern const CatalogFamily chinese_checkers_databases;

struct Symmetry {
    BuildSymmetry build;
    Halves        halves;
    Turns         turns;
};

static bool symmetry_find(Symmetry *s, const CatalogDb *db)
{
    if (db->info.kind == DB_PATTERN) {
        if (!halves_open(&s->halves, db->pattern.data)) return false;
        s->build = halves_symmetry(&s->halves);
        return true;
    }
    if (!turns_open(&s->turns, db->endgame.data)) return false;
    s->build = turns_symmetry(&s->turns);
    return true;
}

Symmetry *symmetry_open(const CatalogDb *db)
{
    if (db->family != &chinese_checkers_databases || strstr(db->info.game, "=rhombus") == NULL) return NULL;
    Symmetry *const s = calloc(1, sizeof *s);
    if (s == NULL || symmetry_find(s, db)) return s;
    free(s);
    return NULL;
}

void symmetry_close(Symmetry *s)
{
    if (s == NULL) return;
    halves_close(&s->halves);
    turns_close(&s->turns);
    free(s);
}

const BuildSymmetry *symmetry_of(const Symmetry *s) { return s != NULL ? &s->build : NULL; }

bool symmetry_build(const CatalogDb *db, const BuildOptions *options, BuildResult *result, Status *status)
{
    Symmetry *const s    = symmetry_open(db);
    BuildOptions    with = *options;
    if (s != NULL) with.symmetry = symmetry_of(s);
    const bool good = build_database(db, &with, result, status);
    symmetry_close(s);
    return good;
}
