// regions.h - the borders of order=combined: up to which level moves are ordered by evaluation, and up
// to which by history.
//
// Every pair of borders a <= b up to the depth searches the same positions, found from the openings; the pair
// with the fewest nodes is the result. (What a node costs is not counted: it is reported with the seconds by
// `pollard search`.)
#ifndef TUNE_REGIONS_H
#define TUNE_REGIONS_H

#include "tune/tune.h"

enum { TUNE_REGIONS_DEPTH_MAX = 20 };

typedef struct TuneRegions {
    int    depth, best[2];
    double nodes[TUNE_REGIONS_DEPTH_MAX + 1]
                [TUNE_REGIONS_DEPTH_MAX + 1];   // [a][b], a <= b <= depth; of all positions together
    TuneResult tuned;
} TuneRegions;

// settings->games positions; the player's depth= and regions= are left out. False when it failed, or was
// stopped.
bool tune_regions(const TuneSettings *settings, TuneRegions *out, Status *status);

#endif
