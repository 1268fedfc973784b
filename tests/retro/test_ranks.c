// Databases by ranks: the bytes of one thread, whatever the number of ranks, the way to solve and the stops.
#include "retro/dbfile_cases.h"
#include "retro/ranks/build_ranks.h"
#include "retro/ranks/parts.h"
#include "retro/ranks/plan.h"
#include "retro/thread_ranks.h"

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

static void build_alone(const CatalogDb *db)
{
    Status       status;
    BuildResult  result;
    BuildOptions options = {.path = alone, .part = part, .threads = 1, .checkpoint_seconds = 1e6};
    ck_assert_msg(build_database(db, &options, &result, &status), "%s", status.text);
}

typedef struct Case {
    CatalogDb       db;
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
    c->pause = 1e6;
    ck_assert_msg(catalog_open(&c->db, name, &status), "%s", status.text);
    unlink(alone);
    build_alone(&c->db);
}

static const char *const names[] = {"cc-pdb3-6x6", "cc-edb6-4x4", "cc-edb6-forward-4x4"};

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
    case_open(&c, names[_i]);
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
    catalog_close(&c.db);
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
    Case                c;
    RankPlan            plan;
    Status              status;
    const RankPlanAsked asked = {.ranks = 3, .memory = 1 << 10, .network = 1e9};
    case_open(&c, "cc-pdb3-6x6");
    ck_assert(case_run(&c, 3) && rank_plan(&c.db, &asked, &plan, &status));
    ck_assert_double_gt(plan.sent, 0.8 * (double)c.result.sent);
    ck_assert_double_lt(plan.sent, 1.2 * (double)c.result.sent);
    ck_assert_uint_ge(plan.ranks_least, 7);
    catalog_close(&c.db);
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
    tcase_add_test(tcase, test_questions_make_the_same_bytes_as_counters);
    tcase_add_loop_test(tcase, test_a_stopped_build_is_continued_by_any_number_of_ranks, 0, 3);
    tcase_add_test(tcase, test_a_changed_byte_of_a_checkpoint_is_refused);
    tcase_add_test(tcase, test_a_checkpoint_that_cannot_be_written_leaves_the_one_before);
    tcase_add_loop_test(tcase, test_every_entry_has_one_place, 0, 5);
    tcase_add_test(tcase, test_a_plan_counts_what_a_build_sends);
    tcase_add_test(tcase, test_a_manifest_is_taken_to_the_last_byte);
    suite_add_tcase(suite, tcase);
    return suite;
}
