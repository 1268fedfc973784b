// cmd_match.c - `pollard match`: many games between players, and what they say.
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/play/match_report.h"
#include "cli/play/pgn_save.h"
#include "cli/play/sprt_args.h"
#include "play/parts/match_part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_DEFAULT = 100, GAMES_SPRT = 100000 };

#define TABLE_SECONDS 1.0   // between running tables, for programs

typedef struct Screen {
    Progress    progress;
    const char *game;
    double      tabled;
} Screen;

// For programs that run this one: the result so far, as --json has it at the end.
static void print_table(Screen *screen, const Match *match)
{
    const double now = clock_seconds();
    if (now - screen->tabled < TABLE_SECONDS) return;
    screen->tabled      = now;
    json_t *const event = json_pack("{s:s, s:o}", "event", "table", "table",
                                    match_json(match, screen->game, false));
    char *const   text  = json_dumps(event, JSON_COMPACT);
    if (text != NULL) fprintf(stderr, "%s\n", text);
    free(text);
    json_decref(event);
}

static void show(void *context, const Match *match)
{
    static char     what[120];
    Screen *const   screen   = context;
    Progress *const progress = &screen->progress;
    Text            text     = text_on(what, sizeof what);
    text_add(&text, "match, game %d: ", match->tally.games);
    for (int i = 0; i < match->schedule.contestants; i++)
        text_add(&text, "%s%lld", i ? "-" : "", (long long)match->tally.contestant[i].points);
    if (match->settings.sprt) text_add(&text, ", LLR %.2f", match->sprt.llr);
    progress->what  = what;
    progress->count = match->tally.games, progress->total = match->settings.games;
    progress_show(progress, (double)match->tally.games / match->settings.games);
    if (progress->json) print_table(screen, match);
}

static bool sprt_read(const char *text, MatchSettings *t, Status *status)
{
    return sprt_args_read(text, &t->sprt, &t->elo0, &t->elo1, status) &&
           (text == NULL || t->contestants == 2 ||
            status_fail(status, "--sprt %s: expected two players, %d given", text, t->contestants));
}

static bool points_read(const char *text, MatchSettings *t, Status *status)
{
    for (int i = 0; text != NULL && i < 2; i++)
        if (strcmp(text, points_names[i]) == 0) return t->points = (PointsRule)i, true;
    return text == NULL || status_fail(status, "--points %s: expected result or place", text);
}

// `accept` must live as long as the settings.
static bool settings_read(const Args *args, const Variant *v, MatchSettings *t, DigestList *accept,
                          Status *status)
{
    long games, threads, seed, plies_max;
    *t          = (MatchSettings){.v = v, .contestants = args->count - 1, .stop = &cli_interrupted};
    t->openings = args_value(args, "openings") != NULL ? args_value(args, "openings") : "random:2";
    t->save     = args_value(args, "save");
    t->accept   = accept;
    if (!args_accept(args, accept, status)) return false;
    Schedule schedule;
    schedule_open(&schedule, t->contestants, v->facts.players);
    const long groups   = (GAMES_DEFAULT + schedule.group - 1) / schedule.group,
               fallback = args_value(args, "sprt") != NULL ? GAMES_SPRT : groups * schedule.group;
    if (!args_number(args, "games", 1, MATCH_GAMES_MAX, fallback, &games, status) ||
        !args_number(args, "threads", 1, MATCH_THREADS_MAX, 1, &threads, status) ||
        !args_number(args, "seed", 0, 1000000000, 1, &seed, status) ||
        !args_number(args, "plies-max", 1, 1000000, v->facts.plies_max, &plies_max, status) ||
        !sprt_read(args_value(args, "sprt"), t, status) ||
        !points_read(args_value(args, "points"), t, status))
        return false;
    t->games = (int)games, t->threads = (int)threads, t->plies_max = (int)plies_max, t->seed = (uint64_t)seed;
    return true;
}

static bool contestants_read(const Args *args, MatchSettings *t, PlayerSpec players[], Status *status)
{
    for (int i = 0; i < t->contestants; i++) {
        if (!player_spec_parse(&players[i], args->words[1 + i], status)) return false;
        t->player[i] = &players[i];
    }
    return true;
}

static bool save_game(void *context, const Match *match, const MatchGame *game, Status *status)
{
    (void)status;   // what goes wrong is found at the end
    char     event[TEXT_MAX + 32], round[16];
    PgnFacts facts = {.event = event, .round = round, .ended = game->ended};
    Text     out   = text_on(event, sizeof event);
    text_add(&out, "pollard match ");
    variant_name(match->settings.v, &out);
    facts.result = pgn_points(match->settings.v, game->points);
    snprintf(round, sizeof round, "%d", game->number + 1);
    for (int p = 0; p < match->schedule.players; p++) facts.players[p] = match->shown[game->seats[p]];
    pgn_save_add(context, &game->record, &facts, &game->forfeit);
    return true;
}

static int play(Match *match, const char *name, bool json)
{
    // Ctrl-C ends the match, not the program: finished games count and are reported. A second one ends the
    // program.
    cli_catch_interrupt();
    Status     status;
    Screen     screen = {.progress = progress_start("match"), .game = name};
    const bool good   = match_run(match, show, &screen, &status);
    progress_end(&screen.progress);
    const bool cut  = atomic_load(&cli_interrupted);
    const int  code = match_report(match, name, cut, json);
    if (!good) return cli_fail(&status);
    return code == EXIT_DONE && cut ? EXIT_INTERRUPTED : code;
}

// A part.

static void part_show(void *context, const MatchPart *part)
{
    static char     what[80];
    Progress *const progress = context;
    snprintf(what, sizeof what, "match, part %d/%d, game %d of %d", part->part.number, part->part.count,
             part->done, part->games);
    progress->what = what;
    progress_show(progress, part->games > 0 ? (double)part->done / part->games : 1);
}

// What cannot be said of a part alone.
static bool part_check(const Args *args, Status *status)
{
    if (args_value(args, "save") == NULL) return status_fail(status, "--part: expected --save FILE with it");
    if (args_value(args, "sprt") != NULL)
        return status_fail(status, "--part: --sprt is decided in the order of all games: expected it at "
                                   "`pollard match merge`");
    return args_value(args, "save-pgn") == NULL ||
           status_fail(status,
                       "--part: expected no --save-pgn with it; `pollard convert` takes the merged file");
}

static int part_report(const Args *args, const MatchPart *part, bool cut)
{
    char which[24];
    part_format(part->part, which);
    if (args->json)
        json_print(json_pack("{s:s, s:i, s:i, s:i, s:s, s:b}", "part", which, "games", part->games, "played",
                             part->done - part->read, "read", part->read, "file", part->file.path,
                             "interrupted", cut));
    else
        printf("part %s: %d of %d games in %s, %d of them played now\n", which, part->done, part->games,
               part->file.path, part->done - part->read);
    return cut ? EXIT_INTERRUPTED : EXIT_DONE;
}

static int part_play(const Args *args, const MatchSettings *settings, Match *match, Part which)
{
    Status        status;
    MatchPart     part;
    MatchSettings whole = *settings;
    whole.save          = NULL;   // the part's file is its own
    if (!match_open(match, &whole, &status)) return cli_fail(&status);
    bool good = match_part_open(&part, match, which, settings->save, &status);
    int  code = EXIT_DONE;
    if (good) {
        cli_catch_interrupt();
        Progress progress = progress_start("match");
        good              = match_part_run(&part, part_show, &progress, &status);
        progress_end(&progress);
        if (good) code = part_report(args, &part, part.done < part.games);
        match_part_close(&part);
    }
    match_close(match);
    return good ? code : cli_fail(&status);
}

static int run(const Args *args)
{
    Status        status;
    Part          part;
    PositionArgs  at;
    MatchSettings settings;
    DigestList    accept;
    PlayerSpec    players[CONTESTANTS_MAX];
    PgnSave       save;
    if (!args_part(args, &part, &status) || (part.count > 0 && !part_check(args, &status)) ||
        !position_args_open(&at, args, &status))
        return cli_fail(&status);
    Match *const match = calloc(1, sizeof *match);
    int          code;
    bool         good = match != NULL || status_fail_system(&status, "out of memory for the match");
    good              = good && settings_read(args, &at.v, &settings, &accept, &status) &&
           contestants_read(args, &settings, players, &status) &&
           pgn_save_open(&save, args_value(args, "save-pgn"), &at.v, &status);
    if (good && save.out != NULL) settings.counted = save_game, settings.counted_context = &save;
    const bool opened = good && part.count == 0 && match_open(match, &settings, &status);
    if (good && part.count > 0) {
        code = part_play(args, &settings, match, part);
    } else if (opened) {
        code = play(match, at.name, args->json);
        match_close(match);
        if (!pgn_save_end(&save, &status)) code = cli_fail(&status);
    } else {
        code = cli_fail(&status);
        if (good) pgn_save_drop(&save);
    }
    free(match);
    position_args_close(&at);
    return code;
}

static const Flag flags[] = {
    {"games", "N", "games to play (default 100, or 100000 under --sprt)"},
    {"openings", "WHAT",
     "none, random:N (N plies for every player; default random:2), a file, a line each, or random:N:FILE; "
     "the last positions of games: .pgn, .pdn, .ggf, .epd, .json"},
    {"seed", "S", "seed of the openings and of random players (default 1)"},
    {"threads", "T", "games at the same time (default 1); the result stays the same"},
    {"sprt", "E0,E1",
     "stop as soon as it is decided (5 % errors) whether the first is E0 or E1 Elo stronger"},
    {"points", "RULE",
     "result: 2 for a win, 1 for a draw or shared win; place: 2 for each seat beaten, 1 if level"},
    {"plies-max", "N", "end a game after N plies (default: the game's)"},
    {"save", "FILE", "write every game there; the same command again continues where it was"},
    FLAG_PART,
    {"save-pgn", "FILE", "write all games as PGN at the end; - for stdout"},
    FLAG_ACCEPT,
    FLAG_DIR,
    {0},
};

static void print_more(void)
{
    puts("Every opening is played with all seats changed: by two players, each pair plays it with both\n"
         "colours. Games are numbered and counted in order, so that the result depends on the seed alone.\n"
         "Elo is that of the first player over the second, from pairs of games. Replay a saved game:\n"
         "pollard play --replay FILE:N. Players: pollard search --help\n");
}

const Command command_match = {
    .name    = "match",
    .words   = "GAME PLAYER PLAYER [PLAYER ...]",
    .summary = "play a match: points, crosstable, Elo",
    .examples =
        "  pollard match othello alphabeta:depth=4 alphabeta:depth=2 --games 100 --openings random:5\n"
        "  pollard match checkers alphabeta:depth=5,order=killer alphabeta:depth=5,q=4 --sprt 0,10 --threads "
        "2\n"
        "  pollard match focus:players=4 brs:depth=2 paranoid:depth=2 random --games 36 --save focus.match\n",
    .flags     = flags,
    .words_min = 3,
    .words_max = 1 + CONTESTANTS_MAX,
    .run       = run,
    .more_help = print_more,
};
