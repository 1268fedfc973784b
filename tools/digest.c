// digest FILE... - prints a digest of C sources and their names, in this order, as 16 hexadecimal digits
// (source_digest.h). Compiled and run by `make`, with nothing but the C library.
#include "source_digest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// The whole file; NULL when it cannot be read.
static char *read_whole(const char *path, size_t *size)
{
    FILE *const in   = fopen(path, "rb");
    char       *text = NULL;
    size_t      room = 0;
    *size            = 0;
    while (in != NULL && !feof(in) && !ferror(in)) {
        char *const grown = realloc(text, room += 1 << 16);
        if (grown == NULL) break;
        text = grown;
        *size += fread(text + *size, 1, room - *size, in);
    }
    const int good = in != NULL && feof(in) && !ferror(in);
    if (in != NULL) fclose(in);
    if (good) return text;
    free(text);
    return NULL;
}

int main(int argc, char **argv)
{
    uint64_t digest = SOURCE_DIGEST_START;
    for (int i = 1; i < argc; i++) {
        size_t      size;
        char *const text = read_whole(argv[i], &size);
        if (text == NULL) return perror(argv[i]), 1;
        digest = source_digest_add(source_digest_text(digest, argv[i]), text, size);
        free(text);
    }
    printf("%016" PRIx64 "\n", digest);
    return 0;
}
