// Golden playthroughs: seeded games that any change of rules, of generation order or of random numbers would
// break.
//
// A file holds, line by line: the spec, the seed, the moves, the final position, the result. `make golden`
// writes them anew, for a change that is meant.
#include "play/player.h"
#include "play/record.h"
#include "game/draw.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GOLDEN_LINE_MAX = 1 << 16 };

static void assert_line(FILE *in, const char *expected)
{
    static char line[GOLDEN_LINE_MAX];
    ck_assert_ptr_nonnull(fgets(line, GOLDEN_LINE_MAX, in));
    line[strcspn(line, "\n")] = 0;
    ck_assert_str_eq(line, expected);
}

// The file of a spec: its characters that are not letters or digits become '-'.
static FILE *golden_open(const char *spec, const char *mode)
{
    char name[128], path[256], file[200];
    snprintf(name, sizeof name, "%s", spec);
    for (char *at = name; *at; at++)
        if (strchr(":=,", *at) != NULL) *at = '-';
    snprintf(file, sizeof file, "golden/%s.txt", name);
    return fopen(test_data(file, path), mode);
}

static void play_out(const Variant *v, uint64_t seed, Record *record)
{
    Status   status;
    AnyState start;
    Player   players[PLAYERS_MAX];
    variant_setup(v, &start);
    ck_assert(record_open(record, v, &start, &status));
    for (int p = 0; p < v->facts.players; p++)
        ck_assert(player_open(&players[p], v, "random", seed, p, &status));
    while (record_ended(record, v->facts.plies_max) == ENDED_NOT)
        ck_assert(record_play(
            record, player_choose(&players[v->game->turn(v->rules, &record->now)], v, &record->now, NULL),
            &status));
}

static void describe(const Record *record, Text *moves, Text *position, Text *result)
{
    Value payoff[PLAYERS_MAX];
    for (int i = 0; i < record->count; i++) {
        text_add(moves, "%s", i ? " " : "");
        record_move_text(record, i, moves);
    }
    variant_format(record->v, &record->now, position);
    record->v->game->payoff(record->v->rules, &record->now, payoff);
    draw_result(record->v, payoff, result);
}

START_TEST(test_seeded_game_is_played_as_recorded)
{
    const char *const spec = test_specs[_i];
    static char       moves[GOLDEN_LINE_MAX];
    char              position[TEXT_MAX], result[TEXT_MAX];
    Text moves_out = text_on(moves, sizeof moves), position_out = text_on(position, sizeof position),
         result_out = text_on(result, sizeof result);
    Variant v       = test_open(spec);
    Record  record;
    play_out(&v, 1, &record);
    describe(&record, &moves_out, &position_out, &result_out);
    ck_assert(!moves_out.cut);
    if (getenv("POLLARD_GOLDEN_WRITE") != NULL) {
        FILE *const out = golden_open(spec, "w");
        ck_assert_ptr_nonnull(out);
        fprintf(out, "%s\n%d\n%s\n%s\n%s\n", spec, 1, moves, position, result);
        fclose(out);
    }
    FILE *const in = golden_open(spec, "r");
    ck_assert_msg(in != NULL, "no golden game for %s", spec);
    assert_line(in, spec);
    assert_line(in, "1");
    assert_line(in, moves);

    // The moves as text lead to the same end: notation and rules together.
    AnyState s;
    Status   status;
    variant_setup(&v, &s);
    ck_assert_msg(variant_moves_play(&v, &s, moves, NULL, NULL, &status), "%s", status.text);
    ck_assert_mem_eq(&s, &record.now, v.game->state_size);

    assert_line(in, position);
    assert_line(in, result);
    fclose(in);
    record_close(&record);
    variant_close(&v);
}
END_TEST

Suite *suite_golden(void);
Suite *suite_golden(void)
{
    int specs = 0;
    while (test_specs[specs] != NULL) specs++;
    Suite *suite = suite_create("golden");
    TCase *tcase = tcase_create("golden");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test_seeded_game_is_played_as_recorded, 0, specs);
    suite_add_tcase(suite, tcase);
    return suite;
}
