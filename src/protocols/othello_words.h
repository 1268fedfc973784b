// othello_words.h - what the protocols of Othello share: who plays what, and passes said or left out.
#ifndef PROTOCOLS_OTHELLO_WORDS_H
#define PROTOCOLS_OTHELLO_WORDS_H

#include "play/record.h"

enum { OTHELLO_BLACK, OTHELLO_WHITE };

// b, w, black, white in any case; -1: none of these.
int othello_color(const char *word);

// Plays the move of a colour. A pass that the other had to make before it may be left out: it is played, too.
// A pass after the end of the game is taken and changes nothing.
bool othello_play(Record *game, int color, const char *word, Status *status);

// Makes it this colour's turn by the pass of the other, if that is forced.
bool othello_turn(Record *game, int color, Status *status);

bool othello_must_pass(const Record *game);

// Is the game Othello? Otherwise a message that names the protocol.
bool othello_check(const Variant *v, const char *protocol, Status *status);

#endif
