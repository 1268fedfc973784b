#include "play/engines/engine_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_PLIES_MAX = 8, PATH_NODES_MAX = 4000000 };

void engine_move_text(const Variant *v, const AnyState *s, Move m, Text *out)
{
    v->game->move_code(v->rules, s, m, out);
}

bool engine_moves_each(const Record *game, int from, EngineTold *told, void *context, Status *status)
{
    const Variant *const v    = game->v;
    AnyState             s    = game->start;
    bool                 good = true;
    for (int i = 0; good && i < game->count; i++) {
        const AnyState before = s;
        char           word[TEXT_MAX];
        Text           out = text_on(word, sizeof word);
        engine_move_text(v, &s, game->moves[i], &out);
        if (i >= from) good = told(context, v, v->game->turn(v->rules, &s), word, status);
        v->game->play(v->rules, &s, &before, game->moves[i]);
    }
    return good;
}

static bool word_write(void *context, const Variant *v, int player, const char *word, Status *status)
{
    (void)v, (void)player, (void)status;
    return fprintf(context, " %s", word) > 0;
}

char *engine_moves_text(const Record *game)
{
    char       *text = NULL;
    size_t      size = 0;
    FILE *const file = open_memstream(&text, &size);
    Status      ignored;
    if (file == NULL) return NULL;
    const bool good = engine_moves_each(game, 0, word_write, file, &ignored);
    if (fclose(file) != 0 || !good) return free(text), NULL;
    return text;
}

static uint64_t game_number(const Record *game, int plies)
{
    const Record part = {.v = game->v, .start = game->start, .moves = game->moves, .count = plies};
    return record_hash(&part);
}

int engine_game_known(const EnginePlayer *engine, const Record *game)
{
    const bool goes_on = game != NULL && engine->told >= 0 && engine->told <= game->count &&
                         game_number(game, engine->told) == engine->told_game;
    return goes_on ? engine->told : -1;
}

void engine_game_moved(EnginePlayer *engine, const Variant *v, const Record *game, const AnyState *s, Move m)
{
    if (game == NULL) return;
    engine->told      = game->count + 1;
    engine->told_game = game_hash_move(record_hash(game), v, s, m);
}

bool engine_start_is_usual(const Variant *v, const AnyState *start)
{
    AnyState usual;
    variant_setup(v, &usual);
    return memcmp(start, &usual, v->game->state_size) == 0;
}

// Tries all moves, depth first, to a depth that grows.
typedef struct PathSearch {
    const Variant  *v;
    const AnyState *wanted;
    int             plies, nodes;
    Move            moves[PATH_PLIES_MAX];
} PathSearch;

static bool path_found(PathSearch *p, const AnyState *s, int ply)
{
    const Game *const game = p->v->game;
    if (ply == p->plies) return memcmp(s, p->wanted, game->state_size) == 0;
    Move      moves[GAME_MOVES_MAX];
    const int n     = game->generate(p->v->rules, s, moves);
    bool      found = false;
    for (int i = 0; i < n && !found && p->nodes++ < PATH_NODES_MAX; i++) {
        AnyState child = {0};
        game->play(p->v->rules, &child, s, moves[i]);
        found         = path_found(p, &child, ply + 1);
        p->moves[ply] = moves[i];
    }
    return found;
}

bool engine_path_open(Record *path, const Variant *v, const AnyState *start, Status *status)
{
    PathSearch p = {.v = v, .wanted = start};
    AnyState   usual;
    variant_setup(v, &usual);
    while (!path_found(&p, &usual, 0))
        if (++p.plies > PATH_PLIES_MAX || p.nodes >= PATH_NODES_MAX)
            return status_fail(
                status, "it cannot set up a position, and no short game leads to where this one begins");
    bool good = record_open(path, v, &usual, status);
    for (int i = 0; good && i < p.plies; i++) good = record_play(path, p.moves[i], status);
    if (!good) record_close(path);
    return good;
}
