#include "play/show/search_json.h"

#include "base/json_write.h"

double search_stats_share(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0;
}

double search_stats_first(const SearchStats *stats)
{
    return search_stats_share(stats->cuts_by_index[0], stats->cuts);
}

static json_t *cuts_json(const SearchStats *stats)
{
    json_t *const by_index = json_array();
    int           last     = CUT_INDEX_MAX;
    while (last > 0 && stats->cuts_by_index[last - 1] == 0) last--;
    for (int i = 0; i < last; i++) json_array_append_new(by_index, json_count(stats->cuts_by_index[i]));
    return by_index;
}

// The levels that were reached. Best-Reply Search counts cut-offs at all of them, nodes only where the
// searching player moves.
int search_stats_levels(const SearchStats *stats)
{
    int n = PLY_MAX;
    while (n > 0 && stats->level_interior[n - 1] == 0 && stats->level_cuts[n - 1] == 0) n--;
    return n;
}

// Null for what was not counted at a level.
static json_t *levels_json(const SearchStats *stats)
{
    json_t *const levels = json_array();
    for (int ply = 0; ply < search_stats_levels(stats); ply++) {
        const uint64_t interior = stats->level_interior[ply], nodes = stats->list_nodes[ply];
        json_array_append_new(
            levels, json_pack("{s:i, s:o, s:o, s:o, s:o, s:o}", "level", ply, "interior",
                              interior > 0 ? json_count(interior) : json_null(), "cuts",
                              json_count(stats->level_cuts[ply]), "cuts_first",
                              json_count(stats->level_cuts_first[ply]), "listed",
                              json_count(stats->list_listed[ply]), "listed_per_node",
                              nodes > 0 ? json_real(search_stats_share(stats->list_listed[ply], nodes))
                                        : json_null()));
    }
    return levels;
}

void search_stats_json(const SearchStats *stats, const SearchResult *result, json_t *json)
{
    json_object_set_new(json, "cutoffs_by_index", cuts_json(stats));
    json_object_set_new(json, "levels", levels_json(stats));
    json_object_set_new(json, "first_move_cut_rate", json_real(search_stats_first(stats)));
    json_object_set_new(json, "table_probes", json_count(stats->table_probes));
    json_object_set_new(json, "table_hits", json_count(stats->table_hits));
    json_object_set_new(json, "table_cuts", json_count(stats->table_cuts));
    json_object_set_new(json, "list_updates", json_count(stats->list_updates));
    json_object_set_new(json, "list_hits", json_count(stats->list_hits));
    json_object_set_new(json, "list_mean_rank",
                        json_real(search_stats_share(stats->list_rank_sum, stats->list_hits)));
    json_object_set_new(json, "list_length", json_count(result->list_length));
}
