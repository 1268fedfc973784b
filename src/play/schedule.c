#include "play/schedule.h"

#include <assert.h>

static int choose(int n, int k)
{
    int result = 1;
    for (int i = 1; i <= k; i++) result = result * (n - k + i) / i;
    return result;
}

// Reads `code` as a number with a digit per seat, the first seat highest. A pattern has contestant 0 in the
// first seat (the others come by moving on) and numbers of seats that differ by at most one.
static bool pattern_read(int code, int sharing, int players, uint8_t out[PLAYERS_MAX])
{
    int seats[PLAYERS_MAX] = {0};
    for (int p = players; p-- > 0; code /= sharing) {
        out[p] = (uint8_t)(code % sharing);
        seats[out[p]]++;
    }
    for (int i = 0; i < sharing; i++)
        if (seats[i] != players / sharing && seats[i] != (players + sharing - 1) / sharing) return false;
    return out[0] == 0;
}

void schedule_open(Schedule *schedule, int contestants, int players)
{
    assert(contestants >= 1 && contestants <= CONTESTANTS_MAX && players >= 2 && players <= PLAYERS_MAX);
    const int sharing = contestants < players ? contestants : players;
    *schedule         = (Schedule){.contestants = contestants, .players = players, .sharing = sharing};
    schedule->choices = choose(contestants, sharing);
    schedule->group   = sharing * schedule->choices;
    int codes         = 1;
    for (int p = 1; p < players; p++) codes *= sharing;   // the first seat's digit is 0
    for (int code = 0; code < codes; code++)
        if (pattern_read(code, sharing, players, schedule->pattern[schedule->patterns])) schedule->patterns++;
    assert(schedule->patterns > 0 && schedule->patterns < PATTERNS_MAX);
}

// Choice number `number` of k out of n in lexicographic order.
static void choice_unrank(int n, int k, int number, int out[])
{
    for (int i = 0, next = 0; i < k; next++) {
        const int with = choose(n - next - 1, k - i - 1);   // choices whose next member is `next`
        if (number < with) out[i++] = next;
        else number -= with;
    }
}

void schedule_seats(const Schedule *schedule, int game, int seats[PLAYERS_MAX])
{
    const int            L = schedule->sharing, within = game % schedule->group, shift = within % L;
    const uint8_t *const pattern = schedule->pattern[game / schedule->group % schedule->patterns];
    int                  chosen[PLAYERS_MAX];
    choice_unrank(schedule->contestants, L, within / L, chosen);
    for (int p = 0; p < schedule->players; p++) seats[p] = chosen[(pattern[p] + shift) % L];
}
