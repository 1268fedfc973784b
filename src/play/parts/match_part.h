// match_part.h - part I of N of a match: every N-th opening with all its games, from number I on, so that the
// games of one opening stay together. A game depends on its number alone (match.h), so the parts together are
// the match, wherever and in whatever order they are played. A part's file (match_file.h) says which part it
// is; a part that was cut off continues, and one that is whole is left as it is. Points are not added up: a
// part is not a result, and a sequential test is decided in the order of all games (match_merge.h).
#ifndef PLAY_PARTS_MATCH_PART_H
#define PLAY_PARTS_MATCH_PART_H

#include "play/match.h"

typedef struct MatchPart {
    const Match *match;   // opened without a file
    Part         part;
    MatchFile    file;
    int          games;   // of the part
    int          read;    // that the file had
    int          done;    // that the file has
} MatchPart;

// Called about ten times a second while games are played, and at the end.
typedef void MatchPartProgress(void *context, const MatchPart *part);

// How many of the match's games are in a part, and the number of the k-th of them.
int match_part_games(const Match *match, Part part);
int match_part_number(const Match *match, Part part, int k);

// Opens or makes the part's file and checks the games that it has. match_part_close must follow.
bool match_part_open(MatchPart *part, const Match *match, Part which, const char *path, Status *status);
// Plays what is missing. False when a game could not be played or written; true also when it was stopped.
bool match_part_run(MatchPart *part, MatchPartProgress *progress, void *context, Status *status);
void match_part_close(MatchPart *part);

// Is this game `number` of the match: seats, opening, ended?
bool match_part_fits(const MatchGame *game, int number, const Schedule *schedule, const Openings *openings,
                     Status *status);

#endif
