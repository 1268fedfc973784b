// presets.h - Abalone's named players (preset=abalone-best) and the searches compiled for them. How they were
// found and what they are worth: docs/results/abalone.
#ifndef GAMES_ABALONE_PRESETS_H
#define GAMES_ABALONE_PRESETS_H

#include "game/game.h"

// The paper prints no widths: these are what `pollard tune windows` found for depth 5 by its criterion
// (docs/TUNE.md), 150/324/180/384 by level, read by remaining depth so that they serve every depth, and
// widened, because at depth 6 they did not meet it.
#define PRESET_WINDOWS "windows=420/250/420/280/480/280,windows-from=leaves"

static const GamePreset presets[] = {
    {"abalone-windows", PRESET_WINDOWS, "the paper's windows alone"},
    {"abalone-paper", "order=combined+iteration,weight=one,tt=22,deepening=yes,q=2," PRESET_WINDOWS,
     "the paper's player"},
    {"abalone-best",
     "order=tt+killer+combined-ads,levels=blend,regions=3/40,order-from=2,"
     "tt=22,tt-deeper=yes,pvs=yes,deepening=yes,null=2,reduce=4,futility=250/400/550",
     "the strongest we know"},
    {0},
};

#define GAME_HAS_PRESETS
#define GAME_ENGINE                                                                                          \
    {                                                                                                        \
        NULL, "alphabeta:preset=abalone-best,repetition=yes"                                                 \
    }
#define GAME_INSTANCES(X)                                                                                    \
    X(paper,                                                                                                 \
      FEATURE_TT | FEATURE_QUIESCENCE | FEATURE_WINDOWS | FEATURE_ORDER_COMBINED | FEATURE_ORDER_ITERATION)  \
    X(best, FEATURES_BEST)                                                                                   \
    X(best_repeating, FEATURES_BEST | FEATURE_REPETITION)
#define FEATURES_BEST                                                                                        \
    (FEATURE_TT | FEATURE_TT_DEEPER | FEATURE_PVS | FEATURE_NULL_MOVE | FEATURE_REDUCE | FEATURE_FUTILITY |  \
     FEATURE_ORDER_TT | FEATURE_ORDER_KILLER | FEATURE_ORDER_COMBINED_ADS)

#undef PRESET_WINDOWS

#endif
