#include "lab/published.h"
#include "lab/experiment.h"

#include <string.h>

json_t *published_load(Status *status)
{
    json_t *const published = json_loads(lab_published, JSON_REJECT_DUPLICATES, NULL);
    if (published == NULL) status_fail(status, "the printed figures cannot be read");
    return published;
}

const json_t *published_table(const json_t *published, const char *paper, const char *table)
{
    const json_t *const tables = json_object_get(published, "tables");
    const json_t       *found;
    size_t              i;
    json_array_foreach(tables, i, found)
    {
        const char *const of   = json_string_value(json_object_get(found, "paper"));
        const char *const name = json_string_value(json_object_get(found, "table"));
        if (of != NULL && name != NULL && strcmp(of, paper) == 0 && strcmp(name, table) == 0) return found;
    }
    return NULL;
}
