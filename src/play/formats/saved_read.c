// saved_read.c - our own games, read strictly.
#include "play/formats/saved.h"
#include "base/json_read.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_MAX = 1 << 16, RANDOM_DIGITS = 64 };

static bool moves_read(Record *record, const json_t *moves, Status *status)
{
    const size_t n = json_array_size(moves);
    if (!json_is_array(moves)) return status_fail(status, "'moves': expected a list");
    if (n > FORMAT_PLIES_MAX) return status_fail(status, "'moves': more than %d plies", FORMAT_PLIES_MAX);
    for (size_t i = 0; i < n; i++) {
        const char *const word = json_string_value(json_array_get(moves, i));
        Move              m;
        if (word == NULL) return status_fail(status, "move %zu: expected a text", i + 1);
        if (!variant_move_parse(record->v, &record->now, word, &m, status))
            return status_prefix(status, "move %zu", i + 1);
        if (!record_play(record, m, status)) return false;
    }
    return true;
}

static bool tag_take(FormatTags *tags, const char *name, const json_t *value, Status *status)
{
    const char *const text = json_string_value(value);
    size_t            n    = 0;
    while (isalnum((unsigned char)name[n]) || name[n] == '_') n++;
    if (n == 0 || name[n] || n >= FORMAT_NAME_MAX)
        return status_fail(status, "tag '%.40s': expected a name of letters and digits", name);
    if (text == NULL || strlen(text) >= FORMAT_VALUE_MAX)
        return status_fail(status, "tag '%.40s': expected a text below %d characters", name,
                           FORMAT_VALUE_MAX);
    return format_tag_set(tags, name, text) ||
           status_fail(status, "'tags': more than %d", FORMAT_TAGS_MAX - 7);
}

static bool tags_read(FormatGame *game, json_t *tags, Status *status)
{
    const char *name;
    json_t     *value;
    if (tags != NULL && !json_is_object(tags)) return status_fail(status, "'tags': expected an object");
    json_object_foreach(tags, name, value) if (!tag_take(&game->tags, name, value, status)) return false;
    return true;
}

static bool players_read(FormatGame *game, const json_t *players, Status *status)
{
    const Variant *const v = game->record.v;
    if (json_array_size(players) != (size_t)v->facts.players)
        return status_fail(status, "'players': expected a list of %d", v->facts.players);
    for (int p = 0; p < v->facts.players; p++) {
        char name[FORMAT_NAME_MAX];
        if (!tag_take(&game->tags, format_player_tag(v, p, name), json_array_get(players, (size_t)p), status))
            return status_prefix(status, "'players'");
    }
    return true;
}

static bool comments_read(FormatGame *game, const json_t *comments, Status *status)
{
    size_t  i;
    int     last = -1;
    json_t *one;
    if (comments != NULL && !json_is_array(comments))
        return status_fail(status, "'comments': expected a list");
    json_array_foreach(comments, i, one)
    {
        int         ply;
        const char *text;
        if (json_unpack_ex(one, NULL, JSON_STRICT, "{s:i, s:s}", "ply", &ply, "text", &text) != 0 ||
            ply <= last || ply > game->record.count)
            return status_fail(
                status, "comment %zu: expected {\"ply\":N, \"text\":\"...\"}, in the order of moves", i + 1);
        format_comment_add(&game->comments, ply, text, strlen(text));
        last = ply;
    }
    return true;
}

static bool random_read(Rng *rng, const char *digits)
{
    if (digits == NULL || strlen(digits) != RANDOM_DIGITS ||
        strspn(digits, "0123456789abcdef") != RANDOM_DIGITS)
        return false;
    uint64_t any = 0;
    for (int i = 0; i < 4; i++) {
        char part[17];
        snprintf(part, sizeof part, "%.16s", digits + 16 * i);
        any |= rng->s[i] = strtoull(part, NULL, 16);
    }
    return any != 0;   // the one state that random numbers never leave
}

static bool session_read(FormatGame *game, json_t *json, Status *status)
{
    const int            players = game->record.v->facts.players;
    FormatSession *const session = &game->session;
    json_error_t         error;
    json_int_t           seed, plies_max, time_ms;
    json_t              *random;
    if (json == NULL) return true;
    if (json_unpack_ex(json, &error, JSON_STRICT, "{s:I, s:I, s:I, s:o}", "seed", &seed, "plies_max",
                       &plies_max, "time_ms", &time_ms, "random", &random) != 0)
        return status_fail(status, "'session': %s", error.text);
    if (seed < 0 || plies_max < 0 || plies_max > INT_MAX || time_ms < 0 || time_ms > INT_MAX ||
        json_array_size(random) != (size_t)players)
        return status_fail(status, "'session': a number is out of range");
    *session = (FormatSession){
        .known = true, .seed = (uint64_t)seed, .plies_max = (int)plies_max, .time_ms = (long)time_ms};
    for (int p = 0; p < players; p++)
        if (!random_read(&session->random[p], json_string_value(json_array_get(random, (size_t)p))))
            return status_fail(status, "'session': 'random': expected %d hexadecimal digits for every player",
                               RANDOM_DIGITS);
    return true;
}

static bool forfeit_read(FormatGame *game, json_t *json, Status *status)
{
    const char *reason;
    int         seat;
    if ((json != NULL) != (game->ended == ENDED_BY_FORFEIT))
        return status_fail(status, "'forfeit': expected together with \"ended\":\"forfeit\"");
    if (json == NULL) return true;
    if (json_unpack_ex(json, NULL, JSON_STRICT, "{s:i, s:s}", "seat", &seat, "reason", &reason) != 0 ||
        seat < 1 || seat > game->record.v->facts.players)
        return status_fail(status, "'forfeit': expected {\"seat\":N, \"reason\":\"...\"}");
    forfeit_set(&game->forfeit, seat - 1, reason);
    return true;
}

// A referee may have stopped a game that could go on, but no other end is a matter of opinion.
static bool ended_read(FormatGame *game, const char *name, Status *status)
{
    const Ended found = record_ended(&game->record, INT_MAX);
    int         said  = ENDED_BY_FORFEIT;
    while (said >= 0 && strcmp(ended_names[said], name) != 0) said--;
    if (said < 0) return status_fail(status, "'ended': '%.40s'", name);
    game->ended = (Ended)said;
    return game->ended == found ||
           (found == ENDED_NOT && (game->ended == ENDED_BY_CAP || game->ended == ENDED_BY_FORFEIT)) ||
           status_fail(status, "'ended': '%s' does not follow from its moves; expected '%s'", name,
                       ended_names[found]);
}

static bool points_read(FormatGame *game, const json_t *points, Status *status)
{
    const size_t n = json_array_size(points);
    if (!json_is_array(points) || (n != 0 && n != (size_t)game->record.v->facts.players))
        return status_fail(status, "'points': expected a list of %d numbers, or none",
                           game->record.v->facts.players);
    game->decided = n > 0;
    for (size_t p = 0; p < n; p++)
        if (!json_read_int(json_array_get(points, p), "points", 0, 2, &game->points[p], status)) return false;
    return true;
}

static bool position_same(const Record *record, const char *said, Status *status)
{
    char last[TEXT_MAX];
    Text out = text_on(last, sizeof last);
    variant_format(record->v, &record->now, &out);
    return strcmp(last, said) == 0 ||
           status_fail(status, "'position': '%.80s' does not follow from its moves", said);
}

static bool version_read(json_t *json, Status *status)
{
    json_int_t version = 0;
    if (json_unpack(json, "{s:I}", "pollard_game", &version) != 0)
        return status_fail(status, "not a game of pollard; expected \"pollard_game\":%d", SAVED_VERSION);
    return version == SAVED_VERSION ||
           status_fail(status, "a game of version %lld; this program reads version %d", (long long)version,
                       SAVED_VERSION);
}

static bool spec_same(const Variant *v, const char *spec, Status *status)
{
    char own[TEXT_MAX];
    Text out = text_on(own, sizeof own);
    variant_name(v, &out);
    return strcmp(own, spec) == 0 ||
           status_fail(status, "a game of '%.80s'; expected one of '%.80s'", spec, own);
}

static bool object_read(const FormatReader *r, FormatGame *game, json_t *json, Status *status)
{
    json_error_t error;
    json_t      *players, *moves, *points, *forfeit = NULL, *tags = NULL, *comments = NULL, *session = NULL;
    const char  *spec, *start, *ended, *result, *position;
    json_int_t   version, plies;
    AnyState     s;
    if (!version_read(json, status)) return false;
    if (json_unpack_ex(json, &error, JSON_STRICT,
                       "{s:I, s:s, s:s, s:o, s:o, s:I, s:s, s:s, s:o, s:s, s?o, s?o, s?o, s?o}",
                       "pollard_game", &version, "game", &spec, "start", &start, "players", &players, "moves",
                       &moves, "plies", &plies, "ended", &ended, "result", &result, "points", &points,
                       "position", &position, "forfeit", &forfeit, "tags", &tags, "comments", &comments,
                       "session", &session) != 0)
        return status_fail(status, "%.160s", error.text);
    if (!spec_same(r->v, spec, status)) return false;
    if (!variant_parse(r->v, &s, start, status)) return status_prefix(status, "'start'");
    if (!format_start_fits(r, &s, status) || !record_open(&game->record, r->v, &s, status) ||
        !moves_read(&game->record, moves, status))
        return false;
    if (plies != game->record.count)
        return status_fail(status, "'plies': %lld; there are %d moves", (long long)plies, game->record.count);
    return position_same(&game->record, position, status) && ended_read(game, ended, status) &&
           points_read(game, points, status) && forfeit_read(game, forfeit, status) &&
           tags_read(game, tags, status) && players_read(game, players, status) &&
           comments_read(game, comments, status) && session_read(game, session, status);
}

static void skip_blanks(FormatReader *r)
{
    for (; r->at < r->end && isspace((unsigned char)*r->at); r->at++) r->line += *r->at == '\n';
}

// The next object of the text; NULL with a message, which is empty at the end.
static json_t *object_next(FormatReader *r, Status *status)
{
    json_error_t error;
    status_clear(status);
    skip_blanks(r);
    if (r->at == r->end) return NULL;
    json_t *const json = json_loadb(r->at, (size_t)(r->end - r->at),
                                    JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &error);
    if (json == NULL)
        return status_fail(status, "line %d: no JSON: %.160s", r->line + error.line - 1, error.text), NULL;
    for (const char *to = r->at + error.position; r->at < to; r->at++) r->line += *r->at == '\n';
    if (json_is_object(json)) return json;
    json_decref(json);
    return status_fail(status, "line %d: expected an object", r->line), NULL;
}

static FormatRead saved_read(FormatReader *reader, FormatGame *game, Status *status)
{
    if (saved_is_match(reader->text, (size_t)(reader->end - reader->text)))
        return saved_match_read(reader, game, status);
    *game              = (FormatGame){.number = reader->number + 1};
    json_t *const json = object_next(reader, status);
    if (json == NULL && status->text[0] == 0) return FORMAT_READ_END;
    const bool good = json != NULL && object_read(reader, game, json, status);
    json_decref(json);
    reader->number++;
    if (good) return FORMAT_READ_GAME;
    format_game_close(game);
    return status_prefix(status, "game %d", reader->number), FORMAT_READ_BAD;
}

static bool saved_spec(const char *text, size_t size, char out[TEXT_MAX], Status *status)
{
    FormatReader r = {.at = text, .end = text + size, .line = 1};
    if (saved_is_match(text, size)) return saved_match_spec(text, size, out, status);
    json_t *const     json = object_next(&r, status);
    const char *const game = json_string_value(json_object_get(json, "game"));
    const bool good = json != NULL && version_read(json, status) && game != NULL && strlen(game) < TEXT_MAX;
    if (good) strcpy(out, game);
    json_decref(json);
    if (!good && status->text[0] == 0) status_fail(status, "'game': expected the spec of a game");
    return good || status_prefix(status, "game 1");
}

static bool saved_recognise(const char *text, size_t size)
{
    static const char key[] = "\"pollard_game\"";
    const size_t      look  = size < LOOK_MAX ? size : LOOK_MAX;
    size_t            i     = 0;
    while (i < look && isspace((unsigned char)text[i])) i++;
    if (i == look || text[i] != '{') return false;
    return memmem(text, look, key, sizeof key - 1) != NULL || saved_is_match(text, size);
}

static bool saved_can(const FormatGame *game, Status *status)
{
    (void)game, (void)status;
    return true;
}

static void saved_write(FILE *out, const FormatGame *game)
{
    json_t *const json = saved_json(game);
    if (json != NULL) json_dumpf(json, out, JSON_COMPACT);
    putc('\n', out);
    json_decref(json);
}

const GameFormat format_saved = {
    .name      = "saved",
    .suffix    = ".json",
    .help      = "our own, JSON, of every game; read also: files of matches",
    .recognise = saved_recognise,
    .spec      = saved_spec,
    .read      = saved_read,
    .possible  = saved_can,
    .write     = saved_write,
};
