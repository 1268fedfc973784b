#include "games/abalone_cases.h"

#include <ctype.h>
#include <string.h>

const char *const case_terms[CASE_TERMS]     = {"marble", "center", "coherence", "break", "danger", "double"};
const char *const case_classes[CASE_CLASSES] = {"three-capture",   "three-attack",  "three-inline",
                                                "three-broadside", "two-capture",   "two-attack",
                                                "two-inline",      "two-broadside", "one"};

enum { LINE_MAX = 400, WIN = 60 * 20000 };   // WIN: docs/SEARCH.md, the payoff of a win times 20,000

static int row_first(int row) { return row < 4 ? 1 : row - 3; }
static int row_last(int row) { return row < 4 ? row + 5 : 9; }

bool cell_on_board(CaseCell c)
{
    return c.row >= 0 && c.row <= 8 && c.number >= row_first(c.row) && c.number <= row_last(c.row);
}

// Reading.

typedef struct Reader {
    FILE       *in;
    const char *file;
    int        *line;
    char        text[LINE_MAX], *rest;
    Status     *status;
} Reader;

static bool fail(const Reader *r, const char *word, const char *expected)
{
    return status_fail(r->status, "%s:%d: '%s'; expected %s", r->file, *r->line, word, expected);
}

// The next line that means something; false at the end of the file.
static bool line_next(Reader *r)
{
    while (fgets(r->text, sizeof r->text, r->in) != NULL) {
        ++*r->line;
        r->rest = r->text + strspn(r->text, " \t\r\n");
        if (*r->rest != 0 && r->text[0] != '#') return true;
    }
    return false;
}

// The next word of the line; "" at its end.
static char *word_next(Reader *r)
{
    char *const word = r->rest;
    r->rest += strcspn(r->rest, " \t\r\n");
    if (*r->rest) *r->rest++ = 0;
    r->rest += strspn(r->rest, " \t\r\n");
    return word;
}

static bool number_read(Reader *r, long min, long *out)
{
    const char *const word = word_next(r);
    return text_whole_number(word, min, 1000000000, out) || fail(r, word, "a number");
}

static bool line_end(Reader *r) { return *r->rest == 0 || fail(r, word_next(r), "the end of the line"); }

static bool move_read(const char *text, CaseMove *m)
{
    *m = (CaseMove){0};
    for (; *text && m->cells < 3; m->cells++, text += 2) {
        if (!isupper((unsigned char)text[0]) || !isdigit((unsigned char)text[1])) return false;
        m->cell[m->cells] = (CaseCell){text[0] - 'A', text[1] - '0'};
        if (!cell_on_board(m->cell[m->cells])) return false;
    }
    return *text == 0 && m->cells >= 2;
}

// Moves up to the end of the line or the word `until`; `none` for none at all.
static bool moves_read(Reader *r, Expected *e, const char *until)
{
    const bool none = strncmp(r->rest, "none", 4) == 0;
    if (none) word_next(r);
    while (*r->rest != 0 && (until == NULL || strncmp(r->rest, until, strlen(until)) != 0)) {
        const char *const word = word_next(r);
        if (none || e->moves == CASE_MOVES_MAX || !move_read(word, &e->move[e->moves]))
            return fail(r, word, "a move");
        e->moves++;
    }
    return none || e->moves > 0 || fail(r, r->rest, "moves, or none");
}

static bool value_read(Reader *r, Expected *e)
{
    const bool win = strncmp(r->rest, "win ", 4) == 0, loss = strncmp(r->rest, "loss ", 5) == 0;
    if (win || loss) word_next(r);
    if (!number_read(r, -1000000000, &e->value)) return false;
    if (win) e->value = WIN - e->value;
    if (loss) e->value = e->value - WIN;
    return true;
}

static bool search_read(Reader *r, Expected *e)
{
    const char *word = word_next(r);
    if (*word == 0 || strlen(word) >= sizeof e->spec) return fail(r, word, "the settings of a search");
    strcpy(e->spec, word);
    e->nodes = -1;
    if (strcmp(word = word_next(r), "value") != 0) return fail(r, word, "value");
    if (!value_read(r, e)) return false;
    if (strncmp(r->rest, "line ", 5) == 0) {
        word_next(r);
        if (!moves_read(r, e, "nodes ")) return false;
    }
    if (*r->rest == 0) return true;
    if (strcmp(word = word_next(r), "nodes") != 0) return fail(r, word, "line, nodes or the end of the line");
    return number_read(r, 1, &e->nodes) && line_end(r);
}

static int index_of(const char *const names[], int n, const char *word)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], word) == 0) return i;
    return -1;
}

static bool expected_read(Reader *r, Expected *e)
{
    *e                     = (Expected){.line = *r->line};
    const char *const word = word_next(r);
    if ((e->which = index_of(case_terms, CASE_TERMS, word)) >= 0) {
        e->kind = EXPECT_TERM;
        return number_read(r, 0, &e->counts[0]) && number_read(r, 0, &e->counts[1]) && line_end(r);
    }
    if ((e->which = index_of(case_classes, CASE_CLASSES, word)) >= 0) {
        e->kind = EXPECT_CLASS;
        return moves_read(r, e, NULL);
    }
    if (strcmp(word, "illegal") == 0) {
        e->kind = EXPECT_ILLEGAL;
        return moves_read(r, e, NULL);
    }
    if (strcmp(word, "search") == 0) {
        e->kind = EXPECT_SEARCH;
        return search_read(r, e);
    }
    if (strcmp(word, "value") != 0)
        return fail(r, word, "a term, a class of moves, value, illegal, search or case");
    e->kind                   = EXPECT_VALUE;
    const char *const weights = word_next(r);
    if (*weights == 0 || strlen(weights) >= sizeof e->spec) return fail(r, weights, "weights");
    strcpy(e->spec, weights);
    return number_read(r, -1000000000, &e->value) && line_end(r);
}

// A row, perhaps between the names of its ends.
static bool row_read(Reader *r, int row, char cells[10])
{
    const char first[] = {(char)('A' + row), (char)('0' + row_first(row)), 0};
    const char last[]  = {(char)('A' + row), (char)('0' + row_last(row)), 0};
    const bool named   = strncmp(r->rest, first, 2) == 0;
    if (named) word_next(r);
    for (int n = row_first(row); n <= row_last(row); n++) {
        const char *const word = word_next(r);
        if (strlen(word) != 1 || strchr("bw.", *word) == NULL) {
            char expected[80];
            snprintf(expected, sizeof expected, "b, w or . at %c%d", 'A' + row, n);
            return fail(r, word, expected);
        }
        cells[n] = *word;
    }
    if (named && strcmp(word_next(r), last) != 0)
        return fail(r, first, "a row with the names of both its ends");
    return line_end(r);
}

static bool diagram_read(Reader *r, Case *out)
{
    for (int row = 8; row >= 0; row--) {
        if (!line_next(r)) return fail(r, "", "nine rows, I to A");
        if (!row_read(r, row, out->cells[row])) return false;
    }
    if (!line_next(r)) return fail(r, "", "the side to move");
    const bool black = strncmp(r->rest, "black to move", 13) == 0,
               white = strncmp(r->rest, "white to move", 13) == 0;
    if (!black && !white) return fail(r, word_next(r), "'black to move' or 'white to move' after row A");
    out->turn = white;
    r->rest += 13 + strspn(r->rest + 13, " \t\r\n");
    return line_end(r);
}

static bool name_read(Reader *r, Case *out)
{
    const char *const word = word_next(r);
    if (strcmp(word, "case") != 0) return fail(r, word, "case");
    size_t n = strlen(r->rest);
    while (n > 0 && isspace((unsigned char)r->rest[n - 1])) r->rest[--n] = 0;
    if (n == 0 || n >= sizeof out->name) return fail(r, r->rest, "the name of a case");
    out->line = *r->line;
    strcpy(out->name, r->rest);
    return true;
}

int case_read(FILE *in, const char *file, int *line, Case *out, Status *status)
{
    Reader r = {.in = in, .file = file, .line = line, .status = status};
    memset(out, 0, sizeof *out);
    if (!line_next(&r)) return 0;
    if (!name_read(&r, out) || !diagram_read(&r, out)) return -1;
    for (long at = ftell(in); line_next(&r); at = ftell(in)) {
        if (strncmp(r.rest, "case ", 5) == 0) {   // the next one: its line is read again
            fseek(in, at, SEEK_SET);
            --*line;
            break;
        }
        if (out->expected_count == CASE_EXPECTED_MAX)
            return fail(&r, word_next(&r), "fewer expectations of a case"), -1;
        if (!expected_read(&r, &out->expected[out->expected_count++])) return -1;
    }
    return out->expected_count > 0 ? 1 : (fail(&r, "", "something to expect of the case"), -1);
}

// Images. As seen from E5, E is (1, 0) and NW (0, 1); NE is their sum.

CaseCell image_cell(int image, CaseCell c)
{
    int x = c.number - 5, y = c.row - 4;
    if (image % 12 >= 6) x = y - x;   // E and W change places, NE and NW
    for (int i = 0; i < image % 6; i++) {
        const int east = x;   // E becomes NE, NW becomes W
        x              = x - y;
        y              = east;
    }
    return (CaseCell){y + 4, x + 5};
}

static CaseCell cell_minus(CaseCell a, CaseCell b) { return (CaseCell){a.row - b.row, a.number - b.number}; }

CaseMove image_move(int image, CaseMove m)
{
    for (int i = 0; i < m.cells; i++) m.cell[i] = image_cell(image, m.cell[i]);
    if (m.cells < 3) return m;
    const CaseCell a = m.cell[0], b = m.cell[1], step = cell_minus(m.cell[2], a);
    if (a.row > b.row ||
        // the end that comes first in A1, A2 ... I9 is written first
        (a.row == b.row && a.number > b.number))
        m = (CaseMove){3, {b, a, {b.row + step.row, b.number + step.number}}};
    return m;
}

void image_position(int image, const Case *c, Text *out)
{
    char       cells[9][10] = {{0}};
    const bool changed      = image >= IMAGES_COLOUR;
    for (int row = 0; row < 9; row++)
        for (int n = row_first(row); n <= row_last(row); n++) {
            const CaseCell to        = image_cell(image, (CaseCell){row, n});
            const char     at        = c->cells[row][n];
            cells[to.row][to.number] = at == '.' ? '-' : (at == 'b') != changed ? 'b' : 'w';
        }
    for (int row = 8; row >= 0; row--)
        text_add(out, "%.*s%c", row_last(row) - row_first(row) + 1, &cells[row][row_first(row)],
                 row > 0 ? '/' : ' ');
    text_char(out, "bw"[c->turn ^ (int)changed]);
}

void move_text(CaseMove m, Text *out)
{
    for (int i = 0; i < m.cells; i++) text_add(out, "%c%d", 'A' + m.cell[i].row, m.cell[i].number);
}
