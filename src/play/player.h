// player.h - one spec for every kind of player, in the grammar of base/spec.h.
//
//     random                            any legal move, equally likely
//     human                             asks whoever runs the game (the terminal, a browser)
//     alphabeta:depth=6,order=killer    a search; docs/SEARCH.md has all of them
//     alphabeta:depth=5,eval=pdb6+4     a search with an evaluation of its own (evaluation.h)
//     alphabeta:depth=5,with=FILE       a search with what `pollard tune` found (tuned.h)
#ifndef PLAY_PLAYER_H
#define PLAY_PLAYER_H

#include "base/rng.h"
#include "play/evaluation.h"
#include "search/search.h"

enum { PLAYER_IMPLICIT_MAX = 3 * SPEC_WORD_MAX };   // of player_implicit

typedef enum { PLAYER_RANDOM, PLAYER_HUMAN, PLAYER_SEARCH } PlayerKind;

typedef struct Player {
    PlayerKind  kind;
    char        spec[TEXT_MAX];   // as given
    Rng         rng;
    Search     *search;       // owned; NULL for the others
    Evaluation *evaluation;   // owned; NULL: that of the game

    // or NULL: ends a search early when it becomes true; set by whoever opened the player
    const atomic_bool *stop;
} Player;

// Reads a spec and opens nothing; *settings and *evaluation (to be closed; NULL: that of the game) are those
// of a search, which needs a limit: depth=, time= or nodes=.
bool player_parse(PlayerKind *kind, SearchSettings *settings, Evaluation **evaluation, const Variant *v,
                  const char *text, Status *status);

// The spec as it is shown with results: a file that it loads and a preset are replaced by what they hold, and
// the weights of an evaluation that it names are written out.
bool player_spec(const Variant *v, const char *text, Text *out, Status *status);

// The spec as results are kept by it: the same, and the evaluation of the game with its weights where the
// player names none. A player opened from it makes the same search, also after a change of the game's
// weights.
bool player_key(const Variant *v, const char *text, Text *out, Status *status);

// What a search leaves unsaid about its evaluation, as settings to be added: "eval=paper,weights=1/2",
// "weights=1/2". Nothing where all is said, or where the game's own evaluation has no weights; nothing for
// other players. The spec has no preset and loads no file.
bool player_implicit(const Variant *v, const char *text, Text *out, Status *status);

// Writes a spec with such settings after it.
void spec_append(Text *out, const char *text, const char *settings);

// The player of a game where none is named, without a limit: to be given one of time.
const char *player_default(const Variant *v);

// Reads a spec and opens what it names. `seed` and `seat` make the player's own stream of random numbers.
bool player_open(Player *player, const Variant *v, const char *spec, uint64_t seed, int seat, Status *status);
void player_close(Player *player);

// Opens the search of a player whose kind and evaluation are set; for those who change the settings of a
// spec. Closes the player when it fails.
bool player_search(Player *player, const Variant *v, const SearchSettings *settings, Status *status);

// Does the same position always lead to the same move? Not under a limit of time, nor with several threads.
bool player_repeats(const Player *player);

// Runs the search of a player on a position; as search_run.
void player_search_position(Player *player, const Variant *v, const AnyState *s, const SearchLimits *limits,
                            SearchReport *report, void *context, SearchResult *result);

// The player's move; the game is not over. Not for a human. `result` (or NULL) takes what a search found.
Move player_choose(Player *player, const Variant *v, const AnyState *s, SearchResult *result);

#endif
