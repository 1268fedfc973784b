// match_report.h - a match for people and for programs.
#ifndef CLI_PLAY_MATCH_REPORT_H
#define CLI_PLAY_MATCH_REPORT_H

#include "play/match.h"

// Prints the result so far; `cut`: the match was interrupted. Returns an exit code.
int match_report(const Match *match, const char *game, bool cut, bool json);

#endif
