#include "lab/kinds/nodes/series.h"
#include "base/json_read.h"
#include "lab/kinds/kind.h"
#include "play/player.h"

#include <assert.h>
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SERIES_MAX = 64, TURNS_MAX = 100 };

const char *const start_names[] = {"initial", "midgame"};

// The keys of a series. A text goes into a member of `room` bytes, a choice or a number (of turns: or "game")
// into an int.
typedef enum { KEY_TEXT, KEY_CHOICE, KEY_NUMBER, KEY_TURNS } KeyKind;

typedef struct Key {
    const char *name;
    KeyKind     kind;
    size_t      offset, room;
    const char *choices;   // "a|b"; its number is the value
    int         min, max;
} Key;

#define TEXT_KEY(name, member)                                                                               \
    {                                                                                                        \
        name, KEY_TEXT, offsetof(Series, member), sizeof(((Series *)0)->member), NULL, 0, 0                  \
    }
static const Key keys[] = {
    TEXT_KEY("label", label),
    TEXT_KEY("game", game),
    TEXT_KEY("seed-text", seed_text),
    TEXT_KEY("search", search),
    TEXT_KEY("opponents", opponents),
    TEXT_KEY("midgame-players", midgame_players),
    TEXT_KEY("paper", paper),
    TEXT_KEY("table", table),
    {"depth", KEY_NUMBER, offsetof(Series, depth), 0, NULL, 1, 30},
    {"turns", KEY_TURNS, offsetof(Series, turns), 0, NULL, 1, TURNS_MAX},
    {"midgame-turns", KEY_NUMBER, offsetof(Series, midgame_turns), 0, NULL, 0, TURNS_MAX},
    {"depth-convention", KEY_CHOICE, offsetof(Series, convention), 0, "plies|root-children", 0, 0},
    {"count", KEY_CHOICE, offsetof(Series, count), 0, "nodes|interior", 0, 0},
    {"per", KEY_CHOICE, offsetof(Series, per), 0, "trial|move", 0, 0},
    {"positions", KEY_CHOICE, offsetof(Series, positions), 0, "shared|own", 0, 0},
    {"generator", KEY_CHOICE, offsetof(Series, shuffled), sizeof(bool), "fixed|shuffled", 0, 0},
};
enum { KEYS = sizeof keys / sizeof *keys };

// Which of "a|b|c" a word is; -1 when none.
static int choice_find(const char *choices, const char *word)
{
    const size_t length = strlen(word);
    for (int i = 0;; i++) {
        const size_t n = strcspn(choices, "|");
        if (n == length && memcmp(choices, word, n) == 0) return i;
        choices += n;
        if (*choices++ == 0) return -1;
    }
}

static bool turns_read(const json_t *value, const Key *key, int *turns, Status *status)
{
    const char *const word = json_string_value(value);
    if (word != NULL && strcmp(word, "game") == 0) return *turns = TURNS_GAME, true;
    if (json_is_integer(value)) return json_read_int(value, key->name, key->min, key->max, turns, status);
    return status_fail(status, "'%s': expected a whole number from %d to %d, or \"game\"", key->name,
                       key->min, key->max);
}

static bool key_read(const Key *key, const json_t *value, Series *series, Status *status)
{
    char *const member = (char *)series + key->offset;
    int         n;
    if (key->kind == KEY_TEXT) return json_read_text(value, key->name, member, key->room, status);
    if (key->kind == KEY_NUMBER)
        return json_read_int(value, key->name, key->min, key->max, (int *)(void *)member, status);
    if (key->kind == KEY_TURNS) return turns_read(value, key, (int *)(void *)member, status);
    const char *const word = json_string_value(value);
    n                      = word == NULL ? -1 : choice_find(key->choices, word);
    if (n < 0)
        return status_fail(status, "'%s': '%s': expected %s", key->name, word == NULL ? "no text" : word,
                           key->choices);
    if (key->room == sizeof(bool)) *(bool *)member = n;
    else memcpy(member, &n, sizeof n);
    return true;
}

static bool starts_read(const json_t *list, Series *series, Status *status)
{
    series->start_count = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *const word = json_string_value(json_array_get(list, i));
        const int         n    = word == NULL ? -1 : choice_find("initial|midgame", word);
        if (n < 0 || i >= STARTS_MAX) break;
        series->starts[series->start_count++] = (Start)n;
    }
    if (series->start_count == 0 || (size_t)series->start_count != json_array_size(list))
        return status_fail(status, "'starts': expected a list of \"initial\" and \"midgame\"");
    return series->start_count == 1 || series->starts[0] != series->starts[1] ||
           status_fail(status, "'starts': '%s' is named twice", start_names[series->starts[0]]);
}

static bool configuration_read(json_t *object, Configuration *c, Status *status)
{
    const char *key;
    json_t     *value;
    memset(c, 0, sizeof *c);
    if (!json_is_object(object))
        return status_fail(status, "'configurations': expected objects { ... } in the list");
    json_object_foreach(object, key, value)
    {
        bool good;
        if (strcmp(key, "name") == 0) good = json_read_text(value, key, c->name, sizeof c->name, status);
        else if (strcmp(key, "settings") == 0)
            good = json_read_text(value, key, c->settings, sizeof c->settings, status);
        else if (strcmp(key, "published") == 0)
            good = json_read_text(value, key, c->published, sizeof c->published, status);
        else good = status_fail(status, "unknown key '%s'; expected name, settings, published", key);
        if (!good) return status_prefix(status, "configuration '%s'", c->name);
    }
    if (c->name[0] == 0) return status_fail(status, "a configuration has no name");
    if (c->published[0] == 0) memcpy(c->published, c->name, sizeof c->published);
    return true;
}

static bool configurations_read(const json_t *list, Series *series, Status *status)
{
    series->configuration_count = 0;
    if (json_array_size(list) < 1 || json_array_size(list) > CONFIGURATIONS_MAX)
        return status_fail(status, "'configurations': expected a list of 1 to %d", CONFIGURATIONS_MAX);
    for (size_t i = 0; i < json_array_size(list); i++) {
        Configuration *const c = &series->configurations[i];
        if (!configuration_read(json_array_get(list, i), c, status)) return false;
        for (size_t j = 0; j < i; j++)
            if (strcmp(series->configurations[j].name, c->name) == 0)
                return status_fail(status, "configuration '%s' is named twice", c->name);
        series->configuration_count++;
    }
    return true;
}

// Reads the members of an object that belong to a series. In the object of the file itself, `file` is the
// experiment, whose keys are left out; NULL for the objects of a list.
static bool series_read(json_t *object, Series *series, const Experiment *file, Status *status)
{
    const char *key;
    json_t     *value;
    if (!json_is_object(object)) return status_fail(status, "expected an object { ... }");
    json_object_foreach(object, key, value)
    {
        int i = 0;
        while (i < KEYS && strcmp(keys[i].name, key) != 0) i++;
        bool good = true;
        if (i < KEYS) good = key_read(&keys[i], value, series, status);
        else if (strcmp(key, "starts") == 0) good = starts_read(value, series, status);
        else if (strcmp(key, "configurations") == 0) good = configurations_read(value, series, status);
        else if (file == NULL || !(strcmp(key, "series") == 0 || experiment_has_key(file, key))) {
            char known[TEXT_MAX];
            Text out = text_on(known, sizeof known);
            for (int k = 0; k < KEYS; k++) text_add(&out, "%s, ", keys[k].name);
            good = status_fail(status, "unknown key '%s'; expected one of: %sstarts, configurations", key,
                               known);
        }
        if (!good) return false;
    }
    return true;
}

// The keys of preset= in its place, for the players that a protocol names: results are stored by what a
// preset holds.
static bool others_expand(char player[TEXT_MAX], Status *status)
{
    Spec spec;
    if (strstr(player, "preset=") == NULL) return true;
    if (!spec_parse(&spec, player, status) || !search_preset_expand(&spec, status)) return false;
    Text text = text_on(player, TEXT_MAX);
    spec_write(&spec, &text);
    return !text.cut ||
           status_fail(status, "longer than %d characters with the keys of its preset", TEXT_MAX - 1);
}

static bool implicit_read(const Variant *v, const char *player, char out[PLAYER_IMPLICIT_MAX], Status *status)
{
    char whole[TEXT_MAX];
    Text implicit = text_on(out, PLAYER_IMPLICIT_MAX), text = text_on(whole, sizeof whole);
    if (!player_implicit(v, player, &implicit, status)) return false;
    spec_append(&text, player, out);
    return !text.cut ||
           status_fail(status, "longer than %d characters with the weights of its evaluation", TEXT_MAX - 1);
}

// Reads everything once, so that a mistake is found before the first trial.
static bool series_check(Series *series, Status *status)
{
    Variant v;
    if (series->game[0] == 0) return status_fail(status, "'game' is missing");
    if (series->configuration_count == 0) return status_fail(status, "'configurations' is missing");
    if (strstr(series->search, "preset=") != NULL)
        return status_fail(status, "'search': '%.80s': expected preset= in the settings of a configuration",
                           series->search);
    if (!variant_open(&v, series->game, status)) return status_prefix(status, "game");
    const char *const usual = v.facts.players == 2 ? "alphabeta" : "brs";
    if (series->search[0] == 0) snprintf(series->search, sizeof series->search, "%s", usual);
    if (series->midgame_players[0] == 0)
        snprintf(series->midgame_players, sizeof series->midgame_players, "%s:depth=2", usual);
    if (series->opponents[0] == 0)
        snprintf(series->opponents, sizeof series->opponents, "%s", series->midgame_players);
    bool good = true;
    for (int i = -2; good && i < series->configuration_count; i++) {
        char spec[TEXT_MAX];
        Text text = text_on(spec, sizeof spec);
        if (i < 0) good = others_expand(i == -2 ? series->midgame_players : series->opponents, status);
        if (i == -2) text_add(&text, "%s", series->midgame_players);
        else if (i == -1) text_add(&text, "%s", series->opponents);
        else series_player(series, i, &text);
        if (good && text.cut)
            good = status_fail(status, "configuration '%s': longer than %d characters",
                               series->configurations[i].name, TEXT_MAX - 1);
        else if (good) {
            char *const implicit = i == -2 ? series->midgame_implicit
                                 : i == -1 ? series->opponents_implicit
                                           : series->configurations[i].implicit;
            good = experiment_player_check(&v, spec, i < 0 ? ROLE_OTHER : ROLE_MEASURED, status) &&
                   implicit_read(&v, spec, implicit, status);
        }
        if (!good && i < 0) status_prefix(status, "'%s'", i == -2 ? "midgame-players" : "opponents");
        if (!good && i >= 0) status_prefix(status, "configuration '%s'", series->configurations[i].name);
    }
    variant_close(&v);
    return good;
}

SeriesList *series_list_read(const Experiment *e, json_t *object, Status *status)
{
    static const Series usual = {.depth         = 6,
                                 .turns         = 5,
                                 .midgame_turns = 10,
                                 .start_count   = 2,
                                 .starts        = {START_INITIAL, START_MIDGAME}};
    Series              base  = usual;
    json_t *const       given = json_object_get(object, "series");
    const int           count = given == NULL ? 1 : (int)json_array_size(given);
    if (!series_read(object, &base, e, status)) return NULL;
    if (count < 1 || count > SERIES_MAX)
        return status_fail(status, "'series': expected a list of 1 to %d", SERIES_MAX), NULL;
    SeriesList *const out = calloc(1, sizeof *out + (size_t)count * sizeof out->list[0]);
    if (out == NULL) return status_fail_system(status, "out of memory for an experiment"), NULL;
    bool good = true;
    for (; good && out->count < count; out->count++) {
        Series *const series = &out->list[out->count];
        json_t *const own    = given == NULL ? NULL : json_array_get(given, (size_t)out->count);
        *series              = base;
        good = (own == NULL || series_read(own, series, NULL, status)) && series_check(series, status);
        if (!good && own != NULL) status_prefix(status, "series %d", out->count + 1);
    }
    if (good) return out;
    free(out);
    return NULL;
}

const SeriesList *series_of_experiment(const Experiment *e)
{
    assert(e->kind == &kind_nodes && e->body != NULL);
    return e->body;
}

const char *series_unit(const Series *series)
{
    return series->per == PER_MOVE ? "move" : series->turns == TURNS_GAME ? "game" : "trial";
}

// After "order=" in a list of settings; NULL when it is not there.
static const char *order_find(const char *settings)
{
    for (const char *at = settings; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncasecmp(at, "order=", 6) == 0) return at + 6;
    }
    return NULL;
}

// Adds a text with random as the last of its ordering ideas; as it is when it has none (order is NULL).
static void shuffled_add(Text *out, const char *text, const char *order)
{
    const int  n    = order == NULL ? 0 : (int)strcspn(order, ",");
    const bool none = n == 4 && strncasecmp(order, "none", 4) == 0;
    if (order == NULL) text_add(out, "%s", text);
    else
        text_add(out, "%.*s%srandom%s", (int)(order - text) + (none ? 0 : n), text, none ? "" : "+",
                 order + n);
}

// The settings of a configuration with the keys of preset= in its place: results are stored by what a preset
// holds. As they are when they cannot be read.
static void settings_expand(const Series *series, const char *settings, char out[TEXT_MAX])
{
    char        text[2 * TEXT_MAX], value[SPEC_WORD_MAX];
    Spec        shared, whole;
    Status      bad;
    const char *rest = settings;
    Text        line = text_on(text, sizeof text);
    if (strstr(settings, "preset=") != NULL) {
        text_add(&line, "%s%c%s", series->search, strchr(series->search, ':') == NULL ? ':' : ',', settings);
        if (!line.cut && spec_parse(&shared, series->search, &bad) && spec_parse(&whole, text, &bad) &&
            search_preset_expand(&whole, &bad)) {
            for (int i = 0; i < shared.count; i++) spec_take(&whole, shared.settings[i].key, value);
            line = text_on(text, sizeof text);
            spec_write(&whole, &line);
            rest = strchr(text, ':') == NULL ? "" : strchr(text, ':') + 1;
        }
    }
    snprintf(out, TEXT_MAX, "%s", rest);
}

// Shuffled: what the ideas leave equal comes at random.
void series_player(const Series *series, int configuration, Text *out)
{
    assert(configuration >= 0);
    char settings[TEXT_MAX];
    settings_expand(series, series->configurations[configuration].settings, settings);
    const char *const        colon       = strchr(series->search, ':');
    const char *const        in_search   = series->shuffled && colon != NULL ? order_find(colon + 1) : NULL,
                      *const in_settings = series->shuffled ? order_find(settings) : NULL;
    shuffled_add(out, series->search, in_search);
    text_add(out, "%cdepth=%d", colon == NULL ? ':' : ',',
             series->depth + (series->convention == DEPTH_ROOT_CHILDREN));
    if (series->shuffled && in_search == NULL && in_settings == NULL) text_add(out, ",order=random");
    if (settings[0]) text_char(out, ',');
    shuffled_add(out, settings, in_settings);
}

void series_player_key(const Series *series, int configuration, Text *out)
{
    assert(configuration >= 0);
    char player[TEXT_MAX];
    Text text = text_on(player, sizeof player);
    series_player(series, configuration, &text);
    spec_append(out, player, series->configurations[configuration].implicit);
}

void series_protocol(const Series *series, Start start, uint64_t seed, Text *out)
{
    text_add(out, "%s start=%s", series->game, start_names[start]);
    if (series->seed_text[0]) text_add(out, " seed-text=%s", series->seed_text);
    if (start == START_MIDGAME) {
        text_add(out, " after=%d by=", series->midgame_turns);
        spec_append(out, series->midgame_players, series->midgame_implicit);
    }
    if (series->turns == TURNS_GAME) text_add(out, " turns=game");
    else text_add(out, " turns=%d", series->turns);
    text_add(out, " opponents=");
    spec_append(out, series->opponents, series->opponents_implicit);
    text_add(out, " seed=%llu", (unsigned long long)seed);
    if (series->positions == POSITIONS_OWN) {
        text_add(out, " moves=own");
    } else {
        text_add(out, " moves=");
        series_player_key(series, 0, out);
    }
}
