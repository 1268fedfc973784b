#include "lab/kinds/match/opening_pair.h"
#include "base/clock.h"
#include "play/evaluation.h"
#include "play/match.h"

#include <assert.h>
#include <stdlib.h>

static void game_add(PairResult *out, int which, const MatchGame *game)
{
    assert(which == 0 || which == 1);
    const int seat     = game->seats[0] == 0 ? 0 : 1;   // of the player
    out->points[which] = game->points[seat];
    out->plies[which]  = game->record.count;
    out->capped[which] = game->ended == ENDED_BY_CAP;
    out->game[which]   = game->hash;
    out->nodes[0] += game->nodes[seat], out->nodes[1] += game->nodes[1 - seat];
}

static bool player_lookups(const PlayerSpec *player, const Variant *v, Lookups *out, Status *status)
{
    Spec        words = player->words;
    Evaluation *e;
    if (!evaluation_parse(&e, v, &words, status)) return false;
    const bool good = evaluation_lookups(e, out, status);
    evaluation_close(e);
    return good;
}

static bool game_open(const MatchCell *cell, int opening, Variant *v, Status *status)
{
    char game[TEXT_MAX];
    if (!match_cell_game(cell, opening, game))
        return status_fail(status, "the game of opening %d is too long", opening + 1);
    return variant_open(v, game, status);
}

bool pair_lookups(const MatchCell *cell, int opening, Lookups *out, Status *status)
{
    Variant v;
    if (!game_open(cell, opening, &v, status)) return false;
    const bool good = player_lookups(&cell->player.spec, &v, out, status) &&
                      player_lookups(&cell->opponent.spec, &v, out, status);
    variant_close(&v);
    return good;
}

// A result has no place for what an engine did wrong: such a game is played again when the experiment goes
// on.
static bool game_counts(const MatchGame *game, Status *status)
{
    return game->ended != ENDED_BY_FORFEIT ||
           status_fail_system(status, "the %s lost game %d by forfeit: %s",
                              game->seats[game->forfeit.seat] == 0 ? "player" : "opponent", game->number + 1,
                              game->forfeit.reason);
}

static bool games_play(const Match *match, int opening, const atomic_bool *stop, PairResult *out,
                       Status *status)
{
    for (int i = 0; i < 2; i++) {
        MatchGame *const game = match_game(match, 2 * opening + i, stop, status);
        if (game == NULL) return false;
        const bool counts = game_counts(game, status);
        if (counts) game_add(out, i, game);
        match_game_close(game);
        free(game);
        if (!counts) return false;
    }
    return true;
}

bool pair_play(const MatchCell *cell, uint64_t seed, int opening, const atomic_bool *stop, PairResult *out,
               Status *status)
{
    assert(opening >= 0);
    static const atomic_bool never = false;
    const double             start = clock_seconds();
    Variant                  v;
    *out = (PairResult){.lookups_known = true};
    status_clear(status);
    if (cell->positions != NULL && opening >= cell->positions->count)
        return status_fail(status, "%s has %d positions; expected at most so many openings", cell->opening,
                           cell->positions->count);
    if (!game_open(cell, opening, &v, status)) return false;
    Match *const        match    = malloc(sizeof *match);
    const MatchSettings settings = {.v           = &v,
                                    .contestants = 2,
                                    .player      = {&cell->player.spec, &cell->opponent.spec},
                                    .games       = 2 * (opening + 1),
                                    .threads     = 1,
                                    .plies_max   = cell->plies_max,
                                    .seed        = seed,
                                    .openings    = cell->opening,
                                    .lines       = cell->positions == NULL ? NULL : cell->positions->text,
                                    .points      = POINTS_RESULT};
    bool                good     = match != NULL || status_fail_system(status, "out of memory for a match");
    if (good && (good = match_open(match, &settings, status))) {
        Text lookups = text_on(out->lookups, sizeof out->lookups);
        lookups_write(&match->lookups, &lookups);
        assert(!lookups.cut);
        good = games_play(match, opening, stop == NULL ? &never : stop, out, status);
        match_close(match);
    }
    free(match);
    variant_close(&v);
    out->seconds = clock_seconds() - start;
    return good;
}
