#include "play/show/options_json.h"
#include "play/formats/formats.h"
#include "play/player_engine.h"
#include "play/show/game_json.h"

#include <string.h>

static json_t *keys_json(const Option options[])
{
    json_t *const list = json_array();
    for (int i = 0; options[i].key != NULL; i++) json_array_append_new(list, option_json(&options[i]));
    return list;
}

static json_t *limit_json(int n) { return n > 0 ? json_integer(n) : json_null(); }

static json_t *levels_json(void)
{
    json_t *const list = json_array();
    for (int n = 1; n <= ENGINE_LEVEL_MAX; n++)
        json_array_append_new(list, json_pack("{s:i, s:o, s:o, s:i}", "level", n, "depth",
                                              limit_json(engine_levels[n].depth), "nodes",
                                              limit_json(engine_levels[n].nodes), "mistakes",
                                              engine_levels[n].mistakes));
    return list;
}

static json_t *types_json(void)
{
    json_t *const list = json_array();
    for (int i = 0; player_types[i] != NULL; i++)
        for (int k = 0; player_types[i]->names[k] != NULL; k++)
            json_array_append_new(list,
                                  json_pack("{s:s, s:s, s:b, s:b}", "name", player_types[i]->names[k], "help",
                                            player_types[i]->help, "asks", player_types[i]->asks,
                                            "starts_programs", player_types[i]->starts_programs));
    return list;
}

// Names of the ideas of a set: those that order moves, or the others.
static json_t *features_json(Features features, bool order)
{
    json_t *const list = json_array();
    for (int i = 0; i < FEATURE_COUNT; i++)
        if ((features >> i & 1) && feature_info[i].class != CLASS_ORDER_INTERNAL &&
            (feature_info[i].class == CLASS_ORDER) == order)
            json_array_append_new(list, json_string(feature_info[i].name));
    return list;
}

static json_t *algorithms_json(const Variant *v)
{
    json_t *const list = json_array();
    for (int i = 0; i < ALGORITHM_COUNT; i++) {
        const AlgorithmInfo *const info = &algorithm_info[i];
        const bool                 two  = info->abilities & ALGORITHM_TWO_PLAYERS;
        if (two && v != NULL && v->facts.players > 2) continue;
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:b, s:b, s:o, s:o}", "name", info->name,
                                              "help", info->help, "players", info->players, "minimal",
                                              (info->abilities & ALGORITHM_WINDOW) != 0, "limits",
                                              (info->abilities & ALGORITHM_LIMITS) != 0, "ideas",
                                              features_json(info->features, false), "orders",
                                              features_json(info->features, true)));
    }
    return list;
}

static json_t *orders_json(void)
{
    json_t *const list = json_array();
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (feature_info[i].class == CLASS_ORDER)
            json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "name", feature_info[i].name, "help",
                                                  feature_info[i].help, "source", feature_info[i].source));
    return list;
}

// The keys of a search, and what each needs to have an effect.
static json_t *search_keys_json(void)
{
    const Option *const options = search_options();
    json_t *const       list    = json_array();
    for (int i = 0; options[i].key != NULL; i++) {
        char          needs[TEXT_MAX] = "";
        Text          out             = text_on(needs, sizeof needs);
        json_t *const key             = option_json(&options[i]);
        if (search_option_needs(i) != 0) features_describe(search_option_needs(i), &out);
        if (needs[0]) json_object_set_new(key, "needs", json_string(needs));
        json_array_append_new(list, key);
    }
    return list;
}

// The words of a list "a|b|c".
static json_t *words_json(const char *words)
{
    json_t *const list = json_array();
    while (*words) {
        const size_t n = strcspn(words, "|");
        json_array_append_new(list, json_stringn(words, n));
        words += n + (words[n] == '|');
    }
    return list;
}

static void presets_append(const Game *game, json_t *list)
{
    for (const GamePreset *p = game->presets; p != NULL && p->name != NULL; p++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "name", p->name, "game", game->name,
                                              "help", p->help, "keys", p->keys));
}

static json_t *presets_json(const Variant *v)
{
    json_t *const list = json_array();
    if (v != NULL) presets_append(v->game, list);
    for (int i = 0; v == NULL && games_all[i] != NULL; i++) presets_append(games_all[i], list);
    return list;
}

static json_t *formats_json(const Variant *v)
{
    json_t *const list = json_array();
    for (int i = 0; formats_all[i] != NULL; i++) {
        const GameFormat *const format = formats_all[i];
        if (v != NULL && format->game != NULL && strcmp(format->game, v->game->name) != 0) continue;
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s?}", "name", format->name, "suffix",
                                              format->suffix, "help", format->help, "game", format->game));
    }
    return list;
}

void options_add(const Variant *v, json_t *object)
{
    json_object_set_new(object, "engine",
                        json_pack("{s:o, s:o}", "keys", keys_json(engine_options), "levels", levels_json()));
    json_object_set_new(object, "players", types_json());
    json_object_set_new(object, "algorithms", algorithms_json(v));
    json_object_set_new(object, "keys", search_keys_json());
    json_object_set_new(object, "orders", orders_json());
    json_object_set_new(object, "rules", words_json(ADS_RULES));
    json_object_set_new(object, "presets", presets_json(v));
    json_object_set_new(object, "formats", formats_json(v));
}
