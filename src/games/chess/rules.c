// rules.c - chess. Rules and texts: docs/GAMES.md.
//
// What a game may be ended for although there are moves, fifty moves without progress and material that
// cannot mate, is not in `generate`: the referee asks `drawn`.
#include "games/chess/board.h"
#include "games/chess/classes.h"
#include "games/chess/moves.h"
#include "games/chess/play.h"

static const Option options[] = {{0}};

static int      turn(const Rules *r, const State *s) { return (void)r, s->turn; }
static uint64_t hash(const Rules *r, const State *s) { return (void)r, s->hash; }

// Piece, origin, destination, as they lie in the move.
static uint32_t move_id(const Rules *r, const State *s, Move m) { return (void)r, (void)s, m & 0x7fff; }

// Origin and destination; promotions behind them, by colour, file, direction (to the left, ahead, to the
// right) and piece.
enum { ACTIONS_PLAIN = 64 * 64, ACTIONS_PROMOTION = 2 * 8 * 3 * 4 };
static uint32_t action_id(const Rules *r, const State *s, Move m)
{
    (void)r;
    const int from = move_from(m), to = move_to(m), file = from % 8;
    if (move_promotion(m) == 0) return (uint32_t)(64 * from + to);
    const int way = 3 * (8 * s->turn + file) + to % 8 - file + 1;
    return (uint32_t)(ACTIONS_PLAIN + 4 * way + (int)move_promotion(m) - KNIGHT);
}

#include "games/chess/eval.h"
#include "games/chess/presets.h"

static void payoff(const Rules *r, const State *s, Value out[PLAYERS_MAX])
{
    const bool mated = checked(s, s->turn) && count(r, s) == 0;
    payoff_share(out, 2, !mated ? 0 : s->turn ? 1 : 2);
}

// For the referee and searches.

static bool in_check(const Rules *r, const State *s) { return (void)r, checked(s, s->turn); }

static bool drawn(const Rules *r, const State *s)
{
    if (material_insufficient(s)) return true;
    return s->halfmoves >= FIFTY && !(checked(s, s->turn) && count_any(r, s) == 0);
}

static int reversible(const Rules *r, const State *s) { return (void)r, s->halfmoves; }

// What databases know is known only if the count does not end the game before: so it matters earlier.
static int clock_left(const Rules *r, const State *s)
{
    return FIFTY - s->halfmoves - (r->eval == EVAL_EDB ? EDB_KNOWN_PLIES : 0);
}

#ifndef POLLARD_NO_DATABASES
#define GAME_HAS_KNOWN
// Most positions have too many men, which must cost nothing: only the copy has an address.
INLINE bool known(const Rules *r, const State *s, int *result, int *plies)
{
    if (__builtin_expect(r->eval != EVAL_EDB || bits_count(occupied(s)) > EDB_KNOWN_MEN, 1)) return false;
    const State copy = *s;
    return edb_knows(r, &copy, result, plies) && *plies <= EDB_KNOWN_PLIES && *plies <= FIFTY - s->halfmoves;
}
#endif

// With pawns alone, having to move is often a burden.
static bool null_allowed(const Rules *r, const State *s)
{
    const uint64_t pieces = s->colour[s->turn] & ~(s->kind[PAWN] | s->kind[KING]);
    return (void)r, pieces != 0 && !checked(s, s->turn);
}

// Cold part.

static void keys_open(Rules *r)
{
    rng_keys(&r->keys[0][0][0], 2 * (KINDS + 1) * 64, 0x6368657373);
    memset(r->keys[0][KIND_NONE], 0, sizeof r->keys[0][KIND_NONE]);
    memset(r->keys[1][KIND_NONE], 0, sizeof r->keys[1][KIND_NONE]);
    rng_keys(r->castling_keys, 16, 0x636173746c65);
    rng_keys(r->passant_keys, 64, 0x70617373616e74);
    r->passant_keys[0] = 0;
    rng_keys(&r->turn_key, 1, 0x7475726e);
}

static bool rules_open(Rules *r, const int values[], Facts *facts, Status *status)
{
    (void)values, (void)status;
    attacks_open();
    keys_open(r);
    placement_open(r);
    eval_use(r, EVAL_FULL, NULL, evals[EVAL_FULL].fallback);
    *facts = (Facts){.players     = 2,
                     .move_ids    = 0x6000,
                     .actions     = ACTIONS_PLAIN + ACTIONS_PROMOTION,
                     .plies_max   = 600,
                     .traits      = TRAIT_REPEATS | TRAIT_STALEMATE,
                     .repetitions = 3,
                     .counters    = 2,
                     .cells       = 64,
                     .names       = {"white", "black"},
                     .symbols     = "wb",
                     .colors      = "wk"};
    return true;
}

#include "games/chess/notation.h"

static void setup(const Rules *r, State *s)
{
    Status     status;
    const bool good = position_parse(r, s, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                     &status);
    assert(good);
    (void)good;
}

static int cell_square(int i) { return i ^ 56; }

static CellPlace cell_place(const Rules *r, int i)
{
    (void)r;
    CellPlace place = {
        .x = 2 * (i % 8), .y = i / 8, .shape = CELL_SQUARE, .tone = (i / 8 + i) & 1 ? TONE_DARK : TONE_LIGHT};
    place.name[0] = (char)('a' + i % 8);
    place.name[1] = (char)('8' - i / 8);
    return place;
}

static CellView cell_view(const Rules *r, const State *s, int i)
{
    (void)r;
    const int square = cell_square(i);
    const int owner  = s->colour[0] >> square & 1 ? 0 : s->colour[1] >> square & 1 ? 1 : -1;
    if (owner < 0) return (CellView){.owner = -1};
    return (CellView){.owner = (int8_t)owner, .kind = (uint8_t)(CELL_PAWN + kind_at(s, square)), .height = 1};
}

// A promotion says by a button what the pawn becomes.
static void move_cells(const Rules *r, const State *s, Move m, MoveCells *out)
{
    (void)r, (void)s;
    *out = (MoveCells){2, {cell_square(move_from(m)), cell_square(move_to(m))}, ""};
    if (move_promotion(m)) out->button[0] = '=', out->button[1] = kind_letters[move_promotion(m)];
}

#define GAME           chess
#define GAME_NAME      "chess"
#define GAME_TITLE     "Chess"
#define GAME_MOVE_HELP "as in scoresheets (Nf3, exd5, O-O, e8=Q) or by the squares (g1f3, e7e8q)"
#define GAME_TWO_PLAYERS
#define GAME_KINDS       CLASSES
#define GAME_KINDS_NOISY ((1u << CLASS_QUIET) - 1)
#define GAME_PERFT_ENDS  0
#define GAME_DATABASES   chess_databases
#define GAME_HAS_COUNT
#define GAME_HAS_OVER
#define GAME_HAS_REHASH
#define GAME_HAS_KIND
#define GAME_HAS_NOISY
#define GAME_HAS_EVALS
#define GAME_HAS_MOVE_PARSE
#define GAME_HAS_MOVE_CODE
#define GAME_HAS_MOVE_CELLS
#define GAME_HAS_ACTION
#define GAME_HAS_DRAWN
#define GAME_HAS_REVERSIBLE
#define GAME_HAS_CLOCK
#define GAME_HAS_CHECK
#define GAME_HAS_NULL_ALLOWED
#include "game/game_export.h"
