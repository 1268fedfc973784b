#include "cli/lab/lab_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// 1234567 as 1,234,567; a dash for what is not there.
static const char *count_text(double x, char out[40])
{
    char digits[32];
    if (!isfinite(x)) return "-";
    const int n  = snprintf(digits, sizeof digits, "%.0f", x);
    char     *at = out;
    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0 && digits[i - 1] != '-') *at++ = ',';
        *at++ = digits[i];
    }
    *at = 0;
    return out;
}

static const char *share_text(double share, char out[40])
{
    if (!isfinite(share)) return "-";
    snprintf(out, 40, "%.1f%%", 100 * share);
    return out;
}

static const char *p_text(double p, char out[40])
{
    if (!isfinite(p)) return "-";
    snprintf(out, 40, p < 0.0001 ? "%.0e" : "%.4f", p);
    return out;
}

static void print_head(const Table *t)
{
    const Series *const s = t->series;
    printf("%s%s%s  %s\n", t->experiment->name, s->label[0] ? ", " : "", s->label, t->experiment->title);
    if (t->experiment->note[0]) printf("  %s\n", t->experiment->note);
    char turns[40] = "whole games";
    if (s->turns != TURNS_GAME) snprintf(turns, sizeof turns, "%d turns", s->turns);
    printf("  %s, %s, %d plies%s, %s per %s, generator %s, opponents %s, %s, midgame after %d turns\n",
           s->game, s->search, s->depth,
           s->convention == DEPTH_ROOT_CHILDREN ? " below each move of the root" : "",
           s->count == COUNT_INTERIOR ? "interior nodes" : "nodes", series_unit(s),
           s->shuffled ? "shuffled" : "in its own order", s->opponents, turns, s->midgame_turns);
    printf("  %-8s %-24s %6s %13s %12s %7s %17s %9s %6s", "start", "configuration", "trials", "mean", "SD",
           "saving", "95 % interval", "p (2)", "Glass");
    if (s->paper[0]) printf(" %13s %7s %6s  %s", "printed mean", "saving", "effect", "verdict");
    putchar('\n');
}

static void print_cell(const Table *t, const Cell *c)
{
    char mean[40], sd[40], save[40], low[40], high[40], p[40], printed[40], printed_save[40],
        interval[100] = "", glass[40] = "-", effect[40] = "-";
    if (isfinite(c->saving_interval.low))
        snprintf(interval, sizeof interval, "%s to %s", share_text(c->saving_interval.low, low),
                 share_text(c->saving_interval.high, high));
    if (isfinite(c->glass)) snprintf(glass, sizeof glass, "%.2f", c->glass);
    if (isfinite(c->printed.effect)) snprintf(effect, sizeof effect, "%.2f", c->printed.effect);
    printf("  %-8s %-24s %6d %13s %12s %7s %17s %9s %6s", start_names[c->start], c->configuration->name,
           c->trials, count_text(c->mean, mean), count_text(c->sd, sd), share_text(c->saving, save), interval,
           p_text(c->mann_whitney.p_two_sided, p), glass);
    if (t->series->paper[0])
        printf(" %13s %7s %6s  %s", count_text(c->printed.mean, printed),
               share_text(c->printed.saving, printed_save), effect, verdict_name(c->verdict));
    putchar('\n');
}

void report_summary(const Tables *tables)
{
    int compared = 0;
    for (int v = VERDICT_AGREES; v <= VERDICT_DIRECTION; v++) compared += tables->verdicts[v];
    report_summary_matches(tables);
    if (compared == 0) return;
    printf(
        "%d printed comparisons: %d agree (direction and significance as printed, saving within %d points)",
        compared, tables->verdicts[VERDICT_AGREES], VERDICT_POINTS);
    for (int v = VERDICT_SAVING; v <= VERDICT_DIRECTION; v++)
        if (tables->verdicts[v] > 0) printf(", %d: %s", tables->verdicts[v], verdict_name((Verdict)v));
    putchar('\n');
}

void report_print(const Tables *tables)
{
    for (int i = 0; i < tables->count; i++) {
        const Table *const t = &tables->list[i];
        print_head(t);
        for (int k = 0; k < t->count; k++) {
            if (k > 0 && t->cells[k].start != t->cells[k - 1].start) putchar('\n');
            print_cell(t, &t->cells[k]);
        }
        putchar('\n');
    }
    report_print_matches(tables);
    report_summary(tables);
}

static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *cell_json(const Cell *c)
{
    return json_pack("{s:s, s:s, s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
                     "s:o, s:o, s:s}",
                     "configuration", c->configuration->name, "start", start_names[c->start], "player",
                     c->player, "trials", c->trials, "mean", number(c->mean), "sd", number(c->sd), "median",
                     number(c->median), "saving", number(c->saving), "saving_low",
                     number(c->saving_interval.low), "saving_high", number(c->saving_interval.high),
                     "published_mean", number(c->printed.mean), "published_saving", number(c->printed.saving),
                     "p_one_sided", number(c->mann_whitney.p_smaller), "p_two_sided",
                     number(c->mann_whitney.p_two_sided), "p_holm", number(c->p_holm), "p_wilcoxon",
                     number(c->wilcoxon.p_two_sided), "effect", number(c->glass), "cliff", number(c->cliff),
                     "published_effect", number(c->printed.effect), "verdict", verdict_name(c->verdict));
}

// One object per experiment; its series follow each other in `cells`, told apart by their label.
json_t *report_json(const Tables *tables)
{
    json_t *const experiments = json_array();
    json_t       *cells       = NULL;
    for (int i = 0; i < tables->count; i++) {
        const Table *const t = &tables->list[i];
        if (i == 0 || t->experiment != tables->list[i - 1].experiment) {
            cells = json_array();
            json_array_append_new(experiments, json_pack("{s:s, s:s, s:o}", "name", t->experiment->name,
                                                         "title", t->experiment->title, "cells", cells));
        }
        for (int k = 0; k < t->count; k++) {
            json_t *const cell = cell_json(&t->cells[k]);
            json_object_set_new(cell, "series", json_string(t->series->label));
            json_object_set_new(cell, "game", json_string(t->game));
            json_object_set_new(cell, "per", json_string(series_unit(t->series)));
            json_object_set_new(cell, "turns", number(t->cells[k].mean_turns));
            json_array_append_new(cells, cell);
        }
    }
    for (int i = 0; i < tables->match_count; i++)
        json_array_append_new(experiments, report_json_match(&tables->matches[i]));
    return json_pack("{s:o, s:s}", "experiments", experiments, "made_by", tables->makers);
}
