// player_nboard.c - `nboard`: a program that speaks the protocol of NBoard, version 2, for Othello.
//
// It is told the whole game before each of its moves, in the Generic Game Format, so that nothing can go out
// of step; `ping` and `pong` part one answer from the next. It cannot be stopped safely while it thinks: one
// that is to be stopped is ended.
#include "play/engines/engine_game.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GREET_SECONDS 5.0   // at least, to load its tables on a busy machine

// Lines that it may say at any time.
static void remark_heard(EnginePlayer *engine, const char *line, EngineFound *found)
{
    const char *rest = engine_word(line, "set");
    if (rest != NULL && (rest = engine_word(rest, "myname")) != NULL) engine_named(engine, rest);
    if (found != NULL && (rest = engine_word(line, "nodestats")) != NULL)
        found->nodes = strtoull(rest, NULL, 10);
}

// Everything before has been read, and what it said meanwhile is thrown away.
static bool ready(EnginePlayer *engine, Status *status)
{
    const double   deadline = engine_deadline(engine, GREET_SECONDS);
    const unsigned number   = ++engine->asked;
    engine_process_ask(&engine->process);
    if (!engine_say(engine, status, "ping %u\n", number)) return false;
    for (const char *line, *rest; (line = engine_line(engine, deadline, status)) != NULL;) {
        if ((rest = engine_word(line, "pong")) != NULL && strtoul(rest, NULL, 10) == number) return true;
        remark_heard(engine, line, NULL);
    }
    return status_prefix(status, "waiting for 'pong %u'", number);
}

// Every one of options= is said as `set NAME VALUE`; whether it has such a thing it does not tell.
static bool nboard_greet(EnginePlayer *engine, const Variant *v, Status *status)
{
    (void)v;
    if (!engine_say(engine, status, "nboard 2\nset depth %d\n", engine->depth)) return false;
    for (int i = 0; i < engine->options; i++) {
        const EngineOption *const option = &engine->option[i];
        if (!engine_say(engine, status, "set %s%s%s\n", option->name, option->value[0] ? " " : "",
                        option->value))
            return false;
    }
    return ready(engine, status);
}

static bool nboard_new_game(EnginePlayer *engine, Status *status) { return ready(engine, status); }

// B[F5], W[PA].
static bool move_write(void *context, const Variant *v, int player, const char *word, Status *status)
{
    (void)v, (void)status;
    const bool pass = text_same(word, "pass");
    return fprintf(context, "%c[%c%c]", player == 0 ? 'B' : 'W', pass ? 'P' : toupper(word[0]),
                   pass ? 'A' : word[1]) > 0;
}

// 64 squares and the side to move, black being an asterisk.
static void board_write(const Variant *v, const AnyState *start, FILE *file)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    variant_format(v, start, &out);
    for (char *c = text; *c; c++)
        if (*c == 'X') *c = '*';
    fprintf(file, "BO[8 %s]", text);
}

// The game as one line; to be freed. NULL: out of memory.
static char *game_text(const Variant *v, const Record *game, const AnyState *s)
{
    char       *text = NULL;
    size_t      size = 0;
    FILE *const file = open_memstream(&text, &size);
    Status      ignored;
    if (file == NULL) return NULL;
    fputs("(;GM[Othello]PC[pollard]PB[black]PW[white]RE[?]TI[15:00]TY[8]", file);
    board_write(v, game != NULL ? &game->start : s, file);
    const bool good = game == NULL || engine_moves_each(game, 0, move_write, file, &ignored);
    fputs(";)", file);
    if (fclose(file) != 0 || !good) return free(text), NULL;
    return text;
}

static bool go(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s, Status *status)
{
    char *const text = game_text(v, game, s);
    if (text == NULL) return status_fail_system(status, "out of memory for an engine");
    const bool good = engine_say(engine, status, "set game %s\n", text) && ready(engine, status);
    free(text);
    engine_process_ask(&engine->process);
    return good && engine_say(engine, status, "go\n");
}

// `=== F5`, with its value and its time after slashes or blanks.
static const char *nboard_move(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s,
                               EngineFound *found, Status *status)
{
    if (!go(engine, v, game, s, status)) return NULL;
    const double deadline = engine_deadline(engine, 0);
    for (const char *line, *rest; (line = engine_line(engine, deadline, status)) != NULL;) {
        remark_heard(engine, line, found);
        if ((rest = engine_word(line, "===")) == NULL) continue;
        snprintf(engine->answer, sizeof engine->answer, "%.*s", (int)strcspn(rest, " /"), rest);
        return engine->answer;
    }
    return NULL;
}

static const EngineProtocol nboard = {.name     = "nboard",
                                      .farewell = "quit\n",
                                      .game     = "othello",
                                      .limits   = LIMIT_DEPTH,
                                      .greet    = nboard_greet,
                                      .new_game = nboard_new_game,
                                      .move     = nboard_move};
ENGINE_PLAYER(nboard, nboard, "the same for the protocol of NBoard, for Othello: depth= only");
