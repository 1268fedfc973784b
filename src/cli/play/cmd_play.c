// cmd_play.c - `pollard play`: the referee. Players choose by spec; a human types moves; the whole game can
// come out as JSON.
#include "cli/cli.h"
#include "play/show/search_text.h"
#include "cli/play/pgn_save.h"
#include "cli/play/play_save.h"
#include "cli/play/play_table.h"
#include "cli/play/replay.h"
#include "cli/play/play_status_line.h"
#include "play/player_type.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
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
    if (!record_play(&t->record, m, status) ||
        !play_save_write(t, record_ended(&t->record, t->plies_max), status))
        return false;
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

static int report(const Table *t, Ended ended)
{
    char result[TEXT_MAX];
    Text text = text_on(result, sizeof result);
    result_text(t, ended, &text);
    printf("%s: %s%s after %d plies\n", t->at->name, result, ended == ENDED_BY_CAP ? ", stopped" : "",
           t->record.count);
    return EXIT_DONE;
}

// The engine where none is named, with the time that --time gives it, or that it had.
static bool engine_read(Table *t, const Args *args, Status *status)
{
    const long usual = t->time_ms > 0 && t->time_ms <= TIME_MS_MAX ? t->time_ms : TIME_MS;
    return args_number(args, "time", 1, TIME_MS_MAX, usual, &t->time_ms, status) &&
           player_spec_parse(&t->engine, "engine", status) &&
           player_spec_set_number(&t->engine, "time", t->time_ms);
}

// With --resume there is no game among the words.
static int players_first(const Args *args) { return args_value(args, "resume") == NULL; }
static int players_given(const Args *args) { return args->count - players_first(args); }

// Who meets a human where nobody is named: the engine, of the level that --level gives it.
static bool opponent_read(const Table *t, const Args *args, PlayerSpec *opponent, Status *status)
{
    const char *const level = args_value(args, "level");
    *opponent               = t->engine;
    if (level == NULL) return true;
    if (players_given(args) > 0)
        return status_fail(status, "--level %s has no effect beside named players; expected engine:level=%s",
                           level, level);
    if (args_value(args, "time") == NULL && strcmp(level, "10") != 0) player_spec_without(opponent, "time");
    return player_spec_set(opponent, "level", level) || status_fail(status, "--level '%s'", level);
}

// --time needs somebody to think: an engine that is not named, or one who gives hints to a human.
static bool time_is_used(const Table *t, const Args *args, Status *status)
{
    if (args_value(args, "time") == NULL || players_given(args) == 0 ||
        (t->human && args_value(args, "advice") == NULL))
        return true;
    return status_fail(status,
                       "--time %s has no effect: expected no player named, or a human without --advice",
                       args_value(args, "time"));
}

// Who sits there: as named, as in the file of the game, or a human against the engine.
static bool seat_spec(const Args *args, const FormatGame *resumed, int p, PlayerSpec *spec, Status *status)
{
    if (players_given(args) > 0) return player_spec_parse(spec, args->words[players_first(args) + p], status);
    if (resumed != NULL) return play_resume_player(resumed, p, spec, status);
    return p > 0 || player_spec_parse(spec, "human", status);
}

static bool seat_player(Table *t, const Args *args, const FormatGame *resumed, int p,
                        const PlayerSpec *opponent, Status *status)
{
    const PlayerSeat seat = {.seed = t->seed, .seat = p};
    PlayerSpec       spec = *opponent;
    if (!seat_spec(args, resumed, p, &spec, status) ||
        !player_open_spec(&t->players[p], &t->at->v, &spec, seat, status))
        return false;
    if (resumed != NULL && resumed->session.known && players_given(args) == 0)
        t->players[p].rng = resumed->session.random[p];
    t->human |= player_asks(&t->players[p]);
    return true;
}

// Seats: as many specs as players, or none at all.
static bool seat_players(Table *t, const Args *args, const FormatGame *resumed, Status *status)
{
    const int  players = t->at->v.facts.players, given = players_given(args);
    PlayerSpec opponent;
    if (given != 0 && given != players)
        return status_fail(status, "play: %s needs %d players, %d given", t->at->name, players, given);
    if (!opponent_read(t, args, &opponent, status)) return false;
    for (int p = 0; p < players; p++)
        if (!seat_player(t, args, resumed, p, &opponent, status)) return false;
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

// A game of a file is continued with all that was played; the limit of plies counts what is played here, but
// in a game that is taken up again all of it, unless it is given.
static bool record_begin(Table *t, const Args *args, const FormatGame *resumed, Status *status)
{
    long plies_max;
    if (!args_number(args, "plies-max", 0, 1000000, t->at->v.facts.plies_max, &plies_max, status))
        return false;
    t->plies_max = (int)plies_max;
    if (!t->at->from_file) return record_open(&t->record, &t->at->v, &t->at->s, status);
    t->record   = t->at->game;
    t->at->game = (Record){0};
    if (resumed != NULL && args_value(args, "plies-max") == NULL)
        t->plies_max = resumed->session.known ? resumed->session.plies_max : t->plies_max;
    else t->plies_max += t->record.count;
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
    pgn_save_add(save, &t->record, &facts, &t->forfeit);
    return pgn_save_end(save, status);
}

static Ended ended_now(const Table *t)
{
    return t->forfeit.reason[0] ? ENDED_BY_FORFEIT : record_ended(&t->record, t->plies_max);
}

static void greet(const Table *t, bool resumed)
{
    if (t->quiet) return;
    table_board(t);
    if (resumed && ended_now(t) != ENDED_NOT) puts("the game is over\n");
    else if (t->human && isatty(STDIN_FILENO) == 1) puts("type a move, or help\n");
}

// False when the game ended by no rule and nobody left it.
static bool play_on(Table *t, Status *status)
{
    Ended ended;
    while ((ended = ended_now(t)) == ENDED_NOT && one_move(t, status)) {}
    return ended_now(t) != ENDED_NOT || t->quit;
}

static int referee(Table *t, const Args *args)
{
    Status  status = {0}, unsaved = {0};
    PgnSave save;
    if (!pgn_save_open(&save, args_value(args, "save-pgn"), &t->at->v, &status)) return cli_fail(&status);
    if (!play_save_write(t, ended_now(t), &status)) return pgn_save_drop(&save), cli_fail(&status);
    greet(t, args_value(args, "resume") != NULL);
    const bool  played = play_on(t, &status);
    const Ended ended  = ended_now(t);
    const bool  saved  = save_pgn(t, &save, ended, &unsaved) &&
                       (!played || play_save_write(t, ended, &unsaved));
    if (!played) return cli_fail(&status);
    const int code = args->json ? json_print(play_save_json(t, ended)) : report(t, ended);
    if (!saved) return cli_fail(&unsaved);
    return t->interrupted ? EXIT_INTERRUPTED : code;
}

// --resume brings its own position, and does not go together with what names another.
static bool resume_alone(const Args *args, Status *status)
{
    static const char *const others[] = {"position", "moves", "pgn", "from", "level"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (args_value(args, others[i]) != NULL)
            return status_fail(status, "--resume and --%s: expected one of them", others[i]);
    return true;
}

static bool start_open(Table *t, const Args *args, FormatGame *resumed, Status *status)
{
    const char *const resume = args_value(args, "resume");
    long              seed   = 1;
    if (!args_number(args, "seed", 0, 1000000000, 1, &seed, status)) return false;
    if (resume == NULL) {
        t->seed = (uint64_t)seed;
        return position_args_open(t->at, args, status);
    }
    if (!resume_alone(args, status) || !play_resume_open(t, resume, resumed, status)) return false;
    t->seed    = args_value(args, "seed") != NULL ? (uint64_t)seed
               : resumed->session.known           ? resumed->session.seed
                                                  : 1;
    t->time_ms = resumed->session.time_ms;
    return true;
}

static int play(Table *t, const Args *args, const FormatGame *resumed)
{
    Status status;
    int    code;
    if (engine_read(t, args, &status) && seat_players(t, args, resumed, &status) &&
        adviser_read(t, args, &status) && play_save_begin(t, args_value(args, "save"), &status) &&
        record_begin(t, args, resumed, &status)) {
        code = referee(t, args);
        record_close(&t->record);
    } else {
        code = cli_fail(&status);
    }
    for (int p = 0; p < PLAYERS_MAX; p++) player_close(&t->players[p]);
    if (t->advised) player_close(&t->adviser);
    return code;
}

static int run(const Args *args)
{
    Status            status;
    PositionArgs      at;
    const char *const replay = args_value(args, "replay"), *const resume = args_value(args, "resume");
    if (replay != NULL && args->count == 0) return replay_run(replay, args->json);
    if (replay != NULL || (args->count == 0 && resume == NULL)) {
        if (replay != NULL)
            status_fail(&status, "play: '%s' is one word too many with --replay", args->words[0]);
        else status_fail(&status, "play: too few words; usage: pollard play GAME [PLAYER ...]");
        return cli_fail(&status);
    }
    Table             t       = {.at = &at, .quiet = args->json || args_value(args, "quiet") != NULL};
    FormatGame *const resumed = resume != NULL ? calloc(1, sizeof *resumed) : NULL;
    if (resume != NULL && resumed == NULL) return cli_end(EXIT_JOB_FAILED, "out of memory for a game");
    int code;
    if (start_open(&t, args, resumed, &status)) {
        code = play(&t, args, resumed);
        position_args_close(&at);
        if (resumed != NULL) format_game_close(resumed);
    } else {
        code = cli_fail(&status);
    }
    free(resumed);
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
    {"save", "FILE", "keep the game in a new file, written whole after every move, for --resume"},
    {"resume", "FILE[:N]",
     "instead of GAME: go on with a saved game, its players as they were or those named"},
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
        "  pollard play abalone random random --seed 1 --json\n  pollard play --replay focus.match:1\n"
        "  pollard play checkers --save game.json\n  pollard play --resume focus.match:1\n",
    .flags     = flags,
    .words_min = 0,
    .words_max = 1 + PLAYERS_MAX,
    .run       = run,
    .more_help = print_commands,
};
