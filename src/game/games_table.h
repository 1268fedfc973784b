// games_table.h - the names of what is compiled once per level: LEVEL_NAME(game_othello) is game_othello_v3.
//
// The Makefile defines GAME_LEVEL for each level of a portable build, and POLLARD_LEVELS with a line
// LEVEL(v3, "x86-64-v3") for each, the lowest first. A build for one machine has the level `only`.
#ifndef GAME_GAMES_TABLE_H
#define GAME_GAMES_TABLE_H

#include "game/game.h"

#ifndef GAME_LEVEL
#define GAME_LEVEL only
#endif
#ifndef POLLARD_LEVELS
#define POLLARD_LEVELS LEVEL(only, POLLARD_ARCH)
#endif
#ifndef POLLARD_ARCH
#define POLLARD_ARCH "generic"
#endif

#define LEVEL_JOIN_(a, b) a##_##b
#define LEVEL_JOIN(a, b)  LEVEL_JOIN_(a, b)
#ifdef POLLARD_PLUGIN
#define LEVEL_NAME(name) pollard_plugin_game   // the one game of a plug-in (search/plugin.h)
#else
#define LEVEL_NAME(name) LEVEL_JOIN(name, GAME_LEVEL)
#endif

#define LEVEL(level, name) extern const Game *const games_table_##level[];
POLLARD_LEVELS
#undef LEVEL

#endif
