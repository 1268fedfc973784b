// cmd_bench.c - `pollard bench`: a fixed set of searches over all games. The sum of their node counts is the
// signature: it changes only when rules, evaluations, generation orders or searches change. Nodes per second
// are for this machine.
#include "cli/cli.h"
#include "search/search.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

// Positions some plies into a seeded random game. Depths of plain, ads, ads_tt, full, chosen for a few tenths
// of a second each.
static const struct {
    const char *game, *algorithm;
    int         plies, depth[4];
} positions[] = {
    {"tictactoe", "alphabeta", 0, {9, 9, 9, 9}},
    {"connect-four", "alphabeta", 6, {10, 12, 13, 14}},
    {"othello", "alphabeta", 12, {8, 9, 10, 10}},
    {"checkers", "alphabeta", 16, {11, 13, 14, 15}},
    {"checkers:relaxed=yes", "alphabeta", 16, {8, 9, 10, 10}},
    {"focus", "alphabeta", 10, {4, 5, 5, 5}},
    {"focus:players=4", "brs", 20, {4, 5, 5, 5}},
    {"chinese-checkers", "alphabeta", 16, {4, 5, 5, 6}},
    {"chinese-checkers:players=4", "brs", 24, {4, 4, 4, 5}},
    {"chinese-checkers:board=rhombus9", "alphabeta", 16, {4, 5, 5, 6}},
    {"virus", "alphabeta", 12, {6, 8, 8, 8}},
    {"virus:players=4", "brs", 24, {5, 6, 6, 6}},
    {"abalone:start=belgian-daisy", "alphabeta", 8, {4, 5, 5, 5}},
    {"thief-police:style=random", "alphabeta", 6, {9, 11, 13, 13}},
    {"thief-police:style=random,simultaneous=yes", "alphabeta", 5, {14, 16, 18, 18}},
};
static const struct {
    const char *name, *settings;
} presets[] = {
    {"plain", "order=none"},
    {"ads", "order=history-ads"},
    {"ads_tt", "order=tt+history-ads,tt=20"},
    {"full", "order=tt+killer+history-ads,tt=20,pvs=yes"},
};
enum { POSITIONS = sizeof positions / sizeof *positions, PRESETS_SHOWN = 4 };

static void random_plies(const Variant *v, AnyState *s, int plies)
{
    assert(plies >= 0);
    Rng rng = rng_seed(1);
    for (int i = 0; i < plies; i++) {
        Move           moves[GAME_MOVES_MAX];
        const AnyState parent = *s;
        const int      n      = v->game->generate(v->rules, s, moves);
        if (n == 0) return;
        v->game->play(v->rules, s, &parent, moves[rng_below(&rng, (uint32_t)n)]);
    }
}

static bool bench_one(int i, int k, SearchResult *result, Status *status)
{
    Variant        v;
    AnyState       s;
    Spec           spec;
    SearchSettings settings;
    char           text[TEXT_MAX];
    snprintf(text, sizeof text, "%s:%s", positions[i].algorithm, presets[k].settings);
    if (!variant_open(&v, positions[i].game, status)) return false;
    variant_setup(&v, &s);
    random_plies(&v, &s, positions[i].plies);
    Search            *se     = NULL;
    const SearchLimits limits = {.depth = positions[i].depth[k]};
    if (spec_parse(&spec, text, status) && search_settings_parse(&settings, &spec, &v, status))
        se = search_open(&v, &settings, status);
    if (se != NULL) search_run(se, &s, &limits, NULL, NULL, result);
    search_close(se);
    variant_close(&v);
    return se != NULL;
}

static int run(const Args *args)
{
    uint64_t      signature = 0;
    Status        status;
    json_t *const list = json_array();
    if (!args->json)
        printf("%-36s %-7s %5s %14s %10s %12s\n", "game", "preset", "depth", "nodes", "seconds", "million/s");
    for (int i = 0; i < POSITIONS; i++)
        for (int k = 0; k < PRESETS_SHOWN; k++) {
            SearchResult r;
            if (!bench_one(i, k, &r, &status)) {
                json_decref(list);
                return cli_fail(&status);
            }
            signature += r.nodes;
            json_array_append_new(list, json_pack("{s:s, s:s, s:i, s:o, s:f}", "game", positions[i].game,
                                                  "preset", presets[k].name, "depth", r.depth, "nodes",
                                                  json_count(r.nodes), "seconds", r.seconds));
            if (!args->json)
                printf("%-36s %-7s %5d %14" PRIu64 " %10.3f %12.2f\n", positions[i].game, presets[k].name,
                       r.depth, r.nodes, r.seconds, (double)r.nodes / (r.seconds + 1e-9) / 1e6);
        }
    if (args->json)
        return json_print(json_pack("{s:o, s:o}", "signature", json_count(signature), "games", list));
    json_decref(list);
    printf("signature %" PRIu64 "\n", signature);
    return EXIT_DONE;
}

const Command command_bench = {
    .name     = "bench",
    .summary  = "search a fixed set of positions: node signature, nodes per second",
    .examples = "  pollard bench\n  pollard bench --json\n",
    .run      = run,
};
