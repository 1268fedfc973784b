// spec_limits.h - how much a player that somebody else names may take: threads, and memory for its table.
#ifndef PROTOCOLS_SPEC_LIMITS_H
#define PROTOCOLS_SPEC_LIMITS_H

#include "play/player_spec.h"

#include <stdint.h>

// False with a message: the spec, with what it stands for in this game, is wrong or takes more. 0: no limit.
bool spec_limits_check(const PlayerSpec *spec, const Variant *v, int threads_max, uint64_t table_max,
                       Status *status);

// Does the spec reach beyond this program: start another, read a file, ask a person?
bool spec_is_own(const PlayerSpec *spec, Status *status);

#endif
