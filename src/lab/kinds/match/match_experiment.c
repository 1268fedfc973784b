#include "lab/kinds/match/match_experiment.h"
#include "base/json_read.h"
#include "lab/kinds/kind.h"
#include "lab/kinds/match/in_place.h"
#include "play/openings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 100000 };

static const char *const keys[] = {"game",  "player", "opponent", "opening", "plies-max",
                                   "paper", "table",  "rows",     "columns", "in-place"};
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
                "table, rows, columns",
                key);
    }
    return true;
}

// Lines: the rows or the columns, each a list of variables and a label.

typedef struct Line {
    char     label[MATCH_WORD_MAX];
    bool     unprinted;
    int      count;
    Variable variables[MATCH_VARIABLES_MAX];
} Line;

typedef struct Lines {
    const char *key;   // "rows" or "columns"
    int         count;
    Line        list[MATCH_LINES_MAX];
} Lines;

static bool value_read(const json_t *value, const char *key, const char *name, char *out, Status *status)
{
    if (json_is_integer(value))
        return snprintf(out, MATCH_VALUE_MAX, "%" JSON_INTEGER_FORMAT, json_integer_value(value)), true;
    if (!json_is_string(value))
        return status_fail(status, "'%s', '%s': expected a whole number or a text in quotes", key, name);
    return json_read_text(value, name, out, MATCH_VALUE_MAX, status) || status_prefix(status, "'%s'", key);
}

static bool name_check(const char *key, const char *name, Status *status)
{
    if (strcmp(name, "opening") == 0)
        return status_fail(status, "'%s': 'opening' counts the openings; expected another name", key);
    return (name[0] && strlen(name) < MATCH_WORD_MAX &&
            strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name)) ||
           status_fail(status, "'%s': variable '%.60s': expected small letters, digits and dashes", key,
                       name);
}

static bool variable_add(Line *line, const char *key, const char *name, const json_t *value, Status *status)
{
    if (!name_check(key, name, status)) return false;
    if (line->count == MATCH_VARIABLES_MAX)
        return status_fail(status, "'%s': more than %d variables", key, MATCH_VARIABLES_MAX);
    Variable *const v = &line->variables[line->count];
    memcpy(v->name, name, strlen(name) + 1);
    if (!value_read(value, key, name, v->value, status)) return false;
    line->count++;
    return true;
}

static Line *line_new(Lines *lines, Status *status)
{
    if (lines->count == MATCH_LINES_MAX)
        return status_fail(status, "'%s': more than %d", lines->key, MATCH_LINES_MAX), NULL;
    Line *const line = &lines->list[lines->count++];
    memset(line, 0, sizeof *line);
    return line;
}

// {"board": [7, 8], "pieces": [3, 6]}: every value with every value, the last variable fastest.
static bool lines_cross(Lines *lines, json_t *object, Status *status)
{
    const char *name;
    json_t     *values, *value;
    size_t      total = 1, i;
    json_object_foreach(object, name, values)
    {
        const size_t n = json_array_size(values);
        if (n == 0) return status_fail(status, "'%s', '%.60s': expected a list of values", lines->key, name);
        total = total * n > MATCH_LINES_MAX ? MATCH_LINES_MAX + 1 : total * n;
    }
    if (json_object_size(object) == 0)
        return status_fail(status, "'%s': expected variables with their values", lines->key);
    if (total > MATCH_LINES_MAX)
        return status_fail(status, "'%s': more than %d", lines->key, MATCH_LINES_MAX);
    for (size_t k = 0; k < total; k++) {
        Line *const line = line_new(lines, status);
        size_t      rest = k, block = total;
        if (line == NULL) return false;
        json_object_foreach(object, name, values)
        {
            block /= json_array_size(values);
            i     = rest / block, rest %= block;
            value = json_array_get(values, i);
            if (!variable_add(line, lines->key, name, value, status)) return false;
        }
    }
    return true;
}

static bool printed_read(const json_t *value, Line *line, Status *status)
{
    line->unprinted = json_is_false(value);
    return json_is_boolean(value) || status_fail(status, "'printed': expected true or false");
}

// [{"label": "small", "board": 7, "weights": "1/2"}, ...]: one object a line.
static bool lines_list(Lines *lines, const json_t *list, Status *status)
{
    json_t *object, *value;
    size_t  i;
    json_array_foreach(list, i, object)
    {
        const char *name;
        Line *const line = line_new(lines, status);
        if (line == NULL) return false;
        if (!json_is_object(object))
            return status_fail(status, "'%s': expected objects { ... } in the list", lines->key);
        json_object_foreach(object, name, value)
        {
            bool good;
            if (strcmp(name, "label") == 0)
                good = json_read_text(value, name, line->label, sizeof line->label, status);
            else if (strcmp(name, "printed") == 0) good = printed_read(value, line, status);
            else good = variable_add(line, lines->key, name, value, status);
            if (!good) return status_prefix(status, "'%s' %zu", lines->key, i + 1);
        }
    }
    return lines->count > 0 || status_fail(status, "'%s': expected at least one", lines->key);
}

static bool lines_read(Lines *lines, const char *key, json_t *object, Status *status)
{
    json_t *const value = json_object_get(object, key);
    *lines              = (Lines){.key = key};
    if (value == NULL) return line_new(lines, status) != NULL;   // one line without variables
    if (json_is_object(value)) return lines_cross(lines, value, status);
    if (json_is_array(value)) return lines_list(lines, value, status);
    return status_fail(status, "'%s': expected variables with lists of values, or a list of objects", key);
}

// Labels of the lines that are given none, when both rows and columns are known.

static const char *line_value(const Line *line, const char *name, size_t n)
{
    for (int i = 0; i < line->count; i++)
        if (strlen(line->variables[i].name) == n && memcmp(line->variables[i].name, name, n) == 0)
            return line->variables[i].value;
    return NULL;
}

// The value of a variable that the line itself has, or that all lines across have alike; NULL when there is
// no such value. One that names variables is not looked into.
static const char *value_across(const Line *line, const Lines *across, const char *name, size_t n)
{
    const char *const own = line_value(line, name, n), *const first = line_value(&across->list[0], name, n);
    if (own != NULL) return strchr(own, '{') == NULL ? own : NULL;
    for (int i = 1; first != NULL && i < across->count; i++) {
        const char *const other = line_value(&across->list[i], name, n);
        if (other == NULL || strcmp(other, first) != 0) return NULL;
    }
    return first != NULL && strchr(first, '{') == NULL ? first : NULL;
}

// "other less" for {"other": "{less}"}: what differs from line to line across goes by its name.
static void value_say(const Line *line, const Lines *across, const char *value, Text *out)
{
    for (const char *at = value; *at;) {
        const size_t n = *at == '{' ? strcspn(at + 1, "}") : 0;
        if (*at != '{' || at[1 + n] != '}') {
            text_char(out, *at++);
            continue;
        }
        const char *const known = value_across(line, across, at + 1, n);
        if (known != NULL) text_add(out, "%s", known);
        else text_add(out, "%.*s", (int)n, at + 1);
        at += n + 2;
    }
}

// "board 7, pieces 6", cut where it is too long.
static void labels_make(Lines *lines, const Lines *across)
{
    for (int k = 0; k < lines->count; k++) {
        Line *const line = &lines->list[k];
        if (line->label[0]) continue;
        Text out = text_on(line->label, sizeof line->label);
        for (int i = 0; i < line->count; i++) {
            text_add(&out, "%s%s ", i ? ", " : "", line->variables[i].name);
            value_say(line, across, line->variables[i].value, &out);
        }
    }
}

// Templates.

typedef struct Templates {
    char game[TEXT_MAX], player[TEXT_MAX], opponent[TEXT_MAX];
    char in_place[TEXT_MAX];   // what of the player is not its own (in_place.h); ""
    int  plies_max;            // 0: as the game says
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

// The games of a cell's first and last opening stay open for the next cell, which mostly has the same: a
// large maze takes its time.
typedef struct Opened {
    bool    there;
    char    game[TEXT_MAX];
    Variant v;
} Opened;

static void opened_close(Opened *o)
{
    if (o->there) variant_close(&o->v);
    o->there = false;
}

static bool opened_change(Opened *o, const MatchExperiment *matches, const char *game, Status *status)
{
    Openings openings;
    if (o->there && strcmp(o->game, game) == 0) return true;
    opened_close(o);
    if (!variant_open(&o->v, game, status)) return status_prefix(status, "'game'");
    o->there = true;
    memcpy(o->game, game, strlen(game) + 1);
    const int players = o->v.facts.players;
    if (players != 2)
        return status_fail(status, "'game': '%.80s' has %d players; expected a game for two", game, players);
    if (!openings_open(&openings, &o->v, matches->opening, 0, status)) return false;
    openings_close(&openings);
    return true;
}

static bool game_check(const MatchExperiment *matches, MatchCell *cell, int opening, Opened *o,
                       Status *status)
{
    char game[TEXT_MAX];
    if (!match_cell_game(cell, opening, game))
        return status_fail(status, "'game': longer than %d characters", TEXT_MAX - 1);
    if (!opened_change(o, matches, game, status)) return false;
    if (cell->plies_max == 0) cell->plies_max = o->v.facts.plies_max;
    if (!player_settle(&o->v, "player", &cell->player, status) ||
        !player_settle(&o->v, "opponent", &cell->opponent, status))
        return false;
    cell->timed = has_time(&cell->player) || has_time(&cell->opponent);
    return true;
}

// A deterministic player repeats his games: many openings that are one position would count the same pair
// many times.
static bool openings_differ(const MatchExperiment *matches, const MatchCell *cell, int openings,
                            Status *status)
{
    assert(openings > 0);
    return openings == 1 || strcmp(matches->opening, "none") != 0 ||
           strstr(cell->game, "{opening}") != NULL ||
           status_fail(status,
                       "'openings': all %d would be the start of the game; expected 1, an 'opening' such as "
                       "random:5, or {opening} in 'game'",
                       openings);
}

static bool cell_make(const MatchExperiment *matches, MatchCell *cell, const Templates *t,
                      const Line *const lines[2], int openings, Opened opened[2], Status *status)
{
    memcpy(cell->row, lines[0]->label, sizeof cell->row);
    memcpy(cell->column, lines[1]->label, sizeof cell->column);
    cell->unprinted = lines[0]->unprinted || lines[1]->unprinted;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < lines[k]->count; i++) {
            const Variable *const v = &lines[k]->variables[i];
            if (match_value(cell, v->name) != NULL)
                return status_fail(status, "variable '%s' is named twice", v->name);
            if (cell->variable_count == MATCH_VARIABLES_MAX)
                return status_fail(status, "more than %d variables", MATCH_VARIABLES_MAX);
            cell->variables[cell->variable_count++] = *v;
        }
    cell->plies_max = t->plies_max;
    if (!fill(cell, "game", t->game, true, cell->game, sizeof cell->game, status) ||
        !fill(cell, "player", t->player, false, cell->player.shown, TEXT_MAX, status) ||
        !fill(cell, "opponent", t->opponent, false, cell->opponent.shown, TEXT_MAX, status))
        return false;
    values_settle(cell);
    if (t->in_place[0] && !in_place_apply(t->in_place, cell->player.shown, cell->opponent.shown, status))
        return status_prefix(status, "'in-place'");
    return openings_differ(matches, cell, openings, status) &&
           game_check(matches, cell, 0, &opened[0], status) &&
           (strstr(cell->game, "{opening}") == NULL ||
            game_check(matches, cell, openings - 1, &opened[1], status));
}

static bool needed_read(json_t *object, const char *key, char *out, size_t room, Status *status)
{
    assert(room > 0);
    const json_t *const value = json_object_get(object, key);
    return value == NULL ? status_fail(status, "'%s' is missing", key)
                         : json_read_text(value, key, out, room, status);
}

static bool templates_read(MatchExperiment *c, Templates *t, json_t *object, Status *status)
{
    const json_t *const
               opening = json_object_get(object, "opening"),
        *const plies = json_object_get(object, "plies-max"), *const paper = json_object_get(object, "paper"),
        *const table = json_object_get(object, "table"), *const other = json_object_get(object, "in-place");
    memcpy(c->opening, "none", sizeof "none");
    if (!needed_read(object, "game", t->game, sizeof t->game, status) ||
        !needed_read(object, "player", t->player, sizeof t->player, status) ||
        !needed_read(object, "opponent", t->opponent, sizeof t->opponent, status))
        return false;
    if (other != NULL && !json_read_text(other, "in-place", t->in_place, sizeof t->in_place, status))
        return false;
    if (opening != NULL && !json_read_text(opening, "opening", c->opening, sizeof c->opening, status))
        return false;
    if (strcmp(c->opening, "none") != 0 && strncmp(c->opening, "random:", 7) != 0)
        return status_fail(status, "'opening': '%s': expected none or random:N", c->opening);
    if (plies != NULL && !json_read_int(plies, "plies-max", 1, PLIES_MAX, &t->plies_max, status))
        return false;
    if (paper != NULL && !json_read_text(paper, "paper", c->paper, sizeof c->paper, status)) return false;
    return table == NULL || json_read_text(table, "table", c->table, sizeof c->table, status);
}

static bool cells_make(MatchExperiment *c, const Templates *t, const Lines *rows, const Lines *columns,
                       int openings, Status *status)
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
        good = cell_make(c, &c->cells[i], t, (const Line *const[]){row, column}, openings, opened, status);
        if (!good && (row->label[0] || column->label[0]))
            status_prefix(status, "%s%s%s", row->label, row->label[0] && column->label[0] ? ", " : "",
                          column->label);
    }
    for (int k = 0; k < 2 && opened != NULL; k++) opened_close(&opened[k]);
    free(opened);
    return good;
}

static bool matches_read(MatchExperiment *matches, json_t *object, int openings, Status *status)
{
    Templates *const t = calloc(1, sizeof *t);
    Lines *const rows = calloc(1, sizeof *rows), *const columns = calloc(1, sizeof *columns);
    bool good = (t != NULL && rows != NULL && columns != NULL) ||
                status_fail_system(status, "out of memory for an experiment");
    good = good && templates_read(matches, t, object, status) && lines_read(rows, "rows", object, status) &&
           lines_read(columns, "columns", object, status);
    if (good) {
        labels_make(rows, columns);
        labels_make(columns, rows);
        good = cells_make(matches, t, rows, columns, openings, status);
    }
    free(t);
    free(rows);
    free(columns);
    return good;
}

MatchExperiment *match_experiment_read(const Experiment *e, json_t *object, Status *status)
{
    const int most = e->trials > e->quick_trials ? e->trials : e->quick_trials;
    if (!keys_check(e, object, status)) return NULL;
    MatchExperiment *const matches = calloc(1, sizeof *matches);
    if (matches == NULL) return status_fail_system(status, "out of memory for an experiment"), NULL;
    if (matches_read(matches, object, most, status)) return matches;
    match_experiment_close(matches);
    return NULL;
}

void match_experiment_close(MatchExperiment *matches)
{
    if (matches == NULL) return;
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

void match_protocol(const MatchExperiment *matches, const MatchCell *cell, uint64_t seed, Text *out)
{
    text_add(out, "match %s openings=%s plies=%d seed=%llu", cell->game, matches->opening, cell->plies_max,
             (unsigned long long)seed);
}
