// specs.c - the games and options that tests and fuzzers go through.
#include "specs.h"

#include <stddef.h>

const char *const test_specs[] = {
    "tictactoe",
    "othello",
    "othello:eval=discs",
    "othello:eval=mobility",
    "checkers",
    "checkers:relaxed=yes",
    "focus",
    "focus:players=4",
    "chinese-checkers",
    "chinese-checkers:players=3",
    "chinese-checkers:players=4",
    "chinese-checkers:players=6",
    "chinese-checkers:board=star73",
    "chinese-checkers:board=star73,players=6",
    "chinese-checkers:board=rhombus6",
    "chinese-checkers:board=rhombus6,pieces=3",
    "chinese-checkers:board=rhombus7",
    "chinese-checkers:board=rhombus8",
    "chinese-checkers:board=rhombus9",
    "chinese-checkers:board=rhombus9,pieces=6",
    "virus",
    "virus:size=5,players=3",
    "virus:size=8,players=4",
    "abalone",
    "abalone:start=belgian-daisy",
    "abalone:start=german-daisy",
    "thief-police",
    "thief-police:simultaneous=yes",
    "thief-police:size=10,maze=3,police=2,start=7",
    "thief-police:size=12,maze=5,style=perfect,police=3,simultaneous=yes",
    NULL,
};
