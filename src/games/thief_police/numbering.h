// numbering.h - the databases of Thief and Police: what they are called and which entry a position has. The
// one place that knows both; the builder (pdb), the catalog (databases.c) and the evaluations of the game
// (eval.h) use it.
//
// Names: tp-policeK-NxN-M, tp-policeK-NxN-M-joint and tp-thiefK-NxN-M, for K policemen in random maze M of
// N x N cells; after M -perfect or -loopsL for the other styles, and for a thief -exitsE when there are more
// than one. Sets of police are numbered as in retro/index.h: cells c0 < c1 < ... have the number C(c0,1) +
// C(c1,2) + ... Police tables have the entry thief * sets + set, thief tables set * cells + thief, so that a
// table falls into slices that are made alone: a thief's cell, a run of sets.
#ifndef GAMES_THIEF_POLICE_NUMBERING_H
#define GAMES_THIEF_POLICE_NUMBERING_H

#include "base/text.h"
#include "games/thief_police/board.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef enum PursuitKind { PURSUIT_POLICE, PURSUIT_JOINT, PURSUIT_THIEF } PursuitKind;

enum { PURSUIT_NAME_MAX = 48 };

#define PURSUIT_ENTRIES_MAX (UINT64_C(1) << 34)   // no larger table is built

typedef struct PursuitName {
    PursuitKind kind;
    int         police;
    BoardSpec   board;   // of the usual number of open cells; police tables do not depend on the exits: 1
} PursuitName;

static inline void pursuit_name_format(const PursuitName *n, char out[PURSUIT_NAME_MAX])
{
    const BoardSpec *const board = &n->board;
    Text                   text  = text_on(out, PURSUIT_NAME_MAX);
    assert(board->open == 0);
    text_add(&text, "tp-%s%d-%dx%d-%d", n->kind == PURSUIT_THIEF ? "thief" : "police", n->police, board->size,
             board->size, board->maze);
    if (board->style == STYLE_PERFECT) text_add(&text, "-perfect");
    if (board->style == STYLE_LOOPS) text_add(&text, "-loops%d", board->loops);
    if (n->kind == PURSUIT_THIEF && board->exits > 1) text_add(&text, "-exits%d", board->exits);
    if (n->kind == PURSUIT_JOINT) text_add(&text, "-joint");
    assert(!text.cut);
}

// Reads `word` and the number after it; false, and nothing is read, when they are not there.
static inline bool pursuit_number_parse(const char **at, const char *word, int most, int *n)
{
    long         number;
    const size_t length = strlen(word);
    if (strncasecmp(*at, word, length) != 0) return false;
    const char *end = *at + length;
    if (!text_number(&end, most, &number)) return false;
    *at = end;
    *n  = (int)number;
    return true;
}

// Reads `word` if it is there.
static inline bool pursuit_word_parse(const char **at, const char *word)
{
    const size_t length = strlen(word);
    if (strncasecmp(*at, word, length) != 0) return false;
    *at += length;
    return true;
}

// False when it is not a name of this form; its numbers may still be out of range.
static inline bool pursuit_name_parse(const char *text, PursuitName *n)
{
    const char *at = text;
    int         columns;
    const bool  thief = strncasecmp(text, "tp-thief", 8) == 0;
    BoardSpec   board = {.style = STYLE_RANDOM, .exits = 1};
    if (!pursuit_number_parse(&at, thief ? "tp-thief" : "tp-police", 1000, &n->police) ||
        !pursuit_number_parse(&at, "-", 1000, &board.size) ||
        !pursuit_number_parse(&at, "x", 1000, &columns) || columns != board.size ||
        !pursuit_number_parse(&at, "-", 1000000, &board.maze))
        return false;
    if (pursuit_word_parse(&at, "-perfect")) board.style = STYLE_PERFECT;
    else if (pursuit_number_parse(&at, "-loops", LOOPS_MAX, &board.loops)) board.style = STYLE_LOOPS;
    if (thief && pursuit_number_parse(&at, "-exits", EXITS_MAX, &board.exits) && board.exits < 2)
        return false;
    const bool joint = !thief && pursuit_word_parse(&at, "-joint");
    n->kind          = thief ? PURSUIT_THIEF : joint ? PURSUIT_JOINT : PURSUIT_POLICE;
    n->board         = board;
    return *at == 0;
}

// C(n, k), or PURSUIT_ENTRIES_MAX when it is more.
static inline uint64_t pursuit_choose(int n, int k)
{
    uint64_t c = 1;
    for (int i = 0; i < k; i++) {
        c = c * (uint64_t)(n - i) / (uint64_t)(i + 1);
        if (c > PURSUIT_ENTRIES_MAX) return PURSUIT_ENTRIES_MAX;
    }
    return n < k ? 0 : c;
}

// The entries of a table of any kind; more than PURSUIT_ENTRIES_MAX when it is too large to be built.
static inline uint64_t pursuit_entries(int cells, int police)
{
    return pursuit_choose(cells, police) * (uint64_t)cells;
}

// C(cell, k) by k and cell.
typedef uint32_t PursuitChoose[POLICE_MAX + 1][CELLS_MAX + 1];

// False when C(cells, police) does not fit 32 bits.
static inline bool pursuit_choose_fill(PursuitChoose choose, int cells, int police)
{
    for (int cell = 0; cell <= cells; cell++)
        for (int k = 0; k <= police; k++) {
            const uint64_t c = pursuit_choose(cell, k);
            if (c > UINT32_MAX) return false;
            choose[k][cell] = (uint32_t)c;
        }
    return true;
}

// The number of a set of `police` policemen, at least one, ascending.
static inline uint64_t pursuit_set(const PursuitChoose choose, const uint16_t cell[], int police)
{
    uint64_t set = cell[0];
    for (int i = 1; i < police; i++) set += choose[i + 1][cell[i]];
    return set;
}

static inline uint64_t pursuit_police_entry(uint64_t sets, unsigned thief, uint64_t set)
{
    assert(set < sets);
    return thief * sets + set;
}

static inline uint64_t pursuit_thief_entry(int cells, unsigned thief, uint64_t set)
{
    assert(thief < (unsigned)cells);
    return set * (uint64_t)cells + thief;
}

#endif
