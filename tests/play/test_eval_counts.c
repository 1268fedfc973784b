// Searches with the evaluations of players count and find what they did when these were options of the game:
// nodes and values were recorded from the last version of that kind.
#include "play/player.h"
#include "tests.h"

static const struct {
    const char *game, *text;
} positions[] = {
    {"othello", "---------O-O------O-O------OXO---XXXX-----X-X----X-------------- X"},
    {"othello", "X--OX----XXOXX-X-XXXX-X--XXOXX--OXXXXXX--OXOX----XXXXX---------- O"},
    {"othello", "X--OOO---XXOOO-XOOOOOXO-XOOXXX-OXXOOOOOOXOXOOO-X-XXXOO----XOO-O- X"},
    {"othello", "X---X----X-XXX----X-X----XXXXX---XOXX-X--OXOX----X-XO----------- O"},
    {"checkers", "B:W13,18,20,22,25,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,16"},
    {"checkers:relaxed=yes", "B:W13,16,22,24,25,26,27,28,29,31,32:B1,2,3,4,5,6,7,9,12,14,20"},
    {"checkers", "B:WK4,6,K18,21,22,28,29,30,31,32:B1,5,10"},
    {"checkers:relaxed=yes", "B:W13,16,25,26,28,31,32:B1,2,4,5,6,7,14,18,20,K30"},
    {"focus",
     "-,-,-,-/-,-,-,22,122,1/-,-,2,11,12,1,-,-/-,-,12,-,-,-,1,-/-,-,-,1,-,22,21,12/-,1,12,-,-,-,-,-/-,22,1"
     ",-,21,21/2,-,121,- 1 0,0 0,0 -"},
    {"focus:players=4",
     "-,1,-,-/-,-,41,22,24,-/-,1,1,12,2,-,4,2/2,23,2,24,4421,-,3,224/33,1,-,1,3,3,-,-/3,1,-,1,-,-,43,4/1,3"
     "4,1,4,4,3/331,-,-,43 1 0,0,0,0 0,0,0,0 -"},
    {"focus",
     "21,-,-,-/-,-,-,2212,22111,-/-,1,-,1,-,-,-,-/12,1,-,-,2,-,-,-/-,-,12,121,-,-,-,-/-,-,-,112,-,-,-,2/2,"
     "-,-,-,-,-/2,21,121,- 1 0,0 2,1 -"},
    {"focus:players=4",
     "-,-,-,43/41,1,-,2,-,22/2,134,-,1,-,1121,-,2/-,2,42,242,-,22342,344,-/-,-,-,13,-,-,-,4/3,31,-,1,-,-,-"
     ",4/1,-,1,4,4,33/33,1,-,43 3 0,0,0,0 0,1,0,0 -"},
};

static const struct {
    int         position;
    const char *player;
    uint64_t    nodes;
    Value       value;
} searches[] = {
    {0, "alphabeta:depth=6,order=history-ads,eval=weights", 2840, 4},
    {1, "alphabeta:depth=6,order=history-ads,eval=weights", 9295, 53},
    {2, "alphabeta:depth=6,order=history-ads,eval=weights", 5494, 78},
    {3, "alphabeta:depth=6,order=tt+killer+eval,tt=14,pvs=yes,eval=weights", 5267, 12},
    {0, "alphabeta:depth=6,order=history-ads,eval=discs", 2476, 0},
    {1, "alphabeta:depth=6,order=history-ads,eval=discs", 10783, -11},
    {2, "alphabeta:depth=6,order=history-ads,eval=discs", 7219, -10},
    {3, "alphabeta:depth=6,order=tt+killer+eval,tt=14,pvs=yes,eval=discs", 6335, -13},
    {0, "alphabeta:depth=6,order=history-ads,eval=mobility", 8199, -16},
    {1, "alphabeta:depth=6,order=history-ads,eval=mobility", 6911, 174},
    {2, "alphabeta:depth=6,order=history-ads,eval=mobility", 5682, 76},
    {3, "alphabeta:depth=6,order=tt+killer+eval,tt=14,pvs=yes,eval=mobility", 5918, 125},
    {4, "alphabeta:depth=7,order=history-ads,weights=1/2", 2718, 0},
    {5, "alphabeta:depth=6,order=tt+killer,tt=14,weights=1/2", 2017, 0},
    {6, "alphabeta:depth=7,order=history-ads,weights=1/2", 573, -9},
    {7, "alphabeta:depth=6,order=tt+killer,tt=14,weights=1/2", 3829, 5},
    {4, "alphabeta:depth=7,order=history-ads,weights=3/5", 2659, 0},
    {5, "alphabeta:depth=6,order=tt+killer,tt=14,weights=3/5", 2018, 0},
    {6, "alphabeta:depth=7,order=history-ads,weights=3/5", 573, -25},
    {7, "alphabeta:depth=6,order=tt+killer,tt=14,weights=3/5", 3832, 14},
    {4, "alphabeta:depth=7,order=history-ads,weights=100/133", 2659, 0},
    {5, "alphabeta:depth=6,order=tt+killer,tt=14,weights=100/133", 2018, 0},
    {6, "alphabeta:depth=7,order=history-ads,weights=100/133", 573, -766},
    {7, "alphabeta:depth=6,order=tt+killer,tt=14,weights=100/133", 3832, 433},
    {4, "alphabeta:depth=7,order=history-ads,weights=0/7", 599, 0},
    {5, "alphabeta:depth=6,order=tt+killer,tt=14,weights=0/7", 1876, 0},
    {6, "alphabeta:depth=7,order=history-ads,weights=0/7", 456, -14},
    {7, "alphabeta:depth=6,order=tt+killer,tt=14,weights=0/7", 3610, 7},
    {8, "alphabeta:depth=3,order=history-ads,weights=10/1/1", 3931, 3},
    {9, "brs:depth=3,order=history-ads,weights=10/1/1", 4747, 1},
    {10, "alphabeta:depth=3,order=history-ads,weights=10/1/1", 3449, 21},
    {11, "brs:depth=3,order=history-ads,weights=10/1/1", 1833, -26},
    {8, "alphabeta:depth=3,order=history-ads,weights=0/1/1", 3687, 3},
    {9, "brs:depth=3,order=history-ads,weights=0/1/1", 4376, -11},
    {10, "alphabeta:depth=3,order=history-ads,weights=0/1/1", 3399, 3},
    {11, "brs:depth=3,order=history-ads,weights=0/1/1", 1803, -15},
    {8, "alphabeta:depth=3,order=history-ads,weights=25/1/1", 3931, 3},
    {9, "brs:depth=3,order=history-ads,weights=25/1/1", 4747, 16},
    {10, "alphabeta:depth=3,order=history-ads,weights=25/1/1", 3449, 51},
    {11, "brs:depth=3,order=history-ads,weights=25/1/1", 1833, -41},
};

START_TEST(test_a_search_counts_as_before_evaluations_belonged_to_players)
{
    Variant      v = test_open(positions[searches[_i].position].game);
    Player       player;
    AnyState     s;
    SearchResult result;
    Status       status;
    ck_assert_msg(variant_parse(&v, &s, positions[searches[_i].position].text, &status), "%s", status.text);
    ck_assert_msg(player_open(&player, &v, searches[_i].player, 1, 0, &status), "%s", status.text);
    player_choose(&player, &v, &s, &result);
    ck_assert_uint_eq(result.nodes, searches[_i].nodes);
    ck_assert_int_eq(result.value, searches[_i].value);
    player_close(&player);
    variant_close(&v);
}
END_TEST

Suite *suite_eval_counts(void);
Suite *suite_eval_counts(void)
{
    Suite *const suite = suite_create("eval_counts");
    TCase *const tcase = tcase_create("eval_counts");
    tcase_add_loop_test(tcase, test_a_search_counts_as_before_evaluations_belonged_to_players, 0,
                        sizeof searches / sizeof *searches);
    suite_add_tcase(suite, tcase);
    return suite;
}
