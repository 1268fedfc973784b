// store.h - results on disk: one SQLite file (WAL), one row per protocol, player and trial, or per protocol,
// two players and opening. A row is written once and never changed, and carries a checksum. Files of earlier
// formats (1: no checksums; 2: no pairs; 3: no turns) are read as they are and brought up to date when they
// are written to.
//
// Rows are keyed by what made them, not by the experiment's name: experiments that ask for the same trial
// share it, and a run that was killed goes on where it was. One process writes at a time; reading is possible
// meanwhile.
#ifndef LAB_STORE_H
#define LAB_STORE_H

#include "lab/opening_pair.h"
#include "lab/trial.h"

typedef struct Store Store;

// Opens for writing (creating the file, locking out other writers) or for reading only.
Store *store_open(const char *path, bool write, Status *status);
void   store_close(Store *store);

// Notes who writes from now on (program, machine, threads): every row points to it.
bool store_run_begin(Store *store, const char *machine, int threads, Status *status);

bool store_has(Store *store, const char *protocol, const char *player, int trial);

// Writes the rows of one trial, all or none. Rows that are there already stay as they are.
bool store_put(Store *store, const char *protocol, const char *const players[], int count, int trial,
               const TrialCount counts[], Status *status);

// Reads trials 0 ... trials-1 in order, as many as there are without a gap; -1 when the file cannot be read.
int store_read(Store *store, const char *protocol, const char *player, int trials, TrialCount out[],
               Status *status);

// The same for the pairs of games of a contest.
bool store_has_pair(Store *store, const char *protocol, const char *player, const char *opponent,
                    int opening);
bool store_put_pair(Store *store, const char *protocol, const char *player, const char *opponent, int opening,
                    const PairResult *result, Status *status);
int  store_read_pairs(Store *store, const char *protocol, const char *player, const char *opponent,
                      int openings, PairResult out[], Status *status);

// What made the results: program versions and machines, each once, separated by "; ".
void store_makers(Store *store, Text *out);

#endif
