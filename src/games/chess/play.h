// play.h - playing a move of chess, and its hash; part of rules.c.
#ifndef GAMES_CHESS_PLAY_H
#define GAMES_CHESS_PLAY_H

#include "games/chess/board.h"

#include <assert.h>

// The rights that a move from or to a square ends: those of the king or rook whose home it is.
INLINE unsigned rights_of(int square)
{
    static const uint8_t rights[64] = {
        [0] = CASTLE_LONG,       [4] = CASTLE_LONG | CASTLE_SHORT,         [7] = CASTLE_SHORT,
        [56] = CASTLE_LONG << 2, [60] = (CASTLE_LONG | CASTLE_SHORT) << 2, [63] = CASTLE_SHORT << 2};
    return rights[square];
}

// Where the rook stands before and after a castling, by the king's destination.
INLINE int rook_from(int king_to) { return king_to % 8 == 6 ? king_to + 1 : king_to - 2; }
INLINE int rook_to(int king_to) { return king_to % 8 == 6 ? king_to - 1 : king_to + 1; }

INLINE void placed_add(const Rules *r, State *s, int p, Kind kind, int square, const int sign)
{
    s->placed[0] = (int16_t)(s->placed[0] + sign * r->placement[p][kind][square][0]);
    s->placed[1] = (int16_t)(s->placed[1] + sign * r->placement[p][kind][square][1]);
}

static __attribute__((noinline)) void castle_rook(const Rules *r, State *child, int us, int king_to)
{
    const int from = rook_from(king_to), to = rook_to(king_to);
    child->kind[ROOK] ^= BIT(from) | BIT(to);
    child->colour[us] ^= BIT(from) | BIT(to);
    child->hash ^= r->keys[us][ROOK][from] ^ r->keys[us][ROOK][to];
    placed_add(r, child, us, ROOK, from, -1);
    placed_add(r, child, us, ROOK, to, 1);
}

// The square behind a pawn that has just made a double step, when the enemy may take it in passing.
static __attribute__((noinline)) void passant_open(const Rules *r, State *child, int us, int to)
{
    if (passant_pawns(child, to ^ 8, !us) == 0) return;
    child->passant = (uint8_t)(to ^ 8);
    child->hash ^= r->passant_keys[child->passant];
}

// All kinds are written, whatever moves: sets chosen by an index would have to lie in memory, where the child
// of a leaf has no need to be, and what is never read of it (hash, placement) need not be worked out.
INLINE void play_for(const Rules *r, State *child, const State *s, Move m, const int us)
{
    const int      from = move_from(m), to = move_to(m);
    const Kind     piece = move_piece(m), victim = move_victim(m), promotion = move_promotion(m);
    const MoveType type   = move_type(m);
    const Kind     after  = promotion ? promotion : piece;
    const int      at     = type == MOVE_PASSANT ? to ^ 8 : to;   // what is taken stands there
    const uint64_t leaves = BIT(from) | BIT(at), arrives = BIT(to);
    assert(s->colour[us] & BIT(from) && (victim == KIND_NONE || s->colour[!us] & BIT(at)));

    for (unsigned k = 0; k < KINDS; k++)
        child->kind[k] = (s->kind[k] & ~leaves) | (after == (Kind)k ? arrives : 0);
    child->colour[us]       = (s->colour[us] & ~BIT(from)) | arrives;
    child->colour[!us]      = s->colour[!us] & ~BIT(at);
    const unsigned castling = s->castling & ~(rights_of(from) | rights_of(to));
    child->castling         = (uint8_t)castling;
    child->turn             = (uint8_t)!us;
    child->passant          = 0;
    child->hash             = s->hash ^ r->turn_key ^ r->keys[us][piece][from] ^ r->keys[us][after][to] ^
                  r->keys[!us][victim][at] ^ r->castling_keys[s->castling] ^ r->castling_keys[castling] ^
                  r->passant_keys[s->passant];
    child->placed[0] = s->placed[0];
    child->placed[1] = s->placed[1];
    placed_add(r, child, us, piece, from, -1);
    placed_add(r, child, us, after, to, 1);
    placed_add(r, child, !us, victim, at, -1);
    const bool counted = piece != PAWN && victim == KIND_NONE;
    child->halfmoves   = (uint16_t)(!counted ? 0 : s->halfmoves + (s->halfmoves < HALFMOVES_MAX));
    child->fullmoves   = (uint16_t)(s->fullmoves + (us == BLACK && s->fullmoves < FULLMOVES_MAX));
    for (int i = 0; i < (int)sizeof child->pad; i++) child->pad[i] = 0;

    if (__builtin_expect(type == MOVE_CASTLE, 0)) castle_rook(r, child, us, to);
    if (type == MOVE_DOUBLE && attacks.pawn[us][to ^ 8] & child->kind[PAWN] & child->colour[!us])
        passant_open(r, child, us, to);
}

INLINE void play(const Rules *r, State *child, const State *s, Move m)
{
    if (s->turn) play_for(r, child, s, m, BLACK);
    else play_for(r, child, s, m, WHITE);
}

static void pass_to(const Rules *r, State *child, const State *s, int p)
{
    *child = *s;
    if (s->turn != p) child->hash ^= r->turn_key;
    child->turn = (uint8_t)p;
}

static uint64_t rehash(const Rules *r, const State *s)
{
    uint64_t h = r->castling_keys[s->castling] ^ r->passant_keys[s->passant] ^ (s->turn ? r->turn_key : 0);
    for (int p = 0; p < 2; p++)
        for (uint64_t set = s->colour[p]; set;) {
            const int square = bits_take(&set);
            h ^= r->keys[p][kind_at(s, square)][square];
        }
    return h;
}

#endif
