#include "base/build_info.h"

#include <stddef.h>
#include <string.h>

const char *build_compiler(void)
{
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

const char *build_digest(const char *game)
{
    const size_t n = strcspn(game, ":");
    for (const BuildDigest *d = build_digests; d->game != NULL; d++)
        if (strlen(d->game) == n && strncmp(d->game, game, n) == 0) return d->digest;
    return DIGEST_NONE;
}

const char *build_game(const char *digest)
{
    const BuildDigest *d = build_digests;
    while (d->game != NULL && strcmp(d->digest, digest) != 0) d++;
    return d->game;
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
