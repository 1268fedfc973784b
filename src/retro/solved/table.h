// table.h - a game solved whole: who wins from every position that can be reached, and in how many plies, as
// a table that is looked up.
//
// Values, a byte each, for the player to move: n up to SOLVED_PLIES_MAX: lost in n plies; SOLVED_WON + n: won
// in n plies; SOLVED_DRAW; SOLVED_NONE: no such position. The winner hurries and the loser holds out. Endless
// play is a draw; the referee's limit of plies is not known here.
//
// Entries. Where the game ranks its positions (game/game.h, solver part), entries are ranks and the contents
// of the file are the values alone. Otherwise the contents are
//
//     u64 positions, u32 bytes of a key, u32 columns; per column u8 count and the characters that occur
//     there, ascending (0: the text has ended); values; keys, ascending
//
// (little-endian). A key is the text of the position, packed: the place of each character among those of its
// column, in as few bits as the column needs, the first column highest. Texts are canonical and different for
// different positions (game_check proves it), so a key is exact: a position that is not in the table is never
// mistaken for another, and every entry can be turned back into its position. Of positions that are images of
// each other under the game's symmetries only the first, by the bytes of the state, is stored.
//
// Cost: a look-up formats the position and searches the keys, about 2 us.
#ifndef RETRO_SOLVED_TABLE_H
#define RETRO_SOLVED_TABLE_H

#include "game/variant.h"

enum {
    SOLVED_PLIES_MAX = 125,
    SOLVED_DRAW      = 127,
    SOLVED_WON       = 128,
    SOLVED_OPEN      = 254,   // not settled; in no finished table
    SOLVED_NONE      = 255,
};

static inline bool solved_is_lost(uint8_t value) { return value <= SOLVED_PLIES_MAX; }
static inline bool solved_is_won(uint8_t value)
{
    return value >= SOLVED_WON && value <= SOLVED_WON + SOLVED_PLIES_MAX;
}
static inline bool solved_is_decided(uint8_t value) { return solved_is_lost(value) || solved_is_won(value); }
static inline int  solved_plies(uint8_t value) { return value < SOLVED_WON ? value : value - SOLVED_WON; }

// What a position is worth to its mover when a move leads to a child of this value: `same` when it is his
// turn there too. A draw stays a draw.
uint8_t solved_before(uint8_t child, bool same);
// The better of two for the player to move: a sooner win, a later loss.
bool solved_is_better(uint8_t a, uint8_t b);

typedef struct SolvedColumn {
    uint8_t count, bits;
    char    characters[128];
    uint8_t code[128];   // of a character; 255: does not occur
} SolvedColumn;

typedef struct SolvedTable {
    const Variant *v;
    uint64_t       positions;   // entries
    const uint8_t *values;
    const uint8_t *keys;   // NULL: entries are ranks
    size_t         key_size;
    int            columns;
    SolvedColumn  *column;   // owned
} SolvedTable;

// Reads the contents of a file, which must outlive the table as *v must; refuses what cannot be one.
// `ranked`: entries are ranks.
bool solved_open(SolvedTable *t, const Variant *v, bool ranked, const uint8_t *contents, uint64_t size,
                 Status *status);
void solved_close(SolvedTable *t);

// The entry of a position, or of its first image; false when it is not in the table.
bool solved_find(const SolvedTable *t, const AnyState *s, uint64_t *entry);
// The value of a position; SOLVED_NONE when it is not in the table.
uint8_t solved_value(const SolvedTable *t, const AnyState *s);
// The position of an entry; false when there is none.
bool solved_position(const SolvedTable *t, uint64_t entry, AnyState *s);

// The best move of a position and the value it gives, by its children; the first of equals. False when the
// game is over or a child is not in the table.
bool solved_best(const SolvedTable *t, const AnyState *s, Move *m, uint8_t *value);
// The value of a position by its definition: of a finished game its payoff, else the best of its children.
// SOLVED_NONE when a child is not in the table.
uint8_t solved_expected(const SolvedTable *t, const AnyState *s);

// The value of a finished game for the player to move.
uint8_t solved_outcome(const Variant *v, const AnyState *s);

// Replaces a position by its first image under the symmetries of the game.
void solved_canonical(const Variant *v, AnyState *s);
// Does the game rank its positions under these options?
bool solved_is_ranked(const Variant *v);

// Packs keys; for the builder. False when a character does not occur in its column.
size_t solved_key_size(const SolvedColumn column[], int columns);
bool   solved_key(const SolvedColumn column[], int columns, const char *text, uint8_t *key, size_t size);

#endif
