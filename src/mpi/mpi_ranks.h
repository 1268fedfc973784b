// mpi_ranks.h - ranks that are processes of Open MPI, on one machine or on many.
#ifndef MPI_MPI_RANKS_H
#define MPI_MPI_RANKS_H

#include "retro/ranks/ranks.h"

// After MPI_Init. A call that fails, as when a link is lost, ends the job.
bool mpi_ranks_open(Ranks *ranks, Status *status);
void mpi_ranks_close(Ranks *ranks);

#endif
