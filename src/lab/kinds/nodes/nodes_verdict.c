// Does a cell agree with print? docs/LAB.md says it in words.
#include "lab/kinds/nodes/nodes_table.h"

#include <math.h>

static const double LEVEL = 0.05;   // of significance, corrected over the table

// Is there an effect: by the test, and by an interval that leaves none out?
static bool effect_found(const Cell *c)
{
    return c->p_holm < LEVEL && (c->saving_interval.low > 0 || c->saving_interval.high < 0);
}

// Would the printed saving, had it been ours, have been told from none? The interval is one of the logarithm
// of the ratio of the means, 1 - saving: its arm towards no effect is a factor, which the printed ratio must
// exceed.
static bool print_testable(const Cell *c)
{
    const double ratio = 1 - c->saving, printed = 1 - c->printed.saving;
    return printed < 1 ? 1 / printed > (1 - c->saving_interval.low) / ratio
                       : printed > ratio / (1 - c->saving_interval.high);
}

Verdict nodes_verdict(const Cell *c)
{
    const Printed *const p = &c->printed;
    if (!p->there || isnan(p->saving) || isnan(c->saving)) return VERDICT_NONE;
    if (p->contradicts) return VERDICT_CONTRADICTS;
    if (c->compared < VERDICT_TRIALS_LEAST) return VERDICT_NONE;
    // Without an effect a direction is the toss of a coin.
    if (!effect_found(c))
        return print_testable(c) && p->significant != 0 ? VERDICT_SIGNIFICANCE : VERDICT_CANNOT_TELL;
    if ((c->saving > 0) != (p->saving > 0)) return VERDICT_DIRECTION;
    if (p->significant == 0) return VERDICT_SIGNIFICANCE;
    return fabs(c->saving - p->saving) * 100 <= VERDICT_POINTS ? VERDICT_AGREES : VERDICT_SAVING;
}

ClaimVerdict claim_verdict(const CompareCell *c)
{
    static const double tenth = 0.1;
    const Claim         claim = c->comparison->claim;
    const Interval      x     = c->interval;
    if (claim == CLAIM_NONE || c->trials < VERDICT_TRIALS_LEAST || isnan(c->ratio)) return CLAIM_UNJUDGED;
    if (claim == CLAIM_EQUAL) {
        if (x.low >= 1 - tenth && x.high <= 1 + tenth) return CLAIM_HOLDS;
        return x.high < 1 - tenth || x.low > 1 + tenth ? CLAIM_FAILS : CLAIM_CANNOT_TELL;
    }
    if (!(c->p < LEVEL) || (x.low <= 1 && x.high >= 1)) return CLAIM_CANNOT_TELL;
    return (x.high < 1) == (claim == CLAIM_LESS) ? CLAIM_HOLDS : CLAIM_FAILS;
}
