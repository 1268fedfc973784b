#include "games/chess/edb_plan.h"
#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// A plan as one number, at least EVALS_MAX:
//     bits 0-27   of a list: four endings of 7 bits, EDB_NONE: none; otherwise the men of an ending, two bits
//                 for each colour and kind (0: any ending), and above them how many men the databases have
//     bits 28-29  EdbWays
//     bit 30      a list
enum { EDB_NONE = 127, MEN_BITS = 2 * 2 * CHESS_DB_MEN, SIZE_AT = 20, WAYS_AT = 28, LIST_AT = 30 };
_Static_assert(MEN_BITS <= SIZE_AT && (int)CHESS_DB_COUNT < (int)EDB_NONE, "no room in a plan's number");

static const char letters[CHESS_DB_MEN + 1] = "qrbnp";

// Names.

static const char *const ways_names[EDB_WAYS] = {[EDB_SUM] = "", [EDB_MEAN] = "-mean", [EDB_BEST] = "-best"};

static const char *ways_read(const char *at, int *ways)
{
    *ways = EDB_SUM;
    for (int i = EDB_MEAN; i < EDB_WAYS; i++) {
        const size_t n = strlen(ways_names[i]);
        if (strncmp(at, ways_names[i], n) == 0) return *ways = i, at + n;
    }
    return at;
}

enum { LIST_EMPTY = (1 << WAYS_AT) - 1 };   // four times EDB_NONE

static bool list_read(const char *at, int *out)
{
    unsigned list = 0;
    if (strcmp(at, "none") == 0) return *out = LIST_EMPTY, true;
    for (int i = 0; i < EDB_LIST_MAX; i++) {
        char         name[CHESS_DB_NAME];
        const size_t n      = strcspn(at, "+");
        int          ending = EDB_NONE;
        if (n >= sizeof name) return false;
        if (*at) {
            memcpy(name, at, n);
            name[n] = 0;
            ending  = chess_db_named(name);
            at += n;
            if (ending < 0 || (*at == '+' && *++at == 0)) return false;
        }
        list |= (unsigned)ending << 7 * i;
    }
    *out = (int)list;
    return *at == 0;
}

// The men of an ending of any size, "krppkbn": at most three of a kind.
static bool men_read(const char *at, int *out)
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
    *out = (int)men;
    return colour == 1 && count > 0;
}

bool edb_named(const char *name, int *which)
{
    if (strncmp(name, "edb", 3) != 0) return false;
    const char *at   = name + 3;
    const int   size = *at >= '3' && *at <= '5' ? *at++ - '0' : 0;
    int         ways, rest = 0;
    at = ways_read(at, &ways);
    if (*at != 0 && (*at != ':' || at[1] == 0)) return false;
    if (size == 0 && (*at == 0 || !list_read(at + 1, &rest))) return false;
    if (size > 0 && *at == ':' && !men_read(at + 1, &rest)) return false;
    if (size == 5 && *at == 0)
        return false;   // all of them would not fit into memory: the ending must be named
    *which = rest | size << SIZE_AT | ways << WAYS_AT | (size == 0) << LIST_AT;
    if (size > 0) {
        EdbPlan plan;
        edb_plan_make(&plan, *which);
        return plan.entries > 0 && !plan.full;
    }
    return true;
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
    const unsigned men  = (unsigned)which & ((1u << MEN_BITS) - 1);
    const int      size = which >> SIZE_AT & 7;
    *plan = (EdbPlan){.ways = (EdbWays)(which >> WAYS_AT & 3), .whole = !(which >> LIST_AT & 1)};
    for (int i = 0; !plan->whole && i < EDB_LIST_MAX; i++) {
        const int ending = which >> 7 * i & EDB_NONE;
        if (ending != EDB_NONE) entry_add(plan, ending);
    }
    for (int i = 0; plan->whole && i < CHESS_DB_COUNT; i++) {
        ChessDbNumbering d;
        chess_db_numbering_open(&d, i);
        if (d.n == size - 2 && (men == 0 || men_contain(men, &d))) entry_add(plan, i);
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
    int n = 0;
    for (; n < EDB_LIST_MAX && (which >> 7 * n & EDB_NONE) != EDB_NONE; n++)
        for (set[n] = 0; parts[set[n]] != (which >> 7 * n & EDB_NONE);) set[n]++;
    return n;
}

static int list_of(const uint8_t set[], int n, const uint8_t parts[])
{
    int list = LIST_EMPTY;
    for (int i = 0; i < n; i++) list += (parts[set[i]] - EDB_NONE) * (1 << 7 * i);
    return list | 1 << LIST_AT;
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
