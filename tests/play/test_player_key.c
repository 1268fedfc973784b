// What results are stored by: the evaluation of the game and its weights belong to it, also where a player
// names none; results of earlier versions, which do not say it, are not taken for those of today.
#include "lab/lab_cases.h"
#include "play/match_cases.h"
#include "play/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEIGHTS "weights=691/54/10/4/152/104"   // of Abalone: a change is to be seen here

static const struct {
    const char *game, *spec, *shown, *key;
} specs[] = {
    {"abalone", "alphabeta:depth=2", "alphabeta:depth=2", "alphabeta:depth=2,eval=paper," WEIGHTS},
    {"abalone", "alphabeta", "alphabeta", "alphabeta:eval=paper," WEIGHTS},
    {"abalone", "alphabeta:eval=paper,depth=2", "alphabeta:eval=paper,depth=2," WEIGHTS,
     "alphabeta:eval=paper,depth=2," WEIGHTS},
    {"abalone", "minimax:depth=2,weights=6/5/4/3/2/1", "minimax:depth=2,weights=6/5/4/3/2/1",
     "minimax:depth=2,weights=6/5/4/3/2/1,eval=paper"},
    {"abalone", "alphabeta:preset=abalone-windows,depth=2,windows=9", "alphabeta:depth=2,windows=9",
     "alphabeta:depth=2,windows=9,eval=paper," WEIGHTS},
    {"abalone", "random", "random", "random"},
    {"abalone", "human", "human", "human"},
    // it has no list of evaluations
    {"virus", "alphabeta:depth=2", "alphabeta:depth=2", "alphabeta:depth=2"},
    {"othello", "alphabeta:depth=2", "alphabeta:depth=2",
     "alphabeta:depth=2,eval=weights,weights=100/-20/10/5/-50/-2/-2/-1/-1/-1"},
    {"othello", "alphabeta:depth=2,eval=mobility",
     "alphabeta:depth=2,eval=mobility,weights=100/-20/10/5/-50/-2/-2/-1/-1/-1/10",
     "alphabeta:depth=2,eval=mobility,weights=100/-20/10/5/-50/-2/-2/-1/-1/-1/10"},
    {"othello", "alphabeta:depth=2,eval=discs", "alphabeta:depth=2,eval=discs",
     "alphabeta:depth=2,eval=discs"},
    {"checkers", "alphabeta:depth=2", "alphabeta:depth=2", "alphabeta:depth=2,eval=material,weights=1/2"},
    {"focus:players=4", "brs:depth=2", "brs:depth=2", "brs:depth=2,eval=pieces,weights=10/1/1"},
    {"connect-four", "alphabeta:depth=2", "alphabeta:depth=2", "alphabeta:depth=2,eval=lines,weights=1/1/1"},
    {"chinese-checkers", "brs:depth=2", "brs:depth=2", "brs:depth=2"},   // its own has no weights
    {"chinese-checkers:board=rhombus7,pieces=6", "alphabeta:depth=2,eval=baseline",
     "alphabeta:depth=2,eval=baseline,weights=42/21/54", "alphabeta:depth=2,eval=baseline,weights=42/21/54"},
};

typedef bool Form(const PlayerSpec *spec, const Variant *v, PlayerSpec *out, Status *status);

// A player in one of its forms, as text.
static bool form_of(Form *form, const Variant *v, const char *spec, char out[TEXT_MAX], Status *status)
{
    PlayerSpec player;
    Text       text = text_on(out, TEXT_MAX);
    if (!player_spec_parse(&player, spec, status) || !form(&player, v, &player, status)) return false;
    player_spec_write(&player, &text);
    ck_assert(!text.cut);
    return true;
}

static void key_of(const Variant *v, const char *spec, char out[TEXT_MAX])
{
    Status status = {0};
    ck_assert_msg(form_of(player_spec_key, v, spec, out, &status), "%s", status.text);
}

START_TEST(test_players_are_stored_with_the_weights_of_their_evaluation)
{
    Variant v = test_open(specs[_i].game);
    char    shown[TEXT_MAX], key[TEXT_MAX], again[TEXT_MAX];
    Status  status = {0};
    ck_assert(form_of(player_spec_shown, &v, specs[_i].spec, shown, &status));
    ck_assert_str_eq(shown, specs[_i].shown);
    key_of(&v, specs[_i].spec, key);
    ck_assert_str_eq(key, specs[_i].key);
    key_of(&v, key, again);
    ck_assert_str_eq(again, key);
    variant_close(&v);
}
END_TEST

// The length that is left for the evaluation decides, to the last character.
START_TEST(test_a_spec_that_is_too_long_with_its_weights_is_refused)
{
    Variant      v        = test_open("abalone");
    const size_t implicit = strlen(",eval=paper," WEIGHTS);
    for (size_t n = TEXT_MAX - implicit - 10; n < TEXT_MAX - implicit + 10; n++) {
        char spec[TEXT_MAX] = "alphabeta:", out[TEXT_MAX];
        for (int i = 0; i < 9; i++) {   // settings of any name: their meaning is looked at elsewhere
            char         setting[64];
            const size_t used = strlen(spec), room = i < 8 ? 51 : n - used;
            memset(setting, '1', sizeof setting);
            memcpy(setting, "k0=", 3);
            setting[1]        = (char)('0' + i);
            setting[room - 1] = i < 8 ? ',' : '1';
            memcpy(spec + used, setting, room);
        }
        Status     status         = {0};
        const bool settings_check = n + implicit < TEXT_MAX;
        ck_assert(strlen(spec) == n);
        ck_assert_int_eq(form_of(player_spec_key, &v, spec, out, &status), settings_check);
        ck_assert(settings_check || strstr(status.text, "too long") != NULL);
    }
    variant_close(&v);
}
END_TEST

// The same search from the key.

static const struct {
    const char *game, *spec;
} searches[] = {
    {"abalone", "alphabeta:depth=2"},
    {"abalone", "minimax:depth=2"},
    {"abalone:start=belgian-daisy", "alphabeta:depth=3,preset=abalone-paper,tt=12"},
    {"abalone:start=belgian-daisy", "alphabeta:depth=3,preset=abalone-windows"},
    {"abalone:start=belgian-daisy",
     "alphabeta:nodes=3000,order=tt+killer+history-ads,tt=10,pvs=yes,deepening=yes"},
    {"abalone", "alphabeta:depth=3,order=combined+iteration,tt=10,deepening=yes,q=2,lifetime=game"},
    {"abalone", "alphabeta:depth=2,order=random"},
    {"abalone", "alphabeta:depth=2,weights=6/5/4/3/2/1"},
    {"chinese-checkers:board=rhombus7,pieces=6", "alphabeta:depth=3,eval=baseline,order=tt+killer,tt=10"},
    {"chinese-checkers:players=4", "brs:depth=2,eval=baseline,order=tt+killer,tt=10"},
    {"othello", "alphabeta:depth=4,order=tt+killer,tt=10"},
    {"othello", "alphabeta:depth=3,eval=mobility,order=history-ads"},
    {"checkers", "alphabeta:depth=5,order=eval"},
    {"focus", "alphabeta:depth=2,order=killer"},
    {"connect-four", "alphabeta:depth=5,order=tt+history,tt=10"},
};

// Two players through the same random game, what they remember from turn to turn and all. How many turns they
// searched differently?
static int turns_apart(const Variant *v, const char *a, const char *b, int turns)
{
    Player   one, other;
    Status   status = {0};
    Rng      rng    = rng_seed(5);
    AnyState s;
    int      apart = 0;
    ck_assert_msg(player_open(&one, v, a, 9, 0, &status) && player_open(&other, v, b, 9, 0, &status), "%s",
                  status.text);
    variant_setup(v, &s);
    for (int i = 0; i < turns && v->game->count(v->rules, &s) > 0; i++) {
        SearchResult x, y;
        Move         moves[GAME_MOVES_MAX];
        const bool   same = player_choose(&one, v, &s, &x) == player_choose(&other, v, &s, &y);
        apart += !same || x.nodes != y.nodes || x.interior != y.interior || x.leaves != y.leaves ||
                 x.value != y.value || x.pv_length != y.pv_length ||
                 memcmp(x.pv, y.pv, (size_t)x.pv_length * sizeof *x.pv) != 0;
        const AnyState before = s;
        v->game->play(v->rules, &s, &before,
                      moves[rng_below(&rng, (uint32_t)v->game->generate(v->rules, &before, moves))]);
    }
    player_close(&one);
    player_close(&other);
    return apart;
}

START_TEST(test_the_key_makes_the_same_search_to_the_last_node)
{
    Variant v = test_open(searches[_i].game);
    char    key[TEXT_MAX];
    key_of(&v, searches[_i].spec, key);
    ck_assert(strcmp(key, searches[_i].spec) != 0 && strstr(key, "weights=") != NULL);
    ck_assert_int_eq(turns_apart(&v, searches[_i].spec, key, test_amount(24, 200)), 0);
    if (_i == 0) ck_assert_int_gt(turns_apart(&v, key, "alphabeta:depth=2,weights=6/5/4/3/2/1", 12), 0);
    variant_close(&v);
}
END_TEST

// Match files.

START_TEST(test_a_match_file_without_the_weights_is_refused_and_left_alone)
{
    const char *const player =
        _i ? "alphabeta:depth=1,order=tt+killer+history-ads,tt=10,pvs=yes,deepening=yes,"
             "lifetime=game,windows=none,aspiration=0"
           : "alphabeta:depth=1";
    const MatchCase c = {"abalone", "random:2", 2, 4, {"random", player}, POINTS_RESULT};
    Variant         v = test_open(c.game);
    MatchSettings   t = match_settings(&c, &v, 1, match_path("a"));
    Tally           tally;
    size_t          size;
    Status          status = {0};
    match_play(&t, &tally);
    char *const text = match_text("a", &size), *const at = strstr(text, ",eval=paper," WEIGHTS "\"");
    ck_assert_ptr_nonnull(at);
    ck_assert_ptr_null(strstr(at + 6, "eval="));   // nothing of it for the random player
    t.games = 6;
    match_play(&t, &tally);   // continues with the same weights
    ck_assert_int_eq(tally.games, 6);
    memmove(at, strchr(at, '"'), strlen(strchr(at, '"')) + 1);   // as files were written before
    match_put("b", text, strlen(text));
    t.save = match_path("b");
    ck_assert(match_refused(&t, &status));
    ck_assert_msg(strstr(status.text, "another match: player 2 is '") != NULL, "%s", status.text);
    ck_assert_msg(strstr(status.text, ",eval=paper," WEIGHTS "' here") != NULL, "%s", status.text);
    ck_assert_msg(strstr(status.text, _i ? "'...aspiration=0' there" : "'alphabeta:depth=1' there") != NULL,
                  "%s", status.text);
    ck_assert(match_is("b", text, strlen(text)));
    free(text);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_match_shows_its_players_without_the_weights_of_the_game)
{
    Variant             v     = test_open("abalone");
    const MatchCase     c     = {"abalone", "random:2", 2, 4, {"random", "alphabeta:depth=1"}, POINTS_RESULT};
    const MatchSettings t     = match_settings(&c, &v, 1, NULL);
    Match *const        match = calloc(1, sizeof *match);
    Status              status;
    ck_assert(match_open(match, &t, &status));
    ck_assert_str_eq(match->shown[1], "alphabeta:depth=1");
    ck_assert_str_eq(match->key[1], "alphabeta:depth=1,eval=paper," WEIGHTS);
    match_close(match);
    free(match);
    variant_close(&v);
}
END_TEST

// The laboratory.

#define ABALONE                                                                                              \
    "{\"name\":\"a\",\"game\":\"abalone\",\"depth\":1,\"turns\":1,\"midgame-turns\":1,\"trials\":2"

START_TEST(test_trials_are_stored_by_the_weights_of_all_players_in_them)
{
    Experiment e = lab_parse(
        ABALONE ",\"opponents\":\"random\",\"configurations\":[{\"name\":\"c\"},{\"name\":\"d\","
                "\"settings\":\"weights=6/5/4/3/2/1\"},{\"name\":\"e\",\"settings\":\"eval=paper\"}]}");
    static const char *const keys[] = {"alphabeta:depth=1,eval=paper," WEIGHTS,
                                       "alphabeta:depth=1,weights=6/5/4/3/2/1,eval=paper",
                                       "alphabeta:depth=1,eval=paper," WEIGHTS};
    char                     text[PROTOCOL_MAX];
    Text                     out = text_on(text, sizeof text);
    series_protocol(&series_of_experiment(&e)->list[0], START_MIDGAME, 1, &out);
    ck_assert_str_eq(text, "abalone start=midgame after=1 by=alphabeta:depth=2,eval=paper," WEIGHTS
                           " turns=1 opponents=random seed=1 moves=alphabeta:depth=1,eval=paper," WEIGHTS);
    for (int i = 0; i < 3; i++) {
        const Configuration *const c = &series_of_experiment(&e)->list[0].configurations[i];
        ck_assert_str_eq(c->key, keys[i]);
        ck_assert_int_eq(strstr(c->shown, "eval=") != NULL, i == 2);
    }
    experiment_close(&e);
    e = lab_parse(
        "{\"name\":\"a\",\"game\":\"chinese-checkers:board=rhombus7,pieces=6\",\"configurations\":[{\"name\":"
        "\"c\",\"settings\":\"eval=baseline\"}],\"opponents\":\"alphabeta:depth=1,eval=baseline\"}");
    out = text_on(text, sizeof text);
    series_protocol(&series_of_experiment(&e)->list[0], START_INITIAL, 1, &out);
    ck_assert_str_eq(text, "chinese-checkers:board=rhombus7,pieces=6 start=initial turns=5 "
                           "opponents=alphabeta:depth=1,eval=baseline,weights=42/21/54 seed=1 "
                           "moves=alphabeta:depth=6,eval=baseline,weights=42/21/54");
    experiment_close(&e);
}
END_TEST

// A row of an earlier version, put in by hand: it is neither shown nor taken for done.
START_TEST(test_trials_from_before_are_measured_anew)
{
    static const char        before[] = "abalone start=initial turns=1 opponents=alphabeta:depth=2 seed=1 "
                                        "moves=alphabeta:depth=1";
    static const char *const player   = "alphabeta:depth=1";
    Experiment   e = lab_parse(ABALONE ",\"starts\":[\"initial\"],\"configurations\":[{\"name\":\"c\"}]}");
    Store *const store = lab_store("a", true);
    Status       status;
    TrialCount   found[2], old = lab_count(7777);
    Tables       t;
    ck_assert(trial_put(store, before, &player, 1, 0, &old, &status));
    ck_assert(tables_make(&t, store, &e, 1, 0, &status));
    ck_assert_int_eq(table_cells(&t.list[0])[0].trials, 0);
    tables_close(&t);
    lab_run(store, &e, 1, &(PlanOptions){.threads = 1});
    ck_assert(tables_make(&t, store, &e, 1, 0, &status));
    ck_assert_int_eq(table_cells(&t.list[0])[0].trials, 2);
    ck_assert_str_eq(table_cells(&t.list[0])[0].configuration->shown, "alphabeta:depth=1");
    tables_close(&t);
    ck_assert_int_eq(trials_read(store, before, player, 2, found, &status), 1);   // what was there stays
    ck_assert(found[0].nodes == 7777);
    store_close(store);
    experiment_close(&e);
}
END_TEST

START_TEST(test_pairs_from_before_are_played_anew)
{
    Experiment e = lab_parse(
        "{\"name\":\"m\",\"kind\":\"match\",\"game\":\"abalone\",\"player\":\"alphabeta:depth=1\","
        "\"opponent\":\"random\",\"opening\":\"random:2\",\"openings\":1,\"plies-max\":4}");
    const MatchCell *const c     = &match_of_experiment(&e)->cells[0];
    Store *const           store = lab_store("a", true);
    const PairResult       old   = {.points = {2, 2}, .plies = {3, 3}};
    PairResult             found[1];
    char                   protocol[PROTOCOL_MAX];
    Text                   text = text_on(protocol, sizeof protocol);
    Status                 status;
    ck_assert_str_eq(c->player.shown, "alphabeta:depth=1");
    ck_assert_str_eq(c->player.key, "alphabeta:depth=1,eval=paper," WEIGHTS);
    ck_assert(strcmp(c->opponent.shown, "random") == 0 && strcmp(c->opponent.key, "random") == 0);
    match_protocol(c, e.seed, &text);
    ck_assert(pair_put(store, protocol, c->player.shown, c->opponent.shown, 0, &old, &status));
    lab_run(store, &e, 1, &(PlanOptions){.threads = 1});
    ck_assert_int_eq(pairs_read(store, protocol, c->player.key, c->opponent.key, 1, found, &status), 1);
    ck_assert(found[0].plies[0] == 4 && found[0].points[0] == 1);   // a draw by the limit of plies
    Tables t;
    ck_assert(tables_make(&t, store, &e, 1, 0, &status));
    ck_assert_int_eq(table_match_cells(&t.list[0])[0].drawn, 2);
    tables_close(&t);
    store_close(store);
    experiment_close(&e);
}
END_TEST

static void folders_make(void) { lab_folder_make(), match_folder_make(); }
static void folders_remove(void) { lab_folder_remove(), match_folder_remove(); }

Suite *suite_player_key(void);
Suite *suite_player_key(void)
{
    Suite *const suite = suite_create("player_key");
    TCase *const tcase = tcase_create("player_key");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, folders_make, folders_remove);
    tcase_add_loop_test(tcase, test_players_are_stored_with_the_weights_of_their_evaluation, 0,
                        sizeof specs / sizeof *specs);
    tcase_add_test(tcase, test_a_spec_that_is_too_long_with_its_weights_is_refused);
    tcase_add_loop_test(tcase, test_the_key_makes_the_same_search_to_the_last_node, 0,
                        sizeof searches / sizeof *searches);
    tcase_add_loop_test(tcase, test_a_match_file_without_the_weights_is_refused_and_left_alone, 0, 2);
    tcase_add_test(tcase, test_a_match_shows_its_players_without_the_weights_of_the_game);
    tcase_add_test(tcase, test_trials_are_stored_by_the_weights_of_all_players_in_them);
    tcase_add_test(tcase, test_trials_from_before_are_measured_anew);
    tcase_add_test(tcase, test_pairs_from_before_are_played_anew);
    suite_add_tcase(suite, tcase);
    return suite;
}
