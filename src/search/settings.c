// settings.c - a player spec of the search kind into SearchSettings; what settings.def, features.def and
// algorithms.def list, as tables.
#include "search/settings.h"
#include "search/tt.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

const FeatureInfo feature_info[FEATURE_COUNT] = {
#define X(id, name, class, bits, preserves, source, help)                                                    \
    {name, CLASS_##class, bits, preserves, source, help},
#include "search/features.def"
#undef X
};

const char *const feature_class_names[] = {
    [CLASS_METHOD] = "method",   [CLASS_RULES] = "rules",
    [CLASS_TABLE] = "table",     [CLASS_EXTENSION] = "extension",
    [CLASS_PRUNING] = "pruning", [CLASS_COUNTERS] = "counters",
    [CLASS_ORDER] = "order",     [CLASS_ORDER_INTERNAL] = "internal",
};

const AlgorithmInfo algorithm_info[ALGORITHM_COUNT] = {
#define X(id, name, run, abilities, features, players, help) {name, abilities, features, players, help},
#include "search/algorithms.def"
#undef X
};

const AlgorithmInfo *search_algorithm_find(const char *name)
{
    for (int i = 0; i < ALGORITHM_COUNT; i++)
        if (text_same(algorithm_info[i].name, name)) return &algorithm_info[i];
    return NULL;
}

void search_algorithm_names(Text *out)
{
    for (int i = 0; i < ALGORITHM_COUNT; i++) text_add(out, "%s%s", i ? ", " : "", algorithm_info[i].name);
}

// settings.def as the option table, and what each key switches and needs.

enum {
#define NUMBER(member, type, key, min, max, fallback, switches, needs, help) KEY_##member,
#define CHOICE(member, type, key, choices, fallback, switches, needs, help)  KEY_##member,
#define SWITCH(feature, key, needs, help)                                    KEY_##feature,
#define LIST(name, key, form, members, switches, needs, help)                KEY_##name,
#define PRESET(key, form, help)                                              KEY_PRESET,
#include "search/settings.def"
    KEY_COUNT
};
_Static_assert((int)KEY_COUNT <= (int)SPEC_OPTIONS_MAX, "raise SPEC_OPTIONS_MAX");

static const Option options[] = {
#define NUMBER(member, type, key, min, max, fallback, switches, needs, help)                                 \
    {key, NULL, min, max, fallback, help, NULL},
#define CHOICE(member, type, key, choices, fallback, switches, needs, help)                                  \
    {key, choices, 0, 0, fallback, help, NULL},
#define SWITCH(feature, key, needs, help)                     {key, "no|yes", 0, 0, 0, help, NULL},
#define LIST(name, key, form, members, switches, needs, help) {key, NULL, 0, 0, 0, help, form},
#define PRESET(key, form, help)                               {key, NULL, 0, 0, 0, help, form},
#include "search/settings.def"
    {0},
};

static const struct {
    Features switches, needs;
} effects[KEY_COUNT] = {
#define NUMBER(member, type, key, min, max, fallback, switches, needs, help) {switches, needs},
#define CHOICE(member, type, key, choices, fallback, switches, needs, help)  {switches, needs},
#define SWITCH(feature, key, needs, help)                                    {FEATURE_##feature, needs},
#define LIST(name, key, form, members, switches, needs, help)                {switches, needs},
#define PRESET(key, form, help)                                              {0, 0},
#include "search/settings.def"
};

const Option *search_options(void) { return options; }

Features search_option_needs(int index)
{
    assert(index >= 0 && index < KEY_COUNT);
    return effects[index].needs;
}

static bool feature_in(Features features, int i, bool order)
{
    return features >> i & 1 && feature_info[i].class != CLASS_ORDER_INTERNAL &&
           (feature_info[i].class == CLASS_ORDER) == order;
}

// The names of some features as a list: "a, b or c"; returns how many.
static int names_write(Features features, bool order, const char *after_each, Text *out)
{
    int count = 0, written = 0;
    for (int i = 0; i < FEATURE_COUNT; i++) count += feature_in(features, i, order);
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (feature_in(features, i, order)) {
            text_add(out, "%s%s%s",
                     written == 0           ? ""
                     : written == count - 1 ? " or "
                                            : ", ",
                     feature_info[i].name, after_each);
            written++;
        }
    return count;
}

void features_describe(Features features, Text *out)
{
    assert(features != 0);
    const Features order = features & FEATURES_ORDER;
    if (order == FEATURES_ORDER) text_add(out, "order=");
    else if (names_write(features, true, "", out) > 0) text_add(out, " in order=");
    if (order != 0 && order != features) text_add(out, ", or ");
    names_write(features, false, "=", out);
}

// Lists.

int search_order_bits(const SearchSettings *settings, int shift[FEATURE_COUNT])
{
    int at = 0;
    for (int i = settings->order_count; i-- > 0;) {
        const int bit = __builtin_ctz(settings->order[i]);
        assert(feature_info[bit].class >= CLASS_ORDER);
        if (shift != NULL) shift[bit] = at;
        at += feature_info[bit].bits;
    }
    return at;
}

static bool order_find(const char *word, Feature *f)
{
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (feature_info[i].class == CLASS_ORDER && text_same(feature_info[i].name, word)) {
            *f = (Feature)(1u << i);
            return true;
        }
    return false;
}

static bool order_unknown(const char *text, const char *word, Status *status)
{
    char known[200];
    Text out = text_on(known, sizeof known);
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (feature_info[i].class == CLASS_ORDER) text_add(&out, "%s, ", feature_info[i].name);
    return status_fail(status, "order=%s: unknown idea '%s'; expected a list like tt+killer of: %snone", text,
                       word, known);
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
        if (!order_find(word, &f)) return order_unknown(text, word, status);
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

// Numbers separated by '/', for 1, 2, ...: 100/80/60, after them no limit; or none, which takes those of a
// preset away. False when it is none of both.
static bool widths_parse(const char *text, Value width[PLY_MAX])
{
    if (text_same(text, "none")) return true;
    for (int i = 0; i < PLY_MAX; i++) width[i] = VALUE_INF;
    const char *at = text;
    for (int level = 1; level < PLY_MAX; level++) {
        long n;
        if (!text_number(&at, VALUE_INF, &n)) break;
        width[level] = (Value)n;
        if (*at == 0) return true;
        if (*at++ != '/') break;
    }
    return false;
}

static bool windows_parse(SearchSettings *settings, const char *text, Status *status)
{
    return widths_parse(text, settings->window) ||
           status_fail(status, "windows=%s: expected numbers like 400/300/200, or none", text);
}

static bool futility_parse(SearchSettings *settings, const char *text, Status *status)
{
    return widths_parse(text, settings->futility) ||
           status_fail(status, "futility=%s: expected numbers like 200/350, or none", text);
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

// `limit=none` is said for 0.
static void none_is_zero(Spec *spec)
{
    for (int i = 0; i < spec->count; i++)
        if (text_same(spec->settings[i].key, "limit") && text_same(spec->settings[i].value, "none"))
            memcpy(spec->settings[i].value, "0", 2);
}

static void numbers_set(SearchSettings *t, const int v[])
{
#define NUMBER(member, type, key, min, max, fallback, switches, needs, help)                                 \
    t->member = (type)v[KEY_##member];
#define CHOICE(member, type, key, choices, fallback, switches, needs, help) t->member = (type)v[KEY_##member];
#include "search/settings.def"
    for (int i = 0; i < KEY_COUNT; i++)
        if (v[i] != 0) t->on |= effects[i].switches;
    if (t->on & FEATURE_ORDER_COMBINED) t->history_levels = true;
}

static bool lists_parse(SearchSettings *t, const Spec *spec, Status *status)
{
    const char *text;
#define LIST(name, key, form, members, switches, needs, help)                                                \
    text = spec_text(spec, key);                                                                             \
    if (text != NULL && !name##_parse(t, text, status)) return false;                                        \
    if (text != NULL && !text_same(text, "none")) t->on |= switches;
#include "search/settings.def"
    return true;
}

static bool settings_check(const SearchSettings *t, const Variant *v, Status *status)
{
    const AlgorithmInfo *const a     = &algorithm_info[t->algorithm];
    const char *const          name  = a->name;
    const Features             wrong = t->on & ~a->features;
    if (wrong)
        return status_fail(status, "%s does not support '%s'", name, feature_info[__builtin_ctz(wrong)].name);
    if ((a->abilities & ALGORITHM_TWO_PLAYERS) && v->facts.players > 2)
        return status_fail(status, "%s: %s has %d players; expected paranoid, brs or maxn", name,
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
    if (!(a->abilities & ALGORITHM_LIMITS) && (t->time_ms > 0 || t->nodes > 0))
        return status_fail(status, "%s: it searches to a depth; expected depth= and no other limit", name);
    if (!(a->abilities & ALGORITHM_WINDOW) && t->threads > 1)
        return status_fail(status, "%s: threads=%d: expected 1", name, t->threads);
    return true;
}

// A key that is given but cannot matter is a mistake of the one who gave it, or a comparison of two equal
// things. Refused by name, with what is missing.
static bool settings_reject_unused(const SearchSettings *t, const Spec *spec, Status *status)
{
    for (int i = 0; i < KEY_COUNT; i++) {
        char needs[200];
        Text out = text_on(needs, sizeof needs);
        if (effects[i].needs == 0 || (t->on & effects[i].needs) || spec_text(spec, options[i].key) == NULL)
            continue;
        features_describe(effects[i].needs, &out);
        return status_fail(status, "%s: %s= has no effect without %s", spec->name, options[i].key, needs);
    }
#define REFUSE(member, condition, why)                                                                       \
    if ((condition) && spec_text(spec, options[KEY_##member].key) != NULL)                                   \
        return status_fail(status, "%s: %s= has no effect %s", spec->name, options[KEY_##member].key, why);
#include "search/settings.def"
    return true;
}

// Presets.

static const GamePreset *preset_find(const char *name, Text *known)
{
    for (int g = 0; games_all[g] != NULL; g++)
        for (const GamePreset *p = games_all[g]->presets; p != NULL && p->name != NULL; p++) {
            if (text_same(p->name, name)) return p;
            text_add(known, "%s%s", known->used > 0 ? ", " : "", p->name);
        }
    return NULL;
}

// The features that the keys of a spec turn on; all ordering ideas where the order is bad, which is refused
// later.
static Features features_given(const Spec *spec)
{
    const char *const order = spec_text(spec, "order");
    SearchSettings    t     = {0};
    Status            bad;
    if (order != NULL && !order_parse(&t, order, &bad)) t.on = FEATURES_ORDER;
    for (int i = 0; i < KEY_COUNT; i++) {
        const char *const text = spec_text(spec, options[i].key);
        if (text != NULL && !text_same(text, "0") && !text_same(text, "no") && !text_same(text, "none"))
            t.on |= effects[i].switches;
    }
    return t.on;
}

// Keys that matter only beside others: what a preset brought of them goes when the spec has an order, widths
// or no table of its own for which they mean nothing. Widths of its own are by level unless it says more.
static void preset_trim(Spec *spec, const Spec *own)
{
    const Features on = features_given(spec);
    char           value[SPEC_WORD_MAX];
    for (int i = 0; i < KEY_COUNT; i++)
        if (effects[i].needs != 0 && !(on & effects[i].needs) && spec_text(own, options[i].key) == NULL)
            spec_take(spec, options[i].key, value);
    if (spec_text(own, "windows-from") == NULL && spec_text(own, "windows") != NULL)
        spec_take(spec, "windows-from", value);
}

bool search_preset_expand(Spec *spec, Status *status)
{
    char       name[SPEC_WORD_MAX], known[200];
    Text       out = text_on(known, sizeof known);
    const Spec own = *spec;
    if (!spec_take(spec, "preset", name)) return true;
    const GamePreset *const preset = preset_find(name, &out);
    if (preset == NULL)
        return status_fail(status, "%s: preset=%s: unknown; expected one of: %s", spec->name, name, known);
    if (spec_text(spec, "preset") != NULL)
        return status_fail(status, "%s: preset= is given twice", spec->name);
    if (!spec_fill(spec, preset->keys, status)) return false;
    preset_trim(spec, &own);
    return true;
}

bool search_settings_parse(SearchSettings *t, const Spec *given, const Variant *v, Status *status)
{
    const AlgorithmInfo *const algorithm = search_algorithm_find(given->name);
    Spec                       spec      = *given;
    int                        values[KEY_COUNT];
    if (algorithm == NULL) {
        char known[200];
        Text out = text_on(known, sizeof known);
        search_algorithm_names(&out);
        return status_fail(status, "unknown search '%s'; expected one of: %s", spec.name, known);
    }
    memset(t, 0, sizeof *t);
    t->algorithm   = (Algorithm)(algorithm - algorithm_info);
    t->region_eval = 3, t->region_history = 5;
    none_is_zero(&spec);
    if (!search_preset_expand(&spec, status)) return false;
    if (!spec_options(&spec, options, values, status)) return false;
    if (!lists_parse(t, &spec, status)) return status_prefix(status, "%s", spec.name);
    numbers_set(t, values);
    return settings_check(t, v, status) && settings_reject_unused(t, &spec, status);
}
