// moves.h - legal moves of chess: written, or only counted; part of rules.c.
//
// Everything that is written is legal. Before any piece is looked at, three sets settle what it may do:
//     targets    where a piece other than the king may go: all squares; in check, the checking piece and what
//                lies between; none in double check
//     straight   the lines, from the king to the pinning rook or queen, of pieces pinned along rank or file;
//     diagonal   the same for diagonals. A pinned piece stays on its line, and no other line can be reached
//                from there, so that one set serves all of them.
// The king may go where nothing would attack him if he were not in the way himself.
//
// Order: captures and promotions to a queen, then the others; within them pawns, knights,
// diagonal and straight slides, king. A king is never taken: after pass_to he may stand in check.
#ifndef GAMES_CHESS_MOVES_H
#define GAMES_CHESS_MOVES_H

#include "games/chess/board.h"

typedef struct Masks {
    uint64_t own, enemy, occ;   // enemy: without the king
    uint64_t targets, straight, diagonal;
    int      king;
} Masks;

INLINE uint64_t sliders_diagonal(const State *s) { return s->kind[BISHOP] | s->kind[QUEEN]; }
INLINE uint64_t sliders_straight(const State *s) { return s->kind[ROOK] | s->kind[QUEEN]; }

// Pieces that would attack the king if nothing were between them and him either give check or, with one
// piece of ours between, pin it.
INLINE uint64_t lines_scan(const Masks *k, uint64_t snipers, uint64_t *checkers)
{
    uint64_t pinned = 0;
    while (snipers) {
        const int      square = bits_take(&snipers);
        const uint64_t line = attacks.between[k->king][square], blockers = line & k->occ & ~BIT(square);
        if (blockers == 0) *checkers |= BIT(square);
        else if ((blockers & (blockers - 1)) == 0 && blockers & k->own) pinned |= line;
    }
    return pinned;
}

INLINE Masks masks_of(const State *s, const int us)
{
    Masks          k     = {.own = s->colour[us], .occ = occupied(s), .king = king_square(s, us)};
    const uint64_t enemy = s->colour[!us];
    k.enemy              = enemy & ~s->kind[KING];
    uint64_t checkers    = ((attacks.knight[k.king] & s->kind[KNIGHT]) |
                         (attacks.pawn[us][k.king] & s->kind[PAWN])) &
                        enemy;
    k.straight = lines_scan(&k, attacks.rook_rays[k.king] & sliders_straight(s) & enemy, &checkers);
    k.diagonal = lines_scan(&k, attacks.bishop_rays[k.king] & sliders_diagonal(s) & enemy, &checkers);
    k.targets  = checkers == 0                    ? UINT64_MAX
               : (checkers & (checkers - 1)) == 0 ? attacks.between[k.king][bits_first(checkers)] | checkers
                                                  : 0;
    return k;
}

// What the enemy attacks when our king is not in the way.
INLINE uint64_t danger_of(const State *s, const Masks *k, const int us)
{
    const uint64_t enemy = s->colour[!us], occ = k->occ & ~BIT(k->king), pawns = s->kind[PAWN] & enemy;
    uint64_t       set = pawns_left(pawns, !us) | pawns_right(pawns, !us);
    for (uint64_t from = s->kind[KNIGHT] & enemy; from;) set |= attacks.knight[bits_take(&from)];
    for (uint64_t from = sliders_diagonal(s) & enemy; from;) set |= bishop_attacks(bits_take(&from), occ);
    for (uint64_t from = sliders_straight(s) & enemy; from;) set |= rook_attacks(bits_take(&from), occ);
    return set | attacks.king[king_square(s, !us)];
}

// Castling: what must be empty, and what must not be attacked (the king's own square among it).
INLINE bool castle_empty(const State *s, const Masks *k, const int us, const int side)
{
    const uint64_t path = (side == CASTLE_SHORT ? UINT64_C(0x60) : UINT64_C(0x0e)) << 56 * us;
    return s->castling >> 2 * us & side && !(k->occ & path);
}
INLINE uint64_t castle_safe(const int us, const int side)
{
    return (side == CASTLE_SHORT ? UINT64_C(0x70) : UINT64_C(0x1c)) << 56 * us;
}

// Where the king may go: his steps, and the castlings as bits of `castles`.
INLINE uint64_t king_targets(const State *s, const Masks *k, const int us, unsigned *castles)
{
    const uint64_t steps = attacks.king[k->king] & ~k->own & (k->enemy | ~k->occ);
    const bool is_short = castle_empty(s, k, us, CASTLE_SHORT), is_long = castle_empty(s, k, us, CASTLE_LONG);
    *castles = 0;
    if (steps == 0 && !is_short && !is_long) return 0;
    const uint64_t danger = danger_of(s, k, us);
    if (is_short && !(danger & castle_safe(us, CASTLE_SHORT))) *castles |= CASTLE_SHORT;
    if (is_long && !(danger & castle_safe(us, CASTLE_LONG))) *castles |= CASTLE_LONG;
    return steps & ~danger;
}

// Pawns: where they arrive, by the way they go. A pinned one goes along its line or not at all.
typedef struct PawnTargets {
    uint64_t up, twice, left, right;
} PawnTargets;

INLINE PawnTargets pawn_targets(const State *s, const Masks *k, const int us)
{
    const uint64_t pawns = s->kind[PAWN] & k->own, empty = ~k->occ;
    const uint64_t goers = pawns & ~k->diagonal, takers = pawns & ~k->straight;
    // (A pawn that is pinned along a rank cannot step: there the file's set has no square before it.)
    const uint64_t free = pawns_up(goers & ~k->straight, us) & empty,
                   held = pawns_up(goers & k->straight, us) & empty & k->straight, steps = free | held;
    const uint64_t taken = k->enemy & k->targets, along = k->diagonal;
    return (PawnTargets){
        .up    = steps & k->targets,
        .twice = pawns_up(steps & rank_third(us), us) & empty & k->targets,
        .left  = (pawns_left(takers & ~along, us) | (pawns_left(takers & along, us) & along)) & taken,
        .right = (pawns_right(takers & ~along, us) | (pawns_right(takers & along, us) & along)) & taken,
    };
}

INLINE uint64_t rank_last(const int us) { return us == WHITE ? RANK_1 << 56 : RANK_1; }

// The pawns that may take in passing now; none after pass_to gave the turn to the side that has just moved.
INLINE uint64_t passant_now(const State *s, const int us)
{
    if (__builtin_expect(s->passant == 0, 1) || (s->passant >= 32) != (us == WHITE)) return 0;
    return passant_pawns(s, s->passant, us);
}

// Counting.

INLINE int pawns_count(const State *s, const Masks *k, const int us)
{
    const PawnTargets t   = pawn_targets(s, k, us);
    const uint64_t    top = rank_last(us);
    int               n   = bits_count(t.up) + bits_count(t.twice) + bits_count(t.left) + bits_count(t.right);
    if (__builtin_expect((s->kind[PAWN] & k->own & rank_seventh(us)) != 0, 0))
        n += 3 * (bits_count(t.up & top) + bits_count(t.left & top) + bits_count(t.right & top));
    return n + bits_count(passant_now(s, us));
}

INLINE int slides_count(const State *s, const Masks *k)
{
    const uint64_t open = (k->enemy | ~k->occ) & k->targets, pinned = k->straight | k->diagonal;
    const uint64_t bishops = sliders_diagonal(s) & k->own, rooks = sliders_straight(s) & k->own;
    int            n = 0;
    for (uint64_t from = bishops & ~pinned; from;)
        n += bits_count(bishop_attacks(bits_take(&from), k->occ) & open);
    for (uint64_t from = rooks & ~pinned; from;)
        n += bits_count(rook_attacks(bits_take(&from), k->occ) & open);
    if (__builtin_expect(pinned == 0, 1)) return n;
    for (uint64_t from = bishops & k->diagonal; from;)
        n += bits_count(bishop_attacks(bits_take(&from), k->occ) & open & k->diagonal);
    for (uint64_t from = rooks & k->straight; from;)
        n += bits_count(rook_attacks(bits_take(&from), k->occ) & open & k->straight);
    return n;
}

INLINE int count_for(const State *s, const int us)
{
    const Masks    k = masks_of(s, us);
    unsigned       castles;
    const uint64_t steps = king_targets(s, &k, us, &castles);
    int            n     = bits_count(steps) + (int)(castles & 1) + (int)(castles >> 1);
    if (__builtin_expect(k.targets == 0, 0)) return n;
    const uint64_t open = (k.enemy | ~k.occ) & k.targets;
    for (uint64_t from = s->kind[KNIGHT] & k.own & ~(k.straight | k.diagonal); from;)
        n += bits_count(attacks.knight[bits_take(&from)] & open);
    return n + pawns_count(s, &k, us) + slides_count(s, &k);
}

INLINE int count(const Rules *r, const State *s)
{
    (void)r;
    return s->turn ? count_for(s, BLACK) : count_for(s, WHITE);
}

static __attribute__((noinline)) int count_any(const Rules *r, const State *s) { return count(r, s); }

// Almost always the side to move is not in check and has a pawn that can step and is not in line with its
// king.
INLINE bool over_for(const Rules *r, const State *s, const int us)
{
    const uint64_t rays  = attacks.rook_rays[king_square(s, us)] | attacks.bishop_rays[king_square(s, us)];
    const uint64_t pawns = s->kind[PAWN] & s->colour[us] & ~rays;
    if (__builtin_expect((pawns_up(pawns, us) & ~occupied(s)) != 0 && !checked_for(s, us), 1)) return false;
    const State copy = *s;   // only it has an address
    return count_any(r, &copy) == 0;
}

INLINE bool over(const Rules *r, const State *s)
{
    return s->turn ? over_for(r, s, BLACK) : over_for(r, s, WHITE);
}

// Writing.

typedef struct List {
    Move *moves;
    int   n;
} List;

INLINE void list_add(List *list, Move m) { list->moves[list->n++] = m; }

// Moves of one piece; `noisy` is a constant: captures, or all others.
INLINE void list_add_set(List *list, const State *s, int from, Kind piece, uint64_t set, const bool noisy)
{
    while (set) {
        const int to = bits_take(&set);
        list_add(list, move_pack(from, to, piece, noisy ? kind_at(s, to) : KIND_NONE));
    }
}

INLINE void list_add_pawns(List *list, const State *s, uint64_t set, int step, const bool takes,
                           const MoveType type)
{
    while (set) {
        const int to = bits_take(&set);
        list_add(list,
                 move_with(move_pack(to - step, to, PAWN, takes ? kind_at(s, to) : KIND_NONE), 0, type));
    }
}

// To a queen among the noisy moves, to the others among the rest.
INLINE void list_add_promotions(List *list, const State *s, uint64_t set, int step, const bool takes,
                                const bool noisy)
{
    while (set) {
        const int  to = bits_take(&set);
        const Move m  = move_pack(to - step, to, PAWN, takes ? kind_at(s, to) : KIND_NONE);
        if (noisy) list_add(list, move_with(m, QUEEN, MOVE_PLAIN));
        for (Kind kind = ROOK; !noisy && kind >= KNIGHT; kind--)
            list_add(list, move_with(m, kind, MOVE_PLAIN));
    }
}

INLINE void pawns_write(List *list, const State *s, const Masks *k, const int us, const bool noisy)
{
    const PawnTargets t   = pawn_targets(s, k, us);
    const uint64_t    top = rank_last(us);
    const int         up = us == WHITE ? 8 : -8, left = up - 1, right = up + 1;
    if (__builtin_expect((s->kind[PAWN] & k->own & rank_seventh(us)) != 0, 0)) {
        list_add_promotions(list, s, t.left & top, left, true, noisy);
        list_add_promotions(list, s, t.right & top, right, true, noisy);
        list_add_promotions(list, s, t.up & top, up, false, noisy);
    }
    if (!noisy) {
        list_add_pawns(list, s, t.up & ~top, up, false, MOVE_PLAIN);
        list_add_pawns(list, s, t.twice, 2 * up, false, MOVE_DOUBLE);
        return;
    }
    list_add_pawns(list, s, t.left & ~top, left, true, MOVE_PLAIN);
    list_add_pawns(list, s, t.right & ~top, right, true, MOVE_PLAIN);
    for (uint64_t from = passant_now(s, us); from;)
        list_add(list, move_with(move_pack(bits_take(&from), s->passant, PAWN, PAWN), 0, MOVE_PASSANT));
}

INLINE void pieces_write(List *list, const State *s, const Masks *k, const bool noisy)
{
    const uint64_t open = (noisy ? k->enemy : ~k->occ) & k->targets, queens = s->kind[QUEEN];
    for (uint64_t from = s->kind[KNIGHT] & k->own & ~(k->straight | k->diagonal); from;) {
        const int square = bits_take(&from);
        list_add_set(list, s, square, KNIGHT, attacks.knight[square] & open, noisy);
    }
    for (uint64_t from = sliders_diagonal(s) & k->own & ~k->straight; from;) {
        const int      square = bits_take(&from);
        const uint64_t line   = k->diagonal >> square & 1 ? k->diagonal : UINT64_MAX;
        list_add_set(list, s, square, queens >> square & 1 ? QUEEN : BISHOP,
                     bishop_attacks(square, k->occ) & open & line, noisy);
    }
    for (uint64_t from = sliders_straight(s) & k->own & ~k->diagonal; from;) {
        const int      square = bits_take(&from);
        const uint64_t line   = k->straight >> square & 1 ? k->straight : UINT64_MAX;
        list_add_set(list, s, square, queens >> square & 1 ? QUEEN : ROOK,
                     rook_attacks(square, k->occ) & open & line, noisy);
    }
}

INLINE void king_write(List *list, const State *s, const Masks *k, const int us, uint64_t steps,
                       unsigned castles, const bool noisy)
{
    list_add_set(list, s, k->king, KING, steps & (noisy ? k->enemy : ~k->occ), noisy);
    if (noisy) return;
    const int first = 56 * us;
    if (castles & CASTLE_SHORT)
        list_add(list, move_with(move_pack(first + 4, first + 6, KING, KIND_NONE), 0, MOVE_CASTLE));
    if (castles & CASTLE_LONG)
        list_add(list, move_with(move_pack(first + 4, first + 2, KING, KIND_NONE), 0, MOVE_CASTLE));
}

INLINE int generate_for(const State *s, const int us, Move out[MOVES_MAX], const bool noisy_alone)
{
    const Masks    k = masks_of(s, us);
    unsigned       castles;
    const uint64_t steps = king_targets(s, &k, us, &castles);
    List           list  = {out, 0};
    for (int quiet = 0; quiet < 2 - noisy_alone; quiet++) {
        if (k.targets) {
            pawns_write(&list, s, &k, us, !quiet);
            pieces_write(&list, s, &k, !quiet);
        }
        king_write(&list, s, &k, us, steps, castles, !quiet);
    }
    return list.n;
}

static __attribute__((noinline)) int generate(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    (void)r;
    return s->turn ? generate_for(s, BLACK, out, false) : generate_for(s, WHITE, out, false);
}

#endif
