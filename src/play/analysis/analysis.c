#include "play/analysis/analysis.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool analysis_open(Analysis *analysis, const Record *game, Player *player, const SearchLimits *limits,
                   Status *status)
{
    assert(player_searches(player) && limits->depth != 1);
    *analysis        = (Analysis){.game = game, .player = player, .limits = *limits};
    analysis->moves  = calloc((size_t)game->count + 1, sizeof *analysis->moves);
    analysis->depths = calloc(SEARCH_DEPTH_MAX + 1, sizeof *analysis->depths);
    if (analysis->moves != NULL && analysis->depths != NULL &&
        record_open(&analysis->replay, game->v, &game->start, status))
        return true;
    analysis_close(analysis);
    return status_fail_system(status, "out of memory for the analysis");
}

void analysis_close(Analysis *analysis)
{
    free(analysis->moves);
    free(analysis->depths);
    record_close(&analysis->replay);
    analysis->moves  = NULL;
    analysis->depths = NULL;
}

static bool is_stopped(const Analysis *analysis)
{
    return analysis->limits.stop != NULL && atomic_load(analysis->limits.stop);
}

static void depth_keep(void *context, const SearchResult *found)
{
    Analysis *const analysis = context;
    if (found->depth > 0 && found->depth <= SEARCH_DEPTH_MAX) analysis->depths[found->depth] = *found;
}

// Searches the last position of the replayed game; *found is what it came to. Values by depth are kept when
// `keep` is set.
static void position_search(Analysis *analysis, int depth, bool keep, SearchResult *found)
{
    const Record *const replay = &analysis->replay;
    SearchLimits        limits = analysis->limits;
    limits.depth               = depth;
    limits.history             = replay->hashes;
    limits.history_count       = replay->count;
    if (keep) memset(analysis->depths, 0, (SEARCH_DEPTH_MAX + 1) * sizeof *analysis->depths);
    player_search_position(analysis->player, replay->v, &replay->now, &limits, keep ? depth_keep : NULL,
                           analysis, found);
    if (keep) depth_keep(analysis, found);
}

// A search with repetition=yes takes a position that came before for a draw.
static bool comes_again(const Analysis *analysis)
{
    return (analysis->player->search->on & FEATURE_REPETITION) && record_occurrences(&analysis->replay) > 1;
}

// Is the value of the position that the move led to certain? What the players get, or a draw.
static bool after_certain(const Analysis *analysis, int p, Value *value)
{
    const Record *const replay              = &analysis->replay;
    const Ended         ended               = record_ended(replay, INT32_MAX);
    Value               payoff[PLAYERS_MAX] = {0};
    if (ended == ENDED_NOT && !comes_again(analysis)) return false;
    if (ended != ENDED_NOT) record_payoff(replay, ended, payoff);
    return *value = value_of_payoff(payoff[p], 1), true;
}

// The same by a search to *depth, for player p and a ply before it; *depth says how far it came.
static bool after_search(Analysis *analysis, int p, int *depth, Value *value)
{
    const Record *const  replay = &analysis->replay;
    const Variant *const v      = replay->v;
    const Algorithm      kind   = analysis->player->search->settings.algorithm;
    SearchResult         found;
    if (*depth < 1 || (v->facts.players > 2 && kind != ALGORITHM_MAXN)) return false;
    position_search(analysis, *depth, false, &found);
    if (found.depth == 0) return false;
    // One that was not stopped has nothing to find further down.
    if (found.stopped) *depth = found.depth;
    const bool  same   = v->game->turn(v->rules, &replay->now) == p;
    const Value theirs = kind == ALGORITHM_MAXN ? found.values[p] : same ? found.value : -found.value;
    return *value      = value_from_table(theirs, 1), true;
}

// What the move led to. The replay stands after it.
static bool after_find(Analysis *analysis, MoveAnalysis *move)
{
    int deep = move->depth - 1;
    if (after_certain(analysis, move->mover, &move->after)) return true;
    if (move->found.pv[0] == move->played) return move->after = move->found.value, true;
    if (!after_search(analysis, move->mover, &deep, &move->after)) return false;
    if (deep + 1 == move->depth) return true;
    if (analysis->depths[deep + 1].depth == 0) return false;
    move->depth = deep + 1;
    move->found = analysis->depths[deep + 1];
    if (move->found.pv[0] == move->played) move->after = move->found.value;
    return true;
}

bool analysis_next(Analysis *analysis)
{
    const Record *const game   = analysis->game;
    Record *const       replay = &analysis->replay;
    Status              ignored;
    if (analysis->done == game->count || is_stopped(analysis)) return false;
    MoveAnalysis *const move = &analysis->moves[analysis->done];
    *move                    = (MoveAnalysis){.mover  = game->v->game->turn(game->v->rules, &replay->now),
                                              .played = game->moves[analysis->done]};
    position_search(analysis, analysis->limits.depth, true, &move->found);
    move->depth = move->found.depth;
    if (is_stopped(analysis) || !record_play(replay, move->played, &ignored)) return false;
    move->compared = move->depth > 0 && after_find(analysis, move);
    // A search that remembers may find more when it starts a ply later.
    if (move->compared && move->found.value > move->after) move->loss = move->found.value - move->after;
    if (is_stopped(analysis)) return false;
    analysis->done++;
    return true;
}

// Verdicts.

const char *const verdict_names[] = {
    [MOVE_SOUND] = "", [MOVE_MISTAKE] = "mistake", [MOVE_BLUNDER] = "blunder"};

static bool is_decided(Value v) { return v >= VALUE_WIN_MIN || v <= -VALUE_WIN_MIN; }

// How bad a move is that changes what is certain: from a win to less, or into a loss. A win that is only out
// of sight, or a loss that was near, is no blunder.
static MoveVerdict certain_verdict(const MoveAnalysis *move)
{
    const Value before = move->found.value, after = move->after;
    if (before >= VALUE_WIN_MIN && after < VALUE_WIN_MIN) return after <= 0 ? MOVE_BLUNDER : MOVE_MISTAKE;
    if (before > -VALUE_WIN_MIN && after <= -VALUE_WIN_MIN) return before >= 0 ? MOVE_BLUNDER : MOVE_MISTAKE;
    return MOVE_SOUND;
}

static Value fifth_of_largest(const Analysis *analysis)
{
    Value largest = 0;
    for (int i = 0; i < analysis->done; i++) {
        const Value v = analysis->moves[i].found.value, size = v < 0 ? -v : v;
        if (analysis->moves[i].depth > 0 && !is_decided(v) && size > largest) largest = size;
    }
    return largest / 5 > 1 ? largest / 5 : 1;
}

static MoveVerdict move_verdict(const MoveAnalysis *move, Value mistake)
{
    if (!move->compared) return MOVE_SOUND;
    if (is_decided(move->found.value) || is_decided(move->after)) return certain_verdict(move);
    return move->loss >= ANALYSIS_BLUNDER * mistake ? MOVE_BLUNDER
         : move->loss >= mistake                    ? MOVE_MISTAKE
                                                    : MOVE_SOUND;
}

void analysis_judge(Analysis *analysis, Value mistake)
{
    assert(mistake >= 0);
    analysis->mistake = mistake > 0 ? mistake : fifth_of_largest(analysis);
    for (int i = 0; i < analysis->done; i++)
        analysis->moves[i].verdict = move_verdict(&analysis->moves[i], analysis->mistake);
}
