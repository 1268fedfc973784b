// play_status_line.h - a search at the table: what it thinks, on a terminal, in one line that is gone when it
// ends; Ctrl-C ends it early.
//
//     white thinks (Ctrl-C: move now), 7 s left, depth 6, +14: G5G6 C4C5 G6G7
//
// The line is on stderr, or on stdout where only that is a terminal; a thread of its own keeps the time.
#ifndef CLI_PLAY_PLAY_STATUS_LINE_H
#define CLI_PLAY_PLAY_STATUS_LINE_H

#include "cli/cli.h"
#include "play/player.h"

typedef struct StatusLineJob {
    Player         *player;
    const Variant  *v;
    const AnyState *s;
    const char     *what;     // "white thinks (Ctrl-C: move now)"
    bool            show;     // false: no line even on a terminal
    SearchReport   *report;   // or NULL: called after each depth, while the line is out of the way
    void           *context;
} StatusLineJob;

// Searches. Catches the next Ctrl-C, which leaves the best so far; cli_interrupted says that it came.
void play_status_line_run(const StatusLineJob *job, SearchResult *found);

// Columns of the terminal of a stream; 0 where there is none.
int terminal_columns(FILE *stream);

#endif
