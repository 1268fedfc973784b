#include "lab/kinds/match/memo_player.h"
#include "play/player_type.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// What the search found in a position.
typedef struct MemoEntry {
    uint64_t     hash;
    AnyState     s;
    Move         m;
    SearchResult found;
} MemoEntry;

typedef struct Memo {
    MemoEntry *entries;
    int        count, size;
} Memo;

static atomic_long answers;

long memo_player_answers(void) { return atomic_load(&answers); }

// The spec as the type of searches knows it.
static PlayerSpec plain(const PlayerSpec *spec)
{
    PlayerSpec out = *spec;
    out.type       = &player_type_search;
    return out;
}

static bool is_function_of_position(const Player *player)
{
    const SearchSettings *const t = &player->search->settings;
    return player_repeats(player) && !t->keep_lists && player->mistakes == 0 &&
           !(player->search->on & (FEATURE_REPETITION | FEATURE_ORDER_RANDOM));
}

static const MemoEntry *memo_find(const Memo *memo, uint64_t hash, const AnyState *s, size_t size)
{
    for (int i = 0; i < memo->count; i++)
        if (memo->entries[i].hash == hash && memcmp(&memo->entries[i].s, s, size) == 0)
            return &memo->entries[i];
    return NULL;
}

// Without memory the position is searched when it comes again.
static void memo_keep(Memo *memo, const MemoEntry *entry)
{
    if (memo->count == memo->size) {
        const int        size    = memo->size > 0 ? 2 * memo->size : 64;
        MemoEntry *const entries = realloc(memo->entries, (size_t)size * sizeof *entries);
        if (entries == NULL) return;
        memo->entries = entries, memo->size = size;
    }
    memo->entries[memo->count++] = *entry;
}

static bool memo_complete(PlayerSpec *spec, const Variant *v, bool key, Status *status)
{
    return player_type_search.complete(spec, v, key, status);
}

static bool memo_parse(const PlayerSpec *spec, const Variant *v, bool limited, Status *status)
{
    const PlayerSpec search = plain(spec);
    return player_type_search.parse(&search, v, limited, status);
}

static const PlayerType memo_type;

static bool memo_open(Player *player, const Variant *v, const PlayerSpec *spec, Status *status)
{
    const PlayerSpec search = plain(spec);
    if (!player_type_search.open(player, v, &search, status)) return false;
    assert(player->own == NULL);
    if (is_function_of_position(player)) player->own = calloc(1, sizeof(Memo));
    if (player->own != NULL) player->type = &memo_type;
    return true;
}

static bool memo_choose(Player *player, const Variant *v, const AnyState *s, Move *m, SearchResult *result,
                        Status *status)
{
    Memo *const            memo  = player->own;
    MemoEntry              entry = {.hash = v->game->hash(v->rules, s), .s = *s};
    const MemoEntry *const known = memo_find(memo, entry.hash, s, v->game->state_size);
    if (known != NULL) atomic_fetch_add(&answers, 1);
    else {
        if (!player_type_search.choose(player, v, s, &entry.m, &entry.found, status)) return false;
        if (player->stop == NULL || !atomic_load(player->stop)) memo_keep(memo, &entry);
    }
    const MemoEntry *const answer = known != NULL ? known : &entry;
    if (result != NULL) *result = answer->found;
    *m = answer->m;
    return true;
}

static void memo_close(Player *player)
{
    Memo *const memo = player->own;
    free(memo->entries);
    free(memo);
    player->own = NULL;
    player_type_search.close(player);
}

static bool memo_repeats(const PlayerSpec *spec)
{
    const PlayerSpec search = plain(spec);
    return player_type_search.repeats(&search);
}

static const PlayerType memo_type = {
    .complete = memo_complete,
    .parse    = memo_parse,
    .open     = memo_open,
    .choose   = memo_choose,
    .close    = memo_close,
    .repeats  = memo_repeats,
};

PlayerSpec memo_player(const PlayerSpec *spec)
{
    PlayerSpec out = *spec;
    if (player_spec_searches(spec) && spec->path[0] == 0) out.type = &memo_type;
    return out;
}
