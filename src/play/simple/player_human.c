// player_human.c - a person: the terminal or the browser that runs the game asks for the moves.
#include "play/player_type.h"

static bool human_open(Player *player, const Variant *v, const PlayerSpec *spec, Status *status)
{
    (void)player, (void)v, (void)spec, (void)status;
    return true;
}

static bool human_repeats(const PlayerSpec *spec) { return (void)spec, false; }

const PlayerType player_type_human = {
    .names   = (const char *const[]){"human", NULL},
    .help    = "a person, who is asked for every move",
    .asks    = true,
    .parse   = player_no_settings,
    .open    = human_open,
    .repeats = human_repeats,
};
