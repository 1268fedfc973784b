#include "game/draw.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool draw_changed(const Variant *v, const AnyState *s, const AnyState *before, int cell)
{
    assert(cell >= 0 && cell < v->facts.cells);
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

static int descending(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

void draw_outcome(const Variant *v, const AnyState *s, Text *out)
{
    Value payoff[PLAYERS_MAX];
    int   score[PLAYERS_MAX];
    v->game->payoff(v->rules, s, payoff);
    draw_result(v, payoff, out);
    if (v->game->score == NULL) return;
    for (int p = 0; p < v->facts.players; p++) score[p] = v->game->score(v->rules, s, p);
    qsort(score, (size_t)v->facts.players, sizeof *score, descending);
    for (int p = 0; p < v->facts.players; p++) text_add(out, "%c%d", p == 0 ? ' ' : '-', score[p]);
}

void draw_notes(const Variant *v, const Notes *notes, Text *out)
{
    for (int i = 0; i < notes->count; i++) {
        const Note *const note  = &notes->notes[i];
        const bool        again = i > 0 && strcmp(note->name, notes->notes[i - 1].name) == 0;
        const char *const who   = note->player < 0 ? NULL : v->facts.names[note->player];
        if (again) text_add(out, who != NULL ? ", " : ",");
        else text_add(out, "%s%s ", i > 0 ? "; " : "", note->name);
        if (who != NULL) text_add(out, "by %s ", who);
        text_add(out, "%s", note->value);
    }
}

void draw_caption(const Variant *v, const AnyState *s, Text *out)
{
    char  name[SPEC_WORD_MAX];
    Notes notes;
    if (v->game->count(v->rules, s) > 0) {
        if (v->game->drawn(v->rules, s)) text_add(out, "game over: draw");
        else text_add(out, "%s to move", variant_player_name(v, v->game->turn(v->rules, s), name));
    } else {
        text_add(out, "game over: ");
        draw_outcome(v, s, out);
    }
    variant_notes(v, s, &notes);
    if (notes.count > 0) text_add(out, "; ");
    draw_notes(v, &notes, out);
}
