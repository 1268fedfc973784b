// db_subject.h - the database a `pollard db` command works on, and building it.
#ifndef CLI_DB_SUBJECT_H
#define CLI_DB_SUBJECT_H

#include "cli/cli.h"
#include "retro/catalog.h"

enum { MIB = 1 << 20 };

typedef struct Subject {
    const CatalogEntry *entry;
    CheckersDb          domain;
    DbInfo              info;
    char                path[DB_PATH_MAX], part[DB_PATH_MAX];
} Subject;

const char *db_folder(const Args *args);
int         db_fail(const Status *status);   // says it; EXIT_JOB_FAILED
void        db_duration(double seconds, char out[40]);

int db_build(const Args *args, Subject *s, int threads, long memory);

#endif
