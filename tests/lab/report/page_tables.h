// page_tables.h - tables made by hand, with hostile texts, for the tests of the report.
#ifndef TESTS_LAB_REPORT_PAGE_TABLES_H
#define TESTS_LAB_REPORT_PAGE_TABLES_H

#include "lab/kinds/nodes/nodes.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define HOSTILE                                                                                              \
    "</title><script>alert(1)</script> & \"q\" 'a' `touch pwned` $(touch pwned) @x %d \\n \xc3\xa9\nset "    \
    "output "                                                                                                \
    "'pwned'\nsystem('touch pwned') #"
#define HOSTILE_NAME "<b>'\"`touch pwned`&\nEOD\n!touch pwned"

// Tables made by hand: one with printed figures, two that differ in depth, with limits and cut-offs.

enum { TABLES = 3, CONFIGURATIONS = 4, CELLS = 2 * CONFIGURATIONS };

typedef struct Made {
    Tables     tables;
    Experiment experiments[2];
    Series     series[TABLES];
    Table      list[TABLES];
    Cell       cells[TABLES][CELLS];
} Made;

static void cell_fill(Cell *c, const Series *s, int table, int i)
{
    const int k = i % CONFIGURATIONS;
    *c          = (Cell){.configuration = &s->configurations[k],
                         .start         = (Start)(i / CONFIGURATIONS),
                         .trials        = 50,
                         .with_cuts     = table > 0};
    c->mean = 1234567 + 1000 * table + i, c->sd = 4000 + 10 * i + table;
    c->saving                 = k == 0 ? NAN : 0.1 * k + 0.01 * table;
    c->saving_interval        = (Interval){c->saving - 0.05, c->saving + 0.05};
    c->mann_whitney.p_smaller = c->mann_whitney.p_two_sided = c->wilcoxon.p_two_sided = c->p = c->p_holm =
        k == 0 ? NAN : 0.001 * i;
    c->control_ratio = NAN;
    c->glass = c->cliff = k == 0 ? NAN : 0.25;
    c->printed          = (Printed){.there  = table == 0,
                                    .mean   = table == 0 ? 7654321.0 + i : (double)NAN,
                                    .sd     = NAN,
                                    .effect = NAN,
                                    .saving = NAN};
    if (table == 0 && k > 0) c->printed.saving = 0.15 * k, c->printed.effect = 3.21, c->verdict = (Verdict)k;
    for (int n = 0; n < CUT_INDEX_MAX; n++) c->cuts[n] = n < 20 ? 0.05 : 0;
}

static void series_fill(Series *s, int table)
{
    static const char *const settings[CONFIGURATIONS] = {"", "order=history-ads", "order=history-ads,limit=5",
                                                         "order=history-ads,limit=20"};
    *s = (Series){.depth = 4 + table, .turns = 5, .midgame_turns = 10, .start_count = 2, .starts = {0, 1}};
    snprintf(s->game, sizeof s->game, "%s", table == 0 ? "othello" : HOSTILE_NAME);
    snprintf(s->search, sizeof s->search, "alphabeta");
    snprintf(s->label, sizeof s->label, "%s", table == 0 ? "" : HOSTILE_NAME);
    snprintf(s->paper, sizeof s->paper, "%s", table == 0 ? "paper" HOSTILE_NAME : "");
    snprintf(s->table, sizeof s->table, "%s", table == 0 ? "<IV>" : "");
    snprintf(s->opponents.shown, TEXT_MAX, "random");
    snprintf(s->midgame_players.shown, TEXT_MAX, "random");
    s->configuration_count = CONFIGURATIONS;
    for (int k = 0; k < CONFIGURATIONS; k++) {
        snprintf(s->configurations[k].name, sizeof s->configurations[k].name, "%d %s", k, HOSTILE_NAME);
        snprintf(s->configurations[k].settings, sizeof s->configurations[k].settings, "%s", settings[k]);
        Text shown = text_on(s->configurations[k].shown, TEXT_MAX);
        text_add(&shown, "alphabeta:depth=%d,%s", s->depth, settings[k]);
    }
}

static Made *made_open(void)
{
    Made *const m = calloc(1, sizeof *m);
    ck_assert_ptr_nonnull(m);
    for (int i = 0; i < 2; i++) {
        snprintf(m->experiments[i].name, sizeof m->experiments[i].name, "%s",
                 i == 0 ? "../../pwned" : "plain");
        snprintf(m->experiments[i].title, sizeof m->experiments[i].title, "%s", HOSTILE);
        m->experiments[i].kind   = &kind_nodes;
        m->experiments[i].trials = 50, m->experiments[i].seed = 41;
    }
    for (int t = 0; t < TABLES; t++) {
        series_fill(&m->series[t], t);
        m->list[t] = (Table){.experiment = &m->experiments[t > 0],
                             .part       = &m->series[t],
                             .count      = CELLS,
                             .cells      = m->cells[t]};
        for (int i = 0; i < CELLS; i++) cell_fill(&m->cells[t][i], &m->series[t], t, i);
    }
    m->tables.count = TABLES, m->tables.list = m->list, m->tables.seed = 77;
    snprintf(m->tables.makers, sizeof m->tables.makers, "pollard <1> on %s", HOSTILE_NAME);
    return m;
}

#endif
