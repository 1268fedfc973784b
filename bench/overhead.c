// overhead.c - what the search template costs: the presets plain, ads and ads_tt on Othello, each searched
// three ways.
//
//     template   the preset, as every player runs it: search_run, the node of search/node_alphabeta.h
//     hand       a search written for Othello and these ideas alone: overhead_hand.h
//     table      the same body for any game, its rules behind the function pointers of `Game`
//
// All three have the same duties (limits are looked at, nodes and leaves counted, the best line kept) and
// must visit the same nodes and return the same values; the run ends with an error otherwise. Rounds are
// interleaved and the best counts, so that a busy machine hits all alike.
//
//     overhead [ROUNDS]                     nodes per second and ratios
//     overhead callgrind WAY PRESET         one search, for `valgrind --tool=callgrind
//                                           --toggle-collect=overhead_search`; prints its nodes
#define game_othello overhead_othello   // the library has the table already; here only the rules are wanted
#include "games/othello.c"
#undef game_othello

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>

enum { POSITIONS = 12, ROUNDS = 7, TABLE_BITS = 20, CHECK_NODES = 4096 };

typedef enum { PLAIN, ADS, ADS_TT, SETS } Set;
typedef enum { TEMPLATE, HAND, TABLE, WAYS } Way;
static const char *const set_names[SETS] = {"plain", "ads", "ads_tt"}, *const way_names[WAYS] = {
                                                                           "template", "hand", "table"};
static const char *const set_players[SETS] = {"alphabeta", "alphabeta:order=history-ads",
                                              "alphabeta:order=tt+history-ads,tt=20"};
static const int         set_depths[SETS]  = {6, 8, 8};

#include "overhead_hand.h"

// Way `table`: nothing is known of the game but its table.

typedef Value TableNode(Bench *b, const AnyState *s, int ply, int depth, Value alpha, Value beta);

static inline __attribute__((always_inline)) Value table_node(const Set set, TableNode *const recurse,
                                                              Bench *b, const AnyState *s, int ply, int depth,
                                                              Value alpha, Value beta)
{
    const Game *const g = b->game;
    const int         p = g->turn(b->rules, s), side = p != b->root;
    if (!bench_enter(b, ply)) return 0;
    if (depth == 0 && g->count(b->rules, s) != 0)
        return b->line.leaves++, value_of_evaluation(g->evaluate(b->rules, s, p));
    const Value    alpha_start = alpha;
    const uint64_t key         = set == ADS_TT && depth > 0 ? g->hash(b->rules, s) : 0;
    TTHit          hit         = {.index = TT_INDEX_NONE};
    if (set == ADS_TT && depth > 0) {
        hit           = tt_probe(&b->tt, key);
        const Value v = value_from_table(hit.value, ply);
        if (ply > 0 && hit.bound != BOUND_NONE && hit.depth == depth &&
            (hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER ? v >= beta : v <= alpha)))
            return b->line.leaves++, v;
    }
    Move      moves[GAME_MOVES_MAX];
    uint64_t  scores[GAME_MOVES_MAX];
    const int n = depth > 0 ? g->generate(b->rules, s, moves) : 0;
    if (n == 0) {
        Value out[PLAYERS_MAX];
        g->payoff(b->rules, s, out);
        return b->line.leaves++, value_of_payoff(out[p], ply);
    }
    Picker pick = {.n = n, .best = -1};
    for (int i = 0; set != PLAIN && i < n; i++) {
        scores[i] = i == hit.index ? INT64_MAX : b->list[side][g->move_id(b->rules, s, moves[i])];
        pick.scored += scores[i] != 0;
    }
    Value best       = -VALUE_INF;
    int   best_index = -1;
    Move  m          = MOVE_NONE;
    for (int i; (i = pick_next(moves, scores, set != PLAIN, false, &pick, &m)) >= 0;) {
        AnyState child;
        g->play(b->rules, &child, s, m);
        const bool  same = g->turn(b->rules, &child) == p;
        const Value v    = same ? recurse(b, &child, ply + 1, depth - 1, alpha, beta)
                                : -recurse(b, &child, ply + 1, depth - 1, -beta, -alpha);
        if (b->line.stopped) return 0;
        if (v <= best) continue;
        best = v, best_index = i;
        if (v > alpha) alpha = v, line_set(&b->line, ply, m);
        if (v >= beta) {
            if (set != PLAIN) b->list[side][g->move_id(b->rules, s, m)] = ++b->clock[side];
            break;
        }
    }
    if (set == ADS_TT)
        tt_store(&b->tt, key, value_to_table(best, ply), (uint16_t)best_index, depth,
                 best >= beta         ? BOUND_LOWER
                 : best > alpha_start ? BOUND_EXACT
                                      : BOUND_UPPER);
    return best;
}

#define TABLE_INSTANCE(NAME, SET)                                                                            \
    static Value NAME(Bench *b, const AnyState *s, int ply, int depth, Value alpha, Value beta)              \
    {                                                                                                        \
        return table_node(SET, NAME, b, s, ply, depth, alpha, beta);                                         \
    }
TABLE_INSTANCE(table_plain, PLAIN)
TABLE_INSTANCE(table_ads, ADS)
TABLE_INSTANCE(table_ads_tt, ADS_TT)

// The fixed set: random play from the start, 12 to 34 plies, by one seed.
static void positions_make(const Variant *v, AnyState positions[POSITIONS])
{
    Rng rng = rng_seed(1);
    for (int i = 0; i < POSITIONS; i++) {
        variant_setup(v, &positions[i]);
        for (int ply = 0; ply < 12 + 2 * i; ply++) {
            const AnyState before = positions[i];
            Move           moves[GAME_MOVES_MAX];
            const int      n = v->game->generate(v->rules, &before, moves);
            if (n > 0) v->game->play(v->rules, &positions[i], &before, moves[rng_below(&rng, (uint32_t)n)]);
        }
    }
}

// One search one way. Not static: callgrind knows it by name.
void overhead_search(Way way, Set set, Search *se, Bench *b, const AnyState *s, SearchResult *found);
void overhead_search(Way way, Set set, Search *se, Bench *b, const AnyState *s, SearchResult *found)
{
    static HandNode *const  hand[SETS]  = {hand_plain, hand_ads, hand_ads_tt};
    static TableNode *const table[SETS] = {table_plain, table_ads, table_ads_tt};
    const State *const      o           = (const State *)s;
    const int               depth       = set_depths[set];
    if (way == TEMPLATE) {
        search_run(se, s, &(SearchLimits){.depth = depth}, NULL, NULL, found);
        return;
    }
    const double start = clock_seconds();
    b->line.nodes = b->line.leaves = b->line.check = 0;
    b->root                                        = (int)o->turn;
    memset(b->list, 0, sizeof b->list);
    tt_new_search(&b->tt, true);
    found->value = way == HAND ? hand[set](b, o->own, o->other, 0, depth, -VALUE_INF, VALUE_INF)
                               : table[set](b, s, 0, depth, -VALUE_INF, VALUE_INF);
    found->nodes = b->line.nodes, found->leaves = b->line.leaves;
    found->seconds = clock_seconds() - start;
}

static void set_run(Set set, Search *se, Bench *b, const AnyState positions[POSITIONS], int rounds)
{
    double   best[WAYS][POSITIONS] = {0}, seconds[WAYS] = {0};
    uint64_t nodes = 0;
    for (int k = 0; k < rounds * POSITIONS * WAYS; k++) {
        static SearchResult found, first;
        const int           way = k % WAYS, i = k / WAYS % POSITIONS;
        overhead_search((Way)way, set, se, b, &positions[i], &found);
        if (way == 0) first = found;
        if (k < POSITIONS * WAYS && way == 0) nodes += found.nodes;
        if (best[way][i] == 0 || found.seconds < best[way][i]) best[way][i] = found.seconds;
        if (found.value == first.value && found.nodes == first.nodes && found.leaves == first.leaves)
            continue;
        fprintf(stderr, "%s, position %d: %s differs from the template\n", set_names[set], i, way_names[way]);
        exit(1);
    }
    for (int k = 0; k < POSITIONS * WAYS; k++) seconds[k % WAYS] += best[k % WAYS][k / WAYS];
    printf("%-8s %5d %10lu", set_names[set], set_depths[set], (unsigned long)nodes);
    for (int way = 0; way < WAYS; way++) printf("  %8.2f", (double)nodes / seconds[way] / 1e6);
    printf("  %8.3f  %8.3f\n", seconds[TEMPLATE] / seconds[HAND], seconds[TABLE] / seconds[TEMPLATE]);
}

int main(int argc, char *argv[])
{
    static Bench b;
    AnyState     positions[POSITIONS];
    Variant      v;
    Status       status;
    if (!variant_open(&v, "othello", &status) || !tt_open(&b.tt, TABLE_BITS)) return 1;
    b.rules = v.rules, b.game = v.game;
    positions_make(&v, positions);
    if (argc < 4)
        printf("%-8s %5s %10s  %8s  %8s  %8s  %8s  %8s\n", "preset", "depth", "nodes", "template", "hand",
               "table", "t/hand", "table/t");
    for (Set set = 0; set < SETS; set++) {
        Spec           spec;
        SearchSettings settings;
        if (!spec_parse(&spec, set_players[set], &status) ||
            !search_settings_parse(&settings, &spec, &v, &status))
            return 1;
        Search *const se = search_open(&v, &settings, &status);
        if (se == NULL) return 1;
        if (argc < 4) set_run(set, se, &b, positions, argc == 2 ? atoi(argv[1]) : ROUNDS);
        for (int way = 0; way < WAYS && argc == 4; way++) {
            SearchResult found;
            if (!text_same(way_names[way], argv[2]) || !text_same(set_names[set], argv[3])) continue;
            overhead_search((Way)way, set, se, &b, &positions[POSITIONS / 2], &found);
            printf("%lu\n", (unsigned long)found.nodes);
        }
        search_close(se);
    }
    tt_close(&b.tt);
    variant_close(&v);
    return 0;
}
