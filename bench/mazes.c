// mazes.c - what there is to win in Thief and Police: mazes of 30 cells solved whole under each rule
// (retro/solved). `make build/release/mazes && build/release/mazes` prints the table of
// docs/results/mazes/README.md, `mazes N` that of the first N mazes: some minutes, at most 3 GB of memory.
//
// Counted are the positions with the thief to move, which are those that games begin with: all that can be
// reached, each once. An endless game is a draw.
#include "retro/solved/solve.h"
#include "retro/solved/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define MEMORY_MAX (UINT64_C(3) << 30)

enum { MAZES = 3, THIEF = 0 };

typedef struct Outcomes {
    uint64_t positions;   // also of the police
    uint64_t thief, police, drawn;
    int      longest;   // plies of the longest game that is won
} Outcomes;

static bool outcomes_add(Outcomes *sum, const Variant *v, const SolveResult *solved, Status *status)
{
    SolvedTable table;
    if (!solved_open(&table, v, solved_is_ranked(v), solved->contents, solved->size, status)) return false;
    for (uint64_t entry = 0; entry < table.positions; entry++) {
        AnyState s;
        if (!solved_position(&table, entry, &s) || v->game->turn(v->rules, &s) != THIEF) continue;
        const uint8_t value = table.values[entry];
        sum->thief += solved_is_won(value);
        sum->police += solved_is_lost(value);
        sum->drawn += !solved_is_decided(value);
    }
    sum->positions += solved->positions;
    if (solved->plies > sum->longest) sum->longest = solved->plies;
    solved_close(&table);
    return true;
}

static bool outcomes_of(Outcomes *sum, const char *game, Status *status)
{
    Variant            v;
    SolveResult        solved  = {0};
    const SolveOptions options = {.memory_max = MEMORY_MAX};
    if (!variant_open(&v, game, status)) return false;
    const bool good = solve_game(&v, &options, &solved, status) && outcomes_add(sum, &v, &solved, status);
    free(solved.contents);
    variant_close(&v);
    return good;
}

static void row_print(int police, const char *simultaneous, const char *rule, int mazes)
{
    Outcomes sum    = {0};
    Status   status = {0};
    for (int maze = 1; maze <= mazes; maze++) {
        char game[200];
        snprintf(game, sizeof game,
                 "thief-police:size=9,style=loops,loops=3,open=30,maze=%d,police=%d,simultaneous=%s%s%s",
                 maze, police, simultaneous, *rule ? "," : "", rule);
        if (outcomes_of(&sum, game, &status)) continue;
        printf("| %d | %s | %s | %s |\n", police, simultaneous, *rule ? rule : "as usual", status.text);
        return;
    }
    const double all = (double)(sum.thief + sum.police + sum.drawn) / 100;
    printf("| %d | %s | %s | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64
           " | %.1f | %.1f | %.1f | %d |\n",
           police, simultaneous, *rule ? rule : "as usual", sum.positions, sum.thief, sum.police, sum.drawn,
           (double)sum.thief / all, (double)sum.police / all, (double)sum.drawn / all, sum.longest);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static const struct {
        int         police;
        const char *simultaneous;
    } games[]                        = {{2, "no"}, {3, "no"}, {4, "no"}, {2, "yes"}, {3, "yes"}};
    static const char *const rules[] = {"", "exits=2", "exits=4", "stay=thief", "stay=police", "stay=none"};
    const int                mazes   = argc > 1 ? atoi(argv[1]) : MAZES;
    puts("| police | simultaneous | rule | positions | thief wins | police win | drawn "
         "| thief, % | police, % | drawn, % | longest |");
    puts("|---|---|---|---|---|---|---|---|---|---|---|");
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
            row_print(games[g].police, games[g].simultaneous, rules[i], mazes);
    return 0;
}
