#include "lab/kept/same_code.h"
#include "base/file.h"
#include "base/json_read.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1, FILE_SIZE_MAX = 1 << 18, NUMBER_MAX = 1000000000 };

// The words that the file excepts, each with spaces around it.
typedef struct Words {
    char text[SAME_CODE_FILES_MAX * 40];
} Words;

static bool is_digest(const char *text) { return digest_valid(text) && strcmp(text, DIGEST_NONE) != 0; }

// "877d978f2e7e", "877d978f2e7e-dirty".
static bool is_commit(const char *text)
{
    const size_t n = strspn(text, "0123456789abcdef");
    return n == 12 && (text[n] == 0 || strcmp(text + n, "-dirty") == 0);
}

static bool read_commit(const json_t *json, const char *key, char out[BUILD_COMMIT_SIZE], Status *status)
{
    return json_read_text(json_object_get(json, key), key, out, BUILD_COMMIT_SIZE, status) &&
           (is_commit(out) || status_fail(status, "'%s': expected a commit of 12 hexadecimal digits", key));
}

static bool read_digest(const json_t *json, const char *key, char out[BUILD_DIGEST_SIZE], Status *status)
{
    return json_read_text(json_object_get(json, key), key, out, BUILD_DIGEST_SIZE, status) &&
           (is_digest(out) || status_fail(status, "'%s': expected a digest of 16 hexadecimal digits", key));
}

static bool exceptions_parse(Words *words, const json_t *list, Status *status)
{
    size_t        i;
    const json_t *one;
    Text          out = text_on(words->text, sizeof words->text);
    if (!json_is_array(list) || json_array_size(list) > SAME_CODE_FILES_MAX)
        return status_fail(status, "'except': expected a list of at most %d files", SAME_CODE_FILES_MAX);
    text_add(&out, " ");
    json_array_foreach(list, i, one)
    {
        char file[200], word[32];
        if (!json_read_text(json_object_get(one, "file"), "file", file, sizeof file, status) ||
            !json_read_text(json_object_get(one, "word"), "word", word, sizeof word, status))
            return status_prefix(status, "'except'");
        if (json_object_size(one) != 2 || strncmp(file, "src/", 4) != 0 || strchr(word, ' ') != NULL ||
            !vouch_words_valid(word))
            return status_fail(status, "'except': expected a file of src and a word, and nothing else");
        text_add(&out, "%s ", word);
    }
    return true;
}

// Are these among the words that the file excepts?
static bool words_known(const Words *words, const char *except)
{
    char copy[VOUCH_EXCEPT_SIZE], wanted[40], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", except);
    for (const char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        snprintf(wanted, sizeof wanted, " %s ", word);
        if (strstr(words->text, wanted) == NULL) return false;
    }
    return true;
}

static bool game_except_parse(SameCodeGame *g, const json_t *value, const Words *words, Status *status)
{
    if (value == NULL) return true;
    return json_read_text(value, "except", g->except, sizeof g->except, status) &&
           ((vouch_words_valid(g->except) && words_known(words, g->except)) ||
            status_fail(status, "'except': expected words that the file excepts, with a space between"));
}

static bool game_parse(SameCodeGame *g, const json_t *json, const Words *words, Status *status)
{
    const json_t *const same = json_object_get(json, "same"), *const except = json_object_get(json, "except");
    *g = (SameCodeGame){.same = json_is_true(same)};
    if (!json_is_object(json) || json_object_size(json) != (except == NULL ? 7 : 8))
        return status_fail(status, "expected an object with the fields of a game");
    if (!json_read_text(json_object_get(json, "game"), "game", g->game, sizeof g->game, status) ||
        !read_digest(json, "from", g->from, status) || !read_digest(json, "to", g->to, status) ||
        !json_read_int(json_object_get(json, "objects"), "objects", 0, NUMBER_MAX, &g->objects, status) ||
        !json_read_int(json_object_get(json, "functions"), "functions", 0, NUMBER_MAX, &g->functions,
                       status) ||
        !json_read_text(json_object_get(json, "hash"), "hash", g->hash, sizeof g->hash, status) ||
        !game_except_parse(g, except, words, status))
        return false;
    if (!json_is_boolean(same)) return status_fail(status, "'same': expected true or false");
    if (!vouch_hash_valid(g->hash)) return status_fail(status, "'hash': expected 32 hexadecimal digits");
    return !g->same || (g->objects > 0 && g->functions > 0) ||
           status_fail(status, "'same' is true, but nothing was compared");
}

static bool games_parse(SameCode *code, const json_t *list, const Words *words, Status *status)
{
    size_t        i;
    const json_t *one;
    if (!json_is_array(list) || json_array_size(list) < 1 || json_array_size(list) > SAME_CODE_GAMES_MAX)
        return status_fail(status, "'games': expected a list of 1 to %d games", SAME_CODE_GAMES_MAX);
    json_array_foreach(list, i, one)
    {
        SameCodeGame *const g = &code->games[code->count];
        if (!game_parse(g, one, words, status)) return status_prefix(status, "game %zu", i + 1);
        for (int k = 0; k < code->count; k++)
            if (strcmp(code->games[k].game, g->game) == 0)
                return status_fail(status, "game %zu: there twice", i + 1);
        code->count++;
    }
    return true;
}

static bool file_parse(SameCode *code, const json_t *json, Status *status)
{
    int   format;
    Words words;
    if (!json_read_int(json_object_get(json, "pollard-same-code"), "pollard-same-code", FORMAT, FORMAT,
                       &format, status))
        return false;
    if (json_object_size(json) != 7)
        return status_fail(status, "expected the fields that tools/same_code writes and nothing else");
    return read_commit(json, "old", code->old_commit, status) &&
           read_commit(json, "new", code->new_commit, status) &&
           json_read_text(json_object_get(json, "compiler"), "compiler", code->compiler,
                          sizeof code->compiler, status) &&
           json_read_text(json_object_get(json, "flags"), "flags", code->flags, sizeof code->flags, status) &&
           exceptions_parse(&words, json_object_get(json, "except"), status) &&
           games_parse(code, json_object_get(json, "games"), &words, status);
}

bool same_code_parse(SameCode *code, const char *text, size_t size, const char *source, Status *status)
{
    json_error_t  error;
    json_t *const json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    *code              = (SameCode){0};
    const bool good    = json_is_object(json)
                           ? file_parse(code, json, status) || status_prefix(status, "%s", source)
                           : status_fail(status, "%s: expected a file that tools/same_code wrote", source);
    json_decref(json);
    if (!good) code->count = 0;
    return good;
}

bool same_code_read(SameCode *code, const char *path, Status *status)
{
    size_t      size;
    char *const text = file_read(path, FILE_SIZE_MAX, &size, status);
    const bool  good = text != NULL && same_code_parse(code, text, size, path, status);
    free(text);
    return good;
}

bool same_code_is_of_this(const SameCode *code, const char *source, Status *status)
{
    for (int i = 0; i < code->count; i++) {
        const SameCodeGame *const g    = &code->games[i];
        const char *const         game = build_game(g->to);
        if (game == NULL || strcmp(game, g->game) != 0)
            return status_fail(status,
                               "%s: expected %s, this program's digest of %s, after the change: not %s",
                               source, build_digest(g->game), g->game, g->to);
    }
    return true;
}

void same_code_vouch(const SameCode *code, const SameCodeGame *g, Vouch *out)
{
    assert(!g->same || (g->objects > 0 && g->functions > 0));
    *out = (Vouch){.objects = g->objects, .functions = g->functions};
    snprintf(out->game, sizeof out->game, "%s", g->game);
    snprintf(out->from, sizeof out->from, "%s", g->from);
    snprintf(out->to, sizeof out->to, "%s", g->to);
    snprintf(out->commits, sizeof out->commits, "%s", code->old_commit);
    snprintf(out->compiler, sizeof out->compiler, "%s", code->compiler);
    snprintf(out->flags, sizeof out->flags, "%s", code->flags);
    snprintf(out->code, sizeof out->code, "%s", g->same ? VOUCH_SAME_CODE : "differs");
    snprintf(out->hash, sizeof out->hash, "%s", g->hash);
    snprintf(out->except, sizeof out->except, "%s", g->except);
}
