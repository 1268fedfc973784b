// uci_inner.h - what UCI and UGI share: all but their words.
#ifndef PROTOCOLS_UCI_INNER_H
#define PROTOCOLS_UCI_INNER_H

#include "protocols/protocol.h"
#include "protocols/thinker.h"
#include "protocols/words.h"

enum { UCI_MULTIPV_MAX = 256 };

typedef struct Uci {
    const char *name;   // "uci": how the protocol calls itself
    Say         say;
    Thinker     t;
    int         multipv;
    bool        ponders;                   // the protocol knows pondering
    PlayerSpec  spec;                      // of the option Player
    bool        changed;                   // the player is to be opened anew
    int         hash_good, threads_good;   // those of the player that is open
} Uci;

void *uci_session_open(const char *name, bool ponders, const ProtocolSetup *setup, Status *status);
void  uci_session_close(void *session);
void  uci_session_wait(void *session);
void  uci_session_too_long(void *session);

// Commands: they take the words that follow.
typedef struct UciCommand {
    const char *word;
    void (*run)(Uci *u, const char *words);
} UciCommand;

// Runs what a line says by a table that ends with a NULL; false after `quit`.
bool uci_session_line(Uci *u, const UciCommand commands[], const char *line);

void uci_introduce(Uci *u, const char *words);
void uci_ready(Uci *u, const char *words);
void uci_option(Uci *u, const char *words);
void uci_new_game(Uci *u, const char *words);
void uci_position(Uci *u, const char *words);
void uci_go(Uci *u, const char *words);
void uci_stop(Uci *u, const char *words);
void uci_ponderhit(Uci *u, const char *words);
void uci_ignore(Uci *u, const char *words);

// The words after `go`; clocks are wtime and btime, or p1time, p2time and so on. False with a message: a move
// of searchmoves is illegal.
bool uci_go_read(const Uci *u, const char *words, ThinkAsk *ask, Status *status);

// The player as the options say; what cannot be opened leaves the one that was there.
void uci_refresh(Uci *u);

#endif
