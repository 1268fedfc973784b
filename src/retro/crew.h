// crew.h - the same work by several threads, the caller being one of them.
//
// Either all threads work or none does, so that the work may hold barriers. Cost: a thread started and joined
// per helper.
#ifndef RETRO_CREW_H
#define RETRO_CREW_H

#include "base/status.h"

#include <stddef.h>

enum { CREW_MAX = 256 };

// Calls work(workers + i * size) for i = 0 ... n-1 at the same time, i = 0 in the calling thread.
typedef void CrewWork(void *worker);
bool         crew_run(CrewWork *work, void *workers, size_t size, int n, Status *status);

#endif
