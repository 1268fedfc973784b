// engine_player.h - what players have in common that are programs of their own: the words of their specs, how
// they are opened, kept for the next game and closed, how a game is told in text, and how an answer is read.
//
// A protocol (player_uci.c, player_xboard.c, player_gtp.c, player_nboard.c, player_jsonl.c) is a row of
// functions over it and one line, ENGINE_PLAYER. All of them return false with a reason when the program does
// not do its part. What a game is in the words of a protocol is in engine_game.h.
#ifndef PLAY_ENGINES_ENGINE_PLAYER_H
#define PLAY_ENGINES_ENGINE_PLAYER_H

#include "play/engines/engine_process.h"
#include "play/player_type.h"

enum { ENGINE_OPTIONS_MAX = 16, ENGINE_NAME_MAX = 48 };

typedef struct EnginePlayer EnginePlayer;

// What it found, as far as it says so.
typedef struct EngineFound {
    uint64_t nodes;
    int      depth;
} EngineFound;

// Limits of a move that a protocol has words for.
enum { LIMIT_DEPTH = 1 << 0, LIMIT_TIME = 1 << 1, LIMIT_NODES = 1 << 2 };

typedef struct EngineProtocol {
    const char *name;   // of the protocol: "uci"
    const char *farewell;
    const char *game;        // the one it has words for; NULL: any
    unsigned    limits;      // LIMIT_*
    bool        unlimited;   // a player needs none: the words of its command can settle how long it thinks
    // The first words: takes the program's name into engine->name and gives it its options.
    bool (*greet)(EnginePlayer *engine, const Variant *v, Status *status);
    bool (*new_game)(EnginePlayer *engine, Status *status);
    // The text of its move in the position s, the last of `game` (or NULL); until the next line is read.
    // Sets engine->stopped instead when it was stopped and has none.
    const char *(*move)(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s,
                        EngineFound *found, Status *status);
    // OPTIONAL. The move was read as m.
    void (*moved)(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s, Move m);
} EngineProtocol;

// One word of options=.
typedef struct EngineOption {
    char name[SPEC_WORD_MAX], value[SPEC_WORD_MAX];   // value "": a button
    bool known;                                       // the program has it
} EngineOption;

struct EnginePlayer {
    const EngineProtocol *protocol;
    EngineProcess         process;
    char                  text[2 * TEXT_MAX + SPEC_PATH_MAX];   // game and spec: for whom it can be kept
    char                  name[ENGINE_NAME_MAX];                // its own
    int                   depth, time_ms, nodes, deadline_ms;
    bool                  restart;
    char                  answer[TEXT_MAX];   // for protocols whose answers have more lines than one
    EngineOption          option[ENGINE_OPTIONS_MAX];
    int                   options;
    bool                  healthy;          // it has answered everything
    char                  lost[TEXT_MAX];   // or "": why it could not be started for this game
    bool                  stopped;          // the last move was
    const atomic_bool    *stop;             // or NULL
    unsigned              traits;           // of the protocol: what the program can do
    int                   told;             // plies of the game that it knows (engine_game.h), -1: no game
    uint64_t              told_game;        // and the number of the game so far (record.h)
    unsigned              asked;            // nboard, jsonl: the number of the last request
};

// The functions of a PlayerType (player_type.h) whose `engine` is the protocol: `open` takes a program from
// the player's pool or starts it, `complete` adds its name to a key, if it has one.
bool engine_player_parse(const PlayerSpec *spec, const Variant *v, bool limited, Status *status);
bool engine_player_open(Player *player, const Variant *v, const PlayerSpec *spec, Status *status);
bool engine_player_complete(PlayerSpec *spec, const Variant *v, bool key, Status *status);
bool engine_player_choose(Player *player, const Variant *v, const AnyState *s, Move *m, SearchResult *result,
                          Status *status);
void engine_player_close(Player *player);
bool engine_player_repeats(const PlayerSpec *spec);

// The row of a protocol in the list of players: `word` names it in specs, `protocol` is its EngineProtocol.
#define ENGINE_PLAYER(word, protocol, line)                                                                  \
    const PlayerType player_type_##word = {                                                                  \
        .names           = (const char *const[]){#word, NULL},                                               \
        .path_key        = "command",                                                                        \
        .help            = line,                                                                             \
        .starts_programs = true,                                                                             \
        .engine          = &(protocol),                                                                      \
        .complete        = engine_player_complete,                                                           \
        .parse           = engine_player_parse,                                                              \
        .open            = engine_player_open,                                                               \
        .choose          = engine_player_choose,                                                             \
        .close           = engine_player_close,                                                              \
        .repeats         = engine_player_repeats,                                                            \
    }

void engine_player_end(EnginePlayer *engine);   // ends the program and frees all

// For protocols.

// The next line of an answer that is due by `deadline` (clock_seconds). NULL with a reason, or with
// `stopped`.
const char *engine_line(EnginePlayer *engine, double deadline, Status *status);
double      engine_deadline(const EnginePlayer *engine, double least_seconds);   // from now
// Sends a line, as printf.
bool engine_say(EnginePlayer *engine, Status *status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The rest of the line when it begins with this word, otherwise NULL.
const char *engine_word(const char *line, const char *word);
// Takes over the name of the program, which then stands in keys.
void engine_named(EnginePlayer *engine, const char *name);

#endif
