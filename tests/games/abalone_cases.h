// abalone_cases.h - positions of Abalone as diagrams in text files, with what is expected of them; and their
// images under the symmetries of the board.
//
// A file of cases: empty lines and lines that begin with # mean nothing. A case is
//     case NAME
//     nine rows, I down to A: b, w or . for each cell, with or without the names of the first and the last
//     cell around them
//     black to move                             or white to move
//     marble 14 11                              a term of the evaluation, by its name: what it counts for
//                                               black, for white
//     value 800/8/3/10/30/50 -30                the evaluation for black with these weights
//     two-capture A3A2 C3B2                     all moves of a class, in any order; none
//     illegal A1B2                              moves that there are not
//     search depth=1,q=2 value 1 line A3A2 C3B2 nodes 69     a search: its value for the side to move (a
//                                                            number; win N, loss N in that many plies); if
//                                                            said,
//                                               its best line, its nodes
// with at least one expectation. Words are separated by spaces.
#ifndef TESTS_GAMES_ABALONE_CASES_H
#define TESTS_GAMES_ABALONE_CASES_H

#include "base/status.h"
#include "base/text.h"

#include <stdint.h>
#include <stdio.h>

enum {
    CASE_MOVES_MAX    = 64,
    CASE_EXPECTED_MAX = 16,
    CASE_TERMS        = 6,
    CASE_CLASSES      = 9,
    IMAGES            = 24,
    IMAGES_COLOUR     = 12
};

typedef struct CaseCell {
    int row, number;
} CaseCell;   // A1 is {0, 1}

// In line: the rear marble and the cell it enters. Broadside: the ends and the cell the first one enters.
typedef struct CaseMove {
    int      cells;
    CaseCell cell[3];
} CaseMove;

typedef enum { EXPECT_TERM, EXPECT_VALUE, EXPECT_CLASS, EXPECT_ILLEGAL, EXPECT_SEARCH } ExpectKind;

typedef struct Expected {
    ExpectKind kind;
    int        line;        // of the file
    int        which;       // term or class
    long       counts[2];   // of a term: black, white
    long       value;
    char       spec[120];   // weights, or the settings of a search
    int        moves;       // of a class, a line, or illegal ones
    CaseMove   move[CASE_MOVES_MAX];
    long       nodes;   // -1: not said
} Expected;

typedef struct Case {
    char     name[100], cells[9][10];   // by row and number: 'b', 'w' or '.'; 0 off the board
    int      line, turn;                // turn: 0 black
    int      expected_count;
    Expected expected[CASE_EXPECTED_MAX];
} Case;

extern const char *const case_terms[CASE_TERMS], *const case_classes[CASE_CLASSES];

bool cell_on_board(CaseCell c);

// The next case: 1, or 0 at the end, or -1 with a message that names `file` and the line. *line counts lines;
// it starts at 0.
int case_read(FILE *in, const char *file, int *line, Case *out, Status *status);

// Image number i: turned by i % 6 times 60 degrees, from 6 on mirrored first, from 12 on with the colours
// changed. Image 0 is the thing itself.
CaseCell image_cell(int image, CaseCell c);
CaseMove image_move(int image, CaseMove m);
void     image_position(int image, const Case *c, Text *out);   // as the game reads it

void move_text(CaseMove m, Text *out);

#endif
