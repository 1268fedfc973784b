// nboard.c - the NBoard protocol, version 2, for Othello. The board program owns the game: `go` says a move
// and plays none. What is not understood is ignored, as the protocol wants it; a move or a game that is wrong
// is said in the status line.
#include "protocols/nboard_inner.h"
#include "play/formats/formats.h"
#include "protocols/othello_words.h"
#include "protocols/words.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HINTS_MAX = 64 };

// Discs are counted by nobody before the end: values are those of the evaluation, a win is 64.
static double eval_shown(Value v) { return v >= VALUE_WIN_MIN ? 64 : v <= -VALUE_WIN_MIN ? -64 : (double)v; }

// "F5d6C3": moves without blanks; a pass is two letters, too.
static void moves_add(const Nboard *n, const Move pv[], int length, Text *out)
{
    char        text[TEXT_MAX];
    Text        moves = text_on(text, sizeof text);
    char        word[SPEC_WORD_MAX];
    const char *at = text;
    thinker_line_text(&n->t, pv, length, &moves);
    while (words_next(&at, word) != NULL) {
        if (strcmp(word, "pass") == 0) text_add(out, "PA");
        else text_add(out, "%c%c", toupper((unsigned char)word[0]), word[1]);
    }
}

static void line_say(void *context, const ThinkLine *line)
{
    Nboard *const n = context;
    char          text[TEXT_MAX];
    Text          out = text_on(text, sizeof text);
    if (line->number == 1) n->value = eval_shown(line->value);
    if (n->job == JOB_ANALYZE || atomic_load(&n->silent)) return;
    moves_add(n, line->pv, line->pv_length, &out);
    say_line(&n->say, "search %s %.2f 0 %d", text, eval_shown(line->value), line->depth);
    say_line(&n->say, "nodestats %" PRIu64 " %.3f", line->nodes, line->seconds);
}

static void move_say(Nboard *n, const ThinkDone *done)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    if (done->best == MOVE_NONE) return say_line(&n->say, "status The game is over");
    moves_add(n, &done->best, 1, &out);
    say_line(&n->say, "=== %s/%.2f/%.3f", text, n->value, done->seconds);
    say_line(&n->say, "status");
}

// One position of the game, seen by black.
static void position_analyze(Nboard *n, const AnyState *s, int plies)
{
    const Variant *const v = n->t.v;
    SearchResult         found;
    const SearchLimits   limits = {.depth = n->depth > 0 ? n->depth : 1, .stop = &n->t.stop};
    double               eval;
    if (v->game->count(v->rules, s) == 0) {
        eval = v->game->score(v->rules, s, OTHELLO_BLACK) - v->game->score(v->rules, s, OTHELLO_WHITE);
    } else {
        player_search_position(&n->t.player, v, s, &limits, NULL, NULL, &found);
        if (found.stopped) return;
        eval = eval_shown(found.value);
        if (v->game->turn(v->rules, s) == OTHELLO_WHITE) eval = -eval;
    }
    say_line(&n->say, "analysis %d %.2f", plies, eval);
}

// From the end back to the start, by the thread of the search.
static void game_analyze(Nboard *n)
{
    const Record *const game = &n->t.record;
    AnyState *const     s    = malloc((size_t)(game->count + 1) * sizeof *s);
    if (s == NULL) return say_line(&n->say, "status out of memory");
    s[0] = game->start;
    for (int i = 0; i < game->count; i++)
        game->v->game->play(game->v->rules, &s[i + 1], &s[i], game->moves[i]);
    for (int i = game->count; i >= 0 && !atomic_load(&n->t.stop); i--) position_analyze(n, &s[i], i);
    free(s);
    say_line(&n->say, "status");
}

static void done_say(void *context, const ThinkDone *done)
{
    Nboard *const n = context;
    if (atomic_load(&n->silent)) return;
    if (n->job == JOB_GO) move_say(n, done);
    else if (n->job == JOB_ANALYZE) game_analyze(n);
    else say_line(&n->say, "status");
}

// Ends a search whose answer nobody wants any more.
static void end_quietly(Nboard *n)
{
    atomic_store(&n->silent, true);
    thinker_stop(&n->t);
    atomic_store(&n->silent, false);
}

static void think(Nboard *n, NboardJob job, int lines, const char *status)
{
    ThinkAsk ask = {.depth = n->depth, .lines = lines};
    end_quietly(n);
    n->job = job, n->value = 0;
    if (job == JOB_ANALYZE) ask.depth = 1;   // the positions of the game are searched afterwards
    thinker_usual(&n->t, &ask);
    say_line(&n->say, "status %s", status);
    thinker_start(&n->t, &ask);
}

// Commands.

static void nboard(Nboard *n, const char *words)
{
    (void)words;
    say_line(&n->say, "set myname Pollard");
}

static void game_set(Nboard *n, const char *text)
{
    Status status;
    end_quietly(n);
    FormatGame *const game = format_text_game(&format_ggf, n->t.v, text, strlen(text), 1, &status);
    if (game == NULL) return say_line(&n->say, "status set game: %s", status.text);
    thinker_game(&n->t, &game->record);
    game->record = (Record){0};   // it is the thinker's now
    format_game_close(game);
    free(game);
}

// Another depth is another player, as far as the board is concerned: it gets a name of its own.
static void depth_set(Nboard *n, const char *words)
{
    const long depth = words_number(&words, 1000);
    end_quietly(n);
    n->depth = depth > SEARCH_DEPTH_MAX ? SEARCH_DEPTH_MAX : (int)depth;
    if (depth > 0) say_line(&n->say, "set myname Pollard%ld", depth);
}

static void set(Nboard *n, const char *words)
{
    char word[SPEC_WORD_MAX] = "";
    words_next(&words, word);
    if (strcmp(word, "depth") == 0) depth_set(n, words);
    else if (strcmp(word, "game") == 0) game_set(n, words);
}

static void move(Nboard *n, const char *words)
{
    char   word[SPEC_WORD_MAX] = "";
    Status status;
    end_quietly(n);
    words_next(&words, word);
    word[strcspn(word, "/")] = 0;   // what it was worth, and how long it took
    if (!words_play(&n->t.record, word, &status)) say_line(&n->say, "status move: %s", status.text);
}

static void hint(Nboard *n, const char *words)
{
    const long lines = words_number(&words, HINTS_MAX);
    think(n, JOB_HINT, lines > 1 ? (int)lines : 1, "Pollard is analyzing");
}

static void go(Nboard *n, const char *words)
{
    (void)words;
    think(n, JOB_GO, 1, "Pollard is thinking");
}

static void analyze(Nboard *n, const char *words)
{
    (void)words;
    think(n, JOB_ANALYZE, 1, "Pollard is analyzing the game");
}

static void ping(Nboard *n, const char *words)
{
    const long number = words_number(&words, INT32_MAX);
    end_quietly(n);
    say_line(&n->say, "pong %ld", number);
}

static void learn(Nboard *n, const char *words)
{
    (void)words;
    say_line(&n->say, "learned");
}

static const struct {
    const char *word;
    void (*run)(Nboard *n, const char *words);
} commands[] = {
    {"nboard", nboard}, {"set", set},   {"move", move},   {"hint", hint},
    {"go", go},         {"ping", ping}, {"learn", learn}, {"analyze", analyze},
};

static bool session_line(void *session, const char *line)
{
    char        word[SPEC_WORD_MAX];
    const char *at = line;
    if (words_next(&at, word) == NULL) return true;
    if (strcmp(word, "quit") == 0) return false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(word, commands[i].word) == 0) commands[i].run(session, at);
    return true;
}

static void session_too_long(void *session)
{
    Nboard *const n = session;
    say_line(&n->say, "status a line that is too long was left out");
}

static void session_wait(void *session)
{
    Nboard *const n = session;
    thinker_wait(&n->t);
}

static void session_close(void *session)
{
    Nboard *const n = session;
    atomic_store(&n->silent, true);
    thinker_close(&n->t);
    say_close(&n->say);
    free(n);
}

static void *session_open(const ProtocolSetup *setup, Status *status)
{
    if (!othello_check(setup->v, "nboard", status)) return NULL;
    Nboard *const n = calloc(1, sizeof *n);
    if (n == NULL) return status_fail_system(status, "out of memory for the engine"), NULL;
    const ThinkEvents events = {.line = line_say, .done = done_say, .context = n};
    say_open(&n->say, setup->say, setup->context);
    if (!thinker_open(&n->t, setup->v, &events, status)) return say_close(&n->say), free(n), NULL;
    if (thinker_player(&n->t, setup->player, status)) return n;
    session_close(n);
    return NULL;
}

const Protocol protocol_nboard = {
    .name     = "nboard",
    .game     = "othello",
    .open     = session_open,
    .line     = session_line,
    .too_long = session_too_long,
    .wait     = session_wait,
    .close    = session_close,
};
