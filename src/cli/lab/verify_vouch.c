// verify_vouch.c - `pollard lab verify --vouch`: kept rows of other programs that come out of this one too
// are vouched for, beside the rows; with `--code FILE` those of a program whose code is the same.
#include "cli/lab/lab_cli.h"
#include "lab/kept/same_code.h"
#include "lab/missing_databases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool vouch_leave_missing(const Args *args, const Chosen *chosen, Verify *verify, Status *status)
{
    MissingDatabases *const missing = malloc(sizeof *missing);
    bool                    good    = missing != NULL || status_fail_system(status, "out of memory");
    for (int i = 0; good && i < chosen->count; i++) {
        const Experiment *const e = &chosen->list[i];
        if (!verify_has(verify, e)) continue;
        missing->count = 0;
        good           = missing_databases_find(missing, e, 1, status);
        if (!good || missing->count == 0) continue;
        if (!args->json)
            printf("%s is left out: databases are missing (`pollard lab run %s` names them)\n", e->name,
                   e->name);
        good = verify_leave(verify, e, status);
    }
    free(missing);
    return good;
}

typedef struct Vouching {
    Vouches  vouches;
    unsigned seed;
    json_t  *list;   // what was done
    Status  *status;
    bool     failed;
    int      vouched;
} Vouching;

// Who vouches, and when. A file of rows, a build and a machine may say anything; JSON takes plain text.
static void voucher_set(Vouch *out)
{
    Text         machine = text_on(out->machine, sizeof out->machine);
    const time_t now     = time(NULL);
    struct tm    utc;
    gmtime_r(&now, &utc);
    strftime(out->date, sizeof out->date, "%Y-%m-%d %H:%M:%S", &utc);
    snprintf(out->commit, sizeof out->commit, "%s", build_commit);
    machine_name(&machine);
    char *const texts[] = {out->commits, out->commit, out->compiler, out->flags, out->machine};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (char *c = texts[i]; *c; c++)
            if (*c < ' ' || *c > '~') *c = '?';
}

static void vouch_make(const VerifyProgram *p, unsigned seed, Vouch *out)
{
    snprintf(out->game, sizeof out->game, "%s", build_game(p->here));
    snprintf(out->from, sizeof out->from, "%s", p->digest);
    snprintf(out->to, sizeof out->to, "%s", p->here);
    snprintf(out->commits, sizeof out->commits, "%s", p->commits);
    snprintf(out->compiler, sizeof out->compiler, "%s", build_compiler());
    snprintf(out->flags, sizeof out->flags, "%s", build_flags);
    voucher_set(out);
    // Rows in which another program played count when all that were run are equal, and are covered then.
    const bool        steady  = p->engines.rows > 0 && p->engines.differ == 0;
    const VerifyCount engines = steady ? p->engines : (VerifyCount){0};
    out->trials = p->own.trials + engines.trials, out->trials_all = p->own.trials_all + engines.trials_all;
    out->rows = p->own.rows + engines.rows, out->rows_all = p->own.rows_all + engines.rows_all;
    out->rows_left   = p->own.rows_left + engines.rows_left;
    out->engine_rows = engines.rows;
    out->seed        = seed;
}

static void vouching_add(Vouching *v, const Vouch *vouch)
{
    const bool enough = vouch_is_enough(vouch);
    if (enough && !v->failed) v->failed = !vouches_put(&v->vouches, vouch, v->status);
    v->vouched += enough;
    json_t *const json = vouch_json(vouch);
    json_object_set_new(json, "vouched", json_boolean(enough));
    json_array_append_new(v->list, json);
}

static void program_vouch(void *context, const VerifyProgram *p)
{
    Vouching *const v     = context;
    Vouch           vouch = {0};
    vouch_make(p, v->seed, &vouch);
    vouching_add(v, &vouch);
}

// Writes what was added, and closes.
static bool vouching_end(Vouching *v, const char *folder)
{
    const bool good = !v->failed && (v->vouched == 0 || vouches_write(&v->vouches, folder, v->status));
    vouches_close(&v->vouches);
    return good;
}

bool vouch_programs(const Args *args, const Verify *verify, unsigned seed, json_t *out, Status *status)
{
    Vouching v = {.seed = seed, .list = out, .status = status};
    if (!vouches_read(&v.vouches, kept_folder(args), status)) return false;
    verify_programs(verify, program_vouch, &v);
    return vouching_end(&v, kept_folder(args));
}

// A game whose digest did not change needs no vouch.
static bool vouch_same_code(const Args *args, const SameCode *code, json_t *out, Status *status)
{
    Vouching v = {.list = out, .status = status};
    if (!vouches_read(&v.vouches, kept_folder(args), status)) return false;
    for (int i = 0; i < code->count; i++) {
        Vouch vouch;
        if (strcmp(code->games[i].from, code->games[i].to) == 0) continue;
        same_code_vouch(code, &code->games[i], &vouch);
        voucher_set(&vouch);
        vouching_add(&v, &vouch);
    }
    return vouching_end(&v, kept_folder(args));
}

// Nothing is run: what chooses rows, or says how to run them, is a mistake.
static bool code_check(const Args *args, Status *status)
{
    static const char *const with[] = {"code", "vouch", "kept"};
    if (args_value(args, "vouch") == NULL) return status_fail(status, "--code: expected --vouch with it");
    if (args->count > 0)
        return status_fail(status, "--code: expected no experiment with it, not '%.100s': it is about games",
                           args->words[0]);
    for (const Flag *flag = args->command->flags; flag->name != NULL; flag++) {
        bool good = args_value(args, flag->name) == NULL;
        for (size_t i = 0; i < sizeof with / sizeof *with; i++) good |= strcmp(flag->name, with[i]) == 0;
        if (!good) return status_fail(status, "--code: expected no --%s with it: nothing is run", flag->name);
    }
    return true;
}

static int code_tell(const Args *args, json_t *list)
{
    if (args->json) json_print(json_pack("{s:O}", "vouched", list));
    else if (json_array_size(list) > 0) vouched_print(args, list);
    else printf("the digests are the same before and after: there is nothing to vouch for\n");
    return json_array_size(list) == 0 || vouched_count(list) > 0
             ? EXIT_DONE
             : cli_end(EXIT_JOB_FAILED, "lab verify: the code differs: nothing is vouched for");
}

int verify_code(const Args *args)
{
    Status            status;
    const char *const path = args_value(args, "code");
    json_t *const     list = json_array();
    SameCode *const   code = malloc(sizeof *code);
    bool good = code != NULL || status_fail_system(&status, "out of memory for the compared games");
    good      = good && code_check(args, &status) && same_code_read(code, path, &status) &&
           same_code_is_of_this(code, path, &status) && vouch_same_code(args, code, list, &status);
    const int end = good ? code_tell(args, list) : cli_fail(&status);
    json_decref(list);
    free(code);
    return end;
}

static int number(const json_t *json, const char *key)
{
    return (int)json_integer_value(json_object_get(json, key));
}

static const char *word(const json_t *json, const char *key)
{
    return json_string_value(json_object_get(json, key));
}

static bool is_vouched(const json_t *one) { return json_is_true(json_object_get(one, "vouched")); }

int vouched_count(const json_t *list)
{
    int n = 0;
    for (size_t i = 0; i < json_array_size(list); i++) n += is_vouched(json_array_get(list, i));
    return n;
}

static void reason_text(const json_t *one, bool good, Text *out)
{
    const char *const except = word(one, "except");
    if (word(one, "code") != NULL) {
        if (!good) text_add(out, "the code differs");
        else
            text_add(out, "compiled to the same code, %d objects, %d functions", number(one, "objects"),
                     number(one, "functions"));
        if (good && except != NULL) text_add(out, "; players with '%s' are not covered", except);
        return;
    }
    text_add(out, "%d of %d trials run again, all equal", number(one, "trials"), number(one, "trials_all"));
    if (number(one, "engine_rows") > 0)
        text_add(out, ", programs of others too (%d rows)", number(one, "engine_rows"));
    if (number(one, "rows_left") > 0)
        text_add(out, "; %d of %d rows could not be", number(one, "rows_left"), number(one, "rows_all"));
    if (!good)
        text_add(out, "; expected %d trials, or all, and no more than half of the rows left out",
                 VOUCH_TRIALS_MIN);
}

void vouched_print(const Args *args, const json_t *list)
{
    const json_t *one;
    size_t        i;
    json_array_foreach(list, i, one)
    {
        char       line[4 * TEXT_MAX];
        Text       text = text_on(line, sizeof line);
        const bool good = is_vouched(one);
        text_add(&text, "%s: %s, digest %s (commit %s), here %s: ", good ? "vouched for" : "not vouched for",
                 word(one, "game"), word(one, "from"), word(one, "commits"), word(one, "to"));
        reason_text(one, good, &text);
        fold_print(stdout, line, 0, 2);
    }
    if (vouched_count(list) > 0) printf("written to %s/" VOUCHED_FILE "\n", kept_folder(args));
    if (json_array_size(list) == 0) printf("there are no rows of other programs to vouch for\n");
}
