// solve_tiles.c - `pollard solve tiles`: one position or the instances of Korf 1985; databases that are
// missing are built and stored.
#include "base/file.h"
#include "cli/solve/solve_puzzles.h"
#include "puzzles/tiles_solve.h"
#include "retro/catalog.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Tables {
    const TilesPartition *partition;
    TilesSolver           solver;
    Db                    db[TILES_PARTS_MAX];
    int                   open;
    const char           *dir;
    int                   threads;
} Tables;

// Databases.

static void on_round(void *context, const RetroRound *round)
{
    (void)round;
    progress_show(context, -1);   // most states do not exist: how many will be reached is not known
}

static bool table_build(const Tables *t, int p, const char *path, const DbInfo *info, Status *status)
{
    const TilesDb *const db       = &t->solver.db[p];
    Progress             progress = progress_start(info->name);
    const RetroOptions   options  = {
           .threads = t->threads, .stop = &cli_interrupted, .report = on_round, .context = &progress};
    const DbOptions raw = {.form = DB_RAW};
    RetroResult     result;
    uint8_t *const  table = malloc(db->index.size);
    if (table == NULL)
        return status_fail_system(status, "out of memory for %" PRIu64 " entries", db->index.size);
    bool good = tiles_db_build(db, &options, table, &result, status);
    progress_end(&progress);
    good = good && file_folder(t->dir, status) && db_write(path, info, &raw, table, status);
    if (good)
        fprintf(stderr, "built %s: %" PRIu64 " entries, %" PRIu64 " states, in %.1f s\n", path, info->entries,
                result.reached, result.seconds);
    free(table);
    return good;
}

static bool table_open(Tables *t, int p, Status *status)
{
    char              path[DB_PATH_MAX];
    DbInfo            info;
    const char *const name   = t->partition->database[p];
    const int         length = snprintf(path, sizeof path, "%s/%s.pdb", t->dir, name);
    if (length < 0 || length >= (int)sizeof path)
        return status_fail(status, "'%.80s...': the path is too long", t->dir);
    tiles_db_info(&t->solver.db[p], name, &info);
    if (access(path, F_OK) != 0 && !table_build(t, p, path, &info, status)) return false;
    if (!db_open(&t->db[p], path, DB_LOAD, status)) return false;
    t->open            = p + 1;
    t->solver.table[p] = t->db[p].flat;
    return db_expect(&t->db[p], &info, status);
}

static void tables_close(Tables *t)
{
    while (t->open > 0) db_close(&t->db[--t->open]);
    tiles_solver_close(&t->solver);
}

static bool tables_open(Tables *t, Status *status)
{
    status_clear(status);
    if (!tiles_solver_open(&t->solver, t->partition, status)) return false;
    for (int p = 0; p < t->partition->parts; p++)
        if (!table_open(t, p, status)) return tables_close(t), false;
    return true;
}

// Solving.

static bool solve_one(const Tables *t, const TilesBoard *board, const char *what, TilesSolution *solution)
{
    ProgressWatch watch;
    progress_watch(&watch, what, 0);
    tiles_solve(&t->solver, board, &cli_interrupted, solution);
    progress_watch_end(&watch);
    return solution->search.solved;
}

// Does the line lead to the goal? It is played on a plain board that knows nothing of the search.
static bool line_leads_home(const TilesBoard *start, const TilesSolution *s)
{
    TilesBoard board = *start;
    for (int i = 0; i < s->search.length; i++)
        if (!tiles_slide(&board, s->move[i])) return false;
    return tiles_manhattan(&board) == 0;
}

static json_t *solution_json(const TilesBoard *board, const TilesSolution *s)
{
    char          position[TEXT_MAX];
    Text          text  = text_on(position, sizeof position);
    json_t *const moves = json_array();
    tiles_format(board, &text);
    for (int i = 0; i < s->search.length; i++) json_array_append_new(moves, json_integer(s->move[i]));
    return json_pack("{s:s, s:i, s:i, s:o, s:f, s:o}", "position", position, "length", s->search.length,
                     "estimate", s->estimate, "nodes", json_count(s->search.nodes), "seconds", s->seconds,
                     "moves", moves);
}

// One position.

static void board_print(const TilesBoard *board)
{
    for (int cell = 0; cell < board->side * board->side; cell++) {
        if (board->tile[cell] == 0) fputs("  .", stdout);
        else printf("%3d", board->tile[cell]);
        if ((cell + 1) % board->side == 0) putchar('\n');
    }
}

static void boards_print(const TilesBoard *start, const TilesSolution *s)
{
    TilesBoard board = *start;
    board_print(&board);
    for (int i = 0; i < s->search.length; i++) {
        tiles_slide(&board, s->move[i]);
        printf("\n%d. %d\n", i + 1, s->move[i]);
        board_print(&board);
    }
}

static int solution_report(const Args *args, const Tables *t, const TilesBoard *board, const TilesSolution *s)
{
    if (args->json) {
        json_t *const json = solution_json(board, s);
        json_object_set_new(json, "heuristic", json_string(t->partition->name));
        return json_print(json);
    }
    printf("%d moves, the fewest (%s: estimate %d, %" PRIu64 " nodes, %.3f s)\ntiles that slide:",
           s->search.length, t->partition->name, s->estimate, s->search.nodes, s->seconds);
    for (int i = 0; i < s->search.length; i++) printf(" %d", s->move[i]);
    puts(s->search.length == 0 ? " none" : "");
    if (args_value(args, "boards") != NULL) putchar('\n'), boards_print(board, s);
    return EXIT_DONE;
}

static int solve_position(const Args *args, const Tables *t, const TilesBoard *board)
{
    TilesSolution solution;
    Status        status;
    if (!solve_one(t, board, "solving", &solution)) return cli_end(EXIT_INTERRUPTED, "stopped");
    if (line_leads_home(board, &solution)) return solution_report(args, t, board, &solution);
    status_fail_system(&status, "the line found does not solve the position; %s may be damaged", t->dir);
    return cli_fail(&status);
}

// The instances of Korf.

typedef struct Totals {
    int      solved, right;   // right: as long as printed, and the line leads home
    uint64_t length, estimate, nodes, printed;
    double   seconds;
    json_t  *list;
} Totals;

static void instance_add(Totals *sum, const TilesBoard *board, const TilesInstance *printed,
                         const TilesSolution *s)
{
    sum->solved++;
    sum->right += s->search.length == printed->length && line_leads_home(board, s);
    sum->length += (uint64_t)s->search.length;
    sum->estimate += (uint64_t)s->estimate;
    sum->nodes += s->search.nodes;
    sum->printed += printed->nodes;
    sum->seconds += s->seconds;
}

static void instance_report(const Args *args, Totals *sum, int number, const TilesBoard *board,
                            const TilesSolution *s)
{
    const TilesInstance *const printed = &tiles_korf[number - 1];
    if (args->json) {
        json_t *const json = solution_json(board, s);
        json_object_set_new(json, "instance", json_integer(number));
        json_object_set_new(json, "printed_length", json_integer(printed->length));
        json_object_set_new(json, "printed_nodes", json_count(printed->nodes));
        json_array_append_new(sum->list, json);
        return;
    }
    printf("%8d %7d %8d %9d %13" PRIu64 " %14" PRIu64 " %9.3f\n", number, s->search.length, printed->length,
           s->estimate, s->search.nodes, printed->nodes, s->seconds);
    fflush(stdout);
}

static int totals_report(const Args *args, const Tables *t, Totals *sum, int wanted)
{
    const double n = sum->solved > 0 ? sum->solved : 1;
    if (args->json)
        json_print(json_pack("{s:s, s:o, s:i, s:i, s:f, s:f, s:f, s:f, s:f}", "heuristic", t->partition->name,
                             "instances", sum->list, "solved", sum->solved, "right", sum->right,
                             "mean_length", (double)sum->length / n, "mean_estimate",
                             (double)sum->estimate / n, "mean_nodes", (double)sum->nodes / n,
                             "mean_printed_nodes", (double)sum->printed / n, "seconds", sum->seconds));
    else if (sum->solved > 0)
        printf("%8s %7.2f %8s %9.2f %13.0f %14.0f %9.3f\n\n%d of %d solved, %d as long as printed (%s; "
               "printed nodes "
               "are of Manhattan distance)\n",
               "mean", (double)sum->length / n, "", (double)sum->estimate / n, (double)sum->nodes / n,
               (double)sum->printed / n, sum->seconds / n, sum->solved, wanted, sum->right,
               t->partition->title);
    if (sum->solved < wanted) return cli_end(EXIT_INTERRUPTED, "stopped");
    return sum->right == wanted ? EXIT_DONE : EXIT_JOB_FAILED;
}

static int solve_instances(const Args *args, const Tables *t, int first, int last)
{
    Totals sum = {.list = args->json ? json_array() : NULL};
    if (!args->json)
        printf("%8s %7s %8s %9s %13s %14s %9s\n", "instance", "length", "printed", "estimate", "nodes",
               "printed nodes", "seconds");
    for (int number = first; number <= last; number++) {
        TilesBoard    board = {.side = 4};
        TilesSolution solution;
        char          what[40];
        snprintf(what, sizeof what, "instance %d", number);
        memcpy(board.tile, tiles_korf[number - 1].tile, sizeof board.tile);
        if (!solve_one(t, &board, what, &solution)) break;
        instance_add(&sum, &board, &tiles_korf[number - 1], &solution);
        instance_report(args, &sum, number, &board, &solution);
    }
    return totals_report(args, t, &sum, last - first + 1);
}

// 12, 1..100 or all.
static bool instances_read(const char *text, int *first, int *last, Status *status)
{
    const char *at = text;
    long        a, b;
    *first = 1, *last = TILES_KORF;
    if (strcmp(text, "all") == 0) return true;
    if (text_number(&at, TILES_KORF, &a) && a >= 1) {
        b = a;
        if (strncmp(at, "..", 2) == 0) {
            at += 2;
            if (!text_number(&at, TILES_KORF, &b)) b = 0;
        }
        if (*at == 0 && b >= a) return *first = (int)a, *last = (int)b, true;
    }
    return status_fail(status, "--korf %.40s: expected a number from 1 to %d, two like 1..%d, or all", text,
                       TILES_KORF, TILES_KORF);
}

static bool words_read(const Args *args, Tables *t, TilesBoard *board, int *first, int *last, Status *status)
{
    const char *const korf = args_value(args, "korf"), *const name = args_value(args, "heuristic");
    long threads;
    if (korf != NULL && args->count > 0)
        return status_fail(status, "'%.40s': expected no position with --korf", args->words[0]);
    if (korf != NULL && args_value(args, "boards") != NULL)
        return status_fail(status, "--boards: expected a position, not --korf");
    if (korf == NULL && args->count == 0)
        return status_fail(status, "solve tiles: expected 16 numbers, 0 the blank, or --korf 1..%d",
                           TILES_KORF);
    if (!args_number(args, "threads", 1, 64, 2, &threads, status)) return false;
    *board = (TilesBoard){.side = 4};
    if (korf != NULL ? !instances_read(korf, first, last, status)
                     : !tiles_parse(board, args->words, args->count, status))
        return false;
    t->dir       = databases_folder();
    t->threads   = (int)threads;
    t->partition = tiles_partition_find(name != NULL       ? name
                                        : board->side == 4 ? "6-6-3"
                                                           : "4-4",
                                        board->side, status);
    return t->partition != NULL;
}

int solve_tiles(const Args *args)
{
    Status     status;
    TilesBoard board;
    int        first = 0, last = 0;
    Tables    *t = calloc(1, sizeof *t);
    if (t == NULL) return status_fail_system(&status, "out of memory"), cli_fail(&status);
    if (!words_read(args, t, &board, &first, &last, &status)) return free(t), cli_fail(&status);
    cli_catch_interrupt();
    int code;
    if (!tables_open(t, &status)) {
        code = status.text[0] == 0 ? cli_end(EXIT_INTERRUPTED, "stopped") : cli_fail(&status);
    } else {
        code = first > 0 ? solve_instances(args, t, first, last) : solve_position(args, t, &board);
        tables_close(t);
    }
    free(t);
    return code;
}
