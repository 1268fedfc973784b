#include "lab/report/gnuplot.h"

#include <assert.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { IN, OUT, ERR, FILES };
static const long SVG_SIZE_MAX = 64L << 20;

// Starts gnuplot on the three files; 0 or an error number. `-d`: whatever the user's own settings are.
static int gnuplot_start(FILE *files[FILES], pid_t *child)
{
    char                      *words[] = {(char[]){"gnuplot"}, (char[]){"-d"}, NULL};
    posix_spawn_file_actions_t actions;
    int                        error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    for (int i = 0; error == 0 && i < FILES; i++)
        error = posix_spawn_file_actions_adddup2(&actions, fileno(files[i]), i);
    if (error == 0) error = posix_spawnp(child, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static bool gnuplot_wait(pid_t child)
{
    int end;
    while (waitpid(child, &end, 0) < 0)
        if (errno != EINTR) return false;
    return WIFEXITED(end) && WEXITSTATUS(end) == 0;
}

// The whole of a file, terminated; NULL when it cannot be read.
static char *file_text(FILE *file, size_t *size)
{
    if (fseek(file, 0, SEEK_END) != 0) return NULL;
    const long n = ftell(file);
    if (n < 0 || n > SVG_SIZE_MAX) return NULL;
    char *const text = malloc((size_t)n + 1);
    rewind(file);
    *size = text == NULL ? 0 : fread(text, 1, (size_t)n, file);
    if (text != NULL) text[*size] = 0;
    return text;
}

// What gnuplot complained of: the last line that says anything.
static void complaint(FILE *file, Status *status)
{
    char line[200], last[200] = "it ended with an error";
    rewind(file);
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = 0;
        if (strspn(line, " \t^") != strlen(line)) memcpy(last, line, sizeof last);
    }
    status_fail_system(status, "gnuplot: %s", last);
}

static char *run_on(FILE *files[FILES], size_t *size, Status *status)
{
    pid_t     child;
    const int error = gnuplot_start(files, &child);
    if (error == ENOENT) return status_fail_system(status, "gnuplot is not installed"), NULL;
    if (error != 0) return status_fail_system(status, "gnuplot: %s", strerror(error)), NULL;
    if (!gnuplot_wait(child)) return complaint(files[ERR], status), NULL;
    char *const svg = file_text(files[OUT], size);
    if (svg != NULL && strstr(svg, "</svg>") != NULL) return svg;
    free(svg);
    return complaint(files[ERR], status), NULL;
}

char *gnuplot_run(const char *script, size_t length, size_t *size, Status *status)
{
    assert(script != NULL && length > 0);
    FILE *files[FILES] = {tmpfile(), tmpfile(), tmpfile()};
    char *svg          = NULL;
    if (files[IN] == NULL || files[OUT] == NULL || files[ERR] == NULL) {
        status_fail_system(status, "gnuplot: no temporary files: %s", strerror(errno));
    } else if (fwrite(script, 1, length, files[IN]) != length || fflush(files[IN]) != 0) {
        status_fail_system(status, "gnuplot: its script cannot be written: %s", strerror(errno));
    } else {
        rewind(files[IN]);
        svg = run_on(files, size, status);
    }
    for (int i = 0; i < FILES; i++)
        if (files[i] != NULL) fclose(files[i]);
    return svg;
}
