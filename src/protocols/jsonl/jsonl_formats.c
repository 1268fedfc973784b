// jsonl_formats.c - `import` and `export`: games as text, in any notation that the program knows.
#include "play/formats/formats.h"
#include "protocols/jsonl/jsonl_inner.h"

#include <stdlib.h>
#include <string.h>

// Reading.

typedef struct Import {
    Variant     v;
    FormatGame *game;   // owned; large
    const char *text, *how;
} Import;

static bool moves_play_here(const Variant *v, const char *text, Status *status)
{
    AnyState s;
    variant_setup(v, &s);
    return variant_moves_play(v, &s, text, NULL, NULL, status);
}

// Which game is it? What the request says; the game in progress, where these are moves of it; what the text
// says; the game in progress.
static bool import_spec(const Jsonl *j, const Import *import, const json_t *request, char spec[TEXT_MAX],
                        Status *status)
{
    Status       ignored;
    const size_t size = strlen(import->text);
    spec[0]           = 0;
    if (!jsonl_text(request, "game", spec, TEXT_MAX, status)) return false;
    if (spec[0]) return true;
    if (j->playing) strcpy(spec, j->game);
    if (j->playing && moves_play_here(&j->v, import->text, &ignored)) return true;
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

static bool game_take(Import *import, const GameFormat *format, int number, Status *status)
{
    FormatGame *const read = format_text_game(format, &import->v, import->text, strlen(import->text), number,
                                              status);
    import->how            = format->name;
    if (read == NULL) return false;
    *import->game = *read;
    free(read);
    return true;
}

// A game in a notation; a list of moves; a position. What is wrong is said of the first that it looks like.
static bool import_read(Import *import, int number, Status *status)
{
    Status                  ignored;
    const GameFormat *const format = format_recognise(import->text, strlen(import->text), &import->v,
                                                      &ignored);
    if (format != NULL && game_take(import, format, number, status)) return true;
    if (moves_play_here(&import->v, import->text, format != NULL ? &ignored : status)) {
        if (number == 1) return moves_take(import, status);
        return format == NULL && status_fail(status, "there is one game; expected number 1");
    }
    return format == NULL && position_take(import, &ignored);
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

bool jsonl_import(Jsonl *j, const json_t *request, const json_t *id, Status *status)
{
    char   spec[TEXT_MAX];
    int    number = 1;
    Import import = {.text = json_string_value(json_object_get(request, "text"))};
    if (import.text == NULL || import.text[strspn(import.text, " \t\r\n")] == 0)
        return status_fail(status, "'text': expected a game, moves or a position");
    if (!jsonl_int(request, "number", 1, 1000000, &number, status) ||
        !import_spec(j, &import, request, spec, status) || !variant_open(&import.v, spec, status))
        return false;
    import.game = calloc(1, sizeof *import.game);
    bool good   = import.game != NULL || status_fail_system(status, "out of memory for a game");
    good        = good && import_read(&import, number, status);
    if (!good) variant_close(&import.v);
    good = good && import_answer(j, &import, id, status);
    if (import.game != NULL) import_close(&import);
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
    char *const text = tags_take(&game->tags, json_object_get(request, "tags"), status)
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
