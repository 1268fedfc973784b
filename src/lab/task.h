// task.h - the trials of one protocol, as the plan runs them: all that meet the same positions, or all games
// of two players from the same openings.
#ifndef LAB_TASK_H
#define LAB_TASK_H

#include "lab/experiment.h"

enum { TASK_PLAYERS_MAX = 64 };

typedef struct Task {
    const Experiment *experiment;   // the first that asks for it
    // The kind's own: which part of the experiment (a series, a cell), and a number (the kind of start).
    const void *part;
    int         number;
    void       *opened;   // by the kind's task_open, shared by all threads; NULL when it has none
    // Tasks of a lower column come first. Together: one trial after another, because its databases are loaded
    // for it; otherwise the first trial of every task comes before the second of any.
    int  column;
    bool together;
    bool verifies;   // it is run to be compared: nothing that only saves time
    int  trials;
    // A trial is stored as rows, each by one or two players (the kind's StoreRows): those of row i start at
    // player[i * players]. The first row is run whenever another is.
    int         rows;
    const char *digest;   // of the program, for its game
    char        protocol[PROTOCOL_MAX];
    char        player[TASK_PLAYERS_MAX][TEXT_MAX];
    double      seconds, sums[2];   // of the trials run so far; sums: the kind's own, for its progress line
} Task;

#endif
