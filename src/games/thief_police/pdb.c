// Parts: numbers; what is near; simple police; joint police; the thief; opening.
#include "games/thief_police/pdb.h"

#include <assert.h>
#include <string.h>

enum {
    FAR        = 0x3fff,    // no way; above every sum of four distances, and four of it fit 16 bits
    RUN        = 32,        // entries made at once
    SET_BYTES  = 4 << 20,   // of a slice of a thief table
    MASKS      = 1 << LANES,
    CELLS_ROOM = CELLS_MAX + RUN,
};

// Numbers.

static Lanes set_unrank(const PursuitDb *db, uint64_t rank)
{
    Lanes police = {.word = LANES_NONE};
    int   cell   = db->board.cells;
    for (int i = db->police; i-- > 0; rank -= db->choose[i + 1][cell]) {
        do cell--;
        while (db->choose[i + 1][cell] > rank);
        police.cell[i] = (uint16_t)cell;
    }
    return police;
}

// The next set in order: the lowest policeman with room above him goes up, those below him to the bottom.
static void set_advance(const PursuitDb *db, Lanes *police)
{
    int i = 0;
    while (i + 1 < db->police && police->cell[i] + 1 == police->cell[i + 1]) i++;
    police->cell[i]++;
    while (i-- > 0) police->cell[i] = (uint16_t)i;
}

uint64_t pursuit_rank(const PursuitDb *db, const PursuitPosition *at)
{
    const uint64_t set = pursuit_set(db->choose, at->police.cell, db->police);
    return db->kind == PURSUIT_THIEF ? pursuit_thief_entry(db->board.cells, at->thief, set)
                                     : pursuit_police_entry(db->sets, at->thief, set);
}

PursuitPosition pursuit_unrank(const PursuitDb *db, uint64_t entry)
{
    assert(entry < db->entries);
    const uint64_t cells = (uint64_t)db->board.cells;
    if (db->kind == PURSUIT_THIEF)
        return (PursuitPosition){(uint16_t)(entry % cells), set_unrank(db, entry / cells)};
    return (PursuitPosition){(uint16_t)(entry / db->sets), set_unrank(db, entry % db->sets)};
}

// What is near.

bool pursuit_is_void(const PursuitDb *db, const PursuitPosition *at)
{
    return (void)db, lanes_hold(at->police.word, at->thief);
}

static int cell_degree(const Board *board, int cell)
{
    int n = 0;
    for (int i = 0; i < LANES; i++) n += board->next[cell].cell[i] != CELL_NONE;
    return n;
}

// How many policemen beside the thief catch him.
static int catchers(const PursuitDb *db, int thief)
{
    const int degree = cell_degree(&db->board, thief);
    return degree < db->police ? degree : db->police;
}

bool pursuit_is_goal(const PursuitDb *db, const PursuitPosition *at)
{
    int beside = 0;
    if (pursuit_is_void(db, at)) return false;
    if (db->kind == PURSUIT_THIEF) return board_is_exit(&db->board, at->thief);
    for (int i = 0; i < db->police; i++)
        beside += lanes_hold(db->board.next[at->thief].word, at->police.cell[i]);
    return beside == catchers(db, at->thief);
}

static int near_thief(const PursuitDb *db, const PursuitPosition *at, uint64_t out[])
{
    int n = 0;
    for (int d = 0; d < LANES; d++) {
        const uint16_t to = db->board.next[at->thief].cell[d];
        if (to == CELL_NONE || lanes_hold(at->police.word, to)) continue;
        out[n++] = pursuit_rank(db, &(PursuitPosition){to, at->police});
    }
    return n;
}

static int near_police(const PursuitDb *db, const PursuitPosition *at, uint64_t out[])
{
    int n = 0;
    for (int i = 0; i < db->police; i++)
        for (int d = 0; d < LANES; d++) {
            const uint16_t to = db->board.next[at->police.cell[i]].cell[d];
            if (to == CELL_NONE || to == at->thief || lanes_hold(at->police.word, to)) continue;
            const Lanes police = {.word = lanes_insert(lanes_remove(at->police.word, i), to)};
            out[n++]           = pursuit_rank(db, &(PursuitPosition){at->thief, police});
        }
    return n;
}

// Where a unit may be after a joint turn: its cell and the open ones beside it, but for the thief's.
typedef struct Reach {
    uint16_t count, cell[DIRECTIONS];
} Reach;

static Reach reach_of(const Board *board, int cell, int thief)
{
    Reach reach = {1, {(uint16_t)cell}};
    for (int d = 0; d < LANES; d++) {
        const uint16_t to = board->next[cell].cell[d];
        if (to != CELL_NONE && to != thief) reach.cell[reach.count++] = to;
    }
    return reach;
}

// The sets a joint turn leads to, the set itself among them; some come more than once.
static inline int joint_sets(int police, const Reach *const reach[], Lanes sets[PURSUIT_NEAR_MAX])
{
    Lanes before[PURSUIT_NEAR_MAX / DIRECTIONS];
    int   n      = 1;
    sets[0].word = LANES_NONE;
    for (int i = 0; i < police; i++) {
        const int parts = n;
        memcpy(before, sets, (size_t)parts * sizeof *before);
        n = 0;
        for (int part = 0; part < parts; part++)
            for (int j = 0; j < reach[i]->count; j++) {
                const uint16_t to = reach[i]->cell[j];
                if (!lanes_hold(before[part].word, to)) sets[n++].word = lanes_insert(before[part].word, to);
            }
    }
    return n;
}

static int near_joint(const PursuitDb *db, const PursuitPosition *at, uint64_t out[])
{
    Lanes        sets[PURSUIT_NEAR_MAX];
    Reach        reach[POLICE_MAX];
    const Reach *each[POLICE_MAX];
    for (int i = 0; i < db->police; i++) {
        reach[i] = reach_of(&db->board, at->police.cell[i], at->thief);
        each[i]  = &reach[i];
    }
    const int n = joint_sets(db->police, each, sets);
    for (int i = 0; i < n; i++) out[i] = pursuit_rank(db, &(PursuitPosition){at->thief, sets[i]});
    return n;
}

int pursuit_near(const PursuitDb *db, const PursuitPosition *at, uint64_t out[PURSUIT_NEAR_MAX])
{
    if (pursuit_is_void(db, at)) return 0;
    if (db->kind == PURSUIT_THIEF) return near_thief(db, at, out);
    return db->kind == PURSUIT_JOINT ? near_joint(db, at, out) : near_police(db, at, out);
}

// Simple police. `cost[mask]` is the least sum of distances at which policemen chosen so far take the cells
// of mask, those beside the thief.

typedef struct Siege {
    const PursuitDb *db;
    int              thief, degree, catchers;
    uint8_t         *out;
    uint16_t         distance[LANES][CELLS_ROOM];   // to each cell beside the thief, round him
    uint16_t         queue[CELLS_MAX];
} Siege;

static void distances_fill(const Board *board, int from, int around, uint16_t distance[], uint16_t queue[])
{
    int head = 0, tail = 0;
    for (int c = 0; c < CELLS_ROOM; c++) distance[c] = FAR;
    distance[from] = 0;
    for (queue[tail++] = (uint16_t)from; head < tail; head++)
        for (int d = 0; d < LANES; d++) {
            const uint16_t to = board->next[queue[head]].cell[d];
            if (to == CELL_NONE || to == around || distance[to] != FAR) continue;
            distance[to]  = (uint16_t)(distance[queue[head]] + 1);
            queue[tail++] = to;
        }
}

static inline uint16_t least(uint16_t a, uint16_t b) { return a < b ? a : b; }

// One more policeman, on `cell`: he takes none of the cells or one.
static inline void cost_extend(const Siege *siege, int cell, const uint16_t cost[MASKS], uint16_t out[MASKS])
{
    for (int mask = 0; mask < 1 << siege->degree; mask++) {
        out[mask] = cost[mask];
        for (int j = 0; j < siege->degree; j++)
            if (mask >> j & 1)
                out[mask] = least(out[mask], (uint16_t)(cost[mask ^ 1 << j] + siege->distance[j][cell]));
    }
}

// The values for the last policeman on cells 0, 1, ...: he is not needed, or takes cell j.
__attribute__((always_inline)) static inline void run_write(const Siege *siege, uint8_t *restrict out, int n,
                                                            uint16_t spared, const uint16_t rest[LANES],
                                                            int degree)
{
    for (int c = 0; c < n; c += RUN)
        for (int i = c; i < c + RUN; i++) {
            uint16_t v = spared;
            for (int j = 0; j < degree; j++) v = least(v, (uint16_t)(rest[j] + siege->distance[j][i]));
            out[i] = (uint8_t)(v >= FAR ? PURSUIT_NEVER : v > PURSUIT_MOST ? PURSUIT_MOST : v);
        }
}

static void run_make(Siege *siege, int n, const uint16_t cost[MASKS])
{
    uint16_t spared = FAR, rest[LANES] = {FAR, FAR, FAR, FAR};
    for (int mask = 0; mask < 1 << siege->degree; mask++) {
        const int taken = __builtin_popcount((unsigned)mask);
        if (taken == siege->catchers) spared = least(spared, cost[mask]);
        if (taken + 1 != siege->catchers) continue;
        for (int j = 0; j < siege->degree; j++)
            if (!(mask >> j & 1)) rest[j] = least(rest[j], cost[mask]);
    }
    switch (siege->degree) {
    case 1: run_write(siege, siege->out, n, spared, rest, 1); break;
    case 2: run_write(siege, siege->out, n, spared, rest, 2); break;
    case 3: run_write(siege, siege->out, n, spared, rest, 3); break;
    default: run_write(siege, siege->out, n, spared, rest, 4); break;
    }
    if (siege->thief < n) siege->out[siege->thief] = PURSUIT_VOID;
    siege->out += n;
}

// All sets in order: policeman i, the highest without a cell, goes through those below `limit`.
static void sets_make(Siege *siege, int i, int limit, const uint16_t cost[MASKS])
{
    uint16_t next[MASKS];
    if (i == 0) {
        run_make(siege, limit, cost);
        return;
    }
    for (int cell = i; cell < limit; cell++) {
        if (cell == siege->thief) {
            const size_t n = siege->db->choose[i][cell];
            memset(siege->out, PURSUIT_VOID, n);
            siege->out += n;
            continue;
        }
        cost_extend(siege, cell, cost, next);
        sets_make(siege, i - 1, cell, next);
    }
}

static void slice_police(const PursuitDb *db, int thief, Siege *siege, uint8_t *out)
{
    uint16_t none[MASKS] = {0};
    for (int mask = 1; mask < MASKS; mask++) none[mask] = FAR;
    siege->db = db, siege->thief = thief, siege->degree = 0, siege->catchers = catchers(db, thief),
    siege->out = out;
    for (int d = 0; d < LANES; d++) {
        const uint16_t beside = db->board.next[thief].cell[d];
        if (beside != CELL_NONE)
            distances_fill(&db->board, beside, thief, siege->distance[siege->degree++], siege->queue);
    }
    sets_make(siege, db->police - 1, db->board.cells, none);
}

// Joint police.

typedef struct Hunt {
    Reach reach[CELLS_MAX];
    Lanes queue[];   // sets
} Hunt;

// Fills the slice with "never" and begins the queue with the goals.
static uint64_t hunt_begin(const PursuitDb *db, int thief, Hunt *hunt, uint8_t *out)
{
    PursuitPosition at   = {(uint16_t)thief, set_unrank(db, 0)};
    uint64_t        tail = 0;
    for (uint64_t set = 0; set < db->sets; set++, set_advance(db, &at.police)) {
        out[set] = pursuit_is_void(db, &at) ? PURSUIT_VOID : PURSUIT_NEVER;
        if (!pursuit_is_goal(db, &at)) continue;
        out[set]            = 0;
        hunt->queue[tail++] = at.police;
    }
    for (int cell = 0; cell < db->board.cells; cell++) hunt->reach[cell] = reach_of(&db->board, cell, thief);
    return tail;
}

__attribute__((always_inline)) static inline void hunt_run(const PursuitDb *db, Hunt *hunt, uint64_t tail,
                                                           uint8_t *out, int police)
{
    Lanes        sets[PURSUIT_NEAR_MAX];
    const Reach *reach[POLICE_MAX];
    for (uint64_t head = 0; head < tail; head++) {
        const Lanes   at    = hunt->queue[head];
        const uint8_t value = out[pursuit_set(db->choose, at.cell, db->police)];
        for (int i = 0; i < police; i++) reach[i] = &hunt->reach[at.cell[i]];
        const int n = joint_sets(police, reach, sets);
        for (int i = 0; i < n; i++) {
            uint64_t set = 0;
            for (int k = 0; k < police; k++) set += db->choose[k + 1][sets[i].cell[k]];
            if (out[set] != PURSUIT_NEVER) continue;
            out[set]            = value < PURSUIT_MOST ? (uint8_t)(value + 1) : PURSUIT_MOST;
            hunt->queue[tail++] = sets[i];
        }
    }
}

static void slice_joint(const PursuitDb *db, int thief, Hunt *hunt, uint8_t *out)
{
    const uint64_t tail = hunt_begin(db, thief, hunt, out);
    switch (db->police) {
    case 1: hunt_run(db, hunt, tail, out, 1); break;
    case 2: hunt_run(db, hunt, tail, out, 2); break;
    case 3: hunt_run(db, hunt, tail, out, 3); break;
    default: hunt_run(db, hunt, tail, out, 4); break;
    }
}

// The thief.

typedef struct Flight {
    uint16_t next[CELLS_MAX][LANES];   // a wall is the cell after the last, which nobody needs to reach
    uint16_t queue[CELLS_MAX];
    uint8_t  row[CELLS_MAX + 1];
} Flight;

static void row_make(const PursuitDb *db, Lanes police, Flight *flight)
{
    uint8_t *const  row   = flight->row;
    uint16_t *const queue = flight->queue;
    int             head = 0, tail = 0;
    memset(row, PURSUIT_NEVER, (size_t)db->board.cells);
    row[db->board.cells] = PURSUIT_VOID;
    for (int i = 0; i < db->police; i++) row[police.cell[i]] = PURSUIT_VOID;
    for (int i = 0; i < EXITS_MAX && db->board.exits.cell[i] != CELL_NONE; i++) {
        const uint16_t exit = db->board.exits.cell[i];
        if (row[exit] == PURSUIT_VOID) continue;
        row[exit]     = 0;
        queue[tail++] = exit;
    }
    for (; head < tail; head++) {
        const uint8_t value = row[queue[head]],
                      after = value < PURSUIT_MOST ? (uint8_t)(value + 1) : PURSUIT_MOST;
        for (int d = 0; d < LANES; d++) {
            const uint16_t to = flight->next[queue[head]][d];
            if (row[to] != PURSUIT_NEVER) continue;
            row[to]       = after;
            queue[tail++] = to;
        }
    }
}

static void slice_thief(const PursuitDb *db, uint64_t slice, Flight *flight, uint8_t *out)
{
    const uint64_t cells = (uint64_t)db->board.cells, each = db->slice_entries / cells, first = slice * each;
    const uint64_t last   = first + each < db->sets ? first + each : db->sets;
    Lanes          police = set_unrank(db, first);
    for (uint64_t cell = 0; cell < cells; cell++)
        for (int d = 0; d < LANES; d++) {
            const uint16_t to     = db->board.next[cell].cell[d];
            flight->next[cell][d] = to == CELL_NONE ? (uint16_t)cells : to;
        }
    for (uint64_t set = first; set < last; set++, out += cells, set_advance(db, &police)) {
        row_make(db, police, flight);
        memcpy(out, flight->row, cells);
    }
}

void pursuit_slice(const void *data, uint64_t slice, void *scratch, uint8_t *out)
{
    const PursuitDb *const db = data;
    assert(slice < db->slices);
    if (db->kind == PURSUIT_THIEF) slice_thief(db, slice, scratch, out);
    else if (db->kind == PURSUIT_JOINT) slice_joint(db, (int)slice, scratch, out);
    else slice_police(db, (int)slice, scratch, out);
}

// Opening.

static void slices_plan(PursuitDb *db)
{
    const uint64_t cells = (uint64_t)db->board.cells;
    db->slice_entries    = db->kind == PURSUIT_THIEF ? SET_BYTES / cells * cells : db->sets;
    db->slices           = (db->entries + db->slice_entries - 1) / db->slice_entries;
    db->scratch          = db->kind == PURSUIT_THIEF ? sizeof(Flight)
                         : db->kind == PURSUIT_JOINT ? sizeof(Hunt) + db->sets * sizeof(Lanes)
                                                     : sizeof(Siege);
}

bool pursuit_open(PursuitDb *db, const BoardSpec *spec, PursuitKind kind, int police, Status *status)
{
    if (police < 1 || police > POLICE_MAX)
        return status_fail(status, "%d policemen; expected 1 ... %d", police, POLICE_MAX);
    memset(db, 0, sizeof *db);
    board_open(&db->board, spec);
    db->kind = kind, db->police = police;
    const int cells = db->board.cells;
    if (cells <= police)
        return status_fail(status, "%d open cells have no room for %d policemen", cells, police);
    db->sets    = pursuit_choose(cells, police);
    db->entries = pursuit_entries(cells, police);
    if (!pursuit_choose_fill(db->choose, cells, police) || db->entries > PURSUIT_ENTRIES_MAX)
        return status_fail(status, "%d policemen on %d open cells are more than 2^34 entries", police, cells);
    slices_plan(db);
    return true;
}
