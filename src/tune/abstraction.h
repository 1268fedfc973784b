// abstraction.h - which databases an evaluation should look up, chosen within a limit of memory.
//
// The candidates are those the game lists (game.h: eval_next). The tables that all those within the limit
// need are built where they are missing. Positions from games of the player against himself get two targets,
// the value of a deeper search and the result of the game; every candidate is fitted to the target and judged
// on games that the fit has not seen (tune/columns.h). More look-ups fit more closely whatever they know, so
// that scores compare candidates with the same number of look-ups only: the best for each number, and those
// of the game's own list, meet in a play-off with the weights of the fit. It begins with the candidate of the
// smallest tables among those that are not behind the best score by more than a standard error; a challenger
// takes its place by winning more games than he loses. Its weights and those of its rivals are then found in
// the same way: those of the fit meet those the evaluation comes with, and the better ones are where learning
// from games begins (tune/eval.h, regression). It meets each rival, with the weights the rival comes with and
// with those learned for it.
//
// No candidate is favoured by the deeper search: its evaluation is the player's, which by default is the
// candidate without look-ups, and whose features all others have too. What look-ups explain beyond them is
// what the search saw and the features did not. A player with look-ups of his own favours candidates that
// share them.
//
// Source: the open question of the paper on pattern and endgame databases, how to choose the abstraction.
#ifndef TUNE_ABSTRACTION_H
#define TUNE_ABSTRACTION_H

#include "tune/eval.h"

// What candidates shall explain. MOVES: by how much the values of moves differ from the mean of their
// position; SEARCH: values of positions; RESULT: results of games.
typedef enum { TARGET_MOVES, TARGET_SEARCH, TARGET_RESULT, TARGETS } TuneTarget;
extern const char *const tune_target_names[TARGETS];

enum {
    ABSTRACTION_RIVALS_MAX = 8,
    ABSTRACTION_DEPTHS     = 2,
    ABSTRACTION_FINALS_MAX = 16,
    ABSTRACTION_CHECKS_MAX = ABSTRACTION_RIVALS_MAX * ABSTRACTION_DEPTHS * 2
};
extern const int abstraction_depths[ABSTRACTION_DEPTHS];   // of the matches

// On top of TuneSettings: `depth` is that of the deeper search, `games` are played once for the positions and
// are those of a round of learning weights.
typedef struct AbstractionSettings {
    uint64_t   memory;          // bytes for the tables of an evaluation
    double     build_seconds;   // tables that are missing and would take one thread longer are not built
    TuneTarget target;
    // names of rivals separated by commas; NULL: the game's own list, as far as it is among the candidates
    const char *against;
} AbstractionSettings;

typedef struct Abstraction {
    EvalCandidate info;
    int           lookups;   // per evaluation of a side
    uint64_t      bytes;
    int           fitted[EVAL_WEIGHTS_MAX];   // weights that explain the target best
    double        score;                      // share of the variance explained
    double        behind, error;              // how far behind the best score, and the standard error of that
} Abstraction;

// A match of the play-off: a candidate against the one that was ahead until then.
typedef struct AbstractionFinal {
    int   candidate, against;   // indices
    Score score;
    bool  won;
} AbstractionFinal;

typedef struct AbstractionCheck {
    int       rival, depth;
    bool      learned;   // the rival's weights
    TuneCheck check;
} AbstractionCheck;

typedef struct TuneAbstraction {
    AnyState start;   // that the game lists candidates for: where openings start
    // by the game; of them beyond the memory; whose tables would take too long
    int              offered, too_large, too_slow;
    int              count;
    Abstraction     *candidate;   // best first; owned
    int              chosen;      // index
    int              finals;
    AbstractionFinal final[ABSTRACTION_FINALS_MAX];
    int              tables, built;
    size_t           positions;
    int              features;
    int              rivals;
    Abstraction      rival[ABSTRACTION_RIVALS_MAX];
    TuneEval         weights[1 + ABSTRACTION_RIVALS_MAX];   // of the chosen one and the rivals
    int              checks;
    AbstractionCheck check[ABSTRACTION_CHECKS_MAX];
    TuneResult       tuned;
} TuneAbstraction;

// False when it failed, or was stopped; tune_abstraction_close frees the candidates in either case.
bool tune_abstraction(const TuneSettings *settings, const AbstractionSettings *more, TuneAbstraction *out,
                      Status *status);
void tune_abstraction_close(TuneAbstraction *out);

// The smallest of those that are not behind by more than a standard error; of equal size, the best. The
// candidates are sorted, the best first.
int tune_abstraction_choose(const Abstraction candidate[], int n);

// The player where none is given, by the candidate that needs no tables. False, with a message, when the game
// has no candidates for these openings.
bool tune_abstraction_player(const Variant *v, const char *openings, PlayerSpec *out, Status *status);

#endif
