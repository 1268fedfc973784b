// db_split.c - `pollard db split` and `pollard db join`: a database file in pieces over folders, and back.
#include "cli/db/db_subject.h"
#include "retro/split/dbfile_split.h"

#include <stdio.h>

static int print_pieces(const Args *args, const Subject *s, int pieces)
{
    if (args->json)
        return json_print(
            json_pack("{s:s, s:s, s:i}", "name", s->db.info.name, "path", s->path, "pieces", pieces));
    if (pieces > 0) printf("%s is in pieces, over %d folders\n", s->path, pieces);
    else printf("%s is one file\n", s->path);
    return EXIT_DONE;
}

int db_split_run(const Args *args, const Subject *s)
{
    Status status;
    return db_split(s->path, args->words + 1, args->count - 1, &status)
             ? print_pieces(args, s, args->count - 1)
             : cli_fail(&status);
}

int db_join_run(const Args *args, const Subject *s)
{
    Status status;
    return db_join(s->path, &status) ? print_pieces(args, s, 0) : cli_fail(&status);
}
