// eval_edb.h - a position of chess valued by endgame databases of parts of it (edb_plan.h); part of rules.c.
//
// A look-up is worth sign x (128 - moves to mate) for white. Where dropping men leaves the side that is not
// to move in check, the other side is to move in the look-up, or there is none (EdbPlan.skips); where it
// leaves both in check, it is worth nothing.
//
// Of a position that is in one of the databases itself the end is known: a search values it as a won, lost or
// drawn game (`known`), if it is at most EDB_KNOWN_PLIES away and before the fifty moves; the evaluation
// gives EDB_EXACT and its distance, which no sum of look-ups comes near.
//
// Cost: no allocation, no text; mostly the wait for a byte of a large table (bench/chess_lookups.sh).
#ifndef GAMES_CHESS_EVAL_EDB_H
#define GAMES_CHESS_EVAL_EDB_H

#include "games/chess/board.h"

enum { EDB_EXACT = 200000, EDB_EXACT_STEP = 300, EDB_KNOWN_MEN = 5, EDB_KNOWN_PLIES = 70, EDB_MOVES = 128 };

// Constant after edb_numbers_open.
static ChessDbTables  edb_numbers;
static pthread_once_t edb_once = PTHREAD_ONCE_INIT;
static void           edb_numbers_open(void) { chess_db_tables_open(&edb_numbers); }

// The kinds of a database's men, as the board has them.
static const uint8_t edb_kind[CHESS_DB_MEN] = {QUEEN, ROOK, BISHOP, KNIGHT, PAWN};

static void edb_open(Edb *edb, int which, const uint8_t *const tables[])
{
    pthread_once(&edb_once, edb_numbers_open);
    edb_plan_make(&edb->plan, which);
    for (int i = 0; i < edb->plan.tables; i++) {
        EdbTable *const t = &edb->table[i];
        *t                = (EdbTable){.bytes = tables[i]};
        chess_db_numbering_open(&t->numbers, edb->plan.ending[i]);
        for (int k = 0; k < t->numbers.n; k++)
            for (int p = 0; p < 2; p++)
                t->men[p] += UINT64_C(1) << 4 * (2 * t->numbers.man[k] + (t->numbers.colour[k] ^ p));
    }
}

#ifndef POLLARD_NO_DATABASES   // a program that cannot open any is kept small

// Look-ups. Squares and colours are those of the database from here on.

INLINE uint64_t edb_attacks(int man, int colour, int square, uint64_t occ)
{
    switch (man) {
    case CHESS_DB_Q: return rook_attacks(square, occ) | bishop_attacks(square, occ);
    case CHESS_DB_R: return rook_attacks(square, occ);
    case CHESS_DB_B: return bishop_attacks(square, occ);
    case CHESS_DB_N: return attacks.knight[square];
    default: return attacks.pawn[colour][square];
    }
}

// Is the king of the other side attacked by the men of `side`?
static bool edb_attacked(const ChessDbNumbering *d, int side, int king, uint64_t occ,
                         const uint8_t squares[CHESS_DB_OTHERS])
{
    for (int i = 0; i < d->n; i++)
        if (d->colour[i] == side && edb_attacks(d->man[i], side, squares[i], occ) >> king & 1) return true;
    return false;
}

// The same of the side to move, whose men attack no king on the board: only a slide that was barred can.
INLINE bool edb_opened(const ChessDbNumbering *d, int side, int king, uint64_t occ,
                       const uint8_t squares[CHESS_DB_OTHERS])
{
    for (int i = 0; i < d->n; i++)
        if (d->colour[i] == side && d->man[i] <= CHESS_DB_B &&
            (attacks.between[squares[i]][king] & occ) == BIT(king) &&
            edb_attacks(d->man[i], side, squares[i], occ) >> king & 1)
            return true;
    return false;
}

// For the database's white. False: no look-up.
static bool edb_probe(const EdbTable *t, bool skips, int side, const int kings[2],
                      const uint8_t squares[CHESS_DB_OTHERS], int *value)
{
    const ChessDbNumbering *const d   = &t->numbers;
    uint64_t                      occ = BIT(kings[0]) | BIT(kings[1]);
    for (int i = 0; i < d->n; i++) occ |= BIT(squares[i]);
    if (__builtin_expect(edb_opened(d, side, kings[!side], occ, squares), 0)) {
        if (skips) return false;
        side   = !side;
        *value = 0;
        if (edb_attacked(d, side, kings[!side], occ, squares)) return true;
    }
    const int v = chess_db_value(
        t->bytes[chess_db_number(d, &edb_numbers, side, kings[0], kings[1], squares)]);
    *value = side == 0 ? v : -v;
    return true;
}

// What several ways to place the men of a database add up to.
typedef struct EdbSum {
    int count, sum, most, least;
} EdbSum;

INLINE void edb_sum_add(EdbSum *sum, int v)
{
    sum->count++;
    sum->sum += v;
    sum->most  = v > sum->most ? v : sum->most;
    sum->least = v < sum->least ? v : sum->least;
}

static Value edb_sum_value(const EdbSum *sum, EdbWays ways)
{
    if (ways == EDB_SUM || sum->count == 0) return sum->sum;
    if (ways == EDB_MEAN) return sum->sum / sum->count;
    return sum->most == -sum->least ? 0 : sum->most > -sum->least ? sum->most : sum->least;
}

// All ways to place the men of a table on the board's; `swapped`: its white is the board's black.
static void edb_embed(const EdbTable *t, bool skips, const State *s, int swapped, EdbSum *sum)
{
    const ChessDbNumbering *const d    = &t->numbers;
    const int                     flip = swapped ? 56 : 0, side = s->turn ^ swapped;
    const int kings[2]              = {king_square(s, swapped) ^ flip, king_square(s, !swapped) ^ flip};
    uint64_t  sets[CHESS_DB_OTHERS] = {1, 1, 1};
    uint8_t   at[CHESS_DB_OTHERS];
    for (int i = 0; i < d->n; i++) sets[i] = s->kind[edb_kind[d->man[i]]] & s->colour[d->colour[i] ^ swapped];
    for (uint64_t x = sets[0]; x;) {
        const int a = bits_take(&x);
        for (uint64_t y = d->two == 0 ? sets[1] & -(UINT64_C(2) << a) : sets[1]; y;) {
            const int b = bits_take(&y);
            for (uint64_t z = d->two == 1 ? sets[2] & -(UINT64_C(2) << b) : sets[2]; z;) {
                const int c = bits_take(&z);
                at[0] = (uint8_t)(a ^ flip), at[1] = (uint8_t)(b ^ flip), at[2] = (uint8_t)(c ^ flip);
                int v;
                if (edb_probe(t, skips, side, kings, at, &v)) edb_sum_add(sum, swapped ? -v : v);
            }
        }
    }
}

// Which men of an entry are there, when its white is the board's colour `swapped`.
INLINE int edb_mask(const EdbEntry *e, const State *s, int swapped)
{
    int mask = 0, left = 0;
    for (int i = 0; i < e->n; i++) {
        const bool like = i > 0 && e->man[i] == e->man[i - 1] && e->colour[i] == e->colour[i - 1];
        left = like ? left - 1 : bits_count(s->kind[edb_kind[e->man[i]]] & s->colour[e->colour[i] ^ swapped]);
        mask |= (left > 0) << i;
    }
    return mask;
}

// One database of the plan, or the largest part of it that is there. With `whole` only all of it. Counts of
// how many of its men were placed; 0: none.
static int edb_entry(const Edb *edb, const EdbEntry *e, const State *s, bool whole, EdbSum *sum)
{
    const int masks[2] = {edb_mask(e, s, 0), edb_mask(e, s, 1)};
    const int men[2]   = {bits_count((uint64_t)masks[0]), bits_count((uint64_t)masks[1])};
    const int most     = men[0] > men[1] ? men[0] : men[1];
    if (most == 0 || (whole && most < e->n)) return 0;
    int first = -1, first_turned = 0;
    for (int swapped = 0; swapped < 2; swapped++) {
        const int mask = masks[swapped], turned = swapped ^ e->swapped[mask];
        if (men[swapped] < most) continue;
        const EdbTable *const t = &edb->table[e->table[mask]];
        // The other way round may be the same look-up: equal men on both sides, or one man that both have.
        if (first == e->table[mask] && (first_turned == turned || t->men[0] == t->men[1])) continue;
        first = e->table[mask], first_turned = turned;
        edb_embed(t, edb->plan.skips, s, turned, sum);
    }
    return most;
}

// All men but the kings as one number, four bits for each colour and kind.
static uint64_t men_key(const State *s)
{
    uint64_t key = 0;
    for (int i = 0; i < CHESS_DB_MEN; i++)
        for (int p = 0; p < 2; p++)
            key |= (uint64_t)bits_count(s->kind[edb_kind[i]] & s->colour[p]) << 4 * (2 * i + p);
    return key;
}

// Is the position itself in one of the tables, but for a right to take en passant, which they do not have?
// Its look-up for white then.
static bool edb_found(const Edb *edb, const State *s, int *value)
{
    if (bits_count(occupied(s)) > EDB_KNOWN_MEN || s->castling) return false;
    const uint64_t key = men_key(s);
    for (int i = 0; i < edb->plan.tables; i++) {
        const EdbTable *const t = &edb->table[i];
        if (key != t->men[0] && key != t->men[1]) continue;
        EdbSum sum = {0};
        edb_embed(t, false, s, key != t->men[0], &sum);
        assert(sum.count == 1);
        *value = sum.sum;
        return true;
    }
    return false;
}

// The same with that right: the best of *value, which is without it, and of what taking leads to. False when
// that is in no table.
static __attribute__((noinline)) bool edb_passant(const Rules *r, const State *s, int *value)
{
    Move      moves[MOVES_MAX];
    const int n = generate(r, s, moves), sign = s->turn == WHITE ? 1 : -1;
    int       best = -EDB_MOVES - 1, others = 0;
    for (int i = 0; i < n; i++) {
        State child;
        int   v;
        if (move_type(moves[i]) != MOVE_PASSANT) {
            others++;
            continue;
        }
        play(r, &child, s, moves[i]);
        if (!edb_found(&r->edb, &child, &v)) return false;
        v = sign * v - (sign * v > 0);   // won a move later
        if (v > best) best = v;
    }
    if (best >= -EDB_MOVES && (others == 0 || best > sign * *value)) *value = sign * best;
    return true;
}

// What the tables know of the position for certain, as a look-up for white.
static bool edb_certain(const Rules *r, const State *s, int *value)
{
    return edb_found(&r->edb, s, value) && (s->passant == 0 || edb_passant(r, s, value));
}

static __attribute__((noinline)) bool edb_knows(const Rules *r, const State *s, int *result, int *plies)
{
    int v;
    if (!edb_certain(r, s, &v)) return false;
    if (s->turn == BLACK) v = -v;
    *result = (v > 0) - (v < 0);
    *plies  = v == 0 ? 0 : 2 * (EDB_MOVES - (v > 0 ? v : -v)) - (v > 0);
    return true;
}

// The look-ups times their weights, for white.
static int64_t edb_lookups(const Edb *edb, const int weights[], const State *s)
{
    int64_t v    = 0;
    int     most = 0;
    for (int i = 0; i < edb->plan.entries; i++) {
        EdbSum    sum = {0};
        const int men = edb_entry(edb, &edb->plan.entry[i], s, edb->plan.whole, &sum);
        most          = men > most ? men : most;
        v += (int64_t)weights[edb->plan.shared ? 0 : i] * edb_sum_value(&sum, edb->plan.ways);
    }
    for (int i = 0; most == 0 && edb->plan.whole && i < edb->plan.entries; i++) {
        EdbSum sum = {0};
        edb_entry(edb, &edb->plan.entry[i], s, false, &sum);
        v += (int64_t)weights[edb->plan.shared ? 0 : i] * edb_sum_value(&sum, edb->plan.ways);
    }
    return v;
}

#endif   // POLLARD_NO_DATABASES

#endif
