// cmd_completion.c - `pollard completion SHELL`: what the Tab key offers, made from the rows of commands.def.
//
// Offered are commands, verbs after their group, a command's flags, and the names of games where a command's
// first word is one; file names everywhere else. The scripts ask nobody: they hold all words. With --json the
// same words as data, for completion elsewhere.
#include "cli/cli.h"
#include "game/levels.h"

#include <stdio.h>
#include <string.h>

// Text inside single quotes of a shell. fish takes a backslash before a quote, the others end the quotes.
static void print_quoted(const char *text, const char *quote)
{
    for (; *text; text++)
        if (*text == '\'') fputs(quote, stdout);
        else putchar(*text);
}

static const char *const quote_sh = "'\\''", *const quote_fish = "\\'";

static bool is_top(const Command *command) { return strchr(command->name, ' ') == NULL; }

static const char *verb_of(const Command *command) { return strchr(command->name, ' ') + 1; }

static bool takes_game(const Command *command)
{
    const char *const words = command->words;
    return words != NULL && strncmp(words + (words[0] == '['), "GAME", 4) == 0;
}

// Flags that every command has.
static const Flag flags_usual[] = {
    {"json", NULL, "one JSON object on stdout, for programs"},
    {"help", NULL, "what the command does, with examples"},
    {0},
};

// What may follow a command, handed over one by one: "--depth" with its help, the name of a game.
typedef void Offer(void *context, const Command *command, const char *word, const char *value,
                   const char *help);

static void offer_flags(const Command *command, const Flag *flags, Offer *offer, void *context)
{
    for (const Flag *f = flags; f != NULL && f->name != NULL; f++) {
        char word[64];
        Text text = text_on(word, sizeof word);
        text_add(&text, "--%s", f->name);
        offer(context, command, word, f->value, f->help);
    }
}

static void offer_all(const Command *command, Offer *offer, void *context)
{
    for (int i = 0; commands_all[i] != NULL; i++)
        if (command_is_verb(commands_all[i], command))
            offer(context, command, verb_of(commands_all[i]), NULL, commands_all[i]->summary);
    if (command->run == NULL) return offer_flags(command, flags_usual + 1, offer, context);
    for (int i = 0; takes_game(command) && games_all[i] != NULL; i++)
        offer(context, command, games_all[i]->name, NULL, games_all[i]->title);
    offer_flags(command, command->flags, offer, context);
    offer_flags(command, flags_usual, offer, context);
}

// bash: a function that lists words, and one that picks.

static void bash_word(void *context, const Command *command, const char *word, const char *value,
                      const char *help)
{
    (void)context, (void)command, (void)value, (void)help;
    printf(" %s", word);
}

static void bash_print(void)
{
    fputs("# Completion of pollard for bash, made by `pollard completion bash`.\n"
          "_pollard_words() {\n    case \"$1\" in\n    '') echo '",
          stdout);
    for (int i = 0; commands_all[i] != NULL; i++)
        if (is_top(commands_all[i])) printf("%s ", commands_all[i]->name);
    puts("help --version' ;;");
    for (int i = 0; commands_all[i] != NULL; i++) {
        printf("    '%s') echo '", commands_all[i]->name);
        offer_all(commands_all[i], bash_word, NULL);
        puts(" ' ;;");
    }
    fputs("    *) return 1 ;;\n    esac\n}\n"
          "_pollard() {\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} path= word words\n"
          "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
          "        _pollard_words \"${path:+$path }$word\" >/dev/null || break\n"
          "        path=${path:+$path }$word\n"
          "    done\n"
          "    words=$(_pollard_words \"$path\")\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "}\n"
          "complete -o default -F _pollard pollard\n",
          stdout);
}

// zsh: the same with a description behind each word.

static void zsh_word(void *context, const Command *command, const char *word, const char *value,
                     const char *help)
{
    (void)context, (void)command, (void)value;
    printf(" '%s:", word);
    print_quoted(help, quote_sh);
    putchar('\'');
}

static void zsh_print(void)
{
    fputs("#compdef pollard\n# Completion of pollard for zsh, made by `pollard completion zsh`.\n"
          "_pollard_words() {\n    case $1 in\n    '') offers=(",
          stdout);
    for (int i = 0; commands_all[i] != NULL; i++)
        if (is_top(commands_all[i]))
            zsh_word(NULL, NULL, commands_all[i]->name, NULL, commands_all[i]->summary);
    puts(") ;;");
    for (int i = 0; commands_all[i] != NULL; i++) {
        printf("    '%s') offers=(", commands_all[i]->name);
        offer_all(commands_all[i], zsh_word, NULL);
        puts(") ;;");
    }
    fputs("    *) return 1 ;;\n    esac\n}\n"
          "_pollard() {\n"
          "    local joined= word\n    local -a offers\n"
          "    _pollard_words ''\n"
          "    for word in ${words[2,CURRENT-1]}; do\n"
          "        _pollard_words \"${joined:+$joined }$word\" || break\n"
          "        joined=${joined:+$joined }$word\n"
          "    done\n"
          "    _describe -o pollard offers || _files\n"
          "}\n"
          "if [ \"$funcstack[1]\" = _pollard ]; then _pollard \"$@\"; else compdef _pollard pollard; fi\n",
          stdout);
}

// fish: a line a word, with the condition under which it is offered.

static void fish_condition(const Command *command)
{
    const char *const blank = strchr(command->name, ' ');
    const int         top   = blank == NULL ? (int)strlen(command->name) : (int)(blank - command->name);
    printf("complete -c pollard -n '__fish_seen_subcommand_from %.*s", top, command->name);
    if (blank != NULL) printf("; and __fish_seen_subcommand_from %s", blank + 1);
    putchar('\'');
}

// Of a group the verbs, while none is there.
static void fish_group_condition(const Command *group)
{
    printf("complete -c pollard -n '__fish_seen_subcommand_from %s; and not __fish_seen_subcommand_from",
           group->name);
    for (int i = 0; commands_all[i] != NULL; i++)
        if (command_is_verb(commands_all[i], group)) printf(" %s", verb_of(commands_all[i]));
    putchar('\'');
}

static void fish_word(void *context, const Command *command, const char *word, const char *value,
                      const char *help)
{
    (void)context;
    if (command->run == NULL) fish_group_condition(command);
    else fish_condition(command);
    if (strncmp(word, "--", 2) == 0) printf(" -l %s%s -d '", word + 2, value != NULL ? " -r" : "");
    else printf(" -f -a %s -d '", word);
    print_quoted(help, quote_fish);
    puts("'");
}

static void fish_print(void)
{
    puts("# Completion of pollard for fish, made by `pollard completion fish`.");
    for (int i = 0; commands_all[i] != NULL; i++) {
        if (is_top(commands_all[i])) {
            printf("complete -c pollard -n __fish_use_subcommand -f -a %s -d '", commands_all[i]->name);
            print_quoted(commands_all[i]->summary, quote_fish);
            puts("'");
        }
        offer_all(commands_all[i], fish_word, NULL);
    }
}

// The same words as data.

static void json_word(void *offers, const Command *command, const char *word, const char *value,
                      const char *help)
{
    (void)command;
    json_array_append_new(offers, json_pack("{s:s, s:s?, s:s}", "word", word, "value", value, "help", help));
}

static json_t *offers_json(const Command *command)
{
    json_t *const offers = json_array();
    offer_all(command, json_word, offers);
    return json_pack("{s:s, s:s, s:o}", "name", command->name, "help", command->summary, "offers", offers);
}

static int words_print(const char *shell)
{
    json_t *const commands = json_array();
    for (int i = 0; commands_all[i] != NULL; i++)
        json_array_append_new(commands, offers_json(commands_all[i]));
    return json_print(json_pack("{s:s, s:o}", "shell", shell, "commands", commands));
}

static const struct {
    const char *name;
    void (*print)(void);
} shells[] = {{"bash", bash_print}, {"zsh", zsh_print}, {"fish", fish_print}};

static int run(const Args *args)
{
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(args->words[0], shells[i].name) != 0) continue;
        return args->json ? words_print(shells[i].name) : (shells[i].print(), EXIT_DONE);
    }
    return cli_end(EXIT_BAD_INPUT, "completion: unknown shell '%.40s'; expected bash, zsh or fish",
                   args->words[0]);
}

const Command command_completion = {
    .name      = "completion",
    .words     = "bash|zsh|fish",
    .summary   = "print what makes the Tab key of a shell complete pollard's words",
    .words_min = 1,
    .words_max = 1,
    .examples  = "  pollard completion bash >completion.bash\n"
                 "  pollard completion fish >completion.fish\n"
                 "  pollard completion bash --json\n",
    .run       = run,
};
