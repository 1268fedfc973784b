// pgn.h - games in Portable Game Notation: read one after another from a text, and written.
//
// For every game of two players: moves are what the game reads and writes, a start other than the usual one
// stands in the tag FEN (with SetUp "1") in the game's own notation of positions, and a game other than
// chess is named in the tag Variant. White is the seat of that name, or the first where nobody has it.
//
// Reading: comments {...} and ;..., lines that begin with %, glyphs ($5, !?) and variations are left out,
// move numbers may be wrong or missing, a game may end without a result. What is not a legal move is refused
// with the game, the line, the number of the move and the word. The text may be anything and of any length:
// nothing recurses, names, values, words, plies and the depth of variations are bounded.
//
// Writing: the seven tags first, then the others in their order; lines of movetext below 80 columns, as the
// standard's export format has them. Same game, same bytes: nothing is added that the caller does not give.
//
// Source: "Standard: Portable Game Notation Specification and Implementation Guide", 1994.
#ifndef PLAY_PGN_PGN_H
#define PLAY_PGN_PGN_H

#include "play/record.h"

#include <stdio.h>

enum {
    PGN_TAGS_MAX  = 64,   // of which seven are kept for those that every game has
    PGN_NAME_MAX  = 64,
    PGN_VALUE_MAX = TEXT_MAX,
    PGN_PLIES_MAX = 20000,
    PGN_DEPTH_MAX = 1000,   // of variations in variations
    PGN_COLUMNS   = 79,
};
#define PGN_SIZE_MAX ((size_t)1 << 30)   // bytes of a file

typedef struct PgnTag {
    char name[PGN_NAME_MAX], value[PGN_VALUE_MAX];
} PgnTag;

typedef struct PgnTags {
    int    count;
    PgnTag tag[PGN_TAGS_MAX];
} PgnTags;

typedef enum { PGN_UNKNOWN, PGN_WHITE_WINS, PGN_BLACK_WINS, PGN_DRAW } PgnResult;
extern const char *const pgn_results[];   // "*", "1-0", "0-1", "1/2-1/2"

// A game as it was read: owns its record.
typedef struct PgnGame {
    PgnTags   tags;
    Record    record;
    PgnResult result;   // as the movetext ends
    int       number;   // in its file, from 1
} PgnGame;

extern const char *const pgn_roster[];   // the seven tags that every game has, in their order
enum { PGN_ROSTER = 7 };
bool pgn_in_roster(const char *name);

// Tags. NULL where there is none. A new value takes the old one's place; false when there is no room, or name
// or value are too long.
const char *pgn_tag(const PgnTags *tags, const char *name);
bool        pgn_tag_set(PgnTags *tags, const char *name, const char *value);

// Reading. The text must stay.
typedef struct PgnReader {
    const Variant *v;
    const char    *text, *at, *end;
    int            line, number;   // of what is read next, from 1; of the last game
} PgnReader;

typedef enum { PGN_READ_END, PGN_READ_GAME, PGN_READ_BAD } PgnRead;

void pgn_open(PgnReader *reader, const Variant *v, const char *text, size_t size);
// The next game, to be closed. Skipping looks at words only, not at moves.
PgnRead pgn_read(PgnReader *reader, PgnGame *game, Status *status);
PgnRead pgn_skip(PgnReader *reader, Status *status);
void    pgn_game_close(PgnGame *game);

// Game `number` of a file; to be closed and freed. NULL with a message.
PgnGame *pgn_file_game(const char *path, const Variant *v, long number, Status *status);

// The whole file, with all of its games or without any; `each` gets every game and may refuse it.
typedef bool PgnEach(void *context, const PgnGame *game, Status *status);
bool         pgn_file_each(const char *path, const Variant *v, PgnEach *each, void *context, Status *status);

// Writing.
bool      pgn_possible(const Variant *v, Status *status);                // a game of two players?
int       pgn_white(const Variant *v);                                   // the seat that the tag White names
PgnResult pgn_points(const Variant *v, const int points[PLAYERS_MAX]);   // by those of a finished game

// What a game is written with.
typedef struct PgnFacts {
    const char *event, *round;          // NULL: "?"
    const char *players[PLAYERS_MAX];   // by seat; NULL: "?"
    PgnResult   result;
    Ended       ended;
} PgnFacts;

// The seven tags and those that follow from the record: start, variant, number of plies, how it ended.
void pgn_tags_fill(PgnTags *tags, const Record *record, const PgnFacts *facts);
// Writes tags and moves; errors are for the caller to find with ferror.
void pgn_write(FILE *out, const PgnTags *tags, const Record *record, PgnResult result);

// The number of the first move of a game that starts from here: that of a FEN, otherwise 1.
int pgn_first_number(const Variant *v, const AnyState *start);

#endif
