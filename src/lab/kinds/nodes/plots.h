// plots.h - the plots of node counts, and what they share. Only for kinds/nodes*.
#ifndef LAB_KINDS_NODES_PLOTS_H
#define LAB_KINDS_NODES_PLOTS_H

#include "lab/kinds/nodes/nodes_table.h"
#include "lab/report/plot_writer.h"

PlotKind plot_savings, plot_scatter, plot_limits, plot_depths, plot_cuts;

const char *start_heading(Start start);

// What a table is called: its label, or what its title ends with after ": ".
const char *table_label(const Table *table);

// The game as people say it: "Focus, 4 players".
void game_label(const Table *table, char out[TEXT_MAX]);

#endif
