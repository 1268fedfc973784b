// Programs of somebody else behind the library: stopped, started again, gone.
#include "api/api_cases.h"
#include "base/clock.h"
#include "base/threads.h"
#include "play/match_cases.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char error[POLLARD_ERROR_MAX];

// This program is the engine (play/engines/fake_engine.h), under another name.
static PollardEngine *program_open(PollardGame *game, const char *protocol, const char *how)
{
    const PollardEngineOptions options = {.size = sizeof options, .allow = POLLARD_ALLOW_PROGRAMS};
    char                       self[400], spec[900];
    PollardEngine             *engine;
    const ssize_t              n = readlink("/proc/self/exe", self, sizeof self - 1);
    ck_assert_int_gt(n, 0);
    self[n] = 0;
    ck_assert_int_eq(symlink(self, match_path("engine")), 0);
    snprintf(spec, sizeof spec, "%s:command='%s' --fake-engine %s othello %s", protocol, match_path("engine"),
             protocol, how);
    const int code = pollard_engine_open(&engine, game, spec, &options, error, sizeof error);
    ck_assert_msg(code == 0, "%s", error);
    return engine;
}

static void stop_soon(void *engine)
{
    const double until = clock_seconds() + 20;
    while (pollard_engine_stop(engine) == 0 && clock_seconds() < until) usleep(1000);
}

// It answers late, and GTP has no word to stop it: what it says then is no answer to the next question.
START_TEST(test_a_stopped_program_says_so_and_answers_the_next_question)
{
    PollardGame *const   game   = api_game("othello");
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = program_open(game, "gtp", "slow");
    PollardResult        result = {.size = sizeof result};
    Threads              threads;
    ck_assert_int_eq(threads_start(&threads, stop_soon, engine, 0, 1), 1);
    const int code = pollard_engine_think(engine, play, NULL, &result, error, sizeof error);
    threads_join(&threads);
    ck_assert_int_eq(code, POLLARD_ERROR_STOPPED);
    ck_assert_str_eq(error, "stopped before it had a move");
    ck_assert_int_eq(pollard_play_move_text(play, "f5", error, sizeof error), 1);
    ck_assert_msg(pollard_engine_think(engine, play, NULL, &result, error, sizeof error) == 0, "%s", error);
    ck_assert_int_eq(pollard_play_move(play, result.move), 0);
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_an_engine_whose_program_is_gone_after_a_reset_can_only_be_reset_or_closed)
{
    PollardGame *const   game   = api_game("othello");
    PollardPlay *const   play   = api_play(game, NULL);
    PollardEngine *const engine = program_open(game, "gtp", "good");
    PollardResult        result = {.size = sizeof result};
    char                 text[2000];
    ck_assert_int_eq(pollard_engine_think(engine, play, NULL, &result, error, sizeof error), 0);
    ck_assert_int_eq(rename(match_path("engine"), match_path("gone")), 0);
    ck_assert_int_eq(pollard_engine_reset(engine, 1, error, sizeof error), POLLARD_ERROR_INPUT);
    ck_assert_ptr_nonnull(strstr(error, "is not there"));
    ck_assert_int_eq(pollard_engine_think(engine, play, NULL, &result, error, sizeof error),
                     POLLARD_ERROR_USE);
    ck_assert_ptr_nonnull(strstr(error, "the last reset failed"));
    ck_assert_int_eq(pollard_engine_values(engine, play, NULL, error, sizeof error), POLLARD_ERROR_USE);
    ck_assert_int_gt(pollard_engine_json(engine, text, sizeof text), 0);
    ck_assert_int_eq(rename(match_path("gone"), match_path("engine")), 0);
    ck_assert_int_eq(pollard_engine_reset(engine, 1, error, sizeof error), 0);
    ck_assert_int_eq(pollard_engine_think(engine, play, NULL, &result, error, sizeof error), 0);
    pollard_engine_close(engine);
    pollard_play_close(play);
    pollard_game_close(game);
}
END_TEST

START_TEST(test_a_program_ends_with_its_engine)
{
    PollardGame *const   game   = api_game("othello");
    PollardEngine *const engine = program_open(game, "gtp", "good");
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), 0);   // it runs
    pollard_engine_close(engine);
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_int_eq(errno, ECHILD);
    pollard_game_close(game);
}
END_TEST

Suite *suite_api_programs(void);
Suite *suite_api_programs(void)
{
    Suite *const s = suite_create("api_programs");
    TCase *const t = tcase_create("api_programs");
    tcase_set_timeout(t, 120);
    tcase_add_checked_fixture(t, match_folder_make, match_folder_remove);
    tcase_add_test(t, test_a_stopped_program_says_so_and_answers_the_next_question);
    tcase_add_test(t, test_an_engine_whose_program_is_gone_after_a_reset_can_only_be_reset_or_closed);
    tcase_add_test(t, test_a_program_ends_with_its_engine);
    suite_add_tcase(s, t);
    return s;
}
