// cmd_search.c - `pollard search`: searches a position, or compares several searches of it.
#include "cli/cli.h"
#include "cli/search_text.h"
#include "cli/search_stats.h"
#include "play/evaluation.h"
#include "play/player.h"
#include "play/tune_result.h"
#include "search/search.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMPARE_MAX = ARGS_WORDS_MAX };

// Minimal trees that were measured: by algorithm and depth, as nothing else changes them.
typedef struct Minimal {
    Algorithm algorithm;
    int       depth;
    uint64_t  nodes;
} Minimal;

typedef struct Job {
    PositionArgs at;
    Evaluation  *evaluation;   // of the search at hand; NULL: that of the game
    AnyState     own;          // the position with it
    SearchLimits limits;
    bool         quiet, minimal;
    int          minimals;
    Minimal      minimal_known[COMPARE_MAX];
} Job;

static const Variant *job_variant(const Job *job)
{
    return job->evaluation != NULL ? &job->evaluation->v : &job->at.v;
}
static const AnyState *job_position(const Job *job)
{
    return job->evaluation != NULL ? &job->own : &job->at.s;
}

// "-" where no depth was completed: what the search holds then says nothing.
static void result_text(const Job *job, const SearchResult *result, Text *value, Text *move)
{
    if (result->depth > 0) value_format(result->value, value);
    else text_add(value, "-");
    if (result->depth > 0 && result->pv_length > 0)
        search_text_move(&job->at.v, &job->at.s, result->pv[0], move);
    else text_add(move, "-");
}

// The depth that is searched first.
static int depth_first(const Job *job, const SearchSettings *settings)
{
    const SearchLimits *const l = &job->limits;
    const bool limited = l->seconds > 0 || l->nodes > 0 || settings->time_ms > 0 || settings->nodes > 0;
    return settings->deepening || limited ? 1 : l->depth > 0 ? l->depth : settings->depth;
}

typedef struct Reporter {
    const Job            *job;
    const SearchSettings *settings;
} Reporter;

static void report_depth(void *context, const SearchResult *result)
{
    const Reporter *const reporter = context;
    char                  value[32], pv[TEXT_MAX];
    Text                  value_out = text_on(value, sizeof value), pv_out = text_on(pv, sizeof pv);
    value_format(result->value, &value_out);
    search_text_line(&reporter->job->at.v, &reporter->job->at.s, reporter->settings->algorithm, result,
                     &pv_out);
    fprintf(stderr, "depth %2d  value %7s  nodes %12" PRIu64 "  %8.3f s  %s\n", result->depth, value,
            result->nodes, result->seconds, pv);
}

static bool evaluation_read(Job *job, Spec *spec, Status *status)
{
    evaluation_close(job->evaluation);
    if (!evaluation_parse(&job->evaluation, &job->at.v, spec, status)) return false;
    if (job->evaluation == NULL) return true;
    if (!evaluation_load(job->evaluation, status)) return false;
    state_convert(&job->evaluation->v, &job->own, &job->at.v, &job->at.s);
    return true;
}

static bool settings_read(Job *job, const char *text, SearchSettings *settings, Status *status)
{
    Spec spec;
    if (!spec_parse(&spec, text, status) || !tune_result_expand(&spec, &job->at.v, status) ||
        !evaluation_read(job, &spec, status) || !search_settings_parse(settings, &spec, &job->at.v, status))
        return false;
    if (settings->depth == 0 && settings->time_ms == 0 && settings->nodes == 0 && job->limits.depth == 0 &&
        job->limits.seconds <= 0 && job->limits.nodes == 0)
        return status_fail(
            status,
            "'%s' has no limit; expected depth=, time= or nodes= in it, or --depth, --time or --nodes", text);
    return true;
}

// 0: no limit of time.
static double limit_seconds(const Job *job, const SearchSettings *settings)
{
    return job->limits.seconds > 0 ? job->limits.seconds : settings->time_ms / 1000.0;
}

static bool search_one(Job *job, const char *text, SearchSettings *settings, SearchStats *stats,
                       SearchResult *result, Status *status)
{
    if (!settings_read(job, text, settings, status)) return false;
    Search *const se = search_open(job_variant(job), settings, status);
    if (se == NULL) return false;
    Reporter      reporter = {.job = job, .settings = settings};
    ProgressWatch watch;   // where no line per depth is seen
    if (job->quiet) progress_watch(&watch, text, limit_seconds(job, settings));
    search_run(se, job_position(job), &job->limits, job->quiet ? NULL : report_depth, &reporter, result);
    if (job->quiet) progress_watch_end(&watch);
    if (se->stats != NULL) *stats = *se->stats;
    search_close(se);
    return true;
}

// The effective branching factor: of the uniform tree of the same depth and size.
static double branching(const SearchResult *result)
{
    return result->depth > 0 ? pow((double)result->nodes, 1.0 / result->depth) : 0;
}

static json_t *result_json(const Job *job, const char *text, const SearchSettings *settings,
                           const SearchStats *stats, const SearchResult *result, uint64_t minimal)
{
    char pv[TEXT_MAX], value[32], move[TEXT_MAX];
    Text pv_out = text_on(pv, sizeof pv), value_out = text_on(value, sizeof value),
         move_out    = text_on(move, sizeof move);
    const bool known = result->depth > 0;   // otherwise null: no depth was completed
    if (known) search_text_line(&job->at.v, &job->at.s, settings->algorithm, result, &pv_out);
    result_text(job, result, &value_out, &move_out);
    json_t *const json = json_pack(
        "{s:s, s:s, s:i, s:o, s:o, s:s, s:o, s:o, s:o, s:f, s:b}", "game", job->at.name, "player", text,
        "depth", result->depth, "value", known ? json_integer(result->value) : json_null(), "move",
        known && result->pv_length > 0 ? json_string(move) : json_null(), "pv", pv, "nodes",
        json_count(result->nodes), "interior", json_count(result->interior), "leaves",
        json_count(result->leaves), "seconds", result->seconds, "stopped", result->stopped);
    json_object_set_new(json, "branching", json_real(branching(result)));
    if (minimal > 0) json_object_set_new(json, "minimal_tree", json_count(minimal));
    if (settings->on & FEATURE_STATS) stats_json(stats, result, json);
    return json;
}

static bool minimal_of(Job *job, const SearchSettings *settings, const SearchResult *result, uint64_t *nodes,
                       Status *status)
{
    *nodes = 0;
    if (!job->minimal || settings->algorithm >= ALGORITHM_MAXN || result->depth == 0) return true;
    for (int i = 0; i < job->minimals && job->evaluation == NULL; i++) {
        const Minimal *const known = &job->minimal_known[i];
        if (known->algorithm == settings->algorithm && known->depth == result->depth)
            return *nodes = known->nodes, true;
    }
    ProgressWatch watch;
    progress_watch(&watch, "minimal tree", 0);
    const bool good = search_minimal_tree(job_variant(job), settings, job_position(job), result->depth,
                                          job->limits.stop, nodes, status);
    progress_watch_end(&watch);
    if (good && job->evaluation == NULL)
        job->minimal_known[job->minimals++] = (Minimal){settings->algorithm, result->depth, *nodes};
    return good;
}

// What was found, or that nothing was.
static void print_line(const Job *job, const SearchSettings *settings, const SearchResult *result)
{
    char value[32], pv[TEXT_MAX];
    Text value_out = text_on(value, sizeof value), pv_out = text_on(pv, sizeof pv);
    if (result->depth == 0) {
        printf("stopped before depth %d was completed\n", depth_first(job, settings));
        return;
    }
    value_format(result->value, &value_out);
    search_text_line(&job->at.v, &job->at.s, settings->algorithm, result, &pv_out);
    printf("value %s, best line: %s\n", value, pv);
}

static int run_one(Job *job, const char *text, bool json)
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
    print_line(job, &settings, &result);
    printf("depth %d, %" PRIu64 " nodes (%" PRIu64 " interior, %" PRIu64
           " leaves), %.3f s, %.2f million nodes/s, branching %.2f\n",
           result.depth, result.nodes, result.interior, result.leaves, result.seconds,
           (double)result.nodes / (result.seconds + 1e-9) / 1e6, branching(&result));
    if (minimal > 0)
        printf("minimal tree %" PRIu64 " nodes: %.2f times as many were visited\n", minimal,
               (double)result.nodes / (double)minimal);
    stats_print(&settings, &stats, &result);
    return EXIT_DONE;
}

// Several searches of the same position side by side.
static int run_compare(Job *job, const Args *args, bool json)
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
        if (atomic_load(&cli_interrupted)) {   // its counts are no match for the others'
            fprintf(stderr, "stopped: %d of %d players were searched\n", i - 1, args->count - 1);
            break;
        }
        if (json) {
            json_array_append_new(list,
                                  result_json(job, args->words[i], &settings, &stats, &result, minimal));
            continue;
        }
        char value[32], move[TEXT_MAX];
        Text value_out = text_on(value, sizeof value), move_out = text_on(move, sizeof move);
        result_text(job, &result, &value_out, &move_out);
        if (i == 1)
            printf("%8s %10s %14s %8s %9s %9s %9s  %s\n", "value", "move", "nodes", "share", "x minimal",
                   "seconds", "million/s", "player");
        printf("%8s %10s %14" PRIu64 " %7.1f%% ", value, move, result.nodes,
               100.0 * (double)result.nodes / (double)first);
        if (minimal > 0) printf("%9.2f", (double)result.nodes / (double)minimal);
        else printf("%9s", "-");
        printf(" %9.3f %9.2f  %s\n", result.seconds, (double)result.nodes / (result.seconds + 1e-9) / 1e6,
               args->words[i]);
        fflush(stdout);
    }
    if (json) return json_print(json_pack("{s:s, s:o}", "game", job->at.name, "searches", list));
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
    *limits = (SearchLimits){
        .depth = (int)depth, .seconds = (double)time_ms / 1000, .nodes = (uint64_t)nodes};
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
    if (!position_args_open(&job.at, args, &status)) return cli_bad_input(&status);
    // Ctrl-C ends the search, not the program: what was found so far is reported.
    cli_catch_interrupt();
    job.quiet       = args->json || compare;
    job.limits.stop = &cli_interrupted;
    // To a depth, a search whose values are exact; under a limit of time, the one that plays best.
    const char *const exact = job.at.v.facts.players == 2
                                ? "alphabeta:order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes"
                                : "brs:order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes";
    const char *const usual = job.limits.seconds > 0 && job.limits.depth == 0 ? player_default(&job.at.v)
                                                                              : exact;
    const int         code  = compare ? run_compare(&job, args, args->json)
                                      : run_one(&job, player != NULL ? player : usual, args->json);
    evaluation_close(job.evaluation);
    position_args_close(&job.at);
    return code == EXIT_DONE && atomic_load(&cli_interrupted) ? EXIT_INTERRUPTED : code;
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
    puts("  eval=NAME, weights=A/B/...                     an evaluation of the game (`pollard games NAME` "
         "lists them)");
    puts("  with=FILE                                      what `pollard tune` found, for keys that are not "
         "given");
    puts("\nordering ideas:");
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (strncmp(feature_info[i].id, "ORDER_", 6) == 0 && i != FEATURE_BIT_ORDER_ORACLE)
            printf("  %-12s %s\n", feature_info[i].name, feature_info[i].help);
    putchar('\n');
}

static const Flag flags[] = {
    {"player", "SPEC", "the search, e.g. alphabeta:depth=6,order=tt+killer+history-ads,tt=20"},
    {"compare", NULL, "several players, named after the game, side by side"},
    {"position", "TEXT", "search this position instead of the start"},
    {"moves", "LIST", "play these moves first"},
    {"depth", "N", "plies to search"},
    {"time", "MS", "milliseconds to search"},
    {"nodes", "N", "nodes to search"},
    {"minimal", NULL, "also measure the minimal tree"},
    FLAG_DIR,
    {0},
};

const Command command_search = {
    .name    = "search",
    .words   = "GAME [PLAYER ...]",
    .summary = "search a position, or compare searches of it",
    .examples =
        "  pollard search othello --depth 8\n"
        "  pollard search focus:players=4 --player brs:depth=4,order=history-ads,stats=yes --minimal\n"
        "  pollard search othello --depth 6 --compare alphabeta alphabeta:order=history-ads "
        "alphabeta:order=tt+killer,tt=18\n",
    .flags     = flags,
    .words_min = 1,
    .words_max = COMPARE_MAX,
    .run       = run,
    .more_help = print_keys,
};
