// match_report.h - a match for people and for programs.
#ifndef CLI_PLAY_MATCH_REPORT_H
#define CLI_PLAY_MATCH_REPORT_H

#include "play/match.h"

#include <jansson.h>

// Prints the result so far; `cut`: the match was interrupted. Returns an exit code.
int match_report(const Match *match, const char *game, bool cut, bool json);
// The same as JSON, to be released; also while it is played.
json_t *match_json(const Match *match, const char *game, bool cut);

#endif
