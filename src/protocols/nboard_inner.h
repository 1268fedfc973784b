// nboard_inner.h - a session of the NBoard protocol, for its file and its tests.
#ifndef PROTOCOLS_NBOARD_INNER_H
#define PROTOCOLS_NBOARD_INNER_H

#include "protocols/protocol.h"
#include "protocols/thinker.h"

typedef enum { JOB_GO, JOB_HINT, JOB_ANALYZE } NboardJob;

typedef struct Nboard {
    Say         say;
    Thinker     t;
    int         depth;   // 0: not set
    NboardJob   job;
    atomic_bool silent;   // the board has changed: nobody wants the move any more
    double      value;    // of the last completed depth
} Nboard;

#endif
