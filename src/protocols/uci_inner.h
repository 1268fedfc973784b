// uci_inner.h - what the files of the UCI engine share.
#ifndef PROTOCOLS_UCI_INNER_H
#define PROTOCOLS_UCI_INNER_H

#include "base/threads.h"
#include "protocols/uci.h"

// What `go` asks for.
typedef struct UciGo {
    int      depth, mate, movestogo;   // 0: not given
    uint64_t nodes;
    double   movetime;                              // seconds; 0: not given
    double   time[PLAYERS_MAX], inc[PLAYERS_MAX];   // seconds
    bool     clock[PLAYERS_MAX];                    // time is given
    bool     infinite, ponder;
    int      moves;   // of searchmoves; 0: all
    Move     move[GAME_MOVES_MAX];
} UciGo;

// How long to think, in seconds; 0: no limit.
typedef struct UciTime {
    double soft;   // no new depth after this
    double hard;
} UciTime;

struct Uci {
    const Variant *v;
    UciSay        *say;
    void          *context;
    Mutex          say_lock;

    // The options.
    PlayerSpec spec;                                     // as given
    int        hash_mb, threads, multipv, overhead_ms;   // hash_mb, threads 0: as the player says
    int        hash_good, threads_good;                  // those of the player that is open
    bool       changed;                                  // the player is to be opened anew

    Player player;   // type NULL: none is open
    Record record;

    // The search. `running` is of the thread that reads; the rest, while it runs, of both.
    bool         running, inlined;   // inlined: there is no thread for it, it ran in the reader's
    Threads      search, timer;
    bool         timing;   // the timer runs
    atomic_bool  stop;     // end the search
    Mutex        lock;     // of what follows
    Condition    changes;
    bool         waits;      // the move is not said before `stop` or `ponderhit`
    bool         done;       // the search is over
    double       deadline;   // of the timer; by clock_seconds
    double       start;      // of the search, or of the time that counts: when `ponderhit` came
    double       soft;       // atomically enough: written under the lock, read under it
    UciGo        go;
    SearchLimits limits;   // of the search, settled before it starts
};

// A line to the other side, as printf without the newline.
void uci_say(Uci *u, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The words after `go`.
void    uci_go_read(const Uci *u, const char *words, UciGo *go);
UciTime uci_time(const UciGo *go, int player, int overhead_ms);

// Starts the search of u->go in u->record; ends it.
void uci_search_start(Uci *u);
void uci_search_stop(Uci *u);   // as soon as can be; its move is said when this returns
void uci_search_ponderhit(Uci *u);

// The next word of *at, or NULL; *at moves on. Words beyond SPEC_WORD_MAX are cut.
const char *uci_word(const char **at, char word[SPEC_WORD_MAX]);
// A legal move as protocols write it, or in any spelling of the game.
bool uci_move_read(const Variant *v, const AnyState *s, const char *word, Move *m);

#endif
