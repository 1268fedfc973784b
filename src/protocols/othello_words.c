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

// GGF.

// The next tag and its value, TAG[value]; false at the end, or where there is none.
static bool ggf_next(const char **at, char tag[4], char value[TEXT_MAX])
{
    const char       *start = *at + strspn(*at, " \t(;");
    const size_t      n     = strcspn(start, "[ \t;)");
    const char *const end   = start[n] == '[' ? strchr(start + n, ']') : NULL;
    if (n == 0 || n > 3 || end == NULL) return false;
    const char *const from = start + n + 1;
    const size_t      size = (size_t)(end - from) < TEXT_MAX - 1 ? (size_t)(end - from) : TEXT_MAX - 1;
    memcpy(tag, start, n);
    tag[n] = 0;
    memcpy(value, from, size);
    value[size] = 0;
    *at         = end + 1;
    return true;
}

// "8 ---...--- *": the size, the board, who moves.
static bool ggf_board(Record *game, const Variant *v, const char *value, Status *status)
{
    AnyState start;
    value += strspn(value, " ");
    if (strncmp(value, "8 ", 2) != 0) return status_fail(status, "expected a board of size 8, BO[8 ...]");
    if (game->count > 0) return status_fail(status, "a board after moves");
    if (!variant_parse(v, &start, value + 2 + strspn(value + 2, " "), status)) return false;
    record_close(game);
    return record_open(game, v, &start, status);
}

static bool ggf_tag(Record *game, const Variant *v, const char *tag, char *value, Status *status)
{
    if (strcmp(tag, "BO") == 0) return ggf_board(game, v, value, status);
    const int color = strlen(tag) == 1 ? othello_color(tag) : -1;
    if (color < 0) return true;
    value[strcspn(value, "/ ")] = 0;   // what it was worth, and how long it took
    return othello_play(game, color, value, status);
}

bool othello_ggf_read(Record *game, const Variant *v, const char *text, Status *status)
{
    char     tag[4], value[TEXT_MAX];
    AnyState start;
    variant_setup(v, &start);
    text += strspn(text, " \t");
    if (strncmp(text, "(;", 2) != 0) return status_fail(status, "expected a game, (;GM[Othello]...;)");
    if (!record_open(game, v, &start, status)) return false;
    bool good = true;
    while (good && ggf_next(&text, tag, value)) good = ggf_tag(game, v, tag, value, status);
    text += strspn(text, " \t");
    if (good && strncmp(text, ";)", 2) != 0) good = status_fail(status, "a game that does not end with ;)");
    if (!good) record_close(game);
    return good;
}
