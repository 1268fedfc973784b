// thread_ranks.h - ranks that are threads: what ranks do, tested without MPI and under sanitizers.
#ifndef TESTS_RETRO_THREAD_RANKS_H
#define TESTS_RETRO_THREAD_RANKS_H

#include "retro/ranks/ranks.h"

enum { THREAD_RANKS_MAX = 8 };

// Runs work(ranks, context) in n ranks at once.
void thread_ranks_run(int n, void (*work)(const Ranks *ranks, void *context), void *context);

#endif
