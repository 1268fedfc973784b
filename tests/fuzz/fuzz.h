// fuzz.h - what the fuzz targets share. Each target is one function for libFuzzer; replay.c runs it over
// files without libFuzzer.
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include "game/variant.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The game chosen by the first byte of an input, opened once and never closed.
const Variant *fuzz_variant(uint8_t choice);

// The rest of the input as a text: cut at the first zero byte.
void fuzz_text(const uint8_t *data, size_t size, char *out, size_t out_size);

// Stops the program: a promise was broken.
void fuzz_require(bool held, const char *promise);

#endif
