#include "games/chess/dtm/store.h"
#include "base/threads.h"
#include "retro/scan.h"

#include <string.h>

enum { PIECE = 1024 };   // lines that a thread takes at once

typedef struct Job {
    const DtmSolver *solver;
    const DtmSlice  *slice;
    uint8_t         *table;
    bool             write;
    DtmPlaces        places;
    _Atomic size_t   next;
} Job;

typedef struct Worker {
    Job      *job;
    DtmCounts counts;
} Worker;

// Two lines may stand for the same numbers, as mirror images, with the same bytes.
static void line_write(const Job *job, const DtmMen *m, size_t line, int side, uint64_t legal)
{
    const uint8_t *const bytes = job->solver->self.frame.value[side] + 64 * line;
    const uint64_t       none  = job->slice != NULL ? job->slice->losing[side][line] : 0;
    uint64_t             number[8], n;
    dtm_places_men(&job->places, m, side, number);
    while (legal != 0) {
        const int at = bits_take(&legal);
        if (dtm_places_number(&job->places, number, side, m->white_king, at, &n))
            scan_set(job->table, n, none >> at & 1 ? CHESS_DB_DRAW : bytes[at]);
    }
}

static void line_store(Worker *worker, size_t line)
{
    const Job *const job = worker->job;
    DtmMen           m;
    if (!dtm_frame_men(&job->solver->self.frame, job->solver->b, line, &m)) return;
    for (int side = 0; side < 2; side++) {
        const uint8_t *const bytes = job->solver->self.frame.value[side] + 64 * line;
        uint64_t             legal = dtm_legal(job->solver->b, &m, side);
        if (legal == 0) continue;
        if (job->write) {
            line_write(job, &m, line, side, legal);
            continue;
        }
        uint64_t number[8];
        dtm_places_men(&job->places, &m, side, number);
        legal &= dtm_places_once(&job->places, &job->solver->self.frame, &m, number);
        while (legal != 0) worker->counts.of[side][bytes[bits_take(&legal)]]++;
    }
}

static void lines_share(void *argument)
{
    Worker *const worker = argument;
    const size_t  lines  = worker->job->solver->self.frame.lines;
    for (;;) {
        const size_t from = atomic_fetch_add(&worker->job->next, PIECE),
                     to   = from + PIECE < lines ? from + PIECE : lines;
        if (from >= lines) return;
        for (size_t line = from; line < to; line++) line_store(worker, line);
    }
}

static void lines_run(Job *job, bool write, int threads, DtmCounts *counts)
{
    static _Thread_local Worker workers[DB_THREADS_MAX];
    job->write = write;
    atomic_store(&job->next, 0);
    for (int i = 0; i < threads; i++) memset(&workers[i], 0, sizeof workers[i]), workers[i].job = job;
    threads_run(lines_share, workers, sizeof *workers, threads);
    for (int i = 0; counts != NULL && i < threads; i++)
        for (int k = 0; k < 512; k++) counts->of[k / 256][k % 256] += workers[i].counts.of[k / 256][k % 256];
}

// A byte that no legal position has, or -1.
static int byte_unused(const uint64_t count[256])
{
    for (int value = CHESS_DB_DRAW + 1; value < 256; value++)
        if (count[value] == 0) return value;
    for (int value = CHESS_DB_DRAW - 1; value >= 0; value--)
        if (count[value] == 0) return value;
    return -1;
}

static void table_fill(uint8_t *table, uint64_t n, uint8_t none)
{
    uint8_t last = CHESS_DB_DRAW;
    for (uint64_t i = 0; i < n; i++) {
        if (table[i] == none) table[i] = last;
        last = table[i];
    }
}

void dtm_store(const DtmSolver *s, uint8_t *table, int threads, DtmCounts *counts)
{
    Job job = {.solver = s, .table = table};
    dtm_places_open(&job.places, s->b, &s->self.frame);
    assert(!job.places.swapped);
    memset(counts, 0, sizeof *counts);
    lines_run(&job, false, threads, counts);
    const uint64_t half = job.places.d.half;
    for (int side = 0; side < 2; side++) {
        const int none = byte_unused(counts->of[side]);
        memset(table + (side ? half : 0), none < 0 ? CHESS_DB_DRAW : none, half);
    }
    lines_run(&job, true, threads, NULL);
    for (int side = 0; side < 2; side++) {
        const int none = byte_unused(counts->of[side]);
        if (none >= 0) table_fill(table + (side ? half : 0), half, (uint8_t)none);
    }
}

void dtm_store_partial(const DtmSolver *s, const DtmSlice *slice, uint8_t *table, int threads)
{
    Job job = {.solver = s, .slice = slice, .table = table};
    dtm_places_open(&job.places, s->b, &s->self.frame);
    memset(table, CHESS_DB_DRAW, job.places.d.entries);
    lines_run(&job, true, threads, NULL);
}

static void line_restore(DtmSlice *slice, size_t line, int side, const uint8_t bytes[64], int level)
{
    uint8_t *const own      = slice->solver->self.frame.value[side] + 64 * line;
    slice->lost[side][line] = 0;
    for (uint64_t left = slice->open[side][line]; left != 0;) {
        const int  at = bits_take(&left), value = bytes[at];
        const bool won   = value > CHESS_DB_DRAW;
        const int  plies = won ? 2 * (256 - value) - 1 : 2 * value;
        if (value == CHESS_DB_DRAW || plies > level) continue;
        own[at] = (uint8_t)value;
        slice->losing[side][line] &= ~BIT(at);
        if (won) slice->open[side][line] &= ~BIT(at);
        if (plies == level) *(won ? &slice->won[side][line] : &slice->lost[side][line]) |= BIT(at);
    }
}

void dtm_restore_level(DtmSlice *slice, const uint8_t *table, int level)
{
    const DtmSolver *const s = slice->solver;
    DtmPlaces              places;
    assert(slice->first == 0 && slice->lines == s->self.frame.lines);
    dtm_places_open(&places, s->b, &s->self.frame);
    for (size_t line = 0; line < slice->lines; line++) {
        DtmMen m;
        if (!dtm_frame_men(&s->self.frame, s->b, line, &m)) continue;
        for (int side = 0; side < 2; side++) {
            uint8_t  bytes[64];
            uint64_t number[8], n;
            dtm_places_men(&places, &m, side, number);
            memset(bytes, CHESS_DB_DRAW, sizeof bytes);
            for (int at = 0; at < 64; at++)
                if (dtm_places_number(&places, number, side, m.white_king, at, &n)) bytes[at] = table[n];
            line_restore(slice, line, side, bytes, level);
        }
    }
    slice->level = level;
    atomic_store(&slice->found, 1);
}
