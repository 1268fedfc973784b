// Every field that the JSON protocol says, of a game that is small enough to be worked out by hand.
//
//     X O X
//     X O O    O to move. a3 holds: c3 is all that is left. After c3 the first column is X's.
//     - X -
//
// The tree has five positions: this one, two after O's moves, two at the end. Three of them have moves. Below
// c3 X's only move is worth more than the draw at a3 allows: a cut-off, by the first move.
#include "jsonl_dialogue.h"

#include <stdlib.h>

#define STATE "'game': 'tictactoe', 'players': 2, "
#define A3    "{'move': 'a3', 'index': 0, 'value': 0, 'pv': 'a3 c3'}"
#define C3    "{'move': 'c3', 'index': 1, 'value': -1199998, 'loss_in': 2, 'pv': 'c3 a3'}"

// Nodes of the tree.
#define ROOT                                                                                                 \
    "{'node': 0, 'parent': null, 'move': null, 'text': null, 'mover': null, 'side': 'max', 'index': 0, "     \
    "'ply': 0, 'depth': 2, 'alpha': null, 'beta': null, 'nodes': 5, 'value': 0, 'why': 'all', "              \
    "'how': 'first', 'children': 2, 'recorded': true}"
#define NODE_A3                                                                                              \
    "{'node': 1, 'parent': 0, 'move': 'a3', 'text': 'a3', 'mover': 1, 'side': 'min', 'index': 0, 'ply': 1, " \
    "'depth': 1, 'alpha': null, 'beta': null, 'nodes': 2, 'value': 0, 'why': 'all', 'how': 'first', "        \
    "'children': 1, 'recorded': true}"
#define NODE_C3                                                                                              \
    "{'node': 3, 'parent': 0, 'move': 'c3', 'text': 'c3', 'mover': 1, 'side': 'min', 'index': 1, 'ply': 1, " \
    "'depth': 1, 'alpha': null, 'beta': 0, 'nodes': 2, 'value': 1199998, 'win_in': 2, 'why': 'cut', "        \
    "'how': 'first', 'children': 1, 'recorded': true}"
#define NODE_C3_A3                                                                                           \
    "{'node': 4, 'parent': 3, 'move': 'a3', 'text': 'a3', 'mover': 0, 'side': 'max', 'index': 0, 'ply': 2, " \
    "'depth': 0, 'alpha': 0, 'beta': null, 'nodes': 1, 'value': -1199998, 'loss_in': 2, 'why': 'over', "     \
    "'how': 'first', 'children': 0, 'recorded': true}"

// What is asked, and all that is said then, a line each; ' for ".
static const struct {
    const char *request, *said[4];
} dialogue[] = {
    {"{'do': 'new', 'game': 'tictactoe', 'position': 'XOXXOO-X- O', 'id': 'first'}",
     {"{'id': 'first', 'ok': true, " STATE "'position': 'XOXXOO-X- O', 'plies': 0, 'turn': 1, 'over': false, "
      "'ended': 'not', 'caption': 'O to move'}"}},
    {"{'do': 'state', 'id': 2}",
     {"{'id': 2, 'ok': true, " STATE "'position': 'XOXXOO-X- O', 'plies': 0, 'turn': 1, 'over': false, "
      "'ended': 'not', 'caption': 'O to move', 'start': 'XOXXOO-X- O', 'history': []}"}},
    {"{'do': 'moves'}", {"{'ok': true, 'moves': ['a3', 'c3']}"}},
    {"{'do': 'moves', 'actions': true, 'touches': true}",
     {"{'ok': true, 'moves': ['a3', 'c3'], 'actions': [6, 8], 'touches': [{'cells': [6]}, {'cells': [8]}]}"}},
    {"{'do': 'board', 'text': true}",
     {"{'ok': true, 'caption': 'O to move', 'evaluation': [0, 0], 'notes': [], "
      "'players': [{'name': 'X', 'color': 'r', 'symbol': 'X'}, {'name': 'O', 'color': 'b', 'symbol': 'O'}], "
      "'cells': [{'name': 'a1', 'x': 0, 'y': 0, 'shape': 'square', 'tone': 0, 'owner': 0}, "
      "{'name': 'b1', 'x': 2, 'y': 0, 'shape': 'square', 'tone': 0, 'owner': 1}, "
      "{'name': 'c1', 'x': 4, 'y': 0, 'shape': 'square', 'tone': 0, 'owner': 0}, "
      "{'name': 'a2', 'x': 0, 'y': 1, 'shape': 'square', 'tone': 0, 'owner': 0}, "
      "{'name': 'b2', 'x': 2, 'y': 1, 'shape': 'square', 'tone': 0, 'owner': 1}, "
      "{'name': 'c2', 'x': 4, 'y': 1, 'shape': 'square', 'tone': 0, 'owner': 1}, "
      "{'name': 'a3', 'x': 0, 'y': 2, 'shape': 'square', 'tone': 0, 'owner': -1}, "
      "{'name': 'b3', 'x': 2, 'y': 2, 'shape': 'square', 'tone': 0, 'owner': 0}, "
      "{'name': 'c3', 'x': 4, 'y': 2, 'shape': 'square', 'tone': 0, 'owner': -1}], "
      "'text': '      a b c \\n    1 X O X \\n    2 X O O \\n    3 . X . \\n'}"}},
    {"{'do': 'perft', 'depth': 2}",
     {"{'ok': true, 'game': 'tictactoe', 'depth': 2, 'leaves': 2, 'nodes': 5}"}},
    {"{'do': 'probe'}", {"{'ok': true, 'covered': false}"}},
    // One ply: this position and two leaves. Two plies: the tree; a cut-off one ply below the root. Every
    // node of it is needed by a perfect order, too.
    {"{'do': 'think', 'id': 1, 'depth': 2, 'player': 'alphabeta:stats=yes', 'minimal': true, 'events': true}",
     {"{'id': 1, 'event': 'depth', 'move': 'a3', 'index': 0, 'value': 0, 'pv': 'a3', 'depth': 1, 'nodes': 3}",
      "{'id': 1, 'event': 'depth', 'move': 'a3', 'index': 0, 'value': 0, 'pv': 'a3 c3', 'depth': 2, "
      "'nodes': 8}",
      "{'id': 1, 'ok': true, 'game': 'tictactoe', 'player': 'alphabeta:stats=yes', 'move': 'a3', 'index': 0, "
      "'depth': 2, 'value': 0, 'pv': 'a3 c3', 'nodes': 8, 'interior': 4, 'leaves': 4, 'minimal_tree': 5, "
      "'stats': {'cutoffs_by_index': [1], 'levels': ["
      "{'level': 0, 'interior': 2, 'cuts': 0, 'cuts_first': 0, 'listed': 0, 'listed_per_node': null}, "
      "{'level': 1, 'interior': 2, 'cuts': 1, 'cuts_first': 1, 'listed': 0, 'listed_per_node': null}], "
      "'first_move_cut_rate': 1.0, 'table_probes': 0, 'table_hits': 0, 'table_cuts': 0, 'list_updates': 0, "
      "'list_hits': 0, 'list_mean_rank': 0.0, 'list_length': 0}, 'stopped': false}"}},
    // One ply: two evaluations. Two: below each move its position and the end.
    {"{'do': 'values', 'depth': 2, 'player': 'alphabeta', 'events': true}",
     {"{'event': 'depth', 'depth': 1, 'nodes': 2, 'moves': ["
      "{'move': 'a3', 'index': 0, 'value': 0, 'pv': 'a3'}, {'move': 'c3', 'index': 1, 'value': 0, "
      "'pv': 'c3'}]}",
      "{'event': 'depth', 'depth': 2, 'nodes': 6, 'moves': [" A3 ", " C3 "]}",
      "{'ok': true, 'game': 'tictactoe', 'player': 'alphabeta', 'depth': 2, 'nodes': 6, 'stopped': false, "
      "'moves': [" A3 ", " C3 "]}"}},
    {"{'do': 'think', 'depth': 2, 'player': 'alphabeta:order=history-ads', 'trace': 100}",
     {"{'ok': true, 'game': 'tictactoe', 'player': 'alphabeta:order=history-ads', 'move': 'a3', 'index': 0, "
      "'depth': 2, 'value': 0, 'pv': 'a3 c3', 'nodes': 5, 'interior': 3, 'leaves': 2, 'stopped': false}"}},
    {"{'do': 'tree'}",
     {"{'ok': true, 'node': " ROOT ", 'from': 0, 'children': [" NODE_A3 ", " NODE_C3 "], 'total': 2, "
      "'iteration': 2, 'recorded': 5, 'room': 100, 'ply_last': null}"}},
    {"{'do': 'tree', 'from': 1, 'count': 1}",
     {"{'ok': true, 'node': " ROOT ", 'from': 1, 'children': [" NODE_C3 "], 'total': 2, 'iteration': 2, "
      "'recorded': 5, 'room': 100, 'ply_last': null}"}},
    {"{'do': 'tree', 'node': 3}",
     {"{'ok': true, 'node': " NODE_C3 ", 'from': 0, 'children': [" NODE_C3_A3
      "], 'total': 1, 'iteration': 2, "
      "'recorded': 5, 'room': 100, 'ply_last': null}"}},
    // a3, square 6, cut in node 3 when all five had been visited, and is the first on an empty list.
    {"{'do': 'lists'}",
     {"{'ok': true, 'events_total': 1, 'events_kept': 1, 'lists': [{'side': 'min', 'level': null, "
      "'length': 1, 'entries': [{'id': 6, 'move': 'a3', 'hits': 1}]}]}"}},
    {"{'do': 'list-events'}",
     {"{'ok': true, 'events_total': 1, 'events_kept': 1, 'from': 0, 'events': [{'at': 5, 'node': 3, "
      "'depth': 2, 'side': 'min', 'level': null, 'id': 6, 'move': 'a3', 'from': null, 'to': 0}]}"}},
    {"{'do': 'list-events', 'from': 1}",
     {"{'ok': true, 'events_total': 1, 'events_kept': 1, 'from': 1, 'events': []}"}},
    {"{'do': 'move', 'moves': 'c3 a3'}",
     {"{'ok': true, 'played': ['c3', 'a3'], " STATE "'position': 'XOXXOOXXO O', 'plies': 2, 'turn': 1, "
      "'over': true, 'ended': 'rules', 'caption': 'X wins', 'result': 'X wins', 'points': [2, 0], "
      "'payoff': [60, -60]}"}},
    {"{'do': 'state'}",
     {"{'ok': true, " STATE "'position': 'XOXXOOXXO O', 'plies': 2, 'turn': 1, 'over': true, "
      "'ended': 'rules', 'caption': 'X wins', 'result': 'X wins', 'points': [2, 0], 'payoff': [60, -60], "
      "'start': 'XOXXOO-X- O', 'history': ['c3', 'a3']}"}},
    // c3 gave a draw away; a3 wins at once, a ply nearer than it was from c3.
    {"{'do': 'analyse', 'depth': 2, 'player': 'alphabeta', 'events': true, 'mistake': 7}",
     {"{'event': 'move', 'ply': 1, 'mover': 1, 'move': 'c3', 'depth': 2, 'value': 0, 'after': -1199998, "
      "'loss': 1199998, 'best': 'a3', 'pv': 'a3 c3', 'verdict': 'blunder', 'plies': 2}",
      "{'event': 'move', 'ply': 2, 'mover': 0, 'move': 'a3', 'depth': 2, 'value': 1199999, 'after': 1199999, "
      "'loss': 0, 'best': 'a3', 'pv': 'a3', 'verdict': '', 'plies': 2}",
      "{'ok': true, 'game': 'tictactoe', 'player': 'alphabeta', 'plies': 2, 'mistake': 7, 'blunder': 21, "
      "'moves': [{'ply': 1, 'mover': 1, 'move': 'c3', 'depth': 2, 'value': 0, 'after': -1199998, "
      "'loss': 1199998, 'best': 'a3', 'pv': 'a3 c3', 'verdict': 'blunder'}, {'ply': 2, 'mover': 0, "
      "'move': 'a3', 'depth': 2, 'value': 1199999, 'after': 1199999, 'loss': 0, 'best': 'a3', 'pv': 'a3', "
      "'verdict': ''}], 'stopped': false}"}},
    {"{'do': 'undo'}",
     {"{'ok': true, " STATE "'position': 'XOXXOO-XO X', 'plies': 1, 'turn': 0, 'over': false, "
      "'ended': 'not', 'caption': 'X to move'}"}},
    {"{'do': 'reset'}",
     {"{'ok': true, " STATE "'position': 'XOXXOO-X- O', 'plies': 0, 'turn': 1, 'over': false, "
      "'ended': 'not', 'caption': 'O to move'}"}},
    {"{'do': 'import', 'text': 'XX-OO---- X', 'id': 'x'}",
     {"{'id': 'x', 'ok': true, 'format': 'position', 'number': 1, 'games': 1, 'tags': {}, 'comments': [], "
      "'decided': null, " STATE
      "'position': 'XX-OO---- X', 'plies': 0, 'turn': 0, 'over': false, 'ended': 'not', "
      "'caption': 'X to move', 'start': 'XX-OO---- X', 'history': []}"}},
    {"{'do': 'import', 'text': 'a b', 'game': 'connect-four:width=4,height=4'}",
     {"{'ok': true, 'format': 'moves', 'number': 1, 'games': 1, 'tags': {}, 'comments': [], 'decided': null, "
      "'game': 'connect-four:width=4,height=4', 'players': 2, 'position': '----/----/----/XO-- X', "
      "'plies': 2, 'turn': 0, 'over': false, 'ended': 'not', 'caption': 'red to move', "
      "'start': '----/----/----/---- X', 'history': ['a', 'b']}"}},
    {"{'do': 'new', 'game': 'chess'}",
     {"{'ok': true, 'game': 'chess', 'players': 2, "
      "'position': 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'plies': 0, 'turn': 0, "
      "'over': false, 'ended': 'not', 'caption': 'white to move'}"}},
    {"{'do': 'import', 'text': '[White \\\"Ann\\\"]\\n\\n1. f3 e5 {dark} 2. g4 Qh4# 0-1'}",
     {"{'ok': true, 'format': 'pgn', 'number': 1, 'games': 1, 'tags': {'White': 'Ann'}, 'comments': [{'ply': "
      "2, 'text': 'dark'}], "
      "'decided': [0, 2], 'game': 'chess', 'players': 2, "
      "'position': 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3', 'plies': 4, 'turn': 0, "
      "'over': true, 'ended': 'rules', 'caption': 'black wins', 'result': 'black wins', 'points': [0, 2], "
      "'payoff': [-60, 60], 'start': 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', "
      "'history': ['f3', 'e5', 'g4', 'Qh4#']}"}},
};
enum { REQUESTS = sizeof dialogue / sizeof *dialogue };

// With " for '; owned.
static char *quoted(const char *text)
{
    char *const copy = strdup(text);
    for (char *c = copy; *c; c++)
        if (*c == '\'') *c = '"';
    return copy;
}

// One line, but for the time it took, which must be there where a search or a count is said.
static void line_expect(const char *line, size_t length, const char *golden)
{
    char *const         text = quoted(golden);
    json_t *const       said = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL), *want;
    const json_t *const took = json_object_get(said, "seconds");
    json_error_t        why;
    if (took != NULL) ck_assert(json_real_value(took) >= 0 && json_real_value(took) < 60);
    ck_assert_int_eq(took != NULL, json_object_get(said, "nodes") != NULL);
    json_object_del(said, "seconds");
    want = json_loads(text, JSON_REJECT_DUPLICATES, &why);
    ck_assert_msg(want != NULL, "%s: %s", why.text, text);
    ck_assert_msg(json_equal(said, want), "%.*s, expected %s", (int)length, line, text);
    json_decref(said);
    json_decref(want);
    free(text);
}

START_TEST(test_every_field_of_a_dialogue_is_as_worked_out_by_hand)
{
    start(NULL);
    for (int i = 0; i < REQUESTS; i++) {
        char *const request = quoted(dialogue[i].request);
        forget();
        tell(&d, request);
        d.protocol->wait(d.session);
        const char *at = heard();
        for (int k = 0; k < 4 && dialogue[i].said[k] != NULL; k++) {
            const size_t length = strcspn(at, "\n");
            ck_assert_msg(length > 0, "%s: nothing more was said", request);
            line_expect(at, length, dialogue[i].said[k]);
            at += length + 1;
        }
        ck_assert_msg(*at == 0, "%s: %s", request, at);
        free(request);
    }
    dialogue_close(&d);
}
END_TEST

Suite *suite_jsonl_words(void);
Suite *suite_jsonl_words(void)
{
    Suite *suite = suite_create("jsonl_words");
    TCase *tcase = tcase_create("jsonl_words");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_every_field_of_a_dialogue_is_as_worked_out_by_hand);
    suite_add_tcase(suite, tcase);
    return suite;
}
