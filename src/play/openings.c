#include "play/openings.h"
#include "base/file.h"
#include "base/rng.h"
#include "play/formats/formats.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES_MAX = 1000, PLIES_MAX = 1000, OPENINGS_SIZE_MAX = 1 << 28 };

static bool goes_on(const Variant *v, const AnyState *s)
{
    return v->game->count(v->rules, s) > 0 && !v->game->drawn(v->rules, s);
}

// From where *s is.
static bool walk(const Variant *v, int plies, Rng *rng, AnyState *s)
{
    assert(plies >= 0);
    Move moves[GAME_MOVES_MAX];
    for (int i = 0; i < plies; i++) {
        const AnyState before = *s;
        const int      n      = v->game->generate(v->rules, s, moves);
        if (n == 0) return false;
        v->game->play(v->rules, s, &before, moves[rng_below(rng, (uint32_t)n)]);
    }
    return goes_on(v, s);
}

void openings_start(const Openings *openings, AnyState *out)
{
    if (openings->positions != NULL) *out = openings->positions[0];
    else variant_setup(openings->v, out);
}

bool openings_position(const Openings *openings, int number, AnyState *out, Status *status)
{
    assert(openings->v != NULL && number >= 0);
    const bool file = openings->positions != NULL;
    if (file && !openings->walks) return *out = openings->positions[number % openings->count], true;
    Rng rng = rng_seed(mix64(openings->seed) + (uint64_t)number);
    for (int i = 0; i < TRIES_MAX; i++) {
        if (file) *out = openings->positions[rng_below(&rng, (uint32_t)openings->count)];
        else variant_setup(openings->v, out);
        if (walk(openings->v, openings->plies, &rng, out)) return true;
    }
    return status_fail(status, "openings '%s': %s is over before %d plies; expected a smaller number",
                       openings->text, openings->v->game->name, openings->plies);
}

// Moves in any notation.
static bool moves_read(const Variant *v, const char *line, AnyState *s, Status *status)
{
    Record record;
    variant_setup(v, s);
    if (!record_open(&record, v, s, status)) return false;
    const bool good = format_text_play(&record, line, status);
    *s              = record.now;
    record_close(&record);
    return good;
}

// A line of a file: a position, else moves.
static bool line_read(const Variant *v, const char *line, AnyState *s, Status *status)
{
    Status as_position;
    if (!variant_parse(v, s, line, &as_position) && !moves_read(v, line, s, status))
        return status_prefix(status, "'%.40s' is neither a position nor a list of moves", line);
    return goes_on(v, s) || status_fail(status, "'%.40s': the game is over there", line);
}

static bool position_add(Openings *openings, const AnyState *s, Status *status)
{
    if ((openings->count & (openings->count - 1)) == 0) {   // full at every power of two
        const size_t    room  = openings->count > 0 ? 2 * (size_t)openings->count : 1;
        AnyState *const grown = realloc(openings->positions, room * sizeof *grown);
        if (grown == NULL) return status_fail_system(status, "out of memory for the openings");
        openings->positions = grown;
    }
    openings->positions[openings->count++] = *s;
    for (size_t i = 0; i < openings->v->game->state_size; i++)
        openings->sum = mix64(openings->sum * 257 + s->bytes[i] + 1);
    return true;
}

static bool lines_read(Openings *openings, char *text, size_t size, Status *status)
{
    int number = 0;
    for (char *line = text, *end; line < text + size; line = end + 1) {
        AnyState s;
        end        = memchr(line, '\n', (size_t)(text + size - line));
        end        = end == NULL ? text + size : end;
        *end       = 0;
        char *from = line + strspn(line, " \t\r");
        number++;
        from[strcspn(from, "\r")] = 0;
        if (*from == 0 || *from == '#') continue;
        if (!line_read(openings->v, from, &s, status) || !position_add(openings, &s, status))
            return status_prefix(status, "openings '%.80s', line %d", openings->text, number);
    }
    return openings->count > 0 ||
           status_fail(status,
                       "openings '%.80s': expected a position or a list of moves in a line; it has none",
                       openings->text);
}

static bool game_add(void *context, const FormatGame *game, Status *status)
{
    Openings *const       openings = context;
    const AnyState *const last     = &game->record.now;
    if (!goes_on(openings->v, last))
        return status_fail(status, "it is over at its end; expected a game that can go on");
    return position_add(openings, last, status);
}

static bool games_open(Openings *openings, const GameFormat *format, const char *path, Status *status)
{
    bool good = format_file_each(format, openings->v, path, game_add, openings, status);
    if (good && openings->count == 0) good = status_fail(status, "'%.200s' has no games", path);
    if (good) return true;
    openings_close(openings);
    return status_prefix(status, "openings");
}

static bool lines_open(Openings *openings, const char *path, Status *status)
{
    size_t      size;
    char *const text = file_read(path, OPENINGS_SIZE_MAX, &size, status);
    if (text == NULL)
        return status_prefix(status, "openings '%.80s': expected none, random:N or a file", openings->text);
    const bool good = lines_read(openings, text, size, status);
    free(text);
    if (!good) openings_close(openings);
    return good;
}

bool openings_read(Openings *openings, const Variant *v, const char *name, const char *lines, Status *status)
{
    char *const text = strdup(lines);
    *openings        = (Openings){.v = v};
    snprintf(openings->text, sizeof openings->text, "%.*s", TEXT_MAX - 1, name);
    const bool good = text != NULL ? lines_read(openings, text, strlen(text), status)
                                   : status_fail_system(status, "out of memory for the openings");
    free(text);
    if (!good) openings_close(openings);
    return good;
}

static bool file_open(Openings *openings, const char *path, Status *status)
{
    const GameFormat *const format = format_by_suffix(path);
    // A text may be anything: what stands in its lines says it.
    if (format == NULL || format == &format_transcript) return lines_open(openings, path, status);
    return games_open(openings, format, path, status);
}

// What follows "random:", a number of plies, then perhaps a file.
static bool random_open(Openings *openings, const char *rest, Status *status)
{
    const size_t digits = strcspn(rest, ":");
    char         number[16];
    long         n;
    snprintf(number, sizeof number, "%.*s", digits < sizeof number ? (int)digits : 0, rest);
    if (!text_whole_number(number, 0, PLIES_MAX, &n))
        return status_fail(status, "openings '%s': expected random:N with a number of plies from 0 to %d",
                           openings->text, PLIES_MAX);
    openings->walks = true;
    openings->plies = (int)n * openings->v->facts.players;
    return rest[digits] == 0 || file_open(openings, rest + digits + 1, status);
}

bool openings_open(Openings *openings, const Variant *v, const char *text, uint64_t seed, Status *status)
{
    static const char random[] = "random:";
    *openings                  = (Openings){.v = v, .seed = seed};
    if (strlen(text) >= sizeof openings->text)
        return status_fail(status, "openings '%.80s...': too long", text);
    snprintf(openings->text, sizeof openings->text, "%s", text);
    if (strcmp(text, "none") == 0) return true;
    if (strncmp(text, random, strlen(random)) != 0) return file_open(openings, text, status);
    if (!random_open(openings, text + strlen(random), status)) return false;
    AnyState   first;
    const bool good = openings_position(openings, 0, &first, status);
    if (!good) openings_close(openings);
    return good;
}

void openings_close(Openings *openings)
{
    free(openings->positions);
    openings->positions = NULL;
}
