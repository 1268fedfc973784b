// record.h - a game as it is played: the starting position and the moves, from which everything else follows.
#ifndef PLAY_RECORD_H
#define PLAY_RECORD_H

#include "game/variant.h"

typedef struct Record {
    const Variant *v;
    AnyState       start, now;
    Move          *moves;   // owned
    int            count, room;
} Record;

// Why a game has ended.
typedef enum {
    ENDED_NOT,
    ENDED_BY_RULES,
    ENDED_BY_CAP,
    ENDED_BY_FORFEIT,   // a player lost it by what he did; record_ended does not know of it
} Ended;

bool record_open(Record *record, const Variant *v, const AnyState *start, Status *status);
void record_close(Record *record);

bool record_play(Record *record, Move m, Status *status);   // m is legal
bool record_undo(Record *record);                           // false at the start
// The position before the last move, or the start.
void record_before(const Record *record, AnyState *before);

Ended record_ended(const Record *record, int plies_max);

// Points as in matches: 2 for a win alone, 1 for a draw or a shared win, 0 for a loss.
void record_points(const Record *record, int points[PLAYERS_MAX]);

// A game as one number: its first position as text, then its moves as text, one after another. Equal games
// have equal numbers on every machine and in every version that writes them alike; never 0, which stands for
// "not known". The second takes the position before the move.
uint64_t game_hash_start(const Variant *v, const AnyState *start);
uint64_t game_hash_move(uint64_t hash, const Variant *v, const AnyState *before, Move m);
uint64_t record_hash(const Record *record);

// The text of move number i.
void record_move_text(const Record *record, int i, Text *out);

#endif
