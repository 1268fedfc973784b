// One table of matches of the page.
#include "lab/report/page_inner.h"

#include <math.h>

const char *page_match_class(MatchVerdict v)
{
    static const char *const classes[MATCH_VERDICTS] = {"", "good", "near", "bad"};
    return classes[v];
}

const char *page_match_sign(MatchVerdict v)
{
    static const char *const signs[MATCH_VERDICTS] = {"", "\u2713", "\u2248", "\u2717"};
    return signs[v];
}

void page_match_title(FILE *out, const MatchTable *t)
{
    markup_html(out, t->experiment->title[0] ? t->experiment->title : t->experiment->name);
}

static void item(FILE *out, const char *name, const char *text)
{
    fprintf(out, "<div><dt>%s</dt><dd>", name);
    markup_html(out, text);
    fputs("</dd></div>\n", out);
}

static void protocol(FILE *out, const MatchTable *t)
{
    const MatchExperiment *const c = t->matches;
    char                         text[TEXT_MAX];
    fputs("<dl>\n", out);
    item(out, "Opening", c->opening);
    snprintf(text, sizeof text, "%d, each played from both seats", t->experiment->trials);
    item(out, "Openings", text);
    snprintf(text, sizeof text, "after %d plies", c->cells[0].plies_max);
    item(out, "Draw", text);
    snprintf(text, sizeof text, "%llu", (unsigned long long)t->experiment->seed);
    item(out, "Seed", text);
    if (match_timed(c)) item(out, "By the clock", "not repeatable, depends on the machine");
    if (c->paper[0]) {
        snprintf(text, sizeof text, "%s, table %s", c->paper, c->table);
        item(out, "Published in", text);
    }
    fputs("</dl>\n", out);
}

static void number(FILE *out, double x, int decimals, const char *unit)
{
    char buffer[TEXT_MAX];
    Text text = text_on(buffer, sizeof buffer);
    markup_number(&text, x, decimals);
    fprintf(out, "<td>%s%s</td>", buffer, isfinite(x) ? unit : "");
}

static void points(FILE *out, const MatchResultCell *c)
{
    char buffer[TEXT_MAX];
    Text text = text_on(buffer, sizeof buffer);
    markup_number(&text, 100 * c->share, 1);
    if (isfinite(c->share)) {
        text_add(&text, " %% <small>[");
        markup_number(&text, 100 * c->interval.low, 1);
        text_add(&text, ", ");
        markup_number(&text, 100 * c->interval.high, 1);
        text_add(&text, "]</small>");
    }
    fprintf(out, "<td>%s</td>", buffer);
}

// "+35", "\u2212\u221e"; a dash for NaN.
static void elo_number(Text *text, double elo)
{
    if (isnan(elo) || elo == 0) markup_number(text, elo, 0);
    else if (isinf(elo)) text_add(text, elo > 0 ? "+\u221e" : "\u2212\u221e");
    else {
        if (elo >= 0.5) text_char(text, '+');
        markup_number(text, elo, 0);
    }
}

static void elo(FILE *out, const MatchResultCell *c)
{
    char buffer[TEXT_MAX];
    Text text = text_on(buffer, sizeof buffer);
    elo_number(&text, c->elo);
    if (!isnan(c->elo)) {
        text_add(&text, " <small>[");
        elo_number(&text, c->elo_interval.low);
        text_add(&text, ", ");
        elo_number(&text, c->elo_interval.high);
        text_add(&text, "]</small>");
    }
    fprintf(out, "<td>%s</td>", buffer);
}

static void row(FILE *out, const MatchResultCell *c, bool printed)
{
    fputs("<tr><th scope=\"row\"><span>", out);
    markup_html(out, c->cell->row);
    fputs("</span></th><td class=\"word\">", out);
    markup_html(out, c->cell->column);
    fputs("</td>", out);
    number(out, 2 * c->pairs, 0, "");
    number(out, c->won, 0, "");
    number(out, c->drawn, 0, "");
    number(out, c->lost, 0, "");
    points(out, c);
    elo(out, c);
    number(out, 100 * c->share_first, 1, " %");
    number(out, 100 * c->share_second, 1, " %");
    if (printed) {
        number(out, 100 * c->published, 0, " %");
        number(out, 100 * (c->share - c->published), 1, "");
        if (c->verdict == MATCH_NONE) fputs("<td class=\"verdict\">\u2013</td>", out);
        else
            fprintf(
                out, "<td class=\"verdict\"><span class=\"%s\"><b aria-hidden=\"true\">%s</b> %s</span></td>",
                page_match_class(c->verdict), page_match_sign(c->verdict), match_verdict_name(c->verdict));
    }
    fputs("</tr>\n", out);
}

static void header(FILE *out, bool printed)
{
    fputs("<thead><tr><th scope=\"col\">Row</th><th scope=\"col\" class=\"word\">Column</th><th "
          "scope=\"col\">Games</th><th scope=\"col\">Won</th><th scope=\"col\">Drawn</th><th "
          "scope=\"col\">Lost</th>"
          "<th scope=\"col\">Points <small>[95 %]</small></th><th scope=\"col\">Elo <small>[95 "
          "%]</small></th><th "
          "scope=\"col\">First seat</th><th "
          "scope=\"col\">Second seat</th>",
          out);
    if (printed)
        fputs("<th scope=\"col\">Published</th><th scope=\"col\">Difference <small>points</small></th><th "
              "scope=\"col\" class=\"verdict\">Verdict</th>",
              out);
    fputs("</tr></thead>\n", out);
}

static void code(FILE *out, const char *before, const char *text)
{
    fprintf(out, "%s<code>", before);
    markup_html(out, text);
    fputs("</code>", out);
}

static void players(FILE *out, const MatchTable *t)
{
    fputs("<details><summary>Games and players, to type</summary><ul>\n", out);
    for (int i = 0; i < t->count; i++) {
        const MatchCell *const c = t->cells[i].cell;
        code(out, "<li>", c->game);
        code(out, ": ", c->player);
        code(out, " against ", c->opponent);
        fputs("</li>\n", out);
    }
    fputs("</ul></details>\n", out);
}

void page_match(FILE *out, const MatchTable *t, int anchor)
{
    const bool printed = t->matches->paper[0] != 0;
    fprintf(out, "<section class=\"result\" id=\"table-%d\">\n<h3>", anchor);
    page_match_title(out, t);
    fputs("</h3>\n", out);
    if (t->experiment->note[0]) {
        fputs("<p>", out);
        markup_html(out, t->experiment->note);
        fputs("</p>\n", out);
    }
    protocol(out, t);
    fprintf(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table %d\"><table>\n",
            anchor);
    header(out, printed);
    fputs("<tbody>\n", out);
    for (int i = 0; i < t->count; i++) row(out, &t->cells[i], printed);
    fputs("</tbody></table></div>\n", out);
    players(out, t);
    fputs("</section>\n", out);
}
