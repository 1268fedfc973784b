#include "play/tally.h"

#include <assert.h>

// The seats of contestant k and the sum of their points.
static int seats_of(const Schedule *schedule, const MatchGame *game, int k, int *points)
{
    int n   = 0;
    *points = 0;
    for (int p = 0; p < schedule->players; p++)
        if (game->seats[p] == k) n++, *points += game->points[p];
    return n;
}

// 2 when a did better than b, 1 as well, 0 worse; -1 when they do not meet.
static int meeting(const Schedule *schedule, const MatchGame *game, int a, int b)
{
    int       points_a, points_b;
    const int seats_a = seats_of(schedule, game, a, &points_a),
              seats_b = seats_of(schedule, game, b, &points_b);
    if (seats_a == 0 || seats_b == 0) return -1;
    const int left = points_a * seats_b, right = points_b * seats_a;
    return 1 + (left > right) - (left < right);
}

static void contestants_add(Tally *tally, const MatchGame *game)
{
    for (int p = 0; p < tally->schedule->players; p++) {
        Contestant *const c = &tally->contestant[game->seats[p]];
        c->points += game->points[p];
        c->moves += (uint64_t)game->moves[p];
        c->nodes += game->nodes[p];
        c->seconds += game->seconds[p];
        if (game->timed) c->moves_timed += (uint64_t)game->moves[p];
        tally->seat_points[p] += game->points[p];
    }
    for (int k = 0; k < tally->schedule->contestants; k++) {
        int points;
        tally->contestant[k].games += seats_of(tally->schedule, game, k, &points) > 0;
    }
}

static void pair_add(Tally *tally, const MatchGame *game, int a, int b, int score)
{
    assert(score >= 0);
    if (game->number % 2 == 0) tally->half = score;
    else tally->pairs[a][b][tally->half + score]++;
}

static void cross_add(Tally *tally, const MatchGame *game)
{
    const int contestants = tally->schedule->contestants;
    for (int a = 0; a < contestants; a++)
        for (int b = a + 1; b < contestants; b++) {
            const int score = meeting(tally->schedule, game, a, b);
            if (score < 0) continue;
            Score *const one = &tally->cross[a][b], *const other = &tally->cross[b][a];
            one->won += score == 2, one->drawn += score == 1, one->lost += score == 0;
            other->won += score == 0, other->drawn += score == 1, other->lost += score == 2;
            if (tally_has_pairs(tally)) pair_add(tally, game, a, b, score);
        }
}

static bool all_level(const MatchGame *game, int players)
{
    for (int p = 1; p < players; p++)
        if (game->points[p] != game->points[0]) return false;
    return true;
}

void tally_add(Tally *tally, const MatchGame *game)
{
    assert(game->number == tally->games);
    const bool level = all_level(game, tally->schedule->players), capped = game->ended == ENDED_BY_CAP;
    tally->games++;
    tally->plies += game->record.count;
    tally->capped += capped;
    tally->drawn_by_cap += level && capped;
    tally->drawn_by_rules += level && !capped;
    contestants_add(tally, game);
    cross_add(tally, game);
}

bool tally_has_pairs(const Tally *tally) { return tally->schedule->sharing == 2; }

EloEstimate tally_elo(const Tally *tally, int a, int b)
{
    assert(a >= 0 && a < b && b < CONTESTANTS_MAX);
    const EloTally pairs = elo_pairs(tally->pairs[a][b]);
    return elo_estimate(&pairs, 0.95);
}

EloSprtResult tally_sprt(const Tally *tally, double elo0, double elo1)
{
    assert(elo0 < elo1);
    const EloTally pairs = elo_pairs(tally->pairs[0][1]);
    return elo_sprt(&pairs, (EloSprt){.elo0 = elo0, .elo1 = elo1});
}
