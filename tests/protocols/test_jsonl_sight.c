// What pages need beside the game: menus from the tables, games in any notation, databases, whole-game
// analysis, what a search counted.
#include "jsonl_dialogue.h"
#include "play/analysis/analysis.h"
#include "play/formats/epd.h"
#include "play/player_engine.h"

#include <stdio.h>

static const json_t *list_of(const json_t *object, const char *key)
{
    const json_t *const list = json_object_get(object, key);
    ck_assert_msg(json_is_array(list), "%s", key);
    return list;
}

static const json_t *named(const json_t *list, const char *name)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(text_of(json_array_get(list, i), "name"), name) == 0) return json_array_get(list, i);
    return NULL;
}

// Menus.

START_TEST(test_menus_are_those_of_the_tables)
{
    start("othello");
    json_t *const       options = ask_good("{\"do\":\"options\"}");
    const json_t *const levels  = list_of(json_object_get(options, "engine"), "levels");
    ck_assert_uint_eq(json_array_size(levels), ENGINE_LEVEL_MAX);
    for (int n = 1; n < ENGINE_LEVEL_MAX; n++)
        ck_assert_int_eq(int_of(json_array_get(levels, (size_t)n - 1), "depth"), engine_levels[n].depth);
    ck_assert_uint_eq(json_array_size(list_of(options, "algorithms")), ALGORITHM_COUNT);
    for (int i = 0; i < FEATURE_COUNT; i++)
        ck_assert_int_eq(named(list_of(options, "orders"), feature_info[i].name) != NULL &&
                             feature_info[i].class == CLASS_ORDER,
                         feature_info[i].class == CLASS_ORDER);
    const json_t *const keys = list_of(options, "keys");
    int                 n    = 0;
    for (; search_options()[n].key != NULL; n++)
        ck_assert_str_eq(text_of(json_array_get(keys, (size_t)n), "key"), search_options()[n].key);
    ck_assert_int_eq((int)json_array_size(keys), n);
    ck_assert_str_eq(json_string_value(json_array_get(list_of(options, "rules"), 0)), "mtf");
    ck_assert_ptr_nonnull(named(list_of(options, "formats"), "ggf"));
    ck_assert_ptr_nonnull(named(list_of(options, "players"), "engine"));
    json_decref(options);
    dialogue_close(&d);
}
END_TEST

START_TEST(test_menus_of_a_game_of_more_have_no_alphabeta_and_no_notation_of_others)
{
    start("virus:size=5,players=3");
    json_t *const options = ask_good("{\"do\":\"options\"}");
    ck_assert_ptr_null(named(list_of(options, "algorithms"), "alphabeta"));
    ck_assert_ptr_nonnull(named(list_of(options, "algorithms"), "brs"));
    ck_assert_ptr_null(named(list_of(options, "formats"), "ggf"));
    json_decref(options);
    dialogue_close(&d);
    start(NULL);
    json_t *const all = ask_good("{\"do\":\"options\"}");
    ck_assert_ptr_nonnull(named(list_of(all, "formats"), "ggf"));
    ck_assert_uint_gt(json_array_size(list_of(all, "presets")), 1);
    json_decref(all);
    dialogue_close(&d);
}
END_TEST

// Notations.

static json_t *import(const char *text)
{
    json_t *const request = json_pack("{s:s, s:s}", "do", "import", "text", text);
    char *const   line    = json_dumps(request, JSON_COMPACT);
    json_t *const answer  = ask_good(line);
    free(line);
    json_decref(request);
    return answer;
}

static void imported(const char *text, const char *format, const char *game, int plies)
{
    json_t *const answer = import(text);
    ck_assert_str_eq(text_of(answer, "format"), format);
    ck_assert_str_eq(text_of(answer, "game"), game);
    ck_assert_int_eq(int_of(answer, "plies"), plies);
    ck_assert_int_eq((int)json_array_size(list_of(answer, "history")), plies);
    json_decref(answer);
}

// A position of the game in progress that looks like a game of another, and positions of other games.
START_TEST(test_positions_of_every_game_are_read_wherever_one_is)
{
    static const char *const games[] = {"othello", "thief-police", "chess", "focus"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char line[100];
        start(NULL);
        snprintf(line, sizeof line, "{\"do\":\"new\",\"game\":\"%s\"}", games[i]);
        for (int k = 0; k < 3; k++) {
            static const char *const text[] = {"11.9 1.16,7.9,13.14,17.11 thief",
                                               "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                                               "B:W21,22,32:BK1,2"};
            static const char *const game[] = {"thief-police", "chess", "checkers"};
            good(line);
            imported(text[k], "position", game[k], 0);
        }
        good(line);
        bad("{\"do\":\"import\",\"text\":\"B:W21,22,32:BK1,2\",\"game\":\"othello\"}", "");
        bad("{\"do\":\"import\",\"text\":\"B:W21,22,32:BK1,2\",\"number\":2}", "");
        dialogue_close(&d);
    }
    start(NULL);
    imported("B:W21,22,32:BK1,2", "position", "checkers", 0);   // before any game
    dialogue_close(&d);
}
END_TEST

START_TEST(test_which_game_of_a_text_it_is)
{
    start(NULL);
    json_t *const request = json_pack(
        "{s:s, s:s, s:i}", "do", "import", "text",
        "[Event \"x\"]\n\n1. e4 *\n\n[Event \"y\"]\n\n1. d4 d5 *\n\n[Event \"z\"]\n\n1. c4 *\n", "number", 2);
    char *const   line   = json_dumps(request, JSON_COMPACT);
    json_t *const answer = ask_good(line);
    ck_assert_int_eq(int_of(answer, "number"), 2);
    ck_assert_int_eq(int_of(answer, "games"), 3);
    ck_assert_int_eq(int_of(answer, "plies"), 2);
    json_decref(answer);
    free(line);
    json_decref(request);
    json_t *const lines = import("(;GM[Othello]B[d3];)(;GM[Othello];)");
    ck_assert_int_eq(int_of(lines, "games"), 2);
    json_decref(lines);
    dialogue_close(&d);
}
END_TEST

static void exported(const char *request, const char *words)
{
    json_t *const answer = ask_good(request);
    ck_assert_msg(strstr(text_of(answer, "text"), words) != NULL, "%s", text_of(answer, "text"));
    json_decref(answer);
}

START_TEST(test_who_gave_up_has_lost_in_what_is_written)
{
    start(NULL);
    good("{\"do\":\"new\",\"game\":\"chess\",\"moves\":\"e4\"}");
    exported("{\"do\":\"export\",\"format\":\"pgn\"}", "[Result \"*\"]");
    exported("{\"do\":\"export\",\"format\":\"pgn\",\"forfeit\":{\"player\":1,\"reason\":\"resigns\"}}",
             "[Result \"1-0\"]");
    exported("{\"do\":\"export\",\"format\":\"pgn\",\"forfeit\":{\"player\":0,\"reason\":\"resigns\"}}",
             "[Result \"0-1\"]");
    exported("{\"do\":\"export\",\"forfeit\":{\"player\":0,\"reason\":\"resigns\"}}", "resigns");
    bad("{\"do\":\"export\",\"forfeit\":1}", "'forfeit': expected an object");
    bad("{\"do\":\"export\",\"forfeit\":{\"player\":2,\"reason\":\"resigns\"}}", "'player'");
    bad("{\"do\":\"export\",\"forfeit\":{\"player\":1}}", "'reason'");
    good("{\"do\":\"new\",\"game\":\"chess\",\"moves\":\"f3 e5 g4 Qh4#\"}");
    bad("{\"do\":\"export\",\"forfeit\":{\"player\":1,\"reason\":\"resigns\"}}", "the game is over");
    dialogue_close(&d);
}
END_TEST

START_TEST(test_games_are_read_in_any_notation)
{
    start(NULL);
    imported("f5d6c3d3c4", "transcript", "othello", 5);
    imported("d3 c3 c4", "transcript", "othello", 3);
    imported("[Event \"x\"]\n[White \"Ann\"]\n\n1. e4 e5 2. Nf3 {good} *", "pgn", "chess", 3);
    imported("8/8/8/8/8/4k3/8/4K2R w K - 0 1", "position", "chess", 0);
    bad("{\"do\":\"import\",\"text\":\"\"}", "expected a game");
    bad("{\"do\":\"import\"}", "expected a game");
    good("{\"do\":\"new\",\"game\":\"connect-four\"}");   // whose games have no notation of their own
    bad("{\"do\":\"import\",\"text\":\"a\",\"number\":2}", "expected number 1");
    good("{\"do\":\"new\",\"game\":\"chess\"}");
    bad("{\"do\":\"import\",\"text\":\"hello there\"}", "");
    bad("{\"do\":\"import\",\"text\":\"f5d6\",\"number\":2}", "no game 2");
    ck_assert_int_eq(record()->count, 0);   // what was refused has changed nothing
    dialogue_close(&d);
}
END_TEST

START_TEST(test_tags_and_remarks_come_along)
{
    start("chess");
    json_t *const answer = import("[White \"Ann\"]\n[Result \"1-0\"]\n\n1. e4 {a remark} e5 1-0");
    ck_assert_str_eq(text_of(json_object_get(answer, "tags"), "White"), "Ann");
    ck_assert_str_eq(text_of(json_array_get(list_of(answer, "comments"), 0), "text"), "a remark");
    ck_assert_int_eq(json_integer_value(json_array_get(list_of(answer, "decided"), 0)), 2);
    json_decref(answer);
    dialogue_close(&d);
}
END_TEST

START_TEST(test_lines_of_epd_are_positions_with_tags)
{
    static const char line[] = "8/8/8/8/8/4k3/8/4K2R w K - bm O-O; id \"x; y\";";
    char              text[300];
    start("chess");
    json_t *const one = import(line);
    ck_assert_str_eq(text_of(one, "format"), "epd");
    ck_assert_str_eq(text_of(one, "position"), "8/8/8/8/8/4k3/8/4K2R w K - 0 1");
    ck_assert_str_eq(text_of(json_object_get(one, "tags"), "Event"), "x; y");
    ck_assert_str_eq(text_of(json_object_get(one, "tags"), "bm"), "O-O");
    json_decref(one);
    snprintf(text, sizeof text, "%s\n8/8/8/8/8/4k3/8/4K2R b - - 0 1", line);
    json_t *const two = import(text);
    ck_assert_int_eq(json_integer_value(json_object_get(two, "games")), 2);
    json_decref(two);
    dialogue_close(&d);
}
END_TEST

// Every variant, every notation that can hold it: written, read in another session, the same game; of EPD its
// end.
START_TEST(test_what_is_exported_is_imported_again)
{
    for (int f = 0; formats_all[f] != NULL; f++) {
        char request[120];
        start(test_specs[_i]);
        json_decref(ask_good("{\"do\":\"move\",\"move\":0}"));
        good("{\"do\":\"move\",\"move\":0}");
        json_t *const state = ask_good("{\"do\":\"state\"}");
        snprintf(request, sizeof request, "{\"do\":\"export\",\"format\":\"%s\",\"tags\":{\"Event\":\"x\"}}",
                 formats_all[f]->name);
        json_t *const written = ask(request);
        if (json_is_true(json_object_get(written, "ok"))) {
            char *const text = strdup(text_of(written, "text"));
            good("{\"do\":\"new\",\"game\":\"tictactoe\"}");
            json_t *const read = import(text);
            ck_assert_str_eq(text_of(read, "position"), text_of(state, "position"));
            ck_assert(formats_all[f] == &format_epd ||
                      json_equal(json_object_get(read, "history"), json_object_get(state, "history")));
            json_decref(read);
            free(text);
        } else {
            ck_assert(formats_all[f] != &format_saved);
        }
        json_decref(written);
        json_decref(state);
        dialogue_close(&d);
    }
}
END_TEST

START_TEST(test_exports_refuse_what_they_cannot_write)
{
    start("tictactoe");
    bad("{\"do\":\"export\",\"format\":\"ggf\"}", "othello");
    bad("{\"do\":\"export\",\"format\":\"doc\"}", "doc");
    bad("{\"do\":\"export\",\"tags\":[]}", "object");
    bad("{\"do\":\"export\",\"tags\":{\"White\":1}}", "White");
    json_t *const answer = ask_good("{\"do\":\"export\",\"format\":\"json\"}");
    ck_assert_str_eq(text_of(answer, "format"), "saved");
    json_decref(answer);
    dialogue_close(&d);
}
END_TEST

// What a search counted.

START_TEST(test_counts_and_the_minimal_tree_come_when_asked_for)
{
    start("othello");
    json_t *answer = ask_good("{\"do\":\"think\",\"depth\":4,\"player\":\"alphabeta:order=history-ads\"}");
    ck_assert_ptr_null(json_object_get(answer, "stats"));
    ck_assert_ptr_null(json_object_get(answer, "minimal_tree"));
    const json_int_t nodes = int_of(answer, "nodes");
    json_decref(answer);
    answer = ask_good("{\"do\":\"think\",\"depth\":4,\"minimal\":true,"
                      "\"player\":\"alphabeta:order=history-ads,stats=yes\"}");
    ck_assert_int_eq(int_of(answer, "nodes"), nodes);
    ck_assert_int_le(int_of(answer, "minimal_tree"), nodes);
    const json_t *const stats = json_object_get(answer, "stats");
    json_int_t          cuts  = 0;
    for (size_t i = 0; i < json_array_size(list_of(stats, "levels")); i++)
        cuts += int_of(json_array_get(list_of(stats, "levels"), i), "cuts");
    for (size_t i = 0; i < json_array_size(list_of(stats, "cutoffs_by_index")); i++)
        cuts -= json_integer_value(json_array_get(list_of(stats, "cutoffs_by_index"), i));
    ck_assert_int_eq(cuts, 0);
    json_decref(answer);
    answer = ask_good("{\"do\":\"think\",\"minimal\":true,\"player\":\"minimax:depth=2\"}");
    ck_assert(json_is_null(json_object_get(answer, "minimal_tree")));
    json_decref(answer);
    good("{\"do\":\"think\",\"minimal\":true,\"player\":\"random\"}");
    dialogue_close(&d);
}
END_TEST

START_TEST(test_counting_leaves_is_stopped)
{
    start("othello");
    forget();
    tell(&d, "{\"do\":\"perft\",\"depth\":40,\"id\":1}");
    tell(&d, "{\"do\":\"perft\",\"depth\":4,\"id\":2}");
    ck_assert(was_said("a search is running"));
    tell(&d, "{\"do\":\"stop\",\"id\":3}");
    ck_assert(was_said("{\"id\":1,\"ok\":false,\"error\":\"stopped\"}"));
    json_t *const answer = ask_good("{\"do\":\"perft\",\"depth\":5}");
    ck_assert_int_eq(int_of(answer, "leaves"), 1396);
    json_decref(answer);
    dialogue_close(&d);
}
END_TEST

// Whole games.

START_TEST(test_a_game_is_analysed_as_the_library_does_it)
{
    start("tictactoe");
    good("{\"do\":\"new\",\"moves\":\"b2 a2 a1 c3 c1\"}");
    json_t *const       answer = ask_good("{\"do\":\"analyse\",\"id\":7,\"depth\":9,\"events\":true,"
                                                "\"player\":\"alphabeta\"}");
    const json_t *const moves  = list_of(answer, "moves");
    ck_assert_int_eq(times_said("\"event\":\"move\""), 5);
    ck_assert_int_eq(times_said("\"id\":7"), 6);
    ck_assert_uint_eq(json_array_size(moves), 5);
    ck_assert(json_is_false(json_object_get(answer, "stopped")));
    // a2 loses to a1, which a corner would not
    static const char *const verdicts[] = {"", "blunder", "", "", ""};
    static const char *const fields[]   = {"ply",  "mover", "move", "depth",   "value", "after",
                                           "loss", "best",  "pv",   "verdict", NULL};
    for (size_t i = 0; i < 5; i++) {
        has_fields(json_array_get(moves, i), fields);
        ck_assert_int_eq(int_of(json_array_get(moves, i), "ply"), (json_int_t)i + 1);
        ck_assert_str_eq(text_of(json_array_get(moves, i), "verdict"), verdicts[i]);
    }
    json_decref(answer);
    dialogue_close(&d);
}
END_TEST

START_TEST(test_an_analysis_is_stopped_and_refuses_what_it_cannot_do)
{
    start("othello");
    good("{\"do\":\"new\",\"moves\":\"f5d6c3d3c4\"}");
    bad("{\"do\":\"analyse\",\"depth\":1}", "depth");
    bad("{\"do\":\"analyse\",\"player\":\"random\"}", "not a search");
    bad("{\"do\":\"analyse\",\"player\":\"alphabeta:depth=1\",\"time_ms\":5}", "2 or more");
    forget();
    tell(&d, "{\"do\":\"analyse\",\"depth\":40,\"events\":true}");
    tell(&d, "{\"do\":\"think\"}");
    ck_assert(was_said("a search is running"));
    tell(&d, "{\"do\":\"stop\"}");
    ck_assert_int_eq(times_said("\"stopped\":true}"), 2);   // the analysis and the request
    json_decref(ask_good("{\"do\":\"analyse\"}"));
    good("{\"do\":\"new\",\"game\":\"virus:size=5,players=3\"}");
    good("{\"do\":\"move\",\"move\":0}");
    json_t *const answer = ask_good("{\"do\":\"analyse\",\"depth\":2}");
    ck_assert_str_eq(text_of(answer, "player"), "maxn");
    ck_assert_uint_eq(json_array_size(list_of(json_array_get(list_of(answer, "moves"), 0), "values")), 3);
    json_decref(answer);
    dialogue_close(&d);
}
END_TEST

// The search in sight.

static json_t *tree(json_int_t node)
{
    char request[80];
    snprintf(request, sizeof request, "{\"do\":\"tree\",\"node\":%d,\"count\":5000}", (int)node);
    return ask_good(request);
}

// Walks the tree by requests: every legal move of a node that was expanded is there, searched or not, counts
// add up. Returns how many nodes were seen.
static json_int_t walk(json_int_t node, int plies)
{
    json_t *const       answer   = tree(node);
    const json_t *const itself   = json_object_get(answer, "node");
    const json_t *const children = list_of(answer, "children");
    json_int_t          below = 1, seen = 1;
    int                 searched = 0;
    ck_assert_int_eq(int_of(itself, "node"), node);
    ck_assert_int_eq((int)json_array_size(children), int_of(answer, "total"));
    for (size_t i = 0; i < json_array_size(children); i++) {
        const json_t *const child = json_array_get(children, i);
        if (json_is_null(json_object_get(child, "node"))) {
            ck_assert_str_eq(text_of(child, "why"), "not searched");
            ck_assert_str_ne(text_of(itself, "why"), "all");
            continue;
        }
        static const char *const fields[] = {"node",  "move",  "text", "ply",   "depth",    "alpha", "beta",
                                             "value", "nodes", "why",  "index", "children", "how",   NULL};
        has_fields(child, fields);
        searched++;
        below += int_of(child, "nodes");
        if (plies > 0) seen += walk(int_of(child, "node"), plies - 1);
    }
    ck_assert_int_eq(searched, int_of(itself, "children"));
    if (json_is_true(json_object_get(itself, "recorded"))) ck_assert_int_eq(below, int_of(itself, "nodes"));
    json_decref(answer);
    return seen;
}

START_TEST(test_the_tree_of_a_search_is_walked_by_requests)
{
    static const char *const cases[][2] = {
        {"tictactoe", "alphabeta:order=tt+killer+history-ads,tt=10,pvs=yes"},
        {"othello", "alphabeta:order=history-ads,pvs=yes"},
        {"chess", "alphabeta:order=history-ads,stand-pat=2,null=2,repetition=yes"},
        {"virus:size=5,players=3", "brs:order=history-ads,pvs=yes"},
        {"virus:size=5,players=3", "paranoid:order=history-ads"},
        {"focus:players=4", "maxn:order=history-ads"},
        {"focus:players=4", "brs:order=threat-ads+history-ads,levels=multi"},
    };
    char request[300];
    start(cases[_i][0]);
    bad("{\"do\":\"tree\"}", "no trace");
    bad("{\"do\":\"lists\"}", "no trace");
    bad("{\"do\":\"list-events\"}", "no trace");
    snprintf(request, sizeof request, "{\"do\":\"think\",\"depth\":2,\"player\":\"%s\"}", cases[_i][1]);
    json_t *const plain = ask_good(request);
    snprintf(request, sizeof request, "{\"do\":\"think\",\"depth\":2,\"player\":\"%s\",\"trace\":1000000}",
             cases[_i][1]);
    json_t *const traced = ask_good(request);
    ck_assert_int_eq(int_of(plain, "nodes"), int_of(traced, "nodes"));
    ck_assert_str_eq(text_of(plain, "pv"), text_of(traced, "pv"));
    json_t *const root = tree(0);
    ck_assert_int_eq(int_of(json_object_get(root, "node"), "nodes"), int_of(traced, "nodes"));
    ck_assert_int_eq(int_of(root, "recorded"), int_of(traced, "nodes"));
    ck_assert_int_eq(int_of(json_object_get(root, "node"), "value"), int_of(traced, "value"));
    ck_assert_int_gt(walk(0, 1), 2);
    good("{\"do\":\"lists\"}");
    good("{\"do\":\"list-events\"}");
    bad("{\"do\":\"tree\",\"node\":100000000}", "node");
    bad("{\"do\":\"tree\",\"node\":-1}", "node");
    // What else is asked leaves it there; another game does not.
    good("{\"do\":\"values\",\"depth\":1}");
    good("{\"do\":\"move\",\"move\":0}");
    ck_assert_int_gt(walk(0, 0), 0);
    good("{\"do\":\"new\",\"game\":\"connect-four\"}");
    bad("{\"do\":\"tree\"}", "no trace");
    json_decref(root);
    json_decref(plain);
    json_decref(traced);
    dialogue_close(&d);
}
END_TEST

// The events, played on empty lists, are the lists at the end.
START_TEST(test_lists_are_what_their_events_make_of_them)
{
    static const char *const levels[] = {"single", "multi", "blend"};
    char                     request[200];
    start("othello");
    snprintf(request, sizeof request,
             "{\"do\":\"think\",\"depth\":4,\"trace\":200000,\"player\":\"alphabeta:order=history-ads,"
             "levels=%s,deepening=yes\"}",
             levels[_i]);
    good(request);
    json_t *const       lists  = ask_good("{\"do\":\"lists\"}");
    json_t *const       events = ask_good("{\"do\":\"list-events\",\"count\":10000}");
    const json_t *const all    = list_of(lists, "lists");
    ck_assert_int_eq((int)json_array_size(list_of(events, "events")), int_of(events, "events_total"));
    ck_assert_uint_ge(json_array_size(all), 2);
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *const list = json_array_get(all, i);
        json_int_t          ids[200];
        json_int_t          count = 0, hits = 0;
        for (size_t k = 0; k < json_array_size(list_of(events, "events")); k++) {
            const json_t *const e = json_array_get(list_of(events, "events"), k);
            if (!json_equal(json_object_get(e, "side"), json_object_get(list, "side")) ||
                !json_equal(json_object_get(e, "level"), json_object_get(list, "level")))
                continue;
            const json_t *const from = json_object_get(e, "from");
            const json_int_t    at   = json_is_null(from) ? count++ : json_integer_value(from);
            for (json_int_t p = at; p > int_of(e, "to"); p--) ids[p] = ids[p - 1];
            ids[int_of(e, "to")] = int_of(e, "id");
            hits++;
        }
        ck_assert_int_eq(count, int_of(list, "length"));
        for (json_int_t p = 0; p < count; p++) {
            const json_t *const entry = json_array_get(list_of(list, "entries"), (size_t)p);
            ck_assert_int_eq(ids[p], int_of(entry, "id"));
            hits -= int_of(entry, "hits");
        }
        ck_assert_int_eq(hits, 0);
    }
    const json_t *const first = json_array_get(list_of(json_array_get(all, 0), "entries"), 0);
    ck_assert_uint_eq(strlen(text_of(first, "move")), 2);   // a square of the board
    json_decref(lists);
    json_decref(events);
    dialogue_close(&d);
}
END_TEST

START_TEST(test_traces_are_refused_where_there_is_nothing_to_see)
{
    start("tictactoe");
    bad("{\"do\":\"think\",\"trace\":1000,\"player\":\"random\"}", "nothing to trace");
    bad("{\"do\":\"think\",\"trace\":1000,\"player\":\"minimax:depth=2\"}", "trace");
    bad("{\"do\":\"think\",\"trace\":0}", "trace");
    bad("{\"do\":\"think\",\"trace\":4000001}", "trace");
    bad("{\"do\":\"values\",\"trace\":10}", "trace");
    bad("{\"do\":\"tree\"}", "no trace");
    for (int i = 0; i < 2; i++) {   // by the spec, twice with one player
        good("{\"do\":\"think\",\"player\":\"alphabeta:depth=2,trace=1000\"}");
        json_decref(tree(0));
    }
    good("{\"do\":\"think\",\"trace\":10,\"depth\":6}");
    json_t *const root = tree(0);
    ck_assert_int_le(int_of(root, "recorded"), 10);
    ck_assert_int_eq(int_of(root, "ply_last"), 1);
    json_decref(root);
    forget();
    tell(&d,
         "{\"do\":\"think\",\"trace\":100000,\"infinite\":true,\"player\":\"alphabeta:order=history-ads\"}");
    tell(&d, "{\"do\":\"tree\"}");
    ck_assert(was_said("a search is running"));
    tell(&d, "{\"do\":\"stop\"}");
    json_decref(ask("{\"do\":\"tree\"}"));   // perhaps of nothing
    dialogue_close(&d);
}
END_TEST

Suite *suite_jsonl_sight(void);
Suite *suite_jsonl_sight(void)
{
    Suite *suite = suite_create("jsonl_sight");
    TCase *tcase = tcase_create("jsonl_sight");
    int    specs = 0;
    while (test_specs[specs] != NULL) specs++;
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, test_menus_are_those_of_the_tables);
    tcase_add_test(tcase, test_menus_of_a_game_of_more_have_no_alphabeta_and_no_notation_of_others);
    tcase_add_test(tcase, test_games_are_read_in_any_notation);
    tcase_add_test(tcase, test_tags_and_remarks_come_along);
    tcase_add_test(tcase, test_lines_of_epd_are_positions_with_tags);
    tcase_add_loop_test(tcase, test_what_is_exported_is_imported_again, 0, specs);
    tcase_add_test(tcase, test_positions_of_every_game_are_read_wherever_one_is);
    tcase_add_test(tcase, test_which_game_of_a_text_it_is);
    tcase_add_test(tcase, test_who_gave_up_has_lost_in_what_is_written);
    tcase_add_test(tcase, test_exports_refuse_what_they_cannot_write);
    tcase_add_test(tcase, test_counts_and_the_minimal_tree_come_when_asked_for);
    tcase_add_test(tcase, test_counting_leaves_is_stopped);
    tcase_add_test(tcase, test_a_game_is_analysed_as_the_library_does_it);
    tcase_add_test(tcase, test_an_analysis_is_stopped_and_refuses_what_it_cannot_do);
    tcase_add_loop_test(tcase, test_the_tree_of_a_search_is_walked_by_requests, 0, 7);
    tcase_add_loop_test(tcase, test_lists_are_what_their_events_make_of_them, 0, 3);
    tcase_add_test(tcase, test_traces_are_refused_where_there_is_nothing_to_see);
    suite_add_tcase(suite, tcase);
    return suite;
}
