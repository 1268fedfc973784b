// player_uci.c - `uci`: a program that speaks the Universal Chess Interface; `ugi`: the Universal Game
// Interface, which is the same with other first words, for any game.
//
// Positions go out as `position fen TEXT moves ...`, TEXT being the position as this program writes it, so
// that an engine for any game of this program can be written that way, too. `ugi` says `position startpos`
// where that is the start.
#include "base/clock.h"
#include "play/engines/engine_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GREET_SECONDS 5.0   // at least, to load its tables on a busy machine
#define STOP_SECONDS  2.0   // from `stop` to its move

static const EngineProtocol ugi;

enum { TRAIT_OWN_BOOK = 1 << 0, TRAIT_VARIANT = 1 << 1 };

// `option name NAME type ...`: which of those we are asked to set are there?
static void option_heard(EnginePlayer *engine, const char *name, const char *game)
{
    const char *const end = strstr(name, " type ");
    const size_t      n   = end != NULL ? (size_t)(end - name) : strlen(name);
    for (int i = 0; i < engine->options; i++)
        if (strlen(engine->option[i].name) == n && strncasecmp(engine->option[i].name, name, n) == 0)
            engine->option[i].known = true;
    if (n == 7 && strncasecmp(name, "OwnBook", n) == 0) engine->traits |= TRAIT_OWN_BOOK;
    if (n == 11 && strncasecmp(name, "UCI_Variant", n) == 0 && strstr(name, game) != NULL)
        engine->traits |= TRAIT_VARIANT;
}

static bool wait_for(EnginePlayer *engine, const char *word, Status *status)
{
    const double deadline = engine_deadline(engine, GREET_SECONDS);
    for (const char *line; (line = engine_line(engine, deadline, status)) != NULL;)
        if (engine_word(line, word) != NULL) return true;
    return status_prefix(status, "waiting for '%s'", word);
}

static bool ready(EnginePlayer *engine, Status *status)
{
    engine_process_ask(&engine->process);
    return engine_say(engine, status, "isready\n") && wait_for(engine, "readyok", status);
}

static bool introduce(EnginePlayer *engine, const char *game, Status *status)
{
    const double deadline = engine_deadline(engine, GREET_SECONDS);
    engine_process_ask(&engine->process);
    char last[SPEC_WORD_MAX];
    snprintf(last, sizeof last, "%sok", engine->protocol->name);
    if (!engine_say(engine, status, "%s\n", engine->protocol->name)) return false;
    for (const char *line, *rest; (line = engine_line(engine, deadline, status)) != NULL;) {
        if (engine_word(line, last) != NULL) return true;
        if ((rest = engine_word(line, "id")) != NULL && (rest = engine_word(rest, "name")) != NULL)
            engine_named(engine, rest);
        if ((rest = engine_word(line, "option")) != NULL && (rest = engine_word(rest, "name")) != NULL)
            option_heard(engine, rest, game);
    }
    return status_prefix(status, "waiting for '%s'", last);
}

static bool option_given(const EnginePlayer *engine, const char *name)
{
    for (int i = 0; i < engine->options; i++)
        if (text_same(engine->option[i].name, name)) return true;
    return false;
}

// Games of more than two are an extension of ugi (docs/PROTOCOLS.md): does it know of it, and play one?
static bool players_fit(EnginePlayer *engine, const Variant *v, Status *status)
{
    const int    players  = v->facts.players;
    const double deadline = engine_deadline(engine, GREET_SECONDS);
    if (engine->protocol != &ugi || players == 2) return true;
    engine_process_ask(&engine->process);
    if (!engine_say(engine, status, "query players\n")) return false;
    for (const char *line, *rest; (line = engine_line(engine, deadline, status)) != NULL;)
        if ((rest = engine_word(line, "response")) != NULL)
            return strtol(rest, NULL, 10) == players ||
                   status_fail(status, "its game has '%.20s' players; expected %d", rest, players);
    return status_prefix(status, "waiting for the answer to 'query players'");
}

static bool uci_greet(EnginePlayer *engine, const Variant *v, Status *status)
{
    if (!introduce(engine, v->game->name, status)) return false;
    for (int i = 0; i < engine->options; i++) {
        const EngineOption *const option = &engine->option[i];
        if (!option->known) return status_fail(status, "it has no option '%s'", option->name);
        if (!engine_say(engine, status, "setoption name %s%s%s\n", option->name,
                        option->value[0] ? " value " : "", option->value))
            return false;
    }
    // It shall think, not look up, unless it is told otherwise.
    if ((engine->traits & TRAIT_OWN_BOOK) && !option_given(engine, "OwnBook") &&
        !engine_say(engine, status, "setoption name OwnBook value false\n"))
        return false;
    if ((engine->traits & TRAIT_VARIANT) && !option_given(engine, "UCI_Variant") &&
        !engine_say(engine, status, "setoption name UCI_Variant value %s\n", v->game->name))
        return false;
    return players_fit(engine, v, status) && ready(engine, status);
}

static bool uci_new_game(EnginePlayer *engine, Status *status)
{
    return engine_say(engine, status, "%snewgame\n", engine->protocol->name) && ready(engine, status);
}

static void start_write(const EnginePlayer *engine, const Variant *v, const AnyState *start, Text *out)
{
    if (engine->protocol == &ugi && engine_start_is_usual(v, start)) {
        text_add(out, "startpos");
        return;
    }
    text_add(out, "fen ");
    variant_format(v, start, out);
}

static bool go(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s, Status *status)
{
    char        start[TEXT_MAX + 8], limits[120];
    Text        out = text_on(start, sizeof start), go = text_on(limits, sizeof limits);
    char *const moves = game != NULL ? engine_moves_text(game) : strdup("");
    if (moves == NULL) return status_fail_system(status, "out of memory for an engine");
    start_write(engine, v, game != NULL ? &game->start : s, &out);
    if (engine->depth > 0) text_add(&go, " depth %d", engine->depth);
    if (engine->nodes > 0) text_add(&go, " nodes %d", engine->nodes);
    if (engine->time_ms > 0) text_add(&go, " movetime %d", engine->time_ms);
    engine_process_ask(&engine->process);
    const bool good = engine_say(engine, status, "position %s%s%s\ngo%s\n", start, moves[0] ? " moves" : "",
                                 moves, limits);
    free(moves);
    return good;
}

// The number after a word of an info line; `out` stays as it is when there is none.
static void info_number(const char *line, const char *word, uint64_t *out)
{
    for (const char *at = line; (at = strstr(at, word)) != NULL; at += strlen(word))
        if (at[-1] == ' ' && at[strlen(word)] == ' ') *out = strtoull(at + strlen(word), NULL, 10);
}

static void info_heard(const char *line, EngineFound *found)
{
    uint64_t depth = 0;
    if (engine_word(line, "info") == NULL || strstr(line, " string ") != NULL) return;
    info_number(line, "nodes", &found->nodes);
    info_number(line, "depth", &depth);
    if (depth > 0 && depth <= SEARCH_DEPTH_MAX) found->depth = (int)depth;
}

static const char *move_found(const char *rest, Status *status)
{
    static const char *const none[] = {"", "0000", "(none)", "NULL"};
    char *const              end    = strchr(rest, ' ');
    if (end != NULL) *end = 0;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (strcmp(rest, none[i]) == 0)
            return status_fail(status, "it has no move: 'bestmove %s'", rest), NULL;
    return rest;
}

static const char *uci_move(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s,
                            EngineFound *found, Status *status)
{
    if (!go(engine, v, game, s, status)) return NULL;
    double deadline = engine_deadline(engine, 0);
    bool   asked    = false;   // to stop
    for (;;) {
        const char *const line = engine_line(engine, deadline, status);
        if (line != NULL) {
            const char *const rest = engine_word(line, "bestmove");
            if (rest != NULL) return move_found(rest, status);
            info_heard(line, found);
        } else if (!engine->stopped) {
            engine->stopped = asked;
            return NULL;
        } else {   // once: then it has a moment to answer
            asked        = true;
            engine->stop = NULL;
            deadline     = clock_seconds() + STOP_SECONDS;
            if (!engine_say(engine, status, "stop\n")) return NULL;
        }
    }
}

static const EngineProtocol uci = {.name     = "uci",
                                   .farewell = "stop\nquit\n",
                                   .limits   = LIMIT_DEPTH | LIMIT_TIME | LIMIT_NODES,
                                   .greet    = uci_greet,
                                   .new_game = uci_new_game,
                                   .move     = uci_move};
ENGINE_PLAYER(uci, uci, "an engine of its own: command=PROGRAM WORD, depth=, time=, nodes=, options=A=1;B=2");

static const EngineProtocol ugi = {.name     = "ugi",
                                   .farewell = "stop\nquit\n",
                                   .limits   = LIMIT_DEPTH | LIMIT_TIME | LIMIT_NODES,
                                   .greet    = uci_greet,
                                   .new_game = uci_new_game,
                                   .move     = uci_move};
ENGINE_PLAYER(ugi, ugi, "the same for the Universal Game Interface, for any game");
