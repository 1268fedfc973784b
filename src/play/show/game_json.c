#include "play/show/game_json.h"

#include "base/build_info.h"
#include "base/json_write.h"
#include "search/plugin.h"

json_t *option_json(const Option *option)
{
    char word[SPEC_WORD_MAX];
    if (option->form != NULL)
        return json_pack("{s:s, s:s, s:s}", "key", option->key, "form", option->form, "help", option->help);
    const bool    none = option->choices == NULL && option->fallback < option->min;   // not set
    json_t *const json = json_pack("{s:s, s:s?, s:s}", "key", option->key, "default",
                                   none ? NULL : option_text(option, option->fallback, word), "help",
                                   option->help);
    if (option->choices != NULL) json_object_set_new(json, "choices", json_string(option->choices));
    else
        json_object_set_new(json, "min", json_integer(option->min)),
            json_object_set_new(json, "max", json_integer(option->max));
    return json;
}

static json_t *eval_json(const EvalInfo *eval)
{
    json_t *const names = json_array(), *const weights = json_array();
    for (int i = 0; i < eval->weights; i++) {
        json_array_append_new(names, json_string(eval->weight_names[i]));
        json_array_append_new(weights, json_integer(eval->fallback[i]));
    }
    return json_pack("{s:s, s:s, s:o, s:o}", "name", eval->name, "help", eval->help, "weights", names,
                     "default", weights);
}

// The facts of a game whose options all have their defaults.
static Facts usual_facts(const Game *game)
{
    Variant v;
    Status  ignored;
    if (!variant_open(&v, game->name, &ignored)) return (Facts){0};
    variant_close(&v);
    return v.facts;
}

bool game_repetitions_option(const Game *game, Option *option)
{
    const Facts facts = usual_facts(game);
    *option           = option_repetitions;
    option->fallback  = facts.repetitions;
    return facts.traits & TRAIT_REPEATS;
}

json_t *game_json(const Game *game)
{
    Option        repetitions;
    json_t *const evals = json_array();
    for (const EvalInfo *e = game->evals; e != NULL && e->name != NULL; e++)
        json_array_append_new(evals, eval_json(e));
    json_t *const options = json_array();
    for (int i = 0; game->options[i].key != NULL; i++)
        json_array_append_new(options, option_json(&game->options[i]));
    if (game_repetitions_option(game, &repetitions))
        json_array_append_new(options, option_json(&repetitions));
    json_t *const json = json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "name", game->name, "title", game->title,
                                   "digest", build_digest(game->name), "actions",
                                   json_count(usual_facts(game).actions), "options", options, "evals", evals);
    if (plugin_path(game) != NULL) json_object_set_new(json, "plugin", json_string(plugin_path(game)));
    return json;
}
