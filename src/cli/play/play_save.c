#include "cli/play/play_save.h"
#include "base/file.h"
#include "cli/game_text.h"
#include "play/formats/saved.h"
#include "play/player_type.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The game as it stands; its record stays the table's. NULL without memory.
static FormatGame *table_game(const Table *t, Ended ended)
{
    FormatGame *const game = calloc(1, sizeof *game);
    if (game == NULL) return NULL;
    game->record = t->record, game->ended = ended, game->forfeit = t->forfeit;
    game->decided = ended != ENDED_NOT;
    if (ended == ENDED_BY_FORFEIT)
        forfeit_points(&t->forfeit, t->at->v.facts.players, POINTS_RESULT, game->points);
    else if (game->decided) record_points(&t->record, ended, game->points);
    return game;
}

static void player_text(const Table *t, int seat, char text[TEXT_MAX + SPEC_PATH_MAX])
{
    Text out = text_on(text, TEXT_MAX + SPEC_PATH_MAX);
    player_spec_write(&t->players[seat].spec, &out);
}

json_t *play_save_json(const Table *t, Ended ended)
{
    FormatGame *const game = table_game(t, ended);
    json_t *const     json = game != NULL ? saved_json(game) : NULL;
    json_t *const     list = json_object_get(json, "players");
    for (int p = 0; json != NULL && p < t->at->v.facts.players;
         p++) {   // also where they are longer than tags
        char spec[TEXT_MAX + SPEC_PATH_MAX];
        player_text(t, p, spec);
        json_array_set_new(list, (size_t)p, json_string(spec));
    }
    free(game);
    return json;
}

// Fills what a later session needs.
static bool session_fill(const Table *t, FormatGame *game, Status *status)
{
    game->session = (FormatSession){
        .known = true, .seed = t->seed, .plies_max = t->plies_max, .time_ms = t->time_ms};
    for (int p = 0; p < t->at->v.facts.players; p++) {
        char spec[TEXT_MAX + SPEC_PATH_MAX], name[FORMAT_NAME_MAX];
        player_text(t, p, spec);
        game->session.random[p] = t->players[p].rng;
        if (!format_tag_set(&game->tags, format_player_tag(&t->at->v, p, name), spec))
            return status_fail(status, "player %d: '%.40s...': too long to be saved", p + 1, spec);
    }
    return true;
}

bool play_save_write(const Table *t, Ended ended, Status *status)
{
    if (t->save[0] == 0) return true;
    FormatGame *const game = table_game(t, ended);
    char             *text = NULL;
    size_t            size = 0;
    FILE *const       out  = game != NULL ? open_memstream(&text, &size) : NULL;
    bool              good = out != NULL || status_fail_system(status, "out of memory for a game");
    good                   = good && session_fill(t, game, status);
    if (good) format_saved.write(out, game);
    if (out != NULL && fclose(out) != 0) good = status_fail_system(status, "out of memory for a game");
    good = good && file_write(t->save, text, size, status);
    free(text);
    free(game);
    return good || status_prefix(status, "--save");
}

bool play_save_begin(Table *t, const char *path, Status *status)
{
    if (path == NULL) return true;
    if (strlen(path) >= sizeof t->save) return status_fail(status, "--save: '%.80s...': too long", path);
    if (access(path, F_OK) == 0)
        return status_fail(status, "--save: '%.200s' is there already; --resume continues a saved game",
                           path);
    strcpy(t->save, path);
    return true;
}

// Goes on in a file that is one of ours with this game alone.
static void file_take(Table *t, const GameText *games, const char *path)
{
    Status            ignored;
    const bool        ours   = games->format == &format_saved && !saved_is_match(games->text, games->size);
    FormatGame *const second = ours ? format_text_game(games->format, &t->at->v, games->text, games->size, 2,
                                                       &ignored)
                                    : NULL;
    if (ours && second == NULL) strcpy(t->save, path);
    if (second == NULL) return;
    format_game_close(second);
    free(second);
}

static bool game_take(Table *t, const GameText *games, long number, FormatGame *into, Status *status)
{
    PositionArgs *const at   = t->at;
    FormatGame *const   game = format_text_game(games->format, &at->v, games->text, games->size,
                                              number > 0 ? number : 1, status);
    if (game == NULL) return status_prefix(status, "%s", games->path);
    *into = *game;
    free(game);
    at->game      = into->record;
    into->record  = (Record){.v = &at->v};
    at->from_file = true;
    at->s         = at->game.now;
    at->moved     = at->game.count > 0;
    record_before(&at->game, &at->before);
    t->forfeit = into->forfeit;
    return true;
}

bool play_resume_open(Table *t, const char *what, FormatGame *game, Status *status)
{
    char          path[PATH_MAX];
    long          number;
    GameText      games;
    PositionArgs *at = t->at;
    memset(at, 0, sizeof *at);
    if (!file_and_number(what, path, &number, status) || !game_text_open(&games, path, NULL, status))
        return status_prefix(status, "--resume");
    bool good = variant_open(&at->v, games.name, status);
    strcpy(at->name, games.name);
    if (good && !game_take(t, &games, number, game, status)) variant_close(&at->v), good = false;
    if (good) file_take(t, &games, path);
    game_text_close(&games);
    return good || status_prefix(status, "--resume");
}

bool play_resume_player(const FormatGame *game, int seat, PlayerSpec *spec, Status *status)
{
    const Variant *const v = game->record.v;
    char                 tag[FORMAT_NAME_MAX], name[SPEC_WORD_MAX];
    const char *const    text = format_tag(&game->tags, format_player_tag(v, seat, tag));
    assert(seat < v->facts.players);
    bool good = player_spec_parse(spec, text != NULL ? text : "?", status);
    if (good && spec->type->starts_programs)
        good = status_fail(status, "'%.80s': a file starts no programs", text);
    return good ||
           (status_prefix(status, "%s", variant_player_name(v, seat, name)),
            status_prefix(status, "--resume: expected the players after it, where the file's cannot play"));
}
