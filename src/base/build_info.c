#include "base/build_info.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const char *build_compiler(void)
{
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

// Of games that were loaded.
static BuildDigest added[BUILD_DIGESTS_ADDED_MAX];
static int         added_count;

bool build_digest_add(const char *game, const char *digest)
{
    if (added_count == BUILD_DIGESTS_ADDED_MAX) return false;
    const BuildDigest copy = {strdup(game), strdup(digest)};
    if (copy.game == NULL || copy.digest == NULL) {
        free((char *)copy.game), free((char *)copy.digest);
        return false;
    }
    added[added_count++] = copy;
    return true;
}

bool build_digest_is_added(const char *game)
{
    const size_t n = strcspn(game, ":");
    for (int i = 0; i < added_count; i++)
        if (strlen(added[i].game) == n && strncmp(added[i].game, game, n) == 0) return true;
    return false;
}

const BuildDigest *build_digest_at(int i)
{
    assert(i >= 0);
    for (const BuildDigest *d = build_digests; d->game != NULL; d++)
        if (i-- == 0) return d;
    return i < added_count ? &added[i] : NULL;
}

const char *build_digest(const char *game)
{
    const BuildDigest *d;
    const size_t       n = strcspn(game, ":");
    for (int i = 0; (d = build_digest_at(i)) != NULL; i++)
        if (strlen(d->game) == n && strncmp(d->game, game, n) == 0) return d->digest;
    return DIGEST_NONE;
}

const char *build_game(const char *digest)
{
    const BuildDigest *d;
    for (int i = 0; (d = build_digest_at(i)) != NULL; i++)
        if (strcmp(d->digest, digest) == 0) return d->game;
    return NULL;
}

bool digest_in(const DigestList *list, const char *digest)
{
    for (int i = 0; list != NULL && i < list->count; i++)
        if (strcmp(list->list[i], digest) == 0) return true;
    return false;
}

bool digest_valid(const char *text)
{
    return strcmp(text, DIGEST_NONE) == 0 || (strlen(text) == BUILD_DIGEST_SIZE - 1 &&
                                              strspn(text, "0123456789abcdef") == BUILD_DIGEST_SIZE - 1);
}
