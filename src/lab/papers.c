#include "lab/papers.h"
#include "lab/experiment.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

json_t *papers_load(Status *status)
{
    json_t *const papers = json_loads(lab_papers, JSON_REJECT_DUPLICATES, NULL);
    if (papers == NULL) status_fail(status, "the list of papers cannot be read");
    return papers;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *const text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

const json_t *paper_find(const json_t *papers, const char *key)
{
    const json_t *paper;
    size_t        i;
    json_array_foreach(json_object_get(papers, "papers"), i,
                       paper) if (strcmp(text_of(paper, "key"), key) == 0) return paper;
    return NULL;
}

// "A, B and C"; of each the last word only when `surnames`.
static void authors_add(const json_t *paper, bool surnames, Text *out)
{
    const json_t *const authors = json_object_get(paper, "authors"), *author;
    const size_t        n       = json_array_size(authors);
    size_t              i;
    json_array_foreach(authors, i, author)
    {
        const char *const name = json_string_value(author), *const space = strrchr(name, ' ');
        text_add(out, "%s%s",
                 i == 0       ? ""
                 : i + 1 == n ? " and "
                              : ", ",
                 surnames && space != NULL ? space + 1 : name);
    }
}

static int year_of(const json_t *paper) { return (int)json_integer_value(json_object_get(paper, "year")); }

void paper_cite(const json_t *paper, Text *out)
{
    authors_add(paper, false, out);
    text_add(out, ": %s. %s, %d.", text_of(paper, "title"), text_of(paper, "venue"), year_of(paper));
    if (text_of(paper, "doi")[0]) text_add(out, " doi:%s", text_of(paper, "doi"));
}

void paper_cite_short(const json_t *paper, Text *out)
{
    const json_t *const authors = json_object_get(paper, "authors");
    if (json_array_size(authors) <= 2) authors_add(paper, true, out);
    else {
        const char *const first = json_string_value(json_array_get(authors, 0));
        text_add(out, "%s et al.", strrchr(first, ' ') + 1);
    }
    text_add(out, " %d", year_of(paper));
}

// "VII" and "7" are 7; 0 for anything else.
static int number_of(const char *table)
{
    static const struct {
        char letter;
        int  value;
    } roman[] = {{'I', 1}, {'V', 5}, {'X', 10}};
    int sum = 0, last = 0;
    if (table[0] >= '0' && table[0] <= '9') return atoi(table);
    for (size_t i = strlen(table); i-- > 0;) {
        int value = 0;
        for (size_t k = 0; k < sizeof roman / sizeof *roman; k++)
            if (roman[k].letter == table[i]) value = roman[k].value;
        if (value == 0) return 0;
        sum += value < last ? -value : value;
        last = value;
    }
    return sum;
}

static bool is_there(const PrintedTable list[], int n, const PrintedTable *table)
{
    for (int i = 0; i < n; i++)
        if (strcmp(list[i].experiment, table->experiment) == 0) return true;
    return false;
}

int printed_tables(const json_t *published, PrintedTable out[PRINTED_TABLES_MAX])
{
    const json_t *found;
    size_t        i;
    int           n = 0;
    json_array_foreach(json_object_get(published, "tables"), i, found)
    {
        const char *const name   = text_of(found, "table");
        const int         length = (int)strcspn(name, ",");
        PrintedTable     *t      = &out[n];
        assert(n < PRINTED_TABLES_MAX && length < (int)sizeof t->table);
        t->paper = text_of(found, "paper"), t->game = text_of(found, "game");
        snprintf(t->table, sizeof t->table, "%.*s", length, name);
        snprintf(t->experiment, sizeof t->experiment, "%.50s-%d", t->paper, number_of(t->table));
        n += !is_there(out, n, t);
    }
    return n;
}
