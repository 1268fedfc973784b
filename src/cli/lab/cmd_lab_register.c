// cmd_lab_register.c - `pollard lab register`: says beforehand what is going to be measured, and what is
// expected of it.
#include "cli/lab/lab_cli.h"
#include "lab/registration.h"

#include <stdio.h>

static void registered_print(const Experiment *e, const Registration *r, bool added)
{
    char line[2 * TEXT_MAX];
    Text text = text_on(line, sizeof line);
    text_add(&text, "%s: %s", e->name, added ? "" : "was there: ");
    registration_text(r, &text);
    text_add(&text, "; SHA-256 %s", e->hash);
    fold_print(stdout, line, 0, 2);
    const json_t *hypothesis;
    size_t        i;
    json_array_foreach(e->hypotheses, i, hypothesis)
    {
        const int n = printf("  hypothesis %zu: ", i + 1);
        fold_print(stdout, json_string_value(hypothesis), n, 4);
    }
}

static json_t *registered_json(const Experiment *e, const Registration *r, bool added)
{
    json_t *const json = json_pack("{s:s, s:s, s:b, s:s, s:s, s:i}", "name", e->name, "hash", e->hash,
                                   "added", added, "date", r->date, "commit", r->commit, "rows_before",
                                   r->rows_before);
    json_object_update_new(json, json_pack("{s:i, s:i, s:i, s:i, s:i, s:i}", "variants", r->before.variants,
                                           "players", r->before.players, "others", r->before.others,
                                           "variants_after", r->after.variants, "players_after",
                                           r->after.players, "others_after", r->after.others));
    json_object_set_new(json, "hypotheses", experiment_hypotheses(e));
    return json;
}

static bool register_one(Store *store, const Experiment *e, const char *kept, json_t *list, Status *status)
{
    Registration r;
    bool         added;
    if (!registration_put(store, e, kept, &added, status) || !registration_find(store, e, &r, status))
        return false;
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
        good = register_one(store, &chosen->list[i], kept_folder(args), list, &status);
    store_close(store);
    chosen_close(chosen);
    if (!good) return json_decref(list), cli_fail(&status);
    return list == NULL ? EXIT_DONE : json_print(json_pack("{s:o}", "registrations", list));
}

static const Flag flags_register[] = {FLAG_SEED, FLAG_IN_PLACE, FLAG_SET, FLAG_RESULTS, FLAG_KEPT, {0}};

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
