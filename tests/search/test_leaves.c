// Leaves that are not made (search/node_leaves.h), against the same search with stats=yes, which makes every
// one, best first: the same nodes, values and lines, on every board and with every way to value it, with and
// without a limit. (That search against its twin: test_twin.c.)
#include "base/rng.h"
#include "play/evaluation.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

static const char *const searches[] = {
    "order=tt+killer+history-ads+eval,tt=12,pvs=yes,deepening=yes",   // an instance of the game
    "order=tt+killer+history-ads,tt=12,pvs=yes,deepening=yes",
    "order=history-ads,pvs=yes,lifetime=game",
    "order=killer+history,pvs=yes",
    "order=eval,eval-levels=9,pvs=yes",
    "order=random,seed=3,pvs=yes",
    "order=tt+history,tt=8,tt-deeper=yes,pvs=yes,deepening=yes,aspiration=1,lifetime=game",
    "order=killer+history-ads,order-from=2,pvs=yes",
    "order=tt+killer+history,tt=12,pvs=yes,windows=40/30/20/10",
    "order=tt+killer+history,tt=12,pvs=yes,deepening=yes,reduce=1,futility=30",
    "order=killer+combined,regions=1/9,sibling=2,pvs=yes",
    "order=tt+history,tt=12,pvs=yes,deepening=yes,q=1,repetition=yes",
};
enum { SEARCHES = sizeof searches / sizeof *searches };

static const struct {
    const char *game, *eval;   // NULL: as the game does
} boards[] = {
    {"chinese-checkers:board=rhombus4,pieces=3", NULL},
    {"chinese-checkers:board=rhombus4,pieces=3", "baseline"},
    {"chinese-checkers:board=rhombus4,pieces=3", "edb6"},
    {"chinese-checkers:board=rhombus5", "baseline"},
    {"chinese-checkers:board=rhombus5", "pdb3"},
    {"chinese-checkers:board=rhombus5", "pdb6"},
    {"chinese-checkers:board=rhombus5", "pdb2+3t+1"},
    {"chinese-checkers:board=rhombus6,pieces=10", "pdb4"},
    {"chinese-checkers:board=rhombus6,pieces=10", "pdb6"},
    {"chinese-checkers:board=rhombus6,pieces=10", "pdb6+4"},
    {"chinese-checkers:board=rhombus7", NULL},
    {"chinese-checkers:board=rhombus8", "baseline"},
    {"chinese-checkers:board=rhombus9", "baseline"},
    {"chinese-checkers:board=rhombus9,pieces=3", NULL},
    {"chinese-checkers:board=star73", NULL},
    {"chinese-checkers:board=star73", "baseline"},
    {"chinese-checkers", "baseline"},
};
enum { BOARDS = sizeof boards / sizeof *boards };

// The rules by which positions are valued. What stands in the databases does not matter, so they are not
// built: few values, so that there are ties.
static Evaluation *evaluation_filled(const Variant *v, const char *name, Rng *rng)
{
    Spec        spec = {0};
    Status      status;
    Evaluation *e;
    char        text[TEXT_MAX];
    Text        out = text_on(text, sizeof text);
    text_add(&out, "alphabeta:eval=%s", name);
    ck_assert(spec_parse(&spec, text, &status));
    ck_assert_msg(evaluation_parse(&e, v, &spec, &status), "%s", status.text);
    for (int i = 0; i < e->tables; i++) {
        uint8_t *const table = malloc(e->wanted[i].entries);
        ck_assert_ptr_nonnull(table);
        for (uint64_t k = 0; k < e->wanted[i].entries; k++) table[k] = (uint8_t)rng_below(rng, 12);
        e->table[i] = table;
    }
    evaluation_weigh(e, e->weights);
    return e;
}

static void evaluation_free(Evaluation *e)
{
    for (int i = 0; e != NULL && i < e->tables; i++) free((void *)(uintptr_t)e->table[i]), e->table[i] = NULL;
    evaluation_close(e);
}

static void assert_same(const Variant *v, const char *text, const AnyState *s, const SearchResult *a,
                        const SearchResult *b)
{
    char position[TEXT_MAX];
    Text out = text_on(position, sizeof position);
    variant_format(v, s, &out);
    ck_assert_msg(a->nodes == b->nodes && a->interior == b->interior && a->depth == b->depth &&
                      a->stopped == b->stopped && a->value == b->value && a->pv_length == b->pv_length &&
                      memcmp(a->pv, b->pv, (size_t)a->pv_length * sizeof(Move)) == 0,
                  "%s '%s': %lu nodes, value %d, move %x; made: %lu, %d, %x", text, position,
                  (unsigned long)a->nodes, a->value, a->pv[0], (unsigned long)b->nodes, b->value, b->pv[0]);
}

// A game that both play as they find best, now and then at random: it comes to its end. `limited`: each move
// under a limit of nodes, drawn; it may end a search in the middle of a last ply.
enum { GAME_PLIES = 200 };
static void assert_game(const Variant *v, const char *search, Rng *rng, int plies, bool limited)
{
    char text[TEXT_MAX], made[TEXT_MAX];
    Text out = text_on(text, sizeof text), also = text_on(made, sizeof made);
    text_add(&out, "alphabeta:%s", search);
    text_add(&also, "%s,stats=yes", text);
    const SearchSettings settings = test_settings(v, text), counting = test_settings(v, made);
    Search *const se = test_search(v, &settings), *const other = test_search(v, &counting);
    uint64_t past[GAME_PLIES];
    AnyState s;
    variant_setup(v, &s);
    for (int ply = 0; ply < plies && v->game->count(v->rules, &s) > 0; ply++) {
        Move           moves[GAME_MOVES_MAX];
        SearchResult   a, b;
        const AnyState parent = s;
        const int      n      = v->game->generate(v->rules, &parent, moves);
        SearchLimits   limits = {.depth = test_depth(v, &s, 5, 4000), .history = past, .history_count = ply};
        if (limited) limits.nodes = 1 + rng_below(rng, 1500), limits.straight = true;
        search_run(se, &s, &limits, NULL, NULL, &a);
        search_run(other, &s, &limits, NULL, NULL, &b);
        assert_same(v, text, &s, &a, &b);
        past[ply]    = v->game->hash(v->rules, &s);
        const Move m = rng_below(rng, 5) == 0 ? moves[rng_below(rng, (uint32_t)n)] : a.pv[0];
        v->game->play(v->rules, &s, &parent, m);
    }
    search_close(se);
    search_close(other);
}

START_TEST(test_leaves_that_are_not_made_count_as_those_that_are)
{
    Variant           v   = test_open(boards[_i].game);
    Rng               rng = rng_seed((uint64_t)_i + 81);
    Evaluation *const e   = boards[_i].eval == NULL ? NULL : evaluation_filled(&v, boards[_i].eval, &rng);
    for (int k = 0; k < SEARCHES; k++)
        for (int limited = 0; limited < 2; limited++)
            assert_game(e != NULL ? &e->v : &v, searches[k], &rng, test_amount(40, GAME_PLIES), limited);
    evaluation_free(e);
    variant_close(&v);
}
END_TEST

Suite *suite_leaves(void);
Suite *suite_leaves(void)
{
    Suite *suite = suite_create("leaves");
    TCase *tcase = tcase_create("leaves");
    tcase_set_timeout(tcase, test_amount(120, 3600));
    tcase_add_loop_test(tcase, test_leaves_that_are_not_made_count_as_those_that_are, 0, BOARDS);
    suite_add_tcase(suite, tcase);
    return suite;
}
