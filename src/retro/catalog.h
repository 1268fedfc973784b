// catalog.h - the databases this program can build: their names, what they hold, how they are built and read.
// Everything that builds, reads or lists databases goes through here and sees a CatalogDb, whatever the game.
//
// A name says game, kind, pieces and board: cc-pdb6-9x9. Databases of one game are a family, a constant
// CatalogFamily in games/<game>/databases.c that the game's table points to (GAME_DATABASES, game/game.h);
// this folder knows no game. A family has a list of names and may know more names of a pattern, such as a
// size and the number of a maze. Last comes the family of games solved whole (retro/solved), which needs no
// code of a game.
#ifndef RETRO_CATALOG_H
#define RETRO_CATALOG_H

#include "retro/dbfile.h"
#include "retro/endgame.h"
#include "retro/solve.h"

enum { CATALOG_DRAW_MAX = 1 << 14 };   // bytes that every drawing fits in

typedef struct CatalogFamily CatalogFamily;

// An open database. Its kind is info.kind: DB_PATTERN has `pattern`, DB_ENDGAME `endgame`, DB_SOLVED neither:
// it is asked through retro/solved/catalog_solved.h, and its entries are known when it is built (info.entries
// 0). A pattern's moves can be taken back: its neighbours are also the entries that moves lead to. Families
// that build for themselves fill the domain in too: entries are verified and lines played out with it.
typedef struct CatalogDb {
    const CatalogFamily *family;
    DbInfo               info;
    RetroDomain          pattern;
    EndgameDomain        endgame;
    double               seconds;   // of one thread to build it, roughly
    uint64_t             memory;    // bytes while it is built, roughly
    double decided;   // of an endgame: the part of the entries that are not draws, roughly; for the progress
    DbForm form;      // when nobody asks for another
    void  *data;      // the family's own
} CatalogDb;

// Positions of an endgame by the side to move, each counted once, and the longest wins and losses in moves.
typedef struct CatalogTotals {
    uint64_t won[2], drawn[2], lost[2];
    int      longest_win[2], longest_loss[2];
    uint64_t deepest;   // an entry of the longest
    int      plies;     // its length
} CatalogTotals;

typedef enum CatalogOpening { CATALOG_NOT_MINE, CATALOG_BAD, CATALOG_OPEN } CatalogOpening;

struct BuildOptions;   // build.h
struct BuildResult;

struct CatalogFamily {
    // Writes name i of the list, from 0; false after the last.
    bool (*name)(int i, char out[DB_NAME_MAX]);
    // OPTIONAL: what names outside the list look like, tp-police4-NxN-M; which N and M, in words
    const char *pattern, *about;

    // Fills in all of *db but `family`; info.name is the name as it is to be written. BAD, with a message: a
    // name of the family that does not fit.
    CatalogOpening (*open)(CatalogDb *db, const char *name, Status *status);
    void (*close)(CatalogDb *db);

    // Those of a pattern or an endgame.
    bool (*parse)(const CatalogDb *db, const char *text, uint64_t *entry, Status *status);   // a position
    void (*format)(const CatalogDb *db, uint64_t entry, Text *out);
    void (*draw)(const CatalogDb *db, uint64_t entry, Text *out);   // lines
    void (*move)(const CatalogDb *db, uint64_t from, uint64_t to,
                 Text *out);   // what leads from one entry to the other

    // OPTIONAL: builds its databases in a way of its own, with the contract of build_database (build.h);
    // NULL: by retro_solve or endgame_solve.
    bool (*build)(const CatalogDb *db, const struct BuildOptions *options, struct BuildResult *result,
                  Status *status);

    // OPTIONAL, where values mean more than moves and 255, or are not those of endgame.h: what the value of
    // an entry must be, -1 when it cannot be read; a value in words, true if moves lead on from it.
    int (*expected)(const CatalogDb *db, DbReader *reader, uint64_t entry);
    bool (*say)(const CatalogDb *db, DbReader *reader, uint64_t entry, int value, Text *out);

    // OPTIONAL: what has to be built for a name, in this order, the database itself last; a name may stand
    // for several. Writes name i, from 0; false after the last, and for names it does not know.
    bool (*needs)(const char *name, int i, char out[DB_NAME_MAX]);
    // OPTIONAL, of endgames whose values are not those of endgame.h: a best line from a position that was
    // parsed, move by move, until `use` returns false; false with reader->status when something cannot be
    // read. And what a loaded file holds.
    bool (*line)(const CatalogDb *db, DbReader *reader, const char *text,
                 bool (*use)(void *context, const char *move, const char *position), void *context);
    bool (*totals)(const CatalogDb *db, const Db *file, CatalogTotals *out);

    // OPTIONAL: the endgame that has the true value of a position of a game, by its spec and text; false:
    // none can have it. And, of endgames whose values are not those of endgame.h, who wins by a value, 1 the
    // side to move, -1 the other, 0 nobody, and in how many plies.
    bool (*covers)(const char *game, const char *position, char out[DB_NAME_MAX]);
    int (*outcome)(int value, int *plies);
    // OPTIONAL, where a position may have more to it than its entry says: its value, given that of the entry;
    // -1 with reader->status when something cannot be read.
    int (*settle)(const CatalogDb *db, DbReader *reader, const char *text, int value);
};

// Family i, from 0: those of the games in the order of games.def, then games solved whole; NULL after the
// last.
const CatalogFamily *catalog_family(int i);

#define DATABASES_VARIABLE "POLLARD_DATABASES"

// Where databases are, for everything that builds or reads them: the folder set last, otherwise the one that
// POLLARD_DATABASES of the environment names, otherwise "databases". It may be set while other threads ask; a
// name once given stays where it is. False when memory is short.
const char *databases_folder(void);
bool        databases_folder_set(const char *dir);

// Fails, with the nearest name, when there is none of this name.
bool catalog_open(CatalogDb *db, const char *name, Status *status);
void catalog_close(CatalogDb *db);

// What has to be built for a name, the database itself last: name i, from 0; false after the last. A name
// that no family knows needs itself.
bool catalog_needs(const char *name, int i, char out[DB_NAME_MAX]);

// dir/NAME.pdb, .edb or .sdb; with `unfinished` dir/NAME.part, the checkpoint of a build. False when it is
// too long.
bool catalog_file(const CatalogDb *db, const char *dir, bool unfinished, char out[DB_PATH_MAX],
                  Status *status);

// Rules of the program's own games are proven, so that a database may be used whoever built it. The rules of
// a game from outside change with its plug-in: of such a game solved whole, only a file that this version of
// it built is used. Fails on another one and names both digests.
bool catalog_is_current(const CatalogDb *db, const Db *file, Status *status);

// The same file for those who look up values: fails also when it is there and not current.
bool catalog_path(const CatalogDb *db, const char *dir, bool unfinished, char out[DB_PATH_MAX],
                  Status *status);
// What was said of the first file that was not current, so that it can be shown where nobody failed; false:
// there was none.
bool catalog_outdated(char out[STATUS_TEXT_MAX]);

#endif
