// human.c - a person at the terminal: moves and commands, hints from a search.
#include "cli/found.h"
#include "cli/play_table.h"
#include "game/draw.h"
#include "play/match_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char blanks[] = " \t\r\n";

const char *table_engine(int players)
{
    return players == 2 ? "alphabeta:time=1000,order=tt+killer+history-ads,tt=20,pvs=yes"
                        : "brs:time=1000,order=tt+killer+history-ads,tt=20,pvs=yes";
}

void table_board(const Table *t)
{
    AnyState before;
    char     caption[TEXT_MAX];
    Text     text = text_on(caption, sizeof caption);
    record_before(&t->record, &before);
    draw_text(stdout, &t->scene->v, &t->record.now, t->record.count ? &before : NULL, cli_color());
    draw_caption(&t->scene->v, &t->record.now, &text);
    printf("%s\n\n", caption);
}

static void say_moves(Table *t)
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

static void say_board(Table *t) { table_board(t); }

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
    table_board(t);
}

// Advice.

static void say_depth(void *context, const SearchResult *found)
{
    const Table *const t = context;
    char               value[40], line[TEXT_MAX];
    Text               value_out = text_on(value, sizeof value), line_out = text_on(line, sizeof line);
    found_words(found->value, &value_out);
    found_line(&t->scene->v, &t->record.now, t->adviser.search->settings.algorithm, found, &line_out);
    printf("  depth %2d  %-18s %12" PRIu64 " nodes %7.2f s  %s\n", found->depth, value, found->nodes, found->seconds,
           line);
    fflush(stdout);
}

static bool advise(Table *t, SearchReport *report, SearchResult *found)
{
    Status status;
    if (!t->advised && !player_open(&t->adviser, &t->scene->v, t->advice, 1, 0, &status))
        return puts(status.text), false;
    t->advised                = true;
    const SearchLimits limits = {0};
    search_run(t->adviser.search, &t->record.now, &limits, report, t, found);
    return true;
}

static void say_hint(Table *t)
{
    SearchResult found;
    if (!advise(t, NULL, &found)) return;
    char value[40], line[TEXT_MAX], move[TEXT_MAX];
    Text value_out = text_on(value, sizeof value), line_out = text_on(line, sizeof line),
         move_out = text_on(move, sizeof move);
    found_words(found.value, &value_out);
    found_line(&t->scene->v, &t->record.now, t->adviser.search->settings.algorithm, &found, &line_out);
    found_move(&t->scene->v, &t->record.now, found.pv[0], &move_out);
    printf("hint: %s, worth %s for you at depth %d; expected: %s\n", move, value, found.depth, line);
}

static void say_thoughts(Table *t)
{
    SearchResult found;
    advise(t, say_depth, &found);
}

// Saving: a match file of one game, for --replay.

static bool save_lines(const Table *t, FILE *out)
{
    MatchHeader header = {.contestants = t->scene->v.facts.players, .openings = "none", .plies_max = t->plies_max};
    Played      game   = {.record = t->record};
    snprintf(header.game, sizeof header.game, "%s", t->scene->name);
    for (int p = 0; p < header.contestants; p++) {
        snprintf(header.spec[p], sizeof header.spec[p], "%s", t->players[p].spec);
        game.seats[p] = p;
    }
    played_judge(&game, t->plies_max, POINTS_RESULT);
    char *const first = match_header_line(&header), *const second = played_line(&game);
    const bool good = first != NULL && second != NULL && fputs(first, out) >= 0 && fputs(second, out) >= 0;
    free(first);
    free(second);
    return good;
}

static void save(const Table *t, const char *path)
{
    FILE *const out  = fopen(path, "wx");   // never over something that is there
    bool        good = out != NULL && save_lines(t, out);
    if (out != NULL) good = fclose(out) == 0 && good;
    if (good) printf("saved; to see it again: pollard play --replay %s:1\n", path);
    else printf("save: cannot write '%s': %s\n", path, strerror(errno));
}

// Commands.

static void say_help(Table *t);

static const struct {
    const char *word;
    void (*say)(Table *t);
    const char *help;
} commands[] = {
    {"hint", say_hint, "the best move, its value, the line expected"},
    {"think", say_thoughts, "the same, depth by depth"},
    {"undo", take_back, "back to your last move"},
    {"moves", say_moves, "the legal moves"},
    {"board", say_board, "the board again"},
    {"help", say_help, "this list"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

void human_help(void)
{
    for (int i = 0; i < COMMANDS; i++) printf("  %-22s %s\n", commands[i].word, commands[i].help);
    printf("  %-22s %s\n  %-22s %s\n", "save FILE", "keep the game so far, for --replay", "quit", "leave the game");
}

static void say_help(Table *t)
{
    (void)t;
    puts("type a move, or one of");
    human_help();
}

// Is the line a command that is now done?
static bool command_done(Table *t, const char *word, const char *rest)
{
    if (strcmp(word, "save") == 0) {
        if (*rest) save(t, rest);
        else puts("save: expected the name of a file after it");
        return true;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (*rest == 0 && strcmp(word, commands[i].word) == 0) return commands[i].say(t), true;
    return false;
}

static void print_prompt(const Table *t)
{
    char name[SPEC_WORD_MAX];
    if (!t->quiet)
        printf("%s> ",
               variant_player_name(&t->scene->v, t->scene->v.game->turn(t->scene->v.rules, &t->record.now), name));
    fflush(stdout);
}

bool human_ask(Table *t, Move *m, Status *status)
{
    const bool terminal = isatty(STDIN_FILENO) == 1;
    char       line[TEXT_MAX];
    for (;;) {
        print_prompt(t);
        if (fgets(line, sizeof line, stdin) == NULL) return t->quit = true, false;
        const bool cut = strlen(line) == sizeof line - 1;
        for (size_t n = strlen(line); n > 0 && strchr(blanks, line[n - 1]) != NULL;) line[--n] = 0;
        char *const word = line + strspn(line, blanks), *rest = word + strcspn(word, blanks);
        if (*rest) *rest++ = 0;
        rest += strspn(rest, blanks);
        if (*word == 0 && !cut) continue;
        if (strcmp(word, "quit") == 0) return t->quit = true, false;
        if (!cut && command_done(t, word, rest)) continue;
        if (*rest || cut)
            status_fail(status, "expected one word, a move, in a line; '%.40s' is followed by more", word);
        else if (variant_move_parse(&t->scene->v, &t->record.now, word, m, status)) return true;
        if (!terminal) return false;
        puts(status->text);
    }
}
