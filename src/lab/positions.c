#include "lab/positions.h"
#include "base/file.h"
#include "base/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_SIZE_MAX = 1 << 20 };

static int lines_count(const char *text)
{
    int n = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char first = line[strspn(line, " \t\r")];
        n += first != 0 && first != '\n' && first != '#';
    }
    return n;
}

static char *carried_text(const char *name, Status *status)
{
    for (const CarriedSet *s = lab_positions; s->name != NULL; s++)
        if (strcmp(s->name, name) == 0) {
            char *const text = strdup(s->text);
            if (text == NULL) status_fail_system(status, "out of memory for positions");
            return text;
        }
    status_fail(status,
                "'positions:%.80s': no such set; expected one that the program has (docs/LAB.md), or a "
                "file with a dot in its name",
                name);
    return NULL;
}

static char *file_text(const char *name, const char *folder, Status *status)
{
    char   path[PATH_MAX];
    size_t size;
    Text   text = text_on(path, sizeof path);
    if (folder == NULL)
        return status_fail(status, "'positions:%.80s': a file; expected a set that the program has", name),
               NULL;
    text_add(&text, "%s%s", name[0] == '/' ? "" : folder, name);
    if (text.cut) return status_fail(status, "'positions:%.80s': the path is too long", name), NULL;
    char *const bytes = file_read(path, FILE_SIZE_MAX, &size, status);
    if (bytes == NULL || strlen(bytes) == size) return bytes;
    free(bytes);
    return status_fail(status, "'%.200s' is not a text", path), NULL;
}

const PositionSet *positions_open(PositionSet **list, const char *name, const char *folder, Status *status)
{
    char hash[SHA256_TEXT];
    for (const PositionSet *s = *list; s != NULL; s = s->next)
        if (strcmp(s->name, name) == 0) return s;
    if (strlen(name) >= TEXT_MAX) return status_fail(status, "'positions:%.80s...': too long", name), NULL;
    char *const text = strchr(name, '.') == NULL ? carried_text(name, status)
                                                 : file_text(name, folder, status);
    if (text == NULL) return NULL;
    PositionSet *const set = calloc(1, sizeof *set);
    if (set == NULL) return free(text), status_fail_system(status, "out of memory for positions"), NULL;
    sha256(text, strlen(text), hash);
    memcpy(set->name, name, strlen(name) + 1);
    memcpy(set->hash, hash, POSITIONS_HASH);
    set->text = text, set->count = lines_count(text), set->next = *list;
    return *list = set;
}

void positions_close(PositionSet *list)
{
    for (PositionSet *next; list != NULL; list = next) {
        next = list->next;
        free(list->text);
        free(list);
    }
}
