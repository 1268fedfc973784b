#include "server/job_ask.h"
#include "base/json_read.h"
#include "lab/experiment.h"
#include "play/match.h"
#include "play/player.h"
#include "protocols/thinker.h"
#include "server/session_ask.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum {
    GAMES_MAX         = 100000,
    TRIALS_MAX        = 1000,
    OPENING_PLIES_MAX = 20,
    TIME_MS_MAX       = 60000,
    DEPTH_SOON        = 6,   // plies and nodes of a search that ends by itself long before that;
    DEPTH_SOON_WHOLE  = 3,   // plies where nothing is cut off
    NODES_SOON        = 10000000,
};

const char *const job_kind_names[] = {"lab", "match", "db", NULL};

// Fields.

static bool fields_check(const json_t *json, const char *const known[], Status *status)
{
    for (void *at = json_object_iter((json_t *)json); at != NULL;
         at       = json_object_iter_next((json_t *)json, at)) {
        int i = 0;
        while (known[i] != NULL && strcmp(known[i], json_object_iter_key(at)) != 0) i++;
        if (known[i] == NULL) return status_fail(status, "no field '%.40s'", json_object_iter_key(at));
    }
    return true;
}

// Adds --FLAG N where the field is there.
static bool number_add(const json_t *json, const char *key, int min, int max, Words *words, Status *status)
{
    int                 n;
    const json_t *const value = json_object_get(json, key);
    if (value == NULL) return true;
    if (!json_read_int(value, key, min, max, &n, status)) return false;
    words_add(words, "--%s", key);
    words_add(words, "%d", n);
    return true;
}

static bool switch_read(const json_t *json, const char *key, bool *on, Status *status)
{
    const json_t *const value = json_object_get(json, key);
    *on                       = json_is_true(value);
    return value == NULL || json_is_boolean(value) ||
           status_fail(status, "'%s': expected true or false", key);
}

// Experiments.

bool lab_name_known(const char *name)
{
    const size_t n = strlen(name);
    for (const Builtin *b = lab_builtins; n > 0 && b->name != NULL; b++)
        if (strncmp(b->name, name, n) == 0 && (b->name[n] == 0 || b->name[n] == '-')) return true;
    return false;
}

static bool lab_read(const json_t *json, JobAsk *ask, Status *status)
{
    static const char *const known[] = {"kind", "name", "trials", "quick", "threads", NULL};
    Words *const             words   = &ask->words;
    bool                     quick;
    if (!fields_check(json, known, status) ||
        !json_read_text(json_object_get(json, "name"), "name", ask->name, sizeof ask->name, status) ||
        !switch_read(json, "quick", &quick, status))
        return false;
    if (!lab_name_known(ask->name)) return status_fail(status, "unknown experiment '%s'", ask->name);
    words_add(words, "lab");
    words_add(words, "run");
    words_add(words, "%s", ask->name);
    if (quick) words_add(words, "--quick");
    return (!quick || json_object_get(json, "trials") == NULL ||
            status_fail(status, "'quick' sets the number of trials; expected no 'trials' with it")) &&
           number_add(json, "trials", 1, TRIALS_MAX, words, status) &&
           number_add(json, "threads", 1, processors_count(THREADS_MAX), words, status);
}

// Matches.

// May a move of it take long? Small searches have no time, so that their games repeat.
static bool search_lasts(const PlayerSpec *spec, const Variant *v)
{
    PlayerSpec     expanded = *spec;
    SearchSettings settings;
    Evaluation    *evaluation;
    Status         ignored;
    if (!player_spec_expand(&expanded, v, false, &ignored) || !player_spec_searches(&expanded) ||
        !player_search_read(&expanded, v, false, &settings, &evaluation, &ignored))
        return false;
    evaluation_close(evaluation);
    if (settings.time_ms > 0) return settings.time_ms > TIME_MS_MAX;
    const bool cuts = (algorithm_info[settings.algorithm].abilities & ALGORITHM_WINDOW) != 0;
    return (settings.depth == 0 || settings.depth > (cuts ? DEPTH_SOON : DEPTH_SOON_WHOLE)) &&
           (settings.nodes == 0 || settings.nodes > NODES_SOON);
}

static bool player_add(const json_t *value, const Variant *v, Words *words, Status *status)
{
    PlayerSpec        spec;
    long              time_ms = 0;
    char              shown[TEXT_MAX + SPEC_PATH_MAX];
    Text              out  = text_on(shown, sizeof shown);
    const char *const text = json_string_value(value);
    if (text == NULL) return status_fail(status, "'players': expected texts");
    if (!player_spec_parse(&spec, text, status) || !spec_is_own(&spec, status) ||
        !spec_limits_check(&spec, v, ASK_THREADS_MAX, ASK_TABLE_MAX, status) ||
        !player_spec_check(&spec, v, false, status))
        return false;
    const char *const time = player_spec_get(&spec, "time");
    if (time != NULL && !text_whole_number(time, 1, TIME_MS_MAX, &time_ms))
        return status_fail(status, "time=%s: at most %d are allowed here", time, TIME_MS_MAX);
    if (!search_lasts(&spec, v)) return words_add(words, "%s", text), true;
    if (!player_spec_set_number(&spec, "time", TIME_MS_MAX) || !player_spec_check(&spec, v, false, status))
        return status_fail(status, "'%s': expected a time, at most %d", spec.words.name, TIME_MS_MAX);
    player_spec_write(&spec, &out);
    words_add(words, "%s", shown);
    return true;
}

static bool players_add(const json_t *json, const Variant *v, Words *words, Status *status)
{
    const json_t *const players = json_object_get(json, "players");
    const size_t        n       = json_array_size(players);
    if (n < 2 || n > CONTESTANTS_MAX)
        return status_fail(status, "'players': expected a list of 2 to %d", CONTESTANTS_MAX);
    for (size_t i = 0; i < n; i++)
        if (!player_add(json_array_get(players, i), v, words, status)) return false;
    return true;
}

static bool sprt_add(const json_t *json, Words *words, Status *status)
{
    const json_t *const sprt = json_object_get(json, "sprt");
    if (sprt == NULL) return true;
    const double low  = json_number_value(json_array_get(sprt, 0)),
                 high = json_number_value(json_array_get(sprt, 1));
    if (json_array_size(sprt) != 2 || !json_is_number(json_array_get(sprt, 0)) ||
        !json_is_number(json_array_get(sprt, 1)) || !(low < high) || fabs(low) > 1000 || fabs(high) > 1000)
        return status_fail(status, "'sprt': expected two Elo differences, the lower first, like [0, 10]");
    words_add(words, "--sprt");
    words_add(words, "%g,%g", low, high);
    return true;
}

static bool openings_add(const json_t *json, Words *words, Status *status)
{
    int                 plies;
    const json_t *const value = json_object_get(json, "openings");
    if (value == NULL) return true;
    if (!json_read_int(value, "openings", 0, OPENING_PLIES_MAX, &plies, status)) return false;
    words_add(words, "--openings");
    words_add(words, plies > 0 ? "random:%d" : "none", plies);
    return true;
}

static bool match_read(const json_t *json, JobAsk *ask, Status *status)
{
    static const char *const known[] = {"kind",     "game", "players", "games", "sprt",
                                        "openings", "seed", "threads", NULL};
    Variant                  v;
    char                     game[TEXT_MAX];
    Words *const             words = &ask->words;
    if (!fields_check(json, known, status) ||
        !json_read_text(json_object_get(json, "game"), "game", game, sizeof game, status) ||
        !variant_open(&v, game, status))
        return false;
    words_add(words, "match");
    words_add(words, "%s", game);
    const bool good = players_add(json, &v, words, status) &&
                      number_add(json, "games", 1, GAMES_MAX, words, status) &&
                      number_add(json, "seed", 0, 1000000000, words, status) &&
                      number_add(json, "threads", 1, processors_count(THREADS_MAX), words, status) &&
                      sprt_add(json, words, status) && openings_add(json, words, status);
    variant_close(&v);
    return good;
}

// Databases: their names have no slash and do not begin with a dash.

static bool database_name(const json_t *json, char *name, size_t size, Status *status)
{
    if (!json_read_text(json_object_get(json, "name"), "name", name, size, status)) return false;
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && (c == name || strchr(":=,.+-_", *c) == NULL))
            return status_fail(status, "'name': expected that of a database");
    return true;
}

static bool database_read(const json_t *json, JobAsk *ask, Status *status)
{
    static const char *const known[] = {"kind", "name", "threads", NULL};
    if (!fields_check(json, known, status) || !database_name(json, ask->name, sizeof ask->name, status))
        return false;
    words_add(&ask->words, "db");
    words_add(&ask->words, "build");
    words_add(&ask->words, "%s", ask->name);
    return number_add(json, "threads", 1, processors_count(64), &ask->words, status);
}

bool probe_ask_read(const json_t *json, Words *words, Status *status)
{
    static const char *const known[] = {"name", "position", "line", NULL};
    char                     name[128], position[TEXT_MAX];
    bool                     line;
    if (!fields_check(json, known, status) || !database_name(json, name, sizeof name, status) ||
        !json_read_text(json_object_get(json, "position"), "position", position, sizeof position, status) ||
        !switch_read(json, "line", &line, status))
        return false;
    if (strcmp(position, "-h") == 0 ||
        (strncmp(position, "--", 2) == 0 && isalpha((unsigned char)position[2])))   // looks like a flag
        return status_fail(status, "'position': expected one of the database");
    words_add(words, "db");
    words_add(words, line ? "best" : "probe");
    words_add(words, "%s", name);
    words_add(words, "%s", position);
    return true;
}

bool job_ask_read(const json_t *json, JobAsk *ask, Status *status)
{
    static bool (*const reads[])(const json_t *, JobAsk *, Status *) = {lab_read, match_read, database_read};
    const char *const kind = json_string_value(json_object_get(json, "kind"));
    *ask                   = (JobAsk){0};
    for (int i = 0; kind != NULL && job_kind_names[i] != NULL; i++) {
        if (strcmp(kind, job_kind_names[i]) != 0) continue;
        ask->kind = (JobKind)i;
        if (reads[i](json, ask, status)) return true;
        words_close(&ask->words);
        return false;
    }
    return status_fail(status, "'kind': expected lab, match or db");
}
