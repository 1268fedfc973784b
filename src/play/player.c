#include "play/player.h"
#include "play/tune_result.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool unknown_player(const char *name, Status *status)
{
    return status_fail(
        status,
        "unknown player '%s'; expected one of: random, human, alphabeta, brs, paranoid, maxn, minimax", name);
}

static bool is_search(const char *name)
{
    static const char *const searches[] = {"alphabeta", "brs", "paranoid", "maxn", "minimax"};
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++)
        if (text_same(searches[i], name)) return true;
    return false;
}

bool player_parse(PlayerKind *kind, SearchSettings *settings, Evaluation **evaluation, const Variant *v,
                  const char *text, Status *status)
{
    static const Option none[] = {{0}};
    Spec                spec;
    int                 values[1];
    *evaluation = NULL;
    if (!spec_parse(&spec, text, status)) return false;
    if (text_same(spec.name, "random")) *kind = PLAYER_RANDOM;
    else if (text_same(spec.name, "human")) *kind = PLAYER_HUMAN;
    else if (is_search(spec.name)) *kind = PLAYER_SEARCH;
    else return unknown_player(spec.name, status);
    if (*kind != PLAYER_SEARCH) return spec_options(&spec, none, values, status);
    if (!tune_result_expand(&spec, v, status) || !evaluation_parse(evaluation, v, &spec, status))
        return false;
    if (search_settings_parse(settings, &spec, v, status) &&
        (settings->depth > 0 || settings->time_ms > 0 || settings->nodes > 0 ||
         status_fail(status, "'%s' has no limit; expected depth=, time= or nodes= in it", text)))
        return true;
    evaluation_close(*evaluation);
    *evaluation = NULL;
    return false;
}

// "1/2/3"; nothing when there are none.
static void weights_write(const Evaluation *e, Text *out)
{
    for (int i = 0; e != NULL && i < e->info.weights; i++) text_add(out, "%s%d", i ? "/" : "", e->weights[i]);
}

bool player_spec(const Variant *v, const char *text, Text *out, Status *status)
{
    Spec        spec, rest;
    Evaluation *evaluation;
    if (!spec_parse(&spec, text, status) || !tune_result_expand(&spec, v, status)) return false;
    if (is_search(spec.name) && !search_preset_expand(&spec, status)) return false;
    rest = spec;
    if (!evaluation_parse(&evaluation, v, &rest, status)) return false;
    char weights[SPEC_WORD_MAX];
    Text list = text_on(weights, sizeof weights);
    weights_write(evaluation, &list);
    const bool good = list.used == 0 || spec_text(&spec, "weights") != NULL ||
                      spec_put(&spec, "weights", weights);
    evaluation_close(evaluation);
    spec_write(&spec, out);
    return (good && !list.cut && !out->cut) || status_fail(status, "'%.80s...': too long", text);
}

bool player_implicit(const Variant *v, const char *text, Text *out, Status *status)
{
    const EvalInfo *const list = v->game->evals;
    Spec                  spec;
    Evaluation           *evaluation;
    if (!spec_parse(&spec, text, status)) return false;
    const bool named = spec_text(&spec, "eval") != NULL, weighed = spec_text(&spec, "weights") != NULL;
    if (!is_search(spec.name) || (named && weighed)) return true;
    if (!named && (list == NULL || list[0].weights == 0)) return true;
    if (!named && !spec_put(&spec, "eval", list[0].name))
        return status_fail(status, "'%.80s...': too long", text);
    if (!evaluation_parse(&evaluation, v, &spec, status)) return false;
    if (!named) text_add(out, "eval=%s", list[0].name);
    char weights[SPEC_WORD_MAX];
    Text written = text_on(weights, sizeof weights);
    weights_write(evaluation, &written);
    if (!weighed && written.used > 0) text_add(out, "%sweights=%s", named ? "" : ",", weights);
    evaluation_close(evaluation);
    return (!out->cut && !written.cut) || status_fail(status, "'%.80s...': too long", text);
}

void spec_append(Text *out, const char *text, const char *settings)
{
    text_add(out, "%s", text);
    if (*settings) text_add(out, "%c%s", strchr(text, ':') == NULL ? ':' : ',', settings);
}

bool player_key(const Variant *v, const char *text, Text *out, Status *status)
{
    char shown[TEXT_MAX], settings[PLAYER_IMPLICIT_MAX];
    Text whole = text_on(shown, sizeof shown), implicit = text_on(settings, sizeof settings);
    if (!player_spec(v, text, &whole, status) || !player_implicit(v, shown, &implicit, status)) return false;
    spec_append(out, shown, settings);
    return !out->cut || status_fail(status, "'%.80s...': too long", text);
}

const char *player_default(const Variant *v)
{
    return v->game->engine != NULL ? v->game->engine
         : v->facts.players == 2   ? "alphabeta:order=tt+killer+history-ads,tt=20,pvs=yes"
                                   : "brs:order=tt+killer+history-ads,tt=20,pvs=yes";
}

bool player_open(Player *player, const Variant *v, const char *text, uint64_t seed, int seat, Status *status)
{
    SearchSettings settings;
    memset(player, 0, sizeof *player);
    snprintf(player->spec, sizeof player->spec, "%s", text);
    player->rng = rng_seed(mix64(seed) + (uint64_t)seat);
    if (!player_parse(&player->kind, &settings, &player->evaluation, v, text, status)) return false;
    return player->kind != PLAYER_SEARCH || player_search(player, v, &settings, status);
}

bool player_search(Player *player, const Variant *v, const SearchSettings *settings, Status *status)
{
    if (player->evaluation == NULL || evaluation_load(player->evaluation, status))
        player->search = search_open(player->evaluation != NULL ? &player->evaluation->v : v, settings,
                                     status);
    if (player->search == NULL) player_close(player);
    return player->search != NULL;
}

void player_close(Player *player)
{
    search_close(player->search);
    evaluation_close(player->evaluation);
    player->search     = NULL;
    player->evaluation = NULL;
}

bool player_repeats(const Player *player)
{
    // its numbers come from the seed
    if (player->kind != PLAYER_SEARCH) return player->kind == PLAYER_RANDOM;
    return player->search->settings.time_ms == 0 && player->search->settings.threads == 1;
}

static Move choose_random(Player *player, const Variant *v, const AnyState *s)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = v->game->generate(v->rules, s, moves);
    assert(n > 0);
    return moves[rng_below(&player->rng, (uint32_t)n)];
}

void player_search_position(Player *player, const Variant *v, const AnyState *s, const SearchLimits *limits,
                            SearchReport *report, void *context, SearchResult *result)
{
    AnyState own;
    if (player->evaluation != NULL) state_convert(&player->evaluation->v, &own, v, s);
    search_run(player->search, player->evaluation != NULL ? &own : s, limits, report, context, result);
}

Move player_choose(Player *player, const Variant *v, const AnyState *s, SearchResult *result)
{
    assert(player->kind != PLAYER_HUMAN);
    if (player->kind == PLAYER_RANDOM) return choose_random(player, v, s);
    SearchResult       found;
    const SearchLimits limits = {.stop = player->stop};
    player_search_position(player, v, s, &limits, NULL, NULL, &found);
    if (result != NULL) *result = found;
    return found.pv[0];
}
