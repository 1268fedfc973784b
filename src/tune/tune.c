#include "tune/tune.h"
#include "base/file.h"
#include "play/parts/match_part.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

bool tune_stopped(const Tune *tune)
{
    return tune->settings.stop != NULL && atomic_load(tune->settings.stop);
}

uint64_t tune_seed(const Tune *tune, int purpose)
{
    assert(purpose >= 0 && purpose < TUNE_SEEDS);
    return (UINT64_C(1) << 50) + tune->settings.seed * TUNE_SEEDS + (uint64_t)purpose;
}

void tune_step(Tune *tune, double from, double to, const char *format, ...)
{
    assert(from >= 0 && from <= to);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(tune->what, sizeof tune->what, format, arguments);
    va_end(arguments);
    tune->from = from, tune->to = to;
    tune_show(tune, 0);
}

void tune_show(const Tune *tune, double done)
{
    if (tune->settings.progress != NULL)
        tune->settings.progress(tune->settings.context, tune->what,
                                tune->from + done * (tune->to - tune->from));
}

bool tune_path(const Tune *tune, const char *name, char path[PATH_MAX], Status *status)
{
    const int n = snprintf(path, PATH_MAX, "%s/%s", tune->folder, name);
    return (n > 0 && n < PATH_MAX) || status_fail(status, "'%.80s...': the path is too long", path);
}

bool tune_get(const Tune *tune, int row, double values[], int n)
{
    return journal_get(&tune->journal, row, values, n);
}

bool tune_add(Tune *tune, const double values[], int n, Status *status)
{
    return journal_add(&tune->journal, values, n, status);
}

// Opening.

// Notes who made a part of it.
static void maker_note(Tune *tune, const char *digest)
{
    TuneOthers *const others = tune->settings.others;
    if (others == NULL || strcmp(digest, tune->journal.own) == 0) return;
    for (int i = 0; i < others->count; i++)
        if (strcmp(others->digest[i], digest) == 0) return;
    assert(others->count < DIGESTS_ACCEPTED_MAX);   // all of them were accepted
    memcpy(others->digest[others->count++], digest, strlen(digest) + 1);
}

static bool folder_lock(Tune *tune, Status *status)
{
    tune->lock = open(tune->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (tune->lock < 0) return status_fail_system(status, "'%.200s': %s", tune->folder, strerror(errno));
    if (flock(tune->lock, LOCK_EX | LOCK_NB) == 0) return true;
    return status_fail_system(status, "'%.200s' is in use by another process", tune->folder);
}

bool tune_open(Tune *tune, const TuneSettings *t, const char *about, Status *status)
{
    assert(t->v != NULL && t->out != NULL && t->threads >= 1);
    memset(tune, 0, sizeof *tune);
    tune->settings = *t;
    tune->lock     = -1;
    tune->journal  = (Journal){.fd = -1};
    char       path[PATH_MAX];
    PlayerSpec key;
    Text       text = text_on(tune->about, sizeof tune->about);
    if (!player_spec_key(&t->player, t->v, &key, status)) return false;
    if (strncmp(t->openings, "random:", 7) != 0)   // a file would come round to those it was tuned on
        return status_fail(status,
                           "openings '%.80s': expected random:N or random:N:FILE, so that the result is "
                           "checked on other openings",
                           t->openings);
    text_add(&text, "%s: ", about);
    variant_name(t->v, &text);
    text_char(&text, ' ');
    player_spec_write(&key, &text);
    text_add(&text, ", depth %d, openings %s, seed %llu, games %d, rounds %d, check %d", t->depth,
             t->openings, (unsigned long long)t->seed, t->games, t->rounds, t->check);
    if (text.cut) return status_fail(status, "'%.80s...': too long", tune->about);
    const int n = snprintf(tune->folder, sizeof tune->folder, "%s.state", t->out);
    if (n < 0 || n >= PATH_MAX) return status_fail(status, "'%.80s...': the path is too long", t->out);
    const JournalTopic topic = {tune->about, build_digest(t->v->game->name), t->accept};
    if (file_folder(tune->folder, status) && folder_lock(tune, status) &&
        tune_path(tune, "journal", path, status) && journal_open(&tune->journal, path, &topic, status)) {
        for (int i = 0; i < tune->journal.makers; i++) maker_note(tune, tune->journal.maker[i]);
        return true;
    }
    tune_close(tune);
    return false;
}

void tune_close(Tune *tune)
{
    journal_close(&tune->journal);
    if (tune->lock >= 0) close(tune->lock);
    tune->lock = -1;
}

bool tune_player(const PlayerSpec *player, const Variant *v, PlayerSpec *out, Status *status)
{
    SearchSettings search = {0};
    Evaluation    *evaluation;
    *out = *player;
    if (!player_spec_check(player, v, false, status) || !player_spec_expand(out, v, false, status))
        return false;
    const bool searches = player_spec_searches(out);
    if (searches) {
        if (!player_search_read(out, v, false, &search, &evaluation, status)) return false;
        evaluation_close(evaluation);
    }
    if (player_spec_get(out, "mistakes") != NULL)
        return status_fail(status,
                           "mistakes=%s: expected a plain search: nothing is learned from a move by chance",
                           player_spec_get(out, "mistakes"));
    if (searches && search.time_ms == 0 && search.threads == 1) return true;
    char text[TEXT_MAX];
    Text written = text_on(text, sizeof text);
    player_spec_write(player, &written);
    return status_fail(
        status, "'%.80s': expected a search that repeats: with depth= or nodes=, no time=, one thread", text);
}

// Matches.

static void match_show(void *context, const Match *match)
{
    tune_show(context, (double)match->tally.games / match->settings.games);
}

static void part_show(void *context, const MatchPart *part)
{
    tune_show(context, part->games > 0 ? (double)part->done / part->games : 1);
}

// Plays a part of the match and ends the tuning: false.
static bool part_play(Tune *tune, Match *match, const char *save, Status *status)
{
    TunePart *const t = tune->settings.part;
    MatchPart       part;
    if (!match_part_open(&part, match, t->which, save, status)) return false;
    const bool good = match_part_run(&part, part_show, tune, status);
    t->games = part.games, t->done = part.done, t->read = part.read;
    t->played = good && part.done == part.games;
    snprintf(t->file, sizeof t->file, "%s", save);
    match_part_close(&part);
    return good && status_fail(status, "stopped");
}

// Is this match divided? The games that a tuning collects are by one player against himself.
static bool is_in_parts(const Tune *tune, const TuneMatch *m)
{
    const TunePart *const part = tune->settings.part;
    return part != NULL && part->which.count > 0 && m->save != NULL && m->contestants == 1;
}

bool tune_match(Tune *tune, TuneMatch *m, Status *status)
{
    assert((m->contestants == 1 || m->contestants == 2) && m->games >= 1);
    const TuneSettings *const t     = &tune->settings;
    Match *const              match = calloc(1, sizeof *match);
    char                      path[PATH_MAX];
    if (match == NULL) return status_fail_system(status, "out of memory for a match");
    MatchSettings settings = {.v           = t->v,
                              .accept      = t->accept,
                              .contestants = m->contestants,
                              .player      = {&m->player[0], &m->player[1]},
                              .games       = m->games,
                              .threads     = t->threads,
                              .plies_max   = t->v->facts.plies_max,
                              .seed        = tune_seed(tune, m->purpose),
                              .openings    = t->openings,
                              .sprt        = m->elo1 > m->elo0,
                              .elo0        = m->elo0,
                              .elo1        = m->elo1,
                              .save        = m->save != NULL ? path : NULL,
                              .stop        = t->stop};
    const bool    parts    = is_in_parts(tune, m);
    bool          good     = m->save == NULL || tune_path(tune, m->save, path, status);
    if (parts) settings.save = NULL;   // the part's file is its own
    if (good && (good = match_open(match, &settings, status))) {
        good     = parts ? part_play(tune, match, path, status) : match_run(match, match_show, tune, status);
        m->tally = match->tally, m->sprt = match->sprt;
        for (int i = 0; i < match->file.makers; i++) maker_note(tune, match->file.maker[i].digest);
        m->tally.schedule = NULL, m->tally.seen = (SeenGames){0};   // those of the match
        match_close(match);
    }
    free(match);
    if (good && tune_stopped(tune)) return status_fail(status, "stopped");
    return good;
}

bool tune_check(Tune *tune, const PlayerSpec players[2], const char *save, int purpose, TuneCheck *out,
                Status *status)
{
    assert(purpose >= 0 && purpose < TUNE_SEEDS);
    Text      against = text_on(out->against, sizeof out->against);
    TuneMatch m       = {.player      = {players[0], players[1]},
                         .contestants = 2,
                         .games       = tune->settings.check,
                         .save        = save,
                         .purpose     = purpose};
    if (!tune_match(tune, &m, status)) return false;
    player_spec_write(&players[1], &against);
    out->score = m.tally.cross[0][1];
    out->elo   = tally_elo(&m.tally, 0, 1);
    for (int k = 0; k < 2; k++)
        out->nodes[k] = (double)m.tally.contestant[k].nodes /
                        (double)(m.tally.contestant[k].moves + (m.tally.contestant[k].moves == 0));
    return true;
}
