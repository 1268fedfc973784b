// abstraction_tables.h - the candidates of `tune abstraction`, the tables they need, and the features of
// positions. For tune_abstraction only.
#ifndef TUNE_ABSTRACTION_TABLES_H
#define TUNE_ABSTRACTION_TABLES_H

#include "tune/abstraction.h"
#include "tune/columns.h"

// The evaluation of this name, not loaded.
bool abstraction_open(Evaluation **e, const Variant *v, const char *name, Status *status);

// Reads the tables of an evaluation: how many bytes, those asked for twice counted once.
bool abstraction_read(const Variant *v, const AnyState *start, const EvalCandidate *info, Abstraction *out,
                      Status *status);

// The candidates of the game that the settings allow, in its order, with their counts.
bool abstraction_list(const Variant *v, const AbstractionSettings *more, TuneAbstraction *out,
                      Status *status);

// Builds the tables of candidate[0 ... n-1] that are missing; *tables and *built count all and those. Kept in
// the folder of databases.
bool abstraction_build(Tune *tune, const Abstraction candidate[], int n, int *tables, int *built,
                       Status *status);

// Numbers the features of the candidates from 0 in place of the game's numbers; returns how many there are.
int abstraction_number(Abstraction candidate[], int n);

// The features of positions, each for the player given, are written to x[count][features].
typedef struct FeatureTable {
    const AnyState *position;
    const int      *player;
    size_t          count;
    int             features;   // as abstraction_number returned
    double         *x;
} FeatureTable;

// Fills in the features that candidate[0 ... n-1] have.
bool abstraction_features(const Variant *v, const Abstraction candidate[], int n, const FeatureTable *table,
                          Status *status);

#endif
