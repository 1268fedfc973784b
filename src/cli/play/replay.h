// replay.h - games of a saved match, shown again.
#ifndef CLI_PLAY_REPLAY_H
#define CLI_PLAY_REPLAY_H

#include <stdbool.h>

// FILE: a line for each game. FILE:N: game N with its boards. Returns an exit code.
int replay_run(const char *what, bool json);

#endif
