// Tables of chess against programs of others: the positions that the program carries, and engines as players
// of a match.
#include "lab/lab_cases.h"
#include "lab/positions.h"
#include "lab/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Positions.

enum { ENDINGS = 8, SETS = 3, POSITIONS = 100 };
static const char *const endings[ENDINGS] = {"KRPP-KBN",  "KRPP-KNN", "KRP-KNPP",  "KQP-KRNP",
                                             "KRRPP-KQR", "KRPP-KRN", "KQP-KNNPP", "KQP-KRBPP"};
static const char *const sets[SETS]       = {"report", "tune", "any"};

static int letter_compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

// The pieces of a position, sorted: white's capital.
static void pieces_of(const char *text, char out[80])
{
    size_t n = 0;
    for (; *text && *text != ' '; text++)
        if (strchr("KQRBNPkqrbnp", *text) != NULL) out[n++] = *text;
    out[n] = 0;
    qsort(out, n, 1, letter_compare);
}

static void pieces_expected(const char *ending, char out[80])
{
    char        text[80];
    char *const dash = strchr(strcpy(text, ending), '-');
    for (char *at = dash; *at; at++) *at = (char)(*at == '-' ? '1' : *at + 'a' - 'A');
    pieces_of(text, out);
}

// Whoever is to move: nobody is in check, there is a move, none captures or promotes.
static void quiet_check(const Variant *v, const char *line, const char *pieces)
{
    for (int p = 0; p < 2; p++) {
        char text[TEXT_MAX];
        snprintf(text, sizeof text, "%.*s %c - - 0 1", (int)strcspn(line, " "), line, "wb"[p]);
        AnyState s, child;
        Status   status = {0};
        Move     moves[GAME_MOVES_MAX];
        ck_assert_msg(variant_parse(v, &s, text, &status), "%s: %s", line, status.text);
        const int n = v->game->generate(v->rules, &s, moves);
        ck_assert_int_gt(n, 0);
        for (int i = 0; i < n; i++) {
            char after[TEXT_MAX], left[80];
            Text out = text_on(after, sizeof after);
            v->game->play(v->rules, &child, &s, moves[i]);
            v->game->position_format(v->rules, &child, &out);
            pieces_of(after, left);
            ck_assert_msg(strcmp(left, pieces) == 0, "%s: not quiet", line);
        }
    }
}

static int lines_split(char *text, char *lines[], int room)
{
    int   n = 0;
    char *rest;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        if (line[0] == '#') continue;
        ck_assert_int_lt(n, room);
        lines[n++] = line;
    }
    return n;
}

START_TEST(test_positions_are_legal_quiet_and_in_one_set_only)
{
    const char *const ending = endings[_i];
    Variant           v      = test_open("chess");
    PositionSet      *list   = NULL;
    char              pieces[80], *lines[SETS][POSITIONS + 1], *texts[SETS];
    pieces_expected(ending, pieces);
    for (int k = 0; k < SETS; k++) {
        char   name[40];
        Status status = {0};
        Text   out    = text_on(name, sizeof name);
        for (const char *at = ending; *at; at++) text_char(&out, (char)(*at == '-' ? '-' : *at + 'a' - 'A'));
        text_add(&out, "-%s", sets[k]);
        const PositionSet *const set = positions_open(&list, name, NULL, &status);
        ck_assert_msg(set != NULL, "%s", status.text);
        ck_assert_int_eq(set->count, POSITIONS);
        ck_assert(strstr(set->text, "seed 1\n") != NULL);
        ck_assert((strstr(set->text, "# judge: Stockfish") != NULL) == (k < 2));
        ck_assert_int_eq(lines_split(texts[k] = strdup(set->text), lines[k], POSITIONS + 1), POSITIONS);
        for (int i = 0; i < POSITIONS; i++) {
            AnyState s;
            char     here[80];
            pieces_of(lines[k][i], here);
            ck_assert_str_eq(here, pieces);
            ck_assert_msg(variant_parse(&v, &s, lines[k][i], &status), "%s", status.text);
            // in turn; the first of every other ending is white
            ck_assert_int_eq(v.game->turn(v.rules, &s), (i + _i) % 2);
            quiet_check(&v, lines[k][i], pieces);
            const char *const value = strstr(lines[k][i], " ce ");
            ck_assert((value != NULL) == (k < 2));
            ck_assert(value == NULL || abs(atoi(value + 4)) <= 250);
            for (int other = 0; other <= k; other++)
                for (int m = 0; m < (other < k ? POSITIONS : i); m++)
                    ck_assert(strncmp(lines[other][m], lines[k][i], strcspn(lines[k][i], " ") + 1) != 0);
        }
    }
    for (int k = 0; k < SETS; k++) free(texts[k]);
    positions_close(list);
    variant_close(&v);
}
END_TEST

// Engines.

#define HEAD   "{\"name\":\"x\",\"kind\":\"match\",\"game\":\"tictactoe\",\"player\":\"alphabeta:depth=2\","
#define REST   ",\"opening\":\"random:1\",\"openings\":2,\"quick-openings\":1}"
#define PLAYED HEAD "\"opponent\":\"%s\"" REST

// This program as an engine (play/engines/fake_engine.h).
static Experiment fake_parse(const char *how, const char *more)
{
    char          self[400], spec[900], text[2000];
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    ck_assert_int_gt(n, 0);
    self[n] = 0;
    snprintf(spec, sizeof spec, "uci:command='%s' --fake-engine uci tictactoe %s,depth=1%s", self, how, more);
    snprintf(text, sizeof text, PLAYED, spec);
    return lab_parse(text);
}

START_TEST(test_a_program_of_others_plays_and_is_not_run_again_by_verify)
{
    Experiment   e     = fake_parse("well", ",name=Fake");
    Store       *store = lab_store("a", true);
    Status       status;
    VerifyResult result;
    setenv("TMPDIR", lab_path(""), 1);
    ck_assert(match_of_experiment(&e)->cells[0].external && !match_of_experiment(&e)->cells[0].timed);
    ck_assert(strstr(match_of_experiment(&e)->cells[0].opponent.key, "name=Fake") != NULL);
    lab_run(store, &e, 1, &(PlanOptions){.threads = 2});
    Tables t;
    char  *csv;
    size_t size;
    ck_assert_msg(tables_make(&t, store, &e, 1, 0, &status), "%s", status.text);
    FILE *const file = open_memstream(&csv, &size);
    csv_print(file, &t, &kind_match);
    fclose(file);
    ck_assert_msg(strstr(csv, ",yes,") != NULL, "%s", csv);   // other_program; the clock has no part in it
    free(csv);
    tables_close(&t);
    Verify *const verify = verify_open(&e, 1, 0, &status);
    ck_assert(verify != NULL && store_each(store, verify_visit, verify, &status));
    ck_assert(!verify_has(verify, &e));
    ck_assert(verify_run(verify, &(VerifyOptions){.share = 1, .threads = 1}, NULL, NULL, &result, &status));
    ck_assert(result.external == 2 && result.trials_all == 0 && result.by_the_clock == 0);
    verify_close(verify);
    store_close(store);
    experiment_close(&e);
}
END_TEST

START_TEST(test_a_game_lost_by_what_a_program_did_is_no_result)
{
    static const char *const how[] = {"illegal", "crash"};
    setenv("TMPDIR", lab_path(""), 1);
    for (int i = 0; i < 2; i++) {
        Experiment   e      = fake_parse(how[i], "");
        Store *const store  = lab_store(how[i], true);
        Status       status = {0};
        PairResult   found;
        char         protocol[PROTOCOL_MAX];
        Text         text = text_on(protocol, sizeof protocol);
        ck_assert(!plan_run(store, &e, 1, &(PlanOptions){.threads = 1}, NULL, NULL, &status));
        ck_assert_msg(strstr(status.text, "the opponent lost game 1 by forfeit") != NULL, "%s", status.text);
        const MatchCell *const c = &match_of_experiment(&e)->cells[0];
        match_protocol(c, e.seed, &text);
        ck_assert_int_eq(pairs_read(store, protocol, c->player.key, c->opponent.key, 1, &found, &status), 0);
        store_close(store);
        experiment_close(&e);
    }
}
END_TEST

// A file is read, listed and reported on where its engine is not installed; `run` says that it is not.
START_TEST(test_reading_an_experiment_starts_no_program)
{
    char text[2000], spec[300], mark[200];
    snprintf(mark, sizeof mark, "%s", lab_path("started"));
    snprintf(spec, sizeof spec, "uci:command=/bin/touch %s,depth=1", mark);
    snprintf(text, sizeof text, PLAYED, spec);
    Experiment e = lab_parse(text);
    ck_assert_int_ne(access(mark, F_OK), 0);
    experiment_close(&e);
    snprintf(text, sizeof text, PLAYED, "uci:command=/no/such/engine,depth=1");
    e                   = lab_parse(text);
    Store *const store  = lab_store("a", true);
    Status       status = {0};
    ck_assert(!plan_run(store, &e, 1, &(PlanOptions){.threads = 1}, NULL, NULL, &status));
    ck_assert_msg(strstr(status.text, "/no/such/engine") != NULL, "%s", status.text);
    store_close(store);
    experiment_close(&e);
}
END_TEST

START_TEST(test_trials_of_counts_refuse_other_programs)
{
    Experiment e;
    Status     status = {0};
    ck_assert(
        !experiment_parse(&e,
                          "{\"name\":\"x\",\"game\":\"tictactoe\",\"configurations\":[{\"name\":\"A\"}],"
                          "\"opponents\":\"uci:command=/no/such/engine,depth=1\"}",
                          "x.json", &status));
    ck_assert_msg(strstr(status.text, "'uci' is another program") != NULL, "%s", status.text);
}
END_TEST

Suite *suite_lab_chess(void);
Suite *suite_lab_chess(void)
{
    Suite *const suite = suite_create("lab_chess");
    TCase *const tcase = tcase_create("lab_chess");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, lab_folder_make, lab_folder_remove);
    tcase_add_loop_test(tcase, test_positions_are_legal_quiet_and_in_one_set_only, 0, ENDINGS);
    tcase_add_test(tcase, test_a_program_of_others_plays_and_is_not_run_again_by_verify);
    tcase_add_test(tcase, test_a_game_lost_by_what_a_program_did_is_no_result);
    tcase_add_test(tcase, test_reading_an_experiment_starts_no_program);
    tcase_add_test(tcase, test_trials_of_counts_refuse_other_programs);
    suite_add_tcase(suite, tcase);
    return suite;
}
