#include "tune/features.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool one_open(Evaluation **out, const Variant *v, const Evaluation *e, int which, double unit,
                     Status *status)
{
    Spec spec                      = {.name = "features"};
    int  weights[EVAL_WEIGHTS_MAX] = {0};
    if (which >= 0) weights[which] = (int)unit;
    if (!spec_put(&spec, "eval", e->name))
        return status_fail(status, "the name of the evaluation is too long");
    if (!evaluation_parse(out, v, &spec, status) || !evaluation_load(*out, status)) return false;
    evaluation_weigh(*out, weights);
    return true;
}

bool features_open(FeatureSet *set, const Variant *v, const Evaluation *e, Status *status)
{
    assert(e != NULL && e->info.weights > 0);
    const EvalInfo *const info = &e->info;
    *set      = (FeatureSet){.v = v, .n = info->weights, .unit = info->max > 0 ? info->max : info->min};
    bool good = one_open(&set->none, v, e, -1, 0, status);
    for (int i = 0; good && i < set->n; i++) good = one_open(&set->only[i], v, e, i, set->unit, status);
    if (!good) features_close(set);
    return good;
}

void features_close(FeatureSet *set)
{
    evaluation_close(set->none);
    for (int i = 0; i < set->n; i++) evaluation_close(set->only[i]);
    *set = (FeatureSet){0};
}

static Value value_by(const Evaluation *e, const Variant *v, const AnyState *s, int p)
{
    AnyState own;
    state_convert(&e->v, &own, v, s);
    return e->v.game->evaluate(e->v.rules, &own, p);
}

void features_of(const FeatureSet *set, const AnyState *s, int p, double x[EVAL_WEIGHTS_MAX])
{
    assert(p >= 0 && p < set->v->facts.players);
    const Value rest = value_by(set->none, set->v, s, p);
    for (int i = 0; i < set->n; i++) x[i] = (value_by(set->only[i], set->v, s, p) - rest) / set->unit;
}
