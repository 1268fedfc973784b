#include "base/file.h"
#include "lab/papers.h"
#include "lab/report/chosen_report.h"
#include "lab/report/foreign.h"
#include "lab/report/page.h"
#include "lab/report/page_parts.h"
#include "lab/report/plot.h"

#include <assert.h>
#include <stdlib.h>

static void summary(FILE *out, const Tables *tables)
{
    char changes[2 * TEXT_MAX];
    Text changed = text_on(changes, sizeof changes);
    tables_changes(tables, &changed);
    if (changes[0]) {
        fputs("<p class=\"note\">", out);
        markup_html(out, changes);
        fputs(".</p>\n", out);
    }
    for (int i = 0; lab_kinds[i] != NULL; i++) {
        const Tables of_kind = tables_of_kind(tables, lab_kinds[i]);
        int          counts[VERDICTS_MAX];
        if (!tables_have_kind(tables, lab_kinds[i])) continue;
        tables_verdicts(&of_kind, counts);
        lab_kinds[i]->html_summary(&of_kind, counts, out);
        chosen_summary_html(&of_kind, out);
    }
}

static void contents(FILE *out, const Tables *tables)
{
    fputs("<nav aria-label=\"Tables\"><ol>\n", out);
    for (int i = 0; i < tables->count; i++) {
        fprintf(out, "<li><a href=\"#table-%d\">", i + 1);
        tables->list[i].experiment->kind->html_title(&tables->list[i], out);
        fputs("</a></li>\n", out);
    }
    fputs("</ol></nav>\n", out);
}

static void pictures(FILE *out, const PlotList *plots)
{
    if (plots->count == 0 && plots->note.text[0] == 0) return;
    fputs("<h2 id=\"pictures\">Pictures</h2>\n", out);
    if (plots->note.text[0]) {
        fputs("<p class=\"note\">Pictures are missing: ", out);
        markup_html(out, plots->note.text);
        fputs(".</p>\n", out);
    }
    for (int i = 0; i < plots->count; i++) {
        const Plot *const p = &plots->list[i];
        fputs("<figure><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", out);
        markup_html(out, p->title);
        fputs("\">\n", out);
        fwrite(p->svg, 1, p->size, out);
        fprintf(out, "%s</div><figcaption>", page_scroll_hint);
        markup_html(out, p->caption);
        fputs("</figcaption></figure>\n", out);
    }
}

// Each experiment once, in order.
static bool is_first_of_experiment(const Tables *tables, int i)
{
    assert(i >= 0 && i < tables->count);
    return i == 0 || tables->list[i].experiment != tables->list[i - 1].experiment;
}

// Does a table have a printed one beside it?
static bool is_printed(const Table *t) { return (t->experiment->kind->shown(t) & WHEN_PAPER) != 0; }

// Who printed the figures that ours are compared with.
static void papers(FILE *out, const Tables *tables)
{
    bool          some = false;
    size_t        i;
    const json_t *paper;
    Status        status;
    for (int k = 0; k < tables->count; k++) some |= is_printed(&tables->list[k]);
    json_t *const list = some ? papers_load(&status) : NULL;
    if (list == NULL) return;
    fputs("<h2 id=\"papers\">The papers</h2>\n<dl class=\"papers\">\n", out);
    json_array_foreach(json_object_get(list, "papers"), i, paper)
    {
        char text[4 * TEXT_MAX];
        Text citation = text_on(text, sizeof text);
        paper_cite(paper, &citation);
        page_item(out, json_string_value(json_object_get(paper, "key")), text);
    }
    fputs("</dl>\n", out);
    json_decref(list);
}

static void makers(FILE *out, const Tables *tables, const char *command)
{
    fputs("<h2 id=\"made\">What made this</h2>\n<p>", out);
    markup_html(out, tables->makers[0] ? tables->makers : "unknown");
    fprintf(out, ". Seed of the bootstrap: %llu; the seeds of the experiments stand with their tables.</p>\n",
            (unsigned long long)tables->seed);
    for (int i = 0; i < tables->foreign_count; i++) {
        char line[FOREIGN_LINE_MAX];
        Text text = text_on(line, sizeof line);
        foreign_format(&tables->foreign[i], &text);
        fputs("<p class=\"note\">", out);
        markup_html(out, line);
        fputs(".</p>\n", out);
    }
    fputs("<p>The numbers, for programs: ", out);
    int some = 0;
    for (int i = 0; lab_kinds[i] != NULL; i++)
        if (tables_of_kind(tables, lab_kinds[i]).count > 0)
            fprintf(out, "%s<a href=\"%s.csv\">%s.csv</a>", some++ ? ", " : "", lab_kinds[i]->file,
                    lab_kinds[i]->file);
    fputs(".</p>\n<p>To repeat it (a file of your own is named by its path instead):</p>\n<pre><code>", out);
    for (int i = 0; i < tables->count; i++)
        if (is_first_of_experiment(tables, i)) {
            fputs("pollard lab run ", out);
            markup_html(out, tables->list[i].experiment->name);
            markup_html(out, tables->list[i].experiment->changes);
            fputc('\n', out);
        }
    markup_html(out, command);
    fputs("\n</code></pre>\n", out);
}

static void page(FILE *out, const Tables *tables, const PlotList *plots, const char *command)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
          "content=\"width=device-width,initial-scale=1\">\n"
          "<title>Pollard: results of the laboratory</title>\n<style>\n",
          out);
    fputs(page_style, out);
    fputs("</style>\n</head>\n<body>\n<main>\n<h1>Results of the laboratory</h1>\n", out);
    summary(out, tables);
    contents(out, tables);
    pictures(out, plots);
    fputs("<h2 id=\"tables\">Tables</h2>\n", out);
    for (int i = 0; i < tables->count; i++) page_table(out, &tables->list[i], i + 1);
    for (int i = 0; lab_kinds[i] != NULL; i++)
        if (tables_have_kind(tables, lab_kinds[i])) fputs(lab_kinds[i]->method, out);
    papers(out, tables);
    makers(out, tables, command);
    fputs("</main>\n</body>\n</html>\n", out);
}

static bool page_save(const Tables *tables, const PlotList *plots, const char *dir, const char *command,
                      Status *status)
{
    char       *text;
    size_t      size;
    FILE *const out = open_memstream(&text, &size);
    if (out == NULL) return status_fail_system(status, "out of memory for the page");
    page(out, tables, plots, command);
    const bool whole = !ferror(out);
    bool       good = (fclose(out) == 0 && whole) || status_fail_system(status, "out of memory for the page");
    good            = good && file_write_in(dir, "index.html", text, size, status);
    free(text);
    return good;
}

bool page_write(const Tables *tables, const char *dir, const char *command, Status *status)
{
    assert(dir != NULL && command != NULL);
    PlotList *const plots = calloc(1, sizeof *plots);
    status_clear(status);
    if (plots == NULL) return status_fail_system(status, "out of memory for the page");
    const bool good = file_folder(dir, status) && plots_write(tables, dir, plots, status) &&
                      page_save(tables, plots, dir, command, status);
    plots_close(plots);
    free(plots);
    return good;
}
