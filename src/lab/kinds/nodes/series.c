#include "lab/kinds/nodes/series.h"
#include "base/json_read.h"
#include "lab/kinds/kind.h"
#include "search/settings.h"

#include <assert.h>
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SERIES_MAX = 64, TURNS_MAX = 100 };

const char *const start_names[] = {"initial", "midgame"};

// The keys of a series. A text goes into a member of `room` bytes, a choice or a number (of turns: or "game";
// of an opening: as random:N) into an int.
typedef enum { KEY_TEXT, KEY_CHOICE, KEY_NUMBER, KEY_TURNS, KEY_OPENING } KeyKind;

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
    TEXT_KEY("opponents", opponents.shown),
    TEXT_KEY("midgame-players", midgame_players.shown),
    TEXT_KEY("paper", paper),
    TEXT_KEY("table", table),
    {"depth", KEY_NUMBER, offsetof(Series, depth), 0, NULL, 1, 30},
    {"turns", KEY_TURNS, offsetof(Series, turns), 0, NULL, 1, TURNS_MAX},
    {"midgame-turns", KEY_NUMBER, offsetof(Series, midgame_turns), 0, NULL, 0, TURNS_MAX},
    {"opening", KEY_OPENING, offsetof(Series, opening_turns), 0, NULL, 1, TURNS_MAX},
    {"depth-convention", KEY_CHOICE, offsetof(Series, convention), 0, "plies|root-children|levels", 0, 0},
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

// "none" or "random:N", as of matches (play/openings.h).
static bool opening_read(const json_t *value, const Key *key, int *turns, Status *status)
{
    static const char random[] = "random:";
    const char *const word     = json_string_value(value);
    long              n;
    if (word != NULL && strcmp(word, "none") == 0) return *turns = 0, true;
    if (word == NULL || strncmp(word, random, strlen(random)) != 0 ||
        !text_whole_number(word + strlen(random), key->min, key->max, &n))
        return status_fail(status, "'%s': '%.60s': expected none, or random:N with N from %d to %d",
                           key->name, word == NULL ? "no text" : word, key->min, key->max);
    *turns = (int)n;
    return true;
}

static bool key_read(const Key *key, const json_t *value, Series *series, Status *status)
{
    char *const member = (char *)series + key->offset;
    int         n;
    if (key->kind == KEY_TEXT) return json_read_text(value, key->name, member, key->room, status);
    if (key->kind == KEY_NUMBER)
        return json_read_int(value, key->name, key->min, key->max, (int *)(void *)member, status);
    if (key->kind == KEY_TURNS) return turns_read(value, key, (int *)(void *)member, status);
    if (key->kind == KEY_OPENING) return opening_read(value, key, (int *)(void *)member, status);
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

// {"of": "5", "against": "Unlimited", "claim": "more", "says": "..."}, or ["5", "Unlimited"].
static bool comparison_read(json_t *value, Comparison *c, Status *status)
{
    const char *key;
    json_t     *member;
    memset(c, 0, sizeof *c);
    if (json_array_size(value) == 2)
        return json_read_text(json_array_get(value, 0), "of", c->of, sizeof c->of, status) &&
               json_read_text(json_array_get(value, 1), "against", c->against, sizeof c->against, status);
    json_object_foreach(value, key, member)
    {
        const char *const word = json_string_value(member);
        bool              good = true;
        if (strcmp(key, "of") == 0) good = json_read_text(member, key, c->of, sizeof c->of, status);
        else if (strcmp(key, "against") == 0)
            good = json_read_text(member, key, c->against, sizeof c->against, status);
        else if (strcmp(key, "says") == 0)
            good = json_read_text(member, key, c->says, sizeof c->says, status);
        else if (strcmp(key, "claim") == 0 && word != NULL && choice_find("less|equal|more", word) >= 0)
            c->claim = (Claim)(1 + choice_find("less|equal|more", word));
        else good = status_fail(status, "'%s': expected of, against, claim (less|equal|more), says", key);
        if (!good) return false;
    }
    return (c->of[0] && c->against[0]) ||
           status_fail(status, "expected two names of configurations, as [\"A\", \"B\"] or of and against");
}

static bool comparisons_read(const json_t *list, Series *series, Status *status)
{
    series->comparison_count = 0;
    if (!json_is_array(list) || json_array_size(list) > COMPARISONS_MAX)
        return status_fail(status, "'comparisons': expected a list of at most %d", COMPARISONS_MAX);
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!comparison_read(json_array_get(list, i), &series->comparisons[series->comparison_count++],
                             status))
            return status_prefix(status, "'comparisons'");
    return true;
}

// The number of the configuration whose name is these characters; -1 when there is none.
static int configuration_find(const Series *series, const char *name, size_t size)
{
    int i = series->configuration_count - 1;
    while (i >= 0 && (strlen(series->configurations[i].name) != size ||
                      memcmp(series->configurations[i].name, name, size) != 0))
        i--;
    return i;
}

// One that is compared with itself would be found equal.
static bool comparison_of_two(const Comparison *c, Status *status)
{
    return c->number_of != c->number_against ||
           status_fail(status, "'%s' against itself; expected two configurations", c->of);
}

static bool comparisons_check(Series *series, Status *status)
{
    for (int i = 0; i < series->comparison_count; i++) {
        Comparison *const c = &series->comparisons[i];
        c->number_of        = configuration_find(series, c->of, strlen(c->of));
        c->number_against   = configuration_find(series, c->against, strlen(c->against));
        if (c->number_of < 0 || c->number_against < 0)
            return status_fail(status, "'comparisons': there is no configuration '%s'",
                               c->number_of < 0 ? c->of : c->against);
        if (!comparison_of_two(c, status)) return status_prefix(status, "'comparisons'");
    }
    return true;
}

// The two configurations of "A,B", whichever comma is between them; false when one is not there.
static bool comparison_find(const Series *series, const char *names, Comparison *out)
{
    for (const char *comma = strchr(names, ','); comma != NULL; comma = strchr(comma + 1, ',')) {
        const int of      = configuration_find(series, names, (size_t)(comma - names)),
                  against = configuration_find(series, comma + 1, strlen(comma + 1));
        if (of < 0 || against < 0) continue;
        *out = (Comparison){.number_of = of, .number_against = against};
        memcpy(out->of, series->configurations[of].name, sizeof out->of);
        memcpy(out->against, series->configurations[against].name, sizeof out->against);
        return true;
    }
    return false;
}

static bool comparison_has(const Series *series, const Comparison *c)
{
    for (int i = 0; i < series->comparison_count; i++)
        if (series->comparisons[i].number_of == c->number_of &&
            series->comparisons[i].number_against == c->number_against)
            return true;
    return false;
}

int series_compare(SeriesList *list, const char *names, Status *status)
{
    enum { ROOM = sizeof list->list[0].comparisons / sizeof list->list[0].comparisons[0] };
    int found = 0;
    for (int i = 0; i < list->count; i++) {
        Series *const series = &list->list[i];
        Comparison    c;
        if (!comparison_find(series, names, &c)) continue;
        if (!comparison_of_two(&c, status)) return -1;
        found++;
        if (comparison_has(series, &c)) continue;
        if (series->comparison_count == ROOM)
            return status_fail(status, "more than %d comparisons of one table", ROOM), -1;
        series->comparisons[series->comparison_count++] = c;
    }
    return found;
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
        else if (strcmp(key, "comparisons") == 0) good = comparisons_read(value, series, status);
        else if (file == NULL || !(strcmp(key, "series") == 0 || experiment_has_key(file, key))) {
            char known[TEXT_MAX];
            Text out = text_on(known, sizeof known);
            for (int k = 0; k < KEYS; k++) text_add(&out, "%s, ", keys[k].name);
            good = status_fail(status,
                               "unknown key '%s'; expected one of: %sstarts, configurations, comparisons",
                               key, known);
        }
        if (!good) return false;
    }
    return true;
}

// Players. A preset is shown and stored as the keys that it holds.

static bool player_add(PlayerSpec *spec, const char *key, const char *value, Status *status)
{
    if (player_spec_get(spec, key) != NULL)
        return status_fail(status, "%s: option '%s' is given twice", spec->words.name, key);
    return player_spec_set(spec, key, value) ||
           status_fail(status, "%s: no room for %s=%s", spec->words.name, key, value);
}

// The search of a series with the settings of a configuration, which follow those of the search.
static bool player_join(const PlayerSpec *search, const char *settings, PlayerSpec *out, Status *status)
{
    char       text[TEXT_MAX + SPEC_WORD_MAX];
    PlayerSpec own;
    *out = *search;
    if (settings[0] == 0) return true;
    snprintf(text, sizeof text, "%s:%s", search->words.name, settings);
    if (!player_spec_parse(&own, text, status)) return false;
    for (int i = 0; i < own.words.count; i++)
        if (!player_add(out, own.words.settings[i].key, own.words.settings[i].value, status)) return false;
    return own.path[0] == 0 || player_add(out, "with", own.path, status);
}

// Shuffled: what the ideas leave equal comes at random.
static bool order_shuffle(PlayerSpec *spec, Status *status)
{
    char              ideas[2 * SPEC_WORD_MAX] = "random";
    const char *const order                    = player_spec_get(spec, "order");
    if (order != NULL && !text_same(order, "none")) snprintf(ideas, sizeof ideas, "%s+random", order);
    return player_spec_set(spec, "order", ideas) ||
           status_fail(status, "%s: order=%s is too long", spec->words.name, ideas);
}

// The depth stands between the settings of the search and those of the configuration, and so does an order
// that neither has: results are stored under this text.
static bool configuration_player(const Series *series, const PlayerSpec *search, const char *settings,
                                 PlayerSpec *out, Status *status)
{
    char       depth[16];
    PlayerSpec joined;
    assert(player_spec_get(search, "preset") == NULL);   // so that its settings stay the first
    snprintf(depth, sizeof depth, "%d", series_moves(series));
    if (!player_join(search, settings, &joined, status) || !search_preset_expand(&joined.words, status))
        return false;
    const bool ordered = player_spec_get(&joined, "order") != NULL;
    *out               = *search;
    memcpy(out->path, joined.path, sizeof out->path);
    if (!player_add(out, "depth", depth, status)) return false;
    if (series->shuffled && !ordered && !order_shuffle(out, status)) return false;
    for (int i = search->words.count; i < joined.words.count; i++)
        if (!player_add(out, joined.words.settings[i].key, joined.words.settings[i].value, status))
            return false;
    return !series->shuffled || !ordered || order_shuffle(out, status);
}

static bool configuration_check(const Series *series, const PlayerSpec *search, const Variant *v,
                                Configuration *c, Status *status)
{
    PlayerSpec spec;
    LabPlayer  player;
    if (!configuration_player(series, search, c->settings, &spec, status) ||
        !experiment_player_check(&spec, v, ROLE_MEASURED, status) ||
        !lab_player_make(&player, &spec, v, status))
        return status_prefix(status, "configuration '%s'", c->name);
    memcpy(c->shown, player.shown, sizeof c->shown);
    memcpy(c->key, player.key, sizeof c->key);
    return true;
}

// The text of the player is in `shown`.
static bool others_read(LabPlayer *player, const char *key, const Variant *v, Status *status)
{
    PlayerSpec spec;
    return (player_spec_parse(&spec, player->shown, status) && search_preset_expand(&spec.words, status) &&
            experiment_player_check(&spec, v, ROLE_OTHER, status) &&
            lab_player_make(player, &spec, v, status)) ||
           status_prefix(status, "'%s'", key);
}

static bool search_read(const Series *series, PlayerSpec *search, Status *status)
{
    if (!player_spec_parse(search, series->search, status)) return status_prefix(status, "'search'");
    return player_spec_get(search, "preset") == NULL ||
           status_fail(status, "'search': '%.80s': expected preset= in the settings of a configuration",
                       series->search);
}

static bool players_read(Series *series, const Variant *v, Status *status)
{
    PlayerSpec        search;
    const char *const usual = v->facts.players == 2 ? "alphabeta" : "brs";
    if (series->search[0] == 0) snprintf(series->search, sizeof series->search, "%s", usual);
    if (series->midgame_players.shown[0] == 0)
        snprintf(series->midgame_players.shown, TEXT_MAX, "%s:depth=2", usual);
    if (series->opponents.shown[0] == 0) series->opponents = series->midgame_players;
    if (!search_read(series, &search, status) ||
        !others_read(&series->midgame_players, "midgame-players", v, status) ||
        !others_read(&series->opponents, "opponents", v, status))
        return false;
    for (int i = 0; i < series->configuration_count; i++)
        if (!configuration_check(series, &search, v, &series->configurations[i], status)) return false;
    return true;
}

// Reads everything once, so that a mistake is found before the first trial.
static bool series_check(Series *series, Status *status)
{
    Variant v;
    if (series->game[0] == 0) return status_fail(status, "'game' is missing");
    if (series->configuration_count == 0) return status_fail(status, "'configurations' is missing");
    if (!comparisons_check(series, status)) return false;
    if (series_moves(series) < 1)
        return status_fail(status, "'depth': %d level has no moves; expected 2 or more", series->depth);
    if (!variant_open(&v, series->game, status)) return status_prefix(status, "game");
    const bool good = players_read(series, &v, status);
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

int series_moves(const Series *series)
{
    static const int more[] = {[DEPTH_PLIES] = 0, [DEPTH_ROOT_CHILDREN] = 1, [DEPTH_LEVELS] = -1};
    return series->depth + more[series->convention];
}

const char *series_unit(const Series *series)
{
    return series->per == PER_MOVE ? "move" : series->turns == TURNS_GAME ? "game" : "trial";
}

void series_protocol(const Series *series, Start start, uint64_t seed, Text *out)
{
    text_add(out, "%s start=%s", series->game, start_names[start]);
    if (series->seed_text[0]) text_add(out, " seed-text=%s", series->seed_text);
    if (start == START_INITIAL && series->opening_turns > 0)
        text_add(out, " opening=random:%d", series->opening_turns);
    if (start == START_MIDGAME)
        text_add(out, " after=%d by=%s", series->midgame_turns, series->midgame_players.key);
    if (series->turns == TURNS_GAME) text_add(out, " turns=game");
    else text_add(out, " turns=%d", series->turns);
    text_add(out, " opponents=%s seed=%llu moves=%s", series->opponents.key, (unsigned long long)seed,
             series->positions == POSITIONS_OWN ? "own" : series->configurations[0].key);
}
