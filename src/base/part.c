#include "base/part.h"
#include "base/text.h"

#include <assert.h>
#include <stdio.h>

bool part_read(Part *part, const char *text, Status *status)
{
    const char *at = text;
    long        number, count;
    *part = (Part){0};
    if (!text_number(&at, PARTS_MAX, &number) || *at++ != '/' || !text_number(&at, PARTS_MAX, &count) ||
        *at != 0 || number < 1 || number > count)
        return status_fail(status, "part '%.40s': expected I/N, part I of N, like 1/3; N up to %d", text,
                           PARTS_MAX);
    *part = (Part){(int)number, (int)count};
    return true;
}

void part_format(Part part, char out[24])
{
    if (part.count == 0) snprintf(out, 24, "all");
    else snprintf(out, 24, "%d/%d", part.number, part.count);
}

bool part_has(Part part, uint64_t number)
{
    assert(part.count == 0 || (part.number >= 1 && part.number <= part.count));
    return part.count == 0 || number % (uint64_t)part.count == (uint64_t)part.number - 1;
}
