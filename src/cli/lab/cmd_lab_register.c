// cmd_lab_register.c - `pollard lab register`: says beforehand what is going to be measured, and what is
// expected of it.
#include "cli/lab/lab_cli.h"
#include "lab/registration.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The hypotheses of an experiment's file as a JSON list, to be freed.
static char *hypotheses_of(const char *text)
{
    json_t *const       object = json_loads(text, 0, NULL);
    const json_t *const list   = json_object_get(object, "hypotheses");
    char *const         out    = list == NULL ? strdup("[]") : json_dumps(list, JSON_COMPACT);
    json_decref(object);
    return out;
}

static void registered_print(const Experiment *e, const Registration *r, bool added)
{
    char line[2 * TEXT_MAX];
    Text text = text_on(line, sizeof line);
    text_add(&text, "%s: %s", e->name, added ? "" : "was there: ");
    registration_text(r, &text);
    text_add(&text, "; SHA-256 %s", e->hash);
    fold_print(stdout, line, 0, 2);
}

static json_t *registered_json(const Experiment *e, const Registration *r, bool added)
{
    return json_pack("{s:s, s:s, s:b, s:s, s:s, s:i, s:i, s:i, s:i, s:i}", "name", e->name, "hash", e->hash,
                     "added", added, "date", r->date, "commit", r->commit, "rows_before", r->rows_before,
                     "variants", r->variants, "others", r->others, "variants_after", r->variants_after,
                     "others_after", r->others_after);
}

static bool register_one(Store *store, const Experiment *e, const char *file, json_t *list, Status *status)
{
    Registration r;
    bool         added;
    char *const  hypotheses = hypotheses_of(file);
    const bool   good       = (hypotheses != NULL || status_fail_system(status, "out of memory")) &&
                      registration_put(store, e, hypotheses, &added, status) &&
                      registration_find(store, e, &r, status);
    free(hypotheses);
    if (!good) return false;
    if (list != NULL) json_array_append_new(list, registered_json(e, &r, added));
    else registered_print(e, &r, added);
    return true;
}

static int run_register(const Args *args)
{
    Status        status;
    Chosen *const chosen = choose(args, CHOOSE_ALL, &status);
    if (chosen == NULL) return cli_fail(&status);
    Store *const  store = results_open(args, true, &status);
    json_t *const list  = args->json ? json_array() : NULL;
    bool          good  = store != NULL;
    for (int i = 0; good && i < chosen->count; i++)
        good = register_one(store, &chosen->list[i], chosen->texts[i], list, &status);
    store_close(store);
    chosen_close(chosen);
    if (!good) return json_decref(list), cli_fail(&status);
    return list == NULL ? EXIT_DONE : json_print(json_pack("{s:o}", "registrations", list));
}

static const Flag flags_register[] = {FLAG_SEED, FLAG_IN_PLACE, FLAG_SET, FLAG_RESULTS, {0}};

const Command command_lab_register = {
    .name      = "lab register",
    .words     = "NAME|FILE.json ...",
    .summary   = "note the hash of experiments and their hypotheses in the results before they run",
    .examples  = "  pollard lab register my-experiment.json && pollard lab run my-experiment.json\n",
    .flags     = flags_register,
    .words_min = 1,
    .words_max = ARGS_WORDS_MAX,
    .run       = run_register,
};
