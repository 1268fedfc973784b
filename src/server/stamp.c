#include "server/stamp.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

// FNV-1a over numbers.
static Stamp stamp_add(Stamp stamp, uint64_t number)
{
    const Stamp prime = 0x100000001b3;
    for (int i = 0; i < 64; i += 8) stamp = (stamp ^ (number >> i & 0xff)) * prime;
    return stamp;
}

Stamp stamp_file(Stamp stamp, const char *path)
{
    struct stat facts;
    if (stat(path, &facts) != 0) return stamp_add(stamp, 1);
    stamp = stamp_add(stamp_add(stamp, facts.st_ino), (uint64_t)facts.st_size);
    return stamp_add(stamp_add(stamp, (uint64_t)facts.st_mtim.tv_sec), (uint64_t)facts.st_mtim.tv_nsec);
}

// In any order: that of a folder may change where no file has.
Stamp stamp_folder(Stamp stamp, const char *path)
{
    char                 name[PATH_MAX];
    Stamp                sum    = 0;
    DIR *const           folder = opendir(path);
    const struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        if (entry->d_name[0] != '.' &&
            snprintf(name, sizeof name, "%s/%s", path, entry->d_name) < (int)sizeof name)
            sum += stamp_file(1, name);
    if (folder != NULL) closedir(folder);
    return stamp_add(stamp, sum);
}

Stamp stamp_database(Stamp stamp, const char *path)
{
    char log[PATH_MAX];
    if (snprintf(log, sizeof log, "%s-wal", path) < (int)sizeof log) stamp = stamp_file(stamp, log);
    return stamp_file(stamp, path);
}
