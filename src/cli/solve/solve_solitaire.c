// solve_solitaire.c - `pollard solve chinese-checkers:...`: all pieces from home to goal, alone on a rhombus;
// every move is played again by the rules of the game.
#include "cli/solve/solve_puzzles.h"
#include "game/draw.h"
#include "puzzles/solitaire.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH_TEN = 10000, WIDTH_FEWER = 1000000, MOVES_PER_LINE = 9 };

// The board from the text of the start: rows of equal length, and how many pieces player 1 has.
static bool board_read(const Variant *v, const char *spec, SolitaireOptions *o, Status *status)
{
    AnyState start;
    char     text[TEXT_MAX];
    Text     out = text_on(text, sizeof text);
    variant_setup(v, &start);
    variant_format(v, &start, &out);
    const size_t rows = strcspn(text, " "), side = strcspn(text, "/");
    if (side * (side + 1) - 1 != rows)
        return status_fail(status, "'%.60s': expected a rhombus: board=rhombus4 ... board=rhombus9", spec);
    o->side = (int)side;
    for (size_t i = 0; i < rows; i++) o->pieces += text[i] == '1';
    return true;
}

// A line being played: the holes of the one player there is, and the game's own state of them.
typedef struct Walk {
    const Variant *v;
    int            side;
    bool           full[CHECKERS_HOLES_MAX];
    AnyState       state;
} Walk;

static bool walk_state(Walk *w, Status *status)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    for (int hole = 0; hole < w->side * w->side; hole++)
        text_add(&out, "%s%c", hole > 0 && hole % w->side == 0 ? "/" : "", w->full[hole] ? '1' : '-');
    text_add(&out, " 1");
    memset(&w->state, 0, sizeof w->state);
    return w->v->game->position_parse(w->v->rules, &w->state, text, status);
}

static void move_text(const Walk *w, SolitaireMove m, char out[16])
{
    snprintf(out, 16, "%c%d-%c%d", 'a' + m.from / w->side, m.from % w->side + 1, 'a' + m.to / w->side,
             m.to % w->side + 1);
}

// Plays a move if the game has it among its moves.
static bool walk_move(Walk *w, SolitaireMove m, Status *status)
{
    Move moves[GAME_MOVES_MAX];
    char wanted[16];
    move_text(w, m, wanted);
    const int n = w->v->game->generate(w->v->rules, &w->state, moves);
    for (int i = 0; i < n; i++) {
        char name[TEXT_MAX];
        Text text = text_on(name, sizeof name);
        variant_move_format(w->v, &w->state, moves[i], &text);
        if (strcmp(name, wanted) != 0) continue;
        w->full[m.from] = false;
        w->full[m.to]   = true;
        return walk_state(w, status);
    }
    return status_fail_system(status, "%s is not a move of the game", wanted);
}

static bool walk_start(Walk *w, const Variant *v, const SolitaireOptions *o, Status *status)
{
    *w = (Walk){.v = v, .side = o->side};
    for (int hole = 0; hole < o->side * o->side; hole++)
        w->full[hole] = checkers_home_has(CHECKERS_TRIANGLE, o->pieces, hole / o->side, hole % o->side);
    return walk_state(w, status);
}

// Plays the whole line; with `print` shows every board.
static bool line_play(const Variant *v, const SolitaireOptions *o, const SolitaireResult *r, bool print,
                      Status *status)
{
    Walk w, home;
    if (!walk_start(&w, v, o, status)) return false;
    home = w;
    if (print) draw_text(stdout, v, &w.state, NULL, cli_color());
    for (int i = 0; i < r->length; i++) {
        const AnyState before = w.state;
        char           move[16];
        if (!walk_move(&w, r->move[i], status)) return false;
        move_text(&w, r->move[i], move);
        if (print) printf("\n%d. %s\n", i + 1, move), draw_text(stdout, v, &w.state, &before, cli_color());
    }
    const int last = o->side * o->side - 1;
    for (int hole = 0; hole <= last; hole++)
        if (w.full[hole] != home.full[last - hole])
            return status_fail_system(status, "the line does not end in the goal");
    return true;
}

// Output.

static void on_layer(void *context, const SolitaireLayer *layer)
{
    (void)layer;
    progress_show(context, -1);
}

static void proof_print(const SolitaireOptions *o, const SolitaireResult *r)
{
    if (r->proven) {
        puts("proven the fewest: no position up to the middle was left out");
        return;
    }
    printf("not proven the fewest: layers were full and %" PRIu64
           " positions dropped; proven here: at least %d moves\n",
           r->dropped, r->at_least);
    if (o->side == 9 && o->pieces == 10) puts("published: 27 moves are the fewest (Bell 2009)");
}

static int result_print(const Variant *v, const char *name, const SolitaireOptions *o,
                        const SolitaireResult *r, bool boards)
{
    Status     status;
    const Walk w = {.side = o->side};
    printf("%s, %d pieces alone: %d moves, each checked by the rules of the game (width %u, %" PRIu64
           " positions, %.2f s)\n",
           name, o->pieces, r->length, o->width, r->positions, r->seconds);
    proof_print(o, r);
    if (boards) return putchar('\n'), line_play(v, o, r, true, &status) ? EXIT_DONE : cli_fail(&status);
    for (int i = 0; i < r->length; i++) {
        char move[16];
        move_text(&w, r->move[i], move);
        printf("%s%2d. %s", i == 0 ? "" : i % MOVES_PER_LINE == 0 ? "\n" : "  ", i + 1, move);
    }
    putchar('\n');
    return EXIT_DONE;
}

static int result_json(const char *name, const SolitaireOptions *o, const SolitaireResult *r)
{
    const Walk    w     = {.side = o->side};
    json_t *const moves = json_array();
    for (int i = 0; i < r->length; i++) {
        char move[16];
        move_text(&w, r->move[i], move);
        json_array_append_new(moves, json_string(move));
    }
    return json_print(json_pack("{s:s, s:i, s:i, s:b, s:i, s:i, s:o, s:o, s:f, s:o}", "game", name, "pieces",
                                o->pieces, "length", r->length, "proven", r->proven, "at_least", r->at_least,
                                "width", (int)o->width, "positions", json_count(r->positions), "dropped",
                                json_count(r->dropped), "seconds", r->seconds, "moves", moves));
}

static bool flags_read(const Args *args, SolitaireOptions *o, Status *status)
{
    long width;
    if (!args_number(args, "width", 1, SOLITAIRE_WIDTH_MAX, o->pieces == 10 ? WIDTH_TEN : WIDTH_FEWER, &width,
                     status))
        return false;
    o->width = (uint32_t)width;
    return true;
}

static int solitaire_run(const Args *args, const Variant *v, const char *name, SolitaireOptions *o)
{
    Status          status;
    SolitaireResult result;
    Progress        progress = progress_start(name);
    o->stop                  = &cli_interrupted;
    o->report                = on_layer;
    o->context               = &progress;
    cli_catch_interrupt();
    const bool good = solitaire_solve(o, &result, &status);
    progress_end(&progress);
    if (!good) return cli_fail(&status);
    if (result.stopped) return cli_end(EXIT_INTERRUPTED, "stopped");
    if (!result.solved) {
        status_fail_system(
            &status,
            "no way to the goal was found with layers of %u positions; a larger --width may find one",
            o->width);
        return cli_fail(&status);
    }
    if (!line_play(v, o, &result, false, &status)) return cli_fail(&status);
    return args->json ? result_json(name, o, &result)
                      : result_print(v, name, o, &result, args_value(args, "boards") != NULL);
}

int solve_solitaire(const Args *args)
{
    Status           status;
    Variant          v;
    SolitaireOptions o = {0};
    char             name[TEXT_MAX];
    Text             text = text_on(name, sizeof name);
    if (!variant_open(&v, args->words[0], &status)) return cli_fail(&status);
    variant_name(&v, &text);
    const int code = board_read(&v, args->words[0], &o, &status) && flags_read(args, &o, &status)
                       ? solitaire_run(args, &v, name, &o)
                       : cli_fail(&status);
    variant_close(&v);
    return code;
}
