// play.c - games in progress: moves, undo, the end. How they are shown: play_show.c.
#include "api/api.h"
#include "game/perft.h"
#include "play/formats/formats.h"

#include <stdlib.h>
#include <string.h>

enum { STATES_ROOM = 64 };

static size_t state_size(const PollardPlay *play) { return play->game->v.game->state_size; }

// As record_ended, with the moves that it counts kept.
void api_play_settle(PollardPlay *play)
{
    const Variant *const  v      = &play->game->v;
    const Record *const   record = &play->record;
    const AnyState *const now    = &record->now;
    play->count                  = v->game->generate(v->rules, now, play->moves);
    if (play->count == 0) play->ended = ENDED_BY_RULES;
    else if (v->game->drawn(v->rules, now)) play->ended = ENDED_BY_DRAW_RULE;
    else if (v->repetitions > 0 && record_occurrences(record) >= v->repetitions)
        play->ended = ENDED_BY_REPETITION;
    else play->ended = record->count >= play->plies_max ? ENDED_BY_CAP : ENDED_NOT;
}

bool api_play_has(const PollardPlay *play, uint32_t move)
{
    if (play->ended != ENDED_NOT) return false;
    for (int i = 0; i < play->count; i++)
        if (play->moves[i] == move) return true;
    return false;
}

// Opening and closing.

void pollard_play_close(PollardPlay *play)
{
    if (play == NULL) return;
    record_close(&play->record);
    free(play->moves);
    free(play->states);
    pollard_game_close(play->game);
    free(play);
}

// A play at a position, not settled; NULL: no memory.
static PollardPlay *play_make(PollardGame *game, const AnyState *start, int room)
{
    Status             ignored;
    PollardPlay *const play = calloc(1, sizeof *play);
    if (play == NULL) return NULL;
    play->game      = api_game_hold(game);
    play->plies_max = game->v.facts.plies_max;
    play->room      = room;
    play->moves     = calloc((size_t)game->v.game->moves_max, sizeof *play->moves);
    play->states    = malloc((size_t)room * game->v.game->state_size);
    if (play->moves != NULL && play->states != NULL && record_open(&play->record, &game->v, start, &ignored))
        return play;
    pollard_play_close(play);
    return NULL;
}

int pollard_play_open(PollardPlay **play, PollardGame *game, const char *position, char *error,
                      size_t error_size)
{
    AnyState start;
    Status   status;
    if (play == NULL) return api_null("a place for the play", error, error_size);
    *play = NULL;
    if (game == NULL) return api_null("a game", error, error_size);
    if (position == NULL) variant_setup(&game->v, &start);
    else if (!variant_parse(&game->v, &start, position, &status)) return api_fail(&status, error, error_size);
    *play = play_make(game, &start, STATES_ROOM);
    if (*play == NULL) return api_error(POLLARD_ERROR_SYSTEM, error, error_size, "out of memory for a play");
    api_play_settle(*play);
    return 0;
}

// Plays a legal move, without settling; false: no memory.
static bool play_push(PollardPlay *play, Move m)
{
    Status       ignored;
    const int    n    = play->record.count;
    const size_t size = state_size(play);
    if (n == play->room) {
        uint8_t *const more = realloc(play->states, 2 * (size_t)n * size);
        if (more == NULL) return false;
        play->states = more;
        play->room   = 2 * n;
    }
    memcpy(play->states + (size_t)n * size, &play->record.now, size);
    return record_play(&play->record, m, &ignored);
}

int pollard_play_copy(PollardPlay **copy, const PollardPlay *play)
{
    if (copy == NULL) return POLLARD_ERROR_USE;
    *copy = NULL;
    if (play == NULL) return POLLARD_ERROR_USE;
    PollardPlay *const made = play_make(play->game, &play->record.start, play->room);
    if (made == NULL) return POLLARD_ERROR_SYSTEM;
    bool good = true;
    for (int i = 0; good && i < play->record.count; i++) good = play_push(made, play->record.moves[i]);
    if (!good) return pollard_play_close(made), POLLARD_ERROR_SYSTEM;
    made->plies_max = play->plies_max;
    api_play_settle(made);
    *copy = made;
    return 0;
}

int pollard_play_cap(PollardPlay *play, int plies)
{
    if (play == NULL) return POLLARD_ERROR_USE;
    if (plies >= 0) {
        play->plies_max = plies;
        api_play_settle(play);
    }
    return play->plies_max;
}

// Moves.

int pollard_play_move(PollardPlay *play, uint32_t move)
{
    if (play == NULL) return POLLARD_ERROR_USE;
    if (play->ended != ENDED_NOT) return POLLARD_ERROR_OVER;
    if (!api_play_has(play, move)) return POLLARD_ERROR_INPUT;
    if (!play_push(play, move)) return POLLARD_ERROR_SYSTEM;
    api_play_settle(play);
    return 0;
}

static void play_back(PollardPlay *play, int count)
{
    const size_t size  = state_size(play);
    play->record.count = count;
    memcpy(&play->record.now, play->states + (size_t)count * size, size);
}

int pollard_play_undo(PollardPlay *play)
{
    if (play == NULL || play->record.count == 0) return POLLARD_ERROR_USE;
    play_back(play, play->record.count - 1);
    api_play_settle(play);
    return 0;
}

// Moves of a text, as they are read.
typedef struct Reading {
    PollardPlay *play;
    int          code;   // 0, or why a move was not played
} Reading;

static void move_read(void *context, const AnyState *before, Move m)
{
    Reading *const reading = context;
    (void)before;
    if (reading->code == 0) reading->code = pollard_play_move(reading->play, m);
}

int pollard_play_move_text(PollardPlay *play, const char *text, char *error, size_t error_size)
{
    if (play == NULL) return api_null("a play", error, error_size);
    if (text == NULL) return api_null("a move", error, error_size);
    const Variant *const v       = &play->game->v;
    const int            before  = play->record.count;
    Reading              reading = {.play = play};
    AnyState             s       = play->record.now;
    Status               status;
    Move                 m;
    if (play->ended != ENDED_NOT)
        return api_error(POLLARD_ERROR_OVER, error, error_size, "'%.80s': the game is over", text);
    bool good = true;
    if (variant_move_parse(v, &s, text, &m, &status)) move_read(&reading, &s, m);
    else good = variant_moves_play(v, &s, text, move_read, &reading, &status);
    const int played = play->record.count - before;
    if (good && reading.code == 0 && played > 0) return played;
    if (played > 0) play_back(play, before), api_play_settle(play);
    if (!good) return api_fail(&status, error, error_size);
    if (reading.code == POLLARD_ERROR_SYSTEM)
        return api_error(POLLARD_ERROR_SYSTEM, error, error_size, "out of memory for a play");
    if (reading.code < 0)
        return api_error(reading.code, error, error_size, "'%.80s': the game is over before the last move",
                         text);
    return api_error(POLLARD_ERROR_INPUT, error, error_size, "'%.80s': expected a move", text);
}

// The moves of a record, one after another; 0, or why one was not played.
static int play_replay(PollardPlay *play, const Record *record)
{
    int code = 0;
    for (int i = 0; code == 0 && i < record->count; i++) code = pollard_play_move(play, record->moves[i]);
    return code;
}

int pollard_play_read(PollardPlay **play, PollardGame *game, const char *text, char *error, size_t error_size)
{
    AnyState start;
    Record   record;
    Status   status;
    if (play == NULL) return api_null("a place for the play", error, error_size);
    *play = NULL;
    if (game == NULL) return api_null("a game", error, error_size);
    if (text == NULL) return api_null("a text", error, error_size);
    variant_setup(&game->v, &start);
    if (!record_open(&record, &game->v, &start, &status)) return api_fail(&status, error, error_size);
    if (!format_text_play(&record, text, &status))
        return record_close(&record), api_fail(&status, error, error_size);
    PollardPlay *const made = play_make(game, &record.start, STATES_ROOM);
    if (made != NULL) api_play_settle(made);
    const int code = made != NULL ? play_replay(made, &record) : POLLARD_ERROR_SYSTEM;
    record_close(&record);
    if (code == 0) return *play = made, 0;
    pollard_play_close(made);
    return api_error(code, error, error_size,
                     code == POLLARD_ERROR_SYSTEM ? "out of memory for a play"
                                                  : "the game is over before the last move of the text");
}

int pollard_play_turn(const PollardPlay *play)
{
    if (play == NULL) return POLLARD_ERROR_USE;
    return play->game->v.game->turn(play->game->v.rules, &play->record.now);
}

static int moves_out(const Move *moves, int count, uint32_t *out, int room)
{
    const int n = count < room ? count : room;
    if (out != NULL && n > 0) memcpy(out, moves, (size_t)n * sizeof *out);
    return count;
}

int pollard_play_history(const PollardPlay *play, uint32_t *moves, int room)
{
    return play != NULL ? moves_out(play->record.moves, play->record.count, moves, room) : POLLARD_ERROR_USE;
}

int pollard_play_move_parse(const PollardPlay *play, const char *text, uint32_t *move, char *error,
                            size_t error_size)
{
    Status status;
    Move   m;
    if (play == NULL) return api_null("a play", error, error_size);
    if (text == NULL || move == NULL) return api_null("a move and a place for it", error, error_size);
    if (play->ended != ENDED_NOT)
        return api_error(POLLARD_ERROR_OVER, error, error_size, "'%.80s': the game is over", text);
    if (!variant_move_parse(&play->game->v, &play->record.now, text, &m, &status))
        return api_fail(&status, error, error_size);
    *move = m;
    return 0;
}

// The end.

int pollard_play_over(const PollardPlay *play) { return play != NULL ? (int)play->ended : POLLARD_ERROR_USE; }

_Static_assert((int)POLLARD_OVER_NOT == ENDED_NOT && (int)POLLARD_OVER_RULES == ENDED_BY_RULES &&
                   (int)POLLARD_OVER_CAP == ENDED_BY_CAP &&
                   (int)POLLARD_OVER_DRAW_RULE == ENDED_BY_DRAW_RULE &&
                   (int)POLLARD_OVER_REPETITION == ENDED_BY_REPETITION,
               "the numbers of the header");
_Static_assert((int)POLLARD_SEATS_MAX == PLAYERS_MAX && (int)POLLARD_MOVES_MAX == GAME_MOVES_MAX &&
                   (int)POLLARD_LINE_MAX == PLY_MAX && (int)POLLARD_DEPTH_MAX == SEARCH_DEPTH_MAX &&
                   (int)POLLARD_ERROR_MAX == STATUS_TEXT_MAX,
               "the numbers of the header");

int pollard_play_points(const PollardPlay *play, int *points, int *payoff)
{
    if (play == NULL || play->ended == ENDED_NOT) return POLLARD_ERROR_USE;
    const int players = play->game->v.facts.players;
    Value     paid[PLAYERS_MAX];
    int       won[PLAYERS_MAX];
    record_points(&play->record, play->ended, won);
    record_payoff(&play->record, play->ended, paid);
    for (int p = 0; p < players; p++) {
        if (points != NULL) points[p] = won[p];
        if (payoff != NULL) payoff[p] = paid[p];
    }
    return players;
}

int pollard_play_perft(const PollardPlay *play, int depth, int threads, uint64_t *leaves, uint64_t *nodes,
                       char *error, size_t error_size)
{
    if (play == NULL) return api_null("a play", error, error_size);
    if (depth < 0 || depth > PERFT_DEPTH_MAX)
        return api_error(POLLARD_ERROR_INPUT, error, error_size, "depth %d: expected 0 to %d", depth,
                         PERFT_DEPTH_MAX);
    if (threads < 1 || threads > PERFT_THREADS_MAX)
        return api_error(POLLARD_ERROR_INPUT, error, error_size, "%d threads: expected 1 to %d", threads,
                         PERFT_THREADS_MAX);
    Status             status;
    const PerftOptions options = {.depth = depth, .threads = threads};
    PerftResult *const result  = malloc(sizeof *result);
    if (result == NULL) return api_error(POLLARD_ERROR_SYSTEM, error, error_size, "out of memory");
    const bool good = perft_run(&play->game->v, &play->record.now, &options, result, &status);
    if (good && leaves != NULL) *leaves = result->leaves;
    if (good && nodes != NULL) *nodes = result->nodes;
    free(result);
    return good ? 0 : api_fail(&status, error, error_size);
}
