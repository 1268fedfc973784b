// jobs.h - long work by children: started, watched, stopped, continued by the same command line.
#ifndef SERVER_JOBS_H
#define SERVER_JOBS_H

#include "server/job_ask.h"
#include "server/server_inner.h"

typedef enum JobState { JOB_RUNNING, JOB_STOPPING, JOB_REPORTING, JOB_ENDED } JobState;

struct Job {
    Server  *server;
    char     id[ID_SIZE];
    JobAsk   ask;
    json_t  *asked;                   // as it came
    json_t  *progress;                // the last that was said; NULL: none
    char     text[STATUS_TEXT_MAX];   // the last line that was not for programs
    JobState state;
    Child    child;
    Words    words;   // of the child, files and all
    Feed     feed;
    double   start, seconds;   // of this run; of those before
    double   stopped;          // when it was asked to stop
    double   tabled;           // when the last running table was asked for
    bool     news;             // progress since then
    bool     asking;           // a running table is being made
    Job     *before, *after;
};

// A running table of an experiment: the report of what is stored so far (queries.c); false: not now.
bool query_table(Job *job);
// It is there: the report as JSON, or NULL where there is none.
void job_table(Job *job, const char *report);

#endif
