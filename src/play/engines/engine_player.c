#include "play/engines/engine_player.h"
#include "base/clock.h"
#include "play/engines/engine_game.h"
#include "play/engines/engine_pool.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEADLINE_MS = 60000, DEADLINE_MS_MAX = 86400000 };

// The spec.

enum { KEY_OPTIONS, KEY_RESTART, KEY_DEADLINE, KEY_NAME, KEYS_COMMON };
static const Option options_common[] = {
    [KEY_OPTIONS]  = {.key = "options", .form = "NAME=VALUE;NAME=VALUE", .help = "settings of its own"},
    [KEY_RESTART]  = {.key = "restart", .choices = "no|yes", .help = "a fresh process for every game"},
    [KEY_DEADLINE] = {.key  = "deadline",
                      .min  = 1,
                      .max  = DEADLINE_MS_MAX,
                      .help = "milliseconds after which a game is lost"},
    [KEY_NAME]     = {.key = "name", .form = "NAME", .help = "how its own name must begin"},
};

enum { LIMITS = 3 };
static const Option limit_options[LIMITS] = {
    // in the order of LIMIT_*
    {.key = "depth", .min = 1, .max = 1000, .help = "plies to search"},
    {.key = "time", .min = 1, .max = DEADLINE_MS_MAX, .help = "milliseconds for a move"},
    {.key = "nodes", .min = 1, .max = INT_MAX, .help = "nodes for a move"},
};

static bool option_read(EngineOption *option, const char *text, size_t size)
{
    const char *const equals = memchr(text, '=', size);
    const size_t      name   = equals != NULL ? (size_t)(equals - text) : size;
    const size_t      value  = equals != NULL ? size - name - 1 : 0;
    *option                  = (EngineOption){0};
    if (name == 0 || (equals != NULL && value == 0)) return false;
    memcpy(option->name, text, name);
    if (value > 0) memcpy(option->value, equals + 1, value);
    return true;
}

static bool options_read(EnginePlayer *engine, const char *text, Status *status)
{
    for (const char *at = text; at != NULL && *at;) {
        const size_t n = strcspn(at, ";");
        if (engine->options == ENGINE_OPTIONS_MAX)
            return status_fail(status, "options=%s: more than %d", text, ENGINE_OPTIONS_MAX);
        if (!option_read(&engine->option[engine->options++], at, n))
            return status_fail(status, "options=%s: expected NAME=VALUE;NAME=VALUE", text);
        at += n + (at[n] == ';');
    }
    return true;
}

static bool printable(const char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~') return false;
    return true;
}

// Reads depth=, time= and nodes= into `limits`, as far as the protocol has words for them, and the others
// into `values`.
static bool words_read(const Spec *words, const EngineProtocol *protocol, int values[KEYS_COMMON],
                       int limits[LIMITS], Status *status)
{
    Option table[KEYS_COMMON + LIMITS + 1] = {0};
    int    all[KEYS_COMMON + LIMITS] = {0}, n = KEYS_COMMON;
    memcpy(table, options_common, sizeof options_common);
    for (int i = 0; i < LIMITS; i++)
        if (protocol->limits >> i & 1) table[n++] = limit_options[i];
    if (!spec_options(words, table, all, status)) return false;
    memcpy(values, all, KEYS_COMMON * sizeof *values);
    n = KEYS_COMMON;
    for (int i = 0; i < LIMITS; i++) limits[i] = protocol->limits >> i & 1 ? all[n++] : 0;
    return true;
}

static bool limit_missing(const Spec *words, const EngineProtocol *protocol, Status *status)
{
    char expected[80];
    Text out = text_on(expected, sizeof expected);
    for (int i = 0; i < LIMITS; i++)
        if (protocol->limits >> i & 1)
            text_add(&out, "%s%s=", out.used > 0 ? " or " : "", limit_options[i].key);
    return status_fail(status, "%s has no limit; expected %s", words->name, expected);
}

static bool settings_read(EnginePlayer *engine, const PlayerSpec *spec, Status *status)
{
    const EngineProtocol *const protocol = spec->type->engine;
    int                         values[KEYS_COMMON], limits[LIMITS];
    const char *const command = player_spec_get(spec, "command"), *const name = player_spec_get(spec, "name"),
                      *const options = player_spec_get(spec, "options");
    if (!words_read(&spec->words, protocol, values, limits, status)) return false;
    if (command == NULL)
        return status_fail(status, "%s: expected the program, command=PROGRAM WORD WORD", spec->words.name);
    // They are sent to the program: a line end in one of them would be another command.
    if ((options != NULL && !printable(options)) || (name != NULL && !printable(name)))
        return status_fail(status, "%s: options= and name= take printable ASCII only", spec->words.name);
    if (limits[0] == 0 && limits[1] == 0 && limits[2] == 0 && !protocol->unlimited)
        return limit_missing(&spec->words, protocol, status);
    engine->depth = limits[0], engine->time_ms = limits[1], engine->nodes = limits[2];
    engine->restart     = values[KEY_RESTART] != 0;
    engine->deadline_ms = values[KEY_DEADLINE] > 0 ? values[KEY_DEADLINE] : DEADLINE_MS + engine->time_ms;
    return options_read(engine, options, status) || status_prefix(status, "%s", spec->words.name);
}

bool engine_player_parse(const PlayerSpec *spec, const Variant *v, bool limited, Status *status)
{
    const char *const game = spec->type->engine->game;
    (void)limited;
    if (game != NULL && strcmp(v->game->name, game) != 0)
        return status_fail(status, "%s: the protocol is for %s, not for %s", spec->words.name, game,
                           v->game->name);
    EnginePlayer *const engine = calloc(1, sizeof *engine);
    if (engine == NULL) return status_fail_system(status, "out of memory for an engine");
    const bool good = settings_read(engine, spec, status);
    free(engine);
    return good;
}

// Starting and ending.

void engine_player_end(EnginePlayer *engine)
{
    engine_process_end(&engine->process, engine->protocol->farewell);
    free(engine);
}

static bool name_fits(const EnginePlayer *engine, const PlayerSpec *spec, Status *status)
{
    const char *const name = player_spec_get(spec, "name");
    return name == NULL || strncmp(engine->name, name, strlen(name)) == 0 ||
           status_fail(status, "it calls itself '%s'; expected '%s'", engine->name, name);
}

// Says which engine a message is about.
static bool engine_fails(const PlayerSpec *spec, Status *status)
{
    return status_prefix(status, "%s: '%.100s'", spec->words.name, player_spec_get(spec, "command"));
}

// NULL with a message.
static EnginePlayer *engine_start(const Variant *v, const PlayerSpec *spec, Status *status)
{
    EnginePlayer *const engine = calloc(1, sizeof *engine);
    if (engine == NULL) return status_fail_system(status, "out of memory for an engine"), NULL;
    engine->protocol          = spec->type->engine;
    engine->told              = -1;
    const char *const command = player_spec_get(spec, "command");
    const bool        good    = settings_read(engine, spec, status) &&
                      engine_process_start(&engine->process, command, status) &&
                      engine->protocol->greet(engine, v, status) && name_fits(engine, spec, status);
    if (good) return engine->healthy = true, engine;
    engine_player_end(engine);
    return NULL;
}

static bool text_make(const Variant *v, const PlayerSpec *spec, char *out, size_t size)
{
    Text text = text_on(out, size);
    variant_name(v, &text);
    text_char(&text, ' ');
    player_spec_write(spec, &text);
    return !text.cut;
}

// One that waits for a move.
static EnginePlayer *engine_start_game(const Variant *v, const PlayerSpec *spec, Status *status)
{
    EnginePlayer *const engine = engine_start(v, spec, status);
    if (engine == NULL || engine->protocol->new_game(engine, status)) return engine;
    engine_player_end(engine);
    return NULL;
}

// In the place of a program that was there before and cannot be started now, by its own fault: it loses the
// game. NULL: it is nobody's fault, or was never there.
static EnginePlayer *engine_lost(const Player *player, const PlayerSpec *spec, const char *text,
                                 const Status *why)
{
    if (why->kind != STATUS_INPUT || !engine_pool_knows(player->engines, text)) return NULL;
    EnginePlayer *const engine = calloc(1, sizeof *engine);
    if (engine == NULL) return NULL;
    engine->protocol = spec->type->engine;
    snprintf(engine->lost, sizeof engine->lost, "%s", why->text);
    return engine;
}

static bool engine_is_lost(const char *why, Status *status)
{
    return status_fail(status, "it cannot be started again: %s", why);
}

bool engine_player_open(Player *player, const Variant *v, const PlayerSpec *spec, Status *status)
{
    char          text[sizeof((EnginePlayer *)0)->text];
    const bool    kept   = player->engines != NULL && text_make(v, spec, text, sizeof text);
    EnginePlayer *engine = kept ? engine_pool_take(player->engines, text) : NULL;
    Status        ignored;
    if (engine != NULL && !engine->protocol->new_game(engine, &ignored))
        engine_player_end(engine), engine = NULL;
    if (engine == NULL) {
        engine = engine_start_game(v, spec, status);
        if (engine != NULL && kept) engine_pool_know(player->engines, text);
        if (engine != NULL && kept && !engine->restart) memcpy(engine->text, text, sizeof text);
        if (engine == NULL && kept) engine = engine_lost(player, spec, text, status);
    }
    player->own = engine;
    return engine != NULL || engine_fails(spec, status);
}

// A program that was stopped or has failed may still answer what it was asked before: another takes its
// place.
static bool engine_player_renew(Player *player, const Variant *v, Status *status)
{
    EnginePlayer *const old = player->own;
    if (old->healthy) return true;
    if (old->lost[0]) return engine_is_lost(old->lost, status);
    EnginePlayer *const engine = engine_start_game(v, &player->spec, status);
    if (engine == NULL) {
        const Status why = *status;
        return why.kind == STATUS_INPUT ? engine_is_lost(why.text, status) : false;
    }
    memcpy(engine->text, old->text, sizeof engine->text);
    engine_player_end(old);
    player->own = engine;
    return true;
}

void engine_player_close(Player *player)
{
    EnginePlayer *const engine = player->own;
    player->own                = NULL;
    engine->stop               = NULL;
    if (engine->healthy && engine->text[0] && engine_pool_give(player->engines, engine)) return;
    engine_player_end(engine);
}

bool engine_player_complete(PlayerSpec *spec, const Variant *v, bool key, Status *status)
{
    if (!key || player_spec_get(spec, "name") != NULL) return true;
    if (!engine_player_parse(spec, v, false, status)) return false;
    EnginePlayer *const engine = engine_start(v, spec, status);
    if (engine == NULL) return engine_fails(spec, status);
    // One that names itself nothing is known by its command, which is in the key anyway.
    const bool good = engine->name[0] == 0 || player_spec_set(spec, "name", engine->name);
    engine_player_end(engine);
    return good || status_fail(status, "%s: no room for its name", spec->words.name);
}

// Fixed depth or nodes usually mean the same moves again, but that is not ours to promise.
bool engine_player_repeats(const PlayerSpec *spec) { return (void)spec, false; }

// Choosing.

static bool move_read(const Variant *v, const AnyState *s, const char *word, Move *m, Status *status)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = v->game->generate(v->rules, s, moves);
    Status    ignored;
    for (int i = 0; i < n; i++) {
        char text[TEXT_MAX];
        Text out = text_on(text, sizeof text);
        engine_move_text(v, s, moves[i], &out);
        if (text_same(text, word)) return *m = moves[i], true;
    }
    return variant_move_parse(v, s, word, m, &ignored) || status_fail(status, "illegal move '%.40s'", word);
}

bool engine_player_choose(Player *player, const Variant *v, const AnyState *s, Move *m, SearchResult *result,
                          Status *status)
{
    EngineFound found = {0};
    if (!engine_player_renew(player, v, status)) {
        player->forfeits = status->kind == STATUS_INPUT;
        return false;
    }
    EnginePlayer *const engine = player->own;
    engine->stop               = player->stop;
    engine->stopped            = false;
    engine->healthy            = false;
    status_clear(status);
    const char *const word = engine->protocol->move(engine, v, player->game, s, &found, status);
    if (word == NULL || !move_read(v, s, word, m, status)) {
        // A stop is nobody's fault, and a failure of this system is not the engine's.
        player->forfeits = !engine->stopped && status->kind == STATUS_INPUT;
        if (engine->stopped) status_clear(status);
        return false;
    }
    if (engine->protocol->moved != NULL) engine->protocol->moved(engine, v, player->game, s, *m);
    if (result != NULL) result->nodes = found.nodes, result->depth = found.depth;
    return engine->healthy = true;
}

// For protocols.

double engine_deadline(const EnginePlayer *engine, double least_seconds)
{
    const double seconds = engine->deadline_ms / 1000.0;
    return clock_seconds() + (seconds > least_seconds ? seconds : least_seconds);
}

const char *engine_line(EnginePlayer *engine, double deadline, Status *status)
{
    const char      *line;
    const EngineRead read = engine_process_line(&engine->process, deadline, engine->stop, &line, status);
    engine->stopped       = read == ENGINE_STOPPED;
    return read == ENGINE_LINE ? line : NULL;
}

bool engine_say(EnginePlayer *engine, Status *status, const char *format, ...)
{
    char   *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int n = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (n < 0) return status_fail_system(status, "out of memory for an engine");
    const bool good = engine_process_send(&engine->process, text, status);
    free(text);
    return good;
}

const char *engine_word(const char *line, const char *word)
{
    const size_t n = strlen(word);
    line += strspn(line, " ");
    if (strncmp(line, word, n) != 0 || (line[n] != 0 && line[n] != ' ')) return NULL;
    line += n;
    return line + strspn(line, " ");
}

// A comma would end it in a spec.
void engine_named(EnginePlayer *engine, const char *name)
{
    snprintf(engine->name, sizeof engine->name, "%.*s", ENGINE_NAME_MAX - 1, name);
    for (char *c = engine->name; *c; c++)
        if (*c == ',') *c = ';';
}
