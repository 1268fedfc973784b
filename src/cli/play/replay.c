#include "cli/play/replay.h"
#include "base/file.h"
#include "cli/cli.h"
#include "game/draw.h"
#include "play/match_file.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Replay {
    char        path[PATH_MAX];
    long        number;   // 0: all
    bool        json;
    json_t     *list;    // of all games, as JSON
    FILE       *lines;   // or as text: printed when the whole file has proved right
    MatchHeader header;
    MatchMaker  by;   // who played the game
    Variant     v;
    int         shown;
} Replay;

static bool what_read(Replay *replay, const char *what, Status *status)
{
    return file_and_number(what, replay->path, &replay->number, status) || status_prefix(status, "--replay");
}

static json_t *seats_json(const Replay *replay, const MatchGame *game)
{
    json_t *const seats = json_array();
    for (int p = 0; p < replay->v.facts.players; p++)
        json_array_append_new(seats, json_string(replay->header.spec[game->seats[p]]));
    return seats;
}

static json_t *game_json(const Replay *replay, const MatchGame *game)
{
    char *const   line = match_game_line(game);
    json_t *const json = line != NULL ? json_loads(line, 0, NULL) : NULL;
    free(line);
    if (json == NULL) return json_null();
    json_object_set_new(json, "game", json_string(replay->header.game));
    json_object_set_new(json, "digest", json_string(replay->by.digest));
    json_object_set_new(json, "commit", json_string(replay->by.commit));
    json_object_set_new(json, "players", seats_json(replay, game));
    json_object_set_new(json, "plies", json_integer(game->record.count));
    return json;
}

static void result_text(const MatchGame *game, Text *out)
{
    if (game->ended == ENDED_BY_FORFEIT) forfeit_text(&game->forfeit, game->record.v, out);
    else record_result(&game->record, game->ended, out);
    text_add(out, "%s after %d plies", game->ended == ENDED_BY_CAP ? ", stopped" : "", game->record.count);
}

static void add_line(const Replay *replay, const MatchGame *game)
{
    char text[TEXT_MAX];
    Text out = text_on(text, sizeof text);
    result_text(game, &out);
    fprintf(replay->lines, "%6d  seats", game->number + 1);
    for (int p = 0; p < replay->v.facts.players; p++) fprintf(replay->lines, " %d", game->seats[p] + 1);
    fputs("  points", replay->lines);
    for (int p = 0; p < replay->v.facts.players; p++) fprintf(replay->lines, " %d", game->points[p]);
    fprintf(replay->lines, "  %s\n", text);
}

static void print_board(const Variant *v, const AnyState *s, const AnyState *before)
{
    char caption[TEXT_MAX];
    Text text = text_on(caption, sizeof caption);
    draw_text(stdout, v, s, before, cli_color());
    draw_caption(v, s, &text);
    printf("%s\n\n", caption);
}

static void print_game(const Replay *replay, const MatchGame *game)
{
    assert(game->record.v != NULL);
    const Variant *const v = &replay->v;
    AnyState             s = game->record.start;
    char                 name[SPEC_WORD_MAX], word[TEXT_MAX];
    for (int p = 0; p < v->facts.players; p++)
        printf("%s: %s\n", variant_player_name(v, p, name), replay->header.spec[game->seats[p]]);
    print_board(v, &s, NULL);
    for (int i = 0; i < game->record.count; i++) {
        const AnyState before = s;
        Text           move   = text_on(word, sizeof word);
        variant_move_format(v, &s, game->record.moves[i], &move);
        printf("%d. %s: %s\n", i + 1, variant_player_name(v, v->game->turn(v->rules, &s), name), word);
        v->game->play(v->rules, &s, &before, game->record.moves[i]);
        print_board(v, &s, &before);
    }
    Text result = text_on(word, sizeof word);
    result_text(game, &result);
    printf("%s, game %d: %s\n", replay->header.game, game->number + 1, word);
    printf("from a file begun by digest %s, commit %s\n", replay->header.maker.digest,
           replay->header.maker.commit);
    if (strcmp(replay->by.digest, replay->header.maker.digest) != 0)
        printf("played by digest %s, commit %s\n", replay->by.digest, replay->by.commit);
}

static bool seats_fit(const Replay *replay, const MatchGame *game, Status *status)
{
    for (int p = 0; p < replay->v.facts.players; p++)
        if (game->seats[p] >= replay->header.contestants)
            return status_fail(status, "seat %d: there is no player %d", p + 1, game->seats[p] + 1);
    return true;
}

static void show(Replay *replay, const MatchGame *game)
{
    if (replay->number > 0 && game->number + 1 != replay->number) return;
    replay->shown++;
    if (replay->json) json_array_append_new(replay->list, game_json(replay, game));
    else if (replay->number > 0) print_game(replay, game);
    else add_line(replay, game);
}

static bool games_show(Replay *replay, MatchFile *file, Status *status)
{
    size_t size;
    int    games = 0;
    for (const char *line;
         !(replay->number > 0 && replay->shown) && (line = match_file_next(file, &size)) != NULL;) {
        MatchGame game;
        games++;
        bool good  = match_game_read(&game, &replay->v, replay->header.plies_max, replay->header.points, line,
                                     size, status);
        replay->by = file->by;
        if (good) {
            good = seats_fit(replay, &game, status);
            if (good) show(replay, &game);
            match_game_close(&game);
        }
        if (!good) return status_prefix(status, "'%.200s', line %d", replay->path, file->line);
    }
    return replay->shown > 0 || replay->number == 0 ||
           status_fail(status, "'%.200s' has %d games; there is no game %ld", replay->path, games,
                       replay->number);
}

static bool file_show(Replay *replay, Status *status)
{
    MatchFile file;
    if (!match_file_view(&file, replay->path, &replay->header, status)) return false;
    bool good = variant_open(&replay->v, replay->header.game, status);
    if (good) {
        good = games_show(replay, &file, status);
        variant_close(&replay->v);
    } else {
        status_prefix(status, "'%.200s', line 1", replay->path);
    }
    match_file_close(&file);
    return good;
}

// Prints what file_show has gathered.
static void print_all(Replay *replay, const char *lines)
{
    if (!replay->json) fputs(lines, stdout);
    else if (replay->number > 0) json_print(json_incref(json_array_get(replay->list, 0)));
    else json_print(json_pack("{s:O}", "games", replay->list));
}

int replay_run(const char *what, bool json)
{
    Status        status = {.text = "out of memory", .kind = STATUS_SYSTEM};
    char         *lines  = NULL;
    size_t        size   = 0;
    Replay *const replay = calloc(1, sizeof *replay);
    if (replay == NULL) return cli_fail(&status);
    replay->json  = json;
    replay->list  = json_array();
    replay->lines = open_memstream(&lines, &size);
    bool good     = replay->lines != NULL && what_read(replay, what, &status) && file_show(replay, &status);
    if (replay->lines != NULL) good = fclose(replay->lines) == 0 && good;
    if (good) print_all(replay, lines);
    json_decref(replay->list);
    free(lines);
    free(replay);
    return good ? EXIT_DONE : cli_fail(&status);
}
