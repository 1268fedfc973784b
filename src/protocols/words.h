// words.h - what the lines of protocols are made of: words, numbers, moves. Lines are hostile: words beyond
// SPEC_WORD_MAX are cut, numbers that are none are 0.
#ifndef PROTOCOLS_WORDS_H
#define PROTOCOLS_WORDS_H

#include "play/record.h"

// The next word of *at, or NULL; *at moves on.
const char *words_next(const char **at, char word[SPEC_WORD_MAX]);

// The number after that, 0 ... max; 0 for whatever is none, or negative (a clock that has run out).
long words_number(const char **at, long max);

// A legal move as programs write it, or in any spelling of the game.
bool words_move(const Variant *v, const AnyState *s, const char *word, Move *m);

// Plays a move; a pass that is forced before it is played where it was left out.
bool words_play(Record *game, const char *word, Status *status);

// Plays all of them, or as many as are legal.
bool words_play_all(Record *game, const char *words, Status *status);

#endif
