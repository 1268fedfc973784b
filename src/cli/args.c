#include "base/text.h"
#include "cli/cli.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int flag_index(const Command *command, const char *name, size_t length)
{
    for (int i = 0; command->flags[i].name != NULL; i++)
        if (strlen(command->flags[i].name) == length && strncmp(command->flags[i].name, name, length) == 0)
            return i;
    return -1;
}

static bool unknown_flag(const Command *command, const char *word, Status *status)
{
    char known[260];
    Text text = text_on(known, sizeof known);
    for (int i = 0; command->flags[i].name != NULL; i++) text_add(&text, "--%s, ", command->flags[i].name);
    return status_fail(status, "%s: unknown flag '%s'; expected one of: %s--json, --help", command->name,
                       word, known);
}

// One flag at argv[*i]; its value may follow after '=' or as the next word.
static bool flag_parse(Args *args, int argc, char **argv, int *i, Status *status)
{
    const char *const word = argv[*i], *const name = word + 2;
    if (strcmp(name, "json") == 0) return args->json = true;
    if (strcmp(name, "help") == 0) return args->help = true;
    const size_t length = strcspn(name, "=");
    const int    k      = flag_index(args->command, name, length);
    if (k < 0) return unknown_flag(args->command, word, status);
    const Flag *const flag = &args->command->flags[k];
    if (args->values[k] != NULL)
        return status_fail(status, "%s: --%s is given twice", args->command->name, flag->name);
    if (flag->value == NULL) {
        if (name[length])
            return status_fail(status, "%s: --%s takes no value", args->command->name, flag->name);
        args->values[k] = "";
        return true;
    }
    if (name[length]) args->values[k] = name + length + 1;
    else if (*i + 1 < argc) args->values[k] = argv[++*i];
    else
        return status_fail(status, "%s: --%s: expected %s after it", args->command->name, flag->name,
                           flag->value);
    return true;
}

bool args_parse(Args *args, const Command *command, int argc, char **argv, Status *status)
{
    memset(args, 0, sizeof *args);
    args->command = command;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "-h") == 0) {
            args->help = true;
            // --1--/... is a position
        } else if (strncmp(argv[i], "--", 2) == 0 && isalpha((unsigned char)argv[i][2])) {
            if (!flag_parse(args, argc, argv, &i, status)) return false;
        } else {
            if (args->count == command->words_max || args->count == ARGS_WORDS_MAX)
                return status_fail(status, "%s: '%s' is one word too many; usage: pollard %s", command->name,
                                   argv[i], command->usage);
            args->words[args->count++] = argv[i];
        }
    }
    if (!args->help && args->count < command->words_min)
        return status_fail(status, "%s: too few words; usage: pollard %s", command->name, command->usage);
    return true;
}

void args_help(const Command *command)
{
    printf("%s\n\nusage: pollard %s\n\n", command->summary, command->usage);
    for (int i = 0; command->flags[i].name != NULL; i++) {
        char              flag[48];
        Text              text = text_on(flag, sizeof flag);
        const Flag *const f    = &command->flags[i];
        text_add(&text, "--%s%s%s", f->name, f->value ? " " : "", f->value ? f->value : "");
        printf("  %-22s %s\n", flag, f->help);
    }
    printf("  %-22s one JSON object on stdout, for programs\n  %-22s this help\n\n", "--json", "--help");
    if (command->more_help != NULL) command->more_help();
    printf("examples:\n%s", command->examples);
}

const char *args_value(const Args *args, const char *flag)
{
    const int i = flag_index(args->command, flag, strlen(flag));
    return i < 0 ? NULL : args->values[i];
}

bool args_number(const Args *args, const char *flag, long min, long max, long fallback, long *out,
                 Status *status)
{
    const char *const text = args_value(args, flag);
    *out                   = fallback;
    if (text == NULL || text_whole_number(text, min, max, out)) return true;
    return status_fail(status, "--%s %s: expected a number from %ld to %ld", flag, text, min, max);
}
