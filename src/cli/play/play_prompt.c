// play_prompt.c - a person at the terminal: moves and commands.
#include "cli/play/play_table.h"
#include "cli/play/play_status_line.h"
#include "game/draw.h"
#include "play/match_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char blanks[] = " \t\r\n";
enum { EXAMPLES = 4 };

void table_board(const Table *t)
{
    AnyState before;
    char     caption[TEXT_MAX];
    Text     text = text_on(caption, sizeof caption);
    record_before(&t->record, &before);
    draw_text(stdout, &t->at->v, &t->record.now, t->record.count ? &before : NULL, cli_color());
    draw_caption(&t->at->v, &t->record.now, &text);
    printf("%s\n\n", caption);
}

// A line that breaks between words where the terminal ends.
typedef struct Lines {
    int columns, used;
} Lines;

static void lines_add(Lines *lines, const char *word)
{
    const int  size = (int)strlen(word) + (lines->used > 0);
    const bool full = lines->columns > 0 && lines->used > 0 && lines->used + size >= lines->columns;
    printf("%s%s", full ? "\n" : lines->used > 0 ? " " : "", word);
    lines->used = full ? size - 1 : lines->used + size;
}

// The legal moves, or those that begin with `start`.
static void say_moves(Table *t, const char *start)
{
    Move      moves[GAME_MOVES_MAX];
    Lines     lines = {.columns = terminal_columns(stdout)};
    const int n     = t->at->v.game->generate(t->at->v.rules, &t->record.now, moves);
    for (int i = 0; i < n; i++) {
        char word[TEXT_MAX];
        Text text = text_on(word, sizeof word);
        variant_move_format(&t->at->v, &t->record.now, moves[i], &text);
        if (strncasecmp(word, start, strlen(start)) == 0) lines_add(&lines, word);
    }
    if (lines.used == 0) printf("no move begins with '%.40s'", start);
    putchar('\n');
}

static void say_all_moves(Table *t) { say_moves(t, ""); }

static void say_board(Table *t) { table_board(t); }

// Takes back to the last position in which a human is to move; leaves everything as it is when there is none.
static void take_back(Table *t)
{
    int n = t->record.count;
    for (Record probe = t->record; record_undo(&probe);) {
        if (!player_asks(&t->players[t->at->v.game->turn(t->at->v.rules, &probe.now)])) continue;
        n = probe.count;
        break;
    }
    if (n == t->record.count) puts("nothing to undo");
    while (t->record.count > n) record_undo(&t->record);
    table_board(t);
}

// Saving: a match file of one game, for --replay.

static bool save_lines(const Table *t, FILE *out)
{
    MatchHeader header = {
        .contestants = t->at->v.facts.players, .openings = "none", .plies_max = t->plies_max};
    MatchGame game      = {.record = t->record};
    Lookups   lookups   = {0};
    Text      databases = text_on(header.lookups, sizeof header.lookups);
    Status    status;
    snprintf(header.game, sizeof header.game, "%s", t->at->name);
    for (int p = 0; p < header.contestants; p++) {
        Text spec = text_on(header.spec[p], sizeof header.spec[p]);
        player_spec_write(&t->players[p].spec, &spec);
        game.seats[p] = p;
        if (!evaluation_lookups(t->players[p].evaluation, &lookups, &status)) return false;
    }
    lookups_write(&lookups, &databases);
    match_header_sign(&header);
    match_game_judge(&game, t->plies_max, POINTS_RESULT);
    char *const first = match_header_line(&header), *const second = match_game_line(&game);
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
    if (out != NULL && !good) unlink(path);   // not half of it
    if (good)
        printf("saved; to go on: pollard play --resume %s, to see it again: --replay %s:1\n", path, path);
    else printf("save: cannot write '%s': %s\n", path, strerror(errno));
}

// Commands.

static void say_help(Table *t);

static const struct {
    const char *word;
    void (*say)(Table *t);
    const char *help;
} commands[] = {
    {"hint", play_hints_hint, "the best move, its value, the line expected"},
    {"think", play_hints_think, "the same, depth by depth, and how the other moves compare"},
    {"undo", take_back, "back to your last move"},
    {"moves", say_all_moves, "the legal moves; moves TEXT: those that begin so"},
    {"board", say_board, "the board again"},
    {"help", say_help, "this list, and how to type a move"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

void play_prompt_help(void)
{
    for (int i = 0; i < COMMANDS; i++) printf("  %-22s %s\n", commands[i].word, commands[i].help);
    printf("  %-22s %s\n  %-22s %s\n", "save FILE", "save the game so far, for --replay", "quit",
           "leave the game");
    printf("  %-22s %s\n", "Ctrl-C", "the engine moves at once, a hint ends; twice here: leave the game");
}

static void lines_add_text(Lines *lines, const char *text)
{
    while (*text) {
        char         word[TEXT_MAX];
        const size_t n = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, text);
        lines_add(lines, word);
        text += n + (text[n] == ' ');
    }
    putchar('\n');
}

// What the board shows after a move: "C3 empty, C6 black".
static void changes_add(const Variant *v, const AnyState *before, const AnyState *after, Text *out)
{
    char last[TEXT_MAX] = "", next[TEXT_MAX], name[SPEC_WORD_MAX];
    for (int i = 0; i < v->facts.cells; i++) {
        const CellPlace place = v->game->cell_place(v->rules, i);
        const CellView  view  = v->game->cell_view(v->rules, after, i);
        Text            text  = text_on(next, sizeof next);
        if (place.name[0] == 0 || !draw_changed(v, after, before, i)) continue;
        text_add(&text, "%s", view.owner < 0 ? "empty" : variant_player_name(v, view.owner, name));
        if (view.height > 1) text_add(&text, " (%d high)", view.height);
        if (last[0] && strcmp(last, next) != 0) text_add(out, " %s,", last);
        text_add(out, " %s", place.name);
        strcpy(last, next);
    }
    if (last[0]) text_add(out, " %s", last);
}

// How moves are typed, by some that are possible now: of different classes, as far as there are.
static void say_notation(const Table *t)
{
    const Variant *const v = &t->at->v;
    Move                 moves[GAME_MOVES_MAX];
    int                  said  = 0;
    unsigned             seen  = 0;
    const int            n     = v->game->generate(v->rules, &t->record.now, moves);
    Lines                lines = {.columns = terminal_columns(stdout)};
    lines_add(&lines, "a move:");
    lines_add_text(&lines, v->game->move_help != NULL ? v->game->move_help : "as in docs/GAMES.md");
    puts("for example, now:");
    for (int i = 0; i < n && said < EXAMPLES; i++) {
        const unsigned kind = 1u << (v->game->move_kind(v->rules, &t->record.now, moves[i]) % 32);
        if (seen & kind) continue;
        char     word[TEXT_MAX], changes[TEXT_MAX];
        Text     word_out = text_on(word, sizeof word), changes_out = text_on(changes, sizeof changes);
        AnyState after;
        v->game->play(v->rules, &after, &t->record.now, moves[i]);
        variant_move_format(v, &t->record.now, moves[i], &word_out);
        changes_add(v, &t->record.now, &after, &changes_out);
        printf("  %-10s%s\n", word, changes);
        seen |= kind;
        said++;
    }
}

static void say_help(Table *t)
{
    say_notation(t);
    puts("or, instead of a move:");
    play_prompt_help();
}

// Is the line a command that is now done?
static bool command_done(Table *t, const char *word, const char *rest)
{
    if (strcmp(word, "save") == 0) {
        if (*rest) save(t, rest);
        else puts("save: expected a file name after it");
        return true;
    }
    if (strcmp(word, "moves") == 0) return say_moves(t, rest), true;
    for (int i = 0; i < COMMANDS; i++)
        if (*rest == 0 && strcmp(word, commands[i].word) == 0) return commands[i].say(t), true;
    return false;
}

static void print_prompt(const Table *t)
{
    char name[SPEC_WORD_MAX];
    if (!t->quiet)
        printf("%s> ",
               variant_player_name(&t->at->v, t->at->v.game->turn(t->at->v.rules, &t->record.now), name));
    fflush(stdout);
}

// One line of input; false at its end, or when the human leaves by Ctrl-C: twice, for the first one may have
// been meant for the engine.
static bool line_ask(Table *t, char line[TEXT_MAX], bool terminal)
{
    for (int strikes = 0;; strikes++) {
        print_prompt(t);
        cli_catch_ctrl_c();
        if (fgets(line, TEXT_MAX, stdin) != NULL) return true;
        if (!atomic_load(&cli_interrupted)) break;
        clearerr(stdin);
        if (!terminal || strikes > 0) {
            t->interrupted = true;
            break;
        }
        puts("\nCtrl-C again, or quit, leaves the game");
    }
    if (terminal) putchar('\n');
    t->quit = true;
    return false;
}

// A move in several words: "c3 c4" may be C3C4, "9 13" 9-13.
static bool words_parse(const Table *t, const char *word, const char *rest, const char *between, Move *m,
                        Status *status)
{
    char joined[TEXT_MAX];
    Text text = text_on(joined, sizeof joined);
    text_add(&text, "%s", word);
    while (*rest) {
        const size_t n = strcspn(rest, blanks);
        text_add(&text, "%s%.*s", between, (int)n, rest);
        rest += n;
        rest += strspn(rest, blanks);
    }
    return variant_move_parse(&t->at->v, &t->record.now, joined, m, status);
}

bool play_prompt_ask(Table *t, Move *m, Status *status)
{
    const bool terminal = isatty(STDIN_FILENO) == 1;
    char       line[TEXT_MAX];
    while (line_ask(t, line, terminal)) {
        const bool cut = strlen(line) == sizeof line - 1;
        for (size_t n = strlen(line); n > 0 && strchr(blanks, line[n - 1]) != NULL;) line[--n] = 0;
        char *const word = line + strspn(line, blanks), *rest = word + strcspn(word, blanks);
        if (*rest) *rest++ = 0;
        rest += strspn(rest, blanks);
        if (*word == 0 && !cut) continue;
        if (strcmp(word, "quit") == 0) return t->quit = true, false;
        if (!cut && command_done(t, word, rest)) continue;
        if (!cut && (words_parse(t, word, rest, "", m, status) ||
                     (*rest && words_parse(t, word, rest, "-", m, status))))
            return true;
        if (*rest || cut) status_fail(status, "'%.40s %.40s': expected one legal move in a line", word, rest);
        if (!terminal) return false;
        puts(status->text);
    }
    return false;
}
