// xboard_inner.h - what the files of the XBoard protocol share.
#ifndef PROTOCOLS_XBOARD_INNER_H
#define PROTOCOLS_XBOARD_INNER_H

#include "protocols/protocol.h"
#include "protocols/thinker.h"
#include "protocols/words.h"

enum { XBOARD_NOBODY = -1, XBOARD_PINGS_MAX = 16 };

typedef struct Xboard {
    Say         say;
    Thinker     t;
    PlayerSpec  spec;
    int         side;        // that this program plays; XBOARD_NOBODY: it looks on
    bool        analyzing;   // thinks about every position until told to stop
    atomic_bool post;        // says what it sees
    bool        changed;     // memory or cores: the player is to be opened anew

    // Clocks, in seconds. A time for each move, or for `period` moves, or for the game.
    double st, left[2], inc;
    bool   clock;
    int    period, sd;

    atomic_bool abandoned;   // the board has changed: no move of this search is played

    // What the search tells the thread that reads.
    Mutex     lock;
    bool      thinking;                        // about a move to be played
    int       pings, ping[XBOARD_PINGS_MAX];   // to be answered after it
    Move      reply;                           // expected after it; MOVE_NONE: none
    ThinkLine last;                            // of an analysis; its line is gone
} Xboard;

// The thinking (xboard_think.c).
void xboard_events(Xboard *x);
void xboard_think(Xboard *x);     // if it is this program's turn, or it analyzes
void xboard_abandon(Xboard *x);   // ends the search; no move is played
void xboard_move_now(Xboard *x);
void xboard_ping(Xboard *x, int number);
bool xboard_claim(Xboard *x);   // says the result, if the game is over
// By the rules of chess: boards of others know no limit of plies.
Ended xboard_ended(const Xboard *x);

#endif
