// Experiments as text: what is read, what is refused and how, which players and keys of results it leads to.
#include "lab/lab_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define START  "{\"name\":\"a\",\"game\":\"othello\""
#define CONFIG ",\"configurations\":[{\"name\":\"c\"}]"

// One line that holds both words.
static void refused(const char *text, const char *word, const char *expected)
{
    Experiment e;
    Status     status = {0};
    ck_assert_msg(!experiment_parse(&e, text, "x.json", &status), "accepted: %.300s", text);
    ck_assert_msg(strncmp(status.text, "x.json: ", 8) == 0 && strchr(status.text, '\n') == NULL, "%s",
                  status.text);
    ck_assert_msg(strstr(status.text, word) != NULL, "'%s' not in: %s", word, status.text);
    ck_assert_msg(strstr(status.text, expected) != NULL, "'%s' not in: %s", expected, status.text);
    ck_assert(e.body == NULL);
    experiment_close(&e);
}

static void refused_value(const char *key, const char *value, const char *expected)
{
    char text[3000], quoted[40];
    snprintf(text, sizeof text, START CONFIG ",\"%s\":%s}", key, value);
    snprintf(quoted, sizeof quoted, "'%s'", key);
    refused(text, quoted, expected);
}

START_TEST(test_every_experiment_in_the_program_is_read)
{
    int tables = 0;
    for (const Builtin *b = lab_builtins; b->name != NULL; b++) {
        Experiment e;
        Status     status = {0};
        ck_assert_msg(experiment_parse(&e, b->text, b->name, &status), "%s", status.text);
        ck_assert_str_eq(e.name, b->name);
        ck_assert(e.kind == &kind_match || e.kind == &kind_nodes);
        ck_assert(e.kind->tables(&e) > 0 && e.kind->cells(&e) > 0 && e.trials >= e.quick_trials);
        if (e.kind == &kind_match) ck_assert(match_of_experiment(&e)->rows > 0);
        tables += e.kind == &kind_match ? match_of_experiment(&e)->paper[0] != 0
                                        : series_of_experiment(&e)->list[0].paper[0] != 0;
        experiment_close(&e);
    }
    ck_assert_int_ge(tables, 22);
}
END_TEST

START_TEST(test_a_bad_number_is_named_with_its_range)
{
    static const struct {
        const char *key, *range, *outside[2];
    } numbers[] = {
        {"depth", "from 1 to 30", {"0", "31"}},
        {"turns", "from 1 to 100", {"0", "101"}},
        {"midgame-turns", "from 0 to 100", {"-1", "101"}},
        {"trials", "from 1 to 4096", {"0", "4097"}},
        {"quick-trials", "from 1 to 4096", {"0", "4097"}},
        {"seed", "from 0 to 1000000000", {"-1", "1000000001"}},
    };
    static const char *const others[] = {"\"6\"",
                                         "6.5",
                                         "6.0",
                                         "1e2",
                                         "null",
                                         "true",
                                         "[]",
                                         "[6]",
                                         "{}",
                                         "4294967302",
                                         "-9223372036854775808"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        for (int k = 0; k < 2; k++) refused_value(numbers[i].key, numbers[i].outside[k], numbers[i].range);
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            refused_value(numbers[i].key, others[k], numbers[i].range);
    }
    refused_value("turns", "\"games\"", "from 1 to 100, or \"game\"");
    refused_value("depth", "\"game\"", "from 1 to 30");
    refused_value("depth", "1,\"depth-convention\":\"levels\"", "expected 2 or more");
}
END_TEST

START_TEST(test_a_bad_choice_or_text_is_named_with_what_was_expected)
{
    static const struct {
        const char *key, *choices;
    } choices[]                       = {{"depth-convention", "plies|root-children|levels"},
                                         {"count", "nodes|interior"},
                                         {"positions", "shared|own"},
                                         {"per", "trial|move"},
                                         {"generator", "fixed|shuffled"}};
    static const char *const texts[]  = {"label",           "search", "seed-text", "opponents",
                                         "midgame-players", "paper",  "table",     "title"};
    static const char *const others[] = {"1", "null", "true", "[]", "{}", "[\"nodes\"]"};
    char                     longer[800];
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        static const char *const words[] = {"\"x\"", "\"\"", "\"nodes|interior\"", "\"PLIES\"", "\"share\""};
        for (int k = 0; k < 5; k++) refused_value(choices[i].key, words[k], choices[i].choices);
        for (int k = 0; k < 6; k++) refused_value(choices[i].key, others[k], choices[i].choices);
    }
    snprintf(longer, sizeof longer, "\"%0600d\"", 1);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (int k = 0; k < 6; k++) refused_value(texts[i], others[k], "expected text in quotes");
        refused_value(texts[i], longer, "longer than");
        refused_value(texts[i], "\"a\\nb\"", "without control characters");
        refused_value(texts[i], "\"\\u001b[2J\"", "without control characters");
    }
}
END_TEST

START_TEST(test_bad_lists_are_named)
{
    static const char *const starts[] = {
        "[]", "[\"x\"]", "\"initial\"", "{}", "[1]", "null", "[\"initial\",\"midgame\",\"initial\"]"};
    for (int i = 0; i < 7; i++)
        refused_value("starts", starts[i], "expected a list of \"initial\" and \"midgame\"");
    refused_value("starts", "[\"midgame\",\"midgame\"]", "'midgame' is named twice");
    static const char *const series[] = {"[]", "{}", "1", "\"x\"", "null"};
    for (int i = 0; i < 5; i++) refused_value("series", series[i], "expected a list of 1 to 64");
    refused(START CONFIG ",\"series\":[{},1]}", "series 2", "expected an object");
    refused(START CONFIG ",\"series\":[{\"trials\":3}]}", "series 1", "unknown key 'trials'");
    refused(START CONFIG ",\"series\":[{\"depth\":3},{\"depth\":0}]}", "series 2", "'depth'");
    char text[8000];
    Text out = text_on(text, sizeof text);
    text_add(&out, START ",\"configurations\":[{\"name\":\"0\"}");
    for (int i = 1; i <= CONFIGURATIONS_MAX; i++) text_add(&out, ",{\"name\":\"%d\"}", i);
    text_add(&out, "]}");
    refused(text, "'configurations'", "expected a list of 1 to 24");
    out = text_on(text, sizeof text);
    text_add(&out, START CONFIG ",\"series\":[{}");
    for (int i = 0; i < 64; i++) text_add(&out, ",{}");
    text_add(&out, "]}");
    refused(text, "'series'", "expected a list of 1 to 64");
}
END_TEST

START_TEST(test_bad_configurations_are_named)
{
    static const char *const lists[] = {"[]", "{}", "\"c\"", "1", "null"};
    for (int i = 0; i < 5; i++) {
        char text[200];
        snprintf(text, sizeof text, START ",\"configurations\":%s}", lists[i]);
        refused(text, "'configurations'", "expected a list of 1 to 24");
    }
#define LIST(text) START ",\"configurations\":[" text "]}"
    refused(LIST("1"), "'configurations'", "expected objects");
    refused(LIST("\"c\""), "'configurations'", "expected objects");
    refused(LIST("{}"), "configuration", "no name");
    refused(LIST("{\"name\":1}"), "'name'", "expected text");
    refused(LIST("{\"name\":\"c\",\"settings\":[]}"), "configuration 'c'", "'settings': expected text");
    refused(LIST("{\"name\":\"c\",\"published\":0}"), "configuration 'c'", "'published': expected text");
    refused(LIST("{\"name\":\"c\",\"order\":\"killer\"}"), "unknown key 'order'",
            "name, settings, published");
    refused(LIST("{\"name\":\"c\"},{\"name\":\"d\"},{\"name\":\"c\"}"), "configuration 'c'", "twice");
    refused(LIST("{\"name\":\"c\"},{\"name\":\"d\",\"settings\":\"order=fast\"}"), "configuration 'd'",
            "'fast'");
    refused(LIST("{\"name\":\"c\",\"settings\":\"preset=othello\"}"), "configuration 'c'",
            "preset=othello: unknown");
    refused(LIST("{\"name\":\"c\",\"settings\":\"preset=abalone-paper,tt=0\"}"), "configuration 'c'",
            "needs a table");
    refused(START CONFIG ",\"search\":\"alphabeta:preset=abalone-paper\"}", "'search'",
            "in the settings of a configuration");
    refused(START CONFIG ",\"search\":\"alphabeta:Preset=abalone-paper\"}", "'search'",
            "in the settings of a configuration");
    refused(START CONFIG ",\"search\":\"stockfish\"}", "'search'", "unknown player 'stockfish'");
    refused(LIST("{\"name\":\"c\",\"settings\":\"tt=8,tt=9\"}"), "configuration 'c'", "'tt' is given twice");
    refused(START
            ",\"search\":\"alphabeta:tt=8\",\"configurations\":[{\"name\":\"c\",\"settings\":\"TT=9\"}]}",
            "configuration 'c'", "'TT' is given twice");
    refused(LIST("{\"name\":\"c\",\"settings\":\"depth=3\"}"), "configuration 'c'", "depth");
    refused(LIST("{\"name\":\"c\",\"settings\":\"time=3\"}"), "configuration 'c'", "does not support time=");
    refused(LIST("{\"name\":\"c\",\"settings\":\"nodes=3\"}"), "configuration 'c'",
            "does not support nodes=");
    refused(LIST("{\"name\":\"c\",\"settings\":\"tt=8,threads=2\"}"), "configuration 'c'", "threads=2");
    refused(LIST("{\"name\":\"c\",\"settings\":\"with=some.json\"}"), "configuration 'c'", "with=");
}
END_TEST

START_TEST(test_what_is_no_experiment_is_refused)
{
    char deep[6001];
    memset(deep, '[', 6000);
    deep[6000] = 0;
    refused(deep, "line 1", "maximum parsing depth");
    refused("", "line 1", "'[' or '{' expected");
    refused("{", "line 1", "expected");
    refused("nonsense", "line 1", "expected");
    refused("[]", "x.json", "expected an object");
    refused("{}", "'name'", "missing");
    refused("{\"name\":\"a\",\"name\":\"b\"}", "line 1", "duplicate object key");
    refused(START CONFIG ",\"deepth\":3}", "unknown key 'deepth'", "expected one of: label, game");
    refused(START CONFIG ",\"depth\":1e999}", "line 1", "real number overflow");
    refused(START CONFIG ",\"depth\":99999999999999999999}", "line 1", "too big");
    refused("{\"name\":\"A b\"}", "'name': 'A b'", "small letters");
    refused("{\"name\":\"\"}", "'name'", "small letters");
    refused("{\"name\":7}", "'name'", "expected text");
    refused("{\"name\":\"a\"" CONFIG "}", "'game'", "missing");
    refused(START "}", "'configurations'", "missing");
    refused("{\"name\":\"a\",\"game\":\"shogi\"" CONFIG "}", "game", "unknown game 'shogi'");
    refused("{\"name\":\"a\",\"game\":7" CONFIG "}", "'game'", "expected text");
}
END_TEST

START_TEST(test_players_that_cannot_play_are_refused)
{
    static const char *const keys[] = {"opponents", "midgame-players"};
    for (int i = 0; i < 2; i++) {
        refused_value(keys[i], "\"human\"", "'human' is not supported");
        refused_value(keys[i], "\"stockfish\"", "'stockfish'");
        refused_value(keys[i], "\"alphabeta\"", "no limit");
        refused_value(keys[i], "\"alphabeta:time=5\"", "does not support time=");
        refused_value(keys[i], "\"alphabeta:depth=2,tt=8,threads=2\"", "threads=2");
        refused_value(keys[i], "\"random:depth=2\"", "depth");
        refused_value(keys[i], "\"alphabeta:depth=2,preset=othello\"", "preset=othello: unknown");
    }
    refused("{\"name\":\"a\",\"game\":\"focus:players=4\",\"search\":\"alphabeta\"" CONFIG "}",
            "configuration 'c'", "expected paranoid, brs or maxn");
    refused(START CONFIG ",\"search\":\"random\"}", "configuration 'c'", "depth");
    refused(START CONFIG ",\"search\":\"human\"}", "configuration 'c'", "depth");
    refused(START CONFIG ",\"search\":\"alphabeta:depth=3\"}", "configuration 'c'", "depth");
    Experiment e = lab_parse(START CONFIG
                             ",\"opponents\":\"random\",\"midgame-players\":\"alphabeta:nodes=50\"}");
    experiment_close(&e);
    e = lab_parse(START CONFIG
                  ",\"midgame-players\":\"alphabeta:depth=2,preset=abalone-windows,windows=9\"}");
    // stored by what a preset holds
    ck_assert_str_eq(series_of_experiment(&e)->list[0].midgame_players.shown, "alphabeta:depth=2,windows=9");
    ck_assert_str_eq(series_of_experiment(&e)->list[0].opponents.shown, "alphabeta:depth=2,windows=9");
    experiment_close(&e);
}
END_TEST

// Mistakes are for people to meet; what is counted are the nodes of a plain search.
START_TEST(test_mistakes_are_refused_for_the_measured_and_the_others)
{
    static const char *const keys[] = {"opponents", "midgame-players"};
    for (int i = 0; i < 2; i++) {
        refused_value(keys[i], "\"alphabeta:depth=2,mistakes=20\"",
                      "does not support mistakes=20; expected a plain search");
        refused_value(keys[i], "\"engine:level=3\"", "'engine' at this level has mistakes=40");
    }
    refused(LIST("{\"name\":\"c\",\"settings\":\"mistakes=20\"}"), "configuration 'c'",
            "does not support mistakes=20; expected a plain search");
    refused(START CONFIG ",\"search\":\"alphabeta:mistakes=1\"}", "configuration 'c'",
            "does not support mistakes=1;");
}
END_TEST

START_TEST(test_the_engine_is_an_opponent_when_depth_or_nodes_limit_it)
{
    static const char *const keys[] = {"opponents", "midgame-players"};
    for (int i = 0; i < 2; i++) {
        refused_value(keys[i], "\"engine\"", "'engine' is limited by time here; expected a limit of depth");
        refused_value(keys[i], "\"engine:depth=3,time=50\"", "'engine' is limited by time here");
        refused_value(keys[i], "\"engine:depth=3,threads=2\"", "threads=2");
        refused_value(keys[i], "\"engine:level=11\"", "level");
    }
    refused(START CONFIG ",\"search\":\"engine\"}", "configuration 'c'",
            "'engine' stands for a search; expected the search itself");
    Experiment          e = lab_parse(START CONFIG ",\"opponents\":\"engine:level=6\","
                                                            "\"midgame-players\":\"engine:depth=3\"}");
    const Series *const s = &series_of_experiment(&e)->list[0];
    char                text[PROTOCOL_MAX];
    Text                out = text_on(text, sizeof text);
    ck_assert_str_eq(s->opponents.shown, "engine:level=6");
    ck_assert_str_eq(s->midgame_players.shown, "engine:depth=3");
    // stored by what it stood for
    ck_assert_ptr_nonnull(strstr(s->opponents.key, ",depth=4,nodes=40000,"));
    ck_assert_ptr_nonnull(strstr(s->midgame_players.key, ",depth=3,"));
    series_protocol(s, START_MIDGAME, 1, &out);
    ck_assert_ptr_nonnull(strstr(text, s->opponents.key));
    ck_assert_ptr_nonnull(strstr(text, s->midgame_players.key));
    ck_assert_ptr_null(strstr(text, "engine"));
    experiment_close(&e);
}
END_TEST

static long memory_peak(void)
{
    FILE *const file = fopen("/proc/self/status", "r");
    char        line[200];
    long        kb = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) sscanf(line, "VmPeak: %ld", &kb);
    if (file != NULL) fclose(file);
    return kb;
}

START_TEST(test_reading_opens_no_search)
{
    const long before = memory_peak();
    Experiment e      = lab_parse(START ",\"opponents\":\"alphabeta:depth=2,tt=28\",\"configurations\":["
                                             "{\"name\":\"c\",\"settings\":\"tt=28\"}]}");
    ck_assert_int_lt(memory_peak() - before, 1 << 20);   // kB; the table alone has 4 GB
    experiment_close(&e);
}
END_TEST

START_TEST(test_series_have_the_keys_of_the_file_unless_they_say_otherwise)
{
    Experiment e = lab_parse(
        "{\"name\":\"a\",\"title\":\"t\",\"game\":\"othello\",\"depth\":3,\"turns\":2,\"starts\":["
        "\"midgame\"],"
        "\"seed\":9,"
        "\"trials\":7,\"quick-trials\":2,\"configurations\":[{\"name\":\"c\",\"published\":\"p\"},{\"name\":"
        "\"d\"}],"
        "\"series\":[{\"label\":\"one\"},{\"label\":\"two\",\"game\":\"focus:players=4\",\"search\":"
        "\"paranoid\","
        "\"depth\":2,"
        "\"turns\":1,\"starts\":[\"initial\",\"midgame\"],\"count\":\"interior\",\"positions\":\"own\","
        "\"generator\":\"shuffled\",\"depth-convention\":\"root-children\",\"opponents\":\"random\","
        "\"midgame-turns\":"
        "4,"
        "\"midgame-players\":\"maxn:depth=1\",\"paper\":\"databases\",\"table\":\"VII\",\"configurations\":[{"
        "\"name\":"
        "\"e\"}]}]"
        "}");
    const Series *const a = &series_of_experiment(&e)->list[0], *const b = &series_of_experiment(&e)->list[1];
    ck_assert(series_of_experiment(&e)->count == 2 && e.trials == 7 && e.quick_trials == 2 && e.seed == 9);
    ck_assert(a->depth == 3 && a->turns == 2 && a->midgame_turns == 10 && a->start_count == 1);
    ck_assert(a->starts[0] == START_MIDGAME && a->count == COUNT_NODES && a->positions == POSITIONS_SHARED);
    ck_assert(!a->shuffled && a->convention == DEPTH_PLIES && a->configuration_count == 2);
    ck_assert_str_eq(a->game, "othello");
    ck_assert_str_eq(a->search, "alphabeta");
    ck_assert_str_eq(a->opponents.shown, "alphabeta:depth=2");
    ck_assert_str_eq(a->midgame_players.shown, "alphabeta:depth=2");
    ck_assert_str_eq(a->configurations[0].published, "p");
    ck_assert_str_eq(a->configurations[1].published, "d");
    ck_assert(b->depth == 2 && b->turns == 1 && b->midgame_turns == 4 && b->start_count == 2);
    ck_assert(b->starts[0] == START_INITIAL && b->count == COUNT_INTERIOR && b->positions == POSITIONS_OWN);
    ck_assert(b->shuffled && b->convention == DEPTH_ROOT_CHILDREN && b->configuration_count == 1);
    ck_assert_str_eq(b->label, "two");
    ck_assert_str_eq(b->opponents.shown, "random");
    ck_assert_str_eq(b->midgame_players.shown, "maxn:depth=1");
    ck_assert(strcmp(b->paper, "databases") == 0 && strcmp(b->table, "VII") == 0);
    experiment_close(&e);
    e = lab_parse(START CONFIG ",\"turns\":\"game\",\"series\":[{},{\"per\":\"move\"},{\"turns\":3}]}");
    ck_assert(series_of_experiment(&e)->list[0].turns == TURNS_GAME &&
              series_of_experiment(&e)->list[1].turns == TURNS_GAME &&
              series_of_experiment(&e)->list[2].turns == 3);
    ck_assert_str_eq(series_unit(&series_of_experiment(&e)->list[0]), "game");
    ck_assert_str_eq(series_unit(&series_of_experiment(&e)->list[1]), "move");
    ck_assert_str_eq(series_unit(&series_of_experiment(&e)->list[2]), "trial");
    experiment_close(&e);
    // what is usual for many players
    e = lab_parse("{\"name\":\"a\",\"game\":\"focus:players=4\"" CONFIG "}");
    ck_assert_str_eq(series_of_experiment(&e)->list[0].search, "brs");
    ck_assert_str_eq(series_of_experiment(&e)->list[0].opponents.shown, "brs:depth=2");
    ck_assert(e.trials == 50 && e.quick_trials == 5 && e.seed == 1 &&
              series_of_experiment(&e)->list[0].depth == 6 && series_of_experiment(&e)->list[0].turns == 5);
    experiment_close(&e);
}
END_TEST

START_TEST(test_players_have_the_depth_and_the_shuffle_of_the_series)
{
    static const struct {
        const char     *search, *settings;
        bool            shuffled;
        DepthConvention convention;
        const char     *player;
    } cases[] = {
        {"alphabeta", "", false, DEPTH_PLIES, "alphabeta:depth=4"},
        {"alphabeta", "", false, DEPTH_ROOT_CHILDREN, "alphabeta:depth=5"},
        {"alphabeta", "", false, DEPTH_LEVELS, "alphabeta:depth=3"},
        {"alphabeta:pvs=yes", "tt=8", false, DEPTH_PLIES, "alphabeta:pvs=yes,depth=4,tt=8"},
        {"alphabeta", "", true, DEPTH_PLIES, "alphabeta:depth=4,order=random"},
        {"alphabeta", "tt=8", true, DEPTH_PLIES, "alphabeta:depth=4,order=random,tt=8"},
        {"alphabeta", "order=killer", true, DEPTH_PLIES, "alphabeta:depth=4,order=killer+random"},
        {"alphabeta", "tt=8,order=tt+killer,slots=1", true, DEPTH_ROOT_CHILDREN,
         "alphabeta:depth=5,tt=8,order=tt+killer+random,slots=1"},
        {"alphabeta", "tt=8,order=tt", true, DEPTH_PLIES, "alphabeta:depth=4,tt=8,order=tt+random"},
        {"alphabeta", "order=none", true, DEPTH_PLIES, "alphabeta:depth=4,order=random"},
        {"alphabeta", "order=none,tt=8", true, DEPTH_PLIES, "alphabeta:depth=4,order=random,tt=8"},
        {"alphabeta:order=killer", "", true, DEPTH_PLIES, "alphabeta:order=killer+random,depth=4"},
        {"alphabeta:order=killer,pvs=yes", "slots=1", true, DEPTH_PLIES,
         "alphabeta:order=killer+random,pvs=yes,depth=4,slots=1"},
        {"alphabeta:order=killer", "slots=1", false, DEPTH_PLIES, "alphabeta:order=killer,depth=4,slots=1"},
        {"alphabeta", "preset=abalone-paper,windows=9,q=0", false, DEPTH_PLIES,
         "alphabeta:depth=4,windows=9,q=0,order=combined+iteration,weight=one,tt=22,deepening=yes"},
        {"alphabeta", "preset=abalone-paper,windows=9,q=0", true, DEPTH_PLIES,
         "alphabeta:depth=4,windows=9,q=0,order=combined+iteration+random,weight=one,tt=22,deepening=yes"},
        {"alphabeta", "preset=abalone-paper,windows=9,order=none", true, DEPTH_PLIES,
         "alphabeta:depth=4,windows=9,order=random,tt=22,deepening=yes,q=2"},
        {"alphabeta:tt=9", "preset=abalone-paper,windows=9", false, DEPTH_ROOT_CHILDREN,
         "alphabeta:tt=9,depth=5,windows=9,order=combined+iteration,weight=one,deepening=yes,q=2"},
        {"alphabeta:order=killer,tt=9", "preset=abalone-paper,windows=9", true, DEPTH_PLIES,
         "alphabeta:order=killer+random,tt=9,depth=4,windows=9,deepening=yes,q=2"},
        {"alphabeta", "preset=abalone-windows,windows=9", true, DEPTH_PLIES,
         "alphabeta:depth=4,order=random,windows=9"},
    };
    static const char *const conventions[] = {"plies", "root-children", "levels"};
    Variant                  v             = test_open("othello");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 START ",\"depth\":4,\"search\":\"%s\",\"generator\":\"%s\",\"depth-convention\":\"%s\","
                       "\"configurations\":[{\"name\":\"c\",\"settings\":\"%s\"}]}",
                 cases[i].search, cases[i].shuffled ? "shuffled" : "fixed", conventions[cases[i].convention],
                 cases[i].settings);
        Experiment                 e = lab_parse(text);
        const Configuration *const c = &series_of_experiment(&e)->list[0].configurations[0];
        ck_assert_str_eq(c->shown, cases[i].player);
        snprintf(text, sizeof text, "%s,eval=weights,weights=100/-20/10/5/-50/-2/-2/-1/-1/-1", c->shown);
        ck_assert_str_eq(c->key, text);
        test_settings(&v, c->shown);
        experiment_close(&e);
    }
    variant_close(&v);
}
END_TEST

static void protocol(const Series *s, Start start, uint64_t seed, char out[PROTOCOL_MAX])
{
    Text text = text_on(out, PROTOCOL_MAX);
    series_protocol(s, start, seed, &text);
    ck_assert(!text.cut);
}

#define TWO ",\"configurations\":[{\"name\":\"c\"},{\"name\":\"d\",\"settings\":\"tt=8\"}]"

// A series, of which one thing may be changed.
static Series series_with(const char *change, Positions positions)
{
    char text[1000];
    bool game = strncmp(change, "\"game\"", 6) == 0, list = strstr(change, "configurations") != NULL;
    snprintf(text, sizeof text, "{\"name\":\"a\"%s%s%s%s%s}", game ? "" : ",\"game\":\"othello\"",
             list ? "" : TWO, positions == POSITIONS_OWN ? ",\"positions\":\"own\"" : "",
             change[0] ? "," : "", change);
    Experiment   e      = lab_parse(text);
    const Series series = series_of_experiment(&e)->list[0];
    experiment_close(&e);
    return series;
}

// Does the protocol change when one thing changes? Initial start, midgame start, midgame start with own
// positions.
static const struct {
    const char *change;
    bool        changes[3];
} protocol_changes[] = {
    {"\"game\":\"checkers\"", {1, 1, 1}},
    {"\"turns\":6", {1, 1, 1}},
    {"\"turns\":\"game\"", {1, 1, 1}},
    {"\"opponents\":\"random\"", {1, 1, 1}},
    {"\"seed-text\":\"x\"", {1, 1, 1}},
    {"\"midgame-turns\":11", {0, 1, 1}},
    {"\"midgame-players\":\"random\",\"opponents\":\"alphabeta:depth=2\"", {0, 1, 1}},
    // the control
    {"\"search\":\"paranoid\"", {1, 1, 0}},
    {"\"depth\":7", {1, 1, 0}},
    {"\"depth-convention\":\"root-children\"", {1, 1, 0}},
    {"\"depth-convention\":\"levels\"", {1, 1, 0}},
    {"\"generator\":\"shuffled\"", {1, 1, 0}},
    {"\"configurations\":[{\"name\":\"c\",\"settings\":\"pvs=yes\"}]", {1, 1, 0}},
    // other configurations, names, what is counted, what is printed
    {"\"configurations\":[{\"name\":\"c\"},{\"name\":\"d\",\"settings\":\"tt=9\"}]", {0, 0, 0}},
    {"\"configurations\":[{\"name\":\"c\"}]", {0, 0, 0}},
    {"\"configurations\":[{\"name\":\"x\"},{\"name\":\"d\",\"settings\":\"tt=8\"}]", {0, 0, 0}},
    {"\"count\":\"interior\"", {0, 0, 0}},
    {"\"label\":\"x\",\"paper\":\"history-ads\",\"table\":\"1\"", {0, 0, 0}},
    {"\"starts\":[\"initial\"]", {0, 0, 0}},
    {"\"per\":\"move\"", {0, 0, 0}},
};
enum { PROTOCOL_CHANGES = sizeof protocol_changes / sizeof *protocol_changes };

START_TEST(test_the_protocol_changes_with_what_decides_positions_and_with_nothing_else)
{
    for (int k = 0; k < 3; k++) {
        const Positions positions = k == 2 ? POSITIONS_OWN : POSITIONS_SHARED;
        const Start     start     = k == 0 ? START_INITIAL : START_MIDGAME;
        const Series a = series_with("", positions), b = series_with(protocol_changes[_i].change, positions);
        char         from[PROTOCOL_MAX], to[PROTOCOL_MAX];
        protocol(&a, start, 1, from);
        protocol(&b, start, 1, to);
        ck_assert_msg((strcmp(from, to) != 0) == protocol_changes[_i].changes[k], "%s, case %d: %s | %s",
                      protocol_changes[_i].change, k, from, to);
        protocol(&a, start, 2, to);
        ck_assert_str_ne(from, to);
        protocol(&a, k == 0 ? START_MIDGAME : START_INITIAL, 1, to);
        ck_assert_str_ne(from, to);
        const Series other = series_with("", k == 2 ? POSITIONS_SHARED : POSITIONS_OWN);
        protocol(&other, start, 1, to);
        ck_assert_str_ne(from, to);
    }
}
END_TEST

START_TEST(test_the_longest_protocol_is_whole)
{
    Experiment e = lab_parse(START CONFIG "}");
    Series    *s = ((SeriesList *)e.body)->list;
    char       text[PROTOCOL_MAX];
    memset(s->game, 'g', TEXT_MAX - 1), memset(s->opponents.key, 'o', TEXT_MAX - 1);
    memset(s->midgame_players.key, 'm', TEXT_MAX - 1), memset(s->seed_text, 't', TEXT_MAX - 1);
    memset(s->configurations[0].key, 'c', TEXT_MAX - 1);
    protocol(s, START_MIDGAME, UINT64_MAX, text);
    ck_assert_str_eq(text + strlen(text) - 10, "cccccccccc");
    experiment_close(&e);
}
END_TEST

Suite *suite_lab_experiment(void);
Suite *suite_lab_experiment(void)
{
    Suite *const suite = suite_create("lab_experiment");
    TCase *const tcase = tcase_create("lab_experiment");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, test_every_experiment_in_the_program_is_read);
    tcase_add_test(tcase, test_a_bad_number_is_named_with_its_range);
    tcase_add_test(tcase, test_a_bad_choice_or_text_is_named_with_what_was_expected);
    tcase_add_test(tcase, test_bad_lists_are_named);
    tcase_add_test(tcase, test_bad_configurations_are_named);
    tcase_add_test(tcase, test_what_is_no_experiment_is_refused);
    tcase_add_test(tcase, test_players_that_cannot_play_are_refused);
    tcase_add_test(tcase, test_mistakes_are_refused_for_the_measured_and_the_others);
    tcase_add_test(tcase, test_the_engine_is_an_opponent_when_depth_or_nodes_limit_it);
    tcase_add_test(tcase, test_reading_opens_no_search);
    tcase_add_test(tcase, test_series_have_the_keys_of_the_file_unless_they_say_otherwise);
    tcase_add_test(tcase, test_players_have_the_depth_and_the_shuffle_of_the_series);
    tcase_add_loop_test(tcase, test_the_protocol_changes_with_what_decides_positions_and_with_nothing_else, 0,
                        PROTOCOL_CHANGES);
    tcase_add_test(tcase, test_the_longest_protocol_is_whole);
    suite_add_tcase(suite, tcase);
    return suite;
}
