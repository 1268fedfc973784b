#include "games/chess/dtm/dtm.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/threads.h"
#include "games/chess/dtm/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Level 6 of zstd packs the small endings 0.7 % worse than 9 in half the time; a dictionary gains nothing.
enum { LEVEL_MAX = 254, ROUND_MAX = 250, PIECE = 256, PACK_LEVEL = 6 };

typedef struct Build {
    const CatalogDb        *db;
    const ChessDbNumbering *d;
    const BuildOptions     *options;
    DtmBoard                board;
    DtmSolver               solver;
    uint8_t                *table;   // as in the file
    int                     round;   // done: without pawns levels and 1, with pawns classes of slices
    double                  next;    // when a checkpoint is due
    bool                    stopped, failed;
    DtmCounts               counts;
} Build;

static bool stop_requested(const Build *build)
{
    return build->options->stop != NULL && atomic_load_explicit(build->options->stop, memory_order_relaxed);
}

static void report(const Build *build, const char *what, int number, double done)
{
    char text[100];
    snprintf(text, sizeof text, "%s, %s %d", build->db->info.name, what, number);
    build_report(build->options, text, done < 1 ? done : 1);
}

// A slice, by one thread or by several.

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
    Worker workers[DB_THREADS_MAX];
    atomic_store(&slice->next, 0);
    for (int i = 0; i < threads; i++) workers[i] = (Worker){slice, pass};
    threads_run(pass_share, workers, sizeof *workers, threads);
}

static void slice_begin(DtmSlice *slice, size_t first, int threads)
{
    slice->first = first;
    slice->level = 0;
    atomic_store(&slice->last, 0);
    atomic_store(&slice->found, 0);
    pass_run(slice, dtm_pass_begin, threads);
    pass_run(slice, dtm_pass_mates, threads);
}

static void slice_level(DtmSlice *slice, int threads)
{
    slice->level++;
    atomic_store(&slice->found, 0);
    pass_run(slice, dtm_pass_spread, threads);
    pass_run(slice, dtm_pass_settle, threads);
}

// Longer than a byte can say: the last level has losses, and one more would have wins. KPPKP is lost in 127
// moves at most, which fits.
static bool too_long(DtmSlice *slice, int threads)
{
    if (slice->level < LEVEL_MAX || !dtm_slice_more(slice)) return false;
    slice_level(slice, threads);
    return atomic_load(&slice->found) > 0;
}

// Without pawns: one slice, all threads, a checkpoint after a level.

static bool level_checkpoint(Build *build, const DtmSlice *slice, Status *status)
{
    const double begun = clock_seconds();
    if (begun < build->next || slice->level >= ROUND_MAX) return true;
    dtm_store_partial(&build->solver, slice, build->table, build->options->threads);
    const bool good = build_checkpoint(build->db, build->options, build->table, slice->level + 1, status);
    build->next     = build_checkpoint_next(build->options, begun);
    return good;
}

static bool levels_solve(Build *build, DtmSlice *slice, Status *status)
{
    const int threads = build->options->threads;
    uint64_t  settled = 0;
    slice_begin(slice, 0, threads);
    if (build->round > 1) dtm_restore_level(slice, build->table, build->round - 1);
    while (dtm_slice_more(slice) && slice->level < LEVEL_MAX) {
        settled += atomic_load(&slice->found);
        build->round = slice->level + 1;
        report(build, "ply", slice->level + 1,
               (double)settled / ((double)build->d->entries * build->db->decided));
        if (!level_checkpoint(build, slice, status)) return false;
        build->stopped = stop_requested(build);
        if (build->stopped) {
            build->next = 0;
            return level_checkpoint(build, slice, status);
        }
        slice_level(slice, threads);
    }
    build->failed = too_long(slice, threads);
    pass_run(slice, dtm_pass_end, threads);
    return true;
}

// With pawns: slices with as many steps of pawns to go are independent of each other; a class of them, each
// solved by one thread, then a checkpoint.

typedef struct Class {
    Build         *build;
    size_t        *first;            // of its slices
    size_t         n, before, all;   // slices in it, in the classes before, in all
    _Atomic size_t next;
    atomic_bool    stopped, failed;
} Class;

typedef struct ClassWorker {
    Class *class;
    DtmSlice slice;
    bool     reports;
} ClassWorker;

static bool slice_solve(Class *class, DtmSlice *slice, size_t first)
{
    slice_begin(slice, first, 1);
    while (dtm_slice_more(slice) && slice->level < LEVEL_MAX) {
        if (stop_requested(class->build)) return atomic_store(&class->stopped, true), false;
        slice_level(slice, 1);
    }
    if (too_long(slice, 1)) atomic_store(&class->failed, true);
    pass_run(slice, dtm_pass_end, 1);
    return true;
}

static void class_share(void *argument)
{
    ClassWorker *const worker = argument;
    Class *const class        = worker->class;
    for (;;) {
        const size_t i = atomic_fetch_add(&class->next, 1);
        if (i >= class->n) return;
        if (worker->reports)
            report(class->build, "pawns", class->build->round,
                   (double)(class->before + i) / (double)class->all);
        if (!slice_solve(class, &worker->slice, class->first[i])) return;
    }
}

static int steps_left(const DtmMen *m)
{
    int steps = 0;
    for (int i = 0; i < m->n; i++)
        if (m->man[i] == CHESS_DB_P)
            steps += m->colour[i] == 0 ? 6 - (m->square[i] >> 3) : (m->square[i] >> 3) - 1;
    return steps;
}

// How far the pawns of a slice have to go; -1 when they cannot stand like that.
static int slice_steps(const Build *build, size_t first)
{
    const DtmFrame *const f = &build->solver.self.frame;
    DtmMen                m;
    dtm_frame_men(f, &build->board, first, &m);
    for (int i = 0; i < f->pawns; i++)
        for (int k = 0; k < i; k++)
            if (m.square[i] == m.square[k] || (f->two == k && i == k + 1 && m.square[k] > m.square[i]))
                return -1;
    return steps_left(&m);
}

static void class_find(const Build *build, Class *class, int steps)
{
    const DtmFrame *const f = &build->solver.self.frame;
    class->n = class->before = class->all = 0;
    for (size_t line = 0; line < f->lines; line += f->slice) {
        const int here = slice_steps(build, line);
        class->all += here >= 0;
        class->before += here >= 0 && here < steps;
        if (here == steps) class->first[class->n++] = line;
    }
}

static bool class_checkpoint(Build *build, Status *status)
{
    const double begun = clock_seconds();
    if (begun < build->next) return true;
    dtm_store_partial(&build->solver, NULL, build->table, build->options->threads);
    const bool good = build_checkpoint(build->db, build->options, build->table, build->round, status);
    build->next     = build_checkpoint_next(build->options, begun);
    return good;
}

static bool classes_solve(Build *build, ClassWorker workers[], Status *status)
{
    const DtmFrame *const f = &build->solver.self.frame;
    Class class             = {.build = build, .first = calloc(f->lines / f->slice, sizeof(size_t))};
    bool      good          = class.first != NULL || status_fail_system(status, "out of memory for slices");
    DtmPlaces places;
    dtm_places_open(&places, &build->board, f);
    if (good && build->round > 0) dtm_frame_fill(&build->solver.self.frame, &places, build->table);
    for (int i = 0; i < build->options->threads; i++) workers[i].class = &class, workers[i].reports = i == 0;
    while (good && build->round <= 5 * f->pawns && !build->stopped && !build->failed) {
        class_find(build, &class, build->round);
        atomic_store(&class.next, 0);
        threads_run(class_share, workers, sizeof *workers, build->options->threads);
        build->failed  = atomic_load(&class.failed);
        build->stopped = atomic_load(&class.stopped);
        if (!build->stopped) build->round++;
        good = class_checkpoint(build, status);
    }
    if (good && build->stopped) build->next = 0, good = class_checkpoint(build, status);
    free(class.first);
    return good;
}

static bool solve(Build *build, Status *status)
{
    const bool         pawns   = build->solver.self.frame.pawns > 0;
    const int          slices  = pawns ? build->options->threads : 1;
    ClassWorker *const workers = calloc((size_t)slices, sizeof *workers);
    bool               good    = workers != NULL || status_fail_system(status, "out of memory for threads");
    int                open    = 0;
    for (; good && open < slices; open += good)
        good = dtm_slice_open(&workers[open].slice, &build->solver, status);
    if (good)
        good = pawns ? classes_solve(build, workers, status) : levels_solve(build, &workers[0].slice, status);
    for (int i = 0; i < open; i++) dtm_slice_close(&workers[i].slice);
    free(workers);
    if (good && build->failed)
        return status_fail_system(status, "%s: a mate in more than 127 moves", build->db->info.name);
    return good;
}

// Memory and what must be there before.

typedef struct Bytes {
    const DtmBoard *b;
    uint64_t        views, file;   // of all views; of the largest file, which is unpacked while it is read
} Bytes;

static void view_bytes(void *context, DtmView *view)
{
    Bytes *const bytes = context;
    DtmPlaces    places;
    dtm_places_open(&places, bytes->b, &view->frame);
    bytes->views += dtm_frame_bytes(&view->frame);
    if (places.d.entries > bytes->file) bytes->file = places.d.entries;
}

static uint64_t solver_memory(DtmSolver *s, const ChessDbNumbering *d, int threads)
{
    const DtmFrame *const f     = &s->self.frame;
    Bytes                 bytes = {.b = s->b};
    dtm_solver_views(s, view_bytes, &bytes);
    return dtm_frame_bytes(f) + d->entries + bytes.views + bytes.file +
           (uint64_t)f->slice * 12 * sizeof(uint64_t) * (uint64_t)(f->pawns > 0 ? threads : 1);
}

uint64_t dtm_memory(const ChessDbNumbering *d, int threads)
{
    Build *const build = calloc(1, sizeof *build);
    if (build == NULL) return 0;
    dtm_board_open(&build->board);
    dtm_solver_open(&build->solver, &build->board, d);
    const uint64_t all = solver_memory(&build->solver, d, threads);
    free(build);
    return all;
}

static void folder_of(const char *path, char out[DB_PATH_MAX])
{
    snprintf(out, DB_PATH_MAX, "%s", path);
    char *const slash = strrchr(out, '/');
    if (slash != NULL) *slash = 0;
    else snprintf(out, DB_PATH_MAX, ".");
}

static bool memory_check(Build *build, Status *status)
{
    const uint64_t most = build->options->memory_max;
    const uint64_t need = solver_memory(&build->solver, build->d, build->options->threads);
    return most == 0 || need <= most ||
           status_fail_system(status, "%s needs %" PRIu64 " MiB of memory; %" PRIu64 " are allowed",
                              build->db->info.name, (need >> 20) + 1, most >> 20);
}

static bool file_write_all(Build *build, Status *status)
{
    DbOptions file     = build->options->file;
    file.no_dictionary = true;
    if (file.level == 0) file.level = PACK_LEVEL;
    dtm_store(&build->solver, build->table, build->options->threads, &build->counts);
    return db_write(build->options->path, &build->db->info, &file, build->table, status);
}

static bool build_all(Build *build, Status *status)
{
    char folder[DB_PATH_MAX];
    folder_of(build->options->path, folder);
    dtm_solver_open(&build->solver, &build->board, build->d);
    if (!memory_check(build, status)) return false;
    build->table = memory_reserve(build->d->entries, 1, MEMORY_HUGE);
    if (build->table == NULL) return status_fail_system(status, "out of memory for %s", build->db->info.name);
    build->next = clock_seconds() + build->options->checkpoint_seconds;
    return build_resume(build->db, build->options, build->table, &build->round, status) &&
           dtm_solver_load(&build->solver, folder, status) && solve(build, status) &&
           (build->stopped || file_write_all(build, status));
}

static void result_fill(const Build *build, BuildResult *result, double seconds)
{
    *result = (BuildResult){.complete = !build->stopped, .depth = build->round, .seconds = seconds};
    if (build->stopped) return;
    result->depth = 0;
    for (int value = 0; value < 256; value++) {
        const uint64_t n     = build->counts.of[0][value] + build->counts.of[1][value];
        const int      plies = value < CHESS_DB_DRAW ? 2 * value : 2 * (256 - value) - 1;
        if (value == CHESS_DB_DRAW || n == 0) continue;
        result->reached += n;
        if (plies > result->depth) result->depth = plies;
    }
}

bool dtm_build(const CatalogDb *db, const BuildOptions *options, BuildResult *result, Status *status)
{
    assert(options->threads >= 1 && options->threads <= DB_THREADS_MAX);
    const double start = clock_seconds();
    Build *const build = calloc(1, sizeof *build);
    if (build == NULL) return status_fail_system(status, "out of memory for %s", db->info.name);
    build->db      = db;
    build->d       = db->data;
    build->options = options;
    dtm_board_open(&build->board);
    const bool good = build_all(build, status);
    if (good) result_fill(build, result, clock_seconds() - start);
    dtm_solver_close(&build->solver);
    memory_release(build->table, build->d->entries, 1);
    free(build);
    return good;
}
