#include "retro/solved/table.h"
#include "retro/dbfile_head.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 16, CODE_NONE = 255 };

// Values.

uint8_t solved_before(uint8_t child, bool same)
{
    if (!solved_is_decided(child)) return child;
    const int  plies = solved_plies(child) + 1;
    const bool won   = solved_is_won(child) == same;
    assert(plies <= SOLVED_PLIES_MAX);
    return (uint8_t)(won ? SOLVED_WON + plies : plies);
}

// Losses by their length, then draws, then wins, the shortest last.
static int value_order(uint8_t value)
{
    return solved_is_won(value) ? 1000 - solved_plies(value) : solved_is_lost(value) ? value : 500;
}

bool solved_is_better(uint8_t a, uint8_t b) { return value_order(a) > value_order(b); }

uint8_t solved_outcome(const Variant *v, const AnyState *s)
{
    Value     payoff[PLAYERS_MAX];
    const int p = v->game->turn(v->rules, s);
    v->game->payoff(v->rules, s, payoff);
    return payoff[p] > 0 ? SOLVED_WON : payoff[p] < 0 ? 0 : SOLVED_DRAW;
}

// Positions.

bool solved_is_ranked(const Variant *v) { return v->game->rank != NULL && v->game->positions(v->rules) > 0; }

void solved_canonical(const Variant *v, AnyState *s)
{
    const int n = v->game->symmetry == NULL ? 1 : v->game->symmetries(v->rules);
    if (n <= 1) return;
    const AnyState from = *s;
    for (int k = 1; k < n; k++) {
        AnyState image = {0};
        v->game->symmetry(v->rules, &image, &from, k);
        if (memcmp(&image, s, v->game->state_size) < 0) *s = image;
    }
}

size_t solved_key_size(const SolvedColumn column[], int columns)
{
    assert(columns >= 0);
    size_t bits = 0;
    for (int i = 0; i < columns; i++) bits += column[i].bits;
    return bits / 8 + 1;
}

bool solved_key(const SolvedColumn column[], int columns, const char *text, uint8_t *key, size_t size)
{
    size_t at    = 0;
    bool   ended = false;
    memset(key, 0, size);
    for (int i = 0; i < columns; i++) {
        ended           = ended || text[i] == 0;
        const uint8_t c = ended ? 0 : (uint8_t)text[i];
        if (c >= 128 || column[i].code[c] == CODE_NONE) return false;
        for (int b = column[i].bits - 1; b >= 0; b--, at++)
            key[at / 8] |= (uint8_t)((column[i].code[c] >> b & 1) << (7 - at % 8));
    }
    return ended || text[columns] == 0;
}

// False when a code is beyond its column: no key of a builder.
static bool key_text(const SolvedTable *t, const uint8_t *key, char out[TEXT_MAX])
{
    size_t at = 0;
    for (int i = 0; i < t->columns; i++) {
        unsigned code = 0;
        for (int b = 0; b < t->column[i].bits; b++, at++)
            code = code << 1 | (unsigned)(key[at / 8] >> (7 - at % 8) & 1);
        if (code >= t->column[i].count) return false;
        out[i] = t->column[i].characters[code];
    }
    out[t->columns] = 0;
    return true;
}

bool solved_find(const SolvedTable *t, const AnyState *s, uint64_t *entry)
{
    const Game *const g = t->v->game;
    if (t->keys == NULL) {
        *entry = g->rank(t->v->rules, s);
        assert(*entry == RANK_NONE || *entry < t->positions);
        return *entry != RANK_NONE && t->values[*entry] != SOLVED_NONE;
    }
    char     text[TEXT_MAX];
    uint8_t  key[TEXT_MAX];
    Text     out   = text_on(text, sizeof text);
    AnyState first = *s;
    solved_canonical(t->v, &first);
    variant_format(t->v, &first, &out);
    if (out.cut || !solved_key(t->column, t->columns, text, key, t->key_size)) return false;
    uint64_t low = 0, high = t->positions;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        const int      order  = memcmp(key, t->keys + middle * t->key_size, t->key_size);
        if (order == 0) return *entry = middle, true;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return false;
}

uint8_t solved_value(const SolvedTable *t, const AnyState *s)
{
    uint64_t entry;
    return solved_find(t, s, &entry) ? t->values[entry] : SOLVED_NONE;
}

bool solved_position(const SolvedTable *t, uint64_t entry, AnyState *s)
{
    char   text[TEXT_MAX];
    Status status;
    assert(entry < t->positions);
    memset(s, 0, sizeof *s);
    if (t->keys == NULL) return t->v->game->unrank(t->v->rules, s, entry);
    return key_text(t, t->keys + entry * t->key_size, text) && variant_parse(t->v, s, text, &status);
}

bool solved_best(const SolvedTable *t, const AnyState *s, Move *m, uint8_t *value)
{
    const Game *const g = t->v->game;
    Move              moves[GAME_MOVES_MAX];
    const int         n = g->generate(t->v->rules, s, moves), p = g->turn(t->v->rules, s);
    for (int i = 0; i < n; i++) {
        AnyState child = {0};
        g->play(t->v->rules, &child, s, moves[i]);
        const uint8_t found = solved_value(t, &child);
        if (found == SOLVED_NONE || (solved_is_decided(found) && solved_plies(found) == SOLVED_PLIES_MAX))
            return false;
        const uint8_t here = solved_before(found, g->turn(t->v->rules, &child) == p);
        if (i == 0 || solved_is_better(here, *value)) *value = here, *m = moves[i];
    }
    return n > 0;
}

uint8_t solved_expected(const SolvedTable *t, const AnyState *s)
{
    Move    m;
    uint8_t value;
    if (t->v->game->over(t->v->rules, s)) return solved_outcome(t->v, s);
    return solved_best(t, s, &m, &value) ? value : SOLVED_NONE;
}

// Opening.

static bool columns_read(SolvedTable *t, const uint8_t **at, const uint8_t *end)
{
    for (int i = 0; i < t->columns; i++) {
        SolvedColumn *const column = &t->column[i];
        if (*at == end || **at == 0 || **at > 128 || end - *at - 1 < **at) return false;
        column->count = *(*at)++;
        memset(column->code, CODE_NONE, sizeof column->code);
        for (int k = 0; k < column->count; k++) {
            const uint8_t c = *(*at)++;
            if (c >= 128 || (k > 0 && c <= (uint8_t)column->characters[k - 1])) return false;
            column->characters[k] = (char)c;
            column->code[c]       = (uint8_t)k;
        }
        while (1 << column->bits < column->count) column->bits++;
    }
    return true;
}

static bool keyed_read(SolvedTable *t, const uint8_t *contents, uint64_t size)
{
    if (size < HEAD) return false;
    const uint8_t       *at  = contents + HEAD;
    const uint8_t *const end = contents + size;
    t->positions             = load64(contents);
    t->key_size              = load32(contents + 8);
    const uint32_t columns   = load32(contents + 12);
    if (columns == 0 || columns >= TEXT_MAX || t->positions > size) return false;
    t->columns = (int)columns;
    t->column  = calloc(columns, sizeof *t->column);
    if (t->column == NULL || !columns_read(t, &at, end)) return false;
    if (t->key_size != solved_key_size(t->column, t->columns)) return false;
    t->values = at;
    t->keys   = at + t->positions;
    return (uint64_t)(end - at) == t->positions * (1 + t->key_size);
}

bool solved_open(SolvedTable *t, const Variant *v, bool ranked, const uint8_t *contents, uint64_t size,
                 Status *status)
{
    assert(!ranked || solved_is_ranked(v));
    *t = (SolvedTable){.v = v};
    if (ranked) {
        t->positions = v->game->positions(v->rules);
        t->values    = contents;
        if (t->positions == size) return true;
    } else if (keyed_read(t, contents, size)) {
        return true;
    }
    solved_close(t);
    return status_fail(status, "damaged: its contents are not a table of solved positions");
}

void solved_close(SolvedTable *t)
{
    free(t->column);
    *t = (SolvedTable){0};
}
