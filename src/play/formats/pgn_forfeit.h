// pgn_forfeit.h - a game that was lost by forfeit, as PGN says it: the tag Termination and a last remark.
#ifndef PLAY_FORMATS_PGN_FORFEIT_H
#define PLAY_FORMATS_PGN_FORFEIT_H

#include "play/formats/pgn.h"

// Sets the tag by the words of the standard, and adds the reason after the last move. Nothing where nobody
// forfeited.
void pgn_forfeit_tell(const Forfeit *forfeit, const Record *record, FormatTags *tags,
                      FormatComments *comments);

#endif
