// player_xboard.c - `xboard`: a program that speaks the protocol of XBoard and WinBoard (CECP), version 2 or
// none.
//
// It is kept in force mode between its moves and told what happened since, so that it thinks when it is
// asked (`go`) and never by itself. Its clock is set so high that only depth= and time= matter.
#include "base/clock.h"
#include "play/engines/engine_game.h"

#include <stdio.h>
#include <string.h>

#define GREET_SECONDS   5.0   // for an answer, at least
#define FEATURE_SECONDS 2.0   // the protocol's own: one of version 1 says nothing at all
#define STOP_SECONDS    2.0   // from `?` to its move
#define CLAIM_SECONDS   2.0   // from a claim to the move that may follow it

enum {
    TRAIT_PING     = 1 << 0,
    TRAIT_SETBOARD = 1 << 1,
    TRAIT_USERMOVE = 1 << 2,
    TRAIT_MEMORY   = 1 << 3,
    TRAIT_CORES    = 1 << 4,
    TRAIT_VARIANT  = 1 << 5,
    TRAIT_WAIT     = 1 << 6,
    TRAIT_DONE     = 1 << 7
};

// What it can do that we use; others are refused, so that moves come as e2e4 and nothing is sent by signals.
static const struct {
    const char *name;
    unsigned    trait;
} features[] = {
    {"ping", TRAIT_PING},     {"setboard", TRAIT_SETBOARD}, {"usermove", TRAIT_USERMOVE},
    {"memory", TRAIT_MEMORY}, {"smp", TRAIT_CORES},
};

// name=value, name="value with blanks". Returns what follows, or NULL at the end.
static const char *feature_take(const char *at, char name[SPEC_WORD_MAX], char value[TEXT_MAX])
{
    at += strspn(at, " ");
    const size_t n = strcspn(at, "= ");
    if (n == 0 || n >= SPEC_WORD_MAX || at[n] != '=') return NULL;
    memcpy(name, at, n);
    name[n] = 0;
    at += n + 1;
    const char   end = *at == '"' ? *at++ : ' ';
    const size_t k = strcspn(at, end == '"' ? "\"" : " "), kept = k < TEXT_MAX - 1 ? k : TEXT_MAX - 1;
    memcpy(value, at, kept);
    value[kept] = 0;
    return at + k + (at[k] == '"');
}

static bool feature_heard(EnginePlayer *engine, const char *name, const char *value, const char *game,
                          Status *status)
{
    static const char *const plain[] = {"done", "myname", "variants",  "reuse",   "colors",
                                        "time", "draw",   "playother", "analyze", "name",
                                        "nps",  "debug",  "option",    "pause"};
    bool                     known   = false;
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        if (strcmp(name, features[i].name) == 0) {
            known = true;
            if (strcmp(value, "1") == 0) engine->traits |= features[i].trait;
            else engine->traits &= ~features[i].trait;
        }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) known |= strcmp(name, plain[i]) == 0;
    if (strcmp(name, "done") == 0) {
        engine->traits &= ~(unsigned)(TRAIT_DONE | TRAIT_WAIT);
        engine->traits |= strcmp(value, "1") == 0 ? TRAIT_DONE : TRAIT_WAIT;
    }
    if (strcmp(name, "myname") == 0) engine_named(engine, value);
    if (strcmp(name, "reuse") == 0 && strcmp(value, "0") == 0) engine->restart = true;
    if (strcmp(name, "variants") == 0 && !text_same(game, "chess") && strstr(value, game) != NULL)
        engine->traits |= TRAIT_VARIANT;
    for (int i = 0; i < engine->options && strcmp(name, "option") == 0; i++) {
        const size_t n = strlen(engine->option[i].name);
        if (strncasecmp(value, engine->option[i].name, n) == 0 && strncmp(value + n, " -", 2) == 0)
            engine->option[i].known = true;
    }
    return engine_say(engine, status, "%s %s\n", known ? "accepted" : "rejected", name);
}

static bool features_heard(EnginePlayer *engine, const char *rest, const char *game, Status *status)
{
    char name[SPEC_WORD_MAX], value[TEXT_MAX];
    while ((rest = feature_take(rest, name, value)) != NULL)
        if (!feature_heard(engine, name, value, game, status)) return false;
    return true;
}

// Until it says that it is done; one that says nothing for two seconds has no features.
static bool introduce(EnginePlayer *engine, const char *game, Status *status)
{
    const double start = clock_seconds(), whole = engine_deadline(engine, GREET_SECONDS);
    engine_process_ask(&engine->process);
    if (!engine_say(engine, status, "xboard\nprotover 2\n")) return false;
    while (!(engine->traits & TRAIT_DONE)) {
        const double      until = engine->traits & TRAIT_WAIT ? whole : start + FEATURE_SECONDS;
        const char *const line  = engine_line(engine, until, status);
        if (line == NULL) {
            if (clock_seconds() >= until && !(engine->traits & TRAIT_WAIT)) break;
            return status_prefix(status, "waiting for its features");
        }
        const char *const rest = engine_word(line, "feature");
        if (rest != NULL && !features_heard(engine, rest, game, status)) return false;
    }
    status_clear(status);
    return true;
}

// "Error (unknown command): sd 3", "Illegal move: sd 3": it would think without end.
static bool refuses_depth(const char *line)
{
    const char *const sd = strstr(line, "sd ");
    return sd != NULL && (strncmp(line, "Error", 5) == 0 || strncmp(line, "Illegal", 7) == 0 ||
                          strncmp(line, "Invalid", 7) == 0);
}

// Everything before has been read, and what it said meanwhile is thrown away.
static bool ready(EnginePlayer *engine, Status *status)
{
    const double deadline = engine_deadline(engine, GREET_SECONDS);
    engine_process_ask(&engine->process);
    if (!(engine->traits & TRAIT_PING)) return true;
    if (!engine_say(engine, status, "ping 1\n")) return false;
    for (const char *line; (line = engine_line(engine, deadline, status)) != NULL;) {
        if (engine_word(line, "pong") != NULL) return true;
        if (refuses_depth(line)) return status_fail(status, "it does not know depth= ('%.40s')", line);
    }
    return status_prefix(status, "waiting for 'pong'");
}

static bool option_say(EnginePlayer *engine, const EngineOption *option, Status *status)
{
    const bool memory = text_same(option->name, "memory"), cores = text_same(option->name, "cores");
    if (memory ? !(engine->traits & TRAIT_MEMORY) : cores ? !(engine->traits & TRAIT_CORES) : !option->known)
        return status_fail(status, "it has no option '%s'", option->name);
    if (memory || cores) return engine_say(engine, status, "%s %s\n", option->name, option->value);
    return engine_say(engine, status, "option %s%s%s\n", option->name, option->value[0] ? "=" : "",
                      option->value);
}

static bool xboard_greet(EnginePlayer *engine, const Variant *v, Status *status)
{
    if (!introduce(engine, v->game->name, status)) return false;
    for (int i = 0; i < engine->options; i++)
        if (!option_say(engine, &engine->option[i], status)) return false;
    return ready(engine, status);
}

static bool xboard_new_game(EnginePlayer *engine, Status *status)
{
    engine->told = -1;
    return ready(engine, status);
}

// `new` forgets the limits.
static bool limits_say(EnginePlayer *engine, Status *status)
{
    if (engine->time_ms > 0 ? !engine_say(engine, status, "st %d\n", (engine->time_ms + 999) / 1000)
                            : !engine_say(engine, status, "level 0 600 0\n"))
        return false;
    return engine->depth == 0 || engine_say(engine, status, "sd %d\n", engine->depth);
}

static bool move_say(void *context, const Variant *v, int player, const char *word, Status *status)
{
    EnginePlayer *const engine = context;
    (void)v, (void)player;
    return engine_say(engine, status, "%s%s\n", engine->traits & TRAIT_USERMOVE ? "usermove " : "", word);
}

// One that cannot set up a position is led to it.
static bool start_reach(EnginePlayer *engine, const Variant *v, const AnyState *start, Status *status)
{
    char   text[TEXT_MAX];
    Text   out = text_on(text, sizeof text);
    Record path;
    variant_format(v, start, &out);
    if (engine->traits & TRAIT_SETBOARD) return engine_say(engine, status, "setboard %s\n", text);
    if (!engine_path_open(&path, v, start, status)) return false;
    const bool good = engine_moves_each(&path, 0, move_say, engine, status);
    record_close(&path);
    return good;
}

static bool start_say(EnginePlayer *engine, const Variant *v, const AnyState *start, Status *status)
{
    return engine_say(engine, status, "new\n") &&
           (!(engine->traits & TRAIT_VARIANT) || engine_say(engine, status, "variant %s\n", v->game->name)) &&
           engine_say(engine, status, "force\neasy\nnopost\n") && limits_say(engine, status) &&
           start_reach(engine, v, start, status);
}

// What happened since it moved; everything where that is not what it knows.
static bool position_say(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s,
                         Status *status)
{
    const int known = engine_game_known(engine, game);
    if (!engine_say(engine, status, "force\n")) return false;
    if (known < 0 && !start_say(engine, v, game != NULL ? &game->start : s, status)) return false;
    return game == NULL || engine_moves_each(game, known < 0 ? 0 : known, move_say, engine, status);
}

// "0-1 {White resigns}": a result, and whether it is lost for the engine.
static bool is_result(const char *line, bool first, bool *lost)
{
    const bool won = engine_word(line, "1-0") != NULL, beaten = engine_word(line, "0-1") != NULL;
    *lost = first ? beaten : won;
    return won || beaten || engine_word(line, "1/2-1/2") != NULL;
}

// A result may be left from the game before where the engine knows no ping; it has not resigned that one, or
// it would not be here.
static bool resigns(const EnginePlayer *engine, const char *line, bool first)
{
    bool       lost;
    const bool result = is_result(line, first, &lost);
    return result && lost && (engine->traits & TRAIT_PING || strcasestr(line, "resign") != NULL);
}

static bool claims(const EnginePlayer *engine, const char *line)
{
    bool lost;
    return engine->traits & TRAIT_PING && is_result(line, true, &lost);
}

// "Error (unknown command): go".
static bool refuses_go(const char *line)
{
    const size_t n = strlen(line);
    return strncmp(line, "Error", 5) == 0 && n > 4 && strcmp(line + n - 4, ": go") == 0;
}

// A line that is no move but ends the game for it.
static bool gives_up(const EnginePlayer *engine, const char *line, bool first, Status *status)
{
    if (engine_word(line, "resign") != NULL) return status_fail(status, "it resigns"), true;
    if (resigns(engine, line, first)) return status_fail(status, "it resigns: '%.60s'", line), true;
    if (refuses_go(line)) return status_fail(status, "it refuses to move: '%.60s'", line), true;
    if (strncmp(line, "Illegal move", 12) == 0)
        return status_fail(status, "it refuses a legal move: '%.60s'", line), true;
    if (strncmp(line, "tellusererror", 13) == 0) return status_fail(status, "it says '%.60s'", line), true;
    return false;
}

static double least(double a, double b) { return a < b ? a : b; }

// `first`: it moves for the player whose win is 1-0.
static const char *answer(EnginePlayer *engine, bool first, Status *status)
{
    double deadline    = engine_deadline(engine, 0);
    bool   asked       = false;   // to stop
    char   claimed[61] = "";
    for (;;) {
        const char *const line = engine_line(engine, deadline, status);
        if (line != NULL) {
            const char *const rest = engine_word(line, "move");
            if (rest != NULL) return rest;
            if (gives_up(engine, line, first, status)) return NULL;
            if (!claims(engine, line)) continue;
            snprintf(claimed, sizeof claimed, "%s", line);
            deadline = least(deadline, clock_seconds() + CLAIM_SECONDS);
        } else if (!engine->stopped) {
            engine->stopped = asked;
            if (claimed[0]) status_fail(status, "it claims '%s' and does not move", claimed);
            return NULL;
        } else {   // once: then it has a moment to answer
            asked        = true;
            engine->stop = NULL;
            deadline     = clock_seconds() + STOP_SECONDS;
            if (!engine_say(engine, status, "?\n")) return NULL;
        }
    }
}

static const char *xboard_move(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s,
                               EngineFound *found, Status *status)
{
    (void)found;
    const int hundredths = engine->time_ms > 0 ? (engine->time_ms + 9) / 10 : 3600000;
    if (!position_say(engine, v, game, s, status) || !ready(engine, status)) return NULL;
    if (!engine_say(engine, status, "time %d\notim %d\ngo\n", hundredths, hundredths)) return NULL;
    engine->told = -1;
    return answer(engine, v->game->turn(v->rules, s) == 0, status);
}

static const EngineProtocol xboard = {.name     = "xboard",
                                      .farewell = "quit\n",
                                      .limits   = LIMIT_DEPTH | LIMIT_TIME,
                                      .greet    = xboard_greet,
                                      .new_game = xboard_new_game,
                                      .move     = xboard_move,
                                      .moved    = engine_game_moved};
ENGINE_PLAYER(xboard, xboard, "the same for the protocol of XBoard: depth= and time= only");
