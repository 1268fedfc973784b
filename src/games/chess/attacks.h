// attacks.h - which squares a piece attacks; part of rules.c.
//
// Squares count from a1 = 0 along the ranks to h8 = 63. Steps and lines are tables. Slides are read from a
// table of 105 KiB entries (841 KiB) at the number that `pext` makes of the pieces in their way; processors
// without that instruction, or with a slow one, work them out: on a line, occupied - 2 * piece turns over
// everything between the piece and the first blocker, and the same on the mirrored board for the other
// direction ("o^(o-2r)"; chessprogramming.org, Hyperbola Quintessence). bench/chess_perft.sh measures both.
//
// The tables are filled when the first rules are opened (attacks_open): not before main, because a program
// with code for several levels of processor must not run that of a level it has not chosen.
#ifndef GAMES_CHESS_ATTACKS_H
#define GAMES_CHESS_ATTACKS_H

#include "base/bits.h"

#include <pthread.h>

#define INLINE static inline __attribute__((always_inline))

// Zen 1 and 2 have pext, at twenty times the cost of others.
#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)
#include <immintrin.h>
#define CHESS_PEXT
#endif

#define FILE_A UINT64_C(0x0101010101010101)
#define RANK_1 UINT64_C(0xff)

typedef enum { LINE_RANK, LINE_FILE, LINE_DIAGONAL, LINE_ANTIDIAGONAL, LINES } Line;

// Constant after attacks_open.
static struct {
    uint64_t knight[64], king[64];
    uint64_t pawn[2][64];     // what a pawn of that colour attacks
    uint64_t rook_rays[64];   // on an empty board
    uint64_t bishop_rays[64];
    uint64_t between[64][64];   // the squares strictly between two on a line, and the second itself
    uint64_t line[LINES][64];   // without the square itself
#ifdef CHESS_PEXT
    uint64_t rook_mask[64], bishop_mask[64];   // whose pieces can be in the way
    uint32_t rook_at[64], bishop_at[64];       // where a square's part of `slides` begins
    uint64_t slides[102400 + 5248];
#else
    uint8_t rank[8][64];   // attacks along a rank, by file and the six inner squares
#endif
} attacks;

// Filling.

static const int8_t ray_steps[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, -1}};

static uint64_t square_at(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? BIT(8 * rank + file) : 0;
}

// The ray from `square` in a direction, up to and including the first blocker.
static uint64_t ray_walk(int square, int d, uint64_t occupied)
{
    uint64_t ray = 0;
    for (int file = square % 8, rank = square / 8;;) {
        const uint64_t next = square_at(file += ray_steps[d][0], rank += ray_steps[d][1]);
        ray |= next;
        if (next == 0 || next & occupied) return ray;
    }
}

static void steps_fill(int square)
{
    static const int8_t jumps[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                       {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    const int           file = square % 8, rank = square / 8;
    for (int d = 0; d < 8; d++) {
        attacks.knight[square] |= square_at(file + jumps[d][0], rank + jumps[d][1]);
        attacks.king[square] |= square_at(file + ray_steps[d][0], rank + ray_steps[d][1]);
        attacks.line[d / 2][square] |= ray_walk(square, d, 0);
        for (uint64_t ray = ray_walk(square, d, 0); ray;) {
            const int to                = bits_take(&ray);
            attacks.between[square][to] = ray_walk(square, d, BIT(to));
        }
    }
    for (int p = 0; p < 2; p++)
        attacks.pawn[p][square] = square_at(file - 1, rank + 1 - 2 * p) |
                                  square_at(file + 1, rank + 1 - 2 * p);
    attacks.rook_rays[square]   = attacks.line[LINE_RANK][square] | attacks.line[LINE_FILE][square];
    attacks.bishop_rays[square] = attacks.line[LINE_DIAGONAL][square] |
                                  attacks.line[LINE_ANTIDIAGONAL][square];
}

#ifdef CHESS_PEXT

// Squares of a ray whose piece would hide others: all but the last.
static uint64_t ray_inner(int square, int d)
{
    uint64_t inner = 0;
    for (uint64_t ray = ray_walk(square, d, 0); ray;) {
        const int to = bits_take(&ray);
        if (ray_walk(to, d, 0)) inner |= BIT(to);
    }
    return inner;
}

// The slides of one square in four directions, at `next`; returns where the next square's begin.
static uint32_t slides_fill(int square, int d0, uint64_t mask, uint32_t next)
{
    uint64_t occupied = 0;
    do {
        for (int d = d0; d < d0 + 4; d++) attacks.slides[next] |= ray_walk(square, d, occupied);
        next++;
        occupied = (occupied - mask) & mask;   // the next subset, in the order of pext
    } while (occupied);
    return next;
}

static void lines_fill(void)
{
    uint32_t next = 0;
    for (int square = 0; square < 64; square++) {
        for (int d = 0; d < 4; d++) {
            attacks.rook_mask[square] |= ray_inner(square, d);
            attacks.bishop_mask[square] |= ray_inner(square, d + 4);
        }
        attacks.rook_at[square]   = next;
        next                      = slides_fill(square, 0, attacks.rook_mask[square], next);
        attacks.bishop_at[square] = next;
        next                      = slides_fill(square, 4, attacks.bishop_mask[square], next);
    }
}

INLINE uint64_t rook_attacks(int square, uint64_t occupied)
{
    return attacks.slides[attacks.rook_at[square] + _pext_u64(occupied, attacks.rook_mask[square])];
}

INLINE uint64_t bishop_attacks(int square, uint64_t occupied)
{
    return attacks.slides[attacks.bishop_at[square] + _pext_u64(occupied, attacks.bishop_mask[square])];
}

#else

static void lines_fill(void)
{
    for (int file = 0; file < 8; file++)
        for (unsigned inner = 0; inner < 64; inner++)
            attacks.rank[file][inner] = (uint8_t)(ray_walk(file, 0, inner << 1) |
                                                  ray_walk(file, 1, inner << 1));
}

// Turning the board upside down turns files and diagonals round, which is all that the trick needs.
INLINE uint64_t line_attacks(int square, uint64_t occupied, Line line)
{
    const uint64_t mask = attacks.line[line][square], forward = occupied & mask;
    const uint64_t backward = __builtin_bswap64(forward);
    return ((forward - 2 * BIT(square)) ^ __builtin_bswap64(backward - 2 * BIT(square ^ 56))) & mask;
}

INLINE uint64_t rook_attacks(int square, uint64_t occupied)
{
    const int first = square & 56;
    const uint64_t rank = attacks.rank[square & 7][occupied >> (first + 1) & 63];
    return rank << first | line_attacks(square, occupied, LINE_FILE);
}

INLINE uint64_t bishop_attacks(int square, uint64_t occupied)
{
    return line_attacks(square, occupied, LINE_DIAGONAL) | line_attacks(square, occupied, LINE_ANTIDIAGONAL);
}

#endif

static void attacks_fill(void)
{
    for (int square = 0; square < 64; square++) steps_fill(square);
    lines_fill();
}

static void attacks_open(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, attacks_fill);
}

#endif
