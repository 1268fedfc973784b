// io_faults.h - a disk that fails: calls of read, write and what brings bytes to the disk, counted through
// the whole program, of which one can be made to fail.
#ifndef TESTS_BASE_IO_FAULTS_H
#define TESTS_BASE_IO_FAULTS_H

#include <stdbool.h>

// How many times a folder was flushed so far.
int io_folders_synced(void);

// The n-th call from now fails, as on a disk that is full or broken; 0: none does.
void io_fail_at(long n);

// Did it fail? No further call does.
bool io_failed(void);

// Reads and writes do a part of what they are asked for, as they may, and signals interrupt every other one
// before it has done anything.
void io_in_parts(bool on);

#endif
