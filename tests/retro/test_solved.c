// Games solved whole: every value against the definition and against slow solvers of its own, whatever the
// way it was solved; what is not in a table is not found; a player who looks up never gives a result away.
#include "base/rng.h"
#include "games/chinese_checkers/edb.h"
#include "play/player.h"
#include "retro/build.h"
#include "retro/solved/catalog_solved.h"
#include "retro/solved/solve.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct Made {
    Variant     v;
    SolveResult result;
    SolvedTable table;
} Made;

static void make(Made *made, const char *game, const SolveOptions *options)
{
    Status status;
    ck_assert_msg(variant_open(&made->v, game, &status), "%s", status.text);
    ck_assert_msg(solve_game(&made->v, options, &made->result, &status), "%s", status.text);
    ck_assert(made->result.complete);
    const bool ranked = solved_is_ranked(&made->v) && !options->no_rank;
    ck_assert_msg(
        solved_open(&made->table, &made->v, ranked, made->result.contents, made->result.size, &status), "%s",
        status.text);
}

static void drop(Made *made)
{
    solved_close(&made->table);
    free(made->result.contents);
    variant_close(&made->v);
}

// All positions by plain minimax with a memory: for games without repetition. Values by depth first search,
// positions distinguished by their texts in a sorted list.
typedef struct Known {
    char    text[64];
    uint8_t value;
} Known;

typedef struct Brute {
    const Variant *v;
    Known         *known;
    size_t         count, mask;
} Brute;

static Known *brute_slot(const Brute *b, const char *text)
{
    uint64_t at = 0;
    for (const char *c = text; *c; c++) at = mix64(at ^ (uint64_t)(unsigned char)*c);
    for (at &= b->mask; b->known[at].text[0] != 0 && strcmp(b->known[at].text, text) != 0;)
        at = (at + 1) & b->mask;
    return &b->known[at];
}

static uint8_t brute_value(Brute *b, const AnyState *s)
{
    const Game *const g = b->v->game;
    char              text[64];
    Text              out = text_on(text, sizeof text);
    Move              moves[GAME_MOVES_MAX];
    variant_format(b->v, s, &out);
    ck_assert(!out.cut);
    if (brute_slot(b, text)->text[0] != 0) return brute_slot(b, text)->value;
    Value     payoff[PLAYERS_MAX];
    const int n = g->generate(b->v->rules, s, moves), p = g->turn(b->v->rules, s);
    g->payoff(b->v->rules, s, payoff);
    // best as a number: wins 1000 - plies, losses plies - 1000
    int best = n > 0 ? -2000 : payoff[p] > 0 ? 1000 : payoff[p] < 0 ? -1000 : 0;
    for (int i = 0; i < n; i++) {
        AnyState child = {0};
        g->play(b->v->rules, &child, s, moves[i]);
        const uint8_t value = brute_value(b, &child);
        const int     sign  = g->turn(b->v->rules, &child) == p ? 1 : -1;
        const int     plies = 1 + (value >= SOLVED_WON ? value - SOLVED_WON : value);
        const int     gain  = value >= SOLVED_WON ? 1000 - plies : plies - 1000;
        const int     here  = value == SOLVED_DRAW ? 0 : sign * gain;
        if (here > best) best = here;
    }
    Known *const known = brute_slot(b, text);
    ck_assert_uint_lt(2 * ++b->count, b->mask);
    memcpy(known->text, text, sizeof text);
    known->value = (uint8_t)(best == 0 ? SOLVED_DRAW : best > 0 ? SOLVED_WON + 1000 - best : 1000 + best);
    return known->value;
}

static const struct {
    const char *game;
    uint64_t    positions;   // that can be reached
    int         start;       // 1 won, 0 drawn, -1 lost by the first player
} without_repetition[] = {
    {"tictactoe", 5478, 0},
    {"connect-four:width=4,height=4", 161029, 0},
    {"connect-four:width=4,height=5", 1706255, 0},   // in the long suite
};

START_TEST(test_every_value_is_that_of_minimax)
{
    const SolveOptions ways[] = {{0}, {.no_symmetry = true, .no_rank = true}};
    Status             status;
    Variant            v;
    AnyState           s;
    ck_assert_msg(variant_open(&v, without_repetition[_i].game, &status), "%s", status.text);
    Brute b = {.v = &v, .mask = (1 << 22) - 1};
    b.known = calloc(b.mask + 1, sizeof *b.known);
    ck_assert_ptr_nonnull(b.known);
    variant_setup(&v, &s);
    const uint8_t start = brute_value(&b, &s);
    ck_assert_int_eq(solved_is_won(start) - solved_is_lost(start), without_repetition[_i].start);
    ck_assert_uint_eq(b.count, without_repetition[_i].positions);
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        Made made;
        make(&made, without_repetition[_i].game, &ways[k]);
        ck_assert_uint_eq(made.result.start, start);
        if (k == 1) ck_assert_uint_eq(made.result.positions, without_repetition[_i].positions);
        for (size_t i = 0; i <= b.mask; i++) {
            if (b.known[i].text[0] == 0) continue;
            ck_assert(variant_parse(&v, &s, b.known[i].text, &status));
            ck_assert_msg(solved_value(&made.table, &s) == b.known[i].value, "%s", b.known[i].text);
        }
        drop(&made);
    }
    free(b.known);
    variant_close(&v);
}
END_TEST

// Rank or search from the start, with and without symmetry and predecessors: the same values.
START_TEST(test_ways_change_no_value)
{
    const SolveOptions ways[] = {
        {0}, {.no_predecessors = true}, {.no_rank = true}, {.no_rank = true, .no_symmetry = true}};
    const uint64_t positions[] = {5478, 5478, 765, 5478};
    Made           first, made;
    make(&first, "tictactoe", &ways[0]);
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        uint64_t compared = 0;
        make(&made, "tictactoe", &ways[k]);
        ck_assert_uint_eq(made.result.positions, positions[k]);
        ck_assert_int_eq(made.result.plies, first.result.plies);
        for (uint64_t i = 0; i < first.table.positions; i++) {
            AnyState s;
            if (!solved_position(&first.table, i, &s)) continue;
            compared++;
            ck_assert_uint_eq(solved_value(&made.table, &s), first.table.values[i]);
        }
        ck_assert_uint_eq(compared, 5478);
        drop(&made);
    }
    drop(&first);
}
END_TEST

// Chinese Checkers, where positions come again, against the endgame database of the same rules: of all
// placements of three against three, each is found as itself, with the same value, or cannot be reached and
// is not found at all.
static void assert_same_value(uint8_t value, uint8_t endgame)
{
    ck_assert_int_eq(solved_is_won(value), endgame_won(endgame));
    ck_assert_int_eq(solved_is_decided(value), endgame_decided(endgame));
    if (solved_is_decided(value)) ck_assert_int_eq(solved_plies(value), endgame);
}

START_TEST(test_chinese_checkers_is_its_endgame_database)
{
    Made          made;
    CheckersEdb   edb;
    Status        status;
    EndgameResult solved;
    AnyState      s, back;
    uint64_t      found = 0, entry;
    make(&made, "chinese-checkers:board=rhombus4,pieces=3", &(SolveOptions){0});
    ck_assert_msg(checkers_edb_open(&edb, 4, 3, 0, &status), "%s", status.text);
    const EndgameDomain domain = checkers_edb_domain(&edb);
    uint8_t *const      table  = retro_table_open(domain.entries);
    ck_assert(endgame_solve(&domain, &(RetroOptions){.threads = 1}, table, &solved, &status));
    for (uint64_t i = 0; i < edb.index.size; i++) {
        IndexPosition at;
        char          text[] = "----/----/----/---- 1";
        index_unrank(&edb.index, i, &at);
        for (int k = 0; k < 6; k++) text[at.cell[k] / 4 * 5 + at.cell[k] % 4] = "12"[k / 3];
        text[20] = "12"[at.side];
        ck_assert(variant_parse(&made.v, &s, text, &status));
        if (!solved_find(&made.table, &s, &entry)) continue;
        found++;
        ck_assert(solved_position(&made.table, entry, &back));
        ck_assert_int_eq(memcmp(&back, &s, made.v.game->state_size), 0);
        assert_same_value(made.table.values[entry], table[i]);
        if (i % 101 == 0) ck_assert_uint_eq(solved_expected(&made.table, &s), made.table.values[entry]);
    }
    ck_assert_uint_eq(found, made.table.positions);
    ck_assert_uint_eq(found, 319682);
    ck_assert_uint_lt(found, edb.index.size);
    retro_table_close(table, domain.entries);
    checkers_edb_close(&edb);
    drop(&made);
}
END_TEST

START_TEST(test_what_cannot_be_reached_is_not_found)
{
    Made     made;
    Status   status;
    AnyState s;
    make(&made, "connect-four:width=4,height=4", &(SolveOptions){0});
    ck_assert(variant_parse(&made.v, &s, "----/----/X---/O--- X", &status));   // the first disc was not O's
    ck_assert_uint_eq(solved_value(&made.table, &s), SOLVED_NONE);
    drop(&made);
}
END_TEST

// An independent solver: value iteration over all positions until nothing changes, by the definition alone.
// "Who wins within n plies" grows with n; what never does is a draw. The thief and one policeman: positions
// come again and draws are many.
typedef struct Sweep {
    const SolvedTable *t;
    uint8_t           *now, *next;
} Sweep;

static uint8_t sweep_value(const Sweep *w, const AnyState *s, int round)
{
    const Game *const g = w->t->v->game;
    Move              moves[GAME_MOVES_MAX];
    const int         n = g->generate(w->t->v->rules, s, moves), p = g->turn(w->t->v->rules, s);
    int               worst = 0;
    bool              lost  = n > 0;
    if (n == 0) return solved_outcome(w->t->v, s);
    for (int i = 0; i < n; i++) {
        AnyState child = {0};
        uint64_t entry;
        g->play(w->t->v->rules, &child, s, moves[i]);
        ck_assert(solved_find(w->t, &child, &entry));
        const uint8_t value = w->now[entry];
        if (!solved_is_decided(value)) {
            lost = false;
            continue;
        }
        const bool same = g->turn(w->t->v->rules, &child) == p;
        if (solved_is_won(value) == same) return (uint8_t)(SOLVED_WON + round);   // not sooner: it was open
        worst = solved_plies(value) > worst ? solved_plies(value) : worst;
    }
    return lost ? (uint8_t)(worst + 1) : SOLVED_DRAW;
}

static const char *const with_repetition[] = {
    "thief-police:size=5,police=1", "thief-police:size=5,police=2,simultaneous=yes",
    "chinese-checkers:board=rhombus4,pieces=3",   // in the long suite: minutes
};

START_TEST(test_games_that_repeat_equal_value_iteration)
{
    Made made;
    make(&made, with_repetition[_i], &(SolveOptions){0});
    const uint64_t n = made.table.positions;
    Sweep          w = {.t = &made.table, .now = malloc(n), .next = malloc(n)};
    AnyState      *s = malloc(n * sizeof *s);
    ck_assert(w.now != NULL && w.next != NULL && s != NULL);
    memset(w.now, SOLVED_DRAW, n);
    for (uint64_t i = 0; i < n; i++) ck_assert(solved_position(&made.table, i, &s[i]));
    bool changed = true;
    for (int round = 0; changed; round++) {
        changed = false;
        memcpy(w.next, w.now, n);
        for (uint64_t i = 0; i < n; i++) {
            if (solved_is_decided(w.now[i])) continue;
            w.next[i] = sweep_value(&w, &s[i], round);
            changed |= solved_is_decided(w.next[i]);
        }
        memcpy(w.now, w.next, n);
    }
    ck_assert_int_eq(memcmp(w.now, made.table.values, n), 0);
    free(w.now), free(w.next), free(s);
    drop(&made);
}
END_TEST

START_TEST(test_damaged_contents_are_refused)
{
    Made   made;
    Status status;
    make(&made, "tictactoe", &(SolveOptions){.no_rank = true});
    const uint64_t size  = made.result.size;
    uint8_t *const bytes = malloc(size);
    SolvedTable    t;
    for (uint64_t i = 0; i < 60; i++) {   // head and columns: no byte may lead outside the contents
        memcpy(bytes, made.result.contents, size);
        bytes[i] ^= (uint8_t)(1 + i % 255);
        if (solved_open(&t, &made.v, false, bytes, size, &status)) {
            for (uint64_t k = 0; k < t.positions; k++) {
                AnyState s;
                if (solved_position(&t, k, &s)) solved_value(&t, &s);
            }
            solved_close(&t);
        }
    }
    for (uint64_t n = 0; n < size; n += 7) {
        memcpy(bytes, made.result.contents, n);
        ck_assert(!solved_open(&t, &made.v, false, bytes, n, &status));
    }
    free(bytes);
    drop(&made);
}
END_TEST

// What the process has and this much more is all that the system gives.
static struct rlimit memory_limit(rlim_t more)
{
    unsigned long pages = 0;
    struct rlimit before, limit;
    FILE *const   in = fopen("/proc/self/statm", "r");
    ck_assert(in != NULL && fscanf(in, "%lu", &pages) == 1 && fclose(in) == 0);
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &before), 0);
    limit          = before;
    limit.rlim_cur = pages * (rlim_t)sysconf(_SC_PAGESIZE) + more;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    return before;
}

START_TEST(test_a_lack_of_memory_is_not_blamed_on_the_limit)
{
    Variant     v;
    Status      status;
    SolveResult result;
    if (TEST_SANITIZED) return;   // their allocators end the process
    ck_assert(variant_open(&v, "othello", &status));
    const struct rlimit before = memory_limit(16 << 20);
    const bool good = solve_game(&v, &(SolveOptions){.memory_max = UINT64_C(1) << 40}, &result, &status);
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &before), 0);
    ck_assert(!good);
    ck_assert_str_eq(status.text, "othello: out of memory");
    ck_assert_int_eq(status_exit_code(&status), 1);
    variant_close(&v);
}
END_TEST

// Too large for the memory allowed, for more than two: said, with the number found.
START_TEST(test_what_cannot_be_solved_is_refused)
{
    Variant     v;
    Status      status;
    SolveResult result;
    ck_assert(variant_open(&v, "othello", &status));
    ck_assert(!solve_game(&v, &(SolveOptions){.memory_max = 4 << 20}, &result, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "positions; 4 MiB of memory do not suffice"));
    ck_assert_ptr_null(result.contents);
    variant_close(&v);
    ck_assert(variant_open(&v, "focus:players=4", &status));
    ck_assert(!solve_game(&v, &(SolveOptions){0}, &result, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "only games for 2"));
    variant_close(&v);
}
END_TEST

START_TEST(test_names_are_those_of_games)
{
    static const char *const names[][2] = {
        {"solve:tictactoe", "solve-tictactoe"},
        {"solve:connect-four:height=5,width=4", "solve-connect-four,width=4,height=5"},
        {"solve-connect-four,width=4,height=5", "solve-connect-four,width=4,height=5"},
        {"solve:connect-four:width=7", "solve-connect-four"},
        {"SOLVE-chinese-checkers,board=rhombus4,pieces=3", "solve-chinese-checkers,board=rhombus4,pieces=3"},
    };
    static const char *const bad[][2] = {
        {"solve:tictacto", "did you mean 'tictactoe'"},
        {"solve:connect-four:width=99", "width"},
        {"solve:virus:players=4", "only games for 2"},
        {"solve", "unknown database"},
    };
    CatalogDb db;
    Status    status;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ck_assert_msg(catalog_open(&db, names[i][0], &status), "%s", status.text);
        ck_assert_str_eq(db.info.name, names[i][1]);
        ck_assert_ptr_null(strchr(db.info.name, ':'));
        catalog_close(&db);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert(!catalog_open(&db, bad[i][0], &status));
        ck_assert_msg(strstr(status.text, bad[i][1]) != NULL, "%s", status.text);
    }
}
END_TEST

// By way of a file.

static char folder[64];

static void folder_open(void)
{
    snprintf(folder, sizeof folder, "/tmp/solved-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    databases_folder_set(folder);
}

static void folder_close(void)
{
    ck_assert_int_eq(rmdir(folder), 0);   // nothing else was left there
}

static bool build(const char *name, const atomic_bool *stop, DbForm form, char path[DB_PATH_MAX])
{
    CatalogDb   db;
    Status      status;
    BuildResult result;
    char        part[DB_PATH_MAX];
    ck_assert_msg(catalog_open(&db, name, &status), "%s", status.text);
    ck_assert(catalog_path(&db, folder, false, path, &status) &&
              catalog_path(&db, folder, true, part, &status));
    const BuildOptions options = {
        .path = path, .part = part, .threads = 1, .stop = stop, .file = {.form = form}};
    ck_assert_msg(build_database(&db, &options, &result, &status), "%s", status.text);
    catalog_close(&db);
    return result.complete;
}

START_TEST(test_a_stopped_build_leaves_nothing)
{
    char              path[DB_PATH_MAX];
    const atomic_bool stop = true;
    folder_open();
    ck_assert(!build("solve:connect-four:width=4,height=4", &stop, DB_RAW, path));
    folder_close();
}
END_TEST

static const char *const played[] = {"tictactoe", "connect-four:width=4,height=4",
                                     "chinese-checkers:board=rhombus4,pieces=3"};

static int result_class(uint8_t value) { return solved_is_won(value) ? 2 : solved_is_lost(value) ? 0 : 1; }

// From random positions on against a random player: what is won is won, in no more plies than were promised;
// what is drawn is not lost.
START_TEST(test_the_player_gives_no_result_away)
{
    char    path[DB_PATH_MAX], name[100];
    Variant v;
    Status  status;
    Player  player;
    Rng     rng   = rng_seed(5);
    int     games = 0, decided = 0;
    folder_open();
    snprintf(name, sizeof name, "solve:%s", played[_i]);
    ck_assert(build(name, NULL, _i == 1 ? DB_ZSTD : DB_RAW, path));
    ck_assert(variant_open(&v, played[_i], &status));
    ck_assert_msg(player_open(&player, &v, "alphabeta:depth=1,eval=solved", 1, 0, &status), "%s",
                  status.text);
    const SolvedTable *const t = player.evaluation->v.solved;
    ck_assert_ptr_nonnull(t);
    for (int game = 0; game < 300; game++) {
        AnyState  s;
        Move      moves[GAME_MOVES_MAX];
        int       n, plies = 0, promised = -1, me = -1;
        uint8_t   before   = SOLVED_NONE;
        const int random   = (int)rng_below(&rng, 8);
        bool      me_moved = false;
        variant_setup(&v, &s);
        for (; (n = v.game->generate(v.rules, &s, moves)) > 0 && plies < 300; plies++) {
            const AnyState at = s;
            Move           m  = moves[rng_below(&rng, (uint32_t)n)];
            if (plies == random) me = v.game->turn(v.rules, &s), before = solved_value(t, &s);
            if (plies == random && solved_is_won(before)) promised = plies + solved_plies(before);
            if (v.game->turn(v.rules, &s) == me && me >= 0) {
                SearchResult  result;
                const uint8_t value = solved_value(t, &s);
                m                   = player_choose(&player, &v, &s, &result);
                // Never a worse result than before, and a win comes nearer with every own turn.
                ck_assert_int_ge(result_class(value), result_class(before));
                if (me_moved && solved_is_won(before))
                    ck_assert_int_lt(solved_plies(value), solved_plies(before));
                me_moved = true;
                ck_assert_int_eq(result.value > 0, solved_is_won(value));
                ck_assert_int_eq(result.value < 0, solved_is_lost(value));
                if (solved_is_won(value))
                    ck_assert_int_eq(result.value, value_of_payoff(PAYOFF_UNIT, solved_plies(value)));
                before = value;
            }
            memset(&s, 0, sizeof s);
            v.game->play(v.rules, &s, &at, m);
        }
        if (me < 0) continue;
        Value payoff[PLAYERS_MAX];
        v.game->payoff(v.rules, &s, payoff);
        games++;
        if (n == 0 && promised >= 0) ck_assert(payoff[me] > 0);
        decided += promised >= 0;
        if (promised >= 0) ck_assert_int_le(plies, promised);
        if (!solved_is_lost(before)) ck_assert_int_ge(payoff[me], 0);
    }
    ck_assert_int_gt(games, 100);
    ck_assert_int_gt(decided, 10);
    player_close(&player);
    variant_close(&v);
    unlink(path);
    folder_close();
}
END_TEST

// Whatever the search and its depth: the value of a search to the end.
START_TEST(test_every_search_has_the_true_value)
{
    static const char *const players[] = {
        "alphabeta:depth=1,eval=solved", "alphabeta:depth=5,order=killer,eval=solved",
        "minimax:depth=2,eval=solved",   "maxn:depth=3,eval=solved",
        "brs:depth=2,eval=solved",       "paranoid:nodes=10,eval=solved"};
    char    path[DB_PATH_MAX];
    Variant v;
    Status  status;
    Player  full, looks;
    Rng     rng = rng_seed(11);
    folder_open();
    ck_assert(build("solve:tictactoe", NULL, DB_RAW, path));
    ck_assert(variant_open(&v, "tictactoe", &status));
    ck_assert(player_open(&full, &v, "alphabeta:depth=9", 1, 0, &status));
    for (size_t p = 0; p < sizeof players / sizeof *players; p++) {
        ck_assert_msg(player_open(&looks, &v, players[p], 1, 0, &status), "%s", status.text);
        const SolvedTable *const t = looks.evaluation->v.solved;
        for (int k = 0; k < 300; k++) {
            AnyState     s;
            SearchResult a, b;
            if (!solved_position(t, rng_below(&rng, 19683), &s) || v.game->over(v.rules, &s)) continue;
            const Move m = player_choose(&looks, &v, &s, &b);
            player_choose(&full, &v, &s, &a);
            ck_assert_int_eq(a.value, b.value);
            ck_assert_uint_eq(m, b.pv[0]);
            ck_assert_int_ge(b.pv_length, 1);
        }
        player_close(&looks);
    }
    player_close(&full);
    // A missing database is named with what builds it.
    unlink(path);
    variant_close(&v);
    ck_assert(variant_open(&v, "connect-four", &status));
    ck_assert(!player_open(&looks, &v, "alphabeta:depth=1,eval=solved", 1, 0, &status));
    ck_assert_msg(strstr(status.text, "`pollard db build solve-connect-four`") != NULL, "%s", status.text);
    variant_close(&v);
    folder_close();
}
END_TEST

Suite *suite_solved(void);
Suite *suite_solved(void)
{
    Suite *suite = suite_create("solved");
    TCase *tcase = tcase_create("solved");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, test_every_value_is_that_of_minimax, 0, test_amount(2, 3));
    tcase_add_test(tcase, test_ways_change_no_value);
    tcase_add_test(tcase, test_chinese_checkers_is_its_endgame_database);
    tcase_add_loop_test(tcase, test_games_that_repeat_equal_value_iteration, 0, test_amount(2, 3));
    tcase_add_test(tcase, test_what_cannot_be_reached_is_not_found);
    tcase_add_test(tcase, test_damaged_contents_are_refused);
    tcase_add_test(tcase, test_a_lack_of_memory_is_not_blamed_on_the_limit);
    tcase_add_test(tcase, test_what_cannot_be_solved_is_refused);
    tcase_add_test(tcase, test_names_are_those_of_games);
    tcase_add_test(tcase, test_a_stopped_build_leaves_nothing);
    tcase_add_loop_test(tcase, test_the_player_gives_no_result_away, 0, sizeof played / sizeof *played);
    tcase_add_test(tcase, test_every_search_has_the_true_value);
    suite_add_tcase(suite, tcase);
    return suite;
}
