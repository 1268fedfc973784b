// golden_cases.h - results filled by hand with numbers small enough that every figure can be worked out on
// paper.
#ifndef TESTS_LAB_REPORT_GOLDEN_CASES_H
#define TESTS_LAB_REPORT_GOLDEN_CASES_H

#include "lab/lab_cases.h"

// A table of node counts and one of matches, each with printed figures.
#define NODES                                                                                                \
    "{\"name\":\"golden\",\"title\":\"By hand\",\"paper\":\"history-ads\",\"table\":\"3\",\"game\":"         \
    "\"focus\",\"depth\":2,\"turns\":1,\"midgame-turns\":1,\"trials\":12,\"configurations\":[{\"name\":"     \
    "\"None\"},{\"name\":\"Move-to-Front\",\"settings\":\"order=history-ads\"},{\"name\":"                   \
    "\"Transposition\",\"settings\":\"order=history-ads,rule=transposition\"}],\"comparisons\":[[\"Move-to-" \
    "Front\",\"Transposition\"]]}"

#define MATCHES                                                                                              \
    "{\"name\":\"golden-match\",\"kind\":\"match\",\"title\":\"By hand\",\"paper\":\"databases\",\"table\":" \
    "\"VII\",\"game\":\"tictactoe\",\"player\":\"alphabeta:depth={depth}\",\"opponent\":\"alphabeta:depth={" \
    "maze}\","                                                                                               \
    "\"opening\":\"random:1\",\"openings\":25,\"plies-max\":9,\"rows\":{\"maze\":[1,3]},\"columns\":"        \
    "{\"depth\":[5,7]}}"

// The same games, read otherwise: print counts pairs. It has the rows of MATCHES, which are stored by what
// was played.
#define READINGS                                                                                             \
    "{\"name\":\"golden-readings\",\"kind\":\"match\",\"title\":\"By hand\",\"paper\":\"databases\","        \
    "\"table\":\"VII\",\"game\":\"tictactoe\",\"player\":\"alphabeta:depth={depth}\",\"opponent\":"          \
    "\"alphabeta:depth={maze}\",\"opening\":\"random:1\",\"openings\":25,\"plies-max\":9,\"printed-as\":"    \
    "\"pairs\",\"rows\":{\"maze\":[1,3]},\"columns\":{\"depth\":[5,7]}}"

// Without printed figures: two depths, lists of 2 and 5 entries and without a limit, cut-offs by index; and
// a table of matches with more rows than panels are drawn for, the last of them without games.
#define CURVES                                                                                               \
    "{\"name\":\"golden-curves\",\"title\":\"Depths, limits, cut-offs\",\"trials\":10,\"configurations\":["  \
    "{\"name\":\"None\",\"settings\":\"stats=yes\"},"                                                        \
    "{\"name\":\"No limit\",\"settings\":\"order=history-ads,stats=yes\"},"                                  \
    "{\"name\":\"Two\",\"settings\":\"order=history-ads,limit=2,stats=yes\"},"                               \
    "{\"name\":\"Five\",\"settings\":\"order=history-ads,limit=5,stats=yes\"}],\"turns\":1,"                 \
    "\"midgame-turns\":1,\"series\":[{\"label\":\"Othello, depth 2\",\"game\":\"othello\",\"depth\":2},"     \
    "{\"label\":\"Othello, depth 3\",\"game\":\"othello\",\"depth\":3}]}"
#define LONG                                                                                                 \
    "{\"name\":\"golden-long\",\"kind\":\"match\",\"title\":\"Many "                                         \
    "rows\",\"game\":\"tictactoe\",\"player\":"                                                              \
    "\"alphabeta:depth={depth}{more}\",\"opponent\":\"random\",\"opening\":\"random:1\",\"openings\":10,"    \
    "\"rows\":[{\"label\":\"plain\",\"more\":\"\"},{\"label\":\"8 bits\",\"more\":\",tt=8\"},{\"label\":"    \
    "\"9 bits\",\"more\":\",tt=9\"},{\"label\":\"10 bits\",\"more\":\",tt=10\"},{\"label\":\"11 bits\","     \
    "\"more\":\",tt=11\"},{\"label\":\"12 bits\",\"more\":\",tt=12\"},{\"label\":\"13 bits\",\"more\":"      \
    "\",tt=13\"},{\"label\":\"14 bits\",\"more\":\",tt=14\"}],\"columns\":{\"depth\":[1,2]}}"

void curves_fill(Store *store, const Experiment *e);
void long_fill(Store *store, const Experiment *e);

void nodes_fill(Store *store, const Experiment *e);
void matches_fill(Store *store, const Experiment *e);

#endif
