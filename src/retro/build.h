// build.h - a database from its domain to its file: solved in rounds with checkpoints, taken up again after
// an end of any kind, written whole or not at all.
//
// Contract. The file, when it is there, holds what the domain says, whatever the threads, the memory, the
// form and the interruptions. `part` is the checkpoint: the table after a round, a file of its own kind
// (dbfile.h). A pattern database larger than memory_max is built in the folder `part`.work (disk.h), which
// can be continued at any time. A build removes what it used itself when the file is there. A stopped build
// leaves what is needed to continue, and is not a failure. From its beginning to its end a build holds a lock
// on `path` (file.h), so that a second one is refused at once. A file that is there already is checked
// wholly, and is never built over.
//
// A database may be solved as a smaller one, of which positions that are each other's images share an entry
// (symmetry/): its table is the checkpoint, and the file is spread from it. The file does not tell.
#ifndef RETRO_BUILD_H
#define RETRO_BUILD_H

#include "retro/catalog.h"

typedef struct BuildProgress {
    const char *what;     // the database and how far it is, in words
    double      done;     // 0 ... 1
    bool        notice;   // a line to print and not a state: a build is taken up again, a folder stays
} BuildProgress;

// The smaller database: its domain, of the kind of the whole one. `places` are those of its entries that have
// the values of the whole one's from `first` on.
typedef struct BuildSymmetry {
    RetroDomain   pattern;
    EndgameDomain endgame;
    uint64_t      entries, positions;   // of its table; of them those that exist
    const void   *data;
    void (*places)(const void *data, uint64_t first, uint64_t out[], size_t n);
} BuildSymmetry;

typedef struct BuildOptions {
    const char        *path, *part;
    DbOptions          file;
    int                threads;
    uint64_t           memory_max;           // bytes; 0: no limit
    double             checkpoint_seconds;   // at least, between two; 0: after every round
    const atomic_bool *stop;
    void (*report)(void *context, const BuildProgress *progress);   // in the thread of the caller
    void                *context;
    const BuildSymmetry *symmetry;   // NULL: none
} BuildOptions;

typedef struct BuildResult {
    bool     complete;   // false: stopped
    bool     there;      // the file was there already, and is right; the rest is 0
    int      depth;      // the largest distance, or the round it was stopped in
    uint64_t reached;    // entries with a distance; of an endgame or a solved game: won or lost
    double   seconds;    // since it was last taken up
    uint64_t disk;       // bytes that temporary files took at most, 0 when it was built in memory
    uint64_t entries;    // of a database whose name does not say how many; 0: as its info says
} BuildResult;

// By the family's own way, if it has one.
bool build_database(const CatalogDb *db, const BuildOptions *options, BuildResult *result, Status *status);

// For families that build for themselves. Writes the table as a checkpoint after `round` rounds; reads one,
// *round being 0 when there is none.
bool build_checkpoint(const CatalogDb *db, const BuildOptions *options, const uint8_t *table, int round,
                      Status *status);
bool build_resume(const CatalogDb *db, const BuildOptions *options, uint8_t *table, int *round,
                  Status *status);
// When the next checkpoint is due, in clock_seconds, after one that began at `begun`: they take a twentieth
// of the time at most, unless all are asked for.
double build_checkpoint_next(const BuildOptions *options, double begun);

void build_report(const BuildOptions *options, const char *what, double done);

// The whole table's values from `first` on, of the smaller one's table. And what a checkpoint of it is named.
void build_spread(const BuildSymmetry *symmetry, const uint8_t *table, uint64_t first, uint8_t *out,
                  size_t n);
void build_symmetry_index(const BuildSymmetry *symmetry, uint64_t entries, char out[TEXT_MAX]);

#endif
