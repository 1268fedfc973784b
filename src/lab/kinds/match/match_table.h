// match_table.h - what the stored pairs of games of a match experiment say: for every cell the share of the
// points with its interval, the printed share and a verdict.
#ifndef LAB_KINDS_MATCH_MATCH_TABLE_H
#define LAB_KINDS_MATCH_MATCH_TABLE_H

#include "base/stats/probability.h"
#include "lab/kinds/match/opening_pair.h"
#include "lab/report/tables.h"

#include <jansson.h>

// About the share of points: is one player the better, as print says, and as much?
typedef enum {
    MATCH_NONE,          // nothing printed, or fewer different pairs than MATCH_PAIRS_LEAST
    MATCH_AGREES,        // ours is told from one half, on the printed side; that of the difference holds 0
    MATCH_DIRECTION,     // ours is told from one half, on the printed side; another share
    MATCH_DIFFERS,       // ours is on the other side, or not told from one half and further off than chance
    MATCH_CANNOT_TELL,   // the printed share, or ours, is not told from one half with this many games
    MATCH_VERDICTS,
} MatchVerdict;
enum { MATCH_PAIRS_LEAST = 10 };   // of different games: fewer tell next to nothing

// Shares are from 0 to 1, NaN without games. Figures are of the player, against the opponent, and of
// different pairs of games: of pairs that are equal, both games move by move, only the first counts.
typedef struct MatchResultCell {
    const MatchCell *cell;
    int              pairs;       // stored
    int              different;   // pairs (lab/kinds/different.h)
    bool             different_known;
    int              games_different;   // of the stored games, in whichever pair: both of one may be equal
    int              won, drawn, lost;
    int              capped;                      // of the drawn: ended by plies_max
    double           share;                       // of the points
    double           share_first, share_second;   // in the first seat, in the second
    Interval         interval;   // of the share: 95 %, pairs being the trials (base/stats/elo.h)
    // Of the pairs, each won, drawn or lost by its sum: their share of the points, and the share of the games
    // that were won. Intervals over pairs, as above.
    int      pairs_won, pairs_drawn, pairs_lost;
    double   share_pairs, share_wins;
    Interval interval_pairs, interval_wins;
    double   elo;                                   // of the share; infinite where all or nothing was won
    Interval elo_interval;                          // of the interval's ends
    double   plies, nodes_player, nodes_opponent;   // means over the games
    // share in print; NaN when there is none
    double published;
    int    published_games;
    // what is compared with it: one of the three shares, as the experiment says
    double   compared;
    Interval compared_interval;
    double   p;        // of that share, were it one half
    double   p_holm;   // corrected over the table's cells of at least MATCH_PAIRS_LEAST different pairs
    // Wilson's, each game a trial: print does not tell which games were pairs; where it counts pairs, each
    // of them
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

// Ours is told from one half when p, corrected, is below 5 %; a printed share whose own interval holds one
// half claims nothing that could be tested. Whether two shares differ: their difference has an interval made
// of both (Zou and Donner 2008), which holds 0 or not.
MatchVerdict match_verdict(double share, Interval interval, double p, double published,
                           Interval published_interval);

#endif
