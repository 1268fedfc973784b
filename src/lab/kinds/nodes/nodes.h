// nodes.h - the parts of the kind "nodes": searches counted. Only for kinds/nodes*.
#ifndef LAB_KINDS_NODES_NODES_H
#define LAB_KINDS_NODES_NODES_H

#include "lab/kinds/kind.h"
#include "lab/kinds/nodes/nodes_table.h"

extern const char   method_nodes[];   // nodes/method.html, embedded
extern const Column nodes_columns[];

// What stands around a table (lab/kinds/kind.h).
void    nodes_text_head(const Table *table, const char *makers, FILE *out);
void    nodes_html_title(const Table *table, FILE *out);
void    nodes_html_protocol(const Table *table, FILE *out);
void    nodes_html_players(const Table *table, FILE *out);
void    nodes_text_more(const Table *table, FILE *out);
json_t *nodes_json_more(const Table *table);
void    nodes_html_more(const Table *table, FILE *out);   // below the table
void    nodes_unit(const Table *table, Text *out);

#endif
