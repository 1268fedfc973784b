// cmd_show.c - `pollard show`: a position as a board, a picture, or data.
#include "base/file.h"
#include "cli/cli.h"
#include "game/draw.h"
#include "play/show/board_json.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *moves_json(const PositionArgs *at)
{
    Move          moves[GAME_MOVES_MAX];
    json_t *const list = json_array();
    const int     n    = at->v.game->generate(at->v.rules, &at->s, moves);
    for (int i = 0; i < n; i++) {
        char word[TEXT_MAX];
        Text text = text_on(word, sizeof word);
        variant_move_format(&at->v, &at->s, moves[i], &text);
        json_array_append_new(list, json_string(word));
    }
    return list;
}

static json_t *cell_json(const PositionArgs *at, int i)
{
    static const char *const shapes[] = {"square", "hole"};
    const CellPlace          place    = at->v.game->cell_place(at->v.rules, i);
    json_t *const json = json_pack("{s:s, s:i, s:i, s:s, s:i}", "name", place.name, "x", place.x, "y",
                                   place.y, "shape", shapes[place.shape], "tone", place.tone);
    board_cell_add(&at->v, &at->s, i, json);
    return json;
}

static json_t *choices_json(const PositionArgs *at)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = at->v.game->generate(at->v.rules, &at->s, moves);
    return board_moves_json(&at->v, &at->s, moves, n, false);
}

static int show_json(const PositionArgs *at)
{
    const Game *const g = at->v.game;
    char              position[TEXT_MAX], caption[TEXT_MAX];
    Text    text = text_on(position, sizeof position), caption_text = text_on(caption, sizeof caption);
    json_t *cells = json_array(), *evaluation = json_array(), *payoffs = json_array(),
           *moves = moves_json(at);
    Value payoff[PLAYERS_MAX];
    variant_format(&at->v, &at->s, &text);
    draw_caption(&at->v, &at->s, &caption_text);
    g->payoff(at->v.rules, &at->s, payoff);
    for (int p = 0; p < at->v.facts.players; p++) {
        json_array_append_new(evaluation, json_integer(g->evaluate(at->v.rules, &at->s, p)));
        json_array_append_new(payoffs, json_integer(payoff[p]));
    }
    for (int i = 0; i < at->v.facts.cells; i++) json_array_append_new(cells, cell_json(at, i));
    json_t *const json = json_pack("{s:s, s:s, s:i, s:b, s:s, s:o, s:o}", "game", at->name, "position",
                                   position, "turn", g->turn(at->v.rules, &at->s), "over",
                                   json_array_size(moves) == 0, "caption", caption, "evaluation", evaluation,
                                   "cells", cells);
    if (json_array_size(moves) == 0) json_object_set(json, "payoff", payoffs);
    else if (g->drawn(at->v.rules, &at->s)) json_object_set_new(json, "drawn", json_true());
    json_decref(payoffs);
    json_object_set_new(json, "notes", board_notes_json(&at->v, &at->s));
    json_object_set_new(json, "moves", moves);
    json_object_set_new(json, "actions", json_count(at->v.facts.actions));
    json_object_set_new(json, "choices", choices_json(at));
    return json_print(json);
}

static void print_moves(const PositionArgs *at)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = at->v.game->generate(at->v.rules, &at->s, moves);
    if (n == 0) return;
    printf("%d moves:", n);
    for (int i = 0; i < n; i++) {
        char word[TEXT_MAX];
        Text text = text_on(word, sizeof word);
        variant_move_format(&at->v, &at->s, moves[i], &text);
        printf(" %s", word);
    }
    putchar('\n');
}

static int show_text(const PositionArgs *at, unsigned labels)
{
    char position[TEXT_MAX], caption[TEXT_MAX];
    Text text = text_on(position, sizeof position), caption_text = text_on(caption, sizeof caption);
    variant_format(&at->v, &at->s, &text);
    draw_caption(&at->v, &at->s, &caption_text);
    draw_text(stdout, &at->v, &at->s, at->moved ? &at->before : NULL,
              labels | (cli_color() ? DRAW_COLOR : 0));
    printf("\n%s: %s\nposition: %s\nevaluation:", at->name, caption, position);
    for (int p = 0; p < at->v.facts.players; p++) printf(" %d", at->v.game->evaluate(at->v.rules, &at->s, p));
    putchar('\n');
    print_moves(at);
    return EXIT_DONE;
}

static bool show_svg(const PositionArgs *at, const char *path, unsigned labels, Status *status)
{
    assert(path != NULL);
    char       *bytes  = NULL;
    size_t      size   = 0;
    FILE *const memory = open_memstream(&bytes, &size);
    if (memory != NULL) draw_svg(memory, &at->v, &at->s, at->moved ? &at->before : NULL, labels);
    bool good = (memory != NULL && fclose(memory) == 0) ||
                status_fail_system(status, "out of memory for the picture");
    // An error of writing to stdout is noticed where the program ends.
    if (good && strcmp(path, "-") == 0) fwrite(bytes, 1, size, stdout);
    else good = good && file_write(path, bytes, size, status);
    free(bytes);
    return good || status_prefix(status, "--svg");
}

static int run(const Args *args)
{
    Status       status;
    PositionArgs at;
    if (!position_args_open(&at, args, &status)) return cli_fail(&status);
    const char *const svg    = args_value(args, "svg");
    const unsigned    labels = args_value(args, "labels") != NULL ? DRAW_LABELS : 0;
    int               code   = EXIT_DONE;
    if (svg != NULL && !show_svg(&at, svg, labels, &status)) code = cli_fail(&status);
    else if (args->json) code = show_json(&at);
    else if (svg == NULL) code = show_text(&at, labels);
    position_args_close(&at);
    return code;
}

static const Flag flags[] = {
    {"position", "TEXT", "show this position instead of the start"},
    {"pgn", "FILE[:N]", "show the end of game N (default 1) of a PGN file"},
    {"moves", "LIST", "play these moves first; the last one is marked"},
    {"labels", NULL, "write the name of every cell into it"},
    {"svg", "FILE", "write a picture instead; - for stdout"},
    {0},
};

const Command command_show = {
    .name      = "show",
    .words     = "GAME",
    .summary   = "show a position as a board, a picture or data",
    .examples  = "  pollard show othello --moves f5d6c3\n"
                 "  pollard show checkers --labels\n"
                 "  pollard show focus:players=4 --svg focus.svg\n"
                 "  pollard show checkers --position 'W:WK31:B3,7' --json\n",
    .flags     = flags,
    .words_min = 1,
    .words_max = 1,
    .run       = run,
};
