#include "base/io_faults.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

// The names that the linker gives: __wrap_x is called for x, __real_x is x.
#define WRAPPED(type, name, ...)                                                                             \
    type __real_##name(__VA_ARGS__);                                                                         \
    type __wrap_##name(__VA_ARGS__)
WRAPPED(ssize_t, read, int fd, void *to, size_t n);
WRAPPED(ssize_t, pread, int fd, void *to, size_t n, off_t at);
WRAPPED(ssize_t, write, int fd, const void *from, size_t n);
WRAPPED(ssize_t, pwrite, int fd, const void *from, size_t n, off_t at);
WRAPPED(int, fsync, int fd);
WRAPPED(int, fdatasync, int fd);
WRAPPED(int, ftruncate, int fd, off_t size);
WRAPPED(int, rename, const char *from, const char *to);
#undef WRAPPED

static atomic_long left;   // until one fails; 0: none does
static atomic_bool failed, parts;
static atomic_uint calls;   // in parts
static atomic_int  folders;

void io_fail_at(long n)
{
    atomic_store(&failed, false);
    atomic_store(&left, n);
}

bool io_failed(void)
{
    atomic_store(&left, 0);
    return atomic_load(&failed);
}

int io_folders_synced(void) { return atomic_load(&folders); }

void io_in_parts(bool on) { atomic_store(&parts, on); }

static bool this_one_fails(int why)
{
    if (atomic_load(&left) <= 0 || atomic_fetch_sub(&left, 1) != 1) return false;
    atomic_store(&failed, true);
    errno = why;
    return true;
}

// A signal comes before every other call does anything, for as long as they work in parts.
static bool interrupts(void)
{
    if (!atomic_load(&parts) || atomic_fetch_add(&calls, 1) % 2 == 1) return false;
    errno = EINTR;
    return true;
}

static size_t part(size_t n) { return atomic_load(&parts) && n > 1 ? (n + 1) / 2 : n; }

ssize_t __wrap_read(int fd, void *to, size_t n)
{
    return this_one_fails(EIO) || interrupts() ? -1 : __real_read(fd, to, part(n));
}
ssize_t __wrap_pread(int fd, void *to, size_t n, off_t at)
{
    return this_one_fails(EIO) || interrupts() ? -1 : __real_pread(fd, to, part(n), at);
}
ssize_t __wrap_write(int fd, const void *from, size_t n)
{
    return this_one_fails(ENOSPC) || interrupts() ? -1 : __real_write(fd, from, part(n));
}
ssize_t __wrap_pwrite(int fd, const void *from, size_t n, off_t at)
{
    return this_one_fails(ENOSPC) || interrupts() ? -1 : __real_pwrite(fd, from, part(n), at);
}
int __wrap_fsync(int fd)
{
    struct stat facts;
    if (fstat(fd, &facts) == 0 && S_ISDIR(facts.st_mode)) atomic_fetch_add(&folders, 1);
    return this_one_fails(EIO) ? -1 : __real_fsync(fd);
}
int __wrap_fdatasync(int fd) { return this_one_fails(EIO) ? -1 : __real_fdatasync(fd); }
int __wrap_ftruncate(int fd, off_t size) { return this_one_fails(EIO) ? -1 : __real_ftruncate(fd, size); }
int __wrap_rename(const char *from, const char *to)
{
    return this_one_fails(ENOSPC) ? -1 : __real_rename(from, to);
}
