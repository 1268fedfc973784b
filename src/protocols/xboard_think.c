// xboard_think.c - when this program thinks, what it says meanwhile, and the move it makes at the end.
#include "play/show/search_text.h"
#include "protocols/xboard_inner.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { MATE_SCORE = 100000 };

// Results.

Ended xboard_ended(const Xboard *x) { return record_ended(&x->t.record, INT_MAX); }

bool xboard_claim(Xboard *x)
{
    char        text[TEXT_MAX];
    Text        out   = text_on(text, sizeof text);
    const Ended ended = xboard_ended(x);
    Value       payoff[PLAYERS_MAX];
    if (ended == ENDED_NOT) return false;
    record_payoff(&x->t.record, ended, payoff);
    record_result(&x->t.record, ended, &out);
    say_line(&x->say, "%s {%s}", payoff[0] > 0 ? "1-0" : payoff[0] < 0 ? "0-1" : "1/2-1/2", text);
    return true;
}

// Thinking aloud: ply score time nodes pv, times in hundredths of a second, mates in moves beyond MATE_SCORE.
static int score_shown(Value v)
{
    const int moves = (value_plies(v) + 1) / 2;
    if (v >= VALUE_WIN_MIN) return MATE_SCORE + moves;
    return v <= -VALUE_WIN_MIN ? -MATE_SCORE - moves : v;
}

static void line_say(void *context, const ThinkLine *line)
{
    Xboard *const x = context;
    char          text[1500];
    Text          out = text_on(text, sizeof text);
    mutex_lock(&x->lock);
    x->last = *line;
    mutex_unlock(&x->lock);
    if (!x->post || atomic_load(&x->abandoned)) return;
    thinker_line_text(&x->t, line->pv, line->pv_length, &out);
    say_line(&x->say, "%d %d %.0f %" PRIu64 "%s", line->depth, score_shown(line->value), line->seconds * 100,
             line->nodes, text);
}

// The move.

static void pings_answer(Xboard *x)
{
    for (int i = 0; i < x->pings; i++) say_line(&x->say, "pong %d", x->ping[i]);
    x->pings = 0;
}

static void move_play(Xboard *x, const ThinkDone *done)
{
    char   text[TEXT_MAX];
    Text   out = text_on(text, sizeof text);
    Status status;
    if (done->best == MOVE_NONE) return;
    x->t.v->game->move_code(x->t.v->rules, &x->t.record.now, done->best, &out);
    if (!record_play(&x->t.record, done->best, &status)) return say_line(&x->say, "# %s", status.text);
    x->reply = done->reply;
    say_line(&x->say, "move %s", text);
    if (xboard_claim(x)) x->side = XBOARD_NOBODY;
}

static void done_say(void *context, const ThinkDone *done)
{
    Xboard *const x = context;
    if (!x->analyzing && !atomic_load(&x->abandoned)) move_play(x, done);
    mutex_lock(&x->lock);
    x->thinking = false;
    pings_answer(x);
    mutex_unlock(&x->lock);
}

void xboard_ping(Xboard *x, int number)
{
    mutex_lock(&x->lock);
    const bool later = x->thinking && x->pings < XBOARD_PINGS_MAX;
    if (later) x->ping[x->pings++] = number;
    const bool full = !later && x->thinking;
    mutex_unlock(&x->lock);
    if (full) thinker_wait(&x->t);
    if (!later) say_line(&x->say, "pong %d", number);
}

void xboard_events(Xboard *x)
{
    x->t.events = (ThinkEvents){.line = line_say, .done = done_say, .context = x};
}

// Starting and ending.

static void ask_make(const Xboard *x, int turn, ThinkAsk *ask)
{
    *ask = (ThinkAsk){.depth = x->sd, .movetime = x->st, .infinite = x->analyzing};
    if (x->clock && x->st <= 0) {
        const int made   = x->t.record.count / 2;   // by this side
        ask->clock[turn] = true;
        ask->time[turn]  = x->left[0];
        ask->inc[turn]   = x->inc;
        ask->movestogo   = x->period > 0 ? x->period - made % x->period : 0;
    }
    if (!x->analyzing) thinker_usual(&x->t, ask);
}

static void player_refresh(Xboard *x)
{
    Status status;
    if (!x->changed) return;
    x->changed = false;
    if (!thinker_player(&x->t, &x->spec, &status)) say_line(&x->say, "# %s", status.text);
}

void xboard_think(Xboard *x)
{
    ThinkAsk  ask;
    const int turn = x->t.v->game->turn(x->t.v->rules, &x->t.record.now);
    if (!x->analyzing && x->side != turn) return;
    if (xboard_ended(x) != ENDED_NOT) return;
    player_refresh(x);
    ask_make(x, turn, &ask);
    mutex_lock(&x->lock);
    x->thinking = !x->analyzing;
    x->last     = (ThinkLine){0};
    mutex_unlock(&x->lock);
    x->reply = MOVE_NONE;
    thinker_start(&x->t, &ask);
}

void xboard_abandon(Xboard *x)
{
    atomic_store(&x->abandoned, true);
    thinker_stop(&x->t);
    atomic_store(&x->abandoned, false);
}

void xboard_move_now(Xboard *x)
{
    if (!x->analyzing) thinker_stop(&x->t);
}
