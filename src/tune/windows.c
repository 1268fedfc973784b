#include "tune/windows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    POSITIONS         = 60,
    WIDEN_MAX         = 6,
    PURPOSE_POSITIONS = TUNE_SEEDS - 1,
    PURPOSE_LESS      = TUNE_SEEDS - 2,
    PURPOSE_SAME      = TUNE_SEEDS - 3
};

typedef struct Work {
    Tune         tune;
    PlayerSpec   plain;   // the player without depth and windows
    int          depth;
    TuneWindows *out;
    bool         frozen[TUNE_LEVELS_MAX];
    double       c;   // of linear widths
} Work;

static bool windows_text(const Value width[], int levels, char out[SPEC_WORD_MAX])
{
    Text text = text_on(out, SPEC_WORD_MAX);
    for (int i = 0; i < levels; i++) text_add(&text, "%s%d", i ? "/" : "", (int)width[i]);
    return !text.cut;
}

// The player at a depth, with widths or (NULL) plain.
static bool work_player(const Work *work, int depth, const Value width[], PlayerSpec *out, Status *status)
{
    char list[SPEC_WORD_MAX];
    *out = work->plain;
    return (player_spec_set_number(out, "depth", depth) &&
            (width == NULL ||
             (windows_text(width, work->out->levels, list) && player_spec_set(out, "windows", list)))) ||
           status_fail(status, "%s: no room for %d widths; expected a smaller --depth", out->words.name,
                       work->depth - 1);
}

// The first widths.

// How far a search of `depth` plies departs from the evaluation at s.
static Value swing(Player *player, const Variant *v, const AnyState *s, int depth)
{
    AnyState     own = *s;
    SearchResult found;
    if (player->evaluation != NULL) state_convert(&player->evaluation->v, &own, v, s);
    const Variant *const mine = player->evaluation != NULL ? &player->evaluation->v : v;
    const Value          now  = mine->game->evaluate(mine->rules, &own, mine->game->turn(mine->rules, &own));
    search_run(player->search, &own, &(SearchLimits){.depth = depth, .stop = player->stop}, NULL, NULL,
               &found);
    return abs(found.value) > VALUE_EVAL_MAX ? 0 : abs(found.value - value_of_evaluation(now));
}

static bool widths_measure(Work *work, Status *status)
{
    const TuneSettings *const t = &work->tune.settings;
    PlayerSpec                spec;
    Openings                  openings;
    Player                    player;
    bool                      good = true;
    if (!work_player(work, work->depth, NULL, &spec, status)) return false;
    if (!openings_open(&openings, t->v, t->openings, tune_seed(&work->tune, PURPOSE_POSITIONS), status))
        return false;
    if (!player_open_spec(&player, t->v, &spec, (PlayerSeat){0}, status))
        return openings_close(&openings), false;
    player.stop = t->stop;
    for (int i = 0; good && i < POSITIONS && !tune_stopped(&work->tune); i++) {
        AnyState s;
        good = openings_position(&openings, i, &s, status);
        for (int level = 1; good && level <= work->out->levels; level++) {
            const Value d = swing(&player, t->v, &s, work->depth - level);
            if (d > work->out->start[level - 1]) work->out->start[level - 1] = d;
        }
        tune_show(&work->tune, (double)i / POSITIONS);
    }
    for (int i = 0; i < work->out->levels; i++)
        work->out->start[i] = work->out->start[i] > 0 ? work->out->start[i] : 1;
    player_close(&player);
    openings_close(&openings);
    return good && (!tune_stopped(&work->tune) || status_fail(status, "stopped"));
}

static void widths_line(Work *work)
{
    for (int i = 0; i < work->out->levels; i++)
        work->c = fmax(work->c, (double)work->out->start[i] / (work->depth - 1 - i));
    for (int i = 0; i < work->out->levels; i++)
        work->out->start[i] = (Value)lround(work->c * (work->depth - 1 - i));
}

// Row 0 of the journal.
static bool widths_start(Work *work, Status *status)
{
    double row[TUNE_LEVELS_MAX];
    tune_step(&work->tune, 0, 0.05, "first widths");
    if (tune_get(&work->tune, 0, row, work->out->levels)) {
        for (int i = 0; i < work->out->levels; i++) work->out->start[i] = (Value)row[i];
    } else {
        if (!widths_measure(work, status)) return false;
        for (int i = 0; i < work->out->levels; i++) row[i] = work->out->start[i];
        if (!tune_add(&work->tune, row, work->out->levels, status)) return false;
    }
    if (work->out->linear) widths_line(work);
    memcpy(work->out->found, work->out->start, sizeof work->out->found);
    return true;
}

// Tests.

static bool test_add(TuneWindows *out, TuneTest test, Status *status)
{
    TuneTest *const grown = realloc(out->test, (size_t)(out->tests + 1) * sizeof *grown);
    if (grown == NULL) return status_fail_system(status, "out of memory for the tests");
    out->test               = grown;
    out->test[out->tests++] = test;
    return true;
}

// Do these widths still beat one ply less? One row of the journal each.
static bool test_run(Work *work, int level, const Value width[], bool *passed, Status *status)
{
    const int row  = 1 + work->out->tests;
    TuneTest  test = {.level = level, .width = level > 0 ? width[level - 1] : width[0]};
    double    found[3];
    TuneMatch m = {
        .contestants = 2, .games = work->tune.settings.games, .purpose = row, .elo1 = TUNE_WINDOWS_ELO};
    // Nobody knows how many there will be.
    const double done = 0.05 + 0.65 * (1 - 1 / (1 + 0.2 * work->out->tests));
    tune_step(&work->tune, done, done + 0.01,
              level > 0 ? "level %d at %d" : "test %d, all levels, the first at %d",
              level > 0 ? level : work->out->tests + 1, (int)test.width);
    if (!tune_get(&work->tune, row, found, 3)) {
        if (!work_player(work, work->depth, width, &m.player[0], status) ||
            !work_player(work, work->depth - 1, NULL, &m.player[1], status) ||
            !tune_match(&work->tune, &m, status))
            return false;
        const Score s = m.tally.cross[0][1];
        found[0]      = m.sprt.verdict == ELO_ACCEPT_H1;
        found[1]      = m.tally.games;
        found[2]      = (s.won + 0.5 * s.drawn) / m.tally.games;
        if (!tune_add(&work->tune, found, 3, status)) return false;
    }
    *passed = test.passed = found[0] > 0;
    test.games = (int)found[1], test.score = found[2];
    return test_add(work->out, test, status);
}

// Positions from openings may be quieter than those of games: the first widths are doubled until they pass.
static bool widen(Work *work, Status *status)
{
    TuneWindows *const out = work->out;
    for (int k = 0; k < WIDEN_MAX; k++) {
        bool passed;
        if (!test_run(work, 0, out->found, &passed, status)) return false;
        if (passed) return true;
        work->c *= 2;
        for (int i = 0; i < out->levels; i++)
            out->found[i] = out->found[i] > VALUE_INF / 2 ? VALUE_INF : 2 * out->found[i];
    }
    return true;
}

static bool narrow_levels(Work *work, Status *status)
{
    TuneWindows *const out = work->out;
    for (int left = out->levels; left > 0;)
        for (int i = 0; i < out->levels; i++) {
            Value width[TUNE_LEVELS_MAX];
            bool  passed;
            if (work->frozen[i]) continue;
            memcpy(width, out->found, sizeof width);
            width[i] = width[i] * 3 / 5;
            if (!test_run(work, i + 1, width, &passed, status)) return false;
            if (passed) out->found[i] = width[i];
            work->frozen[i] = !passed || width[i] == 0;
            left -= work->frozen[i];
        }
    return true;
}

static bool narrow_line(Work *work, Status *status)
{
    TuneWindows *const out = work->out;
    for (bool passed = true; passed && work->c >= 1;) {
        Value width[TUNE_LEVELS_MAX] = {0};
        work->c *= 0.6;
        for (int i = 0; i < out->levels; i++) width[i] = (Value)lround(work->c * (work->depth - 1 - i));
        if (!test_run(work, 0, width, &passed, status)) return false;
        if (passed) memcpy(out->found, width, sizeof width);
    }
    return true;
}

static bool windows_check(Work *work, Status *status)
{
    PlayerSpec less[2], same[2];
    if (!work_player(work, work->depth, work->out->found, &less[0], status) ||
        !work_player(work, work->depth - 1, NULL, &less[1], status) ||
        !work_player(work, work->depth, NULL, &same[1], status))
        return false;
    same[0] = less[0];
    tune_step(&work->tune, 0.7, 0.8, "against one ply less");
    if (!tune_check(&work->tune, less, "less.match", PURPOSE_LESS, &work->out->less, status)) return false;
    tune_step(&work->tune, 0.8, 1, "against the same depth");
    return tune_check(&work->tune, same, "same.match", PURPOSE_SAME, &work->out->same, status);
}

static bool windows_find(Work *work, Status *status)
{
    TuneWindows *const out = work->out;
    if (!widths_start(work, status) || !widen(work, status) ||
        !(out->linear ? narrow_line(work, status) : narrow_levels(work, status)) ||
        !windows_check(work, status))
        return false;
    Text game = text_on(out->tuned.game, sizeof out->tuned.game);
    variant_name(work->tune.settings.v, &game);
    out->tuned.count = 1;
    snprintf(out->tuned.keys[0].key, SPEC_WORD_MAX, "windows");
    return windows_text(out->found, out->levels, out->tuned.keys[0].value) ||
           status_fail(status, "no room for the widths");
}

// The player without depth and windows, who must take windows= and repeat.
static bool plain_read(Work *work, TuneSettings *t, Status *status)
{
    PlayerSpec trial, ignored;
    work->plain = t->player;
    if (!player_spec_expand(&work->plain, t->v, true, status)) return false;
    if (player_spec_get(&work->plain, "windows-from") != NULL)
        return status_fail(status,
                           "tune windows does not support windows-from=: widths are found from the root");
    if (!search_preset_expand(&work->plain.words, status)) return false;   // it may hold windows
    player_spec_without(&work->plain, "depth");
    player_spec_without(&work->plain, "windows");
    player_spec_without(&work->plain, "windows-from");
    if (t->depth < 2 || t->depth > TUNE_LEVELS_MAX)
        return status_fail(status, "tune windows: expected --depth from 2 to %d", TUNE_LEVELS_MAX);
    work->depth       = t->depth;
    work->out->levels = t->depth - 1;
    t->player         = work->plain;
    return work_player(work, t->depth, (Value[TUNE_LEVELS_MAX]){0}, &trial, status) &&
           tune_player(&trial, t->v, &ignored, status);
}

bool tune_windows(const TuneSettings *settings, bool linear, TuneWindows *out, Status *status)
{
    Work *const  work = calloc(1, sizeof *work);
    TuneSettings t    = *settings;
    if (work == NULL) return status_fail_system(status, "out of memory");
    *out                = (TuneWindows){.linear = linear};
    work->out           = out;
    work->tune.settings = t;
    bool good           = plain_read(work, &t, status);
    if (good && (good = tune_open(&work->tune, &t, linear ? "windows, linear" : "windows", status))) {
        good = windows_find(work, status);
        tune_close(&work->tune);
    }
    free(work);
    if (!good) tune_windows_close(out);
    return good;
}

void tune_windows_close(TuneWindows *out)
{
    free(out->test);
    out->test = NULL;
}
