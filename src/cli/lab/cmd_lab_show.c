// cmd_lab_show.c - `pollard lab show` and `lab export`: one experiment, for people and as its file.
#include "cli/lab/lab_cli.h"
#include "lab/kinds/kind.h"
#include "lab/papers.h"
#include "lab/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_COLUMN = 20 };

static void item(const char *name, const char *text)
{
    if (text[0] == 0) return;
    printf("  %-*s", VALUE_COLUMN - 2, name);
    fold_print(stdout, text, VALUE_COLUMN, VALUE_COLUMN);
}

// A value as its file has it, texts without quotes.
static void item_json(const char *name, const json_t *value)
{
    if (json_is_string(value)) {
        item(name, json_string_value(value));
        return;
    }
    char *const text = json_dumps(value, JSON_ENCODE_ANY);
    if (text != NULL) item(name, text);
    free(text);
}

// Keys that are said elsewhere.
static bool is_special(const char *key)
{
    static const char *const keys[] = {
        "name",  "title",      "note",   "configurations", "series",   "kind",          "paper",
        "table", "hypotheses", "trials", "quick-trials",   "openings", "quick-openings"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i], key) == 0) return true;
    return false;
}

static void keys_show(const json_t *object)
{
    const char *key;
    json_t     *value;
    json_object_foreach((json_t *)object, key, value) if (!is_special(key)) item_json(key, value);
}

static void configurations_show(const json_t *list)
{
    const json_t *configuration;
    size_t        i;
    if (list != NULL) printf("  configurations (the first is the control)\n");
    json_array_foreach(list, i, configuration)
    {
        const char *const name     = json_string_value(json_object_get(configuration, "name"));
        const char *const settings = json_string_value(json_object_get(configuration, "settings"));
        printf("    %-*s ", VALUE_COLUMN - 5, name);
        const int used = 5 + (int)(strlen(name) > VALUE_COLUMN - 5 ? strlen(name) : VALUE_COLUMN - 5);
        fold_print(stdout, settings == NULL ? "(nothing added)" : settings, used, VALUE_COLUMN);
    }
}

static void printed_show(const json_t *papers, const json_t *object)
{
    const char *const   key   = json_string_value(json_object_get(object, "paper"));
    const char *const   table = json_string_value(json_object_get(object, "table"));
    const json_t *const paper = key == NULL ? NULL : paper_find(papers, key);
    char                text[4 * TEXT_MAX];
    Text                out = text_on(text, sizeof text);
    if (table != NULL) text_add(&out, "Table %s of ", table);
    if (paper != NULL) paper_cite(paper, &out);
    else if (key != NULL) text_add(&out, "%s", key);
    item("printed in", text);
}

static void series_show(const json_t *papers, const json_t *list)
{
    const json_t *series;
    size_t        i;
    json_array_foreach(list, i, series)
    {
        const char *const label = json_string_value(json_object_get(series, "label"));
        printf("  series %zu%s%s\n", i + 1, label == NULL ? "" : ": ", label == NULL ? "" : label);
        printed_show(papers, series);
        const char *key;
        json_t     *value;
        json_object_foreach((json_t *)series, key, value) if (!is_special(key) && strcmp(key, "label") != 0)
            item_json(key, value);
        configurations_show(json_object_get(series, "configurations"));
    }
}

static void state_show(const Experiment *e, const ExperimentState *state)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    state_text(state, &out);
    if (state->rows > 0) {
        text_add(&out, ": %d of %d rows, %d of them kept, measured in ", state->rows, state->wanted,
                 state->kept);
        seconds_text(state->seconds, &out);
        text_add(&out, " of one processor");
    }
    if (state->other > 0) text_add(&out, "; %d rows by programs of other digests only", state->other);
    if (state->vouched > 0)
        text_add(&out, "; %d rows by programs of other digests, vouched for", state->vouched);
    item("state", text);
    snprintf(text, sizeof text, "%d (%s), %d with --quick; %d cells", e->trials, e->kind->trials_key,
             e->quick_trials, e->kind->cells(e));
    item("trials", text);
}

static void hypotheses_show(const json_t *list)
{
    const json_t *text;
    size_t        i;
    json_array_foreach(list, i, text) item(i == 0 ? "hypotheses" : "", json_string_value(text));
}

static void experiment_show(const json_t *papers, const Experiment *e, const json_t *object,
                            const ExperimentState *state)
{
    printf("%s  ", e->name);
    fold_print(stdout, experiment_title(e), (int)strlen(e->name) + 2, 2);
    item("note", e->note);
    item("kind", e->kind->name);
    printed_show(papers, object);
    hypotheses_show(json_object_get(object, "hypotheses"));
    state_show(e, state);
    keys_show(object);
    configurations_show(json_object_get(object, "configurations"));
    series_show(papers, json_object_get(object, "series"));
}

static json_t *experiment_json(const json_t *papers, const Experiment *e, json_t *object,
                               const ExperimentState *state)
{
    const char *const key = json_string_value(json_object_get(object, "paper"));
    json_t *const line = json_pack("{s:s, s:s, s:s, s:i, s:i, s:O}", "name", e->name, "kind", e->kind->name,
                                   "state", state_names[state_name(state)], "rows", state->rows,
                                   "rows_wanted", state->wanted, "experiment", object);
    json_object_update_new(line, json_pack("{s:i, s:i, s:i}", "rows_kept", state->kept, "rows_other_digest",
                                           state->other, "rows_vouched", state->vouched));
    json_object_set_new(line, "seconds", state->rows > 0 ? json_real(state->seconds) : json_null());
    if (key != NULL && paper_find(papers, key) != NULL)
        json_object_set(line, "paper", (json_t *)paper_find(papers, key));
    return line;
}

static int show_all(const Args *args, const Chosen *chosen, const json_t *papers, const LabStates *states)
{
    json_t *const list = args->json ? json_array() : NULL;
    for (int i = 0; i < chosen->count; i++) {
        const ExperimentState state = state_of(states, &chosen->list[i]);
        json_t *const object        = json_loads(chosen->texts[i], 0, NULL);   // read before: it is an object
        if (list != NULL)
            json_array_append_new(list, experiment_json(papers, &chosen->list[i], object, &state));
        else {
            if (i > 0) putchar('\n');
            experiment_show(papers, &chosen->list[i], object, &state);
        }
        json_decref(object);
    }
    if (list != NULL) return json_print(json_pack("{s:o}", "experiments", list));
    putchar('\n');
    fold_print(stdout,
               "Keys that are not shown have their defaults (docs/LAB.md); `pollard lab export NAME` prints "
               "the file.",
               0, 0);
    return EXIT_DONE;
}

static int run_show(const Args *args)
{
    Status        status;
    LabStates     states = {0};
    Chosen *const chosen = choose(args, CHOOSE_ALL, &status);
    if (chosen == NULL) return cli_fail(&status);
    json_t *const papers = papers_load(&status);
    const int     code   = papers == NULL || !lab_states_count(args, chosen, &states, &status)
                             ? cli_fail(&status)
                             : show_all(args, chosen, papers, &states);
    lab_states_close(&states);
    json_decref(papers);
    chosen_close(chosen);
    return code;
}

static int run_export(const Args *args)
{
    Status        status;
    Chosen *const chosen = choose(args, CHOOSE_ALL, &status);
    if (chosen == NULL) return cli_fail(&status);
    int code = EXIT_DONE;
    int i    = 0;   // "limits" is one, though "limits-by-level" begins with it
    while (i < chosen->count && strcmp(chosen->list[i].name, args->words[0]) != 0) i++;
    if (i < chosen->count) fputs(chosen->texts[i], stdout);
    else if (chosen->count == 1) fputs(chosen->texts[0], stdout);
    else
        code = cli_end(EXIT_BAD_INPUT, "lab export: '%s' stands for %d experiments; expected one of them",
                       args->words[0], chosen->count);
    chosen_close(chosen);
    return code;
}

static const Flag flags_show[] = {FLAG_RESULTS, FLAG_KEPT, FLAG_ACCEPT, {0}};

const Command command_lab_show = {
    .name      = "lab show",
    .words     = "NAME|FILE.json ...",
    .summary   = "an experiment: the paper that printed it, protocol, configurations, how much is kept",
    .examples  = "  pollard lab show history-ads-1\n  pollard lab show my-experiment.json --json\n",
    .flags     = flags_show,
    .words_min = 1,
    .words_max = ARGS_WORDS_MAX,
    .run       = run_show,
};

const Command command_lab_export = {
    .name      = "lab export",
    .words     = "NAME",
    .summary   = "the file of an experiment, to change it into one of your own",
    .examples  = "  pollard lab export rivals >mine.json\n",
    .words_min = 1,
    .words_max = 1,
    .run       = run_export,
};
