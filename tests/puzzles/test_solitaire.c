// Chinese Checkers for one: lengths against the pattern databases, lines against the rules of the game.
#include "puzzles/solitaire.h"
#include "games/chinese_checkers/pdb.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SolitaireResult solved(const SolitaireOptions *options)
{
    SolitaireResult result;
    Status          status;
    ck_assert_msg(solitaire_solve(options, &result, &status), "%s", status.text);
    return result;
}

static bool *home(int side, int pieces, bool full[])
{
    for (int hole = 0; hole < side * side; hole++)
        full[hole] = checkers_home_has(CHECKERS_TRIANGLE, pieces, hole / side, hole % side);
    return full;
}

// Does the game, given the pieces of player 1 alone, have this move?
static bool game_has(const Variant *v, int side, const bool full[], SolitaireMove m)
{
    AnyState s = {0};
    Status   status;
    char     text[TEXT_MAX];
    Text     t = text_on(text, sizeof text);
    Move     moves[GAME_MOVES_MAX];
    for (int hole = 0; hole < side * side; hole++)
        text_add(&t, "%s%c", hole > 0 && hole % side == 0 ? "/" : "", full[hole] ? '1' : '-');
    text_add(&t, " 1");
    ck_assert(v->game->position_parse(v->rules, &s, text, &status));
    const int n = v->game->generate(v->rules, &s, moves);
    for (int i = 0; i < n; i++)
        if ((moves[i] & 255) == m.from && moves[i] >> 8 == m.to) return true;
    return false;
}

static void assert_line(const SolitaireOptions *o, const SolitaireResult *r)
{
    char      spec[64];
    bool      full[CHECKERS_HOLES_MAX], start[CHECKERS_HOLES_MAX];
    const int last = o->side * o->side - 1;
    snprintf(spec, sizeof spec, "chinese-checkers:board=rhombus%d", o->side);
    Variant v = test_open(spec);
    home(o->side, o->pieces, full);
    home(o->side, o->pieces, start);
    for (int i = 0; i < r->length; i++) {
        ck_assert_msg(game_has(&v, o->side, full, r->move[i]), "move %d", i + 1);
        full[r->move[i].from] = false;
        full[r->move[i].to]   = true;
    }
    for (int hole = 0; hole <= last; hole++) ck_assert_int_eq(full[hole], start[last - hole]);
    variant_close(&v);
}

static const struct {
    int side, pieces;
} boards[] = {{6, 1}, {6, 3}, {7, 3}, {8, 3}, {9, 3}, {6, 6}};
enum { BOARDS = sizeof boards / sizeof *boards };

START_TEST(test_lengths_of_the_databases)
{
    const SolitaireOptions options = {.side = boards[_i].side, .pieces = boards[_i].pieces, .width = 1000000};
    const SolitaireResult  result  = solved(&options);
    CheckersDb             db;
    Status                 status;
    RetroResult            rounds;
    ck_assert_msg(checkers_db_open(&db, options.side, options.pieces, CHECKERS_TRIANGLE, &status), "%s",
                  status.text);
    const RetroDomain  domain = checkers_db_domain(&db);
    uint8_t *const     table  = retro_table_open(domain.entries);
    const RetroOptions two    = {.threads = 2};
    ck_assert_msg(retro_solve(&domain, &two, table, &rounds, &status), "%s", status.text);
    ck_assert(result.solved && result.proven);
    ck_assert_int_eq(result.length, table[db.start]);
    ck_assert_int_eq(result.at_least, result.length);
    if (options.pieces > 1) assert_line(&options, &result);
    retro_table_close(table, domain.entries);
    checkers_db_close(&db);
}
END_TEST

// A beam finds upper bounds, says so, and says what it has proven: the layers that were complete.
START_TEST(test_narrow_layers)
{
    static const uint32_t  widths[] = {10, 100, 1000};
    const SolitaireOptions complete = {.side = 6, .pieces = 6, .width = 1000000};
    const SolitaireOptions narrow   = {.side = 6, .pieces = 6, .width = widths[_i]};
    const SolitaireResult  best = solved(&complete), result = solved(&narrow);
    ck_assert(best.proven && !result.proven);
    ck_assert_uint_gt(result.dropped, 0);
    ck_assert_int_le(result.at_least, best.length);
    if (!result.solved) return;
    ck_assert_int_ge(result.length, best.length);
    assert_line(&narrow, &result);
}
END_TEST

START_TEST(test_ten_pieces_in_27_moves)
{
    const SolitaireOptions options = {.side = 9, .pieces = 10, .width = 1000};
    const SolitaireResult  result = solved(&options), again = solved(&options);
    ck_assert(result.solved && !result.proven);
    ck_assert_int_eq(result.length, 27);
    ck_assert_int_lt(result.at_least, 27);
    assert_line(&options, &result);
    ck_assert(memcmp(result.move, again.move, sizeof result.move) == 0);
    ck_assert_uint_eq(result.positions, again.positions);
}
END_TEST

START_TEST(test_stops_and_refuses)
{
    atomic_bool            stop    = true;
    const SolitaireOptions stopped = {.side = 9, .pieces = 10, .width = 1000, .stop = &stop};
    SolitaireResult        result  = solved(&stopped);
    Status                 status;
    ck_assert(result.stopped && !result.solved && result.at_least == 0);
    static const struct {
        SolitaireOptions options;
        const char      *says;
    } bad[] = {{{.side = 3, .pieces = 3, .width = 10}, "side of 3"},
               {{.side = 10, .pieces = 3, .width = 10}, "side of 10"},
               {{.side = 6, .pieces = 4, .width = 10}, "4 pieces"},
               {{.side = 6, .pieces = 15, .width = 10}, "15 pieces"},
               {{.side = 6, .pieces = 3, .width = 0}, "a width of 0"},
               {{.side = 6, .pieces = 0, .width = 10}, "0 pieces"}};
    for (int i = 0; i < (int)(sizeof bad / sizeof *bad); i++) {
        ck_assert(!solitaire_solve(&bad[i].options, &result, &status));
        ck_assert_msg(strstr(status.text, bad[i].says) != NULL, "%s", status.text);
    }
}
END_TEST

Suite *suite_solitaire(void);
Suite *suite_solitaire(void)
{
    Suite *const suite = suite_create("solitaire");
    TCase *const tc    = tcase_create("solitaire");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, test_lengths_of_the_databases, 0, BOARDS);
    tcase_add_loop_test(tc, test_narrow_layers, 0, 3);
    tcase_add_test(tc, test_ten_pieces_in_27_moves);
    tcase_add_test(tc, test_stops_and_refuses);
    suite_add_tcase(suite, tc);
    return suite;
}
