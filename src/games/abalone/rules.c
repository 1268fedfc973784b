// rules.c - Abalone: push six of the other's marbles off a board of 61 cells.
//
// Layout. A hexagon of side five maps one to one onto the numbers modulo 61: the cell in row r (A = 0) with
// number n has the bit (n - 1 + 13 r) mod 61. So a step E adds 1, NW 13, NE 14, and a set of cells makes a
// step by a rotation of 61 bits; cells on the edge of a direction have no neighbour there and are masked out.
// From bit 0 up the rows lie A F B G C H D I E, each from the left.
//
// Rules are worked on sets, one direction at a time. A line that moves along itself is known by its front
// marble while sets are combined, by its rear marble in the move. The evaluation (eval.h) and the
// classes of moves are those of Papadopoulos, Toumpas, Chrysopoulos and Mitkas, "Exploring Optimization
// Strategies in Board Game Abalone for Alpha-Beta Search", 2012, II.C and IV.C.
//
// Order of moves: by class, direction (E W NE SW NW SE), axis of a broadside line (E NE NW), bit of the cell.
//
// Measured (EPYC, gcc 12, positions from games): count 30 ns, generate 150, evaluate 17, play 4, hash 1.5.
#include "base/bits.h"
#include "game/game.h"

#include <ctype.h>
#include <string.h>

// Loops over directions become straight code, and what depends on the direction constants.
#define UNROLLED      _Pragma("GCC unroll 12")
#define FORCED_INLINE inline __attribute__((always_inline))

// See eval.h.
enum { WEIGHT_MARBLE, WEIGHT_CENTER, WEIGHT_COHERENCE, WEIGHT_BREAK, WEIGHT_DANGER, WEIGHT_DOUBLE, WEIGHTS };

typedef struct {
    int start, weights[WEIGHTS];
} Rules;
// The marbles of the side to move and those of the other side.
typedef struct {
    uint64_t own, other, turn;
} State;

static const Option options[] = {
    {.key      = "start",
     .choices  = "standard|belgian-daisy|german-daisy",
     .fallback = 0,
     .help     = "how the marbles stand at first"},
    {0},
};

// Geometry.

// 14 of a side at the start; one with 8 has lost
enum { CELLS = 61, AXES = 3, MARBLES = 14, MARBLES_OUT = 8 };
typedef enum { E, W, NE, SW, NW, SE, DIRECTIONS } Direction;   // d ^ 1 is opposite to d; axes: E, NE, NW

static const uint8_t step[DIRECTIONS] = {1, 60, 14, 47, 13, 48};

// `count` cells of row r from number n on.
#define SPAN(r, n, count) ((BIT(count) - 1) << (((n)-1 + 13 * (r)) % CELLS))
#define ROW_A             SPAN(0, 1, 5)
#define ROW_I             SPAN(8, 5, 5)
#define BOARD             (BIT(CELLS) - 1)
#define FIRST_LOW                                                                                            \
    (SPAN(0, 1, 1) | SPAN(1, 1, 1) | SPAN(2, 1, 1) | SPAN(3, 1, 1) | SPAN(4, 1, 1))   // A1 ... E1
#define LAST_LOW                                                                                             \
    (SPAN(0, 5, 1) | SPAN(1, 6, 1) | SPAN(2, 7, 1) | SPAN(3, 8, 1) | SPAN(4, 9, 1))   // A5 ... E9
#define FIRST_UP                                                                                             \
    (SPAN(4, 1, 1) | SPAN(5, 2, 1) | SPAN(6, 3, 1) | SPAN(7, 4, 1) | SPAN(8, 5, 1))   // E1 ... I5
#define LAST_UP  (SPAN(4, 9, 1) | SPAN(5, 9, 1) | SPAN(6, 9, 1) | SPAN(7, 9, 1) | SPAN(8, 9, 1))   // E9...I9
#define RIM      (ROW_A | ROW_I | FIRST_LOW | LAST_LOW | FIRST_UP | LAST_UP)
#define CENTER   SPAN(4, 5, 1)
#define WITHIN_1 (SPAN(3, 4, 2) | SPAN(4, 4, 3) | SPAN(5, 5, 2))   // around E5
#define WITHIN_2 (SPAN(2, 3, 3) | SPAN(3, 3, 4) | SPAN(4, 3, 5) | SPAN(5, 4, 4) | SPAN(6, 5, 3))
#define WITHIN_3 (BOARD & ~RIM)

// Cells without a neighbour in a direction.
static const uint64_t edge[DIRECTIONS] = {
    LAST_LOW | LAST_UP, FIRST_LOW | FIRST_UP, ROW_I | LAST_UP,
    ROW_A | FIRST_LOW,  ROW_I | FIRST_UP,     ROW_A | LAST_LOW,
};

// Every cell of x moved by k (0 < k < 61) modulo 61; bits from 61 up are rubbish.
static inline uint64_t rotate(uint64_t x, unsigned k) { return x << k | x >> (CELLS - k); }

// Cells whose neighbour in direction d is in x; rubbish on the edge and from bit 61 up. Rows do not wrap.
static inline uint64_t facing(uint64_t x, Direction d)
{
    return d == E ? x >> 1 : d == W ? x << 1 : rotate(x, step[d ^ 1]);
}

// The two axes across a direction, i = 0 and 1.
static inline Direction axis_across(Direction d, int i)
{
    return i == 0 ? (d < NE ? NE : E) : (d < NW ? NW : NE);
}

static inline unsigned cell_add(unsigned cell, unsigned k)
{
    return cell + k < CELLS ? cell + k : cell + k - CELLS;
}

// Moves. From bit 0 up a move holds
//     6 bits   cell    rear marble of a line moving along itself, first end of one moving broadside
//     6 bits   slot    direction + 6 * (0 for a line along itself; broadside: 1 + axis for two, 4 + axis for
//                      three)
//     4 bits   kind    the class of the paper
//     6 bits   reach   along itself: what leads from the rear to the cell the front enters; broadside: step
//                      of the axis
//     6 bits   step    of the direction
// Cell and slot are the identity of the move: from one rear marble in one direction there is at most one
// move.

enum {
    THREE_CAPTURE,
    THREE_ATTACK,
    THREE_INLINE,
    THREE_BROADSIDE,
    TWO_CAPTURE,
    TWO_ATTACK,
    TWO_INLINE,
    TWO_BROADSIDE,
    ONE,
    KINDS
};
enum {
    MOVE_SLOT  = 6,
    MOVE_KIND  = 12,
    MOVE_REACH = 16,
    MOVE_STEP  = 22,
    SLOTS      = DIRECTIONS * (1 + 2 * AXES),
    LINES_MAX  = 29,   // of two (the most edges of n = 14 cells, 3n - sqrt(12n - 3)), and of three not more
    USUAL_MAX  = 6,    // moves that emit_set writes without looking: room after the last one
    MOVES_MAX  = MARBLES * DIRECTIONS + 2 * 4 * LINES_MAX + USUAL_MAX,
};

static inline unsigned move_cell(Move m) { return m & 63; }
static inline unsigned move_class(Move m) { return m >> MOVE_KIND & 15; }
static inline unsigned move_reach(Move m) { return m >> MOVE_REACH & 63; }
static inline unsigned move_step(Move m) { return m >> MOVE_STEP & 63; }

static inline bool class_broadside(unsigned kind) { return kind == THREE_BROADSIDE || kind == TWO_BROADSIDE; }
static inline unsigned class_marbles(unsigned kind) { return kind == ONE ? 1 : kind < TWO_CAPTURE ? 3 : 2; }

static inline Move move_base(unsigned kind, unsigned slot, unsigned reach, Direction d)
{
    return slot << MOVE_SLOT | kind << MOVE_KIND | reach << MOVE_REACH | (Move)step[d] << MOVE_STEP;
}

static inline bool is_lost(uint64_t marbles) { return bits_count(marbles) <= MARBLES_OUT; }
static inline bool is_over(const State *s) { return is_lost(s->own) || is_lost(s->other); }

static int      turn(const Rules *r, const State *s) { return (void)r, (int)s->turn; }
static uint32_t move_id(const Rules *r, const State *s, Move m)
{
    return (void)r, (void)s, m & (BIT(MOVE_KIND) - 1);
}
static int move_kind(const Rules *r, const State *s, Move m) { return (void)r, (void)s, (int)move_class(m); }

// Computed, not carried along: one multiplication to 128 bits costs less than the two to six keys of a
// Zobrist hash.
static uint64_t hash(const Rules *r, const State *s)
{
    (void)r;
    const unsigned __int128 product = (unsigned __int128)(s->own ^ s->turn << 63 ^
                                                          UINT64_C(0x9e3779b97f4a7c15)) *
                                      (s->other ^ UINT64_C(0xd1b54a32d192ed03));
    const uint64_t folded = (uint64_t)product ^ (uint64_t)(product >> 64);
    return (folded ^ folded >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
}

// One direction. Marbles on its edge are masked out of `one`, `two`, `three`, and with them the rubbish of
// `facing`.
typedef struct {
    uint64_t one, two, three;   // front marbles of own lines of at least 1, 2, 3 that could move on
    uint64_t free;              // cells that face an empty one
} Front;

static inline Front front_find(const State *s, Direction d)
{
    Front          f;
    const uint64_t inner = s->own & ~edge[d] & ~edge[d ^ 1];
    f.one                = s->own & ~edge[d];
    f.two                = inner & facing(s->own, d ^ 1);
    f.three              = inner & facing(f.two, d ^ 1);
    f.free               = facing(BOARD & ~(s->own | s->other), d);
    return f;
}

// Cells that face one or two opponents, the last of whom is in `last` and would yield.
typedef struct {
    uint64_t one, two;
} Push;
static inline Push push_find(const State *s, uint64_t last, Direction d)
{
    const uint64_t one = facing(last, d);
    return (Push){one, facing(s->other & ~edge[d] & one, d)};
}

// The first ends of lines of two, and of three, along an axis.
typedef struct {
    uint64_t two, three;
} Lines;
static inline Lines lines_find(uint64_t marbles, Direction axis)
{
    const uint64_t two = marbles & ~edge[axis] & facing(marbles, axis);
    return (Lines){two, two & facing(two, axis)};
}

static inline int count_direction(const State *s, Direction d)
{
    const Front    f    = front_find(s, d);
    const Push     push = push_find(s, s->other & (f.free | edge[d]), d);
    const uint64_t one = f.one & f.free, two = f.two & (f.free | push.one);
    const uint64_t three = f.three & (f.free | push.one | push.two);
    const Lines    a = lines_find(one, axis_across(d, 0)), b = lines_find(one, axis_across(d, 1));
    return bits_count(one) + bits_count(two) + bits_count(three) + bits_count(a.two) + bits_count(a.three) +
           bits_count(b.two) + bits_count(b.three);
}

static int count(const Rules *r, const State *s)
{
    (void)r;
    if (is_over(s)) return 0;
    int n = 0;
    UNROLLED for (Direction d = 0; d < DIRECTIONS; d++) n += count_direction(s, d);
    return n;
}

// Almost always some marble can step onto an empty cell; only where none can is there more to look at.
#define GAME_HAS_OVER
static bool over(const Rules *r, const State *s)
{
    if (is_over(s)) return true;
    const uint64_t empty = BOARD & ~(s->own | s->other);
    for (Direction d = 0; d < DIRECTIONS; d++)
        if (facing(empty, d) & s->own & ~edge[d]) return false;
    return count(r, s) == 0;
}

// The moves of a position as sets: front marbles for each class along the line and direction. Lines that move
// broadside are those of marbles that could make the step alone.
typedef struct {
    uint64_t along[KINDS][DIRECTIONS];
} MoveSets;

static inline void sets_find(MoveSets *sets, const State *s, Direction d)
{
    const Front f                 = front_find(s, d);
    const Push  attack            = push_find(s, s->other & ~edge[d] & f.free, d);
    const Push  capture           = push_find(s, s->other & edge[d], d);
    sets->along[THREE_CAPTURE][d] = f.three & (capture.one | capture.two);
    sets->along[THREE_ATTACK][d]  = f.three & (attack.one | attack.two);
    sets->along[THREE_INLINE][d]  = f.three & f.free;
    sets->along[TWO_CAPTURE][d]   = f.two & capture.one;
    sets->along[TWO_ATTACK][d]    = f.two & attack.one;
    sets->along[TWO_INLINE][d]    = f.two & f.free;
    sets->along[ONE][d]           = f.one & f.free;
}

// Writes a move for each cell of x. Where a loop over a set ends cannot be foretold, and mispredictions would
// cost more than all the rest of the generator (350 ns instead of 150): so the usual number of moves is
// written without looking.
static FORCED_INLINE Move *emit_set(Move *out, uint64_t x, Move base, int usual)
{
    Move *const end = out + bits_count(x);
    do {
        UNROLLED for (int i = 0; i < usual; i++)
        {
            out[i] = base | (Move)bits_first(x | BIT(63));
            x &= x - 1;
        }
        out += usual;
    } while (__builtin_expect(out < end, 0));
    return end;
}

// A class of lines that move along themselves.
static FORCED_INLINE Move *emit_along(Move *out, const MoveSets *sets, unsigned kind, int usual)
{
    const unsigned n = class_marbles(kind);
    UNROLLED for (Direction d = 0; d < DIRECTIONS; d++)
    {
        const uint64_t fronts = sets->along[kind][d];
        const uint64_t rears  = n == 1 ? fronts : rotate(fronts, (n - 1) * step[d ^ 1] % CELLS) & BOARD;
        out                   = emit_set(out, rears, move_base(kind, d, n * step[d] % CELLS, d), usual);
    }
    return out;
}

// The same for a class that is mostly empty.
static inline Move *emit_rare(Move *out, const MoveSets *sets, unsigned kind)
{
    const uint64_t *const x = sets->along[kind];
    return x[E] | x[W] | x[NE] | x[SW] | x[NW] | x[SE] ? emit_along(out, sets, kind, 1) : out;
}

static FORCED_INLINE Move *emit_across(Move *out, const MoveSets *sets, unsigned kind, int usual)
{
    const bool three = kind == THREE_BROADSIDE;
    UNROLLED for (unsigned i = 0; i < 2 * DIRECTIONS; i++)
    {
        const Direction d = i / 2, axis = axis_across(d, i % 2);
        const Lines     lines = lines_find(sets->along[ONE][d], axis);
        const unsigned  slot  = d + DIRECTIONS * (1 + axis / 2 + (three ? AXES : 0));
        out = emit_set(out, three ? lines.three : lines.two, move_base(kind, slot, step[axis], d), usual);
    }
    return out;
}

// The moves in three parts, each made when it is asked for: near the leaves most nodes are done with the
// first.
#define GAME_HAS_PARTS
enum { PART_THREES, PART_TWOS, PART_REST, PARTS };
typedef struct {
    MoveSets sets;
    unsigned next;
} Parts;

static inline void parts_open(const Rules *r, const State *s, Parts *parts)
{
    (void)r;
    parts->next = is_over(s) ? PARTS : PART_THREES;
    UNROLLED for (Direction d = 0; d < DIRECTIONS; d++) sets_find(&parts->sets, s, d);
}

// The usual numbers were tuned for least time over positions from games; one more or less changes little.
static FORCED_INLINE Move *emit_part(Move *at, const MoveSets *sets, unsigned part)
{
    if (part == PART_THREES) {
        at = emit_rare(at, sets, THREE_CAPTURE);
        at = emit_rare(at, sets, THREE_ATTACK);
        return emit_along(at, sets, THREE_INLINE, 2);
    }
    if (part == PART_TWOS) {
        at = emit_across(at, sets, THREE_BROADSIDE, 1);
        at = emit_rare(at, sets, TWO_CAPTURE);
        at = emit_rare(at, sets, TWO_ATTACK);
        return emit_along(at, sets, TWO_INLINE, 3);
    }
    at = emit_across(at, sets, TWO_BROADSIDE, 2);
    return emit_along(at, sets, ONE, USUAL_MAX);
}

static inline int parts_next(const Rules *r, Parts *parts, Move out[])
{
    (void)r;
    Move *at = out;
    while (at == out && parts->next < PARTS) at = emit_part(at, &parts->sets, parts->next++);
    return (int)(at - out);
}

// Captures, for nodes where nothing else is tried.
#define GAME_HAS_NOISY
static int generate_noisy(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    Parts parts;
    parts_open(r, s, &parts);
    if (parts.next == PARTS) return 0;
    Move *const at = emit_rare(out, &parts.sets, THREE_CAPTURE);
    return (int)(emit_rare(at, &parts.sets, TWO_CAPTURE) - out);
}

static int generate(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    Parts parts;
    Move *at = out;
    parts_open(r, s, &parts);
    if (parts.next == PARTS) return 0;
    UNROLLED for (unsigned part = 0; part < PARTS; part++) at = emit_part(at, &parts.sets, part);
    return (int)(at - out);
}

static void play(const Rules *r, State *child, const State *s, Move m)
{
    (void)r;
    const unsigned kind = move_class(m), cell = move_cell(m), reach = move_reach(m), k = move_step(m);
    uint64_t       own = s->own, other = s->other;
    if (class_broadside(kind)) {
        const unsigned second = cell_add(cell, reach), third = cell_add(second, reach);
        const uint64_t line = BIT(cell) | BIT(second) | (uint64_t)(kind == THREE_BROADSIDE) << third;
        own ^= line ^ (rotate(line, k) & BOARD);
    } else {
        // The rear marble as good as jumps to the front, the first opponent behind the last one or off the
        // board.
        const unsigned front = cell_add(cell, reach);
        own ^= BIT(cell) | BIT(front);
        other &= ~BIT(front);
        if (kind == THREE_ATTACK || kind == TWO_ATTACK) {
            const unsigned next = cell_add(front, k);
            other |= BIT(other >> next & 1 ? cell_add(next, k) : next);
        }
    }
    *child = (State){.own = other, .other = own, .turn = s->turn ^ 1};
}

static void pass_to(const Rules *r, State *child, const State *s, int p)
{
    (void)r;
    *child = (uint64_t)p == s->turn ? *s : (State){.own = s->other, .other = s->own, .turn = (uint64_t)p};
}

#include "games/abalone/eval.h"

static void payoff(const Rules *r, const State *s, Value out[PLAYERS_MAX])
{
    (void)r;
    const unsigned mover = 1u << s->turn;
    payoff_share(out, 2, is_lost(s->other) ? mover : is_lost(s->own) ? mover ^ 3 : 0);
}

// Cells as people name them.

typedef struct {
    int row, number;
} Cell;   // row A is 0, numbers from 1

static int      row_first(int row) { return row < 4 ? 1 : row - 3; }
static int      row_last(int row) { return row < 4 ? row + 5 : 9; }
static unsigned cell_bit(Cell c) { return (unsigned)(c.number - 1 + 13 * c.row) % CELLS; }
static bool     row_holds(int row, int number) { return number >= row_first(row) && number <= row_last(row); }

static Cell cell_of_bit(unsigned bit)
{
    Cell c = {0, (int)bit + 1};
    while (!row_holds(c.row, c.number)) c = (Cell){c.row + 1, (c.number + CELLS - 14) % CELLS + 1};
    return c;
}

// The cell numbered i in the order A1 ... I9.
static Cell cell_of_index(int i)
{
    Cell c = {0, 1};
    for (; c.row < 8 && i > row_last(c.row) - row_first(c.row); c.row++)
        i -= row_last(c.row) - row_first(c.row) + 1;
    c.number = row_first(c.row) + i;
    return c;
}

// Cold part.

static bool rules_open(Rules *r, const int values[], Facts *facts, Status *status)
{
    (void)status;
    r->start = values[0];
    memcpy(r->weights, evals[0].fallback, sizeof r->weights);
    *facts = (Facts){.players   = 2,
                     .move_ids  = SLOTS << MOVE_SLOT,
                     .plies_max = 400,
                     .traits    = TRAIT_REPEATS,
                     .cells     = CELLS,
                     .names     = {"black", "white"},
                     .symbols   = "bw",
                     .colors    = "kw"};
    return true;
}

// The player whose marble stands there, or -1.
static int owner_at(const State *s, unsigned bit)
{
    return s->own >> bit & 1 ? (int)s->turn : s->other >> bit & 1 ? (int)s->turn ^ 1 : -1;
}

static void position_format(const Rules *r, const State *s, Text *out)
{
    (void)r;
    for (Cell c = {8, 0}; c.row >= 0; c.row--) {
        for (c.number = row_first(c.row); c.number <= row_last(c.row); c.number++)
            text_char(out, "-bw"[owner_at(s, cell_bit(c)) + 1]);
        text_char(out, c.row > 0 ? '/' : ' ');
    }
    text_char(out, "bw"[s->turn]);
}

// Reads one row at *at, and what follows it, into the sets of black and white.
static bool row_parse(uint64_t marbles[2], int row, const char **at, Status *status)
{
    const char name = "ABCDEFGHI"[row], expected = row > 0 ? '/' : ' ';
    const int  first = row_first(row), length = row_last(row) - first + 1;
    for (Cell c = {row, first}; c.number < first + length; c.number++, ++*at) {
        const char piece = (char)tolower((unsigned char)**at);
        if (piece == 0 || piece == '/' || piece == ' ')
            return status_fail(status, "row %c has %d cells; expected %d", name, c.number - first, length);
        if (strchr("bw-", piece) == NULL)
            return status_fail(status, "'%.1s' in row %c is not a cell; expected b, w or -", *at, name);
        if (piece != '-') marbles[piece == 'w'] |= BIT(cell_bit(c));
    }
    if (**at == expected) return ++*at, true;
    if (**at) return status_fail(status, "'%.12s' after row %c; expected '%c'", *at, name, expected);
    return status_fail(status, "ends after row %c; expected nine rows, I to A, and the side to move", name);
}

static bool position_parse(const Rules *r, State *s, const char *text, Status *status)
{
    (void)r;
    uint64_t marbles[2] = {0, 0};
    for (int row = 8; row >= 0; row--)
        if (!row_parse(marbles, row, &text, status)) return false;
    const char side = (char)tolower((unsigned char)text[0]);
    if ((side != 'b' && side != 'w') || text[1])
        return status_fail(status, "side to move '%.12s'; expected b or w", text);
    s->turn  = side == 'w';
    s->own   = marbles[s->turn];
    s->other = marbles[s->turn ^ 1];
    return true;
}

static bool validate(const Rules *r, const State *s, Status *status)
{
    (void)r;
    const char *const names[2] = {s->turn ? "white" : "black", s->turn ? "black" : "white"};
    const int         n[2]     = {bits_count(s->own), bits_count(s->other)};
    for (int i = 0; i < 2; i++)
        if (n[i] < MARBLES_OUT || n[i] > MARBLES)
            return status_fail(status, "%s has %d marbles; expected %d to %d", names[i], n[i], MARBLES_OUT,
                               MARBLES);
    if (n[1] == MARBLES_OUT)
        return status_fail(status, "%s has lost with %d marbles; expected it to be to move", names[1], n[1]);
    return true;
}

static void setup(const Rules *r, State *s)
{
    static const char *const starts[] = {
        "wwwww/wwwwww/--www--/--------/---------/--------/--bbb--/bbbbbb/bbbbb b",
        "ww-bb/wwwbbb/-ww-bb-/--------/---------/--------/-bb-ww-/bbbwww/bb-ww b",
        "-----/ww--bb/www-bbb/-ww--bb-/---------/-bb--ww-/bbb-www/bb--ww/----- b",
    };
    Status status;
    position_parse(r, s, starts[r->start], &status);
}

#include "games/abalone/notation.h"
#include "games/abalone/presets.h"

static CellPlace cell_place(const Rules *r, int i)
{
    (void)r;
    const Cell c      = cell_of_index(i);
    const int  indent = c.row < 4 ? 4 - c.row : c.row - 4;
    return (CellPlace){.x     = indent + 2 * (c.number - row_first(c.row)),
                       .y     = 8 - c.row,
                       .shape = CELL_HOLE,
                       .name  = {"ABCDEFGHI"[c.row], (char)('0' + c.number)}};
}

static CellView cell_view(const Rules *r, const State *s, int i)
{
    (void)r;
    const int owner = owner_at(s, cell_bit(cell_of_index(i)));
    return (CellView){.owner = (int8_t)owner, .height = owner >= 0};
}

// The cells of a line that moved along itself, from the one it left to the last that a pushed marble entered;
// none for other moves, which change all they touch.
static uint64_t line_moved(const State *before, const State *after)
{
    const uint64_t left = before->own & ~after->other, entered = after->other & ~before->own;
    if (before->turn == after->turn || bits_count(left) != 1 || bits_count(entered) != 1) return 0;
    for (Direction d = 0; d < DIRECTIONS; d++) {
        unsigned c    = (unsigned)bits_first(left);
        uint64_t line = left;
        for (int i = 0; i < 3 && !(edge[d] >> c & 1) && !(line & entered); i++)
            line |= BIT(c = cell_add(c, step[d]));
        if (!(line & entered)) continue;
        while (before->other >> c & 1 && !(edge[d] >> c & 1)) line |= BIT(c = cell_add(c, step[d]));
        return line;
    }
    return 0;
}

static bool cell_moved(const Rules *r, const State *before, const State *after, int i)
{
    (void)r;
    return line_moved(before, after) >> cell_bit(cell_of_index(i)) & 1;
}

static void notes(const Rules *r, const State *s, Notes *out)
{
    (void)r;
    static const char marbles[2][7] = {"bbbbbb", "wwwwww"};
    const int         lost[2]       = {MARBLES - bits_count(s->own), MARBLES - bits_count(s->other)};
    for (int p = 0; p < 2; p++) {
        const int n = lost[p == (int)s->turn];
        notes_add(out, "captured", p, "%d %.*s%.*s", n, n, marbles[!p], 6 - n, "......");
    }
}

#define GAME       abalone
#define GAME_NAME  "abalone"
#define GAME_TITLE "Abalone"
#define GAME_MOVE_HELP                                                                                       \
    "the last marble of the line and the cell it enters (the line goes along and pushes); "                  \
    "sideways: both ends of the line and the cell the first one enters"
#define GAME_TWO_PLAYERS
#define GAME_KINDS KINDS
#define GAME_KINDS_IN_ORDER
#define GAME_KINDS_NOISY (1u << THREE_CAPTURE | 1u << TWO_CAPTURE)
#define GAME_HAS_COUNT
#define GAME_HAS_EVALS
#define GAME_HAS_KIND
#define GAME_HAS_MOVE_PARSE
#define GAME_HAS_CELL_MOVED
#define GAME_HAS_NOTES
#include "game/game_export.h"
