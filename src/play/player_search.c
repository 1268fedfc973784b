// player_search.c - searches as players: alphabeta:depth=6,order=killer. Besides the keys of a search
// (search/search.h) a player has an evaluation (eval=, weights=), a file of tuned settings (with=) and, to be
// met by beginners, mistakes=.
#include "play/player_type.h"
#include "play/tune_result.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const Option mistakes_option[] = {
    {.key = "mistakes", .min = 0, .max = 100, .fallback = 0, .help = "of 100 moves those chosen by chance"},
    {0},
};

// Takes mistakes= out of the words.
static bool mistakes_read(Spec *words, int *mistakes, Status *status)
{
    Spec one = {.count = 0};
    memcpy(one.name, words->name, sizeof one.name);
    char value[SPEC_WORD_MAX];
    if (spec_take(words, "mistakes", value)) spec_put(&one, "mistakes", value);
    return spec_options(&one, mistakes_option, mistakes, status);
}

static bool search_expand(PlayerSpec *spec, const Variant *v, bool limited, Status *status)
{
    (void)limited;
    if (spec->path[0] == 0) return true;
    char path[SPEC_PATH_MAX];
    memcpy(path, spec->path, sizeof path);
    spec->path[0] = 0;
    return tune_result_fill(&spec->words, path, v, status);
}

// Writes out the weights of the evaluation where the spec names either, in the order "eval=,weights=".
static bool weights_complete(PlayerSpec *spec, const Variant *v, Status *status)
{
    Spec        rest = spec->words;
    Evaluation *evaluation;
    char        weights[SPEC_WORD_MAX];
    Text        list = text_on(weights, sizeof weights);
    if (!evaluation_parse(&evaluation, v, &rest, status)) return false;
    for (int i = 0; evaluation != NULL && i < evaluation->info.weights; i++)
        text_add(&list, "%s%d", i ? "/" : "", evaluation->weights[i]);
    evaluation_close(evaluation);
    if (list.used == 0 || player_spec_get(spec, "weights") != NULL) return true;
    return (!list.cut && player_spec_set(spec, "weights", weights)) ||
           status_fail(status, "%s: no room for weights=%s", spec->words.name, weights);
}

static bool search_complete(PlayerSpec *spec, const Variant *v, bool key, Status *status)
{
    const EvalInfo *const list = v->game->evals;
    if (!search_preset_expand(&spec->words, status)) return false;
    if (key && player_spec_get(spec, "eval") == NULL && list != NULL && list[0].weights > 0 &&
        !player_spec_set(spec, "eval", list[0].name))
        return status_fail(status, "%s: no room for eval=%s", spec->words.name, list[0].name);
    return weights_complete(spec, v, status);
}

static bool limit_check(const PlayerSpec *spec, const SearchSettings *settings, Status *status)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    if (settings->depth > 0 || settings->time_ms > 0 || settings->nodes > 0) return true;
    player_spec_write(spec, &out);
    return status_fail(status, "'%s' has no limit; expected depth=, time= or nodes= in it", text);
}

bool player_search_read(const PlayerSpec *given, const Variant *v, bool limited, SearchSettings *settings,
                        Evaluation **evaluation, Status *status)
{
    PlayerSpec spec = *given;
    int        mistakes;
    *evaluation = NULL;
    if (!player_spec_expand(&spec, v, limited, status)) return false;
    assert(spec.type == &player_type_search);
    Spec rest = spec.words;
    if (!mistakes_read(&rest, &mistakes, status) || !evaluation_parse(evaluation, v, &rest, status))
        return false;
    if (search_settings_parse(settings, &rest, v, status) &&
        (limited || limit_check(given, settings, status)))
        return true;
    evaluation_close(*evaluation);
    *evaluation = NULL;
    return false;
}

static bool search_parse(const PlayerSpec *spec, const Variant *v, bool limited, Status *status)
{
    SearchSettings settings;
    Evaluation    *evaluation;
    if (!player_search_read(spec, v, limited, &settings, &evaluation, status)) return false;
    evaluation_close(evaluation);
    return true;
}

bool player_search(Player *player, const Variant *v, const SearchSettings *settings, Status *status)
{
    player->type = &player_type_search;
    if (player->evaluation == NULL || evaluation_load(player->evaluation, status))
        player->search = search_open(player->evaluation != NULL ? &player->evaluation->v : v, settings,
                                     status);
    if (player->search == NULL) player_close(player);
    return player->search != NULL;
}

static bool search_player_open(Player *player, const Variant *v, const PlayerSpec *spec, Status *status)
{
    SearchSettings settings;
    Spec           words = spec->words;
    // The parser has asked for a limit where one is needed.
    return mistakes_read(&words, &player->mistakes, status) &&
           player_search_read(spec, v, true, &settings, &player->evaluation, status) &&
           player_search(player, v, &settings, status);
}

static void search_player_close(Player *player)
{
    search_close(player->search);
    evaluation_close(player->evaluation);
    player->search     = NULL;
    player->evaluation = NULL;
}

void player_search_position(Player *player, const Variant *v, const AnyState *s, const SearchLimits *limits,
                            SearchReport *report, void *context, SearchResult *result)
{
    assert(player->search != NULL && limits != NULL && result != NULL);
    AnyState            own;
    SearchLimits        with = *limits;
    const Record *const game = player->game;
    if (player->evaluation != NULL) state_convert(&player->evaluation->v, &own, v, s);
    if (with.history == NULL && game != NULL && game->hashes[game->count] == v->game->hash(v->rules, s))
        with.history = game->hashes, with.history_count = game->count;
    search_run(player->search, player->evaluation != NULL ? &own : s, &with, report, context, result);
}

static double minimal_seconds(const SearchSettings *t, const SearchLimits *limits)
{
    const double seconds = 10 * (limits->seconds > 0 ? limits->seconds : t->time_ms / 1000.0);
    const bool   limited = seconds > 0 || limits->nodes > 0 || t->nodes > 0;
    return !limited ? 0 : seconds > 1 ? seconds : 1;
}

bool player_minimal_tree(const Player *player, const Variant *v, const AnyState *s, int depth,
                         const SearchLimits *limits, uint64_t *nodes, Status *status)
{
    const SearchSettings *const t    = &player->search->settings;
    const Evaluation *const     own  = player->evaluation;
    AnyState                    here = *s;
    const SearchLimits with = {.depth = depth, .seconds = minimal_seconds(t, limits), .stop = limits->stop};
    *nodes                  = 0;
    if (depth < 1 || !(algorithm_info[t->algorithm].abilities & ALGORITHM_WINDOW)) return true;
    if (own != NULL) state_convert(&own->v, &here, v, s);
    return search_minimal_tree(own != NULL ? &own->v : v, t, &here, &with, nodes, status);
}

// Mistakes.

typedef struct Candidate {
    Value    value;    // for the one who moves, one ply ahead
    uint32_t chance;   // puts equals in any order
    Move     m;
} Candidate;

static int candidate_compare(const void *a, const void *b)
{
    const Candidate *const x = a, *const y = b;
    if (x->value != y->value) return x->value < y->value ? 1 : -1;
    return x->chance < y->chance ? -1 : x->chance > y->chance;
}

static Value value_one_ply(const Variant *v, const AnyState *s, Move m, int p)
{
    AnyState child;
    v->game->play(v->rules, &child, s, m);
    if (v->game->count(v->rules, &child) > 0) return v->game->evaluate(v->rules, &child, p);
    Value payoff[PLAYERS_MAX];
    v->game->payoff(v->rules, &child, payoff);
    return payoff[p] > 0 ? VALUE_INF : payoff[p] < 0 ? -VALUE_INF : 0;
}

// Any move of the better half by the evaluation one ply ahead: what a person who does not look further might
// play.
static Move choose_by_chance(Player *player, const Variant *v, const AnyState *s)
{
    AnyState             own  = *s;
    const Variant *const mine = player->evaluation != NULL ? &player->evaluation->v : v;
    if (player->evaluation != NULL) state_convert(mine, &own, v, s);
    Move      moves[GAME_MOVES_MAX];
    Candidate candidates[GAME_MOVES_MAX];
    const int n = mine->game->generate(mine->rules, &own, moves), p = mine->game->turn(mine->rules, &own);
    assert(n > 0);
    for (int i = 0; i < n; i++)
        candidates[i] = (Candidate){.value  = value_one_ply(mine, &own, moves[i], p),
                                    .chance = (uint32_t)rng_next(&player->rng),
                                    .m      = moves[i]};
    qsort(candidates, (size_t)n, sizeof *candidates, candidate_compare);
    return candidates[rng_below(&player->rng, (uint32_t)(n + 1) / 2)].m;
}

bool player_mistake(Player *player, const Variant *v, const AnyState *s, Move *m)
{
    assert(player->mistakes >= 0 && player->mistakes <= 100);
    if (player->mistakes == 0 || rng_below(&player->rng, 100) >= (uint32_t)player->mistakes) return false;
    *m = choose_by_chance(player, v, s);
    return true;
}

static bool search_choose(Player *player, const Variant *v, const AnyState *s, Move *m, SearchResult *result,
                          Status *status)
{
    (void)status;
    if (player_mistake(player, v, s, m)) return true;
    SearchResult       found;
    const SearchLimits limits = {.stop = player->stop};
    player_search_position(player, v, s, &limits, NULL, NULL, &found);
    if (result != NULL) *result = found;
    *m = found.pv[0];
    return true;
}

static bool search_repeats(const PlayerSpec *spec)
{
    const char *const threads = player_spec_get(spec, "threads");
    return player_spec_get(spec, "time") == NULL && (threads == NULL || strcmp(threads, "1") == 0);
}

// A search is named by its algorithm.
static const char *const search_names[] = {
#define X(id, name, run, abilities, features, players, help) name,
#include "search/algorithms.def"
#undef X
    NULL,
};

const PlayerType player_type_search = {
    .names    = search_names,
    .path_key = "with",
    .help     = "a search",
    .expand   = search_expand,
    .complete = search_complete,
    .parse    = search_parse,
    .open     = search_player_open,
    .choose   = search_choose,
    .close    = search_player_close,
    .repeats  = search_repeats,
};
