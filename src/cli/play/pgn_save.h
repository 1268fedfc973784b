// pgn_save.h - the flag --save-pgn: games are gathered while they are played, and the file is written whole.
#ifndef CLI_PLAY_PGN_SAVE_H
#define CLI_PLAY_PGN_SAVE_H

#include "play/formats/pgn.h"

typedef struct PgnSave {
    const char *path;   // NULL: nothing is asked for; "-": stdout
    FILE       *out;
    char       *bytes;
    size_t      size;
} PgnSave;

// The first refuses games that are not for two, and a place that cannot be written to, before anything is
// played.
bool pgn_save_open(PgnSave *save, const char *path, const Variant *v, Status *status);
void pgn_save_add(PgnSave *save, const Record *record, const PgnFacts *facts, const Forfeit *forfeit);
// Writes what there is, and closes.
bool pgn_save_end(PgnSave *save, Status *status);
void pgn_save_drop(PgnSave *save);   // closes without writing

#endif
