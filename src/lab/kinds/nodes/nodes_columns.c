// The columns of node counts. A new statistic: a member of Cell with its computation (nodes_table.c), and a
// row here.
#include "lab/kinds/nodes/nodes.h"

#include <math.h>

static const Interval NONE = {NAN, NAN};

#define TEXT_OF(name, expression)                                                                            \
    static Figure name(const Table *t, const void *cell)                                                     \
    {                                                                                                        \
        const Cell *const c = cell;                                                                          \
        (void)t, (void)c;                                                                                    \
        return (Figure){.text = expression};                                                                 \
    }
TEXT_OF(experiment, t->experiment->name)
TEXT_OF(series, table_series(t)->label)
TEXT_OF(game, table_series(t)->game)
TEXT_OF(start, start_names[c->start])
TEXT_OF(configuration, c->configuration->name)
TEXT_OF(player, c->configuration->shown)
TEXT_OF(method, rank_method_name(c->mann_whitney.method))
TEXT_OF(test, isnan(c->p) ? "" : isnan(c->wilcoxon.p_two_sided) ? "mann-whitney" : "wilcoxon")
TEXT_OF(per, series_unit(table_series(t)))
TEXT_OF(changes, experiment_changes(t->experiment))
TEXT_OF(digest, t->digests)
TEXT_OF(commit, t->commits)
#undef TEXT_OF

// The share of the cut-offs that one of the first six moves made (abalone IV.A); NaN where none were counted.
static double cuts_first_six(const Cell *c)
{
    double sum = 0;
    for (int i = 0; i < 6; i++) sum += c->cuts[i];
    return c->with_cuts ? sum : (double)NAN;
}

#define NUMBER_OF(name, expression, ends)                                                                    \
    static Figure name(const Table *t, const void *cell)                                                     \
    {                                                                                                        \
        const Cell *const c = cell;                                                                          \
        (void)t;                                                                                             \
        return (Figure){.number = expression, .interval = ends};                                             \
    }
NUMBER_OF(saving_value, c->saving, c->saving_interval)
NUMBER_OF(difference, c->saving - c->printed.saving, NONE)
NUMBER_OF(verdict, c->verdict, NONE)
NUMBER_OF(first_six, cuts_first_six(c), NONE)
NUMBER_OF(different, c->different_known ? (double)c->different : (double)NAN, NONE)
NUMBER_OF(compared, isnan(c->saving) ? (double)NAN : (double)c->compared, NONE)
#undef NUMBER_OF

// Places in text, JSON, CSV and HTML; what has the same place comes in the order of the rows.
#define AT(text, json, csv, html) .place = {text, json, csv, html}
#define OF(member)                .offset = offsetof(Cell, member)
// clang-format off
const Column nodes_columns[] = {
    {.key = "experiment", .format = FORMAT_TEXT, .get = experiment, AT(0, 0, 1, 0)},
    {.key = "series", .format = FORMAT_TEXT, .get = series, AT(0, 21, 2, 0)},
    {.key = "game", .format = FORMAT_TEXT, .get = game, AT(0, 22, 3, 0)},
    {.key = "start", .format = FORMAT_TEXT, .get = start, AT(1, 2, 4, 2),
     .heading = "start", .title = "Start"},
    {.key = "configuration", .format = FORMAT_TEXT, .get = configuration, AT(2, 1, 5, 1),
     .heading = "configuration", .title = "Configuration"},
    {.key = "player", .format = FORMAT_TEXT, .get = player, AT(0, 3, 6, 0)},
    {.key = "trials", .format = FORMAT_COUNT, OF(trials), AT(3, 4, 7, 3),
     .heading = "trials", .title = "Trials"},
    {.key = "different", .format = FORMAT_COUNT, .get = different, AT(3, 4, 32, 3),
     .heading = "different", .title = "Different", .unit = "games"},
    {.key = "mean", .format = FORMAT_MEAN, OF(mean), AT(4, 5, 8, 4),
     .heading = "mean", .title = "Mean", .unit = "{unit}"},
    {.key = "sd", .format = FORMAT_MEAN, OF(sd), AT(5, 6, 9, 5),
     .heading = "SD", .title = "SD", .unit = "{unit}"},
    {.key = "median", .format = FORMAT_MEAN, OF(median), AT(0, 7, 10, 0)},
    {.key = "saving", .format = FORMAT_SHARE, .decimals = 1, .get = saving_value, AT(6, 8, 11, 6),
     .heading = "saving", .title = "Saving", .unit = "[95 %]"},
    {.key = "saving_interval", .format = FORMAT_INTERVAL, .get = saving_value, AT(7, 0, 0, 0),
     .heading = "95 % interval", .dash = ""},
    {.key = "saving_low", .format = FORMAT_SHARE, OF(saving_interval.low), AT(0, 9, 12, 0)},
    {.key = "saving_high", .format = FORMAT_SHARE, OF(saving_interval.high), AT(0, 10, 13, 0)},
    {.key = "p", .format = FORMAT_CHANCE, OF(p), AT(8, 13, 38, 10),
     .heading = "p", .title = "p", .unit = "of the design"},
    {.key = "test", .format = FORMAT_WORD, .get = test, AT(0, 13, 39, 0)},
    {.key = "p_one_sided", .format = FORMAT_CHANCE, OF(mann_whitney.p_smaller), AT(0, 13, 14, 11),
     .title = "p", .unit = "M-W, one-sided"},
    {.key = "p_two_sided", .format = FORMAT_CHANCE, OF(mann_whitney.p_two_sided), AT(0, 14, 15, 11),
     .title = "p", .unit = "M-W, two-sided"},
    {.key = "p_holm", .format = FORMAT_CHANCE, OF(p_holm), AT(9, 15, 16, 10),
     .heading = "Holm", .title = "p", .unit = "after Holm"},
    {.key = "p_wilcoxon", .format = FORMAT_CHANCE, OF(wilcoxon.p_two_sided), AT(0, 16, 17, 0)},
    {.key = "effect", .csv_key = "glass_delta", .format = FORMAT_NUMBER, .decimals = 2, OF(glass),
     AT(9, 17, 18, 14), .heading = "Glass", .title = "Glass&#39;s \u0394"},
    {.key = "cliff", .csv_key = "cliff_delta", .format = FORMAT_NUMBER, .decimals = 2, OF(cliff),
     AT(0, 18, 19, 16), .title = "Cliff&#39;s \u03b4"},
    {.key = "nodes", .format = FORMAT_MEAN, OF(mean_nodes), AT(0, 0, 20, 0)},
    {.key = "interior", .format = FORMAT_MEAN, OF(mean_interior), AT(0, 0, 21, 0)},
    {.key = "list_length", .format = FORMAT_MEAN, OF(mean_list), AT(0, 0, 22, 0)},
    {.key = "published_mean", .format = FORMAT_MEAN, OF(printed.mean), AT(10, 11, 23, 7),
     .heading = "printed mean", .when_text = WHEN_PAPER,
     .title = "Published mean", .unit = "{unit}", .when_html = WHEN_PRINTED},
    {.key = "published_sd", .format = FORMAT_MEAN, OF(printed.sd), AT(0, 0, 24, 0)},
    {.key = "published_saving", .format = FORMAT_SHARE, .decimals = 1, OF(printed.saving), AT(11, 12, 25, 8),
     .heading = "saving", .when_text = WHEN_PAPER,
     .title = "Published saving", .when_html = WHEN_PRINTED},
    {.key = "published_effect", .format = FORMAT_NUMBER, .decimals = 2, OF(printed.effect),
     AT(12, 19, 26, 15), .heading = "effect", .when_text = WHEN_PAPER,
     .title = "Published effect", .when_html = WHEN_EFFECT},
    {.key = "difference_points", .format = FORMAT_POINTS, .get = difference, AT(0, 0, 27, 9),
     .title = "Difference", .unit = "points", .when_html = WHEN_PRINTED},
    {.key = "p_method", .format = FORMAT_WORD, .get = method, AT(0, 0, 28, 0)},
    {.key = "verdict", .format = FORMAT_VERDICT, .get = verdict, AT(13, 20, 29, 17),
     .heading = "verdict", .when_text = WHEN_PAPER,
     .title = "Verdict", .when_html = WHEN_PRINTED},
    {.key = "control_ratio", .format = FORMAT_NUMBER, .decimals = 2, OF(control_ratio), AT(0, 24, 40, 0)},
    {.key = "compared", .format = FORMAT_COUNT, .get = compared, AT(3, 4, 41, 3), .heading = "compared",
     .when_text = WHEN_FEWER, .title = "Compared", .unit = "games", .when_html = WHEN_FEWER},
    {.key = "per", .format = FORMAT_WORD, .get = per, AT(0, 23, 30, 0)},
    {.key = "cuts_first_six", .format = FORMAT_SHARE, .decimals = 1, .get = first_six, AT(9, 25, 33, 16),
     .heading = "first 6", .when_text = WHEN_CUTS,
     .title = "Cut-offs", .unit = "by the first six moves", .when_html = WHEN_CUTS},
    {.key = "turns", .format = FORMAT_NUMBER, .decimals = 1, OF(mean_turns), AT(0, 24, 31, 0)},
    // What --seed, --in-place and --set changed in the experiment; in JSON it stands with the experiment.
    {.key = "changes", .format = FORMAT_TEXT, .get = changes, AT(0, 0, 89, 0)},
    // Of the programs that made the rows of the table; the last, whatever is added.
    {.key = "digest", .format = FORMAT_TEXT, .get = digest, AT(0, 90, 90, 0)},
    {.key = "commit", .format = FORMAT_TEXT, .get = commit, AT(0, 91, 91, 0)},
    {0},
};
// clang-format on
