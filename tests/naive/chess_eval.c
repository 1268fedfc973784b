#include "chess_eval.h"
#include "naive.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAWN,
    KNIGHT,
    BISHOP,
    ROOK,
    QUEEN,
    MIDDLE,
    END,
    PASSED,
    ESCORT,
    MOBILITY,
    ATTACK,
    SHELTER,
    PAIR,
    OPEN,
    WEAK,
    DRIVE,
    WEIGHTS
};

static const int DEFAULTS[WEIGHTS] = {100, 320, 330, 500, 950, 4, 4, 8, 3, 2, 2, 8, 30, 8, 10, 10};

// [middle, end][kind][rank, white's view][file a to d]
static const int TABLE[2][6][8][4] = {
    {
        {{0, 0, 0, 0},
         {-1, 1, 0, -4},
         {-1, 0, 0, 2},
         {-2, -1, 2, 6},
         {0, 1, 3, 7},
         {2, 4, 6, 8},
         {8, 10, 12, 12},
         {0, 0, 0, 0}},
        {{-12, -8, -6, -6},
         {-9, -5, 0, 0},
         {-6, 0, 3, 4},
         {-5, 1, 4, 6},
         {-5, 2, 5, 7},
         {-6, 1, 5, 6},
         {-9, -5, 1, 2},
         {-14, -9, -7, -6}},
        {{-4, -3, -4, -3},
         {-1, 4, 1, 1},
         {0, 3, 3, 3},
         {-1, 2, 3, 5},
         {-1, 1, 3, 5},
         {-2, 0, 2, 2},
         {-4, -2, 0, 0},
         {-5, -4, -4, -4}},
        {{-2, -1, 1, 3},
         {-3, -1, 0, 1},
         {-3, -1, 0, 0},
         {-3, -1, 0, 0},
         {-2, 0, 0, 1},
         {-1, 1, 1, 2},
         {3, 4, 4, 5},
         {1, 1, 2, 2}},
        {{-2, -2, -1, 0},
         {-2, -1, 1, 0},
         {-1, 0, 1, 1},
         {-1, 0, 0, 1},
         {-1, 0, 0, 0},
         {-1, 0, 1, 1},
         {-2, -2, 0, 0},
         {-1, 0, 1, 1}},
        {{6, 9, 2, -2},
         {4, 4, -2, -5},
         {-4, -6, -9, -12},
         {-10, -12, -15, -18},
         {-14, -16, -18, -20},
         {-16, -18, -20, -22},
         {-18, -20, -22, -24},
         {-20, -22, -24, -26}},
    },
    {
        {{0, 0, 0, 0},
         {0, 0, 0, 0},
         {1, 1, 1, 1},
         {3, 3, 3, 3},
         {5, 5, 5, 5},
         {8, 8, 8, 8},
         {12, 12, 12, 12},
         {0, 0, 0, 0}},
        {{-12, -9, -7, -6},
         {-8, -4, -2, 0},
         {-6, -1, 1, 3},
         {-5, 0, 4, 5},
         {-5, 0, 4, 5},
         {-6, -1, 1, 3},
         {-9, -5, -2, 0},
         {-12, -9, -7, -6}},
        {{-4, -3, -3, -2},
         {-3, -1, 0, 1},
         {-2, 1, 2, 2},
         {-2, 1, 2, 3},
         {-2, 1, 2, 3},
         {-2, 1, 2, 2},
         {-3, -1, 0, 1},
         {-4, -3, -3, -2}},
        {{-2, -1, 0, 0},
         {-2, -1, 0, 0},
         {-1, 0, 0, 0},
         {0, 0, 0, 0},
         {0, 1, 1, 1},
         {1, 1, 1, 1},
         {3, 3, 3, 3},
         {2, 2, 2, 2}},
        {{-7, -5, -4, -3},
         {-5, -3, -1, 0},
         {-3, 0, 2, 3},
         {-2, 1, 4, 6},
         {-2, 1, 4, 6},
         {-3, 0, 3, 4},
         {-4, -1, 1, 2},
         {-6, -4, -2, -1}},
        {{-12, -8, -6, -5},
         {-8, -4, -1, 0},
         {-5, -1, 3, 5},
         {-4, 1, 6, 8},
         {-4, 2, 7, 9},
         {-5, 0, 5, 6},
         {-8, -4, 0, 1},
         {-12, -8, -6, -5}},
    },
};

// A side's view of the board.
typedef struct View {
    const ChessBoard *board;
    char              side;
} View;

static View view_of_other(View v) { return (View){v.board, v.side == 'w' ? 'b' : 'w'}; }

// Kind of the view's own piece on a square, or -1.
static int own(View v, int rank, int file)
{
    static const char white[] = "PNBRQK", black[] = "pnbrqk";
    const char *const kinds = v.side == 'w' ? white : black;
    if (rank < 0 || rank > 7 || file < 0 || file > 7) return -1;
    const char *const at = strchr(kinds, v.board->cell[rank][file]);
    return at != NULL ? (int)(at - kinds) : -1;
}

static int forward(View v) { return v.side == 'w' ? 1 : -1; }
static int rank_seen(View v, int rank) { return v.side == 'w' ? rank : 7 - rank; }   // from 0

static int count(View v, int kind)
{
    int n = 0;
    for (int i = 0; i < 64; i++) n += own(v, i / 8, i % 8) == kind;
    return n;
}

static void find_king(View v, int *rank, int *file)
{
    *rank = *file = 0;
    for (int i = 0; i < 64; i++)
        if (own(v, i / 8, i % 8) == 5) *rank = i / 8, *file = i % 8;
}

static int steps(int rank, int file, int to_rank, int to_file)
{
    const int dr = abs(rank - to_rank), df = abs(file - to_file);
    return dr > df ? dr : df;
}

// One side's number of each term.

static int placement(View v, int which)
{
    int sum = 0;
    for (int i = 0; i < 64; i++) {
        const int kind = own(v, i / 8, i % 8), file = i % 8 < 4 ? i % 8 : 7 - i % 8;
        if (kind >= 0) sum += TABLE[which][kind][rank_seen(v, i / 8)][file];
    }
    return sum;
}

static bool is_passed(View v, int rank, int file)
{
    const View enemy = view_of_other(v);
    for (int r = rank + forward(v); r >= 0 && r < 8; r += forward(v)) {
        if (own(v, r, file) == PAWN) return false;
        for (int f = file - 1; f <= file + 1; f++)
            if (own(enemy, r, f) == PAWN) return false;
    }
    return true;
}

static int passed(View v)
{
    static const int worth[8] = {0, 0, 1, 2, 4, 7, 11, 0};
    int              sum      = 0;
    for (int i = 0; i < 64; i++)
        if (own(v, i / 8, i % 8) == PAWN && is_passed(v, i / 8, i % 8)) sum += worth[rank_seen(v, i / 8)];
    return sum;
}

static int escort(View v)
{
    int sum = 0, rank, file, enemy_rank, enemy_file;
    find_king(v, &rank, &file);
    find_king(view_of_other(v), &enemy_rank, &enemy_file);
    for (int i = 0; i < 64; i++) {
        const int before = i / 8 + forward(v);
        if (own(v, i / 8, i % 8) != PAWN || !is_passed(v, i / 8, i % 8)) continue;
        sum += (rank_seen(v, i / 8) + 1 - 2) *
               (steps(enemy_rank, enemy_file, before, i % 8) - steps(rank, file, before, i % 8));
    }
    return sum;
}

static bool pawn_attacks(View v, int rank, int file)
{
    return own(v, rank - forward(v), file - 1) == PAWN || own(v, rank - forward(v), file + 1) == PAWN;
}

// The same board, where the piece on (rank, file) is the only one of its side that attacks anything.
static ChessBoard alone(View v, int rank, int file)
{
    ChessBoard board = *v.board;
    for (int i = 0; i < 64; i++)
        if ((i / 8 != rank || i % 8 != file) && own(v, i / 8, i % 8) >= 0)
            board.cell[i / 8][i % 8] = v.side == 'w' ? 'p' : 'P';
    return board;
}

// Sums `worth` of a kind over its squares, all of them or those next to the enemy king.
static int reach(View v, const int worth[6], bool near_king)
{
    int sum = 0, king_rank, king_file;
    find_king(view_of_other(v), &king_rank, &king_file);
    for (int from = 0; from < 64; from++) {
        const int kind = own(v, from / 8, from % 8);
        if (kind < 0 || worth[kind] == 0) continue;
        const ChessBoard board = alone(v, from / 8, from % 8);
        for (int to = 0; to < 64; to++)
            if (own(v, to / 8, to % 8) < 0 && !pawn_attacks(view_of_other(v), to / 8, to % 8) &&
                (!near_king || steps(king_rank, king_file, to / 8, to % 8) == 1) &&
                chess_attacks(&board, v.side, to / 8, to % 8))
                sum += worth[kind];
    }
    return sum;
}

static int mobility(View v) { return reach(v, (int[]){0, 2, 2, 2, 1, 0}, false); }
static int attack(View v) { return reach(v, (int[]){0, 2, 2, 3, 4, 0}, true); }

static int shelter(View v)
{
    int n = 0, rank, file;
    find_king(v, &rank, &file);
    for (int f = file - 1; f <= file + 1; f++)
        n += (own(v, rank + forward(v), f) == PAWN) + (own(v, rank + 2 * forward(v), f) == PAWN);
    return n;
}

static int pawns_on(View v, int file)
{
    int n = 0;
    for (int rank = 0; rank < 8; rank++) n += own(v, rank, file) == PAWN;
    return n;
}

static int open_files(View v)
{
    int sum = 0;
    for (int i = 0; i < 64; i++)
        if (own(v, i / 8, i % 8) == ROOK && pawns_on(v, i % 8) == 0)
            sum += pawns_on(view_of_other(v), i % 8) == 0 ? 2 : 1;
    return sum;
}

static int weak(View v)
{
    int n = 0;
    for (int i = 0; i < 64; i++) {
        const int rank = i / 8, file = i % 8;
        if (own(v, rank, file) != PAWN) continue;
        n += pawns_on(v, file - 1) + pawns_on(v, file + 1) == 0;
        bool behind = false;
        for (int r = rank - forward(v); r >= 0 && r < 8; r -= forward(v)) behind |= own(v, r, file) == PAWN;
        n += behind;
    }
    return n;
}

static int from_middle(int at) { return at < 4 ? 3 - at : at - 4; }

static int steps_to_corner(View v, int rank, int file)
{
    int colour = 0, nearest = 7;
    for (int i = 0; i < 64; i++)
        if (own(v, i / 8, i % 8) == BISHOP) colour = (i / 8 + i % 8) % 2;
    for (int r = 0; r < 8; r += 7)
        for (int f = 0; f < 8; f += 7)
            if ((r + f) % 2 == colour && steps(rank, file, r, f) < nearest) nearest = steps(rank, file, r, f);
    return nearest;
}

// Of the side that meets a bare king.
static int drive(View v)
{
    const View enemy  = view_of_other(v);
    int        others = 0, rank, file, enemy_rank, enemy_file;
    for (int kind = PAWN; kind <= QUEEN; kind++) others += count(enemy, kind);
    if (others > 0) return 0;
    find_king(v, &rank, &file);
    find_king(enemy, &enemy_rank, &enemy_file);
    const int middle  = from_middle(enemy_rank) + from_middle(enemy_file),
              near    = 7 - steps(rank, file, enemy_rank, enemy_file);
    const bool bishop = count(v, BISHOP) == 1 && count(v, PAWN) + count(v, ROOK) + count(v, QUEEN) == 0;
    if (bishop) return middle + 3 * (7 - steps_to_corner(v, enemy_rank, enemy_file)) + 2 * near;
    return 2 * middle + 2 * near;
}

int chess_evaluate(const ChessBoard *board, const char *spec, int p)
{
    const View white = {board, 'w'}, black = {board, 'b'};
    char       name[64];
    int        w[WEIGHTS], phase = 0, v = 0;
    const bool material = strcmp(naive_option(spec, "eval", "eval", name), "material") == 0;
    naive_weights(spec, DEFAULTS, material ? 5 : WEIGHTS, w);
    if (chess_bare(board)) return 0;
    for (int kind = PAWN; kind <= QUEEN; kind++) {
        static const int weight[] = {0, 1, 1, 2, 4};
        v += w[kind] * (count(white, kind) - count(black, kind));
        phase += weight[kind] * (count(white, kind) + count(black, kind));
    }
    if (phase > 24) phase = 24;
    const int ended = 24 - phase;
    if (!material) {
        v += w[MIDDLE] * ((placement(white, 0) - placement(black, 0)) * phase / 24);
        v += w[END] * ((placement(white, 1) - placement(black, 1)) * ended / 24);
        v += w[PASSED] * ((passed(white) - passed(black)) * (24 + ended) / 48);
        v += w[ESCORT] * ((escort(white) - escort(black)) * ended / 24);
        v += w[MOBILITY] * (mobility(white) - mobility(black));
        v += w[ATTACK] * ((attack(white) - attack(black)) * phase / 24);
        v += w[SHELTER] * ((shelter(white) - shelter(black)) * phase / 24);
        v += w[PAIR] * ((count(white, BISHOP) > 1) - (count(black, BISHOP) > 1));
        v += w[OPEN] * (open_files(white) - open_files(black));
        v -= w[WEAK] * (weak(white) - weak(black));
        v += w[DRIVE] * (drive(white) - drive(black));
    }
    return p == 0 ? v : -v;
}
