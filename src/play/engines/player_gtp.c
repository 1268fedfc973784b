// player_gtp.c - `gtp`: a program that speaks the Go Text Protocol, version 2, as programs for Othello do.
//
// Coordinates are the usual ones of Othello: a1 is the top left corner, columns are letters. Every command is
// answered by `=` or `?`, some text and an empty line; nothing can be said while it thinks, so a program that
// is to be stopped is ended. The protocol knows no depth: how long a program thinks is settled by the words
// of its command, by commands of its own (options=) or by time=.
#include "play/engines/engine_game.h"

#include <stdio.h>
#include <string.h>

#define GREET_SECONDS 5.0   // at least, to load its tables on a busy machine

enum {
    TRAIT_SETUP    = 1 << 0,   // it can set up a position
    TRAIT_GAMES    = 1 << 1,   // it plays more than one game, or says which
    TRAIT_SETTINGS = 1 << 2,
    TRAIT_LEFT     = 1 << 3,
    TRAIT_VERSION  = 1 << 4,
};

static const struct {
    const char *command;
    unsigned    trait;
} commands[] = {
    {"grhino-setup_board", TRAIT_SETUP}, {"set_game", TRAIT_GAMES},  {"time_settings", TRAIT_SETTINGS},
    {"time_left", TRAIT_LEFT},           {"version", TRAIT_VERSION},
};

// A line of list_commands.
static void command_heard(EnginePlayer *engine, const char *word)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(word, commands[i].command) == 0) engine->traits |= commands[i].trait;
    for (int i = 0; i < engine->options; i++)
        if (strcmp(word, engine->option[i].name) == 0) engine->option[i].known = true;
}

// The rest of an answer's first line into engine->answer; false when it is none. A number that we did not
// send may follow the sign.
static bool answer_begins(EnginePlayer *engine, const char *line, bool *refused)
{
    if (*line != '=' && *line != '?') return false;
    *refused = *line == '?';
    line += 1 + strspn(line + 1, "0123456789");
    line += strspn(line, " ");
    snprintf(engine->answer, sizeof engine->answer, "%.*s", (int)sizeof engine->answer - 1, line);
    return true;
}

// Reads an answer to its end, the empty line. With `listed`, every line of it is the name of a command.
static bool answer_read(EnginePlayer *engine, double deadline, bool listed, bool *refused, Status *status)
{
    bool begun = false;
    for (const char *line; (line = engine_line(engine, deadline, status)) != NULL;) {
        const bool first = !begun && (begun = answer_begins(engine, line, refused));
        if (listed && begun && *line) command_heard(engine, first ? engine->answer : line);
        if (begun && line[strspn(line, " ")] == 0) return true;
    }
    return false;
}

// One command. A refusal is a failure, unless the caller wants to know of it.
static bool ask(EnginePlayer *engine, const char *command, bool *refused, Status *status)
{
    bool no = false;
    engine_process_ask(&engine->process);
    if (!engine_say(engine, status, "%s\n", command)) return false;
    const bool listed = strcmp(command, "list_commands") == 0;
    if (!answer_read(engine, engine_deadline(engine, GREET_SECONDS), listed, &no, status))
        return status_prefix(status, "waiting for the answer to '%.40s'", command);
    if (refused != NULL) *refused = no;
    return !no || refused != NULL ||
           status_fail(status, "it refuses '%.80s': %.80s", command, engine->answer);
}

// "GTP GRhino 0.16.1": its name and its version, as far as it says them.
static bool introduce(EnginePlayer *engine, Status *status)
{
    char name[ENGINE_NAME_MAX];
    Text out     = text_on(name, sizeof name);
    bool refused = false;
    if (!ask(engine, "list_commands", NULL, status) || !ask(engine, "name", &refused, status)) return false;
    if (!refused) text_add(&out, "%s", engine->answer);
    if (engine->traits & TRAIT_VERSION) {
        if (!ask(engine, "version", NULL, status)) return false;
        if (engine->answer[0]) text_add(&out, "%s%s", out.used > 0 ? " " : "", engine->answer);
    }
    engine_named(engine, name);
    return true;
}

// Every one of options= is a command of its own: level=3 says `level 3`.
static bool options_say(EnginePlayer *engine, Status *status)
{
    for (int i = 0; i < engine->options; i++) {
        const EngineOption *const option = &engine->option[i];
        char                      command[2 * SPEC_WORD_MAX + 1];
        if (!option->known) return status_fail(status, "it has no command '%s'", option->name);
        snprintf(command, sizeof command, "%s%s%s", option->name, option->value[0] ? " " : "", option->value);
        if (!ask(engine, command, NULL, status)) return false;
    }
    return true;
}

static bool time_say(EnginePlayer *engine, Status *status)
{
    char command[60];
    if (engine->time_ms == 0) return true;
    if (!(engine->traits & TRAIT_SETTINGS)) return status_fail(status, "it does not know time=");
    snprintf(command, sizeof command, "time_settings 0 %d 1", (engine->time_ms + 999) / 1000);
    return ask(engine, command, NULL, status);
}

static bool gtp_greet(EnginePlayer *engine, const Variant *v, Status *status)
{
    char game[SPEC_WORD_MAX + 10];
    snprintf(game, sizeof game, "set_game %s", v->game->title);
    return introduce(engine, status) &&
           (!(engine->traits & TRAIT_GAMES) || ask(engine, game, NULL, status)) &&
           ask(engine, "boardsize 8", NULL, status) && options_say(engine, status) &&
           time_say(engine, status);
}

static bool gtp_new_game(EnginePlayer *engine, Status *status)
{
    engine->told = -1;
    return ask(engine, "clear_board", NULL, status);
}

// Some programs know of a pass without being told, and refuse to be.
static bool move_say(void *context, const Variant *v, int player, const char *word, Status *status)
{
    EnginePlayer *const engine = context;
    const bool          pass   = text_same(word, "pass");
    char                command[TEXT_MAX];
    bool                refused = false;
    snprintf(command, sizeof command, "play %s %.60s", v->facts.names[player], word);
    return ask(engine, command, pass ? &refused : NULL, status);
}

static bool start_say(EnginePlayer *engine, const Variant *v, const AnyState *start, Status *status)
{
    char   command[TEXT_MAX + 30];
    Text   out = text_on(command, sizeof command);
    Record path;
    if (!ask(engine, "clear_board", NULL, status)) return false;
    if (engine_start_is_usual(v, start)) return true;
    text_add(&out, "%s ", commands[0].command);
    variant_format(v, start, &out);
    if (engine->traits & TRAIT_SETUP) return ask(engine, command, NULL, status);
    if (!engine_path_open(&path, v, start, status)) return false;
    const bool good = engine_moves_each(&path, 0, move_say, engine, status);
    record_close(&path);
    return good;
}

static bool position_say(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s,
                         Status *status)
{
    const int known = engine_game_known(engine, game);
    if (known < 0 && !start_say(engine, v, game != NULL ? &game->start : s, status)) return false;
    return game == NULL || engine_moves_each(game, known < 0 ? 0 : known, move_say, engine, status);
}

static const char *gtp_move(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s,
                            EngineFound *found, Status *status)
{
    const char *const color = v->facts.names[v->game->turn(v->rules, s)];
    char              command[60];
    bool              refused = false;
    (void)found;
    if (!position_say(engine, v, game, s, status)) return NULL;
    if (engine->time_ms > 0 && (engine->traits & TRAIT_LEFT)) {
        snprintf(command, sizeof command, "time_left %s %d 1", color, (engine->time_ms + 999) / 1000);
        if (!ask(engine, command, NULL, status)) return NULL;
    }
    engine->told = -1;
    engine_process_ask(&engine->process);
    if (!engine_say(engine, status, "genmove %s\n", color) ||
        !answer_read(engine, engine_deadline(engine, 0), false, &refused, status))
        return NULL;
    if (refused) return status_fail(status, "it has no move: '%.60s'", engine->answer), NULL;
    if (text_same(engine->answer, "resign")) return status_fail(status, "it resigns"), NULL;
    return engine->answer;
}

static const EngineProtocol gtp = {.name      = "gtp",
                                   .farewell  = "quit\n",
                                   .game      = "othello",
                                   .limits    = LIMIT_TIME,
                                   .unlimited = true,
                                   .greet     = gtp_greet,
                                   .new_game  = gtp_new_game,
                                   .move      = gtp_move,
                                   .moved     = engine_game_moved};
ENGINE_PLAYER(gtp, gtp, "the same for the Go Text Protocol, for Othello: time= or none");
