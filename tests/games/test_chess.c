// Chess by hand: positions that are refused and why, moves in every spelling and back over random games, the
// classes of moves, the draws of the referee, and an evaluation that does not care which colour is whose.
#include "base/rng.h"
#include "tests.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Variant v;

static void game_open(void) { v = test_open("chess"); }
static void game_close(void) { variant_close(&v); }

static AnyState position(const char *text)
{
    AnyState s;
    Status   status;
    ck_assert_msg(variant_parse(&v, &s, text, &status), "%s", status.text);
    return s;
}

static Move move_of(const AnyState *s, const char *text)
{
    Move   m;
    Status status;
    ck_assert_msg(variant_move_parse(&v, s, text, &m, &status), "%s", status.text);
    return m;
}

// A word of the message, which is one line.
#define BOARD "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
static const struct {
    const char *fen, *word;
} refused[] = {
    {"rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "9 pawns"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1", "white has 0 kings"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBKR w Qkq - 0 1", "white has 2 kings"},
    {"rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "black has 0 kings"},
    {"rnbqkbnr/pppp1ppp/8/8/8/8/PPPPQPPP/RNB1KBNR w KQkq - 0 1", "black is in check"},
    {"4k3/8/8/8/4r3/8/8/4K3 b - - 0 1", "white is in check"},
    {"P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a8"},
    {"4k3/8/8/8/8/8/8/4K2p w - - 0 1", "h1"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", "'KQkq': K"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPKPPP/RNBQ1BNR w Qkq - 0 1", "'Qkq': Q"},
    {"4k3/8/8/8/8/8/8/4K2R w k - 0 1", "'k'"},
    {BOARD " w KQkQ - 0 1", "KQkQ"},
    {BOARD " w KQxq - 0 1", "KQxq"},
    {BOARD " x KQkq - 0 1", "'x'"},
    {BOARD " W KQkq - 0 1", "'W'"},
    {BOARD " w KQkq e3d3 0 1", "e3d3"},
    {BOARD " w KQkq e3 0 1", "rank 6"},
    {BOARD " w KQkq e6 0 1", "e6"},
    {"rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq d6 0 2", "d6"},
    {"rnbqkbnr/pppp1ppp/4n3/4p3/8/8/PPPPPPPP/RNBQKB1R w KQkq e6 0 2", "e6"},
    {"4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 2", "e6"},   // where would it have come from?
    {BOARD " w KQkq - x 1", "'x"},
    {BOARD " w KQkq - 0", "too early"},
    {BOARD " w KQkq - -1 1", "-1"},
    {BOARD " w KQkq - 1000 1", "1000"},
    {BOARD " w KQkq - 0 10000", "10000"},
    {BOARD " w KQkq - 0 1 2", "'2'"},
    {BOARD " w KQkq", "too early"},
    {BOARD " w KQkq - bm e4", "bm"},
    {BOARD "/8 w KQkq - 0 1", "eight ranks"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w kq - 0 1", "eight ranks"},
    {"rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "ppppppppp"},
    {"rnbqkbnr/pppppppp/8/8/9/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'9'"},
    {"rnbqkbnr/pppppppp/8/7/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'7'"},
    {"rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "ppppxppp"},
    {"4k3/8/8/8/BBB5/8/PPPPPPPP/4K3 w - - 0 1", "8 pawns and 1 promoted"},
    {"4k3/8/8/QQQQQ3/QQQQQ3/8/8/4K3 w - - 0 1", "0 pawns and 9 promoted"},
    {"", "ranks"},
};

START_TEST(test_bad_positions_are_refused_by_name)
{
    AnyState s;
    Status   status = {0};
    ck_assert_msg(!variant_parse(&v, &s, refused[_i].fen, &status), "'%s' was accepted", refused[_i].fen);
    const char *const message = strstr(status.text, "': ");
    ck_assert_msg(message != NULL && strstr(message, refused[_i].word) != NULL, "%s", status.text);
    ck_assert_ptr_null(strchr(status.text, '\n'));
}
END_TEST

// What is read, and what is written back.
static const struct {
    const char *read, *written;
} spellings[] = {
    {"8/8/8/8/8/8/8/K1k5 w - -", "8/8/8/8/8/8/8/K1k5 w - - 0 1"},
    {"  8/8/8/8/8/8/8/K1k5   w  -  -  3  7 ", "8/8/8/8/8/8/8/K1k5 w - - 3 7"},
    {"8/8/8/8/8/8/8/K1k5 b - - bm Kd2; id \"one; two\";", "8/8/8/8/8/8/8/K1k5 b - - 0 1"},
    {"8/8/8/8/8/8/8/K1k5 b - - hmvc 12; id \"hmvc 3;\"; fmvn 40;", "8/8/8/8/8/8/8/K1k5 b - - 12 40"},
    {"8/8/8/8/8/8/8/K1k5 b - - fmvn 9;hmvc 2;", "8/8/8/8/8/8/8/K1k5 b - - 2 9"},
    {"8/8/8/8/8/8/8/K1k5 b - - noop; hmvc 7 ;", "8/8/8/8/8/8/8/K1k5 b - - 7 1"},
    {"8/8/8/8/8/8/8/K1k5 b - - a; ; hmvc 4;;", "8/8/8/8/8/8/8/K1k5 b - - 4 1"},
    {"8/8/8/8/8/8/8/K1k5 b - - id \"one; hmvc 3;", "8/8/8/8/8/8/8/K1k5 b - - 3 1"},
    {"8/8/8/8/8/8/8/K1k5 b - - hmvc x;", NULL},
    {"8/8/8/8/8/8/8/K1k5 b - - hmvc;", NULL},
    {"8/8/8/8/8/8/8/K1k5 b - - hmvc 5 6;", NULL},
    {"8/8/8/8/8/8/8/K1k5 b - - hmvc ;", NULL},
    {"8/8/8/8/8/8/8/K1k5 b - - hmvc 1000;", NULL},
    {"8/8/8/8/8/8/8/K1k5 b - - bm Kd2; fmvn 3", NULL},
    {"8/8/8/8/8/8/8/K1k5 b - - bm Kd2; 3;", NULL},
    {"8/8/8/8/8/8/8/K1k5 w - - 0 0", "8/8/8/8/8/8/8/K1k5 w - - 0 1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
    {"11111k11/8/44/8/8/8/8/K7 w - - 0 1", "5k2/8/8/8/8/8/8/K7 w - - 0 1"},
    // Nobody can take there; the pawn that could is pinned; taking uncovers the rank.
    {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
    {"3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"},
    {"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"},
    {"8/8/8/8/k1ppP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k1ppP2R/8/8/4K3 b - e3 0 1"},
    // The pawn gives check: taking it is an answer; another check is not answered by it.
    {"8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1", "8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1"},
    {"8/8/8/8/3pP3/8/4k3/R3K3 b Q e3 0 1", NULL},
};

START_TEST(test_positions_are_written_in_one_way)
{
    AnyState   s;
    Status     status;
    char       line[TEXT_MAX];
    Text       text = text_on(line, sizeof line);
    const bool good = variant_parse(&v, &s, spellings[_i].read, &status);
    ck_assert_msg(good == (spellings[_i].written != NULL), "%s: %s", spellings[_i].read, status.text);
    if (!good) return;
    variant_format(&v, &s, &text);
    ck_assert_str_eq(line, spellings[_i].written);
}
END_TEST

// `text` is the move written `san`, which programs call `code`; NULL: it is refused, with `san` in the
// message.
#define CASTLES  "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define PROMOTES "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
#define ROOKS    "4k3/8/8/R7/8/8/8/R3K2R w KQ - 0 1"
#define BISHOP   "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1"
#define KNIGHTS  "4k3/8/8/1N3N2/8/1N6/8/4K3 w - - 0 1"
static const struct {
    const char *fen, *text, *san, *code;
} moves[] = {
    {CASTLES, "O-O", "O-O", "e1g1"},
    {CASTLES, "0-0-0", "O-O-O", "e1c1"},
    {CASTLES, "o-o+", "O-O", "e1g1"},
    {CASTLES, "e1g1", "O-O", "e1g1"},
    {CASTLES, "e1h1", "O-O", "e1g1"},
    {CASTLES, "e1a1", "O-O-O", "e1c1"},
    {CASTLES, "O-O-", "illegal", NULL},
    {CASTLES, "O", "illegal", NULL},
    {CASTLES, "O-O-O-O", "illegal", NULL},
    {CASTLES, "Kg1", "illegal", NULL},
    {CASTLES, "Rxh8+", "Rxh8+", "h1h8"},
    {CASTLES, "h1h8", "Rxh8+", "h1h8"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "0-0", "O-O", "e8g8"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "O-O-O", "e8c8"},
    {PROMOTES, "a8Q", "a8=Q", "a7a8q"},
    {PROMOTES, "a8=N", "a8=N", "a7a8n"},
    {PROMOTES, "a8(R)", "a8=R", "a7a8r"},
    {PROMOTES, "a7xb8=q", "axb8=Q+", "a7b8q"},
    {PROMOTES, "a7b8n", "axb8=N", "a7b8n"},
    {PROMOTES, "axb8", "ambiguous", NULL},
    {PROMOTES, "a8", "ambiguous", NULL},
    {PROMOTES, "a8=K", "illegal", NULL},
    {PROMOTES, "a7a8p", "illegal", NULL},
    {ROOKS, "R1a3", "R1a3", "a1a3"},
    {ROOKS, "Rf1", "Rf1", "h1f1"},
    {ROOKS, "Ra5-a3", "R5a3", "a5a3"},
    {ROOKS, "Ra3", "ambiguous", NULL},
    {ROOKS, "Rh5", "ambiguous", NULL},
    {ROOKS, "Rah5", "Rah5", "a5h5"},
    {ROOKS, "Rhh5", "Rhh5", "h1h5"},
    {KNIGHTS, "Nb5d4", "Nb5d4", "b5d4"},
    {KNIGHTS, "Nfd4", "Nfd4", "f5d4"},
    {KNIGHTS, "N3d4", "N3d4", "b3d4"},
    {KNIGHTS, "Nbd4", "ambiguous", NULL},
    {BISHOP, "bxc3", "bxc3", "b2c3"},
    {BISHOP, "Bxc3", "Bxc3", "d2c3"},
    {BISHOP, "b:c3!?", "bxc3", "b2c3"},
    {BISHOP, "b4", "b4", "b2b4"},
    {BISHOP, "b2-b4", "b4", "b2b4"},
    {BISHOP, "b2-b5", "illegal", NULL},
    {BISHOP, "b4p", "illegal", NULL},
    {BISHOP, "Ke1-e1", "illegal", NULL},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", "exd6", "e5d6"},
    {"7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6g7", "Qg7#", "g6g7"},
};

START_TEST(test_moves_are_read_in_every_spelling)
{
    const AnyState s = position(moves[_i].fen);
    Status         status;
    Move           m;
    char           san[TEXT_MAX], code[TEXT_MAX];
    Text           san_text = text_on(san, sizeof san), code_text = text_on(code, sizeof code);
    const bool     good = variant_move_parse(&v, &s, moves[_i].text, &m, &status);
    ck_assert_msg(good == (moves[_i].code != NULL), "%s: %s", moves[_i].text, status.text);
    if (!good) {
        ck_assert_msg(strstr(status.text, moves[_i].san) != NULL, "%s", status.text);
        return;
    }
    v.game->move_format(v.rules, &s, m, &san_text);
    v.game->move_code(v.rules, &s, m, &code_text);
    ck_assert_str_eq(san, moves[_i].san);
    ck_assert_str_eq(code, moves[_i].code);
}
END_TEST

// Every move of every position of random games, by both notations; and the piece at its origin moves.
START_TEST(test_moves_are_read_back_over_random_games)
{
    Rng rng = rng_seed(3);
    for (int game = 0; game < test_amount(12, 300); game++) {
        AnyState s;
        variant_setup(&v, &s);
        for (int ply = 0; ply < 120; ply++) {
            Move      list[GAME_MOVES_MAX];
            const int n = v.game->generate(v.rules, &s, list);
            if (n == 0) break;
            for (int i = 0; i < n; i++) {
                char san[TEXT_MAX], code[TEXT_MAX];
                Text san_text = text_on(san, sizeof san), code_text = text_on(code, sizeof code);
                v.game->move_format(v.rules, &s, list[i], &san_text);
                v.game->move_code(v.rules, &s, list[i], &code_text);
                ck_assert_msg(move_of(&s, san) == list[i], "%s", san);
                ck_assert_msg(move_of(&s, code) == list[i], "%s, %s", code, san);
                san[strcspn(san, "+#")] = 0;
                ck_assert_msg(move_of(&s, san) == list[i], "%s", san);
            }
            const AnyState before = s;
            v.game->play(v.rules, &s, &before, list[rng_below(&rng, (uint32_t)n)]);
        }
    }
}
END_TEST

// One class each: victims queen, rook, minor piece, pawn; attackers pawn, minor piece, rook, queen and king.
static const struct {
    const char *fen, *moves;
    int class;
} classes[] = {
    {PROMOTES, "a8=Q axb8=Q", 0},
    {PROMOTES, "a8=R a8=B a8=N axb8=R axb8=N", 19},
    // The exchange: a guarded pawn; guarded by one, attacked by two; with a rook behind the rook; by the king
    // alone, who may not take where another rook would take him.
    {"4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", 18},
    {"4k3/8/5n2/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 18},
    {"3rk3/8/8/3n4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 11},
    {"3rk3/8/8/3p4/8/8/3R4/3QK3 w - - 0 1", "Rxd5", 15},
    {"3rk3/3r4/8/3p4/8/8/3R4/3QK3 w - - 0 1", "Rxd5", 18},
    {"8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 15},
    {"8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "Rxd5", 18},
    {"4k3/8/2p5/3r4/8/8/8/3QK3 w - - 0 1", "Qxd5", 18},
    {"4k3/8/2p5/3q4/8/8/8/3RK3 w - - 0 1", "Rxd5", 3},
    {"4k3/8/4p3/3b4/2B5/8/8/4K3 w - - 0 1", "Bxd5", 10},
    {"3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "Rxd8", 3},
    {"4k3/8/3q4/4P3/5B2/8/8/4K3 w - - 0 1", "exd6", 1},
    {"4k3/8/3r4/4P3/8/8/3Q4/4K3 w - - 0 1", "exd6", 5},
    {"4k3/8/3r4/8/8/8/3Q4/4K3 w - - 0 1", "Qxd6", 8},
    {"4k3/8/3n4/5N2/5B2/8/8/4K3 w - - 0 1", "Nxd6 Bxd6", 10},
    {"4k3/8/3b4/8/8/8/3R4/4K3 w - - 0 1", "Rxd6", 11},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 13},
    {"4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "Kxd2", 16},
    {CASTLES, "O-O O-O-O Rb1 Rh4 Ke2", 17},
    {CASTLES, "Rxa8 Rxh8", 7},
};

START_TEST(test_classes_of_moves)
{
    const AnyState s = position(classes[_i].fen);
    char           list[100];
    strcpy(list, classes[_i].moves);
    for (char *word = strtok(list, " "); word != NULL; word = strtok(NULL, " "))
        ck_assert_msg(v.game->move_kind(v.rules, &s, move_of(&s, word)) == classes[_i].class, "%s: class %d",
                      word, v.game->move_kind(v.rules, &s, move_of(&s, word)));
    ck_assert_uint_eq(v.game->kinds_noisy, (1u << 17) - 1);
    ck_assert_int_eq(v.game->kinds, 20);
}
END_TEST

// The exchange once more, slowly: a board of letters, and for every piece that could take next a walk to the
// square. Kinds in the order of their worth, squares from a1.
static const char order[] = "PNBRQK";
static const int  worth[] = {1, 3, 3, 5, 9, 100};

static bool walks(const char board[64], int from, int to, int kind, bool black)
{
    const int dx = to % 8 - from % 8, dy = to / 8 - from / 8, x = abs(dx), y = abs(dy);
    if (from == to) return false;
    if (kind == 0) return x == 1 && dy == (black ? -1 : 1);
    if (kind == 1) return x * y == 2;
    if (kind == 5) return x <= 1 && y <= 1;
    if (!(kind != 3 && x == y) && !(kind != 2 && x * y == 0)) return false;
    const int step = (dx > 0) - (dx < 0) + 8 * ((dy > 0) - (dy < 0));
    for (int at = from + step; at != to; at += step)
        if (board[at] != 0) return false;
    return true;
}

// What the side gets by taking the piece on `to`, which is worth `value`; it need not.
static int exchange(const char board[64], int to, int value, bool black, bool *can)
{
    *can = false;
    for (int kind = 0; kind < 6; kind++)
        for (int from = 0; from < 64; from++) {
            const char c = black ? (char)tolower(order[kind]) : order[kind];
            if (board[from] != c || !walks(board, from, to, kind, black)) continue;
            char after[64];
            bool taken_back;
            memcpy(after, board, sizeof after);
            after[from]    = 0;
            const int back = exchange(after, to, worth[kind], !black, &taken_back);
            if (kind == 5 && taken_back) return 0;
            *can = true;
            return value - back > 0 ? value - back : 0;
        }
    return 0;
}

static void board_of(const AnyState *s, char board[64])
{
    for (int i = 0; i < 64; i++) {
        const CellView view = v.game->cell_view(v.rules, s, i);
        const char     c    = view.owner < 0 ? 0 : order[view.kind - CELL_PAWN];
        board[i ^ 56]       = (char)(view.owner == 1 ? tolower(c) : c);
    }
}

START_TEST(test_losing_captures_are_those_of_the_slow_exchange)
{
    Rng rng  = rng_seed(12);
    int seen = 0, losing = 0;
    for (int game = 0; game < test_amount(60, 2000); game++) {
        AnyState s;
        variant_setup(&v, &s);
        for (int ply = 0; ply < 100; ply++) {
            Move      list[GAME_MOVES_MAX];
            const int n = v.game->generate(v.rules, &s, list);
            if (n == 0) break;
            for (int i = 0; i < n; i++) {
                char      code[TEXT_MAX], board[64];
                Text      text = text_on(code, sizeof code);
                const int kind = v.game->move_kind(v.rules, &s, list[i]);
                v.game->move_code(v.rules, &s, list[i], &text);
                const int from = code[0] - 'a' + 8 * (code[1] - '1'),
                          to   = code[2] - 'a' + 8 * (code[3] - '1');
                board_of(&s, board);
                if (board[to] == 0 || code[4] != 0) continue;
                const int  piece = (int)(strchr(order, toupper(board[from])) - order);
                const int  value = worth[strchr(order, toupper(board[to])) - order];
                const bool black = islower((unsigned char)board[from]);
                bool       can;
                board[from]     = 0;
                const int  back = exchange(board, to, worth[piece], !black, &can);
                const bool lost = value - back < 0 && piece != 5;
                ck_assert_msg((kind == 18) == lost, "%s: class %d, %d for %d", code, kind, value, back);
                seen++, losing += lost;
            }
            const AnyState before = s;
            v.game->play(v.rules, &s, &before, list[rng_below(&rng, (uint32_t)n)]);
        }
    }
    ck_assert_int_gt(seen, 1000);
    ck_assert_int_gt(losing, 200);
}
END_TEST

// The referee's draws: not before the hundredth ply, not where the last move mates, not while somebody can
// mate.
static const struct {
    const char *fen;
    bool        drawn;
} draws[] = {
    {"4k3/8/8/8/8/8/8/4K2R w K - 99 80", false},
    {"4k3/8/8/8/8/8/8/4K2R w K - 100 80", true},
    {"4k3/8/8/8/8/8/8/4K2R w K - 150 90", true},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
    {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
    {"4kn2/8/8/8/8/8/8/4K3 w - - 0 1", true},
    {"4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},
    {"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true},     // f8 and c1, both dark
    {"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false},   // c8 is light
    {"4kb2/1B6/8/8/8/8/8/2B1K3 w - - 0 1", false},
    {"4kb2/8/1B1B4/8/8/8/8/2B1K3 w - - 0 1", true},
    {"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false},
    {"4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
    {"4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/4KR2 w - - 0 1", false},
    {"4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", false},
};

START_TEST(test_draws_of_the_referee)
{
    const AnyState s = position(draws[_i].fen);
    ck_assert_int_eq(v.game->drawn(v.rules, &s), draws[_i].drawn);
    ck_assert(v.game->count(v.rules, &s) > 0 && !v.game->over(v.rules, &s));
    if (strstr(draws[_i].fen, " 0 1") != NULL && draws[_i].drawn)
        ck_assert_int_eq(v.game->evaluate(v.rules, &s, 0), 0);
}
END_TEST

// Mate is worth the game whatever the clock says; stalemate nothing; the game that goes on nothing either.
START_TEST(test_results)
{
    static const struct {
        const char *fen;
        bool        over, drawn;
        Value       white;
    } ends[] = {
        {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", true, false, PAYOFF_UNIT},
        {"7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", true, false, PAYOFF_UNIT},
        {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", true, false, -PAYOFF_UNIT},
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", true, false, 0},
        {BOARD " w KQkq - 0 1", false, false, 0},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const AnyState s = position(ends[i].fen);
        Value          pay[PLAYERS_MAX];
        v.game->payoff(v.rules, &s, pay);
        ck_assert_int_eq(v.game->over(v.rules, &s), ends[i].over);
        ck_assert_int_eq(v.game->drawn(v.rules, &s), ends[i].drawn);
        ck_assert_int_eq(pay[0], ends[i].white);
    }
}
END_TEST

START_TEST(test_checks_and_passing)
{
    static const struct {
        const char *fen;
        bool        check, pass;
        int         reversible;
    } cases[] = {
        {BOARD " w KQkq - 0 1", false, true, 0},
        {"4k3/8/8/8/8/8/4r3/R3K3 w Q - 7 20", true, false, 7},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 12 20", false, false, 12},
        {"4k3/8/8/8/8/8/4P3/4K3 b - - 12 20", false, false, 12},
        {"4k3/8/8/8/8/8/4P3/N3K3 b - - 1 20", false, false, 1},
        {"4k3/8/8/8/8/8/4P3/N3K3 w - - 1 20", false, true, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const AnyState s = position(cases[i].fen);
        ck_assert_int_eq(v.game->in_check(v.rules, &s), cases[i].check);
        ck_assert_int_eq(v.game->null_allowed(v.rules, &s), cases[i].pass);
        ck_assert_int_eq(v.game->reversible(v.rules, &s), cases[i].reversible);
    }
}
END_TEST

// The same position with the colours changed: ranks in the other order, the case of letters, the side to
// move.
static void colours_change(const char *fen, Text *out)
{
    char board[TEXT_MAX], side[8], castling[8], passant[8];
    int  half, full;
    ck_assert_int_eq(sscanf(fen, "%s %7s %7s %7s %d %d", board, side, castling, passant, &half, &full), 6);
    for (char *slash; (slash = strrchr(board, '/')) != NULL; *slash = 0) {
        for (char *at = slash + 1; *at; at++)
            text_char(out, (char)(isupper((unsigned char)*at) ? tolower(*at) : toupper(*at)));
        text_char(out, '/');
    }
    for (char *at = board; *at; at++)
        text_char(out, (char)(isupper((unsigned char)*at) ? tolower(*at) : toupper(*at)));
    text_add(out, " %s ", side[0] == 'w' ? "b" : "w");
    for (char *at = castling; *at; at++)
        text_char(out, (char)(isupper((unsigned char)*at) ? tolower(*at) : toupper(*at)));
    if (passant[0] != '-') passant[1] = passant[1] == '3' ? '6' : '3';
    text_add(out, " %s %d %d", passant, half, full);
}

// As many moves, the opposite value, by both evaluations, over random games; with every weight alone, too.
START_TEST(test_colours_do_not_matter)
{
    Rng rng = rng_seed(9);
    for (int game = 0; game < test_amount(20, 500); game++) {
        AnyState s;
        variant_setup(&v, &s);
        for (int ply = 0; ply < 150; ply++) {
            char fen[TEXT_MAX], other[TEXT_MAX];
            Text text = text_on(fen, sizeof fen), changed = text_on(other, sizeof other);
            variant_format(&v, &s, &text);
            colours_change(fen, &changed);
            const AnyState image = position(other);
            ck_assert_int_eq(v.game->count(v.rules, &s), v.game->count(v.rules, &image));
            for (int which = 0; which < 2; which++) {
                int       weights[EVAL_WEIGHTS_MAX] = {0};
                const int one = (int)rng_below(&rng, (uint32_t)v.game->evals[which].weights);
                weights[one]  = 7;
                v.game->eval_use(v.rules, which, NULL,
                                 rng_below(&rng, 2) ? weights : v.game->evals[which].fallback);
                ck_assert_msg(v.game->evaluate(v.rules, &s, 0) == v.game->evaluate(v.rules, &image, 1),
                              "%s: %d, %d", fen, v.game->evaluate(v.rules, &s, 0),
                              v.game->evaluate(v.rules, &image, 1));
            }
            Move      list[GAME_MOVES_MAX];
            const int n = v.game->generate(v.rules, &s, list);
            if (n == 0) break;
            const AnyState before = s;
            v.game->play(v.rules, &s, &before, list[rng_below(&rng, (uint32_t)n)]);
        }
    }
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

Suite *suite_chess(void);
Suite *suite_chess(void)
{
    Suite *suite = suite_create("chess");
    TCase *tcase = tcase_create("chess");
    tcase_add_checked_fixture(tcase, game_open, game_close);
    tcase_set_timeout(tcase, test_amount(60, 3600));
    tcase_add_loop_test(tcase, test_bad_positions_are_refused_by_name, 0, COUNT(refused));
    tcase_add_loop_test(tcase, test_positions_are_written_in_one_way, 0, COUNT(spellings));
    tcase_add_loop_test(tcase, test_moves_are_read_in_every_spelling, 0, COUNT(moves));
    tcase_add_test(tcase, test_moves_are_read_back_over_random_games);
    tcase_add_loop_test(tcase, test_classes_of_moves, 0, COUNT(classes));
    tcase_add_test(tcase, test_losing_captures_are_those_of_the_slow_exchange);
    tcase_add_loop_test(tcase, test_draws_of_the_referee, 0, COUNT(draws));
    tcase_add_test(tcase, test_results);
    tcase_add_test(tcase, test_checks_and_passing);
    tcase_add_test(tcase, test_colours_do_not_matter);
    suite_add_tcase(suite, tcase);
    return suite;
}
