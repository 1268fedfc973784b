// positions.h - sets of positions from which the games of a match start: those that the program carries
// (src/lab/experiments/positions/NAME.epd), and files of one's own beside an experiment's.
//
//     krpp-kbn-report    the set that is carried under this name
//     mine.epd           a name with a dot: a file, from the folder of the experiment's file
//
// A line each, a position or a list of moves from the start (play/openings.h); empty lines and lines that
// begin with # are left out. Results are stored by the name and the hash of the whole text: a set that was
// changed is another one.
#ifndef LAB_POSITIONS_H
#define LAB_POSITIONS_H

#include "base/status.h"
#include "base/text.h"

enum { POSITIONS_HASH = 16 };   // digits of the SHA-256 that are shown

typedef struct PositionSet {
    char                name[TEXT_MAX];
    char                hash[POSITIONS_HASH + 1];
    int                 count;   // lines that count
    char               *text;    // owned
    struct PositionSet *next;    // in a list of sets
} PositionSet;

// The set of this name, read once: it is looked for in *list and else put there. `folder`: of the
// experiment's file, with its slash, "" for the current one; NULL: only sets that are carried. NULL with
// status when there is none.
const PositionSet *positions_open(PositionSet **list, const char *name, const char *folder, Status *status);
void               positions_close(PositionSet *list);

// The sets in the program.
typedef struct CarriedSet {
    const char *name, *text;
} CarriedSet;
extern const CarriedSet lab_positions[];   // ended by a NULL name

#endif
