#include "cli/search_stats.h"

#include "play/show/search_json.h"

#include <inttypes.h>
#include <stdio.h>

static void print_levels(const SearchStats *stats)
{
    printf("%5s %14s %14s %10s %15s\n", "level", "interior nodes", "cut-offs", "first move",
           "listed per node");
    for (int ply = 0; ply < search_stats_levels(stats); ply++) {
        const uint64_t interior = stats->level_interior[ply], cuts = stats->level_cuts[ply],
                       nodes = stats->list_nodes[ply];
        printf("%5d ", ply);
        if (interior > 0) printf("%14" PRIu64 " %14" PRIu64 " ", interior, cuts);
        else printf("%14s %14" PRIu64 " ", "-", cuts);
        if (cuts > 0) printf("%8.1f %% ", 100 * search_stats_share(stats->level_cuts_first[ply], cuts));
        else printf("%10s ", "-");
        if (nodes > 0) printf("%15.2f\n", search_stats_share(stats->list_listed[ply], nodes));
        else printf("%15s\n", "-");
    }
}

void stats_print(const SearchSettings *settings, const SearchStats *stats, const SearchResult *result)
{
    if (!(settings->on & FEATURE_STATS)) return;
    printf("cut-offs %" PRIu64 ", by the first move %.1f %%; by index:", stats->cuts,
           100 * search_stats_first(stats));
    for (int i = 0; i < 8; i++) printf(" %" PRIu64, stats->cuts_by_index[i]);
    putchar('\n');
    if (settings->on & FEATURE_TT)
        printf("table: %" PRIu64 " probes, %" PRIu64 " found, %" PRIu64 " cut\n", stats->table_probes,
               stats->table_hits, stats->table_cuts);
    if (settings->on & FEATURES_HISTORY_ADS)
        printf("lists: %" PRIu64
               " updates, %.1f %% of them moves already listed, at place %.2f on the average; %" PRIu64
               " elements\n",
               stats->list_updates, 100 * search_stats_share(stats->list_hits, stats->list_updates),
               1 + search_stats_share(stats->list_rank_sum, stats->list_hits), result->list_length);
    print_levels(stats);
}
