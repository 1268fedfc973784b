#include "search/solved_root.h"
#include "base/clock.h"
#include "retro/solved/table.h"

#include <assert.h>
#include <string.h>

static Value value_of_solved(uint8_t value)
{
    if (!solved_is_decided(value)) return 0;
    return value_of_payoff(solved_is_won(value) ? PAYOFF_UNIT : -PAYOFF_UNIT, solved_plies(value));
}

static void line_find(const SolvedTable *t, AnyState at, int length, SearchResult *result)
{
    Move    m;
    uint8_t value;
    while (result->pv_length < length && solved_best(t, &at, &m, &value)) {
        const AnyState before           = at;
        result->pv[result->pv_length++] = m;
        t->v->game->play(t->v->rules, &at, &before, m);
    }
}

bool solved_root(const Search *se, const AnyState *s, int depth, SearchResult *result)
{
    const SolvedTable *const t     = se->v->solved;
    const Game *const        g     = se->v->game;
    const double             start = clock_seconds();
    Move                     m;
    uint8_t                  value;
    assert(t != NULL);
    if (!solved_best(t, s, &m, &value)) return false;
    const uint8_t stored = solved_value(t,
                                        s);   // none where the position cannot be reached, but its children
    if (stored != SOLVED_NONE && stored != value) return false;
    const int root = g->turn(se->rules, s), length = solved_is_decided(value) ? solved_plies(value) : depth;
    memset(result, 0, sizeof *result);
    result->value         = value_of_solved(value);
    result->values[root]  = result->value;
    result->values[!root] = -result->value;
    result->depth         = depth;
    result->interior      = 1;
    result->leaves        = (uint64_t)g->count(se->rules, s);
    result->nodes         = result->interior + result->leaves;
    line_find(t, *s, length < PLY_MAX ? length : PLY_MAX, result);
    result->seconds = clock_seconds() - start;
    return true;
}
