// match.h - the parts of the kind "match": players who meet. Only for kinds/match*.
#ifndef LAB_KINDS_MATCH_MATCH_H
#define LAB_KINDS_MATCH_MATCH_H

#include "lab/kinds/kind.h"
#include "lab/kinds/match/match_table.h"

extern const char   method_match[];   // match/method.html, embedded
extern const Column match_columns[];

PlotKind plot_matches;

// What stands around a table (lab/kinds/kind.h).
void match_text_head(const Table *table, const char *makers, FILE *out);
void match_html_title(const Table *table, FILE *out);
void match_html_protocol(const Table *table, FILE *out);
void match_html_players(const Table *table, FILE *out);

#endif
