// search_stats.h - what a search with stats=yes has counted, for people; as JSON: play/show/search_json.h.
#ifndef CLI_SEARCH_STATS_H
#define CLI_SEARCH_STATS_H

#include "search/search.h"

// Prints nothing without FEATURE_STATS.
void stats_print(const SearchSettings *settings, const SearchStats *stats, const SearchResult *result);

#endif
