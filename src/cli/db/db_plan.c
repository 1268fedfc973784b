// db_plan.c - `pollard db plan`: what a build by ranks will take (docs/SCALE.md).
#include "cli/db/db_subject.h"
#include "cli/db/plan_chess.h"
#include "games/chess/dtm/check.h"
#include "games/thief_police/pdb.h"
#include "retro/ranks/plan.h"
#include "symmetry/symmetry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

extern const CatalogFamily chess_databases, thief_police_databases;

enum { NETWORK_DEFAULT = 10, RANKS_DEFAULT = 4, RANKS_ALLOWED = 4096, GIGABIT = 1000000000 };

static bool asked_read(const Args *args, RankPlanAsked *asked, Status *status)
{
    long              ranks, memory;
    const char *const network = args_value(args, "network");
    char             *end     = NULL;
    const double      gigabit = network != NULL ? strtod(network, &end) : NETWORK_DEFAULT;
    if (!args_number(args, "ranks", 1, RANKS_ALLOWED, RANKS_DEFAULT, &ranks, status) ||
        !args_number(args, "memory", 0, 1 << 30, 0, &memory, status))
        return false;
    if (network != NULL && (end == network || *end != 0 || !(gigabit >= 0.001 && gigabit <= 1e6)))
        return status_fail(status, "--network '%.40s': expected gigabits per second, 0.001 ... 1000000",
                           network);
    *asked = (RankPlanAsked){
        .ranks = (int)ranks, .memory = (uint64_t)memory * MIB, .network = gigabit * GIGABIT};
    return true;
}

static int plan_json(const CatalogDb *db, const RankPlanAsked *asked, const RankPlan *p,
                     const PlanChess *chess)
{
    json_t *const object = json_pack(
        "{s:s, s:o, s:i, s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "name", db->info.name, "entries",
        json_count(db->info.entries), "ranks", asked->ranks, "ranks_least", json_count(p->ranks_least),
        "entry_seconds", p->entry_seconds, "entry_updates", p->entry_updates, "processor_seconds",
        p->processor, "bytes_sent", p->sent, "compute_seconds", p->compute, "traffic_seconds", p->traffic,
        "stream_seconds", p->stream, "seconds", p->seconds);
    json_object_set_new(object, "solved_entries", json_count(p->entries));
    json_object_set_new(object, "memory", json_count(p->memory));
    json_object_set_new(object, "file", json_count(p->file));
    json_object_set_new(object, "checkpoints", json_count(p->parts));
    if (chess != NULL) {
        json_object_set_new(object, "needed", json_integer(chess->needed));
        json_object_set_new(object, "needed_entries", json_count(chess->needed_entries));
    }
    return json_print(object);
}

static void plan_print(const CatalogDb *db, const RankPlanAsked *asked, const RankPlan *p)
{
    char compute[40], traffic[40], stream[40], all[40];
    db_duration(p->compute, compute);
    db_duration(p->traffic, traffic);
    db_duration(p->stream, stream);
    db_duration(p->seconds, all);
    printf("%s: %" PRIu64 " entries by %d ranks, %.3g gigabits per second each\n", db->info.name,
           db->info.entries, asked->ranks, asked->network / GIGABIT);
    if (p->entries != db->info.entries)
        printf("  solved   %" PRIu64 " entries, by symmetry%s\n", p->entries,
               p->remembers ? "; nobody is told twice" : "");
    printf("  time     about %s: %s of computing, %s of traffic beside it, %s for the file to rank 0\n", all,
           compute, traffic, stream);
    printf("  work     %.4g processor seconds, %.3g ns an entry\n", p->processor, p->entry_seconds * 1e9);
    printf("  traffic  %.4g bytes between ranks, %.3g updates an entry, %.3g into other blocks\n", p->sent,
           p->entry_updates, p->entry_away);
    printf("  memory   %" PRIu64 " MiB a rank", p->memory / MIB + 1);
    if (p->ranks_least == 0)
        printf("; no number of ranks up to %d needs as little as is allowed", RANKS_ALLOWED);
    else if ((uint64_t)asked->ranks < p->ranks_least)
        printf("; too few ranks: at least %" PRIu64 " are needed", p->ranks_least);
    else if (asked->memory > 0 && p->memory > asked->memory)
        printf("; more than is allowed, too many boxes: %" PRIu64 " ranks need less", p->ranks_least);
    printf("\n  disk     %" PRIu64 " MiB for the file as it is, %" PRIu64 " MiB for checkpoints\n",
           p->file / MIB + 1, p->parts / MIB + 1);
}

// As src/mpi/mazes.c says.
static SliceDomain slices_of(const PursuitDb *d)
{
    return (SliceDomain){
        .entries = d->entries, .slices = d->slices, .slice_entries = d->slice_entries, .scratch = d->scratch};
}

static int plan_run(const Args *args, const CatalogDb *db, const PlanChess *chess)
{
    Status        status;
    RankPlanAsked asked;
    RankPlan      plan;
    if (!asked_read(args, &asked, &status)) return cli_fail(&status);
    asked.moves_max = db->family == &chess_databases ? 2 * DTM_MOVES_MAX : 0;   // as src/mpi/chess.c says
    SliceDomain slices;
    if (db->family == &thief_police_databases) slices = slices_of(db->data), asked.slices = &slices;
    Symmetry *const symmetry = symmetry_open(db);
    asked.symmetry           = symmetry_of(symmetry);
    const bool good          = rank_plan(db, &asked, &plan, &status);
    symmetry_close(symmetry);
    if (!good) return cli_fail(&status);
    if (args->json) return plan_json(db, &asked, &plan, chess);
    plan_print(db, &asked, &plan);
    if (chess != NULL)
        printf("  needs    %d other endings, %.4g entries in all; planned, not in the list of `db build`\n",
               chess->needed, (double)chess->needed_entries);
    return EXIT_DONE;
}

int db_plan(const Args *args, const Subject *s) { return plan_run(args, &s->db, NULL); }

bool db_plan_alone(const Args *args, int *code)
{
    PlanChess chess;
    CatalogDb db;
    Status    status;
    if (!plan_chess_read(args->words[0], &chess)) return false;
    if (catalog_open(&db, args->words[0], &status)) return catalog_close(&db), false;
    db = (CatalogDb){.family = &chess_databases, .info = {.kind = DB_ENDGAME, .entries = chess.entries}};
    snprintf(db.info.name, sizeof db.info.name, "%s", args->words[0]);
    return *code = plan_run(args, &db, &chess), true;
}
