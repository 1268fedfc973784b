// epd.h - positions of chess as EPD, a line each; a row of formats_all, apart from formats.h, which is a
// source of every game's digest.
#ifndef PLAY_FORMATS_EPD_H
#define PLAY_FORMATS_EPD_H

#include "play/formats/formats.h"

extern const GameFormat format_epd;

#endif
