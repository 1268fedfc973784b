#include "play/bench/bench.h"
#include "base/json_write.h"
#include "play/evaluation.h"
#include "search/search.h"

#include <assert.h>
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
    {"chess", "alphabeta", 12, {4, 5, 6, 6}},
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

// Searches position i with these settings; an evaluation (may be NULL) is chosen by eval=.
static bool bench_one(int i, int preset, const char *eval, SearchResult *result, Status *status)
{
    Variant        v;
    AnyState       s;
    Spec           spec;
    SearchSettings settings;
    Evaluation    *evaluation = NULL;
    char           text[TEXT_MAX];
    snprintf(text, sizeof text, "%s:%s%s%s", positions[i].algorithm, presets[preset].settings,
             eval != NULL ? ",eval=" : "", eval != NULL ? eval : "");
    if (!variant_open(&v, positions[i].game, status)) return false;
    Search            *se     = NULL;
    const SearchLimits limits = {.depth = positions[i].depth[preset]};
    if (spec_parse(&spec, text, status) && evaluation_parse(&evaluation, &v, &spec, status) &&
        (evaluation == NULL || evaluation_load(evaluation, status)) &&
        search_settings_parse(&settings, &spec, &v, status)) {
        const Variant *const own = evaluation != NULL ? &evaluation->v : &v;
        variant_setup(own, &s);
        random_plies(own, &s, positions[i].plies);
        se = search_open(own, &settings, status);
    }
    if (se != NULL) search_run(se, &s, &limits, NULL, NULL, result);
    search_close(se);
    evaluation_close(evaluation);
    variant_close(&v);
    return se != NULL;
}

typedef struct Bench {
    BenchTell *tell;
    void      *context;
    json_t    *list;
} Bench;

static bool bench_add(const Bench *b, int i, int preset, const char *eval, uint64_t *sum, Status *status)
{
    SearchResult r;
    if (!bench_one(i, preset, eval, &r, status)) return false;
    const BenchRow row    = {.game    = positions[i].game,
                             .preset  = presets[preset].name,
                             .eval    = eval,
                             .depth   = r.depth,
                             .nodes   = r.nodes,
                             .seconds = r.seconds};
    json_t *const  object = json_pack("{s:s, s:s, s:i, s:o, s:f}", "game", row.game, "preset", row.preset,
                                      "depth", row.depth, "nodes", json_count(row.nodes), "seconds",
                                      row.seconds);
    if (eval != NULL) json_object_set_new(object, "eval", json_string(eval));
    json_array_append_new(b->list, object);
    *sum += r.nodes;
    if (b->tell != NULL) b->tell(b->context, &row);
    return true;
}

// The evaluations of the game that are not its default and look nothing up, each chosen by its name.
static bool bench_evals(const Bench *b, int i, uint64_t *sum, Status *status)
{
    enum { ADS = 1 };
    Variant v;
    bool    good = variant_open(&v, positions[i].game, status);
    for (int k = 1; good && v.game->evals != NULL && v.game->evals[k].name != NULL; k++) {
        EvalTable tables[EVAL_TABLES_MAX];
        Status    none;
        if (v.game->eval_tables != NULL && v.game->eval_tables(v.rules, k, tables, &none) != 0) continue;
        good = bench_add(b, i, ADS, v.game->evals[k].name, sum, status);
    }
    variant_close(&v);
    return good;
}

json_t *bench_run(BenchTell *tell, void *context, Status *status)
{
    uint64_t    signature = 0, evaluations = 0;
    const Bench b    = {.tell = tell, .context = context, .list = json_array()};
    bool        good = true;
    for (int i = 0; good && i < POSITIONS; i++)
        for (int k = 0; good && k < PRESETS_SHOWN; k++) good = bench_add(&b, i, k, NULL, &signature, status);
    for (int i = 0; good && i < POSITIONS; i++) good = bench_evals(&b, i, &evaluations, status);
    if (good)
        return json_pack("{s:o, s:o, s:o}", "signature", json_count(signature), "evaluations",
                         json_count(evaluations), "games", b.list);
    json_decref(b.list);
    return NULL;
}
