// chinese_checkers.c - naive Chinese Checkers on every board, written from docs/GAMES.md alone (see naive.h).
//
// The holes lie on a 2-D grid. On a star two neighbours in a row are two columns apart, and a hole touches
// those one row and one column away; on a rhombus grid and hole coordinates are the same. Players are the
// digits of the text: 1 ... players.
#include "naive.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 17, COLUMNS = 25, HOLES_MAX = 121, PLAYERS_MAX = 6, LOSER_PAYS = 60 };
enum { ABSENT = -1, EMPTY = 0 };   // what a place of the grid holds, if not a player's piece

typedef struct Spot {
    int row, column;
} Spot;

typedef struct Position {
    int  grid[ROWS][COLUMNS];
    Spot direction[6];   // from a hole to its neighbours
    int  players;
    int  home_rows;                   // L, the rows of a home
    Spot goal_tip[PLAYERS_MAX + 1];   // by player, from 1
    Spot home_tip[PLAYERS_MAX + 1];
    bool star;
    int  turn;
} Position;

// ---- Boards -----------------------------------------------------------------------------------------------

static void make_star_holes(Position *position, int arm)
{
    static const int star[17]   = {1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1};
    static const int star73[13] = {1, 2, 3, 10, 9, 8, 7, 8, 9, 10, 3, 2, 1};
    const int       *holes      = arm == 4 ? star : star73;
    const int        widest     = 3 * arm + 1;
    for (int row = 0; row < 4 * arm + 1; row++)
        for (int i = 0; i < holes[row]; i++) position->grid[row][widest - holes[row] + 2 * i] = EMPTY;
}

static void make_star_goals(Position *position, int arm)
{
    static const int seats[PLAYERS_MAX + 1][PLAYERS_MAX] = {
        [2] = {0, 3},
        [3] = {0, 2, 4},
        [4] = {1, 2, 4, 5},
        [6] = {0, 1, 2, 3, 4, 5},
    };
    const int  middle = 3 * arm, last = 6 * arm;
    const Spot tip[6] = {{0, middle},       {arm, last},  {3 * arm, last},
                         {4 * arm, middle}, {3 * arm, 0}, {arm, 0}};
    for (int player = 1; player <= position->players; player++) {
        const int home             = seats[position->players][player - 1];
        position->goal_tip[player] = tip[(home + 3) % 6];
        position->home_tip[player] = tip[home];
    }
}

static void make_star(Position *position, int arm)
{
    static const Spot direction[6] = {{0, 2}, {0, -2}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    memcpy(position->direction, direction, sizeof direction);
    position->star = true;
    make_star_holes(position, arm);
    make_star_goals(position, arm);
}

static void make_rhombus(Position *position, int size)
{
    static const Spot direction[6] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
    memcpy(position->direction, direction, sizeof direction);
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) position->grid[row][column] = EMPTY;
    position->goal_tip[1] = (Spot){size - 1, size - 1};
    position->goal_tip[2] = (Spot){0, 0};
}

static int home_rows_of(const char *board, const char *pieces)
{
    if (strcmp(pieces, "3") == 0) return 2;
    if (strcmp(pieces, "6") == 0) return 3;
    if (strcmp(pieces, "10") == 0) return 4;
    return strcmp(board, "star") == 0 || strcmp(board, "rhombus9") == 0 ? 4 : 3;   // auto
}

static void make_empty_board(Position *position, const char *spec)
{
    char board[64], option[64];
    naive_option(spec, "board", "star", board);
    position->players   = atoi(naive_option(spec, "players", "2", option));
    position->home_rows = home_rows_of(board, naive_option(spec, "pieces", "auto", option));

    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) position->grid[row][column] = ABSENT;
    if (strcmp(board, "star") == 0) make_star(position, 4);
    else if (strcmp(board, "star73") == 0) make_star(position, 3);
    else make_rhombus(position, atoi(board + strlen("rhombus")));
}

// ---- Text -------------------------------------------------------------------------------------------------

static void read_position(Position *position, const char *spec, const char *text)
{
    memset(position, 0, sizeof *position);
    make_empty_board(position, spec);
    const char *at = text;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            if (position->grid[row][column] == ABSENT) continue;
            if (*at == '/') at++;
            position->grid[row][column] = *at == '-' ? EMPTY : *at - '0';
            at++;
        }
    }
    position->turn = at[1] - '0';   // after the space
}

static bool row_has_holes(const Position *position, int row)
{
    for (int column = 0; column < COLUMNS; column++)
        if (position->grid[row][column] != ABSENT) return true;
    return false;
}

static void write_position(const Position *position, char text[NAIVE_TEXT_MAX])
{
    char *at = text;
    for (int row = 0; row < ROWS && row_has_holes(position, row); row++) {
        if (row > 0) *at++ = '/';
        for (int column = 0; column < COLUMNS; column++) {
            const int held = position->grid[row][column];
            if (held == EMPTY) *at++ = '-';
            else if (held != ABSENT) *at++ = (char)('0' + held);
        }
    }
    sprintf(at, " %d", position->turn);
}

// The number of a hole in its row, from 1 from the left.
static int hole_number(const Position *position, Spot spot)
{
    int number = 0;
    for (int column = 0; column <= spot.column; column++)
        if (position->grid[spot.row][column] != ABSENT) number++;
    return number;
}

// ---- Distances and goals ----------------------------------------------------------------------------------

static Spot neighbour(const Position *position, Spot spot, int d)
{
    return (Spot){spot.row + position->direction[d].row, spot.column + position->direction[d].column};
}

static int held_at(const Position *position, Spot spot)
{
    if (spot.row < 0 || spot.row >= ROWS || spot.column < 0 || spot.column >= COLUMNS) return ABSENT;
    return position->grid[spot.row][spot.column];
}

// Steps from the tip to every hole, as if the board were empty; -1 where there is no hole.
static void distances_from(const Position *position, Spot tip, int distance[ROWS][COLUMNS])
{
    Spot queue[HOLES_MAX];
    int  head = 0, tail = 0;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) distance[row][column] = -1;

    distance[tip.row][tip.column] = 0;
    queue[tail++]                 = tip;
    while (head < tail) {
        const Spot spot = queue[head++];
        for (int d = 0; d < 6; d++) {
            const Spot next = neighbour(position, spot, d);
            if (held_at(position, next) == ABSENT || distance[next.row][next.column] != -1) continue;
            distance[next.row][next.column] = distance[spot.row][spot.column] + 1;
            queue[tail++]                   = next;
        }
    }
}

// The goal, a triangle of L rows, is what lies within L - 1 steps of its tip.
static bool goal_is_won(const Position *position, int player)
{
    int  distance[ROWS][COLUMNS];
    bool own = false;
    distances_from(position, position->goal_tip[player], distance);
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            if (distance[row][column] == -1 || distance[row][column] >= position->home_rows) continue;
            if (position->grid[row][column] == EMPTY) return false;
            if (position->grid[row][column] == player) own = true;
        }
    }
    return own;
}

// The player who has just moved and won by it, or 0.
static int winner(const Position *position)
{
    const int mover = position->turn == 1 ? position->players : position->turn - 1;
    return goal_is_won(position, mover) ? mover : 0;
}

// ---- Moves ------------------------------------------------------------------------------------------------

static void mark_steps(const Position *position, Spot from, bool reached[ROWS][COLUMNS])
{
    for (int d = 0; d < 6; d++) {
        const Spot to = neighbour(position, from, d);
        if (held_at(position, to) == EMPTY) reached[to.row][to.column] = true;
    }
}

static void mark_hops(const Position *position, Spot from, bool visited[ROWS][COLUMNS])
{
    visited[from.row][from.column] = true;
    for (int d = 0; d < 6; d++) {
        const Spot over = neighbour(position, from, d), to = neighbour(position, over, d);
        const bool jumps = held_at(position, over) > EMPTY && held_at(position, to) == EMPTY;
        if (jumps && !visited[to.row][to.column]) mark_hops(position, to, visited);
    }
}

static void pass_turn(Position *position) { position->turn = position->turn % position->players + 1; }

static void emit_move(const Position *position, Spot from, Spot to, NaiveEmit *emit, void *context)
{
    char     move[64], text[NAIVE_TEXT_MAX];
    Position child                    = *position;
    child.grid[from.row][from.column] = EMPTY;
    child.grid[to.row][to.column]     = position->turn;
    pass_turn(&child);
    write_position(&child, text);
    snprintf(move, sizeof move, "%c%d-%c%d", 'a' + from.row, hole_number(position, from), 'a' + to.row,
             hole_number(position, to));
    emit(context, move, text);
}

static void emit_pass(const Position *position, NaiveEmit *emit, void *context)
{
    char     text[NAIVE_TEXT_MAX];
    Position child = *position;
    pass_turn(&child);
    write_position(&child, text);
    emit(context, "pass", text);
}

// Emits the moves of one piece and returns how many there are.
static int moves_of_piece(const Position *position, Spot from, NaiveEmit *emit, void *context)
{
    bool     stepped[ROWS][COLUMNS] = {0}, hopped[ROWS][COLUMNS] = {0};
    int      count                     = 0;
    Position lifted                    = *position;   // the origin counts as empty during a chain
    lifted.grid[from.row][from.column] = EMPTY;
    mark_steps(&lifted, from, stepped);
    mark_hops(&lifted, from, hopped);

    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            if (row == from.row && column == from.column) continue;
            if (!stepped[row][column] && !hopped[row][column]) continue;
            emit_move(position, from, (Spot){row, column}, emit, context);
            count++;
        }
    }
    return count;
}

// ---- The interface ----------------------------------------------------------------------------------------

static void children(const char *spec, const char *map, const char *text, NaiveEmit *emit, void *context)
{
    (void)map;
    Position position;
    read_position(&position, spec, text);
    if (winner(&position) != 0) return;

    int count = 0;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            if (position.grid[row][column] == position.turn)
                count += moves_of_piece(&position, (Spot){row, column}, emit, context);
    if (count == 0) emit_pass(&position, emit, context);
}

// How far a spot is off the line from the tip of the player's home to that of his goal, in half holes. On a
// star: two columns are one hole, rows lie half the square root of 3 apart.
static int off_center(const Position *position, int player, Spot spot)
{
    if (!position->star) return abs(spot.row - spot.column);
    const Spot   from = position->home_tip[player], to = position->goal_tip[player];
    const double x = (to.column - from.column) / 2.0, y = (to.row - from.row) * sqrt(3) / 2,
                 a = (spot.column - from.column) / 2.0, b = (spot.row - from.row) * sqrt(3) / 2;
    return (int)lround(2 * fabs(a * y - b * x) / sqrt(x * x + y * y));
}

static int score(const Position *position, const char *spec, int player)
{
    char       name[64];
    const bool baseline = strcmp(naive_option(spec, "eval", "manhattan", name), "baseline") == 0;
    int        distance[ROWS][COLUMNS], weights[3], sum = 0, most = 0;
    naive_weights(spec, (int[]){1, 0, 0}, 3, weights);
    if (!baseline) weights[0] = 1, weights[1] = weights[2] = 0;
    distances_from(position, position->goal_tip[player], distance);
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            const int left = distance[row][column];
            if (position->grid[row][column] != player) continue;
            sum += weights[0] * left + weights[1] * off_center(position, player, (Spot){row, column});
            if (left > most) most = left;
        }
    return -sum - weights[2] * most;
}

static int evaluate(const char *spec, const char *map, const char *text, int p)
{
    (void)map;
    Position position;
    read_position(&position, spec, text);

    int value = score(&position, spec, p + 1);
    for (int q = 1; q <= position.players; q++)
        if (q != p + 1) value -= score(&position, spec, q);
    return value;
}

// An unfinished game is a draw (the ply cap).
static void payoff(const char *spec, const char *map, const char *text, int out[6])
{
    (void)map;
    Position position;
    read_position(&position, spec, text);

    const int won_by = winner(&position);
    for (int player = 1; player <= position.players; player++) {
        if (won_by == 0) out[player - 1] = 0;
        else out[player - 1] = player == won_by ? LOSER_PAYS * (position.players - 1) : -LOSER_PAYS;
    }
}

const Naive naive_chinese_checkers = {
    .game     = "chinese-checkers",
    .children = children,
    .evaluate = evaluate,
    .payoff   = payoff,
};
