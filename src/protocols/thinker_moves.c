// thinker_moves.c - several lines and chosen moves: searched move by move (play/move_values.h), slower than
// one search with one window, but the values are exact.
#include "play/move_values.h"
#include "protocols/thinker_inner.h"

#include <string.h>

static int lines_wanted(const Thinker *t, const MoveValues *values)
{
    const int lines = t->ask.lines > 1 ? t->ask.lines : 1;
    return lines < values->count ? lines : values->count;
}

// The line of a move, as long as the table knows it.
static void line_make(const Job *job, const MoveValues *values, int i, SearchLine *line)
{
    const Thinker *const   t    = job->t;
    const MoveValue *const from = &values->list[i];
    line->length                = from->pv_length;
    memcpy(line->pv, from->pv, (size_t)from->pv_length * sizeof *line->pv);
    if (values->depth > 1 && !from->all)
        line->length = search_line_extend(&t->player, t->v, &t->record.now, from->value, values->depth,
                                          line->pv, line->length);
}

// To who plays whole games the evaluation after a move is no depth of its own, unless no other was asked for
// or comes: databases may know all there is.
static bool depth_done(void *context, const MoveValues *values)
{
    Job *const     job   = context;
    Thinker *const t     = job->t;
    const bool     last  = job_is_enough(t, values->list[0].value) || move_values_decided(values);
    const bool     quiet = values->depth == 1 && t->limits.depth != 1 && !t->plain && !last;
    const int      lines = quiet ? 0 : lines_wanted(t, values);
    for (int i = 0; i < lines; i++) {
        SearchLine line;
        line_make(job, values, i, &line);
        job_line(job, &(ThinkLine){.depth     = values->depth,
                                   .number    = i + 1,
                                   .count     = lines,
                                   .value     = values->list[i].value,
                                   .values    = values->list[i].all ? values->list[i].values : NULL,
                                   .nodes     = values->nodes,
                                   .pv        = line.pv,
                                   .pv_length = line.length});
    }
    line_make(job, values, 0, &job->line);
    job_best(job, job->line.pv, job->line.length);
    return !job_is_enough(t, values->list[0].value) && !atomic_load(&t->stop);
}

bool job_search_by_moves(Job *job, const SearchLimits *limits)
{
    Thinker *const      t = job->t;
    Status              ignored;
    MoveValues          values;
    const MoveValuesAsk ask = {.limits      = *limits,
                               .moves       = t->ask.moves > 0 ? t->ask.move : NULL,
                               .moves_count = t->ask.moves,
                               .report      = depth_done,
                               .context     = job};
    if (!move_values_available(&t->player, t->v, &ignored) ||
        !move_values_find(&values, &t->player, &t->record, &ask, &ignored))
        return false;
    job->done.stopped = values.stopped;
    move_values_close(&values);
    return true;
}
