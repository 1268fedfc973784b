// no_databases.c - what stands in for the databases, which are files: the families of the games, the catalog
// (retro/catalog.h, solved/catalog_solved.h), look-ups (retro/probe.h, retro/dbfile.h, solved/table.h). There
// is no database of any name, and no position is covered by one.
#include "retro/catalog.h"
#include "retro/probe.h"
#include "retro/solved/catalog_solved.h"

// The catalog.

extern const CatalogFamily chess_databases, chinese_checkers_databases, thief_police_databases;

static bool refuse(const char *name, Status *status)
{
    return status_fail(status, "'%.60s': there are no databases in the browser", name);
}

static bool no_name(int i, char out[DB_NAME_MAX])
{
    (void)i;
    return out[0] = 0, false;
}

static CatalogOpening no_open(CatalogDb *db, const char *name, Status *status)
{
    (void)db;
    return refuse(name, status), CATALOG_BAD;
}

static void no_close(CatalogDb *db) { (void)db; }

#define NO_DATABASES                                                                                         \
    {                                                                                                        \
        .name = no_name, .open = no_open, .close = no_close                                                  \
    }
const CatalogFamily chess_databases            = NO_DATABASES;
const CatalogFamily chinese_checkers_databases = NO_DATABASES;
const CatalogFamily thief_police_databases     = NO_DATABASES;
const CatalogFamily catalog_solved             = NO_DATABASES;
#undef NO_DATABASES

const CatalogFamily *catalog_family(int i) { return (void)i, NULL; }

const char *databases_folder(void) { return "databases"; }

bool catalog_open(CatalogDb *db, const char *name, Status *status)
{
    *db = (CatalogDb){0};
    return refuse(name, status);
}

void catalog_close(CatalogDb *db) { (void)db; }

bool catalog_needs(const char *name, int i, char out[DB_NAME_MAX])
{
    (void)name, (void)i;
    return out[0] = 0, false;
}

bool catalog_path(const CatalogDb *db, const char *dir, bool unfinished, char out[DB_PATH_MAX],
                  Status *status)
{
    (void)dir, (void)unfinished, out[0] = 0;
    return refuse(db->info.name, status);
}

bool catalog_solved_name(const Variant *v, char out[DB_NAME_MAX])
{
    Text text = text_on(out, DB_NAME_MAX);
    text_add(&text, "solve-");
    variant_name(v, &text);
    return !text.cut;
}

bool catalog_solved_table(SolvedTable *t, const Variant *v, const Db *file, Status *status)
{
    (void)t, (void)v, (void)file;
    return refuse("solve", status);
}

// Files.

bool db_open(Db *db, const char *path, DbMode mode, Status *status)
{
    (void)db, (void)mode;
    return refuse(path, status);
}

void db_close(Db *db) { (void)db; }

bool db_expect(const Db *db, const DbInfo *asked, Status *status)
{
    (void)db;
    return refuse(asked->name, status);
}

const char *db_digest(const Db *db, char out[DB_DIGEST_TEXT])
{
    (void)db, out[0] = 0;
    return out;
}

// Look-ups.

bool probe_open(Probe *probe, const char *name, Status *status)
{
    (void)probe;
    return refuse(name, status);
}

void probe_close(Probe *probe) { (void)probe; }

bool probe_ask(Probe *probe, const char *position, ProbeAnswer *answer, Status *status)
{
    (void)probe, (void)position, (void)answer;
    return refuse("probe", status);
}

bool probe_line(Probe *probe, const ProbeAnswer *answer, ProbeMove *use, void *context, Status *status)
{
    (void)probe, (void)answer, (void)use, (void)context;
    return refuse("probe", status);
}

void solved_close(SolvedTable *t) { (void)t; }
bool solved_is_ranked(const Variant *v) { return (void)v, false; }

uint8_t solved_value(const SolvedTable *t, const AnyState *s) { return (void)t, (void)s, SOLVED_NONE; }

bool solved_best(const SolvedTable *t, const AnyState *s, Move *m, uint8_t *value)
{
    (void)t, (void)s, (void)m, (void)value;
    return false;
}
