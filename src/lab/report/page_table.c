// One table of the page, of any kind.
#include "lab/report/chosen_report.h"
#include "lab/report/page_parts.h"
#include "lab/report/rivals.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void page_item(FILE *out, const char *name, const char *text)
{
    fprintf(out, "<div><dt>%s</dt><dd>", name);
    markup_html(out, text);
    fputs("</dd></div>\n", out);
}

void page_item_code(FILE *out, const char *name, const char *text)
{
    fprintf(out, "<div><dt>%s</dt><dd>", name);
    page_code(out, "", text);
    fputs("</dd></div>\n", out);
}

void page_code(FILE *out, const char *before, const char *text)
{
    fprintf(out, "%s<code>", before);
    markup_html(out, text);
    fputs("</code>", out);
}

const char page_scroll_hint[] = "<p class=\"hint\">There is more to the right: scroll sideways.</p>";

// Words stand to the left; the first column does so by itself.
static const char *class_of(const Column *c, bool first)
{
    if (c->format == FORMAT_VERDICT) return " class=\"verdict\"";
    return !first && (c->format == FORMAT_TEXT || c->format == FORMAT_WORD) ? " class=\"word\"" : "";
}

static void header(FILE *out, const Table *t, const Column *const columns[])
{
    const ExperimentKind *const kind = t->experiment->kind;
    char                        own[TEXT_MAX];
    Text                        text = text_on(own, sizeof own);
    if (kind->unit != NULL) kind->unit(t, &text);
    fputs("<thead><tr>", out);
    for (int i = 0; columns[i] != NULL; i++) {
        const char *const unit = columns[i]->unit;
        fprintf(out, "<th scope=\"col\"%s>%s", class_of(columns[i], i == 0), columns[i]->title);
        if (unit != NULL) fprintf(out, " <small>%s</small>", strcmp(unit, "{unit}") == 0 ? own : unit);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n", out);
}

// A value with the heading of its column: narrow pages show a row as a list, without the header.
static void labelled(FILE *out, const Table *t, const void *cell, const Column *column)
{
    char       *html   = NULL;
    size_t      size   = 0;
    FILE *const memory = open_memstream(&html, &size);
    if (memory == NULL) return;
    column_html(column, t, cell, memory);
    fclose(memory);
    assert(strncmp(html, "<td", 3) == 0);
    const char *const unit = column->unit == NULL || strcmp(column->unit, "{unit}") == 0 ? "" : column->unit;
    fprintf(out, "<td data-label=\"%s%s%s\"%s", column->title, unit[0] ? " " : "", unit, html + 3);
    free(html);
}

static void row(FILE *out, const Table *t, int k, const Column *const columns[])
{
    assert(k >= 0 && k < t->count);
    const void *const cell = table_cell(t, k);
    fprintf(out, "<tr%s><th scope=\"row\"><span>",
            t->experiment->kind->control(t, k) ? " class=\"control\"" : "");
    markup_html(out, column_value(columns[0], t, cell).text);
    fputs("</span></th>", out);
    for (int i = 1; columns[i] != NULL; i++) labelled(out, t, cell, columns[i]);
    fputs("</tr>\n", out);
}

// Once for all tables of an experiment.
static void hypotheses(FILE *out, const Table *t)
{
    const json_t *hypothesis;
    size_t        i;
    if (!t->first || json_array_size(t->experiment->hypotheses) == 0) return;
    fprintf(out, "<div><dt>Hypotheses%s</dt><dd><ol>", t->registered ? "" : ", not registered");
    json_array_foreach(t->experiment->hypotheses, i, hypothesis)
    {
        fputs("<li>", out);
        markup_html(out, json_string_value(hypothesis));
        fputs("</li>", out);
    }
    fputs("</ol></dd></div>\n", out);
}

void page_table(FILE *out, const Table *t, int number)
{
    assert(number >= 0);
    const ExperimentKind *const kind = t->experiment->kind;
    const Column               *columns[COLUMNS_MAX];
    char                        sentence[CHOSEN_SENTENCE_MAX];
    Text                        text = text_on(sentence, sizeof sentence);
    columns_shown(kind, t, SHOWN_HTML, columns);
    fprintf(out, "<section class=\"result\" id=\"table-%d\">\n<h3>", number);
    kind->html_title(t, out);
    fputs("</h3>\n", out);
    if (t->experiment->note[0]) {
        fputs("<p>", out);
        markup_html(out, t->experiment->note);
        fputs("</p>\n", out);
    }
    if (experiment_changes(t->experiment)[0]) {
        page_code(out, "<p>Changed by ", experiment_changes(t->experiment));
        fputs(": not what its file says.</p>\n", out);
    }
    chosen_sentence(t, &text);
    if (sentence[0]) {
        fputs("<p>", out);
        markup_html(out, sentence);
        fputs("</p>\n", out);
    }
    fputs("<dl>\n", out);
    kind->html_protocol(t, out);
    if (t->digests[0]) {
        char made[sizeof t->digests + sizeof t->commits + 40];
        snprintf(made, sizeof made, "digest %s, commit %s", t->digests, t->commits);
        page_item(out, "Program", made);
    }
    page_item(out, "Registered", t->registration);
    if (t->gap[0]) page_item(out, "Not shown", t->gap);
    hypotheses(out, t);
    text = text_on(sentence, sizeof sentence);
    rivals_sentence(t, &text);
    if (sentence[0]) page_item(out, "Rivals", sentence);
    fprintf(out,
            "</dl>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table %d\"><table>\n",
            number);
    header(out, t, columns);
    fputs("<tbody>\n", out);
    for (int k = 0; k < t->count; k++) row(out, t, k, columns);
    fprintf(out, "</tbody></table>%s</div>\n", page_scroll_hint);
    kind->html_players(t, out);
    fputs("</section>\n", out);
}

void page_verdicts(FILE *out, const ExperimentKind *kind, const int counts[])
{
    assert(kind->verdict_count <= VERDICTS_MAX);
    fputs("<div class=\"scroll\" style=\"display:inline-block;max-width:100%\"><table "
          "class=\"counts\"><tbody>\n",
          out);
    for (int v = 1; v < kind->verdict_count; v++) {
        const VerdictName *const name = &kind->verdicts[v];
        fprintf(out,
                "<tr><td><span class=\"%s\"><b aria-hidden=\"true\">%s</b> "
                "%s</span></td><td>%d</td><td>%s</td></tr>\n",
                name->css, name->sign, name->name, counts[v], name->meaning);
    }
    fputs("</tbody></table></div>\n", out);
}
