// file.h - input files read whole and within a limit, files written whole or not at all, locks, and temporary
// files that end with the program.
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/status.h"

#include <limits.h>
#include <stddef.h>

// Writes "cannot DOING 'PATH': why" by errno and returns false. An input that is not there, or is not a file,
// is wrong input; everything else, and every output, is a failure of the system.
bool file_fail_input(Status *status, const char *doing, const char *path);
bool file_fail(Status *status, const char *doing, const char *path);

// Reading. Inputs are regular files: a folder, pipe or device is refused without waiting for it. -1 with a
// message on failure.
int file_open_input(const char *path, size_t *size, Status *status);
// All of a file that has `size_max` bytes or fewer, with a zero after it, to be freed; NULL with a message.
char *file_read(const char *path, size_t size_max, size_t *size, Status *status);

// FILE or FILE:N, N from 1; *number is 0 without it. A file whose name looks like FILE:N goes first. False
// with a message.
bool file_and_number(const char *what, char path[PATH_MAX], long *number, Status *status);

// Makes the folder when it is missing; its parent must be there.
bool file_folder(const char *dir, Status *status);

// Writes a file under a temporary name beside it, flushes it to the disk and renames it: on failure nothing
// is left over and what was there stays. Its name is flushed too, where the folder takes that;
// file_folder_sync says whether. A link stays a link, a device or pipe is written straight.
bool file_write(const char *path, const char *bytes, size_t size, Status *status);
// The same for dir/name.
bool file_write_in(const char *dir, const char *name, const char *bytes, size_t size, Status *status);

// Flushes the names in the folder of a path to the disk: before another copy of that file is removed. Folders
// that know no flushing are taken as they are.
bool file_folder_sync(const char *path, Status *status);

// Does the path name the file that is open? Whoever held its lock before may have removed or replaced it.
bool file_is_named(int fd, const char *path);

// The name a path stands for when its links are followed, also one that points to nothing yet.
bool file_resolve(const char *path, char out[PATH_MAX], Status *status);

// Temporary files. A name that is entered here is removed when the program is ended by a signal
// (file_remove_temporaries, which a handler may call). At most FILE_TEMPORARIES_MAX at a time; more are not
// entered, and then only a normal end removes them. The slot, or -1.
enum { FILE_TEMPORARIES_MAX = 96 };
int  file_temporary_enter(const char *path);
void file_temporary_leave(int slot);   // renamed or removed; -1 is allowed
void file_remove_temporaries(void);

// A lock on PATH for one process at a time, however the path is written: the file PATH.lock beside what the
// path resolves to, with the holder's process id in it. It is the lock on the open file that counts, not the
// file, so that what a killed process left blocks nobody. The file goes with the lock.
typedef struct FileLock {
    int  fd, slot;   // fd -1: not held
    char path[PATH_MAX + 8];
} FileLock;
// False with a message that names the holder when another process has it.
bool file_lock(FileLock *lock, const char *path, Status *status);
void file_unlock(FileLock *lock);

#endif
