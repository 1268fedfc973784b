// campaign.c - reading a campaign.
#include "campaign/campaign.h"
#include "base/json_read.h"
#include "campaign/kinds.h"

#include <assert.h>
#include <string.h>

const char *const campaign_where_names[CAMPAIGN_WHERES] = {"local", "ssh", "parallel", "slurm"};

bool campaign_where_read(CampaignWhere *where, const char *text, Status *status)
{
    for (int i = 0; i < CAMPAIGN_WHERES; i++)
        if (strcmp(text, campaign_where_names[i]) == 0) return *where = (CampaignWhere)i, true;
    return status_fail(status, "'%.40s': expected local, ssh, parallel or slurm", text);
}

// Words.

static bool word_add(CampaignWords *words, size_t *used, const char *text, size_t size, const char *key,
                     Status *status)
{
    if (words->count == CAMPAIGN_WORDS_MAX || *used + size + 1 > sizeof words->text)
        return status_fail(status, "%s: expected at most %d words and %d bytes", key, CAMPAIGN_WORDS_MAX,
                           CAMPAIGN_TEXT_MAX);
    char *const at = words->text + *used;
    memcpy(at, text, size);
    at[size] = 0;
    *used += size + 1;
    words->word[words->count++] = at;
    return true;
}

// A list of texts.
static bool list_read(CampaignWords *words, const json_t *list, const char *key, Status *status)
{
    size_t used  = 0;
    words->count = 0;
    if (!json_is_array(list)) return status_fail(status, "%s: expected a list of texts", key);
    for (size_t i = 0; i < json_array_size(list); i++) {
        char word[CAMPAIGN_TEXT_MAX];
        if (!json_read_text(json_array_get(list, i), key, word, sizeof word, status) ||
            !word_add(words, &used, word, strlen(word), key, status))
            return false;
    }
    return true;
}

// A text that is cut at blanks, or a list.
static bool words_read(CampaignWords *words, const json_t *value, const char *key, Status *status)
{
    char   text[CAMPAIGN_TEXT_MAX];
    size_t used = 0;
    if (json_is_array(value)) return list_read(words, value, key, status);
    if (!json_read_text(value, key, text, sizeof text, status)) return false;
    words->count = 0;
    for (const char *at = text; *(at += strspn(at, " ")) != 0;) {
        const size_t n = strcspn(at, " ");
        if (!word_add(words, &used, at, n, key, status)) return false;
        at += n;
    }
    return true;
}

// Commands.

const char *campaign_flag(const CampaignWords *words, const char *flag)
{
    for (int i = 0; i < words->count; i++)
        if (strcmp(words->word[i], flag) == 0) return i + 1 < words->count ? words->word[i + 1] : "";
    return NULL;
}

// --flag=value would not be found by its flag.
static bool flags_apart(const CampaignWords *words, const char *key, Status *status)
{
    for (int i = 0; i < words->count; i++)
        if (strncmp(words->word[i], "--", 2) == 0 && strchr(words->word[i], '=') != NULL)
            return status_fail(status, "%s: '%.60s': expected the flag and its value as two words", key,
                               words->word[i]);
    return true;
}

// What a part would refuse when it is run, at last, somewhere else.
static bool command_divides(const CampaignCommand *c, const char *key, Status *status)
{
    const char *const *const word = c->words.word, *const method = campaign_flag(&c->words, "--method");
    if (strcmp(word[0], "match") == 0 && strcmp(word[1], "merge") == 0)
        return status_fail(status, "%s: the campaign merges by itself; expected a match", key);
    if (strcmp(word[0], "tune") == 0 && strcmp(word[1], "eval") == 0 &&
        (method == NULL || strcmp(method, "regression") != 0))
        return status_fail(status,
                           "%s: expected --method regression; the others cannot be divided into parts", key);
    return true;
}

static bool command_check(const CampaignCommand *c, const char *key, Status *status)
{
    static const char *const ours[] = {"--part", "--results", "--save", "--save-pgn",
                                       "--out",  "--json",    NULL};
    if (!flags_apart(&c->words, key, status) || !command_divides(c, key, status)) return false;
    for (int i = 0; ours[i] != NULL; i++)
        if (campaign_flag(&c->words, ours[i]) != NULL)
            return status_fail(status, "%s: the campaign sets %s itself; expected a command without it", key,
                               ours[i]);
    return !c->kind->counts_games || campaign_flag(&c->words, "--games") != NULL ||
           status_fail(status, "%s: expected --games N, so that a missing game is noticed", key);
}

static bool command_read(CampaignCommand *c, const json_t *value, int number, Status *status)
{
    char key[32];
    snprintf(key, sizeof key, "command %d", number);
    if (!words_read(&c->words, value, key, status)) return false;
    c->kind = campaign_kind(&c->words);
    return c->kind != NULL
             ? command_check(c, key, status)
             : status_fail(status, "%s: expected lab run, match, tune eval or tune abstraction", key);
}

static bool commands_read(Campaign *campaign, const json_t *list, Status *status)
{
    const size_t n = json_array_size(list);
    if (n < 1 || n > CAMPAIGN_COMMANDS_MAX)
        return status_fail(status, "commands: expected a list of 1 to %d", CAMPAIGN_COMMANDS_MAX);
    campaign->count = (int)n;
    for (int i = 0; i < campaign->count; i++)
        if (!command_read(&campaign->command[i], json_array_get(list, (size_t)i), i + 1, status))
            return false;
    return true;
}

// Keys.

static bool where_read(Campaign *campaign, const json_t *value, Status *status)
{
    char text[40];
    return json_read_text(value, "where", text, sizeof text, status) &&
           (campaign_where_read(&campaign->where, text, status) || status_prefix(status, "where"));
}

static bool path_read(char out[PATH_MAX / 2], const json_t *value, const char *key, Status *status)
{
    return json_read_text(value, key, out, PATH_MAX / 2, status) &&
           ((out[0] != 0 && out[0] != '-') || status_fail(status, "%s: expected a path", key));
}

// The keys, each with what reads it.

static bool parts_read(Campaign *c, const char *key, json_t *value, Status *status)
{
    return json_read_int(value, key, 1, CAMPAIGN_PARTS_MAX, &c->parts, status);
}

static bool processes_read(Campaign *c, const char *key, json_t *value, Status *status)
{
    return json_read_int(value, key, 1, CAMPAIGN_SLOTS_MAX, &c->processes, status);
}

static bool threads_read(Campaign *c, const char *key, json_t *value, Status *status)
{
    return json_read_int(value, key, 1, CAMPAIGN_THREADS_MAX, &c->threads, status);
}

static bool commands_key(Campaign *c, const char *key, json_t *value, Status *status)
{
    (void)key;
    return commands_read(c, value, status);
}

static bool where_key(Campaign *c, const char *key, json_t *value, Status *status)
{
    (void)key;
    return where_read(c, value, status);
}

#define PATH_KEY(member)                                                                                     \
    static bool member##_read(Campaign *c, const char *key, json_t *value, Status *status)                   \
    {                                                                                                        \
        return path_read(c->member, value, key, status);                                                     \
    }
#define LIST_KEY(member)                                                                                     \
    static bool member##_read(Campaign *c, const char *key, json_t *value, Status *status)                   \
    {                                                                                                        \
        return list_read(&c->member, value, key, status);                                                    \
    }
PATH_KEY(folder)
PATH_KEY(program)
LIST_KEY(hosts)
LIST_KEY(options)
LIST_KEY(files)
LIST_KEY(slurm)
#undef PATH_KEY
#undef LIST_KEY

// Its words are quoted for the shell there, which would take '~' for a name.
static bool remote_read(Campaign *c, const char *key, json_t *value, Status *status)
{
    return path_read(c->remote, value, key, status) &&
           (c->remote[0] != '~' ||
            status_fail(status, "%s: expected a path without '~'; a relative one begins at home", key));
}

#define KEYS(X)                                                                                              \
    X("commands", commands_key,                                                                              \
      "texts, cut at blanks, or lists of words: lab run, match, tune eval, tune abstraction")                \
    X("parts", parts_read, "of every command, 1 to 1000")                                                    \
    X("where", where_key, "local (the default), ssh, parallel, slurm")                                       \
    X("folder", folder_read, "where results go; default: the file's name without .json")                     \
    X("processes", processes_read, "at the same time, on each host; default 1")                              \
    X("threads", threads_read, "of every part, unless its command has --threads; default 1")                 \
    X("program", program_read,                                                                               \
      "how pollard is called there; default: this one for local, otherwise pollard")                         \
    X("hosts", hosts_read, "names for ssh, which must let you in without a password")                        \
    X("ssh-options", options_read, "words for ssh and scp, such as [\"-F\", \"config\"]")                    \
    X("remote", remote_read, "a folder on hosts that do not share this one; results are copied back")        \
    X("files", files_read, "copied to remote before, with their folders: experiments of your own")           \
    X("slurm", slurm_read, "options of sbatch, each as one text")

#define ROW(name, read, help) {name, help},
const CampaignKey campaign_keys[] = {KEYS(ROW){0}};
#undef ROW

static bool key_read(Campaign *c, const char *key, json_t *value, Status *status)
{
#define READ(name, read, help) read,
    static bool (*const reads[])(Campaign *, const char *, json_t *, Status *) = {KEYS(READ)};
#undef READ
    for (int i = 0; campaign_keys[i].name != NULL; i++)
        if (strcmp(campaign_keys[i].name, key) == 0) return reads[i](c, key, value, status);
    return status_fail(status, "unknown key '%.40s'", key);
}
#undef KEYS

static bool all_read(Campaign *campaign, json_t *json, Status *status)
{
    const char *key;
    json_t     *value;
    json_object_foreach(json, key, value) if (!key_read(campaign, key, value, status)) return false;
    if (campaign->count == 0) return status_fail(status, "expected commands");
    if (campaign->parts == 0) return status_fail(status, "expected parts, a number");
    return campaign->folder[0] != 0 || status_fail(status, "expected folder, a path");
}

bool campaign_parse(Campaign *campaign, const char *text, size_t size, const char *stem, Status *status)
{
    json_error_t  error;
    json_t *const json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    memset(campaign, 0, sizeof *campaign);
    campaign->processes = campaign->threads = 1;
    snprintf(campaign->folder, sizeof campaign->folder, "%s", stem);
    bool good = json_is_object(json) ||
                status_fail(status, "not a campaign: %s", json == NULL ? error.text : "expected an object");
    good = good && all_read(campaign, json, status);
    json_decref(json);
    return good;
}

// A host or an option of its own would be read as another word.
static bool words_plain(const CampaignWords *words, const char *key, bool option, Status *status)
{
    for (int i = 0; i < words->count; i++)
        if (words->word[i][0] == 0 || (words->word[i][0] == '-') != option || strpbrk(words->word[i], "\n\r"))
            return status_fail(status, "%s: '%.60s': expected %s", key, words->word[i],
                               option ? "an option, like --time=24:00:00" : "a name");
    return true;
}

// The campaign's own, without which its parts are not found again.
static bool slurm_check(const CampaignWords *words, Status *status)
{
    static const char *const ours[] = {"--array", "--output", "-a", "-o", NULL};
    for (int i = 0; i < words->count; i++)
        for (int k = 0; ours[k] != NULL; k++) {
            const size_t n    = strlen(ours[k]);
            const char   next = strncmp(words->word[i], ours[k], n) == 0 ? words->word[i][n] : 'x';
            if (next == 0 || next == '=' || next == ' ' || (n == 2 && next != 'x'))
                return status_fail(status, "slurm: '%.60s': the campaign sets %s itself", words->word[i],
                                   ours[k]);
        }
    return true;
}

// On hosts they are put where their names say, seen from `remote`.
static bool files_check(const CampaignWords *words, Status *status)
{
    for (int i = 0; i < words->count; i++) {
        const char *const w = words->word[i], *const up = strstr(w, "..");
        if (w[0] == '/' || (up != NULL && (up == w || up[-1] == '/') && (up[2] == 0 || up[2] == '/')))
            return status_fail(status, "files: '%.80s': expected a path below this folder, as hosts get it",
                               w);
    }
    return true;
}

static void folder_trim(char *folder)
{
    for (size_t n = strlen(folder); n > 1 && folder[n - 1] == '/';) folder[--n] = 0;
}

bool campaign_settle(Campaign *campaign, const char *program, Status *status)
{
    assert(campaign->count >= 1 && campaign->parts >= 1);
    folder_trim(campaign->folder);
    for (int i = 0; i < campaign->count; i++)
        campaign->command[i].sum = campaign_command_sum(campaign, &campaign->command[i]);
    if (campaign->program[0] == 0)
        snprintf(campaign->program, sizeof campaign->program, "%s",
                 campaign->where == CAMPAIGN_LOCAL ? program : "pollard");
    for (const char *at = campaign->folder; *at; at++)
        if ((unsigned char)*at < ' ')
            return status_fail(status,
                               "folder: expected a path without line breaks; the key 'folder' sets it");
    const bool ssh = campaign->where == CAMPAIGN_SSH;
    if (ssh && campaign->hosts.count == 0) return status_fail(status, "ssh: expected hosts, a list of names");
    if (ssh && campaign->hosts.count * campaign->processes > CAMPAIGN_SLOTS_MAX)
        return status_fail(status, "hosts and processes: expected at most %d processes", CAMPAIGN_SLOTS_MAX);
    if (ssh && campaign->remote[0] && campaign->folder[0] == '/')
        return status_fail(status, "folder: expected a relative path, so that hosts can have it in 'remote'");
    if (campaign->where == CAMPAIGN_SLURM && strpbrk(campaign->folder, " '\"%\\") != NULL)
        return status_fail(status, "folder: '%.80s': expected a path that sbatch takes, without blanks",
                           campaign->folder);
    return words_plain(&campaign->hosts, "hosts", false, status) &&
           words_plain(&campaign->files, "files", false, status) && files_check(&campaign->files, status) &&
           words_plain(&campaign->slurm, "slurm", true, status) && slurm_check(&campaign->slurm, status);
}
