// gtp.c - the Go Text Protocol, version 2, for Othello, as GRhino's engine speaks it and Quarry expects it:
// squares a1 ... h8 with a1 in the corner that Othello calls so (rows count from the top), set_game and
// list_games. One command after the other: what comes while a move is thought about waits.
//
// A player who cannot move passes. Such a pass may be said, asked for or left out.
#include "game/draw.h"
#include "protocols/gtp_inner.h"
#include "protocols/othello_words.h"
#include "protocols/words.h"

#include <stdlib.h>
#include <string.h>

// Answers: "=ID text" or "?ID text", and an empty line.
static void answer(Gtp *g, char sign, const char *text)
{
    char         head[24];
    const size_t room = strlen(text) + sizeof head + 4;
    char *const  all  = malloc(room);
    if (all == NULL) return say_line(&g->say, "?%s out of memory", g->id);
    Text out = text_on(all, room);
    text_add(&out, "%c%s%s%s\n", sign, g->id, text[0] && text[0] != '\n' ? " " : "", text);
    say_text(&g->say, all);
    free(all);
}

static void good(Gtp *g, const char *text) { answer(g, '=', text); }

static void bad(Gtp *g, const char *text)
{
    char clean[STATUS_TEXT_MAX];
    Text out = text_on(clean, sizeof clean);
    for (; *text; text++) text_char(&out, *text >= ' ' && *text <= '~' ? *text : '?');
    answer(g, '?', clean);
}

static void found_keep(void *context, const ThinkDone *done)
{
    Gtp *const g = context;
    g->found     = *done;
}

// The game.

static void game_new(Gtp *g)
{
    AnyState start;
    Record   game;
    Status   status;
    variant_setup(g->t.v, &start);
    if (!record_open(&game, g->t.v, &start, &status)) return bad(g, status.text);
    thinker_game(&g->t, &game);
    thinker_forget(&g->t);
    for (int p = 0; p < 2; p++) g->left[p] = g->main, g->stones_left[p] = 0;
    good(g, "");
}

static void implied_mark(Gtp *g, int before)
{
    const int last = g->t.record.count - 1;
    for (int i = before; i <= last && i < GTP_PLIES_MAX; i++) g->implied[i] = i < last;
}

static void clear_board(Gtp *g, const char *words) { (void)words, game_new(g); }

static void boardsize(Gtp *g, const char *words)
{
    if (words_number(&words, 100) == 8) game_new(g);
    else bad(g, "unacceptable size");
}

static void play(Gtp *g, const char *words)
{
    char      who[SPEC_WORD_MAX] = "", move[SPEC_WORD_MAX] = "";
    Status    status;
    const int before = g->t.record.count;
    if (words_next(&words, who) == NULL || words_next(&words, move) == NULL || othello_color(who) < 0)
        return bad(g, "invalid color or coordinate");
    if (!othello_play(&g->t.record, othello_color(who), move, &status)) return bad(g, "illegal move");
    implied_mark(g, before);
    good(g, "");
}

static void undo(Gtp *g, const char *words)
{
    (void)words;
    Record *const game = &g->t.record;
    if (!record_undo(game)) return bad(g, "cannot undo");
    while (game->count > 0 && game->count <= GTP_PLIES_MAX && g->implied[game->count - 1]) record_undo(game);
    good(g, "");
}

// Thinking.

static void ask_make(const Gtp *g, int color, ThinkAsk *ask)
{
    memset(ask, 0, sizeof *ask);
    if (g->timed && g->stones_left[color] == 0 && g->main <= 0 && g->stones > 0)
        ask->movetime = g->period / g->stones;   // no main time
    else if (g->timed) {
        ask->clock[color] = true;
        ask->time[color]  = g->left[color];
        ask->movestogo    = g->stones_left[color];
    }
    thinker_usual(&g->t, ask);
}

// The move as text; "pass" also where the game is over.
static bool think(Gtp *g, int color, char text[TEXT_MAX])
{
    ThinkAsk ask;
    Text     out = text_on(text, TEXT_MAX);
    g->found     = (ThinkDone){.best = MOVE_NONE};
    if (othello_must_pass(&g->t.record)) g->found.best = MOVE_PASS;
    else if (g->t.v->game->count(g->t.v->rules, &g->t.record.now) > 0) {
        ask_make(g, color, &ask);
        thinker_start(&g->t, &ask);
        thinker_wait(&g->t);
        if (g->timed) g->left[color] -= g->found.seconds;
    }
    if (g->found.best == MOVE_NONE || g->found.best == MOVE_PASS) text_add(&out, "pass");
    else variant_move_format(g->t.v, &g->t.record.now, g->found.best, &out);
    if (text[1] != 0 && text[2] == 0) text[0] = (char)(text[0] - 'a' + 'A');   // D3, as GRhino has it
    return g->found.best != MOVE_NONE;
}

static void genmove_for(Gtp *g, const char *words, bool plays)
{
    char          who[SPEC_WORD_MAX] = "", text[TEXT_MAX];
    Status        status;
    Record *const game   = &g->t.record;
    const int     before = game->count;
    words_next(&words, who);
    const int  color = othello_color(who);
    const bool over  = game->v->game->count(game->v->rules, &game->now) == 0;
    if (color < 0) return bad(g, "invalid color");
    if (!over && !othello_turn(game, color, &status)) return bad(g, status.text);
    const bool moves = think(g, color, text);
    if (moves && plays && !record_play(game, g->found.best, &status)) return bad(g, status.text);
    if (moves && plays) implied_mark(g, before);
    while (!plays && game->count > before) record_undo(game);
    good(g, text);
}

static void genmove(Gtp *g, const char *words) { genmove_for(g, words, true); }
static void reg_genmove(Gtp *g, const char *words) { genmove_for(g, words, false); }

static double seconds_read(const char **words) { return (double)words_number(words, 100000000); }

static void time_settings(Gtp *g, const char *words)
{
    g->main = seconds_read(&words), g->period = seconds_read(&words);
    g->stones = (int)words_number(&words, 1000);
    g->timed  = g->main > 0 || g->stones > 0;   // a period without stones: no limit
    for (int p = 0; p < 2; p++) g->left[p] = g->main, g->stones_left[p] = 0;
    good(g, "");
}

static void time_left(Gtp *g, const char *words)
{
    char who[SPEC_WORD_MAX] = "";
    words_next(&words, who);
    const int color = othello_color(who);
    if (color < 0) return bad(g, "invalid color");
    g->left[color]        = seconds_read(&words);
    g->stones_left[color] = (int)words_number(&words, 1000);
    g->timed              = true;
    good(g, "");
}

// Telling.

static void showboard(Gtp *g, const char *words)
{
    (void)words;
    char       *bytes  = NULL;
    size_t      size   = 0;
    FILE *const memory = open_memstream(&bytes, &size);
    if (memory == NULL) return bad(g, "out of memory");
    fputc('\n', memory);
    draw_text(memory, g->t.v, &g->t.record.now, NULL, 0);
    if (fclose(memory) != 0) return free(bytes), bad(g, "out of memory");
    while (size > 0 && bytes[size - 1] == '\n') bytes[--size] = 0;
    good(g, bytes);
    free(bytes);
}

static void final_score(Gtp *g, const char *words)
{
    (void)words;
    char                 text[32];
    Text                 out = text_on(text, sizeof text);
    const Variant *const v   = g->t.v;
    if (v->game->count(v->rules, &g->t.record.now) > 0) return bad(g, "the game is not over");
    const int more = v->game->score(v->rules, &g->t.record.now, OTHELLO_BLACK) -
                     v->game->score(v->rules, &g->t.record.now, OTHELLO_WHITE);
    if (more == 0) text_add(&out, "0");
    else text_add(&out, "%c+%d", more > 0 ? 'B' : 'W', more > 0 ? more : -more);
    good(g, text);
}

static void set_game(Gtp *g, const char *words)
{
    char word[SPEC_WORD_MAX] = "";
    words_next(&words, word);
    if (text_same(word, "othello") || text_same(word, "reversi")) game_new(g);
    else bad(g, "unsupported game");
}

static void list_games(Gtp *g, const char *words) { (void)words, good(g, "Othello"); }
static void protocol_version(Gtp *g, const char *words) { (void)words, good(g, "2"); }
static void name(Gtp *g, const char *words) { (void)words, good(g, "Pollard"); }
static void version(Gtp *g, const char *words) { (void)words, good(g, POLLARD_VERSION); }
static void komi(Gtp *g, const char *words) { (void)words, good(g, ""); }   // Othello has none
static void quit(Gtp *g, const char *words) { (void)words, good(g, ""); }

static void known_command(Gtp *g, const char *words);
static void list_commands(Gtp *g, const char *words);

static const struct {
    const char *word;
    void (*run)(Gtp *g, const char *words);
} commands[] = {
    {"protocol_version", protocol_version},
    {"name", name},
    {"version", version},
    {"known_command", known_command},
    {"list_commands", list_commands},
    {"quit", quit},
    {"boardsize", boardsize},
    {"clear_board", clear_board},
    {"komi", komi},
    {"play", play},
    {"genmove", genmove},
    {"reg_genmove", reg_genmove},
    {"undo", undo},
    {"time_settings", time_settings},
    {"time_left", time_left},
    {"final_score", final_score},
    {"showboard", showboard},
    {"list_games", list_games},
    {"set_game", set_game},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static int command_find(const char *word)
{
    int i = 0;
    while (i < COMMANDS && strcmp(word, commands[i].word) != 0) i++;
    return i;
}

static void known_command(Gtp *g, const char *words)
{
    char word[SPEC_WORD_MAX] = "";
    words_next(&words, word);
    good(g, command_find(word) < COMMANDS ? "true" : "false");
}

static void list_commands(Gtp *g, const char *words)
{
    (void)words;
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    for (int i = 0; i < COMMANDS; i++) text_add(&out, "%s%s", i ? "\n" : "", commands[i].word);
    good(g, text);
}

// Lines.

static bool session_line(void *session, const char *line)
{
    Gtp *const  g = session;
    char        word[SPEC_WORD_MAX];
    const char *at = line + strspn(line, " \t");
    if (*at == '#') return true;
    const size_t digits = strspn(at, "0123456789");
    g->id[0]            = 0;
    if (digits > 0 && digits < sizeof g->id) {
        memcpy(g->id, at, digits);
        g->id[digits] = 0;
        at += digits;
    }
    if (words_next(&at, word) == NULL || word[0] == '#') return true;
    const int i = command_find(word);
    if (i == COMMANDS) return bad(g, "unknown command"), true;
    commands[i].run(g, at);
    return commands[i].run != quit;
}

static void session_too_long(void *session)
{
    Gtp *const g = session;
    g->id[0]     = 0;
    bad(g, "a line that is too long was left out");
}

static void session_close(void *session)
{
    Gtp *const g = session;
    thinker_close(&g->t);
    say_close(&g->say);
    free(g);
}

static void *session_open(const ProtocolSetup *setup, Status *status)
{
    if (!othello_check(setup->v, "gtp", status)) return NULL;
    Gtp *const g = calloc(1, sizeof *g);
    if (g == NULL) return status_fail_system(status, "out of memory for the engine"), NULL;
    const ThinkEvents events = {.done = found_keep, .context = g};
    say_open(&g->say, setup->say, setup->context);
    if (!thinker_open(&g->t, setup->v, &events, status)) return say_close(&g->say), free(g), NULL;
    if (thinker_player(&g->t, setup->player, status)) return g;
    session_close(g);
    return NULL;
}

static void session_wait(void *session) { (void)session; }   // it never reads while it thinks

const Protocol protocol_gtp = {
    .name     = "gtp",
    .game     = "othello",
    .open     = session_open,
    .line     = session_line,
    .too_long = session_too_long,
    .wait     = session_wait,
    .close    = session_close,
};
