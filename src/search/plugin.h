// plugin.h - games from outside: shared objects that `pollard-game` makes of one C file (docs/PLUGINS.md).
//
// A plug-in is compiled with the same headers as the games of the program (tools/game_kit), so that its rules
// are inlined in the searches as theirs are. It carries copies of the few support functions (text, status,
// ads: they keep nothing between calls) and exports one symbol, `pollard_plugin`. What belongs to the program
// reaches it through PluginHost: a plug-in needs no symbol of whoever loads it, program or library.
//
// Loading runs the plug-in's code with all rights of the program. Files are named by whoever starts the
// program (--game, POLLARD_GAMES), never by what it reads. Cost: once, reading and hashing the file.
#ifndef SEARCH_PLUGIN_H
#define SEARCH_PLUGIN_H

#include "game/game.h"

struct Search;

// The version of what stands in this header. It comes first in the table, in every version.
enum { PLUGIN_CONTRACT = 1, PLUGIN_DIGEST_SIZE = 17 };

// What the program gives.
typedef struct PluginHost {
    bool (*search_poll)(struct Search *se);
} PluginHost;

typedef struct PollardPlugin {
    uint32_t contract;                      // PLUGIN_CONTRACT; of another one, nothing more is read
    char     headers[PLUGIN_DIGEST_SIZE];   // the digest of the headers it was compiled with (build_contract)
    // what it asks of the processor, as compilers name it: "avx2"; ended by NULL
    const char *const *processor;
    const Game        *game;
    void (*start)(const PluginHost *host);
} PollardPlugin;

#define PLUGIN_SYMBOL "pollard_plugin"

// Loads a file and adds its game to games_all, where it stays; its results have a digest of their own
// (build_info.h), of the program's sources and the file's bytes. A file that is already loaded is not loaded
// again. On failure nothing has changed. Not while other threads look for games.
bool plugin_load(const char *path, Status *status);
// All files of the folder whose names end in .so, in the order of their names, up to the first that fails.
// Of several with the same game the first counts, and one that was loaded before stays. Where two of the
// folder have the same game, `status` says so although nothing failed.
bool plugin_load_folder(const char *dir, Status *status);

// The second half of plugin_load: adds the game of a table that was found in `path`; `digest` is that of its
// results. The table stays the caller's, for good.
bool plugin_add(const PollardPlugin *plugin, const char *path, const char *digest, Status *status);

// The file that a game was loaded from; NULL for one that is compiled in.
const char *plugin_path(const Game *game);

#endif
