// tictactoe.c - the smallest complete game, written to be copied (docs/ADD_A_GAME.md).
#include "base/bits.h"
#include "base/rng.h"
#include "game/game.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

// Two sets of squares, bit 0 = a1 ... bit 8 = c3, and whose turn it is.
typedef struct {
} Rules;
typedef struct {
    uint16_t marks[2];
    uint16_t turn;
} State;
enum { MOVES_MAX = 9, BOARD = 0x1ff };

static const Option options[] = {{0}};

static const uint16_t lines[8] = {0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054};

static bool has_line(unsigned marks)
{
    for (int i = 0; i < 8; i++)
        if ((marks & lines[i]) == lines[i]) return true;
    return false;
}

// Hot rules. A move is its square.

static int turn(const Rules *r, const State *s) { return (void)r, s->turn; }

static int generate(const Rules *r, const State *s, Move out[MOVES_MAX])
{
    (void)r;
    if (has_line(s->marks[!s->turn])) return 0;
    int n = 0;
    for (uint64_t empty = BOARD & ~(s->marks[0] | s->marks[1]); empty;) out[n++] = (Move)bits_take(&empty);
    return n;
}

static void play(const Rules *r, State *child, const State *s, Move m)
{
    assert(m < 9 && !((s->marks[0] | s->marks[1]) & BIT(m)));
    (void)r;
    *child = *s;
    child->marks[s->turn] |= (uint16_t)BIT(m);
    child->turn ^= 1;
}

static void pass_to(const Rules *r, State *child, const State *s, int p)
{
    (void)r;
    *child      = *s;
    child->turn = (uint16_t)p;
}

static uint64_t hash(const Rules *r, const State *s)
{
    (void)r;
    return mix64((uint64_t)s->marks[0] << 32 | (uint64_t)s->marks[1] << 16 | s->turn);
}

static uint32_t move_id(const Rules *r, const State *s, Move m) { return (void)r, (void)s, m; }
static Value    evaluate(const Rules *r, const State *s, int p) { return (void)r, (void)s, (void)p, 0; }

static void payoff(const Rules *r, const State *s, Value out[PLAYERS_MAX])
{
    (void)r;
    payoff_share(out, 2, has_line(s->marks[0]) ? 1 : has_line(s->marks[1]) ? 2 : 0);
}

// Solver part: all of it may be left out (game.h). A number has a digit for each square, 0 empty, 1 X, 2 O;
// who is to move follows.

#define GAME_HAS_RANK
static uint64_t positions(const Rules *r) { return (void)r, 19683; }   // 3^9

static uint64_t rank(const Rules *r, const State *s)
{
    (void)r;
    uint64_t number = 0;
    for (int i = 8; i >= 0; i--) number = 3 * number + (s->marks[0] >> i & 1) + 2 * (s->marks[1] >> i & 1u);
    return bits_count(s->marks[0]) == bits_count(s->marks[1]) + s->turn ? number : RANK_NONE;
}

static bool unrank(const Rules *r, State *s, uint64_t number)
{
    (void)r;
    for (int i = 0; i < 9; i++, number /= 3)
        if (number % 3 > 0) s->marks[number % 3 - 1] |= (uint16_t)BIT(i);
    const int more = bits_count(s->marks[0]) - bits_count(s->marks[1]);
    s->turn        = more == 1;
    return (more == 0 || more == 1) && !has_line(s->marks[s->turn]);
}

// The player who has just moved takes one of his marks back; nobody had a line before.
#define GAME_HAS_PREDECESSORS
static int predecessors(const Rules *r, const State *s, State out[], int room)
{
    int            n = 0;
    const unsigned p = !s->turn;
    for (uint64_t marks = s->marks[p]; marks && n < room;) {
        State before = *s;
        before.marks[p] ^= (uint16_t)BIT(bits_take(&marks));
        before.turn = (uint16_t)p;
        if (!has_line(before.marks[0]) && !has_line(before.marks[1])) out[n++] = before;
    }
    return (void)r, n;
}

// The eight images of a square.
#define GAME_HAS_SYMMETRY
static int  symmetries(const Rules *r) { return (void)r, 8; }
static void symmetry(const Rules *r, State *image, const State *s, int k)
{
    (void)r;
    *image = (State){.turn = s->turn};
    for (int i = 0; i < 9; i++) {
        const int x = k & 1 ? 2 - i % 3 : i % 3, y = k & 2 ? 2 - i / 3 : i / 3,
                  to = k & 4 ? 3 * x + y : 3 * y + x;
        for (int p = 0; p < 2; p++) image->marks[p] |= (uint16_t)((s->marks[p] >> i & 1u) << to);
    }
}

// Cold part.

static bool rules_open(Rules *r, const int values[], Facts *facts, Status *status)
{
    (void)r, (void)values, (void)status;
    *facts = (Facts){.players   = 2,
                     .move_ids  = 9,
                     .plies_max = 9,
                     .cells     = 9,
                     .names     = {"X", "O"},
                     .symbols   = "XO",
                     .colors    = "rb"};
    return true;
}

static void setup(const Rules *r, State *s) { (void)r, *s = (State){0}; }

static void position_format(const Rules *r, const State *s, Text *out)
{
    (void)r;
    for (int i = 0; i < 9; i++) text_char(out, s->marks[0] & BIT(i) ? 'X' : s->marks[1] & BIT(i) ? 'O' : '-');
    text_add(out, " %c", "XO"[s->turn]);
}

static bool position_parse(const Rules *r, State *s, const char *text, Status *status)
{
    (void)r;
    if (strlen(text) != 11 || text[9] != ' ')
        return status_fail(status, "expected nine cells of X, O and -, a space and the side to move");
    for (int i = 0; i < 9; i++) {
        const char *const which = strchr("XO-", toupper((unsigned char)text[i]));
        if (which == NULL) return status_fail(status, "'%c' is not a cell; expected X, O or -", text[i]);
        if (*which != '-') s->marks[*which == 'O'] |= (uint16_t)BIT(i);
    }
    const char side = (char)toupper((unsigned char)text[10]);
    if (side != 'X' && side != 'O')
        return status_fail(status, "side to move '%c'; expected X or O", text[10]);
    s->turn = side == 'O';
    return true;
}

static bool validate(const Rules *r, const State *s, Status *status)
{
    (void)r;
    const int x = bits_count(s->marks[0]), o = bits_count(s->marks[1]);
    if (x != o + s->turn)
        return status_fail(status, "%d X and %d O do not fit with %c to move", x, o, "XO"[s->turn]);
    if (has_line(s->marks[s->turn]))
        return status_fail(status, "%c has three in a row and would move", "XO"[s->turn]);
    return true;
}

static void move_format(const Rules *r, const State *s, Move m, Text *out)
{
    (void)r, (void)s;
    text_add(out, "%c%c", "abc"[m % 3], "123"[m / 3]);
}

static CellPlace cell_place(const Rules *r, int i)
{
    (void)r;
    return (CellPlace){
        .x = 2 * (i % 3), .y = i / 3, .shape = CELL_SQUARE, .name = {"abc"[i % 3], "123"[i / 3]}};
}

static CellView cell_view(const Rules *r, const State *s, int i)
{
    (void)r;
    const int owner = s->marks[0] & BIT(i) ? 0 : s->marks[1] & BIT(i) ? 1 : -1;
    return (CellView){.owner = (int8_t)owner, .height = owner >= 0};
}

#define GAME           tictactoe
#define GAME_NAME      "tictactoe"
#define GAME_TITLE     "Tic-tac-toe"
#define GAME_MOVE_HELP "the square to mark, by its letter and number"
#define GAME_TWO_PLAYERS
#include "game/game_export.h"
