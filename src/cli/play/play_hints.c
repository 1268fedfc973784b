// play_hints.c - the commands hint and think of `pollard play`: what a search would do, and how the other
// moves compare.
//
// The other moves, for two players: each position after a move is searched on its own, one ply deeper at a
// time; after each depth the better half continues, five at least and always the move that the search itself
// found, for half the time that it took. No move is compared with a value of another depth.
#include "base/clock.h"
#include "play/show/search_text.h"
#include "cli/play/play_table.h"
#include "cli/play/play_status_line.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES_SHOWN = 5, CHOICE_LINE_MAX = 200 };
static const double choices_seconds_min = 0.3;

typedef struct Choice {
    Move  m;
    Value value;                   // for the one who moves
    char  line[CHOICE_LINE_MAX];   // what is expected after it
} Choice;

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

// The best first; of equal ones, those that were better a ply ago.
static void choices_sort(Choice choices[], int n)
{
    assert(n >= 0);
    for (int i = 1; i < n; i++) {
        const Choice moved = choices[i];
        int          k     = i;
        for (; k > 0 && choices[k - 1].value < moved.value; k--) choices[k] = choices[k - 1];
        choices[k] = moved;
    }
}

// Keeps the better half, or as many as are shown, and the move that the search itself has found, whatever it
// is worth at this depth.
static int choices_keep(Choice choices[], int n, int most, Move found)
{
    assert(n >= 1 && most >= 1);
    const int count = n < most ? n : most;
    for (int i = count; i < n; i++)
        if (choices[i].m == found) choices[count - 1] = choices[i];
    return count;
}

// The value of a position for the one who moved to it: a win or loss is a ply farther away for him.
static Value value_behind(Value v, bool same)
{
    v = same ? v : -v;
    return v >= VALUE_WIN_MIN ? v - 1 : v <= -VALUE_WIN_MIN ? v + 1 : v;
}

// Searches after each choice; false when the time is over before the last one.
static bool choices_look(Table *t, Choice choices[], int n, int depth, double deadline)
{
    assert(n >= 1 && depth >= 1);
    const Variant *const v = &t->at->v;
    const int            p = v->game->turn(v->rules, &t->record.now);
    for (int i = 0; i < n; i++) {
        AnyState           child;
        SearchResult       found;
        const SearchLimits limits = {.depth         = depth,
                                     .seconds       = deadline - clock_seconds(),
                                     .stop          = &cli_interrupted,
                                     .history       = t->record.hashes,
                                     .history_count = t->record.count + 1};
        if (limits.seconds <= 0) return false;
        v->game->play(v->rules, &child, &t->record.now, choices[i].m);
        player_search_position(&t->adviser, v, &child, &limits, NULL, NULL, &found);
        if (found.stopped || found.depth < depth) return false;
        choices[i].value = value_behind(found.value, v->game->turn(v->rules, &child) == p);
        Text line        = text_on(choices[i].line, CHOICE_LINE_MAX);
        search_text_line(v, &child, t->adviser.search->settings.algorithm, &found, &line);
    }
    return true;
}

static void choices_print(const Table *t, const Choice choices[], int n, int all, int depth)
{
    assert(n >= 0 && n <= all);
    printf("  the best %d of %d moves, each searched by itself to depth %d:\n", n, all, depth);
    for (int i = 0; i < n; i++) {
        char value[40], move[TEXT_MAX];
        Text value_out = text_on(value, sizeof value), move_out = text_on(move, sizeof move);
        value_describe(choices[i].value, &value_out);
        search_text_move(&t->at->v, &t->record.now, choices[i].m, &move_out);
        printf("  %-10s %-8s %s\n", move, value, choices[i].line);
    }
}

static void say_choices(Table *t, const SearchResult *found)
{
    const Variant *const v = &t->at->v;
    Move                 moves[GAME_MOVES_MAX];
    const int            all = v->game->generate(v->rules, &t->record.now, moves);
    Choice *const now = calloc((size_t)all, sizeof *now), *const next = calloc((size_t)all, sizeof *next);
    const double  half     = found->seconds / 2;
    const double  seconds  = half > choices_seconds_min ? half : choices_seconds_min;
    const double  deadline = clock_seconds() + seconds;
    const bool    watched  = !t->quiet && terminal_columns(stderr) > 0;
    ProgressWatch watch;
    if (watched) progress_watch(&watch, "the other moves", seconds);
    int n = all, done = 0;
    for (int i = 0; now != NULL && i < all; i++) now[i].m = moves[i];
    for (int depth = 1; now != NULL && next != NULL && depth < found->depth; depth++) {
        memcpy(next, now, (size_t)n * sizeof *next);
        if (!choices_look(t, next, n, depth, deadline)) break;
        choices_sort(next, n);
        memcpy(now, next, (size_t)n * sizeof *now);
        done = depth;
        n    = choices_keep(now, n, n / 2 > CHOICES_SHOWN ? n / 2 : CHOICES_SHOWN, found->pv[0]);
    }
    if (watched) progress_watch_end(&watch);
    if (done > 0) choices_print(t, now, choices_keep(now, n, CHOICES_SHOWN, found->pv[0]), all, done + 1);
    free(now);
    free(next);
}

// Under Best-Reply Search and the like the position after a move belongs to another player, whose value says
// nothing about the mover's.
void play_hints_think(Table *t)
{
    SearchResult found;
    if (advise(t, say_depth, &found) && t->at->v.facts.players == 2 && !atomic_load(&cli_interrupted))
        say_choices(t, &found);
}
