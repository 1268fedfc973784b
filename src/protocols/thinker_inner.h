// thinker_inner.h - what the files of the thinker share.
#ifndef PROTOCOLS_THINKER_INNER_H
#define PROTOCOLS_THINKER_INNER_H

#include "base/clock.h"
#include "play/show/search_line.h"
#include "protocols/thinker.h"

// A search as its thread sees it.
typedef struct Job {
    Thinker   *t;
    ThinkDone  done;
    SearchLine line;   // of the last completed depth
} Job;

void job_best(Job *job, const Move pv[], int length);
void job_line(const Job *job, const ThinkLine *line);
bool job_is_enough(Thinker *t, Value value);   // no further depth, after one of this value

// Several lines, or chosen moves: each move searched by itself. False: this player cannot, or there is no
// memory for it.
bool job_search_by_moves(Job *job, const SearchLimits *limits);

#endif
