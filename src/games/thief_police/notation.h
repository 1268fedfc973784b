// notation.h - positions and moves of Thief and Police as text (docs/GAMES.md); part of rules.c.

static void cell_format(const Rules *r, unsigned cell, Text *out)
{
    text_add(out, "%d.%d", r->board.place[cell].row, r->board.place[cell].col);
}

static void cells_format(const Rules *r, const uint16_t cells[], int n, Text *out)
{
    for (int i = 0; i < n; i++) {
        if (i > 0) text_char(out, ',');
        cell_format(r, cells[i], out);
    }
}

static void position_format(const Rules *r, const State *s, Text *out)
{
    cell_format(r, thief_cell(s), out);
    text_char(out, ' ');
    cells_format(r, s->police.cell, r->police, out);
    text_add(out, s->turn == THIEF ? " thief" : s->choices ? " police:" : " police");
    if (s->turn == POLICE) cells_format(r, s->taken.cell, (int)s->choices, out);
}

// Reads a cell up to the next separator and moves *at there.
static bool cell_parse(const Rules *r, const char **at, uint16_t *cell, Status *status)
{
    const char *const word = *at, *p = word;
    const int         length = (int)strcspn(word, " ,:"), quoted = length < 40 ? length : 40;
    long              row, col;
    const int         last = r->board.size - 1;
    const bool        good = text_number(&p, last, &row) && *p++ == '.' && text_number(&p, last, &col);
    if (!good || p != word + length)
        return status_fail(status, "'%.*s' is not a cell; expected row.column, each 0-%d", quoted, word,
                           last);
    *cell = r->board.open_at[row * r->board.size + col];
    if (*cell == CELL_NONE)
        return status_fail(status, "cell %ld.%ld is a wall; expected an open cell", row, col);
    *at = p;
    return true;
}

// Reads from one to `most` cells with commas between them; `what` names them in messages.
static bool cells_parse(const Rules *r, const char **at, uint16_t cells[], int most, int *n, const char *what,
                        Status *status)
{
    for (*n = 0;; ++*at) {
        if (*n == most)
            return status_fail(status, "too many %s at '%.40s'; expected at most %d", what, *at, most);
        if (!cell_parse(r, at, &cells[(*n)++], status)) return false;
        if (**at != ',') return true;
    }
}

// Steps over the one space between two fields.
static bool space_parse(const char **at, const char *what, Status *status)
{
    if (**at == ' ') return ++*at, true;
    return status_fail(status, "'%.40s' where a space and %s were expected", *at, what);
}

static bool side_parse(const Rules *r, State *s, const char *at, Status *status)
{
    static const char choosing[] = "police:";
    const bool        keeps      = r->simultaneous && r->police > 1;   // choices aside
    s->turn                      = text_same(at, "thief") ? THIEF : POLICE;
    if (s->turn == THIEF || text_same(at, "police")) return true;
    if (!keeps || strncasecmp(at, choosing, sizeof choosing - 1) != 0)
        return status_fail(status, "side '%.40s'; expected thief or police%s", at,
                           keeps ? " or police:choices" : "");
    int n;
    at += sizeof choosing - 1;
    if (!cells_parse(r, &at, s->taken.cell, r->police - 1, &n, "choices", status)) return false;
    if (*at) return status_fail(status, "'%.40s' after the choices; expected the end", at);
    s->choices = (uint16_t)n;
    return true;
}

// The police may stand in any order in the text.
static bool position_parse(const Rules *r, State *s, const char *text, Status *status)
{
    uint16_t thief, police[POLICE_MAX];
    int      n;
    if (!cell_parse(r, &text, &thief, status) || !space_parse(&text, "the police", status)) return false;
    if (!cells_parse(r, &text, police, r->police, &n, "police", status)) return false;
    if (n < r->police) return status_fail(status, "%d police; expected %d", n, r->police);
    *s = (State){.police.word = LANES_NONE, .taken.word = thief_alone(thief)};
    for (int i = 0; i < n; i++) s->police.word = lanes_insert(s->police.word, police[i]);
    if (!space_parse(&text, "the side to move", status) || !side_parse(r, s, text, status)) return false;
    s->searcher = eval_searcher(r, s);
    return true;
}

static bool cell_refuse(const Rules *r, unsigned cell, const char *why, Status *status)
{
    return status_fail(status, "cell %d.%d %s", r->board.place[cell].row, r->board.place[cell].col, why);
}

// Makes the choices again, from the beginning of the turn.
static bool validate_choices(const Rules *r, const State *s, Status *status)
{
    State again      = *s, child;
    again.taken.word = thief_alone(thief_cell(s));
    again.choices    = 0;
    for (uint32_t i = 0; i < s->choices; i++) {
        Move      moves[MOVES_MAX];
        const int n = generate(r, &again, moves);
        int       k = 0;
        while (k < n && move_target(moves[k]) != s->taken.cell[i]) k++;
        if (k == n)
            return cell_refuse(r, s->taken.cell[i], "is not a legal choice; expected one the policeman has",
                               status);
        play(r, &child, &again, moves[k]);
        again = child;
    }
    return true;
}

static bool validate(const Rules *r, const State *s, Status *status)
{
    for (int i = 0; i < r->police; i++) {
        const unsigned cell = s->police.cell[i];
        if (cell == thief_cell(s)) return cell_refuse(r, cell, "holds a policeman and the thief", status);
        if (i > 0 && cell == s->police.cell[i - 1])
            return cell_refuse(r, cell, "holds two policemen", status);
    }
    if (thief_escaped(r, s) && (s->turn == THIEF || s->choices))
        return cell_refuse(r, thief_cell(s),
                           "is an exit: with the thief on it, expected side police, no choices", status);
    return validate_choices(r, s, status);
}

static void move_format(const Rules *r, const State *s, Move m, Text *out)
{
    const bool choosing = s->turn == POLICE && r->simultaneous;
    if (move_direction(m) == STAY && !choosing) {
        text_add(out, "stay");
        return;
    }
    cell_format(r, s->turn == THIEF ? thief_cell(s) : s->police.cell[move_unit(m)], out);
    text_char(out, '-');
    cell_format(r, move_target(m), out);
}
