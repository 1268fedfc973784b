// Does a cell agree with print? docs/LAB.md says it in words.
#include "lab/kinds/nodes/nodes_table.h"

#include <math.h>

static const double LEVEL = 0.05;   // of significance, corrected over the table

// Is there an effect: by the test, and by an interval that leaves none out?
static bool effect_found(const Cell *c)
{
    return c->p_holm < LEVEL && (c->saving_interval.low > 0 || c->saving_interval.high < 0);
}

// Would the printed saving, had it been ours, have been told from none? Our interval says how far a saving may
// be from the truth; its arms are as long in print.
static bool print_testable(const Cell *c)
{
    const double arm = c->printed.saving > 0 ? c->saving - c->saving_interval.low
                                             : c->saving_interval.high - c->saving;
    return fabs(c->printed.saving) > arm;
}

Verdict nodes_verdict(const Cell *c)
{
    const Printed *const p = &c->printed;
    if (!p->there || isnan(p->saving) || isnan(c->saving)) return VERDICT_NONE;
    if (p->contradicts) return VERDICT_CONTRADICTS;
    if (c->different < VERDICT_TRIALS_LEAST) return VERDICT_NONE;
    const bool found = effect_found(c), same = (c->saving > 0) == (p->saving > 0);
    if (found && !same) return VERDICT_DIRECTION;
    if (!found && (!print_testable(c) || p->significant == 0)) return VERDICT_CANNOT_TELL;
    if (!same && c->saving != 0) return VERDICT_DIRECTION;
    if (!found || p->significant == 0) return VERDICT_SIGNIFICANCE;
    return fabs(c->saving - p->saving) * 100 <= VERDICT_POINTS ? VERDICT_AGREES : VERDICT_SAVING;
}
