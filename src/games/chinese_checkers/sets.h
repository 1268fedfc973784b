// sets.h - sets of holes of Chinese Checkers and what steps and hops make of them; part of rules.c, which
// says how a set is laid out.

// Sets. Passed by pointer, which costs nothing in line: by value, gcc warns about processors without AVX.

#define INLINE __attribute__((always_inline)) static inline

INLINE bool set_has(const Set *a, int slot) { return (*a)[slot >> 6] >> (slot & 63) & 1; }
INLINE void set_flip(Set *a, int slot) { (*a)[slot >> 6] ^= BIT(slot & 63); }

INLINE bool set_meets(const Set *a, const Set *b)
{
    const Set c = *a & *b;
    return (c[0] | c[1] | c[2] | c[3]) != 0;
}

INLINE int set_count(const Set *a)
{
    return bits_count((*a)[0]) + bits_count((*a)[1]) + bits_count((*a)[2]) + bits_count((*a)[3]);
}

// Brings here the bits that lie k further on, mod 64; k is one number for all words or one for each.
INLINE Set set_pull(const Set *a, unsigned k) { return *a >> k | *a << (-k & 63); }
INLINE Set set_pull_each(const Set *a, const Set *k) { return *a >> *k | *a << (-*k & 63); }

// Adds three bits in each place: returns the low bits of the sums; their high bits go to *high.
INLINE Set set_add(const Set *a, const Set *b, const Set *c, Set *high)
{
    *high = (*a & *b) | ((*a ^ *b) & *c);
    return *a ^ *b ^ *c;
}

// Where all holes lead: a hole is in near[d] or far[d] if an empty hole is one or two steps away in
// direction d.
typedef struct {
    Set near[DIRECTIONS], far[DIRECTIONS];
} Reach;

INLINE void reach_find(Reach *reach, const State *s)
{
    const Set empty = s->empty;
    const Set x     = __builtin_shufflevector(empty, empty, 1, 0, 3, 2);   // of the other parity of x
    const Set y     = __builtin_shufflevector(empty, empty, 2, 3, 0, 1);   // of y
    const Set both  = __builtin_shufflevector(empty, empty, 3, 2, 1, 0);
    const Set from[DIRECTIONS] = {x, x, y, y, both, both};
    // A step to the right leaves x/2 as it is from an even x and adds 1 from an odd one; and so on.
    const Set shift[DIRECTIONS] = {{0, 1, 0, 1},   {63, 0, 63, 0}, {0, 0, 8, 8},
                                   {56, 56, 0, 0}, {56, 57, 0, 1}, {63, 0, 7, 8}};
    for (int d = 0; d < DIRECTIONS; d++) {
        reach->near[d] = set_pull_each(&from[d], &shift[d]);
        reach->far[d]  = set_pull(&empty, hop_shift[d]);
    }
}

// Where one hop takes the holes `from` of a class; hop[d] are the holes of the class with a hop in
// direction d.
INLINE uint64_t hops_land(uint64_t from, const uint64_t hop[DIRECTIONS])
{
    uint64_t to = 0;
    for (int d = 0; d < DIRECTIONS; d++) to |= rng_rotate(from & hop[d], hop_shift[d]);
    return to;
}

// `to` and all that chains of hops reach from there.
INLINE uint64_t hops_chain(uint64_t to, const uint64_t hop[DIRECTIONS])
{
    for (uint64_t front = to; front;) {
        front = hops_land(front, hop) & ~to;
        to |= front;
    }
    return to;
}
