// Experiments by name or file, and what else the verbs of `pollard lab` share.
#include "base/file.h"
#include "cli/lab/lab_cli.h"
#include "lab/kept/kept.h"
#include "lab/kinds/kind.h"
#include "lab/missing_databases.h"
#include "retro/catalog.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_SIZE_MAX = 1 << 20 };

void chosen_close(Chosen *chosen)
{
    for (int i = 0; i < chosen->count; i++) {
        experiment_close(&chosen->list[i]);
        free(chosen->texts[i]);
    }
    free(chosen);
}

// Takes over `text`.
static bool chosen_add(Chosen *chosen, char *text, const char *source, const ExperimentChanges *changes,
                       Status *status)
{
    const bool good = (text != NULL || status_fail_system(status, "out of memory")) &&
                      (chosen->count < EXPERIMENTS_MAX ||
                       status_fail(status, "lab: more than %d experiments", EXPERIMENTS_MAX)) &&
                      experiment_parse_changed(&chosen->list[chosen->count], text, source, changes, status);
    if (good) chosen->texts[chosen->count++] = text;
    else free(text);
    return good;
}

// An experiment that is named twice, by a name and by a longer one, or by its file, is there once.
static void chosen_drop_repeated(Chosen *chosen)
{
    const int last = chosen->count - 1;
    for (int i = 0; i < last; i++)
        if (strcmp(chosen->list[i].hash, chosen->list[last].hash) == 0) {
            experiment_close(&chosen->list[last]);
            free(chosen->texts[last]);
            chosen->count--;
            return;
        }
}

static bool chosen_add_once(Chosen *chosen, char *text, const char *source, Status *status)
{
    if (!chosen_add(chosen, text, source, &chosen->changes, status)) return false;
    chosen_drop_repeated(chosen);
    return true;
}

static bool choose_file(Chosen *chosen, const char *path, Status *status)
{
    size_t      size;
    char *const text = file_read(path, FILE_SIZE_MAX, &size, status);
    return text != NULL && chosen_add_once(chosen, text, path, status);
}

bool is_experiment_file(const char *word)
{
    const char *const dot = strrchr(word, '.');
    return dot != NULL && strcmp(dot, ".json") == 0;
}

// A name stands for the experiment itself and for all that begin with it and a dash: history-ads for
// history-ads-1 ... -6.
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
        if (!chosen_add_once(chosen, strdup(b->text), b->name, status)) return false;
        found = true;
    }
    return found ||
           status_fail(
               status,
               "lab: unknown experiment '%s'; `pollard lab list` shows them; a file's name ends in .json",
               word == NULL ? "" : word);
}

// --in-place, --seed and --set, of the verbs that have them.
static bool changes_read(const Args *args, Chosen *chosen, Status *status)
{
    ExperimentChanges *const out      = &chosen->changes;
    const char *const        settings = args_value(args, "in-place");
    long                     seed;
    if (!args_number(args, "seed", 0, EXPERIMENT_SEED_MAX, -1, &seed, status)) return false;
    *out = (ExperimentChanges){.in_place = settings, .has_seed = seed >= 0, .seed = (int)seed};
    if (settings != NULL && strcmp(settings, "none") == 0) out->in_place = "";
    for (int i = 0; (chosen->set[i] = args_repeated(args, "set", i)) != NULL; i++) {}
    out->set = chosen->set;
    return true;
}

Chosen *choose_from(const Args *args, int first, Choice choice, Status *status)
{
    assert(first >= 0);
    Chosen *const chosen = calloc(1, sizeof *chosen);
    bool          good   = chosen != NULL || status_fail_system(status, "out of memory");
    good                 = good && changes_read(args, chosen, status);
    if (good && args->count <= first)
        good = choice == CHOOSE_ALL
                 ? choose_builtin(chosen, NULL, status)
                 : choose_builtin(chosen, "history-ads", status) &&
                       choose_builtin(chosen, "space-and-depth", status) &&
                       (choice == CHOOSE_COUNTS || choose_builtin(chosen, "databases", status));
    for (int i = first; good && i < args->count; i++) {
        const char *const word = args->words[i];
        good                   = is_experiment_file(word) ? choose_file(chosen, word, status)
                                                          : choose_builtin(chosen, word, status);
    }
    if (good) return chosen;
    if (chosen != NULL) chosen_close(chosen);
    return NULL;
}

Chosen *choose(const Args *args, Choice choice, Status *status)
{
    return choose_from(args, 0, choice, status);
}

bool chosen_add_rivals(Chosen *chosen, Status *status)
{
    const int own = chosen->count;
    if (chosen->changes.in_place != NULL)
        return status_fail(status, "lab: --rivals: expected no --in-place with it, which is one of them");
    for (int i = 0; i < own; i++) {
        const Experiment *const e    = &chosen->list[i];
        const char *const      *next = e->kind->rivals == NULL ? NULL : e->kind->rivals(e);
        for (; next != NULL && *next != NULL; next++) {
            ExperimentChanges changes = chosen->changes;
            changes.in_place          = *next;
            if (!chosen_add(chosen, strdup(chosen->texts[i]), e->name, &changes, status)) return false;
        }
    }
    chosen->rivals = chosen->count - own;
    return true;
}

bool compare_set(const Args *args, Chosen *chosen, Status *status)
{
    const char *names;
    for (int i = 0; (names = args_repeated(args, "compare", i)) != NULL; i++) {
        int found = 0;
        for (int k = 0; k < chosen->count; k++) {
            Experiment *const e = &chosen->list[k];
            const int         n = e->kind->compare == NULL ? 0 : e->kind->compare(e, names, status);
            if (n < 0) return status_prefix(status, "--compare %s: %s", names, e->name);
            found += n;
        }
        if (found == 0)
            return status_fail(status,
                               "--compare %s: no table has both; expected the names of two configurations, "
                               "as A,B; `pollard lab show NAME` lists them",
                               names);
    }
    return true;
}

void registrations_print(int added)
{
    if (added > 0) printf("%d registration%s added\n", added, added == 1 ? "" : "s");
}

const char *results_path(const Args *args)
{
    const char *const path = args_value(args, "results");
    return path == NULL ? "results.db" : path;
}

Store *results_open(const Args *args, bool write, Status *status)
{
    DigestList accept;
    Vouches    vouches;
    if (!args_accept(args, &accept, status) || !vouches_read(&vouches, kept_folder(args), status))
        return NULL;
    Store *const store = store_open(results_path(args), write, status);
    for (int i = 0; store != NULL && i < accept.count; i++) store_accept(store, accept.list[i]);
    if (store != NULL) store_vouch(store, &vouches);
    vouches_close(&vouches);
    return store;
}

const char *kept_folder(const Args *args)
{
    const char *const folder = args_value(args, "kept");
    return folder == NULL ? KEPT_FOLDER : folder;
}

bool lab_states_count(const Args *args, const Chosen *chosen, LabStates *out, Status *status)
{
    DigestList accept;
    Vouches    vouches;
    if (!args_accept(args, &accept, status) || !vouches_read(&vouches, kept_folder(args), status))
        return false;
    const bool   needed = args_value(args, "results") != NULL || access(results_path(args), F_OK) == 0;
    Store *const store  = needed ? results_open(args, false, status) : NULL;
    bool good = (!needed || store != NULL) && lab_states_open(out, chosen->list, chosen->count, status);
    if (good) {
        out->accept = &accept, out->vouches = &vouches;
        good        = store == NULL || store_each(store, lab_states_visit, out, status);
        out->kept   = true;
        good        = good && kept_read_folder(kept_folder(args), lab_states_visit, out, status);
        out->accept = NULL, out->vouches = NULL;
        if (!good) lab_states_close(out);
    }
    store_close(store);
    vouches_close(&vouches);
    return good;
}

void seconds_text(double seconds, Text *out)
{
    if (seconds < 0) text_add(out, "unknown");
    else if (seconds < 10) text_add(out, "%.1f s", seconds);
    else if (seconds < 600) text_add(out, "%.0f s", seconds);
    else if (seconds < 36000) text_add(out, "%.0f min", seconds / 60);
    else text_add(out, "%.1f h", seconds / 3600);
}

void machine_name(Text *out)
{
    FILE *const file = fopen("/proc/cpuinfo", "r");
    char        line[256];
    bool        found = false;
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':') != NULL) {
            const char *const name = strchr(line, ':') + 1;
            text_add(out, "%.*s", (int)strcspn(name + (*name == ' '), "\n"), name + (*name == ' '));
            found = true;
        }
    if (file != NULL) fclose(file);
    if (!found) text_add(out, "unknown processor");
    text_add(out, ", %ld processors", sysconf(_SC_NPROCESSORS_ONLN));
}

// Says which databases are missing and how to build them.
static int missing_databases_report(const MissingDatabases *missing)
{
    char       *names = NULL;
    size_t      size  = 0;
    const bool  one   = missing->count == 1;
    FILE *const out   = open_memstream(&names, &size);
    for (int i = 0; out != NULL && i < missing->count; i++) fprintf(out, " %s", missing->names[i]);
    if (out != NULL) fclose(out);
    const int code = cli_end(
        EXIT_JOB_FAILED, "lab: %d database%s missing in %s; to build %s: pollard db build%s", missing->count,
        one ? " is" : "s are", databases_folder(), one ? "it" : "them", names == NULL ? " --help" : names);
    free(names);
    return code;
}

int databases_check(const Chosen *chosen)
{
    Status                  status;
    MissingDatabases *const missing = calloc(1, sizeof *missing);
    int                     code    = EXIT_DONE;
    if (missing == NULL) return status_fail_system(&status, "out of memory"), cli_fail(&status);
    if (!missing_databases_find(missing, chosen->list, chosen->count, &status)) code = cli_fail(&status);
    else if (missing->count > 0) code = missing_databases_report(missing);
    free(missing);
    return code;
}
