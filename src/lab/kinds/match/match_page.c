// What stands around a table of matches.
#include "lab/kinds/match/match.h"
#include "lab/report/page_parts.h"

#include <string.h>

// "50 games, 36 different" where a game is there twice, in all cells, and what that means for the figures:
// those of pairs that are there twice count once. False when all are different.
static bool games_repeat(const Table *t, Text *out)
{
    int games = 0, different = 0, repeated = 0;   // repeated: pairs
    for (int i = 0; i < t->count; i++) {
        const MatchResultCell *const c = &table_match_cells(t)[i];
        games += 2 * c->pairs, different += c->games_different, repeated += c->pairs - c->different;
    }
    if (different == games) return false;
    text_add(out, "%d games, %d different", games, different);
    if (repeated > 0) text_add(out, "; the figures are those of different pairs of games only");
    return true;
}

// What a printed percentage is compared with, where the experiment says it.
static const char *const readings[PRINTED_READINGS] = {
    [PRINTED_POINTS] = "points",
    [PRINTED_PAIRS]  = "pairs of games, each won, drawn or lost by its sum",
    [PRINTED_WINS]   = "games won",
};

static bool openings_same(const MatchExperiment *c)
{
    for (int i = 1; i < c->rows * c->columns; i++)
        if (strcmp(c->cells[i].opening, c->cells[0].opening) != 0) return false;
    return true;
}

void match_text_head(const Table *t, const char *makers, FILE *out)
{
    const Experiment *const      e = t->experiment;
    const MatchExperiment *const c = table_matches(t);
    char                         games[TEXT_MAX];
    Text                         text = text_on(games, sizeof games);
    fprintf(out, "%s  %s\n", e->name, e->title);
    if (e->note[0]) fprintf(out, "  %s\n", e->note);
    fprintf(out, "  first cell: %s, %s against %s, openings %s, a draw after %d plies\n", c->cells[0].game,
            c->cells[0].player.shown, c->cells[0].opponent.shown, c->cells[0].opening, c->cells[0].plies_max);
    if (match_timed(c)) fprintf(out, "  by the clock: not repeatable, depends on the machine: %s\n", makers);
    if (c->readings) fprintf(out, "  print is taken to count %s\n", readings[c->printed_as]);
    if (match_external(c)) fprintf(out, "  played by other programs too: not promised to repeat\n");
    if (games_repeat(t, &text)) fprintf(out, "  %s\n", games);
}

void match_html_title(const Table *t, FILE *out) { markup_html(out, experiment_title(t->experiment)); }

void match_html_protocol(const Table *t, FILE *out)
{
    const MatchExperiment *const c = table_matches(t);
    char                         text[TEXT_MAX + 32];
    snprintf(text, sizeof text, "%s%s", c->cells[0].opening,
             openings_same(c) ? "" : ", another in other rows");
    page_item(out, "Opening", text);
    snprintf(text, sizeof text, "%d, each played from both seats", t->experiment->trials);
    page_item(out, "Openings", text);
    Text games = text_on(text, sizeof text);
    if (games_repeat(t, &games)) page_item(out, "Games", text);
    snprintf(text, sizeof text, "after %d plies", c->cells[0].plies_max);
    page_item(out, "Draw", text);
    snprintf(text, sizeof text, "%llu", (unsigned long long)t->experiment->seed);
    page_item(out, "Seed", text);
    if (match_timed(c)) page_item(out, "By the clock", "not repeatable, depends on the machine");
    if (match_external(c)) page_item(out, "Other programs", "take part: not promised to repeat");
    if (c->paper[0]) {
        snprintf(text, sizeof text, "%s, table %s", c->paper, c->table);
        page_item(out, "Published in", text);
        if (c->readings) page_item(out, "Print counts", readings[c->printed_as]);
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
