// match_lines.h - the rows and the columns of a table of matches: lists of variables, each line with a label.
// Only for kinds/match*.
#ifndef LAB_KINDS_MATCH_MATCH_LINES_H
#define LAB_KINDS_MATCH_MATCH_LINES_H

#include "lab/kinds/match/match_experiment.h"

typedef struct Line {
    char     label[MATCH_WORD_MAX];
    bool     unprinted;
    int      count;
    Variable variables[MATCH_VARIABLES_MAX];
} Line;

typedef struct Lines {
    const char *key;   // "rows" or "columns"
    int         count;
    Line        list[MATCH_LINES_MAX];
} Lines;

// The rows or the columns of an experiment's object, by their key; one line without variables where it has
// none.
bool lines_read(Lines *lines, const char *key, json_t *object, Status *status);

// The variables that all cells share, the key "variables": one line, each with one value.
bool line_shared(Line *line, json_t *object, Status *status);

// Labels of the lines that are given none, when both rows and columns are known.
void labels_make(Lines *lines, const Lines *across);

#endif
