#include "play/record.h"
#include "base/rng.h"
#include "game/draw.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool record_open(Record *record, const Variant *v, const AnyState *start, Status *status)
{
    assert(v->game != NULL && start != NULL);
    *record        = (Record){.v = v, .start = *start, .now = *start, .room = 64};
    record->moves  = malloc((size_t)record->room * sizeof *record->moves);
    record->hashes = malloc((size_t)(record->room + 1) * sizeof *record->hashes);
    if (record->moves == NULL || record->hashes == NULL)
        return record_close(record), status_fail_system(status, "out of memory for a game");
    record->hashes[0] = v->game->hash(v->rules, start);
    return true;
}

void record_close(Record *record)
{
    free(record->moves);
    free(record->hashes);
    record->moves  = NULL;
    record->hashes = NULL;
}

static bool record_grow(Record *record)
{
    const size_t    room   = 2 * (size_t)record->room;
    Move *const     moves  = realloc(record->moves, room * sizeof *moves);
    uint64_t *const hashes = moves != NULL ? realloc(record->hashes, (room + 1) * sizeof *hashes) : NULL;
    if (moves != NULL) record->moves = moves;
    if (hashes == NULL) return false;
    record->hashes = hashes;
    record->room   = (int)room;
    return true;
}

bool record_play(Record *record, Move m, Status *status)
{
    assert(record->moves != NULL && record->count <= record->room);
    if (record->count == record->room && !record_grow(record))
        return status_fail_system(status, "out of memory for a game");
    const AnyState before          = record->now;
    record->moves[record->count++] = m;
    record->v->game->play(record->v->rules, &record->now, &before, m);
    record->hashes[record->count] = record->v->game->hash(record->v->rules, &record->now);
    return true;
}

// The position after the first n moves.
static void position_after(const Record *record, int n, AnyState *out)
{
    assert(n >= 0 && n <= record->count);
    *out = record->start;
    for (int i = 0; i < n; i++) {
        const AnyState before = *out;
        record->v->game->play(record->v->rules, out, &before, record->moves[i]);
    }
}

bool record_undo(Record *record)
{
    assert(record->count >= 0 && record->count <= record->room);
    if (record->count == 0) return false;
    position_after(record, --record->count, &record->now);
    return true;
}

void record_before(const Record *record, AnyState *before)
{
    position_after(record, record->count > 0 ? record->count - 1 : 0, before);
}

int record_occurrences(const Record *record)
{
    const uint64_t now   = record->hashes[record->count];
    const int      back  = record->v->game->reversible(record->v->rules, &record->now);
    const int      first = back < record->count ? record->count - back : 0;
    int            times = 1;
    for (int i = record->count; i-- > first;) times += record->hashes[i] == now;
    return times;
}

Ended record_ended(const Record *record, int plies_max)
{
    const Variant *const v = record->v;
    assert(plies_max >= 0);
    if (v->game->count(v->rules, &record->now) == 0) return ENDED_BY_RULES;
    if (v->game->drawn(v->rules, &record->now)) return ENDED_BY_DRAW_RULE;
    if (v->repetitions > 0 && record_occurrences(record) >= v->repetitions) return ENDED_BY_REPETITION;
    return record->count >= plies_max ? ENDED_BY_CAP : ENDED_NOT;
}

static bool ended_drawn(Ended ended) { return ended == ENDED_BY_DRAW_RULE || ended == ENDED_BY_REPETITION; }

void record_payoff(const Record *record, Ended ended, Value payoff[PLAYERS_MAX])
{
    if (ended_drawn(ended)) memset(payoff, 0, PLAYERS_MAX * sizeof *payoff);
    else record->v->game->payoff(record->v->rules, &record->now, payoff);
}

void record_result(const Record *record, Ended ended, Text *out)
{
    if (ended == ENDED_NOT) text_add(out, "unfinished");
    else if (ended == ENDED_BY_REPETITION) text_add(out, "draw by repetition");
    else if (ended == ENDED_BY_DRAW_RULE) text_add(out, "draw by the rules");
    else draw_outcome(record->v, &record->now, out);
}

void record_points(const Record *record, Ended ended, int points[PLAYERS_MAX])
{
    Value payoff[PLAYERS_MAX];
    int   winners = 0;
    record_payoff(record, ended, payoff);
    for (int p = 0; p < PLAYERS_MAX; p++) winners += payoff[p] > 0;
    for (int p = 0; p < PLAYERS_MAX; p++)
        points[p] = payoff[p] > 0 ? (winners == 1 ? 2 : 1) : payoff[p] == 0 ? 1 : 0;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++) hash = mix64(hash + (unsigned char)*text);
    hash = mix64(hash + 256);   // so that words do not run together
    return hash == 0 ? 1 : hash;
}

uint64_t game_hash_start(const Variant *v, const AnyState *start)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    variant_format(v, start, &out);
    assert(!out.cut);
    return hash_text(UINT64_C(0x67616d65), text);
}

uint64_t game_hash_move(uint64_t hash, const Variant *v, const AnyState *before, Move m)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    assert(hash != 0);
    variant_move_format(v, before, m, &out);
    return hash_text(hash, text);
}

uint64_t record_hash(const Record *record)
{
    AnyState s    = record->start;
    uint64_t hash = game_hash_start(record->v, &s);
    for (int i = 0; i < record->count; i++) {
        const AnyState before = s;
        hash                  = game_hash_move(hash, record->v, &before, record->moves[i]);
        record->v->game->play(record->v->rules, &s, &before, record->moves[i]);
    }
    return hash;
}

void record_move_text(const Record *record, int i, Text *out)
{
    assert(i >= 0 && i < record->count);
    AnyState s;
    position_after(record, i, &s);
    variant_move_format(record->v, &s, record->moves[i], out);
}
