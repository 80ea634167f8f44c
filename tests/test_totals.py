"""Which numbers of mines go together: against all ways to choose one of each set."""

from collections.abc import Sequence
from itertools import pairwise, product

from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactsweep.reason.totals import add_sets, choose, completed, numbers_of

sets = st.lists(st.sets(st.integers(0, 14), min_size=1, max_size=5), max_size=4)
bounds = st.integers(-6, 60)


@settings(deadline=None, max_examples=200)
@given(sets, bounds, bounds)
@example([], 0, 0)
@example([], 1, 9)
@example([], -5, -1)
@example([{1, 3}, {0, 2}], 2, 2)
@example([{0, 3}, {0, 3}], 4, 5)
@example([{7}], 8, 6)
def test_choose(sets: list[set[int]], low: int, high: int) -> None:
    chosen = choose(sets, low, high)
    if chosen is None:
        assert not any(low <= sum(numbers) <= high for numbers in product(*sets))
    else:
        assert low <= sum(chosen) <= high
        assert len(chosen) == len(sets)
        assert all(n in numbers for n, numbers in zip(chosen, sets, strict=True))


def completing(others: Sequence[set[int]], low: int, high: int) -> set[int]:
    """The numbers that some choice from the other sets brings into the window."""
    return {
        number
        for rest in map(sum, product(*others))
        for number in range(max(0, low - rest), high - rest + 1)
    }


@settings(deadline=None, max_examples=200)
@given(sets, bounds, bounds)
@example([], 0, 0)
@example([{5}], 3, 9)
@example([{5}], -3, -1)
@example([{0, 3}, {0, 3}, {0}], 4, 5)
@example([{0, 14}, {0, 7}], 6, 7)
@example([{2}], 8, 6)
def test_completed(sets: list[set[int]], low: int, high: int) -> None:
    """Runs in order, as long as can be, of exactly the numbers that the others complete."""
    found = completed(sets, low, high)
    assert len(found) == len(sets)
    for at, runs in enumerate(found):
        assert all(run.step == 1 and run.start < run.stop for run in runs)
        assert all(one.stop < other.start for one, other in pairwise(runs))
        numbers = {number for run in runs for number in run}
        assert numbers == completing(sets[:at] + sets[at + 1 :], low, high)


@settings(deadline=None, max_examples=200)
@given(st.sets(st.integers(0, 60)), st.sets(st.integers(0, 60)))
@example(set(), {0})
@example({0}, {0})
def test_sets_as_bits(one: set[int], other: set[int]) -> None:
    bits, more = (sum(1 << number for number in numbers) for numbers in (one, other))
    assert numbers_of(bits) == sorted(one)
    assert numbers_of(add_sets(bits, more)) == sorted({a + b for a in one for b in other})
