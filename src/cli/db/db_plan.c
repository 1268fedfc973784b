// db_plan.c - `pollard db plan`: what a build by ranks will take (docs/SCALE.md).
#include "cli/db/db_subject.h"
#include "retro/ranks/plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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
    *asked = (RankPlanAsked){(int)ranks, (uint64_t)memory * MIB, gigabit * GIGABIT};
    return true;
}

static int plan_json(const Subject *s, const RankPlanAsked *asked, const RankPlan *p)
{
    json_t *const object = json_pack(
        "{s:s, s:o, s:i, s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "name", s->db.info.name, "entries",
        json_count(s->db.info.entries), "ranks", asked->ranks, "ranks_least", json_count(p->ranks_least),
        "entry_seconds", p->entry_seconds, "entry_updates", p->entry_updates, "processor_seconds",
        p->processor, "bytes_sent", p->sent, "compute_seconds", p->compute, "traffic_seconds", p->traffic,
        "stream_seconds", p->stream, "seconds", p->seconds);
    json_object_set_new(object, "memory", json_count(p->memory));
    json_object_set_new(object, "file", json_count(p->file));
    json_object_set_new(object, "checkpoints", json_count(p->parts));
    return json_print(object);
}

static void plan_print(const Subject *s, const RankPlanAsked *asked, const RankPlan *p)
{
    char compute[40], traffic[40], stream[40], all[40];
    db_duration(p->compute, compute);
    db_duration(p->traffic, traffic);
    db_duration(p->stream, stream);
    db_duration(p->seconds, all);
    printf("%s: %" PRIu64 " entries by %d ranks, %.3g gigabits per second each\n", s->db.info.name,
           s->db.info.entries, asked->ranks, asked->network / GIGABIT);
    printf("  time     about %s: %s of computing, %s of traffic beside it, %s for the file to rank 0\n", all,
           compute, traffic, stream);
    printf("  work     %.4g processor seconds, %.3g ns an entry\n", p->processor, p->entry_seconds * 1e9);
    printf("  traffic  %.4g bytes between ranks, %.3g updates an entry, %.3g into other blocks\n", p->sent,
           p->entry_updates, p->entry_away);
    printf("  memory   %" PRIu64 " MiB a rank", p->memory / MIB + 1);
    if ((uint64_t)asked->ranks < p->ranks_least)
        printf("; too few ranks: at least %" PRIu64 " are needed", p->ranks_least);
    printf("\n  disk     %" PRIu64 " MiB for the file as it is, %" PRIu64 " MiB for checkpoints\n",
           p->file / MIB + 1, p->parts / MIB + 1);
}

int db_plan(const Args *args, const Subject *s)
{
    Status        status;
    RankPlanAsked asked;
    RankPlan      plan;
    if (!asked_read(args, &asked, &status) || !rank_plan(&s->db, &asked, &plan, &status))
        return cli_fail(&status);
    if (args->json) return plan_json(s, &asked, &plan);
    plan_print(s, &asked, &plan);
    return EXIT_DONE;
}
