// cmd_play.c - `pollard play`: the referee. Players choose by spec; a human types moves; the whole game can
// come out as JSON.
#include "cli/cli.h"
#include "cli/search_text.h"
#include "cli/play/pgn_save.h"
#include "cli/play/play_table.h"
#include "cli/play/replay.h"
#include "cli/play/play_status_line.h"
#include "play/player_type.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TIME_MS = 1000, TIME_MS_MAX = 86400000 };   // a second, unless it is said; at most a day

// What the engine that has just moved thinks, value in its own eyes, and in a second line what it expects.
static void print_thoughts(const Table *t, const Player *player, const SearchResult *found)
{
    AnyState before;
    char     value[40], line[TEXT_MAX];
    Text     value_out = text_on(value, sizeof value), line_out = text_on(line, sizeof line);
    if (found->depth == 0) {
        printf("   (the first move: stopped before a depth was completed, %" PRIu64 " nodes)\n",
               found->nodes);
        return;
    }
    record_before(&t->record, &before);
    value_describe(found->value, &value_out);
    search_text_line(&t->at->v, &before, player->search->settings.algorithm, found, &line_out);
    printf("   (sees %s at depth %d; %" PRIu64 " nodes, %.2f s)\n", value, found->depth, found->nodes,
           found->seconds);
    const char *const replies = strchr(line, ' ');
    if (replies != NULL) printf("   expects%s\n", replies);
}

// The move of a program of its own, or of chance. Ctrl-C makes the program move at once.
static bool other_move(Table *t, Player *player, int p, Move *m, SearchResult *found, Status *status)
{
    if (player->type->starts_programs) cli_catch_ctrl_c(), player->stop = &cli_interrupted;
    if (player_move(player, &t->at->v, &t->record.now, m, found, status)) return true;
    if (player->forfeits) forfeit_set(&t->forfeit, p, status->text);
    else if (atomic_load(&cli_interrupted)) t->quit = t->interrupted = true;
    return false;
}

// An engine's move. Ctrl-C makes it move at once; where nobody at the table is human, it ends the game.
static bool engine_move(Table *t, Player *player, int p, Move *m, SearchResult *found, Status *status)
{
    char name[SPEC_WORD_MAX], what[2 * SPEC_WORD_MAX];
    player->game = &t->record;
    if (!t->human && atomic_load(&cli_interrupted)) return t->quit = t->interrupted = true, false;
    if (player_mistake(player, &t->at->v, &t->record.now, m)) return true;
    if (!player_searches(player)) return other_move(t, player, p, m, found, status);
    snprintf(what, sizeof what, "%s thinks (Ctrl-C: %s)", variant_player_name(&t->at->v, p, name),
             t->human ? "move now" : "leave");
    const StatusLineJob job = {
        .player = player, .v = &t->at->v, .s = &t->record.now, .what = what, .show = !t->quiet};
    play_status_line_run(&job, found);
    *m = found->pv[0];
    if (!t->human && atomic_load(&cli_interrupted)) return t->quit = t->interrupted = true, false;
    return true;
}

static bool one_move(Table *t, Status *status)
{
    int          p      = t->at->v.game->turn(t->at->v.rules, &t->record.now);
    Player      *player = &t->players[p];
    Move         m;
    SearchResult found = {0};
    if (player_asks(player)) {
        if (!play_prompt_ask(t, &m, status)) return false;
        // Undo may have led to another human's turn.
        p      = t->at->v.game->turn(t->at->v.rules, &t->record.now);
        player = &t->players[p];
    } else if (!engine_move(t, player, p, &m, &found, status)) {
        return false;
    }
    if (!record_play(&t->record, m, status)) return false;
    if (t->quiet) return true;
    char word[TEXT_MAX], name[SPEC_WORD_MAX];
    Text text = text_on(word, sizeof word);
    record_move_text(&t->record, t->record.count - 1, &text);
    printf("%d. %s: %s", t->record.count, variant_player_name(&t->at->v, p, name), word);
    if (found.nodes > 0 && player_searches(player)) print_thoughts(t, player, &found);
    else putchar('\n');
    table_board(t);
    return true;
}

static void result_text(const Table *t, Ended ended, Text *out)
{
    if (ended == ENDED_BY_FORFEIT) forfeit_text(&t->forfeit, &t->at->v, out);
    else record_result(&t->record, ended, out);
}

static void points_of(const Table *t, Ended ended, int points[PLAYERS_MAX])
{
    if (ended == ENDED_BY_FORFEIT) forfeit_points(&t->forfeit, t->at->v.facts.players, POINTS_RESULT, points);
    else record_points(&t->record, ended, points);
}

static int report_json(const Table *t, Ended ended)
{
    json_t *moves = json_array(), *players = json_array(), *points = json_array();
    char    result[TEXT_MAX], position[TEXT_MAX], start[TEXT_MAX];
    Text    result_out = text_on(result, sizeof result), position_out = text_on(position, sizeof position),
         start_out = text_on(start, sizeof start);
    int won[PLAYERS_MAX];
    points_of(t, ended, won);
    result_text(t, ended, &result_out);
    variant_format(&t->at->v, &t->record.now, &position_out);
    variant_format(&t->at->v, &t->record.start, &start_out);
    for (int i = 0; i < t->record.count; i++) {
        char word[TEXT_MAX];
        Text text = text_on(word, sizeof word);
        record_move_text(&t->record, i, &text);
        json_array_append_new(moves, json_string(word));
    }
    for (int p = 0; p < t->at->v.facts.players; p++) {
        char spec[TEXT_MAX + SPEC_PATH_MAX];
        Text text = text_on(spec, sizeof spec);
        player_spec_write(&t->players[p].spec, &text);
        json_array_append_new(players, json_string(spec));
        if (ended != ENDED_NOT) json_array_append_new(points, json_integer(won[p]));
    }
    return json_print(json_pack("{s:s, s:s, s:o, s:o, s:i, s:s, s:s, s:o, s:s}", "game", t->at->name, "start",
                                start, "players", players, "moves", moves, "plies", t->record.count, "ended",
                                ended_names[ended], "result", result, "points", points, "position",
                                position));
}

static int report(const Table *t, Ended ended)
{
    char result[TEXT_MAX];
    Text text = text_on(result, sizeof result);
    result_text(t, ended, &text);
    printf("%s: %s%s after %d plies\n", t->at->name, result, ended == ENDED_BY_CAP ? ", stopped" : "",
           t->record.count);
    return EXIT_DONE;
}

// The engine where none is named, with the time that --time gives it.
static bool engine_read(Table *t, const Args *args, Status *status)
{
    long time_ms;
    return args_number(args, "time", 1, TIME_MS_MAX, TIME_MS, &time_ms, status) &&
           player_spec_parse(&t->engine, "engine", status) &&
           player_spec_set_number(&t->engine, "time", time_ms);
}

// Who meets a human where nobody is named: the engine, of the level that --level gives it.
static bool opponent_read(const Table *t, const Args *args, PlayerSpec *opponent, Status *status)
{
    const char *const level = args_value(args, "level");
    *opponent               = t->engine;
    if (level == NULL) return true;
    if (args->count > 1)
        return status_fail(status, "--level %s has no effect beside named players; expected engine:level=%s",
                           level, level);
    if (args_value(args, "time") == NULL && strcmp(level, "10") != 0) player_spec_without(opponent, "time");
    return player_spec_set(opponent, "level", level) || status_fail(status, "--level '%s'", level);
}

// --time needs somebody to think: an engine that is not named, or one who gives hints to a human.
static bool time_is_used(const Table *t, const Args *args, Status *status)
{
    if (args_value(args, "time") == NULL || args->count == 1 ||
        (t->human && args_value(args, "advice") == NULL))
        return true;
    return status_fail(status,
                       "--time %s has no effect: expected no player named, or a human without --advice",
                       args_value(args, "time"));
}

// Seats: as many specs as players; none at all means a human against searches.
static bool seat_players(Table *t, const Args *args, uint64_t seed, Status *status)
{
    const int players = t->at->v.facts.players, given = args->count - 1;
    if (given != 0 && given != players)
        return status_fail(status, "play: %s needs %d players, %d given", t->at->name, players, given);
    PlayerSpec opponent;
    if (!opponent_read(t, args, &opponent, status)) return false;
    for (int p = 0; p < players; p++) {
        const PlayerSeat seat = {.seed = seed, .seat = p};
        PlayerSpec       spec = opponent;
        if ((given || p == 0) && !player_spec_parse(&spec, given ? args->words[1 + p] : "human", status))
            return false;
        if (!player_open_spec(&t->players[p], &t->at->v, &spec, seat, status)) return false;
        t->human |= player_asks(&t->players[p]);
    }
    return time_is_used(t, args, status);
}

// Who gives hints: opened only when asked, but a bad spec is refused at once.
static bool adviser_read(Table *t, const Args *args, Status *status)
{
    const char *const given = args_value(args, "advice");
    t->advice               = t->engine;
    if (given == NULL) return true;
    Player probe = {0};
    bool   good  = player_spec_parse(&t->advice, given, status) &&
                player_open_spec(&probe, &t->at->v, &t->advice, (PlayerSeat){.seed = 1}, status);
    if (good && !player_searches(&probe)) good = status_fail(status, "expected a search");
    player_close(&probe);
    return good || status_prefix(status, "--advice %s", given);
}

// A game of a file is continued with all that was played; the limit of plies counts what is played here.
static bool record_begin(Table *t, Status *status)
{
    if (!t->at->from_file) return record_open(&t->record, &t->at->v, &t->at->s, status);
    t->record   = t->at->game;
    t->at->game = (Record){0};
    t->plies_max += t->record.count;
    return true;
}

static bool save_pgn(const Table *t, PgnSave *save, Ended ended, Status *status)
{
    char     spec[PLAYERS_MAX][TEXT_MAX + SPEC_PATH_MAX];
    PgnFacts facts = {.event = "pollard play", .round = "-", .ended = ended};
    int      points[PLAYERS_MAX];
    if (save->out == NULL) return true;
    points_of(t, ended, points);
    facts.result = ended == ENDED_NOT ? PGN_UNKNOWN : pgn_points(&t->at->v, points);
    for (int p = 0; p < t->at->v.facts.players; p++) {
        Text text = text_on(spec[p], sizeof spec[p]);
        player_spec_write(&t->players[p].spec, &text);
        facts.players[p] = spec[p];
    }
    pgn_save_add(save, &t->record, &facts);
    return pgn_save_end(save, status);
}

static int referee(Table *t, const Args *args)
{
    Status  status = {0};
    PgnSave save;
    if (!pgn_save_open(&save, args_value(args, "save-pgn"), &t->at->v, &status)) return cli_fail(&status);
    if (!t->quiet) table_board(t);
    if (!t->quiet && t->human && isatty(STDIN_FILENO) == 1) puts("type a move, or help\n");
    Ended ended;
    while ((ended = record_ended(&t->record, t->plies_max)) == ENDED_NOT && one_move(t, &status)) {}
    if (t->forfeit.reason[0]) ended = ENDED_BY_FORFEIT;
    const bool failed = ended == ENDED_NOT && !t->quit;
    Status     unsaved;
    const bool saved = save_pgn(t, &save, ended, &unsaved);
    if (failed) return cli_fail(&status);
    const int code = args->json ? report_json(t, ended) : report(t, ended);
    if (!saved) return cli_fail(&unsaved);
    return t->interrupted ? EXIT_INTERRUPTED : code;
}

static int run(const Args *args)
{
    Status            status;
    PositionArgs      at;
    long              seed, plies_max;
    const char *const replay = args_value(args, "replay");
    if (replay != NULL && args->count == 0) return replay_run(replay, args->json);
    if (replay != NULL || args->count == 0) {
        if (replay != NULL)
            status_fail(&status, "play: '%s' is one word too many with --replay", args->words[0]);
        else status_fail(&status, "play: too few words; usage: pollard play GAME [PLAYER ...]");
        return cli_fail(&status);
    }
    if (!args_number(args, "seed", 0, 1000000000, 1, &seed, &status) ||
        !position_args_open(&at, args, &status))
        return cli_fail(&status);
    Table t = {.at = &at, .quiet = args->json || args_value(args, "quiet") != NULL};
    int   code;
    if (args_number(args, "plies-max", 0, 1000000, at.v.facts.plies_max, &plies_max, &status) &&
        engine_read(&t, args, &status) && seat_players(&t, args, (uint64_t)seed, &status) &&
        adviser_read(&t, args, &status) && (t.plies_max = (int)plies_max, record_begin(&t, &status))) {
        code = referee(&t, args);
        record_close(&t.record);
    } else {
        code = cli_fail(&status);
    }
    for (int p = 0; p < PLAYERS_MAX; p++) player_close(&t.players[p]);
    if (t.advised) player_close(&t.adviser);
    position_args_close(&at);
    return code;
}

static const Flag flags[] = {
    {"seed", "S", "seed of the random players (default 1)"},
    {"position", "TEXT", "start here instead of the usual start"},
    {"from", "FILE[:N]", "continue game N (default 1) of a file in any notation of `pollard convert`"},
    {"pgn", "FILE[:N]", "the same of a PGN file"},
    {"moves", "TEXT", "play these moves first, in any notation"},
    {"plies-max", "N", "stop after N plies (default: the game's)"},
    {"quiet", NULL, "only the result"},
    {"save-pgn", "FILE", "write the game as PGN at its end; - for stdout"},
    {"level", "N",
     "strength of the engine where no player is named: 1 (for beginners) to 10 (default), its best"},
    {"time", "MS",
     "milliseconds for a move of the engine where no player is named, and for hint and think (default 1000)"},
    {"advice", "SPEC", "the search that answers hint and think (default: the engine)"},
    {"replay", "FILE[:N]", "instead of playing: show game N of a saved match, or list its games"},
    FLAG_DIR,
    {0},
};

static void print_commands(void)
{
    puts("A human types moves as in docs/GAMES.md, or:");
    play_prompt_help();
    putchar('\n');
}

const Command command_play = {
    .name    = "play",
    .words   = "GAME [PLAYER ...]",
    .summary = "play a game: humans, searches, random players",
    .examples =
        "  pollard play othello\n  pollard play abalone --time 10000\n  pollard play checkers --level 3\n  "
        "pollard play checkers human "
        "alphabeta:depth=9,order=history-ads\n  pollard "
        "play focus:players=4 random random random human\n"
        "  pollard play abalone random random --seed 1 --json\n  pollard play --replay focus.match:1\n",
    .flags     = flags,
    .words_min = 0,
    .words_max = 1 + PLAYERS_MAX,
    .run       = run,
    .more_help = print_commands,
};
