#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_folder(const char *dir, Status *status)
{
    struct stat found;
    if (mkdir(dir, 0777) == 0) return true;
    const int why = errno;
    if (stat(dir, &found) == 0 && S_ISDIR(found.st_mode)) return true;
    return status_fail(status, "%s: cannot create this folder: %s", dir, strerror(why));
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t n = write(file, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes += n, size -= (size_t)n;
    }
    return true;
}

bool file_write(const char *path, const char *bytes, size_t size, Status *status)
{
    char              temporary[PATH_MAX + 32], real[PATH_MAX];
    struct stat       there;
    const char *const target = realpath(path, real) != NULL ? real : path;
    const bool straight = stat(target, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode);
    if (strlen(target) >= PATH_MAX) return status_fail(status, "%.80s...: the path is too long", path);
    snprintf(temporary, sizeof temporary, straight ? "%s" : "%s.%ld.new", target, (long)getpid());
    const int file = open(
        temporary, straight ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
        0666);
    if (file < 0) return status_fail(status, "%s: cannot write it: %s", path, strerror(errno));
    bool good = write_all(file, bytes, size) && (straight || fsync(file) == 0);
    int  why  = errno;
    if (close(file) != 0 && good) good = false, why = errno;
    if (good && !straight && rename(temporary, target) != 0) good = false, why = errno;
    if (good) return true;
    if (!straight) unlink(temporary);
    return status_fail(status, "%s: cannot write it: %s", path, strerror(why));
}

bool file_write_in(const char *dir, const char *name, const char *bytes, size_t size, Status *status)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path)
        return status_fail(status, "%.80s: the path is too long", name);
    return file_write(path, bytes, size, status);
}
