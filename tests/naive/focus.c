// focus.c - naive Focus for two and four players, written from docs/GAMES.md alone (see naive.h).
//
// The board is an 8x8 array of piles, a pile an array of pieces from bottom to top. Players count from 0.
#include "naive.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 8, PLAYERS_MAX = 4, PILE_MAX = 5, LOSER_PAYS = 60 };

typedef struct Pile {
    int height;
    int piece[2 * PILE_MAX];   // the owner of each piece, from the bottom; room for a pile landing on a pile
} Pile;

typedef struct Position {
    int  players;
    Pile pile[SIZE][SIZE];   // [row from the top][column from the left]
    int  turn;
    int  reserve[PLAYERS_MAX];
    int  captures[PLAYERS_MAX];
    bool out[PLAYERS_MAX];
} Position;

// ---- The board --------------------------------------------------------------------------------------------

static int smaller(int a, int b) { return a < b ? a : b; }

// Three squares are missing at each corner: the corner itself and its two neighbours.
static bool exists(int row, int column)
{
    if (row < 0 || row >= SIZE || column < 0 || column >= SIZE) return false;
    return smaller(row, SIZE - 1 - row) + smaller(column, SIZE - 1 - column) >= 2;
}

static bool owns_pile(const Position *position, int player, int row, int column)
{
    const Pile *pile = &position->pile[row][column];
    return !position->out[player] && pile->height > 0 && pile->piece[pile->height - 1] == player;
}

static int piles_owned(const Position *position, int player)
{
    int count = 0;
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++)
            if (owns_pile(position, player, row, column)) count++;
    return count;
}

static int players_not_out(const Position *position)
{
    int count = 0;
    for (int player = 0; player < position->players; player++)
        if (!position->out[player]) count++;
    return count;
}

// ---- Reading ----------------------------------------------------------------------------------------------

static const char *read_rows(Position *position, const char *at)
{
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            if (!exists(row, column)) continue;
            Pile *pile = &position->pile[row][column];
            if (*at == '-') at++;
            for (; isdigit((unsigned char)*at); at++) pile->piece[pile->height++] = *at - '1';
            at++;   // the ',' or '/' or ' ' after the square
        }
    }
    return at;
}

static const char *read_numbers(int players, int number[PLAYERS_MAX], const char *at)
{
    for (int player = 0; player < players; player++) {
        char *end;
        number[player] = (int)strtol(at, &end, 10);
        at             = end + 1;   // past the ',' or ' ' after the number
    }
    return at;
}

static void read_position(Position *position, const char *spec, const char *text)
{
    char option[64];
    memset(position, 0, sizeof *position);
    position->players = atoi(naive_option(spec, "players", "2", option));

    const char *at = read_rows(position, text);
    position->turn = *at - '1';
    at += 2;
    at = read_numbers(position->players, position->reserve, at);
    at = read_numbers(position->players, position->captures, at);
    for (; isdigit((unsigned char)*at); at++) position->out[*at - '1'] = true;
}

// ---- Writing ----------------------------------------------------------------------------------------------

static char *write_rows(const Position *position, char *at)
{
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            if (!exists(row, column)) continue;
            const Pile *pile = &position->pile[row][column];
            if (pile->height == 0) *at++ = '-';
            for (int i = 0; i < pile->height; i++) *at++ = (char)('1' + pile->piece[i]);
            if (exists(row, column + 1)) *at++ = ',';
        }
        if (row < SIZE - 1) *at++ = '/';
    }
    return at;
}

static char *write_numbers(int players, const int number[PLAYERS_MAX], char *at)
{
    for (int player = 0; player < players; player++)
        at += sprintf(at, "%s%d", player > 0 ? "," : "", number[player]);
    return at;
}

static void write_position(const Position *position, char text[NAIVE_TEXT_MAX])
{
    char *at = write_rows(position, text);
    at += sprintf(at, " %d ", position->turn + 1);
    at    = write_numbers(position->players, position->reserve, at);
    *at++ = ' ';
    at    = write_numbers(position->players, position->captures, at);
    *at++ = ' ';
    for (int player = 0; player < position->players; player++)
        if (position->out[player]) *at++ = (char)('1' + player);
    if (players_not_out(position) == position->players) *at++ = '-';
    *at = 0;
}

// ---- Moving -----------------------------------------------------------------------------------------------

// While a pile is higher than five its bottom piece leaves, to the mover's reserve or captured by him.
static void cut_to_five(Position *position, Pile *pile)
{
    while (pile->height > PILE_MAX) {
        if (pile->piece[0] == position->turn) position->reserve[position->turn]++;
        else position->captures[position->turn]++;
        for (int i = 1; i < pile->height; i++) pile->piece[i - 1] = pile->piece[i];
        pile->height--;
    }
}

// The turn passes on; those found with neither pile nor reserve are out. It comes back to the mover at last.
static void next_turn(Position *position)
{
    const int mover = position->turn;
    do {
        position->turn = (position->turn + 1) % position->players;
        if (position->turn == mover) return;
        if (piles_owned(position, position->turn) == 0 && position->reserve[position->turn] == 0)
            position->out[position->turn] = true;
    } while (position->out[position->turn]);
}

static void emit_child(Position *child, const char *move, NaiveEmit *emit, void *context)
{
    char text[NAIVE_TEXT_MAX];
    next_turn(child);
    write_position(child, text);
    emit(context, move, text);
}

static void emit_move(const Position *position, int row, int column, int down, int right, int count,
                      NaiveEmit *emit, void *context)
{
    const int to_row = row + down * count, to_column = column + right * count;
    Position  child = *position;
    Pile     *from = &child.pile[row][column], *to = &child.pile[to_row][to_column];

    from->height -= count;
    for (int i = 0; i < count; i++) to->piece[to->height++] = from->piece[from->height + i];
    cut_to_five(&child, to);

    char move[64];
    snprintf(move, sizeof move, "%c%d-%c%d-%d", 'a' + column, row + 1, 'a' + to_column, to_row + 1, count);
    emit_child(&child, move, emit, context);
}

static void emit_entry(const Position *position, int row, int column, NaiveEmit *emit, void *context)
{
    Position child = *position;
    Pile    *to    = &child.pile[row][column];

    child.reserve[child.turn]--;
    to->piece[to->height++] = child.turn;
    cut_to_five(&child, to);

    char move[64];
    snprintf(move, sizeof move, "*%c%d", 'a' + column, row + 1);
    emit_child(&child, move, emit, context);
}

static void moves_of_pile(const Position *position, int row, int column, NaiveEmit *emit, void *context)
{
    static const int direction[4][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
    for (int d = 0; d < 4; d++) {
        const int down = direction[d][0], right = direction[d][1];
        for (int count = 1; count <= position->pile[row][column].height; count++)
            if (exists(row + down * count, column + right * count))
                emit_move(position, row, column, down, right, count, emit, context);
    }
}

// ---- The interface ----------------------------------------------------------------------------------------

static void children(const char *spec, const char *map, const char *text, NaiveEmit *emit, void *context)
{
    (void)map;
    Position position;
    read_position(&position, spec, text);
    if (players_not_out(&position) == 1) return;

    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            if (!exists(row, column)) continue;
            if (owns_pile(&position, position.turn, row, column))
                moves_of_pile(&position, row, column, emit, context);
            if (position.reserve[position.turn] > 0) emit_entry(&position, row, column, emit, context);
        }
    }
}

static int score(const Position *position, int player, const int weights[3])
{
    const int captured = weights[0] * position->captures[player];
    if (position->out[player]) return captured;
    return captured + weights[1] * piles_owned(position, player) + weights[2] * position->reserve[player];
}

static int evaluate(const char *spec, const char *map, const char *text, int p)
{
    (void)map;
    Position position;
    read_position(&position, spec, text);
    int weights[3];
    naive_weights(spec, (int[]){10, 1, 1}, 3, weights);

    int value = score(&position, p, weights);
    for (int q = 0; q < position.players; q++)
        if (q != p) value -= score(&position, q, weights);
    return value;
}

// Those not out share the win over those who are: this covers the finished game and the ply cap alike.
static void payoff(const char *spec, const char *map, const char *text, int out[6])
{
    (void)map;
    Position position;
    read_position(&position, spec, text);

    const int winners = players_not_out(&position), losers = position.players - winners;
    for (int player = 0; player < position.players; player++)
        out[player] = position.out[player] ? -LOSER_PAYS : LOSER_PAYS * losers / winners;
}

const Naive naive_focus = {.game = "focus", .children = children, .evaluate = evaluate, .payoff = payoff};
