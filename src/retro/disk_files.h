// disk_files.h - the files of an unfinished build on disk (disk.h). No bit of them is outside a checksum, and
// none counts before its checksum was right: a changed byte ends the build with a message that names the
// file, never in a wrong database.
//
//     part-P   a part of the table: a head and its entries, replaced whole, so that at any moment it is the
//              one before the round or the one after it
//     0-P 1-P  the bucket of part P for even and for odd rounds: offsets of 4 bytes, as they come; its length
//              and XXH3-64 are in the state
//     state    text: "pollard work 2", the label, "entries size depth", for every bucket of that round
//              "P bytes sum", and "end sum" with the XXH3-64 of all lines before it
//
//     head of a part:   0 "POLLARDW"             16 u64 number of the part   32 u64 XXH3-64 of the entries
//                       8 u64 XXH3-64 of label   24 u64 entries              40 u64 XXH3-64 of bytes 0 ... 39
#ifndef RETRO_DISK_FILES_H
#define RETRO_DISK_FILES_H

#include "retro/dbfile.h"

typedef struct DiskBucket {
    uint64_t bytes, sum;
} DiskBucket;

typedef struct DiskFiles {
    const char *folder, *label;
    uint64_t    entries, size;   // of the table; of a part, the last of which may be smaller
    int         parts, depth;    // depth: the round that is next
    int         lock;            // the folder, -1: not locked
    DiskBucket *buckets[2];      // [parts], of even and of odd rounds
    void      **hashes;          // [parts]: of the buckets that are being written
} DiskFiles;

// Takes a file in pieces of at most `room` bytes, more than 0; `use` gets each in the buffer.
typedef struct DiskReader {
    uint8_t *buffer;
    uint64_t room;
    DbUse   *use;
    void    *context;
} DiskReader;

// One process at a time. Makes the folder when it is missing.
bool disk_files_lock(DiskFiles *files, Status *status);
// The buckets, after `entries`, `size` and `parts` are known; and the end of everything.
bool disk_files_open(DiskFiles *files, Status *status);
void disk_files_close(DiskFiles *files);

uint64_t disk_part_entries(const DiskFiles *files, int part);
// Reads a part whole, checked; *sum becomes that of its entries.
bool disk_part_read(const DiskFiles *files, int part, uint8_t *entries, uint64_t *sum, Status *status);
// Replaces a part, unless *sum, what is in the file, is that of the entries already. 0: there is none.
bool disk_part_write(const DiskFiles *files, int part, const uint8_t *entries, uint64_t *sum, Status *status);
// Hands a part to the reader; false also when its checksum, known only after the last piece, is wrong.
bool disk_part_stream(const DiskFiles *files, int part, const DiskReader *reader, Status *status);

// The buckets of a round. Appending is not for two threads at once.
void disk_buckets_begin(DiskFiles *files, int depth);   // removes what is there
bool disk_bucket_append(DiskFiles *files, int depth, int part, const uint8_t *bytes, uint64_t n,
                        Status *status);
bool disk_buckets_end(DiskFiles *files, int depth, Status *status);   // all is on the disk
bool disk_bucket_stream(const DiskFiles *files, int depth, int part, const DiskReader *reader,
                        Status *status);

bool disk_state_write(const DiskFiles *files, Status *status);
// Fills entries, size, parts, depth and opens the buckets. False without a message when there is no state:
// then the work begins.
bool disk_state_read(DiskFiles *files, Status *status);

#endif
