#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

Variant test_open(const char *spec)
{
    Variant v;
    Status  status;
    ck_assert_msg(variant_open(&v, spec, &status), "%s", status.text);
    return v;
}

SearchSettings test_settings(const Variant *v, const char *text)
{
    Spec           spec;
    SearchSettings settings;
    Status         status;
    ck_assert_msg(spec_parse(&spec, text, &status) && search_settings_parse(&settings, &spec, v, &status),
                  "%s: %s", text, status.text);
    return settings;
}

Search *test_search(const Variant *v, const SearchSettings *settings)
{
    Status        status;
    Search *const se = search_open(v, settings, &status);
    ck_assert_msg(se != NULL, "%s", status.text);
    return se;
}

int test_depth(const Variant *v, const AnyState *s, int most, uint64_t leaves)
{
    uint64_t interior = 0;
    int      depth    = 1;
    while (depth < most && v->game->perft(v->rules, s, depth + 1, &interior) <= leaves) depth++;
    return depth;
}

void test_position(const Variant *v, Rng *rng, AnyState *s)
{
    const int plies = (int)rng_below(rng, (uint32_t)(v->facts.plies_max < 60 ? v->facts.plies_max : 60));
    variant_setup(v, s);
    for (int i = 0; i < plies; i++) {
        Move           moves[GAME_MOVES_MAX];
        const AnyState parent = *s;
        v->game->play(v->rules, s, &parent,
                      moves[rng_below(rng, (uint32_t)v->game->generate(v->rules, &parent, moves))]);
        if (v->game->count(v->rules, s) > 0) continue;
        *s = parent;
        return;
    }
}

int test_amount(int quick, int many)
{
    if (getenv("POLLARD_LONG") != NULL) return many;
    return TEST_SANITIZED ? (quick + 2) / 3 : quick;
}

const char *test_data(const char *file, char path[256])
{
    const char *const root = getenv("POLLARD_ROOT");
    snprintf(path, 256, "%s/tests/data/%s", root != NULL ? root : ".", file);
    return path;
}
