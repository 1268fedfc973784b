#include "cli/cli.h"

#include <signal.h>

atomic_bool cli_interrupted;

static void interrupt(int signal_number) { (void)signal_number, atomic_store(&cli_interrupted, true); }

void cli_catch_ctrl_c(void)
{
    const struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    atomic_store(&cli_interrupted, false);
    sigaction(SIGINT, &action, NULL);
}

void cli_catch_interrupt(void)
{
    const struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}
