#include "lab/kinds/kind.h"

#include <string.h>

const ExperimentKind *const lab_kinds[] = {
#define X(name) &kind_##name,
#include "lab/kinds/kinds.def"
#undef X
    NULL,
};
_Static_assert(sizeof lab_kinds / sizeof *lab_kinds <= LAB_KINDS_MAX + 1, "room for all kinds");

int verdicts_tested(const ExperimentKind *kind, const int counts[])
{
    int sum = 0;
    for (int v = 1; v < kind->verdict_count; v++) sum += kind->verdicts[v].tested ? counts[v] : 0;
    return sum;
}

const ExperimentKind *kind_find(const char *name)
{
    for (int i = 0; lab_kinds[i] != NULL; i++)
        if (strcmp(lab_kinds[i]->name, name) == 0) return lab_kinds[i];
    return NULL;
}
