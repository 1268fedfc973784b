// match_table.h - what the stored pairs of games of a match experiment say: for every cell the share of the
// points with its interval, the printed share and a verdict.
#ifndef LAB_KINDS_MATCH_MATCH_TABLE_H
#define LAB_KINDS_MATCH_MATCH_TABLE_H

#include "base/stats/probability.h"
#include "lab/kinds/match/opening_pair.h"
#include "lab/report/tables.h"

#include <jansson.h>

// About the share of points: which side of one half it is on, and whether it differs from print by more than
// chance.
typedef enum {
    MATCH_NONE,        // nothing printed, or fewer pairs than MATCH_PAIRS_LEAST
    MATCH_AGREES,      // same side of one half, and the 95 % interval of the difference holds 0
    MATCH_DIRECTION,   // same side of one half, another share
    MATCH_DIFFERS,     // the other side
    MATCH_VERDICTS,
} MatchVerdict;
enum { MATCH_PAIRS_LEAST = 5 };   // fewer tell next to nothing: everything would agree

// Shares are from 0 to 1, NaN without games. Figures are of the player, against the opponent, and of
// different pairs of games: of pairs that are equal, both games move by move, only the first counts.
typedef struct MatchResultCell {
    const MatchCell *cell;
    int              pairs;       // stored
    int              different;   // pairs (lab/kinds/different.h)
    bool             different_known;
    int              won, drawn, lost;
    int              capped;                      // of the drawn: ended by plies_max
    double           share;                       // of the points
    double           share_first, share_second;   // in the first seat, in the second
    Interval         interval;       // of the share: 95 %, pairs being the trials (base/stats/elo.h)
    double           elo;            // of the share; infinite where all or nothing was won
    Interval         elo_interval;   // of the interval's ends
    double           plies, nodes_player, nodes_opponent, seconds;   // means over the games
    // share in print; NaN when there is none
    double published;
    int    published_games;
    // Wilson's, each game a trial: print does not tell which games were pairs
    Interval     published_interval;
    MatchVerdict verdict;
} MatchResultCell;

// Reads and computes the one table of an experiment (lab/kinds/kind.h: summarise): rows x columns, by
// row.
bool match_summarise(Table *table, int number, Store *store, int openings, const json_t *published,
                     Status *status);

// Of a table of this kind.
const MatchExperiment *table_matches(const Table *table);
const MatchResultCell *table_match_cells(const Table *table);

// Does the difference of two independent shares have an interval (from theirs: Zou and Donner 2008) that
// holds 0? Which side are they on?
MatchVerdict match_verdict(double share, Interval interval, double published, Interval published_interval);

#endif
