// jsonl_inner.h - what the files of the JSON protocol share. The protocol is described in docs/PROTOCOLS.md.
#ifndef PROTOCOLS_JSONL_INNER_H
#define PROTOCOLS_JSONL_INNER_H

#include "protocols/protocol.h"
#include "protocols/thinker.h"
#include "protocols/words.h"

#include <jansson.h>

// The request that a search belongs to. Of the thread that searches, while it does.
typedef struct JsonlThink {
    json_t  *id;   // owned; NULL: none
    bool     values, events;
    char     player[TEXT_MAX + SPEC_PATH_MAX];   // as given
    json_t  *moves;                              // owned; of `values`: the last completed depth
    int      depth;                              // its
    uint64_t nodes;
} JsonlThink;

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

    bool       thinks;           // a player is open for `spoken`
    bool       spoken_limited;   // and was opened for searches with a limit
    char       spoken[TEXT_MAX + SPEC_PATH_MAX];
    JsonlThink think;
} Jsonl;

// Answers. The first three take what they are given.
void    jsonl_answer(Jsonl *j, const json_t *id, json_t *answer);
void    jsonl_event(Jsonl *j, const json_t *id, const char *event, json_t *object);
void    jsonl_refuse(Jsonl *j, const json_t *id, const char *message);
json_t *jsonl_ok(void);

// Fields of requests; those that are left out keep what is there.
bool jsonl_bool(const json_t *request, const char *key, bool *out, Status *status);
bool jsonl_int(const json_t *request, const char *key, int min, int max, int *out, Status *status);
bool jsonl_count(const json_t *request, const char *key, int64_t max, int64_t *out, Status *status);

// The game (jsonl_game.c). The second takes the variant and the record; the third says that there is none.
void jsonl_game_close(Jsonl *j);
bool jsonl_game_open(Jsonl *j, const Variant *v, Record *game, Status *status);
bool jsonl_game_needed(const Jsonl *j, Status *status);

// Requests answer themselves and return true, or false with a message.
typedef bool JsonlRequest(Jsonl *j, const json_t *request, const json_t *id, Status *status);
JsonlRequest jsonl_new_game, jsonl_state, jsonl_moves, jsonl_move, jsonl_undo, jsonl_reset;

// What a position is (jsonl_state.c).
void jsonl_state_add(const Jsonl *j, json_t *answer);
void jsonl_history_add(const Jsonl *j, json_t *answer);
bool jsonl_has_codes(const Jsonl *j);   // has the game a notation for programs of its own?
void jsonl_move_add(const Jsonl *j, Move m, json_t *object);

// What can be done and seen (jsonl_board.c).
void jsonl_moves_add(const Jsonl *j, bool actions, bool touches, json_t *answer);
void jsonl_board_add(const Jsonl *j, bool svg, bool text, json_t *answer);

// Thinking (jsonl_think.c).
extern const ThinkEvents jsonl_events;   // without the context
bool jsonl_think(Jsonl *j, const json_t *request, const json_t *id, bool values, Status *status);
bool jsonl_busy(Jsonl *j);   // a search runs

#endif
