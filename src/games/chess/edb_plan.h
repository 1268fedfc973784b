// edb_plan.h - evaluations of chess by endgame databases: what a name such as edb:krpkn+kpknn stands for.
// Part of the cold side; the values are worked out in eval_edb.h.
//
// An abstraction drops men, so that both kings and a few others remain, and looks the rest up (databases V).
//
//     edb:krpkn+kppkn     these databases, up to four; of one whose men are not all there the part that is
//     edb4:krppkbn        all databases of four men (edb3, edb5: of three, of five) that are part of this
//                         ending
//     edb:none            no database: the game's own evaluation, which lists are compared with
//     edb3, edb4          all databases of that many men
//                         (an ending with more than EDB_ENTRIES_MAX databases, or too many parts, is refused)
// What print leaves open are words behind it, edb4-best-skip:krppkbn, one of each kind, the first when
// nothing is said:
//     -sum, -mean, -best  how several ways to place a database's men count: all of them, their mean, the one
//                         largest in size
//     -parts, -whole      what counts after captures: of every database the part that is there, or only
//                         databases whose men are all there, as long as there is one (edb3 ... edb5: -whole
//                         when nothing is said, as they are all sets of so many men)
//     -turn, -skip        where dropping men leaves the side that is not to move in check: looked up with the
//                         other side to move, or not at all
//
// Weights: one per database (one for all of them where they are more than EDB_WEIGHTS_MAX), then those of
// EDB_MATERIAL ..., 0 unless they are given; without a database 1 for the game's own evaluation.
#ifndef GAMES_CHESS_EDB_PLAN_H
#define GAMES_CHESS_EDB_PLAN_H

#include "game/game.h"
#include "games/chess/numbering.h"

enum {
    EDB_LIST_MAX    = 4,    // databases of a list of one's own
    EDB_ENTRIES_MAX = 30,   // databases of a plan
    EDB_WEIGHTS_MAX = 12,   // that have weights of their own
    EDB_WEIGHT_MAX  = 99,   // so that features times it stay below EDB_EXACT (eval_edb.h)
    EDB_MASKS       = 1 << CHESS_DB_OTHERS,
    EDB_NO_TABLE    = 0xff,
};

// The weights after those of the databases. PROGRESS: plies since the last capture or move of a pawn, against
// the side with more material.
enum { EDB_MATERIAL, EDB_OWN, EDB_PROGRESS, EDB_TERMS };

typedef enum EdbWays { EDB_SUM, EDB_MEAN, EDB_BEST, EDB_WAYS } EdbWays;

// One database of the plan and all parts of it: sub[mask] is the one whose men are those of the mask.
typedef struct EdbEntry {
    uint8_t n, man[CHESS_DB_OTHERS], colour[CHESS_DB_OTHERS];   // as ChessDbNumbering
    uint8_t table[EDB_MASKS];                                   // number of a table of the plan
    bool    swapped[EDB_MASKS];                                 // it has the colours the other way round
} EdbEntry;

typedef struct EdbPlan {
    EdbWays  ways;
    bool     whole;    // only databases whose men are all there, as long as there is one
    bool     skips;    // no look-up where the side that is not to move is in check
    bool     shared;   // one weight for all
    bool     full;     // there is no room for all of it: not a plan
    int      entries, tables;
    EdbEntry entry[EDB_ENTRIES_MAX];
    uint8_t  ending[EVAL_TABLES_MAX];   // of each table (numbering.h)
} EdbPlan;

typedef struct EdbTable {
    ChessDbNumbering numbers;
    const uint8_t   *bytes;
    uint64_t         men[2];   // as men_key (eval_edb.h) counts them; with colours exchanged
} EdbTable;

// What an evaluation by databases has in the rules.
typedef struct Edb {
    EdbPlan  plan;
    EdbTable table[EVAL_TABLES_MAX];
} Edb;

// Reads a name; false when it is not one of these. *which is a number for edb_plan_make.
bool edb_named(const char *name, int *which);
void edb_plan_make(EdbPlan *plan, int which);

// Names and sizes of the tables, in the order of the plan.
int edb_plan_tables(const EdbPlan *plan, EvalTable out[EVAL_TABLES_MAX]);

// What the weights are; the texts stay.
void edb_plan_info(const EdbPlan *plan, EvalInfo *info);

// The lists to choose from for an ending (game.h: eval_next): none, then every one to four of the databases
// that are part of it. None of it for positions that are in a database themselves, for more than
// EDB_CHOICE_MEN men, whose lists are too many, or with four of a kind.
enum { EDB_CHOICE_MEN = 8 };
bool edb_next(const uint8_t count[2][CHESS_DB_MEN], int *which, EvalCandidate *out);

static inline int edb_plan_lookups(const EdbPlan *plan) { return plan->shared ? 1 : plan->entries; }

#endif
