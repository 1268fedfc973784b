// cmd_lab_merge.c - `pollard lab merge`: results files of parts as one file. Every row comes over as it is,
// with its digest and the run that made it; whose rows a table uses is asked where they are read.
// Registrations come with them.
#include "cli/lab/lab_cli.h"
#include "lab/registration.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Merge {
    Store      *store;
    const char *source;   // the file that is read
    int         added, there;
    int         registrations;   // added
} Merge;

static bool merge_row(void *context, const StoreRow *row, Status *status)
{
    Merge *const merge = context;
    bool         added;
    if (!store_import(merge->store, row, &added, status)) return status_prefix(status, "%s", merge->source);
    if (added) merge->added++;
    else merge->there++;
    return true;
}

static bool merge_registration(void *context, const RegistrationRow *row, Status *status)
{
    Merge *const merge = context;
    bool         added;
    if (!registration_import(merge->store, row, &added, status)) return false;
    merge->registrations += added;
    return true;
}

static bool merge_file(Merge *merge, Status *status)
{
    Store *const from = store_open(merge->source, false, status);
    const bool   good = from != NULL && store_each(from, merge_row, merge, status) &&
                      registrations_each(from, merge_registration, merge, status);
    store_close(from);
    return good;
}

// All files or none.
static bool merge_all(Merge *merge, const Args *args, Status *status)
{
    if (!store_import_begin(merge->store, status)) return false;
    bool good = true;
    for (int i = 1; good && i < args->count; i++) {
        merge->source = args->words[i];
        good          = merge_file(merge, status);
    }
    Status     ending;
    const bool ended = store_import_end(merge->store, good, good ? status : &ending);
    return good && ended;
}

// A file that is merged into itself would wait for itself.
static bool sources_check(const Args *args, Status *status)
{
    struct stat out, in;
    const bool  there = stat(args->words[0], &out) == 0;
    for (int i = 1; i < args->count; i++) {
        if (stat(args->words[i], &in) != 0)
            return status_fail(status, "lab merge: cannot read '%.200s': %s", args->words[i],
                               strerror(errno));
        if (there && in.st_dev == out.st_dev && in.st_ino == out.st_ino)
            return status_fail(status, "lab merge: '%.200s' is the file that the others are merged into",
                               args->words[i]);
    }
    return true;
}

static int run_merge(const Args *args)
{
    Status            status;
    const char *const out = args->words[0];
    if (!sources_check(args, &status)) return cli_fail(&status);
    Merge merge = {.store = store_open(out, true, &status)};
    if (merge.store == NULL) return cli_fail(&status);
    const bool good = merge_all(&merge, args, &status) && store_fold(merge.store, &status);
    if (!good) return store_abandon(merge.store), cli_fail(&status);
    store_close(merge.store);
    if (args->json)
        return json_print(json_pack("{s:s, s:i, s:i, s:i}", "results", out, "added", merge.added, "there",
                                    merge.there, "registrations", merge.registrations));
    printf("%d rows added to %s, %d were there already\n", merge.added, out, merge.there);
    registrations_print(merge.registrations);
    return EXIT_DONE;
}

const Command command_lab_merge = {
    .name      = "lab merge",
    .words     = "OUT IN ...",
    .summary   = "merge results files, such as those of parts: all rows or none; unequal ones are refused",
    .examples  = "  pollard lab run history-ads --part 1/2 --results part-1.db\n"
                 "  pollard lab run history-ads --part 2/2 --results part-2.db\n"
                 "  pollard lab merge results.db part-1.db part-2.db\n",
    .words_min = 2,
    .words_max = ARGS_WORDS_MAX,
    .run       = run_merge,
};
