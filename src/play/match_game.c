#include "play/match_game.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const ended_names[] = {[ENDED_NOT]           = "not",
                                   [ENDED_BY_RULES]      = "rules",
                                   [ENDED_BY_CAP]        = "plies-max",
                                   [ENDED_BY_DRAW_RULE]  = "draw-rule",
                                   [ENDED_BY_REPETITION] = "repetition"};

// Better than zero when seat a comes before seat b in the last position; a draw by the referee is one.
static int place_compare(const Record *record, Ended ended, const Value payoff[], int a, int b)
{
    if (payoff[a] != payoff[b]) return payoff[a] > payoff[b] ? 1 : -1;
    if (ended == ENDED_BY_DRAW_RULE || ended == ENDED_BY_REPETITION) return 0;
    const Variant *const v  = record->v;
    const Value          va = v->game->evaluate(v->rules, &record->now, a),
                vb          = v->game->evaluate(v->rules, &record->now, b);
    return (va > vb) - (va < vb);
}

static void place_points(const Record *record, Ended ended, int points[PLAYERS_MAX])
{
    const int players = record->v->facts.players;
    Value     payoff[PLAYERS_MAX];
    record_payoff(record, ended, payoff);
    for (int a = 0; a < players; a++) {
        points[a] = 0;
        for (int b = 0; b < players; b++)
            if (b != a) points[a] += 1 + place_compare(record, ended, payoff, a, b);
    }
}

void match_game_judge(MatchGame *game, int plies_max, PointsRule rule)
{
    assert(rule == POINTS_RESULT || rule == POINTS_PLACE);
    const Variant *const v = game->record.v;
    AnyState             s = game->record.start;
    memset(game->moves, 0, sizeof game->moves);
    game->hash = record_hash(&game->record);
    for (int i = 0; i < game->record.count; i++) {
        const AnyState before = s;
        game->moves[v->game->turn(v->rules, &s)]++;
        v->game->play(v->rules, &s, &before, game->record.moves[i]);
    }
    game->ended = record_ended(&game->record, plies_max);
    if (rule == POINTS_PLACE) place_points(&game->record, game->ended, game->points);
    else record_points(&game->record, game->ended, game->points);
}

void match_game_close(MatchGame *game) { record_close(&game->record); }

// Writing.

static char *moves_text(const Record *record)
{
    char       *text = NULL;
    size_t      size = 0;
    FILE *const out  = open_memstream(&text, &size);
    AnyState    s    = record->start;
    if (out == NULL) return NULL;
    for (int i = 0; i < record->count; i++) {
        const AnyState before = s;
        char           word[TEXT_MAX];
        Text           move = text_on(word, sizeof word);
        variant_move_format(record->v, &s, record->moves[i], &move);
        fprintf(out, "%s%s", i > 0 ? " " : "", word);
        record->v->game->play(record->v->rules, &s, &before, record->moves[i]);
    }
    return fclose(out) == 0 ? text : NULL;
}

char *match_game_line(const MatchGame *game)
{
    assert(game->record.v != NULL && game->number >= 0);
    char        start[TEXT_MAX];
    Text        start_out = text_on(start, sizeof start);
    char *const moves     = moves_text(&game->record);
    json_t     *seats = json_array(), *points = json_array(), *nodes = json_array();
    variant_format(game->record.v, &game->record.start, &start_out);
    bool good = true;
    for (int p = 0; p < game->record.v->facts.players; p++)
        good &= json_array_append_new(seats, json_integer(game->seats[p] + 1)) == 0 &&
                json_array_append_new(points, json_integer(game->points[p])) == 0 &&
                json_array_append_new(nodes, json_integer((json_int_t)game->nodes[p])) == 0;
    json_t *const json = json_pack("{s:i, s:o, s:s, s:s, s:s, s:o, s:o}", "number", game->number + 1, "seats",
                                   seats, "start", start, "moves", moves != NULL ? moves : "", "ended",
                                   ended_names[game->ended], "points", points, "nodes", nodes);
    char *const   text = good && moves != NULL && json != NULL ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    free(moves);
    const size_t n    = text != NULL ? strlen(text) : 0;
    char *const  line = text != NULL ? realloc(text, n + 2) : NULL;
    if (line == NULL) return free(text), NULL;
    memcpy(line + n, "\n", 2);
    return line;
}

// Reading.

static void remember(void *context, const AnyState *before, Move m)
{
    (void)before;
    Record *const record = context;
    Status        ignored;
    if (record->moves != NULL && !record_play(record, m, &ignored)) record_close(record);
}

static bool moves_read(Record *record, const Variant *v, const char *start, const char *moves, Status *status)
{
    AnyState s;
    if (!variant_parse(v, &s, start, status) || !record_open(record, v, &s, status)) return false;
    if (!variant_moves_play(v, &s, moves, remember, record, status)) return record_close(record), false;
    return record->moves != NULL || status_fail_system(status, "out of memory for a game");
}

static bool seats_read(MatchGame *game, const Variant *v, const json_t *seats, const json_t *nodes,
                       Status *status)
{
    const size_t players = (size_t)v->facts.players;
    if (json_array_size(seats) != players || json_array_size(nodes) != players)
        return status_fail(status, "'seats' and 'nodes': expected %d numbers each", v->facts.players);
    for (size_t p = 0; p < players; p++) {
        const json_int_t seat = json_integer_value(json_array_get(seats, p)),
                         n    = json_integer_value(json_array_get(nodes, p));
        if (seat < 1 || seat > 1000 || n < 0)
            return status_fail(status, "seat %zu: numbers out of range", p + 1);
        game->seats[p] = (int)seat - 1;
        game->nodes[p] = (uint64_t)n;
    }
    return true;
}

static bool json_read(MatchGame *game, const Variant *v, json_t *json, Status *status)
{
    json_error_t error;
    json_t      *seats, *points, *nodes;
    const char  *start, *moves, *ended;
    int          number;
    if (json_unpack_ex(json, &error, JSON_STRICT, "{s:i, s:o, s:s, s:s, s:s, s:o, s:o}", "number", &number,
                       "seats", &seats, "start", &start, "moves", &moves, "ended", &ended, "points", &points,
                       "nodes", &nodes) != 0)
        return status_fail(status, "not a game of a match: %s", error.text);
    if (number < 1) return status_fail(status, "'number': expected a number from 1");
    game->number = number - 1;
    return seats_read(game, v, seats, nodes, status) && moves_read(&game->record, v, start, moves, status);
}

// Would the game, judged as it stands, be written as this line?
static bool line_follows(MatchGame *game, int plies_max, PointsRule rule, const char *line, size_t size,
                         Status *status)
{
    match_game_judge(game, plies_max, rule);
    char *const again = match_game_line(game);
    if (again == NULL) return status_fail_system(status, "out of memory for a game");
    const bool same = strlen(again) == size + 1 && memcmp(again, line, size) == 0;
    free(again);
    return same ||
           status_fail(status,
                       "its result does not follow from its moves: the game or the rules have changed");
}

// The same for a game played before the referee counted repetitions.
static bool line_follows_without_repetitions(MatchGame *game, int plies_max, PointsRule rule,
                                             const char *line, size_t size, Status *status)
{
    const Variant *const v       = game->record.v;
    Variant              earlier = *v;
    earlier.repetitions          = 0;
    game->record.v               = &earlier;
    const bool same              = line_follows(game, plies_max, rule, line, size, status);
    game->record.v               = v;
    return same;
}

bool match_game_read(MatchGame *game, const Variant *v, int plies_max, PointsRule rule, const char *line,
                     size_t size, Status *status)
{
    assert(plies_max >= 0 && (rule == POINTS_RESULT || rule == POINTS_PLACE));
    json_error_t  error;
    json_t *const json = json_loadb(line, size, JSON_REJECT_DUPLICATES, &error);
    memset(game, 0, sizeof *game);
    if (json == NULL) return status_fail(status, "no JSON: %s", error.text);
    const bool read = json_read(game, v, json, status);
    json_decref(json);
    if (!read) return false;
    if (game->record.count > plies_max) {
        status_fail(status, "%d plies; a game ends after %d", game->record.count, plies_max);
        return match_game_close(game), false;
    }
    if (line_follows(game, plies_max, rule, line, size, status) ||
        (game->ended == ENDED_BY_REPETITION &&
         line_follows_without_repetitions(game, plies_max, rule, line, size, status)))
        return true;
    match_game_close(game);
    return false;
}
