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

static const char *paper_of(const json_t *table)
{
    return json_string_value(json_object_get(table, "paper"));
}

static bool has_paper(const json_t *tables, const char *paper)
{
    const json_t *found;
    size_t        i;
    json_array_foreach(tables, i, found) if (strcmp(paper_of(found), paper) == 0) return true;
    return false;
}

// "history-ads, databases": each once.
static void papers_list(const json_t *tables, Text *out)
{
    const json_t *found;
    size_t        i;
    json_array_foreach(tables, i, found)
    {
        const bool again = i > 0 && strcmp(paper_of(json_array_get(tables, i - 1)), paper_of(found)) == 0;
        if (!again) text_add(out, "%s%s", i > 0 ? ", " : "", paper_of(found));
    }
}

bool published_check(const json_t *published, const char *paper, const char *table, Status *status)
{
    const json_t *const tables = json_object_get(published, "tables");
    char                names[TEXT_MAX];
    Text                known = text_on(names, sizeof names);
    if (paper[0] == 0)
        return table[0] == 0 || status_fail(status, "'table': '%.60s': expected 'paper' with it", table);
    papers_list(tables, &known);
    if (!has_paper(tables, paper))
        return status_fail(status, "'paper': '%.60s': expected one of: %s", paper, names);
    return published_table(published, paper, table) != NULL ||
           status_fail(status, "'table': '%.60s': %s has no such printed table", table, paper);
}
