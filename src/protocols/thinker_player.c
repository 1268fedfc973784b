// thinker_player.c - who thinks: opened from a spec with the settings of the protocol.
#include "play/player_type.h"
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
    PlayerSpec       spec;
    Player           opened;
    const PlayerSeat seat = {.seed = 1, .limited = t->limited};
    if (!spec_make(t, given, &spec, status) || !player_open_spec(&opened, t->v, &spec, seat, status))
        return false;
    thinker_stop(t);
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

// Players that somebody else names.

bool trace_limits_check(int nodes, uint64_t bytes_max, Status *status)
{
    const uint64_t bytes = (uint64_t)nodes * (sizeof(TraceNode) + sizeof(TraceStep));
    if (bytes_max == 0 || bytes <= bytes_max) return true;
    return status_fail(status, "trace=%d: %llu bytes, at most %llu are allowed here", nodes,
                       (unsigned long long)bytes, (unsigned long long)bytes_max);
}

bool spec_limits_check(const PlayerSpec *spec, const Variant *v, int threads_max, uint64_t table_max,
                       Status *status)
{
    PlayerSpec     expanded = *spec;
    SearchSettings settings;
    Evaluation    *evaluation;
    if (threads_max == 0 && table_max == 0) return true;
    if (!player_spec_expand(&expanded, v, true, status)) return false;
    if (!player_spec_searches(&expanded)) return true;
    if (!player_search_read(&expanded, v, true, &settings, &evaluation, status)) return false;
    evaluation_close(evaluation);
    const uint64_t table = settings.on & FEATURE_TT ? (uint64_t)sizeof(TTEntry) << settings.tt_bits : 0;
    if (threads_max > 0 && settings.threads > threads_max)
        return status_fail(status, "threads=%d: at most %d are allowed here", settings.threads, threads_max);
    if (table_max > 0 && table > table_max)
        return status_fail(status, "tt=%d: %llu bytes, at most %llu are allowed here", settings.tt_bits,
                           (unsigned long long)table, (unsigned long long)table_max);
    return !(settings.on & FEATURE_TRACE) || trace_limits_check(settings.trace_nodes, table_max, status);
}

bool spec_is_own(const PlayerSpec *spec, Status *status)
{
    if (spec->type->asks)
        return status_fail(status, "'%s': expected a player that is not a person", spec->words.name);
    if (!spec->type->starts_programs && spec->path[0] == 0) return true;
    return status_fail(status, "'%s' starts a program or reads a file, which is not allowed here",
                       spec->words.name);
}
