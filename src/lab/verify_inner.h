// verify_inner.h - what collecting, choosing and running stored trials share. Only for verify*.c.
#ifndef LAB_VERIFY_INNER_H
#define LAB_VERIFY_INNER_H

#include "base/threads.h"
#include "lab/verify.h"

// A stored row; `program`: the other program that made it, -1 for this one; `at`: its place among the rows of
// its trial when they are run.
typedef struct Stored {
    int   key, number, maker, program, at;
    void *row;
} Stored;

// Rows of one trial: those of one task and number, which are run together. `engine`: another program plays.
typedef struct Unit {
    int  first, count;
    bool chosen, left, engine;
} Unit;

struct Verify {
    RowKeys            keys;
    unsigned           which;   // VERIFY_*
    int                count, room, unit_count, maker_count, maker_room;
    Stored            *rows;
    Unit              *units;
    VerifyMaker       *makers;   // the texts of their runs are owned
    int                program_count, program_room, leave_count, leave_room;
    VerifyProgram     *programs;
    const Experiment **leave;
    VerifyResult       left_out;   // its counts of rows that are not run

    // While it runs.
    const VerifyOptions *options;
    VerifyDifference    *difference;
    void                *context;
    VerifyResult        *result;
    Status              *status;
    Mutex                mutex;
    int                  next;
    bool                 failed;
};

static inline const RowKey *key_of(const Verify *v, const Stored *s) { return &v->keys.list[s->key]; }

// Two rows as values, side by side.
typedef struct Values {
    StoreValue a[STORE_COLUMNS_MAX], b[STORE_COLUMNS_MAX];
    char       scratch[2][STORE_SCRATCH];
} Values;

void values_write(const StoreRows *rows, const void *a, const void *b, Values *out);
bool value_is_equal(const StoreColumn *c, const StoreValue *a, const StoreValue *b);
bool column_varies(const StoreRows *rows, const StoreColumn *c);   // is it the time?

// Where rows of a program are counted.
static inline VerifyCount *count_of(VerifyProgram *p, bool engine) { return engine ? &p->engines : &p->own; }

// Are rows of the trial by this other program?
bool unit_has(const Verify *v, const Unit *u, int program);

// Puts the rows into trials, and chooses those that are run.
bool units_make(Verify *v, Status *status);
bool units_choose(Verify *v, const VerifyOptions *options, Status *status);

// The numbers of the other programs by their digests, whatever the order of the files; to be freed. NULL when
// memory is short.
int *programs_sorted(const Verify *v);

#endif
