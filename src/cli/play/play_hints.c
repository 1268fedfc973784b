// play_hints.c - the commands hint and think of `pollard play`: what a search would do, and how the other
// moves compare.
//
// The other moves (play/move_values.h): after each depth the better half goes on, five at least and always
// the move that the search itself found, for half the time that it took.
#include "play/show/search_text.h"
#include "cli/play/play_table.h"
#include "cli/play/play_status_line.h"
#include "play/move_values.h"

#include <inttypes.h>
#include <string.h>

enum { CHOICES_SHOWN = 5, CHOICE_LINE_MAX = 200 };
static const double choices_seconds_min = 0.3;

static bool adviser_open(Table *t)
{
    Status status;
    if (!t->advised &&
        !player_open_spec(&t->adviser, &t->at->v, &t->advice, (PlayerSeat){.seed = 1}, &status))
        return puts(status.text), false;
    return t->advised = true;
}

static bool advise(Table *t, SearchReport *report, SearchResult *found)
{
    if (!adviser_open(t)) return false;
    t->adviser.game         = &t->record;
    const StatusLineJob job = {.player  = &t->adviser,
                               .v       = &t->at->v,
                               .s       = &t->record.now,
                               .what    = "thinking (Ctrl-C: enough)",
                               .show    = !t->quiet,
                               .report  = report,
                               .context = t};
    play_status_line_run(&job, found);
    if (found->depth == 0) puts("stopped before a depth was completed");
    return found->depth > 0;
}

void play_hints_hint(Table *t)
{
    SearchResult found;
    if (!advise(t, NULL, &found)) return;
    char value[40], line[TEXT_MAX], move[TEXT_MAX];
    Text value_out = text_on(value, sizeof value), line_out = text_on(line, sizeof line),
         move_out = text_on(move, sizeof move);
    value_describe(found.value, &value_out);
    search_text_line(&t->at->v, &t->record.now, t->adviser.search->settings.algorithm, &found, &line_out);
    search_text_move(&t->at->v, &t->record.now, found.pv[0], &move_out);
    printf("hint: %s, worth %s for you at depth %d; expected: %s\n", move, value, found.depth, line);
}

static void say_depth(void *context, const SearchResult *found)
{
    const Table *const t = context;
    char               value[40], line[TEXT_MAX];
    Text               value_out = text_on(value, sizeof value), line_out = text_on(line, sizeof line);
    value_describe(found->value, &value_out);
    search_text_line(&t->at->v, &t->record.now, t->adviser.search->settings.algorithm, found, &line_out);
    printf("  depth %2d  %-8s %11" PRIu64 " nodes %6.2f s  %s\n", found->depth, value, found->nodes,
           found->seconds, line);
    fflush(stdout);
}

// The other moves.

// A line of the table: the move, its value, what is expected after it.
static void choice_print(const Table *t, const MoveValue *choice)
{
    const Variant *const v = &t->at->v;
    char                 value[40], move[TEXT_MAX], line[CHOICE_LINE_MAX];
    Text                 value_out = text_on(value, sizeof value), move_out = text_on(move, sizeof move),
         line_out      = text_on(line, sizeof line);
    SearchResult after = {.pv_length = choice->pv_length};
    memcpy(after.pv, choice->pv, sizeof after.pv);
    value_describe(choice->value, &value_out);
    search_text_move(v, &t->record.now, choice->m, &move_out);
    search_text_line(v, &t->record.now, t->adviser.search->settings.algorithm, &after, &line_out);
    const char *const replies = strchr(line, ' ');
    printf("  %-10s %-8s %s\n", move, value, replies != NULL ? replies + 1 : "");
}

// The best of those that were searched to the end, and in any case the move that the search itself found.
static void choices_print(const Table *t, const MoveValues *values, Move found)
{
    const int n    = values->kept < CHOICES_SHOWN ? values->kept : CHOICES_SHOWN;
    int       last = n - 1;
    for (int i = n; i < values->kept; i++)
        if (values->list[i].m == found) last = i;
    printf("  the best %d of %d moves, each searched by itself to depth %d:\n", n, values->count,
           values->depth);
    for (int i = 0; i < n; i++) choice_print(t, &values->list[i < n - 1 ? i : last]);
}

static void say_choices(Table *t, const SearchResult *found)
{
    const double        half    = found->seconds / 2;
    const double        seconds = half > choices_seconds_min ? half : choices_seconds_min;
    const bool          watched = !t->quiet && terminal_columns(stderr) > 0;
    const MoveValuesAsk ask     = {
            .limits    = {.depth = found->depth, .seconds = seconds, .stop = &cli_interrupted},
            .keep      = CHOICES_SHOWN,
            .favourite = found->pv[0]};
    ProgressWatch watch;
    MoveValues    values;
    Status        status;
    if (watched) progress_watch(&watch, "the other moves", seconds);
    const bool good = move_values_find(&values, &t->adviser, &t->record, &ask, &status);
    if (watched) progress_watch_end(&watch);
    if (!good) return;
    if (values.depth > 1) choices_print(t, &values, found->pv[0]);
    move_values_close(&values);
}

void play_hints_think(Table *t)
{
    SearchResult found;
    Status       ignored;
    if (advise(t, say_depth, &found) && move_values_available(&t->adviser, &t->at->v, &ignored) &&
        !atomic_load(&cli_interrupted))
        say_choices(t, &found);
}
