// abalone.c - naive Abalone, written from docs/GAMES.md: a 2-D array by letter and number, and loops.
#include "naive.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Letters A-I are 1-9, numbers are 1-9; everything that is not a cell, with a ring around, is marked OFF.
enum { OFF = '#', EMPTY = '-', MARBLES_LOST = 8 };

typedef struct Cell {
    int letter, number;
} Cell;

typedef struct Board {
    char cell[11][11];
    char side;   // 'b' or 'w'
} Board;

// E W NE SW NW SE: direction d^1 is opposite to d, and d/2 is the axis.
static const Cell direction[6] = {{0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, 0}, {-1, 0}};

typedef enum Kind { NO_MOVE, CAPTURING, ATTACKING, IN_LINE } Kind;

static int first_number(int letter) { return letter <= 5 ? 1 : letter - 4; }
static int last_number(int letter) { return letter <= 5 ? letter + 4 : 9; }

static char at(const Board *board, Cell cell) { return board->cell[cell.letter][cell.number]; }
static void put(Board *board, Cell cell, char what) { board->cell[cell.letter][cell.number] = what; }

static char opponent(char colour) { return colour == 'b' ? 'w' : 'b'; }

static Cell next(Cell cell, int d)
{
    return (Cell){cell.letter + direction[d].letter, cell.number + direction[d].number};
}

static Board read_board(const char *text)
{
    Board board;
    memset(board.cell, OFF, sizeof board.cell);
    for (int letter = 9; letter >= 1; letter--) {
        for (int number = first_number(letter); number <= last_number(letter); number++)
            board.cell[letter][number] = (char)tolower((unsigned char)*text++);
        text++;   // the '/', or the space after the last row
    }
    board.side = (char)tolower((unsigned char)*text);
    return board;
}

static void write_board(const Board *board, char text[NAIVE_TEXT_MAX])
{
    for (int letter = 9; letter >= 1; letter--) {
        for (int number = first_number(letter); number <= last_number(letter); number++)
            *text++ = board->cell[letter][number];
        *text++ = letter > 1 ? '/' : ' ';
    }
    *text++ = board->side;
    *text   = 0;
}

static int count_marbles(const Board *board, char colour)
{
    int count = 0;
    for (int letter = 1; letter <= 9; letter++)
        for (int number = 1; number <= 9; number++) count += board->cell[letter][number] == colour;
    return count;
}

static bool is_over(const Board *board)
{
    return count_marbles(board, 'b') <= MARBLES_LOST || count_marbles(board, 'w') <= MARBLES_LOST;
}

// ---------------------------------------------------------------------------------------------- moves

typedef struct Output {
    NaiveEmit *emit;
    void      *context;
} Output;

static void emit_board(Board board, const char *move, Output output)
{
    char text[NAIVE_TEXT_MAX];
    board.side = opponent(board.side);
    write_board(&board, text);
    output.emit(output.context, move, text);
}

// What kind of move it is to shift the line of exactly `count` own marbles with its rear at `rear`.
static Kind in_line_kind(const Board *board, Cell rear, int d, int count)
{
    int  own = 0, pushed = 0;
    Cell cell = rear;
    for (; at(board, cell) == board->side; cell = next(cell, d)) own++;
    for (; at(board, cell) == opponent(board->side); cell = next(cell, d)) pushed++;
    const char behind = at(board, cell);

    if (own != count || pushed >= own) return NO_MOVE;
    if (pushed == 0) return behind == EMPTY ? IN_LINE : NO_MOVE;
    if (behind == EMPTY) return ATTACKING;
    return behind == OFF ? CAPTURING : NO_MOVE;
}

// Moves everything from `rear` on by one cell, up to the first empty cell or over the edge.
static void shift(Board *board, Cell rear, int d)
{
    char carried = EMPTY;
    for (Cell cell = rear; at(board, cell) != OFF; cell = next(cell, d)) {
        const char found = at(board, cell);
        put(board, cell, carried);
        carried = found;
        if (found == EMPTY) return;
    }
}

static void emit_in_line(const Board *board, Cell rear, int d, Output output)
{
    char       move[64];
    const Cell to    = next(rear, d);
    Board      after = *board;
    shift(&after, rear, d);
    snprintf(move, sizeof move, "%c%d%c%d", 'A' + rear.letter - 1, rear.number, 'A' + to.letter - 1,
             to.number);
    emit_board(after, move, output);
}

static void in_line_moves(const Board *board, int count, Kind kind, Output output)
{
    for (int d = 0; d < 6; d++)
        for (int letter = 1; letter <= 9; letter++)
            for (int number = first_number(letter); number <= last_number(letter); number++) {
                const Cell rear = {letter, number};
                if (in_line_kind(board, rear, d, count) == kind) emit_in_line(board, rear, d, output);
            }
}

// May the `count` cells from `first` along `axis`, all own marbles, go sideways to empty cells?
static bool can_go_broadside(const Board *board, Cell first, int axis, int count, int d)
{
    Cell cell = first;
    for (int i = 0; i < count; i++, cell = next(cell, axis))
        if (at(board, cell) != board->side || at(board, next(cell, d)) != EMPTY) return false;
    return true;
}

static void emit_broadside(const Board *board, Cell first, int axis, int count, int d, Output output)
{
    char  move[64];
    Cell  last = first, cell = first;
    Board after = *board;
    for (int i = 0; i < count; i++) {
        put(&after, cell, EMPTY);
        put(&after, next(cell, d), board->side);
        last = cell;
        cell = next(cell, axis);
    }
    const Cell to = next(first, d);
    snprintf(move, sizeof move, "%c%d%c%d%c%d", 'A' + first.letter - 1, first.number, 'A' + last.letter - 1,
             last.number, 'A' + to.letter - 1, to.number);
    emit_board(after, move, output);
}

// The axes E, NE and NW lead from a line's first end (in the order A1 ... I9) to its other end.
static void broadside_moves(const Board *board, int count, Output output)
{
    for (int d = 0; d < 6; d++)
        for (int letter = 1; letter <= 9; letter++)
            for (int number = first_number(letter); number <= last_number(letter); number++)
                for (int axis = 0; axis < 6; axis += 2) {
                    const Cell first = {letter, number};
                    if (axis / 2 != d / 2 && can_go_broadside(board, first, axis, count, d))
                        emit_broadside(board, first, axis, count, d, output);
                }
}

static void children(const char *spec, const char *map, const char *position, NaiveEmit *emit, void *context)
{
    (void)spec, (void)map;
    const Board  board  = read_board(position);
    const Output output = {emit, context};
    if (is_over(&board)) return;
    for (int count = 3; count >= 2; count--) {
        in_line_moves(&board, count, CAPTURING, output);
        in_line_moves(&board, count, ATTACKING, output);
        in_line_moves(&board, count, IN_LINE, output);
        broadside_moves(&board, count, output);
    }
    in_line_moves(&board, 1, IN_LINE, output);
}

// ----------------------------------------------------------------------------------------- evaluation

// A term of the evaluation: what one cell, which holds a marble of `colour`, adds to it.
typedef int Term(const Board *board, Cell cell, char colour);

static int count_neighbours(const Board *board, Cell cell, char what)
{
    int count = 0;
    for (int d = 0; d < 6; d++) count += at(board, next(cell, d)) == what;
    return count;
}

static int distance_term(const Board *board, Cell cell, char colour)
{
    (void)board, (void)colour;
    const int letters = cell.letter - 5, numbers = cell.number - 5;
    if (letters > 0 && numbers > 0) return letters > numbers ? letters : numbers;
    if (letters < 0 && numbers < 0) return letters < numbers ? -letters : -numbers;
    return abs(letters) + abs(numbers);
}

// Own neighbours, and lines of three that begin here.
static int coherence_term(const Board *board, Cell cell, char colour)
{
    int sum = count_neighbours(board, cell, colour);
    for (int axis = 0; axis < 6; axis += 2) {
        const Cell second = next(cell, axis);
        if (at(board, second) == colour && at(board, next(second, axis)) == colour) sum++;
    }
    return sum;
}

static int break_term(const Board *board, Cell cell, char colour)
{
    const char other = opponent(colour);
    for (int d = 0; d < 6; d += 2)
        if (at(board, next(cell, d)) == other && at(board, next(cell, d ^ 1)) == other) return 1;
    return 0;
}

// The u of the specification.
static int danger_term(const Board *board, Cell cell, char colour)
{
    const bool on_rim    = count_neighbours(board, cell, OFF) > 0;
    const int  opponents = count_neighbours(board, cell, opponent(colour));
    if (!on_rim || opponents == 0) return 0;
    return opponents == 1 ? 1 : 3;
}

static int double_term(const Board *board, Cell cell, char colour)
{
    int sum = 0;
    for (int d = 0; d < 6; d++) {
        if (at(board, next(cell, d)) != OFF) continue;
        const Cell second = next(cell, d ^ 1), third = next(second, d ^ 1), fourth = next(third, d ^ 1);
        if (at(board, second) == colour && at(board, third) == opponent(colour) &&
            at(board, fourth) == opponent(colour))
            sum++;
    }
    return sum;
}

static int total(const Board *board, char colour, Term *term)
{
    int sum = 0;
    for (int letter = 1; letter <= 9; letter++)
        for (int number = first_number(letter); number <= last_number(letter); number++) {
            const Cell cell = {letter, number};
            if (at(board, cell) == colour) sum += term(board, cell, colour);
        }
    return sum;
}

static int difference(const Board *board, char colour, Term *term)
{
    return total(board, colour, term) - total(board, opponent(colour), term);
}

static int evaluate(const char *spec, const char *map, const char *position, int p)
{
    (void)map;
    const Board board = read_board(position);
    const char  own   = p == 0 ? 'b' : 'w';
    int         w[6];
    naive_weights(spec, (int[]){691, 54, 10, 4, 152, 104}, 6, w);
    const int marbles = count_marbles(&board, own) - count_marbles(&board, opponent(own));
    int       sum     = 0;
    sum += w[0] * marbles;
    sum -= w[1] * difference(&board, own, distance_term);
    sum += w[2] * difference(&board, own, coherence_term);
    sum += w[3] * difference(&board, own, break_term);
    sum -= w[4] * difference(&board, own, danger_term) / 3;
    sum -= w[5] * difference(&board, own, double_term);
    return sum;
}

// Whoever is down to eight marbles has lost; anything else is a draw (at the ply cap).
static void payoff(const char *spec, const char *map, const char *position, int out[6])
{
    (void)spec, (void)map;
    const Board board = read_board(position);
    out[0] = out[1] = 0;
    if (count_marbles(&board, 'b') <= MARBLES_LOST) out[0] = -60, out[1] = 60;
    else if (count_marbles(&board, 'w') <= MARBLES_LOST) out[0] = 60, out[1] = -60;
}

const Naive naive_abalone = {"abalone", children, evaluate, payoff};
