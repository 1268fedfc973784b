#include "game/levels.h"
#include "base/text.h"
#include "game/games_table.h"

#include <assert.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

static const struct {
    const char        *name;
    const Game *const *games;
} levels[] = {
#define LEVEL(level, name) {name, games_table_##level},
    POLLARD_LEVELS
#undef LEVEL
};
enum { LEVELS = sizeof levels / sizeof *levels };

enum { GAMES_MAX = 128 };
static const Game *games[GAMES_MAX + 1], *added[GAMES_ADDED_MAX];
const Game *const *games_all = games;
static int         chosen, added_count;

// What the processor has. A level that is not named here was chosen by whoever built the program.

#ifdef __x86_64__

// The part of x86-64-v3 that compilers cannot be asked for by name everywhere.
static bool cpu_has_movbe_f16c_lzcnt(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_MOVBE) || !(c & bit_F16C)) return false;
    return __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & bit_LZCNT);
}

static bool cpu_has(const char *level)
{
    __builtin_cpu_init();
    const bool v2 = __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.2") &&
                    __builtin_cpu_supports("popcnt");
    if (text_same(level, "x86-64-v2")) return v2;
    if (!text_same(level, "x86-64-v3")) return true;
    return v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") && cpu_has_movbe_f16c_lzcnt();
}

#else

static bool cpu_has(const char *level) { return level != NULL; }

#endif

static void level_set(int i)
{
    assert(i >= 0 && i < LEVELS);
    chosen = i;
    int n  = 0;
    for (const Game *const *game = levels[i].games; *game != NULL; game++) games[n++] = *game;
    for (int k = 0; k < added_count; k++) games[n++] = added[k];
    assert(n <= GAMES_MAX);
    games[n] = NULL;
}

bool games_add(const Game *game)
{
    assert(game != NULL);
    if (added_count == GAMES_ADDED_MAX) return false;
    added[added_count++] = game;
    level_set(chosen);
    return true;
}

// The lowest level is taken without a question: level_choose tells those whose processor lacks it.
static void __attribute__((constructor)) level_start(void)
{
    int i = LEVELS - 1;
    while (i > 0 && !cpu_has(levels[i].name)) i--;
    level_set(i);
}

const char *level_name(void) { return levels[chosen].name; }

bool level_choose(const char *name, Status *status)
{
    char known[100];
    Text text = text_on(known, sizeof known);
    if (name == NULL) name = levels[chosen].name;
    for (int i = 0; i < LEVELS; i++) {
        text_add(&text, "%s%s", i ? ", " : "", levels[i].name);
        if (!text_same(levels[i].name, name)) continue;
        if (!cpu_has(name)) return status_fail(status, "this processor is not of level %s", name);
        return level_set(i), true;
    }
    return status_fail(status, "unknown level '%.40s'; this program has: %s", name, known);
}
