#include "base/bits.h"
#include "retro/ranks/question.h"
#include "retro/ranks/rank_round.h"
#include "retro/scan.h"

#include <stdlib.h>
#include <string.h>

// An open entry with c moves that are not known to lose is the byte COUNTER + c, as in endgame.c.
enum { COUNTER = 127, COUNT_MAX = ENDGAME_OPEN - 1 - COUNTER, COUNTED_PLIES_MAX = COUNTER - 1 };

typedef struct Solver {
    RankRound            r;
    const RankDomain    *rank_domain;
    const EndgameDomain *domain;
    Question             question;   // candidates
    bool                 counting;
    int                  waiting;   // the largest byte that waits for its round
    void                *cursor;
    uint64_t            *near;
    uint32_t            *watch;   // places that are looked at in every round
    uint64_t             watched;
} Solver;

static bool is_counter(uint8_t value) { return value > COUNTER && value < ENDGAME_OPEN; }

static bool is_open(const Solver *solver, uint8_t value)
{
    return value > solver->r.round && value <= ENDGAME_OPEN;
}

// Taking in what moves lead back to.

static void counters_take(void *taker, const uint32_t at[], uint32_t n)
{
    const Solver *const solver = taker;
    uint8_t *const      part   = solver->r.part;
    const uint8_t       round  = (uint8_t)solver->r.round;
    for (uint32_t i = 0; i < n; i++) {
        if (i + 16 < n) __builtin_prefetch(&part[at[i + 16]], 1);
        assert(at[i] < solver->r.layout->mine);
        if (is_counter(part[at[i]]) && (round % 2 == 1 || --part[at[i]] == COUNTER)) part[at[i]] = round;
    }
}

// In odd rounds an entry that surely leads to a loss is won; everything else is looked at.
static void candidates_take(void *taker, const uint32_t at[], uint32_t n)
{
    Solver *const solver = taker;
    const bool    sure   = solver->r.round % 2 == 1 && !solver->domain->candidates;
    for (uint32_t i = 0; i < n; i++) {
        assert(at[i] < solver->r.layout->mine);
        if (!is_open(solver, solver->r.part[at[i]])) continue;
        if (sure) solver->r.part[at[i]] = (uint8_t)solver->r.round;
        else question_add(&solver->question, at[i]);
    }
}

static RankTake *taking(const Solver *solver) { return solver->counting ? counters_take : candidates_take; }

static void predecessors_post(Solver *solver, int n)
{
    const RankLayout *const layout = solver->r.layout;
    RankTake *const         take   = taking(solver);
    const RankTold *const   told   = &solver->r.told;
    const bool              won    = solver->r.round % 2 == 1;   // the first word is the last
    for (int i = 0; i < n; i++) {
        if (won ? told_add(told, solver->near[i]) : told_has(told, solver->near[i])) continue;
        const RankPlace place = layout_place(layout, solver->near[i]);
        const uint32_t  at    = (uint32_t)place.at;
        if (place.rank == layout->me) take(solver, &at, 1);
        else post_put(&solver->r.post, place.rank, place.at);
    }
}

static void part_expand(Solver *solver, uint64_t *at)
{
    const EndgameDomain *const domain = solver->domain;
    const uint64_t             mine   = solver->r.layout->mine;
    for (int found = 0; found < RANK_MEET_EVERY && !solver->r.post.full; found++) {
        if (question_full(&solver->question)) return;
        *at = scan_find(solver->r.part, *at, mine, (uint8_t)(solver->r.round - 1));
        if (*at >= mine) return;
        const uint64_t entry = layout_entry(solver->r.layout, (*at)++);
        predecessors_post(solver, domain->predecessors(domain->data, solver->cursor, entry, solver->near));
    }
}

// Collective: all candidates are looked at. Questions are swapped as updates are, of which one swap may be
// under way: what it brings are candidates, too.
static void candidates_ask(Solver *solver)
{
    if (solver->counting) return;
    post_end(&solver->r.post, taking(solver), solver);
    while (question_ask(&solver->question, solver->r.round) > 0) {}
}

static void round_expand(Solver *solver)
{
    uint64_t at = 0;
    for (uint64_t sums[RANK_SUMS] = {1}; sums[0] > 0;) {
        part_expand(solver, &at);
        sums[0] = at < solver->r.layout->mine;
        post_turn(&solver->r.post, taking(solver), solver, sums);
        candidates_ask(solver);
        rank_round_poll(&solver->r, 0, at);
    }
    post_end(&solver->r.post, taking(solver), solver);
    candidates_ask(solver);
}

// Entries whose byte waited for this round. Odd: they are won, and that is settled. Even: they are lost if
// all other moves lose, too.
static void round_waiting(Solver *solver)
{
    const Ranks *const ranks = solver->r.ranks;
    uint64_t           at = 0, watch = 0;
    const uint64_t     mine = solver->r.layout->mine;
    const bool         wait = solver->r.round % 2 == 0 && solver->r.round <= solver->waiting;
    for (uint64_t busy = 1; busy > 0;) {
        for (; wait && at < mine && !question_full(&solver->question);) {
            at = scan_find(solver->r.part, at, mine, (uint8_t)solver->r.round);
            if (at >= mine) break;
            solver->r.part[at] = ENDGAME_OPEN;
            question_add(&solver->question, (uint32_t)at++);
        }
        for (; watch < solver->watched && !question_full(&solver->question); watch++)
            if (is_open(solver, solver->r.part[solver->watch[watch]]))
                question_add(&solver->question, solver->watch[watch]);
        candidates_ask(solver);
        busy = (wait && at < mine) || watch < solver->watched;
        ranks->sums(ranks->context, &busy, 1);
    }
}

// The first round: what is lost, drawn or no position, and counters.
static void part_begin(Solver *solver)
{
    const EndgameDomain *const domain = solver->domain;
    for (uint64_t at = 0; at < solver->r.layout->mine; at++) {
        const uint64_t entry   = layout_entry(solver->r.layout, at);
        uint8_t        outcome = domain->outcome(domain->data, solver->cursor, entry);
        if (outcome == ENDGAME_OPEN && solver->counting)
            outcome = (uint8_t)(COUNTER + (domain->moves != NULL
                                               ? domain->moves(domain->data, solver->cursor, entry)
                                               : domain->successors(domain->data, solver->cursor, entry,
                                                                    solver->near)));
        solver->r.part[at] = outcome;
        if (at % RANK_MEET_EVERY == 0) rank_round_poll(&solver->r, 0, at);
    }
}

static void counters_drop(Solver *solver)
{
    for (uint64_t i = 0; solver->counting && i < solver->r.layout->mine; i++)
        if (is_counter(solver->r.part[i])) solver->r.part[i] = ENDGAME_OPEN;
    solver->counting = false;
}

static uint64_t part_count(const Solver *solver)
{
    const uint8_t *const part  = solver->r.part;
    const uint64_t       mine  = solver->r.layout->mine;
    uint64_t             found = 0, at = 0;
    for (; at + 8 <= mine; at += 8)
        found += (uint64_t)bits_count(scan_match(scan_word(part, at), (uint8_t)solver->r.round));
    for (; at < mine; at++) found += part[at] == solver->r.round;
    return found;
}

// Collective. False when a rank's domain could not answer.
static bool round_run(Solver *solver, uint64_t *found, Status *status)
{
    const Ranks *const  ranks   = solver->r.ranks;
    const Status *const trouble = solver->rank_domain->trouble;
    if (solver->r.round > COUNTED_PLIES_MAX) counters_drop(solver);
    if (solver->r.round == 0) {
        part_begin(solver);
    } else {
        if (!solver->counting) round_waiting(solver);
        round_expand(solver);
    }
    *found = part_count(solver);
    ranks->sums(ranks->context, found, 1);
    if (trouble != NULL) *status = *trouble;
    return trouble == NULL || ranks_agree(ranks, trouble->text[0] == 0, status);
}

// Collective: bytes that wait for a round after this one.
static void waiting_find(Solver *solver)
{
    uint64_t counts[256];
    solver->waiting = 0;
    if (solver->counting || solver->domain->elsewhere_max == 0) return;
    rank_counts(solver->r.ranks, solver->r.part, solver->r.layout->mine, counts);
    for (int value = solver->r.round; value <= ENDGAME_PLIES_MAX; value++)
        if (counts[value] > 0) solver->waiting = value;
}

static bool rounds_run(Solver *solver, RankResult *result, Status *status)
{
    for (;; solver->r.round++) {
        uint64_t found;
        result->round = solver->r.round;
        if (!round_run(solver, &found, status)) return false;
        if (solver->r.round == 0) waiting_find(solver);
        if (found == 0 && solver->r.round > solver->waiting) break;
        if (solver->r.round > ENDGAME_PLIES_MAX)
            return status_fail(status, "a game of more than %d plies", ENDGAME_PLIES_MAX);
        if (!rank_round_over(&solver->r, found)) return true;
    }
    return result->complete = true;
}

static void part_finish(const Solver *solver)
{
    for (uint64_t i = 0; i < solver->r.layout->mine; i++)
        if (solver->r.part[i] == ENDGAME_OPEN || (solver->counting && is_counter(solver->r.part[i])))
            solver->r.part[i] = ENDGAME_DRAW;
}

// Collective: positions that have two entries are counted once.
static void again_uncount(const Solver *solver, uint64_t counts[256])
{
    const RankDomain *const d         = solver->rank_domain;
    uint64_t                less[256] = {0};
    if (d->again == NULL) return;
    for (uint64_t at = 0; at < solver->r.layout->mine; at++)
        less[solver->r.part[at]] += d->again(solver->domain->data, layout_entry(solver->r.layout, at));
    solver->r.ranks->sums(solver->r.ranks->context, less, 256);
    for (int value = 0; value < 256; value++) counts[value] -= less[value];
}

// Those of the part that the domain wants to be looked at in every round.
static bool watch_open(Solver *solver, Status *status)
{
    const RankDomain *const d    = solver->rank_domain;
    const uint64_t          n    = solver->r.layout->mine;
    uint64_t                room = 0;
    for (uint64_t at = 0; d->watched != NULL && at < n; at++) {
        const uint64_t entry = layout_entry(solver->r.layout, at);
        if (!d->watched(solver->domain->data, solver->cursor, entry)) continue;
        if (solver->watched == room) {
            room                  = 2 * room + 1024;
            uint32_t *const grown = realloc(solver->watch, room * sizeof *grown);
            if (grown == NULL) return status_fail_system(status, "out of memory for a list of entries");
            solver->watch = grown;
        }
        solver->watch[solver->watched++] = (uint32_t)at;
    }
    return true;
}

static bool solver_open(Solver *solver, Status *status)
{
    const EndgameDomain *const domain = solver->domain;
    if (domain->predecessors == NULL)
        return status_fail(status, "a game whose moves cannot be taken back is not built by ranks");
    const uint32_t room = box_room(solver->r.layout, (uint32_t)domain->moves_max,
                                   POST_BYTES + QUESTION_BYTES);
    solver->cursor      = calloc(1, domain->cursor_size + 1);
    solver->near        = calloc((size_t)domain->moves_max, sizeof *solver->near);
    if (solver->cursor == NULL || solver->near == NULL)
        return status_fail_system(status, "out of memory for a cursor");
    if (domain->cursor_open != NULL) domain->cursor_open(domain->data, solver->cursor);
    // Only where a predecessor of what is lost is won for certain.
    if (solver->r.options->remember && !domain->candidates && domain->elsewhere_max == 0 &&
        !told_open(&solver->r.told, domain->entries, status))
        return false;
    return post_open(&solver->r.post, solver->r.ranks, room, (uint32_t)domain->moves_max, status) &&
           question_open(&solver->question, solver->r.ranks, solver->r.layout, domain, solver->r.part, room,
                         status) &&
           watch_open(solver, status);
}

bool ranks_solve_endgame(const Ranks *ranks, const RankLayout *layout, const RankDomain *rank_domain,
                         const RankOptions *options, uint8_t *part, RankResult *result, Status *status)
{
    const EndgameDomain *const domain = &rank_domain->endgame;
    assert(((uintptr_t)part & 7) == 0 && domain->entries == layout->entries);
    Solver solver = {.rank_domain = rank_domain, .domain = domain};
    memset(result, 0, sizeof *result);
    rank_round_open(&solver.r, ranks, layout, options, part);
    solver.counting = domain->predecessors != NULL && !domain->candidates && domain->elsewhere_max == 0 &&
                      domain->moves_max <= COUNT_MAX && options->round <= COUNTED_PLIES_MAX + 1;
    bool good = ranks_agree(ranks, solver_open(&solver, status), status);
    if (good) rank_round_resume(&solver.r), waiting_find(&solver);
    if (good) good = rounds_run(&solver, result, status);
    if (good && result->complete) part_finish(&solver);
    if (good) rank_round_close(&solver.r, result);
    if (good && result->complete) again_uncount(&solver, result->counts);
    result->sent += solver.question.sent;
    result->memory += question_memory(&solver.question) + solver.watched * sizeof *solver.watch;
    question_close(&solver.question);
    post_close(&solver.r.post);
    told_close(&solver.r.told);
    free(solver.watch);
    free(solver.cursor);
    free(solver.near);
    return good;
}
