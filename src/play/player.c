#include "play/player.h"

#include <assert.h>
#include <string.h>

static const struct { const char *name; PlayerKind kind; } kinds[] = {
    {"random", PLAYER_RANDOM},
    {"human",  PLAYER_HUMAN},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool unknown_player(const char *name, Status *status)
{
    char known[100];
    Text text = text_on(known, sizeof known);
    for (int i = 0; i < KINDS; i++) text_add(&text, "%s%s", i ? ", " : "", kinds[i].name);
    return status_fail(status, "unknown player '%s'; expected one of: %s", name, known);
}

bool player_open(Player *player, const char *text, uint64_t seed, int seat, Status *status)
{
    static const Option none[] = {{0}};
    Spec                spec;
    int                 values[1];
    memset(player, 0, sizeof *player);
    if (!spec_parse(&spec, text, status)) return false;
    int i = 0;
    while (i < KINDS && !text_same(kinds[i].name, spec.name)) i++;
    if (i == KINDS) return unknown_player(spec.name, status);
    if (!spec_options(&spec, none, values, status)) return false;
    player->kind = kinds[i].kind;
    memcpy(player->name, spec.name, sizeof player->name);
    player->rng = rng_seed(mix64(seed) + (uint64_t)seat);
    return true;
}

Move player_choose(Player *player, const Variant *v, const AnyState *s)
{
    assert(player->kind == PLAYER_RANDOM);
    Move      moves[GAME_MOVES_MAX];
    const int n = v->game->generate(v->rules, s, moves);
    assert(n > 0);
    return moves[rng_below(&player->rng, (uint32_t)n)];
}
