// main.c - runs the suites named on the command line, or all of them; `--list` names them. Ends with "N
// passed, N failed". `--fake-engine` makes it a program for the tests of engines.
#include "play/engines/fake_engine.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define X(name) Suite *suite_##name(void);
#include "suites.def"
#undef X

static const struct {
    const char *name;
    Suite *(*make)(void);
} suites[] = {
#define X(name) {#name, suite_##name},
#include "suites.def"
#undef X
};
enum { SUITES = sizeof suites / sizeof *suites };

static bool wanted(int argc, char **argv, const char *name)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0) return true;
    return argc == 1;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "--fake-engine") == 0) return fake_engine_run(argv[2], argv[3], argv[4]);
    SRunner *runner = srunner_create(NULL);
    for (int i = 0; i < SUITES; i++) {
        if (argc == 2 && strcmp(argv[1], "--list") == 0) puts(suites[i].name);
        else if (wanted(argc, argv, suites[i].name)) srunner_add_suite(runner, suites[i].make());
    }
    if (argc == 2 && strcmp(argv[1], "--list") == 0) return 0;
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner), ran = srunner_ntests_run(runner);
    srunner_free(runner);
    printf("%d passed, %d failed\n", ran - failed, failed);
    return failed > 0 || ran == 0;
}
