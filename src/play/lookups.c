#include "play/lookups.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool lookups_add(Lookups *l, const char *name, const char *digest, Status *status)
{
    assert(name[0] != 0 && strlen(name) < DB_NAME_MAX && strlen(digest) == DB_DIGEST_TEXT - 1);
    int at = 0;
    while (at < l->count && strcmp(l->list[at].name, name) < 0) at++;
    if (at < l->count && strcmp(l->list[at].name, name) == 0)
        return strcmp(l->list[at].digest, digest) == 0 ||
               status_fail_system(status, "database %s changed while it was in use: digest %s, then %s", name,
                                  l->list[at].digest, digest);
    if (l->count == LOOKUPS_MAX) return status_fail(status, "more than %d databases", LOOKUPS_MAX);
    memmove(&l->list[at + 1], &l->list[at], (size_t)(l->count - at) * sizeof *l->list);
    memcpy(l->list[at].name, name, strlen(name) + 1);
    memcpy(l->list[at].digest, digest, DB_DIGEST_TEXT);
    l->count++;
    return true;
}

void lookups_write(const Lookups *l, Text *out)
{
    for (int i = 0; i < l->count; i++)
        text_add(out, "%s%s %s", i > 0 ? " " : "", l->list[i].name, l->list[i].digest);
}

// The next word of a text, which a space or its end follows; false when it is empty or too long.
static bool word_read(const char **text, char out[], size_t room)
{
    const size_t n = strcspn(*text, " ");
    if (n == 0 || n >= room) return false;
    memcpy(out, *text, n);
    out[n] = 0;
    *text += n;
    return true;
}

bool lookups_read(Lookups *l, const char *text)
{
    l->count = 0;
    while (*text != 0) {
        Lookup *const one = &l->list[l->count];
        if (l->count == LOOKUPS_MAX || (l->count > 0 && *text++ != ' ') ||
            !word_read(&text, one->name, sizeof one->name) || *text++ != ' ' ||
            !word_read(&text, one->digest, sizeof one->digest) ||
            strspn(one->digest, "0123456789abcdef") != DB_DIGEST_TEXT - 1 ||
            (l->count > 0 && strcmp(one[-1].name, one->name) >= 0))
            return false;
        l->count++;
    }
    return true;
}

bool lookups_differ(const char *a, const char *b, Lookup one[2])
{
    if (strcmp(a, b) == 0) return false;
    Lookups *const both  = calloc(2, sizeof *both);
    bool           found = false;
    if (both != NULL && lookups_read(&both[0], a) && lookups_read(&both[1], b))
        for (int i = 0, k = 0; !found && i < both[0].count && k < both[1].count;) {
            const int order = strcmp(both[0].list[i].name, both[1].list[k].name);
            one[0] = both[0].list[i], one[1] = both[1].list[k];
            found = order == 0 && strcmp(one[0].digest, one[1].digest) != 0;
            i += order <= 0, k += order >= 0;
        }
    free(both);
    return found;
}
