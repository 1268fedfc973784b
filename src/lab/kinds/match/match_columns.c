// The columns of matches. A new statistic: a member of MatchResultCell with its computation (match_table.c),
// and a row here.
#include "lab/kinds/match/match.h"

#include <math.h>

static const Interval NONE = {NAN, NAN};

#define TEXT_OF(name, expression)                                                                            \
    static Figure name(const Table *t, const void *cell)                                                     \
    {                                                                                                        \
        const MatchResultCell *const c = cell;                                                               \
        (void)t, (void)c;                                                                                    \
        return (Figure){.text = expression};                                                                 \
    }
TEXT_OF(experiment, t->experiment->name)
TEXT_OF(row, c->cell->row)
TEXT_OF(column, c->cell->column)
TEXT_OF(game, c->cell->game)
TEXT_OF(player, c->cell->player.shown)
TEXT_OF(opponent, c->cell->opponent.shown)
TEXT_OF(changes, experiment_changes(t->experiment))
TEXT_OF(digest, t->digests)
TEXT_OF(commit, t->commits)
#undef TEXT_OF

#define NUMBER_OF(name, expression, ends)                                                                    \
    static Figure name(const Table *t, const void *cell)                                                     \
    {                                                                                                        \
        const MatchResultCell *const c = cell;                                                               \
        (void)t;                                                                                             \
        return (Figure){.number = expression, .interval = ends};                                             \
    }
NUMBER_OF(games, 2 * c->pairs, NONE)
NUMBER_OF(different, c->different_known ? (double)c->games_different : (double)NAN, NONE)
NUMBER_OF(points, c->share, c->interval)
NUMBER_OF(pairs, c->share_pairs, c->interval_pairs)
NUMBER_OF(wins, c->share_wins, c->interval_wins)
NUMBER_OF(elo, c->elo, c->elo_interval)
NUMBER_OF(difference, c->compared - c->published, NONE)
NUMBER_OF(verdict, c->verdict, NONE)
NUMBER_OF(by_the_clock, c->cell->timed, NONE)
NUMBER_OF(other_program, c->cell->external, NONE)
#undef NUMBER_OF

static json_t *variables(const void *cell)
{
    const MatchCell *const c   = ((const MatchResultCell *)cell)->cell;
    json_t *const          out = json_object();
    for (int i = 0; i < c->variable_count; i++)
        json_object_set_new(out, c->variables[i].name, json_string(c->variables[i].value));
    return out;
}

static json_t *players(const void *cell)
{
    const MatchCell *const c = ((const MatchResultCell *)cell)->cell;
    return json_pack("[s, s]", c->player.shown, c->opponent.shown);
}

// Places in text, JSON, CSV and HTML; what has the same place comes in the order of the rows.
#define AT(text, json, csv, html) .place = {text, json, csv, html}
#define OF(member)                .offset = offsetof(MatchResultCell, member)
// clang-format off
const Column match_columns[] = {
    {.key = "experiment", .format = FORMAT_TEXT, .get = experiment, AT(0, 0, 1, 0)},
    {.key = "row", .format = FORMAT_TEXT, .get = row, AT(1, 1, 2, 1),
     .heading = "", .title = "Row"},
    {.key = "column", .format = FORMAT_TEXT, .get = column, AT(2, 2, 3, 2),
     .heading = "", .title = "Column"},
    {.key = "variables", .format = FORMAT_JSON, .json = variables, AT(0, 3, 0, 0)},
    {.key = "game", .format = FORMAT_TEXT, .get = game, AT(0, 4, 4, 0)},
    {.key = "players", .format = FORMAT_JSON, .json = players, AT(0, 5, 0, 0)},
    {.key = "player", .format = FORMAT_TEXT, .get = player, AT(0, 0, 5, 0)},
    {.key = "opponent", .format = FORMAT_TEXT, .get = opponent, AT(0, 0, 6, 0)},
    {.key = "games", .format = FORMAT_COUNT, .get = games, AT(3, 6, 7, 3),
     .heading = "games", .title = "Games"},
    {.key = "different", .format = FORMAT_COUNT, .get = different, AT(3, 6, 29, 3),
     .heading = "different", .title = "Different"},
    {.key = "won", .format = FORMAT_COUNT, OF(won), AT(4, 7, 8, 4),
     .heading = "won", .title = "Won"},
    {.key = "drawn", .format = FORMAT_COUNT, OF(drawn), AT(5, 8, 9, 5),
     .heading = "drawn", .title = "Drawn"},
    {.key = "lost", .format = FORMAT_COUNT, OF(lost), AT(6, 9, 10, 6),
     .heading = "lost", .title = "Lost"},
    {.key = "capped", .format = FORMAT_COUNT, OF(capped), AT(0, 10, 11, 0)},
    {.key = "points_percent", .format = FORMAT_PERCENT, .decimals = 1, .get = points, AT(7, 11, 12, 7),
     .heading = "points", .title = "Points", .unit = "[95 %]"},
    {.key = "points_interval", .format = FORMAT_INTERVAL, .get = points, AT(8, 0, 0, 0),
     .heading = "95 % interval", .dash = "-"},
    {.key = "low", .format = FORMAT_PERCENT, OF(interval.low), AT(0, 12, 13, 0)},
    {.key = "high", .format = FORMAT_PERCENT, OF(interval.high), AT(0, 13, 14, 0)},
    {.key = "elo", .format = FORMAT_ELO, .get = elo, AT(9, 14, 25, 8),
     .heading = "Elo", .title = "Elo", .unit = "[95 %]"},
    {.key = "elo_interval", .format = FORMAT_ELO_INTERVAL, .get = elo, AT(10, 0, 0, 0),
     .heading = "95 % interval"},
    {.key = "elo_low", .format = FORMAT_ELO, OF(elo_interval.low), AT(0, 15, 26, 0)},
    {.key = "elo_high", .format = FORMAT_ELO, OF(elo_interval.high), AT(0, 16, 27, 0)},
    {.key = "points_percent_first", .format = FORMAT_PERCENT, .decimals = 1, OF(share_first),
     AT(11, 18, 15, 9), .heading = "first", .title = "First seat"},
    {.key = "points_percent_second", .format = FORMAT_PERCENT, .decimals = 1, OF(share_second),
     AT(12, 19, 16, 10), .heading = "second", .title = "Second seat"},
    {.key = "pairs_won", .format = FORMAT_COUNT, OF(pairs_won), AT(0, 19, 31, 0)},
    {.key = "pairs_drawn", .format = FORMAT_COUNT, OF(pairs_drawn), AT(0, 19, 32, 0)},
    {.key = "pairs_lost", .format = FORMAT_COUNT, OF(pairs_lost), AT(0, 19, 33, 0)},
    {.key = "pairs_percent", .format = FORMAT_PERCENT, .decimals = 1, .get = pairs, AT(12, 19, 34, 10),
     .heading = "pairs", .when_text = WHEN_READINGS,
     .title = "Of pairs", .unit = "[95 %]", .when_html = WHEN_READINGS},
    {.key = "pairs_interval", .format = FORMAT_INTERVAL, .get = pairs, AT(12, 0, 0, 0),
     .heading = "95 % interval", .dash = "-", .when_text = WHEN_READINGS},
    {.key = "pairs_low", .format = FORMAT_PERCENT, OF(interval_pairs.low), AT(0, 19, 35, 0)},
    {.key = "pairs_high", .format = FORMAT_PERCENT, OF(interval_pairs.high), AT(0, 19, 36, 0)},
    {.key = "wins_percent", .format = FORMAT_PERCENT, .decimals = 1, .get = wins, AT(12, 19, 37, 10),
     .heading = "wins", .when_text = WHEN_READINGS,
     .title = "Of games, won", .unit = "[95 %]", .when_html = WHEN_READINGS},
    {.key = "wins_interval", .format = FORMAT_INTERVAL, .get = wins, AT(12, 0, 0, 0),
     .heading = "95 % interval", .dash = "-", .when_text = WHEN_READINGS},
    {.key = "wins_low", .format = FORMAT_PERCENT, OF(interval_wins.low), AT(0, 19, 38, 0)},
    {.key = "wins_high", .format = FORMAT_PERCENT, OF(interval_wins.high), AT(0, 19, 39, 0)},
    {.key = "plies", .format = FORMAT_NUMBER, .decimals = 1, OF(plies), AT(0, 20, 17, 0)},
    {.key = "nodes_player", .format = FORMAT_MEAN, OF(nodes_player), AT(0, 21, 18, 0)},
    {.key = "nodes_opponent", .format = FORMAT_MEAN, OF(nodes_opponent), AT(0, 22, 19, 0)},
    {.key = "p", .format = FORMAT_CHANCE, OF(p), AT(0, 17, 41, 0)},
    {.key = "p_holm", .format = FORMAT_CHANCE, OF(p_holm), AT(12, 17, 42, 10),
     .heading = "Holm", .when_text = WHEN_PAPER,
     .title = "p", .unit = "after Holm", .when_html = WHEN_PAPER},
    {.key = "published_percent", .format = FORMAT_PERCENT, .decimals = 0, OF(published), AT(13, 17, 20, 11),
     .heading = "printed", .when_text = WHEN_PAPER,
     .title = "Published", .when_html = WHEN_PAPER},
    {.key = "published_low", .format = FORMAT_PERCENT, OF(published_interval.low), AT(0, 0, 21, 0)},
    {.key = "published_high", .format = FORMAT_PERCENT, OF(published_interval.high), AT(0, 0, 22, 0)},
    {.key = "difference_points", .format = FORMAT_POINTS, .get = difference, AT(0, 0, 23, 12),
     .title = "Difference", .unit = "points", .when_html = WHEN_PAPER},
    {.key = "verdict", .format = FORMAT_VERDICT, .get = verdict, AT(14, 24, 24, 13),
     .heading = "verdict", .when_text = WHEN_PAPER, .title = "Verdict", .when_html = WHEN_PAPER},
    {.key = "by_the_clock", .format = FORMAT_YES, .get = by_the_clock, AT(0, 23, 28, 0)},
    {.key = "other_program", .format = FORMAT_YES, .get = other_program, AT(0, 23, 40, 0)},
    // What --seed, --in-place and --set changed in the experiment; in JSON it stands with the experiment.
    {.key = "changes", .format = FORMAT_TEXT, .get = changes, AT(0, 0, 89, 0)},
    // Of the programs that made the rows of the table; the last, whatever is added.
    {.key = "digest", .format = FORMAT_TEXT, .get = digest, AT(0, 90, 90, 0)},
    {.key = "commit", .format = FORMAT_TEXT, .get = commit, AT(0, 91, 91, 0)},
    {0},
};
// clang-format on
