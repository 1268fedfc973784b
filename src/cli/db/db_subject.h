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

bool db_subject_open(Subject *s, const char *name, Status *status);

void db_duration(double seconds, char out[40]);

// The built file, checked to be what the name says.
bool db_subject_file(Db *file, const Subject *s, Status *status);

// The verbs. Each returns the exit code.
int  db_build(const Args *args, const Subject *s);
bool db_build_needs_others(const char *name);                // then:
int  db_build_chain(const Args *args, const char *wanted);   // and all it needs
int  db_plan(const Args *args, const Subject *s);
bool db_plan_alone(const Args *args, int *code);   // of an ending that is in no list; false: it is not one
int  db_split_run(const Args *args, const Subject *s);
int  db_join_run(const Args *args, const Subject *s);
int  db_check(const Args *args, const Subject *s);
int  db_info(const Args *args, const Subject *s);
int  db_ask_value(const Args *args, const Subject *s);
int  db_ask_line(const Args *args, const Subject *s);

// The same for kind DB_SOLVED (db_solved.c).
int db_solved_check(const Args *args, const Subject *s);
int db_solved_info(const Args *args, const Subject *s);

#endif
