// cmd_tune.c - `pollard tune`: what a player's spec can say, found by playing.
#include "cli/cli.h"
#include "cli/tune/tune_report.h"

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

// A flag that cannot matter is a mistake of the one who gave it.
static bool flags_matter(const Args *args, const char *const idle[], Status *status)
{
    for (int i = 0; idle[i] != NULL; i++)
        if (args_value(args, idle[i]) != NULL)
            return status_fail(status, "tune %s: --%s has no effect%s", args->words[0], idle[i],
                               strcmp(idle[i], "depth") == 0 ? "; expected depth= in the player" : "");
    return true;
}

// Games and rounds unless they are given. Chosen so that Chinese Checkers at depth 2 takes minutes.
static bool numbers_read(const Args *args, TuneSettings *t, long games, long rounds, Status *status)
{
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

// Of a tuning that did not end.
static int finish(const Status *status)
{
    if (atomic_load(&cli_interrupted)) {
        fputs("pollard: stopped; the same command goes on from here\n", stderr);
        return EXIT_INTERRUPTED;
    }
    return cli_bad_input(status);
}

static int run_eval(const Args *args, TuneSettings *t)
{
    static const int defaults[TUNE_METHODS][2] = {{1000, 3}, {64, 30}, {16, 500}};
    Status           status;
    TuneMethod       method;
    TuneEval         found;
    if (!flags_matter(args, (const char *const[]){"depth", "linear", NULL}, &status) ||
        !method_read(args, &method, &status) ||
        !numbers_read(args, t, defaults[method][0], defaults[method][1], &status))
        return cli_bad_input(&status);
    const bool good = tune_eval(t, method, &found, &status);
    progress_end(t->context);
    if (!good) return finish(&status);
    return tune_report_eval(t, &found, args->json);
}

static int run_windows(const Args *args, TuneSettings *t)
{
    Status      status;
    TuneWindows found;
    if (!flags_matter(args, (const char *const[]){"method", "rounds", NULL}, &status) ||
        !numbers_read(args, t, 400, 1, &status))
        return cli_bad_input(&status);
    const bool good = tune_windows(t, args_value(args, "linear") != NULL, &found, &status);
    progress_end(t->context);
    if (!good) return finish(&status);
    const int code = tune_report_windows(t, &found, args->json);
    tune_windows_close(&found);
    return code;
}

static int run_regions(const Args *args, TuneSettings *t)
{
    Status      status;
    TuneRegions found;
    if (!flags_matter(args, (const char *const[]){"method", "rounds", "linear", "check", NULL}, &status) ||
        !numbers_read(args, t, 40, 1, &status))
        return cli_bad_input(&status);
    const bool good = tune_regions(t, &found, &status);
    progress_end(t->context);
    return good ? tune_report_regions(t, &found, args->json) : finish(&status);
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
    if (args->count <= 2 && !tune_abstraction_player(t->v, &t->player, status)) return false;
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

static int run_abstraction(const Args *args, TuneSettings *t)
{
    Status                 status;
    AbstractionSettings    more;
    static TuneAbstraction found;
    if (!abstraction_read(args, t, &more, &status)) return cli_bad_input(&status);
    const bool good = tune_abstraction(t, &more, &found, &status);
    progress_end(t->context);
    const int code = good ? tune_report_abstraction(t, &more, &found, args->json) : finish(&status);
    tune_abstraction_close(&found);
    return code;
}

static const struct {
    const char *name;
    int (*run)(const Args *args, TuneSettings *t);
} kinds[] = {
    {"eval", run_eval}, {"windows", run_windows}, {"regions", run_regions}, {"abstraction", run_abstraction}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static int run(const Args *args)
{
    Status       status;
    Variant      v;
    Progress     progress = progress_start("tune");
    TuneSettings t        = {.v = &v, .stop = &cli_interrupted, .progress = show, .context = &progress};
    t.out                 = args_value(args, "out") != NULL ? args_value(args, "out") : "tune.json";
    t.openings            = args_value(args, "openings") != NULL ? args_value(args, "openings") : "random:2";
    if (!variant_open(&v, args->words[1], &status)) return cli_bad_input(&status);
    cli_catch_interrupt();
    size_t k = 0;
    while (k < KINDS && strcmp(args->words[0], kinds[k].name) != 0) k++;
    bool good = k < KINDS ||
                status_fail(&status, "tune: '%s'; expected eval, windows, regions or abstraction",
                            args->words[0]);
    if (good && args->count > 2) good = player_spec_parse(&t.player, args->words[2], &status);
    else if (good && kinds[k].run != run_abstraction)
        good = status_fail(&status, "tune %s: too few words; expected GAME PLAYER", kinds[k].name);
    const int code = good ? kinds[k].run(args, &t) : cli_bad_input(&status);
    variant_close(&v);
    return code;
}

static const Flag flags[] = {
    {"method", "METHOD", "eval: matches (default), regression or tdleaf"},
    {"linear", NULL, "windows: widths (D - level) * c with one c, for comparison"},
    {"memory", "MIB", "abstraction: for the tables of an evaluation"},
    {"target", "WHAT",
     "abstraction: what candidates shall explain: moves (their values within a position; default), search "
     "(values of "
     "positions) or result"},
    {"against", "NAMES",
     "abstraction: evaluations to meet, separated by commas (default: those of the game's list that fit)"},
    {"build", "SECONDS",
     "abstraction: missing tables that take one thread longer are not built (default 600)"},
    {"depth", "D",
     "windows, regions: the depth to tune for; abstraction: of the search to explain (default 4)"},
    {"games", "N", "games of a round; of a meeting; of a test at most; positions for regions"},
    {"rounds", "N", "rounds of games; meetings of --method matches"},
    {"check", "N", "games of the match that judges the result (default 400)"},
    {"openings", "WHAT", "random:N, N plies for every player (default random:2)"},
    {"out", "FILE", "the result (default tune.json); FILE.state holds what is done so far"},
    {"seed", "S", "seed (default 1); its openings are not those of other commands"},
    {"threads", "T", "games at the same time (default 1); the result stays the same"},
    {0},
};

static void print_more(void)
{
    puts("Every way ends with games on openings that were not used to tune. Killed or stopped, the same "
         "command goes "
         "on from\n"
         "FILE.state and ends with the same result; that folder may be removed afterwards. docs/TUNE.md says "
         "more.\n");
}

const Command command_tune = {
    .name = "tune",
    .usage =
        "tune eval|windows|regions|abstraction GAME [PLAYER] [--method METHOD] [--memory MIB] [--depth D] "
        "[--games N] [--rounds N] [--check N] [--out FILE]",
    .summary = "find weights, windows, regions or databases for a player; a spec loads the result: with=FILE",
    .examples =
        "  pollard tune eval abalone alphabeta:depth=2 --threads 2 --out abalone.json\n"
        "  pollard match abalone alphabeta:depth=3,with=abalone.json alphabeta:depth=3\n"
        "  pollard tune windows othello alphabeta:order=killer --depth 5 --threads 2 --out windows.json\n"
        "  pollard tune regions abalone alphabeta:order=combined --depth 5 --out regions.json\n"
        "  pollard tune abstraction chinese-checkers:board=rhombus7 --memory 2 --threads 2 --out "
        "small.json\n",
    .flags     = flags,
    .words_min = 2,
    .words_max = 3,
    .run       = run,
    .more_help = print_more,
};
