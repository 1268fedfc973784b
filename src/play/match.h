// match.h - a match: contestants play many games over threads, the results are added up in the order of the
// games.
//
// A game depends on its number and the settings alone: the schedule seats its players, its opening comes from
// the seed and the number of the group, its players are opened for it and closed after it. So the result is
// the same whatever the number of threads, and after a match that was cut off and went on; except with
// players under a limit of time, or with threads of their own (`repeats` is false then). The sequential test
// looks at the games in order too: games beyond its decision are thrown away.
#ifndef PLAY_MATCH_H
#define PLAY_MATCH_H

#include "base/threads.h"
#include "play/engines/engine_pool.h"
#include "play/lookups.h"
#include "play/match_file.h"
#include "play/openings.h"
#include "play/player_spec.h"
#include "play/tally.h"

#include <stdatomic.h>

enum { MATCH_GAMES_MAX = 100000000, MATCH_THREADS_MAX = THREADS_MAX };

struct Match;
// A game that counts, in order; false, with a message, ends the match.
typedef bool MatchCounted(void *context, const struct Match *match, const MatchGame *game, Status *status);

typedef struct MatchSettings {
    const Variant *v;
    // 1 ... CONTESTANTS_MAX; 1 plays against himself, once from each opening
    int                contestants;
    const PlayerSpec  *player[CONTESTANTS_MAX];
    int                games, threads, plies_max;
    uint64_t           seed;
    const char        *openings;   // as in openings.h
    const char        *lines;      // or NULL: the lines of a file that `openings` names, read already
    PointsRule         points;
    bool               sprt;   // two contestants: stop as soon as the test of elo0 against elo1 has decided
    double             elo0, elo1;
    const char        *save;      // a file, or NULL
    const DigestList  *accept;    // programs whose file is continued, or NULL: only those of this digest
    const atomic_bool *stop;      // or NULL: ends the match early when it becomes true; whole games count
    MatchCounted      *counted;   // or NULL: gets every game, those of the file too
    void              *counted_context;
} MatchSettings;

typedef struct Match {
    MatchSettings settings;
    PlayerSpec    player[CONTESTANTS_MAX];            // resolved: who plays
    char          shown[CONTESTANTS_MAX][TEXT_MAX];   // in reports
    char          key[CONTESTANTS_MAX][TEXT_MAX];     // by which the file is stored
    Schedule      schedule;
    Openings      openings;
    Lookups       lookups;   // of the contestants
    Tally         tally;
    MatchFile     file;
    EnginePool   *engines;   // owned: programs between two games
    int           read;      // games that came from the file
    bool          repeats;   // the same again gives the same games
    EloSprtResult sprt;
    bool          decided;   // by the sequential test
} Match;

// Called about ten times a second while the match runs, and at its end.
typedef void MatchProgress(void *context, const Match *match);

// Checks everything and takes in the games that the file has already.
bool match_open(Match *match, const MatchSettings *settings, Status *status);
// Plays on. False when a game could not be played or written; what was finished before counts.
bool match_run(Match *match, MatchProgress *progress, void *context, Status *status);
void match_close(Match *match);

// Plays one game of an open match and leaves the match as it is; for those who keep the games themselves. To
// be closed and freed. NULL when *halt became true, or with a message when it failed.
MatchGame *match_game(const Match *match, int number, const atomic_bool *halt, Status *status);

#endif
