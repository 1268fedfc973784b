// record.h - a game as it is played: the starting position and the moves, from which everything else follows.
#ifndef PLAY_RECORD_H
#define PLAY_RECORD_H

#include "game/variant.h"

typedef struct Record {
    const Variant *v;
    AnyState       start, now;
    Move          *moves;    // owned
    uint64_t      *hashes;   // owned; of the start and of the position after each move
    int            count, room;
} Record;

// Why a game has ended: no move is left; the limit of plies; a draw by a rule of the game (game.h: drawn); a
// draw because a position has come as often as the variant allows.
typedef enum { ENDED_NOT, ENDED_BY_RULES, ENDED_BY_CAP, ENDED_BY_DRAW_RULE, ENDED_BY_REPETITION } Ended;

bool record_open(Record *record, const Variant *v, const AnyState *start, Status *status);
void record_close(Record *record);

bool record_play(Record *record, Move m, Status *status);   // m is legal
bool record_undo(Record *record);                           // false at the start
// The position before the last move, or the start.
void record_before(const Record *record, AnyState *before);

Ended record_ended(const Record *record, int plies_max);

// How often the last position has come, this time included.
int record_occurrences(const Record *record);

// What each player gets: the payoff of the last position, or a draw where the referee has ended the game as
// one.
void record_payoff(const Record *record, Ended ended, Value payoff[PLAYERS_MAX]);

// Points as in matches: 2 for a win alone, 1 for a draw or a shared win, 0 for a loss.
void record_points(const Record *record, Ended ended, int points[PLAYERS_MAX]);

// The result for people: "black wins 40-24", "draw by repetition".
void record_result(const Record *record, Ended ended, Text *out);

// A game as one number: its first position as text, then its moves as text, one after another. Equal games
// have equal numbers on every machine and in every version that writes them alike; never 0, which stands for
// "not known". The second takes the position before the move.
uint64_t game_hash_start(const Variant *v, const AnyState *start);
uint64_t game_hash_move(uint64_t hash, const Variant *v, const AnyState *before, Move m);
uint64_t record_hash(const Record *record);

// The text of move number i.
void record_move_text(const Record *record, int i, Text *out);

#endif
