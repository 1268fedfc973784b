// match_file.h - a match on disk: a header line that says what is played, then a line for every finished
// game, in order.
//
// A program that continues what another one began (which must be accepted) says so in a line before its first
// game, {"continued_by":"DIGEST","commit":"..."}: whoever opens the file knows all programs that played it.
//
// A file may hold a part of a match ("part":"2/3" in its header): the games of that part, in order, with the
// numbers that they have in the whole (play/parts/).
//
// Lines are only ever added. What a crash left of the last line is cut off before the next game is added,
// when all lines before it were read and are right; a line that is damaged, a header that says something
// else, and a file that is not a match are refused, and nothing is changed. A lock keeps a second process
// out. Games are on the disk within a second, and all of them after match_file_sync.
#ifndef PLAY_MATCH_FILE_H
#define PLAY_MATCH_FILE_H

#include "base/build_info.h"
#include "base/part.h"
#include "play/lookups.h"
#include "play/match_game.h"
#include "play/schedule.h"

enum { MATCH_FILE_VERSION = 1, MATCH_MAKERS_MAX = DIGESTS_ACCEPTED_MAX + 1 };
#define MATCH_FILE_SIZE_MAX (UINT64_C(1) << 32)   // bytes

// A program (base/build_info.h); DIGEST_NONE and "unknown" in older files.
typedef struct MatchMaker {
    char digest[BUILD_DIGEST_SIZE], commit[BUILD_COMMIT_SIZE];
} MatchMaker;

// What the games of a match depend on.
typedef struct MatchHeader {
    char       game[TEXT_MAX];
    int        contestants;
    char       spec[CONTESTANTS_MAX][TEXT_MAX];
    uint64_t   seed;
    char       openings[TEXT_MAX];
    uint64_t   openings_sum;
    int        plies_max;
    PointsRule points;
    char       lookups[LOOKUPS_TEXT_MAX];   // play/lookups.h; "": none, or a file that does not say
    MatchMaker maker;                       // that began the file
    Part       part;                        // of the match that the file holds; all of it: the whole
} MatchHeader;

typedef struct MatchFile {
    const char *path;
    int         fd;       // -1: none
    char       *text;     // all of it as it was found, owned
    size_t      size;     // of its whole lines
    size_t      at;       // the next line to read
    int         line;     // its number
    size_t      length;   // of the file now
    bool        tail_checked, unsynced;
    double      synced;   // when
    MatchMaker  own;      // who adds games
    // Who played the games that were found, each digest once, the one that began the file first; who played
    // the last of them.
    int        makers, last;
    MatchMaker by;   // who played the game that was read last
    MatchMaker maker[MATCH_MAKERS_MAX];
} MatchFile;

extern const char *const points_names[];   // "result", "place"

// The header as a line with its newline, to be freed; and back. NULL, or false with a message, on failure.
char *match_header_line(const MatchHeader *header);
bool  match_header_read(MatchHeader *header, const char *line, size_t size, Status *status);

// Is it the same match? Parts and programs may differ. `found` is called there, `asked` here.
bool match_header_same(const MatchHeader *found, const MatchHeader *asked, Status *status);

// Digest and commit of this program, for a header whose game is known.
void match_header_sign(MatchHeader *header);

// Opens or makes the file for a match; afterwards match_file_next reads its games. One with games by a
// program of another digest is refused unless it is accepted (may be NULL).
bool match_file_open(MatchFile *file, const char *path, const MatchHeader *header, const DigestList *accept,
                     Status *status);
// Opens the file with these flags and locks it, until it is closed, against every match that would write it.
// -1 with a message on failure.
int match_file_lock(const char *path, int flags, Status *status);
// Opens a file to read only; the header is its own.
bool match_file_view(MatchFile *file, const char *path, MatchHeader *header, Status *status);
void match_file_close(MatchFile *file);
// Are all programs that played it `own` (who asks) or accepted?
bool match_file_makers_check(const MatchFile *file, const DigestList *accept, Status *status);
// The line of a program that continues, with its newline, to be freed; NULL without memory.
char *match_continued_line(const MatchMaker *maker);

// The next game's line without its newline; NULL at the end.
const char *match_file_next(MatchFile *file, size_t *size);

// Adds one game: wholly, or not at all. Every line must have been read.
bool match_file_add(MatchFile *file, const MatchGame *game, Status *status);
// What was added is on the disk.
bool match_file_sync(MatchFile *file, Status *status);

#endif
