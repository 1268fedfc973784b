// Plays the first legal move of generate, until it is time to do what `how` says: at its third move, or at
// the start.
#include "fake_engine.h"
#include "game/variant.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AT = 3 };   // the move at which it goes wrong

typedef struct Fake {
    Variant     v;
    AnyState    s;
    const char *how;
    int         moves;
    bool        force, xboard;
} Fake;

static bool is(const Fake *f, const char *how) { return strcmp(f->how, how) == 0; }

static void say(const char *text)
{
    fputs(text, stdout);
    fflush(stdout);
}

static void hang(void)
{
    for (;;) pause();
}

static void flood(void)
{
    for (int i = 0; i < 1000000; i++) fputs("info string nothing to say\n", stdout);
    fflush(stdout);
}

static void long_line(void)
{
    for (int i = 0; i < 10000000; i++) putchar('x');
    putchar('\n');
    fflush(stdout);
}

// A child that holds on to everything it has inherited, and does not listen.
static void child_leave(void)
{
    if (fork() != 0) return;
    signal(SIGTERM, SIG_IGN);
    hang();
}

static void first_move(Fake *f, char out[TEXT_MAX])
{
    Move           moves[GAME_MOVES_MAX];
    const AnyState before = f->s;
    Text           text   = text_on(out, TEXT_MAX);
    if (f->v.game->generate(f->v.rules, &f->s, moves) == 0) exit(9);
    variant_move_format(&f->v, &f->s, moves[0], &text);
    f->v.game->play(f->v.rules, &f->s, &before, moves[0]);
}

// What it does instead of a good move; true when that is all.
static bool misbehave(const Fake *f)
{
    if (is(f, "crash")) abort();
    if (is(f, "exit")) exit(3);
    if (is(f, "hang")) hang();
    if (is(f, "deaf")) signal(SIGTERM, SIG_IGN), hang();
    if (is(f, "flood")) flood();
    if (is(f, "long")) long_line();
    if (is(f, "illegal")) return say(f->xboard ? "move z9z9\n" : "bestmove z9z9 ponder a1a1\n"), true;
    if (is(f, "null")) return say(f->xboard ? "move 0000\n" : "bestmove 0000\n"), true;
    if (is(f, "none")) return say(f->xboard ? "move\n" : "bestmove (none)\n"), true;
    if (is(f, "resign")) return say("resign\n"), true;
    if (is(f, "bytes")) return fwrite("bestmove \377\0\1\n", 1, 13, stdout), fflush(stdout), true;
    return false;
}

static void think(Fake *f)
{
    char move[TEXT_MAX];
    if (++f->moves == AT && misbehave(f)) return;
    if (is(f, "file")) fclose(fopen("left-behind", "w"));
    if (is(f, "slow")) sleep(3);
    first_move(f, move);
    if (!f->xboard) printf("info depth 4 score cp 3 nodes 1234 pv %s\n", move);
    printf(f->xboard ? "move %s\n" : "bestmove %s\r\n", move);
    fflush(stdout);
}

static void position(Fake *f, char *text)
{
    Status      status;
    char *const moves = strstr(text, " moves ");
    if (moves != NULL) *moves = 0;
    if (!variant_parse(&f->v, &f->s, text, &status)) exit(7);
    if (moves != NULL && !variant_moves_play(&f->v, &f->s, moves + 7, NULL, NULL, &status)) exit(8);
}

static bool uci_line(Fake *f, char *line)
{
    if (strcmp(line, "uci") == 0)
        say("id name Fake, the first\nid author tests\noption name Clear Hash type button\n"
            "option name Hash type spin default 1 min 1 max 64\noption name OwnBook type check default true\n"
            "uciok\n");
    else if (strcmp(line, "isready") == 0) say("readyok\n");
    else if (strcmp(line, "ucinewgame") == 0 && !is(f, "steady")) f->moves = 0;
    else if (strncmp(line, "position fen ", 13) == 0) position(f, line + 13);
    else if (strncmp(line, "go", 2) == 0) think(f);
    return strcmp(line, "quit") != 0 || is(f, "stays");
}

static bool xboard_line(Fake *f, char *line)
{
    Status status;
    if (strcmp(line, "protover 2") == 0 && !is(f, "old"))
        say("feature done=0\nfeature myname=\"Fake, the second\" setboard=1 usermove=1 ping=1 sigint=0\n"
            "feature memory=1 option=\"Style -spin 1 0 9\" done=1\n");
    else if (strncmp(line, "ping ", 5) == 0) printf("pong %s\n", line + 5), fflush(stdout);
    else if (strcmp(line, "new") == 0) f->moves = 0, variant_setup(&f->v, &f->s);
    else if (strcmp(line, "force") == 0) f->force = true;
    else if (strncmp(line, "setboard ", 9) == 0) position(f, line + 9);
    else if (strncmp(line, "usermove ", 9) == 0) {
        if (!variant_moves_play(&f->v, &f->s, line + 9, NULL, NULL, &status))
            printf("Illegal move: %s\n", line + 9);
        fflush(stdout);
    } else if (strcmp(line, "go") == 0) think(f);
    return strcmp(line, "quit") != 0;
}

int fake_engine_run(const char *protocol, const char *game, const char *how)
{
    static char line[1 << 16];
    Fake        f = {.how = how, .xboard = strcmp(protocol, "xboard") == 0};
    Status      status;
    if (!variant_open(&f.v, game, &status)) return 5;
    variant_setup(&f.v, &f.s);
    if (is(&f, "dead")) return variant_close(&f.v), 4;
    if (is(&f, "mute")) hang();
    if (is(&f, "child")) child_leave();
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        if (!(f.xboard ? xboard_line : uci_line)(&f, line)) break;
    }
    variant_close(&f.v);
    return 0;
}
