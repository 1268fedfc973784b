#include "lab/kinds/match/match_experiment.h"
#include "base/json_read.h"
#include "lab/kinds/kind.h"
#include "lab/kinds/match/in_place.h"
#include "lab/kinds/match/match_lines.h"
#include "play/openings.h"
#include "play/player_type.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 100000 };

static const char *const keys[] = {"game",  "player", "opponent", "opening",  "plies-max", "paper",
                                   "table", "rows",   "columns",  "in-place", "variables", "printed-as"};
enum { KEYS = sizeof keys / sizeof *keys };

static bool keys_check(const Experiment *e, json_t *object, Status *status)
{
    const char *key;
    json_t     *value;
    json_object_foreach(object, key, value)
    {
        int i = 0;
        while (i < KEYS && strcmp(keys[i], key) != 0) i++;
        if (i == KEYS && !experiment_has_key(e, key))
            return status_fail(
                status,
                "unknown key '%.60s' of a match; expected one of: kind, name, title, note, seed, game, "
                "player, opponent, in-place, opening, openings, quick-openings, plies-max, paper, "
                "table, printed-as, variables, rows, columns",
                key);
    }
    return true;
}

// Templates.

typedef struct Templates {
    char game[TEXT_MAX], player[TEXT_MAX], opponent[TEXT_MAX], opening[TEXT_MAX];
    char in_place[TEXT_MAX];   // what of the player is not its own (in_place.h); ""
    int  plies_max;            // 0: as the game says
    Line shared;               // variables of all cells
    int  openings;             // of a cell, at most
    // of the experiment's file, with its slash; NULL: it is none
    const char *folder;
} Templates;

const char *match_value(const MatchCell *cell, const char *name)
{
    for (int i = 0; i < cell->variable_count; i++)
        if (strcmp(cell->variables[i].name, name) == 0) return cell->variables[i].value;
    return NULL;
}

// Puts the values in the place of their names in braces; {opening} stays when it may.
static bool fill_once(const MatchCell *cell, const char *key, const char *from, bool opening, char *out,
                      size_t room, Status *status)
{
    assert(room > 0);
    Text text = text_on(out, room);
    for (const char *at = from; *at;) {
        char         name[MATCH_WORD_MAX];
        const size_t n = *at == '{' ? strcspn(at + 1, "}") : 0;
        if (*at != '{') {
            text_char(&text, *at++);
            continue;
        }
        if (at[1 + n] != '}' || n >= sizeof name)
            return status_fail(status, "'%s': '%.60s': expected {name}", key, at);
        memcpy(name, at + 1, n);
        name[n]                 = 0;
        const char *const value = match_value(cell, name);
        if (value != NULL) text_add(&text, "%s", value);
        else if (opening && strcmp(name, "opening") == 0) text_add(&text, "{opening}");
        else return status_fail(status, "'%s': '{%s}': no variable of the rows or the columns", key, name);
        at += n + 2;
    }
    return !text.cut || status_fail(status, "'%s': longer than %zu characters when filled in", key, room - 1);
}

// Twice: a value may name other variables, such as a depth that goes with a row.
static bool fill(const MatchCell *cell, const char *key, const char *from, bool opening, char *out,
                 size_t room, Status *status)
{
    char once[TEXT_MAX];
    if (!fill_once(cell, key, from, opening, once, sizeof once, status) ||
        !fill_once(cell, key, once, opening, out, room, status))
        return false;
    for (const char *at = out; (at = strchr(at, '{')) != NULL; at++)
        if (!opening || strncmp(at, "{opening}", 9) != 0)
            return status_fail(
                status, "'%s': '%.60s': expected no further variable in the value of a variable in a value",
                key, at);
    return true;
}

// Values that name variables become what they stand for in this cell: reports and printed figures know
// nothing of braces. What cannot be filled in (no template asked for it) stays.
static void values_settle(MatchCell *cell)
{
    const MatchCell given = *cell;
    for (int i = 0; i < cell->variable_count; i++) {
        char   value[MATCH_VALUE_MAX];
        Status bad;
        if (strchr(given.variables[i].value, '{') != NULL &&
            fill_once(&given, "", given.variables[i].value, true, value, sizeof value, &bad))
            memcpy(cell->variables[i].value, value, strlen(value) + 1);
    }
}

bool match_cell_game(const MatchCell *cell, int opening, char out[TEXT_MAX])
{
    assert(opening >= 0);
    static const char mark[] = "{opening}";
    Text              text   = text_on(out, TEXT_MAX);
    const char       *at     = cell->game;
    for (const char *next; (next = strstr(at, mark)) != NULL; at = next + strlen(mark))
        text_add(&text, "%.*s%d", (int)(next - at), at, opening + 1);
    text_add(&text, "%s", at);
    return !text.cut;
}

// Checks a player, whose text is in `shown`. The text of the player of a last opening is that of the first,
// with the weights that follow from the evaluation it names.
static bool player_settle(const Variant *v, const char *key, LabPlayer *player, Status *status)
{
    PlayerSpec spec;
    return (player_spec_parse(&spec, player->shown, status) &&
            experiment_player_check(&spec, v, ROLE_CONTESTANT, status) &&
            player_spec_shown(&spec, v, &spec, status) && lab_player_make(player, &spec, v, status)) ||
           status_prefix(status, "'%s'", key);
}

static bool has_time(const LabPlayer *player) { return player_spec_get(&player->spec, "time") != NULL; }

static bool is_external(const LabPlayer *player) { return player->spec.type->starts_programs; }

// The games of a cell's first and last opening stay open for the next cell, which mostly has the same: a
// large maze takes its time.
typedef struct Opened {
    bool    there;
    char    game[TEXT_MAX], opening[TEXT_MAX];
    Variant v;
} Opened;

static void opened_close(Opened *o)
{
    if (o->there) variant_close(&o->v);
    o->there = false;
}

// Are all openings legal in this game?
static bool openings_check(Opened *o, const MatchCell *cell, Status *status)
{
    Openings openings;
    if (strcmp(o->opening, cell->opening) == 0) return true;
    if (!(cell->positions != NULL
              ? openings_read(&openings, &o->v, cell->opening, cell->positions->text, status)
              : openings_open(&openings, &o->v, cell->opening, 0, status)))
        return false;
    openings_close(&openings);
    memcpy(o->opening, cell->opening, strlen(cell->opening) + 1);
    return true;
}

static bool opened_change(Opened *o, const char *game, Status *status)
{
    if (o->there && strcmp(o->game, game) == 0) return true;
    opened_close(o);
    o->opening[0] = 0;
    if (!variant_open(&o->v, game, status)) return status_prefix(status, "'game'");
    o->there = true;
    memcpy(o->game, game, strlen(game) + 1);
    const int players = o->v.facts.players;
    return players == 2 ||
           status_fail(status, "'game': '%.80s' has %d players; expected a game for two", game, players);
}

static bool game_check(MatchCell *cell, int opening, Opened *o, Status *status)
{
    char game[TEXT_MAX];
    if (!match_cell_game(cell, opening, game))
        return status_fail(status, "'game': longer than %d characters", TEXT_MAX - 1);
    if (!opened_change(o, game, status) || !openings_check(o, cell, status)) return false;
    if (cell->plies_max == 0) cell->plies_max = o->v.facts.plies_max;
    if (!player_settle(&o->v, "player", &cell->player, status) ||
        !player_settle(&o->v, "opponent", &cell->opponent, status))
        return false;
    cell->timed    = has_time(&cell->player) || has_time(&cell->opponent);
    cell->external = is_external(&cell->player) || is_external(&cell->opponent);
    return true;
}

// A deterministic player repeats his games: many openings that are one position would count the same pair
// many times.
static bool openings_differ(const MatchCell *cell, int openings, Status *status)
{
    assert(openings > 0);
    if (cell->positions != NULL && openings > cell->positions->count)
        return status_fail(status, "'openings': %d; '%.80s' has %d positions", openings, cell->opening,
                           cell->positions->count);
    return openings == 1 || strcmp(cell->opening, "none") != 0 || strstr(cell->game, "{opening}") != NULL ||
           status_fail(status,
                       "'openings': all %d would be the start of the game; expected 1, an 'opening' such as "
                       "random:5, or {opening} in 'game'",
                       openings);
}

// The set of positions:NAME.
static bool opening_settle(PositionSet **sets, MatchCell *cell, const Templates *t, Status *status)
{
    static const char word[] = "positions:";
    if (strncmp(cell->opening, word, strlen(word)) != 0)
        return strcmp(cell->opening, "none") == 0 || strncmp(cell->opening, "random:", 7) == 0 ||
               status_fail(status, "'opening': '%s': expected none, random:N or positions:NAME",
                           cell->opening);
    cell->positions = positions_open(sets, cell->opening + strlen(word), t->folder, status);
    return cell->positions != NULL || status_prefix(status, "'opening'");
}

static bool variables_collect(MatchCell *cell, const Line *const lines[3], Status *status)
{
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < lines[k]->count; i++) {
            const Variable *const v = &lines[k]->variables[i];
            if (match_value(cell, v->name) != NULL)
                return status_fail(status, "variable '%s' is named twice", v->name);
            if (cell->variable_count == MATCH_VARIABLES_MAX)
                return status_fail(status, "more than %d variables", MATCH_VARIABLES_MAX);
            cell->variables[cell->variable_count++] = *v;
        }
    return true;
}

static bool cell_make(MatchCell *cell, PositionSet **sets, const Templates *t, const Line *row,
                      const Line *column, Opened opened[2], Status *status)
{
    memcpy(cell->row, row->label, sizeof cell->row);
    memcpy(cell->column, column->label, sizeof cell->column);
    cell->unprinted = row->unprinted || column->unprinted;
    cell->plies_max = t->plies_max;
    if (!variables_collect(cell, (const Line *const[]){row, column, &t->shared}, status) ||
        !fill(cell, "game", t->game, true, cell->game, sizeof cell->game, status) ||
        !fill(cell, "opening", t->opening, false, cell->opening, sizeof cell->opening, status) ||
        !fill(cell, "player", t->player, false, cell->player.shown, TEXT_MAX, status) ||
        !fill(cell, "opponent", t->opponent, false, cell->opponent.shown, TEXT_MAX, status))
        return false;
    values_settle(cell);
    if (t->in_place[0] && !in_place_apply(t->in_place, cell->player.shown, cell->opponent.shown, status))
        return status_prefix(status, "'in-place'");
    return opening_settle(sets, cell, t, status) && openings_differ(cell, t->openings, status) &&
           game_check(cell, 0, &opened[0], status) &&
           (strstr(cell->game, "{opening}") == NULL || game_check(cell, t->openings - 1, &opened[1], status));
}

static bool needed_read(json_t *object, const char *key, char *out, size_t room, Status *status)
{
    assert(room > 0);
    const json_t *const value = json_object_get(object, key);
    return value == NULL ? status_fail(status, "'%s' is missing", key)
                         : json_read_text(value, key, out, room, status);
}

// What a printed percentage counts, and that it is in doubt.
static bool printed_as_read(MatchExperiment *c, const json_t *value, Status *status)
{
    static const char *const names[PRINTED_READINGS] = {"points", "pairs", "wins"};
    const char *const        word                    = json_string_value(value);
    c->readings                                      = value != NULL;
    for (int i = 0; word != NULL && i < PRINTED_READINGS; i++)
        if (strcmp(word, names[i]) == 0) return c->printed_as = (PrintedAs)i, true;
    return value == NULL || status_fail(status, "'printed-as': expected points, pairs or wins");
}

static bool templates_read(MatchExperiment *c, Templates *t, json_t *object, Status *status)
{
    const json_t *const
               opening = json_object_get(object, "opening"),
        *const plies = json_object_get(object, "plies-max"), *const paper = json_object_get(object, "paper"),
        *const table = json_object_get(object, "table"), *const other = json_object_get(object, "in-place");
    memcpy(t->opening, "none", sizeof "none");
    if (!needed_read(object, "game", t->game, sizeof t->game, status) ||
        !needed_read(object, "player", t->player, sizeof t->player, status) ||
        !needed_read(object, "opponent", t->opponent, sizeof t->opponent, status))
        return false;
    if (other != NULL && !json_read_text(other, "in-place", t->in_place, sizeof t->in_place, status))
        return false;
    if (opening != NULL && !json_read_text(opening, "opening", t->opening, sizeof t->opening, status))
        return false;
    if (!line_shared(&t->shared, object, status) ||
        !printed_as_read(c, json_object_get(object, "printed-as"), status))
        return false;
    if (plies != NULL && !json_read_int(plies, "plies-max", 1, PLIES_MAX, &t->plies_max, status))
        return false;
    if (paper != NULL && !json_read_text(paper, "paper", c->paper, sizeof c->paper, status)) return false;
    return table == NULL || json_read_text(table, "table", c->table, sizeof c->table, status);
}

static bool cells_make(MatchExperiment *c, const Templates *t, const Lines *rows, const Lines *columns,
                       Status *status)
{
    c->rows = rows->count, c->columns = columns->count;
    if (c->rows * c->columns > MATCH_CELLS_MAX)
        return status_fail(status, "more than %d cells", MATCH_CELLS_MAX);
    c->cells = calloc((size_t)(c->rows * c->columns), sizeof *c->cells);
    if (c->cells == NULL) return status_fail_system(status, "out of memory for an experiment");
    Opened *const opened = calloc(2, sizeof *opened);
    bool          good   = opened != NULL || status_fail_system(status, "out of memory for an experiment");
    for (int i = 0; good && i < c->rows * c->columns; i++) {
        const Line *const row = &rows->list[i / c->columns], *const column = &columns->list[i % c->columns];
        good = cell_make(&c->cells[i], &c->positions, t, row, column, opened, status);
        if (!good && (row->label[0] || column->label[0]))
            status_prefix(status, "%s%s%s", row->label, row->label[0] && column->label[0] ? ", " : "",
                          column->label);
    }
    for (int k = 0; k < 2 && opened != NULL; k++) opened_close(&opened[k]);
    free(opened);
    return good;
}

// "folder/" of folder/mine.json; "" of mine.json; false for an experiment of the program.
static bool folder_of(const char *source, char *out, size_t room)
{
    const size_t      n     = strlen(source);
    const char *const slash = strrchr(source, '/');
    const size_t      keep  = slash == NULL ? 0 : (size_t)(slash - source) + 1;
    if (n < 5 || strcmp(source + n - 5, ".json") != 0 || keep >= room) return false;
    memcpy(out, source, keep);
    out[keep] = 0;
    return true;
}

static bool matches_read(MatchExperiment *matches, const Experiment *e, json_t *object, Status *status)
{
    char             folder[PATH_MAX];
    Templates *const t = calloc(1, sizeof *t);
    Lines *const rows = calloc(1, sizeof *rows), *const columns = calloc(1, sizeof *columns);
    bool good = (t != NULL && rows != NULL && columns != NULL) ||
                status_fail_system(status, "out of memory for an experiment");
    if (good && e->source != NULL && folder_of(e->source, folder, sizeof folder)) t->folder = folder;
    if (good) t->openings = e->trials > e->quick_trials ? e->trials : e->quick_trials;
    good = good && templates_read(matches, t, object, status) && lines_read(rows, "rows", object, status) &&
           lines_read(columns, "columns", object, status);
    if (good) {
        labels_make(rows, columns);
        labels_make(columns, rows);
        good = cells_make(matches, t, rows, columns, status);
    }
    free(t);
    free(rows);
    free(columns);
    return good;
}

MatchExperiment *match_experiment_read(const Experiment *e, json_t *object, Status *status)
{
    if (!keys_check(e, object, status)) return NULL;
    MatchExperiment *const matches = calloc(1, sizeof *matches);
    if (matches == NULL) return status_fail_system(status, "out of memory for an experiment"), NULL;
    if (matches_read(matches, e, object, status)) return matches;
    match_experiment_close(matches);
    return NULL;
}

void match_experiment_close(MatchExperiment *matches)
{
    if (matches == NULL) return;
    positions_close(matches->positions);
    free(matches->cells);
    free(matches);
}

bool match_in_place(json_t *object, const char *settings, Status *status)
{
    return json_object_set_new(object, "in-place", json_string(settings[0] ? settings : "none")) == 0 ||
           status_fail(status, "--in-place: expected settings");
}

const MatchExperiment *match_of_experiment(const Experiment *e)
{
    assert(e->kind == &kind_match && e->body != NULL);
    return e->body;
}

bool match_timed(const MatchExperiment *matches)
{
    for (int i = 0; i < matches->rows * matches->columns; i++)
        if (matches->cells[i].timed) return true;
    return false;
}

bool match_external(const MatchExperiment *matches)
{
    for (int i = 0; i < matches->rows * matches->columns; i++)
        if (matches->cells[i].external) return true;
    return false;
}

void match_protocol(const MatchCell *cell, uint64_t seed, Text *out)
{
    text_add(out, "match %s openings=%s", cell->game, cell->opening);
    if (cell->positions != NULL) text_add(out, "#%s", cell->positions->hash);
    text_add(out, " plies=%d seed=%llu", cell->plies_max, (unsigned long long)seed);
}
