// settings.c - a player spec of the search kind into SearchSettings.
#include "search/order/history.h"
#include "search/order/history_ads.h"
#include "search/order/killer.h"
#include "search/order/threat_ads.h"
#include "search/search.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

const FeatureInfo feature_info[FEATURE_COUNT] = {
#define X(id, name, preserves, source, help) {#id, name, preserves, source, help},
#include "search/features.def"
#undef X
};

// clang-format off
enum {
    KEY_DEPTH, KEY_TIME, KEY_NODES, KEY_RULE, KEY_K, KEY_LIMIT, KEY_LEVELS, KEY_LIFETIME, KEY_SLOTS, KEY_WEIGHT, KEY_HISTORY_LEVELS, KEY_EVAL_LEVELS,
    KEY_Q, KEY_TT, KEY_TT_DEEPER, KEY_NULL, KEY_SIBLING, KEY_REDUCE, KEY_ASPIRATION, KEY_PVS, KEY_DEEPENING, KEY_THREADS, KEY_SEED, KEY_STATS, KEY_OPEN_ROOT, KEY_ORDER, KEY_ORDER_FROM, KEY_FUTILITY, KEY_WINDOWS, KEY_WINDOWS_FROM, KEY_REGIONS, KEY_PRESET,
    KEY_COUNT
};

_Static_assert((int)KEY_COUNT <= (int)SPEC_OPTIONS_MAX, "raise SPEC_OPTIONS_MAX");

static const Option options[] = {
    [KEY_DEPTH]          = {.key = "depth", .min = 1, .max = SEARCH_DEPTH_MAX, .fallback = 0, .help = "plies to search"},
    [KEY_TIME]           = {.key = "time", .min = 1, .max = INT_MAX, .fallback = 0, .help = "milliseconds for a move"},
    [KEY_NODES]          = {.key = "nodes", .min = 1, .max = INT_MAX, .fallback = 0, .help = "nodes for a move"},
    [KEY_RULE]           = {.key = "rule", .choices = ADS_RULES, .fallback = ADS_MTF, .help = "update rule of the adaptive lists"},
    [KEY_K]              = {.key = "k", .min = 1, .max = 10000, .fallback = 3, .help = "k of the rules ahead and pos"},
    [KEY_LIMIT]          = {.key = "limit", .min = 0, .max = 1000000, .fallback = 0, .help = "length of the adaptive lists (0 or none: no limit)"},
    [KEY_LEVELS]         = {.key = "levels", .choices = "single|multi|blend", .fallback = LEVELS_SINGLE, .help = "one list for all levels, one each, or both"},
    [KEY_LIFETIME]       = {.key = "lifetime", .choices = "search|game", .fallback = 0, .help = "how long lists and tables are kept"},
    [KEY_SLOTS]          = {.key = "slots", .min = 1, .max = KILLER_SLOTS_MAX, .fallback = 2, .help = "killer moves per level"},
    [KEY_WEIGHT]         = {.key = "weight", .choices = "one|square|power", .fallback = WEIGHT_SQUARE, .help = "what a cut-off adds to the history: 1, depth^2, 2^depth"},
    [KEY_HISTORY_LEVELS] = {.key = "history-levels", .choices = "no|yes", .fallback = 0, .help = "a history table per level"},
    [KEY_EVAL_LEVELS]    = {.key = "eval-levels", .min = 1, .max = SEARCH_DEPTH_MAX, .fallback = 3, .help = "levels ordered by evaluation"},
    [KEY_Q]              = {.key = "q", .min = 0, .max = 30, .fallback = 0, .help = "quiescence: plies searched on behind a noisy move"},
    [KEY_TT]             = {.key = "tt", .min = 0, .max = TT_BITS_MAX, .fallback = 0, .help = "transposition table of 2^tt entries (0: none)"},
    [KEY_TT_DEEPER]      = {.key = "tt-deeper", .choices = "no|yes", .fallback = 0, .help = "cut with deeper results too (changes values)"},
    [KEY_NULL]           = {.key = "null", .min = 0, .max = 10, .fallback = 0, .help = "null move, its reduction (0: off)"},
    [KEY_SIBLING]        = {.key = "sibling", .min = 0, .max = 1000000, .fallback = 0, .help = "sibling prediction, its margin (0: off)"},
    [KEY_REDUCE]         = {.key = "reduce", .min = 0, .max = 1000, .fallback = 0, .help = "late move reductions behind the first N moves (0: off)"},
    [KEY_ASPIRATION]     = {.key = "aspiration", .min = 0, .max = 1000000, .fallback = 0, .help = "half width of the root window (0: full)"},
    [KEY_PVS]            = {.key = "pvs", .choices = "no|yes", .fallback = 0, .help = "principal variation search"},
    [KEY_DEEPENING]      = {.key = "deepening", .choices = "no|yes", .fallback = 0, .help = "search depth 1, 2, ... (always under a time or node limit)"},
    [KEY_THREADS]        = {.key = "threads", .min = 1, .max = SEARCH_THREADS_MAX, .fallback = 1, .help = "threads, sharing the table"},
    [KEY_SEED]           = {.key = "seed", .min = 0, .max = INT_MAX, .fallback = 1, .help = "seed of order=random"},
    [KEY_STATS]          = {.key = "stats", .choices = "no|yes", .fallback = 0, .help = "count cut-offs by index, list and table hits"},
    [KEY_OPEN_ROOT]      = {.key = "open-root", .choices = "no|yes", .fallback = 0, .help = "search every move of the root with a full window"},
    [KEY_ORDER]          = {.key = "order", .form = "tt+killer+history-ads", .help = "ordering ideas, the first decides first; or none"},
    [KEY_ORDER_FROM]     = {.key = "order-from", .min = 0, .max = SEARCH_DEPTH_MAX, .fallback = 0, .help = "order where so many plies are still to go (0: everywhere)"},
    [KEY_FUTILITY]       = {.key = "futility", .form = "200/350", .help = "futility pruning: margins by the plies still to go; or none"},
    [KEY_WINDOWS]        = {.key = "windows", .form = "400/300/200", .help = "forward pruning: widths by level from the root; or none"},
    [KEY_WINDOWS_FROM]   = {.key = "windows-from", .choices = "root|leaves", .fallback = 0, .help = "the widths are of level 1, 2, ... or of the plies still to go"},
    [KEY_REGIONS]        = {.key = "regions", .form = "3/5", .help = "levels where eval and history end in order=combined"},
    [KEY_PRESET]         = {.key = "preset", .form = "abalone-paper", .help = "a whole player: the keys that are not given"},
    {0},
};
// clang-format on

// Bits that the scores of an ordering idea take.
static int order_bits(Feature f)
{
    switch (f) {
    case FEATURE_ORDER_TT:
    case FEATURE_ORDER_ORACLE: return 1;
    case FEATURE_ORDER_KILLER: return KILLER_BITS;
    case FEATURE_ORDER_ADS:
    case FEATURE_ORDER_COMBINED_ADS: return HISTORY_ADS_BITS;
    case FEATURE_ORDER_THREAT: return THREAT_ADS_BITS;
    case FEATURE_ORDER_HISTORY:
    case FEATURE_ORDER_COMBINED: return HISTORY_BITS;
    case FEATURE_ORDER_EVAL: return ORDER_EVAL_BITS;
    case FEATURE_ORDER_KIND: return ORDER_KIND_BITS;
    case FEATURE_ORDER_RANDOM: return ORDER_RANDOM_BITS;
    default: return 0;
    }
}

int search_order_bits(const SearchSettings *settings, int shift[FEATURE_COUNT])
{
    int at = 0;
    for (int i = settings->order_count; i-- > 0;) {
        if (shift != NULL) shift[__builtin_ctz(settings->order[i])] = at;
        at += order_bits(settings->order[i]);
    }
    return at;
}

static bool order_find(const char *word, Feature *f)
{
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (strncmp(feature_info[i].id, "ORDER_", 6) == 0 && (Feature)(1u << i) != FEATURE_ORDER_ORACLE &&
            text_same(feature_info[i].name, word)) {
            *f = (Feature)(1u << i);
            return true;
        }
    return false;
}

static bool order_parse(SearchSettings *settings, const char *text, Status *status)
{
    settings->order_count = 0;
    if (text_same(text, "none")) return true;
    for (const char *at = text;; at++) {
        char         word[SPEC_WORD_MAX];
        const size_t n = strcspn(at, "+");
        Feature      f;
        memcpy(word, at, n);
        word[n] = 0;
        if (!order_find(word, &f)) {
            char known[200];
            Text out = text_on(known, sizeof known);
            for (int i = 0; i < FEATURE_COUNT; i++)
                if (strncmp(feature_info[i].id, "ORDER_", 6) == 0 && i != FEATURE_BIT_ORDER_ORACLE)
                    text_add(&out, "%s, ", feature_info[i].name);
            return status_fail(status,
                               "order=%s: unknown idea '%s'; expected a list like tt+killer of: %snone", text,
                               word, known);
        }
        if (settings->on & f) return status_fail(status, "order=%s: '%s' is named twice", text, word);
        if (settings->order_count == ORDER_MAX)
            return status_fail(status, "order=%s: more than %d ideas", text, ORDER_MAX);
        settings->on |= f;
        settings->order[settings->order_count++] = f;
        at += n;
        if (*at == 0) break;
    }
    if (search_order_bits(settings, NULL) > 63)
        return status_fail(
            status, "order=%s: these ideas together are too many to be weighed at once; leave one out", text);
    return true;
}

// Numbers separated by '/', for 1, 2, ...: 100/80/60, behind them no limit; or none, which takes those of a
// preset away.
static bool widths_parse(SearchSettings *settings, const char *key, const char *text, Value width[PLY_MAX],
                         Feature feature, Status *status)
{
    if (text_same(text, "none")) return true;
    for (int i = 0; i < PLY_MAX; i++) width[i] = VALUE_INF;
    const char *at = text;
    for (int level = 1; level < PLY_MAX; level++) {
        long n;
        if (!text_number(&at, VALUE_INF, &n)) break;
        width[level] = (Value)n;
        if (*at == 0) {
            settings->on |= feature;
            return true;
        }
        if (*at++ != '/') break;
    }
    return status_fail(status, "%s=%s: expected numbers like 400/300/200, or none", key, text);
}

static bool regions_parse(SearchSettings *settings, const char *text, Status *status)
{
    const char *at = text;
    long        a, b;
    if (!text_number(&at, PLY_MAX, &a) || *at++ != '/' || !text_number(&at, PLY_MAX, &b) || *at || b < a)
        return status_fail(
            status, "regions=%s: expected the levels where evaluation and history end, like 3/5", text);
    settings->region_eval    = (int)a;
    settings->region_history = (int)b;
    return true;
}

// Settings whose values are lists.
static bool lists_parse(SearchSettings *settings, const Spec *spec, Status *status)
{
    const char *const order = spec_text(spec, "order"), *const windows = spec_text(spec, "windows"),
                      *const regions  = spec_text(spec, "regions"),
                      *const futility = spec_text(spec, "futility");
    const bool               good     = (order == NULL || order_parse(settings, order, status)) &&
                      (windows == NULL || widths_parse(settings, "windows", windows, settings->window,
                                                       FEATURE_WINDOWS, status)) &&
                      (futility == NULL || widths_parse(settings, "futility", futility, settings->futility,
                                                        FEATURE_FUTILITY, status)) &&
                      (regions == NULL || regions_parse(settings, regions, status));
    return good || status_prefix(status, "%s", spec->name);
}

// `limit=none` is said for 0.
static void none_is_zero(Spec *spec)
{
    for (int i = 0; i < spec->count; i++)
        if (text_same(spec->settings[i].key, "limit") && text_same(spec->settings[i].value, "none"))
            memcpy(spec->settings[i].value, "0", 2);
}

static void numbers_take(SearchSettings *t, const int v[])
{
    t->depth = v[KEY_DEPTH], t->time_ms = v[KEY_TIME], t->nodes = v[KEY_NODES];
    t->rule = (AdsRule)v[KEY_RULE], t->k = v[KEY_K], t->limit = v[KEY_LIMIT],
    t->levels = (Levels)v[KEY_LEVELS], t->keep_lists = v[KEY_LIFETIME];
    t->killer_slots = v[KEY_SLOTS], t->weight = (HistoryWeight)v[KEY_WEIGHT],
    t->history_levels = v[KEY_HISTORY_LEVELS], t->eval_levels = v[KEY_EVAL_LEVELS];
    t->q = v[KEY_Q], t->tt_bits = v[KEY_TT], t->null_reduction = v[KEY_NULL],
    t->sibling_margin = v[KEY_SIBLING], t->order_from = v[KEY_ORDER_FROM], t->reduce_from = v[KEY_REDUCE],
    t->aspiration = v[KEY_ASPIRATION];
    t->deepening = v[KEY_DEEPENING], t->threads = v[KEY_THREADS], t->seed = (uint64_t)v[KEY_SEED];
    t->windows_from_leaves = v[KEY_WINDOWS_FROM];
    if (v[KEY_PVS]) t->on |= FEATURE_PVS;
    if (v[KEY_TT]) t->on |= FEATURE_TT;
    if (v[KEY_TT] && v[KEY_TT_DEEPER]) t->on |= FEATURE_TT_DEEPER;
    if (v[KEY_Q]) t->on |= FEATURE_QUIESCENCE;
    if (v[KEY_NULL]) t->on |= FEATURE_NULL_MOVE;
    if (v[KEY_SIBLING]) t->on |= FEATURE_SIBLING;
    if (v[KEY_REDUCE]) t->on |= FEATURE_REDUCE;
    if (v[KEY_OPEN_ROOT]) t->on |= FEATURE_OPEN_ROOT;
    if (v[KEY_STATS]) t->on |= FEATURE_STATS;
    if (t->on & FEATURE_ORDER_COMBINED) t->history_levels = true;
}

// What an algorithm can do. The rest is refused by name.
static const struct {
    const char *name;
    Features    can;
} algorithms[] = {
    [ALGORITHM_ALPHABETA] = {"alphabeta", ~(Features)FEATURE_ORDER_THREAT},
    [ALGORITHM_BRS]       = {"brs", ~(Features)(FEATURE_QUIESCENCE | FEATURE_WINDOWS | FEATURE_NULL_MOVE |
                                          FEATURE_SIBLING | FEATURE_REDUCE | FEATURE_FUTILITY |
                                          FEATURE_ORDER_ITERATION)},
    [ALGORITHM_PARANOID]  = {"paranoid", ~(Features)(FEATURE_ORDER_THREAT | FEATURE_NULL_MOVE)},
    [ALGORITHM_MAXN]      = {"maxn", (FEATURES_ORDER &
                                 ~(FEATURE_ORDER_TT | FEATURE_ORDER_ITERATION | FEATURE_ORDER_THREAT)) |
                                         FEATURE_STATS},
    [ALGORITHM_MINIMAX]   = {"minimax", 0},
};

static bool settings_check(const SearchSettings *t, const Variant *v, Status *status)
{
    const char *const name  = algorithms[t->algorithm].name;
    const Features    wrong = t->on & ~algorithms[t->algorithm].can;
    if (wrong)
        return status_fail(status, "%s: '%s' does not go with it", name,
                           feature_info[__builtin_ctz(wrong)].name);
    if (t->algorithm == ALGORITHM_ALPHABETA && v->facts.players > 2)
        return status_fail(status, "alphabeta: %s has %d players; expected paranoid, brs or maxn",
                           v->game->name, v->facts.players);
    if ((t->on & (FEATURE_ORDER_TT | FEATURE_ORDER_ITERATION)) && t->tt_bits == 0)
        return status_fail(status, "%s: order=%s needs a table; add tt=20", name,
                           t->on & FEATURE_ORDER_TT ? "tt" : "iteration");
    if ((t->on & FEATURE_NULL_MOVE) && (v->facts.traits & (TRAIT_SAME_SIDE | TRAIT_PASS)))
        return status_fail(
            status, "%s: null=%d: not in %s, where a pass is part of the rules or a side moves several times",
            name, t->null_reduction, v->game->name);
    if (t->order_from > 0 && (t->on & FEATURE_ORDER_RANDOM))
        return status_fail(status, "%s: order-from=%d: not beside random in order=, which is for every node",
                           name, t->order_from);
    if (t->threads > 1 && t->tt_bits == 0)
        return status_fail(status, "%s: threads=%d share a table; add tt=20", name, t->threads);
    if (t->algorithm == ALGORITHM_MINIMAX && (t->time_ms > 0 || t->nodes > 0))
        return status_fail(status, "minimax: it searches to a depth; expected depth= and no other limit");
    if ((t->algorithm == ALGORITHM_MAXN || t->algorithm == ALGORITHM_MINIMAX) && t->threads > 1)
        return status_fail(status, "%s: threads=%d: expected 1", name, t->threads);
    return true;
}

// A key that is given but cannot matter is a mistake of the one who gave it, or a comparison of two equal
// things. Refused by name, with what is missing.
static bool settings_reject_unused(const SearchSettings *t, const Spec *spec, Status *status)
{
    const Features lists = t->on & (FEATURES_LISTS | FEATURE_ORDER_THREAT),
                   sums  = t->on & (FEATURE_ORDER_HISTORY | FEATURE_ORDER_COMBINED);
    const struct {
        int         key;
        bool        matters;
        const char *otherwise;
    } keys[] = {
        {KEY_SLOTS, t->on & FEATURE_ORDER_KILLER, "without killer in order="},
        {KEY_RULE, lists, "without history-ads or threat-ads in order="},
        {KEY_K, lists && (t->rule == ADS_AHEAD || t->rule == ADS_POS), "without rule=ahead or rule=pos"},
        {KEY_LIMIT, t->on & FEATURES_LISTS, "without history-ads in order="},
        {KEY_LEVELS, t->on & FEATURES_LISTS, "without history-ads in order="},
        {KEY_LIFETIME, lists || sums || (t->on & (FEATURE_ORDER_KILLER | FEATURE_TT)),
         "without lists, killers, history or a table to keep"},
        {KEY_WEIGHT, sums, "without history or combined in order="},
        {KEY_HISTORY_LEVELS, t->on & FEATURE_ORDER_HISTORY, "without history in order="},
        {KEY_HISTORY_LEVELS, !(t->on & FEATURE_ORDER_COMBINED),
         "beside combined in order=, which has its own levels"},
        {KEY_EVAL_LEVELS, t->on & FEATURE_ORDER_EVAL, "without eval in order="},
        {KEY_REGIONS, t->on & (FEATURE_ORDER_COMBINED | FEATURE_ORDER_COMBINED_ADS),
         "without combined in order="},
        {KEY_ORDER_FROM, t->order_count > 0, "without order="},
        {KEY_ORDER_FROM, t->algorithm == ALGORITHM_ALPHABETA || t->algorithm == ALGORITHM_PARANOID,
         "but in alphabeta and paranoid"},
        {KEY_SEED, t->on & FEATURE_ORDER_RANDOM, "without random in order="},
        {KEY_TT_DEEPER, t->on & FEATURE_TT, "without tt="},
        {KEY_WINDOWS_FROM, t->on & FEATURE_WINDOWS, "without windows="},
        {KEY_ASPIRATION, t->algorithm < ALGORITHM_MAXN, "where the root has no window"},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!keys[i].matters && spec_text(spec, options[keys[i].key].key) != NULL)
            return status_fail(status, "%s: %s= has no effect %s", spec->name, options[keys[i].key].key,
                               keys[i].otherwise);
    return true;
}

// Players by name: the keys of a spec that does not give them. The paper prints no widths: these are what
// `pollard tune windows` found for depth 5 by its criterion (docs/TUNE.md), 150/324/180/384 by level, read by
// plies still to go so that they serve every depth, and widened, because at depth 6 they did not meet it.
static const struct {
    const char *name, *keys;
    int         also;   // another preset that belongs to it, or -1
} presets[] = {
    {"abalone-windows", "windows=420/250/420/280/480/280,windows-from=leaves", -1},
    {"abalone-paper", "order=combined+iteration,weight=one,tt=22,deepening=yes,q=2", 0},
    {"abalone-best",   // how it was found: docs/results/abalone
     "order=tt+killer+combined-ads,levels=blend,regions=3/40,order-from=2,"
     "tt=22,tt-deeper=yes,pvs=yes,deepening=yes,null=2,reduce=4,futility=250/400/550",
     -1},
};
enum { PRESETS = sizeof presets / sizeof *presets };

// Keys that matter only beside others: what a preset brought of them goes when the spec has an order, widths
// or no table of its own for which they mean nothing.
static const struct {
    const char *key;
    Features    about;   // one of these must be on
} followers[] = {
    {"weight", FEATURE_ORDER_HISTORY | FEATURE_ORDER_COMBINED},
    {"levels", FEATURES_LISTS},
    {"regions", FEATURE_ORDER_COMBINED | FEATURE_ORDER_COMBINED_ADS},
    {"order-from", FEATURES_ORDER},
    {"tt-deeper", FEATURE_TT},
};
enum { FOLLOWERS = sizeof followers / sizeof *followers };

// The ideas in order=, and whether there is a table; all of them where the order is bad, which is told later.
static Features features_followed(const Spec *spec)
{
    const char *const order = spec_text(spec, "order"), *const tt = spec_text(spec, "tt");
    const Features table = tt != NULL && !text_same(tt, "0") ? FEATURE_TT : 0;
    SearchSettings t     = {0};
    Status         bad;
    return table | (order == NULL || order_parse(&t, order, &bad) ? t.on : FEATURES_ORDER);
}

bool search_preset_expand(Spec *spec, Status *status)
{
    char       name[SPEC_WORD_MAX], known[200];
    Text       out = text_on(known, sizeof known);
    int        i   = 0;
    const Spec own = *spec;
    if (!spec_take(spec, "preset", name)) return true;
    for (; i < PRESETS && !text_same(presets[i].name, name); i++)
        text_add(&out, "%s%s", i ? ", " : "", presets[i].name);
    if (i == PRESETS)
        return status_fail(status, "%s: preset=%s: unknown; expected one of: %s", spec->name, name, known);
    if (spec_text(spec, "preset") != NULL)
        return status_fail(status, "%s: preset= is given twice", spec->name);
    for (; i >= 0; i = presets[i].also)
        if (!spec_fill(spec, presets[i].keys, status)) return false;
    for (int k = 0; k < FOLLOWERS; k++)
        if (spec_text(&own, followers[k].key) == NULL && !(features_followed(spec) & followers[k].about))
            spec_take(spec, followers[k].key, name);
    if (spec_text(&own, "windows-from") == NULL && spec_text(&own, "windows") != NULL)
        spec_take(spec, "windows-from", name);
    return true;
}

bool search_settings_parse(SearchSettings *t, const Spec *given, const Variant *v, Status *status)
{
    Spec spec = *given;
    int  values[KEY_COUNT];
    memset(t, 0, sizeof *t);
    t->region_eval = 3, t->region_history = 5;
    while (t->algorithm <= ALGORITHM_MINIMAX && !text_same(algorithms[t->algorithm].name, spec.name))
        t->algorithm++;
    if (t->algorithm > ALGORITHM_MINIMAX)
        return status_fail(status,
                           "unknown search '%s'; expected one of: alphabeta, brs, paranoid, maxn, minimax",
                           spec.name);
    none_is_zero(&spec);
    if (!search_preset_expand(&spec, status)) return false;
    if (!spec_options(&spec, options, values, status) || !lists_parse(t, &spec, status)) return false;
    numbers_take(t, values);
    return settings_check(t, v, status) && settings_reject_unused(t, &spec, status);
}

const Option *search_options(void) { return options; }
