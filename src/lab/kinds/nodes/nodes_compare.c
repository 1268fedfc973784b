// Comparisons between configurations: below a table of the terminal, for programs, and on the page.
#include "lab/kinds/nodes/nodes.h"
#include "lab/report/markup.h"

#include <math.h>

static const char *const verdict_names[] = {
    [CLAIM_UNJUDGED]    = "",
    [CLAIM_HOLDS]       = "holds",
    [CLAIM_FAILS]       = "fails",
    [CLAIM_CANNOT_TELL] = "cannot tell",
};
static const char *const claim_names[] = {"", "less", "equal", "more"};

static const CompareCell *compare_cells(const Table *t) { return t->more; }

// "5 against Unlimited, initial: 1.060 [1.020, 1.110], p 0.0012, 50 trials; print: more: holds (...)".
static void line_text(const CompareCell *c, Text *out)
{
    const Comparison *const k = c->comparison;
    text_add(out, "%s against %s, %s: ", k->of, k->against, start_names[c->start]);
    if (isnan(c->ratio)) text_add(out, "no trials");
    else {
        text_add(out, "%.3f", c->ratio);
        if (isfinite(c->interval.low)) text_add(out, " [%.3f, %.3f]", c->interval.low, c->interval.high);
        else text_add(out, ", no interval from so few");
        if (isfinite(c->p)) text_add(out, ", p %.2g", c->p);
        text_add(out, ", %d trial%s", c->trials, c->trials == 1 ? "" : "s");
    }
    if (k->claim == CLAIM_NONE) return;
    text_add(out, "; print: %s", claim_names[k->claim]);
    if (c->verdict != CLAIM_UNJUDGED) text_add(out, ": %s", verdict_names[c->verdict]);
    if (k->says[0]) text_add(out, " (%s)", k->says);
}

void nodes_text_more(const Table *t, FILE *out)
{
    if (t->more_count > 0)
        fputs("  count of one configuration / count of another; p is not corrected for how many there are:\n",
              out);
    for (int i = 0; i < t->more_count; i++) {
        char line[2 * TEXT_MAX];
        Text text = text_on(line, sizeof line);
        line_text(&compare_cells(t)[i], &text);
        fprintf(out, "    %s\n", line);
    }
}

static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

json_t *nodes_json_more(const Table *t)
{
    json_t *const list = json_array();
    for (int i = 0; i < t->more_count; i++) {
        const CompareCell *const c = &compare_cells(t)[i];
        json_t *const            o = json_object();
        json_object_set_new(o, "series", json_string(table_series(t)->label));
        json_object_set_new(o, "of", json_string(c->comparison->of));
        json_object_set_new(o, "against", json_string(c->comparison->against));
        json_object_set_new(o, "start", json_string(start_names[c->start]));
        json_object_set_new(o, "trials", json_integer(c->trials));
        json_object_set_new(o, "ratio", number(c->ratio));
        json_object_set_new(o, "ratio_low", number(c->interval.low));
        json_object_set_new(o, "ratio_high", number(c->interval.high));
        json_object_set_new(o, "p", number(c->p));
        json_object_set_new(o, "claim", json_string(claim_names[c->comparison->claim]));
        json_object_set_new(o, "says", json_string(c->comparison->says));
        json_object_set_new(o, "verdict", json_string(verdict_names[c->verdict]));
        json_array_append_new(list, o);
    }
    return list;
}

void nodes_html_more(const Table *t, FILE *out)
{
    if (t->more_count == 0) return;
    fputs("<p>Count of one configuration / count of another, with its 95 % interval; p is not corrected for "
          "how many there are:</p>\n<ul>\n",
          out);
    for (int i = 0; i < t->more_count; i++) {
        char line[2 * TEXT_MAX];
        Text text = text_on(line, sizeof line);
        line_text(&compare_cells(t)[i], &text);
        fputs("<li>", out);
        markup_html(out, line);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
}
