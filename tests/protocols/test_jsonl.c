// One JSON object per line: every answer is JSON with the fields that docs/PROTOCOLS.md names; whole games of
// every variant; questions while a search runs; nothing reaches beyond this program; no line hurts.
#include "base/system_faults.h"
#include "jsonl_dialogue.h"
#include "game/perft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Whole games.

static void check_end(const json_t *state, int players)
{
    json_int_t sum = 0;
    ck_assert_int_eq((int)json_array_size(json_object_get(state, "points")), players);
    for (int p = 0; p < players; p++)
        sum += json_integer_value(json_array_get(json_object_get(state, "payoff"), (size_t)p));
    ck_assert_int_eq(sum, 0);
    ck_assert_str_ne(text_of(state, "ended"), "not");
    text_of(state, "result");
}

START_TEST(test_a_whole_game_of_every_variant_by_dialogue)
{
    char      line[TEXT_MAX];
    const int plies = TEST_SANITIZED ? 30 : 100;
    start(test_specs[_i]);
    for (int ply = 0; ply < plies; ply++) {
        json_t *const state = ask_good("{\"do\":\"state\"}");
        ck_assert_int_eq(int_of(state, "plies"), ply);
        ck_assert_int_eq((int)json_array_size(json_object_get(state, "history")), ply);
        ck_assert_int_eq(int_of(state, "turn"), d.v.game->turn(d.v.rules, &record()->now));
        const bool over = json_is_true(json_object_get(state, "over"));
        ck_assert_int_eq(over, record_ended(record(), d.v.facts.plies_max) != ENDED_NOT);
        if (over) check_end(state, d.v.facts.players);
        json_decref(state);
        if (over) break;
        json_t *const thought = ask_good(ply % 10 == 9 ? "{\"do\":\"think\",\"player\":\"random\"}"
                                                       : "{\"do\":\"think\",\"nodes\":50}");
        json_t *const moves   = ask_good("{\"do\":\"moves\"}");
        const size_t  index   = (size_t)int_of(thought, "index");
        ck_assert_str_eq(json_string_value(json_array_get(json_object_get(moves, "moves"), index)),
                         text_of(thought, "move"));
        // By its number, by its text, and in the notation for programs.
        if (ply % 3 == 0) snprintf(line, sizeof line, "{\"do\":\"move\",\"move\":%zu}", index);
        else
            snprintf(line, sizeof line, "{\"do\":\"move\",\"move\":\"%s\"}",
                     text_of(thought, ply % 3 == 1 && json_object_get(thought, "code") ? "code" : "move"));
        json_t *const moved = ask_good(line);
        ck_assert_str_eq(json_string_value(json_array_get(json_object_get(moved, "played"), 0)),
                         text_of(thought, "move"));
        json_decref(thought);
        json_decref(moves);
        json_decref(moved);
    }
    dialogue_close(&d);
}
END_TEST

// What is read back is what was said: a position, its moves, taken back.
START_TEST(test_games_are_set_up_from_what_is_said)
{
    char line[4 * TEXT_MAX];
    start(NULL);
    bad("{\"do\":\"state\"}", "there is no game");
    bad("{\"do\":\"new\"}", "there is no game");
    json_t *const first = ask_good("{\"do\":\"new\",\"game\":\"othello\",\"moves\":\"f5d6c3\"}");
    snprintf(line, sizeof line, "{\"do\":\"new\",\"position\":\"%s\"}", text_of(first, "position"));
    json_t *const second = ask_good(line);
    ck_assert_str_eq(text_of(first, "position"), text_of(second, "position"));
    ck_assert_int_eq(int_of(first, "plies"), 3);
    ck_assert_int_eq(int_of(second, "plies"), 0);
    good("{\"do\":\"new\",\"game\":\"chess\",\"moves\":[\"e4\",\"e7e5\",\"Nf3\"]}");
    json_t *const undone = ask_good("{\"do\":\"undo\",\"plies\":2}");
    ck_assert_int_eq(int_of(undone, "plies"), 1);
    bad("{\"do\":\"undo\",\"plies\":2}", "1 moves to take back");
    json_t *const reset = ask_good("{\"do\":\"reset\"}");
    ck_assert_int_eq(int_of(reset, "plies"), 0);
    json_decref(first);
    json_decref(second);
    json_decref(undone);
    json_decref(reset);
    dialogue_close(&d);
}
END_TEST

START_TEST(test_when_one_move_is_wrong_none_is_played)
{
    start("chess");
    bad("{\"do\":\"move\",\"moves\":\"e4 e5 Ke3\"}", "Ke3");
    ck_assert_int_eq(record()->count, 0);
    bad("{\"do\":\"new\",\"moves\":\"e4 e5 Ke3\"}", "Ke3");
    bad("{\"do\":\"new\",\"moves\":[\"e4\",\"e5 Nf3\",\"Nc6 Ke4\"]}", "move 5: illegal move 'Ke4'");
    bad("{\"do\":\"new\",\"game\":\"othello\",\"moves\":\"a1\"}", "a1");
    bad("{\"do\":\"new\",\"game\":\"nonsense\"}", "nonsense");
    bad("{\"do\":\"new\",\"position\":\"nonsense\"}", "");
    bad("{\"do\":\"move\",\"move\":20}", "'move': expected a whole number from 0 to 19");
    bad("{\"do\":\"move\",\"move\":1.5}", "'move': expected a text or a number");
    bad("{\"do\":\"move\",\"move\":-1}", "from 0 to 19");
    bad("{\"do\":\"move\"}", "expected 'move', 'moves' or 'action'");
    ck_assert_int_eq(record()->count, 0);
    ck_assert_str_eq(d.v.game->name, "chess");
    // The referee has the last word, but any record of a game can be read.
    good("{\"do\":\"move\",\"moves\":\"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8\"}");
    bad("{\"do\":\"move\",\"move\":\"e4\"}", "the game is over: draw by repetition");
    good("{\"do\":\"new\",\"moves\":\"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4\"}");
    dialogue_close(&d);
}
END_TEST

// Searches.

START_TEST(test_what_a_search_found_has_its_fields)
{
    static const char *const fields[] = {"id", "game",  "player",   "move",   "index",   "depth",   "value",
                                         "pv", "nodes", "interior", "leaves", "seconds", "stopped", NULL};
    static const char *const events[] = {"id", "event", "depth",   "value", "move",
                                         "pv", "nodes", "seconds", NULL};
    start("chess");
    json_t *const found = ask_good("{\"do\":\"think\",\"id\":\"q\",\"depth\":3,\"events\":true}");
    has_fields(found, fields);
    ck_assert_str_eq(text_of(found, "id"), "q");
    ck_assert_int_eq(times_said("\"event\":\"depth\""), 3);
    json_t *const event = json_loadb(heard(), strcspn(heard(), "\n"), 0, NULL);
    has_fields(event, events);
    ck_assert_ptr_nonnull(json_object_get(found, "code"));
    good("{\"do\":\"new\",\"position\":\"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\"}");
    json_t *const mate = ask_good("{\"do\":\"think\",\"depth\":3}");
    ck_assert_int_eq(int_of(mate, "win_in"), 1);
    ck_assert_str_eq(text_of(mate, "code"), "a1a8");
    good("{\"do\":\"new\",\"game\":\"virus:size=5,players=3\"}");
    json_t *const three = ask_good("{\"do\":\"think\",\"player\":\"maxn:depth=2\"}");
    ck_assert_int_eq((int)json_array_size(json_object_get(three, "values")), 3);
    json_decref(found);
    json_decref(event);
    json_decref(mate);
    json_decref(three);
    dialogue_close(&d);
}
END_TEST

// The same question has the same answer, also the tenth time.
START_TEST(test_answers_repeat)
{
    start("othello");
    json_t *const first = ask_good("{\"do\":\"think\",\"depth\":5}");
    for (int i = 0; i < 10; i++) {
        json_t *const again = ask_good("{\"do\":\"think\",\"depth\":5}");
        ck_assert_int_eq(int_of(first, "nodes"), int_of(again, "nodes"));
        ck_assert_str_eq(text_of(first, "pv"), text_of(again, "pv"));
        json_decref(again);
    }
    json_decref(first);
    dialogue_close(&d);
}
END_TEST

// Every legal move has its value, the best first, and that is the value of the position.
START_TEST(test_all_moves_have_values)
{
    start("othello");
    json_t *const values = ask_good("{\"do\":\"values\",\"depth\":4,\"player\":\"alphabeta\"}");
    json_t *const found  = ask_good("{\"do\":\"think\",\"depth\":4,\"player\":\"alphabeta\"}");
    json_t *const list   = json_object_get(values, "moves");
    ck_assert_int_eq((int)json_array_size(list), d.v.game->count(d.v.rules, &record()->now));
    ck_assert_int_eq(int_of(json_array_get(list, 0), "value"), int_of(found, "value"));
    for (size_t i = 1; i < json_array_size(list); i++)
        ck_assert_int_le(int_of(json_array_get(list, i), "value"),
                         int_of(json_array_get(list, i - 1), "value"));
    bad("{\"do\":\"values\",\"player\":\"random\"}", "'random' is not a search");
    json_decref(values);
    json_decref(found);
    dialogue_close(&d);
}
END_TEST

START_TEST(test_it_answers_while_it_thinks)
{
    start("chess");
    good("{\"do\":\"think\",\"depth\":1}");
    for (int i = 0; i < 10; i++) {
        forget();
        tell(&d, "{\"do\":\"think\",\"id\":1,\"infinite\":true}");
        tell(&d, "{\"do\":\"state\",\"id\":2}");
        ck_assert(was_said("{\"id\":2,\"ok\":true"));
        tell(&d, "{\"do\":\"think\",\"id\":3,\"depth\":1}");
        ck_assert(was_said("{\"id\":3,\"ok\":false,\"error\":\"a search is running"));
        tell(&d, "{\"do\":\"move\",\"id\":4,\"move\":\"e4\"}");
        ck_assert(was_said("{\"id\":4,\"ok\":false,\"error\":\"a search is running"));
        tell(&d, "{\"do\":\"board\",\"id\":5}");
        ck_assert(was_said("{\"id\":5,\"ok\":true") && !was_said("{\"id\":1"));
        if (i % 3 == 0) pause_ms(20);
        tell(&d, "{\"do\":\"stop\",\"id\":6}");
        ck_assert(was_said("{\"id\":6,\"ok\":true,\"stopped\":true}"));
        ck_assert(strstr(heard(), "{\"id\":1,\"ok\":true") < strstr(heard(), "{\"id\":6"));
        ck_assert(was_said("\"move\":\""));
    }
    json_t *const idle = ask_good("{\"do\":\"stop\"}");
    ck_assert(json_is_false(json_object_get(idle, "stopped")));
    json_decref(idle);
    tell(&d, "{\"do\":\"think\",\"infinite\":true}");
    forget();
    ck_assert(!d.protocol->line(d.session, "{\"do\":\"quit\",\"id\":7}"));
    ck_assert(was_said("\"move\":") && was_said("{\"id\":7,\"ok\":true}"));
    dialogue_close(&d);
}
END_TEST

// By any number of players: every move has a value, and the best of them is that of the position.
START_TEST(test_all_moves_have_values_in_games_of_more)
{
    static const char *const players[] = {"brs", "maxn", "paranoid"};
    char                     line[200];
    start("focus:players=4");
    snprintf(line, sizeof line, "{\"do\":\"values\",\"depth\":2,\"player\":\"%s\"}", players[_i]);
    json_t *const values = ask_good(line);
    snprintf(line, sizeof line, "{\"do\":\"think\",\"depth\":2,\"player\":\"%s\"}", players[_i]);
    json_t *const found = ask_good(line), *const list = json_object_get(values, "moves");
    ck_assert_int_eq((int)json_array_size(list), d.v.game->count(d.v.rules, &record()->now));
    ck_assert_int_eq(int_of(json_array_get(list, 0), "value"), int_of(found, "value"));
    ck_assert_int_eq(json_array_size(json_object_get(json_array_get(list, 0), "values")) == 4, _i == 1);
    json_decref(values);
    json_decref(found);
    dialogue_close(&d);
}
END_TEST

// Numbers for learners lead to the moves beside them, and every move is touched somewhere.
START_TEST(test_moves_by_number_are_those_of_the_list)
{
    char line[100];
    start(test_specs[_i]);
    json_t *const moves = ask_good("{\"do\":\"moves\",\"actions\":true,\"touches\":true}");
    json_t *const texts = json_object_get(moves, "moves"), *const actions = json_object_get(moves, "actions");
    ck_assert_uint_eq(json_array_size(texts), json_array_size(actions));
    ck_assert_uint_eq(json_array_size(texts), json_array_size(json_object_get(moves, "touches")));
    for (size_t i = 0; i < json_array_size(texts); i += 1 + json_array_size(texts) / 7) {
        snprintf(line, sizeof line, "{\"do\":\"move\",\"action\":%lld}",
                 (long long)json_integer_value(json_array_get(actions, i)));
        json_t *const moved = ask_good(line);
        ck_assert_str_eq(json_string_value(json_array_get(json_object_get(moved, "played"), 0)),
                         json_string_value(json_array_get(texts, i)));
        json_decref(moved);
        good("{\"do\":\"undo\"}");
    }
    bad("{\"do\":\"move\",\"action\":-1}", "'action'");
    bad("{\"do\":\"move\",\"action\":99999999999}", "'action'");
    json_decref(moves);
    dialogue_close(&d);
}
END_TEST

// Where there is no thread to be had a search is answered before the next line is read.
START_TEST(test_without_threads_it_answers_all_the_same)
{
    start("othello");
    faults_threads_left(0);
    good("{\"do\":\"think\",\"depth\":4}");
    json_t *const found = ask_good("{\"do\":\"think\",\"infinite\":true}");
    ck_assert_int_eq(int_of(found, "depth"), 1);
    good("{\"do\":\"move\",\"move\":0}");
    json_decref(found);
    dialogue_close(&d);
}
END_TEST

// Positions, counts, games.

START_TEST(test_boards_and_counts_are_those_of_the_program)
{
    static const char *const fields[] = {"cells", "caption", "evaluation", "players", "svg", "text", NULL};
    start(test_specs[_i]);
    json_t *const board = ask_good("{\"do\":\"board\",\"svg\":true,\"text\":true}");
    has_fields(board, fields);
    ck_assert_int_eq((int)json_array_size(json_object_get(board, "cells")), d.v.facts.cells);
    ck_assert_int_eq((int)json_array_size(json_object_get(board, "players")), d.v.facts.players);
    ck_assert(strstr(text_of(board, "svg"), "</svg>") != NULL);
    json_decref(board);
    json_t *const plain = ask_good("{\"do\":\"board\"}");
    ck_assert_ptr_null(json_object_get(plain, "svg"));
    json_decref(plain);
    json_t *const count = ask_good("{\"do\":\"perft\",\"depth\":2}");
    PerftResult   result;
    Status        status;
    ck_assert(perft_run(&d.v, &record()->now, &(PerftOptions){.depth = 2, .threads = 1}, &result, &status));
    ck_assert_int_eq(int_of(count, "leaves"), (json_int_t)result.leaves);
    json_decref(count);
    json_t *const games = ask_good("{\"do\":\"games\"}");
    int           n     = 0;
    while (games_all[n] != NULL) n++;
    ck_assert_int_eq((int)json_array_size(json_object_get(games, "games")), n);
    json_decref(games);
    dialogue_close(&d);
}
END_TEST

// Nothing that a request names starts a program or reads a file, unless the command line allows it.
START_TEST(test_players_of_requests_stay_inside)
{
    static const char *const wrong[] = {"uci:command=true,depth=1", "xboard:command=true,depth=1",
                                        "alphabeta:depth=2,with=/etc/passwd"};
    char                     line[200];
    start("othello");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(line, sizeof line, "{\"do\":\"think\",\"player\":\"%s\"}", wrong[i]);
        bad(line, "--trusted");
    }
    bad("{\"do\":\"think\",\"player\":\"human\"}", "'human' cannot think");
    bad("{\"do\":\"think\",\"player\":\"nobody\"}", "nobody");
    bad("{\"do\":\"think\",\"player\":7}", "'player': expected text");
    bad("{\"do\":\"think\",\"player\":\"alphabeta\"}", "no limit");
    dialogue_close(&d);
    dialogue_open_trusted(&d, &protocol_jsonl, "othello", "engine");
    bad("{\"do\":\"think\",\"player\":\"uci:command=/does/not/exist,depth=1\"}", "/does/not/exist");
    bad("{\"do\":\"think\",\"player\":\"alphabeta:depth=2,with=/does/not/exist\"}", "/does/not/exist");
    dialogue_close(&d);
}
END_TEST

// Lines.

static const struct {
    const char *line, *word;
} wrong_lines[] = {
    {"{", "not JSON"},
    {"nonsense", "not JSON"},
    {"[1]", "expected an object"},
    {"7", "not JSON"},
    {"{}", "expected {\"do\""},
    {"{\"do\":7}", "expected {\"do\""},
    {"{\"do\":\"dance\"}", "unknown request 'dance'"},
    {"{\"do\":"
     "\"\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\xc3\xbc\"}",
     "unknown request '?"},
    {"{\"do\":\"state\",\"do\":\"state\"}", "not JSON"},
    {"{\"do\":\"state\",\"depht\":1}", "no field 'depht'; expected none"},
    {"{\"do\":\"think\",\"depht\":1}", "no field 'depht'; expected depth nodes"},
    {"{\"do\":\"think\",\"\":1}", "no field ''"},
    {"{\"do\":\"think\",\"depth\":0}", "'depth': expected a whole number from 1"},
    {"{\"do\":\"think\",\"depth\":\"3\"}", "'depth': expected a whole number"},
    {"{\"do\":\"think\",\"nodes\":-3}", "'nodes': expected a whole number"},
    {"{\"do\":\"think\",\"nodes\":99999999999999999999}", "not JSON"},
    {"{\"do\":\"think\",\"infinite\":1}", "'infinite': expected true or false"},
    {"{\"do\":\"think\",\"infinite\":true,\"depth\":2}", "infinite: expected no other limit"},
    {"{\"do\":\"state\",\"id\":[1]}", "'id': expected"},
    {"{\"do\":\"perft\"}", "expected 'depth'"},
    {"{\"do\":\"perft\",\"depth\":101}", "'depth'"},
    {"{\"do\":\"state\"} {\"do\":\"state\"}", "not JSON"},
    {"{\"do\":\"move\",\"action\":\"0\"}", "'action': expected one of the list"},   // 0 would be a1
    {"{\"do\":\"move\",\"action\":0.5}", "'action': expected one of the list"},
    {"{\"do\":\"move\",\"action\":null}", "'action': expected one of the list"},
    {"{\"do\":\"move\",\"action\":9}", "'action': expected one of the list"},
    {"{\"do\":\"move\",\"moves\":0}", "'moves': expected a text or a list of texts"},
    {"{\"do\":\"move\",\"moves\":[0]}", "'moves': expected a list of texts"},
    {"{\"do\":\"move\",\"move\":0,\"moves\":\"a1\"}", "expected 'move', 'moves' or 'action'"},
    {"{\"do\":\"move\",\"move\":0,\"action\":0}", "expected 'move', 'moves' or 'action'"},
    {"{\"do\":\"move\",\"move\":9}", "'move': expected a whole number from 0 to 8"},
    {"{\"do\":\"undo\",\"plies\":-1}", "'plies': expected a whole number from 0"},
    {"{\"do\":\"undo\"}", "there are 0 moves to take back"},
    {"{\"do\":\"moves\",\"actions\":1}", "'actions': expected true or false"},
    {"{\"do\":\"moves\",\"touches\":1}", "'touches': expected true or false"},
    {"{\"do\":\"board\",\"svg\":1}", "'svg': expected true or false"},
    {"{\"do\":\"board\",\"text\":1}", "'text': expected true or false"},
    {"{\"do\":\"think\",\"events\":1}", "'events': expected true or false"},
    {"{\"do\":\"think\",\"minimal\":1}", "'minimal': expected true or false"},
    {"{\"do\":\"think\",\"depth\":61}", "'depth': expected a whole number from 1 to 60"},
    {"{\"do\":\"think\",\"time_ms\":0}", "'time_ms': expected a whole number from 1"},
    {"{\"do\":\"think\",\"left_ms\":-1}", "'left_ms': expected a whole number from 0"},
    {"{\"do\":\"think\",\"inc_ms\":-1}", "'inc_ms': expected a whole number from 0"},
    {"{\"do\":\"think\",\"moves_to_go\":0}", "'moves_to_go': expected a whole number from 1"},
    {"{\"do\":\"think\",\"infinite\":true,\"left_ms\":0}", "infinite: expected no other limit"},
    {"{\"do\":\"think\",\"infinite\":true,\"nodes\":1}", "infinite: expected no other limit"},
    {"{\"do\":\"think\",\"infinite\":true,\"time_ms\":1}", "infinite: expected no other limit"},
    {"{\"do\":\"analyse\",\"depth\":1}", "'depth': expected a whole number from 2"},
    {"{\"do\":\"analyse\",\"time_ms\":0}", "'time_ms': expected a whole number from 1"},
    {"{\"do\":\"analyse\",\"mistake\":0}", "'mistake': expected a whole number from 1"},
    {"{\"do\":\"import\",\"text\":\"a1\",\"number\":0}", "'number': expected a whole number from 1"},
    {"{\"do\":\"new\",\"game\":7}", "'game': expected text"},
    {"{\"do\":\"new\",\"position\":7}", "'position': expected text"},
    {"\xff\xfe", "not JSON"},
};

START_TEST(test_wrong_lines_have_one_answer_each)
{
    start("tictactoe");
    for (size_t i = 0; i < sizeof wrong_lines / sizeof *wrong_lines; i++) {
        bad(wrong_lines[i].line, wrong_lines[i].word);
        ck_assert_ptr_eq(strchr(heard(), '\n') + 1, strchr(heard(), 0));
        ck_assert_int_eq(record()->count, 0);
    }
    forget();
    tell(&d, "");
    tell(&d, "   ");
    ck_assert_str_eq(heard(), "");
    d.protocol->too_long(d.session);
    ck_assert_str_eq(heard(), "{\"ok\":false,\"error\":\"a line that is too long was left out\"}\n");
    bad("{\"do\":\"dance\",\"id\":12}", "dance");
    ck_assert(was_said("{\"id\":12,\"ok\":false"));
    dialogue_close(&d);
}
END_TEST

// 2047 brackets are the deepest that the reader takes: deeper ones are refused, not followed.
START_TEST(test_deep_lines_are_refused)
{
    static char line[PROTOCOL_LINE_MAX];
    start("tictactoe");
    memset(line, '[', sizeof line - 1);
    bad(line, "not JSON");
    strcpy(line, "{\"do\":\"state\",\"id\":\"");
    memset(line + strlen(line), 'x', 200000);
    line[200000] = 0;
    strcat(line, "\"}");
    good(line);
    dialogue_close(&d);
}
END_TEST

// The clock of the one who moves, in seconds, and every other limit.
START_TEST(test_limits_reach_the_search)
{
    start("tictactoe");
    const ThinkAsk *const ask = &((const Jsonl *)d.session)->t.ask;
    good("{\"do\":\"move\",\"move\":0}");
    good("{\"do\":\"think\",\"depth\":2,\"nodes\":77,\"time_ms\":2500}");
    ck_assert(ask->depth == 2 && ask->nodes == 77 && ask->movetime == 2.5 && !ask->infinite && !ask->steps);
    ck_assert(!ask->clock[0] && !ask->clock[1] && ask->movestogo == 0 && ask->lines <= 1 && !ask->minimal);
    good("{\"do\":\"think\",\"left_ms\":1500,\"inc_ms\":250,\"moves_to_go\":12,\"minimal\":true}");
    ck_assert(!ask->clock[0] && ask->clock[1] && ask->time[1] == 1.5 && ask->inc[1] == 0.25);
    ck_assert(ask->movestogo == 12 && ask->minimal && ask->depth == 0 && ask->movetime == 0);
    good("{\"do\":\"think\",\"left_ms\":0}");   // a flag that is about to fall is a clock
    ck_assert(ask->clock[1] && ask->time[1] == 0);
    dialogue_close(&d);
}
END_TEST

START_TEST(test_no_line_hurts)
{
    static const char *const words[] = {"{\"do\":\"think\",\"depth\":1}",
                                        "{\"do\":\"values\",\"depth\":2}",
                                        "{\"do\":\"new\",\"game\":\"virus:size=5,players=3\"}",
                                        "{\"do\":\"new\",\"game\":\"tictactoe\"}",
                                        "{\"do\":\"move\",\"move\":0}",
                                        "{\"do\":\"move\",\"moves\":\"a1 b2\"}",
                                        "{\"do\":\"undo\"}",
                                        "{\"do\":\"reset\"}",
                                        "{\"do\":\"stop\"}",
                                        "{\"do\":\"state\"}",
                                        "{\"do\":\"moves\"}",
                                        "{\"do\":\"board\",\"svg\":true}",
                                        "{\"do\":\"perft\",\"depth\":1}",
                                        "{\"do\":\"think\",\"depth\":2,\"trace\":50}",
                                        "{\"do\":\"tree\",\"node\":3}",
                                        "{\"do\":\"lists\"}",
                                        "{\"do\":\"list-events\",\"from\":2}",
                                        "{\"do\":\"probe\"}",
                                        "{\"do\":\"options\"}",
                                        "{\"do\":\"analyse\",\"depth\":2}",
                                        "{\"do\":\"import\",\"text\":\"a1 b2\"}",
                                        "{\"do\":\"export\",\"format\":\"pgn\"}",
                                        "{\"do\":\"think\",\"infinite\":true,\"events\":true}",
                                        "{\"do\":\"think\",\"player\":\"random\"}"};
    Rng                      rng     = rng_seed(21);
    start(NULL);
    for (int i = 0; i < test_amount(2000, 50000); i++) {
        char text[200];
        snprintf(text, sizeof text, "%s", words[rng_below(&rng, sizeof words / sizeof *words)]);
        if (rng_below(&rng, 4) == 0)
            text[rng_below(&rng, (uint32_t)strlen(text))] = (char)(1 + rng_below(&rng, 255));
        tell(&d, text);
        if (i % 50 == 0) forget();
    }
    tell(&d, "{\"do\":\"stop\"}");
    good("{\"do\":\"new\",\"game\":\"tictactoe\"}");
    good("{\"do\":\"think\",\"depth\":2}");
    dialogue_close(&d);
}
END_TEST

Suite *suite_jsonl(void);
Suite *suite_jsonl(void)
{
    Suite *suite = suite_create("jsonl");
    TCase *tcase = tcase_create("jsonl");
    int    specs = 0;
    while (test_specs[specs] != NULL) specs++;
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, test_a_whole_game_of_every_variant_by_dialogue, 0, specs);
    tcase_add_test(tcase, test_games_are_set_up_from_what_is_said);
    tcase_add_test(tcase, test_when_one_move_is_wrong_none_is_played);
    tcase_add_test(tcase, test_what_a_search_found_has_its_fields);
    tcase_add_test(tcase, test_answers_repeat);
    tcase_add_test(tcase, test_all_moves_have_values);
    tcase_add_loop_test(tcase, test_all_moves_have_values_in_games_of_more, 0, 3);
    tcase_add_loop_test(tcase, test_moves_by_number_are_those_of_the_list, 0, specs);
    tcase_add_test(tcase, test_it_answers_while_it_thinks);
    tcase_add_test(tcase, test_without_threads_it_answers_all_the_same);
    tcase_add_loop_test(tcase, test_boards_and_counts_are_those_of_the_program, 0, specs);
    tcase_add_test(tcase, test_players_of_requests_stay_inside);
    tcase_add_test(tcase, test_wrong_lines_have_one_answer_each);
    tcase_add_test(tcase, test_deep_lines_are_refused);
    tcase_add_test(tcase, test_limits_reach_the_search);
    tcase_add_test(tcase, test_no_line_hurts);
    suite_add_tcase(suite, tcase);
    return suite;
}
