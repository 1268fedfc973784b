// A player as one value: read, changed, written, made the key of results; and `engine`, which stands for the
// best player of a game.
#include "base/file.h"
#include "play/match_cases.h"
#include "play/player.h"
#include "play/tune_result.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static PlayerSpec spec_of(const char *text)
{
    PlayerSpec spec;
    Status     status = {0};
    ck_assert_msg(player_spec_parse(&spec, text, &status), "'%.200s': %s", text, status.text);
    return spec;
}

static void text_of(const PlayerSpec *spec, char out[2 * SPEC_PATH_MAX])
{
    Text text = text_on(out, 2 * SPEC_PATH_MAX);
    player_spec_write(spec, &text);
    ck_assert(!text.cut);
}

static void key_of(const PlayerSpec *spec, const Variant *v, PlayerSpec *key)
{
    Status status = {0};
    char   text[2 * SPEC_PATH_MAX];
    text_of(spec, text);
    ck_assert_msg(player_spec_key(spec, v, key, &status), "%s: %s", text, status.text);
}

// Reading and writing.

static void word_make(Rng *rng, const char *letters, size_t longest, char out[])
{
    const size_t n = 1 + rng_below(rng, (uint32_t)longest);
    for (size_t i = 0; i < n; i++) out[i] = letters[rng_below(rng, (uint32_t)strlen(letters))];
    out[n] = 0;
}

#define LETTERS "abcxyz0189-+/._"

// A model of a spec: a list of pairs, looked through from the front.
typedef struct Pairs {
    int  count;
    char key[SPEC_SETTINGS_MAX + 1][SPEC_WORD_MAX], value[SPEC_SETTINGS_MAX + 1][SPEC_PATH_MAX];
} Pairs;

static int pairs_find(const Pairs *pairs, const char *key)
{
    int i = 0;
    while (i < pairs->count && strcmp(pairs->key[i], key) != 0) i++;
    return i;
}

static void pairs_set(Pairs *pairs, const char *key, const char *value)
{
    const int i = pairs_find(pairs, key);
    strcpy(pairs->key[i], key);
    strcpy(pairs->value[i], value);
    pairs->count += i == pairs->count;
}

static void pairs_without(Pairs *pairs, const char *key)
{
    const int i = pairs_find(pairs, key);
    if (i == pairs->count) return;
    pairs->count--;
    memmove(pairs->key[i], pairs->key[i + 1], (size_t)(pairs->count - i) * sizeof pairs->key[0]);
    memmove(pairs->value[i], pairs->value[i + 1], (size_t)(pairs->count - i) * sizeof pairs->value[0]);
}

static void pairs_compare(const Pairs *pairs, const PlayerSpec *spec)
{
    char       text[SPEC_SETTINGS_MAX * 2 * SPEC_WORD_MAX + 2 * SPEC_PATH_MAX];
    Text       out = text_on(text, sizeof text);
    PlayerSpec again;
    Status     status = {0};
    player_spec_write(spec, &out);
    ck_assert(!out.cut);
    ck_assert_msg(player_spec_parse(&again, text, &status), "%s: %s", text, status.text);
    ck_assert_int_eq(spec->words.count + (spec->path[0] != 0), pairs->count);
    ck_assert_int_eq(again.words.count, spec->words.count);
    ck_assert(again.type == spec->type);
    ck_assert_str_eq(again.path, spec->path);
    for (int i = 0; i < pairs->count; i++) {
        ck_assert_str_eq(player_spec_get(spec, pairs->key[i]), pairs->value[i]);
        ck_assert_str_eq(player_spec_get(&again, pairs->key[i]), pairs->value[i]);
    }
    for (int i = 0; i < spec->words.count; i++) {   // in the same order
        ck_assert_str_eq(again.words.settings[i].key, spec->words.settings[i].key);
        ck_assert_str_eq(again.words.settings[i].value, spec->words.settings[i].value);
    }
}

START_TEST(test_a_spec_that_was_changed_is_read_as_it_is_written)
{
    static const char *const names[] = {"engine", "random", "human", "alphabeta", "brs", "maxn"};
    Rng                      rng     = rng_seed(8);
    Pairs *const             pairs   = calloc(1, sizeof *pairs);
    for (int k = 0; k < test_amount(300, 5000); k++) {
        PlayerSpec spec  = spec_of(names[rng_below(&rng, sizeof names / sizeof *names)]);
        const bool loads = strcmp(spec.words.name, "alphabeta") == 0;
        pairs->count     = 0;
        for (int i = 0; i < 30; i++) {
            char key[SPEC_WORD_MAX], value[SPEC_PATH_MAX];
            word_make(&rng, "abc", rng_below(&rng, 4) == 0 ? SPEC_WORD_MAX - 1 : 2, key);
            const bool path = loads && rng_below(&rng, 8) == 0;
            if (path) strcpy(key, "with");
            word_make(&rng, LETTERS, path ? SPEC_PATH_MAX - 1 : SPEC_WORD_MAX - 1, value);
            if (rng_below(&rng, 3) == 0) {
                player_spec_without(&spec, key);
                pairs_without(pairs, key);
            } else {
                ck_assert(player_spec_set(&spec, key, value));
                pairs_set(pairs, key, value);
            }
        }
        pairs_compare(pairs, &spec);
    }
    free(pairs);
}
END_TEST

START_TEST(test_a_value_that_cannot_be_written_is_not_put_in)
{
    PlayerSpec spec = spec_of("alphabeta:depth=3"), before = spec;
    char       word[SPEC_WORD_MAX + 1], path[SPEC_PATH_MAX + 1], key[SPEC_WORD_MAX];
    memset(word, 'w', SPEC_WORD_MAX), word[SPEC_WORD_MAX] = 0;
    memset(path, 'p', SPEC_PATH_MAX), path[SPEC_PATH_MAX] = 0;
    ck_assert(!player_spec_set(&spec, "depth", ""));
    ck_assert(!player_spec_set(&spec, "depth", "1,tt=20"));
    ck_assert(!player_spec_set(&spec, "depth", word));
    ck_assert(!player_spec_set(&spec, word, "1"));
    ck_assert(!player_spec_set(&spec, "with", path));
    ck_assert(memcmp(&spec, &before, sizeof spec) == 0);
    ck_assert(player_spec_set(&spec, "depth", word + 1) && player_spec_set(&spec, "with", path + 1));
    for (int i = 1; i < SPEC_SETTINGS_MAX; i++) {
        snprintf(key, sizeof key, "k%d", i);
        ck_assert(player_spec_set_number(&spec, key, i));
    }
    ck_assert(!player_spec_set(&spec, "more", "1") && player_spec_set(&spec, "k7", "8"));
}
END_TEST

static const struct {
    const char *text, *word;
} bad[] = {
    {"", "expected a name"},
    {"stockfish", "unknown player 'stockfish'; expected one of: engine, random, human, alphabeta"},
    {"alphabeta:", "key=value"},
    {"alphabeta:depth", "depth"},
    {"alphabeta:depth=", "depth="},
    {"alphabeta:depth=3,depth=4", "'depth' is given twice"},
    {"alphabeta:depth=3,DEPTH=4", "'DEPTH' is given twice"},
    {"alphabeta:with=a,depth=3,with=b", "'with' is given twice"},
    {"alphabeta:with=", "with="},
    {"engine:with=a", "unknown option 'with'"},
    {"engine:level=11", "level=11: expected a number from 1 to 10"},
    {"engine:level=0", "level=0"},
    {"engine:level=high", "level=high"},
    {"engine:order=killer", "unknown option 'order'; expected one of: level, time"},
    {"random:depth=3", "unknown option 'depth'; random has no options"},
    {"human:level=3", "unknown option 'level'"},
    {"alphabeta:depth=3,mistakes=101", "mistakes=101: expected a number from 0 to 100"},
    {"alphabeta:mistakes=3", "has no limit"},
    {"alphabeta:depth=3,eval=none-such", "eval=none-such"},
    {"alphabeta:depth=3,preset=none-such", "preset=none-such"},
    {"alphabeta:depth=3,with=no-such-file", "with=no-such-file"},
};

START_TEST(test_a_bad_spec_is_refused_by_its_bad_word)
{
    Variant    v = test_open("abalone");
    PlayerSpec spec;
    Player     player;
    Status     status = {0};
    if (player_spec_parse(&spec, bad[_i].text, &status)) {
        Status again = {0};
        ck_assert(!player_spec_check(&spec, &v, false, &status));
        ck_assert(!player_open_spec(&player, &v, &spec, (PlayerSeat){0}, &again));
        ck_assert_str_eq(status.text, again.text);
        player_close(&player);   // as after any failure
    }
    ck_assert_msg(strstr(status.text, bad[_i].word) != NULL, "'%s': %s", bad[_i].text, status.text);
    ck_assert_ptr_null(strchr(status.text, '\n'));
    variant_close(&v);
}
END_TEST

START_TEST(test_a_word_beyond_its_length_is_refused_and_a_path_is_not)
{
    static const struct {
        const char *key;
        size_t      longest;
    } keys[] = {{"order", SPEC_WORD_MAX - 1}, {"with", SPEC_PATH_MAX - 1}};
    for (int i = 0; i < 2; i++)
        for (size_t n = keys[i].longest - 1; n < keys[i].longest + 3; n++) {
            char       text[2 * SPEC_PATH_MAX];
            PlayerSpec spec;
            Status     status = {0};
            const int  used   = snprintf(text, sizeof text, "alphabeta:depth=2,%s=", keys[i].key);
            memset(text + used, 'a', n);
            text[(size_t)used + n] = 0;
            ck_assert_int_eq(player_spec_parse(&spec, text, &status), n <= keys[i].longest);
            if (n <= keys[i].longest) ck_assert_uint_eq(strlen(player_spec_get(&spec, keys[i].key)), n);
            else ck_assert_ptr_nonnull(strstr(status.text, keys[i].key));
        }
}
END_TEST

START_TEST(test_a_file_with_a_long_path_is_loaded)
{
    const TuneResult tuned = {.game = "abalone", .count = 1, .keys = {{"weights", "6/5/4/3/2/1"}}};
    Variant          v     = test_open("abalone");
    char             path[PATH_MAX], text[PATH_MAX + 64], name[101];
    Status           status = {0};
    snprintf(path, sizeof path, "%s", match_path("folder"));
    for (int i = 0; i < 4; i++) {
        ck_assert_msg(file_folder(path, &status), "%s", status.text);
        memset(name, 'a' + i, 100), name[0] = '/', name[100] = 0;
        strcat(path, name);
    }
    ck_assert(tune_result_write(&tuned, "{}", path, &status));
    ck_assert_uint_gt(strlen(path), 400);
    snprintf(text, sizeof text, "alphabeta:with=%s,depth=1", path);
    PlayerSpec spec = spec_of(text), key;
    key_of(&spec, &v, &key);
    ck_assert_str_eq(player_spec_get(&key, "weights"), "6/5/4/3/2/1");
    ck_assert_ptr_null(player_spec_get(&key, "with"));
    Player player;
    ck_assert_msg(player_open_spec(&player, &v, &spec, (PlayerSeat){0}, &status), "%s", status.text);
    ck_assert_int_eq(player.evaluation->weights[0], 6);
    player_close(&player);
    unlink(path);
    for (int i = 0; i < 4; i++) {
        *strrchr(path, '/') = 0;
        rmdir(path);
    }
    variant_close(&v);
}
END_TEST

// Keys.

// Settings of searches, each of which is good for some of them.
static const char *const settings[] = {
    "depth=3",
    "nodes=500",
    "time=40",
    "order=killer",
    "order=tt+history-ads",
    "tt=10",
    "tt=0",
    "pvs=yes",
    "deepening=yes",
    "q=2",
    "preset=abalone-best",
    "preset=abalone-paper",
    "preset=abalone-windows",
    "windows=90/80",
    "windows=none",
    "eval=paper",
    "eval=baseline",
    "eval=manhattan",
    "weights=6/5/4/3/2/1",
    "weights=1/2/3",
    "mistakes=0",
    "mistakes=30",
    "limit=none",
    "rule=mtf",
    "seed=4",
    "threads=1",
    "level=3",
    "level=10",
    "lifetime=game",
    "order=random",
};

static bool spec_make(Rng *rng, const Variant *v, PlayerSpec *spec)
{
    static const char *const names[] = {"engine",    "engine", "random",   "alphabeta", "alphabeta",
                                        "alphabeta", "brs",    "paranoid", "maxn",      "minimax"};
    Status                   ignored;
    *spec = spec_of(names[rng_below(rng, sizeof names / sizeof *names)]);
    for (int n = (int)rng_below(rng, 6); n > 0; n--)
        if (!player_spec_fill(spec, settings[rng_below(rng, sizeof settings / sizeof *settings)], &ignored))
            return false;
    return player_spec_check(spec, v, false, &ignored);
}

START_TEST(test_the_key_of_a_key_is_itself)
{
    static const char *const games[] = {"abalone", "othello", "chinese-checkers:board=rhombus7",
                                        "virus:players=3"};
    Variant                  v       = test_open(games[_i]);
    Rng                      rng     = rng_seed(31);
    int                      good = 0, engines = 0, long_ones = 0;
    const int                cases = test_amount(3000, 40000);
    for (int k = 0; k < cases; k++) {
        PlayerSpec spec, key, again, resolved;
        char       one[2 * SPEC_PATH_MAX], other[2 * SPEC_PATH_MAX];
        Status     status = {0};
        if (!spec_make(&rng, &v, &spec)) continue;
        good++;
        engines += strcmp(spec.words.name, "engine") == 0;
        key_of(&spec, &v, &key);
        text_of(&key, one);
        const PlayerSpec read = spec_of(one);
        key_of(&read, &v, &again);
        text_of(&again, other);
        ck_assert_str_eq(one, other);
        ck_assert(player_spec_resolve(&read, &v, &resolved, &status));
        text_of(&resolved, other);
        ck_assert_str_eq(one, other);
        ck_assert_ptr_null(strstr(one, "preset="));
        ck_assert(strncmp(one, "engine", 6) != 0);
        // the key is not another player: the same settings of a search
        SearchSettings a = {0}, b = {0};
        Evaluation    *x = NULL, *y = NULL;
        if (!player_spec_searches(&key)) continue;
        ck_assert(player_search_read(&spec, &v, false, &a, &x, &status));
        ck_assert(player_search_read(&key, &v, false, &b, &y, &status));
        ck_assert(memcmp(&a, &b, sizeof a) == 0);
        ck_assert(x == NULL || (y != NULL && memcmp(x->weights, y->weights, sizeof x->weights) == 0));
        long_ones += strlen(one) > 150;
        evaluation_close(x);
        evaluation_close(y);
    }
    ck_assert_int_gt(good, cases / 30);   // the sample is not empty
    ck_assert_int_gt(engines, cases / 150);
    ck_assert(_i != 0 || long_ones > cases / 150);
    variant_close(&v);
}
END_TEST

// Engine.

// Plays the player against itself and notes the moves; returns how many.
static int moves_of(const Variant *v, const PlayerSpec *spec, uint64_t seed, int plies, Move out[])
{
    Player   players[PLAYERS_MAX];
    AnyState s;
    Status   status = {0};
    int      n      = 0;
    for (int p = 0; p < v->facts.players; p++) {
        const PlayerSeat seat = {.seed = seed, .seat = p};
        ck_assert_msg(player_open_spec(&players[p], v, spec, seat, &status), "%s", status.text);
    }
    variant_setup(v, &s);
    while (n < plies && v->game->count(v->rules, &s) > 0) {
        const AnyState before = s;
        Move           moves[GAME_MOVES_MAX];
        int            i = 0;
        ck_assert(player_move(&players[v->game->turn(v->rules, &s)], v, &s, &out[n], NULL, &status));
        for (const int all = v->game->generate(v->rules, &s, moves); i < all && moves[i] != out[n];) i++;
        ck_assert(moves[i] == out[n]);
        v->game->play(v->rules, &s, &before, out[n++]);
    }
    for (int p = 0; p < v->facts.players; p++) player_close(&players[p]);
    return n;
}

START_TEST(test_the_engine_plays_every_game_and_repeats_its_games)
{
    enum { PLIES = 8 };
    Variant v = test_open(test_specs[_i]);
    for (int k = 0; k < 3; k++) {
        const PlayerSpec spec = spec_of(k == 0   ? "engine:level=1"
                                        : k == 1 ? "engine:level=5,nodes=500"
                                                 : "engine:nodes=300");
        PlayerSpec       key;
        Move             a[PLIES], b[PLIES], c[PLIES];
        key_of(&spec, &v, &key);
        ck_assert(player_spec_repeats(&key));
        const int n = moves_of(&v, &spec, 7, PLIES, a);
        ck_assert(n == moves_of(&v, &spec, 7, PLIES, b) && memcmp(a, b, (size_t)n * sizeof *a) == 0);
        // what it stands for plays the same
        ck_assert(n == moves_of(&v, &key, 7, PLIES, c) && memcmp(a, c, (size_t)n * sizeof *a) == 0);
    }
    variant_close(&v);
}
END_TEST

START_TEST(test_an_engine_of_a_game_is_a_search_that_asks_for_its_options)
{
    Variant v = test_open(test_specs[_i]);
    for (const EngineChoice *own = v.game->engine; own->player != NULL; own++) {
        PlayerSpec spec = spec_of(own->player);
        ck_assert(player_spec_searches(&spec));
        if (own->when == NULL) continue;
        int i = 0;
        while (v.game->options[i].key != NULL &&
               strncmp(own->when, v.game->options[i].key, strcspn(own->when, "=")) != 0)
            i++;
        ck_assert_msg(v.game->options[i].key != NULL, "%s", own->when);
    }
    variant_close(&v);
}
END_TEST

// What `engine` stands for without a database, game by game: alpha-beta for two, and for more what the game
// prefers, BRS otherwise. And what a level adds: depth, nodes, and of 100 moves how many are mistakes.
#define BEST  "order=tt+killer+history-ads,tt=20,pvs=yes,deepening=yes"
#define AWARE ",repetition=yes"   // of games whose positions can come again
static const struct {
    const char *game, *spec, *stands_for;
} engines[] = {
    {"tictactoe", "engine:depth=3", "alphabeta:" BEST ",depth=3"},
    {"othello", "engine", "alphabeta:" BEST ",time=1000"},
    {"othello", "engine:time=5", "alphabeta:" BEST ",time=5"},
    {"othello", "engine:nodes=7,threads=2", "alphabeta:" BEST ",nodes=7,threads=2"},
    {"connect-four", "engine:level=1", "alphabeta:" BEST ",depth=1,nodes=2000,mistakes=80"},
    {"connect-four", "engine:level=2", "alphabeta:" BEST ",depth=2,nodes=4000,mistakes=60"},
    {"connect-four", "engine:level=3", "alphabeta:" BEST ",depth=2,nodes=4000,mistakes=40"},
    {"connect-four", "engine:level=4", "alphabeta:" BEST ",depth=3,nodes=10000,mistakes=25"},
    {"connect-four", "engine:level=5", "alphabeta:" BEST ",depth=3,nodes=10000,mistakes=10"},
    {"connect-four", "engine:level=6", "alphabeta:" BEST ",depth=4,nodes=40000"},
    {"connect-four", "engine:level=7", "alphabeta:" BEST ",depth=5,nodes=100000"},
    {"connect-four", "engine:level=8", "alphabeta:" BEST ",depth=7,nodes=300000"},
    {"connect-four", "engine:level=9", "alphabeta:" BEST ",depth=10,nodes=1000000"},
    {"connect-four", "engine:level=10", "alphabeta:" BEST ",time=1000"},
    {"checkers", "engine:level=9,depth=2", "alphabeta:eval=hunt," BEST AWARE ",depth=2,nodes=1000000"},
    {"focus", "engine:depth=1", "alphabeta:" BEST AWARE ",depth=1"},
    {"focus:players=4", "engine:depth=1", "brs:" BEST AWARE ",depth=1"},
    {"chinese-checkers", "engine:depth=1", "alphabeta:eval=baseline," BEST ",depth=1"},
    {"chinese-checkers:players=3", "engine:depth=1", "brs:eval=baseline," BEST ",depth=1"},
    {"virus", "engine:depth=1", "alphabeta:" BEST ",depth=1"},
    {"virus:size=5,players=3", "engine:depth=1", "paranoid:" BEST ",depth=1"},
    {"abalone", "engine:depth=1", "alphabeta:preset=abalone-best" AWARE ",depth=1"},
    {"thief-police:size=10,maze=3", "engine:depth=1", "alphabeta:" BEST AWARE ",depth=1"},
};

START_TEST(test_the_engine_stands_for_what_the_table_says)
{
    Variant    v    = test_open(engines[_i].game);
    PlayerSpec spec = spec_of(engines[_i].spec);
    Status     status;
    char       text[2 * SPEC_PATH_MAX];
    setenv("POLLARD_DATABASES", "/no-such-folder", 1);
    ck_assert_msg(player_spec_expand(&spec, &v, false, &status), "%s", status.text);
    text_of(&spec, text);
    ck_assert_str_eq(text, engines[_i].stands_for);
    variant_close(&v);
}
END_TEST

static int number_of(const PlayerSpec *spec, const char *key, int otherwise)
{
    const char *const text = player_spec_get(spec, key);
    return text == NULL ? otherwise : atoi(text);
}

START_TEST(test_a_higher_level_searches_further_and_errs_less)
{
    Variant v         = test_open(test_specs[_i]);
    int     before[3] = {0, 0, 101};
    for (int level = 1; level <= 10; level++) {
        PlayerSpec spec = spec_of("engine"), key;
        ck_assert(player_spec_set_number(&spec, "level", level));
        key_of(&spec, &v, &key);
        const int now[3] = {number_of(&key, "depth", INT_MAX), number_of(&key, "nodes", INT_MAX),
                            number_of(&key, "mistakes", 0)};
        ck_assert(now[0] >= before[0] && now[1] >= before[1] && now[2] <= before[2]);
        ck_assert(memcmp(now, before, sizeof now) != 0);
        memcpy(before, now, sizeof now);
        // no clock below the last, where a second is the limit that it needs
        ck_assert_int_eq(number_of(&key, "time", 0), level < 10 ? 0 : 1000);
        ck_assert_int_eq(player_spec_repeats(&key), level < 10);
        ck_assert(player_spec_set(&spec, "time", "77"));
        key_of(&spec, &v, &key);
        ck_assert_int_eq(number_of(&key, "time", 0), 77);
        ck_assert_int_eq(number_of(&key, "depth", INT_MAX), now[0]);
    }
    variant_close(&v);
}
END_TEST

START_TEST(test_a_limit_that_is_given_is_the_limit_of_the_engine)
{
    Variant    v      = test_open("othello");
    PlayerSpec spec   = spec_of("engine:depth=4"), key;
    Status     status = {0};
    key_of(&spec, &v, &key);
    ck_assert(number_of(&key, "depth", 0) == 4 && player_spec_get(&key, "time") == NULL);
    spec = spec_of("engine:level=2,depth=6");
    key_of(&spec, &v, &key);
    ck_assert(number_of(&key, "depth", 0) == 6 && number_of(&key, "mistakes", 0) > 0);
    spec = spec_of("engine");   // where whoever searches has a limit, it needs none
    ck_assert(player_spec_expand(&spec, &v, true, &status));
    ck_assert(player_spec_get(&spec, "time") == NULL && player_spec_get(&spec, "depth") == NULL);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_report_shows_the_engine_as_it_was_named)
{
    Variant    v      = test_open("abalone");
    PlayerSpec spec   = spec_of("engine:level=4"), shown;
    Status     status = {0};
    char       text[2 * SPEC_PATH_MAX];
    ck_assert(player_spec_shown(&spec, &v, &shown, &status));
    text_of(&shown, text);
    ck_assert_str_eq(text, "engine:level=4");
    spec = spec_of("alphabeta:depth=2,preset=abalone-windows,windows=9");
    ck_assert(player_spec_shown(&spec, &v, &shown, &status));
    text_of(&shown, text);
    ck_assert_str_eq(text, "alphabeta:depth=2,windows=9");
    variant_close(&v);
}
END_TEST

// How many moves of s are better than m one ply ahead?
static int moves_better(const Variant *v, const AnyState *s, Move m, int *all)
{
    Move  moves[GAME_MOVES_MAX];
    Value value[GAME_MOVES_MAX], mine = 0;
    int   better = 0;
    *all         = v->game->generate(v->rules, s, moves);
    for (int i = 0; i < *all; i++) {
        AnyState child;
        v->game->play(v->rules, &child, s, moves[i]);
        value[i] = v->game->evaluate(v->rules, &child, v->game->turn(v->rules, s));
        if (moves[i] == m) mine = value[i];
    }
    for (int i = 0; i < *all; i++) better += value[i] > mine;
    return better;
}

START_TEST(test_mistakes_are_of_the_better_half_and_as_many_as_said)
{
    Variant    v      = test_open("othello");
    Rng        rng    = rng_seed(3);
    Status     status = {0};
    const int  cases  = test_amount(300, 3000);
    Player     player, exact;
    PlayerSpec spec  = spec_of("alphabeta:depth=2,mistakes=100");
    int        apart = 0;
    ck_assert(player_open_spec(&player, &v, &spec, (PlayerSeat){.seed = 2}, &status));
    for (int k = 0; k < cases; k++) {
        AnyState     s;
        Move         m;
        SearchResult found = {0};
        int          all;
        do test_position(&v, &rng, &s);
        while (v.game->over(v.rules, &s));
        ck_assert(player_move(&player, &v, &s, &m, &found, &status));
        ck_assert_uint_eq(found.nodes, 0);   // nothing was searched
        const int better = moves_better(&v, &s, m, &all);
        ck_assert_msg(better < (all + 1) / 2, "%d of %d moves are better", better, all);
    }
    player_close(&player);
    spec = spec_of("alphabeta:depth=2,mistakes=30");
    ck_assert(player_open_spec(&player, &v, &spec, (PlayerSeat){.seed = 2}, &status));
    spec = spec_of("alphabeta:depth=2");
    ck_assert(player_open_spec(&exact, &v, &spec, (PlayerSeat){.seed = 2}, &status));
    for (int k = 0; k < cases; k++) {
        AnyState     s;
        Move         a, b;
        SearchResult found = {0};
        test_position(&v, &rng, &s);
        ck_assert(player_move(&player, &v, &s, &a, &found, &status));
        ck_assert(player_move(&exact, &v, &s, &b, NULL, &status));
        apart += found.nodes == 0;
        ck_assert(found.nodes == 0 || a == b);
    }
    ck_assert_int_gt(apart, cases * 20 / 100);
    ck_assert_int_lt(apart, cases * 40 / 100);
    player_close(&player);
    player_close(&exact);
    variant_close(&v);
}
END_TEST

static int specs_count(void)
{
    int n = 0;
    while (test_specs[n] != NULL) n++;
    return n;
}

Suite *suite_player_spec(void);
Suite *suite_player_spec(void)
{
    Suite *const suite = suite_create("player_spec");
    TCase *const tcase = tcase_create("player_spec");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, match_folder_make, match_folder_remove);
    tcase_add_test(tcase, test_a_spec_that_was_changed_is_read_as_it_is_written);
    tcase_add_test(tcase, test_a_value_that_cannot_be_written_is_not_put_in);
    tcase_add_loop_test(tcase, test_a_bad_spec_is_refused_by_its_bad_word, 0, sizeof bad / sizeof *bad);
    tcase_add_test(tcase, test_a_word_beyond_its_length_is_refused_and_a_path_is_not);
    tcase_add_test(tcase, test_a_file_with_a_long_path_is_loaded);
    tcase_add_loop_test(tcase, test_the_key_of_a_key_is_itself, 0, 4);
    tcase_add_loop_test(tcase, test_the_engine_plays_every_game_and_repeats_its_games, 0, specs_count());
    tcase_add_loop_test(tcase, test_an_engine_of_a_game_is_a_search_that_asks_for_its_options, 0,
                        specs_count());
    tcase_add_loop_test(tcase, test_the_engine_stands_for_what_the_table_says, 0,
                        sizeof engines / sizeof *engines);
    tcase_add_loop_test(tcase, test_a_higher_level_searches_further_and_errs_less, 0, specs_count());
    tcase_add_test(tcase, test_a_limit_that_is_given_is_the_limit_of_the_engine);
    tcase_add_test(tcase, test_a_report_shows_the_engine_as_it_was_named);
    tcase_add_test(tcase, test_mistakes_are_of_the_better_half_and_as_many_as_said);
    suite_add_tcase(suite, tcase);
    return suite;
}
