// dtm/frame.h - tables as the builder holds them: lines of 64 bytes, one for each square of the black king.
//
// A frame is an ending with colours as in the database being built, so that a capture or a promotion leads
// from a whole line to a whole line, whatever the smaller database looks like in its file. Its lines are
// numbered by the squares of the men and, last, the white king. Pawns come first: what differs only in the
// other men is next to each other, a slice. Symmetry: without pawns the white king stands in a triangle of
// ten squares; with pawns the first of them stands on the files a-d. A frame for promotions holds only what
// has the new man on the last rank; without pawns it is that man who stands on the files a-d.
#ifndef GAMES_CHESS_DTM_FRAME_H
#define GAMES_CHESS_DTM_FRAME_H

#include "games/chess/dtm/board.h"
#include "retro/dbfile.h"

typedef struct DtmFrame {
    int      n;
    uint8_t  man[CHESS_DB_OTHERS], colour[CHESS_DB_OTHERS];
    int      pawns;          // so many, the first ones
    int      two;            // the first of two like men, whose squares rise; -1
    int      promoted;       // the man on the last rank only, or -1
    int      lead;           // the man on the files a-d, or -1: the white king is in the triangle
    size_t   lines, slice;   // in all; in a slice
    uint32_t place[CHESS_DB_OTHERS][64], king_place[64];   // what a square adds to the line's number
    uint8_t *value[2];                                     // by the side to move, 64 * lines bytes
} DtmFrame;

// The frame of men in any order, and where each of them went: order[i] is its place in the frame. `promoted`:
// a number among the men given, or -1.
void dtm_frame_shape(DtmFrame *f, const DtmBoard *b, const DtmMen *men, int promoted,
                     int order[CHESS_DB_OTHERS]);

bool     dtm_frame_reserve(DtmFrame *f, Status *status);   // the bytes; zeros
void     dtm_frame_close(DtmFrame *f);
uint64_t dtm_frame_bytes(const DtmFrame *f);

// Fills it from the file of the database that has these men, in a folder.
bool dtm_frame_load(DtmFrame *f, const DtmBoard *b, const char *folder, Status *status);

// How the lines of a frame lie in a database: all that is needed to go from the one to the other.
typedef struct DtmPlaces {
    const DtmBoard  *b;
    ChessDbNumbering d;
    bool             swapped;                 // colours are exchanged in the database
    int              from[CHESS_DB_OTHERS];   // man i of d is this man of the frame
} DtmPlaces;

void dtm_places_open(DtmPlaces *p, const DtmBoard *b, const DtmFrame *f);

// Fills a frame from all bytes of the database.
void dtm_frame_fill(DtmFrame *f, const DtmPlaces *p, const uint8_t *flat);

// What the men of a line add to the number with `side` to move (of the frame), for every way the board may be
// laid; with the database's half of that side.
void dtm_places_men(const DtmPlaces *p, const DtmMen *m, int side, uint64_t number[8]);

// Squares of the black king for which the line is the one to be counted: of mirror images one is.
uint64_t dtm_places_once(const DtmPlaces *p, const DtmFrame *f, const DtmMen *m, const uint64_t number[8]);

// The number of a position of the line; false when it has none.
static inline bool dtm_places_number(const DtmPlaces *p, const uint64_t number[8], int side, int white_king,
                                     int black_king, uint64_t *out)
{
    const ChessDbTables *const t = &p->b->numbers;
    const bool                 x = p->d.pawns;
    const int w = p->swapped ? black_king ^ 56 : white_king, k = p->swapped ? white_king ^ 56 : black_king;
    if (t->pair[x][w][k] == CHESS_DB_NO_PAIR) return false;
    *out = (uint64_t)t->pair[x][w][k] * p->d.stride_kings[side ^ p->swapped] + number[t->turn[x][w][k]];
    return true;
}

// The line of men on these squares (in the frame's order), and how its board is laid.
static inline size_t dtm_frame_line(const DtmFrame *f, const DtmBoard *b, const uint8_t square[],
                                    int white_king, int *turn)
{
    uint8_t s[CHESS_DB_OTHERS];
    int     t;
    if (f->lead < 0) {
        t = b->king_turn[white_king];
    } else {
        int lead = square[f->lead];
        if (f->lead == f->two && square[f->two + 1] < lead) lead = square[f->two + 1];
        t = (lead & 7) > 3;
    }
    const uint8_t *const laid = b->numbers.square[t];
    for (int i = 0; i < f->n; i++) s[i] = laid[square[i]];
    if (f->two >= 0 && s[f->two] > s[f->two + 1]) {
        const uint8_t swap = s[f->two];
        s[f->two]          = s[f->two + 1];
        s[f->two + 1]      = swap;
    }
    size_t line = f->king_place[laid[white_king]];
    for (int i = 0; i < f->n; i++) line += f->place[i][s[i]];
    *turn = t;
    return line;
}

// The men of a line of the frame; false when two stand on one square or like men in the wrong order.
bool dtm_frame_men(const DtmFrame *f, const DtmBoard *b, size_t line, DtmMen *m);

#endif
