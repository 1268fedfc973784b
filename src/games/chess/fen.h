// fen.h - positions of chess as text: FEN, and EPD, of which the counters hmvc and fmvn count and other
// operations are passed over; part of rules.c.
#ifndef GAMES_CHESS_FEN_H
#define GAMES_CHESS_FEN_H

#include "games/chess/moves.h"
#include "games/chess/play.h"

#include <ctype.h>
#include <string.h>

static const char kind_letters[] = "PNBRQK", castling_letters[] = "KQkq";

static char piece_letter(int p, Kind kind)
{
    return p == WHITE ? kind_letters[kind] : (char)tolower((unsigned char)kind_letters[kind]);
}

static void square_format(int square, Text *out)
{
    text_add(out, "%c%c", 'a' + square % 8, '1' + square / 8);
}

static void rank_format(const State *s, int rank, Text *out)
{
    int gap = 0;
    for (int square = 8 * rank; square < 8 * rank + 8; square++) {
        const bool empty = !(occupied(s) >> square & 1);
        if (gap > 0 && !empty) text_add(out, "%d", gap), gap = 0;
        if (empty) gap++;
        else text_char(out, piece_letter(s->colour[BLACK] >> square & 1, kind_at(s, square)));
    }
    if (gap > 0) text_add(out, "%d", gap);
}

static void position_format(const Rules *r, const State *s, Text *out)
{
    (void)r;
    for (int rank = 7; rank >= 0; rank--) {
        rank_format(s, rank, out);
        text_char(out, rank > 0 ? '/' : ' ');
    }
    text_add(out, "%c ", "wb"[s->turn]);
    for (int i = 0; i < 4; i++)
        if (s->castling >> i & 1) text_char(out, castling_letters[i]);
    text_add(out, "%s ", s->castling ? "" : "-");
    if (s->passant) square_format(s->passant, out);
    text_add(out, "%s %d %d", s->passant ? "" : "-", s->halfmoves, s->fullmoves);
}

// Reading, word by word.

typedef struct Word {
    const char *at;
    int         length;
} Word;

static Word word_next(const char **text)
{
    while (isspace((unsigned char)**text)) ++*text;
    const Word word = {*text, (int)strcspn(*text, " \t\r\n\f\v")};
    *text += word.length;
    return word;
}

static bool word_fail(Word word, const char *expected, Status *status)
{
    if (word.length == 0) return status_fail(status, "it ends too early; expected %s", expected);
    return status_fail(status, "'%.*s'; expected %s", word.length > 80 ? 80 : word.length, word.at, expected);
}

static bool word_is(Word word, const char *text)
{
    return (size_t)word.length == strlen(text) && strncmp(word.at, text, strlen(text)) == 0;
}

static bool rank_read(Word word, State *s, int rank, Status *status)
{
    int file = 0;
    for (int i = 0; i < word.length && file <= 8; i++) {
        const char        c     = word.at[i];
        const char *const found = memchr(kind_letters, toupper((unsigned char)c), KINDS);
        if (c >= '1' && c <= '8') file += c - '0';
        else if (found == NULL)
            return word_fail(word, "pieces PNBRQK and pnbrqk, and numbers of empty squares", status);
        else if (file++ < 8) {
            const uint64_t bit = BIT(8 * rank + file - 1);
            s->kind[found - kind_letters] |= bit;
            s->colour[islower((unsigned char)c) != 0] |= bit;
        }
    }
    if (file == 8) return true;
    return status_fail(status, "'%.*s' has %s than 8 squares; expected a rank",
                       word.length > 80 ? 80 : word.length, word.at, file > 8 ? "more" : "fewer");
}

static bool board_read(Word word, State *s, Status *status)
{
    const char *const end = word.at + word.length;
    if (word.length == 0)
        return word_fail(word, "the ranks from the eighth to the first, / between them", status);
    const char *at = word.at;
    for (int rank = 7; rank >= 0; rank--) {
        const char *slash = at;
        while (slash < end && *slash != '/') slash++;
        if (!rank_read((Word){at, (int)(slash - at)}, s, rank, status)) return false;
        if ((slash == end) != (rank == 0)) return word_fail(word, "eight ranks, / between them", status);
        at = slash + 1;
    }
    return true;
}

static bool kings_present(const State *s, Status *status)
{
    for (int p = 0; p < 2; p++) {
        const int n = bits_count(s->kind[KING] & s->colour[p]);
        if (n != 1) return status_fail(status, "%s has %d kings; expected one", p ? "black" : "white", n);
    }
    return true;
}

static bool castling_read(Word word, State *s, Status *status)
{
    static const char *const expected = "- or some of KQkq, the right to castle, each once";
    if (word_is(word, "-")) return true;
    for (int i = 0; i < word.length; i++) {
        const char *const found = memchr(castling_letters, word.at[i], 4);
        const int         bit   = found == NULL ? 0 : 1 << (found - castling_letters);
        if (bit == 0 || s->castling & bit) return word_fail(word, expected, status);
        s->castling = (uint8_t)(s->castling | bit);
    }
    return word.length > 0 || word_fail(word, expected, status);
}

// King and rooks must stand at home.
static bool castling_fits(Word word, const State *s, Status *status)
{
    for (int i = 0; i < 4; i++) {
        const int      p = i / 2, first = 56 * p;
        const uint64_t rook = s->kind[ROOK] & s->colour[p] & BIT(first + (i & 1 ? 0 : 7)),
                       king = s->kind[KING] & s->colour[p] & BIT(first + 4);
        if (s->castling >> i & 1 && (rook == 0 || king == 0))
            return status_fail(status, "'%.*s': %c, but king and rook are not on their first squares",
                               word.length, word.at, castling_letters[i]);
    }
    return true;
}

// A square that a pawn has just passed. It is kept only where a capture there is legal, so that equal
// positions have equal texts.
static bool passant_read(Word word, State *s, Status *status)
{
    if (word_is(word, "-")) return true;
    const int row = s->turn == WHITE ? 5 : 2;
    if (word.length != 2 || word.at[0] < 'a' || word.at[0] > 'h' || word.at[1] != '1' + row)
        return word_fail(word,
                         s->turn == WHITE ? "- or one square of rank 6, passed by a pawn"
                                          : "- or one square of rank 3, passed by a pawn",
                         status);
    const int      square = 8 * row + word.at[0] - 'a', behind = square ^ 8;
    const int      from = s->turn == WHITE ? square + 8 : square - 8;
    const uint64_t pawn = s->kind[PAWN] & s->colour[!s->turn] & BIT(behind);
    if (pawn == 0 || occupied(s) & (BIT(square) | BIT(from)))
        return word_fail(word, "a square that a pawn has just passed", status);
    if (passant_pawns(s, square, s->turn)) s->passant = (uint8_t)square;
    return true;
}

static bool counter_read(Word word, int max, uint16_t *out, const char *expected, Status *status)
{
    const char *at = word.at;
    long        n;
    if (!text_number(&at, max, &n) || at != word.at + word.length) return word_fail(word, expected, status);
    *out = (uint16_t)n;
    return true;
}

static const char halfmoves_expected[] = "plies since the last capture or pawn move, 0 to 999";
static const char fullmoves_expected[] = "the number of the move, 1 to 9999";

// Where an operation of EPD ends: a semicolon outside quotes, or where they do not end any; NULL: none.
static const char *operation_end(const char *text)
{
    bool        quoted = false;
    const char *end    = text;
    for (; *end && (quoted || *end != ';'); end++) quoted ^= *end == '"';
    return *end ? end : strchr(text, ';');
}

// The operations of EPD: a word, and what belongs to it.
static bool operations_read(const char *text, State *s, Status *status)
{
    for (;;) {
        while (isspace((unsigned char)*text) || *text == ';') text++;
        if (*text == 0) return true;
        const char *at = text, *const end = operation_end(text);
        Word code = word_next(&at);
        if (!isalpha((unsigned char)code.at[0])) return word_fail(code, "an operation of EPD", status);
        if (end == NULL) return word_fail(code, "two counters, or EPD operations that end with ;", status);
        if (code.at + code.length > end) code.length = (int)(end - code.at), at = end;
        const bool half = word_is(code, "hmvc"), full = word_is(code, "fmvn");
        if (half || full) {
            while (at < end && isspace((unsigned char)*at)) at++;
            Word number = {.at = at, .length = (int)(end - at)};
            while (number.length > 0 && isspace((unsigned char)at[number.length - 1])) number.length--;
            if (!counter_read(number, half ? HALFMOVES_MAX : FULLMOVES_MAX,
                              half ? &s->halfmoves : &s->fullmoves,
                              half ? halfmoves_expected : fullmoves_expected, status))
                return false;
        }
        text = end + 1;
    }
}

// Both counters, or none, or operations.
static bool counters_read(const char *text, State *s, Status *status)
{
    s->fullmoves      = 1;
    const char *rest  = text;
    const Word  first = word_next(&rest);
    if (first.length == 0) return true;
    if (isalpha((unsigned char)first.at[0])) {
        if (!operations_read(text, s, status)) return false;
        if (s->fullmoves == 0) s->fullmoves = 1;
        return true;
    }
    text = rest;
    if (!counter_read(first, HALFMOVES_MAX, &s->halfmoves, halfmoves_expected, status) ||
        !counter_read(word_next(&text), FULLMOVES_MAX, &s->fullmoves, fullmoves_expected, status))
        return false;
    if (s->fullmoves == 0) s->fullmoves = 1;
    const Word more = word_next(&text);
    return more.length == 0 || word_fail(more, "the end after the number of the move", status);
}

static void placed_open(const Rules *r, State *s)
{
    for (int p = 0; p < 2; p++)
        for (uint64_t set = s->colour[p]; set;) {
            const int square = bits_take(&set);
            placed_add(r, s, p, kind_at(s, square), square, 1);
        }
}

static bool position_parse(const Rules *r, State *s, const char *text, Status *status)
{
    if (!board_read(word_next(&text), s, status) || !kings_present(s, status)) return false;
    const Word side = word_next(&text);
    if (!word_is(side, "w") && !word_is(side, "b"))
        return word_fail(side, "the side to move, w or b", status);
    s->turn             = side.at[0] == 'b';
    const Word castling = word_next(&text);
    if (!castling_read(castling, s, status) || !castling_fits(castling, s, status) ||
        !passant_read(word_next(&text), s, status) || !counters_read(text, s, status))
        return false;
    placed_open(r, s);
    s->hash = rehash(r, s);
    return true;
}

// More pieces of a kind than at the start were pawns once.
static bool pieces_possible(const State *s, int p, Status *status)
{
    static const int         start[KINDS] = {8, 2, 2, 2, 1, 1};
    static const char *const names[2]     = {"white", "black"};
    const int                pawns        = bits_count(s->kind[PAWN] & s->colour[p]);
    int                      promoted     = 0;
    for (int k = KNIGHT; k <= QUEEN; k++) {
        const int n = bits_count(s->kind[k] & s->colour[p]);
        if (n > start[k]) promoted += n - start[k];
    }
    if (pawns > 8) return status_fail(status, "%s has %d pawns; expected at most 8", names[p], pawns);
    if (pawns + promoted > 8)
        return status_fail(status, "%s has %d pawns and %d promoted pieces; expected at most 8 together",
                           names[p], pawns, promoted);
    return true;
}

static bool validate(const Rules *r, const State *s, Status *status)
{
    (void)r;
    if (!pieces_possible(s, WHITE, status) || !pieces_possible(s, BLACK, status)) return false;
    const uint64_t wrong = s->kind[PAWN] & (RANK_1 | RANK_1 << 56);
    if (wrong) {
        const int square = bits_first(wrong);
        return status_fail(status, "a pawn on %c%c; expected none on the first and last rank",
                           'a' + square % 8, '1' + square / 8);
    }
    if (checked(s, !s->turn))
        return status_fail(status, "%s is in check, but %s is to move", s->turn ? "white" : "black",
                           s->turn ? "black" : "white");
    return true;
}

#endif
