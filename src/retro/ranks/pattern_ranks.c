#include "retro/ranks/rank_round.h"
#include "retro/ranks/solve_ranks.h"
#include "retro/scan.h"

#include <stdlib.h>
#include <string.h>

typedef struct Solver {
    RankRound          r;
    uint64_t           meet_every;   // entries expanded, at most, between two meetings
    const RetroDomain *domain;
    void              *cursor;
    uint64_t          *near;
} Solver;

static void updates_take(void *taker, const uint32_t at[], uint32_t n)
{
    const Solver *const solver = taker;
    uint8_t *const      part   = solver->r.part;
    const uint8_t       value  = (uint8_t)(solver->r.round + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (i + 16 < n) __builtin_prefetch(&part[at[i + 16]], 1);
        assert(at[i] < solver->r.layout->mine);
        if (part[at[i]] == RETRO_UNREACHED) part[at[i]] = value;
    }
}

static void neighbours_post(Solver *solver, int n)
{
    assert(n >= 0 && n <= RETRO_NEIGHBOURS_MAX);
    const RankLayout *const layout = solver->r.layout;
    for (int i = 0; i < n; i++) {
        if (told_add(&solver->r.told, solver->near[i])) continue;   // in this round or before
        const RankPlace place = layout_place(layout, solver->near[i]);
        const uint32_t  at    = (uint32_t)place.at;
        if (place.rank == layout->me) updates_take(solver, &at, 1);
        else post_put(&solver->r.post, place.rank, place.at);
    }
}

// Expands entries of its part from *at on until a box is full, it has been long, or the end.
static uint64_t part_expand(Solver *solver, uint64_t *at)
{
    const RetroDomain *const domain = solver->domain;
    const uint64_t           mine   = solver->r.layout->mine;
    uint64_t                 found  = 0;
    while (!solver->r.post.full && found < solver->meet_every) {
        *at = scan_find(solver->r.part, *at, mine, (uint8_t)solver->r.round);
        if (*at >= mine) break;
        const uint64_t entry = layout_entry(solver->r.layout, (*at)++);
        neighbours_post(solver, domain->neighbours(domain->data, solver->cursor, entry, solver->near));
        found++;
    }
    return found;
}

// Returns how many entries all ranks have found at this depth.
static uint64_t round_run(Solver *solver)
{
    uint64_t at = 0, found = 0;
    for (uint64_t sums[RANK_SUMS] = {1}; sums[0] > 0; found += sums[1]) {
        sums[1] = part_expand(solver, &at);
        sums[0] = at < solver->r.layout->mine;
        post_turn(&solver->r.post, updates_take, solver, sums);
        rank_round_poll(&solver->r, found, at);
    }
    post_end(&solver->r.post, updates_take, solver);
    return found;
}

static bool rounds_run(Solver *solver, RankResult *result, Status *status)
{
    for (;; solver->r.round++) {
        const uint64_t found = round_run(solver);
        result->round        = solver->r.round;
        if (found == 0) break;
        if (solver->r.round > RETRO_DEPTH_MAX)
            return status_fail(status, "a distance of more than %d", RETRO_DEPTH_MAX);
        if (!rank_round_over(&solver->r, found)) return true;
    }
    return result->complete = true;
}

static void part_begin(const Solver *solver)
{
    const RetroDomain *const domain = solver->domain;
    memset(solver->r.part, RETRO_UNREACHED, solver->r.layout->mine);
    for (uint64_t i = 0; i < domain->goals; i++) {
        const RankPlace place = layout_place(solver->r.layout, domain->goal(domain->data, i));
        if (place.rank == solver->r.layout->me) solver->r.part[place.at] = 0;
    }
}

static bool solver_open(Solver *solver, Status *status)
{
    const RetroDomain *const domain = solver->domain;
    solver->cursor                  = calloc(1, domain->cursor_size + 1);
    solver->near                    = calloc((size_t)domain->neighbours_max, sizeof *solver->near);
    if (solver->cursor == NULL || solver->near == NULL)
        return status_fail_system(status, "out of memory for a cursor");
    if (domain->cursor_open != NULL) domain->cursor_open(domain->data, solver->cursor);
    if (solver->r.options->remember && !told_open(&solver->r.told, domain->entries, status)) return false;
    // Where nobody is told twice, an entry tells a rank of about one other in the largest rounds: ranks that
    // meet after as many entries as a box has room for do not wait for one whose box is full first.
    const uint32_t most = (uint32_t)domain->neighbours_max,
                   room = box_room(solver->r.layout, most, POST_BYTES);
    solver->meet_every  = solver->r.told.word != NULL && room < RANK_MEET_EVERY ? room : RANK_MEET_EVERY;
    return post_open(&solver->r.post, solver->r.ranks, room, most, status);
}

bool ranks_solve_pattern(const Ranks *ranks, const RankLayout *layout, const RankDomain *domain,
                         const RankOptions *options, uint8_t *part, RankResult *result, Status *status)
{
    assert(((uintptr_t)part & 7) == 0 && domain->pattern.entries == layout->entries);
    Solver solver = {.domain = &domain->pattern};
    memset(result, 0, sizeof *result);
    rank_round_open(&solver.r, ranks, layout, options, part);
    bool good = ranks_agree(ranks, solver_open(&solver, status), status);
    if (good && options->round == 0) part_begin(&solver);
    if (good) rank_round_resume(&solver.r);
    if (good) good = rounds_run(&solver, result, status);
    if (good) rank_round_close(&solver.r, result);
    post_close(&solver.r.post);
    told_close(&solver.r.told);
    free(solver.cursor);
    free(solver.near);
    return good;
}
