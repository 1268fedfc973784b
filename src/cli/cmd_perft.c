// cmd_perft.c - `pollard perft`: counts the leaves of the game tree, to check rules and to measure their
// speed.
#include "cli/cli.h"
#include "game/perft.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void show(void *context, double done) { progress_show(context, done); }

static json_t *divide_json(const PositionArgs *at, const PerftResult *result)
{
    json_t *const lines = json_array();
    for (int i = 0; i < result->moves; i++) {
        char move[TEXT_MAX];
        Text text = text_on(move, sizeof move);
        variant_move_format(&at->v, &at->s, result->move[i], &text);
        json_array_append_new(
            lines, json_pack("{s:s, s:o}", "move", move, "leaves", json_count(result->move_leaves[i])));
    }
    return lines;
}

static int report_json(const PositionArgs *at, int depth, bool divide, const PerftResult *result)
{
    json_t *const json = json_pack("{s:s, s:i, s:o, s:o, s:f}", "game", at->name, "depth", depth, "leaves",
                                   json_count(result->leaves), "nodes", json_count(result->nodes), "seconds",
                                   result->seconds);
    if (divide) json_object_set_new(json, "divide", divide_json(at, result));
    return json_print(json);
}

static int report(const PositionArgs *at, int depth, bool divide, const PerftResult *result)
{
    assert(depth >= 0);
    for (int i = 0; divide && i < result->moves; i++) {
        char move[TEXT_MAX];
        Text text = text_on(move, sizeof move);
        variant_move_format(&at->v, &at->s, result->move[i], &text);
        printf("%-12s %" PRIu64 "\n", move, result->move_leaves[i]);
    }
    printf("%s depth %d: %" PRIu64 " leaves, %" PRIu64 " nodes, %.3f s", at->name, depth, result->leaves,
           result->nodes, result->seconds);
    if (result->seconds > 0.01)
        printf(", %.1f million leaves/s", (double)result->leaves / result->seconds / 1e6);
    putchar('\n');
    return EXIT_DONE;
}

static bool read_numbers(const Args *args, long *depth, long *threads, Status *status)
{
    if (args->count == 2 && args_value(args, "depth") != NULL)
        return status_fail(status, "perft: the depth is given twice");
    if (args->count < 2 && args_value(args, "depth") == NULL)
        return status_fail(status, "perft: expected a depth; usage: pollard perft GAME DEPTH");
    if (args->count == 2 && !text_whole_number(args->words[1], 0, PERFT_DEPTH_MAX, depth))
        return status_fail(status, "depth '%s': expected a number from 0 to %d", args->words[1],
                           PERFT_DEPTH_MAX);
    if (args->count < 2 && !args_number(args, "depth", 0, PERFT_DEPTH_MAX, 0, depth, status)) return false;
    return args_number(args, "threads", 1, PERFT_THREADS_MAX, 1, threads, status);
}

static int run(const Args *args)
{
    Status       status;
    PositionArgs at;
    long         depth, threads;
    if (!read_numbers(args, &depth, &threads, &status) || !position_args_open(&at, args, &status))
        return cli_fail(&status);

    PerftResult *const result   = calloc(1, sizeof *result);
    Progress           progress = progress_start("perft");
    const PerftOptions options  = {
         .depth = (int)depth, .threads = (int)threads, .progress = show, .context = &progress};
    const bool good = result != NULL ? perft_run(&at.v, &at.s, &options, result, &status)
                                     : status_fail_system(&status, "out of memory");
    progress_end(&progress);
    const bool divide = args_value(args, "divide") != NULL;
    const int  code   = !good      ? cli_fail(&status)
                      : args->json ? report_json(&at, (int)depth, divide, result)
                                   : report(&at, (int)depth, divide, result);
    free(result);
    position_args_close(&at);
    return code;
}

static const Flag flags[] = {
    {"depth", "N", "plies to look ahead, if not given as a word"},
    {"divide", NULL, "a line for each first move"},
    {"position", "TEXT", "start here instead of the usual start"},
    {"moves", "LIST", "play these moves first"},
    {"threads", "T", "threads to use (default 1)"},
    {0},
};

const Command command_perft = {
    .name     = "perft",
    .words    = "GAME DEPTH",
    .summary  = "count the leaves of the game tree",
    .examples = "  pollard perft othello 9\n  pollard perft checkers:relaxed=yes 6 --divide\n  pollard perft "
                "abalone 5 "
                "--threads 2 --json\n",
    .flags    = flags,
    .words_min = 1,
    .words_max = 2,
    .run       = run,
};
