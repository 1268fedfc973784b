// chosen.h - what was chosen after looking at print. The papers leave conventions open; those of a published
// experiment were chosen among several because they bring some printed tables nearest. Tables that were
// looked at show that print can be met; only the others can show that it was predicted. A report counts the
// two apart.
//
//     "chosen": {"on": ["history-ads-2"], "tried": "conventions-checkers"}
//     "chosen": {"on": [], "by": "weights and widths tuned in matches"}
#ifndef LAB_KINDS_CHOSEN_H
#define LAB_KINDS_CHOSEN_H

#include "base/status.h"
#include "base/text.h"

#include <jansson.h>

enum { CHOSEN_ON_MAX = 8, CHOSEN_NAME_MAX = 64, CHOSEN_TRIED_MAX = 100000 };

typedef struct ChosenConventions {
    bool given;                                // the file has the key
    int  on_count;                             // 0: no printed figure was looked at
    char on[CHOSEN_ON_MAX][CHOSEN_NAME_MAX];   // names of the experiments that were looked at
    // Which of them repeat the printed table of the experiment itself, whatever its own name, seed and
    // protocol are.
    bool on_own[CHOSEN_ON_MAX];
    int  tried;                    // how many conventions; 0: not said
    char among[CHOSEN_NAME_MAX];   // the experiment whose series they were; "" for a number
    char by[TEXT_MAX];             // how, in words; ""
} ChosenConventions;

// Reads the key `chosen` of an experiment's file; `name` is that of the experiment. `tried` is a number, or
// the name of an experiment of the program, whose series are counted.
bool chosen_read(const json_t *file, const char *name, ChosenConventions *chosen, Status *status);

// Was this experiment looked at, by its name? Was the table that the file itself repeats?
bool chosen_on(const ChosenConventions *chosen, const char *experiment);
bool chosen_on_this(const ChosenConventions *chosen);

// Does the file have figures of this printed table beside its own: by its keys `paper` and `table`, or those
// of a series of it?
bool chosen_prints(const json_t *file, const char *paper, const char *table);

#endif
