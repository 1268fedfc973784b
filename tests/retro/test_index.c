// Positions as numbers: against a list of all positions that is made and sorted without any formula, and
// against ranks from scratch where that list is too long.
#include "retro/index.h"
#include "base/rng.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 40000 };

typedef struct Case {
    int        groups, sides;
    IndexGroup group[INDEX_GROUPS_MAX];
} Case;

static const Case small[] = {
    {1, 1, {{1, 1, false}}},
    {1, 2, {{1, 1, true}}},
    {1, 1, {{7, 3, false}}},
    {1, 2, {{9, 4, true}}},
    {1, 1, {{6, 6, true}}},
    {1, 1, {{12, 1, false}}},
    {1, 1, {{16, 14, false}}},
    {1, 1, {{20, 5, true}}},
    {2, 2, {{7, 2, true}, {7, 2, true}}},
    {2, 1, {{9, 3, true}, {9, 3, true}}},
    {2, 2, {{6, 2, false}, {6, 1, false}}},
    {2, 1, {{5, 3, true}, {5, 2, true}}},   // full board
    {3, 2, {{6, 1, true}, {6, 2, true}, {3, 1, false}}},
    {3, 1, {{7, 2, true}, {4, 2, false}, {7, 2, true}}},
    {4, 2, {{5, 1, true}, {5, 1, true}, {5, 1, true}, {5, 1, true}}},   // an ordered part
    {4, 1, {{8, 1, true}, {8, 2, true}, {8, 1, true}, {8, 2, true}}},
};
enum { SMALL = sizeof small / sizeof *small };

static const Case large[] = {
    {1, 1, {{81, 6, false}}},
    {1, 2, {{121, 10, true}}},
    {1, 1, {{64, 16, true}}},
    {1, 1, {{4096, 5, true}}},
    {2, 2, {{49, 3, true}, {49, 3, true}}},
    {2, 2, {{81, 6, true}, {81, 6, true}}},
    {2, 1, {{1610, 2, false}, {1610, 1, false}}},
    {5, 2, {{64, 1, true}, {64, 1, true}, {64, 2, true}, {48, 2, false}, {64, 3, true}}},
};
enum { LARGE = sizeof large / sizeof *large };

static Index opened(const Case *c)
{
    Index  x;
    Status status;
    ck_assert_msg(index_open(&x, c->group, c->groups, c->sides, &status), "%s", status.text);
    return x;
}

// The order: by side, then group by group, each by its highest cell, then the next.
static int position_order(const void *a_, const void *b_, void *index)
{
    const IndexPosition *const a = a_, *const b = b_;
    const Index *const x = index;
    if (a->side != b->side) return a->side - b->side;
    for (int g = 0; g < x->groups; g++)
        for (int i = x->first[g] + x->group[g].pieces - 1; i >= x->first[g]; i--)
            if (a->cell[i] != b->cell[i]) return a->cell[i] - b->cell[i];
    return 0;
}

// Is the cell free for a piece of `group`, of what the first pieces of *at hold?
static bool cell_free(const Index *x, const IndexPosition *at, int group, int pieces, int cell)
{
    for (int i = 0, g = 0; i < pieces; i++) {
        if (g + 1 < x->groups && x->first[g + 1] == i) g++;
        const bool meets = g == group || (x->group[g].exclusive && x->group[group].exclusive);
        if (meets && at->cell[i] == cell) return false;
    }
    return true;
}

// All positions that continue the first `piece` pieces of *at.
static int positions_list(const Index *x, IndexPosition *at, int piece, IndexPosition *out, int n)
{
    if (piece == x->pieces) {
        ck_assert_int_lt(n, LIST_MAX);
        out[n] = *at;
        return n + 1;
    }
    int g = x->groups - 1;
    while (x->first[g] > piece) g--;
    for (int cell = piece > x->first[g] ? at->cell[piece - 1] + 1 : 0; cell < x->group[g].cells; cell++) {
        if (!cell_free(x, at, g, piece, cell)) continue;
        at->cell[piece] = (uint16_t)cell;
        n               = positions_list(x, at, piece + 1, out, n);
    }
    at->cell[piece] = 0;
    return n;
}

static void assert_at(const IndexPosition *a, const IndexPosition *b, int pieces)
{
    ck_assert_int_eq(a->side, b->side);
    ck_assert_int_eq(memcmp(a->cell, b->cell, (size_t)pieces * sizeof *a->cell), 0);
}

// Every move of every piece to every free cell, against the rank from scratch of the cells sorted anew.
static void assert_moves(const IndexCursor *cursor, int stride)
{
    const Index *const x = cursor->index;
    for (int g = 0; g < x->groups; g++)
        for (int i = 0; i < x->group[g].pieces; i++)
            for (int to = i % stride; to < x->group[g].cells; to += stride) {
                if (!cell_free(x, &cursor->at, g, x->pieces, to)) continue;
                IndexPosition   after = cursor->at;
                uint16_t *const cell  = &after.cell[x->first[g]];
                int             j     = i;
                for (; j > 0 && cell[j - 1] > to; j--) cell[j] = cell[j - 1];
                for (; j + 1 < x->group[g].pieces && cell[j + 1] < to; j++) cell[j] = cell[j + 1];
                cell[j] = (uint16_t)to;
                ck_assert_uint_eq(index_moved(cursor, g, i, to), index_rank(x, &after));
            }
}

START_TEST(test_small_equals_the_sorted_list)
{
    Index                x    = opened(&small[_i]);
    IndexPosition *const list = calloc(LIST_MAX, sizeof *list);
    int                  n    = 0;
    for (int side = 0; side < x.sides; side++)
        n = positions_list(&x, &(IndexPosition){.side = side}, 0, list, n);
    qsort_r(list, (size_t)n, sizeof *list, position_order, &x);
    ck_assert_uint_eq(x.size, (uint64_t)n);

    IndexCursor cursor, jumper;
    Rng         rng = rng_seed((uint64_t)_i);
    index_cursor(&cursor, &x, 0);
    index_cursor(&jumper, &x, x.size - 1);
    for (int i = 0; i < n; i++) {
        IndexPosition at;
        ck_assert_uint_eq(index_rank(&x, &list[i]), (uint64_t)i);
        index_unrank(&x, (uint64_t)i, &at);
        assert_at(&at, &list[i], x.pieces);
        ck_assert_uint_eq(cursor.entry, (uint64_t)i);
        assert_at(&cursor.at, &list[i], x.pieces);
        if (n < 5000 || i % 16 == 0) assert_moves(&cursor, 1);
        const uint32_t other = rng_below(&rng, (uint32_t)n);
        index_seek(&jumper, other);
        assert_at(&jumper.at, &list[other], x.pieces);
        if (n < 5000 || i % 16 == 1) assert_moves(&jumper, 1);
        ck_assert_int_eq(index_next(&cursor), i + 1 < n);
        if (x.sides == 2) ck_assert_uint_eq(index_other_side(&x, (uint64_t)i), (uint64_t)((i + n / 2) % n));
    }
    free(list);
    index_close(&x);
}
END_TEST

static uint64_t entry_random(const Index *x, Rng *rng) { return rng_next(rng) % x->size; }

START_TEST(test_large_round_trips_and_moves)
{
    Index       x   = opened(&large[_i]);
    Rng         rng = rng_seed((uint64_t)_i + 77);
    IndexCursor cursor;
    index_cursor(&cursor, &x, 0);
    for (int round = test_amount(3000, 300000); round > 0; round--) {
        const uint64_t far = entry_random(&x, &rng), shift = rng_next(&rng) >> (1 + rng_below(&rng, 63));
        const uint64_t near = cursor.entry + shift < x.size ? cursor.entry + shift : x.size - 1;
        IndexPosition  at;
        index_seek(&cursor, round % 3 ? near : far);
        index_unrank(&x, cursor.entry, &at);
        assert_at(&at, &cursor.at, x.pieces);
        ck_assert_uint_eq(index_rank(&x, &at), cursor.entry);
        assert_moves(&cursor, 1 + x.group[0].cells / 16);
        const IndexPosition before = cursor.at;
        if (!index_next(&cursor)) continue;
        index_unrank(&x, cursor.entry, &at);
        assert_at(&at, &cursor.at, x.pieces);
        ck_assert_int_lt(position_order(&before, &at, &x), 0);
    }
    index_close(&x);
}
END_TEST

START_TEST(test_sizes_in_print)
{
    static const struct {
        Case     c;
        uint64_t size;
    } known[] = {
        {{1, 1, {{81, 6, false}}}, 324540216},
        {{2, 2, {{49, 3, true}, {49, 3, true}}}, UINT64_C(2) * 18424 * 15180},
        {{2, 1, {{1610, 2, false}, {1610, 1, false}}}, UINT64_C(1610) * 1609 / 2 * 1610},
        {{1, 1, {{4096, 5, true}}}, UINT64_C(9584242993188864)},
        {{1, 1, {{64, 16, true}}}, UINT64_C(488526937079580)},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        Index x = opened(&known[i].c);
        ck_assert_uint_eq(x.size, known[i].size);
        index_close(&x);
    }
}
END_TEST

START_TEST(test_hostile_sizes_are_refused)
{
    static const Case bad[] = {
        {0, 1, {{0}}},
        {9, 1, {{4, 1, false}}},
        {-1, 1, {{4, 1, false}}},
        {1, 0, {{4, 1, false}}},
        {1, 3, {{4, 1, false}}},
        {1, 1, {{4, 0, false}}},
        {1, 1, {{4, 5, false}}},
        {1, 1, {{4, -1, false}}},
        {1, 1, {{0, 1, false}}},
        {1, 1, {{-7, 1, false}}},
        {1, 1, {{4097, 1, false}}},
        {1, 1, {{2147483647, 2147483647, false}}},
        {1, 1, {{64, 17, false}}},
        {2, 1, {{64, 8, false}, {64, 9, false}}},
        {2, 1, {{8, 4, true}, {8, 5, true}}},
        {2, 1, {{8, 2, true}, {9, 2, true}}},
        {1, 1, {{4096, 6, true}}},                   // 6.5e18
        {1, 1, {{4096, 16, true}}},                  // does not fit 64 bits
        {2, 2, {{81, 10, false}, {81, 6, false}}},   // 6.1e20
        {3, 1, {{64, 8, true}, {64, 4, true}, {64, 4, true}}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Index  x;
        Status status = {0};
        ck_assert_msg(!index_open(&x, bad[i].group, bad[i].groups, bad[i].sides, &status), "case %zu", i);
        ck_assert_str_ne(status.text, "");
    }
}
END_TEST

Suite *suite_index(void);
Suite *suite_index(void)
{
    Suite *suite = suite_create("index");
    TCase *tcase = tcase_create("index");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, test_small_equals_the_sorted_list, 0, SMALL);
    tcase_add_loop_test(tcase, test_large_round_trips_and_moves, 0, LARGE);
    tcase_add_test(tcase, test_sizes_in_print);
    tcase_add_test(tcase, test_hostile_sizes_are_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
