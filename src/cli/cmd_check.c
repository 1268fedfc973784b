// cmd_check.c - `pollard check`: proves by random play that games keep the contract.
#include "cli/cli.h"
#include "game/game_check.h"
#include "search/plugin.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    // Numbers with at most this many values are tried one by one under --all; wider ones stay at their
    // default.
    SMALL_RANGE = 8
};

typedef struct Totals {
    json_t  *list;
    uint64_t games, positions;
    int      variants, failed;
} Totals;
typedef struct Plan {
    long games, seed;
    bool json;
} Plan;

static void show(void *context, uint64_t done, uint64_t total)
{
    progress_show(context, (double)done / (double)total);
}

static void report(const Plan *plan, Totals *totals, const char *spec, bool good, const CheckReport *r,
                   const Status *status)
{
    totals->variants++;
    totals->failed += !good;
    totals->games += r->games;
    totals->positions += r->positions;
    if (plan->json) {
        json_t *const line = json_pack("{s:s, s:b, s:o, s:o, s:o, s:i, s:i}", "game", spec, "passed", good,
                                       "games", json_count(r->games), "positions", json_count(r->positions),
                                       "finished", json_count(r->finished), "moves_most", r->moves_most,
                                       "plies_most", r->plies_most);
        if (!good) json_object_set_new(line, "failure", json_string(status->text));
        json_array_append_new(totals->list, line);
        return;
    }
    if (!good) printf("FAILED  %s: %s\n", spec, status->text);
    else
        printf("passed  %-44s %" PRIu64 " games, %" PRIu64 " positions, %" PRIu64
               " ended by the rules, at most %d moves, %d plies\n",
               spec, r->games, r->positions, r->finished, r->moves_most, r->plies_most);
    fflush(stdout);
}

static bool check_spec(const Plan *plan, Totals *totals, const char *spec, Status *status)
{
    Variant     v;
    CheckReport r;
    if (!variant_open(&v, spec, status)) return false;
    char name[TEXT_MAX];
    Text text = text_on(name, sizeof name);
    variant_name(&v, &text);
    Progress   progress = progress_start(name);
    const bool good     = game_check(&v, (uint64_t)plan->games, (uint64_t)plan->seed, show, &progress, &r,
                                     status);
    progress_end(&progress);
    report(plan, totals, name, good, &r, status);
    variant_close(&v);
    return true;
}

static int choices_of(const Option *option)
{
    if (option->choices == NULL)
        return option->max - option->min < SMALL_RANGE ? option->max - option->min + 1 : 1;
    int n = 1;
    for (const char *at = option->choices; *at; at++) n += *at == '|';
    return n;
}

// Every combination of the options that have few values; those that do not fit together are left out.
static void check_combinations(const Plan *plan, Totals *totals, const Game *game)
{
    int total = 1;
    for (int i = 0; game->options[i].key != NULL; i++) total *= choices_of(&game->options[i]);
    for (int number = 0; number < total; number++) {
        char spec[TEXT_MAX], word[SPEC_WORD_MAX];
        Text text = text_on(spec, sizeof spec);
        text_add(&text, "%s", game->name);
        for (int i = 0, rest = number; game->options[i].key != NULL; i++) {
            const Option *const o = &game->options[i];
            const int           n = choices_of(o), k = rest % n;
            rest /= n;
            const int value = n == 1 ? o->fallback : o->choices != NULL ? k : o->min + k;
            text_add(&text, "%c%s=%s", i ? ',' : ':', o->key, option_text(o, value, word));
        }
        Status ignored;
        check_spec(plan, totals, spec, &ignored);
    }
}

// Without names: the games that --game has loaded, which are the first of those from outside; otherwise all.
static void check_all(const Plan *plan, Totals *totals, int named, bool all)
{
    Status ignored;
    for (int i = 0, outside = 0; games_all[i] != NULL; i++) {
        outside += plugin_path(games_all[i]) != NULL;
        if (named > 0 && (outside == 0 || outside > named)) continue;
        if (all) check_combinations(plan, totals, games_all[i]);
        else check_spec(plan, totals, games_all[i]->name, &ignored);
    }
}

static int run(const Args *args)
{
    Status status;
    Plan   plan   = {.json = args->json};
    Totals totals = {.list = args->json ? json_array() : NULL};
    if (!args_number(args, "games", 1, 100000000, 200, &plan.games, &status) ||
        !args_number(args, "seed", 0, 1000000000, 1, &plan.seed, &status))
        return cli_fail(&status);
    const bool all = args_value(args, "all") != NULL;
    for (int i = 0; i < args->count; i++) {
        Variant v;
        if (!variant_open(&v, args->words[i], &status)) {
            json_decref(totals.list);
            return cli_fail(&status);
        }
        variant_close(&v);
    }
    for (int i = 0; i < args->count; i++) {
        const Game *const game = game_find(args->words[i]);
        if (all && game != NULL) check_combinations(&plan, &totals, game);
        else check_spec(&plan, &totals, args->words[i], &status);
    }
    if (args->count == 0) check_all(&plan, &totals, args->games_named, all);
    const int code = totals.failed ? EXIT_JOB_FAILED : EXIT_DONE;
    if (args->json)
        return json_print(json_pack("{s:o, s:i}", "checks", totals.list, "failed", totals.failed)) || code;
    printf("%d passed, %d failed: %" PRIu64 " games, %" PRIu64 " positions\n",
           totals.variants - totals.failed, totals.failed, totals.games, totals.positions);
    return code;
}

static const Flag flags[] = {
    {"games", "N", "random games for each (default 200)"},
    {"seed", "S", "seed of the random games (default 1)"},
    {"all", NULL, "every combination of the options, not only the ones named"},
    {0},
};

const Command command_check = {
    .name      = "check",
    .words     = "[GAME ...]",
    .summary   = "check by random play that games keep the contract",
    .examples  = "  pollard check\n  pollard check focus:players=4 --games 10000\n  pollard check "
                 "chinese-checkers --all\n",
    .flags     = flags,
    .words_max = ARGS_WORDS_MAX,
    .run       = run,
};
