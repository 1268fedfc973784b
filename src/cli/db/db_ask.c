// db_ask.c - `pollard db probe` and `pollard db best`: what a database says about a position, and a best line
// from it.
#include "cli/db/db_subject.h"
#include "retro/probe.h"

#include <stdio.h>

typedef struct Told {
    json_t *moves;   // NULL: printed
    int     n;
} Told;

static bool move_told(void *context, const char *move, const char *position)
{
    Told *const told = context;
    told->n++;
    if (told->moves != NULL) json_array_append_new(told->moves, json_string(move));
    else printf("%3d. %-8s %s\n", told->n, move, position);
    return true;
}

static bool answer(const Args *args, Probe *probe, bool best, Status *status)
{
    ProbeAnswer found;
    if (!probe_ask(probe, args->words[1], &found, status)) return false;
    Told told = {.moves = args->json ? json_array() : NULL};
    if (!args->json) puts(found.says);
    const bool good = !best || probe_line(probe, &found, move_told, &told, status);
    if (args->json)
        json_print(json_pack("{s:s, s:o, s:s, s:o}", "name", probe->db.info.name, "value",
                             found.known ? json_integer(found.value) : json_null(), "says", found.says,
                             "moves", told.moves));
    return good;
}

static int ask(const Args *args, const Subject *s, bool best)
{
    Status      status = {0};
    Probe       probe;
    ProbeAnswer ignored;
    // A bad position is said before a missing file.
    if (!probe_parse(&s->db, args->words[1], &ignored, &status)) return cli_fail(&status);
    if (!probe_open(&probe, s->db.info.name, &status)) return cli_fail(&status);
    const bool good = answer(args, &probe, best, &status);
    probe_close(&probe);
    return good ? EXIT_DONE : cli_fail(&status);
}

int db_ask_value(const Args *args, const Subject *s) { return ask(args, s, false); }
int db_ask_line(const Args *args, const Subject *s) { return ask(args, s, true); }
