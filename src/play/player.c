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

static PlayerKind kind_of(const PlayerType *type)
{
    return type == &player_type_search ? PLAYER_SEARCH : type->asks ? PLAYER_HUMAN : PLAYER_RANDOM;
}

bool player_open_spec(Player *player, const Variant *v, const PlayerSpec *spec, PlayerSeat seat,
                      Status *status)
{
    assert(v->game != NULL && seat.seat >= 0 && seat.seat < PLAYERS_MAX);
    PlayerSpec expanded = *spec;
    memset(player, 0, sizeof *player);
    player->spec = *spec;
    player->rng  = rng_seed(mix64(seat.seed) + (uint64_t)seat.seat);
    if (!player_spec_expand(&expanded, v, seat.limited, status) ||
        !expanded.type->parse(&expanded, v, seat.limited, status))
        return false;
    player->type = expanded.type;
    player->kind = kind_of(expanded.type);
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
    return player->type->choose(player, v, s, m, result, status);
}

Move player_choose(Player *player, const Variant *v, const AnyState *s, SearchResult *result)
{
    Move   m;
    Status status;
    if (player->type == NULL && player->kind == PLAYER_RANDOM) player->type = &player_type_random;
    const bool good = player_move(player, v, s, &m, result, &status);
    assert(good);
    (void)good;
    return m;
}

// Players as text.

typedef bool Form(const PlayerSpec *spec, const Variant *v, PlayerSpec *out, Status *status);

static bool text_in_form(Form *form, const Variant *v, const char *text, Text *out, Status *status)
{
    PlayerSpec spec;
    if (!player_spec_parse(&spec, text, status) || !form(&spec, v, &spec, status)) return false;
    player_spec_write(&spec, out);
    return !out->cut || status_fail(status, "'%.80s...': too long", text);
}

bool player_spec(const Variant *v, const char *text, Text *out, Status *status)
{
    return text_in_form(player_spec_shown, v, text, out, status);
}

bool player_key(const Variant *v, const char *text, Text *out, Status *status)
{
    return text_in_form(player_spec_key, v, text, out, status);
}

bool player_implicit(const Variant *v, const char *text, Text *out, Status *status)
{
    PlayerSpec spec, key;
    if (!player_spec_parse(&spec, text, status) || !player_spec_key(&spec, v, &key, status)) return false;
    if (spec.type != key.type)
        return status_fail(status, "'%.80s': expected a player with its own settings", text);
    assert(key.words.count >= spec.words.count);
    for (int i = spec.words.count; i < key.words.count; i++)
        text_add(out, "%s%s=%s", i > spec.words.count ? "," : "", key.words.settings[i].key,
                 key.words.settings[i].value);
    return !out->cut || status_fail(status, "'%.80s...': too long", text);
}

void spec_append(Text *out, const char *text, const char *settings)
{
    text_add(out, "%s", text);
    if (*settings) text_add(out, "%c%s", strchr(text, ':') == NULL ? ':' : ',', settings);
}

bool player_parse(PlayerKind *kind, SearchSettings *settings, Evaluation **evaluation, const Variant *v,
                  const char *text, Status *status)
{
    PlayerSpec spec;
    *evaluation = NULL;
    if (!player_spec_parse(&spec, text, status) || !player_spec_expand(&spec, v, false, status)) return false;
    *kind = kind_of(spec.type);
    return *kind == PLAYER_SEARCH ? player_search_read(&spec, v, false, settings, evaluation, status)
                                  : spec.type->parse(&spec, v, false, status);
}
