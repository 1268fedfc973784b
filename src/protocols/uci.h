// uci.h - this program as an engine that speaks the Universal Chess Interface, for any game of two players.
//
//     Uci *u = uci_open(v, &player, say, context, status)
//     while (line is there && uci_line(u, line)) {}       a line of the other side; false after `quit`
//     uci_close(u)
//
// A search has a thread of its own, so that lines are answered while it runs; a line that a search must not
// see (a new position) waits for it and ends it first. Lines are hostile until parsed: what is not understood
// is answered by `info string` and changes nothing.
#ifndef PROTOCOLS_UCI_H
#define PROTOCOLS_UCI_H

#include "play/player.h"

enum { UCI_LINE_MAX = 1 << 18 };   // bytes: a game of 40,000 plies

typedef struct Uci Uci;

// Takes a line without its end. Called by both threads, never at the same time.
typedef void UciSay(void *context, const char *line);

// `player` is a search, or stands for one; the variant must live as long. NULL with a message.
Uci *uci_open(const Variant *v, const PlayerSpec *player, UciSay *say, void *context, Status *status);
bool uci_line(Uci *u, const char *line);
void uci_wait(Uci *u);    // for the end of a search that ends by itself
void uci_close(Uci *u);   // ends the search; its move is still said

#endif
