// A search that answers a position of its game a second time from memory (lab/kinds/match/memo_player.h): the
// same pairs of games as without, to the last node; and which players get no memory.
#include "lab/kinds/match/memo_player.h"
#include "lab/lab_cases.h"
#include "play/player.h"

#include <stdlib.h>
#include <string.h>

// Both ways to play an opening of the first cell; returns how many moves came from memory.
static long assert_same_pairs(const char *text, int openings)
{
    Experiment e = lab_parse(text);
    Task       task;
    long       remembered = 0;
    memset(&task, 0, sizeof task);
    task.experiment = &e;
    e.kind->task(&e, 0, &task);
    for (int i = 0; i < openings; i++) {
        PairResult result[2];
        Status     status;
        const int  row = 0;
        for (int k = 0; k < 2; k++) {
            const long before = memo_player_answers();
            task.verifies     = k == 1;
            ck_assert_msg(e.kind->run(&task, i, &row, 1, NULL, &result[k], &status), "%s", status.text);
            if (k == 0) remembered += memo_player_answers() - before;
            else ck_assert_int_eq(memo_player_answers(), before);
            ck_assert(result[k].plies[0] > 0 && result[k].nodes[0] > 0);
            result[k].seconds = 0;
        }
        ck_assert_mem_eq(result[0].points, result[1].points, sizeof result[0].points);
        ck_assert_mem_eq(result[0].plies, result[1].plies, sizeof result[0].plies);
        ck_assert_mem_eq(result[0].capped, result[1].capped, sizeof result[0].capped);
        ck_assert_mem_eq(result[0].nodes, result[1].nodes, sizeof result[0].nodes);
        ck_assert_mem_eq(result[0].game, result[1].game, sizeof result[0].game);
        ck_assert_str_eq(result[0].lookups, result[1].lookups);
    }
    experiment_close(&e);
    return remembered;
}

#define PAIR(game, plies, player, opponent)                                                                  \
    "{\"name\":\"m\",\"kind\":\"match\",\"game\":\"" game "\",\"opening\":\"random:3\",\"openings\":99,"     \
    "\"plies-max\":" #plies ",\"player\":\"" player "\",\"opponent\":\"" opponent "\"}"
#define BEST "order=tt+killer+eval+history-ads,tt=10,pvs=yes,deepening=yes"

START_TEST(test_pairs_are_the_same_where_positions_come_again)
{
    static const char *const pairs[] = {
        PAIR("chinese-checkers:board=rhombus6,pieces=6", 200, "alphabeta:depth=2,eval=manhattan,order=killer",
             "alphabeta:depth=2,eval=manhattan,order=history-ads,levels=multi,limit=5"),
        PAIR("abalone", 120, "alphabeta:depth=2,order=tt+killer,tt=8", "alphabeta:depth=2,order=history"),
        PAIR("checkers:relaxed=yes", 200, "alphabeta:depth=3,order=tt+killer,tt=8", "alphabeta:depth=1"),
        PAIR("thief-police:size=8,start={opening}", 200, "alphabeta:depth=3," BEST, "alphabeta:depth=2"),
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const long remembered = assert_same_pairs(pairs[i], test_amount(36, 100));
        ck_assert_msg(remembered > 0, "no position came again in %s", pairs[i]);
    }
}
END_TEST

START_TEST(test_pairs_are_the_same_where_none_does)
{
    ck_assert_int_eq(
        assert_same_pairs(PAIR("connect-four", 42, "alphabeta:depth=4," BEST, "alphabeta:depth=2"), 3), 0);
    ck_assert_int_eq(assert_same_pairs(PAIR("othello", 60, "brs:depth=2,order=killer", "random"), 3), 0);
}
END_TEST

// The move in a position, twice; returns how many of the answers came from memory.
static long answers(const char *game, const char *text)
{
    Variant      v = test_open(game);
    PlayerSpec   spec;
    Player       player;
    Status       status;
    AnyState     s;
    SearchResult found[2];
    Move         m[2];
    const long   before = memo_player_answers();
    variant_setup(&v, &s);
    ck_assert(player_spec_parse(&spec, text, &status));
    spec = memo_player(&spec);
    ck_assert_msg(player_open_spec(&player, &v, &spec, (PlayerSeat){.seed = 1}, &status), "%s", status.text);
    for (int i = 0; i < 2; i++) {
        found[i] = (SearchResult){0};
        ck_assert(player_move(&player, &v, &s, &m[i], &found[i], &status));
    }
    const long count = memo_player_answers() - before;
    if (count > 0) {
        ck_assert_uint_eq(m[0], m[1]);
        ck_assert_mem_eq(&found[0], &found[1], sizeof found[0]);
    }
    player_close(&player);
    variant_close(&v);
    return count;
}

START_TEST(test_only_a_function_of_the_position_is_remembered)
{
    ck_assert_int_eq(answers("othello", "alphabeta:depth=3"), 1);
    ck_assert_int_eq(answers("othello", "alphabeta:depth=3,order=tt+history-ads,tt=8,pvs=yes"), 1);
    ck_assert_int_eq(answers("othello", "alphabeta:nodes=500"), 1);
    ck_assert_int_eq(answers("focus:players=4", "maxn:depth=2"), 1);
    ck_assert_int_eq(answers("abalone", "alphabeta:preset=abalone-paper,depth=2"), 1);

    ck_assert_int_eq(answers("othello", "random"), 0);
    ck_assert_int_eq(answers("othello", "engine:level=3"), 0);
    ck_assert_int_eq(answers("othello", "alphabeta:time=5"), 0);
    ck_assert_int_eq(answers("othello", "alphabeta:depth=3,tt=8,threads=2"), 0);
    ck_assert_int_eq(answers("othello", "alphabeta:depth=3,order=history-ads,lifetime=game"), 0);
    ck_assert_int_eq(answers("othello", "alphabeta:depth=3,order=random,seed=4"), 0);
    ck_assert_int_eq(answers("othello", "alphabeta:depth=3,mistakes=1"), 0);
    ck_assert_int_eq(answers("checkers", "alphabeta:depth=3,repetition=yes"), 0);
}
END_TEST

Suite *suite_lab_memo(void);
Suite *suite_lab_memo(void)
{
    Suite *const suite = suite_create("lab_memo");
    TCase *const tcase = tcase_create("memo");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, test_pairs_are_the_same_where_positions_come_again);
    tcase_add_test(tcase, test_pairs_are_the_same_where_none_does);
    tcase_add_test(tcase, test_only_a_function_of_the_position_is_remembered);
    suite_add_tcase(suite, tcase);
    return suite;
}
