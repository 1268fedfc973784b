#include "retro/ranks/plan.h"
#include "retro/ranks/build_ranks.h"
#include "retro/ranks/question.h"
#include "retro/ranks/rank_round.h"
#include "retro/ranks/spread_ranks.h"

#include <stdlib.h>
#include <time.h>

enum { SAMPLES = 7, RUNS = 256, RUN = 64, UPDATE_BYTES = 4, CHECKPOINTS = 2 };

// Measured on a shared machine, processor seconds of whole builds: an update of cc-pdb6-8x8, without and with
// a bit of every entry (told.h); one of an endgame, which counts down at a random place, of cc-edb6-6x6 and
// cc-edb6-7x7 with and without symmetry (21 to 30 ns); an entry of the whole table that is made of one by
// symmetry, but for finding its place; an entry of chess-krkn and chess-kpkp, position by position, and what
// is asked for it. The share of the updates of cc-edb6-5x5 and cc-edb6-6x6 into other ranks that the bits
// leave.
static const double update_seconds = 5e-9, update_seconds_told = 2.5e-9, endgame_seconds = 25e-9,
                    spread_seconds = 8e-9, position_seconds = 3.5e-6, position_bytes = 25, endgame_left = 0.5;

enum {
    SPREAD_BYTES   = 5,
    TOLD_RANKS_MAX = 64
};   // a question and its answer; the ranks that a plan tells apart

typedef struct Sample {
    int      ranks;
    double   seconds;         // per entry
    double   updates, away;   // all; into other blocks
    double   told;            // other ranks with at least one
    void    *cursor;
    uint64_t out[RETRO_NEIGHBOURS_MAX];
} Sample;

static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// How many it tells; -1 when it is not a position.
static int entry_expand(const CatalogDb *db, Sample *s, uint64_t entry)
{
    if (db->info.kind == DB_PATTERN)
        return db->pattern.neighbours(db->pattern.data, s->cursor, entry, s->out);
    const EndgameDomain *const d = &db->endgame;
    if (d->outcome(d->data, s->cursor, entry) == ENDGAME_NONE) return -1;
    if (d->moves != NULL) d->moves(d->data, s->cursor, entry);
    return d->predecessors != NULL ? d->predecessors(d->data, s->cursor, entry, s->out) : 0;
}

typedef struct Counts {
    uint64_t entries, updates, away, told;
} Counts;

static void expand_count(const CatalogDb *db, Sample *s, uint64_t entry, uint64_t block, Counts *counts)
{
    const uint64_t ranks = (uint64_t)s->ranks, own = entry / block;
    uint64_t       others = 0;
    const int      n      = entry_expand(db, s, entry);
    if (n < 0) return;
    for (int i = 0; i < n; i++) {
        const uint64_t to = s->out[i] / block;
        counts->away += to != own;
        if (to % ranks != own % ranks) others |= BIT(to % ranks % TOLD_RANKS_MAX);
    }
    counts->entries++;
    counts->updates += (uint64_t)n;
    counts->told += (uint64_t)bits_count(others);
}

// Runs of neighbouring entries, spread evenly, as a scan of the table meets them.
static void entries_sample(const CatalogDb *db, Sample *s)
{
    const uint64_t entries = db->info.entries, run = entries < RUN ? entries : RUN;
    const uint64_t block  = layout_block(entries);
    Counts         counts = {0};
    const double   start  = processor_seconds();
    for (uint64_t i = 0; i < RUNS; i++) {
        const uint64_t first = (uint64_t)((double)(entries - run) * ((double)i / (RUNS - 1)));
        for (uint64_t k = 0; k < run && first + k < entries; k++)
            expand_count(db, s, first + k, block, &counts);
    }
    const double n = counts.entries > 0 ? (double)counts.entries : 1;
    s->seconds     = (processor_seconds() - start) / n;
    s->updates     = (double)counts.updates / n;
    s->away        = (double)counts.away / n;
    s->told        = (double)counts.told / n;
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

// Of an entry of the whole table, when its value is read from a smaller one.
static double places_sample(const BuildSymmetry *symmetry, uint64_t entries)
{
    uint64_t       out[RUN];
    const uint64_t run   = entries < RUN ? entries : RUN;
    double         least = 0;
    for (int k = 0; k < SAMPLES; k++) {
        const double start = processor_seconds();
        for (uint64_t i = 0; i < RUNS; i++) {
            const uint64_t first = (uint64_t)((double)(entries - run) * ((double)i / (RUNS - 1)));
            symmetry->places(symmetry->data, first, out, run);
        }
        const double seconds = (processor_seconds() - start) / (double)(RUNS * run);
        if (k == 0 || seconds < least) least = seconds;
    }
    return least + spread_seconds;
}

// What the plan is summed up from.
typedef struct Costs {
    double positions;      // that are expanded
    double entry_sent;     // bytes of each to other ranks
    double spread;         // processor seconds for making the whole table
    double spread_asked;   // entries of it that are asked for, of all ranks
} Costs;

// Families that build in ways of their own: slices, which need no updates; or position by position.
static void costs_own(const CatalogDb *db, double others, RankPlan *plan, Costs *costs)
{
    const bool slices   = db->info.kind == DB_PATTERN;
    plan->entry_seconds = slices ? db->seconds / (double)db->info.entries : position_seconds;
    plan->entry_updates = plan->entry_away = slices ? 0 : position_bytes / UPDATE_BYTES;
    costs->positions                       = (double)db->info.entries;
    costs->entry_sent                      = plan->entry_away * UPDATE_BYTES * others;
}

// Updates that are sent, of an entry.
static double entry_sent(const CatalogDb *db, const Sample *s, const RankPlan *plan, double others)
{
    if (!plan->remembers) return plan->entry_away * others;
    return db->info.kind == DB_PATTERN ? s->told : plan->entry_away * others * endgame_left;
}

static double update_cost(const CatalogDb *db, const RankPlan *plan)
{
    if (db->info.kind != DB_PATTERN) return endgame_seconds;
    return plan->remembers ? update_seconds_told : update_seconds;
}

static bool costs_sample(const CatalogDb *db, const RankPlanAsked *asked, RankPlan *plan, Costs *costs,
                         Status *status)
{
    CatalogDb                  table    = *db;
    const BuildSymmetry *const symmetry = asked->symmetry;
    const double               others   = (asked->ranks - 1.0) / asked->ranks;
    const double               told = db->info.kind == DB_PATTERN ? 1 : db->decided;   // draws tell nobody
    if (symmetry != NULL) {
        table.info.entries  = symmetry->entries;
        table.pattern       = symmetry->pattern;
        table.endgame       = symmetry->endgame;
        costs->spread       = (double)db->info.entries * places_sample(symmetry, db->info.entries);
        costs->spread_asked = (double)db->info.entries * others;
    }
    Sample *const s = malloc(sizeof *s);
    if (s == NULL) return status_fail_system(status, "out of memory for a sample");
    s->ranks        = asked->ranks;
    const bool good = domain_sample(&table, s, status);
    if (good) {
        plan->entry_updates = s->updates * told;
        plan->entry_away    = s->away * told;
        plan->entry_seconds = s->seconds + plan->entry_updates * update_cost(db, plan);
        costs->positions    = (double)(symmetry != NULL ? symmetry->positions : db->info.entries);
        costs->entry_sent   = entry_sent(db, s, plan, others) * UPDATE_BYTES;
    }
    free(s);
    return good;
}

// As a build does (build_ranks.c).
static bool remembers(const CatalogDb *db, const RankPlanAsked *asked, uint64_t entries)
{
    const uint64_t ranks = (uint64_t)asked->ranks;
    return asked->symmetry != NULL && ranks <= TOLD_RANKS_MAX &&
           told_fits(entries, db->info.entries, ranks) &&
           (asked->memory == 0 || entries / ranks + layout_block(entries) + entries / 8 <= asked->memory);
}

// What the memory of a rank is made of: the entries of the table and of the whole one that is spread from it
// (0: none is), and the boxes: numbers of one step, bytes that each costs. By slices: the entries of one,
// which are never divided, and what making one takes beside the part.
typedef struct Needs {
    uint64_t entries, whole, slice, making;
    uint32_t margin, bytes;
} Needs;

static Needs needs_of(const CatalogDb *db, const RankPlanAsked *asked)
{
    const BuildSymmetry *const s       = asked->symmetry;
    const bool                 pattern = db->info.kind == DB_PATTERN, own = db->family->build != NULL;
    Needs                      needs = {.entries = s != NULL ? s->entries : db->info.entries,
                                        .whole   = s != NULL ? db->info.entries : 0};
    if (asked->slices != NULL) {   // which tell nobody
        needs.slice  = asked->slices->slice_entries;
        needs.making = needs.slice + asked->slices->scratch;
        return needs;
    }
    needs.bytes = pattern ? POST_BYTES : POST_BYTES + QUESTION_BYTES;
    if (own) needs.margin = (uint32_t)asked->moves_max;
    else if (pattern) needs.margin = (uint32_t)(s != NULL ? s->pattern : db->pattern).neighbours_max;
    else needs.margin = (uint32_t)(s != NULL ? s->endgame : db->endgame).moves_max;
    return needs;
}

// Of rank 0, which has the most, as box.h, spread_ranks.h and build_ranks.c take it, but for the bits; 0: the
// part has too many entries.
static uint64_t part_memory(const Needs *needs, int ranks)
{
    RankLayout l;
    Status     status;
    if (!layout_open(&l, &(Ranks){.count = ranks}, needs->entries, needs->slice, &status)) return 0;
    uint64_t boxes = 0, spread = 0;
    if (needs->bytes > 0) boxes = (uint64_t)ranks * box_room(&l, needs->margin, needs->bytes) * needs->bytes;
    if (needs->whole > 0) spread = spread_memory(needs->whole, (uint64_t)ranks);
    return l.mine + needs->making + (boxes > spread ? boxes : spread);
}

// What rank 0 computes, of all: a slice is one rank's.
static double share_of(const RankPlanAsked *asked)
{
    if (asked->slices == NULL) return 1.0 / asked->ranks;
    const uint64_t slices = asked->slices->slices, n = (uint64_t)asked->ranks;
    return (double)((slices + n - 1) / n) / (double)slices;
}

// Also of so few ranks that their parts have too many entries.
static uint64_t memory_of(const Needs *needs, int ranks)
{
    const uint64_t memory = part_memory(needs, ranks);
    return memory > 0 ? memory : needs->entries / (uint64_t)ranks;
}

// With more ranks the parts are smaller and the boxes, of which each has one for every other, are larger.
static uint64_t ranks_least(const Needs *needs, uint64_t most)
{
    for (int n = 1; n <= RANKS_MAX; n++) {
        const uint64_t memory = part_memory(needs, n);
        if (memory > 0 && (most == 0 || memory <= most)) return (uint64_t)n;
    }
    return 0;
}

bool rank_plan(const CatalogDb *db, const RankPlanAsked *asked, RankPlan *plan, Status *status)
{
    assert(asked->ranks >= 1 && asked->network > 0);
    const double entries = (double)db->info.entries, n = asked->ranks, others = (n - 1) / n;
    Costs        costs = {0};
    const Needs  needs = needs_of(db, asked);
    if (!ranks_can_build(db, status)) return false;
    *plan = (RankPlan){.entries = asked->symmetry != NULL ? asked->symmetry->entries : db->info.entries};
    plan->remembers = remembers(db, asked, plan->entries);
    if (db->family->build != NULL) costs_own(db, others, plan, &costs);
    else if (!costs_sample(db, asked, plan, &costs, status)) return false;
    plan->processor   = costs.positions * plan->entry_seconds + costs.spread;
    plan->sent        = costs.positions * costs.entry_sent + costs.spread_asked * SPREAD_BYTES;
    plan->compute     = plan->processor * share_of(asked);
    plan->traffic     = plan->sent / n * 8 / asked->network;
    plan->stream      = entries * others * 8 / asked->network;
    plan->seconds     = (plan->compute > plan->traffic ? plan->compute : plan->traffic) + plan->stream;
    plan->memory      = memory_of(&needs, asked->ranks) + (plan->remembers ? plan->entries / 8 : 0);
    plan->file        = db->info.entries;
    plan->parts       = CHECKPOINTS * plan->entries;
    plan->ranks_least = ranks_least(&needs, asked->memory);
    return true;
}
