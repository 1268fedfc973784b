// Vouches: which chains of programs there are, and what is written is what is read. `lab verify --vouch`
// itself is in tests/cli/lab_vouch.sh, with --code in tests/cli/same_code.sh.
#include "base/file.h"
#include "lab/kept/same_code.h"
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
    const int n = vouch_chain(&v, a, b, NULL, chain);
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
    ck_assert_int_eq(vouch_chain(&v, a.from, b.to, NULL, chain), 0);
    ck_assert(vouches_put(&v, &c, &status));
    ck_assert_int_eq(vouch_chain(&v, a.from, b.to, NULL, chain), 2);
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
        ck_assert_int_eq(vouch_chain(&v, first, last, NULL, chain),
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

// By the same code: no trials.
static Vouch vouch_by_code(char from, char to, const char *except)
{
    Vouch v  = vouch("othello", from, to);
    v.trials = v.trials_all = v.rows = v.rows_all = v.rows_left = 0;
    v.seed = 0, v.objects = 31, v.functions = 523;
    snprintf(v.code, sizeof v.code, "same");
    snprintf(v.hash, sizeof v.hash, "0123456789abcdef0123456789abcdef");
    snprintf(v.except, sizeof v.except, "%s", except);
    return v;
}

START_TEST(test_the_same_code_is_enough)
{
    Vouch v = vouch_by_code('a', 'b', "");
    ck_assert(vouch_is_enough(&v) && vouch_is_by_code(&v));
    v.functions = 0;
    ck_assert(!vouch_is_enough(&v));
    v = vouch_by_code('a', 'b', ""), v.objects = 0;
    ck_assert(!vouch_is_enough(&v));
    v = vouch_by_code('a', 'b', ""), snprintf(v.code, sizeof v.code, "differs");
    ck_assert(!vouch_is_enough(&v));
    v = vouch("othello", 'a', 'b');
    ck_assert(!vouch_is_by_code(&v));
}
END_TEST

// Vouches of both kinds: written and read. Those by trials have no field of the others, as before.
START_TEST(test_both_kinds_are_written_and_read)
{
    const char *const folder = lab_path(".");
    Vouches           v      = vouches_of("cd"), read;
    Status            status = {0};
    size_t            size;
    const Vouch       plain = vouch_by_code('a', 'b', ""), except = vouch_by_code('b', 'c', "minimax brs");
    ck_assert(vouches_put(&v, &plain, &status) && vouches_put(&v, &except, &status));
    ck_assert_msg(vouches_write(&v, folder, &status), "%s", status.text);
    ck_assert_msg(vouches_read(&read, folder, &status), "%s", status.text);
    ck_assert_int_eq(read.count, 3);
    for (int i = 0; i < 3; i++) ck_assert_mem_eq(&read.list[i], &v.list[i], sizeof *v.list);
    char *const text = file_read(lab_path("vouched.json"), 1 << 16, &size, &status);
    ck_assert(strstr(text, "\"code\": \"same\"") != NULL);
    ck_assert(strstr(text, "\"except\": \"minimax brs\"") == strstr(text, "\"except\""));
    ck_assert(strstr(text, "\"trials\"") > strstr(text, "\"minimax brs\""));   // only in the last
    free(text);
    vouches_close(&v);
    vouches_close(&read);
}
END_TEST

// A line as programs wrote it before there were vouches by code, with the sum that they gave it.
START_TEST(test_old_lines_keep_their_sums)
{
    static const char text[] =
        "{\"pollard-vouched\": 1, \"vouches\": ["
        "{\"game\": \"virus\", \"from\": \"0906e99ae01cdf7e\", \"to\": \"8a27a9de170119aa\", "
        "\"commits\": \"d93d53c3b258\", \"commit\": \"1beca06f407b\", \"date\": \"2026-11-17 "
        "12:57:40\", \"compiler\": \"gcc 12.2.0\", \"flags\": \"-std=gnu17 -ffp-contract=off "
        "-O3 -g -DNDEBUG -march=native\", \"machine\": \"AMD EPYC, 2 processors\", "
        "\"trials\": 48, \"trials_all\": 960, \"rows\": 241, \"rows_all\": 4570, "
        "\"rows_left\": 0, \"seed\": 94005257, \"sum\": \"e8ed7ed184a07505\"}"
        "]}";
    Vouches v;
    Status  status = {0};
    ck_assert_msg(vouches_parse(&v, text, sizeof text - 1, "x", &status), "%s", status.text);
    ck_assert_int_eq(v.count, 1);
    vouches_close(&v);
}
END_TEST

// Reads the file of one vouch by code in which `from` was replaced by `to`; the refusal says `expected`.
static void damaged_is_refused(const char *from, const char *to, const char *expected)
{
    const char *const folder = lab_path(".");
    Vouches           v      = {0}, read;
    Status            status = {0};
    size_t            size;
    const Vouch       one = vouch_by_code('a', 'b', "minimax");
    char              changed[4000];
    ck_assert(vouches_put(&v, &one, &status) && vouches_write(&v, folder, &status));
    char *const       text = file_read(lab_path("vouched.json"), 1 << 16, &size, &status);
    const char *const at   = strstr(text, from);
    ck_assert_msg(at != NULL, "%s", from);
    const int n = snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to,
                           at + strlen(from));
    ck_assert(!vouches_parse(&read, changed, (size_t)n, "x", &status));
    ck_assert_msg(strstr(status.text, expected) != NULL, "%s -> %s: %s", from, to, status.text);
    free(text);
    vouches_close(&v);
}

START_TEST(test_damaged_vouches_by_code_are_refused)
{
    damaged_is_refused("\"same\"", "\"like\"", "'code': expected \"same\"");
    damaged_is_refused("\"same\"", "\"\"", "'code': expected a word");
    damaged_is_refused("\"code\": \"same\", ", "", "'trials': expected a whole number");
    damaged_is_refused("0123456789abcdef0", "0123456789abcdeX0", "'hash': expected 32 hexadecimal digits");
    damaged_is_refused("0123456789abcdef0", "1123456789abcdef0", "its sum is wrong");
    damaged_is_refused("\"objects\": 31", "\"objects\": 0", "'objects': expected a whole number");
    damaged_is_refused("\"objects\": 31", "\"objects\": 32", "its sum is wrong");
    damaged_is_refused("\"functions\": 523", "\"functions\": -1", "'functions': expected a whole number");
    damaged_is_refused(", \"functions\": 523", "", "'functions': expected a whole number");
    damaged_is_refused("\"minimax\"", "\"\"", "'except': expected a word");
    damaged_is_refused("\"minimax\"", "\"minimax  brs\"", "'except': expected words");
    damaged_is_refused("\"minimax\"", "\"m\"", "'except': expected words");
    damaged_is_refused("\"minimax\"", "\"Minimax\"", "'except': expected words");
    damaged_is_refused("\"minimax\"", "\"alphabeta\"", "its sum is wrong");
    damaged_is_refused(", \"except\": \"minimax\"", "", "its sum is wrong");
    damaged_is_refused("\"objects\"", "\"trials\": 20, \"objects\"", "and nothing else");
    damaged_is_refused("\"objects\"", "\"engine_rows\": 20, \"objects\"", "and nothing else");
}
END_TEST

// Rows of engines too, those of the clock not, and none that has an excepted word anywhere in its key.
START_TEST(test_what_the_same_code_covers)
{
    const char *const counts[] = {"alphabeta:depth=3"}, *const clock[] = {"alphabeta:time=100"};
    const char *const engine[] = {"uci:depth=3,command=x"}, *const full[] = {"minimax:depth=3"};
    const char *const pair[] = {"alphabeta:depth=3", "brs:depth=2"};
    const StoreRows   rows = {.players = 1}, two = {.players = 2};
    Vouches           v      = {0};
    Status            status = {0};
    const Vouch       one    = vouch_by_code('a', 'b', "minimax brs rhombus5");
    ck_assert(vouches_put(&v, &one, &status));
    const StoreKey plain = {&rows, "othello", counts, one.to}, timed = {&rows, "othello", clock, one.to};
    const StoreKey program = {&rows, "othello", engine, one.to}, word = {&rows, "othello", full, one.to};
    const StoreKey second = {&two, "othello", pair, one.to},
                   game   = {&rows, "x:board=rhombus5", counts, one.to};
    ck_assert(vouches_cover(&v, &plain, one.from));
    ck_assert(vouches_cover(&v, &program, one.from));
    ck_assert(!vouches_cover(&v, &timed, one.from));
    ck_assert(!vouches_cover(&v, &word, one.from));
    ck_assert(!vouches_cover(&v, &second, one.from));
    ck_assert(!vouches_cover(&v, &game, one.from));
    ck_assert(!vouches_cover(&v, &plain, one.to));   // not the other way
    v.list[0].except[0] = 0;
    ck_assert(vouches_cover(&v, &word, one.from) && vouches_cover(&v, &second, one.from));
    vouches_close(&v);
}
END_TEST

// a to b by trials, b to c by code: what one leaves out, both leave out. Another way may take it along.
START_TEST(test_chains_mix_both_kinds)
{
    const char *const engine[] = {"uci:depth=3,command=x"}, *const full[] = {"minimax:depth=3"};
    const StoreRows rows   = {.players = 1};
    Vouches         v      = vouches_of("ab");
    Status          status = {0};
    const Vouch     second = vouch_by_code('b', 'c', "minimax"), again = vouch("othello", 'b', 'd');
    const Vouch     last = vouch("othello", 'd', 'c');
    char            a[BUILD_DIGEST_SIZE];
    digest(a, 'a');
    ck_assert(vouches_put(&v, &second, &status));
    const StoreKey program = {&rows, "othello", engine, second.to},
                   word    = {&rows, "othello", full, second.to};
    ck_assert(!vouches_cover(&v, &program, a));
    v.list[0].engine_rows = 5;
    ck_assert(vouches_cover(&v, &program, a));
    ck_assert(!vouches_cover(&v, &word, a));
    ck_assert(vouches_put(&v, &again, &status) && vouches_put(&v, &last, &status));
    ck_assert(vouches_cover(&v, &word, a));   // over d
    vouches_close(&v);
}
END_TEST

static void text_is(const Vouches *v, char from, char to, const char *expected)
{
    char a[BUILD_DIGEST_SIZE], b[BUILD_DIGEST_SIZE], said[TEXT_MAX];
    Text out = text_on(said, sizeof said);
    digest(a, from), digest(b, to);
    vouches_text(v, a, b, &out);
    ck_assert_str_eq(said, expected);
}

START_TEST(test_the_text_tells_of_the_same_code)
{
    Vouches     v      = vouches_of("ab");
    Status      status = {0};
    const Vouch bc = vouch_by_code('b', 'c', ""), cd = vouch_by_code('c', 'd', "minimax brs");
    v.list[0].rows_left = 0;
    ck_assert(vouches_put(&v, &bc, &status) && vouches_put(&v, &cd, &status));
    text_is(&v, 'b', 'c', "compiled to the same code, 523 functions");
    text_is(&v, 'c', 'd',
            "compiled to the same code, 523 functions; players with 'minimax brs' are not covered");
    text_is(&v, 'a', 'c',
            "20 of 400 trials run again by digest bbbbbbbbbbbbbbbb, all equal, that one compiled to the same "
            "code as this program, 523 functions");
    text_is(
        &v, 'b', 'd',
        "compiled to the same code as digest cccccccccccccccc, 523 functions, that one compiled to the same "
        "code as this program, 523 functions; players with 'minimax brs' are not covered");
    vouches_close(&v);
}
END_TEST

// What tools/same_code writes.
static const char compared[] =
    "{\"pollard-same-code\": 1, \"old\": \"0123456789ab\", \"new\": \"ba9876543210-dirty\", "
    "\"compiler\": \"gcc 12.2.0\", \"flags\": \"-O3\", "
    "\"except\": [{\"file\": \"src/search/reference.c\", \"word\": \"minimax\"}], \"games\": ["
    "{\"game\": \"othello\", \"from\": \"aaaaaaaaaaaaaaaa\", \"to\": \"bbbbbbbbbbbbbbbb\", \"same\": true, "
    "\"objects\": 31, \"functions\": 523, \"hash\": \"0123456789abcdef0123456789abcdef\", "
    "\"except\": \"minimax\"}, "
    "{\"game\": \"chess\", \"from\": \"cccccccccccccccc\", \"to\": \"dddddddddddddddd\", \"same\": false, "
    "\"objects\": 0, \"functions\": 0, \"hash\": \"0123456789abcdef0123456789abcdef\"}]}";

START_TEST(test_a_compared_game_makes_a_vouch)
{
    static SameCode code;
    Status          status = {0};
    Vouch           one, two;
    ck_assert_msg(same_code_parse(&code, compared, sizeof compared - 1, "x", &status), "%s", status.text);
    ck_assert_int_eq(code.count, 2);
    same_code_vouch(&code, &code.games[0], &one), same_code_vouch(&code, &code.games[1], &two);
    ck_assert(vouch_is_enough(&one) && !vouch_is_enough(&two));
    ck_assert_str_eq(one.game, "othello");
    ck_assert_str_eq(one.commits, "0123456789ab");
    ck_assert_str_eq(one.code, "same");
    ck_assert_str_eq(one.except, "minimax");
    ck_assert_int_eq(one.functions, 523);
    ck_assert_str_eq(two.code, "differs");
    ck_assert(!same_code_is_of_this(&code, "x", &status));   // its digest is of no program
    ck_assert_msg(strstr(status.text, "this program's digest of othello") != NULL, "%s", status.text);
    snprintf(code.games[0].to, BUILD_DIGEST_SIZE, "%s", build_digest("othello"));
    snprintf(code.games[1].to, BUILD_DIGEST_SIZE, "%s", build_digest("chess"));
    ck_assert(same_code_is_of_this(&code, "x", &status));
    snprintf(code.games[1].to, BUILD_DIGEST_SIZE, "%s", build_digest("othello"));   // of another game
    ck_assert(!same_code_is_of_this(&code, "x", &status));
}
END_TEST

static void compared_is_refused(const char *from, const char *to, const char *expected)
{
    static SameCode   code;
    Status            status = {0};
    char              changed[4000];
    const char *const at = strstr(compared, from);
    ck_assert_msg(at != NULL, "%s", from);
    const int n = snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - compared), compared, to,
                           at + strlen(from));
    ck_assert(!same_code_parse(&code, changed, (size_t)n, "x", &status));
    ck_assert_msg(strstr(status.text, expected) != NULL, "%s -> %s: %s", from, to, status.text);
    ck_assert_int_eq(code.count, 0);
}

START_TEST(test_damaged_comparisons_are_refused)
{
    compared_is_refused("{\"pollard", "[\"pollard", "expected a file that tools/same_code wrote");
    compared_is_refused("code\": 1", "code\": 2", "'pollard-same-code': expected");
    compared_is_refused("\"old\"", "\"older\"", "'old': expected");
    compared_is_refused("0123456789ab\"", "0123456789a\"", "'old': expected a commit of 12");
    compared_is_refused("-dirty", "-clean", "'new': expected a commit of 12");
    compared_is_refused("\"flags\"", "\"more\": 1, \"flags\"", "and nothing else");
    compared_is_refused("[{\"file\": \"src/search/reference.c\", \"word\": \"minimax\"}]", "7",
                        "'except': expected a list");
    compared_is_refused("\"src/", "\"doc/", "'except': expected a file of src");
    compared_is_refused("\"word\": \"minimax\"", "\"word\": \"mini max\"",
                        "'except': expected a file of src");
    compared_is_refused("\"word\": \"minimax\"", "\"word\": \"brs\"",
                        "game 1: 'except': expected words that");
    compared_is_refused("\"except\": \"minimax\"", "\"except\": \"\"", "game 1: 'except': expected words");
    compared_is_refused("\"game\": \"chess\"", "\"game\": \"othello\"", "game 2: there twice");
    compared_is_refused("aaaaaaaaaaaaaaaa", "none", "game 1: 'from': expected a digest");
    compared_is_refused("bbbbbbbbbbbbbbbb", "bbbbbbbbbbbbbbb", "game 1: 'to': expected a digest");
    compared_is_refused("true", "1", "'same': expected true or false");
    compared_is_refused("false", "true", "game 2: 'same' is true, but nothing was compared");
    compared_is_refused("\"objects\": 31", "\"objects\": \"31\"", "'objects': expected a whole number");
    compared_is_refused("abcdef\"", "abcde\"", "'hash': expected 32");
    compared_is_refused("\"objects\"", "\"rows\": 1, \"objects\"",
                        "game 1: expected an object with the fields");
    compared_is_refused("\"games\": [", "\"games\": [7, ", "game 1: expected an object");
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
    tcase_add_test(tcase, test_the_same_code_is_enough);
    tcase_add_test(tcase, test_both_kinds_are_written_and_read);
    tcase_add_test(tcase, test_old_lines_keep_their_sums);
    tcase_add_test(tcase, test_damaged_vouches_by_code_are_refused);
    tcase_add_test(tcase, test_what_the_same_code_covers);
    tcase_add_test(tcase, test_chains_mix_both_kinds);
    tcase_add_test(tcase, test_the_text_tells_of_the_same_code);
    tcase_add_test(tcase, test_a_compared_game_makes_a_vouch);
    tcase_add_test(tcase, test_damaged_comparisons_are_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
