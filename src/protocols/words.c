#include "protocols/words.h"

#include <string.h>

const char *words_next(const char **at, char word[SPEC_WORD_MAX])
{
    *at += strspn(*at, " \t");
    const size_t n = strcspn(*at, " \t"), kept = n < SPEC_WORD_MAX ? n : SPEC_WORD_MAX - 1;
    if (n == 0) return NULL;
    memcpy(word, *at, kept);
    word[kept] = 0;
    *at += n;
    return word;
}

long words_number(const char **at, long max)
{
    char              word[SPEC_WORD_MAX];
    long              n    = 0;
    const char *const text = words_next(at, word);
    if (text == NULL || !text_whole_number(text, 0, max, &n)) return 0;
    return n;
}

bool words_move(const Variant *v, const AnyState *s, const char *word, Move *m)
{
    Move      moves[GAME_MOVES_MAX];
    Status    ignored;
    const int n = v->game->generate(v->rules, s, moves);
    for (int i = 0; i < n; i++) {
        char text[TEXT_MAX];
        Text out = text_on(text, sizeof text);
        v->game->move_code(v->rules, s, moves[i], &out);
        if (text_same(text, word)) return *m = moves[i], true;
    }
    return variant_move_parse(v, s, word, m, &ignored);
}

static bool pass_forced(const Record *game)
{
    Move moves[GAME_MOVES_MAX];
    return game->v->game->generate(game->v->rules, &game->now, moves) == 1 && moves[0] == MOVE_PASS;
}

bool words_play(Record *game, const char *word, Status *status)
{
    const int before = game->count;
    Move      m;
    // As many passes as there are players, at most.
    for (int i = 0; i < PLAYERS_MAX; i++) {
        if (words_move(game->v, &game->now, word, &m)) return record_play(game, m, status);
        if (!pass_forced(game)) break;
        if (!record_play(game, MOVE_PASS, status)) return false;
    }
    while (game->count > before) record_undo(game);
    return status_fail(status, "illegal move '%.20s' after %d plies", word, game->count);
}

bool words_play_all(Record *game, const char *words, Status *status)
{
    char word[SPEC_WORD_MAX];
    for (const char *at = words; words_next(&at, word) != NULL;)
        if (!words_play(game, word, status)) return false;
    return true;
}
