#include "lab/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool output_folder(const char *dir, Status *status)
{
    struct stat found;
    if (mkdir(dir, 0777) == 0) return true;
    const int why = errno;
    if (stat(dir, &found) == 0 && S_ISDIR(found.st_mode)) return true;
    return status_fail(status, "%s: cannot make this folder: %s", dir, strerror(why));
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t n = write(file, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes += n, size -= (size_t)n;
    }
    return fsync(file) == 0;
}

bool output_write(const char *dir, const char *name, const char *bytes, size_t size, Status *status)
{
    char      path[PATH_MAX], temporary[PATH_MAX];
    const int n = snprintf(path, sizeof path, "%s/%s", dir, name);
    const int m = snprintf(temporary, sizeof temporary, "%s/.%s.%ld.new", dir, name, (long)getpid());
    if (n >= (int)sizeof path || m >= (int)sizeof temporary)
        return status_fail(status, "%s: the path is too long", name);
    const int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0) return status_fail(status, "%s: cannot write it: %s", path, strerror(errno));
    bool good = write_all(file, bytes, size);
    int  why  = errno;
    if (close(file) != 0 && good) good = false, why = errno;
    if (good && rename(temporary, path) != 0) good = false, why = errno;
    if (good) return true;
    unlink(temporary);
    return status_fail(status, "%s: cannot write it: %s", path, strerror(why));
}
