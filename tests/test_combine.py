"""Polynomials and weights against plain sums, on both sides of the length from which they pack."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb, prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactsweep.combine import (
    PACKED_FROM,
    convolve,
    correlate,
    density_weights,
    product_of,
    sea_placements,
    sea_weights,
    share,
)
from tests.strategies import randomness

LENGTHS = [1, 2, PACKED_FROM - 1, PACKED_FROM, PACKED_FROM + 1, 3 * PACKED_FROM]


def naive_product(one: Sequence[int], other: Sequence[int]) -> list[int]:
    product = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return product


def naive_correlation(weights: Sequence[int], profile: Sequence[int]) -> list[int]:
    return [
        sum(n * weights[at + j] for j, n in enumerate(profile))
        for at in range(len(weights) - len(profile) + 1)
    ]


def coefficients(random: Random, length: int, bits: int) -> list[int]:
    """Numbers of up to *bits* bits, one in three of them 0, but no end of them."""
    inner = [random.randrange(3) and random.getrandbits(bits) for _ in range(length)]
    inner[0], inner[-1] = inner[0] or 1, inner[-1] or 1
    return inner


@pytest.mark.parametrize("other", LENGTHS)
@pytest.mark.parametrize("one", LENGTHS)
@settings(deadline=None, max_examples=10)
@given(randomness(), st.sampled_from([1, 7, 8, 64, 200]))
def test_convolve(one: int, other: int, random: Random, bits: int) -> None:
    a, b = coefficients(random, one, bits), coefficients(random, other, bits)
    assert convolve(a, b) == naive_product(a, b)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("more", [0, 1, PACKED_FROM - 1, PACKED_FROM, 3 * PACKED_FROM])
@settings(deadline=None, max_examples=10)
@given(randomness(), st.sampled_from([1, 8, 200]))
def test_correlate(length: int, more: int, random: Random, bits: int) -> None:
    weights = coefficients(random, length + more, bits)
    profile = coefficients(random, length, bits)
    assert correlate(weights, profile) == naive_correlation(weights, profile)


@pytest.mark.parametrize("length", LENGTHS)
def test_fields_hold_the_largest_coefficients(length: int) -> None:
    """All coefficients one less than a power of two: the sums are as large as they can be."""
    for bits in (1, 8, 15, 16, 63):
        full = [(1 << bits) - 1] * length
        assert convolve(full, full) == naive_product(full, full)
        assert correlate(full * 3, full) == naive_correlation(full * 3, full)


@settings(deadline=None, max_examples=60)
@given(randomness(), st.lists(st.integers(1, 5) | st.integers(20, 40), min_size=1, max_size=7))
def test_share_leaves_out_one_profile_each(random: Random, lengths: list[int]) -> None:
    profiles = [coefficients(random, length, 12) for length in lengths]
    length = sum(lengths) - len(lengths) + 1
    weights = coefficients(random, length, 30)
    for at, shared in enumerate(share(profiles, weights)):
        others = [1]
        for profile in profiles[:at] + profiles[at + 1 :]:
            others = naive_product(others, profile)
        assert shared == naive_correlation(weights, others)
        assert len(shared) == lengths[at]


@settings(deadline=None, max_examples=60)
@given(randomness(), st.lists(st.integers(1, 5) | st.integers(20, 40), max_size=7))
def test_product_of_many(random: Random, lengths: list[int]) -> None:
    profiles = [coefficients(random, length, 12) for length in lengths]
    expected = [1]
    for profile in profiles:
        expected = naive_product(expected, profile)
    assert product_of(profiles) == expected


def ways(sea: int, mines: int) -> int:
    return comb(sea, mines) if mines >= 0 else 0


@settings(deadline=None, max_examples=500)
@given(st.integers(-3, 40), st.integers(0, 25), st.integers(0, 12), st.integers(0, 12))
def test_sea_weights_are_binomials(left: int, sea: int, low: int, spread: int) -> None:
    high = low + spread
    expected = [ways(sea, left - mines) for mines in range(low, high + 1)]
    weights = sea_weights(left, sea, low, high)
    if weights is None:
        assert not any(expected)
        return
    assert any(expected)
    assert all(weight >= 0 for weight in weights)
    for mines, (weight, placements) in enumerate(zip(weights, expected, strict=True), low):
        assert sea_placements(weight, left, sea, low, high) == placements, mines
    sums = [3 * weight for weight in weights]
    assert sea_placements(sum(sums), left, sea, low, high) == 3 * sum(expected)


def test_sea_weights_of_a_large_board() -> None:
    weights = sea_weights(4000, 20_000, 100, 160)
    assert weights is not None
    assert sea_placements(weights[25], 4000, 20_000, 100, 160) == comb(20_000, 3875)


@settings(deadline=None, max_examples=100)
@given(st.integers(1, 20), st.integers(1, 30), st.integers(1, 30))
def test_density_weights_are_odds(length: int, mine: int, safe: int) -> None:
    density = Fraction(mine, mine + safe)
    weights = density_weights(density, length)
    scale = Fraction(weights[0]) / (1 - density) ** (length - 1)
    for mines, weight in enumerate(weights):
        assert weight == scale * density**mines * (1 - density) ** (length - 1 - mines)
    assert density_weights(None, length) == [1] * length


def test_weights_and_profiles_of_a_whole_position() -> None:
    """Two components and a sea, all totals: shared sums are the placements of the whole."""
    profiles = [[2, 0, 5], [1, 4]]
    for left in range(2, 12):
        weights = sea_weights(left, 6, 3, 6)
        whole = sum(
            a * b * ways(6, left - 3 - i - j)
            for i, a in enumerate(profiles[0])
            for j, b in enumerate(profiles[1])
        )
        if weights is None:
            assert whole == 0
            continue
        for profile, shared in zip(profiles, share(profiles, weights), strict=True):
            total = sum(map(prod, zip(profile, shared, strict=True)))
            assert sea_placements(total, left, 6, 3, 6) == whole
