#include "base/file.h"
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_fail(Status *status, const char *doing, const char *path)
{
    return status_fail_system(status, "cannot %s '%.200s': %s", doing, path, strerror(errno));
}

bool file_fail_input(Status *status, const char *doing, const char *path)
{
    const int  why        = errno;
    const bool wrong_name = why == ENOENT || why == ENOTDIR || why == EISDIR || why == ENAMETOOLONG ||
                            why == ELOOP || why == ENXIO;
    if (!wrong_name) return file_fail(status, doing, path);
    return status_fail(status, "cannot %s '%.200s': %s", doing, path, strerror(why));
}

// Reading.

int file_open_input(const char *path, size_t *size, Status *status)
{
    struct stat facts;
    const int   fd = open(path,
                          O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);   // a pipe would wait for a writer
    if (fd < 0) return file_fail_input(status, "open", path), -1;
    if (fstat(fd, &facts) != 0) file_fail(status, "read", path);
    else if (S_ISDIR(facts.st_mode)) errno = EISDIR, file_fail_input(status, "read", path);
    else if (!S_ISREG(facts.st_mode))
        status_fail(status, "cannot read '%.200s': a pipe or device; expected a regular file", path);
    else return *size = (size_t)facts.st_size, fd;
    close(fd);
    return -1;
}

// The file may grow or shrink meanwhile; what counts is what is read.
static bool read_all(int fd, char *to, size_t room, size_t *size)
{
    assert(fd >= 0);
    *size = 0;
    while (*size < room) {
        const ssize_t n = read(fd, to + *size, room - *size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        if (n == 0) break;
        *size += (size_t)n;
    }
    return true;
}

char *file_read(const char *path, size_t size_max, size_t *size, Status *status)
{
    size_t    room;
    const int fd   = file_open_input(path, &room, status);
    char     *text = NULL;
    if (fd < 0) return NULL;
    if (room > size_max)
        status_fail(status, "cannot read '%.200s': %zu bytes; expected at most %zu", path, room, size_max);
    else if ((text = malloc(room + 1)) == NULL)
        status_fail_system(status, "out of memory to read '%.200s'", path);
    else if (!read_all(fd, text, room, size)) file_fail(status, "read", path), free(text), text = NULL;
    else text[*size] = 0;
    close(fd);
    return text;
}

bool file_and_number(const char *what, char path[PATH_MAX], long *number, Status *status)
{
    const char *const colon = strrchr(what, ':');
    if (strlen(what) >= PATH_MAX) return status_fail(status, "'%.80s...': too long", what);
    strcpy(path, what);
    *number = 0;
    if (colon == NULL || access(what, F_OK) == 0) return true;
    if (!text_whole_number(colon + 1, 1, 1000000000, number))
        return status_fail(status, "'%.200s': expected the number of a game after '%.*s:'", what,
                           (int)(colon - what < 200 ? colon - what : 200), what);
    path[colon - what] = 0;
    return true;
}

// Writing.

bool file_folder(const char *dir, Status *status)
{
    struct stat found;
    if (mkdir(dir, 0777) == 0) return true;
    const int why = errno;
    if (stat(dir, &found) == 0 && S_ISDIR(found.st_mode)) return true;
    return status_fail_system(status, "%s: cannot create this folder: %s", dir, strerror(why));
}

static bool write_all(int file, const char *bytes, size_t size)
{
    assert(file >= 0);
    while (size > 0) {
        const ssize_t n = write(file, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes += n, size -= (size_t)n;
    }
    return true;
}

static bool write_straight(const char *path, const char *bytes, size_t size, Status *status)
{
    const int  fd   = open(path, O_WRONLY | O_CLOEXEC);
    const bool good = fd >= 0 && write_all(fd, bytes, size);
    if (!good) file_fail(status, "write", path);
    if (fd >= 0) close(fd);
    return good;
}

// False with errno.
static bool folder_sync(const char *path)
{
    char copy[PATH_MAX];
    if (strlen(path) >= sizeof copy) return errno = ENAMETOOLONG, false;
    memcpy(copy, path, strlen(path) + 1);
    const int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return false;
    const bool good = fsync(fd) == 0 || errno == EINVAL || errno == EROFS;
    const int  why  = errno;
    close(fd);
    errno = why;
    return good;
}

bool file_folder_sync(const char *path, Status *status)
{
    return folder_sync(path) || file_fail(status, "flush the folder of", path);
}

// False with errno.
static bool write_and_rename(const char *temporary, const char *target, const char *bytes, size_t size)
{
    const int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0) return false;
    bool good = write_all(fd, bytes, size) && fsync(fd) == 0;
    int  why  = errno;
    if (close(fd) != 0 && good) good = false, why = errno;
    if (good && rename(temporary, target) != 0) good = false, why = errno;
    if (!good) unlink(temporary);
    else folder_sync(target);   // too late to take it back: file_folder_sync is for those who must know
    errno = why;
    return good;
}

bool file_write(const char *path, const char *bytes, size_t size, Status *status)
{
    assert(bytes != NULL || size == 0);
    char        temporary[PATH_MAX + 32], target[PATH_MAX];
    struct stat there;
    // Before links are resolved: /dev/stdout may lead to a pipe, which has no path.
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode))
        return write_straight(path, bytes, size, status);
    if (!file_resolve(path, target, status)) return false;
    snprintf(temporary, sizeof temporary, "%s.%ld.new", target, (long)getpid());
    const int  slot = file_temporary_enter(temporary);
    const bool good = write_and_rename(temporary, target, bytes, size);
    const int  why  = errno;
    file_temporary_leave(slot);
    errno = why;
    return good || file_fail(status, "write", path);
}

bool file_write_in(const char *dir, const char *name, const char *bytes, size_t size, Status *status)
{
    assert(name[0] != 0);
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path)
        return status_fail(status, "%.80s: the path is too long", name);
    return file_write(path, bytes, size, status);
}

// Names.

static bool join(char out[PATH_MAX], const char *dir, const char *name)
{
    const int n = snprintf(out, PATH_MAX, "%s/%s", strcmp(dir, "/") == 0 ? "" : dir, name);
    return n > 0 && n < PATH_MAX;
}

bool file_resolve(const char *path, char out[PATH_MAX], Status *status)
{
    enum { LINKS_MAX = 40 };   // as many as the kernel follows
    char at[PATH_MAX], copy[PATH_MAX], folder[PATH_MAX], link[PATH_MAX];
    if (strlen(path) >= PATH_MAX) return status_fail(status, "'%.80s...': the path is too long", path);
    memcpy(at, path, strlen(path) + 1);
    for (int links = 0; links < LINKS_MAX; links++) {
        if (realpath(at, out) != NULL) return true;
        if (errno != ENOENT) return file_fail(status, "use", path);
        memcpy(copy, at, sizeof copy);
        if (realpath(dirname(copy), folder) == NULL) return file_fail(status, "write", path);
        memcpy(copy, at, sizeof copy);
        if (!join(out, folder, basename(copy))) break;
        const ssize_t n = readlink(out, link, sizeof link - 1);
        if (n < 0) return true;   // not a link: a new name in a folder that is there
        link[n] = 0;
        if (link[0] == '/') memcpy(at, link, (size_t)n + 1);
        else if (!join(at, folder, link)) break;
    }
    return status_fail(status, "'%.80s...': the path is too long, or its links go in a circle", path);
}

// Temporary files. A signal handler has no arguments, so that this list is global; a slot is in use only
// after its name is complete.

static struct {
    atomic_int state;   // free, being entered, in use
    pid_t      owner;   // a child that was forked does not remove its parent's files
    char       path[PATH_MAX + 32];
} temporaries[FILE_TEMPORARIES_MAX];

enum { SLOT_FREE, SLOT_TAKEN, SLOT_USED };

int file_temporary_enter(const char *path)
{
    assert(path[0] != 0);
    if (strlen(path) >= sizeof temporaries[0].path) return -1;
    for (int i = 0; i < FILE_TEMPORARIES_MAX; i++) {
        int expected = SLOT_FREE;
        if (!atomic_compare_exchange_strong(&temporaries[i].state, &expected, SLOT_TAKEN)) continue;
        memcpy(temporaries[i].path, path, strlen(path) + 1);
        temporaries[i].owner = getpid();
        atomic_store(&temporaries[i].state, SLOT_USED);
        return i;
    }
    return -1;
}

void file_temporary_leave(int slot)
{
    assert(slot >= -1 && slot < FILE_TEMPORARIES_MAX);
    if (slot >= 0) atomic_store(&temporaries[slot].state, SLOT_FREE);
}

void file_remove_temporaries(void)
{
    for (int i = 0; i < FILE_TEMPORARIES_MAX; i++)
        if (atomic_load(&temporaries[i].state) == SLOT_USED && temporaries[i].owner == getpid())
            unlink(temporaries[i].path);
}

// Locks.

static void holder_name(const FileLock *lock, char *out, size_t room)
{
    char          pid[24] = "";
    const ssize_t n       = pread(lock->fd, pid, sizeof pid - 1, 0);
    const size_t  digits  = n > 0 ? strspn(pid, "0123456789") : 0;
    if (digits > 0) snprintf(out, room, "process %.*s", (int)digits, pid);
    else snprintf(out, room, "another process");
}

bool file_is_named(int fd, const char *path)
{
    assert(fd >= 0);
    struct stat open_one, named_one;
    return fstat(fd, &open_one) == 0 && stat(path, &named_one) == 0 && open_one.st_ino == named_one.st_ino &&
           open_one.st_dev == named_one.st_dev;
}

static bool lock_refused(FileLock *lock, const char *path, Status *status)
{
    char       holder[40];
    const bool busy = errno == EWOULDBLOCK;
    if (busy) {
        holder_name(lock, holder, sizeof holder);
        status_fail_system(status, "'%.200s' is being written by %s; wait for it or end it", path, holder);
    } else file_fail(status, "lock", path);
    close(lock->fd);
    lock->fd = -1;
    return false;
}

// The lock file that another user left behind may be readable only, which suffices for flock. False with
// errno.
static bool lock_open(FileLock *lock)
{
    const int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    lock->fd        = open(lock->path, O_RDWR | O_CREAT | flags, 0666);
    if (lock->fd >= 0 || errno != EACCES) return lock->fd >= 0;
    lock->fd = open(lock->path, O_RDONLY | flags);
    if (lock->fd < 0) errno = EACCES;   // there may be none, in a folder that cannot be written
    return lock->fd >= 0;
}

bool file_lock(FileLock *lock, const char *path, Status *status)
{
    char target[PATH_MAX], pid[24];
    *lock = (FileLock){.fd = -1, .slot = -1};
    if (!file_resolve(path, target, status)) return false;
    snprintf(lock->path, sizeof lock->path, "%s.lock", target);
    for (;;) {
        if (!lock_open(lock)) return file_fail(status, "write", lock->path);
        if (flock(lock->fd, LOCK_EX | LOCK_NB) != 0) return lock_refused(lock, path, status);
        if (file_is_named(lock->fd, lock->path)) break;
        close(lock->fd);
    }
    lock->slot  = file_temporary_enter(lock->path);
    const int n = snprintf(pid, sizeof pid, "%ld\n", (long)getpid());
    // Only the message of another process needs the number: a full disk may not hold it, and another user's
    // file does not take it.
    if (ftruncate(lock->fd, 0) != 0 || !write_all(lock->fd, pid, (size_t)n)) {}
    return true;
}

void file_unlock(FileLock *lock)
{
    if (lock->fd < 0) return;
    file_temporary_leave(lock->slot);   // first: a signal must not remove the next holder's file
    unlink(lock->path);   // while it is held: whoever has opened it meanwhile sees that it is gone
    close(lock->fd);
    *lock = (FileLock){.fd = -1, .slot = -1};
}
