// actions.h - moves of checkers as numbers for learners; part of rules.c.
//
// Steps come first, four directions a square. Then the jumps of each square: every chain that leads over no
// square twice and stays on the board, in the order of a search in depth that writes a chain before those
// that go on from it. On a board full of enemies that may all be jumped over, these are the chains of a king
// under relaxed rules, which king_count counts. Jumping joins only eight squares by nine jumps, so they are
// few: 1456 actions with the steps.

enum { ACTIONS_STEP = 4 * 32 };

static uint32_t chains_below(uint64_t at, uint64_t enemy)
{
    return (uint32_t)king_count(at, enemy, BOARD, true);
}

// Fills in where the jumps of each square begin; returns the number of actions.
static uint32_t actions_open(Rules *r)
{
    uint32_t n = ACTIONS_STEP;
    for (uint64_t squares = BOARD; squares;) {
        const int bit      = bits_take(&squares);
        r->first_jump[bit] = n;
        n += chains_below(BIT(bit), BOARD);
    }
    return n;
}

// The number of a chain among those of its origin.
static uint32_t route_number(int from, uint32_t route)
{
    uint64_t at = BIT(from), enemy = BOARD;
    uint32_t n = 0;
    for (; route > 1; route >>= 2) {
        const int d = (int)(route & 3);
        for (int k = 0; k < d; k++) {
            const uint64_t over = shift(at, k) & enemy, landing = shift(over, k) & BOARD;
            if (landing) n += 1 + chains_below(landing, enemy ^ over);
        }
        const uint64_t over = shift(at, d) & enemy;
        at                  = shift(over, d);
        enemy ^= over;
        n += route >> 2 > 1;   // the chain that ends here comes before those that go on
    }
    return n;
}

static uint32_t action_id(const Rules *r, const State *s, Move m)
{
    (void)s;
    const int from = move_from(m);
    if (move_route(m)) return r->first_jump[from] + route_number(from, move_route(m));
    int d = 0;
    while (from + strides[d] != move_to(m)) d++;
    return (uint32_t)(4 * (bit_square(from) - 1) + d);
}
