// cmd_lab_verify.c - `pollard lab verify`: a random part of the stored trials run again and compared.
#include "base/build_info.h"
#include "base/clock.h"
#include "base/file.h"
#include "cli/lab/lab_cli.h"
#include "lab/kept/kept.h"
#include "lab/verify.h"
#include "search/search.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

// "5%", "0.5%", "100%".
static bool share_read(const char *text, double *out, Status *status)
{
    char *end;
    *out            = text == NULL ? 5 : strtod(text, &end);
    const bool good = text == NULL || (strspn(text, "0123456789.") == strlen(text) - 1 && end != text &&
                                       strcmp(end, "%") == 0 && *out > 0 && *out <= 100);
    *out /= 100;
    return good ||
           status_fail(status, "--sample %s: expected a share such as 5%%, above 0%% and at most 100%%",
                       text);
}

// Another part every time, unless the user says which.
static uint64_t seed_fresh(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)(now.tv_sec ^ now.tv_nsec) % 1000000000u;
}

typedef struct Told {
    json_t *differences, *engine_differences, *makers;   // NULL for text
    json_t *vouched;                                     // OPTIONAL: of --vouch (vouch_programs)
} Told;

static void difference_tell(void *context, bool engine, const char *line)
{
    static const char differs[] = "DIFFERS: ", unsteady[] = "an engine did not repeat itself: ";
    const Told *const told   = context;
    json_t *const     list   = engine ? told->engine_differences : told->differences;
    const char *const prefix = engine ? unsteady : differs;
    if (list != NULL) json_array_append_new(list, json_string(line));
    else {
        printf("%s", prefix);
        fold_print(stdout, line, (int)strlen(prefix), 2);
    }
}

static void run_text(const StoreRun *run, Text *out)
{
    text_add(out, "%s, commit %s; %s, %s; %s", run->program, run->commit, run->compiler, run->flags,
             run->machine);
}

static void maker_print(const VerifyMaker *m)
{
    char line[4 * TEXT_MAX];
    Text text = text_on(line, sizeof line);
    if (strcmp(m->digest, m->here) == 0) text_add(&text, "digest %s, as here; ", m->digest);
    else text_add(&text, "digest %s, here %s; ", m->digest, m->here);
    run_text(&m->run, &text);
    text_add(&text, " (%d rows%s", m->rows, m->differ > 0 ? "" : ")");
    if (m->differ > 0) text_add(&text, ", %d differ)", m->differ);
    printf("kept: ");
    fold_print(stdout, line, 6, 2);
}

static json_t *run_json(const StoreRun *run)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s}", "program", run->program, "commit", run->commit, "compiler",
                     run->compiler, "flags", run->flags, "machine", run->machine);
}

static void maker_tell(void *context, const VerifyMaker *m)
{
    const Told *const told = context;
    if (told->makers == NULL) maker_print(m);
    else {
        json_t *const json = run_json(&m->run);
        json_object_update_new(json, json_pack("{s:s, s:s, s:i, s:i}", "digest", m->digest, "digest_here",
                                               m->here, "rows", m->rows, "differ", m->differ));
        json_array_append_new(told->makers, json);
    }
}

static void here_print(const StoreRun *here)
{
    char line[4 * TEXT_MAX];
    Text text = text_on(line, sizeof line);
    run_text(here, &text);
    printf("here: ");
    fold_print(stdout, line, 6, 2);
}

static void engines_print(const VerifyResult *r)
{
    const char *const too = r->rows > 0 ? " too" : "";
    if (r->engine_differ == 0)
        printf("%d rows in which another program played, all the same%s\n", r->engine_rows, too);
    else
        printf("%d of %d rows in which another program played differ: it does not repeat itself\n",
               r->engine_differ, r->engine_rows);
}

static void result_print(const VerifyResult *r, uint64_t seed, double seconds)
{
    printf("%d of %d trials run again in %.1f s (--sample-seed %llu): ", r->trials, r->trials_all, seconds,
           (unsigned long long)seed);
    if (r->differ > 0) printf("%d of %d rows differ\n", r->differ, r->rows);
    else if (r->rows > 0 || r->engine_rows == 0) printf("%d rows, all the same to the digit\n", r->rows);
    if (r->engine_rows > 0) engines_print(r);
    if (r->by_the_clock > 0) printf("%d rows that the clock decided are left out\n", r->by_the_clock);
    if (r->external > 0)
        printf("%d rows in which another program played are left out (--engines runs them)\n", r->external);
    if (r->other_digest > 0) printf("%d rows of other digests are left out (--own)\n", r->other_digest);
    if (r->repeated > 0) printf("rows that are there more than once, counted once: %d\n", r->repeated);
    if (r->unmatched > 0) printf("rows of other experiments, seeds or settings, not run: %d\n", r->unmatched);
}

static int result_tell(const Args *args, Verify *verify, const VerifyResult *r, Told *told, uint64_t seed,
                       double seconds)
{
    char           machine[200];
    Text           text = text_on(machine, sizeof machine);
    const StoreRun here = {.program  = "pollard " POLLARD_VERSION,
                           .commit   = build_commit,
                           .compiler = build_compiler(),
                           .flags    = build_flags,
                           .machine  = machine};
    machine_name(&text);
    if (r->trials_all == 0)
        return cli_end(
            EXIT_JOB_FAILED,
            "lab verify: there are no rows of these experiments to run again (of other "
            "experiments, seeds or settings: %d; by the clock: %d; played by another program too: %d; of "
            "other digests, left out by --own: %d)",
            r->unmatched, r->by_the_clock, r->external, r->other_digest);
    if (!args->json) result_print(r, seed, seconds);
    if (!args->json) here_print(&here);
    verify_makers(verify, maker_tell, told);
    if (args->json) {
        json_t *const json = json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "trials", r->trials,
                                       "trials_all", r->trials_all, "rows", r->rows, "differ", r->differ,
                                       "by_the_clock", r->by_the_clock, "other_program", r->external,
                                       "other_digest", r->other_digest);
        json_object_update_new(json, json_pack("{s:i, s:i, s:I, s:f, s:o, s:O, s:O}", "repeated", r->repeated,
                                               "unmatched", r->unmatched, "sample_seed", (json_int_t)seed,
                                               "seconds", seconds, "here", run_json(&here), "kept",
                                               told->makers, "differences", told->differences));
        json_object_update_new(json,
                               json_pack("{s:i, s:i, s:O}", "engine_rows", r->engine_rows, "engine_differ",
                                         r->engine_differ, "engine_differences", told->engine_differences));
        if (told->vouched != NULL) json_object_set(json, "vouched", told->vouched);
        json_print(json);
    }
    if (told->vouched != NULL && !args->json) vouched_print(args, told->vouched);
    if (r->differ > 0)
        return cli_end(EXIT_JOB_FAILED, "lab verify: %d of %d rows differ from what is kept%s", r->differ,
                       r->rows, args_value(args, "vouch") == NULL ? "" : "; nothing is vouched for");
    if (json_array_size(told->vouched) > 0 && vouched_count(told->vouched) == 0)
        return cli_end(EXIT_JOB_FAILED, "lab verify: too little was run again: nothing is vouched for");
    return EXIT_DONE;
}

// All rows of the experiments: from the results, or from kept files.
static bool rows_collect(const Args *args, Store *store, Verify *verify, Status *status)
{
    return args_value(args, "kept") != NULL
             ? kept_read_folder(kept_folder(args), verify_visit, verify, status)
             : store_each(store, verify_visit, verify, status);
}

// Are the databases of the experiments that have rows there? EXIT_DONE if so.
static int verify_databases_check(const Chosen *chosen, const Verify *verify)
{
    Status        status;
    Chosen *const some = calloc(1, sizeof *some);   // borrows the experiments
    if (some == NULL) return status_fail_system(&status, "out of memory"), cli_fail(&status);
    for (int i = 0; i < chosen->count; i++)
        if (verify_has(verify, &chosen->list[i])) some->list[some->count++] = chosen->list[i];
    const int code = databases_check(some);
    free(some);
    return code;
}

// What can be run: with --vouch what needs databases that are not there is left out.
static int verify_prepare(const Args *args, const Chosen *chosen, Verify *verify)
{
    Status status;
    if (args_value(args, "vouch") == NULL) return verify_databases_check(chosen, verify);
    return vouch_leave_missing(args, chosen, verify, &status) ? EXIT_DONE : cli_fail(&status);
}

static unsigned rows_asked(const Args *args)
{
    return (args_value(args, "own") != NULL ? VERIFY_OWN : 0u) |
           (args_value(args, "engines") != NULL ? VERIFY_ENGINES : 0u);
}

static int verify_chosen(const Args *args, const Chosen *chosen, const VerifyOptions *options)
{
    Status        status;
    VerifyResult  result;
    Told          told   = {0};
    const bool    kept   = args_value(args, "kept") != NULL;
    Store *const  store  = kept ? NULL : results_open(args, false, &status);
    Verify *const verify = kept || store != NULL
                             ? verify_open(chosen->list, chosen->count, rows_asked(args), &status)
                             : NULL;
    bool          good   = verify != NULL && rows_collect(args, store, verify, &status);
    const double  start  = clock_seconds();
    int           code   = good ? verify_prepare(args, chosen, verify) : EXIT_DONE;
    if (args->json) told = (Told){json_array(), json_array(), json_array(), NULL};
    cli_catch_interrupt();
    const bool ready = code == EXIT_DONE;
    good             = good && ready && verify_run(verify, options, difference_tell, &told, &result, &status);
    if (good && args_value(args, "vouch") != NULL && result.differ == 0) {
        told.vouched = json_array();
        good         = vouch_programs(args, verify, (unsigned)options->seed, told.vouched, &status);
    }
    if (good) code = result_tell(args, verify, &result, &told, options->seed, clock_seconds() - start);
    else if (ready) code = status.text[0] ? cli_fail(&status) : cli_end(EXIT_INTERRUPTED, "stopped");
    json_decref(told.differences);
    json_decref(told.engine_differences);
    json_decref(told.makers);
    json_decref(told.vouched);
    verify_close(verify);
    store_close(store);
    return code;
}

// Rows that are asked for by their folder must be in one.
static bool kept_check(const Args *args, Status *status)
{
    struct stat       facts;
    const char *const folder = args_value(args, "kept");
    if (folder == NULL) return true;
    if (stat(folder, &facts) != 0) return file_fail_input(status, "open", folder);
    return S_ISDIR(facts.st_mode) || status_fail(status, "--kept %.200s: expected a folder", folder);
}

// A vouch is written beside the rows, and is about those of other programs. A damaged file is told before
// the trials, not after them.
static bool vouch_check(const Args *args, Status *status)
{
    Vouches vouches;
    if (args_value(args, "kept") == NULL)
        return status_fail(status, "--vouch: expected --kept DIR with it, the rows to vouch for");
    if (args_value(args, "own") != NULL)
        return status_fail(status, "--vouch: expected no --own with it: a program needs no vouch for itself");
    if (!vouches_read(&vouches, kept_folder(args), status)) return false;
    vouches_close(&vouches);
    return true;
}

static int run_verify(const Args *args)
{
    Status        status;
    long          threads, seed;
    VerifyOptions options = {.stop = &cli_interrupted};
    if (!kept_check(args, &status)) return cli_fail(&status);
    if (args_value(args, "code") != NULL) return verify_code(args);
    if (!share_read(args_value(args, "sample"), &options.share, &status) ||
        !args_number(args, "threads", 1, SEARCH_THREADS_MAX, processors_count(SEARCH_THREADS_MAX), &threads,
                     &status) ||
        !args_number(args, "sample-seed", 0, 1000000000, (long)seed_fresh(), &seed, &status))
        return cli_fail(&status);
    options.threads = (int)threads, options.seed = (uint64_t)seed;
    options.least = args_value(args, "vouch") == NULL ? 0 : VOUCH_TRIALS_MIN;
    if (options.least > 0 && !vouch_check(args, &status)) return cli_fail(&status);
    Chosen *const chosen = choose(args, CHOOSE_ALL, &status);
    if (chosen == NULL) return cli_fail(&status);
    const bool good = args_value(args, "rivals") == NULL || chosen_add_rivals(chosen, &status);
    const int  code = good ? verify_chosen(args, chosen, &options) : cli_fail(&status);
    chosen_close(chosen);
    return code;
}

static const Flag flags_verify[] = {
    {"sample", "P%", "which part of the trials (default 5%)"},
    {"sample-seed", "S", "which ones (default: others every time)"},
    {"threads", "T", "threads (default: one per processor)"},
    FLAG_SEED,
    FLAG_IN_PLACE,
    FLAG_SET,
    FLAG_RESULTS,
    {"kept", "DIR", "instead of the results, the kept rows there, files *.rows"},
    {"own", NULL, "only rows of this program's digests"},
    {"engines", NULL, "rows in which programs of others played, too: do they repeat themselves?"},
    {"vouch", NULL, "when all is equal, let the kept rows of other programs stand for this one's"},
    {"code", "FILE", "instead of trials, games that have the same code (tools/same_code -o FILE)"},
    FLAG_RIVALS,
    FLAG_DIR,
    {0},
};

const Command command_lab_verify = {
    .name      = "lab verify",
    .words     = WORDS_EXPERIMENTS,
    .summary   = "run a random part of the stored trials again and compare every count to the digit",
    .examples  = "  pollard lab verify my-experiment.json --sample 5%\n"
                 "  pollard lab verify my-experiment.json --kept kept --sample 100%\n"
                 "  pollard lab verify --kept docs/results/kept --rivals --vouch\n",
    .flags     = flags_verify,
    .words_max = ARGS_WORDS_MAX,
    .run       = run_verify,
};
