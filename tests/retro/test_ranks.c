// Databases by ranks: the bytes of one thread, whatever the number of ranks, the way to solve and the stops.
#include "retro/dbfile_cases.h"
#include "retro/ranks/build_ranks.h"
#include "retro/ranks/parts.h"
#include "retro/ranks/plan.h"
#include "retro/ranks/spread_ranks.h"
#include "retro/ranks/told.h"
#include "retro/thread_ranks.h"
#include "symmetry/symmetry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[DB_PATH_MAX], part[DB_PATH_MAX], alone[DB_PATH_MAX];

static void ranks_begin(void)
{
    db_folder_make();
    snprintf(path, sizeof path, "%s", db_file("a"));
    snprintf(part, sizeof part, "%s", db_file("b"));
    snprintf(alone, sizeof alone, "%s", db_file("c"));
}

static void file_same(const char *what)
{
    size_t         n, m;
    uint8_t *const a = db_bytes(path, &n), *const b = db_bytes(alone, &m);
    ck_assert_msg(n == m && memcmp(a, b, n) == 0, "%s: other bytes", what);
    free(a);
    free(b);
}

static BuildResult build_alone(const CatalogDb *db)
{
    Status       status;
    BuildResult  result;
    BuildOptions options = {.path = alone, .part = part, .threads = 1, .checkpoint_seconds = 1e6};
    ck_assert_msg(build_database(db, &options, &result, &status), "%s", status.text);
    return result;
}

typedef struct Case {
    CatalogDb       db;
    BuildResult     alone;        // by one thread
    Symmetry       *symmetry;     // NULL: not by symmetry
    int             without;      // a rank that has none; -1: all have it
    bool            candidates;   // questions instead of counters
    int             stop_after;   // reports; 0: never
    int             reports;
    double          pause;
    atomic_bool     stop;
    bool            good[THREAD_RANKS_MAX];
    Status          status[THREAD_RANKS_MAX];
    RankBuildResult result;
} Case;

static void on_report(void *context, const BuildProgress *progress)
{
    Case *const c = context;
    if (!progress->notice && ++c->reports == c->stop_after) atomic_store(&c->stop, true);
}

static void rank_build(const Ranks *ranks, void *context)
{
    Case *const        c   = context;
    RankJob            job = {.db = &c->db, .domain = {.pattern = c->db.pattern, .endgame = c->db.endgame}};
    const BuildOptions options = {.path               = path,
                                  .part               = part,
                                  .threads            = 1,
                                  .checkpoint_seconds = c->pause,
                                  .stop               = &c->stop,
                                  .report             = on_report,
                                  .context            = c};
    RankBuildResult    result;
    job.domain.endgame.candidates |= c->candidates;
    if (ranks->me != c->without) job.symmetry = symmetry_of(c->symmetry);
    c->good[ranks->me] = ranks_build(ranks, &job, &options, &result, &c->status[ranks->me]);
    if (ranks->me == 0) c->result = result;
}

// All ranks agree on how it ended.
static bool case_run(Case *c, int ranks)
{
    c->reports = 0;
    atomic_store(&c->stop, false);
    thread_ranks_run(ranks, rank_build, c);
    for (int i = 1; i < ranks; i++) {
        ck_assert(c->good[i] == c->good[0]);
        if (!c->good[0]) ck_assert_str_eq(c->status[i].text, c->status[0].text);
    }
    return c->good[0];
}

static void case_open(Case *c, const char *name)
{
    Status status;
    memset(c, 0, sizeof *c);
    c->pause   = 1e6;
    c->without = -1;
    ck_assert_msg(catalog_open(&c->db, name, &status), "%s", status.text);
    unlink(alone);
    c->alone = build_alone(&c->db);
}

static void case_close(Case *c)
{
    symmetry_close(c->symmetry);
    catalog_close(&c->db);
}

static const char *const names[] = {"cc-pdb3-6x6", "cc-edb6-4x4", "cc-edb6-forward-4x4"};
// And by symmetry.
static const char *const images[] = {"cc-pdb3-6x6", "cc-edb6-4x4", "cc-edb6-own-4x4"};

START_TEST(test_every_number_of_ranks_makes_the_bytes_of_one_thread)
{
    Case c;
    case_open(&c, names[_i]);
    for (int ranks = 1; ranks <= 5; ranks++) {
        unlink(path);
        ck_assert_msg(case_run(&c, ranks), "%s", c.status[0].text);
        ck_assert(c.result.build.complete && (c.result.sent > 0) == (ranks > 1));
        file_same(names[_i]);
    }
    catalog_close(&c.db);
}
END_TEST

static void case_open_images(Case *c, const char *name)
{
    case_open(c, name);
    c->symmetry = symmetry_open(&c->db);
    ck_assert_ptr_nonnull(c->symmetry);
}

// With a bit for every entry and, when there are too many ranks for it, without.
START_TEST(test_every_number_of_ranks_makes_the_same_bytes_by_symmetry)
{
    Case c;
    int  remembered = 0;
    case_open_images(&c, images[_i]);
    const uint64_t entries = symmetry_of(c.symmetry)->entries;
    for (int ranks = 1; ranks <= 6; ranks += ranks < 3 ? 1 : 3) {
        unlink(path);
        ck_assert_msg(case_run(&c, ranks), "%s", c.status[0].text);
        ck_assert(c.result.build.complete && (c.result.sent > 0) == (ranks > 1));
        ck_assert_uint_eq(c.result.build.reached, c.alone.reached);
        ck_assert_int_eq(c.result.build.depth, c.alone.depth);
        file_same(images[_i]);
        remembered += told_fits(entries, c.db.info.entries, (uint64_t)ranks);
    }
    ck_assert_int_gt(remembered, 1);
    ck_assert(c.db.info.kind == DB_ENDGAME || remembered == 3);
    case_close(&c);
}
END_TEST

START_TEST(test_by_symmetry_half_the_bytes_are_sent_from_smaller_parts)
{
    Case c;
    case_open_images(&c, images[_i]);
    ck_assert(case_run(&c, 3));
    const RankBuildResult by_symmetry = c.result;
    symmetry_close(c.symmetry);
    c.symmetry = NULL;
    unlink(path);
    ck_assert(case_run(&c, 3));
    ck_assert_uint_lt(2 * by_symmetry.sent, c.result.sent);
    ck_assert_uint_lt(by_symmetry.memory, c.result.memory);
    case_close(&c);
}
END_TEST

START_TEST(test_a_rank_without_memory_for_the_symmetry_has_all_go_without)
{
    Case c;
    case_open_images(&c, "cc-pdb3-6x6");
    c.without = 1;
    ck_assert_msg(case_run(&c, 3), "%s", c.status[0].text);
    file_same("one rank without symmetry");
    case_close(&c);
}
END_TEST

// Unfinished work of the whole table is continued as such, and work by symmetry by symmetry.
START_TEST(test_a_build_stopped_without_symmetry_is_continued_without)
{
    Case   c;
    Status status;
    char   folder[DB_PATH_MAX];
    case_open_images(&c, images[_i]);
    ck_assert(ranks_folder(part, folder, &status));
    for (int whole = 0; whole < 2; whole++) {
        c.without    = whole ? 0 : -1;
        c.stop_after = 3;
        unlink(path);
        ck_assert(case_run(&c, 2) && !c.result.build.complete);
        ck_assert_uint_eq(parts_entries(folder),
                          whole ? c.db.info.entries : symmetry_of(c.symmetry)->entries);
        c.without    = -1;
        c.stop_after = 0;
        ck_assert_msg(case_run(&c, 3), "%s", c.status[0].text);
        ck_assert_int_eq(c.result.ranks_before, 2);
        file_same(whole ? "begun without symmetry" : "begun by symmetry");
    }
    case_close(&c);
}
END_TEST

typedef struct SpreadCase {
    const CatalogDb     *db;
    const BuildSymmetry *symmetry;
    int                  writes, fail_at;   // in rank 0
    uint64_t             bytes;
    bool                 good[THREAD_RANKS_MAX];
} SpreadCase;

static bool on_write(void *context, const uint8_t *bytes, size_t n, Status *status)
{
    SpreadCase *const c = context;
    (void)bytes;
    c->bytes += n;
    return ++c->writes != c->fail_at || status_fail(status, "no room");
}

static void rank_spread(const Ranks *ranks, void *context)
{
    SpreadCase *const c = context;
    RankLayout        layout;
    Status            status;
    RankSpreadResult  result;
    ck_assert(layout_open(&layout, ranks, c->symmetry->entries, 0, &status));
    uint8_t *const   zeros = calloc(1, layout.mine);
    const RankSpread job   = {ranks, &layout, c->symmetry, zeros, c->db->info.entries, on_write, c};
    c->good[ranks->me]     = ranks_spread(&job, &result, &status);
    ck_assert_uint_eq(result.counts[0], c->db->info.entries);
    free(zeros);
}

START_TEST(test_a_table_that_cannot_be_written_fails_in_rank_0_when_all_have_handed_over)
{
    Case c;
    case_open_images(&c, "cc-pdb3-6x6");
    for (int fail = 0; fail < 2; fail++) {
        SpreadCase s = {.db = &c.db, .symmetry = symmetry_of(c.symmetry), .fail_at = fail ? 2 : 0};
        thread_ranks_run(3, rank_spread, &s);
        ck_assert(s.good[0] == (fail == 0) && s.good[1] && s.good[2]);
        ck_assert(fail ? s.writes == 2 : s.writes > 2 && s.bytes == c.db.info.entries);
    }
    case_close(&c);
}
END_TEST

START_TEST(test_questions_make_the_same_bytes_as_counters)
{
    Case c;
    case_open(&c, "cc-edb6-own-4x4");
    c.candidates = true;
    ck_assert_msg(case_run(&c, 3), "%s", c.status[0].text);
    file_same("by questions");
    catalog_close(&c.db);
}
END_TEST

START_TEST(test_a_stopped_build_is_continued_by_any_number_of_ranks)
{
    Case c;
    int  stops = 0;
    if (_i < 3) case_open(&c, names[_i]);
    else case_open_images(&c, images[_i - 3]);
    for (int ranks = 1; ranks < 100; ranks++) {
        c.stop_after = 3;
        ck_assert_msg(case_run(&c, 1 + ranks * 7 % 5), "%s", c.status[0].text);
        if (c.result.build.complete) break;
        ck_assert(access(path, F_OK) != 0);
        stops++;
    }
    ck_assert(stops >= 3 && c.result.ranks_before > 0);
    file_same("after stops");
    char   folder[DB_PATH_MAX];
    Status status;
    ck_assert(ranks_folder(part, folder, &status) && access(folder, F_OK) != 0);
    case_close(&c);
}
END_TEST

// Every byte of every file of a checkpoint that is changed is named, or changes nothing.
START_TEST(test_a_changed_byte_of_a_checkpoint_is_refused)
{
    static const char *const files[] = {"state", "1-0", "1-1"};
    Case                     c;
    Status                   status;
    char                     folder[DB_PATH_MAX], file[2 * DB_PATH_MAX];
    case_open(&c, "cc-pdb3-6x6");
    c.stop_after = 3;
    ck_assert(case_run(&c, 2) && !c.result.build.complete && ranks_folder(part, folder, &status));
    for (int i = 0; i < 3; i++) {
        snprintf(file, sizeof file, "%s/%s", folder, files[i]);
        size_t         size;
        uint8_t *const bytes = db_bytes(file, &size);
        for (size_t at = 0; at < size; at += size / 37 + 1) {
            bytes[at] ^= 1;
            FILE *out = fopen(file, "wb");
            ck_assert(out != NULL && fwrite(bytes, 1, size, out) == size && fclose(out) == 0);
            c.stop_after = 0;
            ck_assert_msg(!case_run(&c, 3), "%s: byte %zu was not checked", files[i], at);
            ck_assert_msg(strstr(c.status[0].text, folder) != NULL, "%s", c.status[0].text);
            bytes[at] ^= 1;
            out = fopen(file, "wb");
            ck_assert(out != NULL && fwrite(bytes, 1, size, out) == size && fclose(out) == 0);
        }
        free(bytes);
    }
    ck_assert_msg(case_run(&c, 3), "%s", c.status[0].text);
    file_same("after damage was put right");
    catalog_close(&c.db);
}
END_TEST

START_TEST(test_a_checkpoint_that_cannot_be_written_leaves_the_one_before)
{
    Case   c;
    Status status;
    char   folder[DB_PATH_MAX], file[2 * DB_PATH_MAX];
    case_open(&c, "cc-pdb3-6x6");
    c.stop_after = 3;
    ck_assert(case_run(&c, 2) && !c.result.build.complete && ranks_folder(part, folder, &status));
    snprintf(file, sizeof file, "%s/2-1", folder);
    ck_assert_int_eq(symlink("/dev/full", file), 0);
    ck_assert(!case_run(&c, 2));
    ck_assert_msg(strstr(c.status[0].text, file) != NULL, "%s", c.status[0].text);
    c.stop_after = 0;
    ck_assert_msg(case_run(&c, 4), "%s", c.status[0].text);
    ck_assert_int_eq(c.result.ranks_before, 2);
    file_same("after a full disk");
    catalog_close(&c.db);
}
END_TEST

static void layout_check(const Ranks *ranks, void *context)
{
    RankLayout l;
    Status     status;
    uint64_t   mine = 0;
    (void)context;
    ck_assert(layout_open(&l, ranks, 100003, 0, &status));
    for (uint64_t entry = 0; entry < 100003; entry++) {
        const RankPlace place = layout_place(&l, entry);
        ck_assert(place.rank >= 0 && place.rank < ranks->count);
        if (place.rank != ranks->me) continue;
        mine++;
        ck_assert(place.at < l.mine && layout_entry(&l, place.at) == entry);
    }
    ck_assert_uint_eq(mine, l.mine);
    ck_assert(!layout_open(&l, ranks, UINT64_C(1) << 40, 0, &status));
    ck_assert_msg(strstr(status.text, "use at least 257 ranks") != NULL, "%s", status.text);
}

START_TEST(test_every_entry_has_one_place) { thread_ranks_run(1 + _i, layout_check, NULL); }
END_TEST

START_TEST(test_a_plan_counts_what_a_build_sends)
{
    Case          c;
    RankPlan      plan;
    Status        status;
    RankPlanAsked asked = {.ranks = 3, .network = 1e9};
    case_open_images(&c, _i < 2 ? "cc-pdb3-6x6" : "cc-edb6-4x4");
    if (_i == 0) symmetry_close(c.symmetry), c.symmetry = NULL;
    asked.symmetry = symmetry_of(c.symmetry);
    ck_assert(case_run(&c, 3) && rank_plan(&c.db, &asked, &plan, &status));
    ck_assert_double_gt(plan.sent, 0.8 * (double)c.result.sent);
    ck_assert_double_lt(plan.sent, 1.2 * (double)c.result.sent);
    ck_assert(plan.remembers == (c.symmetry != NULL));
    ck_assert_double_gt((double)plan.memory, 0.9 * (double)c.result.memory);
    ck_assert_double_lt((double)plan.memory, 1.1 * (double)c.result.memory);
    asked.memory = plan.memory;
    ck_assert(rank_plan(&c.db, &asked, &plan, &status) && plan.ranks_least >= 1 && plan.ranks_least <= 3);
    asked.memory = 1 << 10;   // the smallest boxes take more, however many ranks there are
    ck_assert(rank_plan(&c.db, &asked, &plan, &status) && !plan.remembers && plan.ranks_least == 0);
    case_close(&c);
}
END_TEST

START_TEST(test_a_manifest_is_taken_to_the_last_byte)
{
    static PartsManifest m;
    char                 text[] = "pollard ranks 1\ne153a4dab16dd8ce 13983816 32768 2 1 1\nb2fb07b359709545\n"
                                  "0bbc005a6cb9aef0\nb67f254991003609\n";
    const size_t         size   = strlen(text);
    ck_assert(parts_manifest_parse(&m, text, size));
    ck_assert(m.ranks == 2 && m.entries == 13983816 && m.block == 32768 && m.round == 1 && m.checkpoint == 1);
    ck_assert(m.sum[0] == 0xb2fb07b359709545 && m.sum[1] == 0x0bbc005a6cb9aef0);
    for (size_t i = 0; i < size; i++) {
        text[i] ^= 1;
        ck_assert_msg(!parts_manifest_parse(&m, text, size), "byte %zu", i);
        text[i] ^= 1;
    }
    for (size_t n = 0; n < size; n++) ck_assert(!parts_manifest_parse(&m, text, n));
}
END_TEST

Suite *suite_ranks(void);
Suite *suite_ranks(void)
{
    Suite *suite = suite_create("ranks");
    TCase *tcase = tcase_create("ranks");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, ranks_begin, db_folder_remove);
    tcase_add_loop_test(tcase, test_every_number_of_ranks_makes_the_bytes_of_one_thread, 0, 3);
    tcase_add_loop_test(tcase, test_every_number_of_ranks_makes_the_same_bytes_by_symmetry, 0, 3);
    tcase_add_loop_test(tcase, test_by_symmetry_half_the_bytes_are_sent_from_smaller_parts, 0, 2);
    tcase_add_test(tcase, test_a_rank_without_memory_for_the_symmetry_has_all_go_without);
    tcase_add_loop_test(tcase, test_a_build_stopped_without_symmetry_is_continued_without, 0, 2);
    tcase_add_test(tcase, test_a_table_that_cannot_be_written_fails_in_rank_0_when_all_have_handed_over);
    tcase_add_test(tcase, test_questions_make_the_same_bytes_as_counters);
    tcase_add_loop_test(tcase, test_a_stopped_build_is_continued_by_any_number_of_ranks, 0, 5);
    tcase_add_test(tcase, test_a_changed_byte_of_a_checkpoint_is_refused);
    tcase_add_test(tcase, test_a_checkpoint_that_cannot_be_written_leaves_the_one_before);
    tcase_add_loop_test(tcase, test_every_entry_has_one_place, 0, 5);
    tcase_add_loop_test(tcase, test_a_plan_counts_what_a_build_sends, 0, 3);
    tcase_add_test(tcase, test_a_manifest_is_taken_to_the_last_byte);
    suite_add_tcase(suite, tcase);
    return suite;
}
