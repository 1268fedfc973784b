// disk.h - pattern databases that are larger than the memory allowed: the table lies in a file, in parts of
// which one is in memory at a time.
//
// As in solve.h, breadth first in rounds, and the same table byte for byte. In round d each part is read, the
// updates that wait for it are applied (distance d where there is none), its entries at distance d are
// expanded, and it is written back. Neighbours in the part itself are written at once; those in other parts
// go through bounded buffers to the bucket of that part, a file of 4-byte offsets that waits for round d + 1.
// All reading and writing of files is sequential: what exchange.h is between ranks, with a disk for the
// messages.
//
// Everything is in one work folder, with checksums (disk_files.h): the parts, the buckets of even and of odd
// rounds, and the state, which is written after all the rest is on the disk. Damage is a failure that names
// the file; it never changes a result.
//
// A round can be done again from its beginning whatever became of it: it reads nothing that it takes away,
// every part is replaced whole, and a byte it has written once it writes again. So a run that was stopped,
// killed or cut off continues at the round it was in.
//
// Memory: five eighths for the part, a quarter for buffers, an eighth to read. Disk: the table, one part more
// while it is replaced, and four bytes per move into another part in two rounds that follow each other.
// Source: Korf 2008 (delayed duplicate detection on disk).
#ifndef RETRO_DISK_H
#define RETRO_DISK_H

#include "retro/dbfile.h"
#include "retro/solve.h"

typedef struct DiskWork {
    const char *folder;   // made when it is missing
    const char *label;    // one line: what is built; a folder with another label is refused
    uint64_t    bytes;    // out: the most that its files took
} DiskWork;

// Options as for retro_solve, memory_max being given; `depth` is not used: the folder knows. A failure leaves
// a folder to continue with. result->complete is false when it was stopped.
bool disk_solve(const RetroDomain *domain, const RetroOptions *options, DiskWork *work, RetroResult *result,
                Status *status);

// The table of a complete run, in order; `memory` bytes at a time.
bool disk_read(const DiskWork *work, uint64_t entries, uint64_t memory, DbUse *use, void *context,
               Status *status);

void disk_remove(const DiskWork *work);

#endif
