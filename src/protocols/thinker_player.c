// thinker_player.c - who thinks: opened from a spec with the settings of the protocol.
#include "protocols/thinker.h"

#include <assert.h>

// A table of at most so many megabytes: 2^bits entries of 16 bytes.
static int table_bits(int megabytes)
{
    int bits = 16;
    while (bits < TT_BITS_MAX && (int64_t)1 << (bits + 1 - 16) <= megabytes) bits++;
    return bits;
}

// A search keeps what it learned for the whole game, and knows that positions come again.
static void spec_fill_game(PlayerSpec *spec, const Variant *v)
{
    static const char *const usual[] = {"lifetime=game", "repetition=yes"};
    Status                   ignored;
    for (int i = 0; i < 2; i++) {
        PlayerSpec with = *spec;
        if (i == 1 && !(v->facts.traits & TRAIT_REPEATS)) continue;
        if (player_spec_fill(&with, usual[i], &ignored) && player_spec_check(&with, v, true, &ignored))
            *spec = with;
    }
}

static bool spec_make(const Thinker *t, const PlayerSpec *given, PlayerSpec *spec, Status *status)
{
    *spec = *given;
    if (!player_spec_expand(spec, t->v, t->limited, status)) return false;
    if (t->plain && player_spec_asks(spec))
        return status_fail(status, "'%s' cannot think here", spec->words.name);
    if (t->trace > 0 && !player_spec_searches(spec))
        return status_fail(status, "'%s' is not a search: there is nothing to trace", spec->words.name);
    if (t->trace > 0 && !player_spec_set_number(spec, "trace", t->trace))
        return status_fail(status, "the player has no room for trace");
    if (t->plain) return true;
    if (!player_spec_searches(spec))
        return status_fail(status, "'%s' is not a search; expected one, or engine", spec->words.name);
    if ((t->hash_mb > 0 && !player_spec_set_number(spec, "tt", table_bits(t->hash_mb))) ||
        (t->threads > 0 && !player_spec_set_number(spec, "threads", t->threads)))
        return status_fail(status, "the player has no room for Hash or Threads");
    spec_fill_game(spec, t->v);
    return true;
}

bool thinker_player(Thinker *t, const PlayerSpec *given, Status *status)
{
    assert(!t->running);
    PlayerSpec       spec;
    Player           opened;
    const PlayerSeat seat = {.seed = 1, .limited = t->limited};
    if (!spec_make(t, given, &spec, status) || !player_open_spec(&opened, t->v, &spec, seat, status))
        return false;
    player_close(&t->player);
    t->player      = opened;
    t->spec        = *given;
    t->player.stop = &t->stop;
    t->deepening   = player_searches(&opened) && opened.search->settings.deepening;
    return true;
}

void thinker_forget(Thinker *t)
{
    assert(!t->running);
    if (player_searches(&t->player)) search_reset(t->player.search);
}
