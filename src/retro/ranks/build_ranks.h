// build_ranks.h - a database built by ranks: from its domain to its file, with checkpoints (parts.h).
//
// Contract: that of build_database (build.h). The file has the same contents as from one thread, whatever the
// number of ranks and the interruptions; rank 0 writes it, block after block as the others hand them over.
// Raw files and those of chess are the same to the last byte; other packed files are packed with a dictionary
// that saw the beginning of the table only, and may differ in size. Rank 0 holds the lock. Unfinished work is
// in the folder `part`.ranks, which all ranks must see. By symmetry the smaller table is what ranks hold
// parts of; unfinished work of the whole table is continued as such.
#ifndef RETRO_RANKS_BUILD_RANKS_H
#define RETRO_RANKS_BUILD_RANKS_H

#include "retro/build.h"
#include "retro/ranks/solve_ranks.h"
#include "retro/slices.h"

// How a database is built: one of a pattern, an endgame and slices.
typedef struct RankJob {
    const CatalogDb     *db;
    RankDomain           domain;
    SliceDomain          slices;
    const BuildSymmetry *symmetry;   // OPTIONAL, of a pattern or an endgame; used when all ranks have it
    // OPTIONAL: makes the bytes of the file from those of the solver, in order, in rank 0
    void (*finish)(void *context, uint8_t *bytes, size_t n);
    void *context;
} RankJob;

typedef struct RankBuildResult {
    BuildResult build;          // disk: bytes of all checkpoints of all ranks
    uint64_t    sent;           // bytes from rank to rank, but for the file's way to rank 0
    uint64_t    memory;         // of the rank that needed most: its part, its boxes, its bits (told.h)
    double      processor;      // seconds of all ranks
    double      waited;         // of these, in talk and in waiting for others
    int         ranks_before;   // that wrote the checkpoint it was taken up from; 0: none
} RankBuildResult;

// False, with a message, for databases that are not built by ranks.
bool ranks_can_build(const CatalogDb *db, Status *status);

// options->threads counts for packing only. Collective; all ranks return the same.
bool ranks_build(const Ranks *ranks, const RankJob *job, const BuildOptions *options, RankBuildResult *result,
                 Status *status);

// By one process, when the file at `path` is whole: removes unfinished work that nobody needs any more.
void ranks_left_remove(const char *path, const char *part);

// The folder of unfinished work of a build with this `part`. False when the path is too long.
bool ranks_folder(const char *part, char out[DB_PATH_MAX], Status *status);

#endif
