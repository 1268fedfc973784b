// levels.h - the games, compiled once for each level of processor, and the choice of a level at the start.
//
// A build for one machine (`make`) has one level and nothing to choose. A portable build (VARIANT=portable,
// which `make install` installs) has the games once per level that the Makefile names, as game_othello_v2 and
// game_othello_v3, and the rest of the program for the lowest of them. The search is compiled into a game
// (game_export.h), so all that is hot in a search runs at the level chosen. Cost: one pointer, read when a
// game is opened. (Not by ifunc or target_clones: they break under sanitizers.)
#ifndef GAME_LEVELS_H
#define GAME_LEVELS_H

#include "base/status.h"
#include "game/game.h"

// Every game, ended by NULL, at the highest level that this processor has; set before main runs. Games that
// were loaded come last.
extern const Game *const *games_all;

// Adds a game, for good (search/plugin.h); false: there are too many. Not while other threads look for games.
enum { GAMES_ADDED_MAX = 64 };
bool games_add(const Game *game);

const char *level_name(void);   // of the level chosen, e.g. "x86-64-v3"; "native": of this machine

// Chooses a level by its name, before any game is opened: for measurements, and for emulators that do not
// know all instructions. NULL leaves the one chosen at the start. Fails when the build does not have the
// level or the processor cannot run it.
bool level_choose(const char *name, Status *status);

#endif
