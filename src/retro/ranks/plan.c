#include "retro/ranks/plan.h"
#include "retro/ranks/ranks.h"

#include <stdlib.h>
#include <time.h>

enum { SAMPLES = 7, RUNS = 256, RUN = 64, BOXES_SHARE = 12, UPDATE_BYTES = 4, CHECKPOINTS = 2 };

// Measured on a shared machine, processor seconds of whole builds: an update of cc-pdb6-8x8; an entry of
// chess-krkn and chess-kpkp, position by position, and what is asked for it.
static const double update_seconds = 5e-9, position_seconds = 3.5e-6, position_bytes = 25;

typedef struct Sample {
    double   seconds;         // per entry
    double   updates, away;   // all; into other blocks
    void    *cursor;
    uint64_t out[RETRO_NEIGHBOURS_MAX];
} Sample;

static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int entry_expand(const CatalogDb *db, Sample *s, uint64_t entry)
{
    if (db->info.kind == DB_PATTERN)
        return db->pattern.neighbours(db->pattern.data, s->cursor, entry, s->out);
    const EndgameDomain *const d = &db->endgame;
    d->outcome(d->data, s->cursor, entry);
    if (d->moves != NULL) d->moves(d->data, s->cursor, entry);
    return d->predecessors != NULL ? d->predecessors(d->data, s->cursor, entry, s->out) : 0;
}

static uint64_t expand_count(const CatalogDb *db, Sample *s, uint64_t entry, uint64_t block, uint64_t *away)
{
    const int n = entry_expand(db, s, entry);
    for (int i = 0; i < n; i++) *away += s->out[i] / block != entry / block;
    return (uint64_t)n;
}

// Runs of neighbouring entries, spread evenly, as a scan of the table meets them.
static void entries_sample(const CatalogDb *db, Sample *s)
{
    const uint64_t entries = db->info.entries, run = entries < RUN ? entries : RUN;
    const uint64_t block   = layout_block(entries);
    uint64_t       updates = 0, away = 0, n = 0;
    const double   start = processor_seconds();
    for (uint64_t i = 0; i < RUNS; i++) {
        const uint64_t first = (uint64_t)((double)(entries - run) * ((double)i / (RUNS - 1)));
        for (uint64_t k = 0; k < run && first + k < entries; k++, n++)
            updates += expand_count(db, s, first + k, block, &away);
    }
    s->seconds = (processor_seconds() - start) / (double)n;
    s->updates = (double)updates / (double)n;
    s->away    = (double)away / (double)n;
}

static bool domain_sample(const CatalogDb *db, Sample *s, Status *status)
{
    const bool   pattern = db->info.kind == DB_PATTERN;
    const size_t size    = (pattern ? db->pattern.cursor_size : db->endgame.cursor_size) + 1;
    s->cursor            = calloc(1, size);
    if (s->cursor == NULL) return status_fail_system(status, "out of memory for a cursor");
    if (pattern && db->pattern.cursor_open != NULL) db->pattern.cursor_open(db->pattern.data, s->cursor);
    if (!pattern && db->endgame.cursor_open != NULL) db->endgame.cursor_open(db->endgame.data, s->cursor);
    double least = 0;   // the first one warms up, and others may disturb it
    for (int i = 0; i < SAMPLES; i++) {
        entries_sample(db, s);
        if (i == 0 || s->seconds < least) least = s->seconds;
    }
    s->seconds = least;
    free(s->cursor);
    return true;
}

static bool costs_find(const CatalogDb *db, RankPlan *plan, Status *status)
{
    const bool   pattern = db->info.kind == DB_PATTERN;
    const double entries = (double)db->info.entries;
    if (db->info.kind == DB_SOLVED)
        return status_fail(status, "%s is not built by ranks; `pollard db build` builds it", db->info.name);
    if (db->family->build != NULL) {   // slices, which need no updates; or position by position
        plan->entry_seconds = pattern ? db->seconds / entries : position_seconds;
        plan->entry_updates = plan->entry_away = pattern ? 0 : position_bytes / UPDATE_BYTES;
        return true;
    }
    Sample *const s = malloc(sizeof *s);
    if (s == NULL) return status_fail_system(status, "out of memory for a sample");
    const bool good = domain_sample(db, s, status);
    if (good) {
        const double told   = pattern ? 1 : db->decided;   // draws tell nobody
        plan->entry_updates = s->updates * told;
        plan->entry_away    = s->away * told;
        plan->entry_seconds = s->seconds + plan->entry_updates * update_seconds;
    }
    free(s);
    return good;
}

static uint64_t part_memory(uint64_t entries, uint64_t ranks)
{
    const uint64_t part = (entries + ranks - 1) / ranks;
    return part + part / BOXES_SHARE;
}

static uint64_t ranks_least(uint64_t entries, uint64_t memory)
{
    uint64_t least = entries / UINT32_MAX + 1;
    if (memory == 0) return least;
    const uint64_t room = memory - memory / (BOXES_SHARE + 1),
                   fit  = room > 0 ? (entries + room - 1) / room : entries;
    return fit > least ? fit : least;
}

bool rank_plan(const CatalogDb *db, const RankPlanAsked *asked, RankPlan *plan, Status *status)
{
    assert(asked->ranks >= 1 && asked->network > 0);
    const double entries = (double)db->info.entries, n = asked->ranks, others = (n - 1) / n;
    *plan = (RankPlan){0};
    if (!costs_find(db, plan, status)) return false;
    plan->processor   = entries * plan->entry_seconds;
    plan->sent        = entries * plan->entry_away * UPDATE_BYTES * others;
    plan->compute     = plan->processor / n;
    plan->traffic     = plan->sent / n * 8 / asked->network;
    plan->stream      = entries * others * 8 / asked->network;
    plan->seconds     = (plan->compute > plan->traffic ? plan->compute : plan->traffic) + plan->stream;
    plan->memory      = part_memory(db->info.entries, (uint64_t)asked->ranks);
    plan->file        = db->info.entries;
    plan->parts       = CHECKPOINTS * db->info.entries;
    plan->ranks_least = ranks_least(db->info.entries, asked->memory);
    return true;
}
