// notation.h - texts of checkers: positions as PDN writes them, moves by their squares; part of rules.c.

#include <ctype.h>
#include <string.h>

static void list_format(const State *s, int p, Text *out)
{
    text_add(out, ":%c", "BW"[p]);
    const char *comma = "";
    for (uint64_t set = s->pieces[p]; set; comma = ",") {
        const int bit = bits_take(&set);
        text_add(out, "%s%s%d", comma, king_at(s, bit) ? "K" : "", bit_square(bit));
    }
}

static void position_format(const Rules *r, const State *s, Text *out)
{
    (void)r;
    text_char(out, "BW"[s->turn]);
    list_format(s, 1, out);
    list_format(s, 0, out);
}

// Reading. `*at` moves along the text; every function leaves it at the next character that is not a space.

static void skip_spaces(const char **at)
{
    while (isspace((unsigned char)**at)) ++*at;
}

// Takes `c`, in either case, if it is next.
static bool skip_char(const char **at, char c)
{
    if (toupper((unsigned char)**at) != c) return false;
    ++*at;
    skip_spaces(at);
    return true;
}

// Fails with the word at `at`: up to the next separator, or that separator.
static bool fail_at(const char *at, const char *expected, Status *status)
{
    if (*at == 0) return status_fail(status, "it ends too early; expected %s", expected);
    const size_t n = strcspn(at, ":,. \t\r\n");
    return status_fail(status, "'%.*s'; expected %s", n == 0 ? 1 : n > 20 ? 20 : (int)n, at, expected);
}

// Takes the letter of a player; -1 when it is none.
static int player_read(const char **at) { return skip_char(at, 'B') ? 0 : skip_char(at, 'W') ? 1 : -1; }

static bool square_read(const char **at, long *square, Status *status)
{
    const char *const start = *at;
    if (!text_number(at, 32, square) || *square == 0) return fail_at(start, "a square from 1 to 32", status);
    skip_spaces(at);
    return true;
}

// One square or a range, kings after a K.
static bool pieces_read(const char **at, State *s, int p, Status *status)
{
    const char *const start = *at;
    const bool        kings = skip_char(at, 'K');
    long              first, last;
    if (!square_read(at, &first, status)) return false;
    last = first;
    if (skip_char(at, '-') && !square_read(at, &last, status)) return false;
    if (last < first) return fail_at(start, "the lower square of a range first", status);
    for (long square = first; square <= last; square++) {
        const uint64_t bit = BIT(square_bit((int)square));
        if ((s->pieces[0] | s->pieces[1]) & bit)
            return status_fail(status, "square %ld is given twice", square);
        s->pieces[p] |= bit;
        if (kings) s->kings |= bit;
    }
    return true;
}

static bool list_read(const char **at, State *s, bool seen[2], Status *status)
{
    if (!skip_char(at, ':')) return fail_at(*at, "':' and a list of pieces, as in B:W21,K22:B1-12", status);
    const char *const start = *at;
    const int         p     = player_read(at);
    if (p < 0) return fail_at(start, "B or W before a list of pieces", status);
    if (seen[p]) return fail_at(start, p ? "black's pieces, B" : "white's pieces, W", status);
    seen[p] = true;
    if (**at == ':' || **at == '.' || **at == 0) return true;
    do
        if (!pieces_read(at, s, p, status)) return false;
    while (skip_char(at, ','));
    return true;
}

static bool position_parse(const Rules *r, State *s, const char *text, Status *status)
{
    bool seen[2] = {false};
    skip_spaces(&text);
    const int p = player_read(&text);
    if (p < 0) return fail_at(text, "the side to move, B or W", status);
    if (!list_read(&text, s, seen, status) || !list_read(&text, s, seen, status)) return false;
    skip_char(&text, '.');
    if (*text) return fail_at(text, "the end after both lists", status);
    s->turn = (uint64_t)p;
    s->hash = rehash(r, s);
    return true;
}

static bool validate(const Rules *r, const State *s, Status *status)
{
    (void)r;
    for (int p = 0; p < 2; p++) {
        const char *const name = p ? "white" : "black";
        const int         n    = bits_count(s->pieces[p]);
        if (n > PIECES_MAX)
            return status_fail(status, "%s has %d pieces; expected at most %d", name, n, PIECES_MAX);
        const uint64_t stuck = s->pieces[p] & ~s->kings & last_rows[p];
        if (stuck == 0) continue;
        const int square = bit_square(bits_first(stuck));
        return status_fail(status, "a %s man on %d, his last row; expected a king, K%d", name, square,
                           square);
    }
    return true;
}

// The squares a move touches, origin first; returns how many.
static int move_squares(Move m, int squares[LANDINGS])
{
    int at = move_from(m), n = 0;
    squares[n++] = bit_square(at);
    for (uint32_t route = move_route(m); route > 1; route >>= 2) {
        at += 2 * strides[route & 3];
        squares[n++] = bit_square(at);
    }
    if (n == 1) squares[n++] = bit_square(move_to(m));
    return n;
}

static void move_format(const Rules *r, const State *s, Move m, Text *out)
{
    (void)r, (void)s;
    int       squares[LANDINGS];
    const int n = move_squares(m, squares);
    text_add(out, "%d", squares[0]);
    for (int i = 1; i < n; i++) text_add(out, "%c%d", move_route(m) ? 'x' : '-', squares[i]);
}

// Numbers with - or x between them, as squares; returns how many, 0 when the text is anything else.
static int squares_read(const char *at, int squares[LANDINGS])
{
    for (int n = 0; n < LANDINGS; at++) {
        long square;
        if (!text_number(&at, 32, &square)) return 0;
        squares[n++] = (int)square;
        if (*at == 0) return n;
        if (strchr("-xX", *at) == NULL) return 0;
    }
    return 0;
}

// Reads either sign for steps and jumps, and a jump by its ends alone when only one fits.
static bool move_parse(const Rules *r, const State *s, const char *text, Move *m, Status *status)
{
    Move      moves[MOVES_MAX];
    int       wanted[LANDINGS], squares[LANDINGS], fitting = 0;
    const int k = squares_read(text, wanted), n = generate(r, s, moves);
    if (k < 2) return false;
    for (int i = 0; i < n; i++) {
        const int  length = move_squares(moves[i], squares);
        const bool exact  = length == k && memcmp(squares, wanted, (size_t)k * sizeof *squares) == 0;
        if (!exact && (k > 2 || squares[0] != wanted[0] || squares[length - 1] != wanted[1])) continue;
        *m = moves[i];
        if (exact) return true;
        fitting++;
    }
    if (fitting <= 1) return fitting == 1;
    return status_fail(status, "ambiguous move '%.40s': %d jumps fit; expected all landing squares", text,
                       fitting);
}
