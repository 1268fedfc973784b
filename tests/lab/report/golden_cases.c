#include "lab/report/golden_cases.h"

// Node counts. Table 3 of history-ads prints 5,250,000 nodes, 1,290,000 and 1,800,000 from the initial
// position; 10,600,000, 2,420,000 and 2,910,000 from the midgame.
//
// The control has 100, 200, ... 1000 in ten games: mean 5500 / 10 = 550; squares of the deviations 50, 150,
// 250, 350, 450, each twice: 2 (2500 + 22500 + 62500 + 122500 + 202500) = 825000, SD = sqrt(825000 / 9);
// median (500 + 600) / 2. Two more trials are games that were there already. The others have a fixed part
// of it, trial by trial: every resample has the same ratio, and the interval is the saving itself.
static const double parts[2][3] = {{1, 0.25, 0.5}, {1, 1, 1.25}};

void nodes_fill(Store *store, const Experiment *e)
{
    const Series *const s = series_of_experiment(e)->list;
    for (int start = 0; start < 2; start++)
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 12; i++) {
                char              protocol[PROTOCOL_MAX];
                Text              text   = text_on(protocol, sizeof protocol);
                const int         game   = i % 10;
                const double      nodes  = 100 * (game + 1) * parts[start][k];
                const char *const player = s->configurations[k].key;
                Status            status = {0};
                const TrialCount  c      = {.nodes       = (uint64_t)nodes,
                                            .interior    = (uint64_t)nodes / 5,
                                            .leaves      = (uint64_t)nodes - (uint64_t)nodes / 5,
                                            .list_length = (uint64_t)game,
                                            .turns       = 1,
                                            .seconds     = 0.5,
                                            .game        = (uint64_t)(1000 * (start + 1) + game)};
                series_protocol(s, s->starts[start], e->seed, &text);
                ck_assert_msg(trial_put(store, protocol, &player, 1, i, &c, &status), "%s", status.text);
            }
}

// Matches. Table VII of databases prints 74, 71, 63 and 73 % for mazes 1 and 3 at depths 5 and 7, of 100
// games. Wilson's interval is (p + z^2 / 2n -+ z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n) with z =
// 1.959964: 64.62901055 to 81.59530154 for 74.
//   maze 1, depth 5: 20 pairs of a win and a draw and two that were there already: 75 %, Elo 400 log10(75 /
//     25) = 190.8485019; first seat 40 of 40 points, second 20 of 40. One point from print.
//   maze 1, depth 7: 25 pairs won: 100 %, 29 points from print. Elo has no bound.
//   maze 3, depth 5: 25 pairs lost: 0 %, -63 points.
//   maze 3, depth 7: five pairs won and five lost: 50 %, -23 points. The interval over ten pairs of 0 or 1
//     reaches about 0.5 / sqrt(10) * 2.26 = 36 points to each side: it holds print, and 50 %.
void matches_fill(Store *store, const Experiment *e)
{
    static const struct {
        int pairs, different, points[2][2];   // of even pairs, of odd ones
    } cells[4]                     = {{22, 20, {{2, 1}, {2, 1}}},
                                      {25, 25, {{2, 2}, {2, 2}}},
                                      {25, 25, {{0, 0}, {0, 0}}},
                                      {10, 10, {{2, 2}, {0, 0}}}};
    const MatchExperiment *const m = match_of_experiment(e);
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < cells[k].pairs; i++) {
            char      protocol[PROTOCOL_MAX];
            Text      text   = text_on(protocol, sizeof protocol);
            Status    status = {0};
            const int game = i % cells[k].different, *const points = cells[k].points[game % 2];
            const PairResult r = {.points  = {points[0], points[1]},
                                  .plies   = {5, 8},
                                  .nodes   = {100, 40},
                                  .capped  = {false, game == 3},
                                  .seconds = 0.25,
                                  .game    = {(uint64_t)(10 * game + 1), (uint64_t)(10 * game + 2)}};
            match_protocol(&m->cells[k], e->seed, &text);
            ck_assert_msg(
                pair_put(store, protocol, m->cells[k].player.key, m->cells[k].opponent.key, i, &r, &status),
                "%s", status.text);
        }
}

// The control has 100, 200, ... 1000 nodes at depth 2 from the initial position, ten times that at depth 3,
// and twice that from the midgame; the lists have 1/4, 3/4 (two entries) and 1/2 (five entries) of it:
// savings 75, 25 and 50 %. Of 8 cut-offs of the control 3 are at the first move, 1 at the second, 2 at the
// tenth and 2 at the twelfth; of the lists 6 of 8 at the first and 2 at the second.
void curves_fill(Store *store, const Experiment *e)
{
    static const int quarters[] = {4, 1, 3, 2};
    for (int n = 0; n < 2 * 2 * 4 * 10; n++) {
        const int           i = n % 10, k = n / 10 % 4, start = n / 40 % 2, depth = n / 80;
        const Series *const s = &series_of_experiment(e)->list[depth];
        char                protocol[PROTOCOL_MAX];
        Text                text   = text_on(protocol, sizeof protocol);
        const char *const   player = s->configurations[k].key;
        const int           nodes  = 25 * quarters[k] * (i + 1) * (depth ? 10 : 1) * (start ? 2 : 1);
        Status              status = {0};
        TrialCount          c      = {.nodes       = (uint64_t)nodes,
                                      .interior    = (uint64_t)nodes / 5,
                                      .leaves      = (uint64_t)(nodes - nodes / 5),
                                      .list_length = (uint64_t)(k == 0 ? 0 : 4),
                                      .turns       = 1,
                                      .seconds     = 0.5,
                                      .with_cuts   = true,
                                      .game        = (uint64_t)(100 * (start + 1) + i)};
        if (k == 0) c.cuts[0] = 3, c.cuts[1] = 1, c.cuts[9] = 2, c.cuts[11] = 2;
        else c.cuts[0] = 6, c.cuts[1] = 2;
        series_protocol(s, s->starts[start], e->seed, &text);
        ck_assert_msg(trial_put(store, protocol, &player, 1, i, &c, &status), "%s", status.text);
    }
}

// Of row r, from 0, the first r + 1 of ten pairs are a win and a draw, the others a loss and a draw: (3 (r
// + 1) + 9 - r) / 40 of the points, 30 % and 5 % more with each row; 5 % less at depth 2, where one pair
// more is lost.
void long_fill(Store *store, const Experiment *e)
{
    const MatchExperiment *const m = match_of_experiment(e);
    for (int n = 0; n < 7 * 2 * 10; n++) {
        const int              i = n % 10, cell = n / 10, won = cell / 2 + 1 - cell % 2;
        const MatchCell *const c = &m->cells[cell];
        char                   protocol[PROTOCOL_MAX];
        Text                   text   = text_on(protocol, sizeof protocol);
        Status                 status = {0};
        const PairResult       r      = {.points  = {i < won ? 2 : 0, 1},
                                         .plies   = {5, 8},
                                         .nodes   = {100, 40},
                                         .seconds = 0.25,
                                         .game    = {(uint64_t)(10 * i + 1), (uint64_t)(10 * i + 2)}};
        match_protocol(c, e->seed, &text);
        ck_assert_msg(pair_put(store, protocol, c->player.key, c->opponent.key, i, &r, &status), "%s",
                      status.text);
    }
}
