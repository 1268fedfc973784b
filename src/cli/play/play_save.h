// play_save.h - a game at the table as one of ours (play/formats/saved.h): printed as JSON, kept in a file
// while it is played, and taken up again.
//
// The file is written before the first move, after every move and at the end, each time whole or not at all:
// whatever ends the program, it holds the game up to the last move. A game that is taken up again goes on in
// its file; its random players go on with the random numbers they had.
#ifndef CLI_PLAY_PLAY_SAVE_H
#define CLI_PLAY_PLAY_SAVE_H

#include "cli/play/play_table.h"
#include "play/formats/formats.h"

// The object of `play --json`; to be released.
json_t *play_save_json(const Table *t, Ended ended);

// --save: refuses a file that is there. NULL: nothing is kept.
bool play_save_begin(Table *t, const char *path, Status *status);
// Writes the file, where one is kept.
bool play_save_write(const Table *t, Ended ended, Status *status);

// --resume FILE[:N]: opens the game and position of the file; `game` keeps who played, and must be closed.
// The file goes on to be written (t->save) when it is one of ours with this game alone.
bool play_resume_open(Table *t, const char *what, FormatGame *game, Status *status);
// The player of a seat as the file has him: no program of somebody else's, which a file must not start.
bool play_resume_player(const FormatGame *game, int seat, PlayerSpec *spec, Status *status);

#endif
