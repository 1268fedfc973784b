// The databases of chess: names and numbers; the counts of all endings of three and four men are the
// published ones; every value is what the real game's moves make of its children; Gaviota says the same.
#include "base/rng.h"
#include "games/chess/dtm/count.h"
#include "games/chess/dtm/solve.h"
#include "games/chess_db_cases.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static DtmBoard board;

static void small_build(void)
{
    dtm_board_open(&board);
    chess_db_build(TEST_SANITIZED ? "chess-3" : "chess-4", 2);
}

// Names and numbers.

START_TEST(test_names)
{
    static const struct {
        const char *name, *written;
    } names[] = {{"krpkn", "krpkn"}, {"KPKBN", "kbnkp"}, {"kkq", "kqk"}, {"kpkq", "kqkp"}, {"knbk", "kbnk"},
                 {"kqkq", "kqkq"},   {"kk", NULL},       {"kqq", NULL},  {"kqkrbn", NULL}, {"kqqqk", NULL},
                 {"kxk", NULL},      {"qkk", NULL},      {"", NULL}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ChessDbNumbering d;
        const int        ending = chess_db_named(names[i].name);
        ck_assert_msg((ending >= 0) == (names[i].written != NULL), "%s", names[i].name);
        if (ending < 0) continue;
        chess_db_numbering_open(&d, ending);
        ck_assert_str_eq(d.name, names[i].written);
    }
    ck_assert_int_eq(chess_db_small(3), 5);
    ck_assert_int_eq(chess_db_small(4), 35);
    ck_assert_int_eq(chess_db_small(5), CHESS_DB_COUNT);
}
END_TEST

// A number is a position's and the position has that number; so have its mirror images.
START_TEST(test_numbers)
{
    Rng rng = rng_seed(1);
    for (int ending = 0; ending < CHESS_DB_COUNT; ending++) {
        ChessDbNumbering d;
        chess_db_numbering_open(&d, ending);
        for (int k = 0; k < 500; k++) {
            const uint64_t number = rng_next(&rng) % d.entries;
            DtmPosition    p;
            uint8_t        laid[CHESS_DB_OTHERS];
            const int      turn = (int)(rng_next(&rng) % (d.pawns ? 2 : 8));
            if (!chess_db_unrank(&board, &d, number, &p)) continue;
            ck_assert_uint_eq(
                chess_db_number(&d, &board.numbers, p.side, p.men.white_king, p.black_king, p.men.square),
                number);
            for (int i = 0; i < d.n; i++) laid[i] = board.numbers.square[turn][p.men.square[i]];
            const uint64_t other    = chess_db_number(&d, &board.numbers, p.side,
                                                      board.numbers.square[turn][p.men.white_king],
                                                      board.numbers.square[turn][p.black_king], laid);
            const bool     diagonal = p.men.white_king % 9 == 0 && p.black_king % 9 == 0;
            ck_assert(other == number || (diagonal && !d.pawns));
        }
    }
}
END_TEST

START_TEST(test_bytes)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        const int value = chess_db_value(byte);
        if (byte == CHESS_DB_DRAW) ck_assert_int_eq(value, 0);
        else ck_assert_int_eq(abs(value), 128 - chess_db_moves(byte));
    }
    ck_assert_uint_eq(chess_db_before(0), 255);   // mated: won in 1
    ck_assert_uint_eq(chess_db_before(255), 1);   // won in 1: lost in 1
    ck_assert_uint_eq(chess_db_before(128), 128);
    ck_assert_uint_eq(chess_db_before(126), 129);   // lost in 126: won in 127
    ck_assert_uint_eq(chess_db_before(129), 127);
}
END_TEST

// Counts.

static uint64_t number_of(const json_t *array, size_t i)
{
    return (uint64_t)json_integer_value(json_array_get(array, i));
}

static void assert_counts(const char *name, const DtmTotals *t, const json_t *row)
{
    static const char *const sides[2] = {"white", "black"};
    for (int side = 0; side < 2; side++) {
        const json_t *const counts = json_object_get(row, sides[side]),
                            *moves = json_array_get(json_object_get(row, "moves"), (size_t)side);
        const bool same = t->won[side] == number_of(counts, 0) && t->drawn[side] == number_of(counts, 1) &&
                          t->lost[side] == number_of(counts, 2) &&
                          (uint64_t)t->longest_win[side] == number_of(moves, 0) &&
                          (uint64_t)t->longest_loss[side] == number_of(moves, 1);
        ck_assert_msg(same, "%s, %s: %llu won, %llu drawn, %llu lost, longest %d and %d", name, sides[side],
                      (unsigned long long)t->won[side], (unsigned long long)t->drawn[side],
                      (unsigned long long)t->lost[side], t->longest_win[side], t->longest_loss[side]);
    }
}

START_TEST(test_counts_are_the_published_ones)
{
    char          path[256];
    json_t *const data = json_load_file(test_data("chess_endgames.json", path), 0, NULL);
    ck_assert_ptr_nonnull(data);
    for (int ending = 0; ending < chess_db_small(TEST_SANITIZED ? 3 : 4); ending++) {
        ChessDbNumbering d;
        Db               file;
        DtmTotals        totals;
        chess_db_load(ending, &d, &file);
        const json_t *const row = json_object_get(json_object_get(data, "small"), d.name);
        ck_assert_msg(row != NULL, "%s", d.name);
        dtm_count(&board, &d, file.flat, &totals);
        assert_counts(d.name, &totals, row);
        db_close(&file);
    }
    json_decref(data);
}
END_TEST

// Children, by the rules of the game. Positions go from one to the other as text.

typedef struct Twin {
    Variant   game;
    DtmFiles *files;
} Twin;

static int state_value(Twin *twin, const AnyState *s);

static int state_by_moves(Twin *twin, const AnyState *s)
{
    const Game *const game = twin->game.game;
    Move              moves[GAME_MOVES_MAX];
    const int         n    = game->generate(twin->game.rules, s, moves);
    int               best = -1;
    if (n == 0) {
        Value payoff[PLAYERS_MAX];
        game->payoff(twin->game.rules, s, payoff);
        return payoff[0] == 0 ? CHESS_DB_DRAW : 0;
    }
    for (int i = 0; i < n; i++) {
        AnyState child;
        game->play(twin->game.rules, &child, s, moves[i]);
        const int value = chess_db_before((uint8_t)state_value(twin, &child));
        if (value > best) best = value;
    }
    return best;
}

// From the files, but for positions with a right to take en passant.
static int state_value(Twin *twin, const AnyState *s)
{
    char        fen[TEXT_MAX];
    Text        text = text_on(fen, sizeof fen);
    DtmPosition p;
    bool        passant;
    twin->game.game->position_format(twin->game.rules, s, &text);
    chess_db_from_fen(fen, &p, &passant);
    if (passant) return state_by_moves(twin, s);
    const int value = dtm_files_read(twin->files, &p);
    ck_assert_msg(value >= 0, "%s: %s", fen, twin->files->status.text);
    return value;
}

static void assert_fits(Twin *twin, const char *name, const DtmPosition *p, int value)
{
    char     fen[TEXT_MAX];
    AnyState s;
    Status   status;
    chess_db_fen(p, fen);
    ck_assert_msg(variant_parse(&twin->game, &s, fen, &status), "%s: %s", fen, status.text);
    const int expected = state_by_moves(twin, &s);
    ck_assert_msg(value == expected, "%s, %s: %d, by its moves %d", name, fen, value, expected);
}

static uint64_t text_sum(const char *text)
{
    uint64_t sum = 0;
    for (uint64_t i = 1; *text; i++, text++) sum += i * i * i * (uint64_t)*text;
    return sum;
}

// The builder's own moves, in all endings, five men too: as many as the game has, and the same positions
// after them.
START_TEST(test_moves_are_those_of_the_game)
{
    Variant   game = test_open("chess");
    Rng       rng  = rng_seed(5);
    const int each = test_amount(300, 20000);
    for (int ending = 0; ending < CHESS_DB_COUNT; ending++) {
        ChessDbNumbering d;
        chess_db_numbering_open(&d, ending);
        for (int k = 0; k < each; k++) {
            DtmPosition p;
            DtmMove     own[DTM_MOVES_MAX];
            Move        moves[GAME_MOVES_MAX];
            char        fen[TEXT_MAX];
            AnyState    s, child;
            Status      status;
            uint64_t    sums[2] = {0};
            if (!chess_db_unrank(&board, &d, rng_next(&rng) % d.entries, &p)) continue;
            chess_db_fen(&p, fen);
            ck_assert_msg(variant_parse(&game, &s, fen, &status), "%s", status.text);
            const int n = dtm_moves(&board, &p, own), all = game.game->generate(game.rules, &s, moves);
            ck_assert_int_eq(dtm_has_move(&board, &p.men, p.black_king, p.side), n > 0);
            // A game that is drawn for want of men has no moves.
            if (all == 0 && game.game->over(game.rules, &s)) continue;
            ck_assert_msg(n == all, "%s: %d moves, the game has %d", fen, n, all);
            for (int i = 0; i < n; i++) {
                game.game->play(game.rules, &child, &s, moves[i]);
                DtmPosition after;
                bool        passant;
                char        text[TEXT_MAX], same[TEXT_MAX];
                Text        out = text_on(text, sizeof text);
                game.game->position_format(game.rules, &child, &out);
                chess_db_from_fen(text, &after, &passant);
                chess_db_fen(&after, same);
                sums[0] += text_sum(same);
                chess_db_fen(&own[i].after, same);
                sums[1] += text_sum(same);
            }
            ck_assert_msg(sums[0] == sums[1], "%s: other positions after the moves", fen);
        }
    }
    variant_close(&game);
}
END_TEST

// All entries of three men, a sample of those of four; all in the long suite.
START_TEST(test_values_fit_the_moves_of_the_game)
{
    Twin twin = {.game = test_open("chess"), .files = dtm_files_open(&board, chess_db_folder())};
    Rng  rng  = rng_seed(2);
    for (int ending = 0; ending < chess_db_small(TEST_SANITIZED ? 3 : 4); ending++) {
        ChessDbNumbering d;
        Db               file;
        chess_db_load(ending, &d, &file);
        const uint64_t step = d.n == 1 ? TEST_SANITIZED ? 101 : (uint64_t)test_amount(7, 1)
                                       : d.entries / (uint64_t)test_amount(1500, 1000000);
        uint64_t       at   = rng_next(&rng) % (step + 1);
        for (; at<d.entries; at += step> 0 ? step : 1) {
            DtmPosition p;
            if (chess_db_unrank(&board, &d, at, &p)) assert_fits(&twin, d.name, &p, (int)file.flat[at]);
        }
        db_close(&file);
    }
    dtm_files_close(twin.files);
    variant_close(&twin.game);
}
END_TEST

// The same by the builder's own moves, every entry of three men and a larger sample of four.
START_TEST(test_values_fit_their_children)
{
    DtmFiles *const files = dtm_files_open(&board, chess_db_folder());
    for (int ending = 0; ending < chess_db_small(TEST_SANITIZED ? 3 : 4); ending++) {
        ChessDbNumbering d;
        Db               file;
        chess_db_load(ending, &d, &file);
        const uint64_t step = d.n == 1 ? TEST_SANITIZED ? 37 : 1
                                       : 1 + d.entries / (uint64_t)test_amount(15000, 1 << 30);
        for (uint64_t at = 0; at < d.entries; at += step) {
            DtmPosition p;
            if (!chess_db_unrank(&board, &d, at, &p)) continue;
            const int expected = dtm_files_expected(files, &p, NULL);
            ck_assert_msg(expected == (int)file.flat[at], "%s, entry %llu: %d, its children say %d", d.name,
                          (unsigned long long)at, (int)file.flat[at], expected);
        }
        db_close(&file);
    }
    dtm_files_close(files);
}
END_TEST

// Positions where en passant decides: the only legal answer, or the better one.
START_TEST(test_en_passant)
{
    static const char *const positions[] = {
        "8/8/8/8/1p6/k7/P7/K7 w - - 0 1",   // a2-a4 is not there: blocked; the king only
        "8/8/8/8/kp6/8/P7/2K5 w - - 0 1",   // a double step beside a pawn
        "7k/5K2/8/8/6p1/8/7P/8 w - - 0 1",
        "k7/2K5/8/8/1p6/8/P7/8 w - - 0 1",   // the other king has no move: the capture may be forced
        "k7/P1K5/8/8/8/8/8/8 b - - 0 1",
        // The pawn falls to the king or, after b2-b4, en passant: lost; both would queen without that right.
        "2K5/8/8/8/p7/8/1P6/k7 w - - 0 1",
    };
    if (TEST_SANITIZED) return;
    Twin twin = {.game = test_open("chess"), .files = dtm_files_open(&board, chess_db_folder())};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        DtmPosition p;
        bool        passant;
        chess_db_from_fen(positions[i], &p, &passant);
        const int value = dtm_files_read(twin.files, &p);
        assert_fits(&twin, "en passant", &p, value);
        ck_assert(i + 1 < sizeof positions / sizeof *positions || value < CHESS_DB_DRAW);
    }
    dtm_files_close(twin.files);
    variant_close(&twin.game);
}
END_TEST

// What a position would be worth by its moves if nobody could take en passant. *steps: answers that can.
static int value_without_passant(Twin *twin, const AnyState *s, int *steps)
{
    const Game *const game = twin->game.game;
    Move              moves[GAME_MOVES_MAX];
    const int         n    = game->generate(twin->game.rules, s, moves);
    int               best = -1;
    for (int i = 0; i < n; i++) {
        char        fen[TEXT_MAX];
        Text        text = text_on(fen, sizeof fen);
        AnyState    child;
        DtmPosition p;
        bool        passant;
        game->play(twin->game.rules, &child, s, moves[i]);
        game->position_format(twin->game.rules, &child, &text);
        chess_db_from_fen(fen, &p, &passant);
        *steps += passant;
        if (passant) ck_assert_int_gt(game->count(twin->game.rules, &child), 1);
        const int value = chess_db_before((uint8_t)dtm_files_read(twin->files, &p));
        if (value > best) best = value;
    }
    return best;
}

static int outcome(int byte) { return byte > CHESS_DB_DRAW ? 1 : byte < CHESS_DB_DRAW ? -1 : 0; }

// Positions of KPKP, either side to move, in which a double step can be taken en passant: entries are what
// the game's own moves make of them, and many would be another number, or another result, without that right.
// (No double step of KPKP leaves the capture as the only move: a king and a pawn cannot bar all others.)
START_TEST(test_values_depend_on_en_passant)
{
    ChessDbNumbering d;
    Db               file;
    int              found = 0, other = 0, decided = 0;
    if (TEST_SANITIZED) return;
    Twin twin = {.game = test_open("chess"), .files = dtm_files_open(&board, chess_db_folder())};
    chess_db_load(chess_db_named("kpkp"), &d, &file);
    for (uint64_t at = 0; at < d.entries; at++) {
        DtmPosition p;
        AnyState    s;
        Status      status;
        char        fen[TEXT_MAX];
        int         steps = 0;
        if (!chess_db_unrank(&board, &d, at, &p)) continue;
        const int own = p.men.square[p.side], beside = p.men.square[!p.side], gap = (own & 7) - (beside & 7);
        if (own >> 3 != (p.side ? 6 : 1) || beside >> 3 != (p.side ? 4 : 3) || gap * gap != 1) continue;
        if (++found % test_amount(13, 1) != 0) continue;
        assert_fits(&twin, d.name, &p, (int)file.flat[at]);
        chess_db_fen(&p, fen);
        ck_assert(variant_parse(&twin.game, &s, fen, &status));
        const int without = value_without_passant(&twin, &s, &steps);
        ck_assert(steps > 0 || without == (int)file.flat[at]);
        other += without != (int)file.flat[at];
        decided += outcome(without) != outcome((int)file.flat[at]);
    }
    ck_assert_int_gt(found, 20000);
    ck_assert_int_gt(other, found / test_amount(13, 1) / 100);
    ck_assert_int_gt(decided, 100);
    db_close(&file);
    dtm_files_close(twin.files);
    variant_close(&twin.game);
}
END_TEST

// Play: won positions are won in exactly the stated number of moves against the best defence.
START_TEST(test_won_positions_are_won_in_time)
{
    static const char *const endings[] = {"kbnk", "kqkr"};
    if (TEST_SANITIZED) return;
    DtmFiles *const files = dtm_files_open(&board, chess_db_folder());
    Rng             rng   = rng_seed(3);
    for (int e = 0; e < 2; e++) {
        ChessDbNumbering d;
        Db               file;
        chess_db_load(chess_db_named(endings[e]), &d, &file);
        for (int won = 0; won < 1000;) {
            DtmPosition    p;
            const uint64_t at = rng_next(&rng) % d.entries;
            if (file.flat[at] <= CHESS_DB_DRAW || !chess_db_unrank(&board, &d, at, &p)) continue;
            int plies = 2 * chess_db_moves(file.flat[at]) - 1;
            for (; plies > 0; plies--) {
                DtmMove   best;
                const int value = dtm_files_expected(files, &p, &best);
                ck_assert(value >= 0 && value != CHESS_DB_DRAW);
                p = best.after;
            }
            ck_assert_int_eq(dtm_files_expected(files, &p, NULL), 0);
            won++;
        }
        db_close(&file);
    }
    dtm_files_close(files);
}
END_TEST

// Gaviota, where it is installed.

typedef char *GtbInit(int verbosity, int scheme, const char **paths);
typedef int   GtbCache(size_t bytes, int wdl_fraction);
typedef int   GtbProbe(unsigned side, unsigned passant, unsigned castles, const unsigned *white_squares,
                       const unsigned *black_squares, const unsigned char *white_men,
                       const unsigned char *black_men, unsigned *info, unsigned *plies);

static int gaviota_byte(GtbProbe *probe, const DtmPosition *p)
{
    static const unsigned char kinds[CHESS_DB_MEN] = {5, 4, 3, 2, 1};
    unsigned squares[2][4]  = {{(unsigned)p->men.white_king, 64}, {(unsigned)p->black_king, 64}}, info, plies;
    unsigned char men[2][4] = {{6, 0}, {6, 0}};
    int           n[2]      = {1, 1};
    for (int i = 0; i < p->men.n; i++) {
        const int colour           = p->men.colour[i];
        squares[colour][n[colour]] = p->men.square[i];
        men[colour][n[colour]++]   = kinds[p->men.man[i]];
        squares[colour][n[colour]] = 64;
    }
    ck_assert(probe((unsigned)p->side, 64, 0, squares[0], squares[1], men[0], men[1], &info, &plies));
    if (info == 0) return CHESS_DB_DRAW;
    ck_assert(info == 1 || info == 2);
    const bool won = (info == 1) == (p->side == 0);
    ck_assert_int_eq(won, plies % 2 == 1);
    return won ? 256 - (int)(plies + 1) / 2 : (int)plies / 2;
}

START_TEST(test_gaviota_says_the_same)
{
    static const char *paths[] = {"/usr/share/gaviotatb/gtb4", NULL};
    void *const        library = dlopen("libgaviotatb.so.1", RTLD_NOW);
    if (library == NULL || access(paths[0], R_OK) != 0) {
        printf("skip: Gaviota (packages libgaviotatb-dev, gaviotatb) is not installed\n");
        return;
    }
    GtbInit *const  init  = (GtbInit *)dlsym(library, "tb_init");
    GtbCache *const cache = (GtbCache *)dlsym(library, "tbcache_init");
    GtbProbe *const probe = (GtbProbe *)dlsym(library, "tb_probe_hard");
    ck_assert(init != NULL && cache != NULL && probe != NULL);
    init(0, 4, paths);
    cache(32 << 20, 0);
    for (int ending = 0; ending < chess_db_small(3); ending++) {
        ChessDbNumbering d;
        Db               file;
        chess_db_load(ending, &d, &file);
        for (uint64_t at = 0; at < d.entries; at++) {
            DtmPosition p;
            if (!chess_db_unrank(&board, &d, at, &p)) continue;
            const int value = gaviota_byte(probe, &p);
            ck_assert_msg(value == (int)file.flat[at], "%s, entry %llu: %d, Gaviota %d", d.name,
                          (unsigned long long)at, (int)file.flat[at], value);
        }
        db_close(&file);
    }
}
END_TEST

// Levels.

static size_t level_run(DtmSlice *slice, int level)
{
    slice->level = level;
    atomic_store(&slice->found, 0);
    dtm_pass_spread(slice, 0, slice->lines);
    dtm_pass_settle(slice, 0, slice->lines);
    return atomic_load(&slice->found);
}

// KQK is lost in ten moves at most, 20 plies: level 20 has losses and 21 has no win. A level of 255 plies,
// 128 moves, has no byte, and that number is a draw's: with the bit of 64 moves set, which it shares, drawn
// positions must not be taken for its wins.
START_TEST(test_the_level_after_the_longest_mate_has_nothing_and_none_is_taken_for_it)
{
    static DtmSolver solver;
    static DtmSlice  slice;
    ChessDbNumbering d;
    Status           status;
    dtm_board_open(&board);
    chess_db_numbering_open(&d, chess_db_named("kqk"));
    dtm_solver_open(&solver, &board, &d);
    ck_assert_msg(dtm_solver_load(&solver, ".", &status), "%s", status.text);
    ck_assert_msg(dtm_slice_open(&slice, &solver, &status), "%s", status.text);
    dtm_pass_begin(&slice, 0, slice.lines);
    dtm_pass_mates(&slice, 0, slice.lines);
    ck_assert_uint_gt(atomic_load(&slice.found), 0);
    for (int level = 1; level <= 20; level++) ck_assert_uint_gt(level_run(&slice, level), 0);
    ck_assert_uint_eq(level_run(&slice, 21), 0);
    for (size_t line = 0; line < slice.lines; line++)
        for (int side = 0; side < 2; side++) slice.out_wins[side][line] |= 1;
    dtm_pass_end(&slice, 0, slice.lines);
    ck_assert_uint_eq(level_run(&slice, 255), 0);
    dtm_slice_close(&slice);
    dtm_solver_close(&solver);
}
END_TEST

Suite *suite_chess_db(void);
Suite *suite_chess_db(void)
{
    Suite *const suite = suite_create("chess_db");
    TCase *const tests = tcase_create("databases of chess");
    tcase_set_timeout(tests, 300);
    tcase_add_unchecked_fixture(tests, small_build, chess_db_remove);
    tcase_add_test(tests, test_names);
    tcase_add_test(tests, test_numbers);
    tcase_add_test(tests, test_bytes);
    tcase_add_test(tests, test_counts_are_the_published_ones);
    tcase_add_test(tests, test_the_level_after_the_longest_mate_has_nothing_and_none_is_taken_for_it);
    tcase_add_test(tests, test_moves_are_those_of_the_game);
    tcase_add_test(tests, test_values_fit_the_moves_of_the_game);
    tcase_add_test(tests, test_values_fit_their_children);
    tcase_add_test(tests, test_en_passant);
    tcase_add_test(tests, test_values_depend_on_en_passant);
    tcase_add_test(tests, test_won_positions_are_won_in_time);
    tcase_add_test(tests, test_gaviota_says_the_same);
    chess_edb_add(tests);
    suite_add_tcase(suite, tests);
    return suite;
}
