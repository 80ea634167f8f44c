"""How the total enters: sums of the components' feasible numbers of mines, the sea as slack.

In: each component's feasible numbers, and the window that their sum has to meet: from the mines
left without a sea full of them up to the mines left. Out: which numbers go together. A set of
numbers is one int with a bit for each, counted from its least, so that adding a component is a
shift and an or for each of its numbers. Feasible numbers can have gaps, so ranges alone would not
decide.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate


def choose(sets: Sequence[Collection[int]], low: int, high: int) -> list[int] | None:
    """Return one number of each set so that their sum is in *low*..*high*; None where none is.

    >>> choose([{1, 3}, {0, 1}], 4, 9)
    [3, 1]
    >>> choose([{1, 3}, {0, 2}], 2, 2) is None
    True
    """
    least, bits = _counted_from_least(sets)
    sums = list(accumulate(bits, add_sets, initial=1))
    met = _meeting(sums[-1], low - sum(least), high - sum(least))
    if not met:
        return None
    total = met.bit_length() - 1
    chosen = []
    for before, numbers, base in zip(sums[-2::-1], bits[::-1], least[::-1], strict=True):
        number = next(n for n in numbers_of(numbers) if n <= total and before >> total - n & 1)
        chosen.append(base + number)
        total -= number
    return chosen[::-1]


def completed(sets: Sequence[Collection[int]], low: int, high: int) -> list[list[range]]:
    """Return for each set the runs of numbers that the other sets complete into *low*..*high*.

    Those numbers need not be in the set itself.

    >>> completed([{1, 3}, {0, 2}], 4, 4)
    [[range(2, 3), range(4, 5)], [range(1, 2), range(3, 4)]]
    """
    least, bits = _counted_from_least(sets)
    before = list(accumulate(bits, add_sets, initial=1))
    after = list(accumulate(bits[::-1], add_sets, initial=1))[::-1]
    found = []
    for at, base in enumerate(least):
        rest = add_sets(before[at], after[at + 1])
        others = sum(least) - base
        found.append(_windows([others + number for number in numbers_of(rest)], low, high))
    return found


def _windows(sums: Iterable[int], low: int, high: int) -> list[range]:
    """Return the numbers of at least 0 that one of *sums* brings into *low*..*high*, as runs."""
    found: list[range] = []
    for start, end in sorted((max(0, low - rest), high - rest) for rest in sums):
        if start > end:
            continue
        if found and start <= found[-1].stop:
            found[-1] = range(found[-1].start, max(end + 1, found[-1].stop))
        else:
            found.append(range(start, end + 1))
    return found


def numbers_of(bits: int) -> list[int]:
    """Return the numbers whose bits are set, in increasing order."""
    return [number for number, digit in enumerate(reversed(f"{bits:b}")) if digit == "1"]


def add_sets(one: int, other: int) -> int:
    """Return every sum of a number of *one* and a number of *other*."""
    sums = 0
    for number in numbers_of(other):
        sums |= one << number
    return sums


def _counted_from_least(sets: Sequence[Collection[int]]) -> tuple[list[int], list[int]]:
    least = [min(numbers) for numbers in sets]
    return least, [
        sum(1 << number - base for number in numbers)
        for numbers, base in zip(sets, least, strict=True)
    ]


def _meeting(bits: int, low: int, high: int) -> int:
    """Return the numbers of *bits* that are in *low*..*high*."""
    low, high = max(0, low), min(high, bits.bit_length() - 1)
    if low > high:
        return 0
    return (bits >> low & (1 << high - low + 1) - 1) << low
