// The papers and their printed tables: all 26, each with the experiment that repeats it, cited alike in the
// program, in README.md, LAB.md and CITATION.cff.
#include "lab/papers.h"
#include "base/file.h"
#include "lab/experiment.h"
#include "lab/published.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_builtin(const char *name)
{
    for (const Builtin *b = lab_builtins; b->name != NULL; b++)
        if (strcmp(b->name, name) == 0) return true;
    return false;
}

START_TEST(test_every_printed_table_is_known_and_repeated)
{
    Status        status    = {0};
    json_t *const published = published_load(&status), *const papers = papers_load(&status);
    PrintedTable tables[PRINTED_TABLES_MAX];
    const int    n       = printed_tables(published, tables);
    int          of[4]   = {0};
    const char  *keys[4] = {"history-ads", "space-and-depth", "databases", "abalone"};
    ck_assert_int_eq(n, 26);
    for (int i = 0; i < n; i++) {
        ck_assert_ptr_nonnull(paper_find(papers, tables[i].paper));
        for (int k = 0; k < 4; k++) of[k] += strcmp(tables[i].paper, keys[k]) == 0;
        ck_assert_msg(is_builtin(tables[i].experiment), "%s", tables[i].experiment);
    }
    ck_assert_int_eq(of[0], 6);
    ck_assert_int_eq(of[1], 8);
    ck_assert_int_eq(of[2], 10);
    ck_assert_int_eq(of[3], 2);
    ck_assert_ptr_null(paper_find(papers, "no-such"));
    json_decref(published);
    json_decref(papers);
}
END_TEST

START_TEST(test_roman_numbers_name_the_experiments)
{
    json_t *const published = json_pack("{s:[{s:s,s:s,s:s},{s:s,s:s,s:s},{s:s,s:s,s:s},{s:s,s:s,s:s}]}",
                                        "tables", "paper", "p", "table", "IX", "game", "g", "paper", "p",
                                        "table", "IV, depth 5", "game", "g", "paper", "p", "table",
                                        "IV, depth 6", "game", "g", "paper", "p", "table", "12", "game", "g");
    PrintedTable  tables[PRINTED_TABLES_MAX];
    ck_assert_int_eq(printed_tables(published, tables), 3);
    ck_assert_str_eq(tables[0].experiment, "p-9");
    ck_assert_str_eq(tables[1].experiment, "p-4");
    ck_assert_str_eq(tables[1].table, "IV");
    ck_assert_str_eq(tables[2].experiment, "p-12");
    json_decref(published);
}
END_TEST

START_TEST(test_a_citation_has_authors_title_venue_year)
{
    Status        status = {0};
    json_t *const papers = papers_load(&status);
    char          text[TEXT_MAX], brief[TEXT_MAX];
    Text          out = text_on(text, sizeof text), shorter = text_on(brief, sizeof brief);
    paper_cite(paper_find(papers, "databases"), &out);
    paper_cite_short(paper_find(papers, "databases"), &shorter);
    ck_assert_str_eq(
        text, "Mehdi Samadi, Fatemeh Torabi Asr, Jonathan Schaeffer and Zohreh Azimifar: Extending the "
              "Applicability of Pattern and Endgame Databases. IEEE Transactions on Computational "
              "Intelligence and AI in Games 1 (1), 2009. doi:10.1109/TCIAIG.2009.2019632");
    ck_assert_str_eq(brief, "Samadi et al. 2009");
    shorter = text_on(brief, sizeof brief);
    paper_cite_short(paper_find(papers, "space-and-depth"), &shorter);
    ck_assert_str_eq(brief, "Polk and Oommen 2015");
    json_decref(papers);
}
END_TEST

// Two files cannot include a third: a test keeps them alike.
START_TEST(test_citation_file_and_docs_name_every_paper)
{
    static const char *const files[] = {"CITATION.cff", "docs/LAB.md"};
    const char *const        root    = getenv("POLLARD_ROOT");
    Status                   status  = {0};
    json_t *const            papers  = papers_load(&status);
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        char   path[4096];
        size_t size, i;
        snprintf(path, sizeof path, "%s/%s", root == NULL ? "." : root, files[f]);
        char *const   text = file_read(path, 1 << 20, &size, &status);
        const json_t *paper;
        ck_assert_msg(text != NULL, "%s", status.text);
        json_array_foreach(json_object_get(papers, "papers"), i, paper)
        {
            const char *const title = json_string_value(json_object_get(paper, "title"));
            const char *const doi   = json_string_value(json_object_get(paper, "doi"));
            ck_assert_msg(strstr(text, title) != NULL, "%s lacks %s", files[f], title);
            ck_assert_msg(doi == NULL || strstr(text, doi) != NULL, "%s lacks %s", files[f], doi);
        }
        free(text);
    }
    json_decref(papers);
}
END_TEST

Suite *suite_lab_papers(void);
Suite *suite_lab_papers(void)
{
    Suite *const s = suite_create("lab_papers");
    TCase *const c = tcase_create("papers");
    tcase_add_test(c, test_every_printed_table_is_known_and_repeated);
    tcase_add_test(c, test_roman_numbers_name_the_experiments);
    tcase_add_test(c, test_a_citation_has_authors_title_venue_year);
    tcase_add_test(c, test_citation_file_and_docs_name_every_paper);
    suite_add_tcase(s, c);
    return s;
}
