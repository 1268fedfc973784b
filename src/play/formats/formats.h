// formats.h - games as text: read and written in every notation that the program knows, one table of them.
//
// A text holds one game or more, all of the same spec: start, moves, result, tags, comments. It is known by
// its content (format_recognise); the table says what each notation is for. Texts are hostile until parsed:
// nothing recurses beyond a fixed depth, sizes are bounded, and what is wrong is refused in one line with the
// game, the line and the word.
//
//     const GameFormat *format = format_recognise(text, size, NULL, &status);
//     format_spec(format, text, size, spec, &status)      which game it is, to be opened as a Variant
//     format_open(&reader, format, &v, text, size);       the text must stay
//     while (format_read(&reader, game, &status) == FORMAT_READ_GAME) { ...; format_game_close(game); }
//
//     format_text_play(&record, text, &status)            moves pasted by a person: a list, or any of these
//
// A FormatGame is large (tags): allocate it.
#ifndef PLAY_FORMATS_FORMATS_H
#define PLAY_FORMATS_FORMATS_H

#include "base/rng.h"
#include "play/match_game.h"

#include <stdio.h>

enum {
    FORMAT_TAGS_MAX  = 64,   // of which seven are kept for those that every game has
    FORMAT_NAME_MAX  = 64,
    FORMAT_VALUE_MAX = TEXT_MAX,
    FORMAT_PLIES_MAX = 20000,
    FORMAT_DEPTH_MAX = 1000,   // of variations in variations
    FORMAT_COLUMNS   = 79,
};
#define FORMAT_SIZE_MAX ((size_t)1 << 30)   // bytes of a text

typedef struct FormatTag {
    char name[FORMAT_NAME_MAX], value[FORMAT_VALUE_MAX];
} FormatTag;

// What is known about a game beside its moves, by the names that PGN has for it: Event, Site, Date, White.
// Where there are not two players their tags are Player1, Player2, ...
typedef struct FormatTags {
    int       count;
    FormatTag tag[FORMAT_TAGS_MAX];
} FormatTags;

// Remarks, one at most for every number of moves before it, in order; blanks and line ends are one blank.
typedef struct FormatComment {
    int    ply;
    size_t at;   // of its text in `text`
} FormatComment;
typedef struct FormatComments {
    FormatComment *list;   // owned
    char          *text;   // owned
    int            count, room;
    size_t         used, text_room;
} FormatComments;

// How our own games go on where they were left (only `saved` has it).
typedef struct FormatSession {
    bool     known;
    uint64_t seed;
    int      plies_max;
    long     time_ms;               // of the engine that gives hints
    Rng      random[PLAYERS_MAX];   // the streams of random numbers, by seat
} FormatSession;

// A game as it was read, or as it is to be written. Owns its record and comments.
typedef struct FormatGame {
    FormatTags     tags;
    Record         record;
    FormatComments comments;
    bool           decided;               // the text says who won: `points`, as record_points has them
    int            points[PLAYERS_MAX];   // by seat
    Ended          ended;                 // as the referee of the text saw it
    Forfeit        forfeit;
    FormatSession  session;
    int            number;   // in its text, from 1
} FormatGame;

typedef struct FormatReader {
    const struct GameFormat *format;
    const Variant           *v;
    const char              *text, *at, *end;
    int                      line, number;   // of what is read next, from 1; of the last game
    const AnyState          *start;      // or NULL: where games begin whose text does not say; else the usual
    bool                     draughts;   // PDN: its results, and stars after moves
    // PGN and PDN: where remarks go (NULL: nowhere), after how many moves, inside how many variations.
    FormatComments *comments;
    int             ply, depth;
} FormatReader;

typedef enum { FORMAT_READ_END, FORMAT_READ_GAME, FORMAT_READ_BAD } FormatRead;

typedef struct GameFormat {
    const char *name, *suffix, *help;
    const char *game;   // the one game it is for; NULL: any
    // Is this text one of ours? Looks at its beginning only.
    bool (*recognise)(const char *text, size_t size);
    // The spec of the first game; NULL: `game`.
    bool (*spec)(const char *text, size_t size, char out[TEXT_MAX], Status *status);
    // The next game, to be closed.
    FormatRead (*read)(FormatReader *reader, FormatGame *game, Status *status);
    // The same without looking at its moves; NULL: only by reading it.
    FormatRead (*skip)(FormatReader *reader, Status *status);
    // Can this game be written so? The message says why not.
    bool (*possible)(const FormatGame *game, Status *status);
    // Errors are for the caller to find with ferror.
    void (*write)(FILE *out, const FormatGame *game);
} GameFormat;

extern const GameFormat        format_pgn, format_pdn, format_ggf, format_transcript, format_saved;
extern const GameFormat *const formats_all[];   // ended by NULL

// By its name; NULL with a message that has all of them.
const GameFormat *format_find(const char *name, Status *status);
// By the suffix of a file; NULL: none.
const GameFormat *format_by_suffix(const char *path);
// By its content, among those for the game (NULL: any); NULL with a message.
const GameFormat *format_recognise(const char *text, size_t size, const Variant *v, Status *status);

bool format_spec(const GameFormat *format, const char *text, size_t size, char out[TEXT_MAX], Status *status);
void format_open(FormatReader *reader, const GameFormat *format, const Variant *v, const char *text,
                 size_t size);
FormatRead format_read(FormatReader *reader, FormatGame *game, Status *status);
void       format_game_close(FormatGame *game);   // also one that was not read

bool format_possible(const GameFormat *format, const FormatGame *game, Status *status);

// Game `number` of a text; to be closed and freed. `format` NULL: by the content. NULL with a message.
FormatGame *format_text_game(const GameFormat *format, const Variant *v, const char *text, size_t size,
                             long number, Status *status);
// The same of a file.
FormatGame *format_file_game(const GameFormat *format, const Variant *v, const char *path, long number,
                             Status *status);

// All games of a file; `each` gets every one and may refuse it.
typedef bool FormatEach(void *context, const FormatGame *game, Status *status);
bool         format_file_each(const GameFormat *format, const Variant *v, const char *path, FormatEach *each,
                              void *context, Status *status);

// Goes on with a game by what a person pasted: a list of moves (variant_moves_play), or a text in any
// notation of the table, of which the first game is taken. A start that the text names must be the last
// position of the record; where nothing was played from the usual start, it takes its place. On failure the
// record is as it was.
bool format_text_play(Record *record, const char *text, Status *status);

// A start that a text names must be that of the reader, where it has one.
bool format_start_fits(const FormatReader *reader, const AnyState *start, Status *status);

// Tags. NULL where there is none. A new value takes the old one's place; false when there is no room, or name
// or value are too long.
const char *format_tag(const FormatTags *tags, const char *name);
bool        format_tag_set(FormatTags *tags, const char *name, const char *value);
void        format_tag_remove(FormatTags *tags, const char *name);
// The name of the tag with the player of a seat.
const char *format_player_tag(const Variant *v, int seat, char out[FORMAT_NAME_MAX]);

// Comments. The first drops the text without a word where memory is short: remarks are no part of the game.
void        format_comment_add(FormatComments *comments, int ply, const char *text, size_t size);
const char *format_comment_at(const FormatComments *comments, int ply);   // NULL: none

// The result as points by seat, where the first of a pair of numbers is that of the seat `first`.
void format_points_set(FormatGame *game, int first, int lead);

// The result of a game whose record is there and of which the text said nothing.
void format_judge(FormatGame *game);

#endif
