// game_text.h - games in files and on stdin, for commands that find out by themselves which game they are of.
#ifndef CLI_GAME_TEXT_H
#define CLI_GAME_TEXT_H

#include "play/formats/formats.h"

typedef struct GameText {
    char             *text;   // owned
    size_t            size;
    const GameFormat *format;
    Variant           v;
    char              name[TEXT_MAX];   // its canonical spec
    char              path[TEXT_MAX];   // for messages
} GameText;

// Reads a file, or stdin for "-", and opens its game: `spec`, or where it is NULL what the text says.
bool game_text_open(GameText *games, const char *path, const char *spec, Status *status);
// The same of a text that is at hand; `what` names it in messages.
bool game_text_take(GameText *games, const char *text, const char *what, const char *spec, Status *status);
void game_text_close(GameText *games);

#endif
