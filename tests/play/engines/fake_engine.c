// Plays the first legal move of generate, until it is time to do what `how` says: at its third move, or at
// the start.
#include "fake_engine.h"
#include "game/variant.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AT = 3 };   // the move at which it goes wrong

typedef struct Fake Fake;

// How a protocol says a move, one that is not there, and that it gives up; a line of it: false to end.
typedef struct FakeProtocol {
    const char *name, *move, *none, *resign;
    bool (*line)(Fake *f, char *line);
    bool moves;   // it makes its own move on its board
} FakeProtocol;

struct Fake {
    Variant             v;
    AnyState            s;
    const FakeProtocol *protocol;
    const char         *how;
    int                 moves;
    long long           id;   // jsonl: of the request
};

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

// The move is made on its own board too, where the protocol has it so.
static void first_move(Fake *f, char out[TEXT_MAX])
{
    Move           moves[GAME_MOVES_MAX];
    const AnyState before = f->s;
    Text           text   = text_on(out, TEXT_MAX);
    if (f->v.game->generate(f->v.rules, &f->s, moves) == 0) exit(9);
    variant_move_format(&f->v, &f->s, moves[0], &text);
    if (f->protocol->moves) f->v.game->play(f->v.rules, &f->s, &before, moves[0]);
}

// A move as the protocol has it; NULL: none.
static void answer(const Fake *f, const char *move)
{
    if (strcmp(f->protocol->name, "jsonl") == 0) printf("{\"id\":%lld,\"ok\":true,", f->id);
    printf(move != NULL ? f->protocol->move : f->protocol->none, move);
    fflush(stdout);
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
    if (is(f, "illegal")) return answer(f, "z9z9"), true;
    if (is(f, "null")) return answer(f, "0000"), true;
    if (is(f, "none")) return answer(f, NULL), true;
    if (is(f, "resign")) return say(f->protocol->resign), true;
    if (is(f, "error")) return say("Error (unknown command): go\n"), true;
    if (is(f, "draw")) return say("1/2-1/2 {Draw by repetition}\n"), true;
    if (is(f, "gives-up"))
        return say(f->v.game->turn(f->v.rules, &f->s) == 0 ? "0-1 {White resigns}\n"
                                                           : "1-0 {Black resigns}\n"),
               true;
    if (is(f, "claims")) say("1/2-1/2 {Draw by repetition}\n");
    if (is(f, "junk")) return say("what was that again?\n"), true;
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
    if (strchr(f->protocol->name, 'u') == f->protocol->name)
        printf("info depth 4 score cp 3 nodes 1234 pv %s\n", move);
    if (strcmp(f->protocol->name, "nboard") == 0) say("status thinking\nnodestats 1234 0.5\n");
    answer(f, move);
}

static void moves_make(Fake *f, const char *moves)
{
    Status status;
    if (variant_moves_play(&f->v, &f->s, moves, NULL, NULL, &status)) return;
    printf("Illegal move: %s\n", moves);
    fflush(stdout);
    exit(8);
}

static void position(Fake *f, char *text)
{
    Status      status;
    char *const moves = strstr(text, " moves ");
    if (moves != NULL) *moves = 0;
    if (!variant_parse(&f->v, &f->s, text, &status)) exit(7);
    if (moves != NULL) moves_make(f, moves + 7);
}

// The same for ugi: its words are those of uci with another letter.
static bool uci_line(Fake *f, char *line)
{
    const bool ugi = f->protocol->name[1] == 'g';
    if (strcmp(line, f->protocol->name) == 0) {
        say(is(f, "nameless") ? "id author tests\n" : "id name Fake, the first\nid author tests\n");
        say("option name Clear Hash type button\noption name Hash type spin default 1 min 1 max 64\n"
            "option name OwnBook type check default true\n");
        say(ugi ? "ugiok\n" : "uciok\n");
    } else if (strcmp(line, "isready") == 0) say("readyok\n");
    else if (strcmp(line, ugi ? "uginewgame" : "ucinewgame") == 0 && !is(f, "steady")) f->moves = 0;
    else if (strncmp(line, "position fen ", 13) == 0) position(f, line + 13);
    else if (ugi && strncmp(line, "position startpos", 17) == 0) {
        variant_setup(&f->v, &f->s);
        if (line[17]) moves_make(f, line + 17 + strlen(" moves "));
    } else if (ugi && strcmp(line, "query players") == 0)
        printf("response %d\n", is(f, "fewer") ? 2 : f->v.facts.players), fflush(stdout);
    else if (strncmp(line, "go", 2) == 0) think(f);
    return strcmp(line, "quit") != 0 || is(f, "stays");
}

static bool xboard_line(Fake *f, char *line)
{
    if (strcmp(line, "protover 2") == 0 && !is(f, "old"))
        say(is(f, "nameless") ? "feature setboard=1 usermove=1 ping=1 done=1\n"
            : is(f, "single") ? "feature reuse=0 setboard=1 usermove=1 ping=1 done=1\n"
            : is(f, "plain")  ? "feature done=0 myname=\"Fake, plain\" usermove=1 ping=1 done=1\n"
                              : "feature done=0\nfeature myname=\"Fake, the second\" setboard=1 usermove=1 "
                                "ping=1 sigint=0\n"
                                "feature memory=1 option=\"Style -spin 1 0 9\" done=1\n");
    else if (strncmp(line, "ping ", 5) == 0) printf("pong %s\n", line + 5), fflush(stdout);
    else if (strcmp(line, "new") == 0) f->moves = 0, variant_setup(&f->v, &f->s);
    else if (strncmp(line, "setboard ", 9) == 0) position(f, line + 9);
    else if (strncmp(line, "usermove ", 9) == 0) moves_make(f, line + 9);
    else if (strcmp(line, "go") == 0) think(f);
    return strcmp(line, "quit") != 0;
}

// Refuses what does not fit: a colour that is not to move, a pass if it is stubborn.
static void gtp_play(Fake *f, char *text)
{
    char *const word = strchr(text, ' ');
    if (word == NULL || (*text == 'b') != (f->v.game->turn(f->v.rules, &f->s) == 0)) {
        say("? not now\n\n");
        return;
    }
    const bool pass = strcmp(word + 1, "pass") == 0;
    if (!pass || !is(f, "stubborn")) moves_make(f, word + 1);
    else variant_moves_play(&f->v, &f->s, "pass", NULL, NULL, &(Status){0});
    say(pass && is(f, "stubborn") ? "? syntax error\n\n" : "=\n\n");
}

static bool gtp_line(Fake *f, char *line)
{
    if (strcmp(line, "list_commands") == 0)
        say(is(f, "plain")
                ? "= list_commands\nname\nboardsize\n\n"
                : "= list_commands\nname\nversion\nboardsize\nlevel\nset_game\ngrhino-setup_board\n"
                  "time_settings\ntime_left\n\n");
    else if (strcmp(line, "name") == 0) say(is(f, "nameless") ? "?\n\n" : "= Fake, the third\n\n");
    else if (strcmp(line, "version") == 0) say(is(f, "nameless") ? "=\n\n" : "= 3.1\n\n");
    else if (strcmp(line, "clear_board") == 0) variant_setup(&f->v, &f->s), f->moves = 0, say("=\n\n");
    else if (strncmp(line, "grhino-setup_board ", 19) == 0) position(f, line + 19), say("=\n\n");
    else if (strncmp(line, "play ", 5) == 0) gtp_play(f, line + 5);
    else if (strncmp(line, "genmove ", 8) == 0) think(f);
    else say(strcmp(line, "level 9") == 0 ? "? no such level\n\n" : "=\n\n");
    return strcmp(line, "quit") != 0;
}

// BO[8 ... *] and then B[F5]W[PA].
static void ggf_read(Fake *f, char *text)
{
    char *board = strstr(text, "BO[8 "), *end = board != NULL ? strchr(board, ']') : NULL;
    if (end == NULL) exit(7);
    *end = 0;
    position(f, board + 5);
    for (char *at = end + 1; (*at == 'B' || *at == 'W') && at[1] == '['; at = strchr(at, ']') + 1) {
        char word[3] = {at[2], at[3], 0};
        if ((*at == 'B') != (f->v.game->turn(f->v.rules, &f->s) == 0)) exit(8);
        moves_make(f, word);
    }
}

static bool nboard_line(Fake *f, char *line)
{
    if (strncmp(line, "set depth ", 10) == 0 && !is(f, "nameless"))
        printf("\nset myname Fake, the fourth, %s\n", line + 10);
    else if (strncmp(line, "set game ", 9) == 0) {
        ggf_read(f, line + 9);
        if (strchr(line + 9 + strlen(line + 9) + 1, '[') == NULL) f->moves = 0;
    } else if (strncmp(line, "ping ", 5) == 0) printf("pong %s\n", line + 5);
    else if (strcmp(line, "go") == 0) think(f);
    fflush(stdout);
    return strcmp(line, "quit") != 0;
}

static bool jsonl_game(Fake *f, const json_t *json)
{
    const json_t *const moves    = json_object_get(json, "moves");
    const char *const   position = json_string_value(json_object_get(json, "position"));
    const bool          begins   = strcmp(json_string_value(json_object_get(json, "do")), "move") != 0;
    if (begins) f->moves = 0, variant_setup(&f->v, &f->s);
    if (position != NULL && !variant_parse(&f->v, &f->s, position, &(Status){0})) exit(7);
    for (size_t i = 0; i < json_array_size(moves); i++)
        moves_make(f, json_string_value(json_array_get(moves, i)));
    return printf("{\"id\":%lld,\"ok\":true}\n", f->id) > 0;
}

static bool jsonl_line(Fake *f, char *line)
{
    json_t *const     json = json_loads(line, 0, NULL);
    const char *const what = json_string_value(json_object_get(json, "do"));
    if (what == NULL) exit(6);
    f->id           = json_integer_value(json_object_get(json, "id"));
    const bool stay = strcmp(what, "quit") != 0;
    if (is(f, "refuses")) printf("{\"id\":%lld,\"ok\":false,\"error\":\"not today\"}\n", f->id);
    else if (strcmp(what, "think") == 0) {
        printf("{\"id\":%lld,\"event\":\"depth\",\"move\":\"z9\"}\n{\"id\":%lld,\"ok\":true}\n", f->id,
               f->id - 1);
        if (json_object_get(json, "depth") == NULL && json_object_get(json, "time_ms") == NULL) exit(5);
        think(f);
    } else if (stay) jsonl_game(f, json);
    fflush(stdout);
    json_decref(json);
    return stay;
}

static const FakeProtocol protocols[] = {
    {"uci", "bestmove %s ponder a1a1\r\n", "bestmove (none)\n", "", uci_line, false},
    {"ugi", "bestmove %s\n", "bestmove (none)\n", "", uci_line, false},
    {"xboard", "move %s\n", "move\n", "resign\n", xboard_line, true},
    {"gtp", "= %s\n\n", "? no move\n\n", "= resign\n\n", gtp_line, true},
    {"nboard", "=== %s/0.5/0.1\n", "===\n", "", nboard_line, false},
    {"jsonl", "\"move\":\"%s\",\"nodes\":1234,\"depth\":4}\n", "\"move\":null}\n", "", jsonl_line, false},
};

static const FakeProtocol *protocol_find(const char *name)
{
    for (size_t i = 0; i < sizeof protocols / sizeof *protocols; i++)
        if (strcmp(name, protocols[i].name) == 0) return &protocols[i];
    exit(5);
}

int fake_engine_run(const char *protocol, const char *game, const char *how)
{
    static char line[1 << 16];
    Fake        f = {.how = how, .protocol = protocol_find(protocol)};
    Status      status;
    if (!variant_open(&f.v, game, &status)) return 5;
    variant_setup(&f.v, &f.s);
    if (is(&f, "dead")) return variant_close(&f.v), 4;
    if (is(&f, "mute")) hang();
    if (is(&f, "child")) child_leave();
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        if (!f.protocol->line(&f, line)) break;
    }
    variant_close(&f.v);
    return 0;
}
