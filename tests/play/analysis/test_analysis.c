// The analysis of a game against plain minimax: what positions and moves are worth, whoever moves next; what
// was lost; what repetitions, ends of games and limits of time do to it.
#include "play/analysis/analysis.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

static void random_game(const Variant *v, Rng *rng, int plies, Record *record)
{
    AnyState s;
    Status   status;
    variant_setup(v, &s);
    ck_assert(record_open(record, v, &s, &status));
    while (record->count < plies && record_ended(record, plies) == ENDED_NOT) {
        Move      moves[GAME_MOVES_MAX];
        const int n = v->game->generate(v->rules, &record->now, moves);
        ck_assert(record_play(record, moves[rng_below(rng, (uint32_t)n)], &status));
    }
}

static void player_begin(Player *player, const Variant *v, const char *text)
{
    Status status;
    ck_assert_msg(player_open(player, v, text, 1, 0, &status), "%s", status.text);
}

// The value for p of what move m leads to, by the reference, a ply before it.
static Value after_value(const Variant *v, Algorithm kind, const AnyState *s, Move m, int depth, int p)
{
    AnyState child;
    Value    payoff[PLAYERS_MAX], values[PLAYERS_MAX];
    v->game->play(v->rules, &child, s, m);
    if (v->game->count(v->rules, &child) == 0) {
        v->game->payoff(v->rules, &child, payoff);
        return payoff[p] * VALUE_PER_PAYOFF - (payoff[p] > 0) + (payoff[p] < 0);
    }
    Value value = reference_value(v, kind, &child, depth - 1, values);
    if (kind == ALGORITHM_MAXN) value = values[p];
    else if (v->game->turn(v->rules, &child) != p) value = -value;
    return value >= VALUE_WIN_MIN ? value - 1 : value <= -VALUE_WIN_MIN ? value + 1 : value;
}

static const struct {
    const char *game, *player;
    Algorithm   kind;
    int         depth, plies;
} cases[] = {
    {"tictactoe", "minimax:depth=4", ALGORITHM_ALPHABETA, 4, 9},
    {"tictactoe", "alphabeta:depth=9", ALGORITHM_ALPHABETA, 9, 9},
    {"connect-four:width=4,height=4", "minimax:depth=5", ALGORITHM_ALPHABETA, 5, 16},
    {"connect-four:width=4,height=4", "alphabeta:depth=6,order=killer,tt=12", ALGORITHM_ALPHABETA, 6, 16},
    {"othello", "alphabeta:depth=3", ALGORITHM_ALPHABETA, 3, 70},
    {"checkers:relaxed=yes", "alphabeta:depth=2", ALGORITHM_ALPHABETA, 2, 60},
    {"thief-police:simultaneous=yes", "alphabeta:depth=3", ALGORITHM_ALPHABETA, 3, 40},
    {"thief-police:size=10,maze=3,police=2,start=7", "minimax:depth=3", ALGORITHM_ALPHABETA, 3, 40},
    {"virus:size=5,players=3", "maxn:depth=2", ALGORITHM_MAXN, 2, 12},
    {"focus:players=4", "maxn:depth=2", ALGORITHM_MAXN, 2, 10},
};

// Every value of the analysis of every move.
START_TEST(test_values_are_those_of_plain_minimax)
{
    Variant  v   = test_open(cases[_i].game);
    Rng      rng = rng_seed(5);
    Player   player;
    Record   game;
    Analysis analysis;
    Status   status;
    player_begin(&player, &v, cases[_i].player);
    for (int round = 0; round < test_amount(3, 30); round++) {
        random_game(&v, &rng, cases[_i].plies, &game);
        AnyState s = game.start;
        ck_assert(analysis_open(&analysis, &game, &player, &(SearchLimits){0}, &status));
        for (int i = 0; i < game.count; i++) {
            ck_assert(analysis_next(&analysis));
            const MoveAnalysis *const move   = &analysis.moves[i];
            const AnyState            before = s;
            const int                 p = v.game->turn(v.rules, &s), d = cases[_i].depth;
            Move                      moves[GAME_MOVES_MAX];
            Value                     best = -VALUE_INF;
            for (int k = v.game->generate(v.rules, &s, moves); k-- > 0;) {
                const Value value = after_value(&v, cases[_i].kind, &s, moves[k], d, p);
                best              = value > best ? value : best;
            }
            ck_assert_int_eq(move->mover, p);
            ck_assert_int_eq(move->depth, d);
            ck_assert(move->compared);
            ck_assert_int_eq(move->found.value, best);
            ck_assert_int_eq(after_value(&v, cases[_i].kind, &s, move->found.pv[0], d, p), best);
            ck_assert_int_eq(move->after, after_value(&v, cases[_i].kind, &s, game.moves[i], d, p));
            ck_assert_int_eq(move->loss, best - move->after);
            v.game->play(v.rules, &s, &before, game.moves[i]);
        }
        ck_assert(!analysis_next(&analysis));
        analysis_close(&analysis);
        record_close(&game);
    }
    player_close(&player);
    variant_close(&v);
}
END_TEST

static void game_of(const Variant *v, const char *position, const char *moves, Record *record)
{
    AnyState s;
    Status   status;
    if (position == NULL) variant_setup(v, &s);
    else ck_assert_msg(variant_parse(v, &s, position, &status), "%s", status.text);
    ck_assert(record_open(record, v, &s, &status));
    for (char list[256], *word, *rest = strcpy(list, moves); (word = strtok_r(rest, " ", &rest)) != NULL;) {
        Move m;
        ck_assert_msg(variant_move_parse(v, &record->now, word, &m, &status), "%s", status.text);
        ck_assert(record_play(record, m, &status));
    }
}

static void analysed(Analysis *analysis, const Record *game, Player *player, SearchLimits limits)
{
    Status status;
    ck_assert(analysis_open(analysis, game, player, &limits, &status));
    while (analysis_next(analysis)) {}
    ck_assert_int_eq(analysis->done, game->count);
}

// White, two kings against one, goes back to where it was: a search that knows repetitions calls that a draw.
START_TEST(test_a_position_that_came_before_is_a_draw)
{
    Variant  v = test_open("checkers");
    Player   player;
    Record   game;
    Analysis analysis;
    player_begin(&player, &v, _i ? "alphabeta:depth=4,repetition=yes" : "alphabeta:depth=4");
    game_of(&v, "W:WK18,K27:BK1", "18-22 1-5 22-18 5-1", &game);
    analysed(&analysis, &game, &player, (SearchLimits){0});
    ck_assert(analysis.moves[3].compared);
    ck_assert_int_eq(analysis.moves[3].after == 0, _i);
    player_close(&player);
    analysis_close(&analysis);
    record_close(&game);
    variant_close(&v);
}
END_TEST

// The third time ends the game: a draw for the referee, whatever the search knows.
START_TEST(test_a_game_that_the_referee_ends_is_a_draw)
{
    Variant  v = test_open("checkers");
    Player   player;
    Record   game;
    Analysis analysis;
    player_begin(&player, &v, "alphabeta:depth=4");
    game_of(&v, "W:WK18,K27:BK1", "18-22 1-5 22-18 5-1 18-22 1-5 22-18 5-1", &game);
    ck_assert_int_eq(record_ended(&game, 1000), ENDED_BY_REPETITION);
    analysed(&analysis, &game, &player, (SearchLimits){0});
    ck_assert(analysis.moves[7].compared && analysis.moves[7].after == 0);
    player_close(&player);
    analysis_close(&analysis);
    record_close(&game);
    variant_close(&v);
}
END_TEST

// Known by hand: in tic-tac-toe a2 leaves the threat of a row open, and c3 takes the win.
START_TEST(test_verdicts_are_as_they_are_stated)
{
    Variant  v = test_open("tictactoe");
    Player   player;
    Record   game;
    Analysis analysis;
    player_begin(&player, &v, "alphabeta:depth=9");
    game_of(&v, NULL, "a1 b1 b2 a2 c3", &game);   // X a1 b2 c3: a row
    analysed(&analysis, &game, &player, (SearchLimits){0});
    analysis_judge(&analysis, 0);
    ck_assert_int_eq(analysis.mistake, 1);
    ck_assert_int_eq(analysis.moves[0].loss, 0);
    ck_assert_int_eq(analysis.moves[1].verdict, MOVE_BLUNDER);   // the edge loses a drawn game
    ck_assert_int_eq(analysis.moves[2].verdict, MOVE_SOUND);
    ck_assert_int_eq(analysis.moves[3].verdict, MOVE_SOUND);   // lost by then
    ck_assert_int_eq(analysis.moves[4].after, PAYOFF_UNIT * VALUE_PER_PAYOFF - 1);
    ck_assert_int_eq(analysis.moves[4].loss, 0);

    // Values that are no wins, by their loss alone.
    MoveAnalysis *const move = &analysis.moves[0];
    *move                    = (MoveAnalysis){.depth = 2, .compared = true, .found.value = 50};
    static const struct {
        Value       before, after, mistake;
        MoveVerdict verdict;
    } losses[] = {
        {50, 41, 10, MOVE_SOUND},          {50, 40, 10, MOVE_MISTAKE},      {50, 21, 10, MOVE_MISTAKE},
        {50, 20, 10, MOVE_BLUNDER},        {50, -900000, 10, MOVE_BLUNDER}, {-50, -900000, 10, MOVE_MISTAKE},
        {900000, 5, 10, MOVE_MISTAKE},     {900000, 0, 10, MOVE_BLUNDER},   {900000, 899990, 1, MOVE_SOUND},
        {-899990, -900000, 1, MOVE_SOUND},
    };
    for (size_t i = 0; i < sizeof losses / sizeof *losses; i++) {
        move->found.value = losses[i].before, move->after = losses[i].after;
        move->loss = losses[i].before - losses[i].after;
        analysis_judge(&analysis, losses[i].mistake);
        ck_assert_msg(move->verdict == losses[i].verdict, "loss %zu: %d", i, move->verdict);
    }
    *move = (MoveAnalysis){.depth = 2, .found.value = -60};   // a fifth of the largest
    analysis_judge(&analysis, 0);
    ck_assert_int_eq(analysis.mistake, 12);
    ck_assert_int_eq(move->verdict, MOVE_SOUND);   // not compared
    player_close(&player);
    analysis_close(&analysis);
    record_close(&game);
    variant_close(&v);
}
END_TEST

// For more than two players these have values for the searcher alone: other moves than his have none.
START_TEST(test_what_is_not_known_is_not_compared)
{
    Variant  v   = test_open("focus:players=4");
    Rng      rng = rng_seed(9);
    Player   player;
    Record   game;
    Analysis analysis;
    int      compared = 0;
    player_begin(&player, &v, _i ? "paranoid:depth=2" : "brs:depth=2");
    random_game(&v, &rng, 40, &game);
    analysed(&analysis, &game, &player, (SearchLimits){0});
    for (int i = 0; i < game.count; i++) {
        const MoveAnalysis *const move = &analysis.moves[i];
        const bool                own  = move->found.pv[0] == move->played;
        ck_assert_int_eq(move->compared, own);
        if (own) ck_assert_int_eq(move->after, move->found.value);
        compared += move->compared;
    }
    ck_assert_int_lt(compared, game.count);
    player_close(&player);
    analysis_close(&analysis);
    record_close(&game);
    variant_close(&v);
}
END_TEST

// Under limits of nodes the two searches end at different depths: what is compared is of one depth.
START_TEST(test_values_of_one_depth_are_compared)
{
    Variant  v   = test_open("othello");
    Rng      rng = rng_seed(11);
    Player   player;
    Record   game;
    Analysis analysis;
    int      shallower = 0;
    player_begin(&player, &v, "alphabeta:nodes=3000");
    random_game(&v, &rng, 50, &game);
    analysed(&analysis, &game, &player, (SearchLimits){.nodes = 3000});
    AnyState s = game.start;
    for (int i = 0; i < game.count; i++) {
        const MoveAnalysis *const move   = &analysis.moves[i];
        const AnyState            before = s;
        Value                     values[PLAYERS_MAX];
        ck_assert_int_ge(move->depth, 1);
        ck_assert_int_eq(move->found.depth, move->depth);
        if (move->depth <= 4) {
            ck_assert_int_eq(move->found.value,
                             reference_value(&v, ALGORITHM_ALPHABETA, &s, move->depth, values));
            if (move->compared)
                ck_assert_int_eq(move->after, after_value(&v, ALGORITHM_ALPHABETA, &s, game.moves[i],
                                                          move->depth, move->mover));
            shallower++;
        }
        v.game->play(v.rules, &s, &before, game.moves[i]);
    }
    ck_assert_int_gt(shallower, 10);
    player_close(&player);
    analysis_close(&analysis);
    record_close(&game);
    variant_close(&v);
}
END_TEST

START_TEST(test_a_stop_ends_it_with_what_is_there)
{
    Variant     v    = test_open("tictactoe");
    atomic_bool stop = false;
    Player      player;
    Record      game;
    Analysis    analysis;
    Status      status;
    player_begin(&player, &v, "alphabeta:depth=3");
    game_of(&v, NULL, "a1 b1 b2", &game);
    ck_assert(analysis_open(&analysis, &game, &player, &(SearchLimits){.stop = &stop}, &status));
    ck_assert(analysis_next(&analysis));
    stop = true;
    ck_assert(!analysis_next(&analysis));
    ck_assert_int_eq(analysis.done, 1);
    analysis_judge(&analysis, 0);
    player_close(&player);
    analysis_close(&analysis);
    record_close(&game);
    variant_close(&v);
}
END_TEST

Suite *suite_analysis(void);
Suite *suite_analysis(void)
{
    Suite *const suite = suite_create("analysis");
    TCase *const tcase = tcase_create("analysis");
    tcase_set_timeout(tcase, test_amount(60, 3600));
    tcase_add_loop_test(tcase, test_values_are_those_of_plain_minimax, 0, sizeof cases / sizeof *cases);
    tcase_add_loop_test(tcase, test_a_position_that_came_before_is_a_draw, 0, 2);
    tcase_add_test(tcase, test_a_game_that_the_referee_ends_is_a_draw);
    tcase_add_test(tcase, test_verdicts_are_as_they_are_stated);
    tcase_add_loop_test(tcase, test_what_is_not_known_is_not_compared, 0, 2);
    tcase_add_test(tcase, test_values_of_one_depth_are_compared);
    tcase_add_test(tcase, test_a_stop_ends_it_with_what_is_there);
    suite_add_tcase(suite, tcase);
    return suite;
}
