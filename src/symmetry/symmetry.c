#include "symmetry/symmetry.h"
#include "symmetry/halves.h"
#include "symmetry/turns.h"

#include <stdlib.h>
#include <string.h>

extern const CatalogFamily chinese_checkers_databases;

typedef struct Symmetry {
    BuildSymmetry build;
    Halves        halves;
    Turns         turns;
} Symmetry;

static bool symmetry_open(Symmetry *s, const CatalogDb *db)
{
    memset(s, 0, sizeof *s);
    if (db->family != &chinese_checkers_databases || strstr(db->info.game, "=rhombus") == NULL) return false;
    if (db->info.kind == DB_PATTERN) {
        if (!halves_open(&s->halves, db->pattern.data)) return false;
        s->build = halves_symmetry(&s->halves);
        return true;
    }
    if (!turns_open(&s->turns, db->endgame.data)) return false;
    s->build = turns_symmetry(&s->turns);
    return true;
}

static void symmetry_close(Symmetry *s)
{
    halves_close(&s->halves);
    turns_close(&s->turns);
    free(s);
}

bool symmetry_build(const CatalogDb *db, const BuildOptions *options, BuildResult *result, Status *status)
{
    Symmetry *const s    = malloc(sizeof *s);   // without memory it is built without
    BuildOptions    with = *options;
    if (s != NULL && symmetry_open(s, db)) with.symmetry = &s->build;
    const bool good = build_database(db, &with, result, status);
    if (s != NULL) symmetry_close(s);
    return good;
}
