// question.h - candidates of a round, looked at by their successors, whichever ranks these belong to.
//
// Collective: places of successors go out, their bytes come back. A candidate that its own rank's bytes and
// other databases decide is not asked about.
#ifndef RETRO_RANKS_QUESTION_H
#define RETRO_RANKS_QUESTION_H

#include "retro/ranks/solve_ranks.h"

enum { QUESTION_BYTES = 25 };   // that a number costs in all its boxes

typedef struct QuestionAbout {
    uint32_t at, first, n;   // the candidate; its successors of other ranks in `asked`
} QuestionAbout;

typedef struct Question {
    const Ranks         *ranks;
    const RankLayout    *layout;
    const EndgameDomain *domain;
    uint8_t             *part;
    void                *cursor;
    uint64_t            *after;
    uint32_t            *candidates;   // those to be looked at, the last first
    uint64_t             pending, room;
    QuestionAbout       *about;
    uint32_t             abouts, abouts_max;
    struct Asked        *asked;
    uint32_t             askeds;
    RankBox              out, in;
    uint8_t             *replies, *got;
    uint64_t             sent;   // bytes
} Question;

bool     question_open(Question *q, const Ranks *ranks, const RankLayout *layout, const EndgameDomain *domain,
                       uint8_t *part, uint32_t room, Status *status);
void     question_close(Question *q);
uint64_t question_memory(const Question *q);

// No more candidates may be added by expanding entries; what arrives in one turn still fits.
bool question_full(const Question *q);
void question_add(Question *q, uint32_t at);

// Collective: looks at some of the candidates; those that settle in this round get its number. Returns how
// many of all ranks are left.
uint64_t question_ask(Question *q, int round);

#endif
