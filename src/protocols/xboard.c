// xboard.c - the Chess Engine Communication Protocol, version 2, of XBoard and WinBoard, for chess.
#include "protocols/xboard_inner.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// The game.

static bool game_from(Xboard *x, const AnyState *start)
{
    Record game;
    Status status;
    if (!record_open(&game, x->t.v, start, &status)) return say_line(&x->say, "# %s", status.text), false;
    thinker_game(&x->t, &game);
    x->reply = MOVE_NONE;
    return true;
}

static void new_game(Xboard *x, const char *words)
{
    (void)words;
    AnyState start;
    xboard_abandon(x);
    x->analyzing = false;
    variant_setup(x->t.v, &start);
    if (!game_from(x, &start)) return;
    thinker_forget(&x->t);
    x->side = 1;
    x->sd   = 0;
}

static void setboard(Xboard *x, const char *words)
{
    AnyState start;
    Status   status;
    xboard_abandon(x);
    words += strspn(words, " \t");
    if (!variant_parse(x->t.v, &start, words, &status))
        return say_line(&x->say, "tellusererror Illegal position: %s", status.text);
    if (game_from(x, &start)) xboard_think(x);
}

static void usermove(Xboard *x, const char *words)
{
    char   word[SPEC_WORD_MAX] = "";
    Status status;
    Move   m;
    words_next(&words, word);
    if (x->analyzing) xboard_abandon(x);
    if (thinker_busy(&x->t)) return say_line(&x->say, "Illegal move (it is not your turn): %.20s", word);
    if (xboard_ended(x) == ENDED_BY_RULES)
        return say_line(&x->say, "Illegal move (the game is over): %.20s", word);
    if (!words_move(x->t.v, &x->t.record.now, word, &m)) say_line(&x->say, "Illegal move: %.20s", word);
    else if (!record_play(&x->t.record, m, &status)) say_line(&x->say, "# %s", status.text);
    else if (!x->analyzing && xboard_claim(x)) x->side = XBOARD_NOBODY;
    xboard_think(x);
}

static void take_back(Xboard *x, int plies)
{
    xboard_abandon(x);
    while (plies-- > 0)
        if (!record_undo(&x->t.record)) say_line(&x->say, "Error (nothing to take back): undo");
    x->reply = MOVE_NONE;
    xboard_think(x);
}

static void undo(Xboard *x, const char *words) { (void)words, take_back(x, 1); }
static void take_two(Xboard *x, const char *words) { (void)words, take_back(x, 2); }

// Who plays.

static void force(Xboard *x, const char *words)
{
    (void)words;
    xboard_abandon(x);
    x->side = XBOARD_NOBODY;
}

static int turn(const Xboard *x) { return x->t.v->game->turn(x->t.v->rules, &x->t.record.now); }

static void go(Xboard *x, const char *words)
{
    (void)words;
    xboard_abandon(x);
    x->side = turn(x);
    xboard_think(x);
}

static void playother(Xboard *x, const char *words)
{
    (void)words;
    xboard_abandon(x);
    x->side = !turn(x);
}

static void analyze(Xboard *x, const char *words)
{
    (void)words;
    xboard_abandon(x);
    x->analyzing = true;
    x->side      = XBOARD_NOBODY;
    x->post      = true;
    xboard_think(x);
}

static void leave(Xboard *x, const char *words)
{
    (void)words;
    if (!x->analyzing) return;
    xboard_abandon(x);
    x->analyzing = false;
}

static void move_now(Xboard *x, const char *words) { (void)words, xboard_move_now(x); }

// Time.

// level MOVES MINUTES[:SECONDS] INCREMENT
static void level(Xboard *x, const char *words)
{
    char word[SPEC_WORD_MAX] = "", inc[SPEC_WORD_MAX] = "";
    x->period = (int)words_number(&words, 1000);
    words_next(&words, word);
    words_next(&words, inc);
    char *const colon   = strchr(word, ':');
    long        minutes = 0, seconds = 0;
    if (colon != NULL) *colon = 0;
    const bool good = text_whole_number(word, 0, 100000, &minutes) &&
                      (colon == NULL || text_whole_number(colon + 1, 0, 59, &seconds));
    if (!good) return say_line(&x->say, "Error (expected MOVES MINUTES INCREMENT): level");
    x->clock = true, x->st = 0;
    x->inc     = strtod(inc, NULL);   // 0 for whatever is no number
    x->inc     = x->inc > 0 && x->inc < 1e6 ? x->inc : 0;
    x->left[0] = x->left[1] = (double)(60 * minutes + seconds);
}

static double hundredths(const char *words) { return (double)words_number(&words, 1000000000) / 100; }

static void st(Xboard *x, const char *words) { x->st = (double)words_number(&words, 1000000); }
static void sd(Xboard *x, const char *words) { x->sd = (int)words_number(&words, SEARCH_DEPTH_MAX); }
static void otim(Xboard *x, const char *words) { x->left[1] = hundredths(words); }

static void own_time(Xboard *x, const char *words)
{
    x->left[0] = hundredths(words);
    x->clock   = true;
}

static void memory(Xboard *x, const char *words)
{
    const long n = words_number(&words, THINK_HASH_MB_MAX);
    if (n > 0) x->t.hash_mb = (int)n, x->changed = true;
}

static void cores(Xboard *x, const char *words)
{
    const long n = words_number(&words, SEARCH_THREADS_MAX);
    if (n > 0) x->t.threads = (int)n, x->changed = true;
}

// Telling.

static void protover(Xboard *x, const char *words)
{
    (void)words;
    say_line(&x->say, "feature done=0");
    say_line(&x->say, "feature myname=\"Pollard %s\" ping=1 setboard=1 usermove=1 san=0 analyze=1 colors=0",
             POLLARD_VERSION);
    say_line(&x->say, "feature time=1 playother=1 sigint=0 sigterm=0 reuse=1 draw=0 memory=1 smp=1 name=0");
    say_line(&x->say, "feature variants=\"normal\" done=1");
}

static void ping(Xboard *x, const char *words) { xboard_ping(x, (int)words_number(&words, INT32_MAX)); }

static void hint(Xboard *x, const char *words)
{
    (void)words;
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    if (thinker_busy(&x->t) || x->reply == MOVE_NONE) return;
    if (thinker_line_text(&x->t, &x->reply, 1, &out) == 1) say_line(&x->say, "Hint:%s", text);
}

// What an analysis has found so far.
static void stat(Xboard *x, const char *words)
{
    (void)words;
    if (!x->analyzing) return;
    mutex_lock(&x->lock);
    const ThinkLine last = x->last;
    mutex_unlock(&x->lock);
    say_line(&x->say, "stat01: %.0f %" PRIu64 " %d 0 0", last.seconds * 100, last.nodes, last.depth);
}

static void post(Xboard *x, const char *words) { (void)words, x->post = true; }
static void nopost(Xboard *x, const char *words) { (void)words, x->post = false; }
static void ignore(Xboard *x, const char *words) { (void)x, (void)words; }

static void variant(Xboard *x, const char *words)
{
    char word[SPEC_WORD_MAX] = "";
    words_next(&words, word);
    if (strcmp(word, "normal") != 0) say_line(&x->say, "Error (unknown variant): %.40s", word);
}

static const struct {
    const char *word;
    void (*run)(Xboard *x, const char *words);
} commands[] = {
    {"xboard", ignore},
    {"protover", protover},
    {"accepted", ignore},
    {"rejected", ignore},
    {"new", new_game},
    {"variant", variant},
    {"force", force},
    {"go", go},
    {"playother", playother},
    {"usermove", usermove},
    {"level", level},
    {"st", st},
    {"sd", sd},
    {"time", own_time},
    {"otim", otim},
    {"?", move_now},
    {"ping", ping},
    {"result", force},
    {"setboard", setboard},
    {"hint", hint},
    {"undo", undo},
    {"remove", take_two},
    {"post", post},
    {"nopost", nopost},
    {"hard", ignore},
    {"easy", ignore},
    {"analyze", analyze},
    {"exit", leave},
    {".", stat},
    {"memory", memory},
    {"cores", cores},
    {"random", ignore},
    {"computer", ignore},
    {"name", ignore},
    {"rating", ignore},
    {"ics", ignore},
    {"draw", ignore},
    {"bk", ignore},
    {"option", ignore},
    {"pause", ignore},
    {"resume", ignore},
};

static bool session_line(void *session, const char *line)
{
    Xboard *const x = session;
    char          word[SPEC_WORD_MAX];
    Move          m;
    const char   *at = line;
    if (words_next(&at, word) == NULL) return true;
    if (strcmp(word, "quit") == 0) return false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(word, commands[i].word) == 0) return commands[i].run(x, at), true;
    // A move without its word, as boards of version 1 send it.
    if (!thinker_busy(&x->t) && words_move(x->t.v, &x->t.record.now, word, &m)) usermove(x, line);
    else say_line(&x->say, "Error (unknown command): %.40s", word);
    return true;
}

static void session_too_long(void *session)
{
    Xboard *const x = session;
    say_line(&x->say, "Error (too long, left out): a line");
}

static void session_wait(void *session)
{
    Xboard *const x = session;
    thinker_wait(&x->t);
}

static void session_close(void *session)
{
    Xboard *const x = session;
    atomic_store(&x->abandoned, true);
    thinker_close(&x->t);
    mutex_close(&x->lock);
    say_close(&x->say);
    free(x);
}

static void *session_open(const ProtocolSetup *setup, Status *status)
{
    const ThinkEvents none = {0};
    if (strcmp(setup->v->game->name, "chess") != 0)
        return status_fail(status, "'%s': the protocol xboard is for chess", setup->v->game->name), NULL;
    Xboard *const x = calloc(1, sizeof *x);
    if (x == NULL) return status_fail_system(status, "out of memory for the engine"), NULL;
    x->side = 1, x->reply = MOVE_NONE, x->spec = *setup->player;
    say_open(&x->say, setup->say, setup->context);
    mutex_open(&x->lock);
    if (!thinker_open(&x->t, setup->v, &none, status))
        return mutex_close(&x->lock), say_close(&x->say), free(x), NULL;
    xboard_events(x);
    if (thinker_player(&x->t, setup->player, status)) return x;
    session_close(x);
    return NULL;
}

const Protocol protocol_xboard = {
    .name     = "xboard",
    .game     = "chess",
    .open     = session_open,
    .line     = session_line,
    .too_long = session_too_long,
    .wait     = session_wait,
    .close    = session_close,
};
