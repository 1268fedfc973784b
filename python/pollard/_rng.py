"""The random numbers of the library (src/base/rng.h), for openings that are the same as the command line's.

xoshiro256** of Blackman and Vigna, seeded by splitmix64; numbers below n by Lemire's method.
"""

from __future__ import annotations

_MASK = 2**64 - 1


def mix(x: int) -> int:
    """Scatters all 64 bits."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & _MASK
    return x ^ x >> 31


def _rotate(x: int, k: int) -> int:
    return (x << k | x >> 64 - k) & _MASK


class Rng:
    """A stream of random numbers."""

    def __init__(self, seed: int) -> None:
        self._s = [mix(seed + i * 0x9E3779B97F4A7C15 & _MASK) for i in range(1, 5)]

    def next(self) -> int:
        """The next 64 bits."""
        s = self._s
        result = _rotate(s[1] * 5 & _MASK, 7) * 9 & _MASK
        t = s[1] << 17 & _MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = _rotate(s[3], 45)
        return result

    def below(self, n: int) -> int:
        """Uniform in 0 ... n-1."""
        threshold = (1 << 32) % n
        while True:
            product = (self.next() >> 32) * n
            if product & 0xFFFFFFFF >= threshold:
                return product >> 32
