// lookups.h - which databases some players look up and what was in them, so that results of two databases of
// one name are not mixed: results rows and match files carry it as one line of text,
//
//     NAME DIGEST NAME DIGEST ...    by name, each once (retro/dbfile.h); "" when nothing is looked up
#ifndef PLAY_LOOKUPS_H
#define PLAY_LOOKUPS_H

#include "game/game.h"
#include "play/schedule.h"
#include "retro/dbfile.h"

enum {
    LOOKUPS_MAX      = CONTESTANTS_MAX * EVAL_TABLES_MAX,
    LOOKUPS_ONE      = DB_NAME_MAX + DB_DIGEST_TEXT,        // characters of one, with spaces
    LOOKUPS_ROW_MAX  = 2 * EVAL_TABLES_MAX * LOOKUPS_ONE,   // of a row of results: those of two players
    LOOKUPS_TEXT_MAX = LOOKUPS_MAX * LOOKUPS_ONE
};

typedef struct Lookup {
    char name[DB_NAME_MAX], digest[DB_DIGEST_TEXT];
} Lookup;

typedef struct Lookups {
    int    count;
    Lookup list[LOOKUPS_MAX];
} Lookups;

// Adds one. False when the name is there with another digest, or when there is no room.
bool lookups_add(Lookups *lookups, const char *name, const char *digest, Status *status);

void lookups_write(const Lookups *lookups, Text *out);
bool lookups_read(Lookups *lookups, const char *text);   // false: not what lookups_write writes

// A database that both have, with different digests: one[0] is that of `a`, one[1] that of `b`. False when
// there is none, and when one of them is not such a text.
bool lookups_differ(const char *a, const char *b, Lookup one[2]);

#endif
