// ugi.c - the Universal Game Interface: UCI for any game, with questions about the game. Games of more than
// two players by an extension of ours, docs/PROTOCOLS.md.
#include "protocols/uci_inner.h"

#include <string.h>

static Ended game_ended(const Uci *u) { return record_ended(&u->t.record, u->t.v->facts.plies_max); }

static int game_turn(const Uci *u) { return u->t.v->game->turn(u->t.v->rules, &u->t.record.now); }

static void say_truth(Uci *u, bool truth) { say_line(&u->say, "response %s", truth ? "true" : "false"); }

// p1win, or everybody who shares it.
static void say_result(Uci *u)
{
    char        text[PLAYERS_MAX * 8];
    Text        out   = text_on(text, sizeof text);
    const Ended ended = game_ended(u);
    Value       payoff[PLAYERS_MAX];
    if (ended == ENDED_NOT) return say_line(&u->say, "response none");
    record_payoff(&u->t.record, ended, payoff);
    for (int p = 0; p < u->t.v->facts.players; p++)
        if (payoff[p] > 0) text_add(&out, " p%dwin", p + 1);
    say_line(&u->say, "response%s", out.used > 0 ? text : " draw");
}

static void query(Uci *u, const char *words)
{
    char word[SPEC_WORD_MAX] = "";
    words_next(&words, word);
    if (strcmp(word, "gameover") == 0) say_truth(u, game_ended(u) != ENDED_NOT);
    else if (strcmp(word, "p1turn") == 0) say_truth(u, game_turn(u) == 0);
    else if (strcmp(word, "result") == 0) say_result(u);
    else if (strcmp(word, "players") == 0) say_line(&u->say, "response %d", u->t.v->facts.players);
    else if (strcmp(word, "turn") == 0) say_line(&u->say, "response p%d", game_turn(u) + 1);
    else
        say_line(&u->say, "info string query '%.40s': expected gameover, p1turn, result, players or turn",
                 word);
}

static void *session_open(const ProtocolSetup *setup, Status *status)
{
    return uci_session_open("ugi", false, setup, status);
}

static bool session_line(void *session, const char *line)
{
    static const UciCommand commands[] = {
        {"ugi", uci_introduce},       {"isready", uci_ready},     {"setoption", uci_option},
        {"uginewgame", uci_new_game}, {"position", uci_position}, {"go", uci_go},
        {"stop", uci_stop},           {"query", query},           {0},
    };
    return uci_session_line(session, commands, line);
}

const Protocol protocol_ugi = {
    .name     = "ugi",
    .game     = "othello",
    .open     = session_open,
    .line     = session_line,
    .too_long = uci_session_too_long,
    .wait     = uci_session_wait,
    .close    = uci_session_close,
};
