// column.h - a column of a table as one row of data: its names, how its values are written, where they come
// from, and where it is shown. Text, JSON, CSV and HTML are written by looping over the same rows.
#ifndef LAB_REPORT_COLUMN_H
#define LAB_REPORT_COLUMN_H

#include "base/stats/probability.h"
#include "base/text.h"
#include "lab/report/tables.h"

#include <jansson.h>
#include <stdio.h>

typedef enum { SHOWN_TEXT, SHOWN_JSON, SHOWN_CSV, SHOWN_HTML, OUTLETS } Outlet;

// How a value is written. Figures that are not there (NaN) are a dash, null in JSON, nothing in CSV.
typedef enum {
    FORMAT_TEXT,       // from outside: in quotes in CSV
    FORMAT_WORD,       // one of the program's own
    FORMAT_YES,        // yes or no; JSON: true or false
    FORMAT_COUNT,      // how many: a whole number
    FORMAT_MEAN,       // of counts: 1,234,567
    FORMAT_NUMBER,     // with `decimals`
    FORMAT_CHANCE,     // a probability: small ones matter
    FORMAT_SHARE,      // 0.25 for programs, 25.0 % for people
    FORMAT_PERCENT,    // a share that is 25 for programs, too
    FORMAT_POINTS,     // the difference of two shares: 3.1, without a sign for percent
    FORMAT_ELO,        // +35, -inf
    FORMAT_INTERVAL,   // of a share; only in text: "10.0% to 12.5%"
    FORMAT_ELO_INTERVAL,
    FORMAT_VERDICT,   // a number of the kind's verdicts; the last column of a text
    FORMAT_JSON,      // only in JSON: whatever `json` makes
} Format;

// A figure or a text of a cell. Interval: NaN where the value has none.
typedef struct Figure {
    double      number;
    Interval    interval;
    const char *text;
} Figure;

// Conditions of a column, as a set; the kind says which of them a table meets.
enum {
    WHEN_PAPER    = 1 << 0,   // the experiment names a paper
    WHEN_PRINTED  = 1 << 1,   // some cell has a printed figure
    WHEN_EFFECT   = 1 << 2,   // some cell has a printed effect
    WHEN_CUTS     = 1 << 3,   // cut-offs were counted (stats=yes)
    WHEN_FEWER    = 1 << 4,   // some cell has trials that its control has not
    WHEN_READINGS = 1 << 5,   // what print counts is in doubt
};

typedef struct Column {
    const char *key;       // in JSON and CSV: scripts rely on it
    const char *csv_key;   // in CSV where it has another name; else NULL
    const char *heading;   // in text
    const char *title;     // in HTML, escaped
    const char *unit;      // in HTML, small below the title; "{unit}": the table's own; or NULL
    Format      format;
    int         decimals;   // of FORMAT_NUMBER, and of shares in HTML
    const char *dash;       // in text, where there is no interval
    // Where the value comes from: a member of the cell (a double, or an int for FORMAT_COUNT) ...
    size_t offset;
    // ... or a function; `interval` is in HTML beside a share or an Elo.
    Figure (*get)(const Table *table, const void *cell);
    json_t *(*json)(const void *cell);
    // Its place in each outlet, lower first; 0: not shown there.
    unsigned char place[OUTLETS];
    unsigned      when_text, when_html;   // shown only under these conditions
} Column;

enum { COLUMNS_MAX = 64 };

// The columns that an outlet shows, in its order, ended by NULL; returns how many. `table`: NULL for those of
// all tables of the kind.
int columns_shown(const ExperimentKind *kind, const Table *table, Outlet outlet,
                  const Column *out[COLUMNS_MAX]);

Figure column_value(const Column *column, const Table *table, const void *cell);

// A value in an outlet.
void    column_text(const Column *column, const Table *table, const void *cell, Text *out);
json_t *column_json(const Column *column, const Table *table, const void *cell);
void    column_csv(const Column *column, const Table *table, const void *cell, FILE *out);
void    column_html(const Column *column, const Table *table, const void *cell, FILE *out);   // <td>...</td>

// A text of CSV, in quotes.
void csv_quoted(FILE *out, const char *text);

// Cell number i of a table.
const void *table_cell(const Table *table, int i);

#endif
