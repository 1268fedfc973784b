#include "play/tally.h"
#include "base/rng.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Games that were seen.

static size_t seen_place(const SeenGames *seen, uint64_t key)
{
    size_t i = (size_t)key & (seen->room - 1);
    while (seen->keys[i] != 0 && seen->keys[i] != key) i = (i + 1) & (seen->room - 1);
    return i;
}

static bool seen_grow(SeenGames *seen)
{
    SeenGames grown = {.room = seen->room > 0 ? 2 * seen->room : 64, .count = seen->count};
    grown.keys      = calloc(grown.room, sizeof *grown.keys);
    if (grown.keys == NULL) return false;
    for (size_t i = 0; i < seen->room; i++)
        if (seen->keys[i] != 0) grown.keys[seen_place(&grown, seen->keys[i])] = seen->keys[i];
    free(seen->keys);
    *seen = grown;
    return true;
}

// 1 when the number is new and was taken in, 0 when it was there, -1 without memory.
static int seen_add(SeenGames *seen, uint64_t key)
{
    assert(key != 0);
    if (2 * seen->count >= seen->room && !seen_grow(seen)) return -1;
    uint64_t *const place = &seen->keys[seen_place(seen, key)];
    if (*place == key) return 0;
    *place = key;
    seen->count++;
    return 1;
}

void tally_close(Tally *tally)
{
    free(tally->seen.keys);
    tally->seen = (SeenGames){0};
}

// A game with those who played it: the same moves with the seats changed are another game.
static uint64_t seated_hash(const Schedule *schedule, const MatchGame *game)
{
    uint64_t hash = game->hash;
    for (int p = 0; p < schedule->players; p++) hash = mix64(hash + (uint64_t)game->seats[p] + 1);
    return hash == 0 ? 1 : hash;
}

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

static void forfeit_add(Forfeits *f, const MatchGame *game)
{
    if (f->games++ > 0) return;
    f->first = game->number;
    memcpy(f->reason, game->forfeit.reason, sizeof f->reason);
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
    if (game->ended == ENDED_BY_FORFEIT) forfeit_add(&tally->forfeits[game->seats[game->forfeit.seat]], game);
    for (int k = 0; k < tally->schedule->contestants; k++) {
        int points;
        tally->contestant[k].games += seats_of(tally->schedule, game, k, &points) > 0;
    }
}

// `fresh`: the pair that ends with this game was not played before.
static void pair_add(Tally *tally, const MatchGame *game, int a, int b, int score, bool fresh)
{
    assert(score >= 0);
    if (game->number % 2 == 0) tally->half = score;
    else if (fresh) tally->pairs[a][b][tally->half + score]++;
}

static void cross_add(Tally *tally, const MatchGame *game, bool fresh)
{
    const int contestants = tally->schedule->contestants;
    for (int a = 0; a < contestants; a++)
        for (int b = a + 1; b < contestants; b++) {
            const int score = meeting(tally->schedule, game, a, b);
            if (score < 0) continue;
            Score *const one = &tally->cross[a][b], *const other = &tally->cross[b][a];
            one->won += score == 2, one->drawn += score == 1, one->lost += score == 0;
            other->won += score == 0, other->drawn += score == 1, other->lost += score == 2;
            if (tally_has_pairs(tally)) pair_add(tally, game, a, b, score, fresh);
        }
}

static bool all_level(const MatchGame *game, int players)
{
    for (int p = 1; p < players; p++)
        if (game->points[p] != game->points[0]) return false;
    return true;
}

// Counts a game or the pair that it ends as different, if it is. *fresh: it is, or its pair is not whole yet.
static bool different_add(Tally *tally, const MatchGame *game, bool *fresh)
{
    const uint64_t hash   = seated_hash(tally->schedule, game);
    const bool     paired = tally_has_pairs(tally);
    *fresh                = true;
    if (paired && game->number % 2 == 0) {
        tally->half_game = hash;
        tally->different++;
        return true;
    }
    const uint64_t both  = paired ? mix64(mix64(tally->half_game) + hash) : hash;
    const int      added = seen_add(&tally->seen, both == 0 ? 1 : both);
    if (added < 0) return false;
    *fresh = added > 0;
    tally->different += *fresh ? 1 : paired ? -1 : 0;
    return true;
}

bool tally_add(Tally *tally, const MatchGame *game, Status *status)
{
    bool fresh;
    assert(game->number == tally->games);
    if (!different_add(tally, game, &fresh)) return status_fail_system(status, "out of memory for the match");
    const bool level = all_level(game, tally->schedule->players), capped = game->ended == ENDED_BY_CAP;
    tally->games++;
    tally->plies += game->record.count;
    tally->capped += capped;
    tally->drawn_by_cap += level && capped;
    tally->drawn_by_rules += level && !capped;
    contestants_add(tally, game);
    cross_add(tally, game, fresh);
    return true;
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
