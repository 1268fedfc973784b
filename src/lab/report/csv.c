#include "lab/report/csv.h"
#include "base/file.h"
#include "lab/kinds/kind.h"

#include <stdlib.h>

void csv_print(FILE *out, const Tables *tables, const ExperimentKind *kind)
{
    const Tables  of_kind = tables_of_kind(tables, kind);
    const Column *columns[COLUMNS_MAX];
    const int     n = columns_shown(kind, NULL, SHOWN_CSV, columns);
    for (int i = 0; i < n; i++)
        fprintf(out, "%s%s", i ? "," : "",
                columns[i]->csv_key != NULL ? columns[i]->csv_key : columns[i]->key);
    fputc('\n', out);
    for (int t = 0; t < of_kind.count; t++)
        for (int k = 0; k < of_kind.list[t].count; k++) {
            for (int i = 0; i < n; i++) {
                if (i > 0) fputc(',', out);
                column_csv(columns[i], &of_kind.list[t], table_cell(&of_kind.list[t], k), out);
            }
            fputc('\n', out);
        }
}

bool csv_write(const char *path, const Tables *tables, const ExperimentKind *kind, Status *status)
{
    char       *bytes  = NULL;
    size_t      size   = 0;
    FILE *const memory = open_memstream(&bytes, &size);
    if (memory != NULL) csv_print(memory, tables, kind);
    bool good = (memory != NULL && fclose(memory) == 0) ||
                status_fail_system(status, "out of memory for the CSV file");
    good = good && file_write(path, bytes, size, status);
    free(bytes);
    return good;
}
