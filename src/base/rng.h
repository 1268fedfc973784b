// rng.h - seeded random numbers (xoshiro256**, seeded by splitmix64), the same on every machine, and the
// mixing function for hash keys.
//
// Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021.
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <assert.h>
#include <stdint.h>

typedef struct Rng {
    uint64_t s[4];
} Rng;

// A bijection that scatters all 64 bits (the finaliser of splitmix64).
static inline uint64_t mix64(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static inline Rng rng_seed(uint64_t seed)
{
    Rng rng;
    for (int i = 0; i < 4; i++) rng.s[i] = mix64(seed += UINT64_C(0x9e3779b97f4a7c15));
    return rng;
}

static inline uint64_t rng_rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline uint64_t rng_next(Rng *rng)
{
    uint64_t *const s      = rng->s;
    const uint64_t  result = rng_rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotate(s[3], 45);
    return result;
}

// Uniform in 0 ... n-1, without bias (Lemire 2019).
static inline uint32_t rng_below(Rng *rng, uint32_t n)
{
    assert(n > 0);
    uint64_t product = (rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n)
        for (const uint32_t threshold = -n % n; (uint32_t)product < threshold;)
            product = (rng_next(rng) >> 32) * n;
    return (uint32_t)(product >> 32);
}

// Fills `keys` with n keys for Zobrist hashing.
static inline void rng_keys(uint64_t *keys, int n, uint64_t seed)
{
    Rng rng = rng_seed(seed);
    for (int i = 0; i < n; i++) keys[i] = rng_next(&rng);
}

#endif
