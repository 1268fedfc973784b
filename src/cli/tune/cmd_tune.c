// cmd_tune.c - `pollard tune`: what a player's spec can say, found by playing.
#include "cli/cli.h"
#include "cli/tune/tune_report.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void show(void *context, const char *what, double done)
{
    static char     line[200];
    Progress *const progress = context;
    snprintf(line, sizeof line, "tune, %s", what);
    progress->what = line;
    progress_show(progress, done);
}

static bool method_read(const Args *args, TuneMethod *method, Status *status)
{
    const char *const text = args_value(args, "method");
    *method                = TUNE_MATCHES;
    if (text == NULL) return true;
    for (*method = 0; *method < TUNE_METHODS; ++*method)
        if (strcmp(text, tune_method_names[*method]) == 0) return true;
    return status_fail(status, "--method %s: expected regression, tdleaf or matches", text);
}

// Games and rounds unless they are given. Chosen so that Chinese Checkers at depth 2 takes minutes.
static bool numbers_read(const Args *args, TuneSettings *t, long games, long rounds, Status *status)
{
    assert(games >= 1 && rounds >= 1);
    long seed, threads, check, depth;
    if (!args_number(args, "games", 2, 1000000, games, &games, status) ||
        !args_number(args, "rounds", 1, 100000, rounds, &rounds, status) ||
        !args_number(args, "check", 2, 1000000, 400, &check, status) ||
        !args_number(args, "depth", 2, SEARCH_DEPTH_MAX, 0, &depth, status) ||
        !args_number(args, "threads", 1, MATCH_THREADS_MAX, 1, &threads, status) ||
        !args_number(args, "seed", 0, 1000000000, 1, &seed, status))
        return false;
    t->games = (int)games, t->rounds = (int)rounds, t->check = (int)check, t->depth = (int)depth;
    t->threads = (int)threads, t->seed = (uint64_t)seed;
    return true;
}

// Part of the games that are collected first.
static int part_report(const Args *args, const TunePart *part)
{
    char which[24];
    part_format(part->which, which);
    if (args->json)
        return json_print(json_pack("{s:s, s:i, s:i, s:i, s:s}", "part", which, "games", part->games,
                                    "played", part->done - part->read, "read", part->read, "file",
                                    part->file));
    printf("part %s: %d of %d games in %s, %d of them played now\n", which, part->done, part->games,
           part->file, part->done - part->read);
    return EXIT_DONE;
}

// Which tunings can be divided: those that begin with many games which depend on nothing found before.
static bool part_refuse(const Args *args, const char *what, const char *why, Status *status)
{
    return args_value(args, "part") == NULL ||
           status_fail(status, "--part: %s cannot be divided into parts: %s", what, why);
}

// Of a tuning that did not end.
static int finish(const Args *args, const TuneSettings *t, const Status *status)
{
    if (t->part->played) return part_report(args, t->part);
    if (atomic_load(&cli_interrupted))
        return cli_end(EXIT_INTERRUPTED, "stopped; the same command continues from here");
    return cli_fail(status);
}

static int tune_eval_run(const Args *args, TuneSettings *t)
{
    static const int defaults[TUNE_METHODS][2] = {{1000, 3}, {64, 30}, {16, 500}};
    Status           status;
    TuneMethod       method;
    TuneEval         found;
    if (!method_read(args, &method, &status) ||
        (method != TUNE_REGRESSION &&
         !part_refuse(args, method == TUNE_TDLEAF ? "--method tdleaf" : "--method matches",
                      "each of its rounds depends on the one before", &status)) ||
        !numbers_read(args, t, defaults[method][0], defaults[method][1], &status))
        return cli_fail(&status);
    const bool good = tune_eval(t, method, &found, &status);
    progress_end(t->context);
    if (!good) return finish(args, t, &status);
    return tune_report_eval(t, &found, args->json);
}

static int tune_windows_run(const Args *args, TuneSettings *t)
{
    Status      status;
    TuneWindows found;
    if (!part_refuse(args, "tune windows", "each of its tests depends on the one before", &status) ||
        !numbers_read(args, t, 400, 1, &status))
        return cli_fail(&status);
    const bool good = tune_windows(t, args_value(args, "linear") != NULL, &found, &status);
    progress_end(t->context);
    if (!good) return finish(args, t, &status);
    const int code = tune_report_windows(t, &found, args->json);
    tune_windows_close(&found);
    return code;
}

static int tune_regions_run(const Args *args, TuneSettings *t)
{
    Status      status;
    TuneRegions found;
    if (!part_refuse(args, "tune regions", "it plays no games; --threads divides its searches", &status) ||
        !numbers_read(args, t, 40, 1, &status))
        return cli_fail(&status);
    const bool good = tune_regions(t, &found, &status);
    progress_end(t->context);
    return good ? tune_report_regions(t, &found, args->json) : finish(args, t, &status);
}

static bool target_read(const Args *args, TuneTarget *target, Status *status)
{
    const char *const text = args_value(args, "target");
    *target                = TARGET_MOVES;
    if (text == NULL) return true;
    for (*target = 0; *target < TARGETS; ++*target)
        if (strcmp(text, tune_target_names[*target]) == 0) return true;
    return status_fail(status, "--target %s: expected moves, search or result", text);
}

static bool abstraction_read(const Args *args, TuneSettings *t, AbstractionSettings *more, Status *status)
{
    long memory, seconds;
    if (args->count <= 1 && !tune_abstraction_player(t->v, t->openings, &t->player, status)) return false;
    if (!numbers_read(args, t, 400, 2, status) || !target_read(args, &more->target, status) ||
        !args_number(args, "memory", 0, 1 << 20, -1, &memory, status) ||
        !args_number(args, "build", 0, 1000000, 600, &seconds, status))
        return false;
    if (memory < 0) return status_fail(status, "tune abstraction: expected --memory MIB");
    if (t->depth == 0) t->depth = 4;
    more->memory        = (uint64_t)memory << 20;
    more->build_seconds = (double)seconds;
    more->against       = args_value(args, "against");
    return true;
}

static int tune_abstraction_run(const Args *args, TuneSettings *t)
{
    Status                 status;
    AbstractionSettings    more;
    static TuneAbstraction found;
    if (!abstraction_read(args, t, &more, &status)) return cli_fail(&status);
    const bool good = tune_abstraction(t, &more, &found, &status);
    progress_end(t->context);
    const int code = good ? tune_report_abstraction(t, &more, &found, args->json) : finish(args, t, &status);
    tune_abstraction_close(&found);
    return code;
}

// Opens the game and its settings and does one kind of tuning with them.
static int tune_run(const Args *args, int (*kind)(const Args *args, TuneSettings *t))
{
    Status       status;
    Variant      v;
    DigestList   accept;
    TuneOthers   others   = {0};
    TunePart     part     = {0};
    Progress     progress = progress_start("tune");
    TuneSettings t        = {.v        = &v,
                             .accept   = &accept,
                             .others   = &others,
                             .part     = &part,
                             .stop     = &cli_interrupted,
                             .progress = show,
                             .context  = &progress};
    t.out                 = args_value(args, "out") != NULL ? args_value(args, "out") : "tune.json";
    t.openings            = args_value(args, "openings") != NULL ? args_value(args, "openings") : "random:2";
    if (!args_part(args, &part.which, &status) || !args_accept(args, &accept, &status) ||
        !variant_open(&v, args->words[0], &status))
        return cli_fail(&status);
    cli_catch_interrupt();
    const int code = args->count > 1 && !player_spec_parse(&t.player, args->words[1], &status)
                       ? cli_fail(&status)
                       : kind(args, &t);
    variant_close(&v);
    return code;
}

static int run_eval(const Args *args) { return tune_run(args, tune_eval_run); }
static int run_windows(const Args *args) { return tune_run(args, tune_windows_run); }
static int run_regions(const Args *args) { return tune_run(args, tune_regions_run); }
static int run_abstraction(const Args *args) { return tune_run(args, tune_abstraction_run); }

static void print_more(void)
{
    puts("It ends with games on openings that were not used to tune. Killed or stopped, the same command\n"
         "continues from FILE.state and ends with the same result; that folder may be removed afterwards.\n"
         "docs/TUNE.md says more.\n");
}

const Command command_tune = {
    .name    = "tune",
    .summary = "find weights, windows, regions or databases for a player; a spec loads the result: with=FILE",
};

// Flags that mean the same in every verb.
#define FLAG_OPENINGS                                                                                        \
    {                                                                                                        \
        "openings", "WHAT",                                                                                  \
            "random:N, N plies for every player (default random:2), or random:N:FILE from its positions"     \
    }
#define FLAG_OUT                                                                                             \
    {                                                                                                        \
        "out", "FILE", "the result (default tune.json); FILE.state holds what is done so far"                \
    }
#define FLAG_SEED                                                                                            \
    {                                                                                                        \
        "seed", "S", "seed (default 1); its openings are not those of other commands"                        \
    }
#define FLAG_THREADS                                                                                         \
    {                                                                                                        \
        "threads", "T", "games at the same time (default 1); the result stays the same"                      \
    }
#define FLAG_CHECK                                                                                           \
    {                                                                                                        \
        "check", "N", "games of the match that judges the result (default 400)"                              \
    }

static const Flag flags_eval[] = {
    {"method", "METHOD", "matches (default), regression or tdleaf"},
    {"games", "N", "games of a round (default: matches 16, regression 1000, tdleaf 64)"},
    {"rounds", "N", "rounds of games (default: matches 500, regression 3, tdleaf 30)"},
    FLAG_CHECK,
    FLAG_OPENINGS,
    FLAG_OUT,
    FLAG_PART,
    FLAG_ACCEPT,
    FLAG_SEED,
    FLAG_THREADS,
    FLAG_DIR,
    {0},
};

const Command command_tune_eval = {
    .name      = "tune eval",
    .words     = "GAME PLAYER",
    .summary   = "weights of an evaluation; the depth is the player's",
    .examples  = "  pollard tune eval abalone alphabeta:depth=2 --threads 2 --out abalone.json\n"
                 "  pollard match abalone alphabeta:depth=3,with=abalone.json alphabeta:depth=3\n",
    .flags     = flags_eval,
    .words_min = 2,
    .words_max = 2,
    .run       = run_eval,
    .more_help = print_more,
};

static const Flag flags_windows[] = {
    {"depth", "D", "the depth to tune for"},
    {"linear", NULL, "widths (D - level) * c with one c, for comparison"},
    {"games", "N", "games of a test at most (default 400)"},
    FLAG_CHECK,
    FLAG_OPENINGS,
    FLAG_OUT,
    FLAG_PART,
    FLAG_ACCEPT,
    FLAG_SEED,
    FLAG_THREADS,
    FLAG_DIR,
    {0},
};

const Command command_tune_windows = {
    .name      = "tune windows",
    .words     = "GAME PLAYER",
    .summary   = "how many moves to search at each level",
    .examples  = "  pollard tune windows othello alphabeta:order=killer --depth 5 --threads 2 --out "
                 "windows.json\n",
    .flags     = flags_windows,
    .words_min = 2,
    .words_max = 2,
    .run       = run_windows,
    .more_help = print_more,
};

static const Flag flags_regions[] = {
    {"depth", "D", "the depth to tune for"},
    {"games", "N", "positions to search (default 40)"},
    FLAG_OPENINGS,
    FLAG_OUT,
    FLAG_PART,
    FLAG_ACCEPT,
    FLAG_SEED,
    FLAG_THREADS,
    FLAG_DIR,
    {0},
};

const Command command_tune_regions = {
    .name      = "tune regions",
    .words     = "GAME PLAYER",
    .summary   = "where each ordering of order=combined is used",
    .examples  = "  pollard tune regions abalone alphabeta:order=combined --depth 5 --out regions.json\n",
    .flags     = flags_regions,
    .words_min = 2,
    .words_max = 2,
    .run       = run_regions,
};

static const Flag flags_abstraction[] = {
    {"memory", "MIB", "for the tables of an evaluation (must be given)"},
    {"target", "WHAT",
     "what candidates shall explain: moves (their values within a position; default), search (values of "
     "positions) or result"},
    {"against", "NAMES",
     "evaluations to play against, separated by commas (default: those of the game's list that fit)"},
    {"build", "SECONDS", "missing tables that take one thread longer are not built (default 600)"},
    {"depth", "D", "depth of the search to explain (default 4)"},
    {"games", "N", "games to collect positions from, and of a meeting (default 400)"},
    {"rounds", "N", "meetings (default 2)"},
    FLAG_CHECK,
    FLAG_OPENINGS,
    FLAG_OUT,
    FLAG_PART,
    FLAG_ACCEPT,
    FLAG_SEED,
    FLAG_THREADS,
    FLAG_DIR,
    {0},
};

const Command command_tune_abstraction = {
    .name      = "tune abstraction",
    .words     = "GAME [PLAYER]",
    .summary   = "which databases an evaluation shall look up, within the memory given",
    .examples  = "  pollard tune abstraction chinese-checkers:board=rhombus7 --memory 2 --threads 2 --out "
                 "small.json\n",
    .flags     = flags_abstraction,
    .words_min = 1,
    .words_max = 2,
    .run       = run_abstraction,
    .more_help = print_more,
};
