// output.h - files of a report: written whole or not at all.
#ifndef LAB_OUTPUT_H
#define LAB_OUTPUT_H

#include "base/status.h"

#include <stddef.h>

// Makes the folder when it is missing; its parent must be there.
bool output_folder(const char *dir, Status *status);

// Writes dir/name under a temporary name, flushes it to the disk and renames it. On failure nothing is left behind and what was there stays.
bool output_write(const char *dir, const char *name, const char *bytes, size_t size, Status *status);

#endif
