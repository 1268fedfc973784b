// What `pollard lab` is asked to write must not be what it reads, nor written twice: a FILE that was
// forgotten, or results named where a table was meant, would be gone.
#include "base/file.h"
#include "cli/lab/lab_cli.h"
#include "lab/kept/kept.h"
#include "lab/kinds/kind.h"

#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// Are they one file, by whatever names? Of those that are not there yet, by folder and name.
static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    char        folder[2][PATH_MAX], name[2][PATH_MAX];
    if (strcmp(a, b) == 0) return true;
    const bool a_there = stat(a, &x) == 0, b_there = stat(b, &y) == 0;
    if (a_there && b_there) return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    if (a_there != b_there || strlen(a) >= PATH_MAX || strlen(b) >= PATH_MAX) return false;
    strcpy(folder[0], a), strcpy(folder[1], b), strcpy(name[0], a), strcpy(name[1], b);
    return strcmp(basename(name[0]), basename(name[1])) == 0 && stat(dirname(folder[0]), &x) == 0 &&
           stat(dirname(folder[1]), &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool output_check(const Args *args, int first, const char *what, const char *path, Status *status)
{
    if (is_same_file(path, results_path(args)))
        return status_fail(status, "%s %.200s: that is the results file; expected another file", what, path);
    for (int i = first; i < args->count; i++)
        if (is_experiment_file(args->words[i]) && is_same_file(path, args->words[i]))
            return status_fail(status, "%s %.200s: that is the file of an experiment; expected another file",
                               what, path);
    return true;
}

bool kept_output_check(const char *path, Status *status)
{
    char         start[64];
    struct stat  facts;
    FILE *const  file = stat(path, &facts) == 0 && S_ISREG(facts.st_mode) ? fopen(path, "rb") : NULL;
    const size_t n    = file == NULL ? 0 : fread(start, 1, sizeof start, file);
    if (file != NULL) fclose(file);
    return n == 0 || kept_is(start, n) ||
           status_fail(
               status,
               "lab keep %.200s: there is such a file, and it has no kept rows; expected FILE first, a "
               "new one or one of kept rows",
               path);
}

// Every kind of tables has columns of its own, so they do not share a file: x.csv for the first that is
// there (some is 0), x-matches.csv for the second.
bool csv_path(const char *path, const ExperimentKind *kind, int some, char out[TEXT_MAX])
{
    const char *const dot = strrchr(path, '.'), *const slash = strrchr(path, '/');
    const int stem = dot == NULL || (slash != NULL && slash > dot) ? (int)strlen(path) : (int)(dot - path);
    Text      text = text_on(out, TEXT_MAX);
    if (some == 0) text_add(&text, "%s", path);
    else text_add(&text, "%.*s-%s%s", stem, path, kind->file, path + stem);
    return !text.cut;
}

// The files that a flag of `lab report` may write.
enum { FILES_MAX = LAB_KINDS_MAX + 1 };
typedef struct Files {
    const char *what;
    int         count;
    char        paths[FILES_MAX][TEXT_MAX];
} Files;

static void file_add(Files *files, const char *dir, const char *name, const char *end)
{
    Text text = text_on(files->paths[files->count++], TEXT_MAX);
    text_add(&text, "%s%s%s%s", dir, dir[0] ? "/" : "", name, end);
}

static bool files_of(const Args *args, const char *flag, const char *what, Files *out, Status *status)
{
    const char *const path = args_value(args, flag);
    const bool        page = strcmp(flag, "html") == 0;
    *out                   = (Files){.what = what};
    if (path == NULL) return true;
    if (strlen(path) > TEXT_MAX - 40) return status_fail(status, "%s: the path is too long", what);
    file_add(out, page ? path : "", page ? "index.html" : path, "");
    for (int i = 0; lab_kinds[i] != NULL; i++)
        if (page) file_add(out, path, lab_kinds[i]->file, ".csv");
        else csv_path(path, lab_kinds[i], 1, out->paths[out->count++]);
    return true;
}

static bool files_differ(const Files *a, const Files *b, Status *status)
{
    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++)
            if (is_same_file(a->paths[i], b->paths[k]))
                return status_fail(status, "%s and %s would both write %.200s; expected different files",
                                   a->what, b->what, a->paths[i]);
    return true;
}

bool report_outputs_check(const Args *args, Status *status)
{
    Files files[3];
    bool  good = files_of(args, "csv", "--csv", &files[0], status) &&
                files_of(args, "trials-csv", "--trials-csv", &files[1], status) &&
                files_of(args, "html", "--html", &files[2], status);
    for (int i = 0; good && i < 3; i++)
        for (int k = 0; good && k < files[i].count; k++)
            good = output_check(args, 0, files[i].what, files[i].paths[k], status);
    for (int i = 0; good && i < 3; i++)
        for (int k = i + 1; good && k < 3; k++) good = files_differ(&files[i], &files[k], status);
    return good;
}
