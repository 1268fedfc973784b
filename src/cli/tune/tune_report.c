#include "cli/tune/tune_report.h"
#include "cli/cli.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What made the result.
static json_t *about_make(const TuneSettings *t, const char *what)
{
    char       player[TEXT_MAX + SPEC_PATH_MAX];
    Text       text = text_on(player, sizeof player);
    PlayerSpec key;
    Status     ignored;
    player_spec_write(player_spec_key(&t->player, t->v, &key, &ignored) ? &key : &t->player, &text);
    return json_pack("{s:s, s:s, s:s, s:s, s:I, s:i, s:i, s:i}", "tune", what, "made_by",
                     "pollard " POLLARD_VERSION, "player", player, "openings", t->openings, "seed",
                     (json_int_t)t->seed, "games", t->games, "rounds", t->rounds, "check_games", t->check);
}

static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *check_json(const TuneCheck *c)
{
    return json_pack("{s:s, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:f, s:f}", "against", c->against, "won",
                     c->score.won, "drawn", c->score.drawn, "lost", c->score.lost, "elo", number(c->elo.elo),
                     "elo_low", number(c->elo.elo_interval.low), "elo_high", number(c->elo.elo_interval.high),
                     "superiority", number(c->elo.superiority), "nodes_per_move", c->nodes[0],
                     "nodes_per_move_against", c->nodes[1]);
}

static void check_print(const TuneCheck *c)
{
    printf("  %d won, %d drawn, %d lost against %s\n", c->score.won, c->score.drawn, c->score.lost,
           c->against);
    printf("  Elo %+.1f, ", c->elo.elo);
    if (isnan(c->elo.elo_interval.low)) printf("no interval where all pairs end alike");
    else printf("95 %% interval %+.1f to %+.1f", c->elo.elo_interval.low, c->elo.elo_interval.high);
    printf("; likelihood of superiority %.1f %%\n", 100 * c->elo.superiority);
}

// Writes the file, then prints `about` with the keys as JSON where that is wanted. Takes `about`.
static int result_write(const TuneSettings *t, const TuneResult *tuned, json_t *about, bool json)
{
    Status status;
    if (about != NULL) {   // which program found it
        json_object_set_new(about, "digest", json_string(build_digest(tuned->game)));
        json_object_set_new(about, "commit", json_string(build_commit));
        json_t *const others = json_array();   // and which others had made a part of what it stands on
        for (int i = 0; i < t->others->count; i++)
            json_array_append_new(others, json_string(t->others->digest[i]));
        if (t->others->count > 0) json_object_set(about, "continued_from", others);
        json_decref(others);
    }
    char *const text = about != NULL ? json_dumps(about, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
    bool        good = text != NULL || status_fail_system(&status, "out of memory for the result");
    good             = good && tune_result_write(tuned, text, t->out, &status);
    free(text);
    if (!good) return json_decref(about), cli_fail(&status);
    if (!json) {
        printf("%s: with=%s is", t->out, t->out);
        for (int i = 0; i < tuned->count; i++)
            printf("%s%s=%s", i ? "," : " ", tuned->keys[i].key, tuned->keys[i].value);
        puts("");
        for (int i = 0; i < t->others->count; i++)
            printf("some of it was made by digest %s, as accepted\n", t->others->digest[i]);
        json_decref(about);
        return EXIT_DONE;
    }
    json_t *const keys = json_object();
    for (int i = 0; i < tuned->count; i++)
        json_object_set_new(keys, tuned->keys[i].key, json_string(tuned->keys[i].value));
    json_object_set_new(about, "game", json_string(tuned->game));
    json_object_set_new(about, "keys", keys);
    json_object_set_new(about, "out", json_string(t->out));
    return json_print(about);
}

static json_t *weights_json(const EvalInfo *info, const int weights[])
{
    json_t *const object = json_object();
    for (int i = 0; i < info->weights; i++)
        json_object_set_new(object, info->weight_names[i], json_integer(weights[i]));
    return object;
}

static void eval_print(const TuneSettings *t, const TuneEval *found)
{
    char name[TEXT_MAX];
    Text text = text_on(name, sizeof name);
    variant_name(t->v, &text);
    printf("%s: eval=%s by %s", name, found->info.name, tune_method_names[found->method]);
    if (found->positions > 0) printf(" from %zu positions", found->positions);
    printf("\n\n  %-12s %8s %8s\n", "weight", "start", "found");
    for (int i = 0; i < found->info.weights; i++)
        printf("  %-12s %8d %8d\n", found->info.weight_names[i], found->start[i], found->found[i]);
    puts("");
    if (found->checked) check_print(&found->check);
    printf("  %s\n\n", !found->checked ? "nothing changed"
                       : found->better ? "better: the weights found are kept"
                                       : "not shown to be better: the weights at the start are kept");
}

int tune_report_eval(const TuneSettings *t, const TuneEval *found, bool json)
{
    json_t *const about = about_make(t, "eval");
    json_object_set_new(about, "method", json_string(tune_method_names[found->method]));
    json_object_set_new(about, "start", weights_json(&found->info, found->start));
    json_object_set_new(about, "found", weights_json(&found->info, found->found));
    json_object_set_new(about, "positions", json_count(found->positions));
    json_object_set_new(about, "better", json_boolean(found->better));
    json_object_set_new(about, "check", found->checked ? check_json(&found->check) : json_null());
    if (!json) eval_print(t, found);
    return result_write(t, &found->tuned, about, json);
}

// Windows.

static json_t *widths_json(const Value width[], int n)
{
    assert(n >= 0 && n <= TUNE_LEVELS_MAX);
    json_t *const list = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(list, json_integer(width[i]));
    return list;
}

static void widths_print(const char *what, const Value width[], int n)
{
    assert(n >= 0 && n <= TUNE_LEVELS_MAX);
    printf("  %-8s", what);
    for (int i = 0; i < n; i++) printf(" %8d", (int)width[i]);
    puts("");
}

static void windows_print(const TuneWindows *found)
{
    printf("  %-8s", "level");
    for (int i = 1; i <= found->levels; i++) printf(" %8d", i);
    puts("");
    widths_print("start", found->start, found->levels);
    widths_print("found", found->found, found->levels);
    printf("\n  %d tests against one ply less, 0 against %d Elo:\n", found->tests, TUNE_WINDOWS_ELO);
    for (int i = 0; i < found->tests; i++) {
        const TuneTest *const test = &found->test[i];
        char                  level[24];
        snprintf(level, sizeof level, test->level > 0 ? "level %d" : "all", test->level);
        printf("    %-8s %8d  %5.1f %% in %d games: %s\n", level, (int)test->width, 100 * test->score,
               test->games, test->passed ? "stronger" : "not shown to be stronger");
    }
    puts("");
    check_print(&found->less);
    check_print(&found->same);
    printf("  nodes per move: %.0f with windows, %.0f plain at the same depth, %.0f one ply less\n\n",
           found->same.nodes[0], found->same.nodes[1], found->less.nodes[1]);
}

int tune_report_windows(const TuneSettings *t, const TuneWindows *found, bool json)
{
    json_t *const about = about_make(t, "windows"), *const tests = json_array();
    for (int i = 0; i < found->tests; i++) {
        const TuneTest *const test = &found->test[i];
        json_array_append_new(tests, json_pack("{s:i, s:i, s:i, s:f, s:b}", "level", test->level, "width",
                                               (int)test->width, "games", test->games, "score", test->score,
                                               "passed", test->passed));
    }
    json_object_set_new(about, "depth", json_integer(t->depth));
    json_object_set_new(about, "linear", json_boolean(found->linear));
    json_object_set_new(about, "start", widths_json(found->start, found->levels));
    json_object_set_new(about, "found", widths_json(found->found, found->levels));
    json_object_set_new(about, "tests", tests);
    json_object_set_new(about, "one_ply_less", check_json(&found->less));
    json_object_set_new(about, "same_depth", check_json(&found->same));
    if (!json) windows_print(found);
    return result_write(t, &found->tuned, about, json);
}

// Regions.

static void regions_print(const TuneSettings *t, const TuneRegions *found)
{
    printf("  nodes of %d positions at depth %d; down: where evaluation ends, across: where history ends\n\n "
           " %8s",
           t->games, found->depth, "");
    for (int b = 0; b <= found->depth; b++) printf(" %12d", b);
    for (int a = 0; a <= found->depth; a++) {
        printf("\n  %8d", a);
        for (int b = 0; b <= found->depth; b++)
            if (b < a) printf(" %12s", "");
            else printf(" %12.0f", found->nodes[a][b]);
    }
    puts("\n");
}

int tune_report_regions(const TuneSettings *t, const TuneRegions *found, bool json)
{
    json_t *const about = about_make(t, "regions"), *const pairs = json_array();
    for (int a = 0; a <= found->depth; a++)
        for (int b = a; b <= found->depth; b++)
            json_array_append_new(pairs, json_pack("{s:i, s:i, s:f}", "evaluation", a, "history", b, "nodes",
                                                   found->nodes[a][b]));
    json_object_set_new(about, "depth", json_integer(found->depth));
    json_object_set_new(about, "pairs", pairs);
    if (!json) regions_print(t, found);
    return result_write(t, &found->tuned, about, json);
}

// Abstractions.

enum { ABSTRACTIONS_SHOWN = 12, MIB = 1 << 20 };

static json_t *abstraction_json(const Abstraction *a)
{
    return json_pack("{s:s, s:o, s:i, s:f, s:f, s:f}", "eval", a->info.name, "bytes", json_count(a->bytes),
                     "lookups", a->lookups, "score", a->score, "behind", a->behind, "error", a->error);
}

static json_t *abstractions_json(const Abstraction list[], int n)
{
    assert(n >= 0);
    json_t *const out = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(out, abstraction_json(&list[i]));
    return out;
}

static json_t *meetings_json(const TuneAbstraction *found)
{
    json_t *const list = json_array();
    for (int i = 0; i < found->checks; i++) {
        const AbstractionCheck *const c     = &found->check[i];
        json_t *const                 match = check_json(&c->check);
        json_object_set_new(match, "rival", json_string(found->rival[c->rival].info.name));
        json_object_set_new(match, "depth", json_integer(c->depth));
        json_object_set_new(match, "learned", json_boolean(c->learned));
        json_array_append_new(list, match);
    }
    return list;
}

static json_t *finals_json(const TuneAbstraction *found)
{
    json_t *const list = json_array();
    for (int i = 0; i < found->finals; i++) {
        const AbstractionFinal *const f = &found->final[i];
        json_array_append_new(list, json_pack("{s:s, s:s, s:i, s:i, s:i}", "eval",
                                              found->candidate[f->candidate].info.name, "against",
                                              found->candidate[f->against].info.name, "won", f->score.won,
                                              "drawn", f->score.drawn, "lost", f->score.lost));
    }
    return list;
}

// Of the column of names: the longest that is shown.
static int names_width(const TuneAbstraction *found)
{
    int width = 16;
    for (int i = 0; i < found->count; i++) {
        const int n = (int)strlen(found->candidate[i].info.name);
        if (n > width && (i < ABSTRACTIONS_SHOWN || i == found->chosen)) width = n;
    }
    for (int i = 0; i < found->rivals; i++) {
        const int n = (int)strlen(found->rival[i].info.name);
        if (n > width) width = n;
    }
    return width;
}

static void finals_print(const TuneAbstraction *found)
{
    const int width = names_width(found);
    puts("\n  play-off of the best by number of look-ups, with the weights of the fit:");
    for (int i = 0; i < found->finals; i++) {
        const AbstractionFinal *const f = &found->final[i];
        printf("    %-*s against %-*s %5d won %5d drawn %5d lost%s\n", width,
               found->candidate[f->candidate].info.name, width, found->candidate[f->against].info.name,
               f->score.won, f->score.drawn, f->score.lost, f->won ? ", takes its place" : "");
    }
}

static json_t *weights_list_json(const TuneAbstraction *found)
{
    json_t *const list = json_object();
    for (int i = 0; i <= found->rivals; i++) {
        const TuneEval *const w = &found->weights[i];
        json_object_set_new(list, w->name, weights_json(&w->info, w->better ? w->found : w->start));
    }
    return list;
}

static void abstraction_line(const char *mark, const Abstraction *a, int width)
{
    printf("  %-2s %-*s %9.2f %9d %9.5f  %8.5f %8.5f\n", mark, width, a->info.name, (double)a->bytes / MIB,
           a->lookups, a->score, a->behind, a->error);
}

static void abstractions_print(const AbstractionSettings *more, const TuneAbstraction *found)
{
    const int width = names_width(found);
    printf("%d candidates: %d beyond %.2f MiB, %d of tables that take too long to build, %d scored on %zu "
           "positions by "
           "%d features\n",
           found->offered, found->too_large, (double)more->memory / MIB, found->too_slow, found->count,
           found->positions, found->features);
    printf("%d tables, %d of them built now; the score is the share of the variance of the target (%s) "
           "explained in "
           "games not learned from\n\n",
           found->tables, found->built, tune_target_names[more->target]);
    printf("     %-*s %9s %9s %9s  %8s %8s\n", width, "eval", "MiB", "look-ups", "score", "behind", "+/-");
    for (int i = 0; i < found->count; i++)
        if (i < ABSTRACTIONS_SHOWN || i == found->chosen)
            abstraction_line(i == found->chosen ? "->" : "", &found->candidate[i], width);
    puts("  rivals");
    for (int i = 0; i < found->rivals; i++) abstraction_line("", &found->rival[i], width);
}

static const char *verdict(const TuneCheck *c)
{
    if (c->elo.elo_interval.low > 0 || c->elo.score == 1) return "stronger";
    return c->elo.elo_interval.high < 0 || c->elo.score == 0 ? "weaker" : "no difference shown";
}

static void meetings_print(const TuneAbstraction *found)
{
    printf("\n  %s against      depth  weights    won drawn  lost      Elo   95 %% interval\n",
           found->candidate[found->chosen].info.name);
    for (int i = 0; i < found->checks; i++) {
        const AbstractionCheck *const c            = &found->check[i];
        char                          interval[40] = "no interval where all pairs end alike";
        if (!isnan(c->check.elo.elo_interval.low))
            snprintf(interval, sizeof interval, "%+7.1f to %+.1f", c->check.elo.elo_interval.low,
                     c->check.elo.elo_interval.high);
        printf("    %-*s %5d  %-8s %5d %5d %5d  %+7.1f  %s: %s\n", names_width(found),
               found->rival[c->rival].info.name, c->depth, c->learned ? "learned" : "its own",
               c->check.score.won, c->check.score.drawn, c->check.score.lost, c->check.elo.elo, interval,
               verdict(&c->check));
    }
    if (found->checks == 0) puts("    none: no rival differs from it");
    puts("");
}

int tune_report_abstraction(const TuneSettings *t, const AbstractionSettings *more,
                            const TuneAbstraction *found, bool json)
{
    json_t *const about = about_make(t, "abstraction");
    const int     shown = found->count < ABSTRACTIONS_SHOWN ? found->count : ABSTRACTIONS_SHOWN;
    json_object_set_new(about, "depth", json_integer(t->depth));
    json_object_set_new(about, "memory", json_count(more->memory));
    json_object_set_new(about, "target", json_string(tune_target_names[more->target]));
    json_object_set_new(about, "offered", json_integer(found->offered));
    json_object_set_new(about, "too_large", json_integer(found->too_large));
    json_object_set_new(about, "too_slow", json_integer(found->too_slow));
    json_object_set_new(about, "positions", json_count(found->positions));
    json_object_set_new(about, "features", json_integer(found->features));
    json_object_set_new(about, "chosen", abstraction_json(&found->candidate[found->chosen]));
    json_object_set_new(about, "best", abstractions_json(found->candidate, shown));
    json_object_set_new(about, "rivals", abstractions_json(found->rival, found->rivals));
    json_object_set_new(about, "weights", weights_list_json(found));
    json_object_set_new(about, "finals", finals_json(found));
    json_object_set_new(about, "meetings", meetings_json(found));
    if (!json) {
        abstractions_print(more, found);
        finals_print(found);
        meetings_print(found);
    }
    return result_write(t, &found->tuned, about, json);
}
