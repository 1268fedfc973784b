#include "play/analysis/exact.h"
#include "retro/solved/catalog_solved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void exact_open(Exact *exact, const Variant *v)
{
    memset(exact, 0, sizeof *exact);
    Text out = text_on(exact->game, sizeof exact->game);
    exact->v = v;
    variant_name(v, &out);
}

static void file_close(Exact *exact, int i)
{
    if (exact->file[i].probe != NULL) probe_close(exact->file[i].probe);
    free(exact->file[i].probe);
    exact->file[i].probe = NULL;
}

void exact_close(Exact *exact)
{
    for (int i = 0; i < exact->count; i++) file_close(exact, i);
    exact->count = exact->next = 0;
}

void exact_look_again(Exact *exact)
{
    for (int i = 0; i < exact->count; i++)
        if (exact->file[i].probe == NULL) exact->file[i].name[0] = 0;
}

// The database of that name, opened now or before; NULL: there is none.
static Probe *probe_of(Exact *exact, const char *name)
{
    Status ignored;
    for (int i = 0; i < exact->count; i++)
        if (strcmp(exact->file[i].name, name) == 0) return exact->file[i].probe;
    const int i = exact->count < EXACT_OPEN_MAX ? exact->count++ : exact->next++ % EXACT_OPEN_MAX;
    file_close(exact, i);
    snprintf(exact->file[i].name, sizeof exact->file[i].name, "%s", name);
    Probe *const probe = malloc(sizeof *probe);
    if (probe == NULL || !probe_open(probe, name, &ignored)) return free(probe), NULL;
    return exact->file[i].probe = probe;
}

static void value_say(Value v, Text *out)
{
    const Value size  = v < 0 ? -v : v;
    const int   plies = (VALUE_PER_PAYOFF - size % VALUE_PER_PAYOFF) % VALUE_PER_PAYOFF;
    if (v == 0) text_add(out, "drawn");
    else text_add(out, "%s in %d pl%s", v > 0 ? "won" : "lost", plies, plies == 1 ? "y" : "ies");
}

static void value_set(ExactValue *found, Value v)
{
    Text says    = text_on(found->says, sizeof found->says);
    found->value = v;
    value_say(v, &says);
}

static void found_set(ExactValue *found, const char *name, Value v)
{
    snprintf(found->name, sizeof found->name, "%s", name);
    value_set(found, v);
}

// Who wins by a value, 1 the side to move, and in how many plies; false: it is not the value of a position.
static bool outcome_of(const Probe *probe, const ProbeAnswer *answer, int *winner, int *plies)
{
    const DbKind kind = probe->db.info.kind;
    *winner = *plies = 0;
    if (kind == DB_ENDGAME && probe->db.family->outcome != NULL)
        return *winner = probe->db.family->outcome(answer->value, plies), true;
    if (!answer->known) return answer->value == (kind == DB_SOLVED ? SOLVED_DRAW : ENDGAME_DRAW);
    *plies  = answer->value;
    *winner = kind == DB_SOLVED ? (solved_is_won(solved_value(&probe->solved, &answer->at)) ? 1 : -1)
            : endgame_won((uint8_t)answer->value) ? 1
                                                  : -1;
    return true;
}

static bool ask(Exact *exact, const char *name, const char *position, ExactValue *found)
{
    Status       ignored;
    ProbeAnswer  answer;
    int          winner, plies;
    Probe *const probe = probe_of(exact, name);
    if (probe == NULL || !probe_ask(probe, position, &answer, &ignored) ||
        !outcome_of(probe, &answer, &winner, &plies))
        return false;
    found_set(found, name, value_of_payoff(winner * PAYOFF_UNIT, 0) - winner * plies);
    return true;
}

// What needs no database: the game is over, or drawn.
static bool rules_find(const Exact *exact, const AnyState *s, ExactValue *found)
{
    const Game *const g = exact->v->game;
    Value             payoff[PLAYERS_MAX];
    if (g->count(exact->v->rules, s) == 0) {
        g->payoff(exact->v->rules, s, payoff);
        return found_set(found, "rules", value_of_payoff(payoff[g->turn(exact->v->rules, s)], 0)), true;
    }
    if (!g->drawn(exact->v->rules, s)) return false;
    return found_set(found, "rules", 0), true;
}

bool exact_find(Exact *exact, const AnyState *s, ExactValue *found)
{
    const CatalogFamily *const family = exact->v->game->databases;
    char                       name[DB_NAME_MAX], position[TEXT_MAX];
    Text                       out = text_on(position, sizeof position);
    if (exact->v->facts.players != 2) return false;
    if (rules_find(exact, s, found)) return true;
    variant_format(exact->v, s, &out);
    if (catalog_solved_name(exact->v, name) && ask(exact, name, position, found)) return true;
    return family != NULL && family->covers != NULL && family->covers(exact->game, position, name) &&
           ask(exact, name, position, found);
}

bool exact_find_move(Exact *exact, const AnyState *s, Move m, ExactValue *found)
{
    const Variant *const v = exact->v;
    AnyState             after;
    memset(&after, 0, sizeof after);
    v->game->play(v->rules, &after, s, m);
    if (!exact_find(exact, &after, found)) return false;
    const bool same = v->game->turn(v->rules, &after) == v->game->turn(v->rules, s);
    value_set(found, value_from_table(same ? found->value : -found->value, 1));
    return true;
}
