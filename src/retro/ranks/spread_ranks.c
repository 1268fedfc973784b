#include "retro/ranks/spread_ranks.h"
#include "retro/dbfile_head.h"
#include "retro/ranks/box.h"

#include <stdlib.h>
#include <string.h>

enum { STEP_MAX = 1 << 18, RUN_MIN = 64 };   // entries of all runs of a step, and of one

typedef struct Spreader {
    const RankSpread *job;
    uint64_t          run;       // entries
    RankBox           out, in;   // questions
    uint8_t          *replies, *got;
    uint64_t         *places;   // of a run
    uint8_t          *step;     // the runs of all ranks in rank 0, the own one in others
    uint32_t         *next;     // answers of each rank used so far
    uint64_t          sent;
    DbCount           count;
} Spreader;

// As many whatever the rank; fewer with many ranks, whose boxes have room for a run from each.
static uint64_t run_entries(uint64_t entries, uint64_t ranks)
{
    uint64_t run = layout_block(entries);
    while (run > RUN_MIN && run * ranks > STEP_MAX) run /= 2;
    return run;
}

// The entries of the run that begins at `first`.
static size_t run_size(const Spreader *s, uint64_t first)
{
    const uint64_t entries = s->job->entries;
    return first >= entries ? 0 : (size_t)(entries - first < s->run ? entries - first : s->run);
}

static void run_ask(Spreader *s, uint64_t first, size_t n)
{
    const RankLayout *const    l        = s->job->layout;
    const BuildSymmetry *const symmetry = s->job->symmetry;
    memset(s->out.count, 0, (size_t)l->count * sizeof *s->out.count);
    if (n > 0) symmetry->places(symmetry->data, first, s->places, n);
    for (size_t i = 0; i < n; i++) {
        const RankPlace place = layout_place(l, s->places[i]);
        if (place.rank == l->me) continue;
        s->out.items[(size_t)place.rank * s->out.room + s->out.count[place.rank]++] = (uint32_t)place.at;
    }
}

static void questions_swap(Spreader *s)
{
    const Ranks *const ranks           = s->job->ranks;
    uint64_t           sums[RANK_SUMS] = {0};
    ranks->swap_begin(ranks->context, &s->out, &s->in, sums);
    ranks->swap_end(ranks->context);
    for (int q = 0; q < ranks->count; q++) {
        const size_t first = (size_t)q * s->in.room;
        for (uint32_t i = 0; i < s->in.count[q]; i++) {
            assert(s->in.items[first + i] < s->job->layout->mine);
            s->replies[first + i] = s->job->part[s->in.items[first + i]];
        }
        s->sent += sizeof(uint32_t) * s->out.count[q] + s->in.count[q];
    }
    ranks->reply(ranks->context, &s->in, s->replies, &s->out, s->got);
}

// The answers of a rank come in the order of the questions.
static void run_fill(Spreader *s, uint8_t *out, size_t n)
{
    const RankLayout *const l = s->job->layout;
    memset(s->next, 0, (size_t)l->count * sizeof *s->next);
    for (size_t i = 0; i < n; i++) {
        const RankPlace      place = layout_place(l, s->places[i]);
        const uint8_t *const got   = s->got + (size_t)place.rank * s->out.room;
        out[i] = place.rank == l->me ? s->job->part[place.at] : got[s->next[place.rank]++];
    }
    count_add(&s->count, out, n);
}

// To rank 0; returns how many entries of the step are there.
static size_t step_gather(Spreader *s, uint64_t first, size_t n)
{
    const Ranks *const ranks = s->job->ranks;
    if (ranks->me != 0) {
        if (n > 0) ranks->give(ranks->context, s->step, n);
        return 0;
    }
    size_t all = n;
    for (int q = 1; q < ranks->count; q++) {
        const size_t other = run_size(s, first + (uint64_t)q * s->run);
        if (other > 0) ranks->take(ranks->context, q, s->step + all, other);
        all += other;
    }
    return all;
}

static bool steps_run(Spreader *s, Status *status)
{
    const RankSpread *const job   = s->job;
    const uint64_t          ranks = (uint64_t)job->ranks->count;
    bool                    good  = true;
    for (uint64_t first = 0; first < job->entries; first += s->run * ranks) {
        const uint64_t mine = first + (uint64_t)job->ranks->me * s->run;
        const size_t   n    = run_size(s, mine);
        run_ask(s, mine, n);
        if (ranks > 1) questions_swap(s);
        run_fill(s, s->step, n);
        const size_t all = step_gather(s, first, n);
        good             = good && (job->ranks->me != 0 || job->write(job->context, s->step, all, status));
    }
    return good;
}

static bool spreader_open(Spreader *s, Status *status)
{
    const int    ranks = s->job->ranks->count;
    const size_t all   = (size_t)ranks * s->run;
    s->replies         = malloc(all);
    s->got             = malloc(all);
    s->step            = malloc(all);
    s->places          = malloc(s->run * sizeof *s->places);
    s->next            = malloc((size_t)ranks * sizeof *s->next);
    const bool boxes   = box_open(&s->out, ranks, (uint32_t)s->run);
    return (box_open(&s->in, ranks, (uint32_t)s->run) && boxes && s->replies != NULL && s->got != NULL &&
            s->step != NULL && s->places != NULL && s->next != NULL) ||
           status_fail_system(status, "out of memory for the table of %d ranks", ranks);
}

static void spreader_close(Spreader *s)
{
    box_close(&s->out);
    box_close(&s->in);
    free(s->replies);
    free(s->got);
    free(s->step);
    free(s->places);
    free(s->next);
    free(s);
}

uint64_t spread_memory(uint64_t entries, uint64_t ranks)
{
    const uint64_t run = run_entries(entries, ranks);
    return ranks * run * (2 * sizeof(uint32_t) + 3) + run * sizeof(uint64_t);
}

static void result_fill(const Spreader *s, RankSpreadResult *result)
{
    const Ranks *const ranks = s->job->ranks;
    result->sent             = s->sent;
    result->memory           = spread_memory(s->job->entries, (uint64_t)ranks->count);
    count_total(&s->count, result->counts);
    ranks->sums(ranks->context, result->counts, 256);
}

bool ranks_spread(const RankSpread *spread, RankSpreadResult *result, Status *status)
{
    const Ranks *const ranks = spread->ranks;
    Spreader *const    s     = calloc(1, sizeof *s);
    bool               good  = s != NULL || status_fail_system(status, "out of memory");
    if (s != NULL) s->job = spread, s->run = run_entries(spread->entries, (uint64_t)ranks->count);
    good = ranks_agree(ranks, good && spreader_open(s, status), status);
    if (good) good = steps_run(s, status), result_fill(s, result);
    if (s != NULL) spreader_close(s);
    return good;
}
