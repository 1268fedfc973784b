// Campaigns: what a file says, and the lines that the shell gets.
#include "base/build_info.h"
#include "campaign/campaign.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Campaign campaign;

static void read_text(const char *text)
{
    Status status = {0};
    ck_assert_msg(campaign_parse(&campaign, text, strlen(text), "stem", &status) &&
                      campaign_settle(&campaign, "/usr/bin/own", &status),
                  "%s", status.text);
}

static void refused(const char *text, const char *why)
{
    Status     status = {0};
    const bool good   = campaign_parse(&campaign, text, strlen(text), "stem", &status) &&
                      campaign_settle(&campaign, "own", &status);
    ck_assert_msg(!good && strstr(status.text, why) != NULL, "%s: %s", text, status.text);
}

// A line without the sum of the mark.
static void line_is(int job, const char *host, const char *expected)
{
    char       *line = NULL;
    size_t      size;
    FILE *const out = open_memstream(&line, &size);
    campaign_job_line(&campaign, job, host, out);
    fclose(out);
    char *const mark = strstr(line, " && : >");
    ck_assert_ptr_nonnull(mark);
    *mark = 0;
    ck_assert_str_eq(line, expected);
    free(line);
}

START_TEST(test_jobs_are_the_parts_of_every_command)
{
    read_text("{\"commands\":[\"lab  run a.json \",[\"match\",\"othello\",\"random\",\"random\",\"--games\","
              "\"4\",\"--sprt\",\"0,5\",\"--threads\",\"2\"]],\"parts\":3,\"threads\":4}");
    char name[32];
    ck_assert_int_eq(campaign_jobs(&campaign), 6);
    campaign_job_name(&campaign, 3, name);
    ck_assert_str_eq(name, "2-2");
    line_is(0, NULL, "/usr/bin/own lab run a.json --threads 4 --part 1/3 --results stem/1-1.db");
    line_is(3, NULL,
            "/usr/bin/own match othello random random --games 4 --threads 2 --part 2/3 --save "
            "stem/2-2.match");
    int missing[6];
    ck_assert_int_eq(campaign_missing(&campaign, missing), 6);
}
END_TEST

#define WAIT " -o ConnectTimeout=20 -o ServerAliveInterval=15 -o ServerAliveCountMax=8"

static void text_is(char *text, const char *expected)
{
    ck_assert_str_eq(text, expected);
    free(text);
}

// The user's own words of ssh come first, where they count; files keep their folders.
START_TEST(test_hosts_are_prepared_with_files_in_their_folders)
{
    read_text(
        "{\"commands\":[\"lab run sub/a.json\"],\"parts\":1,\"where\":\"ssh\",\"hosts\":[\"ash\"],"
        "\"remote\":\"r\",\"files\":[\"sub/a.json\",\"b c\"],\"ssh-options\":[\"-o\",\"ConnectTimeout=3\"]}");
    char       *text = NULL;
    size_t      size;
    FILE *const out = open_memstream(&text, &size);
    ck_assert(campaign_host_line(&campaign, "ash", out));
    fclose(out);
    text_is(text, "tar -cf - -- sub/a.json 'b c' | ssh -o BatchMode=yes -o ConnectTimeout=3" WAIT
                  " -- ash 'mkdir -p r && cd r && mkdir -p stem && tar -xof -'");
}
END_TEST

// What decides a result, and nothing else, makes a part another one.
START_TEST(test_a_part_is_known_by_what_decides_its_result)
{
    char     name[] = "/tmp/pollard_campaign_XXXXXX", text[400];
    uint64_t sum[2];
    close(mkstemp(name));
    for (int i = 0; i < 2; i++) {
        FILE *const file = fopen(name, "w");
        fprintf(file, "{\"trials\": %d}", i);
        fclose(file);
        snprintf(
            text, sizeof text,
            "{\"commands\":[\"lab run %s\",\"match othello alphabeta:depth=1,with=%s,tt=1 random --games 2\","
            "\"match othello random random --games 4 --sprt 0,%d --threads %d\"],\"parts\":2}",
            name, name, 5 + i, 1 + i);
        const uint64_t before[3] = {campaign.command[0].sum, campaign.command[1].sum,
                                    campaign.command[2].sum};
        read_text(text);
        if (i == 0) continue;
        ck_assert(campaign.command[0].sum != before[0]);
        ck_assert(campaign.command[1].sum != before[1]);
        ck_assert(campaign.command[2].sum == before[2]);
    }
    unlink(name);
    sum[0] = campaign.command[2].sum;
    campaign.parts++;
    sum[1] = campaign_command_sum(&campaign, &campaign.command[2]);
    ck_assert(sum[0] != sum[1]);
    campaign.parts--;
    ck_assert(build_digest_add("campaign-test", "0123456789abcdef"));   // another program
    sum[1] = campaign_command_sum(&campaign, &campaign.command[2]);
    ck_assert(sum[0] != sum[1]);
}
END_TEST

START_TEST(test_words_stay_words_in_the_shell_and_over_ssh)
{
    read_text("{\"commands\":[[\"lab\",\"run\",\"it's.json\",\"$(x)\"]],\"parts\":1,\"where\":\"ssh\","
              "\"hosts\":[\"ash\"],\"remote\":\"a b\",\"program\":\"p q\",\"files\":[\"f\"]}");
    line_is(0, NULL, "'p q' lab run 'it'\\''s.json' '$(x)' --threads 1 --part 1/1 --results stem/1-1.db");
    line_is(0, "ash",
            "{ test ! -e stem/1-1.db || ssh -o BatchMode=yes" WAIT " -- ash 'cd '\\''a b'\\'' && rm -rf "
            "stem/1-1.db.new && test -e stem/1-1.db' || { test $? != 255 || exit 255; scp -q -r -o "
            "BatchMode=yes" WAIT " stem/1-1.db ash:'a b'/stem/1-1.db.new && ssh -o BatchMode=yes" WAIT
            " -- ash 'cd '\\''a b'\\'' && mv stem/1-1.db.new stem/1-1.db'; }; } && "
            "ssh -o BatchMode=yes" WAIT " -- ash 'cd '\\''a b'\\'' && '\\''p q'\\'' lab run "
            "'\\''it'\\''\\'\\'''\\''s.json'\\'' '\\''$(x)'\\'' --threads 1 --part 1/1 --results "
            "stem/1-1.db || exit $?' && { rm -rf stem/1-1.db.new; scp -q -r -o BatchMode=yes" WAIT
            " ash:'a b'/stem/1-1.db stem/1-1.db.new && rm -rf stem/1-1.db stem/1-1.db-wal stem/1-1.db-shm && "
            "mv stem/1-1.db.new stem/1-1.db; }");
}
END_TEST

START_TEST(test_merges_get_the_flags_that_belong_to_them)
{
    read_text("{\"commands\":[\"match othello random random --games 4 --sprt 0,5 --accept none\",\"tune eval "
              "abalone alphabeta:depth=1 --method regression --accept none\"],\"parts\":2,\"folder\":\"f\"}");
    char       *text = NULL;
    size_t      size;
    FILE *const out = open_memstream(&text, &size);
    campaign_merge_line(&campaign, 0, "own", out);
    fputc('\n', out);
    campaign_merge_line(&campaign, 1, "own", out);
    fclose(out);
    ck_assert_str_eq(text, "own match merge f/1.match f/1-1.match f/1-2.match --games 4 --sprt 0,5 --accept "
                           "none\nown tune merge f/2.json f/2-1.json f/2-2.json --accept none");
    free(text);
}
END_TEST

START_TEST(test_slurm_gets_the_processors_that_the_commands_ask_for)
{
    static const struct {
        const char *threads, *line;
    } cases[] = {
        {" --threads 8", "#SBATCH --cpus-per-task=8\n"},
        {" --threads 2", "#SBATCH --cpus-per-task=3\n"},   // the other command's, by the key
        {"", "#SBATCH --cpus-per-task=3\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char   text[300];
        Status status;
        snprintf(text, sizeof text,
                 "{\"commands\":[\"lab run a%s\",\"lab run b\"],\"parts\":1,\"threads\":3,"
                 "\"where\":\"slurm\"}",
                 cases[i].threads);
        read_text(text);
        char       *script = NULL;
        size_t      size;
        FILE *const out = open_memstream(&script, &size);
        ck_assert(campaign_script_write(&campaign, (const int[]){0, 1}, 2, out, &status));
        fclose(out);
        ck_assert_msg(strstr(script, cases[i].line) != NULL, "%s", script);
        free(script);
    }
}
END_TEST

// Slurm's own words go to an absolute path; the name of the job is never empty; parts print to their logs.
START_TEST(test_slurm_scripts_name_their_logs)
{
    char  *script = NULL, here[PATH_MAX], expected[PATH_MAX + 100];
    size_t size;
    Status status;
    read_text("{\"commands\":[\"lab run a\"],\"parts\":1,\"where\":\"slurm\",\"folder\":\"x/y//\","
              "\"slurm\":[\"--time=1:00\",\"--mem=2G\"]}");
    FILE *const out = open_memstream(&script, &size);
    ck_assert(campaign_script_write(&campaign, (const int[]){0}, 1, out, &status));
    fclose(out);
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    snprintf(expected, sizeof expected, "#SBATCH --output=\"%s/x/y/slurm-%%A-%%a.log\"\n", here);
    ck_assert_msg(strstr(script, expected) != NULL, "%s", script);
    ck_assert_ptr_nonnull(strstr(script, "#SBATCH --job-name=y\n"));
    ck_assert_ptr_nonnull(strstr(script, "#SBATCH --time=1:00\n#SBATCH --mem=2G\n"));
    ck_assert_ptr_nonnull(strstr(script, "1) { pollard lab run a "));
    ck_assert_ptr_nonnull(strstr(script, ".done; } >>x/y/1-1.log 2>&1 ;;\n"));
    free(script);
}
END_TEST

START_TEST(test_what_is_no_campaign_is_refused)
{
    static const char start[] = "{\"commands\":[\"lab run a\"],\"parts\":2,";
    static const struct {
        const char *more, *why;
    } cases[] = {
        {"\"parts\":3}", "duplicate"},
        {"\"processes\":0}", "'processes': expected a whole number from 1 to 256"},
        {"\"threads\":1.5}", "'threads'"},
        {"\"folder\":\"\"}", "folder: expected a path"},
        {"\"folder\":\"-x\"}", "folder: expected a path"},
        {"\"program\":7}", "'program'"},
        {"\"remote\":\"~/work\"}", "remote: expected a path without '~'; a relative one begins at home"},
        {"\"hosts\":\"a\"}", "hosts: expected a list"},
        {"\"hosts\":[\"a\\nb\"]}", "control characters"},
        {"\"slurm\":[\"--array=1-3\"]}", "slurm: '--array=1-3': the campaign sets --array itself"},
        {"\"slurm\":[\"--output=x\"]}", "the campaign sets --output itself"},
        {"\"slurm\":[\"-a1-3\"]}", "the campaign sets -a itself"},
        {"\"files\":[\"/etc/x\"]}", "files: '/etc/x': expected a path below this folder"},
        {"\"files\":[\"a/../../x\"]}", "expected a path below this folder"},
        {"\"threads\":257}", "'threads': expected a whole number from 1 to 256"},
        {"\"slurm\":[\"time=3\"]}", "slurm: 'time=3': expected an option"},
        {"\"where\":\"ssh\",\"hosts\":[\"a\"],\"folder\":\"/x\",\"remote\":\"r\"}",
         "expected a relative path"},
        {"\"where\":\"ssh\",\"hosts\":[\"a\",\"b\"],\"processes\":200}", "expected at most 256 processes"},
        {"\"where\":\"slurm\",\"folder\":\"a b\"}", "without blanks"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s%s", start, cases[i].more);
        refused(text, cases[i].why);
    }
    refused("{\"commands\":[],\"parts\":2}", "commands: expected a list of 1 to 64");
    refused("{\"commands\":[7],\"parts\":2}", "'command 1'");
    refused("{\"commands\":[\"\"],\"parts\":2}", "command 1: expected lab run");
    refused("{\"commands\":[\"tune windows othello alphabeta\"],\"parts\":2}", "command 1: expected lab run");
    refused("{\"commands\":[\"lab run a --part 1/2\"],\"parts\":2}", "the campaign sets --part itself");
    refused("{\"commands\":[\"match othello random random --games=4\"],\"parts\":2}",
            "'--games=4': expected the flag and its value as two words");
    refused("{\"commands\":[\"match merge a b --games 4\"],\"parts\":2}", "the campaign merges by itself");
    refused("{\"commands\":[\"tune eval othello alphabeta\"],\"parts\":2}", "expected --method regression");
    refused("{\"commands\":[\"tune eval othello alphabeta --method tdleaf\"],\"parts\":2}",
            "expected --method regression");
}
END_TEST

// The folder that is the file's name, where none is said: a line of a script ends at a line break.
START_TEST(test_a_folder_has_no_line_breaks)
{
    static const char        text[]  = "{\"commands\":[\"lab run a\"],\"parts\":1}";
    static const char *const stems[] = {"a\nb", "\nb", "a\n"};
    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++) {
        Status status = {0};
        ck_assert_msg(campaign_parse(&campaign, text, strlen(text), stems[i], &status), "%s", status.text);
        ck_assert(!campaign_settle(&campaign, "own", &status));
        ck_assert_str_eq(status.text,
                         "folder: expected a path without line breaks; the key 'folder' sets it");
    }
}
END_TEST

// A part whose result is there under its mark is done, and is not when the mark is taken back.
START_TEST(test_a_part_that_is_undone_is_missing)
{
    char folder[] = "/tmp/pollard_campaign_XXXXXX", text[200], path[PATH_MAX];
    int  missing[2];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(text, sizeof text, "{\"commands\":[\"lab run a\"],\"parts\":2,\"folder\":\"%s\"}", folder);
    read_text(text);
    ck_assert_int_eq(campaign_missing(&campaign, missing), 2);
    // The line that runs the part writes the mark at its end.
    char       *line = NULL;
    size_t      size;
    FILE *const out = open_memstream(&line, &size);
    campaign_job_line(&campaign, 1, NULL, out);
    fclose(out);
    const char *const mark = strstr(line, " && : >");
    ck_assert_ptr_nonnull(mark);
    snprintf(path, sizeof path, "%s/1-2.db", folder);
    FILE *const result = fopen(path, "w");
    ck_assert_ptr_nonnull(result);
    fclose(result);
    ck_assert_int_eq(campaign_missing(&campaign, missing), 2);
    ck_assert_int_eq(system(mark + strlen(" && ")), 0);
    ck_assert_int_eq(campaign_missing(&campaign, missing), 1);
    ck_assert_int_eq(missing[0], 0);
    campaign_job_undo(&campaign, 1);
    ck_assert_int_eq(campaign_missing(&campaign, missing), 2);
    ck_assert(access(path, F_OK) == 0);
    unlink(path);
    ck_assert_int_eq(rmdir(folder), 0);   // the mark is gone
    free(line);
}
END_TEST

// The list that --help prints is the list that is read.
START_TEST(test_every_key_that_is_listed_is_known)
{
    static Campaign c;
    Status          status;
    char            text[200];
    int             keys = 0;
    for (const CampaignKey *key = campaign_keys; key->name != NULL; key++, keys++) {
        ck_assert(key->help[0] != 0 && strchr(key->help, '\n') == NULL);
        snprintf(text, sizeof text, "{\"%s\": null}", key->name);
        ck_assert(!campaign_parse(&c, text, strlen(text), "x", &status));
        ck_assert_msg(strstr(status.text, "unknown key") == NULL && strstr(status.text, key->name) != NULL,
                      "%s", status.text);
    }
    ck_assert_int_eq(keys, 12);
    snprintf(text, sizeof text, "{\"part\": 3}");
    ck_assert(!campaign_parse(&c, text, strlen(text), "x", &status));
    ck_assert_ptr_nonnull(strstr(status.text, "unknown key 'part'"));
}
END_TEST

Suite *suite_campaign(void);
Suite *suite_campaign(void)
{
    Suite *const suite = suite_create("campaign");
    TCase *const tests = tcase_create("campaign");
    tcase_add_test(tests, test_jobs_are_the_parts_of_every_command);
    tcase_add_test(tests, test_words_stay_words_in_the_shell_and_over_ssh);
    tcase_add_test(tests, test_hosts_are_prepared_with_files_in_their_folders);
    tcase_add_test(tests, test_a_part_is_known_by_what_decides_its_result);
    tcase_add_test(tests, test_slurm_scripts_name_their_logs);
    tcase_add_test(tests, test_merges_get_the_flags_that_belong_to_them);
    tcase_add_test(tests, test_slurm_gets_the_processors_that_the_commands_ask_for);
    tcase_add_test(tests, test_what_is_no_campaign_is_refused);
    tcase_add_test(tests, test_a_folder_has_no_line_breaks);
    tcase_add_test(tests, test_a_part_that_is_undone_is_missing);
    tcase_add_test(tests, test_every_key_that_is_listed_is_known);
    suite_add_tcase(suite, tests);
    return suite;
}
