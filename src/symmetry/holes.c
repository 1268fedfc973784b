#include "symmetry/holes.h"

#include <assert.h>

void holes_open(Holes *holes)
{
    static const int down[] = {0, 0, 1, -1, 1, -1}, right[] = {1, -1, 0, 0, -1, 1};
    const int        n = holes->side;
    assert(n >= CHECKERS_SIDE_MIN && n <= CHECKERS_SIDE_MAX);
    for (int hole = 0; hole < n * n; hole++) {
        const int from = holes->number[hole];
        holes_flip(&holes->all, from);
        for (int d = 0; d < CHECKERS_DIRECTIONS; d++) {
            const int r = hole / n + down[d], c = hole % n + right[d], r2 = r + down[d], c2 = c + right[d];
            if (r < 0 || r >= n || c < 0 || c >= n) continue;
            holes_flip(&holes->near[from], holes->number[r * n + c]);
            if (r2 < 0 || r2 >= n || c2 < 0 || c2 >= n) continue;
            holes_flip(&holes->over[from], holes->number[r * n + c]);
            holes->beyond[from][holes->number[r * n + c]] = holes->number[r2 * n + c2];
        }
    }
}
