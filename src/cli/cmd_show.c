// cmd_show.c - `pollard show`: a position as a board, a picture, or data.
#include "base/file.h"
#include "cli/cli.h"
#include "game/draw.h"
#include "play/match_game.h"
#include "play/show/board_json.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Why the game is over in its last position. A position alone does not know of repetition; a limit of plies
// is for those who play.
static Ended ended_of(const Record *game) { return record_ended(game, INT_MAX); }

// Where the referee ends a game, whoever plays on.
typedef struct EarlyEnd {
    Ended ended;   // ENDED_NOT: not before the last position
    int   plies;
    char  result[TEXT_MAX];
} EarlyEnd;

static EarlyEnd early_end(const Record *game)
{
    EarlyEnd end = {.ended = ENDED_NOT};
    Record   replay;
    Status   ignored;
    if (!record_open(&replay, game->v, &game->start, &ignored)) return end;
    for (; end.plies < game->count; end.plies++) {
        Text out  = text_on(end.result, sizeof end.result);
        end.ended = ended_of(&replay);
        if (end.ended != ENDED_NOT) record_result(&replay, end.ended, &out);
        if (end.ended != ENDED_NOT || !record_play(&replay, game->moves[end.plies], &ignored)) break;
    }
    record_close(&replay);
    return end;
}

// As draw_caption, and what the referee says.
static void caption_write(const PositionArgs *at, Ended ended, Text *out)
{
    Notes notes;
    if (ended == ENDED_NOT) return draw_caption(&at->v, &at->s, out);
    text_add(out, "game over: ");
    record_result(&at->game, ended, out);
    variant_notes(&at->v, &at->s, &notes);
    if (notes.count > 0) text_add(out, "; ");
    draw_notes(&at->v, &notes, out);
}

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

static void end_add(const PositionArgs *at, Ended ended, json_t *json)
{
    const EarlyEnd early = early_end(&at->game);
    if (ended != ENDED_NOT) board_result_add(&at->game, ended, json);
    if (ended == ENDED_BY_DRAW_RULE) json_object_set_new(json, "drawn", json_true());
    if (early.ended != ENDED_NOT)
        json_object_set_new(json, "ended_before",
                            json_pack("{s:i, s:s, s:s}", "plies", early.plies, "ended",
                                      ended_names[early.ended], "result", early.result));
}

static int show_json(const PositionArgs *at)
{
    const Game *const g     = at->v.game;
    const Ended       ended = ended_of(&at->game);
    char              position[TEXT_MAX], caption[2 * TEXT_MAX];
    Text          text = text_on(position, sizeof position), caption_text = text_on(caption, sizeof caption);
    json_t *const cells = json_array(), *const evaluation = json_array();
    variant_format(&at->v, &at->s, &text);
    caption_write(at, ended, &caption_text);
    for (int p = 0; p < at->v.facts.players; p++)
        json_array_append_new(evaluation, json_integer(g->evaluate(at->v.rules, &at->s, p)));
    for (int i = 0; i < at->v.facts.cells; i++) json_array_append_new(cells, cell_json(at, i));
    json_t *const json = json_pack(
        "{s:s, s:s, s:i, s:i, s:b, s:s, s:s, s:o, s:o}", "game", at->name, "position", position, "plies",
        at->game.count, "turn", g->turn(at->v.rules, &at->s), "over", ended != ENDED_NOT, "ended",
        ended_names[ended], "caption", caption, "evaluation", evaluation, "cells", cells);
    end_add(at, ended, json);
    json_object_set_new(json, "notes", board_notes_json(&at->v, &at->s));
    json_object_set_new(json, "moves", moves_json(at));
    json_object_set_new(json, "actions", json_count(at->v.facts.actions));
    json_object_set_new(json, "choices", choices_json(at));
    return json_print(json);
}

// After a draw of the referee's there are still moves: those of the position.
static void print_moves(const PositionArgs *at, Ended ended)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = at->v.game->generate(at->v.rules, &at->s, moves);
    if (n == 0) return;
    printf("%d moves%s:", n, ended != ENDED_NOT ? ", if the game went on" : "");
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
    const Ended    ended = ended_of(&at->game);
    const EarlyEnd early = early_end(&at->game);
    char           position[TEXT_MAX], caption[2 * TEXT_MAX];
    Text           text = text_on(position, sizeof position), caption_text = text_on(caption, sizeof caption);
    variant_format(&at->v, &at->s, &text);
    caption_write(at, ended, &caption_text);
    draw_text(stdout, &at->v, &at->s, at->moved ? &at->before : NULL,
              labels | (cli_color() ? DRAW_COLOR : 0));
    printf("\n%s: %s\nposition: %s\nevaluation:", at->name, caption, position);
    for (int p = 0; p < at->v.facts.players; p++) printf(" %d", at->v.game->evaluate(at->v.rules, &at->s, p));
    putchar('\n');
    print_moves(at, ended);
    if (early.ended != ENDED_NOT)
        printf("the game was over after %d of %d plies: %s\n", early.plies, at->game.count, early.result);
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
    {"from", "FILE[:N]", "show the end of game N (default 1) of a file in any notation of `pollard convert`"},
    {"pgn", "FILE[:N]", "the same of a PGN file"},
    {"moves", "TEXT", "play these moves first, in any notation; the last one is marked"},
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
