// plugin.c - the table that a plug-in exports (search/plugin.h). `pollard-game` compiles it with every game;
// PLUGIN_HEADERS is the digest of the headers that it uses.
#include "search/plugin.h"
#include "search/search.h"

// Compiled by the game: game/game_export.h.
extern const Game pollard_plugin_game;

static const PluginHost *host;

static void start(const PluginHost *given) { host = given; }

bool search_poll(Search *se) { return host->search_poll(se); }

// What the compiler may use: a processor without it would end the program in the middle of a search.
static const char *const processor[] = {
#ifdef __POPCNT__
    "popcnt",
#endif
#ifdef __SSE4_2__
    "sse4.2",
#endif
#ifdef __AVX__
    "avx",
#endif
#ifdef __AVX2__
    "avx2",
#endif
#ifdef __BMI__
    "bmi",
#endif
#ifdef __BMI2__
    "bmi2",
#endif
#ifdef __FMA__
    "fma",
#endif
#ifdef __AVX512F__
    "avx512f",
#endif
#ifdef __AVX512BW__
    "avx512bw",
#endif
#ifdef __AVX512DQ__
    "avx512dq",
#endif
#ifdef __AVX512VL__
    "avx512vl",
#endif
#ifdef __AVX512VBMI__
    "avx512vbmi",
#endif
    NULL,
};

extern const PollardPlugin                                 pollard_plugin;
__attribute__((visibility("default"))) const PollardPlugin pollard_plugin = {
    .contract  = PLUGIN_CONTRACT,
    .headers   = PLUGIN_HEADERS,
    .processor = processor,
    .game      = &pollard_plugin_game,
    .start     = start,
};
