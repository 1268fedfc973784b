#include "play/evaluation.h"
#include "retro/catalog.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The databases in memory.

enum { SHELF_MAX = 64 };

typedef struct Shelf {
    char path[DB_PATH_MAX];
    Db   db;
} Shelf;

static Shelf          *shelves[SHELF_MAX];
static int             shelf_count;
static pthread_mutex_t shelf_lock = PTHREAD_MUTEX_INITIALIZER;

const char *evaluation_folder(void)
{
    const char *const given = getenv("POLLARD_DATABASES");
    return given != NULL && *given ? given : "databases";
}

static bool shelf_add(const char *path, const CatalogDb *wanted, Status *status)
{
    if (access(path, F_OK) != 0)
        return status_fail(status, "%s is not built; `pollard db build %s` builds it", path, wanted->info.name);
    if (shelf_count == SHELF_MAX) return status_fail(status, "%s: more than %d databases in use", path, SHELF_MAX);
    Shelf *const shelf = calloc(1, sizeof *shelf);
    if (shelf == NULL) return status_fail(status, "out of memory for %s", path);
    snprintf(shelf->path, sizeof shelf->path, "%s", path);
    if (!db_open(&shelf->db, path, DB_LOAD, status)) return free(shelf), false;
    if (!db_expect(&shelf->db, &wanted->info, status)) return db_close(&shelf->db), free(shelf), false;
    shelves[shelf_count++] = shelf;
    return true;
}

static bool shelf_find(const CatalogDb *wanted, const uint8_t **entries, Status *status)
{
    char path[DB_PATH_MAX];
    bool good = true;
    int  i    = 0;
    if (!catalog_path(wanted, evaluation_folder(), false, path, status)) return false;
    pthread_mutex_lock(&shelf_lock);
    while (i < shelf_count && strcmp(shelves[i]->path, path) != 0) i++;
    if (i == shelf_count) good = shelf_add(path, wanted, status);
    if (good) *entries = shelves[i]->db.flat;
    pthread_mutex_unlock(&shelf_lock);
    return good;
}

// The entries of the database a game asks for, which must have as many as the game reckons with.
static bool table_find(const EvalTable *wanted, const uint8_t **entries, Status *status)
{
    CatalogDb db;
    if (!catalog_open(&db, wanted->name, status)) return false;
    const bool good = db.info.entries == wanted->entries ||
                      status_fail(status, "%s has %llu entries; the evaluation expects %llu", wanted->name,
                                  (unsigned long long)db.info.entries, (unsigned long long)wanted->entries);
    const bool found = good && shelf_find(&db, entries, status);
    catalog_close(&db);
    return found;
}

// Reading a spec.

// Fills in which evaluation it is.
static bool eval_find(Evaluation *e, const char *name, Status *status)
{
    const Game *const     game = e->v.game;
    const EvalInfo *const list = game->evals;
    char                  known[200];
    Text                  out = text_on(known, sizeof known);
    snprintf(e->name, sizeof e->name, "%s", name);
    for (e->which = 0; list[e->which].name != NULL; e->which++) {
        text_add(&out, "%s%s", e->which ? ", " : "", list[e->which].name);
        if (!text_same(list[e->which].name, name)) continue;
        e->info = list[e->which];
        return true;
    }
    if (game->eval_named == NULL || !game->eval_named(e->v.rules, name, &e->which, &e->info))
        return status_fail(status, "eval=%s: unknown evaluation of %s; expected one of: %s", name, game->name, known);
    e->info.name = e->name;
    return true;
}

static bool weights_parse(const EvalInfo *info, const char *text, int weights[], Status *status)
{
    const char *at = text;
    for (int i = 0; i < info->weights; i++) {
        long       n;
        const bool minus = *at == '-';
        if (minus) at++;
        if (!text_number(&at, 1000000, &n)) break;
        if (minus) n = -n;
        if (n < info->min || n > info->max)
            return status_fail(status, "weights=%s: %ld; expected %d ... %d", text, n, info->min, info->max);
        weights[i] = (int)n;
        if (*at == 0 && i + 1 == info->weights) return true;
        if (*at++ != '/') break;
    }
    char form[200];
    Text out = text_on(form, sizeof form);
    for (int i = 0; i < info->weights; i++) text_add(&out, "%s%s", i ? "/" : "", info->weight_names[i]);
    if (info->weights == 0) return status_fail(status, "weights=%s: eval=%s has none", text, info->name);
    return status_fail(status, "weights=%s: expected the %d numbers %s of eval=%s", text, info->weights, form, info->name);
}

static bool rules_copy(Variant *to, const Variant *from, Status *status)
{
    *to       = *from;
    to->rules = malloc(from->game->rules_size + 1);
    if (to->rules == NULL) return status_fail(status, "out of memory for the rules of %s", from->game->name);
    memcpy(to->rules, from->rules, from->game->rules_size);
    return true;
}

// Is there such an evaluation on this board?
static bool eval_check(Evaluation *e, Status *status)
{
    e->tables = e->v.game->eval_tables(e->v.rules, e->which, e->wanted, status);
    return e->tables >= 0 || status_prefix(status, "eval=%s", e->info.name);
}

bool evaluation_parse(Evaluation **e, const Variant *v, Spec *spec, Status *status)
{
    char       name[SPEC_WORD_MAX], weights[SPEC_WORD_MAX];
    const bool named = spec_take(spec, "eval", name), weighed = spec_take(spec, "weights", weights);
    *e               = NULL;
    if (!named && !weighed) return true;
    if (v->game->evals == NULL)
        return status_fail(status, "%s=%s: %s has one evaluation only", named ? "eval" : "weights",
                           named ? name : weights, v->game->name);
    Evaluation *const made = calloc(1, sizeof *made);
    if (made == NULL) return status_fail(status, "out of memory for an evaluation");
    if (rules_copy(&made->v, v, status) && eval_find(made, named ? name : v->game->evals[0].name, status)) {
        memcpy(made->weights, made->info.fallback, sizeof made->weights);
        if ((!weighed || weights_parse(&made->info, weights, made->weights, status)) && eval_check(made, status))
            return *e = made, true;
    }
    evaluation_close(made);
    return false;
}

bool evaluation_load(Evaluation *e, Status *status)
{
    for (int i = 0; i < e->tables; i++)
        if (!table_find(&e->wanted[i], &e->table[i], status)) return false;
    evaluation_weigh(e, e->weights);
    return true;
}

void evaluation_close(Evaluation *e)
{
    if (e != NULL) variant_close(&e->v);
    free(e);
}

void evaluation_weigh(Evaluation *e, const int weights[])
{
    memmove(e->weights, weights, sizeof e->weights);
    e->v.game->eval_use(e->v.rules, e->which, e->table, e->weights);
}
