#include "games/chess/dtm.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/threads.h"
#include "games/chess/dtm_solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL_MAX = 254, PIECE = 256 };   // lines that a thread takes at once

typedef struct Build {
    const CatalogDb        *db;
    const ChessDbNumbering *d;
    const BuildOptions     *options;
    DtmBoard               *b;
    DtmSolver               solver;
    uint8_t                *table;   // as in the file
    int                     round;   // done before
    double                  next;    // checkpoint
    int                     deepest;
    uint64_t                decided;
} Build;

static bool stopped(const Build *build)
{
    return build->options->stop != NULL && atomic_load_explicit(build->options->stop, memory_order_relaxed);
}

// Storing: legal positions only; the others are to look like their neighbours, for the packer.

// A byte that no legal position of a side has, or -1.
static int byte_unused(const uint64_t count[256])
{
    for (int value = 129; value < 256; value++)
        if (count[value] == 0) return value;
    for (int value = 127; value >= 0; value--)
        if (count[value] == 0) return value;
    return -1;
}

typedef struct Store {
    Build          *build;
    DtmPlaces       places;
    const DtmSlice *slice;   // unfinished: what may still be lost has no value yet
    uint64_t        count[2][256];
} Store;

static void line_store(Store *st, const DtmMen *m, size_t line, int side, bool write)
{
    const Build *const build = st->build;
    const uint8_t     *bytes = build->solver.self.frame.value[side] + 64 * line;
    uint64_t           number[8], n, left = dtm_legal(build->b, m, side);
    const uint64_t     none  = st->slice != NULL ? st->slice->losing[side][line] : 0;
    if (left == 0) return;
    dtm_places_men(&st->places, m, side, number);
    while (left != 0) {
        const int at = bits_take(&left);
        if (!write) st->count[side][bytes[at]]++;
        else if (dtm_places_number(&st->places, number, side, m->white_king, at, &n))
            build->table[n] = none >> at & 1 ? CHESS_DB_DRAW : bytes[at];
    }
}

static void lines_store(Store *st, bool write)
{
    const DtmFrame *const f = &st->build->solver.self.frame;
    for (size_t line = 0; line < f->lines; line++) {
        DtmMen m;
        if (!dtm_frame_men(f, st->build->b, line, &m)) continue;
        for (int side = 0; side < 2; side++) line_store(st, &m, line, side, write);
    }
}

static void table_fill(uint8_t *table, uint64_t n, uint8_t none)
{
    uint8_t last = CHESS_DB_DRAW;
    for (uint64_t i = 0; i < n; i++) {
        if (table[i] == none) table[i] = last;
        last = table[i];
    }
}

static void table_store(Build *build)
{
    Store          st   = {.build = build};
    const uint64_t half = build->d->half;
    dtm_places_open(&st.places, build->b, &build->solver.self.frame);
    lines_store(&st, false);
    for (int side = 0; side < 2; side++) {
        const int none = byte_unused(st.count[side]);
        memset(build->table + (side ? half : 0), none < 0 ? CHESS_DB_DRAW : none, half);
    }
    lines_store(&st, true);
    for (int side = 0; side < 2; side++) {
        const int none = byte_unused(st.count[side]);
        if (none >= 0) table_fill(build->table + (side ? half : 0), half, (uint8_t)none);
        for (int value = 0; value < 256; value++) {
            const int plies = value < CHESS_DB_DRAW ? 2 * value : 2 * (256 - value) - 1;
            if (value == CHESS_DB_DRAW || st.count[side][value] == 0) continue;
            build->decided += st.count[side][value];
            if (plies > build->deepest) build->deepest = plies;
        }
    }
}

// A slice, by one thread or by all.

typedef struct Worker {
    DtmSlice *slice;
    DtmPass  *pass;
} Worker;

static void pass_share(void *argument)
{
    const Worker *const worker = argument;
    DtmSlice *const     slice  = worker->slice;
    for (;;) {
        const size_t from = atomic_fetch_add(&slice->next, PIECE);
        if (from >= slice->lines) return;
        worker->pass(slice, from, from + PIECE < slice->lines ? from + PIECE : slice->lines);
    }
}

static void pass_run(DtmSlice *slice, DtmPass *pass, int threads)
{
    if (threads == 1) {
        pass(slice, 0, slice->lines);
        return;
    }
    Worker workers[THREADS_MAX];
    atomic_store(&slice->next, 0);
    for (int i = 0; i < threads; i++) workers[i] = (Worker){slice, pass};
    threads_run(pass_share, workers, sizeof *workers, threads);
}

static bool slice_solve(Build *build, DtmSlice *slice, size_t first, int threads, bool whole)
{
    slice->first = first;
    slice->level = 0;
    atomic_store(&slice->last, 0);
    atomic_store(&slice->found, 0);
    pass_run(slice, dtm_pass_begin, threads);
    pass_run(slice, dtm_pass_mates, threads);
    while (dtm_slice_more(slice) && slice->level < LEVEL_MAX) {
        if (stopped(build)) return false;
        slice->level++;
        atomic_store(&slice->found, 0);
        pass_run(slice, dtm_pass_spread, threads);
        pass_run(slice, dtm_pass_settle, threads);
    }
    (void)whole;
    pass_run(slice, dtm_pass_end, threads);
    return true;
}

// Slices with pawns: those with as many steps to go are independent of each other.

static int steps_left(const DtmMen *m)
{
    int steps = 0;
    for (int i = 0; i < m->n; i++)
        if (m->man[i] == CHESS_DB_P) steps += m->colour[i] == 0 ? 6 - (m->square[i] >> 3) : (m->square[i] >> 3) - 1;
    return steps;
}

typedef struct Class {
    Build         *build;
    size_t        *first;   // of its slices
    size_t         n;
    _Atomic size_t next;
} Class;

typedef struct ClassWorker {
    Class    *class;
    DtmSlice *slice;
} ClassWorker;

static void class_share(void *argument)
{
    const ClassWorker *const worker = argument;
    for (;;) {
        const size_t i = atomic_fetch_add(&worker->class->next, 1);
        if (i >= worker->class->n || !slice_solve(worker->class->build, worker->slice, worker->class->first[i], 1, false))
            return;
    }
}

static bool slice_there(const Build *build, size_t first, int steps)
{
    const DtmFrame *const f = &build->solver.self.frame;
    DtmMen                m;
    // The men of some line: pawns are the same in all.
    dtm_frame_men(f, build->b, first, &m);
    if (steps_left(&m) != steps) return false;
    for (int i = 0; i < f->pawns; i++)
        for (int k = 0; k < i; k++)
            if (m.square[i] == m.square[k] || (f->two == k && i == k + 1 && m.square[k] > m.square[i])) return false;
    return true;
}

static bool classes_solve(Build *build, DtmSlice slices[], int threads)
{
    const DtmFrame *const f = &build->solver.self.frame;
    size_t *const         first = calloc(f->lines / f->slice, sizeof *first);
    if (first == NULL) return false;
    for (int steps = build->round; steps <= 5 * f->pawns; steps++) {
        Class       class = {.build = build, .first = first};
        ClassWorker workers[THREADS_MAX];
        for (size_t line = 0; line < f->lines; line += f->slice)
            if (slice_there(build, line, steps)) first[class.n++] = line;
        for (int i = 0; i < threads; i++) workers[i] = (ClassWorker){&class, &slices[i]};
        threads_run(class_share, workers, sizeof *workers, threads);
    }
    free(first);
    return true;
}

static bool solve(Build *build, Status *status)
{
    const bool   pawns   = build->solver.self.frame.pawns > 0;
    const int    threads = build->options->threads, slices = pawns ? threads : 1;
    DtmSlice     slice[8];
    for (int i = 0; i < slices; i++)
        if (!dtm_slice_open(&slice[i], &build->solver, build->options->stop, status)) return false;
    if (pawns) classes_solve(build, slice, threads);
    else slice_solve(build, &slice[0], 0, threads, true);
    for (int i = 0; i < slices; i++) dtm_slice_close(&slice[i]);
    return true;
}

static void folder_of(const char *path, char out[DB_PATH_MAX])
{
    snprintf(out, DB_PATH_MAX, "%s", path);
    char *const slash = strrchr(out, '/');
    if (slash != NULL) *slash = 0;
    else snprintf(out, DB_PATH_MAX, ".");
}

bool dtm_build(const CatalogDb *db, const BuildOptions *options, BuildResult *result, Status *status)
{
    Build *const build = calloc(1, sizeof *build);
    const double start = clock_seconds();
    char         folder[DB_PATH_MAX];
    int          order[3];
    build->db = db, build->d = db->data, build->options = options;
    build->b = malloc(sizeof *build->b);
    dtm_board_open(build->b);
    folder_of(options->path, folder);
    dtm_solver_open(&build->solver, build->b, build->d, order);
    bool good = dtm_solver_load(&build->solver, folder, status);
    double t1 = clock_seconds();
    good = good && solve(build, status);
    double t2 = clock_seconds();
    build->table = memory_reserve(build->d->entries, 1, MEMORY_HUGE);
    if (good) table_store(build);
    double t3 = clock_seconds();
    DbOptions fo = options->file; fo.no_dictionary = true; fo.level = getenv("L") ? atoi(getenv("L")) : 6;
    good = good && db_write(options->path, &db->info, &fo, build->table, status);
    double t4 = clock_seconds();
    if (getenv("T")) fprintf(stderr, "load %.2f solve %.2f store %.2f write %.2f\n", t1-start, t2-t1, t3-t2, t4-t3);
    memory_release(build->table, build->d->entries, 1);
    dtm_solver_close(&build->solver);
    *result = (BuildResult){.complete = good, .depth = build->deepest, .reached = build->decided, .seconds = clock_seconds() - start};
    free(build->b);
    free(build);
    return good;
}
