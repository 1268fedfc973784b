#include "lab/report/legend.h"
#include "base/fold.h"
#include "lab/kinds/kind.h"

#include <string.h>

typedef struct LegendLine {
    const ExperimentKind *kind;
    const char           *key, *meaning;
} LegendLine;

static const LegendLine lines[] = {
#define X(name, key, meaning) {&kind_##name, key, meaning},
#include "lab/report/legend.def"
#undef X
};

const char *legend_of(const ExperimentKind *kind, const Column *column)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (lines[i].kind == kind && strcmp(lines[i].key, column->key) == 0) return lines[i].meaning;
    return NULL;
}

// Does some table of the kind show the column?
static bool is_shown(const Tables *of_kind, const Column *column)
{
    for (int i = 0; i < of_kind->count; i++) {
        const Column *columns[COLUMNS_MAX];
        columns_shown(of_kind->list[i].experiment->kind, &of_kind->list[i], SHOWN_TEXT, columns);
        for (int k = 0; columns[k] != NULL; k++)
            if (columns[k] == column) return true;
    }
    return false;
}

enum { MEANING_COLUMN = 18 };

static void kind_legend(FILE *out, const ExperimentKind *kind, const Tables *of_kind)
{
    const Column *columns[COLUMNS_MAX];
    columns_shown(kind, NULL, SHOWN_TEXT, columns);
    for (int i = 0; columns[i] != NULL; i++) {
        const char *const meaning = legend_of(kind, columns[i]);
        if (meaning == NULL || meaning[0] == 0 || !is_shown(of_kind, columns[i])) continue;
        fprintf(out, "  %-*s", MEANING_COLUMN - 2, columns[i]->heading);
        fold_print(out, meaning, MEANING_COLUMN, MEANING_COLUMN);
    }
    fputc('\n', out);
}

void legend_text(FILE *out, const Tables *tables)
{
    for (int i = 0; lab_kinds[i] != NULL; i++) {
        const Tables of_kind = tables_of_kind(tables, lab_kinds[i]);
        if (of_kind.count > 0) kind_legend(out, lab_kinds[i], &of_kind);
    }
}
