// api.h - what the files of the library share: the handles of include/pollard.h from inside, and the ways in
// which texts, lists, structs and errors leave.
//
// Nothing here trusts its caller's texts, numbers and sizes; pointers it must. No handle knows of another but
// by the game, which is shared and counted.
#ifndef API_API_H
#define API_API_H

#include "base/threads.h"
#include "play/move_values.h"
#include "play/player.h"
#include "play/show/search_line.h"
#include "pollard.h"
#include "retro/probe.h"

#include <jansson.h>
#include <stdatomic.h>

struct PollardGame {
    Variant    v;
    atomic_int users;   // handles that hold it, its own included
};

// What is asked often is worked out once, when the position changes: whether the game is over, and the moves.
struct PollardPlay {
    PollardGame *game;
    Record       record;
    int          plies_max;
    Ended        ended;
    int          count;    // legal moves by the rules, whatever the referee says
    Move        *moves;    // owned; room for the game's most
    uint8_t     *states;   // owned; the position before each move, state_size bytes each
    int          room;     // of `states`
};

struct PollardEngine {
    PollardGame         *game;
    Player               player;
    PollardEngineOptions options;
    char                 search[TEXT_MAX];   // what the spec stands for

    // Of the thinking.
    Mutex       lock;   // of `thinking`, and of stop together with it
    bool        thinking;
    atomic_bool stop;

    // What was found last.
    bool                 found;      // there is something
    int                  mover;      // the seat
    AnyState             position;   // where
    SearchResult         result;
    SearchLine           line;   // of its last completed depth
    bool                 by_chance;
    MoveValues           values;   // of the last pollard_engine_values, or none
    const PollardLimits *limits;   // while it thinks
};

struct PollardDatabase {
    Probe probe;
};

// Errors: write the message and return the code.
int api_error(int code, char *error, size_t size, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int api_fail(const Status *status, char *error, size_t size);

// A handle or array that must not be NULL was NULL.
int api_null(const char *what, char *error, size_t size);

// Texts: the length; as much as fits is written.
int api_text(const char *text, char *buffer, size_t size);
int api_json(json_t *json, char *buffer, size_t size);   // releases it; NULL: no memory

// Text that grows piece by piece.
typedef struct ApiOut {
    char  *buffer;
    size_t size, length;
} ApiOut;
void api_add(ApiOut *out, const char *text);
int  api_end(const ApiOut *out);   // the length

// Structs that begin with their size. In: as much as the caller has is copied to `own` of `size` bytes, of
// which the first version had `least`; what only a later library knows must be zero. Out: as much as the
// caller has room for, its size left alone; ask before whether it fits. False: a size that was never in use.
bool api_struct_in(void *own, size_t size, size_t least, const void *given);
bool api_struct_fits(const void *given, size_t least);
void api_struct_out(void *given, const void *own, size_t size);

PollardGame *api_game_hold(PollardGame *game);

// After every change of the position.
void api_play_settle(PollardPlay *play);
bool api_play_has(const PollardPlay *play, uint32_t move);   // is it legal, the game not being over?

// What an engine has found, as structs.
void api_result_make(const PollardEngine *engine, const SearchResult *found, PollardResult *out);
void api_outcome(Value value, int *outcome, int *plies);

// Begins and ends thinking; false: it is thinking already.
bool api_engine_begin(PollardEngine *engine);
void api_engine_end(PollardEngine *engine);

// Whatever pollard_engine_think and pollard_engine_values must know before they begin. 0, or an error.
int          api_engine_ask(PollardEngine *engine, const PollardPlay *play, const PollardLimits *given,
                            PollardLimits *limits, char *error, size_t size);
SearchLimits api_limits(const PollardEngine *engine, const PollardLimits *limits);

#endif
