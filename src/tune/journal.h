// journal.h - what a tuning has found so far, row after row, on disk.
//
// Lines are only ever added, and are on the disk before journal_add returns. Each begins with a checksum of
// itself and its number, so that a changed, missing or moved line is noticed: it is refused by its number,
// and nothing is changed. What a crash left of the last line is cut off when all lines before it are right.
//
//     XXH3-64 in 16 digits, a space, {"pollard_tune_journal":2,"about":"...","digest":"...","commit":"..."}
//     XXH3-64 in 16 digits, a space, a row as an array of numbers
//     XXH3-64 in 16 digits, a space, {"continued_by":"DIGEST","commit":"..."}
//
// The last stands before the rows of a program of another digest than that of the rows before, which must
// have been accepted: whoever opens the journal knows all programs that made it.
#ifndef TUNE_JOURNAL_H
#define TUNE_JOURNAL_H

#include "base/build_info.h"
#include "base/status.h"

#include <limits.h>
#include <stddef.h>

enum { JOURNAL_MAKERS_MAX = DIGESTS_ACCEPTED_MAX + 1 };

typedef struct Journal {
    int    fd;     // -1: not open
    void  *rows;   // json_t
    int    lines;
    size_t length;
    // Of the programs that made the rows, each once; which of them made the last row; of this program.
    int  makers, last;
    char maker[JOURNAL_MAKERS_MAX][BUILD_DIGEST_SIZE], own[BUILD_DIGEST_SIZE];
    char path[PATH_MAX];
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
