// pollard.h - the library of Pollard: board games for two to six players, searches that play them, databases.
//
// The only public header; C99 and C++. A program that lets two searches play a game of Othello:
//
//     #include <pollard.h>
//     #include <stdio.h>
//     int main(void)
//     {
//         PollardGame   *game;
//         PollardPlay   *play   = NULL;
//         PollardEngine *engine = NULL;
//         PollardLimits  limits = {.size = sizeof limits, .depth = 5};
//         PollardResult  result = {.size = sizeof result};
//         char           text[4096], error[POLLARD_ERROR_MAX];
//         if (pollard_game_open(&game, "othello", error, sizeof error) < 0 ||
//             pollard_play_open(&play, game, NULL, error, sizeof error) < 0 ||
//             pollard_engine_open(&engine, game, "engine", NULL, error, sizeof error) < 0)
//             return puts(error), 1;
//         while (pollard_play_over(play) == POLLARD_OVER_NOT) {
//             if (pollard_engine_think(engine, play, &limits, &result, error, sizeof error) < 0)
//                 return puts(error), 1;
//             pollard_play_move(play, result.move);
//         }
//         pollard_play_text(play, POLLARD_TEXT_MOVES, text, sizeof text);
//         puts(text);
//         pollard_play_text(play, POLLARD_TEXT_RESULT, text, sizeof text);
//         puts(text);
//         pollard_engine_close(engine);
//         pollard_play_close(play);
//         pollard_game_close(game);
//         return 0;
//     }
//
//     gcc game.c $(pkg-config --cflags --libs pollard)
//
// Results
//     Functions return int. Negative is an error, one of POLLARD_ERROR_*; otherwise 0, or the number or the
//     length that the function says. Functions that can fail for more than one reason also write one line of
//     text, without a newline, to the caller's buffer `error` of `error_size` bytes: what was wrong and what
//     was expected. It is cut to fit and always terminated; POLLARD_ERROR_MAX bytes hold every message. The
//     buffer may be NULL. It is written on failure only. The library never prints, never exits, and installs
//     no handlers of signals.
//
// Texts
//     Text is UTF-8 and goes to a buffer of the caller with its size in bytes, like snprintf: the length of
//     the whole text, without its end, is returned; a shorter buffer holds the beginning, terminated. With
//     size 0 the buffer may be NULL: so one asks how long a text is. Lists go to arrays of the caller with
//     room for so many elements: the number of all of them is returned, as many as fit are written. JSON is
//     one object on one line.
//
// Structs
//     A struct that is passed begins with its size, which the caller sets: sizeof. Members that a later
//     version adds come at its end; the library reads and writes no more than the size says, takes those
//     that are missing as 0, and refuses a size that was never in use. Set unused members to 0.
//
// Ownership
//     Nothing that is passed changes its owner. What x_open has made is closed with x_close, which takes NULL
//     too. Plays and engines keep their game alive: close them in any order.
//
// Threads
//     Handles are independent of each other: distinct ones may be used by distinct threads at once. One
//     handle is used by one thread at a time, with three exceptions: a game never changes and may be used by
//     all; functions that take a const PollardPlay may look at one play at once as long as none changes it;
//     pollard_engine_stop may be called from any thread at any time between open and close (from a handler of
//     a signal not).
//
// Hostile input
//     Texts may come from anywhere, a network too: specs, positions, moves. What they may not do unless the
//     caller allows it is to start programs and to read files (PollardEngineOptions). Handles, buffers and
//     arrays are the caller's responsibility; NULL for one that is needed gives POLLARD_ERROR_USE.
#ifndef POLLARD_H
#define POLLARD_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define POLLARD_EXPORT __attribute__((visibility("default")))
#else
#define POLLARD_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PollardGame     PollardGame;       // rules with their options: "checkers:relaxed=yes"
typedef struct PollardPlay     PollardPlay;       // a game in progress: where it began, what was played
typedef struct PollardEngine   PollardEngine;     // somebody who chooses moves: "engine:level=3", "random"
typedef struct PollardDatabase PollardDatabase;   // values of positions, built by `pollard db build`

enum {
    POLLARD_ERROR_INPUT   = -1,   // a text, a number or a file that was named is wrong
    POLLARD_ERROR_SYSTEM  = -2,   // memory, files, threads
    POLLARD_ERROR_USE     = -3,   // NULL, a wrong size of a struct, a call at the wrong time
    POLLARD_ERROR_OVER    = -4,   // the game is over
    POLLARD_ERROR_REFUSED = -5,   // the spec asks for what the caller has not allowed
    POLLARD_ERROR_FORFEIT = -6,   // a program that plays has lost the game by what it did
    POLLARD_ERROR_STOPPED = -7,   // a program that plays was stopped and has no move
};

enum {
    POLLARD_SEATS_MAX = 6,
    POLLARD_MOVES_MAX = 2048,   // no position of any game has more moves
    POLLARD_LINE_MAX  = 128,    // moves of an expected line
    POLLARD_DEPTH_MAX = 60,     // plies; as a limit it means: until stopped
    POLLARD_ERROR_MAX = 400,    // bytes of a message
};

// Library.

// "0.4.0".
POLLARD_EXPORT const char *pollard_version(void);

// The name of game i, from 0, in a fixed order; NULL after the last.
POLLARD_EXPORT const char *pollard_game_at(int i);

// Adds the game of a plug-in, a file that `pollard-game` has made of one C file: from then on it is opened by
// its name as the others are. Loading a file runs its code with all rights of the program: never one that was
// named by a network. Before other threads use the library.
POLLARD_EXPORT int pollard_game_load(const char *path, char *error, size_t error_size);

// What can be opened: {"version", "commit", "level", "games": [{"name", "title", "options": [{"key",
// "default", "help", "choices" or "min" and "max"}], "evals": [...]}], "players": [{"names", "help",
// "starts_programs"}]}. The level is that of this processor for which the games were compiled.
POLLARD_EXPORT int pollard_info_json(char *buffer, size_t size);

// Games.

// A game by its spec, name:key=value,key=value.
POLLARD_EXPORT int  pollard_game_open(PollardGame **game, const char *spec, char *error, size_t error_size);
POLLARD_EXPORT void pollard_game_close(PollardGame *game);

// The spec in its canonical form: the name and the options that are not as usual.
POLLARD_EXPORT int pollard_game_name(const PollardGame *game, char *buffer, size_t size);

// How many players there are, 2 to POLLARD_SEATS_MAX. Seats are numbered from 0; seat 0 usually begins.
POLLARD_EXPORT int pollard_game_seats(const PollardGame *game);
POLLARD_EXPORT int pollard_game_seat_name(const PollardGame *game, int seat, char *buffer, size_t size);

// All that is known of it: {"name", "game", "title", "seats": [{"name", "symbol", "color"}], "options":
// {key: value}, "plies_max", "repetitions", "moves_max", "actions", "traits": [...], "move_help", "cells":
// [{"name", "x", "y", "shape", "tone"}]}. Cells are placed by x half cells to the right and y rows down.
POLLARD_EXPORT int pollard_game_json(const PollardGame *game, char *buffer, size_t size);

// Plays.
//
// A move is a number that is unique among the legal moves of its position, never 0xffffffff. A play knows
// what a position alone does not: how often it has come, how many plies were played, whether the game is
// over and why.

enum {
    POLLARD_OVER_NOT,
    POLLARD_OVER_RULES,        // nobody can move, or somebody has won
    POLLARD_OVER_CAP,          // the limit of plies
    POLLARD_OVER_DRAW_RULE,    // a draw by a rule of the game: fifty moves, too few pieces
    POLLARD_OVER_REPETITION,   // a draw: a position has come as often as the game's option says
};

// A game that begins at a position given as text; NULL: at the start.
POLLARD_EXPORT int pollard_play_open(PollardPlay **play, PollardGame *game, const char *position, char *error,
                                     size_t error_size);
// A game in any notation the program knows, of which the first is taken: PGN, PDN, GGF, a transcript, a saved
// game, a list of moves.
POLLARD_EXPORT int  pollard_play_read(PollardPlay **play, PollardGame *game, const char *text, char *error,
                                      size_t error_size);
POLLARD_EXPORT int  pollard_play_copy(PollardPlay **copy, const PollardPlay *play);
POLLARD_EXPORT void pollard_play_close(PollardPlay *play);

// The limit of plies after which the game is over: sets it, a negative number leaves it as it is. Returns it.
// It is the game's own at first.
POLLARD_EXPORT int pollard_play_cap(PollardPlay *play, int plies);

// Plays a move. POLLARD_ERROR_OVER when the game is over, POLLARD_ERROR_INPUT when the move is not legal.
POLLARD_EXPORT int pollard_play_move(PollardPlay *play, uint32_t move);

// Plays a move by its text, in any spelling the game knows, or several, separated by spaces or commas: all of
// them or, when one is not legal, none. Returns how many.
POLLARD_EXPORT int pollard_play_move_text(PollardPlay *play, const char *text, char *error,
                                          size_t error_size);

// Takes the last move back; POLLARD_ERROR_USE when there is none.
POLLARD_EXPORT int pollard_play_undo(PollardPlay *play);

// The seat whose turn it is, also when the game is over.
POLLARD_EXPORT int pollard_play_turn(const PollardPlay *play);

// The moves played so far; their number is returned.
POLLARD_EXPORT int pollard_play_history(const PollardPlay *play, uint32_t *moves, int room);

// The legal moves, none when the game is over, and in the same order what a learner calls them: an action is
// a number below "actions" of pollard_game_json, different for different moves of a position. Either array
// may be NULL. Returns how many.
POLLARD_EXPORT int pollard_play_legal(const PollardPlay *play, uint32_t *moves, uint32_t *actions, int room);

// A legal move as text, and back. The second takes one move in any spelling.
POLLARD_EXPORT int pollard_play_move_format(const PollardPlay *play, uint32_t move, char *buffer,
                                            size_t size);
POLLARD_EXPORT int pollard_play_move_parse(const PollardPlay *play, const char *text, uint32_t *move,
                                           char *error, size_t error_size);

// The cells that a person touches for a legal move, in order: usually from where and to where. Returns how
// many; 0 for a pass. Where cells do not tell moves apart, pollard_play_json has a button too.
POLLARD_EXPORT int pollard_play_move_cells(const PollardPlay *play, uint32_t move, int *cells, int room);

// Is the game over, and why? One of POLLARD_OVER_*.
POLLARD_EXPORT int pollard_play_over(const PollardPlay *play);

// What each seat gets of a game that is over. points: 2 for a win alone, 1 for a draw or a shared win, 0 for
// a loss. payoff: what the losers pay and the winners share, which sums to 0; a loser pays 60. Either may be
// NULL; room for POLLARD_SEATS_MAX each. Returns the number of seats, POLLARD_ERROR_USE before the end.
POLLARD_EXPORT int pollard_play_points(const PollardPlay *play, int *points, int *payoff);

// Texts of a play.
enum {
    POLLARD_TEXT_POSITION,   // the position now; pollard_play_open reads it
    POLLARD_TEXT_START,      // the position at the beginning
    POLLARD_TEXT_MOVES,      // all moves played, separated by spaces; pollard_play_move_text reads them
    POLLARD_TEXT_RESULT,     // "black wins 40-24", "draw by repetition", "unfinished"
    POLLARD_TEXT_BOARD,      // lines for a terminal, the last move in brackets
    POLLARD_TEXT_CAPTION,    // who is to move or how it ended, and what the board does not show
};
POLLARD_EXPORT int pollard_play_text(const PollardPlay *play, int what, char *buffer, size_t size);

// The board as a program needs it to show it: {"game", "position", "turn", "plies", "over", "why", "result",
// "points", "caption", "notes": [{"name", "value", "player"}], "cells": [{"owner", "kind", "piece", "mark",
// "stack"}], "changed": [cells that the last move changed], "moves": [{"move", "text", "cells", "button",
// "action"}]}. Cells in the order of pollard_game_json, which places them; what says nothing of a cell is
// left out. The player of a note is -1 where it is nobody's. "why" is one of not, rules, plies-max,
// draw-rule, repetition; "points" are there at the end. A move is made by touching its cells in order, then
// its button unless that is "": no two moves are made alike.
POLLARD_EXPORT int pollard_play_json(const PollardPlay *play, char *buffer, size_t size);

// The board as an SVG document, the last move marked. labels: not 0: the name of every cell in it.
POLLARD_EXPORT int pollard_play_svg(const PollardPlay *play, int labels, char *buffer, size_t size);

// The board as numbers, POLLARD_CELL_NUMBERS for each cell: the owner (-1: nobody), the kind of piece (0
// plain, 1 crowned, 2 territory, 3 ... 8 pawn, knight, bishop, rook, queen, king), the height of the pile (0:
// empty), the mark of the cell (0 none, 1 wall, 2 exit, 3 chosen), then the owners of a pile's pieces from
// the bottom, -1 beyond. `room` counts numbers; returns how many there are.
enum { POLLARD_CELL_NUMBERS = 12 };
POLLARD_EXPORT int pollard_play_cells(const PollardPlay *play, int8_t *numbers, int room);

// The number of leaves of the tree of moves below the position, `depth` plies down, and of all positions in
// it; either may be NULL.
POLLARD_EXPORT int pollard_play_perft(const PollardPlay *play, int depth, int threads, uint64_t *leaves,
                                      uint64_t *nodes, char *error, size_t error_size);

// Engines.
//
// Values are those of the evaluation, in its own unit, for one seat; a decided game is beyond them, and
// `outcome` says so. For two players the value of the other seat is the negative one. With more players a
// search knows the value of the seat that moves, max^n that of every seat: `known` says which.

enum {
    POLLARD_ALLOW_PROGRAMS = 1,   // players that start a program: uci:, xboard:, ...
    POLLARD_ALLOW_FILES    = 2,   // players that read a file their spec names: with=
};

typedef struct PollardEngineOptions {
    size_t   size;
    unsigned allow;         // POLLARD_ALLOW_*, 0: none of it
    int      seat;          // with the seed it makes the random numbers: players of one game have their own
    uint64_t seed;          // as --seed of the program, where 1 is usual
    int      threads_max;   // refuse a spec that asks for more threads; 0: any
    uint64_t table_max;     // refuse one whose transposition table has more bytes; 0: any
} PollardEngineOptions;

// What was found.
typedef struct PollardResult {
    size_t   size;
    uint32_t move;        // to be played
    int      depth;       // completed; 0: none was, or the player does not search
    int32_t  value;       // for the seat that moves, at that depth
    int      outcome;     // 1: a win for it, -1: a loss, 0: not decided
    int      plies;       // to that end
    int      stopped;     // not 0: a limit or a stop came before the depth asked for
    int      by_chance;   // not 0: chosen by chance, as weak levels do at times
    unsigned known;       // a bit for every seat whose value is known
    int32_t  values[POLLARD_SEATS_MAX];
    uint64_t nodes, leaves;
    double   seconds;
    int      line_length;              // of the line expected, which begins with the move
    uint32_t line[POLLARD_LINE_MAX];   // Best-Reply Search: replies in between with it
} PollardResult;

// When to stop thinking: what comes first. 0: as the player's spec says; a search that has no limit at all
// thinks for a second. Only searches have limits here, other players have theirs in their spec.
typedef struct PollardLimits {
    size_t   size;
    int      depth;     // plies, up to POLLARD_DEPTH_MAX
    double   seconds;   // 0 or more
    uint64_t nodes;
    // or NULL: called after each depth, by the thread that thinks, with what was found so far; not 0: enough.
    // It may call pollard_engine_stop, pollard_engine_json and pollard_engine_value of this engine, and
    // anything of other handles.
    int (*report)(void *context, const PollardResult *so_far);
    void *context;
} PollardLimits;

// The value of one move, seen by the seat that makes it.
typedef struct PollardMoveValue {
    size_t   size;
    uint32_t move;
    int      depth;   // of the search, the move itself counted: the same for all moves
    int32_t  value;
    int      outcome;   // as above
    int      plies;
    unsigned known;
    int32_t  values[POLLARD_SEATS_MAX];
    int      line_length;
    uint32_t line[POLLARD_LINE_MAX];
} PollardMoveValue;

// A player by its spec. options: NULL: all of them 0, but for the seed, which is 1. A person (human) is no
// engine: whoever runs the game asks for the move.
POLLARD_EXPORT int  pollard_engine_open(PollardEngine **engine, PollardGame *game, const char *player,
                                        const PollardEngineOptions *options, char *error, size_t error_size);
POLLARD_EXPORT void pollard_engine_close(PollardEngine *engine);

// Chooses a move in a play of the same game, which must not change meanwhile. limits: NULL: all of them 0. A
// search that is stopped, however early, has a move: that of the last depth completed, and before the first
// one any legal move. So a search that shall be stopped should go step by step: one with a limit of time or
// nodes does, and one to POLLARD_DEPTH_MAX; one to another depth if its spec says deepening=yes.
// POLLARD_ERROR_OVER: the game is over, there is no move. A program of somebody else may have none when it is
// stopped: POLLARD_ERROR_STOPPED; it is started again for the next question.
POLLARD_EXPORT int pollard_engine_think(PollardEngine *engine, const PollardPlay *play,
                                        const PollardLimits *limits, PollardResult *result, char *error,
                                        size_t error_size);

// Ends the thinking that is going on, as soon as can be: within a few thousand nodes. Returns 1; 0 when
// nothing was going on: nothing is stopped then, neither now nor later.
POLLARD_EXPORT int pollard_engine_stop(PollardEngine *engine);

// The values of all legal moves, each searched to the same depth; when a limit comes in between, those of the
// last depth that all of them completed: at least one ply, whatever the limits. Returns their number; they
// are kept for pollard_engine_value. Searches only; the report gets the best move after each depth. With more
// than two players the position after a move is searched for the seat that has made it: by Paranoid and
// Best-Reply Search as the one against all, by max^n as one of all; minimax cannot (POLLARD_ERROR_USE). The
// best value is what a search of the position to that depth finds, unless its settings prune by guess.
POLLARD_EXPORT int pollard_engine_values(PollardEngine *engine, const PollardPlay *play,
                                         const PollardLimits *limits, char *error, size_t error_size);

// Number i of them, from 0, the best first; POLLARD_ERROR_USE beyond the last.
POLLARD_EXPORT int pollard_engine_value(const PollardEngine *engine, int i, PollardMoveValue *value);

// Who this is, and what the last search found and counted: {"player", "search" (what `engine` stood for),
// "game", "position", "depth", "value", "move", "pv", "nodes", "interior", "leaves", "seconds", "stopped",
// and with stats=yes in the spec what it counts; after pollard_engine_values "moves": [{"move", "text",
// "value", "depth", "pv"}]}.
POLLARD_EXPORT int pollard_engine_json(const PollardEngine *engine, char *buffer, size_t size);

// Forgets everything learned, as if it had just been opened with this seed: for the next game. A program of
// somebody else is started again; when that fails, the engine can only be reset again or closed.
POLLARD_EXPORT int pollard_engine_reset(PollardEngine *engine, uint64_t seed, char *error, size_t error_size);

// Databases.
//
// Values of positions, built by `pollard db build NAME` into a folder, where engines too look for theirs.

// The folder, of the whole process: sets it, NULL leaves it; then writes it to the buffer. At first it is the
// one that POLLARD_DATABASES of the environment names, otherwise "databases".
POLLARD_EXPORT int pollard_databases_folder(const char *folder, char *buffer, size_t size);

// A database by name, "chess-krk", "solve:connect-four:width=4,height=4"; it must be built.
POLLARD_EXPORT int  pollard_database_open(PollardDatabase **database, const char *name, char *error,
                                          size_t error_size);
POLLARD_EXPORT void pollard_database_close(PollardDatabase *database);

// What it says of a position given as text: {"name", "value": plies or moves to the end, null: not decided,
// "says": "won in 21 plies", "moves": [...], "positions": [...]}: with line not 0, best moves to the end and
// the positions after them. Both are as the database holds them: of positions that are images of each other,
// mirrored or turned, it has one.
POLLARD_EXPORT int pollard_database_probe(PollardDatabase *database, const char *position, int line,
                                          char *buffer, size_t size, char *error, size_t error_size);

#ifdef __cplusplus
}
#endif

#endif
