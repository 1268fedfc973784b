// Figures as they leave the laboratory: a results file filled by hand with numbers small enough that every
// figure can be worked out on paper, and what text, JSON, CSV and page must say then. Nothing here is
// computed by the program: the arithmetic stands beside the numbers, here and in golden_cases.c. Exact
// tails of Mann-Whitney were counted by a program of a few lines that deals the 20 ranks in all C(20,10) =
// 184756 ways.
#include "lab/lab_cases.h"
#include "lab/report/golden_cases.h"
#include "lab/report/page.h"
#include "lab/report/report.h"
#include "lab/report/rows_csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char *file_text(const char *path)
{
    FILE *const file = fopen(path, "r");
    char       *text = NULL;
    size_t      room = 0;
    ck_assert_msg(file != NULL, "%s is missing", path);
    ck_assert_int_ge(getdelim(&text, &room, 0, file), 0);
    fclose(file);
    return text;
}

// Text up to its first difference, so that a failure says where it is.
static void expect_text(const char *is, const char *expected)
{
    size_t at = 0;
    while (is[at] && is[at] == expected[at]) at++;
    ck_assert_msg(is[at] == expected[at], "after '%.*s': '%.80s', expected '%.80s'", (int)(at < 60 ? at : 60),
                  is + (at < 60 ? 0 : at - 60), is + at, expected + at);
}

static void expect_part(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "missing: %s\nin: %.3500s", part, text);
}

// The part of `text` from `first` up to `last`.
static char *part_of(const char *text, const char *first, const char *last)
{
    const char *const a = strstr(text, first), *const b = a == NULL ? NULL : strstr(a, last);
    ck_assert_msg(b != NULL, "no '%s' ... '%s'", first, last);
    return strndup(a, (size_t)(b - a));
}

// The field of this column in row number `row`, from 0, without its quotes.
static const char *csv_field(const char *csv, int row, const char *name)
{
    static char out[TEXT_MAX];
    int         at = 0;
    for (const char *c = csv; strncmp(c, name, strlen(name)) != 0 || strchr(",\n", c[strlen(name)]) == NULL;
         at++) {
        c += strcspn(c, ",\n");
        ck_assert_msg(*c == ',', "no column %s", name);
        c++;
    }
    for (; row >= 0; row--) csv = strchr(csv, '\n') + 1;
    bool quoted = false;
    for (; at > 0; csv++) {
        quoted ^= *csv == '"';
        at -= *csv == ',' && !quoted;
    }
    size_t n = 0;
    for (; *csv && (quoted || strchr(",\n", *csv) == NULL); csv++) {
        quoted ^= *csv == '"';
        if (*csv != '"') out[n++] = *csv;
    }
    out[n] = 0;
    return out;
}

// Wilcoxon: all ten pairs differ the same way, one of 2^10 ways and its mirror: 2 / 1024 = 0.001953125. Of
// four comparisons with these three and a 1, Holm makes 4 times the smallest of each: 0.0078125.
//   Move-to-Front, initial: saving 0.75, print 1 - 129/525 = 0.7542857143: -0.4285714286 points, agrees.
//   Transposition, initial: 0.5, print 1 - 180/525 = 0.6571428571: -15.71428571 points, saving differs.
//   Move-to-Front, midgame: 0, print 1 - 242/1060 = 0.7716981132: not seen, though no interval is wider.
//   Transposition, midgame: -0.25, print 1 - 291/1060 = 0.7254716981: the other direction.
// Glass: 412.5, 275, 0 and -137.5 by the SD. Cliff: of 100 pairs of values the control is greater in 90,
// 75, 45, 38 and less in 8, 20, 45, 60. Count of the control by print: 550 / 5250000, 550 / 10600000.
START_TEST(test_node_counts_as_csv)
{
    static const char *const head =
        "experiment,series,game,start,configuration,player,trials,mean,sd,median,saving,saving_low,"
        "saving_high,p_one_sided,p_two_sided,p_holm,p_wilcoxon,glass_delta,cliff_delta,nodes,interior,list_"
        "length,published_mean,published_sd,published_saving,published_effect,difference_points,p_method,"
        "verdict,per,turns,different,cuts_first_six,p,test,control_ratio,compared,changes,digest,commit\n";
    // Tails of Mann-Whitney: 88 and 176, 3533 and 7066, 97854 and all, 147514 and 78470 of 184756.
    static const char *const rows[] = {
        "\"golden\",\"\",\"focus\",\"initial\",\"None\",\"alphabeta:depth=2\",12,550,302.7650354,550,,,,,,,,,"
        ",550,110,4.5,5250000,,,,,undefined,,trial,1,10,,,,0.0001047619048,,",
        "\"golden\",\"\",\"focus\",\"initial\",\"Move-to-Front\",\"alphabeta:depth=2,order=history-ads\",12,"
        "137.5,75.69125885,137.5,0.75,0.75,0.75,0.0004763038819,0.0009526077638,0.0078125,0.001953125,"
        "1.362442659,0.82,137.5,27.5,4.5,1290000,88000,0.7542857143,10.39,-0.4285714286,exact,agrees,trial,1,"
        "10,,0.001953125,wilcoxon,,10,",
        "\"golden\",\"\",\"focus\",\"initial\",\"Transposition\",\"alphabeta:depth=2,order=history-ads,rule="
        "transposition\",12,275,151.3825177,275,0.5,0.5,0.5,0.01912251835,0.0382450367,0.0078125,0.001953125,"
        "0.9082951062,0.55,275,55,4.5,1800000,158000,0.6571428571,9.07,-15.71428571,exact,saving "
        "differs,trial,1,10,,0.001953125,wilcoxon,,10,",
        "\"golden\",\"\",\"focus\",\"midgame\",\"None\",\"alphabeta:depth=2\",12,550,302.7650354,550,,,,,,,,,"
        ",550,110,4.5,10600000,,,,,undefined,,trial,1,10,,,,5.188679245e-05,,",
        "\"golden\",\"\",\"focus\",\"midgame\",\"Move-to-Front\",\"alphabeta:depth=2,order=history-ads\",12,"
        "550,302.7650354,550,0,0,0,0.5296390916,1,1,1,0,0,550,110,4.5,2420000,637000,0.7716981132,2.37,"
        "-77.16981132,exact,significance differs,trial,1,10,,1,wilcoxon,,10,",
        "\"golden\",\"\",\"focus\",\"midgame\",\"Transposition\",\"alphabeta:depth=2,order=history-ads,rule="
        "transposition\",12,687.5,378.4562943,687.5,-0.25,-0.25,-0.25,0.7984260322,0.4247223365,0.0078125,"
        "0.001953125,-0.4541475531,-0.22,687.5,137.5,4.5,2910000,760000,0.7254716981,2.22,-97.54716981,exact,"
        "direction differs,trial,1,10,,0.001953125,wilcoxon,,10,",
    };
    Experiment   e     = lab_parse(NODES);
    Store *const store = lab_store("a", true);
    char         all[8000];
    Text         expected = text_on(all, sizeof all);
    nodes_fill(store, &e);
    char *const csv = lab_csv(store, &e, 1, 0);
    text_add(&expected, "%s", head);
    for (int i = 0; i < 6; i++)
        text_add(&expected, "%s\"\",\"%s\",\"%s\"\n", rows[i], lab_digest("focus "), build_commit);
    expect_text(csv, all);
    free(csv);
    store_close(store);
    experiment_close(&e);
}
END_TEST

static Tables tables_of(Store *store, const Experiment *e)
{
    Tables tables;
    Status status = {0};
    ck_assert_msg(tables_make(&tables, store, e, 1, 0, &status), "%s", status.text);
    return tables;
}

static char *report_of(const Tables *tables)
{
    char       *text;
    size_t      size;
    FILE *const out = open_memstream(&text, &size);
    report_text(out, tables);
    fclose(out);
    return text;
}

// The ratio of the two lists: 137.5 / 275 and 550 / 687.5.
START_TEST(test_node_counts_as_text)
{
    Experiment   e     = lab_parse(NODES);
    Store *const store = lab_store("a", true);
    nodes_fill(store, &e);
    Tables      t    = tables_of(store, &e);
    char *const text = report_of(&t), *const table = part_of(text, "  start    conf", "  trials          of");
    expect_part(text, "golden  By hand\n");
    expect_part(text,
                "  games: initial 12 trials, 10 different; midgame 12 trials, 10 different; the figures "
                "are those of\n    different games only\n");
    expect_part(text, "  count of the control, ours / printed: initial 0.00, midgame 0.00\n");
    expect_text(
        table,
        "  start    configuration  trials  different  mean   SD  saving     95 % interval       p    Holm\n"
        "  initial  None               12         10   550  303       -                         -       -\n"
        "  initial  Move-to-Front      12         10   138   76   75.0%    75.0% to 75.0%  0.0020  0.0078\n"
        "  initial  Transposition      12         10   275  151   50.0%    50.0% to 50.0%  0.0020  0.0078\n"
        "\n"
        "  midgame  None               12         10   550  303       -                         -       -\n"
        "  midgame  Move-to-Front      12         10   550  303    0.0%      0.0% to 0.0%  1.0000  1.0000\n"
        "  midgame  Transposition      12         10   688  378  -25.0%  -25.0% to -25.0%  0.0020  0.0078\n"
        "\n"
        "  start    configuration  Glass  printed mean  saving  effect  verdict\n"
        "  initial  None               -     5,250,000       -       -\n"
        "  initial  Move-to-Front   1.36     1,290,000   75.4%   10.39  agrees\n"
        "  initial  Transposition   0.91     1,800,000   65.7%    9.07  saving differs\n"
        "\n"
        "  midgame  None               -    10,600,000       -       -\n"
        "  midgame  Move-to-Front   0.00     2,420,000   77.2%    2.37  significance differs\n"
        "  midgame  Transposition  -0.45     2,910,000   72.5%    2.22  direction differs\n"
        "\n"
        "  count of one configuration / count of another; p is not corrected for how many there are:\n"
        "    Move-to-Front against Transposition, initial: 0.500 [0.500, 0.500], p 0.002, 10 trials\n"
        "    Move-to-Front against Transposition, midgame: 0.800 [0.800, 0.800], p 0.002, 10 trials\n"
        "\n");
    expect_part(text, "\n1 of 4 testable comparisons with print agree (an effect in the printed direction, "
                      "within 10 points),\n  1: saving differs, 1: significance differs, 1: direction "
                      "differs\n");
    free(table);
    free(text);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

static double number_of(const json_t *object, const char *key)
{
    const json_t *const value = json_object_get(object, key);
    ck_assert_msg(json_is_number(value), "%s", key);
    return json_number_value(value);
}

static void expect_number(const json_t *object, const char *key, double expected)
{
    const double is = number_of(object, key);
    ck_assert_msg(fabs(is - expected) <= 1e-9 * fabs(expected) + 1e-12, "%s: %.12g, expected %.12g", key, is,
                  expected);
}

static void expect_word(const json_t *object, const char *key, const char *expected)
{
    const char *const is = json_string_value(json_object_get(object, key));
    ck_assert_msg(is != NULL && strcmp(is, expected) == 0, "%s: '%s', expected '%s'", key, is, expected);
}

START_TEST(test_node_counts_as_json)
{
    Experiment   e     = lab_parse(NODES);
    Store *const store = lab_store("a", true);
    nodes_fill(store, &e);
    Tables                     t    = tables_of(store, &e);
    json_t *const              json = report_json(&t);
    const json_t *const        x    = json_array_get(json_object_get(json, "experiments"), 0),
                        *const all = json_object_get(x, "cells"), *const c = json_array_get(all, 2),
                        *const ratio = json_array_get(json_object_get(x, "comparisons"), 1);
    ck_assert_int_eq((int)json_array_size(all), 6);
    expect_word(x, "name", "golden");
    expect_word(x, "kind", "nodes");
    expect_word(c, "configuration", "Transposition");
    expect_word(c, "start", "initial");
    expect_word(c, "player", "alphabeta:depth=2,order=history-ads,rule=transposition");
    expect_number(c, "trials", 12);
    expect_number(c, "different", 10);
    expect_number(c, "mean", 275);
    expect_number(c, "sd", 151.38251770487457);
    expect_number(c, "median", 275);
    expect_number(c, "saving", 0.5);
    expect_number(c, "saving_low", 0.5);
    expect_number(c, "saving_high", 0.5);
    expect_number(c, "published_mean", 1800000);
    expect_number(c, "published_saving", 345.0 / 525);
    expect_number(c, "published_effect", 9.07);
    expect_number(c, "p", 2.0 / 1024);
    expect_word(c, "test", "wilcoxon");
    expect_number(c, "p_wilcoxon", 2.0 / 1024);
    expect_number(c, "p_holm", 8.0 / 1024);
    expect_number(c, "p_one_sided", 3533.0 / 184756);
    expect_number(c, "p_two_sided", 7066.0 / 184756);
    expect_number(c, "cliff", 0.55);
    expect_word(c, "verdict", "saving differs");
    expect_word(json_array_get(all, 1), "verdict", "agrees");
    expect_word(json_array_get(all, 4), "verdict", "significance differs");
    expect_word(json_array_get(all, 5), "verdict", "direction differs");
    expect_number(json_array_get(all, 0), "control_ratio", 550.0 / 5250000);
    ck_assert(json_is_null(json_object_get(json_array_get(all, 0), "saving")));
    expect_word(ratio, "start", "midgame");
    expect_number(ratio, "ratio", 0.8);
    expect_number(ratio, "ratio_low", 0.8);
    expect_number(ratio, "ratio_high", 0.8);
    expect_number(ratio, "p", 2.0 / 1024);
    json_decref(json);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

// Five trials of which one has a node more than the control: 11, 18, 27, 36, 45 against 10, 20, 30, 40, 50.
// The differences -1, 2, 3, 4, 5 have the ranks 1 to 5; the negative ones sum to 1. Of the 2^5 ways to sign
// five ranks two have a sum of at most 1 (none, and the 1 alone): p = 2 * 2 / 32. Means 30 and 27.4.
START_TEST(test_a_test_that_is_not_all_one_way)
{
    static const uint64_t counts[2][5] = {{10, 20, 30, 40, 50}, {11, 18, 27, 36, 45}};
    Experiment e = lab_parse("{\"name\":\"x\",\"game\":\"othello\",\"trials\":5,\"starts\":[\"initial\"],"
                             "\"configurations\":[{\"name\":\"c\"},{\"name\":\"d\",\"settings\":\"tt=8\"}]}");
    const Series *const s     = series_of_experiment(&e)->list;
    Store *const        store = lab_store("a", true);
    char                protocol[PROTOCOL_MAX];
    Text                text   = text_on(protocol, sizeof protocol);
    Status              status = {0};
    series_protocol(s, START_INITIAL, e.seed, &text);
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 2; k++) {
            const TrialCount c = {
                .nodes = counts[k][i], .leaves = counts[k][i], .turns = 1, .game = (uint64_t)i + 1};
            const char *const player = s->configurations[k].key;
            ck_assert(trial_put(store, protocol, &player, 1, i, &c, &status));
        }
    char *const csv = lab_csv(store, &e, 1, 0);
    ck_assert_str_eq(csv_field(csv, 1, "mean"), "27.4");
    ck_assert_str_eq(csv_field(csv, 1, "median"), "27");
    ck_assert_str_eq(csv_field(csv, 1, "saving"), "0.08666666667");   // 1 - 27.4 / 30
    ck_assert_str_eq(csv_field(csv, 1, "p"), "0.125");
    ck_assert_str_eq(csv_field(csv, 1, "p_wilcoxon"), "0.125");
    ck_assert_str_eq(csv_field(csv, 1, "p_holm"), "0.125");
    ck_assert_str_eq(csv_field(csv, 1, "verdict"), "");
    ck_assert_str_eq(csv_field(csv, 1, "difference_points"), "");
    free(csv);
    store_close(store);
    experiment_close(&e);
}
END_TEST

static char *match_csv(const Tables *tables)
{
    char       *text;
    size_t      size;
    FILE *const out = open_memstream(&text, &size);
    csv_print(out, tables, &kind_match);
    fclose(out);
    return text;
}

START_TEST(test_matches_as_csv)
{
    static const struct {
        const char *name, *values[4];
    } fields[] = {
        {"experiment", {"golden-match", "golden-match", "golden-match", "golden-match"}},
        {"row", {"maze 1", "maze 1", "maze 3", "maze 3"}},
        {"column", {"depth 5", "depth 7", "depth 5", "depth 7"}},
        {"game", {"tictactoe", "tictactoe", "tictactoe", "tictactoe"}},
        {"player", {"alphabeta:depth=5", "alphabeta:depth=7", "alphabeta:depth=5", "alphabeta:depth=7"}},
        {"opponent", {"alphabeta:depth=1", "alphabeta:depth=1", "alphabeta:depth=3", "alphabeta:depth=3"}},
        {"games", {"44", "50", "50", "20"}},
        {"different", {"40", "50", "50", "20"}},
        {"won", {"20", "50", "0", "10"}},
        {"drawn", {"20", "0", "0", "0"}},
        {"lost", {"0", "0", "50", "10"}},
        {"capped", {"1", "1", "1", "1"}},
        {"points_percent", {"75", "100", "0", "50"}},
        {"points_percent_first", {"100", "100", "0", "50"}},
        {"points_percent_second", {"50", "100", "0", "50"}},
        {"plies", {"6.5", "6.5", "6.5", "6.5"}},
        {"nodes_player", {"50", "50", "50", "50"}},
        {"nodes_opponent", {"20", "20", "20", "20"}},
        {"published_percent", {"74", "71", "63", "73"}},
        {"published_low", {"64.62901055", "61.46110882", "53.22052958", "63.56788323"}},
        {"published_high", {"81.59530154", "78.98516425", "71.81763947", "80.73041585"}},
        {"difference_points", {"1", "29", "-63", "-23"}},
        {"verdict", {"agrees", "direction agrees", "differs", "cannot tell"}},
        {"elo", {"190.8485019", "inf", "-inf", "0"}},
        {"by_the_clock", {"no", "no", "no", "no"}},
        {"other_program", {"no", "no", "no", "no"}},
        // Three of four points win a pair; one game of two was won.
        {"pairs_won", {"20", "25", "0", "5"}},
        {"pairs_drawn", {"0", "0", "0", "0"}},
        {"pairs_lost", {"0", "0", "25", "5"}},
        {"pairs_percent", {"100", "100", "0", "50"}},
        {"wins_percent", {"50", "100", "0", "50"}},
        {"commit", {build_commit, build_commit, build_commit, build_commit}},
    };
    Experiment   e     = lab_parse(MATCHES);
    Store *const store = lab_store("a", true);
    matches_fill(store, &e);
    Tables      t    = tables_of(store, &e);
    char *const csv  = match_csv(&t);
    char *const head = part_of(csv, "experiment,", "\n");
    expect_text(head,
                "experiment,row,column,game,player,opponent,games,won,drawn,lost,capped,points_percent,low,"
                "high,points_percent_first,points_percent_second,plies,nodes_player,nodes_opponent,"
                "published_percent,published_low,published_high,difference_points,verdict,elo,elo_low,"
                "elo_high,by_the_clock,different,pairs_won,pairs_drawn,pairs_lost,pairs_percent,pairs_low,"
                "pairs_high,wins_percent,wins_low,wins_high,other_program,p,p_holm,changes,digest,commit");
    free(head);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        for (int k = 0; k < 4; k++)
            ck_assert_msg(strcmp(csv_field(csv, k, fields[i].name), fields[i].values[k]) == 0,
                          "%s of cell %d: %s, expected %s", fields[i].name, k,
                          csv_field(csv, k, fields[i].name), fields[i].values[k]);
    // p, by another program: the likeliest distributions of mean 1/2 for 20 pairs of 3/4 and for 25 of 1,
    // Student's distribution by adding up its tail. Times 2 and 4, as Holm has it: two are smaller.
    static const double p[2][4] = {{7.23999e-4, 4.52129e-6, 4.52129e-6, 1},
                                   {1.447999e-3, 1.808517e-5, 1.808517e-5, 1}};
    for (int k = 0; k < 4; k++) {
        ck_assert_double_eq_tol(strtod(csv_field(csv, k, "p"), NULL) / p[0][k], 1, 1e-4);
        ck_assert_double_eq_tol(strtod(csv_field(csv, k, "p_holm"), NULL) / p[1][k], 1, 1e-4);
    }
    // 25 pairs all won: docs/LAB.md says 91.8 to 100; all lost is its mirror.
    ck_assert_double_eq_tol(strtod(csv_field(csv, 1, "low"), NULL), 91.8, 0.05);
    ck_assert_str_eq(csv_field(csv, 1, "high"), "100");
    ck_assert_str_eq(csv_field(csv, 2, "low"), "0");
    ck_assert_double_eq_tol(strtod(csv_field(csv, 2, "high"), NULL), 8.2, 0.05);
    // Where every pair was won, or lost, or five of ten were, the three readings are one.
    for (int k = 1; k < 4; k++)
        for (int i = 0; i < 2; i++) {
            char points[40];
            snprintf(points, sizeof points, "%s", csv_field(csv, k, i ? "high" : "low"));
            ck_assert_str_eq(csv_field(csv, k, i ? "pairs_high" : "pairs_low"), points);
            ck_assert_str_eq(csv_field(csv, k, i ? "wins_high" : "wins_low"), points);
        }
    // 20 pairs all won; one win in each of 20 pairs is the middle of its interval.
    ck_assert_str_eq(csv_field(csv, 0, "pairs_high"), "100");
    ck_assert(strtod(csv_field(csv, 0, "pairs_low"), NULL) > 85 &&
              strtod(csv_field(csv, 0, "pairs_low"), NULL) < 91.8);
    const double low = strtod(csv_field(csv, 0, "wins_low"), NULL);
    ck_assert_double_eq_tol(low + strtod(csv_field(csv, 0, "wins_high"), NULL), 100, 1e-6);
    ck_assert(low > 40 && low < 50);
    free(csv);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

START_TEST(test_matches_as_text_and_json)
{
    Experiment   e     = lab_parse(MATCHES);
    Store *const store = lab_store("a", true);
    matches_fill(store, &e);
    Tables                     t    = tables_of(store, &e);
    char *const                text = report_of(&t);
    json_t *const              json = report_json(&t);
    const json_t *const        all  = json_object_get(json_array_get(json_object_get(json, "experiments"), 0),
                                                      "cells"),
                        *const c    = json_array_get(all, 0);
    expect_part(text, "golden-match  By hand\n");
    expect_part(text, "  164 games, 160 different; the figures are those of different pairs of games only\n");
    expect_part(text, "  maze 1  depth 5     44         40   20     20     0   75.0%");
    expect_part(text, "  maze 1  depth 7     50         50   50      0     0  100.0%  91.8% to 100.0%  +inf");
    expect_part(text, "  maze 3  depth 5     50         50    0      0    50    0.0%");
    expect_part(text, "  maze 1  depth 5  100.0%   50.0%  0.0014    74.0%  agrees\n");
    expect_part(text, "  maze 1  depth 7  100.0%  100.0%   2e-05    71.0%  direction agrees\n");
    expect_part(text, "  maze 3  depth 5    0.0%    0.0%   2e-05    63.0%  differs\n");
    expect_part(text, "  maze 3  depth 7   50.0%   50.0%  1.0000    73.0%  cannot tell\n");
    expect_part(text, "1 of 3 testable match results agree with print (the same player is the better, no "
                      "further apart than\n  chance allows), 1: direction agrees, 1: differs, 1: cannot "
                      "tell\n");
    expect_word(c, "row", "maze 1");
    expect_number(c, "games", 44);
    expect_number(c, "different", 40);
    expect_number(c, "won", 20);
    expect_number(c, "drawn", 20);
    expect_number(c, "lost", 0);
    expect_number(c, "points_percent", 75);
    expect_number(c, "elo", 190.84850188786498);
    expect_number(c, "points_percent_first", 100);
    expect_number(c, "points_percent_second", 50);
    expect_number(c, "published_percent", 74);
    expect_word(c, "verdict", "agrees");
    expect_word(json_array_get(all, 1), "elo", "inf");
    expect_word(json_array_get(all, 2), "elo", "-inf");
    expect_word(json_array_get(all, 3), "verdict", "cannot tell");
    free(text);
    json_decref(json);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

// Of 20 pairs that were a win and a draw each, all were won, and half of the games; 100 - 74 = 26 points from
// print, whose 100 games are 50 pairs: Wilson gives 60.45 to 84.13. 25 pairs won and 25 lost are as far from
// print as their games were, and five of ten, too.
START_TEST(test_readings_as_text_and_page)
{
    Experiment   e      = lab_parse(READINGS);
    Store *const store  = lab_store("a", true);
    Status       status = {0};
    matches_fill(store, &e);
    Tables      t    = tables_of(store, &e);
    char *const text = report_of(&t), *const csv = match_csv(&t);
    expect_part(text, "  pairs    95 % interval    wins    95 % interval    Holm  printed");
    ck_assert_str_eq(csv_field(csv, 0, "difference_points"), "26");
    ck_assert_str_eq(csv_field(csv, 0, "verdict"), "direction agrees");
    ck_assert_str_eq(csv_field(csv, 0, "published_low"), "60.44684274");
    ck_assert_str_eq(csv_field(csv, 0, "published_high"), "84.12847251");
    ck_assert_str_eq(csv_field(csv, 1, "difference_points"), "29");
    ck_assert_str_eq(csv_field(csv, 2, "difference_points"), "-63");
    ck_assert_str_eq(csv_field(csv, 3, "verdict"), "cannot tell");
    ck_assert_msg(page_write(&t, lab_path("page"), "pollard lab report", &status), "%s", status.text);
    char *const page = file_text(lab_path("page/index.html"));
    char *const cell = part_of(strstr(page, "depth 7"), "depth 7", "</tr>");
    expect_part(cell, "data-label=\"Of pairs [95 %]\">100.0 % <small>[91.8, 100.0]</small></td><td "
                      "data-label=\"Of games, won [95 %]\">100.0 % <small>[91.8, 100.0]</small></td><td "
                      "data-label=\"p after Holm\">&lt;0.0001</td><td data-label=\"Published\">71 %</td>");
    free(cell);
    free(page);
    free(csv);
    free(text);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

START_TEST(test_the_page)
{
    Experiment   e[2]  = {lab_parse(NODES), lab_parse(MATCHES)};
    Store *const store = lab_store("a", true);
    Tables       t;
    Status       status = {0};
    nodes_fill(store, &e[0]);
    matches_fill(store, &e[1]);
    ck_assert_msg(tables_make(&t, store, e, 2, 0, &status), "%s", status.text);
    ck_assert_msg(page_write(&t, lab_path("page"), "pollard lab report", &status), "%s", status.text);
    char *const page = file_text(lab_path("page/index.html"));
    expect_part(
        page, "<h1>Results of the laboratory</h1>\n<p>1 table of node counts, each configuration against its "
              "control. <b>1 of 4 testable comparisons agree</b> with print (25 %); 0 more cannot be told or "
              "contradict themselves in print. <a href=\"#method\">What this means</a>.</p>\n");
    expect_part(page,
                "<p>1 table of matches. <b>1 of 3 testable results agree</b> with print; the same player is "
                "the better in 2. 1 more cannot be told from 50 %. <a href=\"#method-matches\">What this "
                "means</a>.</p>\n");
    // The counts of the verdicts, with their signs.
    expect_part(page, "\u2713</b> agrees</span></td><td>1</td>");
    expect_part(page, "\u2248</b> saving differs</span></td><td>1</td>");
    expect_part(page, "!</b> significance differs</span></td><td>1</td>");
    expect_part(page, "\u2717</b> direction differs</span></td><td>1</td>");
    expect_part(page, "?</b> cannot tell</span></td><td>0</td>");
    expect_part(page, "?</b> print contradicts itself</span></td><td>0</td>");
    expect_part(page, "\u2248</b> direction agrees</span></td><td>1</td>");
    expect_part(page, "\u2717</b> differs</span></td><td>1</td>");
    expect_part(page, "?</b> cannot tell</span></td><td>1</td>");
    // A row of each kind, value by value.
    char *const row = part_of(page, "<tr><th scope=\"row\"><span>Transposition", "</tr>");
    expect_part(row, "data-label=\"Start\" class=\"word\">initial</td>");
    expect_part(row, "data-label=\"Trials\">12</td><td data-label=\"Different games\">10</td>");
    expect_part(row, "data-label=\"Mean\">275</td><td data-label=\"SD\">151</td>");
    expect_part(row, "data-label=\"Saving [95 %]\">50.0 % <small>[50.0, 50.0]</small></td>");
    expect_part(row, "data-label=\"Published mean\">1,800,000</td>");
    expect_part(row, "data-label=\"Published saving\">65.7 %</td>");
    expect_part(row, "data-label=\"Difference points\">\u221215.7</td>");
    expect_part(row, "data-label=\"p of the design\">0.0020</td><td data-label=\"p after Holm\">0.0078</td>");
    expect_part(row, "data-label=\"p M-W, one-sided\">0.0191</td><td data-label=\"p M-W, "
                     "two-sided\">0.0382</td>");
    expect_part(row, "data-label=\"Glass&#39;s \u0394\">0.91</td>");
    expect_part(row, "data-label=\"Published effect\">9.07</td>");
    expect_part(row, "data-label=\"Cliff&#39;s \u03b4\">0.55</td>");
    expect_part(row, "<b aria-hidden=\"true\">\u2248</b> saving differs</span></td>");
    free(row);
    expect_part(page, "<li>Move-to-Front against Transposition, initial: 0.500 [0.500, 0.500], p 0.002, 10 "
                      "trials</li>\n");
    expect_part(page,
                "<dt>Games</dt><dd>initial 12 trials, 10 different; midgame 12 trials, 10 different; the "
                "figures are those of different games only</dd>");
    char *const cell = part_of(strstr(page, "depth 5"), "depth 5", "</tr>");
    expect_part(cell, "data-label=\"Games\">44</td><td data-label=\"Different\">40</td><td "
                      "data-label=\"Won\">20</td><td data-label=\"Drawn\">20</td><td "
                      "data-label=\"Lost\">0</td><td data-label=\"Points [95 %]\">75.0 % <small>[");
    expect_part(cell, "data-label=\"Elo [95 %]\">+191 <small>[");
    expect_part(cell, "data-label=\"First seat\">100.0 %</td><td data-label=\"Second seat\">50.0 %</td><td "
                      "data-label=\"p after Holm\">0.0014</td><td data-label=\"Published\">74 %</td><td "
                      "data-label=\"Difference points\">1.0</td>");
    free(cell);
    free(page);
    tables_close(&t);
    store_close(store);
    for (int i = 0; i < 2; i++) experiment_close(&e[i]);
}
END_TEST

// What gnuplot is asked to draw, by a program of that name that writes it down. Savings are from -25 to
// 77.2, the axes from -30 to 80.
START_TEST(test_what_is_drawn)
{
    Experiment   e[2]  = {lab_parse(NODES), lab_parse(MATCHES)};
    Store *const store = lab_store("a", true);
    Tables       t;
    Status       status = {0};
    char         path[TEXT_MAX];
    FILE *const  fake = fopen(lab_path("gnuplot"), "w");
    ck_assert_ptr_nonnull(fake);
    fprintf(fake, "#!/bin/sh\ncat >>'%s'\necho '<svg></svg>'\n", lab_path("drawn"));
    fclose(fake);
    ck_assert_int_eq(chmod(lab_path("gnuplot"), 0755), 0);
    snprintf(path, sizeof path, "%s:%s", lab_path(""), getenv("PATH"));
    setenv("PATH", path, 1);
    nodes_fill(store, &e[0]);
    matches_fill(store, &e[1]);
    ck_assert_msg(tables_make(&t, store, e, 2, 0, &status), "%s", status.text);
    ck_assert_msg(page_write(&t, lab_path("page"), "pollard lab report", &status), "%s", status.text);
    char *const drawn = file_text(lab_path("drawn")), *const page = file_text(lab_path("page/index.html"));
    // Savings by row; ours against print, with the number of the start.
    expect_part(drawn, "set xrange [-30:80]\nset yrange [0:3]\n");
    expect_part(drawn, "75.4286 75 0\n65.7143 50 0\n77.1698 0 1\n72.5472 -25 1\nEOD\n");
    expect_part(drawn, "set xrange [-30:80]\nset yrange [-30:80]\n");
    expect_part(page, "Savings, ours and published: history-ads");
    expect_part(page, "<pre><code>pollard lab run golden\npollard lab run golden-match\npollard lab "
                      "report\n</code></pre>\n");
    free(drawn);
    free(page);
    tables_close(&t);
    store_close(store);
    for (int i = 0; i < 2; i++) experiment_close(&e[i]);
}
END_TEST

// The second trial of Transposition from the initial position: 100 nodes of 200, a fifth of them interior;
// a list of 1; half a second. And the fourth pair of the first match.
START_TEST(test_trials_as_csv)
{
    Experiment   e[2]   = {lab_parse(NODES), lab_parse(MATCHES)};
    Store *const store  = lab_store("a", true);
    Status       status = {0};
    char         expected[4 * TEXT_MAX];
    nodes_fill(store, &e[0]);
    matches_fill(store, &e[1]);
    ck_assert_msg(rows_csv_write(lab_path("t.csv"), store, e, 2, 0, &kind_nodes, &status), "%s", status.text);
    ck_assert_msg(rows_csv_write(lab_path("m.csv"), store, e, 2, 0, &kind_match, &status), "%s", status.text);
    char *const trials = file_text(lab_path("t.csv")), *const pairs = file_text(lab_path("m.csv"));
    expect_part(
        trials,
        "experiment,series,start,configuration,trial,nodes,interior,leaves,list_length,seconds,"
        "cuts,turns,game,databases,player,protocol,digest,program,commit,compiler,flags,machine,started,"
        "threads,changes\n");
    snprintf(expected, sizeof expected,
             "\n\"golden\",\"\",\"initial\",\"Transposition\",1,100,20,80,1,0.5,,1,1001,,\"%s\",",
             series_of_experiment(&e[0])->list[0].configurations[2].key);
    expect_part(trials, expected);
    snprintf(expected, sizeof expected, ",\"%s\",\"pollard %s\",\"%s\",\"%s\",\"%s\",\"test machine\",\"20",
             lab_digest("focus "), POLLARD_VERSION, build_commit, build_compiler(), build_flags);
    expect_part(trials, expected);
    expect_part(
        pairs,
        "experiment,row,column,opening,points_first,points_second,plies_first,plies_second,capped,"
        "nodes_player,nodes_opponent,seconds,game_first,game_second,databases,player,opponent,protocol,"
        "digest,program,commit,compiler,flags,machine,started,threads,changes\n");
    snprintf(expected, sizeof expected,
             "\n\"golden-match\",\"maze 1\",\"depth 5\",3,2,1,5,8,2,100,40,0.25,31,32,,\"%s\",\"%s\",\"match "
             "tictactoe openings=random:1 plies=9 seed=1\",\"%s\",",
             match_of_experiment(&e[1])->cells[0].player.key,
             match_of_experiment(&e[1])->cells[0].opponent.key, lab_digest("tictactoe "));
    expect_part(pairs, expected);
    free(trials);
    free(pairs);
    store_close(store);
    for (int i = 0; i < 2; i++) experiment_close(&e[i]);
}
END_TEST

Suite *suite_lab_golden(void);
Suite *suite_lab_golden(void)
{
    Suite *const suite = suite_create("lab_golden");
    TCase *const tcase = tcase_create("lab_golden");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_node_counts_as_csv);
    tcase_add_test(tcase, test_node_counts_as_text);
    tcase_add_test(tcase, test_node_counts_as_json);
    tcase_add_test(tcase, test_a_test_that_is_not_all_one_way);
    tcase_add_test(tcase, test_matches_as_csv);
    tcase_add_test(tcase, test_matches_as_text_and_json);
    tcase_add_test(tcase, test_readings_as_text_and_page);
    tcase_add_test(tcase, test_the_page);
    tcase_add_test(tcase, test_what_is_drawn);
    tcase_add_test(tcase, test_trials_as_csv);
    suite_add_tcase(suite, tcase);
    return suite;
}
