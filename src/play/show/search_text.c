#include "play/show/search_text.h"

#include <assert.h>

void value_format(Value v, Text *out)
{
    assert(-VALUE_INF <= v && v <= VALUE_INF);
    if (v >= VALUE_WIN_MIN) text_add(out, "win");
    else if (v <= -VALUE_WIN_MIN) text_add(out, "loss");
    else text_add(out, "%d", v);
}

int value_plies(Value v)
{
    const Value size = v < 0 ? -v : v;
    return (VALUE_PER_PAYOFF - size % VALUE_PER_PAYOFF) % VALUE_PER_PAYOFF;
}

void value_describe(Value v, Text *out)
{
    assert(-VALUE_INF <= v && v <= VALUE_INF);
    const bool decided = v >= VALUE_WIN_MIN || v <= -VALUE_WIN_MIN;
    const int  plies   = value_plies(v);
    if (decided) text_add(out, "a %s in %d %s", v > 0 ? "win" : "loss", plies, plies == 1 ? "ply" : "plies");
    else text_add(out, "%+d", v);
}

void search_text_move(const Variant *v, const AnyState *s, Move m, Text *out)
{
    if (m == MOVE_PASS) text_add(out, "pass");
    else variant_move_format(v, s, m, out);
}

void search_text_line(const Variant *v, const AnyState *from, Algorithm algorithm, const SearchResult *result,
                      Text *out)
{
    AnyState  s     = *from;
    const int root  = v->game->turn(v->rules, &s);
    const int seats = algorithm == ALGORITHM_BRS && v->facts.players > 2 ? v->facts.players : 1;
    for (int i = 0; i < result->pv_length; i++) {
        AnyState mover = s, child;
        Move     moves[GAME_MOVES_MAX];
        bool     found = false;
        for (int k = 0; k < seats && !found; k++) {
            if (seats > 1) {
                const int p = i % 2 == 0 ? root : (root + 1 + k) % v->facts.players;
                if (i % 2 == 1 && p == root) continue;
                v->game->pass_to(v->rules, &mover, &s, p);
            }
            const int n = v->game->generate(v->rules, &mover, moves);
            for (int j = 0; j < n && !found; j++) found = moves[j] == result->pv[i];
        }
        if (!found) return;
        text_add(out, "%s", i ? " " : "");
        search_text_move(v, &mover, result->pv[i], out);
        v->game->play(v->rules, &child, &mover, result->pv[i]);
        s = child;
    }
}
