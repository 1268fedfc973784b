#include "lab/kinds/chosen.h"
#include "base/json_read.h"
#include "lab/experiment.h"

#include <assert.h>
#include <string.h>

// The file of an experiment of the program, for json_decref; NULL when there is none of this name.
static json_t *builtin_load(const char *name)
{
    const Builtin *b = lab_builtins;
    while (b->name != NULL && strcmp(b->name, name) != 0) b++;
    return b->name == NULL ? NULL : json_loads(b->text, JSON_REJECT_DUPLICATES, NULL);
}

// A file without series is one.
static size_t series_count(const json_t *file)
{
    const json_t *const series = json_object_get(file, "series");
    return series == NULL ? 1 : json_array_size(series);
}

// What a series of a file says, or the file for all of them; "" when neither does.
static const char *series_text(const json_t *file, size_t i, const char *key)
{
    const json_t *const series = json_array_get(json_object_get(file, "series"), i);
    const json_t *const own    = json_object_get(series, key);
    const char *const   text   = json_string_value(own != NULL ? own : json_object_get(file, key));
    return text == NULL ? "" : text;
}

bool chosen_prints(const json_t *file, const char *paper, const char *table)
{
    for (size_t i = 0; paper[0] && i < series_count(file); i++)
        if (strcmp(series_text(file, i, "paper"), paper) == 0 &&
            strcmp(series_text(file, i, "table"), table) == 0)
            return true;
    return false;
}

static bool same_print(const json_t *file, const json_t *other)
{
    for (size_t i = 0; i < series_count(file); i++)
        if (chosen_prints(other, series_text(file, i, "paper"), series_text(file, i, "table"))) return true;
    return false;
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
    json_t *const among = builtin_load(chosen->among);
    chosen->tried       = among == NULL ? 0 : (int)series_count(among);
    json_decref(among);
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

// What was looked at are printed figures: those of an experiment of the program, or the file's own.
static bool on_check(const ChosenConventions *chosen, const char *name, Status *status)
{
    for (int i = 0; i < chosen->on_count; i++) {
        json_t *const other = builtin_load(chosen->on[i]);
        const bool    known = other != NULL || strcmp(chosen->on[i], name) == 0;
        json_decref(other);
        if (!known)
            return status_fail(status, "'on': '%s': expected names of experiments of the program, or '%s'",
                               chosen->on[i], name);
    }
    return true;
}

static void own_find(const json_t *file, const char *name, ChosenConventions *chosen)
{
    for (int i = 0; i < chosen->on_count; i++) {
        json_t *const other = builtin_load(chosen->on[i]);
        chosen->on_own[i]   = strcmp(chosen->on[i], name) == 0 || (other != NULL && same_print(file, other));
        json_decref(other);
    }
}

bool chosen_read(const json_t *file, const char *name, ChosenConventions *chosen, Status *status)
{
    *chosen = (ChosenConventions){.given = true};
    if (!members_read(json_object_get(file, "chosen"), chosen, status) || !on_check(chosen, name, status))
        return status_prefix(status, "'chosen'");
    own_find(file, name, chosen);
    return true;
}

bool chosen_on(const ChosenConventions *chosen, const char *experiment)
{
    assert(experiment != NULL);
    for (int i = 0; i < chosen->on_count; i++)
        if (strcmp(chosen->on[i], experiment) == 0) return true;
    return false;
}

bool chosen_on_this(const ChosenConventions *chosen)
{
    for (int i = 0; i < chosen->on_count; i++)
        if (chosen->on_own[i]) return true;
    return false;
}
