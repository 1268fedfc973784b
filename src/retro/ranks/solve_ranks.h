// solve_ranks.h - pattern and endgame databases solved by ranks, each holding its part of the table only.
//
// The values are those of retro_solve and endgame_solve (solve.h, endgame.h), whatever the number of ranks.
// Updates carry the place of an entry in its owner's part and nothing else: the round says the rest.
//
// Endgames, after what the domain knows. Exact predecessors: counters, which are told by messages. Otherwise,
// and in games too long for counters: what was settled in the round before names candidates, and a candidate
// is looked at by its successors, whose bytes are asked for where they belong to other ranks: one collective
// question, numbers out and bytes back.
//
// Such domains may have successors in other databases (ENDGAME_VALUE). What these alone make of an entry is
// its outcome, an odd number of plies in which it wins at the latest, an even one before which it is not
// lost; the byte waits in the table as it is, larger than the number of the round, until its round comes. A
// successor may also be the better of an entry and a value, for the side to move there: ENDGAME_OR.
#ifndef RETRO_RANKS_SOLVE_RANKS_H
#define RETRO_RANKS_SOLVE_RANKS_H

#include "retro/endgame.h"
#include "retro/ranks/ranks.h"

// A successor that is the better of an entry and of a byte from another database.
#define ENDGAME_OR              (UINT64_C(1) << 62)
#define ENDGAME_OR_OF(entry, v) (ENDGAME_OR | (uint64_t)(v) << 48 | (entry))

typedef struct RankDomain {
    RetroDomain   pattern;   // one of them has entries
    EndgameDomain endgame;
    // OPTIONAL: the entry is looked at in every round
    bool (*watched)(const void *data, void *cursor, uint64_t entry);
    // OPTIONAL: the position of the entry has a smaller one, too, and is counted there
    bool (*again)(const void *data, uint64_t entry);
    const Status *trouble;   // OPTIONAL: has a text when the domain could not answer
} RankDomain;

typedef struct RankProgress {
    int      round;
    uint64_t found, settled;   // by this round and by those before, by all ranks; at its end
    double   done;             // part of the round, of this rank
    bool     over;             // the round is: the part may be saved
} RankProgress;

typedef struct RankOptions {
    int round;   // 0: begin; r: continue with parts that were saved when round r - 1 was over
    // In every rank: now and then, and at the end of a round, then as a collective operation in which all
    // ranks return the same: false ends the work.
    bool (*report)(void *context, const RankProgress *progress);
    void *context;
    bool  remember;   // a bit for every entry of the table, so that nobody is told twice (told.h)
} RankOptions;

typedef struct RankResult {
    bool     complete;      // false: the report ended it
    int      round;         // the last
    uint64_t counts[256];   // entries by their byte, of all ranks
    uint64_t sent;          // numbers and bytes sent to other ranks, by this one, in bytes
    uint64_t memory;        // of this rank: part, boxes and bits
} RankResult;

// part: layout->mine bytes, aligned to 8. Collective; all ranks return the same.
bool ranks_solve_pattern(const Ranks *ranks, const RankLayout *layout, const RankDomain *domain,
                         const RankOptions *options, uint8_t *part, RankResult *result, Status *status);
bool ranks_solve_endgame(const Ranks *ranks, const RankLayout *layout, const RankDomain *domain,
                         const RankOptions *options, uint8_t *part, RankResult *result, Status *status);

#endif
