// databases.c - the databases of chess: chess-krpkn and its like, distance to mate (numbering.h).
//
// Positions are FEN: pieces and side to move, the rest may be left out. Colours may be the other way round
// than in the name.
#include "games/chess/dtm/dtm.h"
#include "games/chess/dtm/check.h"
#include "games/chess/dtm/count.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Data {
    ChessDbNumbering d;   // first: dtm_build takes it from here
    DtmBoard         board;
    DtmFiles        *files;   // opened when the first entry is checked
} Data;

static const char PREFIX[] = "chess-", letters[] = "QRBNP";

static bool name_listed(int i, char out[DB_NAME_MAX])
{
    ChessDbNumbering d;
    if (i >= CHESS_DB_COUNT) return false;
    chess_db_numbering_open(&d, i);
    snprintf(out, DB_NAME_MAX, "%s%s", PREFIX, d.name);
    return true;
}

// "chess-krpkn" as the number of an ending; -1.
static int ending_named(const char *name)
{
    const size_t n = strlen(PREFIX);
    if (strlen(name) >= DB_NAME_MAX) return -1;
    char start[DB_NAME_MAX] = {0};
    memcpy(start, name, strlen(name) < n ? strlen(name) : n);
    return text_same(start, PREFIX) ? chess_db_named(name + n) : -1;
}

// chess-3, chess-4, chess-5: how many men; else 0.
static int group_named(const char *name)
{
    for (int men = 3; men <= 5; men++) {
        char group[DB_NAME_MAX];
        snprintf(group, sizeof group, "%s%d", PREFIX, men);
        if (text_same(name, group)) return men;
    }
    return 0;
}

// What must be there: everything a capture or a promotion leads to, and what that needs.

static void needs_mark(int ending, bool needed[CHESS_DB_COUNT])
{
    ChessDbNumbering d;
    bool             swapped;
    if (ending < 0 || needed[ending]) return;
    needed[ending] = true;
    chess_db_numbering_open(&d, ending);
    for (int k = 0; k < d.n; k++)
        for (int man = 0; man < CHESS_DB_MEN; man++) {
            uint8_t count[2][CHESS_DB_MEN] = {0};
            for (int i = 0; i < d.n; i++) count[d.colour[i]][d.man[i]]++;
            count[d.colour[k]][d.man[k]]--;
            if (man < CHESS_DB_P && d.man[k] == CHESS_DB_P) count[d.colour[k]][man]++;
            needs_mark(chess_db_find((const uint8_t(*)[CHESS_DB_MEN])count, &swapped), needed);
        }
}

static int pawns_of(const ChessDbNumbering *d)
{
    int pawns = 0;
    for (int k = 0; k < d->n; k++) pawns += d->man[k] == CHESS_DB_P;
    return pawns;
}

static bool needs(const char *name, int i, char out[DB_NAME_MAX])
{
    bool      needed[CHESS_DB_COUNT] = {false};
    const int group = group_named(name), named = ending_named(name);
    for (int e = 0; e < CHESS_DB_COUNT; e++) {
        ChessDbNumbering d;
        chess_db_numbering_open(&d, e);
        if (e == named || d.n + 2 <= group) needs_mark(e, needed);
    }
    for (int n = 1; n <= CHESS_DB_OTHERS; n++)
        for (int pawns = 0; pawns <= CHESS_DB_OTHERS; pawns++)
            for (int e = 0; e < CHESS_DB_COUNT; e++) {
                ChessDbNumbering d;
                chess_db_numbering_open(&d, e);
                if (needed[e] && d.n == n && pawns_of(&d) == pawns && i-- == 0) return name_listed(e, out);
            }
    return false;
}

// Positions.

static void position_of(const Data *data, uint64_t entry, DtmPosition *p)
{
    const ChessDbNumbering *const d = &data->d;
    *p                              = (DtmPosition){.men = {.n = d->n, .here = (1u << d->n) - 1}};
    memcpy(p->men.man, d->man, sizeof p->men.man);
    memcpy(p->men.colour, d->colour, sizeof p->men.colour);
    p->side = chess_db_position(d, &data->board.numbers, entry, &p->men.white_king, &p->black_king,
                                p->men.square);
}

static char man_at(const DtmPosition *p, int square)
{
    if (square == p->men.white_king) return 'K';
    if (square == p->black_king) return 'k';
    for (int i = 0; i < p->men.n; i++)
        if ((p->men.here >> i & 1) && p->men.square[i] == square)
            return (char)(letters[p->men.man[i]] + (p->men.colour[i] ? 'a' - 'A' : 0));
    return 0;
}

// passed: the square of a right to take en passant, or -1.
static void position_format(const DtmPosition *p, int passed, Text *out)
{
    for (int rank = 7; rank >= 0; rank--) {
        int gap = 0;
        for (int file = 0; file < 8; file++) {
            const char c = man_at(p, 8 * rank + file);
            if (c == 0) gap++;
            else text_add(out, gap > 0 ? "%d%c" : "%.0d%c", gap, c), gap = 0;
        }
        if (gap > 0) text_add(out, "%d", gap);
        text_char(out, rank > 0 ? '/' : ' ');
    }
    text_add(out, "%c - ", "wb"[p->side]);
    if (passed < 0) text_char(out, '-');
    else text_add(out, "%c%d", 'a' + (passed & 7), 1 + (passed >> 3));
    text_add(out, " 0 1");
}

static void format(const CatalogDb *db, uint64_t entry, Text *out)
{
    DtmPosition p;
    position_of(db->data, entry, &p);
    position_format(&p, -1, out);
}

static void draw(const CatalogDb *db, uint64_t entry, Text *out)
{
    DtmPosition p;
    position_of(db->data, entry, &p);
    for (int rank = 7; rank >= 0; rank--) {
        text_add(out, "  %d ", rank + 1);
        for (int file = 0; file < 8; file++) {
            const char c = man_at(&p, 8 * rank + file);
            text_add(out, " %c", c ? c : '.');
        }
        text_char(out, '\n');
    }
    text_add(out, "     a b c d e f g h\n  %s to move\n", p.side ? "Black" : "White");
}

// Reading: what stands on every square, then the men in the order of the ending.

typedef struct Men {
    int     n, kings[2];
    char    letter[16];
    uint8_t square[16];
} Men;

static bool board_read(const char **at, Men *men, const char *text, Status *status)
{
    *men     = (Men){.kings = {-1, -1}};
    int rank = 7, file = 0;
    for (; **at && **at != ' '; ++*at) {
        const char c = **at;
        if (c >= '1' && c <= '8') file += c - '0';
        else if (c == '/' && file == 8 && rank > 0) file = 0, rank--;
        else if (strchr("KQRBNPkqrbnp", c) != NULL && file < 8 && men->n < 16) {
            if (c == 'K' || c == 'k') {
                if (men->kings[c == 'k'] >= 0)
                    return status_fail(status, "'%.100s': two kings of a side", text);
                men->kings[c == 'k'] = 8 * rank + file++;
                continue;
            }
            men->letter[men->n]   = c;
            men->square[men->n++] = (uint8_t)(8 * rank + file++);
        } else return status_fail(status, "'%.100s': expected a position as FEN, at '%.20s'", text, *at);
        if (file > 8) return status_fail(status, "'%.100s': a rank of more than 8 squares", text);
    }
    if (rank != 0 || file != 8) return status_fail(status, "'%.100s': expected 8 ranks of 8 squares", text);
    if (men->kings[0] < 0 || men->kings[1] < 0)
        return status_fail(status, "'%.100s': a king is missing", text);
    return true;
}

// The men as the ending has them, colours exchanged or not; false when they are others.
static bool men_match(const ChessDbNumbering *d, const Men *men, bool swapped, DtmPosition *p)
{
    unsigned taken = 0;
    if (men->n != d->n) return false;
    for (int i = 0; i < d->n; i++) {
        const int  colour = d->colour[i] ^ swapped;
        const char want   = (char)(letters[d->man[i]] + (colour ? 'a' - 'A' : 0));
        int        k      = 0;
        while (k < men->n && ((taken >> k & 1) || men->letter[k] != want)) k++;
        if (k == men->n) return false;
        taken |= 1u << k;
        p->men.man[i]    = d->man[i];
        p->men.colour[i] = d->colour[i];
        p->men.square[i] = (uint8_t)(men->square[k] ^ (swapped ? 56 : 0));
    }
    p->men.n          = d->n;
    p->men.here       = (1u << d->n) - 1;
    p->men.white_king = swapped ? men->kings[1] ^ 56 : men->kings[0];
    p->black_king     = swapped ? men->kings[0] ^ 56 : men->kings[1];
    return true;
}

// The double step that a square of a FEN says was just made: the square it passed over.
static bool step_read(const char *word, bool swapped, DtmPosition *p, DtmMove *step, const char *text,
                      Status *status)
{
    *step = (DtmMove){.after = *p, .promoted = -1, .pawn = -1};
    if (strcmp(word, "-") == 0) return true;
    const int row = p->side ^ swapped ? 2 : 5;
    if (strlen(word) != 2 || word[0] < 'a' || word[0] > 'h' || word[1] != '1' + row)
        return status_fail(status, "'%.100s': '%s': expected - or a square of rank %d, passed by a pawn",
                           text, word, row + 1);
    const int flip = swapped ? 56 : 0, passed = (8 * row + word[0] - 'a') ^ flip;
    step->to   = passed ^ 8;
    step->from = 2 * passed - step->to;
    for (int i = 0; i < p->men.n; i++)
        if (p->men.square[i] == step->to && p->men.man[i] == CHESS_DB_P && p->men.colour[i] != p->side)
            step->pawn = i;
    const uint64_t all = dtm_occupied(&p->men) | BIT(p->black_king);
    return (step->pawn >= 0 && !(all & (BIT(passed) | BIT(step->from)))) ||
           status_fail(status, "'%.100s': '%s': expected a square that a pawn has just passed", text, word);
}

// *swapped: the colours are the other way round than in the ending, and those of *p as there. *step: the
// double step that led to it, if it may be answered en passant.
static bool position_read(const CatalogDb *db, const char *text, DtmPosition *p, bool *swapped, DtmMove *step,
                          Status *status)
{
    const Data *const             data = db->data;
    const ChessDbNumbering *const d    = &data->d;
    const char                   *at   = text;
    Men                           men;
    *p = (DtmPosition){0};
    if (!board_read(&at, &men, text, status)) return false;
    if (strncmp(at, " w", 2) != 0 && strncmp(at, " b", 2) != 0)
        return status_fail(status, "'%.100s': expected w or b, the side to move, after the board", text);
    *swapped = !men_match(d, &men, false, p);
    if (*swapped && !men_match(d, &men, true, p))
        return status_fail(status, "'%.100s': expected the men of %s", text, db->info.name);
    p->side          = (at[1] == 'b') ^ *swapped;
    char castling[8] = "-", passant[8] = "-";
    if (at[2] != 0 && at[2] != ' ') return status_fail(status, "'%.100s': expected w or b", text);
    sscanf(at + 2, " %7s %7s", castling, passant);
    if (strcmp(castling, "-") != 0)
        return status_fail(status, "'%.100s': '%s': expected -, databases know no castling", text, castling);
    for (int i = 0; i < d->n; i++)
        if (d->man[i] == CHESS_DB_P && (p->men.square[i] < 8 || p->men.square[i] >= 56))
            return status_fail(status, "'%.100s': a pawn on the first or last rank", text);
    if (!dtm_position_legal(&data->board, p))
        return status_fail(status, "'%.100s': not a legal position: the side that is not to move is in check",
                           text);
    return step_read(passant, *swapped, p, step, text, status);
}

static bool parse(const CatalogDb *db, const char *text, uint64_t *entry, Status *status)
{
    const Data *const data = db->data;
    DtmPosition       p;
    DtmMove           step;
    bool              swapped;
    if (!position_read(db, text, &p, &swapped, &step, status)) return false;
    *entry = chess_db_number(&data->d, &data->board.numbers, p.side, p.men.white_king, p.black_king,
                             p.men.square);
    return true;
}

static bool covers(const char *game, const char *position, char out[DB_NAME_MAX])
{
    uint8_t count[2][CHESS_DB_MEN] = {0};
    Men     men;
    Status  ignored;
    bool    swapped;
    if (strcmp(game, "chess") != 0 || !board_read(&position, &men, position, &ignored)) return false;
    for (int i = 0; i < men.n; i++) {
        const bool        black = men.letter[i] >= 'a';
        const char *const man   = strchr(letters, men.letter[i] - (black ? 'a' - 'A' : 0));
        if (man == NULL || men.n > CHESS_DB_OTHERS) return false;
        count[black][man - letters]++;
    }
    const int ending = chess_db_find((const uint8_t(*)[CHESS_DB_MEN])count, &swapped);
    return ending >= 0 && name_listed(ending, out);
}

static int outcome(int value, int *plies)
{
    *plies = value == CHESS_DB_DRAW ? 0 : 2 * chess_db_moves((unsigned)value) - (value > CHESS_DB_DRAW);
    return value == CHESS_DB_DRAW ? 0 : value > CHESS_DB_DRAW ? 1 : -1;
}

static void value_text(int value, Text *out)
{
    const int moves = value == CHESS_DB_DRAW ? 0 : chess_db_moves((unsigned)value);
    if (value == CHESS_DB_DRAW) text_add(out, "drawn");
    else if (value == 0) text_add(out, "mated");
    else
        text_add(out, "%s in %d move%s", value > CHESS_DB_DRAW ? "won" : "lost", moves,
                 moves == 1 ? "" : "s");
}

static bool say(const CatalogDb *db, DbReader *reader, uint64_t entry, int value, Text *out)
{
    const Data *const data = db->data;
    DtmPosition       p;
    (void)reader;
    position_of(data, entry, &p);
    if (!dtm_position_legal(&data->board, &p)) return text_add(out, "no such position"), false;
    value_text(value, out);
    return value != CHESS_DB_DRAW && value != 0;
}

// Children.

static bool files_there(Data *data, DbReader *reader)
{
    if (data->files == NULL) data->files = dtm_files_open(&data->board, databases_folder());
    return data->files != NULL ||
           status_fail_system(&reader->status, "out of memory for the smaller databases");
}

static int expected(const CatalogDb *db, DbReader *reader, uint64_t entry)
{
    Data *const data = db->data;
    DtmPosition p;
    position_of(data, entry, &p);
    // Any byte is right where there is no position.
    if (!dtm_position_legal(&data->board, &p)) return db_read(reader, entry);
    if (!files_there(data, reader)) return -1;
    const int value = dtm_files_expected(data->files, &p, NULL);
    if (value < 0) reader->status = data->files->status;
    return value;
}

// With the answers en passant, which entries do not have.
static int settle(const CatalogDb *db, DbReader *reader, const char *text, int value)
{
    Data *const data = db->data;
    DtmPosition p;
    DtmMove     step;
    bool        swapped;
    if (!position_read(db, text, &p, &swapped, &step, &reader->status)) return -1;
    if (step.pawn < 0) return value;
    if (!files_there(data, reader)) return -1;
    value = dtm_files_after(data->files, &step);
    if (value < 0) reader->status = data->files->status;
    return value;
}

static void square_add(Text *out, int square)
{
    text_add(out, "%c%d", 'a' + (square & 7), 1 + (square >> 3));
}

static void move_write(const DtmPosition *p, const DtmMove *move, bool swapped, Text *out)
{
    const char man  = man_at(p, move->from);
    const int  flip = swapped ? 56 : 0;
    if (man != 'P' && man != 'p') text_char(out, (char)(man & ~('a' - 'A')));
    square_add(out, move->from ^ flip);
    const bool takes = man_at(p, move->to) || ((man == 'P' || man == 'p') && ((move->from ^ move->to) & 7));
    text_char(out, takes ? 'x' : '-');
    square_add(out, move->to ^ flip);
    if (move->promoted >= 0) text_add(out, "=%c", letters[move->promoted]);
}

static DtmPosition position_swapped(DtmPosition p)
{
    const int white  = p.men.white_king;
    p.men.white_king = p.black_king ^ 56;
    p.black_king     = white ^ 56;
    p.side ^= 1;
    for (int i = 0; i < p.men.n; i++) {
        p.men.square[i] ^= 56;
        p.men.colour[i] ^= 1;
    }
    return p;
}

// The best move of a position that a step led to; false: none is wanted, or with the files' status.
static bool best_move(Data *data, const DtmPosition *p, const DtmMove *step, DtmMove *best)
{
    DtmMove   moves[DTM_MOVES_MAX], taking;
    const int others  = dtm_moves(&data->board, p, moves);
    const int passant = dtm_files_passant(data->files, step, &taking);
    if (passant == -1) return false;
    int value = others > 0 || passant == DTM_NO_PASSANT ? dtm_files_expected(data->files, p, best) : -1;
    if (value < 0 && data->files->status.text[0] != 0) return false;
    if (passant > value) value = passant, *best = taking;
    return value != CHESS_DB_DRAW && (others > 0 || passant >= 0);
}

// A best line, into the smaller databases too; on the board of the question, not on that of an entry.
static bool line(const CatalogDb *db, DbReader *reader, const char *text,
                 bool (*use)(void *context, const char *move, const char *position), void *context)
{
    Data *const data = db->data;
    DtmPosition p;
    DtmMove     best, step;
    bool        swapped;
    if (!position_read(db, text, &p, &swapped, &step, &reader->status) || !files_there(data, reader))
        return false;
    status_clear(&data->files->status);
    while (best_move(data, &p, &step, &best)) {
        char move[TEXT_MAX], position[TEXT_MAX];
        Text m = text_on(move, sizeof move), after = text_on(position, sizeof position);
        move_write(&p, &best, swapped, &m);
        p = best.after, step = best;
        const DtmPosition shown = swapped ? position_swapped(p) : p;
        const bool        right = dtm_files_passant(data->files, &step, NULL) >= 0;
        position_format(&shown, right ? (step.from + step.to) / 2 ^ (swapped ? 56 : 0) : -1, &after);
        if (!use(context, move, position)) return true;
    }
    if (data->files->status.text[0] == 0) return true;
    reader->status = data->files->status;
    return false;
}

static bool totals(const CatalogDb *db, const Db *file, CatalogTotals *out)
{
    const Data *const data = db->data;
    DtmTotals         t;
    if (file->flat == NULL) return false;
    dtm_count(&data->board, &data->d, file->flat, &t);
    for (int side = 0; side < 2; side++) {
        out->won[side]          = t.won[side];
        out->drawn[side]        = t.drawn[side];
        out->lost[side]         = t.lost[side];
        out->longest_win[side]  = t.longest_win[side];
        out->longest_loss[side] = t.longest_loss[side];
    }
    out->deepest = t.deepest;
    out->plies   = t.plies;
    return true;
}

// Opening.

static void index_text(const ChessDbNumbering *d, Text *out)
{
    for (int side = 0; side < 2; side++) {
        text_add(out, "%s to move: ", side ? "; black" : "white");
        for (int i = 0; i < d->digits; i++) {
            const int k = d->order[side][i];
            text_add(out, i > 0 ? ", " : "");
            if (k < 0)
                text_add(out, "kings of %d pairs, black's first",
                         d->pawns ? CHESS_DB_PAIRS_PAWNS : CHESS_DB_PAIRS);
            else
                text_add(out, "%s%c", k == d->two ? "both " : "",
                         letters[d->man[k]] + (d->colour[k] ? 'a' - 'A' : 0));
        }
    }
    text_add(out, "; a1, b1 ... h8");
}

static void info_fill(CatalogDb *db, const ChessDbNumbering *d)
{
    DbInfo *const info = &db->info;
    Text          text = text_on(info->index, sizeof info->index);
    info->kind         = DB_ENDGAME;
    info->entries      = d->entries;
    snprintf(info->name, sizeof info->name, "%s%s", PREFIX, d->name);
    snprintf(info->game, sizeof info->game, "chess");
    snprintf(info->goal, sizeof info->goal, "moves to mate, both sides to move");
    snprintf(info->values, sizeof info->values,
             "for the side to move: 0-127 lost in that many moves, 128 drawn, 129-255 won in 256 less it");
    index_text(d, &text);
}

static CatalogOpening open_named(CatalogDb *db, const char *name, Status *status)
{
    const int ending = ending_named(name), group = group_named(name);
    if (group > 0) {
        status_fail(status, "'%s' is all databases of %s%d men: it can be built, but here one must be named",
                    name, group > 3 ? "up to " : "", group);
        return CATALOG_BAD;
    }
    if (ending < 0) return CATALOG_NOT_MINE;
    Data *const data = calloc(1, sizeof *data);
    if (data == NULL) return status_fail_system(status, "out of memory for '%s'", name), CATALOG_BAD;
    chess_db_numbering_open(&data->d, ending);
    dtm_board_open(&data->board);
    info_fill(db, &data->d);
    db->data            = data;
    db->endgame.entries = data->d.entries;
    db->form            = DB_ZSTD;
    db->memory          = dtm_memory(&data->d, 2);
    // Measured: seven million entries of five men per processor second, two thirds of them legal.
    db->seconds = (double)data->d.entries / 8e6;
    db->decided = 0.6;
    return CATALOG_OPEN;
}

static void close_data(CatalogDb *db)
{
    Data *const data = db->data;
    dtm_files_close(data->files);
    free(data);
}

const CatalogFamily chess_databases = {
    .name     = name_listed,
    .pattern  = "chess-3, -4, -5",
    .about    = "to build all of them of up to so many men, those of five with two against one",
    .open     = open_named,
    .close    = close_data,
    .parse    = parse,
    .format   = format,
    .draw     = draw,
    .build    = dtm_build,
    .expected = expected,
    .say      = say,
    .needs    = needs,
    .line     = line,
    .totals   = totals,
    .covers   = covers,
    .outcome  = outcome,
    .settle   = settle,
};
