// tune.h - tuning what a player's spec can say: the weights of his evaluation, the widths of windows=, the
// borders of regions=.
//
// A tuning works in a folder beside its result, FILE.state: a journal of what was found so far and the games
// of its matches, both only ever added to. A tuning that was killed continues from there and
// ends with the same result; the threads change nothing either. A folder of other settings is refused.
//
// Openings. All seeds of a tuning lie beyond 2^50, where no other command or experiment can ask for one:
// nothing is tuned on openings that are reported elsewhere. Within a tuning, every round, meeting, test and
// the match that judges the result has openings of its own.
#ifndef TUNE_TUNE_H
#define TUNE_TUNE_H

#include "play/match.h"
#include "play/player.h"
#include "play/tune_result.h"
#include "tune/journal.h"

#include <limits.h>

typedef void TuneProgress(void *context, const char *what, double done);   // done: 0 ... 1, of the whole

// Other programs whose rows or games a tuning used, each digest once.
typedef struct TuneOthers {
    int  count;
    char digest[DIGESTS_ACCEPTED_MAX][BUILD_DIGEST_SIZE];
} TuneOthers;

// A part of the games that a tuning collects first; those that follow depend on all of them. The tuning ends
// when they are played, as if it were stopped.
typedef struct TunePart {
    Part which;               // filled in: a part of its own, or the whole
    bool played;              // all of it
    int  games, done, read;   // of the part; that the file has now; that it had
    char file[PATH_MAX];
} TunePart;

typedef struct TuneSettings {
    const Variant     *v;
    PlayerSpec         player;   // to start from
    const char        *openings;
    const char        *out;   // path of the result
    uint64_t           seed;
    int                threads;
    int                games;    // of a round, a meeting, a test at most; positions for regions
    int                rounds;   // of regression and TDLeaf, iterations of SPSA
    int                check;    // games of the matches that judge the result
    int                depth;    // for windows and regions
    const DigestList  *accept;   // programs whose tuning is continued, or NULL: only those of this digest
    TuneOthers        *others;   // filled in, or NULL
    TunePart          *part;     // filled in, or NULL: the whole tuning
    const atomic_bool *stop;
    TuneProgress      *progress;
    void              *context;
} TuneSettings;

// A match that was played to judge a result.
typedef struct TuneCheck {
    char        against[TEXT_MAX];
    Score       score;
    EloEstimate elo;
    double      nodes[2];   // per move, of the tuned player and the other
} TuneCheck;

// A tuning at work.
typedef struct Tune {
    TuneSettings settings;
    char         folder[PATH_MAX];
    int          lock;   // of the folder
    Journal      journal;
    char         about[1200];   // the settings that decide the result, in one line
    char         what[160];
    double       from, to;   // the part of the whole that is at work
} Tune;

enum { TUNE_SEEDS = 1 << 20 };   // purposes of a seed

// `about` names the kind and method. Makes the folder or takes up what is there. On success tune_close must
// follow; it leaves the folder.
bool tune_open(Tune *tune, const TuneSettings *settings, const char *about, Status *status);
void tune_close(Tune *tune);

// What is done next, and between which parts of the whole it lies.
__attribute__((format(printf, 4, 5))) void tune_step(Tune *tune, double from, double to, const char *format,
                                                     ...);
void                                       tune_show(const Tune *tune, double done);   // 0 ... 1 of the step

bool tune_stopped(const Tune *tune);

// A seed for purpose 0 ... TUNE_SEEDS - 1.
uint64_t tune_seed(const Tune *tune, int purpose);

// The journal: rows of numbers in the order they were found. tune_get is false after the last.
bool tune_get(const Tune *tune, int row, double values[], int n);
bool tune_add(Tune *tune, const double values[], int n, Status *status);

// A match of one or two players. `save`: a file in the folder, or NULL. With elo1 > elo0 it ends by the
// sequential test. False when it failed, or was stopped.
typedef struct TuneMatch {
    PlayerSpec  player[2];
    int         contestants, games, purpose;
    const char *save;
    double      elo0, elo1;

    Tally         tally;   // filled
    EloSprtResult sprt;
} TuneMatch;
bool tune_match(Tune *tune, TuneMatch *match, Status *status);

// A match of the tuned player and another with its result for the report.
bool tune_check(Tune *tune, const PlayerSpec players[2], const char *save, int purpose, TuneCheck *out,
                Status *status);

// The path of a file in the folder.
bool tune_path(const Tune *tune, const char *name, char path[PATH_MAX], Status *status);

// A player to start from, who must be a search that repeats: `out` is what it stands for (`engine`, a file).
bool tune_player(const PlayerSpec *player, const Variant *v, PlayerSpec *out, Status *status);

#endif
