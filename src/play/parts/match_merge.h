// match_merge.h - the files of a match's parts, or of whole matches, as one file: that of the match played in
// one go, byte for byte where one program played all of it.
//
// Every file must be of the same match; a game that several files have must be the same line in each; no
// number may be missing before the last. Each game is read and replayed as a match would before continuing
// it. A sequential test looks at the games in order and throws away those beyond its decision, so that it
// decides as one run would, however many games the parts have played. Who played which games is kept. The
// file is written whole or not at all; when it is there it is the first that is read, must hold a whole match
// and loses no game, but for those beyond such a decision.
#ifndef PLAY_PARTS_MATCH_MERGE_H
#define PLAY_PARTS_MATCH_MERGE_H

#include "base/stats/elo.h"
#include "play/match_file.h"

typedef struct MatchMerge {
    const char *const *files;
    int                count;
    int    games;   // there must be this many, unless the test decides before; 0: as many as there are
    bool   sprt;
    double elo0, elo1;
    const DigestList *accept;   // programs whose games are taken beside this one's, or NULL

    // Filled: games written, and what the test says of them.
    int           written;
    EloSprtResult result;
    bool          decided;
} MatchMerge;

bool match_merge(MatchMerge *merge, const char *out, Status *status);

#endif
