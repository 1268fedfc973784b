// pgn_repair.h - games as PGN that others write a little differently: their words as pgn_read knows them.
//
// Only a game that pgn_read has refused comes here. What is known: 1/2 for a draw, a8(Q) for a8=Q, ep or e.p.
// after a move, judgements in words of signs (+=, +/-, -+), a tag that is given twice (the first counts).
// Nothing gets another place: what is too long is blanks in the copy, so that lines and places stay.
#ifndef PLAY_FORMATS_PGN_REPAIR_H
#define PLAY_FORMATS_PGN_REPAIR_H

#include "play/formats/pgn.h"

typedef struct PgnRepair {
    char  *text;      // the game that begins at the reader's place, owned
    size_t size;      // of it, with its result
    bool   changed;   // anything at all?
    bool   drawn;     // it ends with 1/2, which is * in the copy
} PgnRepair;

// False: out of memory.
bool pgn_repair_open(PgnRepair *repair, const FormatReader *reader);
void pgn_repair_close(PgnRepair *repair);

#endif
