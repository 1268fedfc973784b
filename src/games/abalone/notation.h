// notation.h - moves of Abalone as people write them; part of rules.c.

// A move by the ends of its line: rear and front marble of one that moves along itself, otherwise first and
// last end.
typedef struct {
    unsigned first, last, first_to, last_to;
    bool     broadside;
} MoveEnds;

static MoveEnds move_ends(Move m)
{
    const unsigned kind = move_class(m), spread = class_broadside(kind) ? move_reach(m) : move_step(m);
    MoveEnds       ends = {.first = move_cell(m), .last = move_cell(m), .broadside = class_broadside(kind)};
    for (unsigned i = 1; i < class_marbles(kind); i++) ends.last = cell_add(ends.last, spread);
    ends.first_to = cell_add(ends.first, move_step(m));
    ends.last_to  = cell_add(ends.last, move_step(m));
    return ends;
}

static void cell_format(unsigned bit, Text *out)
{
    const Cell c = cell_of_bit(bit);
    text_add(out, "%c%d", "ABCDEFGHI"[c.row], c.number);
}

static void move_format(const Rules *r, const State *s, Move m, Text *out)
{
    (void)r, (void)s;
    const MoveEnds ends = move_ends(m);
    cell_format(ends.first, out);
    if (ends.broadside) cell_format(ends.last, out);
    cell_format(ends.first_to, out);
}

// Splits a text into at most three cells, with or without '-' between them; gives how many, 0 for anything
// else.
static int cells_parse(const char *text, unsigned cells[3])
{
    int n = 0;
    for (; *text; n++) {
        if (n > 0 && *text == '-') text++;
        const Cell c = {tolower((unsigned char)text[0]) - 'a', text[0] ? text[1] - '0' : 0};
        if (n == 3 || c.row < 0 || c.row > 8 || !row_holds(c.row, c.number)) return 0;
        cells[n] = cell_bit(c);
        text += 2;
    }
    return n;
}

// Do cells spell the move: its ends in either order, or where one end comes from and the other arrives?
static bool move_fits(const MoveEnds *e, const unsigned cells[], int n)
{
    const bool forth = cells[0] == e->first && cells[n - 1] == (n == 2 ? e->last_to : e->first_to);
    const bool back  = cells[0] == e->last && cells[n - 1] == (n == 2 ? e->first_to : e->last_to);
    if (!e->broadside) return n == 2 && forth;
    return (forth && (n == 2 || cells[1] == e->last)) || (back && (n == 2 || cells[1] == e->first));
}

static bool move_parse(const Rules *r, const State *s, const char *text, Move *m, Status *status)
{
    Move      moves[MOVES_MAX];
    char      known[160];
    Text      list = text_on(known, sizeof known);
    unsigned  cells[3];
    const int total = generate(r, s, moves), n = cells_parse(text, cells);
    int       settings_check = 0;
    if (n < 2) return false;
    for (int i = 0; i < total; i++) {
        const MoveEnds e = move_ends(moves[i]);
        if (n == 2 && !e.broadside && cells[0] == e.first && cells[1] == e.first_to)
            return *m = moves[i], true;
        if (!move_fits(&e, cells, n)) continue;
        *m = moves[i];
        text_add(&list, "%s", settings_check++ ? ", " : "");
        move_format(r, s, *m, &list);
    }
    if (settings_check > 1)
        return status_fail(status, "'%.40s' fits %d moves; expected one of %s", text, settings_check, known);
    return settings_check == 1;
}

// The number of a cell in the order A1 ... I9, as drawn.
static int cell_number(unsigned bit)
{
    const Cell c = cell_of_bit(bit);
    int        i = c.number - row_first(c.row);
    for (int row = 0; row < c.row; row++) i += row_last(row) - row_first(row) + 1;
    return i;
}

// Along itself: the rear marble and the cell that the front marble enters, which is never an own one.
// Broadside: both ends of the line, so two own marbles, and the cell that the first one enters.
#define GAME_HAS_MOVE_CELLS
static void move_cells(const Rules *r, const State *s, Move m, MoveCells *out)
{
    (void)r, (void)s;
    const MoveEnds e     = move_ends(m);
    const int      first = cell_number(e.first);
    if (e.broadside) *out = (MoveCells){3, {first, cell_number(e.last), cell_number(e.first_to)}, ""};
    else *out = (MoveCells){2, {first, cell_number(e.last_to)}, ""};
}
