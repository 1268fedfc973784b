// dbfile_split.h - a database file in pieces, in folders of several disks or hosts, and read as one.
//
// In the place of the file stands a list of the pieces. To a reader the pieces are one file: they are mapped
// side by side into one range of addresses, so that everything that opens databases takes them as they are,
// evaluations too. Nothing is loaded: a probe is a look into memory, and what was not asked for before comes
// from its disk, a page at a time, and stays in the system's page cache as long as there is room. Cost: 5 ns
// for what is cached, otherwise what a random read of 4 KiB costs there (0.1 ms on an SSD, 10 ms on a disk, a
// round trip more over a network file system).
//
// The list, text: "pollard split 1", then a line "PIECES BYTES", then one per piece "BYTES SUM PATH", SUM the
// XXH3-64 of the piece in 16 hexadecimal digits, last the XXH3-64 of all before. Every piece but the last has
// a multiple of SPLIT_UNIT bytes, which every page size divides. Opening checks sizes, db_join the sums;
// blocks have checksums of their own, for `db verify`.
#ifndef RETRO_SPLIT_DBFILE_SPLIT_H
#define RETRO_SPLIT_DBFILE_SPLIT_H

#include "retro/dbfile.h"

enum { SPLIT_PIECES_MAX = 64, SPLIT_UNIT = 1 << 16, SPLIT_PATH_MAX = 1000, SPLIT_LIST_MAX = 1 << 17 };

typedef struct SplitList {
    int      pieces;
    uint64_t size;   // of all
    uint64_t bytes[SPLIT_PIECES_MAX], sum[SPLIT_PIECES_MAX];
    char     path[SPLIT_PIECES_MAX][SPLIT_PATH_MAX];
} SplitList;

// Takes what db_split writes and nothing else, to the last byte; text[size] is 0.
bool split_list_parse(SplitList *list, const char *text, size_t size);

// Does a file begin as a list does?
bool split_begins(const void *bytes, size_t size);
// The pieces of the list at `path` as one range of addresses, to be unmapped; NULL with a message.
const uint8_t *split_map(const char *path, size_t *size, Status *status);

// Copies the file at `path` in pieces to these folders, one each, and puts the list in its place: last, and
// whole or not at all. Pieces are named after the file, with .1, .2, ... Fails on a file that is no database
// or is in pieces already, and never writes over a piece. Returns how many pieces there are, fewer than
// folders when the file is small; 0 when it failed.
int db_split(const char *path, const char *const folders[], int count, Status *status);
// And back: one file in the place of the list; pieces are removed.
bool db_join(const char *path, Status *status);

#endif
