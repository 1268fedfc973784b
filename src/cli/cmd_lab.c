// cmd_lab.c - `pollard lab`: lists the experiments, runs them into a results file, reports them beside the printed figures.
#include "cli/cli.h"
#include "lab/plan.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_SIZE_MAX = 1 << 20, EXPERIMENTS_MAX = 256 };

static atomic_bool interrupted;
static void        on_interrupt(int signal_number) { (void)signal_number, atomic_store(&interrupted, true); }

typedef struct Chosen {
    int        count;
    Experiment list[EXPERIMENTS_MAX];
} Chosen;

static void chosen_close(Chosen *chosen)
{
    for (int i = 0; i < chosen->count; i++) experiment_close(&chosen->list[i]);
    free(chosen);
}

static char *file_read(const char *path, Status *status)
{
    FILE *const file = fopen(path, "r");
    if (file == NULL) return status_fail(status, "lab: %s: cannot read it", path), NULL;
    char *const  text = malloc(FILE_SIZE_MAX);
    const size_t n    = text == NULL ? 0 : fread(text, 1, FILE_SIZE_MAX - 1, file);
    const bool   good = text != NULL && !ferror(file) && feof(file);
    fclose(file);
    if (!good) {
        free(text);
        return status_fail(status, "lab: %s: cannot read it, or larger than %d bytes", path, FILE_SIZE_MAX - 1), NULL;
    }
    text[n] = 0;
    return text;
}

static bool choose_file(Chosen *chosen, const char *path, Status *status)
{
    char *const text = file_read(path, status);
    const bool  good = text != NULL && experiment_parse(&chosen->list[chosen->count], text, path, status);
    free(text);
    chosen->count += good;
    return good;
}

// A name stands for the experiment itself and for all that begin with it and a dash: history-ads for history-ads-1 ... -6.
static bool name_matches(const char *name, const char *word)
{
    const size_t n = strlen(word);
    return strncmp(name, word, n) == 0 && (name[n] == 0 || name[n] == '-');
}

static bool choose_builtin(Chosen *chosen, const char *word, Status *status)
{
    bool found = false;
    for (const Builtin *b = lab_builtins; b->name != NULL; b++) {
        if (word != NULL && !name_matches(b->name, word)) continue;
        if (!experiment_parse(&chosen->list[chosen->count], b->text, b->name, status)) return false;
        chosen->count++;
        found = true;
    }
    return found || status_fail(status, "lab: unknown experiment '%s'; `pollard lab list` shows them; a file's name ends in .json", word);
}

// Without names: the published tables.
static Chosen *choose(const Args *args, bool all, Status *status)
{
    Chosen *const chosen = calloc(1, sizeof *chosen);
    bool          good   = chosen != NULL || status_fail(status, "out of memory");
    if (good && args->count == 1) good = all ? choose_builtin(chosen, NULL, status)
                                             : choose_builtin(chosen, "history-ads", status) && choose_builtin(chosen, "space-and-depth", status);
    for (int i = 1; good && i < args->count; i++) {
        const char *const dot = strrchr(args->words[i], '.');
        good = dot != NULL && strcmp(dot, ".json") == 0 ? choose_file(chosen, args->words[i], status) : choose_builtin(chosen, args->words[i], status);
    }
    if (good) return chosen;
    if (chosen != NULL) chosen_close(chosen);
    return NULL;
}

static void show_progress(void *context, const PlanProgress *p)
{
    Progress *const progress = context;
    progress_show(progress, p->done);
}

static int lab_run(const Args *args, Store *store, const Chosen *chosen, const PlanOptions *options)
{
    Status   status;
    Progress progress = progress_start("lab");
    (void)args;
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    const bool good = plan_run(store, chosen->list, chosen->count, options, show_progress, &progress, &status);
    progress_end(&progress);
    if (good) return EXIT_DONE;
    if (status.text[0] == 0) {
        fprintf(stderr, "pollard: stopped; what was finished is kept, and the same command goes on from there\n");
        return EXIT_INTERRUPTED;
    }
    fprintf(stderr, "pollard: %s\n", status.text);
    return EXIT_JOB_FAILED;
}

static int run(const Args *args)
{
    Status status;
    long   trials, threads;
    if (!args_number(args, "trials", 1, 100000, 0, &trials, &status) || !args_number(args, "threads", 1, 64, 2, &threads, &status))
        return cli_bad_input(&status);
    Chosen *const chosen = choose(args, false, &status);
    if (chosen == NULL) return cli_bad_input(&status);
    const PlanOptions options = {.trials = (int)trials, .threads = (int)threads, .quick = args_value(args, "quick") != NULL, .stop = &interrupted};
    const char *const path    = args_value(args, "results");
    Store *const      store   = store_open(path == NULL ? "results.db" : path, true, &status);
    int               code    = EXIT_JOB_FAILED;
    if (store == NULL || !store_run_begin(store, "machine", (int)threads, &status)) fprintf(stderr, "pollard: %s\n", status.text);
    else code = lab_run(args, store, chosen, &options);
    store_close(store);
    chosen_close(chosen);
    return code;
}

static const Flag flags[] = {
    {"trials", "N", "trials per cell (default: as the experiment says, 50)"},
    {"quick", NULL, "few trials: a first look in minutes"},
    {"threads", "T", "worker threads (default 2)"},
    {"results", "FILE", "where results are kept (default results.db)"},
    {0},
};

const Command command_lab = {
    .name      = "lab",
    .usage     = "lab list|run|report [NAME ...]",
    .summary   = "run experiments and report them beside the printed figures",
    .examples  = "  pollard lab list\n",
    .flags     = flags,
    .words_min = 1,
    .words_max = ARGS_WORDS_MAX,
    .run       = run,
};
