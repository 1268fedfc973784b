// Vouches: which chains of programs there are, and what is written is what is read. `lab verify --vouch`
// itself is in tests/cli/lab_vouch.sh.
#include "lab/kept/vouch.h"
#include "lab/lab_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A digest of one letter.
static void digest(char out[BUILD_DIGEST_SIZE], char letter)
{
    memset(out, letter, BUILD_DIGEST_SIZE - 1);
    out[BUILD_DIGEST_SIZE - 1] = 0;
}

static Vouch vouch(const char *game, char from, char to)
{
    Vouch v = {.commits    = "1a2b3c4",
               .commit     = "5d6e7f8-dirty",
               .compiler   = "gcc \"12\"",
               .flags      = "-O3",
               .machine    = "a \\ processor",
               .date       = "2026-11-17 01:20:33",
               .trials     = 20,
               .trials_all = 400,
               .rows       = 41,
               .rows_all   = 900,
               .rows_left  = 50,
               .seed       = 7};
    snprintf(v.game, sizeof v.game, "%s", game);
    digest(v.from, from), digest(v.to, to);
    return v;
}

// Of pairs such as "ab bc", all of one game.
static Vouches vouches_of(const char *pairs)
{
    Vouches out    = {0};
    Status  status = {0};
    for (; *pairs; pairs += pairs[2] ? 3 : 2) {
        const Vouch v = vouch("othello", pairs[0], pairs[1]);
        ck_assert_msg(vouches_put(&out, &v, &status), "%s", status.text);
    }
    return out;
}

// The links of the chain as letters, "ab bc"; "" when there is none.
static void chain_is(const char *pairs, char from, char to, const char *expected)
{
    Vouches      v = vouches_of(pairs);
    const Vouch *chain[VOUCH_CHAIN_MAX];
    char         a[BUILD_DIGEST_SIZE], b[BUILD_DIGEST_SIZE], links[400];
    Text         out = text_on(links, sizeof links);
    digest(a, from), digest(b, to);
    const int n = vouch_chain(&v, a, b, false, chain);
    for (int i = 0; i < n; i++) text_add(&out, "%s%c%c", i ? " " : "", chain[i]->from[0], chain[i]->to[0]);
    ck_assert_str_eq(links, expected);
    vouches_close(&v);
}

START_TEST(test_chains_lead_from_a_row_to_the_program)
{
    chain_is("", 'a', 'b', "");
    chain_is("ab", 'a', 'b', "ab");
    chain_is("ab", 'b', 'a', "");
    chain_is("ab", 'a', 'a', "");   // its own rows need none
    chain_is("ab bc", 'a', 'c', "ab bc");
    chain_is("bc ab", 'b', 'c', "bc");
    chain_is("ab cd", 'a', 'd', "");
    chain_is("ab bc cd ad", 'a', 'd', "ad");   // the shortest
    chain_is("ab ba bc cb", 'a', 'c', "ab bc");
    chain_is("ab ba", 'a', 'c', "");
    chain_is("ab bc cd de ef", 'a', 'f', "ab bc cd de ef");
}
END_TEST

START_TEST(test_a_chain_is_of_one_game)
{
    Vouches     v      = {0};
    Status      status = {0};
    const Vouch a = vouch("othello", 'a', 'b'), b = vouch("checkers", 'b', 'c'), *chain[VOUCH_CHAIN_MAX];
    const Vouch c = vouch("checkers", 'a', 'b');
    ck_assert(vouches_put(&v, &a, &status) && vouches_put(&v, &b, &status));
    ck_assert_int_eq(vouch_chain(&v, a.from, b.to, false, chain), 0);
    ck_assert(vouches_put(&v, &c, &status));
    ck_assert_int_eq(vouch_chain(&v, a.from, b.to, false, chain), 2);
    ck_assert_str_eq(chain[0]->game, "checkers");
    vouches_close(&v);
}
END_TEST

START_TEST(test_a_chain_may_be_long_but_not_endless)
{
    Vouches      v      = {0};
    Status       status = {0};
    const Vouch *chain[VOUCH_CHAIN_MAX];
    char         first[BUILD_DIGEST_SIZE] = "0000000000000000", last[BUILD_DIGEST_SIZE];
    for (int i = 0; i < VOUCHES_MAX; i++) {
        Vouch one = vouch("othello", '0', '0');
        snprintf(one.from, sizeof one.from, "%016x", i), snprintf(one.to, sizeof one.to, "%016x", i + 1);
        ck_assert(vouches_put(&v, &one, &status));
        if (i != VOUCH_CHAIN_MAX - 1 && i != VOUCH_CHAIN_MAX) continue;
        snprintf(last, sizeof last, "%016x", i + 1);
        ck_assert_int_eq(vouch_chain(&v, first, last, false, chain),
                         i < VOUCH_CHAIN_MAX ? VOUCH_CHAIN_MAX : 0);
    }
    const Vouch more = vouch("othello", 'e', 'f');
    ck_assert(!vouches_put(&v, &more, &status));
    ck_assert_str_eq(status.text, "more than 1024 vouches");
    vouches_close(&v);
}
END_TEST

START_TEST(test_a_later_vouch_takes_the_place_of_an_earlier_one)
{
    Vouches v      = vouches_of("bc ab");
    Status  status = {0};
    Vouch   later  = vouch("othello", 'a', 'b');
    later.trials   = 300;
    ck_assert(vouches_put(&v, &later, &status));
    ck_assert_int_eq(v.count, 2);
    ck_assert_int_eq(v.list[0].from[0], 'a');   // in order
    ck_assert_int_eq(v.list[0].trials, 300);
    vouches_close(&v);
}
END_TEST

START_TEST(test_what_is_enough)
{
    Vouch v = vouch("othello", 'a', 'b');
    ck_assert(vouch_is_enough(&v));
    v.trials = 19;
    ck_assert(!vouch_is_enough(&v));
    v.trials_all = 19;   // all there are
    ck_assert(vouch_is_enough(&v));
    v.rows_left = 450;   // half of 900
    ck_assert(vouch_is_enough(&v));
    v.rows_left = 451;
    ck_assert(!vouch_is_enough(&v));
    v = vouch("othello", 'a', 'b'), v.trials = v.trials_all = 0;
    ck_assert(!vouch_is_enough(&v));
}
END_TEST

START_TEST(test_what_is_written_is_read)
{
    const char *const folder = lab_path(".");
    Vouches           v      = vouches_of("bc ab"), read;
    Status            status = {0};
    ck_assert(vouches_read(&read, folder, &status) && read.count == 0);   // no file: none
    ck_assert_msg(vouches_write(&v, folder, &status), "%s", status.text);
    ck_assert_msg(vouches_read(&read, folder, &status), "%s", status.text);
    ck_assert_int_eq(read.count, 2);
    for (int i = 0; i < 2; i++) ck_assert_mem_eq(&read.list[i], &v.list[i], sizeof *v.list);
    vouches_close(&v);
    vouches_close(&read);
}
END_TEST

START_TEST(test_clocks_are_not_covered)
{
    Vouches           v        = vouches_of("ab");
    const char *const counts[] = {"alphabeta:depth=3"}, *const clock[] = {"alphabeta:time=100"};
    const StoreRows rows  = {.players = 1};
    const StoreKey  plain = {&rows, "othello", counts, v.list[0].to};
    const StoreKey  timed = {&rows, "othello", clock, v.list[0].to};
    ck_assert(vouches_cover(&v, &plain, v.list[0].from));
    ck_assert(!vouches_cover(&v, &timed, v.list[0].from));
    ck_assert(!vouches_cover(NULL, &plain, v.list[0].from));
    vouches_close(&v);
}
END_TEST

// Rows in which another program played: only by a vouch for which such rows were run.
START_TEST(test_engines_are_covered_only_where_they_were_run)
{
    const char *const players[] = {"uci:depth=3,command=x"};
    const StoreRows   rows      = {.players = 1};
    Vouches           v         = vouches_of("ab bc");
    char              a[BUILD_DIGEST_SIZE], c[BUILD_DIGEST_SIZE];
    digest(a, 'a'), digest(c, 'c');
    const StoreKey key = {&rows, "othello", players, c};
    ck_assert(!vouches_cover(&v, &key, a));
    v.list[0].engine_rows = 5;
    ck_assert(!vouches_cover(&v, &key, a));   // every link of the chain
    v.list[1].engine_rows = 1;
    ck_assert(vouches_cover(&v, &key, a));
    Vouches read;
    Status  status = {0};
    ck_assert_msg(vouches_write(&v, lab_path("."), &status), "%s", status.text);
    ck_assert_msg(vouches_read(&read, lab_path("."), &status), "%s", status.text);
    ck_assert_int_eq(read.list[0].engine_rows, 5);
    ck_assert(vouches_cover(&read, &key, a));
    vouches_close(&read);
    vouches_close(&v);
}
END_TEST

// What a vouch could not run is said: its rows are used all the same.
START_TEST(test_the_text_tells_what_could_not_be_run)
{
    Vouches v = vouches_of("ab bc");
    char    a[BUILD_DIGEST_SIZE], b[BUILD_DIGEST_SIZE], c[BUILD_DIGEST_SIZE], said[TEXT_MAX];
    Text    one = text_on(said, sizeof said);
    digest(a, 'a'), digest(b, 'b'), digest(c, 'c');
    v.list[0].trials = 47, v.list[0].trials_all = 1220;
    v.list[0].rows_left = 1859, v.list[0].rows_all = 3079;
    vouches_text(&v, a, b, &one);
    ck_assert_str_eq(said, "47 of 1220 trials run again by this program, all equal; 1859 of 3079 rows were "
                           "left out");
    Text two = text_on(said, sizeof said);
    vouches_text(&v, a, c, &two);
    ck_assert_msg(strstr(said, ", each time all equal; 1859 of 3079 rows were left out by digest bbbb") !=
                      NULL,
                  "%s", said);
    v.list[1].rows_left = 5, v.list[1].rows_all = 900;
    Text both = text_on(said, sizeof said);
    vouches_text(&v, a, c, &both);
    ck_assert_msg(strstr(said, "; 5 of 900 rows were left out by this program") != NULL, "%s", said);
    vouches_close(&v);
}
END_TEST

Suite *suite_lab_vouch(void);
Suite *suite_lab_vouch(void)
{
    Suite *const suite = suite_create("lab_vouch");
    TCase *const tcase = tcase_create("lab_vouch");
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_test(tcase, test_chains_lead_from_a_row_to_the_program);
    tcase_add_test(tcase, test_a_chain_is_of_one_game);
    tcase_add_test(tcase, test_a_chain_may_be_long_but_not_endless);
    tcase_add_test(tcase, test_a_later_vouch_takes_the_place_of_an_earlier_one);
    tcase_add_test(tcase, test_what_is_enough);
    tcase_add_test(tcase, test_what_is_written_is_read);
    tcase_add_test(tcase, test_clocks_are_not_covered);
    tcase_add_test(tcase, test_engines_are_covered_only_where_they_were_run);
    tcase_add_test(tcase, test_the_text_tells_what_could_not_be_run);
    suite_add_tcase(suite, tcase);
    return suite;
}
