// cmd_search.c - `pollard search`: searches a position, or compares several searches of it.
#include "cli/cli.h"
#include "cli/search_stats.h"
#include "play/player_type.h"
#include "play/show/search_json.h"
#include "play/show/search_line.h"
#include "play/show/search_text.h"
#include "search/search.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMPARE_MAX = 64 };

// Minimal trees that were measured: by algorithm and depth, as nothing else changes them.
typedef struct Minimal {
    Algorithm algorithm;
    int       depth;
    uint64_t  nodes;
} Minimal;

typedef struct Job {
    PositionArgs at;
    SearchLimits limits;
    bool         quiet, minimal;
    int          minimals;
    Minimal      minimal_known[COMPARE_MAX];
} Job;

// One of the searches of a job, and what it found.
typedef struct Run {
    Player         player;
    char           text[TEXT_MAX + SPEC_PATH_MAX];   // its spec as given
    char           search[TEXT_MAX];                 // what `engine` stood for; "" for others
    SearchSettings settings;
    SearchStats    stats;
    SearchResult   result;
    uint64_t       minimal;   // nodes of the minimal tree; 0: not measured
} Run;

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
    const Player         *player;
    const SearchSettings *settings;
    SearchLine            line;
} Reporter;

static void report_depth(void *context, const SearchResult *found)
{
    Reporter *const  reporter = context;
    const Job *const job      = reporter->job;
    SearchResult     result   = *found;
    char             value[32], pv[TEXT_MAX];
    Text             value_out = text_on(value, sizeof value), pv_out = text_on(pv, sizeof pv);
    search_line_take(&reporter->line, reporter->player, &job->at.v, &job->at.s, found);
    if (job->quiet) return;
    search_line_put(&reporter->line, &result);
    value_format(result.value, &value_out);
    search_text_line(&job->at.v, &job->at.s, reporter->settings->algorithm, &result, &pv_out);
    fprintf(stderr, "depth %2d  value %7s  nodes %12" PRIu64 "  %8.3f s  %s\n", result.depth, value,
            result.nodes, result.seconds, pv);
}

// 0: no limit of time.
static double limit_seconds(const Job *job, const SearchSettings *settings)
{
    return job->limits.seconds > 0 ? job->limits.seconds : settings->time_ms / 1000.0;
}

static bool minimal_asked(const Job *job, const Run *run)
{
    return job->minimal && (algorithm_info[run->settings.algorithm].abilities & ALGORITHM_WINDOW) &&
           run->result.depth > 0;
}

// The minimal tree, where it is asked for and there is one.
static bool minimal_measure(Job *job, Run *run, Status *status)
{
    const Algorithm         algorithm = run->settings.algorithm;
    const int               depth     = run->result.depth;
    const Evaluation *const own       = run->player.evaluation;
    if (!minimal_asked(job, run)) return true;
    for (int i = 0; i < job->minimals && own == NULL; i++) {
        const Minimal *const known = &job->minimal_known[i];
        if (known->algorithm == algorithm && known->depth == depth) return run->minimal = known->nodes, true;
    }
    ProgressWatch watch;
    progress_watch(&watch, "minimal tree", 0);
    const bool good = player_minimal_tree(&run->player, &job->at.v, &job->at.s, depth, &job->limits,
                                          &run->minimal, status);
    progress_watch_end(&watch);
    if (good && own == NULL) job->minimal_known[job->minimals++] = (Minimal){algorithm, depth, run->minimal};
    return good;
}

// Opens a player who searches; limits come from the flags or from the spec.
static bool player_read(const Job *job, const PlayerSpec *spec, Run *run, Status *status)
{
    const SearchLimits *const l    = &job->limits;
    const PlayerSeat          seat = {.seed = 1, .limited = l->depth > 0 || l->seconds > 0 || l->nodes > 0};
    Text                      written = text_on(run->text, sizeof run->text);
    player_spec_write(spec, &written);
    PlayerSpec search = *spec;
    if (player_spec_expand(&search, &job->at.v, seat.limited, status) && search.type != spec->type) {
        Text out = text_on(run->search, sizeof run->search);
        player_spec_write(&search, &out);
    }
    if (!player_open_spec(&run->player, &job->at.v, spec, seat, status)) {
        Status     ignored;
        const bool unlimited = !seat.limited && !player_spec_check(spec, &job->at.v, false, &ignored) &&
                               player_spec_check(spec, &job->at.v, true, &ignored);
        return unlimited ? status_prefix(status, "no --depth, --time or --nodes") : false;
    }
    if (player_searches(&run->player)) return true;
    player_close(&run->player);
    return status_fail(status, "'%.80s': expected a search", run->text);
}

// Searches; run_end must follow.
static bool search_one(Job *job, const PlayerSpec *spec, Run *run, Status *status)
{
    memset(run, 0, sizeof *run);
    if (!player_read(job, spec, run, status)) return false;
    run->settings          = run->player.search->settings;
    run->player.game       = &job->at.game;
    Reporter      reporter = {.job = job, .player = &run->player, .settings = &run->settings};
    ProgressWatch watch;   // where no line per depth is seen
    if (job->quiet) progress_watch(&watch, run->text, limit_seconds(job, &run->settings));
    player_search_position(&run->player, &job->at.v, &job->at.s, &job->limits, report_depth, &reporter,
                           &run->result);
    search_line_put(&reporter.line, &run->result);
    if (job->quiet) progress_watch_end(&watch);
    if (run->player.search->stats != NULL) run->stats = *run->player.search->stats;
    return true;
}

// Measures the minimal tree, which may take longer than the search, and ends the player.
static bool run_end(Job *job, Run *run, Status *status)
{
    const bool good = minimal_measure(job, run, status);
    player_close(&run->player);
    return good;
}

// The effective branching factor: of the uniform tree of the same depth and size.
static double branching(const SearchResult *result)
{
    return result->depth > 0 ? pow((double)result->nodes, 1.0 / result->depth) : 0;
}

static json_t *result_json(const Job *job, const Run *run)
{
    const SearchResult *const result = &run->result;
    char                      pv[TEXT_MAX], value[32], move[TEXT_MAX];
    Text                      pv_out = text_on(pv, sizeof pv), value_out = text_on(value, sizeof value),
         move_out    = text_on(move, sizeof move);
    const bool known = result->depth > 0;   // otherwise null: no depth was completed
    if (known) search_text_line(&job->at.v, &job->at.s, run->settings.algorithm, result, &pv_out);
    result_text(job, result, &value_out, &move_out);
    json_t *const json = json_pack(
        "{s:s, s:s, s:i, s:o, s:o, s:s, s:o, s:o, s:o, s:f, s:b}", "game", job->at.name, "player", run->text,
        "depth", result->depth, "value", known ? json_integer(result->value) : json_null(), "move",
        known && result->pv_length > 0 ? json_string(move) : json_null(), "pv", pv, "nodes",
        json_count(result->nodes), "interior", json_count(result->interior), "leaves",
        json_count(result->leaves), "seconds", result->seconds, "stopped", result->stopped);
    json_object_set_new(json, "branching", json_real(branching(result)));
    if (run->search[0]) json_object_set_new(json, "search", json_string(run->search));
    if (run->minimal > 0) json_object_set_new(json, "minimal_tree", json_count(run->minimal));
    if (run->settings.on & FEATURE_STATS) search_stats_json(&run->stats, result, json);
    return json;
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

static int run_one(Job *job, const PlayerSpec *spec, bool json)
{
    Run    run;
    Status status;
    if (!search_one(job, spec, &run, &status)) return cli_fail(&status);
    if (json && !run_end(job, &run, &status)) return cli_fail(&status);
    if (json) return json_print(result_json(job, &run));
    const SearchResult *const result = &run.result;
    print_line(job, &run.settings, result);
    printf("depth %d, %" PRIu64 " nodes (%" PRIu64 " interior, %" PRIu64
           " leaves), %.3f s, %.2f million nodes/s, branching %.2f\n",
           result->depth, result->nodes, result->interior, result->leaves, result->seconds,
           (double)result->nodes / (result->seconds + 1e-9) / 1e6, branching(result));
    fflush(stdout);
    if (!run_end(job, &run, &status)) return cli_fail(&status);
    if (run.minimal > 0)
        printf("minimal tree %" PRIu64 " nodes: %.2f times as many were visited\n", run.minimal,
               (double)result->nodes / (double)run.minimal);
    else if (minimal_asked(job, &run)) puts("minimal tree: not measured within ten times the limit");
    if (run.search[0]) printf("%s: %s\n", run.text, run.search);
    stats_print(&run.settings, &run.stats, result);
    return EXIT_DONE;
}

static void print_row(const Job *job, const Run *run, uint64_t first)
{
    assert(run != NULL);
    const SearchResult *const result = &run->result;
    char                      value[32], move[TEXT_MAX];
    Text                      value_out = text_on(value, sizeof value), move_out = text_on(move, sizeof move);
    result_text(job, result, &value_out, &move_out);
    printf("%8s %10s %14" PRIu64 " %7.1f%% ", value, move, result->nodes,
           100.0 * (double)result->nodes / (double)first);
    if (run->minimal > 0) printf("%9.2f", (double)result->nodes / (double)run->minimal);
    else printf("%9s", "-");
    printf(" %9.3f %9.2f  %s\n", result->seconds, (double)result->nodes / (result->seconds + 1e-9) / 1e6,
           run->text);
    fflush(stdout);
}

// Several searches of the same position side by side.
static int run_compare(Job *job, const Args *args, bool json)
{
    Status        status;
    json_t *const list  = json_array();
    uint64_t      first = 0;
    for (int i = 1; i < args->count; i++) {
        PlayerSpec spec;
        Run        run;
        if (!player_spec_parse(&spec, args->words[i], &status) || !search_one(job, &spec, &run, &status) ||
            !run_end(job, &run, &status)) {
            json_decref(list);
            return cli_fail(&status);
        }
        if (i == 1) first = run.result.nodes;
        if (atomic_load(&cli_interrupted)) {   // its counts cannot be compared with the others'
            fprintf(stderr, "stopped: %d of %d players were searched\n", i - 1, args->count - 1);
            break;
        }
        if (json) {
            json_array_append_new(list, result_json(job, &run));
            continue;
        }
        if (i == 1)
            printf("%8s %10s %14s %8s %9s %9s %9s  %s\n", "value", "move", "nodes", "share", "x minimal",
                   "seconds", "million/s", "player");
        print_row(job, &run, first);
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
    if (!limits_read(args, &job.limits, &status)) return cli_fail(&status);
    if (compare ? args->count < 2 || player != NULL : args->count > 1) {
        status_fail(&status,
                    compare ? "search: --compare: expected players after the game, and no --player"
                            : "search: '%s' is one word too many; players go with --player or --compare",
                    args->words[1]);
        return cli_fail(&status);
    }
    if (!position_args_open(&job.at, args, &status)) return cli_fail(&status);
    // Ctrl-C ends the search, not the program: what was found so far is reported.
    cli_catch_interrupt();
    cli_end_with_reader();
    job.quiet       = args->json || compare;
    job.limits.stop = &cli_interrupted;
    PlayerSpec spec;
    int        code;
    if (compare) code = run_compare(&job, args, args->json);
    else if (!player_spec_parse(&spec, player != NULL ? player : "engine", &status)) code = cli_fail(&status);
    else code = run_one(&job, &spec, args->json);
    position_args_close(&job.at);
    return code == EXIT_DONE && atomic_load(&cli_interrupted) ? EXIT_INTERRUPTED : code;
}

static void print_keys(void)
{
    puts("players:");
    for (int i = 0; player_types[i] != NULL; i++) {
        char names[64];
        Text text = text_on(names, sizeof names);
        for (int k = 0; player_types[i]->names[k] != NULL; k++)
            text_add(&text, "%s%s", k ? ", " : "", player_types[i]->names[k]);
        command_help_row(names, player_types[i]->help, 40);
    }
    puts("\nkeys of a search, alphabeta:key=value,key=value:");
    for (const Option *o = search_options(); o->key != NULL; o++) {
        char form[64];
        Text text = text_on(form, sizeof form);
        text_add(&text, "%s=%s", o->key, o->choices != NULL ? o->choices : o->form != NULL ? o->form : "N");
        command_help_row(form, o->help, 40);
    }
    command_help_row("eval=NAME, weights=A/B/...",
                     "an evaluation of the game (`pollard games NAME` lists them)", 40);
    command_help_row("with=FILE", "what `pollard tune` found, for keys that are not given", 40);
    command_help_row("mistakes=N", "of 100 moves, how many are chosen by chance among the better half", 40);
    puts("\npresets:");
    for (int g = 0; games_all[g] != NULL; g++)
        for (const GamePreset *p = games_all[g]->presets; p != NULL && p->name != NULL; p++)
            command_help_row(p->name, p->help, 20);
    puts("\nordering ideas:");
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (feature_info[i].class == CLASS_ORDER)
            command_help_row(feature_info[i].name, feature_info[i].help, 15);
    putchar('\n');
}

static const Flag flags[] = {
    {"player", "SPEC", "the search, e.g. alphabeta:depth=6,order=tt+killer+history-ads,tt=20"},
    {"compare", NULL, "several players, named after the game, side by side"},
    {"position", "TEXT", "search this position instead of the start"},
    {"from", "FILE[:N]",
     "search the end of game N (default 1) of a file in any notation of `pollard convert`"},
    {"pgn", "FILE[:N]", "the same of a PGN file"},
    {"moves", "TEXT", "play these moves first, in any notation"},
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
        "  pollard search othello --depth 6 --compare alphabeta alphabeta:order=killer "
        "alphabeta:order=history-ads\n",
    .flags     = flags,
    .words_min = 1,
    .words_max = COMPARE_MAX,
    .run       = run,
    .more_help = print_keys,
};
