// jobs.h - how databases of games that build in a way of their own are built by ranks.
#ifndef MPI_JOBS_H
#define MPI_JOBS_H

#include "retro/ranks/build_ranks.h"

// Thief and Police: slices, each made by one rank.
void mazes_job(RankJob *job, const CatalogDb *db);

// Chess: by candidates and questions; captures and promotions are read from the files of the folder.
// Positions of the same pawns are no slices here: the whole ending is solved at once. NULL, with a message,
// when memory is short.
void *chess_job_open(RankJob *job, const CatalogDb *db, Status *status);
void  chess_job_close(void *chess);

#endif
