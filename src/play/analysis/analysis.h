// analysis.h - a game that was played, move by move through the eyes of a search: what a position was worth,
// what it was worth after the move, and so what the move lost against the best one.
//
// Both values are of one depth, counted from the position before the move: it is searched to depth d, the
// position after the move to d - 1. Values are the mover's, wins counted in plies from before the move. Where
// the search would play the same move nothing is lost and nothing searched again. A limit of time can end the
// second search earlier: then the first one's value of the smaller depth is taken. A position in which the
// game is over is worth what the players get; one that came before is a draw where the search says so
// (repetition=yes).
//
// For more than two players only max^n values a position for everybody; with the other algorithms the value
// after a move is known only where it is the search's own.
//
// Costs two searches for a move at most. Nothing is allocated between open and close.
#ifndef PLAY_ANALYSIS_ANALYSIS_H
#define PLAY_ANALYSIS_ANALYSIS_H

#include "play/player.h"

typedef enum { MOVE_SOUND, MOVE_MISTAKE, MOVE_BLUNDER } MoveVerdict;
extern const char *const verdict_names[];   // by verdict: "", "mistake", "blunder"

typedef struct MoveAnalysis {
    int          mover;
    Move         played;
    SearchResult found;      // of the position before the move, at `depth`: value, values, best line
    int          depth;      // of both values; 0: none was completed
    bool         compared;   // `after` and `loss` are known
    Value        after;      // what the move led to
    Value        loss;       // against the best, never below 0
    MoveVerdict  verdict;    // by analysis_judge
} MoveAnalysis;

typedef struct Analysis {
    const Record *game;
    Player       *player;   // searches
    SearchLimits  limits;   // of each search: depth (2 or more; 0: as the player has it), seconds, stop
    Record        replay;   // owned; the game up to the move in question
    MoveAnalysis *moves;    // owned; of the first `done` moves
    SearchResult *depths;   // owned; of the last search, by depth
    int           done;
    Value         mistake;   // by analysis_judge: the loss from which a move is one
} Analysis;

// The game and the player must stay.
bool analysis_open(Analysis *analysis, const Record *game, Player *player, const SearchLimits *limits,
                   Status *status);
void analysis_close(Analysis *analysis);

// The next move; false when there is none, or it was stopped.
bool analysis_next(Analysis *analysis);

// Says which moves were mistakes: those that lose `mistake` or more, a win, or the game. Blunders lose
// ANALYSIS_BLUNDER times that; a win, without staying ahead; or a game in which they were not behind. 0: a
// fifth of the largest value in this game that is no win, and at least 1.
enum { ANALYSIS_BLUNDER = 3 };
void analysis_judge(Analysis *analysis, Value mistake);

#endif
