// tune_lesson.h - what the ways to learn weights share: the player, his features, his games. For tune_eval and the files of the methods only.
#ifndef PLAY_TUNE_LESSON_H
#define PLAY_TUNE_LESSON_H

#include "play/tune_eval.h"
#include "play/tune_features.h"

typedef struct Lesson {
    Tune            tune;
    Spec            rest;   // the player without eval and weights
    SearchSettings  search;
    Evaluation     *e;
    FeatureSet      features;
    const EvalInfo *info;
    double          largest;     // of the weights to be found
    double          share;       // of the whole work that is learning; the rest is the match that judges
    size_t          positions;   // learned from
} Lesson;

enum { LESSON_CHECK = TUNE_SEEDS - 1 };   // purpose of the judging match's seed; the methods use lower ones

// The spec of the player with other weights.
bool lesson_spec(const Lesson *lesson, const int weights[], char out[TEXT_MAX], Status *status);

// Plays the games of a round with these weights, those that are there already left out, and reads them all.
typedef struct LessonGames {
    int     count;
    Played *game;   // owned
} LessonGames;
bool lesson_games(Lesson *lesson, int round, const int weights[], LessonGames *games, Status *status);
bool lesson_games_read(const Tune *tune, const char *name, LessonGames *games,
                       Status *status);   // those in a file of the folder
void lesson_games_close(LessonGames *games);

// The result of a game for a seat: 1 won, 0 lost, between them a draw or a shared win.
double lesson_result(const Played *game, int p);

// From `best` towards the weights w: all the way, half, a quarter; each meets the best in half as many games as judge the result, and the one that scores most takes its place if that is more than
// half. `candidate` is all the way. What explains results is not always what plays well: this is where it is found out. Uses purposes from `purpose` on.
bool lesson_advance(Lesson *lesson, const double w[], const double size[], int purpose, int best[], int candidate[],
                    Status *status);

// The methods: from lesson->e->weights to `found`.
bool lesson_regression(Lesson *lesson, int found[], Status *status);
bool lesson_tdleaf(Lesson *lesson, int found[], Status *status);
bool lesson_matches(Lesson *lesson, int found[], Status *status);

#endif
