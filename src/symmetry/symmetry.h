// symmetry.h - databases built by the symmetries of their game: positions that are each other's images are
// solved once. The file is the same to the last byte; what is smaller is the work, and the table in memory.
//
// A layer of its own above the games: neither their rules nor the solvers know of it. Chinese Checkers on a
// rhombus has symmetries (halves.h, turns.h); whatever has none here is built as it always is.
#ifndef SYMMETRY_SYMMETRY_H
#define SYMMETRY_SYMMETRY_H

#include "retro/build.h"

// NULL when there is none, or no memory for it; otherwise until symmetry_close, which takes NULL too. Points
// to *db.
typedef struct Symmetry Symmetry;
Symmetry               *symmetry_open(const CatalogDb *db);
void                    symmetry_close(Symmetry *symmetry);
const BuildSymmetry    *symmetry_of(const Symmetry *symmetry);   // NULL of NULL

// build_database, by symmetry where there is one.
bool symmetry_build(const CatalogDb *db, const BuildOptions *options, BuildResult *result, Status *status);

#endif
