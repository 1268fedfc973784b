// How plays and games are shown: JSON that says what the other functions say, pictures and boards as the
// renderer draws them, numbers of cells.
#include "api/api_cases.h"
#include "base/build_info.h"
#include "game/draw.h"
#include "game/levels.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

// The text of a function that writes one, whole, as JSON.
static json_t *json_of(const char *text)
{
    json_error_t  error;
    json_t *const json = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    ck_assert_msg(json != NULL, "%s: %s", error.text, text);
    ck_assert_ptr_null(strchr(text, '\n'));
    return json;
}

// Is it what is written here, with ' for "? Field by field, in any order.
static void json_expect(const json_t *json, const char *golden)
{
    char *const text = strdup(golden);
    for (char *c = text; *c; c++)
        if (*c == '\'') *c = '"';
    json_t *const want = json_of(text);
    char *const   is   = json_dumps(json, JSON_ENCODE_ANY);
    ck_assert_msg(json_equal(json, want), "%s, expected %s", is, text);
    json_decref(want);
    free(text);
    free(is);
}

static json_int_t number_of(const json_t *json, const char *key)
{
    ck_assert_msg(json_is_integer(json_object_get(json, key)), "%s", key);
    return json_integer_value(json_object_get(json, key));
}

static const char *text_of(const json_t *json, const char *key)
{
    ck_assert_msg(json_is_string(json_object_get(json, key)), "%s", key);
    return json_string_value(json_object_get(json, key));
}

static char *play_json(const PollardPlay *play)
{
    const int   n    = pollard_play_json(play, NULL, 0);
    char *const text = malloc((size_t)n + 1);
    ck_assert_int_gt(n, 0);
    ck_assert_int_eq(pollard_play_json(play, text, (size_t)n + 1), n);
    ck_assert_uint_eq(strlen(text), (size_t)n);
    return text;
}

static void compare_moves(const PollardPlay *play, const json_t *moves)
{
    uint32_t  legal[POLLARD_MOVES_MAX], actions[POLLARD_MOVES_MAX];
    const int n = pollard_play_legal(play, legal, actions, POLLARD_MOVES_MAX);
    ck_assert_int_eq((int)json_array_size(moves), n);
    for (int i = 0; i < n; i++) {
        const json_t *const one = json_array_get(moves, (size_t)i), *const touched = json_object_get(one,
                                                                                                     "cells");
        char word[TEXT_MAX];
        int  cells[16];
        ck_assert_uint_eq((uint32_t)number_of(one, "move"), legal[i]);
        ck_assert_uint_eq((uint32_t)number_of(one, "action"), actions[i]);
        pollard_play_move_format(play, legal[i], word, sizeof word);
        ck_assert_str_eq(text_of(one, "text"), word);
        const int count = pollard_play_move_cells(play, legal[i], cells, 16);
        ck_assert_int_eq((int)json_array_size(touched), count);
        for (int k = 0; k < count; k++)
            ck_assert_int_eq((int)json_integer_value(json_array_get(touched, (size_t)k)), cells[k]);
        ck_assert(count > 0 || text_of(one, "button")[0] != 0);   // something to touch
    }
}

// Every cell says the same as JSON and as numbers, and as the game's table says.
static void compare_cells(const PollardPlay *play, const Variant *v, const AnyState *s, const json_t *cells)
{
    static int8_t numbers[GAME_CELLS_MAX * POLLARD_CELL_NUMBERS];
    const int     n = pollard_play_cells(play, numbers, (int)sizeof numbers);
    ck_assert_int_eq(n, v->facts.cells * POLLARD_CELL_NUMBERS);
    ck_assert_int_eq((int)json_array_size(cells), v->facts.cells);
    for (int i = 0; i < v->facts.cells; i++) {
        const int8_t *const at   = numbers + (size_t)i * POLLARD_CELL_NUMBERS;
        const CellView      view = v->game->cell_view(v->rules, s, i);
        const json_t *const cell = json_array_get(cells, (size_t)i), *const stack = json_object_get(cell,
                                                                                                    "stack");
        ck_assert(at[0] == view.owner && at[1] == view.kind && at[2] == view.height &&
                  at[3] == (int)view.mark);
        ck_assert_int_eq((int)number_of(cell, "owner"), view.owner);
        ck_assert_int_eq(stack != NULL ? (int)json_array_size(stack) : 0, view.height > 1 ? view.height : 0);
        for (int k = 0; k < view.height && view.height > 1; k++) {
            ck_assert_int_eq(at[4 + k], view.stack[k]);
            ck_assert_int_eq((int)json_integer_value(json_array_get(stack, (size_t)k)), view.stack[k]);
        }
        ck_assert_int_eq(at[POLLARD_CELL_NUMBERS - 1], -1);
    }
}

START_TEST(test_the_board_as_json_says_what_the_play_says)
{
    Rng                rng  = rng_seed(9);
    Variant            v    = test_open(test_specs[_i]);
    PollardGame *const game = api_game(test_specs[_i]);
    PollardPlay *const play = api_play(game, NULL);
    uint32_t           legal[POLLARD_MOVES_MAX];
    AnyState           s, before;
    int                n;
    variant_setup(&v, &s);
    for (int ply = 0; ply < test_amount(12, 100); ply++) {
        char *const         text    = play_json(play);
        json_t *const       json    = json_of(text);
        const json_t *const changed = json_object_get(json, "changed");
        size_t              differ  = 0;
        for (int i = 0; ply > 0 && i < v.facts.cells; i++) differ += draw_changed(&v, &s, &before, i);
        ck_assert_str_eq(text_of(json, "position"), api_words(play, POLLARD_TEXT_POSITION));
        ck_assert_str_eq(text_of(json, "caption"), api_words(play, POLLARD_TEXT_CAPTION));
        ck_assert_int_eq((int)number_of(json, "turn"), pollard_play_turn(play));
        ck_assert_int_eq((int)number_of(json, "plies"), ply);
        ck_assert_uint_eq(json_array_size(changed), differ);
        compare_cells(play, &v, &s, json_object_get(json, "cells"));
        compare_moves(play, json_object_get(json, "moves"));
        json_decref(json);
        free(text);
        if ((n = pollard_play_legal(play, legal, NULL, POLLARD_MOVES_MAX)) == 0) break;
        const uint32_t m = legal[rng_below(&rng, (uint32_t)n)];
        pollard_play_move(play, m);
        before = s;
        v.game->play(v.rules, &s, &before, m);
    }
    pollard_play_close(play);
    pollard_game_close(game);
    variant_close(&v);
}
END_TEST

START_TEST(test_the_end_as_json_says_why_and_who_gets_what)
{
    PollardGame *const game = api_game("virus:size=5,players=3");
    PollardPlay *const play = api_play(game, NULL);
    pollard_play_cap(play, 0);
    char *const   text = play_json(play);
    json_t *const json = json_of(text);
    ck_assert(json_is_true(json_object_get(json, "over")));
    ck_assert_str_eq(text_of(json, "why"), "plies-max");
    ck_assert_uint_eq(json_array_size(json_object_get(json, "points")), 3);
    ck_assert_uint_eq(json_array_size(json_object_get(json, "moves")), 0);
    json_decref(json);
    free(text);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// As the program draws it.
START_TEST(test_pictures_and_boards_are_those_of_the_renderer)
{
    static char        svg[1 << 20];
    char              *want = NULL;
    size_t             size = 0;
    Variant            v    = test_open("abalone");
    PollardGame *const game = api_game("abalone");
    PollardPlay *const play = api_play(game, NULL);
    AnyState           s, before;
    uint32_t           legal[POLLARD_MOVES_MAX];
    variant_setup(&v, &before);
    pollard_play_legal(play, legal, NULL, POLLARD_MOVES_MAX);
    pollard_play_move(play, legal[0]);
    v.game->play(v.rules, &s, &before, legal[0]);
    for (int labels = 0; labels < 2; labels++) {
        FILE *const out = open_memstream(&want, &size);
        draw_svg(out, &v, &s, &before, labels ? DRAW_LABELS : 0);
        fclose(out);
        ck_assert_int_eq(pollard_play_svg(play, labels, svg, sizeof svg), (int)size);
        ck_assert_str_eq(svg, want);
        free(want);
    }
    FILE *const out = open_memstream(&want, &size);
    draw_text(out, &v, &s, &before, 0);
    fclose(out);
    ck_assert_str_eq(api_words(play, POLLARD_TEXT_BOARD), want);
    free(want);
    pollard_play_close(play);
    pollard_game_close(game);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_game_as_json_says_what_it_is)
{
    static char        text[1 << 18];
    char               name[80];
    Variant            v    = test_open(test_specs[_i]);
    PollardGame *const game = api_game(test_specs[_i]);
    ck_assert_int_gt(pollard_game_json(game, text, sizeof text), 0);
    json_t *const       json  = json_of(text);
    const json_t *const seats = json_object_get(json, "seats"), *const cells = json_object_get(json, "cells");
    pollard_game_name(game, name, sizeof name);
    ck_assert_str_eq(text_of(json, "name"), name);
    ck_assert_str_eq(text_of(json, "game"), v.game->name);
    ck_assert_int_eq(pollard_game_seats(game), v.facts.players);
    ck_assert_uint_eq(json_array_size(seats), (size_t)v.facts.players);
    for (int p = 0; p < v.facts.players; p++) {
        const json_t *const seat = json_array_get(seats, (size_t)p);
        pollard_game_seat_name(game, p, name, sizeof name);
        ck_assert_str_eq(text_of(seat, "name"), name);
        ck_assert_str_ne(text_of(seat, "color"), "");
    }
    ck_assert_int_eq(number_of(json, "actions"), v.facts.actions);
    ck_assert_int_eq(number_of(json, "plies_max"), v.facts.plies_max);
    ck_assert_uint_eq(json_array_size(cells), (size_t)v.facts.cells);
    json_decref(json);
    pollard_game_close(game);
    variant_close(&v);
}
END_TEST

// One small game whole, by hand.
START_TEST(test_every_field_of_tictactoe_is_as_its_rules_say)
{
    static char        text[1 << 14];
    PollardGame *const game = api_game("tictactoe");
    ck_assert_int_gt(pollard_game_json(game, text, sizeof text), 0);
    json_t *const json = json_of(text);
    json_expect(
        json,
        "{'name': 'tictactoe', 'game': 'tictactoe', 'title': 'Tic-tac-toe', 'options': {}, 'traits': [],"
        "'seats': [{'name': 'X', 'symbol': 'X', 'color': 'red'},"
        "          {'name': 'O', 'symbol': 'O', 'color': 'blue'}],"
        "'plies_max': 9, 'repetitions': 0, 'moves_max': 9, 'actions': 9,"
        "'move_help': 'the square to mark, by its letter and number',"
        "'cells': [{'name': 'a1', 'x': 0, 'y': 0, 'shape': 'square', 'tone': 0},"
        "          {'name': 'b1', 'x': 2, 'y': 0, 'shape': 'square', 'tone': 0},"
        "          {'name': 'c1', 'x': 4, 'y': 0, 'shape': 'square', 'tone': 0},"
        "          {'name': 'a2', 'x': 0, 'y': 1, 'shape': 'square', 'tone': 0},"
        "          {'name': 'b2', 'x': 2, 'y': 1, 'shape': 'square', 'tone': 0},"
        "          {'name': 'c2', 'x': 4, 'y': 1, 'shape': 'square', 'tone': 0},"
        "          {'name': 'a3', 'x': 0, 'y': 2, 'shape': 'square', 'tone': 0},"
        "          {'name': 'b3', 'x': 2, 'y': 2, 'shape': 'square', 'tone': 0},"
        "          {'name': 'c3', 'x': 4, 'y': 2, 'shape': 'square', 'tone': 0}]}");
    json_decref(json);
    pollard_game_close(game);
}
END_TEST

// Options by number and by word, traits, colours: of every kind one.
START_TEST(test_games_say_their_options_traits_and_colors)
{
    static const struct {
        const char *spec, *key, *golden;
    } cases[] = {
        {"virus:size=5,players=3", "options", "{'size': 5, 'players': 3}"},
        {"virus:size=5,players=3", "traits", "['repeats', 'elimination']"},
        {"virus:size=5,players=3", "plies_max", "300"},
        {"virus:size=5,players=3", "name", "'virus:size=5,players=3'"},
        {"virus:size=5,players=3", "game", "'virus'"},
        {"checkers:relaxed=yes", "options", "{'relaxed': 'yes'}"},
        {"checkers", "options", "{'relaxed': 'no'}"},
        {"checkers", "repetitions", "3"},
        {"checkers:repetitions=5", "repetitions", "5"},
        {"checkers", "seats",
         "[{'name': 'black', 'symbol': 'b', 'color': 'black'},"
         " {'name': 'white', 'symbol': 'w', 'color': 'white'}]"},
        {"othello", "traits", "['pass']"},
        {"chess", "traits", "['repeats', 'stalemate']"},
        {"thief-police:simultaneous=yes", "traits", "['repeats', 'same-side', 'simultaneous']"},
    };
    static char text[1 << 18];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        PollardGame *const game = api_game(cases[i].spec);
        ck_assert_int_gt(pollard_game_json(game, text, sizeof text), 0);
        json_t *const json = json_of(text);
        json_expect(json_object_get(json, cases[i].key), cases[i].golden);
        json_decref(json);
        pollard_game_close(game);
    }
}
END_TEST

// The star has all six colours of seats, cells that are holes, half a cell apart from row to row.
START_TEST(test_six_seats_have_six_colors_and_holes_their_places)
{
    static const char *const colors[] = {"red", "blue", "green", "yellow", "violet", "orange"};
    static char              text[1 << 18];
    PollardGame *const star = api_game("chinese-checkers:players=6"), *const hive = api_game("abalone");
    ck_assert_int_gt(pollard_game_json(star, text, sizeof text), 0);
    json_t *json = json_of(text);
    for (size_t p = 0; p < 6; p++)
        ck_assert_str_eq(text_of(json_array_get(json_object_get(json, "seats"), p), "color"), colors[p]);
    json_decref(json);
    ck_assert_int_gt(pollard_game_json(hive, text, sizeof text), 0);
    json                      = json_of(text);
    const json_t *const cells = json_object_get(json, "cells");
    json_expect(json_array_get(cells, 0), "{'name': 'A1', 'x': 4, 'y': 8, 'shape': 'hole', 'tone': 0}");
    json_expect(json_array_get(cells, 5), "{'name': 'B1', 'x': 3, 'y': 7, 'shape': 'hole', 'tone': 0}");
    json_expect(json_array_get(cells, 60), "{'name': 'I9', 'x': 12, 'y': 0, 'shape': 'hole', 'tone': 0}");
    json_decref(json);
    pollard_game_close(star);
    pollard_game_close(hive);
}
END_TEST

// X at a1 and b1, O at a2 and b2; X takes c2 and O may win or hold.
START_TEST(test_every_field_of_a_play_is_there_before_and_at_the_end)
{
    char               error[POLLARD_ERROR_MAX] = "";
    PollardGame *const game                     = api_game("tictactoe");
    PollardPlay *const play                     = api_play(game, "XX-OO---- X");
    ck_assert_int_eq(pollard_play_move_text(play, "c2", error, sizeof error), 1);
    char   *text = play_json(play);
    json_t *json = json_of(text);
    json_expect(json, "{'game': 'tictactoe', 'position': 'XX-OOX--- O', 'turn': 1, 'plies': 1, 'over': false,"
                      "'why': 'not', 'result': 'unfinished', 'caption': 'O to move', 'notes': [],"
                      "'cells': [{'owner': 0}, {'owner': 0}, {'owner': -1}, {'owner': 1}, {'owner': 1},"
                      "          {'owner': 0}, {'owner': -1}, {'owner': -1}, {'owner': -1}], 'changed': [5],"
                      "'moves': [{'text': 'c1', 'cells': [2], 'button': '', 'action': 2, 'move': 2},"
                      "          {'text': 'a3', 'cells': [6], 'button': '', 'action': 6, 'move': 6},"
                      "          {'text': 'b3', 'cells': [7], 'button': '', 'action': 7, 'move': 7},"
                      "          {'text': 'c3', 'cells': [8], 'button': '', 'action': 8, 'move': 8}]}");
    json_decref(json);
    free(text);
    ck_assert_int_eq(pollard_play_move_text(play, "a3 c1", error, sizeof error), 2);
    text = play_json(play);
    json = json_of(text);
    json_expect(
        json,
        "{'game': 'tictactoe', 'position': 'XXXOOXO-- O', 'turn': 1, 'plies': 3, 'over': true,"
        "'why': 'rules', 'result': 'X wins', 'caption': 'game over: X wins', 'notes': [], 'points': [2, 0],"
        "'cells': [{'owner': 0}, {'owner': 0}, {'owner': 0}, {'owner': 1}, {'owner': 1},"
        "          {'owner': 0}, {'owner': 1}, {'owner': -1}, {'owner': -1}], 'changed': [2],"
        "'moves': []}");
    json_decref(json);
    free(text);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_the_library_lists_its_games_and_players)
{
    static char text[1 << 17];
    int         games = 0;
    ck_assert_int_gt(pollard_info_json(text, sizeof text), 0);
    json_t *const       json = json_of(text);
    const json_t *const list = json_object_get(json, "games");
    ck_assert_str_eq(text_of(json, "version"), pollard_version());
    for (const char *name; (name = pollard_game_at(games)) != NULL; games++) {
        ck_assert_str_eq(text_of(json_array_get(list, (size_t)games), "name"), name);
        pollard_game_close(api_game(name));
    }
    ck_assert_int_ge(games, 10);
    ck_assert_uint_eq(json_array_size(list), (size_t)games);
    ck_assert_ptr_null(pollard_game_at(-1));
    ck_assert_uint_ge(json_array_size(json_object_get(json, "players")), 5);
    ck_assert_str_eq(text_of(json, "commit"), build_commit);
    ck_assert_str_eq(text_of(json, "level"), level_name());
    int           random = 0, programs = 0;
    size_t        i;
    const json_t *player;
    json_array_foreach(json_object_get(json, "players"), i, player)
    {
        const json_t *const names   = json_object_get(player, "names");
        const char *const   first   = json_string_value(json_array_get(names, 0));
        const bool          foreign = strcmp(first, "uci") == 0 || strcmp(first, "xboard") == 0;
        ck_assert_str_ne(text_of(player, "help"), "");
        if (strcmp(first, "random") == 0) random++, json_expect(names, "['random']");
        if (foreign) programs++;
        if (foreign || strcmp(first, "random") == 0)
            ck_assert_int_eq(json_is_true(json_object_get(player, "starts_programs")), foreign);
    }
    ck_assert(random == 1 && programs == 2);
    json_decref(json);
}
END_TEST

Suite *suite_api_show(void);
Suite *suite_api_show(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *s = suite_create("api_show");
    TCase *t = tcase_create("api_show");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, test_the_board_as_json_says_what_the_play_says, 0, specs);
    tcase_add_loop_test(t, test_a_game_as_json_says_what_it_is, 0, specs);
    tcase_add_test(t, test_the_end_as_json_says_why_and_who_gets_what);
    tcase_add_test(t, test_pictures_and_boards_are_those_of_the_renderer);
    tcase_add_test(t, test_every_field_of_tictactoe_is_as_its_rules_say);
    tcase_add_test(t, test_games_say_their_options_traits_and_colors);
    tcase_add_test(t, test_six_seats_have_six_colors_and_holes_their_places);
    tcase_add_test(t, test_every_field_of_a_play_is_there_before_and_at_the_end);
    tcase_add_test(t, test_the_library_lists_its_games_and_players);
    suite_add_tcase(s, t);
    return s;
}
