// think_time.c - how much of a clock goes into a move.
#include "protocols/thinker.h"

bool think_limited(const ThinkAsk *ask)
{
    for (int p = 0; p < PLAYERS_MAX; p++)
        if (ask->clock[p]) return true;
    return ask->depth > 0 || ask->nodes > 0 || ask->movetime > 0;
}

static double least(double a, double b) { return a < b ? a : b; }

// The clock of a player; where it is not given, the first that is, for clocks are alike. -1: none is.
static int clock_of(const ThinkAsk *ask, int player)
{
    if (ask->clock[player]) return player;
    for (int p = 0; p < PLAYERS_MAX; p++)
        if (ask->clock[p]) return p;
    return -1;
}

// A thirtieth of what is left, or its share of the moves to the next control; in a hard position two and a
// half times as much, and never so much that the next moves have none. The overhead is for the way there and
// back.
ThinkTime think_time(const ThinkAsk *ask, int player, int overhead_ms)
{
    const double overhead = overhead_ms / 1000.0;
    if (ask->infinite) return (ThinkTime){0};
    if (ask->movetime > 0) {
        const double hard = ask->movetime - least(overhead, ask->movetime / 4);
        return (ThinkTime){.soft = hard, .hard = hard};
    }
    const int clock = clock_of(ask, player);
    if (clock < 0) return (ThinkTime){0};
    const double left  = ask->time[clock] - overhead > 0.001 ? ask->time[clock] - overhead : 0.001;
    const int    moves = ask->movestogo > 0 && ask->movestogo < 30 ? ask->movestogo : 30;
    const double share = least(left / moves + 0.75 * ask->inc[clock], 0.5 * left);
    const double most  = (moves == 1 ? 0.8 : moves == 2 ? 0.5 : 0.3) * left;
    return (ThinkTime){.soft = 0.6 * least(share, most), .hard = least(2.5 * share, most)};
}

void thinker_usual(const Thinker *t, ThinkAsk *ask)
{
    const SearchSettings *const own = &t->player.search->settings;
    if (!think_limited(ask) && own->depth == 0 && own->time_ms == 0 && own->nodes == 0) ask->movetime = 1;
}
