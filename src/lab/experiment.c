#include "lab/experiment.h"
#include "base/json_read.h"
#include "base/stats/statistics.h"
#include "lab/kinds/kind.h"
#include "play/player_type.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TRIALS_MAX = SAMPLE_MAX, HYPOTHESES_MAX = 20, SEED_DEFAULT = 1 };

static bool header_read(json_t *object, Experiment *e, Status *status)
{
    const char *const all = e->kind->trials_key, *const few = e->kind->quick_key;
    const json_t *const        name  = json_object_get(object, "name"),
                        *const title = json_object_get(object, "title"),
                        *const note  = json_object_get(object, "note"),
                        *const seed  = json_object_get(object, "seed");
    const json_t *const trials = json_object_get(object, all), *const quick = json_object_get(object, few);
    json_t *const chosen = json_object_get(object, "chosen");
    int           n      = SEED_DEFAULT;
    if (name == NULL) return status_fail(status, "'name' is missing");
    if (!json_read_text(name, "name", e->name, sizeof e->name, status)) return false;
    if (strspn(e->name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(e->name) || e->name[0] == 0)
        return status_fail(status, "'name': '%s': expected small letters, digits and dashes", e->name);
    if (title != NULL && !json_read_text(title, "title", e->title, sizeof e->title, status)) return false;
    if (note != NULL && !json_read_text(note, "note", e->note, sizeof e->note, status)) return false;
    if (chosen != NULL && !chosen_read(object, e->name, &e->chosen, status)) return false;
    if (trials != NULL && !json_read_int(trials, all, 1, TRIALS_MAX, &e->trials, status)) return false;
    if (quick != NULL && !json_read_int(quick, few, 1, TRIALS_MAX, &e->quick_trials, status)) return false;
    if (seed != NULL && !json_read_int(seed, "seed", 0, EXPERIMENT_SEED_MAX, &n, status)) return false;
    e->seed = (uint64_t)n;
    return true;
}

bool experiment_has_key(const Experiment *e, const char *key)
{
    const char *const names[] = {"kind",
                                 "name",
                                 "title",
                                 "note",
                                 "chosen",
                                 "hypotheses",
                                 "seed",
                                 e->kind->trials_key,
                                 e->kind->quick_key};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], key) == 0) return true;
    return false;
}

const char *experiment_title(const Experiment *e) { return e->title[0] ? e->title : e->name; }

json_t *experiment_hypotheses(const Experiment *e)
{
    return e->hypotheses == NULL ? json_array() : json_deep_copy(e->hypotheses);
}

const char *experiment_changes(const Experiment *e) { return e->changes + (e->changes[0] == ' '); }

// `spec` is what the given one stands for.
static bool search_check(const PlayerSpec *given, const PlayerSpec *spec, const Variant *v, Role role,
                         Status *status)
{
    SearchSettings settings;
    Evaluation    *evaluation;
    const bool     engine = !player_spec_searches(given);
    if (!player_search_read(spec, v, false, &settings, &evaluation, status)) return false;
    evaluation_close(evaluation);
    if (role != ROLE_CONTESTANT && player_spec_get(spec, "mistakes") != NULL)
        return status_fail(status, "%s mistakes=%s; expected a plain search, without mistakes=",
                           engine ? "'engine' at this level has" : "an experiment does not support",
                           player_spec_get(spec, "mistakes"));
    if (engine && role == ROLE_OTHER && settings.time_ms > 0)
        return status_fail(status, "'engine' is limited by time here; expected a limit of depth or nodes "
                                   "alone, such as engine:depth=4 or engine:level=6");
    if ((settings.time_ms > 0 && role != ROLE_CONTESTANT) || (settings.nodes > 0 && role == ROLE_MEASURED))
        return status_fail(status, "an experiment does not support %s=; expected depth= only",
                           settings.time_ms > 0 ? "time" : "nodes");
    return settings.threads == 1 ||
           status_fail(status, "threads=%d does not repeat the same search; expected threads=1",
                       settings.threads);
}

bool experiment_player_check(const PlayerSpec *given, const Variant *v, Role role, Status *status)
{
    PlayerSpec spec = *given;
    if (player_spec_get(given, "with") != NULL)   // a result says what made it; a file may change
        return status_fail(status, "an experiment does not support with=; expected the settings themselves");
    if (!player_spec_expand(&spec, v, false, status)) return false;
    if (player_spec_searches(&spec)) {
        if (role == ROLE_MEASURED && !player_spec_searches(given))
            return status_fail(status, "'%s' stands for a search; expected the search itself",
                               given->words.name);
        return search_check(given, &spec, v, role, status);
    }
    if (!player_spec_check(&spec, v, false, status)) return false;
    if (player_spec_asks(&spec))
        return status_fail(status, "'%s' is not supported in an experiment", spec.words.name);
    if (role == ROLE_OTHER && spec.type->starts_programs)
        return status_fail(status,
                           "'%s' is another program, which need not repeat itself; expected a player of "
                           "this one",
                           spec.words.name);
    return role != ROLE_MEASURED || status_fail(status, "'%s' is not a search", spec.words.name);
}

bool lab_player_make(LabPlayer *player, const PlayerSpec *shown, const Variant *v, Status *status)
{
    Text as_shown = text_on(player->shown, sizeof player->shown),
         key      = text_on(player->key, sizeof player->key);
    player_spec_write(shown, &as_shown);
    if (as_shown.cut) return status_fail(status, "longer than %d characters", TEXT_MAX - 1);
    // The key of another program would have its name, for which it would be started: nothing is, by reading a
    // file. With name= it is there.
    const bool program = shown->type->starts_programs;
    if (!(program ? player_spec_resolve : player_spec_key)(shown, v, &player->spec, status)) return false;
    player_spec_write(&player->spec, &key);
    assert(!key.cut);
    return true;
}

static bool kind_read(Experiment *e, const json_t *object, Status *status)
{
    const json_t *const value = json_object_get(object, "kind");
    const char *const   word  = value == NULL ? lab_kinds[0]->name : json_string_value(value);
    char                names[TEXT_MAX];
    Text                known = text_on(names, sizeof names);
    e->kind                   = word == NULL ? NULL : kind_find(word);
    if (e->kind != NULL) return true;
    for (int i = 0; lab_kinds[i] != NULL; i++) text_add(&known, "%s%s", i ? "|" : "", lab_kinds[i]->name);
    return status_fail(status, "'kind': '%.60s': expected %s", word == NULL ? "no text" : word, names);
}

// What is expected of it, for its registration.
static bool hypotheses_check(const json_t *list, Status *status)
{
    const json_t *text;
    size_t        i;
    char          out[TEXT_MAX];
    if (list == NULL) return true;
    if (!json_is_array(list) || json_array_size(list) == 0 || json_array_size(list) > HYPOTHESES_MAX)
        return status_fail(status, "'hypotheses': expected a list of 1 to %d texts", HYPOTHESES_MAX);
    json_array_foreach(list, i, text)
    {
        if (!json_read_text(text, "hypotheses", out, sizeof out, status)) return false;
        if (strspn(out, " \t") == strlen(out))
            return status_fail(status, "'hypotheses' %zu: expected a text that says something", i + 1);
    }
    return true;
}

static bool hash_make(const json_t *object, char out[SHA256_TEXT], Status *status)
{
    char *const text = json_dumps(object, JSON_SORT_KEYS | JSON_COMPACT);
    if (text == NULL) return status_fail_system(status, "out of memory");
    sha256(text, strlen(text), out);
    free(text);
    return true;
}

// The file's own seed changes nothing: it is the same experiment, with the same hash. A seed that is not a
// number stays, to be refused.
static void seed_replace(Experiment *e, json_t *object, int seed)
{
    const json_t *const own = json_object_get(object, "seed");
    if (own != NULL && !json_is_integer(own)) return;
    if (seed == (own == NULL ? SEED_DEFAULT : json_integer_value(own))) return;
    Text text = text_on(e->changes, sizeof e->changes);
    json_object_set_new(object, "seed", json_integer(seed));
    text_add(&text, " --seed %d", seed);
}

// NAME=VALUE in the place of the value that the file has; the file's own value changes nothing.
static bool variable_set(Experiment *e, json_t *object, const char *word, Status *status)
{
    json_t *const variables = json_object_get(object, "variables");
    const size_t  n         = strcspn(word, "=");
    char          name[TEXT_MAX], value[TEXT_MAX];
    Text          out = text_on(name, sizeof name);
    text_add(&out, "%.*s", (int)n, word);
    if (n == 0 || word[n] == 0 || out.cut)
        return status_fail(status, "--set %.80s: expected NAME=VALUE", word);
    const json_t *const own = json_object_get(variables, name);
    if (own == NULL)
        return status_fail(status, "--set %.80s: the experiment has no variable of this name in 'variables'",
                           word);
    out = text_on(value, sizeof value);
    if (json_is_string(own)) text_add(&out, "%s", json_string_value(own));
    else text_add(&out, "%" JSON_INTEGER_FORMAT, json_integer_value(own));
    if (strcmp(value, word + n + 1) == 0) return true;
    if (json_object_set_new(variables, name, json_string(word + n + 1)) != 0)
        return status_fail(status, "--set %.80s: expected UTF-8", word);
    const size_t used = strlen(e->changes);
    snprintf(e->changes + used, sizeof e->changes - used, " --set '%s'", word);
    return true;
}

static bool changes_make(Experiment *e, json_t *object, const ExperimentChanges *changes, Status *status)
{
    const char *const settings = changes->in_place;
    if (!hash_make(object, e->file_hash, status)) return false;
    if (changes->has_seed) seed_replace(e, object, changes->seed);
    for (int i = 0; changes->set != NULL && changes->set[i] != NULL; i++)
        if (!variable_set(e, object, changes->set[i], status)) return false;
    if (settings == NULL) return true;
    const size_t used = strlen(e->changes);
    snprintf(e->changes + used, sizeof e->changes - used, " --in-place %s", settings[0] ? settings : "none");
    return e->kind->in_place(object, settings, status);
}

// The same trials under another seed would count as new ones.
static bool seed_check(const Experiment *e, const ExperimentChanges *changes, Status *status)
{
    const bool changed = changes->has_seed && strncmp(e->changes, " --seed ", 8) == 0;
    return !changed || e->kind->seeded == NULL || e->kind->seeded(e) ||
           status_fail(status,
                       "--seed %d: the openings of this experiment do not come from a seed: the same games "
                       "would be played again",
                       changes->seed);
}

static bool experiment_read(Experiment *e, json_t *object, const ExperimentChanges *changes, Status *status)
{
    if (!json_is_object(object)) return status_fail(status, "expected an object { ... }");
    if (!kind_read(e, object, status)) return false;
    if (!changes_make(e, object, changes, status)) return false;
    e->trials = e->kind->trials, e->quick_trials = e->kind->quick_trials;
    e->hypotheses = json_incref(json_object_get(object, "hypotheses"));
    return header_read(object, e, status) &&
           hypotheses_check(json_object_get(object, "hypotheses"), status) &&
           hash_make(object, e->hash, status) && e->kind->parse(e, object, status) &&
           seed_check(e, changes, status);
}

bool experiment_parse(Experiment *e, const char *text, const char *source, Status *status)
{
    return experiment_parse_changed(e, text, source, &(ExperimentChanges){0}, status);
}

bool experiment_parse_changed(Experiment *e, const char *text, const char *source,
                              const ExperimentChanges *changes, Status *status)
{
    assert(!changes->has_seed || (changes->seed >= 0 && changes->seed <= EXPERIMENT_SEED_MAX));
    json_error_t  error;
    json_t *const object = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    memset(e, 0, sizeof *e);
    e->source = source;
    if (object == NULL) return status_fail(status, "%s: line %d: %s", source, error.line, error.text);
    const bool good = experiment_read(e, object, changes, status);
    json_decref(object);
    e->source = NULL;
    if (good) return true;
    experiment_close(e);
    return status_prefix(status, "%s", source);
}

void experiment_close(Experiment *e)
{
    if (e->kind != NULL) e->kind->close(e);
    json_decref(e->hypotheses);
    e->hypotheses = NULL;
    assert(e->body == NULL);
}
