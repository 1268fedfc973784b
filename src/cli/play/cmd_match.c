// cmd_match.c - `pollard match`: many games between players, and what they say.
#include "cli/cli.h"
#include "cli/play/match_report.h"
#include "cli/play/pgn_save.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_DEFAULT = 100, GAMES_SPRT = 100000 };

static void show(void *context, const Match *match)
{
    static char     what[120];
    Progress *const progress = context;
    Text            text     = text_on(what, sizeof what);
    text_add(&text, "match, game %d: ", match->tally.games);
    for (int i = 0; i < match->schedule.contestants; i++)
        text_add(&text, "%s%lld", i ? "-" : "", (long long)match->tally.contestant[i].points);
    if (match->settings.sprt) text_add(&text, ", LLR %.2f", match->sprt.llr);
    progress->what = what;
    progress_show(progress, (double)match->tally.games / match->settings.games);
}

// E0,E1
static bool sprt_read(const char *text, MatchSettings *t, Status *status)
{
    if (text == NULL) return true;
    char *end, *last = NULL;
    t->elo0 = strtod(text, &end);
    if (end != text && *end == ',') t->elo1 = strtod(end + 1, &last);
    t->sprt = true;
    if (last != NULL && last != end + 1 && *last == 0 && isfinite(t->elo0) && isfinite(t->elo1) &&
        t->elo0 < t->elo1 && fabs(t->elo0) <= 1000 && fabs(t->elo1) <= 1000)
        return t->contestants == 2 ||
               status_fail(status, "--sprt %s: expected two players, %d given", text, t->contestants);
    return status_fail(status, "--sprt %s: expected two Elo differences, the lower first, like 0,10", text);
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
    pgn_save_add(context, &game->record, &facts);
    return true;
}

static int play(Match *match, const char *name, bool json)
{
    // Ctrl-C ends the match, not the program: finished games count and are reported. A second one ends the
    // program.
    cli_catch_interrupt();
    Status     status;
    Progress   progress = progress_start("match");
    const bool good     = match_run(match, show, &progress, &status);
    progress_end(&progress);
    const bool cut  = atomic_load(&cli_interrupted);
    const int  code = match_report(match, name, cut, json);
    if (!good) return cli_fail(&status);
    return code == EXIT_DONE && cut ? EXIT_INTERRUPTED : code;
}

static int run(const Args *args)
{
    Status        status;
    PositionArgs  at;
    MatchSettings settings;
    DigestList    accept;
    PlayerSpec    players[CONTESTANTS_MAX];
    PgnSave       save;
    if (!position_args_open(&at, args, &status)) return cli_fail(&status);
    Match *const match = calloc(1, sizeof *match);
    int          code;
    bool         good = match != NULL || status_fail_system(&status, "out of memory for the match");
    good              = good && settings_read(args, &at.v, &settings, &accept, &status) &&
           contestants_read(args, &settings, players, &status) &&
           pgn_save_open(&save, args_value(args, "save-pgn"), &at.v, &status);
    if (good && save.out != NULL) settings.counted = save_game, settings.counted_context = &save;
    const bool opened = good && match_open(match, &settings, &status);
    if (opened) {
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
     "the last positions of games: .pgn, .pdn, .ggf, .json"},
    {"seed", "S", "seed of the openings and of random players (default 1)"},
    {"threads", "T", "games at the same time (default 1); the result stays the same"},
    {"sprt", "E0,E1",
     "stop as soon as it is decided (5 % errors) whether the first is E0 or E1 Elo stronger"},
    {"points", "RULE",
     "result: 2 for a win, 1 for a draw or shared win; place: 2 for each seat beaten, 1 if level"},
    {"plies-max", "N", "end a game after N plies (default: the game's)"},
    {"save", "FILE", "write every game there; the same command again continues where it was"},
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
