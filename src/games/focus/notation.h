// notation.h - texts of Focus: squares, positions, moves; part of rules.c.

static void square_format(const Rules *r, int i, Text *out)
{
    text_add(out, "%c%d", 'a' + r->column[i], r->row[i] + 1);
}

static void pile_format(unsigned pile, Text *out)
{
    if (pile == PILE_EMPTY) text_char(out, '-');
    for (int k = pile_height(pile) - 1; k >= 0; k--)
        text_char(out, (char)('1' + pile_top(pile_without(pile, k))));
}

static void numbers_format(const Rules *r, const uint8_t numbers[SEATS], Text *out)
{
    for (int p = 0; p < r->players; p++) text_add(out, "%s%d", p ? "," : "", numbers[p]);
}

static void out_format(const Rules *r, const State *s, Text *out)
{
    for (int p = 0; p < r->players; p++)
        if (s->out >> p & 1) text_char(out, (char)('1' + p));
    if (s->out == 0) text_char(out, '-');
}

// What follows square i in a position: a comma within a row, a slash between rows, a space after the last.
static char square_separator(const Rules *r, int i)
{
    return i + 1 == SQUARES ? ' ' : r->row[i + 1] != r->row[i] ? '/' : ',';
}

static void position_format(const Rules *r, const State *s, Text *out)
{
    for (int i = 0; i < SQUARES; i++) {
        pile_format(s->piles[i], out);
        text_char(out, square_separator(r, i));
    }
    text_add(out, "%d ", s->turn + 1);
    numbers_format(r, s->reserve, out);
    text_char(out, ' ');
    numbers_format(r, s->captures, out);
    text_char(out, ' ');
    out_format(r, s, out);
}

// Reading: each function reads at *at, moves it past what it read, and says what it expected instead.

enum { WORD_SHOWN = 20 };   // characters of a bad word that a message repeats

static int word_length(const char *at)
{
    const size_t n = strcspn(at, ",/ ");
    return n < WORD_SHOWN ? (int)n : WORD_SHOWN;
}

// A player's digit; -1 when it is none.
static int player_parse(const Rules *r, char c) { return c >= '1' && c < '1' + r->players ? c - '1' : -1; }

static bool separator_parse(const char **at, char separator, const char *after, Status *status)
{
    if (**at == separator) return ++*at, true;
    if (**at == 0) return status_fail(status, "the text ends after %s; expected '%c'", after, separator);
    return status_fail(status, "'%.*s' after %s; expected '%c'", WORD_SHOWN, *at, after, separator);
}

static bool pile_parse(const Rules *r, const char **at, const char *name, unsigned *pile, Status *status)
{
    const char *const word = *at;
    *pile                  = PILE_EMPTY;
    if (*word == '-') return ++*at, true;
    for (int p; (p = player_parse(r, **at)) >= 0; ++*at) {
        if (pile_height(*pile) == HEIGHT_MAX)
            return status_fail(status, "pile '%.*s' on %s; expected at most %d pieces", word_length(word),
                               word, name, HEIGHT_MAX);
        *pile = pile_under(*pile, (unsigned)p, 1);
    }
    // The end of the text is for separator_parse.
    if (*at > word && strchr(",/ ", **at) != NULL) return true;
    return status_fail(status, "pile '%.*s' on %s; expected digits 1 to %d from the bottom, or -",
                       word_length(word), word, name, r->players);
}

static bool board_parse(const Rules *r, State *s, const char **at, Status *status)
{
    board_clear(r, s);
    for (int i = 0; i < SQUARES; i++) {
        char     name[CELL_NAME_MAX];
        Text     out = text_on(name, sizeof name);
        unsigned pile;
        square_format(r, i, &out);
        if (!pile_parse(r, at, name, &pile, status)) return false;
        if (!separator_parse(at, square_separator(r, i), name, status)) return false;
        square_set(r, s, i, pile);
    }
    return true;
}

static bool turn_parse(const Rules *r, State *s, const char **at, Status *status)
{
    const int p = player_parse(r, **at);
    if (p < 0 || (*at)[1] != ' ')
        return status_fail(status, "player to move '%.*s'; expected a digit 1 to %d and a space",
                           word_length(*at), *at, r->players);
    s->turn = (uint16_t)p;
    *at += 2;
    return true;
}

static bool numbers_parse(const Rules *r, uint8_t numbers[SEATS], const char *what, const char **at,
                          Status *status)
{
    const int max = r->players * r->pieces;
    for (int p = 0; p < r->players; p++) {
        const char *const word = *at;
        long              n;
        if (!text_number(at, max, &n) || (word[0] == '0' && *at > word + 1))
            return status_fail(status, "%s '%.*s' of player %d; expected a number from 0 to %d", what,
                               word_length(word), word, p + 1, max);
        if (!separator_parse(at, p + 1 < r->players ? ',' : ' ', what, status)) return false;
        numbers[p] = (uint8_t)n;
    }
    return true;
}

static bool out_parse(const Rules *r, State *s, const char *at, Status *status)
{
    const char *const word = at;
    if (strcmp(word, "-") == 0) return true;
    for (int p; (p = player_parse(r, *at)) >= 0 && s->out >> p == 0; at++)
        s->out = (uint16_t)(s->out | 1u << p);
    if (at > word && *at == 0) return true;
    return status_fail(status, "players out '%.*s'; expected their digits 1 to %d, ascending, or -",
                       WORD_SHOWN, word, r->players);
}

static bool position_parse(const Rules *r, State *s, const char *text, Status *status)
{
    if (!board_parse(r, s, &text, status) || !turn_parse(r, s, &text, status)) return false;
    if (!numbers_parse(r, s->reserve, "reserve", &text, status)) return false;
    if (!numbers_parse(r, s->captures, "captures", &text, status)) return false;
    s->sum = sum_compute(r, s);
    return out_parse(r, s, text, status);
}

static bool validate(const Rules *r, const State *s, Status *status)
{
    const int max   = r->players * r->pieces;
    int       total = 0;
    for (int p = 0; p < r->players; p++) {
        int pieces = s->reserve[p];
        for (int i = 0; i < SQUARES; i++) pieces += pile_count(s->piles[i], p);
        if (pieces > r->pieces)
            return status_fail(status,
                               "player %d has %d pieces on the board and in reserve; expected at most %d",
                               p + 1, pieces, r->pieces);
        total += pieces + s->captures[p];
    }
    if (total > max)
        return status_fail(status, "%d pieces on the board, in reserve and captured; expected at most %d",
                           total, max);
    if (s->out >> s->turn & 1)
        return status_fail(status, "player %d is to move and out; expected one who is not out", s->turn + 1);
    if (player_is_bare(s, s->turn))   // so few pieces cannot have overflowed a byte of mobility
        return status_fail(status, "player %d is to move; expected one who has a pile or a reserve",
                           s->turn + 1);
    return true;
}

static void move_format(const Rules *r, const State *s, Move m, Text *out)
{
    (void)s;
    const int k = move_taken(m);
    if (k == 0) text_char(out, '*');
    else {
        square_format(r, move_from(m), out);
        text_char(out, '-');
    }
    square_format(r, move_to(m), out);
    if (k > 0) text_add(out, "-%d", k);
}

// Reads `c3-c5`: the number of pieces follows from the distance.
static bool move_parse(const Rules *r, const State *s, const char *text, Move *m, Status *status)
{
    (void)status;
    Move      moves[MOVES_MAX];
    const int n = generate(r, s, moves);
    for (int i = 0; i < n; i++) {
        char word[2 * CELL_NAME_MAX];
        Text out = text_on(word, sizeof word);
        square_format(r, move_from(moves[i]), &out);
        text_char(&out, '-');
        square_format(r, move_to(moves[i]), &out);
        if (move_taken(moves[i]) > 0 && text_same(word, text)) return *m = moves[i], true;
    }
    return false;
}
