// saved_write.c - a game of ours as a JSON object.
#include "play/formats/saved.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static json_t *moves_json(const Record *record)
{
    json_t *const        list = json_array();
    const Variant *const v    = record->v;
    AnyState             s    = record->start;
    for (int i = 0; i < record->count; i++) {
        const AnyState before = s;
        char           word[TEXT_MAX];
        Text           move = text_on(word, sizeof word);
        variant_move_format(v, &s, record->moves[i], &move);
        json_array_append_new(list, json_string(word));
        v->game->play(v->rules, &s, &before, record->moves[i]);
    }
    return list;
}

// Texts from elsewhere need not be UTF-8, which JSON is: what is not is taken as Latin-1, which makes it
// longer; then at most `most` bytes of it are written, so that they can be read again.
static json_t *text_json(const char *text, size_t most)
{
    json_t *const json = json_string(text);
    if (json != NULL) return json;
    char *const out = malloc(2 * strlen(text) + 1), *to = out;
    if (out == NULL) return NULL;
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if ((size_t)(to - out) + 1 + (c >= 0x80) > most) break;
        if (c >= 0x80) *to++ = (char)(0xc0 | c >> 6);
        *to++ = c < 0x80 ? (char)c : (char)(0x80 | (c & 0x3f));
    }
    *to                = 0;
    json_t *const same = json_string(out);
    free(out);
    return same;
}

static json_t *players_json(const FormatGame *game)
{
    const Variant *const v    = game->record.v;
    json_t *const        list = json_array();
    for (int p = 0; p < v->facts.players; p++) {
        char              name[FORMAT_NAME_MAX];
        const char *const value = format_tag(&game->tags, format_player_tag(v, p, name));
        json_array_append_new(list, text_json(value != NULL ? value : "?", FORMAT_VALUE_MAX - 1));
    }
    return list;
}

static json_t *points_json(const FormatGame *game)
{
    json_t *const list = json_array();
    for (int p = 0; game->decided && p < game->record.v->facts.players; p++)
        json_array_append_new(list, json_integer(game->points[p]));
    return list;
}

// Tags that say something which the object does not have elsewhere.
static bool tag_is_own(const Variant *v, const FormatTag *tag)
{
    static const char *const elsewhere[] = {"Result", "FEN", "SetUp", "Variant", "GameType", "PlyCount"};
    char                     name[FORMAT_NAME_MAX];
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (strcmp(tag->name, elsewhere[i]) == 0) return false;
    for (int p = 0; p < v->facts.players; p++)
        if (strcmp(tag->name, format_player_tag(v, p, name)) == 0) return false;
    return strcmp(tag->value, "?") != 0 && strcmp(tag->value, "????.??.??") != 0;
}

static void tags_add(json_t *json, const FormatGame *game)
{
    json_t *const tags = json_object();
    for (int i = 0; i < game->tags.count; i++)
        if (tag_is_own(game->record.v, &game->tags.tag[i]))
            json_object_set_new(tags, game->tags.tag[i].name,
                                text_json(game->tags.tag[i].value, FORMAT_VALUE_MAX - 1));
    if (json_object_size(tags) > 0) json_object_set(json, "tags", tags);
    json_decref(tags);
}

static void comments_add(json_t *json, const FormatComments *comments)
{
    json_t *const list = json_array();
    for (int i = 0; i < comments->count; i++)
        json_array_append_new(list, json_pack("{s:i, s:o}", "ply", comments->list[i].ply, "text",
                                              text_json(comments->text + comments->list[i].at, SIZE_MAX)));
    if (json_array_size(list) > 0) json_object_set(json, "comments", list);
    json_decref(list);
}

static void session_add(json_t *json, const FormatGame *game)
{
    const FormatSession *const session = &game->session;
    json_t *const              random  = json_array();
    for (int p = 0; p < game->record.v->facts.players; p++) {
        const uint64_t *const s = session->random[p].s;
        char                  digits[65];
        snprintf(digits, sizeof digits, "%016" PRIx64 "%016" PRIx64 "%016" PRIx64 "%016" PRIx64, s[0], s[1],
                 s[2], s[3]);
        json_array_append_new(random, json_string(digits));
    }
    json_object_set_new(json, "session",
                        json_pack("{s:I, s:i, s:I, s:o}", "seed", (json_int_t)session->seed, "plies_max",
                                  session->plies_max, "time_ms", (json_int_t)session->time_ms, "random",
                                  random));
}

static void result_text(const FormatGame *game, Text *out)
{
    if (game->ended == ENDED_BY_FORFEIT) forfeit_text(&game->forfeit, game->record.v, out);
    else record_result(&game->record, game->ended, out);
}

json_t *saved_json(const FormatGame *game)
{
    const Record *const record = &game->record;
    char                name[TEXT_MAX], start[TEXT_MAX], last[TEXT_MAX], result[TEXT_MAX];
    Text                name_out = text_on(name, sizeof name), start_out = text_on(start, sizeof start),
         last_out = text_on(last, sizeof last), result_out = text_on(result, sizeof result);
    variant_name(record->v, &name_out);
    variant_format(record->v, &record->start, &start_out);
    variant_format(record->v, &record->now, &last_out);
    result_text(game, &result_out);
    json_t *const json = json_pack(
        "{s:i, s:s, s:s, s:o, s:o, s:i, s:s, s:s, s:o, s:s}", "pollard_game", SAVED_VERSION, "game", name,
        "start", start, "players", players_json(game), "moves", moves_json(record), "plies", record->count,
        "ended", ended_names[game->ended], "result", result, "points", points_json(game), "position", last);
    if (json == NULL) return NULL;
    if (game->ended == ENDED_BY_FORFEIT)
        json_object_set_new(
            json, "forfeit",
            json_pack("{s:i, s:s}", "seat", game->forfeit.seat + 1, "reason", game->forfeit.reason));
    tags_add(json, game);
    comments_add(json, &game->comments);
    if (game->session.known) session_add(json, game);
    return json;
}
