// cmd_lab.c - `pollard lab run` and `lab report`: runs experiments into a results file, reports them beside
// the printed figures.
#include "base/clock.h"
#include "base/stats/statistics.h"
#include "cli/lab/lab_cli.h"
#include "lab/kinds/kind.h"
#include "lab/plan.h"
#include "lab/report/csv.h"
#include "lab/report/foreign.h"
#include "lab/report/page.h"
#include "lab/report/report.h"
#include "lab/report/rivals.h"
#include "lab/report/rows_csv.h"
#include "search/search.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Show {
    Progress progress;
    char     what[160];
    int      finished;
} Show;

// "lab 120/900, focus initial: saving 71 %".
static void show_progress(void *context, const PlanProgress *p)
{
    Show *const show = context;
    snprintf(show->what, sizeof show->what, "lab %d/%d, %.120s", p->finished, p->total, p->what);
    show->progress.what  = show->what;
    show->progress.count = p->finished, show->progress.total = p->total;
    show->finished++;
    progress_show(&show->progress, p->done);
}

static bool options_read(const Args *args, PlanOptions *options, Status *status)
{
    long trials, threads;
    Part part;
    if (!args_part(args, &part, status) || !args_number(args, "trials", 1, SAMPLE_MAX, 0, &trials, status) ||
        !args_number(args, "threads", 1, SEARCH_THREADS_MAX, processors_count(SEARCH_THREADS_MAX), &threads,
                     status))
        return false;
    if (args_value(args, "quick") != NULL && (args_value(args, "full") != NULL || trials > 0))
        return status_fail(status,
                           "lab: --quick sets the number of trials; expected no --full or --trials with it");
    *options = (PlanOptions){.trials  = (int)trials,
                             .part    = part,
                             .threads = (int)threads,
                             .quick   = args_value(args, "quick") != NULL,
                             .stop    = &cli_interrupted};
    return true;
}

// What was run: {experiments: [{name, kind, trials}], trials, seconds, threads, foreign, results, complete}.
// Trials: how many each cell of an experiment is to have, and how many were run now.
static json_t *run_json(const Chosen *chosen, const PlanOptions *options)
{
    json_t *const list = json_array();
    for (int i = 0; i < chosen->count - chosen->rivals; i++) {
        const Experiment *const e = &chosen->list[i];
        json_array_append_new(list, json_pack("{s:s, s:s, s:i}", "name", e->name, "kind", e->kind->name,
                                              "trials", plan_trials(e, options)));
    }
    return json_pack("{s:o, s:i}", "experiments", list, "threads", options->threads);
}

// Rows that another program made, once: how many, whose, and whether they were used.
static void foreign_print(Store *store, json_t *json)
{
    StoreForeign list[FOREIGN_MAX];
    const int    n = store_foreign(store, list, FOREIGN_MAX);
    if (json != NULL) json_object_set_new(json, "foreign", foreign_json(list, n));
    for (int i = 0; json == NULL && i < n; i++) {
        char line[FOREIGN_LINE_MAX];
        Text text = text_on(line, sizeof line);
        foreign_format(&list[i], &text);
        fold_print(stdout, line, 0, 2);
    }
}

static void run_print(json_t *json, const char *path, int trials, double seconds, bool complete)
{
    assert(trials >= 0 && seconds >= 0);
    if (json != NULL) {
        json_object_set_new(json, "trials", json_integer(trials));
        json_object_set_new(json, "seconds", json_real(seconds));
        json_object_set_new(json, "results", json_string(path));
        json_object_set_new(json, "complete", json_boolean(complete));
        json_print(json);
    } else if (complete && trials == 0) printf("everything was there already, in %s\n", path);
    else printf("%d trials in %.1f s, stored in %s\n", trials, seconds, path);
}

static int run_plan(const Args *args, Store *store, const Chosen *chosen, const PlanOptions *options)
{
    Status status;
    char   machine[200];
    Text   text = text_on(machine, sizeof machine);
    machine_name(&text);
    if (!store_run_begin(store, machine, options->threads, &status)) return cli_fail(&status);
    Show show = {.progress = progress_start("lab")};
    cli_catch_interrupt();
    const double start = clock_seconds();
    const bool   good  = plan_run(store, chosen->list, chosen->count, options, show_progress, &show, &status);
    progress_end(&show.progress);
    json_t *const json = args->json ? run_json(chosen, options) : NULL;
    foreign_print(store, json);
    if (json == NULL && good && show.finished == 0 &&
        plan_part_trials(store, chosen->list, chosen->count, options, &status) == 0)
        printf("this part has no trials\n");
    else run_print(json, results_path(args), show.finished, clock_seconds() - start, good);
    if (good) return EXIT_DONE;
    if (status.text[0]) return cli_fail(&status);
    return cli_end(EXIT_INTERRUPTED, "stopped; the same command continues from there");
}

// Games by the clock that share a processor would take time from each other.
static bool threads_check(const Chosen *chosen, const PlanOptions *options, Status *status)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    for (int i = 0; i < chosen->count && options->threads > processors; i++)
        if (chosen->list[i].kind->timed != NULL && chosen->list[i].kind->timed(&chosen->list[i]))
            return status_fail(
                status, "--threads %d: %s is played by the clock; expected at most %ld, one per processor",
                options->threads, chosen->list[i].name, processors);
    return true;
}

static int lab_run(const Args *args, const Chosen *chosen, const PlanOptions *options)
{
    Status status;
    if (!threads_check(chosen, options, &status)) return cli_fail(&status);
    const int ready = databases_check(chosen);
    if (ready != EXIT_DONE) return ready;
    Store *const store = results_open(args, true, &status);
    if (store == NULL) return cli_fail(&status);
    int code = run_plan(args, store, chosen, options);
    if (code == EXIT_DONE && !store_fold(store, &status)) code = cli_fail(&status);
    store_close(store);
    return code;
}

// The command that made a report, for the report.
static void command_text(const Args *args, Text *out)
{
    text_add(out, "pollard lab report");
    for (int i = 0; i < args->count; i++) text_add(out, " %s", args->words[i]);
    for (const Flag *flag = args->command->flags; flag->name != NULL; flag++) {
        const char *const value = args_value(args, flag->name);
        if (value != NULL && args_repeated(args, flag->name, 0) == NULL)
            text_add(out, " --%s%s%s", flag->name, value[0] ? " " : "", value);
        for (int i = 0; args_repeated(args, flag->name, i) != NULL; i++)
            text_add(out, " --%s %s", flag->name, args_repeated(args, flag->name, i));
    }
}

// The tables, or the rows they are made of, kind by kind. `written` gets the names.
static bool csv_files_write(const char *path, const Tables *tables, Text *written, Status *status)
{
    bool good = true;
    int  some = 0;
    for (int i = 0; good && lab_kinds[i] != NULL; i++) {
        char file[TEXT_MAX];
        if (!tables_have_kind(tables, lab_kinds[i])) continue;
        good = csv_path(path, lab_kinds[i], some, file) || status_fail(status, "--csv: the path is too long");
        good = good && csv_write(file, tables, lab_kinds[i], status);
        text_add(written, "%s%s", some++ ? ", " : "", file);
    }
    return good;
}

static bool trials_files_write(const char *path, Store *store, const Chosen *chosen, int trials,
                               Text *written, Status *status)
{
    bool good = true;
    int  some = 0;
    for (int i = 0; good && lab_kinds[i] != NULL; i++) {
        char file[TEXT_MAX];
        bool any = false;
        for (int k = 0; k < chosen->count; k++) any |= chosen->list[k].kind == lab_kinds[i];
        if (!any) continue;
        good = csv_path(path, lab_kinds[i], some, file) ||
               status_fail(status, "--trials-csv: the path is too long");
        good = good && rows_csv_write(file, store, chosen->list, chosen->count, trials, lab_kinds[i], status);
        text_add(written, "%s%s", some++ ? ", " : "", file);
    }
    return good;
}

// A page with its plots and the tables as CSV beside it.
static bool html_write(const Args *args, const char *dir, const Tables *tables, Status *status)
{
    char command[4 * TEXT_MAX];
    Text text = text_on(command, sizeof command);
    command_text(args, &text);
    if (!page_write(tables, dir, command, status)) return false;
    for (int i = 0; lab_kinds[i] != NULL; i++) {
        char path[TEXT_MAX];
        Text file = text_on(path, sizeof path);
        text_add(&file, "%s/%s.csv", dir, lab_kinds[i]->file);
        if (tables_of_kind(tables, lab_kinds[i]).count == 0) continue;
        if (file.cut) return status_fail(status, "--html: the path is too long");
        if (!csv_write(path, tables, lab_kinds[i], status)) return false;
    }
    return true;
}

static int report_write(const Args *args, Store *store, const Chosen *chosen, int trials,
                        const Tables *tables)
{
    Status            status;
    const char *const csv = args_value(args, "csv"), *const html = args_value(args, "html");
    const char *const rows = args_value(args, "trials-csv");
    char              rows_files[4 * TEXT_MAX];
    Text              rows_written = text_on(rows_files, sizeof rows_files);
    char              files[4 * TEXT_MAX];
    Text              written = text_on(files, sizeof files);
    int               first   = 0;   // of the kinds that are there
    while (!tables_have_kind(tables, lab_kinds[first])) first++;
    if (csv != NULL && !csv_files_write(csv, tables, &written, &status)) return cli_fail(&status);
    if (html != NULL && !html_write(args, html, tables, &status)) return cli_fail(&status);
    if (rows != NULL && !trials_files_write(rows, store, chosen, trials, &rows_written, &status))
        return cli_fail(&status);
    if (args->json) return json_print(report_json(tables));
    if (args_value(args, "summary") != NULL) report_summary(stdout, tables);
    else report_text(stdout, tables);
    if (csv != NULL) printf("CSV: %s\n", files);
    if (rows != NULL) printf("trials as CSV: %s\n", rows_files);
    if (html != NULL)
        printf("page with plots: %s/index.html; tables: %s/%s.csv\n", html, html, lab_kinds[first]->file);
    return EXIT_DONE;
}

static int lab_report(const Args *args, const Chosen *chosen, int trials)
{
    assert(trials >= 0);
    Status       status;
    Tables       tables;
    Store *const store = results_open(args, false, &status);
    if (store == NULL) return cli_fail(&status);
    int code;
    if (!tables_make(&tables, store, chosen->list, chosen->count, trials, &status)) {
        code = cli_fail(&status);
    } else if (args_value(args, "rivals") != NULL &&
               !rivals_judge(&tables, store, chosen->list, chosen->texts, chosen->count, trials, &status)) {
        code = cli_fail(&status);
        tables_close(&tables);
    } else {
        if (args->count == 0) tables_drop_unplayed(&tables);
        code = report_write(args, store, chosen, trials, &tables);
        tables_close(&tables);
    }
    store_close(store);
    return code;
}

static int run_run(const Args *args)
{
    Status        status;
    PlanOptions   options;
    Chosen *const chosen = options_read(args, &options, &status) ? choose(args, CHOOSE_COUNTS, &status)
                                                                 : NULL;
    if (chosen == NULL) return cli_fail(&status);
    const bool good = args_value(args, "rivals") == NULL || chosen_add_rivals(chosen, &status);
    const int  code = good ? lab_run(args, chosen, &options) : cli_fail(&status);
    chosen_close(chosen);
    return code;
}

int lab_run_missing(const Args *args, Part part, StoreForeign *foreign, Status *status)
{
    PlanOptions   options;
    Chosen *const chosen = options_read(args, &options, status) ? choose(args, CHOOSE_COUNTS, status) : NULL;
    if (chosen == NULL) return -1;
    const bool   good  = args_value(args, "rivals") == NULL || chosen_add_rivals(chosen, status);
    Store *const store = good ? results_open(args, false, status) : NULL;
    options.part       = part;
    const int    n = store != NULL ? plan_missing(store, chosen->list, chosen->count, &options, status) : -1;
    StoreForeign list[FOREIGN_MAX];
    *foreign = (StoreForeign){0};
    for (int i = store != NULL ? store_foreign(store, list, FOREIGN_MAX) : 0; i-- > 0;)
        if (!list[i].accepted) *foreign = list[i];
    store_close(store);
    chosen_close(chosen);
    return n;
}

static int run_report(const Args *args)
{
    Status        status;
    long          trials;
    Chosen *const chosen = args_number(args, "trials", 1, SAMPLE_MAX, 0, &trials, &status) &&
                                   report_outputs_check(args, &status)
                             ? choose(args, CHOOSE_PUBLISHED, &status)
                             : NULL;
    if (chosen == NULL) return cli_fail(&status);
    const bool good = compare_set(args, chosen, &status) &&
                      (args_value(args, "rivals") == NULL || chosen->changes.in_place == NULL ||
                       status_fail(&status, "lab: --rivals: expected no --in-place with it"));
    const int code = good ? lab_report(args, chosen, (int)trials) : cli_fail(&status);
    chosen_close(chosen);
    return code;
}

const Command command_lab = {.name    = "lab",
                             .summary = "run experiments, report them beside the printed figures"};

static const Flag flags_run[] = {
    {"trials", "N", "trials per cell; of matches, openings (default: as the experiment says)"},
    {"quick", NULL, "few trials, a first look in minutes"},
    {"full", NULL, "all trials of the experiment (the default)"},
    {"threads", "T", "threads (default: one per processor)"},
    FLAG_PART,
    FLAG_SEED,
    FLAG_IN_PLACE,
    FLAG_SET,
    FLAG_RIVALS,
    FLAG_ACCEPT,
    FLAG_RESULTS,
    FLAG_KEPT,
    FLAG_DIR,
    {0},
};

const Command command_lab_run = {
    .name      = "lab run",
    .words     = WORDS_EXPERIMENTS,
    .summary   = "run experiments (default: the published tables); stopped, the same command continues",
    .examples  = "  pollard lab run history-ads --quick\n  pollard lab run my-experiment.json --trials 20\n",
    .flags     = flags_run,
    .words_max = ARGS_WORDS_MAX,
    .run       = run_run,
};

static const Flag flags_report[] = {
    {"trials", "N", "only the first N trials of a cell; of matches, openings (default: all)"},
    FLAG_SEED,
    FLAG_IN_PLACE,
    FLAG_SET,
    FLAG_RIVALS,
    {"compare", "A,B...", "one configuration against another, by their names; may be given again"},
    FLAG_ACCEPT,
    FLAG_RESULTS,
    FLAG_KEPT,
    {"html", "DIR", "write a page with plots there"},
    {"csv", "FILE", "write the tables there"},
    {"trials-csv", "FILE", "write every trial there, and who made it; of matches, every pair of games"},
    {"summary", NULL, "only the verdicts"},
    {0},
};

const Command command_lab_report = {
    .name      = "lab report",
    .words     = WORDS_EXPERIMENTS,
    .summary   = "tables of what was run beside the printed figures, with tests",
    .examples  = "  pollard lab report history-ads space-and-depth --html report --csv report.csv\n"
                 "  pollard lab report --summary\n",
    .flags     = flags_report,
    .words_max = ARGS_WORDS_MAX,
    .run       = run_report,
};
