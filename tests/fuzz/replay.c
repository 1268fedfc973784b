// replay.c - runs a fuzz target over the files named, where libFuzzer is not to be had.
#include "fuzz.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        uint8_t     data[1 << 16];
        FILE *const in = fopen(argv[i], "rb");
        if (in == NULL) return perror(argv[i]), 1;
        const size_t size = fread(data, 1, sizeof data, in);
        fclose(in);
        LLVMFuzzerTestOneInput(data, size);
    }
    printf("%d inputs\n", argc - 1);
    return 0;
}
