// db_subject.h - the database a `pollard db` command works on, and the verbs that have files of their own.
#ifndef CLI_DB_DB_SUBJECT_H
#define CLI_DB_DB_SUBJECT_H

#include "cli/cli.h"
#include "retro/catalog.h"

enum { MIB = 1 << 20 };

typedef struct Subject {
    CatalogDb db;
    char      path[DB_PATH_MAX], part[DB_PATH_MAX];
} Subject;

const char *db_folder(const Args *args);
int         db_fail(const Status *status);   // says it; EXIT_JOB_FAILED
void        db_duration(double seconds, char out[40]);

// The built file, checked to be what the name says.
bool db_subject_file(Db *file, const Subject *s, Status *status);

int db_build(const Args *args, const Subject *s, int threads, long memory);
int db_check(const Args *args, const Subject *s);
int db_info(const Args *args, const Subject *s);
int db_ask(const Args *args, const Subject *s, bool best);

#endif
