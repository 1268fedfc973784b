// plan.h - what a build by ranks will take: time, memory, traffic and disk, before it is begun.
//
// From costs per entry. Where the domain is known, a sample of its entries is expanded here and now, by this
// machine: processor time and updates per entry. What an update costs on its way, and the costs of families
// that build in ways of their own, were measured in whole builds (docs/SCALE.md compares both with runs).
// By symmetry the smaller table is solved, and the whole one made of it (spread_ranks.h): both are counted.
#ifndef RETRO_RANKS_PLAN_H
#define RETRO_RANKS_PLAN_H

#include "retro/build.h"
#include "retro/slices.h"

typedef struct RankPlanAsked {
    int                  ranks;
    uint64_t             memory;     // bytes that a rank may use; 0: no limit
    double               network;    // bits per second that a rank can send and receive at the same time
    const BuildSymmetry *symmetry;   // as for the build; NULL: none
    const SliceDomain   *slices;     // as for the build; NULL: none
    int moves_max;   // of endgames of a family that builds in a way of its own, as for the build
} RankPlanAsked;

typedef struct RankPlan {
    uint64_t entries;         // that are solved: by symmetry fewer than the database has
    bool     remembers;       // a bit of every entry, so that nobody is told twice (told.h)
    double   entry_seconds;   // of a processor, of each of these, with its updates
    double   entry_updates;   // numbers and questions per entry, and those for other blocks
    double   entry_away;
    double   processor;                  // seconds, of all ranks
    double   sent;                       // bytes, by all ranks
    double   compute, traffic, stream;   // seconds: of a rank; on its link; of the file to rank 0
    double   seconds;                    // in all: computing and sending overlap
    uint64_t memory;                     // of a rank, but for what MPI itself takes
    uint64_t file, parts;                // bytes on disk: the file as it is; two checkpoints
    uint64_t ranks_least;                // that fit in the memory and in 32 bits; 0: no number does
} RankPlan;

// Fails for databases that are not built by ranks, and without memory.
bool rank_plan(const CatalogDb *db, const RankPlanAsked *asked, RankPlan *plan, Status *status);

#endif
