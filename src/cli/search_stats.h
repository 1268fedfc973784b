// search_stats.h - what a search with stats=yes has counted, for people and as JSON.
#ifndef CLI_SEARCH_STATS_H
#define CLI_SEARCH_STATS_H

#include "search/search.h"

#include <jansson.h>

// Prints nothing without FEATURE_STATS.
void stats_print(const SearchSettings *settings, const SearchStats *stats, const SearchResult *result);

// Adds the counts to a JSON object.
void stats_json(const SearchStats *stats, const SearchResult *result, json_t *json);

#endif
