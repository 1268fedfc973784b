// cmd_bench.c - `pollard bench`: the fixed set of searches of play/bench, their signature, and nodes per
// second of this machine.
#include "play/bench/bench.h"
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>

static void row_print(void *context, const BenchRow *row)
{
    (void)context;
    printf("%-36s %-9s %5d %14" PRIu64 " %10.3f %12.2f\n", row->game,
           row->eval != NULL ? row->eval : row->preset, row->depth, row->nodes, row->seconds,
           (double)row->nodes / (row->seconds + 1e-9) / 1e6);
}

static int run(const Args *args)
{
    Status status;
    if (!args->json)
        printf("%-36s %-9s %5s %14s %10s %12s\n", "game", "preset", "depth", "nodes", "seconds", "million/s");
    json_t *const report = bench_run(args->json ? NULL : row_print, NULL, &status);
    if (report == NULL) return cli_fail(&status);
    if (args->json) return json_print(report);
    printf("evaluations %" JSON_INTEGER_FORMAT "\nsignature %" JSON_INTEGER_FORMAT "\n",
           json_integer_value(json_object_get(report, "evaluations")),
           json_integer_value(json_object_get(report, "signature")));
    json_decref(report);
    return EXIT_DONE;
}

const Command command_bench = {
    .name     = "bench",
    .summary  = "search a fixed set of positions: node signature, nodes per second",
    .examples = "  pollard bench\n  pollard bench --json\n",
    .run      = run,
};
