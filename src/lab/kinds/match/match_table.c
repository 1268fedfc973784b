#include "lab/kinds/match/match_table.h"
#include "base/rng.h"
#include "base/stats/elo.h"
#include "base/stats/statistics.h"
#include "lab/kinds/different.h"
#include "lab/kinds/kind.h"
#include "lab/published.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double CONFIDENCE = 0.95, LEVEL = 0.05;

// Which side of one half an interval is on: 1 above, -1 below, 0 when it holds it.
static int side_of(Interval x) { return (x.low > 0.5) - (x.high < 0.5); }

static bool shares_compatible(double share, Interval interval, double published, Interval published_interval)
{
    const double ours   = share > published ? share - interval.low : interval.high - share;
    const double theirs = share > published ? published_interval.high - published
                                            : published - published_interval.low;
    return fabs(share - published) <= hypot(ours, theirs);
}

MatchVerdict match_verdict(double share, Interval interval, double p, double published,
                           Interval published_interval)
{
    if (isnan(share) || isnan(published)) return MATCH_NONE;
    const int  ours = p < LEVEL ? side_of(interval) : 0, theirs = side_of(published_interval);
    const bool near = shares_compatible(share, interval, published, published_interval);
    // A printed share that may be one half claims nothing that a larger one on its side would fail.
    const bool same = (share > 0.5) == (published > 0.5);
    if (theirs == 0) return near || same ? MATCH_CANNOT_TELL : MATCH_DIFFERS;
    if (ours == 0) return near ? MATCH_CANNOT_TELL : MATCH_DIFFERS;
    if (ours != theirs) return MATCH_DIFFERS;
    return near ? MATCH_AGREES : MATCH_DIRECTION;
}

// Printed figures: a row fits a cell when every variable it names has its value there.

static bool value_same(const json_t *value, const char *text)
{
    char digits[32];
    if (json_is_string(value)) return strcmp(json_string_value(value), text) == 0;
    snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return json_is_integer(value) && strcmp(digits, text) == 0;
}

static bool row_fits(json_t *row, const MatchCell *cell)
{
    const char *name;
    json_t     *value;
    json_object_foreach(row, name, value)
    {
        if (strcmp(name, "percent") == 0) continue;
        const char *const text = match_value(cell, name);
        if (text == NULL || !value_same(value, text)) return false;
    }
    return true;
}

static void printed_find(MatchResultCell *c, const json_t *table, PrintedAs as)
{
    const json_t *const rows = json_object_get(table, "rows");
    json_t             *row;
    size_t              i;
    c->published          = NAN;
    c->published_interval = (Interval){NAN, NAN};
    json_array_foreach(rows, i, row)
    {
        if (c->cell->unprinted || !row_fits(row, c->cell)) continue;
        c->published          = json_number_value(json_object_get(row, "percent")) / 100;
        c->published_games    = (int)json_integer_value(json_object_get(table, "games"));
        c->published_interval = share_wilson(
            c->published, as == PRINTED_PAIRS ? c->published_games / 2 : c->published_games, CONFIDENCE);
    }
}

// Games.

// How often the outcomes of a pair were seen, from the worst to the best.
typedef struct Outcomes {
    uint64_t points[5];   // 0 to 4 of 4
    uint64_t sum[5];      // lost, drawn or won by its sum: 0, 2 or 4
    uint64_t wins[5];     // none, one or two games won: 0, 2 or 4
} Outcomes;

static void cell_add(MatchResultCell *c, const PairResult *r, Outcomes *seen)
{
    const int sum = r->points[0] + r->points[1], wins = (r->points[0] == 2) + (r->points[1] == 2);
    seen->points[sum]++, seen->sum[sum > 2 ? 4 : sum < 2 ? 0 : 2]++, seen->wins[2 * wins]++;
    c->pairs_won += sum > 2, c->pairs_drawn += sum == 2, c->pairs_lost += sum < 2;
    for (int i = 0; i < 2; i++) {
        c->won += r->points[i] == 2, c->drawn += r->points[i] == 1, c->lost += r->points[i] == 0;
        c->capped += r->capped[i];
        c->plies += r->plies[i];
    }
    c->share_first += r->points[0], c->share_second += r->points[1];
    c->nodes_player += (double)r->nodes[0], c->nodes_opponent += (double)r->nodes[1];
}

// Both games of a pair as one number; 0 where one is not known.
static uint64_t pair_games(const PairResult *r)
{
    const uint64_t both = r->game[0] == 0 || r->game[1] == 0 ? 0 : mix64(mix64(r->game[0]) + r->game[1]);
    return both == 0 && r->game[0] != 0 && r->game[1] != 0 ? 1 : both;
}

// How many of all games are different, those of a pair among themselves too.
static int games_different(const PairResult results[], int n)
{
    uint64_t games[2 * SAMPLE_MAX] = {0};
    int      first[2 * SAMPLE_MAX];
    assert(n <= SAMPLE_MAX);
    for (int i = 0; i < 2 * n; i++) games[i] = results[i / 2].game[i % 2];
    return different_find(games, 2 * n, first);
}

static Interval outcomes_interval(const uint64_t seen[5])
{
    const EloTally tally = elo_pairs(seen);
    return elo_score_interval(&tally, CONFIDENCE);
}

static void cell_compare(MatchResultCell *c, const Outcomes *seen, PrintedAs as)
{
    const EloTally tally = elo_pairs(as == PRINTED_PAIRS  ? seen->sum
                                     : as == PRINTED_WINS ? seen->wins
                                                          : seen->points);
    c->p                 = elo_score_p(&tally, 0.5);
    c->compared = as == PRINTED_PAIRS ? c->share_pairs : as == PRINTED_WINS ? c->share_wins : c->share;
    c->compared_interval = as == PRINTED_PAIRS ? c->interval_pairs
                         : as == PRINTED_WINS  ? c->interval_wins
                                               : c->interval;
}

static void cell_describe(MatchResultCell *c, const PairResult results[], int n, PrintedAs as)
{
    assert(n >= 0 && n <= SAMPLE_MAX);
    uint64_t pairs[SAMPLE_MAX] = {0};
    Outcomes seen              = {0};
    int      first[SAMPLE_MAX];
    for (int i = 0; i < n; i++) pairs[i] = pair_games(&results[i]);
    c->pairs = n, c->different = different_find(pairs, n, first),
    c->different_known = different_known(pairs, n), c->games_different = games_different(results, n);
    for (int i = 0; i < c->different; i++) cell_add(c, &results[first[i]], &seen);
    const double games = n > 0 ? 2.0 * c->different : NAN;
    c->share           = (c->won + 0.5 * c->drawn) / games;
    c->share_pairs     = (2.0 * c->pairs_won + c->pairs_drawn) / games;
    c->share_wins      = c->won / games;
    c->share_first /= games, c->share_second /= games;
    c->plies /= games, c->nodes_player /= games, c->nodes_opponent /= games;
    c->interval       = outcomes_interval(seen.points);
    c->interval_pairs = outcomes_interval(seen.sum);
    c->interval_wins  = outcomes_interval(seen.wins);
    c->elo            = elo_from_score(c->share);
    c->elo_interval   = (Interval){elo_from_score(c->interval.low), elo_from_score(c->interval.high)};
    cell_compare(c, &seen, as);
}

// Corrects p over the table, and says what is to be said of each cell.
static bool cells_judge(MatchResultCell cells[], int count, Status *status)
{
    double *const p = calloc((size_t)count, sizeof *p);
    if (p == NULL) return status_fail_system(status, "out of memory for the tables");
    for (int i = 0; i < count; i++) p[i] = cells[i].different >= MATCH_PAIRS_LEAST ? cells[i].p : NAN;
    holm_adjust(p, count, p);
    for (int i = 0; i < count; i++) {
        MatchResultCell *const c = &cells[i];
        c->p_holm                = p[i];
        if (c->different >= MATCH_PAIRS_LEAST)
            c->verdict = match_verdict(c->compared, c->compared_interval, c->p_holm, c->published,
                                       c->published_interval);
    }
    free(p);
    return true;
}

bool match_summarise(Table *t, int number, Store *store, int openings, const json_t *published,
                     Status *status)
{
    const MatchExperiment *const matches = match_of_experiment(t->experiment);
    const json_t *const          printed = matches->paper[0]
                                             ? published_table(published, matches->paper, matches->table)
                                             : NULL;
    assert(number == 0 && openings > 0);
    (void)number;
    if (matches->paper[0] && printed == NULL)
        return status_fail(status, "%s: there are no printed figures for table '%s' of '%s'",
                           t->experiment->name, matches->table, matches->paper);
    const int              count   = matches->rows * matches->columns;
    MatchResultCell *const cells   = calloc((size_t)count, sizeof *cells);
    PairResult *const      results = calloc((size_t)openings, sizeof *results);
    bool                   good    = (cells != NULL && results != NULL) ||
                status_fail_system(status, "out of memory for the tables");
    t->part = matches, t->cells = cells, t->count = cells == NULL ? 0 : count;
    for (int i = 0; good && i < count; i++) {
        MatchResultCell *const c         = &cells[i];
        const MatchCell *const cell      = &matches->cells[i];
        const char *const      players[] = {cell->player.key, cell->opponent.key};
        char                   protocol[PROTOCOL_MAX];
        Text                   text = text_on(protocol, sizeof protocol);
        c->cell                     = cell;
        match_protocol(cell, t->experiment->seed, &text);
        printed_find(c, printed, matches->printed_as);
        const int n = store_read(store, &(StoreKey){&pair_rows, protocol, players, build_digest(cell->game)},
                                 openings, results, status);
        good        = n >= 0;
        if (good) cell_describe(c, results, n, matches->printed_as);
    }
    free(results);
    return good && cells_judge(cells, count, status);
}

const MatchExperiment *table_matches(const Table *t)
{
    assert(t->experiment->kind == &kind_match);
    return t->part;
}

const MatchResultCell *table_match_cells(const Table *t)
{
    assert(t->experiment->kind == &kind_match);
    return t->cells;
}
