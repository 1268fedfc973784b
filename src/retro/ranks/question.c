#include "retro/ranks/question.h"
#include "retro/ranks/box.h"

#include <stdlib.h>
#include <string.h>

// A successor of another rank.
typedef struct Asked {
    uint16_t rank;
    uint8_t  value;   // what it may also be, ENDGAME_NONE: nothing else
} Asked;

// What a successor's byte is by now: what waits for a later round is open.
static uint8_t known(uint8_t byte, int round)
{
    return byte >= round && byte <= ENDGAME_OPEN ? ENDGAME_OPEN : byte;
}

// The better of an entry and a value for the side to move there; open when that is not known yet.
static uint8_t better(uint8_t entry, uint8_t value)
{
    if (value == ENDGAME_NONE) return entry;
    if (endgame_won(entry)) return endgame_won(value) && value < entry ? value : entry;
    if (endgame_won(value)) return value;
    if (entry == ENDGAME_OPEN) return ENDGAME_OPEN;
    if (entry == ENDGAME_DRAW || value == ENDGAME_DRAW) return ENDGAME_DRAW;
    return entry > value ? entry : value;
}

// Odd rounds: one successor lost in the round before wins. Even rounds: one not known to be won holds.
static bool decides(uint8_t byte, int round)
{
    if (round % 2 == 1) return byte == round - 1;
    return !endgame_won(byte) || byte > round - 1;
}

// True when the candidate is decided without the others: in odd rounds won, in even rounds open.
static bool successor_look(Question *q, uint64_t successor, int round)
{
    if (successor & ENDGAME_VALUE) return decides((uint8_t)successor, round);
    const bool      either = (successor & ENDGAME_OR) != 0;
    const uint8_t   value  = either ? (uint8_t)(successor >> 48) : ENDGAME_NONE;
    const RankPlace place  = layout_place(q->layout, successor & ((UINT64_C(1) << 48) - 1));
    if (place.rank == q->layout->me) return decides(better(known(q->part[place.at], round), value), round);
    q->asked[q->askeds++] = (Asked){(uint16_t)place.rank, value};
    q->out.items[(size_t)place.rank * q->out.room + q->out.count[place.rank]++] = (uint32_t)place.at;
    return false;
}

static void candidate_settle(const Question *q, uint32_t at, bool decided, int round)
{
    if (decided == (round % 2 == 1)) q->part[at] = (uint8_t)round;
}

// Back to where the box was before this candidate.
static void candidate_forget(Question *q, uint32_t first)
{
    for (uint32_t i = first; i < q->askeds; i++) q->out.count[q->asked[i].rank]--;
    q->askeds = first;
}

static void candidate_look(Question *q, uint32_t at, int round)
{
    const EndgameDomain *const d     = q->domain;
    const uint32_t             first = q->askeds;
    if (q->part[at] <= round || q->part[at] > ENDGAME_OPEN) return;   // it came twice
    const int n       = d->successors(d->data, q->cursor, layout_entry(q->layout, at), q->after);
    bool      decided = false;
    for (int i = 0; i < n && !decided; i++) decided = successor_look(q, q->after[i], round);
    if (decided) candidate_forget(q, first);
    if (decided || q->askeds == first) candidate_settle(q, at, decided, round);
    else q->about[q->abouts++] = (QuestionAbout){at, first, q->askeds - first};
}

static bool box_has_room(const Question *q)
{
    for (int r = 0; r < q->ranks->count; r++)
        if (q->out.count[r] + (uint32_t)q->domain->moves_max > q->out.room) return false;
    return q->abouts < q->abouts_max;
}

static void replies_make(Question *q)
{
    for (int r = 0; r < q->ranks->count; r++)
        for (uint32_t i = 0; i < q->in.count[r]; i++) {
            const size_t k = (size_t)r * q->in.room + i;
            assert(q->in.items[k] < q->layout->mine);
            q->replies[k] = q->part[q->in.items[k]];
        }
}

// The bytes of a rank come back in the order of the questions.
static void replies_use(Question *q, int round)
{
    uint32_t *const next = q->in.count;   // no longer needed
    memset(next, 0, (size_t)q->ranks->count * sizeof *next);
    for (uint32_t k = 0; k < q->abouts; k++) {
        const QuestionAbout *const about   = &q->about[k];
        bool                       decided = false;
        for (uint32_t i = about->first; i < about->first + about->n; i++) {
            const Asked   asked = q->asked[i];
            const uint8_t byte  = q->got[(size_t)asked.rank * q->out.room + next[asked.rank]++];
            decided |= decides(better(known(byte, round), asked.value), round);
        }
        candidate_settle(q, about->at, decided, round);
    }
}

uint64_t question_ask(Question *q, int round)
{
    const Ranks *const ranks = q->ranks;
    q->abouts = q->askeds = 0;
    memset(q->out.count, 0, (size_t)ranks->count * sizeof *q->out.count);
    while (q->pending > 0 && box_has_room(q)) candidate_look(q, q->candidates[--q->pending], round);
    uint64_t sums[RANK_SUMS] = {q->pending, q->askeds};
    ranks->swap_begin(ranks->context, &q->out, &q->in, sums);
    ranks->swap_end(ranks->context);
    if (sums[1] == 0) return sums[0];   // nobody asked
    replies_make(q);
    for (int r = 0; r < ranks->count; r++) q->sent += 4 * (uint64_t)q->out.count[r] + q->in.count[r];
    ranks->reply(ranks->context, &q->in, q->replies, &q->out, q->got);
    replies_use(q, round);
    return sums[0];
}

// One turn of updates, and the predecessors of one entry after that.
static uint64_t turn_most(const Question *q)
{
    return (uint64_t)q->ranks->count * q->out.room + (uint64_t)q->domain->moves_max;
}

bool question_full(const Question *q) { return q->pending + turn_most(q) > q->room; }

void question_add(Question *q, uint32_t at)
{
    assert(q->pending < q->room);
    q->candidates[q->pending++] = at;
}

bool question_open(Question *q, const Ranks *ranks, const RankLayout *layout, const EndgameDomain *domain,
                   uint8_t *part, uint32_t room, Status *status)
{
    const size_t all = (size_t)ranks->count * room;
    *q               = (Question){.ranks = ranks, .layout = layout, .domain = domain, .part = part};
    q->abouts_max    = room / 4;
    q->out.room      = room;
    q->room          = 2 * turn_most(q);
    q->cursor        = calloc(1, domain->cursor_size + 1);
    q->after         = calloc((size_t)domain->moves_max, sizeof *q->after);
    q->candidates    = malloc(q->room * sizeof *q->candidates);
    q->about         = malloc(q->abouts_max * sizeof *q->about);
    q->asked         = malloc(all * sizeof *q->asked);
    q->replies       = malloc(all);
    q->got           = malloc(all);
    if (!box_open(&q->out, ranks->count, room) || !box_open(&q->in, ranks->count, room) ||
        q->cursor == NULL || q->after == NULL || q->candidates == NULL || q->about == NULL ||
        q->asked == NULL || q->replies == NULL || q->got == NULL)
        return status_fail_system(status, "out of memory for the questions of %d ranks", ranks->count);
    if (domain->cursor_open != NULL) domain->cursor_open(domain->data, q->cursor);
    return true;
}

void question_close(Question *q)
{
    box_close(&q->out);
    box_close(&q->in);
    free(q->cursor);
    free(q->after);
    free(q->candidates);
    free(q->about);
    free(q->asked);
    free(q->replies);
    free(q->got);
}

uint64_t question_memory(const Question *q)
{
    if (q->ranks == NULL) return 0;
    const uint64_t all = (uint64_t)q->ranks->count * q->out.room;
    return all * (2 * sizeof(uint32_t) + 2 + sizeof(Asked)) + q->room * sizeof *q->candidates +
           q->abouts_max * sizeof *q->about;
}
