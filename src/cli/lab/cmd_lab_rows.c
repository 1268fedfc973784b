// cmd_lab_rows.c - `pollard lab keep` and `lab import`: rows of results as a text file to be kept, and read
// back, so that a table grows over sessions and machines and nothing is measured twice.
#include "base/file.h"
#include "cli/lab/lab_cli.h"
#include "lab/kept/kept.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGESTS_MAX = ARGS_REPEATED_MAX };   // so many can be accepted

// Keep.

static int run_keep(const Args *args)
{
    Status        status;
    RowKeys       keys = {0};
    int           rows = 0, left_out = 0;
    Store        *store  = NULL;
    Chosen *const chosen = output_check(args, 1, "lab keep", args->words[0], &status) &&
                                   kept_output_check(args->words[0], &status)
                             ? choose_from(args, 1, CHOOSE_PUBLISHED, &status)
                             : NULL;
    if (chosen == NULL) return cli_fail(&status);
    bool good = row_keys_open(&keys, chosen->list, chosen->count, &status);
    if (good) store = results_open(args, false, &status);
    good = store != NULL && kept_write(store, &keys, args->words[0], &rows, &left_out, &status);
    store_close(store);
    row_keys_close(&keys);
    chosen_close(chosen);
    if (!good) return cli_fail(&status);
    if (args->json)
        return json_print(
            json_pack("{s:s, s:i, s:i}", "file", args->words[0], "rows", rows, "left_out", left_out));
    printf("%d rows kept in %s\n", rows, args->words[0]);
    if (left_out > 0) printf("%d rows of other digests left out; --accept DIGEST keeps them\n", left_out);
    return EXIT_DONE;
}

// Import.

typedef struct OtherDigest {
    char digest[BUILD_DIGEST_SIZE], commit[64], program[64];
    int  rows;
} OtherDigest;

typedef struct Import {
    const Args *args;
    Store      *store;
    const char *source;                     // the file that is read
    int         added, there, vouched;      // vouched: of both, made by other programs
    int         registrations;              // added
    int         other_count, others_more;   // more: rows of others that found no place
    OtherDigest other[DIGESTS_MAX];         // of rows that are refused
} Import;

// Did this program's sources of the row's game make it?
static bool row_is_own(const StoreRow *row)
{
    return strcmp(row->key.digest, DIGEST_NONE) != 0 &&
           strcmp(row->key.digest, protocol_digest(row->key.protocol)) == 0;
}

static void other_note(Import *import, const StoreRow *row)
{
    int i = 0;
    while (i < import->other_count && strcmp(import->other[i].digest, row->key.digest) != 0) i++;
    if (i == DIGESTS_MAX) {
        import->others_more++;
        return;
    }
    OtherDigest *const other = &import->other[i];
    if (i == import->other_count) {
        import->other_count++;
        snprintf(other->digest, sizeof other->digest, "%s", row->key.digest);
        snprintf(other->commit, sizeof other->commit, "%s", row->run.commit);
        snprintf(other->program, sizeof other->program, "%s", row->run.program);
    }
    other->rows++;
}

static bool import_row(void *context, const StoreRow *row, Status *status)
{
    Import *const import = context;
    StoreKey      own    = row->key;
    bool          added;
    own.digest = protocol_digest(row->key.protocol);
    if (!row_is_own(row) && !store_accepts(import->store, &own, row->key.digest)) {
        other_note(import, row);
        return true;
    }
    import->vouched += store_vouches(import->store, &own, row->key.digest);
    if (!store_import(import->store, row, &added, status)) return status_prefix(status, "%s", import->source);
    if (added) import->added++;
    else import->there++;
    return true;
}

static bool import_registration(void *context, const RegistrationRow *row, Status *status)
{
    Import *const import = context;
    bool          added;
    if (!registration_import(import->store, row, &added, status)) return false;
    import->registrations += added;
    return true;
}

static bool import_results(Import *import, Status *status)
{
    Store *const from = store_open(import->source, false, status);
    const bool   good = from != NULL && store_each(from, import_row, import, status) &&
                      registrations_each(from, import_registration, import, status);
    store_close(from);
    return good;
}

static bool import_file(Import *import, Status *status)
{
    char        start[64];
    FILE *const file = fopen(import->source, "rb");
    if (file == NULL) return file_fail_input(status, "open", import->source);
    const size_t n = fread(start, 1, sizeof start, file);
    fclose(file);
    return kept_is(start, n) ? kept_read_all(import->source, import_row, import_registration, import, status)
                             : import_results(import, status);
}

// One line, with the flags that take all of them, to be pasted.
static int others_refuse(const Import *import)
{
    char       *line = NULL, *flags = NULL;
    size_t      size[2];
    FILE *const out = open_memstream(&line, &size[0]), *const accept = open_memstream(&flags, &size[1]);
    for (int i = 0; out != NULL && accept != NULL && i < import->other_count; i++) {
        const OtherDigest *const other = &import->other[i];
        fprintf(out, "%s%d rows are of digest %s (%s, commit %s)", i ? ", " : "", other->rows, other->digest,
                other->program, other->commit);
        fprintf(accept, " --accept %s", other->digest);
    }
    if (out != NULL) fclose(out);
    if (accept != NULL) fclose(accept);
    const int code = cli_end(EXIT_BAD_INPUT,
                             "lab import: %s%s; this program counts by other sources, whose digests `pollard "
                             "--version` shows; to take them all the same:%s",
                             line == NULL ? "rows of other digests" : line,
                             import->others_more > 0 ? ", and others of more digests" : "",
                             flags == NULL ? " --accept DIGEST" : flags);
    free(line);
    free(flags);
    return code;
}

// All files or none. False with an empty status when some are of other programs.
static bool import_all(Import *import, Status *status)
{
    if (!store_import_begin(import->store, status)) return false;
    bool good = true;
    for (int i = 0; good && i < import->args->count; i++) {
        import->source = import->args->words[i];
        good           = import_file(import, status);
    }
    if (good) status_clear(status);
    good = good && import->other_count == 0;
    Status     ending;
    const bool ended = store_import_end(import->store, good, good ? status : &ending);
    return good && ended;
}

static int run_import(const Args *args)
{
    Status status;
    Import import = {.args = args, .store = results_open(args, true, &status)};
    if (import.store == NULL) return cli_fail(&status);
    const bool good = import_all(&import, &status) && store_fold(import.store, &status);
    if (!good) {
        store_abandon(import.store);
        return status.text[0] ? cli_fail(&status) : others_refuse(&import);
    }
    store_close(import.store);
    if (args->json)
        return json_print(json_pack("{s:s, s:i, s:i, s:i, s:i}", "results", results_path(args), "added",
                                    import.added, "there", import.there, "vouched", import.vouched,
                                    "registrations", import.registrations));
    printf("%d rows added to %s, %d were there already\n", import.added, results_path(args), import.there);
    registrations_print(import.registrations);
    if (import.vouched > 0)
        printf("%d of them by programs of other digests, vouched for in %s/" VOUCHED_FILE "\n",
               import.vouched, kept_folder(args));
    return EXIT_DONE;
}

static const Flag flags_keep[]   = {FLAG_SEED,    FLAG_IN_PLACE, FLAG_SET, FLAG_ACCEPT,
                                    FLAG_RESULTS, FLAG_KEPT,     {0}};
static const Flag flags_import[] = {FLAG_ACCEPT, FLAG_RESULTS, FLAG_KEPT, {0}};

const Command command_lab_keep = {
    .name      = "lab keep",
    .words     = "FILE " WORDS_EXPERIMENTS,
    .summary   = "write the rows of experiments (default: the published tables) as a text file to be kept",
    .examples  = "  pollard lab keep my-experiment.rows my-experiment.json\n",
    .flags     = flags_keep,
    .words_min = 1,
    .words_max = ARGS_WORDS_MAX,
    .run       = run_keep,
};

const Command command_lab_import = {
    .name      = "lab import",
    .words     = "FILE ...",
    .summary   = "read rows that were kept, or another results file, into the results: all or none",
    .examples  = "  pollard lab import my-experiment.rows\n"
                 "  pollard lab import other.db --results results.db\n",
    .flags     = flags_import,
    .words_min = 1,
    .words_max = ARGS_WORDS_MAX,
    .run       = run_import,
};
