// board.h - a position of chess, a move, and who attacks what; part of rules.c.
//
// A position is a set of squares per kind of piece and one per colour. White is player 0. Colours are
// arguments of always_inline functions that are called with literals, so that a pawn's direction and the
// squares of castling are constants.
#ifndef GAMES_CHESS_BOARD_H
#define GAMES_CHESS_BOARD_H

#include "base/rng.h"
#include "game/game.h"
#include "games/chess/attacks.h"
#include "games/chess/edb_plan.h"

typedef enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, KINDS, KIND_NONE = KINDS } Kind;
enum { WHITE, BLACK };

// Of a colour, shifted by 2 for black.
enum { CASTLE_SHORT = 1, CASTLE_LONG = 2 };

enum {
    MOVES_MAX     = 256,   // 218 is the most of any position that play can reach; see validate for others
    HALFMOVES_MAX = 999,   // where the counters of a position stop
    FULLMOVES_MAX = 9999,
    FIFTY         = 100,   // plies without a capture or pawn move after which the game is drawn
};

typedef struct {
    uint64_t kind[KINDS];
    uint64_t colour[2];
    uint64_t hash;
    int16_t  placed[2];   // sums of the placement tables, white less black: for the middle and the end
    uint16_t halfmoves;   // plies since the last capture or pawn move
    uint16_t fullmoves;   // the number of the move, from 1
    uint8_t  turn;
    uint8_t  castling;   // CASTLE_* of white, of black
    uint8_t  passant;    // the square behind a pawn that can be taken in passing; 0: none
    uint8_t  pad[5];
} State;
_Static_assert(sizeof(State) == 88, "no padding but pad");

typedef struct {
    uint64_t keys[2][KINDS + 1][64];   // nothing in the last row: what captures nothing
    uint64_t castling_keys[16], passant_keys[64], turn_key;
    int16_t  placement[2][KINDS + 1][64][2];   // by colour, kind, square; for the middle and the end
    int      eval, weights[EVAL_WEIGHTS_MAX];
    Edb      edb;   // of an evaluation by databases
} Rules;

// A move says all that playing it needs:
//     bits 0-5 from, 6-11 to, 12-14 the piece, 15-17 what it takes (KIND_NONE), 18-20 what it becomes (0: it
//     stays what it is), 21-22 a MoveType
typedef enum { MOVE_PLAIN, MOVE_DOUBLE, MOVE_PASSANT, MOVE_CASTLE } MoveType;

INLINE Move move_pack(int from, int to, Kind piece, Kind victim)
{
    return (Move)from | (Move)to << 6 | (Move)piece << 12 | (Move)victim << 15;
}
INLINE Move     move_with(Move m, Kind promotion, MoveType type) { return m | promotion << 18 | type << 21; }
INLINE int      move_from(Move m) { return (int)(m & 63); }
INLINE int      move_to(Move m) { return (int)(m >> 6 & 63); }
INLINE Kind     move_piece(Move m) { return (Kind)(m >> 12 & 7); }
INLINE Kind     move_victim(Move m) { return (Kind)(m >> 15 & 7); }
INLINE Kind     move_promotion(Move m) { return (Kind)(m >> 18 & 7); }
INLINE MoveType move_type(Move m) { return (MoveType)(m >> 21 & 3); }

// What stands on a square that is not empty, without a branch.
INLINE Kind kind_at(const State *s, int square)
{
    unsigned kind = 0;
    for (unsigned k = KNIGHT; k < KINDS; k++) kind |= (unsigned)(s->kind[k] >> square & 1) * k;
    return (Kind)kind;
}

INLINE uint64_t occupied(const State *s) { return s->colour[0] | s->colour[1]; }

// Steps of all pawns at once; `us` is a constant.
INLINE uint64_t pawns_up(uint64_t set, const int us) { return us == WHITE ? set << 8 : set >> 8; }
INLINE uint64_t pawns_left(uint64_t set, const int us)
{
    return us == WHITE ? (set & ~FILE_A) << 7 : (set & ~FILE_A) >> 9;
}
INLINE uint64_t pawns_right(uint64_t set, const int us)
{
    return us == WHITE ? (set & ~(FILE_A << 7)) << 9 : (set & ~(FILE_A << 7)) >> 7;
}

// The rank where a pawn of `us` stands before its last step, and the one a double step passes over.
INLINE uint64_t rank_seventh(const int us) { return us == WHITE ? RANK_1 << 48 : RANK_1 << 8; }
INLINE uint64_t rank_third(const int us) { return us == WHITE ? RANK_1 << 16 : RANK_1 << 40; }

// Pieces of `by` that attack a square, when `occ` is occupied.
INLINE uint64_t attackers(const State *s, int square, uint64_t occ, const int by)
{
    const uint64_t diagonal = s->kind[BISHOP] | s->kind[QUEEN], straight = s->kind[ROOK] | s->kind[QUEEN];
    return ((attacks.pawn[!by][square] & s->kind[PAWN]) | (attacks.knight[square] & s->kind[KNIGHT]) |
            (attacks.king[square] & s->kind[KING]) | (bishop_attacks(square, occ) & diagonal) |
            (rook_attacks(square, occ) & straight)) &
           s->colour[by];
}

INLINE int king_square(const State *s, int p) { return bits_first(s->kind[KING] & s->colour[p]); }

INLINE bool checked_for(const State *s, const int us)
{
    return attackers(s, king_square(s, us), occupied(s), !us) != 0;
}

// Is the king of player p attacked?
static bool checked(const State *s, int p)
{
    return p == WHITE ? checked_for(s, WHITE) : checked_for(s, BLACK);
}

// May the pawn of `us` on `from` take in passing to `to`? Two pawns leave the rank at once, so that nothing
// but looking at the board afterwards tells.
static bool passant_legal(const State *s, int from, int to, int us)
{
    const uint64_t taken = BIT(to ^ 8), occ = (occupied(s) ^ BIT(from) ^ taken) | BIT(to);
    const int      king = king_square(s, us);
    return (((us ? attackers(s, king, occ, WHITE) : attackers(s, king, occ, BLACK))) & ~taken) == 0;
}

// The pawns of `us` that may take in passing to `square`.
static uint64_t passant_pawns(const State *s, int square, int us)
{
    uint64_t good = 0;
    for (uint64_t set = attacks.pawn[!us][square] & s->kind[PAWN] & s->colour[us]; set;) {
        const int from = bits_take(&set);
        if (passant_legal(s, from, square, us)) good |= BIT(from);
    }
    return good;
}

#endif
