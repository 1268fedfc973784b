// gtp_inner.h - a session of the Go Text Protocol, for its file and its tests.
#ifndef PROTOCOLS_GTP_INNER_H
#define PROTOCOLS_GTP_INNER_H

#include "protocols/protocol.h"
#include "protocols/thinker.h"

enum { GTP_PLIES_MAX = 256 };   // more than a game of Othello has, passes included

typedef struct Gtp {
    Say       say;
    Thinker   t;
    ThinkDone found;
    bool      implied[GTP_PLIES_MAX];   // a pass that was left out: undone with the move after it
    char      id[16];                   // of the command, "" for none

    // time_settings and time_left, in seconds
    bool   timed;
    double main, period;   // and `stones` moves in each period
    int    stones;
    double left[2];
    int    stones_left[2];   // 0: in the main time
} Gtp;

#endif
