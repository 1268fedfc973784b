// This program as an engine: what it answers, that its values are those of minimax, that it can be stopped at
// any time and always has a move, and that no line hurts it.
#include "base/clock.h"
#include "dialogue.h"
#include "protocols/uci_inner.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static Dialogue d;

static void start(const char *game, const char *spec) { dialogue_open(&d, &protocol_uci, game, spec); }
static void end(void) { dialogue_close(&d); }

static const Record *record(void) { return &((const Uci *)d.session)->t.record; }

static bool is_legal(const char *word)
{
    Move m;
    char first[SPEC_WORD_MAX];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(word, " \n"), word);
    return words_move(&d.v, &record()->now, first, &m);
}

// Answers.

START_TEST(test_it_introduces_itself_and_is_ready)
{
    start("chess", "engine");
    tell(&d, "uci");
    ck_assert(strncmp(heard(), "id name Pollard ", 16) == 0);
    static const char *const lines[] = {"\noption name Hash type spin default 16 min 1 max 65536\n",
                                        "\noption name Threads type spin default 1 min 1 max 64\n",
                                        "\noption name MultiPV type spin default 1 min 1 max 256\n",
                                        "\noption name Ponder type check default false\n",
                                        "\noption name Clear Hash type button\n",
                                        "\noption name Move Overhead type spin default 20 min 0 max 5000\n",
                                        "\noption name Player type string default engine\n",
                                        "\nuciok\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        ck_assert_msg(was_said(lines[i]), "%s", lines[i]);
    forget();
    tell(&d, "isready");
    ck_assert_str_eq(heard(), "readyok\n");
    ck_assert(!d.protocol->line(d.session, "quit"));
    end();
}
END_TEST

// The referee's count of plies is not in the table that is kept from search to search.
START_TEST(test_a_mate_that_comes_too_late_for_the_fifty_moves_is_a_draw)
{
    start("chess", "engine");
    tell(&d, "position fen k7/8/2K5/8/8/8/8/7R w - - 0 1");
    answer(&d, "go depth 6", "bestmove ");
    ck_assert(was_said(" score mate 2 "));
    forget();
    tell(&d, "position fen k7/8/2K5/8/8/8/8/7R w - - 98 90");
    answer(&d, "go depth 6", "bestmove ");
    ck_assert_msg(was_said(" score cp 0 ") && !was_said(" score mate"), "%s", heard());
    end();
}
END_TEST

START_TEST(test_limits_of_nothing_are_the_least_there_are)
{
    static const char *const asks[] = {"go depth 0", "go nodes 0", "go movetime 0"};
    start("chess", "engine");
    tell(&d, "position startpos");
    for (int i = 0; i < 3; i++) ck_assert_msg(is_legal(answer(&d, asks[i], "bestmove ")), "%s", asks[i]);
    end();
}
END_TEST

START_TEST(test_the_only_move_needs_no_time)
{
    start("chess", "engine");
    tell(&d, "position fen r1bqkb1r/ppppnQpp/5n2/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 1");
    ck_assert(strncmp(answer(&d, "go wtime 600000 btime 600000", "bestmove "), "e8f7", 4) == 0);
    ck_assert_msg(was_said("info depth 1 ") && !was_said("info depth 2 "), "%s", heard());
    end();
}
END_TEST

// A megabyte is 2^16 entries of the table.
START_TEST(test_options_reach_the_search)
{
    static const struct {
        int megabytes, bits;
    } sizes[] = {{1, 16}, {2, 17}, {3, 17}, {4, 18}, {7, 18}, {8, 19}};
    char                  line[60];
    const Uci            *u;
    const SearchSettings *settings;
    start("chess", "engine");
    u = d.session;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        snprintf(line, sizeof line, "setoption name Hash value %d", sizes[i].megabytes);
        tell(&d, line);
        tell(&d, "isready");
        settings = &u->t.player.search->settings;
        ck_assert_int_eq(settings->tt_bits, sizes[i].bits);
    }
    tell(&d, "setoption name Threads value 2");
    tell(&d, "isready");
    settings = &u->t.player.search->settings;
    ck_assert(settings->threads == 2 && settings->tt_bits == 19);
    tell(&d, "setoption name Move Overhead value 250");
    tell(&d, "setoption name MultiPV value 3");
    ck_assert(u->t.overhead_ms == 250 && u->multipv == 3);
    answer(&d, "go depth 2", "bestmove ");
    ck_assert_int_eq(times_said("info depth 2 multipv "), 3);
    end();
}
END_TEST

// What is said of a search: one line of it.
typedef struct Said {
    int  depth, number, score, nodes, nps, full, time;
    char unit[8], pv[200];
} Said;

static Said said_at(const char *line)
{
    Said s;
    ck_assert_msg(sscanf(line,
                         "info depth %d multipv %d score %7s %d nodes %d nps %d hashfull %d tbhits %*d time "
                         "%d pv %199[^\n]",
                         &s.depth, &s.number, s.unit, &s.score, &s.nodes, &s.nps, &s.full, &s.time,
                         s.pv) == 9,
                  "%s", line);
    return s;
}

static const char *line_after(const char *line) { return strchr(line, '\n') + 1; }

static void line_check(const char *line, Said want)
{
    const Said s = said_at(line);
    ck_assert_msg(s.depth == want.depth && s.number == want.number && s.score == want.score &&
                      s.nodes == want.nodes && s.full == 0 && strcmp(s.unit, want.unit) == 0 &&
                      strcmp(s.pv, want.pv) == 0,
                  "%s", line);
    ck_assert(s.time >= 0 && s.time < 60000);
}

// X O X
// X O O    O holds by a3 and is mated after c3: a tree of five positions. To one ply it has three.
// - X -
START_TEST(test_the_lines_of_a_small_search_are_as_counted_by_hand)
{
    start("tictactoe", "alphabeta");
    tell(&d, "position fen XOXXOO-X- O");
    ck_assert_str_eq(answer(&d, "go depth 2", "bestmove "), "a3 ponder c3");
    line_check(heard(), (Said){.depth = 1, .number = 1, .unit = "cp", .nodes = 3, .pv = "a3"});
    line_check(line_after(heard()), (Said){.depth = 2, .number = 1, .unit = "cp", .nodes = 8, .pv = "a3 c3"});
    // Each move by itself: two evaluations, then below each move its position and the end.
    tell(&d, "setoption name MultiPV value 2");
    ck_assert_str_eq(answer(&d, "go depth 2", "bestmove "), "a3 ponder c3");
    line_check(heard(), (Said){.depth = 2, .number = 1, .unit = "cp", .nodes = 6, .pv = "a3 c3"});
    line_check(line_after(heard()),
               (Said){.depth = 2, .number = 2, .unit = "mate", .score = -1, .nodes = 6, .pv = "c3 a3"});
    ck_assert_int_eq(times_said("info depth"), 2);
    ck_assert_str_eq(answer(&d, "go depth 1", "bestmove "), "a3");
    line_check(heard(), (Said){.depth = 1, .number = 1, .unit = "cp", .nodes = 2, .pv = "a3"});
    ck_assert_int_eq(times_said("info depth"), 2);
    ck_assert_str_eq(answer(&d, "go depth 2 searchmoves c3", "bestmove "), "c3 ponder a3");
    end();
}
END_TEST

// Nodes, time and nodes per second belong together, and what was written shows in the table.
START_TEST(test_speed_is_nodes_by_time_and_the_table_fills)
{
    start("chess", "alphabeta:tt=10,order=tt");
    answer(&d, "go nodes 60000", "bestmove ");
    const char *last = NULL;
    for (const char *at = heard(); strncmp(at, "info depth", 10) == 0; at = line_after(at)) last = at;
    ck_assert_ptr_nonnull(last);
    const Said s = said_at(last);
    ck_assert_msg(s.nps >= 1000.0 * s.nodes / (s.time + 0.5) - 1, "%s", last);
    if (s.time > 0) ck_assert_msg(s.nps <= 1000.0 * s.nodes / (s.time - 0.5) + 1, "%s", last);
    ck_assert_msg(s.full > 500 && s.full <= 1000, "%s", last);
    end();
}
END_TEST

// The table that is kept from the last search cuts right after the move: the line is walked on through it.
START_TEST(test_every_search_of_a_game_has_a_move_to_ponder_on)
{
    char text[200] = "position startpos moves", first[SPEC_WORD_MAX], reply[SPEC_WORD_MAX];
    start("chess", "engine");
    tell(&d, "setoption name Ponder value true");
    for (int depth = 9; depth >= 5; depth -= 2) {
        char go[20];
        snprintf(go, sizeof go, "go depth %d", depth);
        tell(&d, text);
        const char *const words = answer(&d, go, "bestmove ");
        ck_assert_msg(sscanf(words, "%31s ponder %31s", first, reply) == 2, "%s: %s", text, words);
        for (const char *at = heard(); strncmp(at, "info depth", 10) == 0; at = line_after(at)) {
            const Said s = said_at(at);
            ck_assert_msg(s.depth < 2 || strchr(s.pv, ' ') != NULL, "%s: %s", text, at);
        }
        snprintf(text + strlen(text), sizeof text - strlen(text), " %s %s", first, reply);
    }
    end();
}
END_TEST

static const char *const games[] = {"chess", "othello", "checkers", "tictactoe", "abalone", "connect-four"};

START_TEST(test_a_whole_game_by_itself_of_any_game_is_legal)
{
    char text[20000] = "position startpos moves";
    start(games[_i], "engine");
    tell(&d, "ucinewgame");
    for (int ply = 0; ply < 30; ply++) {
        tell(&d, text);
        if (d.v.game->count(d.v.rules, &record()->now) == 0) break;
        const char *const word = answer(&d, ply % 2 ? "go nodes 2000" : "go depth 2", "bestmove ");
        ck_assert_msg(is_legal(word), "%s", word);
        ck_assert(!was_said("info string"));
        snprintf(text + strlen(text), sizeof text - strlen(text), " %.*s", (int)strcspn(word, " \n"), word);
    }
    end();
}
END_TEST

// Mates are counted in moves, and a game that is over has none.
START_TEST(test_mates_and_ends_are_said)
{
    start("chess", "engine");
    tell(&d, "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    ck_assert_str_eq(answer(&d, "go depth 3", "bestmove "), "a1a8");
    ck_assert(was_said(" score mate 1 "));
    ck_assert_str_eq(answer(&d, "go mate 1", "bestmove "), "a1a8");
    // Black is mated in two whatever he does.
    tell(&d, "position fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    answer(&d, "go depth 4", "bestmove ");
    ck_assert_msg(was_said(" score mate -1 "), "%s", heard());
    tell(&d, "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    ck_assert_str_eq(answer(&d, "go depth 3", "bestmove "), "0000");
    ck_assert(was_said("score mate 0"));
    tell(&d, "position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
    ck_assert_str_eq(answer(&d, "go movetime 5", "bestmove "), "0000");
    ck_assert(was_said("score cp 0"));
    end();
}
END_TEST

// Problems that the null move, reductions and futility of the engine hide; a mate that was found ends it.
START_TEST(test_a_mate_that_is_asked_for_is_found)
{
    static const struct {
        const char *fen, *go, *move, *mate, *beyond;
    } cases[] = {
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go mate 2", "a1a6", " score mate 2 ", "info depth 4"},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go mate 4", "a1a6", " score mate 2 ", "info depth 4"},
        {"8/6K1/1p1B1RB1/8/2Q5/2n1kP1N/3b4/4n3 w - - 0 1", "go mate 2", "d6a3", " score mate 2 ",
         "info depth 4"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "go mate 3", "a1a8", " score mate 1 ", "info depth 2"},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go mate 3 searchmoves a1a6 a1a2", "a1a6", " score mate 2 ",
         "info depth 4"},
    };
    char line[120];
    start("chess", _i ? "engine:threads=2" : "engine");
    const Search *const own = ((const Uci *)d.session)->t.player.search;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(line, sizeof line, "position fen %s", cases[i].fen);
        tell(&d, line);
        const char *const move = answer(&d, cases[i].go, "bestmove ");
        ck_assert_msg(strncmp(move, cases[i].move, 4) == 0, "%s: %s", line, move);
        ck_assert_msg(was_said(cases[i].mate) && !was_said(cases[i].beyond), "%s", heard());
    }
    ck_assert_ptr_eq(((const Uci *)d.session)->t.player.search, own);   // the player's is there again
    end();
}
END_TEST

// A position of the game before this one may be on the way to a mate: the kings went there and back.
START_TEST(test_a_mate_may_pass_where_the_game_has_been)
{
    start("chess", "engine");
    tell(&d, "position fen 7k/8/5K2/8/8/8/8/RN6 w - - 0 1 moves f6g6 h8g8 g6f6 g8h8");
    ck_assert_str_eq(answer(&d, "go mate 2", "bestmove "), "f6g6 ponder h8g8");
    ck_assert(was_said(" score mate 2 "));
    end();
}
END_TEST

// Several lines.

static const struct {
    const char *game;
    int         depth;
} twins[] = {{"tictactoe", 4}, {"othello", 4}, {"checkers", 4}, {"chess", 3}};

static Value value_of(const char *line)
{
    int         n     = 0;
    const char *score = strstr(line, " score cp ");
    ck_assert_msg(score != NULL && sscanf(score, " score cp %d", &n) == 1, "%s", line);
    return n;
}

// Every root move at MultiPV has the value of plain minimax, and they are sorted.
START_TEST(test_the_values_of_all_lines_are_those_of_minimax)
{
    char go[80];
    Rng  rng = rng_seed(5);
    start(twins[_i].game, "alphabeta:tt=12,order=tt+killer");
    tell(&d, "setoption name MultiPV value 256");
    for (int trial = 0; trial < 4; trial++) {
        char     text[TEXT_MAX + 20] = "position fen ";
        Text     out                 = text_on(text + strlen(text), TEXT_MAX);
        AnyState s;
        test_position(&d.v, &rng, &s);
        variant_format(&d.v, &s, &out);
        tell(&d, text);
        snprintf(go, sizeof go, "go depth %d", twins[_i].depth);
        answer(&d, go, "bestmove ");
        Move      moves[GAME_MOVES_MAX];
        const int n    = d.v.game->generate(d.v.rules, &s, moves);
        int       seen = 0;
        Value     last = VALUE_INF;
        snprintf(go, sizeof go, "info depth %d ", twins[_i].depth);
        for (const char *at = strstr(heard(), go); at != NULL; at = strstr(at + 1, go)) {
            Move        m;
            char        word[SPEC_WORD_MAX];
            AnyState    child;
            const char *pv = strstr(at, " pv ") + 3;
            ck_assert_ptr_nonnull(words_next(&pv, word));
            word[strcspn(word, "\n")] = 0;
            ck_assert(words_move(&d.v, &s, word, &m));
            d.v.game->play(d.v.rules, &child, &s, m);
            Value       ignored[PLAYERS_MAX];
            const bool  same  = d.v.game->turn(d.v.rules, &child) == d.v.game->turn(d.v.rules, &s);
            const Value below = reference_value(&d.v, ALGORITHM_ALPHABETA, &child, twins[_i].depth - 1,
                                                ignored);
            const Value truth = same ? below : -below;
            seen++;
            if (truth >= VALUE_WIN_MIN || truth <= -VALUE_WIN_MIN) continue;   // said as a mate
            if (d.v.game->drawn(d.v.rules, &child)) continue;
            ck_assert_int_eq(value_of(at), truth);
            ck_assert_int_le(truth, last);
            last = truth;
        }
        ck_assert_int_eq(seen, n);
    }
    end();
}
END_TEST

START_TEST(test_only_chosen_moves_are_searched)
{
    start("chess", "engine");
    tell(&d, "position startpos");
    answer(&d, "go searchmoves a2a3 depth 3", "bestmove ");
    ck_assert(was_said("bestmove a2a3"));
    answer(&d, "go depth 3 searchmoves h2h3 a2a3 nodes", "bestmove ");
    ck_assert(was_said("bestmove h2h3") || was_said("bestmove a2a3"));
    ck_assert_str_eq(answer(&d, "go depth 3 searchmoves e2e5", "bestmove "), "0000");
    ck_assert(was_said("info string searchmoves: illegal move 'e2e5'\n") && !was_said("info depth"));
    end();
}
END_TEST

// Stopping.

START_TEST(test_it_answers_while_it_thinks_and_moves_when_told)
{
    start(_i ? "chess" : "tictactoe", "engine");
    for (int i = 0; i < 20; i++) {
        forget();
        tell(&d, i % 2 ? "go infinite" : "go ponder wtime 1000 btime 1000");
        tell(&d, "isready");
        ck_assert(was_said("readyok\n"));
        if (i % 5 == 0) pause_ms(30);
        ck_assert(!was_said("bestmove"));   // also where the game is searched to its end
        tell(&d, "stop");
        ck_assert(was_said("bestmove "));
        ck_assert_msg(is_legal(strstr(heard(), "bestmove ") + 9), "%s", heard());
        tell(&d, "stop");
    }
    ck_assert(!d.protocol->line(d.session, "quit"));
    end();
}
END_TEST

START_TEST(test_pondering_becomes_thinking)
{
    start("chess", "engine");
    tell(&d, "go ponder movetime 50");
    pause_ms(100);
    ck_assert(!was_said("bestmove"));
    tell(&d, "ponderhit");
    ck_assert(wait_for("bestmove ", 20));
    forget();
    tell(&d, "go ponder depth 2");
    pause_ms(100);
    ck_assert(!was_said("bestmove"));
    tell(&d, "ponderhit");
    ck_assert(wait_for("bestmove ", 20));
    tell(&d, "ponderhit");   // of nothing
    end();
}
END_TEST

START_TEST(test_what_comes_while_it_thinks_ends_the_search_first)
{
    static const char *const lines[] = {"position startpos moves e2e4", "ucinewgame", "go depth 1",
                                        "setoption name Hash value 2"};
    start("chess", "engine");
    for (int i = 0; i < 4; i++) {
        forget();
        tell(&d, "go infinite");
        tell(&d, lines[i]);
        ck_assert(was_said("bestmove "));
        tell(&d, "stop");
    }
    tell(&d, "go infinite");   // closing ends it
    end();
}
END_TEST

// Time.

START_TEST(test_the_time_for_a_move_is_never_more_than_there_is)
{
    Rng rng = rng_seed(9);
    for (int i = 0; i < 100000; i++) {
        ThinkAsk go       = {.clock = {true, true}, .movestogo = (int)rng_below(&rng, 45)};
        go.time[0]        = rng_below(&rng, 1u << rng_below(&rng, 25)) / 1000.0;
        go.inc[0]         = rng_below(&rng, 2) ? rng_below(&rng, 20000) / 1000.0 : 0;
        const ThinkTime t = think_time(&go, 0, 20);
        ck_assert(t.hard > 0 && t.soft > 0 && t.soft <= t.hard + 1e-9);
        ck_assert(t.hard <= 0.001 || t.hard <= 0.81 * (go.time[0] - 0.02));
    }
    const ThinkTime move = think_time(&(ThinkAsk){.movetime = 0.05}, 1, 20);
    ck_assert(move.hard > 0.03 && move.hard < 0.05);
    const ThinkTime none = think_time(&(ThinkAsk){.depth = 3}, 1, 20);
    ck_assert(none.hard == 0 && none.soft == 0);
    // A game of 5 minutes lasts more than 60 moves.
    ThinkAsk go = {.clock = {true, true}, .time = {300, 300}};
    for (int i = 0; i < 60; i++) go.time[0] -= think_time(&go, 0, 20).soft;
    ck_assert(go.time[0] > 60);
}
END_TEST

// By the rule in words: a thirtieth, or a share of the moves to go, of what is left without the overhead.
START_TEST(test_the_time_for_a_move_is_as_worked_out_by_hand)
{
    static const struct {
        ThinkAsk ask;
        double   soft, hard;
    } cases[] = {
        {{.movetime = 10}, 9.98, 9.98},
        {{.movetime = 0.05}, 0.0375, 0.0375},   // at most a quarter for the way there and back
        {{.clock = {true}, .time = {30.02}}, 0.6, 2.5},
        {{.clock = {true}, .time = {30.02}, .inc = {2}}, 1.5, 6.25},   // three quarters of the increment
        {{.clock = {true}, .time = {30.02}, .movestogo = 40}, 0.6, 2.5},
        {{.clock = {true}, .time = {30.02}, .movestogo = 30}, 0.6, 2.5},
        {{.clock = {true}, .time = {30.02}, .movestogo = 10}, 1.8, 7.5},
        {{.clock = {true}, .time = {30.02}, .movestogo = 3}, 5.4, 9},   // three tenths at most
        {{.clock = {true}, .time = {30.02}, .movestogo = 2}, 9, 15},    // a half
        {{.clock = {true}, .time = {30.02}, .movestogo = 1}, 9, 24},    // four fifths
        {{.clock = {true}, .time = {0}}, 0.6 * 0.001 / 30, 2.5 * 0.001 / 30},
        {{.clock = {true}, .time = {30.02}, .infinite = true}, 0, 0},
        {{.clock = {false, true}, .time = {0, 30.02}, .inc = {9, 2}}, 1.5, 6.25},   // the other's, if alone
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ThinkTime t = think_time(&cases[i].ask, 0, 20);
        ck_assert_msg(fabs(t.soft - cases[i].soft) < 1e-9 && fabs(t.hard - cases[i].hard) < 1e-9,
                      "case %zu: %g %g", i, t.soft, t.hard);
    }
}
END_TEST

// One clock is enough, whoever moves.
START_TEST(test_the_clock_of_the_other_is_better_than_none)
{
    start("chess", "engine");
    tell(&d, "position startpos moves e2e4");
    forget();
    tell(&d, "go wtime 100");
    ck_assert(wait_for("bestmove ", 20));
    end();
}
END_TEST

START_TEST(test_every_word_of_go_is_read)
{
    ThinkAsk ask;
    Status   status;
    Move     first, second;
    start("chess", "engine");
    ck_assert(words_move(&d.v, &record()->now, "e2e4", &first));
    ck_assert(words_move(&d.v, &record()->now, "d2d4", &second));
    uci_go_read(d.session,
                "depth 5 nodes 700 movetime 250 movestogo 12 wtime 60000 btime 30000 winc 1000 binc 500 "
                "searchmoves e2e4 d2d4 e2e4 mate 9",
                &ask, &status);
    ck_assert(ask.depth == 5 && ask.nodes == 700 && ask.movetime == 0.25 && ask.movestogo == 12);
    ck_assert(ask.clock[0] && ask.clock[1] && ask.time[0] == 60 && ask.time[1] == 30);
    ck_assert(ask.inc[0] == 1 && ask.inc[1] == 0.5 && ask.lines == 1);
    ck_assert(ask.moves == 2 && ask.move[0] == first && ask.move[1] == second);
    ck_assert(ask.mate && !ask.infinite && !ask.ponder && !ask.steps && !ask.minimal && ask.work == NULL);
    uci_go_read(d.session, "btime 5", &ask, &status);
    ck_assert(!ask.clock[0] && ask.clock[1] && ask.time[1] == 0.005 && ask.depth == 0 && !ask.infinite);
    // Mate in n moves is n of one side and n - 1 of the other.
    uci_go_read(d.session, "mate 4", &ask, &status);
    ck_assert(ask.depth == 7 && ask.mate);
    uci_go_read(d.session, "mate 2 depth 5", &ask, &status);
    ck_assert_int_eq(ask.depth, 3);
    uci_go_read(d.session, "mate 3 depth 5", &ask, &status);
    ck_assert_int_eq(ask.depth, 5);
    uci_go_read(d.session, "ponder", &ask, &status);
    ck_assert(ask.ponder && !ask.infinite);
    uci_go_read(d.session, "", &ask, &status);
    ck_assert(ask.infinite && !ask.ponder && ask.depth == 0);
    ck_assert(uci_go_read(d.session, "searchmoves", &ask, &status) && ask.moves == 0);
    ck_assert(!uci_go_read(d.session, "searchmoves e2e4 e2e5 depth 1", &ask, &status));
    ck_assert_str_eq(status.text, "searchmoves: illegal move 'e2e5'");
    uci_go_read(d.session, "winc 100", &ask, &status);   // no clock: until told to stop
    ck_assert(ask.infinite);
    end();
}
END_TEST

// Lines that are wrong.

static const struct {
    const char *line, *said;
} wrong[] = {
    {"hello", "info string unknown command 'hello'"},
    {"\x01\xff\x80 go", "info string unknown command '?"
                        "?"
                        "?'"},
    {"position", "info string position unchanged: expected"},
    {"position startpos moves e2e5", "info string position unchanged: illegal move 'e2e5' after 0 plies"},
    {"position startpos moves e2e4 e7e5 e1e3", "after 2 plies"},
    {"position fen 8/8/8/8/8/8/8/8 w - - 0 1", "info string position unchanged:"},
    {"position startpos e2e4", "position unchanged: expected 'moves' after startpos, not 'e2e4'"},
    {"position startposmoves e2e4", "info string position unchanged: expected: position startpos or fen"},
    {"position startpos2", "info string position unchanged: expected: position startpos or fen"},
    {"position fen xyz moves e2e4", "info string position unchanged:"},
    {"setoption", "info string expected: setoption name"},
    {"setoption name", "info string expected: setoption name"},
    {"setoption name Hush value 3", "info string no option 'Hush'"},
    {"setoption name Hash value many", "info string Hash: expected a number from 1"},
    {"setoption name Hash value 0", "info string Hash: expected a number from 1"},
    {"setoption name Threads value 1000", "info string Threads: expected"},
    {"setoption name Ponder value maybe", "info string Ponder: expected true or false, not 'maybe'"},
    {"setoption name Player value nobody", "info string Player: unknown player 'nobody'"},
    {"setoption name Player value human", "info string Player: 'human' is not a search"},
    {"setoption name Player value random", "info string Player: 'random' is not a search"},
    {"setoption name Player value uci:command=true,depth=1", "info string Player: 'uci' is not a search"},
};

START_TEST(test_a_wrong_line_is_answered_and_changes_nothing)
{
    start("chess", "engine");
    const AnyState before = record()->now;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        forget();
        tell(&d, wrong[i].line);
        ck_assert_msg(was_said(wrong[i].said), "%s: %s", wrong[i].line, heard());
        ck_assert_ptr_eq(strchr(heard(), '\n'), heard() + strlen(heard()) - 1);   // one line
    }
    ck_assert_mem_eq(&before, &record()->now, sizeof before);
    // Nor does it end a search.
    tell(&d, "go infinite");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) tell(&d, wrong[i].line);
    tell(&d, "go searchmoves e2e5");
    ck_assert(was_said("info string searchmoves: illegal move 'e2e5'\n"));
    ck_assert(!was_said("bestmove") && thinker_busy(&((Uci *)d.session)->t));
    tell(&d, "stop");
    ck_assert_int_eq(times_said("bestmove "), 1);
    tell(&d, "setoption name Player value alphabeta:depth=2");
    ck_assert(is_legal(answer(&d, "go wtime 1000 btime 1000", "bestmove ")));
    end();
}
END_TEST

START_TEST(test_no_line_hurts)
{
    static const char *const words[] = {
        "uci",        "isready",     "setoption", "name",     "value", "Hash",
        "MultiPV",    "position",    "startpos",  "fen",      "go",    "moves",
        "e2e4",       "stop",        "ponderhit", "depth",    "nodes", "1",
        "-1",         "wtime",       "mate",      "movetime", "2",     "999999999999999999999",
        "ucinewgame", "searchmoves", "infinite",  "ponder",   "\xff",  "Clear Hash",
        "btime",      "movestogo",   "0",         "binc"};
    start("tictactoe", "engine");
    tell_nonsense(&d, words, sizeof words / sizeof *words, test_amount(3000, 100000));
    forget();
    tell(&d, "stop");
    forget();
    tell(&d, "setoption name Player value engine");
    tell(&d, "position startpos");
    ck_assert(is_legal(answer(&d, "go depth 2", "bestmove ")));
    end();
}
END_TEST

START_TEST(test_a_game_for_more_is_refused)
{
    refused(&protocol_uci, "virus:players=3", "engine", "3 players");
}
END_TEST

Suite *suite_uci(void);
Suite *suite_uci(void)
{
    Suite *suite = suite_create("uci");
    TCase *tcase = tcase_create("uci");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, test_it_introduces_itself_and_is_ready);
    tcase_add_test(tcase, test_a_mate_that_comes_too_late_for_the_fifty_moves_is_a_draw);
    tcase_add_test(tcase, test_limits_of_nothing_are_the_least_there_are);
    tcase_add_test(tcase, test_the_only_move_needs_no_time);
    tcase_add_test(tcase, test_options_reach_the_search);
    tcase_add_test(tcase, test_the_lines_of_a_small_search_are_as_counted_by_hand);
    tcase_add_test(tcase, test_every_search_of_a_game_has_a_move_to_ponder_on);
    tcase_add_test(tcase, test_speed_is_nodes_by_time_and_the_table_fills);
    tcase_add_test(tcase, test_the_time_for_a_move_is_as_worked_out_by_hand);
    tcase_add_test(tcase, test_the_clock_of_the_other_is_better_than_none);
    tcase_add_test(tcase, test_every_word_of_go_is_read);
    tcase_add_loop_test(tcase, test_a_whole_game_by_itself_of_any_game_is_legal, 0,
                        (int)(sizeof games / sizeof *games));
    tcase_add_test(tcase, test_mates_and_ends_are_said);
    tcase_add_loop_test(tcase, test_a_mate_that_is_asked_for_is_found, 0, 2);
    tcase_add_test(tcase, test_a_mate_may_pass_where_the_game_has_been);
    tcase_add_loop_test(tcase, test_the_values_of_all_lines_are_those_of_minimax, 0,
                        (int)(sizeof twins / sizeof *twins));
    tcase_add_test(tcase, test_only_chosen_moves_are_searched);
    tcase_add_loop_test(tcase, test_it_answers_while_it_thinks_and_moves_when_told, 0, 2);
    tcase_add_test(tcase, test_pondering_becomes_thinking);
    tcase_add_test(tcase, test_what_comes_while_it_thinks_ends_the_search_first);
    tcase_add_test(tcase, test_the_time_for_a_move_is_never_more_than_there_is);
    tcase_add_test(tcase, test_a_wrong_line_is_answered_and_changes_nothing);
    tcase_add_test(tcase, test_no_line_hurts);
    tcase_add_test(tcase, test_a_game_for_more_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
