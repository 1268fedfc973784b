#include "retro/solved/catalog_solved.h"
#include "base/clock.h"
#include "retro/build.h"
#include "retro/solved/solve.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char PREFIX[] = "solve";
enum { PREFIX_LENGTH = sizeof PREFIX - 1 };

bool catalog_solved_name(const Variant *v, char out[DB_NAME_MAX])
{
    Text text = text_on(out, DB_NAME_MAX);
    text_add(&text, "%s-", PREFIX);
    variant_name(v, &text);
    char *const colon = strchr(out, ':');
    if (colon != NULL) *colon = ',';
    return !text.cut;
}

// The game of a name in either spelling, as it is written elsewhere; false when it is not a name of this
// family.
static bool game_of(const char *name, char out[TEXT_MAX])
{
    if (strncasecmp(name, PREFIX, PREFIX_LENGTH) != 0) return false;
    const char separator = name[PREFIX_LENGTH];
    if ((separator != ':' && separator != '-') || strlen(name) >= TEXT_MAX) return false;
    snprintf(out, TEXT_MAX, "%s", name + PREFIX_LENGTH + 1);
    char *const options = separator == '-' ? strchr(out, ',') : NULL;
    if (options != NULL) *options = ':';
    return true;
}

static void info_fill(DbInfo *info, const Variant *v)
{
    Text game = text_on(info->game, sizeof info->game);
    variant_name(v, &game);
    info->kind    = DB_SOLVED;
    info->entries = 0;
    if (solved_is_ranked(v)) {
        info->entries = v->game->positions(v->rules);
        snprintf(info->index, sizeof info->index, "the game's own rank");
    } else {
        snprintf(info->index, sizeof info->index,
                 "positions by their texts, packed%s; values, then keys (retro/solved/table.h)",
                 v->game->symmetry == NULL ? "" : "; of images under symmetries the first");
    }
    snprintf(info->goal, sizeof info->goal,
             "every position that can be reached: who wins, and in how many plies");
    snprintf(
        info->values, sizeof info->values,
        "for the side to move, 0-%d: lost in that many plies, %d-%d: won in that less %d, %d: drawn, %d: "
        "no such "
        "position",
        SOLVED_PLIES_MAX, SOLVED_WON, SOLVED_WON + SOLVED_PLIES_MAX, SOLVED_WON, SOLVED_DRAW, SOLVED_NONE);
}

static bool game_open(CatalogDb *db, const char *game, Status *status)
{
    Variant *const v = db->data;
    if (!variant_open(v, game, status)) return false;
    if (v->facts.players != 2) {
        status_fail(status, "'%.100s' is for %d players; only games for 2 are solved", game,
                    v->facts.players);
        return variant_close(v), false;
    }
    if (catalog_solved_name(v, db->info.name)) return true;
    variant_close(v);
    return status_fail(status, "'%.100s...': too long for the name of a database", game);
}

static CatalogOpening open_named(CatalogDb *db, const char *name, Status *status)
{
    char game[TEXT_MAX];
    if (!game_of(name, game)) return CATALOG_NOT_MINE;
    db->data = calloc(1, sizeof(Variant));
    if (db->data == NULL) return status_fail_system(status, "out of memory for '%.60s'", name), CATALOG_BAD;
    if (!game_open(db, game, status)) return free(db->data), CATALOG_BAD;
    info_fill(&db->info, db->data);
    db->memory = SOLVE_MEMORY;
    return CATALOG_OPEN;
}

static void close_game(CatalogDb *db)
{
    variant_close(db->data);
    free(db->data);
}

// None is listed: every game has one, and options make more.
static bool name_listed(int i, char out[DB_NAME_MAX]) { return (void)i, (void)out, false; }

const Variant *catalog_solved_game(const CatalogDb *db)
{
    assert(db->info.kind == DB_SOLVED);
    return db->data;
}

bool catalog_solved_table(SolvedTable *t, const Variant *v, const Db *file, Status *status)
{
    assert(file->flat != NULL && file->info.kind == DB_SOLVED);
    return solved_open(t, v, solved_is_ranked(v), file->flat, file->info.entries, status) ||
           status_prefix(status, "'%.200s'", file->path);
}

uint64_t catalog_solved_entries(const CatalogDb *db, const Db *file)
{
    SolvedTable t;
    Status      status;
    if (db->info.entries > 0) return db->info.entries;
    if (file->flat == NULL || !catalog_solved_table(&t, db->data, file, &status)) return 0;
    const uint64_t entries = t.positions;
    solved_close(&t);
    return entries;
}

// Building.

typedef struct Report {
    const BuildOptions *options;
    const char         *name;
} Report;

static void report(void *context, const char *what, double done)
{
    const Report *const r = context;
    char                text[100];
    snprintf(text, sizeof text, "%s, %s", r->name, what);
    build_report(r->options, text, done);
}

static bool contents_write(const CatalogDb *db, const BuildOptions *options, const SolveResult *solved,
                           Status *status)
{
    DbInfo info  = db->info;
    info.entries = solved->size;
    return db_write(options->path, &info, &options->file, solved->contents, status);
}

static bool build(const CatalogDb *db, const BuildOptions *options, BuildResult *result, Status *status)
{
    const double       begun   = clock_seconds();
    Report             context = {.options = options, .name = db->info.name};
    const SolveOptions solve   = {
          .memory_max = options->memory_max, .stop = options->stop, .report = report, .context = &context};
    SolveResult solved;
    if (!solve_game(db->data, &solve, &solved, status)) return false;
    const bool good = !solved.complete || contents_write(db, options, &solved, status);
    *result         = (BuildResult){.complete = solved.complete,
                                    .depth    = solved.plies,
                                    .reached  = solved.won + solved.lost,
                                    .entries  = solved.positions,
                                    .seconds  = clock_seconds() - begun};
    free(solved.contents);
    return good;
}

const CatalogFamily catalog_solved = {
    .name    = name_listed,
    .pattern = "solve:GAME",
    .about   = "a game for two with its options, solved whole: solve:connect-four:width=4,height=5",
    .open    = open_named,
    .close   = close_game,
    .build   = build,
};
