#include "lab/report/chosen_report.h"
#include "lab/kinds/kind.h"
#include "lab/report/markup.h"

#include <assert.h>
#include <string.h>

static bool cell_compared(const Table *t, int cell)
{
    const ExperimentKind *const kind = t->experiment->kind;
    return kind->verdicts[kind->verdict(table_cell(t, cell))].tested;
}

static ChosenGroup cell_group(const Table *t, int cell)
{
    const Experiment *const e = t->experiment;
    if (!e->chosen.given) return CHOSEN_NOT_SAID;
    if (chosen_on_this(&e->chosen)) return CHOSEN_USED;
    return e->kind->used != NULL && e->kind->used(t, cell) ? CHOSEN_USED : CHOSEN_NOT_USED;
}

// The experiments of a paper have its name and a number: how long the name is.
static int family_length(const char *name)
{
    int n = (int)strlen(name);
    while (n > 0 && name[n - 1] >= '0' && name[n - 1] <= '9') n--;
    return n > 1 && name[n] != 0 && name[n - 1] == '-' ? n - 1 : (int)strlen(name);
}

static bool families_same(const char *a, const char *b)
{
    const int n = family_length(a);
    return n == family_length(b) && memcmp(a, b, (size_t)n) == 0;
}

// Of all experiments, or of those of the same family as `like`.
static ChosenCounts count(const Tables *tables, const char *like)
{
    ChosenCounts counts = {0};
    for (int i = 0; i < tables->count; i++) {
        const Table *const t = &tables->list[i];
        for (int k = 0; k < t->count; k++) {
            if (!cell_compared(t, k) || (like != NULL && !families_same(like, t->experiment->name))) continue;
            const ChosenGroup group = cell_group(t, k);
            counts.compared[group]++;
            counts.agree[group] += t->experiment->kind->verdict(table_cell(t, k)) == VERDICT_NUMBER_AGREES;
        }
    }
    return counts;
}

ChosenCounts chosen_count(const Tables *tables) { return count(tables, NULL); }

// " (history-ads 20 of 24, abalone 0 of 15)", where a group has experiments of more than one family.
static void families(const Tables *tables, ChosenGroup group, int all, Text *out)
{
    int shown = 0;
    for (int i = 0; i < tables->count; i++) {
        const char *const name = tables->list[i].experiment->name;
        bool              seen = false;
        for (int k = 0; k < i; k++) seen = seen || families_same(name, tables->list[k].experiment->name);
        const ChosenCounts own = count(tables, name);
        if (seen || own.compared[group] == 0 || own.compared[group] == all) continue;
        text_add(out, "%s%.*s %d of %d", shown++ > 0 ? ", " : " (", family_length(name), name,
                 own.agree[group], own.compared[group]);
    }
    if (shown > 0) text_add(out, ")");
}

static const char *const group_names[CHOSEN_GROUPS] = {"chosen on", "not used to choose", "not said"};

static void summary(const Tables *tables, Text *out)
{
    const ChosenCounts counts = chosen_count(tables);
    if (counts.compared[CHOSEN_USED] + counts.compared[CHOSEN_NOT_USED] == 0) return;
    for (int i = 0; i < CHOSEN_GROUPS; i++) {
        if (i == CHOSEN_NOT_SAID && counts.compared[i] == 0) continue;
        text_add(out, "%s%s: %d of %d agree", i > 0 ? "; " : "", group_names[i], counts.agree[i],
                 counts.compared[i]);
        families(tables, (ChosenGroup)i, counts.compared[i], out);
    }
}

void chosen_summary_text(const Tables *tables, FILE *out)
{
    char line[CHOSEN_SENTENCE_MAX];
    Text text = text_on(line, sizeof line);
    summary(tables, &text);
    if (line[0]) fprintf(out, "%s\n", line);
}

void chosen_summary_html(const Tables *tables, FILE *out)
{
    char line[CHOSEN_SENTENCE_MAX];
    Text text = text_on(line, sizeof line);
    summary(tables, &text);
    if (line[0])
        fprintf(
            out,
            "<p>The papers leave conventions open. Of the tables by which ours were chosen among several, "
            "and of those that were not looked at for it: <b>%s</b>.</p>\n",
            line);
}

// How many comparisons of a table that was not looked at were nevertheless seen: the same search from the
// same start stands in one that was.
static int seen_elsewhere(const Table *t, int *compared)
{
    int seen  = 0;
    *compared = 0;
    for (int i = 0; i < t->count; i++) {
        *compared += cell_compared(t, i);
        seen += cell_compared(t, i) && cell_group(t, i) == CHOSEN_USED;
    }
    return seen;
}

// Those that repeat other tables than this one; returns how many.
static int names(const ChosenConventions *c, Text *out)
{
    int n = 0;
    for (int i = 0; i < c->on_count; i++)
        if (!c->on_own[i]) text_add(out, "%s%s", n++ > 0 ? ", " : "", c->on[i]);
    return n;
}

void chosen_sentence(const Table *t, Text *out)
{
    const Experiment *const        e = t->experiment;
    const ChosenConventions *const c = &e->chosen;
    int                            compared;
    if (!c->given) return;
    text_add(out, "Conventions: ");
    if (c->by[0]) text_add(out, "%s; ", c->by);
    if (c->tried > 0) text_add(out, "one of %d tried", c->tried);
    if (c->among[0]) text_add(out, " (%s)", c->among);
    if (c->tried > 0) text_add(out, ", ");
    if (c->on_count == 0) {
        text_add(out, "not chosen on printed figures.");
    } else if (chosen_on_this(c)) {
        char others[CHOSEN_SENTENCE_MAX];
        Text text = text_on(others, sizeof others);
        text_add(out, "chosen on this table");
        if (names(c, &text) > 0) text_add(out, " and on %s", others);
        text_add(out, ".");
    } else {
        text_add(out, "chosen on "), names(c, out);
        text_add(out, ", not on this table");
        const int seen = seen_elsewhere(t, &compared);
        if (seen > 0) text_add(out, ", of whose %d comparisons %d stand there too", compared, seen);
        text_add(out, ".");
    }
}

json_t *chosen_summary_json(const Tables *tables)
{
    static const char *const keys[CHOSEN_GROUPS] = {"used", "not_used", "not_said"};
    const ChosenCounts       counts              = chosen_count(tables);
    json_t *const            object              = json_object();
    for (int i = 0; i < CHOSEN_GROUPS; i++)
        json_object_set_new(
            object, keys[i],
            json_pack("{s:i, s:i}", "agree", counts.agree[i], "compared", counts.compared[i]));
    return object;
}

json_t *chosen_json(const Experiment *e)
{
    const ChosenConventions *const c = &e->chosen;
    if (!c->given) return json_null();
    json_t *const on = json_array();
    for (int i = 0; i < c->on_count; i++) json_array_append_new(on, json_string(c->on[i]));
    return json_pack("{s:o, s:b, s:i, s:s, s:s}", "on", on, "on_this", chosen_on_this(c), "tried", c->tried,
                     "among", c->among, "by", c->by);
}
