// plan_chess.h - endings of chess by their name alone, for plans: those of six and seven men too, which are
// in no list. "chess-krpkrp": the men of one side, then those of the other, strongest first.
#ifndef CLI_DB_PLAN_CHESS_H
#define CLI_DB_PLAN_CHESS_H

#include "retro/catalog.h"

typedef struct PlanChess {
    int      men;       // with the kings
    uint64_t entries;   // numbered as those of the list are (games/chess/numbering.h)
    int      needed;    // other endings that captures and promotions lead to
    uint64_t needed_entries;
} PlanChess;

// False when it is not such a name.
bool plan_chess_read(const char *name, PlanChess *out);

#endif
