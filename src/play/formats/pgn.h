// pgn.h - games in Portable Game Notation: read one after another from a text, and written.
//
// For every game of two players: moves are what the game reads and writes, a start other than the usual one
// stands in the tag FEN (with SetUp "1") in the game's own notation of positions, and a game other than
// chess is named in the tag Variant. White is the seat of that name, or the first where nobody has it.
//
// Reading: lines that begin with %, glyphs ($5, !?) and variations are left out, comments {...} and ;... are
// kept, move numbers may be wrong or missing, a game may end without a result. What is not a legal move is
// refused with the game, the line, the number of the move and the word. The text may be anything and of any
// length: nothing recurses, names, values, words, plies and the depth of variations are bounded.
//
// Writing: the seven tags first, then the others in their order; lines of movetext below 80 columns, as the
// standard's export format has them. Same game, same bytes: nothing is added that the caller does not give.
//
// PDN, the notation of draughts, is the same with other results and with GameType 21 (English draughts).
//
// Source: "Standard: Portable Game Notation Specification and Implementation Guide", 1994.
#ifndef PLAY_FORMATS_PGN_H
#define PLAY_FORMATS_PGN_H

#include "play/formats/formats.h"

typedef enum { PGN_UNKNOWN, PGN_WHITE_WINS, PGN_BLACK_WINS, PGN_DRAW } PgnResult;
extern const char *const pgn_results[];   // "*", "1-0", "0-1", "1/2-1/2"

extern const char *const pgn_roster[];   // the seven tags that every game has, in their order
enum { PGN_ROSTER = 7 };
bool pgn_in_roster(const char *name);

// Reading, as format_open and format_read. Skipping looks at words only, not at moves.
void       pgn_open(FormatReader *reader, const Variant *v, const char *text, size_t size);
FormatRead pgn_read(FormatReader *reader, FormatGame *game, Status *status);
FormatRead pgn_skip(FormatReader *reader, Status *status);
// The tags before the first game.
bool pgn_first_tags(const char *text, size_t size, FormatTags *tags, Status *status);
// The first word after them, without numbers; false where there is none.
bool pgn_first_word(const char *text, size_t size, char out[TEXT_MAX]);

// Writing.
bool      pgn_possible(const Variant *v, Status *status);                // a game of two players?
int       pgn_white(const Variant *v);                                   // the seat that the tag White names
PgnResult pgn_points(const Variant *v, const int points[PLAYERS_MAX]);   // by those of a finished game
PgnResult pgn_result(const FormatGame *game);   // PGN_UNKNOWN where it is not decided

// What a game is written with.
typedef struct PgnFacts {
    const char *event, *round;          // NULL: "?"
    const char *players[PLAYERS_MAX];   // by seat; NULL: "?"
    PgnResult   result;
    Ended       ended;
} PgnFacts;

// The seven tags and those that follow from the record: start, variant, number of plies, how it ended.
void pgn_tags_fill(FormatTags *tags, const Record *record, const PgnFacts *facts);
// Those that follow from the record anew, in tags that were read; `variant`: the tag Variant too.
void pgn_tags_settle(FormatTags *tags, const Record *record, bool variant);
// Writes tags, moves and comments (or NULL); errors are for the caller to find with ferror.
void pgn_write(FILE *out, const FormatTags *tags, const Record *record, const FormatComments *comments,
               PgnResult result);

// The number of the first move of a game that starts from here: that of a FEN, otherwise 1.
int pgn_first_number(const Variant *v, const AnyState *start);

#endif
