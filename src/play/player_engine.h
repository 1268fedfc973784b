// player_engine.h - what `engine` can be asked for, for menus: its keys and its levels.
#ifndef PLAY_PLAYER_ENGINE_H
#define PLAY_PLAYER_ENGINE_H

#include "play/player_type.h"

enum { ENGINE_LEVEL_MAX = 10 };

typedef struct EngineLevel {
    int depth, nodes;   // 0: no limit
    int mistakes;       // of 100 moves those chosen by chance
} EngineLevel;

// By level, from 1; the last has no limit of its own.
extern const EngineLevel engine_levels[ENGINE_LEVEL_MAX + 1];
extern const Option      engine_options[];   // ended by key NULL

#endif
