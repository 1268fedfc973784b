// think_exact.c - values of chess by endgame databases that are exact, said as the mates they are.
#include "protocols/thinker.h"

#include <string.h>

// How an evaluation `edb...` of chess lays them out (games/chess/eval_edb.h): so much, and a step for each
// move to mate less than EXACT_MOVES. No sum of look-ups is as large.
enum { EXACT = 200000, EXACT_STEP = 300, EXACT_MOVES = 128 };

static bool looks_up(const Thinker *t)
{
    const Evaluation *const e = t->player.evaluation;
    return e != NULL && strcmp(t->v->game->name, "chess") == 0 && strncmp(e->name, "edb", 3) == 0;
}

// The value is that of the last position of the line, which is as long as the depth, although a table may
// have cut it short: the winner's moves on the way there come on top.
Value thinker_value_shown(const Thinker *t, const ThinkLine *line)
{
    const Value size = line->value < 0 ? -line->value : line->value;
    if (size <= EXACT || size >= EXACT + EXACT_STEP * EXACT_MOVES || (size - EXACT) % EXACT_STEP != 0 ||
        !looks_up(t))
        return line->value;
    const bool won   = line->value > 0;
    const int  way   = line->pv_length > line->depth ? line->pv_length : line->depth;
    const int  moves = EXACT_MOVES - (size - EXACT) / EXACT_STEP + (way + won) / 2;
    const int  plies = 2 * moves - won;
    return won ? PAYOFF_UNIT * VALUE_PER_PAYOFF - plies : plies - PAYOFF_UNIT * VALUE_PER_PAYOFF;
}
