// cmd_play.c - `pollard play`: the referee. Players choose by spec; a human types moves; the whole game can come out as JSON.
#include "cli/cli.h"
#include "game/draw.h"
#include "play/player.h"
#include "play/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct Table {
    Scene *scene;
    Record record;
    Player players[PLAYERS_MAX];
    int    plies_max;
    bool   quiet, quit;   // quiet: no boards, only what was asked for
} Table;

static void print_board(const Table *t)
{
    AnyState before;
    char     caption[TEXT_MAX];
    Text     text = text_on(caption, sizeof caption);
    record_before(&t->record, &before);
    draw_text(stdout, &t->scene->v, &t->record.now, t->record.count ? &before : NULL, cli_color());
    draw_caption(&t->scene->v, &t->record.now, &text);
    printf("%s\n\n", caption);
}

static void print_moves(const Table *t)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = t->scene->v.game->generate(t->scene->v.rules, &t->record.now, moves);
    for (int i = 0; i < n; i++) {
        char word[TEXT_MAX];
        Text text = text_on(word, sizeof word);
        variant_move_format(&t->scene->v, &t->record.now, moves[i], &text);
        printf("%s%s", i ? " " : "", word);
    }
    putchar('\n');
}

// Takes back to the last position in which a human is to move; leaves everything as it is when there is none.
static void take_back(Table *t)
{
    int n = t->record.count;
    for (Record probe = t->record; record_undo(&probe);) {
        if (t->players[t->scene->v.game->turn(t->scene->v.rules, &probe.now)].kind != PLAYER_HUMAN) continue;
        n = probe.count;
        break;
    }
    if (n == t->record.count) puts("nothing to undo");
    while (t->record.count > n) record_undo(&t->record);
    print_board(t);
}

// Reads lines until one is a move. False when the input ends or the human quits; an illegal move from a file ends the game with a message,
// at a terminal it is asked for again.
static bool ask_human(Table *t, Move *m, Status *status)
{
    const bool terminal = isatty(STDIN_FILENO) == 1;
    char       line[TEXT_MAX];
    for (;;) {
        char name[SPEC_WORD_MAX];
        if (!t->quiet)
            printf("%s> ",
                   variant_player_name(&t->scene->v, t->scene->v.game->turn(t->scene->v.rules, &t->record.now), name));
        fflush(stdout);
        if (fgets(line, sizeof line, stdin) == NULL) return t->quit = true, false;
        char *const word = line + strspn(line, " \t\r\n"), *const end = word + strcspn(word, " \t\r\n");
        const bool more = end[strspn(end, " \t\r\n")] != 0 || strlen(line) == sizeof line - 1;
        *end            = 0;
        if (*word == 0 && !more) continue;
        if (more) {
            status_fail(status, "expected one word, a move, in a line; '%.40s' is followed by more", word);
            if (!terminal) return false;
            puts(status->text);
            continue;
        }
        if (strcmp(word, "quit") == 0) return t->quit = true, false;
        if (strcmp(word, "moves") == 0) print_moves(t);
        else if (strcmp(word, "board") == 0) print_board(t);
        else if (strcmp(word, "undo") == 0) take_back(t);
        else if (strcmp(word, "help") == 0) puts("type a move, or: moves, board, undo, quit");
        else if (variant_move_parse(&t->scene->v, &t->record.now, word, m, status)) return true;
        else if (!terminal) return false;
        else printf("%s\n", status->text);
    }
}

static bool one_move(Table *t, Status *status)
{
    int          p      = t->scene->v.game->turn(t->scene->v.rules, &t->record.now);
    Player      *player = &t->players[p];
    Move         m;
    SearchResult found = {0};
    if (player->kind == PLAYER_HUMAN) {
        if (!ask_human(t, &m, status)) return false;
        p = t->scene->v.game->turn(t->scene->v.rules, &t->record.now);   // undo may have led to another human's turn
        player = &t->players[p];
    } else {
        m = player_choose(player, &t->scene->v, &t->record.now, &found);
    }
    if (!record_play(&t->record, m, status)) return false;
    if (t->quiet) return true;
    char word[TEXT_MAX], name[SPEC_WORD_MAX];
    Text text = text_on(word, sizeof word);
    record_move_text(&t->record, t->record.count - 1, &text);
    printf("%d. %s: %s", t->record.count, variant_player_name(&t->scene->v, p, name), word);
    if (player->kind == PLAYER_SEARCH && found.depth > 0)
        printf("   (value %d, depth %d, %" PRIu64 " nodes, %.2f s)", found.value, found.depth, found.nodes,
               found.seconds);
    else if (player->kind == PLAYER_SEARCH)
        printf("   (the first move: stopped before a depth was completed, %" PRIu64 " nodes)", found.nodes);
    putchar('\n');
    print_board(t);
    return true;
}

static void result_text(const Table *t, Ended ended, Text *out)
{
    Value payoff[PLAYERS_MAX];
    t->scene->v.game->payoff(t->scene->v.rules, &t->record.now, payoff);
    if (ended == ENDED_NOT) text_add(out, "unfinished");
    else draw_result(&t->scene->v, payoff, out);
    if (ended == ENDED_BY_CAP) text_add(out, " (stopped after %d plies)", t->plies_max);
}

static int report_json(const Table *t, Ended ended)
{
    static const char *const how[] = {"not", "rules", "plies-max"};
    json_t                  *moves = json_array(), *players = json_array(), *points = json_array();
    char                     result[TEXT_MAX], position[TEXT_MAX], start[TEXT_MAX];
    Text result_out = text_on(result, sizeof result), position_out = text_on(position, sizeof position),
         start_out = text_on(start, sizeof start);
    int won[PLAYERS_MAX];
    result_text(t, ended, &result_out);
    variant_format(&t->scene->v, &t->record.now, &position_out);
    variant_format(&t->scene->v, &t->record.start, &start_out);
    record_points(&t->record, won);
    for (int i = 0; i < t->record.count; i++) {
        char word[TEXT_MAX];
        Text text = text_on(word, sizeof word);
        record_move_text(&t->record, i, &text);
        json_array_append_new(moves, json_string(word));
    }
    for (int p = 0; p < t->scene->v.facts.players; p++) {
        json_array_append_new(players, json_string(t->players[p].spec));
        if (ended != ENDED_NOT) json_array_append_new(points, json_integer(won[p]));
    }
    return json_print(json_pack("{s:s, s:s, s:o, s:o, s:i, s:s, s:s, s:o, s:s}", "game", t->scene->name, "start", start,
                                "players", players, "moves", moves, "plies", t->record.count, "ended", how[ended],
                                "result", result, "points", points, "position", position));
}

static int report(const Table *t, Ended ended)
{
    char result[TEXT_MAX];
    Text text = text_on(result, sizeof result);
    result_text(t, ended, &text);
    printf("%s: %s after %d plies\n", t->scene->name, result, t->record.count);
    return EXIT_DONE;
}

// Seats: as many specs as players; none at all means a human against searches of one second a move.
static bool seat_players(Table *t, const Args *args, uint64_t seed, Status *status)
{
    const int players = t->scene->v.facts.players, given = args->count - 1;
    if (given != 0 && given != players)
        return status_fail(status, "play: %s needs %d players, %d given", t->scene->name, players, given);
    for (int p = 0; p < players; p++) {
        const char *const engine = players == 2 ? "alphabeta:time=1000,order=tt+killer+history-ads,tt=20,pvs=yes"
                                                : "brs:time=1000,order=tt+killer+history-ads,tt=20,pvs=yes";
        const char *const spec   = given ? args->words[1 + p] : p == 0 ? "human" : engine;
        if (!player_open(&t->players[p], &t->scene->v, spec, seed, p, status)) return false;
    }
    return true;
}

static int referee(Table *t, const Args *args)
{
    Status status = {""};
    if (!t->quiet) print_board(t);
    Ended ended;
    while ((ended = record_ended(&t->record, t->plies_max)) == ENDED_NOT && one_move(t, &status)) {}
    if (ended == ENDED_NOT && !t->quit) return cli_bad_input(&status);
    return args->json ? report_json(t, ended) : report(t, ended);
}

static int run(const Args *args)
{
    Status status;
    Scene  scene;
    long   seed, plies_max;
    if (!args_number(args, "seed", 0, 1000000000, 1, &seed, &status) || !scene_open(&scene, args, &status))
        return cli_bad_input(&status);
    Table t    = {.scene = &scene, .quiet = args->json || args_value(args, "quiet") != NULL};
    int   code = EXIT_BAD_INPUT;
    if (args_number(args, "plies-max", 0, 1000000, scene.v.facts.plies_max, &plies_max, &status) &&
        seat_players(&t, args, (uint64_t)seed, &status) && record_open(&t.record, &scene.v, &scene.s, &status)) {
        t.plies_max = (int)plies_max;
        code        = referee(&t, args);
        record_close(&t.record);
    } else {
        cli_bad_input(&status);
    }
    for (int p = 0; p < PLAYERS_MAX; p++) player_close(&t.players[p]);
    scene_close(&scene);
    return code;
}

static const Flag flags[] = {
    {"seed", "S", "seed of the random players (default 1)"},
    {"position", "TEXT", "start here instead of the usual start"},
    {"moves", "LIST", "play these moves first"},
    {"plies-max", "N", "stop after so many plies (default: the game's)"},
    {"quiet", NULL, "only the result"},
    {0},
};

const Command command_play = {
    .name      = "play",
    .usage     = "play GAME [PLAYER ...] [--seed S] [--position TEXT] [--moves LIST] [--plies-max N]",
    .summary   = "play a game: humans, searches, random players",
    .examples  = "  pollard play othello\n  pollard play checkers human alphabeta:depth=9,order=history-ads\n  pollard "
                 "play focus:players=4 random random random human\n"
                 "  pollard play abalone random random --seed 1 --json\n",
    .flags     = flags,
    .words_min = 1,
    .words_max = 1 + PLAYERS_MAX,
    .run       = run,
};
