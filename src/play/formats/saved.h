// saved.h - our own games as JSON: one object for a game, of any game and any number of players.
//
//     {"pollard_game":1,"game":"othello","start":"...","players":["human","engine"],"moves":["f5","d6"],
//      "plies":2,"ended":"not","result":"unfinished","points":[],"position":"...",
//      "forfeit":{"seat":1,"reason":"..."},"tags":{"Event":"..."},"comments":[{"ply":0,"text":"..."}],
//      "session":{"seed":1,"plies_max":200,"time_ms":1000,"random":["<64 hexadecimal digits>",...]}}
//
// The last four only where there is something to say. `points` is empty where nobody is known to have won.
// What `pollard play --json` prints is such an object; a file may have several, one after another. Reading is
// strict: a version or key that is not known, moves that are not legal, and a number of plies, an end or a
// last position that do not follow from them are refused. Files of matches (match_file.h) are read, too.
#ifndef PLAY_FORMATS_SAVED_H
#define PLAY_FORMATS_SAVED_H

#include "play/formats/formats.h"

#include <jansson.h>

enum { SAVED_VERSION = 1 };

// To be released; NULL without memory.
json_t *saved_json(const FormatGame *game);

// The text of a match file: its header, and the next game (saved_match.c).
bool       saved_is_match(const char *text, size_t size);
FormatRead saved_match_read(FormatReader *reader, FormatGame *game, Status *status);
bool       saved_match_spec(const char *text, size_t size, char out[TEXT_MAX], Status *status);

#endif
