// memo_player.h - a search that answers a position of its game a second time from memory.
//
// A search that keeps nothing from move to move is a function of the position. So when two of them come to a
// position for the second time, they go round in a circle until the limit of plies ends the game; in the
// matches of the databases paper that is where up to half of all plies are played. What such a search finds
// in a position is kept for the game, its count of nodes with it: the results of a pair of games are the same
// to the digit (tests/lab/test_lab_memo.c), only the seconds are not. `lab verify` plays without it.
//
// It is a type of player in the place of the one that a spec names: whoever plays the match notices nothing.
#ifndef LAB_KINDS_MATCH_MEMO_PLAYER_H
#define LAB_KINDS_MATCH_MEMO_PLAYER_H

#include "play/player_spec.h"

// The same player with a memory, if it is a search and names no file; others stay as they are. A search
// that is more than a function of the position (a clock, threads, lists kept for the game, repetitions,
// chance) opens without one.
PlayerSpec memo_player(const PlayerSpec *spec);

// Answers given from memory in this process: for tests and measurements.
long memo_player_answers(void);

#endif
