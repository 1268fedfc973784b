// Adaptive lists: every rule, with and without a limit, equals a plain list that is walked; and the published
// worked example.
#include "search/ads.h"
#include "base/rng.h"
#include "tests.h"

#include <string.h>

// The twin: an array in list order. Positions count from 1 as in the papers.
typedef struct Plain {
    int length, items[128], counts[128];
} Plain;

static void plain_move(Plain *list, int from, int to)   // positions from 0, forward
{
    const int item = list->items[from];
    for (int i = from; i > to; i--) list->items[i] = list->items[i - 1];
    list->items[to] = item;
}

static void plain_query(Plain *list, AdsRule rule, int k, int limit, int id)
{
    int at = 0;
    while (at < list->length && list->items[at] != id) at++;
    if (at == list->length) {
        if (rule == ADS_COUNT && limit > 0 && list->length == limit) return;
        list->items[list->length++] = id;
        list->counts[id]            = 0;
    }
    const int position = at + 1;
    list->counts[id]++;
    switch (rule) {
    case ADS_MTF: plain_move(list, at, 0); break;
    case ADS_TRANSPOSITION: plain_move(list, at, at > 0 ? at - 1 : 0); break;
    case ADS_AHEAD: plain_move(list, at, at > k ? at - k : 0); break;
    case ADS_POS: plain_move(list, at, position > k ? k - 1 : at > 0 ? at - 1 : 0); break;
    case ADS_COUNT: break;
    }
    if (limit > 0 && list->length > limit) list->length = limit;
}

// One assertion for all of it: each costs a write to Check's pipe, and there are millions.
static bool same(const Plain *list, const Ads *ads, AdsRule rule, int ids)
{
    bool listed[128] = {false}, good = list->length == (int)ads->length;
    for (int i = 0; i < list->length; i++) {
        const uint32_t score   = ads_score(ads, (uint32_t)list->items[i]);
        listed[list->items[i]] = true;
        good &= score > 0;
        if (rule == ADS_COUNT) good &= (int)score == list->counts[list->items[i]];
        else if (i > 0) good &= ads_score(ads, (uint32_t)list->items[i - 1]) > score;
    }
    for (int id = 0; id < ids; id++)
        if (!listed[id]) good &= ads_score(ads, (uint32_t)id) == 0;
    return good;
}

START_TEST(test_every_rule_equals_the_walked_list)
{
    static const int limits[] = {0, 1, 2, 3, 5, 20};
    const AdsRule    rule     = (AdsRule)(_i / 6);
    const int        limit = limits[_i % 6], ids = 30;
    for (int k = 1; k <= 6; k++) {
        Ads      ads;
        Rng      rng            = rng_seed((uint64_t)(_i * 10 + k));
        uint32_t memory[4 * 30] = {0};
        ck_assert_uint_le(ads_words(rule, (uint32_t)ids), 4 * 30);
        ads_open(&ads, rule, (uint32_t)k, (uint32_t)limit, (uint32_t)ids, memory);
        for (int round = 0; round < 20; round++) {
            Plain list = {0};
            ads_reset(&ads);
            if (round % 2) ads.clock = ADS_CLOCK_MAX - 100;   // the stamps run out on the way
            for (int q = 0; q < 200; q++) {
                const uint32_t a = rng_below(&rng, (uint32_t)ids), b = rng_below(&rng, (uint32_t)ids),
                               id = a < b ? a : b;   // small ones more often
                plain_query(&list, rule, k, limit, (int)id);
                ads_query(&ads, id);
                ck_assert_msg(same(&list, &ads, rule, ids), "k %d, limit %d, round %d, query %d", k, limit,
                              round, q);
            }
        }
    }
}
END_TEST

// space-and-depth, Fig. 2: Move-to-Front with at most five elements. Moves are numbered as they first appear.
START_TEST(test_published_bounded_list)
{
    static const int start[] = {0, 1, 2, 3}, queries[] = {4, 5, 2, 6};
    static const int after[4][5] = {{4, 0, 1, 2, 3}, {5, 4, 0, 1, 2}, {2, 5, 4, 0, 1}, {6, 2, 5, 4, 0}};
    Ads              ads;
    uint32_t         memory[4 * 7] = {0};
    ads_open(&ads, ADS_MTF, 1, 5, 7, memory);
    for (int i = 3; i >= 0; i--) ads_query(&ads, (uint32_t)start[i]);
    for (int q = 0; q < 4; q++) {
        ads_query(&ads, (uint32_t)queries[q]);
        ck_assert_uint_eq(ads.length, 5);
        for (int i = 1; i < 5; i++)
            ck_assert_uint_gt(ads_score(&ads, (uint32_t)after[q][i - 1]),
                              ads_score(&ads, (uint32_t)after[q][i]));
        ck_assert_uint_gt(ads_score(&ads, (uint32_t)after[q][4]), 0);
    }
    ck_assert_uint_eq(ads_score(&ads, 3), 0);   // 6,7-6,6 and 4,5-5,4 are forgotten
    ck_assert_uint_eq(ads_score(&ads, 1), 0);
}
END_TEST

Suite *suite_ads(void);
Suite *suite_ads(void)
{
    Suite *suite = suite_create("ads");
    TCase *tcase = tcase_create("ads");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, test_every_rule_equals_the_walked_list, 0, 5 * 6);
    tcase_add_test(tcase, test_published_bounded_list);
    suite_add_tcase(suite, tcase);
    return suite;
}
