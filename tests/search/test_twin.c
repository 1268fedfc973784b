// The whole search against its twin (search_twin.h): the same nodes, leaves, values, moves and bounds.
#include "base/rng.h"
#include "search/search_twin.h"
#include "search/small_chess.h"
#include "search/trace_check.h"
#include "search/order/history.h"
#include "search/order/history_ads.h"
#include "search/order/iteration.h"
#include "search/order/killer.h"
#include "search/order/pick.h"
#include "search/order/threat_ads.h"
#include "search/instances.h"
#include "search/search.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The search and its twin know the same positions before the root, if any.
static void assert_twin(const Variant *v, const char *text, Search *se, Twin *tw, const AnyState *s,
                        int depth)
{
    SearchResult r;
    char         position[TEXT_MAX];
    Text         out    = text_on(position, sizeof position);
    SearchLimits limits = tw->game;
    limits.depth        = depth;
    variant_format(v, s, &out);
    search_run(se, s, &limits, NULL, NULL, &r);
    const Value value = twin_run(tw, s, depth);
    ck_assert_msg(r.value == value && r.nodes == tw->nodes && r.leaves == tw->leaves && r.pv[0] == tw->move,
                  "%s '%s' %s depth %d: value %d, %lu nodes, %lu leaves, move %x; the twin %d, %lu, %lu, %x",
                  v->game->name, position, text, depth, r.value, (unsigned long)r.nodes,
                  (unsigned long)r.leaves, r.pv[0], value, (unsigned long)tw->nodes,
                  (unsigned long)tw->leaves, tw->move);
    // What a search has learned before is not there in the second one.
    if (!tw->t->keep_lists) trace_check(v, tw->t, s, &limits, &r);
    if (se->stats == NULL) return;
    uint64_t first = 0;
    for (int i = 0; i < PLY_MAX; i++) first += se->stats->level_cuts_first[i];
    ck_assert_uint_eq(se->stats->cuts, tw->cuts);
    ck_assert_uint_eq(se->stats->cuts_by_index[0], tw->cuts_first);
    ck_assert_uint_eq(first, tw->cuts_first);
    if (tw->t->on & FEATURES_HISTORY_ADS) ck_assert_uint_eq(se->stats->list_hits, tw->list_hits);
}

// BRS stands for "brs, for more than two players"; the other names are taken as they are.
static const char *const twin_specs[] = {
    "alphabeta:order=none",
    "alphabeta:order=killer,slots=1",
    "alphabeta:order=killer,slots=3",
    "alphabeta:order=history-ads",
    "alphabeta:order=history-ads,levels=multi,stats=yes",
    "alphabeta:order=history-ads,levels=blend",
    "alphabeta:order=history-ads,rule=count,levels=blend",
    "alphabeta:order=history-ads,limit=2",
    "alphabeta:order=history-ads,levels=multi,limit=2,limit-from=2,stats=yes",
    "alphabeta:order=history-ads,levels=multi,limit=1,limit-from=1,limit-to=2",
    "alphabeta:order=listed,stats=yes",
    "alphabeta:order=listed+killer,levels=multi,limit=2,limit-to=2",
    "alphabeta:order=killer+listed,levels=blend",
    "alphabeta:order=history,weight=one",
    "alphabeta:order=history,weight=square",
    "alphabeta:order=history,weight=power",
    "alphabeta:order=history,history-levels=yes",
    "alphabeta:order=eval,eval-levels=1",
    "alphabeta:order=eval,eval-levels=2",
    "alphabeta:order=kind",
    "alphabeta:order=kind+history",
    "alphabeta:order=history+kind",
    "alphabeta:order=killer+kind+eval",
    "alphabeta:order=eval+killer,eval-levels=9",
    "alphabeta:order=kind+killer+history-ads,levels=blend",
    "alphabeta:order=history-ads+killer,levels=blend",
    "alphabeta:order=combined,regions=1/2",
    "alphabeta:order=combined,regions=0/3",
    "alphabeta:order=combined,regions=0/9,deepening=yes",
    "alphabeta:order=combined-ads,regions=1/3,levels=blend",
    "alphabeta:order=combined-ads+killer,regions=0/1,rule=transposition,stats=yes",
    "alphabeta:order=killer+combined-ads,regions=0/2,levels=multi,limit=5",
    "alphabeta:order=combined-ads+iteration,regions=1/3,tt=18,deepening=yes",
    "alphabeta:order=random,seed=5",
    "alphabeta:order=killer+random,seed=6",
    "alphabeta:order=random+eval",
    "alphabeta:order=history+random,weight=one",
    "alphabeta:order=none,pvs=yes",
    "alphabeta:order=history-ads,pvs=yes,deepening=yes,stats=yes",
    "alphabeta:order=history-ads,open-root=yes",
    "alphabeta:order=tt+killer,tt=18,deepening=yes,open-root=yes",
    "alphabeta:order=none,tt=18",
    "alphabeta:order=tt,tt=18,deepening=yes",
    "alphabeta:order=tt+killer+history-ads,tt=18,pvs=yes,deepening=yes",
    "alphabeta:order=killer+tt,tt=18,deepening=yes",
    "alphabeta:order=iteration,tt=18,deepening=yes",
    "alphabeta:order=history+iteration,tt=18,deepening=yes",
    "alphabeta:order=history,pvs=yes,deepening=yes,aspiration=3",
    "alphabeta:order=none,windows=9/6/3",
    "alphabeta:order=history,windows=3/20/1",
    "alphabeta:order=tt,tt=18,deepening=yes,q=2,windows=3/9/6,windows-from=leaves",
    "alphabeta:order=none,sibling=2",
    "alphabeta:order=random,sibling=1",
    "alphabeta:order=none,q=2",
    "alphabeta:order=history,q=3",
    "alphabeta:order=history,weight=one,q=1,tt=18",
    "alphabeta:order=kind,q=2,sibling=2",
    "alphabeta:order=none,tt=18,tt-deeper=yes,deepening=yes",
    "alphabeta:order=none,null=1",
    "alphabeta:order=history-ads,null=2",
    "alphabeta:order=none,null=1,q=2",
    "alphabeta:order=kind,null=1,tt=18,pvs=yes",
    "alphabeta:order=none,reduce=1",
    "alphabeta:order=history,reduce=3",
    "alphabeta:order=tt+killer,tt=18,reduce=2,pvs=yes,deepening=yes",
    "alphabeta:order=kind,reduce=1,q=2,null=1",
    "alphabeta:order=none,futility=3/5/9",
    "alphabeta:order=history,futility=0/40,q=2",
    "alphabeta:order=tt+killer+history,tt=18,futility=60,reduce=2,pvs=yes,deepening=yes",
    "alphabeta:order=killer+history-ads,order-from=2,stats=yes",
    "alphabeta:order=history,order-from=3,q=1,pvs=yes",
    "alphabeta:order=tt+iteration,order-from=4,tt=18,deepening=yes",
    "alphabeta:order=tt+killer+history,order-from=2,tt=18,null=2,futility=90/150/"
    "300,reduce=1,pvs=yes,deepening=yes",
    ("alphabeta:order=tt+killer+combined-ads,levels=blend,regions=1/"
     "40,order-from=2,tt=18,tt-deeper=yes,pvs=yes,"
     "deepening=yes,null=2,reduce=1,futility=25/40/55"),
    "alphabeta:order=combined+iteration,regions=1/2,tt=18,deepening=yes,q=2,windows=90/60/30",
    "alphabeta:order=none,repetition=yes",
    "alphabeta:order=killer+history-ads,repetition=yes,pvs=yes,deepening=yes,stats=yes",
    "alphabeta:order=tt,tt=18,repetition=yes,deepening=yes",
    "alphabeta:order=tt+killer+history-ads,tt=18,pvs=yes,deepening=yes,repetition=yes",
    "alphabeta:order=tt,tt=18,lifetime=game,repetition=yes",
    "alphabeta:order=tt+history,tt=18,tt-deeper=yes,lifetime=game,deepening=yes,repetition=yes",
    "alphabeta:order=history,tt=18,q=2,null=1,repetition=yes",
    "alphabeta:order=none,tt=18,null=2,futility=3/5/9,reduce=1,pvs=yes,deepening=yes,repetition=yes",
    "alphabeta:order=tt+history,tt=18,futility=0/40,q=2,sibling=2,deepening=yes,repetition=yes",
    "alphabeta:order=none,stand-pat=1",
    "alphabeta:order=history,stand-pat=3,pvs=yes",
    "alphabeta:order=tt+killer,tt=18,stand-pat=4,deepening=yes,repetition=yes,lifetime=game",
    "alphabeta:order=history,futility=0/40,stand-pat=2,null=1,repetition=yes",
    "alphabeta:order=kind,stand-pat=2,sibling=2",
    "alphabeta:order=none,check=1",
    "alphabeta:order=tt+history,tt=18,check=3,reduce=1,pvs=yes,deepening=yes",
    "alphabeta:order=tt+killer+history-ads,tt=18,check=2,stand-pat=3,null=1,futility=2/"
    "4,reduce=1,pvs=yes,deepening=yes,repetition=yes",
    "alphabeta:order=none,check=2,q=2,null=2,repetition=yes",
    "alphabeta:order=history-ads,lifetime=game",
    "alphabeta:order=killer+history,lifetime=game",
    "alphabeta:order=tt,tt=18,lifetime=game",
    "paranoid:order=none",
    "paranoid:order=history",
    "paranoid:order=history-ads,levels=blend",
    "paranoid:order=listed,limit=3",
    "paranoid:order=eval",
    "paranoid:order=tt+killer,tt=18,pvs=yes,deepening=yes",
    "paranoid:order=iteration,tt=18,deepening=yes",
    "paranoid:order=tt,tt=18,lifetime=game",
    "paranoid:order=none,repetition=yes",
    "paranoid:order=tt+killer,tt=18,pvs=yes,deepening=yes,repetition=yes,lifetime=game",
    "paranoid:order=history,stand-pat=2",
    "paranoid:order=none,windows=5/4/3",
    "paranoid:order=none,sibling=2,q=2",
    "paranoid:order=history,reduce=2,pvs=yes",
    "paranoid:order=none,futility=2/4,q=1",
    "brs:order=none",
    "brs:order=threat-ads",
    "brs:order=threat-ads+history",
    "brs:order=history+threat-ads,weight=one",
    "brs:order=threat-ads+eval",
    "brs:order=history,history-levels=yes",
    "brs:order=eval",
    "brs:order=kind+killer",
    "brs:order=combined,regions=1/9",
    "brs:order=combined-ads,regions=1/9",
    "brs:order=history-ads,levels=blend,stats=yes",
    "brs:order=listed+random",
    "brs:order=random",
    "brs:order=none,pvs=yes",
    "brs:order=history-ads+random,open-root=yes",
    "brs:order=tt+history-ads,tt=18,pvs=yes,deepening=yes",
    "brs:order=none,repetition=yes",
    "brs:order=tt+history-ads,tt=18,pvs=yes,deepening=yes,repetition=yes,lifetime=game",
    "brs:order=threat-ads,lifetime=game",
    "brs:order=threat-ads,rule=count,lifetime=search",
    "brs:order=tt,tt=18,lifetime=game",
};

static bool twin_wanted(const Variant *v, const char *text)
{
    const bool two = v->facts.players == 2;
    if (two != (strncmp(text, "alphabeta", 9) == 0)) return false;
    if (strstr(text, "threat-ads,rule=count")) return false;
    return strstr(text, "null=") == NULL || !(v->facts.traits & (TRAIT_SAME_SIDE | TRAIT_PASS));
}

// Positions that may have come before s: each a few plies from it. Of a game that bounds how far back equal
// ones can lie, none: there only a real game will do.
enum { PAST_MAX = 12 };
static int past_draw(const Variant *v, Rng *rng, const AnyState *s, uint64_t past[PAST_MAX])
{
    if (v->game->reversible(v->rules, s) < PAST_MAX) return 0;
    const int n = (int)rng_below(rng, PAST_MAX + 1);
    for (int i = 0; i < n; i++) {
        AnyState at = *s;
        for (int plies = 1 + (int)rng_below(rng, 3); plies > 0; plies--) {
            Move           moves[GAME_MOVES_MAX];
            const AnyState parent = at;
            const int      count  = v->game->generate(v->rules, &parent, moves);
            if (count > 0) v->game->play(v->rules, &at, &parent, moves[rng_below(rng, (uint32_t)count)]);
        }
        past[i] = v->game->hash(v->rules, &at);
    }
    return n;
}

// A few turns of a game from s, before which `known` positions came: what stays, and what is forgotten.
// `past` has room for TURNS more.
enum { TURNS = 3 };
static void assert_twin_game(const Variant *v, const char *text, AnyState s, int depth, uint64_t past[],
                             int known)
{
    Status               status;
    const SearchSettings t  = test_settings(v, text);
    Search *const        se = search_open(v, &t, &status);
    Twin *const          tw = twin_open(v, &t);
    ck_assert_ptr_nonnull(se);
    for (int turns = 0; turns < TURNS; turns++) {
        tw->game = (SearchLimits){.history = past, .history_count = known};
        assert_twin(v, text, se, tw, &s, depth);
        const AnyState parent = s;
        past[known++]         = v->game->hash(v->rules, &s);
        v->game->play(v->rules, &s, &parent, tw->move);
        if (v->game->count(v->rules, &s) == 0) break;
    }
    free(tw);
    search_close(se);
}

START_TEST(test_search_visits_the_nodes_of_its_twin)
{
    Variant v   = test_open(test_specs[_i]);
    Rng     rng = rng_seed(61);
    for (size_t k = 0; k < sizeof twin_specs / sizeof *twin_specs; k++) {
        if (!twin_wanted(&v, twin_specs[k])) continue;
        if (TEST_SANITIZED && (k + (size_t)_i) % 18) continue;   // every spec with some games
        for (int i = 0; i < test_amount(2, 40); i++) {
            uint64_t past[PAST_MAX + TURNS];
            AnyState s;
            test_position(&v, &rng, &s);
            const int depth   = 1 + test_depth(&v, &s, 5, 600);
            const int repeats = strstr(twin_specs[k], "repetition=yes") ? past_draw(&v, &rng, &s, past) : 0;
            assert_twin_game(&v, twin_specs[k], s, depth, past, repeats);
        }
    }
    variant_close(&v);
}
END_TEST

// The game in which a side can be in check, a pass can be refused and the referee ends games.
START_TEST(test_search_visits_the_nodes_of_its_twin_in_small_chess)
{
    Variant v = small_chess_open();
    for (size_t k = 0; k < sizeof twin_specs / sizeof *twin_specs; k++)
        for (int i = 0; twin_wanted(&v, twin_specs[k]) && i < test_amount(30, 400); i++) {
            uint64_t  past[64 + TURNS];
            AnyState  s;
            const int known = small_chess_position(&v, (uint64_t)i, &s, past);
            assert_twin_game(&v, twin_specs[k], s, 1 + test_depth(&v, &s, 6, 1500), past, known);
        }
    variant_close(&v);
}
END_TEST

START_TEST(test_minimal_tree_equals_its_twin)
{
    Variant v   = test_open(test_specs[_i]);
    Rng     rng = rng_seed(71);
    for (int i = 0; i < test_amount(3, 40); i++) {
        AnyState s;
        Status   status;
        uint64_t minimal, fewest = UINT64_MAX;
        test_position(&v, &rng, &s);
        const int            depth    = test_depth(&v, &s, 5, 3000);
        const SearchSettings settings = test_settings(&v, v.facts.players == 2 ? "alphabeta"
                                                          : i % 2              ? "brs"
                                                                               : "paranoid");
        const SearchSettings t        = {.algorithm   = settings.algorithm,
                                         .on          = FEATURE_ORDER_REPLIES | FEATURE_ORDER_EVAL,
                                         .order       = {FEATURE_ORDER_REPLIES, FEATURE_ORDER_EVAL},
                                         .order_count = 2,
                                         .eval_levels = PLY_MAX};
        ck_assert(search_minimal_tree(&v, &settings, &s, &(SearchLimits){.depth = depth}, &minimal, &status));
        Twin *const tw = twin_open(&v, &t);
        for (int pass = 0; pass < 12; pass++) {
            twin_run(tw, &s, depth);
            if (tw->nodes >= fewest) break;
            fewest = tw->nodes;
        }
        free(tw);
        ck_assert_uint_eq(minimal, fewest);
    }
    variant_close(&v);
}
END_TEST

// max^n: what is left for the player above, when every other one but him and me loses all he can.
static void twin_maxn(Twin *tw, const AnyState *s, int ply, int depth, int above, int64_t secured,
                      Value out[PLAYERS_MAX])
{
    const Game *const g = tw->v->game;
    const int         p = g->turn(tw->v->rules, s), players = tw->v->facts.players;
    tw->nodes++;
    memset(out, 0, PLAYERS_MAX * sizeof *out);
    if (twin_drawn(tw, s, ply)) {
        tw->leaves++;
        return;
    }
    TwinMove *const list = malloc(TWIN_MOVES * sizeof *list);
    const int       n    = depth > 0 ? twin_generate(tw, s, p == tw->root, list) : 0;
    if (n == 0) {
        const bool over = twin_over(tw, s);
        tw->leaves++;
        g->payoff(tw->v->rules, s, out);
        for (int q = 0; q < players; q++)
            out[q] = over ? value_of_payoff(out[q], ply)
                          : value_of_evaluation(g->evaluate(tw->v->rules, s, q));
        free(list);
        return;
    }
    twin_order(tw, s, p == tw->root, ply, depth, -1, list, n);
    int best = -1;
    for (int i = 0; i < n; i++) {
        AnyState child;
        Value    v[PLAYERS_MAX];
        g->play(tw->v->rules, &child, s, list[i].m);
        twin_maxn(tw, &child, ply + 1, depth - 1, p, best < 0 ? -VALUE_INF : out[p], v);
        if (best >= 0 && (v[p] < out[p] || (v[p] == out[p] && list[i].index > best))) continue;
        best = list[i].index;
        memcpy(out, v, sizeof v);
        if (ply == 0) tw->move = list[i].m;
        const int64_t most = (int64_t)players * VALUE_EVAL_MAX - out[p] +
                             (int64_t)(players - 2) * PAYOFF_UNIT * VALUE_PER_PAYOFF;
        if (above >= 0 && above != p && most < secured) {
            twin_cut(tw, s, p == tw->root, &list[i], ply, depth, i);
            break;
        }
    }
    free(list);
}

START_TEST(test_maxn_visits_the_nodes_of_its_twin)
{
    static const char *const specs[] = {"maxn:order=none",
                                        "maxn:order=history",
                                        "maxn:order=eval",
                                        "maxn:order=kind+random",
                                        "maxn:order=history-ads,levels=blend",
                                        "maxn:order=killer,stats=yes",
                                        "maxn:order=none,repetition=yes",
                                        "maxn:order=history-ads,repetition=yes"};
    Variant                  v       = test_open(test_specs[_i]);
    Rng                      rng     = rng_seed(81);
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++)
        for (int i = 0; i < test_amount(4, 60); i++) {
            const SearchSettings t = test_settings(&v, specs[k]);
            AnyState             s;
            Status               status;
            SearchResult         r;
            Value                out[PLAYERS_MAX];
            test_position(&v, &rng, &s);
            uint64_t           past[PAST_MAX];
            const SearchLimits limits = {.depth         = test_depth(&v, &s, 6, 3000),
                                         .history       = past,
                                         .history_count = past_draw(&v, &rng, &s, past)};
            Search *const      se     = search_open(&v, &t, &status);
            Twin *const        tw     = twin_open(&v, &t);
            tw->game                  = limits;
            search_run(se, &s, &limits, NULL, NULL, &r);
            tw->root = v.game->turn(v.rules, &s), tw->rng = rng_seed(t.seed);
            twin_maxn(tw, &s, 0, limits.depth, -1, 0, out);
            ck_assert_msg(r.nodes == tw->nodes && r.leaves == tw->leaves && r.pv[0] == tw->move &&
                              memcmp(r.values, out, sizeof out) == 0,
                          "%s %s depth %d: %lu nodes, the twin %lu", test_specs[_i], specs[k], limits.depth,
                          (unsigned long)r.nodes, (unsigned long)tw->nodes);
            if (se->stats != NULL) ck_assert_uint_eq(se->stats->cuts, tw->cuts);
            trace_check(&v, &t, &s, &limits, &r);
            free(tw);
            search_close(se);
        }
    variant_close(&v);
}
END_TEST

// Narrow windows at the root show the bounds that a node gives back, which a full window hides.
START_TEST(test_bounds_of_narrow_windows_equal_the_twins)
{
    static const char *const games[] = {"tictactoe", "connect-four", "connect-four:width=4,height=4",
                                        "abalone"};
    static const char *const specs[] = {"alphabeta:order=none",
                                        "alphabeta:order=none,null=1",
                                        "alphabeta:order=none,null=2",
                                        "alphabeta:order=none,windows=9/6/3",
                                        "alphabeta:order=none,futility=3/5/9",
                                        "alphabeta:order=none,futility=0,q=2",
                                        "alphabeta:order=none,reduce=1"};
    Variant                  v       = test_open(games[_i]);
    Rng                      rng     = rng_seed(91);
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        const SearchSettings t = test_settings(&v, specs[k]);
        Status               status;
        Search *const        se = search_open(&v, &t, &status);
        Twin *const          tw = twin_open(&v, &t);
        ck_assert_ptr_nonnull(se);
        for (int i = 0; i < test_amount(_i < 3 ? 300 : 10, 1000); i++) {
            AnyState           s;
            SearchResult       r;
            const SearchLimits one = {.depth = 1};
            test_position(&v, &rng, &s);
            const int   depth = 1 + test_depth(&v, &s, 5, 600);
            const Value alpha = (Value)rng_below(&rng, 9) - 5;
            search_run(se, &s, &one, NULL, NULL, &r);   // sets the root
            twin_run(tw, &s, 1);
            const Value got      = v.game->search->alphabeta[INSTANCE_ANY](se, &s, depth, alpha, alpha + 1),
                        expected = twin_node(tw, &s, 0, depth, alpha, alpha + 1, true);
            ck_assert_msg(got == expected, "%s %s depth %d, window %d: %d, the twin %d", games[_i], specs[k],
                          depth, alpha, got, expected);
        }
        free(tw);
        search_close(se);
    }
    variant_close(&v);
}
END_TEST

Suite *suite_twin(void);
Suite *suite_twin(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *suite = suite_create("twin");
    TCase *tcase = tcase_create("twin");
    tcase_set_timeout(tcase, test_amount(360, 14400));
    tcase_add_loop_test(tcase, test_search_visits_the_nodes_of_its_twin, 0, specs);
    tcase_add_loop_test(tcase, test_minimal_tree_equals_its_twin, 0, specs);
    tcase_add_loop_test(tcase, test_maxn_visits_the_nodes_of_its_twin, 0, specs);
    tcase_add_loop_test(tcase, test_bounds_of_narrow_windows_equal_the_twins, 0, 4);
    suite_add_tcase(suite, tcase);
    TCase *small = tcase_create("small chess");
    tcase_set_timeout(small, test_amount(120, 7200));
    tcase_add_test(small, test_search_visits_the_nodes_of_its_twin_in_small_chess);
    suite_add_tcase(suite, small);
    return suite;
}
