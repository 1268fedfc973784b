// What stands around a table of matches.
#include "lab/kinds/match/match.h"
#include "lab/report/page_parts.h"

void match_text_head(const Table *t, const char *makers, FILE *out)
{
    const Experiment *const      e = t->experiment;
    const MatchExperiment *const c = table_matches(t);
    fprintf(out, "%s  %s\n", e->name, e->title);
    if (e->note[0]) fprintf(out, "  %s\n", e->note);
    fprintf(out, "  first cell: %s, %s against %s, openings %s, a draw after %d plies\n", c->cells[0].game,
            c->cells[0].player.shown, c->cells[0].opponent.shown, c->opening, c->cells[0].plies_max);
    if (match_timed(c)) fprintf(out, "  by the clock: not repeatable, depends on the machine: %s\n", makers);
}

void match_html_title(const Table *t, FILE *out) { markup_html(out, experiment_title(t->experiment)); }

void match_html_protocol(const Table *t, FILE *out)
{
    const MatchExperiment *const c = table_matches(t);
    char                         text[TEXT_MAX];
    page_item(out, "Opening", c->opening);
    snprintf(text, sizeof text, "%d, each played from both seats", t->experiment->trials);
    page_item(out, "Openings", text);
    snprintf(text, sizeof text, "after %d plies", c->cells[0].plies_max);
    page_item(out, "Draw", text);
    snprintf(text, sizeof text, "%llu", (unsigned long long)t->experiment->seed);
    page_item(out, "Seed", text);
    if (match_timed(c)) page_item(out, "By the clock", "not repeatable, depends on the machine");
    if (c->paper[0]) {
        snprintf(text, sizeof text, "%s, table %s", c->paper, c->table);
        page_item(out, "Published in", text);
    }
}

void match_html_players(const Table *t, FILE *out)
{
    fputs("<details><summary>Games and players, to type</summary><ul>\n", out);
    for (int i = 0; i < t->count; i++) {
        const MatchCell *const c = table_match_cells(t)[i].cell;
        page_code(out, "<li>", c->game);
        page_code(out, ": ", c->player.shown);
        page_code(out, " against ", c->opponent.shown);
        fputs("</li>\n", out);
    }
    fputs("</ul></details>\n", out);
}
