// db_split.c - `pollard db split` and `pollard db join`: a database file in pieces over folders, and back.
#include "cli/db/db_subject.h"
#include "retro/split/dbfile_split.h"

#include <stdio.h>

static int print_result(const Args *args, const Subject *s, bool split)
{
    if (args->json)
        return json_print(
            json_pack("{s:s, s:s, s:b}", "name", s->db.info.name, "path", s->path, "split", split));
    printf(split ? "%s is in pieces now\n" : "%s is one file now\n", s->path);
    return EXIT_DONE;
}

int db_split_run(const Args *args, const Subject *s)
{
    Status status;
    if (!db_split(s->path, args->words + 1, args->count - 1, &status)) return cli_fail(&status);
    return print_result(args, s, true);
}

int db_join_run(const Args *args, const Subject *s)
{
    Status status;
    return db_join(s->path, &status) ? print_result(args, s, false) : cli_fail(&status);
}
