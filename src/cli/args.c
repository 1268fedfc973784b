#include "base/text.h"
#include "cli/cli.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

static bool is_file_name(const char *word)
{
    const size_t n = strlen(word);
    return strchr(word, '/') != NULL || (n > 3 && strcmp(word + n - 3, ".so") == 0);
}

bool args_take_game(int *argc, char **argv, const char **path, Status *status)
{
    static const char flag[] = "--game";
    const size_t      n      = strlen(flag);
    bool              before = true;   // the command
    for (int i = 1; i < *argc; i++) {
        before &= argv[i][0] == '-';
        if (strncmp(argv[i], flag, n) != 0 || (argv[i][n] != 0 && argv[i][n] != '=')) continue;
        const int words = argv[i][n] == '=' ? 1 : 2;
        *path           = words == 1 ? argv[i] + n + 1 : argv[i + 1];
        if (before && (*path == NULL || !is_file_name(*path)))
            return status_fail(status, "--game%s%.60s: expected a plug-in, FILE.so, after it",
                               *path == NULL ? "" : " ", *path == NULL ? "" : *path);
        if (*path == NULL || !is_file_name(*path)) continue;
        for (int k = i; k + words <= *argc; k++) argv[k] = argv[k + words];
        *argc -= words;
        return true;
    }
    return false;
}

static int flag_index(const Command *command, const char *name, size_t length)
{
    for (int i = 0; command->flags != NULL && command->flags[i].name != NULL; i++)
        if (strlen(command->flags[i].name) == length && strncmp(command->flags[i].name, name, length) == 0)
            return i;
    return -1;
}

// A verb of the same group that takes the flag, or NULL.
static const Command *flag_owner(const Command *command, const char *name, size_t length)
{
    const size_t group = strcspn(command->name, " ") + 1;
    if (command->name[group - 1] == 0) return NULL;
    for (int i = 0; commands_all[i] != NULL; i++)
        if (strncmp(commands_all[i]->name, command->name, group) == 0 &&
            flag_index(commands_all[i], name, length) >= 0)
            return commands_all[i];
    return NULL;
}

static bool unknown_flag(const Command *command, const char *word, Status *status)
{
    char                 known[260];
    Text                 text   = text_on(known, sizeof known);
    const size_t         length = strcspn(word + 2, "=");
    const Command *const owner  = flag_owner(command, word + 2, length);
    for (int i = 0; command->flags != NULL && command->flags[i].name != NULL; i++)
        text_add(&text, "--%s, ", command->flags[i].name);
    if (length == 4 && strncmp(word + 2, "game", length) == 0)
        return status_fail(status, "%s: --game: expected a plug-in, FILE.so, after it", command->name);
    if (owner != NULL)
        return status_fail(status, "%s: '%.40s' is a flag of %s; %s takes %s--json, --help", command->name,
                           word, owner->name, command->name, known);
    return status_fail(status, "%s: unknown flag '%.40s'; expected one of: %s--json, --help", command->name,
                       word, known);
}

static bool may_repeat(const Flag *flag)
{
    const size_t n = flag->value == NULL ? 0 : strlen(flag->value);
    return n > 3 && strcmp(flag->value + n - 3, "...") == 0;
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
    if (args->values[k] != NULL && !may_repeat(flag))
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
    if (!may_repeat(flag)) return true;
    if (args->repeated_count == ARGS_REPEATED_MAX)
        return status_fail(status, "%s: --%s is given more than %d times", args->command->name, flag->name,
                           ARGS_REPEATED_MAX);
    args->repeated[args->repeated_count].flag    = flag->name;
    args->repeated[args->repeated_count++].value = args->values[k];
    return true;
}

static bool word_add(Args *args, const char *word, Status *status)
{
    if (args->count == args->command->words_max || args->count == ARGS_WORDS_MAX)
        return status_fail(status, "%s: '%.60s' is one word too many; usage: %s %s%s%s", args->command->name,
                           word, command_program(args->command), args->command->name,
                           args->command->words == NULL ? "" : " ",
                           args->command->words == NULL ? "" : args->command->words);
    args->words[args->count++] = word;
    return true;
}

// --1--/... is a position, no flag.
static bool is_flag(const char *word)
{
    return strncmp(word, "--", 2) == 0 && isalpha((unsigned char)word[2]);
}

bool args_parse(Args *args, const Command *command, int argc, char **argv, Status *status)
{
    memset(args, 0, sizeof *args);
    args->command = command;
    // Asking for help is never wrong, whatever else the line holds.
    for (int i = 0; i < argc; i++) args->help |= strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0;
    if (args->help) return true;
    if (command->run == NULL)
        return status_fail(status, "%s: expected a verb%s%.40s%s; `pollard %s --help` lists them",
                           command->name, argc > 0 ? " before '" : "", argc > 0 ? argv[0] : "",
                           argc > 0 ? "'" : "", command->name);
    for (int i = 0; i < argc; i++)
        if (is_flag(argv[i]) ? !flag_parse(args, argc, argv, &i, status) : !word_add(args, argv[i], status))
            return false;
    if (args->count < command->words_min)
        return status_fail(status, "%s: too few words; usage: %s %s %s", command->name,
                           command_program(command), command->name, command->words);
    return true;
}

const char *args_value(const Args *args, const char *flag)
{
    assert(args->command != NULL && flag[0] != 0);
    const int i = flag_index(args->command, flag, strlen(flag));
    return i < 0 ? NULL : args->values[i];
}

const char *args_repeated(const Args *args, const char *flag, int i)
{
    assert(i >= 0);
    for (int k = 0; k < args->repeated_count; k++)
        if (strcmp(args->repeated[k].flag, flag) == 0 && i-- == 0) return args->repeated[k].value;
    return NULL;
}

bool args_accept(const Args *args, DigestList *out, Status *status)
{
    _Static_assert((int)ARGS_REPEATED_MAX <= (int)DIGESTS_ACCEPTED_MAX, "room for all that are accepted");
    const char *digest;
    *out = (DigestList){0};
    while ((digest = args_repeated(args, "accept", out->count)) != NULL) {
        if (!digest_valid(digest))
            return status_fail(status, "--accept %s: expected a digest of 16 hexadecimal digits, or none",
                               digest);
        out->list[out->count++] = digest;
    }
    return true;
}

bool args_accepts(const Args *args, const char *digest)
{
    const char *accepted;
    for (int i = 0; (accepted = args_repeated(args, "accept", i)) != NULL; i++)
        if (strcmp(accepted, digest) == 0) return true;
    return false;
}

bool args_part(const Args *args, Part *out, Status *status)
{
    const char *const text = args_value(args, "part");
    *out                   = (Part){0};
    return text == NULL || part_read(out, text, status) || status_prefix(status, "--part");
}

bool args_number(const Args *args, const char *flag, long min, long max, long fallback, long *out,
                 Status *status)
{
    assert(min <= max);
    const char *const text = args_value(args, flag);
    *out                   = fallback;
    if (text == NULL || text_whole_number(text, min, max, out)) return true;
    return status_fail(status, "--%s %s: expected a number from %ld to %ld", flag, text, min, max);
}
