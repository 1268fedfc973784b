// tune_report.h - what a tuning found: printed, and written to its file.
#ifndef CLI_TUNE_REPORT_H
#define CLI_TUNE_REPORT_H

#include "play/tune_eval.h"

int tune_report_eval(const TuneSettings *t, const TuneEval *found, bool json);

#endif
