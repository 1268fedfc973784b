#include "lab/kinds/different.h"

#include <assert.h>

int different_find(const uint64_t games[], int n, int first[])
{
    int count = 0;
    assert(n >= 0);
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < count && games[first[k]] != games[i]) k++;
        if (k == count || games[i] == 0) first[count++] = i;
    }
    return count;
}

bool different_known(const uint64_t games[], int n)
{
    for (int i = 0; i < n; i++)
        if (games[i] == 0) return false;
    return true;
}
