// probe.h - what a database that is built says about a position, and a best line from it.
//
//     Probe probe;
//     probe_open(&probe, "chess-krk", status)             finds the file in databases_folder
//     probe_ask(&probe, "8/8/...", &answer, status)       as often as wanted
//     probe_line(&probe, &answer, use, context, status)   best moves from the position asked for last
//     probe_close(&probe)
//
// Cost: a file is mapped, one of a game solved whole is loaded; an answer reads a block or two.
#ifndef RETRO_PROBE_H
#define RETRO_PROBE_H

#include "retro/catalog.h"
#include "retro/solved/table.h"

enum { PROBE_LINE_MAX = 1000 };   // moves

typedef struct Probe {
    CatalogDb   db;
    Db          file;
    DbReader    reader;   // of a pattern or an endgame
    SolvedTable solved;   // of a game solved whole
} Probe;

typedef struct ProbeAnswer {
    bool     known;            // the end is in sight, `value` away: moves lead to it
    int      value;            // as stored: of patterns moves, of endgames plies (games/<game>/databases.c)
    char     says[TEXT_MAX];   // for people: "won in 21 plies"
    char     text[TEXT_MAX];   // the position as it was asked for
    uint64_t entry;            // of a pattern or an endgame
    AnyState at;               // of a game solved whole
} ProbeAnswer;

// A move and the position after it; false: enough.
typedef bool ProbeMove(void *context, const char *move, const char *position);

bool probe_open(Probe *probe, const char *name, Status *status);
void probe_close(Probe *probe);

// Is the file of a database there, and is it what the name says? For those who open it themselves.
bool probe_file(Db *file, const CatalogDb *db, const char *path, Status *status);

// Reads a position of a database that need not be built: *answer has nothing else.
bool probe_parse(const CatalogDb *db, const char *position, ProbeAnswer *answer, Status *status);

bool probe_ask(Probe *probe, const char *position, ProbeAnswer *answer, Status *status);

// Both sides at their best, to the end or until the line leaves the database; nothing where the answer is not
// known. False when something cannot be read.
bool probe_line(Probe *probe, const ProbeAnswer *answer, ProbeMove *use, void *context, Status *status);

// The value of a game solved whole, in words.
void probe_solved_say(uint8_t value, Text *out);

#endif
