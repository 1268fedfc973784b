// Threads: a search is stopped from another one ten thousand times and always has a move; engines that think
// at once find what they find alone; a game is shared while handles come and go.
#include "api/api_cases.h"
#include "base/threads.h"

#include <stdatomic.h>
#include <string.h>

enum { STOPS = 10000, STOPS_ANY_TIME = 300 };

// One who stops a search when asked to, from a thread of his own.
typedef struct Stopper {
    PollardEngine *engine;
    Mutex          lock;   // of what follows
    Condition      turn;
    int            asked;   // how often he was asked to stop it
    int            stops;   // how often it was going on when he did
    bool           end;
} Stopper;

static void stop_when_asked(void *argument)
{
    Stopper *const s = argument;
    mutex_lock(&s->lock);
    for (;;) {
        while (s->asked == s->stops && !s->end) condition_wait(&s->turn, &s->lock);
        if (s->end) break;
        mutex_unlock(&s->lock);
        const int was = pollard_engine_stop(s->engine);
        mutex_lock(&s->lock);
        s->stops += was == 1;
        s->end |= was != 1;   // a search that reports is going on
        condition_wake_all(&s->turn);
    }
    condition_wake_all(&s->turn);
    mutex_unlock(&s->lock);
}

// Lets the other thread stop the search after a depth, and waits until it has.
static int ask_to_stop(void *context, const PollardResult *so_far)
{
    Stopper *const s = context;
    mutex_lock(&s->lock);
    if (so_far->depth >= 1 + s->asked % 3) {
        s->asked++;
        condition_wake_all(&s->turn);
        while (s->stops < s->asked && !s->end) condition_wait(&s->turn, &s->lock);
    }
    mutex_unlock(&s->lock);
    return 0;
}

static bool is_legal(const PollardPlay *play, uint32_t move)
{
    uint32_t  legal[POLLARD_MOVES_MAX];
    const int n = pollard_play_legal(play, legal, NULL, POLLARD_MOVES_MAX);
    for (int i = 0; i < n; i++)
        if (legal[i] == move) return true;
    return false;
}

// Thinks until it is stopped; the play is left one move further, or at a new beginning.
static void think_once(PollardEngine *engine, PollardGame *game, PollardPlay **play,
                       const PollardLimits *limits)
{
    char          error[POLLARD_ERROR_MAX] = "";
    PollardResult result                   = {.size = sizeof result};
    const int     code = pollard_engine_think(engine, *play, limits, &result, error, sizeof error);
    ck_assert_msg(code == 0, "%s", error);
    ck_assert(result.stopped);
    ck_assert(is_legal(*play, result.move));
    pollard_play_move(*play, result.move);
    // Not to where a search is over by itself: the seventh ply may be the last, the fifth may decide.
    if (pollard_play_history(*play, NULL, 0) < 4) return;
    pollard_play_close(*play);
    *play = api_play(game, NULL);
}

START_TEST(test_a_search_stopped_ten_thousand_times_always_has_a_move)
{
    PollardGame *const  game    = api_game("connect-four");
    PollardPlay        *play    = api_play(game, NULL);
    Stopper             stopper = {.engine = api_engine(game, "alphabeta:order=tt+killer,tt=10")};
    const PollardLimits limits  = {
         .size = sizeof limits, .depth = POLLARD_DEPTH_MAX, .report = ask_to_stop, .context = &stopper};
    static Threads threads;
    mutex_open(&stopper.lock);
    condition_open(&stopper.turn);
    ck_assert_int_eq(threads_start(&threads, stop_when_asked, &stopper, 0, 1), 1);
    for (int i = 0; i < STOPS; i++) think_once(stopper.engine, game, &play, &limits);
    mutex_lock(&stopper.lock);
    const int stops = stopper.stops;
    stopper.end     = true;
    condition_wake_all(&stopper.turn);
    mutex_unlock(&stopper.lock);
    threads_join(&threads);
    ck_assert_int_eq(stops, STOPS);   // one for each: none was lost, none was left for the next
    condition_close(&stopper.turn);
    mutex_close(&stopper.lock);
    pollard_engine_close(stopper.engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// At any time, before, while and after it thinks.

typedef struct Restless {
    PollardEngine *engine;
    atomic_bool    done;
    Rng            rng;
} Restless;

static void stop_at_any_time(void *argument)
{
    Restless *const r = argument;
    while (!atomic_load(&r->done)) {
        for (uint32_t i = rng_below(&r->rng, 20000); i > 0; i--) __asm__ volatile("");
        pollard_engine_stop(r->engine);
    }
}

START_TEST(test_a_search_is_stopped_at_any_time)
{
    PollardGame *const game = api_game("connect-four");
    PollardPlay       *play = api_play(game, NULL);
    Restless restless = {.engine = api_engine(game, "alphabeta:order=tt+killer,tt=10"), .rng = rng_seed(1)};
    const PollardLimits limits = {.size = sizeof limits, .depth = POLLARD_DEPTH_MAX};
    static Threads      threads;
    ck_assert_int_eq(threads_start(&threads, stop_at_any_time, &restless, 0, 1), 1);
    for (int i = 0; i < STOPS_ANY_TIME; i++) think_once(restless.engine, game, &play, &limits);
    atomic_store(&restless.done, true);
    threads_join(&threads);
    pollard_engine_close(restless.engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

typedef struct ValueStopper {
    PollardEngine *engine;
    atomic_bool    done;
} ValueStopper;

static void stop_values(void *argument)
{
    ValueStopper *const s = argument;
    while (!atomic_load(&s->done)) pollard_engine_stop(s->engine);
}

START_TEST(test_values_that_are_stopped_are_there_for_every_move)
{
    PollardGame *const  game    = api_game("virus:size=5,players=3");
    PollardPlay *const  play    = api_play(game, NULL);
    ValueStopper        stopper = {.engine = api_engine(game, "paranoid")};
    const PollardLimits limits  = {.size = sizeof limits, .depth = POLLARD_DEPTH_MAX};
    static Threads      threads;
    const int           moves = pollard_play_legal(play, NULL, NULL, 0);
    ck_assert_int_eq(threads_start(&threads, stop_values, &stopper, 0, 1), 1);
    for (int i = 0; i < 50; i++) {
        PollardMoveValue first = {.size = sizeof first}, value = {.size = sizeof value};
        ck_assert_int_eq(pollard_engine_values(stopper.engine, play, &limits, NULL, 0), moves);
        ck_assert_int_eq(pollard_engine_value(stopper.engine, 0, &first), 0);
        for (int k = 0; k < moves; k++) {
            ck_assert_int_eq(pollard_engine_value(stopper.engine, k, &value), 0);
            ck_assert_int_eq(value.depth, first.depth);
        }
    }
    atomic_store(&stopper.done, true);
    threads_join(&threads);
    pollard_engine_close(stopper.engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

// Several at once.

enum { WORKERS = 4 };

typedef struct Worker {
    PollardGame *game;   // shared
    const char  *player;
    int          depth;
    uint64_t     nodes;
    char         moves[1000];
} Worker;

// A few moves of a game against itself.
static void play_some(void *argument)
{
    Worker *const        w      = argument;
    PollardEngine *const engine = api_engine(w->game, w->player);
    PollardPlay *const   play   = api_play(w->game, NULL);
    const PollardLimits  limits = {.size = sizeof limits, .depth = w->depth};
    PollardResult        result = {.size = sizeof result};
    w->nodes                    = 0;
    for (int i = 0; i < 10 && pollard_play_over(play) == POLLARD_OVER_NOT; i++) {
        ck_assert_int_eq(pollard_engine_think(engine, play, &limits, &result, NULL, 0), 0);
        w->nodes += result.nodes;
        ck_assert_int_eq(pollard_play_move(play, result.move), 0);
        ck_assert_int_gt(pollard_play_json(play, NULL, 0), 0);
    }
    pollard_play_text(play, POLLARD_TEXT_MOVES, w->moves, sizeof w->moves);
    pollard_play_close(play);
    pollard_engine_close(engine);
}

START_TEST(test_engines_that_think_at_once_find_what_they_find_alone)
{
    static const struct {
        const char *game, *player;
        int         depth;
    } cases[]                = {{"othello", "alphabeta:order=tt+killer+history-ads,tt=12", 5},
                                {"chess", "engine", 3},
                                {"focus:players=4", "brs:order=threat-ads", 3},
                                {"chinese-checkers:board=rhombus6,pieces=3", "engine", 3}};
    PollardGame *const game  = api_game(cases[_i].game);
    Worker             alone = {game, cases[_i].player, cases[_i].depth, 0, ""}, together[WORKERS];
    play_some(&alone);
    for (int i = 0; i < WORKERS; i++) together[i] = alone;
    threads_run(play_some, together, sizeof *together, WORKERS);
    for (int i = 0; i < WORKERS; i++) {
        ck_assert_uint_eq(together[i].nodes, alone.nodes);
        ck_assert_str_eq(together[i].moves, alone.moves);
    }
    pollard_game_close(game);
}
END_TEST

// Opening and closing.

static void open_and_close(void *argument)
{
    PollardGame *const shared = *(PollardGame **)argument;
    for (int i = 0; i < 200; i++) {
        PollardPlay *const   play   = api_play(shared, NULL);
        PollardEngine *const engine = api_engine(shared, i % 2 ? "random" : "alphabeta:tt=4,order=tt");
        PollardGame *const   own    = api_game("tictactoe");
        const char *const    name   = i % 2 ? "/no-such-folder/a" : "/no-such-folder/b";
        char                 folder[64];
        ck_assert_int_eq(pollard_databases_folder(name, folder, sizeof folder), (int)strlen(name));
        ck_assert_int_eq(strncmp(folder, name, strlen(name) - 1), 0);   // or the other, set meanwhile
        pollard_game_close(own);
        pollard_engine_close(engine);
        pollard_play_close(play);
    }
}

START_TEST(test_a_game_is_shared_while_handles_come_and_go)
{
    PollardGame *const game            = api_game("othello");
    PollardGame       *shared[WORKERS] = {game, game, game, game};
    threads_run(open_and_close, shared, sizeof *shared, WORKERS);
    ck_assert_int_eq(pollard_game_seats(game), 2);
    pollard_game_close(game);
}
END_TEST

Suite *suite_api_threads(void);
Suite *suite_api_threads(void)
{
    Suite *s = suite_create("api_threads");
    TCase *t = tcase_create("api_threads");
    tcase_set_timeout(t, 240);
    tcase_add_test(t, test_a_search_stopped_ten_thousand_times_always_has_a_move);
    tcase_add_test(t, test_a_search_is_stopped_at_any_time);
    tcase_add_test(t, test_values_that_are_stopped_are_there_for_every_move);
    tcase_add_loop_test(t, test_engines_that_think_at_once_find_what_they_find_alone, 0, 4);
    tcase_add_test(t, test_a_game_is_shared_while_handles_come_and_go);
    suite_add_tcase(s, t);
    return s;
}
