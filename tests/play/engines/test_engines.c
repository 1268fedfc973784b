// Programs as players: games that go well, games that do not, and that nothing stays behind either way.
#include "base/clock.h"
#include "play/engines/engine_game.h"
#include "play/engines/engine_process.h"
#include "play/match_cases.h"
#include "play/player_type.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// This program is the engine (fake_engine.h).
static const char *fake(const char *protocol, const char *game, const char *how, const char *more)
{
    static char   texts[8][900];
    static int    next;
    char          self[400];
    char *const   text = texts[next++ % 8];
    const ssize_t n    = readlink("/proc/self/exe", self, sizeof self - 1);
    ck_assert_int_gt(n, 0);
    self[n] = 0;
    snprintf(text, sizeof texts[0], "%s:command='%s' --fake-engine %s %s %s,%s", protocol, self, protocol,
             game, how, more);
    return text;
}

static void setup(void)
{
    match_folder_make();
    setenv("TMPDIR", match_path(""), 1);
    prctl(PR_SET_CHILD_SUBREAPER, 1);   // what an engine leaves behind becomes our child
}

// No process is left, not even one that an engine started, and no folder.
static void teardown(void)
{
    glob_t folders;
    int    how;
    // What is killed needs a moment to die.
    const double until = clock_seconds() + 5;
    for (pid_t pid; (pid = waitpid(-1, &how, WNOHANG)) != -1;) {
        ck_assert_msg(pid != 0 || clock_seconds() < until, "a process is still there");
        if (pid == 0) continue;
        ck_assert(WIFSIGNALED(how) && WTERMSIG(how) == SIGKILL);   // a grandchild
    }
    ck_assert_int_eq(errno, ECHILD);
    ck_assert_int_eq(glob(match_path("pollard-engine-*"), 0, NULL, &folders), GLOB_NOMATCH);
    match_folder_remove();
}

static Tally tally;

static void play(const char *game, const char *one, const char *other, int games, int threads,
                 const char *save)
{
    Variant             v = test_open(game);
    const MatchCase     c = {game, "none", 2, games, {one, other}, POINTS_RESULT};
    const MatchSettings t = match_settings(&c, &v, threads, save);
    match_play(&t, &tally);
    variant_close(&v);
}

// Lost games.

static const struct {
    const char *protocol, *how, *reason;
} faults[] = {
    {"uci", "crash", "it was killed by signal 6"},
    {"uci", "exit", "it ended by itself, with exit code 3"},
    {"uci", "hang", "no answer in time"},
    {"uci", "deaf", "no answer in time"},
    {"uci", "flood", "it wrote more than 200000 lines or 32 MiB without an answer"},
    {"uci", "long", "it wrote a line of more than 65535 bytes"},
    {"uci", "illegal", "illegal move 'z9z9'"},
    {"uci", "null", "it has no move: 'bestmove 0000'"},
    {"uci", "none", "it has no move: 'bestmove (none)'"},
    {"uci", "bytes",
     "illegal move '?"
     "?"
     "?'"},
    {"xboard", "crash", "it was killed by signal 6"},
    {"xboard", "hang", "no answer in time"},
    {"xboard", "long", "it wrote a line of more than 65535 bytes"},
    {"xboard", "illegal", "illegal move 'z9z9'"},
    {"xboard", "none", "illegal move ''"},
    {"xboard", "resign", "it resigns"},
    {"xboard", "gives-up", "it resigns: '0-1 {White resigns}'"},
    {"xboard", "error", "it refuses to move: 'Error (unknown command): go'"},
    {"xboard", "draw", "it claims '1/2-1/2 {Draw by repetition}' and does not move"},
    {"ugi", "crash", "it was killed by signal 6"},
    {"ugi", "illegal", "illegal move 'z9z9'"},
    {"ugi", "none", "it has no move: 'bestmove (none)'"},
    {"gtp", "crash", "it was killed by signal 6"},
    {"gtp", "exit", "it ended by itself, with exit code 3"},
    {"gtp", "hang", "no answer in time"},
    {"gtp", "flood", "it wrote more than 200000 lines or 32 MiB without an answer"},
    {"gtp", "long", "it wrote a line of more than 65535 bytes"},
    {"gtp", "illegal", "illegal move 'z9z9'"},
    {"gtp", "null", "illegal move '0000'"},
    {"gtp", "none", "it has no move: 'no move'"},
    {"gtp", "resign", "it resigns"},
    {"nboard", "crash", "it was killed by signal 6"},
    {"nboard", "hang", "no answer in time"},
    {"nboard", "flood", "it wrote more than 200000 lines or 32 MiB without an answer"},
    {"nboard", "illegal", "illegal move 'z9z9'"},
    {"nboard", "none", "illegal move ''"},
    {"jsonl", "crash", "it was killed by signal 6"},
    {"jsonl", "hang", "no answer in time"},
    {"jsonl", "flood", "expected a line of JSON, got 'info string nothing to say'"},
    {"jsonl", "long", "it wrote a line of more than 65535 bytes"},
    {"jsonl", "illegal", "illegal move 'z9z9'"},
    {"jsonl", "none", "it has no move"},
    {"jsonl", "junk", "expected a line of JSON, got 'what was that again?'"},
};
enum { FAULTS = sizeof faults / sizeof *faults };

START_TEST(test_an_engine_that_goes_wrong_loses_the_game_and_the_match_goes_on)
{
    // Only those that never answer wait for the deadline.
    const bool        waits = strstr(faults[_i].reason, "in time") != NULL;
    const bool        timed = strcmp(faults[_i].protocol, "gtp") == 0;   // it knows no depth
    const char *const spec  = fake(faults[_i].protocol, "othello", faults[_i].how,
                                  timed   ? waits ? "deadline=300" : "time=9"
                                   : waits ? "depth=1,deadline=300"
                                           : "depth=1");
    char              path[100];
    snprintf(path, sizeof path, "%s", match_path("lost"));
    play("othello", spec, "random", 2, 1, path);
    const Forfeits *const f = &tally.forfeits[0];
    ck_assert_int_eq(tally.games, 2);
    ck_assert_int_eq(f->games, 2);
    ck_assert_int_eq(f->first, 0);
    ck_assert_str_eq(f->reason, faults[_i].reason);
    ck_assert_int_eq(tally.contestant[0].points, 0);
    ck_assert_int_eq(tally.contestant[1].points, 4);
    ck_assert_int_eq(tally.plies, 4 + 5);   // at its third move, once with each colour
    size_t      size;
    char *const text = match_text("lost", &size);
    ck_assert(strstr(text, "\"ended\":\"forfeit\"") != NULL &&
              strstr(text, "\"forfeit\":{\"seat\":2,") != NULL);
    free(text);
    // Read again, the games say the same.
    play("othello", spec, "random", 2, 1, path);
    ck_assert_int_eq(f->games, 2);
    ck_assert_str_eq(f->reason, faults[_i].reason);
}
END_TEST

START_TEST(test_a_lost_game_that_was_tampered_with_is_refused)
{
    static const char line[] =
        "{\"number\":1,\"seats\":[1,2],\"start\":\"%s\",\"moves\":\"\",\"ended\":\"forfeit\","
        "\"points\":[%d,%d],\"nodes\":[0,0],\"forfeit\":{\"seat\":%d,\"reason\":\"%s\"}}";
    static const struct {
        int         points[2], seat;
        const char *reason;
        bool        good;
    } cases[]  = {{{0, 2}, 1, "it resigns", true},  {{2, 0}, 1, "it resigns", false},
                  {{0, 2}, 2, "it resigns", false}, {{2, 0}, 2, "it resigns", true},
                  {{0, 2}, 0, "it resigns", false}, {{0, 2}, 3, "it resigns", false},
                  {{0, 2}, 1, "", false},           {{0, 2}, 1, "\\u0001", false}};
    Variant  v = test_open("tictactoe");
    AnyState s;
    char     start[TEXT_MAX];
    Text     out = text_on(start, sizeof start);
    variant_setup(&v, &s);
    variant_format(&v, &s, &out);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char       text[TEXT_MAX];
        MatchGame  game;
        Status     status;
        const int  n    = snprintf(text, sizeof text, line, start, cases[i].points[0], cases[i].points[1],
                                   cases[i].seat, cases[i].reason);
        const bool good = match_game_read(&game, &v, 9, POINTS_RESULT, text, (size_t)n, &status);
        ck_assert_msg(good == cases[i].good, "case %zu: %s", i, good ? "read" : status.text);
        if (!good) continue;
        ck_assert_int_eq(game.ended, ENDED_BY_FORFEIT);
        match_game_close(&game);
    }
    variant_close(&v);
}
END_TEST

START_TEST(test_others_share_what_a_forfeit_leaves)
{
    const Forfeit forfeit = {.seat = 1, .reason = "x"};
    int           points[PLAYERS_MAX];
    forfeit_points(&forfeit, 2, POINTS_RESULT, points);
    ck_assert(points[0] == 2 && points[1] == 0);
    forfeit_points(&forfeit, 4, POINTS_RESULT, points);
    ck_assert(points[0] == 1 && points[1] == 0 && points[2] == 1 && points[3] == 1);
    forfeit_points(&forfeit, 4, POINTS_PLACE, points);   // one left behind, two level
    ck_assert(points[0] == 4 && points[1] == 0 && points[2] == 4 && points[3] == 4);
}
END_TEST

// Games that go well.

static const struct {
    const char *protocol, *game, *how, *more;
} fine[] = {
    {"uci", "othello", "good", "depth=3,nodes=5,time=7,options=Hash=16;Clear Hash"},
    {"uci", "othello", "child", "depth=1"},
    {"uci", "checkers", "file", "depth=1"},
    {"uci", "tictactoe", "stays", "depth=1"},
    {"xboard", "othello", "good", "depth=3,options=memory=3;style=5"},
    {"xboard", "othello", "plain", "depth=3"},
    {"xboard", "checkers", "good", "time=7"},
    {"xboard", "othello", "claims", "depth=1"},   // a draw in the wrong, and moves all the same
    {"xboard", "abalone", "child", "depth=1,restart=yes"},
    {"ugi", "othello", "good", "depth=3,nodes=5,time=7,options=Hash=16;Clear Hash"},
    {"ugi", "checkers", "child", "depth=1"},
    {"ugi", "focus:players=4", "good", "nodes=1"},
    {"gtp", "othello", "good", "time=7,options=level=3"},
    {"gtp", "othello", "plain", "restart=yes"},
    {"gtp", "othello", "stubborn", "time=7"},
    {"nboard", "othello", "good", "depth=1,options=contempt=3"},
    {"nboard", "othello", "child", "depth=1"},
    {"jsonl", "othello", "good", "depth=1"},
    {"jsonl", "connect-four", "child", "time=7"},
    {"jsonl", "virus:players=3", "good", "depth=1,nodes=5"},
    {"jsonl", "focus:players=4", "good", "depth=1,options=player=engine"},
};

static bool says_nodes(const char *protocol)
{
    return strcmp(protocol, "xboard") != 0 && strcmp(protocol, "gtp") != 0;
}

// Openings of two plies for everybody: starts that are not the usual one.
START_TEST(test_an_engine_plays_any_game)
{
    char              path[100];
    Variant           v    = test_open(fine[_i].game);
    const char *const spec = fake(fine[_i].protocol, fine[_i].game, fine[_i].how, fine[_i].more);
    snprintf(path, sizeof path, "%s", match_path("fine"));
    const MatchCase     c = {fine[_i].game, "random:2", 2, 4, {spec, "random"}, POINTS_RESULT};
    const MatchSettings t = match_settings(&c, &v, 2, path);
    match_play(&t, &tally);
    ck_assert_int_eq(tally.games, 4);
    ck_assert_msg(tally.forfeits[0].games + tally.forfeits[1].games == 0, "%s", tally.forfeits[0].reason);
    ck_assert_uint_gt(tally.contestant[0].moves, 4);
    ck_assert_uint_eq(tally.contestant[0].nodes,
                      says_nodes(fine[_i].protocol) ? 1234 * tally.contestant[0].moves : 0);
    variant_close(&v);
}
END_TEST

static const struct {
    const char *protocol, *game, *more, *name;
} all[] = {
    {"uci", "tictactoe", "depth=1", "Fake; the first"},
    {"ugi", "tictactoe", "depth=1", "Fake; the first"},
    {"xboard", "tictactoe", "depth=1", "Fake; the second"},
    {"gtp", "othello", "time=9", "Fake; the third 3.1"},
    {"nboard", "othello", "depth=1", "Fake; the fourth; 1"},
    {"jsonl", "tictactoe", "depth=1", NULL},
};
enum { ALL = sizeof all / sizeof *all };

// It plays the first move of generate, so that what it took for the game is seen from outside.
START_TEST(test_an_engine_knows_the_game_when_others_only_know_the_position)
{
    Variant           v    = test_open(all[_i].game);
    const char *const spec = fake(all[_i].protocol, all[_i].game, "good", all[_i].more);
    Player            player;
    AnyState          s;
    Status            status;
    Move              m, moves[GAME_MOVES_MAX];
    ck_assert_msg(player_open(&player, &v, spec, 1, 0, &status), "%s", status.text);
    ck_assert(!player_repeats(&player) && !player_asks(&player) && !player_searches(&player));
    variant_setup(&v, &s);
    for (int i = 0; i < 4; i++) {
        const AnyState before = s;
        v.game->generate(v.rules, &s, moves);
        ck_assert_msg(player_move(&player, &v, &s, &m, NULL, &status), "%s", status.text);
        ck_assert_uint_eq(m, moves[0]);
        v.game->play(v.rules, &s, &before, m);
    }
    player_close(&player);
    variant_close(&v);
}
END_TEST

// How often the program was started is in a file.
START_TEST(test_a_program_is_kept_for_the_next_game_unless_it_shall_start_afresh)
{
    char   command[700], script[300];
    size_t size;
    // Kept; told to start afresh; of a protocol in which it can ask for that.
    static const char *const specs[3][3] = {
        {"uci", "good", "depth=1"}, {"uci", "good", "restart=yes,depth=1"}, {"xboard", "single", "depth=1"}};
    const char *const engine = fake(specs[_i][0], "tictactoe", specs[_i][1], specs[_i][2]), *const comma =
                                                                                                strchr(engine,
                                                                                                       ',');
    const int from = (int)strlen(specs[_i][0]) + (int)strlen(":command=");
    snprintf(script, sizeof script, "%s:command=sh -c \"echo x >>%s; exec ", specs[_i][0],
             match_path("starts"));
    snprintf(command, sizeof command, "%s%.*s\"%s", script, (int)(comma - engine) - from, engine + from,
             comma);
    play("tictactoe", command, "random", 6, 1, NULL);
    ck_assert_int_eq(tally.forfeits[0].games, 0);
    free(match_text("starts", &size));
    ck_assert_uint_eq(size / 2,
                      _i ? 1 + 1 + 6 : 1 + 1);   // for its name, to see that it can be opened, games
}
END_TEST

// Three starts go well: for its name, to see that it can be opened, for the first game.
START_TEST(test_an_engine_that_cannot_be_started_again_loses_and_the_match_goes_on)
{
    char              command[800], script[400];
    const char *const engine = fake("uci", "tictactoe", "good", "restart=yes,depth=1"), *const comma = strchr(
                                                                                            engine, ',');
    const char *const starts = match_path("starts");
    snprintf(script, sizeof script,
             "uci:command=sh -c \"echo x >>%s; [ $(wc -l <%s) -le 3 ] || exit 7; exec ", starts, starts);
    snprintf(command, sizeof command, "%s%.*s\"%s", script, (int)(comma - engine - 12), engine + 12, comma);
    play("tictactoe", command, "random", 4, 1, NULL);
    ck_assert_int_eq(tally.games, 4);
    ck_assert_int_eq(tally.forfeits[0].games, 3);
    ck_assert_int_eq(tally.forfeits[0].first, 1);
    ck_assert_msg(strncmp(tally.forfeits[0].reason, "it cannot be started again: ", 28) == 0 &&
                      strstr(tally.forfeits[0].reason, "exit code 7") != NULL,
                  "%s", tally.forfeits[0].reason);
}
END_TEST

// Matches that do not begin.

static const struct {
    const char *spec, *message;
} refused[] = {
    {"uci:depth=3", "expected the program"},
    {"uci:command=true", "no limit"},
    {"uci:command=no-such-program-here --uci,depth=3", "no program 'no-such-program-here'"},
    {"uci:command=/no/such/program,depth=3", "'/no/such/program' is not there"},
    {"uci:command=/tmp,depth=3", "'/tmp' is not there, or is no program"},
    {"uci:command='true,depth=3", "a quote that is not closed"},
    {"uci:command= ,depth=3", "expected a program"},
    {"uci:command=true,depth=3", "uci: 'true': "},
    {"uci:command=false,depth=3", "exit code 1"},
    {"uci:command=sleep 100,depth=3,deadline=10", "waiting for 'uciok': no answer in time"},
    {"uci:command=yes,depth=3", "more than 200000 lines"},
    {"uci:command=cat /dev/zero,depth=3", "a line of more than"},
    {"uci:command=true,depth=3,options==3", "options==3"},
    {"uci:command=true,depth=3,options=Hash=", "options=Hash="},
    {"uci:command=true,depth=3,options=A=\n", "printable"},
    {"uci:command=true,depth=3,colour=red", "unknown option 'colour'"},
    {"uci:command=true,depth=0", "depth=0"},
    {"xboard:command=true,nodes=3", "unknown option 'nodes'"},
    {"xboard:command=false,depth=3", "xboard: 'false': "},
    {"uci:command=true", "expected depth= or time= or nodes="},
    {"xboard:command=true", "expected depth= or time="},
    {"ugi:command=true", "no limit"},
    {"gtp:command=true", "gtp: the protocol is for othello, not for tictactoe"},
    {"nboard:command=true,depth=3", "nboard: the protocol is for othello, not for tictactoe"},
    {"jsonl:command=false", "exit code 1"},
    {"jsonl:command=yes", "expected a line of JSON, got 'y'"},
};
// Of Othello.
static const struct {
    const char *spec, *message;
} refused_othello[] = {
    {"gtp:command=true,depth=3", "unknown option 'depth'"},
    {"gtp:command=false", "exit code 1"},
    {"gtp:command=sleep 100,deadline=10", "waiting for the answer to 'list_commands': no answer in time"},
    {"gtp:command=yes", "more than 200000 lines"},
    {"nboard:command=true", "nboard has no limit; expected depth="},
    {"nboard:command=true,time=3", "unknown option 'time'"},
};
enum { REFUSED_OTHELLO = sizeof refused_othello / sizeof *refused_othello };
enum { REFUSED = sizeof refused / sizeof *refused };

static void refuse_game(const char *game, const char *spec, const char *message)
{
    Variant             v = test_open(game);
    const MatchCase     c = {game, "none", 2, 2, {spec, "random"}, POINTS_RESULT};
    const MatchSettings t = match_settings(&c, &v, 1, NULL);
    Status              status;
    ck_assert_msg(match_refused(&t, &status), "not refused: %s", spec);
    ck_assert_msg(strstr(status.text, message) != NULL, "%s: %s", spec, status.text);
    ck_assert_ptr_null(strchr(status.text, '\n'));
    variant_close(&v);
}

static void refuse(const char *spec, const char *message) { refuse_game("tictactoe", spec, message); }

START_TEST(test_an_engine_that_cannot_be_started_fails_the_match_at_once)
{
    if (_i < REFUSED) refuse(refused[_i].spec, refused[_i].message);
    else refuse_game("othello", refused_othello[_i - REFUSED].spec, refused_othello[_i - REFUSED].message);
}
END_TEST

START_TEST(test_what_an_engine_does_not_have_is_refused)
{
    refuse(fake("uci", "tictactoe", "good", "depth=1,options=Hsh=3"), "it has no option 'Hsh'");
    refuse(fake("uci", "tictactoe", "good", "depth=1,name=Fake; the third"),
           "it calls itself 'Fake; the first'; expected 'Fake; the third'");
    refuse(fake("uci", "tictactoe", "dead", "depth=1"), "exit code 4");
    refuse(fake("xboard", "tictactoe", "good", "depth=1,options=cores=2"), "it has no option 'cores'");
    refuse(fake("xboard", "tictactoe", "good", "depth=1,options=Styl=2"), "it has no option 'Styl'");
    refuse(fake("jsonl", "tictactoe", "refuses", "depth=1"), "it refuses: not today");
    refuse_game("othello", fake("gtp", "othello", "good", "options=lvel=2"), "it has no command 'lvel'");
    refuse_game("focus:players=4", fake("ugi", "focus:players=4", "fewer", "depth=1"),
                "its game has '2' players; expected 4");
    refuse_game("othello", fake("gtp", "othello", "good", "options=level=9"),
                "it refuses 'level 9': no such level");
    refuse_game("othello", fake("gtp", "othello", "plain", "time=9"), "it does not know time=");
}
END_TEST

// Keys.

static void key_check(const char *spec_text, const Variant *v, const char *name)
{
    PlayerSpec spec, key, again;
    Status     status;
    char       one[TEXT_MAX], other[TEXT_MAX];
    Text       one_out = text_on(one, sizeof one), other_out = text_on(other, sizeof other);
    ck_assert(player_spec_parse(&spec, spec_text, &status));
    ck_assert(spec.type->starts_programs && !player_spec_repeats(&spec));
    ck_assert(player_spec_resolve(&spec, v, &again, &status));
    ck_assert_ptr_null(player_spec_get(&again, "name"));
    ck_assert_msg(player_spec_key(&spec, v, &key, &status), "%s", status.text);
    ck_assert_msg(player_spec_key(&key, v, &again, &status), "%s", status.text);
    if (name == NULL) ck_assert_ptr_null(player_spec_get(&key, "name"));
    else ck_assert_str_eq(player_spec_get(&key, "name"), name);
    ck_assert_str_eq(player_spec_get(&key, "command"), player_spec_get(&spec, "command"));
    player_spec_write(&key, &one_out);
    player_spec_write(&again, &other_out);
    ck_assert_str_eq(one, other);
    // It is a spec of the same player.
    Player player;
    ck_assert_msg(player_open(&player, v, one, 1, 0, &status), "%s", status.text);
    player_close(&player);
}

// One that names itself nothing is known by its command.
START_TEST(test_the_key_of_an_engine_has_its_name_and_is_its_own_key)
{
    Variant v = test_open(all[_i].game);
    key_check(fake(all[_i].protocol, all[_i].game, "good", all[_i].more), &v, all[_i].name);
    key_check(fake(all[_i].protocol, all[_i].game, "nameless", all[_i].more), &v, NULL);
    variant_close(&v);
}
END_TEST

START_TEST(test_commas_and_backslashes_of_a_command_come_back)
{
    static const char *const commands[][2] = {
        {"pollard uci --player alphabeta:depth=3\\,tt=20", "pollard uci --player alphabeta:depth=3,tt=20"},
        {"a\\b", "a\\b"},
        {"a\\\\", "a\\"},
        {"a\\\\\\,", "a\\,"},
        {"\\,", ","},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char       text[TEXT_MAX], written[TEXT_MAX];
        Text       out = text_on(written, sizeof written);
        PlayerSpec spec, again;
        Status     status;
        snprintf(text, sizeof text, "uci:command=%s,depth=2", commands[i][0]);
        ck_assert_msg(player_spec_parse(&spec, text, &status), "%s", status.text);
        ck_assert_str_eq(player_spec_get(&spec, "command"), commands[i][1]);
        ck_assert_str_eq(player_spec_get(&spec, "depth"), "2");
        player_spec_write(&spec, &out);
        ck_assert(player_spec_parse(&again, written, &status));
        ck_assert_str_eq(player_spec_get(&again, "command"), commands[i][1]);
        ck_assert(player_spec_set(&again, "command", "x,y") && !player_spec_set(&again, "name", "x,y"));
    }
}
END_TEST

// Reaching the start.

START_TEST(test_a_short_game_leads_an_engine_to_a_start_that_it_cannot_set_up)
{
    static const char *const moves[] = {"", "d3", "d3 c3 c4 c5 b4 b3", "d3 c3 c4 e3 f3 g3"};
    Variant                  v       = test_open("othello");
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        AnyState s;
        Record   path;
        Status   status;
        variant_setup(&v, &s);
        ck_assert_int_eq(engine_start_is_usual(&v, &s), 1);
        ck_assert_msg(variant_moves_play(&v, &s, moves[i], NULL, NULL, &status), "%s", status.text);
        ck_assert_int_eq(engine_start_is_usual(&v, &s), moves[i][0] == 0);
        ck_assert_msg(engine_path_open(&path, &v, &s, &status), "%s", status.text);
        ck_assert_mem_eq(&path.now, &s, v.game->state_size);
        ck_assert(engine_start_is_usual(&v, &path.start));
        record_close(&path);
    }
    AnyState far;
    Record   path;
    Status   status;
    variant_setup(&v, &far);
    for (int i = 0; i < 20; i++) {   // beyond what is tried
        const AnyState before = far;
        Move           moves_there[GAME_MOVES_MAX];
        ck_assert_int_gt(v.game->generate(v.rules, &far, moves_there), 0);
        v.game->play(v.rules, &far, &before, moves_there[0]);
    }
    ck_assert(!engine_path_open(&path, &v, &far, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "cannot set up a position"));
    variant_close(&v);
}
END_TEST

// Stopping.

typedef struct Stopper {
    atomic_bool stop;
} Stopper;

static void stop_soon(void *argument)
{
    Stopper *const stopper = argument;
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    atomic_store(&stopper->stop, true);
}

START_TEST(test_a_match_that_is_stopped_does_not_wait_for_its_engines)
{
    static Threads  threads;
    Stopper         stopper = {false};
    Variant         v       = test_open("othello");
    const char     *how[] = {"uci", "depth=1", "gtp", "restart=no", "nboard", "depth=1", "jsonl", "depth=1"};
    const char     *spec  = fake(how[2 * _i], "othello", "hang", how[2 * _i + 1]);
    const MatchCase c     = {"othello", "none", 2, 2, {spec, "random"}, POINTS_RESULT};
    MatchSettings   t     = match_settings(&c, &v, 2, NULL);
    Match *const    match = calloc(1, sizeof *match);
    Status          status;
    t.stop = &stopper.stop;
    ck_assert_msg(match_open(match, &t, &status), "%s", status.text);
    const double start = clock_seconds();
    ck_assert_int_eq(threads_start(&threads, stop_soon, &stopper, 0, 1), 1);
    ck_assert_msg(match_run(match, NULL, NULL, &status), "%s", status.text);
    ck_assert(clock_seconds() - start < 30);   // the deadline is a minute
    ck_assert_int_eq(match->tally.games, 0);
    threads_join(&threads);
    match_close(match);
    free(match);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_signal_that_ends_the_program_ends_its_engines)
{
    EngineProcess *const e = calloc(1, sizeof *e);
    Status               status;
    int                  how;
    ck_assert_msg(engine_process_start(e, "sleep 1000", &status), "%s", status.text);
    ck_assert_int_eq(access(e->folder, F_OK), 0);
    engine_processes_kill();
    ck_assert_int_ne(access(e->folder, F_OK), 0);
    ck_assert_int_eq(waitpid(e->pid, &how, 0), e->pid);
    ck_assert(WIFSIGNALED(how) && WTERMSIG(how) == SIGKILL);
    free(e);
}
END_TEST

Suite *suite_engines(void);
Suite *suite_engines(void)
{
    Suite *suite = suite_create("engines");
    TCase *tcase = tcase_create("engines");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test_an_engine_that_goes_wrong_loses_the_game_and_the_match_goes_on, 0,
                        FAULTS);
    tcase_add_test(tcase, test_a_lost_game_that_was_tampered_with_is_refused);
    tcase_add_test(tcase, test_others_share_what_a_forfeit_leaves);
    tcase_add_loop_test(tcase, test_an_engine_plays_any_game, 0, (int)(sizeof fine / sizeof *fine));
    tcase_add_loop_test(tcase, test_an_engine_knows_the_game_when_others_only_know_the_position, 0, ALL);
    tcase_add_test(tcase, test_an_engine_that_cannot_be_started_again_loses_and_the_match_goes_on);
    tcase_add_loop_test(tcase, test_a_program_is_kept_for_the_next_game_unless_it_shall_start_afresh, 0, 3);
    tcase_add_loop_test(tcase, test_an_engine_that_cannot_be_started_fails_the_match_at_once, 0,
                        REFUSED + REFUSED_OTHELLO);
    tcase_add_test(tcase, test_what_an_engine_does_not_have_is_refused);
    tcase_add_loop_test(tcase, test_the_key_of_an_engine_has_its_name_and_is_its_own_key, 0, ALL);
    tcase_add_test(tcase, test_commas_and_backslashes_of_a_command_come_back);
    tcase_add_test(tcase, test_a_short_game_leads_an_engine_to_a_start_that_it_cannot_set_up);
    tcase_add_loop_test(tcase, test_a_match_that_is_stopped_does_not_wait_for_its_engines, 0, 4);
    tcase_add_test(tcase, test_a_signal_that_ends_the_program_ends_its_engines);
    suite_add_tcase(suite, tcase);
    return suite;
}
