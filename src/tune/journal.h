// journal.h - what a tuning has found so far, row after row, on disk.
//
// Lines are only ever added, and are on the disk before journal_add returns. Each begins with a checksum of
// itself and its number, so that a changed, missing or moved line is noticed: it is refused by its number,
// and nothing is changed. What a crash left of the last line is cut off when all lines before it are right.
//
//     XXH3-64 in 16 digits, a space, {"pollard_tune_journal":2,"about":"..."}
//     XXH3-64 in 16 digits, a space, a row as an array of numbers
#ifndef TUNE_JOURNAL_H
#define TUNE_JOURNAL_H

#include "base/status.h"

#include <limits.h>
#include <stddef.h>

typedef struct Journal {
    int    fd;     // -1: not open
    void  *rows;   // json_t
    size_t length;
    char   path[PATH_MAX];
} Journal;

// Opens or makes the journal. `about`: the settings that decide the result, in one line; a journal of others
// is refused.
bool journal_open(Journal *journal, const char *path, const char *about, Status *status);
void journal_close(Journal *journal);

// False after the last row.
bool journal_get(const Journal *journal, int row, double values[], int n);
bool journal_add(Journal *journal, const double values[], int n, Status *status);

#endif
