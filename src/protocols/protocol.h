// protocol.h - a protocol by which this program is an engine for others: one row, which the command line, the
// tests and the fuzzer run alike.
//
//     void *session = protocol->open(&setup, status)
//     while (line is there && protocol->line(session, line)) {}     false: the other side has said goodbye
//     protocol->close(session)
//
// Lines are hostile until parsed: what is not understood is answered in the way of the protocol and changes
// nothing. A search has a thread of its own, so that lines are answered while it runs; a line that a search
// must not see (a new position) waits for it or ends it first. Memory does not grow with what is sent, but
// for the moves of the game.
#ifndef PROTOCOLS_PROTOCOL_H
#define PROTOCOLS_PROTOCOL_H

#include "play/player.h"
#include "protocols/say.h"

enum { PROTOCOL_LINE_MAX = 1 << 18 };   // bytes: a game of 40,000 plies

typedef struct ProtocolSetup {
    const Variant    *v;   // lives as long as the session; NULL: no game yet, where the protocol has that
    const PlayerSpec *player;    // who thinks
    bool              trusted;   // specs of the other side may start programs and read files
    int      threads_max;        // of a player that the other side names, where the protocol has that; 0: any
    uint64_t table_max;          // bytes of its table; 0: any
    SayLine *say;
    void    *context;
} ProtocolSetup;

typedef struct Protocol {
    const char *name;
    const char *game;   // played where none is named; NULL: none

    // NULL with a message: the game or the player does not suit the protocol.
    void *(*open)(const ProtocolSetup *setup, Status *status);

    // A line without its end; false after `quit`.
    bool (*line)(void *session, const char *line);

    // A line that was left out because it is too long.
    void (*too_long)(void *session);

    // For the end of a search that ends by itself; one that has no end is stopped.
    void (*wait)(void *session);

    // At the end of the input searches that have a limit are waited for; otherwise they are stopped.
    bool patient;

    void (*close)(void *session);   // ends the search; its move is still said
} Protocol;

extern const Protocol protocol_gtp, protocol_jsonl, protocol_nboard, protocol_uci, protocol_ugi,
    protocol_xboard;

#endif
