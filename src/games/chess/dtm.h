// dtm.h - builds a chess database: slices in the order in which pawns advance, checkpoints, the file.
#ifndef GAMES_CHESS_DTM_H
#define GAMES_CHESS_DTM_H

#include "games/chess/numbering.h"
#include "retro/build.h"

// The smaller endings that must be in the folder of options->path: writes number k, from 0; false after the last.
bool dtm_needs(const ChessDbNumbering *d, int k, int *ending);

// Bytes of memory while it is built.
uint64_t dtm_memory(const ChessDbNumbering *d);

// The family's way to build (retro/catalog.h); db->data begins with the ChessDbNumbering.
bool dtm_build(const CatalogDb *db, const BuildOptions *options, BuildResult *result, Status *status);

#endif
