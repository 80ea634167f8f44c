"""Components and sea under one prior: the weight that the rest gives to each number of mines.

In: profiles of components, the size of the sea, the prior. Out: for each component one integer
weight for each number of mines in its profile, so that the sum of profile times weight is the same
for all components, namely a multiple of the number of placements (or of the probability of the
clues). Everything is an integer; no fraction is formed here.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb, perm
from operator import mul
from typing import NamedTuple

PACKED_FROM = 24
"""Shorter factors than this are multiplied coefficient by coefficient."""


class Prior(NamedTuple):
    """*left* mines for all covered cells, or each of them a mine with probability *density*.

    With neither the total is unknown: every number of mines is possible and weighs the same.
    """

    left: int | None
    density: Fraction | None = None


def convolve(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the coefficients of the product of two polynomials with coefficients of at least 0.

    >>> convolve([1, 2], [3, 4, 5])
    [3, 10, 13, 10]
    """
    if len(one) > len(other):
        one, other = other, one
    if len(one) >= PACKED_FROM:
        return _convolve_packed(one, other)
    product = [0] * (len(one) + len(other) - 1)
    for at, factor in enumerate(one):
        if factor:
            for index, value in enumerate(other, at):
                product[index] += factor * value
    return product


def _convolve_packed(one: Sequence[int], other: Sequence[int]) -> list[int]:
    bits = max(one).bit_length() + max(other).bit_length() + len(one).bit_length()
    width = bits // 8 + 1
    packed = _pack(one, width) * _pack(other, width)
    length = len(one) + len(other) - 1
    data = packed.to_bytes(length * width, "little")
    return [int.from_bytes(data[at : at + width], "little") for at in range(0, len(data), width)]


def _pack(values: Sequence[int], width: int) -> int:
    return int.from_bytes(b"".join(v.to_bytes(width, "little") for v in values), "little")


def correlate(weights: Sequence[int], profile: Sequence[int]) -> list[int]:
    """Return ``sum(profile[j] * weights[i + j] for j)`` for each i that fits.

    >>> correlate([1, 10, 100], [2, 3])
    [32, 320]
    """
    length = len(profile)
    if length >= PACKED_FROM and len(weights) - length >= PACKED_FROM:
        return _convolve_packed(weights, profile[::-1])[length - 1 : len(weights)]
    return [
        sum(map(mul, profile, weights[at : at + length])) for at in range(len(weights) - length + 1)
    ]


def share(profiles: list[list[int]], weights: list[int]) -> list[list[int]]:
    """Return for each profile the weights that all the others give to its numbers of mines.

    *weights* are those of the numbers of mines of all profiles together; *profiles* is not empty.
    A tree of products, walked down with the transposed product, so that no factor is divided out.
    """
    if len(profiles) == 1:
        return [weights]
    level = profiles
    tree = [level]
    while len(level) > 2:
        level = _pairwise_products(level)
        tree.append(level)
    down = [weights]
    for level in reversed(tree):
        down = [
            correlate(down[at >> 1], level[at ^ 1]) if at ^ 1 < len(level) else down[at >> 1]
            for at in range(len(level))
        ]
    return down


def product_of(profiles: Sequence[Sequence[int]]) -> list[int]:
    """Return the product of all *profiles*, ``[1]`` for none."""
    level = [list(profile) for profile in profiles] or [[1]]
    while len(level) > 1:
        level = _pairwise_products(level)
    return level[0]


def _pairwise_products(level: list[list[int]]) -> list[list[int]]:
    """Return the products of neighbours, the last one alone where their number is odd."""
    return [
        convolve(level[at], level[at + 1]) if at + 1 < len(level) else level[at]
        for at in range(0, len(level), 2)
    ]


def sea_weights(left: int, sea: int, low: int, high: int) -> list[int] | None:
    """Return weights proportional to ``comb(sea, left - m)`` for m from *low* to *high*.

    None where all of them are 0. The common factor is left out: multiplying a weight by
    ``comb(sea + high - low, left - low)`` and dividing by ``perm(sea + high - low, high - low)``
    gives the binomial back (`sea_placements`).

    >>> sea_weights(3, 5, 1, 3)
    [20, 10, 2]
    """
    if left < low or left - high > sea:
        return None
    weights = [1]
    for mines in range(low, high):
        weights.append(weights[-1] * (left - mines))
    factor = 1
    for mines in range(high, low, -1):
        factor *= sea - left + mines
        weights[mines - 1 - low] *= factor
    return weights


def sea_placements(total: int, left: int, sea: int, low: int, high: int) -> int:
    """Return the placements that a sum *total* over `sea_weights` stands for."""
    spread = high - low
    return total * comb(sea + spread, left - low) // perm(sea + spread, spread)


def density_weights(density: Fraction | None, length: int) -> list[int]:
    """Return weights proportional to the odds of 0, 1, .. mines more in the same cells.

    All are 1 without a density: an unknown total leaves every placement as it is.
    """
    if density is None:
        return [1] * length
    mine, safe = density.numerator, density.denominator - density.numerator
    return [mine**mines * safe ** (length - 1 - mines) for mines in range(length)]
