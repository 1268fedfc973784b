// dtm/check.h - the databases asked position by position: moves made one at a time, children read from the
// files. The slow twin of the builder, for `db verify`, `db best` and tests.
#ifndef GAMES_CHESS_DTM_CHECK_H
#define GAMES_CHESS_DTM_CHECK_H

#include "games/chess/dtm/board.h"
#include "retro/dbfile.h"

typedef struct DtmPosition {
    DtmMen men;
    int    black_king, side;
} DtmPosition;

typedef struct DtmMove {
    DtmPosition after;
    int         from, to;
    int         promoted;   // a ChessDbMan, or -1
    int         pawn;       // the man that made a double step, or -1
} DtmMove;

enum { DTM_MOVES_MAX = 128 };

bool dtm_position_legal(const DtmBoard *b, const DtmPosition *p);
int  dtm_moves(const DtmBoard *b, const DtmPosition *p,
               DtmMove out[DTM_MOVES_MAX]);   // legal ones, no en passant

// The files of a folder, opened as they are needed. One thread.
typedef struct DtmFiles {
    const DtmBoard *b;
    const char     *folder;
    struct {
        Db       db;
        DbReader reader;
        bool     open;
    } of[CHESS_DB_COUNT];
    ChessDbNumbering numbering[CHESS_DB_COUNT];
    Status           status;   // why the last answer was -1
} DtmFiles;

DtmFiles *dtm_files_open(const DtmBoard *b, const char *folder);   // NULL: no memory
void      dtm_files_close(DtmFiles *f);

// The byte of a position in any of the endings, or -1. After a move: with the answers en passant.
int dtm_files_read(DtmFiles *f, const DtmPosition *p);
int dtm_files_after(DtmFiles *f, const DtmMove *m);

// The best answer en passant to a double step, NULL: not wanted: what it makes the position worth;
// DTM_NO_PASSANT: there is none; -1: something cannot be read.
enum { DTM_NO_PASSANT = -2 };
int dtm_files_passant(DtmFiles *f, const DtmMove *m, DtmMove *answer);

// What the byte of a legal position must be by its moves, or -1; and the first best move, NULL: none wanted.
int dtm_files_expected(DtmFiles *f, const DtmPosition *p, DtmMove *best);

#endif
