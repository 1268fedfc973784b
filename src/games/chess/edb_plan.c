#include "games/chess/edb_plan.h"
#include "base/text.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

// A plan as one number, at least EVALS_MAX. Its digits, the lowest first: MODES ways to read it (EdbWays,
// -whole, -skip), then of a list four endings, CHESS_DB_COUNT: none; of a group, above all lists, the men of
// an ending, two bits for each colour and kind (0: any ending), and how many men the databases have, 3 ... 5.
enum {
    MODES    = EDB_WAYS * 2 * 2,
    PLACES   = CHESS_DB_COUNT + 1,   // of a digit of a list
    LISTS    = PLACES * PLACES * PLACES * PLACES,
    MEN      = 1 << 2 * 2 * CHESS_DB_MEN,
    SIZE_MIN = 3,
    SIZES    = 3,
};
_Static_assert((long long)(LISTS + SIZES * MEN) * MODES + EVALS_MAX <= INT_MAX, "no room in a plan's number");

// What such a number says.
typedef struct Reading {
    EdbWays  ways;
    bool     whole, skips;
    int      size;                   // of a group; 0: a list
    unsigned men;                    // of a group
    uint8_t  ending[EDB_LIST_MAX];   // of a list
} Reading;

static int reading_pack(const Reading *r)
{
    int n = 0;
    for (int i = EDB_LIST_MAX - 1; r->size == 0 && i >= 0; i--) n = n * PLACES + r->ending[i];
    if (r->size > 0) n = LISTS + (r->size - SIZE_MIN) * MEN + (int)r->men;
    return EVALS_MAX + n * MODES + (int)r->ways + EDB_WAYS * (r->whole + 2 * r->skips);
}

static Reading reading_of(int which)
{
    const int mode = (which - EVALS_MAX) % MODES;
    int       n    = (which - EVALS_MAX) / MODES;
    Reading   r    = {
             .ways = (EdbWays)(mode % EDB_WAYS), .whole = mode / EDB_WAYS & 1, .skips = mode / EDB_WAYS / 2};
    if (n >= LISTS) r.size = SIZE_MIN + (n - LISTS) / MEN, r.men = (unsigned)((n - LISTS) % MEN);
    else
        for (int i = 0; i < EDB_LIST_MAX; i++, n /= PLACES) r.ending[i] = (uint8_t)(n % PLACES);
    return r;
}

static const char letters[CHESS_DB_MEN + 1] = "qrbnp";

// Names.

static bool mode_is(const char *word, size_t n, const char *name)
{
    return n == strlen(name) && strncmp(word, name, n) == 0;
}

// "-best-skip" up to a colon or the end: each kind of word once. NULL: another word.
static const char *modes_read(const char *at, Reading *r)
{
    static const char *const ways[EDB_WAYS] = {[EDB_SUM] = "sum", [EDB_MEAN] = "mean", [EDB_BEST] = "best"};
    bool                     said[3]        = {false};
    while (*at == '-') {
        const char *const word = at + 1;
        const size_t      n    = strcspn(word, "-:");
        int               kind = -1;
        for (int i = 0; i < EDB_WAYS; i++)
            if (mode_is(word, n, ways[i])) kind = 0, r->ways = (EdbWays)i;
        if (mode_is(word, n, "parts") || mode_is(word, n, "whole")) kind = 1, r->whole = word[0] == 'w';
        if (mode_is(word, n, "turn") || mode_is(word, n, "skip")) kind = 2, r->skips = word[0] == 's';
        if (kind < 0 || said[kind]) return NULL;
        said[kind] = true;
        at         = word + n;
    }
    return at;
}

static bool list_read(const char *at, Reading *r)
{
    memset(r->ending, CHESS_DB_COUNT, sizeof r->ending);
    if (strcmp(at, "none") == 0) return true;
    for (int i = 0; i < EDB_LIST_MAX && *at; i++) {
        char         name[CHESS_DB_NAME];
        const size_t n = strcspn(at, "+");
        if (n >= sizeof name) return false;
        memcpy(name, at, n);
        name[n]          = 0;
        const int ending = chess_db_named(name);
        at += n;
        if (ending < 0 || (*at == '+' && *++at == 0)) return false;
        r->ending[i] = (uint8_t)ending;
    }
    return *at == 0;
}

// The men of an ending of any size, "krppkbn": at most three of a kind.
static bool men_read(const char *at, unsigned *out)
{
    unsigned men    = 0;
    int      colour = -1, count = 0;
    for (; *at; at++) {
        const char *const letter = strchr(letters, *at);
        if (*at == 'k' && colour < 1) colour++;
        else if (letter == NULL || colour < 0) return false;
        else {
            const int bit = 2 * (colour * CHESS_DB_MEN + (int)(letter - letters));
            if ((men >> bit & 3) == 3) return false;
            men += 1u << bit;
            count++;
        }
    }
    *out = men;
    return colour == 1 && count > 0;
}

bool edb_named(const char *name, int *which)
{
    if (strncmp(name, "edb", 3) != 0) return false;
    const char *at   = name + 3;
    const int   size = *at >= '3' && *at <= '5' ? *at++ - '0' : 0;
    Reading     r    = {.size = size, .whole = size > 0};
    at               = modes_read(at, &r);
    if (at == NULL || (*at != 0 && (*at != ':' || at[1] == 0))) return false;
    if (size == 0 && (*at == 0 || !list_read(at + 1, &r))) return false;
    if (size > 0 && *at == ':' && !men_read(at + 1, &r.men)) return false;
    if (size == 5 && *at == 0)
        return false;   // all of them would not fit into memory: the ending must be named
    *which = reading_pack(&r);
    EdbPlan plan;
    edb_plan_make(&plan, *which);
    return !plan.full && (size == 0 || plan.entries > 0);
}

// Plans.

static uint8_t table_of(EdbPlan *plan, int ending)
{
    int i = 0;
    while (i < plan->tables && plan->ending[i] != ending) i++;
    if (i == EVAL_TABLES_MAX) return plan->full = true, EDB_NO_TABLE;
    if (i == plan->tables) plan->ending[plan->tables++] = (uint8_t)ending;
    return (uint8_t)i;
}

static void entry_add(EdbPlan *plan, int ending)
{
    if (plan->entries == EDB_ENTRIES_MAX) {
        plan->full = true;
        return;
    }
    EdbEntry *const  e = &plan->entry[plan->entries++];
    ChessDbNumbering d;
    chess_db_numbering_open(&d, ending);
    *e = (EdbEntry){.n = (uint8_t)d.n};
    memcpy(e->man, d.man, sizeof e->man);
    memcpy(e->colour, d.colour, sizeof e->colour);
    e->table[0] = EDB_NO_TABLE;
    for (int mask = EDB_MASKS - 1; mask > 0; mask--) {
        uint8_t count[2][CHESS_DB_MEN] = {0};
        e->table[mask]                 = EDB_NO_TABLE;
        if (mask >> d.n) continue;
        for (int i = 0; i < d.n; i++)
            if (mask >> i & 1) count[d.colour[i]][d.man[i]]++;
        const int part = chess_db_find((const uint8_t(*)[CHESS_DB_MEN])count, &e->swapped[mask]);
        assert(part >= 0);
        e->table[mask] = table_of(plan, part);
    }
}

// Are the men of an ending among these, one way round or the other?
static bool men_contain(unsigned men, const ChessDbNumbering *d)
{
    for (int swapped = 0; swapped < 2; swapped++) {
        unsigned left = men;
        bool     good = true;
        for (int i = 0; i < d->n && good; i++) {
            const int bit = 2 * ((d->colour[i] ^ swapped) * CHESS_DB_MEN + d->man[i]);
            good          = (left >> bit & 3) > 0;
            left -= good ? 1u << bit : 0;
        }
        if (good) return true;
    }
    return false;
}

void edb_plan_make(EdbPlan *plan, int which)
{
    const Reading r = reading_of(which);
    *plan           = (EdbPlan){.ways = r.ways, .whole = r.whole, .skips = r.skips};
    for (int i = 0; r.size == 0 && i < EDB_LIST_MAX; i++)
        if (r.ending[i] != CHESS_DB_COUNT) entry_add(plan, r.ending[i]);
    for (int i = 0; r.size > 0 && i < CHESS_DB_COUNT; i++) {
        ChessDbNumbering d;
        chess_db_numbering_open(&d, i);
        if (d.n == r.size - 2 && (r.men == 0 || men_contain(r.men, &d))) entry_add(plan, i);
    }
    plan->shared = plan->entries > EDB_WEIGHTS_MAX;
}

int edb_plan_tables(const EdbPlan *plan, EvalTable out[EVAL_TABLES_MAX])
{
    for (int i = 0; i < plan->tables; i++) {
        ChessDbNumbering d;
        chess_db_numbering_open(&d, plan->ending[i]);
        snprintf(out[i].name, sizeof out[i].name, "chess-%s", d.name);
        out[i].entries = d.entries;
    }
    return plan->tables;
}

void edb_plan_info(const EdbPlan *plan, EvalInfo *info)
{
    static const char *const names[EDB_WEIGHTS_MAX] = {"db1", "db2", "db3", "db4",  "db5",  "db6",
                                                       "db7", "db8", "db9", "db10", "db11", "db12"};
    static const char        help[]                 = "endgame databases of parts of the position";
    const int                n                      = edb_plan_lookups(plan);
    *info = (EvalInfo){.help = help, .weights = n + EDB_TERMS, .min = -EDB_WEIGHT_MAX, .max = EDB_WEIGHT_MAX};
    for (int i = 0; i < n; i++) {
        info->fallback[i]     = 1;
        info->weight_names[i] = plan->shared ? "dbs" : names[i];
    }
    info->weight_names[n + EDB_MATERIAL] = "material";
    info->weight_names[n + EDB_OWN]      = "eval";
    info->weight_names[n + EDB_PROGRESS] = "progress";
    info->fallback[n + EDB_OWN]          = n == 0;
}

// Candidates.

// The databases that are part of an ending, but for one bishop or knight alone, which never win.
static int parts_list(unsigned men, uint8_t parts[CHESS_DB_COUNT])
{
    int n = 0;
    for (int i = 0; i < CHESS_DB_COUNT; i++) {
        ChessDbNumbering d;
        chess_db_numbering_open(&d, i);
        const bool drawn = d.n == 1 && (d.man[0] == CHESS_DB_B || d.man[0] == CHESS_DB_N);
        if (!drawn && men_contain(men, &d)) parts[n++] = (uint8_t)i;
    }
    return n;
}

// The next set of numbers below `most` in rising order, the smaller sets first; false after the last.
static bool set_next(uint8_t set[EDB_LIST_MAX], int *n, int most)
{
    for (int i = *n - 1; i >= 0; i--) {
        if (set[i] >= most - (*n - i)) continue;
        set[i]++;
        for (int k = i + 1; k < *n; k++) set[k] = (uint8_t)(set[k - 1] + 1);
        return true;
    }
    if (*n == EDB_LIST_MAX || *n == most) return false;
    ++*n;
    for (int k = 0; k < *n; k++) set[k] = (uint8_t)k;
    return true;
}

// A list as a set of places in `parts`, and back.
static int list_set(int which, const uint8_t parts[], uint8_t set[EDB_LIST_MAX])
{
    const Reading r = reading_of(which);
    int           n = 0;
    for (; n < EDB_LIST_MAX && r.ending[n] != CHESS_DB_COUNT; n++)
        for (set[n] = 0; parts[set[n]] != r.ending[n];) set[n]++;
    return n;
}

static int list_of(const uint8_t set[], int n, const uint8_t parts[])
{
    Reading r = {0};
    memset(r.ending, CHESS_DB_COUNT, sizeof r.ending);
    for (int i = 0; i < n; i++) r.ending[i] = parts[set[i]];
    return reading_pack(&r);
}

// Features: material and the evaluation come first, then the databases by their number. A search of a few
// plies sees no progress: no feature.
static void candidate_fill(const EdbPlan *plan, EvalCandidate *out)
{
    Text name = text_on(out->name, sizeof out->name);
    text_add(&name, "edb:%s", plan->entries == 0 ? "none" : "");
    for (int i = 0; i < plan->entries; i++) {
        ChessDbNumbering d;
        const int        ending = plan->ending[plan->entry[i].table[(1 << plan->entry[i].n) - 1]];
        chess_db_numbering_open(&d, ending);
        text_add(&name, "%s%s", i > 0 ? "+" : "", d.name);
        out->feature[i] = EDB_TERMS + ending;
    }
    out->weights = plan->entries + EDB_TERMS;
    for (int i = 0; i < EDB_TERMS; i++) out->feature[plan->entries + i] = i == EDB_PROGRESS ? -1 : i;
}

bool edb_next(const uint8_t count[2][CHESS_DB_MEN], int *which, EvalCandidate *out)
{
    uint8_t  parts[CHESS_DB_COUNT], set[EDB_LIST_MAX] = {0};
    unsigned men = 0;
    int      n = 0, all = 2;
    EdbPlan  plan;
    for (int i = 0; i < 2 * CHESS_DB_MEN; i++) {
        const int like = count[i / CHESS_DB_MEN][i % CHESS_DB_MEN];
        if (like > 3) return false;
        men |= (unsigned)like << 2 * i;
        all += like;
    }
    if (all <= CHESS_DB_OTHERS + 2 || all > EDB_CHOICE_MEN) return false;
    const int most = parts_list(men, parts);
    if (*which >= 0) {
        n = list_set(*which, parts, set);
        if (!set_next(set, &n, most)) return false;
    }
    *which = list_of(set, n, parts);
    edb_plan_make(&plan, *which);
    candidate_fill(&plan, out);
    return true;
}
