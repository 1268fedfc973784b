// chess_db_cases.h - the small databases of chess, built once for all tests of a suite.
#ifndef TESTS_GAMES_CHESS_DB_CASES_H
#define TESTS_GAMES_CHESS_DB_CASES_H

#include "games/chess/dtm/check.h"
#include "tests.h"

#include <jansson.h>

// Builds all databases of `group` (chess-3, chess-4) into a folder of its own, and takes them away.
void        chess_db_build(const char *group, int threads);
void        chess_db_remove(void);
const char *chess_db_folder(void);

// How many endings have at most so many men.
int chess_db_small(int men);

// A loaded database.
void chess_db_load(int ending, ChessDbNumbering *d, Db *file);

// The position with a number; false when it is not legal.
bool chess_db_unrank(const DtmBoard *b, const ChessDbNumbering *d, uint64_t number, DtmPosition *p);

void chess_db_fen(const DtmPosition *p, char out[TEXT_MAX]);
// The position of a FEN without castling; *passant: there is a right to take en passant.
void chess_db_from_fen(const char *fen, DtmPosition *p, bool *passant);

// The tests of evaluations by these databases (test_chess_edb.c).
void chess_edb_add(TCase *tests);

#endif
