#include "lab/kinds/match/match_lines.h"
#include "base/json_read.h"

#include <assert.h>
#include <string.h>

static bool value_read(const json_t *value, const char *key, const char *name, char *out, Status *status)
{
    if (json_is_integer(value))
        return snprintf(out, MATCH_VALUE_MAX, "%" JSON_INTEGER_FORMAT, json_integer_value(value)), true;
    if (!json_is_string(value))
        return status_fail(status, "'%s', '%s': expected a whole number or a text in quotes", key, name);
    return json_read_text(value, name, out, MATCH_VALUE_MAX, status) || status_prefix(status, "'%s'", key);
}

static bool name_check(const char *key, const char *name, Status *status)
{
    if (strcmp(name, "opening") == 0)
        return status_fail(status, "'%s': 'opening' counts the openings; expected another name", key);
    return (name[0] && strlen(name) < MATCH_WORD_MAX &&
            strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name)) ||
           status_fail(status, "'%s': variable '%.60s': expected small letters, digits and dashes", key,
                       name);
}

static bool variable_add(Line *line, const char *key, const char *name, const json_t *value, Status *status)
{
    if (!name_check(key, name, status)) return false;
    if (line->count == MATCH_VARIABLES_MAX)
        return status_fail(status, "'%s': more than %d variables", key, MATCH_VARIABLES_MAX);
    Variable *const v = &line->variables[line->count];
    memcpy(v->name, name, strlen(name) + 1);
    if (!value_read(value, key, name, v->value, status)) return false;
    line->count++;
    return true;
}

static Line *line_new(Lines *lines, Status *status)
{
    if (lines->count == MATCH_LINES_MAX)
        return status_fail(status, "'%s': more than %d", lines->key, MATCH_LINES_MAX), NULL;
    Line *const line = &lines->list[lines->count++];
    memset(line, 0, sizeof *line);
    return line;
}

// {"board": [7, 8], "pieces": [3, 6]}: every value with every value, the last variable fastest.
static bool lines_cross(Lines *lines, json_t *object, Status *status)
{
    const char *name;
    json_t     *values, *value;
    size_t      total = 1, i;
    json_object_foreach(object, name, values)
    {
        const size_t n = json_array_size(values);
        if (n == 0) return status_fail(status, "'%s', '%.60s': expected a list of values", lines->key, name);
        total = total * n > MATCH_LINES_MAX ? MATCH_LINES_MAX + 1 : total * n;
    }
    if (json_object_size(object) == 0)
        return status_fail(status, "'%s': expected variables with their values", lines->key);
    if (total > MATCH_LINES_MAX)
        return status_fail(status, "'%s': more than %d", lines->key, MATCH_LINES_MAX);
    for (size_t k = 0; k < total; k++) {
        Line *const line = line_new(lines, status);
        size_t      rest = k, block = total;
        if (line == NULL) return false;
        json_object_foreach(object, name, values)
        {
            block /= json_array_size(values);
            i     = rest / block, rest %= block;
            value = json_array_get(values, i);
            if (!variable_add(line, lines->key, name, value, status)) return false;
        }
    }
    return true;
}

static bool printed_read(const json_t *value, Line *line, Status *status)
{
    line->unprinted = json_is_false(value);
    return json_is_boolean(value) || status_fail(status, "'printed': expected true or false");
}

// [{"label": "small", "board": 7, "weights": "1/2"}, ...]: one object a line.
static bool lines_list(Lines *lines, const json_t *list, Status *status)
{
    json_t *object, *value;
    size_t  i;
    json_array_foreach(list, i, object)
    {
        const char *name;
        Line *const line = line_new(lines, status);
        if (line == NULL) return false;
        if (!json_is_object(object))
            return status_fail(status, "'%s': expected objects { ... } in the list", lines->key);
        json_object_foreach(object, name, value)
        {
            bool good;
            if (strcmp(name, "label") == 0)
                good = json_read_text(value, name, line->label, sizeof line->label, status);
            else if (strcmp(name, "printed") == 0) good = printed_read(value, line, status);
            else good = variable_add(line, lines->key, name, value, status);
            if (!good) return status_prefix(status, "'%s' %zu", lines->key, i + 1);
        }
    }
    return lines->count > 0 || status_fail(status, "'%s': expected at least one", lines->key);
}

bool lines_read(Lines *lines, const char *key, json_t *object, Status *status)
{
    json_t *const value = json_object_get(object, key);
    *lines              = (Lines){.key = key};
    if (value == NULL) return line_new(lines, status) != NULL;   // one line without variables
    if (json_is_object(value)) return lines_cross(lines, value, status);
    if (json_is_array(value)) return lines_list(lines, value, status);
    return status_fail(status, "'%s': expected variables with lists of values, or a list of objects", key);
}

bool line_shared(Line *line, json_t *object, Status *status)
{
    json_t *const values = json_object_get(object, "variables");
    const char   *name;
    json_t       *value;
    *line = (Line){0};
    if (values == NULL) return true;
    if (!json_is_object(values))
        return status_fail(status, "'variables': expected an object { ... } with a value for each name");
    json_object_foreach(values, name,
                        value) if (!variable_add(line, "variables", name, value, status)) return false;
    return true;
}

// Labels.

static const char *line_value(const Line *line, const char *name, size_t n)
{
    for (int i = 0; i < line->count; i++)
        if (strlen(line->variables[i].name) == n && memcmp(line->variables[i].name, name, n) == 0)
            return line->variables[i].value;
    return NULL;
}

// The value of a variable that the line itself has, or that all lines across have alike; NULL when there is
// no such value. One that names variables is not looked into.
static const char *value_across(const Line *line, const Lines *across, const char *name, size_t n)
{
    const char *const own = line_value(line, name, n), *const first = line_value(&across->list[0], name, n);
    if (own != NULL) return strchr(own, '{') == NULL ? own : NULL;
    for (int i = 1; first != NULL && i < across->count; i++) {
        const char *const other = line_value(&across->list[i], name, n);
        if (other == NULL || strcmp(other, first) != 0) return NULL;
    }
    return first != NULL && strchr(first, '{') == NULL ? first : NULL;
}

// "other less" for {"other": "{less}"}: what differs from line to line across goes by its name.
static void value_say(const Line *line, const Lines *across, const char *value, Text *out)
{
    for (const char *at = value; *at;) {
        const size_t n = *at == '{' ? strcspn(at + 1, "}") : 0;
        if (*at != '{' || at[1 + n] != '}') {
            text_char(out, *at++);
            continue;
        }
        const char *const known = value_across(line, across, at + 1, n);
        if (known != NULL) text_add(out, "%s", known);
        else text_add(out, "%.*s", (int)n, at + 1);
        at += n + 2;
    }
}

// "board 7, pieces 6", cut where it is too long.
void labels_make(Lines *lines, const Lines *across)
{
    for (int k = 0; k < lines->count; k++) {
        Line *const line = &lines->list[k];
        if (line->label[0]) continue;
        Text out = text_on(line->label, sizeof line->label);
        for (int i = 0; i < line->count; i++) {
            text_add(&out, "%s%s ", i ? ", " : "", line->variables[i].name);
            value_say(line, across, line->variables[i].value, &out);
        }
    }
}
