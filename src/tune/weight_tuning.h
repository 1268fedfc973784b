// weight_tuning.h - what the ways to learn weights share: the player, his features, his games. For tune_eval
// and the files of the methods only.
#ifndef TUNE_WEIGHT_TUNING_H
#define TUNE_WEIGHT_TUNING_H

#include "tune/eval.h"
#include "tune/features.h"

typedef struct WeightTuning {
    Tune            tune;
    PlayerSpec      plain;   // the player without eval and weights
    SearchSettings  search;
    Evaluation     *e;
    FeatureSet      features;
    const EvalInfo *info;
    double          largest;     // of the weights to be found
    double          share;       // of the whole work that is learning; the rest is the match that judges
    size_t          positions;   // learned from
} WeightTuning;

// The purpose of the judging match's seed; the methods use lower ones.
enum { WEIGHT_TUNING_CHECK = TUNE_SEEDS - 1 };

// The player with other weights.
bool weight_tuning_player(const WeightTuning *tuning, const int weights[], PlayerSpec *out, Status *status);

// Plays the games of a round with these weights, those that are there already left out, and reads them all.
typedef struct TuningGames {
    int        count;
    MatchGame *game;   // owned
} TuningGames;
bool tuning_games_play(WeightTuning *tuning, int round, const int weights[], TuningGames *games,
                       Status *status);
bool tuning_games_read(const Tune *tune, const char *name, TuningGames *games,
                       Status *status);   // those in a file of the folder
void tuning_games_close(TuningGames *games);

// The result of a game for a seat: 1 won, 0 lost, between them a draw or a shared win.
double weight_tuning_result(const MatchGame *game, int p);

// From `best` towards the weights w: all the way, half, a quarter; each meets the best in half as many games
// as judge the result, and the one that scores most takes its place if that is more than half. `candidate` is
// all the way. What explains results is not always what plays well: this is where it is found out. Uses
// purposes from `purpose` on.
bool weight_tuning_advance(WeightTuning *tuning, const double w[], const double size[], int purpose,
                           int best[], int candidate[], Status *status);

// The methods: from tuning->e->weights to `found`.
bool weight_tuning_regression(WeightTuning *tuning, int found[], Status *status);
bool weight_tuning_tdleaf(WeightTuning *tuning, int found[], Status *status);
bool weight_tuning_matches(WeightTuning *tuning, int found[], Status *status);

#endif
