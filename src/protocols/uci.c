#include "protocols/uci.h"
#include "protocols/uci_inner.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_MB_MAX = 65536, MULTIPV_MAX = 256, OVERHEAD_MS = 20, OVERHEAD_MS_MAX = 5000 };

void uci_say(Uci *u, const char *format, ...)
{
    char    line[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (char *c = line; *c; c++)
        if (*c < ' ' || *c > '~') *c = '?';   // words of the other side come back in messages
    mutex_lock(&u->say_lock);
    u->say(u->context, line);
    mutex_unlock(&u->say_lock);
}

// The player.

// A table of at most so many megabytes: 2^bits entries of 16 bytes.
static int table_bits(int megabytes)
{
    int bits = 16;
    while (bits < TT_BITS_MAX && (int64_t)1 << (bits + 1 - 16) <= megabytes) bits++;
    return bits;
}

// A search keeps what it learned for the whole game, and knows that positions come again.
static bool spec_fill_game(PlayerSpec *spec, const Variant *v)
{
    static const char *const usual[] = {"lifetime=game", "repetition=yes"};
    Status                   ignored;
    for (int i = 0; i < 2; i++) {
        PlayerSpec with = *spec;
        if (i == 1 && !(v->facts.traits & TRAIT_REPEATS)) continue;
        if (player_spec_fill(&with, usual[i], &ignored) && player_spec_check(&with, v, true, &ignored))
            *spec = with;
    }
    return true;
}

static bool spec_make(const Uci *u, PlayerSpec *spec, Status *status)
{
    *spec = u->spec;
    if (!player_spec_expand(spec, u->v, true, status)) return false;
    if (!player_spec_searches(spec))
        return status_fail(status, "'%s' is not a search; expected one, or engine", spec->words.name);
    if ((u->hash_mb > 0 && !player_spec_set_number(spec, "tt", table_bits(u->hash_mb))) ||
        (u->threads > 0 && !player_spec_set_number(spec, "threads", u->threads)))
        return status_fail(status, "the player has no room for Hash or Threads");
    return spec_fill_game(spec, u->v);
}

// Opens the player as the options say.
static bool player_make(Uci *u, Status *status)
{
    PlayerSpec       spec;
    Player           opened;
    const PlayerSeat seat = {.seed = 1, .limited = true};
    if (!spec_make(u, &spec, status) || !player_open_spec(&opened, u->v, &spec, seat, status)) return false;
    player_close(&u->player);
    u->player = opened;
    // Iterative deepening, whatever the spec says: an engine can be stopped at any time.
    u->player.search->settings.deepening = true;
    u->changed                           = false;
    return true;
}

// What cannot be opened leaves the player that was there.
static void player_refresh(Uci *u)
{
    Status status;
    if (!u->changed) return;
    if (player_make(u, &status)) {
        u->hash_good = u->hash_mb, u->threads_good = u->threads;
        return;
    }
    uci_say(u, "info string %s", status.text);
    u->hash_mb = u->hash_good, u->threads = u->threads_good;
    u->changed = false;
}

// Commands. Those that change what a search sees end it first.

static void say_options(Uci *u, const char *words)
{
    char text[2 * TEXT_MAX];
    Text out = text_on(text, sizeof text);
    (void)words;
    player_spec_write(&u->spec, &out);
    uci_say(u, "id name Pollard %s", POLLARD_VERSION);
    uci_say(u, "id author the authors of Pollard");
    uci_say(u, "option name Hash type spin default 16 min 1 max %d", HASH_MB_MAX);
    uci_say(u, "option name Threads type spin default 1 min 1 max %d", SEARCH_THREADS_MAX);
    uci_say(u, "option name MultiPV type spin default 1 min 1 max %d", MULTIPV_MAX);
    uci_say(u, "option name Ponder type check default false");
    uci_say(u, "option name Clear Hash type button");
    uci_say(u, "option name Move Overhead type spin default %d min 0 max %d", OVERHEAD_MS, OVERHEAD_MS_MAX);
    uci_say(u, "option name Player type string default %s", text);
    uci_say(u, "uciok");
}

static void say_ready(Uci *u, const char *words)
{
    (void)words;
    if (!u->running) player_refresh(u);
    uci_say(u, "readyok");
}

static bool spin_set(Uci *u, const char *name, const char *value, int min, int max, int *out)
{
    long n;
    if (!text_whole_number(value, min, max, &n)) {
        uci_say(u, "info string %s: expected a number from %d to %d, not '%.40s'", name, min, max, value);
        return false;
    }
    *out = (int)n;
    return true;
}

static void player_set(Uci *u, const char *value)
{
    Status           status;
    const PlayerSpec before = u->spec;
    if (player_spec_parse(&u->spec, value, &status) && player_make(u, &status)) return;
    u->spec = before;
    uci_say(u, "info string Player: %s", status.text);
}

static void option_set(Uci *u, const char *name, const char *value)
{
    if (text_same(name, "Hash")) u->changed |= spin_set(u, name, value, 1, HASH_MB_MAX, &u->hash_mb);
    else if (text_same(name, "Threads"))
        u->changed |= spin_set(u, name, value, 1, SEARCH_THREADS_MAX, &u->threads);
    else if (text_same(name, "MultiPV")) spin_set(u, name, value, 1, MULTIPV_MAX, &u->multipv);
    else if (text_same(name, "Move Overhead")) spin_set(u, name, value, 0, OVERHEAD_MS_MAX, &u->overhead_ms);
    else if (text_same(name, "Clear Hash")) search_reset(u->player.search);
    else if (text_same(name, "Player")) player_set(u, value);
    else if (!text_same(name, "Ponder")) uci_say(u, "info string no option '%.40s'", name);
}

// name NAME WITH BLANKS [value VALUE]
static void set_option(Uci *u, const char *words)
{
    char        name[SPEC_WORD_MAX];
    const char *at = words + strspn(words, " \t");
    if (strncmp(at, "name ", 5) != 0)
        return uci_say(u, "info string expected: setoption name NAME value VALUE");
    at += 5;
    at += strspn(at, " \t");
    const char *const value = strstr(at, " value");
    size_t            n     = value != NULL ? (size_t)(value - at) : strlen(at);
    while (n > 0 && at[n - 1] == ' ') n--;
    if (n == 0 || n >= sizeof name) return uci_say(u, "info string no option '%.40s'", at);
    memcpy(name, at, n);
    name[n] = 0;
    uci_search_stop(u);
    option_set(u, name, value != NULL ? value + 6 + strspn(value + 6, " \t") : "");
}

static void new_game(Uci *u, const char *words)
{
    (void)words;
    uci_search_stop(u);
    player_refresh(u);
    search_reset(u->player.search);
}

// The start of `position`: startpos, or fen TEXT up to `moves`; what follows is left in *rest.
static bool start_read(const Uci *u, const char *words, AnyState *start, const char **rest, Status *status)
{
    char              text[TEXT_MAX];
    const char       *at    = words + strspn(words, " \t");
    const char *const moves = strstr(at, " moves");
    const size_t      n     = moves != NULL ? (size_t)(moves - at) : strlen(at);
    *rest                   = moves != NULL ? moves + 6 : "";
    if (strncmp(at, "startpos", 8) == 0) return variant_setup(u->v, start), true;
    if (strncmp(at, "fen ", 4) != 0) return status_fail(status, "expected: position startpos or fen TEXT");
    if (n - 4 >= sizeof text)
        return status_fail(status, "a position of more than %d characters", TEXT_MAX - 1);
    memcpy(text, at + 4, n - 4);
    text[n - 4] = 0;
    return variant_parse(u->v, start, text, status);
}

static bool moves_read(Record *record, const char *words, Status *status)
{
    char word[SPEC_WORD_MAX];
    Move m;
    for (const char *at = words; uci_word(&at, word) != NULL;) {
        if (!uci_move_read(record->v, &record->now, word, &m))
            return status_fail(status, "illegal move '%.20s' after %d plies", word, record->count);
        if (!record_play(record, m, status)) return false;
    }
    return true;
}

static void set_position(Uci *u, const char *words)
{
    AnyState    start;
    Record      record;
    const char *rest;
    Status      status;
    uci_search_stop(u);
    if (!start_read(u, words, &start, &rest, &status) || !record_open(&record, u->v, &start, &status))
        return uci_say(u, "info string position unchanged: %s", status.text);
    if (!moves_read(&record, rest, &status)) {
        record_close(&record);
        return uci_say(u, "info string position unchanged: %s", status.text);
    }
    record_close(&u->record);
    u->record = record;
}

static void go(Uci *u, const char *words)
{
    uci_search_stop(u);
    player_refresh(u);
    uci_go_read(u, words, &u->go);
    const UciGo *const g = &u->go;
    // Nothing said, or nothing that can be read: think until told to stop.
    if (g->depth == 0 && g->mate == 0 && g->nodes == 0 && g->movetime <= 0 && !g->clock[0] && !g->clock[1] &&
        !g->ponder)
        u->go.infinite = true;
    uci_search_start(u);
}

static void stop(Uci *u, const char *words)
{
    (void)words;
    uci_search_stop(u);
}

static void ponderhit(Uci *u, const char *words)
{
    (void)words;
    uci_search_ponderhit(u);
}

static void ignore(Uci *u, const char *words) { (void)u, (void)words; }

static const struct {
    const char *word;
    void (*run)(Uci *u, const char *words);
} commands[] = {
    {"uci", say_options},     {"isready", say_ready},     {"setoption", set_option},
    {"ucinewgame", new_game}, {"position", set_position}, {"go", go},
    {"stop", stop},           {"ponderhit", ponderhit},   {"debug", ignore},
    {"register", ignore},
};

bool uci_line(Uci *u, const char *line)
{
    char        word[SPEC_WORD_MAX];
    const char *at = line;
    if (uci_word(&at, word) == NULL) return true;
    if (strcmp(word, "quit") == 0) return false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(word, commands[i].word) == 0) return commands[i].run(u, at), true;
    uci_say(u, "info string unknown command '%.40s'", word);
    return true;
}

Uci *uci_open(const Variant *v, const PlayerSpec *player, UciSay *say, void *context, Status *status)
{
    AnyState start;
    if (v->facts.players != 2) {
        status_fail(status, "a game of %d players; the protocol is for two", v->facts.players);
        return NULL;
    }
    Uci *const u = calloc(1, sizeof *u);
    if (u == NULL) return status_fail_system(status, "out of memory for the engine"), NULL;
    u->v = v, u->spec = *player, u->say = say, u->context = context;
    u->multipv = 1, u->overhead_ms = OVERHEAD_MS;
    variant_setup(v, &start);
    mutex_open(&u->say_lock);
    mutex_open(&u->lock);
    condition_open(&u->changes);
    if (record_open(&u->record, v, &start, status) && player_make(u, status)) return u;
    uci_close(u);
    return NULL;
}

void uci_close(Uci *u)
{
    uci_search_stop(u);
    player_close(&u->player);
    record_close(&u->record);
    condition_close(&u->changes);
    mutex_close(&u->lock);
    mutex_close(&u->say_lock);
    free(u);
}
