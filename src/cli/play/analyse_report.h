// analyse_report.h - what an analysis found: as text, as data, as a picture.
#ifndef CLI_PLAY_ANALYSE_REPORT_H
#define CLI_PLAY_ANALYSE_REPORT_H

#include "cli/cli.h"
#include "play/analysis/analysis.h"
#include "play/formats/formats.h"

typedef struct AnalyseReport {
    const char       *game;     // its spec
    const FormatGame *played;   // tags and result; its record is the analysis's
    const Analysis   *analysis;
    const char       *player;   // the spec of the search
    bool              cut;      // stopped before the end
} AnalyseReport;

void    analyse_text(const AnalyseReport *report);
json_t *analyse_json(const AnalyseReport *report);

// A graph of the values over the game, a complete SVG document: for two players in the eyes of the first to
// move at the usual start, otherwise a line for every player. Wins and losses lie at the edges.
void analyse_svg(FILE *out, const AnalyseReport *report);

// Shared by the three.
const char *analyse_player(const AnalyseReport *report, int seat, char out[TEXT_MAX]);
void        analyse_move_text(const AnalyseReport *report, int ply, Text *out);

#endif
