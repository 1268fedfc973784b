#include "search/plugin.h"
#include "base/build_info.h"
#include "base/file.h"
#include "base/sha256.h"
#include "game/variant.h"
#include "search/search.h"

#include <assert.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_SIZE_MAX = 1 << 28 };

static const PluginHost host = {.search_poll = search_poll};

static struct {
    const PollardPlugin *plugin;
    char                *path;
} loaded[GAMES_ADDED_MAX];
static int loaded_count;

const char *plugin_path(const Game *game)
{
    for (int i = 0; i < loaded_count; i++)
        if (loaded[i].plugin->game == game) return loaded[i].path;
    return NULL;
}

// What the table must promise.

static bool versions_agree(const PollardPlugin *plugin, Status *status)
{
    if (plugin->contract != PLUGIN_CONTRACT)
        return status_fail(status, "made for version %u of the contract, this program has version %d; %s",
                           plugin->contract, PLUGIN_CONTRACT, "make it again with pollard-game");
    if (strncmp(plugin->headers, build_contract, PLUGIN_DIGEST_SIZE) != 0)
        return status_fail(status, "made with headers %.16s, this program has headers %s; %s",
                           plugin->headers, build_contract, "make it again with pollard-game");
    return true;
}

#ifdef __x86_64__
static bool processor_has(const char *what)
{
    __builtin_cpu_init();
#define HAS(name)                                                                                            \
    if (strcmp(what, name) == 0) return __builtin_cpu_supports(name)
    HAS("popcnt");
    HAS("sse4.2");
    HAS("avx");
    HAS("avx2");
    HAS("bmi");
    HAS("bmi2");
    HAS("fma");
    HAS("avx512f");
    HAS("avx512bw");
    HAS("avx512dq");
    HAS("avx512vl");
    HAS("avx512vbmi");
#undef HAS
    return false;
}
#else
static bool processor_has(const char *what) { return what == NULL; }
#endif

static bool processor_fits(const PollardPlugin *plugin, Status *status)
{
    for (const char *const *what = plugin->processor; *what != NULL; what++)
        if (!processor_has(*what))
            return status_fail(status, "made for processors with %s, which this one lacks; %s", *what,
                               "make it with pollard-game --portable");
    return true;
}

// As names in specs are: lower-case letters, digits and hyphens, a letter first.
static bool name_is_word(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    return name != NULL && *name && strchr(letters, *name) != NULL && strlen(name) < SPEC_WORD_MAX / 2 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name);
}

static bool name_is_free(const Game *game, Status *status)
{
    const Game *const other = game_find(game->name);
    if (other == NULL) return true;
    const char *const path = plugin_path(other);
    if (path == NULL) return status_fail(status, "its game '%s' is one of the program's own", game->name);
    return status_fail(status, "its game '%s' was loaded from '%s' already", game->name, path);
}

static bool preset_is_free(const char *name)
{
    for (int g = 0; games_all[g] != NULL; g++)
        for (const GamePreset *p = games_all[g]->presets; p != NULL && p->name != NULL; p++)
            if (text_same(p->name, name)) return false;
    return true;
}

static bool names_are_good(const Game *game, Status *status)
{
    if (!name_is_word(game->name))
        return status_fail(status, "its game is named '%.40s'; expected lower-case letters, digits, hyphens",
                           game->name == NULL ? "" : game->name);
    if (!name_is_free(game, status)) return false;
    for (const GamePreset *p = game->presets; p != NULL && p->name != NULL; p++)
        if (!preset_is_free(p->name))
            return status_fail(status, "its preset '%.40s' is that of another game", p->name);
    return true;
}

bool plugin_add(const PollardPlugin *plugin, const char *path, const char *digest, Status *status)
{
    assert(plugin != NULL && path != NULL && digest_valid(digest));
    if (!versions_agree(plugin, status) || !processor_fits(plugin, status) ||
        !names_are_good(plugin->game, status))
        return status_prefix(status, "%s", path);
    if (loaded_count == GAMES_ADDED_MAX)
        return status_fail(status, "%s: more than %d games from outside", path, GAMES_ADDED_MAX);
    char *const copy = strdup(path);
    if (copy == NULL || !build_digest_add(plugin->game->name, digest)) {
        free(copy);
        return status_fail_system(status, "out of memory for the game %s", plugin->game->name);
    }
    loaded[loaded_count].plugin = plugin;
    loaded[loaded_count++].path = copy;
    plugin->start(&host);
    return games_add(plugin->game);
}

// Files.

// Is all there that the system's loader would map? It takes a file that was cut off, and the program ends
// when what is missing is read.
static bool is_whole_object(const char *bytes, size_t size)
{
    ElfW(Ehdr) head;
    ElfW(Phdr) part;
    if (size < sizeof head || memcmp(bytes, ELFMAG, SELFMAG) != 0) return false;
    memcpy(&head, bytes, sizeof head);
    if (head.e_type != ET_DYN || head.e_phentsize != sizeof part || head.e_phoff > size ||
        head.e_phnum * sizeof part > size - head.e_phoff)
        return false;
    for (size_t i = 0; i < head.e_phnum; i++) {
        memcpy(&part, bytes + head.e_phoff + i * sizeof part, sizeof part);
        if (part.p_offset > size || part.p_filesz > size - part.p_offset) return false;
    }
    return true;
}

// Of the results: the program's sources that decide them, and what was loaded, to the byte.
static void results_digest(const char *bytes, size_t size, char out[BUILD_DIGEST_SIZE])
{
    char file[SHA256_TEXT], both[SHA256_TEXT + BUILD_DIGEST_SIZE], hash[SHA256_TEXT];
    sha256(bytes, size, file);
    const int n = snprintf(both, sizeof both, "%s %s", build_common, file);
    sha256(both, (size_t)n, hash);
    snprintf(out, BUILD_DIGEST_SIZE, "%.16s", hash);
}

static bool file_digest(const char *path, char out[BUILD_DIGEST_SIZE], Status *status)
{
    size_t size;
    if (access(path, R_OK) != 0) return status_fail(status, "cannot open '%s': %s", path, strerror(errno));
    char *const bytes = file_read(path, FILE_SIZE_MAX, &size, status);
    if (bytes == NULL) return false;
    const bool good = is_whole_object(bytes, size);
    if (good) results_digest(bytes, size, out);
    free(bytes);
    return good || status_fail(status, "'%s' is not a whole shared object; expected what %s", path,
                               "pollard-game makes");
}

// What the system's loader says, without the name that we say ourselves.
static bool loader_failed(const char *path, const char *full, Status *status)
{
    const char  *why = dlerror();
    const size_t n   = strlen(full);
    if (why == NULL) why = "no reason given";
    if (strncmp(why, full, n) == 0 && strncmp(why + n, ": ", 2) == 0) why += n + 2;
    return status_fail(status, "cannot load '%s': %s", path, why);
}

static bool is_loaded(const PollardPlugin *plugin)
{
    for (int i = 0; i < loaded_count; i++)
        if (loaded[i].plugin == plugin) return true;
    return false;
}

// A file that is open: its table, and what it was made of.
typedef struct Object {
    void                *handle;
    const PollardPlugin *plugin;
    char                 digest[BUILD_DIGEST_SIZE];
} Object;

// By the file's whole name: one without a slash would be looked for among the system's libraries.
static bool object_open(Object *object, const char *path, Status *status)
{
    char full[PATH_MAX];
    if (!file_digest(path, object->digest, status)) return false;
    if (realpath(path, full) == NULL)
        return status_fail(status, "cannot open '%s': %s", path, strerror(errno));
    object->handle = dlopen(full, RTLD_NOW | RTLD_LOCAL);
    if (object->handle == NULL) return loader_failed(path, full, status);
    object->plugin = dlsym(object->handle, PLUGIN_SYMBOL);
    if (object->plugin != NULL) return true;
    dlclose(object->handle);
    return status_fail(status, "'%s' has no %s; expected what pollard-game makes", path, PLUGIN_SYMBOL);
}

static bool object_add(const Object *object, const char *path, Status *status)
{
    if (is_loaded(object->plugin) || plugin_add(object->plugin, path, object->digest, status)) return true;
    dlclose(object->handle);
    return false;
}

bool plugin_load(const char *path, Status *status)
{
    Object object;
    return object_open(&object, path, status) && object_add(&object, path, status);
}

// The place among those loaded of another plug-in with the same game; -1: there is none. Of a plug-in for
// another program nothing is read.
static int rival_find(const PollardPlugin *plugin)
{
    Status ignored;
    if (!versions_agree(plugin, &ignored) || !name_is_word(plugin->game->name)) return -1;
    for (int i = 0; i < loaded_count; i++)
        if (loaded[i].plugin != plugin && strcmp(loaded[i].plugin->game->name, plugin->game->name) == 0)
            return i;
    return -1;
}

// One of a folder. The game may be there already: from one of the `named` first plug-ins, which somebody
// asked for, or from an earlier file of the folder, which is worth a word.
static bool load_beside(const char *path, int named, Status *status)
{
    Object object;
    if (!object_open(&object, path, status)) return false;
    const int rival = rival_find(object.plugin);
    if (rival < 0) return object_add(&object, path, status);
    if (rival >= named && status->text[0] == 0)
        status_fail(status, "'%.100s' was left out: its game '%s' was loaded from '%.100s'", path,
                    object.plugin->game->name, loaded[rival].path);
    dlclose(object.handle);
    return true;
}

static int is_object_name(const struct dirent *entry)
{
    const size_t n = strlen(entry->d_name);
    return n > 3 && strcmp(entry->d_name + n - 3, ".so") == 0;
}

// Not as the locale sorts: the same everywhere.
static int name_order(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

bool plugin_load_folder(const char *dir, Status *status)
{
    struct dirent **entries;
    const int       n = scandir(dir, &entries, is_object_name, name_order), named = loaded_count;
    status_clear(status);
    bool good = n >= 0 || status_fail(status, "cannot open folder '%s': %s", dir, strerror(errno));
    for (int i = 0; i < n; i++) {
        char path[PATH_MAX];
        if (good && snprintf(path, sizeof path, "%s/%s", dir, entries[i]->d_name) >= (int)sizeof path)
            good = status_fail(status, "folder '%.60s...': its name is too long", dir);
        if (good) good = load_beside(path, named, status);
        free(entries[i]);
    }
    if (n >= 0) free(entries);
    return good;
}
