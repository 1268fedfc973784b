#include "protocols/othello_words.h"
#include "protocols/words.h"

#include <string.h>

int othello_color(const char *word)
{
    if (text_same(word, "b") || text_same(word, "black")) return OTHELLO_BLACK;
    return text_same(word, "w") || text_same(word, "white") ? OTHELLO_WHITE : -1;
}

bool othello_check(const Variant *v, const char *protocol, Status *status)
{
    return strcmp(v->game->name, "othello") == 0 ||
           status_fail(status, "'%s': the protocol %s is for othello", v->game->name, protocol);
}

bool othello_must_pass(const Record *game)
{
    Move moves[GAME_MOVES_MAX];
    return game->v->game->generate(game->v->rules, &game->now, moves) == 1 && moves[0] == MOVE_PASS;
}

bool othello_turn(Record *game, int color, Status *status)
{
    static const char *const names[] = {"black", "white"};
    if (game->v->game->turn(game->v->rules, &game->now) == color) return true;
    if (othello_must_pass(game)) return record_play(game, MOVE_PASS, status);
    return status_fail(status, "illegal move: it is not the turn of %s", names[color]);
}

static bool is_pass(const char *word)
{
    return text_same(word, "pass") || text_same(word, "pa") || text_same(word, "ps") || text_same(word, "--");
}

bool othello_play(Record *game, int color, const char *word, Status *status)
{
    const int before = game->count;
    Move      m;
    if (is_pass(word) && game->v->game->count(game->v->rules, &game->now) == 0) return true;
    if (!othello_turn(game, color, status)) return false;
    if (words_move(game->v, &game->now, word, &m)) return record_play(game, m, status);
    while (game->count > before) record_undo(game);
    return status_fail(status, "illegal move '%.20s'", word);
}
