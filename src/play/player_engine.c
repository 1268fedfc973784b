// player_engine.c - `engine`: the best player of a game, and weaker ones to be met by people.
//
// It stands for a search: over the whole game where that is solved and the solution built, otherwise the
// first of the game's own configurations (game.h: GAME_ENGINE) that suits the board and whose databases are
// built, otherwise a plain one. Results are stored by what it stood for.
//
// Level 10 is the configuration itself, for a second a move where no limit is given. The others are limited
// by depth and nodes, so that the same seed gives the same game: time= only caps them; they know no solution.
// The first levels make mistakes: moves by chance among the better half, one ply ahead (player_search.c).
#include "play/player_engine.h"

#include <assert.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

enum { TIME_MS_DEFAULT = 1000 };

const EngineLevel engine_levels[ENGINE_LEVEL_MAX + 1] = {
    [1] = {1, 2000, 80},  [2] = {2, 4000, 60},  [3] = {2, 4000, 40},
    [4] = {3, 10000, 25}, [5] = {3, 10000, 10}, [6] = {4, 40000, 0},
    [7] = {5, 100000, 0}, [8] = {7, 300000, 0}, [9] = {10, 1000000, 0},
};

enum { KEY_LEVEL, KEY_TIME, KEY_DEPTH, KEY_NODES, KEY_THREADS, KEYS };
const Option engine_options[] = {
    [KEY_LEVEL] =
        {.key = "level", .min = 1, .max = ENGINE_LEVEL_MAX, .fallback = ENGINE_LEVEL_MAX, .help = "strength"},
    [KEY_TIME]    = {.key = "time", .min = 1, .max = INT_MAX, .help = "milliseconds for a move"},
    [KEY_DEPTH]   = {.key = "depth", .min = 1, .max = SEARCH_DEPTH_MAX, .help = "plies to search"},
    [KEY_NODES]   = {.key = "nodes", .min = 1, .max = INT_MAX, .help = "nodes for a move"},
    [KEY_THREADS] = {.key = "threads", .min = 1, .max = SEARCH_THREADS_MAX, .help = "threads"},
    {0},
};

// Its databases are built, and take half of the memory of this machine at most: they are unpacked whole.
static bool databases_fit(const Evaluation *e)
{
    const uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t       bytes  = 0;
    for (int i = 0; i < e->tables; i++) bytes += e->wanted[i].entries;
    return evaluation_built(e) && bytes <= memory / 2;
}

// Does the configuration suit the game as it is played, and are its databases there?
static bool usable(const PlayerSpec *spec, const Variant *v)
{
    SearchSettings settings;
    Evaluation    *evaluation;
    Status         ignored;
    if (!player_search_read(spec, v, true, &settings, &evaluation, &ignored)) return false;
    const bool built = evaluation == NULL || databases_fit(evaluation);
    evaluation_close(evaluation);
    return built;
}

// Has the option this value? `when` is "key=value".
static bool when_holds(const char *when, const Variant *v)
{
    if (when == NULL) return true;
    const char *const equals = strchr(when, '=');
    assert(equals != NULL);
    for (int i = 0; v->game->options[i].key != NULL; i++) {
        char        word[SPEC_WORD_MAX];
        const char *key = v->game->options[i].key;
        if (strlen(key) != (size_t)(equals - when) || strncmp(key, when, strlen(key)) != 0) continue;
        return text_same(option_text(&v->game->options[i], v->values[i], word), equals + 1);
    }
    assert(false);   // GAME_ENGINE names an option that the game does not have
    return false;
}

#define USUAL "order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes"
#define AWARE USUAL ",repetition=yes"   // of games whose positions can come again

static bool best_find(const Variant *v, int level, PlayerSpec *out, Status *status)
{
    static const EngineChoice plain[]   = {{NULL, "alphabeta:" USUAL}, {NULL, "brs:" USUAL}, {0}};
    static const EngineChoice repeats[] = {{NULL, "alphabeta:" AWARE}, {NULL, "brs:" AWARE}, {0}};
    const EngineChoice *const lists[] = {v->game->engine, v->facts.traits & TRAIT_REPEATS ? repeats : plain};
    if (level == ENGINE_LEVEL_MAX && player_spec_parse(out, "alphabeta:eval=solved," USUAL, status) &&
        usable(out, v))
        return true;
    for (int k = 0; k < 2; k++)
        for (const EngineChoice *choice = lists[k]; choice->player != NULL; choice++)
            if (when_holds(choice->when, v) && player_spec_parse(out, choice->player, status) &&
                usable(out, v))
                return true;
    return status_fail(status, "engine: there is no search for %s", v->game->name);
}

static bool engine_expand(PlayerSpec *spec, const Variant *v, bool limited, Status *status)
{
    int        values[KEYS];
    char       level[SPEC_WORD_MAX] = "";
    PlayerSpec best;
    if (!spec_options(&spec->words, engine_options, values, status) ||
        !best_find(v, values[KEY_LEVEL], &best, status))
        return false;
    bool good = true;
    for (int i = 0; i < spec->words.count; i++)
        if (!text_same(spec->words.settings[i].key, "level"))
            good &= player_spec_set(&best, spec->words.settings[i].key, spec->words.settings[i].value);
    const int n = values[KEY_LEVEL];
    if (n < ENGINE_LEVEL_MAX) {
        Text out = text_on(level, sizeof level);
        text_add(&out, "depth=%d,nodes=%d", engine_levels[n].depth, engine_levels[n].nodes);
        if (engine_levels[n].mistakes > 0) text_add(&out, ",mistakes=%d", engine_levels[n].mistakes);
        good &= player_spec_fill(&best, level, status);
    } else if (!limited && values[KEY_TIME] == 0 && values[KEY_DEPTH] == 0 && values[KEY_NODES] == 0) {
        good &= player_spec_set_number(&best, "time", TIME_MS_DEFAULT);
    }
    *spec = best;
    return good || status_fail(status, "engine: no room for its settings");
}

const PlayerType player_type_engine = {
    .names  = (const char *const[]){"engine", NULL},
    .help   = "the best player of the game; level=1 (for beginners) ... 10, time=MS",
    .expand = engine_expand,
};
