// command.h - a command as a row of data: its name, words, flags, help and function. commands.def lists the
// rows; main.c chooses one, args.c reads a command line by it, command.c prints its help.
//
// A group (`db`) is a row without a function; its verbs (`db build`) are the rows named "<group> <verb>",
// each with words and flags of its own. A row with a function may have verbs as well (`match merge`).
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "base/build_info.h"
#include "base/part.h"
#include "base/status.h"

#include <stdbool.h>

// One flag of a command. `value` names what follows it (--depth N), with "..." at its end when the flag may
// be given more than once; NULL for a switch.
typedef struct Flag {
    const char *name;   // without the dashes; NULL ends a table
    const char *value;
    const char *help;
} Flag;

// The same flag of many commands: main.c puts its value where databases_folder finds it.
#define FLAG_DIR                                                                                             \
    {                                                                                                        \
        "dir", "DIR", "where the databases are (default: $POLLARD_DATABASES, otherwise databases)"           \
    }

// A part of numbered work, to be merged with the others (base/part.h).
#define FLAG_PART                                                                                            \
    {                                                                                                        \
        "part", "I/N", "only part I of N, to be run anywhere and merged (docs/SCALE.md)"                     \
    }

// Results of programs whose sources differ do not mix, unless the user says so (base/build_info.h).
#define FLAG_ACCEPT                                                                                          \
    {                                                                                                        \
        "accept", "DIGEST...", "use results that a program of this digest made, too (none: of no digest)"    \
    }

enum { ARGS_WORDS_MAX = 1024, ARGS_FLAGS_MAX = 16, ARGS_REPEATED_MAX = 16 };

typedef struct Args Args;

typedef struct Command {
    const char *name;      // "perft", "db", "db build"
    const char *program;   // that has it; NULL: pollard
    const char *words;     // what follows the name, for the usage: "GAME DEPTH"; NULL: nothing but flags
    const char *summary;   // one line
    const char
        *examples;       // lines for --help, each "  pollard ...\n"; NULL for a group, which shows its verbs'
    const Flag *flags;   // ended by {0}; NULL: only --json and --help, which every command takes
    int         words_min, words_max;
    bool        verb_is_spec;       // the verb may have options (name:key=value); it is then words[0] as well
    int (*run)(const Args *args);   // returns the exit code; NULL for a group
    void (*more_help)(void);        // or NULL: printed before the examples
} Command;

extern const Command *const commands_all[];   // ended by NULL

const char *command_program(const Command *command);

bool command_is_verb(const Command *command, const Command *group);   // "db build" of "db"

// Finds the command that argv[0], and argv[1] after a group, name; *used says how many words these were.
// Without a verb it is the group itself.
const Command *command_find(int argc, char **argv, int *used, Status *status);

void command_help(const Command *command);
void command_help_all(void);
// For more_help: a form, and from `column` on what it means, over several lines where it is long.
void command_help_row(const char *form, const char *help, int column);

// A parsed command line.
struct Args {
    const Command *command;
    int            count;
    const char    *words[ARGS_WORDS_MAX];
    // By the index in command->flags; "" for a switch that is on; NULL when not given.
    const char *values[ARGS_FLAGS_MAX];
    // Every value of the flags that may be repeated, in their order.
    int repeated_count;
    struct {
        const char *flag, *value;
    } repeated[ARGS_REPEATED_MAX];
    bool json, help;
    int  games_named;   // games that --game FILE.so has loaded; set by main
};

// The flag of every command, and before it: takes the next `--game FILE.so` out of the line; false: there is
// none, or it is wrong, which *status then says. A command may have a flag --game of its own, for a name;
// what ends in .so or has a slash is a file.
bool        args_take_game(int *argc, char **argv, const char **path, Status *status);
bool        args_parse(Args *args, const Command *command, int argc, char **argv, Status *status);
const char *args_value(const Args *args, const char *flag);             // NULL when not given
const char *args_repeated(const Args *args, const char *flag, int i);   // value i, from 0; NULL: no more
bool        args_accept(const Args *args, DigestList *out, Status *status);   // the digests of --accept
bool        args_accepts(const Args *args, const char *digest);               // is this one of them?
bool        args_part(const Args *args, Part *out, Status *status);           // --part; the whole without it
bool        args_number(const Args *args, const char *flag, long min, long max, long fallback, long *out,
                        Status *status);

#endif
