// Endgame databases of Chinese Checkers: moves and ends against the game itself; tables against the
// definition of a win, a loss and a draw, entry by entry.
#include "games/chinese_checkers/edb.h"
#include "base/rng.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULES = 4, MOVES = 3 * CHECKERS_TARGETS_MAX };

static CheckersEdb opened(int side, int pieces, unsigned rules)
{
    CheckersEdb db;
    Status      status;
    ck_assert_msg(checkers_edb_open(&db, side, pieces, rules, &status), "%s", status.text);
    return db;
}

static uint8_t *solved(const EndgameDomain *domain, int threads, EndgameResult *result)
{
    uint8_t *const table = retro_table_open(domain->entries);
    Status         status;
    ck_assert_ptr_nonnull(table);
    ck_assert_msg(endgame_solve(domain, &(RetroOptions){.threads = threads}, table, result, &status), "%s",
                  status.text);
    ck_assert(result->complete);
    return table;
}

static int entries_order(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// The position of the game, read from a text.
static AnyState game_position(const Variant *v, const CheckersEdb *db, const IndexPosition *at)
{
    const int n = db->board.side;
    AnyState  s = {0};
    Status    status;
    char      text[TEXT_MAX];
    Text      t = text_on(text, sizeof text);
    for (int hole = 0; hole < n * n; hole++) {
        char here = '-';
        for (int i = 0; i < 2 * db->pieces; i++)
            if (at->cell[i] == hole) here = i < db->pieces ? '1' : '2';
        if (hole > 0 && hole % n == 0) text_char(&t, '/');
        text_char(&t, here);
    }
    text_add(&t, " %d", at->side + 1);
    ck_assert_msg(variant_parse(v, &s, text, &status), "%s", status.text);
    return s;
}

static int move_progress(const CheckersEdb *db, int side, Move m)
{
    const int n = db->board.side, from = m & 255, to = (int)(m >> 8);
    const int way = to / n + to % n - from / n - from % n;
    return side == 0 ? way : -way;
}

// The moves of the best class there is.
static int moves_forward(const CheckersEdb *db, int side, Move moves[], int n)
{
    int best = -1, left = 0;
    for (int m = 0; m < n; m++) {
        const int way = move_progress(db, side, moves[m]), class = (way > 0) - (way < 0);
        if (class > best) best = class;
    }
    for (int m = 0; m < n; m++) {
        const int way = move_progress(db, side, moves[m]);
        if ((way > 0) - (way < 0) == best) moves[left++] = moves[m];
    }
    return left;
}

static uint64_t entry_after(const CheckersEdb *db, const IndexPosition *at, Move m)
{
    IndexPosition after  = *at;
    after.side           = 1 - at->side;
    uint16_t *const cell = &after.cell[at->side * db->pieces];
    for (int i = 0; m != MOVE_PASS && i < db->pieces; i++)
        if (cell[i] == (m & 255)) cell[i] = (uint16_t)(m >> 8);
    for (int i = 1; i < db->pieces; i++)
        for (int j = i; j > 0 && cell[j - 1] > cell[j]; j--) {
            const uint16_t high = cell[j - 1];
            cell[j - 1]         = cell[j];
            cell[j]             = high;
        }
    return index_rank(&db->index, &after);
}

// Ends and moves are the game's; those before the move have it among their moves.
static void assert_moves(const Variant *v, const CheckersEdb *db, void *cursor, uint64_t entry)
{
    const EndgameDomain domain = checkers_edb_domain(db);
    uint64_t            ours[MOVES], theirs[MOVES], back[MOVES];
    Move                moves[GAME_MOVES_MAX];
    IndexPosition       at;
    index_unrank(&db->index, entry, &at);
    const AnyState s    = game_position(v, db, &at);
    const bool     over = v->game->over(v->rules, &s);
    if (!(db->rules & CHECKERS_OWN))
        ck_assert_int_eq(domain.outcome(db, cursor, entry), over ? ENDGAME_LOST : ENDGAME_OPEN);
    if (over) return;
    int n = v->game->generate(v->rules, &s, moves);
    if (db->rules & CHECKERS_FORWARD && moves[0] != MOVE_PASS) n = moves_forward(db, at.side, moves, n);
    ck_assert_int_eq(domain.successors(db, cursor, entry, ours), n);
    for (int m = 0; m < n; m++) theirs[m] = entry_after(db, &at, moves[m]);
    qsort(ours, (size_t)n, sizeof *ours, entries_order);
    qsort(theirs, (size_t)n, sizeof *theirs, entries_order);
    ck_assert_int_eq(memcmp(ours, theirs, (size_t)n * sizeof *ours), 0);
    ck_assert_int_eq(domain.moves(db, cursor, entry), n);
    for (int m = 0; m < n; m++) {
        const int count = domain.predecessors(db, cursor, ours[m], back);
        int       found = 0;
        for (int i = 0; i < count; i++) found += back[i] == entry;
        ck_assert_int_eq(found, 1);
    }
    // And nobody else has one: of those before this entry, each moves here once.
    const int count = domain.predecessors(db, cursor, entry, back);
    for (int i = 0; i < count; i++) {
        int       found = 0;
        const int after = domain.successors(db, cursor, back[i], ours);
        for (int m = 0; m < after; m++) found += ours[m] == entry;
        ck_assert_int_eq(found, 1);
    }
}

START_TEST(test_moves_are_those_of_the_game)
{
    for (int side = 6; side <= 9; side++) {
        char spec[64];
        snprintf(spec, sizeof spec, "chinese-checkers:board=rhombus%d,pieces=3", side);
        CheckersEdb db = opened(side, 3, (unsigned)_i);
        Variant     v  = test_open(spec);
        IndexCursor cursor;
        Rng         rng = rng_seed((uint64_t)(_i * 10 + side));
        checkers_edb_domain(&db).cursor_open(&db, &cursor);
        assert_moves(&v, &db, &cursor, db.start);
        for (int k = test_amount(2000, 100000); k > 0; k--)
            assert_moves(&v, &db, &cursor, rng_next(&rng) % db.index.size);
        variant_close(&v);
        checkers_edb_close(&db);
    }
}
END_TEST

// An entry is worth what its successors make it.
static void assert_value(const EndgameDomain *domain, void *cursor, const uint8_t *table, uint64_t entry)
{
    uint64_t  out[MOVES];
    const int n   = domain->successors(domain->data, cursor, entry, out);
    int       win = ENDGAME_DRAW, loss = 0, draws = 0;   // the quickest win, the slowest loss
    for (int i = 0; i < n; i++) {
        const uint8_t value = table[out[i]];
        draws += value == ENDGAME_DRAW;
        if (!endgame_decided(value)) continue;
        if (value % 2 == 0 && value < win) win = value;
        if (value % 2 == 1 && value > loss) loss = value;
    }
    if (domain->outcome(domain->data, cursor, entry) == ENDGAME_LOST)
        ck_assert_int_eq(table[entry], ENDGAME_LOST);
    else if (win != ENDGAME_DRAW) ck_assert_int_eq(table[entry], win + 1);
    else ck_assert_int_eq(table[entry], draws > 0 ? ENDGAME_DRAW : loss + 1);
}

static void assert_table(int side, int pieces, unsigned rules, uint64_t step)
{
    CheckersEdb         db     = opened(side, pieces, rules);
    const EndgameDomain domain = checkers_edb_domain(&db);
    EndgameResult       result;
    uint8_t *const      table = solved(&domain, 2, &result);
    IndexCursor         cursor;
    domain.cursor_open(&db, &cursor);
    for (uint64_t i = 0; i < domain.entries; i += step) assert_value(&domain, &cursor, table, i);
    ck_assert_uint_eq(result.won + result.lost + result.drawn, domain.entries);
    // as the paper says
    if (rules == CHECKERS_OWN && pieces > 1) ck_assert_uint_gt(result.drawn, domain.entries / 2);
    retro_table_close(table, domain.entries);
    checkers_edb_close(&db);
}

START_TEST(test_every_entry_by_definition)
{
    assert_table(4, 3, (unsigned)_i, 1);
    assert_table(6, 1, (unsigned)_i, 1);
    assert_table(9, 1, (unsigned)_i, 1);
    if (test_amount(0, 1)) assert_table(6, 3, (unsigned)_i, 97);
}
END_TEST

START_TEST(test_ways_change_no_byte)
{
    CheckersEdb   db = opened(4, 3, (unsigned)_i);
    EndgameResult result;
    EndgameDomain domain = checkers_edb_domain(&db);
    uint8_t      *one = solved(&domain, 1, &result), *two = solved(&domain, 2, &result);
    domain.predecessors = NULL;
    uint8_t *scanned    = solved(&domain, 3, &result);
    ck_assert_int_eq(memcmp(one, two, domain.entries), 0);
    ck_assert_int_eq(memcmp(one, scanned, domain.entries), 0);
    retro_table_close(one, domain.entries);
    retro_table_close(two, domain.entries);
    retro_table_close(scanned, domain.entries);
    checkers_edb_close(&db);
}
END_TEST

START_TEST(test_what_does_not_fit_is_refused)
{
    static const int bad[][2] = {{3, 1}, {10, 3}, {6, 2}, {6, 10}, {6, 0}, {-6, 3}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CheckersEdb db;
        Status      status = {0};
        ck_assert(!checkers_edb_open(&db, bad[i][0], bad[i][1], 0, &status));
        ck_assert_str_ne(status.text, "");
    }
}
END_TEST

Suite *suite_chinese_checkers_edb(void);
Suite *suite_chinese_checkers_edb(void)
{
    Suite *suite = suite_create("chinese_checkers_edb");
    TCase *tcase = tcase_create("chinese_checkers_edb");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, test_moves_are_those_of_the_game, 0, RULES);
    tcase_add_loop_test(tcase, test_every_entry_by_definition, 0, RULES);
    tcase_add_loop_test(tcase, test_ways_change_no_byte, 1, 3);
    tcase_add_test(tcase, test_what_does_not_fit_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
