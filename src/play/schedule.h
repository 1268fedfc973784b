// schedule.h - who sits where in which game of a match, for any number of contestants and seats.
//
// A match runs in groups: all games of a group start from the same opening. L = min(contestants, players)
// contestants share the seats of a game, as evenly as can be. A pattern says which of them sits in which
// seat; a group plays one pattern L times, everybody moving on by one each time (A B B A, then B A A B), so
// that in every group each of them sits in each seat exactly once. The next group takes the next pattern.
// With more contestants than seats the group does so for every choice of contestants: for two players, every
// pair with both colours.
#ifndef PLAY_SCHEDULE_H
#define PLAY_SCHEDULE_H

#include "game/game.h"

// Five contestants in six seats have 360 patterns; one more to try.
enum { CONTESTANTS_MAX = 16, PATTERNS_MAX = 361 };

typedef struct Schedule {
    int     contestants, players;
    int     sharing;    // L
    int     choices;    // of L contestants
    int     group;      // games in a group: L * choices
    int     patterns;   // groups until the seating comes again
    uint8_t pattern[PATTERNS_MAX][PLAYERS_MAX];
} Schedule;

// 1 ... CONTESTANTS_MAX contestants, 2 ... PLAYERS_MAX players.
void schedule_open(Schedule *schedule, int contestants, int players);

// The contestants in the seats of a game, both counted from 0. The opening is number game / group.
void schedule_seats(const Schedule *schedule, int game, int seats[PLAYERS_MAX]);

#endif
