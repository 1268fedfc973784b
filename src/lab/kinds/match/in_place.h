// in_place.h - the player of a match without its technique, or with another one: key by key, so that what is
// left of the player stays as the experiment has it.
//
//     none             the evaluation and its weights are the opponent's; where he is another program, whose
//                      evaluation is not to be had, the player is the opponent
//     order,tt         so are these keys; where the opponent has none, the player has none
//     eval=manhattan   this value
//
// Several are separated by commas.
#ifndef LAB_KINDS_MATCH_IN_PLACE_H
#define LAB_KINDS_MATCH_IN_PLACE_H

#include "base/status.h"
#include "base/text.h"

// Changes the text of a player. Refuses a key that neither has, and `none` where the two differ in other keys
// alone: the technique would still be there.
bool in_place_apply(const char *words, char player[TEXT_MAX], const char *opponent, Status *status);

#endif
