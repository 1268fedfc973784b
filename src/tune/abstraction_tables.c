#include "tune/abstraction_tables.h"
#include "base/file.h"
#include "tune/features.h"
#include "symmetry/symmetry.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHECKPOINT_SECONDS = 5, TABLES_MAX = 64 };

bool abstraction_open(Evaluation **e, const Variant *v, const char *name, Status *status)
{
    Spec spec = {.name = "tune"};
    if (!spec_put(&spec, "eval", name)) return status_fail(status, "eval=%s: the name is too long", name);
    return evaluation_parse(e, v, &spec, status);
}

// Look-ups are the features that the first candidate, which needs no tables, does not have.
static int lookups_count(const Variant *v, const AnyState *start, const EvalCandidate *info)
{
    EvalCandidate plain;
    int           n = 0, which = -1;
    v->game->eval_next(v->rules, start, &which, &plain);
    for (int i = 0; i < info->weights; i++) {
        bool other = info->feature[i] >= 0;
        for (int k = 0; k < plain.weights; k++) other = other && info->feature[i] != plain.feature[k];
        n += other;
    }
    return n;
}

bool abstraction_read(const Variant *v, const AnyState *start, const EvalCandidate *info, Abstraction *out,
                      Status *status)
{
    Evaluation *e;
    *out = (Abstraction){.info = *info};
    if (!abstraction_open(&e, v, info->name, status)) return false;
    for (int t = 0; t < e->tables; t++) out->bytes += e->wanted[t].entries;
    evaluation_close(e);
    out->lookups = lookups_count(v, start, info);
    return true;
}

// Is a table missing, and would it, or one it is made from, take longer than allowed?
static bool table_slow(const char *name, double seconds, bool *slow, Status *status)
{
    char needed[DB_NAME_MAX];
    bool good = true;
    for (int i = 0; good && catalog_needs(name, i, needed); i++) {
        CatalogDb db;
        char      path[DB_PATH_MAX];
        if (!catalog_open(&db, needed, status)) return false;
        good = catalog_path(&db, databases_folder(), false, path, status);
        if (good && access(path, F_OK) != 0 && db.seconds > seconds) *slow = true;
        catalog_close(&db);
    }
    return good;
}

static bool tables_slow(const Variant *v, const Abstraction *a, double seconds, bool *slow, Status *status)
{
    Evaluation *e;
    if (!abstraction_open(&e, v, a->info.name, status)) return false;
    *slow     = false;
    bool good = true;
    for (int t = 0; good && t < e->tables; t++) good = table_slow(e->wanted[t].name, seconds, slow, status);
    evaluation_close(e);
    return good;
}

static bool candidate_add(TuneAbstraction *out, const Abstraction *a, Status *status)
{
    if ((out->count & (out->count - 1)) == 0) {   // full at every power of two
        Abstraction *const grown = realloc(out->candidate,
                                           (size_t)(out->count > 0 ? 2 * out->count : 1) * sizeof *grown);
        if (grown == NULL) return status_fail_system(status, "out of memory for the candidates");
        out->candidate = grown;
    }
    out->candidate[out->count++] = *a;
    return true;
}

bool abstraction_list(const Variant *v, const AbstractionSettings *more, TuneAbstraction *out, Status *status)
{
    EvalCandidate info;
    Abstraction   a;
    for (int which = -1; v->game->eval_next(v->rules, &out->start, &which, &info);) {
        bool slow = false;
        if (!abstraction_read(v, &out->start, &info, &a, status)) return false;
        out->offered++;
        const bool too_large = a.bytes > more->memory;
        if (!too_large && !tables_slow(v, &a, more->build_seconds, &slow, status)) return false;
        out->too_large += too_large, out->too_slow += slow;
        if (!too_large && !slow && !candidate_add(out, &a, status)) return false;
    }
    return true;
}

// Building.

static void on_progress(void *context, const BuildProgress *progress) { tune_show(context, progress->done); }

static bool table_build(Tune *tune, const CatalogDb *db, Status *status)
{
    const TuneSettings *const t = &tune->settings;
    char                      path[DB_PATH_MAX], part[DB_PATH_MAX];
    BuildResult               result;
    BuildOptions              options = {.path               = path,
                                         .part               = part,
                                         .file               = {.threads = t->threads},
                                         .threads            = t->threads,
                                         .checkpoint_seconds = CHECKPOINT_SECONDS,
                                         .stop               = t->stop,
                                         .report             = on_progress,
                                         .context            = tune};
    options.file.form                 = db->form;
    if (!file_folder(databases_folder(), status) ||
        !catalog_path(db, databases_folder(), false, path, status) ||
        !catalog_path(db, databases_folder(), true, part, status) ||
        !symmetry_build(db, &options, &result, status))
        return false;
    return result.complete || status_fail(status, "stopped");
}

static bool table_ensure_one(Tune *tune, const char *name, int *built, Status *status)
{
    CatalogDb db;
    char      path[DB_PATH_MAX];
    if (!catalog_open(&db, name, status)) return false;
    bool good = catalog_path(&db, databases_folder(), false, path, status);
    if (good && access(path, F_OK) != 0) {
        tune_step(tune, tune->from, tune->to, "building %s", name);
        good = table_build(tune, &db, status);
        *built += good;
    }
    catalog_close(&db);
    return good;
}

// It and those it is made from, in their order.
static bool table_ensure(Tune *tune, const char *name, int *built, Status *status)
{
    char needed[DB_NAME_MAX];
    bool good = true;
    for (int i = 0; good && catalog_needs(name, i, needed); i++)
        good = table_ensure_one(tune, needed, built, status);
    return good;
}

bool abstraction_build(Tune *tune, const Abstraction candidate[], int n, int *tables, int *built,
                       Status *status)
{
    assert(n == 0 || candidate != NULL);
    char seen[TABLES_MAX][sizeof((EvalTable){0}.name)];
    int  count = 0;
    for (int i = 0; i < n; i++) {
        Evaluation *e;
        bool        good = abstraction_open(&e, tune->settings.v, candidate[i].info.name, status);
        for (int t = 0; good && t < e->tables; t++) {
            int k = 0;
            while (k < count && strcmp(seen[k], e->wanted[t].name) != 0) k++;
            if (k < count) continue;
            if (count < TABLES_MAX) memcpy(seen[count++], e->wanted[t].name, sizeof seen[0]);
            good = table_ensure(tune, e->wanted[t].name, built, status);
        }
        if (!good) return evaluation_close(e), false;
        evaluation_close(e);
    }
    *tables = count;
    return true;
}

// Features.

int abstraction_number(Abstraction candidate[], int n)
{
    int known[1024], count = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < candidate[i].info.weights; k++) {
            int *const feature = &candidate[i].info.feature[k], at = 0;
            if (*feature < 0) continue;
            while (at < count && known[at] != *feature) at++;
            assert(at < 1024);
            if (at == count) known[count++] = *feature;
            *feature = at;
        }
    return count;
}

static bool features_fill(const Variant *v, const Abstraction *a, bool seen[], const FeatureTable *table,
                          Status *status)
{
    assert(table->position != NULL && table->player != NULL && table->x != NULL);
    Evaluation *e;
    FeatureSet  set;
    if (!abstraction_open(&e, v, a->info.name, status)) return false;
    if (!evaluation_load(e, status) || !features_open(&set, v, e, status)) return evaluation_close(e), false;
    for (size_t k = 0; k < table->count; k++) {
        double        values[EVAL_WEIGHTS_MAX];
        double *const row = &table->x[k * (size_t)table->features];
        features_of(&set, &table->position[k], table->player[k], values);
        for (int i = 0; i < a->info.weights; i++)
            if (a->info.feature[i] >= 0) row[a->info.feature[i]] = values[i];
    }
    for (int i = 0; i < a->info.weights; i++)
        if (a->info.feature[i] >= 0) seen[a->info.feature[i]] = true;
    features_close(&set);
    evaluation_close(e);
    return true;
}

bool abstraction_features(const Variant *v, const Abstraction candidate[], int n, const FeatureTable *table,
                          Status *status)
{
    assert(n >= 0 && table->features >= 0);
    bool *const seen = calloc((size_t)table->features + 1, sizeof *seen);
    bool        good = seen != NULL || status_fail_system(status, "out of memory");
    for (int i = 0; good && i < n; i++) {
        bool fresh = false;
        for (int k = 0; k < candidate[i].info.weights; k++)
            fresh = fresh || (candidate[i].info.feature[k] >= 0 && !seen[candidate[i].info.feature[k]]);
        if (fresh) good = features_fill(v, &candidate[i], seen, table, status);
    }
    free(seen);
    return good;
}
