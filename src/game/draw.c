#include "game/draw.h"

#include <string.h>

bool draw_changed(const Variant *v, const AnyState *s, const AnyState *before, int cell)
{
    if (before == NULL) return false;
    if (v->game->cell_moved != NULL && v->game->cell_moved(v->rules, before, s, cell)) return true;
    const CellView a = v->game->cell_view(v->rules, before, cell), b = v->game->cell_view(v->rules, s, cell);
    return a.owner != b.owner || a.kind != b.kind || a.height != b.height ||
           memcmp(a.stack, b.stack, sizeof a.stack) != 0;
}

void draw_result(const Variant *v, const Value payoff[], Text *out)
{
    char name[SPEC_WORD_MAX];
    int  winners = 0;
    for (int p = 0; p < v->facts.players; p++) winners += payoff[p] > 0;
    if (winners == 0) {
        text_add(out, "draw");
        return;
    }
    int said = 0;
    for (int p = 0; p < v->facts.players; p++)
        if (payoff[p] > 0) text_add(out, "%s%s", said++ == 0 ? "" : " and ", variant_player_name(v, p, name));
    text_add(out, winners == 1 ? " wins" : " share the win");
}

void draw_caption(const Variant *v, const AnyState *s, Text *out)
{
    char name[SPEC_WORD_MAX];
    if (v->game->count(v->rules, s) > 0) {
        text_add(out, "%s to move", variant_player_name(v, v->game->turn(v->rules, s), name));
    } else {
        Value payoff[PLAYERS_MAX];
        v->game->payoff(v->rules, s, payoff);
        text_add(out, "game over: ");
        draw_result(v, payoff, out);
    }
    if (v->game->notes == NULL) return;
    text_add(out, "; ");
    v->game->notes(v->rules, s, out);
}
