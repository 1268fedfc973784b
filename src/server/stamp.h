// stamp.h - has a file changed? A number made of the size, the time and the identity of files, which is
// another one as soon as one of them is written, replaced, made or removed.
#ifndef SERVER_STAMP_H
#define SERVER_STAMP_H

#include <stdint.h>

typedef uint64_t Stamp;

Stamp stamp_file(Stamp stamp, const char *path);       // a file that is not there counts, too
Stamp stamp_folder(Stamp stamp, const char *path);     // the files in it, not those of folders in it
Stamp stamp_database(Stamp stamp, const char *path);   // of SQLite, with what is not yet in its file

#endif
