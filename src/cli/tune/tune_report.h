// tune_report.h - what a tuning found: printed, and written to its file.
#ifndef CLI_TUNE_TUNE_REPORT_H
#define CLI_TUNE_TUNE_REPORT_H

#include "tune/abstraction.h"
#include "tune/eval.h"
#include "tune/regions.h"
#include "tune/windows.h"

int tune_report_eval(const TuneSettings *t, const TuneEval *found, bool json);
int tune_report_windows(const TuneSettings *t, const TuneWindows *found, bool json);
int tune_report_regions(const TuneSettings *t, const TuneRegions *found, bool json);
int tune_report_abstraction(const TuneSettings *t, const AbstractionSettings *more,
                            const TuneAbstraction *found, bool json);

#endif
