#include "cli/search_stats.h"

#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>

static double share(uint64_t part, uint64_t whole) { return whole > 0 ? (double)part / (double)whole : 0; }

static json_t *cuts_json(const SearchStats *stats)
{
    json_t *const by_index = json_array();
    int           last     = CUT_INDEX_MAX;
    while (last > 0 && stats->cuts_by_index[last - 1] == 0) last--;
    for (int i = 0; i < last; i++) json_array_append_new(by_index, json_count(stats->cuts_by_index[i]));
    return by_index;
}

static double first_rate(const SearchStats *stats) { return share(stats->cuts_by_index[0], stats->cuts); }

// The levels that were reached. Best-Reply Search counts cut-offs at all of them, nodes only where the
// searching player moves.
static int levels_count(const SearchStats *stats)
{
    int n = PLY_MAX;
    while (n > 0 && stats->level_interior[n - 1] == 0 && stats->level_cuts[n - 1] == 0) n--;
    return n;
}

// Null for what was not counted at a level.
static json_t *levels_json(const SearchStats *stats)
{
    json_t *const levels = json_array();
    for (int ply = 0; ply < levels_count(stats); ply++) {
        const uint64_t interior = stats->level_interior[ply], nodes = stats->list_nodes[ply];
        json_array_append_new(
            levels, json_pack("{s:i, s:o, s:o, s:o, s:o, s:o}", "level", ply, "interior",
                              interior > 0 ? json_count(interior) : json_null(), "cuts",
                              json_count(stats->level_cuts[ply]), "cuts_first",
                              json_count(stats->level_cuts_first[ply]), "listed",
                              json_count(stats->list_listed[ply]), "listed_per_node",
                              nodes > 0 ? json_real(share(stats->list_listed[ply], nodes)) : json_null()));
    }
    return levels;
}

static void print_levels(const SearchStats *stats)
{
    printf("%5s %14s %14s %10s %15s\n", "level", "interior nodes", "cut-offs", "first move",
           "listed per node");
    for (int ply = 0; ply < levels_count(stats); ply++) {
        const uint64_t interior = stats->level_interior[ply], cuts = stats->level_cuts[ply],
                       nodes = stats->list_nodes[ply];
        printf("%5d ", ply);
        if (interior > 0) printf("%14" PRIu64 " %14" PRIu64 " ", interior, cuts);
        else printf("%14s %14" PRIu64 " ", "-", cuts);
        if (cuts > 0) printf("%8.1f %% ", 100 * share(stats->level_cuts_first[ply], cuts));
        else printf("%10s ", "-");
        if (nodes > 0) printf("%15.2f\n", share(stats->list_listed[ply], nodes));
        else printf("%15s\n", "-");
    }
}

void stats_json(const SearchStats *stats, const SearchResult *result, json_t *json)
{
    json_object_set_new(json, "cutoffs_by_index", cuts_json(stats));
    json_object_set_new(json, "levels", levels_json(stats));
    json_object_set_new(json, "first_move_cut_rate", json_real(first_rate(stats)));
    json_object_set_new(json, "table_probes", json_count(stats->table_probes));
    json_object_set_new(json, "table_hits", json_count(stats->table_hits));
    json_object_set_new(json, "table_cuts", json_count(stats->table_cuts));
    json_object_set_new(json, "list_updates", json_count(stats->list_updates));
    json_object_set_new(json, "list_hits", json_count(stats->list_hits));
    json_object_set_new(json, "list_mean_rank", json_real(share(stats->list_rank_sum, stats->list_hits)));
    json_object_set_new(json, "list_length", json_count(result->list_length));
}

void stats_print(const SearchSettings *settings, const SearchStats *stats, const SearchResult *result)
{
    if (!(settings->on & FEATURE_STATS)) return;
    printf("cut-offs %" PRIu64 ", by the first move %.1f %%; by index:", stats->cuts,
           100 * first_rate(stats));
    for (int i = 0; i < 8; i++) printf(" %" PRIu64, stats->cuts_by_index[i]);
    putchar('\n');
    if (settings->on & FEATURE_TT)
        printf("table: %" PRIu64 " probes, %" PRIu64 " found, %" PRIu64 " cut\n", stats->table_probes,
               stats->table_hits, stats->table_cuts);
    if (settings->on & FEATURES_HISTORY_ADS)
        printf("lists: %" PRIu64
               " updates, %.1f %% of them moves already listed, at place %.2f on the average; %" PRIu64
               " elements\n",
               stats->list_updates, 100 * share(stats->list_hits, stats->list_updates),
               1 + share(stats->list_rank_sum, stats->list_hits), result->list_length);
    print_levels(stats);
}
