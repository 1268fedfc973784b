// notation.h - texts of Chinese Checkers: holes, positions, moves; part of rules.c.

// The player whose piece stands in hole i, -1 for nobody.
static int owner_find(const Rules *r, const State *s, int i)
{
    for (int p = 0; p < r->players; p++)
        if (set_has(&s->pieces[p], r->slot[i])) return p;
    return -1;
}

static void hole_format(const Rules *r, int i, Text *out)
{
    text_add(out, "%c%d", 'a' + r->row[i], r->column[i] + 1);
}

static void position_format(const Rules *r, const State *s, Text *out)
{
    for (int i = 0; i < r->holes; i++) {
        if (i > 0 && r->column[i] == 0) text_char(out, '/');
        text_char(out, "-123456"[owner_find(r, s, i) + 1]);
    }
    text_add(out, " %d", s->turn + 1);
}

// Says what was found at `place` instead of what was expected there.
static bool position_fail(Status *status, const char *at, const char *place, const char *expected)
{
    if (*at == 0) return status_fail(status, "the text ends at %s; expected %s", place, expected);
    if (*at < ' ' || *at > '~')
        return status_fail(status, "byte %d at %s; expected %s", *at & 255, place, expected);
    return status_fail(status, "'%c' at %s; expected %s", *at, place, expected);
}

static bool player_parse(const Rules *r, char digit, int *p)
{
    *p = digit - '1';
    return *p >= 0 && *p < r->players;
}

static bool holes_parse(const Rules *r, State *s, const char **at, Status *status)
{
    char place[32], expected[32];
    for (int i = 0, p; i < r->holes; i++, ++*at) {
        Text place_out = text_on(place, sizeof place), expected_out = text_on(expected, sizeof expected);
        if (i > 0 && r->column[i] == 0 && *(*at)++ != '/') {
            text_add(&place_out, "the end of row %c", 'a' + r->row[i - 1]);
            return position_fail(status, *at - 1, place, "'/'");
        }
        if (**at == '-') continue;
        hole_format(r, i, &place_out);
        text_add(&expected_out, "- or a player 1 ... %d", r->players);
        if (!player_parse(r, **at, &p)) return position_fail(status, *at, place, expected);
        set_flip(&s->pieces[p], r->slot[i]);
    }
    return true;
}

static bool position_parse(const Rules *r, State *s, const char *text, Status *status)
{
    char        digits[32];
    Text        out = text_on(digits, sizeof digits);
    const char *at  = text;
    int         p;
    text_add(&out, "1 ... %d", r->players);
    if (!holes_parse(r, s, &at, status)) return false;
    if (*at++ != ' ')
        return position_fail(status, at - 1, "the end of the last row", "a space and the player to move");
    if (!player_parse(r, *at, &p)) return position_fail(status, at, "the player to move", digits);
    if (*++at) return position_fail(status, at, "the end", "nothing after the player to move");
    s->turn = (uint8_t)p;
    state_complete(r, s);
    return true;
}

static bool validate(const Rules *r, const State *s, Status *status)
{
    for (int p = 0; p < r->players; p++) {
        const int n = set_count(&s->pieces[p]);
        if (n != r->pieces)
            return status_fail(status, "player %d has %d pieces; expected %d", p + 1, n, r->pieces);
    }
    return true;
}

static void move_format(const Rules *r, const State *s, Move m, Text *out)
{
    (void)s;
    if (m == MOVE_PASS) {
        text_add(out, "pass");
        return;
    }
    hole_format(r, m & 255, out);
    text_char(out, '-');
    hole_format(r, (int)(m >> 8), out);
}
