// The tables of docs/SEARCH.md are those of algorithms.def, settings.def, features.def and the games'
// presets. POLLARD_DOCS_WRITE=1 (`make docs-tables`) writes them anew.
#include "base/file.h"
#include "search/settings.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DOCS_MAX = 1 << 16 };

// Words of a choice in a cell: a bar would end it.
static void choices_write(const char *choices, Text *out)
{
    for (; *choices; choices++)
        if (*choices == '|') text_add(out, ", ");
        else text_char(out, *choices);
}

static void algorithms_write(Text *out)
{
    text_add(out, "| algorithm | players | |\n|---|---|---|\n");
    for (int i = 0; i < ALGORITHM_COUNT; i++)
        text_add(out, "| `%s` | %s | %s |\n", algorithm_info[i].name, algorithm_info[i].players,
                 algorithm_info[i].help);
}

static void option_write(const Option *o, Features needs, Text *out)
{
    char word[SPEC_WORD_MAX];
    text_add(out, "| `%s` | ", o->key);
    if (o->form != NULL) text_add(out, "`%s`", o->form);
    else if (o->choices != NULL) choices_write(o->choices, out);
    else if (o->max == INT32_MAX) text_add(out, "%d or more", o->min);
    else text_add(out, "%d to %d", o->min, o->max);
    text_add(out, " | ");
    if (o->form == NULL && o->fallback >= o->min) text_add(out, "%s", option_text(o, o->fallback, word));
    text_add(out, " | %s | ", o->help);
    if (needs != 0) features_describe(needs, out);
    text_add(out, " |\n");
}

static void keys_write(Text *out)
{
    text_add(out, "| key | values | default | | only with |\n|---|---|---|---|---|\n");
    for (int i = 0; search_options()[i].key != NULL; i++)
        option_write(&search_options()[i], search_option_needs(i), out);
}

static void ideas_write(bool order, Text *out)
{
    text_add(out, order ? "| idea | | source |\n|---|---|---|\n"
                        : "| key | class | changes values | | source |\n|---|---|---|---|---|\n");
    for (int i = 0; i < FEATURE_COUNT; i++) {
        const FeatureInfo *const f = &feature_info[i];
        if (f->class == CLASS_ORDER_INTERNAL || (f->class == CLASS_ORDER) != order) continue;
        text_add(out, "| `%s` | ", f->name);
        if (!order) text_add(out, "%s | %s | ", feature_class_names[f->class], f->preserves ? "no" : "yes");
        text_add(out, "%s | %s |\n", f->help, f->source);
    }
}

static void presets_write(Text *out)
{
    text_add(out, "| preset | | keys |\n|---|---|---|\n");
    for (int g = 0; games_all[g] != NULL; g++)
        for (const GamePreset *p = games_all[g]->presets; p != NULL && p->name != NULL; p++)
            text_add(out, "| `%s` | %s | `%s` |\n", p->name, p->help, p->keys);
}

static void table_write(int which, Text *out)
{
    switch (which) {
    case 0: algorithms_write(out); break;
    case 1: keys_write(out); break;
    case 2: ideas_write(true, out); break;
    case 3: ideas_write(false, out); break;
    default: presets_write(out); break;
    }
}
static const char *const tables[] = {"algorithms", "keys", "ordering ideas", "other ideas", "presets"};
enum { TABLES = sizeof tables / sizeof *tables };

static char docs[DOCS_MAX], written[DOCS_MAX], changed[DOCS_MAX];

static void docs_read(const char *path)
{
    FILE *const in = fopen(path, "r");
    ck_assert_msg(in != NULL, "%s", path);
    docs[fread(docs, 1, sizeof docs - 1, in)] = 0;
    fclose(in);
    ck_assert_uint_lt(strlen(docs), sizeof docs - 1);
}

// The text between the table's marks in `docs`, from *start to *end.
static void table_find(const char *name, const char **start, const char **end)
{
    char mark[80];
    snprintf(mark, sizeof mark, "<!-- %s: `make docs-tables` -->\n\n", name);
    const char *const at = strstr(docs, mark);
    ck_assert_msg(at != NULL, "docs/SEARCH.md has no line %s", mark);
    *start = at + strlen(mark);
    *end   = strstr(*start, "\n<!-- end -->");
    ck_assert_msg(*end != NULL, "docs/SEARCH.md: no end of the table '%s'", name);
}

START_TEST(test_tables_of_the_page_are_those_of_the_program)
{
    char        path[256];
    Text        out = text_on(written, sizeof written), all = text_on(changed, sizeof changed);
    const char *start, *end;
    docs_read(test_data("../../docs/SEARCH.md", path));
    table_find(tables[_i], &start, &end);
    table_write(_i, &out);
    ck_assert(!out.cut);
    if (getenv("POLLARD_DOCS_WRITE") != NULL) {
        Status status;
        text_add(&all, "%.*s%s%s", (int)(start - docs), docs, written, end);
        ck_assert(!all.cut);
        ck_assert_msg(file_write(path, changed, all.used, &status), "%s", status.text);
        return;
    }
    ck_assert_msg(strlen(written) == (size_t)(end - start) && memcmp(written, start, strlen(written)) == 0,
                  "docs/SEARCH.md: the table '%s' is out of date; `make docs-tables` writes:\n%s", tables[_i],
                  written);
}
END_TEST

Suite *suite_search_docs(void);
Suite *suite_search_docs(void)
{
    Suite *suite = suite_create("search_docs");
    TCase *tcase = tcase_create("search_docs");
    tcase_add_loop_test(tcase, test_tables_of_the_page_are_those_of_the_program, 0, TABLES);
    suite_add_tcase(suite, tcase);
    return suite;
}
