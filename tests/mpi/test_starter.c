// Whether the program that started the ranks can be reached.
#include "mpi/starter.h"
#include "tests.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static bool reachable(const char *uri, int count)
{
    Starter starter;
    starter_read(&starter, uri);
    ck_assert_int_eq(starter.count, count);
    return starter_reachable(&starter);
}

// A port of this machine at which somebody listens; the socket.
static int listener(char uri[80], const char *before)
{
    struct sockaddr_in at   = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t          size = sizeof at;
    const int          fd   = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert(fd >= 0 && bind(fd, (const struct sockaddr *)&at, sizeof at) == 0 && listen(fd, 4) == 0);
    ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&at, &size), 0);
    snprintf(uri, 80, "1.0;tcp://%s127.0.0.1:%d", before, ntohs(at.sin_port));
    return fd;
}

// Nobody answers for all addresses: a connection to them fails at once, as on a machine without a network.
START_TEST(test_a_connection_that_fails_at_once_reaches_nobody)
{
    const int lowest = dup(0);
    close(lowest);
    ck_assert(!reachable("1.0;tcp://255.255.255.255:9", 1));
    ck_assert(!reachable("1.0;tcp://255.255.255.255,255.255.255.255:9", 2));
    const int again = dup(0);   // everything was closed
    close(again);
    ck_assert_int_eq(lowest, again);
}
END_TEST

START_TEST(test_one_address_that_answers_is_enough)
{
    char      uri[80];
    const int fd = listener(uri, "");
    ck_assert(reachable(uri, 1));
    close(fd);
    ck_assert(reachable(uri, 1));   // a refusal is an answer
    const int other = listener(uri, "255.255.255.255,");
    ck_assert(reachable(uri, 2));
    close(other);
    ck_assert(reachable("something else", 0));
}
END_TEST

Suite *suite_starter(void);
Suite *suite_starter(void)
{
    Suite *const suite = suite_create("starter");
    TCase *const tests = tcase_create("starter");
    tcase_add_test(tests, test_a_connection_that_fails_at_once_reaches_nobody);
    tcase_add_test(tests, test_one_address_that_answers_is_enough);
    suite_add_tcase(suite, tests);
    return suite;
}
