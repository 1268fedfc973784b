#include "protocols/spec_limits.h"
#include "play/player_type.h"

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
    return true;
}

bool spec_is_own(const PlayerSpec *spec, Status *status)
{
    if (spec->type->asks)
        return status_fail(status, "'%s': expected a player that is not a person", spec->words.name);
    if (!spec->type->starts_programs && spec->path[0] == 0) return true;
    return status_fail(status, "'%s' starts a program or reads a file, which is not allowed here",
                       spec->words.name);
}
