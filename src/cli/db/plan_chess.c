#include "cli/db/plan_chess.h"
#include "games/chess/numbering.h"

#include <assert.h>
#include <string.h>

enum { OTHERS_MAX = 5, NEEDED_MAX = 1024 };

// How many men of each kind the sides have.
typedef struct Ending {
    uint8_t men[2][CHESS_DB_MEN];
} Ending;

static const char letters[] = "qrbnp";

// The men of one side, strongest first; where they end, NULL when out of order.
static const char *side_read(const char *c, uint8_t men[CHESS_DB_MEN])
{
    if (*c++ != 'k') return NULL;
    for (int kind = CHESS_DB_Q; kind < CHESS_DB_MEN; kind++)
        while (*c == letters[kind] && men[kind] <= OTHERS_MAX) men[kind]++, c++;
    return c;
}

static int ending_others(const Ending *e)
{
    int n = 0;
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < CHESS_DB_MEN; kind++) n += e->men[side][kind];
    return n;
}

static uint64_t choose(uint64_t n, uint64_t k)
{
    uint64_t product = 1;
    for (uint64_t i = 1; i <= k; i++) product = product * (n - k + i) / i;
    return product;
}

static uint64_t ending_entries(const Ending *e)
{
    const bool pawns   = e->men[0][CHESS_DB_P] + e->men[1][CHESS_DB_P] > 0;
    uint64_t   entries = 2 * (pawns ? CHESS_DB_PAIRS_PAWNS : CHESS_DB_PAIRS);
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < CHESS_DB_MEN; kind++)
            entries *= choose(kind == CHESS_DB_P ? 48 : 64, e->men[side][kind]);
    return entries;
}

// The same ending with colours exchanged is one.
static void ending_order(Ending *e)
{
    if (memcmp(e->men[0], e->men[1], sizeof e->men[0]) >= 0) return;
    const Ending other = *e;
    memcpy(e->men[0], other.men[1], sizeof e->men[0]);
    memcpy(e->men[1], other.men[0], sizeof e->men[1]);
}

typedef struct Needed {
    Ending ending[NEEDED_MAX];
    int    count;
} Needed;

static void needed_add(Needed *needed, Ending e)
{
    if (ending_others(&e) == 0) return;
    ending_order(&e);
    for (int i = 0; i < needed->count; i++)
        if (memcmp(&needed->ending[i], &e, sizeof e) == 0) return;
    assert(needed->count < NEEDED_MAX);
    needed->ending[needed->count++] = e;
}

// What a capture of a man of this kind, or, of a pawn, a promotion leads to; with both at once.
static void needed_add_after(Needed *needed, const Ending *from, int side, int kind)
{
    Ending e = *from;
    e.men[side][kind]--;
    needed_add(needed, e);
    if (kind != CHESS_DB_P) return;
    for (int to = CHESS_DB_Q; to < CHESS_DB_P; to++) {
        Ending promoted = e;
        promoted.men[side][to]++;
        needed_add(needed, promoted);
    }
}

bool plan_chess_read(const char *name, PlanChess *out)
{
    static const char before[] = "chess-";
    Ending            ending   = {0};
    Needed            needed   = {.count = 0};
    if (strncmp(name, before, sizeof before - 1) != 0) return false;
    const char *c = side_read(name + sizeof before - 1, ending.men[0]);
    if (c == NULL || (c = side_read(c, ending.men[1])) == NULL || *c != 0) return false;
    const int others = ending_others(&ending);
    if (others < 1 || others > OTHERS_MAX) return false;
    needed_add(&needed, ending);
    *out = (PlanChess){.men = others + 2, .entries = ending_entries(&ending)};
    for (int i = 0; i < needed.count; i++)
        for (int side = 0; side < 2; side++)
            for (int kind = 0; kind < CHESS_DB_MEN; kind++)
                if (needed.ending[i].men[side][kind] > 0)
                    needed_add_after(&needed, &needed.ending[i], side, kind);
    out->needed = needed.count - 1;
    for (int i = 1; i < needed.count; i++) out->needed_entries += ending_entries(&needed.ending[i]);
    return true;
}
