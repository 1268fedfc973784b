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
    int  tried;                                // how many conventions; 0: not said
    char among[CHOSEN_NAME_MAX];               // the experiment whose series they were; "" for a number
    char by[TEXT_MAX];                         // how, in words; ""
} ChosenConventions;

// Reads the value of the key `chosen`. `tried` is a number, or the name of an experiment of the program,
// whose series are counted.
bool chosen_read(json_t *object, ChosenConventions *chosen, Status *status);

// Was this experiment looked at?
bool chosen_on(const ChosenConventions *chosen, const char *experiment);

#endif
