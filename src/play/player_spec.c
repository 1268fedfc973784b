#include "play/player_spec.h"
#include "play/player_type.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const PlayerType *const player_types[] = {
    &player_type_engine,
    &player_type_random,
    &player_type_human,
    &player_type_search,
    &player_type_uci,
    &player_type_ugi,
    &player_type_xboard,
    &player_type_gtp,
    &player_type_nboard,
    &player_type_jsonl,
    NULL,
};

static const PlayerType *type_find(const char *name)
{
    for (int i = 0; player_types[i] != NULL; i++)
        for (int k = 0; player_types[i]->names[k] != NULL; k++)
            if (text_same(player_types[i]->names[k], name)) return player_types[i];
    return NULL;
}

static bool type_unknown(const char *name, Status *status)
{
    char known[200];
    Text out = text_on(known, sizeof known);
    for (int i = 0; player_types[i] != NULL; i++)
        for (int k = 0; player_types[i]->names[k] != NULL; k++)
            text_add(&out, "%s%s", out.used > 0 ? ", " : "", player_types[i]->names[k]);
    return status_fail(status, "unknown player '%s'; expected one of: %s", name, known);
}

// Is this the key whose value may be a path?
static bool is_path(const PlayerSpec *spec, const char *key)
{
    return spec->type->path_key != NULL && text_same(spec->type->path_key, key);
}

bool player_spec_parse(PlayerSpec *spec, const char *text, Status *status)
{
    char name[SPEC_WORD_MAX];
    spec->path[0] = 0;
    if (spec_name(text, name, status) == NULL) return false;
    spec->type = type_find(name);
    if (spec->type == NULL) return type_unknown(name, status);
    const char *const key = spec->type->path_key;
    if (!spec_parse_path(&spec->words, text, key, key != NULL ? spec->path : NULL, status)) return false;
    for (int i = 0; i < spec->words.count; i++)
        for (int k = 0; k < i; k++)
            if (text_same(spec->words.settings[k].key, spec->words.settings[i].key))
                return status_fail(status, "%s: option '%s' is given twice", spec->words.name,
                                   spec->words.settings[i].key);
    return true;
}

const char *player_spec_get(const PlayerSpec *spec, const char *key)
{
    if (is_path(spec, key)) return spec->path[0] ? spec->path : NULL;
    return spec_text(&spec->words, key);
}

bool player_spec_set(PlayerSpec *spec, const char *key, const char *value)
{
    assert(*key && strpbrk(key, "=,") == NULL);   // as spec_parse reads them
    const size_t n = strlen(value);
    if (n == 0) return false;
    if (!is_path(spec, key)) return strchr(value, ',') == NULL && spec_put(&spec->words, key, value);
    if (n >= sizeof spec->path) return false;
    memmove(spec->path, value, n + 1);
    return true;
}

bool player_spec_set_number(PlayerSpec *spec, const char *key, long value)
{
    char number[24];
    snprintf(number, sizeof number, "%ld", value);
    return player_spec_set(spec, key, number);
}

void player_spec_without(PlayerSpec *spec, const char *key)
{
    char ignored[SPEC_WORD_MAX];
    if (is_path(spec, key)) spec->path[0] = 0;
    else spec_take(&spec->words, key, ignored);
}

bool player_spec_fill(PlayerSpec *spec, const char *settings, Status *status)
{
    return spec_fill(&spec->words, settings, status);
}

void player_spec_write(const PlayerSpec *spec, Text *out)
{
    spec_write(&spec->words, out);
    if (spec->path[0] == 0) return;
    text_add(out, "%c%s=", spec->words.count > 0 ? ',' : ':', spec->type->path_key);
    spec_write_path(spec->path, out);
}

bool player_spec_expand(PlayerSpec *spec, const Variant *v, bool limited, Status *status)
{
    const PlayerType *before;
    do {
        before = spec->type;
        if (before->expand != NULL && !before->expand(spec, v, limited, status)) return false;
    } while (spec->type != before);
    return true;
}

bool player_spec_searches(const PlayerSpec *spec) { return spec->type == &player_type_search; }

bool player_spec_asks(const PlayerSpec *spec) { return spec->type->asks; }

// Expands and completes *spec; what comes out must have room where players are written.
static bool complete(PlayerSpec *spec, const Variant *v, bool key, Status *status)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    if (!player_spec_expand(spec, v, false, status)) return false;
    if (spec->type->complete != NULL && !spec->type->complete(spec, v, key, status)) return false;
    player_spec_write(spec, &out);
    return !out.cut || status_fail(status, "'%.80s...': too long", text);
}

bool player_spec_resolve(const PlayerSpec *spec, const Variant *v, PlayerSpec *out, Status *status)
{
    if (out != spec) *out = *spec;
    return complete(out, v, false, status);
}

bool player_spec_shown(const PlayerSpec *spec, const Variant *v, PlayerSpec *out, Status *status)
{
    const PlayerSpec given = *spec;
    if (!player_spec_resolve(&given, v, out, status)) return false;
    if (given.type == &player_type_engine) *out = given;
    return true;
}

bool player_spec_key(const PlayerSpec *spec, const Variant *v, PlayerSpec *out, Status *status)
{
    if (out != spec) *out = *spec;
    return complete(out, v, true, status);
}

bool player_spec_repeats(const PlayerSpec *spec)
{
    assert(spec->type->repeats != NULL);
    return spec->type->repeats(spec);
}
