// Every fast game agrees with its naive twin: moves, children, evaluations, payoffs, and perft from midgame
// positions.
#include "naive/chess_board.h"
#include "naive/naive_compare.h"
#include "base/rng.h"
#include "play/evaluation.h"
#include "tests.h"

#include <string.h>

START_TEST(test_children_and_values_equal_the_naive_ones)
{
    Variant    v = test_open(test_specs[_i]);
    Status     status;
    const bool same = naive_compare_games(&v, test_specs[_i], test_amount(4, 200), v.facts.plies_max, 11,
                                          &status);
    ck_assert_msg(same, "%s: %s", test_specs[_i], status.text);
    variant_close(&v);
}
END_TEST

// The naive spec of a game with an evaluation, its weights at random; the first round has the smallest and
// largest.
static void naive_spec(const char *game, const Evaluation *e, const int weights[], char out[TEXT_MAX])
{
    Text text = text_on(out, TEXT_MAX);
    text_add(&text, "%s%ceval=%s", game, strchr(game, ':') == NULL ? ':' : ',', e->name);
    for (int i = 0; i < e->info.weights; i++) text_add(&text, "%s%d", i ? "/" : ",weights=", weights[i]);
}

// A game by the rules of the player, whose states must be those that conversion gives.
static void evaluation_agrees(const Variant *v, const char *game, const Evaluation *e, Rng *rng)
{
    AnyState s, own, converted;
    Status   status;
    char     naive[TEXT_MAX];
    naive_spec(game, e, e->weights, naive);
    variant_setup(v, &s);
    state_convert(&e->v, &own, v, &s);
    for (int ply = 0; ply <= v->facts.plies_max; ply++) {
        Move           moves[GAME_MOVES_MAX];
        const int      n      = v->game->generate(v->rules, &s, moves);
        const AnyState before = s, own_before = own;
        ck_assert_msg(naive_compare_evaluation(&e->v, naive, &own, &status), "%s", status.text);
        if (n == 0) return;
        const Move m = moves[rng_below(rng, (uint32_t)n)];
        v->game->play(v->rules, &s, &before, m);
        memset(&own, 0, sizeof own);
        v->game->play(e->v.rules, &own, &own_before, m);
        state_convert(&e->v, &converted, v, &s);
        ck_assert_msg(memcmp(&own, &converted, v->game->state_size) == 0, "%s: ply %d", naive, ply);
    }
}

// Every evaluation that needs no database, on every board that has it.
START_TEST(test_every_evaluation_equals_the_naive_one_with_any_weights)
{
    Variant v   = test_open(test_specs[_i]);
    Rng     rng = rng_seed(23);
    for (const EvalInfo *info = v.game->evals; info != NULL && info->name != NULL; info++) {
        Spec        spec = {.name = "alphabeta"};
        Evaluation *e;
        Status      status;
        ck_assert(spec_put(&spec, "eval", info->name));
        if (!evaluation_parse(&e, &v, &spec, &status)) continue;   // not on this board
        for (int round = 0; e->tables == 0 && round < test_amount(5, 100); round++) {
            int       weights[EVAL_WEIGHTS_MAX] = {0};
            const int min = e->info.min, max = e->info.max;
            for (int i = 0; i < e->info.weights; i++)
                weights[i] = round == 0 ? (i % 2 ? min : max)
                           : round == 1 ? max
                                        : min + (int)rng_below(&rng, (uint32_t)(max - min + 1));
            evaluation_weigh(e, weights);
            evaluation_agrees(&v, test_specs[_i], e, &rng);
        }
        evaluation_close(e);
    }
    variant_close(&v);
}
END_TEST

// A position some plies into a random game that is not over.
static void midgame(const Variant *v, Rng *rng, int plies, AnyState *s)
{
    variant_setup(v, s);
    for (int ply = 0; ply < plies; ply++) {
        Move      moves[GAME_MOVES_MAX];
        const int n = v->game->generate(v->rules, s, moves);
        if (n == 0) {
            variant_setup(v, s);
            continue;
        }
        const AnyState parent = *s;
        v->game->play(v->rules, s, &parent, moves[rng_below(rng, (uint32_t)n)]);
    }
}

// Twenty midgame positions per game, to the depth that costs the naive side at most some thousand positions.
START_TEST(test_midgame_perft_equals_the_naive_one)
{
    Variant v   = test_open(test_specs[_i]);
    Rng     rng = rng_seed(5);
    for (int k = 0; k < 20; k++) {
        AnyState s;
        midgame(&v, &rng, 3 + 2 * k, &s);
        int      depth  = 1;
        uint64_t leaves = 0, interior = 0, next;
        while (depth <= 6 &&
               (next = v.game->perft(v.rules, &s, depth, &interior)) <= (uint64_t)test_amount(6000, 200000))
            leaves = next, depth++;
        if (depth == 1) continue;
        ck_assert_msg(leaves == naive_perft(&v, test_specs[_i], &s, depth - 1), "%s: position %d, depth %d",
                      test_specs[_i], k, depth - 1);
    }
    variant_close(&v);
}
END_TEST

// Ends that random play seldom or never reaches.
static const struct {
    const char *spec, *position;
} corners[] = {
    {"virus:size=3,players=3", "12-/-3-/--- 1"},
    {"virus:size=3,players=2", "111/111/112 1"},
    {"virus:size=4,players=4", "1111/1111/1111/1134 1"},
    {"chinese-checkers:board=rhombus6,pieces=3", "------/------/------/------/-----1/-22211 2"},
    {"checkers", "W:W:B1"},
    {"checkers", "B:W18,19,K27:B10,K14,15"},
    {"checkers", "B:W6,7,8,14,15,16,22,23,24:BK1"},
    {"checkers:relaxed=yes", "B:W6,7,8,14,15,16,22,23,24:BK1,K2,K3,K12"},
    {"othello", "XXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO- X"},
    {"focus",
     "-,11111,-,-/-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,2/"
     "-,-,-,22221 1 2,0 3,0 -"},
    {"abalone", "w----/w-----/-------/-ww-----/--www----/bbbww---/bb-bb--/bbb---/----- b"},
    // En passant: of two pawns, with a check behind both, pinned along the diagonal, as the only answer to a
    // check, as an answer that does not help.
    {"chess", "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1"},
    {"chess", "8/8/8/8/k1pP3R/8/8/4K3 b - - 0 1"},
    {"chess", "8/8/8/8/k1p4R/8/3P4/4K3 w - - 0 1"},
    {"chess", "4k3/8/8/3pP3/8/8/4B3/4K1r1 w - - 0 1"},
    {"chess", "8/6k1/8/8/3pP3/8/8/B1K5 b - e3 0 1"},
    {"chess", "8/8/1k6/8/3pP3/8/8/2K3B1 b - e3 0 1"},
    {"chess", "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1"},
    {"chess", "3k4/8/8/8/1pP5/1K6/8/8 b - c3 0 1"},
    {"chess", "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1"},
    // Castling: out of check, through it, with the rook attacked, with a piece between, with a rook that was
    // taken by a pawn that promotes there.
    {"chess", "r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1"},
    {"chess", "r3k2r/8/8/8/5r2/8/8/R3K2R w KQkq - 0 1"},
    {"chess", "r3k2r/8/8/8/6rr/8/8/R3K2R w KQ - 0 1"},
    {"chess", "r3k2r/8/8/8/1r6/8/8/R3K2R w KQkq - 0 1"},
    {"chess", "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 98 70"},
    {"chess", "rn2k1nr/8/8/8/8/8/8/RN2K1NR b KQkq - 99 70"},
    {"chess", "4k2r/6K1/8/8/8/8/8/8 b k - 0 1"},
    // Notation: three queens, and knights on a line; mates, stalemates, a double check; the most moves.
    {"chess", "8/8/8/8/QQ6/QK6/8/7k w - - 0 1"},
    {"chess", "k7/8/8/8/2N1N3/1N3N2/8/1NK2N2 w - - 0 1"},
    {"chess", "k7/8/1QK5/8/8/8/8/8 b - - 99 1"},
    {"chess", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"},
    {"chess", "7k/7p/5NKP/8/8/8/8/6R1 w - - 0 1"},
    {"chess", "4k3/8/4B3/4R3/8/8/8/4K3 w - - 0 1"},
    {"chess", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"},
    // Nothing to mate with, or barely.
    {"chess", "8/8/4k3/8/8/4K3/8/8 w - - 0 1"},
    {"chess", "8/8/4k3/8/3p4/4K3/8/8 w - - 0 1"},
    {"chess", "8/2b5/4k3/2b5/3p4/4K3/8/5B2 w - - 0 1"},
    {"chess", "8/8/4k3/8/3n4/4K3/8/5N2 w - - 0 1"},
};

START_TEST(test_rare_positions_equal_the_naive_ones)
{
    Variant  v = test_open(corners[_i].spec);
    AnyState s;
    Status   status;
    ck_assert_msg(variant_parse(&v, &s, corners[_i].position, &status), "%s", status.text);
    ck_assert_msg(naive_compare(&v, corners[_i].spec, &s, &status), "%s: %s", corners[_i].spec, status.text);
    Move      moves[GAME_MOVES_MAX];
    const int n = v.game->generate(v.rules, &s, moves);
    for (int i = 0; i < n; i++) {
        AnyState child;
        v.game->play(v.rules, &child, &s, moves[i]);
        ck_assert_msg(naive_compare(&v, corners[_i].spec, &child, &status), "%s: %s", corners[_i].spec,
                      status.text);
    }
    variant_close(&v);
}
END_TEST

// Positions known for what they bring out, with the numbers of leaves that everybody finds: the naive game is
// right before the fast one is compared with it.
static const struct {
    const char *fen;
    int         depth;
    uint64_t    leaves;
} chess_counts[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8902},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89890},
};

static uint64_t chess_leaves(const ChessBoard *board, int depth)
{
    ChessMove moves[CHESS_MOVES_MAX];
    const int n      = chess_moves(board, moves);
    uint64_t  leaves = 0;
    if (depth == 1) return (uint64_t)n;
    for (int i = 0; i < n; i++) {
        const ChessBoard after = chess_play(board, moves[i]);
        leaves += chess_leaves(&after, depth - 1);
    }
    return leaves;
}

START_TEST(test_naive_chess_has_the_published_numbers_of_leaves)
{
    const ChessBoard board = chess_read(chess_counts[_i].fen);
    char             again[CHESS_TEXT_MAX];
    chess_write(&board, again);
    ck_assert_str_eq(again, chess_counts[_i].fen);
    ck_assert_uint_eq(chess_leaves(&board, chess_counts[_i].depth), chess_counts[_i].leaves);
}
END_TEST

// Checks and draws along random games that nobody ends: from the start, and where few pieces are left.
static const char *const chess_starts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "4k3/1p6/8/8/8/8/6P1/4K3 w - - 0 1",
    "2b1k1n1/8/8/8/8/8/8/1N2KB2 w - - 90 60",
    "2b1kb2/8/8/8/8/8/8/2B1KB2 b - - 0 1",
};

START_TEST(test_checks_and_draws_of_chess_equal_the_naive_ones)
{
    Variant v   = test_open("chess");
    Rng     rng = rng_seed(9);
    Status  status;
    int     checks = 0, draws = 0;
    for (int round = 0; round < test_amount(10, 500); round++) {
        AnyState s;
        ck_assert_msg(variant_parse(&v, &s, chess_starts[_i], &status), "%s", status.text);
        for (int ply = 0; ply < 500; ply++) {
            Move           moves[GAME_MOVES_MAX];
            const AnyState before = s;
            char           text[TEXT_MAX];
            Text           out = text_on(text, sizeof text);
            variant_format(&v, &s, &out);
            const ChessBoard board = chess_read(text);
            const int        n     = v.game->generate(v.rules, &s, moves);
            const bool       check = chess_in_check(&board, board.side);
            ck_assert_msg(v.game->in_check(v.rules, &s) == check, "check at '%s'", text);
            if (n == 0) break;
            ck_assert_msg(v.game->drawn(v.rules, &s) == chess_drawn(&board), "draw at '%s'", text);
            checks += check, draws += chess_drawn(&board);
            v.game->play(v.rules, &s, &before, moves[rng_below(&rng, (uint32_t)n)]);
        }
    }
    ck_assert(draws > 0 && (checks > 0 || _i == 1));
    variant_close(&v);
}
END_TEST

Suite *suite_naive(void);
Suite *suite_naive(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *suite = suite_create("naive");
    TCase *tcase = tcase_create("naive");
    tcase_set_timeout(tcase, test_amount(120, 14400));
    tcase_add_loop_test(tcase, test_children_and_values_equal_the_naive_ones, 0, specs);
    tcase_add_loop_test(tcase, test_every_evaluation_equals_the_naive_one_with_any_weights, 0, specs);
    tcase_add_loop_test(tcase, test_midgame_perft_equals_the_naive_one, 0, specs);
    tcase_add_loop_test(tcase, test_rare_positions_equal_the_naive_ones, 0, sizeof corners / sizeof *corners);
    tcase_add_loop_test(tcase, test_naive_chess_has_the_published_numbers_of_leaves, 0,
                        sizeof chess_counts / sizeof *chess_counts);
    tcase_add_loop_test(tcase, test_checks_and_draws_of_chess_equal_the_naive_ones, 0,
                        sizeof chess_starts / sizeof *chess_starts);
    suite_add_tcase(suite, tcase);
    return suite;
}
