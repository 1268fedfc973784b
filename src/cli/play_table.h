// play_table.h - the table at which `pollard play` has its game, and the human at it.
#ifndef CLI_PLAY_TABLE_H
#define CLI_PLAY_TABLE_H

#include "cli/cli.h"
#include "play/played.h"
#include "play/player.h"

typedef struct Table {
    Scene      *scene;
    Record      record;
    Player      players[PLAYERS_MAX];
    int         plies_max;
    bool        quiet, quit;   // quiet: no boards, only what was asked for
    bool        human;         // is there one at the table?
    bool        interrupted;   // quit by Ctrl-C
    char        engine[TEXT_MAX];
    const char *advice;    // the search that gives hints
    Player      adviser;   // once `advised`
    bool        advised;
} Table;

void table_board(const Table *t);

// Reads lines until one is a move. False when the input ends or the human quits; a line from a file that is neither a move nor a command ends the game with a
// message, at a terminal it is asked for again.
bool human_ask(Table *t, Move *m, Status *status);

// The commands, a line each.
void human_help(void);

// The commands hint and think (advice.c).
void advice_hint(Table *t);
void advice_think(Table *t);

#endif
