#include "base/file.h"
#include "lab/report/page_inner.h"
#include "lab/report/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// How the published comparisons came out.
typedef struct Summary {
    int compared, missing;   // missing: printed, but without trials
} Summary;

static Summary summary_of(const Tables *tables)
{
    Summary out = {0};
    for (int v = VERDICT_AGREES; v <= VERDICT_DIRECTION; v++) out.compared += tables->verdicts[v];
    for (int i = 0; i < tables->count; i++)
        for (int k = 0; k < tables->list[i].count; k++) {
            const Cell *const c = &tables->list[i].cells[k];
            out.missing += c->verdict == VERDICT_NONE && c->printed.there && isfinite(c->printed.saving);
        }
    return out;
}

static void counts(FILE *out, const Tables *tables)
{
    static const char *const meanings[] = {"", "same direction and significance, saving within 10 points",
                                           "same direction and significance, saving further off",
                                           "same direction; one is significant, the other is not",
                                           "one saves, the other costs"};
    fputs("<div class=\"scroll\" style=\"display:inline-block;max-width:100%\"><table "
          "class=\"counts\"><tbody>\n",
          out);
    for (int v = VERDICT_AGREES; v <= VERDICT_DIRECTION; v++)
        fprintf(out,
                "<tr><td><span class=\"%s\"><b aria-hidden=\"true\">%s</b> "
                "%s</span></td><td>%d</td><td>%s</td></tr>\n",
                page_verdict_class((Verdict)v), page_verdict_sign((Verdict)v), verdict_name((Verdict)v),
                tables->verdicts[v], meanings[v]);
    fputs("</tbody></table></div>\n", out);
}

static void summary_nodes(FILE *out, const Tables *tables)
{
    const Summary s     = summary_of(tables);
    const int     agree = tables->verdicts[VERDICT_AGREES];
    fprintf(out, "<p>%d table%s of node counts, each configuration against its control. ", tables->count,
            tables->count == 1 ? "" : "s");
    if (s.compared == 0) {
        fputs(s.missing > 0 ? "None of the published comparisons has been run yet."
                            : "None of them has published figures to compare with.",
              out);
    } else {
        fprintf(out, "<b>%d of %d published comparisons agree</b> with print (%.0f %%): ", agree, s.compared,
                100.0 * agree / s.compared);
        fprintf(out, "the direction is the same in %d of %d, direction and significance in %d.",
                s.compared - tables->verdicts[VERDICT_DIRECTION], s.compared,
                agree + tables->verdicts[VERDICT_SAVING]);
        if (s.missing > 0) fprintf(out, " %d more have no trials yet.", s.missing);
    }
    fputs(" <a href=\"#method\">What this means</a>.</p>\n", out);
    if (s.compared > 0) counts(out, tables);
}

static void counts_matches(FILE *out, const Tables *tables)
{
    static const char *const meanings[MATCH_VERDICTS] = {
        "", "the same side of 50 %, no further apart than chance allows",
        "the same side of 50 %, another share", "the other side of 50 %"};
    fputs("<div class=\"scroll\" style=\"display:inline-block;max-width:100%\"><table "
          "class=\"counts\"><tbody>\n",
          out);
    for (int v = MATCH_AGREES; v < MATCH_VERDICTS; v++)
        fprintf(out,
                "<tr><td><span class=\"%s\"><b aria-hidden=\"true\">%s</b> "
                "%s</span></td><td>%d</td><td>%s</td></tr>\n",
                page_match_class((MatchVerdict)v), page_match_sign((MatchVerdict)v),
                match_verdict_name((MatchVerdict)v), tables->match_verdicts[v], meanings[v]);
    fputs("</tbody></table></div>\n", out);
}

static void summary_matches(FILE *out, const Tables *tables)
{
    int compared = 0;
    for (int v = MATCH_AGREES; v < MATCH_VERDICTS; v++) compared += tables->match_verdicts[v];
    fprintf(out, "<p>%d table%s of matches. ", tables->match_count, tables->match_count == 1 ? "" : "s");
    if (compared == 0) fputs("Nothing has been played yet that could be compared with print.", out);
    else
        fprintf(out, "<b>%d of %d published results agree</b> with print; the same player is ahead in %d.",
                tables->match_verdicts[MATCH_AGREES], compared,
                compared - tables->match_verdicts[MATCH_DIFFERS]);
    fputs(" <a href=\"#method-matches\">What this means</a>.</p>\n", out);
    if (compared > 0) counts_matches(out, tables);
}

static void summary(FILE *out, const Tables *tables)
{
    if (tables->count > 0 || tables->match_count == 0) summary_nodes(out, tables);
    if (tables->match_count > 0) summary_matches(out, tables);
}

static void contents(FILE *out, const Tables *tables)
{
    fputs("<nav aria-label=\"Tables\"><ol>\n", out);
    for (int i = 0; i < tables->count; i++) {
        fprintf(out, "<li><a href=\"#table-%d\">", i + 1);
        page_table_title(out, &tables->list[i]);
        fputs("</a></li>\n", out);
    }
    for (int i = 0; i < tables->match_count; i++) {
        fprintf(out, "<li><a href=\"#table-%d\">", tables->count + i + 1);
        page_match_title(out, &tables->matches[i]);
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
        fputs("</div><figcaption>", out);
        markup_html(out, p->caption);
        fputs("</figcaption></figure>\n", out);
    }
}

// Each experiment once, in order.
static bool is_first_of_experiment(const Tables *tables, int i)
{
    return i == 0 || tables->list[i].experiment != tables->list[i - 1].experiment;
}

static void makers(FILE *out, const Tables *tables, const char *command)
{
    fputs("<h2 id=\"made\">What made this</h2>\n<p>", out);
    markup_html(out, tables->makers[0] ? tables->makers : "unknown");
    fprintf(out, ". Seed of the bootstrap: %llu; the seeds of the experiments stand with their tables.</p>\n",
            (unsigned long long)tables->seed);
    fputs("<p>The numbers, for programs: ", out);
    if (tables->count > 0) fputs("<a href=\"results.csv\">results.csv</a>", out);
    if (tables->count > 0 && tables->match_count > 0) fputs(", ", out);
    if (tables->match_count > 0) fputs("<a href=\"matches.csv\">matches.csv</a>", out);
    fputs(".</p>\n<p>To repeat it (a file of your own is named by its path instead):</p>\n<pre><code>", out);
    for (int i = 0; i < tables->count; i++)
        if (is_first_of_experiment(tables, i)) {
            fputs("pollard lab run ", out);
            markup_html(out, tables->list[i].experiment->name);
            fputc('\n', out);
        }
    for (int i = 0; i < tables->match_count; i++) {
        fputs("pollard lab run ", out);
        markup_html(out, tables->matches[i].experiment->name);
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
    for (int i = 0; i < tables->match_count; i++) page_match(out, &tables->matches[i], tables->count + i + 1);
    if (tables->count > 0 || tables->match_count == 0) fputs(page_method, out);
    if (tables->match_count > 0) fputs(page_method_matches, out);
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
    PlotList *const plots = calloc(1, sizeof *plots);
    status_clear(status);
    if (plots == NULL) return status_fail_system(status, "out of memory for the page");
    const bool good = file_folder(dir, status) && plots_write(tables, dir, plots, status) &&
                      page_save(tables, plots, dir, command, status);
    plots_close(plots);
    free(plots);
    return good;
}
