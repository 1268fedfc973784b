// cmd_search.c - `pollard search`: searches a position, or compares several searches of it.
#include "cli/cli.h"
#include "cli/found.h"
#include "search/search.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMPARE_MAX = ARGS_WORDS_MAX };

static atomic_bool interrupted;
static void        interrupt(int signal_number) { (void)signal_number, atomic_store(&interrupted, true); }

typedef struct Job {
    Scene        scene;
    SearchLimits limits;
    bool         quiet, minimal;
} Job;

typedef struct Reporter {
    const Job            *job;
    const SearchSettings *settings;
} Reporter;

static void report_depth(void *context, const SearchResult *result)
{
    const Reporter *const reporter = context;
    char                  value[32], pv[TEXT_MAX];
    Text                  value_out = text_on(value, sizeof value), pv_out = text_on(pv, sizeof pv);
    found_value(result->value, &value_out);
    found_line(&reporter->job->scene.v, &reporter->job->scene.s, reporter->settings->algorithm, result, &pv_out);
    fprintf(stderr, "depth %2d  value %7s  nodes %12" PRIu64 "  %8.3f s  %s\n", result->depth, value, result->nodes,
            result->seconds, pv);
}

static bool settings_read(const Job *job, const char *text, SearchSettings *settings, Status *status)
{
    Spec spec;
    if (!spec_parse(&spec, text, status) || !search_settings_parse(settings, &spec, &job->scene.v, status))
        return false;
    if (settings->depth == 0 && settings->time_ms == 0 && settings->nodes == 0 && job->limits.depth == 0 &&
        job->limits.seconds <= 0 && job->limits.nodes == 0)
        return status_fail(
            status, "'%s' has no limit; expected depth=, time= or nodes= in it, or --depth, --time or --nodes", text);
    return true;
}

static bool search_one(const Job *job, const char *text, SearchSettings *settings, SearchStats *stats,
                       SearchResult *result, Status *status)
{
    if (!settings_read(job, text, settings, status)) return false;
    Search *const se = search_open(&job->scene.v, settings, status);
    if (se == NULL) return false;
    Reporter reporter = {.job = job, .settings = settings};
    search_run(se, &job->scene.s, &job->limits, job->quiet ? NULL : report_depth, &reporter, result);
    if (se->stats != NULL) *stats = *se->stats;
    search_close(se);
    return true;
}

static json_t *stats_json(const SearchStats *stats)
{
    json_t *const by_index = json_array();
    int           last     = CUT_INDEX_MAX;
    while (last > 0 && stats->cuts_by_index[last - 1] == 0) last--;
    for (int i = 0; i < last; i++) json_array_append_new(by_index, json_count(stats->cuts_by_index[i]));
    return by_index;
}

static double first_rate(const SearchStats *stats)
{
    return stats->cuts ? (double)stats->cuts_by_index[0] / (double)stats->cuts : 0;
}

// The effective branching factor: of the uniform tree of the same depth and size.
static double branching(const SearchResult *result)
{
    return result->depth > 0 ? pow((double)result->nodes, 1.0 / result->depth) : 0;
}

static json_t *levels_json(const SearchStats *stats)
{
    json_t *const levels = json_array();
    for (int ply = 0; ply < PLY_MAX && stats->level_interior[ply] > 0; ply++)
        json_array_append_new(
            levels, json_pack("{s:o, s:o, s:o, s:o}", "interior", json_count(stats->level_interior[ply]), "cuts",
                              json_count(stats->level_cuts[ply]), "cuts_first",
                              json_count(stats->level_cuts_first[ply]), "listed", json_count(stats->list_listed[ply])));
    return levels;
}

static json_t *result_json(const Job *job, const char *text, const SearchSettings *settings, const SearchStats *stats,
                           const SearchResult *result, uint64_t minimal)
{
    char pv[TEXT_MAX], move[TEXT_MAX];
    Text pv_out = text_on(pv, sizeof pv), move_out = text_on(move, sizeof move);
    found_line(&job->scene.v, &job->scene.s, settings->algorithm, result, &pv_out);
    if (result->pv_length > 0) found_move(&job->scene.v, &job->scene.s, result->pv[0], &move_out);
    json_t *const json = json_pack("{s:s, s:s, s:i, s:i, s:s, s:s, s:o, s:o, s:o, s:f, s:b}", "game", job->scene.name,
                                   "player", text, "depth", result->depth, "value", result->value, "move", move, "pv",
                                   pv, "nodes", json_count(result->nodes), "interior", json_count(result->interior),
                                   "leaves", json_count(result->leaves), "seconds", result->seconds, "stopped",
                                   result->stopped);
    json_object_set_new(json, "branching", json_real(branching(result)));
    if (minimal > 0) json_object_set_new(json, "minimal_tree", json_count(minimal));
    if (settings->on & FEATURE_STATS) {
        json_object_set_new(json, "cutoffs_by_index", stats_json(stats));
        json_object_set_new(json, "levels", levels_json(stats));
        json_object_set_new(json, "first_move_cut_rate", json_real(first_rate(stats)));
        json_object_set_new(json, "table_probes", json_count(stats->table_probes));
        json_object_set_new(json, "table_hits", json_count(stats->table_hits));
        json_object_set_new(json, "table_cuts", json_count(stats->table_cuts));
        json_object_set_new(json, "list_updates", json_count(stats->list_updates));
        json_object_set_new(json, "list_hits", json_count(stats->list_hits));
        json_object_set_new(json, "list_mean_rank",
                            json_real(stats->list_hits ? (double)stats->list_rank_sum / (double)stats->list_hits : 0));
        json_object_set_new(json, "list_length", json_count(result->list_length));
    }
    return json;
}

static void print_stats(const SearchSettings *settings, const SearchStats *stats, const SearchResult *result)
{
    if (!(settings->on & FEATURE_STATS)) return;
    printf("cut-offs %" PRIu64 ", by the first move %.1f %%; by index:", stats->cuts, 100 * first_rate(stats));
    for (int i = 0; i < 8; i++) printf(" %" PRIu64, stats->cuts_by_index[i]);
    putchar('\n');
    if (settings->on & FEATURE_TT)
        printf("table: %" PRIu64 " probes, %" PRIu64 " found, %" PRIu64 " cut\n", stats->table_probes,
               stats->table_hits, stats->table_cuts);
    if (settings->on & FEATURE_ORDER_ADS)
        printf("lists: %" PRIu64
               " updates, %.1f %% of them moves already listed, at place %.2f on the average; %" PRIu64 " elements\n",
               stats->list_updates,
               stats->list_updates ? 100.0 * (double)stats->list_hits / (double)stats->list_updates : 0,
               1 + (stats->list_hits ? (double)stats->list_rank_sum / (double)stats->list_hits : 0),
               result->list_length);
}

static bool minimal_of(const Job *job, const SearchSettings *settings, const SearchResult *result, uint64_t *nodes,
                       Status *status)
{
    *nodes = 0;
    if (!job->minimal || settings->algorithm >= ALGORITHM_MAXN || result->depth == 0) return true;
    return search_minimal_tree(&job->scene.v, settings, &job->scene.s, result->depth, job->limits.stop, nodes, status);
}

static int run_one(const Job *job, const char *text, bool json)
{
    SearchSettings settings;
    SearchStats    stats = {0};
    SearchResult   result;
    Status         status;
    uint64_t       minimal;
    if (!search_one(job, text, &settings, &stats, &result, &status) ||
        !minimal_of(job, &settings, &result, &minimal, &status))
        return cli_bad_input(&status);
    if (json) return json_print(result_json(job, text, &settings, &stats, &result, minimal));
    char value[32], pv[TEXT_MAX];
    Text value_out = text_on(value, sizeof value), pv_out = text_on(pv, sizeof pv);
    found_value(result.value, &value_out);
    found_line(&job->scene.v, &job->scene.s, settings.algorithm, &result, &pv_out);
    printf("value %s, best line: %s\ndepth %d, %" PRIu64 " nodes (%" PRIu64 " interior, %" PRIu64
           " leaves), %.3f s, %.2f million nodes/s, branching %.2f\n",
           value, pv, result.depth, result.nodes, result.interior, result.leaves, result.seconds,
           (double)result.nodes / (result.seconds + 1e-9) / 1e6, branching(&result));
    if (minimal > 0)
        printf("minimal tree %" PRIu64 " nodes: %.2f times as many were visited\n", minimal,
               (double)result.nodes / (double)minimal);
    print_stats(&settings, &stats, &result);
    return EXIT_DONE;
}

// Several searches of the same position side by side.
static int run_compare(const Job *job, const Args *args, bool json)
{
    Status        status;
    json_t *const list  = json_array();
    uint64_t      first = 0;
    for (int i = 1; i < args->count; i++) {
        SearchSettings settings;
        SearchStats    stats = {0};
        SearchResult   result;
        uint64_t       minimal;
        if (!search_one(job, args->words[i], &settings, &stats, &result, &status) ||
            !minimal_of(job, &settings, &result, &minimal, &status)) {
            json_decref(list);
            return cli_bad_input(&status);
        }
        if (i == 1) first = result.nodes;
        if (atomic_load(&interrupted)) break;
        if (json) {
            json_array_append_new(list, result_json(job, args->words[i], &settings, &stats, &result, minimal));
            continue;
        }
        char value[32], move[TEXT_MAX];
        Text value_out = text_on(value, sizeof value), move_out = text_on(move, sizeof move);
        found_value(result.value, &value_out);
        if (result.pv_length > 0) found_move(&job->scene.v, &job->scene.s, result.pv[0], &move_out);
        if (i == 1)
            printf("%8s %10s %14s %8s %9s %9s %9s  %s\n", "value", "move", "nodes", "share", "x minimal", "seconds",
                   "million/s", "player");
        printf("%8s %10s %14" PRIu64 " %7.1f%% ", value, move, result.nodes,
               100.0 * (double)result.nodes / (double)first);
        if (minimal > 0) printf("%9.2f", (double)result.nodes / (double)minimal);
        else printf("%9s", "-");
        printf(" %9.3f %9.2f  %s\n", result.seconds, (double)result.nodes / (result.seconds + 1e-9) / 1e6,
               args->words[i]);
        fflush(stdout);
    }
    if (json) return json_print(json_pack("{s:s, s:o}", "game", job->scene.name, "searches", list));
    json_decref(list);
    return EXIT_DONE;
}

static bool limits_read(const Args *args, SearchLimits *limits, Status *status)
{
    long depth, time_ms, nodes;
    if (!args_number(args, "depth", 1, SEARCH_DEPTH_MAX, 0, &depth, status) ||
        !args_number(args, "time", 1, 1000000000, 0, &time_ms, status) ||
        !args_number(args, "nodes", 1, 1000000000000, 0, &nodes, status))
        return false;
    *limits = (SearchLimits){.depth = (int)depth, .seconds = (double)time_ms / 1000, .nodes = (uint64_t)nodes};
    return true;
}

static int run(const Args *args)
{
    Status            status;
    Job               job     = {.minimal = args_value(args, "minimal") != NULL};
    const bool        compare = args_value(args, "compare") != NULL;
    const char *const player  = args_value(args, "player");
    if (!limits_read(args, &job.limits, &status)) return cli_bad_input(&status);
    if (compare ? args->count < 2 || player != NULL : args->count > 1) {
        status_fail(&status,
                    compare ? "search: --compare: expected players after the game, and no --player"
                            : "search: '%s' is one word too many; players go with --player or --compare",
                    args->words[1]);
        return cli_bad_input(&status);
    }
    if (!scene_open(&job.scene, args, &status)) return cli_bad_input(&status);
    // Ctrl-C ends the search, not the program: what was found so far is reported.
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    job.quiet                  = args->json || compare;
    job.limits.stop            = &interrupted;
    const char *const fallback = job.scene.v.facts.players == 2
                                   ? "alphabeta:order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes"
                                   : "brs:order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes";
    const int         code     = compare ? run_compare(&job, args, args->json)
                                         : run_one(&job, player != NULL ? player : fallback, args->json);
    scene_close(&job.scene);
    return code == EXIT_DONE && atomic_load(&interrupted) ? EXIT_INTERRUPTED : code;
}

static void print_keys(void)
{
    puts("players: alphabeta, brs, paranoid, maxn, minimax, each with key=value,... of");
    for (const Option *o = search_options(); o->key != NULL; o++) {
        char form[64];
        Text text = text_on(form, sizeof form);
        text_add(&text, "%s=%s", o->key, o->choices != NULL ? o->choices : o->form != NULL ? o->form : "N");
        printf("  %-46s %s\n", form, o->help);
    }
    puts("\nordering ideas:");
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (strncmp(feature_info[i].id, "ORDER_", 6) == 0 && i != FEATURE_BIT_ORDER_ORACLE)
            printf("  %-12s %s\n", feature_info[i].name, feature_info[i].help);
    putchar('\n');
}

static const Flag flags[] = {
    {"player", "SPEC", "the search, e.g. alphabeta:depth=6,order=tt+killer+history-ads,tt=20"},
    {"compare", NULL, "several players, named behind the game, side by side"},
    {"position", "TEXT", "search this position instead of the start"},
    {"moves", "LIST", "play these moves first"},
    {"depth", "N", "plies to search"},
    {"time", "MS", "milliseconds to search"},
    {"nodes", "N", "nodes to search"},
    {"minimal", NULL, "also measure the minimal tree"},
    {0},
};

const Command command_search = {
    .name      = "search",
    .usage     = "search GAME [--player SPEC] [--depth N | --time MS | --nodes N] [--position TEXT] [--moves LIST] | "
                 "search GAME --compare SPEC SPEC ...",
    .summary   = "search a position, or compare searches of it",
    .examples  = "  pollard search othello --depth 8\n"
                 "  pollard search focus:players=4 --player brs:depth=4,order=history-ads,stats=yes --minimal\n"
                 "  pollard search othello --depth 6 --compare alphabeta alphabeta:order=history-ads "
                 "alphabeta:order=tt+killer,tt=18\n",
    .flags     = flags,
    .words_min = 1,
    .words_max = COMPARE_MAX,
    .run       = run,
    .more_help = print_keys,
};
