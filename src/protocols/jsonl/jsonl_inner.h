// jsonl_inner.h - what the files of the JSON protocol share. The protocol is described in docs/PROTOCOLS.md.
#ifndef PROTOCOLS_JSONL_INNER_H
#define PROTOCOLS_JSONL_INNER_H

#include "play/analysis/exact.h"
#include "protocols/protocol.h"
#include "protocols/thinker.h"
#include "protocols/words.h"

#include <jansson.h>

// The request that a search belongs to. Of the thread that searches, while it does.
typedef struct JsonlThink {
    json_t  *id;   // owned; NULL: none
    bool     values, events;
    Value    mistake;                            // of `analyse`: a loss that is one; 0: as the game has it
    json_t  *answer;                             // owned; of `analyse`
    char     player[TEXT_MAX + SPEC_PATH_MAX];   // as given
    json_t  *moves;                              // owned; of `values`: the last completed depth
    int      depth;                              // its
    uint64_t nodes;
} JsonlThink;

// An adaptive list as the search left it.
typedef struct JsonlList {
    int      side, level;   // as in TraceStep
    uint32_t count, *ids;   // owned; the first first
} JsonlList;

// What the last search with a trace left behind (jsonl_trace.c).
typedef struct JsonlTrace {
    Trace     *trace;   // owned; NULL: there is none
    AnyState   root;
    Algorithm  algorithm;
    int        lists;
    JsonlList *list;   // owned
    // owned; by id: a node whose move has it, where it cut or at least was searched; TRACE_NONE: none
    uint32_t *example;
} JsonlTrace;

typedef struct Jsonl {
    Say        say;
    bool       trusted;
    int        threads_max;   // of players that requests name; 0: any
    uint64_t   table_max;
    PlayerSpec player;   // who thinks where no request says

    bool    playing;   // there is a game: what follows is set
    Variant v;
    char    game[TEXT_MAX];
    Thinker t;
    Exact   exact;   // databases that were asked

    bool       thinks;           // a player is open for `spoken`
    bool       spoken_limited;   // and was opened for searches with a limit
    int        spoken_trace;     // and with this trace
    char       spoken[TEXT_MAX + SPEC_PATH_MAX];
    JsonlThink think;
    JsonlTrace seen;
} Jsonl;

// Answers. The first three take what they are given.
void    jsonl_answer(Jsonl *j, const json_t *id, json_t *answer);
void    jsonl_event(Jsonl *j, const json_t *id, const char *event, json_t *object);
void    jsonl_refuse(Jsonl *j, const json_t *id, const char *message);
json_t *jsonl_ok(void);

// Fields of requests; those that are left out keep what is there.
bool jsonl_text(const json_t *request, const char *key, char *out, size_t room, Status *status);
bool jsonl_bool(const json_t *request, const char *key, bool *out, Status *status);
bool jsonl_int(const json_t *request, const char *key, int min, int max, int *out, Status *status);
bool jsonl_count(const json_t *request, const char *key, int64_t max, int64_t *out, Status *status);

// The game (jsonl_game.c). The second and third take the variant and the record, the third keeps whoever
// thinks where it is the same game; the fourth says that there is none.
void jsonl_game_close(Jsonl *j);
bool jsonl_game_open(Jsonl *j, const Variant *v, Record *game, Status *status);
bool jsonl_game_take(Jsonl *j, Variant *v, Record *game, Status *status);
bool jsonl_game_needed(const Jsonl *j, Status *status);

// Requests answer themselves and return true, or false with a message.
typedef bool JsonlRequest(Jsonl *j, const json_t *request, const json_t *id, Status *status);
JsonlRequest jsonl_new_game, jsonl_state, jsonl_moves, jsonl_move, jsonl_undo, jsonl_reset;
JsonlRequest jsonl_import, jsonl_export;   // jsonl_formats.c
JsonlRequest jsonl_probe, jsonl_perft;     // files of their names

// What a position is (jsonl_state.c).
void jsonl_state_add(const Jsonl *j, json_t *answer);
void jsonl_history_add(const Jsonl *j, json_t *answer);
bool jsonl_has_codes(const Jsonl *j);   // has the game a notation for programs of its own?
void jsonl_move_add(const Jsonl *j, Move m, json_t *object);
void jsonl_value_add(Value v, json_t *object);   // "value", and "win_in" or "loss_in" (jsonl_think.c)

// What can be done and seen (jsonl_board.c).
void jsonl_moves_add(const Jsonl *j, bool actions, bool touches, json_t *answer);
void jsonl_board_add(const Jsonl *j, bool svg, bool text, json_t *answer);

// Thinking (jsonl_think.c).
extern const ThinkEvents jsonl_events;   // without the context
bool         jsonl_think(Jsonl *j, const json_t *request, const json_t *id, bool values, Status *status);
JsonlRequest jsonl_analyse;   // jsonl_analyse.c
// Who is to think: the request's player, or `fallback`; it is open then.
bool jsonl_player(Jsonl *j, const json_t *request, const PlayerSpec *fallback, bool limited, Status *status);
void jsonl_pv_add(const Jsonl *j, const AnyState *s, const Move pv[], int length, json_t *object);
bool jsonl_busy(Jsonl *j);   // a search runs

// The search in sight. The first two of jsonl_trace.c: takes what a search with a trace has left, by the
// thread of the search; frees it.
void jsonl_trace_take(Jsonl *j);
void jsonl_trace_close(Jsonl *j);
bool jsonl_trace_needed(const Jsonl *j, Status *status);
// The position of a node. And a move of it as text, made by `mover`.
void         jsonl_trace_position(const Jsonl *j, uint32_t node, AnyState *s);
void         jsonl_trace_move(const Jsonl *j, const AnyState *s, int mover, Move m, json_t *object);
JsonlRequest jsonl_tree, jsonl_lists, jsonl_list_events;

#endif
