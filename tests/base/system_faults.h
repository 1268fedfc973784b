// system_faults.h - a system that behaves badly, for tests: it refuses threads, and its clock is set back.
//
// The unit tests are linked so that calls of pthread_create and clock_gettime come by here. A test runs in a
// process of its own (Check forks), so what it sets here ends with it.
#ifndef TESTS_BASE_SYSTEM_FAULTS_H
#define TESTS_BASE_SYSTEM_FAULTS_H

void faults_threads_left(int n);           // this many threads can be started from now on, no more
void faults_clock_ahead(double seconds);   // the clock of the wall reads later than waiting reckons with
void faults_clock_stands(long seconds, long nanoseconds);   // the other one stands still at this moment,
void faults_clock_goes(void);                               // until then; Check asks it, too

#endif
