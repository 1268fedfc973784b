// Is the abstraction of the pattern databases a homomorphism (databases, Definition 2: what is done in the
// game can be done in the abstraction)? Random lines of Chinese Checkers, projected to some pieces of one
// player alone. The moves of the projection are asked of the game itself, with nobody else on the board; the
// values are those of the database.
//
// Print says that the game has the property. Move by move it has not: a hop over a piece that the projection
// leaves out is no move there. Such a move may bring several moves' worth at once, so a value is not a lower
// bound; every other move changes it by one at most.
#include "games/chinese_checkers/pdb.h"
#include "base/rng.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Projection {
    const CheckersDb *db;
    const uint8_t    *table;
    uint16_t          cell[CHECKERS_PIECES_MAX];   // of the pieces that are followed, in any order
} Projection;

static int cells_order(const void *a, const void *b) { return *(const uint16_t *)a - *(const uint16_t *)b; }

static int projection_value(const Projection *p)
{
    IndexPosition at = {0};
    memcpy(at.cell, p->cell, (size_t)p->db->pieces * sizeof *p->cell);
    qsort(at.cell, (size_t)p->db->pieces, sizeof *at.cell, cells_order);
    return p->table[index_rank(&p->db->index, &at)];
}

// Is this a move when the pieces that are followed are alone on the board?
static bool projection_allows(const Variant *v, const Projection *p, Move move)
{
    char      text[TEXT_MAX];
    Text      t     = text_on(text, sizeof text);
    AnyState  s     = {0};
    const int holes = p->db->side * p->db->side;
    Status    status;
    Move      moves[GAME_MOVES_MAX];
    for (int hole = 0; hole < holes; hole++) {
        bool here = false;
        for (int i = 0; i < p->db->pieces; i++) here |= p->cell[i] == hole;
        if (hole > 0 && hole % p->db->side == 0) text_char(&t, '/');
        text_char(&t, here ? '1' : '-');
    }
    text_add(&t, " 1");
    ck_assert(v->game->position_parse(v->rules, &s, text, &status));
    const int n = v->game->generate(v->rules, &s, moves);
    for (int i = 0; i < n; i++)
        if (moves[i] == move) return true;
    return false;
}

typedef struct Seen {
    int inside, outside,
        drops;   // moves of the abstraction; others; others that lower the value by 2 or more
} Seen;

// One random line from the start, of which the first player's pieces number `first` ... are followed.
static void line_run(const Variant *v, Projection *p, const uint16_t start[], int plies, Rng *rng, Seen *seen)
{
    AnyState s;
    variant_setup(v, &s);
    memcpy(p->cell, start, (size_t)p->db->pieces * sizeof *start);
    for (int ply = 0; ply < plies && v->game->count(v->rules, &s) > 0; ply++) {
        Move           moves[GAME_MOVES_MAX];
        const AnyState parent = s;
        const int      n      = v->game->generate(v->rules, &s, moves);
        const Move     m      = moves[rng_below(rng, (uint32_t)n)];
        int            piece  = 0;
        while (piece < p->db->pieces && p->cell[piece] != (m & 255)) piece++;
        if (v->game->turn(v->rules, &s) == 0 && piece < p->db->pieces) {
            const bool inside = projection_allows(v, p, m);
            const int  before = projection_value(p);
            p->cell[piece]    = (uint16_t)(m >> 8);
            const int change  = projection_value(p) - before;
            if (inside) ck_assert_msg(change >= -1 && change <= 1, "a move changes the value by %d", change);
            seen->inside += inside, seen->outside += !inside, seen->drops += !inside && change < -1;
        }
        v->game->play(v->rules, &s, &parent, m);
    }
}

static const struct {
    int pieces;   // of a side; three of them are followed
} lines[] = {{3}, {6}};

START_TEST(test_random_lines_project_to_lines_but_for_hops_over_what_is_left_out)
{
    enum { SIDE = 6, FOLLOWED = 3, PLIES = 120 };
    CheckersDb     db;
    Status         status;
    RetroResult    result;
    char           spec[80];
    const uint16_t starts[2][FOLLOWED] = {{0, 1, SIDE}, {2, SIDE + 1, 2 * SIDE}};   // tip; third row
    ck_assert_msg(checkers_db_open(&db, SIDE, FOLLOWED, CHECKERS_TRIANGLE, &status), "%s", status.text);
    const RetroDomain domain = checkers_db_domain(&db);
    uint8_t *const    table  = retro_table_open(domain.entries);
    ck_assert(table != NULL && retro_solve(&domain, &(RetroOptions){.threads = 1}, table, &result, &status));
    snprintf(spec, sizeof spec, "chinese-checkers:board=rhombus%d,pieces=%d", SIDE, lines[_i].pieces);
    Variant    v    = test_open(spec);
    Projection p    = {.db = &db, .table = table};
    Rng        rng  = rng_seed(20);
    Seen       seen = {0};
    for (int i = 0; i < test_amount(60, 2000); i++)
        line_run(&v, &p, starts[lines[_i].pieces > FOLLOWED ? i % 2 : 0], PLIES, &rng, &seen);
    ck_assert_int_gt(seen.inside, 100);
    ck_assert_int_gt(seen.outside, 0);
    ck_assert_int_gt(seen.drops, 0);
    variant_close(&v);
    retro_table_close(table, db.index.size);
    checkers_db_close(&db);
}
END_TEST

Suite *suite_homomorphism(void);
Suite *suite_homomorphism(void)
{
    Suite *suite = suite_create("homomorphism");
    TCase *tcase = tcase_create("homomorphism");
    tcase_set_timeout(tcase, test_amount(60, 3600));
    tcase_add_loop_test(tcase, test_random_lines_project_to_lines_but_for_hops_over_what_is_left_out, 0,
                        (int)(sizeof lines / sizeof *lines));
    suite_add_tcase(suite, tcase);
    return suite;
}
