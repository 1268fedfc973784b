#include "play/record.h"
#include "base/rng.h"

#include <assert.h>
#include <stdlib.h>

bool record_open(Record *record, const Variant *v, const AnyState *start, Status *status)
{
    assert(v->game != NULL && start != NULL);
    *record       = (Record){.v = v, .start = *start, .now = *start, .room = 64};
    record->moves = malloc((size_t)record->room * sizeof *record->moves);
    return record->moves != NULL || status_fail_system(status, "out of memory for a game");
}

void record_close(Record *record)
{
    free(record->moves);
    record->moves = NULL;
}

bool record_play(Record *record, Move m, Status *status)
{
    assert(record->moves != NULL && record->count <= record->room);
    if (record->count == record->room) {
        Move *const grown = realloc(record->moves, 2 * (size_t)record->room * sizeof *grown);
        if (grown == NULL) return status_fail_system(status, "out of memory for a game");
        record->moves = grown;
        record->room *= 2;
    }
    const AnyState before          = record->now;
    record->moves[record->count++] = m;
    record->v->game->play(record->v->rules, &record->now, &before, m);
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

Ended record_ended(const Record *record, int plies_max)
{
    assert(plies_max >= 0);
    if (record->v->game->count(record->v->rules, &record->now) == 0) return ENDED_BY_RULES;
    return record->count >= plies_max ? ENDED_BY_CAP : ENDED_NOT;
}

void record_points(const Record *record, int points[PLAYERS_MAX])
{
    Value payoff[PLAYERS_MAX];
    int   winners = 0;
    record->v->game->payoff(record->v->rules, &record->now, payoff);
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
