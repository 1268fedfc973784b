// dtm/dtm.h - builds a chess database: slices in the order in which pawns advance, checkpoints, the file.
#ifndef GAMES_CHESS_DTM_DTM_H
#define GAMES_CHESS_DTM_DTM_H

#include "games/chess/numbering.h"
#include "retro/build.h"

// Bytes of memory while it is built.
uint64_t dtm_memory(const ChessDbNumbering *d, int threads);

// The family's way to build (retro/catalog.h); db->data begins with the ChessDbNumbering.
bool dtm_build(const CatalogDb *db, const BuildOptions *options, BuildResult *result, Status *status);

#endif
