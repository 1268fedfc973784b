// player.h - a player at the board: a PlayerSpec that was opened for a game.
//
//     PlayerSpec spec;  player_spec_parse(&spec, "engine:level=3", status)
//     Player player;    player_open_spec(&player, v, &spec, (PlayerSeat){.seed = 1}, status)
//                       player_move(&player, v, &state, &move, NULL, status)
//                       player_close(&player)
#ifndef PLAY_PLAYER_H
#define PLAY_PLAYER_H

#include "base/rng.h"
#include "play/evaluation.h"
#include "play/player_spec.h"
#include "play/record.h"
#include "search/search.h"

typedef struct Player {
    const PlayerType *type;   // NULL: closed
    PlayerSpec        spec;   // as given
    Rng               rng;
    Search           *search;       // of a search, owned; NULL for the others
    Evaluation       *evaluation;   // owned; NULL: that of the game
    int               mistakes;     // of a search: of 100 moves those chosen by chance
    void             *own;          // of other types
    bool              forfeits;     // the last move was not to be had by its own fault: the game is lost

    // or NULL: ends a search early when it becomes true; set by whoever opened the player
    const atomic_bool *stop;

    // or NULL: the game whose last position is the one to move in; set by whoever runs the game. What a
    // position does not tell: how it came about
    const Record *game;

    // or NULL: where programs wait for their next game
    struct EnginePool *engines;
} Player;

// Where a player sits.
typedef struct PlayerSeat {
    uint64_t seed;   // this and the seat make the player's own stream of random numbers
    int      seat;
    bool     limited;   // every search is given a limit by whoever runs it: the spec needs none

    // or NULL: programs are taken from there and left there (engines/engine_pool.h)
    struct EnginePool *engines;
} PlayerSeat;

// Checks the words of a spec against the game and opens nothing. A search needs a limit, unless `limited`.
bool player_spec_check(const PlayerSpec *spec, const Variant *v, bool limited, Status *status);

// Opens what a spec names.
bool player_open_spec(Player *player, const Variant *v, const PlayerSpec *spec, PlayerSeat seat,
                      Status *status);
void player_close(Player *player);   // also one that was not opened, or was closed

// The same from text.
bool player_open(Player *player, const Variant *v, const char *text, uint64_t seed, int seat, Status *status);

bool player_asks(const Player *player);       // a person: whoever runs the game asks for the move
bool player_searches(const Player *player);   // `search` is there

// Does the same position always lead to the same move? Not under a limit of time, nor with several threads.
bool player_repeats(const Player *player);

// The player's move; the game is not over, and the player is not a person. `result` (or NULL) takes what a
// search found, and is left alone by others. False when there is no move to be had; with
// player->forfeits because of what the player did: the game is lost, and the status says why.
bool player_move(Player *player, const Variant *v, const AnyState *s, Move *m, SearchResult *result,
                 Status *status);

// The same for random players and searches, which always have a move.
Move player_choose(Player *player, const Variant *v, const AnyState *s, SearchResult *result);

// Searches.

// The settings of a search player and its evaluation (to be closed; NULL: that of the game). Opens no
// database. The spec may be any that stands for a search.
bool player_search_read(const PlayerSpec *spec, const Variant *v, bool limited, SearchSettings *settings,
                        Evaluation **evaluation, Status *status);

// Opens the search of a player whose evaluation is set; for those who change the settings of a spec. Closes
// the player when it fails.
bool player_search(Player *player, const Variant *v, const SearchSettings *settings, Status *status);

// Does the player choose this move by chance (mistakes=)? Then *m is it; otherwise it is time to search.
bool player_mistake(Player *player, const Variant *v, const AnyState *s, Move *m);

// Runs the search of a player on a position; as search_run. Where the limits name no earlier positions, those
// of the player's game are taken, if the position is its last.
void player_search_position(Player *player, const Variant *v, const AnyState *s, const SearchLimits *limits,
                            SearchReport *report, void *context, SearchResult *result);

// The minimal tree of a position that the player has searched to `depth`: as search_minimal_tree, with the
// player's evaluation. Without a table a search to the same depth may take hours: where `limits` or the
// player's settings have a limit of time or nodes, it gets ten times the time, and a second at least. *nodes
// is 0 where it was not measured: also of algorithms that have no minimal tree.
bool player_minimal_tree(const Player *player, const Variant *v, const AnyState *s, int depth,
                         const SearchLimits *limits, uint64_t *nodes, Status *status);

#endif
