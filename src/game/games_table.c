// games_table.c - the games of one level (levels.h). Compiled once per level, like the games.
#include "game/games_table.h"

#define X(id) extern const Game LEVEL_NAME(game_##id);
#include "game/games.def"
#undef X

const Game *const LEVEL_NAME(games_table)[] = {
#define X(id) &LEVEL_NAME(game_##id),
#include "game/games.def"
#undef X
    NULL,
};
