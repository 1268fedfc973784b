// exact.h - what positions are truly worth, where a database of databases_folder covers them: games solved
// whole, endings of chess, endgames of Chinese Checkers. Pattern databases leave out the other side and are
// not asked.
//
//     exact_open(&exact, v)
//     exact_find(&exact, &state, &found)              false: nothing covers it
//     exact_find_move(&exact, &state, move, &found)   the same of the position after a move, for its mover
//     exact_close(&exact)
//
// Values are those of search/values.h, for the player to move, wins counted in plies. Endings of chess count
// moves to mate as if there were no rule of fifty moves.
//
// Cost: files stay open, EXACT_OPEN_MAX of them; a game solved whole is loaded when it is first asked for. An
// answer is a look-up or two.
#ifndef PLAY_ANALYSIS_EXACT_H
#define PLAY_ANALYSIS_EXACT_H

#include "retro/probe.h"
#include "search/values.h"

enum { EXACT_OPEN_MAX = 16 };

typedef struct Exact {
    const Variant *v;
    char           game[TEXT_MAX];
    int            count, next;   // files known; the one to be replaced next
    struct {
        char   name[DB_NAME_MAX];
        Probe *probe;   // owned; NULL: there is no such file
    } file[EXACT_OPEN_MAX];
} Exact;

typedef struct ExactValue {
    char  name[DB_NAME_MAX];   // of the database; "rules": the game is over, or drawn by its rules
    Value value;
    char  says[TEXT_MAX];   // for people
} ExactValue;

// The variant must stay. No file is opened yet.
void exact_open(Exact *exact, const Variant *v);
void exact_close(Exact *exact);
// Files that were not there may be now.
void exact_look_again(Exact *exact);

bool exact_find(Exact *exact, const AnyState *s, ExactValue *found);
bool exact_find_move(Exact *exact, const AnyState *s, Move m, ExactValue *found);

#endif
