#include "play/player.h"
#include "play/player_type.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool player_no_settings(const PlayerSpec *spec, const Variant *v, bool limited, Status *status)
{
    static const Option none[] = {{0}};
    int                 values[1];
    (void)v, (void)limited;
    return spec_options(&spec->words, none, values, status);
}

bool player_spec_check(const PlayerSpec *spec, const Variant *v, bool limited, Status *status)
{
    PlayerSpec expanded = *spec;
    return player_spec_expand(&expanded, v, limited, status) &&
           expanded.type->parse(&expanded, v, limited, status);
}

bool player_open_spec(Player *player, const Variant *v, const PlayerSpec *spec, PlayerSeat seat,
                      Status *status)
{
    assert(v->game != NULL && seat.seat >= 0 && seat.seat < PLAYERS_MAX);
    PlayerSpec expanded = *spec;
    memset(player, 0, sizeof *player);
    player->spec    = *spec;
    player->engines = seat.engines;
    player->rng     = rng_seed(mix64(seat.seed) + (uint64_t)seat.seat);
    if (!player_spec_expand(&expanded, v, seat.limited, status) ||
        !expanded.type->parse(&expanded, v, seat.limited, status))
        return false;
    player->type = expanded.type;
    if (expanded.type->open(player, v, &expanded, status)) return true;
    player->type = NULL;
    return false;
}

bool player_open(Player *player, const Variant *v, const char *text, uint64_t seed, int seat, Status *status)
{
    PlayerSpec spec;
    memset(player, 0, sizeof *player);
    return player_spec_parse(&spec, text, status) &&
           player_open_spec(player, v, &spec, (PlayerSeat){.seed = seed, .seat = seat}, status);
}

void player_close(Player *player)
{
    if (player->type != NULL && player->type->close != NULL) player->type->close(player);
    player->type = NULL;
}

bool player_asks(const Player *player) { return player->type->asks; }

bool player_searches(const Player *player) { return player->search != NULL; }

bool player_repeats(const Player *player)
{
    if (player->search == NULL) return player->type->repeats(&player->spec);
    return player->search->settings.time_ms == 0 && player->search->settings.threads == 1;
}

bool player_move(Player *player, const Variant *v, const AnyState *s, Move *m, SearchResult *result,
                 Status *status)
{
    assert(player->type != NULL && !player->type->asks);
    assert(v->game->count(v->rules, s) > 0);
    player->forfeits = false;
    return player->type->choose(player, v, s, m, result, status);
}

Move player_choose(Player *player, const Variant *v, const AnyState *s, SearchResult *result)
{
    Move       m;
    Status     status;
    const bool good = player_move(player, v, s, &m, result, &status);
    assert(good);
    (void)good;
    return m;
}
