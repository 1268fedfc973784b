// variant.h - a game with its options settled: what `checkers:relaxed=yes` names.
//
// The registry of games, opening one from its spec, and the parts of the contract that need no game code:
// reading positions with validation, reading moves against the legal ones, lists of moves. All of it cold.
#ifndef GAME_VARIANT_H
#define GAME_VARIANT_H

#include "game/levels.h"

typedef struct Variant {
    const Game *game;
    void       *rules;   // owned; constant after variant_open
    Facts       facts;
    int         values[SPEC_OPTIONS_MAX];   // of game->options, in order
    int         repetitions;                // that end a game as a draw; 0: none do
    // of a player who looks all values up (eval=solved), else NULL: searches ask it (search/solved_root.h)
    const struct SolvedTable *solved;
} Variant;

// A state of any game.
typedef union AnyState {
    uint8_t  bytes[STATE_MAX];
    uint64_t alignment;
} AnyState;

// The option that every game with TRAIT_REPEATS has beside its own: repetitions=3. Its default is
// facts.repetitions, which depends on the other options.
extern const Option option_repetitions;

// Finds a game by name; NULL when there is none.
const Game *game_find(const char *name);

bool variant_open(Variant *v, const char *spec, Status *status);
void variant_close(Variant *v);

// The canonical spec: the name and every option that differs from its default.
void variant_name(const Variant *v, Text *out);

const char *variant_player_name(const Variant *v, int p, char out[SPEC_WORD_MAX]);

void variant_setup(const Variant *v, AnyState *s);
bool variant_parse(const Variant *v, AnyState *s, const char *text, Status *status);
void variant_format(const Variant *v, const AnyState *s, Text *out);

// The same position under rules of the same game and options but with another evaluation, of which states may
// keep parts.
void state_convert(const Variant *to, AnyState *s, const Variant *from, const AnyState *position);

// One move in any spelling the game knows; only legal moves are read.
bool variant_move_parse(const Variant *v, const AnyState *s, const char *text, Move *m, Status *status);
void variant_move_format(const Variant *v, const AnyState *s, Move m, Text *out);

// How a person makes each of n moves on the board (game.h, move_cells); names of cells are looked up once for
// all of them.
void variant_move_cells(const Variant *v, const AnyState *s, const Move moves[], int n, MoveCells out[]);

// The legal move with this number (game.h, action_id); false when there is none.
bool variant_action_parse(const Variant *v, const AnyState *s, uint32_t action, Move *m);

// What the board does not show; none when the game has no notes.
void variant_notes(const Variant *v, const AnyState *s, Notes *out);

// Reads moves separated by spaces, commas or line ends, or run together as in an Othello transcript, and
// hands each to `played` with the position before it; *s is moved on. A forced pass may be left out. Stops at
// the first word that is not a legal move.
typedef void MovePlayed(void *context, const AnyState *before, Move m);
bool variant_moves_play(const Variant *v, AnyState *s, const char *text, MovePlayed *played, void *context,
                        Status *status);

#endif
