// notation.h - moves of chess as text: SAN written, SAN, long algebraic and UCI read; part of rules.c.
#ifndef GAMES_CHESS_NOTATION_H
#define GAMES_CHESS_NOTATION_H

#include "games/chess/fen.h"

// What must be said besides piece and destination, because another piece of the kind can go there: the file
// if that is enough, else the rank, else both. Bits: 1 file, 2 rank.
static int origin_needed(const Rules *r, const State *s, Move m)
{
    Move      moves[MOVES_MAX];
    const int n = generate(r, s, moves), from = move_from(m);
    bool      others = false, same_file = false, same_rank = false;
    for (int i = 0; i < n; i++) {
        const int other = move_from(moves[i]);
        if (other == from || move_to(moves[i]) != move_to(m) || move_piece(moves[i]) != move_piece(m))
            continue;
        others = true;
        same_file |= other % 8 == from % 8;
        same_rank |= other / 8 == from / 8;
    }
    return !others ? 0 : !same_file ? 1 : !same_rank ? 2 : 3;
}

static void piece_format(const Rules *r, const State *s, Move m, Text *out)
{
    const int  from = move_from(m);
    const bool pawn = move_piece(m) == PAWN, takes = move_victim(m) != KIND_NONE;
    const int  said = pawn ? takes : origin_needed(r, s, m);
    if (!pawn) text_char(out, kind_letters[move_piece(m)]);
    if (said & 1) text_char(out, (char)('a' + from % 8));
    if (said & 2) text_char(out, (char)('1' + from / 8));
    if (takes) text_char(out, 'x');
    square_format(move_to(m), out);
    if (move_promotion(m)) text_add(out, "=%c", kind_letters[move_promotion(m)]);
}

static void move_format(const Rules *r, const State *s, Move m, Text *out)
{
    if (move_type(m) == MOVE_CASTLE) text_add(out, "%s", move_to(m) % 8 == 6 ? "O-O" : "O-O-O");
    else piece_format(r, s, m, out);
    State child;
    play(r, &child, s, m);
    if (checked(&child, child.turn)) text_char(out, count_any(r, &child) == 0 ? '#' : '+');
}

static void move_code(const Rules *r, const State *s, Move m, Text *out)
{
    (void)r, (void)s;
    square_format(move_from(m), out);
    square_format(move_to(m), out);
    if (move_promotion(m)) text_char(out, (char)tolower((unsigned char)kind_letters[move_promotion(m)]));
}

// What a text says of a move; -1: nothing.
typedef struct MoveWords {
    int castle;   // the king's file afterwards
    int piece, file, rank, to, promotion;
} MoveWords;

// Takes one of `letters` and gives its number, else -1.
static int letter_read(const char **at, const char *letters)
{
    const char *const found = **at ? strchr(letters, **at) : NULL;
    if (found == NULL) return -1;
    ++*at;
    return (int)(found - letters);
}

// The rest of a move after its squares: promotion, e.p., signs of check and praise.
static bool tail_read(const char *at, MoveWords *words)
{
    const bool paren = *at == '(';
    letter_read(&at, "=/(");
    words->promotion = letter_read(&at, "PNBRQ");
    if (words->promotion < 0) words->promotion = letter_read(&at, "pnbrq");
    if (words->promotion == PAWN) return false;
    if (paren && letter_read(&at, ")") < 0) return false;
    if (strncmp(at, "e.p.", 4) == 0) at += 4;
    return at[strspn(at, "+#!?")] == 0;
}

static bool castle_read(const char *at, MoveWords *words)
{
    int n = 0;
    while (n < 3 && letter_read(&at, "O0o") >= 0) {
        n++;
        if (*at != '-') break;
        at++;
    }
    words->castle = n == 3 ? 2 : 6;
    return n >= 2 && at[-1] != '-' && at[strspn(at, "+#!?")] == 0;
}

static bool squares_read(const char *at, MoveWords *words)
{
    words->piece = letter_read(&at, kind_letters);
    int file = letter_read(&at, "abcdefgh"), rank = letter_read(&at, "12345678");
    letter_read(&at, "-x:");
    const int  to_file = letter_read(&at, "abcdefgh"), to_rank = letter_read(&at, "12345678");
    const bool two = to_file >= 0 && to_rank >= 0;
    if (!two && (to_file >= 0 || to_rank >= 0 || file < 0 || rank < 0)) return false;
    words->to   = two ? 8 * to_rank + to_file : 8 * rank + file;
    words->file = two ? file : -1;
    words->rank = two ? rank : -1;
    return tail_read(at, words);
}

static bool words_fit(const MoveWords *words, Move m)
{
    const bool castles = move_type(m) == MOVE_CASTLE, origin = words->file >= 0 && words->rank >= 0;
    const int  from = move_from(m), to = move_to(m);
    if (words->castle >= 0) return castles && to % 8 == words->castle;
    if (castles && (!origin || words->to != to))
        return origin && words->to == rook_from(to) && 8 * words->rank + words->file == from;
    const int piece = words->piece >= 0 ? words->piece : origin ? (int)move_piece(m) : PAWN;
    return (int)move_piece(m) == piece && to == words->to && (words->file < 0 || from % 8 == words->file) &&
           (words->rank < 0 || from / 8 == words->rank) &&
           (words->promotion < 0 ? 0 : words->promotion) ==
               (int)(words->promotion < 0 ? 0 : move_promotion(m));
}

// Reads a move by any of its spellings when only one legal move fits.
static bool move_parse(const Rules *r, const State *s, const char *text, Move *m, Status *status)
{
    MoveWords words = {-1, -1, -1, -1, -1, -1};
    if (!castle_read(text, &words)) {
        words.castle = -1;
        if (!squares_read(text, &words)) return false;
    }
    Move      moves[MOVES_MAX];
    const int n       = generate(r, s, moves);
    int       fitting = 0;
    for (int i = 0; i < n; i++)
        if (words_fit(&words, moves[i])) *m = moves[i], fitting++;
    if (fitting <= 1) return fitting == 1;
    return status_fail(status, "ambiguous move '%.40s': %d moves fit; expected %s", text, fitting,
                       move_promotion(*m) ? "what the pawn becomes, e8=Q" : "the file or rank it comes from");
}

#endif
