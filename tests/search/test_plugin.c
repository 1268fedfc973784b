// Games from outside: what a plug-in must promise before its game is one of the program's, and which files
// are refused. Plug-ins as `pollard-game` makes them are in tests/cli/plugins.sh.
#include "search/plugin.h"
#include "base/build_info.h"
#include "tests.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern const Game game_breakthrough_only;   // examples/breakthrough.c, linked with the tests

static int  started;
static void start(const PluginHost *host) { started += host->search_poll == search_poll; }

static const char *const nothing[] = {NULL};

// A good table, to be spoilt.
static PollardPlugin good_plugin(void)
{
    PollardPlugin plugin = {
        .contract = PLUGIN_CONTRACT, .processor = nothing, .game = &game_breakthrough_only, .start = start};
    snprintf(plugin.headers, sizeof plugin.headers, "%s", build_contract);
    return plugin;
}

static const char some_digest[] = "0123456789abcdef";

// Refused with all of the words in one line, and nothing has changed.
static void refused(const PollardPlugin *plugin, const char *const words[])
{
    Status status = {.text = ""};
    int    before = 0, after = 0;
    while (games_all[before] != NULL) before++;
    ck_assert(!plugin_add(plugin, "some/game.so", some_digest, &status));
    ck_assert_int_eq(status.kind, STATUS_INPUT);
    for (; *words != NULL; words++)
        ck_assert_msg(strstr(status.text, *words) != NULL, "no '%s' in: %s", *words, status.text);
    while (games_all[after] != NULL) after++;
    ck_assert_int_eq(before, after);
    ck_assert_int_eq(started, 0);
    ck_assert_ptr_null(build_game(some_digest));
}
#define REFUSED(plugin, ...) refused(plugin, (const char *const[]){"some/game.so: ", __VA_ARGS__, NULL})

START_TEST(test_a_good_game_is_one_of_the_program_and_comes_last)
{
    static PollardPlugin plugin;
    Status               status;
    plugin = good_plugin();
    ck_assert(plugin_add(&plugin, "some/game.so", some_digest, &status));
    ck_assert_int_eq(started, 1);
    ck_assert_ptr_eq(game_find("breakthrough"), &game_breakthrough_only);
    ck_assert_str_eq(plugin_path(game_find("breakthrough")), "some/game.so");
    ck_assert_ptr_null(plugin_path(game_find("othello")));
    ck_assert_str_eq(build_digest("breakthrough:width=5"), some_digest);
    ck_assert_str_eq(build_game(some_digest), "breakthrough");
    int n = 0;
    while (games_all[n] != NULL) n++;
    ck_assert_ptr_eq(games_all[n - 1], &game_breakthrough_only);
    ck_assert_ptr_ne(game_find("tictactoe"), NULL);
    // The choice of a level keeps it.
    ck_assert(level_choose(level_name(), &status));
    ck_assert_ptr_eq(games_all[n - 1], &game_breakthrough_only);
    ck_assert_ptr_null(games_all[n]);
}
END_TEST

START_TEST(test_another_version_is_refused_and_both_are_named)
{
    PollardPlugin plugin = good_plugin();
    // Of another version nothing more is read.
    plugin = (PollardPlugin){.contract = 7};
    REFUSED(&plugin, "made for version 7 ", "this program has version 1;", "pollard-game");
    plugin = good_plugin();
    snprintf(plugin.headers, sizeof plugin.headers, "feedfeedfeedfeed");
    REFUSED(&plugin, "headers feedfeedfeedfeed", build_contract, "pollard-game");
}
END_TEST

START_TEST(test_another_processor_is_refused)
{
    static const char *const needs[] = {"avx2048", NULL};
    PollardPlugin            plugin  = good_plugin();
    plugin.processor                 = needs;
    REFUSED(&plugin, "processors with avx2048", "pollard-game --portable");
}
END_TEST

START_TEST(test_names_must_be_words_and_free)
{
    static const char *const bad[] = {
        "",    "Chess-2", "2chess", "my game",
        "a:b", "-x",      NULL,     "a-name-that-is-far-too-long-for-the-words-of-specs"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Game          game   = game_breakthrough_only;
        PollardPlugin plugin = good_plugin();
        game.name = bad[i], plugin.game = &game;
        REFUSED(&plugin, "expected lower-case letters, digits, hyphens");
    }
    Game          game   = game_breakthrough_only;
    PollardPlugin plugin = good_plugin();
    game.name = "othello", plugin.game = &game;
    REFUSED(&plugin, "'othello' is one of the program's own");
}
END_TEST

START_TEST(test_presets_must_be_free)
{
    GamePreset    presets[] = {{"mine", "tt=10", ""}, {NULL, NULL, NULL}, {0}};
    Game          game      = game_breakthrough_only;
    PollardPlugin plugin    = good_plugin();
    for (int g = 0; presets[1].name == NULL && games_all[g] != NULL; g++)
        if (games_all[g]->presets != NULL) presets[1].name = games_all[g]->presets[0].name;
    ck_assert_ptr_nonnull(presets[1].name);
    game.presets = presets, plugin.game = &game;
    REFUSED(&plugin, "its preset", presets[1].name);
}
END_TEST

START_TEST(test_a_second_game_of_the_name_names_the_first_file)
{
    static PollardPlugin first;
    PollardPlugin        second = good_plugin();
    Status               status;
    first = good_plugin();
    ck_assert(plugin_add(&first, "first.so", some_digest, &status));
    ck_assert(!plugin_add(&second, "second.so", some_digest, &status));
    ck_assert_str_eq(status.text, "second.so: its game 'breakthrough' was loaded from 'first.so' already");
}
END_TEST

START_TEST(test_too_many_games_are_refused)
{
    static PollardPlugin plugins[GAMES_ADDED_MAX + 1];
    static Game          games[GAMES_ADDED_MAX + 1];
    static char          names[GAMES_ADDED_MAX + 1][24];
    Status               status;
    for (int i = 0; i <= GAMES_ADDED_MAX; i++) {
        snprintf(names[i], sizeof names[i], "game-%d", i);
        games[i] = game_breakthrough_only, games[i].name = names[i];
        plugins[i] = good_plugin(), plugins[i].game = &games[i];
        const bool good = plugin_add(&plugins[i], "x.so", some_digest, &status);
        ck_assert_int_eq(good, i < GAMES_ADDED_MAX);
    }
    ck_assert_ptr_nonnull(strstr(status.text, "more than 64 games"));
    ck_assert_ptr_nonnull(game_find("game-63"));
}
END_TEST

// Files.

static char folder[] = "/tmp/pollard-plugin-XXXXXX";

static void folder_open(void) { ck_assert_ptr_nonnull(mkdtemp(folder)); }
static void folder_close(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
}

static const char *file_in(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void file_put(const char *path, const void *bytes, size_t size)
{
    FILE *const out = fopen(path, "wb");
    ck_assert(out != NULL && fwrite(bytes, 1, size, out) == size && fclose(out) == 0);
}

static void file_refused(const char *path, const char *word)
{
    Status status = {.text = ""};
    ck_assert(!plugin_load(path, &status));
    ck_assert_int_eq(status.kind, STATUS_INPUT);
    ck_assert_msg(strstr(status.text, word) != NULL, "no '%s' in: %s", word, status.text);
    ck_assert_ptr_null(strchr(status.text, '\n'));
}

START_TEST(test_what_is_no_object_is_refused)
{
    file_refused(file_in("missing.so"), "No such file");
    ck_assert_int_eq(mkdir(file_in("folder.so"), 0700), 0);
    file_refused(file_in("folder.so"), "folder.so");
    file_put(file_in("text.so"), "int main;", 9);
    file_refused(file_in("text.so"), "is not a whole shared object");
    file_put(file_in("empty.so"), "", 0);
    file_refused(file_in("empty.so"), "is not a whole shared object");
}
END_TEST

// An object that was cut off would end the program when its missing pages are read; so might one whose head
// lies.
START_TEST(test_a_part_of_an_object_is_refused)
{
    enum { MOST = 1 << 16 };
    static char bytes[MOST];
    FILE *const in = fopen("/proc/self/exe", "rb");
    ck_assert(in != NULL && fread(bytes, 1, MOST, in) == MOST);
    fclose(in);
    for (size_t size = 1; size <= MOST; size *= 2) {
        file_put(file_in("part.so"), bytes, size);
        file_refused(file_in("part.so"), "is not a whole shared object");
    }
}
END_TEST

START_TEST(test_an_object_without_the_table_is_refused)
{
    Dl_info info;
    ck_assert(dladdr((void *)(uintptr_t)&cbrt, &info) != 0);
    file_refused(info.dli_fname, "has no pollard_plugin; expected what pollard-game makes");
}
END_TEST

START_TEST(test_a_folder_is_read_up_to_the_first_bad_file_by_name)
{
    Status status = {.text = ""};
    ck_assert(plugin_load_folder(folder, &status));
    file_put(file_in("b.so"), "b", 1);
    file_put(file_in("a.so"), "a", 1);
    file_put(file_in("0.txt"), "0", 1);
    ck_assert(!plugin_load_folder(folder, &status));
    ck_assert_ptr_nonnull(strstr(status.text, "/a.so'"));
    ck_assert(!plugin_load_folder(file_in("missing"), &status));
    ck_assert_ptr_nonnull(strstr(status.text, "missing': No such file"));
    ck_assert_int_eq(status.kind, STATUS_INPUT);
}
END_TEST

Suite *suite_plugin(void);
Suite *suite_plugin(void)
{
    Suite *suite = suite_create("plugin");
    TCase *tcase = tcase_create("table"), *files = tcase_create("files");
    tcase_add_test(tcase, test_a_good_game_is_one_of_the_program_and_comes_last);
    tcase_add_test(tcase, test_another_version_is_refused_and_both_are_named);
    tcase_add_test(tcase, test_another_processor_is_refused);
    tcase_add_test(tcase, test_names_must_be_words_and_free);
    tcase_add_test(tcase, test_presets_must_be_free);
    tcase_add_test(tcase, test_a_second_game_of_the_name_names_the_first_file);
    tcase_add_test(tcase, test_too_many_games_are_refused);
    suite_add_tcase(suite, tcase);
    tcase_add_checked_fixture(files, folder_open, folder_close);
    tcase_add_test(files, test_what_is_no_object_is_refused);
    tcase_add_test(files, test_a_part_of_an_object_is_refused);
    tcase_add_test(files, test_an_object_without_the_table_is_refused);
    tcase_add_test(files, test_a_folder_is_read_up_to_the_first_bad_file_by_name);
    suite_add_tcase(suite, files);
    return suite;
}
