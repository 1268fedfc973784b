// tune_result.h - what `pollard tune` found, as a small file that a player spec can load:
// alphabeta:depth=5,with=FILE.
//
// One object of JSON: `pollard_tune` (the version), `game`, `keys` (settings of a player: eval, weights,
// windows, regions), `about` (what made it, for people and programs) and `sum` (XXH3 of the rest), so that a
// file that was damaged or changed by hand is refused. It is read strictly: no other member, no other key.
#ifndef PLAY_TUNE_RESULT_H
#define PLAY_TUNE_RESULT_H

#include "base/spec.h"
#include "game/variant.h"

enum { TUNE_RESULT_VERSION = 1, TUNE_RESULT_KEYS_MAX = 4, TUNE_RESULT_SIZE_MAX = 65536 };

typedef struct TuneResult {
    char    game[TEXT_MAX];   // canonical spec
    int     count;
    Setting keys[TUNE_RESULT_KEYS_MAX];
} TuneResult;

// The file as text, to be freed; NULL when memory is short. `about` is an object of JSON, as text.
char *tune_result_text(const TuneResult *tuned, const char *about);

// Reads such a text of any `size`.
bool tune_result_parse(TuneResult *tuned, const char *text, size_t size, Status *status);

bool tune_result_write(const TuneResult *tuned, const char *about, const char *path, Status *status);
bool tune_result_read(TuneResult *tuned, const char *path, Status *status);

// Adds the keys of the file, but for those that the spec gives itself; weights go with the evaluation they
// were made for. The game must be the same, its options may differ.
bool tune_result_fill(Spec *spec, const char *path, const Variant *v, Status *status);

#endif
