// game_export.h - the last include of a game: wraps its typed functions for the opaque table `const Game
// game_<GAME>_<level>` (games_table.h).
//
// Needs GAME, GAME_NAME, GAME_TITLE and the functions listed in game.h; GAME_HAS_* macros name the
// optional ones. (No include guard: it is a template, used once per translation unit.)

#include "game/game.h"
#include "game/games_table.h"
#include "game/perft_template.h"
#include "search/search_template.h"

#include <assert.h>

_Static_assert(sizeof(State) <= STATE_MAX, "a state must fit STATE_MAX bytes");
_Static_assert((int)MOVES_MAX <= (int)GAME_MOVES_MAX, "raise GAME_MOVES_MAX");

static bool export_rules_open(void *r, const int values[], Facts *facts, Status *st)
{
    const bool good = rules_open(r, values, facts, st);
#ifdef GAME_TWO_PLAYERS
    assert(!good || facts->players == 2);
#endif
    if (facts->actions == 0) facts->actions = facts->move_ids;
    return good;
}

// Of what game.h promises, what one call can check.
#ifdef GAME_HAS_REHASH
#define EXPORT_HASH_HOLDS(r, s) (hash(r, s) == rehash(r, s))
#else
#define EXPORT_HASH_HOLDS(r, s) true
#endif

static void export_setup(const void *r, void *s)
{
    setup(r, s);
    assert(EXPORT_HASH_HOLDS(r, s));
}
static int export_generate(const void *r, const void *s, Move out[])
{
    const int n = generate(r, s, out);
    assert(n >= 0 && n <= MOVES_MAX);
    return n;
}
static int  export_count(const void *r, const void *s) { return perft_count(r, s); }
static bool export_over(const void *r, const void *s) { return node_is_over(r, s); }
static void export_play(const void *r, void *child, const void *s, Move m)
{
    assert(child != s && m != MOVE_NONE);
    play(r, child, s, m);
    assert(EXPORT_HASH_HOLDS(r, child));
}
static int export_turn(const void *r, const void *s)
{
    const int p = turn(r, s);
    assert(p >= 0 && p < PLAYERS_MAX);
    return p;
}
static uint64_t export_hash(const void *r, const void *s) { return hash(r, s); }
static uint32_t export_move_id(const void *r, const void *s, Move m)
{
    assert(m != MOVE_NONE);
    return move_id(r, s, m);
}
static Value export_evaluate(const void *r, const void *s, int p)
{
    const Value v = evaluate(r, s, p);
    assert(p >= 0 && p < PLAYERS_MAX && v > -VALUE_INF && v < VALUE_INF);
#ifdef GAME_TWO_PLAYERS
    assert(evaluate(r, s, !p) == -v);
#endif
    return v;
}
static void export_payoff(const void *r, const void *s, Value out[PLAYERS_MAX])
{
    payoff(r, s, out);
    assert(out[0] + out[1] + out[2] + out[3] + out[4] + out[5] == 0);
}
static void export_pass_to(const void *r, void *child, const void *s, int p)
{
    assert(child != s);
    pass_to(r, child, s, p);
    assert(turn(r, child) == p && EXPORT_HASH_HOLDS(r, child));
}
static bool export_drawn(const void *r, const void *s) { return node_drawn(r, s); }
static int  export_reversible(const void *r, const void *s)
{
    const int plies = node_reversible(r, s);
    assert(plies >= 0);
    return plies;
}
#ifdef GAME_HAS_KNOWN
static bool export_known(const void *r, const void *s, int *result, int *plies)
{
    const bool is = known(r, s, result, plies);
    assert(!is || (*result >= -1 && *result <= 1 && *plies >= 0));
    return is;
}
#else
#define export_known NULL
#endif
#ifdef GAME_HAS_LEAF
static bool export_leaf(const void *r, const void *s, Move m, Value *value) { return leaf(r, s, m, value); }
#else
#define export_leaf NULL
#endif
static bool export_in_check(const void *r, const void *s) { return node_in_check(r, s); }
static bool export_null_allowed(const void *r, const void *s) { return node_null_allowed(r, s); }
static void export_position_format(const void *r, const void *s, Text *out) { position_format(r, s, out); }
static bool export_position_parse(const void *r, void *s, const char *text, Status *st)
{
    return position_parse(r, s, text, st);
}
static bool export_validate(const void *r, const void *s, Status *st) { return validate(r, s, st); }
static void export_move_format(const void *r, const void *s, Move m, Text *out) { move_format(r, s, m, out); }
static CellPlace export_cell_place(const void *r, int i) { return cell_place(r, i); }
static CellView  export_cell_view(const void *r, const void *s, int i) { return cell_view(r, s, i); }
static uint64_t  export_perft(const void *r, const void *s, int depth, uint64_t *interior)
{
    return perft_node(r, s, depth, interior);
}

#ifdef GAME_HAS_REHASH
static uint64_t export_rehash(const void *r, const void *s) { return rehash(r, s); }
#else
#define export_rehash export_hash
#endif
#ifdef GAME_HAS_KIND
static int export_move_kind(const void *r, const void *s, Move m) { return move_kind(r, s, m); }
#else
#define GAME_KINDS       1
#define GAME_KINDS_NOISY 0
static int export_move_kind(const void *r, const void *s, Move m) { return (void)r, (void)s, (void)m, 0; }
#endif
#ifdef GAME_HAS_MOVE_CODE
static void export_move_code(const void *r, const void *s, Move m, Text *out) { move_code(r, s, m, out); }
#else
#define export_move_code export_move_format
#endif
#ifdef GAME_HAS_MOVE_PARSE
static bool export_move_parse(const void *r, const void *s, const char *text, Move *m, Status *st)
{
    return move_parse(r, s, text, m, st);
}
#else
#define export_move_parse NULL
#endif
#ifdef GAME_HAS_NOTES
static void export_notes(const void *r, const void *s, Notes *out) { notes(r, s, out); }
#else
#define export_notes NULL
#endif
#ifdef GAME_HAS_MOVE_CELLS
static void export_move_cells(const void *r, const void *s, Move m, MoveCells *out)
{
    move_cells(r, s, m, out);
}
#else
#define export_move_cells NULL
#endif
#ifdef GAME_HAS_ACTION
static uint32_t export_action_id(const void *r, const void *s, Move m) { return action_id(r, s, m); }
#else
#define export_action_id export_move_id
#endif
#ifdef GAME_HAS_SCORE
static int export_score(const void *r, const void *s, int p) { return score(r, s, p); }
#else
#define export_score NULL
#endif

#ifdef GAME_HAS_CELL_MOVED
static bool export_cell_moved(const void *r, const void *before, const void *after, int i)
{
    return cell_moved(r, before, after, i);
}
#else
#define export_cell_moved NULL
#endif

#ifdef GAME_HAS_EVALS
#define export_evals evals
static int export_eval_tables(const void *r, int which, EvalTable out[EVAL_TABLES_MAX], Status *st)
{
#ifdef GAME_HAS_EVAL_TABLES
    return eval_tables(r, which, out, st);
#else
    return (void)r, (void)which, (void)out, (void)st, 0;
#endif
}
static void export_eval_use(void *r, int which, const uint8_t *const tables[], const int weights[])
{
    eval_use(r, which, tables, weights);
}
#else
#define export_evals       NULL
#define export_eval_tables NULL
#define export_eval_use    NULL
#endif

#ifdef GAME_HAS_EVAL_NAMED
static bool export_eval_named(const void *r, const char *name, int *which, EvalInfo *info)
{
    return eval_named(r, name, which, info);
}
#else
#define export_eval_named NULL
#endif

#ifdef GAME_HAS_EVAL_NEXT
static bool export_eval_next(const void *r, const void *s, int *which, EvalCandidate *out)
{
    return eval_next(r, s, which, out);
}
#else
#define export_eval_next NULL
#endif

#ifdef GAME_HAS_PRESETS
#define export_presets presets
#else
#define export_presets NULL
#endif

#ifdef GAME_HAS_RANK
static uint64_t export_positions(const void *r) { return positions(r); }
static uint64_t export_rank(const void *r, const void *s) { return rank(r, s); }
static bool     export_unrank(const void *r, void *s, uint64_t number) { return unrank(r, s, number); }
#else
#define export_positions NULL
#define export_rank      NULL
#define export_unrank    NULL
#endif

#ifdef GAME_HAS_PREDECESSORS
static int export_predecessors(const void *r, const void *s, void *out, int room)
{
    return predecessors(r, s, out, room);
}
#else
#define export_predecessors NULL
#endif

#ifdef GAME_HAS_SYMMETRY
static int  export_symmetries(const void *r) { return symmetries(r); }
static void export_symmetry(const void *r, void *image, const void *s, int k) { symmetry(r, image, s, k); }
#else
#define export_symmetries NULL
#define export_symmetry   NULL
#endif

#ifndef GAME_ENGINE
#define GAME_ENGINE                                                                                          \
    {                                                                                                        \
        0                                                                                                    \
    }
#endif
#ifndef GAME_MOVE_HELP
#define GAME_MOVE_HELP NULL
#endif

#ifdef GAME_DATABASES
extern const struct CatalogFamily GAME_DATABASES;
#define EXPORT_DATABASES &GAME_DATABASES
#else
#define EXPORT_DATABASES NULL
#endif

#define EXPORT_JOIN_(a, b) a##b
#define EXPORT_JOIN(a, b)  EXPORT_JOIN_(a, b)
#define EXPORT_GAME        LEVEL_NAME(EXPORT_JOIN(game_, GAME))

extern const Game EXPORT_GAME;
const Game        EXPORT_GAME = {
           .name            = GAME_NAME,
           .title           = GAME_TITLE,
           .move_help       = GAME_MOVE_HELP,
           .engine          = (const EngineChoice[]){GAME_ENGINE, {0}},
           .options         = options,
           .rules_size      = sizeof(Rules),
           .state_size      = sizeof(State),
           .moves_max       = MOVES_MAX,
           .kinds           = GAME_KINDS,
           .perft_ends      = GAME_PERFT_ENDS,
           .kinds_noisy     = GAME_KINDS_NOISY,
           .rules_open      = export_rules_open,
           .setup           = export_setup,
           .generate        = export_generate,
           .count           = export_count,
           .over            = export_over,
           .play            = export_play,
           .turn            = export_turn,
           .hash            = export_hash,
           .rehash          = export_rehash,
           .move_id         = export_move_id,
           .move_kind       = export_move_kind,
           .evaluate        = export_evaluate,
           .payoff          = export_payoff,
           .pass_to         = export_pass_to,
           .drawn           = export_drawn,
           .reversible      = export_reversible,
           .in_check        = export_in_check,
           .null_allowed    = export_null_allowed,
           .position_format = export_position_format,
           .position_parse  = export_position_parse,
           .validate        = export_validate,
           .move_format     = export_move_format,
           .move_code       = export_move_code,
           .move_parse      = export_move_parse,
           .cell_place      = export_cell_place,
           .cell_view       = export_cell_view,
           .cell_moved      = export_cell_moved,
           .notes           = export_notes,
           .move_cells      = export_move_cells,
           .action_id       = export_action_id,
           .score           = export_score,
           .evals           = export_evals,
           .eval_tables     = export_eval_tables,
           .eval_use        = export_eval_use,
           .eval_named      = export_eval_named,
           .eval_next       = export_eval_next,
           .presets         = export_presets,
           .positions       = export_positions,
           .rank            = export_rank,
           .unrank          = export_unrank,
           .predecessors    = export_predecessors,
           .symmetries      = export_symmetries,
           .symmetry        = export_symmetry,
           .databases       = EXPORT_DATABASES,
           .search          = &search_nodes,
           .perft           = export_perft,
           .known           = export_known,
           .leaf            = export_leaf,
};
