// cmd_lab_list.c - `pollard lab list`: the 26 printed tables and the experiments of our own, with what the
// results file has of them.
#include "cli/lab/lab_cli.h"
#include "lab/kinds/kind.h"
#include "lab/papers.h"
#include "lab/published.h"
#include "lab/state.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct Listing {
    const Args   *args;
    const Chosen *chosen;
    LabStates     states;
    json_t       *papers, *published;
    bool          all, longer;   // all: no names were given
    json_t       *json;          // the list so far; NULL for text
    Status        status;
} Listing;

static const Experiment *experiment_named(const Chosen *chosen, const char *name)
{
    for (int i = 0; i < chosen->count; i++)
        if (strcmp(chosen->list[i].name, name) == 0) return &chosen->list[i];
    return NULL;
}

static const PrintedTable *table_of(const PrintedTable tables[], int n, const Experiment *e)
{
    for (int i = 0; i < n; i++)
        if (strcmp(tables[i].experiment, e->name) == 0) return &tables[i];
    return NULL;
}

// The line has no room for more: a sign instead of "by another program" or "vouched for"; the legend explains
// it.
static void state_short(const ExperimentState *state, Text *out)
{
    char text[80];
    Text whole = text_on(text, sizeof text);
    state_text(state, &whole);
    text_add(out, "%.*s%s", (int)strcspn(text, ","), text,
             state->other > 0     ? "*"
             : state->vouched > 0 ? "+"
                                  : "");
}

enum { WHAT_COLUMN = 65 };

static void line_text(const Listing *l, const Experiment *e, const ExperimentState *state,
                      const PrintedTable *table)
{
    char how[40], time[40], what[2 * TEXT_MAX];
    Text state_out = text_on(how, sizeof how), time_out = text_on(time, sizeof time);
    Text what_out = text_on(what, sizeof what);
    state_short(state, &state_out);
    seconds_text(state->rows > 0 ? state->seconds : -1, &time_out);
    if (table != NULL && !l->all) text_add(&what_out, "%s, ", table->paper);
    if (table != NULL) text_add(&what_out, "Table %s: ", table->table);
    text_add(&what_out, "%s", table != NULL && !l->longer ? table->game : experiment_title(e));
    printf("%-28s %6d %5d  %-11s %8s  ", e->name, e->trials, e->kind->cells(e), how, time);
    fold_print(stdout, what, WHAT_COLUMN, WHAT_COLUMN);
}

static json_t *line_json(const Experiment *e, const ExperimentState *state, const PrintedTable *table)
{
    json_t *const line = json_pack("{s:s, s:s, s:s, s:i, s:i, s:i}", "name", e->name, "title", e->title,
                                   "kind", e->kind->name, "trials", e->trials, "series", e->kind->tables(e),
                                   "cells", e->kind->cells(e));
    json_object_update_new(line, json_pack("{s:s, s:i, s:i, s:o}", "state", state_names[state_name(state)],
                                           "rows", state->rows, "rows_wanted", state->wanted, "seconds",
                                           state->rows > 0 ? json_real(state->seconds) : json_null()));
    json_object_update_new(line, json_pack("{s:i, s:i, s:i}", "rows_kept", state->kept, "rows_other_digest",
                                           state->other, "rows_vouched", state->vouched));
    if (table != NULL)
        json_object_update_new(line, json_pack("{s:s, s:s}", "paper", table->paper, "table", table->table));
    return line;
}

static void line(Listing *l, const Experiment *e, const PrintedTable *table)
{
    const ExperimentState state = state_of(&l->states, e);
    if (l->json != NULL) json_array_append_new(l->json, line_json(e, &state, table));
    else line_text(l, e, &state, table);
}

// A printed table that no experiment repeats: its game is not built.
static void line_unbuilt(Listing *l, const PrintedTable *table)
{
    if (l->json != NULL)
        json_array_append_new(l->json, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "name", table->experiment,
                                                 "kind", "none", "state", state_names[STATE_MISSING], "paper",
                                                 table->paper, "table", table->table, "game", table->game));
    else
        printf("%-28s %6s %5s  %-11s %8s  Table %s: %c%s is not built yet\n", table->experiment, "-", "-",
               state_names[STATE_MISSING], "-", table->table, tolower(table->game[0]), table->game + 1);
}

static void heading(const Listing *l, const char *text)
{
    if (l->json != NULL) return;
    fold_print(stdout, text, 0, 2);
    printf("%-28s %6s %5s  %-11s %8s  %s\n", "name", "trials", "cells", "state", "time", "what");
}

static void paper_heading(const Listing *l, const char *key)
{
    char                text[4 * TEXT_MAX];
    Text                out   = text_on(text, sizeof text);
    const json_t *const paper = paper_find(l->papers, key);
    assert(paper != NULL);
    if (l->longer) paper_cite(paper, &out);
    else {
        paper_cite_short(paper, &out);
        text_add(&out, ", %s", json_string_value(json_object_get(paper, "title")));
    }
    heading(l, text);
}

// All printed tables, paper by paper, then what is our own.
static void list_all(Listing *l, const PrintedTable tables[], int n)
{
    bool own = false;
    for (int i = 0; i < n; i++) {
        const Experiment *const e = experiment_named(l->chosen, tables[i].experiment);
        if (i == 0 || strcmp(tables[i].paper, tables[i - 1].paper) != 0) {
            if (i > 0 && l->json == NULL) putchar('\n');
            paper_heading(l, tables[i].paper);
        }
        if (e == NULL) line_unbuilt(l, &tables[i]);
        else line(l, e, &tables[i]);
    }
    for (int i = 0; i < l->chosen->count; i++) {
        const Experiment *const e = &l->chosen->list[i];
        if (table_of(tables, n, e) != NULL) continue;
        if (!own && l->json == NULL) putchar('\n');
        if (!own) heading(l, "Experiments of our own");
        own = true;
        line(l, e, NULL);
    }
}

// The experiments that were named.
static void list_named(Listing *l, const PrintedTable tables[], int n)
{
    if (l->json == NULL)
        printf("%-28s %6s %5s  %-11s %8s  %s\n", "name", "trials", "cells", "state", "time", "what");
    for (int i = 0; i < l->chosen->count; i++)
        line(l, &l->chosen->list[i], table_of(tables, n, &l->chosen->list[i]));
}

static void legend(const Listing *l)
{
    char text[2 * TEXT_MAX];
    Text out = text_on(text, sizeof text);
    text_add(&out,
             "state: rows for all trials in %s/*.rows (kept), or there and in %s (measured), for some "
             "(partly), for none (missing); *: by another program, of another digest, in part at least; +: "
             "so, but "
             "vouched for; time: what the rows took on one processor. `pollard lab show NAME` says more%s.",
             kept_folder(l->args), results_path(l->args),
             l->longer ? "" : "; --long names the papers in full");
    putchar('\n');
    fold_print(stdout, text, 0, 2);
}

static int list_print(Listing *l)
{
    PrintedTable tables[PRINTED_TABLES_MAX];
    const int    n = printed_tables(l->published, tables);
    if (l->args->json) l->json = json_array();
    if (l->all) list_all(l, tables, n);
    else list_named(l, tables, n);
    if (l->json != NULL)
        return json_print(
            json_pack("{s:o, s:O}", "experiments", l->json, "papers", json_object_get(l->papers, "papers")));
    legend(l);
    return EXIT_DONE;
}

static int run_list(const Args *args)
{
    Listing       l    = {.args = args, .all = args->count == 0, .longer = args_value(args, "long") != NULL};
    int           code = EXIT_DONE;
    Chosen *const chosen = choose(args, CHOOSE_ALL, &l.status);
    if (chosen == NULL) return cli_fail(&l.status);
    l.chosen    = chosen;
    l.papers    = papers_load(&l.status);
    l.published = l.papers == NULL ? NULL : published_load(&l.status);
    if (l.published == NULL || !lab_states_count(args, chosen, &l.states, &l.status))
        code = cli_fail(&l.status);
    else {
        code = list_print(&l);
        lab_states_close(&l.states);
    }
    json_decref(l.papers);
    json_decref(l.published);
    chosen_close(chosen);
    return code;
}

static const Flag flags_list[] = {
    {"long", NULL, "with authors, titles, venues and years of the papers, and the experiments' own titles"},
    FLAG_RESULTS,
    FLAG_KEPT,
    FLAG_ACCEPT,
    {0},
};

const Command command_lab_list = {
    .name      = "lab list",
    .words     = WORDS_EXPERIMENTS,
    .summary   = "the printed tables and our own experiments: trials, cells, how much is kept, time",
    .examples  = "  pollard lab list\n  pollard lab list --long\n  pollard lab list history-ads --json\n",
    .flags     = flags_list,
    .words_max = ARGS_WORDS_MAX,
    .run       = run_list,
};
