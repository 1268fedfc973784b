// db_split.c - `pollard db split` and `pollard db join`: a database file in pieces over folders, and back.
#include "cli/db/db_subject.h"
#include "retro/split/dbfile_split.h"

#include <stdio.h>

static json_t *result_json(const Subject *s, bool split)
{
    return json_pack("{s:s, s:s, s:b}", "name", s->db.info.name, "path", s->path, "split", split);
}

// A small file has fewer pieces than there are folders.
static int split_print(const Args *args, const Subject *s, int pieces)
{
    Status status;
    Db     db;
    if (!db_open(&db, s->path, DB_MAP, &status)) return cli_fail(&status);
    const bool packed = db.form != DB_RAW;
    db_close(&db);
    if (args->json) {
        json_t *const object = result_json(s, true);
        json_object_set_new(object, "pieces", json_integer(pieces));
        return json_print(object);
    }
    printf("%s is in pieces now, %d of them\n", s->path, pieces);
    if (packed) printf("it is packed: evaluations unpack it whole into memory, as they did before\n");
    return EXIT_DONE;
}

int db_split_run(const Args *args, const Subject *s)
{
    Status    status;
    const int pieces = db_split(s->path, args->words + 1, args->count - 1, &status);
    return pieces > 0 ? split_print(args, s, pieces) : cli_fail(&status);
}

int db_join_run(const Args *args, const Subject *s)
{
    Status status;
    if (!db_join(s->path, &status)) return cli_fail(&status);
    if (args->json) return json_print(result_json(s, false));
    printf("%s is one file now\n", s->path);
    return EXIT_DONE;
}
