// thinker.h - a game in progress and who thinks about it, in a thread of its own: what all protocols share.
//
//     thinker_open(&t, v, &events, status)        the game at its start, nobody to think yet
//     thinker_player(&t, &spec, status)           who thinks; whoever was there stays when this fails
//     thinker_start(&t, &ask)                     about t.record; `line` and `done` are called by its thread
//     thinker_stop(&t)                            as soon as can be; `done` was called when this returns
//     thinker_close(&t)
//
// All functions are for the one thread that reads. While a search runs the record and the player must be left
// alone (reading is allowed): a command that changes them calls thinker_stop or thinker_wait first, but for
// thinker_player, which ends the search itself where the new player can be opened. `done` is
// the last act of the search: it may change the record, and whoever reads sees that after thinker_busy,
// thinker_stop or thinker_wait. A search that is stopped has a move, unless the game is over. Without a
// thread to be had the search runs in thinker_start.
#ifndef PROTOCOLS_THINKER_H
#define PROTOCOLS_THINKER_H

#include "base/threads.h"
#include "play/player.h"

// What is asked for: limits, of which several may be given.
typedef struct ThinkAsk {
    int      depth;   // 0: not given
    uint64_t nodes;
    double   movetime;                              // seconds; 0: not given
    double   time[PLAYERS_MAX], inc[PLAYERS_MAX];   // seconds
    bool     clock[PLAYERS_MAX];                    // time is given
    int      movestogo;
    bool     infinite, ponder;   // the move waits for thinker_stop, or thinker_ponderhit
    bool     steps;              // depth by depth, although the player would search straight to the last
    bool     mate;               // for a win within `depth`: nothing is pruned, and the first one ends it
    int      lines;              // so many best moves, each searched by itself; 0, 1: one search
    int      moves;              // only these; 0: all
    Move     move[GAME_MOVES_MAX];
    bool     minimal;   // measure the minimal tree, too, after the search
    // or NULL: what the thread does instead of thinking, with the context of the events; it looks at
    // Thinker.stop, and `done` is called after it
    void (*work)(void *context);
} ThinkAsk;

// A completed depth, or one of its lines.
typedef struct ThinkLine {
    int          depth, number, count;   // line number 1 ... count, the best first
    Value        value;
    const Value *values;   // or NULL: of all players
    uint64_t     nodes;
    uint32_t     known;   // positions that databases knew, of the first thread
    double       seconds;
    int          pv_length;
    const Move  *pv;
} ThinkLine;

typedef struct ThinkDone {
    Move         best, reply;   // MOVE_NONE: none
    bool         searched;      // `result` is there: one search, not move by move
    bool         stopped;       // a limit came before the depth asked for
    SearchResult result;
    uint64_t     minimal;   // nodes of the minimal tree; 0: not measured
    double       seconds;
    Status       status;   // why there is no move, where a program of somebody else's failed; "" otherwise
} ThinkDone;

typedef struct ThinkEvents {
    void (*line)(void *context, const ThinkLine *line);   // or NULL
    void (*done)(void *context, const ThinkDone *done);
    void *context;
} ThinkEvents;

// How long to think, in seconds; 0: no limit.
typedef struct ThinkTime {
    double soft;   // no new depth after this
    double hard;
} ThinkTime;

typedef struct Thinker {
    const Variant *v;
    ThinkEvents    events;

    // The player. Who plays whole games keeps what it learned, knows that positions come again and goes depth
    // by depth; `plain`: as the spec says and no more, with limits of its own where nothing is asked for.
    bool       plain;
    PlayerSpec spec;                            // as given
    int        hash_mb, threads, overhead_ms;   // hash_mb, threads 0: as the player says
    int        trace;                           // nodes that searches remember (search/trace.h); 0: none
    bool       limited;                         // plain: every search is given a limit
    Player     player;                          // type NULL: none is open
    bool       deepening;                       // of its own accord
    Search    *usual;                           // the player's, while one for a win is in its place
    Record     record;

    // The search. `running` is of the thread that reads; the rest, while it runs, of both.
    bool         running, inlined;   // inlined: there is no thread for it, it ran in the reader's
    Threads      search, timer;
    bool         timing;   // the timer runs
    atomic_bool  stop;     // end the search
    Mutex        lock;     // of what follows
    Condition    changes;
    bool         waits;      // the move is not said before `stop` or `ponderhit`
    bool         over;       // the search is over
    bool         finished;   // and nothing is waited for: only `done` is to be called
    double       deadline;   // of the timer; by clock_seconds
    double       start;      // of the search
    uint32_t     known;      // what its count of known positions was then
    double       soft;       // from the start; 0: none
    ThinkAsk     ask;
    SearchLimits limits;   // of the search, settled before it starts
} Thinker;

enum { THINK_OVERHEAD_MS = 20, THINK_OVERHEAD_MS_MAX = 5000, THINK_HASH_MB_MAX = 65536 };

bool thinker_open(Thinker *t, const Variant *v, const ThinkEvents *events, Status *status);
void thinker_close(Thinker *t);

// Opens who is to think, with hash_mb and threads, where they are set.
bool thinker_player(Thinker *t, const PlayerSpec *spec, Status *status);
void thinker_forget(Thinker *t);   // whatever searches have learned

// Players that somebody else names. Does the spec, with what it stands for in this game, take more threads
// or a larger table (bytes) than allowed? 0: no limit. False with a message, also where it is wrong.
bool spec_limits_check(const PlayerSpec *spec, const Variant *v, int threads_max, uint64_t table_max,
                       Status *status);
// The same for a trace of so many nodes.
bool trace_limits_check(int nodes, uint64_t bytes_max, Status *status);
// False with a message: it starts a program, reads a file, or is a person.
bool spec_is_own(const PlayerSpec *spec, Status *status);

// Another game in the place of this one; the thinker closes it.
void thinker_game(Thinker *t, Record *game);

void thinker_start(Thinker *t, const ThinkAsk *ask);
void thinker_stop(Thinker *t);
void thinker_wait(Thinker *t);   // for the end of a search that ends by itself; others are stopped
bool thinker_busy(Thinker *t);   // does it search, or wait to be stopped?
void thinker_ponderhit(Thinker *t);

// For players of two whose clocks, increments and moves to go are known.
ThinkTime think_time(const ThinkAsk *ask, int player, int overhead_ms);
bool      think_limited(const ThinkAsk *ask);   // is there any limit?
// Where neither what is asked nor the player has a limit: a second.
void thinker_usual(const Thinker *t, ThinkAsk *ask);

// The moves of a line from the position thought about, a blank before each, as programs write them, as far as
// they are legal; how many these are.
int thinker_line_text(const Thinker *t, const Move pv[], int length, Text *out);
// Parts in a thousand of the table that this search has written, by a sample.
int thinker_table_full(const Thinker *t);

#endif
