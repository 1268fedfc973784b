// presets.h - the named player of chess (preset=chess-best) and the search compiled for it.
#ifndef GAMES_CHESS_PRESETS_H
#define GAMES_CHESS_PRESETS_H

#include "game/game.h"

static const GamePreset presets[] = {
    {"chess-best",
     "order=tt+kind+killer+history-ads,tt=20,tt-deeper=yes,pvs=yes,deepening=yes,aspiration=40,repetition="
     "yes,"
     "stand-pat=10,check=4,null=2,reduce=4,futility=150/300",
     "the strongest we know"},
    {0},
};

#define GAME_HAS_PRESETS
#define GAME_ENGINE                                                                                          \
    {                                                                                                        \
        NULL, "alphabeta:preset=chess-best"                                                                  \
    }
#define GAME_INSTANCES(X)                                                                                    \
    X(best, FEATURE_TT | FEATURE_TT_DEEPER | FEATURE_PVS | FEATURE_REPETITION | FEATURE_STAND_PAT |          \
                FEATURE_CHECK | FEATURE_NULL_MOVE | FEATURE_REDUCE | FEATURE_FUTILITY | FEATURE_ORDER_TT |   \
                FEATURE_ORDER_KIND | FEATURE_ORDER_KILLER | FEATURE_ORDER_ADS)

#endif
