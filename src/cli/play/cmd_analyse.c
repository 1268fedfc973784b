// cmd_analyse.c - `pollard analyse`: a whole game through the eyes of a search.
#include "base/file.h"
#include "cli/cli.h"
#include "cli/game_text.h"
#include "cli/play/analyse_report.h"

#include <stdlib.h>
#include <string.h>

// Where nothing is said: deep enough to see mistakes, in moments in all games.
enum { DEPTH_TWO = 6, DEPTH_MORE = 3 };

// A file, FILE:N, stdin, or the text of --moves.
static bool text_open(const Args *args, GameText *games, long *number, Status *status)
{
    const char *const moves = args_value(args, "moves"), *const spec = args_value(args, "game");
    char path[PATH_MAX];
    *number = 0;
    if ((moves != NULL) == (args->count > 0))
        return status_fail(status, "analyse: expected a file, or --moves");
    if (moves != NULL) return game_text_take(games, moves, "--moves", spec, status);
    if (strcmp(args->words[0], "-") == 0) return game_text_open(games, "-", spec, status);
    return file_and_number(args->words[0], path, number, status) && game_text_open(games, path, spec, status);
}

// Moves that are a plain list in no notation of its own, of the game that --game names.
static bool list_open(const Args *args, Variant *v, FormatGame *game, Status *status)
{
    AnyState s;
    if (!variant_open(v, args_value(args, "game"), status)) return status_prefix(status, "--game");
    variant_setup(v, &s);
    if (record_open(&game->record, v, &s, status) &&
        (format_text_play(&game->record, args_value(args, "moves"), status) ||
         status_prefix(status, "--moves"))) {
        format_judge(game);
        return true;
    }
    if (game->record.moves != NULL) record_close(&game->record);
    variant_close(v);
    return false;
}

static bool file_open(const Args *args, Variant *v, FormatGame *game, Status *status)
{
    GameText          games;
    long              number;
    const char *const game_spec = args_value(args, "game");
    if (!text_open(args, &games, &number, status)) return false;
    bool              good = variant_open(v, game_spec != NULL ? game_spec : games.name, status);
    FormatGame *const read = good ? format_text_game(games.format, v, games.text, games.size,
                                                     number > 0 ? number : 1, status)
                                  : NULL;
    if (good && read == NULL) status_prefix(status, "%s", games.path), variant_close(v);
    if (read != NULL) *game = *read;
    free(read);
    game_text_close(&games);
    return read != NULL;
}

static bool game_open(const Args *args, Variant *v, FormatGame *game, Status *status)
{
    const bool list = args_value(args, "moves") != NULL && args_value(args, "game") != NULL &&
                      args->count == 0;
    return list ? list_open(args, v, game, status) : file_open(args, v, game, status);
}

// The search: as named, or the engine; for more than two players max^n, which has a value for everybody.
static bool player_read(const Args *args, const Variant *v, Player *player, SearchLimits *limits,
                        Status *status)
{
    const char *const given = args_value(args, "player");
    PlayerSpec        spec;
    Status            ignored;
    long              depth, time_ms;
    if (!args_number(args, "depth", 2, SEARCH_DEPTH_MAX, 0, &depth, status) ||
        !args_number(args, "time", 1, 1000000000, 0, &time_ms, status) ||
        !player_spec_parse(&spec,
                           given != NULL          ? given
                           : v->facts.players > 2 ? "maxn"
                                                  : "engine",
                           status))
        return false;
    const bool limited = depth > 0 || time_ms > 0 ||
                         (given != NULL && player_spec_check(&spec, v, false, &ignored));
    if (!limited) depth = v->facts.players > 2 ? DEPTH_MORE : DEPTH_TWO;
    *limits = (SearchLimits){
        .depth = (int)depth, .seconds = (double)time_ms / 1000, .stop = &cli_interrupted};
    if (!player_open_spec(player, v, &spec, (PlayerSeat){.seed = 1, .limited = true}, status)) return false;
    bool good = player_searches(player) || status_fail(status, "--player %s: expected a search", given);
    if (good && depth == 0 && player->search->settings.depth == 1)
        good = status_fail(status, "--player %s: expected a depth of 2 or more", given);
    if (!good) player_close(player);
    return good;
}

static bool svg_write(const AnalyseReport *report, const char *path, Status *status)
{
    char       *bytes  = NULL;
    size_t      size   = 0;
    FILE *const memory = open_memstream(&bytes, &size);
    if (memory != NULL) analyse_svg(memory, report);
    bool good = (memory != NULL && fclose(memory) == 0) ||
                status_fail_system(status, "out of memory for the picture");
    // An error of writing to stdout is noticed where the program ends.
    if (good && strcmp(path, "-") == 0) fwrite(bytes, 1, size, stdout);
    else good = good && file_write(path, bytes, size, status);
    free(bytes);
    return good || status_prefix(status, "--svg");
}

static int report_all(const Args *args, const AnalyseReport *report)
{
    Status            status;
    const char *const svg  = args_value(args, "svg");
    const bool        only = svg != NULL && strcmp(svg, "-") == 0;   // the picture is what stdout is for
    int               code = EXIT_DONE;
    if (svg != NULL && !svg_write(report, svg, &status)) return cli_fail(&status);
    if (args->json && !only) code = json_print(analyse_json(report));
    else if (!only) analyse_text(report);
    return report->cut && code == EXIT_DONE ? EXIT_INTERRUPTED : code;
}

static int analyse(const Args *args, const FormatGame *game, Player *player, const SearchLimits *limits)
{
    Status   status;
    Analysis analysis;
    char     name[TEXT_MAX], spec[TEXT_MAX + SPEC_PATH_MAX];
    Text     name_out = text_on(name, sizeof name), spec_out = text_on(spec, sizeof spec);
    long     mistake;
    if (!args_number(args, "mistake", 1, VALUE_EVAL_MAX / ANALYSIS_BLUNDER, 0, &mistake, &status) ||
        !analysis_open(&analysis, &game->record, player, limits, &status))
        return cli_fail(&status);
    variant_name(game->record.v, &name_out);
    player_spec_write(&player->spec, &spec_out);
    cli_catch_interrupt();
    Progress progress = progress_start("analysis");
    while (analysis_next(&analysis)) progress_show(&progress, (double)analysis.done / game->record.count);
    progress_end(&progress);
    analysis_judge(&analysis, (Value)mistake);
    const AnalyseReport report = {.game     = name,
                                  .played   = game,
                                  .analysis = &analysis,
                                  .player   = spec,
                                  .cut      = analysis.done < game->record.count};
    const int           code   = report_all(args, &report);
    analysis_close(&analysis);
    return code;
}

static int run(const Args *args)
{
    Status            status;
    Variant           v;
    Player            player;
    SearchLimits      limits;
    FormatGame *const game = calloc(1, sizeof *game);
    if (game == NULL) return cli_end(EXIT_JOB_FAILED, "out of memory for a game");
    if (!game_open(args, &v, game, &status)) return free(game), cli_fail(&status);
    int code;
    if (player_read(args, &v, &player, &limits, &status)) {
        code = analyse(args, game, &player, &limits);
        player_close(&player);
    } else {
        code = cli_fail(&status);
    }
    format_game_close(game);
    variant_close(&v);
    free(game);
    return code;
}

static const Flag flags[] = {
    {"moves", "TEXT", "this game instead of a file's, in any notation"},
    {"game", "SPEC", "the game it is of (default: what the text says)"},
    {"player", "SPEC", "the search (default: the engine; for more than two players maxn)"},
    {"depth", "N", "plies to search before each move, 2 or more (default 6; for more than two players 3)"},
    {"time", "MS", "milliseconds for each search, two for a move at most"},
    {"mistake", "N", "a loss of N is a mistake (default: a fifth of the largest value in the game)"},
    {"svg", "FILE", "draw the values over the game, too; - for stdout"},
    FLAG_DIR,
    {0},
};

const Command command_analyse = {
    .name      = "analyse",
    .words     = "[FILE[:N]|-]",
    .summary   = "what every move of a game was worth, and which were mistakes",
    .examples  = "  pollard analyse game.pgn --depth 8\n"
                 "  pollard analyse games.pdn:2 --time 500 --svg game.svg\n"
                 "  pollard analyse --game othello --moves f5d6c3d3c4f4f6 --json\n"
                 "  pollard analyse focus.match:1 --depth 2\n",
    .flags     = flags,
    .words_min = 0,
    .words_max = 1,
    .run       = run,
};
