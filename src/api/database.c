// database.c - databases of the library: where they are, what they say of a position.
#include "api/api.h"

#include <stdlib.h>

int pollard_databases_folder(const char *folder, char *buffer, size_t size)
{
    if (folder != NULL && *folder == 0) return POLLARD_ERROR_INPUT;
    if (folder != NULL && !databases_folder_set(folder)) return POLLARD_ERROR_SYSTEM;
    return api_text(databases_folder(), buffer, size);
}

int pollard_database_open(PollardDatabase **database, const char *name, char *error, size_t error_size)
{
    Status status;
    if (database == NULL) return api_null("a place for the database", error, error_size);
    *database = NULL;
    if (name == NULL) return api_null("the name of a database", error, error_size);
    PollardDatabase *const made = calloc(1, sizeof *made);
    if (made == NULL)
        return api_error(POLLARD_ERROR_SYSTEM, error, error_size, "out of memory for a database");
    if (!probe_open(&made->probe, name, &status)) return free(made), api_fail(&status, error, error_size);
    *database = made;
    return 0;
}

void pollard_database_close(PollardDatabase *database)
{
    if (database == NULL) return;
    probe_close(&database->probe);
    free(database);
}

typedef struct Line {
    json_t *moves, *positions;
} Line;

static bool move_add(void *context, const char *move, const char *position)
{
    const Line *const line = context;
    return json_array_append_new(line->moves, json_string(move)) == 0 &&
           json_array_append_new(line->positions, json_string(position)) == 0;
}

int pollard_database_probe(PollardDatabase *database, const char *position, int line, char *buffer,
                           size_t size, char *error, size_t error_size)
{
    Status      status;
    ProbeAnswer answer;
    if (database == NULL) return api_null("a database", error, error_size);
    if (position == NULL) return api_null("a position", error, error_size);
    Probe *const probe = &database->probe;
    if (!probe_ask(probe, position, &answer, &status)) return api_fail(&status, error, error_size);
    Line best = {json_array(), json_array()};
    if (line != 0 && !probe_line(probe, &answer, move_add, &best, &status))
        return json_decref(best.moves), json_decref(best.positions), api_fail(&status, error, error_size);
    json_t *const value = answer.known ? json_integer(answer.value) : json_null();
    const int n = api_json(json_pack("{s:s, s:o, s:s, s:o, s:o}", "name", probe->db.info.name, "value", value,
                                     "says", answer.says, "moves", best.moves, "positions", best.positions),
                           buffer, size);
    return n >= 0 ? n : api_error(n, error, error_size, "out of memory for an answer");
}
