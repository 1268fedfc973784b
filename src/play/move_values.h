// move_values.h - what every legal move of a position is worth: each position after a move is searched on its
// own, all of them to the same depth, one ply deeper at a time.
//
//     MoveValuesAsk ask = {.limits = {.seconds = 1}};
//     move_values_find(&values, &player, &record, &ask, status)
//     values.list[0].value, ...
//     move_values_close(&values)
//
// A value is for the player who makes the move, on the scale of search/values.h, and counts plies to a win
// from the position before it. With two players it is the value of the position after the move, turned round.
// With more, that value would be another player's; so the position is searched for the one who has moved
// (SearchLimits.moved): by Paranoid and Best-Reply Search as the one against all others, by max^n as his part
// of the values of all. Thus, by every algorithm, the best value at depth d is the value that a search of the
// position itself finds at depth d, as long as nothing in the settings prunes by guess. `minimax` has no such
// search for more than two players.
//
// Depth 1 is the evaluation after the move; it is there whatever the limits. A move that ends the game is
// worth its payoff, one after which the referee ends it, or which under repetition=yes comes back to a
// position, a draw.
//
// Cost: about the sum of the searches, which share the player's table. Slower than one search with one
// window, but no value is a bound.
#ifndef PLAY_MOVE_VALUES_H
#define PLAY_MOVE_VALUES_H

#include "play/player.h"

typedef struct MoveValue {
    Move  m;
    int   depth;   // the move itself counted
    Value value;
    Value values[PLAYERS_MAX];   // max^n and games that end with the move: of all players
    bool  all;                   // `values` is set
    int   rank;                  // at the depth before
    int   pv_length;
    Move  pv[PLY_MAX];   // pv[0] is the move
} MoveValue;

typedef struct MoveValues {
    int        count;   // moves
    int        kept;    // the first so many are of the same depth: all of them, unless `keep` was asked for
    int        depth;   // theirs
    MoveValue *list;    // owned; of those kept the best first, equals in the order of the depth before
    uint64_t   nodes, interior;
    double     seconds;
    bool       stopped;   // a limit came before the depth asked for
} MoveValues;

// Called after each depth; false: enough.
typedef bool MoveValuesReport(void *context, const MoveValues *so_far);

typedef struct MoveValuesAsk {
    // for all of it together; what is 0 is as the player's own settings say. No history: it is the record's
    SearchLimits limits;

    // 0: all moves are searched to every depth. Otherwise after each depth the better half goes on, so many
    // at least, and always `favourite`
    int  keep;
    Move favourite;

    // or NULL: only these legal moves
    const Move *moves;
    int         moves_count;

    MoveValuesReport *report;   // or NULL
    void             *context;
} MoveValuesAsk;

// Can this player, who searches, say what moves are worth?
bool move_values_available(const Player *player, const Variant *v, Status *status);

// The values in the last position of the game, which is not over. False only when memory is short.
bool move_values_find(MoveValues *values, Player *player, const Record *game, const MoveValuesAsk *ask,
                      Status *status);
void move_values_close(MoveValues *values);

// Are all of them won or lost?
bool move_values_decided(const MoveValues *values);

#endif
