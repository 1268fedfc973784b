// cmd_games.c - `pollard games`: what can be played, with which options.
#include "cli/cli.h"
#include "play/show/game_json.h"
#include "search/plugin.h"

#include <stdio.h>
#include <string.h>

static void print_eval(const EvalInfo *e, bool first)
{
    char form[128];
    Text text = text_on(form, sizeof form);
    text_add(&text, "eval=%s", e->name);
    for (int i = 0; i < e->weights; i++) text_add(&text, "%s%d", i ? "/" : ",weights=", e->fallback[i]);
    printf("    %-34s %s%s", form, e->help, first ? " (default)" : "");
    for (int i = 0; i < e->weights; i++) printf("%s%s", i ? ", " : "; weights: ", e->weight_names[i]);
    putchar('\n');
}

// Evaluations that are no list: a game reads their names.
static void print_named(const Game *game)
{
    static const struct {
        const char *game, *form, *help;
    } named[] = {
        {"chess", "eval=edb:krpkn+kppkn", "endgame databases of parts of the position, a list of one's own"},
        {"chess", "eval=edb5:krppkbn", "all of five (four, three) men that are part of an ending"},
        {"chess", "eval=edb4", "all of four (three) men; further forms: docs/DATABASES.md"},
    };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strcmp(named[i].game, game->name) == 0) printf("    %-34s %s\n", named[i].form, named[i].help);
}

static void print_option(const Option *o)
{
    char word[SPEC_WORD_MAX], values[128];
    Text text = text_on(values, sizeof values);
    if (o->choices != NULL) text_add(&text, "%s=%s", o->key, o->choices);
    else text_add(&text, "%s=%d..%d", o->key, o->min, o->max);
    printf("    %-34s %s (default %s)\n", values, o->help, option_text(o, o->fallback, word));
}

static void print_game(const Game *game)
{
    Option            repetitions;
    const char *const path = plugin_path(game);
    printf("%-18s %s%s%s\n", game->name, game->title, path == NULL ? "" : "  from ",
           path == NULL ? "" : path);
    for (int i = 0; game->options[i].key != NULL; i++) print_option(&game->options[i]);
    if (game_repetitions_option(game, &repetitions)) print_option(&repetitions);
    if (game->evals == NULL) return;
    puts("  in a player's spec:");
    for (int i = 0; game->evals[i].name != NULL; i++) print_eval(&game->evals[i], i == 0);
    print_named(game);
}

static int run(const Args *args)
{
    Status            status;
    const Game *const one = args->count == 1 ? game_find(args->words[0]) : NULL;
    if (args->count == 1 && one == NULL) {
        Variant v;
        if (variant_open(&v, args->words[0], &status)) {
            variant_close(&v);
            status_fail(&status, "games: '%s' has options; expected the name of a game alone",
                        args->words[0]);
        }
        return cli_fail(&status);
    }
    json_t *const list = args->json ? json_array() : NULL;
    for (int i = 0; games_all[i] != NULL; i++) {
        if (one != NULL && one != games_all[i]) continue;
        if (args->json) json_array_append_new(list, game_json(games_all[i]));
        else print_game(games_all[i]);
    }
    if (args->json) return json_print(json_pack("{s:o}", "games", list));
    return EXIT_DONE;
}

const Command command_games = {
    .name      = "games",
    .words     = "[GAME]",
    .summary   = "list the games, their options and evaluations",
    .examples  = "  pollard games\n  pollard games chinese-checkers\n",
    .words_max = 1,
    .run       = run,
};
