// naive_main.c - `naive SPEC GAMES PLIES SEED`: compares a game with its naive twin over random games; for
// hunting a difference by hand.
#include "naive/naive_compare.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    Variant v;
    Status  status;
    if (argc != 5) return fprintf(stderr, "usage: naive SPEC GAMES PLIES SEED\n"), 2;
    if (!variant_open(&v, argv[1], &status)) return fprintf(stderr, "%s\n", status.text), 2;
    const bool same = naive_compare_games(&v, argv[1], atoi(argv[2]), atoi(argv[3]),
                                          strtoull(argv[4], NULL, 10), &status);
    printf("%s\n", same ? "same" : status.text);
    variant_close(&v);
    return !same;
}
