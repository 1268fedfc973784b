// The report as a page and as pictures: whatever the texts are, everything is in it, nothing is executed, and
// nothing is left half written.
#include "lab/report/gnuplot.h"
#include "lab/report/markup.h"
#include "base/file.h"
#include "lab/report/page.h"
#include "lab/report/plot.h"
#include "lab/report/page_tables.h"
#include "tests.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A folder of its own for each test, which is where it runs.

static char root[] = "/tmp/pollard-page-XXXXXX";

static void enter(void)
{
    ck_assert_ptr_nonnull(mkdtemp(root));
    ck_assert_int_eq(chdir(root), 0);
}

static int folder_each(const char *path, bool (*see)(const char *path))
{
    DIR *const dir   = opendir(path);
    int        count = 0;
    for (const struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL;) {
        char at[1024];
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        snprintf(at, sizeof at, "%s/%s", path, e->d_name);
        count += see(at);
    }
    if (dir != NULL) closedir(dir);
    return count;
}

static bool see_any(const char *path) { return path != NULL; }
static bool see_svg(const char *path) { return strstr(path, ".svg") != NULL; }
static bool see_remove(const char *path)
{
    folder_each(path, see_remove);
    return remove(path) == 0;
}

static void leave(void)
{
    ck_assert_int_eq(chdir("/"), 0);
    see_remove(root);
}

static char *text_of(const char *path)
{
    FILE *const file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is missing", path);
    char  *text = NULL;
    size_t room = 0;
    ck_assert_int_ge(getdelim(&text, &room, 0, file), 0);
    fclose(file);
    return text;
}

static char *page_of(const Tables *tables, const char *dir)
{
    Status status;
    char   path[256];
    ck_assert_msg(page_write(tables, dir, "pollard lab report '<x>'", &status), "%s", status.text);
    snprintf(path, sizeof path, "%s/index.html", dir);
    return text_of(path);
}

static bool has_gnuplot(void)
{
    static const char script[] = "set terminal svg\nplot [0:1] x\n";
    size_t            size;
    Status            status;
    char *const       svg = gnuplot_run(script, sizeof script - 1, &size, &status);
    free(svg);
    return svg != NULL;
}

// Every tag is closed by its own, in order. Comments, declarations and elements that have no end are passed
// over.
static void assert_balanced(const char *text, const char *what)
{
    static const char *const bare = " meta br hr img link input ";
    char                     open[64][32];
    int                      depth = 0;
    for (const char *at = text; (at = strchr(at, '<')) != NULL;) {
        const char *const end = strchr(at, '>');
        char              name[32], word[40];
        const bool        closing = at[1] == '/';
        ck_assert_msg(end != NULL, "%s: a tag has no end: %.40s", what, at);
        const size_t n = strcspn(at + 1 + closing, " \t\r\n/>");
        if (at[1] == '!' || at[1] == '?') {
            at = end;
            continue;
        }
        ck_assert_msg(n > 0 && n < sizeof name && isalpha((unsigned char)at[1 + closing]),
                      "%s: not a tag: %.40s", what, at);
        snprintf(name, sizeof name, "%.*s", (int)n, at + 1 + closing);
        snprintf(word, sizeof word, " %s ", name);
        if (closing) {
            ck_assert_msg(depth > 0 && strcmp(open[depth - 1], name) == 0, "%s: </%s> closes <%s>", what,
                          name, depth > 0 ? open[depth - 1] : "");
            depth--;
        } else if (end[-1] != '/' && strstr(bare, word) == NULL) {
            ck_assert_int_lt(depth, 64);
            memcpy(open[depth++], name, sizeof name);
        }
        at = end;
    }
    ck_assert_msg(depth == 0, "%s: <%s> is left open", what, depth > 0 ? open[depth - 1] : "");
}

START_TEST(test_hostile_texts_are_only_texts)
{
    Made *const m    = made_open();
    char *const page = page_of(&m->tables, "out");
    ck_assert_ptr_null(strstr(page, "<script"));
    ck_assert_ptr_null(strstr(page, "<b>'"));
    ck_assert_ptr_null(strstr(page, "<IV>"));
    ck_assert_ptr_nonnull(
        strstr(page, "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;q&quot; &#39;a&#39;"));
    ck_assert_ptr_nonnull(strstr(page, "0 &lt;b&gt;&#39;&quot;`touch pwned`&amp; EOD !touch pwned</span>"));
    ck_assert_ptr_nonnull(strstr(page, "pollard lab report &#39;&lt;x&gt;&#39;"));
    assert_balanced(page, "page");
    ck_assert_int_eq(folder_each(".", see_any), 1);
    ck_assert_int_ne(access("out/pwned", F_OK), 0);
    free(page);
    free(m);
}
END_TEST

START_TEST(test_pictures_of_all_kinds_are_well_formed_and_keep_hostile_texts)
{
    static const char *const files[] = {"verdicts.svg",    "savings-paperbtouchpwnedtouchpwned.svg",
                                        "limit-plain.svg", "depth-plain.svg",
                                        "cuts-plain.svg",  "cuts-plain-2.svg"};
    Made *const              m       = made_open();
    PlotList *const          made    = calloc(1, sizeof *made);
    Status                   status;
    if (has_gnuplot()) {
        ck_assert_msg(plots_write(&m->tables, ".", made, &status), "%s", status.text);
        ck_assert_str_eq(made->note.text, "");
        ck_assert_int_eq(folder_each(".", see_any), made->count);
        for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
            char *const svg = text_of(files[i]);
            ck_assert_msg(strncmp(svg, "<?xml", 5) == 0 && strstr(svg, "<script") == NULL, "%s", files[i]);
            ck_assert_msg(strcmp(files[i], "verdicts.svg") == 0 || strstr(svg, "&lt;") != NULL, "%s",
                          files[i]);
            assert_balanced(svg, files[i]);
            free(svg);
        }
        for (int i = 0; i < made->count; i++) {
            ck_assert_int_eq(strncmp(made->list[i].svg, "<svg", 4), 0);
            ck_assert_uint_eq(made->list[i].size, strlen(made->list[i].svg));
        }
    }
    plots_close(made);
    free(made);
    free(m);
}
END_TEST

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += strlen(word)) count++;
    return count;
}

// Tables 1 and 2 differ in depth: without printed figures, with them, and without trials of ours.
START_TEST(test_printed_counts_by_depth_are_dashed_beside_ours)
{
    for (int kind = 0; kind < 3 && has_gnuplot(); kind++) {
        Made *const     m    = made_open();
        PlotList *const made = calloc(1, sizeof *made);
        Status          status;
        for (int i = 0; i < 2 * CELLS; i++) {
            Cell *const c    = &m->cells[1 + i / CELLS][i % CELLS];
            c->printed.there = kind > 0, c->printed.mean = kind > 0 ? 1000.0 * (1 + i) : (double)NAN;
            if (kind == 2) c->mean = NAN;
        }
        ck_assert_msg(plots_write(&m->tables, ".", made, &status), "%s", status.text);
        ck_assert_int_eq(access("depth-plain.svg", F_OK) == 0, kind < 2);
        if (kind < 2) {
            char *const svg = text_of("depth-plain.svg");
            ck_assert_int_eq(count_of(svg, ">printed<"), kind);
            ck_assert_int_eq(count_of(svg, ">ours<"), kind);
            ck_assert_int_eq(strstr(svg, "stroke-dasharray") != NULL, kind);
            assert_balanced(svg, "depth-plain.svg");
            free(svg);
            unlink("depth-plain.svg");
        }
        plots_close(made);
        free(made);
        free(m);
    }
}
END_TEST

START_TEST(test_every_cell_is_on_the_page)
{
    Made *const m    = made_open();
    char *const page = page_of(&m->tables, "out");
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < CELLS; i++) {
            char cell[256], sd[64];
            Text text = text_on(cell, sizeof cell), deviation = text_on(sd, sizeof sd);
            markup_number(&text, m->cells[t][i].mean, 0);
            markup_number(&deviation, m->cells[t][i].sd, 0);
            text_add(&text, "</td><td data-label=\"SD\">%s</td>", sd);
            ck_assert_msg(count_of(page, cell) == 1, "table %d cell %d: %s", t, i, cell);
        }
    ck_assert_ptr_nonnull(strstr(page,
                                 "1,234,568</td><td data-label=\"SD\">4,010</td><td data-label=\"Saving [95 "
                                 "%]\">10.0 % <small>[5.0, 15.0]</small></td><td data-label=\"Published "
                                 "mean\">7,654,322</td><td data-label=\"Published saving\">15.0 %</td><td "
                                 "data-label=\"Difference points\">\u22125.0</td>"));
    ck_assert_int_eq(count_of(page, "<th scope=\"row\">"), TABLES * CELLS);
    ck_assert_int_eq(count_of(page, "<code>alphabeta:depth=5,order=history-ads,limit=20</code>"), 1);
    ck_assert_ptr_nonnull(strstr(page, "<b>2 of 6 testable comparisons agree</b>"));
    ck_assert_int_eq(count_of(page, "\">3.21</td>"), CELLS - 2);
    ck_assert_ptr_nonnull(strstr(page, "Seed of the bootstrap: 77"));
    free(page);
    free(m);
}
END_TEST

START_TEST(test_the_page_needs_nothing_from_elsewhere)
{
    static const char *const never[] = {"https:", "src=",    "@import", "url(",
                                        "<link",  "<iframe", "<object", "javascript:"};
    Made *const              m       = made_open();
    char *const              page    = page_of(&m->tables, "out");
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        ck_assert_msg(strstr(page, never[i]) == NULL, "%s", never[i]);
    ck_assert_int_eq(count_of(page, "http:"),
                     count_of(page, "xmlns=\"http://www.w3.org/2000/svg\"") +
                         count_of(page, "xmlns:xlink=\"http://www.w3.org/1999/xlink\""));
    for (const char *at = page; (at = strstr(at, "href=")) != NULL; at++)
        ck_assert_msg(at[6] == '#' || strncmp(at + 6, "results.csv\"", 12) == 0, "%.40s", at);
    free(page);
    free(m);
}
END_TEST

// Ids too: several pictures stand on one page.
START_TEST(test_ids_are_unique)
{
    Made *const m    = made_open();
    char *const page = page_of(&m->tables, "out");
    for (const char *at = page; (at = strstr(at, " id=")) != NULL; at++) {
        char id[64];
        snprintf(id, sizeof id, "%.*s", (int)(strcspn(at + 5, "'\"") + 6), at);
        ck_assert_msg(count_of(page, id) == 1, "%s", id);
    }
    free(page);
    free(m);
}
END_TEST

START_TEST(test_same_tables_same_bytes)
{
    Made *const m     = made_open();
    char *const first = page_of(&m->tables, "a"), *const again = page_of(&m->tables, "b"),
                *const over = page_of(&m->tables, "a");
    ck_assert_str_eq(first, again);
    ck_assert_str_eq(first, over);
    ck_assert_int_eq(folder_each("a", see_any), folder_each("b", see_any));
    free(first), free(again), free(over);
    free(m);
}
END_TEST

START_TEST(test_what_is_undefined_is_a_dash)
{
    Made *const m = made_open();
    for (int t = 0; t < TABLES; t++)
        for (int i = 0; i < CELLS; i++) {
            Cell *const c = &m->cells[t][i];
            c->trials = 0, c->verdict = VERDICT_NONE;
            c->mean = c->sd = c->saving = c->p = c->p_holm = c->glass = c->cliff = c->printed.mean =
                c->printed.saving = c->printed.effect = NAN;
            c->saving_interval                        = (Interval){NAN, NAN};
            c->mann_whitney = c->wilcoxon = (RankTest){
                .statistic = NAN, .p_smaller = NAN, .p_greater = NAN, .p_two_sided = NAN};
            c->with_cuts = false;
        }
    char *const page = page_of(&m->tables, "out");
    ck_assert_ptr_null(strcasestr(page, "nan<"));
    ck_assert_ptr_null(strcasestr(page, ">nan"));
    ck_assert_ptr_null(strcasestr(page, "inf<"));
    ck_assert_int_eq(count_of(page, ">\u2013</td>"), CELLS * 14 + (TABLES - 1) * CELLS * 10);
    ck_assert_int_eq(folder_each("out", see_svg), 0);
    free(page);

    m->tables.count   = 0;
    char *const empty = page_of(&m->tables, "empty");
    assert_balanced(empty, "a page without tables");
    free(empty);
    free(m);
}
END_TEST

START_TEST(test_without_gnuplot_there_is_a_page_with_a_note)
{
    Made *const m = made_open();
    setenv("PATH", "/nonexistent", 1);
    char *const page = page_of(&m->tables, "out");
    ck_assert_ptr_nonnull(strstr(page, "Pictures are missing: gnuplot is not installed."));
    ck_assert_int_eq(folder_each("out", see_any), 1);
    free(page);
    free(m);
}
END_TEST

// A program of that name that fails, or that says nothing.
START_TEST(test_a_gnuplot_that_fails_is_noted)
{
    static const char *const bodies[] = {"echo 'line 0: no such terminal' >&2; exit 3", "exit 0",
                                         "kill -9 $$"};
    Made *const              m        = made_open();
    FILE *const              file     = fopen("gnuplot", "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "#!/bin/sh\n%s\n", bodies[_i]);
    fclose(file);
    ck_assert_int_eq(chmod("gnuplot", 0755), 0);
    setenv("PATH", root, 1);
    char *const page = page_of(&m->tables, "out");
    ck_assert_ptr_nonnull(strstr(page, _i == 0 ? "Pictures are missing: gnuplot: line 0: no such terminal."
                                               : "Pictures are missing: gnuplot: it ended with an error."));
    ck_assert_int_eq(folder_each("out", see_any), 1);
    free(page);
    free(m);
}
END_TEST

static void assert_fails(const Tables *tables, const char *dir, const char *says)
{
    Status status;
    ck_assert(!page_write(tables, dir, "", &status));
    ck_assert_msg(strstr(status.text, dir) != NULL && strstr(status.text, says) != NULL, "%s", status.text);
}

START_TEST(test_a_page_that_cannot_be_written_leaves_nothing)
{
    Made *const m = made_open();
    Status      status;
    setenv("PATH", "/nonexistent", 1);
    assert_fails(&m->tables, "missing/out", "No such file");
    ck_assert_int_eq(folder_each(".", see_any), 0);
    ck_assert(file_write_in(".", "file", "x", 1, &status));
    assert_fails(&m->tables, "file", "File exists");
    assert_fails(&m->tables, "/proc", "cannot write '");
    ck_assert_int_eq(mkdir("out", 0777), 0);
    ck_assert_int_eq(mkdir("out/index.html", 0777), 0);
    assert_fails(&m->tables, "out", "cannot write '");
    ck_assert_int_eq(folder_each("out", see_any), 1);
    free(m);
}
END_TEST

Suite *suite_page(void);
Suite *suite_page(void)
{
    Suite *const suite = suite_create("page");
    TCase *const page  = tcase_create("page");
    tcase_add_checked_fixture(page, enter, leave);
    tcase_set_timeout(page, 60);
    tcase_add_test(page, test_hostile_texts_are_only_texts);
    tcase_add_test(page, test_pictures_of_all_kinds_are_well_formed_and_keep_hostile_texts);
    tcase_add_test(page, test_printed_counts_by_depth_are_dashed_beside_ours);
    tcase_add_test(page, test_every_cell_is_on_the_page);
    tcase_add_test(page, test_the_page_needs_nothing_from_elsewhere);
    tcase_add_test(page, test_ids_are_unique);
    tcase_add_test(page, test_same_tables_same_bytes);
    tcase_add_test(page, test_what_is_undefined_is_a_dash);
    tcase_add_test(page, test_without_gnuplot_there_is_a_page_with_a_note);
    tcase_add_loop_test(page, test_a_gnuplot_that_fails_is_noted, 0, 3);
    tcase_add_test(page, test_a_page_that_cannot_be_written_leaves_nothing);
    suite_add_tcase(suite, page);
    return suite;
}
