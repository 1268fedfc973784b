// file.h - files written whole or not at all.
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/status.h"

#include <stddef.h>

// Makes the folder when it is missing; its parent must be there.
bool file_folder(const char *dir, Status *status);

// Writes a file under a temporary name beside it, flushes it to the disk and renames it: on failure nothing
// is left behind and what was there stays. A link stays a link, a device or pipe is written straight.
bool file_write(const char *path, const char *bytes, size_t size, Status *status);
// dir/name
bool file_write_in(const char *dir, const char *name, const char *bytes, size_t size, Status *status);

#endif
