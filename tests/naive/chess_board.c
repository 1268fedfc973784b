#include "chess_board.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char upper(char c) { return (char)toupper((unsigned char)c); }
static char other(char side) { return side == 'w' ? 'b' : 'w'; }
static char owner(char piece) { return piece == '.' ? 0 : isupper((unsigned char)piece) ? 'w' : 'b'; }
static int  ahead(char side) { return side == 'w' ? 1 : -1; }
static int  sign(int n) { return (n > 0) - (n < 0); }

// Texts.

ChessBoard chess_read(const char *fen)
{
    ChessBoard board;
    char       squares[80], side[4], castling[8], passed[8];
    int        rank = 7, file = 0;
    memset(&board, 0, sizeof board);
    memset(board.cell, '.', sizeof board.cell);
    if (sscanf(fen, "%79s %3s %7s %7s %d %d", squares, side, castling, passed, &board.clock, &board.number) !=
        6)
        abort();
    for (const char *at = squares; *at; at++) {
        if (*at == '/') rank--, file = 0;
        else if (isdigit((unsigned char)*at)) file += *at - '0';
        else board.cell[rank][file++] = *at;
    }
    board.side = side[0];
    for (int i = 0; i < 4; i++) board.castle[i] = strchr(castling, "KQkq"[i]) != NULL;
    board.passed_file = passed[0] == '-' ? -1 : passed[0] - 'a';
    return board;
}

static char *write_rank(const char cell[8], char *at)
{
    int empty = 0;
    for (int file = 0; file < 8; file++) {
        if (cell[file] == '.') {
            empty++;
            continue;
        }
        if (empty > 0) *at++ = (char)('0' + empty);
        *at++ = cell[file];
        empty = 0;
    }
    if (empty > 0) *at++ = (char)('0' + empty);
    return at;
}

void chess_write(const ChessBoard *board, char out[CHESS_TEXT_MAX])
{
    char *at = out;
    for (int rank = 7; rank >= 0; rank--) {
        at = write_rank(board->cell[rank], at);
        if (rank > 0) *at++ = '/';
    }
    *at++ = ' ', *at++ = board->side, *at++ = ' ';
    char *const castling = at;
    for (int i = 0; i < 4; i++)
        if (board->castle[i]) *at++ = "KQkq"[i];
    if (at == castling) *at++ = '-';
    *at++ = ' ';
    if (board->passed_file < 0) *at++ = '-';
    else *at++ = (char)('a' + board->passed_file), *at++ = board->side == 'w' ? '6' : '3';
    snprintf(at, 32, " %d %d", board->clock, board->number);
}

// Where pieces go.

static bool way_is_free(const ChessBoard *board, int rank, int file, int to_rank, int to_file)
{
    const int dr = sign(to_rank - rank), df = sign(to_file - file);
    for (int r = rank + dr, f = file + df; r != to_rank || f != to_file; r += dr, f += df)
        if (board->cell[r][f] != '.') return false;
    return true;
}

// Could the piece on (rank, file) take something on (to_rank, to_file)?
static bool reaches(const ChessBoard *board, int rank, int file, int to_rank, int to_file)
{
    const char piece = board->cell[rank][file];
    const int  dr = abs(to_rank - rank), df = abs(to_file - file);
    if (dr == 0 && df == 0) return false;
    switch (upper(piece)) {
    case 'P': return to_rank - rank == ahead(owner(piece)) && df == 1;
    case 'N': return dr * df == 2;
    case 'K': return dr <= 1 && df <= 1;
    case 'B': return dr == df && way_is_free(board, rank, file, to_rank, to_file);
    case 'R': return (dr == 0 || df == 0) && way_is_free(board, rank, file, to_rank, to_file);
    case 'Q': return (dr == df || dr == 0 || df == 0) && way_is_free(board, rank, file, to_rank, to_file);
    default: return false;
    }
}

bool chess_attacks(const ChessBoard *board, char side, int rank, int file)
{
    for (int r = 0; r < 8; r++)
        for (int f = 0; f < 8; f++)
            if (owner(board->cell[r][f]) == side && reaches(board, r, f, rank, file)) return true;
    return false;
}

bool chess_in_check(const ChessBoard *board, char side)
{
    for (int r = 0; r < 8; r++)
        for (int f = 0; f < 8; f++)
            if (board->cell[r][f] == (side == 'w' ? 'K' : 'k'))
                return chess_attacks(board, other(side), r, f);
    return false;
}

// Is the pawn's target the square that a pawn has just stepped over?
static bool takes_in_passing(const ChessBoard *board, ChessMove m)
{
    return upper(board->cell[m.rank][m.file]) == 'P' && m.file != m.to_file &&
           board->cell[m.to_rank][m.to_file] == '.' && m.to_file == board->passed_file &&
           m.to_rank == (board->side == 'w' ? 5 : 2);
}

static bool pawn_may_go(const ChessBoard *board, ChessMove m)
{
    const char target = board->cell[m.to_rank][m.to_file];
    const int  step = ahead(board->side), home = board->side == 'w' ? 1 : 6;
    if (m.file != m.to_file)
        return reaches(board, m.rank, m.file, m.to_rank, m.to_file) &&
               (target != '.' || takes_in_passing(board, m));
    if (target != '.') return false;
    if (m.to_rank == m.rank + step) return true;
    return m.rank == home && m.to_rank == m.rank + 2 * step && board->cell[m.rank + step][m.file] == '.';
}

// The king stays out of check on its way; that it is safe where it arrives is asked of every move.
static bool may_castle(const ChessBoard *board, ChessMove m)
{
    const int  home = board->side == 'w' ? 0 : 7, step = sign(m.to_file - m.file);
    const int  rook_file = step > 0 ? 7 : 0;
    const bool right     = board->castle[(board->side == 'w' ? 0 : 2) + (step > 0 ? 0 : 1)];
    if (m.rank != home || m.to_rank != home || m.file != 4 || abs(m.to_file - m.file) != 2 || !right)
        return false;
    for (int file = m.file + step; file != rook_file; file += step)
        if (board->cell[home][file] != '.') return false;
    return !chess_attacks(board, other(board->side), home, m.file) &&
           !chess_attacks(board, other(board->side), home, m.file + step);
}

static bool may_go(const ChessBoard *board, ChessMove m)
{
    const char piece = board->cell[m.rank][m.file];
    if (owner(piece) != board->side || owner(board->cell[m.to_rank][m.to_file]) == board->side) return false;
    if (upper(piece) == 'P') return pawn_may_go(board, m);
    if (reaches(board, m.rank, m.file, m.to_rank, m.to_file)) return true;
    return upper(piece) == 'K' && may_castle(board, m);
}

// Moves.

// A rook that leaves its corner, or is taken there, will not castle; nor will a king that has moved.
static void lose_rights(ChessBoard *board, int rank, int file)
{
    if (rank == 0 && (file == 4 || file == 7)) board->castle[0] = false;
    if (rank == 0 && (file == 4 || file == 0)) board->castle[1] = false;
    if (rank == 7 && (file == 4 || file == 7)) board->castle[2] = false;
    if (rank == 7 && (file == 4 || file == 0)) board->castle[3] = false;
}

static void move_pieces(ChessBoard *board, ChessMove m)
{
    const char piece = board->cell[m.rank][m.file];
    if (takes_in_passing(board, m)) board->cell[m.rank][m.to_file] = '.';
    board->cell[m.rank][m.file]       = '.';
    board->cell[m.to_rank][m.to_file] = m.promotion == 0   ? piece
                                      : board->side == 'w' ? m.promotion
                                                           : (char)tolower(m.promotion);
    if (upper(piece) != 'K' || abs(m.to_file - m.file) != 2) return;
    const int from = m.to_file > m.file ? 7 : 0, to = (m.file + m.to_file) / 2;
    board->cell[m.rank][to]   = board->cell[m.rank][from];
    board->cell[m.rank][from] = '.';
}

// All but the square of a pawn that can be taken in passing, which only counts where it is legal to do so.
static ChessBoard play_plainly(const ChessBoard *board, ChessMove m)
{
    ChessBoard after   = *board;
    const bool pawn    = upper(board->cell[m.rank][m.file]) == 'P';
    const bool capture = board->cell[m.to_rank][m.to_file] != '.';
    move_pieces(&after, m);
    lose_rights(&after, m.rank, m.file);
    lose_rights(&after, m.to_rank, m.to_file);
    after.passed_file = pawn && abs(m.to_rank - m.rank) == 2 ? m.file : -1;
    after.clock       = pawn || capture ? 0 : board->clock + 1;
    after.number += board->side == 'b';
    if (after.clock > 999) after.clock = 999;
    if (after.number > 9999) after.number = 9999;
    after.side = other(board->side);
    return after;
}

ChessBoard chess_play(const ChessBoard *board, ChessMove m)
{
    ChessBoard after = play_plainly(board, m);
    if (after.passed_file < 0) return after;
    ChessMove reply[CHESS_MOVES_MAX];
    const int n     = chess_moves(&after, reply);
    bool      legal = false;
    for (int i = 0; i < n; i++) legal |= takes_in_passing(&after, reply[i]);
    if (!legal) after.passed_file = -1;
    return after;
}

static int add_if_legal(const ChessBoard *board, ChessMove m, ChessMove out[])
{
    const ChessBoard after = play_plainly(board, m);
    const bool       last  = upper(board->cell[m.rank][m.file]) == 'P' && m.to_rank % 7 == 0;
    if (chess_in_check(&after, board->side)) return 0;
    for (int i = 0; i < (last ? 4 : 1); i++) {
        out[i]           = m;
        out[i].promotion = last ? "QRBN"[i] : 0;
    }
    return last ? 4 : 1;
}

int chess_moves(const ChessBoard *board, ChessMove out[CHESS_MOVES_MAX])
{
    int n = 0;
    for (int from = 0; from < 64; from++)
        for (int to = 0; to < 64; to++) {
            const ChessMove m = {from / 8, from % 8, to / 8, to % 8, 0};
            if (may_go(board, m)) n += add_if_legal(board, m, out + n);
        }
    return n;
}

// Draws.

bool chess_bare(const ChessBoard *board)
{
    int knights = 0, bishops[2] = {0, 0};
    for (int r = 0; r < 8; r++)
        for (int f = 0; f < 8; f++) switch (upper(board->cell[r][f])) {
            case 'P':
            case 'R':
            case 'Q': return false;
            case 'N': knights++; break;
            case 'B': bishops[(r + f) % 2]++; break;
            default: break;
            }
    if (knights > 0) return knights == 1 && bishops[0] + bishops[1] == 0;
    return bishops[0] == 0 || bishops[1] == 0;
}

bool chess_drawn(const ChessBoard *board) { return board->clock >= 100 || chess_bare(board); }

// Notation.

void chess_uci(ChessMove m, char out[CHESS_MOVE_MAX])
{
    const char text[6] = {(char)('a' + m.file), (char)('1' + m.rank), (char)('a' + m.to_file),
                          (char)('1' + m.to_rank), (char)tolower(m.promotion)};
    memcpy(out, text, sizeof text);
}

// Which of file, rank or both must be written because other pieces of the kind go there as well.
static void write_origin(const ChessBoard *board, ChessMove m, char out[3])
{
    ChessMove all[CHESS_MOVES_MAX];
    const int n      = chess_moves(board, all);
    bool      rivals = false, same_file = false, same_rank = false;
    for (int i = 0; i < n; i++) {
        const ChessMove *const o = &all[i];
        if (o->to_rank != m.to_rank || o->to_file != m.to_file || (o->rank == m.rank && o->file == m.file) ||
            board->cell[o->rank][o->file] != board->cell[m.rank][m.file])
            continue;
        rivals = true;
        same_file |= o->file == m.file;
        same_rank |= o->rank == m.rank;
    }
    if (rivals && (!same_file || same_rank)) *out++ = (char)('a' + m.file);
    if (rivals && same_file) *out++ = (char)('1' + m.rank);
    *out = 0;
}

static void write_plain_san(const ChessBoard *board, ChessMove m, char out[CHESS_MOVE_MAX])
{
    const char kind      = upper(board->cell[m.rank][m.file]);
    const bool capture   = board->cell[m.to_rank][m.to_file] != '.' || takes_in_passing(board, m);
    char       origin[3] = "", piece[2] = {kind, 0}, promoted[3] = {'=', m.promotion, 0};
    if (kind == 'K' && abs(m.to_file - m.file) == 2) {
        strcpy(out, m.to_file > m.file ? "O-O" : "O-O-O");
        return;
    }
    if (kind == 'P') {
        piece[0]  = 0;
        origin[0] = capture ? (char)('a' + m.file) : 0;
        origin[1] = 0;
    } else if (kind != 'K') {
        write_origin(board, m, origin);
    }
    snprintf(out, CHESS_MOVE_MAX, "%s%s%s%c%c%s", piece, origin, capture ? "x" : "", 'a' + m.to_file,
             '1' + m.to_rank, m.promotion ? promoted : "");
}

void chess_san(const ChessBoard *board, ChessMove m, char out[CHESS_MOVE_MAX])
{
    const ChessBoard after = chess_play(board, m);
    ChessMove        reply[CHESS_MOVES_MAX];
    write_plain_san(board, m, out);
    if (chess_in_check(&after, after.side)) strcat(out, chess_moves(&after, reply) > 0 ? "+" : "#");
}
