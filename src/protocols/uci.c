// uci.c - the Universal Chess Interface, for any game of two players; what UGI (ugi.c) has in common with it.
#include "protocols/uci_inner.h"

#include <stdlib.h>
#include <string.h>

// Commands. Those that change what a search sees end it first, once it is clear that they are right.

void uci_introduce(Uci *u, const char *words)
{
    char text[2 * TEXT_MAX];
    Text out = text_on(text, sizeof text);
    (void)words;
    player_spec_write(&u->spec, &out);
    say_line(&u->say, "id name Pollard %s", POLLARD_VERSION);
    say_line(&u->say, "id author the authors of Pollard");
    say_line(&u->say, "option name Hash type spin default 16 min 1 max %d", THINK_HASH_MB_MAX);
    say_line(&u->say, "option name Threads type spin default 1 min 1 max %d", SEARCH_THREADS_MAX);
    say_line(&u->say, "option name MultiPV type spin default 1 min 1 max %d", UCI_MULTIPV_MAX);
    if (u->ponders) say_line(&u->say, "option name Ponder type check default false");
    say_line(&u->say, "option name Clear Hash type button");
    say_line(&u->say, "option name Move Overhead type spin default %d min 0 max %d", THINK_OVERHEAD_MS,
             THINK_OVERHEAD_MS_MAX);
    say_line(&u->say, "option name Player type string default %s", text);
    say_line(&u->say, "%sok", u->name);
}

void uci_refresh(Uci *u)
{
    Status status;
    if (!u->changed) return;
    u->changed = false;
    if (thinker_player(&u->t, &u->spec, &status)) {
        u->hash_good = u->t.hash_mb, u->threads_good = u->t.threads;
        return;
    }
    say_line(&u->say, "info string %s", status.text);
    u->t.hash_mb = u->hash_good, u->t.threads = u->threads_good;
}

void uci_ready(Uci *u, const char *words)
{
    (void)words;
    if (!thinker_busy(&u->t)) uci_refresh(u);
    say_line(&u->say, "readyok");
}

static bool spin_set(Uci *u, const char *name, const char *value, int min, int max, int *out)
{
    long n;
    if (!text_whole_number(value, min, max, &n)) {
        say_line(&u->say, "info string %s: expected a number from %d to %d, not '%.40s'", name, min, max,
                 value);
        return false;
    }
    thinker_stop(&u->t);
    *out = (int)n;
    return true;
}

static void hash_clear(Uci *u)
{
    thinker_stop(&u->t);
    thinker_forget(&u->t);
}

// We ponder when we are told to: the option is for the board to know.
static void ponder_set(Uci *u, const char *value)
{
    if (!text_same(value, "true") && !text_same(value, "false"))
        say_line(&u->say, "info string Ponder: expected true or false, not '%.40s'", value);
}

static void player_set(Uci *u, const char *value)
{
    Status     status;
    PlayerSpec spec;
    if (player_spec_parse(&spec, value, &status) && thinker_player(&u->t, &spec, &status)) u->spec = spec;
    else say_line(&u->say, "info string Player: %s", status.text);
}

static void option_set(Uci *u, const char *name, const char *value)
{
    Thinker *const t = &u->t;
    if (text_same(name, "Hash")) u->changed |= spin_set(u, name, value, 1, THINK_HASH_MB_MAX, &t->hash_mb);
    else if (text_same(name, "Threads"))
        u->changed |= spin_set(u, name, value, 1, SEARCH_THREADS_MAX, &t->threads);
    else if (text_same(name, "MultiPV")) spin_set(u, name, value, 1, UCI_MULTIPV_MAX, &u->multipv);
    else if (text_same(name, "Move Overhead"))
        spin_set(u, name, value, 0, THINK_OVERHEAD_MS_MAX, &t->overhead_ms);
    else if (text_same(name, "Clear Hash")) hash_clear(u);
    else if (text_same(name, "Player")) player_set(u, value);
    else if (u->ponders && text_same(name, "Ponder")) ponder_set(u, value);
    else say_line(&u->say, "info string no option '%.40s'", name);
}

// name NAME WITH BLANKS [value VALUE]
void uci_option(Uci *u, const char *words)
{
    char        name[SPEC_WORD_MAX];
    const char *at = words + strspn(words, " \t");
    if (strncmp(at, "name ", 5) != 0)
        return say_line(&u->say, "info string expected: setoption name NAME value VALUE");
    at += 5;
    at += strspn(at, " \t");
    const char *const value = strstr(at, " value");
    size_t            n     = value != NULL ? (size_t)(value - at) : strlen(at);
    while (n > 0 && at[n - 1] == ' ') n--;
    if (n == 0 || n >= sizeof name) return say_line(&u->say, "info string no option '%.40s'", at);
    memcpy(name, at, n);
    name[n] = 0;
    option_set(u, name, value != NULL ? value + 6 + strspn(value + 6, " \t") : "");
}

void uci_new_game(Uci *u, const char *words)
{
    (void)words;
    thinker_stop(&u->t);
    uci_refresh(u);
    thinker_forget(&u->t);
}

// The start of `position`: startpos, or fen TEXT up to `moves`; what follows is left in *rest.
static bool start_read(const Uci *u, const char *words, AnyState *start, const char **rest, Status *status)
{
    char              text[TEXT_MAX] = "", word[SPEC_WORD_MAX] = "";
    const char       *at    = words + strspn(words, " \t");
    const char *const moves = strstr(at, " moves");
    const size_t      n     = moves != NULL ? (size_t)(moves - at) : strlen(at);
    *rest                   = moves != NULL ? moves + 6 : "";
    if (n >= sizeof text + 4)
        return status_fail(status, "a position of more than %d characters", TEXT_MAX - 1);
    if (strncmp(at, "fen ", 4) == 0 && n >= 4) {
        memcpy(text, at + 4, n - 4);
        return variant_parse(u->t.v, start, text, status);
    }
    memcpy(text, at, n < sizeof text ? n : sizeof text - 1);
    at = text;
    if (words_next(&at, word) == NULL || strcmp(word, "startpos") != 0)
        return status_fail(status, "expected: position startpos or fen TEXT");
    if (words_next(&at, word) != NULL)
        return status_fail(status, "expected 'moves' after startpos, not '%.20s'", word);
    return variant_setup(u->t.v, start), true;
}

void uci_position(Uci *u, const char *words)
{
    AnyState    start;
    Record      record;
    const char *rest;
    Status      status;
    if (!start_read(u, words, &start, &rest, &status) || !record_open(&record, u->t.v, &start, &status))
        return say_line(&u->say, "info string position unchanged: %s", status.text);
    if (words_play_all(&record, rest, &status)) {
        thinker_stop(&u->t);
        return thinker_game(&u->t, &record);
    }
    record_close(&record);
    say_line(&u->say, "info string position unchanged: %s", status.text);
}

void uci_ignore(Uci *u, const char *words) { (void)u, (void)words; }

bool uci_session_line(Uci *u, const UciCommand commands[], const char *line)
{
    char        word[SPEC_WORD_MAX];
    const char *at = line;
    if (words_next(&at, word) == NULL) return true;
    if (strcmp(word, "quit") == 0) return false;
    for (int i = 0; commands[i].word != NULL; i++)
        if (strcmp(word, commands[i].word) == 0) return commands[i].run(u, at), true;
    say_line(&u->say, "info string unknown command '%.40s'", word);
    return true;
}

void uci_session_too_long(void *session)
{
    Uci *const u = session;
    say_line(&u->say, "info string a line that is too long was left out");
}

void uci_session_wait(void *session)
{
    Uci *const u = session;
    thinker_wait(&u->t);
}

void *uci_session_open(const char *name, bool ponders, const ProtocolSetup *setup, Status *status)
{
    const ThinkEvents none = {0};
    Uci *const        u    = calloc(1, sizeof *u);
    if (u == NULL) return status_fail_system(status, "out of memory for the engine"), NULL;
    u->name = name, u->ponders = ponders, u->spec = *setup->player, u->multipv = 1;
    say_open(&u->say, setup->say, setup->context);
    if (!thinker_open(&u->t, setup->v, &none, status)) return say_close(&u->say), free(u), NULL;
    if (thinker_player(&u->t, &u->spec, status)) return u;
    uci_session_close(u);
    return NULL;
}

void uci_session_close(void *session)
{
    Uci *const u = session;
    thinker_close(&u->t);
    say_close(&u->say);
    free(u);
}

// UCI.

static void *session_open(const ProtocolSetup *setup, Status *status)
{
    if (setup->v->facts.players == 2) return uci_session_open("uci", true, setup, status);
    status_fail(status, "a game of %d players; the protocol is for two", setup->v->facts.players);
    return NULL;
}

static bool session_line(void *session, const char *line)
{
    static const UciCommand commands[] = {
        {"uci", uci_introduce},
        {"isready", uci_ready},
        {"setoption", uci_option},
        {"ucinewgame", uci_new_game},
        {"position", uci_position},
        {"go", uci_go},
        {"stop", uci_stop},
        {"ponderhit", uci_ponderhit},
        {"debug", uci_ignore},
        {"register", uci_ignore},
        {0},
    };
    return uci_session_line(session, commands, line);
}

const Protocol protocol_uci = {
    .name     = "uci",
    .game     = "chess",
    .open     = session_open,
    .line     = session_line,
    .too_long = uci_session_too_long,
    .wait     = uci_session_wait,
    .close    = uci_session_close,
};
