// search_json.h - what a search with stats=yes has counted, as JSON, and the figures worked out from it.
#ifndef PLAY_SHOW_SEARCH_JSON_H
#define PLAY_SHOW_SEARCH_JSON_H

#include "search/search.h"

#include <jansson.h>

// Adds the counts to a JSON object.
void search_stats_json(const SearchStats *stats, const SearchResult *result, json_t *json);

double search_stats_share(uint64_t part, uint64_t whole);   // 0 of nothing
double search_stats_first(const SearchStats *stats);        // of the cut-offs, those by the first move
int    search_stats_levels(const SearchStats *stats);       // that were reached

#endif
