#include "play/show/table_line.h"
#include "search/values.h"

#include <assert.h>

// A line that is walked, and where it is.
typedef struct Walk {
    const Search *se;
    AnyState      now;
    int           root, ply, depth;
    Value         value;                   // of the line, for the player at its beginning
    uint64_t      hashes[PLY_MAX + 1];     // of its positions
    Move          moves[GAME_MOVES_MAX];   // of the last of them
    int           count;
} Walk;

static bool came_before(const Walk *w)
{
    const SearchLimits *const l   = &w->se->limits;
    const uint64_t            now = w->hashes[w->ply];
    bool                      is  = false;
    for (int i = 0; i < w->ply; i++) is |= w->hashes[i] == now;
    // The first position may be the last of the game.
    for (int i = 0; i < l->history_count && w->ply > 0; i++) is |= l->history[i] == now;
    return is;
}

// False: the position came before.
static bool walk_arrive(Walk *w)
{
    const Game *const g = w->se->v->game;
    w->hashes[w->ply]   = g->hash(w->se->rules, &w->now);
    w->count            = g->generate(w->se->rules, &w->now, w->moves);
    return !came_before(w);
}

static bool walk_play(Walk *w, Move m)
{
    const AnyState before = w->now;
    assert(w->ply < PLY_MAX);
    w->se->v->game->play(w->se->rules, &w->now, &before, m);
    w->ply++;
    return walk_arrive(w);
}

static bool is_legal(const Walk *w, Move m)
{
    int i = 0;
    while (i < w->count && w->moves[i] != m) i++;
    return i < w->count;
}

// Over, drawn by the referee where the search knows him, or known to databases: no node looks in the table.
static bool walk_ends(const Walk *w)
{
    const Game *const g = w->se->v->game;
    int               result, plies;
    return w->count == 0 || ((w->se->settings.on & FEATURE_REPETITION) && g->drawn(w->se->rules, &w->now)) ||
           (g->known != NULL && g->known(w->se->rules, &w->now, &result, &plies));
}

// The best move of the position by the table; MOVE_NONE: not known.
static Move walk_next(const Walk *w)
{
    const Search *const se     = w->se;
    const TTHit         hit    = tt_probe(se->tt, w->hashes[w->ply] ^ se->key_side[0]);
    const int           left   = w->depth - w->ply;
    const bool          deeper = se->settings.on & (FEATURE_TT_DEEPER | FEATURE_CHECK);
    const bool          same   = se->v->game->turn(se->rules, &w->now) == w->root;
    if (hit.bound != BOUND_EXACT || hit.index >= w->count || hit.depth < left ||
        (hit.depth > left && !deeper))
        return MOVE_NONE;
    return value_from_table(hit.value, w->ply) == (same ? w->value : -w->value) ? w->moves[hit.index]
                                                                                : MOVE_NONE;
}

int table_line_extend(const Search *se, const AnyState *s, Value value, int depth, Move pv[PLY_MAX],
                      int length)
{
    assert(length >= 0 && length <= PLY_MAX);
    const int last = depth < PLY_MAX ? depth : PLY_MAX;
    Walk      w    = {.se = se, .now = *s, .depth = depth, .value = value};
    w.root         = se->v->game->turn(se->rules, s);
    if (se->players != 2 || se->tt == NULL || length == 0 || length >= last) return length;
    walk_arrive(&w);
    for (int i = 0; i < length; i++)
        if (!is_legal(&w, pv[i]) || !walk_play(&w, pv[i])) return length;
    while (length < last && !walk_ends(&w)) {
        const Move m = walk_next(&w);
        if (m == MOVE_NONE || !walk_play(&w, m)) break;
        pv[length++] = m;
    }
    return length;
}
