// jsonl_formats.c - `import` and `export`: games as text, in any notation that the program knows.
#include "base/json_read.h"
#include "play/formats/epd.h"
#include "protocols/jsonl/jsonl_inner.h"

#include <stdlib.h>
#include <string.h>

// Reading.

typedef struct Import {
    Variant     v;
    FormatGame *game;   // owned; large
    const char *text, *how;
    int         number, games;   // which game of the text, of how many
} Import;

static bool moves_play_here(const Variant *v, const char *text, Status *status)
{
    AnyState s;
    variant_setup(v, &s);
    return variant_moves_play(v, &s, text, NULL, NULL, status);
}

static bool position_reads(const Variant *v, const char *text, Status *status)
{
    AnyState s;
    return strlen(text) < TEXT_MAX && variant_parse(v, &s, text, status);
}

// Which game is it? What the request says; the game in progress, where these are moves or a position of it;
// what the text says; the game in progress.
static bool import_spec(const Jsonl *j, const Import *import, const json_t *request, char spec[TEXT_MAX],
                        Status *status)
{
    Status       ignored;
    const size_t size = strlen(import->text);
    spec[0]           = 0;
    if (!jsonl_text(request, "game", spec, TEXT_MAX, status)) return false;
    if (spec[0]) return true;
    if (j->playing) strcpy(spec, j->game);
    if (j->playing &&
        (moves_play_here(&j->v, import->text, &ignored) || position_reads(&j->v, import->text, &ignored)))
        return true;
    const GameFormat *const format = format_recognise(import->text, size, NULL, &ignored);
    const bool              here   = format != NULL && j->playing && format->game != NULL &&
                      strcmp(format->game, j->v.game->name) == 0;
    if (format != NULL && (format->spec != NULL || !here))
        return format_spec(format, import->text, size, spec, status);
    return j->playing || format_recognise(import->text, size, NULL, status) != NULL;
}

static bool moves_take(Import *import, Status *status)
{
    AnyState start;
    variant_setup(&import->v, &start);
    import->how = "moves";
    return record_open(&import->game->record, &import->v, &start, status) &&
           format_text_play(&import->game->record, import->text, status);
}

static bool position_take(Import *import, Status *status)
{
    AnyState start;
    import->how = "position";
    return strlen(import->text) < TEXT_MAX && variant_parse(&import->v, &start, import->text, status) &&
           record_open(&import->game->record, &import->v, &start, status);
}

// As far as they can be read; one at least.
static int games_count(const GameFormat *format, const Variant *v, const char *text)
{
    int               count = 0;
    FormatReader      reader;
    Status            ignored;
    FormatGame *const game = calloc(1, sizeof *game);
    format_open(&reader, format, v, text, strlen(text));
    for (; game != NULL; count++) {
        const FormatRead read = format->skip != NULL ? format->skip(&reader, &ignored)
                                                     : format_read(&reader, game, &ignored);
        if (read != FORMAT_READ_GAME) break;
        if (format->skip == NULL) format_game_close(game);
    }
    free(game);
    return count > 0 ? count : 1;
}

static bool game_take(Import *import, const GameFormat *format, Status *status)
{
    FormatGame *const read = format_text_game(format, &import->v, import->text, strlen(import->text),
                                              import->number, status);
    import->how            = format->name;
    if (read == NULL) return false;
    *import->game = *read;
    free(read);
    const int games = games_count(format, &import->v, import->text);
    import->games   = games > import->number ? games : import->number;
    // One line that says no more than a position is one.
    if (format == &format_epd && import->games == 1 && import->game->tags.count == 0 &&
        import->game->comments.count == 0)
        import->how = "position";
    return true;
}

// A game in a notation; a list of moves; a position. What is wrong is said of the first that it looks like.
static bool import_read(Import *import, Status *status)
{
    Status                  ignored;
    const GameFormat *const format = format_recognise(import->text, strlen(import->text), &import->v,
                                                      &ignored);
    if (format != NULL && game_take(import, format, status)) return true;
    if (moves_play_here(&import->v, import->text, format != NULL ? &ignored : status)) {
        if (import->number == 1) return moves_take(import, status);
        return format == NULL && status_fail(status, "there is one game; expected number 1");
    }
    return import->number == 1 && position_take(import, &ignored);
}

// A position of any game with its usual options, which is opened.
static bool position_anywhere(Import *import)
{
    Status ignored;
    for (const Game *const *game = games_all; *game != NULL; game++) {
        if (!variant_open(&import->v, (*game)->name, &ignored)) continue;
        if (position_take(import, &ignored)) return true;
        variant_close(&import->v);
    }
    return false;
}

static void import_close(Import *import)
{
    format_game_close(import->game);
    free(import->game);
}

static void import_add(const Import *import, json_t *answer)
{
    const FormatGame *const game = import->game;
    json_t *const tags = json_object(), *const comments = json_array(), *const points = json_array();
    for (int i = 0; i < game->tags.count; i++)
        json_object_set_new(tags, game->tags.tag[i].name, json_string(game->tags.tag[i].value));
    for (int i = 0; i < game->comments.count; i++)
        json_array_append_new(comments, json_pack("{s:i, s:s}", "ply", game->comments.list[i].ply, "text",
                                                  game->comments.text + game->comments.list[i].at));
    for (int p = 0; game->decided && p < game->record.v->facts.players; p++)
        json_array_append_new(points, json_integer(game->points[p]));
    json_object_set_new(answer, "format", json_string(import->how));
    json_object_set_new(answer, "number", json_integer(import->number));
    json_object_set_new(answer, "games", json_integer(import->games));
    json_object_set_new(answer, "tags", tags);
    json_object_set_new(answer, "comments", comments);
    json_object_set_new(answer, "decided", game->decided ? json_incref(points) : json_null());
    json_decref(points);
}

// Puts the game that was read in the place of this one and answers.
static bool import_answer(Jsonl *j, Import *import, const json_t *id, Status *status)
{
    json_t *const answer = jsonl_ok();
    Record        record = import->game->record;
    import_add(import, answer);
    import->game->record = (Record){0};
    if (!jsonl_game_take(j, &import->v, &record, status)) return json_decref(answer), false;
    jsonl_state_add(j, answer);
    jsonl_history_add(j, answer);
    return jsonl_answer(j, id, answer), true;
}

// The text as the game that it says or that is in progress; a position as one of any game.
static bool import_open(const Jsonl *j, Import *import, const json_t *request, Status *status)
{
    char spec[TEXT_MAX];
    if (import_spec(j, import, request, spec, status) && variant_open(&import->v, spec, status)) {
        if (import_read(import, status)) return true;
        variant_close(&import->v);
    }
    return json_object_get(request, "game") == NULL && import->number == 1 && position_anywhere(import);
}

bool jsonl_import(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    Import import = {.text = json_string_value(json_object_get(request, "text")), .number = 1, .games = 1};
    if (import.text == NULL || import.text[strspn(import.text, " \t\r\n")] == 0)
        return status_fail(status, "'text': expected a game, moves or a position");
    if (!jsonl_int(request, "number", 1, 1000000, &import.number, status)) return false;
    import.game = calloc(1, sizeof *import.game);
    if (import.game == NULL) return status_fail_system(status, "out of memory for a game");
    const bool good = import_open(j, &import, request, status) && import_answer(j, &import, id, status);
    import_close(&import);
    return good;
}

// Writing.

static const GameFormat *export_format(const json_t *request, Status *status)
{
    char word[SPEC_WORD_MAX] = "saved", path[SPEC_WORD_MAX + 5] = "game.";
    if (!jsonl_text(request, "format", word, sizeof word, status)) return NULL;
    strcat(path, word);
    const GameFormat *const by_suffix = format_by_suffix(path);   // "json"
    return by_suffix != NULL ? by_suffix : format_find(word, status);
}

static bool tags_take(FormatTags *tags, const json_t *given, Status *status)
{
    if (given != NULL && !json_is_object(given)) return status_fail(status, "'tags': expected an object");
    for (void *at = json_object_iter((json_t *)given); at != NULL;
         at       = json_object_iter_next((json_t *)given, at)) {
        const char *const value = json_string_value(json_object_iter_value(at));
        if (value == NULL || !format_tag_set(tags, json_object_iter_key(at), value))
            return status_fail(status, "'tags': '%.40s': expected a short text", json_object_iter_key(at));
    }
    return true;
}

// {"player": 0, "reason": "resigns"}: somebody lost a game that the rules have not ended.
static bool forfeit_take(FormatGame *game, const json_t *given, Status *status)
{
    int  player;
    char reason[FORFEIT_REASON_MAX] = "";
    if (given == NULL) return true;
    if (!json_is_object(given)) return status_fail(status, "'forfeit': expected an object");
    if (game->ended != ENDED_NOT) return status_fail(status, "'forfeit': the game is over");
    if (!json_read_int(json_object_get(given, "player"), "player", 0, game->record.v->facts.players - 1,
                       &player, status) ||
        !json_read_text(json_object_get(given, "reason"), "reason", reason, sizeof reason, status))
        return false;
    forfeit_set(&game->forfeit, player, reason);
    forfeit_points(&game->forfeit, game->record.v->facts.players, POINTS_RESULT, game->points);
    game->ended   = ENDED_BY_FORFEIT;
    game->decided = true;
    return true;
}

// The text, owned; NULL with a message.
static char *game_write(const GameFormat *format, const FormatGame *game, size_t *size, Status *status)
{
    char *text = NULL;
    if (!format_possible(format, game, status)) return NULL;
    FILE *const out = open_memstream(&text, size);
    if (out != NULL) format->write(out, game);
    const bool whole = out != NULL && !ferror(out);
    if (out != NULL && fclose(out) == 0 && whole) return text;
    free(text);
    return status_fail_system(status, "out of memory for a game"), NULL;
}

bool jsonl_export(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    size_t                  size;
    const GameFormat *const format = export_format(request, status);
    if (format == NULL) return false;
    FormatGame *const game = calloc(1, sizeof *game);
    if (game == NULL) return status_fail_system(status, "out of memory for a game");
    game->record = j->t.record;   // stays the thinker's
    format_judge(game);
    char *const text = tags_take(&game->tags, json_object_get(request, "tags"), status) &&
                               forfeit_take(game, json_object_get(request, "forfeit"), status)
                         ? game_write(format, game, &size, status)
                         : NULL;
    free(game);
    if (text == NULL) return false;
    json_t *const answer = jsonl_ok();
    json_object_set_new(answer, "format", json_string(format->name));
    json_object_set_new(answer, "suffix", json_string(format->suffix));
    json_object_set_new(answer, "text", json_stringn(text, size));
    free(text);
    return jsonl_answer(j, id, answer), true;
}
