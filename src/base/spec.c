#include "base/spec.h"
#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// Copies characters up to one of `stops` (or the end) into out[size] and returns where it stopped; NULL when
// there are none or too many.
static const char *text_until(const char *at, const char *stops, char out[], size_t size)
{
    const size_t n = strcspn(at, stops);
    if (n == 0 || n >= size) return NULL;
    memcpy(out, at, n);
    out[n] = 0;
    return at + n;
}

// The same for a path, up to a comma that is not escaped.
static const char *path_until(const char *at, char out[], size_t size)
{
    size_t n = 0;
    for (; *at && *at != ',' && n < size; at++) {
        if (*at == '\\' && (at[1] == ',' || at[1] == '\\')) at++;
        out[n++] = *at;
    }
    if (n == 0 || n >= size) return NULL;
    out[n] = 0;
    return at;
}

static const char *word_until(const char *at, const char *stops, char out[SPEC_WORD_MAX])
{
    return text_until(at, stops, out, SPEC_WORD_MAX);
}

static const char *setting_parse(Setting *setting, const char *at)
{
    at = word_until(at, "=,", setting->key);
    if (at == NULL || *at != '=') return NULL;
    return word_until(at + 1, ",", setting->value);
}

const char *spec_name(const char *text, char name[SPEC_WORD_MAX], Status *status)
{
    const char *const at = word_until(text, ":", name);
    if (at == NULL) status_fail(status, "'%.80s': expected a name, or name:key=value,key=value", text);
    return at;
}

// What is wrong with the setting at `from`: it has no key, no value, or one of them is too long.
static bool setting_bad(const char *text, const char *from, int most, Status *status)
{
    const size_t n = strcspn(from, ","), key = strcspn(from, "=,");
    if (key == 0 || key == n || key + 1 == n)
        return status_fail(status, "'%.80s': expected key=value at '%.40s'", text, from);
    return status_fail(status, "'%.80s...': too long at '%.40s...'; expected at most %d characters", text,
                       from, most);
}

// The value after "key=" at `at`; NULL when another setting stands there.
static const char *path_find(const char *at, const char *key)
{
    char              word[SPEC_WORD_MAX];
    const char *const end = key == NULL ? NULL : word_until(at, "=,", word);
    return end != NULL && *end == '=' && text_same(word, key) ? end + 1 : NULL;
}

bool spec_parse_path(Spec *spec, const char *text, const char *key, char path[SPEC_PATH_MAX], Status *status)
{
    assert((key == NULL) == (path == NULL));
    spec->count = 0;
    if (key != NULL) path[0] = 0;
    const char *at = spec_name(text, spec->name, status);
    if (at == NULL) return false;
    while (*at) {
        const char *const from = at + 1, *const value = path_find(from, key);
        if (value != NULL && path[0])
            return status_fail(status, "%s: option '%s' is given twice", spec->name, key);
        if (value == NULL && spec->count == SPEC_SETTINGS_MAX)
            return status_fail(status, "'%.80s': more than %d settings", text, SPEC_SETTINGS_MAX);
        at = value != NULL ? path_until(value, path, SPEC_PATH_MAX)
                           : setting_parse(&spec->settings[spec->count++], from);
        if (at == NULL)
            return setting_bad(text, from, (value != NULL ? SPEC_PATH_MAX : SPEC_WORD_MAX) - 1, status);
    }
    return true;
}

bool spec_parse(Spec *spec, const char *text, Status *status)
{
    return spec_parse_path(spec, text, NULL, NULL, status);
}

bool spec_fill(Spec *spec, const char *list, Status *status)
{
    for (const char *at = list; *at; at += *at == ',') {
        Setting           setting;
        const char *const end = setting_parse(&setting, at);
        if (end == NULL) return status_fail(status, "'%.80s': expected key=value at '%.40s'", list, at);
        at = end;
        if (spec_text(spec, setting.key) != NULL) continue;
        if (spec->count == SPEC_SETTINGS_MAX)
            return status_fail(status, "'%s': more than %d settings", spec->name, SPEC_SETTINGS_MAX);
        spec->settings[spec->count++] = setting;
    }
    return true;
}

const char *option_text(const Option *option, int value, char out[SPEC_WORD_MAX])
{
    if (option->choices == NULL) {
        snprintf(out, SPEC_WORD_MAX, "%d", value);
        return out;
    }
    const char *at = option->choices;
    for (; value > 0; value--) at += strcspn(at, "|") + 1;
    const char *const end = word_until(at, "|", out);
    assert(end != NULL);
    (void)end;
    return out;
}

static bool choice_parse(const Option *option, const char *text, int *out)
{
    assert(option->choices != NULL);
    char word[SPEC_WORD_MAX];
    int  i = 0;
    for (const char *at = option->choices; (at = word_until(at, "|", word)) != NULL; i++) {
        if (text_same(text, word)) {
            *out = i;
            return true;
        }
        if (*at == 0) return false;
        at++;
    }
    return false;
}

static bool value_parse(const Option *option, const char *text, int *out, Status *status)
{
    if (option->form != NULL) return true;
    if (option->choices != NULL) {
        if (choice_parse(option, text, out)) return true;
        return status_fail(status, "%s=%s: expected one of %s", option->key, text, option->choices);
    }
    long n;
    if (!text_whole_number(text, option->min, option->max, &n))
        return status_fail(status, "%s=%s: expected a number from %d to %d", option->key, text, option->min,
                           option->max);
    *out = (int)n;
    return true;
}

static bool unknown_key(const Spec *spec, const char *key, const Option options[], Status *status)
{
    char known[320];
    Text text = text_on(known, sizeof known);
    for (int i = 0; options[i].key != NULL; i++) text_add(&text, "%s%s", i ? ", " : "", options[i].key);
    if (text.used == 0)
        return status_fail(status, "%s: unknown option '%s'; %s has no options", spec->name, key, spec->name);
    return status_fail(status, "%s: unknown option '%s'; expected one of: %s", spec->name, key, known);
}

const char *spec_text(const Spec *spec, const char *key)
{
    for (int i = 0; i < spec->count; i++)
        if (text_same(spec->settings[i].key, key)) return spec->settings[i].value;
    return NULL;
}

bool spec_take(Spec *spec, const char *key, char value[SPEC_WORD_MAX])
{
    assert(spec->count >= 0 && spec->count <= SPEC_SETTINGS_MAX);
    for (int i = 0; i < spec->count; i++) {
        if (!text_same(spec->settings[i].key, key)) continue;
        memcpy(value, spec->settings[i].value, SPEC_WORD_MAX);
        memmove(&spec->settings[i], &spec->settings[i + 1],
                (size_t)(--spec->count - i) * sizeof *spec->settings);
        return true;
    }
    return false;
}

bool spec_put(Spec *spec, const char *key, const char *value)
{
    assert(spec->count >= 0 && spec->count <= SPEC_SETTINGS_MAX);
    int i = 0;
    while (i < spec->count && !text_same(spec->settings[i].key, key)) i++;
    if (i == SPEC_SETTINGS_MAX || strlen(key) >= SPEC_WORD_MAX || strlen(value) >= SPEC_WORD_MAX)
        return false;
    snprintf(spec->settings[i].key, SPEC_WORD_MAX, "%s", key);
    snprintf(spec->settings[i].value, SPEC_WORD_MAX, "%s", value);
    if (i == spec->count) spec->count++;
    return true;
}

void spec_write(const Spec *spec, Text *out)
{
    text_add(out, "%s", spec->name);
    for (int i = 0; i < spec->count; i++)
        text_add(out, "%c%s=%s", i ? ',' : ':', spec->settings[i].key, spec->settings[i].value);
}

void spec_write_path(const char *path, Text *out)
{
    for (; *path; path++) {
        const bool doubled = path[0] == '\\' && (path[1] == ',' || path[1] == '\\' || path[1] == 0);
        if (*path == ',' || doubled) text_char(out, '\\');
        text_char(out, *path);
    }
}

bool spec_options(const Spec *spec, const Option options[], int values[], Status *status)
{
    bool given[SPEC_OPTIONS_MAX] = {false};
    for (int i = 0; options[i].key != NULL; i++) {
        assert(i < SPEC_OPTIONS_MAX);
        values[i] = options[i].fallback;
    }
    for (int k = 0; k < spec->count; k++) {
        const Setting *const setting = &spec->settings[k];
        int                  i       = 0;
        while (options[i].key != NULL && !text_same(options[i].key, setting->key)) i++;
        if (options[i].key == NULL) return unknown_key(spec, setting->key, options, status);
        if (given[i]) return status_fail(status, "%s: option '%s' is given twice", spec->name, setting->key);
        given[i] = true;
        if (!value_parse(&options[i], setting->value, &values[i], status))
            return status_prefix(status, "%s", spec->name);
    }
    return true;
}
