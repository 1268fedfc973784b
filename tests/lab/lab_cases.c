#include "lab/lab_cases.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];

void lab_folder_make(void)
{
    snprintf(folder, sizeof folder, "/tmp/pollard_lab_XXXXXX");
    ck_assert(mkdtemp(folder) != NULL);
}

static void remove_all(const char *path)
{
    DIR *const           d = opendir(path);
    const struct dirent *e;
    while (d != NULL && (e = readdir(d)) != NULL) {
        char inner[400];
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        snprintf(inner, sizeof inner, "%s/%s", path, e->d_name);
        if (unlink(inner) != 0) remove_all(inner);
    }
    if (d != NULL) closedir(d);
    rmdir(path);
}

void lab_folder_remove(void) { remove_all(folder); }

const char *lab_path(const char *name)
{
    static char paths[4][160];
    static int  next;
    char *const path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

Experiment lab_parse(const char *text)
{
    Experiment e;
    Status     status = {0};
    ck_assert_msg(experiment_parse(&e, text, "x.json", &status), "%s", status.text);
    return e;
}

Store *lab_store(const char *name, bool write)
{
    Status       status = {0};
    Store *const store  = store_open(lab_path(name), write, &status);
    ck_assert_msg(store != NULL, "%s", status.text);
    if (write) ck_assert_msg(store_run_begin(store, "test machine", 1, &status), "%s", status.text);
    return store;
}

void lab_run(Store *store, const Experiment experiments[], int count, const PlanOptions *options)
{
    Status status = {0};
    ck_assert_msg(plan_run(store, experiments, count, options, NULL, NULL, &status), "%s", status.text);
}

char *lab_csv(Store *store, const Experiment experiments[], int count, int trials)
{
    Tables tables;
    Status status = {0};
    char  *text;
    size_t size;
    ck_assert_msg(tables_make(&tables, store, experiments, count, trials, &status), "%s", status.text);
    FILE *const out = open_memstream(&text, &size);
    csv_print(out, &tables, &kind_nodes);
    fclose(out);
    tables_close(&tables);
    return text;
}

TrialCount lab_count(uint64_t nodes)
{
    return (TrialCount){.nodes = nodes, .interior = nodes / 3, .leaves = nodes - nodes / 3, .seconds = 0.25};
}

bool lab_count_same(const TrialCount *a, const TrialCount *b)
{
    return a->nodes == b->nodes && a->interior == b->interior && a->leaves == b->leaves &&
           a->list_length == b->list_length && a->turns == b->turns && a->game == b->game &&
           a->with_cuts == b->with_cuts && memcmp(a->cuts, b->cuts, sizeof a->cuts) == 0;
}

const char *lab_digest(const char *protocol)
{
    if (strncmp(protocol, "match ", 6) == 0) protocol += 6;
    for (const BuildDigest *d = build_digests; d->game != NULL; d++) {
        const size_t n = strlen(d->game);
        if (strncmp(protocol, d->game, n) == 0 && strchr(" :", protocol[n]) != NULL) return d->digest;
    }
    return "0123456789abcdef";
}

bool trial_has(Store *store, const char *protocol, const char *player, int trial)
{
    return store_has(store, &(StoreKey){&trial_rows, protocol, &player, lab_digest(protocol)}, trial);
}

bool trial_put(Store *store, const char *protocol, const char *const players[], int count, int trial,
               const TrialCount counts[], Status *status)
{
    return store_put(store, &(StoreKey){&trial_rows, protocol, players, lab_digest(protocol)}, trial, count,
                     counts, status);
}

int trials_read(Store *store, const char *protocol, const char *player, int trials, TrialCount out[],
                Status *status)
{
    return store_read(store, &(StoreKey){&trial_rows, protocol, &player, lab_digest(protocol)}, trials, out,
                      status);
}

bool pair_has(Store *store, const char *protocol, const char *player, const char *opponent, int opening)
{
    return store_has(
        store,
        &(StoreKey){&pair_rows, protocol, (const char *const[]){player, opponent}, lab_digest(protocol)},
        opening);
}

bool pair_put(Store *store, const char *protocol, const char *player, const char *opponent, int opening,
              const PairResult *result, Status *status)
{
    return store_put(
        store,
        &(StoreKey){&pair_rows, protocol, (const char *const[]){player, opponent}, lab_digest(protocol)},
        opening, 1, result, status);
}

int pairs_read(Store *store, const char *protocol, const char *player, const char *opponent, int openings,
               PairResult out[], Status *status)
{
    return store_read(
        store,
        &(StoreKey){&pair_rows, protocol, (const char *const[]){player, opponent}, lab_digest(protocol)},
        openings, out, status);
}
