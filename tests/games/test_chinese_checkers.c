// Chinese Checkers: the keys of its hash, found from outside as differences of hashes.
#include "tests.h"

#include <stdlib.h>
#include <string.h>

enum { KEYS_ROOM = 1024 };

typedef struct Keys {
    int      count;
    uint64_t key[KEYS_ROOM];
} Keys;

static void keys_add(Keys *keys, uint64_t key)
{
    ck_assert_int_lt(keys->count, KEYS_ROOM);
    keys->key[keys->count++] = key;
}

// A board whose holes are as `holes` says, from the first: "-" or a player.
static AnyState board(const Variant *v, const char *holes, int turn)
{
    AnyState s, empty;
    Status   status;
    char     text[TEXT_MAX];
    Text     out = text_on(text, sizeof text);
    variant_setup(v, &empty);
    variant_format(v, &empty, &out);
    char *at = text;
    for (int i = 0; i < v->facts.cells; at++)
        if (*at != '/') *at = holes[i++];
    strchr(text, ' ')[1] = (char)('1' + turn);
    memset(&s, 0, sizeof s);
    ck_assert_msg(v->game->position_parse(v->rules, &s, text, &status), "%s", status.text);
    return s;
}

static uint64_t hash_of(const Variant *v, const AnyState *s) { return v->game->hash(v->rules, s); }

// What a player who has won adds: his goal is where he stands, given the turn by a move or without one.
static uint64_t winner_key(const Variant *v, int p)
{
    char     holes[200];
    AnyState start, passed;
    variant_setup(v, &start);
    const int players = v->facts.players, next = (p + 1) % players;
    // the goals of the others stay empty: all of player p's pieces stand in the home of whoever is opposite
    memset(holes, '-', sizeof holes);
    for (int i = 0; i < v->facts.cells; i++)
        if (v->game->cell_place(v->rules, i).tone == TONE_HOME + (p + players / 2) % players)
            holes[i] = (char)('1' + p);
    const AnyState won = board(v, holes, next), turned = board(v, holes, p);
    ck_assert(v->game->over(v->rules, &won) && !v->game->over(v->rules, &turned));
    memset(&passed, 0, sizeof passed);
    v->game->pass_to(v->rules, &passed, &turned, next);
    return hash_of(v, &won) ^ hash_of(v, &passed);
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

START_TEST(test_no_two_keys_of_the_hash_are_equal)
{
    static const char *const games[] = {"chinese-checkers:players=6", "chinese-checkers",
                                        "chinese-checkers:board=rhombus9", "chinese-checkers:board=star73"};
    Variant                  v       = test_open(games[_i]);
    Keys                     keys    = {0};
    char                     holes[200];
    memset(holes, '-', sizeof holes);
    const AnyState empty = board(&v, holes, 0);
    for (int p = 0; p < v.facts.players; p++) {
        for (int i = 0; i < v.facts.cells; i++) {
            holes[i]         = (char)('1' + p);
            const AnyState s = board(&v, holes, 0);
            keys_add(&keys, hash_of(&v, &s) ^ hash_of(&v, &empty));
            holes[i] = '-';
        }
        keys_add(&keys, winner_key(&v, p));
        const AnyState turned = board(&v, holes, p);
        if (p > 0) keys_add(&keys, hash_of(&v, &turned) ^ hash_of(&v, &empty));
    }
    qsort(keys.key, (size_t)keys.count, sizeof *keys.key, compare_keys);
    ck_assert_uint_ne(keys.key[0], 0);
    for (int i = 1; i < keys.count; i++) ck_assert_uint_ne(keys.key[i], keys.key[i - 1]);
    variant_close(&v);
}
END_TEST

Suite *suite_chinese_checkers(void);
Suite *suite_chinese_checkers(void)
{
    Suite *const suite = suite_create("chinese_checkers");
    TCase *const tcase = tcase_create("chinese_checkers");
    tcase_add_loop_test(tcase, test_no_two_keys_of_the_hash_are_equal, 0, 4);
    suite_add_tcase(suite, tcase);
    return suite;
}
