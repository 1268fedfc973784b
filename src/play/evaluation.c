#include "play/evaluation.h"
#include "base/threads.h"
#include "retro/catalog.h"
#include "retro/solved/catalog_solved.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The databases in memory.

enum { DB_CACHE_MAX = 64 };

typedef struct DbCacheEntry {
    char     path[DB_PATH_MAX];
    Db       db;
    int      users;
    uint64_t used;   // when it was asked for last
} DbCacheEntry;

static DbCacheEntry *db_cache[DB_CACHE_MAX];
static int           db_cache_count;
static uint64_t      db_cache_clock;
static Mutex         db_cache_lock = MUTEX_INITIAL;

// Makes room for a database: those that nobody uses go, the one that was not asked for the longest first.
static void db_cache_make_room(uint64_t bytes)
{
    for (;;) {
        uint64_t sum    = bytes;
        int      oldest = -1;
        for (int i = 0; i < db_cache_count; i++) {
            sum += db_cache[i]->db.info.entries;
            if (db_cache[i]->users == 0 && (oldest < 0 || db_cache[i]->used < db_cache[oldest]->used))
                oldest = i;
        }
        if (oldest < 0 || (sum <= DB_CACHE_BYTES && db_cache_count < DB_CACHE_MAX)) return;
        db_close(&db_cache[oldest]->db);
        free(db_cache[oldest]);
        db_cache[oldest] = db_cache[--db_cache_count];
    }
}

static bool db_cache_add(const char *path, const CatalogDb *wanted, Status *status)
{
    if (access(path, F_OK) != 0)
        return status_fail(status, "%s is not built; `pollard db build %s` builds it", path,
                           wanted->info.name);
    db_cache_make_room(wanted->info.entries);
    if (db_cache_count == DB_CACHE_MAX)
        return status_fail(status, "%s: more than %d databases in use", path, DB_CACHE_MAX);
    DbCacheEntry *const entry = calloc(1, sizeof *entry);
    if (entry == NULL) return status_fail_system(status, "out of memory for %s", path);
    snprintf(entry->path, sizeof entry->path, "%s", path);
    if (!db_open(&entry->db, path, DB_LOAD, status)) return free(entry), false;
    if (!db_expect(&entry->db, &wanted->info, status)) return db_close(&entry->db), free(entry), false;
    db_cache[db_cache_count++] = entry;
    return true;
}

static DbCacheEntry *db_cache_acquire(const CatalogDb *wanted, Status *status)
{
    char path[DB_PATH_MAX];
    bool good = true;
    int  i    = 0;
    if (!catalog_path(wanted, databases_folder(), false, path, status)) return NULL;
    mutex_lock(&db_cache_lock);
    while (i < db_cache_count && strcmp(db_cache[i]->path, path) != 0) i++;
    if (i == db_cache_count) {
        good = db_cache_add(path, wanted, status);
        i    = db_cache_count - 1;
    }
    DbCacheEntry *const entry = good ? db_cache[i] : NULL;
    if (entry != NULL) entry->users++, entry->used = ++db_cache_clock;
    mutex_unlock(&db_cache_lock);
    return entry;
}

static void db_cache_release(DbCacheEntry *entry)
{
    mutex_lock(&db_cache_lock);
    entry->users--;
    mutex_unlock(&db_cache_lock);
}

// The entries of the database a game asks for, which must have as many as the game reckons with.
static DbCacheEntry *table_acquire(const EvalTable *wanted, Status *status)
{
    CatalogDb db;
    if (!catalog_open(&db, wanted->name, status)) return NULL;
    const bool good = db.info.kind == DB_SOLVED || db.info.entries == wanted->entries ||
                      status_fail(status, "%s has %llu entries; the evaluation expects %llu", wanted->name,
                                  (unsigned long long)db.info.entries, (unsigned long long)wanted->entries);
    DbCacheEntry *const entry = good ? db_cache_acquire(&db, status) : NULL;
    catalog_close(&db);
    return entry;
}

// Reading a spec.

static const char EVAL_SOLVED[] = "solved";

// Fills in which evaluation it is.
static bool eval_find(Evaluation *e, const char *name, Status *status)
{
    if (text_same(name, EVAL_SOLVED)) {
        snprintf(e->name, sizeof e->name, "%s", EVAL_SOLVED);
        e->info   = (EvalInfo){.name = e->name, .help = "who wins, and when, from the game solved whole"};
        e->solved = true;
        return true;
    }
    const Game *const     game = e->v.game;
    const EvalInfo *const list = game->evals;
    char                  known[200];
    Text                  out = text_on(known, sizeof known);
    snprintf(e->name, sizeof e->name, "%s", name);
    bool found = game->eval_named != NULL && game->eval_named(e->v.rules, name, &e->which, &e->info);
    for (int i = 0; list[i].name != NULL && !found; i++) {
        text_add(&out, "%s, ", list[i].name);
        found = text_same(list[i].name, name);
        if (found) e->which = i, e->info = list[i];
    }
    if (!found)
        return status_fail(status, "eval=%s: unknown evaluation of %s; expected one of: %s%s", name,
                           game->name, known, EVAL_SOLVED);
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
    return status_fail(status, "weights=%s: expected the %d numbers %s of eval=%s", text, info->weights, form,
                       info->name);
}

static bool rules_copy(Variant *to, const Variant *from, Status *status)
{
    *to       = *from;
    to->rules = malloc(from->game->rules_size + 1);
    if (to->rules == NULL)
        return status_fail_system(status, "out of memory for the rules of %s", from->game->name);
    memcpy(to->rules, from->rules, from->game->rules_size);
    return true;
}

// Is there such an evaluation on this board?
static bool eval_check(Evaluation *e, Status *status)
{
    if (e->solved) {
        e->tables = 1;
        if (e->v.facts.players != 2)
            return status_fail(status, "eval=%s: a game for %d; expected one for 2", EVAL_SOLVED,
                               e->v.facts.players);
        // Else it is known only when the game is solved.
        if (solved_is_ranked(&e->v)) e->wanted[0].entries = e->v.game->positions(e->v.rules);
        return catalog_solved_name(&e->v, e->wanted[0].name) ||
               status_fail(status, "eval=%s: the options of the game are too long", EVAL_SOLVED);
    }
    e->tables = e->v.game->eval_tables(e->v.rules, e->which, e->wanted, status);
    return e->tables >= 0 || status_prefix(status, "eval=%s", e->info.name);
}

bool evaluation_parse(Evaluation **e, const Variant *v, Spec *spec, Status *status)
{
    assert(v->game != NULL && v->rules != NULL);
    char       name[SPEC_WORD_MAX], weights[SPEC_WORD_MAX];
    const bool named = spec_take(spec, "eval", name), weighed = spec_take(spec, "weights", weights);
    *e = NULL;
    if (!named && !weighed) return true;
    if (v->game->evals == NULL && !(named && text_same(name, EVAL_SOLVED)))
        return status_fail(status, "%s=%s: %s has only one evaluation, besides solved",
                           named ? "eval" : "weights", named ? name : weights, v->game->name);
    Evaluation *const made = calloc(1, sizeof *made);
    if (made == NULL) return status_fail_system(status, "out of memory for an evaluation");
    if (rules_copy(&made->v, v, status) && eval_find(made, named ? name : v->game->evals[0].name, status)) {
        memcpy(made->weights, made->info.fallback, sizeof made->weights);
        if ((!weighed || weights_parse(&made->info, weights, made->weights, status)) &&
            eval_check(made, status))
            return *e = made, true;
    }
    evaluation_close(made);
    return false;
}

static bool table_built(const EvalTable *wanted)
{
    CatalogDb db;
    char      path[DB_PATH_MAX];
    Status    ignored;
    if (!catalog_open(&db, wanted->name, &ignored)) return false;
    const bool built = catalog_path(&db, databases_folder(), false, path, &ignored) &&
                       access(path, F_OK) == 0;
    catalog_close(&db);
    return built;
}

bool evaluation_built(const Evaluation *e)
{
    assert(e != NULL);
    for (int i = 0; i < e->tables; i++)
        if (!table_built(&e->wanted[i])) return false;
    return true;
}

bool evaluation_load(Evaluation *e, Status *status)
{
    assert(e != NULL && e->tables >= 0 && e->tables <= EVAL_TABLES_MAX);
    for (int i = 0; i < e->tables; i++) {
        if (e->entry[i] == NULL) e->entry[i] = table_acquire(&e->wanted[i], status);
        if (e->entry[i] == NULL) return false;
        e->table[i] = e->entry[i]->db.flat;
    }
    if (e->solved && e->solution.v == NULL) {
        if (!catalog_solved_table(&e->solution, &e->v, &e->entry[0]->db, status)) return false;
        e->v.solved = &e->solution;
    }
    evaluation_weigh(e, e->weights);
    return true;
}

// The digest of a database as its file has it, which is not unpacked.
static bool table_digest(const EvalTable *wanted, char out[DB_DIGEST_TEXT], Status *status)
{
    CatalogDb db;
    char      path[DB_PATH_MAX];
    if (!catalog_open(&db, wanted->name, status)) return false;
    Db *const file = malloc(sizeof *file);
    bool      good = file != NULL || status_fail_system(status, "out of memory for %s", wanted->name);
    good           = good && catalog_path(&db, databases_folder(), false, path, status);
    if (good && (good = db_open(file, path, DB_MAP, status))) {
        db_digest(file, out);
        db_close(file);
    }
    free(file);
    catalog_close(&db);
    return good;
}

bool evaluation_lookups(const Evaluation *e, Lookups *out, Status *status)
{
    for (int i = 0; e != NULL && i < e->tables; i++) {
        char digest[DB_DIGEST_TEXT];
        if (e->entry[i] != NULL) db_digest(&e->entry[i]->db, digest);
        else if (!table_digest(&e->wanted[i], digest, status)) return false;
        if (!lookups_add(out, e->wanted[i].name, digest, status)) return false;
    }
    return true;
}

void evaluation_close(Evaluation *e)
{
    if (e == NULL) return;
    for (int i = 0; i < EVAL_TABLES_MAX; i++)
        if (e->entry[i] != NULL) db_cache_release(e->entry[i]);
    solved_close(&e->solution);
    variant_close(&e->v);
    free(e);
}

void evaluation_weigh(Evaluation *e, const int weights[])
{
    assert(e != NULL && weights != NULL);
    memmove(e->weights, weights, sizeof e->weights);
    if (e->solved) return;
    e->v.game->eval_use(e->v.rules, e->which, e->table, e->weights);
}
