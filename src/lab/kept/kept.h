// kept.h - kept rows: rows of a results file as one text file, small enough to be kept with the sources, and
// read back into a results file on another day or another machine.
//
//   pollard-rows 1                                    its format
//   registration HASH NAME HYPOTHESES DATE COMMIT ROWS_BEFORE SUM     of an experiment (lab/registration.h)
//   run 1 PROGRAM COMMIT COMPILER FLAGS MACHINE STARTED THREADS
//   table trials trial 1 nodes interior ...           a kind of rows: what counts them, players, columns
//   protocol 1 TEXT                                   texts once each, by number
//   player 1 TEXT
//   of PROTOCOL PLAYER [OPPONENT] DIGEST              what the rows below are of
//   NUMBER RUN VALUE ... SUM                          a row; `-` where there is no value; SUM of all of it
//   end ROWS SUM                                      SUM of all bytes before
//
// Registrations stand only where there are some: a program that does not know them reads all other files.
// Fields are separated by tabs; a tab, a line end and a backslash in a text are \t, \n, \\. Runs, protocols
// and players stand before the first row that names them. The order is that of store_each: the same rows give
// the same bytes. Sums find damage and slips of an editor, not a forger who computes them.
#ifndef LAB_KEPT_H
#define LAB_KEPT_H

#include "lab/registration.h"
#include "lab/row_keys.h"
#include "lab/store.h"

#include <stdio.h>

#define KEPT_FOLDER "docs/results/kept"   // where they are looked for

// The registrations of these experiments, and those rows of `store` that are theirs and of this program's
// digest or an accepted one, into a file, whole or not at all. Gives how many rows there are, and how many of
// other digests were left out.
bool kept_write(Store *store, const RowKeys *keys, const char *path, int *rows, int *left_out,
                Status *status);

// Is this the beginning of such a file?
bool kept_is(const char *bytes, size_t size);

// Reads such a text, which is changed while it is read, and calls `visit` for every row until it gives false.
// What is wrong may be found after some rows were given: they count only when all of it is good. `source`
// names it in errors.
bool kept_read(char *text, size_t size, const char *source, StoreVisit *visit, void *context, Status *status);

// The same for a file, also with its registrations, and for all files *.rows of a folder; a folder that is
// not there has none.
bool kept_read_file(const char *path, StoreVisit *visit, void *context, Status *status);
bool kept_read_all(const char *path, StoreVisit *visit, RegistrationVisit *registration, void *context,
                   Status *status);
bool kept_read_folder(const char *folder, StoreVisit *visit, void *context, Status *status);

#endif
