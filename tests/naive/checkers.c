// checkers.c - naive English draughts, written from docs/GAMES.md: an 8x8 array and a recursive jump.
#include "naive.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Board {
    char cell[8][8];   // [row from the top][column]: 'b' 'w' men, 'B' 'W' kings, '-' empty or a light square
    char side;         // 'b' or 'w', to move
} Board;

// A jump in progress. The jumper is on no cell of the board; the jumped pieces are still on theirs.
typedef struct Jump {
    Board board;
    char  piece;
    int   row, column;   // where the jumper is
    bool  jumped[8][8];
    int   route[14], stops;   // the squares visited, the origin first: 12 jumps at most
} Jump;

// Where the children go.
typedef struct Sink {
    NaiveEmit *emit;
    void      *context;
    bool       relaxed;
    int        emitted;
} Sink;

static const int DIAGONALS[4][2] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

static int row_of(int square) { return (square - 1) / 4; }

static int column_of(int square)
{
    const int place = (square - 1) % 4;
    return row_of(square) % 2 == 0 ? 2 * place + 1 : 2 * place;
}

static int square_at(int row, int column) { return 4 * row + column / 2 + 1; }

static char other(char side) { return side == 'b' ? 'w' : 'b'; }

static bool is_king(char piece) { return piece == 'B' || piece == 'W'; }

static bool belongs_to(char piece, char side) { return tolower((unsigned char)piece) == side; }

static bool on_board(int row, int column) { return row >= 0 && row < 8 && column >= 0 && column < 8; }

static bool is_empty(const Board *board, int row, int column)
{
    return on_board(row, column) && board->cell[row][column] == '-';
}

// Reads one entry of a list, "21", "K30" or "21-32", and returns what follows it.
static const char *read_entry(Board *board, const char *text, char side)
{
    char piece = side;
    if (*text == 'K' || *text == 'k') {
        piece = (char)toupper((unsigned char)side);
        text++;
    }
    char     *end;
    const int first = (int)strtol(text, &end, 10);
    int       last  = first;
    if (*end == '-') last = (int)strtol(end + 1, &end, 10);
    for (int square = first; square <= last; square++) board->cell[row_of(square)][column_of(square)] = piece;
    return end;
}

static Board read_board(const char *text)
{
    Board board;
    memset(board.cell, '-', sizeof board.cell);
    board.side = (char)tolower((unsigned char)*text++);
    char list  = 0;   // whose list is being read
    while (*text != 0) {
        const char c = (char)tolower((unsigned char)*text);
        if (c == 'k' || isdigit((unsigned char)c)) {
            text = read_entry(&board, text, list);
            continue;
        }
        if (c == 'w' || c == 'b') list = c;
        text++;   // a colour, or one of ':' ',' '.'
    }
    return board;
}

static void append(char *text, const char *more) { strcat(text, more); }

static void append_number(char *text, int number)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%d", number);
    append(text, digits);
}

static void append_pieces(const Board *board, char side, char *out)
{
    bool first = true;
    for (int square = 1; square <= 32; square++) {
        const char piece = board->cell[row_of(square)][column_of(square)];
        if (!belongs_to(piece, side)) continue;
        if (!first) append(out, ",");
        if (is_king(piece)) append(out, "K");
        append_number(out, square);
        first = false;
    }
}

static void write_board(const Board *board, char out[NAIVE_TEXT_MAX])
{
    out[0] = 0;
    append(out, board->side == 'b' ? "B:W" : "W:W");
    append_pieces(board, 'w', out);
    append(out, ":B");
    append_pieces(board, 'b', out);
}

static bool may_go(char piece, int dr)
{
    if (is_king(piece)) return true;
    return piece == 'b' ? dr > 0 : dr < 0;
}

static bool is_promoted(char piece, int row)
{
    return (piece == 'b' && row == 7) || (piece == 'w' && row == 0);
}

// `board` is what the move leaves but for the mover's arrival at (row, column) and the change of turn.
static void finish(Sink *sink, const char *move, Board board, char piece, int row, int column)
{
    const bool crowned      = is_promoted(piece, row);
    board.cell[row][column] = crowned ? (char)toupper((unsigned char)piece) : piece;
    board.side              = other(board.side);
    char text[NAIVE_TEXT_MAX];
    write_board(&board, text);
    sink->emit(sink->context, move, text);
    sink->emitted++;
}

static void finish_jump(Sink *sink, const Jump *jump)
{
    Board board = jump->board;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            if (jump->jumped[row][column]) board.cell[row][column] = '-';
    char move[64] = "";
    for (int i = 0; i < jump->stops; i++) {
        if (i > 0) append(move, "x");
        append_number(move, jump->route[i]);
    }
    finish(sink, move, board, jump->piece, jump->row, jump->column);
}

// Can the jumper take in this diagonal direction from where it is?
static bool can_jump(const Jump *jump, int dr, int dc)
{
    const int row    = jump->row + dr;
    const int column = jump->column + dc;
    if (!may_go(jump->piece, dr) || !is_empty(&jump->board, row + dr, column + dc)) return false;
    return belongs_to(jump->board.cell[row][column], other(jump->board.side)) && !jump->jumped[row][column];
}

static Jump one_further(const Jump *jump, int dr, int dc)
{
    Jump next                                      = *jump;
    next.jumped[jump->row + dr][jump->column + dc] = true;
    next.row += 2 * dr;
    next.column += 2 * dc;
    next.route[next.stops++] = square_at(next.row, next.column);
    return next;
}

static bool must_stop(const Jump *jump)
{
    if (is_promoted(jump->piece, jump->row)) return true;
    for (int d = 0; d < 4; d++)
        if (can_jump(jump, DIAGONALS[d][0], DIAGONALS[d][1])) return false;
    return true;
}

static void continue_jump(Sink *sink, const Jump *jump)
{
    for (int d = 0; d < 4; d++) {
        if (!can_jump(jump, DIAGONALS[d][0], DIAGONALS[d][1])) continue;
        const Jump next = one_further(jump, DIAGONALS[d][0], DIAGONALS[d][1]);
        const bool stop = must_stop(&next);
        if (stop || sink->relaxed) finish_jump(sink, &next);
        if (!stop) continue_jump(sink, &next);
    }
}

static void emit_jumps(Sink *sink, const Board *board, int row, int column)
{
    Jump jump = {.board = *board, .piece = board->cell[row][column], .row = row, .column = column};
    jump.board.cell[row][column] = '-';
    jump.route[0]                = square_at(row, column);
    jump.stops                   = 1;
    continue_jump(sink, &jump);
}

static void emit_steps(Sink *sink, const Board *board, int row, int column)
{
    const char piece = board->cell[row][column];
    for (int d = 0; d < 4; d++) {
        const int to_row    = row + DIAGONALS[d][0];
        const int to_column = column + DIAGONALS[d][1];
        if (!may_go(piece, DIAGONALS[d][0]) || !is_empty(board, to_row, to_column)) continue;
        char move[64] = "";
        append_number(move, square_at(row, column));
        append(move, "-");
        append_number(move, square_at(to_row, to_column));
        Board after             = *board;
        after.cell[row][column] = '-';
        finish(sink, move, after, piece, to_row, to_column);
    }
}

static void emit_all(Sink *sink, const Board *board)
{
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            if (belongs_to(board->cell[row][column], board->side)) emit_jumps(sink, board, row, column);
    if (sink->emitted > 0 && !sink->relaxed) return;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            if (belongs_to(board->cell[row][column], board->side)) emit_steps(sink, board, row, column);
}

static void children(const char *spec, const char *map, const char *position, NaiveEmit *emit, void *context)
{
    (void)map;
    const Board board = read_board(position);
    char        buffer[64];
    const bool  relaxed = strcmp(naive_option(spec, "relaxed", "no", buffer), "yes") == 0;
    Sink        sink    = {.emit = emit, .context = context, .relaxed = relaxed};
    emit_all(&sink, &board);
}

static int score(const Board *board, char side, int man, int king)
{
    int sum = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            const char piece = board->cell[row][column];
            if (belongs_to(piece, side)) sum += is_king(piece) ? king : man;
        }
    return sum;
}

// Rows from its own side.
static int advanced(const Board *board, char side)
{
    int sum = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            if (board->cell[row][column] == side) sum += side == 'b' ? row : 7 - row;
    return sum;
}

static int to_nearest(const Board *board, int row, int column, char enemy)
{
    int nearest = 100;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            const int down = abs(r - row), right = abs(c - column), steps = down > right ? down : right;
            if (belongs_to(board->cell[r][c], enemy) && steps < nearest) nearest = steps;
        }
    return nearest;
}

static int near(const Board *board, char side)
{
    int sum = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            const char piece = board->cell[row][column];
            if (!belongs_to(piece, side) || !is_king(piece)) continue;
            const int steps = to_nearest(board, row, column, other(side));
            if (steps < 7) sum += 7 - steps;
        }
    return sum;
}

// What eval=hunt adds, for `own`.
static int hunt(const Board *board, char own, const int weights[])
{
    const char enemy = other(own);
    const int  mine = score(board, own, 1, 1), theirs = score(board, enemy, 1, 1);
    const int  lead = score(board, own, 2, 3) - score(board, enemy, 2, 3);
    int        sum  = weights[2] * (advanced(board, own) - advanced(board, enemy));
    sum += weights[3] * (mine - theirs) * (24 - mine - theirs);
    if (lead > 0) sum += weights[4] * near(board, own);
    if (lead < 0) sum -= weights[4] * near(board, enemy);
    return sum;
}

static int evaluate(const char *spec, const char *map, const char *position, int p)
{
    (void)map;
    const Board board = read_board(position);
    const char  own   = p == 0 ? 'b' : 'w';
    char        buffer[64];
    int         weights[5];
    const bool  hunts = strcmp(naive_option(spec, "eval", "material", buffer), "hunt") == 0;
    if (hunts) naive_weights(spec, (int[]){100, 150, 3, 2, 4}, 5, weights);
    else naive_weights(spec, (int[]){1, 2}, 2, weights);
    const int material = score(&board, own, weights[0], weights[1]) -
                         score(&board, other(own), weights[0], weights[1]);
    return hunts ? material + hunt(&board, own, weights) : material;
}

static void emit_nowhere(void *context, const char *move, const char *position)
{
    (void)context;
    (void)move;
    (void)position;
}

// A side to move without a move has lost; a game that is not over is a draw.
static void payoff(const char *spec, const char *map, const char *position, int out[6])
{
    (void)spec;
    (void)map;
    const Board board = read_board(position);
    Sink        sink  = {.emit = emit_nowhere};
    emit_all(&sink, &board);
    int black = 0;
    if (sink.emitted == 0) black = board.side == 'b' ? -60 : 60;
    out[0] = black;
    out[1] = -black;
}

const Naive naive_checkers = {
    .game     = "checkers",
    .children = children,
    .evaluate = evaluate,
    .payoff   = payoff,
};
