#include "lab/report/rivals.h"
#include "base/fold.h"
#include "lab/kinds/kind.h"

#include <assert.h>
#include <string.h>

static const char *name_of(const Rival *rival) { return rival->settings[0] ? rival->settings : "none"; }

static void verdicts_count(Table *t, int counts[])
{
    tables_verdicts(&(Tables){.count = 1, .list = t}, counts);
}

static int technique_agrees(const Table *t)
{
    int   counts[VERDICTS_MAX];
    Table copy = *t;
    verdicts_count(&copy, counts);
    return counts[VERDICT_NUMBER_AGREES];
}

// One rival of one experiment, whose tables are `own` and those that follow.
static bool rival_judge(Table *own, const char *settings, Store *store, const char *text, int trials,
                        Status *status)
{
    const Experiment *const e = own->experiment;
    Experiment              rival;
    Tables                  tables;
    if (!experiment_parse_changed(&rival, text, e->name, &(ExperimentChanges){.in_place = settings}, status))
        return false;
    rival.seed      = e->seed;
    const bool good = tables_make(&tables, store, &rival, 1, trials, status);
    for (int i = 0; good && i < tables.count; i++) {
        int counts[VERDICTS_MAX];
        assert(own[i].experiment == e && own[i].rival_count < RIVALS_MAX);
        verdicts_count(&tables.list[i], counts);
        own[i].rivals[own[i].rival_count++] = (Rival){.settings = settings,
                                                      .agree    = counts[VERDICT_NUMBER_AGREES],
                                                      .tested   = verdicts_tested(rival.kind, counts)};
    }
    if (good) tables_close(&tables);
    experiment_close(&rival);
    return good;
}

static Table *tables_of(const Tables *tables, const Experiment *e)
{
    for (int i = 0; i < tables->count; i++)
        if (tables->list[i].experiment == e) return &tables->list[i];
    return NULL;
}

bool rivals_judge(Tables *tables, Store *store, const Experiment experiments[], char *const texts[],
                  int count, int trials, Status *status)
{
    bool good = true;
    for (int i = 0; good && i < count; i++) {
        const Experiment *const  e    = &experiments[i];
        Table *const             own  = tables_of(tables, e);
        const char *const *const list = e->kind->rivals == NULL ? NULL : e->kind->rivals(e);
        for (int k = 0; good && own != NULL && list != NULL && list[k] != NULL; k++)
            good = rival_judge(own, list[k], store, texts[i], trials, status);
    }
    if (good) tables->foreign_count = store_foreign(store, tables->foreign, FOREIGN_MAX);
    return good;
}

// Three groups: what agrees as often as the technique, what does less often, what has no verdict yet.
typedef enum { AS_WELL, LESS, UNKNOWN, GROUPS } Group;

static Group group_of(const Rival *rival, int technique)
{
    if (rival->tested == 0) return UNKNOWN;
    return rival->agree > 0 && rival->agree >= technique ? AS_WELL : LESS;
}

static void sentence(const Rival rivals[], int count, int technique, Text *out)
{
    static const char *const heads[GROUPS] = {"as many agree with ", "fewer with ", "no verdict yet with "};
    int                      written       = 0;
    for (Group g = AS_WELL; g < GROUPS; g++) {
        int n = 0;
        for (int i = 0; i < count; i++) {
            if (group_of(&rivals[i], technique) != g) continue;
            text_add(out, "%s%s", n > 0 ? ", " : written > 0 ? "; " : "", n > 0 ? "" : heads[g]);
            text_add(out, "%s", name_of(&rivals[i]));
            if (g != UNKNOWN) text_add(out, " (%d of %d)", rivals[i].agree, rivals[i].tested);
            n++, written++;
        }
    }
}

void rivals_sentence(const Table *t, Text *out)
{
    sentence(t->rivals, t->rival_count, technique_agrees(t), out);
}

// "in the technique's place (4 agree with it): ..."
static void line_make(const Rival rivals[], int count, int technique, Text *out)
{
    text_add(out, "in the technique's place (%d agree with it): ", technique);
    sentence(rivals, count, technique, out);
}

void rivals_text(FILE *out, const Table *t)
{
    enum { INDENT = 2 };
    char line[4 * TEXT_MAX];
    Text text = text_on(line, sizeof line);
    if (t->rival_count == 0) return;
    line_make(t->rivals, t->rival_count, technique_agrees(t), &text);
    fprintf(out, "%*s", INDENT, "");
    fold_print(out, line, INDENT, 2 * INDENT);
    fputc('\n', out);
}

void rivals_summary_text(const Tables *tables, FILE *out)
{
    Rival sums[RIVALS_MAX] = {0};
    int   count = 0, technique = 0;
    for (int i = 0; i < tables->count; i++) {
        const Table *const t = &tables->list[i];
        if (t->rival_count > 0) technique += technique_agrees(t);
        for (int k = 0; k < t->rival_count; k++) {
            int at = 0;
            while (at < count && strcmp(sums[at].settings, t->rivals[k].settings) != 0) at++;
            if (at == RIVALS_MAX) continue;
            if (at == count) sums[count++].settings = t->rivals[k].settings;
            sums[at].agree += t->rivals[k].agree, sums[at].tested += t->rivals[k].tested;
        }
    }
    char line[4 * TEXT_MAX];
    Text text = text_on(line, sizeof line);
    line_make(sums, count, technique, &text);
    if (count > 0) fprintf(out, "%s\n", line);
}

void rivals_json(const Table *t, int number, json_t *list)
{
    assert(number >= 1);
    const int technique = t->rival_count > 0 ? technique_agrees(t) : 0;
    for (int i = 0; i < t->rival_count; i++) {
        const Rival *const r = &t->rivals[i];
        const Group        g = group_of(r, technique);
        json_t *const o = json_pack("{s:i, s:s, s:i, s:i}", "table", number, "settings", name_of(r), "agree",
                                    r->agree, "tested", r->tested);
        json_object_set_new(o, "technique_agrees", json_integer(technique));
        json_object_set_new(o, "as_well", g == UNKNOWN ? json_null() : json_boolean(g == AS_WELL));
        json_array_append_new(list, o);
    }
}
