// vouch.h - rows of another program that stand for this one's: a random part of them was run again by it, and
// every value was the same to the digit (`pollard lab verify --vouch`); or the sources of both compile to the
// same code (`--code`, lab/kept/same_code.h). Digests change with every change of a source, counts seldom do;
// without a vouch such rows are measured anew.
//
// A vouch is about one game: rows of the digest `from` count as those of a program of digest `to`. Vouches
// make chains: who vouches for b takes what b vouched for. They stand beside the kept rows, in vouched.json,
// a vouch to the line:
//
//   {"pollard-vouched": 1, "vouches": [
//   {"game": ..., "from": ..., "to": ..., ..., "sum": 16 hexadecimal digits over all other fields}]}
//
// `engine_rows` is there only where it is not 0. A vouch by the same code has `code`, `hash`, `objects` and
// `functions` in the place of trials, rows and seed, and `except` where something is excepted.
// The sums find damage and slips, not a forger: who doubts runs `lab verify --kept` himself.
#ifndef LAB_KEPT_VOUCH_H
#define LAB_KEPT_VOUCH_H

#include "lab/store.h"

#include <jansson.h>

#define VOUCHED_FILE "vouched.json"

// Fewer trials than VOUCH_TRIALS_MIN are enough only where there are no more; all equal, they leave room for
// 14 % that differ, at 95 % confidence. CHAIN: programs one after the other.
enum { VOUCH_TRIALS_MIN = 20, VOUCHES_MAX = 1024, VOUCH_CHAIN_MAX = 64 };
enum { CODE_HASH_SIZE = 33, VOUCH_EXCEPT_SIZE = 200 };
#define VOUCH_SAME_CODE "same"

typedef struct Vouch {
    char     game[64], from[BUILD_DIGEST_SIZE], to[BUILD_DIGEST_SIZE];
    char     commits[200], commit[BUILD_COMMIT_SIZE];   // of the programs that made the rows; of who vouches
    char     compiler[100], flags[500], machine[200];   // of who vouches
    char     date[24];                                  // UTC: "2026-11-17 01:20:33"
    int      trials, trials_all;                        // run again; that could have been
    int      rows, rows_all;   // of the trials that were run; all that are kept, run or not
    int      rows_left;        // of these: not to be run, for want of a database or of their experiment
    unsigned seed;             // which trials
    int      engine_rows;      // of the rows that were run: another program played in them; 0: none was run
    // By the same code: "same", and no trials; otherwise "".
    char code[8], hash[CODE_HASH_SIZE];
    char
        except[VOUCH_EXCEPT_SIZE];   // words with a space between: rows with one in their key are not covered
    int objects, functions;          // compared
} Vouch;

// Is that enough to vouch: the least number of trials, and no more than half of the rows out of reach? Or the
// same code?
bool vouch_is_enough(const Vouch *vouch);
bool vouch_is_by_code(const Vouch *vouch);
// Words of 2 to 31 small letters, digits, '-' and '_', one space between; at least one.
bool vouch_words_valid(const char *words);
// 32 hexadecimal digits.
bool vouch_hash_valid(const char *hash);

typedef struct Vouches {
    int    count, room;
    Vouch *list;   // by game, `from` and `to`, each once
} Vouches;

// All of a folder; without the file there are none. Everything about it is checked.
bool vouches_read(Vouches *vouches, const char *folder, Status *status);
bool vouches_parse(Vouches *vouches, const char *text, size_t size, const char *source, Status *status);
void vouches_close(Vouches *vouches);

// Adds one, in the place of an earlier one of the same two programs.
bool vouches_put(Vouches *vouches, const Vouch *vouch, Status *status);
// Writes the file of a folder, whole or not at all.
bool    vouches_write(const Vouches *vouches, const char *folder, Status *status);
json_t *vouch_json(const Vouch *vouch);

// The shortest chain from the digest of a row to this program's: how many vouches, 0 when there is none.
// `key`: only of vouches that cover rows of this key; NULL: of any. Rows in which another program played are
// covered where such rows were run again too, or the code is the same; no row that has an excepted word.
int vouch_chain(const Vouches *vouches, const char *from, const char *to, const StoreKey *key,
                const Vouch *out[VOUCH_CHAIN_MAX]);

// Does a row of this key, made by `digest`, stand for one of key->digest? Not when the clock decided it.
bool vouches_cover(const Vouches *vouches, const StoreKey *key, const char *digest);
// "120 of 2400 trials run again by this program, all equal", "compiled to the same code, 523 functions", and
// those before it in the chain.
void vouches_text(const Vouches *vouches, const char *digest, const char *own, Text *out);

#endif
