#include "api/api_cases.h"

PollardGame *api_game(const char *spec)
{
    PollardGame *game;
    char         error[POLLARD_ERROR_MAX] = "";
    ck_assert_msg(pollard_game_open(&game, spec, error, sizeof error) == 0, "%s", error);
    ck_assert_ptr_nonnull(game);
    return game;
}

PollardPlay *api_play(PollardGame *game, const char *position)
{
    PollardPlay *play;
    char         error[POLLARD_ERROR_MAX] = "";
    ck_assert_msg(pollard_play_open(&play, game, position, error, sizeof error) == 0, "%s", error);
    return play;
}

PollardEngine *api_engine(PollardGame *game, const char *player)
{
    PollardEngine *engine;
    char           error[POLLARD_ERROR_MAX] = "";
    ck_assert_msg(pollard_engine_open(&engine, game, player, NULL, error, sizeof error) == 0, "%s", error);
    return engine;
}

const char *api_words(const PollardPlay *play, int what)
{
    static char words[1 << 16];
    const int   n = pollard_play_text(play, what, words, sizeof words);
    ck_assert_int_ge(n, 0);
    ck_assert_int_lt(n, (int)sizeof words);
    return words;
}
