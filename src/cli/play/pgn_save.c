#include "cli/play/pgn_save.h"
#include "base/file.h"
#include "play/formats/pgn_forfeit.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A match of hours shall not find out at its end.
static bool writable(const char *path, Status *status)
{
    char folder[PATH_MAX];
    if (strlen(path) >= sizeof folder) return status_fail(status, "'%.80s...': too long", path);
    strcpy(folder, path);
    if (access(path, F_OK) == 0 ? access(path, W_OK) == 0 : access(dirname(folder), W_OK) == 0) return true;
    return file_fail(status, "write", path);
}

bool pgn_save_open(PgnSave *save, const char *path, const Variant *v, Status *status)
{
    *save = (PgnSave){.path = path};
    if (path == NULL) return true;
    if (!pgn_possible(v, status) || (strcmp(path, "-") != 0 && !writable(path, status)))
        return status_prefix(status, "--save-pgn");
    save->out = open_memstream(&save->bytes, &save->size);
    return save->out != NULL || status_fail_system(status, "out of memory for the games");
}

void pgn_save_add(PgnSave *save, const Record *record, const PgnFacts *facts, const Forfeit *forfeit)
{
    static FormatTags tags;   // large; one game at a time is written
    FormatComments    comments = {0};
    if (save->out == NULL) return;
    pgn_tags_fill(&tags, record, facts);
    pgn_forfeit_tell(forfeit, record, &tags, &comments);
    pgn_write(save->out, &tags, record, &comments, facts->result);
    free(comments.list);
    free(comments.text);
}

void pgn_save_drop(PgnSave *save)
{
    if (save->out == NULL) return;
    fclose(save->out);
    free(save->bytes);
    save->out = NULL;
}

bool pgn_save_end(PgnSave *save, Status *status)
{
    if (save->out == NULL) return true;
    bool good = !ferror(save->out);
    good      = fclose(save->out) == 0 && good;
    if (!good) status_fail_system(status, "out of memory for the games");
    // An error of writing to stdout is noticed where the program ends.
    else if (strcmp(save->path, "-") == 0) fwrite(save->bytes, 1, save->size, stdout);
    else good = file_write(save->path, save->bytes, save->size, status);
    free(save->bytes);
    save->out = NULL;
    return good || status_prefix(status, "--save-pgn");
}
