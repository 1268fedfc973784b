// player_random.c - a player who makes any legal move, equally likely.
#include "play/player_type.h"

#include <assert.h>

static bool random_open(Player *player, const Variant *v, const PlayerSpec *spec, Status *status)
{
    (void)player, (void)v, (void)spec, (void)status;
    return true;
}

static bool random_choose(Player *player, const Variant *v, const AnyState *s, Move *m, SearchResult *result,
                          Status *status)
{
    (void)result, (void)status;
    Move      moves[GAME_MOVES_MAX];
    const int n = v->game->generate(v->rules, s, moves);
    assert(n > 0);
    *m = moves[rng_below(&player->rng, (uint32_t)n)];
    return true;
}

// Its numbers come from the seed.
static bool random_repeats(const PlayerSpec *spec) { return (void)spec, true; }

const PlayerType player_type_random = {
    .names   = (const char *const[]){"random", NULL},
    .help    = "any legal move, equally likely",
    .parse   = player_no_settings,
    .open    = random_open,
    .choose  = random_choose,
    .repeats = random_repeats,
};
