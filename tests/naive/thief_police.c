// thief_police.c - naive Thief and Police (simple and simultaneous), written from docs/GAMES.md.
#include "naive.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POLICE_MAX = 4 };

typedef struct Cell {
    int row, column;
} Cell;

typedef struct State {
    Cell thief;
    Cell police[POLICE_MAX];   // ascending, row by row
    int  police_count;
    bool police_turn;
    Cell choice[POLICE_MAX];   // of the first `choices` policemen, in a simultaneous police turn
    int  choices;
} State;

// Stay, up, left, right, down: the order of generation.
static const Cell step[5] = {{0, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, 0}};

static bool same(Cell a, Cell b) { return a.row == b.row && a.column == b.column; }
static int  distance(Cell a, Cell b) { return abs(a.row - b.row) + abs(a.column - b.column); }
static Cell moved(Cell cell, int d) { return (Cell){cell.row + step[d].row, cell.column + step[d].column}; }

static bool is_among(const Cell *cells, int count, Cell cell)
{
    for (int i = 0; i < count; i++)
        if (same(cells[i], cell)) return true;
    return false;
}

// ------------------------------------------------------------------------------------------------ map

static int map_size(const char *map) { return (int)strcspn(map, "\n"); }

static char map_at(const char *map, Cell cell)
{
    const int size = map_size(map);
    if (cell.row < 0 || cell.row >= size || cell.column < 0 || cell.column >= size) return '#';
    return map[cell.row * (size + 1) + cell.column];
}

static bool is_open(const char *map, Cell cell) { return map_at(map, cell) != '#'; }
static bool is_exit(const char *map, Cell cell) { return map_at(map, cell) == 'E'; }

static int exit_distance(const char *map, Cell cell)
{
    int least = 1000;
    for (int row = 0; row < map_size(map); row++)
        for (int column = 0; column < map_size(map); column++) {
            const Cell exit = {row, column};
            if (is_exit(map, exit) && distance(cell, exit) < least) least = distance(cell, exit);
        }
    return least;
}

// ----------------------------------------------------------------------------------------------- text

static const char *read_cell(const char *text, Cell *cell)
{
    char *end;
    cell->row    = (int)strtol(text, &end, 10);
    cell->column = (int)strtol(end + 1, &end, 10);   // after the '.'
    return end;
}

static const char *read_cells(const char *text, Cell cells[POLICE_MAX], int *count)
{
    *count = 0;
    text   = read_cell(text, &cells[(*count)++]);
    while (*text == ',' && *count < POLICE_MAX) text = read_cell(text + 1, &cells[(*count)++]);
    return text;
}

static State read_state(const char *text)
{
    State state = {.choices = 0};
    text        = read_cell(text, &state.thief);
    text        = read_cells(text + 1, state.police, &state.police_count);
    text++;
    state.police_turn = tolower((unsigned char)*text) == 'p';
    const char *colon = strchr(text, ':');
    if (colon != NULL) read_cells(colon + 1, state.choice, &state.choices);
    return state;
}

static char *write_cells(char *text, const Cell *cells, int count)
{
    for (int i = 0; i < count; i++)
        text += sprintf(text, "%s%d.%d", i > 0 ? "," : "", cells[i].row, cells[i].column);
    return text;
}

static void write_state(const State *state, char *text)
{
    text    = write_cells(text, &state->thief, 1);
    *text++ = ' ';
    text    = write_cells(text, state->police, state->police_count);
    text += sprintf(text, " %s%s", state->police_turn ? "police" : "thief", state->choices > 0 ? ":" : "");
    write_cells(text, state->choice, state->choices);
}

// -------------------------------------------------------------------------------------------- results

static bool thief_has_won(const char *map, const State *state)
{
    return state->police_turn && is_exit(map, state->thief);
}

// Looked at when the police turn has ended, that is when the thief is to move.
static bool police_has_won(const char *map, const State *state)
{
    if (state->police_turn) return false;
    for (int d = 1; d < 5; d++) {
        const Cell cell = moved(state->thief, d);
        if (is_open(map, cell) && !is_among(state->police, state->police_count, cell)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------- moves

typedef struct Output {
    NaiveEmit *emit;
    void      *context;
    bool       thief_stays, police_stay;   // may they?
} Output;

static void emit_state(const State *state, const char *move, Output output)
{
    char text[NAIVE_TEXT_MAX];
    write_state(state, text);
    output.emit(output.context, move, text);
}

static void emit_step(const State *state, Cell from, Cell to, Output output)
{
    char move[64];
    snprintf(move, sizeof move, "%d.%d-%d.%d", from.row, from.column, to.row, to.column);
    emit_state(state, move, output);
}

static bool comes_before(Cell a, Cell b) { return a.row < b.row || (a.row == b.row && a.column < b.column); }

static void sort_police(State *state)
{
    for (int i = 0; i < state->police_count; i++)
        for (int j = i + 1; j < state->police_count; j++)
            if (comes_before(state->police[j], state->police[i])) {
                const Cell swapped = state->police[i];
                state->police[i]   = state->police[j];
                state->police[j]   = swapped;
            }
}

static void thief_moves(const char *map, const State *state, Output output)
{
    State after       = *state;
    after.police_turn = true;
    if (output.thief_stays) emit_state(&after, "stay", output);
    for (int d = 1; d < 5; d++) {
        after.thief = moved(state->thief, d);
        if (is_open(map, after.thief) && !is_among(state->police, state->police_count, after.thief))
            emit_step(&after, state->thief, after.thief, output);
    }
}

// False when there is no such step.
static bool simple_step(const char *map, const State *state, int unit, int d, Output output)
{
    const Cell from = state->police[unit], to = moved(from, d);
    if (!is_open(map, to) || same(to, state->thief)) return false;
    if (is_among(state->police, state->police_count, to)) return false;
    State after        = *state;
    after.police_turn  = false;
    after.police[unit] = to;
    sort_police(&after);
    emit_step(&after, from, to, output);
    return true;
}

static void simple_police_moves(const char *map, const State *state, Output output)
{
    State after       = *state;
    bool  can_step    = false;
    after.police_turn = false;
    for (int unit = 0; unit < state->police_count; unit++)
        for (int d = 1; d < 5; d++) can_step |= simple_step(map, state, unit, d, output);
    if (output.police_stay || !can_step) emit_state(&after, "stay", output);
}

// Lets the next policeman choose the cell in direction d; false when it is a wall, the thief's or taken.
static bool choose(const char *map, State *state, int d)
{
    const Cell to = moved(state->police[state->choices], d);
    if (!is_open(map, to) || same(to, state->thief)) return false;
    if (is_among(state->choice, state->choices, to)) return false;
    state->choice[state->choices++] = to;
    return true;
}

// Can all those still to choose do so, one after the other?
static bool can_be_completed(const char *map, const State *state)
{
    if (state->choices == state->police_count) return true;
    for (int d = 0; d < 5; d++) {
        State after = *state;
        if (choose(map, &after, d) && can_be_completed(map, &after)) return true;
    }
    return false;
}

static void carry_out_choices(State *state)
{
    for (int i = 0; i < state->police_count; i++) state->police[i] = state->choice[i];
    sort_police(state);
    state->choices     = 0;
    state->police_turn = false;
}

static void simultaneous_police_moves(const char *map, const State *state, Output output)
{
    const Cell from     = state->police[state->choices];
    bool       can_step = false;
    for (int d = 4; d >= 0; d--) {
        State after = *state;
        if (!choose(map, &after, d) || !can_be_completed(map, &after)) continue;
        if (d > 0) can_step = true;
        else if (can_step && !output.police_stay) continue;
        if (after.choices == after.police_count) carry_out_choices(&after);
        emit_step(&after, from, moved(from, d), output);
    }
}

static void children(const char *spec, const char *map, const char *position, NaiveEmit *emit, void *context)
{
    char        option[64], stay[64];
    const State state = read_state(position);
    naive_option(spec, "stay", "both", stay);
    const bool   both         = strcmp(stay, "both") == 0;
    const Output output       = {emit, context, both || strcmp(stay, "thief") == 0,
                                 both || strcmp(stay, "police") == 0};
    const bool   simultaneous = strcmp(naive_option(spec, "simultaneous", "no", option), "yes") == 0;
    if (thief_has_won(map, &state) || police_has_won(map, &state)) return;
    if (!state.police_turn) thief_moves(map, &state, output);
    else if (simultaneous) simultaneous_police_moves(map, &state, output);
    else simple_police_moves(map, &state, output);
}

// -------------------------------------------------------------------------------- evaluation, payoffs

static int evaluate(const char *spec, const char *map, const char *position, int p)
{
    (void)spec;
    const State state = read_state(position);
    int         sum   = state.police_count * exit_distance(map, state.thief);
    for (int i = 0; i < state.police_count; i++) {
        const Cell place = i < state.choices ? state.choice[i] : state.police[i];
        sum -= distance(place, state.thief);
    }
    return p == 1 ? sum : -sum;
}

// A draw unless somebody has won (so it is at the ply cap).
static void payoff(const char *spec, const char *map, const char *position, int out[6])
{
    (void)spec;
    const State state = read_state(position);
    out[0] = out[1] = 0;
    if (thief_has_won(map, &state)) out[0] = 60, out[1] = -60;
    else if (police_has_won(map, &state)) out[0] = -60, out[1] = 60;
}

const Naive naive_thief_police = {"thief-police", children, evaluate, payoff};
