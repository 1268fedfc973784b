// Any text as a position of some game: refused with one line, or a legal position that keeps the contract.
#include "fuzz.h"

#include <string.h>

// What interfaces and learners are told tells the moves apart, here too.
static void use_interface(const Variant *v, const AnyState *s, const Move moves[], int n)
{
    MoveCells touched[GAME_MOVES_MAX];
    uint32_t  actions[GAME_MOVES_MAX];
    Notes     notes;
    variant_notes(v, s, &notes);
    fuzz_require(!notes.cut, "notes fit");
    variant_move_cells(v, s, moves, n, touched);
    for (int i = 0; i < n; i++) {
        actions[i] = v->game->action_id(v->rules, s, moves[i]);
        fuzz_require(actions[i] < v->facts.actions, "action_id in range");
        fuzz_require(touched[i].count <= MOVE_CELLS_MAX, "a move touches few cells");
        for (int k = 0; k < touched[i].count; k++)
            fuzz_require(touched[i].cells[k] >= 0 && touched[i].cells[k] < v->facts.cells, "cells exist");
        for (int k = 0; k < i; k++)
            fuzz_require(actions[k] != actions[i] && memcmp(&touched[k], &touched[i], sizeof *touched) != 0,
                         "two moves differ");
    }
}

static void use(const Variant *v, const AnyState *s)
{
    const Game *const g = v->game;
    Move              moves[GAME_MOVES_MAX];
    Value             payoff[PLAYERS_MAX];
    const int         n = g->generate(v->rules, s, moves);
    fuzz_require(n <= g->moves_max && n == g->count(v->rules, s), "count is right");
    fuzz_require(g->hash(v->rules, s) == g->rehash(v->rules, s), "the hash is right");
    g->payoff(v->rules, s, payoff);
    for (int p = 0; p < v->facts.players; p++) g->evaluate(v->rules, s, p);
    for (int i = 0; i < v->facts.cells && v->facts.cells < 500; i++) g->cell_view(v->rules, s, i);
    use_interface(v, s, moves, n);
    for (int i = 0; i < n; i++) {
        AnyState child, back;
        char     text[TEXT_MAX], move[TEXT_MAX];
        Text     out = text_on(text, sizeof text), move_out = text_on(move, sizeof move);
        Status   status;
        g->play(v->rules, &child, s, moves[i]);
        fuzz_require(g->hash(v->rules, &child) == g->rehash(v->rules, &child),
                     "the hash of a child is right");
        fuzz_require(g->move_id(v->rules, s, moves[i]) < v->facts.move_ids, "move_id in range");
        variant_move_format(v, s, moves[i], &move_out);
        variant_format(v, &child, &out);
        fuzz_require(!out.cut && variant_parse(v, &back, text, &status),
                     "a child of a legal position is legal");
        fuzz_require(memcmp(&back, &child, g->state_size) == 0, "a child is read back");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    const Variant *const v = fuzz_variant(data[0]);
    char                 text[TEXT_MAX + 16], again[TEXT_MAX];
    Text                 out = text_on(again, sizeof again);
    AnyState             s, back;
    Status               status = {0};
    fuzz_text(data + 1, size - 1, text, sizeof text);
    if (!variant_parse(v, &s, text, &status)) {
        fuzz_require(status.text[0] && strchr(status.text, '\n') == NULL, "a refusal has one line");
        return 0;
    }
    variant_format(v, &s, &out);
    fuzz_require(!out.cut && variant_parse(v, &back, again, &status), "what was written is read");
    fuzz_require(memcmp(&s, &back, v->game->state_size) == 0, "a position is read back");
    use(v, &s);
    return 0;
}
