// sprt_args.h - the flag --sprt E0,E1 of `match` and `match merge`.
#ifndef CLI_PLAY_SPRT_ARGS_H
#define CLI_PLAY_SPRT_ARGS_H

#include "base/status.h"

// NULL: no test. Two Elo differences, the lower first.
bool sprt_args_read(const char *text, bool *sprt, double *elo0, double *elo1, Status *status);

#endif
