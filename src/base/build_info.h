// build_info.h - what this program was made of, so that results can say it: the commit, the compiler, its
// flags, and for every game a digest of the sources that decide its counts (tools/digest_sources), comments
// and layout left out. Two programs with the same digest of a game count the same nodes in it, whatever else
// was changed; results of different digests are not to be mixed. `make` writes the data (tools/build_info).
#ifndef BASE_BUILD_INFO_H
#define BASE_BUILD_INFO_H

#include <stdbool.h>

enum { BUILD_DIGEST_SIZE = 17 };   // 16 hexadecimal digits, or DIGEST_NONE, and their end

#define DIGEST_NONE "none"   // of results that were made before there were digests

typedef struct BuildDigest {
    const char *game, *digest;   // the game's name
} BuildDigest;

extern const BuildDigest build_digests[];    // of the games that are compiled in; ended by {0}
extern const char        build_common[];     // the digest of what decides counts of every game
extern const char        build_contract[];   // the digest of the headers that plug-ins are compiled with
extern const char        build_commit[];     // "ae14a9000b33", "ae14a9000b33-dirty", "unknown"
extern const char        build_flags[];      // without those for warnings

const char *build_compiler(void);   // "gcc 12.2.0"

// Of the game that a spec names ("othello", "othello:size=6"); DIGEST_NONE for what is not a game, a puzzle.
const char *build_digest(const char *game);
const char *build_game(const char *digest);   // that this program has this digest of; NULL for none

// A game that was loaded has a digest, too (search/plugin.h). The texts are copied; false: there is no room.
enum { BUILD_DIGESTS_ADDED_MAX = 64 };
bool build_digest_add(const char *game, const char *digest);
// Was the game that a spec names loaded?
bool build_digest_is_added(const char *game);
// All of them, those that were added last; NULL: no more.
const BuildDigest *build_digest_at(int i);

// Digests of other programs whose results a user accepts.
enum { DIGESTS_ACCEPTED_MAX = 16, BUILD_COMMIT_SIZE = 64 };
typedef struct DigestList {
    int         count;
    const char *list[DIGESTS_ACCEPTED_MAX];
} DigestList;
bool digest_in(const DigestList *list, const char *digest);   // NULL: an empty list

// Is this what a digest looks like, or DIGEST_NONE?
bool digest_valid(const char *text);

#endif
