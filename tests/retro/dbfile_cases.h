// dbfile_cases.h - tables and files that the tests of database files share.
#ifndef TESTS_RETRO_DBFILE_CASES_H
#define TESTS_RETRO_DBFILE_CASES_H

#include "retro/dbfile.h"
#include "tests.h"

// A folder of this test's own, and the files a, b, c in it.
void        db_folder_make(void);
void        db_folder_remove(void);
const char *db_file(const char *name);

typedef enum TableShape { TABLE_RANDOM, TABLE_CONSTANT, TABLE_WAVES, TABLE_SHAPES } TableShape;

uint8_t *db_table(TableShape shape, size_t n);
DbInfo   db_info(size_t n);

// Write and open, or fail the test.
void db_put(const char *path, DbInfo info, DbOptions options, const uint8_t *table);
Db   db_get(const char *path, DbMode mode);

// Fails the test unless the file holds this table, by every way of reading.
void db_holds(const char *path, DbMode mode, const uint8_t *table, size_t n);

// The whole file.
uint8_t *db_bytes(const char *path, size_t *size);

#endif
