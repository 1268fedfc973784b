// engine_game.h - a game as programs of others are told it: the words of its moves, what they know of it
// already, and how one that cannot set up a position gets to the start.
#ifndef PLAY_ENGINES_ENGINE_GAME_H
#define PLAY_ENGINES_ENGINE_GAME_H

#include "play/engines/engine_player.h"

// The name of a move in protocols.
void engine_move_text(const Variant *v, const AnyState *s, Move m, Text *out);

// Hands each move from ply `from` on to `told`, with the player who makes it, until one call fails.
typedef bool EngineTold(void *context, const Variant *v, int player, const char *word, Status *status);
bool         engine_moves_each(const Record *game, int from, EngineTold *told, void *context, Status *status);

// "A B C": the moves of a game, each after a blank; to be freed. NULL: out of memory.
char *engine_moves_text(const Record *game);

// Programs that keep the game themselves. The ply from which on the program is to be told the moves of
// `game`; -1: everything, it knows another game or none. And, for EngineProtocol.moved: it has made the move
// on its own board.
int  engine_game_known(const EnginePlayer *engine, const Record *game);
void engine_game_moved(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s, Move m);

// Is this the position with which the game usually begins?
bool engine_start_is_usual(const Variant *v, const AnyState *start);

// A game from the usual start to this position, for programs that cannot set one up; to be closed. Only short
// ones are found, such as random openings of a few plies: up to PATH_PLIES_MAX plies and PATH_NODES_MAX
// positions.
bool engine_path_open(Record *path, const Variant *v, const AnyState *start, Status *status);

#endif
