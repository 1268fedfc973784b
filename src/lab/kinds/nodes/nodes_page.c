// One table of the page.
#include "lab/report/page_inner.h"

#include <math.h>
#include <string.h>

const char *page_verdict_class(Verdict v)
{
    static const char *const classes[] = {"", "good", "near", "odd", "bad"};
    return classes[v];
}

const char *page_verdict_sign(Verdict v)
{
    static const char *const signs[] = {"", "\u2713", "\u2248", "!", "\u2717"};
    return signs[v];
}

void page_table_title(FILE *out, const Table *t)
{
    markup_html(out, t->experiment->title[0] ? t->experiment->title : t->experiment->name);
    if (t->series->label[0]) {
        fputs(" \u2013 ", out);
        markup_html(out, t->series->label);
    }
}

// Protocol.

static void item(FILE *out, const char *name, const char *text)
{
    fprintf(out, "<div><dt>%s</dt><dd>%s</dd></div>\n", name, text);
}

static void item_code(FILE *out, const char *name, const char *text)
{
    fprintf(out, "<div><dt>%s</dt><dd><code>", name);
    markup_html(out, text);
    fputs("</code></dd></div>\n", out);
}

static void item_depth(FILE *out, const Series *s)
{
    char text[TEXT_MAX];
    if (s->convention == DEPTH_PLIES) snprintf(text, sizeof text, "%d plies", s->depth);
    else
        snprintf(text, sizeof text, "%d plies below each child of the root (%d from the root)", s->depth,
                 s->depth + 1);
    item(out, "Depth", text);
}

static void item_starts(FILE *out, const Series *s)
{
    fputs("<div><dt>Starts</dt><dd>", out);
    for (int i = 0; i < s->start_count; i++) {
        if (i > 0) fputs("; ", out);
        if (s->starts[i] == START_INITIAL) {
            fputs("the initial position", out);
        } else {
            fprintf(out, "midgame: after %d turns by <code>", s->midgame_turns);
            markup_html(out, s->midgame_players);
            fputs("</code>", out);
        }
    }
    fputs("</dd></div>\n", out);
}

static void item_trials(FILE *out, const Table *t)
{
    char text[TEXT_MAX];
    int  least = t->count > 0 ? t->cells[0].trials : 0, most = least;
    for (int i = 1; i < t->count; i++) {
        least = t->cells[i].trials < least ? t->cells[i].trials : least;
        most  = t->cells[i].trials > most ? t->cells[i].trials : most;
    }
    if (least < most)
        snprintf(text, sizeof text, "%d to %d per cell; the experiment asks for %d", least, most,
                 t->experiment->trials);
    else if (least != t->experiment->trials)
        snprintf(text, sizeof text, "%d per cell; the experiment asks for %d", least, t->experiment->trials);
    else snprintf(text, sizeof text, "%d per cell", least);
    item(out, "Trials", text);
}

static void item_turns(FILE *out, const Table *t)
{
    const Series *const s = t->series;
    char                text[TEXT_MAX];
    Text                line = text_on(text, sizeof text);
    if (s->turns != TURNS_GAME) text_add(&line, "%d; ", s->turns);
    else if (t->count > 0 && isfinite(t->cells[0].mean_turns))
        text_add(&line, "those of whole games, %.1f on average; ", t->cells[0].mean_turns);
    else text_add(&line, "those of whole games; ");
    text_add(&line, s->per == PER_MOVE ? "a trial counts their mean" : "a trial counts their sum");
    item(out, "Turns", text);
}

static void protocol(FILE *out, const Table *t)
{
    const Series *const s = t->series;
    char                text[TEXT_MAX];
    fputs("<dl>\n", out);
    item_code(out, "Game", t->game);
    item_code(out, "Search", s->search);
    item_depth(out, s);
    item(out, "Count", s->count == COUNT_INTERIOR ? "interior nodes" : "all nodes");
    item(out, "Generator", s->shuffled ? "moves in random order" : "moves in the order of the generator");
    item_code(out, "Opponents", s->opponents);
    item_turns(out, t);
    item_starts(out, s);
    item_trials(out, t);
    item(out, "Positions",
         s->positions == POSITIONS_SHARED
             ? "shared: all configurations search those of the control&#39;s game"
             : "own: each configuration plays its own game");
    snprintf(text, sizeof text, "%llu", (unsigned long long)t->experiment->seed);
    item(out, "Seed", text);
    if (s->paper[0]) {
        snprintf(text, sizeof text, "%s, table %s", s->paper, s->table);
        item_code(out, "Published in", text);
    }
    fputs("</dl>\n", out);
}

// Which columns a table has beyond those of every table.
typedef struct Columns {
    bool printed, effect;
} Columns;

static Columns columns_of(const Table *t)
{
    Columns show = {0};
    for (int i = 0; i < t->count; i++) {
        show.printed = show.printed || t->cells[i].printed.there;
        show.effect  = show.effect || (t->cells[i].printed.there && isfinite(t->cells[i].printed.effect));
    }
    return show;
}

// Numbers.

static void number(FILE *out, double x, int decimals)
{
    char buffer[TEXT_MAX];
    Text text = text_on(buffer, sizeof buffer);
    markup_number(&text, x, decimals);
    fprintf(out, "<td>%s</td>", buffer);
}

static void mean(FILE *out, double x) { number(out, x, fabs(x) < 100 ? 1 : 0); }

static void chance(FILE *out, double p)
{
    char buffer[64];
    Text text = text_on(buffer, sizeof buffer);
    markup_chance(&text, p);
    fputs("<td>", out);
    markup_html(out, buffer);
    fputs("</td>", out);
}

static void percent(FILE *out, double share, const Interval *interval)
{
    char buffer[TEXT_MAX];
    Text text = text_on(buffer, sizeof buffer);
    markup_number(&text, 100 * share, 1);
    if (isfinite(share)) text_add(&text, " %%");
    if (interval != NULL && isfinite(interval->low)) {
        text_add(&text, " <small>[");
        markup_number(&text, 100 * interval->low, 1);
        text_add(&text, ", ");
        markup_number(&text, 100 * interval->high, 1);
        text_add(&text, "]</small>");
    }
    fprintf(out, "<td>%s</td>", buffer);
}

static void verdict(FILE *out, Verdict v)
{
    if (v == VERDICT_NONE) fputs("<td class=\"verdict\">\u2013</td>", out);
    else
        fprintf(out, "<td class=\"verdict\"><span class=\"%s\"><b aria-hidden=\"true\">%s</b> %s</span></td>",
                page_verdict_class(v), page_verdict_sign(v), verdict_name(v));
}

static void row(FILE *out, const Cell *c, Columns show, bool control)
{
    const double off = 100 * (c->saving - c->printed.saving);
    fprintf(out, "<tr%s><th scope=\"row\"><span>", control ? " class=\"control\"" : "");
    markup_html(out, c->configuration->name);
    fprintf(out, "</span></th><td class=\"word\">%s</td>", start_names[c->start]);
    number(out, c->trials, 0);
    mean(out, c->mean);
    mean(out, c->sd);
    percent(out, c->saving, &c->saving_interval);
    if (show.printed) {
        mean(out, c->printed.mean);
        percent(out, c->printed.saving, NULL);
        number(out, off, 1);
    }
    chance(out, c->mann_whitney.p_smaller);
    chance(out, c->mann_whitney.p_two_sided);
    chance(out, c->p_holm);
    chance(out, c->wilcoxon.p_two_sided);
    number(out, c->glass, 2);
    if (show.effect) number(out, c->printed.effect, 2);
    number(out, c->cliff, 2);
    if (show.printed) verdict(out, c->verdict);
    fputs("</tr>\n", out);
}

static void header(FILE *out, const Series *s, Columns show)
{
    char unit[40];
    snprintf(unit, sizeof unit, "%s%s%s", s->count == COUNT_INTERIOR ? "interior nodes" : "nodes",
             s->per == PER_MOVE || s->turns == TURNS_GAME ? " per " : "",
             s->per == PER_MOVE || s->turns == TURNS_GAME ? series_unit(s) : "");
    fputs("<thead><tr><th scope=\"col\">Configuration</th><th scope=\"col\" class=\"word\">Start</th><th "
          "scope=\"col\">Trials</th>",
          out);
    fprintf(out, "<th scope=\"col\">Mean <small>%s</small></th><th scope=\"col\">SD <small>%s</small></th>",
            unit, unit);
    fputs("<th scope=\"col\">Saving <small>[95 %]</small></th>", out);
    if (show.printed)
        fprintf(out,
                "<th scope=\"col\">Published mean <small>%s</small></th><th scope=\"col\">Published "
                "saving</th><th "
                "scope=\"col\">Difference "
                "<small>points</small></th>",
                unit);
    fputs("<th scope=\"col\">p <small>one-sided</small></th><th scope=\"col\">p "
          "<small>two-sided</small></th><th "
          "scope=\"col\">p <small>after "
          "Holm</small></th><th scope=\"col\">p <small>Wilcoxon</small></th><th scope=\"col\">Glass&#39;s "
          "\u0394</th>",
          out);
    if (show.effect) fputs("<th scope=\"col\">Published effect</th>", out);
    fputs("<th scope=\"col\">Cliff&#39;s \u03b4</th>", out);
    if (show.printed) fputs("<th scope=\"col\" class=\"verdict\">Verdict</th>", out);
    fputs("</tr></thead>\n", out);
}

static void players(FILE *out, const Table *t)
{
    const int n = t->series->configuration_count;
    fputs("<details><summary>The searches, to type</summary><ul>\n", out);
    for (int i = 0; i < n && i < t->count; i++) {
        fputs("<li>", out);
        markup_html(out, t->cells[i].configuration->name);
        fputs(": <code>", out);
        markup_html(out, t->cells[i].player);
        fputs("</code></li>\n", out);
    }
    fputs("</ul></details>\n", out);
}

void page_table(FILE *out, const Table *t, int anchor)
{
    const Columns show = columns_of(t);
    fprintf(out, "<section class=\"result\" id=\"table-%d\">\n<h3>", anchor);
    page_table_title(out, t);
    fputs("</h3>\n", out);
    if (t->experiment->note[0]) {
        fputs("<p>", out);
        markup_html(out, t->experiment->note);
        fputs("</p>\n", out);
    }
    protocol(out, t);
    fprintf(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table %d\"><table>\n",
            anchor);
    header(out, t->series, show);
    fputs("<tbody>\n", out);
    for (int i = 0; i < t->count; i++) row(out, &t->cells[i], show, i % t->series->configuration_count == 0);
    fputs("</tbody></table></div>\n", out);
    players(out, t);
    fputs("</section>\n", out);
}
