// command.c - the rows of commands.def: finding one by its words, and its help.
#include "cli/command.h"
#include "base/text.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define X(id) extern const Command command_##id;
#include "cli/commands.def"
#undef X

const Command *const commands_all[] = {
#define X(id) &command_##id,
#include "cli/commands.def"
#undef X
    NULL,
};

const char *command_program(const Command *command)
{
    return command->program != NULL ? command->program : "pollard";
}

bool command_is_verb(const Command *command, const Command *group)
{
    const size_t n = strlen(group->name);
    return strncmp(command->name, group->name, n) == 0 && command->name[n] == ' ';
}

static bool is_top(const Command *command) { return strchr(command->name, ' ') == NULL; }

// The part of the name that the command line must hold after its group.
static const char *last_word(const Command *command)
{
    const char *const blank = strchr(command->name, ' ');
    return blank == NULL ? command->name : blank + 1;
}

// `group` NULL: the commands; otherwise its verbs.
static bool is_choice(const Command *command, const Command *group)
{
    return group == NULL ? is_top(command) : command_is_verb(command, group);
}

static bool is_named(const Command *command, const char *word)
{
    const size_t n = strlen(last_word(command));
    return strncmp(last_word(command), word, n) == 0 &&
           (word[n] == 0 || (command->verb_is_spec && word[n] == ':'));
}

static const Command *choose(const Command *group, const char *word, Status *status)
{
    char        known[400];
    Text        text = text_on(known, sizeof known);
    const char *near = NULL, *const kind = group == NULL ? "command" : "verb";
    int nearest = 3;   // what is further off was not meant
    for (int i = 0; commands_all[i] != NULL; i++) {
        const Command *const c = commands_all[i];
        if (!is_choice(c, group)) continue;
        if (is_named(c, word)) return c;
        text_add(&text, "%s%s", text.used ? ", " : "", last_word(c));
        const int far = strlen(word) < 40 ? text_distance(word, last_word(c)) : INT_MAX;
        if (far < nearest) nearest = far, near = last_word(c);
    }
    if (near == NULL) status_fail(status, "unknown %s '%.40s'; expected one of: %s", kind, word, known);
    else status_fail(status, "unknown %s '%.40s'; did you mean '%s'? All: %s", kind, word, near, known);
    if (group != NULL) status_prefix(status, "%s", group->name);
    return NULL;
}

// A command with a function may have verbs too: `match merge`. Any other word is the command's own.
static const Command *verb_find(const Command *command, const char *word, int *used)
{
    for (int i = 0; commands_all[i] != NULL; i++)
        if (command_is_verb(commands_all[i], command) && is_named(commands_all[i], word))
            return *used = 2, commands_all[i];
    return command;
}

const Command *command_find(int argc, char **argv, int *used, Status *status)
{
    assert(argc >= 1);
    *used                        = 1;
    const Command *const command = choose(NULL, argv[0], status);
    if (command == NULL || argc < 2 || argv[1][0] == '-') return command;
    if (command->run != NULL) return verb_find(command, argv[1], used);
    const Command *const verb = choose(command, argv[1], status);
    *used                     = verb != NULL && verb->verb_is_spec ? 1 : 2;
    return verb;
}

// Help.

enum { COLUMNS = 100, FLAG_COLUMN = 25 };

// Where printing stands: at column `at`; further lines begin at column `indent`.
typedef struct Lines {
    int  at, indent;
    bool begun;   // something stands on the line
} Lines;

// Prints an item that is not torn, after a blank, or on the next line where it does not fit.
static void print_item(Lines *lines, const char *item, int length)
{
    assert(length >= 0);
    if (lines->begun && lines->at + 1 + length > COLUMNS) {
        printf("\n%*s", lines->indent, "");
        lines->at    = lines->indent;
        lines->begun = false;
    }
    lines->at += printf("%s%.*s", lines->begun ? " " : "", length, item);
    lines->begun = true;
}

static void print_wrapped(const char *text, int at)
{
    Lines lines = {.at = at, .indent = at};
    for (int n; *text; text += n + (text[n] == ' ')) {
        n = (int)strcspn(text, " ");
        print_item(&lines, text, n);
    }
    putchar('\n');
}

static void flag_form(const Flag *flag, Text *out)
{
    text_add(out, "--%s%s%s", flag->name, flag->value ? " " : "", flag->value ? flag->value : "");
}

static void print_usage(const Command *command)
{
    char  form[120];
    Text  text  = text_on(form, sizeof form);
    Lines lines = {.at = printf("usage: "), .indent = 11};
    text_add(&text, "%s %s", command_program(command), command->name);
    if (command->words != NULL) text_add(&text, "%s%s", command->verb_is_spec ? "" : " ", command->words);
    print_item(&lines, form, (int)text.used);
    for (const Flag *f = command->flags; f != NULL && f->name != NULL; f++) {
        text = text_on(form, sizeof form);
        text_add(&text, "[");
        flag_form(f, &text);
        text_add(&text, "]");
        print_item(&lines, form, (int)text.used);
    }
    putchar('\n');
}

void command_help_row(const char *form, const char *help, int column)
{
    assert(column > 0);
    const int at = printf("  %s", form);
    if (at >= column) printf("\n%*s", column, "");
    else printf("%*s", column - at, "");
    print_wrapped(help, column);
}

static void print_flag(const char *form, const char *help) { command_help_row(form, help, FLAG_COLUMN); }

static void group_help(const Command *group)
{
    printf("%s\n\nusage: pollard %s VERB ... (pollard %s VERB --help says more)\n\n", group->summary,
           group->name, group->name);
    for (int i = 0; commands_all[i] != NULL; i++)
        if (command_is_verb(commands_all[i], group))
            print_flag(last_word(commands_all[i]), commands_all[i]->summary);
    putchar('\n');
    if (group->more_help != NULL) group->more_help();
    puts("examples:");
    for (int i = 0; commands_all[i] != NULL; i++)
        if (command_is_verb(commands_all[i], group)) fputs(commands_all[i]->examples, stdout);
}

void command_help(const Command *command)
{
    if (command->run == NULL) {
        group_help(command);
        return;
    }
    printf("%s\n\n", command->summary);
    print_usage(command);
    putchar('\n');
    for (const Flag *f = command->flags; f != NULL && f->name != NULL; f++) {
        char form[48];
        Text text = text_on(form, sizeof form);
        flag_form(f, &text);
        print_flag(form, f->help);
    }
    print_flag("--json", "one JSON object on stdout, for programs");
    print_flag("--help", "this help");
    putchar('\n');
    for (int i = 0; commands_all[i] != NULL; i++)
        if (command_is_verb(commands_all[i], command))
            printf("pollard %s: %s\n\n", commands_all[i]->name, commands_all[i]->summary);
    if (command->more_help != NULL) command->more_help();
    printf("examples:\n%s", command->examples);
}

void command_help_all(void)
{
    printf("Pollard %s, a game-tree search laboratory.\n\n"
           "usage: pollard COMMAND ... (pollard COMMAND --help says more)\n\n",
           POLLARD_VERSION);
    for (int i = 0; commands_all[i] != NULL; i++)
        if (is_top(commands_all[i])) printf("  %-10s %s\n", commands_all[i]->name, commands_all[i]->summary);
    puts("\nwith any command: --game FILE.so, a game of your own (docs/PLUGINS.md); POLLARD_GAMES=DIR, a "
         "folder of them");
    fputs(
        "\nthree things to try:\n"
        "  pollard show abalone:start=belgian-daisy      a board, its legal moves and its position as text\n"
        "  pollard play othello                          you against the engine, a second a move\n"
        "  pollard perft checkers 10 --threads 2         how many games of ten plies there are\n",
        stdout);
}
