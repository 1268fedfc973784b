#include "game/variant.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const Game *game_find(const char *name)
{
    for (int i = 0; games_all[i] != NULL; i++)
        if (text_same(games_all[i]->name, name)) return games_all[i];
    return NULL;
}

static bool unknown_game(const char *name, Status *status)
{
    char        known[300];
    Text        text    = text_on(known, sizeof known);
    const Game *near    = NULL;
    int         nearest = 4;   // more changes than this are not a typing error
    for (int i = 0; games_all[i] != NULL; i++) {
        text_add(&text, "%s%s", i ? ", " : "", games_all[i]->name);
        const int distance = text_distance(games_all[i]->name, name);
        if (distance < nearest) nearest = distance, near = games_all[i];
    }
    if (near != NULL)
        return status_fail(status, "unknown game '%s'; did you mean '%s'? Games: %s", name, near->name,
                           known);
    return status_fail(status, "unknown game '%s'; expected one of: %s", name, known);
}

static bool has_option(const Game *game, const char *key)
{
    for (const Option *o = game->options; o->key != NULL; o++)
        if (text_same(o->key, key)) return true;
    return false;
}

// Evaluations and their weights belong to players: a spec of a game that names one learns where it goes.
static bool reject_evaluation(const Game *game, const Setting *setting, Status *status)
{
    const char *const key = setting->key;
    if (has_option(game, key)) return true;
    if (text_same(key, "eval") || text_same(key, "weights"))
        return status_fail(status, "%s: %s is a setting of a player now: alphabeta:...,%s=%s", game->name,
                           key, key, setting->value);
    for (const EvalInfo *e = game->evals; e != NULL && e->name != NULL; e++) {
        char names[200];
        Text text  = text_on(names, sizeof names);
        bool found = false;
        for (int i = 0; i < e->weights; i++) {
            text_add(&text, "%s%s", i ? "/" : "", e->weight_names[i]);
            found |= text_same(e->weight_names[i], key);
        }
        if (found)
            return status_fail(status,
                               "%s: %s is a weight of a player's evaluation now: "
                               "alphabeta:...,eval=%s,weights=%s",
                               game->name, key, e->name, names);
    }
    return true;
}

enum { REPETITIONS_MAX = 100 };
const Option option_repetitions = {
    .key  = "repetitions",
    .min  = 0,
    .max  = REPETITIONS_MAX,
    .help = "a draw when a position has come this many times, 2 or more (0: the game goes on)"};

// What the spec says of repetitions, or the game; `text` is NULL when it says nothing.
static bool repetitions_read(Variant *v, const char *text, Status *status)
{
    v->repetitions = v->facts.repetitions;
    if (text == NULL) return true;
    long n;
    if (!(v->facts.traits & TRAIT_REPEATS))
        return status_fail(status, "%s=%s: no position of %s comes again", option_repetitions.key, text,
                           v->game->name);
    if (!text_whole_number(text, option_repetitions.min, option_repetitions.max, &n) || n == 1)
        return status_fail(status, "%s=%s: expected 0 or a number from 2 to %d", option_repetitions.key, text,
                           option_repetitions.max);
    v->repetitions = (int)n;
    return true;
}

bool variant_open(Variant *v, const char *text, Status *status)
{
    memset(v, 0, sizeof *v);
    Spec spec;
    char repetitions[SPEC_WORD_MAX];
    if (!spec_parse(&spec, text, status)) return false;
    v->game = game_find(spec.name);
    if (v->game == NULL) return unknown_game(spec.name, status);
    for (int i = 0; i < spec.count; i++)
        if (!reject_evaluation(v->game, &spec.settings[i], status)) return false;
    const bool given = spec_take(&spec, option_repetitions.key, repetitions);
    if (given && spec_text(&spec, option_repetitions.key) != NULL)
        return status_fail(status, "%s: option '%s' is given twice", spec.name, option_repetitions.key);
    if (!spec_options(&spec, v->game->options, v->values, status)) return false;

    v->rules = calloc(1, v->game->rules_size + 1);   // an empty Rules has no bytes
    if (v->rules == NULL) return status_fail_system(status, "out of memory for the rules of %s", spec.name);
    if (!v->game->rules_open(v->rules, v->values, &v->facts, status) ||
        !repetitions_read(v, given ? repetitions : NULL, status)) {
        variant_close(v);
        return status_prefix(status, "%s", text);
    }
    assert(v->facts.players >= 2 && v->facts.players <= PLAYERS_MAX && v->facts.move_ids > 0 &&
           v->facts.plies_max > 0 && v->facts.repetitions >= 0);
    return true;
}

void variant_close(Variant *v)
{
    free(v->rules);
    v->rules = NULL;
}

void variant_name(const Variant *v, Text *out)
{
    text_add(out, "%s", v->game->name);
    char word[SPEC_WORD_MAX], separator = ':';
    for (int i = 0; v->game->options[i].key != NULL; i++) {
        const Option *const option = &v->game->options[i];
        if (v->values[i] == option->fallback) continue;
        text_add(out, "%c%s=%s", separator, option->key, option_text(option, v->values[i], word));
        separator = ',';
    }
    if (v->repetitions != v->facts.repetitions)
        text_add(out, "%c%s=%d", separator, option_repetitions.key, v->repetitions);
}

const char *variant_player_name(const Variant *v, int p, char out[SPEC_WORD_MAX])
{
    assert(p >= 0 && p < v->facts.players);
    if (v->facts.names[p] != NULL) snprintf(out, SPEC_WORD_MAX, "%s", v->facts.names[p]);
    else snprintf(out, SPEC_WORD_MAX, "player %d", p + 1);
    return out;
}

void variant_setup(const Variant *v, AnyState *s)
{
    memset(s, 0, sizeof *s);
    v->game->setup(v->rules, s);
}

bool variant_parse(const Variant *v, AnyState *s, const char *text, Status *status)
{
    memset(s, 0, sizeof *s);
    if (strlen(text) >= TEXT_MAX)
        return status_fail(status, "position '%.40s...': longer than %d characters", text, TEXT_MAX - 1);
    if (v->game->position_parse(v->rules, s, text, status) && v->game->validate(v->rules, s, status))
        return true;
    return status_prefix(status, "position '%.120s'", text);
}

void variant_format(const Variant *v, const AnyState *s, Text *out)
{
    v->game->position_format(v->rules, s, out);
}

void state_convert(const Variant *to, AnyState *s, const Variant *from, const AnyState *position)
{
    char   text[TEXT_MAX];
    Status status;
    Text   out = text_on(text, sizeof text);
    variant_format(from, position, &out);
    memset(s, 0, sizeof *s);
    const bool good = to->game->position_parse(to->rules, s, text, &status);
    assert(good);
    (void)good;
}

void variant_move_format(const Variant *v, const AnyState *s, Move m, Text *out)
{
    v->game->move_format(v->rules, s, m, out);
}

// The legal move that is written exactly so, or but for case.
static bool move_find(const Variant *v, const AnyState *s, const char *text, bool exact, Move *m)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = v->game->generate(v->rules, s, moves);
    for (int i = 0; i < n; i++) {
        char word[TEXT_MAX];
        Text out = text_on(word, sizeof word);
        variant_move_format(v, s, moves[i], &out);
        if (exact ? strcmp(word, text) == 0 : text_same(word, text)) {
            *m = moves[i];
            return true;
        }
    }
    return false;
}

static bool move_illegal(const Variant *v, const AnyState *s, const char *text, Status *status)
{
    Move      moves[GAME_MOVES_MAX];
    const int n = v->game->generate(v->rules, s, moves);
    if (n == 0) return status_fail(status, "move '%.40s': the game is over", text);
    char known[160];
    Text out = text_on(known, sizeof known);
    for (int i = 0; i < n && out.used < 120; i++) {
        text_add(&out, " ");
        variant_move_format(v, s, moves[i], &out);
        if (out.used >= 120 && i + 1 < n) text_add(&out, " ...");
    }
    return status_fail(status, "illegal move '%.40s'; expected one of the %d legal moves:%s", text, n, known);
}

bool variant_move_parse(const Variant *v, const AnyState *s, const char *text, Move *m, Status *status)
{
    // Case last: in chess bxc3 and Bxc3 are different moves.
    if (move_find(v, s, text, true, m)) return true;
    status_clear(status);
    if (v->game->move_parse != NULL && strlen(text) < TEXT_MAX &&
        v->game->move_parse(v->rules, s, text, m, status))
        return true;
    if (move_find(v, s, text, false, m)) return status_clear(status), true;
    if (status->text[0]) return false;
    return move_illegal(v, s, text, status);
}

static void play_on(const Variant *v, AnyState *s, Move m, MovePlayed *played, void *context)
{
    const AnyState before = *s;
    if (played != NULL) played(context, &before, m);
    v->game->play(v->rules, s, &before, m);
}

// Plays the passes that the list leaves out, while the position has no other move.
static void pass_if_forced(const Variant *v, AnyState *s, MovePlayed *played, void *context)
{
    Move moves[GAME_MOVES_MAX];
    for (int i = 0;
         i < v->facts.players && v->game->generate(v->rules, s, moves) == 1 && moves[0] == MOVE_PASS; i++)
        play_on(v, s, MOVE_PASS, played, context);
}

// Plays the moves run together in `word`, each the shortest prefix that is a legal move. Leaves *s alone when
// that fails; *status then speaks of the part that failed, unless not even the first part was a move.
static bool run_together(const Variant *v, AnyState *s, const char *word, MovePlayed *played, void *context,
                         Status *status)
{
    enum { RUN_MAX = 256 };
    Move     moves[RUN_MAX];
    AnyState ahead = *s;
    int      n     = 0;
    for (const char *at = word; *at;) {
        pass_if_forced(v, &ahead, NULL, NULL);
        char   part[CELL_NAME_MAX] = "";
        size_t length              = 0;
        bool   found               = false;
        while (!found && at[length] && length + 1 < sizeof part) {
            part[length]   = at[length];
            part[++length] = 0;
            found          = move_find(v, &ahead, part, false, &moves[n]);
        }
        if (!found && n > 0) {
            move_illegal(v, &ahead, at, status);
            return status_prefix(status, "part %d of '%.40s'", n + 1, word);
        }
        if (!found || ++n == RUN_MAX) return false;
        play_on(v, &ahead, moves[n - 1], NULL, NULL);
        at += length;
    }
    for (int i = 0; i < n; i++) {
        pass_if_forced(v, s, played, context);
        play_on(v, s, moves[i], played, context);
    }
    return n > 1;
}

static bool word_play(const Variant *v, AnyState *s, const char *word, MovePlayed *played, void *context,
                      Status *status)
{
    Move     m;
    AnyState passed = *s;
    if (!variant_move_parse(v, s, word, &m, status)) {
        pass_if_forced(v, &passed, NULL, NULL);
        if (memcmp(&passed, s, sizeof passed) != 0 && variant_move_parse(v, &passed, word, &m, status))
            pass_if_forced(v, s, played, context);
        else return run_together(v, s, word, played, context, status);
    }
    play_on(v, s, m, played, context);
    return true;
}

bool variant_moves_play(const Variant *v, AnyState *s, const char *text, MovePlayed *played, void *context,
                        Status *status)
{
    static const char separators[] = " ,\t\r\n";
    for (int number = 1;; number++) {
        text += strspn(text, separators);
        if (*text == 0) return true;
        char         word[TEXT_MAX];
        const size_t n = strcspn(text, separators);
        if (n >= sizeof word) return status_fail(status, "move %d: '%.40s...' is too long", number, text);
        memcpy(word, text, n);
        word[n] = 0;
        if (!word_play(v, s, word, played, context, status)) return status_prefix(status, "move %d", number);
        text += n;
    }
}
