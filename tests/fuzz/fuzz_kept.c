// Any text as kept rows: refused with one line, or rows that the store can take. With right sums put in, to
// come further.
#include "base/rng.h"
#include "fuzz.h"
#include "lab/kept/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool visit(void *context, const StoreRow *row, Status *status)
{
    StoreValue values[STORE_COLUMNS_MAX];
    char       scratch[STORE_SCRATCH];
    (void)status;
    ++*(int *)context;
    memset(values, 0, sizeof values);
    fuzz_require(row->number >= 0 && row->key.protocol[0] && row->key.players[0][0], "a row has a key");
    fuzz_require(digest_valid(row->key.digest), "a row has a digest");
    row->key.rows->write(row->row, values, scratch);
    return true;
}

static void read(const char *text, size_t size)
{
    Status      status = {0};
    int         rows   = 0;
    char *const copy   = malloc(size + 1);
    memcpy(copy, text, size);
    copy[size] = 0;
    if (!kept_read(copy, size, "x.rows", visit, &rows, &status))
        fuzz_require(status.text[0] && strchr(status.text, '\n') == NULL, "a refusal has one line");
    free(copy);
}

static uint64_t sum(uint64_t s, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) s = mix64(s + (unsigned char)bytes[i]);
    return s;
}

// The same lines with their sums made right.
static void read_summed(const char *text, size_t size)
{
    char       *out = NULL, of[2048] = "";
    size_t      length = 0, rows = 0;
    FILE *const file = open_memstream(&out, &length);
    for (size_t at = 0; at < size;) {
        const char *const line = text + at, *const end = memchr(line, '\n', size - at);
        size_t n = end == NULL ? size - at : (size_t)(end - line);
        at += n + 1;
        if (n >= 4 && memcmp(line, "end\t", 4) == 0) continue;
        if (n > 0 && line[0] >= '0' && line[0] <= '9') {
            while (n > 0 && line[n - 1] != '\t') n--;   // without the sum that is there
            n = n > 0 ? n - 1 : 0;
            fwrite(line, 1, n, file);
            fprintf(file, "\t%016llx\n", (unsigned long long)sum(sum(1, of, strlen(of)), line, n));
            rows++;
        } else {
            fwrite(line, 1, n, file);
            fputc('\n', file);
            if (n >= 3 && memcmp(line, "of\t", 3) == 0) snprintf(of, sizeof of, "%.*s", (int)n, line);
        }
    }
    fflush(file);
    const uint64_t whole = sum(2, out, length);
    fprintf(file, "end\t%zu\t%016llx\n", rows, (unsigned long long)whole);
    fclose(file);
    read(out, length);
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read((const char *)data, size);
    read_summed((const char *)data, size);
    return 0;
}
