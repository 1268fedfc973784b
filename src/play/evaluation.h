// evaluation.h - how a player values positions: eval=NAME and weights=A/B/... in his spec.
//
// A game lists its evaluations (game.h: EvalInfo). Choosing one gives the player rules of his own: the same
// game, another `evaluate`. The databases it looks up are opened here, once however many players and threads
// ask, checked, unpacked into large pages. Those that nobody uses any more stay open for the next player, up
// to DB_CACHE_BYTES bytes together with those in use.
//
// Databases are read from databases_folder (retro/catalog.h).
#ifndef PLAY_EVALUATION_H
#define PLAY_EVALUATION_H

#include "game/variant.h"
#include "play/lookups.h"
#include "retro/solved/table.h"

#define DB_CACHE_BYTES (UINT64_C(8) << 30)

typedef struct Evaluation {
    Variant              v;       // of the player; its rules are his own
    int                  which;   // for v.game->eval_use
    char                 name[SPEC_WORD_MAX];
    EvalInfo             info;
    int                  weights[EVAL_WEIGHTS_MAX];
    int                  tables;   // databases
    EvalTable            wanted[EVAL_TABLES_MAX];
    const uint8_t       *table[EVAL_TABLES_MAX];   // NULL before evaluation_load
    struct DbCacheEntry *entry[EVAL_TABLES_MAX];   // that hold them
    bool                 solved;                   // eval=solved
    SolvedTable          solution;                 // after evaluation_load
} Evaluation;

// Takes eval= and weights= out of the spec. *e is NULL when there are none: then the player values positions
// as the game does. Opens no database: see evaluation_load.
bool evaluation_parse(Evaluation **e, const Variant *v, Spec *spec, Status *status);
void evaluation_close(Evaluation *e);   // e may be NULL

// Are all of its databases there? What is in them is seen when they are opened.
bool evaluation_built(const Evaluation *e);

// Opens the databases, before the first position is valued.
bool evaluation_load(Evaluation *e, Status *status);

// Adds the databases and their digests: of those that are loaded; before, of the files. e may be NULL.
bool evaluation_lookups(const Evaluation *e, Lookups *out, Status *status);

// Other weights for the same evaluation: states made before must be adopted again.
void evaluation_weigh(Evaluation *e, const int weights[]);

#endif
