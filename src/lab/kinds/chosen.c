#include "lab/kinds/chosen.h"
#include "base/json_read.h"
#include "lab/experiment.h"

#include <assert.h>
#include <string.h>

// How many series an experiment of the program has; 0 when there is none of this name.
static int series_count(const char *name)
{
    const Builtin *b = lab_builtins;
    while (b->name != NULL && strcmp(b->name, name) != 0) b++;
    if (b->name == NULL) return 0;
    json_t *const       object = json_loads(b->text, JSON_REJECT_DUPLICATES, NULL);
    const json_t *const series = json_object_get(object, "series");
    const int           count  = series == NULL ? 1 : (int)json_array_size(series);
    json_decref(object);
    return count;
}

static bool on_read(const json_t *list, ChosenConventions *chosen, Status *status)
{
    if (!json_is_array(list) || json_array_size(list) > CHOSEN_ON_MAX)
        return status_fail(status, "'on': expected a list of at most %d names of experiments", CHOSEN_ON_MAX);
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!json_read_text(json_array_get(list, i), "on", chosen->on[chosen->on_count++], CHOSEN_NAME_MAX,
                            status))
            return false;
    return true;
}

static bool tried_read(const json_t *value, ChosenConventions *chosen, Status *status)
{
    if (!json_is_string(value))
        return json_read_int(value, "tried", 1, CHOSEN_TRIED_MAX, &chosen->tried, status);
    if (!json_read_text(value, "tried", chosen->among, sizeof chosen->among, status)) return false;
    chosen->tried = series_count(chosen->among);
    return chosen->tried > 0 || status_fail(status,
                                            "'tried': '%s': expected a number or the name of an experiment "
                                            "of the program",
                                            chosen->among);
}

static bool members_read(json_t *object, ChosenConventions *chosen, Status *status)
{
    const char *key;
    json_t     *value;
    if (!json_is_object(object)) return status_fail(status, "expected an object { ... }");
    json_object_foreach(object, key, value)
    {
        bool good;
        if (strcmp(key, "on") == 0) good = on_read(value, chosen, status);
        else if (strcmp(key, "tried") == 0) good = tried_read(value, chosen, status);
        else if (strcmp(key, "by") == 0)
            good = json_read_text(value, key, chosen->by, sizeof chosen->by, status);
        else good = status_fail(status, "unknown key '%s'; expected one of: on, tried, by", key);
        if (!good) return false;
    }
    return json_object_get(object, "on") != NULL || status_fail(status, "'on' is missing");
}

bool chosen_read(json_t *object, ChosenConventions *chosen, Status *status)
{
    *chosen = (ChosenConventions){.given = true};
    return members_read(object, chosen, status) || status_prefix(status, "'chosen'");
}

bool chosen_on(const ChosenConventions *chosen, const char *experiment)
{
    assert(experiment != NULL);
    for (int i = 0; i < chosen->on_count; i++)
        if (strcmp(chosen->on[i], experiment) == 0) return true;
    return false;
}
