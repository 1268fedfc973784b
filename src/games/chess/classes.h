// classes.h - which moves of chess are promising: promotions and captures first, by what is taken and what
// takes; captures that lose material last; part of rules.c.
#ifndef GAMES_CHESS_CLASSES_H
#define GAMES_CHESS_CLASSES_H

#include "games/chess/moves.h"

enum {
    CLASS_PROMOTION,                    // to a queen
    CLASS_CAPTURE,                      // 4 * victim + attacker, below
    CLASS_QUIET = CLASS_CAPTURE + 16,   // everything before is noisy
    CLASS_LOSING,                       // captures that lose material
    CLASS_UNDERPROMOTION,
    CLASSES,
};

static const uint8_t kind_value[KINDS] = {1, 3, 3, 5, 9, 100};

// The cheapest piece among `set`.
INLINE Kind kind_least(const State *s, uint64_t set)
{
    unsigned kind = PAWN;
    while (!(s->kind[kind] & set)) kind++;
    return (Kind)kind;
}

// What is left of `occ` attacks the square: pieces behind those that have gone come in too.
INLINE uint64_t exchange_attackers(const State *s, int square, uint64_t occ)
{
    return (attackers(s, square, occ, WHITE) | attackers(s, square, occ, BLACK)) & occ;
}

// Does a capture lose material when both sides take back on its square, the cheapest piece first, as long as
// that pays? Pins are not looked at.
static __attribute__((noinline)) bool exchange_loses(const State *s, Move m, int us)
{
    int       gain[32], n = 0, side = !us;
    const int to       = move_to(m);
    uint64_t  occ      = occupied(s) & ~BIT(move_from(m));
    Kind      standing = move_piece(m);
    gain[0]            = kind_value[move_victim(m)];
    for (uint64_t all; (all = exchange_attackers(s, to, occ)) & s->colour[side]; side = !side) {
        const Kind kind = kind_least(s, all & s->colour[side]);
        if (kind == KING && all & s->colour[!side]) break;
        const uint64_t set = all & s->colour[side] & s->kind[kind];
        gain[n + 1]        = kind_value[standing] - gain[n];
        n++;
        standing = kind;
        occ &= ~(set & -set);
    }
    for (; n > 0; n--)
        if (-gain[n] < gain[n - 1]) gain[n - 1] = -gain[n];
    return gain[0] < 0;
}

// A king takes only what nobody guards, and what takes its equal or better loses nothing.
INLINE bool capture_loses(const State *s, Move m)
{
    const Kind piece = move_piece(m), victim = move_victim(m);
    if (piece == KING || victim == KIND_NONE || kind_value[victim] >= kind_value[piece]) return false;
    return exchange_loses(s, m, s->turn);
}

static int move_kind(const Rules *r, const State *s, Move m)
{
    (void)r;
    static const uint8_t victims[] = {3, 2, 2, 1, 0}, takers[] = {0, 1, 1, 2, 3, 3};
    const Kind           promotion = move_promotion(m), victim = move_victim(m);
    if (promotion) return promotion == QUEEN ? CLASS_PROMOTION : CLASS_UNDERPROMOTION;
    if (victim == KIND_NONE) return CLASS_QUIET;
    return capture_loses(s, m) ? CLASS_LOSING : CLASS_CAPTURE + 4 * victims[victim] + takers[move_piece(m)];
}

static __attribute__((noinline)) int generate_noisy(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    (void)r;
    const int all = s->turn ? generate_for(s, BLACK, out, true) : generate_for(s, WHITE, out, true);
    int       n   = 0;
    for (int i = 0; i < all; i++)
        if (move_promotion(out[i]) || !capture_loses(s, out[i])) out[n++] = out[i];
    return n;
}

#endif
