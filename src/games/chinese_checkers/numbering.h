// numbering.h - the databases of Chinese Checkers: what they are called and which entry a position has. The
// one place that knows both; the builders (pdb, pdb_star, edb), the catalog (databases.c) and the evaluations
// of the game (eval.h) use it.
//
// A pattern database has as its goal `pieces` holes of the home of `home` pieces, from number `first` on,
// counted from 0 from the base of the home to its tip; or, with CHECKERS_FIRST_TIP, the paper's four: the
// tip, the second row and the middle of the third. Some of them have short names: cc-pdb6-9x9 for the corner,
// cc-pdb4-9x9 for the paper's four, cc-pdb4-base-9x9 for the base row of ten; the others say which holes:
// cc-pdb5-1of10-9x9 (A of P, A from 1). On stars: cc-pdb3-star, cc-pdb3-star73 (tip and second row) and
// cc-pdb4-star (the paper's four), for a player who goes from the top to the bottom.
//
// Numbers are those of retro/index.h: a set of holes c0 < c1 < ... has the number C(c0,1) + C(c1,2) + ...;
// an endgame has the side to move, then the set of player 1, then that of player 2 on the holes left. Here
// they come from a table of binomials, inlined in the evaluations (about 2 ns a set); the tests compare every
// entry with retro/index.h.
#ifndef GAMES_CHINESE_CHECKERS_NUMBERING_H
#define GAMES_CHINESE_CHECKERS_NUMBERING_H

#include "base/bits.h"
#include "base/text.h"
#include "games/chinese_checkers/db_board.h"

#include <assert.h>
#include <stdio.h>

enum {
    CHECKERS_NAME_MAX   = 40,
    CHECKERS_FIRST_TIP  = -1,
    CHECKERS_SET_MAX    = 6,   // pieces of a pattern that an evaluation looks up
    CHECKERS_EDB_PIECES = 3,   // of a side, in the endgames of the catalog
};

// Rules of an endgame database that may be changed (edb.h); 0: those of the game.
enum { CHECKERS_FORWARD = 1, CHECKERS_OWN = 2 };

typedef struct CheckersPattern {
    int side, pieces, first, home;
    int star;   // rows of an arm; 0: a rhombus
} CheckersPattern;

// Names.

static inline bool checkers_pattern_is_corner(const CheckersPattern *p)
{
    return p->first >= 0 && p->first + p->pieces == p->home && (p->pieces == 3 || p->pieces == 6);
}

static inline bool checkers_pattern_is_base(const CheckersPattern *p)
{
    return p->first == 0 && p->pieces == 4 && p->home == 10 && p->side == 9;
}

// cc-pdbK-AofP-NxN, which every pattern but the paper's four may be called.
static inline void checkers_part_name(const CheckersPattern *p, char out[CHECKERS_NAME_MAX])
{
    // Small numbers, said for gcc: the name always has room.
    const uint8_t pieces = (uint8_t)p->pieces, first = (uint8_t)(p->first + 1), home = (uint8_t)p->home,
                  side = (uint8_t)p->side;
    snprintf(out, CHECKERS_NAME_MAX, "cc-pdb%d-%dof%d-%dx%d", pieces, first, home, side, side);
}

static inline void checkers_pattern_name(const CheckersPattern *p, char out[CHECKERS_NAME_MAX])
{
    const bool base = checkers_pattern_is_base(p);
    if (p->star > 0)
        snprintf(out, CHECKERS_NAME_MAX, "cc-pdb%d-star%s", (uint8_t)p->pieces, p->star == 3 ? "73" : "");
    else if (!base && p->first != CHECKERS_FIRST_TIP && !checkers_pattern_is_corner(p))
        checkers_part_name(p, out);
    else
        snprintf(out, CHECKERS_NAME_MAX, "cc-pdb%d%s-%dx%d", p->pieces, base ? "-base" : "", p->side,
                 p->side);
}

static inline void checkers_endgame_name(int side, unsigned rules, char out[CHECKERS_NAME_MAX])
{
    const char *const shape = rules & CHECKERS_FORWARD ? "-forward" : rules & CHECKERS_OWN ? "-own" : "";
    snprintf(out, CHECKERS_NAME_MAX, "cc-edb%d%s-%dx%d", 2 * CHECKERS_EDB_PIECES, shape, side, side);
}

// Reads cc-pdbK-AofP-NxN.
static inline bool checkers_part_parse(const char *name, CheckersPattern *p)
{
    char written[CHECKERS_NAME_MAX];
    int  number;
    if (sscanf(name, "cc-pdb%2d-%2dof%2d-%1dx", &p->pieces, &number, &p->home, &p->side) != 4) return false;
    p->first = number - 1;
    p->star  = 0;
    checkers_part_name(p, written);
    if (!text_same(name, written) || p->first < 0 || p->pieces < 1) return false;
    return (p->home == 3 || p->home == 6 || p->home == 10) && p->first + p->pieces <= p->home;
}

// The same goal for the builder, which counts holes from the tip.
static inline CheckersGoal checkers_pattern_goal(const CheckersPattern *p)
{
    return p->first == CHECKERS_FIRST_TIP ? CHECKERS_TIP
         : checkers_pattern_is_corner(p)  ? CHECKERS_TRIANGLE
         : checkers_pattern_is_base(p)    ? CHECKERS_BASE
                                          : (CheckersGoal)(CHECKERS_PART + p->home - p->first - p->pieces);
}

// Numbers.

static inline uint64_t checkers_choose(int n, int k)
{
    uint64_t c = 1;
    for (int i = 0; i < k; i++) c = c * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return k > n ? 0 : c;
}

static inline uint64_t checkers_pattern_entries(int side, int pieces)
{
    return checkers_choose(side * side, pieces);
}

// Arms of 4 rows: 121 holes, of 3: 73.
static inline uint64_t checkers_star_entries(int arm, int pieces)
{
    return checkers_choose(arm == 4 ? 121 : 73, pieces);
}

static inline uint64_t checkers_endgame_entries(int side, int pieces)
{
    return 2 * checkers_choose(side * side, pieces) * checkers_choose(side * side - pieces, pieces);
}

typedef struct CheckersNumbers {
    uint32_t choose[CHECKERS_SET_MAX][CHECKERS_STAR_HOLES_MAX];   // C(hole, k + 1)
    uint32_t first, second;   // endgames: sets of the first side; of the second on what is left
} CheckersNumbers;

static inline void checkers_numbers_open(CheckersNumbers *n, int holes)
{
    assert(holes > 0 && holes <= CHECKERS_STAR_HOLES_MAX);
    for (int k = 0; k < CHECKERS_SET_MAX; k++)
        for (int hole = 0; hole < holes; hole++) n->choose[k][hole] = (uint32_t)checkers_choose(hole, k + 1);
    n->first  = (uint32_t)checkers_choose(holes, CHECKERS_EDB_PIECES);
    n->second = (uint32_t)checkers_choose(holes - CHECKERS_EDB_PIECES, CHECKERS_EDB_PIECES);
}

// The number of a set of holes, below 64 and from there on.
CHECKERS_INLINE uint32_t checkers_number(const CheckersNumbers *n, uint64_t low, uint64_t high)
{
    uint32_t number = 0;
    int      k      = 0;
    while (low) number += n->choose[k++][bits_take(&low)];
    while (high) number += n->choose[k++][64 + bits_take(&high)];
    return number;
}

// The same of `count` holes, given in any order.
CHECKERS_INLINE uint32_t checkers_set_number(const CheckersNumbers *n, const uint8_t hole[], int count)
{
    uint64_t set[2] = {0, 0};
    for (int i = 0; i < count; i++) set[hole[i] >> 6] |= BIT(hole[i] & 63);
    return checkers_number(n, set[0], set[1]);
}

// The number of an endgame of three against three.
CHECKERS_INLINE uint64_t checkers_endgame_number(const CheckersNumbers *n, const uint8_t first[],
                                                 const uint8_t second[], int to_move)
{
    uint64_t set[2] = {0, 0};
    uint8_t  reduced[CHECKERS_EDB_PIECES];
    for (int i = 0; i < CHECKERS_EDB_PIECES; i++) set[first[i] >> 6] |= BIT(first[i] & 63);
    for (int i = 0; i < CHECKERS_EDB_PIECES; i++) {   // the second side stands on what the first leaves free
        const int hole = second[i];
        const int less = hole < 64 ? bits_count(set[0] & (BIT(hole) - 1))
                                   : bits_count(set[0]) + bits_count(set[1] & (BIT(hole - 64) - 1));
        reduced[i]     = (uint8_t)(hole - less);
    }
    return ((uint64_t)to_move * n->first + checkers_set_number(n, first, CHECKERS_EDB_PIECES)) * n->second +
           checkers_set_number(n, reduced, CHECKERS_EDB_PIECES);
}

#endif
