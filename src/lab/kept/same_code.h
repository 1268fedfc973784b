// same_code.h - the file that `tools/same_code -o FILE` writes: of which games two commits have the same
// code, compiled and compared to the byte. `pollard lab verify --code FILE --vouch` makes vouches of it.
//
//   {"pollard-same-code": 1, "old": COMMIT, "new": COMMIT, "compiler": ..., "flags": ...,
//    "except": [{"file": "src/search/reference.c", "word": "minimax"}], "games": [
//   {"game": ..., "from": DIGEST, "to": DIGEST, "same": true, "objects": 31, "functions": 523,
//    "hash": 32 hexadecimal digits of what was compared, "except": "minimax"}]}
//
// `except` of a game: the words of the files that did differ, and that only players with the word reach; it
// is there only where there are such. The file is from outside: everything about it is checked. It is
// believed, as a row is: who doubts runs tools/same_code himself.
#ifndef LAB_KEPT_SAME_CODE_H
#define LAB_KEPT_SAME_CODE_H

#include "lab/kept/vouch.h"

enum { SAME_CODE_GAMES_MAX = 64, SAME_CODE_FILES_MAX = 16 };

typedef struct SameCodeGame {
    char game[64], from[BUILD_DIGEST_SIZE], to[BUILD_DIGEST_SIZE];
    char hash[CODE_HASH_SIZE], except[VOUCH_EXCEPT_SIZE];
    bool same;
    int  objects, functions;
} SameCodeGame;

typedef struct SameCode {
    char         old_commit[BUILD_COMMIT_SIZE], new_commit[BUILD_COMMIT_SIZE];
    char         compiler[100], flags[500];
    int          count;
    SameCodeGame games[SAME_CODE_GAMES_MAX];   // each once
} SameCode;

bool same_code_parse(SameCode *code, const char *text, size_t size, const char *source, Status *status);
bool same_code_read(SameCode *code, const char *path, Status *status);
// Are the digests after the change this program's own?
bool same_code_is_of_this(const SameCode *code, const char *source, Status *status);
// All that the file knows of a vouch for one of its games; who vouches and when is left to fill in. `code` is
// "differs" where the game is not the same: that is no vouch.
void same_code_vouch(const SameCode *code, const SameCodeGame *game, Vouch *out);

#endif
