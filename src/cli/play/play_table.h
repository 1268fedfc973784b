// play_table.h - the table at which `pollard play` has its game, and the human at it.
#ifndef CLI_PLAY_PLAY_TABLE_H
#define CLI_PLAY_PLAY_TABLE_H

#include "cli/cli.h"
#include "play/match_game.h"
#include "play/player.h"

#include <limits.h>

typedef struct Table {
    PositionArgs *at;
    Record        record;
    Player        players[PLAYERS_MAX];
    int           plies_max;
    bool          quiet, quit;   // quiet: no boards, only what was asked for
    bool          human;         // is there one at the table?
    bool          interrupted;   // quit by Ctrl-C
    PlayerSpec    engine;        // at its best, in the time of --time
    PlayerSpec    advice;        // the search that gives hints
    Player        adviser;       // once `advised`
    bool          advised;
    Forfeit       forfeit;   // who lost the game by what he did
    uint64_t      seed;
    long          time_ms;          // of the engine
    char          save[PATH_MAX];   // where the game is kept while it is played; "": nowhere
} Table;

void table_board(const Table *t);

// Reads lines until one is a move. False when the input ends or the human quits; a line from a file that is
// neither a move nor a command ends the game with a message, at a terminal it is asked for again.
bool play_prompt_ask(Table *t, Move *m, Status *status);

// The commands, a line each.
void play_prompt_help(void);

// The commands hint and think (play_hints.c).
void play_hints_hint(Table *t);
void play_hints_think(Table *t);

#endif
