// needs.h - what must be there before the first game of a contest: evaluations that exist, and their databases on disk.
#ifndef LAB_NEEDS_H
#define LAB_NEEDS_H

#include "lab/experiment.h"

enum { NEEDS_MAX = 64 };

typedef struct Needs {
    int  count;
    char names[NEEDS_MAX][CONTEST_WORD_MAX];   // as `pollard db list` has them
} Needs;

// The databases that the players of these experiments look up and that are not in the folder of databases (play/evaluation.h), each once, in the order of the
// cells. False when a player's eval= or weights= cannot be read. Opens every game, no database.
bool needs_find(Needs *missing, const Experiment experiments[], int count, Status *status);

#endif
