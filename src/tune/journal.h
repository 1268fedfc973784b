// journal.h - what a tuning has found so far, row after row, on disk.
//
// Lines are only ever added, and are on the disk before journal_add returns. Each begins with a checksum of
// itself and its number, so that a changed, missing or moved line is noticed: it is refused by its number,
// and nothing is changed. What a crash left of the last line is cut off when all lines before it are right.
//
//     XXH3-64 in 16 digits, a space, {"pollard_tune_journal":2,"about":"...","digest":"...","commit":"..."}
//     XXH3-64 in 16 digits, a space, a row as an array of numbers
#ifndef TUNE_JOURNAL_H
#define TUNE_JOURNAL_H

#include "base/build_info.h"
#include "base/status.h"

#include <limits.h>
#include <stddef.h>

typedef struct Journal {
    int    fd;     // -1: not open
    void  *rows;   // json_t
    size_t length;
    char   path[PATH_MAX];
} Journal;

// What a journal must be about to be continued.
typedef struct JournalTopic {
    const char       *about;    // the settings that decide the result, in one line
    const char       *digest;   // of this program, for the game; older journals have DIGEST_NONE
    const DigestList *accept;   // other digests, or NULL
} JournalTopic;

// Opens or makes the journal; one of other settings or of another program is refused.
bool journal_open(Journal *journal, const char *path, const JournalTopic *topic, Status *status);
void journal_close(Journal *journal);

// False after the last row.
bool journal_get(const Journal *journal, int row, double values[], int n);
bool journal_add(Journal *journal, const double values[], int n, Status *status);

#endif
