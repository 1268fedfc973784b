// parts.h - the state of a build by ranks on disk: a file for every rank's part, and a manifest.
//
// Contract. A checkpoint is there when its manifest is: every rank writes its part under a new name and syncs
// it, then rank 0 replaces the manifest by renaming, then the parts before it go. So whatever ends the job,
// the folder holds one whole checkpoint or none. It can be read by any number of ranks: every rank takes the
// blocks that are its own now from the files of the ranks that owned them. The folder is one that all ranks
// see. Every block has a checksum, those have one in the manifest, and so has the manifest: a changed byte is
// named, never built on.
//
// The folder: "state", text; "G-R", the part of rank R in checkpoint G, all little-endian:
//
//     0 "POLLARDR"    8 u64 checkpoint   16 u64 rank   24 u64 ranks   32 u64 entries   40 u64 of a block
//    48 u64 round    56 u64 blocks       64 u64 XXH3-64 of each block of the part, 0: not made yet
//    then the blocks
#ifndef RETRO_RANKS_PARTS_H
#define RETRO_RANKS_PARTS_H

#include "retro/dbfile.h"
#include "retro/ranks/ranks.h"

typedef struct Parts {
    const Ranks      *ranks;
    const RankLayout *layout;
    char              folder[DB_PATH_MAX];
    uint64_t          label;        // XXH3-64 of what is built: name and index
    uint64_t          checkpoint;   // the number of the last; 0: none
    uint64_t          bytes;        // written by this rank, in all
    bool             *made;         // of the blocks of the part; NULL: all are
} Parts;

// What "state" says.
typedef struct PartsManifest {
    uint64_t checkpoint, label, entries, block, ranks, round;
    uint64_t sum[RANKS_MAX];   // of each part's head and checksums
} PartsManifest;

// Takes what parts_write writes and nothing else: to the last byte.
bool parts_manifest_parse(PartsManifest *m, const char *text, size_t size);

bool parts_open(Parts *parts, const Ranks *ranks, const RankLayout *layout, const char *folder,
                const char *label, Status *status);

// Collective. `round` is for the reader.
bool parts_write(Parts *parts, const uint8_t *part, int round, Status *status);
// Collective. *round is 0 when there is no checkpoint; *ranks_before how many ranks wrote it.
bool parts_read(Parts *parts, uint8_t *part, int *round, int *ranks_before, Status *status);

// By one rank: the entries of the table of the checkpoint in a folder; 0 when there is none that can be read.
uint64_t parts_entries(const char *folder);

// By one rank, when nobody needs it any more: the folder and all in it.
void parts_remove(const char *folder);

#endif
