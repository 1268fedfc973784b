// slices.h - databases that fall into slices, each made alone: over threads, stored on disk as they come,
// then written as a file.
//
// Contract. A slice is a function of its number. Finished slices go to a log, NAME.part, packed, in whatever
// order they come; a build that was killed or stopped continues with the slices that are missing. A torn
// record at the end of the log is dropped; a damaged one is named in a notice, and it and those after it are
// made again. When all are there the file is written from the log and the log removed. Neither threads nor
// interruptions change a byte of the file. One process at a time works on a log.
// In a slice SLICES_NEVER means "cannot be reached"; the file has the largest value of the table + 1 there,
// which is known only at the end. Values up to 253 are values, 255 is 255.
//
// Memory: per thread a slice, its packed form and the domain's scratch; never the table. Cost: packing and
// unpacking the log, about 3 ns per entry.
//
// The log: "POLLARDS", u64 XXH3-64 of the description the file will have; then records: u64 slice, u64 size,
// u64 XXH3-64 of slice, size and bytes, bytes (a zstd frame). Source: Culberson and Schaeffer 1998 (pattern
// databases); unreachable = largest + 1: the paper on pattern and endgame databases, section VI.
#ifndef RETRO_SLICES_H
#define RETRO_SLICES_H

#include "retro/dbfile.h"

#include <stdatomic.h>

enum { SLICES_NEVER = 254, SLICES_SLACK = 64 };

typedef struct SliceDomain {
    const void *data;
    uint64_t    entries, slices, slice_entries;   // the last slice has the rest
    size_t      scratch;                          // bytes a thread needs
    void (*make)(const void *data, uint64_t slice, void *scratch,
                 uint8_t *out);   // may write SLICES_SLACK bytes too many
} SliceDomain;

// Called in the thread of slices_build, now and then: the part of the slices that is made, then of the file
// that is written.
typedef void SliceReport(void *context, double made, double written);
// Called with a line to print.
typedef void SliceNotice(void *context, const char *what);

typedef struct SliceOptions {
    int                threads;      // 1 ... THREADS_MAX
    uint64_t           memory_max;   // bytes; 0: no limit
    DbOptions          file;
    const atomic_bool *stop;     // NULL: never
    SliceReport       *report;   // NULL: none
    SliceNotice       *notice;   // NULL: none
    void              *context;
} SliceOptions;

typedef struct SliceResult {
    bool     complete;       // false: stopped
    uint64_t made, reused;   // slices of this run; of earlier ones
    unsigned largest;        // value
    uint64_t reached;        // entries with a value
    double   seconds;
} SliceResult;

bool slices_build(const SliceDomain *domain, const DbInfo *info, const char *path, const char *log,
                  const SliceOptions *options, SliceResult *result, Status *status);

// The bytes slices_build takes, but for the writer of the file.
uint64_t slices_memory(const SliceDomain *domain, int threads);

#endif
