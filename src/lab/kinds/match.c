// match.c - the kind "match": how many points one player gets against another, in pairs of games from the
// same openings.
#include "lab/kinds/match/match.h"
#include "lab/kinds/match/memo_player.h"
#include "lab/published.h"
#include "lab/report/page_parts.h"
#include "play/player_type.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Experiments.

static bool parse(Experiment *e, json_t *object, Status *status)
{
    e->body                 = match_experiment_read(e, object, status);
    json_t *const published = e->body == NULL ? NULL : published_load(status);
    const bool    good      = published != NULL && published_check(published, match_of_experiment(e)->paper,
                                                                   match_of_experiment(e)->table, status);
    json_decref(published);
    return good;
}

static void close(Experiment *e)
{
    match_experiment_close(e->body);
    e->body = NULL;
}

static int tables(const Experiment *e) { return (void)e, 1; }

static int cells(const Experiment *e)
{
    return match_of_experiment(e)->rows * match_of_experiment(e)->columns;
}

static bool timed(const Experiment *e) { return match_timed(match_of_experiment(e)); }

// Does the player draw random numbers? Programs of others are not given the seed.
static bool is_seeded(const PlayerSpec *spec)
{
    const char *const order = player_spec_get(spec, "order");
    if (spec->type->starts_programs) return false;
    return !player_spec_searches(spec) || player_spec_get(spec, "mistakes") != NULL ||
           (order != NULL && strstr(order, "random") != NULL);
}

static bool seeded(const Experiment *e)
{
    for (int i = 0; i < cells(e); i++) {
        const MatchCell *const cell  = &match_of_experiment(e)->cells[i];
        const bool             fixed = cell->positions != NULL || strcmp(cell->opening, "none") == 0;
        if (fixed && !is_seeded(&cell->player.spec) && !is_seeded(&cell->opponent.spec)) return false;
    }
    return true;
}

// The openings of a cell have the same databases.
static bool cell_missing(MissingDatabases *missing, const MatchCell *cell, Status *status)
{
    char    game[TEXT_MAX];
    Variant v;
    if (!match_cell_game(cell, 0, game)) return status_fail(status, "the game is too long");
    if (!variant_open(&v, game, status)) return false;
    const bool good = (missing_databases_add(missing, &v, &cell->player.spec, status) ||
                       status_prefix(status, "'player'")) &&
                      (missing_databases_add(missing, &v, &cell->opponent.spec, status) ||
                       status_prefix(status, "'opponent'"));
    variant_close(&v);
    return good;
}

static bool missing(const Experiment *e, MissingDatabases *missing_databases, Status *status)
{
    for (int i = 0; i < cells(e); i++) {
        const MatchCell *const cell = &match_of_experiment(e)->cells[i];
        if (!cell_missing(missing_databases, cell, status))
            return status_prefix(status, "%s%s%s", cell->row, cell->row[0] && cell->column[0] ? ", " : "",
                                 cell->column);
    }
    return true;
}

// Tasks: one for every cell, whose games follow each other.

static void task(const Experiment *e, int i, Task *out)
{
    assert(i >= 0);
    const MatchExperiment *const matches  = match_of_experiment(e);
    const MatchCell *const       cell     = &matches->cells[i];
    Text                         protocol = text_on(out->protocol, sizeof out->protocol);
    out->digest                           = build_digest(cell->game);
    match_protocol(cell, e->seed, &protocol);
    out->part = cell, out->column = i % matches->columns, out->together = true, out->rows = 1;
    memcpy(out->player[0], cell->player.key, sizeof out->player[0]);
    memcpy(out->player[1], cell->opponent.key, sizeof out->player[1]);
}

static const char *const row_labels[ROW_LABELS] = {"row", "column", NULL};

static void row_label(const Task *t, int row, const char *out[])
{
    const MatchCell *const cell = t->part;
    assert(row == 0);
    (void)row;
    out[0] = cell->row, out[1] = cell->column, out[2] = "";
}

static bool run(const Task *t, int opening, const int rows[], int count, const atomic_bool *stop, void *out,
                Status *status)
{
    assert(opening >= 0 && count > 0);
    (void)rows, (void)count;
    MatchCell cell = *(const MatchCell *)t->part;
    if (!t->verifies) {
        cell.player.spec   = memo_player(&cell.player.spec);
        cell.opponent.spec = memo_player(&cell.opponent.spec);
    }
    return pair_play(&cell, t->experiment->seed, opening, stop, out, status);
}

static bool lookups(const Task *t, Lookups *out, Status *status)
{
    return pair_lookups(t->part, 0, out, status);
}

// Points got and points to be had.
static void tally(Task *t, const void *rows, int count)
{
    assert(count > 0);
    const PairResult *const r = rows;
    (void)count;
    t->seconds += r->seconds;
    t->sums[0] += r->points[0] + r->points[1], t->sums[1] += 4;
}

// "connect-four: 62 % of the points".
static void progress(const Task *t, Text *out)
{
    text_add(out, "%.60s: %.0f %% of the points", ((const MatchCell *)t->part)->game,
             100 * t->sums[0] / t->sums[1]);
}

// Reports.

static bool unplayed(const Table *t)
{
    for (int i = 0; i < t->count; i++)
        if (table_match_cells(t)[i].pairs > 0) return false;
    return true;
}

static unsigned shown(const Table *t)
{
    return (table_matches(t)->paper[0] ? WHEN_PAPER : 0u) | (table_matches(t)->readings ? WHEN_READINGS : 0u);
}

static int group(const Table *t, int cell)
{
    assert(cell >= 0 && cell < t->count);
    return table_matches(t)->columns > 1 ? cell / table_matches(t)->columns : 0;
}

static int control(const Table *t, int cell) { return (void)t, (void)cell, 0; }

static int verdict(const void *cell) { return (int)((const MatchResultCell *)cell)->verdict; }

static const VerdictName verdicts[MATCH_VERDICTS] = {
    [MATCH_NONE]      = {"", "", "", "", false},
    [MATCH_AGREES]    = {"agrees", "good", "\u2713",
                         "the printed player is the better, as much as chance allows", true},
    [MATCH_DIRECTION] = {"direction agrees", "near", "\u2248",
                         "the printed player is the better, by another share", true},
    [MATCH_DIFFERS] = {"differs", "bad", "\u2717", "not so, and further from print than chance allows", true},
    [MATCH_CANNOT_TELL] = {"cannot tell", "odd", "?",
                           "the printed share or ours is not told from 50 % with this many games", false},
};

// Printed, but with too few pairs for a verdict.
static int missing_pairs(const Tables *all)
{
    int sum = 0;
    for (int i = 0; i < all->count; i++)
        for (int k = 0; k < all->list[i].count; k++) {
            const MatchResultCell *const c = &table_match_cells(&all->list[i])[k];
            sum += c->verdict == MATCH_NONE && isfinite(c->published);
        }
    return sum;
}

static int compared(const int counts[])
{
    int sum = 0;
    for (int v = MATCH_AGREES; v < MATCH_VERDICTS; v++) sum += counts[v];
    return sum;
}

static void text_summary(const Tables *all, const int counts[], FILE *out)
{
    const int open = missing_pairs(all);
    if (compared(counts) > 0) {
        fprintf(out,
                "%d of %d testable match results agree with print (the same player is the better, no further "
                "apart than chance allows)",
                counts[MATCH_AGREES], verdicts_tested(&kind_match, counts));
        for (int v = MATCH_DIRECTION; v < MATCH_VERDICTS; v++)
            if (counts[v] > 0) fprintf(out, ", %d: %s", counts[v], verdicts[v].name);
        fputc('\n', out);
    }
    if (open > 0)
        fprintf(out,
                "%d printed match results have fewer than %d different pairs of games: no "
                "verdict\n",
                open, MATCH_PAIRS_LEAST);
}

static void html_summary(const Tables *all, const int counts[], FILE *out)
{
    const int n = verdicts_tested(&kind_match, counts), open = missing_pairs(all);
    fprintf(out, "<p>%d table%s of matches. ", all->count, all->count == 1 ? "" : "s");
    if (compared(counts) == 0)
        fputs(open > 0 ? "Nothing has been played yet that could be compared with print."
                       : "None has printed figures.",
              out);
    else
        fprintf(out,
                "<b>%d of %d testable results agree</b> with print; the same player is the better in %d. %d "
                "more cannot be told from 50 %%.",
                counts[MATCH_AGREES], n, counts[MATCH_AGREES] + counts[MATCH_DIRECTION],
                counts[MATCH_CANNOT_TELL]);
    if (open > 0) fprintf(out, " %d have fewer than %d different pairs of games.", open, MATCH_PAIRS_LEAST);
    fputs(" <a href=\"#method-matches\">What this means</a>.</p>\n", out);
    if (compared(counts) > 0) page_verdicts(out, &kind_match, counts);
}

static PlotKind *const plots[] = {plot_matches, NULL};

const ExperimentKind kind_match = {
    .name          = "match",
    .trials_key    = "openings",
    .quick_key     = "quick-openings",
    .trials        = 25,
    .quick_trials  = 5,
    .parse         = parse,
    .close         = close,
    .in_place      = match_in_place,
    .tables        = tables,
    .cells         = cells,
    .missing       = missing,
    .seeded        = seeded,
    .timed         = timed,
    .tasks         = cells,
    .task          = task,
    .rows          = &pair_rows,
    .row_labels    = row_labels,
    .row_label     = row_label,
    .run           = run,
    .lookups       = lookups,
    .tally         = tally,
    .progress      = progress,
    .summarise     = match_summarise,
    .unplayed      = unplayed,
    .columns       = match_columns,
    .cell_size     = sizeof(MatchResultCell),
    .shown         = shown,
    .group         = group,
    .control       = control,
    .text_head     = match_text_head,
    .html_title    = match_html_title,
    .html_protocol = match_html_protocol,
    .html_players  = match_html_players,
    .verdicts      = verdicts,
    .verdict_count = MATCH_VERDICTS,
    .verdict       = verdict,
    .text_summary  = text_summary,
    .html_summary  = html_summary,
    .method        = method_match,
    .file          = "matches",
    .plots         = plots,
};
