// game.c - games of the library: a variant that handles share.
#include "api/api.h"

#include <stdlib.h>

PollardGame *api_game_hold(PollardGame *game)
{
    atomic_fetch_add(&game->users, 1);
    return game;
}

int pollard_game_open(PollardGame **game, const char *spec, char *error, size_t error_size)
{
    Status status;
    if (game == NULL) return api_null("a place for the game", error, error_size);
    *game = NULL;
    if (spec == NULL) return api_null("the spec of a game", error, error_size);
    PollardGame *const made = calloc(1, sizeof *made);
    if (made == NULL) return api_error(POLLARD_ERROR_SYSTEM, error, error_size, "out of memory for a game");
    if (!variant_open(&made->v, spec, &status)) return free(made), api_fail(&status, error, error_size);
    atomic_init(&made->users, 1);
    *game = made;
    return 0;
}

void pollard_game_close(PollardGame *game)
{
    if (game == NULL || atomic_fetch_sub(&game->users, 1) > 1) return;
    variant_close(&game->v);
    free(game);
}

int pollard_game_name(const PollardGame *game, char *buffer, size_t size)
{
    char name[TEXT_MAX];
    Text text = text_on(name, sizeof name);
    if (game == NULL) return POLLARD_ERROR_USE;
    variant_name(&game->v, &text);
    return api_text(name, buffer, size);
}

int pollard_game_seats(const PollardGame *game)
{
    return game != NULL ? game->v.facts.players : POLLARD_ERROR_USE;
}

int pollard_game_seat_name(const PollardGame *game, int seat, char *buffer, size_t size)
{
    char name[SPEC_WORD_MAX];
    if (game == NULL) return POLLARD_ERROR_USE;
    if (seat < 0 || seat >= game->v.facts.players) return POLLARD_ERROR_INPUT;
    return api_text(variant_player_name(&game->v, seat, name), buffer, size);
}

// As JSON.

static json_t *seats_json(const Variant *v)
{
    static const struct {
        char        letter;
        const char *name;
    } colors[]          = {{'k', "black"}, {'w', "white"},  {'r', "red"},    {'g', "green"},
                           {'b', "blue"},  {'y', "yellow"}, {'v', "violet"}, {'o', "orange"}};
    json_t *const seats = json_array();
    for (int p = 0; p < v->facts.players; p++) {
        char        name[SPEC_WORD_MAX];
        const char  symbol[2] = {v->facts.symbols[p], 0};
        const char *color     = "";
        for (size_t i = 0; i < sizeof colors / sizeof *colors; i++)
            if (colors[i].letter == v->facts.colors[p]) color = colors[i].name;
        json_array_append_new(seats, json_pack("{s:s, s:s, s:s}", "name", variant_player_name(v, p, name),
                                               "symbol", symbol, "color", color));
    }
    return seats;
}

static json_t *options_json(const Variant *v)
{
    json_t *const options = json_object();
    for (int i = 0; v->game->options[i].key != NULL; i++) {
        const Option *const option = &v->game->options[i];
        char                word[SPEC_WORD_MAX];
        json_object_set_new(options, option->key,
                            option->choices != NULL ? json_string(option_text(option, v->values[i], word))
                                                    : json_integer(v->values[i]));
    }
    return options;
}

static json_t *traits_json(const Variant *v)
{
    static const char *const names[] = {"pass",      "repeats",      "elimination",
                                        "same-side", "simultaneous", "stalemate"};
    json_t *const            traits  = json_array();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (v->facts.traits >> i & 1) json_array_append_new(traits, json_string(names[i]));
    return traits;
}

static json_t *places_json(const Variant *v)
{
    static const char *const shapes[] = {"square", "hole"};
    json_t *const            cells    = json_array();
    for (int i = 0; i < v->facts.cells; i++) {
        const CellPlace place = v->game->cell_place(v->rules, i);
        json_array_append_new(cells,
                              json_pack("{s:s, s:i, s:i, s:s, s:i}", "name", place.name, "x", place.x, "y",
                                        place.y, "shape", shapes[place.shape], "tone", place.tone));
    }
    return cells;
}

int pollard_game_json(const PollardGame *game, char *buffer, size_t size)
{
    char name[TEXT_MAX];
    Text text = text_on(name, sizeof name);
    if (game == NULL) return POLLARD_ERROR_USE;
    const Variant *const v = &game->v;
    variant_name(v, &text);
    json_t *const json = json_pack("{s:s, s:s, s:s, s:o, s:o, s:i, s:i, s:i, s:I, s:o, s:s?, s:o}", "name",
                                   name, "game", v->game->name, "title", v->game->title, "seats",
                                   seats_json(v), "options", options_json(v), "plies_max", v->facts.plies_max,
                                   "repetitions", v->repetitions, "moves_max", v->game->moves_max, "actions",
                                   (json_int_t)v->facts.actions, "traits", traits_json(v), "move_help",
                                   v->game->move_help, "cells", places_json(v));
    return api_json(json, buffer, size);
}
