// missing_databases.h - what must be there before the first game of a match experiment: evaluations that
// exist, and their databases on disk.
#ifndef LAB_MISSING_DATABASES_H
#define LAB_MISSING_DATABASES_H

#include "lab/experiment.h"

enum { MISSING_DATABASES_MAX = 256, DATABASE_NAME_MAX = 64 };

typedef struct MissingDatabases {
    int  count;
    char names[MISSING_DATABASES_MAX][DATABASE_NAME_MAX];   // as `pollard db list` has them
} MissingDatabases;

// The databases that the players of these experiments look up and that are not in the folder of databases
// (play/evaluation.h), each once, in the order of the cells. False when a player's eval= or weights= cannot
// be read. Opens every game, no database.
bool missing_databases_find(MissingDatabases *missing, const Experiment experiments[], int count,
                            Status *status);

// Adds those of one player.
bool missing_databases_add(MissingDatabases *missing, const Variant *v, const PlayerSpec *player,
                           Status *status);

#endif
