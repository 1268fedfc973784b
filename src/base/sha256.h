// sha256.h - SHA-256 (FIPS 180-4): a name for a text that nobody can give to another one.
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>

enum { SHA256_TEXT = 65 };   // 64 hexadecimal digits and their end

void sha256(const void *bytes, size_t size, char out[SHA256_TEXT]);

#endif
