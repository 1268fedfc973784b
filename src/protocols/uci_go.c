// uci_go.c - what `go` asks for, the lines while it is thought about, and the move.
#include "play/show/search_text.h"
#include "protocols/uci_inner.h"

#include <inttypes.h>
#include <string.h>

// Reading.

static double seconds_read(const char **at) { return (double)words_number(at, 1000000000) / 1000; }

// A limit that is given: 0 is as little as can be; 0 for what cannot be read.
static long limit_read(const char **at, long max)
{
    const char       *next = *at;
    char              word[SPEC_WORD_MAX];
    long              n    = 0;
    const char *const text = words_next(&next, word);
    if (text == NULL || !text_whole_number(text, 0, max, &n)) return 0;
    *at = next;
    return n > 0 ? n : 1;
}

// wtime, btime, p1time ... p6time, and the same with inc; -1: another word.
static int clock_player(const char *word, const char *what)
{
    if (strcmp(word + 1, what) == 0 && (word[0] == 'w' || word[0] == 'b')) return word[0] == 'b';
    const bool numbered = word[0] == 'p' && word[1] >= '1' && word[1] <= '0' + PLAYERS_MAX;
    return numbered && strcmp(word + 2, what) == 0 ? word[1] - '1' : -1;
}

static bool clock_read(ThinkAsk *ask, const char *word, const char **at)
{
    const int time = clock_player(word, "time"), inc = clock_player(word, "inc");
    if (time >= 0) ask->clock[time] = true, ask->time[time] = seconds_read(at);
    if (inc >= 0) ask->inc[inc] = seconds_read(at);
    return time >= 0 || inc >= 0;
}

static bool is_word_of_go(const char *word)
{
    static const char *const words[] = {"depth",     "nodes",    "mate",   "movetime",
                                        "movestogo", "infinite", "ponder", "searchmoves"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0) return true;
    return clock_player(word, "time") >= 0 || clock_player(word, "inc") >= 0;
}

// Moves up to the next word of `go`. All of them are legal, or nobody knows what was meant.
static bool moves_read(const Uci *u, ThinkAsk *ask, const char **at, Status *status)
{
    char word[SPEC_WORD_MAX];
    Move m;
    for (const char *next = *at; words_next(&next, word) != NULL; *at = next) {
        if (!words_move(u->t.v, &u->t.record.now, word, &m))
            return is_word_of_go(word) || status_fail(status, "illegal move '%.20s'", word);
        int i = 0;
        while (i < ask->moves && ask->move[i] != m) i++;
        if (i == ask->moves && i < GAME_MOVES_MAX) ask->move[ask->moves++] = m;
    }
    return true;
}

// So many moves of one's own and those of the others between them.
static void mate_ask(const Uci *u, int moves, ThinkAsk *ask)
{
    const int plies = (moves - 1) * u->t.v->facts.players + 1;
    ask->mate       = true;
    if (ask->depth == 0 || ask->depth > plies) ask->depth = plies;
}

bool uci_go_read(const Uci *u, const char *words, ThinkAsk *ask, Status *status)
{
    char word[SPEC_WORD_MAX];
    int  mate = 0;
    bool good = true;
    memset(ask, 0, sizeof *ask);
    for (const char *at = words; words_next(&at, word) != NULL;) {
        if (strcmp(word, "depth") == 0) ask->depth = (int)limit_read(&at, 1000000);
        else if (strcmp(word, "nodes") == 0) ask->nodes = (uint64_t)limit_read(&at, INT64_MAX);
        else if (strcmp(word, "mate") == 0) mate = (int)words_number(&at, 1000);
        else if (strcmp(word, "movetime") == 0) ask->movetime = (double)limit_read(&at, 1000000000) / 1000;
        else if (strcmp(word, "movestogo") == 0) ask->movestogo = (int)words_number(&at, 1000);
        else if (strcmp(word, "infinite") == 0) ask->infinite = true;
        else if (strcmp(word, "ponder") == 0) ask->ponder = true;
        else if (strcmp(word, "searchmoves") == 0) good &= moves_read(u, ask, &at, status);
        else clock_read(ask, word, &at);
    }
    if (mate > 0) mate_ask(u, mate, ask);
    // Nothing said, or nothing that can be read: think until told to stop.
    if (!think_limited(ask) && !ask->ponder) ask->infinite = true;
    ask->lines = u->multipv;
    return good || status_prefix(status, "searchmoves");
}

// Saying.

static void score_add(Value v, int players, Text *out)
{
    const int moves = (value_plies(v) + players - 1) / players;
    if (v >= VALUE_WIN_MIN) text_add(out, "mate %d", moves);
    else if (v <= -VALUE_WIN_MIN) text_add(out, "mate -%d", moves);
    else text_add(out, "cp %d", v);
}

static void line_say(void *context, const ThinkLine *line)
{
    Uci *const u = context;
    char       text[1500], score[40];
    Text       out = text_on(text, sizeof text), score_out = text_on(score, sizeof score);
    score_add(line->value, u->t.v->facts.players, &score_out);
    thinker_line_text(&u->t, line->pv, line->pv_length, &out);
    say_line(&u->say,
             "info depth %d multipv %d score %s nodes %" PRIu64 " nps %.0f hashfull %d tbhits %" PRIu32
             " time %.0f pv%s",
             line->depth, line->number, score, line->nodes,
             line->seconds > 1e-6 ? (double)line->nodes / line->seconds : 0, thinker_table_full(&u->t),
             line->known, line->seconds * 1000, text);
}

static void done_say(void *context, const ThinkDone *done)
{
    Uci *const u = context;
    char       text[2 * TEXT_MAX];
    Text       out   = text_on(text, sizeof text);
    const Move pv[2] = {done->best, done->reply};
    if (done->best == MOVE_NONE) return say_line(&u->say, "bestmove 0000");
    const int n = thinker_line_text(&u->t, pv, done->reply != MOVE_NONE && u->ponders ? 2 : 1, &out);
    if (n < 2) return say_line(&u->say, "bestmove%s", text);
    char *const reply = strrchr(text, ' ');
    *reply            = 0;
    say_line(&u->say, "bestmove%s ponder %s", text, reply + 1);
}

// A position without moves has a value all the same.
static void over_say(Uci *u)
{
    const Variant *const v = u->t.v;
    Value                payoff[PLAYERS_MAX];
    v->game->payoff(v->rules, &u->t.record.now, payoff);
    const Value mine = payoff[v->game->turn(v->rules, &u->t.record.now)];
    say_line(&u->say, "info depth 0 score %s", mine == 0 ? "cp 0" : "mate 0");
}

// Every `go` has its move, or the board waits for ever.
static void refused_say(Uci *u, const char *why)
{
    say_line(&u->say, "info string %s", why);
    if (!thinker_busy(&u->t)) say_line(&u->say, "bestmove 0000");
}

void uci_go(Uci *u, const char *words)
{
    ThinkAsk ask;
    Status   status;
    if (!uci_go_read(u, words, &ask, &status)) return refused_say(u, status.text);
    thinker_stop(&u->t);
    uci_refresh(u);
    if (u->t.v->game->count(u->t.v->rules, &u->t.record.now) == 0) over_say(u);
    u->t.events = (ThinkEvents){.line = line_say, .done = done_say, .context = u};
    thinker_start(&u->t, &ask);
}

void uci_stop(Uci *u, const char *words)
{
    (void)words;
    thinker_stop(&u->t);
}

void uci_ponderhit(Uci *u, const char *words)
{
    (void)words;
    thinker_ponderhit(&u->t);
}
